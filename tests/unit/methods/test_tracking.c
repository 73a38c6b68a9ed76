// tests/unit/methods/test_tracking.c: reactions as control forces, U16 section 5.
//
// Judge: models/tracking-arm.mech by inverse kinematics (the cosine law, then two linear equations)
// and Newton's law for each mass, in long double; it shares nothing with Lagrange's equations.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"
#include "support/constrained.h"

#include <math.h>

// 4500 roundings of the largest value, about 10; the arm stays away from its stretched position
#define TOLERANCE 1e-11

static const Real m1 = 1.5L, m2 = 0.8L, l1 = 1, l2 = 0.9L, g = 9.81L;
static const Real a = 0.6L, b = 0.9L, R = 0.25L, w = 2;

typedef struct {
  Real q[2], torque[2];  // the angles, and the torque on each link
} Arm;

static Arm arm_at(Real t) {
  const Real X = a + R * cosl(w * t), Y = b + R * sinl(w * t), d = hypotl(X, Y);
  const Real v[2] = {-R * w * sinl(w * t), R * w * cosl(w * t)};
  const Real tip[2] = {-R * w * w * cosl(w * t), -R * w * w * sinl(w * t)};
  Arm arm;
  arm.q[0] = atan2l(Y, X) + acosl((d * d + l1 * l1 - l2 * l2) / (2 * l1 * d));
  arm.q[1] = atan2l(Y - l1 * sinl(arm.q[0]), X - l1 * cosl(arm.q[0]));
  const Real c1 = cosl(arm.q[0]), s1 = sinl(arm.q[0]), c2 = cosl(arm.q[1]), s2 = sinl(arm.q[1]);
  // J = [-l1 s1, -l2 s2; l1 c1, l2 c2], its determinant l1 l2 sin(q2 - q1)
  const Real det = l1 * l2 * (s2 * c1 - c2 * s1);
  const Real qd[2] = {(l2 * c2 * v[0] + l2 * s2 * v[1]) / det,
                      (-l1 * c1 * v[0] - l1 * s1 * v[1]) / det};
  // J q'' = acceleration of the tip - J' q'
  const Real x = tip[0] + l1 * c1 * qd[0] * qd[0] + l2 * c2 * qd[1] * qd[1],
             y = tip[1] + l1 * s1 * qd[0] * qd[0] + l2 * s2 * qd[1] * qd[1];
  const Real turn = (l2 * c2 * x + l2 * s2 * y) / det;
  const Real elbow[2] = {-l1 * s1 * turn - l1 * c1 * qd[0] * qd[0],
                         l1 * c1 * turn - l1 * s1 * qd[0] * qd[0]};
  // moments of m (acceleration + g upwards) about the joint of each link
  const Real second[2] = {m2 * tip[0], m2 * (tip[1] + g)},
             first[2] = {m1 * elbow[0] + second[0], m1 * (elbow[1] + g) + second[1]};
  arm.torque[0] = l1 * (c1 * first[1] - s1 * first[0]);
  arm.torque[1] = l2 * (c2 * second[1] - s2 * second[0]);
  return arm;
}

static void follow(DalModel *m) {
  for (int i = 0; i < 25; i++) {
    const double t = 0.13 * i;
    const Arm arm = arm_at((Real) t);
    char at[80];
    const char *json;
    snprintf(at, sizeof at, "t=%.17g", t);
    if (text_of(&json, dal_model_eval, m, &(DalEvalOptions){.at = at}, DAL_JSON) != DAL_OK)
      fail_msg("%s", dal_model_messages(m));
    const Real value[4] = {(Real) number_in(json, "coordinates", "theta1"),
                           (Real) number_in(json, "coordinates", "theta2"),
                           (Real) number_in(json, "reactions", "theta1"),
                           (Real) number_in(json, "observables", "elbow_motor")};
    const Real expected[4] = {arm.q[0], arm.q[1], arm.torque[0], arm.torque[1]};
    for (int k = 0; k < 4; k++)
      if (!(fabsl(value[k] - expected[k]) <= (Real) TOLERANCE))
        fail_msg("at t = %g: %.17Lg is not %.17Lg", t, value[k], expected[k]);
  }
}

static void test_arm(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "udwadia", "appell", "hamilton"};
  for (size_t i = 0; i < COUNT(methods); i++) {
    DalModel *m = dal_model_create();
    assert_int_equal(dal_model_read(m, "models/tracking-arm.mech"), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    follow(m);
    dal_model_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arm)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
