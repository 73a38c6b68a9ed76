// native/text/dop853_lanes.h: DOP853 for several motions at once, each in its lane.
//
// In:    runs, as dop853.h takes them
// Out:   the same runs, with the same bits
// How:   The stages of a step, its error, the projection and the polynomial over it come from the same
//        texts as in dop853.h, with the types of lanes.h. Every lane has its own time and step. This
//        text makes the simple decisions of dop853.h with masks: whether a step is good or too long.
//        In any other case (a pivot that dips, a constraint that strays, rates that are not finite, a
//        test for stiffness that is due), dop853.h takes the step for this lane only, from its start.
//
// The including file defines the names that dop853.h needs, with the types of lanes.h, and DRIVE_FIXED,
// the number of parameters of a run together with the values computed from them. It includes lanes.h,
// drive.h, drive_lanes.h, lane_state.h, each.h, coefficients.h and stages.h before this text.

// --- runs and lanes ------------------------------------------------------------------------------

#define LANES_STIFF_EVERY 1000  // as STIFF_EVERY of dop853.h
#define LANES_PIVOT_DIP 0.1     // as PIVOT_DIP of step.h

// Loads the state of a run into a lane, with everything that may have changed along with it.
static void load_lane(LaneState *d, const WORK *k, const Drive *run, int lane) {
  d->runs[lane] = -1;
  d->t[lane] = run->t;
  d->end[lane] = run->end;
  d->h[lane] = run->h;
  d->memory[lane] = run->memory;
  d->later[lane] = run->later;
  d->refused[lane] = run->refused ? -1 : 0;
  d->from[lane] = run->from;
  d->step[lane] = run->step;
  d->digits[lane] = run->digits;
  d->slack[0][lane] = run->slack[0];
  d->slack[1][lane] = run->slack[1];
  d->next[lane] = run->done_times < run->n_times ? run->times[run->done_times] : (double) NAN;
  // a test for stiffness follows the last step of a stretch; while there are signs, it follows every step
  const long rest = LANES_STIFF_EVERY - run->steps % LANES_STIFF_EVERY;
  d->unsuspected[lane] = run->stiff_signs > 0 ? 1 : (double) rest;
  for (int i = 0; i < DRIVE_N; i++) {
    k->y[i][lane] = run->y[i];
    k->k1[i][lane] = run->yd[i];
    k->carry[i][lane] = run->carry[i];
  }
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    d->side[i][lane] = run->side[i];
    d->largest[i][lane] = run->largest[i];
    d->ask[i][lane] = run->ask[i];
  }
}

// Loads what stays constant in a run.
static void load_run(LaneState *d, const Drive *run, int lane) {
  d->rtol[lane] = run->rtol;
  d->atol[lane] = run->atol;
  d->least[lane] = run->least;
  d->blur[lane] = run->blur;
  d->events[lane] = run->events > 0 ? -1 : 0;
  for (int i = 0; i < DRIVE_FIXED; i++) d->parameters[i][lane] = run->parameters[i];
}

// Copies a lane back into its run.
static void store_lane(LaneState *d, const WORK *k, Drive *run, int lane) {
  const int moved = d->steps[lane] > 0;
  run->t = d->t[lane];
  run->h = d->h[lane];
  run->memory = d->memory[lane];
  run->later = d->later[lane];
  run->refused = d->refused[lane] != 0;
  run->from = d->from[lane];
  run->step = d->step[lane];
  run->steps += (long) d->steps[lane];
  run->rejected += (long) d->rejected[lane];
  run->calls += (long) d->calls[lane];
  d->steps[lane] = d->rejected[lane] = d->calls[lane] = 0;
  for (int i = 0; i < DRIVE_N; i++) {
    run->y[i] = k->y[i][lane];
    run->yd[i] = k->k1[i][lane];
    run->carry[i] = k->carry[i][lane];
  }
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    run->side[i] = d->side[i][lane];
    run->largest[i] = d->largest[i][lane];
  }
  if (DRIVE_WATCHED == 0 || !moved) return;
  run->bracket[0] = run->from + run->step;
  run->pivot = -1;
}

