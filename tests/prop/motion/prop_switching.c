// Laws of runs across jumps of forces: motion/slide.c, program/sides.c, program/switching.c; and of sections.
//
// Judge: Moreau's time stepping, written here, with its own error from two step lengths, and discrete gradients of what pulls to a place; the energy of
// forces that are constant between places; rows that are a hundred times finer than the crossings.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 3
#define CONTACTS (4 * BLOCKS)

static const char *const integrators[] = {"dop853", "taylor", "adams", "bdf", "erk", "dirk"};

static double uniform(Gen *g, double low, double high) {
  return low + (high - low) * (double) gen_below(g, 1 << 20) / (1 << 20);
}

// A motion that swings for ever by less than its digits show is refused, N0861: such cases do not count.
static DalRun *run(Gen *g, const char *text, const DalRunOptions *options) {
  DalModel *m = dal_model_create();
  DalRun *r = NULL;
  gen_note(g, "%s", text);
  const bool good = dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK &&
                    dal_model_simulate(m, options, &r) == DAL_OK;
  const bool swings = !good && strstr(dal_model_messages(m), "[N0861]") != NULL;
  if (!good) gen_note(g, "%s", dal_model_messages(m));
  dal_model_destroy(m);
  if (!good) dal_run_destroy(r);
  ASSUME(!swings);
  CHECK(good);
  return r;
}

// --- blocks that rub ------------------------------------------------------------------------------

// Dry friction between a block and a belt (other < 0), or between two blocks; or a force of that size towards a place,
// or towards the other block.
typedef struct {
  int block, other;
  double belt, limit;  // the velocity of the belt, or the place
  bool pulls;
} Contact;

typedef struct {
  int n, contacts;
  double m[BLOCKS], spring[BLOCKS], damping, push[BLOCKS], pace[BLOCKS], x[BLOCKS], v[BLOCKS], end;
  Contact contact[CONTACTS];
  bool pulled;
} Blocks;

static Blocks gen_blocks(Gen *g) {
  Blocks b = {.n = 1 + (int) gen_below(g, BLOCKS), .end = 2};
  b.damping = gen_below(g, 3) == 0 ? uniform(g, 0, 0.5) : 0;
  for (int i = 0; i < b.n; i++) {
    b.m[i] = uniform(g, 0.5, 3);
    b.spring[i] = gen_below(g, 3) ? uniform(g, 1, 30) : 0;
    b.push[i] = gen_below(g, 2) ? uniform(g, -6, 6) : 0;
    b.pace[i] = uniform(g, 0.5, 6);
    b.x[i] = gen_below(g, 2) ? uniform(g, -1, 1) : 0;
    b.v[i] = gen_below(g, 2) ? uniform(g, -2, 2) : 0;
    if (i == 0 || gen_below(g, 3))
      b.contact[b.contacts++] = (Contact){i, -1, gen_below(g, 2) ? uniform(g, -1, 1) : 0, uniform(g, 0.2, 4), false};
    if (i > 0 && gen_below(g, 2)) b.contact[b.contacts++] = (Contact){i, i - 1, 0, uniform(g, 0.2, 4), false};
  }
  return b;
}

// The same with forces that pull to places.
static Blocks gen_pulled(Gen *g) {
  Blocks b = gen_blocks(g);
  b.pulled = true;
  for (int i = 0; i < b.n; i++) {
    if (i == 0 || gen_below(g, 2))
      b.contact[b.contacts++] = (Contact){i, -1, gen_below(g, 2) ? uniform(g, -1, 1) : b.x[i], uniform(g, 0.5, 8), true};
    if (i > 0 && gen_below(g, 2)) b.contact[b.contacts++] = (Contact){i, i - 1, 0, uniform(g, 0.5, 8), true};
  }
  return b;
}

