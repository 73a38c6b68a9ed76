// tape/bounding.h: how operations act on bounds.
//
// This text is compiled into the program (tape/bounds.c says what it does) and is a part of exported C:
// plain C99, with <float.h>, <math.h> and <stdbool.h>. The including file provides TapeOp and the types of
// tape/bounded.h, and defines
//   BOUNDS_LINKAGE   the linkage of bounds_of_number

#define ROOM (4 * DBL_EPSILON)  // parts of a bound by which it is widened

typedef struct {
  double low, high;
} Interval;

static const Interval everything = {-HUGE_VAL, HUGE_VAL};
static const double bounds_pi = 3.14159265358979323846;

// Without calls of fmin and fmax.
static inline double lesser(double a, double b) {
  return a < b ? a : b;
}

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

// --- intervals -----------------------------------------------------------------------------------

static inline Interval wider(double low, double high) {
  if (!(low <= high)) return everything;  // something was NaN
  low = lesser(low, DBL_MAX), high = larger(high, -DBL_MAX);
  return (Interval){low - ROOM * fabs(low), high + ROOM * fabs(high)};
}

static inline Interval plus(Interval a, Interval b) {
  return wider(a.low + b.low, a.high + b.high);
}

static inline Interval minus(Interval a, Interval b) {
  return wider(a.low - b.high, a.high - b.low);
}

// 0 times a bound that is infinite is 0: the other factor is exactly 0.
static inline double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

static inline Interval times(Interval a, Interval b) {
  const double p = product(a.low, b.low), q = product(a.low, b.high), r = product(a.high, b.low),
               s = product(a.high, b.high);
  return wider(lesser(lesser(p, q), lesser(r, s)), larger(larger(p, q), larger(r, s)));
}

static bool interval_has_zero(Interval a) {
  return a.low <= 0 && a.high >= 0;
}

static Interval inverse(Interval a) {
  return interval_has_zero(a) ? everything : wider(1 / a.high, 1 / a.low);
}

static Interval over(Interval a, Interval b) {
  return times(a, inverse(b));
}

static Interval square(Interval a) {
  const double p = a.low * a.low, q = a.high * a.high;
  return wider(interval_has_zero(a) ? 0 : lesser(p, q), larger(p, q));
}

static Interval hull(Interval a, Interval b) {
  return (Interval){lesser(a.low, b.low), larger(a.high, b.high)};
}

// Bounds a function that grows.
static Interval grown(double (*f)(double), Interval a) {
  return wider(f(a.low), f(a.high));
}

// --- values with derivatives ---------------------------------------------------------------------

static Interval value_of(Bounds a) {
  return (Interval){a.low, a.high};
}

static Interval slope_of(Bounds a) {
  return (Interval){a.least, a.most};
}

static Bounds bounds(Interval value, Interval slope, BoundsKind kind) {
  return (Bounds){value.low, value.high, slope.low, slope.high, kind};
}

static BoundsKind worse(BoundsKind a, BoundsKind b) {
  return a > b ? a : b;
}

static Bounds broken(Interval value, BoundsKind kind) {
  return bounds(value, everything, worse(kind, BOUNDS_BROKEN));
}

static const Bounds nowhere = {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, BOUNDS_NOWHERE};

BOUNDS_LINKAGE Bounds bounds_of_number(double value) {
  return value * 0 == 0 ? (Bounds){value, value, 0, 0, BOUNDS_SMOOTH} : nowhere;
}

// Returns bounds of f(a), whose derivative by a is within `outer`.
static Bounds chain(Bounds a, Interval value, Interval outer) {
  return bounds(value, times(outer, slope_of(a)), a.kind);
}

static Bounds product_of(Bounds a, Bounds b) {
  const Interval x = value_of(a), y = value_of(b);
  return bounds(times(x, y), plus(times(slope_of(a), y), times(x, slope_of(b))),
                worse(a.kind, b.kind));
}

static Bounds quotient_of(Bounds a, Bounds b) {
  const Interval y = value_of(b);
  const BoundsKind kind = worse(a.kind, b.kind);
  if (b.low == 0 && b.high == 0) return nowhere;
  if (interval_has_zero(y)) return broken(everything, kind);
  const Interval q = over(value_of(a), y);
  return bounds(q, over(minus(slope_of(a), times(q, slope_of(b))), y), kind);
}

static Bounds square_of(Bounds a) {
  const Interval x = value_of(a);
  return chain(a, square(x), plus(x, x));
}

// Values below 0 have no root: there the function ends.
static Bounds root_of(Bounds a) {
  if (a.high < 0) return nowhere;
  const Interval root = {a.low > 0 ? sqrt(a.low) * (1 - ROOM) : 0, sqrt(a.high) * (1 + ROOM)};
  if (a.low < 0) return broken(root, a.kind);
  const Interval outer = {1 / (2 * root.high), a.low > 0 ? 1 / (2 * root.low) : HUGE_VAL};
  return chain(a, root, wider(outer.low, outer.high));
}

