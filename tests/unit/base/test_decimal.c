// Unit tests of base/decimal.c. Judge: printf with every number of digits, read back by strtod.

#include "base/decimal.h"
#include "base/table.h"
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static void assert_written(double value, const char *text) {
  char out[DECIMAL_ROOM];
  assert_int_equal(decimal_write(out, value), strlen(text));
  assert_string_equal(out, text);
}

static void test_known(void **state) {
  (void) state;
  assert_written(0, "0");
  assert_written(-0.0, "-0.0");
  assert_written(HUGE_VAL, "inf");
  assert_written(-HUGE_VAL, "-inf");
  assert_written(nan(""), "nan");
  assert_written(-nan(""), "nan");
  assert_written(-1, "-1");
  assert_written(1e23, "1e+23");
  assert_written(1e14, "100000000000000");
  assert_written(1e15, "1e+15");
  assert_written(0x1p53 - 1, "9007199254740991");
  assert_written(0x1p53, "9007199254740992");
  assert_written(12345678901234568, "12345678901234568");
  assert_written(0.0001, "0.0001");
  assert_written(0.00001234, "1.234e-05");
  assert_written(DBL_MAX, "1.7976931348623157e+308");
  assert_written(DBL_MIN, "2.2250738585072014e-308");
  assert_written(-DBL_MIN, "-2.2250738585072014e-308");
}

// Shorter than the nearest decimals that printf tries: the neighbours of 2^-44 are not equally far,
// and subnormal numbers have few digits; Python's repr agrees.
static void test_shorter_than_printf(void **state) {
  (void) state;
  assert_written(0x1p-44, "5.684341886080802e-14");
  assert_written(5e-324, "5e-324");
  assert_written(1e-323, "1e-323");
}

// Prints with the least number of digits, as %g; *digits: how many.
static void printf_shortest(char *out, size_t room, double value, int *digits) {
  for (*digits = 1; *digits < 17; ++*digits) {
    snprintf(out, room, "%.*e", *digits - 1, value);
    if (strtod(out, NULL) == value) break;
  }
  snprintf(out, room, "%.*g", *digits < 15 ? 15 : *digits, value);
}

static int count_digits(const char *text) {
  int n = 0, zeros = 0;
  for (; *text != '\0' && *text != 'e'; text++) {
    if (*text < '0' || *text > '9' || (n == 0 && *text == '0')) continue;
    n++;
    zeros = *text == '0' ? zeros + 1 : 0;
  }
  return n - zeros;
}

static double double_of(uint64_t exponent, uint64_t fraction) {
  const uint64_t bits = exponent << 52 | (fraction & 0xfffffffffffffu);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Checks normal numbers with neighbours equally far for the same text, the others for a text that is not longer.
static void check(double value, bool even) {
  char out[DECIMAL_ROOM], judge[40];
  int digits;
  const size_t n = decimal_write(out, value);
  assert_int_equal(n, strlen(out));
  assert_true(strtod(out, NULL) == value);
  printf_shortest(judge, sizeof judge, value, &digits);
  if (even)
    assert_string_equal(out, judge);
  else
    assert_in_range(count_digits(out), 1, digits);
}

static void test_every_exponent(void **state) {
  (void) state;
  for (uint64_t e = 0; e < 2047; e++) {
    if (e > 0) check(double_of(e, 0), false);
    check(double_of(e, 1), e > 0);
    check(double_of(e, UINT64_MAX), e > 0);
    for (uint64_t i = 0; i < 4; i++) check(double_of(e, hash_mix(4 * e + i + 1)), e > 0);
  }
}

// The midpoint below or above c 2^q, (2c -+ 1) 2^(q-1), is a multiple of 10^(k+1), a digit shorter
// than its neighbours; it reads back as c 2^q if c is even.
static void test_midpoints(void **state) {
  (void) state;
  size_t found = 0;
  for (int q = 4; q < 60; q++) {
    const uint64_t five = (uint64_t) pow(5, floor(q * log10(2)) + 1);
    for (uint64_t i = 0; i < 100; i++) {
      const uint64_t odd =
        (((uint64_t) 1 << 53) + hash_mix(100 * (uint64_t) q + i) % ((uint64_t) 1 << 52)) / five | 1;
      const uint64_t low = odd * five / 2, c = low + (low & 1);  // the even one of its neighbours
      if (c >> 52 != 1) continue;
      check(ldexp((double) c, q), c > (uint64_t) 1 << 52);
      found++;
    }
  }
  assert_in_range(found, 1000, 5600);
}

// Decimals of few digits come back as they are written.
static void test_few_digits(void **state) {
  (void) state;
  for (int exponent = -300; exponent <= 300; exponent += 7)
    for (int i = 0; i < 20; i++) {
      char text[40];
      const int digits = (int) (hash_mix((uint64_t) (i + 20 * (exponent + 301))) % 100000) + 1;
      snprintf(text, sizeof text, "%de%d", digits, exponent);
      check(strtod(text, NULL), true);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_known),          cmocka_unit_test(test_shorter_than_printf),
    cmocka_unit_test(test_every_exponent), cmocka_unit_test(test_midpoints),
    cmocka_unit_test(test_few_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
