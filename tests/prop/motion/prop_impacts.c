// Laws of runs with impacts and contact: program/hybrid.c, program/contacts.c.
//
// Judge: balls on a line, whose flights and impacts are closed forms in long double; a row of equal balls, which
// passes velocities on; and the energy and the gaps of bodies of rods that fall into a box.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <string.h>

#define BALLS 5
#define IMPACTS 60  // that a motion may have

static double uniform(Gen *g, double low, double high) {
  return low + (high - low) * (double) gen_below(g, 1 << 20) / (1 << 20);
}

static long double exact(Gen *g, double low, double high) {
  return (long double) uniform(g, low, high);
}

static double restitution(Gen *g) {
  return gen_below(g, 4) == 0 ? 1 : gen_below(g, 4) == 0 ? 0 : uniform(g, 0.2, 1);
}

static DalStatus run(Gen *g, const char *text, const DalRunOptions *options, DalRun **r) {
  DalModel *m = dal_model_create();
  gen_note(g, "%s", text);
  *r = NULL;
  CHECK(dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK);
  const DalStatus status = dal_model_simulate(m, options, r);
  if (status != DAL_OK) gen_note(g, "%s", dal_model_messages(m));
  dal_model_destroy(m);
  return status;
}

// --- balls on a line -----------------------------------------------------------------------------

// Points that fall with the acceleration -pull, one above the other; the floor is contact 0, then each of them with the
// next one.
typedef struct {
  int n;
  long double m[BALLS], x[BALLS], v[BALLS], e[BALLS], pull;
} Line;

static Line gen_line(Gen *g) {
  Line l = {.n = 1 + (int) gen_below(g, BALLS), .pull = exact(g, 1, 10)};
  long double x = 0;
  for (int i = 0; i < l.n; i++) {
    x += exact(g, 0.1, 1);
    l.m[i] = exact(g, 0.2, 3);
    l.x[i] = x;
    l.v[i] = gen_below(g, 2) ? exact(g, -2, 2) : 0;
    l.e[i] = gen_below(g, 4) == 0 ? 1 : exact(g, 0.2, 1);
  }
  return l;
}

static const char *line_text(Gen *g, const Line *l, double end) {
  Text t = text_make(g->arena);
  for (int i = 0; i < l->n; i++) text_addf(&t, "coordinate x%d\n", i);
  for (int i = 0; i < l->n; i++) {
    text_addf(&t, "kinetic += 1/2*%.17g*x%d'^2\n", (double) l->m[i], i);
    text_addf(&t, "potential += %.17g*%.17g*x%d\n", (double) l->m[i], (double) l->pull, i);
    text_addf(&t, "initial x%d = %.17g, x%d' = %.17g\n", i, (double) l->x[i], i, (double) l->v[i]);
    if (i == 0) text_addf(&t, "constraint c0: x0 >= 0 restitution %.17g\n", (double) l->e[0]);
    if (i > 0)
      text_addf(&t, "constraint c%d: x%d - x%d >= 0 restitution %.17g\n", i, i, i - 1,
                (double) l->e[i]);
  }
  text_addf(&t, "simulate to %.17g\n", end);
  return text_get(&t);
}

// Returns the time to the next impact of contact i: for two balls, which fall alike, by their velocities alone.
static long double time_to(const Line *l, int i) {
  if (i > 0) {
    const long double u = l->v[i] - l->v[i - 1];
    return u < 0 ? fmaxl((l->x[i - 1] - l->x[i]) / u, 0) : HUGE_VALL;
  }
  return (l->v[0] + sqrtl(l->v[0] * l->v[0] + 2 * l->pull * fmaxl(l->x[0], 0))) / l->pull;
}

static void fly(Line *l, long double t) {
  for (int i = 0; i < l->n; i++) {
    l->x[i] += t * (l->v[i] - l->pull * t / 2);
    l->v[i] -= t * l->pull;
  }
}

static void hit(Line *l, int i) {
  if (i == 0) {
    l->x[0] = 0;
    l->v[0] = -l->e[0] * l->v[0];
    return;
  }
  const long double u = l->v[i] - l->v[i - 1],
                    push = -(1 + l->e[i]) * u / (1 / l->m[i] + 1 / l->m[i - 1]);
  l->v[i] += push / l->m[i];
  l->v[i - 1] -= push / l->m[i - 1];
  l->x[i] = l->x[i - 1];
}

// Follows the balls until end, or until IMPACTS have happened. *least: the shortest flight; *slowest: the slowest
// impact.
static long double follow(Line *l, long double end, int *impacts, long double *least,
                          long double *slowest) {
  long double t = 0;
  *least = *slowest = HUGE_VALL;
  for (*impacts = 0; *impacts < IMPACTS; ++*impacts) {
    long double next = HUGE_VALL;
    int which = 0;
    for (int i = 0; i < l->n; i++)
      if (time_to(l, i) < next) next = time_to(l, i), which = i;
    if (t + next > end) break;
    if (*impacts > 0) *least = fminl(*least, next);
    fly(l, next);
    *slowest = fminl(*slowest, fabsl(l->v[which] - (which > 0 ? l->v[which - 1] : 0)));
    hit(l, which);
    t += next;
  }
  const long double rest = *impacts == IMPACTS ? 0 : end - t;
  fly(l, rest);
  return t + rest;
}

