// motion/evaluator.c: runs the tapes and solves what they leave unsolved.

#include "motion/evaluator.h"
#include "base/part.h"
#include "motion/linear.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A tape with its workspace.
typedef struct {
  Tape *tape;
  double *work;
} Runner;

struct Evaluator {
  EvaluatorParts parts;
  Runner system, enter, motion, reduced, speeds, outputs;
  double *block;              // all numbers below, in one block
  ConstrainedSystem numbers;  // of the system tape
  ConstrainedSystem inner;    // of a reduced problem with constraints
  double *x, *lambda, *reaction, *rate;
  double *square, *spare;  // for LAPACK, as large as the larger problem needs
  int *integers;
  bool any_branch;  // do not compare the velocities of a state with psi
  bool *loses;
};

// A pivot of the motion's tape below this fraction of its scale has lost too many digits: LAPACK decides.
#define LEAST_PIVOT 1e-8

static size_t triangle(size_t n) {
  return n * (n + 1) / 2;
}

// --- life ----------------------------------------------------------------------------------------

static void destroy_tapes(const EvaluatorParts *parts) {
  Tape *const all[] = {parts->system, parts->enter, parts->motion, parts->reduced, parts->speeds, parts->outputs};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) tape_destroy(all[i]);
}

static bool runner_start(Runner *runner, Tape *tape) {
  runner->tape = tape;
  if (tape == NULL) return true;
  runner->work = calloc(tape_values(tape) + 1, sizeof(double));
  if (runner->work) tape_start(tape, runner->work);
  return runner->work != NULL;
}

static double *take(double **at, size_t n) {
  double *taken = *at;
  *at += n;
  return taken;
}

static bool allocate(Evaluator *e) {
  const size_t n = e->parts.n, r = e->parts.r, m = e->parts.m, k = e->parts.rows,
               most = n > m ? n : m;
  const size_t rates = m > e->parts.output_rates ? m : e->parts.output_rates;
  const size_t outer = n * n + 3 * n + 2 * r * n + 3 * r, inner = m * m + m + k * m + 2 * k + rates;
  e->block = calloc(outer + inner + most * most + LINEAR_WORK(most) + 1, sizeof(double));
  e->integers = calloc(LINEAR_INTEGERS(most) + 1, sizeof(int));
  e->loses = calloc(r + 1, sizeof(bool));
  if (!e->block || !e->integers || !e->loses) return false;
  double *at = e->block;
  e->numbers = (ConstrainedSystem){.n = n,
                                   .r = r,
                                   .rank = e->parts.rank,
                                   .M = take(&at, n * n),
                                   .F = take(&at, n),
                                   .A = take(&at, r * n),
                                   .B = take(&at, r * n),
                                   .b = take(&at, r),
                                   .size = take(&at, r)};
  e->inner = (ConstrainedSystem){.n = m,
                                 .r = k,
                                 .rank = e->parts.rank,
                                 .M = take(&at, m * m),
                                 .F = take(&at, m),
                                 .A = take(&at, k * m),
                                 .b = take(&at, k),
                                 .size = take(&at, k)};
  e->inner.B = e->inner.A;  // ideal
  e->x = take(&at, n);
  e->lambda = take(&at, r);
  e->reaction = take(&at, n);
  e->rate = take(&at, rates);
  e->square = take(&at, most * most);
  e->spare = take(&at, LINEAR_WORK(most));
  return true;
}

Evaluator *evaluator_create(EvaluatorParts parts) {
  Evaluator *e = calloc(1, sizeof *e);
  if (e == NULL) {
    destroy_tapes(&parts);
    return NULL;
  }
  e->parts = parts;
  bool good = runner_start(&e->system, parts.system);
  good &= runner_start(&e->enter, parts.enter);
  good &= runner_start(&e->motion, parts.motion);
  good &= runner_start(&e->reduced, parts.reduced);
  good &= runner_start(&e->speeds, parts.speeds);
  good &= runner_start(&e->outputs, parts.outputs);
  if (good && allocate(e)) return e;
  evaluator_destroy(e);
  return NULL;
}

