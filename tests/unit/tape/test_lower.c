// Unit tests of tape/lower.c and tape/share.c: the number of operations for each kind of expression.

#include "support/check.h"
#include "tape/tape.h"

#include <math.h>
#include <stdlib.h>

#define MOST 8

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr x, y, z, a;
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.p = w.b->pool;
  w.x = expr_symbol(w.p, str("x"), SYMBOL_VARIABLE);
  w.y = expr_symbol(w.p, str("y"), SYMBOL_VARIABLE);
  w.z = expr_symbol(w.p, str("z"), SYMBOL_VARIABLE);
  w.a = expr_symbol(w.p, str("a"), SYMBOL_CONSTANT);
  return w;
}

static void destroy(void *tape) {
  tape_destroy(tape);
}

// Returns the tape of the roots, in x, y, z and a; it lives as long as the bench.
static Tape *tape_of(const World *w, const Expr *roots, size_t n) {
  TapeBuilder *b = tape_builder_create(&w->b->arena, w->p);
  const Expr inputs[] = {w->x, w->y, w->z, w->a};
  for (size_t i = 0; i < COUNT(inputs); i++) assert_int_equal(tape_input(b, inputs[i]).id, i);
  Value values[MOST];
  assert_int_equal(tape_lower(b, roots, n, values, NULL), STATUS_OK);
  Tape *tape = tape_finish(b, values, n);
  arena_defer(&w->b->arena, destroy, tape);
  assert_true(tape_check(tape));
  assert_int_equal(tape_inputs(tape), 4);
  assert_int_equal(tape_outputs(tape), n);
  return tape;
}

// Returns the operations in the order in which they are done, e.g. "ADD MUL".
static const char *operations(const World *w, const Tape *tape) {
  Text text = text_make(&w->b->arena);
  for (size_t i = 0; i < tape_length(tape); i++)
    text_addf(&text, "%s%s", i > 0 ? " " : "", tape_op_name((TapeOp) tape_instruction(tape, i).op));
  return text_get(&text);
}

static void assert_operations(const World *w, Expr e, const char *expected) {
  assert_string_equal(operations(w, tape_of(w, &e, 1)), expected);
}

static double value_at(const World *w, Expr e, double x, double y, double z, double a) {
  Tape *tape = tape_of(w, &e, 1);
  double *work = ARENA_ARRAY(&w->b->arena, double, tape_values(tape));
  tape_start(tape, work);
  work[0] = x, work[1] = y, work[2] = z, work[3] = a;
  tape_run(tape, work);
  return work[tape_output(tape, 0)];
}

static Expr power(const World *w, Expr e, long num, unsigned long den) {
  return expr_pow_ratio(w->p, e, ratio_make(w->p, num, den));
}

static Expr times(const World *w, long num, unsigned long den, Expr e) {
  return expr_scale(w->p, ratio_make(w->p, num, den), e);
}

// --- single expressions -------------------------------------------------------------------------

static void test_nothing_to_do(void **state) {
  const World w = world(state);
  assert_operations(&w, w.x, "");
  assert_operations(&w, expr_ratio(w.p, 1, 3), "");
  assert_operations(&w, EXPR_PI, "");
  assert_true(value_at(&w, expr_ratio(w.p, 1, 3), 0, 0, 0, 0) == 1.0 / 3);
  assert_true(value_at(&w, EXPR_PI, 0, 0, 0, 0) == acos(-1));
  assert_true(value_at(&w, EXPR_ZERO, 1, 1, 1, 1) == 0);
}

static void test_signs(void **state) {
  const World w = world(state);
  assert_operations(&w, expr_neg(w.p, w.x), "NEG");
  assert_operations(&w, expr_sub(w.p, w.x, w.y), "SUB");
  assert_operations(&w, expr_sub(w.p, w.y, w.x), "SUB");
  assert_operations(&w, expr_neg(w.p, expr_add(w.p, w.x, w.y)), "ADD NEG");
  assert_true(value_at(&w, expr_sub(w.p, w.y, w.x), 1, 5, 0, 0) == 4);
  assert_true(value_at(&w, expr_sub(w.p, expr_sub(w.p, w.z, w.x), w.y), 1, 5, 20, 0) == 14);
}

