// program/lifted.c: the linear problem of masses in a tree, from the model to G mu = rhs.
//
// In:    a model with masses; the constraints that a chart keeps
// Out:   with x the accelerations that have an inertia, M x = F + A^T mu and A x = b (7):
//        G = A M^-1 A^T, rhs = b - A M^-1 F, and the accelerations of the coordinates by mu
// Cost:  G has an entry for each two rows that have a mass in common: O(n) of them in a chain

#include "program/lifted.h"
#include "methods/constraints.h"
#include "methods/later.h"

// --- inertia and forces besides those of movers --------------------------------------------------

// omega along only one axis of the body: I alpha^2/2
static bool add_rotation(Lifted *l, const Body *body) {
  ExprPool *pool = l->pool;
  if (body->frame == NOWHERE) return true;
  if (l->spatial) return lifted_add_body(l, body);
  const Vec omega = l->free.model->frames.at[body->frame].omega_own;
  int axis = -1;
  for (int k = 0; k < 3; k++) {
    if (expr_same(omega.x[k], EXPR_ZERO)) continue;
    if (axis >= 0) return false;
    axis = k;
  }
  if (axis < 0) return true;
  const Expr sum = expr_substitute(pool, omega.x[axis], l->free.qd, l->free.q, l->free.n);
  size_t unknown;
  Expr rate;
  if (expr_depends(pool, omega.x[axis], EXPR_TIME) || !lifted_angle(l, sum, &unknown, &rate))
    return false;
  if (expr_depends_on_any(pool, omega.x[axis], l->free.q, l->free.n)) return false;
  LiftedUnknown *u = &l->unknowns.at[unknown];
  u->mass = expr_add(pool, u->mass, body->inertia[axis]);
  return true;
}

// Adds energies that are given explicitly, and all forces except those on points; false if they couple coordinates.
static bool add_given(Lifted *l) {
  ExprPool *pool = l->pool;
  const Model *model = l->free.model;
  const size_t n = l->free.n;
  Inertia given = {matrix_make(l->arena, n, n), matrix_make(l->arena, n, 1).at,
                   matrix_make(l->arena, n, 1).at, EXPR_ZERO, EXPR_ZERO};
  if (!expr_is_none(model->kinetic)) inertia_add_given_energy(&l->free, model->kinetic, &given);
  for (size_t i = 0; i < n; i++)
    if (!expr_is_none(model->potential))
      given.F[i] = expr_sub(pool, given.F[i], expr_diff(pool, model->potential, l->free.q[i]));
  inertia_add_forces(&l->free, given.F);
  l->given = given.F;
  for (size_t i = 0; i < n; i++) {
    LiftedUnknown *u = &l->unknowns.at[i];
    const Expr force =
      constraints_in_velocities(&l->free, given.F[i], later_momentum(&l->m->equations));
    u->force = expr_add(pool, u->force, force);
    u->mass = expr_add(pool, u->mass, *matrix_entry(&given.M, i, i));
    for (size_t j = 0; j < i; j++)
      if (!expr_same(*matrix_entry(&given.M, i, j), EXPR_ZERO)) return false;
  }
  return true;
}

static void add_constraints(Lifted *l, const Chart *chart) {
  const Constraints *c = &l->m->equations.constraints;
  for (size_t k = 0; k < chart->rows; k++) {
    const size_t a = chart->row[k];
    LiftedForm form = {.constant = expr_neg(l->pool, c->b[a])};
    for (size_t i = 0; i < l->free.n; i++) lifted_add(l, &form, i, *matrix_entry(&c->A, a, i));
    array_push(l->arena, &l->rows, lifted_resolved(l, &form));
    array_push(l->arena, &l->constraint, a);
  }
}

// --- by the multipliers --------------------------------------------------------------------------

// M^-1 F of unknown k
static Expr acceleration_alone(const Lifted *l, size_t k) {
  return expr_div(l->pool, l->unknowns.at[k].force, l->unknowns.at[k].mass);
}