void evaluator_destroy(Evaluator *e) {
  if (e == NULL) return;
  destroy_tapes(&e->parts);
  double *const work[] = {e->system.work,  e->enter.work,  e->motion.work,
                          e->reduced.work, e->speeds.work, e->outputs.work};
  for (size_t i = 0; i < sizeof work / sizeof *work; i++) free(work[i]);
  free(e->block);
  free(e->integers);
  free(e->loses);
  free(e);
}

size_t evaluator_length(const Evaluator *e) {
  const Tape *motion = e->motion.tape != NULL ? e->motion.tape : e->reduced.tape;
  return tape_length(e->system.tape) + (motion != NULL ? tape_length(motion) : 0);
}

size_t evaluator_tapes(const Evaluator *e, NamedTape tapes[EVALUATOR_TAPES]) {
  const NamedTape all[EVALUATOR_TAPES] = {{"system", e->system.tape},
                                          {"motion", e->motion.tape},
                                          {"reduced", e->reduced.tape},
                                          {"speeds", e->speeds.tape},
                                          {"outputs", e->outputs.tape}};
  size_t n = 0;
  for (size_t i = 0; i < EVALUATOR_TAPES; i++)
    if (all[i].tape != NULL) tapes[n++] = all[i];
  return n;
}

// --- tapes ---------------------------------------------------------------------------------------

static void run(Runner *runner, const double *inputs) {
  memcpy(runner->work, inputs, tape_inputs(runner->tape) * sizeof *inputs);
  tape_run(runner->tape, runner->work);
}

static double output(const Runner *runner, size_t i) {
  return runner->work[tape_output(runner->tape, i)];
}

static void copy_outputs(const Runner *runner, size_t first, size_t n, double *to) {
  for (size_t i = 0; i < n; i++) to[i] = output(runner, first + i);
}

// Copies a symmetric matrix from its lower triangle by rows.
static void copy_symmetric(const Runner *runner, size_t n, double *to) {
  for (size_t i = 0, k = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, k++) to[i * n + j] = to[j * n + i] = output(runner, k);
}

static size_t system_outputs(const Evaluator *e) {
  return triangle(e->parts.n) + e->parts.n + 2 * e->parts.r * (e->parts.n + 1);
}

// Reads M, F, A, B, b and the row sizes, which come first in the outputs of both tapes.
static Status read_numbers(Evaluator *e, const Runner *runner) {
  const size_t n = e->parts.n, r = e->parts.r;
  ConstrainedSystem *s = &e->numbers;
  copy_symmetric(runner, n, s->M);
  size_t at = triangle(n);
  copy_outputs(runner, at, n, s->F), at += n;
  copy_outputs(runner, at, r * n, s->A), at += r * n;
  copy_outputs(runner, at, r * n, s->B), at += r * n;
  copy_outputs(runner, at, r, s->b), at += r;
  copy_outputs(runner, at, r, s->size);
  return constrained_drop_rounding(s);
}

static Status read_system(Evaluator *e, const double *inputs) {
  run(&e->system, inputs);
  return read_numbers(e, &e->system);
}

// From H_pp and f = H_pp (Q - H_q) with p' and q'': M = H_pp^-1, F = M (f + q'') - p'
static Status system_of_momenta(const Evaluator *e, double *M, double *F) {
  const size_t n = e->parts.n;
  TRY(linear_inverse(n, e->numbers.M, M));
  for (size_t i = 0; i < n; i++) {
    F[i] = -e->rate[i];
    for (size_t j = 0; j < n; j++) F[i] += M[i * n + j] * (e->numbers.F[j] + e->x[j]);
  }
  return STATUS_OK;
}

