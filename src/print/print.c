// print/print.c: from shapes to pieces: signs, terms, fractions; factor.c prints their parts.
//
// In:    an expression and the shapes of everything in it (order.c)
// Out:   text, LaTeX or MathML
// Law:   text parses back to the same expression (tests/unit/print/test_print.c)
// Fails: false if PRINT_DEPTH or PRINT_LENGTH cut it short; brackets and tags still close
// Cost:  one piece after the other; a shared sub-expression is written as often as it occurs,
//        so that a small graph can reach PRINT_LENGTH
//
// Three functions call each other: printer_whole writes anything that needs no parentheses, print_term
// a term without its sign, printer_factor (factor.c) a base with its exponent.
//
// Signs: a sum in a product is stored with either sign, depending on ids. It is written with its first term positive,
// and the sign taken out goes to the term. If the term is then negative, it gives its sign back to a sum with terms of
// both signs: a*(y - x), not -a*(x - y). If the first term of a sum is negative and another is not, the positive one
// leads: y - x, not -x + y.

#include "print/print_impl.h"

// --- signs ---------------------------------------------------------------------------------------

// Is it a factor whose sign can be moved out of it: a sum to an odd power?
static bool is_odd_sum(const Printer *p, ExprTerm factor) {
  return printer_shape(p, factor.e)->kind == SHAPE_SUM && ratio_is_integer(p->pool, factor.c) &&
         !ratio_is_even(p->pool, factor.c);
}

// A term without its sign: num/den times the factors, some of which may be below the fraction bar.
typedef struct {
  int sign;
  const ExprTerm *turned;  // the sum among the factors that took the sign, or NULL
  const ExprTerm *factors;
  size_t n, below;
  const char *num, *den;
} Term;

// The sign of c times those of the sums among the factors; moved into one of these sums if possible.
static void settle_sign(const Printer *p, Term *term, int sign) {
  const ExprTerm *able = NULL;
  for (size_t i = 0; i < term->n; i++) {
    const ExprTerm *factor = &term->factors[i];
    if (!is_odd_sum(p, *factor)) continue;
    const Shape *s = printer_shape(p, factor->e);
    sign *= s->lead;
    if (able == NULL && s->mixed) able = factor;
  }
  term->turned = sign < 0 ? able : NULL;
  term->sign = term->turned != NULL ? 1 : sign;
}

// The sign by which a sum among the factors is multiplied when it is written.
static int sign_of(const Printer *p, const ExprTerm *factor, const ExprTerm *turned) {
  const Shape *s = printer_shape(p, factor->e);
  if (s->kind != SHAPE_SUM || !ratio_is_integer(p->pool, factor->c)) return 1;
  return factor == turned ? -s->lead : s->lead;
}

// self stores the factor if the term is not a product
static Term term_of(const Printer *p, const ExprTerm *term, int sign, ExprTerm *self) {
  Term result = {.sign = sign * ratio_sign(p->pool, term->c)};
  if (expr_same(term->e, EXPR_ONE)) return result;
  const Shape *s = printer_shape(p, term->e);
  *self = (ExprTerm){term->e, RATIO_ONE};
  result.factors = s->kind == SHAPE_PRODUCT ? s->parts : self;
  result.n = s->kind == SHAPE_PRODUCT ? s->n : 1;
  for (size_t i = 0; i < result.n; i++)
    result.below += ratio_sign(p->pool, result.factors[i].c) < 0;
  settle_sign(p, &result, result.sign);
  return result;
}

// --- terms ---------------------------------------------------------------------------------------

// One side of a fraction, or all factors of a term that has no fraction bar.
typedef struct {
  const Term *term;
  int sign;            // of the exponents on this side
  const char *number;  // NULL if 1 is not written
} Side;

static Side side_of(const Term *term, int sign) {
  const size_t here = sign > 0 ? term->n - term->below : term->below;
  const char *number = sign > 0 ? term->num : term->den;
  return (Side){term, sign, here > 0 && digits_are_one(number) ? NULL : number};
}

// Returns the next factor of this side from index i on, or NULL.
static const ExprTerm *next_factor(const Printer *p, const Side *side, size_t i) {
  const Term *term = side->term;
  while (i < term->n && ratio_sign(p->pool, term->factors[i].c) != side->sign) i++;
  return i < term->n ? &term->factors[i] : NULL;
}

static const ExprTerm *factor_after(const Printer *p, const Side *side, const ExprTerm *factor) {
  return next_factor(p, side, (size_t) (factor - side->term->factors) + 1);
}

static void print_side(Printer *p, const Side *side) {
  if (side->number != NULL) printer_digits(p, side->number);
  const ExprTerm *before = NULL, *factor = next_factor(p, side, 0);
  while (factor != NULL) {
    const ExprTerm *after = factor_after(p, side, factor);
    const bool last = after == NULL || printer_is_named_call(p, *after);
    if (before != NULL || side->number != NULL) printer_times(p, before, *factor);
    if (printer_is_full(p)) {
      printer_ellipsis(p);
      return;
    }
    printer_factor(p, *factor, sign_of(p, factor, side->term->turned), last);
    before = factor;
    factor = after;
  }
}

