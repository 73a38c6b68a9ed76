// ground/points.c: random points on the constraint manifold over the finite fields.
//
// In:    holonomic constraints, in an order in which each can be solved for a coordinate (or an
//        angle, or a parameter) that none before it contains, or along which those before it can
//        be followed; then constraints on velocities, the linear ones by elimination, one more by
//        a root
// Out:   a FieldPoint at which all of them hold
// From:  docs/theory/fingerprints.md, section "On the constraint manifold"
// Fails: STATUS_UNABLE after POINT_TRIES draws: half of all quadratic equations have no root in a
//        field

#include "ground/points_impl.h"
#include "algebra/field_linear.h"
#include "base/table.h"
#include <flint/nmod.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>
#include <stdlib.h>

#define POINT_TRIES 64
#define DEGREE_MOST 8  // of a constraint in one variable, and half that in e^(i x) and its inverse
#define NODES (DEGREE_MOST + 1)
#define PROBES 2  // further points that verify that it is a polynomial

// --- random elements -----------------------------------------------------------------------------

static uint64_t random_element(Draw *d, int k) {
  d->seed = hash_mix(d->seed + 0x9e3779b97f4a7c15u);
  return 1 + d->seed % (field_prime(k) - 1);
}

Fingerprint point_random(Draw *d) {
  Fingerprint value;
  for (int k = 0; k < FIELD_COUNT; k++) value.v[k] = random_element(d, k);
  return value;
}

bool point_value(Draw *d, Expr e, Fingerprint *value) {
  return field_point_values(d->point, &e, 1, value);
}

// --- one polynomial ------------------------------------------------------------------------------

static bool lies_on(const nmod_poly_t f, uint64_t x, uint64_t y) {
  return nmod_poly_evaluate_nmod(f, x) == y;
}

// Finds a root in field k of the polynomial through these values; returns false if there is none.
static bool find_root(Draw *d, int k, const uint64_t *x, const uint64_t *y, uint64_t *root) {
  nmod_poly_t f;
  nmod_poly_init(f, field_prime(k));
  nmod_poly_interpolate_nmod_vec(f, x, y, NODES);
  bool found = nmod_poly_degree(f) >= 1;
  for (size_t i = NODES; i < NODES + PROBES; i++) found = found && lies_on(f, x[i], y[i]);
  if (found) {
    nmod_poly_factor_t roots;
    nmod_poly_factor_init(roots);
    nmod_poly_roots(roots, f, 0);
    found = roots->num > 0;
    // a factor x - r is stored with the constant term -r
    if (found) {
      const size_t chosen = (size_t) (random_element(d, k) % (uint64_t) roots->num);
      *root = nmod_neg(nmod_poly_get_coeff_ui(roots->p + chosen, 0), f->mod);
    }
    nmod_poly_factor_clear(roots);
  }
  nmod_poly_clear(f);
  return found;
}

bool point_solve_along(Draw *d, Expr e, const Path *path) {
  uint64_t x[FIELD_COUNT][NODES + PROBES], y[FIELD_COUNT][NODES + PROBES];
  for (size_t i = 0; i < NODES + PROBES; i++) {
    Fingerprint at, value;
    path->move(d, path->self, point_random(d), &at);
    if (!point_value(d, e, &value)) return false;
    for (int k = 0; k < d->point->fields; k++) {
      x[k][i] = at.v[k];
      y[k][i] = field_mul(k, value.v[k], field_pow(k, at.v[k], path->shift));
    }
  }
  Fingerprint root = {{1, 1}};
  for (int k = 0; k < d->point->fields; k++)
    if (!find_root(d, k, x[k], y[k], &root.v[k])) return false;
  return path->arrive(d, path->self, root);
}

// --- positions -----------------------------------------------------------------------------------

static void move_symbol(Draw *d, void *self, Fingerprint at, Fingerprint *x) {
  field_point_set(d->point, *(Expr *) self, at);
  *x = at;
}

