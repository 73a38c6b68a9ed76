// support/fmu_modes.c: FMUs of models whose constraints come and go, against `simulate`.

#include "support/check.h"
#include "support/fmu_judge.h"
#include <math.h>
#include <stdlib.h>

#define MOST 400       // columns
#define ROW_ROOM 1e-9  // of 1 + the size
#define TIME_ROOM 1e-8
#define TOLERANCE 1e-12

typedef struct {
  Fmu *f;
  DalRun *run, *finer;
  size_t columns, column[MOST];
  unsigned reference[MOST];
} Comparison;

static DalRun *simulate(Fmu *f, int rows, double rtol) {
  char every[40];
  DalRun *run;
  snprintf(every, sizeof every, "%.17g", (f->im.to - f->im.from) / rows);
  const DalRunOptions options = {
    .size = sizeof options, .code = "interpreter", .every = every, .rtol = rtol, .atol = rtol / 100};
  (void) dal_model_simulate(f->model, &options, &run);
  assert_non_null(run);
  return run;
}

static void match(Comparison *c) {
  for (size_t i = 1; i < dal_run_columns(c->run); i++) {
    char plain[200];
    fmu_plain_name(dal_run_column(c->run, i), plain);
    if (strcmp(plain, "constraint_error") == 0) continue;  // rounding
    assert_true(c->columns < MOST);
    c->column[c->columns] = i;
    c->reference[c->columns++] = c->f->im.variable[importer_find(&c->f->im, plain)].reference;
  }
}

static double apart(const Comparison *c, const double *a, const double *b) {
  double most = 0;
  for (size_t i = 0; i < c->columns; i++)
    most = fmax(most, fabs(a[c->column[i]] - b[c->column[i]]) / (1 + fabs(b[c->column[i]])));
  return most;
}

static bool is_at_event(const DalRun *run, double t) {
  for (size_t i = 0; i < dal_run_events(run); i++)
    if (fabs(dal_run_event(run, i).t - t) < 1e-9) return true;
  return false;
}

// Returns how many rows of the run agree with a finer one; at an event each may show another side of it.
static size_t known_rows(const Comparison *c) {
  size_t n = 0, rows = dal_run_rows(c->run);
  if (dal_run_rows(c->finer) < rows) rows = dal_run_rows(c->finer);
  while (n < rows && (is_at_event(c->run, dal_run_row(c->run, n)[0]) ||
                      apart(c, dal_run_row(c->run, n), dal_run_row(c->finer, n)) <= ROW_ROOM))
    n++;
  return n;
}

static void compare(const Comparison *c, void *instance, size_t row) {
  double value[MOST];
  const double *wanted = dal_run_row(c->run, row);
  Importer *im = &c->f->im;
  assert_int_equal(importer_get(im, instance, c->reference, c->columns, value), 0);
  for (size_t i = 0; i < c->columns; i++) {
    const double w = wanted[c->column[i]];
    if (!(fabs(value[i] - w) <= ROW_ROOM * (1 + fabs(w))))
      fail_msg("%s, t = %.17g, %s: %.17g, not %.17g", im->identifier, wanted[0],
               dal_run_column(c->run, c->column[i]), value[i], w);
  }
}

static size_t follow(const Comparison *c, size_t known, size_t stride) {
  Importer *im = &c->f->im;
  void *instance = fmu_begin_with(c->f, true, TOLERANCE);
  double t = im->from, last;
  bool terminated = false;
  size_t seen = 0;
  for (size_t i = stride; i < known && !terminated; i += stride) {
    const double next = dal_run_row(c->run, i)[0];
    const bool ends = dal_run_summary(c->run).end == DAL_RUN_EVENT && i + 1 == dal_run_rows(c->run);
    const int status = importer_step(im, instance, t, ends ? im->to - t : fmu_step_to(t, next), &last, &terminated);
    if (!ends && status != 0) fail_msg("%s: no step to %.17g: %s", im->identifier, next, im->said);
    assert_int_equal(ends, terminated);
    if (ends) assert_true(fabs(last - next) <= TIME_ROOM);
    if (ends || !is_at_event(c->run, next)) compare(c, instance, i), seen++;
    t = next;
    if (i % 7 == 3) instance = fmu_move(c->f, instance);
  }
  importer_free(im, instance);
  return seen * c->columns;
}

static int by_time(const void *a, const void *b) {
  const ImportedEvent *x = a, *y = b;
  return x->t < y->t ? -1 : x->t > y->t ? 1 : strcmp(x->what, y->what);
}

// Compares the events that the instance has logged, up to a time, with those of the run.
static size_t compare_events(const Comparison *c, double until) {
  Importer *im = &c->f->im;
  size_t n = 0, ours = 0;
  ImportedEvent *wanted = calloc(dal_run_events(c->run) + 1, sizeof *wanted);
  assert_non_null(wanted);
  for (size_t i = 0; i < dal_run_events(c->run); i++) {
    const DalEvent e = dal_run_event(c->run, i);
    if (e.t > until) continue;
    wanted[n].t = e.t;
    snprintf(wanted[n++].what, sizeof wanted->what, "%s %s", e.what, strcmp(e.what, "stop") == 0 ? "" : e.name);
  }
  for (size_t i = 0; i < im->happened; i++)
    if (im->event[i].t <= until) im->event[ours++] = im->event[i];
  qsort(wanted, n, sizeof *wanted, by_time);
  qsort(im->event, ours, sizeof *im->event, by_time);
  for (size_t i = 0; i < n || i < ours; i++) {
    const bool same = i < n && i < ours && strcmp(wanted[i].what, im->event[i].what) == 0 &&
                      fabs(wanted[i].t - im->event[i].t) <= TIME_ROOM * (1 + fabs(wanted[i].t));
    if (!same)
      fail_msg("%s: event %zu of %zu is %s at %.17g, not %s at %.17g", im->identifier, i, n,
               i < ours ? im->event[i].what : "none", i < ours ? im->event[i].t : 0,
               i < n ? wanted[i].what : "none", i < n ? wanted[i].t : 0);
  }
  free(wanted);
  return n;
}

size_t fmu_judge_modes(Fmu *f, int rows) {
  Comparison c = {.f = f, .run = simulate(f, rows, TOLERANCE), .finer = simulate(f, rows, TOLERANCE / 10)};
  match(&c);
  const size_t known = known_rows(&c);
  assert_true(known > 5 || known == dal_run_rows(c.run));
  f->im.happened = 0;
  size_t compared = follow(&c, known, 1);
  const double *end = dal_run_row(c.run, known - 1), *before = dal_run_row(c.run, known - 2);
  compared += compare_events(&c, known == dal_run_rows(c.run) ? HUGE_VAL : (end[0] + before[0]) / 2);
  compared += follow(&c, known, 5);
  dal_run_destroy(c.run);
  dal_run_destroy(c.finer);
  return compared;
}
