// native/text/modes_main.h: follows a motion whose constraints come and go, with steps of one length, as a part of exported C.
//
// Steps of the classical Runge-Kutta method, each followed by the way back onto the constraints in force; an event is
// found within a step by halving. MODEL(name) is a name of the file.

typedef struct {
  const double *p;
  Mode *mode;
  int sign[MODE_EVENTS + 1], near[MODE_EVENTS + 1];
} ModeRun;

static void mode_step(const ModeRun *run, double t, double h, const double *y, double *to) {
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double k[MODE_STATE] = {0}, x[MODE_STATE], sum[MODE_STATE] = {0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < MODE_STATE; i++) x[i] = y[i] + part[s] * h * k[i];
    mode_rates(run->mode, run->p, t + part[s] * h, x, k);
    for (int i = 0; i < MODE_STATE; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < MODE_STATE; i++) to[i] = y[i] + h / 6 * sum[i];
  mode_project(run->mode, run->p, t + h, to);
}

// The part of the step of length h from y on at which event i has lost its sign.
static double mode_zero(const ModeRun *run, int i, double t, double h, const double *y) {
  double a = 0, b = 1, x[MODE_STATE], g[MODE_EVENTS + 1];
  for (int round = 0; round < 60; round++) {
    const double middle = a + (b - a) / 2;
    if (!(middle > a && middle < b) || t + middle * h == t + b * h) break;
    mode_step(run, t, middle * h, y, x);
    mode_events(run->mode, run->p, t + middle * h, x, g);
    if (g[i] * run->sign[i] > 0)
      a = middle;
    else
      b = middle;
  }
  return b;
}

// A step of length h, or up to its first event. Gives the length; marks what happens at its end.
static double mode_advance(ModeRun *run, double t, double h, double *y, int *happened) {
  double z[MODE_STATE], g[MODE_EVENTS + 1], zero[MODE_EVENTS + 1], first = 2;
  mode_step(run, t, h, y, z);
  mode_events(run->mode, run->p, t + h, z, g);
  for (int i = 0; i < MODE_EVENTS; i++) {
    zero[i] = 2;
    if (!run->near[i] && mode_crosses(i, run->sign[i], g[i])) zero[i] = mode_zero(run, i, t, h, y);
    first = fmin(first, zero[i]);
  }
  for (int i = 0; i < MODE_EVENTS; i++) {
    happened[i] = first <= 1 && (zero[i] - first) * fabs(h) <= 4 * DBL_EPSILON * (fabs(t) + fabs(h));
    run->near[i] = 0;
    if (g[i] != 0) run->sign[i] = g[i] > 0 ? 1 : -1;
  }
  if (first <= 1) mode_step(run, t, first * h, y, z);
  memcpy(y, z, sizeof z);
  return first <= 1 ? first * h : h;
}

// Has the motion passed a gap that is to stay open? By more than a millionth of its size, and than an error of 1e-9 in
// each coordinate explains.
static int mode_strays(const ModeRun *run, double t, const double *y) {
  ModeTerms m;
  mode_at(run->p, t, y, &m);
  for (int a = 0; a < MODES_R; a++) {
    double slope = 0;
    for (int i = 0; i < MODES_N; i++) slope += fabs(m.A[a * MODES_N + i]);
    const double size = fmax(run->mode->highest[a], m.gap_size[a]) + fabs(m.speed[a] * t);
    if (mode_is_open(run->mode, a) && m.gap[a] < -1e-6 * size - 1e-9 * slope) return 1;
  }
  return 0;
}

static void mode_show(const ModeRun *run, double t, const double *y, void (*row)(double t, const double *all)) {
  ModeTerms terms;
  double full[MODE_STATE + MODES_N + MODES_R + 1];
  mode_motion(run->mode, run->p, t, y, &terms, full);
  row(t, full);
}

int MODEL(follow)(const double *p, double from, double to, double step, long every, double *y,
                  void (*row)(double t, const double *all),
                  void (*event)(double t, const char *what, const char *name, double impulse, double lost)) {
  Mode mode;
  ModeRun run = {.p = p, .mode = &mode};
  int happened[MODE_EVENTS + 1], turn;
  const long steps = step > 0 && to > from ? lrint(ceil((to - from) / step)) : 0;
  double t = from, limit = from;
  mode.event = event;
  turn = mode_start(&mode, p, t, y);
  if (turn != MODE_GO_ON) return turn;
  mode_expect(&mode, p, y, run.sign, run.near);
  limit = mode_horizon(&mode, p, y, to);
  mode_show(&run, t, y, row);
  for (long i = 0; i < steps; i++) {
    const double end = i + 1 == steps ? to : from + (to - from) * (double) (i + 1) / (double) steps;
    while (t < end) {
      const double until = limit > t && limit < end ? limit : end;
      const double length = mode_advance(&run, t, until - t, y, happened);
      int any = 0;
      for (int k = 0; k < MODE_EVENTS; k++) any |= happened[k];
      t = any ? t + length : until;
      if (!(y[0] - y[0] == 0) || mode_strays(&run, t, y)) return MODE_TROUBLE;
      if (!any) continue;
      turn = mode_happen(&mode, p, t, y, happened);
      if (turn != MODE_GO_ON) {
        mode_show(&run, t, y, row);
        return turn;
      }
      mode_expect(&mode, p, y, run.sign, run.near);
      limit = mode_horizon(&mode, p, y, to);
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
