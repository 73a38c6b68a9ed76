// tests/unit/methods/test_canonical.c: Hamiltonians that are not quadratic in the momenta.
//
// Judge: closed forms of relativistic mechanics, E v = p and E q'' = F - v (v.F) with c = 1; a
// quadratic Hamiltonian in disguise against itself in plain form; the metric of a projection
// by hand.

#include "dalembert.h"

#include "support/check.h"
#include "support/models.h"
#include "support/texts.h"
#include "support/constrained.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-13  // 450 roundings, relative to 1 and the value
#define DRAWS 40

static const char *evaluate(DalModel *m, const DalEvalOptions *options) {
  const char *json = NULL;
  if (text_of(&json, dal_model_eval, m, options, DAL_JSON) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return json;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= TOLERANCE * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

// --- closed forms --------------------------------------------------------------------------------

// A charge in a field that turns with time, and a force of friction: p' = F exactly.
static void test_relativistic_particle(void **state) {
  (void) state;
  DalModel *m = model_of("parameter m = 1.5, f = 2, k = 0.3\ncoordinate x, y\nmomentum px, py\n"
                         "hamiltonian = sqrt(m^2 + px^2 + py^2) - f*x*cos(t)\n"
                         "force y = -k*py\n");
  uint64_t seed = 1;
  for (int i = 0; i < DRAWS; i++) {
    const double p[2] = {draw_signed(&seed, 0.1, 3), draw_signed(&seed, 0.1, 3)},
                 t = draw_between(&seed, 0, 3);
    const double E = sqrt(1.5 * 1.5 + p[0] * p[0] + p[1] * p[1]), v[2] = {p[0] / E, p[1] / E};
    const double F[2] = {2 * cos(t), -0.3 * p[1]}, power = v[0] * F[0] + v[1] * F[1];
    char at[200];
    snprintf(at, sizeof at, "t=%.17g, x=0.25, px=%.17g, py=%.17g", t, p[0], p[1]);
    const char *json = evaluate(m, &(DalEvalOptions){.at = at});
    static const char *const x[] = {"x", "y"};
    for (size_t k = 0; k < 2; k++) {
      char name[8];
      snprintf(name, sizeof name, "p%s'", x[k]);
      assert_near(number_in(json, "momentum_rates", name), F[k]);
      snprintf(name, sizeof name, "%s'", x[k]);
      assert_near(number_in(json, "velocities", name), v[k]);
      snprintf(name, sizeof name, "%s''", x[k]);
      assert_near(number_in(json, "accelerations", name), (F[k] - v[k] * power) / E);
    }
    // the same from velocities, through the library
    const double q[2] = {0.25, 0};
    double a[2];
    assert_int_equal(dal_model_accelerations(m, t, q, v, a), DAL_OK);
    for (size_t k = 0; k < 2; k++) assert_near(a[k], (F[k] - v[k] * power) / E);
  }
  dal_model_destroy(m);
}

#define RING                                                   \
  "parameter m = 1, f = 2\ncoordinate x, y\nmomentum px, py\n" \
  "hamiltonian = sqrt(m^2 + px^2 + py^2) - f*x\n"              \
  "observe load = reaction(x)*x + reaction(y)*y\n"
#define HOLONOMIC "constraint ring: x^2 + y^2 = 1\n"
// the same by velocities, by momenta, and all three
#define VELOCITIES "constraint turn: x*x' + y*y' = 0\n"
#define MOMENTA "constraint normal: x*px + y*py = 0\n"

// On a circle of radius 1: q'' has the normal part -v^2, so that R.n = -E v^2 - F.n; R has no
// tangential part.
static void ring(const char *text) {
  DalModel *m = model_of(text);
  uint64_t seed = 2;
  for (int i = 0; i < DRAWS; i++) {
    const double angle = draw_between(&seed, -3, 3), p = draw_signed(&seed, 0.2, 3);
    const double n[2] = {cos(angle), sin(angle)}, E = sqrt(1 + p * p), v = p / E;
    char at[200];
    snprintf(at, sizeof at, "x=%.17g, y=%.17g, px=%.17g, py=%.17g", n[0], n[1], -p * n[1],
             p * n[0]);
    const char *json = evaluate(m, &(DalEvalOptions){.at = at});
    const double load = -E * v * v - 2 * n[0];
    assert_near(number_in(json, "observables", "load"), load);
    assert_near(number_in(json, "reactions", "x"), load * n[0]);
    assert_near(number_in(json, "reactions", "y"), load * n[1]);
    assert_near(number_in(json, "momentum_rates", "px'"), 2 + load * n[0]);
    // along the circle E^3 v' = F.t (m = 1)
    const double along = -2 * n[1] / (E * E * E);
    assert_near(number_in(json, "accelerations", "x''"), -along * n[1] - v * v * n[0]);
    assert_near(number_in(json, "accelerations", "y''"), along * n[0] - v * v * n[1]);
    assert_int_equal(dal_model_errors(m), 0);
  }
  dal_model_destroy(m);
}

static void test_ring(void **state) {
  (void) state;
  ring(RING HOLONOMIC);
  ring(RING VELOCITIES);
  ring(RING MOMENTA);
  ring(RING HOLONOMIC VELOCITIES MOMENTA);
}

// 2 x lambda is the reaction: U16 (36) by hand for the holonomic form.
static void test_multiplier(void **state) {
  (void) state;
  DalModel *m = model_of(RING HOLONOMIC "initial x = 0.6, y = 0.8, px = 0.8\n");
  const char *json = evaluate(m, NULL);
  // p = 1 along (0.8, -0.6), E = sqrt(2), v^2 = 1/2: R.n = -1/sqrt(2) - 1.2
  assert_near(number_in(json, "multipliers", "ring"), (-sqrt(0.5) - 1.2) / 2);
  assert_near(number_in(json, "momenta", "py"), -0.6);
  assert_near(number_in(json, "energy", "energy"), sqrt(2) - 1.2);
  dal_model_destroy(m);
}

// H = p^4/4 + x^2/2: q'' = 3 p^2 p' = -3 p^2 x, also at p = 0, where H_pp is singular.
static void test_quartic(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x\nmomentum p\nhamiltonian = p^4/4 + x^2/2\n");
  for (double p = -2; p <= 2; p += 0.5) {
    char at[80];
    snprintf(at, sizeof at, "x=0.7, p=%g", p);
    const char *json = evaluate(m, &(DalEvalOptions){.at = at});
    assert_near(number_in(json, "accelerations", "x''"), -3 * p * p * 0.7);
    assert_near(number_in(json, "momentum_rates", "p'"), -0.7);
    assert_near(number_in(json, "velocities", "x'"), p * p * p);
  }
  // p from x' = p^3
  assert_near(number_in(evaluate(m, &(DalEvalOptions){.at = "x'=8"}), "momenta", "p"), 2);
  dal_model_destroy(m);
}

// H_pp is not definite, which a pseudo-inverse of A_p H_pp^(-1/2) would need: by hand, with
// p1' = -x + l a, p2' = l b, p1' = p2' and a = 1/H_11 = 1/(3 p1^2), b = -1/H_22 = 1
static void test_indefinite(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\nmomentum p1, p2\n"
                         "hamiltonian = p1^4/4 - p2^2/2 + x^2/2\nconstraint equal: p1 = p2\n");
  const char *json = evaluate(m, &(DalEvalOptions){.at = "x=0.5, p1=2"});
  const double lambda = 0.5 / (1. / 12 - 1);
  assert_near(number_in(json, "momentum_rates", "p2'"), lambda);
  assert_near(number_in(json, "momentum_rates", "p1'"), lambda);
  dal_model_destroy(m);
}

// --- a quadratic Hamiltonian in disguise ---------------------------------------------------------

#define PARAMETERS "parameter m = 2, k = 0.7, w = 1.3\ncoordinate r, f, z\nmomentum pr, pf, pz\n"
#define KINETIC "(pr^2 + pf^2/r^2 + pz^2 + k*pr*pz)/(2*m) + k*sin(t)*pf"
#define OTHERS                                                                       \
  " + k*r^2*cos(f) + z^2\nforce z = -k*z'\n"                                         \
  "constraint rise: z = k*r + 0.1*sin(w*t)\nconstraint slip: pf = r^2*pr*cos(w*t)\n" \
  "constraint again: z' = k*r' + 0.1*w*cos(w*t)\n"

static void same_numbers(const char *a, const char *b) {
  static const struct {
    const char *group, *key;
  } number[] = {{"velocities", "r'"},      {"velocities", "f'"},      {"velocities", "z'"},
                {"accelerations", "r''"},  {"accelerations", "f''"},  {"accelerations", "z''"},
                {"momenta", "pr"},         {"momenta", "pf"},         {"momenta", "pz"},
                {"momentum_rates", "pr'"}, {"momentum_rates", "pf'"}, {"momentum_rates", "pz'"},
                {"multipliers", "rise"},   {"multipliers", "slip"},   {"multipliers", "again"},
                {"reactions", "r"},        {"reactions", "f"},        {"reactions", "z"},
                {"energy", "energy"}};
  for (size_t i = 0; i < COUNT(number); i++)
    assert_near(number_in(a, number[i].group, number[i].key),
                number_in(b, number[i].group, number[i].key));
}

static void test_disguise(void **state) {
  (void) state;
  DalModel *plain = model_of(PARAMETERS "hamiltonian = " KINETIC OTHERS);
  // plus a zero that is not recognized: roots of products
  DalModel *disguised =
    model_of(PARAMETERS "let a = 1 + pr^2\nlet b = 1 + pf^2 + pz^2\n"
                        "hamiltonian = sqrt(a)*sqrt(b) - sqrt(b + pr^2*b) + " KINETIC OTHERS);
  assert_int_equal(dal_model_derive(disguised, &(DalDeriveOptions){.method = "multipliers"}), DAL_UNABLE);
  assert_int_equal(dal_model_derive(disguised, &(DalDeriveOptions){.method = "hamilton"}), DAL_OK);
  uint64_t seed = 3;
  for (int i = 0; i < DRAWS; i++) {
    char at[200];
    snprintf(at, sizeof at, "t=%.17g, r=%.17g, f=%.17g, pr=%.17g", draw_between(&seed, 0, 3),
             draw_between(&seed, 0.5, 1.5), draw_between(&seed, -3, 3),
             draw_signed(&seed, 0.2, 1.5));
    same_numbers(evaluate(disguised, &(DalEvalOptions){.at = at}),
                 evaluate(plain, &(DalEvalOptions){.at = at}));
  }
  dal_model_destroy(plain);
  dal_model_destroy(disguised);
}

// --- projection ----------------------------------------------------------------------------------

// On the ring at (0.6, 0.8) the momenta that are allowed are s (0.8, -0.6): the nearest to
// (0.8, 0.3) in the metric H_pp ~ [1 + py^2, -px py; -px py, 1 + px^2] there has s = 0.46/1.5184.
static void test_projection(void **state) {
  (void) state;
  DalModel *m = model_of(RING HOLONOMIC "initial x = 0.6, y = 0.8\n");
  const char *json = evaluate(m, &(DalEvalOptions){.at = "px=0.8, py=0.3", .project = true});
  const double s = 0.46 / 1.5184;
  assert_near(number_in(json, "momenta", "px"), 0.8 * s);
  assert_near(number_in(json, "momenta", "py"), -0.6 * s);
  assert_near(number_in(json, "velocities", "x'"), 0.8 * s / sqrt(1 + s * s));
  const char *text;
  assert_int_equal(text_of(&text, dal_model_eval, m, &(DalEvalOptions){.at = "px=0.8, py=0.3"}, DAL_JSON),
                   DAL_INPUT);
  assert_non_null(strstr(dal_model_messages(m), "N0610"));
  dal_model_destroy(m);
}

// --- what has no answer --------------------------------------------------------------------------

static void refused(const char *text, const char *method, DalStatus status, const char *code) {
  DalModel *m = model_of(text);
  const char *json;
  DalStatus found = dal_model_derive(m, &(DalDeriveOptions){.method = method, .worksheet = true});
  if (found == DAL_OK) found = text_of(&json, dal_model_eval, m, NULL, DAL_JSON);
  assert_int_equal(found, status);
  if (!strstr(dal_model_messages(m), code)) fail_msg("no %s: %s", code, dal_model_messages(m));
  dal_model_destroy(m);
}

static void test_refused(void **state) {
  (void) state;
  static const char *const methods[] = {"lagrange", "multipliers", "udwadia", "appell", "hamel"};
  for (size_t i = 0; i < COUNT(methods); i++) {
    refused("coordinate x\nmomentum p\nhamiltonian = p^4\n", methods[i], DAL_UNABLE, "N0702");
    refused("coordinate x\nmomentum p\nhamiltonian = p^4\n", methods[i], DAL_UNABLE,
            "--method hamilton accepts it");
  }
  // a division by zero that shows only once x' = p^3 is put in
  refused("coordinate x\nmomentum p\nhamiltonian = p^4/4\nconstraint 1/(x' - p^3) = 1\n",
          "hamilton", DAL_INPUT, "N0311");
  // faster than light
  refused("coordinate x\nmomentum p\nhamiltonian = sqrt(1 + p^2)\ninitial x' = 1.5\n", "hamilton",
          DAL_INPUT, "N0640");
  // nothing acts on p, whose H_pp is 0 at p = 0, and the constraint is on s alone
  refused("coordinate x, y\nmomentum p, s\nhamiltonian = p^4/4 + s^2/2\nconstraint s = t\n",
          "hamilton", DAL_DOMAIN, "N0730");
}

// H_pp is singular at p = 0, but (5) has the limit of its solutions: p' = s' = Q_s
static void test_limit(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\nmomentum p, s\nhamiltonian = p^4/4 + s^2/2 - 3*x - 2*y\n"
                         "constraint p = s\n");
  const char *json = evaluate(m, &(DalEvalOptions){.at = "p=0"});
  assert_near(number_in(json, "momentum_rates", "p'"), 2);
  assert_near(number_in(json, "reactions", "x"), -1);
  assert_near(number_in(json, "reactions", "y"), 0);
  dal_model_destroy(m);
}

