// Unit tests of native/emit.c: names, numbers and comments that C reads as intended, and text that
// computes what the tape does.
// Judge: strtod; two C compilers; the interpreter, to the bit.

#include "native/emit.h"
#include "base/table.h"
#include "support/shared.h"

#include <math.h>
#include <stdlib.h>

// --- names --------------------------------------------------------------------------------------

static void test_names(void **state) {
  Bench *bench = *state;
  static const char *const names[][2] = {
    {"theta1", "theta1"},
    {"theta'", "theta_dot"},
    {"theta''", "theta_ddot"},
    {"g", "g"},
    {"M", "M"},
    {"MA", "MA"},
    {"v", "v_"},
    {"v12", "v12_"},
    {"s3", "s3_"},
    {"c0", "c0_"},
    {"v1a", "v1a"},
    {"s", "s"},
    {"t", "t_"},
    {"y", "y_"},
    {"p", "p_"},
    {"w", "w_"},
    {"yd", "yd_"},
    {"out", "out_"},
    {"change", "change_"},
    {"while", "while_"},
    {"restrict", "restrict_"},
    {"asm", "asm_"},
    {"bool", "bool_"},
    {"main", "main_"},
    {"sin", "sin_"},
    {"fabs", "fabs_"},
    {"pow", "pow_"},
    {"si", "si"},
    {"M_E", "M_E_"},
    {"NAN", "NAN_"},
    {"INFINITY", "INFINITY_"},
    {"unix", "unix_"},
    {"dal_sincos", "dal_sincos_"},
    {"lambda(c)", "lambda_c_"},
    {"pace(start)", "pace_start_"},
    {"", ""},
    {"\xce\xb8", "__"},  // a letter that is no ASCII
  };
  for (size_t i = 0; i < COUNT(names); i++)
    assert_string_equal(emit_name(&bench->arena, names[i][0], NULL, 0), names[i][1]);
}

// Names that become equal are made different, whichever comes first.
static void test_equal_names(void **state) {
  Bench *bench = *state;
  static const char *const names[] = {"x'", "x_dot", "x_dot_", "v1", "v1_", "t", "t_"};
  static const char *const made[] = {"x_dot", "x_dot_", "x_dot__", "v1_", "v1__", "t_", "t__"};
  const char *others[COUNT(names)];
  for (size_t i = 0; i < COUNT(names); i++) {
    others[i] = emit_name(&bench->arena, names[i], others, i);
    assert_string_equal(others[i], made[i]);
  }
  emit_names(&bench->arena, names, COUNT(names), others, 0);
  for (size_t i = 0; i < COUNT(names); i++) assert_string_equal(others[i], made[i]);
}

// --- numbers and comments -----------------------------------------------------------------------

static const char *number(Bench *bench, double value) {
  Text text = text_make(&bench->arena);
  emit_number(value, &text);
  return text_get(&text);
}

static void test_numbers(void **state) {
  Bench *bench = *state;
  assert_string_equal(number(bench, 2), "2.0");
  assert_string_equal(number(bench, -3), "-3.0");
  assert_string_equal(number(bench, -0.0), "-0.0");
  assert_string_equal(number(bench, 0.1), "0.1");
  assert_string_equal(number(bench, (double) INFINITY), "INFINITY");
  assert_string_equal(number(bench, -(double) INFINITY), "-INFINITY");
  assert_string_equal(number(bench, (double) NAN), "NAN");
  uint64_t seed = 3;
  for (int i = 0; i < 20000; i++) {
    const uint64_t bits = hash_mix(seed += 0x9e3779b97f4a7c15u);
    double value, back;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    const char *text = number(bench, value);
    char *end;
    back = strtod(text, &end);
    assert_memory_equal(&value, &back, sizeof value);
    assert_int_equal(*end, '\0');
    assert_non_null(strpbrk(text, ".e"));  // not an int, which might overflow or divide as one
  }
}

