// program/at_states.c: quantities at many states, each given by numbers.

#include "program/at_states.h"
#include <math.h>
#include <string.h>

typedef struct {
  System *m;
  size_t states;
  const StateArrays *at;
  const StateRoom *room;
  double *value;
  const MatrixArrays *matrices;
  const bool *given;
  const StateRequest *request;
} Job;

static Status solve_at(const Job *job, size_t i, EvaluatorMotion *motion) {
  const size_t n = job->m->program.n;
  const StateArrays *at = job->at;
  TRY(system_find_speeds(job->m, at->t[i], at->q + i * n, at->velocities + i * n));
  return system_solve(job->m, motion);
}

// Takes one state after the other; a state without a result does not affect the others.
static Status at_each(const Job *job, Status (*find)(const Job *job, size_t i)) {
  System *m = job->m;
  Status all = STATUS_OK;
  TRY(system_ready(m));
  evaluator_check_branch(m->program.evaluator, true);
  for (size_t i = 0; i < job->states; i++) {
    const ArenaMark mark = arena_mark(&m->work);
    const Status status = find(job, i);
    arena_release(&m->work, mark);
    if (status == STATUS_DOMAIN || status == STATUS_INPUT)
      all = status;
    else
      TRY(status);
  }
  return all;
}

static Status quantities_at(const Job *job, size_t i) {
  const Program *p = &job->m->program;
  const size_t n = p->n, all = n + p->outputs.n;
  double *to = job->value + i * all;
  for (size_t k = 0; k < all; k++) to[k] = (double) NAN;
  EvaluatorMotion motion;
  TRY(solve_at(job, i, &motion));
  memcpy(to, motion.acceleration, n * sizeof *to);
  evaluator_outputs(p->evaluator, p->inputs, to + n);
  return STATUS_OK;
}

Status at_states_quantities(System *m, const StateArrays *at, double *values) {
  return at_each(&(Job){.m = m, .states = at->n, .at = at, .value = values}, quantities_at);
}

static Status accelerations_at(const Job *job, size_t i) {
  const size_t n = job->m->program.n;
  double *to = job->value + i * n;
  for (size_t k = 0; k < n; k++) to[k] = (double) NAN;
  EvaluatorMotion motion;
  TRY(solve_at(job, i, &motion));
  memcpy(to, motion.acceleration, n * sizeof *to);
  return STATUS_OK;
}

Status at_states_accelerations(System *m, const StateArrays *at, double *values) {
  return at_each(&(Job){.m = m, .states = at->n, .at = at, .value = values}, accelerations_at);
}

// M and F exist even if there is no motion.
static Status matrices_at(const Job *job, size_t i) {
  System *m = job->m;
  const MatrixArrays *to = job->matrices;
  const size_t n = m->program.n, r = m->equations.constraints.r;
  EvaluatorMotion motion;
  const Status status = solve_at(job, i, &motion);
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  double *M = ARENA_ARRAY(&m->work, double, (n * n) + 1), *F = ARENA_ARRAY(&m->work, double, n + 1),
         *A = ARENA_ARRAY(&m->work, double, (r * n) + 1), *B = ARENA_ARRAY(&m->work, double, (r * n) + 1),
         *b = ARENA_ARRAY(&m->work, double, r + 1);
  const Status there = evaluator_system(m->program.evaluator, M, F);
  for (size_t k = 0; there != STATUS_OK && k < n * n; k++) M[k] = (double) NAN;
  for (size_t k = 0; there != STATUS_OK && k < n; k++) F[k] = (double) NAN;
  evaluator_constraints(m->program.evaluator, A, B, b);
  if (to->M != NULL) memcpy(to->M + i * n * n, M, n * n * sizeof *M);
  if (to->F != NULL) memcpy(to->F + i * n, F, n * sizeof *F);
  if (to->A != NULL) memcpy(to->A + i * r * n, A, r * n * sizeof *A);
  if (to->B != NULL) memcpy(to->B + i * r * n, B, r * n * sizeof *B);
  if (to->b != NULL) memcpy(to->b + i * r, b, r * sizeof *b);
  return there;
}

Status at_states_matrices(System *m, const StateArrays *at, const MatrixArrays *to) {
  return at_each(&(Job){.m = m, .states = at->n, .at = at, .matrices = to}, matrices_at);
}

static Status complete_at(const Job *job, size_t i) {
  System *m = job->m;
  const size_t n = m->program.n;
  double *state = m->program.inputs + m->program.parameters;
  double *t = job->room->t + i, *q = job->room->q + i * n,
         *velocities = job->room->velocities + i * n;
  bool *given = ARENA_ARRAY(&m->work, bool, 1 + 2 * n);
  for (size_t k = 0; k < 1 + 2 * n; k++) given[k] = job->given == NULL || job->given[k];
  state[0] = *t;
  memcpy(state + 1, q, n * sizeof *state);
  memcpy(state + 1 + n, velocities, n * sizeof *state);
  TRY(system_complete(m, given, job->request));
  *t = state[0];
  memcpy(q, state + 1, n * sizeof *state);
  memcpy(velocities, state + 1 + n, n * sizeof *state);
  return STATUS_OK;
}

Status at_states_complete(System *m, const StateRoom *at, const bool *given,
                          const StateRequest *request) {
  return at_each(&(Job){.m = m, .states = at->n, .room = at, .given = given, .request = request},
                 complete_at);
}
