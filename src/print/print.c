// print/print.c: from shapes to pieces: signs, fractions, powers, parentheses.
//
// In:    an expression and the shapes of everything in it (print_order.c)
// Out:   text, LaTeX or MathML
// Law:   text parses back to the same expression (tests/unit/print/test_print.c)
// Fails: false if PRINT_DEPTH or PRINT_LENGTH cut it short; brackets and tags still close
// Cost:  one piece after the other; a shared sub-expression is written as often as it occurs,
//        so that a small graph can reach PRINT_LENGTH
//
// Three functions go down and around: print_whole writes anything where no parentheses are needed,
// print_term a term without its sign, print_factor a base with its exponent.
//
// Signs: a sum in a product is stored with either sign, as its ids had it. It is written with its
// first term positive, and the sign that this costs goes to the term; a term that is negative then
// gives its sign back to a sum that has both: a*(y - x), not -a*(x - y). If the first term of a sum
// is negative and another is not, that one leads: y - x, not -x + y.

#include "print/print_impl.h"
#include <string.h>

static const char *const pieces[PIECE_COUNT][3] = {
#define X(name, text, latex, mathml) {text, latex, mathml},
  PIECE_LIST(X)
#undef X
};

typedef struct {
  ExprPool *pool;
  Shapes shapes;
  Format format;
  Text *out;
  size_t start;  // where in out this expression starts
  int depth;
  bool complete;  // nothing was left out so far
} Printer;

static void print_signed(Printer *p, Expr e, int sign);
static void print_whole(Printer *p, Expr e);

// --- small things --------------------------------------------------------------------------------

static void piece(Printer *p, Piece which) {
  text_add(p->out, pieces[which][p->format]);
}

// Text is on one line; the other formats have fractions, raised exponents, long root signs.
static bool is_flat(const Printer *p) {
  return p->format == FORMAT_TEXT;
}

static bool is_full(const Printer *p) {
  return p->out->n - p->start >= PRINT_LENGTH;
}

static void ellipsis(Printer *p) {
  piece(p, PIECE_ELLIPSIS);
  p->complete = false;
}

static const Shape *shape(const Printer *p, Expr e) {
  return shape_of(&p->shapes, e);
}

static void print_digits(Printer *p, const char *digits) {
  piece(p, PIECE_NUMBER_OPEN);
  text_add(p->out, digits);
  piece(p, PIECE_NUMBER_CLOSE);
}

static void print_symbol(Printer *p, Expr symbol) {
  int order;
  if (expr_is_derivative(p->pool, symbol)) {
    derivative_print(str(expr_symbol_name(p->pool, symbol)), p->format, p->out);
    return;
  }
  const Expr base = expr_symbol_base(p->pool, symbol, &order);
  name_print(str(expr_symbol_name(p->pool, base)), order, p->format, p->out);
}

static const char *numerator(Printer *p, Ratio c) {
  const char *digits = ratio_numerator(p->pool, c, expr_workspace(p->pool));
  return digits[0] == '-' ? digits + 1 : digits;
}

static const char *denominator(Printer *p, Ratio c) {
  return ratio_denominator(p->pool, c, expr_workspace(p->pool));
}

static bool is_one(const char *digits) {
  return strcmp(digits, "1") == 0;
}

