// native/text/taylor.h: Taylor's method of any order, with coefficients from recurrences.
//
// From:  Jorba and Zou, A software package for the numerical integration of ODEs by means of
//        high-order Taylor methods, Experiment. Math. 14 (2005) 99. Choice of order and step:
//        docs/theory/integration.md
//
// This is a template like dop853.h, and comes after step.h. In addition to the names for dop853.h, the
// including file defines
//   TAYLOR_SUMS, TAYLOR_GUARDS, TAYLOR_KEPT   the numbers of these, as in tape/series.h
//   TAYLOR_START(t, y, yd, w, kept)           coefficients of order 0: rates; pivots, then guards
//   TAYLOR_NEXT(kept, k, part, y, sum, yd, w, a, b)   those of order k, part being 1/k; factors of the
//                                             sums
//   TAYLOR_CONSTANT                           is defined if the counts are constants
// The polynomial over the last step begins at d->base: d->dense has d->order + 1 rows
// of TAYLOR_ROW numbers.

#define STEP_TAYLOR 1.0  // part of the step that the last two coefficients allow
#define GUARD_PLACES 16  // places in a step at which a guard is evaluated
#define GUARD_PART 0.2   // part of a step that series allow: if guards allow less, series are useless
#define DEFECT_MOST 100  // tolerances by which a step may be off according to its rates
#define DEFECT_NOISE 1e-12  // parts of the change over a step that count as errors of rates
#define EVENT_PARTS_MOST 64
#define EVENT_DEGREE 8       // like NODES of event.h: polynomials there have that many terms
#define EVENT_SLACK 0x1p-44  // parts of the change over a part of a step by which they may be off

#define TAYLOR_SIDE (DRIVE_WATCHED + TAYLOR_GUARDS)
#define TAYLOR_LANES TAYLOR_PADDED(TAYLOR_SUMS)
#define TAYLOR_ROW TAYLOR_PADDED(DRIVE_N)

// The coefficients of everything, one row for each order.
typedef struct {
  double *side;                     // of pivots and guards
  double *a, *b;                    // of the factors
  double *sum, *kept;               // TAYLOR_LANES, TAYLOR_KEPT
  double *x, *z, *zd, *yd, *carry;  // room: states and rates, padded with zeros to TAYLOR_ROW
  double *held;                     // d->carry, padded
  double *weight;                   // 1 over the tolerance of each component, padded
  double *ahead;                    // pivots and guards at the last state that was tried
} DRIVE_NAME(Series);

#define SERIES DRIVE_NAME(Series)

static inline SERIES DRIVE_NAME(series_in)(const Drive *d) {
  SERIES s;
  double *at = d->series;
  const long rows = DRIVE_ORDER_MOST + 1;
  s.a = at, at += rows * TAYLOR_LANES;
  s.b = at, at += rows * TAYLOR_LANES;
  s.sum = at, at += TAYLOR_LANES;
  s.x = at, at += TAYLOR_ROW;
  s.z = at, at += TAYLOR_ROW;
  s.zd = at, at += TAYLOR_ROW;
  s.yd = at, at += TAYLOR_ROW;
  s.carry = at, at += TAYLOR_ROW;
  s.held = at, at += TAYLOR_ROW;
  s.weight = at, at += TAYLOR_ROW;
  s.side = at, at += rows * TAYLOR_SIDE;
  s.ahead = at, at += TAYLOR_SIDE;
  s.kept = at;
  return s;
}

// --- coefficients --------------------------------------------------------------------------------

// Numbers side by side in one register.
#ifdef __GNUC__
#define TAYLOR_FUSED DAL_FUSED
#if defined(__AVX__)
#define TAYLOR_WIDTH 4
#define TAYLOR_PACKED(f) {f[0], f[1], f[2], f[3]}
#else
#define TAYLOR_WIDTH 2
#define TAYLOR_PACKED(f) {f[0], f[1]}
#endif
#define TAYLOR_INLINE static inline __attribute__((always_inline))
#ifdef TAYLOR_CONSTANT
#define TAYLOR_UNROLL _Pragma("GCC unroll 512")
#else
#define TAYLOR_UNROLL  // clang warns if it cannot know how often
#endif
#if TAYLOR_FUSED && TAYLOR_WIDTH == 4
#include <immintrin.h>
#define TAYLOR_FMA(a, b, c) ((LANES) _mm256_fmadd_pd((__m256d) (a), (__m256d) (b), (__m256d) (c)))
#elif TAYLOR_FUSED && defined(__aarch64__)
#include <arm_neon.h>
#define TAYLOR_FMA(a, b, c) \
  ((LANES) vfmaq_f64((float64x2_t) (c), (float64x2_t) (a), (float64x2_t) (b)))
