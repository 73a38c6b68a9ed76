// unit/support/test_reference.c: the judge of motions is judged by closed forms.
//
// Judge: support/closed.h, and quantities that are conserved. Bounds: a motion of fewer than 1000
// steps, each wrong by REFERENCE_ERROR at most, errors growing with time no faster than 20 units
// of shear.

#include "support/closed.h"
#include "support/desk.h"
#include "support/reference.h"

#include <stdlib.h>
#include <string.h>

#define TIMES 20
#define BOUND (1000 * REFERENCE_ERROR)
#define ROUNDED 1e-32  // of a state that was found to 113 bits

static QuadMotion *open_well(const char *text) {
  QuadMotion *r = reference_open(text);
  assert_non_null(r);
  if (reference_trouble(r) != NULL) fail_msg("%s", reference_trouble(r));
  return r;
}

static QuadMotion *open_closed(const ClosedMotion *motion) {
  char *text = closed_text(motion);
  assert_non_null(text);
  QuadMotion *r = open_well(text);
  free(text);
  assert_int_equal(reference_count(r), motion->n);
  return r;
}

static void need(const QuadMotion *r, bool done) {
  if (!done) fail_msg("%s", reference_trouble(r));
}

// Returns the largest difference from the closed form, relative to the largest of the state and 1.
static double error_at(const ClosedMotion *motion, Quad t, const Quad *q, const Quad *v) {
  Quad x[CLOSED_MOST], w[CLOSED_MOST], error = 0, size = 1;
  motion->state(t, x, w);
  for (size_t i = 0; i < motion->n; i++) {
    error = quad_max(error, quad_max(quad_abs(q[i] - x[i]), quad_abs(v[i] - w[i])));
    size = quad_max(size, quad_max(quad_abs(x[i]), quad_abs(w[i])));
  }
  return (double) (error / size);
}

static void test_closed(void **state) {
  (void) state;
  for (size_t k = 0; k < closed_motions_count; k++) {
    const ClosedMotion *motion = &closed_motions[k];
    QuadMotion *r = open_closed(motion);
    Quad t, q[CLOSED_MOST], v[CLOSED_MOST];
    need(r, reference_initial(r, &t, q, v));
    const double start = error_at(motion, t, q, v);
    if (!(start <= ROUNDED)) fail_msg("%s: start %g", motion->name, start);
    need(r, reference_start(r, t, q, v));
    double largest = 0;
    for (int i = 2 * TIMES; i >= -2 * TIMES; i--) {  // to the end and back
      const Quad at = quad(motion->end) * (Quad) (2 * TIMES - abs(i)) / (2 * TIMES);
      need(r, reference_reach(r, at, q, v));
      const double error = error_at(motion, at, q, v);
      if (error > largest) largest = error;
    }
    if (!(largest <= BOUND)) fail_msg("%s: error %g", motion->name, largest);
    print_message("%-20s largest error %.1e\n", motion->name, largest);
    reference_close(r);
  }
}

// A closed form of another model is rejected: the test above can fail.
static void test_wrong_motion(void **state) {
  (void) state;
  const ClosedMotion *motion = closed_find("oscillator");
  QuadMotion *r =
    open_well("coordinate x\nkinetic = 1/2*x'^2\npotential = 2.000000000000000001*x^2\n"
              "initial x = 1, x' = 1\n");
  Quad t, q[1], v[1];
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v) && reference_reach(r, 20, q, v));
  assert_true(error_at(motion, 20, q, v) > 1e-18);
  reference_close(r);
}

// After 4 quarter periods, K by the arithmetic-geometric mean, the pendulum is back.
static void test_period(void **state) {
  (void) state;
  QuadMotion *r = open_closed(closed_find("pendulum"));
  const Quad omega = sqrtf128(quad_ratio(981, 200));
  const Quad period = 4 * closed_quarter_period(sinf128(1)) / omega;
  Quad t, q[1], v[1];
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v) && reference_reach(r, 3 * period, q, v));
  assert_true(quad_abs(q[0] - 2) < quad(BOUND) && quad_abs(v[0]) < quad(BOUND));
  need(r, reference_reach(r, period / 4, q, v));
  assert_true(quad_abs(q[0]) < quad(BOUND));
  reference_close(r);
}

