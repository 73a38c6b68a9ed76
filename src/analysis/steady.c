// analysis/steady.c: steady motions (relative equilibria) and linearizations.
//
// In:    some values of a state
// Out:   variables w whose rates depend on w alone, a state where they all stay constant, and w' = A w + B
//        input about it
// From:  docs/theory/smallmotions.md, section "Steady motions"

#include "analysis/steady_impl.h"
#include "analysis/shape.h"
#include "base/text.h"
#include "methods/constraints.h"
#include "methods/start.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEADY_TRIES 8
#define TRIED_MOST 12  // choices for which steady motions are searched
#define PIN 1e-2       // a coordinate this close to its initial value may be meant to stay there

// --- the start -----------------------------------------------------------------------------------

static void put_start(SteadyTask *t, Expr symbol, double value) {
  for (size_t i = 0; i < t->whole.unknowns; i++)
    if (expr_same(t->whole.unknown[i], symbol) && isfinite(value)) t->start[i] = value;
}

// Writes symbols that are not part of the state as formulas: momenta, quasi-velocities, velocities.
static Expr in_state(const SteadyTask *t, Expr symbol) {
  const Equations *eq = t->eq;
  const FreeSystem s = free_system(eq->model, t->arena);
  for (size_t i = 0; i < t->v.n + t->v.m; i++)
    if (expr_same(symbol, t->v.x[i])) return symbol;
  return free_in_unknowns(eq, problem_by_time(eq),
                          constraints_in_velocities(&s, symbol, equations_momentum(eq)));
}

static void set_time(SteadyTask *t, Expr value) {
  local_set(t->local, EXPR_TIME, value);
  t->time = local_evaluate(t->local, value);
}

static void make_start(SteadyTask *t) {
  const Model *model = t->eq->model;
  t->start = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  const Assignments *const lists[] = {&model->guess, &model->initial};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < lists[k]->n; i++) {
      const Assignment *a = &lists[k]->at[i];
      if (expr_same(a->symbol, EXPR_TIME)) set_time(t, a->value);
      put_start(t, a->symbol, local_evaluate(t->local, a->value));
    }
  for (size_t i = 0; t->request->given != NULL && i < t->request->given->n; i++) {
    const Assignment *a = &t->request->given->at[i];
    put_start(t, a->symbol, local_evaluate(t->local, a->value));
    if (expr_same(a->symbol, EXPR_TIME))
      set_time(t, a->value);
    else
      array_push(t->arena, &t->given, expr_sub(t->eq->pool, in_state(t, a->symbol), a->value));
  }
}

static Status task_make(SteadyTask *t, const Equations *eq, const LinearizationRequest *request,
                        Arena *arena, Linearization *result) {
  *t = (SteadyTask){.eq = eq, .arena = arena, .request = request};
  *result = (Linearization){.inputs = request->inputs, .input = request->input};
  if (local_make(eq, arena, &t->local) != STATUS_OK) {
    result->trouble = "the velocities are not functions of the state";
    return STATUS_UNABLE;
  }
  if (local_missing(t->local) != NULL) {
    result->trouble = text_format(arena, "the parameter %s has no value", local_missing(t->local));
    return STATUS_UNABLE;
  }
  t->v = local_variables(t->local);
  t->whole = local_motion_system(t->local);
  make_start(t);
  return STATUS_OK;
}

bool steady_is_given(const SteadyTask *t, Expr x) {
  const Assignments *given = t->request->given;
  for (size_t k = 0; given != NULL && k < given->n; k++)
    if (expr_same(given->at[k].symbol, x)) return true;
  return false;
}

Expr steady_pinned(SteadyTask *t, size_t i) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", fabs(t->start[i]));
  const Expr size = expr_decimal(t->eq->pool, str(text));
  return t->start[i] < 0 ? expr_add(t->eq->pool, t->v.x[i], size)
                         : expr_sub(t->eq->pool, t->v.x[i], size);
}

// --- the state -----------------------------------------------------------------------------------

