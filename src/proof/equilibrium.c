// proof/equilibrium.c: claims on equilibria and their small motions.
//
// In:    a state of rest, whose coordinates may contain parameters
// Out:   proved where it holds over the finite fields, parameters being random there; stability,
//        which depends on the values of parameters, is found in numbers for those of the model
// From:  L8 (8.28) to (8.43); docs/theory/claims.md

#include "proof/equilibrium.h"
#include "algebra/field_linear.h"
#include "expr/field.h"
#include "methods/start.h"
#include "proof/court.h"
#include <math.h>

#define REST_POINTS 3
#define REST_DRAWS 24
#define SIGN_LEAST 1e-9  // pivots of a smaller part of the largest have no sure sign

typedef ARRAY(Condition) Conditions;

// At rest, in the place that the claim gives, under its own conditions.
static Conditions at_rest(const Equations *eq, const Claim *claim, Arena *arena) {
  Conditions given = {0};
  for (size_t i = 0; i < eq->n; i++) array_push(arena, &given, ((Condition){eq->qd[i], EXPR_ZERO}));
  for (size_t i = 0; i < claim->at.n; i++)
    array_push(arena, &given, ((Condition){claim->at.at[i].symbol, claim->at.at[i].value}));
  for (size_t i = 0; i < claim->given.n; i++) array_push(arena, &given, claim->given.at[i]);
  return given;
}

// A constraint on positions that the place violates; NULL where there is none.
static const char *violated(const Court *court) {
  const Constraints *c = &court->eq.constraints;
  for (size_t a = 0; a < c->r; a++) {
    const Expr h = c->row[a].position;
    if (expr_is_none(h) || expr_equal(court->pool, h, EXPR_ZERO)) continue;
    if (!expr_depends_on_any(court->pool, h, court->eq.q, court->eq.n)) return c->row[a].name;
  }
  return NULL;
}

// --- stability, in numbers -----------------------------------------------------------------------

// The signs of a symmetric matrix by elimination with pivots on the diagonal: Sylvester's law of
// inertia. Destroys S.
typedef struct {
  size_t positive, negative, open;  // open: too near to zero to say
} Signs;

static Signs signs_of(size_t n, double *S) {
  Signs result = {0, 0, 0};
  double largest = 0;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(S[i]));
  for (size_t left = n; left > 0; left--) {
    size_t p = 0;
    for (size_t i = 1; i < left; i++)
      if (fabs(S[i * n + i]) > fabs(S[p * n + p])) p = i;
    const double pivot = S[p * n + p];
    if (!(fabs(pivot) > SIGN_LEAST * largest)) {
      // what is left has a small diagonal: with anything beside it, it is indefinite
      double rest = 0;
      for (size_t i = 0; i < left; i++)
        for (size_t j = 0; j < left; j++) rest = fmax(rest, fabs(S[i * n + j]));
      if (rest > SIGN_LEAST * largest) result.negative++;
      result.open += left;
      return result;
    }
    ++*(pivot > 0 ? &result.positive : &result.negative);
    for (size_t i = 0; i < left; i++)
      for (size_t j = 0; j < left; j++)
        if (i != p && j != p) S[i * n + j] -= S[i * n + p] * S[p * n + j] / pivot;
    // the last row and column take the place of the pivot's
    for (size_t i = 0; i < left; i++) S[i * n + p] = S[i * n + left - 1];
    for (size_t j = 0; j < left; j++) S[p * n + j] = S[(left - 1) * n + j];
  }
  return result;
}

// Columns that span the kernel of A (r*n): Gauss-Jordan. Returns how many.
static size_t kernel(size_t r, size_t n, double *A, double *Z, Arena *arena) {
  size_t *pivot_of = ARENA_ARRAY(arena, size_t, n), rank = 0, free = 0;
  bool *bound = ARENA_ARRAY(arena, bool, n);
  for (size_t row = 0; row < r; row++) {
    size_t best_i = rank, best_j = n;
    double most = 1e-9;
    for (size_t i = rank; i < r; i++)
      for (size_t j = 0; j < n; j++)
        if (!bound[j] && fabs(A[i * n + j]) > most)
          most = fabs(A[best_i = i, i * n + (best_j = j)]);
    if (best_j == n) break;
    for (size_t j = 0; j < n; j++) {
      const double entry = A[best_i * n + j];
      A[best_i * n + j] = A[rank * n + j];
      A[rank * n + j] = entry;
    }
    const double pivot = A[rank * n + best_j];
    for (size_t j = 0; j < n; j++) A[rank * n + j] /= pivot;
    for (size_t i = 0; i < r; i++) {
      const double factor = A[i * n + best_j];
      for (size_t j = 0; i != rank && j < n; j++) A[i * n + j] -= factor * A[rank * n + j];
    }
    bound[best_j] = true;
    pivot_of[best_j] = rank++;
  }
  for (size_t j = 0; j < n; j++) {
    if (bound[j]) continue;
    for (size_t i = 0; i < n; i++)
      Z[i * n + free] = i == j ? 1 : bound[i] ? -A[pivot_of[i] * n + j] : 0;
    free++;
  }
  return free;
}

