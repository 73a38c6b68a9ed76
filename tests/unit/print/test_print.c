// Unit tests of print/print.h: what formulas look like as text, LaTeX and MathML.
//
// Formulas are given in the language and built by the small reader below, which calls a builder
// for each operator as it comes; so every case also tests that its text reads back as the same
// expression.

#include "print/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
  Guard guard;
  Arena arena;
  ExprPool *pool;
} Bench;

static int bench_open(void **state) {
  Bench *b = calloc(1, sizeof *b);
  b->guard.budget = (size_t) 1 << 30;
  arena_init(&b->arena, allocator_heap(), &b->guard);
  b->pool = expr_pool_create(&b->arena);
  *state = b;
  return 0;
}

static int bench_close(void **state) {
  Bench *b = *state;
  arena_clear(&b->arena);
  free(b);
  return 0;
}

// --- a small reader -----------------------------------------------------------------------------

typedef struct {
  ExprPool *pool;
  const char *at;
} Reader;

static Expr read_sum(Reader *r);
static Expr read_unary(Reader *r);

static void skip_spaces(Reader *r) {
  while (*r->at == ' ') r->at++;
}

static bool accept(Reader *r, char c) {
  skip_spaces(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (c & 0x80);
}

// Names that start like these move; all others are constants.
static SymbolKind kind_of(const char *name) {
  static const char *const moving[] = {"x", "y", "z", "theta", "phi", "psi", "p_", "q", "v"};
  for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
    if (strncmp(name, moving[i], strlen(moving[i])) == 0) return SYMBOL_VARIABLE;
  return strchr(name, '(') ? SYMBOL_QUANTITY : SYMBOL_CONSTANT;
}

static Expr read_symbol(Reader *r, const char *start) {
  char name[80];
  snprintf(name, sizeof name, "%.*s", (int) (r->at - start), start);
  Expr e = expr_symbol(r->pool, str(name), kind_of(name));
  while (*r->at == '\'') {
    r->at++;
    e = expr_symbol_rate(r->pool, e);
  }
  return e;
}

static Expr read_name(Reader *r) {
  const char *start = r->at;
  while (in_name(*r->at)) r->at++;
  const Str name = {start, (size_t) (r->at - start)};
  Function fn;
  if (*r->at != '(') return read_symbol(r, start);
  const bool root = str_equal(name, str("sqrt"));
  const bool least = str_equal(name, str("min")), most = str_equal(name, str("max"));
  if (!root && !least && !most && !function_find(name, &fn)) {
    r->at += strcspn(r->at, ")") + 1;
    return read_symbol(r, start);
  }
  r->at++;
  Expr arguments[FUNCTION_ARGUMENTS] = {read_sum(r)};
  if (accept(r, '>')) assert_true(accept(r, '0'));
  for (size_t i = 1; i < FUNCTION_ARGUMENTS && accept(r, ','); i++) arguments[i] = read_sum(r);
  assert_true(accept(r, ')'));
  if (least) return expr_min(r->pool, arguments[0], arguments[1]);
  if (most) return expr_max(r->pool, arguments[0], arguments[1]);
  return root ? expr_sqrt(r->pool, arguments[0]) : expr_call(r->pool, fn, arguments);
}

static Expr read_primary(Reader *r) {
  skip_spaces(r);
  if (accept(r, '(')) {
    const Expr e = read_sum(r);
    assert_true(accept(r, ')'));
    return e;
  }
  const size_t digits = strspn(r->at, "0123456789");
  if (digits == 0) return read_name(r);
  r->at += digits;
  return expr_decimal(r->pool, (Str){r->at - digits, digits});
}

static Expr read_power(Reader *r) {
  const Expr base = read_primary(r);
  return accept(r, '^') ? expr_pow(r->pool, base, read_unary(r)) : base;
}

static Expr read_unary(Reader *r) {
  return accept(r, '-') ? expr_neg(r->pool, read_unary(r)) : read_power(r);
}

static Expr read_product(Reader *r) {
  Expr e = read_unary(r);
  for (;;) {
    if (accept(r, '*'))
      e = expr_mul(r->pool, e, read_unary(r));
    else if (accept(r, '/'))
      e = expr_div(r->pool, e, read_unary(r));
    else
      return e;
  }
}

static Expr read_sum(Reader *r) {
  Expr e = read_product(r);
  for (;;) {
    if (accept(r, '+'))
      e = expr_add(r->pool, e, read_product(r));
    else if (accept(r, '-'))
      e = expr_sub(r->pool, e, read_product(r));
    else
      return e;
  }
}

static Expr read_expr(ExprPool *pool, const char *text) {
  Reader r = {pool, text};
  const Expr e = read_sum(&r);
  assert_string_equal(r.at, "");
  assert_false(expr_is_none(e));
  return e;
}

// --- MathML in short ----------------------------------------------------------------------------

// clang-format off
#define I(name)      "<mi>" name "</mi>"
#define N(digits)    "<mn>" digits "</mn>"
#define O(sign)      "<mo>" sign "</mo>"
#define WORDS(text)  "<mtext>" text "</mtext>"
#define ROW(all)     "<mrow>" all "</mrow>"
#define GROUP(all)   ROW(O("(") all O(")"))
#define SUP(a, b)    "<msup>" a b "</msup>"
#define SUB(a, b)    "<msub>" a b "</msub>"
#define BOTH(a, b, c) "<msubsup>" a b c "</msubsup>"
#define FRAC(a, b)   "<mfrac>" a b "</mfrac>"
#define SQRT(all)    "<msqrt>" all "</msqrt>"
#define ROOT(a, n)   "<mroot>" a n "</mroot>"
#define DOT(a)       "<mover accent=\"true\">" a O("˙") "</mover>"
#define DDOT(a)      "<mover accent=\"true\">" a O("¨") "</mover>"
#define THIN         "<mspace width=\"0.167em\"/>"
#define PLUS         O("+")
#define MINUS        O("−")
#define TIMES        O("&#x2062;")
#define WIDE         TIMES THIN       // beside a function or a word
#define CALL         O("&#x2061;")
#define APPLY        CALL THIN        // without parentheses

#define SAME NULL  // the text is what was read

typedef struct {
  const char *source, *text, *latex, *mathml;
} Case;

// --- cases --------------------------------------------------------------------------------------

static const Case numbers[] = {
  {"0", SAME, "0", N("0")},
  {"-5", SAME, "-5", ROW(MINUS N("5"))},
  {"2/3", SAME, "\\frac{2}{3}", ROW(FRAC(N("2"), N("3")))},
  {"-2/3", SAME, "-\\frac{2}{3}", ROW(MINUS FRAC(N("2"), N("3")))},
  {"10^30*x", "1000000000000000000000000000000*x", "1000000000000000000000000000000 x",
   ROW(N("1000000000000000000000000000000") TIMES I("x"))},
};

static const Case terms[] = {
  {"-x", SAME, "-x", ROW(MINUS I("x"))},
  {"3*x", SAME, "3 x", ROW(N("3") TIMES I("x"))},
  {"x/2", SAME, "\\frac{x}{2}", ROW(FRAC(I("x"), N("2")))},
  {"-3*x/2", SAME, "-\\frac{3 x}{2}", ROW(MINUS FRAC(ROW(N("3") TIMES I("x")), N("2")))},
  {"pi/2", SAME, "\\frac{\\pi}{2}", ROW(FRAC(I("π"), N("2")))},
  {"1/2*m*v^2", SAME, "\\frac{1}{2} m v^2",
   ROW(FRAC(N("1"), N("2")) TIMES I("m") TIMES SUP(I("v"), N("2")))},
  {"-x^2/3", "-1/3*x^2", "-\\frac{1}{3} x^2",
   ROW(MINUS FRAC(N("1"), N("3")) TIMES SUP(I("x"), N("2")))},
  {"m*v^2/(2*r)", SAME, "\\frac{m v^2}{2 r}",
   ROW(FRAC(ROW(I("m") TIMES SUP(I("v"), N("2"))), ROW(N("2") TIMES I("r"))))},
  {"-m*v^2/r", SAME, "-\\frac{m v^2}{r}",
   ROW(MINUS FRAC(ROW(I("m") TIMES SUP(I("v"), N("2"))), I("r")))},
  {"2*pi*r", SAME, "2 \\pi r", ROW(N("2") TIMES I("π") TIMES I("r"))},
};

static const Case sums[] = {
  {"-y + x", "x - y", "x - y", ROW(I("x") MINUS I("y"))},
  {"-x + y", "y - x", "y - x", ROW(I("y") MINUS I("x"))},
  {"-x - y", SAME, "-x - y", ROW(MINUS I("x") MINUS I("y"))},
  {"1 - cos(theta)", SAME, "1 - \\cos \\theta", ROW(N("1") MINUS I("cos") APPLY I("θ"))},
  {"1 + x + y^2 + 2*y*x + x^2", "x^2 + 2*x*y + y^2 + x + 1", "x^2 + 2 x y + y^2 + x + 1",
   ROW(SUP(I("x"), N("2")) PLUS N("2") TIMES I("x") TIMES I("y") PLUS SUP(I("y"), N("2")) PLUS
    I("x") PLUS N("1"))},
  {"x2 + x10 + x1", "x1 + x2 + x10", "x_1 + x_2 + x_{10}",
   ROW(SUB(I("x"), N("1")) PLUS SUB(I("x"), N("2")) PLUS SUB(I("x"), N("10")))},
  {"k*x + c*x' + m*x''", "m*x'' + c*x' + k*x", "m \\ddot{x} + c \\dot{x} + k x",
   ROW(I("m") TIMES DDOT(I("x")) PLUS I("c") TIMES DOT(I("x")) PLUS I("k") TIMES I("x"))},
};

static const Case products[] = {
  {"2*(x + y)*z", "2*z*(x + y)", "2 z (x + y)",
   ROW(N("2") TIMES I("z") TIMES GROUP(I("x") PLUS I("y")))},
  {"(x + y)*z/2", "1/2*z*(x + y)", "\\frac{1}{2} z (x + y)",
   ROW(FRAC(N("1"), N("2")) TIMES I("z") TIMES GROUP(I("x") PLUS I("y")))},
  {"-a*(x - y)", "a*(y - x)", "a (y - x)", ROW(I("a") TIMES GROUP(I("y") MINUS I("x")))},
  {"(x - y)*(y - x)", "-(x - y)^2", "-(x - y)^2",
   ROW(MINUS SUP(GROUP(I("x") MINUS I("y")), N("2")))},
  {"-(x - y)/z", "(y - x)/z", "\\frac{y - x}{z}", ROW(FRAC(ROW(I("y") MINUS I("x")), I("z")))},
  {"x*a*pi*2", "2*pi*a*x", "2 \\pi a x", ROW(N("2") TIMES I("π") TIMES I("a") TIMES I("x"))},
  {"sin(t)*(z + y)*x", "x*(y + z)*sin(t)", "x (y + z) \\sin t",
   ROW(I("x") TIMES GROUP(I("y") PLUS I("z")) WIDE I("sin") APPLY I("t"))},
  {"sin(x)*abs(y)", "abs(y)*sin(x)", "\\left|y\\right| \\sin x",
   ROW(ROW(O("|") I("y") O("|")) WIDE I("sin") APPLY I("x"))},
  {"g*l1*sin(theta1)*(m2 + m1)", "(m1 + m2)*g*l1*sin(theta1)",
   "(m_1 + m_2) g l_1 \\sin \\theta_1",
   ROW(GROUP(SUB(I("m"), N("1")) PLUS SUB(I("m"), N("2"))) TIMES I("g") TIMES SUB(I("l"), N("1"))
    WIDE I("sin") APPLY SUB(I("θ"), N("1")))},
};

static const Case fractions[] = {
  {"1/x", SAME, "\\frac{1}{x}", ROW(FRAC(N("1"), I("x")))},
  {"1/x^2", SAME, "\\frac{1}{x^2}", ROW(FRAC(N("1"), SUP(I("x"), N("2"))))},
  {"-1/(x*y)", SAME, "-\\frac{1}{x y}", ROW(MINUS FRAC(N("1"), ROW(I("x") TIMES I("y"))))},
  {"a/b/c", "a/(b*c)", "\\frac{a}{b c}", ROW(FRAC(I("a"), ROW(I("b") TIMES I("c"))))},
  {"(x + y)/z", SAME, "\\frac{x + y}{z}", ROW(FRAC(ROW(I("x") PLUS I("y")), I("z")))},
  {"z/(x + y)", SAME, "\\frac{z}{x + y}", ROW(FRAC(I("z"), ROW(I("x") PLUS I("y"))))},
  {"1/(1 + 1/(1 + 1/x))", "1/(1/(1 + 1/x) + 1)", "\\frac{1}{\\frac{1}{1 + \\frac{1}{x}} + 1}",
   ROW(FRAC(N("1"), ROW(FRAC(N("1"), ROW(N("1") PLUS FRAC(N("1"), I("x")))) PLUS N("1"))))},
  {"(a/b + c)*d", SAME, "\\left(\\frac{a}{b} + c\\right) d",
   ROW(GROUP(FRAC(I("a"), I("b")) PLUS I("c")) TIMES I("d"))},
  {"5*x^2/(7*y)", SAME, "\\frac{5 x^2}{7 y}",
   ROW(FRAC(ROW(N("5") TIMES SUP(I("x"), N("2"))), ROW(N("7") TIMES I("y"))))},
};

static const Case powers[] = {
  {"x^10/y^12", SAME, "\\frac{x^{10}}{y^{12}}",
   ROW(FRAC(SUP(I("x"), N("10")), SUP(I("y"), N("12"))))},
  {"(x + y)^2", SAME, "(x + y)^2", ROW(SUP(GROUP(I("x") PLUS I("y")), N("2")))},
  {"(a/b + c)^2", SAME, "\\left(\\frac{a}{b} + c\\right)^2",
   ROW(SUP(GROUP(FRAC(I("a"), I("b")) PLUS I("c")), N("2")))},
  {"x^(2/3)", SAME, "x^{2/3}", ROW(SUP(I("x"), ROW(N("2") O("/") N("3"))))},
  {"x^(-3/2)", "1/x^(3/2)", "\\frac{1}{x^{3/2}}",
   ROW(FRAC(N("1"), SUP(I("x"), ROW(N("3") O("/") N("2")))))},
  {"x^n", SAME, "x^n", ROW(SUP(I("x"), I("n")))},
  {"x^(-2*n)", SAME, "x^{-2 n}", ROW(SUP(I("x"), ROW(MINUS N("2") TIMES I("n"))))},
  {"x^(a + b)", SAME, "x^{a + b}", ROW(SUP(I("x"), ROW(I("a") PLUS I("b"))))},
  {"x^x^x", "x^(x^x)", "x^{x^x}", ROW(SUP(I("x"), ROW(SUP(I("x"), I("x")))))},
  {"3*2^n", SAME, "3 \\cdot 2^n", ROW(N("3") O("⋅") SUP(N("2"), I("n")))},
  {"(x + y)^n", SAME, "(x + y)^n", ROW(SUP(GROUP(I("x") PLUS I("y")), I("n")))},
  {"x^n*y^n", "exp(n*log(x) + n*log(y))", "\\exp(n \\ln x + n \\ln y)",
   ROW(I("exp") CALL GROUP(I("n") WIDE I("ln") APPLY I("x") PLUS I("n") WIDE I("ln") APPLY
    I("y")))},
};

static const Case roots[] = {
  {"sqrt(x^2)", "abs(x)", "\\left|x\\right|", ROW(ROW(O("|") I("x") O("|")))},
  {"1/sqrt(2)", "sqrt(2)/2", "\\frac{\\sqrt{2}}{2}", ROW(FRAC(SQRT(N("2")), N("2")))},
  {"3*2^(1/3)*x", SAME, "3 \\sqrt[3]{2} x", ROW(N("3") TIMES ROOT(N("2"), N("3")) TIMES I("x"))},
  {"1/sqrt(x + y)", SAME, "\\frac{1}{\\sqrt{x + y}}", ROW(FRAC(N("1"), SQRT(I("x") PLUS I("y"))))},
  {"sqrt(x/y)", SAME, "\\sqrt{\\frac{x}{y}}", ROW(SQRT(FRAC(I("x"), I("y"))))},
  {"sqrt(-x)", SAME, "\\sqrt{-x}", ROW(SQRT(MINUS I("x")))},
  {"(x*y)^(1/3)", SAME, "\\sqrt[3]{x y}", ROW(ROOT(ROW(I("x") TIMES I("y")), N("3")))},
  {"sqrt(1 + x^2)/(2*y)", "sqrt(x^2 + 1)/(2*y)", "\\frac{\\sqrt{x^2 + 1}}{2 y}",
   ROW(FRAC(SQRT(SUP(I("x"), N("2")) PLUS N("1")), ROW(N("2") TIMES I("y"))))},
};

static const Case functions[] = {
  {"sin(2*theta)", SAME, "\\sin 2 \\theta", ROW(I("sin") APPLY N("2") TIMES I("θ"))},
  {"sin(theta/2)", SAME, "\\sin \\frac{\\theta}{2}", ROW(I("sin") APPLY FRAC(I("θ"), N("2")))},
  {"cos(omega*t/2)", "cos(1/2*omega*t)", "\\cos\\left(\\frac{1}{2} \\omega t\\right)",
   ROW(I("cos") CALL GROUP(FRAC(N("1"), N("2")) TIMES I("ω") TIMES I("t")))},
  {"cos(x/y + 1)", SAME, "\\cos\\left(\\frac{x}{y} + 1\\right)",
   ROW(I("cos") CALL GROUP(FRAC(I("x"), I("y")) PLUS N("1")))},
  {"sin(x + y)^2*cos(x)", SAME, "\\sin^2(x + y) \\cos x",
   ROW(SUP(I("sin"), N("2")) CALL GROUP(I("x") PLUS I("y")) WIDE I("cos") APPLY I("x"))},
  {"1/sin(x)^2", SAME, "\\frac{1}{\\sin^2 x}",
   ROW(FRAC(N("1"), ROW(SUP(I("sin"), N("2")) APPLY I("x"))))},
  {"x*sin(y)/cos(z)", SAME, "\\frac{x \\sin y}{\\cos z}",
   ROW(FRAC(ROW(I("x") WIDE I("sin") APPLY I("y")), ROW(I("cos") APPLY I("z"))))},
  {"sin(x)*sqrt(cos(x))", SAME, "\\sin(x) \\sqrt{\\cos x}",
   ROW(I("sin") CALL GROUP(I("x")) WIDE SQRT(I("cos") APPLY I("x")))},
  {"sqrt(sin(x))", SAME, "\\sqrt{\\sin x}", ROW(SQRT(I("sin") APPLY I("x")))},
  {"exp(-k*t)", SAME, "\\exp(-k t)", ROW(I("exp") CALL GROUP(MINUS I("k") TIMES I("t")))},
  {"log(x)^2", SAME, "\\ln(x)^2", ROW(SUP(ROW(I("ln") CALL GROUP(I("x"))), N("2")))},
  {"abs(x - y)^3", SAME, "\\left|x - y\\right|^3",
   ROW(SUP(ROW(O("|") I("x") MINUS I("y") O("|")), N("3")))},
  {"atan2(y, x)", SAME, "\\operatorname{atan2}(y, x)",
   ROW(I("atan2") CALL GROUP(I("y") O(",") I("x")))},
  {"asin(x)", SAME, "\\arcsin x", ROW(I("arcsin") APPLY I("x"))},
};

static const Case names[] = {
  {"theta1", SAME, "\\theta_1", SUB(I("θ"), N("1"))},
  {"theta1''", SAME, "\\ddot{\\theta}_1", SUB(DDOT(I("θ")), N("1"))},
  {"Theta", SAME, "\\Theta", I("Θ")},
  {"omicron", SAME, "o", I("ο")},
  {"Rho", SAME, "\\mathrm{P}", I("Ρ")},
  {"lambda2", SAME, "\\lambda_2", SUB(I("λ"), N("2"))},
  {"m_left", SAME, "m_{\\text{left}}", SUB(I("m"), WORDS("left"))},
  {"m1_left", SAME, "m_{1,\\text{left}}", SUB(I("m"), ROW(N("1") O(",") WORDS("left")))},
  {"x_1", SAME, "x_1", SUB(I("x"), N("1"))},
  {"p_theta1'", SAME, "\\dot{p}_{\\theta_1}", SUB(DOT(I("p")), SUB(I("θ"), N("1")))},
  {"p_x10", SAME, "p_{x_{10}}", SUB(I("p"), SUB(I("x"), N("10")))},
  {"2*Ixx*x", SAME, "2 \\mathit{Ixx} \\, x", ROW(N("2") TIMES I("Ixx") WIDE I("x"))},
  {"Ixx1", SAME, "\\mathit{Ixx}_1", SUB(I("Ixx"), N("1"))},
  {"foo", SAME, "\\mathit{foo}", I("foo")},
  {"x12'^2", SAME, "\\dot{x}_{12}^2", ROW(BOTH(DOT(I("x")), N("12"), N("2")))},
  {"lambda(pivot)", SAME, "\\lambda_{\\text{pivot}}", SUB(I("λ"), WORDS("pivot"))},
  {"lambda(rolling.1)^2", SAME, "\\lambda_{\\text{rolling.1}}^2",
   ROW(BOTH(I("λ"), WORDS("rolling.1"), N("2")))},
  {"reaction(x)", SAME, "R_x", SUB(I("R"), I("x"))},
  {"reaction(theta1)", SAME, "R_{\\theta_1}", SUB(I("R"), SUB(I("θ"), N("1")))},
  {"residual(c)", SAME, "\\mathit{residual}_{\\text{c}}", SUB(I("residual"), WORDS("c"))},
  {"é", SAME, "é", I("é")},
  {"θ1", SAME, "\\theta_1", SUB(I("θ"), N("1"))},
};

static const Case mechanics[] = {
  {"1/2*m1*(x1'^2 + y1'^2) - m1*g*x1", SAME,
   "\\frac{1}{2} m_1 (\\dot{x}_1^2 + \\dot{y}_1^2) - m_1 g x_1",
   ROW(FRAC(N("1"), N("2")) TIMES SUB(I("m"), N("1")) TIMES GROUP(BOTH(DOT(I("x")), N("1"),
    N("2")) PLUS BOTH(DOT(I("y")), N("1"), N("2"))) MINUS SUB(I("m"), N("1")) TIMES I("g")
    TIMES SUB(I("x"), N("1")))},
  {"m*g*l*sin(theta) + m*l^2*theta''", "m*l^2*theta'' + m*g*l*sin(theta)",
   "m l^2 \\ddot{\\theta} + m g l \\sin \\theta",
   ROW(I("m") TIMES SUP(I("l"), N("2")) TIMES DDOT(I("θ")) PLUS I("m") TIMES I("g") TIMES I("l")
    WIDE I("sin") APPLY I("θ"))},
  {"(y1 - y2)*y1'*y2' - x2*x2'*y1' + x1*x1'*y2'", "x1*x1'*y2' - x2*x2'*y1' + y1'*y2'*(y1 - y2)",
   "x_1 \\dot{x}_1 \\dot{y}_2 - x_2 \\dot{x}_2 \\dot{y}_1 + \\dot{y}_1 \\dot{y}_2 (y_1 - y_2)",
   ROW(SUB(I("x"), N("1")) TIMES SUB(DOT(I("x")), N("1")) TIMES SUB(DOT(I("y")), N("2")) MINUS
    SUB(I("x"), N("2")) TIMES SUB(DOT(I("x")), N("2")) TIMES SUB(DOT(I("y")), N("1")) PLUS
    SUB(DOT(I("y")), N("1")) TIMES SUB(DOT(I("y")), N("2")) TIMES GROUP(SUB(I("y"), N("1")) MINUS
    SUB(I("y"), N("2"))))},
  {"(m1 + m2)*l1*theta1'' + m2*l2*theta2''*cos(theta1 - theta2)", SAME,
   "(m_1 + m_2) l_1 \\ddot{\\theta}_1 + m_2 l_2 \\ddot{\\theta}_2 \\cos(\\theta_1 - \\theta_2)",
   ROW(GROUP(SUB(I("m"), N("1")) PLUS SUB(I("m"), N("2"))) TIMES SUB(I("l"), N("1")) TIMES
    SUB(DDOT(I("θ")), N("1")) PLUS SUB(I("m"), N("2")) TIMES SUB(I("l"), N("2")) TIMES
    SUB(DDOT(I("θ")), N("2")) WIDE I("cos") CALL GROUP(SUB(I("θ"), N("1")) MINUS SUB(I("θ"),
    N("2"))))},
};

// clang-format on

// --- checking the cases -------------------------------------------------------------------------

static const char *printed(Bench *b, Expr e, Format format) {
  Text out = text_make(&b->arena);
  assert_true(print_expr(b->pool, e, format, NULL, &out));
  return text_get(&out);
}

// A Greek letter that LaTeX has no command for: its Latin twin.
static const char *latin_twin(const char *c) {
  static const char *const twins[][2] = {
    {"ο", "o"}, {"Α", "A"}, {"Β", "B"}, {"Ε", "E"}, {"Ζ", "Z"}, {"Η", "H"}, {"Ι", "I"},
    {"Κ", "K"}, {"Μ", "M"}, {"Ν", "N"}, {"Ο", "O"}, {"Ρ", "P"}, {"Τ", "T"}, {"Χ", "X"},
  };
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
    if (strncmp(c, twins[i][0], strlen(twins[i][0])) == 0) return twins[i][1];
  return NULL;
}

// Returns the visible characters of MathML.
static const char *visible(Bench *b, const char *mathml) {
  static const char *const hidden[] = {"&#x2061;", "&#x2062;"};
  Text out = text_make(&b->arena);
  bool tag = false;
  for (const char *c = mathml; *c != '\0'; c++) {
    for (size_t i = 0; i < 2; i++)
      if (strncmp(c, hidden[i], strlen(hidden[i])) == 0) c += strlen(hidden[i]);
    if (*c == '\0') break;
    tag = tag || *c == '<';
    const char *twin = latin_twin(c);
    if (!tag) text_add_char(&out, twin ? *twin : *c);
    if (twin) c++;
    if (*c == '>') tag = false;
  }
  return text_get(&out);
}

static const char *translated(Bench *b, const char *latex) {
  Text out = text_make(&b->arena);
  assert_true(latex_to_mathml(str(latex), &out));
  return text_get(&out);
}

static void check_case(Bench *b, const Case *c) {
  const Expr e = read_expr(b->pool, c->source);
  const char *text = printed(b, e, FORMAT_TEXT);
  assert_string_equal(text, c->text != SAME ? c->text : c->source);
  assert_string_equal(printed(b, e, FORMAT_LATEX), c->latex);
  assert_string_equal(printed(b, e, FORMAT_MATHML), c->mathml);
  assert_string_equal(visible(b, translated(b, c->latex)), visible(b, c->mathml));
  assert_string_equal(print_expr_text(b->pool, e, &b->arena), text);
  assert_int_equal(read_expr(b->pool, text).id, e.id);
}

#define TEST_CASES(group)                                                                    \
  static void test_##group(void **state) {                                                   \
    for (size_t i = 0; i < sizeof group / sizeof *group; i++) check_case(*state, &group[i]); \
  }

