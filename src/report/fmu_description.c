// report/fmu_description.c: the description of a model in XML, and a page about it.
//
// In:    names, units, start values, tapes
// Out:   modelDescription.xml of FMI 2.0 or 3.0
// From:  FMI 2.0.4, section 2.2; FMI 3.0.2, section 2.4
//
// A variable's value reference is its place in the list: time; parameters and inputs; states; their
// derivatives; outputs; and, only in FMI 3.0, event indicators.

#include "report/fmu.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum { PART_TIME, PART_PARAMETER, PART_STATE, PART_RATE, PART_OUTPUT, PART_EVENT } Part;

typedef struct {
  const FmuModel *m;
  Text *out;
  Arena *arena;
  size_t variables;
  bool *varies;                        // of each input of a tape: is it not a parameter?
  const unsigned char *rate, *row, *event, *derive;  // dependences
} Page;

// --- text ----------------------------------------------------------------------------------------

// Appends text escaped for XML: as an attribute or between tags.
static void add_escaped(Text *out, const char *text) {
  for (const char *c = text; *c != '\0'; c++) {
    switch (*c) {
      case '&': text_add(out, "&amp;"); break;
      case '<': text_add(out, "&lt;"); break;
      case '>': text_add(out, "&gt;"); break;
      case '"': text_add(out, "&quot;"); break;
      default: text_add_char(out, iscntrl((unsigned char) *c) ? ' ' : *c);
    }
  }
}

static void add_attribute(const Page *p, const char *name, const char *value) {
  text_addf(p->out, " %s=\"", name);
  add_escaped(p->out, value);
  text_add_char(p->out, '"');
}

static void add_number(const Page *p, const char *name, double value) {
  text_addf(p->out, " %s=\"", name);
  text_add_double(p->out, value);
  text_add_char(p->out, '"');
}

// --- units ---------------------------------------------------------------------------------------

static const char *const base_units[FMU_BASE_UNITS] = {"kg", "m", "s", "A", "K", "rad"};

static bool read_factor(const char **at, int sign, FmuUnit *unit) {
  size_t n = 0;
  while (isalpha((unsigned char) (*at)[n])) n++;
  if (n == 0) return *(*at)++ == '1';
  for (size_t i = 0; i < FMU_BASE_UNITS; i++) {
    if (strlen(base_units[i]) != n || memcmp(base_units[i], *at, n) != 0) continue;
    long power = 1;
    *at += n;
    if (**at == '^') {
      char *end;
      power = strtol(*at + 1, &end, 10);
      if (end == *at + 1 || labs(power) > 100) return false;
      *at = end;
    }
    unit->power[i] += sign * (int) power;
    return true;
  }
  return false;
}

// Reads a unit. Returns false if the text is not a unit; "1" is a unit without powers.
static bool read_unit(const char *text, FmuUnit *unit) {
  *unit = (FmuUnit){{0}};
  for (int sign = 1;; text++) {
    if (!read_factor(&text, sign, unit)) return false;
    if (*text == '\0') return true;
    if (*text != '*' && *text != '/') return false;
    sign = *text == '*' ? 1 : -1;
  }
}

static const char *unit_name(const FmuUnit *unit, Arena *arena) {
  Text text = text_make(arena);
  for (int sign = 1; sign >= -1; sign -= 2)
    for (size_t i = 0; i < FMU_BASE_UNITS; i++) {
      const int power = sign * unit->power[i];
      if (power <= 0) continue;
      text_add(&text, sign < 0 ? text.n > 0 ? "/" : "1/" : text.n > 0 ? "*" : "");
      text_addf(&text, power > 1 ? "%s^%d" : "%s", base_units[i], power);
    }
  return text.n > 0 ? text_get(&text) : "1";
}

// --- variables -----------------------------------------------------------------------------------

static Part part_of(const Page *p, size_t v, size_t *k) {
  const FmuModel *m = p->m;
  const size_t length[] = {1, m->tapes->fixed, fmu_states(m), fmu_states(m), m->outputs, SIZE_MAX};
  size_t part = 0;
  for (*k = v; *k >= length[part]; part++) *k -= length[part];
  return (Part) part;
}