// The multipliers that hold the system at rest: A^T lambda = -F in the sense of least squares
static void hold(size_t r, size_t n, const double *A, const double *F, double *lambda,
                 Arena *arena) {
  double *G = ARENA_ARRAY(arena, double, r *(r + 1));
  for (size_t a = 0; a < r; a++) {
    for (size_t c = 0; c < r; c++)
      for (size_t i = 0; i < n; i++) G[a * (r + 1) + c] += A[a * n + i] * A[c * n + i];
    for (size_t i = 0; i < n; i++) G[a * (r + 1) + r] -= A[a * n + i] * F[i];
  }
  for (size_t k = 0; k < r; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < r; i++)
      if (fabs(G[i * (r + 1) + k]) > fabs(G[p * (r + 1) + k])) p = i;
    for (size_t j = 0; j <= r; j++) {
      const double entry = G[p * (r + 1) + j];
      G[p * (r + 1) + j] = G[k * (r + 1) + j];
      G[k * (r + 1) + j] = entry;
    }
    if (fabs(G[k * (r + 1) + k]) < 1e-12) continue;
    for (size_t i = 0; i < r; i++) {
      const double factor = i == k ? 0 : G[i * (r + 1) + k] / G[k * (r + 1) + k];
      for (size_t j = 0; j <= r; j++) G[i * (r + 1) + j] -= factor * G[k * (r + 1) + j];
    }
  }
  for (size_t a = 0; a < r; a++)
    lambda[a] = fabs(G[a * (r + 1) + a]) < 1e-12 ? 0 : G[a * (r + 1) + r] / G[a * (r + 1) + a];
}

// At the place: -L at rest, the effective potential, by its Hessian with what the holonomic
// constraints add to it; the masses; the holonomic constraints.
typedef struct {
  size_t n, r;
  double *H, *M, *A;
  bool stationary;  // do these constraints alone hold the system there?
} Rigidity;

static bool is_holonomic(const Equations *eq, size_t a) {
  return !expr_is_none(eq->constraints.row[a].position);
}

static void put_holonomic(const Court *court, const Equations *eq, const Start *start,
                          Rigidity *g) {
  for (size_t a = 0; a < eq->constraints.r; a++) {
    for (size_t i = 0; is_holonomic(eq, a) && i < eq->n; i++)
      g->A[g->r * eq->n + i] =
        start_value(start, court_statement(court, *matrix_entry(&eq->constraints.A, a, i)));
    g->r += is_holonomic(eq, a);
  }
}

static double second_derivative(const Court *court, const Start *start, Expr e, size_t i,
                                size_t j) {
  const Equations *eq = &court->eq;
  const Expr e_ij = expr_diff(eq->pool, expr_diff(eq->pool, e, eq->q[i]), eq->q[j]);
  return start_value(start, court_statement(court, e_ij));
}

// What is left of F + A^T lambda, as a part of F.
static bool is_held(const Rigidity *g, const double *F, const double *lambda) {
  double rest = 0, most = 0;
  for (size_t i = 0; i < g->n; i++) {
    double sum = F[i];
    for (size_t a = 0; a < g->r; a++) sum += lambda[a] * g->A[a * g->n + i];
    rest = fmax(rest, fabs(sum));
    most = fmax(most, fabs(F[i]));
  }
  return rest <= SIGN_LEAST * most;
}