static void test_comments(void **state) {
  Bench *bench = *state;
  static const char *const texts[][2] = {{"plain", "plain"},
                                         {"a */ b", "a * / b"},
                                         {"/* a", "/ * a"},
                                         {"/*/", "/ * /"},
                                         {"**/", "** /"},
                                         {"a\nb\rc\td", "a b c d"},
                                         {"\xce\xb8 \\", "\xce\xb8 \\"}};
  for (size_t i = 0; i < COUNT(texts); i++) {
    Text text = text_make(&bench->arena);
    emit_comment(texts[i][0], &text);
    assert_string_equal(text_get(&text), texts[i][1]);
  }
}

// --- random tapes -------------------------------------------------------------------------------

#define INPUTS 10
#define OUTPUTS 12

// Names that would do harm if they were used unchanged.
static const char *const input_names[INPUTS] = {"x",   "x'", "x_dot", "v12", "s13",
                                                "c14", "t",  "y",     "p",   "out"};

typedef struct {
  Bench *bench;
  uint64_t seed;
  TapeBuilder *b;
  Value *value;
  size_t n;
} Maker;

static size_t below(Maker *m, size_t bound) {
  return hash_mix(m->seed += 0x9e3779b97f4a7c15u) % bound;
}

// Returns one of the last values, so that tapes become deep, or an input.
static Value pick(Maker *m) {
  if (below(m, 6) == 0) return m->value[below(m, INPUTS)];
  const size_t recent = m->n < 12 ? m->n : 12;
  return m->value[m->n - 1 - below(m, recent)];
}

static Value wave(Maker *m, Value v) {
  return tape_op(m->b, below(m, 2) ? TAPE_SIN : TAPE_COS, v, v);
}

static Value random_operand(Maker *m) {
  static const double constants[] = {-1, 2, -0.0, -0.1, 0.03, 3, -7e5, 1.0 / 3};
  return below(m, 5) ? pick(m) : tape_constant(m->b, constants[below(m, COUNT(constants))]);
}

// Returns an unknown of a small linear problem.
static Value random_solution(Maker *m) {
  Value M[9], F[3], A[3], x[3], lambda, pivot, measure;
  const size_t n = 1 + below(m, 3);
  for (size_t i = 0; i < 9; i++) M[i] = wave(m, random_operand(m));
  for (size_t i = 0; i < 3; i++) F[i] = wave(m, pick(m)), A[i] = random_operand(m);
  F[0] = wave(m, m->value[m->n - 1]);
  const TapeProblem p = {n, 1, 1, M, F, A, A, F};
  if (tape_solve_pivoting(m->b, &p, x, &lambda, &pivot, &measure) != STATUS_OK) abort();
  return wave(m, below(m, 4) ? x[below(m, n)] : below(m, 2) ? lambda : pivot);
}

// Returns a value; arguments are such that most values are finite and of moderate size.
static Value random_value(Maker *m) {
  static const TapeOp plain[] = {TAPE_ADD, TAPE_SUB, TAPE_MUL};
  const Value a = m->value[m->n - 1], b = random_operand(m);  // a: all values are needed
  if (below(m, 40) == 0) return random_solution(m);
  switch (below(m, 8)) {
    case 0: return wave(m, a);
    case 1: {
      const TapeOp op = (TapeOp) below(m, TAPE_OP_COUNT);
      const Value half = tape_op(m->b, TAPE_MUL, tape_constant(m->b, 0.5), wave(m, a));
      const Value size = tape_op(m->b, TAPE_ABS, half, half);
      // LOG and POW have a pole at 0
      if (op == TAPE_LOG || op == TAPE_POW) {
        const Value positive = tape_op(m->b, TAPE_EXP, half, half);
        return tape_op(m->b, op, positive, op == TAPE_POW ? size : positive);
      }
      return tape_op(m->b, op == TAPE_SINCOS ? TAPE_TAN : op, size,
                     tape_op_operands(op) == 2 && op != TAPE_DIV ? wave(m, b) : size);
    }
    case 2: {
      const Value divisor = wave(m, b);  // from 1 to cosh 1
      return tape_op(m->b, TAPE_DIV, a, tape_op(m->b, TAPE_COSH, divisor, divisor));
    }
    case 3: return tape_op(m->b, TAPE_NEG, a, a);
    default: {
      const TapeOp op = plain[below(m, COUNT(plain))];
      return below(m, 2) ? tape_op(m->b, op, a, b) : tape_op(m->b, op, b, a);
    }
  }
}

