// methods/free.c: M, F, p and energies of the free system; its constraints as rows.
//
// From:  docs/theory/lagrange.md (3) to (10)

#include "methods/free.h"
#include "methods/legendre.h"

static Expr or_zero(Expr e) {
  return expr_is_none(e) ? EXPR_ZERO : e;
}

// (10)  h = q' . p - L, which is T + V if T is homogeneous of degree two
static Expr energy_function(const FreeSystem *s, const Equations *eq) {
  ExprPool *pool = s->pool;
  if (eq->free.later != NULL) return expr_add(pool, eq->kinetic, eq->potential);  // it is
  const Expr twice = expr_dot(pool, s->qd, 1, eq->momentum, s->n);
  const bool split = !expr_is_none(eq->kinetic);
  if (split && expr_equal(pool, twice, expr_scale(pool, ratio_make(pool, 2, 1), eq->kinetic)))
    return expr_add(pool, eq->kinetic, eq->potential);
  return expr_sub(pool, twice, eq->lagrangian);
}

// Finds the Lagrangian that the model gives, or that follows from its Hamiltonian.
static Status find_lagrangian(const FreeSystem *s, Expr *L) {
  const Model *model = s->model;
  *L = model->lagrangian;
  if (model->dynamics == DYNAMICS_LAGRANGIAN) return STATUS_OK;
  Expr *p = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) p[i] = model->coordinates.at[i].p;
  if (legendre_lagrangian(s, p, model->hamiltonian, L)) return STATUS_OK;
  diag_report(model->diags, DIAG_NO_LEGENDRE, model->energies[ENERGY_HAMILTONIAN].span,
              "Hamiltonian", "momenta");
  if (parametrization_given(s).m == 0)
    diag_help(model->diags, "--method hamilton accepts it, without a Lagrangian");
  return STATUS_UNABLE;
}

// Returns F, or what it is made of besides masses if these are made later; EXPR_NONE after a division by zero.
static Expr force_of(const FreeSystem *s, const Equations *eq, size_t i) {
  if (eq->free.later == NULL) return eq->free.made.F[i];
  return expr_sub(s->pool, eq->force[i], expr_diff(s->pool, or_zero(s->model->potential), s->q[i]));
}

Status free_check_divisions(const FreeSystem *s, const Equations *eq) {
  Status status = STATUS_OK;
  for (size_t i = 0; i < s->n; i++) {
    if (!expr_is_none(force_of(s, eq, i))) continue;
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

#define USUAL_TIME 10

static Along along_time(Expr *qd) {
  return (Along){.variable = EXPR_TIME,
                 .velocity = qd,
                 .pace = EXPR_ONE,
                 .pace_now = EXPR_ONE,
                 .usual = USUAL_TIME};
}

Along free_along_time(const FreeSystem *s) {
  return along_time(s->qd);
}

Equations equations_by_time(const Equations *eq) {
  Equations now = *eq;
  now.problem = *problem_by_time(eq);
  now.along = along_time(eq->qd);
  now.along.u_now = eq->along.u_now;
  return now;
}

void free_put_rows(Equations *eq) {
  eq->free.rows = eq->constraints.r;
  eq->free.A = eq->constraints.A;
  eq->free.B = eq->constraints.B;
  eq->free.b = eq->constraints.b;
}

// u = q': psi is the identity
static Problem in_velocities_themselves(const FreeSystem *s, const Inertia *inertia) {
  Problem p = {.m = s->n,
               .u = s->qd,
               .ud = s->qdd,
               .psi = s->qd,
               .psi_z = matrix_make(s->arena, s->n, s->n),
               .drift = matrix_make(s->arena, s->n, 1).at,
               .made = {inertia->M, inertia->F}};
  for (size_t i = 0; i < s->n; i++) *matrix_entry(&p.psi_z, i, i) = EXPR_ONE;
  return p;
}

void inertia_add_rest(const FreeSystem *s, Expr given, Inertia *to) {
  inertia_add_given_energy(s, given, to);

  // -V_q of the given potential; gravity is already included with the masses
  const Expr potential = or_zero(s->model->potential);
  for (size_t i = 0; i < s->n; i++)
    to->F[i] = expr_sub(s->pool, to->F[i], expr_diff(s->pool, potential, s->q[i]));

  // (9)  all other forces; those that depend on momenta in terms of velocities
  inertia_add_forces(s, to->F);
  constraints_all_in_velocities(s, to->F, s->n, to->p);
}

Status free_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  return free_equations_later(s, method, NULL, eq);
}

Status free_equations_later(const FreeSystem *s, const Method *method, LaterMasses *later,
                            Equations *eq) {
  const Model *model = s->model;
  ExprPool *pool = s->pool;
  const size_t n = s->n;

  // (3)-(8)  masses by Jacobians, everything else by derivatives
  Inertia inertia = later == NULL ? inertia_none(s) : inertia_energies();
  inertia_add_masses(s, &inertia);
  const bool lagrangian = model->dynamics != DYNAMICS_ENERGY;
  Expr given = or_zero(model->kinetic);
  if (lagrangian) TRY(find_lagrangian(s, &given));
  if (later == NULL) inertia_add_rest(s, given, &inertia);
  const Expr potential = or_zero(model->potential);
  *eq = (Equations){.model = model,
                    .method = method,
                    .pool = pool,
                    .arena = s->arena,
                    .n = n,
                    .q = s->q,
                    .qd = s->qd,
                    .qdd = s->qdd,
                    .momentum = inertia.p,
                    .along = free_along_time(s)};
  eq->free = in_velocities_themselves(s, &inertia);
  eq->free.later = later;
  eq->kinetic = lagrangian ? EXPR_NONE : expr_add(pool, inertia.T, given);
  eq->potential = lagrangian ? EXPR_NONE : expr_add(pool, inertia.V, potential);
  eq->lagrangian = lagrangian ? given : expr_sub(pool, eq->kinetic, eq->potential);
  eq->energy = energy_function(s, eq);
  eq->force = matrix_make(s->arena, n, 1).at;
  inertia_add_forces(s, eq->force);
  inertia_add_point_forces(s, eq->force);
  constraints_all_in_velocities(s, eq->force, n, inertia.p);
  eq->given = parametrization_given(s);
  eq->beside = eq->given.m;
  eq->state = eq->given.m > 0 ? eq->given : (Parametrization){n, s->qd, s->qdd, s->qd};
  eq->constraints = constraint_rows(s, inertia.p);
  TRY(friction_take_multipliers(s, eq));
  free_put_rows(eq);
  eq->problem = eq->free;
  return free_check_divisions(s, eq);
}

Status free_need_implicit(const Equations *eq) {
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

const double *known_state(const DeriveOptions *options, const Equations *eq) {
  return options->state != NULL && options->eliminate == NULL ? options->state(eq) : NULL;
}

Expr free_in_state_variables(const Equations *eq, Expr e) {
  if (eq->beside == 0) return e;  // the velocities are among them
  return expr_substitute(eq->pool, e, eq->qd, eq->state.psi, eq->n);
}

bool free_is_state_variable(const Equations *eq, Expr symbol) {
  for (size_t i = 0; i < eq->state.m; i++)
    if (expr_same(eq->state.z[i], symbol)) return true;
  return false;
}

Expr free_in_unknowns(const Equations *eq, const Problem *p, Expr e) {
  return p->psi == eq->qd ? e : expr_substitute(eq->pool, e, eq->qd, p->psi, eq->n);
}

Expr free_on_psi(const Equations *eq, Expr e) {
  return free_in_unknowns(eq, &eq->problem, e);
}
