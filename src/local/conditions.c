// local/conditions.c: the parameter values for which a state of rest is stable.
//
// In:    a state of rest in closed form
// Out:   conditions in the parameters, and what the assumptions of the model decide for all values
// Law:   stable if the second derivatives of the potential are positive definite in the directions that the
//        constraints allow, unstable if they are negative in one and there are no gyroscopic forces: by the signs of
//        leading minors (Sylvester). The sign of every pivot, and of every minor of the masses, is certain
// From:  docs/theory/smallmotions.md, section "Stability for all values"

#include "local/conditions.h"
#include "algebra/algebra.h"
#include "local/local_impl.h"
#include "local/positive.h"

#define FREE_MOST 60   // degrees of freedom
#define WHOLE_MOST 5   // larger matrices are taken block by block
#define BLOCK_MOST 12  // of a block; minors of larger blocks are unreadable

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Domain *assumed, *taken;
  const Expr *q;
  const Expr *from, *to;  // parameters, and their values
  size_t given;
  size_t n, r;
  Expr *A;                     // r x n, at the place; then its reduced rows
  Expr *E;                     // r x r: reduced rows = E A
  size_t *row, *column, rank;  // pivots
  size_t *free, count;         // the columns without a pivot
  bool sure;                   // no pivot vanishes for any assumed values
} RestPlace;

