// Unit tests of native/text/dop853.h: the coefficients against the order conditions, the orders as
// measured. Judge: Hairer, Norsett, Wanner, Solving ODEs I, II.2 and II.5; closed forms.

#include "support/check.h"
#include "support/flows.h"

#include <math.h>

// the template itself, for its coefficients; DRIVE_RATE is never called with them
#define DRIVE_NAME(part) own_##part
#define DRIVE_LINKAGE static
#define DRIVE_N d->n
#define DRIVE_WATCHED d->watched
#define DRIVE_STORAGE(k) double *storage = d->work
#define DRIVE_RATE(t, y, yd) ((void) (t), (void) (y), (void) (yd))
#define DRIVE_PROJECT(t, y) ((void) (t), (void) (y))
#define DRIVE_EVENTS(t, y, g) ((void) (t), (void) (y), (void) (g))
#define DAL_FUSED 0  // as interpreted tapes
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/coefficients.h"
#include "native/text/stages.h"
#include "native/text/step.h"
#include "native/text/dop853.h"

// --- coefficients --------------------------------------------------------------------------------

#define STAGES 16

static const double node[STAGES] = {0,  C2,  C3,  C4, C5, C6,  C7,  C8,
                                    C9, C10, C11, 1,  1,  C14, C15, C16};

// The coefficients are up to 43 and given as doubles: some dozens of roundings of that size.
static const double tol_condition = 1e-13;

typedef struct {
  double k[STAGES][1];
  own_Work work;
} Slopes;

static const own_Work *slopes_point(Slopes *s) {
  own_Work *w = &s->work;
  double **const all[STAGES] = {&w->k1,  &w->k2,  &w->k3,  &w->k4,  &w->k5,  &w->k6,
                                &w->k7,  &w->k8,  &w->k9,  &w->k10, &w->k11, &w->k12,
                                &w->k13, &w->k14, &w->k15, &w->k16};
  for (int j = 0; j < STAGES; j++) *all[j] = s->k[j];
  return w;
}

// sum_j a_ij v_j for the stage i, counted from 1; 13 is the result.
static double stage_sum(const own_Work *k, int stage) {
  const int i = 0;
  switch (stage) {
    case 2: return A2;
    case 3: return A3;
    case 4: return A4;
    case 5: return A5;
    case 6: return A6;
    case 7: return A7;
    case 8: return A8;
    case 9: return A9;
    case 10: return A10;
    case 11: return A11;
    case 12: return A12;
    case 13: return B;
    case 14: return A14;
    case 15: return A15;
    default: return A16;
  }
}

static double error5_sum(const own_Work *k) {
  const int i = 0;
  return E;
}

static double error3_sum(const own_Work *k) {
  const int i = 0;
  return E3(B);
}

static void set_powers(Slopes *s, int power) {
  for (int j = 0; j < STAGES; j++) s->k[j][0] = power == 0 ? 1 : pow(node[j], power);
}

// sum_j a_ij c_j^(q-1) = c_i^q / q
static void test_stages(void **state) {
  (void) state;
  Slopes s;
  const own_Work *k = slopes_point(&s);
  for (int q = 1; q <= 2; q++) {
    set_powers(&s, q - 1);
    for (int i = q == 1 ? 2 : 3; i <= STAGES; i++)
      assert_near(stage_sum(k, i), pow(node[i - 1], q) / q, tol_condition);
  }
}

// sum_i b_i c_i^(q-1) = 1/q; the method of order 5 that the first estimate compares with agrees for
// q <= 5, that of order 3 for q <= 3
static void test_quadrature(void **state) {
  (void) state;
  Slopes s;
  const own_Work *k = slopes_point(&s);
  for (int q = 1; q <= 8; q++) {
    set_powers(&s, q - 1);
    assert_near(stage_sum(k, 13), 1.0 / q, tol_condition);
    if (q <= 5) assert_near(error5_sum(k), 0, tol_condition);
    if (q <= 3) assert_near(error3_sum(k), 0, tol_condition);
  }
  // and they are not of a higher order, or there would be no estimate
  set_powers(&s, 5);
  assert_true(fabs(error5_sum(k)) > 1e-4);
  set_powers(&s, 3);
  assert_true(fabs(error3_sum(k)) > 1e-4);
}