static Rigidity rigidity(const Court *court, const Equations *eq, Arena *arena) {
  const FreeSystem s = free_system(eq->model, arena);
  const Start start = start_make(&s);
  const size_t n = eq->n, r = eq->constraints.r;
  Rigidity g = {.n = n,
                .H = ARENA_ARRAY(arena, double, n *n),
                .M = ARENA_ARRAY(arena, double, n *n),
                .A = ARENA_ARRAY(arena, double, r *n + 1)};
  double *F = ARENA_ARRAY(arena, double, n), *lambda = ARENA_ARRAY(arena, double, r + 1);
  put_holonomic(court, eq, &start, &g);
  for (size_t i = 0; i < n; i++)
    F[i] =
      start_value(&start, court_statement(court, expr_diff(eq->pool, eq->lagrangian, eq->q[i])));
  hold(g.r, n, g.A, F, lambda, arena);
  g.stationary = is_held(&g, F, lambda);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      size_t row = 0;
      g.M[i * n + j] =
        start_value(&start, court_statement(court, *matrix_entry(&eq->free_M, i, j)));
      g.H[i * n + j] = -second_derivative(court, &start, eq->lagrangian, i, j);
      for (size_t a = 0; a < r; a++)
        if (is_holonomic(eq, a))
          g.H[i * n + j] -=
            lambda[row++] * second_derivative(court, &start, eq->constraints.row[a].position, i, j);
    }
  return g;
}

// The inertia of a symmetric matrix on what the holonomic constraints allow.
static Signs allowed_signs(const Rigidity *g, const double *H, Arena *arena) {
  const size_t n = g->n;
  double *Z = ARENA_ARRAY(arena, double, n *n), *S = ARENA_ARRAY(arena, double, n *n),
         *A = ARENA_ARRAY(arena, double, g->r *n + 1);
  for (size_t i = 0; i < g->r * n; i++) A[i] = g->A[i];
  const size_t m = kernel(g->r, n, A, Z, arena);
  for (size_t a = 0; a < m; a++)
    for (size_t b = 0; b < m; b++)
      for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) S[a * m + b] += Z[i * n + a] * H[i * n + j] * Z[j * n + b];
  return signs_of(m, S);
}

static bool has_forces(const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    if (!expr_equal(eq->pool, eq->force[i], EXPR_ZERO)) return true;
  return false;
}

static bool depends_on_time(const Equations *eq, Expr e) {
  return !expr_equal(eq->pool, expr_diff(eq->pool, e, EXPR_TIME), EXPR_ZERO);
}

// Constraints that move, or whose reactions are not ideal, do work.
static bool constraints_work(const Equations *eq) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (expr_is_none(c->row[a].velocity) || depends_on_time(eq, c->row[a].velocity)) return true;
    for (size_t i = 0; i < eq->n; i++)
      if (!expr_equal(eq->pool, *matrix_entry(&c->A, a, i), *matrix_entry(&c->B, a, i)))
        return true;
  }
  return false;
}

static bool has_nonholonomic(const Equations *eq) {
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (!is_holonomic(eq, a)) return true;
  return eq->given.m > 0 && !momenta_are_state(eq);
}

static bool lacks_values(const Equations *eq) {
  for (size_t i = 0; i < eq->model->parameters.n; i++)
    if (expr_is_none(eq->model->parameters.at[i].value)) return true;
  return false;
}

// H_qp, where the momenta are part of the state: -L at rest is no potential then.
static bool is_mixed(const Court *court, const Equations *eq) {
  for (size_t i = 0; momenta_are_state(eq) && i < eq->n * eq->n; i++) {
    const Expr slope = expr_diff(eq->pool, eq->given.psi[i / eq->n], eq->q[i % eq->n]);
    if (!expr_equal(eq->pool, court_statement(court, slope), EXPR_ZERO)) return true;
  }
  return false;
}

// Why the potential does not tell about stability; NULL where it does.
static const char *obstacle(const Court *court, const Equations *eq) {
  if (has_forces(eq)) return "forces beside the potential act";
  if (depends_on_time(eq, eq->lagrangian)) return "the energy depends on the time";
  if (constraints_work(eq)) return "a constraint does work";
  if (lacks_values(eq)) return "a parameter has no value, and stability depends on the values";
  return is_mixed(court, eq) ? "momenta and coordinates are not separate in the energy" : NULL;
}

// Terms of L that are linear in the velocities can hold what the potential does not.
static bool is_gyroscopic(const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < i; j++) {
      const Expr a = expr_diff(eq->pool, eq->momentum[i], eq->q[j]),
                 b = expr_diff(eq->pool, eq->momentum[j], eq->q[i]);
      Expr difference = expr_sub(eq->pool, a, b);
      const Expr zero = EXPR_ZERO;
      for (size_t k = 0; k < eq->n; k++)
        difference = expr_substitute(eq->pool, difference, &eq->qd[k], &zero, 1);
      if (!expr_equal(eq->pool, difference, EXPR_ZERO)) return true;
    }
  return false;
}

