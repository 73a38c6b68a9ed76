// tests/unit/api/slow_scene.c: rates, columns and Jacobians of a run are those of the equations.
//
// Law:   along a run, at random consistent states, accelerations, multipliers, reactions and
//        observables are those of LAPACK, for every method that takes a model of the gallery, and so are those of
//        eval; the compiled flow has the rates of the interpreted one; the Jacobian is that of the rates.
// Judge: the evaluator by LAPACK alone, which solves by null spaces or pseudo-inverses what a run and eval solve
//        by elimination on a tape; difference quotients of order 4; closed forms.
//
// wraps: evaluator_solve
//
// States are drawn around the initial one and projected onto the constraints. Those next to a
// singular one, where rounding of the state alone would show, are left out: where the accelerations
// differ by more than SENSITIVE times a relative change of the velocities.

#include "api/api_impl.h"
#include "program/flow.h"
#include "motion/compiled.h"
#include "support/check.h"
#include "support/texts.h"
#include "support/constrained.h"
#include "support/folder.h"
#include "support/gallery.h"

#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-12
#define SENSITIVE 450  // times 2^-52 is TOLERANCE/10
#define STEP 1e-7
#define STATES 3
#define MOST 64

typedef struct {
  const char *name, *method;
  DalModel *m;
  FlowPlan plan;
  Flow *flow;
  double t, q[MOST], v[MOST], y[MOST], yd[MOST], row[4 * MOST];
} Scenery;

static double worst;
static size_t compared, skipped, evaluated;

// --- the judge ----------------------------------------------------------------------------------

static bool by_tape;

Status __real_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure);
Status __wrap_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure);

Status __wrap_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  return by_tape ? __real_evaluator_solve(e, inputs, motion, failure) : evaluator_judge(e, inputs, motion, failure);
}

// --- opening ------------------------------------------------------------------------------------

