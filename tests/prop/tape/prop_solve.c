// Laws of tape/solve.c: solutions on the tape are solutions, whatever entries are zero.

#include "support/check.h"
#include "support/rounding.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <math.h>
#include <stdlib.h>

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

#define LARGEST 8

// Draws M = B B^T + I with a random zero pattern in B, so that M has one, too.
static void gen_system(Gen *g, size_t n, double *M, double *f) {
  double B[LARGEST * LARGEST] = {0};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      if (gen_below(g, 3) == 0) B[i * n + j] = (double) gen_int(g, -64, 64) / 16;
  for (size_t i = 0; i < n; i++) {
    f[i] = (double) gen_int(g, -100, 100);
    for (size_t j = 0; j < n; j++) {
      M[i * n + j] = i == j;
      for (size_t k = 0; k < n; k++) M[i * n + j] += B[i * n + k] * B[j * n + k];
    }
  }
}

// Law: tape_solve solves M x = f for positive definite M of any zero pattern; the pivots are positive.
// Judge: the residual. Bound: |M - L D L^T| and the two triangles are within (3n + 1) UNIT of
// |L| D |L^T| <= n max|M| (Higham, theorem 10.4), with room.
PROP(solves_systems, 600) {
  const size_t n = 1 + gen_below(g, LARGEST);
  double M[LARGEST * LARGEST], f[LARGEST];
  gen_system(g, n, M, f);
  TapeBuilder *b = tape_builder_create(g->arena, p);
  Value entries[LARGEST * LARGEST], right[LARGEST], results[2 * LARGEST];
  double inputs[LARGEST * LARGEST + LARGEST];
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      const Expr name = expr_symbol(p, str(text_format(g->arena, "m%zu%zu", i, j)), SYMBOL_CONSTANT);
      const double entry = M[i * n + j];
      entries[i * n + j] = entry == 0 ? tape_constant(b, 0) : tape_input(b, name);
      entries[j * n + i] = entries[i * n + j];
      if (entry != 0) inputs[count++] = entry;
    }
  for (size_t i = 0; i < n; i++) {
    right[i] = tape_input(b, expr_symbol(p, str(text_format(g->arena, "f%zu", i)), SYMBOL_CONSTANT));
    inputs[count++] = f[i];
  }
  CHECK(tape_solve(b, n, entries, right, results, results + n) == STATUS_OK);
  Tape *tape = tape_finish(b, results, 2 * n);
  arena_defer(g->arena, destroy_tape, tape);
  CHECK(tape_check(tape));
  double *work = ARENA_ARRAY(g->arena, double, tape_values(tape));
  tape_start(tape, work);
  memcpy(work, inputs, count * sizeof *inputs);
  tape_run(tape, work);
  double largest = 0, sum = 0;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(M[i]));
  for (size_t i = 0; i < n; i++) sum += fabs(work[tape_output(tape, i)]);
  const double bound = 4 * (3 * (double) n + 1) * UNIT * (double) n * largest * (sum + 1);
  for (size_t i = 0; i < n; i++) {
    long double residual = -(long double) f[i];
    for (size_t j = 0; j < n; j++) residual += (long double) M[i * n + j] * (long double) work[tape_output(tape, j)];
    CHECK_NEAR((double) residual, 0.0, bound);
    CHECK(work[tape_output(tape, n + i)] > 0);
  }
}

// --- with constraints -----------------------------------------------------------------------------

#define MOST_NUMBERS (LARGEST * LARGEST)

// M x = F + A^T lambda, A x = rhs in multiples of 1/16, so that the rational problem is the same.
typedef struct {
  size_t n, r;
  double M[MOST_NUMBERS], F[LARGEST], A[MOST_NUMBERS], rhs[LARGEST];
} Problem;

// Draws a problem; in half of the cases some coordinates have no mass: then M is singular and constraints must
// determine them.
static Problem gen_problem(Gen *g) {
  Problem s = {.n = 1 + gen_below(g, 6)};
  s.r = gen_below(g, s.n + 1);
  gen_system(g, s.n, s.M, s.F);
  if (gen_below(g, 2) && s.n > s.r)
    for (size_t i = 0; i < s.n; i++)
      for (size_t j = 0; j < s.n; j++)
        if (i + s.r > s.n || j + s.r > s.n) s.M[i * s.n + j] = 0;
  for (size_t i = 0; i < s.r * s.n; i++)
    if (gen_below(g, 2)) s.A[i] = (double) gen_int(g, -32, 32) / 16;
  for (size_t a = 0; a < s.r; a++) s.rhs[a] = (double) gen_int(g, -100, 100);
  return s;
}

static void set(fmpq_mat_t K, size_t i, size_t j, double sixteenths) {
  fmpq_set_si(fmpq_mat_entry(K, (slong) i, (slong) j), (slong) (256 * sixteenths), 256);
}

// The problem as one matrix K z = f, z = (x, lambda).
static void set_problem(const Problem *s, fmpq_mat_t K, fmpq_mat_t f) {
  const size_t n = s->n, size = s->n + s->r;
  fmpq_mat_init(K, (slong) size, (slong) size);
  fmpq_mat_init(f, (slong) size, 1);
  for (size_t i = 0; i < n; i++) set(f, i, 0, s->F[i]);
  for (size_t i = 0; i < n * n; i++) set(K, i / n, i % n, s->M[i]);
  for (size_t a = 0; a < s->r; a++) {
    set(f, n + a, 0, s->rhs[a]);
    for (size_t i = 0; i < n; i++) {
      set(K, n + a, i, s->A[a * n + i]);
      set(K, i, n + a, -s->A[a * n + i]);
    }
  }
}