static Bounds logarithm_of(Bounds a) {
  if (a.high < 0) return nowhere;
  if (!(a.low > 0))
    return broken((Interval){-HUGE_VAL, larger(log(a.high), 0) * (1 + ROOM)}, a.kind);
  return chain(a, grown(log, value_of(a)), inverse(value_of(a)));
}

static Bounds exponential_of(Bounds a) {
  const Interval e = grown(exp, value_of(a));
  return chain(a, (Interval){larger(e.low, 0), e.high}, e);
}

// --- circular functions --------------------------------------------------------------------------

// Does the interval contain `first` + a whole number of periods? Yes if rounding leaves it open.
static bool meets(Interval a, double first, double period) {
  const double room = ROOM * (fabs(a.low) + fabs(a.high) + 1);
  const double next = first + period * ceil((a.low - room - first) / period);
  return !(next > a.high + room);
}

static Interval sine(Interval a) {
  if (!(a.high - a.low < 2 * bounds_pi)) return (Interval){-1, 1};
  const double p = sin(a.low), q = sin(a.high);
  const Interval s = wider(lesser(p, q), larger(p, q));
  return (Interval){meets(a, -bounds_pi / 2, 2 * bounds_pi) ? -1 : larger(s.low, -1),
                    meets(a, bounds_pi / 2, 2 * bounds_pi) ? 1 : lesser(s.high, 1)};
}

static Interval cosine(Interval a) {
  if (!(a.high - a.low < 2 * bounds_pi)) return (Interval){-1, 1};
  const double p = cos(a.low), q = cos(a.high);
  const Interval c = wider(lesser(p, q), larger(p, q));
  return (Interval){meets(a, bounds_pi, 2 * bounds_pi) ? -1 : larger(c.low, -1),
                    meets(a, 0, 2 * bounds_pi) ? 1 : lesser(c.high, 1)};
}

static Interval negative(Interval a) {
  return (Interval){-a.high, -a.low};
}

static Bounds tangent_of(Bounds a) {
  const Interval x = value_of(a);
  if (!(a.high - a.low < bounds_pi) || meets(x, bounds_pi / 2, bounds_pi)) return broken(everything, a.kind);
  const Interval t = grown(tan, x);
  return chain(a, t, plus((Interval){1, 1}, square(t)));
}

// asin, and acos with the other sign: both end at -1 and 1.
static Bounds arc_of(Bounds a, double (*f)(double), double sign) {
  if (a.high < -1 || a.low > 1) return nowhere;
  const double p = f(larger(a.low, -1)), q = f(lesser(a.high, 1));
  const Interval value = wider(lesser(p, q), larger(p, q));
  if (a.low < -1 || a.high > 1) return broken(value, a.kind);
  const Interval inside = minus((Interval){1, 1}, square(value_of(a)));
  const Interval slope = inside.low > 0 ? inverse((Interval){sqrt(inside.low), sqrt(inside.high)})
                                        : (Interval){1 - ROOM, HUGE_VAL};
  return chain(a, value, sign > 0 ? wider(slope.low, slope.high) : negative(slope));
}

// The angle of (x, y). It jumps across the negative x axis and has no value at the origin; elsewhere
// its extremes over a rectangle are at the corners.
static Bounds angle_of(Bounds y, Bounds x) {
  const BoundsKind kind = worse(y.kind, x.kind);
  const Interval X = value_of(x), Y = value_of(y), size = plus(square(X), square(Y));
  const bool crosses = x.low < 0 && y.low < 0 && y.high >= 0;
  if (crosses || (interval_has_zero(X) && interval_has_zero(Y)))
    return broken((Interval){-bounds_pi * (1 + ROOM), bounds_pi * (1 + ROOM)}, kind);
  const double least = y.low + 0.0;  // not -0, whose angle is -bounds_pi
  const double p = atan2(least, x.low), q = atan2(least, x.high), r = atan2(y.high, x.low),
               s = atan2(y.high, x.high);
  const Interval turn = minus(times(X, slope_of(y)), times(Y, slope_of(x)));
  return bounds(wider(lesser(lesser(p, q), lesser(r, s)), larger(larger(p, q), larger(r, s))),
                over(turn, size), kind);
}

// --- powers --------------------------------------------------------------------------------------

static Interval whole_power(Interval a, double n) {
  const double p = pow(a.low, n), q = pow(a.high, n);
  const bool even = fmod(n, 2) == 0;
  return wider(even && interval_has_zero(a) ? 0 : lesser(p, q), larger(p, q));
}

// a^n for a whole number n: defined for negative a, too, and at 0 unless n < 0.
static Bounds whole_power_of(Bounds a, double n) {
  const Interval x = value_of(a);
  if (n < 0) return quotient_of(bounds_of_number(1), whole_power_of(a, -n));
  if (n == 0) return bounds((Interval){1, 1}, (Interval){0, 0}, a.kind);
  return chain(a, whole_power(x, n), times((Interval){n, n}, whole_power(x, n - 1)));
}

