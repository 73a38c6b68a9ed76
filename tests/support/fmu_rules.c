// support/fmu_rules.c: the structure of modelDescription.xml, rule by rule.
//
//  rule                                                                     FMI 2.0.4   FMI 3.0.2
//  elements in the order of the schema                                      2.2         2.4
//  modelIdentifier is a name in C                                           2.2.1       2.4.1
//  exactly one independent variable, without start and initial              2.2.7       2.4.7.3
//  combinations of causality, variability and initial                       2.2.7       2.4.7.4
//  a start value if initial is exact or approx, or for an input; none if    2.2.7       2.4.7.4
//  it is calculated
//  names are unique, without line feeds, tabs and quotes (flat)             2.2.9       2.4.7.5.1
//  value references of different variables differ                           2.2.7       2.4.7
//  units are defined, with powers of base units                             2.2.2       2.4.4
//  `derivative` leads to a continuous state of the same kind                2.2.7       2.4.7.3
//  Outputs: exactly the variables that are outputs                          2.2.8       2.4.8
//  Derivatives: exactly those with the attribute `derivative`               2.2.8       2.4.8
//  InitialUnknowns: outputs, derivatives and states that are calculated,    2.2.8       2.4.8
//  calculated parameters; in order
//  dependencies in order, on knowns; one kind for each                      2.2.8       2.4.8
//  event indicators are as many as stated, and continuous                   2.2.1       2.4.8
//  elements have the attributes of the schema, no others, each once;        schema      schema
//  numbers are numbers, and finite
//  states that events move have reinit, and CompletedIntegratorStep is      2.2.7       2.4.1, 2.4.7.3
//  needed then
//  the experiment ends after it begins, with a step that fits in it         2.2.5       2.4.6

#include "support/fmu_rules.h"
#include "support/check.h"
#include <ctype.h>
#include <stdlib.h>

#define RULE(condition, what, name)                                   \
  do {                                                                \
    if (!(condition)) fail_msg("%s: broken by %s", what, name);       \
  } while (0)

static bool is(const char *a, const char *b) {
  return strcmp(a, b) == 0;
}

// --- elements ------------------------------------------------------------------------------------

static void check_order(const Importer *im) {
  static const char *const two[] = {"fmiModelDescription", "ModelExchange", "CoSimulation",
                                    "UnitDefinitions", "LogCategories", "DefaultExperiment",
                                    "ModelVariables", "ModelStructure", "Outputs", "Derivatives",
                                    "InitialUnknowns"};
  static const char *const three[] = {"fmiModelDescription", "ModelExchange", "CoSimulation",
                                      "UnitDefinitions", "LogCategories", "DefaultExperiment",
                                      "ModelVariables", "ModelStructure", "Output",
                                      "ContinuousStateDerivative", "InitialUnknown"};
  const char *at = im->xml;
  for (size_t i = 0; i < COUNT(two); i++) {
    const char *tag = im->version == 2 ? two[i] : three[i];
    at = xml_next(at, tag);
    RULE(at != NULL, "elements in the order of the schema", tag);
  }
  char version[8];
  assert_true(xml_attribute(xml_next(im->xml, NULL), "fmiVersion", version, sizeof version));
  assert_string_equal(version, im->version == 2 ? "2.0" : "3.0");
  RULE(!isdigit((unsigned char) im->identifier[0]), "modelIdentifier", im->identifier);
  for (const char *c = im->identifier; *c != '\0'; c++)
    RULE(isalnum((unsigned char) *c) || *c == '_', "modelIdentifier", im->identifier);
}

