// native/text/modes_main.h: follows a motion whose constraints come and go, with steps of one length, as a part of exported C.
//
// It takes steps of the classical Runge-Kutta method, each followed by a projection onto the constraints in force,
// and onto the surfaces that the motion slides along if forces switch; an event is found within a step by halving.
// MODEL(name) is a name of the file. With MODES_SIDES it is included after switching.h, which works on a flow: here
// that of a mode.

enum { MODE_EVENTS_MOST = 10000 };  // in a step

typedef struct {
  Mode mode;
  ModePast past;
  EventWatch watch;  // of each event: its sign, and how far rounding may put it on the other side
  double limit;      // the latest end of a step, so that no flight is overlooked
  double span;       // of the run
#if MODES_SIDES > 0
  Flow flow;
  const Flow *now;  // `flow`, or the flow along surfaces
  Switching switching;
  bool on[MODES_SIDES], open[MODES_SIDES], held[MODES_SIDES];
  int direction[MODE_ALL_EVENTS];
#endif
} ModeRun;

// --- forces that switch

#if MODES_SIDES > 0
static void mode_flow_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) watch;
  mode_rates(flow->own, t, y, yd);
}

static void mode_flow_project(const Flow *flow, double t, double *y) {
  mode_project(flow->own, t, y);
}

static void mode_flow_event(const Flow *flow, double t, const double *y, double *g) {
  mode_events(flow->own, t, y, g);
}

static void mode_flow_slope(const Flow *flow, double t, const double *y, double *w) {
  double full[MODE_FULL], surface[3 * MODES_SIDES];
  mode_motion(flow->own, t, y, full);
  mode_find_surfaces(flow->own, t, full, surface);
  memcpy(w, surface + MODES_SIDES, 2 * MODES_SIDES * sizeof *w);
}

static void event_watch_expect(EventWatch *watch, size_t event, int sign) {
  event_watch_gone(watch, event, sign, 0);
}

static void event_watch_gone(EventWatch *watch, size_t event, int sign, double floor) {
  watch->sign[event] = sign;
  watch->floor[event] = floor;
}

static void mode_open_sides(ModeRun *run, const double *p) {
  run->flow = (Flow){.fixed = p, .n = MODE_Y, .events = MODE_ALL_EVENTS, .sides = MODES_SIDES, .rate = mode_flow_rate,
                     .project = mode_flow_project, .event = mode_flow_event, .order = mode_order, .slope = mode_flow_slope,
                     .own = &run->mode};
  run->now = &run->flow;
  run->switching.slide = slide_create(&run->flow);
}

// Finds the sides after the event. Returns 0 if they are not determined.
static int mode_decide(ModeRun *run, double t, double *y, int event) {
  Switching *s = &run->switching;
  const SwitchKind kind = switching_decide(s, &run->flow, t, y, (size_t) event, run->span, &run->watch);
  run->now = s->sliding ? slide_along(s->slide, &run->flow, run->on) : &run->flow;
  if (kind == SWITCH_UNDECIDED || kind == SWITCH_CROWDED) return 0;
  mode_project(&run->mode, t, y);
  for (int i = 0; i < MODES_SIDES; i++)  // those that are not open have the signs of their sides
    if (!run->open[i]) event_watch_expect(&run->watch, (size_t) (MODE_EVENTS + i), y[MODE_STATE + i] > 0 ? 1 : -1);
  return 1;
}

// The same at the beginning of a stretch. A function may depend on the sides of those before it.
static int mode_begin_sides(ModeRun *run, double t, double *y) {
  double g[MODE_ALL_EVENTS];
  Slide *slide = run->switching.slide;
  for (int i = 0; i < MODES_SIDES; i++) run->on[i] = run->open[i] = run->held[i] = false;
  for (int i = 0; i < MODE_ALL_EVENTS; i++)
    run->direction[i] = i < MODE_CROSSINGS ? mode_direction[i] : i < MODE_EVENTS ? -1 : EVENT_OFF;
  run->switching = (Switching){.sides = MODES_SIDES, .first = MODE_EVENTS, .last = (double) NAN, .on = run->on, .open = run->open,
                               .held = run->held, .direction = run->direction, .slide = slide};
  for (int i = 0; i < MODES_SIDES; i++) {
    mode_events(&run->mode, t, y, g);
    y[MODE_STATE + i] = g[MODE_EVENTS + i] < 0 ? -1 : 1;
  }
  return slide != NULL && mode_decide(run, t, y, MODE_ALL_EVENTS);
}

static void mode_run_rates(const ModeRun *run, double t, const double *y, double *yd) {
  double none;
  run->now->rate(run->now, t, y, yd, &none);
}

