// tests/unit/proof/test_algebra.c: what is proved by algebra, and what is not.
//
// Law:   a claim whose label begins with "yes" is proved by algebra, one with "no" is not
// Judge: for every "no", the state or the sign given with it; for every "yes", the argument given
//        there

#include "support/desk.h"

#include "proof/algebra.h"
#include <string.h>

static void derive(Desk *desk, const char *text, Equations *eq) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  desk_read_well(desk, text);
  if (method_multipliers.derive(desk->model, &options, eq) != STATUS_OK)
    fail_msg("no equations: %s", desk_messages(desk));
}

static void judge(Desk *desk, const char *text) {
  Equations eq;
  derive(desk, text, &eq);
  assert_true(desk->model->claims.n > 0);
  for (size_t i = 0; i < desk->model->claims.n; i++) {
    const Claim *c = &desk->model->claims.at[i];
    const Question question = {c->left, c->right, c->kind == CLAIM_CONSERVED};
    const bool expected = strncmp(c->label, "yes", 3) == 0;
    assert_true(expected || strncmp(c->label, "no", 2) == 0);
    for (int recorded = 0; recorded < 2; recorded++) {
      Algebra *a = algebra_open(&eq, c->given.at, c->given.n, &question, 1, &desk->arena, recorded);
      const bool proved = a != NULL && algebra_proves(a, 0) == TRUTH_YES;
      if (proved != expected) fail_msg("claim %zu, \"%s\": %d", i + 1, c->label, proved);
    }
  }
}

#define FREE                        \
  "parameter a = 1, b = 2, c = 3\n" \
  "coordinate x, y, z, w, p, q\n"   \
  "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2 + p'^2 + q'^2)\n"

static void test_identities(void **state) {
  judge(*state, FREE "claim \"yes\" (x + y)^2 = x^2 + 2*x*y + y^2\n"
                     "claim \"yes\" sin(x + y) = sin(x)*cos(y) + cos(x)*sin(y)\n"
                     "claim \"yes\" sin(3*x) = 3*sin(x) - 4*sin(x)^3\n"
                     "claim \"yes\" tan(x/2) = (1 - cos(x))/sin(x)\n"
                     "claim \"yes\" cosh(x)^2 - sinh(x)^2 = 1\n"
                     "claim \"yes\" exp(x + y)/exp(y) = exp(x)\n"
                     "claim \"yes\" sin(x + pi/2) = cos(x)\n"
                     "claim \"yes\" x'' = 0\n"
                     "claim \"yes\" conserved x*y' - y*x'\n"
                     "claim \"no: sin 1 = 0.84\" sin(x) = x\n"
                     "claim \"no: x = 1\" conserved x\n"
                     "claim \"no: x = 1, y = 1\" (x + y)^2 = x^2 + y^2\n");
}

// Roots of either sign are meant, and |u| of either sign of u.
static void test_roots(void **state) {
  judge(*state,
        FREE "claim \"yes: both are a b\" sqrt(a*b + x^2)^2 = a*b + x^2\n"
             "claim \"yes\" abs(x + y)^2 = x^2 + 2*x*y + y^2\n"
             "claim \"yes\" (x + y)^(3/2)/sqrt(x + y) = x + y\n"
             "claim \"yes\" 1/(sqrt(x) - sqrt(y)) = (sqrt(x) + sqrt(y))/(x - y)\n"
             "claim \"no: x = -1\" abs(x) = x\n"
             "claim \"no: x = -2\" sqrt(x^2 + 2*x + 1) = x + 1\n"
             "claim \"no: needs signs\" sqrt(1 + x^2)*sqrt(1 + y^2) = sqrt((1 + x^2)*(1 + y^2))\n"
             "claim \"no: x = 0\" sqrt(1 + x^2) = -sqrt(1 + x^2)\n");
}

// x y = 0 has two pieces, and so on: a claim that holds on one is not proved.
static void test_pieces(void **state) {
  judge(*state, FREE "constraint h: x*y = 0\n"
                     "claim \"no: x = 0, y = 1\" y = 0\n"
                     "claim \"no: x = 1, y = 0\" x = 0\n"
                     "claim \"yes\" x^2*y + x*y^2 = 0\n"
                     "claim \"yes\" x*y' + x'*y = 0\n");
}

static void test_two_products(void **state) {
  judge(*state, FREE "constraint h1: (x - y)*(x - z) = 0\n"
                     "constraint h2: (x - y)*(x + z) = 0\n"
                     "claim \"no: x = z = 0, y = 1\" x = y\n"
                     "claim \"no: x = y = 1, z = 2\" x = 0\n");
}

// The second piece of a determinant, x = z = 0, is where everything is divided by zero.
static void test_determinant(void **state) {
  judge(*state,
        FREE "constraint h1: x*y = z*w\n"
             "constraint h2: x*p + z*q = 0\n"
             "claim \"no: x = z = 0, y = q = 1, w = p = 0\" y*q + w*p = 0\n"
             "claim \"yes: x (y q + w p) = z w q + w x p = w (z q + x p)\" x*(y*q + w*p) = 0\n");
}