// The attributes that the schemas of the standard give to the elements that are written here; a name with # is a
// number, with ? true or false.
static const struct {
  int version;  // 0: both
  const char *tag, *attributes;
} schema[] = {
  {2, "fmiModelDescription", "fmiVersion modelName guid description author version copyright license generationTool "
                             "generationDateAndTime variableNamingConvention numberOfEventIndicators#"},
  {3, "fmiModelDescription", "fmiVersion modelName instantiationToken description author version copyright license generationTool "
                             "generationDateAndTime variableNamingConvention"},
  {2, "ModelExchange", "modelIdentifier needsExecutionTool? completedIntegratorStepNotNeeded? canBeInstantiatedOnlyOncePerProcess? "
                       "canNotUseMemoryManagementFunctions? canGetAndSetFMUstate? canSerializeFMUstate? "
                       "providesDirectionalDerivative?"},
  {2, "CoSimulation", "modelIdentifier needsExecutionTool? canHandleVariableCommunicationStepSize? canInterpolateInputs? "
                      "maxOutputDerivativeOrder# canRunAsynchronuously? canBeInstantiatedOnlyOncePerProcess? "
                      "canNotUseMemoryManagementFunctions? canGetAndSetFMUstate? canSerializeFMUstate? "
                      "providesDirectionalDerivative?"},
  {3, "ModelExchange", "modelIdentifier needsExecutionTool? canBeInstantiatedOnlyOncePerProcess? canGetAndSetFMUState? "
                       "canSerializeFMUState? providesDirectionalDerivatives? providesAdjointDerivatives? "
                       "providesPerElementDependencies? needsCompletedIntegratorStep? providesEvaluateDiscreteStates?"},
  {3, "CoSimulation", "modelIdentifier needsExecutionTool? canBeInstantiatedOnlyOncePerProcess? canGetAndSetFMUState? "
                      "canSerializeFMUState? providesDirectionalDerivatives? providesAdjointDerivatives? "
                      "providesPerElementDependencies? canHandleVariableCommunicationStepSize? fixedInternalStepSize# "
                      "maxOutputDerivativeOrder# recommendedIntermediateInputSmoothness# providesIntermediateUpdate? "
                      "mightReturnEarlyFromDoStep? canReturnEarlyAfterIntermediateUpdate? hasEventMode? "
                      "providesEvaluateDiscreteStates?"},
  {2, "SourceFiles", ""},
  {2, "File", "name"},
  {0, "UnitDefinitions", ""},
  {0, "Unit", "name"},
  {0, "BaseUnit", "kg# m# s# A# K# mol# cd# rad# factor# offset#"},
  {0, "LogCategories", ""},
  {0, "Category", "name description"},
  {0, "DefaultExperiment", "startTime# stopTime# tolerance# stepSize#"},
  {0, "ModelVariables", ""},
  {2, "ScalarVariable", "name valueReference# description causality variability initial canHandleMultipleSetPerTimeInstant?"},
  {2, "Real", "declaredType quantity unit displayUnit relativeQuantity? min# max# nominal# unbounded? start# derivative# reinit?"},
  {3, "Float64", "name valueReference# description causality variability initial canHandleMultipleSetPerTimeInstant? "
                 "intermediateUpdate? previous# clocks declaredType quantity unit displayUnit relativeQuantity? unbounded? min# max# "
                 "nominal# start# derivative# reinit?"},
  {0, "ModelStructure", ""},
  {2, "Outputs", ""},
  {2, "Derivatives", ""},
  {2, "InitialUnknowns", ""},
  {2, "Unknown", "index# dependencies dependenciesKind"},
  {3, "Output", "valueReference# dependencies dependenciesKind"},
  {3, "ContinuousStateDerivative", "valueReference# dependencies dependenciesKind"},
  {3, "InitialUnknown", "valueReference# dependencies dependenciesKind"},
  {3, "EventIndicator", "valueReference# dependencies dependenciesKind"},
};

static const char *attributes_of(int version, const char *tag) {
  for (size_t i = 0; i < COUNT(schema); i++)
    if ((schema[i].version == 0 || schema[i].version == version) && is(schema[i].tag, tag)) return schema[i].attributes;
  return NULL;
}

// Returns the kind of an attribute: '#', '?', ' ' for text; 0 if it is not among them.
static char kind_of(const char *attributes, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = attributes; (at = strstr(at, name)) != NULL; at += n)
    if ((at == attributes || at[-1] == ' ') && !isalnum((unsigned char) at[n])) return at[n] == '\0' ? ' ' : at[n];
  return 0;
}

static void check_value(char kind, const char *value, const char *name) {
  char *end;
  if (kind == '?') RULE(is(value, "true") || is(value, "false"), "true or false", name);
  if (kind != '#') return;
  const double number = strtod(value, &end);
  RULE(end > value && *end == '\0' && number - number == 0, "numbers", name);
}

// Checks all attributes of the tag that begins at `at`; returns its end.
static const char *check_tag(const Importer *im, const char *at) {
  char tag[40], name[60], value[40000], seen[2000] = " ";
  int length = 0;
  assert_int_equal(sscanf(at, "<%39[A-Za-z0-9]%n", tag, &length), 1);
  const char *attributes = attributes_of(im->version, tag);
  RULE(attributes != NULL, "elements of the schema", tag);
  at += length;
  for (;;) {
    at += strspn(at, " \n");
    if (*at == '>' || *at == '/') return at;
    value[0] = '\0';
    RULE(sscanf(at, "%59[A-Za-z]=\"%n", name, &length) == 1, "attributes", tag);
    at += length;
    const char *end = strchr(at, '"');
    RULE(end != NULL && (size_t) (end - at) < sizeof value, "attributes end", name);
    memcpy(value, at, (size_t) (end - at));
    value[end - at] = '\0';
    const char kind = kind_of(attributes, name);
    RULE(kind != 0, "attributes of the schema", name);
    RULE(strchr(value, '<') == NULL, "text is escaped", name);
    check_value(kind, value, name);
    RULE(kind_of(seen + 1, name) == 0, "an attribute occurs once", name);
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s ", name);
    at = end + 1;
  }
}

