// ground/field_motion.c: the motion at a point of the constraint manifold, over the finite fields.
//
// In:    Equations with the free system and its constraints, M x = F + B^T lambda, A x = b
// Out:   values of q'', multipliers of least norm, reactions, momenta, speeds and all their rates
// From:  docs/theory/fingerprints.md, section "On the constraint manifold"
// Law:   what vanishes at a random point of the manifold vanishes on all of it

#include "ground/field_motion.h"
#include "algebra/field_linear.h"
#include "expr/fingerprint.h"
#include "methods/constraints.h"
#include "methods/later.h"
#include "ground/branches.h"
#include "ground/balls.h"

// --- conditions ----------------------------------------------------------------------------------

static Expr put_in(const FieldMotion *c, Expr e) {
  return expr_is_none(e) ? e : expr_substitute(c->pool, e, c->from.at, c->to.at, c->from.n);
}

static bool is_identically_zero(const FieldMotion *c, Expr e) {
  return expr_equal(c->pool, e, EXPR_ZERO);
}

typedef bool IsIt(const ExprPool *pool, Expr e);

// Do these expressions contain a node for which is_it is true?
static bool has_any(const FieldMotion *c, const Expr *roots, size_t n, IsIt *is_it) {
  const ExprList nodes = expr_reachable(c->pool, roots, n, c->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (is_it(c->pool, nodes.at[i])) return true;
  return false;
}

// Is it a sum with a multiple of pi? The fields only know sines of multiples of pi/12.
static bool has_pi(const ExprPool *pool, Expr e) {
  for (size_t i = 0; expr_kind(pool, e) == EXPR_SUM && i < expr_count(pool, e); i++)
    if (expr_same(expr_operand(pool, e, i).e, EXPR_PI)) return true;
  return false;
}

static bool is_strange(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return branches_is_root(pool, e);
  switch (expr_function(pool, e)) {  // the functions that the fields have
    case FN_SIN:
    case FN_COS:
    case FN_TAN: return has_pi(pool, expr_operand(pool, e, 0).e);
    case FN_EXP:
    case FN_SINH:
    case FN_COSH:
    case FN_TANH: return false;
    default: return true;
  }
}

// Is the condition e = 0 linear in the symbol? Then *value solves it.
static bool linear_solution(const FieldMotion *c, Expr e, Expr symbol, Expr *value) {
  if (!expr_depends(c->pool, e, symbol)) return false;
  const Expr slope = expr_diff(c->pool, e, symbol);
  if (is_identically_zero(c, slope) || !is_identically_zero(c, expr_diff(c->pool, slope, symbol)))
    return false;
  // |x| has zero second derivative, but is not linear
  if (expr_depends(c->pool, slope, symbol) && has_any(c, &slope, 1, branches_is_root)) return false;
  const Expr zero = EXPR_ZERO, rest = expr_substitute(c->pool, e, &symbol, &zero, 1);
  if (expr_is_none(rest)) {
    (void) expr_trouble(c->pool);
    return false;
  }
  *value = expr_neg(c->pool, expr_div(c->pool, rest, slope));
  return !expr_is_none(*value);
}

static bool is_parameter(const FieldMotion *c, Expr symbol) {
  return expr_symbol_kind(c->pool, symbol) == SYMBOL_CONSTANT;
}

// Does rest vanish with slope? Then slope*x + rest = 0 has a branch on which x is free. Detected if slope is linear in
// a variable.
static bool vanishes_with(const FieldMotion *c, const Statements *list, Expr slope, Expr rest) {
  if (is_identically_zero(c, rest)) {
    for (size_t k = 0; k < list->n; k++)
      if (expr_depends(c->pool, slope, list->at[k]) && !is_parameter(c, list->at[k])) return true;
    return false;
  }
  for (size_t k = 0; k < list->n; k++) {
    Expr value;
    if (!linear_solution(c, slope, list->at[k], &value)) continue;
    const Expr there = expr_substitute(c->pool, rest, &list->at[k], &value, 1);
    if (expr_is_none(there)) (void) expr_trouble(c->pool);
    if (is_identically_zero(c, there)) return true;
  }
  return false;
}

// Eliminates the symbol from all earlier substitutions, and records it.
static void take_out(FieldMotion *c, Expr symbol, Expr value) {
  for (size_t i = 0; i < c->to.n; i++)
    c->to.at[i] = expr_substitute(c->pool, c->to.at[i], &symbol, &value, 1);
  array_push(c->arena, &c->from, symbol);
  array_push(c->arena, &c->to, value);
}

// Speeds, velocities, coordinates, t, parameters: the order in which conditions are solved for them.
static Statements unknowns(const FieldMotion *c) {
  const Equations *eq = &c->eq;
  Statements list = {0};
  for (size_t i = eq->state.m; i-- > 0;) array_push(c->arena, &list, eq->state.z[i]);
  for (size_t i = eq->n; i-- > 0;) array_push(c->arena, &list, eq->q[i]);
  array_push(c->arena, &list, EXPR_TIME);
  for (size_t i = eq->model->parameters.n; i-- > 0;)
    array_push(c->arena, &list, eq->model->parameters.at[i].symbol);
  return list;
}

// Writes energies, momenta and quasi-velocities out, and velocities if they are functions of free speeds.
static Expr in_state(const FieldMotion *c, Expr e) {
  const Equations *eq = &c->eq;
  const FreeSystem s = free_system(eq->model, c->arena);
  e = field_motion_energies(eq, e);
  return free_in_state_variables(eq, constraints_in_velocities(&s, e, equations_momentum(eq)));
}

// Eliminates a variable in which the condition is linear. A product, x*y = 0, is left to the points, which then lie on
// all of its branches.
static bool take_condition(FieldMotion *c, const Statements *list, Expr e) {
  for (size_t k = 0; k < list->n; k++) {
    const Expr symbol = list->at[k], zero = EXPR_ZERO;
    Expr value;
    if (!linear_solution(c, e, symbol, &value)) continue;
    const Expr rest = expr_substitute(c->pool, e, &symbol, &zero, 1);
    if (vanishes_with(c, list, expr_diff(c->pool, e, symbol), rest)) continue;
    take_out(c, symbol, value);
    return true;
  }
  return false;
}

// Treats a constraint as a condition if it was linear in the velocities, but is not under the conditions.
static void take_constraints(FieldMotion *c, const Statements *list) {
  const Equations *eq = &c->eq;
  for (size_t a = 0; eq->beside == 0 && a < eq->constraints.r; a++) {
    const Expr C = eq->constraints.row[a].velocity;
    if (expr_is_none(C) || !constraints_linear_in_velocities(c->pool, C, eq->qd, eq->n)) continue;
    const Expr e = put_in(c, C);
    if (!constraints_linear_in_velocities(c->pool, e, eq->qd, eq->n))
      (void) take_condition(c, list, e);
  }
}

// Collects the divisors of a condition, which do not vanish where it holds.
static void gather_denominators(FieldMotion *c, Expr e) {
  const Factors divisors = branches_divisors(c->pool, e, c->arena);
  for (size_t i = 0; i < divisors.n; i++) array_push(c->arena, &c->denominators, divisors.at[i]);
}

static void take_conditions(FieldMotion *c, const Condition *given, size_t n) {
  const Statements list = unknowns(c);
  for (size_t i = 0; i < n; i++) {
    const Expr whole = in_state(c, expr_sub(c->pool, given[i].left, given[i].right));
    gather_denominators(c, whole);
    const Expr e = branches_numerator(c->pool, put_in(c, whole));
    if (is_identically_zero(c, e) || take_condition(c, &list, e)) continue;
    array_push(c->arena, &c->conditions, e);
  }
  if (n > 0) take_constraints(c, &list);
  for (size_t i = 0; i < c->denominators.n; i++)
    c->denominators.at[i] = put_in(c, c->denominators.at[i]);
  for (size_t i = 0; i < c->conditions.n; i++) c->conditions.at[i] = put_in(c, c->conditions.at[i]);
}

// --- the equations under them --------------------------------------------------------------------

static Expr *put_in_all(const FieldMotion *c, const Expr *from, size_t n) {
  Expr *to = ARENA_ARRAY(c->arena, Expr, n + 1);
  for (size_t i = 0; i < n; i++) to[i] = put_in(c, from[i]);
  return to;
}

static void put_in_equations(FieldMotion *c) {
  Equations *eq = &c->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  ConstraintRow *rows = ARENA_ARRAY(c->arena, ConstraintRow, r + 1);
  for (size_t a = 0; a < r; a++) {
    rows[a] = eq->constraints.row[a];
    rows[a].position = put_in(c, rows[a].position);
    rows[a].velocity = put_in(c, rows[a].velocity);
  }
  eq->constraints.row = rows;
  eq->constraints.A.at = put_in_all(c, eq->constraints.A.at, r * n);
  eq->constraints.B.at = put_in_all(c, eq->constraints.B.at, r * n);
  eq->constraints.b = put_in_all(c, eq->constraints.b, r);
  Expr *M = put_in_all(c, problem_M(&eq->free)->at, n * n);
  Expr *F = put_in_all(c, problem_F(&eq->free), n);
  later_replace(eq, M, F, put_in_all(c, equations_momentum(eq), n));
  if (eq->beside > 0) eq->state.psi = put_in_all(c, eq->state.psi, n);
}

// Collects q'' = psi_z u' + drift, reactions and rates of momenta; the latter may have no symbols.
static void gather_rest(FieldMotion *c) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n;
  c->follows = ARENA_ARRAY(c->arena, Expr, 3 * n + 1);
  c->formula = ARENA_ARRAY(c->arena, Expr, 3 * n + 1);
  c->push_of = ARENA_ARRAY(c->arena, Expr, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Expr p = eq->model->coordinates.at[i].p;
    c->push_of[i] = rates_push_symbol(eq, i);
    c->follows[i] = eq->qdd[i];
    c->formula[i] = rates_acceleration(eq, &eq->free, i);
    c->follows[n + i] = rates_reaction_symbol(eq, i);
    c->formula[n + i] = rates_reaction(eq, i);
    c->follows[2 * n + i] = expr_is_none(p) ? EXPR_NONE : expr_symbol_rate(c->pool, p);
    c->formula[2 * n + i] = rates_momentum(eq, i);
  }
}

