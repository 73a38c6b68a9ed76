// local/stability.c: whether a state of rest is stable.
//
// In:    a state of rest in balls
// Out:   stable if the potential energy has a minimum (Dirichlet and Lagrange) or all eigenvalues
//        are to the left; unstable if one is to the right; every sign is certain
// From:  L8 (8.28) to (8.34); docs/theory/smallmotions.md, section "Stability"

#include "local/local_impl.h"
#include <string.h>

static bool is_holonomic(const Equations *eq, size_t a) {
  return !expr_is_none(eq->constraints.row[a].position);
}

static bool depends_on_time(const Equations *eq, Expr e) {
  return !expr_equal(eq->pool, expr_diff(eq->pool, e, EXPR_TIME), EXPR_ZERO) ||
         expr_switches_on_any(eq->pool, e, &EXPR_TIME, 1);
}

// --- what the energy shows ----------------------------------------------------------------------

static bool has_forces(const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    if (!expr_equal(eq->pool, eq->force[i], EXPR_ZERO)) return true;
  return false;
}

#define DEGREE_MOST 8

// The power of a reaction is lambda B q'. It vanishes where the constraint holds if B q' is a multiple of the
// constraint, as for constraints that are homogeneous in the velocities, by Euler's theorem. A constraint with a
// velocity of its own, x' = v or x' = v x, does work.
static bool does_work(const Equations *eq, size_t a) {
  const Expr h = eq->constraints.row[a].position, C = eq->constraints.row[a].velocity;
  if (!expr_is_none(h)) return depends_on_time(eq, h);
  if (expr_is_none(C) || depends_on_time(eq, C) || !free_in_velocities(eq)) return true;
  Expr power = EXPR_ZERO;
  for (size_t i = 0; i < eq->n; i++)
    power = expr_add(eq->pool, power,
                     expr_mul(eq->pool, *matrix_entry(&eq->constraints.B, a, i), eq->qd[i]));
  for (int d = 0; d <= DEGREE_MOST; d++)
    if (expr_equal(eq->pool, power, expr_mul(eq->pool, expr_int(eq->pool, d), C))) return false;
  return true;
}

// Reactions that are not ideal do work, too.
static bool constraints_work(const Equations *eq) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (does_work(eq, a)) return true;
    for (size_t i = 0; i < eq->n; i++)
      if (!expr_equal(eq->pool, *matrix_entry(&c->A, a, i), *matrix_entry(&c->B, a, i)))
        return true;
  }
  return false;
}

bool stability_has_nonholonomic(const Equations *eq) {
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (!is_holonomic(eq, a)) return true;
  return eq->given.m > 0;
}

// Is H_qp nonzero at rest, if the momenta are part of the state? Then -L at rest is not a potential.
static bool is_mixed(Local *l) {
  const Equations *eq = l->eq;
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < eq->n; j++)
      if (local_evaluate(l, expr_diff(eq->pool, eq->free.psi[i], eq->q[j])) != 0) return true;
  return false;
}

const char *stability_energy_obstacle(const Equations *eq) {
  if (has_forces(eq)) return "forces besides the potential act";
  if (depends_on_time(eq, eq->lagrangian)) return "the energy depends on the time";
  return constraints_work(eq) ? "a constraint does work" : NULL;
}

// Returns the reason why the potential does not decide stability, or NULL.
static const char *obstacle(Local *l) {
  const char *reason = stability_energy_obstacle(l->eq);
  if (reason != NULL) return reason;
  return is_mixed(l) ? "momenta and coordinates are not separate in the energy" : NULL;
}