static const char *text_of(Gen *g, const Blocks *b) {
  Text t = text_make(g->arena);
  for (int i = 0; i < b->n; i++) text_addf(&t, "coordinate x%d\n", i);
  for (int i = 0; i < b->n; i++) {
    text_addf(&t, "kinetic += 1/2*%.17g*x%d'^2\n", b->m[i], i);
    if (i == 0) text_addf(&t, "potential += 1/2*%.17g*x0^2\n", b->spring[0]);
    if (i > 0) text_addf(&t, "potential += 1/2*%.17g*(x%d - x%d)^2\n", b->spring[i], i, i - 1);
    text_addf(&t, "force x%d += %.17g*sin(%.17g*t) - %.17g*x%d'\n", i, b->push[i], b->pace[i], b->damping, i);
    text_addf(&t, "initial x%d = %.17g, x%d' = %.17g\n", i, b->x[i], i, b->v[i]);
  }
  for (int c = 0; c < b->contacts; c++) {
    const Contact *k = &b->contact[c];
    if (k->pulls && k->other < 0) {
      text_addf(&t, "potential += %.17g*abs(x%d - (%.17g))\n", k->limit, k->block, k->belt);
    } else if (k->pulls) {
      text_addf(&t, "potential += %.17g*abs(x%d - x%d)\n", k->limit, k->block, k->other);
    } else if (k->other < 0) {
      text_addf(&t, "force x%d += -%.17g*sign(x%d' - (%.17g))\n", k->block, k->limit, k->block, k->belt);
    } else {
      text_addf(&t, "force x%d += -%.17g*sign(x%d' - x%d')\n", k->block, k->limit, k->block, k->other);
      text_addf(&t, "force x%d += %.17g*sign(x%d' - x%d')\n", k->other, k->limit, k->block, k->other);
    }
  }
  text_addf(&t, "simulate to %.17g\n", b->end);
  return text_get(&t);
}

static double force_on(const Blocks *b, int i, double t, const double *x, const double *v) {
  double f = b->push[i] * sin(b->pace[i] * t) - b->damping * v[i];
  f -= b->spring[i] * (i > 0 ? x[i] - x[i - 1] : x[i]);
  if (i + 1 < b->n) f += b->spring[i + 1] * (x[i + 1] - x[i]);
  return f;
}

// Returns the impulse r of a force of the given limit towards 0 over a step of length h from the place a: -limit h
// times the slope of the chord of |x| from a to b = beta + gamma r, where the step ends. So only the other forces
// change the energy.
static double pull_of(double a, double beta, double gamma, double limit, double h) {
  const double side = a < 0 ? -1 : 1, most = limit * h, A = fabs(a), B = side * beta;
  if (A == 0) return fmin(most, fmax(-most, -beta / gamma));
  if (B - gamma * most >= 0) return -side * most;
  // gamma r^2 + (B - A - most gamma) r - most (B + A) = 0, with b on the other side
  const double p = (B - A - most * gamma) / (2 * gamma), q = -most * (B + A) / gamma, root = sqrt(fmax(0, p * p - q));
  const double r = fabs(-p + root) <= most ? -p + root : -p - root;
  return side * fmin(most, fmax(-most, r));
}

// Finds the impulses of the contacts over a step of length h from x with the velocities `from`, which keep |r| <=
// limit h and stop what they can.
static void rub(const Blocks *b, double h, const double *x, const double *from, double *v, double *r) {
  for (int round = 0; round < 200; round++) {
    double change = 0;
    for (int c = 0; c < b->contacts; c++) {
      const Contact *k = &b->contact[c];
      const double give = 1 / b->m[k->block] + (k->other < 0 ? 0 : 1 / b->m[k->other]);
      const double *of = k->pulls ? x : v;
      const double off = of[k->block] - (k->other < 0 ? k->belt : of[k->other]), most = k->limit * h;
      const double next = k->pulls ? pull_of(off,
                                             off + h / 2 * (from[k->block] + v[k->block] - give * r[c] -
                                                            (k->other < 0 ? 0 : from[k->other] + v[k->other])),
                                             h / 2 * give, k->limit, h)
                                   : fmin(most, fmax(-most, r[c] - off / give));
      const double dr = next - r[c];
      r[c] = next;
      v[k->block] += dr / b->m[k->block];
      if (k->other >= 0) v[k->other] -= dr / b->m[k->other];
      change = fmax(change, fabs(dr));
    }
    if (change <= 1e-15) return;
  }
}

