// native/text/dop853.h: the explicit Runge-Kutta method of order 8(5,3) by Dormand and Prince,
// with dense output of order 7.
//
// From:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.5, II.6 and
//        II.10
//
// This is a template. It is compiled into the program for rates that are interpreted, and into one
// unit with the rates if these are compiled. The file that includes it defines
//   DRIVE_NAME(part)         the names of its functions; DRIVE_NAME(drive) is int (Drive *d) with
//                            DRIVE_LINKAGE, and returns a DriveReason
//   DRIVE_N, DRIVE_WATCHED   the lengths of the state and of the pivots
//   DRIVE_STORAGE(k)         declares `storage`, k arrays of that length
//   DRIVE_RATE(t, y, yd)     the rates, and the pivots in d->watch; NaN if there is no motion
//   DRIVE_PROJECT(t, y)      moves y onto the constraints
// and may define
//   DRIVE_RESIDUAL_COUNT     how many residuals of constraints are checked after every step
//   DRIVE_RESIDUALS(t, y, r) these residuals, as drive_stray expects them
//   DRIVE_UNROLL             a pragma before loops over the state
//   DRIVE_STAGE_RATE         like DRIVE_RATE, for the stages of a step, with the pivots in `watch`
//   DRIVE_STAGE_PIVOTS       declares `watch` and `lowest` for them, as long as those of d
// It includes real.h, drive.h, each.h, coefficients.h, stages.h and step.h before this text. A run with
// the same Drive continues where it paused, and takes the same steps as a run without the pause.

#define STIFF_BOUND 6.1   // |h lambda| at the edge of stability
#define STIFF_EVERY 1000  // steps between tests
#define STIFF_SIGNS 15    // signs of stiffness that make it a hint
#define STIFF_DOUBTS 6    // tests without a sign that clear the signs

// The state within the last step (II.6, eq. 6.15 for this method).
static void DRIVE_NAME(state_at)(const Drive *d, double time, double *y) {
  const double s = (time - d->from) / d->step, r = 1 - s;
  const double *c = d->dense;
  EACH {
    double sum = c[7 * DRIVE_N + i];
    for (int j = 6; j >= 0; j--) sum = dal_fma(j % 2 == 0 ? s : r, sum, c[j * DRIVE_N + i]);
    y[i] = sum;
  }
}

// Bounds the state over the last step: the maximum of each product of s and 1 - s, times its coefficient.
static void DRIVE_NAME(find_reach)(const Drive *d) {
  static const double most[DRIVE_DENSE] = {0,        1,       1.0 / 4,  4.0 / 27,
                                           1.0 / 16, 0.03456, 1.0 / 64, 0.0083932};
  const double *c = d->dense;
  EACH {
    double low = c[i], high = c[i];
    for (int j = 1; j < DRIVE_DENSE; j++) {
      const double part = most[j] * c[j * DRIVE_N + i];
      low += part < 0 ? part : 0;
      high += part > 0 ? part : 0;
    }
    d->low[i] = low;
    d->high[i] = high;
  }
}

static int DRIVE_NAME(has_event)(Drive *d) {
  DRIVE_NAME(find_reach)(d);
  return d->find_event(d, DRIVE_NAME(state_at));
}

// Tests whether stability limits the step. The last stage and the result are both states at its end.
static void DRIVE_NAME(look_for_stiffness)(Drive *d, const WORK *k, double h) {
  double rates = 0, states = 0;
  EACH rates += SQUARE(k->k13[i] - k->k12[i]);
  EACH states += SQUARE(k->z[i] - k->x[i]);
  if (states > 0 && fabs(h) * sqrt(rates / states) > STIFF_BOUND) {
    d->stiff_doubts = 0;
    if (++d->stiff_signs == STIFF_SIGNS) d->stiff = 1;
  } else if (++d->stiff_doubts == STIFF_DOUBTS) {
    d->stiff_signs = d->stiff_doubts = 0;
  }
}

// Returns the first step, as in II.4: one that an Euler step and the change of the rates allow.
static double DRIVE_NAME(first_step)(Drive *d, const WORK *k) {
  double size = 0, slope = 0, bend = 0;
  EACH {
    const double scale = d->atol + d->rtol * fabs(k->y[i]);
    size += SQUARE(k->y[i] / scale);
    slope += SQUARE(k->k1[i] / scale);
  }
  const double all = d->end - d->t;
  double h = size > 1e-10 && slope > 1e-10 ? 0.01 * sqrt(size / slope) : 1e-6;
  h = copysign(drive_smaller(h, fabs(all)), all);
  EACH k->x[i] = k->y[i] + h * k->k1[i];
  DRIVE_RATE(d->t + h, k->x, k->k2);
  d->calls++;
  EACH bend += SQUARE((k->k2[i] - k->k1[i]) / (d->atol + d->rtol * fabs(k->y[i])));
  const double largest = drive_larger(sqrt(bend) / fabs(h), sqrt(slope));
  const double next =
    largest <= 1e-15 ? drive_larger(1e-6, 1e-3 * fabs(h)) : pow(0.01 / largest, 0.125);
  return next > 0 ? copysign(drive_smaller(drive_smaller(100 * fabs(h), next), fabs(all)), all) : h;
}

// Prepares the first step. Returns a reason to stop, or DRIVE_PAUSE.
static int DRIVE_NAME(begin)(Drive *d, const WORK *k) {
  DRIVE_RATE(d->t, d->y, d->yd);
  d->calls++;
  d->memory = STEP_FORGET_LOG2;
  const int reason = DRIVE_NAME(hindrance)(d, d->yd);
  if (reason != DRIVE_PAUSE) return reason;
  EACH k->y[i] = d->y[i], k->k1[i] = d->yd[i];
  d->h = d->t == d->end ? 0 : DRIVE_NAME(first_step)(d, k);
  return DRIVE_PAUSE;
}