static bool arrive_symbol(Draw *d, void *self, Fingerprint root) {
  field_point_set(d->point, *(Expr *) self, root);
  return true;
}

// x stands for e^(i*symbol), which must be a 24th power
static void move_angle(Draw *d, void *self, Fingerprint at, Fingerprint *x) {
  for (int k = 0; k < FIELD_COUNT; k++) x->v[k] = field_pow(k, at.v[k], 24);
  field_point_set_angle(d->point, *(Expr *) self, *x);
}

// One root in 24 is a 24th power.
static bool arrive_angle(Draw *d, void *self, Fingerprint root) {
  for (int k = 0; k < d->point->fields; k++)
    if (field_pow(k, root.v[k], field_order(k)) != 1) return false;
  field_point_set_angle(d->point, *(Expr *) self, root);
  return true;
}

// The variables for which an equation may be solved: coordinates, and velocities if equations on these are among the
// rows, beginning anywhere; then parameters. So (x - 1)*(y - 1) = 0 is solved by y = 1 at some points, by x = 1 at
// others.
static size_t state_variables(const Draw *d) {
  return d->eq->n + (d->together ? d->nv : 0);
}

static size_t variables(const Draw *d) {
  return state_variables(d) + d->eq->model->parameters.n;
}

static Expr variable(const Draw *d, size_t i) {
  const size_t n = state_variables(d);
  if (i >= n) return d->eq->model->parameters.at[i - n].symbol;
  const size_t k = n - 1 - (i + d->first) % n;
  return k < d->eq->n ? d->eq->q[k] : d->v[k - d->eq->n];
}

static int by_size(const void *a, const void *b) {
  const size_t x = *(const size_t *) a, y = *(const size_t *) b;
  return (x > y) - (x < y);
}

static void count_row(Draw *d, const Row *row, bool more) {
  for (size_t i = 0; i < row->n; i++) {
    size_t *count = &d->rows_with[row->variable[i]];
    *count = more ? *count + 1 : *count - 1;
  }
}

static void find_variables(Draw *d) {
  Memo number = {0};
  for (size_t i = 0; i < variables(d) && d->rows.n > 0; i++) {
    const Expr symbol = variable(d, i);
    if (expr_symbol_is_used(d->eq->pool, symbol))
      memo_put(d->arena, &number, symbol.id, (uint32_t) i);
  }
  for (size_t k = 0; k < d->rows.n; k++) {
    Row *row = &d->rows.at[k];
    const ExprList inside = expr_symbols(d->eq->pool, &row->h, 1, d->arena);
    row->variable = ARENA_ARRAY(d->arena, size_t, inside.n + 1);
    for (size_t i = 0; i < inside.n; i++) {
      uint32_t v;
      if (memo_get(&number, inside.at[i].id, &v)) row->variable[row->n++] = v;
    }
    qsort(row->variable, row->n, sizeof *row->variable, by_size);
  }
}

// Does the row contain a variable that no other row contains?
static bool has_variable_of_its_own(const Draw *d, const Row *row) {
  for (size_t i = 0; i < row->n; i++)
    if (d->rows_with[row->variable[i]] == 1) return true;
  return false;
}

// Sorts the equations for solving: the last one has a variable that no other contains, and so on for the rest.
static void order_rows(Draw *d) {
  Row *row = d->rows.at;
  d->rows_with = ARENA_ARRAY(d->arena, size_t, d->rows.n > 0 ? variables(d) : 1);
  for (size_t k = 0; k < d->rows.n; k++) count_row(d, &row[k], true);
  for (size_t left = d->rows.n; left > 1; left--) {
    size_t i = left;
    while (i > 0 && !has_variable_of_its_own(d, &row[i - 1])) i--;
    if (i == 0) break;  // coupled: solve_row will fail
    const Row last = row[i - 1];
    row[i - 1] = row[left - 1];
    row[left - 1] = last;
    count_row(d, &last, false);
  }
}

