// Laws of native/emit_arrays.c: operations on arrays compute what the instructions compute one after the other. The
// generator draws what has many equal operations (full matrices, pairs of points, layers of any operation) and breaks the
// order: other operations, neighbours and constants here and there.

#include "support/rates.h"

#include <math.h>
#include <stdlib.h>

#define FIXED 5  // parameters

typedef struct {
  Gen *g;
  TapeBuilder *b;
  size_t states, outputs;
  Value *p, *y, *out;
  Tape *tape;
} Sample;

static size_t drawn, in_arrays, finite, numbers;

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

static Value op(const Sample *s, TapeOp code, Value a, Value b) {
  return tape_op(s->b, code, a, b);
}

static Value times(const Sample *s, Value a, Value b) {
  return op(s, TAPE_MUL, a, b);
}

static Value plus(const Sample *s, Value a, Value b) {
  return op(s, TAPE_ADD, a, b);
}

static Sample begin(Gen *g, size_t states, size_t outputs) {
  Sample s = {.g = g, .b = tape_builder_create(g->arena, g->pool), .states = states, .outputs = outputs};
  s.p = ARENA_ARRAY(g->arena, Value, FIXED);
  s.y = ARENA_ARRAY(g->arena, Value, states);
  s.out = ARENA_ARRAY(g->arena, Value, outputs);
  for (size_t i = 0; i < FIXED; i++)
    s.p[i] = tape_input(s.b, expr_symbol(g->pool, str(text_format(g->arena, "p%zu", i)), SYMBOL_CONSTANT));
  tape_input(s.b, EXPR_TIME);
  for (size_t i = 0; i < states; i++)
    s.y[i] = tape_input(s.b, expr_symbol(g->pool, str(text_format(g->arena, "y%zu", i)), SYMBOL_CONSTANT));
  return s;
}

static void finish(Sample *s, bool chained) {
  s->tape = tape_finish_for(s->b, s->out, s->outputs, (TapeUse){.fixed = FIXED, .chained = chained});
  arena_defer(s->g->arena, destroy_tape, s->tape);
}

static bool seldom(Gen *g) {
  return gen_below(g, 30) == 0;
}

// A full matrix, some entries of which vanish or are constants.
static Sample gen_matrix(Gen *g) {
  const size_t n = 17 + gen_below(g, 20);
  Sample s = begin(g, n, 2 * n);
  Value *M = ARENA_ARRAY(g->arena, Value, n * n);
  const bool circular = gen_below(g, 2), odd = gen_below(g, 2);
  for (size_t i = 0; i < n; i++) {
    M[i * n + i] = tape_constant(s.b, 2 * (double) n + (double) i);
    for (size_t j = 0; j < i; j++) {
      const Value d = op(&s, TAPE_SUB, s.y[i], times(&s, s.p[j % FIXED], s.y[j]));
      Value entry = circular ? op(&s, TAPE_COS, d, d) : op(&s, TAPE_DIV, s.p[0], plus(&s, s.p[1], times(&s, d, d)));
      if (odd && seldom(g)) entry = tape_constant(s.b, gen_below(g, 2) ? 0 : 0.75);
      M[i * n + j] = M[j * n + i] = entry;
    }
  }
  const Status status = tape_solve(s.b, n, M, s.y, s.out, s.out + n);
  CHECK(status == STATUS_OK);
  finish(&s, gen_below(g, 2));
  return s;
}

// Forces between all pairs of points.
static Sample gen_pairs(Gen *g) {
  const size_t n = 18 + gen_below(g, 30), dimensions = 1 + gen_below(g, 3);
  Sample s = begin(g, n * dimensions, n * dimensions);
  const bool odd = gen_below(g, 2), interleaved = gen_below(g, 2);
  for (size_t i = 0; i < s.outputs; i++) s.out[i] = tape_constant(s.b, 0);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      Value d[3], square = s.p[0];
      size_t a[3], b[3];
      for (size_t k = 0; k < dimensions; k++) {
        a[k] = interleaved ? i * dimensions + k : k * n + i;
        b[k] = interleaved ? j * dimensions + k : k * n + j;
        d[k] = op(&s, TAPE_SUB, s.y[a[k]], s.y[b[k]]);
        square = plus(&s, square, times(&s, d[k], d[k]));
      }
      const bool other = odd && seldom(g);
      const Value r = op(&s, other ? TAPE_ABS : TAPE_SQRT, square, square);
      const Value f = op(&s, TAPE_DIV, s.p[1 + i % 2], times(&s, r, other ? r : square));
      for (size_t k = 0; k < dimensions; k++) {
        s.out[a[k]] = op(&s, TAPE_SUB, s.out[a[k]], times(&s, f, d[k]));
        s.out[b[k]] = plus(&s, s.out[b[k]], times(&s, f, d[k]));
      }
    }
  finish(&s, gen_below(g, 2));
  return s;
}