// e at the state of rest, or EXPR_NONE if symbols other than parameters remain.
static Expr there(const RestPlace *p, Expr e) {
  const Equations *eq = p->eq;
  const Expr zero = EXPR_ZERO;
  e = expr_substitute(p->pool, e, eq->q, p->q, p->n);
  for (size_t i = 0; i < p->n && !expr_is_none(e); i++)
    e = expr_substitute(p->pool, e, &eq->qd[i], &zero, 1);
  for (size_t i = 0; i < p->given && !expr_is_none(e); i++)
    e = expr_substitute(p->pool, e, &p->from[i], &p->to[i], 1);
  if (expr_is_none(e)) return e;
  const ExprList symbols = expr_symbols(p->pool, &e, 1, p->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (model_role(eq->model, symbols.at[i], NULL) != ROLE_CONSTANT) return EXPR_NONE;
  return e;
}

// --- what the constraints allow ------------------------------------------------------------------

// Finds an entry that is nowhere zero among the rows and columns without a pivot. *rest: all of these are zero.
static bool find_pivot(RestPlace *p, const bool *row_done, const bool *column_done, size_t *row,
                       size_t *column, bool *rest) {
  *rest = true;
  for (size_t i = 0; i < p->r; i++)
    for (size_t j = 0; j < p->n && !row_done[i]; j++) {
      const Expr e = p->A[i * p->n + j];
      if (column_done[j] || expr_same(e, EXPR_ZERO)) continue;
      *rest = false;
      *row = i;
      *column = j;
      if (domain_sign(p->taken, e).strict) return true;
    }
  return false;
}

// row_k += factor row_i, in both matrices
static void add_row(RestPlace *p, size_t k, Expr factor, size_t i) {
  ExprPool *pool = p->pool;
  for (size_t j = 0; j < p->n; j++)
    p->A[k * p->n + j] = algebra_readable(
      pool, expr_add(pool, p->A[k * p->n + j], expr_mul(pool, factor, p->A[i * p->n + j])));
  for (size_t j = 0; j < p->r; j++)
    p->E[k * p->r + j] =
      expr_add(pool, p->E[k * p->r + j], expr_mul(pool, factor, p->E[i * p->r + j]));
}

// Reduces the rows of the constraints. Returns false if their rank is not certain for all values.
static bool reduce_constraints(RestPlace *p) {
  bool *row_done = ARENA_ARRAY(p->arena, bool, p->r + 1),
       *column_done = ARENA_ARRAY(p->arena, bool, p->n + 1), rest;
  size_t i = 0, j = 0;
  while (find_pivot(p, row_done, column_done, &i, &j, &rest)) {
    p->sure = p->sure && domain_sign(p->assumed, p->A[i * p->n + j]).strict;
    const Expr inverse = expr_pow_ratio(p->pool, p->A[i * p->n + j], RATIO_MINUS_ONE);
    add_row(p, i, expr_sub(p->pool, inverse, EXPR_ONE), i);
    for (size_t k = 0; k < p->r; k++)
      if (k != i && !expr_same(p->A[k * p->n + j], EXPR_ZERO))
        add_row(p, k, expr_neg(p->pool, p->A[k * p->n + j]), i);
    row_done[i] = column_done[j] = true;
    p->row[p->rank] = i;
    p->column[p->rank++] = j;
  }
  for (size_t k = 0; k < p->n; k++)
    if (!column_done[k]) p->free[p->count++] = k;
  return rest;
}

static bool open_place(RestPlace *p) {
  const Constraints *c = &p->eq->constraints;
  p->A = ARENA_ARRAY(p->arena, Expr, p->r * p->n + 1);
  p->E = ARENA_ARRAY(p->arena, Expr, p->r * p->r + 1);
  p->row = ARENA_ARRAY(p->arena, size_t, p->r + 1);
  p->column = ARENA_ARRAY(p->arena, size_t, p->n + 1);
  p->free = ARENA_ARRAY(p->arena, size_t, p->n + 1);
  for (size_t k = 0; k < p->r * p->n; k++) {
    p->A[k] = there(p, c->A.at[k]);
    if (expr_is_none(p->A[k])) return false;
  }
  for (size_t k = 0; k < p->r * p->r; k++) p->E[k] = k % (p->r + 1) == 0 ? EXPR_ONE : EXPR_ZERO;
  p->sure = true;
  if (!reduce_constraints(p) || p->count == 0 || p->count > FREE_MOST) return false;
  // if the rank is smaller than elsewhere, the allowed velocities are not a tangent space
  const Ground *ground = ground_of(p->eq);
  return p->r == 0 || (ground->known && !ground->for_values && ground->rank == p->rank);
}

// Are the radicands of all roots in the product positive, there and nearby?
static bool roots_exist(RestPlace *p, Expr product) {
  for (size_t k = 0; k < expr_count(p->pool, product); k++) {
    const ExprTerm factor = expr_operand(p->pool, product, k);
    if (ratio_is_integer(p->pool, factor.c)) continue;
    const Expr base = there(p, factor.e);
    const SureSign seen = domain_sign(p->taken, base), sure = domain_sign(p->assumed, base);
    if (seen.sign <= 0 || !seen.strict) return false;
    p->sure = p->sure && sure.sign > 0 && sure.strict;
  }
  return true;
}

// Do the second derivatives describe e? A kink, as of |x|, does not show in derivatives.
static bool is_smooth(RestPlace *p, Expr e) {
  const ExprList parts = expr_reachable(p->pool, &e, 1, p->arena);
  for (size_t i = 0; i < parts.n; i++) {
    const ExprKind kind = expr_kind(p->pool, parts.at[i]);
    if (kind == EXPR_PRODUCT && !roots_exist(p, parts.at[i])) return false;
    if (kind != EXPR_FUNCTION) continue;
    switch (expr_function(p->pool, parts.at[i])) {
      case FN_SIN:
      case FN_COS:
      case FN_TAN:
      case FN_ASIN:
      case FN_ACOS:
      case FN_ATAN:
      case FN_SINH:
      case FN_COSH:
      case FN_TANH:
      case FN_EXP:
      case FN_LOG: break;
      default: return false;
    }
  }
  return true;
}

// Entry (i, k) of the columns that span the allowed directions.
static Expr allowed(const RestPlace *p, size_t i, size_t k) {
  if (i == p->free[k]) return EXPR_ONE;
  for (size_t a = 0; a < p->rank; a++)
    if (p->column[a] == i) return expr_neg(p->pool, p->A[p->row[a] * p->n + p->free[k]]);
  return EXPR_ZERO;
}

// --- matrices ------------------------------------------------------------------------------------

// Z^T S Z; false if an entry is unknown
static bool restrict_to_allowed(const RestPlace *p, const Expr *S, Expr *out) {
  ExprPool *pool = p->pool;
  for (size_t a = 0; a < p->count; a++)
    for (size_t b = 0; b <= a; b++) {
      Expr sum = EXPR_ZERO;
      for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < p->n; j++) {
          const Expr left = allowed(p, i, a), right = allowed(p, j, b);
          const Expr factor = expr_mul(pool, left, right);
          if (expr_same(factor, EXPR_ZERO)) continue;
          const Expr entry = there(p, S[i * p->n + j]);
          if (expr_is_none(entry)) return false;
          sum = expr_add(pool, sum, expr_mul(pool, factor, entry));
        }
      out[a * p->count + b] = out[b * p->count + a] = algebra_readable(pool, sum);
    }
  return true;
}

