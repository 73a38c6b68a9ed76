// methods/hamilton.c: Hamilton's equations with constraints.
//
// In:    a Hamiltonian, or a Lagrangian that is transformed; constraints on positions, momenta or
//        velocities, redundant and time-dependent ones included; other forces
// Out:   Equations q' = H_p and p' = Q - H_q, or H_pp p' = H_pp (Q - H_q) + A_p^T lambda,
//        A_p p' = b_p
// Law:   same accelerations as methods/multipliers.c (tests/unit/proof/slow_agree.c)
// From:  U16 (9) to (36); labels are those of docs/theory/hamilton.md
// Fails: STATUS_UNABLE if a Lagrangian is not quadratic in the velocities, for servo constraints
//        and those on accelerations

#include "algebra/algebra.h"
#include "methods/canonical.h"
#include "methods/legendre.h"
#include "methods/worksheet.h"

typedef struct {
  Expr H;
  Expr *p;      // symbols
  Expr *force;  // Q - H_q: the rates of the momenta without constraints
  size_t r;
  Expr *phi;       // constraints phi(q, p, t) = 0
  Matrix A;        // A_p = phi_p
  Expr *b;         // b_p = -phi_q H_p - phi_t
  Matrix inverse;  // H_pp^-1
  bool canonical;  // the momenta are part of the state
} Hamilton;

// --- the Hamiltonian -----------------------------------------------------------------------------

// (1), (2)
static Status find_hamiltonian(const FreeSystem *s, Equations *eq, Hamilton *h) {
  const Model *model = s->model;
  h->p = ARENA_ARRAY(s->arena, Expr, s->n);
  eq->problem.psi = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) h->p[i] = model->coordinates.at[i].p;
  bool found = true;
  if (model->dynamics == DYNAMICS_HAMILTONIAN) {
    h->H = model->hamiltonian;
    for (size_t i = 0; i < s->n; i++) eq->problem.psi[i] = expr_diff(s->pool, h->H, h->p[i]);
  } else {
    found = legendre_hamiltonian(s, h->p, eq->momentum, eq->lagrangian, &h->H, eq->problem.psi);
  }
  if (!found) diag_report(model->diags, DIAG_NO_LEGENDRE, (Span){0}, "Lagrangian", "velocities");
  return found ? STATUS_OK : STATUS_UNABLE;
}

// --- constraints ---------------------------------------------------------------------------------

// (3)  phi: as the model states it on momenta, with H_p for the velocities; a holonomic h enters
//      as h_q H_p + h_t
static Expr constraint_in_momenta(const FreeSystem *s, const Equations *eq, size_t a) {
  const Constraint *from = &s->model->constraints.at[a];
  if (from->level == LEVEL_POSITION) return free_on_psi(eq, expr_rate(s->pool, from->residual));
  Expr e = from->residual;
  for (size_t i = 0; i < s->model->speeds.n; i++) {
    const Speed *speed = &s->model->speeds.at[i];
    if (!expr_is_none(speed->definition))
      e = expr_substitute(s->pool, e, &speed->z, &speed->definition, 1);
  }
  return free_on_psi(eq, e);
}

static Status find_constraints(const FreeSystem *s, Equations *eq, Hamilton *h) {
  h->r = eq->constraints.r;
  h->phi = ARENA_ARRAY(s->arena, Expr, h->r);
  h->A = matrix_make(s->arena, h->r, s->n);
  h->b = matrix_make(s->arena, h->r, 1).at;
  for (size_t a = 0; a < h->r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (!row->ideal || row->level == LEVEL_ACCELERATION) {
      diag_report(s->model->diags, row->ideal ? DIAG_METHOD_ACCELERATION : DIAG_METHOD_SERVO,
                  row->span, "hamilton");
      return STATUS_UNABLE;
    }
    h->phi[a] = constraint_in_momenta(s, eq, a);
    if (expr_is_none(h->phi[a])) {
      (void) expr_trouble(s->pool);
      diag_report(s->model->diags, DIAG_DIVISION, row->span);
      return STATUS_INPUT;
    }
    // (4)  A_p = phi_p,  b_p = -phi_q H_p - phi_t
    for (size_t i = 0; i < s->n; i++)
      *matrix_entry(&h->A, a, i) = expr_diff(s->pool, h->phi[a], h->p[i]);
    h->b[a] = expr_neg(s->pool, rate_along(s, h->phi[a], eq->problem.psi));
    if (h->canonical) eq->constraints.row[a].velocity = h->phi[a];
  }
  if (h->canonical) eq->constraints.A = eq->constraints.B = h->A;
  if (h->canonical) eq->constraints.b = h->b;
  return STATUS_OK;
}

// --- the equations -------------------------------------------------------------------------------