static Bounds power_of(Bounds a, Bounds b) {
  const bool fixed = b.low == b.high && b.least == 0 && b.most == 0;
  const double n = b.low;
  if (fixed && n == nearbyint(n) && fabs(n) < 1e9) return whole_power_of(a, n);
  // negative numbers have only powers with whole exponents
  if (!fixed && !(a.low > 0)) return broken(everything, worse(a.kind, b.kind));
  if (a.high < 0) return nowhere;
  if (fixed && n > 0) {
    const Interval value = {a.low > 0 ? pow(a.low, n) * (1 - ROOM) : 0,
                            pow(a.high, n) * (1 + ROOM)};
    if (a.low < 0) return broken(value, worse(a.kind, b.kind));
    const double p = pow(a.low, n - 1), q = pow(a.high, n - 1);
    return chain(a, value, times((Interval){n, n}, wider(lesser(p, q), larger(p, q))));
  }
  return exponential_of(product_of(b, logarithm_of(a)));  // a^b = e^(b log a)
}

// --- the rest ------------------------------------------------------------------------------------

static Bounds cosh_of(Bounds a) {
  const double p = cosh(a.low), q = cosh(a.high);
  const Interval x = value_of(a);
  return chain(a, wider(interval_has_zero(x) ? 1 : lesser(p, q), larger(p, q)), grown(sinh, x));
}

static Bounds sinh_of(Bounds a) {
  return chain(a, grown(sinh, value_of(a)), value_of(cosh_of(a)));
}

static Bounds tanh_of(Bounds a) {
  const Interval t = grown(tanh, value_of(a));
  return chain(a, t, minus((Interval){1, 1}, square(t)));
}

static Bounds arctangent_of(Bounds a) {
  return chain(a, grown(atan, value_of(a)), inverse(plus((Interval){1, 1}, square(value_of(a)))));
}

static Bounds size_of(Bounds a) {
  const Interval slope = slope_of(a);
  if (a.low >= 0) return a;
  const Bounds other = bounds(negative(value_of(a)), negative(slope), a.kind);
  if (a.high <= 0) return other;
  return bounds((Interval){0, larger(-a.low, a.high)}, hull(slope, negative(slope)), a.kind);
}

// A sign jumps where its argument vanishes.
static Bounds side_of(Bounds a) {
  if (a.low > 0) return bounds((Interval){1, 1}, (Interval){0, 0}, a.kind);
  if (a.high < 0) return bounds((Interval){-1, -1}, (Interval){0, 0}, a.kind);
  return broken((Interval){-1, 1}, a.kind);
}

// Returns b on side 1, 0 on side -1, whether or not there is a value on the other side.
static Bounds picked(Bounds side, Bounds b) {
  if (side.kind == BOUNDS_NOWHERE) return nowhere;
  if (side.low == 1 && side.high == 1) return b;
  if (side.low == -1 && side.high == -1) return bounds((Interval){0, 0}, (Interval){0, 0}, side.kind);
  if (b.kind == BOUNDS_NOWHERE) return broken(everything, side.kind);
  const Interval half = {0.5, 0.5}, part = times(half, plus((Interval){1, 1}, value_of(side)));
  const Interval slope = plus(times(part, slope_of(b)), times(times(half, slope_of(side)), value_of(b)));
  return bounds(times(part, value_of(b)), slope, worse(side.kind, b.kind));
}

static Bounds bounds_result(TapeOp op, Bounds a, Bounds b, bool same) {
  const BoundsKind kind = worse(a.kind, b.kind);
  const Interval x = value_of(a), y = value_of(b);
  switch (op) {
    case TAPE_ADD: return bounds(plus(x, y), plus(slope_of(a), slope_of(b)), kind);
    case TAPE_SUB: return bounds(minus(x, y), minus(slope_of(a), slope_of(b)), kind);
    case TAPE_MUL: return same ? square_of(a) : product_of(a, b);
    case TAPE_DIV: return quotient_of(a, b);
    case TAPE_NEG: return bounds(negative(x), negative(slope_of(a)), a.kind);
    case TAPE_SQRT: return root_of(a);
    case TAPE_POW: return power_of(a, b);
    case TAPE_SINCOS:
    case TAPE_SIN: return chain(a, sine(x), cosine(x));
    case TAPE_COS: return chain(a, cosine(x), negative(sine(x)));
    case TAPE_TAN: return tangent_of(a);
    case TAPE_ASIN: return arc_of(a, asin, 1);
    case TAPE_ACOS: return arc_of(a, acos, -1);
    case TAPE_ATAN: return arctangent_of(a);
    case TAPE_ATAN2: return angle_of(a, b);
    case TAPE_SINH: return sinh_of(a);
    case TAPE_COSH: return cosh_of(a);
    case TAPE_TANH: return tanh_of(a);
    case TAPE_EXP: return exponential_of(a);
    case TAPE_LOG: return logarithm_of(a);
    case TAPE_ABS: return size_of(a);
    case TAPE_SIGN:
    case TAPE_SIDE: return side_of(a);
    case TAPE_PICK: return picked(a, b);
    case TAPE_TAKE: return b;
    case TAPE_SOLVE:
    case TAPE_ALL_OPS: break;
  }
  return broken(everything, kind);
}
