// program/motion_tape.c: from equations to the rates of a state, and to everything else along a motion.

#include "program/motion_tape.h"
#include "program/divisors.h"
#include "program/lifted.h"
#include "program/linear.h"
#include "program/momenta.h"
#include "methods/constraints.h"
#include "methods/free.h"

// --- lowering ------------------------------------------------------------------------------------

Status motion_tape_lower(MotionTape *s, const Expr *roots, size_t n, Value *values) {
  Expr *own = ARENA_ARRAY(&s->m->work, Expr, n);
  for (size_t i = 0; i < n; i++) own[i] = roots[i];
  sides_put(s->m, &s->sides, own, n);
  system_in_inputs(s->m, own, n);
  return motion_tape_lower_own(s, own, n, values);
}

Status motion_tape_lower_own(MotionTape *s, const Expr *roots, size_t n, Value *values) {
  if (s->sides.replaced == 0) return system_lower(s->m, s->b, roots, n, values);
  Expr *own = ARENA_ARRAY(&s->m->work, Expr, n + 1);
  for (size_t i = 0; i < n; i++) own[i] = roots[i];
  sides_put(s->m, &s->sides, own, n);
  return system_lower(s->m, s->b, own, n, values);
}

Value *motion_tape_values(MotionTape *s, size_t n) {
  return ARENA_ARRAY(&s->m->work, Value, n + 1);
}

// --- rates ---------------------------------------------------------------------------------------

static void watch(MotionTape *s, Value pivot, Value scale, Watched what) {
  for (size_t i = 0; i < s->watched; i++)
    if (s->pivot[i].id == pivot.id && s->scale[i].id == scale.id) return;
  s->pivot[s->watched] = pivot;
  s->scale[s->watched] = scale;
  s->watch[s->watched++] = what;
}

// Watches the pivots that change along a motion, or all.
static void watch_pivots(MotionTape *s, const Linear *p) {
  const size_t n = p->pivoting ? 1 : p->n + p->r;
  bool *varies = ARENA_ARRAY(&s->m->work, bool, n);
  tape_varying(s->b, s->fixed, p->pivots, n, varies);
  for (size_t i = 0; i < n; i++) {
    if (!varies[i] && !s->constant_pivots) continue;
    const bool inertia = i < p->n;
    watch(s, p->pivots[i], p->scale[i],
          (Watched){.kind = p->pivoting ? WATCH_PROBLEM
                            : inertia   ? WATCH_INERTIA
                                        : WATCH_CONSTRAINT,
                    .index = inertia ? i : p->rows[i - p->n]});
  }
}

// A pivot that is zero at every state leaves its acceleration undetermined.
static Status check_pivots(MotionTape *s, const Linear *p) {
  for (size_t i = 0; !p->pivoting && i < p->n; i++) {
    if (!tape_is_zero(s->b, p->pivots[i])) continue;
    system_report_open(s->m, i);
    return STATUS_DOMAIN;
  }
  return STATUS_OK;
}

bool motion_tape_is_servo(const Constraints *c) {
  for (size_t a = 0; a < c->r; a++)
    if (!c->row[a].ideal) return true;
  return false;
}

// --- masses in a tree ----------------------------------------------------------------------------

#define SPARSE_ENTRIES 4  // of a row of M, on average: with fewer there is little to gain
#define COMPARED_MOST 12  // coordinates: above, a problem that looks long is not even lowered

// Counts the operations of the expressions as they are, each once.
static size_t count_operations(const MotionTape *s, const Problem *p) {
  ExprPool *pool = s->m->pool;
  size_t count = 0;
  for (int forces = 0; forces < 2; forces++) {
    const ExprList nodes = expr_reachable(pool, forces ? problem_F(p) : problem_M(p)->at,
                                          forces ? p->m : p->m * p->m, &s->m->work);
    for (size_t i = 0; i < nodes.n; i++) {
      const ExprKind kind = expr_kind(pool, nodes.at[i]);
      if (kind == EXPR_SUM || kind == EXPR_PRODUCT) count += expr_count(pool, nodes.at[i]);
    }
  }
  return count;
}

