// ground/real_start.c: starts of searches for real states.
//
// Out:   the initial state; states near it; states of several orders of magnitude about zero, with
//        parameters of other sizes and in other orders; states beside a known one
// Law:   parameters that are positive in the model, or have no value, are positive

#include "ground/balls.h"
#include <math.h>

#define NEAR_DRAWS 2   // after draw 0, this many are near the initial state
#define FAR_TRIES 8    // starts for a draw that is not near
#define SIGNED_PART 2  // in the first 1/SIGNED_PART of the starts, parameters keep a positive sign

// Starts of draws that are not near: orders of magnitude of coordinates and velocities, and the number of decades over
// which parameters are spread.
static const struct {
  double state, speed, spread;
} styles[] = {{3, 1, 0},    {10, 3, 0.5}, {0.1, 0.1, 0.3}, {3, 10, 1},
              {30, 1, 0.3}, {1, 0.01, 1}, {100, 10, 0.5},  {5, 3, 0}};

#define STYLES (sizeof styles / sizeof *styles)

typedef struct {
  uint64_t seed;
} Random;

// Uniform random number in [-1, 1].
static double random_unit(Random *r) {
  r->seed = hash_mix(r->seed + 0x9e3779b97f4a7c15u);
  return (double) (r->seed >> 12) * 0x1p-51 - 1;
}

Expr real_decimal(ExprPool *pool, double value, int digits) {
  if (!isfinite(value) || value == 0) return EXPR_ZERO;
  const int places = digits - 1 - (int) floor(log10(fabs(value)));
  const Expr unit = expr_pow_ratio(pool, expr_int(pool, 10), ratio_make(pool, -places, 1));
  return expr_mul(pool, expr_int(pool, lround(value * pow(10, places))), unit);
}

unsigned real_tries(unsigned draw) {
  return draw <= NEAR_DRAWS ? REAL_TRIES : FAR_TRIES;
}

static Expr model_start(const RealSource *s, Expr symbol, size_t enclosure, size_t i) {
  const Expr some =
    enclosure == ENCLOSE_VELOCITIES ? expr_ratio(s->eq->pool, 53 + 7 * (long) i, 100) : EXPR_ZERO;
  return real_start_value(s->eq, symbol, some);
}

// A random number near a value. Parameters keep their sign.
static double random_near(Random *r, double at, double scale, bool keep_sign) {
  const double u = scale * random_unit(r);
  return keep_sign && at != 0 ? at * (1 + u / 2) : floor(100 * (at + u) + 0.5) / 100;
}

// A random number near a number of the equations, with either sign.
static double random_number(Random *r, const RealSource *source) {
  const double u = random_unit(r), v = random_unit(r);
  const size_t n = source->numbers.n, i = (size_t) ((double) n * (v + 1) / 2.0000001);
  return source->numbers.at[i] * (1 + 0.2 * u) * (random_unit(r) < 0 ? -1 : 1);
}

static double random_far(Random *r, const RealSource *source, double at, size_t enclosure,
                         unsigned style, unsigned attempt) {
  const double u = random_unit(r), closer = 1 / (double) (1 + attempt % 4);
  if (enclosure == ENCLOSE_POSITIONS && source->numbers.n > 0 && (attempt + style) % 2 == 0 && u > -0.5)
    return random_number(r, source);
  if (enclosure == ENCLOSE_POSITIONS) return styles[style].state * u * closer;
  if (enclosure == ENCLOSE_VELOCITIES) return styles[style].speed * u;
  // some constraints hold only for some parameters: later attempts stay nearer to those of the model
  const double spread = styles[style].spread * closer * (attempt < FAR_TRIES / 2 ? 1 : 0);
  return at == 0 ? u : at * pow(10, u * spread);
}

// Draw 0 begins at the initial state: first held, then free to change, then ever farther away.
RealStart real_start(const RealSource *source, unsigned draw, unsigned attempt, Arena *arena) {
  ExprPool *pool = source->eq->pool;
  Random r = {hash_mix(((uint64_t) draw << 32) + attempt + 1)};
  RealStart start = {
    .held = draw == 0 && attempt == 0, .any_sign = attempt * SIGNED_PART >= real_tries(draw), .digits = 3};
  const bool near = draw <= NEAR_DRAWS, exact = draw == 0 && attempt < 2;
  const double scale = draw == 0 ? 0.01 * (double) attempt : 1 / (double) (1 + attempt % 4);
  const unsigned style = near ? 0 : (draw - NEAR_DRAWS - 1) % STYLES;
  for (size_t k = 0; k < ENCLOSURES; k++) {
    const Variables v = enclosure_variables(source->eq, k, arena);
    for (size_t i = 0; i < v.n; i++) {
      Expr value = model_start(source, v.at[i], k, i);
      const double at = expr_value(pool, value, NULL, NULL, 0);
      const bool parameter = k == ENCLOSE_PARAMETERS && !expr_same(v.at[i], EXPR_TIME);
      const double drawn =
        near ? random_near(&r, at, scale, parameter) : random_far(&r, source, at, k, style, attempt);
      const bool keep = exact || (parameter && source->for_values) ||
                        (parameter && !near && styles[style].spread == 0);
      if (!keep) value = real_decimal(pool, drawn, 3);
      array_push(arena, &start.at, ((Setting){v.at[i], value}));
    }
  }
  return start;
}

#define BESIDE 1e-3

// The number given to the variable at the point, or EXPR_NONE if it was solved for.
static Expr fixed_value(const RealPoint *point, Expr symbol) {
  for (size_t i = 0; i < point->fixed.n; i++)
    if (expr_same(point->fixed.at[i].symbol, symbol)) return point->fixed.at[i].value;
  return EXPR_NONE;
}

static double midpoint(const RealPoint *point, Expr symbol) {
  const arb_struct *ball = balls_get(&point->balls, symbol);
  return ball == NULL ? 0 : arf_get_d(arb_midref(ball), ARF_RND_NEAR);
}

// A start at a point, or near it; parameters are unchanged, since special values may be intended.
static RealStart start_about(const RealSource *source, const RealPoint *point, double room,
                             Arena *arena) {
  ExprPool *pool = source->eq->pool;
  Random r = {1};
  RealStart start = {.any_sign = room > 0, .digits = 10};
  for (size_t k = 0; k < ENCLOSURES; k++) {
    const Variables v = enclosure_variables(source->eq, k, arena);
    for (size_t i = 0; i < v.n; i++) {
      const Expr fixed = fixed_value(point, v.at[i]);
      const double at = midpoint(point, v.at[i]);
      const double beside = at + room * (1 + fabs(at)) * random_unit(&r);
      const bool keep = room == 0 || k == ENCLOSE_PARAMETERS;
      const Expr value = !keep                  ? real_decimal(pool, beside, 6)
                         : !expr_is_none(fixed) ? fixed
                                                : real_decimal(pool, at, 17);
      array_push(arena, &start.at, ((Setting){v.at[i], value}));
    }
  }
  return start;
}

RealStart real_start_at(const RealSource *source, const RealPoint *point, Arena *arena) {
  return start_about(source, point, 0, arena);
}

RealStart real_start_beside(const RealSource *source, const RealPoint *point, Arena *arena) {
  return start_about(source, point, BESIDE, arena);
}