// h = alpha x + beta: sets x = -beta/alpha; returns false if h is not linear in x
static bool solve_linear(Draw *d, Expr h, Expr symbol) {
  Fingerprint beta, sum, check, root = {{1, 1}}, slope;
  field_point_set(d->point, symbol, (Fingerprint){{0}});
  bool good = point_value(d, h, &beta);
  field_point_set(d->point, symbol, (Fingerprint){{1, 1}});
  good = good && point_value(d, h, &sum);
  for (int k = 0; good && k < d->point->fields; k++) {
    slope.v[k] = field_sub(k, sum.v[k], beta.v[k]);
    root.v[k] = field_sub(k, 0, field_mul(k, beta.v[k], field_inv(k, slope.v[k])));
    good = slope.v[k] != 0;
  }
  if (!good) return false;
  field_point_set(d->point, symbol, root);
  return point_value(d, h, &check) && field_point_is_zero(d->point, check);
}

// After a move: makes the constraints solved so far hold again, one after another.
static bool follow(Draw *d) {
  for (size_t i = 0; i < d->solved.n; i++) {
    Fingerprint value;
    const Solved s = d->solved.at[i];
    if (point_value(d, s.h, &value) && field_point_is_zero(d->point, value)) continue;
    if (!solve_linear(d, s.h, s.symbol)) return false;
  }
  return true;
}

// Moves x and everything that follows from it.
static void move_and_follow(Draw *d, void *self, Fingerprint at, Fingerprint *x) {
  move_symbol(d, self, at, x);
  follow(d);
}

static bool arrive_and_follow(Draw *d, void *self, Fingerprint root) {
  return arrive_symbol(d, self, root) && follow(d);
}

static void turn_and_follow(Draw *d, void *self, Fingerprint at, Fingerprint *x) {
  move_angle(d, self, at, x);
  follow(d);
}

static bool arrive_turned_and_follow(Draw *d, void *self, Fingerprint root) {
  return arrive_angle(d, self, root) && follow(d);
}

// Solves h for the symbol, directly or in sines and cosines of it. The constraints before it that contain the symbol
// follow; if they cannot, h is not a polynomial along the path, and this fails.
static bool solve_for(Draw *d, Expr h, Expr symbol, bool taken) {
  const Path plain = {taken ? move_and_follow : move_symbol,
                      taken ? arrive_and_follow : arrive_symbol, &symbol, 0};
  const Path angle = {taken ? turn_and_follow : move_angle,
                      taken ? arrive_turned_and_follow : arrive_angle, &symbol, DEGREE_MOST / 2};
  const Fingerprint before = point_random(d);
  bool found = point_solve_along(d, h, &plain);
  if (!found) {
    field_point_set(d->point, symbol, before);
    found = follow(d) && point_solve_along(d, h, &angle);
  }
  if (found) array_push(d->arena, &d->solved, ((Solved){h, symbol}));
  return found;
}

static bool is_bound(const Draw *d, Expr symbol) {
  for (size_t i = 0; i < d->pins.n; i++)
    if (expr_same(d->pins.at[i].symbol, symbol)) return true;
  for (size_t i = 0; i < d->solved.n; i++)
    if (expr_same(d->solved.at[i].symbol, symbol)) return true;
  return false;
}

// May the row be solved for this symbol? Only if the rows so far and this one determine their symbols also at the real
// state: then the points found lie on its piece. r*cos(x) = 0 is not solved by r = 0.
static bool may_solve_for(Draw *d, const Row *row, Expr symbol) {
  const size_t n = d->solved.n + 1;
  if (d->ground == NULL || d->ground->state == NULL) return true;
  Expr *equation = ARENA_ARRAY(d->arena, Expr, n), *symbols = ARENA_ARRAY(d->arena, Expr, n);
  for (size_t i = 0; i + 1 < n; i++) {
    equation[i] = d->solved.at[i].h;
    symbols[i] = d->solved.at[i].symbol;
  }
  equation[n - 1] = row->h;
  symbols[n - 1] = symbol;
  return ground_state_determines(d->ground->state, d->eq->pool, equation, symbols, n);
}

