// tests/unit/analysis/slow_whipple.c: the benchmark bicycle at many speeds.
//
// Law:   the eigenvalues of the full model, linearized about riding straight ahead, are those of the
//        published linear equations
// Judge: Meijaard, Papadopoulos, Ruina and Schwab (2007)

#include "support/steady.h"
#include "support/desk.h"

#include "analysis/steady.h"
#include <complex.h>
#undef I  // a moment of inertia here
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Equations *derive(Desk *desk) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  return eq;
}

static void read_file(Desk *desk, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = ARENA_ARRAY(&desk->arena, char, 1 << 16);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  desk_read_well(desk, text);
}

// Meijaard, Papadopoulos, Ruina and Schwab (2007), equation (5.3) and table 2: the canonical matrices
// of the benchmark bicycle, its eigenvalues at 4 and 5 m/s, its weave and its capsize speed.
static double complex benchmark(double complex s, double v) {
  static const double M[] = {80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686},
                      C1[] = {0, 33.86641391492494, -0.85035641456978, 1.68540397397560},
                      K0[] = {-80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618},
                      K2[] = {0, 76.59734589573222, 0, 2.65431523794604};
  double complex D[4];
  for (int i = 0; i < 4; i++) D[i] = s * s * M[i] + s * v * C1[i] + 9.81 * K0[i] + v * v * K2[i];
  return (D[0] * D[3] - D[1] * D[2]) / (cabs(D[0] * D[3]) + cabs(D[1] * D[2]));
}

static void test_whipple(void **state) {
  Desk *desk = *state;
  read_file(desk, "tests/golden/whipple-bicycle/model.mech");
  const Equations *eq = derive(desk);
  for (int k = 0; k < 4; k++) {
    const double v = (const double[]){0.5, 3, 5, 8}[k];
    const Linearization l = desk_steady(desk, eq, "x' = %.17g, phi = 0, delta = 0", v);
    assert_int_equal(l.d, 5);
    assert_int_equal(l.left_out, 5);
    assert_int_equal(count_zeros(&l), 1);
    for (size_t i = 0; i < 5; i++) {
      if (l.root[i].is_zero) continue;
      double complex s;  // not every compiler has CMPLX
      memcpy(&s, (const double[]){l.root[i].re, l.root[i].im}, sizeof s);
      if (cabs(benchmark(s, v)) > 1e-12) fail_msg("at %g: %g + %gi", v, creal(s), cimag(s));
    }
  }
  const Linearization five = desk_steady(desk, eq, "x' = %.17g, phi = 0, delta = 0", 5);
  assert_root(&five, -0.775341882195845, 4.46486771378823, 1e-12);
  assert_root(&five, -0.322866429004087, 0, 1e-12);
  assert_root(&five, -14.0783896927982, 0, 1e-11);
  const Linearization four = desk_steady(desk, eq, "x' = %.17g, phi = 0, delta = 0", 4);
  assert_root(&four, 0.413253315211239, 3.07910818603205, 1e-12);
}

// It balances itself between 4.29238253634111 and 6.02426201538837 m/s.
static void test_whipple_speeds(void **state) {
  Desk *desk = *state;
  read_file(desk, "tests/golden/whipple-bicycle/model.mech");
  const Equations *eq = derive(desk);
  const struct {
    double v;
    bool unstable;
  } speeds[] = {
    {4.2923825363, true}, {4.2923825364, false}, {6.0242620153, false}, {6.0242620154, true}};
  for (size_t i = 0; i < 4; i++) {
    const Linearization l = desk_steady(desk, eq, "x' = %.17g, phi = 0, delta = 0", speeds[i].v);
    assert_int_equal(is_unstable(&l), speeds[i].unstable);
  }
}

#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {T(test_whipple), T(test_whipple_speeds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
