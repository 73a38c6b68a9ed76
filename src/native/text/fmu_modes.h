// native/text/fmu_modes.h: the motion of an FMU whose constraints come and go: the equations of the mode it is in.
//
// A part of exported C, plain C99, after fmu_tape.h and modes.h, in place of fmu_flow.h. The discrete part of a state
// is in an FmuDiscrete; flow->own is the Mode of the instance. The tapes fmu_terms_tape, fmu_crossing_tape and
// fmu_shown_tape are the functions of modes.h as data; y of the last two has accelerations and multipliers after the
// state. A mode among fmu_flows has equations of its own, those of `simulate`; for others, the rows in force are
// solved.

// Returns the equations of the present mode, or NULL.
static const FmuModeFlow *fmu_own(const Flow *flow) {
  const Mode *mode = flow->own;
  return mode->flow;
}

static void fmu_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  const FmuModeFlow *own = fmu_own(flow);
  if (own != NULL)
    own->rate(flow->fixed, t, y, yd, watch);
  else
    mode_rates(flow->own, t, y, yd);
}

static void fmu_project(const Flow *flow, double t, double *y) {
  const FmuModeFlow *own = fmu_own(flow);
  if (own == NULL)
    mode_project(flow->own, t, y);
  else if (own->project != NULL)
    own->project(flow->fixed, t, y);
}

static void fmu_event(const Flow *flow, double t, const double *y, double *g) {
  const FmuModeFlow *own = fmu_own(flow);
  if (own != NULL)
    own->event(flow->fixed, t, y, g);
  else
    mode_events(flow->own, t, y, g);
}

static void fmu_residual(const Flow *flow, double t, const double *y, double *r) {
  const FmuModeFlow *own = fmu_own(flow);
  if (own != NULL) own->residual(flow->fixed, t, y, r);
}

// Finds the constraint in force that is violated most, in parts of its terms: 2a for its position, 2a + 1 for its
// rate; or -1.
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

static void fmu_own_row(const FmuModeFlow *own, const double *p, double t, const double *y, double *to) {
  double row[FMU_WIDEST + 1], error = 0;
  own->row(p, t, y, row);
  for (int i = 0; i < FMU_COLUMNS - 1; i++) to[i] = own->column[i] >= 0 ? row[own->column[i]] : 0;
  for (int i = 0; i < own->row_residuals; i++) error = fmax(error, fabs(row[own->columns - 1 + i]));
  to[FMU_COLUMNS - 1] = error;
}

// Computes a row: columns of the model, then the multipliers of all constraints, then the error of those in force.
static void fmu_row(const Flow *flow, double t, const double *y, double *to) {
  if (fmu_own(flow) != NULL) {
    fmu_own_row(fmu_own(flow), flow->fixed, t, y, to);
    return;
  }
  double full[MODE_FULL + 1];
  mode_motion(flow->own, t, y, full);
  mode_row(flow->fixed, t, full, to);
  for (int a = 0; a < MODES_R; a++) to[FMU_COLUMNS - 1 - MODES_R + a] = full[MODE_STATE + MODES_N + a];
  (void) fmu_worst(flow->own, &to[FMU_COLUMNS - 1]);
}

// Bounds the open gaps, and the crossings unless these depend on accelerations or multipliers.
static void fmu_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const Mode *mode = flow->own;
  if (mode->flow != NULL) {
    const FmuTape *tape = mode->flow->tape[FMU_OF_EVENTS];
    fmu_bound_tape(tape, flow->fixed, ty, flow->bounds_work);
    for (int i = 0; i < FMU_EVENTS; i++) g[i] = flow->bounds_work[tape->output[i]];
    return;
  }
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
  if (mode->flow != NULL) return mode->flow->bounded;
  for (int a = 0; a < MODES_R; a++)
    if (mode_is_unilateral[a] && mode->c.use[a] == CONTACT_IN_FORCE) return 0;
  return !MODES_USES_MOTION && FMU_BOUNDS;
}

// Makes a flow that of the present mode.
static void fmu_choose_flow(const FmuDiscrete *discrete, Mode *mode, Flow *flow) {
  int k = 0;
  while (k < FMU_FLOWS && memcmp(fmu_flows[k].use, mode->c.use, MODES_R * sizeof *mode->c.use) != 0) k++;
  if (k < FMU_FLOWS && discrete->turned[k]) k = fmu_flows[k].next;
  const FmuModeFlow *own = mode->flow = k < FMU_FLOWS ? &fmu_flows[k] : NULL;
  flow->watched = own != NULL ? (size_t) own->watched : 0;
  flow->residuals = own != NULL ? (size_t) own->residuals : 0;
  flow->monitored = own != NULL && own->monitored;
  flow->project = own == NULL || own->project != NULL ? fmu_project : NULL;
  flow->bounds = fmu_has_bounds(mode) ? fmu_bounds : NULL;
}

// A pivot nearly vanishes: changes to the equations of this mode that search for pivots. Returns 0 without such
// equations.
static int fmu_turn(FmuDiscrete *discrete, const Mode *mode) {
  if (mode->flow == NULL || mode->flow->next < 0) return 0;
  discrete->turned[mode->flow - fmu_flows] = 1;
  return 1;
}

// --- derivatives ---------------------------------------------------------------------------------

// M x = F + B^T lambda, A x = b: M dx - B^T dlambda = dF - dM x + dB^T lambda, A dx = db - dA x. d: derivatives of the
// terms; change: those of accelerations and multipliers, which follow the state in full.
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

// Derivatives of a row and of the events, by tapes with accelerations and multipliers.
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

static void fmu_derive_own(const FmuModeFlow *own, const double *p, int of, double t, const double *y, const double *seed,
                           double *work, double *result) {
  const int lengths[] = {FMU_N, 0, FMU_EVENTS};
  const FmuTape *tape = own->tape[of];
  const double *d = fmu_derive_tape(tape, p, t, y, seed, work, lengths[of], result);
  if (of != FMU_OF_ROW) return;
  for (int i = 0; i < FMU_COLUMNS - 1; i++) result[i] = own->column[i] >= 0 ? d[tape->output[own->column[i]]] : 0;
  result[FMU_COLUMNS - 1] = fmu_derive_largest(tape, d, work, own->columns - 1, own->columns - 1 + own->row_residuals);
}

// As in fmu_flow.h.
static void fmu_derive(const Flow *flow, int of, double t, const double *y, const double *seed, double *work,
                       double *result) {
  Mode *mode = flow->own;
  if (mode->flow != NULL) {
    fmu_derive_own(mode->flow, flow->fixed, of, t, y, seed, work, result);
    return;
  }
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
