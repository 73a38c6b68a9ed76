// print/factor.c: the parts of terms: symbols, function calls, powers, roots, parentheses.
//
// In:    an expression and its shape (order.c)
// Out:   its pieces, as text, LaTeX or MathML
// Not:   signs, fractions and sums: print.c

#include "print/print_impl.h"
#include <string.h>

static const char *const pieces[PIECE_COUNT][3] = {
#define X(name, text, latex, mathml) {text, latex, mathml},
  PIECE_LIST(X)
#undef X
};

// --- small things --------------------------------------------------------------------------------

void printer_piece(Printer *p, Piece which) {
  text_add(p->out, pieces[which][p->format]);
}

void printer_ellipsis(Printer *p) {
  printer_piece(p, PIECE_ELLIPSIS);
  p->complete = false;
}

void printer_digits(Printer *p, const char *digits) {
  printer_piece(p, PIECE_NUMBER_OPEN);
  text_add(p->out, digits);
  printer_piece(p, PIECE_NUMBER_CLOSE);
}

void printer_symbol(Printer *p, Expr symbol) {
  int order;
  if (expr_is_derivative(p->pool, symbol)) {
    names_print_derivative(str(expr_symbol_name(p->pool, symbol)), p->format, p->out);
    return;
  }
  const Expr base = expr_symbol_base(p->pool, symbol, &order);
  name_print(str(expr_symbol_name(p->pool, base)), order, p->format, p->out);
}

const char *printer_numerator(Printer *p, Ratio c) {
  const char *digits = ratio_numerator(p->pool, c, expr_workspace(p->pool));
  return digits[0] == '-' ? digits + 1 : digits;
}

const char *printer_denominator(Printer *p, Ratio c) {
  return ratio_denominator(p->pool, c, expr_workspace(p->pool));
}

static bool is_natural(const Printer *p, const Shape *s) {
  if (s->kind != SHAPE_NUMBER) return false;
  const Ratio c = expr_ratio_of(p->pool, s->shown);
  return ratio_sign(p->pool, c) >= 0 && ratio_is_integer(p->pool, c);
}

// dx/dy: a symbol, but written as a fraction.
static bool is_derivative(const Printer *p, const Shape *s) {
  return s->kind == SHAPE_SYMBOL && expr_is_derivative(p->pool, s->shown);
}

// Is it a symbol or a natural number? These never need parentheses.
static bool is_atom(const Printer *p, const Shape *s) {
  return (s->kind == SHAPE_SYMBOL && !is_derivative(p, s)) || is_natural(p, s);
}

// Is base^c written with a root sign? 1/2 always; 1/3, 1/4 ... if the format has long root signs.
static bool is_root(const Printer *p, Ratio c) {
  long num, den;
  if (!ratio_get(p->pool, c, &num, &den)) return false;
  return (num == 1 || num == -1) && den != 1 && (!printer_is_flat(p) || den == 2);
}

// --- parentheses ---------------------------------------------------------------------------------