// Dirichlet: a minimum is stable, for constraints of every kind that do no work. Where the
// potential falls in some direction and all constraints are holonomic, the system falls, too.
static Judgement judge_stability(const Court *court, const Equations *eq, const Claim *claim,
                                 Arena *arena) {
  const bool stable = claim->stability == STABILITY_STABLE;
  const char *reason = obstacle(court, eq);
  if (reason != NULL) return (Judgement){VERDICT_UNKNOWN, reason};
  const Rigidity g = rigidity(court, eq, arena);
  const Signs i = allowed_signs(&g, g.H, arena), mass = allowed_signs(&g, g.M, arena);
  if (mass.negative > 0 || mass.open > 0)
    return (Judgement){VERDICT_UNKNOWN, "the kinetic energy is not positive definite there"};
  if (i.negative == 0 && i.open == 0 && g.stationary)
    return (Judgement){stable ? VERDICT_VERIFIED : VERDICT_REFUTED,
                       "the potential energy has a minimum there, for the values of the model"};
  if (has_nonholonomic(eq))
    return (Judgement){VERDICT_UNKNOWN,
                       "the potential has no minimum there, which does not decide where "
                       "constraints are nonholonomic"};
  if (i.negative > 0 && !is_gyroscopic(eq))
    return (Judgement){stable ? VERDICT_REFUTED : VERDICT_VERIFIED,
                       "the potential energy falls in some direction, for the values of the model"};
  return (Judgement){VERDICT_UNKNOWN, i.negative > 0
                                        ? "gyroscopic forces may hold what the potential does not"
                                        : "the second derivatives of the potential do not decide"};
}

// Do all accelerations vanish, for all values of the parameters?
static Judgement judge_rest(const Equations *eq, const Conditions *given, Arena *arena) {
  Judgement rest = {VERDICT_PROVED, "all accelerations vanish there"};
  for (size_t i = 0; i < eq->n; i++) {
    const Judgement j = proof_judge_zero(eq, given->at, given->n, eq->qdd[i],
                                         expr_symbol_name(eq->pool, eq->qdd[i]), arena);
    if (j.verdict == VERDICT_REFUTED) return j;
    if (j.verdict > rest.verdict) rest = j;
  }
  return rest;
}

Judgement judge_equilibrium(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  const Court court = court_open(eq, given.at, given.n, arena);
  const char *broken = violated(&court);
  if (broken != NULL)
    return (Judgement){VERDICT_REFUTED,
                       text_format(arena, "the constraint %s does not hold there", broken)};
  const Judgement rest = judge_rest(eq, &given, arena);
  const bool holds = rest.verdict == VERDICT_PROVED || rest.verdict == VERDICT_VERIFIED;
  if (!holds || claim->stability == STABILITY_UNSAID) return rest;
  return judge_stability(&court, eq, claim, arena);
}

// --- small motions -------------------------------------------------------------------------------

// lambda^2 M - F_q - (B^T lambda)_q, bordered by A: singular where lambda^2 is an eigenvalue
static Expr *bordered(const Court *court, const Equations *eq, Expr square, Arena *arena) {
  ExprPool *pool = eq->pool;
  const Constraints *c = &eq->constraints;
  const size_t n = eq->n, size = n + c->r;
  Expr *K = ARENA_ARRAY(arena, Expr, size * size);
  for (size_t i = 0; i < size * size; i++) K[i] = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    Expr F = eq->free_F[i];
    for (size_t a = 0; a < c->r; a++)
      F = expr_add(pool, F, expr_mul(pool, c->row[a].lambda, *matrix_entry(&c->B, a, i)));
    for (size_t j = 0; j < n; j++) {
      const Expr M = expr_mul(pool, square, *matrix_entry(&eq->free_M, i, j));
      K[i * size + j] = court_statement(court, expr_sub(pool, M, expr_diff(pool, F, eq->q[j])));
    }
    for (size_t a = 0; a < c->r; a++) {
      K[i * size + n + a] = court_statement(court, *matrix_entry(&c->B, a, i));
      K[(n + a) * size + i] = court_statement(court, *matrix_entry(&c->A, a, i));
    }
  }
  return K;
}

