// Unit tests of base/diag.h: messages at their places.

#include "base/diag.h"
#include "support/check.h"

static const char *written(Bench *bench, const Diags *diags) {
  Text text = text_make(&bench->arena);
  diags_write(diags, &text);
  return text_get(&text);
}

static Source source_of(const char *text) {
  return (Source){"a.mech", str(text)};
}

// Returns the span of this piece of the source.
static Span span_of(const Source *source, const char *piece) {
  const char *at = strstr(source->text.at, piece);
  assert_non_null(at);
  const uint32_t start = (uint32_t) (at - source->text.at);
  return (Span){source, start, start + (uint32_t) strlen(piece)};
}

static void test_message(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("coordinate x\nkinetic = m*x'^2/2\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "m*"), "m");
  diag_help(&diags, "write `parameter %s`", "m");
  assert_int_equal(diags.errors, 1);
  assert_string_equal(written(bench, &diags), "a.mech:2:11: error: m is not declared [N0201]\n"
                                              "    2 | kinetic = m*x'^2/2\n"
                                              "      |           ^^\n"
                                              "help: write `parameter m`\n");
}

static void test_no_place(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  diag_report(&diags, DIAG_NAME_UNKNOWN, (Span){0}, "m");
  assert_string_equal(written(bench, &diags), "error: m is not declared [N0201]\n");
}

static void test_nothing(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  diag_help(&diags, "nobody asked");
  assert_string_equal(written(bench, &diags), "");
  assert_int_equal(diags.errors, 0);
}

// Columns count characters, not bytes, and so do carets.
static void test_caret_under_utf8(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("let θ1 = φ̈ + ωω*q\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "ωω"), "ωω");
  assert_string_equal(written(bench, &diags), "a.mech:1:15: error: ωω is not declared [N0201]\n"
                                              "    1 | let θ1 = φ̈ + ωω*q\n"
                                              "      |               ^^\n");
}

// A tab is one column and is shown as one space, so that the caret stands below.
static void test_caret_after_tabs(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("\tlet\tx = y\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "y"), "y");
  assert_string_equal(written(bench, &diags), "a.mech:1:10: error: y is not declared [N0201]\n"
                                              "    1 |  let x = y\n"
                                              "      |          ^\n");
}

static void test_terminal_is_safe(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("x \033[31m\a\177 y\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "y"), "y");
  assert_null(strpbrk(written(bench, &diags), "\033\a\177"));
}

static void test_end_of_text(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source no_newline = source_of("let x ="), empty = source_of("");
  diag_report(&diags, DIAG_VALUE_MISSING, (Span){&no_newline, 7, 7}, "the end of the text");
  assert_string_equal(written(bench, &diags),
                      "a.mech:1:8: error: a value is needed here, not the end of the text [N0301]\n"
                      "    1 | let x =\n"
                      "      |        ^\n");
  Diags more = {.arena = &bench->arena};
  diag_report(&more, DIAG_VALUE_MISSING, (Span){&empty, 0, 0}, "the end of the text");
  assert_string_equal(written(bench, &more),
                      "a.mech:1:1: error: a value is needed here, not the end of the text [N0301]\n"
                      "    1 | \n"
                      "      | ^\n");
}

// A span over several lines is marked up to the end of its first.
static void test_span_over_lines(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("a = [1,\r\n     2]\r\n");
  diag_report(&diags, DIAG_VECTOR_SIZE, (Span){&source, 4, 16}, (size_t) 7);
  assert_string_equal(
    written(bench, &diags),
    "a.mech:1:5: error: a vector has two or three components, this one has 7 [N0309]\n"
    "    1 | a = [1,\n"
    "      |     ^^^\n");
}

static void test_order_of_places(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("aa bb cc\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "cc"), "cc");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "aa"), "aa");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, "bb"), "bb");
  const char *text = written(bench, &diags);
  const char *a = strstr(text, "aa is"), *b = strstr(text, "bb is"), *c = strstr(text, "cc is");
  assert_true(a < b && b < c);
}

// With two texts, as when a model is added line by line, each keeps its messages in order.
static void test_order_in_two_sources(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source one = source_of("aa bb\n"), two = source_of("cc\n");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&one, "bb"), "bb");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&two, "cc"), "cc");
  diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&one, "aa"), "aa");
  const char *text = written(bench, &diags);
  const char *a = strstr(text, "aa is"), *b = strstr(text, "bb is"), *c = strstr(text, "cc is");
  assert_true(a < b);
  assert_true(c != NULL);
}

static void test_many_errors(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  for (int i = 0; i < DIAG_MOST + 7; i++) diag_report(&diags, DIAG_NAME_UNKNOWN, (Span){0}, "x");
  assert_int_equal(diags.errors, DIAG_MOST + 7);
  assert_int_equal(diags.all.n, DIAG_MOST);
  const char *text = written(bench, &diags);
  assert_non_null(strstr(text, "... and 7 more errors\n"));
}

