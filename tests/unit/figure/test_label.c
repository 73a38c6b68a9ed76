// Unit tests of figure/label.c: names typeset, everything else kept as text.

#include "figure/figure_impl.h"
#include "support/check.h"

static const char *gnuplot(Bench *bench, Label label) {
  Text out = text_make(&bench->arena);
  label_gnuplot(label, &out);
  return text_get(&out);
}

static const char *plain(Bench *bench, Label label) {
  Text out = text_make(&bench->arena);
  label_text(label, &out);
  return text_get(&out);
}

static void test_names(void **state) {
  Bench *bench = *state;
  static const char *const cases[][3] = {
    {"x", "{/:Italic x}", "x"},
    {"theta1", "{/:Italic θ}_{1}", "θ1"},
    {"θ1", "{/:Italic θ}_{1}", "θ1"},
    {"theta1'", "{/:Italic θ\u0307}_{1}", "θ1'"},
    {"theta1''", "{/:Italic θ\u0308}_{1}", "θ1''"},
    {"m_left", "{/:Italic m}_{left}", "m_left"},
    {"p_theta1", "{/:Italic p}_{{/:Italic θ}_{1}}", "p_theta1"},
    {"x1_a_bc", "{/:Italic x}_{1,{/:Italic a},bc}", "x1_a_bc"},
    {"lambda(pivot)", "{/:Italic λ}_{pivot}", "λ(pivot)"},
    {"reaction(x1)", "{/:Italic R}_{{/:Italic x}_{1}}", "reaction(x1)"},
    {"Ixx", "{/:Italic Ixx}", "Ixx"},
    {"speed'", "{/:Italic speed}′", "speed'"},
    {"2*x1 - sin(phi)^2", "2·{/:Italic x}_{1} − sin({/:Italic φ})^{2}", "2·x1 − sin(φ)^2"},
    {"m=1e-3", "{/:Italic m}\u2009=\u20091e-3", "m\u2009=\u20091e-3"},
    {"x^y", "{/:Italic x}\\^{/:Italic y}", "x^y"},
    {"", "", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_string_equal(gnuplot(bench, label_math(cases[i][0])), cases[i][1]);
    assert_string_equal(plain(bench, label_math(cases[i][0])), cases[i][2]);
  }
}

static void test_special(void **state) {
  Bench *bench = *state;
  assert_string_equal(gnuplot(bench, label_plain("it's a {b}^c_d @e &f ~g \\h")),
                      "it'.\"'\".'s a \\{b\\}\\^c\\_d \\@e \\&f \\~g \\\\{}h");
  assert_string_equal(gnuplot(bench, label_plain("<script>\"x\"</script> `ls` $x %d # !")),
                      "<script>\"x\"</script> `ls` $x %d # !");
  assert_string_equal(plain(bench, label_plain("a\\b {c}_d 'e'")), "a\\b {c}_d 'e'");
}

// Line ends, terminal escape sequences, marks for the direction of writing, bytes that are not UTF-8.
static void test_control(void **state) {
  Bench *bench = *state;
  static const char *const cases[][2] = {
    {"a\nplot x", "a plot x"},
    {"a\r\tb", "a  b"},
    {"\033[31mred", " [31mred"},
    {"a\u2028b\u202eb", "a b b"},
    {"a\xc2\x85"
     "b\x7f",
     "a b "},
    {"caf\xe9", "caf\uFFFD"},
    {"\xc0\xaf\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
    {"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
    {"a\uffffb", "a\uFFFDb"},
    {"\xe2\x82", "\uFFFD\uFFFD"},
    {"日本 😀", "日本 😀"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_string_equal(gnuplot(bench, label_plain(cases[i][0])), cases[i][1]);
    assert_string_equal(plain(bench, label_plain(cases[i][0])), cases[i][1]);
  }
  // in names, too
  assert_string_equal(gnuplot(bench, label_math("x\xe9\n'y")),
                      "{/:Italic x\uFFFD} '.\"'\".'{/:Italic y}");
}

static void test_none(void **state) {
  Bench *bench = *state;
  assert_string_equal(gnuplot(bench, (Label){0}), "");
  assert_int_equal(label_width((Label){0}), 0);
  assert_int_equal(label_width(label_plain("θ日x")), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_names),
    BENCH_TEST(test_special),
    BENCH_TEST(test_control),
    BENCH_TEST(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