TEST_CASES(numbers)
TEST_CASES(terms)
TEST_CASES(sums)
TEST_CASES(products)
TEST_CASES(fractions)
TEST_CASES(powers)
TEST_CASES(roots)
TEST_CASES(functions)
TEST_CASES(names)
TEST_CASES(mechanics)

// --- names and plain text -----------------------------------------------------------------------

static void check_name(Bench *b, const char *name, int order, const char *latex) {
  Text text = text_make(&b->arena), tex = text_make(&b->arena);
  name_print(str(name), order, FORMAT_TEXT, &text);
  assert_memory_equal(text_get(&text), name, strlen(name));
  assert_int_equal(text.n, strlen(name) + (size_t) order);
  name_print(str(name), order, FORMAT_LATEX, &tex);
  assert_string_equal(text_get(&tex), latex);
}

static void test_name_print(void **state) {
  check_name(*state, "foo", 2, "\\ddot{\\mathit{foo}}");
  check_name(*state, "omega10", 1, "\\dot{\\omega}_{10}");
  check_name(*state, "m_left_2", 0, "m_{\\text{left},2}");
  check_name(*state, "kinetic_energy", 0, "\\mathit{kinetic}_{\\text{energy}}");
  check_name(*state, "a_1_2_3_4_5_6_7_8_9", 0, "a_{1,2,3,4,5,6,7,\\text{8\\_9}}");
  check_name(*state, "x__1_", 0, "x_1");
  check_name(*state, "lambda2(c_1)", 0, "\\lambda_{2,\\text{c\\_1}}");
  check_name(*state, "straße", 0, "\\mathit{straße}");
}

