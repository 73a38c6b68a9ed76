// report/fmu_source.c: a system as one file of C99 with the functions of FMI.
//
// The tapes become functions, as in compiled code; those whose derivatives or bounds are needed also become data. The
// code that works on them is text from which the program itself is compiled, too (native/text).

#include "native/emit.h"
#include "report/fmu.h"
#include "report/mode_text.h"
#include <string.h>

typedef struct {
  const FmuModel *m;
  Text *out;
  Arena *arena;
  const char **input, **input_name;
  const char *suffix;  // of the functions of a flow: "", or a number for each mode
  EmitPrepared prepared;
} Source;

static void add_text(const Source *s, const char *name) {
  text_add_str(s->out, emit_text(name));
  text_add_char(s->out, '\n');
}

// --- tables --------------------------------------------------------------------------------------

static void add_numbers(const Source *s, const char *name, const double *value, size_t n) {
  text_addf(s->out, "static const double %s[] = {", name);
  for (size_t i = 0; i < n; i++) {
    text_add(s->out, i % 4 == 0 ? "\n  " : " ");
    emit_number(value[i], s->out);
    text_add_char(s->out, ',');
  }
  text_add(s->out, n > 0 ? "\n};\n" : "0};\n");
}

static void add_integers(const Source *s, const char *name, const long *value, size_t n) {
  text_addf(s->out, "static const int %s[] = {", name);
  for (size_t i = 0; i < n; i++) text_addf(s->out, "%s%ld,", i % 12 == 0 ? "\n  " : " ", value[i]);
  text_add(s->out, n > 0 ? "\n};\n" : "0};\n");
}

static void add_tables(const Source *s) {
  const FmuModel *m = s->m;
  const FlowTapes *tapes = m->tapes;
  const size_t most = tapes->fixed + m->outputs + tapes->events + 1;
  long *number = ARENA_ARRAY(s->arena, long, most);
  text_add(s->out, "// Values of the model: parameters and inputs, the initial state.\n");
  add_numbers(s, "fmu_parameters", m->value, tapes->fixed);
  add_numbers(s, "fmu_start", m->start, tapes->n);
  for (size_t i = 0; i < tapes->fixed; i++) number[i] = m->role[i] == FMU_INPUT;
  add_integers(s, "fmu_is_input", number, tapes->fixed);
  for (size_t i = 0; i < tapes->fixed; i++)
    number[i] = m->role[i] == FMU_SETTLED ? 1 : m->role[i] >= FMU_DERIVED ? 2 : 0;
  text_add(s->out, "// 1: not during a run, 2: never\n");
  add_integers(s, "fmu_is_fixed", number, tapes->fixed);
  text_add(s->out, "// The column of each output; of each event, 1: rising, -1: falling, 0: both.\n");
  for (size_t i = 0; i < m->outputs; i++) number[i] = (long) m->column[i];
  add_integers(s, "fmu_output", number, m->outputs);
  text_add(s->out, "// The column of each state, or -1.\n");
  add_integers(s, "fmu_column", m->state_column, fmu_states(m));
  for (size_t i = 0; i < tapes->events; i++) number[i] = m->direction[i];
  add_integers(s, "fmu_direction", number, tapes->events);
  text_add(s->out, "// Pivots: the parts of them at which one asks for better variables, that a step leaves.\n");
  add_numbers(s, "fmu_ask", m->ask, tapes->watched);
  add_numbers(s, "fmu_fall", m->fall, tapes->watched);
  text_add_char(s->out, '\n');
}

// Writes a tape as data.
static void add_tape(const Source *s, const char *name, const Tape *tape, size_t outputs) {
  Text *out = s->out;
  const size_t constants = tape != NULL ? tape_constants(tape) : 0;
  const size_t length = tape != NULL ? tape_length(tape) : 0;
  double *constant = ARENA_ARRAY(s->arena, double, constants + 1);
  long *output = ARENA_ARRAY(s->arena, long, outputs + 1);
  for (size_t i = 0; i < constants; i++) constant[i] = tape_constant_at(tape, i);
  for (size_t i = 0; tape != NULL && i < outputs; i++) output[i] = (long) tape_output(tape, i);
  add_numbers(s, text_format(s->arena, "%s_constants", name), constant, constants);
  text_addf(out, "static const FmuStep %s_steps[] = {", name);
  for (size_t i = 0; i < length; i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    text_addf(out, "%s{%u, %u, %u, %u},", i % 4 == 0 ? "\n  " : " ", at.op, at.to, at.a, at.b);
  }
  text_add(out, length > 0 ? "\n};\n" : "{0, 0, 0, 0}};\n");
  add_integers(s, text_format(s->arena, "%s_outputs", name), output, tape != NULL ? outputs : 0);
  text_addf(out,
            "static const FmuTape fmu_%s_tape = {%zu, %zu, %zu, %zu, %s_constants, %s_steps, "
            "%s_outputs};\n\n",
            name, tape != NULL ? tape_inputs(tape) : 0, constants,
            tape != NULL ? tape_values(tape) : 0, length, name, name, name);
}

