// solve/in_speeds.c: energies in the speeds that the model names.
//
// In:    a function of the state, in terms of coordinates and velocities
// Out:   the same in free speeds, q' = psi(q, z, t); or in quasi-velocities z = w(q, q', t), which
//        are solved for q', together with constraints if there are fewer speeds than coordinates
// Law:   the values agree at random points of the manifold

#include "algebra/algebra.h"
#include "methods/constraints.h"
#include "solve/closed.h"
#include "ground/field_motion.h"

#define POINTS 2

typedef struct {
  Equations *eq;
  Arena *arena;
  size_t n, rows;  // rows that are linear in the velocities: row q' + rest = speed, or 0
  Expr *A, *rest;  // rows x n; rows
  Expr *speed;     // EXPR_ZERO for a constraint
  Expr *qd;        // the velocities in terms of the speeds
  bool *chosen;    // rows used for solving
  bool on_manifold;
} InSpeeds;

// --- velocities in terms of speeds ---------------------------------------------------------------

static void add_row(InSpeeds *s, Expr e, Expr speed) {
  const Equations *eq = s->eq;
  if (expr_is_none(e) || !constraints_linear_in_velocities(eq->pool, e, eq->qd, eq->n)) return;
  Expr rest = e;
  for (size_t j = 0; j < s->n; j++) {
    const Expr zero = EXPR_ZERO;
    s->A[s->rows * s->n + j] = expr_diff(eq->pool, e, eq->qd[j]);
    rest = expr_substitute(eq->pool, rest, &eq->qd[j], &zero, 1);
  }
  s->rest[s->rows] = rest;
  s->speed[s->rows++] = speed;
}

static void gather_rows(InSpeeds *s) {
  const Equations *eq = s->eq;
  const size_t most = eq->model->speeds.n + eq->constraints.r;
  s->A = ARENA_ARRAY(s->arena, Expr, most * s->n + 1);
  s->rest = ARENA_ARRAY(s->arena, Expr, most + 1);
  s->speed = ARENA_ARRAY(s->arena, Expr, most + 1);
  s->chosen = ARENA_ARRAY(s->arena, bool, most + 1);
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    add_row(s, eq->model->speeds.at[i].definition, eq->model->speeds.at[i].z);
  for (size_t a = 0; s->rows > 0 && a < eq->constraints.r; a++)
    add_row(s, eq->constraints.row[a].velocity, EXPR_ZERO);
}

// Solves independent rows, definitions first, for the velocities. Returns false if there are too few.
static bool solve_rows(InSpeeds *s) {
  ExprPool *pool = s->eq->pool;
  const size_t n = s->n;
  Expr *A = ARENA_ARRAY(s->arena, Expr, n * n + n), *inverse = ARENA_ARRAY(s->arena, Expr, n * n);
  Expr *right = ARENA_ARRAY(s->arena, Expr, n);
  size_t rank = 0;
  for (size_t k = 0; k < s->rows && rank < n; k++) {
    for (size_t j = 0; j < n; j++) A[rank * n + j] = s->A[k * n + j];
    if (algebra_rank(pool, s->arena, rank + 1, n, A) == rank) continue;
    s->chosen[k] = true;
    s->on_manifold = s->on_manifold || expr_same(s->speed[k], EXPR_ZERO);
    right[rank++] = expr_sub(pool, s->speed[k], s->rest[k]);
  }
  if (rank < n || !algebra_eliminate(pool, s->arena, n, A, inverse)) return false;
  for (size_t i = 0; i < n; i++) s->qd[i] = expr_dot(pool, inverse + i * n, 1, right, n);
  return true;
}

static bool find_velocities(InSpeeds *s) {
  const Equations *eq = s->eq;
  s->qd = ARENA_ARRAY(s->arena, Expr, s->n);
  if (!free_in_velocities(eq)) return false;
  if (eq->given.m == 0) {
    gather_rows(s);
    return s->rows > 0 && solve_rows(s);
  }
  for (size_t i = 0; i < s->n; i++) s->qd[i] = eq->given.psi[i];
  s->on_manifold = eq->given.m < eq->n;
  return true;
}

// --- the function --------------------------------------------------------------------------------