static void test_integer_powers(void **state) {
  const World w = world(state);
  assert_operations(&w, power(&w, w.x, 2, 1), "MUL");
  assert_operations(&w, power(&w, w.x, 3, 1), "MUL MUL");
  assert_operations(&w, power(&w, w.x, 8, 1), "MUL MUL MUL");
  assert_operations(&w, power(&w, w.x, 15, 1), "MUL MUL MUL MUL MUL MUL");
  assert_operations(&w, power(&w, w.x, -1, 1), "DIV");
  assert_operations(&w, power(&w, w.x, -2, 1), "MUL DIV");
  assert_operations(&w, power(&w, w.x, 1000, 1), "POW");
  for (long n = -70; n <= 70; n++) {
    const double value = value_at(&w, power(&w, w.x, n, 1), -1.25, 0, 0, 0), exact = pow(-1.25, (double) n);
    assert_true(fabs(value - exact) <= 70 * 0x1p-52 * fabs(exact));  // a product of up to 70 factors
  }
}

static void test_roots(void **state) {
  const World w = world(state);
  assert_operations(&w, power(&w, w.x, 1, 2), "SQRT");
  assert_operations(&w, power(&w, w.x, 3, 2), "SQRT MUL");
  assert_operations(&w, power(&w, w.x, 5, 2), "SQRT MUL MUL");
  assert_operations(&w, power(&w, w.x, -1, 2), "SQRT DIV");
  assert_operations(&w, power(&w, w.x, 1, 3), "POW");
  assert_operations(&w, power(&w, w.x, -1, 3), "POW DIV");
}

static void test_division(void **state) {
  const World w = world(state);
  assert_operations(&w, expr_div(w.p, w.x, expr_mul(w.p, w.y, w.z)), "MUL DIV");
  assert_operations(&w, expr_div(w.p, expr_mul(w.p, w.x, w.y), expr_mul(w.p, w.z, w.a)), "MUL MUL DIV");
}

// The same number on all summands is multiplied in once.
static void test_common_coefficient(void **state) {
  const World w = world(state);
  const Expr sum = expr_add(w.p, w.x, expr_sub(w.p, w.y, w.z));
  assert_operations(&w, times(&w, 3, 1, sum), "ADD SUB MUL");
  assert_operations(&w, times(&w, -1, 2, sum), "ADD SUB MUL");
  assert_true(value_at(&w, times(&w, -1, 2, sum), 1, 2, 7, 0) == 2);
}

static void test_functions(void **state) {
  const World w = world(state);
  static const struct {
    Function fn;
    const char *operation;
  } all[] = {
    {FN_SIN, "SIN"},   {FN_COS, "COS"},   {FN_TAN, "TAN"},   {FN_ASIN, "ASIN"}, {FN_ACOS, "ACOS"}, {FN_ATAN, "ATAN"},
    {FN_SINH, "SINH"}, {FN_COSH, "COSH"}, {FN_TANH, "TANH"}, {FN_EXP, "EXP"},   {FN_LOG, "LOG"},   {FN_ABS, "ABS"},
  };
  for (size_t i = 0; i < COUNT(all); i++) assert_operations(&w, expr_call1(w.p, all[i].fn, w.x), all[i].operation);
  assert_operations(&w, expr_call(w.p, FN_ATAN2, (Expr[]){w.y, w.x}), "ATAN2");
  assert_true(value_at(&w, expr_call(w.p, FN_ATAN2, (Expr[]){w.y, w.x}), -1, 2, 0, 0) == atan2(2, -1));
}

// --- sharing ------------------------------------------------------------------------------------

// x*(y + z) and x*y + x*z are one function and one value.
static void test_equal_functions(void **state) {
  const World w = world(state);
  const Expr roots[] = {
    expr_mul(w.p, w.x, expr_add(w.p, w.y, w.z)),
    expr_add(w.p, expr_mul(w.p, w.x, w.y), expr_mul(w.p, w.x, w.z)),
  };
  for (size_t first = 0; first < 2; first++) {
    const Expr order[] = {roots[first], roots[1 - first]};
    const Tape *tape = tape_of(&w, order, 2);
    assert_string_equal(operations(&w, tape), "ADD MUL");
    assert_int_equal(tape_output(tape, 0), tape_output(tape, 1));
  }
}

