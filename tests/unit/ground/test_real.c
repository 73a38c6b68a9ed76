// tests/unit/ground/test_real.c: real states in ball arithmetic.
//
// Law:   no claim of the gallery is refuted at any state, every denied one is, by balls that are
//        apart; the balls of 200 bits contain those of 1000 bits.
// Judge: the claims themselves, which test_paper_claims.c judges in finite fields; closed forms;
//        the C library; higher precision.

#include "proof/in_mode.h"
#include "support/desk.h"

#include "methods/methods.h"
#include "ground/balls.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 40

static const Equations *derive_by(Desk *desk, const Method *method) {
  const DeriveOptions options = {.arena = &desk->arena};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  return method->derive(desk->model, &options, eq) == STATUS_OK ? eq : NULL;
}

static const Equations *derive(Desk *desk) {
  const Equations *eq = derive_by(desk, &method_multipliers);
  if (eq == NULL) eq = derive_by(desk, &method_hamilton);
  assert_non_null(eq);
  return eq;
}

// Returns a point of the model with this text, and its motion.
static RealPoint *moving_point(Desk *desk, const char *text, unsigned draw) {
  RealPoint *point;
  desk_read_well(desk, text);
  assert_int_equal(real_point(derive(desk), NULL, 0, draw, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_OK);
  return point;
}

static Truth compare(Desk *desk, RealPoint *point, const char *left, const char *right) {
  return real_compare(point, desk_expr(desk, left), desk_expr(desk, right), DIGITS);
}

static Status point_given(Desk *desk, const char *left, const char *right, RealPoint **point) {
  const Condition given = {desk_expr(desk, left), desk_expr(desk, right)};
  return real_point(derive(desk), &given, 1, 0, &desk->arena, point);
}

// --- known values --------------------------------------------------------------------------------

#define PENDULUM                                    \
  "parameter m = 2, l = 3/2, g = 9.81\n"            \
  "coordinate theta\n"                              \
  "point P mass m at l*[sin(theta), -cos(theta)]\n" \
  "gravity = [0, -g]\n"                             \
  "initial theta = 1.1, theta' = 0.5\n"

static void test_pendulum(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk, PENDULUM, 0);
  double low, high;
  assert_true(real_bounds(point, desk_expr(desk, "theta''"), &low, &high));
  const double expected = -9.81 / 1.5 * sin(1.1);
  assert_true(low <= high && high - low < 1e-14);
  assert_true(fabs(low - expected) < 4e-15 && fabs(high - expected) < 4e-15);
  assert_int_equal(compare(desk, point, "theta''", "-g/l*sin(theta)"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "theta''", "-g/l*theta"), TRUTH_NO);
  // a difference in the 50th digit is seen
  assert_int_equal(compare(desk, point, "theta''", "-g/l*sin(theta)*(1 + 1e-50)"), TRUTH_NO);
  assert_int_equal(compare(desk, point, "energy", "m*l^2*theta'^2/2 - m*g*l*cos(theta)"),
                   TRUTH_YES);
  assert_int_equal(compare(desk, point, "p_theta'", "-m*g*l*sin(theta)"), TRUTH_YES);
}

// A difference that 320 bits do not show, but 640 or 1280 do.
static void test_precision_is_raised(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk, PENDULUM, 0);
  const Expr left = desk_expr(desk, "theta''"), right = desk_expr(desk, "-g/l*sin(theta)");
  const Expr wrong[] = {desk_expr(desk, "-g/l*sin(theta)*(1 + 1e-150)"),
                        desk_expr(desk, "-g/l*sin(theta)*(1 + 1e-300)")};
  assert_int_equal(real_compare(point, left, wrong[0], 80), TRUTH_YES);
  assert_int_equal(real_compare(point, left, wrong[0], 160), TRUTH_NO);
  assert_int_equal(real_compare(point, left, wrong[1], 150), TRUTH_YES);
  assert_int_equal(real_compare(point, left, wrong[1], 310), TRUTH_NO);
  // more digits are asked for than 320 bits have, and more than 1280 have
  assert_int_equal(real_compare(point, left, right, 300), TRUTH_YES);
  assert_int_equal(real_compare(point, left, right, 400), TRUTH_UNKNOWN);
}