static DalModel *read_model(const char *text) {
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

// Returns false if the method does not accept the model.
static bool open_scenery(Scenery *s, const char *name, const char *text, const char *method) {
  *s = (Scenery){.name = name, .method = method ? method : "nature", .m = read_model(text)};
  const char *json;
  if (dal_model_derive(s->m, &(DalDeriveOptions){.method = method}) != DAL_OK ||
      text_of(&json, dal_model_eval, s->m, NULL, DAL_JSON) != DAL_OK) {
    dal_model_destroy(s->m);
    return false;
  }
  const FlowWish wish = {.jacobian = true,
                         .accelerations = true,
                         .multipliers = true,
                         .reactions = true,
                         .arena = &s->m->arena};
  if (system_ready(s->m) != STATUS_OK || flow_plan(s->m, &wish, &s->plan) != STATUS_OK)
    fail_msg("%s by %s: %s", name, s->method, dal_model_messages(s->m));
  assert_true(s->plan.n <= MOST && s->plan.columns <= COUNT(s->row));
  return true;
}

static void close_scenery(Scenery *s) {
  flow_destroy(s->flow);
  flow_plan_clear(&s->plan);
  dal_model_destroy(s->m);
}

static const char *state_text(const Scenery *s, char *text, size_t size) {
  snprintf(text, size, "t=%.17g", s->t);
  for (size_t i = 0; i < dal_model_coordinates(s->m); i++) {
    const char *q = dal_model_coordinate(s->m, i);
    snprintf(text + strlen(text), size - strlen(text), ", %s=%.17g, %s'=%.17g", q, s->q[i], q,
             s->v[i]);
  }
  return text;
}

// Returns the independent variable: time, or the coordinate.
static double independent_value(const Scenery *s) {
  const Equations *eq = &s->m->equations;
  const size_t place = eq->along.place;
  return place == 0 ? s->t : place <= eq->n ? s->q[place - 1] : 0;
}

// Finds the state y of the run at t, q, v, its rates and its row.
static bool enter(Scenery *s) {
  DalModel *m = s->m;
  if (system_find_speeds(m, s->t, s->q, s->v) != STATUS_OK) return false;
  if (flow_enter(m, &s->plan, s->y) != STATUS_OK) return false;
  // constants of the motion are known now
  if (s->flow == NULL) s->flow = flow_interpret(&s->plan.tapes, s->plan.parameters, true);
  assert_non_null(s->flow);
  const double tau = independent_value(s);
  double watch[8 * MOST];
  s->flow->rate(s->flow, tau, s->y, s->yd, watch);
  flow_row(&s->plan, flow_row_work(m, &s->plan), tau, s->y, s->row);
  return true;
}

// --- states -------------------------------------------------------------------------------------

static double largest(const double *x, size_t n) {
  double size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

// Draws a state near the initial one, on the constraints.
static bool draw(Scenery *s, uint64_t *seed) {
  const size_t n = dal_model_coordinates(s->m);
  char at[4000];
  if (dal_model_state(s->m, NULL, &s->t, s->q, s->v) != DAL_OK) return false;
  s->t = draw_between(seed, 0, 2);
  // relativistic momenta are sensitive to velocities near that of light
  const double size = free_in_velocities(&s->m->equations) ? 1 : 0.02;
  for (size_t i = 0; i < n; i++) {
    s->q[i] += draw_between(seed, -0.2, 0.2) * size;
    s->v[i] += draw_between(seed, -0.5, 0.5) * size;
  }
  const DalEvalOptions options = {.at = state_text(s, at, sizeof at), .project = true};
  return dal_model_state(s->m, &options, &s->t, s->q, s->v) == DAL_OK;
}

// Would rounding of the velocities show in the accelerations?
static bool is_sensitive(Scenery *s, uint64_t *seed) {
  const size_t n = dal_model_coordinates(s->m);
  double a[MOST], b[MOST], v[MOST], q[MOST], t;
  if (dal_model_accelerations(s->m, s->t, s->q, s->v, a) != DAL_OK) return true;
  Scenery moved = *s;
  for (size_t i = 0; i < n; i++) moved.v[i] += STEP * largest(s->v, n) * draw_signed(seed, 0.5, 1);
  char at[4000];
  const DalEvalOptions options = {.at = state_text(&moved, at, sizeof at), .project = true};
  if (dal_model_state(s->m, &options, &t, q, v) != DAL_OK) return true;
  if (dal_model_accelerations(s->m, t, q, v, b) != DAL_OK) return true;
  for (size_t i = 0; i < n; i++)
    if (!(fabs(a[i] - b[i]) <= SENSITIVE * STEP * largest(a, n))) return true;
  return false;
}

// --- columns ------------------------------------------------------------------------------------

static bool has_column(const Scenery *s, const char *name, size_t *column) {
  for (*column = 0; *column < s->plan.columns; ++*column)
    if (strcmp(s->plan.column[*column], name) == 0) return true;
  return false;
}

static size_t find_column(const Scenery *s, const char *name) {
  size_t column;
  if (!has_column(s, name, &column)) fail_msg("%s: no column %s", s->name, name);
  return column;
}

// Compares the numbers of a group in the output of eval with those of the columns NAME, or form(NAME).
static void compare_group(const Scenery *s, const char *json, const char *group, const char *form) {
  char head[40], name[100], column[120];
  double expected[MOST], value[MOST];
  size_t n = 0;
  snprintf(head, sizeof head, "\"%s\": {", group);
  const char *at = strstr(json, head);
  if (at == NULL) return;
  const char *end = strchr(at, '}');
  for (at += strlen(head); (at = strchr(at, '"')) != NULL && at < end; n++) {
    const char *close = strchr(at + 1, '"');
    snprintf(name, sizeof name, "%.*s", (int) (close - at - 1), at + 1);
    snprintf(column, sizeof column, form, name);
    // only a method that uses them knows speeds in which the velocities are not linear
    size_t there;
    if (strcmp(group, "speeds") == 0 && !has_column(s, column, &there)) return;
    assert_true(n < MOST);
    expected[n] = strtod(close + 2, NULL);
    value[n] = s->row[find_column(s, column)];
    at = close + 1;
  }
  for (size_t i = 0; i < n; i++) {
    const double error = fabs(value[i] - expected[i]) / largest(expected, n);
    if (!(error <= TOLERANCE)) {
      char state[4000];
      fail_msg("%s by %s: %s number %zu is %.17g, not %.17g, at %s", s->name, s->method, group, i,
               value[i], expected[i], state_text(s, state, sizeof state));
    }
    worst = fmax(worst, error);
    compared++;
  }
}

// Reads the numbers of a group; returns how many there are.
static size_t read_group(const char *json, const char *group, double *value) {
  char head[40];
  size_t n = 0;
  snprintf(head, sizeof head, "\"%s\": {", group);
  const char *at = strstr(json, head);
  const char *end = at != NULL ? strchr(at, '}') : NULL;
  for (; at != NULL && (at = strstr(at, "\": ")) != NULL && at < end; at += 3) {
    if (at[3] == '{') continue;
    assert_true(n < MOST);
    value[n++] = strtod(at + 3, NULL);
  }
  return n;
}

// Compares what eval computes by the tape.
static void compare_eval(Scenery *s, const DalEvalOptions *options, const char *judged) {
  static const char *const groups[] = {"velocities", "accelerations", "multipliers", "reactions", "speed_rates",
                                       "observables"};
  const char *json;
  by_tape = true;
  assert_int_equal(text_of(&json, dal_model_eval, s->m, options, DAL_JSON), DAL_OK);
  by_tape = false;
  for (size_t k = 0; k < COUNT(groups); k++) {
    double expected[MOST], value[MOST];
    const size_t n = read_group(judged, groups[k], expected);
    assert_int_equal(read_group(json, groups[k], value), n);
    for (size_t i = 0; i < n; i++, evaluated++)
      if (!(fabs(value[i] - expected[i]) <= TOLERANCE * largest(expected, n)))
        fail_msg("%s by %s: eval's %s number %zu is %.17g, not %.17g, at %s", s->name, s->method, groups[k], i, value[i],
                 expected[i], options->at);
  }
}

static void compare_row(Scenery *s) {
  char at[4000];
  const char *json;
  const DalEvalOptions options = {.at = state_text(s, at, sizeof at)};
  if (text_of(&json, dal_model_eval, s->m, &options, DAL_JSON) != DAL_OK || !enter(s)) {
    skipped++;
    return;
  }
  char *judged = strdup(json);
  assert_non_null(judged);
  compare_eval(s, &options, judged);
  json = judged;
  static const char *const groups[][2] = {{"coordinates", "%s"},
                                          {"velocities", "%s"},
                                          {"accelerations", "%s"},
                                          {"multipliers", "lambda(%s)"},
                                          {"reactions", "reaction(%s)"},
                                          {"observables", "%s"},
                                          {"speeds", "%s"}};
  for (size_t i = 0; i < COUNT(groups); i++) compare_group(s, json, groups[i][0], groups[i][1]);
  free(judged);
  // if the state is q and q', its rates are q' and q''
  const Equations *eq = &s->m->equations;
  for (size_t i = 0; !eq->problem.own_variables && i < 2 * eq->n; i++) {
    const Expr rate = i < eq->n ? eq->qd[i] : eq->qdd[i - eq->n];
    const double known = s->row[find_column(s, expr_symbol_name(s->m->pool, rate))];
    if (!(fabs(s->yd[i] - known) <= TOLERANCE * largest(s->yd, 2 * eq->n)))
      fail_msg("%s by %s: rate %zu is %.17g, not %.17g", s->name, s->method, i, s->yd[i], known);
  }
}

// --- Jacobians ----------------------------------------------------------------------------------

// (f(-2h) - 8 f(-h) + 8 f(h) - f(2h))/12h, whose error is of order h^4
static void compare_jacobian(Scenery *s) {
  const Flow *flow = s->flow;
  const size_t n = flow->n;
  if (flow->jacobian == NULL || n > 24) return;
  double *J = calloc(n * n, sizeof *J), *entry = calloc(n * n, sizeof *entry);
  double x[MOST], f[4][MOST], watch[8 * MOST];
  assert_true(J != NULL && entry != NULL);
  const double tau = independent_value(s);
  flow->jacobian(flow, tau, s->y, entry);
  for (size_t j = 0; j < n; j++)
    for (size_t k = flow->pattern->start[j]; k < flow->pattern->start[j + 1]; k++)
      J[j * n + flow->pattern->row[k]] = entry[k];
  const double size = largest(J, n * n);
  for (size_t j = 0; j < n; j++) {
    const double h = 5e-5;
    static const double at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
    for (size_t k = 0; k < 4; k++) {
      memcpy(x, s->y, n * sizeof *x);
      x[j] += at[k] * h;
      flow->rate(flow, tau, x, f[k], watch);
    }
    for (size_t i = 0; i < n; i++) {
      double quotient = 0;
      for (size_t k = 0; k < 4; k++) quotient += weight[k] * f[k][i] / (12 * h);
      if (!(fabs(J[j * n + i] - quotient) <= 1e-7 * size))
        fail_msg("%s by %s: entry %zu, %zu of the Jacobian is %.12g, not %.12g", s->name, s->method,
                 i, j, J[j * n + i], quotient);
    }
  }
  free(J);
  free(entry);
}

// --- onto the constraints -----------------------------------------------------------------------

// A state that has drifted off is moved back, both positions and velocities, and not far:
// the change is of the size of the drift.
static void compare_projected(Scenery *s, uint64_t *seed) {
  if (s->flow->project == NULL) return;
  const double drift = 1e-6;
  double y[MOST];
  for (size_t i = 0; i < s->plan.n; i++) y[i] = s->y[i] + drift * draw_signed(seed, 0.5, 1);
  const double tau = independent_value(s);
  s->flow->project(s->flow, tau, y);
  flow_row(&s->plan, flow_row_work(s->m, &s->plan), tau, y, s->row);
  const double error = s->row[s->plan.columns - 1];
  if (!(error <= 1e-13)) fail_msg("%s by %s: off by %g", s->name, s->method, error);
  for (size_t i = 0; i < s->plan.n; i++)
    if (!(fabs(y[i] - s->y[i]) <= 100 * drift * largest(s->y, s->plan.n)))
      fail_msg("%s by %s: %zu moved by %g", s->name, s->method, i, y[i] - s->y[i]);
}

// --- the gallery --------------------------------------------------------------------------------

// A drawn state may lie on the wrong side of a unilateral constraint, which projection does not change.
static bool is_behind_wall(const Scenery *s) {
  return model_has_modes(s->m->model) && s->row[s->plan.columns - 1] > 1e-9;
}


static void try_method(size_t i, const char *method) {
  Scenery s;
  if (!open_scenery(&s, dal_example_name(i), dal_example_text(i), method)) return;
  uint64_t seed = 7 + i;
  for (int k = 0; k < STATES; k++) {
    if (!draw(&s, &seed) || is_sensitive(&s, &seed)) {
      skipped++;
      continue;
    }
    const bool first = s.flow == NULL;
    compare_row(&s);
    if (first && s.flow != NULL) compare_jacobian(&s);
    if (s.flow != NULL && !is_behind_wall(&s)) compare_projected(&s, &seed);
  }
  close_scenery(&s);
}

static void test_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < dal_example_count(); i++)
    for (size_t k = 0; dal_method_name(k) != NULL; k++)
      if (!refuses_late(dal_example_name(i), dal_method_name(k))) try_method(i, dal_method_name(k));
  print_message("compared %zu numbers of runs, %zu of eval, skipped %zu states, largest difference %.2g\n", compared,
                evaluated, skipped, worst);
  assert_true(compared > 5000 && evaluated > 5000);
}