// --- functions -----------------------------------------------------------------------------------

static void name_inputs(Source *s) {
  const FlowTapes *tapes = s->m->tapes;
  const size_t n = tapes->fixed + 1 + tapes->n;
  s->input = ARENA_ARRAY(s->arena, const char *, n);
  s->input_name = ARENA_ARRAY(s->arena, const char *, n);
  for (size_t i = 0; i < n; i++) {
    s->input[i] = i < tapes->fixed    ? text_format(s->arena, "p[%zu]", i)
                  : i == tapes->fixed ? "t"
                                      : text_format(s->arena, "y[%zu]", i - tapes->fixed - 1);
  }
  emit_names(s->arena, tapes->input, n, s->input_name, 0);
}

#define ARGUMENTS "const double *p, double t, const double *y"

static const char *suffixed(const Source *s, const char *name) {
  return text_format(s->arena, "%s%s", name, s->suffix);
}

// Writes a tape as a function of p, t, y: outputs from `second` on go to w, those before to `out`.
static void add_function(Source *s, const Tape *tape, const char *name, size_t second) {
  const size_t n = tape_outputs(tape);
  const bool both = second < n;
  const char **output = ARENA_ARRAY(s->arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    output[i] = i < second ? text_format(s->arena, "out[%zu]", i)
                           : text_format(s->arena, "w[%zu]", i - second);
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = "static ",
                                .name = suffixed(s, name),
                                .parameters = both ? ARGUMENTS ", double *out, double *w"
                                                   : ARGUMENTS ", double *out",
                                .arguments = both ? "p, t, y, out, w" : "p, t, y, out",
                                .input = s->input,
                                .input_name = s->input_name,
                                .output = output,
                                .plain = true,
                                .fixed = s->m->tapes->fixed,
                                .prepared = &s->prepared},
                s->out);
}

static void add_empty(const Source *s, const char *name) {
  text_addf(s->out,
            "static void %s%s(" ARGUMENTS ", double *out) {\n"
            "  (void) p, (void) t, (void) y, (void) out;\n}\n\n",
            name, s->suffix);
}

static void add_or_empty(Source *s, const Tape *tape, const char *name) {
  if (tape != NULL)
    add_function(s, tape, name, SIZE_MAX);
  else
    add_empty(s, name);
}

static void add_rate(Source *s, const FlowTapes *tapes) {
  const bool pivots = tapes->watched > 0;
  add_function(s, tapes->rate, "rates", tapes->n);
  text_addf(s->out,
            "// Computes the rates of the state, then the pivots and their scales.\n"
            "static void rate%s(" ARGUMENTS ", double *yd, double *w) {\n"
            "  rates%s(p, t, y, yd%s);\n%s}\n\n",
            s->suffix, s->suffix, pivots ? ", w" : "", pivots ? "" : "  (void) w;\n");
}

static void add_projection(const Source *s, const char *name, const char *change, size_t first,
                           size_t count) {
  text_addf(s->out,
            "#define PROJECT_NAME %s%s\n"
            "#define PROJECT_CONTEXT const double *p\n"
            "#define PROJECT_FIRST %zu\n"
            "#define PROJECT_COUNT %zu\n"
            "#define PROJECT_STORAGE(k) double change[k]\n"
            "#define PROJECT_CHANGE(t, y, to) %s%s(p, t, y, to)\n",
            name, s->suffix, first, count, change, s->suffix);
  add_text(s, "project");
  text_add(s->out, "#undef PROJECT_NAME\n#undef PROJECT_CONTEXT\n#undef PROJECT_FIRST\n"
                   "#undef PROJECT_COUNT\n#undef PROJECT_STORAGE\n#undef PROJECT_CHANGE\n\n");
}

