// Unit tests of native/emit.c for runs: constant values are computed once, several angles together, long tapes in
// parts. Judge: long double, the C library, the interpreter.

#include "native/emit.h"
#include "support/native.h"

#include <math.h>

#define FIXED 2  // inputs: m, k; then t, x, y, z, u, v
#define INPUTS 8

static const char *const input_at[INPUTS] = {"p[0]", "p[1]", "t",    "y[0]",
                                             "y[1]", "y[2]", "y[3]", "y[4]"};
static const char *const input_name[INPUTS] = {"m", "k", "t_", "x", "y_", "z", "u", "v_"};

typedef void Prepare(double *p);
typedef void Rate(const double *p, double t, const double *y, double *out);

// Tapes over those inputs, and their compiled form.
typedef struct {
  Bench *b;
  TapeBuilder *t;
  Value in[INPUTS], out[16];
  size_t n;
  const char *text;  // of the function alone
  NativeUnit *unit;
  double p[64];
  Rate *rate;
} Desk;

static Desk desk_of(Bench *b) {
  Desk d = {.b = b, .t = tape_builder_create(&b->arena, b->pool)};
  for (size_t i = 0; i < INPUTS; i++)
    d.in[i] = tape_input(d.t, expr_symbol(b->pool, str(input_name[i]), SYMBOL_CONSTANT));
  return d;
}

static void put(Desk *d, Value v) {
  d->out[d->n++] = v;
}

static void *symbol(const Desk *d, const char *name) {
  void *found = native_symbol(d->unit, name);
  assert_non_null(found);
  return found;
}

// Emits, compiles, prepares with m = 3, k = 7.
static Tape *desk_compile(Desk *d) {
  Arena *arena = &d->b->arena;
  Text function = text_make(arena), prepared = text_make(arena), all = text_make(arena);
  EmitPrepared place = {.out = &prepared, .n = FIXED};
  const char *output[16];
  for (size_t i = 0; i < d->n; i++) output[i] = text_format(arena, "out[%zu]", i);
  Tape *tape = tape_finish_for(d->t, d->out, d->n, (TapeUse){.fixed = FIXED});
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = "",
                                .name = "rate",
                                .parameters = "const double *restrict p, double t, const "
                                              "double *restrict y, double *restrict out",
                                .arguments = "p, t, y, out",
                                .input = input_at,
                                .input_name = input_name,
                                .output = output,
                                .fixed = FIXED,
                                .prepared = &place},
                &function);
  d->text = text_get(&function);
  text_add_str(&all, emit_text("real"));
  text_add_str(&all, emit_text("sincos"));
  text_add_str(&all, emit_text("pivoting"));
  text_addf(&all, "%svoid prepare(double *p) {\n%s}\n", d->text, text_get(&prepared));
  NativeTrouble trouble;
  const char *source = text_get(&all);
  assert_int_equal(native_open(source, strlen(source), &d->unit, &trouble), STATUS_OK);
  void *found = symbol(d, "rate");
  memcpy(&d->rate, &found, sizeof found);
  Prepare *prepare;
  found = symbol(d, "prepare");
  memcpy(&prepare, &found, sizeof found);
  d->p[0] = 3, d->p[1] = 7;
  assert_true(place.n <= COUNT(d->p));
  prepare(d->p);
  return tape;
}

static const double state_y[] = {0.3, -2.5, 1e6, 40, 0};

static void assert_close(double value, long double exact, double tolerance) {
  if (fabsl((long double) value - exact) <= (long double) tolerance * fabsl(exact)) return;
  fail_msg("%.17g instead of %.17Lg", value, exact);
}

// Every test has a place to compile in, and a bench.
static void with_bench(void (*body)(Bench *b)) {
  void *b;
  assert_int_equal(bench_open(&b), 0);
  body(b);
  bench_close(&b);
}