// Collects everything besides M, F, A, b from which the motion is found, before the conditions are substituted.
static void gather(FieldMotion *c) {
  const Equations *eq = &c->eq;
  const FreeSystem s = free_system(eq->model, c->arena);
  const size_t n = eq->n, m = eq->beside;
  c->push = ARENA_ARRAY(c->arena, Expr, n);
  c->rate = ARENA_ARRAY(c->arena, Expr, n);
  c->slope = ARENA_ARRAY(c->arena, Expr, n * m + 1);
  for (size_t i = 0; i < n; i++) {
    c->push[i] = expr_add(c->pool, expr_diff(c->pool, eq->lagrangian, eq->q[i]), eq->force[i]);
    if (m == 0) continue;
    c->rate[i] = rate_along(&s, eq->state.psi[i], eq->state.psi);
    for (size_t k = 0; k < m; k++)
      c->slope[i * m + k] = expr_diff(c->pool, eq->state.psi[i], eq->state.z[k]);
  }
  gather_rest(c);
  const size_t speeds = eq->model->speeds.n;
  c->quasi = ARENA_ARRAY(c->arena, Expr, speeds + 1);
  c->quasi_rate = ARENA_ARRAY(c->arena, Expr, speeds + 1);
  for (size_t i = 0; i < speeds; i++) {
    const Expr definition = eq->model->speeds.at[i].definition;
    c->quasi[i] = definition;
    c->quasi_rate[i] = expr_is_none(definition) ? EXPR_NONE : expr_rate(c->pool, definition);
  }
}

