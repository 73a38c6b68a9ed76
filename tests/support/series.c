// support/series.c: expressions to operations on power series, and their recurrences.

#include "support/series.h"

enum {
  OP_INPUT,
  OP_SUM,        // c + sum of terms
  OP_PRODUCT,    // a b
  OP_POWER,      // a^c; b is the OP_RATE of a, unless c = -1
  OP_RATE,       // t a'
  OP_PRIMITIVE,  // y' = c a' w: a is the OP_RATE of the argument, b is w, fn gives y at order 0
  OP_PLAIN       // fn of the beginning of a, which is taken from it by a factor: abs
};

#define FN_ZERO FN_COUNT  // a primitive that begins with 0

void series_init(Series *s, Arena *arena, ExprPool *pool, size_t order) {
  *s = (Series){.arena = arena, .pool = pool, .orders = order + 1};
}

Quad series_ratio(ExprPool *pool, Ratio ratio, Arena *arena) {
  return strtof128(ratio_numerator(pool, ratio, arena), NULL) /
         strtof128(ratio_denominator(pool, ratio, arena), NULL);
}

// --- expressions to operations -------------------------------------------------------------------

static SeriesValue number(Quad c) {
  return (SeriesValue){SERIES_NUMBER, c};
}

static bool is_number(SeriesValue v) {
  return v.at == SERIES_NUMBER;
}

static uint32_t add_op(Series *s, SeriesOp op) {
  array_push(s->arena, &s->ops, op);
  return (uint32_t) s->ops.n - 1;
}

static void remember(Series *s, Expr e, SeriesValue value) {
  memo_put(s->arena, &s->known, e.id, (uint32_t) s->values.n);
  array_push(s->arena, &s->values, value);
}

uint32_t series_input(Series *s, Expr symbol) {
  const uint32_t at = add_op(s, (SeriesOp){.kind = OP_INPUT});
  remember(s, symbol, (SeriesValue){at, 1});
  return at;
}

void series_number(Series *s, Expr symbol, Quad value) {
  remember(s, symbol, number(value));
}

static SeriesValue known(const Series *s, Expr e) {
  uint32_t i = 0;
  return memo_get(&s->known, e.id, &i) ? s->values.at[i] : number(0);
}

// Finishes the sum of values that the caller has put after the terms from `first` on.
static SeriesValue finish_sum(Series *s, size_t first, Quad c) {
  const size_t n = s->terms.n - first;
  if (n == 0) return number(c);
  if (n == 1 && c == 0) return s->terms.at[--s->terms.n];
  return (SeriesValue){
    add_op(s, (SeriesOp){.kind = OP_SUM, .first = (uint32_t) first, .n = (uint32_t) n, .c = c}), 1};
}

static SeriesValue sum(Series *s, Expr e) {
  const size_t first = s->terms.n;
  Quad c = 0;
  for (size_t i = 0; i < expr_count(s->pool, e); i++) {
    const ExprTerm term = expr_operand(s->pool, e, i);
    SeriesValue v = known(s, term.e);
    v.c *= series_ratio(s->pool, term.c, s->arena);
    if (is_number(v))
      c += v.c;
    else
      array_push(s->arena, &s->terms, v);
  }
  return finish_sum(s, first, c);
}

// Returns the place of a series that is the value itself, with its factor multiplied out.
static uint32_t place(Series *s, SeriesValue v, Quad c) {
  if (is_number(v)) return add_op(s, (SeriesOp){.kind = OP_SUM, .c = v.c + c});
  if (v.c == 1 && c == 0) return v.at;
  const size_t first = s->terms.n;
  array_push(s->arena, &s->terms, v);
  return add_op(s, (SeriesOp){.kind = OP_SUM, .first = (uint32_t) first, .n = 1, .c = c});
}

