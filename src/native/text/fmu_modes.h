// native/text/fmu_modes.h: the motion of an FMU whose constraints come and go: the equations of the mode it is in.
//
// A part of exported C, plain C99, after fmu_tape.h and modes.h, in the place of fmu_flow.h. The discrete part of a state
// is a ModePast; flow->own is the Mode of the instance. The tapes fmu_terms_tape, fmu_crossing_tape and fmu_shown_tape are
// the functions of modes.h as data; y of the last two has accelerations and multipliers behind the state.

typedef ModePast FmuDiscrete;

static void fmu_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) watch;
  mode_rates(flow->own, t, y, yd);
}

static void fmu_project(const Flow *flow, double t, double *y) {
  mode_project(flow->own, t, y);
}

static void fmu_event(const Flow *flow, double t, const double *y, double *g) {
  mode_events(flow->own, t, y, g);
}

static void fmu_residual(const Flow *flow, double t, const double *y, double *r) {
  (void) flow, (void) t, (void) y, (void) r;
}

// The constraint in force that is violated most, in parts of its terms: 2a for its position, 2a + 1 for its rate; or -1.
static int fmu_worst(const Mode *mode, double *error) {
  const double *gap = mode->terms + MODE_AT_GAP, *size = mode->terms + MODE_AT_SIZE;
  int worst = -1;
  *error = 0;
  for (int a = 0; a < MODES_R; a++) {
    if (mode->c.use[a] != CONTACT_IN_FORCE) continue;
    const double off[] = {gap[a] / size[a], gap[MODES_R + a] / size[MODES_R + a]};
    for (int k = 0; k < 2; k++)
      if (mode_holds(a, k == 0) && fabs(off[k]) > *error) *error = fabs(off[k]), worst = 2 * a + k;
  }
  return worst;
}

// Columns of the model, then the multipliers of all constraints, then the error of those in force.
static void fmu_row(const Flow *flow, double t, const double *y, double *to) {
  double full[MODE_FULL + 1];
  mode_motion(flow->own, t, y, full);
  mode_row(flow->fixed, t, full, to);
  for (int a = 0; a < MODES_R; a++) to[FMU_COLUMNS - 1 - MODES_R + a] = full[MODE_STATE + MODES_N + a];
  (void) fmu_worst(flow->own, &to[FMU_COLUMNS - 1]);
}

// Of the gaps that are open and of the crossings, unless these depend on accelerations or multipliers.
static void fmu_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const Mode *mode = flow->own;
  Bounds all[1 + MODE_FULL];
  memcpy(all, ty, (1 + FMU_N) * sizeof *ty);
  for (int i = 1 + FMU_N; i < 1 + MODE_FULL; i++) all[i] = bounds_of_number(0);
  if (MODE_CROSSINGS > 0) fmu_bound_tape(&fmu_crossing_tape, flow->fixed, all, flow->bounds_work);
  for (int i = 0; i < MODE_CROSSINGS; i++) g[i] = flow->bounds_work[fmu_crossing_tape.output[i]];
  fmu_bound_tape(&fmu_terms_tape, flow->fixed, ty, flow->bounds_work);
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++)
    if (mode_is_unilateral[a])
      g[k++] = mode->c.use[a] == CONTACT_OFF ? bounds_of_number(1)
                                        : flow->bounds_work[fmu_terms_tape.output[MODE_AT_GAP + a]];
}

static int fmu_has_bounds(const Mode *mode) {
  for (int a = 0; a < MODES_R; a++)
    if (mode_is_unilateral[a] && mode->c.use[a] == CONTACT_IN_FORCE) return 0;
  return !MODES_USES_MOTION && FMU_BOUNDS;
}

// --- derivatives ---------------------------------------------------------------------------------

enum { FMU_OF_RATES, FMU_OF_ROW, FMU_OF_EVENTS };

