// Laws of runs in charts: the motion is the same, whatever constraints are kept and whatever
// velocities are free, and however often these change during the run.
//
// Judge: the method of multipliers on the constraints as they are made, at a hundredth of the
// tolerances; the same at the same tolerances shows how sensitive the motion is. A run may end early
// only if that one does.

#include "dalembert.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#define ROWS 8
#define ROUNDING 1e-8  // of the tolerances of 1e-10, times the steps and the growth of errors
#define MOST 12        // coordinates

// --- systems -------------------------------------------------------------------------------------

// A model in parts, so that its constraints can be rewritten.
typedef struct {
  char head[3000], tail[2000];
  char constraint[MOST][400];  // the expressions that vanish
  size_t constraints;
  const char *factor[2];  // to multiply constraints by; they do not vanish at the same time
  size_t coordinates;
  double T;
} System;

static double pick(Gen *g, double least, double most) {
  return least + (most - least) * (double) gen_below(g, 1 << 12) / (1 << 12);
}

static void add(char *text, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const size_t n = strlen(text);
  vsnprintf(text + n, size - n, format, list);
  va_end(list);
}

#define HEAD(...) add(s->head, sizeof s->head, __VA_ARGS__)
#define TAIL(...) add(s->tail, sizeof s->tail, __VA_ARGS__)
#define CONSTRAINT(...) add(s->constraint[s->constraints++], 400, __VA_ARGS__)

// Makes points on rods, one below the other, swinging or going round.
static void make_chain(Gen *g, System *s) {
  const size_t n = 1 + gen_below(g, 3);
  double x = 0, y = 0, vx = 0, vy = 0;
  HEAD("coordinate x1, y1");
  for (size_t i = 2; i <= n; i++) HEAD(", x%zu, y%zu", i, i);
  HEAD("\ngravity = [0, -%g]\n", gen_below(g, 4) == 0 ? 0 : 9.81);
  for (size_t i = 1; i <= n; i++) {
    const double l = pick(g, 0.4, 1.5), a = pick(g, -3.1, 3.1), w = pick(g, -6, 6);
    HEAD("point P%zu mass %.4g at [x%zu, y%zu]\n", i, pick(g, 0.3, 3), i, i);
    if (i == 1)
      CONSTRAINT("x1^2 + y1^2 - %.17g^2", l);
    else
      CONSTRAINT("(x%zu - x%zu)^2 + (y%zu - y%zu)^2 - %.17g^2", i, i - 1, i, i - 1, l);
    x += l * sin(a), y -= l * cos(a);
    vx += l * w * cos(a), vy += l * w * sin(a);
    TAIL("initial x%zu = %.17g, y%zu = %.17g, x%zu' = %.17g, y%zu' = %.17g\n", i, x, i, y, i, vx, i,
         vy);
  }
  s->factor[0] = "x1", s->factor[1] = "y1";
  s->coordinates = 2 * n;
  s->T = 1.5;
}

// Makes a crank that goes round: its length and that of the ground are less than the others together.
static void make_four_bar(Gen *g, System *s) {
  const double l1 = pick(g, 0.5, 0.9), l2 = pick(g, 2, 2.5), l3 = pick(g, 2, 2.5);
  const double l4 = pick(g, 2, 2.4), a = pick(g, -3.1, 3.1), w = pick(g, 3, 8);
  HEAD("coordinate x1, y1, x2, y2\ngravity = [0, -%g]\n", gen_below(g, 2) == 0 ? 0 : 9.81);
  HEAD("point P1 mass %.4g at [x1, y1]\npoint P2 mass %.4g at [x2, y2]\n", pick(g, 0.3, 3),
       pick(g, 0.3, 3));
  CONSTRAINT("x1^2 + y1^2 - %.17g^2", l1);
  CONSTRAINT("(x2 - x1)^2 + (y2 - y1)^2 - %.17g^2", l2);
  CONSTRAINT("(x2 - %.17g)^2 + y2^2 - %.17g^2", l4, l3);
  // the second joint is where two circles meet
  const double x = l1 * cos(a), y = l1 * sin(a), d = hypot(l4 - x, y);
  const double along = (l2 * l2 - l3 * l3 + d * d) / (2 * d);
  const double up = sqrt(l2 * l2 - along * along), cx = (l4 - x) / d, cy = -y / d;
  TAIL("initial x1 = %.17g, y1 = %.17g, x2 = %.17g, y2 = %.17g\n", x, y, x + along * cx - up * cy,
       y + along * cy + up * cx);
  TAIL("initial x1' = %.17g, y1' = %.17g\n", -w * y, w * x);
  s->factor[0] = "x1", s->factor[1] = "y1";
  s->coordinates = 4;
  s->T = 2;
}