static void put_in_rest(FieldMotion *c) {
  const size_t n = c->eq.n, m = c->eq.beside, speeds = c->eq.model->speeds.n;
  c->push = put_in_all(c, c->push, n);
  c->formula = put_in_all(c, c->formula, 3 * n);
  if (m > 0) c->rate = put_in_all(c, c->rate, n);
  c->slope = put_in_all(c, c->slope, n * m);
  c->quasi = put_in_all(c, c->quasi, speeds);
  c->quasi_rate = put_in_all(c, c->quasi_rate, speeds);
}

// Lists the entries of a matrix of formulas that are not zero, moved by these numbers of rows and columns, or those of
// its transpose.
static void list_entries(const FieldMotion *c, FieldSystem *s, const Expr *at, size_t rows,
                         size_t columns, bool transposed, size_t row, size_t column) {
  for (size_t i = 0; i < rows * columns; i++) {
    if (expr_same(at[i], EXPR_ZERO)) continue;
    const size_t a = transposed ? i % columns : i / columns,
                 b = transposed ? i / columns : i % columns;
    array_push(c->arena, &s->places,
               ((SparsePlace){(uint32_t) (row + a), (uint32_t) (column + b)}));
    array_push(c->arena, &s->formulas, at[i]);
  }
}

// [M -B^T; A 0]; the entries of B^T are listed as they are, between those of M and A.
static FieldSystem system_of_motion(const FieldMotion *c) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  FieldSystem s = {0};
  list_entries(c, &s, problem_M(&eq->free)->at, n, n, false, 0, 0);
  s.first = s.places.n;
  list_entries(c, &s, eq->constraints.B.at, r, n, true, 0, n);
  s.end = s.places.n;
  list_entries(c, &s, eq->constraints.A.at, r, n, false, n, 0);
  s.blocks = sparse_blocks(n + r, n + r, &s.places, c->arena);
  return s;
}

