// motion/unit.c: the tapes of a flow, the projection and an integrator as one unit of C.

#include "motion/compiled.h"
#include "native/emit.h"
#include <string.h>

// Rates of up to this many instructions are inlined in every stage of DOP853, where a call would cost more than
// it saves; inlining longer ones only makes the compiler slow.
#define UNIT_INLINE 60
// Loops over a state of up to this many numbers, which the rates have just stored one by one, must not use
// vector loads: the processor would wait until all of them are written.
#define UNIT_SCALAR 8

// The coefficients of series with more operations than this are computed in operations on arrays: written out they take no
// less time, since sums of products of coefficients take most of it, and compilers read them for seconds.
#define UNIT_SERIES 5000

// Optimization passes over memory take half of the compile time of longer rates at -O1, and gain 5 %.
#define UNIT_LONG 1000

typedef struct {
  const FlowTapes *tapes;
  Text *out;
  Arena *arena;
  const char **input, **input_name;  // of each input: its expression, its name
  EmitPrepared prepared;             // values that stay constant in a run
  bool lanes;                        // several motions at once
  bool apart;                        // without an integrator: the program's own is used
  size_t read;                       // operations that a compiler reads
} Unit;

static void name_inputs(Unit *u) {
  const FlowTapes *tapes = u->tapes;
  const size_t n = tapes->fixed + 1 + tapes->n;
  u->input = ARENA_ARRAY(u->arena, const char *, n);
  u->input_name = ARENA_ARRAY(u->arena, const char *, n);
  for (size_t i = 0; i < n; i++) {
    const size_t k = i - tapes->fixed - 1;
    u->input[i] = i < tapes->fixed    ? text_format(u->arena, "p[%zu]", i)
                  : i == tapes->fixed ? "t"
                                      : text_format(u->arena, "y[%zu]", k);
  }
  emit_names(u->arena, tapes->input, n, u->input_name, 0);
}

// An array that receives outputs of a tape: those from `first` on.
typedef struct {
  const char *array;
  size_t first;
} Target;

// Returns the destination of each output.
static const char **name_outputs(const Unit *u, size_t n, const Target *to, size_t targets) {
  const char **output = ARENA_ARRAY(u->arena, const char *, n + 1);
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    while (k + 1 < targets && i >= to[k + 1].first) k++;
    output[i] = text_format(u->arena, "%s[%zu]", to[k].array, i - to[k].first);
  }
  return output;
}

// Adds a tape as a function of p, t, y and the arrays that it fills.
static bool is_long_series(const Unit *u, const Tape *tape) {
  const TapeSeries *s = &u->tapes->series;
  return (tape == s->start || tape == s->next) && tape_length(tape) > UNIT_SERIES;
}

static void add_function(Unit *u, const Tape *tape, const char *name, const Target *to,
                         size_t targets) {
  const char **output = name_outputs(u, tape_outputs(tape), to, targets);
  const bool inlined = strcmp(name, "rate") == 0 && tape_length(tape) <= UNIT_INLINE;
  Text parameters = text_make(u->arena), arguments = text_make(u->arena);
  text_add(&parameters, "const dal_real *restrict p, dal_real t, const dal_real *restrict y");
  text_add(&arguments, "p, t, y");
  for (size_t i = 0; i < targets; i++) {
    text_addf(&parameters, ", dal_real *restrict %s", to[i].array);
    text_addf(&arguments, ", %s", to[i].array);
  }
  size_t read = 0;
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = inlined ? "static DAL_INLINE " : "static ",
                                .inlined = inlined,
                                .name = name,
                                .parameters = text_get(&parameters),
                                .arguments = text_get(&arguments),
                                .input = u->input,
                                .input_name = u->input_name,
                                .output = output,
                                .lanes = u->lanes,
                                .arrays = is_long_series(u, tape),
                                .fixed = u->tapes->fixed,
                                .prepared = &u->prepared,
                                .read = &read},
                u->out);
  u->read += read;
}

static void add_text(const Unit *u, const char *name) {
  text_add_str(u->out, emit_text(name));
  text_add_char(u->out, '\n');
}

