// Unit tests of language/claim.c: each form of a claim.

#include "support/desk.h"

#define START                                                                            \
  "parameter m1, m2, g, l\ncoordinate x, y, theta, conserved, mode\nspeed v = x' + y'\n" \
  "point P mass m1 at [x, y]\nconstraint pivot: x'*y' = 1\nconstraint roll: vel(P) = [y, x*y]\n"

static const Claim *one_claim(Desk *desk, const char *text) {
  desk_clear_model(desk);
  desk_read_well(desk, text_format(&desk->arena, "%s%s\n", START, text));
  assert_int_equal(desk->model->claims.n, 1);
  return &desk->model->claims.at[0];
}

static void check_equation(Desk *desk, const char *text, const char *left, const char *right) {
  const Claim *claim = one_claim(desk, text);
  assert_int_equal(claim->kind, CLAIM_EQUATION);
  assert_false(claim->deny);
  assert_string_equal(claim->label, "");
  assert_expr(desk, claim->left, desk_expr(desk, left));
  assert_expr(desk, claim->right, desk_expr(desk, right));
  assert_int_equal(claim->given.n, 0);
}

static void test_equations(void **state) {
  Desk *desk = *state;
  check_equation(desk, "claim x'' = g + m2*y'^2", "x''", "g + m2*y'^2");
  check_equation(desk, "claim v' = g*cos(theta)", "v'", "g*cos(theta)");
  check_equation(desk, "claim p_x' = 0", "p_x'", "0");
  check_equation(desk, "claim lambda(pivot) = m1*g", "lambda(pivot)", "m1*g");
  check_equation(desk, "claim reaction(x) = y", "reaction(x)", "y");
  check_equation(desk, "claim x'*y' = y'*x'' + energy", "x'*y'", "y'*x'' + energy");
}

static void test_label_and_deny(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "deny \"eq. 49 as printed\" v' = g");
  assert_true(claim->deny);
  assert_string_equal(claim->label, "eq. 49 as printed");
  assert_int_equal(claim->kind, CLAIM_EQUATION);
}

static void test_vectors(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "claim vel(P) = [y, x]");
  assert_int_equal(claim->kind, CLAIM_EQUATION);
  assert_expr(desk, claim->left, desk_expr(desk, "(x' - y)^2 + (y' - x)^2"));
  assert_expr(desk, claim->right, EXPR_ZERO);
}

static void test_conserved(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "claim \"a\" conserved m1*x'^2 + y");
  assert_int_equal(claim->kind, CLAIM_CONSERVED);
  assert_string_equal(claim->label, "a");
  assert_expr(desk, claim->left, desk_expr(desk, "m1*x'^2 + y"));
  assert_int_equal(one_claim(desk, "claim conserved (x + y)*2")->kind, CLAIM_CONSERVED);
}

static void test_words_as_names(void **state) {
  Desk *desk = *state;
  check_equation(desk, "claim conserved = 1", "conserved", "1");
  check_equation(desk, "claim conserved - x = 1", "conserved - x", "1");
  check_equation(desk, "claim mode' = 0", "mode'", "0");
  check_equation(desk, "claim mode*conserved = 0", "mode*conserved", "0");
  assert_int_equal(one_claim(desk, "claim conserved conserved")->kind, CLAIM_CONSERVED);
}

static void test_sign_after_conserved(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nkinetic = x'^2\nclaim conserved -x'^2 + 1\n");
  assert_int_equal(desk->model->claims.at[0].kind, CLAIM_CONSERVED);
  assert_expr(desk, desk->model->claims.at[0].left, desk_expr(desk, "1 - x'^2"));
}

static void test_cyclic(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "claim cyclic θ");
  assert_int_equal(claim->kind, CLAIM_CYCLIC);
  assert_string_equal(claim->name, "theta");
}

static void check_stability(Desk *desk, const char *word, Stability stability) {
  const char *text = text_format(&desk->arena, "claim equilibrium theta = 0, x = pi/2 %s", word);
  const Claim *claim = one_claim(desk, text);
  assert_int_equal(claim->kind, CLAIM_EQUILIBRIUM);
  assert_int_equal(claim->stability, stability);
  assert_int_equal(claim->at.n, 2);
  assert_expr(desk, claim->at.at[0].symbol, desk_expr(desk, "theta"));
  assert_expr(desk, claim->at.at[1].symbol, desk_expr(desk, "x"));
  assert_expr(desk, claim->at.at[1].value, desk_expr(desk, "pi/2"));
}

static void test_equilibrium(void **state) {
  Desk *desk = *state;
  check_stability(desk, "", STABILITY_UNSAID);
  check_stability(desk, "stable", STABILITY_STABLE);
  check_stability(desk, "unstable", STABILITY_UNSTABLE);
  check_stability(desk, "stable given m1 = m2", STABILITY_STABLE);
  assert_int_equal(desk->model->claims.at[0].given.n, 1);
}

static void test_mode(void **state) {
  Desk *desk = *state;
  const Claim *claim =
    one_claim(desk, "claim mode lambda2 = -g/l at theta = 0, x = 1 given m1 = 1");
  assert_int_equal(claim->kind, CLAIM_MODE);
  assert_expr(desk, claim->left, desk_expr(desk, "-g/l"));
  assert_int_equal(claim->at.n, 2);
  assert_int_equal(claim->given.n, 1);
  assert_int_equal(one_claim(desk, "claim mode λ2 = -g/l at theta = 0")->at.n, 1);
}

static void test_on_constraints(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "claim integrable pivot");
  assert_int_equal(claim->kind, CLAIM_INTEGRABLE);
  assert_string_equal(claim->name, "pivot");
  claim = one_claim(desk, "deny linear roll.2");
  assert_int_equal(claim->kind, CLAIM_LINEAR);
  assert_string_equal(claim->name, "roll.2");
  claim = one_claim(desk, "claim redundant roll");  // all its components
  assert_int_equal(claim->kind, CLAIM_REDUNDANT);
  assert_string_equal(claim->name, "roll");
}

static void test_given(void **state) {
  Desk *desk = *state;
  const Claim *claim = one_claim(desk, "claim x'' = g given m1 = m2, y' = 0,\n  vel(P) = [1, y]");
  assert_int_equal(claim->given.n, 5);
  assert_expr(desk, claim->given.at[0].left, desk_expr(desk, "m1"));
  assert_expr(desk, claim->given.at[0].right, desk_expr(desk, "m2"));
  assert_expr(desk, claim->given.at[1].left, desk_expr(desk, "y'"));
  assert_expr(desk, claim->given.at[1].right, EXPR_ZERO);
  assert_expr(desk, claim->given.at[3].right, desk_expr(desk, "y"));
  assert_int_equal(one_claim(desk, "claim cyclic x given m1 = 1")->given.n, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_equations),      TEST(test_label_and_deny), TEST(test_vectors),
    TEST(test_conserved),      TEST(test_words_as_names), TEST(test_sign_after_conserved),
    TEST(test_cyclic),         TEST(test_equilibrium),    TEST(test_mode),
    TEST(test_on_constraints), TEST(test_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