static void add_project(Source *s, const FlowTapes *tapes) {
  const bool positions = tapes->position != NULL, speeds = tapes->velocity != NULL;
  if (*s->suffix != '\0' && !positions && !speeds) return;
  if (positions) {
    add_function(s, tapes->position, "position_change", SIZE_MAX);
    add_projection(s, "project_positions", "position_change", 0, tapes->positions);
  }
  if (speeds) {
    add_function(s, tapes->velocity, "velocity_change", SIZE_MAX);
    add_projection(s, "project_speeds", "velocity_change", tapes->first, tapes->speeds);
  }
  text_addf(s->out,
            "// Moves a state onto the constraints.\n"
            "static void project%s(const double *p, double t, double *y) {\n"
            "  (void) p, (void) t, (void) y;\n",
            s->suffix);
  if (positions) text_addf(s->out, "  project_positions%s(p, t, y);\n", s->suffix);
  if (speeds) text_addf(s->out, "  project_speeds%s(p, t, y);\n", s->suffix);
  text_add(s->out, "}\n\n");
}

// Writes a tape whose only input is an array p.
static void add_simple(const Source *s, const Tape *tape, const char *name,
                       const char *const *place, const char *const *output) {
  const size_t inputs = tape_inputs(tape);
  const char **names = ARENA_ARRAY(s->arena, const char *, inputs + 1);
  for (size_t i = 0; i < inputs; i++) names[i] = text_format(s->arena, "in%zu", i);
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = "static ",
                                .name = name,
                                .parameters = ARGUMENTS ", double *out",
                                .arguments = "p, t, y, out",
                                .input = place,
                                .input_name = names,
                                .output = output,
                                .plain = true},
                s->out);
}

static const char **places(const Source *s, const char *array, size_t n) {
  const char **place = ARENA_ARRAY(s->arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) place[i] = text_format(s->arena, "%s[%zu]", array, i);
  return place;
}

// Writes the functions of the initial state for other parameters, and of derived parameters.
static void add_start(const Source *s) {
  const FmuModel *m = s->m;
  const size_t fixed = m->tapes->fixed, state = tape_outputs(m->begin);
  const size_t given = tape_inputs(m->enter) - state;
  if (m->derive != NULL) {
    const char **output = ARENA_ARRAY(s->arena, const char *, fixed + 1);
    for (size_t i = 0, k = 0; i < fixed; i++)
      if (m->role[i] == FMU_DERIVED) output[k++] = text_format(s->arena, "out[%zu]", i);
    add_simple(s, m->derive, "derive_parameters", m->derive_input, output);
  }
  add_simple(s, m->begin, "begin_state", places(s, "p", given), places(s, "out", state));
  add_simple(s, m->enter, "enter_state", places(s, "p", given + state), places(s, "out", m->tapes->n));
  text_addf(s->out,
            "// Computes the initial state for these parameters, before it is moved onto the constraints.\n"
            "static void find_start(const double *p, double t, double *y) {\n"
            "  double x[%zu];\n"
            "  memcpy(x, p, %zu * sizeof *x);\n"
            "  begin_state(p, t, y, x + %zu);\n"
            "  x[%zu] = t;\n"
            "  enter_state(x, t, y, y);\n}\n\n",
            given + state, given, given, given);
}

static bool pivots(const Tape *tape) {
  return tape != NULL && tape_count(tape, TAPE_SOLVE) > 0;
}

static bool has_pivoting(const FmuModel *m) {
  const FlowTapes *t = m->tapes;
  if (pivots(t->slope)) return true;
  const ExportedModes *o = m->modes;
  if (o != NULL) return true;  // impacts and contact
  return pivots(t->rate) || pivots(t->position) || pivots(t->velocity) || pivots(t->event) ||
         pivots(t->residual) || pivots(m->row) || pivots(m->begin) || pivots(m->enter);
}

// Writes the functions of modes. They take the parameters as they are, without preparation.
static void add_modes(const Source *s) {
  text_add(s->out, "struct FmuInstance;\n"
                   "static void fmu_note_event(struct FmuInstance *in, double t, const char *what, const char *name, double impulse,\n"
                   "                           double lost);\n"
                   "#define MODES_FIELDS struct FmuInstance *owner; const struct FmuModeFlow *flow;\n"
                   "#define MODES_NOTE(mode, t, what, name, impulse, lost) \\\n"
                   "  fmu_note_event((mode)->owner, t, what, what[0] == 'w' ? mode_when_names[name] : what[0] == 's' ? \"\" : \\\n"
                   "                 mode_names[name], impulse, lost)\n");
  mode_c_names(s->m->modes, s->out);
  mode_c_functions(s->m->modes, s->out);
  text_add(s->out, "// Computes the columns that are shown for a state.\n");
  mode_c_shown(s->m->modes, "static ", "mode_row", s->out);
}

