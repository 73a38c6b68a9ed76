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
//   divisor is multiplied with the reciprocal, too, which is computed in the meantime; factors are
//   multiplied, and late terms added, in the order in which they are ready;
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
  bool *late;           // of each: the last outputs wait for it
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

#define LATE 8  // cycles: a path that is shorter by less than the longest one is late, too

// Finds which values the last outputs wait for.
static void find_late(Rewriting *r) {
  uint32_t *left = ARENA_ARRAY(r->b->arena, uint32_t, r->n + 1), longest = 0;
  r->late = ARENA_ARRAY(r->b->arena, bool, r->n + 1);
  for (size_t i = 0; i < r->n; i++)
    if (r->needed[i] && r->ready[i] > longest) longest = r->ready[i];
  for (size_t i = r->n; i-- > 0;) {
    const TapeInstruction made = r->b->values.at[i];
    if (!r->needed[i]) continue;
    r->late[i] = r->ready[i] + left[i] + LATE > longest;
    if (made.op == VALUE_INPUT || made.op == VALUE_CONSTANT) continue;
    const uint32_t before = left[i] + tape_latency(made.op);
    if (before > left[made.a]) left[made.a] = before;
    if (made.op != VALUE_SECOND && before > left[made.b]) left[made.b] = before;
  }
}