static void mode_run_project(const ModeRun *run, double t, double *y) {
  run->now->project(run->now, t, y);
}

// Copies the state with the sides that keep it on the surfaces it slides along.
static void mode_settled(const ModeRun *run, double t, const double *y, double *x) {
  memcpy(x, y, MODE_Y * sizeof *x);
  if (run->now->settle != NULL) run->now->settle(run->now, t, x);
}

static int mode_direction_of(const ModeRun *run, int i) {
  return run->direction[i];
}

static double mode_limit(const ModeRun *run, double t, double end) {
  const double horizon = switching_horizon(&run->switching, t), limit = run->limit > t && run->limit < end ? run->limit : end;
  return horizon < limit ? horizon : limit;
}
#else
#define EVENT_OFF 2

static void mode_run_rates(ModeRun *run, double t, const double *y, double *yd) {
  mode_rates(&run->mode, t, y, yd);
}

static void mode_run_project(ModeRun *run, double t, double *y) {
  mode_project(&run->mode, t, y);
}

static void mode_settled(const ModeRun *run, double t, const double *y, double *x) {
  (void) run, (void) t;
  memcpy(x, y, MODE_Y * sizeof *x);
}

static int mode_direction_of(const ModeRun *run, int i) {
  (void) run;
  return i < MODE_CROSSINGS ? mode_direction[i] : -1;
}

static double mode_limit(const ModeRun *run, double t, double end) {
  return run->limit > t && run->limit < end ? run->limit : end;
}
#endif

// --- a stretch

// Notes what is known about the events. Returns 0 if the motion after this is not determined.
static int mode_expect(ModeRun *run, double t, double to, double *y) {
  Mode *mode = &run->mode;
  int slope[MODE_CROSSINGS + 1];
  double g[MODE_ALL_EVENTS + 1];
  const double horizon = contacts_horizon(&mode->c, t);
  run->limit = horizon > t ? fmin(horizon, to) : to;
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    run->watch.sign[k] = 1;
    // a gap that opens has its sign within the step, at whose end it may be closed again
    run->watch.floor[k++] = contacts_rest(&mode->c, (size_t) a) ? fmax(contacts_floor(&mode->c, (size_t) a), 0) : 0;
  }
#if MODES_SIDES > 0
  if (!mode_begin_sides(run, t, y)) return 0;
#endif
  mode_find_slopes(mode, y, slope);
  mode_events(mode, t, y, g);
  for (int k = 0; k < MODE_CROSSINGS; k++) {
    run->watch.sign[k] = slope[k] != 0 ? slope[k] : (g[k] > 0) - (g[k] < 0);
    run->watch.floor[k] = slope[k] != 0 ? HUGE_VAL : 0;
  }
  return 1;
}

static void mode_step(ModeRun *run, double t, double h, const double *y, double *to) {
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double k[MODE_Y] = {0}, x[MODE_Y], sum[MODE_Y] = {0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < MODE_Y; i++) x[i] = y[i] + part[s] * h * k[i];
    mode_run_rates(run, t + part[s] * h, x, k);
    for (int i = 0; i < MODE_Y; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < MODE_Y; i++) to[i] = y[i] + h / 6 * sum[i];
  mode_run_project(run, t + h, to);
}

static void mode_run_events(ModeRun *run, double t, const double *y, double *g) {
  double x[MODE_Y];
  mode_settled(run, t, y, x);
  mode_events(&run->mode, t, x, g);
}

// Does event i still have its sign after this part of the step of length h from y?
static int mode_has_sign(ModeRun *run, int i, double t, double h, const double *y, double part) {
  double x[MODE_Y], g[MODE_ALL_EVENTS + 1];
  const double floor = run->watch.floor[i] < HUGE_VAL ? run->watch.floor[i] : 0;
  mode_step(run, t, part * h, y, x);
  mode_run_events(run, t + part * h, x, g);
  return g[i] * run->watch.sign[i] + floor > 0;
}

// Returns the part of the step of length h from y at which event i, which has another sign at its end, has lost its
// own; 2 if it has not left zero yet.
static double mode_zero(ModeRun *run, int i, double t, double h, const double *y) {
  double a = 0, b = 1;
  if (run->watch.floor[i] == HUGE_VAL) {  // it has just happened: it may have left zero and returned within the step
    a = 0.5;
    while (a > 0x1p-20 && !mode_has_sign(run, i, t, h, y, a)) a /= 2;
    if (!(a > 0x1p-20)) return 2;
    b = 2 * a;
  }
  for (int round = 0; round < 60; round++) {
    const double middle = a + (b - a) / 2;
    if (!(middle > a && middle < b) || t + middle * h == t + b * h) break;
    if (mode_has_sign(run, i, t, h, y, middle))
      a = middle;
    else
      b = middle;
  }
  return b;
}

