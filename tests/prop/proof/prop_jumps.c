// tests/prop/proof/prop_jumps.c: formulas that jump are not conserved, and Lagrangians that jump are refused.
//
// Law:   c energy + a term that jumps along a motion is refuted as an integral, whatever its rate; a term that jumps
//        where no motion passes, or in two parts that cancel, is not. A potential of two forms is refused if and only
//        if these do not meet
// Judge: the construction: which function passes through zero, and whether the values on both sides agree

#include "support/check.h"
#include "support/desk.h"

#include "ground/jumps.h"
#include "proof/claims.h"

#define CASES 80

static long pick(Gen *g, long least, long most) {
  return least + (long) gen_below(g, (uint64_t) (most - least + 1));
}

// --- what is conserved ---------------------------------------------------------------------------

// Returns a function that passes through zero with a rate.
static const char *passing(Gen *g, Arena *arena) {
  const long k = pick(g, -9, 9);
  switch (gen_below(g, 7)) {
    case 0: return text_format(arena, "(x - (%ld))", k);
    case 1: return text_format(arena, "(y' + (%ld)/4)", k);
    case 2: return text_format(arena, "(x + 2*y - (%ld))", k);
    case 3: return text_format(arena, "(t - %ld)", k * k);
    case 4: return text_format(arena, "(x*y - (%ld))", k);
    case 5: return text_format(arena, "(a*x - x'*y + (%ld))", k);
    default: return text_format(arena, "(sin(x) - (%ld)/10)", k);
  }
}

// Returns a function that stays constant, or never vanishes.
static const char *staying(Gen *g, Arena *arena) {
  const long k = pick(g, 1, 9);
  switch (gen_below(g, 4)) {
    case 0: return text_format(arena, "(x*y' - y*x' - %ld)", k);
    case 1: return text_format(arena, "(x'^2 + a*x^2 - %ld)", k);
    case 2: return text_format(arena, "(x^2 + %ld)", k);
    default: return text_format(arena, "(exp(y) + %ld)", k);
  }
}

// Returns a term that changes where u passes through zero, and has the rate 0.
static const char *jumping(Gen *g, Arena *arena, const char *u) {
  const long k = pick(g, 1, 9);
  switch (gen_below(g, 5)) {
    case 0: return text_format(arena, "sign(%s)", u);
    case 1: return text_format(arena, "%ld/3*step(%s)", k, u);
    case 2: return text_format(arena, "if(%s > 0, %ld, -1)", u, k);
    case 3: return text_format(arena, "abs(%s)/%s", u, u);
    default: return text_format(arena, "if(%s <= 0, x*y' - y*x', 2*(x*y' - y*x'))", u);
  }
}

// Returns a term that has the rate 0, and no jump.
static const char *quiet(Gen *g, Arena *arena, const char *u) {
  switch (gen_below(g, 4)) {
    case 0: return text_format(arena, "(abs(%s) - %s*sign(%s))", u, u, u);
    case 1: return text_format(arena, "(sign(%s) - 2*step(%s))", u, u);
    case 2: return text_format(arena, "(if(%s > 0, 1, 3) + sign(%s))", u, u);
    default: return text_format(arena, "(max(%s, 0) + min(%s, 0) - %s)", u, u, u);
  }
}

static Equations *derived(Desk *desk, const char *text) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  desk_read_well(desk, text);
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  return eq;
}

static void integrals_law(Gen *g, ExprPool *p) {
  (void) p;
  Arena *arena = g->arena;
  const uint64_t kind = gen_below(g, 4);
  const char *part = kind < 2    ? jumping(g, arena, passing(g, arena))
                     : kind == 2 ? quiet(g, arena, passing(g, arena))
                                 : jumping(g, arena, staying(g, arena));
  const char *text = text_format(arena,
                                 "parameter a = 2\ncoordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                 "potential = a/2*(x^2 + y^2)\ninitial x = 1, y' = 2, x' = 1\n"
                                 "claim conserved %ld*energy + %s\n",
                                 pick(g, 0, 3), part);
  gen_note(g, "%s", text);
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  const Equations *eq = derived(desk, text);
  const Judgement j = proof_judge(eq, &desk->model->claims.at[0], &desk->arena);
  gen_note(g, "%s: %s\n", verdict_name(j.verdict), j.detail);
  const Verdict verdict = j.verdict;
  desk_close(&state);
  CHECK(kind < 2 ? verdict == VERDICT_REFUTED
                 : verdict == VERDICT_PROVED || verdict == VERDICT_VERIFIED);
}

// --- potentials of two forms ---------------------------------------------------------------------

static void potentials_law(Gen *g, ExprPool *p) {
  (void) p;
  const long a = pick(g, -5, 5), b = pick(g, 1, 6), c = pick(g, -4, 4);
  const uint64_t kind = gen_below(g, 4);
  // b (x - a)^2 and c (x - a) vanish at x = a, where y is anything
  static const char *const more[] = {"0", "(x - a)*y^3", "1/1000", "y^2"};
  const char *text =
    text_format(g->arena,
                "parameter a = %ld\ncoordinate x, y\nkinetic = 1/2*(x'^2 + (1 + x^2)*y'^2)\n"
                "potential = if(x > a, %ld*(x - a)^2 + y, %ld*(x - a) + y + %s)\n"
                "initial y = 1, x' = 1\n",
                a, b, c, more[kind]);
  gen_note(g, "%s", text);
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  Expr where;
  const char *at;
  const bool jumps = jumps_of_lagrangian(derived(desk, text), &desk->arena, &where, &at);
  desk_close(&state);
  CHECK(jumps == (kind >= 2));
}

static void integrals(void **state) {
  (void) state;
  prop_run("integrals that jump", CASES, integrals_law);
}

static void potentials(void **state) {
  (void) state;
  prop_run("potentials of two forms", CASES, potentials_law);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(integrals), cmocka_unit_test(potentials)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
