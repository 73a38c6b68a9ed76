// native/text/modes_main.h: follows a motion whose constraints come and go, with steps of one length, as a part of exported C.
//
// Steps of the classical Runge-Kutta method, each followed by the way back onto the constraints in force; an event is
// found within a step by halving. MODEL(name) is a name of the file.

typedef struct {
  Mode mode;
  ModePast past;
  int sign[MODE_EVENTS + 1];      // of each event; 0: not known
  double floor[MODE_EVENTS + 1];  // so far it may be on the other side by rounding
  double limit;                   // until when a step goes at most, so that no flight is overlooked
} ModeRun;

// What is known of the events when a stretch begins.
static void mode_expect(ModeRun *run, double t, double to, const double *y) {
  Mode *mode = &run->mode;
  int slope[MODE_CROSSINGS + 1];
  double g[MODE_EVENTS + 1];
  const double horizon = contacts_horizon(&mode->c, t);
  run->limit = horizon > t ? fmin(horizon, to) : to;
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    run->sign[k] = 1;
    // a gap that opens has its sign within the step, at whose end it may be closed again
    run->floor[k++] = contacts_rest(&mode->c, (size_t) a) ? fmax(contacts_floor(&mode->c, (size_t) a), 0) : 0;
  }
  mode_find_slopes(mode, y, slope);
  mode_events(mode, t, y, g);
  for (int k = 0; k < MODE_CROSSINGS; k++) {
    run->sign[k] = slope[k] != 0 ? slope[k] : (g[k] > 0) - (g[k] < 0);
    run->floor[k] = slope[k] != 0 ? HUGE_VAL : 0;
  }
}

static void mode_step(ModeRun *run, double t, double h, const double *y, double *to) {
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double k[MODE_STATE] = {0}, x[MODE_STATE], sum[MODE_STATE] = {0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < MODE_STATE; i++) x[i] = y[i] + part[s] * h * k[i];
    mode_rates(&run->mode, t + part[s] * h, x, k);
    for (int i = 0; i < MODE_STATE; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < MODE_STATE; i++) to[i] = y[i] + h / 6 * sum[i];
  mode_project(&run->mode, t + h, to);
}

// Does event i have its sign after that part of the step of length h from y on?
static int mode_has_sign(ModeRun *run, int i, double t, double h, const double *y, double part) {
  double x[MODE_STATE], g[MODE_EVENTS + 1];
  const double floor = run->floor[i] < HUGE_VAL ? run->floor[i] : 0;
  mode_step(run, t, part * h, y, x);
  mode_events(&run->mode, t + part * h, x, g);
  return g[i] * run->sign[i] + floor > 0;
}

// The part of the step of length h from y on at which event i, which has another sign at its end, has lost its own; 2 if it
// has not come away from zero yet.
static double mode_zero(ModeRun *run, int i, double t, double h, const double *y) {
  double a = 0, b = 1;
  if (run->floor[i] == HUGE_VAL) {  // it has just happened: it may have gone and come again within the step
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

// Is it on the other side by rounding, so that it may not have come away from zero yet?
static bool mode_waits(const ModeRun *run, int i, double g) {
  return run->floor[i] < HUGE_VAL && g * run->sign[i] < 0 && fabs(g) <= run->floor[i];
}

// A step of length h, or up to its first event. Gives the length; marks what happens at its end.
static double mode_advance(ModeRun *run, double t, double h, double *y, bool *happened) {
  double z[MODE_STATE], g[MODE_EVENTS + 1], zero[MODE_EVENTS + 1], first = 2;
  mode_step(run, t, h, y, z);
  mode_events(&run->mode, t + h, z, g);
  for (int i = 0; i < MODE_EVENTS; i++) {
    zero[i] = 2;
    if (mode_waits(run, i, g[i])) continue;
    if (mode_crosses(i, run->sign[i], g[i])) zero[i] = mode_zero(run, i, t, h, y);
    first = fmin(first, zero[i]);
  }
  for (int i = 0; i < MODE_EVENTS; i++) {
    const int sign = (g[i] > 0) - (g[i] < 0);
    happened[i] = first <= 1 && (zero[i] - first) * fabs(h) <= 4 * DBL_EPSILON * (fabs(t) + fabs(h));
    if (mode_waits(run, i, g[i])) continue;
    run->floor[i] = 0;
    if (sign != 0) run->sign[i] = sign;
  }
  if (first <= 1) mode_step(run, t, first * h, y, z);
  memcpy(y, z, sizeof z);
  return first <= 1 ? first * h : h;
}

static void mode_show(ModeRun *run, double t, const double *y, void (*row)(double t, const double *all)) {
  double full[MODE_FULL + 1];
  mode_motion(&run->mode, t, y, full);
  row(t, full);
}

int MODEL(follow)(const double *p, double from, double to, double step, long every, double *y,
                  void (*row)(double t, const double *all),
                  void (*event)(double t, const char *what, const char *name, double impulse, double lost)) {
  ModeRun run;
  bool happened[MODE_EVENTS + 1] = {0};
  int turn;
  const long steps = step > 0 && to > from ? lrint(ceil((to - from) / step)) : 0;
  double t = from;
  // steps of one length have no tolerance: what a run usually has, and an error of 1e-9 in each coordinate
  mode_attach(&run.mode, &run.past, p, 1e-10, 1e-9);
  run.mode.event = event;
  turn = mode_start(&run.mode, t, y);
  if (turn != MODE_GO_ON) return turn;
  mode_expect(&run, t, to, y);
  mode_show(&run, t, y, row);
  for (long i = 0; i < steps; i++) {
    const double end = i + 1 == steps ? to : from + (to - from) * (double) (i + 1) / (double) steps;
    while (t < end) {
      const double until = run.limit > t && run.limit < end ? run.limit : end;
      const double length = mode_advance(&run, t, until - t, y, happened);
      int any = 0;
      for (int k = 0; k < MODE_EVENTS; k++) any |= happened[k];
      t = any ? t + length : until;
      if (!(y[0] - y[0] == 0) || contacts_find_strayed(&run.mode.c, t, y) < run.mode.c.r) return MODE_TROUBLE;
      if (!any) continue;
      turn = mode_happen(&run.mode, t, y, happened);
      if (turn != MODE_GO_ON) {
        mode_show(&run, t, y, row);
        return turn;
      }
      mode_expect(&run, t, to, y);
      mode_project(&run.mode, t, y);  // a newly engaged constraint may be off by as much as an error of the steps
    }
    if ((i + 1) % every == 0 || i + 1 == steps) mode_show(&run, t, y, row);
  }
  return 0;
}

#ifndef NO_MAIN

#include <stdio.h>
#include <stdlib.h>

static void print_row(double t, const double *all) {
  double row[MODE_COLUMNS];
  MODEL(mode_row)(MODEL(parameters), t, all, row);
  for (int i = 0; i < MODE_COLUMNS; i++) printf("%s%.17g", i > 0 ? "," : "", row[i]);
  printf("\n");
}

static void print_event(double t, const char *what, const char *name, double impulse, double lost) {
  fprintf(stderr, "%.17g,%s,%s,", t, what, name);
  if (what[0] == 'i') fprintf(stderr, "%.17g,%.17g\n", impulse, lost);
  else fprintf(stderr, ",\n");  /* of impacts alone */
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
