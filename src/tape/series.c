// tape/series.c: recurrences for the Taylor coefficients of everything that a tape computes.
//
// In:    a tape of t and y
// Out:   two tapes: order 0, and order k from the orders before
// From:  Moore, Interval Analysis (1966), chapter 11; Jorba and Zou, Experiment. Math. 14 (2005) 99,
//        section 2; Griewank and Walther, Evaluating Derivatives, 2nd ed. (2008), chapter 13. The
//        labels are those of docs/theory/integration.md
// Law:   the coefficients agree with closed forms, and with differences of a run in 113 bits
//        (tests/unit/tape/test_series.c)
// Not:   TAPE_SOLVE

#include "tape/series.h"
#include "tape/tape_impl.h"
#include <stdlib.h>
#include <string.h>

// The series of a function of time: the coefficient of order 0, in `start`, and that of order k, in `next`.
typedef struct {
  Value zero, term;
} Series;

typedef struct {
  const Tape *tape;
  TapeBuilder *start, *next;
  Series *f;     // of each value of the tape
  bool *needed;  // of each: do outputs of all orders depend on it?
  bool *first;   // do those of order 0 alone?
  Memo kept_of;  // value of `start` -> input of `next`
  Memo sum_of;   // two values of `next` -> input of `next`
  Value order, inverse, minus_inverse;
  ARRAY(Value) kept;  // of `start`
  ARRAY(Series) guards;
  ARRAY(Value) a, b;  // factors, of `next`
  ARRAY(SeriesInput) inputs;
} Making;

static Value start1(Making *m, TapeOp op, Value x) {
  return tape_op(m->start, op, x, x);
}

static Value start2(Making *m, TapeOp op, Value x, Value y) {
  return tape_op(m->start, op, x, y);
}

static Value inverse_of(Making *m, Value x) {
  return start2(m, TAPE_DIV, tape_constant(m->start, 1), x);
}

static Value plus(Making *m, Value x, Value y) {
  return tape_op(m->next, TAPE_ADD, x, y);
}

static Value minus(Making *m, Value x, Value y) {
  return tape_op(m->next, TAPE_SUB, x, y);
}

static Value times(Making *m, Value x, Value y) {
  return tape_op(m->next, TAPE_MUL, x, y);
}

static Value nothing(Making *m) {
  return tape_constant(m->next, 0);
}

static bool is_steady(const Making *m, Series f) {
  return tape_is_zero(m->next, f.term);
}

static Value add_input(Making *m, SeriesSource from, size_t index) {
  array_push(m->next->arena, &m->inputs, ((SeriesInput){from, index}));
  return tape_builder_input(m->next);
}

// Makes a value of `start` available in `next`.
static Value kept(Making *m, Value zero) {
  const TapeInstruction made = m->start->values.at[zero.id];
  if (made.op == VALUE_CONSTANT) return tape_constant(m->next, m->start->constants.at[made.a]);
  Value input;
  if (memo_get(&m->kept_of, zero.id, &input.id)) return input;
  input = add_input(m, SERIES_KEPT, m->kept.n);
  array_push(m->start->arena, &m->kept, zero);
  memo_put(m->start->arena, &m->kept_of, zero.id, input.id);
  return input;
}

// --- sums over the orders ------------------------------------------------------------------------

// Opens a sum before both of its factors are known; close_sum supplies them.
static Value open_sum(Making *m, size_t *place) {
  *place = m->a.n;
  array_push(m->next->arena, &m->a, ((Value){0}));
  array_push(m->next->arena, &m->b, ((Value){0}));
  return add_input(m, SERIES_SUM, *place);
}

static void close_sum(Making *m, size_t place, Value a, Value b) {
  m->a.at[place] = a;
  m->b.at[place] = b;
}

static Value sum(Making *m, Value a, Value b) {
  if (tape_is_zero(m->next, a) || tape_is_zero(m->next, b)) return nothing(m);
  const uint64_t low = a.id < b.id ? a.id : b.id, key = low << 32 | (a.id + b.id - low);
  Value input;
  size_t place;
  if (memo_get(&m->sum_of, key, &input.id)) return input;
  input = open_sum(m, &place);
  close_sum(m, place, a, b);
  memo_put(m->next->arena, &m->sum_of, key, input.id);
  return input;
}