// Could the problem in coordinates be cheaper? A full matrix takes n^3/3 operations, plus those of its entries;
// sharing may halve that.
static bool may_be_cheaper(const MotionTape *s, const Problem *p, size_t entries, size_t cost) {
  if (p->m <= COMPARED_MOST) return true;
  size_t known = problem_least_operations(p);
  if (2 * entries > p->m * p->m) known += p->m * p->m * p->m / 3;
  if (known / 2 <= cost) known += count_operations(s, p);
  return known / 2 < cost;
}

static size_t cost_of(const MotionTape *s, const Value *ud) {
  Value *all = ARENA_ARRAY(&s->m->work, Value, s->n + 2 * s->watched);
  const size_t n = s->m->equations.problem.m;
  size_t k = 0;
  for (size_t i = 0; i < n; i++) all[k++] = ud[i];
  for (size_t i = 0; i < s->watched; i++) all[k++] = s->pivot[i], all[k++] = s->scale[i];
  return tape_cost(s->b, all, k);
}

// Watches the pivots and divisors of a tree in the same way.
static void watch_lifted(MotionTape *s, const LiftedSolution *from) {
  const size_t most = s->watched + from->watched;
  Value *pivot = motion_tape_values(s, most), *scale = motion_tape_values(s, most);
  Watched *watched = ARENA_ARRAY(&s->m->work, Watched, most + 1);
  for (size_t i = 0; i < s->watched; i++)
    pivot[i] = s->pivot[i], scale[i] = s->scale[i], watched[i] = s->watch[i];
  s->pivot = pivot;
  s->scale = scale;
  s->watch = watched;
  for (size_t i = 0; i < from->watched; i++) {
    const LiftedWatch *w = &from->watch[i];
    bool varies;
    tape_varying(s->b, s->fixed, &w->pivot, 1, &varies);
    if (varies || s->constant_pivots)
      watch(s, w->pivot, w->scale,
            (Watched){.kind = w->inertia ? WATCH_INERTIA : WATCH_CONSTRAINT, .index = w->index});
  }
}

static Status solve_in_coordinates(MotionTape *s, Value *ud);

// Solves for the rates of momenta by accelerations, which are known afterwards.
static Status solve_momenta(MotionTape *s, Value *ud) {
  Linear p;
  TRY(momenta_rates(s, &p, ud));
  if (p.r == 0) return STATUS_OK;
  s->acceleration = p.x;
  s->pivoting = p.pivoting;
  watch_pivots(s, &p);
  return STATUS_OK;
}

// Solves by the forces between masses if that takes fewer operations, is stable at the state of reference, and is
// proved to give the same accelerations.
static Status solve_problem(MotionTape *s, Value *ud) {
  const Problem *own = &s->m->equations.problem;
  const size_t n = own->m, entries = problem_entries(own);
  LiftedProblem lifted;
  if (momenta_are_unknowns(&s->m->equations)) return solve_momenta(s, ud);
  if (s->pivoting || entries <= SPARSE_ENTRIES * n || !lifted_find(s->m, s->chart, &lifted))
    return solve_in_coordinates(s, ud);
  MotionTape other = *s;
  other.b = tape_builder_copy(s->b);
  LiftedSolution solution;
  TRY(lifted_solve(&other, &lifted, &solution));
  s->particular = s->particular || !solution.stable;
  if (!solution.stable) return solve_in_coordinates(s, ud);
  watch_lifted(&other, &solution);
  const size_t cost = cost_of(&other, solution.x);
  if (may_be_cheaper(s, own, entries, cost)) {
    TRY(solve_in_coordinates(s, ud));
    if (s->pivoting || cost_of(s, ud) <= cost) return STATUS_OK;
  }
  if (!lifted_is_equal(&lifted)) return solve_in_coordinates(s, ud);
  *s = other;
  for (size_t i = 0; i < n; i++) ud[i] = solution.x[i];
  return STATUS_OK;
}

