// Laws of tape/series.c: the sum of the series is the value of the tape.
//
// Judge: the tape itself at t + s, whose inputs follow polynomials of t; as far as the series
// converges and no guard comes near zero on the way.

#include "support/check.h"
#include "tape/series.h"

#include <math.h>
#include <stdlib.h>

#define ORDER 28
#define MOST_SYMBOLS 12
#define NEAR 1e-9      // of the sum of the sizes of all terms, which the orders lose to rounding
#define SETTLED 1e-12  // the last terms in these parts

typedef struct {
  Gen *g;
  Tape *tape;
  size_t fixed, n, outputs;
  TapeSeries series;
  double t, y[MOST_SYMBOLS][ORDER + 1];  // coefficients of the inputs
  double p[MOST_SYMBOLS];
  double f[ORDER + 1][MOST_SYMBOLS], guard[ORDER + 1][64];
} World;

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

static void destroy_series(void *series) {
  tape_series_clear(series);
}

static double real(Gen *g, double most) {
  return most * ((double) gen_below(g, 2001) - 1000) / 1000;
}

// Computes the inputs at t + s: fixed ones, t, y.
static void put_inputs(const World *w, double s, double *work) {
  for (size_t i = 0; i < w->fixed; i++) work[i] = w->p[i];
  work[w->fixed] = w->t + s;
  for (size_t i = 0; i < w->n; i++) {
    double sum = 0;
    for (int k = 3; k >= 0; k--) sum = w->y[i][k] + s * sum;
    work[w->fixed + 1 + i] = sum;
  }
}

static double *run_at(const World *w, const Tape *tape, double s) {
  double *work = ARENA_ARRAY(w->g->arena, double, tape_values(tape));
  put_inputs(w, s, work);
  tape_start(tape, work);
  put_inputs(w, s, work);
  tape_run(tape, work);
  return work;
}

// Finds all orders as native/text/taylor.h does.
static void find_orders(World *w) {
  const TapeSeries *s = &w->series;
  Gen *g = w->g;
  const size_t side = s->outputs + s->guards;
  CHECK(s->guards <= COUNT(w->guard[0]));
  const double *first = run_at(w, s->start, 0);
  double *kept = ARENA_ARRAY(g->arena, double, s->kept + 1);
  double *a = ARENA_ARRAY(g->arena, double, (ORDER + 1) * (s->sums + 1));
  double *b = ARENA_ARRAY(g->arena, double, (ORDER + 1) * (s->sums + 1));
  double *sum = ARENA_ARRAY(g->arena, double, s->sums + 1);
  double *work = ARENA_ARRAY(g->arena, double, tape_values(s->next));
  for (size_t i = 0; i < s->outputs; i++) w->f[0][i] = first[tape_output(s->start, i)];
  for (size_t i = 0; i < s->guards; i++)
    w->guard[0][i] = first[tape_output(s->start, s->outputs + i)];
  for (size_t i = 0; i < s->kept; i++) kept[i] = first[tape_output(s->start, side + i)];
  tape_start(s->next, work);
  for (int k = 1; k <= ORDER; k++) {
    for (size_t i = 0; i < s->sums; i++) {
      sum[i] = 0;
      for (int j = 1; j < k; j++)
        sum[i] += a[(size_t) j * s->sums + i] * b[(size_t) (k - j) * s->sums + i];
    }
    for (size_t i = 0; i < tape_inputs(s->next); i++) {
      const size_t index = s->input[i].index;
      switch (s->input[i].from) {
        case SERIES_KEPT: work[i] = kept[index]; break;
        case SERIES_ORDER: work[i] = k; break;
        case SERIES_INVERSE: work[i] = 1.0 / k; break;
        case SERIES_TIME: work[i] = k == 1; break;
        case SERIES_STATE: work[i] = w->y[index][k]; break;
        case SERIES_SUM: work[i] = sum[index]; break;
      }
    }
    tape_run(s->next, work);
    for (size_t i = 0; i < s->outputs; i++) w->f[k][i] = work[tape_output(s->next, i)];
    for (size_t i = 0; i < s->guards; i++)
      w->guard[k][i] = work[tape_output(s->next, s->outputs + i)];
    for (size_t i = 0; i < s->sums; i++) {
      a[(size_t) k * s->sums + i] = work[tape_output(s->next, side + i)];
      b[(size_t) k * s->sums + i] = work[tape_output(s->next, side + s->sums + i)];
    }
  }
}

// Returns the sum at s; also the sum of the sizes of the terms, and of the last four.
static double sum_at(const World *w, size_t i, double s, double *size, double *last) {
  double sum = 0, power = 1;
  *size = *last = 0;
  for (int k = 0; k <= ORDER; k++, power *= s) {
    sum += w->f[k][i] * power;
    *size += fabs(w->f[k][i] * power);
    if (k > ORDER - 4) *last += fabs(w->f[k][i] * power);
  }
  return sum;
}

static bool is_clear(const World *w, double s) {
  for (size_t i = 0; i < w->series.guards; i++) {
    double away = 0;
    for (int k = ORDER; k > 0; k--) away = fabs(s) * (fabs(w->guard[k][i]) + away);
    if (!(away < 0.9 * fabs(w->guard[0][i]))) return false;
  }
  return true;
}

