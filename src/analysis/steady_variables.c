// analysis/steady_variables.c: the variables that matter for steady motions.
//
// In:    a task: equations, given values, the initial state
// Out:   choices of independent variables, the best first
// How:   the independent velocities are chosen so that as few coordinates as possible matter: the derivatives
//        of the rates by each coordinate are computed at random states, in balls, and coordinates for which
//        they vanish everywhere are left out. In this way the contact point, the heading and the spin of a
//        rolling disk drop out
// From:  docs/theory/smallmotions.md, section "Steady motions"

#include "analysis/steady_impl.h"
#include "methods/start.h"
#include <math.h>
#include <string.h>

#define CHOICES_MOST 400  // sets of independent velocities that are tried
#define SINGULAR 1e-6     // smaller pivots count as singular
#define REGULAR 1e-3      // larger ones make good variables
#define DEPENDS 1e-9      // of the largest entry of a row: a smaller slope counts as zero

// --- states at which dependence is decided ---------------------------------------------------

// Goes to a state on the constraint manifold near x, and finds the dependences there.
static bool visit(SteadyTask *t, Newton *newton, double *x) {
  if (newton_solve(newton, x) != STATUS_OK || local_go(t->local, &t->whole, x) != STATUS_OK ||
      local_linearize(t->local, NULL, NULL, 0, &t->at[t->draws]) != STATUS_OK)
    return false;
  t->draws++;
  return true;
}

// Completes the velocities from the coordinates and the velocities that the model or the request gives, if the
// coordinates need not change.
static void complete_start(SteadyTask *t) {
  const size_t n = t->v.n;
  double *x = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  SteadyConditions held = {0};
  Newton *newton;
  for (size_t i = n; i < n + t->v.m; i++)
    if (steady_is_given(t, t->v.x[i]) || start_has_initial(t->eq->model, t->v.x[i]))
      array_push(t->arena, &held, steady_pinned(t, i));
  for (size_t i = 0; i < t->given.n; i++)
    if (!expr_depends_on_any(t->eq->pool, t->given.at[i], t->v.x, n))
      array_push(t->arena, &held, t->given.at[i]);
  memcpy(x, t->start, t->whole.unknowns * sizeof *x);
  if (newton_make(t->local, t->eq, &t->whole, held.at, held.n, n, t->arena, &newton) == STATUS_OK &&
      newton_solve(newton, x) == STATUS_OK)
    memcpy(t->start, x, t->whole.unknowns * sizeof *x);
}

// Visits states: the first as near to the initial one as possible, with the given values, the others anywhere.
static Status visit_states(SteadyTask *t) {
  double *x = ARENA_ARRAY(t->arena, double, t->whole.unknowns + 1);
  const size_t states = t->v.n + t->v.m;
  Newton *newton;
  unsigned seed = 7;
  TRY(newton_make(t->local, t->eq, &t->whole, NULL, 0, 0, t->arena, &newton));
  complete_start(t);
  memcpy(x, t->start, t->whole.unknowns * sizeof *x);
  t->near_start = visit(t, newton, x);
  for (size_t attempt = 0; attempt < 8 * STEADY_DRAWS && t->draws < STEADY_DRAWS; attempt++) {
    for (size_t i = 0; i < t->whole.unknowns; i++)
      x[i] = i < states ? t->start[i] + 0.7 * steady_scatter(&seed) : 0;
    (void) visit(t, newton, x);
  }
  return STATUS_OK;
}

// X = S P^-1 for d*d matrices, by elimination. Returns the smallest pivot, 0 if P is singular.
static double divide(size_t d, const double *S, const double *P, double *X, double *work) {
  double least = HUGE_VAL;
  // P^T X^T = S^T, kept row by row: rows of work are [P^T | S^T]
  const size_t w = 2 * d;
  for (size_t i = 0; i < d; i++)
    for (size_t j = 0; j < d; j++) {
      work[i * w + j] = P[j * d + i];
      work[i * w + d + j] = S[j * d + i];
    }
  for (size_t k = 0; k < d; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < d; i++)
      if (fabs(work[i * w + k]) > fabs(work[p * w + k])) p = i;
    least = fmin(least, fabs(work[p * w + k]));
    if (least < SINGULAR) return 0;
    for (size_t j = 0; j < w; j++) {
      const double entry = work[p * w + j];
      work[p * w + j] = work[k * w + j];
      work[k * w + j] = entry;
    }
    for (size_t i = 0; i < d; i++) {
      const double factor = i == k ? 0 : work[i * w + k] / work[k * w + k];
      for (size_t j = k; factor != 0 && j < w; j++) work[i * w + j] -= factor * work[k * w + j];
    }
  }
  for (size_t i = 0; i < d; i++)
    for (size_t j = 0; j < d; j++) X[j * d + i] = work[i * w + d + j] / work[i * w + i];
  return least;
}