// Does L have terms linear in the velocities that act as forces? They can stabilize what the potential does not.
bool stability_is_gyroscopic(const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < i; j++) {
      const Expr a = expr_diff(eq->pool, equations_momentum(eq)[i], eq->q[j]),
                 b = expr_diff(eq->pool, equations_momentum(eq)[j], eq->q[i]);
      Expr difference = expr_sub(eq->pool, a, b);
      const Expr zero = EXPR_ZERO;
      for (size_t k = 0; k < eq->n; k++)
        difference = expr_substitute(eq->pool, difference, &eq->qd[k], &zero, 1);
      if (!expr_equal(eq->pool, difference, EXPR_ZERO)) return true;
    }
  return false;
}

// --- signs ---------------------------------------------------------------------------------------

// Signs of a symmetric matrix by elimination with pivots on the diagonal: Sylvester's law of inertia.
typedef struct {
  size_t positive, negative, open;  // open: balls that contain 0
} Signs;

static void exchange(arb_mat_struct *S, slong a, slong b) {
  if (a == b) return;
  arb_mat_swap_rows(S, NULL, a, b);
  for (slong i = 0; i < S->r; i++) arb_swap(arb_mat_entry(S, i, a), arb_mat_entry(S, i, b));
}

// From k on no diagonal entry has a certain sign; the matrix may still be certainly indefinite.
static Signs open_signs(const arb_mat_struct *S, slong k, Signs found) {
  arb_t minor;
  arb_init(minor);
  found.open += (size_t) (S->r - k);
  for (slong i = k; i < S->r && found.negative == 0; i++)
    for (slong j = k; j < i; j++) {
      arb_mul(minor, arb_mat_entry(S, i, i), arb_mat_entry(S, j, j), LOCAL_BITS);
      arb_submul(minor, arb_mat_entry(S, i, j), arb_mat_entry(S, j, i), LOCAL_BITS);
      if (arb_is_negative(minor)) found.negative = 1;
    }
  arb_clear(minor);
  return found;
}

// Counts the signs of S, which is destroyed.
static Signs signs_of(arb_mat_struct *S) {
  Signs found = {0, 0, 0};
  arb_t factor;
  arb_init(factor);
  for (slong k = 0; k < S->r; k++) {
    slong p = k;
    for (slong i = k + 1; i < S->r; i++)
      if (arf_cmpabs(arb_midref(arb_mat_entry(S, i, i)), arb_midref(arb_mat_entry(S, p, p))) > 0)
        p = i;
    if (arb_contains_zero(arb_mat_entry(S, p, p))) {
      found = open_signs(S, k, found);
      break;
    }
    exchange(S, k, p);
    ++*(arb_is_positive(arb_mat_entry(S, k, k)) ? &found.positive : &found.negative);
    for (slong i = k + 1; i < S->r; i++) {
      arb_div(factor, arb_mat_entry(S, i, k), arb_mat_entry(S, k, k), LOCAL_BITS);
      for (slong j = k + 1; j < S->r; j++)
        arb_submul(arb_mat_entry(S, i, j), factor, arb_mat_entry(S, k, j), LOCAL_BITS);
    }
  }
  arb_clear(factor);
  return found;
}