// B
static FieldSystem system_of_multipliers(const FieldMotion *c) {
  const size_t n = c->eq.n, r = c->eq.constraints.r;
  FieldSystem s = {0};
  list_entries(c, &s, c->eq.constraints.B.at, r, n, false, 0, 0);
  s.blocks = sparse_blocks(r, n, &s.places, c->arena);
  return s;
}

FieldMotion field_motion_open(const Equations *eq, const Condition *given, size_t n, Arena *arena) {
  FieldMotion c = {.arena = arena, .pool = eq->pool, .eq = *eq};
  gather(&c);
  take_conditions(&c, given, n);
  put_in_equations(&c);
  put_in_rest(&c);
  c.motion = system_of_motion(&c);
  c.multipliers = system_of_multipliers(&c);
  return c;
}

Expr field_motion_energies(const Equations *eq, Expr e) {
  return real_without_quantities(eq, e, eq->arena);
}

Expr field_motion_statement(const FieldMotion *c, Expr e) {
  return put_in(c, e);
}

// --- values --------------------------------------------------------------------------------------

static bool value_of(FieldMotion *c, Expr e, Fingerprint *value) {
  return field_point_values(c->point, &e, 1, value);
}

static void set(FieldMotion *c, Expr symbol, Fingerprint value) {
  if (!expr_is_none(symbol)) field_point_set(c->point, symbol, value);
}

static bool set_value(FieldMotion *c, Expr symbol, Expr e) {
  Fingerprint value;
  if (!value_of(c, e, &value)) return false;
  set(c, symbol, value);
  return true;
}

// The same for several: each set invalidates the values computed at the point so far.
static bool set_values(FieldMotion *c, const Expr *symbol, const Expr *e, size_t n) {
  Fingerprint *value = ARENA_ARRAY(c->arena, Fingerprint, n + 1);
  if (!field_point_values(c->point, e, n, value)) return false;
  for (size_t i = 0; i < n; i++) set(c, symbol[i], value[i]);
  return true;
}