// M x = F + B^T lambda, A x = b: M dx - B^T dlambda = dF - dM x + dB^T lambda, A dx = db - dA x. d: derivatives of the
// terms; behind full, those of accelerations and multipliers go to change.
static void fmu_derive_motion(Mode *mode, const double *d, const double *full, double *change) {
  Push *push = &mode->c.push;
  const double *x = full + MODE_STATE, *lambda = x + MODES_N, *terms = mode->terms;
  push->r = 0;
  for (int a = 0; a < MODES_R; a++)
    if (mode->c.use[a] == CONTACT_IN_FORCE)
      push_add(push, (size_t) a, terms + MODE_AT_A, terms + MODE_AT_B, terms[MODE_AT_BIAS + a], false);
  const int good = push_solve_all(push, mode->M, terms + MODE_AT_F);
  double *f = push_sides(push, NULL);
  for (int i = 0; i < MODES_N; i++) {
    double sum = d[MODE_AT_F + i];
    for (int j = 0; j < MODES_N; j++)
      sum -= d[i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i] * x[j];
    for (int a = 0; a < MODES_R; a++) sum += d[MODE_AT_B + a * MODES_N + i] * lambda[a];
    f[i] = sum;
  }
  for (size_t k = 0; k < push->kept; k++) {
    const int a = push->row[push->keep[k]];
    double sum = d[MODE_AT_BIAS + a];
    for (int i = 0; i < MODES_N; i++) sum -= d[MODE_AT_A + a * MODES_N + i] * x[i];
    f[MODES_N + k] = sum;
  }
  if (good) push_eliminate(push);
  const int solved = good && !push->singular;
  for (int i = 0; i < MODES_N; i++) change[i] = solved ? push->x[i] : (double) NAN;
  for (int a = 0; a < MODES_R; a++) change[MODES_N + a] = 0;
  for (size_t k = 0; k < push->kept; k++)
    change[MODES_N + push->row[push->keep[k]]] = solved ? push->lambda[push->keep[k]] : (double) NAN;
}

// Of a row and of the events: by tapes with accelerations and multipliers.
static void fmu_derive_row(const Flow *flow, double t, const double *full, const double *seeds, const double *d,
                           double *work, double *result) {
  const Mode *mode = flow->own;
  double error;
  const int worst = fmu_worst(mode, &error), a = worst / 2, rate = worst % 2;
  const double *change = fmu_play(&fmu_shown_tape, flow->fixed, t, full, seeds, work);
  for (int i = 0; i < FMU_COLUMNS - 1 - MODES_R; i++) result[i] = change[fmu_shown_tape.output[i]];
  for (int k = 0; k < MODES_R; k++)
    result[FMU_COLUMNS - 1 - MODES_R + k] = seeds[FMU_P + 1 + MODE_STATE + MODES_N + k];
  result[FMU_COLUMNS - 1] = 0;
  if (worst < 0) return;
  const double value = mode->terms[MODE_AT_GAP + rate * MODES_R + a], size = mode->terms[MODE_AT_SIZE + rate * MODES_R + a];
  const double change_of = d[MODE_AT_GAP + rate * MODES_R + a], of_size = d[MODE_AT_SIZE + rate * MODES_R + a];
  result[FMU_COLUMNS - 1] = (value < 0 ? -1 : 1) * (change_of - value / size * of_size) / size;
}

static void fmu_derive_events(const Flow *flow, double t, const double *full, const double *seeds, const double *d,
                              double *work, double *result) {
  const Mode *mode = flow->own;
  if (MODE_CROSSINGS > 0) {
    const double *change = fmu_play(&fmu_crossing_tape, flow->fixed, t, full, seeds, work);
    for (int i = 0; i < MODE_CROSSINGS; i++) result[i] = change[fmu_crossing_tape.output[i]];
  }
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    result[k++] = mode->c.use[a] == CONTACT_OFF       ? 0
                  : mode->c.use[a] == CONTACT_WATCHED ? d[MODE_AT_GAP + a]
                                                 : seeds[FMU_P + 1 + MODE_STATE + MODES_N + a];
  }
}

// As in fmu_flow.h.
static void fmu_derive(const Flow *flow, int of, double t, const double *y, const double *seed, double *work,
                       double *result) {
  Mode *mode = flow->own;
  double full[MODE_FULL + 1], d[MODE_TERMS + 1], seeds[FMU_P + 1 + MODE_FULL + 1];
  mode_motion(mode, t, y, full);
  const double *change = fmu_play(&fmu_terms_tape, flow->fixed, t, y, seed, work);
  for (int i = 0; i < MODE_TERMS; i++) d[i] = change[fmu_terms_tape.output[i]];
  memcpy(seeds, seed, (FMU_P + 1 + FMU_N) * sizeof *seeds);
  fmu_derive_motion(mode, d, full, seeds + FMU_P + 1 + FMU_N);
  if (of == FMU_OF_ROW) fmu_derive_row(flow, t, full, seeds, d, work, result);
  if (of == FMU_OF_EVENTS) fmu_derive_events(flow, t, full, seeds, d, work, result);
  for (int i = 0; of == FMU_OF_RATES && i < FMU_N; i++)
    result[i] = seeds[FMU_P + 1 + MODES_N + i];  // velocities, then accelerations
}
