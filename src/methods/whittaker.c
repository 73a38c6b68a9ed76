// methods/whittaker.c: Whittaker's equations: energy constant and a quasi-coordinate for time.
//
// In:    a Model with an energy integral, L quadratic in the velocities, constraints linear and
//        homogeneous in them; the quasi-velocity omega_n whose pi_n takes the place of time
// Out:   Equations by pi_n: dq/dpi_n = psi(q, pi'), M dpi'/dpi_n = F(q, pi', h), one fewer than
//        there are degrees of freedom, and dpi_n/dt; the same problem by time
// Law:   same accelerations as methods/multipliers.c (tests/unit/proof/slow_agree.c)
// From:  D74 (9) to (32); labels are those of docs/theory/whittaker.md
// Fails: STATUS_UNABLE without an energy integral (conservative.c) or quasi-velocities (quasi.c)
// Not:   D74 has no terms linear in the velocities and no forces without work; both are included here

#include "algebra/algebra.h"
#include "methods/conservative.h"
#include "methods/independent.h"
#include "methods/start.h"
#include "methods/worksheet.h"

// L = omega_n^2 Omega2 + omega_n Omega1 + L0 and its parts, as functions of q and pi'.
typedef struct {
  const FreeSystem *s;
  Quasi w;
  size_t last;  // the index of omega_n
  Expr omega;   // its symbol
  Expr *psi;    // velocities by pi_n
  Expr *v;      // velocities by time: omega_n psi
  Expr *one;    // pi_r' for all r: 0 for the constraints, 1 for n
  Expr *g, *c;  // L_omega_r = omega_n g_r + c_r
  Expr *P;      // forces that do no work
  Expr Omega2, Omega1, L0;
  Expr Omega2_rate, L0_rate;  // along psi
  Expr root;                  // |omega_n|
} Reduction;

// --- symbols -------------------------------------------------------------------------------------

// Returns a constant of this name, with a trailing _ if the model uses the name.
static Expr constant_symbol(const Equations *eq, const char *name) {
  Thing thing;
  while (model_find(eq->model, str(name), &thing)) name = text_format(eq->arena, "%s_", name);
  return expr_symbol(eq->pool, str(name), SYMBOL_CONSTANT);
}

// Returns the coordinate whose velocity the quasi-velocity is, otherwise the symbol of a quasi-coordinate.
static Expr quasi_coordinate(const FreeSystem *s, const Quasi *w, size_t index) {
  Expr q = EXPR_NONE;
  bool unit = true;
  for (size_t j = 0; j < s->n; j++) {
    const Expr entry = *matrix_entry(&w->a, index, j);
    if (expr_same(entry, EXPR_ZERO)) continue;
    unit = unit && expr_is_none(q) && expr_same(entry, EXPR_ONE);
    q = s->q[j];
  }
  if (unit) return q;
  const char *name = text_format(s->arena, "pi_%s", expr_symbol_name(s->pool, w->symbol[index]));
  return expr_symbol(s->pool, str(name), SYMBOL_QUANTITY);
}

// Returns the place of the symbol among t and q.
static size_t place_of(const FreeSystem *s, Expr variable) {
  size_t i = 0;
  while (i < s->n && !expr_same(s->q[i], variable)) i++;
  return 1 + i;
}

// --- the parts of L ------------------------------------------------------------------------------

// (26)  dq_s/dpi_n = sum_p b_sp pi_p' + b_sn
static void find_kinematics(Reduction *R, Equations *eq) {
  const FreeSystem *s = R->s;
  ExprPool *pool = s->pool;
  const size_t n = s->n, l = R->w.l, m = n - l - 1;
  eq->problem.m = m;
  eq->problem.rows = 0;
  eq->problem.own_variables = true;
  eq->along.variable = quasi_coordinate(s, &R->w, R->last);
  eq->along.place = place_of(s, eq->along.variable);
  eq->problem.u = ARENA_ARRAY(s->arena, Expr, m);
  eq->problem.ud = ARENA_ARRAY(s->arena, Expr, m);
  for (size_t k = 0; k < m; k++) {
    const Expr pi = quasi_coordinate(s, &R->w, l + k);
    eq->problem.u[k] = expr_derivative_symbol(pool, pi, eq->along.variable);
    eq->problem.ud[k] = expr_derivative_symbol(pool, eq->problem.u[k], eq->along.variable);
  }
  R->one = matrix_make(s->arena, n, 1).at;
  for (size_t k = 0; k < m; k++) R->one[l + k] = eq->problem.u[k];
  R->one[R->last] = EXPR_ONE;
  eq->problem.psi = R->psi = matrix_make(s->arena, n, 1).at;
  eq->problem.psi_z = matrix_make(s->arena, n, m);
  eq->problem.drift = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = l; k < n; k++) {
      const Expr entry = *matrix_entry(&R->w.b, i, k);
      if (k < R->last) *matrix_entry(&eq->problem.psi_z, i, k - l) = entry;
      eq->problem.psi[i] = expr_add(pool, eq->problem.psi[i], expr_mul(pool, entry, R->one[k]));
    }
  }
  R->v = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t i = 0; i < n; i++) {
    R->v[i] = expr_mul(pool, R->omega, eq->problem.psi[i]);
    eq->problem.drift[i] = rate_along(s, eq->problem.psi[i], eq->problem.psi);
  }
}

