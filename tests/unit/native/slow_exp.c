// Unit tests of native/text/exp.h, compiled as generated code is: for this processor, which may have
// fused multiply-add, and for the plainest. Judge of the numbers: MPFR; of the lanes: one by one.

#include "base/table.h"
#include "support/native.h"
#include "support/ulps.h"

#include <float.h>
#include <stdint.h>

#define BITS 96       // of the results of MPFR, to judge 53
#define MOST 65536    // at once
#define POINTS 16384  // of each size, for MPFR
#define ROUNDS 48     // of MOST, for lanes: more than three million arguments
#define WITHIN 0.6    // units in the last place

typedef void Many(int n, const double *x, double *y);

static double x[MOST], y[MOST], z[MOST];

static double random_number(uint64_t seed) {
  return (double) (hash_mix(seed) >> 11) * 0x1p-52 - 1;  // -1 .. 1
}

static NativeUnit *compile(const char *march, int width, Many **many) {
  static const char one[] = "void many(int n, const double *x, double *y) {\n"
                            "  for (int i = 0; i < n; i++) y[i] = dal_exp(x[i]);\n}\n";
  static const char lanes[] = "void many(int n, const double *x, double *y) {\n"
                              "  for (int i = 0; i < n; i += DAL_WIDTH) {\n"
                              "    dal_real v;\n"
                              "    memcpy(&v, x + i, sizeof v);\n"
                              "    v = dal_exp(v);\n"
                              "    memcpy(y + i, &v, sizeof v);\n  }\n}\n";
  char before[40];
  snprintf(before, sizeof before, "#define DAL_WIDTH %d\n", width);
  const char *const numbers = width > 1 ? "src/native/text/lanes.h" : "src/native/text/real.h";
  NativeUnit *unit = place_unit(march, width > 1 ? before : "",
                                (const char *const[]){numbers, "src/native/text/exp.h", NULL},
                                width > 1 ? lanes : one);
  void *symbol = native_symbol(unit, "many");
  assert_non_null(symbol);
  memcpy(many, &symbol, sizeof symbol);
  return unit;
}

// Returns the largest error at the first n points of x.
static double worst(Many *many, int n) {
  mpfr_t at, exact, work;
  mpfr_inits2(BITS, at, exact, work, (mpfr_ptr) NULL);
  double largest = 0;
  many(n, x, y);
  for (int i = 0; i < n; i++) {
    mpfr_set_d(at, x[i], MPFR_RNDN);
    mpfr_exp(exact, at, MPFR_RNDN);
    largest = fmax(largest, ulps_between(y[i], exact, work));
  }
  mpfr_clears(at, exact, work, (mpfr_ptr) NULL);
  return largest;
}

// Chooses points where n of the reduction changes, and where it is 0: halfway between multiples of log(2)/16.
static int near_halves(void) {
  int n = 0;
  for (int k = -16000; k < 16000; k++) {
    const double half = (k + 0.5) * 0.043321698784996582;
    x[n++] = half;
    x[n++] = half * (1 + (double) (hash_mix((uint64_t) (k + 16000)) % 9) * DBL_EPSILON);
  }
  return n;
}

static void check_accuracy(const char *march) {
  static const double sizes[] = {1e-20, 1e-3, 0.04, 1, 30, 700};
  Many *many;
  NativeUnit *unit = compile(march, 1, &many);
  double largest = 0;
  for (size_t k = 0; k < COUNT(sizes); k++) {
    for (int i = 0; i < POINTS; i++) x[i] = sizes[k] * random_number(k * POINTS + (uint64_t) i);
    largest = fmax(largest, worst(many, POINTS));
  }
  largest = fmax(largest, worst(many, near_halves()));
  print_message("largest error for %s: %.4f units in the last place\n", march ? march : "native",
                largest);
  assert_true(largest <= WITHIN);
  native_close(unit);
}

static void test_native(void **state) {
  (void) state;
  check_accuracy(NULL);
}

static void test_plain(void **state) {
  (void) state;
  check_accuracy("x86-64");
}

// Draws the arguments of a round: of many sizes; in every third round some have no normal result, or are NaN.
static void draw_arguments(int round) {
  static const double far[] = {701,
                               -701,
                               709.7,
                               -744.4,
                               -746,
                               1e300,
                               -1e300,
                               710,
                               -708.5,
                               -0x1p-1074,
                               -0.0,
                               (double) NAN,
                               (double) INFINITY,
                               -(double) INFINITY};
  for (int i = 0; i < MOST; i++) {
    const uint64_t seed = (uint64_t) round * MOST + (uint64_t) i,
                   dice = hash_mix(seed ^ 0x5bd1e995);
    x[i] = (dice % 3 == 0 ? 700 : dice % 3 == 1 ? 5 : 0.05) * random_number(seed);
    if (round % 3 == 0 && dice % 7 == 0) x[i] = far[dice / 7 % COUNT(far)];
  }
}

// Law: each lane has the bits that its argument gives alone, whatever the other lanes have.
static void check_lanes(const char *march, int width) {
  Many *one, *lanes;
  NativeUnit *alone = compile(march, 1, &one), *together = compile(march, width, &lanes);
  size_t differ = 0;
  for (int round = 0; round < ROUNDS; round++) {
    draw_arguments(round);
    one(MOST, x, y);
    lanes(MOST, x, z);
    for (int i = 0; i < MOST; i++)
      if (isnan(y[i]) ? !isnan(z[i]) : memcmp(&y[i], &z[i], sizeof *y) != 0) differ++;
  }
  print_message("%s, %d lanes: %zu of %d differ\n", march ? march : "native", width, differ,
                ROUNDS * MOST);
  assert_int_equal(differ, 0);
  native_close(alone);
  native_close(together);
}

static void test_lanes(void **state) {
  (void) state;
  for (int width = 2; width <= 8; width *= 2) check_lanes(NULL, width);
}

static void test_plain_lanes(void **state) {
  (void) state;
  for (int width = 2; width <= 4; width *= 2) check_lanes("x86-64", width);
}

// From: C17, F.10.3.1: exp(+-0) is 1, exp(-infinity) is +0, exp(infinity) is infinity. exp(1) is the double
// next to e; beyond 1024 log 2 = 709.78... and below -1075 log 2 = -745.13... there is no number.
static void test_special(void **state) {
  (void) state;
  static const double at[] = {0,    -0.0, -(double) INFINITY, (double) INFINITY, (double) NAN, 710,
                              -746, 1};
  for (int width = 1; width <= 4; width += 3) {
    Many *many;
    NativeUnit *unit = compile(NULL, width, &many);
    many(COUNT(at), at, y);
    assert_true(y[0] == 1 && y[1] == 1 && y[2] == 0 && !signbit(y[2]) && isinf(y[3]) && y[3] > 0);
    assert_true(isnan(y[4]) && isinf(y[5]) && y[6] == 0 && y[7] == 0x1.5bf0a8b145769p+1);
    native_close(unit);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_native),      PLACE_TEST(test_plain),   PLACE_TEST(test_lanes),
    PLACE_TEST(test_plain_lanes), PLACE_TEST(test_special),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  mpfr_free_cache();
  return failed;
}