// Makes a circle in space, as a sphere and a plane.
static void make_ring(Gen *g, System *s) {
  const double b = pick(g, -1, 1), c = pick(g, -1, 1), h = pick(g, -0.5, 0.5), a = pick(g, -3, 3);
  // two directions in the plane x + b y + c z = h
  const double n = sqrt(1 + b * b + c * c), e[3] = {-b / hypot(1, b), 1 / hypot(1, b), 0};
  const double N[3] = {1 / n, b / n, c / n};
  const double f[3] = {N[1] * e[2] - N[2] * e[1], N[2] * e[0] - N[0] * e[2],
                       N[0] * e[1] - N[1] * e[0]};
  const double R = 1.2, r = sqrt(R * R - h * h / (n * n)), w = pick(g, -8, 8);
  HEAD("coordinate x, y, z\npoint P mass %.4g at [x, y, z]\ngravity = [0, 0, -%g]\n",
       pick(g, 0.3, 3), gen_below(g, 3) == 0 ? 0 : 9.81);
  CONSTRAINT("x^2 + y^2 + z^2 - %.17g^2", R);
  CONSTRAINT("x + %.17g*y + %.17g*z - %.17g", b, c, h);
  static const char *const name[] = {"x", "y", "z"};
  for (size_t i = 0; i < 3; i++)
    TAIL("initial %s = %.17g, %s' = %.17g\n", name[i],
         N[i] * h / n + r * (cos(a) * e[i] + sin(a) * f[i]), name[i],
         r * w * (cos(a) * f[i] - sin(a) * e[i]));
  s->factor[0] = "x", s->factor[1] = "y^2 + z^2";
  s->coordinates = 3;
  s->T = 2;
}

// Makes a sleigh that pulls trailers over the plane, all on knife edges.
static void make_sleigh(Gen *g, System *s) {
  const size_t n = gen_below(g, 3);
  HEAD("coordinate x, y, a0");
  for (size_t i = 1; i <= n; i++) HEAD(", a%zu", i);
  HEAD("\nkinetic = 1/2*%.4g*(x'^2 + y'^2)", pick(g, 0.5, 3));
  for (size_t i = 0; i <= n; i++) HEAD(" + 1/2*%.4g*a%zu'^2", pick(g, 0.2, 2), i);
  HEAD("\npotential = %.4g*x\n", pick(g, -3, 3));
  const double v = pick(g, -3, 3);
  double before = pick(g, -3, 3);
  const double x = v * cos(before), y = v * sin(before);
  TAIL("initial x = 0, y = 0, a0 = %.17g, x' = %.17g, y' = %.17g, a0' = %.17g\n", before, x, y,
       pick(g, -5, 5));
  CONSTRAINT("x'*sin(a0) - y'*cos(a0)");
  double pull[4] = {x, y};  // the velocity of the hitch
  for (size_t i = 1; i <= n; i++) {
    // hitch i is behind hitch i - 1 by a bar of length 1 in the direction a_i
    const double a = before + pick(g, -0.6, 0.6);
    char vx[300] = "x'", vy[300] = "y'";
    for (size_t k = 1; k <= i; k++) {
      add(vx, sizeof vx, " + a%zu'*sin(a%zu)", k, k);
      add(vy, sizeof vy, " - a%zu'*cos(a%zu)", k, k);
    }
    CONSTRAINT("(%s)*sin(a%zu) - (%s)*cos(a%zu)", vx, i, vy, i);
    const double rate = -(pull[0] * sin(a) - pull[1] * cos(a));
    pull[0] += rate * sin(a), pull[1] -= rate * cos(a);
    TAIL("initial a%zu = %.17g, a%zu' = %.17g\n", i, a, i, rate);
    before = a;
  }
  s->factor[0] = "cos(a0)", s->factor[1] = "sin(a0)";
  s->coordinates = 3 + n;
  s->T = 2;
}