// Finds when each value is ready if it waits only for its operands.
static void find_times(Rewriting *r) {
  r->ready = ARENA_ARRAY(r->b->arena, uint32_t, r->n + 1);
  for (size_t i = 0; i < r->n; i++) {
    const TapeInstruction made = r->b->values.at[i];
    if (made.op == VALUE_INPUT || made.op == VALUE_CONSTANT) continue;
    const uint32_t a = r->ready[made.a], b = made.op == VALUE_SECOND ? a : r->ready[made.b];
    r->ready[i] = (a > b ? a : b) + tape_latency(made.op);
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

// --- products of many factors --------------------------------------------------------------------

#define MOST_FACTORS 8  // of a product; more are multiplied as they come

// The factors of a product, without those of parts that are used elsewhere, too.
typedef struct {
  Value at[MOST_FACTORS];
  uint32_t ready[MOST_FACTORS];  // 0: fixed
  size_t n;
  bool negative;
} Factors;

static void add_factor(Factors *f, Value v, uint32_t ready) {
  f->at[f->n] = v;
  f->ready[f->n++] = ready;
}

static void take_factor(Factors *f, size_t i) {
  f->n--;
  f->at[i] = f->at[f->n];
  f->ready[i] = f->ready[f->n];
}

// Adds the factors of a value, of which `more` others follow.
static void collect_factors(const Rewriting *r, uint32_t v, bool whole, size_t more, Factors *f) {
  const TapeInstruction made = r->b->values.at[v];
  const bool apart = (whole || r->uses[v] == 1) && !is_fixed(r, v);
  if (apart && made.op == TAPE_NEG) {
    f->negative = !f->negative;
    collect_factors(r, made.a, false, more, f);
  } else if (apart && made.op == TAPE_MUL && f->n + more + 2 <= MOST_FACTORS) {
    collect_factors(r, made.a, false, more + 1, f);
    collect_factors(r, made.b, false, more, f);
  } else {
    add_factor(f, r->now[v], is_fixed(r, v) ? 0 : r->ready[v] + 1);
  }
}

// The place of the factor that is ready first; among equals, of the one made first.
static size_t first_ready(const Factors *f) {
  size_t first = 0;
  for (size_t i = 1; i < f->n; i++)
    if (f->ready[i] < f->ready[first] ||
        (f->ready[i] == f->ready[first] && f->at[i].id < f->at[first].id))
      first = i;
  return first;
}

// Multiplies the two factors that are ready first, again and again.
static Value product_in_time(Rewriting *r, Factors *f) {
  if (f->negative) {
    const size_t i = first_ready(f);
    f->at[i] = op2(r, TAPE_NEG, f->at[i], f->at[i]);
  }
  while (f->n > 1) {
    size_t i = first_ready(f);
    const Value a = f->at[i];
    const uint32_t ready = f->ready[i];
    take_factor(f, i);
    i = first_ready(f);
    const uint32_t later = f->ready[i];
    f->at[i] = op2(r, TAPE_MUL, a, f->at[i]);
    f->ready[i] = later == 0 ? 0 : (later > ready ? later : ready) + tape_latency(TAPE_MUL);
  }
  return f->at[0];
}

static Value product(Rewriting *r, TapeInstruction made) {
  Factors f = {.n = 0};
  if (r->ready == NULL || is_fixed(r, made.to))
    return op2(r, TAPE_MUL, r->now[made.a], r->now[made.b]);
  collect_factors(r, made.to, true, 0, &f);
  return product_in_time(r, &f);
}

// x/y as a product of the reciprocal of y with the factors of x, unless x has taken in a factor of the divisor.
static Value product_of_quotient(Rewriting *r, TapeInstruction made, Value x, Value y) {
  Factors f = {.n = 0};
  const Value inverse = reciprocal(r, y);
  if (r->ready == NULL || x.id != r->now[made.a].id) return op2(r, TAPE_MUL, x, inverse);
  collect_factors(r, made.a, false, 1, &f);
  add_factor(&f, inverse, is_fixed(r, made.b) ? 0 : r->ready[made.b] + tape_latency(TAPE_DIV) + 1);
  return product_in_time(r, &f);
}

// --- sums of many terms --------------------------------------------------------------------------

#define LEAST_TERMS 4  // of a sum; for fewer, the order makes no difference
#define MOST_TERMS 16

typedef struct {
  Value v;
  uint32_t ready;
  bool negative;
  bool product;  // which is added in the operation that multiplies it
} SumTerm;

// The terms of a sum, without those of parts that are used elsewhere, too.
typedef struct {
  SumTerm at[MOST_TERMS];
  size_t n;
} Terms;

// Adds the terms of a value, of which `more` others follow.
static void collect_terms(const Rewriting *r, uint32_t v, bool whole, bool negative, size_t more,
                          Terms *t) {
  const TapeInstruction made = r->b->values.at[v];
  const bool apart = (whole || r->uses[v] == 1) && !is_fixed(r, v);
  if (apart && made.op == TAPE_NEG) {
    collect_terms(r, made.a, false, !negative, more, t);
  } else if (apart && (made.op == TAPE_ADD || made.op == TAPE_SUB) &&
             t->n + more + 2 <= MOST_TERMS) {
    collect_terms(r, made.a, false, negative, more + 1, t);
    collect_terms(r, made.b, false, negative != (made.op == TAPE_SUB), more, t);
  } else {
    const bool product = made.op == TAPE_MUL && r->uses[v] == 1 && !is_fixed(r, v);
    t->at[t->n++] = (SumTerm){r->now[v], r->ready[v], negative, product};
  }
}

// Takes the term that is ready first; among equals, the one made first.
static SumTerm take_term(Terms *t) {
  size_t first = 0;
  for (size_t i = 1; i < t->n; i++)
    if (t->at[i].ready < t->at[first].ready ||
        (t->at[i].ready == t->at[first].ready && t->at[i].v.id < t->at[first].v.id))
      first = i;
  const SumTerm taken = t->at[first];
  t->at[first] = t->at[--t->n];
  return taken;
}

// a + b with their signs; b is ready no sooner than a.
static SumTerm added(Rewriting *r, SumTerm a, SumTerm b) {
  const bool alike = a.negative == b.negative;
  const Value v = alike        ? op2(r, TAPE_ADD, a.v, b.v)
                  : a.negative ? op2(r, TAPE_SUB, b.v, a.v)
                               : op2(r, TAPE_SUB, a.v, b.v);
  const uint32_t step = tape_latency(TAPE_ADD),
                 factors = b.ready - (b.product ? tape_latency(TAPE_MUL) : 0);
  return (SumTerm){v, (a.ready > factors ? a.ready : factors) + step, alike && a.negative, false};
}

// In a sum that the last outputs wait for, adds the two terms that are ready first, again and again: four products take
// the time of three operations, one after the other that of four.
static Value sum(Rewriting *r, TapeInstruction made) {
  Terms t = {.n = 0};
  if (r->ready != NULL && r->late[made.to] && !is_fixed(r, made.to))
    collect_terms(r, made.to, true, false, 0, &t);
  if (t.n < LEAST_TERMS) return op2(r, (TapeOp) made.op, r->now[made.a], r->now[made.b]);
  while (t.n > 1) {
    const SumTerm a = take_term(&t), b = take_term(&t);
    t.at[t.n++] = added(r, a, b);
  }
  return t.at[0].negative ? op2(r, TAPE_NEG, t.at[0].v, t.at[0].v) : t.at[0].v;
}

// --- values --------------------------------------------------------------------------------------

static Value quotient(Rewriting *r, TapeInstruction made) {
  Value x = r->now[made.a], y = r->now[made.b];
  if (is_constant(r, made.a, 1) || is_fixed(r, made.to)) return op2(r, TAPE_DIV, x, y);
  free_divisor(r, made, &x, &y);
  const bool often = r->divisions[made.b] >= SHARED_DIVISIONS && !r->series;
  const bool shared = often || is_fixed(r, made.b);
  const bool waits = r->ready != NULL && r->ready[made.a] >= r->ready[made.b];
  return shared || waits ? product_of_quotient(r, made, x, y) : op2(r, TAPE_DIV, x, y);
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
    case TAPE_MUL: return product(r, made);
    case TAPE_ADD:
    case TAPE_SUB: return sum(r, made);
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
  if (use.chained) {
    find_times(&r);
    find_late(&r);
  }
  for (size_t i = 0; i < size; i++) {
    if (r.needed[i]) r.now[i] = rewritten(&r, b->values.at[i]);
    if (r.functions[i]) find_circle(&r, (uint32_t) i);
  }
  for (size_t i = 0; i < n; i++) better[i] = r.now[outputs[i].id];
}