// Solves the problem of the method: u' and its multipliers.
static Status solve_in_coordinates(MotionTape *s, Value *ud) {
  const Equations *eq = &s->m->equations;
  const Problem *own = &eq->problem;
  if (own->rows == 0 && own->rate != NULL) return motion_tape_lower_own(s, own->rate, own->m, ud);
  const size_t r = own->rows > 0 ? s->chart->rows : 0, all = own->rows > 0 ? s->chart->known : 0;
  const Matrix *B = motion_tape_is_servo(&eq->constraints) ? &own->B : NULL;
  Linear p = linear_make(s, own->m, s->chart->row, r, all, &own->A, B, own->b);
  TRY(motion_tape_lower_own(s, problem_M(own)->at, own->m * own->m, p.M));
  TRY(motion_tape_lower_own(s, problem_F(own), own->m, p.F));
  if (r > 0) TRY(linear_lower(s, &p));
  if (r > 0) TRY(linear_make_definite(s, problem_M(own), &own->A, &p));
  TRY(linear_solve(s, &p));
  TRY(check_pivots(s, &p));
  for (size_t i = 0; i < own->m; i++) ud[i] = p.x[i];
  s->pivoting = p.pivoting;
  watch_pivots(s, &p);
  return STATUS_OK;
}

// Defines the pace of the variable, and the rates of clocks, which depend on it; watches what must not vanish beside
// its initial value.
static Status define_pace(MotionTape *s) {
  const Equations *eq = &s->m->equations;
  const Along *along = &eq->along;
  TRY(motion_tape_lower_own(s, &along->pace, 1, &s->pace));
  for (size_t i = 0; i < along->constants; i++) {
    Value now;
    if (expr_is_none(along->constant[i].now)) continue;
    TRY(motion_tape_lower_own(s, &along->constant[i].now, 1, &now));
    watch(s, now, tape_input(s->b, along->constant[i].symbol), (Watched){.kind = WATCH_PACE});
  }
  for (size_t i = 0; i < along->clocks; i++)
    s->rate[eq->n + eq->problem.m + i] = tape_op(s->b, TAPE_DIV, tape_constant(s->b, 1), s->pace);
  return STATUS_OK;
}

// Watches the divisors of q' = psi(q, u). Where one is zero the speeds of the method are not valid variables,
// and rates that jump across it would be wrong without notice.
static Status watch_divisors(MotionTape *s, const Divisors *divisors) {
  for (size_t i = 0; i < divisors->n; i++) {
    const Expr roots[2] = {divisors->at[i], expr_size_of_terms(s->m->pool, divisors->at[i])};
    Value values[2];
    TRY(motion_tape_lower_own(s, roots, 2, values));
    watch(s, values[0], values[1], (Watched){.kind = WATCH_DIVISOR, .divisor = roots[0]});
  }
  return STATUS_OK;
}

// Where velocities that a force has the direction of vanish, it has none. Their squares count beside what they were before.
static Status watch_lengths(MotionTape *s, const Divisors *lengths) {
  for (size_t i = 0; i < lengths->n; i++) {
    Value value;
    TRY(motion_tape_lower_own(s, &lengths->at[i], 1, &value));
    watch(s, value, value, (Watched){.kind = WATCH_LENGTH, .divisor = lengths->at[i]});
  }
  return STATUS_OK;
}

// Constraints that are not linear in the velocities may fail where these vanish: that says more.
static void find_lengths(MotionTape *s, Divisors *lengths) {
  const System *m = s->m;
  const Problem *p = &m->equations.problem;
  for (size_t i = 0; i < p->rows * p->m; i++)
    if (expr_depends_on_any(m->pool, p->A.at[i], p->u, p->m)) return;
  // what masses add to F is quadratic in the velocities
  const Expr *F = problem_waits(p) ? m->equations.force : problem_F(p);
  divisors_find_lengths(m->pool, &s->m->work, F, p->m, p->u, p->m, lengths);
}

// Returns a symbol whose name no model has.
static Expr own_symbol(System *m, const char *name) {
  return expr_symbol(m->pool, str(name), SYMBOL_QUANTITY);
}

// Returns the symbol of a coordinate's velocity at the start.
static Expr start_symbol(System *m, size_t i) {
  const char *name = expr_symbol_name(m->pool, m->equations.qd[i]);
  return own_symbol(m, text_format(&m->work, "%s(start)", name));
}