static void test_texts(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk, PENDULUM, 0);
  // 1.5*9.81*2 = 29.43
  RealAccount account =
    real_describe(point, desk_expr(desk, "l*g*m"), desk_expr(desk, "30"), &desk->arena);
  assert_string_equal(account.state, "theta = 1.1, theta' = 0.5, m = 2, l = 1.5, g = 9.81");
  assert_string_equal(account.left, "29.43");
  assert_string_equal(account.right, "30");
  assert_string_equal(account.difference, "-0.57");
  account =
    real_describe(point, desk_expr(desk, "log(-l)"), desk_expr(desk, "0*theta"), &desk->arena);
  assert_string_equal(account.left, "undefined");
  assert_string_equal(account.right, "0");
  assert_string_equal(account.difference, "undefined");
}

// x = cos(x) and y = exp(-y): no polynomials, so no points of a finite field. The solutions are
// known (OEIS A003957, A030178).
static void test_transcendental_constraints(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk,
                                  "parameter m = 1\ncoordinate x, y, z\n"
                                  "kinetic = m/2*(x'^2 + y'^2 + z'^2)\npotential = x*z\n"
                                  "constraint a: x = cos(x)\nconstraint b: y = exp(-y)\n",
                                  1);
  double low, high;
  const char *digits[] = {"(x - 0.7390851332151606416553120876738734040134117589007574)*1e52",
                          "(y - 0.5671432904097838729999686622103555497538157871865125)*1e52"};
  for (int i = 0; i < 2; i++) {
    assert_true(real_bounds(point, desk_expr(desk, digits[i]), &low, &high));
    assert_true(low >= 0 && high <= 1);
  }
  assert_int_equal(compare(desk, point, "z''", "-x/m"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "reaction(x)", "z"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x'", "0"), TRUTH_YES);
}

static void test_domains(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk, PENDULUM, 0);
  const char *undefined[] = {"sqrt(-theta)",     "log(-theta)",     "asin(1 + theta)",
                             "acos(-1 - theta)", "(-theta)^(1/3)",  "1/(theta - 11/10)",
                             "log(theta - 1.1)", "(-theta)^(-3/2)", "0*1/sin(theta - 1.1)"};
  for (size_t i = 0; i < sizeof undefined / sizeof *undefined - 1; i++) {
    double low, high;
    assert_false(real_bounds(point, desk_expr(desk, undefined[i]), &low, &high));
    assert_int_equal(compare(desk, point, undefined[i], "1"), TRUTH_UNKNOWN);
  }
}

// Every function, and powers, agree with the C library.
static void test_functions(void **state) {
  Desk *desk = *state;
  const double x = 0.3, y = -0.7;
  const struct {
    const char *text;
    double value;
  } known[] = {{"sin(x)", sin(x)},
               {"cos(x)", cos(x)},
               {"tan(x)", tan(x)},
               {"asin(y)", asin(y)},
               {"acos(y)", acos(y)},
               {"atan(y)", atan(y)},
               {"atan2(x, y)", atan2(x, y)},
               {"atan2(y, x)", atan2(y, x)},
               {"sinh(y)", sinh(y)},
               {"cosh(y)", cosh(y)},
               {"tanh(y)", tanh(y)},
               {"exp(y)", exp(y)},
               {"log(x)", log(x)},
               {"abs(y)", fabs(y)},
               {"sqrt(x)", sqrt(x)},
               {"x^(5/3)", pow(x, 5.0 / 3)},
               {"y^(-3)", pow(y, -3)},
               {"x^(-1/2)", pow(x, -0.5)},
               {"(x - y)^y", pow(x - y, y)},
               {"pi*x", acos(-1) * x},
               {"12345678901234567890123*x/98765432109876543210987",
                12345678901234567890123.0 / 98765432109876543210987.0 * x}};
  RealPoint *point =
    moving_point(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\ninitial x = 0.3, y = -0.7\n", 0);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    double low, high;
    assert_true(real_bounds(point, desk_expr(desk, known[i].text), &low, &high));
    const double rounding = 4 * 0x1p-52 * fabs(known[i].value);
    if (fabs(low - known[i].value) > rounding || fabs(high - known[i].value) > rounding)
      fail_msg("%s in [%.17g, %.17g], not %.17g", known[i].text, low, high, known[i].value);
  }
}

// --- kinds of models -----------------------------------------------------------------------------

// lambda(a) + 2 lambda(b) = -m*g, of least norm
static void test_redundant(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk,
                                  "parameter m = 2, g = 9.81\ncoordinate x, y\n"
                                  "point P mass m at [x, y]\ngravity = [g, 0]\n"
                                  "constraint a: x = 0\nconstraint b: 2*x = 0\n",
                                  1);
  assert_int_equal(compare(desk, point, "lambda(a)", "-m*g/5"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "lambda(b)", "-2*m*g/5"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "lambda(b)", "-m*g/2"), TRUTH_NO);
  assert_int_equal(compare(desk, point, "reaction(x)", "-m*g"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "residual(b)", "0"), TRUTH_YES);
}

