// Accelerations near singular states, against 50 digits: motion/constrained.c and, through a model, all of it.
//
// Law:   near a singular state the error grows like the condition of the problem, not like its square, as it
//        would with the normal equations A M^-1 A^T.
// Judge: the augmented problem [M -A^T; A 0] solved by MPFR with 50 digits, with its inverse. The condition is
//        that of Skeel for the part x: the largest |K^-1| (|K| |y| + |f|), which is what rounding all
//        entries of K and f can do to x.

#include "motion/constrained.h"
#include "support/constrained.h"
#include "dalembert.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <mpfr.h>

#define DIGITS_50 170  // bits
#define MOST      12   // unknowns
#define STATES    40

// How many roundings of each entry may be counted: the solution takes about 10 n of them one after the other
#define MODEST 50

// --- linear systems by MPFR -----------------------------------------------------------------------

typedef struct {
  size_t n;
  mpfr_t a[MOST][2 * MOST];  // K, then what becomes its inverse
} Big;

static void big_init(Big *x, size_t n) {
  x->n = n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < 2 * n; j++) {
      mpfr_init2(x->a[i][j], DIGITS_50);
      mpfr_set_si(x->a[i][j], j == n + i ? 1 : 0, MPFR_RNDN);
    }
}

static void big_clear(Big *x) {
  for (size_t i = 0; i < x->n; i++)
    for (size_t j = 0; j < 2 * x->n; j++) mpfr_clear(x->a[i][j]);
}

// Inverts by Gauss-Jordan elimination with partial pivoting.
static void big_invert(Big *x) {
  mpfr_t factor, product;
  mpfr_inits2(DIGITS_50, factor, product, (mpfr_ptr) NULL);
  for (size_t k = 0; k < x->n; k++) {
    size_t best = k;
    for (size_t i = k; i < x->n; i++)
      if (mpfr_cmpabs(x->a[i][k], x->a[best][k]) > 0) best = i;
    assert_false(mpfr_zero_p(x->a[best][k]));
    for (size_t j = 0; j < 2 * x->n; j++) mpfr_swap(x->a[k][j], x->a[best][j]);
    mpfr_ui_div(factor, 1, x->a[k][k], MPFR_RNDN);
    for (size_t j = 0; j < 2 * x->n; j++) mpfr_mul(x->a[k][j], x->a[k][j], factor, MPFR_RNDN);
    for (size_t i = 0; i < x->n; i++) {
      if (i == k) continue;
      mpfr_set(factor, x->a[i][k], MPFR_RNDN);
      for (size_t j = 0; j < 2 * x->n; j++) {
        mpfr_mul(product, factor, x->a[k][j], MPFR_RNDN);
        mpfr_sub(x->a[i][j], x->a[i][j], product, MPFR_RNDN);
      }
    }
  }
  mpfr_clears(factor, product, (mpfr_ptr) NULL);
}

// --- the judged problem -----------------------------------------------------------------------------

typedef struct {
  size_t n, r;
  double M[MOST * MOST], F[MOST], A[MOST * MOST], b[MOST];
} Problem;

typedef struct {
  double x[MOST];
  double reach;  // how far relative changes of all entries can move x, per unit: Skeel's condition
} Solution;

static double entry(const Problem *p, size_t i, size_t j) {
  if (i < p->n) return j < p->n ? p->M[i * p->n + j] : -p->A[(j - p->n) * p->n + i];
  return j < p->n ? p->A[(i - p->n) * p->n + j] : 0;
}

static Solution solve_big(const Problem *p) {
  const size_t k = p->n + p->r;
  Big K;
  Solution s     = {0};
  double y[MOST] = {0};
  big_init(&K, k);
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) mpfr_set_d(K.a[i][j], entry(p, i, j), MPFR_RNDN);
  big_invert(&K);
  mpfr_t sum, term;
  mpfr_inits2(DIGITS_50, sum, term, (mpfr_ptr) NULL);
  for (size_t i = 0; i < k; i++) {
    mpfr_set_zero(sum, 1);
    for (size_t j = 0; j < k; j++) {
      mpfr_mul_d(term, K.a[i][k + j], j < p->n ? p->F[j] : p->b[j - p->n], MPFR_RNDN);
      mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    y[i] = mpfr_get_d(sum, MPFR_RNDN);
    if (i < p->n) s.x[i] = y[i];
  }
  for (size_t i = 0; i < p->n; i++) {
    double reach = 0;
    for (size_t j = 0; j < k; j++) {
      double row = fabs(j < p->n ? p->F[j] : p->b[j - p->n]);
      for (size_t l = 0; l < k; l++) row += fabs(entry(p, j, l) * y[l]);
      reach += fabs(mpfr_get_d(K.a[i][k + j], MPFR_RNDN)) * row;
    }
    s.reach = fmax(s.reach, reach);
  }
  mpfr_clears(sum, term, (mpfr_ptr) NULL);
  big_clear(&K);
  return s;
}