Status evaluator_system(const Evaluator *e, double *M, double *F) {
  if (e->parts.system_of_rates) return system_of_momenta(e, M, F);
  memcpy(M, e->numbers.M, e->parts.n * e->parts.n * sizeof *M);
  memcpy(F, e->numbers.F, e->parts.n * sizeof *F);
  return STATUS_OK;
}

void evaluator_constraints(const Evaluator *e, double *A, double *B, double *b) {
  const ConstrainedSystem *s = &e->numbers;
  memcpy(A, s->A, s->r * s->n * sizeof *A);
  memcpy(B, s->B, s->r * s->n * sizeof *B);
  memcpy(b, s->b, s->r * sizeof *b);
}

void evaluator_check_branch(Evaluator *e, bool check) {
  e->any_branch = !check;
}

size_t evaluator_set_rank(Evaluator *e, size_t rank) {
  const size_t before = e->numbers.rank;
  e->numbers.rank = e->inner.rank = rank;
  return before;
}

void evaluator_mass(Evaluator *e, const double *inputs, double *M) {
  run(&e->system, inputs);
  copy_symmetric(&e->system, e->parts.n, M);
}

// --- free and reduced problems -------------------------------------------------------------------

static Status fail(EvaluatorFailure *failure, EvaluatorTrouble trouble, size_t bad) {
  failure->trouble = trouble;
  failure->bad = bad;
  return STATUS_DOMAIN;
}

static bool all_finite(const double *v, size_t n, size_t *bad) {
  for (*bad = 0; *bad < n; ++*bad)
    if (!isfinite(v[*bad])) return false;
  *bad = 0;
  return true;
}

// Keeps the solution that LAPACK found or, if it fails, finds one by pivoting.
static Status improve_symmetric(Evaluator *e, const Runner *runner, size_t n, double *x, bool found,
                                bool *regular) {
  double *F = e->spare, none;
  copy_symmetric(runner, n, e->square);
  copy_outputs(runner, triangle(n), n, F);
  const ConstrainedSystem s = {.n = n, .M = e->square, .F = F};
  *regular = found && constrained_is_solved(&s, x, &none);
  if (*regular) return STATUS_OK;
  return constrained_by_pivoting(&s, x, &none, regular);
}