// sum_i psi_i v_i
static Expr along_psi(const Reduction *R, const Expr *v) {
  return expr_dot(R->s->pool, R->psi, 1, v, R->s->n);
}

// (10)  Omega = L at omega_p = omega_n pi_p', by powers of omega_n, with momenta and forces
static void find_parts(Reduction *R, const Equations *eq) {
  const FreeSystem *s = R->s;
  ExprPool *pool = s->pool;
  const size_t n = s->n;
  Expr *zero = matrix_make(s->arena, n, 1).at;
  Expr *p2 = matrix_make(s->arena, n, 1).at, *p1 = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n; i++) {
    p2[i] = matrix_row_times(pool, &eq->free.made.M, i, R->psi);
    p1[i] = expr_substitute(pool, eq->momentum[i], s->qd, zero, n);
  }
  R->Omega2 = algebra_readable(pool, expr_half(pool, along_psi(R, p2)));
  R->Omega1 = algebra_readable(pool, along_psi(R, p1));
  R->L0 = algebra_readable(pool, expr_substitute(pool, eq->lagrangian, s->qd, zero, n));
  R->Omega2_rate = rate_along(s, R->Omega2, R->psi);
  R->L0_rate = rate_along(s, R->L0, R->psi);
  R->g = ARENA_ARRAY(s->arena, Expr, n);
  R->c = ARENA_ARRAY(s->arena, Expr, n);
  R->P = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t r = 0; r < n; r++) {
    R->g[r] = algebra_readable(pool, quasi_part(s, &R->w, p2, r));
    R->c[r] = algebra_readable(pool, quasi_part(s, &R->w, p1, r));
    R->P[r] = expr_substitute(pool, quasi_part(s, &R->w, eq->force, r), s->qd, R->v, n);
  }
}

// --- the equations -------------------------------------------------------------------------------

// (15)  omega_n^2 Omega2 - L0 = h, differentiated along psi at fixed pi':
//       d omega_n/dpi_n = (L0' - omega_n^2 Omega2')/(2 omega_n Omega2)
static Expr omega_rate(const Reduction *R) {
  ExprPool *pool = R->s->pool;
  const Expr square = expr_square(pool, R->omega);
  const Expr above = expr_sub(pool, R->L0_rate, expr_mul(pool, square, R->Omega2_rate));
  const Expr below = expr_mul(pool, expr_mul(pool, expr_int(pool, 2), R->omega), R->Omega2);
  return expr_div(pool, above, below);
}

// sum_r sum_t>l gamma^r_ts p_r pi_t': the sums of (25) and (27)
static Expr gyration(const Reduction *R, const Expr *p, size_t index) {
  ExprPool *pool = R->s->pool;
  Expr sum = EXPR_ZERO;
  for (size_t r = 0; r < R->s->n; r++)
    for (size_t t = R->w.l; t < R->s->n; t++) {
      const Expr gamma = quasi_gamma(R->s, &R->w, r, t, index);
      sum = expr_add(pool, sum, expr_mul(pool, gamma, expr_mul(pool, p[r], R->one[t])));
    }
  return sum;
}

// 2 Omega2 (de/dpi_s - dp_s/dpi_n - gyration), d/dpi_n at fixed pi' and omega_n
static Expr balance(const Reduction *R, Expr e, const Expr *p, size_t index) {
  ExprPool *pool = R->s->pool;
  Expr sum = quasi_diff(R->s, &R->w, e, index);
  sum = expr_sub(pool, sum, rate_along(R->s, p[index], R->psi));
  sum = expr_sub(pool, sum, gyration(R, p, index));
  return expr_mul(pool, expr_add(pool, R->Omega2, R->Omega2), sum);
}