static Expr put_in(const InSpeeds *s, Expr e) {
  return algebra_readable(s->eq->pool, expr_substitute(s->eq->pool, e, s->eq->qd, s->qd, s->n));
}

// Eliminates a speed that a constraint determines, e.g. w3 = 0, if that is shorter
static Expr eliminate(InSpeeds *s, Expr e, Expr relation) {
  ExprPool *pool = s->eq->pool;
  Expr best = e;
  for (size_t k = 0; k < s->rows; k++) {
    const Expr z = s->speed[k], zero = EXPR_ZERO;
    if (expr_same(z, EXPR_ZERO) || !expr_depends(pool, relation, z)) continue;
    const Expr slope = algebra_readable(pool, expr_diff(pool, relation, z));
    const Expr value =
      expr_neg(pool, expr_div(pool, expr_substitute(pool, relation, &z, &zero, 1), slope));
    if (expr_is_none(value) || expr_depends(pool, slope, z)) continue;
    const Expr other = algebra_readable(pool, expr_substitute(pool, e, &z, &value, 1));
    if (!expr_is_none(other) && expr_weight(pool, other) < expr_weight(pool, best)) best = other;
  }
  s->on_manifold = s->on_manifold || !expr_same(best, e);
  return best;
}

static bool same_values(const InSpeeds *s, Expr a, Expr b) {
  const Equations *eq = s->eq;
  unsigned found = 0;
  for (unsigned draw = 0; draw < 8 * POINTS && found < POINTS; draw++) {
    FieldPoint *point;
    Fingerprint value[2];
    if (ground_point(eq, s->arena, draw, &point) != STATUS_OK) return false;
    for (size_t i = 0; eq->given.m > 0 && i < eq->n; i++)
      if (field_point_values(point, &eq->given.psi[i], 1, value))
        field_point_set(point, eq->qd[i], value[0]);
    if (!field_motion_define(eq, point) || !field_point_values(point, (Expr[]){a, b}, 2, value))
      continue;
    if (value[0].v[0] != value[1].v[0] || value[0].v[1] != value[1].v[1]) return false;
    found++;
  }
  return found == POINTS;
}

// Row k in terms of the speeds.
static Expr relation_of(const InSpeeds *s, size_t k) {
  ExprPool *pool = s->eq->pool;
  const Expr sum = expr_dot(pool, s->A + k * s->n, 1, s->qd, s->n);
  return algebra_readable(pool, expr_add(pool, s->rest[k], sum));
}

static Expr in_speeds(InSpeeds *s, Expr e) {
  if (expr_is_none(e) || !find_velocities(s)) return EXPR_NONE;
  Expr result = put_in(s, e);
  for (size_t k = 0; k < s->rows && !expr_is_none(result); k++)
    if (!s->chosen[k] && expr_same(s->speed[k], EXPR_ZERO))
      result = eliminate(s, result, relation_of(s, k));
  if (expr_is_none(result)) (void) expr_trouble(s->eq->pool);
  return !expr_is_none(result) && same_values(s, e, result) ? result : EXPR_NONE;
}

Expr closed_in_speeds(Equations *eq, Expr e, bool *on_manifold) {
  Arena *work = expr_workspace(eq->pool);
  const ArenaMark mark = arena_mark(work);
  InSpeeds s = {.eq = eq, .arena = work, .n = eq->n};
  const Expr result = in_speeds(&s, e);
  *on_manifold = s.on_manifold;
  arena_release(work, mark);
  return result;
}

// The energy in speeds, if that is shorter and it is not a constant of the equations.
static Expr energy_in_speeds(Equations *eq, bool *on_manifold) {
  if (!expr_is_none(eq->along.energy)) return EXPR_NONE;
  const Expr e = closed_in_speeds(eq, eq->energy, on_manifold);
  if (expr_is_none(e)) return e;
  const uint32_t weight = expr_weight(eq->pool, algebra_readable(eq->pool, eq->energy));
  return expr_weight(eq->pool, e) < weight ? e : EXPR_NONE;
}

void solved_forms(Equations *eq, bool closed, bool reactions, SolvedForms *forms) {
  *forms = (SolvedForms){.status = STATUS_UNABLE};
  if (closed) forms->status = closed_forms(eq, eq->arena, reactions, &forms->closed);
  forms->energy = energy_in_speeds(eq, &forms->energy_on_manifold);
}
