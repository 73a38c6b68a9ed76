// methods/free.c: M, F, p and energies of the free system; its constraints as rows.
//
// From:  docs/theory/lagrange.md (3) to (10)

#include "methods/free.h"
#include "methods/legendre.h"

static Expr or_zero(Expr e) {
  return expr_is_none(e) ? EXPR_ZERO : e;
}

// (10)  h = q' . p - L, which is T + V where T is homogeneous of degree two
static Expr energy_function(const FreeSystem *s, const Equations *eq) {
  ExprPool *pool = s->pool;
  Expr twice = EXPR_ZERO;
  for (size_t i = 0; i < s->n; i++)
    twice = expr_add(pool, twice, expr_mul(pool, s->qd[i], eq->momentum[i]));
  const bool split = !expr_is_none(eq->kinetic);
  if (split && expr_equal(pool, twice, expr_scale(pool, ratio_make(pool, 2, 1), eq->kinetic)))
    return expr_add(pool, eq->kinetic, eq->potential);
  return expr_sub(pool, twice, eq->lagrangian);
}

// The Lagrangian that the model gives, or that follows from its Hamiltonian.
static Status find_lagrangian(const FreeSystem *s, Expr *L) {
  const Model *model = s->model;
  *L = model->lagrangian;
  if (model->dynamics == DYNAMICS_LAGRANGIAN) return STATUS_OK;
  Expr *p = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) p[i] = model->coordinates.at[i].p;
  if (lagrangian_of(s, p, model->hamiltonian, L)) return STATUS_OK;
  diag_report(model->diags, DIAG_NO_LEGENDRE, model->energies[ENERGY_HAMILTONIAN].span,
              "Hamiltonian", "momenta");
  if (given_parametrization(s).m == 0)
    diag_help(model->diags, "--method hamilton takes it as it stands, without a Lagrangian");
  return STATUS_UNABLE;
}

Status check_divisions(const FreeSystem *s, const Equations *eq) {
  Status status = STATUS_OK;
  for (size_t i = 0; i < s->n; i++) {
    if (!expr_is_none(eq->free_F[i])) continue;
    diag_report(s->model->diags, DIAG_FORCE_DIVISION, s->model->coordinates.at[i].span,
                s->model->coordinates.at[i].name);
    status = STATUS_INPUT;
  }
  for (size_t a = 0; a < eq->constraints.r; a++) {
    if (!expr_is_none(eq->constraints.b[a])) continue;
    diag_report(s->model->diags, DIAG_DIVISION, eq->constraints.row[a].span);
    status = STATUS_INPUT;
  }
  (void) expr_trouble(s->pool);
  return status;
}

Status free_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  const Model *model = s->model;
  ExprPool *pool = s->pool;
  const size_t n = s->n;

  // (3)-(8)  masses by Jacobians, what else is given by derivatives
  Inertia inertia = {matrix_make(s->arena, n, n), matrix_make(s->arena, n, 1).at,
                     matrix_make(s->arena, n, 1).at, EXPR_ZERO, EXPR_ZERO};
  add_masses(s, &inertia);
  const bool lagrangian = model->dynamics != DYNAMICS_ENERGY;
  Expr given = or_zero(model->kinetic);
  if (lagrangian) TRY(find_lagrangian(s, &given));
  add_given_energy(s, given, &inertia);

  // -V_q of the potential that is given as such; gravity acted on the masses
  const Expr potential = or_zero(model->potential);
  for (size_t i = 0; i < n; i++)
    inertia.F[i] = expr_sub(pool, inertia.F[i], expr_diff(pool, potential, s->q[i]));

  // (9)  all other forces; those that depend on momenta in terms of velocities
  add_forces(s, inertia.F);
  for (size_t i = 0; i < n; i++) inertia.F[i] = in_velocities(s, inertia.F[i], inertia.p);

  *eq = (Equations){.model = model,
                    .method = method,
                    .pool = pool,
                    .arena = s->arena,
                    .n = n,
                    .q = s->q,
                    .qd = s->qd,
                    .qdd = s->qdd,
                    .free_M = inertia.M,
                    .free_F = inertia.F,
                    .momentum = inertia.p,
                    .m = n,
                    .u = s->qd,
                    .unknown = s->qdd,
                    .M = inertia.M,
                    .F = inertia.F,
                    .independent = EXPR_TIME};
  eq->kinetic = lagrangian ? EXPR_NONE : expr_add(pool, inertia.T, given);
  eq->potential = lagrangian ? EXPR_NONE : expr_add(pool, inertia.V, potential);
  eq->lagrangian = lagrangian ? given : expr_sub(pool, eq->kinetic, eq->potential);
  eq->energy = energy_function(s, eq);
  eq->force = matrix_make(s->arena, n, 1).at;
  add_forces(s, eq->force);
  add_point_forces(s, eq->force);
  for (size_t i = 0; i < n; i++) eq->force[i] = in_velocities(s, eq->force[i], inertia.p);
  eq->given = given_parametrization(s);
  eq->constraints = constraint_rows(s, inertia.p);
  eq->rows = eq->constraints.r;
  eq->row_A = eq->constraints.A;
  eq->row_b = eq->constraints.b;
  return check_divisions(s, eq);
}

Status need_implicit(const Equations *eq) {
  const Model *model = eq->model;
  const Coordinate *x = &model->coordinates.at[0];
  if (eq->constraints.r > 0 || expr_is_none(x->rate) || eq->given.m == eq->n) return STATUS_OK;
  diag_report(model->diags, DIAG_METHOD_IMPLICIT, x->rate_span, eq->method->name);
  diag_help(model->diags,
            "use --method appell, or state the constraints with `constraint` as well");
  return STATUS_UNABLE;
}

const bool *redundant_rows(const DeriveOptions *options, const Equations *eq) {
  return options->redundant != NULL && options->eliminate == NULL ? options->redundant(eq) : NULL;
}

Expr on_psi(const Equations *eq, Expr e) {
  return expr_substitute(eq->pool, e, eq->qd, eq->psi, eq->n);
}
