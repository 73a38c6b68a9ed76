// native/text/switch_main.h: follows a motion whose forces switch, with steps of one length, as a part of exported C.
//
// It takes steps of the classical Runge-Kutta method, each followed by a projection onto the constraints and onto the
// surfaces that the motion slides along; an event is found within a step by halving. The state ends with FLOW_SIDES
// sides. It comes after slide.h, slide_decide.h, switched.h and switching.h; MODEL(name) is a name of the file.

typedef struct {
  Flow flow;
  const Flow *now;  // `flow`, or the flow along surfaces
  Switching switching;
  bool on[FLOW_SIDES], open[FLOW_SIDES], held[FLOW_SIDES];
  int direction[FLOW_EVENTS];
  EventWatch watch;
} SwitchRun;

static void flow_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  double all[FLOW_N + 2 * FLOW_WATCHED];
  flow_rates(flow->fixed, t, y, all);
  memcpy(yd, all, FLOW_N * sizeof *yd);
  memcpy(watch, all + FLOW_N, 2 * FLOW_WATCHED * sizeof *watch);
}

static void flow_event(const Flow *flow, double t, const double *y, double *g) {
  flow_events(flow->fixed, t, y, g);
}

static void flow_slope(const Flow *flow, double t, const double *y, double *w) {
  flow_slopes(flow->fixed, t, y, w);
}

static void flow_move(const double *p, double t, double *y, int first, int count,
                      void (*find)(const double *p, double t, const double *y, double *change)) {
  for (int round = 0; round < 5 && count > 0; round++) {
    double change[FLOW_N], size = 0, largest = 0;
    find(p, t, y, change);
    for (int i = 0; i < count; i++) {
      y[first + i] += change[i];
      size = fmax(size, fabs(y[first + i]));
      largest = fmax(largest, fabs(change[i]));
    }
    if (!(largest > 1e-8 * size)) return;
  }
}

static void flow_project(const Flow *flow, double t, double *y) {
  flow_move(flow->fixed, t, y, 0, FLOW_POSITIONS, flow_positions);
  flow_move(flow->fixed, t, y, FLOW_FIRST, FLOW_SPEEDS, flow_velocities);
}

static void event_watch_expect(EventWatch *watch, size_t event, int sign) {
  event_watch_gone(watch, event, sign, 0);
}

static void event_watch_gone(EventWatch *watch, size_t event, int sign, double floor) {
  watch->sign[event] = sign;
  watch->floor[event] = floor;
}

// Finds the sides from here on. Returns 2 if they are not determined.
static int switch_turn(SwitchRun *run, double t, double *y, size_t event, double span) {
  Switching *s = &run->switching;
  const SwitchKind kind = switching_decide(s, &run->flow, t, y, event, span, &run->watch);
  run->now = s->sliding ? slide_along(s->slide, &run->flow, run->on) : &run->flow;
  if (kind == SWITCH_UNDECIDED || kind == SWITCH_CROWDED) return 2;
  flow_project(&run->flow, t, y);
  // functions that are not open have the signs of their sides
  for (int i = 0; i < FLOW_SIDES; i++)
    if (!run->open[i]) event_watch_expect(&run->watch, (size_t) (FLOW_STOPS + i), y[FLOW_N - FLOW_SIDES + i] > 0 ? 1 : -1);
  for (int i = 0; i < FLOW_STOPS; i++) run->watch.sign[i] = 0;
  return 0;
}

static void switch_step(const SwitchRun *run, double t, double h, const double *y, double *to) {
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double k[FLOW_N] = {0}, x[FLOW_N], sum[FLOW_N] = {0}, watch[2 * FLOW_WATCHED + 1];
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < FLOW_N; i++) x[i] = y[i] + part[s] * h * k[i];
    run->now->rate(run->now, t + part[s] * h, x, k, watch);
    for (int i = 0; i < FLOW_WATCHED; i++)
      if (!(fabs(watch[i]) > FLOW_LEAST * fabs(watch[FLOW_WATCHED + i]))) k[0] = (double) NAN;
    for (int i = 0; i < FLOW_N; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < FLOW_N; i++) to[i] = y[i] + h / 6 * sum[i];
  run->now->project(run->now, t + h, to);
}

static void switch_events(const SwitchRun *run, double t, const double *y, double *g) {
  double x[FLOW_N];
  memcpy(x, y, sizeof x);
  if (run->now->settle != NULL) run->now->settle(run->now, t, x);
  flow_events(run->flow.fixed, t, x, g);
}

// Returns the part of the step of length h from y at which event i has lost its sign.
static double switch_zero(const SwitchRun *run, int i, double t, double h, const double *y) {
  double a = 0, b = 1, x[FLOW_N], g[FLOW_EVENTS];
  for (int round = 0; round < 60; round++) {
    const double middle = a + (b - a) / 2;
    if (!(middle > a && middle < b) || t + middle * h == t + b * h) break;
    switch_step(run, t, middle * h, y, x);
    switch_events(run, t + middle * h, x, g);
    if (g[i] * run->watch.sign[i] + run->watch.floor[i] > 0)
      a = middle;
    else
      b = middle;
  }
  return b;
}

static int sign_of_event(double g) {
  return (g > 0) - (g < 0);
}