static void add_projection(const Unit *u, const char *name, const char *change, size_t first,
                           size_t count) {
  text_addf(u->out,
            "#define PROJECT_NAME %s\n"
            "#define PROJECT_CONTEXT const dal_real *p\n"
            "#define PROJECT_FIRST %zu\n"
            "#define PROJECT_COUNT %zu\n"
            "#define PROJECT_STORAGE(k) dal_real change[k]\n"
            "#define PROJECT_CHANGE(t, y, to) %s(p, t, y, to)\n",
            name, first, count, change);
  add_text(u, "project");
  text_add(u->out, "#undef PROJECT_NAME\n#undef PROJECT_CONTEXT\n#undef PROJECT_FIRST\n"
                   "#undef PROJECT_COUNT\n#undef PROJECT_STORAGE\n#undef PROJECT_CHANGE\n\n");
}

// Returns the name of an input of the tape for higher orders, or the expression for it.
static const char *series_input(Unit *u, SeriesInput in, bool name) {
  const char *const kept = name ? "kept%zu" : "kept[%zu]", *const y = name ? "y%zu" : "y[%zu]";
  const char *const sum = name ? "sum%zu" : "sum[%zu]";
  switch (in.from) {
    case SERIES_KEPT: return text_format(u->arena, kept, in.index);
    case SERIES_ORDER: return name ? "order" : "k";
    case SERIES_INVERSE: return name ? "inverse" : "part";
    case SERIES_TIME: return name ? "time" : "(k == 1)";
    case SERIES_STATE: return text_format(u->arena, y, in.index);
    default: return text_format(u->arena, sum, in.index);
  }
}

// Adds the tapes of the series as functions.
static void add_series(Unit *u) {
  const TapeSeries *s = &u->tapes->series;
  const size_t inputs = tape_inputs(s->next), n = u->tapes->n, all = s->outputs + s->guards;
  const Target to[] = {{"yd", 0}, {"w", n}, {"a", all}, {"b", all + s->sums}};
  const char **in = ARENA_ARRAY(u->arena, const char *, inputs);
  const char **name = ARENA_ARRAY(u->arena, const char *, inputs);
  for (size_t i = 0; i < inputs; i++) {
    in[i] = series_input(u, s->input[i], false);
    name[i] = series_input(u, s->input[i], true);
  }
  add_function(u, s->start, "series_start", (Target[]){{"yd", 0}, {"w", n}, {"out", all}}, 3);
  size_t read = 0;
  emit_function(&(EmitFunction){.tape = s->next,
                                .linkage = "static DAL_INLINE ",
                                .inlined = true,
                                .name = "series_next",
                                .parameters =
                                  "const double *restrict kept, int k, double part, "
                                  "const double *restrict y, const double *restrict sum, double *restrict yd, "
                                  "double *restrict w, double *restrict a, double *restrict b",
                                .arguments = "kept, k, part, y, sum, yd, w, a, b",
                                .input = in,
                                .input_name = name,
                                .output = name_outputs(u, tape_outputs(s->next), to, 4),
                                .arrays = is_long_series(u, s->next),
                                .read = &read},
                u->out);
  u->read += read;
}

// Adds the tapes as functions, and `project`, which combines two of them.
static void add_functions(Unit *u, bool project) {
  const FlowTapes *tapes = u->tapes;
  const bool positions = project && tapes->position != NULL;
  const bool speeds = project && tapes->velocity != NULL;
  add_function(u, tapes->rate, "rate", (Target[]){{"yd", 0}, {"w", tapes->n}}, 2);
  if (!u->apart)
    text_add(u->out,
             "static DAL_APART void rate_apart(const dal_real *p, dal_real t, const dal_real *y, "
             "dal_real *yd, dal_real *w) {\n  rate(p, t, y, yd, w);\n}\n\n");
  if (positions) {
    add_function(u, tapes->position, "position_change", (Target[]){{"change", 0}}, 1);
    add_projection(u, "project_positions", "position_change", 0, tapes->positions);
  }
  if (speeds) {
    add_function(u, tapes->velocity, "velocity_change", (Target[]){{"change", 0}}, 1);
    add_projection(u, "project_speeds", "velocity_change", tapes->first, tapes->speeds);
  }
  text_addf(u->out, "static void project(const dal_real *p, dal_real t, dal_real *y) {\n%s%s}\n\n",
            positions ? "  project_positions(p, t, y);\n" : "",
            speeds ? "  project_speeds(p, t, y);\n" : "");
  if (tapes->monitored) add_function(u, tapes->residual, "residual", (Target[]){{"out", 0}}, 1);
  if (u->lanes) return;
  if (tapes->event != NULL) add_function(u, tapes->event, "event", (Target[]){{"out", 0}}, 1);
  if (flow_unit_has_jacobian(tapes, project))
    add_function(u, tapes->jacobian, "jacobian", (Target[]){{"J", 0}}, 1);
  if (tapes->series.next != NULL) add_series(u);
}