// x/m, m k v, k, x/(m + k), sin(m) x, (x + m)/3: no division is left, and errors are a few roundings.
static void prepared_values(Bench *b) {
  Desk d = desk_of(b);
  const Value m = d.in[0], k = d.in[1], x = d.in[3], y = d.in[4];
  put(&d, tape_op(d.t, TAPE_DIV, x, m));
  put(&d, tape_op(d.t, TAPE_MUL, tape_op(d.t, TAPE_MUL, m, k), y));
  put(&d, k);
  put(&d, tape_op(d.t, TAPE_DIV, x, tape_op(d.t, TAPE_ADD, m, k)));
  put(&d, tape_op(d.t, TAPE_MUL, tape_op(d.t, TAPE_SIN, m, m), x));
  put(&d, tape_op(d.t, TAPE_DIV, tape_op(d.t, TAPE_ADD, x, m), tape_constant(d.t, 3)));
  put(&d, tape_op(d.t, TAPE_DIV, m, x));
  Tape *tape = desk_compile(&d);
  double out[16];
  d.rate(d.p, 0, state_y, out);
  const long double lx = (long double) 0.3, exact[] = {lx / 3,          21 * -2.5L,   7,     lx / 10,
                                         sinl(3.0L) * lx, (lx + 3) / 3, 3 / lx};
  for (size_t i = 0; i < d.n; i++) assert_close(out[i], exact[i], 4 * 0x1p-53);
  // only m/x needs a division at every state
  const char *division = strstr(d.text, " / x");
  assert_non_null(division);
  assert_null(strstr(d.text, "sin(m"));
  for (const char *at = d.text; (at = strstr(at, " / ")) != NULL; at++) {
    const char *line = at;
    while (line > d.text && line[-1] != '\n' && strncmp(line, "//", 2) != 0) line--;
    assert_true(at == division || strncmp(line, "//", 2) == 0);
  }
  native_close(d.unit);
  tape_destroy(tape);
}

static void test_prepared(void **state) {
  (void) state;
  with_bench(prepared_values);
}

// Problems with all, some and no constant entries: m x1 + k x2 = m, k x1 - x x2 = 1 and the like.
static void prepared_solutions(Bench *b) {
  Desk d = desk_of(b);
  const Value m = d.in[0], k = d.in[1], x = d.in[3], y = d.in[4], one = tape_constant(d.t, 1);
  const Value M[3][4] = {{m, k, k, one}, {m, k, k, x}, {x, y, y, x}};
  const Value F[3][2] = {{m, one}, {m, one}, {y, k}};
  for (size_t i = 0; i < 3; i++) {
    Value solution[2], pivot, measure, none;
    const TapeProblem p = {2, 0, 0, M[i], F[i], &one, &one, &one};
    assert_int_equal(tape_solve_pivoting(d.t, &p, solution, &none, &pivot, &measure), STATUS_OK);
    put(&d, solution[0]);
    put(&d, solution[1]);
  }
  Tape *tape = desk_compile(&d);
  double out[16];
  d.rate(d.p, 0, state_y, out);
  const double numbers[3][6] = {
    {3, 7, 7, 1, 3, 1}, {3, 7, 7, 0.3, 3, 1}, {0.3, -2.5, -2.5, 0.3, -2.5, 7}};
  for (size_t i = 0; i < 3; i++) {
    long double e[6];
    for (size_t j = 0; j < 6; j++) e[j] = (long double) numbers[i][j];
    const long double det = e[0] * e[3] - e[1] * e[2];
    assert_close(out[2 * i], (e[4] * e[3] - e[1] * e[5]) / det, 1e-15);
    assert_close(out[2 * i + 1], (e[0] * e[5] - e[4] * e[2]) / det, 1e-15);
  }
  native_close(d.unit);
  tape_destroy(tape);
}

static void test_prepared_solutions(void **state) {
  (void) state;
  with_bench(prepared_solutions);
}

// Five angles known at once, one of a sum of those, two far away; sine, cosine and both.
static void several_angles(Bench *b) {
  Desk d = desk_of(b);
  const TapeOp op[] = {TAPE_SINCOS, TAPE_SIN, TAPE_COS, TAPE_SINCOS, TAPE_SIN};
  for (size_t i = 0; i < COUNT(op); i++) {
    const Value v = tape_op(d.t, op[i], d.in[3 + i], d.in[3 + i]);
    put(&d, v);
    if (op[i] == TAPE_SINCOS) put(&d, (Value){v.id + 1});
  }
  const Value sum = tape_op(d.t, TAPE_ADD, d.out[0], d.out[2]);
  put(&d, tape_op(d.t, TAPE_COS, sum, sum));
  Tape *tape = desk_compile(&d);
  double out[16];
  d.rate(d.p, 0, state_y, out);
  const long double x = (long double) 0.3;
  const long double exact[] = {sinl(x),     cosl(x),     sinl(-2.5L), cosl(1e6L),
                               sinl(40.0L), cosl(40.0L), 0,           cosl(sinl(x) + sinl(-2.5L))};
  for (size_t i = 0; i < COUNT(exact); i++) assert_close(out[i], exact[i], 4 * 0x1p-53);
  native_close(d.unit);
  tape_destroy(tape);
}