static void test_accelerations_given(void **state) {
  Desk *desk = *state;
  RealPoint *point = moving_point(desk,
                                  "parameter m = 2, k = 3\ncoordinate x, y\n"
                                  "kinetic = m/2*(x'^2 + y'^2)\npotential = k/2*(x^2 + y^2)\n"
                                  "constraint c: x'' = 2*t + y'\n",
                                  3);
  assert_int_equal(compare(desk, point, "x''", "2*t + y'"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "lambda(c)", "m*(2*t + y') + k*x"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "t", "0"), TRUTH_NO);
}

// Appell and Hamel's machine by its rates alone: nothing states x'^2 + y'^2 = z'^2.
static void test_rates_alone(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m = 2, g = 9.81\ncoordinate x, y, z\nspeed v, w\n"
                       "point P mass m at [x, y, z]\ngravity = [0, 0, -g]\n"
                       "rate x' = v*cos(w)\nrate y' = v*sin(w)\nrate z' = v\n");
  const Equations *eq = derive_by(desk, &method_appell);
  RealPoint *point;
  assert_non_null(eq);
  assert_int_equal(real_point(eq, NULL, 0, 1, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_OK);
  // 2 m v' = -m g; the direction stays
  assert_int_equal(compare(desk, point, "v'", "-g/2"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "w'", "0"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x''", "-g/2*cos(w)"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "reaction(z)", "m*g/2"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x'^2 + y'^2", "z'^2"), TRUTH_YES);
}

// --- conditions ----------------------------------------------------------------------------------

#define PARTICLE                                               \
  "parameter m = 2, k, E\ncoordinate x, y\n"                   \
  "kinetic = m/2*(x'^2 + y'^2)\npotential = k/2*(x^2 + y^2)\n" \
  "initial x = 0.5, y = 0.25, x' = 1, y' = 2\n"

static void test_conditions(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, PARTICLE);
  assert_int_equal(point_given(desk, "x*y'", "y*x'", &point), STATUS_OK);
  assert_int_equal(compare(desk, point, "x*y' - y*x'", "0"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x*y'", "0"), TRUTH_NO);
  assert_int_equal(point_given(desk, "kinetic_energy", "E", &point), STATUS_OK);
  assert_int_equal(compare(desk, point, "m*(x'^2 + y'^2)", "2*E"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "m", "2"), TRUTH_YES);  // kept
  assert_int_equal(point_given(desk, "p_x^2", "3", &point), STATUS_OK);
  assert_int_equal(compare(desk, point, "x'^2", "3/m^2"), TRUTH_YES);
  assert_int_equal(point_given(desk, "k^2", "m + 1", &point), STATUS_OK);
  assert_int_equal(compare(desk, point, "k^2 - 1", "m"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x", "1/2"), TRUTH_YES);
  assert_int_equal(point_given(desk, "t", "3", &point), STATUS_OK);
  assert_int_equal(compare(desk, point, "t", "3"), TRUTH_YES);
}

// Conditions that nothing satisfies.
static void test_no_state(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, PARTICLE);
  assert_int_equal(point_given(desk, "x^2 + y^2", "-1", &point), STATUS_UNABLE);
  assert_int_equal(point_given(desk, "sqrt(x^2 + y^2)", "-1", &point), STATUS_UNABLE);
  assert_int_equal(point_given(desk, "1", "2", &point), STATUS_UNABLE);
  assert_int_equal(point_given(desk, "x''", "2", &point), STATUS_UNABLE);  // no part of a state
  // x' = y' does hold where both vanish, x'/y' = 1 does not
  const Condition given[] = {{desk_expr(desk, "x'/y'"), EXPR_ONE},
                             {desk_expr(desk, "x'"), EXPR_ZERO}};
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_UNABLE);
}

// atan2(y, x) jumps by 2 pi where y changes sign left of the origin. Its derivatives do not: by
// them, y would be enclosed about 0, where the function takes all values from -pi to pi.
static void test_jump(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\ninitial x = -1, y = 0.2\n");
  Condition given[] = {{desk_expr(desk, "x"), expr_int(desk->pool, -1)},
                       {desk_expr(desk, "atan2(y, x)"), desk_expr(desk, "10*y")}};
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_OK);
  assert_true(real_is_exact(point));
  assert_int_equal(compare(desk, point, "tan(10*y)", "-y"), TRUTH_YES);
  given[1].right = EXPR_PI;
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_UNABLE);
}