// sum_i b_i a_ij = b_j (1 - c_j)
static void test_columns(void **state) {
  (void) state;
  double b[STAGES], column[STAGES] = {0};
  Slopes s;
  const own_Work *k = slopes_point(&s);
  for (int j = 0; j < 12; j++) {
    memset(s.k, 0, sizeof s.k);
    s.k[j][0] = 1;
    b[j] = stage_sum(k, 13);
  }
  for (int j = 0; j < 12; j++) {
    memset(s.k, 0, sizeof s.k);
    s.k[j][0] = 1;
    for (int i = 2; i <= 12; i++) column[j] += b[i - 1] * stage_sum(k, i);
    assert_near(column[j], b[j] * (1 - node[j]), 10 * tol_condition);
  }
}

// --- orders --------------------------------------------------------------------------------------

// Returns the slope of the line that best fits the points (log a, log b).
static double fitted_slope(const double *a, const double *b, size_t n) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (size_t i = 0; i < n; i++) {
    x += log(a[i]);
    y += log(b[i]);
    xx += log(a[i]) * log(a[i]);
    xy += log(a[i]) * log(b[i]);
  }
  const double m = (double) n;
  return (m * xy - x * y) / (m * xx - x * x);
}

static void test_order(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  double step[6], error[6], y[4], exact[4];
  for (int i = 0; i < 6; i++) {
    const double tolerance = pow(10, -5 - i);
    const RunRequest r = {.to = 20, .rtol = tolerance, .atol = tolerance, .most_steps = 100000};
    RunResult result = {.y = y};
    kepler_start(0.3, y);
    kepler_state(0.3, 20, exact);
    assert_int_equal(run_flow(&flow, &r, &result), STATUS_OK);
    assert_int_equal(result.end, RUN_DONE);
    step[i] = 20 / (double) result.steps;
    error[i] = hypot(y[0] - exact[0], y[1] - exact[1]);
  }
  assert_true(fitted_slope(step, error, 6) > 7.5);
}

// Returns the error of a harmonic oscillator after some time.
static double late_error(double from, double time, double tolerance) {
  const Flow flow = flow_oscillator();
  double y[2] = {1, 0};
  const RunRequest r = {
    .from = from, .to = from + time, .rtol = tolerance, .atol = tolerance, .most_steps = 1000000};
  RunResult result = {.y = y};
  assert_int_equal(run_flow(&flow, &r, &result), STATUS_OK);
  assert_int_equal(result.end, RUN_DONE);
  return hypot(y[0] - cos(time), y[1] + sin(time));
}

// Law: what rounding takes from the state is added again, so that errors remain those of the method. About 40,000
// steps, each rounded by up to 2^-53, would be off by some 1e-11: the phase adds up what the energy has lost.
static void test_rounding(void **state) {
  (void) state;
  const double loose = late_error(0, 3000, 1e-12), tight = late_error(0, 3000, 1e-15);
  assert_true(loose > 1e-11);         // the method's
  assert_true(tight < 2e-3 * loose);  // at a thousandth of the tolerance: no rounding
}

// Law: so is what rounding takes from the time. At t = 1e8 that is up to 7e-9 in each of some 1500 steps.
static void test_late_times(void **state) {
  (void) state;
  const double late = late_error(1e8, 300, 1e-12), early = late_error(0, 300, 1e-12);
  assert_true(fabs(late - early) < 0.01 * early);
}

// Returns the largest error of the dense output over one step of length h of the harmonic oscillator.
static double dense_error(double h) {
  const Flow flow = flow_oscillator();
  double y[2] = {0.8, 0.6}, times[9], rows[18], largest = 0;
  for (int i = 0; i < 9; i++) times[i] = h * (i + 1) / 10;
  // tolerances that allow any step
  const RunRequest r = {
    .to = h, .rtol = 1e3, .atol = 1e3, .times = times, .n_times = 9, .most_steps = 10};
  RunResult result = {.y = y, .rows = rows};
  assert_int_equal(run_flow(&flow, &r, &result), STATUS_OK);
  assert_int_equal(result.steps, 1);
  assert_int_equal(result.n_rows, 9);
  for (int i = 0; i < 9; i++)
    largest = fmax(largest, fabs(rows[2 * i] - 0.8 * cos(times[i]) - 0.6 * sin(times[i])));
  return largest;
}

