// methods/lagrange.c: Lagrange's equations of the free system, M q'' = F.
//
// In:    a Model with energies, masses or a Lagrangian, forces of any kind, rheonomic or not
// Out:   Equations in q and q': M = L_q'q', F = L_q + Q - L_q'q q' - L_q't
// Law:   points and bodies give the same M and F by Jacobians as by derivatives of T
//        (tests/prop/methods/prop_routes.c)
// From:  L8 (8.10) to (8.23), B11 (2.14), (2.15); labels are those of docs/theory/lagrange.md
// Fails: STATUS_UNABLE if the model has constraints, or a Hamiltonian that cannot be transformed

#include "algebra/algebra.h"
#include "print/print.h"
#include "methods/free.h"
#include "methods/methods.h"
#include "methods/worksheet.h"

#define CHRISTOFFEL_MOST 6  // coordinates; the symbols grow with their cube

// (1)  T = 1/2 q'^T a q' + b^T q' + c, where a = M and p = a q' + b
typedef struct {
  Expr T2, T1, T0;
} SplitEnergy;

static SplitEnergy split_energy(const FreeSystem *s, const Equations *eq) {
  ExprPool *pool = s->pool;
  Expr *zeros = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) zeros[i] = EXPR_ZERO;
  SplitEnergy split = {EXPR_ZERO, EXPR_ZERO,
                       expr_substitute(pool, eq->kinetic, s->qd, zeros, s->n)};
  for (size_t i = 0; i < s->n; i++) {
    const Expr b = expr_substitute(pool, eq->momentum[i], s->qd, zeros, s->n);
    split.T1 = expr_add(pool, split.T1, expr_mul(pool, b, s->qd[i]));
    const Expr a_qd = expr_sub(pool, eq->momentum[i], b);
    split.T2 = expr_add(pool, split.T2, expr_half(pool, expr_mul(pool, a_qd, s->qd[i])));
  }
  return split;
}

static bool is_free(const Model *model) {
  if (model->constraints.n > 0) {
    diag_report(model->diags, DIAG_METHOD_CONSTRAINED, model->constraints.at[0].span, "lagrange");
    return false;
  }
  for (size_t i = 0; i < model->coordinates.n; i++) {
    if (expr_is_none(model->coordinates.at[i].rate)) continue;
    diag_report(model->diags, DIAG_METHOD_CONSTRAINED, model->coordinates.at[i].rate_span,
                "lagrange");
    return false;
  }
  return true;
}

// --- the worksheet -------------------------------------------------------------------------------

static void write_positions(Equations *eq) {
  const Model *m = eq->model;
  if (m->points.n + m->bodies.n == 0) return;
  work_step(eq, "Positions and velocities", "v = dP/dt", "v = \\dot P", "L8 (8.8)");
  for (size_t i = 0; i < m->points.n + m->bodies.n; i++) {
    const bool body = i >= m->points.n;
    const char *name = body ? m->bodies.at[i - m->points.n].name : m->points.at[i].name;
    const Vec at = body ? m->bodies.at[i - m->points.n].at : m->points.at[i].at;
    const Vec v = vec_rate(eq->pool, at);
    Text latex = text_make(eq->arena);
    name_print(str(name), 0, FORMAT_LATEX, &latex);
    worksheet_vector(eq, name, text_get(&latex), at.x, 3);
    Text velocity = text_make(eq->arena);
    name_print(str(name), 1, FORMAT_LATEX, &velocity);
    worksheet_vector(eq, text_format(eq->arena, "%s'", name), text_get(&velocity), v.x, 3);
  }
  for (size_t i = 0; i < m->bodies.n; i++) {
    if (m->bodies.at[i].frame == NOWHERE) continue;
    const char *text = text_format(eq->arena, "omega(%s) along its own axes", m->bodies.at[i].name);
    Text latex = text_make(eq->arena);
    text_add(&latex, "\\omega_{");
    name_print(str(m->bodies.at[i].name), 0, FORMAT_LATEX, &latex);
    text_add(&latex, "}");
    worksheet_vector(eq, text, text_get(&latex), m->frames.at[m->bodies.at[i].frame].omega_own.x,
                     3);
  }
}