// Solving for x' divides by x; at x = 0 the velocity y' vanishes, so nothing is lost.
static void test_circle(void **state) {
  judge(*state, FREE "constraint h: x^2 + y^2 = a^2\n"
                     "claim \"yes\" x*x' + y*y' = 0\n"
                     "claim \"yes\" (x*y' - y*x')^2 = a^2*(x'^2 + y'^2)\n"
                     "claim \"yes\" x'' = -x*(x'^2 + y'^2)/a^2\n"
                     "claim \"yes\" conserved x*y' - y*x'\n"
                     "claim \"no: the other half\" y = sqrt(a^2 - x^2)\n"
                     "claim \"yes\" y^2 = sqrt(a^2 - x^2)^2\n");
}

// A constraint on velocities whose pieces are distinguished by velocities.
static void test_velocity_pieces(void **state) {
  judge(*state, FREE "constraint h: x'*y' = 0\n"
                     "claim \"no: x' = 0, y' = 1\" y' = 0\n"
                     "claim \"yes\" x'^2*y' = 0\n");
}

// rho = 0 leaves all velocities free; there the constraint loses its rank, and states are left out.
static void test_lost_rank(void **state) {
  judge(*state, FREE "constraint h: x*(y' - z') = 0\n"
                     "claim \"yes: where x is not 0\" y' = z'\n");
}

// Under a condition nothing is left out.
static void test_conditions(void **state) {
  judge(*state, FREE "claim \"yes\" y^2 = b^2 given y = b\n"
                     "claim \"yes\" sin(x) + cos(x) = 1 given x = 0\n"
                     "claim \"yes\" a*x = b*x given a = b\n"
                     "claim \"yes\" x^2 = a^2 given x*y = a*y, y = 1\n"
                     "claim \"no: y = 0\" x = a given x*y = a*y\n"
                     "claim \"no: x = 0\" x' = 0 given x*x' = 0\n"
                     "claim \"no: b = 0\" a = 0 given a*b = 0\n"
                     "claim \"yes: parameters are not 0\" x = 0 given a*x = 0\n"
                     "claim \"yes\" conserved x given x' = 0\n"
                     "claim \"no: x = 1\" x*y = 1 given x*y = x\n"
                     "claim \"yes\" a^4 = b^2*c^2 given a^2 = b*c\n"
                     "claim \"no: a = -2, b = c = 2\" a = sqrt(b*c) given a^2 = b*c\n");
}

// Numbers that vanish without looking like it: nothing may be divided by them.
static void test_constants(void **state) {
  judge(
    *state, FREE
    "claim \"no: 0 = 0\" x = 0 given x*(log(4) - 2*log(2)) = 0\n"
    "claim \"no: 0 = 0\" x = 0 given x*(sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3)) = 0\n"
    "claim \"no: 0 = 0\" x = 0 given x*(4*sin(pi/5)^2*(10 - 2*sqrt(5))^(-1/2) - sin(pi/5)) = 0\n"
    "claim \"no: 0 = 0\" x = 0 given x*(atan(1) - pi/4 + atan(a) + atan(1/a) - pi/2) = 0\n"
    "claim \"yes\" x = 0 given x*(sqrt(2) - 1) = 0\n"
    "claim \"yes\" x = 0 given x*sin(a) = 0\n");
}

// A quotient whose divisor vanishes at all states is undefined everywhere.
static void test_undefined(void **state) {
  judge(*state, FREE "constraint h: x = y\n"
                     "claim \"no: 0/0\" (x^2 - y^2)/(x - y) = 2*x\n"
                     "claim \"no: 0/0\" conserved (x - y)/(x^2 - y^2)\n"
                     "claim \"yes\" (x^2 - y^2)/(x + y) = 0\n");
}

// Squares: the derivatives of the constraint vanish with it. Nothing is proved that holds only because
// x = y does.
static void test_squares(void **state) {
  judge(*state, FREE "constraint h: (x - y)^2 = 0\n"
                     "claim \"no: its rate says nothing\" x' = y'\n"
                     "claim \"no\" x = y\n");
  desk_clear_model(*state);
  judge(*state, FREE "constraint h: x^2 + y^2 = 0\n"
                     "claim \"no: only for real numbers\" x = 0\n"
                     "claim \"no: x = y = 0, x' = 1\" x'^2 + y'^2 = 0\n");
}

// Sines of a coordinate that a constraint contains by itself.
static void test_angle_and_sine(void **state) {
  judge(*state, FREE "constraint h: x = a*sin(y)\n"
                     "claim \"yes\" x' = a*y'*cos(y)\n"
                     "claim \"yes\" x'^2 + y'^2*x^2 = a^2*y'^2\n"
                     "claim \"no: x = 0.84\" x = a*y\n");
}

// The multipliers of constraints that say the same are those of least norm: lambda1 = lambda2/2 of
// x = y and 2 x = 2 y.
static void test_redundant(void **state) {
  judge(*state, FREE "force x = a\n"
                     "constraint h1: x = y\n"
                     "constraint h2: 2*x = 2*y\n"
                     "claim \"yes\" x'' = a/2\n"
                     "claim \"yes\" reaction(x) = -a/2\n"
                     "claim \"no: -a/2\" lambda(h1) = -a/2\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define T(f) cmocka_unit_test_setup_teardown(f, desk_open, desk_close)
    T(test_identities),     T(test_roots),     T(test_pieces),          T(test_two_products),
    T(test_determinant),    T(test_circle),    T(test_velocity_pieces), T(test_lost_rank),
    T(test_conditions),     T(test_constants), T(test_undefined),       T(test_squares),
    T(test_angle_and_sine), T(test_redundant)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