static void test_angles(void **state) {
  (void) state;
  with_bench(several_angles);
}

// Of two products that are added, the one that is ready last is fused with the sum, the other one is ready before: v (x y
// + u), not z y, whichever of them is subtracted, and if it is the negative that is added.
static void fused_products(Bench *b) {
  static const char *const fused[] = {"dal_fma(v_, dal_fma(", "dal_fma(v_, dal_fma(", "dal_fma(-(v_), dal_fma(",
                                      "dal_fma(-(v_), dal_fma("};
  Desk d = desk_of(b);
  const Value x = d.in[3], y = d.in[4], z = d.in[5], v = d.in[7];
  const Value early = tape_op(d.t, TAPE_MUL, z, y);
  for (size_t i = 0; i < COUNT(fused); i++) {
    const Value square = tape_op(d.t, TAPE_MUL, x, i < 2 ? y : tape_op(d.t, TAPE_ADD, y, z));
    const Value late = tape_op(d.t, TAPE_MUL, v, tape_op(d.t, TAPE_ADD, square, d.in[6]));
    const Value minus = tape_op(d.t, TAPE_NEG, late, late);
    d.n = 0;
    put(&d, i == 0   ? tape_op(d.t, TAPE_ADD, early, late)
            : i == 1 ? tape_op(d.t, TAPE_SUB, late, early)
            : i == 2 ? tape_op(d.t, TAPE_SUB, early, late)
                     : tape_op(d.t, TAPE_SUB, minus, early));
    Tape *tape = desk_compile(&d);
    assert_non_null(strstr(d.text, fused[i]));
    double out[16];
    const double at[] = {0.5, -3, 2, 7, 11};
    d.rate(d.p, 0, at, out);
    const double bracket = (i < 2 ? 0.5 * -3 : 0.5 * (-3 + 2)) + 7;
    const double exact[] = {-6 + 11 * bracket, 11 * bracket + 6, -6 - 11 * bracket, -11 * bracket + 6};
    assert_true(out[0] == exact[i]);  // numbers with few bits: nothing is rounded
    native_close(d.unit);
    tape_destroy(tape);
  }
}

static void test_fused(void **state) {
  (void) state;
  with_bench(fused_products);
}

// s = (s x + k)/m + m k, again and again: 6000 instructions, beside the interpreter. s stays near a
// fixed point, so that errors do not grow: a few roundings are left.
static void long_tape(Bench *b) {
  Desk d = desk_of(b);
  const Value m = d.in[0], k = d.in[1], x = d.in[3];
  Value s = d.in[4];
  for (int i = 0; i < 1500; i++) {
    s = tape_op(d.t, TAPE_ADD, tape_op(d.t, TAPE_MUL, s, x), k);
    s = tape_op(d.t, TAPE_ADD, tape_op(d.t, TAPE_DIV, s, m), tape_op(d.t, TAPE_MUL, m, k));
  }
  put(&d, s);
  Tape *tape = desk_compile(&d);
  assert_non_null(strstr(d.text, "rate_part_2"));
  double *work = ARENA_ARRAY(&b->arena, double, tape_values(tape)), out[16];
  memcpy(work, (double[]){3, 7, 0, 0.3, -2.5}, 5 * sizeof *work);
  tape_start(tape, work);
  tape_run(tape, work);
  d.rate(d.p, 0, state_y, out);
  assert_close(out[0], (long double) work[tape_output(tape, 0)], 16 * 0x1p-53);
  native_close(d.unit);
  tape_destroy(tape);
}

static void test_long_tape(void **state) {
  (void) state;
  with_bench(long_tape);
}

// The names of prepared values differ from those of inputs.
static void test_names(void **state) {
  (void) state;
  void *b;
  assert_int_equal(bench_open(&b), 0);
  Bench *bench = b;
  assert_string_equal(emit_name(&bench->arena, "v12", NULL, 0), "v12_");
  assert_string_equal(emit_name(&bench->arena, "rho", NULL, 0), "rho");
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_prepared),
    PLACE_TEST(test_prepared_solutions),
    PLACE_TEST(test_angles),
    PLACE_TEST(test_fused),
    PLACE_TEST(test_long_tape),
    cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