// Energy and the angular momentum about the vertical, by hand
static void test_spherical_pendulum(void **state) {
  (void) state;
  char *text = closed_read_file("models/spherical-pendulum.mech");
  assert_non_null(text);
  QuadMotion *r = open_well(text);
  free(text);
  Quad t, q[2], v[2], energy = 0, momentum = 0;
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v));
  for (int i = 0; i <= TIMES; i++) {
    need(r, reference_reach(r, (Quad) i, q, v));
    const Quad s = sinf128(q[0]);
    const Quad h = (v[0] * v[0] + s * s * v[1] * v[1]) / 2 - quad_ratio(981, 100) * cosf128(q[0]);
    const Quad J = s * s * v[1];
    if (i == 0) {
      energy = h;
      momentum = J;
    }
    assert_true(quad_abs(h - energy) < quad(BOUND) * 10);  // of the size of g
    assert_true(quad_abs(J - momentum) < quad(BOUND));
  }
  reference_close(r);
}

// The sleigh of the gallery: v and w follow the formulas of its comment.
static void test_gallery_sleigh(void **state) {
  (void) state;
  char *text = closed_read_file("models/chaplygin-sleigh.mech");
  assert_non_null(text);
  QuadMotion *r = open_well(text);
  free(text);
  const Quad J = quad_ratio(55, 100), k = sqrtf128(2) / 2 / J;
  Quad t, q[3], v[3];
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v));
  for (int i = 0; i <= TIMES; i++) {
    need(r, reference_reach(r, (Quad) i, q, v));
    const Quad s = k * (Quad) (i - 2), along = v[0] * cosf128(q[2]) + v[1] * sinf128(q[2]);
    assert_true(quad_abs(along - sqrtf128(2) * tanhf128(s)) < quad(BOUND));
    assert_true(quad_abs(v[2] - sqrtf128(2 / J) / coshf128(s)) < quad(BOUND));
  }
  reference_close(r);
}

// --- constraints ---------------------------------------------------------------------------------

// Rates alone are constraints as well: the sleigh without its edge, which they imply.
static void test_rates_alone(void **state) {
  (void) state;
  const ClosedMotion *motion = closed_find("sleigh");
  char *text = closed_text(motion);
  assert_non_null(text);
  char *edge = strstr(text, "constraint edge");
  assert_non_null(edge);
  memset(edge, ' ', strcspn(edge, "\n"));
  QuadMotion *r = open_well(text);
  free(text);
  Quad t, q[3], v[3];
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v) && reference_reach(r, 20, q, v));
  assert_true(error_at(motion, 20, q, v) < BOUND);
  need(r, reference_settle(r, 20, q, v));
  assert_true(error_at(motion, 20, q, v) < BOUND);
  reference_close(r);
}

// The rod twice, and once more as a constraint on velocities: one constraint, as before.
static void test_redundant(void **state) {
  (void) state;
  const ClosedMotion *motion = closed_find("pendulum-rod");
  char text[1000];
  strcpy(text, motion->text);
  strcat(text, "constraint again: (x^2 + y^2)^2 = l^4\nconstraint third: x*x' + y*y' = 0\n");
  QuadMotion *r = open_well(text);
  Quad t, q[2], v[2];
  need(r, reference_initial(r, &t, q, v));
  need(r, reference_start(r, t, q, v) && reference_reach(r, 20, q, v));
  assert_true(error_at(motion, 20, q, v) < BOUND);
  reference_close(r);
}

// A state of doubles is moved to the manifold, by no more than their rounding.
static void test_settle(void **state) {
  (void) state;
  QuadMotion *r = open_closed(closed_find("pendulum-rod"));
  Quad q[2] = {quad(1.2), quad(-1.6)}, v[2] = {quad(0.4), quad(0.3)};
  need(r, reference_settle(r, 0, q, v));
  assert_true(quad_abs(q[0] * q[0] + q[1] * q[1] - 4) < quad(ROUNDED));
  assert_true(quad_abs(q[0] * v[0] + q[1] * v[1]) < quad(ROUNDED));
  assert_true(quad_abs(q[0] - quad(1.2)) < quad(1e-15) && quad_abs(v[1] - quad(0.3)) < quad(1e-15));
  assert_true(quad_abs(q[0] - quad(1.2)) > 0);
  reference_close(r);
}

