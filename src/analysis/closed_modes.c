// analysis/closed_modes.c: squares of eigenvalues in closed form.
//
// In:    an equilibrium in closed form, with its modes in numbers
// Out:   lambda^2 in the parameters for those modes whose factor of det(lambda^2 A0 - B0) is linear or
//        quadratic in lambda^2; each proved by the judge of claims
// From:  L8 (8.37); docs/theory/smallmotions.md, section "Closed forms"

#include "algebra/algebra.h"
#include "analysis/equilibria_impl.h"
#include "proof/equilibrium.h"
#include <math.h>

#define SIZE_MOST 7    // of the bordered matrix
#define MATRIX_MOST 4  // rows of A0 and B0 that are still readable
#define SAME 1e-12     // tolerance between a closed form and its number

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Local *local;
  Expr square;  // the symbol of lambda^2
  ARRAY(Expr) from, to;
} Closing;

// Evaluates e at the place, in readable form: terms that vanish identically, such as some with the time, drop out.
static Expr there(const Closing *c, Expr e) {
  return algebra_readable(c->pool, expr_substitute(c->pool, e, c->from.at, c->to.at, c->from.n));
}

// Substitutes rest at the place, with the multipliers there.
static void open_closing(Closing *c, const ExactPlace *place) {
  const Equations *eq = c->eq;
  for (size_t i = 0; i < eq->n; i++) {
    array_push(c->arena, &c->from, eq->q[i]);
    array_push(c->arena, &c->to, place->q[i]);
    array_push(c->arena, &c->from, eq->qd[i]);
    array_push(c->arena, &c->to, EXPR_ZERO);
  }
  for (size_t a = 0; a < eq->constraints.r; a++) {
    if (expr_is_none(place->lambda[a])) continue;
    array_push(c->arena, &c->from, eq->constraints.row[a].lambda);
    array_push(c->arena, &c->to, place->lambda[a]);
  }
}

// lambda^2 M - F_q - (B^T lambda)_q, bordered by the constraints
static Expr *bordered(const Closing *c) {
  const Equations *eq = c->eq;
  const Constraints *rows = &eq->constraints;
  const size_t n = eq->n, size = n + rows->r;
  ExprPool *p = c->pool;
  Expr *K = ARENA_ARRAY(c->arena, Expr, size * size);
  for (size_t i = 0; i < size * size; i++) K[i] = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    Expr F = problem_F(&eq->free)[i];
    for (size_t a = 0; a < rows->r; a++) {
      F = expr_add(p, F, expr_mul(p, rows->row[a].lambda, *matrix_entry(&rows->B, a, i)));
      K[i * size + n + a] = there(c, *matrix_entry(&rows->B, a, i));
      K[(n + a) * size + i] = there(c, *matrix_entry(&rows->A, a, i));
    }
    for (size_t j = 0; j < n; j++) {
      const Expr M = expr_mul(p, c->square, *matrix_entry(problem_M(&eq->free), i, j));
      K[i * size + j] = there(c, expr_sub(p, M, expr_diff(p, F, eq->q[j])));
    }
  }
  return K;
}

