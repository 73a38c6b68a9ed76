// tape/rewrite.c: cheaper values for the outputs, once it is known what else is needed.
//
// In:    a builder and the outputs that are wanted of it
// Out:   the same outputs, by cheaper values where possible; the numbers agree to rounding
//
// - sin(u) and cos(u) that are both needed become one instruction;
// - sin(u + v) and cos(u + v) come from the sines and cosines of u and v if these are needed
//   anyway: four products and two sums, with an error of a few units in the last place of 1, not of the result;
// - divisions by one divisor become products with its reciprocal;
// - in rates, each of which waits for the previous one, a dividend that is ready no sooner than its
//   divisor is multiplied with the reciprocal, too, which is computed in the meantime;
// - in a run, reciprocals of constant divisors are computed once, and a constant factor of a divisor
//   moves to other constants: (k u + l v)/(c d) is (k/c u + l/c v)/d.

#include "tape/tape_impl.h"

#define SHARED_DIVISIONS 3  // by one divisor; for fewer, the additional instruction does not pay

typedef struct {
  bool ready;
  Value sine, cosine;
} Circle;

typedef struct {
  TapeBuilder *b;
  size_t n;  // number of values at the start
  const bool *needed;
  const bool *varies;   // depends on an input that is not fixed; NULL: no input is fixed
  uint32_t *uses;       // of each as an operand or an output
  Value *now;           // the replacement of each
  uint8_t *functions;   // of each as an argument: NEEDS_SINE, NEEDS_COSINE
  uint32_t *divisions;  // by each
  uint32_t *ready;      // when each is ready, in cycles after the inputs; NULL: not considered
  Circle *circles;      // of each as an argument
  bool series;          // no reciprocals, no sums of angles
} Rewriting;

enum { NEEDS_SINE = 1, NEEDS_COSINE = 2, NEEDS_BOTH = 3 };

static Value op2(Rewriting *r, TapeOp op, Value x, Value y) {
  return tape_op(r->b, op, x, y);
}

static bool is_constant(const Rewriting *r, uint32_t v, double number) {
  const TapeInstruction made = r->b->values.at[v];
  return made.op == VALUE_CONSTANT && r->b->constants.at[made.a] == number;
}

// --- what is needed ------------------------------------------------------------------------------

static void look_around(Rewriting *r) {
  for (size_t i = 0; i < r->n; i++) {
    const TapeInstruction made = r->b->values.at[i];
    r->now[i] = (Value){(uint32_t) i};
    if (!r->needed[i]) continue;
    if (made.op < TAPE_ALL_OPS) r->uses[made.a]++;
    if (made.op < TAPE_ALL_OPS && tape_op_operands((TapeOp) made.op) == 2) r->uses[made.b]++;
    if (made.op == TAPE_SIN) r->functions[made.a] |= NEEDS_SINE;
    if (made.op == TAPE_COS) r->functions[made.a] |= NEEDS_COSINE;
    if (made.op == TAPE_SINCOS) r->functions[made.a] |= NEEDS_BOTH;
    // a reciprocal that exists already is shared by any number of divisions
    if (made.op == TAPE_DIV)
      r->divisions[made.b] += is_constant(r, made.a, 1) ? SHARED_DIVISIONS - 1 : 1;
  }
}

// Returns the approximate latency of an operation, in cycles of a current processor.
static uint32_t latency(uint32_t op) {
  if (op >= TAPE_OP_COUNT) return op == TAPE_SOLVE ? 1000 : 0;
  switch (tape_op_kind((TapeOp) op)) {
    case TAPE_SUMS:
    case TAPE_PRODUCTS: return op == TAPE_NEG ? 0 : 4;
    case TAPE_QUOTIENTS: return 13;
    case TAPE_ROOTS: return 20;
    default: return 50;
  }
}

// Finds when each value is ready if it waits only for its operands.
static void find_times(Rewriting *r) {
  r->ready = ARENA_ARRAY(r->b->arena, uint32_t, r->n + 1);
  for (size_t i = 0; i < r->n; i++) {
    const TapeInstruction made = r->b->values.at[i];
    if (made.op == VALUE_INPUT || made.op == VALUE_CONSTANT) continue;
    const uint32_t a = r->ready[made.a], b = made.op == VALUE_SECOND ? a : r->ready[made.b];
    r->ready[i] = (a > b ? a : b) + latency(made.op);
  }
}

// --- angles --------------------------------------------------------------------------------------

