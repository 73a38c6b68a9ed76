// proof/odds.c: the odds of statements that hold at random points.
//
// In:    a statement, and the motion that its accelerations and multipliers come from
// Out:   a bound of its degree as a quotient of polynomials in the values that were drawn, angles by
//        e^(i angle); a polynomial of degree D on a manifold of degree V vanishes at a random point with odds
//        of at most 24 D V/p (Schwartz and Zippel), in each of two fields
// From:  docs/theory/fingerprints.md, section "The odds"
// Not:   only one point counts; the others serve pieces on which it may not lie

#include "proof/odds.h"
#include "base/table.h"
#include "expr/field.h"
#include <math.h>

// The degree of a quotient of polynomials. Large formulas have large degrees, hence doubles.
typedef struct {
  double above, below;
} Degree;

typedef struct {
  const FieldMotion *fields;
  ExprPool *pool;
  Memo places;
  ARRAY(Degree) degrees;
  double solved;  // of the unknowns of the motion's linear problem; negative while it is unknown
  double unit;    // every angle is a multiple of its atom divided by this
} Odds;

static double larger(double a, double b) {
  return a > b ? a : b;
}

static Degree sum_degree(Degree a, Degree b) {
  return (Degree){larger(a.above + b.below, b.above + a.below), a.below + b.below};
}

static Degree degree_of(const Odds *o, Expr e) {
  uint32_t place;
  return memo_get(&o->places, e.id, &place) ? o->degrees.at[place] : (Degree){0, 0};
}

// Counts how many times e^(i atom) enters a product, over all atoms of an argument.
static double multiples(const Odds *o, Expr argument) {
  double sum = 0;
  if (expr_kind(o->pool, argument) != EXPR_SUM) return o->unit;
  for (size_t i = 0; i < expr_count(o->pool, argument); i++)
    sum += fabs(ratio_double(o->pool, expr_operand(o->pool, argument, i).c)) * o->unit;
  return ceil(sum);
}

static Degree function_degree(const Odds *o, Expr e) {
  switch (expr_function(o->pool, e)) {
    case FN_SIN:
    case FN_COS:
    case FN_TAN:
    case FN_EXP:
    case FN_SINH:
    case FN_COSH:
    case FN_TANH: {
      const double k = multiples(o, expr_operand(o->pool, e, 0).e);
      return (Degree){2 * k, 2 * k};
    }
    case FN_SIGN: return (Degree){0, 0};
    case FN_IF: {
      const Degree first = degree_of(o, expr_operand(o->pool, e, 1).e);
      return sum_degree(first, degree_of(o, expr_operand(o->pool, e, 2).e));
    }
    case FN_ABS: return degree_of(o, expr_operand(o->pool, e, 0).e);
    default: return (Degree){1, 0};
  }
}

// Is it a value that was drawn? Otherwise the motion determines it.
static bool is_drawn(const Odds *o, Expr symbol) {
  switch (model_role(o->fields->eq.model, symbol, NULL)) {
    case ROLE_CONSTANT:
    case ROLE_TIME:
    case ROLE_COORDINATE:
    case ROLE_VELOCITY:
    case ROLE_SPEED: return true;
    case ROLE_MOMENTUM: return free_is_state_variable(&o->fields->eq, symbol);
    default: return false;
  }
}

static Degree node_degree(Odds *o, Expr e) {
  const ExprKind kind = expr_kind(o->pool, e);
  Degree d = {0, 0};
  if (kind == EXPR_SYMBOL)
    return is_drawn(o, e) || o->solved < 0 ? (Degree){1, 0} : (Degree){o->solved, o->solved};
  if (kind == EXPR_FUNCTION) return function_degree(o, e);
  for (size_t i = 0; kind != EXPR_NUMBER && i < expr_count(o->pool, e); i++) {
    const ExprTerm term = expr_operand(o->pool, e, i);
    const Degree part = degree_of(o, term.e);
    const double c = ratio_double(o->pool, term.c);
    if (kind == EXPR_SUM) {
      d = sum_degree(d, part);
    } else {
      d.above += c > 0 ? part.above * ceil(c) : part.below * ceil(-c);
      d.below += c > 0 ? part.below * ceil(c) : part.above * ceil(-c);
    }
  }
  return d;
}