// Circles that touch: no simple solution, so nothing is enclosed and nothing refuted.
static void test_double_root(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, PARTICLE);
  const Condition given[] = {{desk_expr(desk, "x^2 + y^2"), EXPR_ONE},
                             {desk_expr(desk, "(x - 2)^2 + y^2"), EXPR_ONE}};
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_UNABLE);
}

// The second condition follows from the first, but only digits show it, here and a little
// beside the point: the point refutes what is wrong by far, and nothing else.
static void test_inexact(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, PARTICLE);
  const Condition given[] = {{desk_expr(desk, "x^2 + y^2"), EXPR_ONE},
                             {desk_expr(desk, "exp(x^2 + y^2)"), desk_expr(desk, "exp(1)")}};
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_OK);
  assert_false(real_is_exact(point));
  assert_int_equal(compare(desk, point, "x^2 - 1", "-y^2"), TRUTH_YES);
  assert_int_equal(compare(desk, point, "x", "5"), TRUTH_NO);
  assert_int_equal(compare(desk, point, "x^2 - 1 + 1e-60", "-y^2"), TRUTH_UNKNOWN);
}

// At the crossing of the two lines x*y = 0 the constraint has no direction.
static void test_singular(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, "parameter m = 1\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                       "constraint cross: x*y = 0\n");
  const Condition given[] = {{desk_expr(desk, "x"), EXPR_ZERO}, {desk_expr(desk, "y"), EXPR_ZERO}};
  assert_int_equal(real_point(derive(desk), given, 2, 0, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_DOMAIN);
  assert_int_equal(real_point(derive(desk), given, 1, 1, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_OK);
  assert_int_equal(compare(desk, point, "x'' + 0*y", "0"), TRUTH_YES);
}

// Requirements that contradict each other: there is no motion.
static void test_contradiction(void **state) {
  Desk *desk = *state;
  RealPoint *point;
  desk_read_well(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\n"
                       "constraint a: x'' = 1\nconstraint b: x'' = 2\n");
  assert_int_equal(real_point(derive(desk), NULL, 0, 1, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_DOMAIN);
}

// Random states keep the signs of parameters and differ from each other.
static void test_draws(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, PARTICLE);
  const Equations *eq = derive(desk);
  const char *before = "";
  for (unsigned draw = 1; draw < 20; draw++) {
    RealPoint *point;
    double low, high;
    assert_int_equal(real_point(eq, NULL, 0, draw, &desk->arena, &point), STATUS_OK);
    const char *positive[] = {"m", "k", "E"};
    for (int i = 0; i < 3; i++) {
      assert_true(real_bounds(point, desk_expr(desk, positive[i]), &low, &high));
      assert_true(low > 0);
    }
    const char *text = real_describe(point, EXPR_ONE, EXPR_ONE, &desk->arena).state;
    assert_string_not_equal(text, before);
    before = text;
    real_point_clear(point);
  }
}

// --- the gallery ---------------------------------------------------------------------------------

#define DRAWS_DENIED 20
#define DRAWS_CLAIMED 3

static size_t claims_judged, refuted, enclosed, undecided;

// left = right of the claim; false for those that say something else
static bool statement(const Equations *eq, const Claim *claim, Condition *c) {
  *c = (Condition){claim->left, claim->right};
  if (claim->kind == CLAIM_CONSERVED)
    *c = (Condition){expr_rate(eq->pool, real_without_quantities(eq, claim->left, eq->arena)),
                     EXPR_ZERO};
  return claim->kind == CLAIM_CONSERVED || claim->kind == CLAIM_EQUATION;
}

// Compares the claim at a draw; TRUTH_UNKNOWN at a singular state.
static Truth truth_at(Desk *desk, const Equations *eq, const Claim *claim, const Condition *c,
                      unsigned draw) {
  RealPoint *point;
  Truth truth = TRUTH_UNKNOWN;
  assert_int_equal(real_point(eq, claim->given.at, claim->given.n, draw, &desk->arena, &point),
                   STATUS_OK);
  const Status status = real_motion(point);
  if (status == STATUS_OK) {
    truth = real_compare(point, c->left, c->right, DIGITS);
    // the formula with a small mistake
    const Expr wrong = expr_add(desk->pool, c->right, desk_expr(desk, "1e-30"));
    if (truth == TRUTH_YES) assert_int_equal(real_compare(point, c->left, wrong, DIGITS), TRUTH_NO);
  } else {
    assert_int_equal(status, STATUS_DOMAIN);
  }
  undecided += truth == TRUTH_UNKNOWN;
  real_point_clear(point);
  return truth;
}

static void judge(Desk *desk, const Equations *eq, const Claim *claim, const char *path) {
  Condition c;
  unsigned count[3] = {0};
  if (claim_has_mode(eq->model, claim)) return;
  if (!statement(eq, claim, &c)) return;
  for (unsigned draw = 0; draw < (claim->deny ? DRAWS_DENIED : DRAWS_CLAIMED); draw++) {
    count[truth_at(desk, eq, claim, &c, draw)]++;
    if (count[TRUTH_NO] > 0) break;
  }
  const bool as_said =
    claim->deny ? count[TRUTH_NO] > 0 : count[TRUTH_NO] == 0 && count[TRUTH_YES] > 0;
  if (!as_said)
    fail_msg("%s: %s \"%s\": %u yes, %u no", path, claim->deny ? "deny" : "claim", claim->label,
             count[TRUTH_YES], count[TRUTH_NO]);
  claims_judged++;
  refuted += claim->deny;
}

// Each ball at 320 bits contains that of 1000 bits, which is much smaller.
static void check_enclosure(Desk *desk, const Equations *eq) {
  RealPoint *point;
  assert_int_equal(real_point(eq, NULL, 0, 1, &desk->arena, &point), STATUS_OK);
  assert_int_equal(real_motion(point), STATUS_OK);
  const size_t n = point->balls.ball.n;
  arb_ptr before = vector_make(&desk->arena, n);
  for (size_t i = 0; i < n; i++) arb_set(before + i, &point->balls.ball.at[i]);
  assert_int_equal(real_refine(point, 1000), STATUS_OK);
  assert_int_equal(point->balls.ball.n, n);
  for (size_t i = 0; i < n; i++) {
    const arb_struct *after = &point->balls.ball.at[i];
    assert_true(arb_contains(before + i, after));
    assert_true(mag_cmp_2exp_si(arb_radref(before + i), -100) < 0);
    assert_true(mag_cmp_2exp_si(arb_radref(after), -800) < 0);
    enclosed++;
  }
  real_point_clear(point);
}

// Checks that no method refutes what the model claims.
static void check_methods(Desk *desk, const char *path) {
  static const char *const models[] = {"appell-hamel", "chaplygin", "relativistic-ring",
                                       "trailer-1.",   "spherical", "djukic",
                                       "incline",      NULL};
  size_t k = 0;
  while (models[k] != NULL && strstr(path, models[k]) == NULL) k++;
  if (models[k] == NULL) return;
  for (const Method *const *m = methods_all(); *m != NULL; m++) {
    const Equations *eq = derive_by(desk, *m);
    for (size_t i = 0; eq != NULL && i < desk->model->claims.n; i += 3) {
      const Claim *claim = &desk->model->claims.at[i];
      Condition c;
      if (!statement(eq, claim, &c) || claim->deny) continue;
      if (truth_at(desk, eq, claim, &c, 2) == TRUTH_NO)
        fail_msg("%s: \"%s\" by %s", path, claim->label, (*m)->name);
    }
  }
}

static void check_model(const char *path) {
  void *state = NULL;
  char *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  desk_read_well(desk, text);
  const Equations *eq = derive(desk);
  for (size_t i = 0; i < desk->model->claims.n; i++)
    judge(desk, eq, &desk->model->claims.at[i], path);
  check_enclosure(desk, eq);
  check_methods(desk, path);
  desk_close(&state);
  free(text);
}

static void test_gallery(void **state) {
  (void) state;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char path[512];
    if (strstr(entry->d_name, ".mech") == NULL) continue;
    snprintf(path, sizeof path, "models/%s", entry->d_name);
    check_model(path);
  }
  closedir(folder);
  print_message("%zu claims, %zu of them refuted as said; %zu balls; %zu singular states\n",
                claims_judged, refuted, enclosed, undecided);
  assert_true(claims_judged > 400 && refuted > 20 && enclosed > 1000 && undecided < 10);
}

int main(void) {
#define DESK_TEST(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_pendulum),    DESK_TEST(test_precision_is_raised),
    DESK_TEST(test_texts),       DESK_TEST(test_transcendental_constraints),
    DESK_TEST(test_domains),     DESK_TEST(test_functions),
    DESK_TEST(test_redundant),   DESK_TEST(test_accelerations_given),
    DESK_TEST(test_rates_alone), DESK_TEST(test_conditions),
    DESK_TEST(test_no_state),    DESK_TEST(test_jump),
    DESK_TEST(test_double_root), DESK_TEST(test_inexact),
    DESK_TEST(test_singular),    DESK_TEST(test_contradiction),
    DESK_TEST(test_draws),       cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
