// native/text/stages.h: a step of DOP853 and the polynomial over it.
//
// From:  as in dop853.h
//
// A template like dop853.h: it comes before dop853.h or dop853_lanes.h, and after each.h and
// coefficients.h.

#define SQUARE(a) ((a) * (a))

// The next step is SAFETY h error^-GAIN before^MEMORY, where `before` is the error of the step before.
// Compared with 1/8 and 0, the classical choice, this wastes half as many calls on refused steps, and
// takes 11 % fewer calls in all for the same accuracy (bench/control.c).
#define STEP_GAIN 0.113
#define STEP_MEMORY 0.06
#define STEP_FORGET 1e-4                     // smaller errors are remembered as this one
#define STEP_FORGET_LOG2 -13.28771237954945  // log2 of it
#define STEP_LEAST 0.333                     // parts of the last step
#define STEP_MOST 6.0

// The arrays of one step. k14 to k16, for the dense output, take the arrays of k2 to k4, which are no longer
// needed then.
typedef struct {
  dal_real *k1, *k2, *k3, *k4, *k5, *k6, *k7, *k8, *k9, *k10, *k11, *k12, *k13, *k14, *k15, *k16;
  dal_real *x, *y, *z;     // the state of a stage, before and after the step
  dal_real *carry, *lost;  // what rounding has taken from y, and from z
} DRIVE_NAME(Work);

#define WORK DRIVE_NAME(Work)

static inline WORK DRIVE_NAME(work_in)(const DRIVE_SELF *d, dal_real *s, dal_real *carry) {
  (void) d;
  WORK k;
  dal_real **const all[] = {&k.k1, &k.k2,  &k.k3,  &k.k4,  &k.k5,  &k.k6, &k.k7, &k.k8,
                            &k.k9, &k.k10, &k.k11, &k.k12, &k.k13, &k.x,  &k.y,  &k.z,
                            &k.lost};
  for (int i = 0; i < DRIVE_WORK; i++) *all[i] = s + i * DRIVE_N;
  k.carry = carry;
  k.k14 = k.k2;
  k.k15 = k.k3;
  k.k16 = k.k4;
  return k;
}

// The rates of the stage before, `last`, are available last; everything else is added up meanwhile.
#define STAGE_FROM(c, start, weight, last, to)                 \
  do {                                                         \
    EACH k->x[i] = dal_fma(h * (weight), k->last[i], start);   \
    DRIVE_STAGE_RATE(dal_fma(c, h, d->t), k->x, k->to);        \
    DRIVE_NAME(keep_lowest)(d, watch, lowest);                 \
  } while (0)

#define STAGE(c, A, last, to) STAGE_FROM(c, dal_fma(h, A##_REST, k->y[i]), A##_LAST, last, to)

#define DENSE_STAGE(c, sum, to)                 \
  do {                                          \
    EACH k->x[i] = dal_fma(h, sum, k->y[i]);    \
    DRIVE_RATE(dal_fma(c, h, d->t), k->x, to);  \
  } while (0)

// Takes a step of length h from y to z, added up by Kahan's sum. Returns its error in units of the
// tolerances (II.10, eq. 10.17); *size is log2 of it, computed without waiting for root and quotient.
// Calls the rates STAGE_CALLS times.
#define STAGE_CALLS 11
static inline dal_real DRIVE_NAME(take_step)(DRIVE_SELF *d, const WORK *k, dal_real h,
                                             dal_real *size) {
  DRIVE_STAGE_PIVOTS;
  DRIVE_NAME(forget_pivots)(d, lowest);
  STAGE_FROM(C2, k->y[i], A2_LAST, k1, k2);
  STAGE(C3, A3, k2, k3);
  STAGE(C4, A4, k3, k4);
  STAGE(C5, A5, k4, k5);
  STAGE(C6, A6, k5, k6);
  STAGE(C7, A7, k6, k7);
  STAGE(C8, A8, k7, k8);
  STAGE(C9, A9, k8, k9);
  STAGE(C10, A10, k9, k10);
  STAGE(C11, A11, k10, k11);
  STAGE(1.0, A12, k11, k12);
  for (int i = 0; i < DRIVE_WATCHED; i++) d->lowest[i] = lowest[i];
  dal_real error5 = DAL_REAL(0.0), error3 = DAL_REAL(0.0);
  EACH {
    const dal_real sum = B, e5 = E, e3 = E3(sum);
    const dal_real change = dal_fma(h, sum, k->carry[i]);
    k->z[i] = k->y[i] + change;
    k->lost[i] = change - (k->z[i] - k->y[i]);
    // this is the size of z, but need not wait for z
    const dal_real before = dal_fabs(k->y[i]), after = dal_fabs(dal_fma(h, sum, k->y[i]));
    const dal_real larger = dal_select(before > after, before, after);
    const dal_real scale = 1.0 / dal_fma(d->rtol, larger, d->atol);
    const dal_real part5 = e5 * scale, part3 = e3 * scale;
    error5 = dal_fma(part5, part5, error5);
    error3 = dal_fma(part3, part3, error3);
  }
  const dal_real bottom = dal_fma(0.01, error3, error5), top = dal_fabs(h) * error5;
  const dal_real all = bottom * (double) DRIVE_N;
  *size = dal_fma(-0.5, DRIVE_NAME(log2_about)(all), DRIVE_NAME(log2_about)(top));
  return dal_select(bottom > 0.0, top / dal_sqrt(all), bottom);
}

// Computes the polynomial over the step h from y to z, which began at d->t. Calls the rates DENSE_CALLS times.
#define DENSE_CALLS 3
static void DRIVE_NAME(find_dense)(DRIVE_SELF *d, const WORK *k, dal_real h) {
  dal_real *c = d->dense;
  EACH {
    const dal_real difference = k->z[i] - k->y[i], bump = dal_fma(h, k->k1[i], -difference);
    c[i] = k->y[i];
    c[DRIVE_N + i] = difference;
    c[2 * DRIVE_N + i] = bump;
    c[3 * DRIVE_N + i] = dal_fma(-h, k->k13[i], difference) - bump;
  }
  DENSE_STAGE(C14, A14, k->k14);
  DENSE_STAGE(C15, A15, k->k15);
  DENSE_STAGE(C16, A16, k->k16);
  EACH {
    c[4 * DRIVE_N + i] = h * D4;
    c[5 * DRIVE_N + i] = h * D5;
    c[6 * DRIVE_N + i] = h * D6;
    c[7 * DRIVE_N + i] = h * D7;
  }
}

// Returns the ratio of the next step to one with this error, whose log2 is `size`; at most `most`
// (II.4; Gustafsson's PI controller as in the second volume, IV.2). Few digits are enough. *memory is
// log2 of the error of the step before, and afterwards of this one.
static inline dal_real DRIVE_NAME(step_factor)(dal_real *memory, dal_real error, dal_real size,
                                               dal_real most) {
  const dal_mask good = error <= 1.0;
  const dal_real wish = dal_select(good, STEP_MEMORY * *memory - STEP_GAIN * size, -0.125 * size);
  const dal_real factor = STEP_SAFETY * DRIVE_NAME(exp2_about)(wish);
  const dal_real next = dal_select(error > STEP_FORGET, size, STEP_FORGET_LOG2);
  *memory = dal_select(good, next, *memory);
  return dal_select(factor < STEP_LEAST, STEP_LEAST, dal_select(factor < most, factor, most));
}
