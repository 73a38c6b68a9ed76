// methods/hamel.c: the Hamel-Boltzmann equations in quasi-velocities.
//
// In:    quasi-velocities omega = a(q) q' (`speed w = ...`), constraints linear and homogeneous in
//        the velocities; a set that is too small is completed by velocities
// Out:   Equations q' = b omega and one equation for each quasi-velocity that the constraints leave
// Law:   same accelerations as methods/multipliers.c (tests/unit/proof/slow_agree.c)
// From:  D74 (1) to (8); labels are those of docs/theory/hamel.md
// Fails: STATUS_UNABLE for constraints that are not linear and homogeneous, for a that depends on
//        t, and if a could not be inverted

#include "methods/quasi.h"
#include "methods/worksheet.h"

// --- the equations -------------------------------------------------------------------------------

// L_omega_r = sum_k b_kr p_k at q' = b omega, also for the omega that vanish
static Expr quasi_momentum(const FreeSystem *s, const Quasi *w, const Equations *eq, size_t r) {
  return free_on_psi(eq, quasi_part(s, w, eq->momentum, r));
}

// (5)  psi = b omega with the first l set to zero, psi_z and the drift
static void quasi_kinematics(const FreeSystem *s, const Quasi *w, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, m = n - w->l;
  eq->problem.m = m;
  eq->problem.rows = 0;
  eq->problem.u = w->symbol + w->l;
  eq->problem.own_variables = true;
  eq->problem.ud = w->rate + w->l;
  eq->problem.psi = matrix_make(s->arena, n, 1).at;
  eq->problem.psi_z = matrix_make(s->arena, n, m);
  eq->problem.drift = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < m; k++) {
      const Expr entry = *matrix_entry(&w->b, i, w->l + k);
      *matrix_entry(&eq->problem.psi_z, i, k) = entry;
      eq->problem.psi[i] =
        expr_add(pool, eq->problem.psi[i], expr_mul(pool, entry, eq->problem.u[k]));
    }
  for (size_t i = 0; i < n; i++)
    eq->problem.drift[i] = rate_along(s, eq->problem.psi[i], eq->problem.psi);
}

// (2)  d/dt L_omega_s + sum_r sum_t>l gamma^r_ts L_omega_r omega_t - dL/dpi_s = P_s
static void quasi_dynamics(const FreeSystem *s, const Quasi *w, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, l = w->l, m = eq->problem.m;
  Expr *p = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t r = 0; r < n; r++) p[r] = quasi_momentum(s, w, eq, r);
  const Expr L = free_on_psi(eq, eq->lagrangian);
  eq->problem.made.M = matrix_make(s->arena, m, m);
  eq->problem.made.F = matrix_make(s->arena, m, 1).at;
  for (size_t i = 0; i < m; i++) {
    Expr F = quasi_diff(s, w, L, l + i);
    F = expr_add(pool, F, free_on_psi(eq, quasi_part(s, w, eq->force, l + i)));
    // d/dt L_omega at fixed omega
    F = expr_sub(pool, F, rate_along(s, p[l + i], eq->problem.psi));
    for (size_t r = 0; r < n; r++)
      for (size_t t = 0; t < m; t++) {
        const Expr factor = expr_mul(pool, p[r], eq->problem.u[t]);
        F = expr_sub(pool, F, expr_mul(pool, quasi_gamma(s, w, r, l + t, l + i), factor));
      }
    eq->problem.made.F[i] = F;
    for (size_t t = 0; t < m; t++)
      *matrix_entry(&eq->problem.made.M, i, t) = expr_diff(pool, p[l + i], eq->problem.u[t]);
  }
}

// --- the worksheet -------------------------------------------------------------------------------

static void write_worksheet(const FreeSystem *s, const Quasi *w, Equations *eq) {
  quasi_write_velocities(s, w, eq);
  quasi_write_gamma(s, w, eq);
  lagrange_write_free_system(s, eq);
  work_step(eq, "The Lagrangian in quasi-velocities", "L(q, b omega)", "L(q, b\\,\\omega)",
            "D74 (2)");
  worksheet_formula(eq, "L(q, omega)", "L(q, \\omega)", free_on_psi(eq, eq->lagrangian));
  work_step(eq, "Hamel-Boltzmann equations M omega' = F",
            "d/dt L_omega_s + gamma^r_ts L_omega_r omega_t - dL/dpi_s = P_s",
            "\\frac{d}{dt} L_{\\omega_s} + \\gamma^r_{ts} L_{\\omega_r}\\omega_t - \\partial "
            "L/\\partial\\pi_s = P_s",
            "D74 (2)");
  worksheet_matrix(eq, worksheet_own(eq, "M"), "M", eq->problem.made.M);
  worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->problem.made.F, eq->problem.m);
  work_step(eq, "Energy integral", "h = sum omega_s L_omega_s - L",
            "h = \\sum\\omega_s L_{\\omega_s} - L", "D74 (8)");
  worksheet_letter(eq, "h", free_on_psi(eq, eq->energy));
}

// --- the method ----------------------------------------------------------------------------------

static Status hamel_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  FreeSystem s = free_system(model, options->arena);
  TRY(free_equations(&s, &method_hamel, eq));
  TRY(free_need_implicit(eq));
  s.known = known_state(options, eq);
  Quasi w;
  if (options->eliminate == NULL)
    TRY(quasi_choose(&s, eq, redundant_rows(options, eq), EXPR_NONE, &w));
  if (options->eliminate != NULL) TRY(quasi_velocities(&s, eq, options->eliminate, &w));
  eq->eliminates = true;
  quasi_kinematics(&s, &w, eq);
  quasi_dynamics(&s, &w, eq);
  if (options->worksheet) write_worksheet(&s, &w, eq);
  return STATUS_OK;
}

const Method method_hamel = {
  .name = "hamel",
  .title = "Hamel-Boltzmann equations in quasi-velocities",
  .source = "djukic1974",
  .derive = hamel_derive,
  .has_modes = true,
};