static void check_plain(Bench *b, const char *s, Format format, const char *expected) {
  Text out = text_make(&b->arena);
  names_print_plain(str(s), format, &out);
  assert_string_equal(text_get(&out), expected);
}

static void test_plain_print(void **state) {
  const char *s = "a<b & \"50%\" of x_1's {~^#$\\}";
  check_plain(*state, s, FORMAT_TEXT, s);
  check_plain(
    *state, s, FORMAT_LATEX,
    "a\\textless{}b \\& \"50\\%\" of x\\_1's \\{\\textasciitilde{}\\textasciicircum{}\\#\\$"
    "\\textbackslash{}\\}");
  check_plain(*state, s, FORMAT_MATHML, "a&lt;b &amp; &quot;50%&quot; of x_1&#39;s {~^#$\\}");
  check_plain(*state, "bell\a\n", FORMAT_MATHML, "bell\uFFFD\n");
}

// A name that is impossible in a model still gives well-formed XML.
static void test_hostile_symbol(void **state) {
  Bench *b = *state;
  const Expr e = expr_symbol(b->pool, str("lambda(<&>)"), SYMBOL_QUANTITY);
  assert_string_equal(printed(b, e, FORMAT_MATHML), SUB(I("λ"), WORDS("&lt;&amp;&gt;")));
  assert_string_equal(printed(b, e, FORMAT_LATEX),
                      "\\lambda_{\\text{\\textless{}\\&\\textgreater{}}}");
}