// Computes the rates of the chosen variables by these variables, at one of the states. Returns the least pivot of
// the chosen variables there, 0 if they are singular.
static double chart_slopes(const SteadyTask *t, size_t k, const size_t *index, size_t d,
                           double *X) {
  const ArenaMark mark = arena_mark(t->arena);
  double *S = ARENA_ARRAY(t->arena, double, d * d), *P = ARENA_ARRAY(t->arena, double, d * d),
         *work = ARENA_ARRAY(t->arena, double, 2 * d * d);
  for (size_t i = 0; i < d; i++) {
    memcpy(S + i * d, t->at[k].slope + index[i] * d, d * sizeof *S);
    memcpy(P + i * d, t->at[k].P + index[i] * d, d * sizeof *P);
  }
  const double least = divide(d, S, P, X, work);
  arena_release(t->arena, mark);
  return least;
}

// Finds which rates depend on which of the chosen variables, at any of the states. bad: they are not valid
// variables near the initial state, but they are elsewhere.
static bool find_pattern(const SteadyTask *t, const size_t *index, size_t d, bool *depends,
                         bool *bad) {
  double *X = ARENA_ARRAY(t->arena, double, d * d);
  memset(depends, 0, d * d * sizeof *depends);
  *bad = false;
  for (size_t k = 0; k < t->draws; k++) {
    if (t->at[k].d != d) return false;
    const double least = chart_slopes(t, k, index, d, X);
    const bool first = k == 0 && t->near_start;
    if (first) *bad = least < REGULAR;
    if (least == 0 && !first) return false;
    for (size_t i = 0; least > 0 && i < d; i++) {
      double most = 1;
      for (size_t j = 0; j < d; j++) most = fmax(most, fabs(X[i * d + j]));
      for (size_t j = 0; j < d; j++)
        depends[i * d + j] = depends[i * d + j] || fabs(X[i * d + j]) > DEPENDS * most;
    }
  }
  return true;
}

// Keeps the velocities, everything their rates depend on, and so on. Returns the number of variables dropped.
static size_t keep_variables(const SteadyTask *t, const size_t *index, size_t d,
                             const bool *depends, bool *kept) {
  size_t dropped = d;
  memset(kept, 0, d * sizeof *kept);
  for (size_t i = 0; i < d; i++) kept[i] = index[i] >= t->v.n;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < d; i++)
      for (size_t j = 0; j < d; j++)
        if (kept[i] && depends[i * d + j] && !kept[j]) kept[j] = more = true;
  }
  for (size_t i = 0; i < d; i++) dropped -= kept[i];
  return dropped;
}

// Advances to the next set of `take` out of `from` positions; false after the last.
static bool next_set(size_t *set, size_t take, size_t from) {
  for (size_t i = take; i-- > 0;) {
    if (set[i] == from - take + i) continue;
    set[i]++;
    for (size_t j = i + 1; j < take; j++) set[j] = set[j - 1] + 1;
    return true;
  }
  return false;
}

// Inserts a choice after those that are as good or better.
static void add_choice(const SteadyTask *t, const size_t *index, size_t d, const bool *kept,
                       size_t rank, SteadyChoices *choices) {
  const size_t states = t->v.n + t->v.m;
  SteadyChoice choice = {ARENA_ARRAY(t->arena, bool, states), ARENA_ARRAY(t->arena, bool, states),
                         rank};
  for (size_t i = 0; i < d; i++) {
    choice.independent[index[i]] = true;
    choice.kept[index[i]] = kept[i];
  }
  array_push(t->arena, choices, choice);
  for (size_t k = choices->n - 1; k > 0 && choices->at[k - 1].rank < rank; k--) {
    choices->at[k] = choices->at[k - 1];
    choices->at[k - 1] = choice;
  }
}

Status steady_choose(SteadyTask *t, SteadyChoices *choices) {
  TRY(visit_states(t));
  if (t->draws == 0) return STATUS_OK;
  const size_t d = t->at[0].d, p = t->at[0].positions, s = d - p;
  size_t *index = ARENA_ARRAY(t->arena, size_t, d + 1), *set = ARENA_ARRAY(t->arena, size_t, s + 1);
  bool *depends = ARENA_ARRAY(t->arena, bool, d * d + 1), *kept = ARENA_ARRAY(t->arena, bool, d + 1);
  for (size_t i = 0; i < p; i++) index[i] = t->at[0].index[i];
  for (size_t i = 0; i < s; i++) set[i] = i;
  for (size_t k = 0; k < CHOICES_MOST; k++) {
    for (size_t i = 0; i < s; i++) index[p + i] = t->v.n + set[i];
    bool bad;
    if (find_pattern(t, index, d, depends, &bad)) {
      // those that fail near the initial state come last
      const size_t dropped = keep_variables(t, index, d, depends, kept);
      add_choice(t, index, d, kept, bad ? 0 : 1 + dropped, choices);
    }
    if (!next_set(set, s, t->v.m)) break;
  }
  return STATUS_OK;
}
