// Laws of tape/jacobian.c: derivatives on the tape are those of the expressions.

#include "support/judge.h"
#include "support/rounding.h"

#include <math.h>

#define MOST_ROOTS 3
#define MOST_SYMBOLS 12

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

typedef struct {
  Gen *g;
  Expr roots[MOST_ROOTS], symbols[MOST_SYMBOLS];
  Value inputs[MOST_SYMBOLS], jacobian[MOST_ROOTS * MOST_SYMBOLS];
  size_t n, m;
  TapeBuilder *b;
  Tape *tape;
  double *work, *error;
} World;

static World gen_world(Gen *g) {
  World w = {.g = g, .n = 1 + gen_below(g, MOST_ROOTS), .b = tape_builder_create(g->arena, g->pool)};
  for (size_t i = 0; i < w.n; i++) w.roots[i] = gen_expr(g, 4);
  const ExprList symbols = expr_symbols(g->pool, w.roots, w.n, g->arena);
  for (size_t i = 0; i < symbols.n && w.m < MOST_SYMBOLS; i++) {
    if (expr_same(symbols.at[i], EXPR_PI)) continue;
    w.symbols[w.m] = symbols.at[i];
    w.inputs[w.m++] = tape_input(w.b, symbols.at[i]);
  }
  return w;
}

static void run(World *w) {
  Gen *g = w->g;
  Value values[MOST_ROOTS];
  CHECK(tape_lower(w->b, w->roots, w->n, values, NULL) == STATUS_OK);
  CHECK(tape_jacobian(w->b, values, w->n, w->inputs, w->m, w->jacobian) == STATUS_OK);
  w->tape = tape_finish(w->b, w->jacobian, w->n * w->m);
  arena_defer(g->arena, destroy_tape, w->tape);
  CHECK(tape_check(w->tape));
  w->work = ARENA_ARRAY(g->arena, double, tape_values(w->tape));
  w->error = ARENA_ARRAY(g->arena, double, tape_values(w->tape));
  tape_start(w->tape, w->work);
  for (size_t i = 0; i < w->m; i++) w->work[i] = gen_value(g, w->symbols[i]);
  tape_run(w->tape, w->work);
  rounding_bounds(w->tape, w->work, w->error);
}

// Law: the Jacobian is that of expr_diff; zero by structure if an expression does not depend on the
// symbol, and zero as a function if it is zero by structure. Judge: MPFR, within the bound of the
// running error analysis of that very tape.
PROP(same_derivatives, 800) {
  World w = gen_world(g);
  ASSUME(w.m > 0);
  run(&w);
  bool said_something = false;
  for (size_t i = 0; i < w.n; i++)
    for (size_t j = 0; j < w.m; j++) {
      const bool zero = tape_is_zero(w.b, w.jacobian[i * w.m + j]);
      if (!expr_depends(p, w.roots[i], w.symbols[j])) CHECK(zero);
      const Expr derivative = expr_diff(p, w.roots[i], w.symbols[j]);
      if (zero) CHECK(expr_equal(p, derivative, EXPR_ZERO));
      if (rounding_is_hidden(p, w.roots[i], g->arena)) continue;
      const uint32_t at = tape_output(w.tape, i * w.m + j);
      const double exact = judge_double(&(Judge){.g = g}, derivative);
      if (exact != exact || !(w.error[at] < 1e-3 * (1 + fabs(exact)))) continue;
      said_something = true;
      CHECK_NEAR(w.work[at], exact, w.error[at] + UNIT * fabs(exact));
    }
  ASSUME(said_something);
}

// Law: the chain rule through a value taken as an input: d f(u(x), x)/dx = f_u u_x + f_x. Judge: expr_diff by
// MPFR, as above.
PROP(values_as_inputs, 400) {
  const Expr x = gen_variable_at(g, 0), u = gen_expr_of(g, 3, GEN_CIRCULAR | GEN_EXP);
  const Expr s = expr_symbol(p, str("s"), SYMBOL_CONSTANT);
  const Expr outer = expr_add(p, expr_mul(p, s, expr_call1(p, FN_SIN, s)), expr_mul(p, x, s));
  ASSUME(expr_depends(p, u, x) && !expr_same(u, x) && !rounding_is_hidden(p, u, g->arena));
  const Expr f = expr_substitute(p, outer, &s, &u, 1);
  const ExprList symbols = expr_symbols(p, &f, 1, g->arena);
  TapeBuilder *b = tape_builder_create(g->arena, p);
  for (size_t i = 0; i < symbols.n; i++) tape_input(b, symbols.at[i]);
  const Value vx = tape_input(b, x);
  Value vu, by[2], ux;
  CHECK(tape_lower(b, &u, 1, &vu, NULL) == STATUS_OK);
  const Value sine = tape_op(b, TAPE_SIN, vu, vu);
  const Value vf = tape_op(b, TAPE_ADD, tape_op(b, TAPE_MUL, vu, sine), tape_op(b, TAPE_MUL, vx, vu));
  CHECK(tape_jacobian(b, &vf, 1, (Value[]){vu, vx}, 2, by) == STATUS_OK);
  CHECK(tape_jacobian(b, &vu, 1, &vx, 1, &ux) == STATUS_OK);
  const Value total = tape_op(b, TAPE_ADD, tape_op(b, TAPE_MUL, by[0], ux), by[1]);
  Tape *tape = tape_finish(b, &total, 1);
  arena_defer(g->arena, destroy_tape, tape);
  double *work = ARENA_ARRAY(g->arena, double, tape_values(tape));
  double *error = ARENA_ARRAY(g->arena, double, tape_values(tape));
  tape_start(tape, work);
  for (size_t i = 0; i < symbols.n; i++) work[i] = gen_value(g, symbols.at[i]);
  tape_run(tape, work);
  rounding_bounds(tape, work, error);
  const double exact = judge_double(&(Judge){.g = g}, expr_diff(p, f, x));
  const uint32_t at = tape_output(tape, 0);
  ASSUME(exact == exact && error[at] < 1e-3 * (1 + fabs(exact)));
  CHECK_NEAR(work[at], exact, error[at] + UNIT * fabs(exact));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(same_derivatives),
    cmocka_unit_test(values_as_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