// Makes a tape with at least this many instructions; the outputs need nearly all of them.
static Tape *random_tape(Bench *bench, uint64_t seed, size_t length) {
  Maker m = {.bench = bench,
             .seed = seed * 1000003,
             .b = tape_builder_create(&bench->arena, bench->pool),
             .value = ARENA_ARRAY(&bench->arena, Value, INPUTS + length)};
  for (size_t i = 0; i < INPUTS; i++)
    m.value[m.n++] =
      tape_input(m.b, expr_symbol(bench->pool, str(input_names[i]), SYMBOL_CONSTANT));
  while (m.n < INPUTS + length) {
    m.value[m.n] = random_value(&m);
    m.n += !tape_is_constant(m.b, m.value[m.n]);
  }
  Value outputs[OUTPUTS];
  for (size_t i = 0; i < OUTPUTS; i++) outputs[i] = i ? m.value[m.n - i] : m.value[0];
  return tape_finish(m.b, outputs, OUTPUTS);
}

static void emit_tape(Bench *bench, const Tape *tape, const char *name, bool plain, Text *out) {
  const char *where[INPUTS], *own[INPUTS], *to[OUTPUTS];
  for (size_t i = 0; i < INPUTS; i++) {
    where[i] = i == 6 ? "t" : text_format(&bench->arena, "%s[%zu]", i < 6 ? "p" : "y", i % 7);
    own[i] = emit_name(&bench->arena, input_names[i], own, i);
  }
  for (size_t i = 0; i < OUTPUTS; i++) to[i] = text_format(&bench->arena, "out[%zu]", i);
  emit_function(
    &(EmitFunction){
      .tape = tape,
      .linkage = "",
      .name = name,
      .parameters = "const double *p, double t, const double *y, double *out",
      .arguments = "p, t, y, out",
      .input = where,
      .input_name = own,
      .output = to,
      .plain = plain},
    out);
}

typedef void Compiled(const double *p, double t, const double *y, double *out);

// Runs both; returns how many values are finite.
static size_t compare(Bench *bench, const Tape *tape, Compiled *function, const char *name) {
  uint64_t seed = 77;
  size_t finite = 0;
  double *work = ARENA_ARRAY(&bench->arena, double, tape_values(tape)), out[OUTPUTS];
  tape_start(tape, work);
  for (int k = 0; k < 20; k++) {
    for (size_t i = 0; i < INPUTS; i++)
      work[i] = ldexp((double) (hash_mix(seed++) >> 11), -51) - 2;  // between -2 and 2
    function(work, work[6], work + 7, out);
    tape_run(tape, work);
    for (size_t i = 0; i < OUTPUTS; i++) {
      const double expected = work[tape_output(tape, i)];
      finite += isfinite(expected) != 0;
      if (isnan(expected) ? !isnan(out[i]) : memcmp(&expected, &out[i], sizeof expected) != 0)
        fail_msg("%s: output %zu is %.17g, not %.17g", name, i, out[i], expected);
    }
  }
  return finite;
}

