// tests/unit/analysis/test_integrals.c: the first integrals that the literature knows are found, and
// no others.
//
// Judge: the integrals are those of the source named with each system; the one that is found equals
//        it, or the rank of gradients on the constraint manifold shows that the known one is a
//        function of those found.

#include "support/integrals.h"

#include <string.h>

#define EXPLAINED(search, text) \
  assert_true(is_explained(&(search), desk_expr((search).desk, text)))
#define NOT_EXPLAINED(search, text) \
  assert_false(is_explained(&(search), desk_expr((search).desk, text)))

static void expect_count(const Search *s, size_t all, size_t independent) {
  assert_int_equal(s->found.list.n, all);
  assert_int_equal(s->found.independent, independent);
  assert_int_equal(s->found.unlifted, 0);
  assert_null(s->found.fault);
  for (size_t i = 0; i < all; i++)
    assert_int_equal(s->found.list.at[i].proof.verdict, VERDICT_PROVED);
}

// --- free systems --------------------------------------------------------------------------------

// Landau and Lifshitz, Mechanics, section 14, problem 1
static void test_spherical_pendulum(void **state) {
  const Search s =
    search_text(*state,
                "parameter m, l, g\ncoordinate x, y, z\npoint P mass m at [x, y, z]\n"
                "gravity = [0, 0, -g]\nconstraint rod: x^2 + y^2 + z^2 = l^2\n",
                0, NULL);
  expect_count(&s, 2, 2);
  assert_non_null(integral_named(&s, "energy"));
  const Integral *J = integral_named(&s, "angular momentum, x and y");
  assert_non_null(J);
  assert_int_equal(J->kind, INTEGRAL_SYMMETRY);
  assert_expr(s.desk, J->value, desk_expr(s.desk, "m*x*y' - m*y*x'"));
  assert_expr(s.desk, J->symmetry[0], desk_expr(s.desk, "-y"));
  assert_expr(s.desk, J->symmetry[1], desk_expr(s.desk, "x"));
  NOT_EXPLAINED(s, "x*z' - z*x'");
}

// Landau and Lifshitz, Mechanics, section 35, problem 1: energy, M_3, M_z
static void test_symmetric_top(void **state) {
  const Search s =
    search_text(*state,
                "parameter m, l, A, C, g\ncoordinate psi, theta, phi\n"
                "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"
                "body top mass m at l*B.z frame B inertia (A, A, C)\ngravity = [0, 0, -g]\n",
                0, NULL);
  expect_count(&s, 3, 3);
  assert_non_null(integral_named(&s, "energy"));
  const Integral *spin = integral_named(&s, "momentum of phi");
  assert_non_null(spin);
  assert_int_equal(spin->coordinate, 2);
  assert_ptr_equal(spin, integral_equal(&s, "C*(phi' + psi'*cos(theta))"));
  assert_non_null(integral_named(&s, "momentum of psi"));
  assert_true(s.found.cyclic[0] && !s.found.cyclic[1] && s.found.cyclic[2]);
}

// L8 Ex3: x, y and psi are cyclic
static void test_rigid_body(void **state) {
  const Search s = search_file(*state, "models/rigid-body-euler.mech");
  assert_true(s.found.cyclic[0] && s.found.cyclic[1] && !s.found.cyclic[2]);
  assert_non_null(integral_named(&s, "momentum of x"));
  assert_non_null(integral_named(&s, "momentum of y"));
  assert_non_null(integral_named(&s, "momentum of psi"));
  // a free body keeps its angular momentum about the centre of mass
  assert_non_null(integral_equal(&s, "K.x"));
  assert_non_null(integral_equal(&s, "K.y"));
}

// Landau and Lifshitz, Mechanics, section 15: energy, angular momentum, v x M - k r/r
static void test_kepler(void **state) {
  const Search s = search_text(*state,
                               "parameter m, k\ncoordinate x, y\npoint P mass m at [x, y]\n"
                               "potential = -k/sqrt(x^2 + y^2)\n",
                               0, NULL);
  expect_count(&s, 4, 3);
  assert_non_null(integral_equal(&s, "m*x*y' - m*y*x'"));
  assert_non_null(integral_equal(&s, "m*x*y'^2 - m*y*x'*y' - k*x/sqrt(x^2 + y^2)"));
  assert_non_null(integral_equal(&s, "m*y*x'^2 - m*x*x'*y' - k*y/sqrt(x^2 + y^2)"));
  assert_true(integral_named(&s, "energy")->follows);
  NOT_EXPLAINED(s, "x");
}

