// support/reference.c: the linear problem as series, and steps of Taylor's series.

#include "support/reference_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET ((size_t) 1 << 30)
#define LONGEST_STEP 1e3        // if a series ends, the solution is a polynomial
#define CHECKED_COEFFICIENTS 4  // the last ones decide the step: some may vanish by symmetry

// --- the model -----------------------------------------------------------------------------------

bool reference_fail(QuadMotion *r, const char *trouble) {
  r->trouble = trouble;
  return false;
}

static bool read_model(QuadMotion *r, const char *text) {
  Source *source = ARENA_NEW(&r->arena, Source);
  *source = (Source){"model", str(text_format(&r->arena, "%s", text))};
  const bool parsed = language_parse(r->model, source) == STATUS_OK;
  const DeriveOptions options = {.arena = &r->arena};
  if (model_finish(r->model) == STATUS_OK && parsed &&
      method_multipliers.derive(r->model, &options, &r->eq) == STATUS_OK)
    return true;
  Text message = text_make(&r->arena);
  diags_write(&r->diags, &message);
  return reference_fail(r, text_get(&message));
}

static bool is_free(const Speed *speed) {
  return expr_is_none(speed->definition);
}

static void list_symbols(QuadMotion *r) {
  const Equations *eq = &r->eq;
  r->n = eq->n;
  for (size_t i = 0; i < r->model->speeds.n; i++) r->z += is_free(&r->model->speeds.at[i]);
  r->places = 1 + 2 * r->n + r->z;
  r->symbol = ARENA_ARRAY(&r->arena, Expr, r->places);
  size_t k = 0;
  r->symbol[k++] = EXPR_TIME;
  for (size_t i = 0; i < r->n; i++) r->symbol[k++] = eq->q[i];
  for (size_t i = 0; i < r->n; i++) r->symbol[k++] = eq->qd[i];
  for (size_t i = 0; i < r->model->speeds.n; i++)
    if (is_free(&r->model->speeds.at[i])) r->symbol[k++] = r->model->speeds.at[i].z;
  r->rates_alone = r->z > 0 && r->model->constraints.n == 0;
}

void reference_parameters(const QuadMotion *r, Series *s) {
  for (size_t i = 0; i < r->parameters; i++)
    series_number(s, r->model->parameters.at[i].symbol, r->parameter[i]);
}

bool reference_constant(QuadMotion *r, Expr e, Quad *value) {
  Series s;
  series_init(&s, &r->arena, r->pool, 0);
  reference_parameters(r, &s);
  const SeriesValue v = series_add(&s, e);
  *value = v.c;
  return v.at == SERIES_NUMBER && expr_is_none(s.missing);
}

// Finds the parameters; each may use those before it.
static bool find_parameters(QuadMotion *r) {
  const size_t n = r->model->parameters.n;
  r->parameter = ARENA_ARRAY(&r->arena, Quad, n);
  for (; r->parameters < n; r->parameters++) {
    const Parameter *p = &r->model->parameters.at[r->parameters];
    if (expr_is_none(p->value) || !reference_constant(r, p->value, &r->parameter[r->parameters]))
      return reference_fail(r, text_format(&r->arena, "%s has no value", p->name));
  }
  return true;
}

// --- the linear problem --------------------------------------------------------------------------

static void add_entry(QuadMotion *r, size_t row, size_t column, Expr e, int sign) {
  if (expr_same(e, EXPR_ZERO)) return;
  const Entry entry = {row, column, series_add(&r->series, e), sign};
  array_push(&r->arena, &r->entries, entry);
}

// M x - B^T lambda = F, A x = b
static void augmented_problem(QuadMotion *r) {
  const Equations *eq = &r->eq;
  const Constraints *c = &eq->constraints;
  const size_t n = r->n;
  for (size_t a = 0; a < c->r; a++) {
    for (size_t i = 0; i < n; i++) {
      add_entry(r, i, n + a, *matrix_entry(&c->B, a, i), -1);
      add_entry(r, n + a, i, *matrix_entry(&c->A, a, i), 1);
    }
    r->right[n + a] = series_add(&r->series, c->b[a]);
  }
}