static void write_energies(const FreeSystem *s, Equations *eq) {
  if (expr_is_none(eq->kinetic)) {
    work_step(eq, "The Lagrangian", "L(q, q', t)", "L(q, \\dot q, t)", "L8 (8.17)");
    worksheet_letter(eq, "L", eq->lagrangian);
    return;
  }
  work_step(eq, "Kinetic energy", "T = sum 1/2 m v.v + 1/2 omega.I omega",
            "T = \\sum \\tfrac12 m v\\cdot v + \\tfrac12 \\omega\\cdot I\\omega",
            "L8 (8.11), (8.20); B11 (2.17)");
  worksheet_letter(eq, "T", eq->kinetic);
  const SplitEnergy split = split_energy(s, eq);
  if (!expr_same(split.T1, EXPR_ZERO) || !expr_same(split.T0, EXPR_ZERO)) {
    worksheet_formula(eq, "T2", "T_2", split.T2);
    worksheet_formula(eq, "T1", "T_1", split.T1);
    worksheet_formula(eq, "T0", "T_0", split.T0);
  }
  work_step(eq, "Potential energy and Lagrangian", "L = T - V", "L = T - V", "L8 (8.17)");
  worksheet_letter(eq, "V", eq->potential);
}

static void write_forces(Equations *eq) {
  const Expr *Q = eq->force;
  bool any = false;
  for (size_t i = 0; i < eq->n; i++) any |= !expr_same(Q[i], EXPR_ZERO);
  if (!any) return;
  work_step(eq, "Forces that are not in L", "Q_k = sum F.dP/dq_k",
            "Q_k = \\sum F\\cdot\\partial P/\\partial q_k", "L8 (8.4)");
  for (size_t i = 0; i < eq->n; i++) worksheet_indexed(eq, "Q", "Q", &eq->q[i], 1, false, Q[i]);
}

// (2)  Gamma_jk,i = 1/2 (da_ij/dq_k + da_ik/dq_j - da_jk/dq_i)
static Expr christoffel(const Equations *eq, size_t j, size_t k, size_t i) {
  ExprPool *pool = eq->pool;
  const Expr ij = expr_diff(pool, *matrix_entry(&eq->free.made.M, i, j), eq->q[k]);
  const Expr ik = expr_diff(pool, *matrix_entry(&eq->free.made.M, i, k), eq->q[j]);
  const Expr jk = expr_diff(pool, *matrix_entry(&eq->free.made.M, j, k), eq->q[i]);
  return expr_half(pool, expr_sub(pool, expr_add(pool, ij, ik), jk));
}

static void write_christoffel(Equations *eq) {
  if (eq->n > CHRISTOFFEL_MOST) return;
  work_step(eq, "Christoffel symbols of the first kind; those not listed vanish",
            "Gamma_jk,i = 1/2 (da_ij/dq_k + da_ik/dq_j - da_jk/dq_i)",
            "\\Gamma_{jk,i} = \\tfrac12\\left(\\partial_k a_{ij} + \\partial_j a_{ik} - "
            "\\partial_i a_{jk}\\right)",
            "B11 (2.14)");
  const size_t n = eq->n;
  for (size_t place = 0; place < n * n * n; place++) {
    const size_t i = place / (n * n), j = place / n % n, k = place % n;
    const Expr symbol = k < j ? EXPR_ZERO : christoffel(eq, j, k, i);
    if (expr_same(symbol, EXPR_ZERO)) continue;
    const Expr indices[] = {eq->q[j], eq->q[k], eq->q[i]};
    worksheet_indexed(eq, "Gamma", "\\Gamma", indices, 3, true, symbol);
  }
  if (eq->worksheet.at[eq->worksheet.n - 1].lines.n == 0)
    eq->worksheet.at[eq->worksheet.n - 1].title =
      "Christoffel symbols of the first kind all vanish";
}