static SeriesValue times(Series *s, SeriesValue a, SeriesValue b) {
  if (is_number(a)) return (SeriesValue){b.at, a.c * b.c};
  if (is_number(b)) return (SeriesValue){a.at, a.c * b.c};
  const uint32_t low = a.at < b.at ? a.at : b.at, high = a.at < b.at ? b.at : a.at;
  const uint64_t key = (uint64_t) low << 32 | high;
  uint32_t at;
  if (!memo_get(&s->products, key, &at)) {
    at = add_op(s, (SeriesOp){.kind = OP_PRODUCT, .a = low, .b = high});
    memo_put(s->arena, &s->products, key, at);
  }
  return (SeriesValue){at, a.c * b.c};
}

// t a'
static uint32_t rate_of(Series *s, uint32_t a) {
  uint32_t rate;
  if (!memo_get(&s->rates, a, &rate)) {
    rate = add_op(s, (SeriesOp){.kind = OP_RATE, .a = a});
    memo_put(s->arena, &s->rates, a, rate);
  }
  return rate;
}

static SeriesValue power(Series *s, SeriesValue base, Quad exponent) {
  if (is_number(base)) return number(powf128(base.c, exponent));
  const uint32_t at = place(s, base, 0), rate = exponent == -1 ? at : rate_of(s, at);
  return (SeriesValue){add_op(s, (SeriesOp){.kind = OP_POWER, .a = at, .b = rate, .c = exponent}),
                       1};
}

static SeriesValue factor(Series *s, ExprTerm term) {
  SeriesValue base = known(s, term.e);
  long numerator, denominator;
  if (!ratio_get(s->pool, term.c, &numerator, &denominator) || denominator != 1 || numerator > 64 ||
      numerator < -64)
    return power(s, base, series_ratio(s->pool, term.c, s->arena));
  if (numerator < 0) base = power(s, base, -1);
  SeriesValue result = number(1);
  for (long left = numerator < 0 ? -numerator : numerator; left > 0; left /= 2) {
    if (left % 2 == 1) result = times(s, result, base);
    if (left > 1) base = times(s, base, base);
  }
  return result;
}

static SeriesValue product(Series *s, Expr e) {
  SeriesValue result = number(1);
  for (size_t i = 0; i < expr_count(s->pool, e); i++)
    result = times(s, result, factor(s, expr_operand(s->pool, e, i)));
  return result;
}

static Quad plain(unsigned fn, Quad x) {
  switch (fn) {
    case FN_SIN: return sinf128(x);
    case FN_COS: return cosf128(x);
    case FN_TAN: return tanf128(x);
    case FN_ASIN: return asinf128(x);
    case FN_ACOS: return acosf128(x);
    case FN_ATAN: return atanf128(x);
    case FN_SINH: return sinhf128(x);
    case FN_COSH: return coshf128(x);
    case FN_TANH: return tanhf128(x);
    case FN_EXP: return expf128(x);
    case FN_LOG: return logf128(x);
    case FN_ABS: return quad_abs(x);
    default: return 0;
  }
}

// y' = c a' w. a is the argument; w may be a later operation, as its order k - 1 is needed.
static uint32_t primitive(Series *s, Function fn, uint32_t a, uint32_t w, Quad c) {
  const uint32_t rate = rate_of(s, a);
  return add_op(s, (SeriesOp){.kind = OP_PRIMITIVE, .fn = (uint8_t) fn, .a = rate, .b = w, .c = c});
}

// 1 + c a^2
static SeriesValue one_and_square(Series *s, uint32_t a, Quad c) {
  SeriesValue square = times(s, (SeriesValue){a, 1}, (SeriesValue){a, 1});
  square.c = c;
  return (SeriesValue){place(s, square, 1), 1};
}

// Adds two functions that are each other's derivatives, up to the sign of one; returns the wanted one.
static uint32_t pair(Series *s, Function fn, Function first, Function second, Quad sign,
                     uint32_t a) {
  const uint32_t x = primitive(s, first, a, 0, 1), y = primitive(s, second, a, x, sign);
  s->ops.at[x].b = y;
  return fn == first ? x : y;
}

