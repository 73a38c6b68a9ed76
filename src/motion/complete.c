// motion/complete.c: damped Gauss-Newton with steps of least norm.

#include "motion/complete.h"
#include "base/part.h"
#include "motion/linear.h"
#include "motion/small.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const Completion *problem;
  double *work;      // of the tape
  double *jacobian;  // column by column, for LAPACK
  double *step;
  double *saved;  // unknowns before a step
  double *slope;  // of each equation before a step: the norm of its derivatives by the unknowns
  double *stuck;  // unknowns where the largest residual stopped decreasing
  bool is_stuck;
} Search;

#define SHORTEST_STEP 1e-6  // of a full step; a shorter one means that the search is stuck
#define SETTLED (4 * DBL_EPSILON)
#define ROUNDING 64  // times the rounding level: counts as zero

static double run(Search *s, const double *inputs) {
  const Tape *tape = s->problem->tape;
  memcpy(s->work, inputs, tape_inputs(tape) * sizeof *inputs);
  tape_run(tape, s->work);
  double largest = 0;
  for (size_t i = 0; i < s->problem->equations; i++) {
    const double size = fabs(s->work[tape_output(tape, i)]);
    if (!(size <= largest)) largest = size;  // also takes a NaN
  }
  return largest;
}

static void find_slopes(Search *s) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  for (size_t i = 0; i < m; i++) {
    s->slope[i] = 0;
    for (size_t j = 0; j < n; j++)
      s->slope[i] = hypot(s->slope[i], s->work[tape_output(s->problem->tape, m + i * n + j)]);
  }
}

// Sums the squares of the residuals, each converted to a distance in the unknowns. Equations that do not depend
// on them are left out.
static double distance_squared(const Search *s) {
  double sum = 0;
  for (size_t i = 0; i < s->problem->equations; i++) {
    const double way = s->work[tape_output(s->problem->tape, i)] / s->slope[i];
    if (s->slope[i] > 0) sum += way * way;
  }
  return sum;
}

// Returns the largest residual of the equations that depend on unknowns.
static double largest_open(Search *s) {
  double largest = 0;
  find_slopes(s);
  for (size_t i = 0; i < s->problem->equations; i++)
    if (s->slope[i] > 0) largest = fmax(largest, fabs(s->work[tape_output(s->problem->tape, i)]));
  return largest;
}

// Solves the equations as they are, or each divided by its slope.
static Status find_step(Search *s, bool by_distance) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  const Tape *tape = s->problem->tape;
  for (size_t i = 0; i < m; i++) {
    const double unit = by_distance && s->slope[i] > 0 ? s->slope[i] : 1;
    s->step[i] = -s->work[tape_output(tape, i)] / unit;
    for (size_t j = 0; j < n; j++)
      s->jacobian[j * m + i] = s->work[tape_output(tape, m + i * n + j)] / unit;
  }
  size_t rank;
  if (s->problem->quick && small_least_squares(m, n, s->jacobian, s->step, COMPLETE_RANK, &rank))
    return STATUS_OK;
  return linear_least_squares(m, n, s->jacobian, s->step, COMPLETE_RANK, &rank);
}

// Takes the longest part of the step that reduces the largest residual, or the distance; false if none does.
static bool take_part(Search *s, double *inputs, bool by_distance, double *error) {
  const size_t n = s->problem->unknowns;
  const double before = by_distance ? distance_squared(s) : *error;
  for (double part = 1; part >= SHORTEST_STEP; part /= 2) {
    for (size_t j = 0; j < n; j++) inputs[s->problem->place[j]] = s->saved[j] + part * s->step[j];
    const double now = run(s, inputs);
    if ((by_distance ? distance_squared(s) : now) < before) {
      *error = now;
      return true;
    }
  }
  for (size_t j = 0; j < n; j++) inputs[s->problem->place[j]] = s->saved[j];
  run(s, inputs);
  return false;
}

// Falls back to distances if the largest residual cannot be reduced: a residual that the given inputs keep from
// vanishing is the largest of all if its equation has large numbers, and must not hide the others.
static Status take_step(Search *s, double *inputs, double *error, bool *taken) {
  for (size_t j = 0; j < s->problem->unknowns; j++) s->saved[j] = inputs[s->problem->place[j]];
  find_slopes(s);
  TRY(find_step(s, false));
  *taken = take_part(s, inputs, false, error);
  if (*taken) return STATUS_OK;
  if (!s->is_stuck) memcpy(s->stuck, s->saved, s->problem->unknowns * sizeof *s->stuck);
  s->is_stuck = true;
  TRY(find_step(s, true));
  *taken = take_part(s, inputs, true, error);
  return STATUS_OK;
}

// Estimates how small the residuals can get: rounding relative to derivatives times unknowns.
static double rounding_level(const Search *s, const double *inputs) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  double largest = 1;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      const double term =
        s->work[tape_output(s->problem->tape, m + i * n + j)] * inputs[s->problem->place[j]];
      if (fabs(term) > largest) largest = fabs(term);
    }
  return SETTLED * largest;
}

