// Laws of tape/pivots.c: problems of every kind are solved as accurately as their entries are known, or refused if
// they are nearly singular.

#include "support/problems.h"
#include "support/rounding.h"
#include "tape/tape_impl.h"

#include <math.h>

#define SINGULAR_PIVOT 1e-13  // of its measure, as in program/linear.c
#define STABLE_GROWTH 1000    // the same
#define HOPELESS 1e12         // problems with a larger condition may be refused

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

// The problem as values that change along s: x + s x'. The one input is s.
typedef struct {
  TapeBuilder *b;
  Value s;
  double zero;  // s, at the state of reference
  Value M[PROBLEM_ENTRIES], F[PROBLEM_MOST], A[PROBLEM_ENTRIES], B[PROBLEM_ENTRIES], rhs[PROBLEM_MOST];
  TapeProblem problem;
} Line;

static void numbers(const Line *l, const double *x, const double *rate, size_t n, Value *values) {
  for (size_t i = 0; i < n; i++) {
    const Value change = tape_op(l->b, TAPE_MUL, tape_constant(l->b, rate[i]), l->s);
    values[i] = tape_op(l->b, TAPE_ADD, tape_constant(l->b, x[i]), change);
  }
}

static void line_init(Gen *g, Line *l, const Problem *s, const Problem *rate) {
  *l = (Line){.b = tape_builder_create(g->arena, g->pool)};
  l->s = tape_input(l->b, expr_symbol(g->pool, str("s"), SYMBOL_VARIABLE));
  numbers(l, s->M, rate->M, s->n * s->n, l->M);
  numbers(l, s->F, rate->F, s->n, l->F);
  numbers(l, s->A, rate->A, s->r * s->n, l->A);
  numbers(l, s->B, rate->B, s->r * s->n, l->B);
  numbers(l, s->rhs, rate->rhs, s->r, l->rhs);
  for (size_t i = 0; i < s->r * s->n; i++)  // the same values if the rows are the same
    if (s->A[i] == s->B[i]) l->B[i] = l->A[i];
  tape_refer(l->b, &l->zero);
  l->problem = (TapeProblem){s->n, s->r, s->rank, l->M, l->F, l->A, l->B, l->rhs};
}

// Computes values at s = 0 by a finished tape.
static void run(Gen *g, const Line *l, const Value *values, size_t n, double *results) {
  Tape *tape = tape_finish(l->b, values, n);
  arena_defer(g->arena, destroy_tape, tape);
  CHECK(tape_check(tape));
  double *work = ARENA_ARRAY(g->arena, double, tape_values(tape));
  tape_start(tape, work);
  work[0] = 0;
  tape_run(tape, work);
  for (size_t i = 0; i < n; i++) results[i] = work[tape_output(tape, i)];
}

