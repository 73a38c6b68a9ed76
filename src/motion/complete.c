// motion/complete.c: damped Gauss-Newton with steps of least norm.

#include "motion/complete.h"
#include "motion/linear.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const Completion *problem;
  double *work;      // of the tape
  double *jacobian;  // column by column, as LAPACK wants it
  double *step;
  double *saved;     // unknowns before a step
} Search;

#define SHORTEST_STEP 1e-6      // of a full step; below it the search is stuck
#define SETTLED (4 * DBL_EPSILON)

static double run(Search *s, const double *inputs) {
  const Tape *tape = s->problem->tape;
  memcpy(s->work, inputs, tape_inputs(tape) * sizeof *inputs);
  tape_run(tape, s->work);
  double largest = 0;
  for (size_t i = 0; i < s->problem->equations; i++) {
    const double size = fabs(s->work[tape_output(tape, i)]);
    if (!(size <= largest)) largest = size;  // keeps a NaN
  }
  return largest;
}

static Status find_step(Search *s) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  const Tape *tape = s->problem->tape;
  for (size_t i = 0; i < m; i++) {
    s->step[i] = -s->work[tape_output(tape, i)];
    for (size_t j = 0; j < n; j++) s->jacobian[j * m + i] = s->work[tape_output(tape, m + i * n + j)];
  }
  size_t rank;
  return linear_least_squares(m, n, s->jacobian, s->step, COMPLETE_RANK, &rank);
}

// Takes the longest part of the step that brings the residuals down; false when none does.
static bool take_step(Search *s, double *inputs, double *error) {
  const size_t n = s->problem->unknowns;
  for (size_t j = 0; j < n; j++) s->saved[j] = inputs[s->problem->place[j]];
  for (double part = 1; part >= SHORTEST_STEP; part /= 2) {
    for (size_t j = 0; j < n; j++) inputs[s->problem->place[j]] = s->saved[j] + part * s->step[j];
    const double now = run(s, inputs);
    if (now < *error) {
      *error = now;
      return true;
    }
  }
  for (size_t j = 0; j < n; j++) inputs[s->problem->place[j]] = s->saved[j];
  run(s, inputs);
  return false;
}

// How small the residuals can get: rounding in terms of the size of the derivatives times the unknowns.
static double rounding_level(const Search *s, const double *inputs) {
  const size_t m = s->problem->equations, n = s->problem->unknowns;
  double largest = 1;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      const double term = s->work[tape_output(s->problem->tape, m + i * n + j)] * inputs[s->problem->place[j]];
      if (fabs(term) > largest) largest = fabs(term);
    }
  return SETTLED * largest;
}

static Status search(Search *s, double *inputs, double *error) {
  *error = run(s, inputs);
  for (int step = 0; step < COMPLETE_STEPS && *error > 0; step++) {
    const Status status = find_step(s);
    if (status != STATUS_OK) return status;
    if (!take_step(s, inputs, error)) break;
  }
  // where no step helps any more, the rest must be rounding
  return *error <= 64 * rounding_level(s, inputs) ? STATUS_OK : STATUS_DOMAIN;
}

Status complete_state(const Completion *problem, double *inputs, double *error) {
  const size_t m = problem->equations, n = problem->unknowns, longer = m > n ? m : n;
  *error = 0;
  if (m == 0) return STATUS_OK;
  Search s = {problem, calloc(tape_values(problem->tape) + 1, sizeof(double)),
              calloc(m * n + 1, sizeof(double)), calloc(longer + 1, sizeof(double)),
              calloc(n + 1, sizeof(double))};
  Status status = s.work && s.jacobian && s.step && s.saved ? STATUS_OK : STATUS_LIMIT;
  if (status == STATUS_OK) {
    tape_start(problem->tape, s.work);
    status = search(&s, inputs, error);
  }
  free(s.work);
  free(s.jacobian);
  free(s.step);
  free(s.saved);
  return status;
}