// d/dt of psi at constant z
static Expr drift_of(const QuadMotion *r, Expr psi) {
  Expr drift = expr_diff(r->pool, psi, EXPR_TIME);
  for (size_t j = 0; j < r->n; j++)
    drift =
      expr_add(r->pool, drift, expr_mul(r->pool, expr_diff(r->pool, psi, r->eq.q[j]), r->eq.qd[j]));
  return drift;
}

// M x - R = F, x - psi_z z' = psi_q q' + psi_t, psi_z^T R = 0: the unknowns are q'', R, z'
static void rates_problem(QuadMotion *r) {
  const size_t n = r->n;
  for (size_t i = 0; i < n; i++) {
    const Expr psi = r->model->coordinates.at[i].rate;
    add_entry(r, i, n + i, EXPR_ONE, -1);
    add_entry(r, n + i, i, EXPR_ONE, 1);
    for (size_t k = 0; k < r->z; k++) {
      const Expr slope = expr_diff(r->pool, psi, r->symbol[1 + 2 * n + k]);
      add_entry(r, n + i, 2 * n + k, slope, -1);
      add_entry(r, 2 * n + k, n + i, slope, 1);
    }
    r->right[n + i] = series_add(&r->series, drift_of(r, psi));
  }
}

static bool make_problem(QuadMotion *r) {
  const size_t n = r->n, orders = REFERENCE_ORDER + 1;
  Series *s = &r->series;
  series_init(s, &r->arena, r->pool, REFERENCE_ORDER);
  for (size_t i = 0; i < r->places - (r->rates_alone ? 0 : r->z); i++)
    series_input(s, r->symbol[i]);
  reference_parameters(r, s);
  r->size = r->rates_alone ? 2 * n + r->z : n + r->eq.constraints.r;
  r->right = ARENA_ARRAY(&r->arena, SeriesValue, r->size);
  for (size_t i = 0; i < r->size; i++) r->right[i] = (SeriesValue){SERIES_NUMBER, 0};
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      add_entry(r, i, j, *matrix_entry(problem_M(&r->eq.free), i, j), 1);
    r->right[i] = series_add(s, problem_F(&r->eq.free)[i]);
  }
  if (r->rates_alone)
    rates_problem(r);
  else
    augmented_problem(r);
  if (!expr_is_none(s->missing))
    return reference_fail(r, text_format(&r->arena, "%s is not known to the judge",
                                         expr_symbol_name(r->pool, s->missing)));
  series_ready(s);
  r->sample = *s;
  r->sample.orders = 1;
  series_ready(&r->sample);
  r->matrix = ARENA_ARRAY(&r->arena, Quad, r->size * r->size);
  r->rhs = ARENA_ARRAY(&r->arena, Quad, r->size);
  r->x = ARENA_ARRAY(&r->arena, Quad, r->size * orders);
  r->x_pair = ARENA_ARRAY(&r->arena, Pair, r->size * orders);
  r->kept = ARENA_ARRAY(&r->arena, Quad, r->places);
  return quad_factors_init(&r->factors, r->size) || reference_fail(r, "no memory");
}

QuadMotion *reference_open(const char *text) {
  QuadMotion *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  r->guard.budget = BUDGET;
  arena_init(&r->arena, allocator_heap(), &r->guard);
  r->diags.arena = &r->arena;
  r->pool = expr_pool_create(&r->arena);
  r->model = model_create(r->pool, &r->diags);
  if (!read_model(r, text)) return r;
  list_symbols(r);
  if (find_parameters(r)) (void) make_problem(r);
  return r;
}

void reference_close(QuadMotion *r) {
  if (r == NULL) return;
  quad_factors_clear(&r->factors);
  arena_clear(&r->arena);
  free(r);
}

const char *reference_trouble(const QuadMotion *r) {
  return r->trouble;
}

size_t reference_count(const QuadMotion *r) {
  return r->n;
}

const char *reference_name(const QuadMotion *r, size_t i) {
  return r->model->coordinates.at[i].name;
}

Quad reference_end(QuadMotion *r) {
  const Simulation *simulation = &r->model->simulation;
  Quad end = 0;
  const bool known = simulation->given && !expr_is_none(simulation->to) &&
                     reference_constant(r, simulation->to, &end);
  return known ? end : 0;
}

size_t reference_operations(const QuadMotion *r) {
  return r->series.ops.n;
}

// --- the motion ----------------------------------------------------------------------------------

