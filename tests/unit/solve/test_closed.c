// Unit tests of solve/closed.c: closed forms against the formulas of the papers, which the models of
// the gallery state as claims.

#include "solve/closed.h"
#include "base/embedded.h"
#include "proof/in_mode.h"
#include "solve/closed_impl.h"
#include "support/check.h"
#include "support/desk.h"

#define POINTS 2

static bool same_on_manifold(Desk *desk, const Equations *eq, Expr a, Expr b) {
  for (unsigned draw = 0; draw < POINTS; draw++) {
    FieldPoint *point;
    Fingerprint value[2];
    if (ground_point(eq, &desk->arena, draw, &point) != STATUS_OK) return false;
    if (!field_motion_define(eq, point)) return false;
    if (!field_point_values(point, (Expr[]){a, b}, 2, value)) return false;
    if (value[0].v[0] != value[1].v[0] || value[0].v[1] != value[1].v[1]) return false;
  }
  return true;
}

// Is it a claim about an unknown, with nothing on its right that would have to be solved for first?
static bool is_about(Desk *desk, const Claim *claim, const ClosedForms *forms, Expr symbol) {
  if (claim->kind != CLAIM_EQUATION || claim->deny || claim->given.n > 0) return false;
  if (claim_has_mode(desk->model, claim)) return false;
  if (!expr_same(claim->left, symbol)) return false;
  for (size_t i = 0; i < forms->n; i++)
    if (expr_depends(desk->pool, claim->right, forms->at[i].symbol)) return false;
  const ExprList symbols = expr_symbols(desk->pool, &claim->right, 1, &desk->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (expr_symbol_kind(desk->pool, symbols.at[i]) == SYMBOL_QUANTITY) return false;
  return true;
}

static size_t check_claims(Desk *desk, const Equations *eq, const ClosedForms *forms) {
  size_t checked = 0;
  for (size_t k = 0; k < desk->model->claims.n; k++)
    for (size_t i = 0; i < forms->n; i++) {
      const Claim *claim = &desk->model->claims.at[k];
      if (!is_about(desk, claim, forms, forms->at[i].symbol)) continue;
      if (!same_on_manifold(desk, eq, claim->right, forms->at[i].value)) {
        print_error("%s: %s\n", desk->model->title,
                    print_expr_text(desk->pool, forms->at[i].value, &desk->arena));
        fail();
      }
      // and the comparison can fail: twice the value is different
      if (!expr_same(claim->right, EXPR_ZERO))
        assert_false(same_on_manifold(desk, eq, claim->right,
                                      expr_add(desk->pool, forms->at[i].value, claim->right)));
      checked++;
    }
  return checked;
}

static size_t check_model(const char *text) {
  void *state = NULL;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  desk_read_well(desk, text);
  Equations eq = {0};
  ClosedForms forms;
  const DeriveOptions options = {.arena = &desk->arena};
  assert_int_equal(methods_default(desk->model)->derive(desk->model, &options, &eq), STATUS_OK);
  const Status status = closed_forms(&eq, &desk->arena, true, &forms);
  const size_t checked = status == STATUS_OK ? check_claims(desk, &eq, &forms) : 0;
  desk_close(&state);
  return checked;
}

// Checks every formula for an acceleration, a rate or a multiplier that a model of the gallery claims.
static void test_claims(void **state) {
  (void) state;
  size_t checked = 0;
  for (size_t i = 0; i < embedded_models_count; i++)
    checked += check_model(embedded_models[i].text);
  assert_true(checked >= 80);
}

static Status closed(Desk *desk, const char *text, Equations *eq, ClosedForms *forms) {
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena};
  assert_int_equal(methods_default(desk->model)->derive(desk->model, &options, eq), STATUS_OK);
  return closed_forms(eq, &desk->arena, true, forms);
}

// A constraint given twice: accelerations and reactions are known, the multipliers are not.
static void test_redundant(void **state) {
  Desk *desk = *state;
  Equations eq;
  ClosedForms forms;
  assert_int_equal(closed(desk,
                          "parameter m, g\ncoordinate x, y\npoint P mass m at [x, y]\n"
                          "gravity = [0, -g]\nconstraint a: y = x\nconstraint b: 2*y = 2*x\n",
                          &eq, &forms),
                   STATUS_OK);
  assert_int_equal(forms.main, 2);
  assert_int_equal(forms.n, 4);
  assert_expr(desk, forms.at[0].value, desk_expr(desk, "-g/2"));
  assert_expr(desk, forms.at[1].value, desk_expr(desk, "-g/2"));
  assert_expr(desk, forms.at[2].value, desk_expr(desk, "-m*g/2"));  // m x'', and m (y'' + g)
  assert_expr(desk, forms.at[3].value, desk_expr(desk, "m*g/2"));
}