// --- compiled -----------------------------------------------------------------------------------

// Fused multiply-adds and the inlined sine change the last bits only.
static void compare_compiled(size_t i) {
  Scenery s;
  assert_true(open_scenery(&s, dal_example_name(i), dal_example_text(i), NULL));
  uint64_t seed = 3;
  assert_true(draw(&s, &seed) && enter(&s));
  Flow *compiled;
  NativeTrouble trouble;
  if (flow_compile(s.flow, &compiled, &trouble) != STATUS_OK) fail_msg("%s", trouble.text);
  const Flow *flows[] = {s.flow, compiled};
  double yd[2][MOST], watch[2][8 * MOST], y[2][MOST];
  for (size_t k = 0; k < 2; k++) {
    flows[k]->rate(flows[k], s.t, s.y, yd[k], watch[k]);
    for (size_t c = 0; c < s.plan.n; c++) y[k][c] = s.y[c] + 1e-6 * (double) (c + 1);
    if (flows[k]->project != NULL) flows[k]->project(flows[k], s.t, y[k]);
  }
  assert_int_equal(compiled->project == NULL, s.flow->project == NULL);
  const double size = largest(yd[0], s.plan.n);
  for (size_t c = 0; c < s.plan.n; c++) {
    if (!(fabs(yd[0][c] - yd[1][c]) <= TOLERANCE * size))
      fail_msg("%s: rate %zu is %.17g, not %.17g", s.name, c, yd[1][c], yd[0][c]);
    if (!(fabs(y[0][c] - y[1][c]) <= TOLERANCE * largest(y[0], s.plan.n)))
      fail_msg("%s: projected, %zu is %.17g, not %.17g", s.name, c, y[1][c], y[0][c]);
  }
  for (size_t k = 0; k < 2 * s.flow->watched; k++)
    if (!(fabs(watch[0][k] - watch[1][k]) <= 1e-9 * fmax(1, fabs(watch[0][k]))))
      fail_msg("%s: pivot %zu is %.17g, not %.17g", s.name, k, watch[1][k], watch[0][k]);
  flow_destroy(compiled);
  close_scenery(&s);
}