static void set_named(FieldMotion *c, const char *what, const char *name, Fingerprint value) {
  Expr symbol;
  if (expr_find_symbol(c->pool, str(text_format(c->arena, "%s(%s)", what, name)), &symbol))
    set(c, symbol, value);
}

// Solves A x = b; returns false if there is no solution, or the first `determined` entries of x are not unique. In a
// field where nothing is solved, no entry of x is 0, which would look like a pole.
static bool solve(FieldMotion *c, size_t rows, size_t columns, const Fingerprint *A,
                  const Fingerprint *b, size_t determined, Fingerprint *x) {
  for (size_t i = 0; i < columns; i++) x[i] = (Fingerprint){{i + 1, i + 1}};
  for (int k = 0; k < c->point->fields; k++) {
    uint64_t *a = ARENA_ARRAY(c->arena, uint64_t, rows * columns + 1),
             *f = ARENA_ARRAY(c->arena, uint64_t, rows + 1),
             *y = ARENA_ARRAY(c->arena, uint64_t, columns + 1);
    bool *bound = ARENA_ARRAY(c->arena, bool, columns + 1);
    for (size_t i = 0; i < rows * columns; i++) a[i] = A[i].v[k];
    for (size_t i = 0; i < rows; i++) f[i] = b[i].v[k];
    if (!field_solve(k, c->arena, rows, columns, a, f, y, bound)) return false;
    for (size_t i = 0; i < columns; i++) x[i].v[k] = y[i];
    for (size_t i = 0; i < determined; i++)
      if (!bound[i]) return false;
  }
  return true;
}

// --- the motion ----------------------------------------------------------------------------------

// The matrix of a block.
static Fingerprint *block_matrix(FieldMotion *c, const FieldSystem *s, const SparseBlock *block,
                                 const Fingerprint *value) {
  Fingerprint *A = ARENA_ARRAY(c->arena, Fingerprint, block->rows * block->columns + 1);
  for (size_t k = 0; k < block->places; k++) {
    const SparsePlace at = s->places.at[block->place[k]];
    A[s->blocks.row_in[at.row] * block->columns + s->blocks.column_in[at.column]] =
      value[block->place[k]];
  }
  return A;
}

// Solves A x = f block by block; the first `determined` entries of x must be unique.
static bool solve_system(FieldMotion *c, const FieldSystem *s, const Fingerprint *value,
                         const Fingerprint *f, size_t determined, Fingerprint *x) {
  for (size_t b = 0; b < s->blocks.n; b++) {
    const SparseBlock *block = &s->blocks.at[b];
    Fingerprint *right = ARENA_ARRAY(c->arena, Fingerprint, block->rows + 1),
                *y = ARENA_ARRAY(c->arena, Fingerprint, block->columns + 1);
    size_t unique = 0;
    while (unique < block->columns && block->column[unique] < determined) unique++;
    for (size_t i = 0; i < block->rows; i++) right[i] = f[block->row[i]];
    if (!solve(c, block->rows, block->columns, block_matrix(c, s, block, value), right, unique, y))
      return false;
    for (size_t j = 0; j < block->columns; j++) x[block->column[j]] = y[j];
  }
  return true;
}

// Finds x, which is q'' or p', and B^T lambda, from [M -B^T; A 0] [x; lambda] = [F; b]
static bool solve_motion(FieldMotion *c, Fingerprint *x, Fingerprint *push) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  const FieldSystem *s = &c->motion;
  Fingerprint *value = ARENA_ARRAY(c->arena, Fingerprint, s->places.n + 1),
              *f = ARENA_ARRAY(c->arena, Fingerprint, n + r),
              *y = ARENA_ARRAY(c->arena, Fingerprint, n + r);
  if (!field_point_values(c->point, s->formulas.at, s->places.n, value) ||
      !field_point_values(c->point, problem_F(&eq->free), n, f) ||
      !field_point_values(c->point, eq->constraints.b, r, f + n))
    return false;
  for (size_t k = s->first; k < s->end; k++) value[k] = fingerprint_negative(value[k]);
  if (!solve_system(c, s, value, f, n, y)) return false;
  for (size_t i = 0; i < n; i++) x[i] = y[i];
  for (size_t k = s->first; k < s->end; k++) {
    const SparsePlace at = s->places.at[k];
    const Fingerprint B = fingerprint_negative(value[k]);
    push[at.row] = fingerprint_plus_product(push[at.row], B, y[at.column]);
  }
  return true;
}