// Three constraints, one of which follows from the others only on the manifold. Off it by the
// rounding of doubles they are independent, and solved as three they are wrong in the first digit. With
// one left out, the motion differs by the rounding, amplified: off the manifold 1e4 times in these
// 10 units of time, on it 1e2 times. So a state is settled unless there is a reason not to.
static void test_as_it_is(void **state) {
  (void) state;
  char *text = closed_read_file("models/orthogonal-velocities.mech");
  assert_non_null(text);
  QuadMotion *r = open_well(text);
  free(text);
  Quad t, q[2][4], v[2][4];
  need(r, reference_initial(r, &t, q[0], v[0]));
  for (size_t i = 0; i < 4; i++) {
    q[1][i] = quad((double) q[0][i]) + quad(i % 2 == 0 ? 1e-16 : -1e-16);
    v[1][i] = quad((double) v[0][i]) + quad(i < 2 ? 1e-16 : -1e-16);
  }
  for (size_t k = 0; k < 2; k++)
    need(r, reference_start(r, t, q[k], v[k]) && reference_reach(r, 10, q[k], v[k]));
  for (size_t i = 0; i < 4; i++) {
    assert_true(quad_abs(q[1][i] - q[0][i]) < quad(1e-10) * quad_norm(q[0], 4));
    assert_true(quad_abs(v[1][i] - v[0][i]) < quad(1e-10) * quad_norm(v[0], 4));
  }
  reference_close(r);
}

// From doubles to the end at once; the closed form starts within their rounding.
static void test_run(void **state) {
  (void) state;
  const ClosedMotion *motion = closed_find("kepler-cartesian");
  char *text = closed_text(motion);
  assert_non_null(text);
  const double q0[2] = {1, 0}, v0[2] = {0, 1.3};
  Quad q[2], v[2];
  assert_true(reference_run(text, 0, 20, q0, v0, q, v));
  free(text);
  const double error = error_at(motion, 20, q, v);
  assert_true(error < 1e-14 && error > 1e-18);  // 1.3 is not a double
}

// --- what cannot be done -------------------------------------------------------------------------

static void assert_trouble(const char *text, const char *trouble) {
  QuadMotion *r = reference_open(text);
  assert_non_null(r);
  Quad t, q[4], v[4];
  if (reference_trouble(r) == NULL && reference_initial(r, &t, q, v) && reference_start(r, t, q, v))
    (void) reference_reach(r, t + 20, q, v);
  if (reference_trouble(r) == NULL || strstr(reference_trouble(r), trouble) == NULL)
    fail_msg("%s instead of %s", reference_trouble(r) == NULL ? "nothing" : reference_trouble(r),
             trouble);
  reference_close(r);
}

static void test_trouble(void **state) {
  (void) state;
  assert_trouble("coordinate x\nkinetic = 1/2*y'^2\n", "y is not declared");
  assert_trouble("parameter m\ncoordinate x\nkinetic = m*x'^2\n", "m has no value");
  assert_trouble("coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\nconstraint c: x^2 + y^2 = -1\n"
                 "initial x = 1\n",
                 "no state satisfies");
  // falls into the centre at t = pi/(2 sqrt(2))
  assert_trouble("coordinate r\nkinetic = 1/2*r'^2\npotential = -1/r\ninitial r = 1, r' = 0\n",
                 "singular state");
  assert_trouble("coordinate x, y\nkinetic = 1/2*x'^2\n", "left open");
  // a pendulum on a rod twice, and a coordinate that nothing moves
  assert_trouble("coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2)\nconstraint a: x^2 + y^2 = 1\n"
                 "constraint b: x*x' + y*y' = 0\ninitial x = 1, y = 0, y' = 1, z = 1\n",
                 "left open");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_closed),         cmocka_unit_test(test_wrong_motion),
    cmocka_unit_test(test_period),         cmocka_unit_test(test_spherical_pendulum),
    cmocka_unit_test(test_gallery_sleigh), cmocka_unit_test(test_rates_alone),
    cmocka_unit_test(test_redundant),      cmocka_unit_test(test_settle),
    cmocka_unit_test(test_as_it_is),       cmocka_unit_test(test_run),
    cmocka_unit_test(test_trouble),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