static void add_flow(Source *s, const FlowTapes *tapes, const Tape *row) {
  add_rate(s, tapes);
  add_project(s, tapes);
  text_add(s->out, "// Computes the differences whose zeros end the run.\n");
  add_or_empty(s, tapes->event, "event");
  text_add(s->out, "// Computes the residuals of the constraints, and how they change with the state.\n");
  add_or_empty(s, tapes->residual, "residual");
  text_add(s->out, "// Computes the columns that are shown for a state, then residuals relative to their terms.\n");
  add_or_empty(s, row, "row");
  if (tapes->sides == 0) return;
  text_add(s->out, "// Of the functions at whose zeros forces switch: the order of the first derivatives by time that depend on\n"
                   "// the sides, these derivatives, and the rates before those of order 2.\nstatic const int fmu_order[] = {");
  for (size_t i = 0; i < tapes->sides; i++) text_addf(s->out, "%s%d", i > 0 ? ", " : "", tapes->order[i]);
  text_add(s->out, "};\n");
  add_function(s, tapes->slope, "slope", SIZE_MAX);
}

// The equations of the modes that have their own.
static void add_mode_flows(Source *s) {
  for (size_t k = 0; k < s->m->flows; k++) {
    const FmuFlow *f = &s->m->flow[k];
    s->suffix = text_format(s->arena, "_%zu", k);
    add_flow(s, f->tapes, f->row);
  }
  s->suffix = "";
}

static void add_functions(Source *s) {
  if (s->m->modes != NULL)
    add_modes(s);
  else
    add_flow(s, s->m->tapes, s->m->row);
  add_mode_flows(s);
  add_start(s);
  text_addf(s->out,
            "// Computes values that depend on the parameters alone; they are stored after these.\n"
            "static void prepare(double *p) {\n  (void) p;\n%s}\n\n"
            "#define FMU_FIXED %zu\n\n",
            text_get(s->prepared.out), s->prepared.n);
}

// Writes what fmu_modes.h knows of the modes that have equations of their own, after their tapes.
static void add_flow_table(const Source *s) {
  const FmuModel *m = s->m;
  Text *out = s->out;
  for (size_t k = 0; k < m->flows; k++) {
    const FmuFlow *f = &m->flow[k];
    add_tape(s, text_format(s->arena, "rate_%zu", k), f->tapes->rate, f->tapes->n);
    add_tape(s, text_format(s->arena, "row_%zu", k), f->row, f->columns - 1 + f->residuals);
    add_tape(s, text_format(s->arena, "event_%zu", k), f->tapes->event, f->tapes->events);
    add_numbers(s, text_format(s->arena, "ask_%zu", k), f->ask, f->tapes->watched);
    add_numbers(s, text_format(s->arena, "fall_%zu", k), f->fall, f->tapes->watched);
    add_integers(s, text_format(s->arena, "column_%zu", k), f->column, m->columns - 1);
  }
  add_text(s, "fmu_mode_flow");
  text_add(out, "static const FmuModeFlow fmu_flows[FMU_FLOWS + 1] = {\n");
  for (size_t k = 0; k < m->flows; k++) {
    const FmuFlow *f = &m->flow[k];
    const bool projects = f->tapes->position != NULL || f->tapes->velocity != NULL;
    text_add(out, "  {{");
    for (size_t a = 0; a < m->modes->r; a++) text_addf(out, "%s%d", a > 0 ? ", " : "", f->use[a]);
    text_addf(out, "%s}, %ld, %zu, %zu, %d, %zu, %zu, rate_%zu, ", m->modes->r > 0 ? "" : "0", f->next, f->tapes->watched,
              f->tapes->residuals, f->tapes->monitored, f->columns, f->residuals, k);
    if (projects)
      text_addf(out, "project_%zu, ", k);
    else
      text_add(out, "NULL, ");
    text_addf(out, "event_%zu, residual_%zu, row_%zu,\n   ask_%zu, fall_%zu, column_%zu, %d,\n"
              "   {&fmu_rate_%zu_tape, &fmu_row_%zu_tape, &fmu_event_%zu_tape}},\n",
              k, k, k, k, k, k, f->tapes->event != NULL && !pivots(f->tapes->event), k, k, k);
  }
  text_add(out, "};\n\n");
}

// --- the file ------------------------------------------------------------------------------------

