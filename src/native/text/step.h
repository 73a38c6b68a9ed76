// native/text/step.h: what follows a step of any method: rows, pivots.
//
// A template like dop853.h: it comes before dop853.h or taylor.h, and after each.h. The including file defines the
// names of dop853.h; the method defines
//   DRIVE_NAME(state_at)(d, time, y)   the state within the last step, d->from to d->from + d->step

#define PIVOT_SAMPLES 16  // places in a step where the least size of a pivot is looked for at first
#define PIVOT_ROUNDS 60   // of golden sections: down to rounding even if a pivot crosses zero
#define PIVOT_DIP 0.1     // below this part of its larger end, a square may have touched zero
#define PIVOT_NEAR 0.1    // below this part of its smaller end, errors of the step may hide a zero
#define TOWARDS_SINGULARITY 0.75  // parts of the way to a singularity that the next step takes
#define NEAR_SINGULARITY 1e-4     // parts of the way, as first seen: if less is left, it is near

#define STEP_WILD 0.1       // part of a step to try after one whose error is NaN
#define STEP_FALL_MOST 1.2  // times the longest step that a pivot allows is still accepted

static void DRIVE_NAME(state_at)(const Drive *d, double time, double *y);

// --- rows ----------------------------------------------------------------------------------------

#define ROW_MOVED 1e5  // tolerances by which a projection may move a state between steps

// Projects a state between steps, which satisfies the constraints up to the tolerances. A projection that
// leads far away began beside a singular state, and is not used.
static inline void DRIVE_NAME(project_row)(Drive *d, double time, double *row) {
  double *const before = d->between;
  int far = 0;
  memcpy(before, row, (size_t) DRIVE_N * sizeof *row);
  DRIVE_PROJECT(time, row);
  for (int i = 0; i < DRIVE_N; i++)
    far |= !(fabs(row[i] - before[i]) <= ROW_MOVED * (d->atol + d->rtol * fabs(before[i])));
  if (far) memcpy(row, before, (size_t) DRIVE_N * sizeof *row);
}

#undef ROW_MOVED

// Fills in the rows from the last step up to a time in it.
static void DRIVE_NAME(fill_rows)(Drive *d, double until) {
  const double sign = copysign(1, d->step);
  while (d->done_times < d->n_times && (d->times[d->done_times] - until) * sign <= 0) {
    const double time = d->times[d->done_times];
    double *row = d->rows + d->done_times * DRIVE_N;
    if (time == d->t) {
      memcpy(row, d->y, (size_t) DRIVE_N * sizeof *row);
    } else {
      DRIVE_NAME(state_at)(d, time, row);
      DRIVE_NAME(project_row)(d, time, row);
    }
    d->done_times++;
  }
}

// --- constraints ---------------------------------------------------------------------------------

// Returns what an accepted step that ends at y has to report: a DriveReason, or DRIVE_PAUSE.
static inline int DRIVE_NAME(remark)(Drive *d, const double *y) {
  if (DRIVE_RESIDUAL_COUNT > 0) {
    DRIVE_RESIDUALS(d->t, y, d->residual);
    d->strayed = drive_stray(d->residual, DRIVE_RESIDUAL_COUNT, d->slack);
    if (d->strayed >= 0) return DRIVE_STRAY;
  }
  return DRIVE_WATCHED > 0 && d->asked >= 0 && d->t != d->end ? DRIVE_ASK : DRIVE_PAUSE;
}

// --- pivots --------------------------------------------------------------------------------------

// Returns the first pivot that is not clearly different from zero, or -1.
static inline int DRIVE_NAME(vanishing_pivot)(const Drive *d) {
  for (int i = 0; i < DRIVE_WATCHED; i++)
    if (!(fabs(d->watch[i]) > d->least * fabs(d->watch[DRIVE_WATCHED + i]))) return i;
  return -1;
}

// Returns the longest step in which no pivot falls so far that other variables should have taken over:
// the errors of a step towards a pole are larger than their estimates. Extrapolates the fall in a step
// of length h, from its start, or from its end if `on`.
static double DRIVE_NAME(longest_step)(const Drive *d, double h, int on) {
  double longest = HUGE_VAL;
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const double fall = 1 - d->watch[i] / d->side[i], left = on ? 1 - fall : 1;
    if (!(d->fall[i] > 0 && fall > 0)) continue;
    const double most = left > 0 ? (1 - d->fall[i]) * left / fall * fabs(h) : 0;
    longest = most < longest ? most : longest;
  }
  return longest;
}