static bool is_unit(Ratio c) {
  return c.id == RATIO_ONE.id || c.id == RATIO_MINUS_ONE.id;
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

// A symbol or a natural number: one thing that never needs parentheses.
static bool is_atom(const Printer *p, const Shape *s) {
  return (s->kind == SHAPE_SYMBOL && !is_derivative(p, s)) || is_natural(p, s);
}

// Is base^c written with a root sign? 1/2 always; 1/3, 1/4 ... if the format has long root signs.
static bool is_root(const Printer *p, Ratio c) {
  long num, den;
  if (!ratio_get(p->pool, c, &num, &den)) return false;
  return (num == 1 || num == -1) && den != 1 && (!is_flat(p) || den == 2);
}

// --- parentheses ---------------------------------------------------------------------------------

static void print_group(Printer *p, Expr e, int sign) {
  const bool tall = shape(p, e)->tall;
  piece(p, tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  print_signed(p, e, sign);
  piece(p, tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

// Anything, as the single operand of a fraction, a power or a root.
static void print_slot(Printer *p, Expr e, int sign) {
  const bool row = !is_atom(p, shape(p, e));
  if (row) piece(p, PIECE_ROW_OPEN);
  print_signed(p, e, sign);
  if (row) piece(p, PIECE_ROW_CLOSE);
}

// --- functions -----------------------------------------------------------------------------------

// sin, cos ... carry an exponent between name and argument.
static bool carries_exponent(Function fn) {
  return fn != FN_EXP && fn != FN_LOG && fn != FN_ABS && fn != FN_ATAN2 && fn != FN_SIGN &&
         fn != FN_IF;
}

static bool is_call(const Printer *p, const Shape *s) {
  return s->kind == SHAPE_FUNCTION && expr_function(p->pool, s->shown) != FN_ABS;
}

// An argument without parentheses: a number, a symbol, a plain product as in sin 2x.
static bool is_bare(const Printer *p, Function fn, Expr e) {
  const Shape *s = shape(p, e);
  if (!carries_exponent(fn)) return is_atom(p, s);
  Ratio coefficient = RATIO_ONE;
  if (s->kind == SHAPE_SUM && s->n == 1) {
    coefficient = s->parts[0].c;
    s = shape(p, s->parts[0].e);
  }
  if (ratio_sign(p->pool, coefficient) < 0) return false;
  if (is_atom(p, s)) return true;
  if (s->kind != SHAPE_PRODUCT) return false;
  if (!s->tall && !ratio_is_integer(p->pool, coefficient)) return false;
  for (size_t i = 0; i < s->n; i++) {
    if (!is_unit(s->parts[i].c) || shape(p, s->parts[i].e)->kind != SHAPE_SYMBOL) return false;
  }
  return true;
}

// MathML's name is LaTeX's without the markup: ln, arcsin, atan2.
static void print_function_name(Printer *p, Function fn) {
  const char *latex = function_latex(fn);
  const char *brace = strchr(latex, '{');
  piece(p, PIECE_FUNCTION_OPEN);
  if (p->format == FORMAT_TEXT)
    text_add(p->out, function_name(fn));
  else if (p->format == FORMAT_LATEX)
    text_add(p->out, latex);
  else if (brace != NULL)
    text_add_str(p->out, (Str){brace + 1, strlen(brace) - 2});
  else
    text_add(p->out, latex + 1);
  piece(p, PIECE_FUNCTION_CLOSE);
}

// min(a, b) and max(a, b) are choices between two that are compared with each other.
static const char *name_of_choice(const Printer *p, const Shape *s) {
  const Expr a = s->parts[1].e, b = s->parts[2].e;
  if (expr_same(expr_min(p->pool, a, b), s->shown)) return "min";
  return expr_same(expr_max(p->pool, a, b), s->shown) ? "max" : NULL;
}

// if(c > 0, u, v)
static void print_choice(Printer *p, const Shape *s) {
  const char *name = name_of_choice(p, s);
  piece(p, PIECE_FUNCTION_OPEN);
  if (p->format == FORMAT_LATEX)
    text_addf(p->out, name != NULL ? "\\%s" : "\\operatorname{%s}", name != NULL ? name : "if");
  else
    text_add(p->out, name != NULL ? name : "if");
  piece(p, PIECE_FUNCTION_CLOSE);
  piece(p, PIECE_APPLY);
  piece(p, s->tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  for (size_t i = name != NULL ? 1 : 0; i < s->n; i++) {
    print_whole(p, s->parts[i].e);
    if (i == 0) piece(p, PIECE_ABOVE_ZERO);
    if (i + 1 < s->n) piece(p, PIECE_COMMA);
  }
  piece(p, s->tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

static void print_arguments(Printer *p, const Shape *s, bool bare) {
  if (bare) {
    piece(p, PIECE_APPLY_BARE);
    print_whole(p, s->parts[0].e);
    return;
  }
  piece(p, PIECE_APPLY);
  piece(p, s->tall ? PIECE_OPEN_TALL : PIECE_OPEN);
  for (size_t i = 0; i < s->n; i++) {
    if (i > 0) piece(p, PIECE_COMMA);
    print_whole(p, s->parts[i].e);
  }
  piece(p, s->tall ? PIECE_CLOSE_TALL : PIECE_CLOSE);
}

// --- powers --------------------------------------------------------------------------------------

// Ends a power with its exponent, 2 or 2/3: raised and without parentheses, or after ^.
static void print_exponent(Printer *p, Ratio c) {
  const char *num = numerator(p, c), *den = denominator(p, c);
  const bool fraction = !is_one(den), digit = !fraction && num[1] == '\0';
  piece(p, digit ? PIECE_POWER_TO_ONE : PIECE_POWER_TO);
  if (fraction) piece(p, is_flat(p) ? PIECE_OPEN : PIECE_ROW_OPEN);
  print_digits(p, num);
  if (fraction) {
    piece(p, PIECE_EXPONENT_OVER);
    print_digits(p, den);
    piece(p, is_flat(p) ? PIECE_CLOSE : PIECE_ROW_CLOSE);
  }
  piece(p, digit ? PIECE_POWER_CLOSE_ONE : PIECE_POWER_CLOSE);
}

static void print_abs(Printer *p, const Shape *s) {
  piece(p, PIECE_ABS_OPEN);
  print_whole(p, s->parts[0].e);
  piece(p, PIECE_ABS_CLOSE);
}

// f(x) or f x; with an exponent, f^2 x or f(x)^2.
static void print_call(Printer *p, const Shape *s, Ratio c, bool last) {
  const Function fn = expr_function(p->pool, s->shown);
  const bool power = c.id != RATIO_ONE.id, inside = power && !is_flat(p) && carries_exponent(fn);
  const bool around = power && !inside;
  const bool bare = !is_flat(p) && !around && last && s->n == 1 && is_bare(p, fn, s->parts[0].e);
  if (power) piece(p, PIECE_POWER_OPEN);
  if (around) piece(p, PIECE_ROW_OPEN);
  if (fn == FN_IF) {
    print_choice(p, s);
  } else {
    print_function_name(p, fn);
    if (inside) print_exponent(p, c);
    print_arguments(p, s, bare);
  }
  if (around) piece(p, PIECE_ROW_CLOSE);
  if (around) print_exponent(p, c);
}

// The base of an exponent, or a factor without one.
static void print_base(Printer *p, Expr e, int sign) {
  const Shape *s = shape(p, e);
  if (is_atom(p, s))
    print_whole(p, e);
  else if (s->kind == SHAPE_FUNCTION && expr_function(p->pool, s->shown) == FN_ABS)
    print_abs(p, s);
  else if (is_flat(p) && s->kind == SHAPE_FUNCTION)
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
  const bool letter = is_one_letter(p, shape(p, v));
  piece(p, PIECE_POWER_OPEN);
  print_base(p, s->parts[0].e, 1);
  piece(p, letter ? PIECE_POWER_TO_ONE : PIECE_POWER_TO);
  if (is_flat(p))
    print_base(p, v, 1);
  else
    print_slot(p, v, 1);
  piece(p, letter ? PIECE_POWER_CLOSE_ONE : PIECE_POWER_CLOSE);
}

static void print_square_root(Printer *p, Expr e) {
  piece(p, PIECE_SQRT_OPEN);
  print_whole(p, e);
  piece(p, PIECE_SQRT_CLOSE);
}

// LaTeX has the index before the radicand, MathML after it.
static void print_higher_root(Printer *p, Expr e, const char *index) {
  const bool first = p->format == FORMAT_LATEX;
  piece(p, PIECE_ROOT_OPEN);
  if (first) print_digits(p, index);
  piece(p, PIECE_ROOT_OF);
  print_slot(p, e, 1);
  if (!first) print_digits(p, index);
  piece(p, PIECE_ROOT_CLOSE);
}

// --- factors -------------------------------------------------------------------------------------

static void print_plain_factor(Printer *p, Expr e, int sign, bool last) {
  const Shape *s = shape(p, e);
  if (s->kind == SHAPE_POWER)
    print_power(p, s);
  else if (is_derivative(p, s) && !is_flat(p))
    print_whole(p, e);
  else if (is_call(p, s))
    print_call(p, s, RATIO_ONE, last);
  else
    print_base(p, e, sign);
}

static void cut(Text *out, const char *end) {
  out->n -= strlen(end);
  out->at[out->n] = '\0';
}

// A power of anything else. In MathML the exponent of a symbol is above its index, as in
// LaTeX: what began as <msup><msub>a b</msub> continues as <msubsup>a b.
static void print_plain_power(Printer *p, Expr e, int sign, Ratio c) {
  static const char power[] = "<msup>", low[] = "<msub>", both[] = "<msubsup>";
  Text *out = p->out;
  const size_t start = out->n;
  piece(p, PIECE_POWER_OPEN);
  print_base(p, e, sign);
  const size_t gap = strlen(power) + strlen(low) - strlen(both);
  const bool index = p->format == FORMAT_MATHML && shape(p, e)->kind == SHAPE_SYMBOL &&
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

// base^|c|, a sum as base taken times sign. After the last factor, or before a named function,
// a call may drop its parentheses.
static void print_factor(Printer *p, ExprTerm factor, int sign, bool last) {
  const Ratio c = ratio_sign(p->pool, factor.c) < 0 ? ratio_neg(p->pool, factor.c) : factor.c;
  const Shape *s = shape(p, factor.e);
  if (c.id == RATIO_ONE.id) {
    print_plain_factor(p, factor.e, sign, last);
  } else if (c.id == RATIO_HALF.id) {
    print_square_root(p, factor.e);
  } else if (is_root(p, c)) {
    print_higher_root(p, factor.e, denominator(p, c));
  } else if (is_call(p, s)) {
    print_call(p, s, c, last);
  } else {
    print_plain_power(p, factor.e, sign, c);
  }
}

static bool starts_with_digit(const Printer *p, ExprTerm factor) {
  const Shape *s = shape(p, factor.e);
  if (s->kind == SHAPE_POWER) s = shape(p, s->parts[0].e);
  return is_natural(p, s) && !is_root(p, factor.c);
}

static bool is_named_call(const Printer *p, ExprTerm factor) {
  return is_call(p, shape(p, factor.e)) && !is_root(p, factor.c);
}

static bool is_word(const Printer *p, ExprTerm factor) {
  const Shape *s = shape(p, factor.e);
  int order;
  if (s->kind != SHAPE_SYMBOL || is_flat(p) || is_derivative(p, s)) return false;
  return name_is_word(str(expr_symbol_name(p->pool, expr_symbol_base(p->pool, s->shown, &order))));
}

// The sign of multiplication between two factors; before is NULL after a number.
static void print_times(Printer *p, const ExprTerm *before, ExprTerm after) {
  if (starts_with_digit(p, after))
    piece(p, PIECE_TIMES_DIGIT);
  else if (is_named_call(p, after) || (before != NULL && is_named_call(p, *before)))
    piece(p, PIECE_TIMES_CALL);
  else if (before != NULL && (is_word(p, *before) || is_word(p, after)))
    piece(p, PIECE_TIMES_WORD);
  else
    piece(p, PIECE_TIMES);
}

// --- signs ---------------------------------------------------------------------------------------

// A factor whose sign can be moved out of it: a sum to an odd power.
static bool is_odd_sum(const Printer *p, ExprTerm factor) {
  return shape(p, factor.e)->kind == SHAPE_SUM && ratio_is_integer(p->pool, factor.c) &&
         !ratio_is_even(p->pool, factor.c);
}

// A term without its sign: num/den times the factors, of which some may be below the line.
typedef struct {
  int sign;
  const ExprTerm *turned;  // the sum among the factors that took the sign; or NULL
  const ExprTerm *factors;
  size_t n, below;
  const char *num, *den;
} Term;

// The sign of c times that of the sums among the factors; moved to one of those if it can be.
static void settle_sign(const Printer *p, Term *term, int sign) {
  const ExprTerm *able = NULL;
  for (size_t i = 0; i < term->n; i++) {
    const ExprTerm *factor = &term->factors[i];
    if (!is_odd_sum(p, *factor)) continue;
    const Shape *s = shape(p, factor->e);
    sign *= s->lead;
    if (able == NULL && s->mixed) able = factor;
  }
  term->turned = sign < 0 ? able : NULL;
  term->sign = term->turned != NULL ? 1 : sign;
}

// The factor by which a sum among the factors is multiplied when it is written.
static int sign_of(const Printer *p, const ExprTerm *factor, const ExprTerm *turned) {
  const Shape *s = shape(p, factor->e);
  if (s->kind != SHAPE_SUM || !ratio_is_integer(p->pool, factor->c)) return 1;
  return factor == turned ? -s->lead : s->lead;
}

// self is where the factor is kept if the term is not a product
static Term term_of(const Printer *p, const ExprTerm *term, int sign, ExprTerm *self) {
  Term result = {.sign = sign * ratio_sign(p->pool, term->c)};
  if (expr_same(term->e, EXPR_ONE)) return result;
  const Shape *s = shape(p, term->e);
  *self = (ExprTerm){term->e, RATIO_ONE};
  result.factors = s->kind == SHAPE_PRODUCT ? s->parts : self;
  result.n = s->kind == SHAPE_PRODUCT ? s->n : 1;
  for (size_t i = 0; i < result.n; i++)
    result.below += ratio_sign(p->pool, result.factors[i].c) < 0;
  settle_sign(p, &result, result.sign);
  return result;
}

// --- terms ---------------------------------------------------------------------------------------

// One side of a fraction, or all factors of a term without one.
typedef struct {
  const Term *term;
  int sign;            // of the exponents on this side
  const char *number;  // NULL if 1 is not written
} Side;

static Side side_of(const Term *term, int sign) {
  const size_t here = sign > 0 ? term->n - term->below : term->below;
  const char *number = sign > 0 ? term->num : term->den;
  return (Side){term, sign, here > 0 && is_one(number) ? NULL : number};
}

// The next factor of this side from index i on, or NULL.
static const ExprTerm *next_factor(const Printer *p, const Side *side, size_t i) {
  const Term *term = side->term;
  while (i < term->n && ratio_sign(p->pool, term->factors[i].c) != side->sign) i++;
  return i < term->n ? &term->factors[i] : NULL;
}

static const ExprTerm *factor_after(const Printer *p, const Side *side, const ExprTerm *factor) {
  return next_factor(p, side, (size_t) (factor - side->term->factors) + 1);
}

static void print_side(Printer *p, const Side *side) {
  if (side->number != NULL) print_digits(p, side->number);
  const ExprTerm *before = NULL, *factor = next_factor(p, side, 0);
  while (factor != NULL) {
    const ExprTerm *after = factor_after(p, side, factor);
    const bool last = after == NULL || is_named_call(p, *after);
    if (before != NULL || side->number != NULL) print_times(p, before, *factor);
    if (is_full(p)) {
      ellipsis(p);
      return;
    }
    print_factor(p, *factor, sign_of(p, factor, side->term->turned), last);
    before = factor;
    factor = after;
  }
}

// Above or below a fraction bar.
static void print_raised_side(Printer *p, const Side *side) {
  const ExprTerm *first = next_factor(p, side, 0);
  const bool single = first == NULL || (side->number == NULL && !factor_after(p, side, first));
  if (single && first != NULL && is_unit(first->c)) {
    print_slot(p, first->e, sign_of(p, first, side->term->turned));
    return;
  }
  const bool row = !single || (first != NULL && is_named_call(p, *first));
  if (row) piece(p, PIECE_ROW_OPEN);
  print_side(p, side);
  if (row) piece(p, PIECE_ROW_CLOSE);
}

// Before or after a slash; a/b*c is (a/b)*c.
static void print_flat_side(Printer *p, const Side *side) {
  const ExprTerm *first = next_factor(p, side, 0);
  const bool several = first != NULL && (side->number != NULL || factor_after(p, side, first));
  const bool group = several && side->sign < 0;
  if (group) piece(p, PIECE_OPEN);
  print_side(p, side);
  if (group) piece(p, PIECE_CLOSE);
}

static void print_fraction(Printer *p, const Term *term) {
  void (*const print)(Printer *, const Side *) = is_flat(p) ? print_flat_side : print_raised_side;
  const Side above = side_of(term, 1), below = side_of(term, -1);
  piece(p, PIECE_FRACTION_OPEN);
  print(p, &above);
  piece(p, PIECE_FRACTION_OVER);
  print(p, &below);
  piece(p, PIECE_FRACTION_CLOSE);
}

// x/2 and sqrt(2)/2 have the factor above the line; 1/2*m*v^2 has not.
static bool joins_fraction(const Printer *p, const Term *term) {
  if (term->n != 1) return term->n == 0;
  const ShapeKind kind = shape(p, term->factors[0].e)->kind;
  return kind == SHAPE_NUMBER || (kind == SHAPE_SYMBOL && term->factors[0].c.id == RATIO_ONE.id);
}

static void print_term(Printer *p, Term *term, Ratio c) {
  term->num = numerator(p, c);
  term->den = denominator(p, c);
  const bool whole = term->below == 0 && is_one(term->den);
  if (!whole && (term->below > 0 || joins_fraction(p, term))) {
    print_fraction(p, term);
    return;
  }
  if (!whole) {
    const Term coefficient = {.num = term->num, .den = term->den};
    print_fraction(p, &coefficient);
    print_times(p, NULL, term->factors[0]);
    term->num = "1";
  }
  const Side side = side_of(term, 1);
  print_side(p, &side);
}

// --- sums and the rest ---------------------------------------------------------------------------

// The index of the first term that is written with a plus, or 0.
static size_t leading_term(const Printer *p, const ExprTerm *terms, size_t n, int sign) {
  ExprTerm self;
  for (size_t i = 0; i < n; i++)
    if (term_of(p, &terms[i], sign, &self).sign > 0) return i;
  return 0;
}

static void print_terms(Printer *p, const ExprTerm *terms, size_t n, int sign) {
  const size_t leading = leading_term(p, terms, n, sign);
  for (size_t k = 0; k < n; k++) {
    const ExprTerm *term = &terms[k == 0 ? leading : k <= leading ? k - 1 : k];
    ExprTerm self;
    Term parts = term_of(p, term, sign, &self);
    if (k > 0)
      piece(p, parts.sign < 0 ? PIECE_MINUS : PIECE_PLUS);
    else if (parts.sign < 0)
      piece(p, PIECE_NEGATE);
    if (is_full(p)) {
      ellipsis(p);
      return;
    }
    print_term(p, &parts, term->c);
  }
}

static void print_shape(Printer *p, Expr e, int sign) {
  const Shape *s = shape(p, e);
  switch (s->kind) {
    case SHAPE_SYMBOL: print_symbol(p, s->shown); break;
    case SHAPE_SUM: print_terms(p, s->parts, s->n, sign); break;
    case SHAPE_PRODUCT: print_terms(p, &(ExprTerm){e, RATIO_ONE}, 1, 1); break;
    case SHAPE_NUMBER:
      print_terms(p, &(ExprTerm){EXPR_ONE, expr_ratio_of(p->pool, e)}, 1, 1);
      break;
    case SHAPE_FUNCTION:
    case SHAPE_POWER: print_plain_factor(p, e, 1, true); break;
  }
}

// Anything, a sum taken times sign.
static void print_signed(Printer *p, Expr e, int sign) {
  if (p->depth >= PRINT_DEPTH || is_full(p)) {
    ellipsis(p);
    return;
  }
  p->depth++;
  print_shape(p, e, sign);
  p->depth--;
}

static void print_whole(Printer *p, Expr e) {
  print_signed(p, e, 1);
}

bool expr_print(ExprPool *pool, Expr e, Format format, const Abbreviations *abbreviations,
                Text *out) {
  Printer p = {.pool = pool, .format = format, .out = out, .start = out->n, .complete = true};
  if (expr_is_none(e)) {
    ellipsis(&p);
    return false;
  }
  const ArenaMark mark = arena_mark(expr_workspace(pool));
  p.shapes = (Shapes){.pool = pool, .abbreviations = abbreviations, .root = e};
  shapes_prepare(&p.shapes, e);
  print_slot(&p, e, 1);
  arena_release(expr_workspace(pool), mark);
  return p.complete;
}

const char *expr_text(ExprPool *pool, Expr e, Arena *arena) {
  Text out = text_make(arena);
  expr_print(pool, e, FORMAT_TEXT, NULL, &out);
  return text_get(&out);
}