// Solves in doubles; x becomes the solution.
static Status solve(SteadyTask *t, const SteadyConditions *c, double *x) {
  Newton *newton;
  TRY(newton_make(t->local, t->eq, &t->whole, c->at, c->n, 0, t->arena, &newton));
  newton_set_time(newton, t->time);
  return newton_solve(newton, x);
}

// Fixes what is left open as near to the initial state as possible: coordinates that can stay exactly where
// they were do.
static void pin_open(SteadyTask *t, const SteadyChoice *choice, SteadyConditions *c, double *x) {
  double *before = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  for (size_t i = 0; i < t->v.n; i++) {
    const bool ignored = choice->independent[i] && !choice->kept[i];
    if (steady_is_given(t, t->v.x[i])) continue;
    if (!ignored && fabs(x[i] - t->start[i]) > PIN * (1 + fabs(t->start[i]))) continue;
    const Expr pin = steady_pinned(t, i);
    if (expr_is_none(pin)) continue;
    array_push(t->arena, c, pin);
    memcpy(before, x, t->whole.unknowns * sizeof *x);
    x[i] = t->start[i];
    if (solve(t, c, x) == STATUS_OK) continue;
    memcpy(x, before, t->whole.unknowns * sizeof *x);
    c->n--;
  }
}

// Sets the start of an attempt: the initial state, then the same with velocities 0 unless given, then farther
// and farther away.
static void place_start(const SteadyTask *t, size_t attempt, unsigned *seed, double *x) {
  const size_t states = t->v.n + t->v.m;
  for (size_t i = 0; i < t->whole.unknowns; i++) {
    const double far =
      attempt < 2 || i >= states ? 0 : (i < t->v.n ? 0.2 : 1) * (double) (attempt - 1);
    const bool still = attempt > 0 && i >= t->v.n && i < states;
    x[i] = (still ? 0 : t->start[i]) + far * steady_scatter(seed);
  }
  for (size_t i = 0; i < states; i++)
    if (steady_is_given(t, t->v.x[i])) x[i] = t->start[i];
}

// Finds a state where the rates of the kept variables vanish.
static Status find_steady(SteadyTask *t, const SteadyChoice *choice) {
  SteadyConditions c = {0};
  const Problem *p = problem_by_time(t->eq);
  for (size_t i = 0; i < t->given.n; i++) array_push(t->arena, &c, t->given.at[i]);
  for (size_t i = 0; i < t->v.n + t->v.m; i++) {
    if (!choice->kept[i]) continue;
    array_push(t->arena, &c, i < t->v.n ? p->psi[i] : t->v.rate[i - t->v.n]);
  }
  double *x = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  unsigned seed = 3;
  for (size_t attempt = 0; attempt < STEADY_TRIES; attempt++) {
    place_start(t, attempt, &seed, x);
    const Status status = solve(t, &c, x);
    if (status == STATUS_DOMAIN) continue;
    TRY(status);
    const size_t wanted = c.n;
    pin_open(t, choice, &c, x);
    // rounded given values need not be consistent: they then determine a state near them
    for (size_t k = 0; k < 3; k++) {
      const size_t first = k < 2 ? 0 : t->given.n, n = (k == 0 ? c.n : wanted) - first;
      if (local_solve(t->local, &t->whole, c.at + first, n, x) == STATUS_OK) return STATUS_OK;
    }
  }
  return STATUS_DOMAIN;
}

// --- the result ----------------------------------------------------------------------------------

static void read_state(SteadyTask *t, Linearization *l) {
  const size_t n = t->v.n + t->v.m;
  const Problem *p = problem_by_time(t->eq);
  l->n = n;
  l->x = t->v.x;
  l->state = ARENA_ARRAY(t->arena, double, n + 1);
  l->rate = ARENA_ARRAY(t->arena, double, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Expr rate = i < t->v.n ? p->psi[i] : t->v.rate[i - t->v.n];
    l->state[i] = local_value(t->local, t->v.x[i]);
    l->rate[i] = local_evaluate(t->local, rate);
    if (fabs(l->state[i]) < 1e-25) l->state[i] = 0;
    if (fabs(l->rate[i]) < 1e-25) l->rate[i] = 0;
  }
}