// Is u = v + w or v - w, with the sines and cosines of both needed anyway? u = 2 v has v = w.
static bool splits(const Rewriting *r, uint32_t u, uint32_t *v, uint32_t *w) {
  const TapeInstruction made = r->b->values.at[u];
  if (r->series) return false;
  if (made.op != TAPE_ADD && made.op != TAPE_SUB && made.op != TAPE_MUL) return false;
  *v = made.a;
  *w = made.b;
  if (made.op == TAPE_MUL) {
    if (is_constant(r, *v, 2))
      *v = *w;
    else if (is_constant(r, *w, 2))
      *w = *v;
    else
      return false;
  }
  return r->functions[*v] == NEEDS_BOTH && r->functions[*w] == NEEDS_BOTH;
}

// sin(v +- w) = sin v cos w +- cos v sin w, cos(v +- w) = cos v cos w -+ sin v sin w
static Circle rotated(Rewriting *r, Circle v, Circle w, bool minus) {
  const Value sc = op2(r, TAPE_MUL, v.sine, w.cosine), cs = op2(r, TAPE_MUL, v.cosine, w.sine);
  const Value cc = op2(r, TAPE_MUL, v.cosine, w.cosine), ss = op2(r, TAPE_MUL, v.sine, w.sine);
  return (Circle){true, op2(r, minus ? TAPE_SUB : TAPE_ADD, sc, cs),
                  op2(r, minus ? TAPE_ADD : TAPE_SUB, cc, ss)};
}

static Circle computed(Rewriting *r, uint32_t u) {
  const Value argument = r->now[u];
  Circle c = {.ready = true};
  if (r->functions[u] == NEEDS_BOTH) {
    c.sine = op2(r, TAPE_SINCOS, argument, argument);
    c.cosine = (Value){c.sine.id + 1};
  } else if (r->functions[u] == NEEDS_SINE) {
    c.sine = op2(r, TAPE_SIN, argument, argument);
  } else {
    c.cosine = op2(r, TAPE_COS, argument, argument);
  }
  return c;
}

// Finds the sine and cosine of u, as far as they are needed. Parts come before sums, so they are ready.
static void find_circle(Rewriting *r, uint32_t u) {
  uint32_t v, w;
  if (!splits(r, u, &v, &w)) {
    r->circles[u] = computed(r, u);
    return;
  }
  const bool minus = r->b->values.at[u].op == TAPE_SUB;
  r->circles[u] = rotated(r, r->circles[v], r->circles[w], minus);
}

// --- factors that stay the same ------------------------------------------------------------------

static bool is_fixed(const Rewriting *r, uint32_t v) {
  return r->varies != NULL && !r->varies[v];
}

static Value reciprocal(Rewriting *r, Value x) {
  return op2(r, TAPE_DIV, tape_constant(r->b, 1), x);
}

// Is x a factor of y? Then y is x times `other`.
static bool has_factor(const Rewriting *r, Value y, Value x, Value *other) {
  const TapeInstruction made = r->b->values.at[y.id];
  *other = (Value){made.a == x.id ? made.b : made.a};
  return made.op == TAPE_MUL && (made.a == x.id || made.b == x.id);
}

// x/y of two fixed values
static Value fixed_ratio(Rewriting *r, Value x, Value y) {
  Value other;
  if (has_factor(r, x, y, &other)) return other;
  if (has_factor(r, y, x, &other)) return reciprocal(r, other);
  return op2(r, TAPE_DIV, x, y);
}

// Can the value absorb a fixed factor without another operation in the run? Not if the value without the factor
// is used as well.
static bool takes_factor(const Rewriting *r, uint32_t v) {
  const TapeInstruction made = r->b->values.at[v];
  if (is_fixed(r, v)) return true;
  if (r->uses[v] > 1) return false;
  switch (made.op) {
    case TAPE_NEG: return takes_factor(r, made.a);
    case TAPE_ADD:
    case TAPE_SUB: return takes_factor(r, made.a) && takes_factor(r, made.b);
    case TAPE_MUL: return takes_factor(r, made.a) || takes_factor(r, made.b);
    case TAPE_DIV: return is_fixed(r, made.b) || takes_factor(r, made.a);
    default: return false;
  }
}

// Returns such a value times c.
static Value scaled(Rewriting *r, uint32_t v, Value c) {
  const TapeInstruction made = r->b->values.at[v];
  const Value a = r->now[made.a], b = r->now[made.b];
  if (is_fixed(r, v)) return op2(r, TAPE_MUL, r->now[v], c);
  switch (made.op) {
    case TAPE_NEG: return op2(r, TAPE_NEG, scaled(r, made.a, c), a);
    case TAPE_ADD:
    case TAPE_SUB: {
      const Value second = scaled(r, made.b, c);
      return op2(r, (TapeOp) made.op, scaled(r, made.a, c), second);
    }
    case TAPE_DIV:
      return is_fixed(r, made.b) ? op2(r, TAPE_MUL, a, fixed_ratio(r, c, b))
                                 : op2(r, TAPE_DIV, scaled(r, made.a, c), b);
    default:
      return takes_factor(r, made.a) ? op2(r, TAPE_MUL, scaled(r, made.a, c), b)
                                     : op2(r, TAPE_MUL, a, scaled(r, made.b, c));
  }
}