// k f_k, the coefficient of order k - 1 of the derivative.
static Value slope(Making *m, Value term) {
  return times(m, m->order, term);
}

// --- recurrences ---------------------------------------------------------------------------------

static void guard(Making *m, Series f) {
  if (!is_steady(m, f)) array_push(m->start->arena, &m->guards, f);
}

// (12)  (f g)_k = f_0 g_k + f_k g_0 + sum f_j g_k-j. The factor that is ready later is added last.
static Series product(Making *m, Series f, Series g) {
  if (f.zero.id > g.zero.id) {
    const Series first = f;
    f = g;
    g = first;
  }
  const Value s = sum(m, f.term, g.term);
  const Value most = plus(m, s, times(m, kept(m, g.zero), f.term));
  const Value rest = times(m, kept(m, f.zero), g.term);
  return (Series){start2(m, TAPE_MUL, f.zero, g.zero), plus(m, most, rest)};
}

// 1 + f^2, or 1 - f^2
static Series one_and_square(Making *m, Series f, TapeOp sign) {
  const Series square = product(m, f, f);
  const Value zero = start2(m, sign, tape_constant(m->start, 1), square.zero);
  return (Series){zero, tape_op(m->next, sign, nothing(m), square.term)};
}

// (13)  h = f/g, h g = f:  h_k = (f_k - h_0 g_k - sum h_j g_k-j)/g_0
static Series quotient(Making *m, Series f, Series g) {
  const Value zero = start2(m, TAPE_DIV, f.zero, g.zero), over = kept(m, inverse_of(m, g.zero));
  if (is_steady(m, g)) return (Series){zero, times(m, f.term, over)};
  size_t place;
  const Value s = open_sum(m, &place);
  const Value most = minus(m, f.term, s), rest = times(m, kept(m, zero), g.term);
  const Value term = times(m, minus(m, most, rest), over);
  close_sum(m, place, term, g.term);
  return (Series){zero, term};
}

// (14)  h = sqrt f, h h = f:  h_k = (f_k - sum h_j h_k-j)/(2 h_0), for given h_0
static Series root(Making *m, Value zero, Value term) {
  size_t place;
  const Value s = open_sum(m, &place);
  const Value twice = start2(m, TAPE_ADD, zero, zero);
  const Value over = kept(m, inverse_of(m, twice));
  const Series h = {zero, times(m, minus(m, term, s), over)};
  close_sum(m, place, h.term, h.term);
  guard(m, h);
  return h;
}

// (15)  h' = f' g:  k h_k = k f_k g_0 + sum j f_j g_k-j; gives k h_k
static Value slope_product(Making *m, Series f, Series g) {
  const Value fs = slope(m, f.term), s = sum(m, fs, g.term);
  return plus(m, s, times(m, kept(m, g.zero), fs));
}

// (16)  h' g = w:  k h_k = (w_k - sum j h_j g_k-j)/g_0, w_k being the coefficient of order k - 1
static Series slope_quotient(Making *m, Value zero, Value w, Series g) {
  size_t place;
  const Value s = open_sum(m, &place);
  const Value over = kept(m, inverse_of(m, g.zero));
  const Value hs = times(m, minus(m, w, s), over);
  close_sum(m, place, hs, g.term);
  return (Series){zero, times(m, hs, m->inverse)};
}

// h' = f' h; h itself is a factor of the sum
static Series exponential(Making *m, Series f) {
  const Value zero = start1(m, TAPE_EXP, f.zero), fs = slope(m, f.term);
  size_t place;
  const Value s = open_sum(m, &place);
  const Value term = times(m, plus(m, s, times(m, kept(m, zero), fs)), m->inverse);
  close_sum(m, place, fs, term);
  return (Series){zero, term};
}

static Series logarithm(Making *m, Series f) {
  const Value zero = start1(m, TAPE_LOG, f.zero), fs = slope(m, f.term);
  return slope_quotient(m, zero, fs, f);
}