// Returns how many of some places could be judged.
static size_t judge_places(World *w) {
  Gen *g = w->g;
  size_t judged = 0;
  for (double s = 0.3; s > 1e-3; s *= -0.5) {
    if (!is_clear(w, s)) continue;
    const double *work = run_at(w, w->tape, s);
    for (size_t i = 0; i < w->outputs; i++) {
      double size, last;
      const double sum = sum_at(w, i, s, &size, &last), exact = work[tape_output(w->tape, i)];
      if (!(last <= SETTLED * size) || !(fabs(exact) < 1e12)) continue;
      gen_note(g, "output %zu at %g: %.17g, the tape gives %.17g", i, s, sum, exact);
      CHECK_NEAR(sum, exact, NEAR * (size + fabs(exact)));
      judged++;
    }
  }
  return judged;
}

// Makes the series of w->outputs values, of which `more` others follow.
static void open_series(World *w, TapeBuilder *b, const Value *values, size_t more) {
  Gen *g = w->g;
  w->tape =
    tape_finish_for(b, values, w->outputs + more, (TapeUse){.fixed = w->fixed, .series = true});
  arena_defer(g->arena, destroy_tape, w->tape);
  CHECK(tape_series(w->tape, w->fixed, w->outputs, g->arena, &w->series) == STATUS_OK);
  arena_defer(g->arena, destroy_series, &w->series);
  CHECK(tape_check(w->series.start) && tape_check(w->series.next));
  w->t = real(g, 1);
  for (size_t i = 0; i < w->fixed; i++) w->p[i] = real(g, 2);
  for (size_t i = 0; i < w->n; i++)
    for (int k = 0; k <= 3; k++) w->y[i][k] = real(g, k == 0 ? 2 : 1);
  find_orders(w);
}

// Law: each operation alone, of inputs that vary, of t and of fixed ones.
PROP(each_operation, 400) {
  World *w = ARENA_NEW(g->arena, World);
  *w = (World){.g = g, .fixed = 1, .n = 2};
  TapeBuilder *b = tape_builder_create(g->arena, g->pool);
  Value input[4];
  static const char *const names[] = {"fixed", "time", "u", "v"};
  for (size_t i = 0; i < 4; i++)
    input[i] = tape_input(b, expr_symbol(g->pool, str(names[i]), SYMBOL_VARIABLE));
  Value values[2];
  TapeOp op = (TapeOp) gen_below(g, TAPE_OP_COUNT);
  if (op == TAPE_PICK) op = TAPE_SIDE;  // its first operand is always a side, which stays the same
  gen_note(g, "%s", tape_op_name(op));
  values[0] = tape_op(b, op, input[gen_below(g, 4)], input[gen_below(g, 4)]);
  values[1] = op == TAPE_SINCOS ? (Value){values[0].id + 1} : values[0];
  w->outputs = 2;
  open_series(w, b, values, 0);
  judge_places(w);
}

// Law: expressions of all kinds; of a second one only the value, the last of the kept ones.
PROP(all_together, 1000) {
  World *w = ARENA_NEW(g->arena, World);
  *w = (World){.g = g, .outputs = 1};
  TapeBuilder *b = tape_builder_create(g->arena, g->pool);
  const Expr root[] = {gen_expr(g, 5), gen_expr(g, 4)};
  const ExprList symbols = expr_symbols(g->pool, root, 2, g->arena);
  ASSUME(symbols.n < MOST_SYMBOLS);
  // constants first, then t, then the others
  for (size_t i = 0; i < symbols.n; i++)
    if (!expr_same(symbols.at[i], EXPR_PI) && expr_is_constant(g->pool, symbols.at[i]))
      tape_input(b, symbols.at[i]), w->fixed++;
  tape_input(b, EXPR_TIME);
  for (size_t i = 0; i < symbols.n; i++)
    if (!expr_is_constant(g->pool, symbols.at[i]) && !expr_same(symbols.at[i], EXPR_TIME))
      tape_input(b, symbols.at[i]), w->n++;
  Value values[2];
  CHECK(tape_lower(b, root, 2, values, NULL) == STATUS_OK);
  open_series(w, b, values, 1);
  const Tape *start = w->series.start;
  const double second = run_at(w, w->tape, 0)[tape_output(w->tape, 1)];
  const double kept = run_at(w, start, 0)[tape_output(start, tape_outputs(start) - 1)];
  if (fabs(second) < 1e12) CHECK_NEAR(kept, second, NEAR * (1 + fabs(second)));
  ASSUME(judge_places(w) > 0);
}

// A problem that looks for pivots has no series.
static void test_solve(void **state) {
  Bench *bench = *state;
  TapeBuilder *b = tape_builder_create(&bench->arena, bench->pool);
  const Value t = tape_input(b, EXPR_TIME), one = tape_constant(b, 1);
  const Value f = tape_op(b, TAPE_MUL, t, t), m = tape_op(b, TAPE_ADD, t, one);
  tape_refer(b, (const double[]){1});
  Value x, determinant, measure;
  const TapeProblem problem = {.n = 1, .M = &m, .F = &f};
  assert_int_equal(tape_solve_pivoting(b, &problem, &x, NULL, &determinant, &measure), STATUS_OK);
  Tape *tape = tape_finish(b, &x, 1);
  TapeSeries series;
  assert_int_equal(tape_series(tape, 0, 1, &bench->arena, &series), STATUS_UNABLE);
  tape_series_clear(&series);
  tape_destroy(tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_operation),
    cmocka_unit_test(all_together),
    BENCH_TEST(test_solve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
