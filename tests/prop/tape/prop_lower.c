// Laws of tape/lower.c: a tape gives the number of its expression, and needs no memory to run.

#include "support/judge.h"
#include "support/rounding.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>

// --- a tape of some expressions -------------------------------------------------------------------

#define MOST_ROOTS 4
#define MOST_VALUES 16

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
  Value values[MOST_VALUES];
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
  rounding_bounds(m.tape, m.work, m.error);
  bool said_something = false;
  for (size_t i = 0; i < n; i++) {
    if (rounding_is_hidden(p, roots[i], g->arena)) continue;
    const double exact = judge_double(&(Judge){.g = g}, roots[i]);
    const double value = m.work[tape_output(m.tape, i)], bound = m.error[tape_output(m.tape, i)];
    if (exact != exact || !(bound < 1e-3 * (1 + fabs(exact)))) continue;
    said_something = true;
    CHECK_NEAR(value, exact, bound + UNIT * fabs(exact));
  }
  ASSUME(said_something);
}

// Returns a combination of x, y, z with coefficients -1, 0, 1, or twice one of them.
static Expr gen_angle(Gen *g) {
  Expr u = EXPR_ZERO;
  if (gen_below(g, 4) == 0) return expr_scale(g->pool, ratio_make(g->pool, 2, 1), gen_variable(g));
  for (size_t i = 0; i < GEN_VARIABLES; i++) {
    const Expr term = expr_scale(g->pool, ratio_make(g->pool, gen_int(g, -1, 1), 1), gen_variable_at(g, i));
    u = expr_add(g->pool, u, term);
  }
  return u;
}

// Law: sines and cosines of angles are right, however they are found from those of other angles; quotients
// by one divisor, too. Judge: MPFR, within the bound of the running error analysis of that very tape.
PROP(angles_and_quotients, 600) {
  enum { ANGLES = 5, ROOTS = 3 * ANGLES };
  Expr roots[ROOTS];
  const Expr divisor = expr_add(p, gen_constant_at(g, 0), gen_constant_at(g, 1));
  for (size_t i = 0; i < ANGLES; i++) {
    const Expr u = i < 2 ? gen_variable_at(g, i) : gen_angle(g);
    roots[3 * i] = expr_call1(p, FN_SIN, u);
    roots[3 * i + 1] = gen_below(g, 3) ? expr_call1(p, FN_COS, u) : roots[3 * i];
    roots[3 * i + 2] = expr_div(p, roots[3 * i + 1], gen_below(g, 2) ? divisor : u);
    ASSUME(!expr_is_none(roots[3 * i + 2]));
  }
  const Machine m = machine_make(g, roots, ROOTS, false);
  arena_defer(g->arena, destroy_tape, m.tape);
  tape_run(m.tape, m.work);
  rounding_bounds(m.tape, m.work, m.error);
  for (size_t i = 0; i < ROOTS; i++) {
    const double exact = judge_double(&(Judge){.g = g}, roots[i]);
    const double value = m.work[tape_output(m.tape, i)], bound = m.error[tape_output(m.tape, i)];
    CHECK(bound < 1e-10 * (1 + fabs(exact)));
    CHECK_NEAR(value, exact, bound + UNIT * fabs(exact));
  }
}

// Law: equal functions share their value: a, b and combinations of them take no more values than needed. Judge: equal
//      value numbers.
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

// Law: every instruction is needed. Judge: a walk from the outputs.
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

// Law: a run leaves no trace: the same inputs give the same bits again, after other inputs.
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

// --- the interpreter ------------------------------------------------------------------------------

static double result_of(TapeOp op, double a, double b) {
  static double (*const functions[TAPE_OP_COUNT])(double) = {
    [TAPE_SQRT] = sqrt, [TAPE_SIN] = sin,   [TAPE_COS] = cos,   [TAPE_SINCOS] = sin, [TAPE_TAN] = tan,
    [TAPE_ASIN] = asin, [TAPE_ACOS] = acos, [TAPE_ATAN] = atan, [TAPE_SINH] = sinh,  [TAPE_COSH] = cosh,
    [TAPE_TANH] = tanh, [TAPE_EXP] = exp,   [TAPE_LOG] = log,   [TAPE_ABS] = fabs,
  };
  if (functions[op] != NULL) return functions[op](a);
  switch (op) {
    case TAPE_ADD: return a + b;
    case TAPE_SUB: return a - b;
    case TAPE_MUL: return a * b;
    case TAPE_DIV: return a / b;
    case TAPE_NEG: return -a;
    case TAPE_POW: return pow(a, b);
    case TAPE_SIGN: return isnan(a) ? a : (a > 0) - (a < 0) + 0.0 * a;
    case TAPE_SIDE: return isnan(a) ? a : a > 0 ? 1 : -1;
    case TAPE_PICK: return a == 1 ? b : a == -1 ? 0 : (1 + a) / 2 * b;
    default: return atan2(a, b);
  }
}

// Law: a run gives every value the bits that the instructions give, one after the other in their own order;
// the kinds of instructions are all there are. Judge: C.
PROP(same_bits_in_any_order, 600) {
  Expr roots[MOST_ROOTS];
  for (size_t i = 0; i < MOST_ROOTS; i++) roots[i] = gen_expr(g, 4);
  const Machine m = machine_make(g, roots, MOST_ROOTS, false);
  arena_defer(g->arena, destroy_tape, m.tape);
  double *plain = ARENA_ARRAY(g->arena, double, tape_values(m.tape));
  memcpy(plain, m.work, tape_values(m.tape) * sizeof *plain);
  for (size_t i = 0; i < tape_length(m.tape); i++) {
    const TapeInstruction op = tape_instruction(m.tape, i);
    plain[op.to] = result_of((TapeOp) op.op, plain[op.a], plain[op.b]);
    if (op.op == TAPE_SINCOS) plain[op.to + 1] = cos(plain[op.a]);
  }
  tape_run(m.tape, m.work);
  for (size_t i = 0; i < tape_values(m.tape); i++)
    CHECK(memcmp(&plain[i], &m.work[i], sizeof *plain) == 0 || (isnan(plain[i]) && isnan(m.work[i])));
  const TapeCounts counts = tape_counts(m.tape);
  size_t total = 0;
  for (int kind = 0; kind < TAPE_KINDS; kind++) total += counts.of[kind];
  CHECK(total == tape_length(m.tape));
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
    cmocka_unit_test(angles_and_quotients), cmocka_unit_test(same_bits_in_any_order),
    cmocka_unit_test(running_takes_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