static FmuName name_of(const Page *p, size_t v) {
  const FmuModel *m = p->m;
  size_t k;
  switch (part_of(p, v, &k)) {
    case PART_TIME: return (FmuName){"time", "t", "s"};
    case PART_PARAMETER: return m->parameter[k];
    case PART_STATE: return m->state[k];
    case PART_RATE:
      return (FmuName){text_format(p->arena, "der(%s)", m->state[k].name),
                       text_format(p->arena, "d %s / d t", m->state[k].model), m->state[k].unit};
    case PART_OUTPUT: return m->output[k];
    default: return m->event[k];
  }
}

// Finds the unit of a variable. Returns false if it is unknown or the variable is a pure number.
static bool unit_of(const Page *p, size_t v, FmuUnit *unit) {
  size_t k;
  const FmuName name = name_of(p, v);
  if (name.unit == NULL || !read_unit(name.unit, unit)) return false;
  if (part_of(p, v, &k) == PART_RATE) unit->power[2]--;
  return strcmp(unit_name(unit, p->arena), "1") != 0;
}

// Does no earlier variable have this unit?
static bool is_new_unit(const Page *p, size_t v, const FmuUnit *unit) {
  for (size_t i = 0; i < v; i++) {
    FmuUnit other;
    if (unit_of(p, i, &other) && memcmp(&other, unit, sizeof other) == 0) return false;
  }
  return true;
}

static void add_units(const Page *p) {
  text_add(p->out, "  <UnitDefinitions>\n");
  for (size_t v = 0; v < p->variables; v++) {
    FmuUnit unit;
    if (!unit_of(p, v, &unit) || !is_new_unit(p, v, &unit)) continue;
    text_add(p->out, "    <Unit");
    add_attribute(p, "name", unit_name(&unit, p->arena));
    text_add(p->out, "><BaseUnit");
    for (size_t i = 0; i < FMU_BASE_UNITS; i++)
      if (unit.power[i] != 0) text_addf(p->out, " %s=\"%d\"", base_units[i], unit.power[i]);
    text_add(p->out, "/></Unit>\n");
  }
  text_add(p->out, "  </UnitDefinitions>\n");
}

// The attributes of a variable, by its part, and of a parameter by its role. The combinations are those of FMI 2.0.4,
// section 2.2.7, tables on pages 48 and 49.
typedef struct {
  const char *causality, *variability, *initial;  // initial may be NULL
  bool start;
} Manner;

static Manner manner_of(const Page *p, size_t v) {
  static const Manner roles[] = {
    [FMU_TUNABLE] = {"parameter", "tunable", "exact", true},
    [FMU_SETTLED] = {"parameter", "fixed", "exact", true},
    [FMU_INPUT] = {"input", "continuous", NULL, true},
    [FMU_DERIVED] = {"calculatedParameter", "tunable", "calculated", false},
    [FMU_UNTOUCHABLE] = {"local", "fixed", "calculated", false},
  };
  static const Manner parts[] = {
    [PART_TIME] = {"independent", "continuous", NULL, false},
    [PART_STATE] = {"output", "continuous", "exact", true},
    [PART_RATE] = {"local", "continuous", "calculated", false},
    [PART_OUTPUT] = {"output", "continuous", "calculated", false},
    [PART_EVENT] = {"local", "continuous", "calculated", false},
  };
  size_t k;
  const Part part = part_of(p, v, &k);
  return part == PART_PARAMETER ? roles[p->m->role[k]] : parts[part];
}

// Can events change the state?
static bool is_moved(const FmuModel *m) {
  return m->modes != NULL || m->tapes->sides > 0 || m->tapes->position != NULL || m->tapes->velocity != NULL;
}

