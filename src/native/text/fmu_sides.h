// native/text/fmu_sides.h: the motion of an FMU whose forces switch: on one side of a jump, or along it.
//
// A part of exported C, plain C99, after fmu_flow.h and switching.h. The state has FMU_X continuous parts, which an
// importer sees, then FMU_SIDES sides.

typedef struct {
  Switching switching;
  bool on[FMU_SIDES], open[FMU_SIDES], held[FMU_SIDES];
  int direction[FMU_EVENTS];
} FmuDiscrete;

static void fmu_slope(const Flow *flow, double t, const double *y, double *w) {
  slope(flow->fixed, t, y, w);
}

static void fmu_drive_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  flow->rate(flow, t, y, yd, watch);
}

static void fmu_drive_project(const Flow *flow, double t, double *y) {
  if (flow->project != NULL) flow->project(flow, t, y);
}

// Sets the pointers of the discrete part for its present instance.
static void fmu_attach_sides(FmuDiscrete *d, Slide *slide) {
  Switching *s = &d->switching;
  s->sides = FMU_SIDES;
  s->first = FMU_STOPS;
  s->slide = slide;
  s->on = d->on;
  s->open = d->open;
  s->held = d->held;
  s->direction = d->direction;
}

static const Flow *fmu_flow_of_sides(FmuDiscrete *d, const Flow *flow) {
  return d->switching.sliding ? slide_along(d->switching.slide, flow, d->on) : flow;
}

// A motion along surfaces has sides between 1 and -1, which change so that it stays there: dw/dy dy + dw/ds ds = 0.
// Computes their part of the seeds from the others; work: of a tape.
static void fmu_seed_sides(const FmuDiscrete *d, const Flow *flow, double t, const double *y, double *work, double *seed) {
  double A[FMU_SIDES][FMU_SIDES + 1];
  int set[FMU_SIDES], n = 0;
  for (int i = 0; i < FMU_SIDES; i++)
    if (d->switching.sliding && d->on[i]) set[n++] = i;
  for (int j = 0; j <= n; j++) {
    double one[FMU_P + 1 + FMU_N] = {0};
    if (j < n) one[FMU_P + 1 + FMU_X + set[j]] = 1;
    const double *w = fmu_play(&fmu_slope_tape, flow->fixed, t, y, j < n ? one : seed, work);
    for (int i = 0; i < n; i++) A[i][j] = w[fmu_slope_tape.output[set[i]]];
  }
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int i = c; i < n; i++)
      if (fabs(A[i][c]) > fabs(A[best][c])) best = i;
    for (int j = 0; j <= n; j++) {
      const double keep = A[c][j];
      A[c][j] = A[best][j];
      A[best][j] = keep;
    }
    for (int i = 0; i < n; i++) {
      const double factor = i == c ? 0 : A[i][c] / A[c][c];
      for (int j = c; j <= n; j++) A[i][j] -= factor * A[c][j];
    }
  }
  for (int i = 0; i < n; i++) seed[FMU_P + 1 + FMU_X + set[i]] = -A[i][n] / A[i][i];
}