static double error_of(const double *x, const Solution *s, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i] - s->x[i]));
  return most;
}

// --- the way that loses twice the digits -------------------------------------------------------------

// lambda from (A M^-1 A^T) lambda = b - A M^-1 F in doubles, M diagonal, two constraints
static void by_normal_equations(const Problem *p, double *x) {
  double G[2][2] = {{0}}, f[2], a[MOST];
  for (size_t i = 0; i < p->n; i++) a[i] = p->F[i] / p->M[i * p->n + i];
  for (size_t c = 0; c < 2; c++) {
    f[c] = p->b[c];
    for (size_t i = 0; i < p->n; i++) {
      f[c] -= p->A[c * p->n + i] * a[i];
      for (size_t d = 0; d < 2; d++)
        G[c][d] += p->A[c * p->n + i] * p->A[d * p->n + i] / p->M[i * p->n + i];
    }
  }
  const double det       = G[0][0] * G[1][1] - G[0][1] * G[1][0];
  const double lambda[2] = {(G[1][1] * f[0] - G[0][1] * f[1]) / det,
                            (G[0][0] * f[1] - G[1][0] * f[0]) / det};
  for (size_t i = 0; i < p->n; i++)
    x[i] = a[i] + (p->A[i] * lambda[0] + p->A[p->n + i] * lambda[1]) / p->M[i * p->n + i];
}

// --- nearly dependent rows ----------------------------------------------------------------------------

// Draws a second row that is a multiple of the first, except for a part of size distance; b fits in the same way.
static Problem nearly_dependent(uint64_t *seed, double distance) {
  Problem p           = {.n = 5, .r = 2};
  const double factor = draw_signed(seed, 0.5, 2);
  for (size_t i = 0; i < p.n; i++) {
    p.M[i * p.n + i] = draw_between(seed, 0.5, 2);
    p.F[i]           = draw_signed(seed, 0.3, 1.5);
    p.A[i]           = draw_signed(seed, 0.3, 1.5);
    p.A[p.n + i]     = factor * p.A[i] + distance * draw_signed(seed, 0.3, 1.5);
  }
  p.b[0] = draw_signed(seed, 0.3, 1.5);
  p.b[1] = factor * p.b[0] + distance * draw_signed(seed, 0.3, 1.5);
  return p;
}

static void solve(Problem *p, bool null_space, double *x) {
  double size[MOST], lambda[MOST];
  bool loses[MOST];
  for (size_t c = 0; c < p->r; c++) {
    size[c] = 0;
    for (size_t i = 0; i < p->n; i++) size[c] += fabs(p->A[c * p->n + i]);
  }
  const ConstrainedSystem s = {.n    = p->n,
                               .r    = p->r,
                               .rank = p->r,
                               .M    = p->M,
                               .F    = p->F,
                               .A    = p->A,
                               .B    = p->A,
                               .b    = p->b,
                               .size = size};
  ConstrainedResult result  = {.loses = loses};
  const Status status       = null_space ? constrained_by_null_space(&s, x, lambda, &result)
                                         : constrained_by_pseudo_inverse(&s, x, lambda, &result);
  assert_int_equal(status, STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_OK);
}

static void near_dependence(double distance) {
  uint64_t seed = 12;
  double worst = 0, worst_normal = 0;
  for (int k = 0; k < STATES; k++) {
    Problem p        = nearly_dependent(&seed, distance);
    const Solution s = solve_big(&p);
    double x[MOST];
    for (int way = 0; way < 2; way++) {
      solve(&p, way == 0, x);
      worst = fmax(worst, error_of(x, &s, p.n) / (DBL_EPSILON * s.reach));
    }
    by_normal_equations(&p, x);
    worst_normal = fmax(worst_normal, error_of(x, &s, p.n) / (DBL_EPSILON * s.reach));
  }
  print_message("distance %g: %.3g roundings of all entries; by normal equations %.3g\n", distance,
                worst, worst_normal);
  assert_true(worst <= MODEST);
  // the law can fail: the normal equations do not satisfy it
  assert_true(worst_normal > MODEST);
}