static double *shape_of(const LocalEigen *e, size_t k, Arena *arena) {
  double *shape = ARENA_ARRAY(arena, double, 2 * k + 1);
  memcpy(shape, e->vector, 2 * k * sizeof *shape);
  return shape_scale(shape, k) ? shape : NULL;
}

static Status read_parts(SteadyTask *t, const size_t *chosen, size_t d, Linearization *l) {
  LocalEigen *eigen = ARENA_ARRAY(t->arena, LocalEigen, d + 1);
  TRY(local_eigenvalues(t->local, chosen, d, eigen));
  l->root = ARENA_ARRAY(t->arena, Root, d + 1);
  for (size_t i = 0; i < d; i++) {
    const LocalEigen *e = &eigen[i];
    l->root[i] = (Root){e->re, e->im, e->sign, e->is_zero, shape_of(e, d, t->arena)};
  }
  return STATUS_OK;
}

// Marks the variables of x that the request names; NULL if it names none.
static bool *wanted(SteadyTask *t) {
  const LinearizationRequest *r = t->request;
  bool *x = ARENA_ARRAY(t->arena, bool, t->v.n + t->v.m + 1);
  for (size_t i = 0; i < t->v.n + t->v.m; i++)
    for (size_t k = 0; k < r->variables; k++) x[i] = x[i] || expr_same(t->v.x[i], r->variable[k]);
  return r->variables > 0 ? x : NULL;
}

// Puts the independent variables into the order of the request. Variables that it does not name must not act on
// those it names.
static bool choose_named(SteadyTask *t, const LocalLinear *linear, size_t *chosen,
                         Linearization *l) {
  const LinearizationRequest *r = t->request;
  const bool *named = wanted(t);
  for (size_t k = 0; k < r->variables; k++) {
    size_t i = 0;
    while (i < linear->d && !expr_same(t->v.x[linear->index[i]], r->variable[k])) i++;
    chosen[k] = i;
    if (i < linear->d) continue;
    l->trouble = text_format(t->arena, "%s depends on the other variables there",
                             expr_symbol_name(t->eq->pool, r->variable[k]));
    return false;
  }
  for (size_t k = 0; k < r->variables; k++)
    for (size_t j = 0; j < linear->d; j++) {
      const size_t x = linear->index[j];
      if (named[x] || linear->A[chosen[k] * linear->d + j] == 0) continue;
      l->trouble = text_format(
        t->arena, "the rate of %s depends on %s, which is not among the variables",
        expr_symbol_name(t->eq->pool, r->variable[k]), expr_symbol_name(t->eq->pool, t->v.x[x]));
      return false;
    }
  return true;
}

// Reads the rows and columns of the variables that are named, or kept; NULL keeps all.
static Status read_linear(SteadyTask *t, const LocalLinear *linear, const bool *kept,
                          Linearization *l) {
  const size_t all = linear->d, inputs = linear->inputs;
  const bool *named = wanted(t);
  size_t *chosen = ARENA_ARRAY(t->arena, size_t, all + t->request->variables + 1), d = 0;
  Expr *w = ARENA_ARRAY(t->arena, Expr, all + 1), *ignored = ARENA_ARRAY(t->arena, Expr, all + 1);
  for (size_t i = 0; i < all; i++) {
    const size_t x = linear->index[i];
    const bool stays = named != NULL ? named[x] : kept == NULL || kept[x];
    if (stays)
      chosen[d++] = i;
    else
      ignored[l->left_out++] = t->v.x[x];
  }
  if (named != NULL && !choose_named(t, linear, chosen, l)) {
    l->found = false;
    return STATUS_OK;
  }
  for (size_t i = 0; i < d; i++) w[i] = t->v.x[linear->index[chosen[i]]];
  l->d = d;
  l->w = w;
  l->ignored = ignored;
  l->A = ARENA_ARRAY(t->arena, double, d * d + 1);
  l->B = ARENA_ARRAY(t->arena, double, d * inputs + 1);
  l->drift = ARENA_ARRAY(t->arena, double, d + 1);
  for (size_t i = 0; i < d; i++) {
    for (size_t j = 0; j < d; j++) l->A[i * d + j] = linear->A[chosen[i] * all + chosen[j]];
    for (size_t j = 0; j < inputs; j++) l->B[i * inputs + j] = linear->B[chosen[i] * inputs + j];
    l->drift[i] = l->rate[linear->index[chosen[i]]];
    l->drifts = l->drifts || l->drift[i] != 0;
  }
  return d > 0 ? read_parts(t, chosen, d, l) : STATUS_OK;
}