static void add_variable(const Page *p, size_t v) {
  const FmuModel *m = p->m;
  const bool two = m->version == 2;
  const FmuName name = name_of(p, v);
  const Manner manner = manner_of(p, v);
  FmuUnit unit;
  size_t k;
  const Part part = part_of(p, v, &k);
  text_add(p->out, two ? "    <ScalarVariable" : "    <Float64");
  add_attribute(p, "name", name.name);
  text_addf(p->out, " valueReference=\"%zu\"", v);
  if (strcmp(name.name, name.model) != 0) add_attribute(p, "description", name.model);
  add_attribute(p, "causality", manner.causality);
  add_attribute(p, "variability", manner.variability);
  if (manner.initial != NULL) add_attribute(p, "initial", manner.initial);
  if (two) text_add(p->out, "><Real");
  if (unit_of(p, v, &unit)) add_attribute(p, "unit", unit_name(&unit, p->arena));
  if (manner.start) add_number(p, "start", part == PART_STATE ? m->start[k] : m->value[k]);
  if (part == PART_RATE)
    text_addf(p->out, " derivative=\"%zu\"", v - fmu_states(m) + (two ? 1 : 0));
  if (part == PART_STATE && is_moved(m))
    text_add(p->out, " reinit=\"true\"");
  text_add(p->out, two ? "/></ScalarVariable>\n" : "/>\n");
}

// --- structure -----------------------------------------------------------------------------------

// How variable v depends on input i of the tapes: a parameter, t, or a part of the state.
static FmuDependence depends(const Page *p, size_t v, size_t i) {
  const FmuModel *m = p->m;
  const size_t fixed = m->tapes->fixed, inputs = fixed + 1 + m->tapes->n;
  size_t k;
  switch (part_of(p, v, &k)) {
    case PART_STATE: return i == fixed + 1 + k ? FMU_CONSTANT : FMU_NONE;
    case PART_RATE: return p->rate[k * inputs + i];
    case PART_EVENT: return p->event[k * inputs + i];
    case PART_OUTPUT:
      if (m->column[k] < m->columns - 1) return p->row[m->column[k] * inputs + i];
      // the constraint error is the largest of the residuals
      for (size_t r = m->columns - 1; r < m->columns - 1 + m->residuals; r++)
        if (p->row[r * inputs + i] != FMU_NONE) return FMU_DEPENDENT;
      return FMU_NONE;
    default: return FMU_NONE;
  }
}

// Does variable v depend on parameter i at the start of a run, directly or through derived parameters?
static bool depends_at_start(const Page *p, size_t v, size_t i) {
  const FmuModel *m = p->m;
  size_t k, input = 0, derived = 0;
  const Part part = part_of(p, v, &k);
  if (m->role[i] >= FMU_DERIVED) return false;
  if (part != PART_PARAMETER && depends(p, v, i) != FMU_NONE) return true;
  if (m->derive == NULL) return false;
  for (size_t j = 0; j < i; j++) input += m->role[j] != FMU_DERIVED;
  for (size_t j = 0; j < m->tapes->fixed; j++) {
    if (m->role[j] != FMU_DERIVED) continue;
    const bool meant = part == PART_PARAMETER ? j == k : depends(p, v, j) != FMU_NONE;
    if (meant && p->derive[derived * tape_inputs(m->derive) + input] != FMU_NONE) return true;
    derived++;
  }
  return false;
}

// Returns the variable that is input i of the tapes.
static size_t variable_of_input(const Page *p, size_t i) {
  const size_t fixed = p->m->tapes->fixed;
  return i < fixed ? 1 + i : i == fixed ? 0 : i;
}

// Writes one unknown with its dependences: on time, inputs and states; at the start of a run also on parameters.
static void add_unknown(const Page *p, const char *tag, size_t v, bool start) {
  static const char *const kinds[] = {"", "constant", "tunable", "dependent"};
  const FmuModel *m = p->m;
  const size_t fixed = m->tapes->fixed, inputs = fixed + 1 + fmu_states(m);  // importers do not see the sides
  const bool two = m->version == 2;
  Text list = text_make(p->arena), kind = text_make(p->arena);
  // in the order of the variables: time comes first
  for (size_t j = 0; j < inputs; j++) {
    const size_t i = j == 0 ? fixed : j <= fixed ? j - 1 : j;
    FmuDependence how = part_of(p, v, &(size_t){0}) == PART_PARAMETER ? FMU_NONE : depends(p, v, i);
    if (i < fixed && start)
      how = depends_at_start(p, v, i) ? FMU_DEPENDENT : FMU_NONE;
    else if (i < fixed && m->role[i] != FMU_INPUT)
      how = FMU_NONE;
    if (how == FMU_NONE) continue;
    text_addf(&list, "%s%zu", list.n > 0 ? " " : "", variable_of_input(p, i) + (two ? 1 : 0));
    text_addf(&kind, "%s%s", kind.n > 0 ? " " : "", kinds[how]);
  }
  text_addf(p->out, two ? "      <%s index=\"%zu\"" : "    <%s valueReference=\"%zu\"", tag,
            v + (two ? 1 : 0));
  text_addf(p->out, " dependencies=\"%s\"", text_get(&list));
  if (!start && list.n > 0) text_addf(p->out, " dependenciesKind=\"%s\"", text_get(&kind));
  text_add(p->out, "/>\n");
}

