// tests/unit/proof/test_equilibrium_claims.c: claims about equilibria, their stability and modes, with every verdict.
//
// Law:   the verdict is the first word of the claim's label (support/verdicts.h)
// Judge: each claim is decided by the argument given with it, never by the program.

#include "support/verdicts.h"

#define PENDULUM                                    \
  "parameter m = 2, l = 3/2, g = 9.81\n"            \
  "coordinate theta\n"                              \
  "point P mass m at l*[sin(theta), -cos(theta)]\n" \
  "gravity = [0, -g]\n"                             \
  "initial theta = 1.1, theta' = 0.5\n"

static void test_pendulum_rest(void **state) {
  judge_labels(*state, PENDULUM "claim \"proved\" equilibrium theta = 0\n"
                         "claim \"proved\" equilibrium theta = pi\n"
                         "claim \"refuted: theta'' is \" equilibrium theta = 1\n"
                         "claim \"verified: minimum\" equilibrium theta = 0 stable\n"
                         "claim \"refuted: minimum\" equilibrium theta = 0 unstable\n"
                         "claim \"verified: falls\" equilibrium theta = pi unstable\n"
                         "claim \"refuted: falls\" equilibrium theta = pi stable\n"
                         "claim \"proved\" mode lambda2 = -g/l at theta = 0\n"
                         "claim \"proved\" mode lambda2 = g/l at theta = pi\n"
                         "claim \"refuted: regular\" mode lambda2 = g/l at theta = 0\n"
                         "claim \"refuted: no equilibrium\" mode lambda2 = -g/l at theta = 1\n"
                         "claim \"proved\" mode lambda2 = -1 at theta = 0 given g = l\n");
}

// The same pendulum by a constraint, stated twice: rank and modes are those of one.
static void test_constrained_pendulum(void **state) {
  judge_labels(*state, "parameter m = 1, l = 2, g = 10\ncoordinate x, y\npoint P mass m at [x, y]\n"
                "gravity = [0, -g]\nconstraint rod: x^2 + y^2 = l^2\n"
                "constraint again: 2*x^2 + 2*y^2 = 2*l^2\ninitial x = 0, y = -2\n"
                "claim \"proved\" mode lambda2 = -g/l at x = 0, y = -l\n"
                "claim \"refuted: regular\" mode lambda2 = -2*g/l at x = 0, y = -l\n"
                "claim \"proved\" mode lambda2 = g/l at x = 0, y = l\n"
                "claim \"verified\" equilibrium x = 0, y = -l stable\n"
                "claim \"refuted\" equilibrium x = 0, y = -l unstable\n"
                "claim \"verified\" equilibrium x = 0, y = l unstable\n"
                "claim \"refuted\" equilibrium x = 0, y = l stable\n"
                "claim \"refuted: not 0\" equilibrium x = l, y = 0\n"
                "claim \"refuted: the constraint rod does not hold\" equilibrium x = 0, y = 0\n");
}

static void test_shapes_of_potentials(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 - y^2 + x^3\n"
                "claim \"proved: second derivatives\" equilibrium x = 0, y = 0 unstable\n"
                "claim \"refuted: unstable\" equilibrium x = 0, y = 0 stable\n");
}

static void test_degenerate(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^4 + y^2\n"
                "claim \"proved\" equilibrium x = 0, y = 0\n"
                "claim \"unknown: do not decide\" equilibrium x = 0, y = 0 stable\n"
                "claim \"unknown: do not decide\" equilibrium x = 0, y = 0 unstable\n");
}

// x*y: no diagonal at all, and indefinite.
static void test_hidden_saddle(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x*y\n"
                "claim \"verified\" equilibrium x = 0, y = 0 unstable\n");
}

// A hilltop under a magnetic field is stable if the field is strong: the potential cannot decide.
static void test_gyroscopic(void **state) {
  judge_labels(*state, "parameter B = 10\ncoordinate x, y\n"
                "lagrangian = 1/2*(x'^2 + y'^2) + B/2*(x*y' - y*x') + 1/2*(x^2 + y^2)\n"
                "claim \"proved\" equilibrium x = 0, y = 0\n"
                "claim \"unknown: gyroscopic\" equilibrium x = 0, y = 0 unstable\n"
                "claim \"unknown: depend on the velocities\" mode lambda2 = 1 at x = 0, y = 0\n");
}

static void test_with_forces(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = x^2\nforce x = 2*x\n"
                "claim \"proved\" equilibrium x = 1\n"
                "claim \"unknown: forces besides the potential\" equilibrium x = 1 stable\n"
                "claim \"proved\" mode lambda2 = 0 at x = 0\n");
}

static void test_without_values(void **state) {
  judge_labels(*state, "parameter k\ncoordinate x\nkinetic = 1/2*x'^2\npotential = k/2*x^2\n"
                "claim \"proved\" equilibrium x = 0\n"
                "claim \"unknown: no value\" equilibrium x = 0 stable\n"
                "claim \"proved\" mode lambda2 = -k at x = 0\n");
}

static void test_moving_potential(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = (2 + sin(t))*x^2\n"
                "claim \"proved\" equilibrium x = 0\n"
                "claim \"unknown: depends on the time\" equilibrium x = 0 stable\n");
}