// s' = f' c, c' = -+ f' s: each needs the other
static void circle(Making *m, Series f, bool hyperbolic, Series *s, Series *c) {
  const Value fs = slope(m, f.term);
  size_t place[2];
  const Value first = open_sum(m, &place[0]), second = open_sum(m, &place[1]);
  if (hyperbolic) {
    s->zero = start1(m, TAPE_SINH, f.zero);
    c->zero = start1(m, TAPE_COSH, f.zero);
  } else {
    s->zero = start1(m, TAPE_SINCOS, f.zero);
    c->zero = (Value){s->zero.id + 1};
  }
  const Value sine = plus(m, first, times(m, kept(m, c->zero), fs));
  const Value cosine = plus(m, second, times(m, kept(m, s->zero), fs));
  s->term = times(m, sine, m->inverse);
  c->term = times(m, cosine, hyperbolic ? m->inverse : m->minus_inverse);
  close_sum(m, place[0], fs, c->term);
  close_sum(m, place[1], fs, s->term);
}

// h' = f' (1 + h^2), or 1 - h^2: the tangents
static Series tangent(Making *m, TapeOp op, TapeOp sign, Series f) {
  const Value zero = start1(m, op, f.zero), fs = slope(m, f.term);
  size_t place;
  const Value s = open_sum(m, &place);
  const Value square = start2(m, TAPE_MUL, zero, zero);
  const Value g0 = start2(m, sign, tape_constant(m->start, 1), square);
  const Series h = {zero, times(m, plus(m, s, times(m, kept(m, g0), fs)), m->inverse)};
  close_sum(m, place, fs, one_and_square(m, h, sign).term);
  return h;
}

// h' sqrt(1 - f^2) = +- f'
static Series arc(Making *m, TapeOp op, Series f) {
  const Value one = tape_constant(m->start, 1);
  const Value left = start2(m, TAPE_SUB, one, f.zero), right = start2(m, TAPE_ADD, one, f.zero);
  const Value r0 = start1(m, TAPE_SQRT, start2(m, TAPE_MUL, left, right));
  const Series r = root(m, r0, one_and_square(m, f, TAPE_SUB).term);
  const Value zero = start1(m, op, f.zero), fs = slope(m, f.term);
  return slope_quotient(m, zero, op == TAPE_ASIN ? fs : minus(m, nothing(m), fs), r);
}

// h' (1 + f^2) = f'
static Series arc_tangent(Making *m, Series f) {
  const Value zero = start1(m, TAPE_ATAN, f.zero), fs = slope(m, f.term);
  return slope_quotient(m, zero, fs, one_and_square(m, f, TAPE_ADD));
}

// h' (f^2 + g^2) = f' g - f g'
static Series angle(Making *m, Series f, Series g) {
  const Series ff = product(m, f, f), gg = product(m, g, g);
  const Series d = {start2(m, TAPE_ADD, ff.zero, gg.zero), plus(m, ff.term, gg.term)};
  const Value first = slope_product(m, f, g), second = slope_product(m, g, f);
  guard(m, d);
  const Value zero = start2(m, TAPE_ATAN2, f.zero, g.zero);
  return slope_quotient(m, zero, minus(m, first, second), d);
}

// (17)  h = f^e:  h' f = e f' h, or exp(e log f)
static Series power(Making *m, Series f, Series e) {
  guard(m, f);
  if (!is_steady(m, e)) return exponential(m, product(m, e, logarithm(m, f)));
  const Value zero = start2(m, TAPE_POW, f.zero, e.zero), fs = slope(m, f.term);
  size_t up, down;
  const Value s = open_sum(m, &up), r = open_sum(m, &down);
  const Value all = plus(m, s, times(m, kept(m, zero), fs));
  const Value rises = times(m, kept(m, e.zero), all), over = kept(m, inverse_of(m, f.zero));
  const Value hs = times(m, minus(m, rises, r), over);
  const Value term = times(m, hs, m->inverse);
  close_sum(m, up, fs, term);
  close_sum(m, down, hs, f.term);
  return (Series){zero, term};
}

