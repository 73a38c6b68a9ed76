// Unit tests of report/json.c and report/records.c: escapes, numbers and layout.

#include "report/json.h"
#include "report/report.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

static const char *quoted(Bench *b, const char *value) {
  Text text = text_make(&b->arena);
  Json json = json_make(&text);
  json_string(&json, NULL, value);
  return text_get(&text);
}

static const char *number(Bench *b, double value) {
  Text text = text_make(&b->arena);
  Json json = json_make(&text);
  json_number(&json, NULL, value);
  return text_get(&text);
}

static void test_strings(void **state) {
  Bench *b = *state;
  assert_string_equal(quoted(b, ""), "\"\"");
  assert_string_equal(quoted(b, "x'"), "\"x'\"");
  assert_string_equal(quoted(b, "a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
  assert_string_equal(quoted(b, "one\ntwo"), "\"one\\ntwo\"");
  assert_string_equal(quoted(b, "\t\r\b\f"), "\"\\u0009\\u000d\\u0008\\u000c\"");
  assert_string_equal(quoted(b, "\001\037"), "\"\\u0001\\u001f\"");
  assert_string_equal(quoted(b, "θ̈ → 1"), "\"θ̈ → 1\"");
  assert_string_equal(quoted(b, "</script>\177"), "\"</script>\177\"");
}

static void test_numbers(void **state) {
  Bench *b = *state;
  assert_string_equal(number(b, 0), "0");
  assert_string_equal(number(b, -0.0), "0");
  assert_string_equal(number(b, 0.1), "0.1");
  assert_string_equal(number(b, -1e-300), "-1e-300");
  assert_string_equal(number(b, 1.0 / 3), "0.3333333333333333");
  assert_string_equal(number(b, nan("")), "null");
  assert_string_equal(number(b, HUGE_VAL), "null");
  assert_string_equal(number(b, -HUGE_VAL), "null");
}

static void test_layout(void **state) {
  Bench *b = *state;
  Text text = text_make(&b->arena);
  Json json = json_make(&text);
  json_begin(&json, NULL, '{');
  json_string(&json, "title", "A \"disk\"");
  json_bool(&json, "free", false);
  json_begin(&json, "list", '[');
  json_number(&json, NULL, 1);
  json_begin(&json, NULL, '{');
  json_end(&json, '}');
  json_begin(&json, NULL, '[');
  json_end(&json, ']');
  json_end(&json, ']');
  json_bool(&json, "last", true);
  json_end(&json, '}');
  assert_string_equal(text_get(&text), "{\n"
                                       "  \"title\": \"A \\\"disk\\\"\",\n"
                                       "  \"free\": false,\n"
                                       "  \"list\": [\n"
                                       "    1,\n"
                                       "    {},\n"
                                       "    []\n"
                                       "  ],\n"
                                       "  \"last\": true\n"
                                       "}\n");
}

static void test_lists_of_numbers(void **state) {
  Bench *b = *state;
  static const double at[] = {0, 1, -0.0, 2, HUGE_VAL, 3, 0.5, 4};
  Text text = text_make(&b->arena);
  Json json = json_make(&text);
  json_begin(&json, NULL, '{');
  json_numbers(&json, "x'", at, 4, 2);
  json_numbers(&json, "none", at, 0, 2);
  json_numbers(&json, "all", at + 5, 3, 1);
  json_end(&json, '}');
  assert_string_equal(text_get(&text), "{\n"
                                       "  \"x'\": [0, -0.0, null, 0.5],\n"
                                       "  \"none\": [],\n"
                                       "  \"all\": [3, 0.5, 4]\n"
                                       "}\n");
}

// --- records ------------------------------------------------------------------------------------

static Records two_records(Bench *b, bool many) {
  Records records = {.arena = &b->arena, .many = many};
  for (int i = 0; i < (many ? 2 : 1); i++) {
    Record *r = records_next(&records);
    record_add(r, "t", NULL, i);
    record_add(r, "coordinates", "x", 0.5);
    record_add(r, "coordinates", "theta_long", -2e-9);
    record_add(r, "energy", NULL, 1.0 / 3);
  }
  return records;
}

static const char *reported(Bench *b, const Records *records, Format format) {
  Text text = text_make(&b->arena);
  report_records(records, format, &text);
  return text_get(&text);
}

static const char *json_of(Bench *b, const Records *records) {
  Text text = text_make(&b->arena);
  report_records_json(records, &text);
  return text_get(&text);
}

static void test_records_as_json(void **state) {
  Bench *b = *state;
  const Records one = two_records(b, false);
  assert_string_equal(json_of(b, &one), "{\n"
                                                      "  \"t\": 0,\n"
                                                      "  \"coordinates\": {\n"
                                                      "    \"x\": 0.5,\n"
                                                      "    \"theta_long\": -2e-09\n"
                                                      "  },\n"
                                                      "  \"energy\": 0.3333333333333333\n"
                                                      "}\n");
  const Records two = two_records(b, true);
  const char *text = json_of(b, &two);
  assert_int_equal(text[0], '[');
  assert_string_equal(text + strlen(text) - 2, "]\n");
  assert_non_null(strstr(text, "\n  },\n  {\n"));
  const Records none = {.arena = &b->arena, .many = true};
  assert_string_equal(json_of(b, &none), "[]\n");
}

static void test_records_as_text(void **state) {
  Bench *b = *state;
  const Records one = two_records(b, false);
  const char *text = reported(b, &one, FORMAT_TEXT);
  assert_string_equal(text, "t            = 0\n"
                            "coordinates\n"
                            "  x          = 0.5\n"
                            "  theta_long = -2e-09\n"
                            "energy       = 0.3333333333333333\n");
}

static void test_records_as_latex(void **state) {
  Bench *b = *state;
  const Records one = two_records(b, false);
  const char *text = reported(b, &one, FORMAT_LATEX);
  assert_non_null(strstr(text, "-2 \\cdot 10^{-9}"));
  assert_non_null(strstr(text, "x &= 0.5 \\\\\n"));
  assert_non_null(strstr(text, "\\begin{align*}\n"));
  assert_non_null(strstr(text, "\\end{align*}\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_strings),         BENCH_TEST(test_numbers),         BENCH_TEST(test_layout),
    BENCH_TEST(test_lists_of_numbers),
    BENCH_TEST(test_records_as_json), BENCH_TEST(test_records_as_text), BENCH_TEST(test_records_as_latex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