// Writes closed accelerations if they are short: one equation, or two by Cramer's rule.
static void write_accelerations(Equations *eq) {
  ExprPool *pool = eq->pool;
  if (eq->n > 2) return;
  work_step(eq, "Accelerations", "q'' = M^-1 F", "\\ddot q = M^{-1} F", "L8 Theorem 8.3");
  Expr M[4], F[2];
  for (size_t i = 0; i < eq->n * eq->n; i++)
    M[i] = algebra_readable(pool, eq->problem.made.M.at[i]);
  for (size_t i = 0; i < eq->n; i++) F[i] = algebra_readable(pool, eq->problem.made.F[i]);
  if (eq->n == 1) {
    worksheet_symbol(eq, eq->problem.ud[0], expr_div(pool, F[0], M[0]));
    return;
  }
  if (expr_same(M[1], EXPR_ZERO)) {
    for (size_t i = 0; i < 2; i++)
      worksheet_symbol(eq, eq->problem.ud[i], expr_div(pool, F[i], M[3 * i]));
    return;
  }
  const Expr square = expr_square(pool, M[1]);
  const Expr det = expr_sub(pool, expr_mul(pool, M[0], M[3]), square);
  const Expr Delta = worksheet_name(eq, "Delta");
  worksheet_symbol(eq, Delta, det);
  for (size_t i = 0; i < 2; i++) {
    const size_t j = 1 - i;
    const Expr other = expr_mul(pool, M[1], F[j]);
    const Expr num = expr_sub(pool, expr_mul(pool, M[3 * j], F[i]), other);
    worksheet_symbol(eq, eq->problem.ud[i], expr_div(pool, algebra_readable(pool, num), Delta));
  }
}

void lagrange_write_free_system(const FreeSystem *s, Equations *eq) {
  write_positions(eq);
  write_energies(s, eq);
  write_forces(eq);
  work_step(eq, "Conjugate momenta", "p_k = dL/dq_k'", "p_k = \\partial L/\\partial\\dot q_k",
            "L8 (8.21)");
  for (size_t i = 0; i < eq->n; i++)
    worksheet_indexed(eq, "p", "p", &eq->q[i], 1, false, eq->momentum[i]);
  work_step(eq, "Mass matrix", "M = d2L/dq'dq'",
            "M = \\partial^2 L/\\partial\\dot q\\,\\partial\\dot q", "L8 (8.12)");
  worksheet_matrix(eq, worksheet_own(eq, "M"), "M", eq->free.made.M);
  write_christoffel(eq);
}

static void write_motion(Equations *eq) {
  work_step(eq, "Equations of motion M q'' = F", "F = L_q + Q - L_q'q q' - L_q't",
            "F = L_q + Q - L_{\\dot q q}\\,\\dot q - L_{\\dot q t}", "L8 (8.10), (8.18)");
  worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->problem.made.F, eq->n);
  write_accelerations(eq);
  work_step(eq, "Energy function", "h = q'.p - L", "h = \\dot q\\cdot p - L", "L8 (8.22)");
  worksheet_letter(eq, "h", eq->energy);
}

// --- the method ----------------------------------------------------------------------------------

static Status lagrange_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  if (!is_free(model)) return STATUS_UNABLE;
  const FreeSystem s = free_system(model, options->arena);
  // a worksheet shows M
  TRY(free_equations_later(&s, &method_lagrange, options->worksheet ? NULL : later_masses(&s), eq));
  if (options->worksheet) {
    lagrange_write_free_system(&s, eq);
    write_motion(eq);
  }
  return STATUS_OK;
}

const Method method_lagrange = {
  .name = "lagrange",
  .title = "Lagrange's equations",
  .source = "chapter8",
  .derive = lagrange_derive,
};