// Does any function of the unit use this operation?
static bool has(const FlowTapes *tapes, TapeOp op) {
  const Tape *const all[] = {tapes->rate,     tapes->position,     tapes->velocity, tapes->event,
                             tapes->residual, tapes->series.start, tapes->jacobian};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL && tape_count(all[i], op) > 0) return true;
  return false;
}

// Adds the functions that the program looks up by name.
static void add_exports(const Unit *u, bool project) {
  const FlowTapes *tapes = u->tapes;
  text_addf(u->out,
            "const int flow_fused = DAL_FUSED;\n\n"
            "// Once a run: what stays the same, behind the parameters.\n"
            "const int flow_fixed = %zu;\n"
            "void flow_prepare(double *p) {\n%s}\n\n",
            u->prepared.n, text_get(u->prepared.out));
  text_add(u->out,
           "// A flow begins with the address of its fixed inputs.\n"
           "#define FIXED(flow) (*(const double *const *) (flow))\n"
           "void flow_rate(const void *flow, double t, const double *y, double *yd, double *w) {\n"
           "  rate(FIXED(flow), t, y, yd, w);\n}\n\n"
           "void flow_project(const void *flow, double t, double *y) {\n"
           "  project(FIXED(flow), t, y);\n}\n\n");
  if (tapes->event != NULL)
    text_add(u->out, "void flow_event(const void *flow, double t, const double *y, double *g) {\n"
                     "  event(FIXED(flow), t, y, g);\n}\n\n");
  if (tapes->monitored)
    text_add(u->out,
             "void flow_residual(const void *flow, double t, const double *y, double *r) {\n"
             "  residual(FIXED(flow), t, y, r);\n}\n\n");
  if (flow_unit_has_jacobian(tapes, project))
    text_add(u->out, "void flow_jacobian(const void *flow, double t, const double *y, double *J) {\n"
                     "  jacobian(FIXED(flow), t, y, J);\n}\n\n");
  if (tapes->series.next == NULL || !u->apart) return;
  text_add(u->out, "void flow_start(const void *flow, double t, const double *y, double *yd, double *w, "
                   "double *kept) {\n"
                   "  series_start(FIXED(flow), t, y, yd, w, kept);\n}\n\n"
                   "void flow_next(const void *flow, const double *kept, int k, const double *y, "
                   "const double *sum, double *yd, double *w, double *a, double *b) {\n"
                   "  series_next(kept, k, 1.0 / k, y, sum, yd, w, a, b);\n}\n\n");
}

// Defines the macros that the templates of a driver need.
static void add_driver_names(const Unit *u) {
  const FlowTapes *tapes = u->tapes;
  text_addf(u->out,
            "#define DRIVE_NAME(part) %s_##part\n"
            "#define DRIVE_LINKAGE\n"
            "#define DRIVE_N %zu\n"
            "#define DRIVE_WATCHED %zu\n"
            "#define DRIVE_STORAGE(k) double storage[(k) * DRIVE_N]\n"
            "#define DRIVE_UNROLL %s\n"
            "#define DRIVE_RATE(t, y, yd) rate_apart(d->parameters, t, y, yd, d->watch)\n"
            "#define DRIVE_STAGE_RATE(t, y, yd) rate(d->parameters, t, y, yd, watch)\n"
            "#define DRIVE_STAGE_PIVOTS dal_real watch[2 * DRIVE_WATCHED + 1], "
            "lowest[DRIVE_WATCHED + 1]\n"
            "#define DRIVE_PROJECT(t, y) project(d->parameters, t, y)\n",
            u->lanes ? "lanes" : "flow", tapes->n, tapes->watched,
            tapes->n <= UNIT_SCALAR ? "_Pragma(\"GCC unroll 8\")" : "");
  if (tapes->monitored)
    text_addf(u->out,
              "#define DRIVE_RESIDUAL_COUNT %zu\n"
              "#define DRIVE_RESIDUALS(t, y, r) residual(d->parameters, t, y, r)\n",
              tapes->residuals);
}

static void add_texts(const Unit *u, const char *const *names) {
  for (; *names != NULL; names++) add_text(u, *names);
}

static void add_dop853(const Unit *u) {
  add_texts(u, (const char *const[]){"each", "coefficients", "stages", "step", "dop853", NULL});
  text_add(u->out, "// For runs in lanes.\n"
                   "int flow_event_in_step(Drive *d) {\n  return flow_has_event(d);\n}\n\n"
                   "void flow_rows_in_step(Drive *d, double until) {\n"
                   "  flow_fill_rows(d, until);\n}\n");
}