// Returns the series of place i of the state: q, v, z in turn. Place 0 is the time.
static Quad *coefficients(const QuadMotion *r, size_t i) {
  return series_at(&r->series, (uint32_t) (1 + i));
}

static size_t moving(const QuadMotion *r) {
  return 2 * r->n + (r->rates_alone ? r->z : 0);
}

static void fill_matrix(QuadMotion *r, const Series *s) {
  memset(r->matrix, 0, r->size * r->size * sizeof *r->matrix);
  for (size_t i = 0; i < r->entries.n; i++) {
    const Entry *e = &r->entries.at[i];
    r->matrix[e->row * r->size + e->column] += (Quad) e->sign * series_get(s, e->value, 0);
  }
}

// K x = y at order k: K_0 x_k = y_k - sum over j > 0 of K_j x_(k-j)
static void solve_order(QuadMotion *r, size_t k) {
  const size_t orders = REFERENCE_ORDER + 1;
  for (size_t i = 0; i < r->size; i++) r->rhs[i] = series_get(&r->series, r->right[i], k);
  for (size_t i = 0; i < r->entries.n; i++) {
    const Entry *e = &r->entries.at[i];
    if (e->value.at == SERIES_NUMBER) continue;
    const Pair *K = series_pairs(&r->series, e->value.at), *x = r->x_pair + e->column * orders;
    const Quad sum = pair_convolution(K, x, 1, k, k);
    r->rhs[e->row] -= (Quad) e->sign * e->value.c * sum;
  }
  Quad *x = r->factors.solution;
  quad_solve(&r->factors, r->rhs, x);
  for (size_t i = 0; i < r->size; i++) {
    r->x[i * orders + k] = x[i];
    r->x_pair[i * orders + k] = pair_make(x[i]);
  }
}

// q_(k+1) = v_k/(k+1), v_(k+1) = q''_k/(k+1), z likewise
static void advance_order(QuadMotion *r, size_t k) {
  const size_t n = r->n, orders = REFERENCE_ORDER + 1;
  const Quad part = 1 / (Quad) (k + 1);
  for (size_t i = 0; i < n; i++) {
    coefficients(r, i)[k + 1] = coefficients(r, n + i)[k] * part;
    coefficients(r, n + i)[k + 1] = r->x[i * orders + k] * part;
  }
  for (size_t i = 0; 2 * n + i < moving(r); i++)
    coefficients(r, 2 * n + i)[k + 1] = r->x[(2 * n + i) * orders + k] * part;
}

// Returns the largest step whose last terms are below the error.
static Quad step_size(const QuadMotion *r) {
  Quad size = 1, h = 0;
  for (size_t i = 0; i < moving(r); i++) size = quad_max(size, quad_abs(coefficients(r, i)[0]));
  bool bounded = false;
  for (size_t k = REFERENCE_ORDER + 1 - CHECKED_COEFFICIENTS; k <= REFERENCE_ORDER; k++) {
    Quad largest = 0;
    for (size_t i = 0; i < moving(r); i++)
      largest = quad_max(largest, quad_abs(coefficients(r, i)[k]));
    if (largest == 0) continue;
    if (!quad_is_finite(largest)) return 0;
    const Quad most = powf128(quad(REFERENCE_ERROR) * size / largest, 1 / (Quad) k);
    if (!bounded || most < h) h = most;
    bounded = true;
  }
  return bounded ? h : quad(LONGEST_STEP);
}

// Expands series around the kept state, and finds how far they are good.
static bool expand(QuadMotion *r) {
  Series *s = &r->series;
  Quad *time = series_at(s, 0);
  time[0] = r->t;
  time[1] = 1;
  for (size_t i = 0; i < moving(r); i++) coefficients(r, i)[0] = r->kept[i];
  for (size_t k = 0; k < REFERENCE_ORDER; k++) {
    series_run(s, k);
    if (k == 0) {
      fill_matrix(r, s);
      if (!quad_is_finite(quad_norm(r->matrix, r->size * r->size)))
        return reference_fail(r, "a singular state: the equations have no values");
      quad_factor(&r->factors, r->matrix, r->rank, quad(REFERENCE_RANK));
      if (r->rank > r->size) r->rank = r->factors.rank;  // the first time
      if (r->factors.rank < r->rank) return reference_fail(r, "a singular state: the rank drops");
    }
    solve_order(r, k);
    advance_order(r, k);
  }
  r->h = step_size(r);
  if (!(r->h >= quad(REFERENCE_STEP)))
    return reference_fail(r, "a singular state: the steps become too small");
  return true;
}