// Does no pivot fall too far in a step of length h? Reduces *factor, the ratio of the next step to this
// one, if necessary.
static inline int DRIVE_NAME(falls_little)(Drive *d, double h, double *factor) {
  const double longest = DRIVE_NAME(longest_step)(d, h, 0);
  const int good = fabs(h) <= STEP_FALL_MOST * longest;
  d->longest = good ? DRIVE_NAME(longest_step)(d, h, 1) : STEP_SAFETY * longest;
  const double part = d->longest / fabs(h);
  *factor = *factor < part ? *factor : part > STEP_WILD ? part : STEP_WILD;
  return good;
}

// Records the pivots at t, once the step to t is accepted.
static inline void DRIVE_NAME(keep_largest)(Drive *d) {
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const double size = fabs(d->side[i]);
    d->largest[i] = size > d->largest[i] ? size : d->largest[i];
    if (size < d->ask[i] * d->largest[i]) d->asked = i;
  }
}

// Returns why no motion with these rates begins at t, or DRIVE_PAUSE if one does. A pivot that
// is zero explains rates that are NaN; a pivot that is NaN itself does not.
static inline int DRIVE_NAME(hindrance)(Drive *d, const double *yd) {
  const int finite = DRIVE_NAME(is_finite)(d, yd);
  d->bracket[0] = d->t;
  d->pivot = DRIVE_NAME(vanishing_pivot)(d);
  if (d->pivot >= 0 && (finite || d->watch[d->pivot] * 0 == 0)) return DRIVE_SINGULAR;
  for (int i = 0; i < DRIVE_WATCHED; i++) d->side[i] = d->watch[i];
  DRIVE_NAME(keep_largest)(d);
  return finite ? DRIVE_PAUSE : DRIVE_NOT_FINITE;
}

// Is the pivot at t that part of its largest size, or less? A zero that the motion missed by its
// own errors is below d->blur.
static inline int DRIVE_NAME(is_below)(const Drive *d, int pivot, double part) {
  return !(fabs(d->side[pivot]) > part * d->largest[pivot]);
}

// Marks the pivots that came near zero inside the step, or leave zero: their `lowest` becomes the larger
// of their sizes at its ends, negative if the signs there differ; it becomes 0 for the others. Returns 0
// if no pivot is marked. The pivots at the end, at d->bracket[0], become those at the start of the next
// step.
static inline int DRIVE_NAME(mark_dips)(Drive *d) {
  int any = 0;
  DRIVE_NAME(keep_lowest)(d, d->watch, d->lowest);
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const double size = drive_larger(fabs(d->side[i]), fabs(d->watch[i]));
    const int leaves = fabs(d->watch[i]) >= fabs(d->side[i]) && DRIVE_NAME(is_below)(d, i, d->blur);
    const int dips = leaves || d->lowest[i] < PIVOT_DIP * size;
    d->lowest[i] = !dips ? 0 : d->watch[i] * d->side[i] < 0 ? -size : size;
    if (fabs(d->watch[i]) < d->digits * fabs(d->watch[DRIVE_WATCHED + i])) {
      d->digits = fabs(d->watch[i] / d->watch[DRIVE_WATCHED + i]);
      d->nearest = i;
      d->nearest_at = d->bracket[0];
    }
    d->side[i] = d->watch[i];
    any |= dips;
  }
  return any;
}

// Returns the size of a pivot at the part s of the last step.
static inline double DRIVE_NAME(pivot_at)(Drive *d, int pivot, double s, double *x, double *xd) {
  DRIVE_NAME(state_at)(d, d->from + s * d->step, x);
  DRIVE_RATE(d->from + s * d->step, x, xd);
  d->calls++;
  return fabs(d->watch[pivot]);
}

// Returns the place in the step with the smallest of some samples: beside a singularity there may be several minima.
static double DRIVE_NAME(least_sample)(Drive *d, int pivot, double *x, double *xd) {
  double least = HUGE_VAL, at = 0;
  for (int i = 0; i <= PIVOT_SAMPLES; i++) {
    const double s = (double) i / PIVOT_SAMPLES;
    const double size = DRIVE_NAME(pivot_at)(d, pivot, s, x, xd);
    if (size < least) least = size, at = s;
  }
  return at;
}

