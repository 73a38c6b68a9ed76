// Laws of tape/solve.c: what is solved on the tape is solved, whatever entries are zero.

#include "support/check.h"
#include "support/rounding.h"

#include <flint/fmpq_mat.h>
#include <math.h>
#include <stdlib.h>

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

#define LARGEST 8

// M = B B^T + I with a random zero pattern in B, so that M has one too.
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
  tape_solve(b, n, entries, right, results, results + n);
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

// Some coordinates without mass in half of the cases: then M is singular and the constraints must do.
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

// The exact solution, rounded: x, then lambda. False where there is none or more than one.
static bool exact_solution(const Problem *s, double *x) {
  const size_t n = s->n, size = s->n + s->r;
  fmpq_mat_t K, f;
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
  const bool solved = fmpq_mat_solve(f, K, f) != 0;
  for (size_t i = 0; solved && i < size; i++) x[i] = fmpq_get_d(fmpq_mat_entry(f, (slong) i, 0));
  fmpq_mat_clear(K);
  fmpq_mat_clear(f);
  return solved;
}

typedef struct {
  Gen *g;
  TapeBuilder *b;
  double at[2 * MOST_NUMBERS + 2 * LARGEST];
  size_t n;
} Inputs;

// An input for the number, or a constant where it is zero.
static Value number(Inputs *in, double x) {
  if (x == 0) return tape_constant(in->b, 0);
  const char *name = text_format(in->g->arena, "v%zu", in->n);
  in->at[in->n++] = x;
  return tape_input(in->b, expr_symbol(in->g->pool, str(name), SYMBOL_CONSTANT));
}

static void numbers(Inputs *in, const double *x, size_t n, Value *values) {
  for (size_t i = 0; i < n; i++) values[i] = number(in, x[i]);
}

// x, lambda, pivots and scale as outputs.
static Tape *problem_tape(Inputs *in, const Problem *s) {
  const size_t n = s->n, r = s->r;
  Value M[MOST_NUMBERS], F[LARGEST], A[MOST_NUMBERS], rhs[LARGEST], out[6 * LARGEST];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = number(in, s->M[i * n + j]);
  numbers(in, s->F, n, F);
  numbers(in, s->A, r * n, A);
  numbers(in, s->rhs, r, rhs);
  Value *pivots = out + n + r, *scale = pivots + n + r;
  tape_solve_constrained(in->b, n, M, F, r, A, rhs, out, out + n, pivots, scale);
  Tape *tape = tape_finish(in->b, out, 3 * (n + r));
  arena_defer(in->g->arena, destroy_tape, tape);
  return tape;
}

// Law: tape_solve_constrained solves its problem, also where M is definite on ker A only; pivots and
// scales are positive. Judge: the exact rational solution. Bound: running error analysis of that tape.
PROP(solves_constrained_systems, 1500) {
  const Problem s = gen_problem(g);
  const size_t size = s.n + s.r;
  double exact[2 * LARGEST];
  ASSUME(exact_solution(&s, exact));
  Inputs in = {.g = g, .b = tape_builder_create(g->arena, p)};
  Tape *tape = problem_tape(&in, &s);
  CHECK(tape_check(tape));
  double *work = ARENA_ARRAY(g->arena, double, tape_values(tape));
  double *error = ARENA_ARRAY(g->arena, double, tape_values(tape));
  tape_start(tape, work);
  if (in.n > 0) memcpy(work, in.at, in.n * sizeof *in.at);
  tape_run(tape, work);
  rounding_bounds(tape, work, error);
  for (size_t i = 0; i < size; i++) {
    const uint32_t x = tape_output(tape, i);
    ASSUME(error[x] < 1e-3);
    CHECK_NEAR(work[x], exact[i], error[x] + UNIT * fabs(exact[i]));
    CHECK(work[tape_output(tape, size + i)] > 0);
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