static void test_sine_and_cosine(void **state) {
  const World w = world(state);
  const Expr s = expr_call1(w.p, FN_SIN, w.x), c = expr_call1(w.p, FN_COS, w.x);
  const Expr roots[] = {s, c, expr_mul(w.p, s, c)};
  Tape *tape = tape_of(&w, roots, 3);
  assert_string_equal(operations(&w, tape), "SINCOS MUL");
  double work[32];
  assert_true(tape_values(tape) <= COUNT(work));
  tape_start(tape, work);
  work[0] = 0.3, work[1] = work[2] = work[3] = 0;
  tape_run(tape, work);
  assert_true(work[tape_output(tape, 0)] == sin(0.3));
  assert_true(work[tape_output(tape, 1)] == cos(0.3));
  const Expr reversed[] = {c, s};
  assert_string_equal(operations(&w, tape_of(&w, reversed, 2)), "SINCOS");
  const Expr others[] = {s, expr_call1(w.p, FN_COS, w.y)};
  assert_int_equal(tape_count(tape_of(&w, others, 2), TAPE_SINCOS), 0);
}

// sin(-u) and sin(u) need one sine.
static void test_signs_of_arguments(void **state) {
  const World w = world(state);
  const Expr d = expr_sub(w.p, w.x, w.y);
  const Expr minus = expr_neg(w.p, d);
  const Expr roots[] = {expr_call1(w.p, FN_SIN, d), expr_call1(w.p, FN_COS, minus),
                        expr_call1(w.p, FN_SIN, minus)};
  const Tape *tape = tape_of(&w, roots, 3);
  assert_int_equal(tape_count(tape, TAPE_SINCOS), 1);
  assert_int_equal(tape_length(tape), 3);  // SUB SINCOS NEG
}

static void test_parts_of_products(void **state) {
  const World w = world(state);
  const Expr xy = expr_mul(w.p, w.x, w.y), roots[] = {expr_mul(w.p, xy, w.z), expr_mul(w.p, xy, w.a)};
  assert_string_equal(operations(&w, tape_of(&w, roots, 2)), "MUL MUL MUL");
}

static void test_parts_of_sums(void **state) {
  const World w = world(state);
  const Expr d = expr_sub(w.p, w.x, w.y), roots[] = {expr_add(w.p, d, w.z), expr_add(w.p, d, w.a)};
  assert_int_equal(tape_length(tape_of(&w, roots, 2)), 3);
}

static void test_powers_share_squares(void **state) {
  const World w = world(state);
  const Expr roots[] = {power(&w, w.x, 2, 1), power(&w, w.x, 4, 1), power(&w, w.x, 6, 1)};
  assert_string_equal(operations(&w, tape_of(&w, roots, 3)), "MUL MUL MUL");
}

// A builder does not compute for one call what it computed for another.
static void test_two_calls(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  tape_input(b, w.x);
  tape_input(b, w.y);
  const Expr e = expr_call1(w.p, FN_EXP, expr_mul(w.p, w.x, w.y)), f = expr_add(w.p, e, w.x);
  Value values[3];
  assert_int_equal(tape_lower(b, &e, 1, &values[0], NULL), STATUS_OK);
  assert_int_equal(tape_lower(b, &f, 1, &values[1], NULL), STATUS_OK);
  assert_int_equal(tape_lower(b, &e, 1, &values[2], NULL), STATUS_OK);
  assert_int_equal(values[0].id, values[2].id);
  Tape *tape = tape_finish(b, values, 3);
  assert_string_equal(operations(&w, tape), "MUL EXP ADD");
  tape_destroy(tape);
}

// --- the rest -----------------------------------------------------------------------------------

static void test_dead_code(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  tape_input(b, w.x);
  tape_input(b, w.y);
  const Expr roots[] = {expr_call1(w.p, FN_SIN, w.x), expr_call1(w.p, FN_EXP, times(&w, 7, 1, w.y))};
  Value values[2];
  assert_int_equal(tape_lower(b, roots, 2, values, NULL), STATUS_OK);
  Tape *tape = tape_finish(b, values, 1);  // the second is not needed after all
  assert_string_equal(operations(&w, tape), "SIN");
  assert_int_equal(tape_values(tape), 3);  // two inputs, no constant, one result
  tape_destroy(tape);
}

