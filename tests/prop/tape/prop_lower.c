// Laws of src/tape: a tape gives the number of its expression, solves what it says it solves, and
// needs no memory to run.

#include "support/judge.h"
#include "tape/tape.h"

#include <float.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>

// --- running error analysis -----------------------------------------------------------------------
//
// Beside every value its error bound: what the operands' errors can do to the result, and the rounding
// of the operation itself (Higham, Accuracy and Stability, section 3.3). Constants carry the rounding
// of their rational number; inputs are exact.

#define UNIT (DBL_EPSILON / 2)
#define UNDERFLOW (4 * DBL_TRUE_MIN)
#define LIBRARY (8 * UNIT)  // four units in the last place for the functions of libm

static double smallest(double a, double ea) {  // of |x| for |x - a| <= ea
  return fabs(a) > ea ? fabs(a) - ea : 0;
}

static double power_error(double a, double ea, double b, double r) {
  if (ea == 0 && a == 0) return 0;
  const bool whole = b == floor(b);
  if (a - ea <= 0 && !(whole && smallest(a, ea) > 0)) return HUGE_VAL;
  const double eb = whole ? 0 : UNIT * fabs(b);
  return fabs(r) * expm1(fabs(b) * ea / smallest(a, ea) + fabs(log(fabs(a))) * eb);
}

static double arc_error(double a, double ea) {  // of asin and acos
  if (ea == 0 && fabs(a) <= 1) return 0;
  const double edge = fabs(a) + ea;
  return edge < 1 ? ea / sqrt(1 - edge * edge) : HUGE_VAL;
}

static double atan2_error(double y, double ey, double x, double ex) {
  const double r = hypot(x, y) - ex - ey;
  if (r <= 0 || (x < ex && fabs(y) <= ey)) return HUGE_VAL;
  return (ex + ey) / r;
}

// The error of the result r of an operation, without its own rounding.
static double carried_error(TapeOp op, double a, double ea, double b, double eb, double r) {
  switch (op) {
    case TAPE_ADD: case TAPE_SUB: return ea + eb;
    case TAPE_MUL: return fabs(a) * eb + fabs(b) * ea + ea * eb;
    case TAPE_DIV: return smallest(b, eb) > 0 ? (ea + fabs(r) * eb) / smallest(b, eb) : HUGE_VAL;
    case TAPE_SQRT:
      if (ea == 0) return 0;
      return a > ea ? ea / (2 * sqrt(a - ea)) : HUGE_VAL;
    case TAPE_POW: return power_error(a, ea, b, r);
    case TAPE_TAN: return ea * (1 + r * r) < 0.1 ? 2 * ea * (1 + r * r) : HUGE_VAL;
    case TAPE_ASIN: case TAPE_ACOS: return arc_error(a, ea);
    case TAPE_ATAN2: return atan2_error(a, ea, b, eb);
    case TAPE_SINH: case TAPE_COSH: return ea * cosh(fabs(a) + ea);
    case TAPE_EXP: return r * expm1(ea);
    case TAPE_LOG: return a > ea ? ea / (a - ea) : HUGE_VAL;
    default: return ea;  // NEG, SIN, COS, SINCOS, ATAN, TANH, ABS: slopes up to 1
  }
}

static double own_rounding(TapeOp op) {
  if (op == TAPE_NEG || op == TAPE_ABS) return 0;
  return op <= TAPE_SQRT ? UNIT : LIBRARY;
}

// The bounds of all values of a tape that was run on work.
static void error_bounds(const Tape *tape, const double *work, double *error) {
  const size_t first = tape_length(tape) > 0 ? tape_instruction(tape, 0).to : tape_values(tape);
  for (size_t i = 0; i < first; i++) error[i] = i < tape_inputs(tape) ? 0 : UNIT * fabs(work[i]);
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction op = tape_instruction(tape, i);
    const size_t results = op.op == TAPE_SINCOS ? 2 : 1;
    for (size_t k = op.to; k < op.to + results; k++)
      error[k] = 1.01 * carried_error((TapeOp) op.op, work[op.a], error[op.a], work[op.b], error[op.b], work[k]) +
                 own_rounding((TapeOp) op.op) * fabs(work[k]) + UNDERFLOW;
  }
}

// --- a tape of some expressions -------------------------------------------------------------------

#define MOST_ROOTS 4

typedef struct {
  Tape *tape;
  double *work, *error;
} Machine;

static Machine machine_make(Gen *g, const Expr *roots, size_t n, bool in_two_steps) {
  TapeBuilder *b = tape_builder_create(g->arena, g->pool);
  const ExprList symbols = expr_symbols(g->pool, roots, n, g->arena);
  double inputs[64];
  size_t count = 0;
  for (size_t i = 0; i < symbols.n; i++) {
    if (expr_same(symbols.at[i], EXPR_PI)) continue;
    tape_input(b, symbols.at[i]);
    inputs[count++] = gen_value(g, symbols.at[i]);
  }
  Value values[MOST_ROOTS];
  const size_t now = in_two_steps ? n / 2 : n;
  Expr missing;
  CHECK(tape_lower(b, roots, now, values, &missing) == STATUS_OK);
  CHECK(tape_lower(b, roots + now, n - now, values + now, &missing) == STATUS_OK);
  Machine m = {.tape = tape_finish(b, values, n)};
  m.work = ARENA_ARRAY(g->arena, double, tape_values(m.tape));
  m.error = ARENA_ARRAY(g->arena, double, tape_values(m.tape));
  tape_start(m.tape, m.work);
  if (count > 0) memcpy(m.work, inputs, count * sizeof *inputs);
  return m;
}

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

