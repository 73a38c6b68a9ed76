// Unit tests of figure/layout.c: ranges, marks, thinning, and values that are not numbers.

#include "figure/figure_impl.h"
#include "support/check.h"
#include <float.h>
#include <math.h>

static Panel panel_of(Bench *bench, const double *x, const double *y, size_t n) {
  Panel panel = {0};
  array_push(&bench->arena, &panel.series, ((Series){.n = n, .at = {x, y}}));
  return panel;
}

static void check_axis(const Axis *axis) {
  assert_true(isfinite(axis->low) && isfinite(axis->high) && axis->low < axis->high);
  assert_true(axis->step > 0 && axis->decimals >= 0 && axis->decimals < 20);
  const double marks = (axis->high - axis->low) / axis->step;
  assert_true(marks >= 1 && marks <= 20);
}

static PanelLayout laid_out(Bench *bench, Panel panel) {
  Figure figure = {0};
  array_push(&bench->arena, &figure.panels, panel);
  const Layout layout = figure_layout(&figure, &bench->arena);
  const PanelLayout p = layout.panel[0];
  assert_true(p.left > 0 && p.left + p.width <= layout.width);
  assert_true(p.bottom > 0 && p.bottom + p.height <= layout.height);
  for (int k = 0; k < (panel.spatial ? 3 : 2); k++) check_axis(&p.axis[k]);
  return p;
}

// There are ranges with marks for any numbers.
static void test_any_numbers(void **state) {
  Bench *bench = *state;
  const double infinite = (double) INFINITY, nan = (double) NAN;
  const double cases[][4] = {
    {0, 0, 0, 0},
    {1, 1, 1, 1},
    {nan, nan, nan, nan},
    {infinite, -infinite, nan, 1},
    {1e308, -1e308, 0, 1},
    {DBL_MAX, 0, 0, 0},
    {DBL_MIN, 0, 0, 0},
    {5e-324, 5e-324, 5e-324, 0},
    {1e300, -1e300, 0, 0},
    {1, 1 + DBL_EPSILON, 1, 1},
    {1e15, 1e15 + 1, 1e15, 1e15},
    {0, 1e-12, 0, -1e-12},
    {123456, 234567, 0, 0},
    {-3, -3, -3, -3},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    for (size_t j = 0; j < COUNT(cases); j++)
      for (size_t n = 0; n <= 4; n += i == j ? 1 : 4)
        for (int kind = 0; kind < 4; kind++) {
          Panel panel = panel_of(bench, cases[i], cases[j], n);
          panel.equal = kind == 1;
          panel.tall = kind == 2;
          panel.spatial = kind == 3;
          panel.series.at[0].at[2] = cases[i];
          panel.series.at[0].moves = true;
          memcpy(panel.series.at[0].velocity, cases[j], 3 * sizeof(double));
          laid_out(bench, panel);
        }
}

// Judge: by hand.
static void test_ranges(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 10}, y[] = {-1e-12, 3e-12};
  const PanelLayout p = laid_out(bench, panel_of(bench, x, y, 2));
  assert_true(p.axis[0].low == 0 && p.axis[0].high == 10 && p.axis[0].exponent == 0);
  assert_int_equal(p.axis[1].exponent, -12);
  assert_true(fabs(p.axis[1].low + 1.2) < 1e-9 && fabs(p.axis[1].high - 3.2) < 1e-9);
  assert_true(p.axis[1].step == 1);
  assert_int_equal(p.axis[1].decimals, 0);
}

// Scales are equal, whatever the shape of the curve; the whole curve is visible.
static void test_equal(void **state) {
  Bench *bench = *state;
  static const double sizes[] = {1e-9, 0.01, 0.3, 1, 2, 7, 1000};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    const double x[] = {-1, 1, 1}, y[] = {0, 0, sizes[i]};
    Panel panel = panel_of(bench, x, y, 3);
    panel.equal = true;
    const PanelLayout p = laid_out(bench, panel);
    const double across = p.width / (p.axis[0].high - p.axis[0].low) * p.axis[0].factor;
    const double up = p.height / (p.axis[1].high - p.axis[1].low) * p.axis[1].factor;
    assert_true(fabs(across / up - 1) < 1e-12);
    assert_true(p.axis[0].low <= -p.axis[0].factor && p.axis[0].high >= p.axis[0].factor);
    assert_true(p.axis[1].low <= 0 && p.axis[1].high >= sizes[i] * p.axis[1].factor);
  }
}

static void test_arrows_inside(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1}, y[] = {0, 1};
  Panel panel = panel_of(bench, x, y, 2);
  panel.equal = true;
  panel.series.at[0].moves = true;
  panel.series.at[0].velocity[0] = -30;
  const PanelLayout p = laid_out(bench, panel);
  assert_true(p.arrow > 0);
  assert_true(p.axis[0].low < -30 * p.arrow);
}

// A million points of an oscillation: few are kept, and the extremes are among them.
static void test_thinned(void **state) {
  Bench *bench = *state;
  const size_t n = 1000000;
  double *x = ARENA_ARRAY(&bench->arena, double, n), *y = ARENA_ARRAY(&bench->arena, double, n);
  for (size_t i = 0; i < n; i++) {
    x[i] = (double) i / (double) n;
    y[i] = sin(1e4 * x[i]);
  }
  y[123456] = 5;
  y[654321] = -7;
  y[500000] = (double) NAN;
  Panel panel = panel_of(bench, x, y, n);
  const PanelLayout p = laid_out(bench, panel);
  size_t kept;
  const size_t *which = series_thinned(&panel.series.at[0], &p, &bench->arena, &kept);
  assert_true(kept > 1000 && kept < 20000);
  bool high = false, low = false, gap = false;
  for (size_t i = 0; i < kept; i++) {
    if (i > 0) assert_true(which[i] > which[i - 1]);
    high = high || which[i] == 123456;
    low = low || which[i] == 654321;
    gap = gap || which[i] == 500000;
  }
  assert_true(high && low && gap && which[0] == 0 && which[kept - 1] == n - 1);
}

// Two turns of a circle of a thousand points: few are kept, and the lines between them are where the
// circle is, to a tenth of a pixel and the resolution of the points themselves.
static void test_straightened(void **state) {
  Bench *bench = *state;
  const size_t n = 1000;
  double *x = ARENA_ARRAY(&bench->arena, double, n), *y = ARENA_ARRAY(&bench->arena, double, n);
  for (size_t i = 0; i < n; i++) {
    x[i] = cos(4 * M_PI * (double) i / (double) n);
    y[i] = sin(4 * M_PI * (double) i / (double) n);
  }
  Panel panel = panel_of(bench, x, y, n);
  panel.equal = true;
  const PanelLayout p = laid_out(bench, panel);
  size_t kept;
  const size_t *which = series_thinned(&panel.series.at[0], &p, &bench->arena, &kept);
  assert_true(which[0] == 0 && which[kept - 1] == n - 1 && kept < n / 2);
  const double pixel = (p.axis[0].high - p.axis[0].low) / p.width;
  for (size_t i = 1; i < kept; i++) {
    const size_t a = which[i - 1], b = which[i];
    const double off = 1 - hypot(x[a] + x[b], y[a] + y[b]) / 2;  // of the middle of the line
    assert_true(off <= 0.101 * pixel);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_any_numbers),   BENCH_TEST(test_ranges),  BENCH_TEST(test_equal),
    BENCH_TEST(test_arrows_inside), BENCH_TEST(test_thinned), BENCH_TEST(test_straightened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