// Multiplies the denominators of all coefficients of angles and exponents in these expressions.
static void find_unit(Odds *o, const ExprList *nodes) {
  for (size_t i = 0; i < nodes->n; i++) {
    if (expr_kind(o->pool, nodes->at[i]) != EXPR_FUNCTION) continue;
    const Expr argument = expr_operand(o->pool, nodes->at[i], 0).e;
    for (size_t k = 0;
         expr_kind(o->pool, argument) == EXPR_SUM && k < expr_count(o->pool, argument); k++) {
      long num, den;
      if (ratio_get(o->pool, expr_operand(o->pool, argument, k).c, &num, &den) && den > 1)
        o->unit *= (double) den;
      if (o->unit > 1e6) return;
    }
  }
}

static Degree whole_degree(Odds *o, Expr e) {
  const ExprList nodes = expr_reachable(o->pool, &e, 1, o->fields->arena);
  uint32_t place;
  for (size_t i = 0; i < nodes.n; i++) {
    if (memo_get(&o->places, nodes.at[i].id, &place)) continue;
    const Degree d = node_degree(o, nodes.at[i]);
    memo_put(o->fields->arena, &o->places, nodes.at[i].id, (uint32_t) o->degrees.n);
    array_push(o->fields->arena, &o->degrees, d);
  }
  return degree_of(o, e);
}

// The degree of a row of a linear problem, with all entries over one denominator.
static double row_degree(Odds *o, const Expr *row, size_t n, size_t stride, Expr right) {
  Degree d = whole_degree(o, right);
  for (size_t i = 0; i < n; i++) d = sum_degree(d, whole_degree(o, row[i * stride]));
  return d.above + d.below;
}

// Bounds the degree of the motion by Cramer's rule: the degree of a determinant is the sum over its rows.
static double motion_degree(Odds *o) {
  const Equations *eq = &o->fields->eq;
  const Constraints *c = &eq->constraints;
  double sum = 0;
  for (size_t i = 0; i < eq->n; i++) {
    sum += row_degree(o, problem_M(&eq->free)->at + i * eq->n, eq->n, 1, problem_F(&eq->free)[i]);
    if (c->r > 0) sum += row_degree(o, c->B.at + i, c->r, eq->n, EXPR_ZERO);
  }
  for (size_t a = 0; a < c->r; a++) sum += row_degree(o, c->A.at + a * eq->n, eq->n, 1, c->b[a]);
  return sum;
}

// The degree of the manifold: the product of the degrees of its equations (Bezout).
static double manifold_degree(Odds *o) {
  const Constraints *c = &o->fields->eq.constraints;
  double product = 1;
  for (size_t a = 0; a < c->r; a++) {
    const Expr rows[] = {c->row[a].position, c->row[a].velocity};
    for (size_t k = 0; k < 2; k++)
      if (!expr_is_none(rows[k])) product *= larger(1, whole_degree(o, rows[k]).above);
  }
  for (size_t i = 0; i < o->fields->conditions.n; i++)
    product *= larger(1, whole_degree(o, o->fields->conditions.at[i]).above);
  return product;
}

int odds_exponent(const FieldMotion *fields, Expr statement) {
  Odds o = {.fields = fields, .pool = fields->pool, .solved = -1, .unit = 1};
  const ExprList nodes = expr_reachable(fields->pool, &statement, 1, fields->arena);
  find_unit(&o, &nodes);
  const double manifold = manifold_degree(&o), motion = motion_degree(&o);
  o.places = (Memo){0};
  o.solved = motion;
  const Degree d = whole_degree(&o, statement);
  const double odds = 24 * larger(1, d.above + d.below) * manifold / (double) field_prime(1);
  return odds < 1 ? (int) (-2 * log10(odds)) : 0;
}