// Finds columns that span the directions allowed by the holonomic constraints.
static arb_mat_struct *allowed(Local *l, Arena *work) {
  const Constraints *c = &l->eq->constraints;
  const size_t n = l->n;
  Expr *at = ARENA_ARRAY(work, Expr, c->r * n + 1);
  size_t r = 0;
  for (size_t a = 0; a < c->r; a++) {
    for (size_t i = 0; is_holonomic(l->eq, a) && i < n; i++)
      at[r * n + i] = *matrix_entry(&c->A, a, i);
    r += is_holonomic(l->eq, a);
  }
  const arb_mat_struct *A = local_matrix(l, at, r, n, work);
  size_t *row = ARENA_ARRAY(work, size_t, r + 1), *column = ARENA_ARRAY(work, size_t, n + 1),
         free = 0;
  const size_t rank = enclose_choose_pivots(A, work, row, column);
  bool *bound = ARENA_ARRAY(work, bool, n);
  for (size_t j = 0; j < rank; j++) bound[column[j]] = true;
  arb_mat_struct *D = ball_matrix(work, rank, rank), *R = ball_matrix(work, rank, n - rank),
                 *X = ball_matrix(work, rank, n - rank), *Z = ball_matrix(work, n, n - rank);
  for (size_t j = 0; j < n; j++) {
    if (bound[j]) continue;
    arb_one(arb_mat_entry(Z, (slong) j, (slong) free));
    for (size_t i = 0; i < rank; i++)
      arb_neg(arb_mat_entry(R, (slong) i, (slong) free),
              arb_mat_entry(A, (slong) row[i], (slong) j));
    free++;
  }
  for (size_t i = 0; i < rank * rank; i++)
    arb_set(arb_mat_entry(D, (slong) (i / rank), (slong) (i % rank)),
            arb_mat_entry(A, (slong) row[i / rank], (slong) column[i % rank]));
  if (rank > 0 && !ball_solve(work, X, D, R, LOCAL_BITS)) arb_mat_indeterminate(X);
  for (size_t i = 0; i < rank; i++)
    for (size_t k = 0; k < n - rank; k++)
      arb_set(arb_mat_entry(Z, (slong) column[i], (slong) k),
              arb_mat_entry(X, (slong) i, (slong) k));
  return Z;
}

static Signs signs_on(const arb_mat_struct *Z, const arb_mat_struct *H, Arena *work) {
  const size_t n = (size_t) Z->r, m = (size_t) Z->c;
  arb_mat_struct *Zt = ball_matrix(work, m, n), *right = ball_matrix(work, n, m),
                 *S = ball_matrix(work, m, m);
  arb_mat_transpose(Zt, Z);
  arb_mat_mul(right, H, Z, LOCAL_BITS);
  arb_mat_mul(S, Zt, right, LOCAL_BITS);
  return signs_of(S);
}

// --- Dirichlet and Lagrange ----------------------------------------------------------------------

// The second derivatives of -L at rest, the effective potential, with the contribution of the holonomic constraints: H
// = -L_qq - lambda . h_qq
static arb_mat_struct *hessian(Local *l, Arena *work) {
  const Equations *eq = l->eq;
  const Constraints *c = &eq->constraints;
  Expr *at = ARENA_ARRAY(work, Expr, l->n * l->n + 1), W = expr_neg(l->pool, eq->lagrangian);
  for (size_t a = 0; a < c->r; a++)
    if (is_holonomic(eq, a))
      W = expr_sub(l->pool, W, expr_mul(l->pool, c->row[a].lambda, c->row[a].position));
  for (size_t i = 0; i < l->n * l->n; i++)
    at[i] = expr_diff(l->pool, expr_diff(l->pool, W, eq->q[i / l->n]), eq->q[i % l->n]);
  return local_matrix(l, at, l->n, l->n, work);
}

// Do the holonomic constraints alone hold the system there?
static bool is_stationary(Local *l) {
  const Constraints *c = &l->eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    const arb_struct *lambda = balls_get(&l->balls, c->row[a].lambda);
    if (!is_holonomic(l->eq, a) && (lambda == NULL || !arb_contains_zero(lambda))) return false;
  }
  return true;
}

static const LocalStability undecided = {STABILITY_UNSAID, "the linearization does not decide"};