static void test_compiled(void **state) {
  Folder *folder = *state;
  static const char *const names[] = {"double-pendulum", "four-bar", "relativistic-ring",
                                      "quaternion-body", "servo-cart-pendulum"};
  setenv("DALEMBERT_CACHE", folder->path, 1);
  for (size_t k = 0; k < COUNT(names); k++) {
    size_t i = 0;
    while (strcmp(dal_example_name(i), names[k]) != 0) i++;
    compare_compiled(i);
  }
}

// --- models of their own ------------------------------------------------------------------------

static void try_text(const char *name, const char *text, const char *method, size_t least) {
  Scenery s;
  uint64_t seed = 19;
  const size_t before = compared;
  if (!open_scenery(&s, name, text, method)) fail_msg("%s: %s", name, method);
  for (int k = 0; k < STATES; k++) {
    assert_true(draw(&s, &seed));
    compare_row(&s);
  }
  compare_jacobian(&s);
  close_scenery(&s);
  assert_true(compared >= before + least * STATES);
}

// M is singular, and one reaction has a direction of its own: M + A^T A in place of M needs
// A^T b beside F.
static void test_servo_singular(void **state) {
  (void) state;
  try_text("servo",
           "coordinate x, y, z\n"
           "kinetic = 1/2*x'^2 + 1/2*(x' + y')^2\n"
           "potential = x^2 - x*z/3 + y*z\n"
           "constraint c: z'' + x'' = z' - x realized by x' + 2*z'\n"
           "constraint b: y = x + z\n"
           "initial x = 1, z' = 1/2\n",
           "multipliers", 14);
}