static size_t values_of(const Tape *tape) {
  return tape != NULL ? tape_values(tape) : 0;
}

static void add_define(const Source *s, const char *name, size_t value) {
  text_addf(s->out, "#define FMU_%s %zu\n", name, value);
}

static void add_number(const Source *s, const char *name, double value) {
  text_addf(s->out, "#define FMU_%s ", name);
  emit_number(value, s->out);
  text_add_char(s->out, '\n');
}

static size_t larger(size_t a, size_t b) {
  return a > b ? a : b;
}

static void add_sizes(const Source *s) {
  const FmuModel *m = s->m;
  const FlowTapes *tapes = m->tapes;
  const ExportedModes *o = m->modes;
  size_t event = o != NULL ? larger(values_of(o->terms), values_of(o->crossing)) : values_of(tapes->event);
  size_t most = larger(larger(values_of(tapes->rate), values_of(tapes->slope)), values_of(o != NULL ? o->shown : m->row));
  const bool bounded = o != NULL ? !pivots(o->terms) && !pivots(o->crossing) : tapes->event != NULL && !pivots(tapes->event);
  size_t inputs = 0, widest = 0;
  for (size_t k = 0; k < m->flows; k++) {
    const FmuFlow *f = &m->flow[k];
    event = larger(event, values_of(f->tapes->event));
    most = larger(most, larger(values_of(f->tapes->rate), values_of(f->row)));
    widest = larger(widest, f->columns + f->residuals);
  }
  most = larger(most, event);
  for (size_t i = 0; i < tapes->fixed; i++) inputs += m->role[i] == FMU_INPUT;
  text_addf(s->out, "#define FMU_TOKEN \"%s\"\n", m->token);
  add_define(s, "VERSION", (size_t) m->version);
  add_define(s, "N", tapes->n);
  add_define(s, "X", fmu_states(m));
  add_define(s, "SIDES", tapes->sides);
  add_define(s, "STOPS", tapes->events - 2 * tapes->sides);
  add_define(s, "P", tapes->fixed);
  add_define(s, "INPUTS", inputs);
  add_define(s, "WATCHED", tapes->watched);
  add_define(s, "EVENTS", tapes->events);
  add_define(s, "RESIDUALS", tapes->residuals);
  add_define(s, "MONITORED", tapes->monitored);
  add_define(s, "COLUMNS", m->columns);
  add_define(s, "ROW", m->columns - 1 + m->residuals);
  add_define(s, "OUTPUTS", m->outputs);
  add_define(s, "MODES", o != NULL);
  add_define(s, "FLOWS", m->flows);
  add_define(s, "WIDEST", widest);
  add_define(s, "PROJECTS", o != NULL || tapes->position != NULL || tapes->velocity != NULL);
  add_define(s, "PIVOTING", has_pivoting(m));
  add_define(s, "BOUNDS", bounded);
  add_define(s, "DERIVES", m->derive != NULL);
  add_define(s, "EVENT_VALUES", event);
  add_define(s, "MOST_VALUES", most);
  add_number(s, "START_TIME", m->from);
  add_number(s, "STOP_TIME", m->to);
  add_number(s, "RTOL", m->rtol);
  add_number(s, "ATOL", m->atol);
  text_add_char(s->out, '\n');
}

static void add_head(const Source *s) {
  const FmuModel *m = s->m;
  text_add(s->out, "// ");
  emit_comment(m->title, s->out);
  text_addf(s->out,
            ": the equations of motion by the method %s, their integration, and\n"
            "// FMI %d.0, model exchange and co-simulation. Written by dalembert " DAL_VERSION ".\n//\n"
            "// One file of C99 that needs nothing but the C library:\n"
            "//   cc -std=c99 -O2 -ffp-contract=off -fPIC -shared -o %s.so %s.c -lm\n\n"
            "#include <float.h>\n#include <math.h>\n#include <stdarg.h>\n#include <stdbool.h>\n"
            "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
            "#include <string.h>\n\n"
            "#if defined __clang__\n#pragma STDC FP_CONTRACT OFF\n"
            "#pragma clang diagnostic ignored \"-Wunused-function\"  // a model may need fewer\n#endif\n\n"
            "#define DAL_FUSED 0  // as interpreted runs\n",
            m->method, m->version, m->identifier, m->identifier);
  add_text(s, "real");
}