static double largest(const double *x, size_t n) {
  double size = 0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

// Law: tape_solve_pivoting solves every problem that is not nearly singular, to 1e-9 if its condition is below
// 1e4, and its pivot shows which are; a finished tape gives the numbers at the state of reference. Judge: 113
// bits. Bound: one step of refinement leaves an error of a few roundings of K and f (Skeel 1980), as long as the
// first solution has some digits.
PROP(solves_what_is_regular, 4000) {
  const Problem s = gen_problem(g), still = {0};
  ProblemSolution exact;
  ASSUME(problem_solve(&s, &exact));
  Line l;
  Value out[PROBLEM_SIZE + 2];
  double x[PROBLEM_SIZE + 2];
  const size_t n = s.n, size = s.n + s.r;
  line_init(g, &l, &s, &still);
  CHECK(tape_solve_pivoting(l.b, &l.problem, out, out + n, &out[size], &out[size + 1]) == STATUS_OK);
  run(g, &l, out, size + 2, x);
  for (size_t i = 0; i < size + 2; i++)
    CHECK(memcmp(&x[i], &(double){tape_number(l.b, out[i])}, sizeof *x) == 0);
  gen_note(g, "condition %.3g, pivot %.3g of %.3g", exact.condition, x[size], x[size + 1]);
  const bool refused = !(fabs(x[size]) > SINGULAR_PIVOT * x[size + 1]);
  CHECK(!refused || exact.condition > HOPELESS);
  ASSUME(!refused && exact.condition < HOPELESS);
  const double scale = largest(exact.x, n);
  for (size_t i = 0; i < n; i++) {
    CHECK_NEAR(x[i], exact.x[i], exact.condition < 1e4 ? 1e-9 * scale : HUGE_VAL);
    // if rows depend on each other, the multipliers differ, and so do the roundings
    if (s.rank == s.r) CHECK_NEAR(x[i], exact.x[i], 10 * (double) size * UNIT * (exact.rounding[i] + scale));
  }
}

// Law: tape_jacobian differentiates such solutions. Judge: 113 bits, at s = 0.
PROP(differentiates_solutions, 1500) {
  const Problem s = gen_problem(g);
  Problem rate = gen_problem(g);
  ProblemSolution exact;
  ASSUME(s.rank == s.r && problem_solve(&s, &exact) && exact.condition < 1e5);
  memcpy(rate.B, rate.A, sizeof rate.A);
  for (size_t i = 0; i < s.n * s.n; i++) rate.M[i] = rate.M[i % s.n * s.n + i / s.n];
  Line l;
  Value out[2 * PROBLEM_SIZE], last, measure;
  double x[2 * PROBLEM_SIZE], slope[PROBLEM_SIZE], rounding[PROBLEM_SIZE];
  const size_t size = s.n + s.r;
  line_init(g, &l, &s, &rate);
  for (size_t i = 0; i < s.r * s.n; i++) rate.B[i] = s.A[i] == s.B[i] ? rate.A[i] : rate.B[i];
  CHECK(tape_solve_pivoting(l.b, &l.problem, out, out + s.n, &last, &measure) == STATUS_OK);
  CHECK(tape_jacobian(l.b, out, size, &l.s, 1, out + size) == STATUS_OK);
  run(g, &l, out, 2 * size, x);
  problem_derivative(&s, &rate, &exact, slope, rounding);
  for (size_t i = 0; i < size; i++) {
    gen_note(g, "number %zu of %zu, condition %.3g", i, size, exact.condition);
    CHECK_NEAR(x[size + i], slope[i], 50 * (double) size * UNIT * rounding[i] + UNIT * largest(slope, size));
  }
}

// Returns how much rounding changes x_i in an elimination whose entries become `growth` times the scaled ones of K:
// |K^-1| |L| |U| |z| (Higham, theorem 9.4); z has lambda + rhs if M + A^T A takes the place of M.
static double bound_of(Gen *g, const Problem *s, const ProblemSolution *exact, double growth, size_t i) {
  const size_t size = s->n + s->r;
  double row[PROBLEM_SIZE], column[PROBLEM_SIZE], before = 0, after = 0;
  ScaledRow rows[PROBLEM_SIZE] = {0};
  for (size_t k = 0; k < s->n * s->n; k++)
    if (s->M[k] != 0) array_push(g->arena, &rows[k / s->n], ((ScaledEntry){k % s->n, fabs(s->M[k])}));
  for (size_t k = 0; k < s->r * s->n; k++) {
    if (s->B[k] != 0) array_push(g->arena, &rows[k % s->n], ((ScaledEntry){s->n + k / s->n, fabs(s->B[k])}));
    if (s->A[k] != 0) array_push(g->arena, &rows[s->n + k / s->n], ((ScaledEntry){k % s->n, fabs(s->A[k])}));
  }
  scaling_factors(g->arena, rows, size, row, column);
  for (size_t k = 0; k < size; k++) {
    before += fabs(exact->inverse[i * size + k]) / row[k];
    after += (fabs(exact->x[k]) + (k < s->n ? 0 : fabs(s->rhs[k - s->n]))) / column[k];
  }
  return 6 * (double) size * UNIT * growth * before * after;
}

// Law: an elimination that tape_growth finds stable is stable. Judge: 113 bits. Bound: bound_of. Rows are independent.
PROP(growth_tells_what_is_stable, 4000) {
  const Problem s = gen_problem(g), still = {0};
  ProblemSolution exact;
  ASSUME(s.rank == s.r && problem_solve(&s, &exact) && exact.condition < HOPELESS);
  Line l;
  const size_t n = s.n, r = s.r;
  Value out[PROBLEM_SIZE], pivots[PROBLEM_SIZE], scale[PROBLEM_SIZE];
  double x[PROBLEM_SIZE];
  line_init(g, &l, &s, &still);
  const bool ideal = memcmp(s.A, s.B, sizeof s.A) == 0;
  if (ideal)
    CHECK(tape_solve_constrained(l.b, n, l.M, l.F, r, l.A, l.rhs, out, out + n, pivots, scale) == STATUS_OK);
  else
    CHECK(tape_solve_servo(l.b, n, l.M, l.F, r, l.A, l.B, l.rhs, out, out + n, pivots, scale) == STATUS_OK);
  const double growth = tape_growth(l.b, &l.problem, l.M, pivots, scale);
  ASSUME(growth < STABLE_GROWTH);
  run(g, &l, out, n, x);
  gen_note(g, "growth %.3g, condition %.3g", growth, exact.condition);
  for (size_t i = 0; i < n; i++)
    CHECK_NEAR(x[i], exact.x[i], bound_of(g, &s, &exact, growth, i) + 4 * UNIT * fabs(exact.x[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(solves_what_is_regular),
    cmocka_unit_test(differentiates_solutions),
    cmocka_unit_test(growth_tells_what_is_stable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