static void test_negative_mass(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = -1/2*x'^2\npotential = x^2\n"
                "claim \"refuted: positive real part\" equilibrium x = 0 stable\n"
                "claim \"proved\" mode lambda2 = 2 at x = 0\n");
}

static void test_negative_energy(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = -1/2*x'^2\npotential = -x^2\n"
                "claim \"unknown: not positive definite\" equilibrium x = 0 stable\n");
}

// x'' = -x - x': eigenvalues (-1 +- i sqrt(3))/2; with the other sign of the damping (1 +- ...)/2
static void test_damped_rest(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\ndissipation = 1/2*x'^2\n"
                "claim \"verified: negative real parts\" equilibrium x = 0 stable\n"
                "claim \"refuted: negative real parts\" equilibrium x = 0 unstable\n");
}

static void test_driven_rest(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = x'\n"
                "claim \"verified: positive real part\" equilibrium x = 0 unstable\n");
}

// x'' = -x': every x is an equilibrium, eigenvalues 0 and -1. x'' = -x' + x^3 has the same eigenvalues at
// 0, stands alone and is unstable: they must not decide.
static void test_family_of_rest(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = 0\ndissipation = 1/2*x'^2\n"
                "claim \"verified: lie around\" equilibrium x = 2 stable\n");
}

static void test_degenerate_rest(void **state) {
  judge_labels(*state, "coordinate x\nkinetic = 1/2*x'^2\npotential = 0\nforce x = -x' + x^3\n"
                "claim \"unknown: forces\" equilibrium x = 0 stable\n"
                "claim \"unknown: forces\" equilibrium x = 0 unstable\n");
}

// Forces that are no gradient: lambda2 = -1 +- i has one root to the right.
static void test_circulatory(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x^2 + y^2)\n"
                "force x = y\nforce y = -x\n"
                "claim \"verified: positive real part\" equilibrium x = 0, y = 0 unstable\n");
}

// On a skate the minimum is stable by the energy; the top of a hill need not fall.
static void test_nonholonomic_rest(void **state) {
  judge_labels(*state, "coordinate x, y, a\nkinetic = 1/2*(x'^2 + y'^2 + a'^2)\n"
                "potential = 1/2*(x^2 + y^2 + a^2)\nconstraint blade: x'*sin(a) = y'*cos(a)\n"
                "claim \"verified: minimum\" equilibrium x = 0, y = 0, a = 0 stable\n"
                // the blade holds against y
                "claim \"proved\" equilibrium x = 0, y = 1, a = 0\n"
                "claim \"unknown: nonholonomic\" equilibrium x = 0, y = 1, a = 0 stable\n");
}

// Two equal pendulums, one below the other: omega^2 = (2 -+ sqrt(2)) g/l, and of unequal masses
// (Landau and Lifshitz, Mechanics, section 23, problem 2)
static void test_double_pendulum_modes(void **state) {
  judge_labels(*state,
        "parameter m1 = 1, m2 = 2, l = 1, g = 10\ncoordinate a, b\n"
        "point P mass m1 at l*[sin(a), -cos(a)]\n"
        "point Q mass m2 at pos(P) + l*[sin(b), -cos(b)]\ngravity = [0, -g]\n"
        "let M = m1 + m2\n"
        "claim \"proved\" mode lambda2 = -(2 - sqrt(2))*g/l at a = 0, b = 0 given m1 = m2\n"
        "claim \"proved\" mode lambda2 = -(2 + sqrt(2))*g/l at a = 0, b = 0 given m1 = m2\n"
        "claim \"refuted\" mode lambda2 = -(2 + sqrt(3))*g/l at a = 0, b = 0 given m1 = m2\n"
        "claim \"refuted\" mode lambda2 = -(2 + sqrt(2))*g/l at a = 0, b = 0\n"
        "claim \"proved\" mode lambda2 = -g*(M + sqrt(m2*M))/(m1*l) at a = 0, b = 0\n"
        "claim \"verified\" equilibrium a = 0, b = 0 stable\n"
        "claim \"verified\" equilibrium a = 0, b = pi unstable\n");
}

// 22 has no root in one of the fields: 28/9*s^2 - 4/3*s - 3 = 0 is solved by 3/14*(1 +- sqrt(22)).
static void test_modes_with_roots(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 8/3*x'^2 + 2/3*y'^2 - 2*x'*y'\n"
                "potential = 3/2*x^2 - 1/2*y^2\n"
                "claim \"verified\" mode lambda2 = 3/14*(1 + sqrt(22)) at x = 0, y = 0\n"
                "claim \"verified\" mode lambda2 = 3/14*(1 - sqrt(22)) at x = 0, y = 0\n"
                "claim \"refuted\" mode lambda2 = 3/14*(2 + sqrt(22)) at x = 0, y = 0\n");
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_pendulum_rest),
    T(test_constrained_pendulum),
    T(test_shapes_of_potentials),
    T(test_degenerate),
    T(test_hidden_saddle),
    T(test_gyroscopic),
    T(test_with_forces),
    T(test_without_values),
    T(test_moving_potential),
    T(test_negative_mass),
    T(test_negative_energy),
    T(test_damped_rest),
    T(test_driven_rest),
    T(test_family_of_rest),
    T(test_degenerate_rest),
    T(test_circulatory),
    T(test_nonholonomic_rest),
    T(test_double_pendulum_modes),
    T(test_modes_with_roots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