// y' = a' (1 + c y^2)
static uint32_t tangent(Series *s, Function fn, uint32_t a, Quad c) {
  const uint32_t y = primitive(s, fn, a, 0, 1);
  const SeriesValue w = one_and_square(s, y, c);
  s->ops.at[y].b = w.at;
  return y;
}

static uint32_t call_on_series(Series *s, Function fn, uint32_t a) {
  switch (fn) {
    case FN_SIN:
    case FN_COS: return pair(s, fn, FN_SIN, FN_COS, -1, a);
    case FN_SINH:
    case FN_COSH: return pair(s, fn, FN_SINH, FN_COSH, 1, a);
    case FN_TAN: return tangent(s, fn, a, 1);
    case FN_TANH: return tangent(s, fn, a, -1);
    case FN_EXP: {
      const uint32_t y = primitive(s, fn, a, 0, 1);
      s->ops.at[y].b = y;
      return y;
    }
    case FN_LOG: return primitive(s, fn, a, power(s, (SeriesValue){a, 1}, -1).at, 1);
    case FN_ATAN: return primitive(s, fn, a, power(s, one_and_square(s, a, 1), -1).at, 1);
    case FN_ASIN:
    case FN_ACOS: {
      const SeriesValue w = power(s, one_and_square(s, a, -1), quad(-0.5));
      return primitive(s, fn, a, w.at, fn == FN_ASIN ? 1 : -1);
    }
    default: return add_op(s, (SeriesOp){.kind = OP_PLAIN, .fn = (uint8_t) fn, .a = a});
  }
}

// atan2(y, x)' = (x y' - y x')/(x^2 + y^2)
static SeriesValue arc(Series *s, SeriesValue y, SeriesValue x) {
  if (is_number(y) && is_number(x)) return number(atan2f128(y.c, x.c));
  const uint32_t y_at = place(s, y, 0), x_at = place(s, x, 0);
  const SeriesValue Y = {y_at, 1}, X = {x_at, 1};
  const size_t squares = s->terms.n;
  const SeriesValue yy = times(s, Y, Y), xx = times(s, X, X);
  array_push(s->arena, &s->terms, yy);
  array_push(s->arena, &s->terms, xx);
  const SeriesValue inverse = power(s, finish_sum(s, squares, 0), -1);
  const uint32_t one = primitive(s, FN_ATAN2, y_at, times(s, X, inverse).at, 1);
  s->ops.at[one].n = x_at;
  const uint32_t two = primitive(s, FN_ZERO, x_at, times(s, Y, inverse).at, -1);
  const size_t first = s->terms.n;
  array_push(s->arena, &s->terms, ((SeriesValue){one, 1}));
  array_push(s->arena, &s->terms, ((SeriesValue){two, 1}));
  return finish_sum(s, first, 0);
}

// sin(x) and cos(x) come together: the second one that is requested exists already.
static SeriesValue call(Series *s, Expr e) {
  const Function fn = expr_function(s->pool, e);
  const SeriesValue a = known(s, expr_operand(s->pool, e, 0).e);
  if (fn == FN_ATAN2) return arc(s, a, known(s, expr_operand(s->pool, e, 1).e));
  if (is_number(a)) return number(plain(fn, a.c));
  const uint32_t at = place(s, a, 0);
  for (size_t i = at; (fn == FN_SIN || fn == FN_COS) && i < s->ops.n; i++) {
    const SeriesOp *op = &s->ops.at[i];
    if (op->kind == OP_PRIMITIVE && op->fn == fn && s->ops.at[op->a].a == at)
      return (SeriesValue){(uint32_t) i, 1};
  }
  return (SeriesValue){call_on_series(s, fn, at), 1};
}

static SeriesValue make(Series *s, Expr e) {
  switch (expr_kind(s->pool, e)) {
    case EXPR_NUMBER: return number(series_ratio(s->pool, expr_ratio_of(s->pool, e), s->arena));
    case EXPR_SUM: return sum(s, e);
    case EXPR_PRODUCT: return product(s, e);
    case EXPR_FUNCTION: return call(s, e);
    default:
      if (expr_same(e, EXPR_PI)) return number(quad_pi());
      s->missing = e;
      return number(0);
  }
}