// A chain of 20 is refused by a count, before anything is computed; so is a problem without a solution.
static void test_limits(void **state) {
  Desk *desk = *state;
  Equations eq;
  ClosedForms forms;
  Text text = text_make(&desk->arena);
  text_add(&text, "parameter g\nlet r0 = [0, 0]\n");
  for (int i = 1; i <= 20; i++)
    text_addf(&text,
              "coordinate q%d\nlet r%d = r%d + [sin(q%d), -cos(q%d)]\npoint P%d mass 1 at r%d\n", i,
              i, i - 1, i, i, i, i);
  text_add(&text, "gravity = [0, -g]\n");
  assert_int_equal(closed(desk, text_get(&text), &eq, &forms), STATUS_LIMIT);
  desk_clear_model(desk);
  assert_int_equal(
    closed(desk, "coordinate u, v\nkinetic = 1/2*u'^2\npotential = u*v\n", &eq, &forms),
    STATUS_DOMAIN);
}

// --- energies in speeds --------------------------------------------------------------------------

static void assert_in_speeds(Desk *desk, const char *text, const char *expected, bool on_manifold) {
  bool constrained;
  Equations eq;
  desk_clear_model(desk);
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena};
  assert_int_equal(methods_default(desk->model)->derive(desk->model, &options, &eq), STATUS_OK);
  const Expr T = closed_in_speeds(&eq, eq.kinetic, &constrained);
  if (expected == NULL) {
    assert_true(expr_is_none(T));
    return;
  }
  const Expr form = desk_expr(desk, expected);
  assert_true(expr_equal(desk->pool, T, form));
  assert_true(expr_weight(desk->pool, T) <= expr_weight(desk->pool, form));
  assert_int_equal(constrained, on_manifold);
}

#define TOP                                                  \
  "parameter A, B, C\ncoordinate psi, theta, phi\n"          \
  "speed w1 = theta'*cos(phi) + psi'*sin(theta)*sin(phi)\n"  \
  "speed w2 = -theta'*sin(phi) + psi'*sin(theta)*cos(phi)\n" \
  "speed w3 = phi' + psi'*cos(theta)\n"                      \
  "kinetic = 1/2*A*w1^2 + 1/2*B*w2^2 + 1/2*C*w3^2 + A*w1*w3\npotential = 0\n"

// Euler's top, and Suslov's problem, which does without w3
static void test_quasi_velocities(void **state) {
  Desk *desk = *state;
  assert_in_speeds(desk, TOP, "1/2*A*w1^2 + A*w1*w3 + 1/2*B*w2^2 + 1/2*C*w3^2", false);
  assert_in_speeds(desk, TOP "constraint twist: w3 = 0\n", "1/2*A*w1^2 + 1/2*B*w2^2", true);
  // two speeds and a constraint make three velocities
  assert_in_speeds(desk,
                   "parameter m, J\ncoordinate x, y, a\nspeed v = x'*cos(a) + y'*sin(a)\n"
                   "speed w = a'\nkinetic = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\npotential = 0\n"
                   "constraint blade: y'*cos(a) = x'*sin(a)\n",
                   "1/2*m*v^2 + 1/2*J*w^2", true);
  // one speed does not
  assert_in_speeds(desk,
                   "parameter m\ncoordinate x, y\nspeed v = x' + y'\n"
                   "kinetic = 1/2*m*(x'^2 + y'^2)\npotential = 0\n",
                   NULL, false);
}

// B08 8.1: m = m1 + m2, K = 1/2 m v^2 - m2 rho v omega + 1/2 m2 rho^2 omega^2
static void test_free_speeds(void **state) {
  Desk *desk = *state;
  assert_in_speeds(desk,
                   "parameter m1, m2, rho\ncoordinate x, y, a\nspeed v, omega\n"
                   "point P1 mass m1 at [x, y]\n"
                   "point P2 mass m2 at [x + rho*cos(a), y + rho*sin(a)]\n"
                   "rate x' = v*sin(a)\nrate y' = -v*cos(a)\nrate a' = omega\n",
                   "1/2*(m1 + m2)*v^2 + 1/2*m2*rho^2*omega^2 - m2*rho*omega*v", true);
  assert_in_speeds(desk, "coordinate x\nkinetic = x'^2\npotential = 0\n", NULL, false);
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_claims),    DESK_TEST(test_redundant),   DESK_TEST(test_limits),
    DESK_TEST(test_quasi_velocities), DESK_TEST(test_free_speeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