static Status velocities_of_momenta(MotionTape *s) {
  Linear p;
  TRY(momenta_velocities(s, &p));
  for (size_t i = 0; i < p.n; i++) s->rate[i] = p.x[i];
  s->pivoting = p.pivoting;
  watch_pivots(s, &p);
  return STATUS_OK;
}

static Status lower_psi(MotionTape *s) {
  System *m = s->m;
  const Equations *eq = &m->equations;
  if (momenta_are_unknowns(eq)) return velocities_of_momenta(s);
  Expr *psi = ARENA_ARRAY(&m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    psi[i] = eq->problem.psi[i];
    for (size_t k = 0; k < s->branches; k++) {
      const Expr start = start_symbol(m, s->branch[k]);
      psi[i] = expr_substitute(m->pool, psi[i], &eq->qd[s->branch[k]], &start, 1);
    }
  }
  return motion_tape_lower_own(s, psi, eq->n, s->rate);
}

// Defines q' as values from here on.
static Status define_velocities(MotionTape *s) {
  const Equations *eq = &s->m->equations;
  TRY(lower_psi(s));
  TRY(define_pace(s));
  for (size_t i = 0; i < eq->n; i++)
    tape_define(s->b, eq->qd[i], tape_op(s->b, TAPE_MUL, s->pace, s->rate[i]));
  return STATUS_OK;
}

// If a coordinate replaces time, its part of the state changes with it, and is not used.
static Expr state_symbol(System *m, size_t i) {
  const Equations *eq = &m->equations;
  return 1 + i == eq->along.place ? own_symbol(m, "independent(variable)") : eq->q[i];
}

// If the constraints are not linear, q' = psi(q, u, t) may contain the sign of a velocity that it gives. The
// sign stays the same until that velocity vanishes, where psi ends.
static void find_branches(MotionTape *s) {
  System *m = s->m;
  const Equations *eq = &m->equations;
  s->branch = ARENA_ARRAY(&m->work, size_t, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    bool inside = false;
    for (size_t j = 0; j < eq->n; j++)
      inside = inside || expr_depends(m->pool, eq->problem.psi[j], eq->qd[i]);
    for (size_t k = 0; k < eq->problem.m; k++)
      inside = inside && !expr_same(eq->problem.u[k], eq->qd[i]);
    if (inside) s->branch[s->branches++] = i;
  }
  s->fixed += s->branches;
}

static void declare_inputs(MotionTape *s) {
  System *m = s->m;
  const Equations *eq = &m->equations;
  const Along *along = &eq->along;
  Expr *symbol = s->symbol = ARENA_ARRAY(&m->work, Expr, s->fixed + 1 + s->n);
  for (size_t i = 0; i < m->program.parameters; i++) *symbol++ = m->program.symbols[i];
  for (size_t i = 0; i < s->branches; i++) *symbol++ = start_symbol(m, s->branch[i]);
  for (size_t i = 0; i < along->constants; i++) *symbol++ = along->constant[i].symbol;
  *symbol++ = along->variable;
  for (size_t i = 0; i < eq->n; i++) *symbol++ = state_symbol(m, i);
  for (size_t i = 0; i < eq->problem.m; i++) *symbol++ = eq->problem.u[i];
  for (size_t i = 0; i < along->clocks; i++) *symbol++ = EXPR_TIME;
  for (size_t i = 0; i < s->sides.n; i++) *symbol++ = s->sides.symbol[i];
  tape_take_sides(s->b, s->fixed + 1 + s->n - s->sides.n);
  for (size_t i = 0; i < s->fixed + 1 + s->n; i++) {
    const Value value = tape_input(s->b, s->symbol[i]);
    if (i > s->fixed) s->y[i - s->fixed - 1] = value;
  }
}

void motion_tape_open(System *m, const Chart *chart, bool sides, MotionTape *s) {
  const Equations *eq = &m->equations;
  const Along *along = &eq->along;
  *s = (MotionTape){.m = m,
                    .chart = chart,
                    .b = tape_builder_create(&m->work, m->pool),
                    .fixed = m->program.parameters + along->constants,
                    .n = eq->n + eq->problem.m + along->clocks};
  find_branches(s);
  if (sides && s->branches == 0) sides_find(m, &s->sides);
  s->n += s->sides.n;
  s->y = motion_tape_values(s, s->n);
  s->rate = motion_tape_values(s, s->n);
  declare_inputs(s);
  for (size_t i = s->n - s->sides.n; i < s->n; i++) s->rate[i] = tape_constant(s->b, 0);
}