// A ray of light in a medium: H = |p|/n(y), singular H_pp. p_x' = 0, p_y' = |p| n'/n^2, n = 1 + y.
static void test_ray(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\nmomentum p, s\nhamiltonian = sqrt(p^2 + s^2)/(1 + y)\n");
  const char *json = evaluate(m, &(DalEvalOptions){.at = "y=1, p=3, s=4"});
  assert_near(number_in(json, "velocities", "x'"), 0.3);
  assert_near(number_in(json, "momentum_rates", "p'"), 0);
  assert_near(number_in(json, "momentum_rates", "s'"), 1.25);
  // (x', y') = (p, s)/(|p| n): x'' = -p s s'/(|p|^3 n) - p y'/(|p| n^2)
  assert_near(number_in(json, "accelerations", "x''"), -12 * 1.25 / 250 - 0.6 * 0.4 / 4);
  dal_model_destroy(m);
}

// sqrt(1 + p1^2 + sin(x1) p1 p2 + p2^2 + ...): H_pp is a full matrix of 17 rows, which no closed
// form inverts. At x = 0, p = (1, 0, ...), with x16 = 0 required: R = -Q and E q'' = Q + R
// otherwise.
static void test_large(void **state) {
  (void) state;
  char text[2000] = "coordinate x0", momenta[400] = "momentum p0", sum[800] = "";
  for (int i = 1; i <= 16; i++) {
    snprintf(text + strlen(text), 16, ", x%d", i);
    snprintf(momenta + strlen(momenta), 16, ", p%d", i);
    snprintf(sum + strlen(sum), 64, " + p%d^2 + sin(x%d)*p%d*p%d", i, i, i - 1, i);
  }
  snprintf(text + strlen(text), 1400,
           "\n%s\nhamiltonian = sqrt(1 + p0^2%s) - 2*x5 - 3*x16\nconstraint stop: x16 = 0\n",
           momenta, sum);
  DalModel *m = model_of(text);
  const char *json = evaluate(m, &(DalEvalOptions){.at = "p0=1"}), *printed;
  assert_near(number_in(json, "accelerations", "x5''"), 2 / sqrt(2));
  assert_near(number_in(json, "accelerations", "x16''"), 0);
  assert_near(number_in(json, "reactions", "x16"), -3);
  assert_near(number_in(json, "multipliers", "stop"), -3);
  assert_int_equal(text_of(&printed, dal_model_print, m, DAL_TEXT), DAL_OK);
  assert_non_null(strstr(printed, "lambda(stop)"));
  dal_model_destroy(m);
}

// M = H_pp^-1 = E^3 and M q'' = F along a line, with m = 1.
static void test_system(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x\nmomentum p\nhamiltonian = sqrt(1 + p^2) - 2*x\n");
  double x = 0, v = 0.6, M, F;
  assert_int_equal(dal_model_system(m, 0, &x, &v, &M, &F), DAL_OK);
  assert_near(M, 1.25 * 1.25 * 1.25);
  assert_near(F, 2);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_relativistic_particle),
    cmocka_unit_test(test_ring),
    cmocka_unit_test(test_multiplier),
    cmocka_unit_test(test_quartic),
    cmocka_unit_test(test_indefinite),
    cmocka_unit_test(test_disguise),
    cmocka_unit_test(test_projection),
    cmocka_unit_test(test_refused),
    cmocka_unit_test(test_limit),
    cmocka_unit_test(test_ray),
    cmocka_unit_test(test_large),
    cmocka_unit_test(test_system),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