static void rows_near_1e_3(void **state) { (void) state, near_dependence(1e-3); }
static void rows_near_1e_6(void **state) { (void) state, near_dependence(1e-6); }
static void rows_near_1e_8(void **state) { (void) state, near_dependence(1e-8); }

// --- a parallelogram that is nearly flat ------------------------------------------------------------

// Two cranks of length 1, joined by a coupler of length 2, all given by the points B and C: flat at phi = 0,
// where the three constraints lose rank.
static const char parallelogram[] = "parameter g = 9.81\n"
                                    "coordinate x1, y1, x2, y2\n"
                                    "point B mass 1 at [x1, y1]\n"
                                    "point C mass 2 at [x2, y2]\n"
                                    "gravity = [0, -g]\n"
                                    "constraint crank: x1^2 + y1^2 = 1\n"
                                    "constraint rocker: (x2 - 2)^2 + y2^2 = 1\n"
                                    "constraint coupler: (x2 - x1)^2 + (y2 - y1)^2 = 4\n";

static void parallelogram_problem(const double *q, const double *v, Problem *p) {
  const double d[2] = {q[2] - q[0], q[3] - q[1]}, w[2] = {v[2] - v[0], v[3] - v[1]};
  *p = (Problem){.n = 4, .r = 3};
  for (size_t i = 0; i < 4; i++) p->M[i * 4 + i] = i < 2 ? 1 : 2;
  p->F[1] = -9.81, p->F[3] = -2 * 9.81;
  const double A[3][4] = {{2 * q[0], 2 * q[1], 0, 0},
                          {0, 0, 2 * (q[2] - 2), 2 * q[3]},
                          {-2 * d[0], -2 * d[1], 2 * d[0], 2 * d[1]}};
  memcpy(p->A, A, sizeof A);
  p->b[0] = -2 * (v[0] * v[0] + v[1] * v[1]);
  p->b[1] = -2 * (v[2] * v[2] + v[3] * v[3]);
  p->b[2] = -2 * (w[0] * w[0] + w[1] * w[1]);
}

static void near_flat(double phi) {
  static const char *const methods[] = {"multipliers", "udwadia"};
  DalModel *m                        = dal_model_create();
  assert_int_equal(dal_model_add(m, parallelogram), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const double q[4] = {cos(phi), sin(phi), 2 + cos(phi), sin(phi)}, rate = 0.7;
  const double v[4] = {-rate * sin(phi), rate * cos(phi), -rate * sin(phi), rate * cos(phi)};
  Problem p;
  parallelogram_problem(q, v, &p);
  const Solution s = solve_big(&p);
  for (int i = 0; i < 2; i++) {
    double a[4];
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    assert_int_equal(dal_model_accelerations(m, 0, q, v, a), DAL_OK);
    const double roundings = error_of(a, &s, 4) / (DBL_EPSILON * s.reach);
    print_message("phi = %g, %s: %.3g roundings of all entries\n", phi, methods[i], roundings);
    assert_true(roundings <= MODEST);
  }
  dal_model_destroy(m);
}

static void parallelogram_1e_3(void **state) { (void) state, near_flat(1e-3); }
static void parallelogram_1e_6(void **state) { (void) state, near_flat(1e-6); }

// and flat: a singular state
static void parallelogram_flat(void **state) {
  (void) state;
  DalModel *m       = dal_model_create();
  const double q[4] = {1, 0, 3, 0}, v[4] = {0, 0.7, 0, 0.7};
  double a[4];
  assert_int_equal(dal_model_add(m, parallelogram), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(dal_model_accelerations(m, 0, q, v, a), DAL_DOMAIN);
  assert_non_null(strstr(dal_model_messages(m), "coupler"));
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(rows_near_1e_3),     cmocka_unit_test(rows_near_1e_6),
    cmocka_unit_test(rows_near_1e_8),     cmocka_unit_test(parallelogram_1e_3),
    cmocka_unit_test(parallelogram_1e_6), cmocka_unit_test(parallelogram_flat),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  mpfr_free_cache();
  return failed;
}