// Solves M x = F from the lower triangle and right-hand side at the start of the runner's outputs.
static Status solve_symmetric(Evaluator *e, const Runner *runner, size_t n, double *x,
                              EvaluatorFailure *failure) {
  size_t bad;
  copy_symmetric(runner, n, e->square);
  copy_outputs(runner, triangle(n), n, x);
  if (!all_finite(x, n, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad);
  if (!all_finite(e->square, n * n, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad / n);
  const Status status = linear_solve_symmetric(n, e->square, x, e->spare, e->integers, &bad);
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  bool regular;
  TRY(improve_symmetric(e, runner, n, x, status == STATUS_OK, &regular));
  return regular ? STATUS_OK : fail(failure, EVALUATED_SINGULAR_MASS, bad);
}

static EvaluatorTrouble trouble_of(ConstrainedTrouble trouble) {
  switch (trouble) {
    case CONSTRAINED_OK: return EVALUATED;
    case CONSTRAINED_SINGULAR: return EVALUATED_SINGULAR;
    case CONSTRAINED_UNDETERMINED: return EVALUATED_SINGULAR_MASS;
    case CONSTRAINED_UNREACHED: return EVALUATED_UNREACHED;
    case CONSTRAINED_INCONSISTENT: return EVALUATED_INCONSISTENT;
  }
  return EVALUATED;
}

static Status outcome(Evaluator *e, const ConstrainedResult *result, EvaluatorFailure *failure) {
  if (result->trouble == CONSTRAINED_OK) return STATUS_OK;
  failure->loses = e->loses;
  return fail(failure, trouble_of(result->trouble), result->bad);
}

// u' of a reduced problem with constraints; A, b and row sizes start at output `first`
static Status solve_inner(Evaluator *e, size_t first, EvaluatorFailure *failure) {
  const size_t m = e->parts.m, k = e->parts.rows;
  ConstrainedSystem *s = &e->inner;
  ConstrainedResult result = {.loses = e->loses};
  size_t bad;
  copy_symmetric(&e->reduced, m, s->M);
  copy_outputs(&e->reduced, triangle(m), m, s->F);
  copy_outputs(&e->reduced, first, k * m, s->A);
  copy_outputs(&e->reduced, first + k * m, k, s->b);
  copy_outputs(&e->reduced, first + k * m + k, k, s->size);
  TRY(constrained_drop_rounding(s));
  if (!all_finite(s->M, m * m, &bad) || !all_finite(s->A, k * m, &bad))
    return fail(failure, EVALUATED_NOT_FINITE, bad % m);
  if (!all_finite(s->F, m, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad);
  if (!all_finite(s->b, k, &bad)) return fail(failure, EVALUATED_NOT_FINITE, 0);
  TRY(constrained_by_pseudo_inverse(s, e->rate, e->lambda, &result));
  return outcome(e, &result, failure);
}

#define BRANCH_GAP 1e-3  // of the largest velocity; if psi differs by more, it is another solution

// Do the velocities of the state agree with those of the problem, which start at output `psi`?
static bool is_on_branch(const Evaluator *e, const Runner *runner, size_t psi, const double *velocities, size_t *bad) {
  double largest = 0;
  if (e->any_branch) return true;
  for (size_t i = 0; i < e->parts.n; i++) largest = fmax(largest, fabs(velocities[i]));
  for (*bad = 0; *bad < e->parts.n; ++*bad) {
    const double value = output(runner, psi + *bad);
    if (isfinite(value) && fabs(value - velocities[*bad]) > BRANCH_GAP * largest) return false;
  }
  return true;
}

// u' of the reduced problem; q' goes into the inputs, q'' into x
static Status solve_reduced(Evaluator *e, double *inputs, EvaluatorFailure *failure) {
  const size_t n = e->parts.n, m = e->parts.m, rows = e->parts.rows;
  run(&e->reduced, inputs);
  const size_t first = triangle(m) + m, psi = first + rows * m + 2 * rows, slope = psi + n;
  const size_t drift = slope + n * m;
  double *velocities = inputs + e->parts.velocities;
  size_t bad;
  if (rows > 0)
    TRY(solve_inner(e, first, failure));
  else if (m > 0)
    TRY(solve_symmetric(e, &e->reduced, m, e->rate, failure));
  if (!is_on_branch(e, &e->reduced, psi, velocities, &bad)) return fail(failure, EVALUATED_OTHER_BRANCH, bad);
  copy_outputs(&e->reduced, psi, n, velocities);
  copy_outputs(&e->reduced, drift, n, e->x);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < m; k++) e->x[i] += output(&e->reduced, slope + i * m + k) * e->rate[k];
  return STATUS_OK;
}

// --- constraints ---------------------------------------------------------------------------------

// Where the constraints lose rank, the free speeds may fail, too: reports the constraints instead.
static Status check_rank(Evaluator *e, EvaluatorFailure *failure) {
  ConstrainedResult result = {.loses = e->loses};
  size_t bad;
  if (e->parts.r == 0 || !all_finite(e->numbers.A, e->parts.r * e->parts.n, &bad)) return STATUS_OK;
  TRY(constrained_check_rank(&e->numbers, &result));
  return outcome(e, &result, failure);
}

// Are all rows finite? Marks those that are not.
static bool rows_are_finite(Evaluator *e) {
  const ConstrainedSystem *s = &e->numbers;
  bool all = true;
  for (size_t a = 0; a < s->r; a++) {
    size_t bad;
    e->loses[a] = !all_finite(s->A + a * s->n, s->n, &bad) ||
                  !all_finite(s->B + a * s->n, s->n, &bad) || !isfinite(s->b[a]);
    all = all && !e->loses[a];
  }
  return all;
}

static Status solve_constrained(Evaluator *e, EvaluatorFailure *failure) {
  const size_t n = e->parts.n;
  ConstrainedResult result = {.loses = e->loses};
  size_t bad;
  if (!all_finite(e->numbers.F, n, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad);
  if (!all_finite(e->numbers.M, n * n, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad % n);
  if (!rows_are_finite(e)) {
    failure->loses = e->loses;
    return fail(failure, EVALUATED_KINK, 0);
  }
  if (e->parts.kind == EVALUATE_NULL_SPACE)
    TRY(constrained_by_null_space(&e->numbers, e->x, e->lambda, &result));
  else
    TRY(constrained_by_pseudo_inverse(&e->numbers, e->x, e->lambda, &result));
  return outcome(e, &result, failure);
}

// R = B^T lambda if lambda comes first, otherwise M q'' - F, and lambda from R
static Status find_reactions(Evaluator *e) {
  const ConstrainedSystem *s = &e->numbers;
  const bool from_lambda = e->parts.kind == EVALUATE_NULL_SPACE;
  const double *x = e->parts.system_of_rates ? e->rate : e->x;
  for (size_t i = 0; i < s->n; i++) {
    e->reaction[i] = from_lambda ? 0 : -s->F[i];
    for (size_t j = 0; !from_lambda && j < s->n; j++) e->reaction[i] += s->M[i * s->n + j] * x[j];
    for (size_t a = 0; from_lambda && a < s->r; a++)
      e->reaction[i] += s->B[a * s->n + i] * e->lambda[a];
  }
  return from_lambda || s->r == 0 ? STATUS_OK : constrained_multipliers(s, x, e->lambda);
}

// Returns the scale of accelerations: the largest of those without constraints, those required by the
// constraints alone, those of turning with these velocities, and the actual ones.
static double natural_size(const Evaluator *e, const double *inputs, const double *x) {
  const ConstrainedSystem *s = &e->numbers;
  const double *v = inputs + e->parts.velocities, *q = v - s->n;
  double size = 0, reach = 1, speed = 0;
  for (size_t i = 0; i < s->n; i++) {
    const double mass = s->M[i * s->n + i];
    size = fmax(size, fmax(fabs(x[i]), mass > 0 ? fabs(s->F[i]) / mass : 0));
    reach = fmax(reach, fabs(q[i]));
    speed = fmax(speed, fabs(v[i]));
  }
  for (size_t a = 0; a < s->r; a++) {
    double length = 0;
    for (size_t i = 0; i < s->n; i++) length = hypot(length, s->A[a * s->n + i]);
    if (length > 0) size = fmax(size, fabs(s->b[a]) / length);
  }
  return fmax(size, speed * speed / reach);
}

#define ROW_GAP 1e-6  // of the possible difference: above it, a constraint is independent here

// Do the accelerations also satisfy the constraints that were taken to depend on others? At a state on another
// piece, with a higher rank, they may not.
static Status check_rows(Evaluator *e, const double *inputs, EvaluatorFailure *failure) {
  const ConstrainedSystem *s = &e->numbers;
  bool all = true;
  if (s->rank >= s->r || e->parts.system_of_rates) return STATUS_OK;
  const double size = natural_size(e, inputs, e->x);
  for (size_t a = 0; a < s->r; a++) {
    double sum = -s->b[a], length = 0;
    for (size_t i = 0; i < s->n; i++) {
      sum += s->A[a * s->n + i] * e->x[i];
      length = hypot(length, s->A[a * s->n + i]);
    }
    e->loses[a] = !(fabs(sum) <= ROW_GAP * length * size);
    all = all && !e->loses[a];
  }
  if (all) return STATUS_OK;
  failure->loses = e->loses;
  return fail(failure, EVALUATED_OTHER_RANK, 0);
}

#define CHART_LOSS 1e-6  // of the size of accelerations; a larger error shows an edge of the method's variables

// Are the accelerations of a reduced problem those of the system? Near an edge of their chart the free speeds
// lose digits, and where a divisor is only rounding, all of them.
static Status check_chart(Evaluator *e, const double *inputs, EvaluatorFailure *failure) {
  const size_t n = e->parts.n, r = e->parts.r;
  if (e->parts.system_of_rates || r == 0 || constrained_is_solved(&e->numbers, e->x, e->lambda)) return STATUS_OK;
  double *x = calloc(n + r + 1, sizeof *x);
  ConstrainedResult result = {.loses = e->loses};
  Status status = x != NULL ? constrained_by_null_space(&e->numbers, x, x + n, &result) : part_refuse();
  const bool known = status == STATUS_OK && result.trouble == CONSTRAINED_OK;
  const double size = known ? natural_size(e, inputs, x) : 0;
  for (size_t i = 0; known && status == STATUS_OK && i < n; i++)
    if (!(fabs(x[i] - e->x[i]) <= CHART_LOSS * size)) status = fail(failure, EVALUATED_EDGE, i);
  free(x);
  return status;
}

// z' of free speeds from the accelerations: psi_z z' = q'' - drift
static Status find_speed_rates(Evaluator *e, const double *inputs) {
  const size_t n = e->parts.n, k = e->parts.output_rates, longer = n > k ? n : k;
  double *slope = calloc(n * k + 1, sizeof *slope), *f = calloc(longer + 1, sizeof *f);
  Status status = slope && f ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    size_t rank;
    run(&e->speeds, inputs);
    for (size_t i = 0; i < n; i++) {
      f[i] = e->x[i] - output(&e->speeds, n * k + i);
      for (size_t j = 0; j < k; j++) slope[j * n + i] = output(&e->speeds, i * k + j);
    }
    status = linear_least_squares(n, k, slope, f, DBL_EPSILON, &rank);
    memcpy(e->rate, f, k * sizeof *f);
  }
  free(slope);
  free(f);
  return status;
}

// --- all of it -----------------------------------------------------------------------------------

// Runs the motion's tape; false if one of its pivots has lost its digits.
static bool run_motion(Evaluator *e, const double *inputs) {
  const size_t parameters = e->parts.velocities - 1 - e->parts.n;
  Runner *motion = &e->motion;
  if (e->enter.tape != NULL) {
    run(&e->enter, inputs);
    memcpy(motion->work, inputs, parameters * sizeof *inputs);
    copy_outputs(&e->enter, 0, tape_outputs(e->enter.tape), motion->work + parameters);
    tape_run(motion->tape, motion->work);
  } else {
    run(motion, inputs);
  }
  const size_t first = tape_outputs(motion->tape) - 2 * e->parts.watched;
  for (size_t i = first; i < first + e->parts.watched; i++)
    if (!(fabs(output(motion, i)) > LEAST_PIVOT * fabs(output(motion, e->parts.watched + i)))) return false;
  return true;
}

// Returns the number of speed rates on the motion's tape; 0 if the speeds are not linear in the velocities.
static size_t motion_rates(const Evaluator *e) {
  return tape_outputs(e->motion.tape) - system_outputs(e) - 3 * e->parts.n - e->parts.r - 2 * e->parts.watched;
}

// Solves with the motion's tape, the same as in a run. False if it has lost digits, or violates an equation,
// including those of redundant constraints: LAPACK then finds out whether the state is singular.
static bool solve_on_tape(Evaluator *e, double *inputs, Status *status) {
  const size_t n = e->parts.n, r = e->parts.r, rates = motion_rates(e), first = system_outputs(e);
  const Runner *motion = &e->motion;
  const bool others = e->enter.tape != NULL;  // the unknowns are not the velocities
  double *velocities = inputs + e->parts.velocities;
  size_t bad;
  if (!run_motion(e, inputs)) return false;
  if (others && !is_on_branch(e, motion, first, velocities, &bad)) return false;
  *status = read_numbers(e, motion);
  copy_outputs(motion, first + n, n, e->x);
  copy_outputs(motion, first + 2 * n, r, e->lambda);
  if (e->parts.kind != EVALUATE_FREE) copy_outputs(motion, first + 2 * n + r, n, e->reaction);
  copy_outputs(motion, first + 3 * n + r, rates, e->rate);
  const double *x = e->parts.system_of_rates ? e->rate : e->x;
  if (*status != STATUS_OK || !all_finite(e->x, n, &bad) || !all_finite(e->rate, rates, &bad) ||
      !constrained_has_digits(&e->numbers) || !constrained_is_solved(&e->numbers, x, e->lambda))
    return false;
  if (others) copy_outputs(motion, first, n, velocities);
  return true;
}

// Solves with LAPACK.
static Status solve_numbers(Evaluator *e, double *inputs, EvaluatorFailure *failure) {
  TRY(read_system(e, inputs));
  if (e->parts.kind == EVALUATE_REDUCED) {
    TRY(check_rank(e, failure));
    TRY(solve_reduced(e, inputs, failure));
    TRY(read_system(e, inputs));
  }
  if (e->parts.kind == EVALUATE_FREE) TRY(solve_symmetric(e, &e->system, e->parts.n, e->x, failure));
  if (e->parts.kind == EVALUATE_NULL_SPACE || e->parts.kind == EVALUATE_PSEUDO_INVERSE)
    TRY(solve_constrained(e, failure));
  size_t bad;
  if (!all_finite(e->x, e->parts.n, &bad)) return fail(failure, EVALUATED_NOT_FINITE, bad);
  if (e->parts.kind != EVALUATE_FREE) TRY(check_rows(e, inputs, failure));
  if (e->parts.kind != EVALUATE_FREE) TRY(find_reactions(e));
  if (e->parts.kind == EVALUATE_REDUCED) TRY(check_chart(e, inputs, failure));
  return e->speeds.tape != NULL ? find_speed_rates(e, inputs) : STATUS_OK;
}

Status evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion,
                       EvaluatorFailure *failure) {
  Status status = STATUS_OK;
  *failure = (EvaluatorFailure){0};
  *motion = (EvaluatorMotion){e->x, e->lambda, e->reaction, e->rate};
  if (e->motion.tape == NULL || !solve_on_tape(e, inputs, &status))
    return status == STATUS_OK ? solve_numbers(e, inputs, failure) : status;
  return e->speeds.tape != NULL && motion_rates(e) == 0 ? find_speed_rates(e, inputs) : STATUS_OK;
}

Status evaluator_judge(Evaluator *e, double *inputs, EvaluatorMotion *motion,
                       EvaluatorFailure *failure) {
  *failure = (EvaluatorFailure){0};
  *motion = (EvaluatorMotion){e->x, e->lambda, e->reaction, e->rate};
  return solve_numbers(e, inputs, failure);
}

void evaluator_run(const Evaluator *e, const Tape *tape, double *to, const double *inputs,
                   double *outputs) {
  const size_t n = e->parts.n, r = e->parts.r, m = e->parts.output_rates;
  const size_t known = tape_inputs(tape) - 2 * n - r - m;
  memcpy(to, inputs, known * sizeof *to);
  memcpy(to + known, e->x, n * sizeof *to);
  memcpy(to + known + n, e->lambda, r * sizeof *to);
  memcpy(to + known + n + r, e->reaction, n * sizeof *to);
  memcpy(to + known + 2 * n + r, e->rate, m * sizeof *to);
  tape_run(tape, to);
  for (size_t i = 0; i < tape_outputs(tape); i++) outputs[i] = to[tape_output(tape, i)];
}

void evaluator_outputs(Evaluator *e, const double *inputs, double *outputs) {
  evaluator_run(e, e->outputs.tape, e->outputs.work, inputs, outputs);
}
