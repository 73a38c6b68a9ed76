// Unit tests of language/lexer.c: tokens, and where statements end.

#include "language/language_impl.h"
#include "support/desk.h"

// Returns all tokens of the text, as "name name ; number": a ; is the end of a statement.
static const char *tokens(Desk *desk, const char *text) {
  Source *source = ARENA_NEW(&desk->arena, Source);
  *source = (Source){"test.mech", str(text)};
  Lexer lexer;
  lexer_init(&lexer, desk->model, source);
  Text out = text_make(&desk->arena);
  for (Token token; (token = lexer_next(&lexer)).kind != TOKEN_END;) {
    if (out.n > 0) text_add_char(&out, ' ');
    if (token.kind == TOKEN_NEWLINE) text_add(&out, ";");
    else if (token.kind == TOKEN_STRING)
      text_addf(&out, "<%s>", str_copy(&desk->arena, token.text));
    else text_add(&out, token_text(&desk->arena, &token));
  }
  return text_get(&out);
}

static void test_signs(void **state) {
  Desk *desk = *state;
  assert_string_equal(tokens(desk, "a+b - c*d/e^f"), "a + b - c * d / e ^ f");
  assert_string_equal(tokens(desk, "x' y'' = += : , ( ) [ ]"), "x ' y ' ' = += : , ( ) [ ]");
  assert_string_equal(tokens(desk, "a − b′"), "a - b '");  // U+2212 and U+2032
}

static void test_numbers(void **state) {
  Desk *desk = *state;
  assert_string_equal(tokens(desk, "1 0.1 1e-3 2.5E+4 .5 12. 1e5"), "1 0.1 1e-3 2.5E+4 .5 12. 1e5");
  assert_string_equal(tokens(desk, "2x 2e 2e+ 3.e"), "2 x 2 e 2 e + 3. e");
  assert_string_equal(tokens(desk, "rolling.1 a.x (a).5 3 .5"), "rolling . 1 a . x ( a ) . 5 3 .5");
}

static void test_names(void **state) {
  Desk *desk = *state;
  assert_string_equal(tokens(desk, "θ1 ϑ1 theta1"), "theta1 theta1 theta1");
  assert_string_equal(tokens(desk, "Δx_α mθ2_b"), "Deltax_alpha mtheta2_b");
  assert_string_equal(tokens(desk, "été ж1"), "été ж1");
}

static void test_labels_and_comments(void **state) {
  Desk *desk = *state;
  assert_string_equal(tokens(desk, "claim \"a # b\" x # \"no\nlabel\""),
                      "claim <a # b> x ; label this");
  assert_string_equal(desk_codes(desk), "N0104");
}

static void test_lines(void **state) {
  Desk *desk = *state;
  assert_string_equal(tokens(desk, "a\nb\n\n  # nothing\nc"), "a ; b ; c");
  assert_string_equal(tokens(desk, "\xef\xbb\xbf"
                                   "a\r\nb\r\n"),
                      "a ; b ;");
  assert_string_equal(tokens(desk, "a,\nb +  # more\n\n c =\nd :\ne"), "a , b + c = d : e");
  assert_string_equal(tokens(desk, "(a\nb [\nc])\nd"), "( a b [ c ] ) ; d");
  assert_string_equal(tokens(desk, "a)\nb"), "a ) ; b");
  assert_string_equal(tokens(desk, "a\n+ b"), "a ; + b");
}

static void test_statement_in_open_line(void **state) {
  Desk *desk = *state;
  // a bracket that was never closed does not swallow the next statement
  assert_string_equal(tokens(desk, "point P at [x,\nkinetic = 1"),
                      "point P at [ x , ; kinetic = 1");
  assert_string_equal(tokens(desk, "let a = (b\nclaim \"c\" d"), "let a = ( b ; claim <c> d");
  assert_string_equal(tokens(desk, "let a = b +\npoint P at x"), "let a = b + ; point P at x");
  // names that are keywords, inside an expression
  assert_string_equal(tokens(desk, "let a = (force\nforce*x\n+ rate)"),
                      "let a = ( force force * x + rate )");
  assert_string_equal(tokens(desk, "let a = b +\nforce\nc"), "let a = b + force ; c");
}

static void test_spans(void **state) {
  Desk *desk = *state;
  const Source source = {"test.mech", str("ab  θ' \n \"c\"")};
  Lexer lexer;
  lexer_init(&lexer, desk->model, &source);
  static const struct {
    TokenKind kind;
    uint32_t start, end;
    bool first;
  } expected[] = {
    {TOKEN_NAME, 0, 2, true},     {TOKEN_NAME, 4, 6, false},    {TOKEN_PRIME, 6, 7, false},
    {TOKEN_NEWLINE, 7, 7, false}, {TOKEN_STRING, 10, 13, true}, {TOKEN_END, 13, 13, false},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const Token token = lexer_next(&lexer);
    assert_int_equal(token.kind, expected[i].kind);
    assert_int_equal(token.span.start, expected[i].start);
    assert_int_equal(token.span.end, expected[i].end);
    assert_int_equal(token.first, expected[i].first);
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_signs), TEST(test_numbers),
    TEST(test_names), TEST(test_labels_and_comments),
    TEST(test_lines), TEST(test_statement_in_open_line),
    TEST(test_spans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