Status motion_tape_solve(MotionTape *s, const double *reference) {
  System *m = s->m;
  const Equations *eq = &m->equations;
  Divisors divisors = {0}, lengths = {0};
  find_lengths(s, &lengths);
  if (!momenta_are_unknowns(eq))
    divisors_find(m->pool, &m->work, eq->problem.psi, eq->n, &divisors);
  const size_t most = 2 * eq->n + eq->constraints.r + 1 + divisors.n + lengths.n;
  s->watch = ARENA_ARRAY(&m->work, Watched, most);
  s->pivot = motion_tape_values(s, most);
  s->scale = motion_tape_values(s, most);
  tape_refer(s->b, reference);
  TRY(define_velocities(s));
  TRY(watch_divisors(s, &divisors));
  TRY(solve_problem(s, s->rate + eq->n));
  return watch_lengths(s, &lengths);
}

// --- the rest of the motion ----------------------------------------------------------------------

// q'' = psi_z u' + drift
static Status lower_accelerations(MotionTape *s, const Problem *p, Value *x) {
  const Equations *eq = &s->m->equations;
  Expr *sum = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) sum[i] = rates_acceleration(eq, p, i);
  return motion_tape_lower_own(s, sum, eq->n, x);
}

static Status define_accelerations(MotionTape *s) {
  const Equations *eq = &s->m->equations;
  const Problem *p = problem_by_time(eq);
  for (size_t k = 0; k < p->m; k++)
    tape_define(s->b, p->ud[k], tape_op(s->b, TAPE_MUL, s->pace, s->rate[eq->n + k]));
  Value *x = s->acceleration != NULL ? s->acceleration : motion_tape_values(s, eq->n);
  if (s->acceleration == NULL)
    TRY(momenta_are_unknowns(eq) ? momenta_accelerations(s, x) : lower_accelerations(s, p, x));
  for (size_t i = 0; i < eq->n; i++) tape_define(s->b, eq->qdd[i], x[i]);
  return STATUS_OK;
}

static Value product(MotionTape *s, const Value *a, const Value *b, size_t n) {
  Value sum = tape_constant(s->b, 0);
  for (size_t i = 0; i < n; i++)
    sum = tape_op(s->b, TAPE_ADD, sum, tape_op(s->b, TAPE_MUL, a[i], b[i]));
  return sum;
}

// Is the problem of the method that of the free system, without constraints?
static bool is_free(const Equations *eq) {
  return equations_are_free(eq) && !equations_constrained(eq);
}

// M u' - F of the free problem, from which the multipliers are found
static Status define_reactions(MotionTape *s, Value *R) {
  const Equations *eq = &s->m->equations;
  ExprPool *pool = s->m->pool;
  const Expr *x = eq->free.ud;
  Expr *sum = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    sum[i] = EXPR_ZERO;
    if (is_free(eq)) continue;
    sum[i] = expr_neg(pool, problem_F(&eq->free)[i]);
    for (size_t j = 0; j < eq->n; j++)
      sum[i] =
        expr_add(pool, sum[i], expr_mul(pool, *matrix_entry(problem_M(&eq->free), i, j), x[j]));
  }
  TRY(motion_tape_lower_own(s, sum, eq->n, R));
  for (size_t i = 0; i < eq->n; i++) tape_define(s->b, rates_push_symbol(eq, i), R[i]);
  return STATUS_OK;
}

static Status define_least_norm(MotionTape *s, const Value *R) {
  const Constraints *c = &s->m->equations.constraints;
  Value *lambda = motion_tape_values(s, c->r);
  TRY(linear_least_norm(s, R, lambda));
  for (size_t a = 0; a < c->r; a++) tape_define(s->b, c->row[a].lambda, lambda[a]);
  return STATUS_OK;
}