static Status finish(SteadyTask *t, const SteadyChoice *choice, Linearization *l) {
  LocalLinear linear;
  const bool *named = wanted(t), *prefer = named ? named : choice ? choice->independent : NULL;
  read_state(t, l);
  l->enclosed = local_is_enclosed(t->local);
  if (local_linearize(t->local, prefer, t->request->input, t->request->inputs, &linear) !=
      STATUS_OK) {
    l->trouble =
      local_is_smooth(t->local) ? "the accelerations are not determined there" : LOCAL_NOT_SMOOTH;
    return STATUS_OK;
  }
  for (size_t i = 0; named == NULL && choice != NULL && i < linear.d; i++)
    if (!choice->independent[linear.index[i]]) {
      l->trouble = "its velocities are not independent there";
      return STATUS_OK;
    }
  l->found = true;
  l->trouble = NULL;
  return read_linear(t, &linear, choice ? choice->kept : NULL, l);
}

Status steady_motion(const Equations *eq, const LinearizationRequest *request, Arena *arena,
                     Linearization *result) {
  SteadyTask t;
  SteadyChoices choices = {0};
  if (task_make(&t, eq, request, arena, result) != STATUS_OK) return STATUS_OK;
  result->steady = true;
  if (local_depends_on_time(t.local)) {
    result->trouble = "the equations depend on the time";
    return STATUS_OK;
  }
  result->trouble = "no steady motion with these values was found near the initial state";
  TRY(steady_choose(&t, &choices));
  // take the first choice whose velocities are also independent there
  for (size_t k = 0; k < choices.n && k < TRIED_MOST && !result->found; k++)
    if (find_steady(&t, &choices.at[k]) == STATUS_OK) TRY(finish(&t, &choices.at[k], result));
  return STATUS_OK;
}

// Makes the velocities of independent coordinates independent, if there is a choice.
static SteadyChoice natural_choice(SteadyTask *t, const LocalLinear *linear) {
  const size_t n = t->v.n + t->v.m;
  SteadyChoice c = {ARENA_ARRAY(t->arena, bool, n), ARENA_ARRAY(t->arena, bool, n), 0};
  for (size_t i = 0; i < linear->positions; i++) {
    c.independent[linear->index[i]] = true;
    if (t->v.m == t->v.n) c.independent[t->v.n + linear->index[i]] = true;
  }
  return c;
}

// Collects the given conditions and the initial values of quantities that are not part of the state, such as
// quasi-velocities; the latter only if the request gives no velocities.
static SteadyConditions initial_conditions(SteadyTask *t) {
  const Model *model = t->eq->model;
  SteadyConditions c = {0};
  for (size_t i = 0; i < t->given.n; i++) array_push(t->arena, &c, t->given.at[i]);
  for (size_t i = 0; i < t->given.n; i++)
    if (expr_depends_on_any(t->eq->pool, t->given.at[i], t->v.x + t->v.n, t->v.m)) return c;
  for (size_t i = 0; i < model->initial.n; i++) {
    const Assignment *a = &model->initial.at[i];
    const Expr e = in_state(t, a->symbol);
    if (!expr_same(e, a->symbol)) array_push(t->arena, &c, expr_sub(t->eq->pool, e, a->value));
  }
  return c;
}