// Does a force depend on the velocities at rest? Then small motions are not of the form
// e^(lambda t) with eigenvalues lambda^2.
static bool feels_velocities(const Court *court, const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < eq->n; j++) {
      const Expr slope = court_statement(court, expr_diff(eq->pool, eq->free_F[i], eq->qd[j]));
      if (!expr_equal(eq->pool, slope, EXPR_ZERO)) return true;
    }
  return false;
}

// Is K singular at the court's point? Rows of A that depend on others there are left out, with
// their columns of B.
static bool is_singular(Court *court, const Fingerprint *K, int k) {
  const size_t n = court->eq.n, r = court->eq.constraints.r, size = n + r;
  uint64_t *A = ARENA_ARRAY(court->arena, uint64_t, r * n + 1);
  size_t *ranks = ARENA_ARRAY(court->arena, size_t, size + 1),
         *chosen = ARENA_ARRAY(court->arena, size_t, size), m = 0;
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) A[a * n + i] = K[(n + a) * size + i].v[k];
  field_ranks(k, court->arena, r, n, A, ranks);
  for (size_t i = 0; i < size; i++)
    if (i < n || ranks[i - n + 1] > ranks[i - n]) chosen[m++] = i;
  uint64_t *left = ARENA_ARRAY(court->arena, uint64_t, m * m);
  for (size_t i = 0; i < m * m; i++) left[i] = K[chosen[i / m] * size + chosen[i % m]].v[k];
  field_ranks(k, court->arena, m, m, left, ranks);
  return ranks[m] < m;
}

#define DETERMINANT_MOST 7

// By its first row.
static Expr determinant(ExprPool *pool, size_t n, const Expr *K, Arena *arena) {
  if (n == 1) return K[0];
  Expr sum = EXPR_ZERO, *minor = ARENA_ARRAY(arena, Expr, (n - 1) * (n - 1));
  for (size_t column = 0; column < n; column++) {
    if (expr_same(K[column], EXPR_ZERO)) continue;
    for (size_t i = 0; i < (n - 1) * (n - 1); i++) {
      const size_t j = i % (n - 1);
      minor[i] = K[(i / (n - 1) + 1) * n + j + (j >= column)];
    }
    const Expr term = expr_mul(pool, K[column], determinant(pool, n - 1, minor, arena));
    sum = column % 2 == 0 ? expr_add(pool, sum, term) : expr_sub(pool, sum, term);
  }
  return sum;
}

Judgement judge_mode(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  Court court = court_open(eq, given.at, given.n, arena);
  const size_t size = eq->n + eq->constraints.r;
  const Judgement rest = judge_rest(eq, &given, arena);
  if (rest.verdict == VERDICT_REFUTED)
    return (Judgement){VERDICT_REFUTED, text_format(arena, "no equilibrium: %s", rest.detail)};
  if (rest.verdict == VERDICT_UNKNOWN || momenta_are_state(eq))
    return (Judgement){VERDICT_UNKNOWN,
                       momenta_are_state(eq) ? "its momenta are part of the state" : rest.detail};
  if (feels_velocities(&court, eq))
    return (Judgement){VERDICT_UNKNOWN, "forces depend on the velocities there"};
  const Expr *K = bordered(&court, eq, court_energies(eq, claim->left), arena);
  unsigned singular = 0, regular = 0;
  for (unsigned draw = 0; draw < REST_DRAWS && singular < REST_POINTS; draw++) {
    Fingerprint *values = ARENA_ARRAY(arena, Fingerprint, size * size);
    if (court_go(&court, draw) != STATUS_OK ||
        !field_point_values(court.point, K, size * size, values) || court_lacks_roots(&court))
      continue;
    bool full = false;
    for (int k = 0; k < FIELD_COUNT; k++) full = full || !is_singular(&court, values, k);
    ++*(full ? &regular : &singular);
  }
  // roots stand in the way: their signs are known over the reals
  if (singular > 0 && regular > 0)
    return size <= DETERMINANT_MOST
             ? proof_judge_equation(eq, given.at, given.n, determinant(eq->pool, size, K, arena),
                                    EXPR_ZERO, arena)
             : (Judgement){VERDICT_UNKNOWN, "it depends on the signs of roots"};
  if (singular >= REST_POINTS)
    return (Judgement){VERDICT_PROVED, "lambda2 A0 - B0 is singular, for all values of parameters"};
  if (regular > 0) return (Judgement){VERDICT_REFUTED, "lambda2 A0 - B0 is regular"};
  return (Judgement){VERDICT_UNKNOWN, "no accelerations are determined there"};
}