// |f| is f or -f, as at order 0. There is no series where f is zero.
static Series size_of(Making *m, Series f) {
  const Value zero = start1(m, TAPE_ABS, f.zero);
  guard(m, f);
  return (Series){zero, times(m, kept(m, start2(m, TAPE_DIV, zero, f.zero)), f.term)};
}

// Stays on the side of order 0. There is no series where f is zero.
static Series side_of(Making *m, TapeOp op, Series f) {
  guard(m, f);
  return (Series){start1(m, op, f.zero), nothing(m)};
}

// The sides stay constant.
static Series pick(Making *m, Series side, Series f) {
  return (Series){start2(m, TAPE_PICK, side.zero, f.zero),
                  tape_op(m->next, TAPE_PICK, kept(m, side.zero), f.term)};
}

static Series linear(Making *m, TapeOp op, Series f, Series g) {
  return (Series){start2(m, op, f.zero, g.zero), tape_op(m->next, op, f.term, g.term)};
}

// --- the tape ------------------------------------------------------------------------------------

// Computes a value of constant operands: all orders above 0 vanish.
static Series steady(Making *m, TapeInstruction made, size_t result) {
  if (made.op == TAPE_SINCOS && result == 1)
    return (Series){{m->f[made.to].zero.id + 1}, nothing(m)};
  return (Series){start2(m, (TapeOp) made.op, m->f[made.a].zero, m->f[made.b].zero), nothing(m)};
}

static void make_value(Making *m, TapeInstruction made) {
  const Series f = m->f[made.a], g = m->f[made.b];
  Series *to = &m->f[made.to], other;
  if (is_steady(m, f) && is_steady(m, g)) {
    for (size_t i = 0; i < tape_results(made); i++) m->f[made.to + i] = steady(m, made, i);
    return;
  }
  switch ((TapeOp) made.op) {
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_NEG: *to = linear(m, (TapeOp) made.op, f, g); break;
    case TAPE_MUL: *to = product(m, f, g); break;
    case TAPE_DIV: *to = quotient(m, f, g); break;
    case TAPE_SQRT: *to = root(m, start1(m, TAPE_SQRT, f.zero), f.term); break;
    case TAPE_POW: *to = power(m, f, g); break;
    case TAPE_SIN: circle(m, f, false, to, &other); break;
    case TAPE_COS: circle(m, f, false, &other, to); break;
    case TAPE_SINCOS: circle(m, f, false, to, to + 1); break;
    case TAPE_SINH: circle(m, f, true, to, &other); break;
    case TAPE_COSH: circle(m, f, true, &other, to); break;
    case TAPE_TAN: *to = tangent(m, TAPE_TAN, TAPE_ADD, f); break;
    case TAPE_TANH: *to = tangent(m, TAPE_TANH, TAPE_SUB, f); break;
    case TAPE_ASIN:
    case TAPE_ACOS: *to = arc(m, (TapeOp) made.op, f); break;
    case TAPE_ATAN: *to = arc_tangent(m, f); break;
    case TAPE_ATAN2: *to = angle(m, f, g); break;
    case TAPE_EXP: *to = exponential(m, f); break;
    case TAPE_LOG: *to = logarithm(m, f); break;
    case TAPE_ABS: *to = size_of(m, f); break;
    case TAPE_SIGN:
    case TAPE_SIDE: *to = side_of(m, (TapeOp) made.op, f); break;
    case TAPE_PICK: *to = pick(m, f, g); break;
    case TAPE_TAKE:
    case TAPE_SOLVE:
    case TAPE_ALL_OPS: break;
  }
}

// Marks the values that some of the outputs need.
static void find_needed(const Tape *tape, size_t from, size_t to, bool *needed) {
  for (size_t i = from; i < to; i++) needed[tape->output[i]] = true;
  for (size_t i = tape->length; i-- > 0;) {
    const TapeInstruction made = tape->code[i];
    bool any = false;
    for (size_t k = 0; k < tape_results(made); k++) any = any || needed[made.to + k];
    if (any) needed[made.a] = needed[made.b] = needed[made.to] = true;
  }
}

