// motion/evaluator.c: running the tapes and solving what they leave unsolved.

#include "motion/evaluator.h"
#include "motion/linear.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Evaluator {
  EvaluatorParts parts;
  double *system_work, *output_work;  // of the tapes
  double *M, *spare;                  // n*n each, for LAPACK
  int *pivots;
};

// A pivot smaller than this part of its diagonal entry leaves no digits: let LAPACK decide.
#define PIVOT_LOSS (64 * DBL_EPSILON)

static double *doubles(size_t n) {
  return calloc(n + 1, sizeof(double));
}

Evaluator *evaluator_create(EvaluatorParts parts) {
  Evaluator *e = calloc(1, sizeof *e);
  if (e == NULL) {
    tape_destroy(parts.system);
    tape_destroy(parts.outputs);
    return NULL;
  }
  e->parts = parts;
  e->system_work = doubles(tape_values(parts.system));
  e->output_work = doubles(parts.outputs ? tape_values(parts.outputs) : 0);
  e->M = doubles(parts.n * parts.n);
  e->spare = doubles(parts.n * parts.n);
  e->pivots = calloc(parts.n + 1, sizeof(int));
  if (!e->system_work || !e->output_work || !e->M || !e->spare || !e->pivots) {
    evaluator_destroy(e);
    return NULL;
  }
  tape_start(parts.system, e->system_work);
  if (parts.outputs) tape_start(parts.outputs, e->output_work);
  return e;
}

void evaluator_destroy(Evaluator *e) {
  if (e == NULL) return;
  tape_destroy(e->parts.system);
  tape_destroy(e->parts.outputs);
  free(e->system_work);
  free(e->output_work);
  free(e->M);
  free(e->spare);
  free(e->pivots);
  free(e);
}

size_t evaluator_length(const Evaluator *e) {
  return tape_length(e->parts.system);
}

static double system_output(const Evaluator *e, size_t i) {
  return e->system_work[tape_output(e->parts.system, i)];
}

static size_t triangle(size_t n) {
  return n * (n + 1) / 2;
}

void evaluator_system(const Evaluator *e, double *M, double *F) {
  const size_t n = e->parts.n;
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, k++) M[i * n + j] = M[j * n + i] = system_output(e, k);
  for (size_t i = 0; i < n; i++) F[i] = system_output(e, k + i);
}

// The solution that the tape found; false where a pivot says it is not to be trusted.
static bool solution_on_tape(const Evaluator *e, double *x) {
  const size_t n = e->parts.n, first = triangle(n) + n;
  for (size_t i = 0; i < n; i++) {
    const double diagonal = system_output(e, triangle(i) + i), pivot = system_output(e, first + n + i);
    if (!(pivot > PIVOT_LOSS * fabs(diagonal))) return false;
    x[i] = system_output(e, first + i);
  }
  return true;
}

Status evaluator_solve(Evaluator *e, const double *inputs, double *x, size_t *bad) {
  const size_t n = e->parts.n;
  memcpy(e->system_work, inputs, tape_inputs(e->parts.system) * sizeof *inputs);
  tape_run(e->parts.system, e->system_work);
  if (!(e->parts.solved && solution_on_tape(e, x))) {
    evaluator_system(e, e->M, x);
    for (size_t i = 0; i < n; i++) {
      *bad = i;
      if (!isfinite(x[i])) return STATUS_DOMAIN;
      for (size_t j = 0; j <= i; j++)
        if (!isfinite(e->M[i * n + j])) return STATUS_DOMAIN;
    }
    const Status status = linear_solve_symmetric(n, e->M, x, e->pivots, e->spare, bad);
    if (status != STATUS_OK) return status;
  }
  for (*bad = 0; *bad < n; ++*bad)
    if (!isfinite(x[*bad])) return STATUS_DOMAIN;
  return STATUS_OK;
}

void evaluator_outputs(Evaluator *e, const double *inputs, const double *x, double *outputs) {
  const Tape *tape = e->parts.outputs;
  const size_t known = tape_inputs(tape) - e->parts.n;
  memcpy(e->output_work, inputs, known * sizeof *inputs);
  memcpy(e->output_work + known, x, e->parts.n * sizeof *x);
  tape_run(tape, e->output_work);
  for (size_t i = 0; i < tape_outputs(tape); i++) outputs[i] = e->output_work[tape_output(tape, i)];
}