// --- from LaTeX ---------------------------------------------------------------------------------

// Rules as in worksheets; the MathML by hand.
static void test_latex_rules(void **state) {
  static const struct {
    const char *latex, *mathml;
  } rules[] = {
    {"L = T - V", I("L") O("=") I("T") MINUS I("V")},
    {"T_2", SUB(ROW(I("T")), N("2"))},
    {"G^{-1}", SUP(ROW(I("G")), ROW(MINUS N("1")))},
    {"C_i^a", "<msubsup>" ROW(I("C")) I("i") I("a") "</msubsup>"},
    {"\\pi_p'", "<msubsup>" ROW(I("π")) I("p") O("′") "</msubsup>"},
    {"\\tfrac12 m v\\cdot v", FRAC(N("1"), N("2")) I("m") I("v") O("⋅") I("v")},
    {"\\partial L/\\partial\\dot q_k", I("∂") I("L") O("/") I("∂") SUB(ROW(DOT(I("q"))), I("k"))},
    {"\\left(A\\right)^{+}", SUP(ROW(GROUP(I("A"))), ROW(PLUS))},
    {"h_{\\text{no\\_slip}}", SUB(ROW(I("h")), ROW(WORDS("no_slip")))},
    {"\\sqrt[3]{x}", ROOT(ROW(I("x")), ROW(N("3")))},
    {"\\text{a\\textless{}b \\& \\{\\textbackslash{}\\}}", WORDS("a&lt;b &amp; {\\}")},
  };
  Bench *b = *state;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    assert_string_equal(translated(b, rules[i].latex), rules[i].mathml);
}