// Finds the lambda of least norm with B^T lambda = R. With independent rows N of B and B = C N:
// lambda = C (C^T C)^-1 l, where N^T l = R.
static Status define_multipliers(MotionTape *s, const Value *R) {
  const Constraints *c = &s->m->equations.constraints;
  const size_t n = s->m->equations.n, all = c->r;
  if (all == 0) return STATUS_OK;
  if (s->pivoting) return define_least_norm(s, R);
  const size_t r = s->chart->rows, *rows = s->chart->row;
  Value *B = motion_tape_values(s, all * n), *N = motion_tape_values(s, r * n),
        *l = motion_tape_values(s, r);
  TRY(motion_tape_lower_own(s, c->B.at, all * n, B));
  for (size_t i = 0; i < r * n; i++) N[i] = B[rows[i / n] * n + i % n];
  for (size_t a = 0; a < r; a++) l[a] = product(s, N + a * n, R, n);
  TRY(linear_solve_gram(s, r, n, N, l, l));
  Value *C = motion_tape_values(s, r < all ? all * r : 0);  // row by row
  if (r < all) {
    Value *columns = motion_tape_values(s, all * r);
    for (size_t a = 0; a < all; a++) {
      for (size_t k = 0; k < r; k++) C[a * r + k] = product(s, B + a * n, N + k * n, n);
      TRY(linear_solve_gram(s, r, n, N, C + a * r, C + a * r));
    }
    for (size_t i = 0; i < all * r; i++) columns[i] = C[i % all * r + i / all];
    TRY(linear_solve_gram(s, r, all, columns, l, l));
  }
  for (size_t a = 0; a < all; a++) {
    const size_t at = r < all ? a : rows[a];
    tape_define(s->b, c->row[at].lambda, r < all ? product(s, C + a * r, l, r) : l[a]);
  }
  return STATUS_OK;
}

// Are the velocities linear in the free speeds of the model?
static bool is_linear_in_speeds(const MotionTape *s) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  for (size_t i = 0; i < eq->n; i++)
    for (size_t k = 0; k < g->m; k++) {
      const Expr slope = expr_diff(s->m->pool, g->psi[i], g->z[k]);
      for (size_t l = 0; l < g->m; l++)
        if (expr_depends(s->m->pool, slope, g->z[l])) return false;
    }
  return true;
}

bool motion_tape_knows_speed(const MotionTape *s, Expr z) {
  const Equations *eq = &s->m->equations;
  for (size_t k = 0; k < eq->problem.m; k++)
    if (expr_same(eq->problem.u[k], z)) return true;
  return s->speeds;
}

// Solves psi_z x = difference, which has a solution, by least squares.
static Status solve_speeds(MotionTape *s, const Expr *difference, const Expr *symbol) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  Expr *slopes = ARENA_ARRAY(&s->m->work, Expr, g->m * eq->n);
  for (size_t k = 0; k < g->m; k++)
    for (size_t i = 0; i < eq->n; i++)
      slopes[k * eq->n + i] = expr_diff(s->m->pool, g->psi[i], g->z[k]);
  Value *N = motion_tape_values(s, g->m * eq->n), *b = motion_tape_values(s, eq->n),
        *x = motion_tape_values(s, g->m);
  TRY(motion_tape_lower_own(s, slopes, g->m * eq->n, N));
  TRY(motion_tape_lower_own(s, difference, eq->n, b));
  for (size_t k = 0; k < g->m; k++) x[k] = product(s, N + k * eq->n, b, eq->n);
  TRY(linear_solve_gram(s, g->m, eq->n, N, x, x));
  for (size_t k = 0; k < g->m; k++) tape_define(s->b, symbol[k], x[k]);
  return STATUS_OK;
}

// Defines the free speeds z of the model, if the method has other variables: q' = psi(q, z, t), linear in z,
// and q'' = psi_z z' + psi_q q' + psi_t.
static Status define_speeds(MotionTape *s) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  ExprPool *pool = s->m->pool;
  if (g->m == 0 || motion_tape_knows_speed(s, g->z[0])) return STATUS_OK;
  if (!is_linear_in_speeds(s)) return STATUS_OK;
  Expr *zero = ARENA_ARRAY(&s->m->work, Expr, g->m), *b = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t k = 0; k < g->m; k++) zero[k] = EXPR_ZERO;
  for (size_t i = 0; i < eq->n; i++)
    b[i] = expr_sub(pool, eq->qd[i], expr_substitute(pool, g->psi[i], g->z, zero, g->m));
  TRY(solve_speeds(s, b, g->z));
  for (size_t i = 0; i < eq->n; i++) {
    const Expr drift = expr_substitute(pool, expr_rate(pool, g->psi[i]), g->zd, zero, g->m);
    b[i] = expr_sub(pool, eq->qdd[i], drift);
  }
  s->speeds = true;
  return solve_speeds(s, b, g->zd);
}