// Is it on the other side by rounding, so that it may not have left zero yet?
static bool mode_waits(const ModeRun *run, int i, double g) {
  const double floor = run->watch.floor[i];
  return floor < HUGE_VAL && g * run->watch.sign[i] < 0 && fabs(g) <= floor;
}

static int mode_happens(const ModeRun *run, int i, double g) {
  const int direction = mode_direction_of(run, i), before = run->watch.sign[i];
  return direction != EVENT_OFF && before != 0 && g * before < 0 && (direction == 0 || direction * g > 0);
}

// Takes a step of length h, or up to its first event. Returns its length; marks what happens at its end.
static double mode_advance(ModeRun *run, double t, double h, double *y, bool *happened) {
  double z[MODE_Y], g[MODE_ALL_EVENTS + 1], zero[MODE_ALL_EVENTS + 1], first = 2;
  mode_step(run, t, h, y, z);
  mode_run_events(run, t + h, z, g);
  for (int i = 0; i < MODE_ALL_EVENTS; i++) {
    zero[i] = 2;
    if (mode_waits(run, i, g[i])) continue;
    if (mode_happens(run, i, g[i])) zero[i] = mode_zero(run, i, t, h, y);
    first = fmin(first, zero[i]);
  }
  if (first <= 1) {
    mode_step(run, t, first * h, y, z);
    mode_run_events(run, t + first * h, z, g);
  }
  for (int i = 0; i < MODE_ALL_EVENTS; i++) {
    const int sign = (g[i] > 0) - (g[i] < 0);
    happened[i] = first <= 1 && (zero[i] - first) * fabs(h) <= 4 * DBL_EPSILON * (fabs(t) + fabs(h));
    if (happened[i] || mode_waits(run, i, g[i])) continue;
    run->watch.floor[i] = 0;
    if (sign != 0) run->watch.sign[i] = sign;
  }
  memcpy(y, z, sizeof z);
  return first <= 1 ? first * h : h;
}

#if MODES_SIDES > 0
// Releases contacts that pull after forces have switched. Returns a turn.
static int mode_release(ModeRun *run, double t, double to, double *y) {
  for (;;) {
    double g[MODE_ALL_EVENTS];
    bool happened[MODE_ALL_EVENTS] = {0}, pulls = false;
    mode_run_events(run, t, y, g);
    for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
      if (!mode_is_unilateral[a]) continue;
      happened[k] = !pulls && contacts_pulls(&run->mode.c, (size_t) a, g[k]);
      pulls = pulls || happened[k];
      k++;
    }
    if (!pulls) return MODE_GO_ON;
    const int turn = mode_happen(&run->mode, t, y, happened);
    if (turn != MODE_GO_ON) return turn;
    if (!mode_expect(run, t, to, y)) return MODE_TROUBLE;
  }
}
#endif

// Begins a stretch. Returns a turn.
static int mode_begin(ModeRun *run, double t, double to, double *y) {
  if (!mode_expect(run, t, to, y)) return MODE_TROUBLE;
#if MODES_SIDES > 0
  return mode_release(run, t, to, y);
#else
  return MODE_GO_ON;
#endif
}

// Handles events. Returns a turn.
static int mode_turn(ModeRun *run, double t, double to, double *y, const bool *happened) {
  bool own = false;
  for (int k = 0; k < MODE_EVENTS; k++) own = own || happened[k];
#if MODES_SIDES > 0
  for (int k = MODE_EVENTS; k < MODE_ALL_EVENTS && !own; k++)
    if (happened[k]) return mode_decide(run, t, y, k) ? mode_release(run, t, to, y) : MODE_TROUBLE;
#endif
  if (!own) return MODE_GO_ON;
  const int turn = mode_happen(&run->mode, t, y, happened);
  if (turn != MODE_GO_ON) return turn;
  if (mode_begin(run, t, to, y) != MODE_GO_ON) return MODE_TROUBLE;
  mode_project(&run->mode, t, y);  // a newly engaged constraint may be off by as much as an error of the steps
  return MODE_GO_ON;
}

// Has the run passed a gap, or a place where forces switch, unnoticed?
static int mode_is_lost(ModeRun *run, double t, const double *y) {
  if (!(y[0] - y[0] == 0) || contacts_find_strayed(&run->mode.c, t, y) < run->mode.c.r) return 1;
#if MODES_SIDES > 0
  return switching_is_wrong(&run->switching, &run->flow, t, y);
#else
  return 0;
#endif
}