// Every velocity is determined: no unknowns are left.
static void test_nothing_free(void **state) {
  (void) state;
  const char *text = "coordinate x, y\n"
                     "kinetic = 1/2*(x'^2 + y'^2)\n"
                     "constraint a: x' = 1\n"
                     "constraint b: y' = x\n";
  try_text("nothing free", text, "appell", 10);
  try_text("nothing free", text, "multipliers", 10);
}

// Free speeds and their rates in observables, by methods that have other variables.
static void test_speeds(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "udwadia", "appell", "hamilton", "hamel"};
  for (size_t i = 0; i < COUNT(methods); i++)
    try_text("speeds",
             "parameter m = 1, J = 1/10, g = 2\n"
             "coordinate x, y, a\n"
             "kinetic = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\n"
             "potential = -m*g*x\n"
             "constraint blade: y'*cos(a) = x'*sin(a)\n"
             "speed v, w\n"
             "rate x' = v*cos(a)\n"
             "rate y' = v*sin(a)\n"
             "rate a' = w\n"
             "observe v2 = v^2, pull = m*v', turn = w' + v*w\n"
             "initial a = 1/2, w = 1, v = 1\n",
             methods[i], 18);
}

// Runs the text; the last row is of interest.
static DalRun *run_text(const char *text, const char *to, const char *columns, DalModel **m) {
  *m = read_model(text);
  DalRun *run;
  const DalRunOptions options = {.to = to, .every = to, .columns = columns, .code = "interpreter"};
  if (dal_model_simulate(*m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(*m));
  return run;
}

static double last_value(const DalRun *run, const char *column) {
  for (size_t c = 0; c < dal_run_columns(run); c++)
    if (strcmp(dal_run_column(run, c), column) == 0)
      return dal_run_row(run, dal_run_rows(run) - 1)[c];
  fail_msg("no column %s", column);
  return 0;
}

// A particle on a sphere, from rest at height y0, leaves it where its multiplier vanishes, at the
// height 2/3 y0 (energy and m v^2/r = m g cos). The constraint is stated twice, the second time
// doubled: of all multipliers with 2 x (l1 + 2 l2) = R the least have l2 = 2 l1.
static void test_event_on_multiplier(void **state) {
  (void) state;
  DalModel *m;
  DalRun *run = run_text("coordinate x, y\n"
                         "point P mass 1 at [x, y]\n"
                         "gravity = [0, -1]\n"
                         "constraint c: x^2 + y^2 = 1\n"
                         "constraint d: 2*x^2 + 2*y^2 = 2\n"
                         "observe ratio = lambda(d) - 2*lambda(c)\n"
                         "initial y = 0.9, x' = 0, y' = 0\n"
                         "guess x = 0.4\n"
                         "stop when energy = 5\n"
                         "stop when lambda(c) = 0\n",
                         "50", "multipliers", &m);
  const DalRunSummary summary = dal_run_summary(run);
  assert_int_equal(summary.end, DAL_RUN_EVENT);
  assert_true(fabs(last_value(run, "y") - 0.6) < 1e-8);
  assert_true(fabs(last_value(run, "lambda(c)")) < 1e-8);
  for (size_t c = 0; c < dal_run_columns(run); c++)
    if (strcmp(dal_run_column(run, c), "lambda(c)") == 0)
      assert_true(fabs(dal_run_row(run, 0)[c] - 0.9 / 10) < 1e-14);  // R = 0.9 = 2 (l1 + 2 l2)
  assert_true(fabs(last_value(run, "ratio")) < 1e-14);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// A hundred links, straight down but for the first: small motions keep their energy.
static void test_chain(void **state) {
  Bench *bench = &((Folder *) *state)->bench;
  Text text = text_make(&bench->arena);
  text_add(&text, "parameter g = 9.81\ncoordinate a1");
  for (int i = 2; i <= 100; i++) text_addf(&text, ", a%d", i);
  text_add(&text, "\nlet r1 = [0.1*sin(a1), -0.1*cos(a1)]\n");
  for (int i = 2; i <= 100; i++)
    text_addf(&text, "let r%d = r%d + 0.1*[sin(a%d), -cos(a%d)]\n", i, i - 1, i, i);
  for (int i = 1; i <= 100; i++) text_addf(&text, "point P%d mass 0.1 at r%d\n", i, i);
  text_add(&text, "gravity = [0, -g]\ninitial a1 = 1\n");
  DalModel *m;
  DalRun *run = run_text(text_get(&text), "0.001", NULL, &m);
  const DalRunSummary summary = dal_run_summary(run);
  assert_int_equal(summary.end, DAL_RUN_DONE);
  assert_true(summary.energy_drift < 1e-9 * fabs(summary.energy));
  // the first link falls from rest: a1(t) = 1 + t^2/2 a1''(0) + O(t^4)
  double q[100] = {1}, v[100] = {0}, a[100];
  assert_int_equal(dal_model_accelerations(m, 0, q, v, a), DAL_OK);
  assert_true(fabs(last_value(run, "a1") - 1 - 0.5e-6 * a[0]) < 1e-3 * 0.5e-6 * fabs(a[0]));
  dal_run_destroy(run);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_gallery),
    FOLDER_TEST(test_compiled),
    cmocka_unit_test(test_servo_singular),
    cmocka_unit_test(test_nothing_free),
    cmocka_unit_test(test_speeds),
    cmocka_unit_test(test_event_on_multiplier),
    FOLDER_TEST(test_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
