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
//  event indicators are as many as said, and continuous                     2.2.1       2.4.8

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

// Knowns: inputs, states and time; when a run begins, what is exact.
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
  check_order(im);
  check_variables(im);
  check_structure(im);
  RULE(xml_next(im->xml, "DefaultExperiment") != NULL && im->to > im->from, "the experiment", "it");
}