static void step_through(const Blocks *b, int steps, double *x, double *v) {
  const double h = b->end / steps;
  double r[CONTACTS] = {0};
  memcpy(x, b->x, sizeof b->x);
  memcpy(v, b->v, sizeof b->v);
  for (int s = 0; s < steps; s++) {
    double free[BLOCKS], middle[BLOCKS];
    for (int i = 0; i < b->n; i++) middle[i] = x[i] + h / 2 * v[i];
    for (int i = 0; i < b->n; i++) free[i] = v[i] + h * force_on(b, i, (s + 0.5) * h, middle, v) / b->m[i];
    memset(r, 0, sizeof r);
    rub(b, h, x, v, free, r);
    for (int i = 0; i < b->n; i++) x[i] += h / 2 * (v[i] + free[i]), v[i] = free[i];
  }
}

// Returns by how much both step lengths of the judge may be wrong together, in velocities. A step across a change of
// sign has the friction of its end, and is off by up to its jump, 2 limit/m, over the step: for up to four such
// steps. A pull keeps the energy, whatever the step; swings about its place that are shorter have velocities up to
// half of limit/m over a step.
static double unseen_by_steps(const Blocks *b, double h) {
  double most = 0;
  for (int i = 0; i < b->n; i++) {
    double jump = 0;
    for (int c = 0; c < b->contacts; c++)
      if (b->contact[c].block == i || b->contact[c].other == i) jump += b->contact[c].limit * (b->contact[c].pulls ? 0.5 : 8);
    most = fmax(most, jump / b->m[i]);
  }
  return most * h;
}

static double apart(const Blocks *b, const double *x, const double *v, const double *other_x, const double *other_v) {
  double most = 0;
  for (int i = 0; i < b->n; i++) most = fmax(most, fmax(fabs(x[i] - other_x[i]), fabs(v[i] - other_v[i])));
  return most;
}

// Law: blocks with dry friction between each other and on belts move as in Moreau's time stepping, as far as that is
//      accurate.
static void compare(Gen *g, const Blocks *blocks) {
  const Blocks b = *blocks;
  double x[3][BLOCKS] = {{0}}, v[3][BLOCKS] = {{0}};
  const int steps = 16000;
  for (int k = 0; k < 3; k++) step_through(&b, steps >> (2 - k), x[k], v[k]);
  const double coarse = apart(&b, x[0], v[0], x[1], v[1]), off = apart(&b, x[1], v[1], x[2], v[2]);
  const char *integrator = integrators[gen_below(g, COUNT(integrators))];
  DalRun *r = run(g, text_of(g, &b), &(DalRunOptions){.integrator = integrator, .rows = 1});
  const double *row = dal_run_row(r, dal_run_rows(r) - 1);
  const double wrong = apart(&b, row + 1, row + 1 + b.n, x[2], v[2]);
  dal_run_destroy(r);
  // a motion that nearly touches a jump may go either way; and the judge knows its own error only if that falls with the step
  ASSUME(off < 1e-2 && coarse < 1e-1 && off <= fmax(0.75 * coarse, 1e-9));
  gen_note(g, "with %s: off by %g, the judge by %g", integrator, wrong, off);
  CHECK(wrong <= 8 * off + unseen_by_steps(&b, b.end / steps));
}

PROP(blocks_stick_and_slip, 40) {
  const Blocks b = gen_blocks(g);
  compare(g, &b);
}

PROP(blocks_are_pulled, 40) {
  const Blocks b = gen_pulled(g);
  compare(g, &b);
}

// --- forces that jump from place to place ---------------------------------------------------------