// (25)  d/dpi_n L_omega_s + gyration - (dL/dpi_s + P_s)/omega_n = 0 times 2 Omega2/omega_n, without
//       the terms in pi''; d omega_n/dpi_n by (15)
static Expr force_along(const Reduction *R, size_t index) {
  ExprPool *pool = R->s->pool;
  const Expr twice = expr_add(pool, R->Omega2, R->Omega2), g = R->g[index];
  const Expr change = expr_mul(pool, g, R->Omega2_rate);
  const Expr steady = expr_add(pool, balance(R, R->Omega2, R->g, index), change);
  const Expr linear = balance(R, R->Omega1, R->c, index);
  const Expr force = expr_add(pool, quasi_diff(R->s, &R->w, R->L0, index), R->P[index]);
  const Expr drift = expr_mul(pool, g, R->L0_rate);
  const Expr square = expr_sub(pool, expr_mul(pool, twice, force), drift);
  const Expr second =
    expr_mul(pool, square, expr_pow_ratio(pool, R->omega, ratio_make(pool, -2, 1)));
  const Expr moving = expr_add(pool, expr_div(pool, linear, R->omega), second);
  return expr_add(pool, steady, moving);
}

// M_sp = 2 Omega2 G_sp - g_s g_p, which is L'_pi'pi' times 2 Omega2/omega_n: positive definite if G is, by Schwarz'
// inequality
static void find_matrix(const Reduction *R, Equations *eq) {
  ExprPool *pool = R->s->pool;
  const size_t l = R->w.l;
  eq->problem.made.M = matrix_make(R->s->arena, eq->problem.m, eq->problem.m);
  const Expr twice = expr_add(pool, R->Omega2, R->Omega2);
  for (size_t i = 0; i < eq->problem.m; i++)
    for (size_t k = 0; k < eq->problem.m; k++) {
      const Expr G = expr_diff(pool, R->g[l + i], eq->problem.u[k]);
      const Expr gg = expr_mul(pool, R->g[l + i], R->g[l + k]);
      *matrix_entry(&eq->problem.made.M, i, k) = expr_sub(pool, expr_mul(pool, twice, G), gg);
    }
}

// e with omega_n = direction*root: its even part in omega_n and direction times its odd part
static Expr at_energy(const Reduction *R, const Equations *eq, Expr e) {
  ExprPool *pool = R->s->pool;
  const Expr back = expr_neg(pool, R->root);
  const Expr plus = expr_substitute(pool, e, &R->omega, &R->root, 1);
  const Expr minus = expr_substitute(pool, e, &R->omega, &back, 1);
  const Expr odd = expr_half(pool, expr_sub(pool, plus, minus));
  const Expr directed = expr_mul(pool, eq->along.direction, odd);
  return expr_add(pool, expr_half(pool, expr_add(pool, plus, minus)), directed);
}

// --- by time -------------------------------------------------------------------------------------

// sum_k a_sk q_k'
static Expr quasi_velocity(const Reduction *R, size_t index) {
  Expr sum = EXPR_ZERO;
  for (size_t j = 0; j < R->s->n; j++)
    sum = expr_add(R->s->pool, sum,
                   expr_mul(R->s->pool, *matrix_entry(&R->w.a, index, j), R->s->qd[j]));
  return sum;
}

// (9)  pi_p' = omega_p/omega_n as a function of q and q'
static void find_present(const Reduction *R, Equations *eq) {
  eq->along.pace_now = quasi_velocity(R, R->last);
  eq->along.u_now = ARENA_ARRAY(R->s->arena, Expr, eq->problem.m + 1);
  for (size_t k = 0; k < eq->problem.m; k++)
    eq->along.u_now[k] = expr_div(R->s->pool, quasi_velocity(R, R->w.l + k), eq->along.pace_now);
}

#define USUAL_WAY 1