// May lanes take the steps of a run? Not near a singularity, nor if pivots limit the steps.
static int fits(const Drive *run) {
  return run->h != 0 && !(run->way > 0) && !run->falls;
}

// Lets the driver for one motion continue a run, for this many steps.
static int drive_alone(DriveLanes *l, Drive *run, long steps) {
  const long budget = run->budget, before = run->steps;
  run->budget = steps;
  const int reason = l->drive(run);
  run->budget = budget;
  l->alone += run->steps - before;
  return reason;
}

// Leaves a lane without a run.
static void rest_lane(LaneState *d, int lane) {
  d->runs[lane] = 0;
  d->t[lane] = d->end[lane] = d->h[lane] = 0;
}

// Gives lanes that never had a run the numbers of one that has. What is computed in them is not used, but must not take
// longer: functions of NaN do.
static void fill_idle(DriveLanes *l, LaneState *d, const WORK *k) {
  int busy = -1;
  DAL_EACH if (d->runs[lane]) busy = lane;
  if (busy < 0) return;
  DAL_EACH {
    if (d->runs[lane]) continue;
    load_run(d, l->run[busy], lane);
    load_lane(d, k, l->run[busy], lane);
    rest_lane(d, lane);
  }
}

// Fills a lane with a run that it can continue. A run that has not begun begins alone.
static void fill_lane(DriveLanes *l, LaneState *d, const WORK *k, int lane) {
  Drive *run;
  while ((run = l->run[lane]) != NULL) {
    int reason = run->h == 0 ? drive_alone(l, run, 0) : DRIVE_PAUSE;
    if (reason == DRIVE_PAUSE && fits(run)) {
      load_run(d, run, lane);
      load_lane(d, k, run, lane);
      d->left[lane] = (double) run->budget;
      return;
    }
    if (reason == DRIVE_PAUSE) reason = drive_alone(l, run, run->budget);
    l->turn(l, lane, reason);
  }
  rest_lane(d, lane);
}

// Lets the driver for one motion take one step from the state in the lane.
static void step_alone(DriveLanes *l, LaneState *d, const WORK *k, int lane) {
  Drive *run = l->run[lane];
  store_lane(d, k, run, lane);
  int reason = drive_alone(l, run, 1);
  d->left[lane] -= 1;
  if (reason == DRIVE_PAUSE && fits(run)) {
    load_lane(d, k, run, lane);
    return;
  }
  if (reason == DRIVE_PAUSE) reason = drive_alone(l, run, (long) d->left[lane]);
  l->turn(l, lane, reason);
  fill_lane(l, d, k, lane);
}

// --- steps ---------------------------------------------------------------------------------------

DAL_ALWAYS dal_real sign_of(dal_real x) {
  return dal_from_bits((dal_bits_of(x) & 0x8000000000000000ULL) | 0x3ff0000000000000ULL);
}

// Returns the lanes whose pivots, after a good step, need dop853.h: one of them vanishes, dips, leaves
// zero, loses its digits, or has become so small that other variables are to be asked for.
DAL_ALWAYS dal_mask pivots_worry(const LaneState *d) {
  dal_mask worry = {0};
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const dal_real now = dal_fabs(d->watch[i]), before = dal_fabs(d->side[i]);
    const dal_real measure = dal_fabs(d->watch[DRIVE_WATCHED + i]);
    const dal_real larger = dal_select(before > now, before, now);
    const dal_real largest = dal_select(now > d->largest[i], now, d->largest[i]);
    const dal_real lowest = dal_select(d->watch[i] * d->side[i] < 0.0, 0.0,
                                       dal_select(now < d->lowest[i], now, d->lowest[i]));
    worry |= ~(dal_mask) (now > d->least * measure);
    worry |= (dal_mask) (now >= before) & ~(dal_mask) (before > d->blur * d->largest[i]);
    worry |= (dal_mask) (lowest < LANES_PIVOT_DIP * larger);
    worry |= (dal_mask) (now < d->digits * measure);
    worry |= (dal_mask) (now < d->ask[i] * largest);
  }
  return worry;
}

