// native/text/each.h: operations of the templates on the state of one motion, or of several.
//
// It uses the types and functions of real.h or lanes.h, one of which comes before it. The including file defines
// the names of dop853.h, and may define
//   DRIVE_SELF    the type that `d` points to, by default Drive; its t, atol, rtol, side and lowest consist
//                 of dal_real

#ifndef DRIVE_SELF
#define DRIVE_SELF Drive
#endif
#ifndef DRIVE_UNROLL
#define DRIVE_UNROLL
#endif
#ifndef DRIVE_STAGE_RATE
#define DRIVE_STAGE_PIVOTS dal_real *watch = d->watch, *lowest = d->lowest
#define DRIVE_STAGE_RATE(t, y, yd) DRIVE_RATE(t, y, yd)
#endif
#ifndef DRIVE_RESIDUAL_COUNT
#define DRIVE_RESIDUAL_COUNT 0
#define DRIVE_RESIDUALS(t, y, r) (void) (y)
#endif

#define EACH DRIVE_UNROLL for (int i = 0; i < DRIVE_N; i++)

#define STEP_SAFETY 0.9

static inline dal_mask DRIVE_NAME(is_finite)(const DRIVE_SELF *d, const dal_real *a) {
  (void) d;
  dal_real sum = DAL_REAL(0.0);
  EACH sum += a[i] * 0.0;
  return sum == 0.0;
}

// Returns log2 x for x > 0 with an error below 4e-4: enough to choose a step, and faster than the
// library's. It is exact at powers of two; between them, log2(1 + m) = m + m (1 - m) r(m), with r
// interpolated at the zeros of a Chebyshev polynomial.
static inline dal_real DRIVE_NAME(log2_about)(dal_real x) {
  const dal_bits bits = dal_bits_of(x);
  // the last bits of 2^52 + k are those of the integer k < 2^52, exactly
  const dal_real exponent = dal_from_bits(bits >> 52 | 0x4330000000000000ULL) - (0x1p52 + 1023);
  const dal_real m = dal_from_bits((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL) - 1.0;
  return dal_fma(m * (1.0 - m), dal_fma(m, dal_fma(0.0816, m, -0.2427), 0.4408), exponent + m);
}

#define EXP2_MOST 60.0

// Returns 2^x with an error below 2e-7, for steps, which are limited long before EXP2_MOST.
static inline dal_real DRIVE_NAME(exp2_about)(dal_real x) {
  x = dal_select(x < -EXP2_MOST, -EXP2_MOST, dal_select(x > EXP2_MOST, EXP2_MOST, x));
  const dal_real shifted = x + 0x1.8p52;  // its last bits are x, rounded
  const dal_real f = x - (shifted - 0x1.8p52);
  // powers of log 2 divided by factorials
  dal_real sum = DAL_REAL(1.5403530393381609e-4);
  sum = dal_fma(sum, f, 1.3333558146428443e-3);
  sum = dal_fma(sum, f, 9.6181291076284772e-3);
  sum = dal_fma(sum, f, 5.5504108664821580e-2);
  sum = dal_fma(sum, f, 2.4022650695910072e-1);
  sum = dal_fma(sum, f, 6.9314718055994531e-1);
  sum = dal_fma(sum, f, 1.0);
  return dal_from_bits(dal_bits_of(sum) + (dal_bits_of(shifted) << 52));
}

// --- pivots --------------------------------------------------------------------------------------

// Resets the least sizes before a step; the pivots at its start are in `side`.
static inline void DRIVE_NAME(forget_pivots)(const DRIVE_SELF *d, dal_real *lowest) {
  (void) d;
  for (int i = 0; i < DRIVE_WATCHED; i++) lowest[i] = DAL_REAL(HUGE_VAL);
}

// Records the pivots at a stage. A pivot with another sign than at the start was zero in between.
static inline void DRIVE_NAME(keep_lowest)(const DRIVE_SELF *d, const dal_real *watch,
                                           dal_real *lowest) {
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const dal_real size = dal_select(watch[i] * d->side[i] < 0.0, 0.0, dal_fabs(watch[i]));
    lowest[i] = dal_select(size < lowest[i], size, lowest[i]);
  }
}