// LaTeX that is not understood is shown as it is written, escaped; nothing hangs, nothing is left open.
static void test_latex_foreign(void **state) {
  static const char *const foreign[] = {
    "\\href{javascript:x}{y}",
    "{",
    "}",
    "\\left(x",
    "\\left<x\\right>",
    "x_",
    "x^2^3",
    "\\frac{1}",
    "\\",
    "\\text{<script>",
    "\\text{\\evil}",
    "\\sqrt[3",
    "x_1_2",
    "\\dot",
  };
  Bench *b = *state;
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    Text out = text_make(&b->arena), expected = text_make(&b->arena);
    if (latex_to_mathml(str(foreign[i]), &out)) fail_msg("%s was understood", foreign[i]);
    text_add(&expected, "<mtext>");
    names_print_plain(str(foreign[i]), FORMAT_MATHML, &expected);
    text_add(&expected, "</mtext>");
    assert_string_equal(text_get(&out), text_get(&expected));
  }
  Text deep = text_make(&b->arena), out = text_make(&b->arena);
  for (int i = 0; i < 100000; i++) text_add(&deep, "{");
  assert_false(latex_to_mathml(str(text_get(&deep)), &out));
}

// --- abbreviations ------------------------------------------------------------------------------

static void abbreviate(Bench *b, Abbreviations *map, const char *what, const char *name) {
  const Expr e = read_expr(b->pool, what), symbol = read_expr(b->pool, name);
  memo_put(&b->arena, map, e.id, symbol.id);
}

