// tests/unit/api/test_scene.c: rates, columns and Jacobians of a run are those of the equations.
//
// Law:   along a run, at random consistent states, accelerations, multipliers, reactions and
//        observables are those of eval, for every method that takes a model of the gallery; the
//        compiled flow has the rates of the interpreted one; the Jacobian is that of the rates.
// Judge: the evaluator, which solves by LAPACK, by null spaces or pseudo-inverses, what a run solves
//        by elimination on a tape; difference quotients of order 4; closed forms.
//
// States are drawn around the initial one and projected onto the constraints. Those next to a
// singular one, where rounding of the state alone would show, are left out: where the accelerations
// differ by more than SENSITIVE times a relative change of the velocities.

#include "api/flow.h"
#include "motion/compiled.h"
#include "support/check.h"
#include "support/constrained.h"
#include "support/folder.h"

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
static size_t compared, skipped;

// --- opening ------------------------------------------------------------------------------------

static DalModel *read_model(const char *text) {
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

// False where the method does not take the model.
static bool open_scenery(Scenery *s, const char *name, const char *text, const char *method) {
  *s = (Scenery){.name = name, .method = method ? method : "nature", .m = read_model(text)};
  const char *json;
  if (dal_model_derive(s->m, method, false) != DAL_OK ||
      dal_model_eval(s->m, NULL, DAL_JSON, &json) != DAL_OK) {
    dal_model_destroy(s->m);
    return false;
  }
  const FlowWish wish = {true, true, true, true};
  if (api_ready(s->m) != STATUS_OK || flow_plan(s->m, &wish, &s->plan) != STATUS_OK)
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

// The state y of the run at t, q, v, its rates and its row.
static bool enter(Scenery *s) {
  DalModel *m = s->m;
  if (api_find_speeds(m, s->t, s->q, s->v) != STATUS_OK) return false;
  if (flow_enter(m, &s->plan, s->y) != STATUS_OK) return false;
  // constants of the motion are known now
  if (s->flow == NULL) s->flow = flow_interpret(&s->plan.tapes, s->plan.parameters, true);
  assert_non_null(s->flow);
  const double tau = m->equations.in_time == NULL ? s->t : 0;
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

// Near the initial state, on the constraints.
static bool draw(Scenery *s, uint64_t *seed) {
  const size_t n = dal_model_coordinates(s->m);
  char at[4000];
  if (dal_model_state(s->m, NULL, &s->t, s->q, s->v) != DAL_OK) return false;
  s->t = draw_between(seed, 0, 2);
  // relativistic momenta are sensitive to velocities near that of light
  const double size = momenta_are_state(&s->m->equations) ? 0.02 : 1;
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

static size_t find_column(const Scenery *s, const char *name) {
  for (size_t i = 0; i < s->plan.columns; i++)
    if (strcmp(s->plan.column[i], name) == 0) return i;
  fail_msg("%s: no column %s", s->name, name);
  return 0;
}

// The numbers of a group of what eval printed beside those of the columns NAME, or form(NAME).
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

static void compare_row(Scenery *s) {
  char at[4000];
  const char *json;
  const DalEvalOptions options = {.at = state_text(s, at, sizeof at)};
  if (dal_model_eval(s->m, &options, DAL_JSON, &json) != DAL_OK || !enter(s)) {
    skipped++;
    return;
  }
  static const char *const groups[][2] = {
    {"coordinates", "%s"},         {"velocities", "%s"},          {"accelerations", "%s"},
    {"multipliers", "lambda(%s)"}, {"reactions", "reaction(%s)"}, {"observables", "%s"}};
  for (size_t i = 0; i < COUNT(groups); i++) compare_group(s, json, groups[i][0], groups[i][1]);
  // where the state is q and q', its rates are q' and q''
  const Equations *eq = &s->m->equations;
  for (size_t i = 0; eq->psi == NULL && i < 2 * eq->n; i++) {
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
  double *J = malloc(n * n * sizeof *J), x[MOST], f[4][MOST], watch[8 * MOST];
  assert_non_null(J);
  const double tau = s->m->equations.in_time == NULL ? s->t : 0;
  flow->jacobian(flow, tau, s->y, J);
  const double size = largest(J, n * n);
  for (size_t j = 0; j < n; j++) {
    const double h = 2e-4;
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
}

// --- the gallery --------------------------------------------------------------------------------

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
  }
  close_scenery(&s);
}

static void test_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < dal_example_count(); i++)
    for (size_t k = 0; dal_method_name(k) != NULL; k++) try_method(i, dal_method_name(k));
  print_message("compared %zu numbers, skipped %zu states, largest difference %.2g\n", compared,
                skipped, worst);
  assert_true(compared > 5000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