// B^T B of a block of B
static Fingerprint *block_square(FieldMotion *c, const SparseBlock *block, const Fingerprint *B) {
  const size_t n = block->columns;
  Fingerprint *G = ARENA_ARRAY(c->arena, Fingerprint, n * n + 1);
  for (size_t a = 0; a < block->rows; a++)
    for (size_t i = 0; i < n; i++) {
      guard_poll(c->arena->guard);
      for (size_t j = 0; j < n; j++)
        G[i * n + j] = fingerprint_plus_product(G[i * n + j], B[a * n + i], B[a * n + j]);
    }
  return G;
}

// Sets the multipliers of least norm with B^T lambda = push: lambda = B y, B^T B y = push
static bool set_multipliers(FieldMotion *c, const Fingerprint *push) {
  const size_t n = c->eq.n, r = c->eq.constraints.r;
  if (r == 0) return true;
  const FieldSystem *s = &c->multipliers;
  Fingerprint *value = ARENA_ARRAY(c->arena, Fingerprint, s->places.n + 1),
              *lambda = ARENA_ARRAY(c->arena, Fingerprint, r),
              *right = ARENA_ARRAY(c->arena, Fingerprint, n),
              *y = ARENA_ARRAY(c->arena, Fingerprint, n);
  if (!field_point_values(c->point, s->formulas.at, s->places.n, value)) return false;
  for (size_t b = 0; b < s->blocks.n; b++) {
    const SparseBlock *block = &s->blocks.at[b];
    const Fingerprint *B = block_matrix(c, s, block, value);
    for (size_t j = 0; j < block->columns; j++) right[j] = push[block->column[j]];
    if (!solve(c, block->columns, block->columns, block_square(c, block, B), right, 0, y))
      return false;
    for (size_t a = 0; a < block->rows; a++)
      for (size_t j = 0; j < block->columns; j++)
        lambda[block->row[a]] =
          fingerprint_plus_product(lambda[block->row[a]], B[a * block->columns + j], y[j]);
  }
  for (size_t a = 0; a < r; a++) set_named(c, "lambda", c->eq.constraints.row[a].name, lambda[a]);
  return true;
}

// Sets u' and M u' - F, and everything that follows from them
static bool set_rates(FieldMotion *c, const Fingerprint *x, const Fingerprint *push) {
  const size_t n = c->eq.n;
  for (size_t i = 0; i < n; i++) set(c, c->eq.free.ud[i], x[i]);
  for (size_t i = 0; i < n; i++) set(c, c->push_of[i], push[i]);
  return set_values(c, c->follows, c->formula, 3 * n);
}

// Sets z' of free speeds: psi_z z' = q'' - rate
static bool set_speed_rates(FieldMotion *c) {
  const Parametrization *p = &c->eq.given;
  const size_t n = c->eq.n, m = p->m;
  if (m == 0) return true;
  Fingerprint *slope = ARENA_ARRAY(c->arena, Fingerprint, n * m),
              *rest = ARENA_ARRAY(c->arena, Fingerprint, n),
              *zd = ARENA_ARRAY(c->arena, Fingerprint, m);
  for (size_t i = 0; i < n; i++)
    if (!value_of(c, expr_sub(c->pool, c->eq.qdd[i], c->rate[i]), &rest[i])) return false;
  if (!field_point_values(c->point, c->slope, n * m, slope) || !solve(c, n, m, slope, rest, m, zd))
    return false;
  for (size_t k = 0; k < m; k++) set(c, p->zd[k], zd[k]);
  return true;
}