#else
#define TAYLOR_FMA(a, b, c) ((a) * (b) + (c))
#endif
typedef double DRIVE_NAME(Lanes)
  __attribute__((vector_size(TAYLOR_WIDTH * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef int64_t DRIVE_NAME(Masks) __attribute__((vector_size(TAYLOR_WIDTH * sizeof(double))));
#define MASKS DRIVE_NAME(Masks)
#define TAYLOR_SIZE(x) ((LANES) ((MASKS) (x) & INT64_MAX))
#define TAYLOR_TRUE (~(MASKS) {0})
#define TAYLOR_ALL(mask) DRIVE_NAME(all)(&(mask))
static inline int DRIVE_NAME(all)(const MASKS *mask) {
  int64_t all = -1;
  for (int i = 0; i < TAYLOR_WIDTH; i++) all &= (*mask)[i];
  return all != 0;
}
#define TAYLOR_PICK(mask, a, b) ((LANES) (((mask) & (MASKS) (a)) | (~(mask) & (MASKS) (b))))
#else
#define TAYLOR_WIDTH 1
#define TAYLOR_PACKED(f) f[0]
#define TAYLOR_INLINE static inline
#define TAYLOR_UNROLL
#define TAYLOR_FMA(a, b, c) dal_fma(a, b, c)
#define TAYLOR_SIZE(x) fabs(x)
#define TAYLOR_PICK(mask, a, b) ((mask) ? (a) : (b))
#define TAYLOR_TRUE 1
#define TAYLOR_ALL(mask) (mask)
typedef double DRIVE_NAME(Lanes);
typedef int DRIVE_NAME(Masks);
#define MASKS DRIVE_NAME(Masks)
#endif

#define LANES DRIVE_NAME(Lanes)
#define LANES_AT(p) (*(const LANES *) (const void *) (p))
#define LANES_TO(p) (*(LANES *) (void *) (p))
// The padding takes part: it is 0 in every row.
#define EACH_LANES TAYLOR_UNROLL for (int i = 0; i < TAYLOR_ROW; i += TAYLOR_WIDTH)
#define TAYLOR_BLOCK 6  // registers for the sums of even, and of odd terms

// sum = a[1] b[k-1] + ... + a[k-1] b[1] for up to TAYLOR_BLOCK registers of lanes. The terms with the
// coefficients of the previous order, which may not be available yet, come last.
TAYLOR_INLINE void DRIVE_NAME(add_block)(const double *a, const double *b, long rows, int k,
                                         int count, double *sum) {
  LANES even[TAYLOR_BLOCK] = {{0}}, odd[TAYLOR_BLOCK] = {{0}};
  const double *p = a + 2 * rows, *q = b + (k - 2) * rows;
  int j = 2;
  for (; j + 2 < k; j += 2, p += 2 * rows, q -= 2 * rows) {
    TAYLOR_UNROLL for (int i = 0; i < count; i++) {
      const long at = i * TAYLOR_WIDTH;
      even[i] = TAYLOR_FMA(LANES_AT(p + at), LANES_AT(q + at), even[i]);
      odd[i] = TAYLOR_FMA(LANES_AT(p + rows + at), LANES_AT(q - rows + at), odd[i]);
    }
  }
  TAYLOR_UNROLL for (int i = 0; i < count; i++) {
    const long at = i * TAYLOR_WIDTH, last = (k - 1) * rows;
    if (j + 1 < k) even[i] = TAYLOR_FMA(LANES_AT(p + at), LANES_AT(q + at), even[i]);
    if (k > 1) even[i] = TAYLOR_FMA(LANES_AT(a + rows + at), LANES_AT(b + last + at), even[i]);
    if (k > 2) odd[i] = TAYLOR_FMA(LANES_AT(a + last + at), LANES_AT(b + rows + at), odd[i]);
    LANES_TO(sum + at) = even[i] + odd[i];
  }
}

// The same for all lanes.
TAYLOR_INLINE void DRIVE_NAME(add_products)(const Drive *d, const double *a, const double *b, int k,
                                            double *sum) {
  (void) d;
  const long block = TAYLOR_BLOCK * TAYLOR_WIDTH, whole = TAYLOR_LANES / block * block;
  for (long i = 0; i < whole; i += block)
    DRIVE_NAME(add_block)(a + i, b + i, TAYLOR_LANES, k, TAYLOR_BLOCK, sum + i);
  const int rest = (int) (TAYLOR_LANES - whole) / TAYLOR_WIDTH;
  if (rest > 0)
    DRIVE_NAME(add_block)(a + whole, b + whole, TAYLOR_LANES, k, rest, sum + whole);
}

// 1/k
static const double DRIVE_NAME(inverse)[DRIVE_ORDER_MOST + 1] = {
  0,        1.0 / 1,  1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,
  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17,
  1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26,
  1.0 / 27, 1.0 / 28, 1.0 / 29, 1.0 / 30, 1.0 / 31, 1.0 / 32, 1.0 / 33, 1.0 / 34, 1.0 / 35,
  1.0 / 36, 1.0 / 37, 1.0 / 38, 1.0 / 39, 1.0 / 40};

// Stores numbers a register at a time: those that were stored one by one could not be loaded together
// before all of them are written.
TAYLOR_INLINE void DRIVE_NAME(store_row)(const double *from, int count, double *to) {
  TAYLOR_UNROLL for (int i = 0; i < count; i += TAYLOR_WIDTH) {
    const double *f = from + i;
    const LANES packed = TAYLOR_PACKED(f);
    LANES_TO(to + i) = packed;
  }
}

// Computes the rates of a state and all else of order 0: series begin with them if a step ends there.
static inline void DRIVE_NAME(start_series)(Drive *d, const SERIES *s, double t, const double *y) {
  const double *const measures = s->kept + TAYLOR_KEPT - DRIVE_WATCHED;
  TAYLOR_START(t, y, s->yd, s->ahead, s->kept);
  d->calls++;
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    d->watch[i] = s->ahead[i];
    d->watch[DRIVE_WATCHED + i] = measures[i];
  }
}

// Computes all further coefficients at t. Those that the next order waits for stay in `now`.
static void DRIVE_NAME(find_series)(Drive *d, const SERIES *s) {
  double *c = d->dense;
#ifdef TAYLOR_CONSTANT
  double now[TAYLOR_ROW] = {0}, yd[DRIVE_N];
#else
  double *now = s->x, *yd = s->yd;
#endif
  for (int i = 0; i < TAYLOR_SIDE; i++) s->side[i] = s->ahead[i];
  for (int i = DRIVE_N; i < TAYLOR_ROW; i++) c[i] = c[TAYLOR_ROW + i] = 0;
  EACH c[i] = d->y[i], c[TAYLOR_ROW + i] = now[i] = s->yd[i];
  EACH s->weight[i] = 1 / (d->atol + d->rtol * fabs(c[i]));
  for (int k = 1; k < d->order; k++) {
    double *next = c + (k + 1) * TAYLOR_ROW, *side = s->side + k * TAYLOR_SIDE;
    double *const a = s->a + (long) k * TAYLOR_LANES, *const b = s->b + (long) k * TAYLOR_LANES;
    const double *const part = &DRIVE_NAME(inverse)[k];
    DRIVE_NAME(add_products)(d, s->a, s->b, k, s->sum);
#ifdef TAYLOR_CONSTANT
    double first[TAYLOR_LANES] = {0}, second[TAYLOR_LANES] = {0};
    TAYLOR_NEXT(s->kept, k, part[0], now, s->sum, yd, side, first, second);
    DRIVE_NAME(store_row)(first, TAYLOR_LANES, a);
    DRIVE_NAME(store_row)(second, TAYLOR_LANES, b);
    EACH now[i] = yd[i] * part[1];
    DRIVE_NAME(store_row)(now, TAYLOR_ROW, next);
#else
    TAYLOR_NEXT(s->kept, k, part[0], now, s->sum, yd, side, a, b);
    EACH next[i] = now[i] = yd[i] * part[1];
    for (int i = DRIVE_N; i < TAYLOR_ROW; i++) next[i] = 0;
#endif
  }
  d->base = d->t;
  d->calls += d->order - 1;
}

// Finds log2 of the length of a step over which the terms of this order are as large as the tolerances
// allow. Are the coefficients finite?
static inline int DRIVE_NAME(log_length)(const Drive *d, const SERIES *s, int k, double *log) {
  const double *c = d->dense + k * TAYLOR_ROW;
  LANES largest = {0};
  MASKS good = TAYLOR_TRUE;
  double each[TAYLOR_WIDTH], most = 0;
  EACH_LANES {
    const LANES part = TAYLOR_SIZE(LANES_AT(c + i)) * LANES_AT(s->weight + i);
    good &= (MASKS) (part * 0.0 == 0.0);
    largest = TAYLOR_PICK((MASKS) (part > largest), part, largest);
  }
  LANES_TO(each) = largest;
  for (int i = 0; i < TAYLOR_WIDTH; i++) most = each[i] > most ? each[i] : most;
  *log = -DRIVE_NAME(log2_about)(most) * DRIVE_NAME(inverse)[k];
  return TAYLOR_ALL(good);
}

// Returns the length of a step over which the terms of the last two orders are small enough, or 0 if they are
// not finite.
static inline double DRIVE_NAME(longest_wish)(const Drive *d, const SERIES *s) {
  double before, last;
  const int good = DRIVE_NAME(log_length)(d, s, d->order - 1, &before);
  if (!DRIVE_NAME(log_length)(d, s, d->order, &last) || !good) return 0;
  return STEP_TAYLOR * (double) exp2f((float) drive_smaller(before, last));
}

// --- the polynomial ------------------------------------------------------------------------------

static void DRIVE_NAME(state_at)(const Drive *d, double time, double *y) {
  const double h = time - d->base, *c = d->dense + d->order * TAYLOR_ROW;
  EACH y[i] = c[i];
  for (int k = d->order; k-- > 0;) {
    c -= TAYLOR_ROW;
    EACH y[i] = c[i] + h * y[i];
  }
}

// Computes the change of the polynomial over h, divided by h, and its slope there, for the components of
// the state from i on that fit into one register: as even + h odd in powers of h^2, which takes half as long as
// one term after the other.
TAYLOR_INLINE void DRIVE_NAME(grow)(const Drive *d, int i, double h, LANES *change, LANES *slope) {
  const double *c = d->dense + d->order * TAYLOR_ROW + i;
  LANES even = {0}, odd = {0}, even_slope = {0}, odd_slope = {0};
  const LANES by = h - (LANES) {0}, square = by * by;
  int k = d->order - 1;
  if (k % 2 == 0) even = LANES_AT(c), c -= TAYLOR_ROW, k--;
  for (; k > 0; k -= 2, c -= 2 * TAYLOR_ROW) {
    odd_slope = TAYLOR_FMA(square, odd_slope, odd);
    odd = TAYLOR_FMA(square, odd, LANES_AT(c));
    even_slope = TAYLOR_FMA(square, even_slope, even);
    even = TAYLOR_FMA(square, even, LANES_AT(c - TAYLOR_ROW));
  }
  *change = TAYLOR_FMA(by, odd, even);
  const LANES bend = TAYLOR_FMA(square + square, odd_slope, TAYLOR_FMA(by + by, even_slope, odd));
  *slope = TAYLOR_FMA(by, bend, *change);
}

// Computes z, the state after h, with carry, the digits that rounding takes from it; and zd, the rates
// there by the polynomial.
static inline void DRIVE_NAME(take_step)(const Drive *d, const SERIES *s, double h) {
  EACH_LANES {
    LANES z, zd;
    DRIVE_NAME(grow)(d, i, h, &z, &zd);
    const LANES y = LANES_AT(d->dense + i), change = h * z + LANES_AT(s->held + i);
    const LANES sum = y + change, moved = sum - y;
    LANES_TO(s->z + i) = sum;
    LANES_TO(s->zd + i) = zd;
    LANES_TO(s->carry + i) = (y - (sum - moved)) + (change - moved);
  }
}

// Returns the sum of the sizes of the terms of a pivot or guard, except for the first: even and odd ones apart.
static double DRIVE_NAME(away)(const Drive *d, const SERIES *s, int which, double h) {
  const double *w = s->side + (d->order - 1) * TAYLOR_SIDE + which, square = h * h;
  double even = 0, odd = 0;
  int k = d->order - 1;
  if (k % 2 == 0) even = fabs(*w), w -= TAYLOR_SIDE, k--;
  for (; k > 1; k -= 2, w -= 2 * TAYLOR_SIDE) {
    odd = fabs(*w) + square * odd;
    even = fabs(w[-TAYLOR_SIDE]) + square * even;
  }
  return fabs(h) * (fabs(*w) + square * odd) + square * even;
}

static double DRIVE_NAME(side_at)(const Drive *d, const SERIES *s, int which, double h) {
  double sum = 0;
  for (int k = d->order; k-- > 0;) sum = s->side[k * TAYLOR_SIDE + which] + h * sum;
  return sum;
}

// Is the guard different from zero over the whole step? Between places its slope bounds it.
static int DRIVE_NAME(is_clear)(const Drive *d, const SERIES *s, int which, double h) {
  const double start = s->side[which];
  if (fabs(start) > DRIVE_NAME(away)(d, s, which, h)) return 1;
  double slope = 0;
  for (int k = d->order; k-- > 1;)
    slope = k * fabs(s->side[k * TAYLOR_SIDE + which]) + fabs(h) * slope;
  const double room = slope * fabs(h) / (2 * GUARD_PLACES);
  for (int j = 0; j < GUARD_PLACES; j++) {
    const double value = DRIVE_NAME(side_at)(d, s, which, h * (j + 0.5) / GUARD_PLACES);
    if (!(fabs(value) > room) || value * start < 0) return 0;
  }
  return 1;
}

// Returns the longest step, up to h, over which no guard vanishes; 0 if that is too short to be useful.
static double DRIVE_NAME(clear_length)(const Drive *d, const SERIES *s, double h) {
  const double least = GUARD_PART * fabs(h);
  for (int i = DRIVE_WATCHED; i < TAYLOR_SIDE; i++)
    while (!DRIVE_NAME(is_clear)(d, s, i, h)) {
      h *= 0.7;
      if (!(fabs(h) >= least)) return 0;
    }
  return h;
}

// --- events --------------------------------------------------------------------------------------

// Bounds the state from d->from to d->t.
static void DRIVE_NAME(find_reach)(const Drive *d) {
  const double a = d->from - d->base, b = d->t - d->base;
  const double middle = a + (b - a) / 2, r = fabs(b - a) / 2, end = fabs(middle) + r;
  EACH {
    // the polynomial and its slope in the middle, and a bound of its second derivative
    double value = 0, slope = 0, bend = 0, power = 1;
    for (int k = d->order; k >= 0; k--) {
      slope = value + middle * slope;
      value = d->dense[k * TAYLOR_ROW + i] + middle * value;
    }
    for (int k = 2; k <= d->order; k++, power *= end)
      bend += k * (k - 1) * fabs(d->dense[k * TAYLOR_ROW + i]) * power;
    const double away = r * (fabs(slope) + r * bend / 2);
    d->low[i] = value - away;
    d->high[i] = value + away;
  }
}

// Returns the number of parts into which a step is cut for event.h: as many as polynomials of its degree need.
static int DRIVE_NAME(event_parts)(const Drive *d) {
  const double h = fabs(d->step);
  int parts = 1;
  EACH {
    double change = 0, rest = 0, power = 1, all = 1;  // all: k over EVENT_DEGREE
    const double noise = 0x1p-52 * fabs(d->dense[i]);
    for (int k = 1; k <= d->order; k++) {
      const double size = fabs(d->dense[k * TAYLOR_ROW + i]);
      power *= h;
      if (k < 3) change += size * power;
      if (k > EVENT_DEGREE) all *= (double) k / (k - EVENT_DEGREE);
      if (k >= EVENT_DEGREE) rest += all * size * power;
    }
    // at Chebyshev's nodes the error is at most 4 (r/2)^8 of it, with r half the length of a part
    while (parts < EVENT_PARTS_MOST &&
           4 * rest * pow(0.25 / parts, EVENT_DEGREE) > EVENT_SLACK * change / parts + noise)
      parts *= 2;
  }
  return parts;
}

static int DRIVE_NAME(has_event)(Drive *d) {
  const double from = d->from, step = d->step, end = d->t;
  const int parts = DRIVE_NAME(event_parts)(d);
  int found = 0;
  for (int i = 0; i < parts && !found; i++) {
    d->from = from + step * i / parts;
    d->t = i + 1 < parts ? from + step * (i + 1) / parts : end;
    d->step = d->t - d->from;
    DRIVE_NAME(find_reach)(d);
    found = d->find_event(d, DRIVE_NAME(state_at));
  }
  d->from = from;
  d->step = step;
  d->t = end;
  return found;
}

// --- steps ---------------------------------------------------------------------------------------

// Prepares the first step. Returns a reason to stop, or DRIVE_PAUSE.
static int DRIVE_NAME(begin)(Drive *d) {
  DRIVE_RATE(d->t, d->y, d->yd);
  d->calls++;
  const int reason = DRIVE_NAME(hindrance)(d, d->yd);
  if (reason == DRIVE_PAUSE) d->h = d->end - d->t;
  return reason;
}

// Do the rates at the end of a step agree with the slopes of the polynomial there? The series may not show what
// follows: t^40 has no coefficients at t = 0.
static inline int DRIVE_NAME(agrees)(const Drive *d, const SERIES *s, double h) {
  MASKS good = TAYLOR_TRUE;
  EACH_LANES {
    const double *const from = s->yd + i;
    const LANES y = TAYLOR_SIZE(LANES_AT(d->dense + i)), z = TAYLOR_SIZE(LANES_AT(s->z + i));
    const LANES yd = TAYLOR_PACKED(from), defect = TAYLOR_SIZE(h * (LANES_AT(s->zd + i) - yd));
    const LANES allowed = DEFECT_MOST * (d->atol + d->rtol * TAYLOR_PICK((MASKS) (y > z), y, z));
    good &= (MASKS) (defect <= allowed + DEFECT_NOISE * TAYLOR_SIZE(h * yd));
    good &= (MASKS) (defect * 0.0 == 0.0);
  }
  return TAYLOR_ALL(good);
}

// Finds the least sizes of the pivots over the step, with samples for those that may dip.
static inline void DRIVE_NAME(follow_pivots)(Drive *d, const SERIES *s, double h) {
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const double start = fabs(s->side[i]), away = DRIVE_NAME(away)(d, s, i, h);
    d->lowest[i] = start - away;
    if (start - away > PIVOT_DIP * (start + away)) continue;
    d->lowest[i] = start;
    for (int j = 1; j < PIVOT_SAMPLES; j++) {
      const double w = DRIVE_NAME(side_at)(d, s, i, h * j / PIVOT_SAMPLES);
      const double size = w * s->side[i] < 0 ? 0 : fabs(w);
      d->lowest[i] = size < d->lowest[i] ? size : d->lowest[i];
    }
  }
}

// Does a pivot vanish at the end of the step, or within it? Returns a DriveDip.
static inline int DRIVE_NAME(meets_singularity)(Drive *d, const SERIES *s, double h, double end) {
  d->bracket[0] = end;
  d->pivot = DRIVE_NAME(vanishing_pivot)(d);
  if (d->pivot >= 0) return DRIVE_DIP_ZERO;
  DRIVE_NAME(follow_pivots)(d, s, h);
  if (!DRIVE_NAME(mark_dips)(d)) return DRIVE_DIP_NONE;
  // the step is not taken yet
  d->from = d->t;
  d->step = h;
  return DRIVE_NAME(find_dip)(d, s->x, s->zd);
}

// If there is a singularity in the step to `end`: does an event come before it, or at the same time?
static int DRIVE_NAME(ends_with_event)(Drive *d, double h, double end) {
  if (d->events == 0) return 0;
  d->from = d->t;
  d->step = h;
  d->t = end;
  if (DRIVE_NAME(has_event)(d)) return 1;
  d->t = d->from;
  return 0;
}

// Accepts a good step. Returns 1 if an event happened in it.
static inline int DRIVE_NAME(accept)(Drive *d, const SERIES *s, double h, double end) {
  d->steps++;
  d->from = d->t;
  d->step = h;
  d->t = end;
  DRIVE_NAME(keep_largest)(d);
  EACH d->y[i] = s->z[i], d->yd[i] = s->yd[i], s->held[i] = d->carry[i] = s->carry[i];
  if (d->events > 0 && DRIVE_NAME(has_event)(d)) return 1;
  if (d->done_times < d->n_times) DRIVE_NAME(fill_rows)(d, end);
  return 0;
}

// Computes the end of a step of length h: z on the constraints, and the rates there. Is the step good?
static inline int DRIVE_NAME(arrive)(Drive *d, const SERIES *s, double h, double end) {
  DRIVE_NAME(take_step)(d, s, h);
  EACH s->x[i] = s->z[i];
  DRIVE_PROJECT(end, s->z);
  // a number that the projection moves has no more digits than it shows
  EACH s->carry[i] = s->x[i] == s->z[i] ? s->carry[i] : 0;
  DRIVE_NAME(start_series)(d, s, end, s->z);
  return DRIVE_NAME(agrees)(d, s, h);
}

DRIVE_LINKAGE int DRIVE_NAME(drive)(Drive *d) {
  const SERIES series = DRIVE_NAME(series_in)(d), *const s = &series;
  if (d->h == 0) {
    const int reason = DRIVE_NAME(begin)(d);
    if (reason != DRIVE_PAUSE) return reason;
  }
  EACH s->held[i] = d->carry[i];
  DRIVE_NAME(start_series)(d, s, d->t, d->y);
  double wish = 0;         // the step that the coefficients allow; 0: they are not computed yet
  double most = HUGE_VAL;  // the longest step that other conditions allow
  for (long left = d->budget; d->t != d->end; left--) {
    if (left <= 0 || (d->stop != NULL && *d->stop)) return DRIVE_PAUSE;
    if (wish == 0) {
      DRIVE_NAME(find_series)(d, s);
      wish = DRIVE_NAME(longest_wish)(d, s);
      if (wish == 0) return DRIVE_NO_SERIES;
    }
    d->h = copysign(wish < most ? wish : most, d->end - d->t);
    if (!(fabs(d->h) > DRIVE_LEAST_STEP * fabs(d->t))) return DRIVE_SMALL_STEP;
    const double most_end = DRIVE_WATCHED > 0 ? DRIVE_NAME(farthest)(d) : d->end;
    const int last = (d->t + 1.01 * d->h - most_end) * copysign(1, d->h) > 0;
    double h = last ? most_end - d->t : d->h, end = last ? most_end : d->t + h;
    if (TAYLOR_GUARDS > 0) {
      const double clear = DRIVE_NAME(clear_length)(d, s, h);
      if (clear == 0) return DRIVE_NO_SERIES;
      if (clear != h) end = d->t + clear;
    }
    h = end - d->t;  // so that times add up
    int good = DRIVE_NAME(arrive)(d, s, h, end);
    double factor = good ? HUGE_VAL : STEP_WILD;
    if (good && DRIVE_WATCHED > 0 && d->falls) good = DRIVE_NAME(falls_little)(d, h, &factor);
    most = fabs(h) * factor;
    if (!good) {
      d->rejected++;
      if (DRIVE_WATCHED > 0 && DRIVE_NAME(is_at_singularity)(d, d->blur)) return DRIVE_SINGULAR;
      continue;
    }
    const int dip =
      DRIVE_WATCHED > 0 ? DRIVE_NAME(meets_singularity)(d, s, h, end) : DRIVE_DIP_NONE;
    if (dip != DRIVE_DIP_NONE && DRIVE_NAME(comes_closer)(d, dip, d->t, d->y, s->zd)) {
      most = fabs(d->h);
      continue;
    }
    if (dip == DRIVE_DIP_ZERO)
      return DRIVE_NAME(ends_with_event)(d, h, end) ? DRIVE_EVENT : DRIVE_SINGULAR;
    if (DRIVE_NAME(accept)(d, s, h, end)) return DRIVE_EVENT;
    wish = 0;
    const int remark = DRIVE_NAME(remark)(d, d->y);
    if (remark != DRIVE_PAUSE) return remark;
  }
  return DRIVE_DONE;
}