static void test_missing_symbol(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  tape_input(b, w.x);
  const Expr e = expr_mul(w.p, w.x, expr_call1(w.p, FN_SIN, w.y));
  Value value;
  Expr missing = EXPR_NONE;
  assert_int_equal(tape_lower(b, &e, 1, &value, &missing), STATUS_INPUT);
  assert_same(w.b, missing, w.y);
  assert_int_equal(tape_lower(b, &e, 1, &value, NULL), STATUS_INPUT);
}

static void test_inputs(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  const Value x = tape_input(b, w.x), y = tape_input(b, w.y), again = tape_input(b, w.x);
  assert_int_equal(x.id, again.id);
  const Value outputs[] = {y, x, y};
  Tape *tape = tape_finish(b, outputs, 3);
  assert_int_equal(tape_inputs(tape), 2);
  assert_int_equal(tape_length(tape), 0);
  assert_int_equal(tape_output(tape, 0), 1);
  assert_int_equal(tape_output(tape, 1), 0);
  assert_int_equal(tape_output(tape, 2), 1);
  tape_destroy(tape);
  tape_destroy(NULL);
}

static void test_no_outputs(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  Tape *tape = tape_finish(b, NULL, 0);
  assert_true(tape_check(tape));
  assert_int_equal(tape_values(tape), 0);
  tape_start(tape, NULL);
  tape_run(tape, NULL);
  tape_destroy(tape);
}

static void test_folding(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  const Value x = tape_input(b, w.x), zero = tape_constant(b, 0), one = tape_constant(b, 1);
  assert_int_equal(tape_constant(b, 1).id, one.id);
  assert_true(tape_is_zero(b, zero));
  assert_false(tape_is_zero(b, one));
  assert_false(tape_is_zero(b, x));
  assert_int_equal(tape_op(b, TAPE_ADD, x, zero).id, x.id);
  assert_int_equal(tape_op(b, TAPE_ADD, zero, x).id, x.id);
  assert_int_equal(tape_op(b, TAPE_SUB, x, zero).id, x.id);
  assert_int_equal(tape_op(b, TAPE_SUB, zero, x).id, tape_op(b, TAPE_NEG, x, x).id);
  assert_int_equal(tape_op(b, TAPE_MUL, x, one).id, x.id);
  assert_true(tape_is_zero(b, tape_op(b, TAPE_MUL, zero, x)));
  assert_int_equal(tape_op(b, TAPE_DIV, x, one).id, x.id);
  assert_true(tape_is_zero(b, tape_op(b, TAPE_DIV, zero, x)));
  const Value c = tape_input(b, w.y), inverse = tape_op(b, TAPE_DIV, one, c);
  assert_int_equal(tape_op(b, TAPE_DIV, tape_op(b, TAPE_DIV, x, c), inverse).id, x.id);
  assert_int_equal(tape_op(b, TAPE_DIV, inverse, inverse).id, one.id);
  assert_true(tape_op(b, TAPE_DIV, tape_op(b, TAPE_DIV, x, c), tape_op(b, TAPE_DIV, x, c)).id != x.id);
  const Value minus = tape_op(b, TAPE_NEG, x, x);
  assert_int_equal(tape_op(b, TAPE_NEG, minus, minus).id, x.id);
  assert_int_equal(tape_op(b, TAPE_MUL, x, minus).id, tape_op(b, TAPE_MUL, minus, x).id);
  assert_true(tape_op(b, TAPE_SUB, x, minus).id != tape_op(b, TAPE_SUB, minus, x).id);
}

// --- constants ----------------------------------------------------------------------------------