static void add_operations(const Source *s) {
  text_add(s->out, "// The operations of equations.\ntypedef enum {\n");
#define X(name, operands, text) text_add(s->out, "  TAPE_" #name ",\n");
#include "tape/ops.def"
#undef X
  text_add(s->out, "  TAPE_TAKE,\n  TAPE_SOLVE,\n  TAPE_ALL_OPS\n} TapeOp;\n\n");
}

// Writes DOP853 around the rates, with the length of the state as a constant.
static void add_integrator(const Source *s) {
  const bool sides = s->m->tapes->sides > 0;
  text_add(s->out, "#define DRIVE_NAME(part) flow_##part\n"
                   "#define DRIVE_LINKAGE static\n"
                   "#define DRIVE_N FMU_N\n"
                   "#define DRIVE_STORAGE(k) double storage[(k) * DRIVE_N]\n"
                   "#define DRIVE_RESIDUALS(t, y, r) fmu_residual(d->context, t, y, r)\n\n");
  text_addf(s->out,
            "#define DRIVE_RATE(t, y, yd) %s(d->context, t, y, yd, d->watch)\n"
            "#define DRIVE_PROJECT(t, y) %s(d->context, t, y)\n\n",
            sides ? "fmu_drive_rate" : "fmu_rate", sides ? "fmu_drive_project" : "fmu_project");
  text_add(s->out, s->m->modes != NULL ? "#define DRIVE_WATCHED d->watched\n#define DRIVE_RESIDUAL_COUNT d->residuals\n\n"
                                       : "#define DRIVE_WATCHED FMU_WATCHED\n"
                                         "#define DRIVE_RESIDUAL_COUNT (FMU_MONITORED ? FMU_RESIDUALS : 0)\n\n");
  add_text(s, "each");
  add_text(s, "coefficients");
  add_text(s, "stages");
  add_text(s, "step");
  add_text(s, "dop853");
}

static void add_sides(const Source *s) {
  text_add(s->out, "typedef struct Slide Slide;\n"
                   "typedef enum { SLIDE_FOUND, SLIDE_SEVERAL, SLIDE_NONE } SlideAdvice;\n"
                   "#define SLIDE_LINKAGE static\n#define SLIDE_FLOW\n#define SWITCH_LINKAGE static\n\n");
  add_text(s, "slide");
  add_text(s, "slide_decide");
  add_text(s, "switched");
  add_text(s, "switching");
  add_text(s, "fmu_sides");
}

void fmu_write_source(const FmuModel *model, Text *out) {
  Text prepared = text_make(out->arena);
  Source s = {.m = model,
              .out = out,
              .arena = out->arena,
              .suffix = "",
              .prepared = {.out = &prepared, .n = model->tapes->fixed}};
  name_inputs(&s);
  add_head(&s);
  add_sizes(&s);
  add_tables(&s);
  if (has_pivoting(model)) add_text(&s, "pivoting");
  add_functions(&s);
  add_operations(&s);
  add_text(&s, "drive");
  add_text(&s, "bounded");
  add_text(&s, "flow_type");
  add_text(&s, "fmu_types");
  const ExportedModes *modes = model->modes;
  const bool sides = model->tapes->sides > 0;
  if (modes != NULL) {
    add_tape(&s, "terms", modes->terms, tape_outputs(modes->terms));
    add_tape(&s, "crossing", modes->crossing, modes->stops + modes->whens);
    add_tape(&s, "shown", modes->shown, tape_outputs(modes->shown));
    add_flow_table(&s);
  } else {
    add_tape(&s, "rate", model->tapes->rate, model->tapes->n);
    add_tape(&s, "row", model->row, model->columns - 1 + model->residuals);
    add_tape(&s, "event", model->tapes->event, model->tapes->events);
    if (sides) add_tape(&s, "slope", model->tapes->slope, model->tapes->sides);
  }
  text_add(out, "#define BOUNDS_LINKAGE static\n");
  add_text(&s, "bounding");
  add_text(&s, "fmu_tape");
  add_text(&s, modes != NULL ? "fmu_modes" : "fmu_flow");
  text_add(out, "#define EVENT_LINKAGE static\n");
  add_text(&s, "event");
  text_add(out, "#define EXPECT_LINKAGE static inline\n");
  if (modes != NULL || sides) add_text(&s, "expect");
  if (sides) add_sides(&s);
  add_text(&s, "course");
  add_integrator(&s);
  add_text(&s, "fmu");
  add_text(&s, modes != NULL ? "fmu_jumps" : sides ? "fmu_switches" : "fmu_stops");
  add_text(&s, "fmu_run");
  add_text(&s, model->version == 2 ? "fmi2" : "fmi3");
}
