// Unit tests of report/outline.h: one outline as text and as LaTeX; its formulas as MathML.

#include "report/outline.h"
#include "support/check.h"

static Outline outline(Bench *b) {
  return outline_make(&b->arena, b->pool, 0);
}

static Expr symbol(Bench *b, const char *name) {
  return expr_symbol(b->pool, str(name), SYMBOL_VARIABLE);
}

static const char *as_text(const Outline *o) {
  Text text = text_make(o->arena);
  outline_text(o, &text);
  return text_get(&text);
}

static const char *as_latex(const Outline *o) {
  Text text = text_make(o->arena);
  outline_latex(o, &outline_latex_plain, &text);
  return text_get(&text);
}

// Returns the last formula.
static const char *formula(const Outline *o, Format format) {
  const OutlineLine *line = &o->items.at[o->items.n - 1].line;
  return text_get(&line->at[line->n - 1].as[format]);
}

// Words are sentences in LaTeX, and escaped there; names of the language are code.
static void test_words(void **state) {
  Bench *b = *state;
  Outline o = outline(b);
  outline_add(&o, ITEM_PART, 0)->name = "Part";
  outline_line(&o, 4, "100 %% of ");
  outline_code(&o, "--branch a_b=%d", 1);
  outline_say(&o, " & more");
  outline_line(&o, 4, "these:");
  outline_line(&o, 4, "names: ");
  outline_names(&o, (const char *const[]){"a", "b", "c_1"}, 3);
  assert_string_equal(as_text(&o), "\nPart\n    100 % of --branch a_b=1 & more\n    these:\n"
                                   "    names: a, b and c_1\n");
  assert_string_equal(as_latex(&o),
                      "\\subsection*{Part}\n\n100 \\% of \\texttt{-{}-{}branch a\\_b=1} \\& more.\n"
                      "\nThese:\n\nNames: \\texttt{a}, \\texttt{b} and \\texttt{c\\_1}.\n");
}

// A line is broken at spaces of words, in formulas only after commas; further lines are indented.
static void test_wrapping(void **state) {
  Bench *b = *state;
  Outline o = outline(b);
  OutlineItem *item = outline_add(&o, ITEM_LINE, 4);
  item->hang = 3;
  for (int i = 0; i < 10; i++) outline_say(&o, "nine more ");  // 104 columns with the indent
  const char *words = as_text(&o);
  for (const char *line = words; *line != '\0'; line = strchr(line, '\n') + 1) {
    assert_true(strchr(line, '\n') - line <= 96);
    assert_int_equal(strspn(line, " "), line == words ? 4 : 7);
  }
  assert_non_null(strstr(words, "more\n       nine"));

  Outline f = outline(b);
  outline_add(&f, ITEM_ENTRY, 80);
  outline_say(&f, "so ");
  outline_math_open(&f);
  outline_math_add(&f, "a = b, c = d", "a = b, c = d");
  outline_math_close(&f);
  outline_code(&f, "%s", " x y");
  assert_string_equal(as_text(&f),
                      text_format(&b->arena, "%*sso a = b,\n%*sc = d x y\n", 80, "", 80, ""));
}

// Columns count characters: names of two bytes are aligned like others.
static void test_named(void **state) {
  Bench *b = *state;
  Outline o = outline(b);
  static const char *const names[] = {"ab", "ψ", "long_name"};
  for (size_t i = 0; i < COUNT(names); i++) {
    OutlineItem *item = outline_add(&o, ITEM_NAMED, 4);
    item->name = names[i];
    item->width = 3;
    outline_say(&o, "linear");
  }
  outline_add(&o, ITEM_ENTRY, 6);
  outline_say(&o, "entry");
  outline_line(&o, 4, "end");
  assert_string_equal(as_text(&o), "    ab   linear\n    ψ    linear\n    long_name  linear\n"
                                   "      entry\n    end\n");
  assert_string_equal(as_latex(&o),
                      "\\begin{description}\n\\item[{ab}] linear\n\\item[{ψ}] linear\n"
                      "\\item[{long\\_name}] linear:\n\\begin{itemize}\n\\item entry\n"
                      "\\end{itemize}\n\\end{description}\n\nEnd.\n");
}

// A case, rows of a table with a line below, and a formula over two lines.
static void test_cases(void **state) {
  Bench *b = *state;
  Outline o = outline(b);
  OutlineItem *item = outline_add(&o, ITEM_CASE, 4);
  item->number = 2;
  item->verdict = "stable";
  outline_equation(&o, expr_sub(b->pool, symbol(b, "x"), symbol(b, "y")));
  outline_add(&o, ITEM_ROW, 7)->name = "linear";
  outline_say(&o, "0");
  outline_below(&o);
  outline_say(&o, "1 : 2");
  outline_add(&o, ITEM_FORMULA, 7)->hang = 4;
  outline_math_open(&o);
  outline_math_add(&o, "a\n= b", "a = b");
  outline_math_close(&o);
  assert_string_equal(as_text(&o), "    2. x = y: stable\n       linear: 0\n          1 : 2\n"
                                   "       a\n           = b\n");
  assert_string_equal(as_latex(&o), "\\paragraph{2.} \\(x = y\\): stable\n\\begin{itemize}\n"
                                    "\\item linear: 0; 1 : 2\n\\end{itemize}\n\\[ a = b \\]\n");
}

