// Unit tests of page/html.c: escapes, hashes, and how wide formulas are.

#include "page/html.h"
#include "support/check.h"

#include <math.h>

static const char *hash(Bench *b, const char *content) {
  Text text = text_make(&b->arena);
  html_add_hash(&text, str(content));
  return text_get(&text);
}

static void test_add(void **state) {
  Bench *b = *state;
  Text text = text_make(&b->arena);
  html_add(&text, "<p class=\"%s\">%s %m %z%%</p>", "\" onclick=\"x", "<b>&'</b>", "<b>m</b>",
           (size_t) 7);
  assert_string_equal(text_get(&text),
                      "<p class=\"&quot; onclick=&quot;x\">&lt;b&gt;&amp;&#39;&lt;/b&gt; "
                      "<b>m</b> 7%</p>");
}

// The digest of nothing and of "abc" are in FIPS 180-4's examples; their base64 by openssl.
static void test_hash(void **state) {
  Bench *b = *state;
  assert_string_equal(hash(b, ""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  assert_string_equal(hash(b, "abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

// Letters are 1 wide, indices 0.7, a sign has room; the wider part of a fraction counts.
static void test_width(void **state) {
  (void) state;
  static const struct {
    const char *mathml;
    double width;
  } cases[] = {
    {"", 0},
    {"<mi>x</mi>", 1},
    {"<mi>θ</mi><mo>&#x2062;</mo><mi>sin</mi>", 4},
    {"<mi>a</mi><mo>+</mo><mi>b</mi>", 4},
    {"<mtext>&lt;&amp;</mtext>", 2},
    {"<mfrac><mi>abc</mi><mrow><mi>a</mi><mi>b</mi></mrow></mfrac>", 3},
    {"<msup><mi>x</mi><mn>12</mn></msup>", 2.4},
    {"<msubsup><mi>x</mi><mn>1</mn><mn>10</mn></msubsup>", 2.4},
    {"<mover accent=\"true\"><mi>x</mi><mo>¨</mo></mover>", 1},
    {"<mspace width=\"0.167em\"/><mi>x</mi>", 1.2},
    {"<mi>not closed", 10},
    {"<mi", 0},
    {"<", 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const double width = html_mathml_width(cases[i].mathml);
    if (fabs(width - cases[i].width) > 1e-12) fail_msg("%s is %g wide", cases[i].mathml, width);
  }
}

// The pieces of a formula make up the formula; each but the first begins with a sign.
static void test_pieces(void **state) {
  (void) state;
  static const char formula[] = "<mo>−</mo><mi>a</mi><mo>=</mo><mo>−</mo><mi>b</mi><mo>+</mo>"
                                "<mrow><mo>(</mo><mi>c</mi><mo>+</mo><mi>d</mi><mo>)</mo></mrow>";
  static const char *const pieces[] = {
    "<mo>−</mo><mi>a</mi>", "<mo>=</mo><mo>−</mo><mi>b</mi>",
    "<mo>+</mo><mrow><mo>(</mo><mi>c</mi><mo>+</mo><mi>d</mi><mo>)</mo></mrow>"};
  const char *at = formula;
  for (size_t i = 0; i < COUNT(pieces); i++) {
    const size_t n = html_mathml_piece(at);
    assert_int_equal(n, strlen(pieces[i]));
    assert_memory_equal(at, pieces[i], n);
    at += n;
  }
  assert_int_equal(html_mathml_piece(at), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_add),
    BENCH_TEST(test_hash),
    BENCH_TEST(test_width),
    BENCH_TEST(test_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