// Every operation with constants is done at once, to the bits of a run; results that are not finite are left to the
// run.
static void test_constants(void **state) {
  const World w = world(state);
  static const double numbers[] = {0.3, -1.7, 2, 1e-300, 1e300, 0.5};
  for (int op = 0; op < TAPE_OP_COUNT; op++)
    for (size_t i = 0; i < COUNT(numbers); i++)
      for (size_t k = 0; k < COUNT(numbers); k++) {
        TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
        const Value x = tape_input(b, w.x), y = tape_input(b, w.y);
        const Value outputs[] = {
          tape_op(b, (TapeOp) op, x, y),
          tape_op(b, (TapeOp) op, tape_constant(b, numbers[i]), tape_constant(b, numbers[k])),
        };
        Tape *tape = tape_finish(b, outputs, 2);
        double work[8];
        assert_true(tape_values(tape) <= COUNT(work));
        tape_start(tape, work);
        work[0] = numbers[i], work[1] = numbers[k];
        tape_run(tape, work);
        const double a = work[tape_output(tape, 0)], c = work[tape_output(tape, 1)];
        assert_true(memcmp(&a, &c, sizeof a) == 0 || (isnan(a) && isnan(c)));
        assert_true(tape_is_constant(b, outputs[1]) == (isfinite(a) && op != TAPE_SINCOS));
        tape_destroy(tape);
      }
}

// Checks the operations and the value of e with a fixed at 3 and y at -2, at x = 5, z = 7.
static void assert_fixed(const World *w, Expr e, const char *expected, double value) {
  TapeBuilder *b = tape_builder_create(&w->b->arena, w->p);
  const Value x = tape_input(b, w->x), y = tape_input(b, w->y), z = tape_input(b, w->z), a = tape_input(b, w->a);
  tape_fix(b, a, 3);
  tape_fix(b, y, -2);
  assert_true(tape_is_constant(b, a) && tape_is_constant(b, y));
  assert_false(tape_is_constant(b, x) || tape_is_constant(b, z));
  Value v;
  assert_int_equal(tape_lower(b, &e, 1, &v, NULL), STATUS_OK);
  Tape *tape = tape_finish(b, &v, 1);
  assert_int_equal(tape_inputs(tape), 4);  // they keep their places
  assert_string_equal(operations(w, tape), expected);
  double work[16] = {5, (double) NAN, 7, (double) NAN};
  tape_start(tape, work);
  tape_run(tape, work);
  assert_true(work[tape_output(tape, 0)] == value);
  tape_destroy(tape);
}

static void test_fixed_inputs(void **state) {
  const World w = world(state);
  const Expr ay = expr_mul(w.p, w.a, w.y), ax = expr_mul(w.p, w.a, w.x);
  assert_fixed(&w, ay, "", -6);
  assert_fixed(&w, expr_mul(w.p, ay, expr_mul(w.p, w.x, w.z)), "MUL MUL", -210);
  assert_fixed(&w, expr_add(w.p, expr_add(w.p, w.a, w.x), w.y), "ADD", 6);
  assert_fixed(&w, times(&w, 5, 2, ax), "MUL", 37.5);  // 5/2 a is one number
  assert_fixed(&w, expr_div(w.p, ax, expr_mul(w.p, w.y, w.z)), "MUL DIV", -7.5 / 7);
  assert_fixed(&w, power(&w, expr_add(w.p, w.a, w.y), 5, 1), "", 1);
  assert_fixed(&w, expr_call1(w.p, FN_SIN, ay), "", sin(-6));
  const Expr s = expr_call1(w.p, FN_SIN, w.a), c = expr_call1(w.p, FN_COS, w.a);
  assert_fixed(&w, expr_add(w.p, expr_mul(w.p, s, w.x), c), "MUL ADD", sin(3) * 5 + cos(3));
}

// --- improvements of the finished tape ---------------------------------------------------------

// sin and cos that two calls need are one instruction.
static void test_functions_meet(void **state) {
  const World w = world(state);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  const Value x = tape_input(b, w.x);
  const Value outputs[] = {tape_op(b, TAPE_SIN, x, x), tape_op(b, TAPE_COS, x, x), tape_op(b, TAPE_SIN, x, x)};
  Tape *tape = tape_finish(b, outputs, 3);
  assert_string_equal(operations(&w, tape), "SINCOS");
  double work[8] = {0.3};
  tape_start(tape, work);
  tape_run(tape, work);
  assert_true(work[tape_output(tape, 0)] == sin(0.3) && work[tape_output(tape, 1)] == cos(0.3));
  tape_destroy(tape);
}