// -H_q, which is L_q at q' = H_p; for a Lagrangian model, L_q is shorter
static Expr potential_force(const FreeSystem *s, const Equations *eq, const Hamilton *h, size_t i) {
  if (s->model->dynamics == DYNAMICS_HAMILTONIAN)
    return expr_neg(s->pool, expr_diff(s->pool, h->H, s->q[i]));
  return free_on_psi(eq, expr_diff(s->pool, algebra_readable(s->pool, eq->lagrangian), s->q[i]));
}

// (6)  p' = Q - H_q + H_pp^-1 A_p^T lambda. If there is a Lagrangian, H_pp^-1 is the mass matrix
//      and A_p = A H_pp with the A of A q'' = b, so that H_pp^-1 A_p^T is A^T.
static bool find_reach(const FreeSystem *s, Equations *eq, Hamilton *h) {
  ExprPool *pool = s->pool;
  h->inverse = h->canonical ? matrix_make(s->arena, s->n, s->n) : eq->free.made.M;
  if (h->canonical && !algebra_eliminate(pool, s->arena, s->n, eq->problem.psi_z.at, h->inverse.at))
    return false;
  for (size_t i = 0; i < s->n; i++)
    for (size_t a = 0; a < h->r; a++) {
      Expr sum =
        h->canonical ? EXPR_ZERO : free_on_psi(eq, *matrix_entry(&eq->constraints.A, a, i));
      for (size_t j = 0; h->canonical && j < s->n; j++)
        sum = expr_add(
          pool, sum, expr_mul(pool, *matrix_entry(&h->inverse, i, j), *matrix_entry(&h->A, a, j)));
      *matrix_entry(&eq->problem.reach, i, a) = sum;
    }
  return true;
}

// (5)  H_pp p' = H_pp (Q - H_q) + A_p^T lambda, A_p p' = b_p: U16 (35), (36) is its solution by
//      pseudo-inverse. Without constraints p' = Q - H_q as it stands, also if H_pp is singular.
static void put_problem(const FreeSystem *s, Equations *eq, Hamilton *h) {
  ExprPool *pool = s->pool;
  const size_t n = s->n;
  eq->problem.m = n;
  eq->problem.u = h->p;
  eq->problem.own_variables = true;
  eq->problem.ud = ARENA_ARRAY(s->arena, Expr, n);
  eq->problem.psi_z = matrix_make(s->arena, n, n);
  eq->problem.drift = ARENA_ARRAY(s->arena, Expr, n);
  eq->problem.made.M = h->r > 0 ? eq->problem.psi_z : matrix_make(s->arena, n, n);
  eq->problem.made.F = matrix_make(s->arena, n, 1).at;
  h->force = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t i = 0; i < n; i++) {
    eq->problem.ud[i] = expr_symbol_rate(pool, h->p[i]);
    eq->problem.drift[i] = rate_along(s, eq->problem.psi[i], eq->problem.psi);
    const Expr potential = potential_force(s, eq, h, i);
    h->force[i] = expr_add(pool, free_on_psi(eq, eq->force[i]), potential);
    for (size_t j = 0; j < n; j++)
      *matrix_entry(&eq->problem.psi_z, i, j) = expr_diff(pool, eq->problem.psi[i], h->p[j]);
    if (h->r == 0) *matrix_entry(&eq->problem.made.M, i, i) = EXPR_ONE;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      eq->problem.made.F[i] =
        expr_add(pool, eq->problem.made.F[i],
                 expr_mul(pool, *matrix_entry(&eq->problem.made.M, i, j), h->force[j]));
  eq->problem.kind = h->r > 0 ? PROBLEM_UDWADIA : PROBLEM_FREE;
  eq->problem.rows = h->r;
  eq->problem.A = eq->problem.B = h->A;
  eq->problem.b = h->b;
  eq->problem.rate = h->force;
  eq->problem.reach = matrix_make(s->arena, n, h->r);
  if (h->r > 0 && !find_reach(s, eq, h)) eq->problem.rate = NULL;
  if (!h->canonical) return;
  eq->free.psi_z = eq->problem.psi_z;
  eq->free.drift = eq->problem.drift;
  free_put_rows(eq);
}

// The same without fractions, for numbers: M q' = p - p(q, 0, t), p' = Q + L_q + A^T lambda. If masses differ by many
// orders of magnitude, expanded fractions lose the digits of the light ones.
static void put_velocities(const FreeSystem *s, Equations *eq, const Hamilton *h) {
  ExprPool *pool = s->pool;
  const size_t n = s->n;
  const bool own = s->model->dynamics == DYNAMICS_HAMILTONIAN;
  if (own || eq->given.m > 0) return;
  Expr *zeros = matrix_make(s->arena, n, 1).at;
  Expr *rest = ARENA_ARRAY(s->arena, Expr, n), *push = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t i = 0; i < n * n; i++)
    if (expr_depends_on_any(pool, eq->free.made.M.at[i], s->qd, n)) return;
  for (size_t i = 0; i < n; i++) {
    const Expr start = expr_substitute(pool, eq->momentum[i], s->qd, zeros, n);
    if (expr_is_none(start)) {
      (void) expr_trouble(pool);  // a pole at q' = 0 is not a mistake in the model
      return;
    }
    rest[i] = expr_sub(pool, h->p[i], start);
    push[i] = expr_add(pool, eq->force[i], expr_diff(pool, eq->lagrangian, s->q[i]));
  }
  eq->problem.rest = rest;
  eq->problem.push = push;
}