// Makes a point on a rod that turns.
static void make_turning(Gen *g, System *s) {
  const double w = pick(g, 0.5, 4) * (gen_below(g, 2) ? 1 : -1), a = pick(g, -3, 3);
  const double r = pick(g, 0.3, 1), v = pick(g, -1, 1);
  HEAD(
    "coordinate x, y\npoint P mass %.4g at [x, y]\ngravity = [0, -%.4g]\npotential = %.4g*(x^2 + "
    "y^2)\n",
    pick(g, 0.5, 2), pick(g, 0, 9), pick(g, 0, 20));
  CONSTRAINT("x*sin(%.17g*t + %.17g) - y*cos(%.17g*t + %.17g)", w, a, w, a);
  TAIL("initial x = %.17g, y = %.17g, x' = %.17g, y' = %.17g\n", r * cos(a), r * sin(a),
       v * cos(a) - r * w * sin(a), v * sin(a) + r * w * cos(a));
  s->factor[0] = "x", s->factor[1] = "y";
  s->coordinates = 2;
  s->T = 2;
}

// Makes a point of constant speed in a field.
static void make_steady(Gen *g, System *s) {
  const double v = pick(g, 0.5, 3), a = pick(g, -3.1, 3.1);
  HEAD("coordinate x, y\npoint P mass 1 at [x, y]\npotential = %.4g*x^2 + %.4g*y^2 + %.4g*x*y\n",
       pick(g, 0, 6), pick(g, 0, 6), pick(g, -4, 4));
  CONSTRAINT("x'^2 + y'^2 - %.17g^2", v);
  TAIL("initial x = %.17g, y = %.17g, x' = %.17g, y' = %.17g\n", pick(g, -1, 1), pick(g, -1, 1),
       v * cos(a), v * sin(a));
  s->factor[0] = NULL;
  s->coordinates = 2;
  s->T = 2;
}

static System make_system(Gen *g) {
  typedef void Make(Gen * g, System * s);
  static Make *const kinds[] = {make_chain,  make_four_bar, make_ring,
                                make_sleigh, make_turning,  make_steady};
  System s = {0};
  kinds[gen_below(g, COUNT(kinds))](g, &s);
  return s;
}

// --- texts ---------------------------------------------------------------------------------------

static void write_row(char *text, size_t size, size_t *count, const char *e) {
  add(text, size, "constraint c%zu: %s = 0\n", ++*count, e);
}

// Writes the constraints as they are made; or rewritten: multiplied, doubled, added up, in another order.
static const char *write_model(Gen *g, const System *s, bool rewritten) {
  const size_t size = 12000;
  char *text = arena_take(g->arena, size), row[1000];
  size_t count = 0;
  add(text, size, "%s", s->head);
  const size_t first = rewritten ? gen_below(g, s->constraints) : 0;
  for (size_t i = 0; i < s->constraints; i++) {
    const char *c = s->constraint[(first + i) % s->constraints];
    const uint64_t how = rewritten ? gen_below(g, s->factor[0] != NULL ? 6 : 3) : 0;
    const char *next = s->constraint[(first + i + 1) % s->constraints];
    row[0] = '\0';
    if (how == 1) add(row, sizeof row, "3*(%s)", c);
    if (how == 2) add(row, sizeof row, "(%s) + (%s)", c, next);
    if (how == 3) add(row, sizeof row, "(1 + (%s)^2)*(%s)", s->factor[0], c);
    if (how == 4) add(row, sizeof row, "(%s)*(%s)", s->factor[0], c);
    if (how == 5) add(row, sizeof row, "(%s)*(%s)", s->factor[1], c);
    // one more that follows from the others, before or after them
    if (how > 0 && i % 2 == 0) write_row(text, size, &count, row);
    write_row(text, size, &count, c);
    if (how > 0 && i % 2 == 1) write_row(text, size, &count, row);
  }
  add(text, size, "%s", s->tail);
  return text;
}