// -L - lambda . h, with the multipliers that hold the system in place: A^T lambda = -L_q
static Expr effective_potential(const RestPlace *p) {
  const Equations *eq = p->eq;
  ExprPool *pool = p->pool;
  Expr W = expr_neg(pool, eq->lagrangian);
  for (size_t a = 0; a < p->r; a++) {
    Expr lambda = EXPR_ZERO;
    for (size_t k = 0; k < p->rank; k++) {
      const Expr pull = there(p, expr_diff(pool, eq->lagrangian, eq->q[p->column[k]]));
      lambda = expr_sub(pool, lambda, expr_mul(pool, pull, p->E[p->row[k] * p->r + a]));
    }
    W = expr_sub(pool, W, expr_mul(pool, lambda, eq->constraints.row[a].position));
  }
  return W;
}

static bool hessian(RestPlace *p, Expr *H) {
  const Expr W = effective_potential(p);
  if (expr_is_none(W) || !is_smooth(p, W)) return false;
  Expr *S = ARENA_ARRAY(p->arena, Expr, p->n * p->n);
  for (size_t k = 0; k < p->n * p->n; k++)
    S[k] = expr_diff(p->pool, expr_diff(p->pool, W, p->eq->q[k / p->n]), p->eq->q[k % p->n]);
  return restrict_to_allowed(p, S, H);
}

// --- minors --------------------------------------------------------------------------------------

// The rows of a matrix in an order in which its independent blocks follow one another.
typedef struct {
  size_t *row, *first;  // first: that of each block, and the end
  size_t n;
} Blocks;

static Blocks blocks_of(const RestPlace *p, const Expr *S) {
  const size_t n = p->count;
  Blocks b = {ARENA_ARRAY(p->arena, size_t, n + 1), ARENA_ARRAY(p->arena, size_t, n + 2), 0};
  bool *taken = ARENA_ARRAY(p->arena, bool, n + 1);
  size_t end = 0;
  for (size_t i = 0; i < n; i++) {
    if (taken[i]) continue;
    b.first[b.n++] = end;
    b.row[end++] = i;
    taken[i] = true;
    for (size_t k = b.first[b.n - 1]; k < end; k++)
      for (size_t j = 0; j < n; j++) {
        const bool tied = n <= WHOLE_MOST || !expr_same(S[b.row[k] * n + j], EXPR_ZERO);
        if (!tied || taken[j]) continue;
        b.row[end++] = j;
        taken[j] = true;
      }
  }
  b.first[b.n] = end;
  return b;
}

static bool are_small(const Blocks *b) {
  for (size_t i = 0; i < b->n; i++)
    if (b->first[i + 1] - b->first[i] > BLOCK_MOST) return false;
  return true;
}