// The state of a run is q, pi' and t; h, the direction and the initial pace, beside which the pace must not vanish, are
// its constants.
static void find_run(const Reduction *R, Equations *eq) {
  ExprPool *pool = R->s->pool;
  Along *a = &eq->along;
  a->constants = RUN_CONSTANTS;
  a->constant = ARENA_ARRAY(R->s->arena, RunConstant, RUN_CONSTANTS);
  a->constant[RUN_ENERGY] = (RunConstant){a->energy, eq->energy, EXPR_NONE};
  a->constant[RUN_DIRECTION] =
    (RunConstant){a->direction, expr_call1(pool, FN_SIGN, a->pace_now), EXPR_NONE};
  a->constant[RUN_PACE] =
    (RunConstant){expr_symbol(pool, str("pace(start)"), SYMBOL_QUANTITY), a->pace_now, a->pace};
  a->clocks = 1;
  a->usual = USUAL_WAY;
  a->untimed = "the equations advance by another variable than time";
  a->velocity = ARENA_ARRAY(R->s->arena, Expr, R->s->n);
  for (size_t i = 0; i < R->s->n; i++)
    a->velocity[i] = expr_derivative_symbol(pool, R->s->q[i], a->variable);
}

// Replaces functions of omega_n and pi' by functions of q and q', all at once: they share most of their parts.
static void put_velocities(const Reduction *R, const Equations *eq, Expr *e, size_t n) {
  Expr *from = ARENA_ARRAY(R->s->arena, Expr, eq->problem.m + 1);
  Expr *to = ARENA_ARRAY(R->s->arena, Expr, eq->problem.m + 1);
  for (size_t k = 0; k < eq->problem.m; k++) from[k] = eq->problem.u[k], to[k] = eq->along.u_now[k];
  from[eq->problem.m] = R->omega;
  to[eq->problem.m] = eq->along.pace_now;
  expr_substitute_all(R->s->pool, e, n, from, to, eq->problem.m + 1);
}

// q' = omega_n psi and dpi'/dt = omega_n dpi'/dpi_n, where omega_n changes with q and pi' so that the energy is
// constant. F contains omega_n.
static const Problem *by_time(const Reduction *R, const Equations *eq, const Expr *F) {
  ExprPool *pool = R->s->pool;
  Arena *arena = R->s->arena;
  const size_t n = R->s->n, m = eq->problem.m, l = R->w.l;
  Problem *time = ARENA_NEW(arena, Problem);
  *time = eq->problem;
  time->made.M = matrix_make(arena, m, m);
  time->made.F = matrix_make(arena, m, 1).at;
  time->psi = matrix_make(arena, n, 1).at;
  time->psi_z = matrix_make(arena, n, m);
  time->drift = matrix_make(arena, n, 1).at;
  for (size_t i = 0; i < m * m; i++) time->made.M.at[i] = eq->problem.made.M.at[i];
  for (size_t i = 0; i < m; i++) time->made.F[i] = expr_mul(pool, R->omega, F[i]);
  const Expr rate = omega_rate(R), twice = expr_add(pool, R->Omega2, R->Omega2);
  for (size_t i = 0; i < n; i++) {
    time->psi[i] = expr_mul(pool, R->omega, eq->problem.psi[i]);
    const Expr drift = expr_mul(pool, R->omega, eq->problem.drift[i]);
    const Expr bend = expr_add(pool, expr_mul(pool, rate, eq->problem.psi[i]), drift);
    time->drift[i] = expr_mul(pool, R->omega, bend);
    for (size_t k = 0; k < m; k++) {
      // d omega_n/dpi_p' = -omega_n g_p/(2 Omega2)
      const Expr slow = expr_div(pool, expr_mul(pool, R->g[l + k], eq->problem.psi[i]), twice);
      const Expr slope = expr_sub(pool, *matrix_entry(&eq->problem.psi_z, i, k), slow);
      *matrix_entry(&time->psi_z, i, k) = expr_mul(pool, R->omega, slope);
    }
  }
  put_velocities(R, eq, time->made.M.at, m * m);
  put_velocities(R, eq, time->made.F, m);
  put_velocities(R, eq, time->psi, n);
  put_velocities(R, eq, time->drift, n);
  put_velocities(R, eq, time->psi_z.at, n * m);
  return time;
}

// --- the worksheet -------------------------------------------------------------------------------

// (32)  L' = sum_r L_omega_r pi_r' + L_omega_n = 2 omega_n Omega2 + Omega1
static Expr whittaker_function(const Reduction *R, Expr h, const Equations *eq) {
  ExprPool *pool = R->s->pool;
  const Expr X = expr_mul(pool, expr_add(pool, h, R->L0), R->Omega2);
  const Expr root = expr_scale(pool, ratio_make(pool, 2, 1), expr_sqrt(pool, X));
  return expr_add(pool, expr_mul(pool, eq->along.direction, root), R->Omega1);
}