static void check_schema(const Importer *im) {
  for (const char *at = strchr(im->xml, '<'); at != NULL; at = strchr(at + 1, '<'))
    if (isalpha((unsigned char) at[1])) at = check_tag(im, at);
}

// Checks the states that events move, and that the importer is asked to call for it.
static void check_moved(const Importer *im) {
  char flag[8];
  const bool moved = strstr(im->xml, "reinit=\"true\"") != NULL;
  const char *kind = xml_next(im->xml, "ModelExchange");
  const char *const attribute = im->version == 2 ? "completedIntegratorStepNotNeeded" : "needsCompletedIntegratorStep";
  const bool given = xml_attribute(kind, attribute, flag, sizeof flag) && is(flag, "true");
  RULE(!moved || given == (im->version == 3), "CompletedIntegratorStep is needed", "the list");
  char from[40], to[40], step[40];
  const char *experiment = xml_next(im->xml, "DefaultExperiment");
  assert_true(xml_attribute(experiment, "startTime", from, sizeof from) && xml_attribute(experiment, "stopTime", to, sizeof to) &&
              xml_attribute(experiment, "stepSize", step, sizeof step));
  RULE(atof(to) > atof(from) && atof(step) > 0 && atof(step) <= atof(to) - atof(from), "the experiment", step);
}