// Law: balls on a line follow their closed form through every impact, as long as that is stable.
PROP(balls_on_a_line, 100) {
  const Line start = gen_line(g);
  const double end = uniform(g, 0.5, 4);
  Line l = start, near = start;
  int impacts, others;
  long double least, slowest, any;
  const long double last = follow(&l, (long double) end, &impacts, &least, &slowest);
  near.x[near.n - 1] += 1e-10L;
  const long double other = follow(&near, (long double) end, &others, &any, &any);
  ASSUME(impacts < IMPACTS && impacts == others && least > 1e-5L && last == (long double) end &&
         other == (long double) end);
  double growth = 1;
  for (int i = 0; i < l.n; i++)
    growth =
      fmax(growth, 1e10 * (double) fmaxl(fabsl(l.x[i] - near.x[i]), fabsl(l.v[i] - near.v[i])));
  DalRun *r;
  CHECK(run(g, line_text(g, &start, end), &(DalRunOptions){.rows = 1}, &r) == DAL_OK);
  const double *row = dal_run_row(r, dal_run_rows(r) - 1);
  double wrong = 0;
  for (int i = 0; i < l.n; i++)
    wrong = fmax(
      wrong, fmax(fabs(row[1 + i] - (double) l.x[i]), fabs(row[1 + l.n + i] - (double) l.v[i])));
  size_t seen = 0;
  for (size_t i = 0; i < dal_run_events(r); i++)
    seen += strcmp(dal_run_event(r, i).what, "impact") == 0;
  dal_run_destroy(r);
  gen_note(g, "%d impacts, %zu seen; off by %g, growth %g", impacts, seen, wrong, growth);
  CHECK(seen == (size_t) impacts ||
        (seen < (size_t) impacts && slowest < 1e-6L));  // contact ends small flights
  CHECK(wrong <= 1e-11 * growth * (1 + impacts));
}

// Law: if k balls hit n equal balls that touch, with e = 1, k leave on the other side.
PROP(cradles, 40) {
  const int n = 2 + (int) gen_below(g, 24), k = 1 + (int) gen_below(g, (size_t) n - 1);
  Text t = text_make(g->arena);
  text_addf(&t, "count n = %d\n", n);
  text_add(&t, "coordinate x[i] for i = 1..n\nkinetic = sum(1/2*x[i]'^2 for i = 1..n)\n"
               "constraint c[i]: x[i+1] - x[i] >= 1 restitution 1 for i = 1..n-1\n");
  for (int i = 1; i <= n; i++)
    text_addf(&t, "initial x[%d] = %d, x[%d]' = %d\n", i, i <= k ? i - 1 : i, i, i <= k);
  DalRun *r;
  CHECK(run(g, text_get(&t), &(DalRunOptions){.rows = 1, .to = "2"}, &r) == DAL_OK);
  const double *row = dal_run_row(r, dal_run_rows(r) - 1);
  double wrong = 0;
  for (int i = 0; i < n; i++) wrong = fmax(wrong, fabs(row[1 + n + i] - (i >= n - k)));
  dal_run_destroy(r);
  gen_note(g, "%d of %d: off by %g", k, n, wrong);
  CHECK(wrong <= 1e-12);
}

// Law: a ball with friction at its impact slides on or rolls. The impulse of friction is -mu (1 + e) m |v| against the slip s, or
// what ends it, -2/7 m s for a homogeneous ball: Walton (1993) with beta = 0.
PROP(balls_that_spin, 60) {
  const double m = uniform(g, 0.2, 3), R = uniform(g, 0.1, 1), e = uniform(g, 0, 1),
               mu = uniform(g, 0, 0.6);
  const double u = uniform(g, -2, 2), w = uniform(g, -4, 4), down = uniform(g, 0.5, 3);
  Text t = text_make(g->arena);
  text_addf(&t, "parameter m = %.17g, R = %.17g, mu = %.17g\n", m, R, mu);
  text_addf(
    &t,
    "coordinate x, y, a\nkinetic = 1/2*m*(x'^2 + y'^2) + 1/5*m*R^2*a'^2\n"
    "constraint floor: y >= 0 restitution %.17g\n"
    "force x = -mu*lambda(floor)*sign(x' + R*a')\nforce a = -R*mu*lambda(floor)*sign(x' + R*a')\n",
    e);
  text_addf(&t, "initial y = 1, x' = %.17g, y' = %.17g, a' = %.17g\n", u, -down, w);
  DalRun *r;
  CHECK(run(g, text_get(&t), &(DalRunOptions){.rows = 1, .to = "2.5"}, &r) == DAL_OK);
  const double slip = u + R * w, most = mu * (1 + e) * down,
               push = -copysign(fmin(most, 2 * fabs(slip) / 7), slip);
  const double *row = dal_run_row(r, dal_run_rows(r) - 1),
               wrong = fmax(fabs(row[4] - u - push), R * fabs(row[6] - w - 5 * push / (2 * R)));
  const double lost = dal_run_event(r, 0).energy_lost, turned = w + 5 * push / (2 * R);
  const double energy = m / 2 * (u * u - (u + push) * (u + push) + (1 - e * e) * down * down) +
                        m * R * R / 5 * (w * w - turned * turned);
  dal_run_destroy(r);
  gen_note(g, "slip %g, impulse %g of %g: off by %g, energy by %g", slip, push, most, wrong,
           lost - energy);
  CHECK(wrong <= 1e-11 && fabs(lost - energy) <= 1e-10 * (1 + energy));
}