static void make_inputs(Making *m, size_t fixed) {
  const Tape *tape = m->tape;
  m->order = add_input(m, SERIES_ORDER, 0);
  m->inverse = add_input(m, SERIES_INVERSE, 0);
  m->minus_inverse = minus(m, nothing(m), m->inverse);
  for (size_t i = 0; i < tape->inputs; i++) {
    const Value zero = tape_builder_input(m->start);
    const Value term = i < fixed    ? nothing(m)
                       : i == fixed ? add_input(m, SERIES_TIME, 0)
                                    : add_input(m, SERIES_STATE, i - fixed - 1);
    m->f[i] = (Series){zero, term};
  }
  for (size_t i = 0; i < tape->constants; i++)
    m->f[tape->inputs + i] = (Series){tape_constant(m->start, tape->constant[i]), nothing(m)};
}

// Collects the outputs of both tapes and finishes them.
static void finish(Making *m, size_t fixed, size_t outputs, TapeSeries *series) {
  const Tape *tape = m->tape;
  const size_t guards = m->guards.n, sums = m->a.n;
  for (size_t i = outputs; i < tape->outputs; i++)
    array_push(m->start->arena, &m->kept, m->f[tape->output[i]].zero);
  Value *zero = ARENA_ARRAY(m->start->arena, Value, outputs + guards + m->kept.n + 1);
  Value *term = ARENA_ARRAY(m->next->arena, Value, outputs + guards + 2 * sums + 1);
  for (size_t i = 0; i < outputs + guards; i++) {
    const Series f = i < outputs ? m->f[tape->output[i]] : m->guards.at[i - outputs];
    zero[i] = f.zero;
    term[i] = f.term;
  }
  for (size_t i = 0; i < m->kept.n; i++) zero[outputs + guards + i] = m->kept.at[i];
  for (size_t i = 0; i < sums; i++) {
    term[outputs + guards + i] = m->a.at[i];
    term[outputs + guards + sums + i] = m->b.at[i];
  }
  *series = (TapeSeries){.outputs = outputs, .guards = guards, .kept = m->kept.n, .sums = sums};
  series->input = calloc(m->inputs.n, sizeof *series->input);
  if (series->input == NULL) guard_fail(m->next->arena->guard, STATUS_LIMIT);
  memcpy(series->input, m->inputs.at, m->inputs.n * sizeof *series->input);
  series->start =
    tape_finish_for(m->start, zero, outputs + guards + m->kept.n, (TapeUse){.fixed = fixed});
  // not as a chain: sums keep their order, so that terms that mirror each other are rounded alike. Beside a singular
  // state a symmetric motion would soon show the difference
  series->next = tape_finish_for(m->next, term, outputs + guards + 2 * sums, (TapeUse){0});
}

Status tape_series(const Tape *tape, size_t fixed, size_t outputs, Arena *arena,
                   TapeSeries *series) {
  *series = (TapeSeries){0};
  if (tape_count(tape, TAPE_SOLVE) > 0) return STATUS_UNABLE;
  Making m = {.tape = tape,
              .start = tape_builder_create(arena, NULL),
              .next = tape_builder_create(arena, NULL),
              .f = ARENA_ARRAY(arena, Series, tape->values + 1),
              .needed = ARENA_ARRAY(arena, bool, tape->values + 1),
              .first = ARENA_ARRAY(arena, bool, tape->values + 1)};
  find_needed(tape, 0, outputs, m.needed);
  find_needed(tape, outputs, tape->outputs, m.first);
  make_inputs(&m, fixed);
  for (size_t i = 0; i < tape->length; i++) {
    const TapeInstruction made = tape->code[i];
    if (m.needed[made.to])
      make_value(&m, made);
    else if (m.first[made.to])
      for (size_t k = 0; k < tape_results(made); k++) m.f[made.to + k] = steady(&m, made, k);
  }
  finish(&m, fixed, outputs, series);
  return STATUS_OK;
}

void tape_series_clear(TapeSeries *series) {
  tape_destroy(series->start);
  tape_destroy(series->next);
  free(series->input);
  *series = (TapeSeries){0};
}
