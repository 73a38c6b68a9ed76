// methods/canonical.c: the free system of a Hamiltonian in its own variables, q and p.
//
// In:    H(q, p, t) that is not quadratic in the momenta: q' = H_p is not solved for p
// Out:   H_pp and H_pp (Q - H_q) in place of M and F, functions of q, p and t; L = p.q' - H
// From:  docs/theory/hamilton.md (7) to (9)
// Law:   the motion of a quadratic H in disguise is that of its Lagrangian
//        (tests/unit/methods/test_canonical.c)
// Not:   L contains p in addition to q'. That does not matter: p.q' - H is stationary in p at q' = H_p, so
//        its derivatives by q and q' at fixed p are those of the Lagrangian

#include "methods/canonical.h"
#include "methods/legendre.h"

static Expr *momenta(const FreeSystem *s) {
  Expr *p = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) p[i] = s->model->coordinates.at[i].p;
  return p;
}

bool canonical_holds(const FreeSystem *s) {
  Expr L;
  return s->model->dynamics == DYNAMICS_HAMILTONIAN && parametrization_given(s).m == 0 &&
         !legendre_lagrangian(s, momenta(s), s->model->hamiltonian, &L);
}

// (8)  H_pp p' = H_pp (Q - H_q) takes the place of M q'' = F
static void put_system(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n;
  eq->free = (Problem){.m = n,
                       .u = eq->state.z,
                       .ud = eq->state.zd,
                       .psi = eq->state.psi,
                       .own_variables = true,
                       .made = {matrix_make(s->arena, n, n), matrix_make(s->arena, n, 1).at}};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      const Expr entry = expr_diff(pool, eq->state.psi[i], eq->state.z[j]);
      const Expr force = expr_add(pool, eq->force[j], expr_diff(pool, eq->lagrangian, s->q[j]));
      *matrix_entry(&eq->free.made.M, i, j) = entry;
      eq->free.made.F[i] = expr_add(pool, eq->free.made.F[i], expr_mul(pool, entry, force));
    }
}

Status canonical_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  ExprPool *pool = s->pool;
  const Expr H = s->model->hamiltonian;
  Expr *p = momenta(s);
  *eq = (Equations){.model = s->model,
                    .method = method,
                    .pool = pool,
                    .arena = s->arena,
                    .n = s->n,
                    .q = s->q,
                    .qd = s->qd,
                    .qdd = s->qdd,
                    .momentum = p,
                    .energy = H,
                    .lagrangian = expr_neg(pool, H),
                    .along = free_along_time(s)};
  // (7)  q' = H_p,  L = p.q' - H
  eq->beside = s->n;
  eq->state = (Parametrization){s->n, p, ARENA_ARRAY(s->arena, Expr, s->n),
                                ARENA_ARRAY(s->arena, Expr, s->n)};
  eq->force = matrix_make(s->arena, s->n, 1).at;
  inertia_add_forces(s, eq->force);
  inertia_add_point_forces(s, eq->force);
  for (size_t i = 0; i < s->n; i++) {
    eq->state.zd[i] = expr_symbol_rate(pool, p[i]);
    eq->state.psi[i] = expr_diff(pool, H, p[i]);
    eq->lagrangian = expr_add(pool, eq->lagrangian, expr_mul(pool, p[i], s->qd[i]));
    eq->force[i] = constraints_in_velocities(s, eq->force[i], p);
  }
  put_system(s, eq);
  eq->constraints = constraint_rows(s, p);
  return free_check_divisions(s, eq);
}

const Equations *canonical_solved(const Equations *eq, Arena *arena) {
  ExprPool *pool = eq->pool;
  if (eq->constraints.r > 0 || eq->beside == 0 || eq->given.m > 0) return eq;
  Equations *solved = ARENA_NEW(arena, Equations);
  *solved = *eq;
  solved->free.made.M = matrix_make(arena, eq->n, eq->n);
  solved->free.made.F = matrix_make(arena, eq->n, 1).at;
  for (size_t i = 0; i < eq->n; i++) {
    *matrix_entry(&solved->free.made.M, i, i) = EXPR_ONE;
    solved->free.made.F[i] =
      expr_add(pool, eq->force[i], expr_diff(pool, eq->lagrangian, eq->q[i]));
  }
  return solved;
}