DAL_ALWAYS void keep_pivots(LaneState *d, dal_mask accepted) {
  for (int i = 0; i < DRIVE_WATCHED; i++) {
    const dal_real now = dal_fabs(d->watch[i]);
    const dal_real largest = dal_select(now > d->largest[i], now, d->largest[i]);
    d->side[i] = dal_select(accepted, d->watch[i], d->side[i]);
    d->largest[i] = dal_select(accepted, largest, d->largest[i]);
  }
}

// Returns the lanes in which the tolerances do not explain the error of a constraint.
DAL_ALWAYS dal_mask constraints_stray(const LaneState *d, dal_real t, const dal_real *y) {
  dal_mask stray = {0};
#if DRIVE_RESIDUAL_COUNT > 0
  dal_real r[3 * DRIVE_RESIDUAL_COUNT];
  DRIVE_RESIDUALS(t, y, r);
  for (int i = 0; i < DRIVE_RESIDUAL_COUNT; i++) {
    const dal_real explained = d->slack[0] * r[DRIVE_RESIDUAL_COUNT + i] +
                               d->slack[1] * r[2 * DRIVE_RESIDUAL_COUNT + i];
    stray |= ~(dal_mask) (dal_fabs(r[i]) <= explained);
  }
#else
  (void) d, (void) t, (void) y;
#endif
  return stray;
}

// Does what is due after a step: events, rows. Copies the polynomial over the step to the run if it was
// computed.
static void look_around(DriveLanes *l, LaneState *d, const WORK *k, int lane, int dense) {
  Drive *run = l->run[lane];
  store_lane(d, k, run, lane);
  for (int i = 0; dense && i < DRIVE_DENSE * DRIVE_N; i++) run->dense[i] = d->dense[i][lane];
  if (d->events[lane] && l->has_event(run)) {
    l->turn(l, lane, DRIVE_EVENT);
    fill_lane(l, d, k, lane);
    return;
  }
  if (run->done_times < run->n_times) l->fill_rows(run, run->t);
  d->next[lane] = run->done_times < run->n_times ? run->times[run->done_times] : (double) NAN;
}

// Takes one step in every lane, or attempts it.
static inline void step_lanes(DriveLanes *l, LaneState *d, const WORK *k) {
  const dal_mask last = (dal_mask) ((d->t + 1.01 * d->h - d->end) * sign_of(d->h) > 0.0);
  const dal_real h = dal_select(last, (d->end - d->t) - d->later, d->h);
  const dal_real end = dal_select(last, d->end, d->t + (h + d->later)), sign = sign_of(h);
  dal_real size, memory = d->memory;
  const dal_real error = DRIVE_NAME(take_step)(d, k, h, &size);
  const dal_real most = dal_select(d->refused, 1.0, STEP_MOST);
  const dal_real factor = DRIVE_NAME(step_factor)(&memory, error, size, most);
  const dal_mask known = d->runs & (dal_mask) (error >= 0.0);
  const dal_mask small = known & (dal_mask) (error <= 1.0);
  dal_mask trouble = d->runs & ~known, good = small;
  if (dal_any(small)) {
    DRIVE_PROJECT(end, k->z);
    DRIVE_RATE(end, k->z, k->k13);
    good &= (dal_mask) DRIVE_NAME(is_finite)(d, k->k13) & ~pivots_worry(d) &
            ~constraints_stray(d, end, k->z) & (dal_mask) (d->unsuspected > 1.0);
    trouble |= small & ~good;
  }
  const dal_mask refused = known & ~small, tried = good | refused;
  d->calls += dal_select(tried, (double) STAGE_CALLS, 0.0);
  d->h = dal_select(tried, h * factor, d->h);
  d->memory = dal_select(tried, memory, d->memory);
  d->refused = refused | (d->refused & ~good);
  d->left -= dal_select(tried, 1.0, 0.0);
  d->rejected += dal_select(refused, 1.0, 0.0);

  // what follows a good step, which has not been taken yet
  const dal_real way = (d->next - end) * sign;
  const dal_mask inside = good & (d->events | (dal_mask) (way < 0.0));
  const dal_mask due = good & (d->events | (dal_mask) (way <= 0.0));
  keep_pivots(d, good);
  if (dal_any(inside)) DRIVE_NAME(find_dense)(d, k, h);
  d->calls += dal_select(good, 1.0, 0.0) + dal_select(inside, (double) DENSE_CALLS, 0.0);
  d->steps += dal_select(good, 1.0, 0.0);
  d->unsuspected -= dal_select(good, 1.0, 0.0);
  d->from = dal_select(good, d->t, d->from);
  d->step = dal_select(good, h, d->step);
  d->later = dal_select(good, (h + d->later) - (end - d->t), d->later);
  d->t = dal_select(good, end, d->t);
  EACH k->carry[i] = dal_select(good, k->lost[i], k->carry[i]);
  EACH k->y[i] = dal_select(good, k->z[i], k->y[i]);
  EACH k->k1[i] = dal_select(good, k->k13[i], k->k1[i]);
  l->steps++;
  if (!dal_any(due | trouble)) return;
  DAL_EACH {
    if (due[lane]) look_around(l, d, k, lane, inside[lane] != 0);
    if (trouble[lane]) step_alone(l, d, k, lane);
  }
}