// Writes all variables for which `wanted` is true, in order.
static void add_unknowns(const Page *p, const char *list, const char *tag, bool start,
                         bool (*wanted)(const Page *p, size_t v)) {
  const bool two = p->m->version == 2;
  size_t n = 0;
  for (size_t v = 0; v < p->variables; v++) n += wanted(p, v);
  if (n == 0) return;
  if (two) text_addf(p->out, "    <%s>\n", list);
  for (size_t v = 0; v < p->variables; v++)
    if (wanted(p, v)) add_unknown(p, two ? "Unknown" : tag, v, start);
  if (two) text_addf(p->out, "    </%s>\n", list);
}

static bool is_output(const Page *p, size_t v) {
  return strcmp(manner_of(p, v).causality, "output") == 0;
}

static bool is_rate(const Page *p, size_t v) {
  size_t k;
  return part_of(p, v, &k) == PART_RATE;
}

static bool is_event(const Page *p, size_t v) {
  size_t k;
  return part_of(p, v, &k) == PART_EVENT;
}

// FMI 2.0.4, section 2.2.8: outputs and derivatives that are calculated, and calculated parameters.
static bool is_unknown_at_start(const Page *p, size_t v) {
  const Manner manner = manner_of(p, v);
  if (strcmp(manner.causality, "calculatedParameter") == 0) return true;
  const bool calculated = manner.initial != NULL && strcmp(manner.initial, "calculated") == 0;
  return calculated && (is_output(p, v) || is_rate(p, v));
}

static void add_structure(const Page *p) {
  text_add(p->out, "  <ModelStructure>\n");
  add_unknowns(p, "Outputs", "Output", false, is_output);
  add_unknowns(p, "Derivatives", "ContinuousStateDerivative", false, is_rate);
  add_unknowns(p, "InitialUnknowns", "InitialUnknown", true, is_unknown_at_start);
  if (p->m->version == 3) add_unknowns(p, "", "EventIndicator", false, is_event);
  text_add(p->out, "  </ModelStructure>\n");
}

// --- the whole -----------------------------------------------------------------------------------

// Flags that are omitted are false.
static void add_kinds_2(const Page *p) {
  static const char *const common =
    " canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\""
    " canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"";
  static const char *const kinds[] = {"ModelExchange", "CoSimulation"};
  for (size_t i = 0; i < 2; i++) {
    text_addf(p->out, "  <%s", kinds[i]);
    add_attribute(p, "modelIdentifier", p->m->identifier);
    text_addf(p->out, "%s%s>\n    <SourceFiles><File name=\"%s.c\"/></SourceFiles>\n  </%s>\n",
              i == 1 ? " canHandleVariableCommunicationStepSize=\"true\"" : "", common,
              p->m->identifier, kinds[i]);
  }
}

static void add_kinds_3(const Page *p) {
  static const char *const common =
    " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\""
    " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"";
  text_add(p->out, "  <ModelExchange");
  add_attribute(p, "modelIdentifier", p->m->identifier);
  text_addf(p->out, "%s%s/>\n  <CoSimulation", common,
            is_moved(p->m) ? " needsCompletedIntegratorStep=\"true\"" : "");
  add_attribute(p, "modelIdentifier", p->m->identifier);
  text_addf(p->out, "%s canHandleVariableCommunicationStepSize=\"true\"/>\n", common);
}

static void add_root(const Page *p) {
  const FmuModel *m = p->m;
  const bool two = m->version == 2;
  text_addf(p->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"",
            m->version);
  add_attribute(p, "modelName", m->title);
  add_attribute(p, two ? "guid" : "instantiationToken", m->token);
  add_attribute(p, "description",
                text_format(p->arena, "%s, by the method %s", m->title, m->method));
  text_add(p->out, " generationTool=\"dalembert " DAL_VERSION "\" variableNamingConvention=\"flat\"");
  if (two) text_addf(p->out, " numberOfEventIndicators=\"%zu\"", m->tapes->events);
  text_add(p->out, ">\n");
}