// The leading minor with the rows of a block up to `last`, or EXPR_NONE if it takes too much.
static Expr leading_minor(const RestPlace *p, const Expr *S, const Blocks *blocks, size_t block,
                          size_t last) {
  const size_t first = blocks->first[block], k = last - first + 1, *row = blocks->row + first;
  Expr *own = ARENA_ARRAY(p->arena, Expr, k * k);
  for (size_t i = 0; i < k * k; i++) own[i] = S[row[i / k] * p->count + row[i % k]];
  Rationals *field = rationals_create(p->pool, p->arena, own, k * k, ANGLES_WHOLE);
  const Rational **entry = ARENA_ARRAY(p->arena, const Rational *, k * k);
  for (size_t i = 0; field != NULL && i < k * k; i++) entry[i] = rational_of(field, own[i]);
  const Rational *d = field != NULL ? rational_determinant(field, k, entry) : NULL;
  if (d == NULL) {
    // a singular matrix is not a failure: its minor is zero
    return field != NULL && rationals_status(field) == STATUS_DOMAIN ? EXPR_ZERO : EXPR_NONE;
  }
  Expr above, below;
  rational_parts(field, d, &above, &below);
  return algebra_readable(p->pool, expr_div(p->pool, above, below));
}

// Are all leading minors positive there?
static bool is_positive(const RestPlace *p, const Expr *S, Domain *domain) {
  const Blocks blocks = blocks_of(p, S);
  if (!are_small(&blocks)) return false;
  for (size_t b = 0; b < blocks.n; b++)
    for (size_t k = blocks.first[b]; k < blocks.first[b + 1]; k++) {
      const Expr minor = leading_minor(p, S, &blocks, b, k);
      if (expr_is_none(minor)) return false;
      const SureSign s = domain_sign(domain, minor);
      if (s.sign <= 0 || !s.strict) return false;
    }
  return true;
}

// --- conditions ----------------------------------------------------------------------------------

// e without factors of certain sign; the rest must be positive.
static Expr without_sure_factors(const RestPlace *p, Expr e) {
  ExprPool *pool = p->pool;
  RationalFactors factors = {0};
  Rationals *field = rationals_create(pool, p->arena, &e, 1, ANGLES_WHOLE);
  if (field == NULL || !rational_factors(field, rational_of(field, e), &factors)) return e;
  Expr left = EXPR_ONE;
  int sign = 1;
  for (size_t i = 0; i < factors.n; i++) {
    const bool odd = !ratio_is_even(pool, factors.at[i].c);
    const SureSign s = domain_sign(p->taken, factors.at[i].e);
    if (s.strict) {
      if (odd) sign *= s.sign;
    } else {
      // a divisor has the sign of the corresponding factor
      left = expr_mul(pool, left, odd ? factors.at[i].e : expr_square(pool, factors.at[i].e));
    }
  }
  return sign < 0 ? expr_neg(pool, left) : left;
}

// a - b > 0 as a > b
static StabilityCondition as_condition(ExprPool *pool, Expr e) {
  StabilityCondition c = {EXPR_ZERO, EXPR_ZERO};
  if (expr_kind(pool, e) != EXPR_SUM) return (StabilityCondition){e, EXPR_ZERO};
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm t = expr_operand(pool, e, i);
    const bool positive = ratio_sign(pool, t.c) > 0;
    const Expr term = expr_scale(pool, positive ? t.c : ratio_neg(pool, t.c), t.e);
    Expr *side = positive ? &c.left : &c.right;
    *side = expr_add(pool, *side, term);
  }
  return c;
}

static void add_condition(const RestPlace *p, Expr e, ConditionList *list) {
  const StabilityCondition c = as_condition(p->pool, e);
  for (size_t i = 0; i < list->n; i++)
    if (expr_equal(p->pool, list->at[i].left, c.left) &&
        expr_equal(p->pool, list->at[i].right, c.right))
      return;
  array_push(p->arena, list, c);
}

typedef struct {
  bool stable, unstable, never;
} Signs;