// A polynomial of degree 7 that is right to order 7 leaves h^8 over one step.
static void test_dense_order(void **state) {
  (void) state;
  const double step[] = {0.9, 0.7, 0.55, 0.45};
  double error[COUNT(step)];
  for (size_t i = 0; i < COUNT(step); i++) error[i] = dense_error(step[i]);
  const double slope = fitted_slope(step, error, COUNT(step));
  assert_true(slope > 7.5 && slope < 9);
}

// Stability limits the steps, not accuracy.
static void test_stiff_hint(void **state) {
  (void) state;
  const Flow stiff = flow_van_der_pol(), soft = flow_kepler();
  double y[4] = {2, 0};
  RunRequest r = {.to = 0.1, .rtol = 1e-6, .atol = 1e-6, .most_steps = 100000};
  RunResult result = {.y = y};
  assert_int_equal(run_flow(&stiff, &r, &result), STATUS_OK);
  assert_int_equal(result.end, RUN_DONE);
  assert_true(result.stiff);
  r.to = 3000;
  kepler_start(0.5, y);
  assert_int_equal(run_flow(&soft, &r, &result), STATUS_OK);
  assert_true(result.steps > 5000);
  assert_false(result.stiff);
}

// Judge: the library's log2. 4e-4 is what the comment promises.
static void test_log2_about(void **state) {
  (void) state;
  for (double x = 1e-300; x < 1e300; x *= 1.037) assert_near(own_log2_about(x), log2(x), 4e-4);
  for (int k = -1000; k <= 1000; k += 50) assert_true(own_log2_about(ldexp(1, k)) == k);
  // special values of the error of a step: no sign, no rounding to zero
  assert_true(own_log2_about(0) <= -1000 && own_log2_about((double) INFINITY) >= 1000);
}

// Judge: fmax and fmin of the C library, with infinities and NaN.
static void test_larger_and_smaller(void **state) {
  (void) state;
  const double some[] = {-HUGE_VAL, -2, 0, 1e-300, 3, HUGE_VAL, (double) NAN};
  for (size_t i = 0; i < COUNT(some); i++)
    for (size_t j = 0; j < COUNT(some); j++) {
      const double most = fmax(some[i], some[j]), least = fmin(some[i], some[j]);
      assert_true(isnan(most) ? isnan(drive_larger(some[i], some[j]))
                              : drive_larger(some[i], some[j]) == most);
      assert_true(isnan(least) ? isnan(drive_smaller(some[i], some[j]))
                               : drive_smaller(some[i], some[j]) == least);
    }
}

static double factor_after(Drive *d, double error, double most) {
  return own_step_factor(&d->memory, error, error > 0 ? log2(error) : own_log2_about(error), most);
}

// The next step: 0.9 e^-0.113 (last e)^0.06, in single precision; 0.9 e^-1/8 after a step that was
// refused, which is not remembered; between 1/3 and the most.
static void test_step_factor(void **state) {
  (void) state;
  const double tol_single = 1e-6;
  Drive d = {.memory = log2(0.01)};
  assert_near(factor_after(&d, 0.25, 6), 0.9 * pow(0.25, -0.113) * pow(0.01, 0.06), tol_single);
  assert_near(d.memory, -2, tol_single);
  assert_near(factor_after(&d, 3, 1), 0.9 * pow(3, -0.125), tol_single);
  assert_near(d.memory, -2, tol_single);
  assert_true(factor_after(&d, 1e-30, 6) == 6);
  assert_near(d.memory, log2(1e-4), tol_single);
  assert_true(factor_after(&d, 0, 6) == 6);
  assert_true(factor_after(&d, 0.5, 1) <= 1);
  assert_near(factor_after(&d, 1e30, 6), 0.333, tol_single);
  assert_near(factor_after(&d, 1e300, 6), 0.333, tol_single);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_stages),
    cmocka_unit_test(test_quadrature),
    cmocka_unit_test(test_columns),
    cmocka_unit_test(test_order),
    cmocka_unit_test(test_dense_order),
    cmocka_unit_test(test_rounding),
    cmocka_unit_test(test_late_times),
    cmocka_unit_test(test_stiff_hint),
    cmocka_unit_test(test_log2_about),
    cmocka_unit_test(test_step_factor),
    cmocka_unit_test(test_larger_and_smaller),
  };
  own_drive(&(Drive){.h = 1});  // t is the end: nothing to do
  return cmocka_run_group_tests(tests, NULL, NULL);
}