// The operation on a number of its domain, which is that of all functions between 0 and 1.
static Value applied(const Sample *s, TapeOp code, Value a, Value b) {
  const Value small = op(s, TAPE_DIV, s->p[1], plus(s, s->p[1], times(s, a, a)));
  switch (code) {
    // made of a sine and a cosine of the same angle when a tape is finished
    case TAPE_SINCOS: return plus(s, op(s, TAPE_SIN, a, a), op(s, TAPE_COS, a, a));
    case TAPE_SQRT:
    case TAPE_LOG:
    case TAPE_ASIN:
    case TAPE_ACOS: return op(s, code, small, small);
    case TAPE_POW: return op(s, code, small, b);
    default: return op(s, code, a, b);
  }
}

// Layers of operations on neighbours; what may become large is divided by more.
static Sample gen_layers(Gen *g) {
  const size_t width = 150 + gen_below(g, 150), layers = 10 + gen_below(g, 8);
  Sample s = begin(g, width, width);
  Value *last = s.y, *before = s.y;
  for (size_t layer = 0; layer < layers; layer++) {
    Value *next = ARENA_ARRAY(g->arena, Value, width);
    const TapeOp code = (TapeOp) gen_below(g, TAPE_OP_COUNT);
    const size_t by = gen_below(g, 3), from = gen_below(g, width);
    const Value fixed = gen_below(g, 2) ? s.p[gen_below(g, FIXED)] : tape_constant(s.b, -1.25);
    const unsigned second = (unsigned) gen_below(g, 4);
    for (size_t i = 0; i < width; i++) {
      const Value a = last[(i * (by > 0) + from) % width];
      const Value b = second == 0 ? fixed : second == 1 ? a : second == 2 ? before[i] : s.y[width - 1 - i];
      const TapeOp own = seldom(g) ? (TapeOp) gen_below(g, TAPE_OP_COUNT) : code;
      Value x = applied(&s, own, a, b);
      if (by == 2) x = op(&s, TAPE_DIV, times(&s, x, s.y[i]), plus(&s, s.p[0], times(&s, x, x)));
      next[i] = op(&s, TAPE_ATAN, plus(&s, x, s.y[i]), x);
    }
    before = last;
    last = next;
  }
  for (size_t i = 0; i < width; i++) s.out[i] = seldom(g) ? s.y[i] : last[i];
  finish(&s, gen_below(g, 2));
  return s;
}

static Sample gen_sample(Gen *g) {
  switch (gen_below(g, 3)) {
    case 0: return gen_matrix(g);
    case 1: return gen_pairs(g);
    default: return gen_layers(g);
  }
}

static RateTape as_rate(const Sample *s) {
  return (RateTape){.tape = s->tape, .fixed = FIXED, .states = s->states, .arrays = true};
}

// Law: without fused products, the bits are those of the instructions one after the other.
PROP(same_as_instructions, 9) {
  const Sample s = gen_sample(g);
  const RateTape r = as_rate(&s);
  Text text = text_make(g->arena);
  const size_t count = rates_write(&r, false, &text);
  drawn++;
  in_arrays += strstr(text_get(&text), "rate_rows_1") != NULL;
  rates_write_reference(&r, &text);
  NativeUnit *unit = rates_compile(g, "#define DAL_FUSED 0\n", "real", text_get(&text));
  const double *inputs = rates_inputs(g, &r);
  const double *fixed = rates_prepared(g, &r, unit, inputs, count);
  double *out = ARENA_ARRAY(g->arena, double, s.outputs), *right = ARENA_ARRAY(g->arena, double, s.outputs);
  Rate *rate, *reference;
  rates_find(g, unit, "rate", &rate);
  rates_find(g, unit, "reference", &reference);
  rate(fixed, inputs[FIXED], inputs + FIXED + 1, out);
  reference(inputs, inputs[FIXED], inputs + FIXED + 1, right);
  native_close(unit);
  for (size_t i = 0; i < s.outputs; i++) {
    CHECK(rates_same_bits(out[i], right[i]));
    finite += isfinite(right[i]) != 0;
  }
  numbers += s.outputs;
}

// Law: one motion and several at once have the same bits, with fused products.
PROP(same_in_lanes, 3) {
  const Sample s = gen_sample(g);
  const RateTape r = as_rate(&s);
  rates_check_lanes(g, &r, rates_inputs(g, &r));
}

// A test of short tapes, which are written out, or of values that are no numbers, would prove nothing.
static void most_are_arrays_of_numbers(void **state) {
  (void) state;
  assert_true(2 * in_arrays >= drawn);
  assert_true(2 * finite >= numbers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(same_as_instructions),
    PLACE_TEST(same_in_lanes),
    cmocka_unit_test(most_are_arrays_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