static void mode_show(ModeRun *run, double t, const double *y, void (*row)(double t, const double *all)) {
  double x[MODE_Y], full[MODE_FULL + 1];
  mode_settled(run, t, y, x);
  mode_motion(&run->mode, t, x, full);
  row(t, full);
}

// Takes steps up to a time. Returns a turn.
static int mode_follow(ModeRun *run, double *t, double end, double to, double *y) {
  bool happened[MODE_ALL_EVENTS + 1] = {0};
  for (long events = 0; *t < end; events++) {
    if (events > MODE_EVENTS_MOST) return MODE_TROUBLE;
    const double until = mode_limit(run, *t, end), length = mode_advance(run, *t, until - *t, y, happened);
    bool any = false;
    for (int k = 0; k < MODE_ALL_EVENTS; k++) any = any || happened[k];
    *t = any ? *t + length : until;
    if (!(y[0] - y[0] == 0) || (!any && *t == end && mode_is_lost(run, *t, y))) return MODE_TROUBLE;
    if (any && contacts_find_strayed(&run->mode.c, *t, y) < run->mode.c.r) return MODE_TROUBLE;
    const int turn = any ? mode_turn(run, *t, to, y, happened) : MODE_GO_ON;
    if (turn != MODE_GO_ON) return turn;
  }
  return MODE_GO_ON;
}

int MODEL(follow)(const double *p, double from, double to, double step, long every, double *y,
                  void (*row)(double t, const double *all),
                  void (*event)(double t, const char *what, const char *name, double impulse, double lost)) {
  ModeRun run;
  const long steps = step > 0 && to > from ? lrint(ceil((to - from) / step)) : 0;
  double t = from, all[MODE_Y];
  memset(&run, 0, sizeof run);
  memset(all, 0, sizeof all);
  memcpy(all, y, MODE_STATE * sizeof *all);
  run.span = to - from;
  // steps of one length have no tolerance: takes that of a usual run, and an error of 1e-9 in each coordinate
  mode_attach(&run.mode, &run.past, p, 1e-10, 1e-9);
  run.mode.event = event;
#if MODES_SIDES > 0
  mode_open_sides(&run, p);
#endif
  int turn = mode_start(&run.mode, t, all);
  if (turn == MODE_GO_ON) turn = mode_begin(&run, t, to, all);
  if (turn == MODE_GO_ON) mode_show(&run, t, all, row);
  for (long i = 0; i < steps && turn == MODE_GO_ON; i++) {
    turn = mode_follow(&run, &t, i + 1 == steps ? to : from + (to - from) * (double) (i + 1) / (double) steps, to, all);
    if (turn != MODE_GO_ON || (i + 1) % every == 0 || i + 1 == steps) mode_show(&run, t, all, row);
  }
#if MODES_SIDES > 0
  slide_destroy(run.switching.slide);
#endif
  memcpy(y, all, MODE_STATE * sizeof *all);
  return turn;
}

#ifndef NO_MAIN

#include <stdio.h>

static void print_row(double t, const double *all) {
  double row[MODE_COLUMNS];
  MODEL(mode_row)(MODEL(parameters), t, all, row);
  for (int i = 0; i < MODE_COLUMNS; i++) printf("%s%.17g", i > 0 ? "," : "", row[i]);
  printf("\n");
}

static void print_event(double t, const char *what, const char *name, double impulse, double lost) {
  fprintf(stderr, "%.17g,%s,%s,", t, what, name);
  if (what[0] == 'i') fprintf(stderr, "%.17g,%.17g\n", impulse, lost);
  else fprintf(stderr, ",\n");  /* only impacts have these */
}

int main(int count, char **argument) {
  const double from = MODEL(from), to = count > 1 ? atof(argument[1]) : MODES_TO;
  const double step = count > 2 ? fabs(atof(argument[2])) : fabs(to - from) / 1e4;
  const long steps = step > 0 ? lrint(ceil(fabs(to - from) / step)) : 0;
  double y[MODE_STATE];
  for (int i = 0; i < MODE_STATE; i++) y[i] = MODEL(mode_start_state)[i];
  for (int i = 0; i < MODE_COLUMNS; i++) printf("%s%s", i > 0 ? "," : "", MODEL(mode_columns)[i]);
  printf("\n");
  fprintf(stderr, "t,event,name,impulse,energy_lost\n");
  const int turn = MODEL(follow)(MODEL(parameters), from, to, step, steps > 100 ? steps / 100 : 1, y, print_row, print_event);
  if (turn == MODE_TROUBLE)
    fprintf(stderr, "the motion ends: what happens there is not determined, or steps are too long for it\n");
  return turn == MODE_TROUBLE;
}

#endif