// Law: if a force is constant between places, energy is conserved across them, whatever the
// integrator; the potential may be written with abs, max or if. The run passes hundreds of places.
PROP(energy_across_jumps, 60) {
  const size_t n = 1 + gen_below(g, 5);
  Text t = text_make(g->arena);
  text_add(&t, "coordinate x\nkinetic = 1/2*x'^2\n");
  static const char *const forms[] = {
    "potential += %1$.17g*abs(x - (%2$.17g))\n",
    "potential += %1$.17g*(max(x, %2$.17g) - min(x, %2$.17g))\n",
    "potential += %1$.17g*if(x > %2$.17g, x - (%2$.17g), %2$.17g - x)\n",
  };
  for (size_t i = 0; i < n; i++) {
    const double height = uniform(g, 0.5, 3), place = uniform(g, -1, 1);
    text_addf(&t, forms[gen_below(g, COUNT(forms))], height, place);
  }
  const double start = uniform(g, -2, 2), speed = uniform(g, 0.5, 3);
  text_addf(&t, "initial x = %.17g, x' = %.17g\nsimulate to 30\n", start, speed);
  const char *integrator = integrators[gen_below(g, 2)];
  DalRun *r = run(g, text_get(&t), &(DalRunOptions){.integrator = integrator});
  const DalRunSummary s = dal_run_summary(r);
  dal_run_destroy(r);
  gen_note(g, "%s: %zu switchings, drift %g", integrator, s.switches, s.energy_drift);
  CHECK(s.switches > 0);
  // each switching is where rounding allows: forces of up to 15 over a few units in the last place of t
  CHECK(s.energy_drift <= 1e-11 * (double) (s.switches + s.steps) * (1 + fabs(s.energy)));
}

// --- jumps inside of jumps ------------------------------------------------------------------------

// x'' = -k sign(g), g = x - d or x' - d, d = a |y - b|, y = y0 + c t: parabolas between the switchings
typedef struct {
  double k, a, b, c, y0, x, v;
  bool velocity;
} Nested;

static double nested_distance(const Nested *n, double t) {
  return n->a * fabs(n->y0 + n->c * t - n->b);
}

// Returns the first positive time, up to `most`, at which half t^2 + slope t + value vanishes, or HUGE_VAL.
static double first_zero(double half, double slope, double value, double most) {
  const double root = sqrt(fmax(slope * slope - 4 * half * value, -1.0));
  double first = HUGE_VAL;
  for (int i = -1; i <= 1 && !isnan(root); i += 2) {
    const double t = (-slope + i * root) / (2 * half);
    if (t > 1e-9 && t <= most && t < first) first = t;
  }
  return first;
}

// Follows the motion to the end; false if a switching is too close to a touch, or to the kink, to be judged.
static bool follow_nested(const Nested *n, double end, double *x, double *v) {
  double t = 0;
  *x = n->x, *v = n->v;
  double g = (n->velocity ? *v : *x) - nested_distance(n, 0);
  if (fabs(g) < 0.05) return false;
  int s = g < 0 ? -1 : 1;  // 0: it slides
  while (t < end) {
    const double kink = (n->b - n->y0) / n->c, until = kink > t && kink < end ? kink : end;
    const double side = n->y0 + n->c * (t + until) / 2 > n->b ? 1 : -1, rate = n->a * n->c * side;
    const double d = nested_distance(n, t), k = s * n->k;
    double step = until - t;
    if (s == 0) {
      *x += step * (d + step * rate / 2);
      t = until, *v = nested_distance(n, t);
      continue;
    }
    const double zero = n->velocity ? (*v - d) / (k + rate) : first_zero(-k / 2, *v - rate, *x - d, step);
    const bool switches = zero > 1e-9 && zero < step;
    if (fabs(t + zero - kink) < 1e-3 || fabs(k + rate) < 1e-2) return false;
    step = switches ? zero : step;
    *x += step * (*v - k * step / 2);
    *v -= k * step;
    t = switches ? t + step : until;
    if (!switches) continue;
    if (!n->velocity && fabs(*v - rate) < 1e-2) return false;
    s = n->velocity && fabs(rate) < n->k ? 0 : -s;
  }
  return true;
}

