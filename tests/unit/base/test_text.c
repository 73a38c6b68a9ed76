// Unit tests of base/text.h and base/status.h: strings, and numbers that read back.

#include "base/table.h"
#include "base/text.h"
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static void test_str(void **state) {
  Bench *bench = *state;
  assert_true(str_equal(str("abc"), (Str){"abcd", 3}));
  assert_false(str_equal(str("abc"), str("abd")));
  assert_false(str_equal(str("abc"), str("ab")));
  assert_true(str_equal(str(""), (Str){NULL, 0}));
  assert_true(str_is((Str){"abcd", 3}, "abc"));
  assert_false(str_is(str("abc"), "abd"));
  assert_false(str_is(str("abc"), "ab"));
  assert_false(str_is(str("ab"), "abc"));
  assert_true(str_is((Str){NULL, 0}, ""));
  assert_true(str_hash(str("abc")) == str_hash((Str){"abcd", 3}));
  assert_true(str_hash(str("abc")) != str_hash(str("acb")));
  assert_string_equal(str_copy(&bench->arena, (Str){"abcd", 3}), "abc");
  assert_string_equal(str_copy(&bench->arena, (Str){NULL, 0}), "");
}

static void test_text(void **state) {
  Bench *bench = *state;
  Text text = text_make(&bench->arena);
  assert_string_equal(text_get(&text), "");
  text_add(&text, "");
  assert_string_equal(text_get(&text), "");
  text_add(&text, "one");
  text_add_char(&text, ',');
  text_add_str(&text, (Str){" two!", 4});
  text_addf(&text, "; %d and %s", 3, "four");
  assert_string_equal(text_get(&text), "one, two; 3 and four");
  assert_int_equal(text.n, strlen(text_get(&text)));
  text_addf(&text, "%s", "");
  assert_string_equal(text_get(&text), "one, two; 3 and four");
}

// Around every size where the room must grow.
static void test_text_grows(void **state) {
  Bench *bench = *state;
  for (size_t n = 0; n < 300; n++) {
    Text by_char = text_make(&bench->arena), by_piece = text_make(&bench->arena),
         by_format = text_make(&bench->arena);
    char piece[301];
    memset(piece, 'x', n);
    piece[n] = '\0';
    for (size_t i = 0; i < n; i++) text_add_char(&by_char, 'x');
    text_add(&by_piece, piece);
    text_addf(&by_format, "%s", piece);
    assert_string_equal(text_get(&by_char), piece);
    assert_string_equal(text_get(&by_piece), piece);
    assert_string_equal(text_get(&by_format), piece);
    text_add(&by_piece, piece);
    assert_int_equal(strlen(text_get(&by_piece)), 2 * n);
  }
}

static Status add_refused(void *context) {
  const char *volatile format =
    "%2147483648d";  // more than an int can count: printf fails; no warning here
  text_addf(context, format, 1);
  return STATUS_OK;
}

// A text is never shorter than it should be: a refusal by printf ends the work.
static void test_text_refused(void **state) {
  Bench *bench = *state;
  Text text = text_make(&bench->arena);
  assert_int_equal(guard_run(bench->arena.guard, add_refused, &text), STATUS_LIMIT);
  assert_string_equal(text_get(&text), "");
}

static void test_text_format(void **state) {
  Bench *bench = *state;
  assert_string_equal(text_format(&bench->arena, "%s has %zu", "x", (size_t) 2), "x has 2");
  assert_string_equal(text_format(&bench->arena, "%s", ""), "");
}

static const char *written(Bench *bench, double value) {
  Text text = text_make(&bench->arena);
  text_add_double(&text, value);
  return text_get(&text);
}

static void test_double_texts(void **state) {
  Bench *bench = *state;
  static const struct {
    double value;
    const char *text;
  } cases[] = {
    {0, "0"},
    {1, "1"},
    {-2.5, "-2.5"},
    {0.1, "0.1"},
    {1e100, "1e+100"},
    {1e-7, "1e-07"},
    {100, "100"},
    {123456789, "123456789"},
    {0.3, "0.3"},
    {-0.0, "0"},
    {1e15, "1e+15"},
    {9.81, "9.81"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.0 / 3, "0.3333333333333333"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_string_equal(written(bench, cases[i].value), cases[i].text);
}

static void test_double_special(void **state) {
  Bench *bench = *state;
  assert_string_equal(written(bench, HUGE_VAL), "inf");
  assert_string_equal(written(bench, -HUGE_VAL), "-inf");
  assert_string_equal(written(bench, nan("")), "nan");
  assert_string_equal(written(bench, -nan("")),
                      "nan");  // 0.0/0.0 has a sign on x86, which means nothing
}

static void assert_reads_back(Bench *bench, double value) {
  const double back = strtod(written(bench, value), NULL);
  assert_memory_equal(&back, &value, sizeof value);
}

static void test_doubles_read_back(void **state) {
  Bench *bench = *state;
  static const double edges[] = {
    DBL_MAX, DBL_MIN,    DBL_TRUE_MIN, DBL_EPSILON, 1 + DBL_EPSILON, 1 - DBL_EPSILON / 2,    0x1p52,
    0x1p53,  0x1p53 + 2, 0x1p63,       0x1p64,      5e-324,          2.2250738585072011e-308};
  for (size_t i = 0; i < COUNT(edges); i++) {
    assert_reads_back(bench, edges[i]);
    assert_reads_back(bench, -edges[i]);
  }
  for (uint64_t i = 0; i < 20000; i++) {
    const uint64_t bits = hash_mix(i + 1);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value)) assert_reads_back(bench, value);
  }
  for (int e = -1074; e < 1024; e++) assert_reads_back(bench, ldexp(1, e));
}

static void test_status(void **state) {
  (void) state;
  assert_string_equal(status_meaning(STATUS_OK), "the result is right");
  assert_string_equal(status_meaning(STATUS_INTERNAL), "this program has a bug");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_str),
    BENCH_TEST(test_text),
    BENCH_TEST(test_text_grows),
    BENCH_TEST(test_text_refused),
    BENCH_TEST(test_text_format),
    BENCH_TEST(test_double_texts),
    BENCH_TEST(test_double_special),
    BENCH_TEST(test_doubles_read_back),
    cmocka_unit_test(test_status),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
