// program/results.c: results of a whole motion.
//
// In:   the rows of a motion, each with value and rate of what is observed
// Out:  maximum, minimum and mean with errors of fourth order in the distance of the rows

#include "program/results.h"
#include <math.h>
#include <string.h>

Results results_open(System *m) {
  const Results all = {.model = m->model,
                       .so_far = ARENA_ARRAY(&m->work, ResultSoFar, m->model->results.n + 1)};
  for (size_t i = 0; i < m->model->results.n; i++) all.so_far[i].when = (double) NAN;
  return all;
}

void results_happen(Results *all, const char *name, double t) {
  for (size_t i = 0; i < all->model->results.n; i++) {
    const char *of = all->model->results.at[i].of;
    if (of != NULL && name != NULL && strcmp(of, name) == 0 && isnan(all->so_far[i].when))
      all->so_far[i].when = t;
  }
}

// The cubic polynomial of s between 0 and 1 with these values, and with these rates times the step.
typedef struct {
  double c[4];
} Cubic;

static Cubic cubic_between(double f0, double f1, double d0, double d1) {
  const double rise = f1 - f0;
  return (Cubic){{f0, d0, 3 * rise - 2 * d0 - d1, d0 + d1 - 2 * rise}};
}

static double cubic_at(const Cubic *p, double s) {
  return ((p->c[3] * s + p->c[2]) * s + p->c[1]) * s + p->c[0];
}

// Finds where the derivative vanishes between 0 and 1: at most two places.
static size_t turning_points(const Cubic *p, double s[2]) {
  const double a = 3 * p->c[3], b = p->c[2], c = p->c[1];  // a s^2 + 2 b s + c
  const double root = b * b - a * c;
  size_t n = 0;
  if (!(root >= 0)) return 0;
  const double q = -(b + copysign(sqrt(root), b));
  const double candidates[2] = {q / a, c / q};
  for (size_t i = 0; i < 2; i++)
    if (candidates[i] > 0 && candidates[i] < 1) s[n++] = candidates[i];
  return n;
}

static double better(ResultKind kind, double a, double b) {
  return kind == RESULT_MAX ? fmax(a, b) : fmin(a, b);
}

static void add_stretch(ResultKind kind, ResultSoFar *r, double h, double value, double rate) {
  const double d0 = h * r->rate, d1 = h * rate;
  r->best = better(kind, r->best, value);
  r->integral += h * (r->value + value) / 2;
  if (!isfinite(d0) || !isfinite(d1)) return;
  r->integral += h * (d0 - d1) / 12;
  const Cubic cubic = cubic_between(r->value, value, d0, d1);
  double s[2];
  const size_t n = turning_points(&cubic, s);
  for (size_t i = 0; i < n; i++) r->best = better(kind, r->best, cubic_at(&cubic, s[i]));
}

void results_add(System *m, Results *all, const FlowPlan *plan, double t, const double *y) {
  const Model *model = all->model;
  if (model->results.n == 0) return;
  if (plan != all->plan) all->work = ARENA_ARRAY(&m->work, double, tape_values(plan->result) + 1);
  all->plan = plan;
  memcpy(all->work, plan->parameters, plan->fixed * sizeof *all->work);
  all->work[plan->fixed] = t;
  memcpy(all->work + plan->fixed + 1, y, plan->n * sizeof *y);
  tape_start(plan->result, all->work);
  tape_run(plan->result, all->work);
  size_t output = 0;
  for (size_t i = 0; i < model->results.n; i++) {
    const Result *result = &model->results.at[i];
    if (result->kind == RESULT_TIME) continue;
    ResultSoFar *r = &all->so_far[i];
    const double value = all->work[tape_output(plan->result, output++)];
    const bool has_rate = !expr_is_none(result->rate);
    const double rate = has_rate ? all->work[tape_output(plan->result, output++)] : (double) NAN;
    if (all->rows == 0)
      *r = (ResultSoFar){.best = value};
    else
      add_stretch(result->kind, r, t - all->t, value, rate);
    r->value = value;
    r->rate = rate;
  }
  if (all->rows++ == 0) all->from = t;
  all->t = t;
}

void results_close(const Results *all, bool event, double *values) {
  for (size_t i = 0; i < all->model->results.n; i++) {
    const ResultSoFar *r = &all->so_far[i];
    switch (all->model->results.at[i].kind) {
      case RESULT_MAX:
      case RESULT_MIN: values[i] = r->best; break;
      case RESULT_MEAN:
        values[i] = all->t != all->from ? r->integral / (all->t - all->from) : r->value;
        break;
      case RESULT_FINAL: values[i] = r->value; break;
      case RESULT_TIME:
        values[i] = all->model->results.at[i].of != NULL ? r->when : event ? all->t : (double) NAN;
    }
  }
}