static void write_function(const Reduction *R, const Expr h, Equations *eq) {
  ExprPool *pool = R->s->pool;
  work_step(eq, "A quasi-coordinate in the place of time",
            "omega_p = omega_n pi_p', pi_p' = dpi_p/dpi_n",
            "\\omega_p = \\omega_n\\pi_p',\\; \\pi_p' = d\\pi_p/d\\pi_n", "D74 (9)");
  for (size_t k = R->w.l; k < R->last; k++)
    worksheet_symbol(eq, R->w.symbol[k], expr_mul(pool, R->omega, R->one[k]));
  const Expr square = expr_mul(pool, expr_square(pool, R->omega), R->Omega2);
  work_step(eq, "The Lagrangian with it", "Omega = L(q, omega_n pi')",
            "\\Omega = L(q, \\omega_n\\pi')", "D74 (10)");
  worksheet_formula(
    eq, worksheet_own(eq, "Omega"), "\\Omega",
    expr_add(pool, expr_add(pool, square, expr_mul(pool, R->omega, R->Omega1)), R->L0));
  work_step(eq, "Energy integral", "omega_n dOmega/domega_n - Omega = h",
            "\\omega_n\\,\\partial\\Omega/\\partial\\omega_n - \\Omega = h", "D74 (8), (15)");
  worksheet_symbol(eq, eq->along.energy, expr_sub(pool, square, R->L0));
  if (!expr_same(h, eq->along.energy)) worksheet_symbol(eq, eq->along.energy, h);
  work_step(eq, "Solved for the pace, in the direction of the motion",
            "omega_n = omega_n(q, pi', h)", "\\omega_n = \\omega_n(q, \\pi', h)", "D74 (16)");
  worksheet_symbol(eq, R->omega, eq->along.pace);
  work_step(eq, "Whittaker's function, with the constraints put in", "L' = dOmega/domega_n",
            "L' = \\partial\\Omega/\\partial\\omega_n", "D74 (17), (32)");
  worksheet_formula(eq, "L'", "L'", whittaker_function(R, h, eq));
}

// Writes the momenta that (25) and (27) need, for every r, and the forces due to the anholonomy.
static void write_forces(const Reduction *R, Equations *eq) {
  ExprPool *pool = R->s->pool;
  work_step(eq, "Momenta, also of the quasi-velocities that vanish", "dL/domega_r = dL'/dpi_r'",
            "\\partial L/\\partial\\omega_r = \\partial L'/\\partial\\pi_r'", "D74 (24), (28)");
  for (size_t r = 0; r < R->s->n; r++)
    worksheet_formula(eq, text_format(eq->arena, "L_omega_%zu", r + 1),
                      text_format(eq->arena, "L_{\\omega_{%zu}}", r + 1),
                      at_energy(R, eq, expr_add(pool, expr_mul(pool, R->omega, R->g[r]), R->c[r])));
  work_step(eq, "Forces of the anholonomy, with an index of the source corrected",
            "Q*_p = -sum_r gamma^r_np L_omega_r - Pi_n sum_t gamma^n_tp pi_t'",
            "Q^*_p = -\\sum_{r<n}\\gamma^r_{np}L_{\\omega_r} - \\Pi_n\\left(\\gamma^n_{np} + "
            "\\sum_t\\gamma^n_{tp}\\pi_t'\\right)",
            "D74 (27)");
  for (size_t p = R->w.l; p < R->last; p++) {
    Expr Q = expr_div(pool, R->P[p], R->omega);
    for (size_t r = 0; r < R->s->n; r++) {
      const Expr momentum = expr_add(pool, expr_mul(pool, R->omega, R->g[r]), R->c[r]);
      for (size_t t = r == R->last ? R->w.l : R->last; t < R->s->n; t++) {
        const Expr gamma = quasi_gamma(R->s, &R->w, r, t, p);
        Q = expr_sub(pool, Q, expr_mul(pool, gamma, expr_mul(pool, momentum, R->one[t])));
      }
    }
    worksheet_formula(eq, text_format(eq->arena, "Q*_%zu", p + 1),
                      text_format(eq->arena, "Q^*_{%zu}", p + 1), at_energy(R, eq, Q));
  }
}

