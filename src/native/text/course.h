// native/text/course.h: rules for the course of a run with any method: when a pivot counts as zero, when steps
// make no progress, how far constraints may be off.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <float.h>, <math.h>
// and <stdbool.h>. The including file provides Drive, and Flow, a struct with
//   watched, residuals        the numbers of pivots and of residuals
//   rate, project, residual   functions of the flow, as in motion/flow.h

#define PAUSE_STEPS 500        // steps between pauses
#define PIVOT_NOISE 8          // roundings per component of the state: a smaller pivot may be 0
#define PIVOT_ERROR 100        // tolerances by which the terms of a pivot may be wrong
#define PIVOT_ERROR_MOST 1e-3  // limit of that error: loose tolerances would see zeros everywhere
#define PIVOT_DOUBT_MOST 0.1   // limit of that error below which shorter steps decide
#define CRAWL 1e-6             // parts of the way; less between two pauses counts as crawling
#define CRAWL_CHANGE 0.1       // relative change of a pivot that counts as progress
#define CRAWL_STEPS 200000     // steps without such a change that count as no progress
#define STALL_STEPS 200000     // steps over which the pace is measured
#define STALL_PART 1e-3        // parts of the best pace: a run that is slower stalls,
#define STALL_MOST 1e8         // if it would take more than this many steps to its end
#define ASK_AGAIN 0.25         // parts of a pivot at the last question, at which to ask again
#define STRAY 10               // tolerances that a residual may be off if states are projected,
#define STRAY_DRIFT 1000       // and for each step if they are not
#define STRAY_ROUNDING 1e5     // roundings by which it may be off
#define STRAY_MOST 1e-3        // limit of the error in parts of its terms,
#define STRAY_MOST_ABSOLUTE 1e-6  // and in changes of the state
#define STRAY_START 2             // times the violation of the initial state, if that is larger
#define PIVOT_SUSPECT 1e-5        // a pivot as small as this explains a step that becomes too small

// --- pivots --------------------------------------------------------------------------------------

// Returns the part of its largest size below which a pivot may be a zero that the motion missed. A pivot
// of a constraint is a sum of squares, for example of velocities that come to rest together: if these are
// wrong by some multiple of the tolerance, a zero appears as the square of that error.
static double pivot_blur(double rtol, double most) {
  const double error = fmin(PIVOT_ERROR * rtol, most);
  return error * error;
}

// Returns the part of its scale below which rounding may hide a zero pivot, for a state of n numbers.
static double least_pivot(size_t n) {
  return PIVOT_NOISE * DBL_EPSILON * (double) n;
}

// Returns the smallest of the pivots that are nearly zero at t, or flow->watched.
static size_t suspect_pivot(const Drive *d) {
  const Flow *flow = d->context;
  flow->rate(flow, d->t, d->y, d->work, d->watch);
  double smallest = PIVOT_SUSPECT;
  size_t suspect = flow->watched;
  for (size_t i = 0; i < flow->watched; i++) {
    const double part = fabs(d->watch[i]) / fmax(fabs(d->watch[flow->watched + i]), d->largest[i]);
    if (part > smallest) continue;
    smallest = part;
    suspect = i;
  }
  return suspect;
}

// Explains a step that became too small: beside a pivot that is nearly zero, it is a singular state.
static int explain_small_step(Drive *d) {
  const size_t suspect = suspect_pivot(d);
  if (suspect == ((const Flow *) d->context)->watched) return DRIVE_SMALL_STEP;
  d->pivot = (int) suspect;
  d->bracket[0] = d->t;
  return DRIVE_SINGULAR;
}

// Does the run crawl? Beside a singular state, errors of the rates can let steps without progress pass
// for ever. If a pivot is small beyond doubt, the run crawls; otherwise its steps may be small only
// because of noise in the rates, and lead past that state.
static bool crawls(const Drive *d, double before, double start, Crawl *c) {
  if (d->budget < PAUSE_STEPS || fabs(d->t - before) >= CRAWL * fabs(d->t - start)) return false;
  const size_t suspect = suspect_pivot(d);
  if (suspect == ((const Flow *) d->context)->watched) return false;
  const double size = fabs(d->watch[suspect]);
  if (!(size > d->blur * d->largest[suspect])) return true;
  if (c->pivot == suspect && fabs(size - c->size) < CRAWL_CHANGE * c->size)
    return d->steps - c->steps > CRAWL_STEPS;
  *c = (Crawl){suspect, size, d->steps};
  return false;
}

// Does the run stall? Beside a jump of the rates, every step may be accepted and none make progress.
// A run stalls if it was much faster before and would now take more than STALL_MOST steps to its end.
static bool stalls(const Drive *d, double before, Pace *p) {
  p->best = fmax(p->best, fabs(d->t - before) / PAUSE_STEPS);
  const double steps = (double) (d->steps - p->steps), pace = fabs(d->t - p->t) / steps;
  if (steps < STALL_STEPS) return false;
  p->t = d->t;
  p->steps = d->steps;
  return pace < STALL_PART * p->best && pace * STALL_MOST < fabs(d->end - d->t);
}

// Lowers the levels, so that the driver asks again only when a pivot is smaller still.
static void lower_levels(const Drive *d) {
  for (int i = 0; i < d->watched; i++)
    if (fabs(d->side[i]) < d->ask[i] * d->largest[i])
      d->ask[i] = ASK_AGAIN * fabs(d->side[i]) / d->largest[i];
}

// --- constraints ---------------------------------------------------------------------------------

// Sets how large a residual may be after d->steps steps. With a projection, the constraints that are
// kept hold up to rounding, and so do those that follow from them; the tolerances leave room for the
// last step of the projection, and for a state between steps.
static void find_slack(Drive *d, double excess) {
  const bool project = ((const Flow *) d->context)->project != NULL;
  const double times = project ? STRAY : STRAY_DRIFT * (double) (d->steps + PAUSE_STEPS);
  d->slack[0] = excess * fmin(times * d->rtol + STRAY_ROUNDING * DBL_EPSILON, STRAY_MOST);
  d->slack[1] = excess * fmin(times * d->atol, STRAY_MOST_ABSOLUTE);
}

// Returns the factor by which the initial state exceeds that slack, with some room; at least 1.
static double start_excess(const Flow *flow, Drive *d) {
  double excess = 1;
  const size_t n = flow->residuals;
  if (n == 0) return excess;
  find_slack(d, 1);
  flow->residual(flow, d->t, d->y, d->residual);
  for (size_t i = 0; i < n; i++) {
    const double *e = d->residual + i;
    const double allowed = d->slack[0] * e[n] + d->slack[1] * e[2 * n];
    if (fabs(*e) > allowed && allowed > 0) excess = fmax(excess, STRAY_START * fabs(*e) / allowed);
  }
  return excess;
}

static bool has_strayed(const Flow *flow, Drive *d) {
  if (flow->residuals == 0) return false;
  flow->residual(flow, d->t, d->y, d->residual);
  d->strayed = drive_stray(d->residual, (int) flow->residuals, d->slack);
  return d->strayed >= 0;
}