static void add_taylor(const Unit *u) {
  const TapeSeries *series = &u->tapes->series;
  text_addf(u->out,
            "#define TAYLOR_CONSTANT\n"
            "#define TAYLOR_SUMS %zu\n"
            "#define TAYLOR_GUARDS %zu\n"
            "#define TAYLOR_KEPT %zu\n"
            "#define TAYLOR_START(t, y, yd, w, kept) "
            "series_start(d->parameters, t, y, yd, w, kept)\n"
            "#define TAYLOR_NEXT series_next\n\n",
            series->sums, series->guards, series->kept);
  add_texts(u, (const char *const[]){"each", "step", "taylor", NULL});
}

typedef enum { UNIT_WHOLE, UNIT_APART, UNIT_LANES } UnitKind;

// Starts a unit: the text of real.h or lanes.h, then the functions of the tapes in its terms.
static Unit begin_unit(const FlowTapes *tapes, bool project, UnitKind kind, Text *out,
                       Text *prepared) {
  const bool lanes = kind == UNIT_LANES;
  const bool long_jacobian =
    flow_unit_has_jacobian(tapes, project) && tape_length(tapes->jacobian) > UNIT_LONG;
  Unit u = {.tapes = tapes,
            .out = out,
            .arena = out->arena,
            .prepared = {.out = prepared, .n = tapes->fixed},
            .lanes = lanes,
            .apart = kind == UNIT_APART};
  name_inputs(&u);
  text_add(out, "// ");
  emit_comment(tapes->title, out);
  text_add(out, ": the equations of motion and their integration.\n\n"
                "#ifdef __GNUC__\n"
                "#define DAL_INLINE inline __attribute__((always_inline))\n"
                "#define DAL_APART __attribute__((noinline))\n"
                "#else\n"
                "#define DAL_INLINE inline\n"
                "#define DAL_APART\n"
                "#endif\n\n");
  if (u.apart && (tape_length(tapes->rate) > UNIT_LONG || long_jacobian))
    text_add(out, "#if defined(__GNUC__) && !defined(__clang__)\n"
                  "#pragma GCC optimize(\"no-tree-fre,no-tree-dse,no-dse\")\n"
                  "#endif\n\n");
  add_text(&u, lanes ? "lanes" : "real");
  add_text(&u, "sincos");
  if (has(tapes, TAPE_EXP)) add_text(&u, "exp");
  if (has(tapes, TAPE_SOLVE)) add_text(&u, "pivoting");
  if (has(tapes, TAPE_SOLVE) && lanes) add_text(&u, "pivoting_lanes");
  add_functions(&u, project);
  return u;
}

const char *flow_unit_text(const FlowTapes *tapes, bool project, Arena *arena) {
  Text out = text_make(arena), prepared = text_make(arena);
  const Unit u = begin_unit(tapes, project, UNIT_WHOLE, &out, &prepared);
  add_exports(&u, project);
  add_text(&u, "drive");
  add_driver_names(&u);
  if (tapes->series.next != NULL)
    add_taylor(&u);
  else
    add_dop853(&u);
  return text_get(&out);
}

const char *flow_functions_text(const FlowTapes *tapes, bool project, Arena *arena) {
  Text out = text_make(arena), prepared = text_make(arena);
  const Unit u = begin_unit(tapes, project, UNIT_APART, &out, &prepared);
  add_exports(&u, project);
  return text_get(&out);
}

size_t flow_unit_read(const FlowTapes *tapes, bool project, Arena *arena) {
  Text out = text_make(arena), prepared = text_make(arena);
  return begin_unit(tapes, project, UNIT_APART, &out, &prepared).read;
}

const char *flow_lanes_text(const FlowTapes *tapes, bool project, Arena *arena, size_t *read) {
  Text out = text_make(arena), prepared = text_make(arena);
  const Unit u = begin_unit(tapes, project, UNIT_LANES, &out, &prepared);
  *read = u.read;
  add_text(&u, "drive");
  add_driver_names(&u);
  text_addf(&out, "#define DRIVE_FIXED %zu\n\n", u.prepared.n);
  add_texts(&u, (const char *const[]){"drive_lanes", "lane_state", "each", "coefficients", "stages",
                                      "dop853_lanes", NULL});
  return text_get(&out);
}