// --- runs ----------------------------------------------------------------------------------------

typedef struct {
  DalStatus status;
  size_t rows, charts;
  double at[(ROWS + 1) * 2 * MOST], error;
  const char *message;
} Motion;

typedef struct {
  const char *method, *integrator;
  double tolerance;
  bool backward;
} Way;

static Motion follow(Gen *g, const System *s, const char *text, const Way *way) {
  Motion x = {.status = DAL_INTERNAL};
  char to[40];
  snprintf(to, sizeof to, "%.17g", way->backward ? -s->T : s->T);
  DalModel *m = dal_model_create();
  DalRun *run = NULL;
  x.status = dal_model_add(m, text);
  if (x.status == DAL_OK) x.status = dal_model_finish(m);
  if (x.status == DAL_OK) x.status = dal_model_derive(m, &(DalDeriveOptions){.method = way->method});
  const DalRunOptions options = {.to = to,
                                 .rows = ROWS,
                                 .rtol = way->tolerance,
                                 .atol = way->tolerance / 100,
                                 .code = "interpreter",
                                 .integrator = way->integrator,
                                 .steps = 200000};
  if (x.status == DAL_OK) x.status = dal_model_simulate(m, &options, &run);
  x.message = str_copy(g->arena, str(dal_model_messages(m)));
  if (run != NULL) {
    x.rows = dal_run_rows(run);
    x.charts = dal_run_summary(run).charts;
    x.error = dal_run_summary(run).constraint_error;
    for (size_t i = 0; i < x.rows && i <= ROWS; i++)
      memcpy(x.at + i * 2 * MOST, dal_run_row(run, i) + 1, 2 * s->coordinates * sizeof(double));
    dal_run_destroy(run);
  }
  dal_model_destroy(m);
  return x;
}

static double difference(const System *s, const Motion *a, const Motion *b) {
  double most = 0;
  for (size_t i = 0; i <= ROWS; i++)
    for (size_t k = 0; k < 2 * s->coordinates; k++) {
      const double p = a->at[i * 2 * MOST + k], q = b->at[i * 2 * MOST + k];
      const double d = fabs(p - q) / (1 + fabs(p));
      most = d <= most ? most : d;
    }
  return most;
}

static size_t changes;

// Law: every method gives the motion, on every form of the constraints, with every integrator.
PROP(charts_do_not_matter, 60) {
  static const char *const methods[] = {"multipliers", "udwadia", "hamilton", "appell", "hamel"};
  static const char *const integrators[] = {"dop853", "taylor", "taylor", "adams",
                                            "bdf",    "erk",    "dirk"};
  const System s = make_system(g);
  const char *text = write_model(g, &s, false), *other = write_model(g, &s, true);
  Way way = {"multipliers", "dop853", 1e-12, gen_below(g, 2) == 1};
  const Motion truth = follow(g, &s, text, &way);
  ASSUME(truth.status == DAL_OK);
  way.integrator = integrators[gen_below(g, COUNT(integrators))];
  way.tolerance = 1e-10;
  const Motion same = follow(g, &s, text, &way);
  ASSUME(same.status == DAL_OK);
  const double bound = 1000 * difference(&s, &truth, &same) + ROUNDING;
  for (size_t i = 0; i < 2 * COUNT(methods); i++) {
    way.method = methods[i / 2];
    const Motion x = follow(g, &s, i % 2 ? other : text, &way);
    if (x.status == DAL_UNABLE) continue;  // the method does not take such constraints
    changes += x.charts;
    const double off = difference(&s, &truth, &x);
    if (x.status != DAL_OK || !(off <= bound) || !(x.error < 1e-9))
      gen_note(g, "%s%s, %s: off by %g, at most %g; constraints %g\n%s\n%s",
               way.backward ? "backward, " : "", way.method, way.integrator, off, bound, x.error,
               x.message, i % 2 ? other : text);
    CHECK(x.status == DAL_OK);
    CHECK(off <= bound);
    CHECK(x.error < 1e-9);
  }
}

static void test_changes(void **state) {
  (void) state;
  assert_true(changes > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(charts_do_not_matter),
                                     cmocka_unit_test(test_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