// Does a pivot vanish at the end of the step, or within it? Returns a DriveDip.
static inline int DRIVE_NAME(meets_singularity)(Drive *d, const WORK *k, double h) {
  d->bracket[0] = d->t + h;
  d->pivot = DRIVE_NAME(vanishing_pivot)(d);
  if (d->pivot >= 0) return DRIVE_DIP_ZERO;
  if (!DRIVE_NAME(mark_dips)(d)) return DRIVE_DIP_NONE;
  // the step is not taken yet
  DRIVE_NAME(find_dense)(d, k, h);
  d->calls += DENSE_CALLS;
  d->from = d->t;
  d->step = h;
  return DRIVE_NAME(find_dip)(d, k->x, k->k2);
}

// If there is a singularity in the step from y to z: does an event come before it, or at the same time?
static int DRIVE_NAME(ends_with_event)(Drive *d, const WORK *k, double h, double end) {
  const double from = d->t;
  if (d->events == 0) return 0;
  DRIVE_NAME(find_dense)(d, k, h);
  d->calls += DENSE_CALLS;
  d->from = from;
  d->step = h;
  d->t = end;
  if (DRIVE_NAME(has_event)(d)) return 1;
  d->t = from;
  return 0;
}

// Accepts a good step of length h from t. Returns 1 if an event happened in it.
static inline int DRIVE_NAME(accept)(Drive *d, const WORK *k, double h, double end) {
  const double sign = copysign(1, h);
  const int inside = d->done_times < d->n_times && (d->times[d->done_times] - end) * sign < 0;
  if (++d->steps % STIFF_EVERY == 0 || d->stiff_signs > 0) DRIVE_NAME(look_for_stiffness)(d, k, h);
  if (inside || d->events > 0) {
    DRIVE_NAME(find_dense)(d, k, h);
    d->calls += DENSE_CALLS;
  }
  d->from = d->t;
  d->step = h;
  d->later = (h + d->later) - (end - d->t);
  d->t = end;
  DRIVE_NAME(keep_largest)(d);
  EACH k->carry[i] = k->lost[i];
  EACH d->y[i] = k->y[i] = k->z[i];
  EACH d->yd[i] = k->k1[i] = k->k13[i];
  if (d->events > 0 && DRIVE_NAME(has_event)(d)) return 1;
  if (d->done_times < d->n_times) DRIVE_NAME(fill_rows)(d, end);
  return 0;
}

DRIVE_LINKAGE int DRIVE_NAME(drive)(Drive *d) {
  DRIVE_STORAGE(DRIVE_WORK);
  const WORK work = DRIVE_NAME(work_in)(d, storage, d->carry), *const k = &work;
  if (d->h == 0) {
    const int reason = DRIVE_NAME(begin)(d, k);
    if (reason != DRIVE_PAUSE) return reason;
  }
  EACH k->y[i] = d->y[i], k->k1[i] = d->yd[i];
  for (long left = d->budget; d->t != d->end; left--) {
    if (left <= 0 || (d->stop != NULL && *d->stop)) return DRIVE_PAUSE;
    if (!(fabs(d->h) > DRIVE_LEAST_STEP * fabs(d->t))) return DRIVE_SMALL_STEP;
    const double most_end = DRIVE_WATCHED > 0 ? DRIVE_NAME(farthest)(d) : d->end;
    const int last = (d->t + 1.01 * d->h - most_end) * copysign(1, d->h) > 0;
    const double h = last ? (most_end - d->t) - d->later : d->h;
    const double end = last ? most_end : d->t + (h + d->later);
    double size;
    const double error = DRIVE_NAME(take_step)(d, k, h, &size);
    d->calls += STAGE_CALLS;
    const double most = d->refused ? 1 : STEP_MOST;
    double factor = error >= 0 ? DRIVE_NAME(step_factor)(&d->memory, error, size, most) : STEP_WILD;
    int good = error <= 1;
    if (good) {
      DRIVE_PROJECT(end, k->z);
      DRIVE_RATE(end, k->z, k->k13);
      d->calls++;
      good = DRIVE_NAME(is_finite)(d, k->k13);
      if (!good) factor = STEP_WILD;
    }
    if (good && DRIVE_WATCHED > 0 && d->falls) good = DRIVE_NAME(falls_little)(d, h, &factor);
    d->h = h * factor;
    d->refused = !good;
    if (!good) {
      d->rejected++;
      if (DRIVE_WATCHED > 0 && DRIVE_NAME(is_at_singularity)(d, d->blur)) return DRIVE_SINGULAR;
      continue;
    }
    const int dip = DRIVE_WATCHED > 0 ? DRIVE_NAME(meets_singularity)(d, k, h) : DRIVE_DIP_NONE;
    if (dip != DRIVE_DIP_NONE && DRIVE_NAME(comes_closer)(d, dip, d->t, d->y, k->k2)) continue;
    if (dip == DRIVE_DIP_ZERO)
      return DRIVE_NAME(ends_with_event)(d, k, h, end) ? DRIVE_EVENT : DRIVE_SINGULAR;
    if (DRIVE_NAME(accept)(d, k, h, end)) return DRIVE_EVENT;
    const int remark = DRIVE_NAME(remark)(d, k->z);
    if (remark != DRIVE_PAUSE) return remark;
  }
  return DRIVE_DONE;
}