static void add_experiment(const Page *p) {
  static const char *const categories[] = {"logEvents", "logStatusWarning", "logStatusDiscard",
                                           "logStatusError"};
  text_add(p->out, "  <LogCategories>\n");
  for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
    text_addf(p->out, "    <Category name=\"%s\"/>\n", categories[i]);
  text_add(p->out, "  </LogCategories>\n  <DefaultExperiment");
  add_number(p, "startTime", p->m->from);
  add_number(p, "stopTime", p->m->to);
  add_number(p, "tolerance", p->m->rtol);
  add_number(p, "stepSize", (p->m->to - p->m->from) / 500);
  text_add(p->out, "/>\n");
}

// Finds how a tape whose last inputs are accelerations and multipliers depends on the other inputs: through the motion,
// on everything that moves.
static void through_motion(const Page *p, const Tape *tape, const unsigned char *motion, unsigned char *to) {
  const size_t inputs = p->m->tapes->fixed + 1 + p->m->tapes->n;
  if (tape == NULL) return;
  const size_t all = tape_inputs(tape);
  const unsigned char *own = fmu_dependence(tape, p->varies, p->arena);
  for (size_t k = 0; k < tape_outputs(tape); k++) {
    bool moves = false;
    for (size_t i = inputs; i < all; i++) moves = moves || own[k * all + i] != FMU_NONE;
    for (size_t i = 0; i < inputs; i++)
      to[k * inputs + i] = moves && motion[i] != FMU_NONE ? FMU_DEPENDENT : own[k * all + i];
  }
}

// Finds the dependences of a model whose constraints come and go, valid for every mode.
static void find_dependences_of_modes(Page *p) {
  const FmuModel *m = p->m;
  const ExportedModes *o = m->modes;
  const size_t inputs = m->tapes->fixed + 1 + m->tapes->n, terms = tape_outputs(o->terms);
  const size_t gaps = o->n * (o->n + 1) / 2 + o->n + 2 * o->r * o->n + o->r;  // after the accelerations' terms
  unsigned char *motion = ARENA_ARRAY(p->arena, unsigned char, inputs), *any = ARENA_ARRAY(p->arena, unsigned char, inputs);
  unsigned char *rate = ARENA_ARRAY(p->arena, unsigned char, m->tapes->n * inputs);
  unsigned char *row = ARENA_ARRAY(p->arena, unsigned char, (m->columns + 1) * inputs);
  unsigned char *event = ARENA_ARRAY(p->arena, unsigned char, (m->tapes->events + 1) * inputs);
  const unsigned char *own = fmu_dependence(o->terms, p->varies, p->arena);
  for (size_t k = 0; k < terms; k++)
    for (size_t i = 0; i < inputs; i++) {
      if (own[k * inputs + i] == FMU_NONE) continue;
      any[i] = FMU_DEPENDENT;
      if (k < gaps) motion[i] = FMU_DEPENDENT;
    }
  for (size_t k = 0; k < o->n; k++) {
    rate[k * inputs + m->tapes->fixed + 1 + o->n + k] = FMU_CONSTANT;
    memcpy(rate + (o->n + k) * inputs, motion, inputs);
  }
  through_motion(p, o->shown, motion, row);
  for (size_t k = o->columns; k < m->columns; k++)
    memcpy(row + k * inputs, k + 1 < m->columns ? motion : any, inputs);
  through_motion(p, o->crossing, motion, event);
  for (size_t k = o->stops + o->whens; k < m->tapes->events; k++) memcpy(event + k * inputs, any, inputs);
  p->rate = rate;
  p->row = row;
  p->event = event;
}