// Judges by the sign of a minor of the potential. Returns false if it is zero or unknown: a direction in which nothing
// is decided.
static bool judge_minor(const RestPlace *p, Expr minor, Signs *signs, StabilityConditions *out) {
  if (expr_is_none(minor) || expr_same(minor, EXPR_ZERO)) return false;
  const SureSign sure = domain_sign(p->assumed, minor), seen = domain_sign(p->taken, minor);
  signs->stable = signs->stable && sure.sign > 0 && sure.strict;
  signs->unstable = signs->unstable || (sure.sign < 0 && sure.strict);
  signs->never = signs->never || (seen.sign < 0 && seen.strict);
  if (!seen.strict) add_condition(p, without_sure_factors(p, minor), &out->list);
  return true;
}

// Judges by the signs of the minors of the potential.
static void judge_minors(const RestPlace *p, const Expr *H, bool masses, StabilityConditions *out) {
  const bool turns = stability_is_gyroscopic(p->eq);
  const Blocks blocks = blocks_of(p, H);
  Signs signs = {.stable = masses};
  out->known = are_small(&blocks);
  for (size_t b = 0; b < blocks.n && out->known; b++)
    for (size_t k = blocks.first[b]; k < blocks.first[b + 1] && out->known; k++)
      out->known = judge_minor(p, leading_minor(p, H, &blocks, b, k), &signs, out);
  if (!out->known) {
    *out = (StabilityConditions){.known = false};
    return;
  }
  out->otherwise = !turns;
  if (signs.stable) out->proved = STABILITY_STABLE;
  if (signs.unstable && masses && !turns) out->proved = STABILITY_UNSTABLE;
  // there is a direction in which the potential decreases, whatever else holds
  if (signs.never) out->list.n = 0;
  if (signs.never && turns) out->known = false;
}

// Is the state real for all values? Otherwise a condition on them would claim too much.
static bool exists_always(const RestPlace *p) {
  const ExprList parts = expr_reachable(p->pool, p->q, p->n, p->arena);
  for (size_t i = 0; i < parts.n; i++) {
    const ExprKind kind = expr_kind(p->pool, parts.at[i]);
    if (kind == EXPR_FUNCTION) {
      const Function fn = expr_function(p->pool, parts.at[i]);
      if (fn == FN_ASIN || fn == FN_ACOS || fn == FN_LOG) return false;
    }
    for (size_t k = 0; kind == EXPR_PRODUCT && k < expr_count(p->pool, parts.at[i]); k++)
      if (!ratio_is_integer(p->pool, expr_operand(p->pool, parts.at[i], k).c)) return false;
  }
  return true;
}

StabilityConditions local_conditions(const Equations *eq, const Expr *q, Arena *arena) {
  return local_conditions_given(eq, q, NULL, NULL, 0, arena);
}

StabilityConditions local_conditions_given(const Equations *eq, const Expr *q, const Expr *from,
                                           const Expr *to, size_t n, Arena *arena) {
  StabilityConditions out = {.known = false};
  if (stability_energy_obstacle(eq) != NULL || stability_has_nonholonomic(eq) || eq->beside > 0)
    return out;  // with momenta besides the velocities, -L at rest is not a potential
  RestPlace p = {
    .eq = eq, .pool = eq->pool, .arena = arena, .q = q, .n = eq->n, .r = eq->constraints.r};
  p.from = from;
  p.to = to;
  p.given = n;
  p.assumed = domain_make(eq->model, false, arena);
  p.taken = domain_make(eq->model, true, arena);
  if (!open_place(&p)) return out;
  Expr *M = ARENA_ARRAY(arena, Expr, p.count * p.count),
       *H = ARENA_ARRAY(arena, Expr, p.count * p.count);
  if (!restrict_to_allowed(&p, problem_M(&eq->free)->at, M) || !hessian(&p, H)) return out;
  if (!is_positive(&p, M, p.taken)) return out;
  judge_minors(&p, H, p.sure && is_positive(&p, M, p.assumed), &out);
  if (!exists_always(&p)) out.list.n = 0;
  return out;
}