static void check_abbreviated(Bench *b, const Abbreviations *map, const char *source,
                              const char *expected) {
  Text out = text_make(&b->arena);
  assert_true(print_expr(b->pool, read_expr(b->pool, source), FORMAT_TEXT, map, &out));
  assert_string_equal(text_get(&out), expected);
}

static void test_abbreviations(void **state) {
  Bench *b = *state;
  Abbreviations map = {0};
  abbreviate(b, &map, "x + y", "s");
  abbreviate(b, &map, "x*z", "q9");
  abbreviate(b, &map, "n*log(x)", "w");
  check_abbreviated(b, &map, "(x + y)^2*a", "a*s^2");
  check_abbreviated(b, &map, "z/(x + y)", "z/s");
  check_abbreviated(b, &map, "sin(x + y) + 3*x*z", "3*q9 + sin(s)");
  check_abbreviated(b, &map, "x + y", "x + y");
  check_abbreviated(b, &map, "x^n", "exp(w)");
  check_abbreviated(b, &map, "1/sqrt(x + y)", "1/sqrt(s)");
}

// --- order --------------------------------------------------------------------------------------

// The same formulas in a pool where all names got their ids in another order.
static void test_order_without_ids(void **state) {
  static const char *const sources[] = {
    "(x - y)*(y - z)*(z - x)",
    "(x + y)*(x - y)",
    "a*x*y + b*y^2 + c*x^2",
    "(m1 + m2)*g*l",
    "(y1 - y2)*y1'*y2' - x2*x2'*y1' + x1*x1'*y2'",
    "1/(y - x) + 1/(x - z)",
    "exp(x - y) - exp(y - x)",
    "sqrt(y - x)*sqrt(x - y)",
    "(a - b)*(c - b)/(a + 2*b)",
  };
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    Bench *b = *state;
    ExprPool *other = expr_pool_create(&b->arena);
    read_expr(other, "z + y2' + y2 + y1' + y1 + y + x2 + x1' + x + m2 + m1 + l + g + c + b + a");
    read_expr(b->pool, "a + b + c + g + l + m1 + m2 + x + x1' + x2 + y + y1 + y1' + y2 + y2' + z");
    const Expr e = read_expr(b->pool, sources[i]), f = read_expr(other, sources[i]);
    assert_string_equal(print_expr_text(b->pool, e, &b->arena),
                        print_expr_text(other, f, &b->arena));
  }
}