// Sides that keep a motion on surfaces depend on everything that the rates of their functions depend on.
static const unsigned char *through_sides(const Page *p, const Tape *tape, const unsigned char *own) {
  const FlowTapes *tapes = p->m->tapes;
  const size_t inputs = tapes->fixed + 1 + tapes->n, first = inputs - tapes->sides, n = tape_outputs(tape);
  const unsigned char *slope = fmu_dependence(tapes->slope, p->varies, p->arena);
  unsigned char *to = ARENA_ARRAY(p->arena, unsigned char, n * inputs + 1);
  memcpy(to, own, n * inputs);
  for (size_t k = 0; k < n; k++) {
    bool any = false;
    for (size_t i = first; i < inputs; i++) any = any || own[k * inputs + i] != FMU_NONE;
    for (size_t j = 0; any && j < tapes->sides * inputs; j++)
      if (slope[j] != FMU_NONE) to[k * inputs + j % inputs] = FMU_DEPENDENT;
  }
  return to;
}

static Page page_make(const FmuModel *m, Text *out) {
  const FlowTapes *tapes = m->tapes;
  const size_t inputs = tapes->fixed + 1 + tapes->n;
  Page p = {.m = m, .out = out, .arena = out->arena};
  p.variables = 1 + tapes->fixed + 2 * fmu_states(m) + m->outputs + (m->version == 3 ? tapes->events : 0);
  const size_t most = inputs + (m->modes != NULL ? m->modes->n + m->modes->r : 0);
  p.varies = ARENA_ARRAY(p.arena, bool, most);
  for (size_t i = 0; i < most; i++)
    p.varies[i] = i >= tapes->fixed || m->role[i] == FMU_INPUT;
  if (m->derive != NULL) p.derive = fmu_dependence(m->derive, p.varies, p.arena);
  if (m->modes != NULL) {
    find_dependences_of_modes(&p);
    return p;
  }
  p.rate = fmu_dependence(tapes->rate, p.varies, p.arena);
  p.row = fmu_dependence(m->row, p.varies, p.arena);
  if (tapes->event != NULL) p.event = fmu_dependence(tapes->event, p.varies, p.arena);
  if (tapes->sides > 0) {
    p.rate = through_sides(&p, tapes->rate, p.rate);
    p.row = through_sides(&p, m->row, p.row);
    p.event = through_sides(&p, tapes->event, p.event);
  }
  return p;
}

void fmu_write_description(const FmuModel *model, Text *out) {
  const Page p = page_make(model, out);
  add_root(&p);
  if (model->version == 2)
    add_kinds_2(&p);
  else
    add_kinds_3(&p);
  add_units(&p);
  add_experiment(&p);
  text_add(out, "  <ModelVariables>\n");
  for (size_t v = 0; v < p.variables; v++) add_variable(&p, v);
  text_add(out, "  </ModelVariables>\n");
  add_structure(&p);
  text_add(out, "</fmiModelDescription>\n");
}

void fmu_write_build(const FmuModel *model, Text *out) {
  text_addf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
            "  <BuildConfiguration modelIdentifier=\"%s\">\n"
            "    <SourceFileSet language=\"C99\">\n      <SourceFile name=\"%s.c\"/>\n"
            "    </SourceFileSet>\n    <Library name=\"m\" external=\"true\"/>\n"
            "  </BuildConfiguration>\n</fmiBuildDescription>\n",
            model->identifier, model->identifier);
}

void fmu_write_page(const FmuModel *model, Text *out) {
  const Page p = page_make(model, out);
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
  add_escaped(out, model->title);
  text_add(out, "</title>\n</head>\n<body>\n<h1>");
  add_escaped(out, model->title);
  text_addf(out,
            "</h1>\n<p>FMI %d.0, model exchange and co-simulation, by the method %s. The model is in "
            "resources, one file of C99 in sources.</p>\n<table>\n"
            "<tr><th>variable</th><th>in the model</th><th>unit</th><th>kind</th></tr>\n",
            model->version, model->method);
  for (size_t v = 0; v < p.variables; v++) {
    const FmuName name = name_of(&p, v);
    FmuUnit unit;
    text_add(out, "<tr><td>");
    add_escaped(out, name.name);
    text_add(out, "</td><td>");
    add_escaped(out, name.model);
    text_addf(out, "</td><td>%s</td><td>%s, %s</td></tr>\n",
              unit_of(&p, v, &unit) ? unit_name(&unit, p.arena) : "", manner_of(&p, v).causality,
              manner_of(&p, v).variability);
  }
  text_add(out, "</table>\n</body>\n</html>\n");
}