// Finds the exact solution z of K z = f, and its derivative K^-1 (f' - K' z) if f and K change as in `rate`;
// rounded. Returns false if there is no solution or more than one.
static bool exact_solution(const Problem *s, const Problem *rate, double *z, double *zd) {
  fmpq_mat_t K, f, Kd, fd, Kdz;
  set_problem(s, K, f);
  set_problem(rate, Kd, fd);
  const size_t size = s->n + s->r;
  fmpq_mat_init(Kdz, (slong) size, 1);
  bool solved = fmpq_mat_solve(f, K, f) != 0;
  fmpq_mat_mul(Kdz, Kd, f);
  fmpq_mat_sub(fd, fd, Kdz);
  solved = solved && fmpq_mat_solve(fd, K, fd) != 0;
  for (size_t i = 0; solved && i < size; i++) {
    z[i] = fmpq_get_d(fmpq_mat_entry(f, (slong) i, 0));
    zd[i] = fmpq_get_d(fmpq_mat_entry(fd, (slong) i, 0));
  }
  fmpq_mat_clear(K);
  fmpq_mat_clear(f);
  fmpq_mat_clear(Kd);
  fmpq_mat_clear(fd);
  fmpq_mat_clear(Kdz);
  return solved;
}

// --- on the tape --------------------------------------------------------------------------------

// Numbers that change along s: x + s x'. The one input is s.
typedef struct {
  Gen *g;
  TapeBuilder *b;
  Value s;
} Line;

static Value number(const Line *l, double x, double rate) {
  const Value change = tape_op(l->b, TAPE_MUL, tape_constant(l->b, rate), l->s);
  return tape_op(l->b, TAPE_ADD, tape_constant(l->b, x), change);
}

static void numbers(const Line *l, const double *x, const double *rate, size_t n, Value *values) {
  for (size_t i = 0; i < n; i++) values[i] = number(l, x[i], rate[i]);
}

// Returns a tape with x and lambda, their derivatives, then pivots and scale as outputs.
static Tape *problem_tape(const Line *l, const Problem *s, const Problem *rate) {
  const size_t n = s->n, r = s->r;
  Gen *g = l->g;
  Value M[MOST_NUMBERS], F[LARGEST], A[MOST_NUMBERS], rhs[LARGEST], out[8 * LARGEST];
  numbers(l, s->M, rate->M, n * n, M);
  numbers(l, s->F, rate->F, n, F);
  numbers(l, s->A, rate->A, r * n, A);
  numbers(l, s->rhs, rate->rhs, r, rhs);
  Value *slope = out + n + r, *pivots = slope + n + r, *scale = pivots + n + r;
  CHECK(tape_solve_constrained(l->b, n, M, F, r, A, rhs, out, out + n, pivots, scale) == STATUS_OK);
  CHECK(tape_jacobian(l->b, out, n + r, &l->s, 1, slope) == STATUS_OK);
  Tape *tape = tape_finish(l->b, out, 4 * (n + r));
  arena_defer(g->arena, destroy_tape, tape);
  CHECK(tape_check(tape));
  return tape;
}

// Draws a change of the problem that keeps its zeros: multiples of 1/16.
static Problem gen_rate(Gen *g, const Problem *s) {
  Problem rate = {.n = s->n, .r = s->r};
  for (size_t i = 0; i < s->n; i++) {
    rate.F[i] = (double) gen_int(g, -32, 32) / 16;
    for (size_t j = 0; j <= i; j++)
      if (s->M[i * s->n + j] != 0)
        rate.M[i * s->n + j] = rate.M[j * s->n + i] = (double) gen_int(g, -32, 32) / 16;
  }
  for (size_t i = 0; i < s->r * s->n; i++)
    if (s->A[i] != 0) rate.A[i] = (double) gen_int(g, -32, 32) / 16;
  for (size_t a = 0; a < s->r; a++) rate.rhs[a] = (double) gen_int(g, -32, 32) / 16;
  return rate;
}

// Law: tape_solve_constrained solves its problem, even if M is definite only on ker A; tape_jacobian
// differentiates the solution; pivots and scales are positive. Judge: the exact rational solution and its
// derivative at s = 0. Bound: running error analysis of that tape.
PROP(solves_constrained_systems, 1500) {
  const Problem s = gen_problem(g), rate = gen_rate(g, &s);
  const size_t size = s.n + s.r;
  double exact[4 * LARGEST];
  ASSUME(exact_solution(&s, &rate, exact, exact + size));
  Line line = {.g = g, .b = tape_builder_create(g->arena, p)};
  line.s = tape_input(line.b, expr_symbol(p, str("s"), SYMBOL_VARIABLE));
  Tape *tape = problem_tape(&line, &s, &rate);
  double *work = ARENA_ARRAY(g->arena, double, tape_values(tape));
  double *error = ARENA_ARRAY(g->arena, double, tape_values(tape));
  tape_start(tape, work);
  work[0] = 0;
  tape_run(tape, work);
  rounding_bounds(tape, work, error);
  for (size_t i = 0; i < 2 * size; i++) {
    const uint32_t x = tape_output(tape, i);
    ASSUME(error[x] < 1e-3 * (1 + fabs(exact[i])));
    CHECK_NEAR(work[x], exact[i], error[x] + UNIT * fabs(exact[i]));
    CHECK(work[tape_output(tape, 2 * size + i)] > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(solves_systems),
    cmocka_unit_test(solves_constrained_systems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
