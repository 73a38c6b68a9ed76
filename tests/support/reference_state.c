// support/reference_state.c: states that satisfy the constraints, in numbers of 113 bits.

#include "support/reference_impl.h"

#include <string.h>

#define NEWTON_STEPS 200  // before giving up
#define HALVINGS 40       // of a step that makes things worse
#define CONSISTENT 1e-30  // residuals below this, times 1 + the largest of the state, are zero

// Equations, and the places of a state that may be changed to satisfy them.
typedef struct {
  ARRAY(Expr) equations;
  ARRAY(size_t) unknowns;
  Series series;
  SeriesValue *residual, *slope;
} AugmentedProblem;

static void add_equation(QuadMotion *r, AugmentedProblem *p, Expr e) {
  if (!expr_is_none(e) && !expr_same(e, EXPR_ZERO)) array_push(&r->arena, &p->equations, e);
}

static bool prepare(QuadMotion *r, AugmentedProblem *p) {
  const size_t rows = p->equations.n, columns = p->unknowns.n;
  series_init(&p->series, &r->arena, r->pool, 0);
  for (size_t i = 0; i < r->places; i++) series_input(&p->series, r->symbol[i]);
  reference_parameters(r, &p->series);
  p->residual = ARENA_ARRAY(&r->arena, SeriesValue, rows);
  p->slope = ARENA_ARRAY(&r->arena, SeriesValue, rows * columns);
  for (size_t a = 0; a < rows; a++) {
    const Expr e = p->equations.at[a];
    p->residual[a] = series_add(&p->series, e);
    for (size_t i = 0; i < columns; i++) {
      const Expr slope = expr_diff(r->pool, e, r->symbol[p->unknowns.at[i]]);
      p->slope[a * columns + i] = series_add(&p->series, slope);
    }
  }
  series_ready(&p->series);
  return expr_is_none(p->series.missing) ||
         reference_fail(r, text_format(&r->arena, "%s is not known to the judge",
                                       expr_symbol_name(r->pool, p->series.missing)));
}

// Computes the residuals, with their sign changed; returns the largest of them.
static Quad defects(const QuadMotion *r, AugmentedProblem *p, const Quad *state, Quad *out) {
  for (size_t i = 0; i < r->places; i++) series_at(&p->series, (uint32_t) i)[0] = state[i];
  series_run(&p->series, 0);
  for (size_t a = 0; a < p->equations.n; a++) out[a] = -series_get(&p->series, p->residual[a], 0);
  return quad_norm(out, p->equations.n);
}

// Takes a Gauss-Newton step, halved until it helps. Returns the residual that is left.
static Quad improve(QuadMotion *r, AugmentedProblem *p, Quad *state, Quad error, Quad *out) {
  const size_t rows = p->equations.n, columns = p->unknowns.n;
  Quad *slope = ARENA_ARRAY(&r->arena, Quad, rows * columns);
  Quad *step = ARENA_ARRAY(&r->arena, Quad, columns);
  Quad *from = ARENA_ARRAY(&r->arena, Quad, r->places);
  memcpy(from, state, r->places * sizeof *from);
  for (size_t i = 0; i < rows * columns; i++) slope[i] = series_get(&p->series, p->slope[i], 0);
  if (!quad_least_norm(rows, columns, slope, out, step)) return error;
  Quad part = 1;
  for (int i = 0; i < HALVINGS; i++, part /= 2) {
    for (size_t k = 0; k < columns; k++) {
      const size_t at = p->unknowns.at[k];
      state[at] = from[at] + part * step[k];
    }
    const Quad left = defects(r, p, state, out);
    if (left < error) return left;
  }
  memcpy(state, from, r->places * sizeof *from);
  return defects(r, p, state, out);
}

// Takes steps as long as they help, so that the last digits are right as well. Is the residual small?
static bool approach(QuadMotion *r, AugmentedProblem *p, Quad *state, Quad *error) {
  *error = 0;
  if (p->equations.n == 0) return true;
  if (!prepare(r, p)) return false;
  Quad *out = ARENA_ARRAY(&r->arena, Quad, p->equations.n);
  *error = defects(r, p, state, out);
  for (int i = 0; i<NEWTON_STEPS && * error> 0; i++) {
    const Quad left = improve(r, p, state, *error, out);
    if (!(left < *error)) break;
    *error = left;
  }
  return true;
}

static bool solve(QuadMotion *r, AugmentedProblem *p, Quad *state) {
  Quad error;
  if (!approach(r, p, state, &error)) return false;
  if (error <= quad(CONSISTENT) * (1 + quad_norm(state, r->places))) return true;
  return reference_fail(r, "no state satisfies the constraints");
}

static void add_positions(QuadMotion *r, AugmentedProblem *p) {
  for (size_t a = 0; a < r->eq.constraints.r; a++) {
    const ConstraintRow *row = &r->eq.constraints.row[a];
    if (row->level == LEVEL_POSITION) add_equation(r, p, row->position);
  }
}