// Sines and cosines of sums, differences and doubles of angles whose own sines and cosines exist.
static void test_rotation(void **state) {
  const World w = world(state);
  const struct {
    Expr u;
    double value;
    size_t functions, operations;
  } angles[] = {
    {expr_add(w.p, w.x, w.y), 0.3 + 1.1, 2, 8},
    {expr_sub(w.p, w.x, w.y), 0.3 - 1.1, 2, 8},
    {times(&w, 2, 1, w.x), 0.6, 2, 7},           // sin cos and cos sin are one
    {expr_add(w.p, w.x, w.z), 0.3 - 0.7, 3, 4},  // sine and cosine of z are not needed
  };
  for (size_t i = 0; i < COUNT(angles); i++) {
    const Expr roots[] = {expr_call1(w.p, FN_SIN, w.x), expr_call1(w.p, FN_COS, w.x),
                          expr_call1(w.p, FN_SIN, w.y), expr_call1(w.p, FN_COS, w.y),
                          expr_call1(w.p, FN_SIN, angles[i].u), expr_call1(w.p, FN_COS, angles[i].u)};
    const Tape *tape = tape_of(&w, roots, 6);
    assert_int_equal(tape_count(tape, TAPE_SINCOS), angles[i].functions);
    assert_int_equal(tape_length(tape), angles[i].operations);
    double work[32] = {0.3, 1.1, -0.7, 0};
    assert_true(tape_values(tape) <= COUNT(work));
    tape_start(tape, work);
    tape_run(tape, work);
    // two products and a sum of numbers up to 1
    assert_true(fabs(work[tape_output(tape, 4)] - sin(angles[i].value)) <= 4 * 0x1p-53);
    assert_true(fabs(work[tape_output(tape, 5)] - cos(angles[i].value)) <= 4 * 0x1p-53);
  }
}

// One reciprocal for three quotients or more, or if the reciprocal exists already.
static void test_reciprocals(void **state) {
  const World w = world(state);
  const Expr d = expr_add(w.p, w.x, w.a), roots[] = {expr_div(w.p, w.x, d), expr_div(w.p, w.y, d),
                                                     expr_div(w.p, w.z, d)};
  assert_string_equal(operations(&w, tape_of(&w, roots, 2)), "ADD DIV DIV");
  assert_string_equal(operations(&w, tape_of(&w, roots, 3)), "ADD DIV MUL MUL MUL");
  const Expr with[] = {expr_div(w.p, EXPR_ONE, d), expr_div(w.p, w.y, d)};
  assert_string_equal(operations(&w, tape_of(&w, with, 2)), "ADD DIV MUL");
}

// (x y + z)/d: among rates the product with 1/d, which is available when x y + z is. If d comes later, or
// the value is no rate: a quotient.
static void test_rates_do_not_wait(void **state) {
  const World w = world(state);
  const Expr late = expr_add(w.p, expr_mul(w.p, w.x, w.y), w.z), early = expr_add(w.p, w.x, w.a);
  const struct {
    Expr root;
    bool rates;
    size_t products;
  } quotients[] = {{expr_div(w.p, late, early), false, 1},
                   {expr_div(w.p, late, early), true, 2},
                   {expr_div(w.p, early, late), true, 1}};
  for (size_t i = 0; i < COUNT(quotients); i++) {
    TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
    const Expr inputs[] = {w.x, w.y, w.z, w.a};
    for (size_t k = 0; k < COUNT(inputs); k++) tape_input(b, inputs[k]);
    Value v;
    assert_int_equal(tape_lower(b, &quotients[i].root, 1, &v, NULL), STATUS_OK);
    Tape *tape = tape_finish_for(b, &v, 1, (TapeUse){.chained = quotients[i].rates});
    assert_int_equal(tape_count(tape, TAPE_MUL), quotients[i].products);
    double work[16] = {2, 3, 5, 6};  // (6 + 5)/(2 + 6), or the other way round
    tape_start(tape, work);
    tape_run(tape, work);
    assert_true(fabs(work[tape_output(tape, 0)] - (i < 2 ? 11.0 / 8 : 8.0 / 11)) <= 2 * 0x1p-52);
    tape_destroy(tape);
  }
}

// When the only output of a tape is ready, in cycles after the inputs.
static uint32_t ready_after(const Tape *tape) {
  uint32_t ready[64] = {0};
  assert_true(tape_values(tape) <= COUNT(ready));
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    const uint32_t before = ready[at.a] > ready[at.b] ? ready[at.a] : ready[at.b];
    ready[at.to] = before + tape_latency(at.op);
  }
  return ready[tape_output(tape, 0)];
}