// Law: the text, plain or not, in one piece or in parts, gives the bits of the interpreter. The
// inlined sine and exponential have their own tests; here those of the C library replace them.
static void compare_tapes(Folder *folder, size_t count, size_t length, bool parts) {
  Bench *bench = &folder->bench;
  Tape *tapes[32];
  size_t solutions = 0;
  Text text = text_make(&bench->arena);
  assert_true(count <= COUNT(tapes));
  text_add_str(&text, emit_text("real"));
  text_add(&text, "#define dal_sincos(x, s, c) (*(s) = sin(x), *(c) = cos(x))\n"
                  "#define dal_exp exp\n");
  text_add_str(&text, emit_text("pivoting"));
  for (size_t i = 0; i < count; i++) {
    tapes[i] = random_tape(bench, i + length, length);
    solutions += tape_count(tapes[i], TAPE_SOLVE);
    assert_true(tape_check(tapes[i]) && tape_length(tapes[i]) >= length / 2);
    emit_tape(bench, tapes[i], text_format(&bench->arena, "plain%zu", i), true, &text);
    emit_tape(bench, tapes[i], text_format(&bench->arena, "other%zu", i), false, &text);
  }
  assert_int_equal(strstr(text_get(&text), "plain0_part_1(") != NULL, parts);
  assert_true(solutions > 0);
  // the C library's values of constants, too: the compiler's own differ in the last bit
  void *shared = shared_open(folder, "cc", "-std=c99 -O2 -ffp-contract=off -fno-builtin", text_get(&text));
  size_t finite = 0;
  for (size_t i = 0; i < count; i++) {
    static const char *const kinds[] = {"plain", "other"};
    for (size_t k = 0; k < COUNT(kinds); k++) {
      const char *name = text_format(&bench->arena, "%s%zu", kinds[k], i);
      Compiled *function;
      shared_find(shared, name, &function);
      finite += compare(bench, tapes[i], function, name);
    }
    tape_destroy(tapes[i]);
  }
  assert_true(finite > count * OUTPUTS * 20);  // more than half, so that the law is tested
  shared_close(shared);
}

static void test_short_tapes(void **state) {
  compare_tapes(*state, 32, 12, false);
  compare_tapes(*state, 32, 40, false);
}

static void test_middle_tapes(void **state) {
  compare_tapes(*state, 6, 300, false);
}

static void test_long_tapes(void **state) {
  compare_tapes(*state, 1, 2000, true);
}

// Checks the text itself: a value that is used once is written where it is used, in brackets if the
// order of operations requires them.
static void test_brackets(void **state) {
  Bench *bench = *state;
  TapeBuilder *b = tape_builder_create(&bench->arena, bench->pool);
  Value v[3];
  for (size_t i = 0; i < INPUTS; i++) {
    const Value x = tape_input(b, expr_symbol(bench->pool, str(input_names[i]), SYMBOL_CONSTANT));
    if (i < 3) v[i] = x;
  }
  const Value sum = tape_op(b, TAPE_ADD, v[1], v[2]);
  const Value product = tape_op(b, TAPE_MUL, v[0], v[1]);
  const Value outputs[] = {tape_op(b, TAPE_SUB, v[0], sum),
                           tape_op(b, TAPE_DIV, v[2], product),
                           tape_op(b, TAPE_ADD, tape_op(b, TAPE_MUL, v[1], v[1]), v[2]),
                           tape_op(b, TAPE_NEG, tape_op(b, TAPE_SUB, v[2], v[1]), v[2]),
                           tape_op(b, TAPE_MUL, tape_constant(b, -2), v[2]),
                           v[0]};
  Tape *tape = tape_finish(b, outputs, COUNT(outputs));
  Text text = text_make(&bench->arena);
  emit_tape(bench, tape, "f", true, &text);
  tape_destroy(tape);
  static const char *const lines[] = {
    "out[0] = x - (x_dot + x_dot_);",   "out[1] = x_dot_ / (x * x_dot);",
    "out[2] = x_dot_ + x_dot * x_dot;", "out[3] = -(x_dot_ - x_dot);",
    "out[4] = x_dot_ * (-2.0);",        "out[5] = x;"};
  for (size_t i = 0; i < COUNT(lines); i++)
    if (strstr(text_get(&text), lines[i]) == NULL)
      fail_msg("%s\nhas no %s", text_get(&text), lines[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_names),         BENCH_TEST(test_equal_names), BENCH_TEST(test_numbers),
    BENCH_TEST(test_comments),      BENCH_TEST(test_brackets),    FOLDER_TEST(test_short_tapes),
    FOLDER_TEST(test_middle_tapes), FOLDER_TEST(test_long_tapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