// Adds constraints on velocities, and the rates.
static void add_velocities(QuadMotion *r, AugmentedProblem *p) {
  for (size_t a = 0; a < r->eq.constraints.r; a++) {
    const ConstraintRow *row = &r->eq.constraints.row[a];
    if (row->level != LEVEL_ACCELERATION) add_equation(r, p, row->velocity);
  }
  for (size_t i = 0; r->z > 0 && i < r->n; i++) {
    const Coordinate *x = &r->model->coordinates.at[i];
    if (!expr_is_none(x->rate)) add_equation(r, p, expr_sub(r->pool, x->qd, x->rate));
  }
}

static void add_unknowns(QuadMotion *r, AugmentedProblem *p, const bool *given, size_t from,
                         size_t to) {
  for (size_t i = from; i < to; i++)
    if (!given[i]) array_push(&r->arena, &p->unknowns, i);
}

// --- the initial state of the model --------------------------------------------------------------

static size_t place_of(const QuadMotion *r, Expr symbol) {
  size_t i = 0;
  while (i < r->places && !expr_same(r->symbol[i], symbol)) i++;
  return i;
}

// Returns the definition of a given momentum or quasi-velocity: an equation for the velocities.
static Expr defined(const QuadMotion *r, Expr symbol) {
  for (size_t i = 0; i < r->n; i++)
    if (expr_same(r->model->coordinates.at[i].p, symbol)) return equations_momentum(&r->eq)[i];
  for (size_t i = 0; i < r->model->speeds.n; i++)
    if (expr_same(r->model->speeds.at[i].z, symbol)) return r->model->speeds.at[i].definition;
  return EXPR_NONE;
}

static bool assign(QuadMotion *r, const Assignments *list, Quad *state, bool *given,
                   AugmentedProblem *p) {
  for (size_t i = 0; i < list->n; i++) {
    const Assignment *a = &list->at[i];
    const size_t at = place_of(r, a->symbol);
    if (at < r->places) {
      if (!reference_constant(r, a->value, &state[at]))
        return reference_fail(r, "the initial state has no value");
      if (given != NULL) given[at] = true;
    } else if (p != NULL) {
      add_equation(r, p, expr_sub(r->pool, defined(r, a->symbol), a->value));
    }
  }
  return true;
}

bool reference_initial(QuadMotion *r, Quad *t, Quad *q, Quad *v) {
  const size_t n = r->n;
  AugmentedProblem positions = {0}, velocities = {0};
  Quad *state = ARENA_ARRAY(&r->arena, Quad, r->places);
  bool *given = ARENA_ARRAY(&r->arena, bool, r->places);
  const Expr from = r->model->simulation.from;
  if (r->model->simulation.given && !expr_is_none(from) && !reference_constant(r, from, state))
    return reference_fail(r, "the time has no value");
  if (!assign(r, &r->model->guess, state, NULL, NULL) ||
      !assign(r, &r->model->initial, state, given, &velocities))
    return false;
  add_positions(r, &positions);
  add_unknowns(r, &positions, given, 1, 1 + n);
  if (!solve(r, &positions, state)) return false;
  add_velocities(r, &velocities);
  add_unknowns(r, &velocities, given, 1 + n, r->places);
  if (!solve(r, &velocities, state)) return false;
  *t = state[0];
  memcpy(q, state + 1, n * sizeof *q);
  memcpy(v, state + 1 + n, n * sizeof *v);
  return true;
}

// --- states of others ----------------------------------------------------------------------------

// Finds a first guess for the free speeds, which are not columns of the table.
static bool guess_speeds(QuadMotion *r, Quad *state) {
  Quad *initial = ARENA_ARRAY(&r->arena, Quad, r->places);
  if (!assign(r, &r->model->guess, initial, NULL, NULL) ||
      !assign(r, &r->model->initial, initial, NULL, NULL))
    return false;
  for (size_t i = 1 + 2 * r->n; i < r->places; i++) state[i] = initial[i];
  return true;
}

// First the speeds alone, which may be far away, then both, which moves the velocities least.
bool reference_find_speeds(QuadMotion *r, Quad *state) {
  bool *given = ARENA_ARRAY(&r->arena, bool, r->places);
  AugmentedProblem speeds = {0}, p = {0};
  Quad left;
  if (!guess_speeds(r, state)) return false;
  if (r->z > 0) add_velocities(r, &speeds);
  add_unknowns(r, &speeds, given, 1 + 2 * r->n, r->places);
  if (!approach(r, &speeds, state, &left)) return false;
  add_velocities(r, &p);
  add_unknowns(r, &p, given, 1 + r->n, r->places);
  return solve(r, &p, state);
}

bool reference_settle(QuadMotion *r, Quad t, Quad *q, Quad *v) {
  const size_t n = r->n;
  Quad *state = ARENA_ARRAY(&r->arena, Quad, r->places);
  bool *given = ARENA_ARRAY(&r->arena, bool, r->places);
  AugmentedProblem positions = {0};
  state[0] = t;
  memcpy(state + 1, q, n * sizeof *q);
  memcpy(state + 1 + n, v, n * sizeof *v);
  add_positions(r, &positions);
  add_unknowns(r, &positions, given, 1, 1 + n);
  if (!solve(r, &positions, state) || !reference_find_speeds(r, state)) return false;
  memcpy(q, state + 1, n * sizeof *q);
  memcpy(v, state + 1 + n, n * sizeof *v);
  return true;
}