// --- limits -------------------------------------------------------------------------------------

// Does every tag close, in order?
static void check_balanced(const char *xml) {
  const char *open[4 * PRINT_DEPTH + 100];
  size_t n = 0;
  for (const char *at = strchr(xml, '<'); at != NULL; at = strchr(at + 1, '<')) {
    const char *end = strchr(at, '>');
    assert_non_null(end);
    if (end[-1] == '/') continue;
    if (at[1] != '/') {
      assert_true(n < sizeof open / sizeof *open);
      open[n++] = at + 1;
    } else {
      assert_true(n > 0);
      assert_memory_equal(open[--n], at + 2, (size_t) (end - at - 2));
    }
  }
  assert_int_equal(n, 0);
}

static void check_braces(const char *latex) {
  long open = 0;
  for (; *latex != '\0'; latex++) {
    open += (*latex == '{') - (*latex == '}');
    assert_true(open >= 0);
  }
  assert_int_equal(open, 0);
}

static const char *cut(Bench *b, Expr e, Format format) {
  Text out = text_make(&b->arena);
  text_add(&out, "e = ");
  assert_false(print_expr(b->pool, e, format, NULL, &out));
  assert_true(out.n < PRINT_LENGTH + 100 * PRINT_DEPTH);
  return text_get(&out) + 4;
}

static void check_cut(Bench *b, Expr e) {
  assert_non_null(strstr(cut(b, e, FORMAT_TEXT), "..."));
  const char *latex = cut(b, e, FORMAT_LATEX), *mathml = cut(b, e, FORMAT_MATHML);
  assert_non_null(strstr(latex, "\\dots"));
  assert_non_null(strstr(mathml, O("…")));
  check_braces(latex);
  check_balanced(mathml);
}

// A graph of a few hundred nodes that is a tree of 2^100.
static void test_length_limit(void **state) {
  Bench *b = *state;
  Expr e = read_expr(b->pool, "x");
  for (int i = 0; i < 100; i++) {
    const Expr left = expr_add(b->pool, e, expr_int(b->pool, i + 1));
    const Expr right = expr_sub(b->pool, e, read_expr(b->pool, "y"));
    e = i % 2 ? expr_mul(b->pool, left, right) : expr_div(b->pool, left, right);
  }
  check_cut(b, e);
}

// Sums and products that are long because of their names.
static void test_long_lists(void **state) {
  Bench *b = *state;
  Expr sum = EXPR_ZERO, product = EXPR_ONE;
  char name[10000];
  for (size_t i = 0; i < 120; i++) {
    memset(name, 'x', sizeof name);
    name[i] = 'y';
    const Expr symbol = expr_symbol(b->pool, (Str){name, sizeof name}, SYMBOL_VARIABLE);
    sum = expr_add(b->pool, sum, symbol);
    product = expr_mul(b->pool, product, symbol);
  }
  check_cut(b, sum);
  check_cut(b, product);
}