// The same in space, the force as a formula: seven, of which five are independent
static void test_kepler_in_space(void **state) {
  const Search s = search_text(*state,
                               "parameter k\ncoordinate x, y, z\npoint P mass 1 at [x, y, z]\n"
                               "let r = sqrt(x^2 + y^2 + z^2)\nforce on P = -k*pos(P)/r^3\n",
                               0, "1/sqrt(x^2 + y^2 + z^2)");
  assert_int_equal(s.found.independent, 5);
  EXPLAINED(s, "1/2*(x'^2 + y'^2 + z'^2) - k/sqrt(x^2 + y^2 + z^2)");
  EXPLAINED(s, "x*y' - y*x'");
  EXPLAINED(s, "y*z' - z*y'");
  EXPLAINED(s, "(x*y' - y*x')*y' - (z*x' - x*z')*z' - k*x/sqrt(x^2 + y^2 + z^2)");
}

// Fradkin (1965): the isotropic oscillator keeps a tensor
static void test_oscillator(void **state) {
  const Search s = search_text(*state,
                               "parameter m, k\ncoordinate x, y\npoint P mass m at [x, y]\n"
                               "potential = k/2*(x^2 + y^2)\n",
                               0, NULL);
  assert_int_equal(s.found.independent, 3);
  assert_non_null(integral_equal(&s, "m*x'*y' + k*x*y"));
  assert_non_null(integral_named(&s, "angular momentum, x and y"));
}

// Henon (1974), Flaschka (1974): the periodic Toda lattice of three particles has a cubic integral
static void test_toda(void **state) {
  const Search s = search_text(*state,
                               "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                               "potential = exp(x - y) + exp(y - z) + exp(z - x)\n",
                               3, NULL);
  expect_count(&s, 3, 3);
  assert_non_null(integral_named(&s, "momentum along x, y, z"));
  EXPLAINED(s, "x'*y'*z' - x'*exp(y - z) - y'*exp(z - x) - z'*exp(x - y)");
}

// Henon and Heiles (1964): no integral but the energy
static void test_henon_heiles(void **state) {
  const Search s = search_text(*state,
                               "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                               "potential = 1/2*(x^2 + y^2) + x^2*y - y^3/3\n",
                               0, NULL);
  expect_count(&s, 1, 1);
  assert_int_equal(s.found.list.at[0].kind, INTEGRAL_ENERGY);
}

// Greene's case of it, with -y^3/3 reversed (x^2 y + y^3/3), separates in x + y and x - y
static void test_separable_henon_heiles(void **state) {
  const Search s = search_text(*state,
                               "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                               "potential = 1/2*(x^2 + y^2) + x^2*y + y^3/3\n",
                               0, NULL);
  assert_int_equal(s.found.independent, 2);
  EXPLAINED(s, "x'*y' + x*y + x*y^2 + x^3/3");
}

// Kowalevski (1889), one of degree four
static void test_kovalevskaya(void **state) {
  const Search s =
    search_text(*state,
                "parameter m, l, C, g\ncoordinate psi, theta, phi\n"
                "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"
                "body top mass m at l*B.x frame B inertia (2*C, 2*C - m*l^2, C - m*l^2)\n"
                "gravity = [0, 0, -g]\n"
                "let u = dot(omega(top), B.x), v = dot(omega(top), B.y), c = m*g*l/C\n"
                "let re = u^2 - v^2 - c*dot(N.z, B.x), im = 2*u*v - c*dot(N.z, B.y)\n",
                4, NULL);
  expect_count(&s, 3, 3);
  EXPLAINED(s, "re^2 + im^2");
}

// --- with the time -------------------------------------------------------------------------------