// --- bodies in a box -----------------------------------------------------------------------------

// Writes one to three points in a plane with rods between them, in a box of four walls, some of them oblique; two
// bodies may push each other apart.
static const char *box_text(Gen *g, bool *elastic) {
  const int n = 1 + (int) gen_below(g, 3), walls = 1 + (int) gen_below(g, 4);
  const double slope = gen_below(g, 2) ? uniform(g, -0.5, 0.5) : 0;
  const bool tied = n > 1 && gen_below(g, 2);
  Text t = text_make(g->arena);
  *elastic = gen_below(g, 3) == 0;
  double u = uniform(g, -2, 2), v = uniform(g, -2, 2);
  text_add(&t, "parameter g = 9.81\n");
  for (int i = 0; i < n; i++) {
    const double m = uniform(g, 0.3, 3);
    if (!tied) u = uniform(g, -2, 2), v = uniform(g, -2, 2);
    text_addf(&t,
              "coordinate x%d, y%d\npoint P%d at [x%d, y%d] mass %.17g\npotential += g*%.17g*y%d\n",
              i, i, i, i, i, m, m, i);
    text_addf(&t, "initial x%d = %.17g, y%d = %.17g, x%d' = %.17g, y%d' = %.17g\n", i,
              0.6 * i - 0.6, i, 1.5 + 0.3 * i, i, u, i, v);
    for (int w = 0; w < walls; w++) {
      static const char *const wall[] = {"y%1$d - %2$.17g*x%1$d", "2 - x%1$d", "x%1$d + 2",
                                         "4 - y%1$d"};
      text_addf(&t, "constraint w%d_%d: ", w, i);
      text_addf(&t, wall[w], i, slope);
      text_addf(&t, " >= 0 restitution %.17g\n", *elastic ? 1 : restitution(g));
    }
  }
  for (int i = 1; i < n; i++)
    text_addf(&t,
              tied ? "constraint rod%d: norm(pos(P%d) - pos(P%d)) = sqrt(0.45)\n"
                   : "constraint rope%d: 1 - norm(pos(P%d) - pos(P%d)) >= 0 restitution 1\n",
              i, i, i - 1);
  text_add(&t, "simulate to 3 every 0.01\n");
  return text_get(&t);
}

static size_t runs, refused;

// Law: no wall is passed, no rod changes its length, and the energy never grows; with e = 1 it stays. A few runs end
//      early, with a message: where a row of rods is straight against a wall.
PROP(bodies_in_a_box, 60) {
  bool elastic;
  DalRun *r;
  const char *text = box_text(g, &elastic);
  const DalStatus status = run(g, text, &(DalRunOptions){0}, &r);
  runs++;
  refused += status != DAL_OK;
  if (status != DAL_OK) dal_run_destroy(r);
  ASSUME(status == DAL_OK);
  size_t columns = dal_run_columns(r);
  double error = 0, growth = 0, most = 0, first = dal_run_row(r, 0)[columns - 2], before = first;
  for (size_t i = 0; i < dal_run_rows(r); i++) {
    const double *row = dal_run_row(r, i), energy = row[columns - 2];
    error = fmax(error, row[columns - 1]);
    growth = fmax(growth, elastic ? fabs(energy - first) : energy - before);
    most = fmax(most, fabs(energy));
    before = energy;
  }
  dal_run_destroy(r);
  gen_note(g, "constraint error %g, energy grew by %g of %g", error, growth, most);
  CHECK(error <= 1e-8);
  CHECK(growth <= 1e-7 * most);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(balls_on_a_line),
    cmocka_unit_test(cradles),
    cmocka_unit_test(balls_that_spin),
    cmocka_unit_test(bodies_in_a_box),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  print_message("%zu of %zu runs in a box were refused\n", refused, runs);
  return failed || 50 * refused > runs + 50;
}