// Solves a row, leaving those before it satisfied.
static bool solve_row(Draw *d, const Row *row) {
  Fingerprint value;
  if (point_value(d, row->h, &value) && field_point_is_zero(d->point, value)) return true;
  for (int taken = 0; taken < 2; taken++)
    for (size_t i = 0; i < row->n; i++) {
      const Expr symbol = variable(d, row->variable[i]);
      if ((d->rows_with[row->variable[i]] > 0) != (taken == 1) || is_bound(d, symbol)) continue;
      if (!may_solve_for(d, row, symbol)) continue;
      if (solve_for(d, row->h, symbol, taken == 1)) return true;
    }
  return false;
}

static bool solve_rows(Draw *d) {
  find_variables(d);
  order_rows(d);
  d->rows_with = ARENA_ARRAY(d->arena, size_t, d->rows.n > 0 ? variables(d) : 1);
  for (size_t k = 0; k < d->rows.n; k++) {
    if (!solve_row(d, &d->rows.at[k])) return false;
    count_row(d, &d->rows.at[k], true);
  }
  return true;
}

// --- all of it -----------------------------------------------------------------------------------

static void add_row(Draw *d, Expr h) {
  array_push(d->arena, &d->rows, (Row){.h = h});
}

// Collects holonomic constraints; with further conditions, these and the constraints on velocities, too.
static void gather_rows(Draw *d, const Expr *conditions, size_t n) {
  const Constraints *c = &d->eq->constraints;
  const bool speeds = d->eq->given.m > 0;
  d->together = n > 0;
  for (size_t a = 0; a < c->r; a++)
    if (!expr_is_none(c->row[a].position)) add_row(d, c->row[a].position);
  for (size_t a = 0; d->together && !speeds && a < c->r; a++)
    if (!expr_is_none(c->row[a].velocity)) add_row(d, point_numerator(d, c->row[a].velocity));
  for (size_t i = 0; i < n; i++) add_row(d, conditions[i]);
}

static void put_pins(Draw *d) {
  for (size_t i = 0; i < d->pins.n; i++) {
    const Pin pin = d->pins.at[i];
    if (pin.angle)
      field_point_set_angle(d->point, pin.symbol, pin.value);
    else
      field_point_set(d->point, pin.symbol, pin.value);
  }
}

// Does the point have the rank and the dimension of the real piece?
static bool is_on_piece(Draw *d) {
  const Equations *eq = d->eq;
  const size_t r = eq->constraints.r, n = eq->n;
  if (d->ground == NULL || d->ground->state == NULL) return true;
  if (d->solved.n != d->ground->state->positions) return false;
  Fingerprint *A = ARENA_ARRAY(d->arena, Fingerprint, r * n);
  uint64_t *a = ARENA_ARRAY(d->arena, uint64_t, r * n);
  size_t *ranks = ARENA_ARRAY(d->arena, size_t, r + 1);
  if (!field_point_values(d->point, eq->constraints.A.at, r * n, A)) return true;
  for (size_t i = 0; i < r * n; i++) a[i] = A[i].v[0];
  field_ranks(0, d->arena, r, n, a, ranks);
  return ranks[r] == d->ground->rank;
}

// If facts hold only for the parameter values of the model, decides them for these values.
static void put_values(Draw *d) {
  const Model *model = d->eq->model;
  if (d->ground == NULL || !d->ground->for_values) return;
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    if (!expr_symbol_is_used(d->eq->pool, symbol)) continue;
    field_point_set(d->point, symbol, expr_fingerprint(d->eq->pool, real_constant(d->eq, symbol)));
  }
}