// Starts the search beside a point where the residuals are not finite, as 1/x' is at 0.
static void leave_pole(Search *s, double *inputs, double *error) {
  for (double off = 0.125; !isfinite(*error) && off <= 1; off *= 2) {
    for (size_t j = 0; j < s->problem->unknowns; j++)
      inputs[s->problem->place[j]] += off * (1 + 0.1 * (double) j);
    *error = run(s, inputs);
  }
}

static Status search(Search *s, double *inputs, double *error) {
  *error = run(s, inputs);
  leave_pole(s, inputs, error);
  bool taken = true;
  for (int step = 0; taken && step<COMPLETE_STEPS && * error> 0; step++) {
    TRY(guard_look_here());  // many unknowns take a long time
    TRY(take_step(s, inputs, error, &taken));
  }
  // once no step helps, the remaining error must be rounding
  if (*error <= ROUNDING * rounding_level(s, inputs)) return STATUS_OK;
  // if equations remain that some unknown could satisfy, the search by distance led nowhere: return to its start
  if (!s->is_stuck || largest_open(s) <= ROUNDING * rounding_level(s, inputs)) return STATUS_DOMAIN;
  for (size_t j = 0; j < s->problem->unknowns; j++) inputs[s->problem->place[j]] = s->stuck[j];
  *error = run(s, inputs);
  return STATUS_DOMAIN;
}

static Status search_start(Search *s, const Completion *problem) {
  const size_t m = problem->equations, n = problem->unknowns, longer = m > n ? m : n;
  *s = (Search){problem,
                calloc(tape_values(problem->tape) + 1, sizeof(double)),
                calloc(m * n + 1, sizeof(double)),
                calloc(longer + 1, sizeof(double)),
                calloc(n + 1, sizeof(double)),
                calloc(m + 1, sizeof(double)),
                calloc(n + 1, sizeof(double)),
                false};
  if (!s->work || !s->jacobian || !s->step || !s->saved || !s->slope || !s->stuck)
    return part_refuse();
  tape_start(problem->tape, s->work);
  return STATUS_OK;
}

static void search_clear(Search *s) {
  free(s->work);
  free(s->jacobian);
  free(s->step);
  free(s->saved);
  free(s->slope);
  free(s->stuck);
}

Status complete_state(const Completion *problem, double *inputs, double *error) {
  *error = 0;
  if (problem->equations == 0) return STATUS_OK;
  Search s;
  Status status = search_start(&s, problem);
  if (status == STATUS_OK) status = search(&s, inputs, error);
  search_clear(&s);
  return status;
}

// --- projection ----------------------------------------------------------------------------------

#define METRIC_FLOOR \
  1e-8  // of the largest eigenvalue: directions without inertia still have a cost

// Finds the nearest point to `from` on the constraints linearised at the current point: from + R (J R)^+ f with
// f = -residual + J (now - from)
static Status nearest_step(Search *s, const double *R, const double *from, double *inputs,
                           double *moved) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  const Tape *tape = s->problem->tape;
  for (size_t i = 0; i < m; i++) {
    s->step[i] = -s->work[tape_output(tape, i)];
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += s->work[tape_output(tape, m + i * n + k)] * R[k * n + j];
      s->jacobian[j * m + i] = sum;
      s->step[i] +=
        s->work[tape_output(tape, m + i * n + j)] * (inputs[s->problem->place[j]] - from[j]);
    }
  }
  size_t rank;
  TRY(linear_least_squares(m, n, s->jacobian, s->step, COMPLETE_RANK, &rank));
  *moved = 0;
  for (size_t j = 0; j < n; j++) {
    double next = from[j];
    for (size_t k = 0; k < n; k++) next += R[j * n + k] * s->step[k];
    *moved = fmax(*moved, fabs(next - inputs[s->problem->place[j]]) / (1 + fabs(next)));
    inputs[s->problem->place[j]] = next;
  }
  return STATUS_OK;
}

Status complete_project(const Completion *problem, const double *M, double *inputs) {
  const size_t n = problem->unknowns;
  if (problem->equations == 0) return STATUS_OK;
  Search s;
  double *R = calloc(n * n + 1, sizeof *R), *from = calloc(n + 1, sizeof *from), moved = 1;
  Status status = search_start(&s, problem);
  if (!R || !from) status = part_refuse();
  size_t open;
  if (status == STATUS_OK) status = linear_inverse_root(n, M, METRIC_FLOOR, R, &open);
  for (size_t j = 0; status == STATUS_OK && j < n; j++) from[j] = inputs[problem->place[j]];
  for (int step = 0; status == STATUS_OK && step < COMPLETE_STEPS && moved > SETTLED; step++) {
    if (!isfinite(run(&s, inputs)))
      status = STATUS_DOMAIN;
    else
      status = nearest_step(&s, R, from, inputs, &moved);
  }
  // from far away the linearised constraints may never be met: settle for the nearest point that Newton steps find
  if (status == STATUS_DOMAIN ||
      (status == STATUS_OK && !(run(&s, inputs) <= ROUNDING * rounding_level(&s, inputs)))) {
    double error;
    for (size_t j = 0; j < n; j++) inputs[problem->place[j]] = from[j];
    status = search(&s, inputs, &error);
  }
  search_clear(&s);
  free(R);
  free(from);
  return status;
}