static size_t times(const char *text, const char *piece) {
  size_t count = 0;
  while ((text = strstr(text, piece)) != NULL) text++, count++;
  return count;
}

// The first by place, not by time; warnings are counted by themselves.
static void test_first_messages(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  const Source source = source_of("a b c d e");
  const char *const names[] = {"d", "b", "a", "c"};
  for (size_t i = 0; i < 4; i++) {
    diag_report(&diags, DIAG_NAME_UNKNOWN, span_of(&source, names[i]), names[i]);
    diag_report(&diags, DIAG_CONSTRAINT_EMPTY, span_of(&source, "e"));
  }
  for (size_t most = 0; most <= 6; most++) {
    Text text = text_make(&bench->arena);
    diags_write_first(&diags, most, &text);
    const char *all = text_get(&text);
    const char *rest = strstr(all, "...");
    assert_int_equal(times(all, " error: "), most < 4 ? most : 4);
    assert_int_equal(times(all, " warning: "), most < 4 ? most : 4);
    if (most == 1 || most == 2) assert_non_null(strstr(all, "a is not declared"));
    if (most == 1) assert_null(strstr(all, "b is not declared"));
    if (most == 0) assert_string_equal(all, "... and 4 more errors\n... and 4 more warnings\n");
    if (most == 2) assert_string_equal(rest, "... and 2 more errors\n... and 2 more warnings\n");
    if (most == 3) assert_string_equal(rest, "... and 1 more error\n... and 1 more warning\n");
    if (most >= 4) assert_null(rest);
  }
}

// Warnings do not crowd out errors.
static void test_errors_after_many_warnings(void **state) {
  Bench *bench = *state;
  Diags diags = {.arena = &bench->arena};
  for (int i = 0; i < DIAG_MOST; i++) diag_report(&diags, DIAG_CONSTRAINT_EMPTY, (Span){0});
  assert_int_equal(diags.errors, 0);
  diag_report(&diags, DIAG_NAME_UNKNOWN, (Span){0}, "x");
  diag_help(&diags, "declare x");
  const char *text = written(bench, &diags);
  assert_non_null(strstr(text, "x is not declared"));
  assert_non_null(strstr(text, "help: declare x"));
  assert_null(strstr(text, "more error"));
}

static void test_codes(void **state) {
  (void) state;
  for (int i = 0; i < DIAG_COUNT; i++) {
    const char *code = diag_code_name((DiagCode) i);
    assert_int_equal(strlen(code), 5);
    assert_int_equal(strspn(code, "N0123456789"), 5);
    assert_true(strlen(diag_code_format((DiagCode) i)) > 5);
    for (int j = 0; j < i; j++) assert_string_not_equal(diag_code_name((DiagCode) j), code);
  }
  assert_int_equal(diag_code_severity(DIAG_CONSTRAINT_EMPTY), SEVERITY_WARNING);
  assert_int_equal(diag_code_severity(DIAG_NAME_UNKNOWN), SEVERITY_ERROR);
}

static void test_places(void **state) {
  (void) state;
  const Source source = source_of("aé\nß\n\nx");
  static const uint32_t expected[][3] = {
    // byte, line, column
    {0, 1, 1}, {1, 1, 2}, {3, 1, 3}, {4, 2, 1}, {6, 2, 2}, {7, 3, 1}, {8, 4, 1}, {9, 4, 2},
  };
  for (size_t i = 0; i < COUNT(expected); i++) {
    uint32_t line, column;
    source_place(&source, expected[i][0], &line, &column);
    assert_int_equal(line, expected[i][1]);
    assert_int_equal(column, expected[i][2]);
  }
}

static void test_span_join(void **state) {
  (void) state;
  const Source source = source_of("0123456789");
  const Span joined = span_join((Span){&source, 2, 4}, (Span){&source, 6, 8});
  assert_int_equal(joined.start, 2);
  assert_int_equal(joined.end, 8);
  assert_int_equal(span_join((Span){&source, 2, 9}, (Span){&source, 6, 8}).end, 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_message),          BENCH_TEST(test_no_place),
    BENCH_TEST(test_nothing),          BENCH_TEST(test_caret_under_utf8),
    BENCH_TEST(test_caret_after_tabs), BENCH_TEST(test_terminal_is_safe),
    BENCH_TEST(test_end_of_text),      BENCH_TEST(test_span_over_lines),
    BENCH_TEST(test_order_of_places),  BENCH_TEST(test_order_in_two_sources),
    BENCH_TEST(test_many_errors),      BENCH_TEST(test_errors_after_many_warnings),
    BENCH_TEST(test_first_messages),   cmocka_unit_test(test_codes),
    cmocka_unit_test(test_places),     cmocka_unit_test(test_span_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