static bool try_point(Draw *d) {
  const Equations *eq = d->eq;
  for (size_t i = 0; i < eq->n; i++) {
    field_point_set(d->point, eq->q[i], point_random(d));
    field_point_set(d->point, eq->qd[i], point_random(d));
  }
  for (size_t i = 0; i < d->nv; i++) field_point_set(d->point, d->v[i], point_random(d));
  for (size_t i = 0; i < eq->model->parameters.n; i++) {
    const Expr symbol = eq->model->parameters.at[i].symbol;
    if (expr_symbol_is_used(eq->pool, symbol)) field_point_set(d->point, symbol, point_random(d));
  }
  put_values(d);
  put_pins(d);
  if (!solve_rows(d)) return false;
  const bool speeds = eq->given.m > 0;
  return (speeds || d->together || point_velocities(d)) && (eq->beside == 0 || point_rates(d)) &&
         is_on_piece(d);
}

// ground: that of the required piece; NULL: any piece.
static Status draw_point(const Equations *eq, Arena *arena, unsigned draw, const Expr *conditions,
                         size_t n, Pins pins, const Ground *ground, FieldPoint **point) {
  for (unsigned i = 0; i < POINT_TRIES; i++) {
    Draw d = {.eq = eq,
              .arena = arena,
              .point = field_point_create(eq->pool, arena),
              .seed = hash_mix(((uint64_t) draw << 32) + i + 1),
              .pins = pins,
              .ground = ground,
              .v = eq->state.z,
              .nv = eq->state.m};
    if (pins.first_field) d.point->fields = 1;
    gather_rows(&d, conditions, n);
    d.first = (size_t) random_element(&d, 0) % state_variables(&d);
    if (!try_point(&d)) continue;
    *point = d.point;
    return STATUS_OK;
  }
  return STATUS_UNABLE;
}

// Draws a point on the piece of the ground. A search that found no point is not repeated.
static Status point_on_piece(const Equations *eq, Arena *arena, unsigned draw, Pins pins,
                             FieldPoint **point) {
  const Ground *ground = ground_of(eq);
  if (ground->state != NULL && ground->state->pointless) return STATUS_UNABLE;
  const Status status = draw_point(eq, arena, draw, NULL, 0, pins, ground, point);
  if (ground->state != NULL && pins.n == 0) ground->state->pointless = status != STATUS_OK;
  return status;
}

Status ground_point_pinned(const Equations *eq, Arena *arena, unsigned draw, const Expr *conditions,
                           size_t n, Pins pins, FieldPoint **point) {
  if (n == 0) return point_on_piece(eq, arena, draw, pins, point);
  return draw_point(eq, arena, draw, conditions, n, pins, NULL, point);
}

Status ground_point_anywhere(const Equations *eq, Arena *arena, unsigned draw, FieldPoint **point) {
  return draw_point(eq, arena, draw, NULL, 0, (Pins){0}, NULL, point);
}

Status ground_point_given(const Equations *eq, Arena *arena, unsigned draw, const Expr *conditions,
                          size_t n, FieldPoint **point) {
  return ground_point_pinned(eq, arena, draw, conditions, n, (Pins){0}, point);
}

Status ground_redraw_velocities(const Equations *eq, Arena *arena, unsigned draw,
                                FieldPoint *point) {
  for (unsigned i = 0; i < POINT_TRIES; i++) {
    Draw d = {.eq = eq,
              .arena = arena,
              .point = point,
              .seed = hash_mix(((uint64_t) draw << 32) + i + 1),
              .v = eq->state.z,
              .nv = eq->state.m};
    for (size_t k = 0; k < d.nv; k++) field_point_set(point, d.v[k], point_random(&d));
    const bool speeds = eq->given.m > 0;
    if ((speeds || point_velocities(&d)) && (eq->beside == 0 || point_rates(&d))) return STATUS_OK;
  }
  return STATUS_UNABLE;
}

Status ground_point(const Equations *eq, Arena *arena, unsigned draw, FieldPoint **point) {
  return ground_point_given(eq, arena, draw, NULL, 0, point);
}
