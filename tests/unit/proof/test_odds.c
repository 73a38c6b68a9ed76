// tests/unit/proof/test_odds.c: the odds of proofs by points.
//
// Law:   of x^D the odds are (24 D/2^61)^2, docs/theory/fingerprints.md; more equations and higher degrees
//        do not make them smaller; a proof says how it was found
// Judge: the formula, worked out by hand: D = 100 1.1e-30, D = 10000 1.1e-26

#include "support/desk.h"

#include "proof/claims.h"
#include "proof/odds.h"

static void derive(Desk *desk, const char *text, Equations *eq) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  desk_read_well(desk, text);
  if (method_multipliers.derive(desk->model, &options, eq) != STATUS_OK)
    fail_msg("no equations: %s", desk_messages(desk));
}

#define FREE "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2*y\n"

static int odds_of(Desk *desk, const Equations *eq, size_t claim) {
  const FieldMotion fields = field_motion_open(eq, NULL, 0, &desk->arena);
  return odds_exponent(&fields, desk->model->claims.at[claim].left);
}

static void test_powers(void **state) {
  Desk *desk = *state;
  Equations eq;
  derive(desk,
         FREE "claim x = 0\nclaim x^100 = 0\nclaim x^10000 = 0\nclaim y*x^9999 = 0\n"
              "claim x^10000/y^10000 = 0\nclaim x'' = 0\n",
         &eq);
  assert_int_equal(odds_of(desk, &eq, 0), 33);  // (24/2^61)^2 = 1.08e-34
  assert_int_equal(odds_of(desk, &eq, 1), 29);
  assert_int_equal(odds_of(desk, &eq, 2), 25);
  assert_int_equal(odds_of(desk, &eq, 3), 25);
  assert_true(odds_of(desk, &eq, 4) <= 25);  // the denominator counts, too
  assert_true(odds_of(desk, &eq, 5) < 33);   // -2 x y, and what it is solved from
}

// A manifold of degree 2 halves them twice; for one of too high a degree no odds are given.
static void test_manifold(void **state) {
  Desk *desk = *state;
  Equations eq;
  derive(desk, FREE "constraint c: x^1000 + y = 1\nclaim x^1000 = 0\n", &eq);
  assert_true(odds_of(desk, &eq, 0) <= 18);
}

static void test_nothing_is_said(void **state) {
  Desk *desk = *state;
  Equations eq;
  derive(desk, FREE "constraint c: x^1000000 + y = 1\nclaim x^1000000000 = 0\n", &eq);
  assert_int_equal(odds_of(desk, &eq, 0), 0);
}

static void test_how(void **state) {
  Desk *desk = *state;
  Equations eq;
  derive(desk, FREE "claim x'' = -2*x*y\nclaim cyclic x\n", &eq);
  const Claim *claims = desk->model->claims.at;
  Judge *judge = judge_open(&eq, &desk->arena);
  Judgement j = judge_claim(judge, &claims[0], &desk->arena);
  assert_int_equal(j.verdict, VERDICT_PROVED);
  assert_int_equal(j.proof, PROVED_BY_POINTS);
  assert_true(j.odds > 25);
  judge_use_algebra(judge, claims, 2);
  j = judge_claim(judge, &claims[0], &desk->arena);
  assert_int_equal(j.verdict, VERDICT_PROVED);
  assert_int_equal(j.proof, PROVED_BY_ALGEBRA);
  assert_int_equal(judge_claim(judge, &claims[1], &desk->arena).verdict, VERDICT_REFUTED);
}

// From constraints that no real state satisfies everything would follow.
static void test_no_states(void **state) {
  Desk *desk = *state;
  Equations eq;
  derive(desk, FREE "constraint c: x^2 + y^2 = 1\nconstraint d: x = 2\nclaim y^2 = -3\n", &eq);
  Judge *judge = judge_open(&eq, &desk->arena);
  judge_use_algebra(judge, desk->model->claims.at, 1);
  assert_int_equal(judge_claim(judge, &desk->model->claims.at[0], &desk->arena).verdict,
                   VERDICT_UNKNOWN);
}

#define T(f) cmocka_unit_test_setup_teardown(f, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {T(test_powers), T(test_manifold), T(test_nothing_is_said),
                                     T(test_how), T(test_no_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