static LocalStability by_potential(Local *l, Arena *work) {
  const char *reason = obstacle(l);
  if (reason != NULL) return (LocalStability){STABILITY_UNSAID, reason};
  const arb_mat_struct *Z = allowed(l, work);
  const Signs mass =
    signs_on(Z, local_matrix(l, problem_M(&l->eq->free)->at, l->n, l->n, work), work);
  if (mass.negative > 0 || mass.open > 0)
    return (LocalStability){STABILITY_UNSAID, "the kinetic energy is not positive definite there"};
  const Signs s = signs_on(Z, hessian(l, work), work);
  if (s.negative == 0 && s.open == 0 && is_stationary(l))
    return (LocalStability){
      STABILITY_STABLE, "the potential energy has a minimum there, for the values of the model"};
  if (stability_has_nonholonomic(l->eq))
    return (LocalStability){STABILITY_UNSAID,
                            "the potential has no minimum there, which does not decide where "
                            "constraints are nonholonomic"};
  if (s.negative > 0 && !stability_is_gyroscopic(l->eq))
    return (LocalStability){
      STABILITY_UNSTABLE,
      "the potential energy falls in some direction, for the values of the model"};
  return (LocalStability){STABILITY_UNSAID,
                          s.negative > 0 ? "gyroscopic forces may hold what the potential does not"
                                         : "the second derivatives of the potential do not decide"};
}

// --- Lyapunov ------------------------------------------------------------------------------------

// A family of states of rest gives as many zero eigenvalues as it has dimensions; if all others are to the left, each
// of these states is stable (Malkin).
static LocalStability by_eigenvalues(const LocalEigen *eigen, size_t d, size_t family) {
  size_t left = 0;
  for (size_t i = 0; i < d; i++) {
    if (eigen[i].sign > 0)
      return (LocalStability){STABILITY_UNSTABLE, "an eigenvalue has a positive real part"};
    left += eigen[i].sign < 0;
  }
  if (left == d)
    return (LocalStability){STABILITY_STABLE, "all eigenvalues have negative real parts"};
  if (left + family == d && left > 0)
    return (LocalStability){STABILITY_STABLE,
                            "equilibria lie around it; the other eigenvalues have negative real "
                            "parts"};
  return undecided;
}

static LocalStability by_linearization(Local *l, LocalLinear linear) {
  if (local_depends_on_time(l)) return undecided;
  LocalEigen *eigen = ARENA_ARRAY(&l->store, LocalEigen, linear.d + 1);
  if (local_is_second_order(l)) {
    // lambda^2 > 0, or not real: one of the two roots is to the right
    if (l->squares == NULL && local_squares(l, eigen) != STATUS_OK) return undecided;
    for (size_t i = 0; i < linear.positions; i++)
      if (l->squares[i].sign > 0 || (l->squares[i].is_sure && !l->squares[i].is_real))
        return (LocalStability){STABILITY_UNSTABLE, "an eigenvalue has a positive real part"};
    return undecided;
  }
  size_t *all = ARENA_ARRAY(&l->store, size_t, linear.d + 1);
  for (size_t i = 0; i < linear.d; i++) all[i] = i;
  if (local_eigenvalues(l, all, linear.d, eigen) != STATUS_OK) return undecided;
  return by_eigenvalues(eigen, linear.d, local_family(l));
}

// Both theorems need a determined motion near a state that exists. If both decide, they agree; if they did not, nothing
// would be certain.
LocalStability local_stability(Local *l) {
  LocalLinear linear;
  if (!l->enclosed)
    return (LocalStability){STABILITY_UNSAID, "it is not proved that there is an equilibrium"};
  const Status status = local_linearize(l, NULL, NULL, 0, &linear);
  if (status != STATUS_OK)
    return (LocalStability){STABILITY_UNSAID, status == STATUS_UNABLE
                                                ? LOCAL_NOT_SMOOTH
                                                : "the accelerations are not determined there"};
  const LocalStability roots = by_linearization(l, linear);
  const ArenaMark mark = arena_mark(&l->work);
  const LocalStability energy = by_potential(l, &l->work);
  arena_release(&l->work, mark);
  if (energy.stability == STABILITY_UNSAID)
    return roots.stability != STABILITY_UNSAID ? roots : energy;
  const bool agree = roots.stability == STABILITY_UNSAID || roots.stability == energy.stability;
  return agree ? energy
               : (LocalStability){STABILITY_UNSAID,
                                  "the potential and the eigenvalues contradict each other"};
}