Status motion_tape_define_motion(MotionTape *s) {
  Value *R = motion_tape_values(s, s->m->equations.n);
  TRY(define_accelerations(s));
  TRY(define_speeds(s));
  TRY(define_reactions(s, R));
  return define_multipliers(s, R);
}

// --- onto the constraints ------------------------------------------------------------------------

// Finds the smallest x with A x = -residual, for the first r rows of the chart.
static Status find_change(MotionTape *s, const Matrix *M, const Matrix *A, size_t r,
                          const Expr *residual, Value *change, size_t *count) {
  const size_t n = A->columns;
  size_t all;
  *count = 0;
  if (r == 0) return STATUS_OK;
  const size_t *rows = linear_rows(s, residual, r, &all);
  Linear p = linear_make(s, n, rows, r, all, A, NULL, residual);
  p.negated = true;
  TRY(motion_tape_lower_own(s, M->at, n * n, p.M));
  TRY(linear_lower(s, &p));
  for (size_t i = 0; i < n; i++) p.F[i] = tape_constant(s->b, 0);
  TRY(linear_make_definite(s, M, A, &p));
  TRY(linear_solve_metric(s, &p));
  for (size_t i = 0; i < n; i++) change[i] = p.x[i];
  *count = n;
  return STATUS_OK;
}

// Keeps a coordinate that replaces time fixed: only the others change.
static Matrix rows_beside_independent(MotionTape *s) {
  const Equations *eq = &s->m->equations;
  Matrix A = matrix_make(&s->m->work, eq->constraints.r, eq->n);
  for (size_t i = 0; i < A.rows * A.columns; i++)
    if (1 + i % A.columns != eq->along.place) A.at[i] = eq->constraints.A.at[i];
  return A;
}

static Status find_changes(MotionTape *s, bool positions, Value *change, size_t *count) {
  const Equations *eq = &s->m->equations;
  const Constraints *c = &eq->constraints;
  Expr *residual = ARENA_ARRAY(&s->m->work, Expr, c->r);
  *count = 0;
  const Problem *p = positions || momenta_are_unknowns(eq) ? &eq->free : &eq->problem;
  if (p->rows == 0) return STATUS_OK;
  for (size_t a = 0; a < c->r; a++)
    residual[a] = positions ? c->row[a].position : c->row[a].velocity;
  const size_t r = positions ? s->chart->positions : s->chart->velocities;
  const Matrix A = positions ? rows_beside_independent(s) : p->A;
  return find_change(s, problem_M(p), &A, r, residual, change, count);
}

// Rows and metric of the free problem belong to its u': the result is a change of u, and psi_z takes it to the
// coordinates, as h_q psi_z x = -h.
Status motion_tape_position_change(MotionTape *s, Value *change, size_t *n) {
  const Equations *eq = &s->m->equations;
  TRY(find_changes(s, true, change, n));
  if (*n == 0) return STATUS_OK;
  Value *slope = motion_tape_values(s, eq->n * eq->n), *x = motion_tape_values(s, eq->n);
  TRY(motion_tape_lower_own(s, eq->free.psi_z.at, eq->n * eq->n, slope));
  for (size_t i = 0; i < eq->n; i++) x[i] = product(s, slope + i * eq->n, change, eq->n);
  for (size_t i = 0; i < eq->n; i++) change[i] = x[i];
  return STATUS_OK;
}

Status motion_tape_velocity_change(MotionTape *s, Value *change, size_t *n) {
  TRY(find_changes(s, false, change, n));
  return momenta_are_unknowns(&s->m->equations) && *n > 0 ? momenta_change(s, change) : STATUS_OK;
}