// Takes a step of length h, or up to its first event, which is returned. *h becomes its length.
static int switch_advance(SwitchRun *run, double t, double *h, double *y) {
  double z[FLOW_N], g[FLOW_EVENTS], first = 2;
  int event = FLOW_EVENTS;
  switch_events(run, t, y, g);
  for (int i = 0; i < FLOW_EVENTS; i++)
    if (run->watch.sign[i] == 0) run->watch.sign[i] = sign_of_event(g[i]);
  switch_step(run, t, *h, y, z);
  switch_events(run, t + *h, z, g);
  for (int i = 0; i < FLOW_EVENTS; i++) {
    const int direction = run->direction[i], sign = sign_of_event(g[i]), before = run->watch.sign[i];
    if (sign * before < 0 && fabs(g[i]) <= run->watch.floor[i]) continue;
    if (sign == before) run->watch.floor[i] = 0;
    if (direction != EVENT_OFF && sign * before < 0 && direction * sign >= 0) {
      const double zero = switch_zero(run, i, t, *h, y);
      if (zero < first) first = zero, event = i;
    } else if (sign != 0) {
      run->watch.sign[i] = sign;
    }
  }
  if (first <= 1) {
    *h *= first;
    switch_step(run, t, *h, y, z);
  }
  memcpy(y, z, sizeof z);
  return event;
}

static void switch_show(const SwitchRun *run, double t, const double *y, void (*row)(double t, const double *y)) {
  double x[FLOW_N];
  memcpy(x, y, sizeof x);
  if (run->now->settle != NULL) run->now->settle(run->now, t, x);
  row(t, x);
}

static void switch_open(SwitchRun *run, const double *p, double t, double *y) {
  double g[FLOW_EVENTS];
  memset(run, 0, sizeof *run);
  run->flow = (Flow){.fixed = p, .n = FLOW_N, .watched = FLOW_WATCHED, .events = FLOW_EVENTS, .sides = FLOW_SIDES,
                     .rate = flow_rate, .project = flow_project, .event = flow_event, .order = flow_order, .slope = flow_slope};
  run->now = &run->flow;
  for (int i = 0; i < FLOW_SIDES; i++) y[FLOW_N - FLOW_SIDES + i] = 0;
  flow_events(p, t, y, g);
  for (int i = 0; i < FLOW_SIDES; i++) y[FLOW_N - FLOW_SIDES + i] = g[FLOW_STOPS + i] < 0 ? -1 : 1;
  for (int i = 0; i < FLOW_EVENTS; i++) run->direction[i] = i < FLOW_STOPS ? flow_direction[i] : EVENT_OFF;
  run->switching = (Switching){.sides = FLOW_SIDES, .first = FLOW_STOPS, .last = (double) NAN, .on = run->on, .open = run->open,
                               .held = run->held, .direction = run->direction, .slide = slide_create(&run->flow)};
}

// Takes the steps between the rows; returns the result of MODEL(follow).
static int switch_run(SwitchRun *run, double from, double to, long steps, long every, double *y,
                      void (*row)(double t, const double *y)) {
  double t = from;
  int turn = run->switching.slide != NULL ? switch_turn(run, t, y, FLOW_EVENTS, to - from) : 2;
  if (turn == 0) switch_show(run, t, y, row);
  for (long i = 0; i < steps && turn == 0; i++) {
    const double end = i + 1 == steps ? to : from + (to - from) * (double) (i + 1) / (double) steps;
    while (t != end && turn == 0) {
      const double horizon = switching_horizon(&run->switching, t), until = fabs(horizon - t) < fabs(end - t) ? horizon : end;
      double h = until - t;
      const int event = switch_advance(run, t, &h, y);
      t = event < FLOW_EVENTS ? t + h : until;
      if (!(y[0] - y[0] == 0)) return 2;
      if (event < FLOW_STOPS) turn = 1;
      else if (event < FLOW_EVENTS) turn = switch_turn(run, t, y, (size_t) event, to - from);
    }
    if (turn == 0 && switching_is_wrong(&run->switching, &run->flow, t, y)) turn = 2;
    if (turn != 0 || (i + 1) % every == 0 || i + 1 == steps) switch_show(run, t, y, row);
  }
  return turn;
}

int MODEL(follow)(const double *p, double from, double to, double step, long every, double *y,
                  void (*row)(double t, const double *y)) {
  SwitchRun run;
  double all[FLOW_N];
  const long steps = step > 0 ? lrint(ceil(fabs(to - from) / step)) : 0;
  memcpy(all, y, (FLOW_N - FLOW_SIDES) * sizeof *all);
  switch_open(&run, p, from, all);
  const int turn = switch_run(&run, from, to, steps, every > 0 ? every : 1, all, row);
  slide_destroy(run.switching.slide);
  memcpy(y, all, (FLOW_N - FLOW_SIDES) * sizeof *all);
  return turn;
}

#ifndef NO_MAIN

#include <stdio.h>

static void print_row(double t, const double *y) {
  printf("%.17g", t);
  for (int i = 0; i < FLOW_N - FLOW_SIDES; i++) printf(",%.17g", y[i]);
  printf(",%.17g\n", MODEL(energy)(MODEL(parameters), t, y));
}

int main(int count, char **argument) {
  const double from = MODEL(from), to = count > 1 ? atof(argument[1]) : FLOW_TO;
  const double step = count > 2 ? fabs(atof(argument[2])) : fabs(to - from) / 1e4;
  const long steps = step > 0 ? lrint(ceil(fabs(to - from) / step)) : 0;
  double y[FLOW_N - FLOW_SIDES];
  for (int i = 0; i < FLOW_N - FLOW_SIDES; i++) y[i] = MODEL(start)[i];
  printf("t");
  for (int i = 0; i < FLOW_N - FLOW_SIDES; i++) printf(",%s", MODEL(state_names)[i]);
  printf(",energy\n");
  const int turn = MODEL(follow)(MODEL(parameters), from, to, step, steps > 100 ? steps / 100 : 1, y, print_row);
  if (turn == 2) fprintf(stderr, "the motion ends: how it continues is not determined, or steps are too long for it\n");
  return turn == 2;
}

#endif