// In rates, a sine waits for one product only, whatever it is multiplied with, and four products are added in pairs.
static void test_rates_in_time(void **state) {
  const World w = world(state);
  const Expr inputs[] = {w.x, w.y, w.z, w.a}, sine = expr_call1(w.p, FN_SIN, w.x);
  const Expr product = expr_mul(w.p, expr_mul(w.p, expr_mul(w.p, sine, w.y), w.z), w.a);
  Expr products = EXPR_ZERO;
  for (size_t i = 0; i < 4; i++)
    products = expr_add(w.p, products,
                        expr_mul(w.p, inputs[i], expr_call1(w.p, FN_EXP, inputs[(i + 1) % 4])));
  const struct {
    Expr root;
    uint32_t cycles;
    double value;
  } rates[] = {
    {product, tape_latency(TAPE_SIN) + tape_latency(TAPE_MUL), sin(2) * 3 * 5 * 7},
    {expr_neg(w.p, expr_div(w.p, product, w.y)), tape_latency(TAPE_SIN) + tape_latency(TAPE_MUL),
     -sin(2) * 5 * 7},
    {products, tape_latency(TAPE_EXP) + tape_latency(TAPE_MUL) + 2 * tape_latency(TAPE_ADD),
     2 * exp(3) + 3 * exp(5) + 5 * exp(7) + 7 * exp(2)},
  };
  for (size_t i = 0; i < COUNT(rates); i++) {
    TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
    for (size_t k = 0; k < COUNT(inputs); k++) tape_input(b, inputs[k]);
    Value v;
    assert_int_equal(tape_lower(b, &rates[i].root, 1, &v, NULL), STATUS_OK);
    Tape *tape = tape_finish_for(b, &v, 1, (TapeUse){.chained = true});
    assert_int_equal(ready_after(tape), rates[i].cycles);
    double work[64] = {2, 3, 5, 7};
    tape_start(tape, work);
    tape_run(tape, work);
    // at most eight roundings
    assert_true(fabs(work[tape_output(tape, 0)] - rates[i].value) <=
                8 * 0x1p-53 * fabs(rates[i].value));
    tape_destroy(tape);
  }
}

// Huge as a tree, small as a graph: operations count nodes, and the weight of a node is beyond counting.
static void test_heavy_expression(void **state) {
  const World w = world(state);
  Expr e = expr_add(w.p, w.x, w.y);
  for (int i = 0; i < 100; i++) e = expr_add(w.p, expr_call1(w.p, FN_SIN, e), expr_call1(w.p, FN_COS, e));
  const Expr roots[] = {
    expr_mul(w.p, e, expr_add(w.p, w.y, w.z)),
    expr_add(w.p, expr_mul(w.p, e, w.y), expr_mul(w.p, e, w.z)),
  };
  const Tape *tape = tape_of(&w, roots, 2);
  assert_int_equal(tape_output(tape, 0), tape_output(tape, 1));
  assert_true(tape_length(tape) < 210);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_nothing_to_do),     BENCH_TEST(test_signs),
    BENCH_TEST(test_integer_powers),    BENCH_TEST(test_roots),
    BENCH_TEST(test_division),          BENCH_TEST(test_common_coefficient),
    BENCH_TEST(test_functions),         BENCH_TEST(test_equal_functions),
    BENCH_TEST(test_sine_and_cosine),   BENCH_TEST(test_signs_of_arguments),
    BENCH_TEST(test_parts_of_products), BENCH_TEST(test_parts_of_sums),
    BENCH_TEST(test_powers_share_squares), BENCH_TEST(test_two_calls),
    BENCH_TEST(test_dead_code),         BENCH_TEST(test_missing_symbol),
    BENCH_TEST(test_inputs),            BENCH_TEST(test_no_outputs),
    BENCH_TEST(test_folding),           BENCH_TEST(test_heavy_expression),
    BENCH_TEST(test_constants),         BENCH_TEST(test_fixed_inputs),
    BENCH_TEST(test_functions_meet),    BENCH_TEST(test_rotation),
    BENCH_TEST(test_reciprocals),       BENCH_TEST(test_rates_do_not_wait),
    BENCH_TEST(test_rates_in_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