// Goldstein: the Jacobi function of a bead on a turning hoop is not its energy
static void test_jacobi(void **state) {
  const Search s = search_file(*state, "models/bead-on-hoop.mech");
  expect_count(&s, 1, 1);
  assert_int_equal(s.found.list.at[0].kind, INTEGRAL_JACOBI);
  NOT_EXPLAINED(s, "kinetic_energy + potential_energy");
}

static void test_driven(void **state) {
  const Search s = search_file(*state, "models/driven-oscillator.mech");
  expect_count(&s, 0, 0);
}

// x'' = a cos(w t): x' - a/w sin(w t) is constant
static void test_function_of_time(void **state) {
  const Search s = search_text(*state,
                               "parameter a, w\ncoordinate x\nkinetic = 1/2*x'^2\n"
                               "force x = a*cos(w*t)\n",
                               0, NULL);
  assert_non_null(integral_equal(&s, "w*x' - a*sin(w*t)"));
}

// --- with constraints ----------------------------------------------------------------------------

// B11 Theorem 6
static void test_two_energies(void **state) {
  const Search s =
    search_text(*state,
                "parameter m1, m2, g\ncoordinate x1, y1, x2, y2\npoint P1 mass m1 at [x1, y1]\n"
                "point P2 mass m2 at [x2, y2]\ngravity = [g, 0]\n"
                "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n",
                0, NULL);
  expect_count(&s, 3, 2);
  assert_non_null(integral_equal(&s, "x1'^2 + y1'^2 - 2*g*x1"));
  assert_non_null(integral_equal(&s, "x2'^2 + y2'^2 - 2*g*x2"));
  assert_true(integral_named(&s, "energy")->follows);
}

// B08 8.1: the distance is constant
static void test_constant_distance(void **state) {
  const Search s = search_file(*state, "models/orthogonal-velocities.mech");
  const Integral *rho = integral_equal(&s, "(x1 - x2)^2 + (y1 - y2)^2");
  assert_non_null(rho);
  assert_int_equal(rho->kind, INTEGRAL_POSITION);
}

static void test_constant_distance_polar(void **state) {
  const Search s = search_file(*state, "models/orthogonal-velocities-polar.mech");
  assert_non_null(integral_equal(&s, "rho"));
}

// Neimark and Fufaev (1972), chapter II: the centre of the ball's circle, and its spin
static void test_turntable(void **state) {
  const Search s = search_file(*state, "models/ball-on-turntable.mech");
  assert_non_null(integral_equal(&s, "7*x' + 2*Omega*y"));
  assert_non_null(integral_equal(&s, "7*y' - 2*Omega*x"));
  EXPLAINED(s, "omega(ball).z");
  NOT_EXPLAINED(s, "energy");
}

// Chaplygin (1903): the angular momentum about the contact, three components; the energy
static void test_chaplygin_sphere(void **state) {
  const Search s = search_file(*state, "models/chaplygin-sphere.mech");
  expect_count(&s, 4, 4);
  EXPLAINED(s, "K.x");
  EXPLAINED(s, "K.y");
  EXPLAINED(s, "K.z");
}

// Chaplygin (1911): the energy; with the centre of mass over the edge, speed and rate of turn
static void test_sleigh(void **state) {
  const Search s = search_file(*state, "models/chaplygin-sleigh.mech");
  expect_count(&s, 1, 1);
}

static void test_skate(void **state) {
  const Search s = search_text(*state,
                               "parameter m, J\ncoordinate x, y, a\n"
                               "kinetic = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\n"
                               "constraint blade: y'*cos(a) = x'*sin(a)\n",
                               0, NULL);
  assert_non_null(integral_named(&s, "momentum of a"));
  EXPLAINED(s, "x'*cos(a) + y'*sin(a)");
  // the centre of its circle
  EXPLAINED(s, "x*a' - y'");
  EXPLAINED(s, "y*a' + x'");
  assert_int_equal(s.found.independent, 4);
}

// Chaplygin (1897), Korteweg (1899): the two linear integrals of the disk are hypergeometric
// functions of the lean; in sines and cosines there is only the energy
static void test_rolling_disk(void **state) {
  const Search s = search_file(*state, "models/rolling-disk.mech");
  expect_count(&s, 1, 1);
}