// Law: what a force jumps at may bend itself: sign(x - |y|).
PROP(jumps_inside_jumps, 60) {
  const Nested n = {.k = uniform(g, 1, 3), .a = uniform(g, 0.2, 0.9), .b = uniform(g, -0.5, 0.5),
                    .c = uniform(g, 0.3, 1), .y0 = uniform(g, -2, -0.8), .x = uniform(g, -2, 2),
                    .v = uniform(g, -2, 2), .velocity = gen_below(g, 2) > 0};
  static const char *const forms[] = {"abs(y - (%.17g))", "(y - (%1$.17g))*sign(y - (%1$.17g))",
                                      "max(y - (%1$.17g), (%1$.17g) - y)"};
  double x, v;
  ASSUME(follow_nested(&n, 4, &x, &v));
  const char *const bent = text_format(g->arena, forms[gen_below(g, COUNT(forms))], n.b);
  const char *const text = text_format(
    g->arena,
    "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = -%.17g*sign(%s - %.17g*%s)\n"
    "initial x = %.17g, x' = %.17g, y = %.17g, y' = %.17g\nsimulate to 4\n",
    n.k, n.velocity ? "x'" : "x", n.a, bent, n.x, n.v, n.y0, n.c);
  const char *integrator = integrators[gen_below(g, COUNT(integrators))];
  DalRun *r = run(g, text, &(DalRunOptions){.integrator = integrator, .rows = 1});
  const double *row = dal_run_row(r, dal_run_rows(r) - 1);
  gen_note(g, "with %s at %g: x = %.17g, x' = %.17g, should be %.17g, %.17g", integrator, row[0], row[1], row[3], x, v);
  const bool right = row[0] == 4 && fabs(row[1] - x) < 1e-7 && fabs(row[3] - v) < 1e-7;
  dal_run_destroy(r);
  CHECK(right);
}

// --- sections ------------------------------------------------------------------------------------

typedef struct {
  double t[2000];
  size_t n;
} Times;

static Times crossings_of(Gen *g, const char *text, const char *integrator) {
  Times times = {.n = 0};
  DalRun *r = run(g, text, &(DalRunOptions){.integrator = integrator, .only = "S"});
  for (size_t i = 0; i < dal_run_rows(r) && i < COUNT(times.t); i++) times.t[times.n++] = dal_run_row(r, i)[0];
  dal_run_destroy(r);
  return times;
}

// Law: between two rows that lie close together with a change of sign there is one crossing, and there are no
// others; the section may be narrow and cross often.
PROP(no_crossing_is_lost, 25) {
  static const char *const sections[] = {"x", "x - 0.1*y", "sin(9*x)", "x*y - 0.02", "cos(7*x)*cos(5*y) - 0.9",
                                         "(x - 0.2)*(x - 0.201)", "x'*y - x*y'"};
  const char *section = sections[gen_below(g, COUNT(sections))], *way = gen_below(g, 2) ? "rising" : "falling";
  const double y = uniform(g, -0.2, 0.3), speed = uniform(g, 0.1, 0.35);
  const char *text = text_format(
    g->arena,
    "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x^2 + y^2) + x^2*y - 1/3*y^3\n"
    "initial x = 0.05, y = %.17g, x' = %.17g\nobserve s = %s\nsection S: %s = 0 %s\nsimulate to 60 every 0.002\n",
    y, speed, section, section, way);
  const Times times = crossings_of(g, text, integrators[gen_below(g, COUNT(integrators))]);
  DalRun *r = run(g, text, &(DalRunOptions){.integrator = "taylor", .rtol = 1e-14});
  const bool rising = strcmp(way, "rising") == 0;
  size_t k = 0;
  for (size_t i = 1; i < dal_run_rows(r); i++) {
    const double *a = dal_run_row(r, i - 1), *b = dal_run_row(r, i);
    const bool crosses = rising ? a[5] < 0 && b[5] > 0 : a[5] > 0 && b[5] < 0;
    // two crossings between two rows show in neither
    while (k < times.n && times.t[k] < a[0] - 1e-6) k++;
    if (!crosses) continue;
    gen_note(g, "from %.17g to %.17g", a[0], b[0]);
    const bool there = k < times.n && times.t[k] <= b[0] + 1e-6;
    if (!there) dal_run_destroy(r);
    CHECK(there);
    k++;
  }
  // the rest was found where the function has that sign on both sides of a crossing
  dal_run_destroy(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_stick_and_slip),
    cmocka_unit_test(blocks_are_pulled),
    cmocka_unit_test(energy_across_jumps),
    cmocka_unit_test(jumps_inside_jumps),
    cmocka_unit_test(no_crossing_is_lost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