typedef struct {
  size_t row;
  Expr by;
} Use;

typedef ARRAY(Use) Uses;

// Lists the rows that contain each unknown.
static Uses *uses_of(const Lifted *l) {
  Uses *uses = ARENA_ARRAY(l->arena, Uses, l->unknowns.n);
  for (size_t a = 0; a < l->rows.n; a++)
    for (size_t i = 0; i < l->rows.at[a].terms.n; i++) {
      const LiftedTerm t = l->rows.at[a].terms.at[i];
      array_push(l->arena, &uses[t.of], ((Use){a, t.by}));
    }
  return uses;
}

// (8)  form . (M^-1 F + M^-1 A^T mu): the coefficients of mu
static LiftedForm by_multipliers(const Lifted *l, const Uses *uses, const LiftedForm *form) {
  LiftedForm result = {.constant = form->constant};
  for (size_t i = 0; i < form->terms.n; i++) {
    const LiftedTerm t = form->terms.at[i];
    const Expr alone = expr_mul(l->pool, t.by, acceleration_alone(l, t.of));
    result.constant = expr_add(l->pool, result.constant, alone);
    const Expr by = expr_div(l->pool, t.by, l->unknowns.at[t.of].mass);
    for (size_t k = 0; k < uses[t.of].n; k++)
      lifted_add(l, &result, uses[t.of].at[k].row, expr_mul(l->pool, by, uses[t.of].at[k].by));
  }
  return result;
}

static void assemble(const Lifted *l, LiftedProblem *p) {
  const Uses *uses = uses_of(l);
  p->n = l->free.n;
  p->rows = l->rows.n;
  p->rhs = ARENA_ARRAY(l->arena, Expr, l->rows.n + 1);
  p->acceleration = ARENA_ARRAY(l->arena, LiftedForm, p->n + 1);
  for (size_t a = 0; a < l->rows.n; a++) {
    const LiftedForm row = by_multipliers(l, uses, &l->rows.at[a]);
    p->rhs[a] = expr_neg(l->pool, row.constant);
    for (size_t i = 0; i < row.terms.n; i++)
      if (row.terms.at[i].of <= a)
        array_push(l->arena, &p->entries,
                   ((LiftedEntry){a, row.terms.at[i].of, row.terms.at[i].by}));
  }
  for (size_t i = 0; i < p->n; i++) {
    LiftedForm form = {.constant = EXPR_ZERO};
    lifted_add(l, &form, i, EXPR_ONE);
    form = lifted_resolved(l, &form);
    p->acceleration[i] = by_multipliers(l, uses, &form);
  }
}

// --- all of it -----------------------------------------------------------------------------------

// Are these equations of masses, in velocities, with ideal constraints?
static bool is_of_masses(const Equations *eq) {
  if (!equations_are_free(eq) || !free_in_velocities(eq) || eq->given.m > 0) return false;
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (!eq->constraints.row[a].ideal) return false;
  return eq->model->dynamics == DYNAMICS_ENERGY;
}

static bool find(System *m, const Chart *chart, LiftedProblem *p) {
  Lifted *l = ARENA_NEW(&m->work, Lifted);
  *l =
    (Lifted){.m = m, .pool = m->pool, .arena = &m->work, .free = free_system(m->model, &m->work)};
  *p = (LiftedProblem){.from = l};
  if (!lifted_make_tree(l)) return false;
  for (size_t i = 0; i < m->model->bodies.n; i++)
    if (!add_rotation(l, &m->model->bodies.at[i])) return false;
  if (!add_given(l) || !lifted_reduce(l)) return false;
  add_constraints(l, chart);
  assemble(l, p);
  return true;
}

bool lifted_find(System *m, const Chart *chart, LiftedProblem *p) {
  if (!is_of_masses(&m->equations)) return false;
  const ExprTrouble before = expr_trouble(m->pool);
  const bool found = find(m, chart, p) && expr_trouble(m->pool) == TROUBLE_NONE;
  expr_put_trouble(m->pool, before);
  return found;
}
