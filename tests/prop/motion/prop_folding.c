// tests/prop/motion/prop_folding.c: linkages that move into the state where they can fold.
//
// Law:   a parallelogram, with numbers or symbols for its lengths, with or without a further crank,
//        turns evenly when nothing acts on it, and at an angle of 0 or pi all its bars lie on one
//        line: there it may continue as a parallelogram or fold, so that no equations determine the motion. Every
//        method, with every integrator, ends there with a message, or steps across it; in all rows, the cranks turn
//        evenly.
// Judge: closed form: the angle is phi + w t, and the run ends where that is 0 or pi. How near its last state comes
//        depends on the steps; no run can come nearer than the square root of rounding.
// Law:   the same linkages, begun so that they turn away from that state, are followed.

#include "dalembert.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct {
  double crank, coupler, angle, turn;  // turn: the angular velocity
  bool symbols, extra;                 // extra: a third crank, whose two equations are redundant
} Linkage;

static double pick(Gen *g, double least, double most) {
  return least + (most - least) * (double) gen_below(g, 1 << 12) / (1 << 12);
}

static Linkage draw(Gen *g) {
  const double turn = pick(g, 0.5, 3);
  return (Linkage){.crank = pick(g, 0.4, 1.5),
                   .coupler = pick(g, 1.6, 3),
                   .angle = pick(g, 0.4, PI - 0.4),
                   .turn = gen_below(g, 2) ? turn : -turn,
                   .symbols = gen_below(g, 2),
                   .extra = gen_below(g, 2)};
}

static DalModel *make(const Linkage *l) {
  char a[32], b[32], text[2048];
  snprintf(a, sizeof a, l->symbols ? "a" : "%.17g", l->crank);
  snprintf(b, sizeof b, l->symbols ? "b" : "%.17g", l->coupler);
  int n = snprintf(text, sizeof text,
                   "parameter a = %.17g, b = %.17g\n"
                   "coordinate p, q, s%s\n"
                   "kinetic = 1/2*(p'^2 + 2*s'^2 + q'^2%s)\n"
                   "constraint hx: %s*cos(p) + %s*cos(q) = %s + %s*cos(s)\n"
                   "constraint hy: %s*sin(p) + %s*sin(q) = %s*sin(s)\n",
                   l->crank, l->coupler, l->extra ? ", u" : "", l->extra ? " + u'^2" : "", a, b, b,
                   a, a, b, a);
  if (l->extra)
    n += snprintf(text + n, sizeof text - (size_t) n,
                  "constraint ux: %s*cos(p) + %s/2*cos(q) = %s/2 + %s*cos(u)\n"
                  "constraint uy: %s*sin(p) + %s/2*sin(q) = %s*sin(u)\n",
                  a, b, b, a, a, b, a);
  snprintf(text + n, sizeof text - (size_t) n,
           "initial p = %.17g, s = %.17g, q = 0, p' = %.17g, s' = %.17g, q' = 0%s%.17g%s%.17g\n",
           l->angle, l->angle, l->turn, l->turn, l->extra ? ", u = " : " # ", l->angle,
           l->extra ? ", u' = " : " ", l->turn);
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s: %s", text, dal_model_messages(m));
  return m;
}

// Fails unless the rows are those of an even turn: q = 0, and p, s, u, the others, are one angle.
static void assert_even(const Linkage *l, const DalRun *run, const char *how, double least) {
  for (size_t i = 0; i < dal_run_rows(run); i++) {
    const double *row = dal_run_row(run, i), angle = l->angle + l->turn * row[0];
    const double left = fabs(sin(angle)), room = 1e-8 + 1e-15 / (left * left);
    if (left < least) continue;
    const double off = fmax(fabs(row[1] - angle), fmax(fabs(row[2]), fabs(row[3] - angle)));
    if (!(off < room)) fail_msg("%s: %g off at t = %g of %g", how, off, row[0], angle / l->turn);
  }
}

// Returns whether the run ended at the state.
static bool try_method(const Linkage *l, const char *method, const char *integrator, bool towards) {
  // the time when the bars lie on one line
  const double ahead = ((l->turn > 0 ? PI : 0) - l->angle) / l->turn;
  const double behind = ((l->turn > 0 ? 0 : PI) - l->angle) / l->turn;
  const double until = towards ? ahead + 0.7 : 0.9 * ahead;
  char how[240], to[32], every[32];
  snprintf(how, sizeof how, "%s, %s, a = %.17g, b = %.17g, %.17g rad, %.17g rad/s%s%s", method,
           integrator, l->crank, l->coupler, l->angle, l->turn, l->symbols ? ", symbols" : "",
           l->extra ? ", third crank" : "");
  snprintf(to, sizeof to, "%.17g", until);
  snprintf(every, sizeof every, "%.17g", ahead / 7);
  DalModel *m = make(l);
  DalRun *run = NULL;
  assert_true(behind < 0);
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = method}), DAL_OK);
  const DalRunOptions options = {.to = to, .every = every, .integrator = integrator};
  const DalStatus status = dal_model_simulate(m, &options, &run);
  if (run == NULL) fail_msg("%s: %s", how, dal_model_messages(m));
  const DalRunSummary s = dal_run_summary(run);
  // As the cranks turn evenly, a long step may lead across the state; the motion then continues evenly.
  const bool across = towards && status == DAL_OK;
  const bool ends = towards && !across;
  if (status != (ends ? DAL_DOMAIN : DAL_OK)) fail_msg("%s: status %d", how, (int) status);
  if (s.end != (ends ? DAL_RUN_SINGULAR : DAL_RUN_DONE))
    fail_msg("%s: ends by %d: %s", how, (int) s.end, dal_model_messages(m));
  const double end = dal_run_row(run, dal_run_rows(run) - 1)[0];
  const double late = end - (ends ? ahead : until);
  if (!(late < 1e-6 && late > -0.01)) fail_msg("%s: ends at %g", how, end);
  assert_even(l, run, how, towards ? 1e-5 : 0);
  dal_run_destroy(run);
  dal_model_destroy(m);
  return ends;
}

static size_t runs, ended, extra;

PROP(bars_on_one_line_end_a_run, 12) {
  static const char *const methods[] = {"multipliers", "udwadia", "hamilton", "appell", "hamel"};
  const Linkage l = draw(g);
  const char *integrator = dal_integrator_name(gen_below(g, 2) ? 0 : gen_below(g, 5));
  for (size_t k = 0; k < COUNT(methods); k++) {
    ended += try_method(&l, methods[k], integrator, true);
    (void) try_method(&l, methods[k], integrator, false);
    runs++;
  }
  extra += l.extra;
}

static void test_count(void **state) {
  (void) state;
  assert_true(runs > 0 && ended * 5 > runs * 4);
  if (test_setting("TEST_SCALE", 1) < 1) return;  // too few to include every kind
  assert_true(runs >= 60 && extra > 0 && extra < runs / 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bars_on_one_line_end_a_run),
                                     cmocka_unit_test(test_count)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