static void check_unit(const Importer *im, const ImportedVariable *v) {
  char name[40], power[8];
  static const char *const base[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  if (v->unit[0] == '\0') return;
  for (const char *at = xml_next(im->xml, "Unit"); at != NULL; at = xml_next(at + 1, "Unit")) {
    xml_attribute(at, "name", name, sizeof name);
    if (!is(name, v->unit)) continue;
    const char *powers = xml_next(at, "BaseUnit");
    bool any = false;
    for (size_t i = 0; i < COUNT(base); i++)
      any = any || xml_attribute(powers, base[i], power, sizeof power);
    RULE(any, "units have powers of base units", name);
    return;
  }
  RULE(false, "units are defined", v->name);
}

// --- variables -----------------------------------------------------------------------------------

// The combinations that this program writes, of those that the tables of the standard allow.
static const struct {
  const char *causality, *variability, *initial;
  bool start;
} allowed[] = {
  {"parameter", "fixed", "exact", true},
  {"parameter", "tunable", "exact", true},
  {"calculatedParameter", "tunable", "calculated", false},
  {"calculatedParameter", "fixed", "calculated", false},
  {"input", "continuous", "", true},
  {"output", "continuous", "exact", true},
  {"output", "continuous", "calculated", false},
  {"local", "fixed", "calculated", false},
  {"local", "continuous", "calculated", false},
  {"independent", "continuous", "", false},
};

static void check_variables(const Importer *im) {
  size_t independents = 0;
  for (size_t i = 0; i < im->n; i++) {
    const ImportedVariable *v = &im->variable[i];
    bool good = false;
    for (size_t k = 0; k < COUNT(allowed); k++)
      good = good || (is(v->causality, allowed[k].causality) &&
                      is(v->variability, allowed[k].variability) &&
                      is(v->initial, allowed[k].initial) && v->has_start == allowed[k].start);
    RULE(good, "combinations of causality, variability, initial and start", v->name);
    RULE(strpbrk(v->name, "'\"\n\r\t") == NULL && v->name[0] != '\0', "names", v->name);
    independents += is(v->causality, "independent");
    for (size_t k = 0; k < i; k++) {
      RULE(!is(v->name, im->variable[k].name), "names are unique", v->name);
      RULE(v->reference != im->variable[k].reference, "value references differ", v->name);
    }
    check_unit(im, v);
    if (v->derivative < 0) continue;
    RULE((size_t) v->derivative < im->n && is(im->variable[v->derivative].variability, "continuous") &&
           is(v->variability, "continuous"),
         "derivative leads to a continuous state", v->name);
  }
  RULE(independents == 1, "exactly one independent variable", "the list");
}

// --- structure -----------------------------------------------------------------------------------

typedef enum { LIST_OUTPUTS, LIST_DERIVATIVES, LIST_START, LIST_EVENTS } List;

static bool belongs(const Importer *im, size_t i, List list) {
  const ImportedVariable *v = &im->variable[i];
  bool state = false;
  for (size_t k = 0; k < im->n; k++) state = state || im->variable[k].derivative == (long) i;
  const bool calculated = is(v->initial, "calculated") || is(v->initial, "approx");
  switch (list) {
    case LIST_OUTPUTS: return is(v->causality, "output");
    case LIST_DERIVATIVES: return v->derivative >= 0;
    case LIST_START:
      return is(v->causality, "calculatedParameter") ||
             (calculated && (is(v->causality, "output") || v->derivative >= 0 || state));
    default:
      return is(v->causality, "local") && (strncmp(v->name, "stop_", 5) == 0 || strncmp(v->name, "when_", 5) == 0 ||
                                           strncmp(v->name, "contact_", 8) == 0 || strncmp(v->name, "switch_", 7) == 0 ||
                                           strncmp(v->name, "slip_", 5) == 0);
  }
}

// Is it a known? Knowns are inputs, states and time; when a run begins, what is exact.
static bool is_known(const Importer *im, size_t i, bool start) {
  const ImportedVariable *v = &im->variable[i];
  bool state = false;
  for (size_t k = 0; k < im->n; k++) state = state || im->variable[k].derivative == (long) i;
  return is(v->causality, "input") || is(v->causality, "independent") || state ||
         (start && is(v->initial, "exact"));
}

static void check_dependencies(const Importer *im, const char *tag, const char *name, bool start) {
  char list[20000], kinds[40000];
  assert_true(xml_attribute(tag, "dependencies", list, sizeof list));
  const bool has_kinds = xml_attribute(tag, "dependenciesKind", kinds, sizeof kinds);
  long last = -1;
  size_t count = 0, words = 0;
  for (char *rest = list, *end; *rest != '\0'; rest = end + (*end == ' ')) {
    const long v = strtol(rest, &end, 10) - (im->version == 2);
    RULE(end > rest && v > last && (size_t) v < im->n, "dependencies in order", name);
    RULE(is_known(im, (size_t) v, start), "dependencies on knowns", name);
    last = v;
    count++;
  }
  for (char *word = strtok(kinds, " "); word != NULL; word = strtok(NULL, " ")) {
    RULE(is(word, "constant") || is(word, "tunable") || is(word, "dependent"), "kinds", name);
    words++;
  }
  RULE(!has_kinds || words == count, "one kind for each dependence", name);
}

static void check_list(const Importer *im, const char *from, const char *end, const char *tag,
                       List list) {
  size_t i = 0;
  char value[24];
  for (const char *at = xml_next(from, tag); at != NULL && at < end; at = xml_next(at + 1, tag)) {
    assert_true(xml_attribute(at, im->version == 2 ? "index" : "valueReference", value, sizeof value));
    const size_t v = (size_t) atol(value) - (im->version == 2);
    for (; i < v; i++) RULE(!belongs(im, i, list), "lists are complete", im->variable[i].name);
    RULE(v == i && belongs(im, v, list), "lists in order, of what belongs there", value);
    check_dependencies(im, at, im->variable[v].name, list == LIST_START);
    i++;
  }
  for (; i < im->n; i++) RULE(!belongs(im, i, list), "lists are complete", im->variable[i].name);
}

static void check_structure(const Importer *im) {
  static const char *const lists[] = {"Outputs", "Derivatives", "InitialUnknowns"};
  static const char *const tags[] = {"Output", "ContinuousStateDerivative", "InitialUnknown",
                                     "EventIndicator"};
  const char *structure = xml_next(im->xml, "ModelStructure");
  const char *end = im->xml + strlen(im->xml);
  for (int list = 0; list < 3 && im->version == 2; list++) {
    char close[40];
    snprintf(close, sizeof close, "</%s>", lists[list]);
    const char *from = xml_next(structure, lists[list]);
    assert_non_null(from);
    check_list(im, from, strstr(from, close), "Unknown", (List) list);
  }
  for (int list = 0; list < 4 && im->version == 3; list++)
    check_list(im, structure, end, tags[list], (List) list);
}

void fmu_check_rules(const Importer *im) {
  check_schema(im);
  check_moved(im);
  check_order(im);
  check_variables(im);
  check_structure(im);
  RULE(xml_next(im->xml, "DefaultExperiment") != NULL && im->to > im->from, "the experiment", "it");
}
