// support/importer_follow.c: model exchange, integrated by extrapolation.
//
// From: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.9: the modified midpoint
// rule with 2, 4, 6, ... substeps, extrapolated in the square of their length.

#include "support/check.h"
#include "support/importer.h"
#include <math.h>
#include <stdlib.h>

#define COLUMNS 8         // of the table: order 16
#define TOLERANCE 1e-12   // of a step: far enough from rounding that steps can grow again
#define LEAST 1e-9        // parts of the way: the shortest step
#define SHORT 1e-6        // parts of the way: after a shorter step, the next one is longer in any case
#define EVENT_TIME 1e-13  // how near to an event the last step comes

typedef struct {
  Importer *im;
  void *c;
  size_t n;
  int worst;
  double *x, *a, *b, *rate, *table;  // n each; COLUMNS * n
  double *g;                         // event indicators
  double next;                       // event in time, or NaN
} Follower;

static void note(Follower *f, int status) {
  f->worst = status > f->worst ? status : f->worst;
}

static bool rates(Follower *f, double t, const double *x) {
  note(f, importer_put_time(f->im, f->c, t));
  note(f, importer_put_states(f->im, f->c, x, f->n));
  return importer_rates(f->im, f->c, f->rate, f->n) == 0;
}

// Applies the modified midpoint rule with this many substeps, into `to`.
static bool midpoint(Follower *f, double t, double h, int steps, double *to) {
  const double s = h / steps;
  if (!rates(f, t, f->x)) return false;
  for (size_t i = 0; i < f->n; i++) f->a[i] = f->x[i], f->b[i] = f->x[i] + s * f->rate[i];
  for (int k = 1; k < steps; k++) {
    if (!rates(f, t + k * s, f->b)) return false;
    for (size_t i = 0; i < f->n; i++) {
      const double next = f->a[i] + 2 * s * f->rate[i];
      f->a[i] = f->b[i];
      f->b[i] = next;
    }
  }
  if (!rates(f, t + h, f->b)) return false;
  for (size_t i = 0; i < f->n; i++) to[i] = (f->a[i] + f->b[i] + s * f->rate[i]) / 2;
  return true;
}

// Takes a step; its result is the first row of the table. Returns its error in units of the tolerance.
static double extrapolate(Follower *f, double t, double h) {
  double error = HUGE_VAL;
  const size_t n = f->n;
  for (int k = 0; k < COLUMNS; k++) {
    if (!midpoint(f, t, h, 2 * (k + 1), f->table + (size_t) k * n)) return HUGE_VAL;
    error = 0;
    for (int j = k; j-- > 0;) {
      const double ratio = (double) (k + 1) / (j + 1), factor = 1 / (ratio * ratio - 1);
      double *low = f->table + (size_t) j * n, *high = f->table + (size_t) (j + 1) * n;
      for (size_t i = 0; i < n; i++) {
        const double change = factor * (high[i] - low[i]);
        low[i] = high[i] + change;
        if (j == 0)
          error = fmax(error, fabs(change) / (TOLERANCE * fmax(1, fabs(low[i]))));
      }
    }
    if (k > 3 && error <= 1) return error;
  }
  return error;
}

static bool crossed(Follower *f, const double *before, double t, const double *x) {
  double *now = f->g + f->im->events;
  bool any = false;
  note(f, importer_put_time(f->im, f->c, t));
  note(f, importer_put_states(f->im, f->c, x, f->n));
  note(f, importer_indicators(f->im, f->c, now, f->im->events));
  for (size_t i = 0; i < f->im->events; i++) any = any || (now[i] > 0) != (before[i] > 0);
  return any;
}

// Goes through event mode at the present state. Does the FMU end the run?
static bool handle_event(Follower *f) {
  bool ends = false, moved = false;
  note(f, importer_event_mode(f->im, f->c));
  note(f, importer_update(f->im, f->c, &ends, &moved, &f->next));
  note(f, importer_continuous(f->im, f->c));
  if (moved) note(f, importer_states(f->im, f->c, f->x, f->n));
  return ends;
}

static double follow(Follower *f, double t, double to) {
  double h = (to - t) / 100;
  const double way = to - t;
  note(f, importer_states(f->im, f->c, f->x, f->n));
  note(f, importer_indicators(f->im, f->c, f->g, f->im->events));
  while (t < to && f->worst < 3) {
    const double end = f->next > t && f->next < to ? f->next : to;
    const bool last = t + 1.001 * h >= end;
    if (last) h = end - t;
    const double error = extrapolate(f, t, h);
    if (error > 1 && h > LEAST * way) {
      h /= 2;
      continue;
    }
    if (crossed(f, f->g, t + h, f->table) && h > EVENT_TIME * way) {
      h /= 2;
      continue;
    }
    bool event = false;
    const bool crosses = crossed(f, f->g, t + h, f->table);
    t = last ? end : t + h;
    memcpy(f->x, f->table, f->n * sizeof *f->x);
    note(f, importer_completed(f->im, f->c, &event));
    const bool turns = event || crosses || (last && end < to);
    if (turns && handle_event(f)) return t;
    note(f, importer_indicators(f->im, f->c, f->g, f->im->events));
    if (turns && h < way / 1000) h = way / 1000;
    if (error < 0.1 || h < SHORT * way) h *= 1.5;
  }
  return (double) NAN;
}

int importer_follow(Importer *im, void *c, double to, double next, double *ended) {
  const size_t n = im->states;
  double *block = calloc((COLUMNS + 4) * n + 2 * im->events + 1, sizeof *block);
  assert_non_null(block);
  Follower f = {.im = im, .c = c, .n = n, .x = block, .a = block + n, .b = block + 2 * n,
                .rate = block + 3 * n, .table = block + 4 * n, .g = block + (COLUMNS + 4) * n, .next = next};
  *ended = follow(&f, im->from, to);
  free(block);
  return f.worst;
}