// Sets momenta and quasi-velocities, which are functions of the state.
static bool set_functions(FieldMotion *c) {
  const Equations *eq = &c->eq;
  Expr *p = ARENA_ARRAY(c->arena, Expr, eq->n + 1);
  for (size_t i = 0; i < eq->n; i++) p[i] = eq->model->coordinates.at[i].p;
  if (!set_values(c, p, equations_momentum(eq), eq->n)) return false;
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    if (!expr_is_none(c->quasi[i]) && !set_value(c, eq->model->speeds.at[i].z, c->quasi[i]))
      return false;
  return true;
}

static bool find_motion(FieldMotion *c) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n;
  Fingerprint *x = ARENA_ARRAY(c->arena, Fingerprint, n),
              *push = ARENA_ARRAY(c->arena, Fingerprint, n);
  if (!set_functions(c) || !solve_motion(c, x, push) || !set_multipliers(c, push) ||
      !set_rates(c, x, push))
    return false;
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    if (!expr_is_none(c->quasi_rate[i]) &&
        !set_value(c, eq->model->speeds.at[i].zd, c->quasi_rate[i]))
      return false;
  return set_speed_rates(c);
}

static Status go(FieldMotion *c, unsigned draw) {
  TRY(ground_point_pinned(&c->eq, c->arena, draw, c->conditions.at, c->conditions.n, c->pins,
                          &c->point));
  // from here on, square roots are roots in the field if they exist, of random sign
  if (c->signs != 0)
    field_point_take_roots(c->point, 0, c->signs);
  else
    field_motion_change_signs(c, draw + 1);
  c->point->lacks_root = 0;
  // likewise the velocities, if they are functions of the rest
  if (c->eq.beside > 0 && !set_values(c, c->eq.qd, c->eq.state.psi, c->eq.n)) return STATUS_DOMAIN;
  for (size_t i = 0; i < c->denominators.n; i++) {
    Fingerprint value;
    if (!value_of(c, c->denominators.at[i], &value) || value.v[0] == 0 || value.v[1] == 0)
      return STATUS_DOMAIN;
  }
  return find_motion(c) ? STATUS_OK : STATUS_DOMAIN;
}

Status field_motion_go(FieldMotion *c, unsigned draw) {
  if (!c->keeps) return go(c, draw);
  while (c->kept.n <= draw) {
    const Status status = go(c, (unsigned) c->kept.n);
    const bool lacks = status != STATUS_UNABLE && c->point->lacks_root;
    array_push(c->arena, &c->kept, ((FieldMotionPoint){c->point, status, lacks}));
  }
  const FieldMotionPoint kept = c->kept.at[draw];
  c->point = kept.point;
  if (kept.status == STATUS_OK) {
    // a lacking root is noticed only when it is computed
    field_motion_change_signs(c, draw + 1);
    c->point->lacks_root = kept.lacks_root;
  }
  return kept.status;
}

// Do the constraints on velocities hold at the point?
static bool is_admissible(FieldMotion *c) {
  for (size_t a = 0; a < c->eq.constraints.r; a++) {
    const Expr C = c->eq.constraints.row[a].velocity;
    Fingerprint value;
    if (expr_is_none(C)) continue;
    if (!value_of(c, C, &value) || !field_point_is_zero(c->point, value)) return false;
  }
  return true;
}

bool field_motion_reverse(FieldMotion *c, const Expr *speed, size_t n) {
  const Equations *eq = &c->eq;
  const size_t all = eq->n + n;
  Expr *symbol = ARENA_ARRAY(c->arena, Expr, all + 1);
  Fingerprint *value = ARENA_ARRAY(c->arena, Fingerprint, all + 1);
  for (size_t i = 0; i < all; i++) symbol[i] = i < eq->n ? eq->qd[i] : speed[i - eq->n];
  if (!field_point_values(c->point, symbol, all, value)) return false;
  c->point = field_point_copy(c->point, c->arena);
  for (size_t i = 0; i < all; i++) set(c, symbol[i], fingerprint_negative(value[i]));
  if (eq->beside > 0 && !set_values(c, eq->qd, eq->state.psi, eq->n)) return false;
  return is_admissible(c) && find_motion(c);
}