// --- the worksheet: the three steps of U16 -------------------------------------------------------

static void write_constrained(const FreeSystem *s, Equations *eq, const Hamilton *h) {
  work_step(eq, "Step 2: the constraints, differentiated once",
            "A_p p' = b_p, A_p = phi_p, b_p = -phi_q H_p - phi_t",
            "A_p\\dot p = b_p,\\; A_p = \\phi_p,\\; b_p = -\\phi_q H_p - \\phi_t",
            "U16 (11), (12)");
  for (size_t a = 0; a < h->r; a++)
    worksheet_constraint(eq, "phi", "\\phi", eq->constraints.row[a].name, h->phi[a]);
  worksheet_matrix(eq, "A_p", "A_p", h->A);
  worksheet_vector(eq, "b_p", "b_p", h->b, h->r);
  work_step(eq, "Step 3: the constraint force",
            "Q^C = H_pp^-1 A_p^T (A_p H_pp^-1 A_p^T)^+ (b_p + A_p (H_q - Q))",
            "Q^C = H_{pp}^{-1}A_p^T\\left(A_p H_{pp}^{-1}A_p^T\\right)^{+}\\left(b_p + A_p(H_q - "
            "Q)\\right)",
            "U16 (35), (36)");
  worksheet_matrix(eq, "H_pp", "H_{pp}", eq->problem.made.M);
  if (eq->problem.rate == NULL) return;
  worksheet_matrix(eq, "H_pp^-1", "H_{pp}^{-1}", h->inverse);
  const Matrix G = matrix_product(s->pool, eq->arena, &h->A, &eq->problem.reach);
  worksheet_matrix(eq, "A_p H_pp^-1 A_p^T", "A_p H_{pp}^{-1}A_p^T", G);
  Expr *pseudo = ARENA_ARRAY(eq->arena, Expr, h->r * h->r);
  for (size_t i = 0; i < h->r * h->r; i++) G.at[i] = algebra_readable(s->pool, G.at[i]);
  if (algebra_inverse(s->pool, eq->arena, h->r, G.at, pseudo))
    worksheet_matrix(eq, "(A_p H_pp^-1 A_p^T)^+", "\\left(A_p H_{pp}^{-1}A_p^T\\right)^{+}",
                     (Matrix){h->r, h->r, pseudo});
}

static void write_worksheet(const FreeSystem *s, Equations *eq, const Hamilton *h) {
  if (s->model->dynamics == DYNAMICS_HAMILTONIAN)
    work_step(eq, "The Hamiltonian", "H(q, p, t)", "H(q, p, t)", "U16 (1)");
  else
    work_step(eq, "The Hamiltonian", "H = p.q' - L", "H = p\\cdot\\dot q - L", "U16 (5) to (7)");
  worksheet_letter(eq, "H", h->H);
  work_step(eq, "Step 1: without constraints", "q' = H_p, p' = Q - H_q",
            "\\dot q = H_p,\\; \\dot p = Q - H_q", "U16 (8), (9)");
  for (size_t i = 0; i < s->n; i++) worksheet_symbol(eq, s->qd[i], eq->problem.psi[i]);
  for (size_t i = 0; i < s->n; i++) worksheet_symbol(eq, eq->problem.ud[i], h->force[i]);
  if (h->r > 0) write_constrained(s, eq, h);
}

// --- the method ----------------------------------------------------------------------------------

static Status hamilton_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  const FreeSystem s = free_system(model, options->arena);
  Hamilton h = {.canonical = canonical_holds(&s)};
  TRY(h.canonical ? canonical_equations(&s, &method_hamilton, eq)
                  : free_equations(&s, &method_hamilton, eq));
  TRY(free_need_implicit(eq));
  TRY(find_hamiltonian(&s, eq, &h));
  TRY(find_constraints(&s, eq, &h));
  eq->hamiltonian = h.H;
  put_problem(&s, eq, &h);
  put_velocities(&s, eq, &h);
  if (options->worksheet) write_worksheet(&s, eq, &h);
  return STATUS_OK;
}

const Method method_hamilton = {
  .name = "hamilton",
  .title = "Hamilton's equations",
  .source = "udwadia2016",
  .derive = hamilton_derive,
  .has_modes = true,
};