static Quad series_sum(const Quad *a, Quad h) {
  Quad sum = a[REFERENCE_ORDER];
  for (size_t k = REFERENCE_ORDER; k-- > 0;) sum = sum * h + a[k];
  return sum;
}

// Are only multipliers undetermined, if anything is? Null vectors are of accelerations alone or of multipliers
// alone, as M is semidefinite, so the columns that are left over decide.
static bool is_determined(const QuadMotion *r) {
  for (size_t i = r->rank; i < r->size; i++) {
    const size_t column = r->factors.column[i];
    if (column < r->n || (r->rates_alone && column >= 2 * r->n)) return false;
  }
  return true;
}

bool reference_start(QuadMotion *r, Quad t, const Quad *q, const Quad *v) {
  r->trouble = NULL;
  Quad *state = ARENA_ARRAY(&r->arena, Quad, r->places);
  memcpy(state + 1, q, r->n * sizeof *q);
  memcpy(state + 1 + r->n, v, r->n * sizeof *v);
  state[0] = r->t = r->reached = t;
  if (r->rates_alone && !reference_find_speeds(r, state)) return false;
  memcpy(r->kept, state + 1, (r->places - 1) * sizeof *state);
  r->rank = r->size + 1;  // not known yet
  r->steps = 0;
  return expand(r) && (is_determined(r) || reference_fail(r, "the accelerations are left open"));
}

bool reference_reach(QuadMotion *r, Quad time, Quad *q, Quad *v) {
  while (quad_abs(time - r->t) > r->h) {
    const Quad h = time > r->t ? r->h : -r->h;
    for (size_t i = 0; i < moving(r); i++) r->kept[i] = series_sum(coefficients(r, i), h);
    r->t += h;
    r->reached = r->t;
    r->steps++;
    if (!expand(r)) return false;
  }
  r->reached = time;
  for (size_t i = 0; i < r->n; i++) {
    if (q != NULL) q[i] = series_sum(coefficients(r, i), time - r->t);
    if (v != NULL) v[i] = series_sum(coefficients(r, r->n + i), time - r->t);
  }
  return true;
}

void reference_accelerations(const QuadMotion *r, Quad *qdd) {
  const Quad h = r->reached - r->t;
  for (size_t i = 0; i < r->n; i++) {
    const Quad *v = coefficients(r, r->n + i);
    qdd[i] = 0;
    for (size_t k = REFERENCE_ORDER; k > 0; k--) qdd[i] = qdd[i] * h + (Quad) k * v[k];
  }
}

Quad reference_time(const QuadMotion *r) {
  return r->reached;
}

size_t reference_steps(const QuadMotion *r) {
  return r->steps;
}

// The factors belong to the step, so the sample has its own.
Quad reference_pivot(QuadMotion *r) {
  QuadFactors f;
  if (!quad_factors_init(&f, r->size)) return 0;
  Series *s = &r->sample;
  series_at(s, 0)[0] = r->reached;
  for (size_t i = 0; i < moving(r); i++)
    series_at(s, (uint32_t) (1 + i))[0] = series_sum(coefficients(r, i), r->reached - r->t);
  series_run(s, 0);
  fill_matrix(r, s);
  quad_factor(&f, r->matrix, r->rank, 0);
  const Quad smallest = f.rank < r->rank ? 0 : f.smallest;
  quad_factors_clear(&f);
  return smallest;
}

bool reference_run(const char *text, double t0, double t1, const double *q0, const double *v0,
                   Quad *q1, Quad *v1) {
  QuadMotion *r = reference_open(text);
  if (r == NULL) return false;
  for (size_t i = 0; reference_trouble(r) == NULL && i < r->n; i++) {
    q1[i] = quad(q0[i]);
    v1[i] = quad(v0[i]);
  }
  const bool done = reference_trouble(r) == NULL && reference_settle(r, quad(t0), q1, v1) &&
                    reference_start(r, quad(t0), q1, v1) && reference_reach(r, quad(t1), q1, v1);
  if (!done) fprintf(stderr, "reference_run: %s\n", reference_trouble(r));
  reference_close(r);
  return done;
}