static void test_depth_limit(void **state) {
  Bench *b = *state;
  Expr nested = read_expr(b->pool, "x"), fraction = nested;
  const Expr y = read_expr(b->pool, "y");
  for (int i = 0; i < PRINT_DEPTH + 10; i++) {
    nested = expr_call1(b->pool, FN_SIN, nested);
    fraction = expr_add(b->pool, y, expr_div(b->pool, EXPR_ONE, expr_mul(b->pool, y, fraction)));
  }
  check_cut(b, nested);
  check_cut(b, fraction);
}

static void test_none(void **state) {
  Bench *b = *state;
  Text out = text_make(&b->arena);
  assert_false(print_expr(b->pool, EXPR_NONE, FORMAT_TEXT, NULL, &out));
  assert_string_equal(text_get(&out), "...");
}

// --- reading back -------------------------------------------------------------------------------

static uint32_t draw(uint64_t *seed, uint32_t n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (*seed >> 33) % n;
}

static Expr random_leaf(Bench *b, uint64_t *seed) {
  static const char *const leaves[] = {"x", "y", "x'", "theta1''",     "m",
                                       "a", "t", "pi", "lambda(pivot)"};
  const uint32_t k = draw(seed, 12);
  if (k < 9) return read_expr(b->pool, leaves[k]);
  return expr_ratio(b->pool, (long) draw(seed, 9) - 4, 1 + draw(seed, 4));
}

static Expr random_expr(Bench *b, uint64_t *seed, int depth) {
  if (depth == 0) return random_leaf(b, seed);
  const Expr u = random_expr(b, seed, depth - 1);
  const Expr v = random_expr(b, seed, (int) draw(seed, 3) % depth);
  const Ratio c = ratio_make(b->pool, (long) draw(seed, 9) - 4, 1 + draw(seed, 3));
  switch (draw(seed, 10)) {
    case 0:
    case 1: return expr_add(b->pool, u, v);
    case 2: return expr_sub(b->pool, u, v);
    case 3:
    case 4: return expr_mul(b->pool, u, v);
    case 5: return expr_div(b->pool, u, v);
    case 6: return expr_call(b->pool, (Function) draw(seed, FN_COUNT), (Expr[]){u, v, u});
    case 9:
      return draw(seed, 2) ? expr_min(b->pool, u, v)
                           : expr_max(b->pool, v, expr_square(b->pool, u));
    case 7: return expr_pow_ratio(b->pool, u, c);
    default: return expr_pow(b->pool, u, v);
  }
}

// Derivatives by another variable than time: whole in text, a fraction otherwise.
static void test_derivatives(void **state) {
  Bench *b = *state;
  const Expr r = expr_symbol(b->pool, str("r1"), SYMBOL_VARIABLE);
  const Expr phi = expr_symbol(b->pool, str("phi"), SYMBOL_VARIABLE);
  const Expr u = expr_derivative_symbol(b->pool, r, phi),
             v = expr_derivative_symbol(b->pool, u, phi);
  assert_true(expr_is_derivative(b->pool, v));
  assert_false(expr_is_derivative(b->pool, r));
  assert_true(expr_same(u, expr_derivative_symbol(b->pool, r, phi)));
  assert_string_equal(printed(b, v, FORMAT_TEXT), "d(dr1/dphi)/dphi");
  assert_string_equal(printed(b, v, FORMAT_LATEX), "\\frac{d^2 r_1}{d {\\phi}^2}");
  const Expr e = expr_mul(b->pool, r, expr_add(b->pool, expr_square(b->pool, u), v));
  assert_string_equal(printed(b, e, FORMAT_TEXT), "r1*((dr1/dphi)^2 + (d(dr1/dphi)/dphi))");
  assert_string_equal(printed(b, expr_div(b->pool, r, u), FORMAT_TEXT), "r1/(dr1/dphi)");
  assert_string_equal(printed(b, expr_square(b->pool, u), FORMAT_LATEX),
                      "\\left(\\frac{d r_1}{d \\phi}\\right)^2");
  check_balanced(printed(b, e, FORMAT_MATHML));
}

// Law: the text of an expression reads back as that expression. Judge: equal ids.
static void test_reads_back(void **state) {
  Bench *b = *state;
  uint64_t seed = 1;
  for (int i = 0; i < 3000; i++) {
    const Expr e = random_expr(b, &seed, 1 + i % 6);
    if (expr_is_none(e)) continue;
    const char *text = printed(b, e, FORMAT_TEXT);
    const Expr back = read_expr(b->pool, text);
    if (!expr_same(back, e))
      print_error("%s\nreads back as\n%s\n", text, printed(b, back, FORMAT_TEXT));
    assert_int_equal(back.id, e.id);
    check_balanced(printed(b, e, FORMAT_MATHML));
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, bench_open, bench_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(numbers),       TEST(terms),          TEST(sums),
    TEST(products),      TEST(fractions),      TEST(powers),
    TEST(roots),         TEST(functions),      TEST(names),
    TEST(mechanics),     TEST(name_print),     TEST(derivatives),
    TEST(plain_print),   TEST(hostile_symbol), TEST(latex_rules),
    TEST(latex_foreign), TEST(abbreviations),  TEST(order_without_ids),
    TEST(length_limit),  TEST(long_lists),     TEST(depth_limit),
    TEST(none),          TEST(reads_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