// Completes a state in doubles: with these conditions, as near to the start as the constraints allow. Then
// finds the accelerations there.
static Status complete(SteadyTask *t, const SteadyConditions *c, double *x) {
  const LocalSystem manifold = local_manifold_system(t->local);
  Newton *states, *rates;
  TRY(newton_make(t->local, t->eq, &manifold, c->at, c->n, 0, t->arena, &states));
  newton_set_time(states, t->time);
  memcpy(x, t->start, t->whole.unknowns * sizeof *x);
  TRY(newton_solve(states, x));
  TRY(newton_make(t->local, t->eq, &t->whole, NULL, 0, manifold.unknowns, t->arena, &rates));
  newton_set_time(rates, t->time);
  const Status status = newton_solve(rates, x);
  return status == STATUS_DOMAIN ? STATUS_OK : status;  // a singular state is accepted, too
}

// Finds the state with exactly the given values or, if rounded values are not consistent, a state near them.
static Status find_state(SteadyTask *t) {
  double *x = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  const SteadyConditions all = initial_conditions(t), given = {t->given.at, t->given.n, 0};
  if (complete(t, &all, x) != STATUS_OK) TRY(complete(t, &given, x));
  if (local_solve(t->local, &t->whole, given.at, given.n, x) == STATUS_OK) return STATUS_OK;
  return local_solve(t->local, &t->whole, NULL, 0, x);
}

#define REST_TRIES 4
#define BESIDE 0.02  // distance of the second try from the initial state; the others go farther

// Finds a state of rest near the initial one; or near states beside it: redundant rows that vanish at the
// initial state do not vanish there.
static Status find_rest(SteadyTask *t, const LocalSystem *rest) {
  double *x = ARENA_ARRAY(t->arena, double, rest->unknowns + 1);
  unsigned seed = 5;
  Newton *newton;
  for (size_t i = 0; i < t->v.n; i++) x[i] = t->start[i];
  if (local_solve(t->local, rest, NULL, 0, x) == STATUS_OK) return STATUS_OK;
  TRY(newton_make(t->local, t->eq, rest, NULL, 0, 0, t->arena, &newton));
  newton_set_time(newton, t->time);
  for (size_t attempt = 0; attempt < REST_TRIES; attempt++) {
    for (size_t i = 0; i < rest->unknowns; i++)
      x[i] = i < t->v.n ? t->start[i] + BESIDE * (double) attempt * steady_scatter(&seed) : 0;
    const Status status = newton_solve(newton, x);
    if (status == STATUS_DOMAIN) continue;
    TRY(status);
    if (local_solve(t->local, rest, NULL, 0, x) == STATUS_OK) return STATUS_OK;
  }
  return STATUS_DOMAIN;
}

Status steady_linearize(const Equations *eq, const LinearizationRequest *request, Arena *arena,
                        Linearization *result) {
  SteadyTask t;
  if (task_make(&t, eq, request, arena, result) != STATUS_OK) return STATUS_OK;
  const LocalSystem rest = local_rest_system(t.local);
  const bool at_rest = request->given == NULL;
  const Status status = at_rest ? find_rest(&t, &rest) : find_state(&t);
  if (status != STATUS_OK) {
    result->trouble = at_rest ? "no state of rest was found near the initial state"
                              : "no state with these values was found";
    return STATUS_OK;
  }
  LocalLinear linear;
  if (local_linearize(t.local, NULL, NULL, 0, &linear) != STATUS_OK)
    return finish(&t, NULL, result);
  const SteadyChoice choice = natural_choice(&t, &linear);
  LocalLinear again;
  // drop a choice that is not possible
  const bool made = local_linearize(t.local, choice.independent, NULL, 0, &again) == STATUS_OK;
  read_state(&t, result);
  result->enclosed = local_is_enclosed(t.local);
  const bool *natural = made ? choice.independent : NULL, *named = wanted(&t);
  if (named == NULL ||
      local_linearize(t.local, named, request->input, request->inputs, &linear) != STATUS_OK)
    TRY(local_linearize(t.local, natural, request->input, request->inputs, &linear));
  result->found = true;
  result->holds_time = local_depends_on_time(t.local);
  result->time = t.time;
  return read_linear(&t, &linear, NULL, result);
}