static void write_worksheet(const Reduction *R, Expr h, Equations *eq) {
  quasi_write_velocities(R->s, &R->w, eq);
  quasi_write_gamma(R->s, &R->w, eq);
  lagrange_write_free_system(R->s, eq);
  write_function(R, h, eq);
  if (eq->problem.m > 0) {
    write_forces(R, eq);
    work_step(eq, "Whittaker's equations, as a linear problem: M pi'' = F",
              "d/dpi_n dL'/dpi_p' + gamma^r_tp dL'/dpi_r' pi_t' - dL'/dpi_p = Q*_p",
              "\\frac{d}{d\\pi_n}\\frac{\\partial L'}{\\partial\\pi_p'} + "
              "\\gamma^r_{tp}\\frac{\\partial L'}{\\partial\\pi_r'}\\pi_t' - \\frac{\\partial "
              "L'}{\\partial\\pi_p} = Q^*_p",
              "D74 (25)");
    worksheet_matrix(eq, worksheet_own(eq, "M"), "M", eq->problem.made.M);
    worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->problem.made.F, eq->problem.m);
  }
  work_step(eq, "Coordinates along the trajectory", "dq_s/dpi_n = sum_p b_sp pi_p' + b_sn",
            "\\frac{dq_s}{d\\pi_n} = \\sum_p b_{sp}\\pi_p' + b_{sn}", "D74 (26)");
  for (size_t i = 0; i < R->s->n; i++)
    if (!expr_same(R->s->q[i], eq->along.variable))
      worksheet_symbol(eq, expr_derivative_symbol(eq->pool, R->s->q[i], eq->along.variable),
                       eq->problem.psi[i]);
  work_step(eq, "Time by a quadrature", "t = integral of dpi_n/omega_n",
            "t = \\int d\\pi_n/\\omega_n", "D74 (31)");
  const Expr pace = expr_div(eq->pool, expr_square(eq->pool, eq->along.direction), eq->along.pace);
  worksheet_symbol(eq, expr_derivative_symbol(eq->pool, EXPR_TIME, eq->along.variable), pace);
}

// --- the method ----------------------------------------------------------------------------------

// (16)  omega_n = +-sqrt((h + L0)/Omega2)
static Status find_pace(Reduction *R, Expr h, Equations *eq) {
  ExprPool *pool = R->s->pool;
  Diags *diags = R->s->model->diags;
  if (expr_same(R->Omega2, EXPR_ZERO)) {
    diag_report(diags, DIAG_SINGULAR_MASS, (Span){0}, expr_symbol_name(pool, eq->along.variable));
    return STATUS_UNABLE;
  }
  R->root = expr_sqrt(pool, expr_div(pool, expr_add(pool, h, R->L0), R->Omega2));
  eq->along.pace = expr_mul(pool, eq->along.direction, R->root);
  if (!expr_is_none(R->root) && !expr_same(R->root, EXPR_ZERO)) return STATUS_OK;
  // the given energy leaves none for motion, at any position
  (void) expr_trouble(pool);
  const Start start = start_make(R->s);
  diag_report(diags, DIAG_ENERGY_LOW, (Span){0}, start_value(&start, h),
              -start_value(&start, R->L0));
  return STATUS_INPUT;
}

static Status whittaker_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  FreeSystem s = free_system(model, options->arena);
  TRY(free_equations(&s, &method_whittaker, eq));
  TRY(free_need_implicit(eq));
  s.known = known_state(options, eq);
  Reduction R = {.s = &s, .last = s.n - 1};
  TRY(independent_choose(&s, eq, redundant_rows(options, eq), options->independent, &R.w));
  R.omega = R.w.symbol[R.last];
  eq->along.energy = constant_symbol(eq, "h");
  eq->along.direction = constant_symbol(eq, "sigma");
  find_kinematics(&R, eq);
  TRY(conservative_needed(&s, eq, R.v));
  find_parts(&R, eq);
  const Expr h = expr_is_none(options->energy) ? eq->along.energy : options->energy;
  TRY(find_pace(&R, h, eq));
  find_matrix(&R, eq);
  Expr *F = ARENA_ARRAY(s.arena, Expr, eq->problem.m);
  eq->problem.made.F = matrix_make(s.arena, eq->problem.m, 1).at;
  for (size_t i = 0; i < eq->problem.m; i++) {
    F[i] = force_along(&R, R.w.l + i);
    eq->problem.made.F[i] = at_energy(&R, eq, F[i]);
  }
  find_present(&R, eq);
  eq->along.by_time = by_time(&R, eq, F);
  find_run(&R, eq);
  if (options->worksheet) write_worksheet(&R, h, eq);
  return STATUS_OK;
}

const Method method_whittaker = {
  .name = "whittaker",
  .title = "Whittaker's equations",
  .source = "djukic1974",
  .has_independent = true,
  .derive = whittaker_derive,
  .modes_help = "events are at times, and it advances by a coordinate instead of time",
};