// Hands over a run that ends here, or has used up its budget.
static void turn_lane(DriveLanes *l, LaneState *d, const WORK *k, int lane) {
  const int reason = d->t[lane] == d->end[lane] ? DRIVE_DONE
                     : d->left[lane] <= 0       ? DRIVE_PAUSE
                                                : DRIVE_SMALL_STEP;
  store_lane(d, k, l->run[lane], lane);
  l->turn(l, lane, reason);
  fill_lane(l, d, k, lane);
}

const int lanes_width = DAL_WIDTH;

void lanes_drive(DriveLanes *l) {
  dal_real storage[DRIVE_WORK * DRIVE_N], carry[DRIVE_N];
  LaneState state, *const d = &state;
  memset(storage, 0, sizeof storage);
  memset(carry, 0, sizeof carry);
  memset(&state, 0, sizeof state);
  const WORK work = DRIVE_NAME(work_in)(d, storage, carry), *const k = &work;
  DAL_EACH fill_lane(l, d, k, lane);
  fill_idle(l, d, k);
  while (dal_any(d->runs)) {
    const dal_mask small = ~(dal_mask) (dal_fabs(d->h) > DRIVE_LEAST_STEP * dal_fabs(d->t));
    const dal_mask ends =
      d->runs & ((dal_mask) (d->t == d->end) | (dal_mask) (d->left <= 0.0) | small);
    if (!dal_any(ends)) {
      step_lanes(l, d, k);
      continue;
    }
    DAL_EACH if (ends[lane]) turn_lane(l, d, k, lane);
  }
}

// For tests: computes the rates of all lanes.
void lanes_rate(const double *p, const double *t, const double *y, double *yd, double *w) {
  dal_real from[DRIVE_FIXED + 1], at, state[DRIVE_N], rates[DRIVE_N], watch[2 * DRIVE_WATCHED + 1];
  DAL_EACH {
    at[lane] = t[lane];
    for (int i = 0; i < DRIVE_FIXED; i++) from[i][lane] = p[lane * DRIVE_FIXED + i];
    for (int i = 0; i < DRIVE_N; i++) state[i][lane] = y[lane * DRIVE_N + i];
  }
  rate(from, at, state, rates, watch);
  DAL_EACH {
    for (int i = 0; i < DRIVE_N; i++) yd[lane * DRIVE_N + i] = rates[i][lane];
    for (int i = 0; i < 2 * DRIVE_WATCHED; i++) w[lane * 2 * DRIVE_WATCHED + i] = watch[i][lane];
  }
}