bool field_motion_value(FieldMotion *c, Expr statement, Fingerprint *value) {
  return value_of(c, statement, value);
}

bool field_motion_lacks_roots(const FieldMotion *c) {
  return c->point->lacks_root != 0;
}

static bool motion_has(const FieldMotion *c, IsIt *is_it) {
  const Equations *eq = &c->eq;
  return has_any(c, problem_M(&eq->free)->at, eq->n * eq->n, is_it) ||
         has_any(c, problem_F(&eq->free), eq->n, is_it) ||
         has_any(c, eq->constraints.A.at, eq->n * eq->constraints.r, is_it);
}

bool field_motion_has_roots(const FieldMotion *c, Expr statement) {
  return has_any(c, &statement, 1, branches_is_root) || motion_has(c, branches_is_root);
}

#define SQUARE_POINTS 12  // at this many points, in both fields, only a square always has roots

// Does e have a square root at all points visited?
static bool is_square(FieldMotion *c, Expr e) {
  unsigned seen = 0;
  for (unsigned draw = 0; draw < 2 * SQUARE_POINTS && seen < SQUARE_POINTS; draw++) {
    Fingerprint value;
    if (field_motion_go(c, draw) != STATUS_OK || !value_of(c, e, &value)) continue;
    seen++;
    for (int k = 0; k < FIELD_COUNT; k++)
      if (value.v[k] != 0 && field_pow(k, value.v[k], (field_prime(k) - 1) / 2) != 1) return false;
  }
  return seen > 0;
}

static size_t count_split(FieldMotion *c, const Expr *roots, size_t n) {
  const ExprList nodes = expr_reachable(c->pool, roots, n, c->arena);
  size_t count = 0;
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr e = nodes.at[i];
    if (!branches_is_root(c->pool, e)) continue;
    if (expr_kind(c->pool, e) == EXPR_FUNCTION) count++;
    for (size_t k = 0; expr_kind(c->pool, e) == EXPR_PRODUCT && k < expr_count(c->pool, e); k++) {
      const ExprTerm term = expr_operand(c->pool, e, k);
      count += !ratio_is_integer(c->pool, term.c) && is_square(c, term.e);
    }
  }
  return count;
}

size_t field_motion_split_roots(FieldMotion *c, Expr statement, bool *in_motion) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n;
  const size_t moving = motion_has(c, branches_is_root)
                          ? count_split(c, problem_M(&eq->free)->at, n * n) +
                              count_split(c, problem_F(&eq->free), n) +
                              count_split(c, eq->constraints.A.at, n * eq->constraints.r)
                          : 0;
  *in_motion = moving > 0;
  return moving + count_split(c, &statement, 1);
}

void field_motion_change_signs(FieldMotion *c, uint64_t seed) {
  field_point_take_roots(c->point, 0, hash_mix(seed) | 1);
}

bool field_motion_has_strangers(const FieldMotion *c, Expr statement) {
  return has_any(c, &statement, 1, is_strange) || motion_has(c, is_strange);
}

// --- definitions ---------------------------------------------------------------------------------

bool field_motion_define(const Equations *eq, FieldPoint *point) {
  for (size_t i = 0; i < eq->n; i++) {
    Fingerprint value;
    if (!field_point_values(point, &equations_momentum(eq)[i], 1, &value)) return false;
    field_point_set(point, eq->model->coordinates.at[i].p, value);
  }
  for (size_t i = 0; i < eq->model->speeds.n; i++) {
    const Speed *speed = &eq->model->speeds.at[i];
    Fingerprint value;
    if (expr_is_none(speed->definition)) continue;
    if (!field_point_values(point, &speed->definition, 1, &value)) return false;
    field_point_set(point, speed->z, value);
  }
  return true;
}