// the angle of a slope occurs in sines of a parameter
static void test_parameter_in_sine(void **state) {
  const Search s = search_text(*state,
                               "parameter m, g, alpha\ncoordinate x, y\n"
                               "kinetic = 1/2*m*(x'^2 + y'^2)\n"
                               "force x = m*g*sin(alpha)\nforce y = m*g*cos(alpha)\n",
                               0, NULL);
  const Integral *p = integral_named(&s, "momentum along x: cos(alpha), y: -sin(alpha)");
  assert_non_null(p);
  assert_expr(s.desk, p->value, desk_expr(s.desk, "m*x'*cos(alpha) - m*y'*sin(alpha)"));
  assert_int_equal(s.found.independent, 3);
  EXPLAINED(s, "1/2*(x'^2 + y'^2) - g*(x*sin(alpha) + y*cos(alpha))");
}

// m x'' = -c x' has m x' + c x, odd and even in the velocities at once: backwards the motion is another one. Of the two
// branches of x' y' = 0, only the one with y' = 0 shows that.
static void test_damped_on_a_branch(void **state) {
  const Search s = search_text(*state,
                               "parameter m, c\ncoordinate x, y, z\npoint P mass m at [x, y, z]\n"
                               "force x = -c*x'\nconstraint fork: x'*y' = 0\n"
                               "initial x' = 1, y' = 0\n",
                               0, NULL);
  assert_true(s.found.candidates > 300);
  EXPLAINED(s, "m*x' + c*x");
  EXPLAINED(s, "z'");
  NOT_EXPLAINED(s, "x'");
}

// Landau and Lifshitz, Fields, section 21: a charge in a uniform field keeps m x' - b y and m y' + b x
static void test_uniform_field(void **state) {
  const Search s = search_text(*state,
                               "parameter m, b\ncoordinate x, y, z\npoint P mass m at [x, y, z]\n"
                               "force x = b*y'\nforce y = -b*x'\n",
                               0, NULL);
  assert_true(s.found.candidates > 300);
  EXPLAINED(s, "m*x' - b*y");
  EXPLAINED(s, "m*y' + b*x");
  NOT_EXPLAINED(s, "x'");
}

// A bead on a rod that turns with phi = w t: r'' = w^2 r - k/m r, with the force along the rod written in w t. What holds
// with phi - w t = 0 must be found wherever one replaces the other.
static void test_two_names_of_an_angle(void **state) {
  const Search s = search_text(*state,
                               "parameter m, w, k\ncoordinate r, phi, s\n"
                               "point P mass m at [r*cos(phi), r*sin(phi), s]\n"
                               "constraint motor: phi = w*t\n"
                               "force on P = -k*r*[cos(w*t), sin(w*t), 0]\ninitial r = 1\n",
                               0, NULL);
  EXPLAINED(s, "m*r'^2 + (k - m*w^2)*r^2");
  EXPLAINED(s, "s'");
  NOT_EXPLAINED(s, "r'");
}

// the reason is given if nothing can be searched
static void test_no_points(void **state) {
  const Search s = search_file(*state, "models/tracking-arm.mech");
  assert_non_null(s.found.fault);
  assert_int_equal(s.found.list.n, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_spherical_pendulum),
    TEST(test_symmetric_top),
    TEST(test_rigid_body),
    TEST(test_kepler),
    TEST(test_kepler_in_space),
    TEST(test_oscillator),
    TEST(test_toda),
    TEST(test_henon_heiles),
    TEST(test_separable_henon_heiles),
    TEST(test_kovalevskaya),
    TEST(test_jacobi),
    TEST(test_driven),
    TEST(test_function_of_time),
    TEST(test_two_energies),
    TEST(test_constant_distance),
    TEST(test_constant_distance_polar),
    TEST(test_turntable),
    TEST(test_chaplygin_sphere),
    TEST(test_sleigh),
    TEST(test_skate),
    TEST(test_rolling_disk),
    TEST(test_parameter_in_sine),
    TEST(test_damped_on_a_branch),
    TEST(test_uniform_field),
    TEST(test_two_names_of_an_angle),
    TEST(test_no_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