// Does it contain anything but lambda^2 and parameters?
static bool has_strangers(const Closing *c, const Expr *K, size_t n) {
  const ExprList symbols = expr_symbols(c->pool, K, n, c->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (!expr_same(symbols.at[i], c->square) &&
        model_role(c->eq->model, symbols.at[i], NULL) != ROLE_CONSTANT)
      return true;
  return false;
}

// --- roots ---------------------------------------------------------------------------------------

// Returns a square root, of either sign, with whole squares taken out.
static Expr root_of(const Closing *c, Expr e) {
  ExprPool *p = c->pool;
  RationalFactors factors = {0};
  Rationals *field = rationals_create(p, c->arena, &e, 1, ANGLES_WHOLE);
  if (field == NULL || !rational_factors(field, rational_of(field, e), &factors))
    return expr_sqrt(p, e);
  Expr outside = EXPR_ONE, inside = EXPR_ONE;
  for (size_t i = 0; i < factors.n; i++) {
    long power, one;
    if (!ratio_get(p, factors.at[i].c, &power, &one) || one != 1) return expr_sqrt(p, e);
    const Expr f = factors.at[i].e;
    const long half = power / 2, odd = power % 2;
    outside = expr_mul(p, outside, expr_pow_ratio(p, f, ratio_make(p, half, 1)));
    inside = expr_mul(p, inside, expr_pow_ratio(p, f, ratio_make(p, odd, 1)));
  }
  return expr_mul(p, outside, expr_sqrt(p, algebra_readable(p, inside)));
}

static Expr coefficient(const Closing *c, Expr f, unsigned degree) {
  const Expr zero = EXPR_ZERO;
  for (unsigned k = 0; k < degree; k++) f = expr_diff(c->pool, f, c->square);
  return expr_substitute(c->pool, f, &c->square, &zero, 1);
}

static bool has_degree(const Closing *c, Expr f, unsigned degree) {
  for (unsigned k = 0; k <= degree; k++) f = expr_diff(c->pool, f, c->square);
  return expr_equal(c->pool, f, EXPR_ZERO);
}

static bool is_proved(const Closing *c, const ExactPlace *place, const bool *any, Expr square) {
  Claim claim = {.kind = CLAIM_MODE, .label = "", .left = square};
  for (size_t k = 0; k < c->eq->n; k++)
    if (!any[k])
      array_push(c->arena, &claim.at, ((Assignment){.symbol = c->eq->q[k], .value = place->q[k]}));
  const Judgement j = judge_mode(c->eq, &claim, c->arena);
  return j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
}

// Assigns the closed form to the modes that have this value.
static void offer(const Closing *c, const ExactPlace *place, Equilibrium *e, Expr square) {
  if (expr_is_none(square)) {
    (void) expr_trouble(c->pool);
    return;
  }
  const double value = local_evaluate(c->local, square);
  int proved = -1;
  for (size_t i = 0; i < e->modes; i++) {
    Mode *mode = &e->mode[i];
    if (!expr_is_none(mode->closed) || mode->im != 0 ||
        !(fabs(mode->re - value) <= SAME * (1 + fabs(value))))
      continue;
    if (proved < 0) proved = is_proved(c, place, e->any, square);
    if (proved > 0) mode->closed = square;
  }
}

static void solve_factor(const Closing *c, const ExactPlace *place, Equilibrium *e, Expr f) {
  ExprPool *p = c->pool;
  const Expr c0 = coefficient(c, f, 0), c1 = coefficient(c, f, 1);
  if (has_degree(c, f, 1)) {
    offer(c, place, e, algebra_readable(p, expr_neg(p, expr_div(p, c0, c1))));
    return;
  }
  if (!has_degree(c, f, 2)) return;
  // c2 = f''; lambda^2 = (-c1 +- sqrt(c1^2 - 2 c2 c0)) / c2
  const Expr c2 = coefficient(c, f, 2);
  const Expr product = expr_mul(p, expr_scale(p, ratio_make(p, 2, 1), c2), c0);
  const Expr inside = expr_sub(p, expr_square(p, c1), product);
  const Expr root = root_of(c, inside);
  offer(c, place, e, algebra_readable(p, expr_neg(p, expr_div(p, expr_add(p, c1, root), c2))));
  offer(c, place, e, algebra_readable(p, expr_div(p, expr_sub(p, root, c1), c2)));
}

// A0 = M and B0 = F_q, for a system without constraints
static void close_matrices(const Closing *c, Equilibrium *e) {
  const size_t n = c->eq->n;
  if (c->eq->constraints.r > 0 || e->A0 == NULL || n > MATRIX_MOST) return;
  Expr *A0 = ARENA_ARRAY(c->arena, Expr, n * n), *B0 = ARENA_ARRAY(c->arena, Expr, n * n);
  for (size_t i = 0; i < n * n; i++) {
    const Expr slope = expr_diff(c->pool, problem_F(&c->eq->free)[i / n], c->eq->q[i % n]);
    A0[i] = there(c, problem_M(&c->eq->free)->at[i]);
    B0[i] = there(c, slope);
  }
  if (has_strangers(c, A0, n * n) || has_strangers(c, B0, n * n)) return;
  e->A0_closed = A0;
  e->B0_closed = B0;
}

void closed_modes(const Equations *eq, Local *local, const ExactPlace *place, Equilibrium *e,
                  Arena *arena) {
  const size_t size = eq->n + eq->constraints.r;
  if (!e->second_order || eq->beside > 0 || size > SIZE_MOST) return;
  Closing c = {.eq = eq, .pool = eq->pool, .arena = arena, .local = local};
  c.square = expr_symbol(eq->pool, str("square(lambda)"), SYMBOL_CONSTANT);
  open_closing(&c, place);
  const Expr *K = bordered(&c);
  close_matrices(&c, e);
  if (has_strangers(&c, K, size * size)) return;
  Rationals *field = rationals_create(c.pool, arena, K, size * size, ANGLES_WHOLE);
  if (field == NULL) return;
  const Rational **entries = ARENA_ARRAY(arena, const Rational *, size * size);
  for (size_t i = 0; i < size * size; i++) entries[i] = rational_of(field, K[i]);
  RationalFactors factors = {0};
  const Rational *determinant = rational_determinant(field, size, entries);
  if (determinant == NULL || !rational_factors(field, determinant, &factors)) return;
  for (size_t i = 0; i < factors.n; i++)
    if (ratio_sign(c.pool, factors.at[i].c) > 0 && expr_depends(c.pool, factors.at[i].e, c.square))
      solve_factor(&c, place, e, factors.at[i].e);
}