// Prints a side above or below a fraction bar.
static void print_raised_side(Printer *p, const Side *side) {
  const ExprTerm *first = next_factor(p, side, 0);
  const bool single = first == NULL || (side->number == NULL && !factor_after(p, side, first));
  if (single && first != NULL && ratio_is_unit(first->c)) {
    printer_slot(p, first->e, sign_of(p, first, side->term->turned));
    return;
  }
  const bool row = !single || (first != NULL && printer_is_named_call(p, *first));
  if (row) printer_piece(p, PIECE_ROW_OPEN);
  print_side(p, side);
  if (row) printer_piece(p, PIECE_ROW_CLOSE);
}

// Prints a side before or after a slash; a/b*c is (a/b)*c.
static void print_flat_side(Printer *p, const Side *side) {
  const ExprTerm *first = next_factor(p, side, 0);
  const bool several = first != NULL && (side->number != NULL || factor_after(p, side, first));
  const bool group = several && side->sign < 0;
  if (group) printer_piece(p, PIECE_OPEN);
  print_side(p, side);
  if (group) printer_piece(p, PIECE_CLOSE);
}

static void print_fraction(Printer *p, const Term *term) {
  void (*const print)(Printer *, const Side *) =
    printer_is_flat(p) ? print_flat_side : print_raised_side;
  const Side above = side_of(term, 1), below = side_of(term, -1);
  printer_piece(p, PIECE_FRACTION_OPEN);
  print(p, &above);
  printer_piece(p, PIECE_FRACTION_OVER);
  print(p, &below);
  printer_piece(p, PIECE_FRACTION_CLOSE);
}

// x/2 and sqrt(2)/2 have the factor above the bar; 1/2*m*v^2 does not.
static bool joins_fraction(const Printer *p, const Term *term) {
  if (term->n != 1) return term->n == 0;
  const ShapeKind kind = printer_shape(p, term->factors[0].e)->kind;
  return kind == SHAPE_NUMBER || (kind == SHAPE_SYMBOL && term->factors[0].c.id == RATIO_ONE.id);
}

static void print_term(Printer *p, Term *term, Ratio c) {
  term->num = printer_numerator(p, c);
  term->den = printer_denominator(p, c);
  const bool whole = term->below == 0 && digits_are_one(term->den);
  if (!whole && (term->below > 0 || joins_fraction(p, term))) {
    print_fraction(p, term);
    return;
  }
  if (!whole) {
    const Term coefficient = {.num = term->num, .den = term->den};
    print_fraction(p, &coefficient);
    printer_times(p, NULL, term->factors[0]);
    term->num = "1";
  }
  const Side side = side_of(term, 1);
  print_side(p, &side);
}

// --- sums and the rest ---------------------------------------------------------------------------

// Returns the index of the first term that is written with a plus, or 0.
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
      printer_piece(p, parts.sign < 0 ? PIECE_MINUS : PIECE_PLUS);
    else if (parts.sign < 0)
      printer_piece(p, PIECE_NEGATE);
    if (printer_is_full(p)) {
      printer_ellipsis(p);
      return;
    }
    print_term(p, &parts, term->c);
  }
}

static void print_shape(Printer *p, Expr e, int sign) {
  const Shape *s = printer_shape(p, e);
  switch (s->kind) {
    case SHAPE_SYMBOL: printer_symbol(p, s->shown); break;
    case SHAPE_SUM: print_terms(p, s->parts, s->n, sign); break;
    case SHAPE_PRODUCT: print_terms(p, &(ExprTerm){e, RATIO_ONE}, 1, 1); break;
    case SHAPE_NUMBER:
      print_terms(p, &(ExprTerm){EXPR_ONE, expr_ratio_of(p->pool, e)}, 1, 1);
      break;
    case SHAPE_FUNCTION:
    case SHAPE_POWER: printer_plain_factor(p, e, 1, true); break;
  }
}

void printer_signed(Printer *p, Expr e, int sign) {
  if (p->depth >= PRINT_DEPTH || printer_is_full(p)) {
    printer_ellipsis(p);
    return;
  }
  p->depth++;
  print_shape(p, e, sign);
  p->depth--;
}

void printer_whole(Printer *p, Expr e) {
  printer_signed(p, e, 1);
}

bool print_expr(ExprPool *pool, Expr e, Format format, const Abbreviations *abbreviations,
                Text *out) {
  Printer p = {.pool = pool, .format = format, .out = out, .start = out->n, .complete = true};
  if (expr_is_none(e)) {
    printer_ellipsis(&p);
    return false;
  }
  const ArenaMark mark = arena_mark(expr_workspace(pool));
  p.shapes = (Shapes){.pool = pool, .abbreviations = abbreviations, .root = e};
  shapes_prepare(&p.shapes, e);
  printer_slot(&p, e, 1);
  arena_release(expr_workspace(pool), mark);
  return p.complete;
}

const char *print_expr_text(ExprPool *pool, Expr e, Arena *arena) {
  Text out = text_make(arena);
  print_expr(pool, e, FORMAT_TEXT, NULL, &out);
  return text_get(&out);
}