// Looks for the least size of a pivot over the last step, by golden sections. Is it zero, or must a
// shorter step decide? Returns a DriveDip. x and xd are room for a state and its rates.
static int DRIVE_NAME(least_pivot)(Drive *d, int pivot, double *x, double *xd) {
  const double golden = 0.6180339887498949;
  const double ends = fabs(d->lowest[pivot]);
  const double start = DRIVE_NAME(least_sample)(d, pivot, x, xd), room = 1.0 / PIVOT_SAMPLES;
  double a = drive_larger(start - room, 0), b = drive_smaller(start + room, 1), least = 0, p[2];
  for (int round = 0; round < PIVOT_ROUNDS; round++) {
    const double at[2] = {b - golden * (b - a), a + golden * (b - a)};
    for (int j = 0; j < 2; j++) p[j] = DRIVE_NAME(pivot_at)(d, pivot, at[j], x, xd);
    const int second = p[1] < p[0];
    const double measure = drive_larger(fabs(d->watch[DRIVE_WATCHED + pivot]), ends);
    d->bracket[0] = d->from + at[second] * d->step;
    least = p[second];
    if (!(least > d->least * measure)) return DRIVE_DIP_ZERO;
    *(second ? &a : &b) = at[!second];
  }
  for (int j = 0; j < 2; j++) p[j] = DRIVE_NAME(pivot_at)(d, pivot, j, x, xd);
  // between different signs there is a zero, to which no time may be near enough, or a pole, compared
  // with which the ends are small
  const double end = drive_smaller(p[0], p[1]);
  if (d->lowest[pivot] < 0 && least <= end) return DRIVE_DIP_ZERO;
  // compared with its largest size so far, it may be a zero that the motion missed by its own error,
  // unless it is still falling
  const int rises = least < p[1];
  if (rises && !(least > d->blur * d->largest[pivot])) return DRIVE_DIP_ZERO;
  if (rises && !(least > d->doubt * d->largest[pivot])) return DRIVE_DIP_NEAR;
  return least < PIVOT_NEAR * end ? DRIVE_DIP_NEAR : DRIVE_DIP_NONE;
}

// Finds the first of the marked pivots that vanishes in the last step, or may vanish: d->pivot, at
// d->bracket[0]. Returns a DriveDip.
static int DRIVE_NAME(find_dip)(Drive *d, double *x, double *xd) {
  for (d->pivot = 0; d->pivot < DRIVE_WATCHED; d->pivot++) {
    const int dip =
      d->lowest[d->pivot] == 0 ? DRIVE_DIP_NONE : DRIVE_NAME(least_pivot)(d, d->pivot, x, xd);
    if (dip != DRIVE_DIP_NONE) return dip;
  }
  d->pivot = -1;
  return DRIVE_DIP_NONE;
}

// Refuses a step that meets a singularity, and sets d->h to a shorter one from its start, y: the motion up
// to the singularity is regular. Returns 0 if the rest of the way is not worth a step, or errors of the
// motion would hide what it shows. xd is room for rates.
static int DRIVE_NAME(comes_closer)(Drive *d, int dip, double from, const double *y, double *xd) {
  const double way = d->bracket[0] - from;
  // the pivots at the start are needed again
  DRIVE_RATE(from, y, xd);
  d->calls++;
  for (int i = 0; i < DRIVE_WATCHED; i++) d->side[i] = d->watch[i];
  d->way = drive_larger(d->way, fabs(way));
  const int near = !(fabs(way) > NEAR_SINGULARITY * d->way);
  if (near || DRIVE_NAME(is_below)(d, d->pivot, d->blur)) return 0;
  d->h = TOWARDS_SINGULARITY * way;
  d->ahead = d->bracket[0];
  d->pivot_ahead = dip == DRIVE_DIP_ZERO ? d->pivot : -1;
  d->rejected++;
  return 1;
}

// Returns the latest end of the next step. A step across a known singularity ends as far after it as it
// begins before it: in a longer one, only a small part would show it.
static inline double DRIVE_NAME(farthest)(const Drive *d) {
  const double way = d->ahead - d->t, rest = d->end - d->t;
  const int ahead = way * rest > 0 && fabs(way) > NEAR_SINGULARITY * d->way;
  return ahead && d->way > 0 && 2 * fabs(way) < fabs(rest) ? d->ahead + way : d->end;
}

// Is a singularity that was met so near that it explains the errors of a step? It is if little of the way
// is left, or if its pivot has fallen to that part of its largest size.
static int DRIVE_NAME(is_at_singularity)(Drive *d, double part) {
  const double way = d->ahead - d->t;
  if (!(d->way > 0 && d->pivot_ahead >= 0)) return 0;
  const int blurred = way * d->h > 0 && DRIVE_NAME(is_below)(d, d->pivot_ahead, part);
  if (!blurred && fabs(way) > NEAR_SINGULARITY * d->way) return 0;
  d->bracket[0] = d->ahead;
  d->pivot = d->pivot_ahead;
  return 1;
}