// Numbers of seven digits; a minus sign that is no difference says so in MathML.
static void test_numbers(void **state) {
  Bench *b = *state;
  static const struct {
    double re, im;
    const char *text, *latex, *mathml;
  } cases[] = {
    {0, 0, "0", "0", "<mn>0</mn>"},
    {-0.0, 0, "0", "0", "<mn>0</mn>"},
    {-1.5, 0, "-1.5", "-1.5", "<mo form=\"prefix\">−</mo><mn>1.5</mn>"},
    {1.0 / 3, 0, "0.3333333", "0.3333333", "<mn>0.3333333</mn>"},
    {2e-9, 0, "2e-09", "2 \\cdot 10^{-9}",
     "<mn>2</mn><mo>⋅</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>9</mn></mrow></msup>"},
    {0, -2, "-2i", "-2\\mathrm{i}", "<mo>−</mo><mn>2</mn><mi>i</mi>"},
    {1, -2, "1 - 2i", "1 - 2\\mathrm{i}", "<mn>1</mn><mo>−</mo><mn>2</mn><mi>i</mi>"},
    {1, 2, "1 + 2i", "1 + 2\\mathrm{i}", "<mn>1</mn><mo>+</mo><mn>2</mn><mi>i</mi>"},
  };
  Outline o = outline(b);
  outline_add(&o, ITEM_LINE, 4);
  for (size_t i = 0; i < COUNT(cases); i++) {
    outline_math_open(&o);
    outline_math_complex(&o, cases[i].re, cases[i].im);
    outline_math_close(&o);
    assert_string_equal(formula(&o, FORMAT_TEXT), cases[i].text);
    assert_string_equal(formula(&o, FORMAT_LATEX), cases[i].latex);
    assert_string_equal(formula(&o, FORMAT_MATHML), cases[i].mathml);
  }
  outline_math_open(&o);
  outline_math_roots(&o, -1, 2);
  outline_math_add(&o, " <= pi", " \\le \\pi");
  outline_math_close(&o);
  assert_string_equal(formula(&o, FORMAT_TEXT), "-1 +- 2i <= pi");
  assert_string_equal(formula(&o, FORMAT_LATEX), "-1 \\pm 2\\mathrm{i} \\le \\pi");
  assert_string_equal(formula(&o, FORMAT_MATHML),
                      "<mo form=\"prefix\">−</mo><mn>1</mn><mo>±</mo><mn>2</mn><mi>i</mi>"
                      "<mo>≤</mo><mi>π</mi>");
}

// An equation has its negative terms on the other side; a formula that is too long is counted.
static void test_expressions(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = symbol(b, "x"), y = symbol(b, "y"), z = symbol(b, "z");
  const struct {
    Expr difference;
    const char *equation;
  } cases[] = {{expr_sub(p, x, expr_add(p, y, z)), "x = y + z"},
               {expr_neg(p, expr_add(p, x, y)), "x + y = 0"},
               {expr_mul(p, x, y), "x*y = 0"},
               {expr_add(p, x, y), "x + y = 0"}};
  Outline o = outline(b);
  outline_add(&o, ITEM_LINE, 4);
  for (size_t i = 0; i < COUNT(cases); i++) {
    outline_equation(&o, cases[i].difference);
    assert_string_equal(formula(&o, FORMAT_TEXT), cases[i].equation);
  }
  o.most = 2;
  outline_expr(&o, expr_add(p, x, expr_mul(p, y, expr_add(p, x, z))));
  assert_non_null(strstr(formula(&o, FORMAT_TEXT), " operations)"));
  assert_non_null(strstr(formula(&o, FORMAT_MATHML), "<mtext>(an expression of "));
}

// A matrix; one that does not fit the page is shown entry by entry.
static void test_matrix(void **state) {
  Bench *b = *state;
  Outline o = outline(b);
  const double at[] = {1, -2, 0.5, 1e10};
  outline_matrix(&o, 2, &(OutlineMatrix){"A0", "A^0", NULL, at, 2, 2});
  outline_matrix(&o, 2, &(OutlineMatrix){"B", "B", NULL, at, 2, 0});
  assert_int_equal(o.items.n, 1);
  assert_string_equal(as_text(&o), "  A0 = [ 1  , -2    ]\n       [ 0.5, 1e+10 ]\n");
  assert_string_equal(as_latex(&o), "\\[\nA^0 = \\begin{pmatrix}\n  1 & -2 \\\\\n"
                                    "  0.5 & 1 \\cdot 10^{10}\n\\end{pmatrix}\n\\]\n");
  assert_string_equal(o.items.at[0].matrix[FORMAT_MATHML].left,
                      "<msup><mrow><mi>A</mi></mrow><mn>0</mn></msup>");
  double many[16];
  for (size_t i = 0; i < 16; i++) many[i] = 1.0 / 3;
  Outline wide = outline(b);
  outline_matrix(&wide, 2, &(OutlineMatrix){"A", "A", NULL, many, 1, 16});
  assert_non_null(strstr(as_text(&wide), "\n  A[1,16] = 0.3333333\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_words),  BENCH_TEST(test_wrapping), BENCH_TEST(test_named),
    BENCH_TEST(test_cases),  BENCH_TEST(test_numbers),  BENCH_TEST(test_expressions),
    BENCH_TEST(test_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