static void print_group(Printer *p, Expr e, int sign) {
  const bool tall = printer_shape(p, e)->tall;
  printer_piece(p, tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  printer_signed(p, e, sign);
  printer_piece(p, tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

void printer_slot(Printer *p, Expr e, int sign) {
  const bool row = !is_atom(p, printer_shape(p, e));
  if (row) printer_piece(p, PIECE_ROW_OPEN);
  printer_signed(p, e, sign);
  if (row) printer_piece(p, PIECE_ROW_CLOSE);
}

// --- functions -----------------------------------------------------------------------------------

// sin, cos ... take an exponent between name and argument.
static bool carries_exponent(Function fn) {
  return fn != FN_EXP && fn != FN_LOG && fn != FN_ABS && fn != FN_ATAN2 && fn != FN_SIGN &&
         fn != FN_IF;
}

static bool is_call(const Printer *p, const Shape *s) {
  return s->kind == SHAPE_FUNCTION && expr_function(p->pool, s->shown) != FN_ABS;
}

// Can the argument stand without parentheses? A number, a symbol, or a plain product as in sin 2x can.
static bool is_bare(const Printer *p, Function fn, Expr e) {
  const Shape *s = printer_shape(p, e);
  if (!carries_exponent(fn)) return is_atom(p, s);
  Ratio coefficient = RATIO_ONE;
  if (s->kind == SHAPE_SUM && s->n == 1) {
    coefficient = s->parts[0].c;
    s = printer_shape(p, s->parts[0].e);
  }
  if (ratio_sign(p->pool, coefficient) < 0) return false;
  if (is_atom(p, s)) return true;
  if (s->kind != SHAPE_PRODUCT) return false;
  if (!s->tall && !ratio_is_integer(p->pool, coefficient)) return false;
  for (size_t i = 0; i < s->n; i++) {
    if (!ratio_is_unit(s->parts[i].c) || printer_shape(p, s->parts[i].e)->kind != SHAPE_SYMBOL)
      return false;
  }
  return true;
}

// MathML's name is LaTeX's without the markup: ln, arcsin, atan2.
static void print_function_name(Printer *p, Function fn) {
  const char *latex = function_latex(fn);
  const char *brace = strchr(latex, '{');
  printer_piece(p, PIECE_FUNCTION_OPEN);
  if (p->format == FORMAT_TEXT)
    text_add(p->out, function_name(fn));
  else if (p->format == FORMAT_LATEX)
    text_add(p->out, latex);
  else if (brace != NULL)
    text_add_str(p->out, (Str){brace + 1, strlen(brace) - 2});
  else
    text_add(p->out, latex + 1);
  printer_piece(p, PIECE_FUNCTION_CLOSE);
}

// min(a, b) and max(a, b) are choices between two expressions by comparing them.
static const char *name_of_choice(const Printer *p, const Shape *s) {
  const Expr a = s->parts[1].e, b = s->parts[2].e;
  if (expr_same(expr_min(p->pool, a, b), s->shown)) return "min";
  return expr_same(expr_max(p->pool, a, b), s->shown) ? "max" : NULL;
}

// if(c > 0, u, v)
static void print_choice(Printer *p, const Shape *s) {
  const char *name = name_of_choice(p, s);
  printer_piece(p, PIECE_FUNCTION_OPEN);
  if (p->format == FORMAT_LATEX)
    text_addf(p->out, name != NULL ? "\\%s" : "\\operatorname{%s}", name != NULL ? name : "if");
  else
    text_add(p->out, name != NULL ? name : "if");
  printer_piece(p, PIECE_FUNCTION_CLOSE);
  printer_piece(p, PIECE_APPLY);
  printer_piece(p, s->tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  for (size_t i = name != NULL ? 1 : 0; i < s->n; i++) {
    printer_whole(p, s->parts[i].e);
    if (i == 0) printer_piece(p, PIECE_ABOVE_ZERO);
    if (i + 1 < s->n) printer_piece(p, PIECE_COMMA);
  }
  printer_piece(p, s->tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

static void print_arguments(Printer *p, const Shape *s, bool bare) {
  if (bare) {
    printer_piece(p, PIECE_APPLY_BARE);
    printer_whole(p, s->parts[0].e);
    return;
  }
  printer_piece(p, PIECE_APPLY);
  printer_piece(p, s->tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  for (size_t i = 0; i < s->n; i++) {
    if (i > 0) printer_piece(p, PIECE_COMMA);
    printer_whole(p, s->parts[i].e);
  }
  printer_piece(p, s->tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

// --- powers --------------------------------------------------------------------------------------

// Ends a power with its exponent, 2 or 2/3: raised and without parentheses, or after ^.
static void print_exponent(Printer *p, Ratio c) {
  const char *num = printer_numerator(p, c), *den = printer_denominator(p, c);
  const bool fraction = !digits_are_one(den), digit = !fraction && num[1] == '\0';
  printer_piece(p, digit ? PIECE_POWER_TO_ONE : PIECE_POWER_TO);
  if (fraction) printer_piece(p, printer_is_flat(p) ? PIECE_OPEN : PIECE_ROW_OPEN);
  printer_digits(p, num);
  if (fraction) {
    printer_piece(p, PIECE_EXPONENT_OVER);
    printer_digits(p, den);
    printer_piece(p, printer_is_flat(p) ? PIECE_CLOSE : PIECE_ROW_CLOSE);
  }
  printer_piece(p, digit ? PIECE_POWER_CLOSE_ONE : PIECE_POWER_CLOSE);
}

static void print_abs(Printer *p, const Shape *s) {
  printer_piece(p, PIECE_ABS_OPEN);
  printer_whole(p, s->parts[0].e);
  printer_piece(p, PIECE_ABS_CLOSE);
}

// f(x) or f x; with an exponent, f^2 x or f(x)^2.
static void print_call(Printer *p, const Shape *s, Ratio c, bool last) {
  const Function fn = expr_function(p->pool, s->shown);
  const bool power = c.id != RATIO_ONE.id,
             inside = power && !printer_is_flat(p) && carries_exponent(fn);
  const bool around = power && !inside;
  const bool bare =
    !printer_is_flat(p) && !around && last && s->n == 1 && is_bare(p, fn, s->parts[0].e);
  if (power) printer_piece(p, PIECE_POWER_OPEN);
  if (around) printer_piece(p, PIECE_ROW_OPEN);
  if (fn == FN_IF) {
    print_choice(p, s);
  } else {
    print_function_name(p, fn);
    if (inside) print_exponent(p, c);
    print_arguments(p, s, bare);
  }
  if (around) printer_piece(p, PIECE_ROW_CLOSE);
  if (around) print_exponent(p, c);
}

// Prints the base of an exponent, or a factor without one.
static void print_base(Printer *p, Expr e, int sign) {
  const Shape *s = printer_shape(p, e);
  if (is_atom(p, s))
    printer_whole(p, e);
  else if (s->kind == SHAPE_FUNCTION && expr_function(p->pool, s->shown) == FN_ABS)
    print_abs(p, s);
  else if (printer_is_flat(p) && s->kind == SHAPE_FUNCTION)
    print_call(p, s, RATIO_ONE, false);
  else
    print_group(p, e, sign);
}

static bool is_one_letter(const Printer *p, const Shape *s) {
  return s->kind == SHAPE_SYMBOL && expr_symbol_name(p->pool, s->shown)[1] == '\0';
}

// u^v, v not a number
static void print_power(Printer *p, const Shape *s) {
  const Expr v = s->parts[1].e;
  const bool letter = is_one_letter(p, printer_shape(p, v));
  printer_piece(p, PIECE_POWER_OPEN);
  print_base(p, s->parts[0].e, 1);
  printer_piece(p, letter ? PIECE_POWER_TO_ONE : PIECE_POWER_TO);
  if (printer_is_flat(p))
    print_base(p, v, 1);
  else
    printer_slot(p, v, 1);
  printer_piece(p, letter ? PIECE_POWER_CLOSE_ONE : PIECE_POWER_CLOSE);
}

static void print_square_root(Printer *p, Expr e) {
  printer_piece(p, PIECE_SQRT_OPEN);
  printer_whole(p, e);
  printer_piece(p, PIECE_SQRT_CLOSE);
}

// The index comes before the radicand in LaTeX, after it in MathML.
static void print_higher_root(Printer *p, Expr e, const char *index) {
  const bool first = p->format == FORMAT_LATEX;
  printer_piece(p, PIECE_ROOT_OPEN);
  if (first) printer_digits(p, index);
  printer_piece(p, PIECE_ROOT_OF);
  printer_slot(p, e, 1);
  if (!first) printer_digits(p, index);
  printer_piece(p, PIECE_ROOT_CLOSE);
}

// --- factors -------------------------------------------------------------------------------------

void printer_plain_factor(Printer *p, Expr e, int sign, bool last) {
  const Shape *s = printer_shape(p, e);
  if (s->kind == SHAPE_POWER)
    print_power(p, s);
  else if (is_derivative(p, s) && !printer_is_flat(p))
    printer_whole(p, e);
  else if (is_call(p, s))
    print_call(p, s, RATIO_ONE, last);
  else
    print_base(p, e, sign);
}

static void cut(Text *out, const char *end) {
  out->n -= strlen(end);
  out->at[out->n] = '\0';
}

// Prints a power of anything else. In MathML the exponent of a symbol stands above its index, as in LaTeX:
// <msup><msub>a b</msub> is rewritten as <msubsup>a b.
static void print_plain_power(Printer *p, Expr e, int sign, Ratio c) {
  static const char power[] = "<msup>", low[] = "<msub>", both[] = "<msubsup>";
  Text *out = p->out;
  const size_t start = out->n;
  printer_piece(p, PIECE_POWER_OPEN);
  print_base(p, e, sign);
  const size_t gap = strlen(power) + strlen(low) - strlen(both);
  const bool index = p->format == FORMAT_MATHML && printer_shape(p, e)->kind == SHAPE_SYMBOL &&
                     strncmp(out->at + start + strlen(power), low, strlen(low)) == 0;
  if (index) {
    cut(out, "</msub>");
    memcpy(out->at + start, both, strlen(both));
    memmove(out->at + start + strlen(both), out->at + start + strlen(both) + gap,
            out->n - start - strlen(both) - gap);
    out->n -= gap;
  }
  print_exponent(p, c);
  if (!index) return;
  cut(out, "</msup>");
  text_add(out, "</msubsup>");
}

void printer_factor(Printer *p, ExprTerm factor, int sign, bool last) {
  const Ratio c = ratio_sign(p->pool, factor.c) < 0 ? ratio_neg(p->pool, factor.c) : factor.c;
  const Shape *s = printer_shape(p, factor.e);
  if (c.id == RATIO_ONE.id) {
    printer_plain_factor(p, factor.e, sign, last);
  } else if (c.id == RATIO_HALF.id) {
    print_square_root(p, factor.e);
  } else if (is_root(p, c)) {
    print_higher_root(p, factor.e, printer_denominator(p, c));
  } else if (is_call(p, s)) {
    print_call(p, s, c, last);
  } else {
    print_plain_power(p, factor.e, sign, c);
  }
}

static bool starts_with_digit(const Printer *p, ExprTerm factor) {
  const Shape *s = printer_shape(p, factor.e);
  if (s->kind == SHAPE_POWER) s = printer_shape(p, s->parts[0].e);
  return is_natural(p, s) && !is_root(p, factor.c);
}

bool printer_is_named_call(const Printer *p, ExprTerm factor) {
  return is_call(p, printer_shape(p, factor.e)) && !is_root(p, factor.c);
}

static bool is_word(const Printer *p, ExprTerm factor) {
  const Shape *s = printer_shape(p, factor.e);
  int order;
  if (s->kind != SHAPE_SYMBOL || printer_is_flat(p) || is_derivative(p, s)) return false;
  return name_is_word(str(expr_symbol_name(p->pool, expr_symbol_base(p->pool, s->shown, &order))));
}

void printer_times(Printer *p, const ExprTerm *before, ExprTerm after) {
  if (starts_with_digit(p, after))
    printer_piece(p, PIECE_TIMES_DIGIT);
  else if (printer_is_named_call(p, after) || (before != NULL && printer_is_named_call(p, *before)))
    printer_piece(p, PIECE_TIMES_CALL);
  else if (before != NULL && (is_word(p, *before) || is_word(p, after)))
    printer_piece(p, PIECE_TIMES_WORD);
  else
    printer_piece(p, PIECE_TIMES);
}