// Turns x/y with y = c d or y = d/c, c fixed, into a quotient by d, if x can absorb c.
static void free_divisor(Rewriting *r, TapeInstruction quotient, Value *x, Value *y) {
  const TapeInstruction made = r->b->values.at[quotient.b];
  const bool is_product = made.op == TAPE_MUL, first = is_product && is_fixed(r, made.a);
  const uint32_t c = first ? made.a : made.b, d = first ? made.b : made.a;
  if ((!is_product && made.op != TAPE_DIV) || r->divisions[quotient.b] != 1 || !is_fixed(r, c) ||
      is_fixed(r, d))
    return;
  if (!takes_factor(r, quotient.a)) return;
  *x = scaled(r, quotient.a, is_product ? reciprocal(r, r->now[c]) : r->now[c]);
  *y = r->now[d];
}

// --- values --------------------------------------------------------------------------------------

static Value quotient(Rewriting *r, TapeInstruction made) {
  Value x = r->now[made.a], y = r->now[made.b];
  if (is_constant(r, made.a, 1) || is_fixed(r, made.to)) return op2(r, TAPE_DIV, x, y);
  free_divisor(r, made, &x, &y);
  const bool often = r->divisions[made.b] >= SHARED_DIVISIONS && !r->series;
  const bool shared = often || is_fixed(r, made.b);
  const bool waits = r->ready != NULL && r->ready[made.a] >= r->ready[made.b];
  return op2(r, shared || waits ? TAPE_MUL : TAPE_DIV, x, shared || waits ? reciprocal(r, y) : y);
}

static Value solved(Rewriting *r, TapeInstruction made) {
  const size_t n = (size_t) made.b - made.a + 1;
  Value *operands = ARENA_ARRAY(r->b->arena, Value, n);
  for (size_t i = 0; i < n; i++) operands[i] = r->now[r->b->values.at[made.a + i].b];
  return tape_builder_solve(r->b, operands, n);
}

static Value further_result(const Rewriting *r, TapeInstruction made) {
  const TapeInstruction of = r->b->values.at[made.a];
  if (of.op == TAPE_SOLVE) return (Value){r->now[made.a].id + made.to - made.a};
  return r->circles[of.a].cosine;
}

static Value rewritten(Rewriting *r, TapeInstruction made) {
  switch (made.op) {
    case VALUE_INPUT:
    case VALUE_CONSTANT: return (Value){made.to};
    case VALUE_SECOND: return further_result(r, made);
    case TAPE_TAKE: return r->now[made.b];
    case TAPE_SOLVE: return solved(r, made);
    case TAPE_COS: return r->circles[made.a].cosine;
    case TAPE_SIN:
    case TAPE_SINCOS: return r->circles[made.a].sine;
    case TAPE_DIV: return quotient(r, made);
    default: return op2(r, (TapeOp) made.op, r->now[made.a], r->now[made.b]);
  }
}

void tape_rewrite(TapeBuilder *b, const Value *outputs, size_t n, TapeUse use, Value *better) {
  const size_t size = b->values.n;
  Rewriting r = {.b = b,
                 .n = size,
                 .needed = tape_needed(b, outputs, n),
                 .varies = use.fixed > 0 ? tape_builder_varying(b, use.fixed) : NULL,
                 .uses = ARENA_ARRAY(b->arena, uint32_t, size + 1),
                 .now = ARENA_ARRAY(b->arena, Value, size + 1),
                 .functions = ARENA_ARRAY(b->arena, uint8_t, size + 1),
                 .divisions = ARENA_ARRAY(b->arena, uint32_t, size + 1),
                 .circles = ARENA_ARRAY(b->arena, Circle, size + 1),
                 .series = use.series};
  look_around(&r);
  for (size_t i = 0; i < n; i++) r.uses[outputs[i].id]++;
  if (use.chained) find_times(&r);
  for (size_t i = 0; i < size; i++) {
    if (r.needed[i]) r.now[i] = rewritten(&r, b->values.at[i]);
    if (r.functions[i]) find_circle(&r, (uint32_t) i);
  }
  for (size_t i = 0; i < n; i++) better[i] = r.now[outputs[i].id];
}
