// Unit tests of native/text/sincos.h, compiled as generated code is: for this processor, which may
// have fused multiply-add, and for the plainest. Judge: MPFR.

#include "base/table.h"
#include "support/native.h"
#include "support/ulps.h"

#include <float.h>
#include <stdlib.h>

#define BITS 96      // of sines and cosines, to judge 53
#define PI_BITS 200  // of pi, of which 70 cancel near its multiples
#define MOST 70000
#define POINTS 8000      // at random, of each size
#define MULTIPLES 63662  // of pi/2 below 1e5

typedef void Many(int n, const double *x, double *s, double *c);

typedef struct {
  NativeUnit *unit;
  Many *one_by_one, *row;
} Code;

static double x[MOST], s[MOST], c[MOST];

// The text as it is, with two functions around it.
static Code compile(const char *march) {
  static const char after[] =
    "void one_by_one(int n, const double *x, double *s, double *c) {\n"
    "  for (int i = 0; i < n; i++) dal_sincos(x[i], &s[i], &c[i]);\n"
    "}\n"
    "void row(int n, const double *x, double *s, double *c) {\n  dal_sincos_row(n, x, s, c);\n}\n";
  static const char *const files[] = {"src/native/text/real.h", "src/native/text/sincos.h", NULL};
  Code code = {.unit = place_unit(march, "", files, after)};
  void *symbol = native_symbol(code.unit, "one_by_one");
  memcpy(&code.one_by_one, &symbol, sizeof symbol);
  symbol = native_symbol(code.unit, "row");
  memcpy(&code.row, &symbol, sizeof symbol);
  assert_true(code.one_by_one && code.row);
  return code;
}

// Returns the largest error at the n points of x.
static double worst(Many *many, int n) {
  mpfr_t at, sine, cosine, work;
  mpfr_inits2(BITS, at, sine, cosine, work, (mpfr_ptr) NULL);
  double largest = 0;
  many(n, x, s, c);
  for (int i = 0; i < n; i++) {
    mpfr_set_d(at, x[i], MPFR_RNDN);
    mpfr_sin_cos(sine, cosine, at, MPFR_RNDN);
    largest = fmax(largest, fmax(ulps_between(s[i], sine, work), ulps_between(c[i], cosine, work)));
  }
  mpfr_clears(at, sine, cosine, work, (mpfr_ptr) NULL);
  return largest;
}

static double random_number(uint64_t seed) {
  return (double) (hash_mix(seed) >> 11) * 0x1p-52 - 1;  // -1 .. 1
}

// Chooses x near all multiples of pi/2, alternately positive and negative: `steps` doubles away from
// the nearest one.
static int near_multiples(int steps) {
  mpfr_t half_pi, product;
  mpfr_inits2(PI_BITS, half_pi, product, (mpfr_ptr) NULL);
  mpfr_const_pi(half_pi, MPFR_RNDN);
  mpfr_div_2ui(half_pi, half_pi, 1, MPFR_RNDN);
  int n = 0;
  for (long k = 1; k <= MULTIPLES; k++) {
    mpfr_mul_si(product, half_pi, k % 2 ? k : -k, MPFR_RNDN);
    double value = mpfr_get_d(product, MPFR_RNDN);
    for (int i = 0; i < abs(steps); i++) value = nextafter(value, steps > 0 ? 1e9 : -1e9);
    x[n++] = value;
  }
  mpfr_clears(half_pi, product, (mpfr_ptr) NULL);
  return n / 4 * 4;
}

// Draws random points: of one size, and of all sizes.
static int spread(double size, uint64_t seed) {
  for (int i = 0; i < MOST; i++) x[i] = size * random_number(seed * MOST + (uint64_t) i);
  return POINTS;
}

static int all_sizes(void) {
  for (int i = 0; i < MOST; i++)
    x[i] = ldexp(random_number((uint64_t) i), (int) (hash_mix((uint64_t) i) % 1090) - 1073);
  return POINTS;
}

static void check_accuracy(const char *march) {
  static const double sizes[] = {0.8, 7, 100, 1e4, 1e5, 1.1e5, 1e9};
  const Code code = compile(march);
  Many *const functions[] = {code.one_by_one, code.row};
  double largest = 0;
  for (size_t f = 0; f < COUNT(functions); f++) {
    for (size_t i = 0; i < COUNT(sizes); i++)
      largest = fmax(largest, worst(functions[f], spread(sizes[i], 10 * f + i)));
    largest = fmax(largest, worst(functions[f], all_sizes()));
  }
  largest = fmax(largest, worst(code.one_by_one, near_multiples(0)));
  largest = fmax(largest, worst(code.row, near_multiples(1)));
  print_message("largest error for %s: %.4f units in the last place\n", march ? march : "native",
                largest);
  assert_true(largest <= 1);
  native_close(code.unit);
}

static void test_native(void **state) {
  (void) state;
  check_accuracy(NULL);
}

static void test_plain(void **state) {
  (void) state;
  check_accuracy("x86-64");
}

// Halfway between multiples of pi/2, where the quadrant changes, and at the end of the reduction.
static void test_edges(void **state) {
  (void) state;
  const Code code = compile(NULL);
  int n = 0;
  for (int k = -40; k < 40; k++)
    for (int i = -20; i < 20; i++) {
      const double middle = (2 * k + 1) * 0.78539816339744830962;
      x[n++] = middle * (1 + i * DBL_EPSILON);
    }
  for (int i = -20; i < 20; i++) x[n++] = 1e5 * (1 + i * DBL_EPSILON);
  for (int i = -20; i < 20; i++) x[n++] = -1e5 * (1 + i * DBL_EPSILON);
  assert_true(worst(code.one_by_one, n) <= 1);
  assert_true(worst(code.row, n) <= 1);
  native_close(code.unit);
}

// From: C17, F.10.1.5 and F.10.1.6: sin(+-0) is +-0, sin and cos of an infinity are NaN.
static void test_special(void **state) {
  (void) state;
  const Code code = compile(NULL);
  Many *const functions[] = {code.one_by_one, code.row};
  const double special[] = {0,       -0.0, (double) INFINITY, -(double) INFINITY, (double) NAN,
                            DBL_MAX, 0.5,  -0x1p-1074};
  for (size_t f = 0; f < COUNT(functions); f++) {
    // all of one kind, and mixed
    functions[f](COUNT(special), special, s, c);
    assert_true(s[0] == 0 && !signbit(s[0]) && c[0] == 1);
    assert_true(s[1] == 0 && signbit(s[1]) && c[1] == 1);
    for (int i = 2; i < 5; i++) assert_true(isnan(s[i]) && isnan(c[i]));
    memcpy(x, special + 5, 3 * sizeof *x);
    x[3] = 0;
    assert_true(worst(functions[f], 4) <= 1);
    assert_true(s[2] == -0x1p-1074 && c[2] == 1);
    for (int i = 0; i < 4; i++) x[i] = -0.0;
    functions[f](4, x, s, c);
    for (int i = 0; i < 4; i++) assert_true(s[i] == 0 && signbit(s[i]) && c[i] == 1);
  }
  native_close(code.unit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_native),
    PLACE_TEST(test_plain),
    PLACE_TEST(test_edges),
    PLACE_TEST(test_special),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  mpfr_free_cache();
  return failed;
}