SeriesValue series_add(Series *s, Expr e) {
  const ExprList nodes = expr_reachable(s->pool, &e, 1, s->arena);
  for (size_t i = 0; i < nodes.n; i++) {
    uint32_t there;
    if (!memo_get(&s->known, nodes.at[i].id, &there))
      remember(s, nodes.at[i], make(s, nodes.at[i]));
  }
  return known(s, e);
}

void series_ready(Series *s) {
  s->x = ARENA_ARRAY(s->arena, Quad, s->ops.n * s->orders);
  s->pairs = ARENA_ARRAY(s->arena, Pair, s->ops.n * s->orders);
}

// --- the recurrences -----------------------------------------------------------------------------

static Quad sum_at(const Series *s, const SeriesOp *op, size_t k) {
  Quad sum = k == 0 ? op->c : 0;
  for (size_t i = 0; i < op->n; i++) {
    const SeriesValue *term = &s->terms.at[op->first + i];
    const Quad x = series_at(s, term->at)[k];
    if (x == 0) continue;
    sum += term->c == 1 ? x : term->c == -1 ? -x : term->c * x;
  }
  return sum;
}

// sum of a_j b_(k-j) for j from `from` to k
static Quad convolution(const Series *s, uint32_t a, uint32_t b, size_t from, size_t k) {
  return pair_convolution(series_pairs(s, a), series_pairs(s, b), from, k, k);
}

static Quad product_at(const Series *s, uint32_t a, uint32_t b, size_t k) {
  if (k == 0) return series_at(s, a)[0] * series_at(s, b)[0];
  if (a != b) return convolution(s, a, b, 0, k);
  const Pair *square = series_pairs(s, a);
  const Quad half = pair_convolution(square, square, 0, (k - 1) / 2, k),
             middle = series_at(s, a)[k / 2];
  return k % 2 == 0 ? half + half + middle * middle : half + half;
}

// y = a^c: a_0 y_k = sum over j > 0 of ((c + 1) j/k - 1) a_j y_(k-j)
static Quad power_at(const Series *s, const SeriesOp *op, uint32_t y, size_t k) {
  const Quad start = series_at(s, op->a)[0];
  if (k == 0) return op->c == -1 ? 1 / start : powf128(start, op->c);
  const Quad sum = convolution(s, op->a, y, 1, k);
  if (op->c == -1) return -sum * series_at(s, y)[0];
  return ((op->c + 1) * convolution(s, op->b, y, 1, k) / (Quad) k - sum) / start;
}

static Quad primitive_at(const Series *s, const SeriesOp *op, size_t k) {
  if (k > 0) return op->c * convolution(s, op->a, op->b, 1, k) / (Quad) k;
  const Quad x = series_at(s, s->ops.at[op->a].a)[0];
  if (op->fn == FN_ATAN2) return atan2f128(x, series_at(s, op->n)[0]);
  return plain(op->fn, x);
}

static Quad order(const Series *s, uint32_t at, size_t k) {
  const SeriesOp *op = &s->ops.at[at];
  const Quad *a = series_at(s, op->a);
  switch (op->kind) {
    case OP_INPUT: return series_at(s, at)[k];
    case OP_SUM: return sum_at(s, op, k);
    case OP_PRODUCT: return product_at(s, op->a, op->b, k);
    case OP_POWER: return power_at(s, op, at, k);
    case OP_RATE: return (Quad) k * a[k];
    case OP_PRIMITIVE: return primitive_at(s, op, k);
    default: return a[0] < 0 ? -a[k] : a[k];
  }
}

void series_run(Series *s, size_t k) {
  for (uint32_t i = 0; i < s->ops.n; i++) {
    Quad *y = series_at(s, i);
    y[k] = order(s, i, k);
    s->pairs[i * s->orders + k] = pair_make(y[k]);
  }
}