// Law: the tape gives the value of every root. Judge: MPFR, within the bound of the running error
// analysis of that very tape.
PROP(same_number, 800) {
  Expr roots[MOST_ROOTS];
  const size_t n = 1 + gen_below(g, MOST_ROOTS);
  for (size_t i = 0; i < n; i++) roots[i] = gen_expr(g, 4);
  const Machine m = machine_make(g, roots, n, gen_below(g, 2));
  arena_defer(g->arena, destroy_tape, m.tape);
  CHECK(tape_check(m.tape));
  CHECK(tape_outputs(m.tape) == n);
  tape_run(m.tape, m.work);
  error_bounds(m.tape, m.work, m.error);
  bool said_something = false;
  for (size_t i = 0; i < n; i++) {
    const double exact = judge_double(&(Judge){.g = g}, roots[i]);
    const double value = m.work[tape_output(m.tape, i)], bound = m.error[tape_output(m.tape, i)];
    if (exact != exact || !(bound < 1e-3 * (1 + fabs(exact)))) continue;
    said_something = true;
    CHECK_NEAR(value, exact, bound + UNIT * fabs(exact));
  }
  ASSUME(said_something);
}

// Law: equal functions share their value: a + b and what they make of each other are no more outputs than
// needed. Judge: equal value numbers.
PROP(equal_functions_share, 600) {
  const unsigned kinds = GEN_INVERSE | GEN_CIRCULAR | GEN_EXP | GEN_RATES | GEN_TIME;
  const Expr a = gen_expr_of(g, 3, kinds), b = gen_expr_of(g, 2, kinds), c = gen_expr_of(g, 2, kinds);
  const Expr roots[] = {
    expr_mul(p, a, expr_add(p, b, c)),
    expr_add(p, expr_mul(p, a, b), expr_mul(p, a, c)),
  };
  const Machine m = machine_make(g, roots, 2, gen_below(g, 2));
  arena_defer(g->arena, destroy_tape, m.tape);
  CHECK(tape_check(m.tape));
  CHECK(tape_output(m.tape, 0) == tape_output(m.tape, 1));
}

// Law: no instruction is without use. Judge: a walk from the outputs.
PROP(nothing_is_dead, 600) {
  Expr roots[MOST_ROOTS];
  const size_t n = 1 + gen_below(g, MOST_ROOTS);
  for (size_t i = 0; i < n; i++) roots[i] = gen_expr(g, 4);
  const Machine m = machine_make(g, roots, n, false);
  arena_defer(g->arena, destroy_tape, m.tape);
  bool *used = ARENA_ARRAY(g->arena, bool, tape_values(m.tape) + 1);
  for (size_t i = 0; i < n; i++) used[tape_output(m.tape, i)] = true;
  for (size_t i = tape_length(m.tape); i-- > 0;) {
    const TapeInstruction op = tape_instruction(m.tape, i);
    CHECK(used[op.to] || (op.op == TAPE_SINCOS && used[op.to + 1]));
    used[op.a] = used[op.b] = true;
  }
}

// Law: a run leaves nothing behind: the same inputs give the same bits again, after other inputs.
// Judge: equal bits.
PROP(runs_are_independent, 300) {
  const Expr e = gen_expr(g, 4);
  const Machine m = machine_make(g, &e, 1, false);
  arena_defer(g->arena, destroy_tape, m.tape);
  double *again = ARENA_ARRAY(g->arena, double, tape_values(m.tape));
  memcpy(again, m.work, tape_values(m.tape) * sizeof *again);
  tape_run(m.tape, m.work);
  for (size_t i = 0; i < tape_inputs(m.tape); i++) again[i] = 1e300 * (double) (i + 1);
  tape_run(m.tape, again);
  memcpy(again, m.work, tape_inputs(m.tape) * sizeof *again);
  tape_run(m.tape, again);
  CHECK(memcmp(again, m.work, tape_values(m.tape) * sizeof *again) == 0);
}

// --- linear systems -----------------------------------------------------------------------------

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

// --- memory -------------------------------------------------------------------------------------

// Law: running a tape takes no memory. Judge: the C library's count of bytes in use.
PROP(running_takes_no_memory, 20) {
  const Expr roots[] = {gen_expr(g, 5), gen_expr(g, 5)};
  const Machine m = machine_make(g, roots, 2, false);
  arena_defer(g->arena, destroy_tape, m.tape);
  const struct mallinfo2 before = mallinfo2();
  for (int i = 0; i < 1000; i++) {
    for (size_t k = 0; k < tape_inputs(m.tape); k++) m.work[k] = 0.001 * i + (double) k;
    tape_run(m.tape, m.work);
  }
  const struct mallinfo2 after = mallinfo2();
  CHECK(after.uordblks == before.uordblks && after.hblkhd == before.hblkhd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(same_number),          cmocka_unit_test(equal_functions_share),
    cmocka_unit_test(nothing_is_dead),      cmocka_unit_test(runs_are_independent),
    cmocka_unit_test(solves_systems),       cmocka_unit_test(running_takes_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
