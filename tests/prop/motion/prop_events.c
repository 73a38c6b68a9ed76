// Laws of motion/event.c: a run ends at the first zero of the events that it passes through, in every
// integrator; not at zeros that it only touches, nor at poles and jumps.
//
// Judge: motions in closed form, x = t from 0 or x = cos t, and events with zeros, poles and jumps at known places.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#define PLACES 8
#define NEAR 1e-6  // of a zero: the tolerances of a run are 1e-10, its slopes are not below 1e-3

static const char *const integrators[] = {"dop853", "adams", "bdf", "erk", "dirk"};

typedef enum { ZERO, TOUCH, POLE, DOUBLE_POLE, JUMP, KINDS } Kind;

// A product of factors of x, one for each place; its sign changes at all but TOUCH and DOUBLE_POLE.
typedef struct {
  size_t n;
  double at[PLACES];
  Kind kind[PLACES];
  int sign, direction;
} Event;

static bool changes_sign(Kind kind) {
  return kind != TOUCH && kind != DOUBLE_POLE;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

// Draws places between low and high, some of them close together, down to 1e-4 of that range.
static Event gen_event(Gen *g, double low, double high) {
  Event e = {.n = 1 + gen_below(g, PLACES), .sign = gen_below(g, 2) ? 1 : -1};
  const double width = high - low;
  for (size_t i = 0; i < e.n; i++) {
    const bool beside = i > 0 && gen_below(g, 2);
    const double part = (double) gen_below(g, 1 << 20) / (1 << 20);
    e.at[i] = beside ? e.at[i - 1] + width * pow(10, -4 * part) * 0.5 : low + width * part;
    if (e.at[i] >= high) e.at[i] = low + width * part;
  }
  qsort(e.at, e.n, sizeof *e.at, by_size);
  size_t kept = 0;
  for (size_t i = 0; i < e.n; i++)
    if (e.at[i] > low + 2e-5 * width && (kept == 0 || e.at[i] - e.at[kept - 1] > 5e-5 * width))
      e.at[kept++] = e.at[i];
  e.n = kept;
  for (size_t i = 0; i < e.n; i++) e.kind[i] = (Kind) gen_below(g, KINDS);
  e.direction = (int) gen_int(g, -1, 1);
  return e;
}

static void add_event(Text *text, const Event *e) {
  static const char *const factor[] = {"*(x - %.17g)", "*(x - %.17g)^2", "/(x - %.17g)",
                                       "/(x - %.17g)^2", "*abs(x - %.17g)/(x - %.17g)"};
  static const char *const crossing[] = {" falling", "", " rising"};
  text_addf(text, "stop when %d", e->sign);
  for (size_t i = 0; i < e->n; i++) text_addf(text, factor[e->kind[i]], e->at[i], e->at[i]);
  text_addf(text, " = 0%s\n", crossing[e->direction + 1]);
}

// Returns the sign of the event at x.
static int sign_at(const Event *e, double x) {
  int sign = e->sign;
  for (size_t i = 0; i < e->n; i++)
    if (x < e->at[i] && changes_sign(e->kind[i])) sign = -sign;
  return sign;
}

// Does the run end at the place number i, which it passes upwards or downwards?
static bool ends_at(const Event *e, size_t i, bool upwards) {
  const double gap = 1e-9;
  const int after = sign_at(e, e->at[i] + (upwards ? gap : -gap));
  return e->kind[i] == ZERO && e->direction * after >= 0;
}

static DalRunSummary run(Gen *g, const char *text, const char *integrator) {
  DalModel *m = dal_model_create();
  DalRun *r = NULL;
  DalRunSummary s = {0};
  gen_note(g, "%s with %s", text, integrator);
  const bool good =
    dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK &&
    dal_model_simulate(m, &(DalRunOptions){.integrator = integrator, .atol = 1e-10}, &r) == DAL_OK;
  if (good) {
    s = dal_run_summary(r);
  } else {
    gen_note(g, "%s", dal_model_messages(m));
  }
  dal_run_destroy(r);
  dal_model_destroy(m);
  CHECK(good);
  return s;
}

// Checks the end with some integrator, and with Taylor's method, whose steps are the longest.
static void check_end(Gen *g, const char *text, double expected, double last) {
  const char *const both[] = {integrators[gen_below(g, COUNT(integrators))], "taylor"};
  for (size_t i = 0; i < COUNT(both); i++) {
    const DalRunSummary s = run(g, text, both[i]);
    gen_note(g, "ends at %.17g, expected %.17g", s.t, expected);
    CHECK(s.end == (expected < last ? DAL_RUN_EVENT : DAL_RUN_DONE));
    CHECK_NEAR(s.t, expected < last ? expected : last, NEAR);
  }
}

// Law: along x = t, which takes a few long steps, the run ends at the first place that is a zero with the right
//      direction.
PROP(along_a_line, 300) {
  const Event e = gen_event(g, 0, 10);
  ASSUME(e.n > 0);
  double expected = 11;
  for (size_t i = e.n; i-- > 0;)
    if (ends_at(&e, i, true)) expected = e.at[i];
  Text text = text_make(g->arena);
  text_add(&text, "coordinate x\nkinetic = 1/2*x'^2\ninitial x' = 1\nsimulate to 10\n");
  add_event(&text, &e);
  check_end(g, text_get(&text), expected, 10);
}

// Law: the same along x = -cos t for two turns, up and down. The first of several events counts.
PROP(there_and_back, 200) {
  const size_t n = 1 + gen_below(g, 3);
  double expected = 14;
  Text text = text_make(g->arena);
  text_add(
    &text,
    "coordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\ninitial x = -1\nsimulate to 12\n");
  for (size_t k = 0; k < n; k++) {
    const Event e = gen_event(g, -0.9, 0.9);
    ASSUME(e.n > 0);
    add_event(&text, &e);
    for (size_t i = 0; i < e.n; i++)
      for (int turn = 0; turn < 2; turn++) {
        const double up = acos(-e.at[i]) + turn * 2 * acos(-1),
                     down = 4 * acos(-1) - acos(-e.at[i]) - (1 - turn) * 2 * acos(-1);
        if (ends_at(&e, i, true)) expected = fmin(expected, up);
        if (ends_at(&e, i, false)) expected = fmin(expected, down);
      }
  }
  ASSUME(fabs(expected - 12) > 1e-3);
  check_end(g, text_get(&text), expected, 12);
}

// Law: a growing angle passes a value upwards once per turn, and never downwards, although it jumps back
// at pi; so does the tangent of half of it.
PROP(angles, 100) {
  const bool angle = gen_below(g, 2), rising = gen_below(g, 2);
  const double c = (double) gen_int(g, -30, 30) / 10 + 0.01,
               w = 1 + (double) gen_below(g, 100) / 50;
  const double place = angle ? c : 2 * atan(c);
  double expected = (place > 0 ? place : place + 2 * acos(-1)) / w;
  if (!rising) expected = 21;
  Text text = text_make(g->arena);
  text_addf(&text,
            "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = %.17g*(x^2 + y^2)\n"
            "initial x = 1, y' = %.17g\nsimulate to 20\nstop when %s = %.17g %s\n",
            w * w / 2, w, angle ? "atan2(y, x)" : "tan(atan2(y, x)/2)", c,
            rising ? "rising" : "falling");
  check_end(g, text_get(&text), expected, 20);
}

// Law: narrow features are not stepped over: a bell of width 1/k that reaches half its height, and a pole with a
//      small residue, near which the event has a zero. Judge: a -+ sqrt(log 2)/k; the roots of
// (x - b)(x - a) + c = 0.
PROP(narrow, 100) {
  const double a = 1 + (double) gen_below(g, 1 << 20) / (1 << 18),
               b = a + 1 + (double) gen_below(g, 3);
  const double k = pow(10, (double) gen_below(g, 6));
  const int direction = (int) gen_int(g, -1, 1);
  const bool bell = gen_below(g, 2);
  double expected = bell ? a + (direction < 0 ? 1 : -1) * sqrt(log(2)) / k : 11;
  if (!bell) {
    // rising from -infinity to +infinity at the pole, then down through zero, and up again near b
    const double middle = (a + b) / 2, root = sqrt((b - a) * (b - a) / 4 - 0.1 / k);
    expected = direction > 0 ? middle + root : middle - root;
  }
  Text text = text_make(g->arena);
  text_add(&text, "coordinate x\nkinetic = 1/2*x'^2\ninitial x' = 1\nsimulate to 10\n");
  if (bell)
    text_addf(&text, "stop when exp(-%.17g*(x - %.17g)^2) = 1/2", k * k, a);
  else
    text_addf(&text, "stop when x - %.17g + %.17g/(x - %.17g) = 0", b, 0.1 / k, a);
  text_addf(&text, "%s\n", direction > 0 ? " rising" : direction < 0 ? " falling" : "");
  check_end(g, text_get(&text), expected, 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(along_a_line),
    cmocka_unit_test(there_and_back),
    cmocka_unit_test(angles),
    cmocka_unit_test(narrow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
