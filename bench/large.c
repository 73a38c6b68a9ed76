// bench/large.c: how large may a system be?
//
// Questions: how long does it take from the text of a large model to the first step of a run, and
// for a right-hand side after that, interpreted and compiled? How long does a loop by hand take
// (bench/hand/springs.c, rods.c, full.c, planets.c), compiled by the same compiler with the same flags? Both must
// compute the same, or the program ends. From how many unknowns on, and up to
// how many entries of the Jacobian, is the sparse linear solver of the implicit integrators faster
// than the dense one? The second question is answered with masses on a line, each with springs and
// dampers to its next w neighbours on both sides, whose rates are written here; both solvers take
// the same steps. Below 20 parts of the state there is no sparse solver.

#include "bench/common/flows.h"
#include "motion/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Of the processor: the machine may be shared.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void *room_for(size_t n, size_t size) {
  void *room = calloc(n + 1, size);
  if (room == NULL) exit(1);
  return room;
}

// --- models --------------------------------------------------------------------------------------

static char text[1 << 12];

static const char springs[] =
  "coordinate x[1..n]\n"
  "point P[i] mass m at [x[i], 0] for i = 1..n\n"
  "potential = k/2*x[1]^2 + sum(k/2*(x[i] - x[i-1])^2 + k/4*(x[i] - x[i-1])^4 for i = 2..n)\n"
  "initial x[1]' = 1\n";

static const char points_on_rods[] =
  "coordinate x[i], y[i] for i = 1..n\n"
  "point P[i] mass m at [x[i], y[i]] for i = 1..n\n"
  "initial x[i] = i, y[i] = 0 for i = 1..n\n"
  "gravity = [0, -g]\n"
  "constraint x[1]^2 + y[1]^2 = l^2\n"
  "constraint (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = l^2 for i = 2..n\n";

static const char links[] = "coordinate a[1..n]\n"
                            "let r[0] = [0, 0]\n"
                            "let r[i] = r[i-1] + l*[sin(a[i]), -cos(a[i])] for i = 1..n\n"
                            "point P[i] mass m at r[i] for i = 1..n\n"
                            "initial a[i] = 0.1 for i = 1..n\n"
                            "gravity = [0, -g]\n";

// The same links, with their energy as a double sum over the angles: nothing shows that they are a chain.
static const char double_sum[] =
  "coordinate q[1..n]\n"
  "kinetic = m*l^2*(sum((n + 1 - i)/2*q[i]'^2 for i = 1..n)"
  " + sum((n + 1 - j)*cos(q[i] - q[j])*q[i]'*q[j]' for i = 1..n, j = i+1..n))\n"
  "potential = -m*g*l*sum((n + 1 - i)*cos(q[i]) for i = 1..n)\n"
  "initial q[i] = 0.1 for i = 1..n\n";

static const char planets[] =
  "coordinate x[1..n], y[1..n], z[1..n]\n"
  "point P[i] mass m at [x[i], y[i], z[i]] for i = 1..n\n"
  "potential = sum(-k*m^2/sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2 + (z[i] - z[j])^2 + 0.0025)"
  " for i = 1..n, j = i+1..n)\n"
  "initial x[i] = i for i = 1..n\n";

// n by n knots in space, all rods between neighbours, held at two corners.
static const char net[] =
  "let apart(P, Q) = dot(pos(P) - pos(Q), pos(P) - pos(Q))\n"
  "coordinate x[i, j], y[i, j], z[i, j] for i = 1..n, j = 1..n\n"
  "point P[i, j] mass m at [x[i, j], y[i, j], z[i, j]] for i = 1..n, j = 1..n\n"
  "point Q[j] at [(j - 1)*(n - 1), -1, 0] for j = 1..2\n"
  "initial x[i, j] = j - 1, y[i, j] = i - 1, z[i, j] = 0 for i = 1..n, j = 1..n\n"
  "gravity = [0, 0, -g]\n"
  "constraint apart(P[1, 1], Q[1]) = l^2\n"
  "constraint apart(P[1, n], Q[2]) = l^2\n"
  "constraint apart(P[i, j], P[i, j-1]) = l^2 for i = 1..n, j = 2..n\n"
  "constraint apart(P[i, j], P[i-1, j]) = l^2 for i = 2..n, j = 1..n\n";

// Bodies in space on joints at right angles to each other, with products of inertia, as of a robot.
static const char joints[] = "coordinate q[1..n]\n"
                             "frame B[0] = rotate(z, 0)\n"
                             "frame B[i] in B[i-1] = rotate(z, q[i]) rotate(x, pi/2) for i = 1..n\n"
                             "let r[0] = [0, 0, 0]\n"
                             "let r[i] = r[i-1] + l*B[i].x + l/2*B[i].y for i = 1..n\n"
                             "body D[i] mass m at r[i] - l/3*B[i].x frame B[i] inertia (2, 3, 2.5, "
                             "0.1, 0.2, -0.3) for i = 1..n\n"
                             "initial q[i] = 0.1*i for i = 1..n\n"
                             "gravity = [0, 0, -g]\n";

// Bodies with ball joints between them, in positions and quaternions.
static const char quaternions[] =
  "coordinate x[1..n], y[1..n], z[1..n], a[1..n], b[1..n], c[1..n], d[1..n]\n"
  "let r[i] = [x[i], y[i], z[i]] for i = 1..n\n"
  "frame B[i] = quaternion(a[i], b[i], c[i], d[i]) for i = 1..n\n"
  "body D[i] mass m at r[i] frame B[i] inertia (0.1, 0.12, 0.02) for i = 1..n\n"
  "constraint r[1] + l/2*B[1].z = [0, 0, 0]\n"
  "constraint r[i] + l/2*B[i].z = r[i-1] - l/2*B[i-1].z for i = 2..n\n"
  "initial a[i] = 0.8, b[i] = 0.6, c[i] = 0, d[i] = 0 for i = 1..n\n"
  "gravity = [0, 0, -g]\n";

typedef struct {
  double ready, rate;  // seconds
} Times;

// A run of the time 0 is all but its steps.
static Times times_of(void) {
  DalModel *m = dal_model_create();
  DalRun *run = NULL;
  Times times = {0};
  const double start = now();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK ||
      dal_model_simulate(m, &(DalRunOptions){.to = "0"}, &run) != DAL_OK) {
    fputs(dal_model_messages(m), stderr);
    exit(1);
  }
  times.ready = now() - start;
  dal_run_destroy(run);
  const DalRunOptions options = {.to = "1/4", .every = "1/4", .code = "interpreter"};
  times.rate = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    if (dal_model_simulate(m, &options, &run) != DAL_OK) fputs(dal_model_messages(m), stderr);
    if (run == NULL) exit(1);
    const DalRunSummary summary = dal_run_summary(run);
    times.rate = fmin(times.rate, summary.seconds / (double) summary.calls);
    dal_run_destroy(run);
  }
  dal_model_destroy(m);
  return times;
}

// --- right-hand sides ----------------------------------------------------------------------------

#define CALLS 200
#define REPEATED 100
#define AGREE 1e-9  // parts of the largest rate

static const char called[] =
  "\nvoid called(const double *k, double t, const double *y, double *yd) { rate(k, t, y, yd); }\n";

// A text of bench/hand, and a state at which it is compared.
typedef struct {
  const char *path;
  void (*start)(size_t n, double *y);
} ByHand;

// Each spring has another length.
static void start_springs(size_t n, double *y) {
  for (size_t i = 0; i < n; i++) {
    y[i] = 0.3 * sin(0.7 * (double) i);
    y[n + i] = cos(1.1 * (double) i);
  }
}

// Each rod has another direction and turns at another rate.
static void start_rods(size_t n, double *y) {
  double x[2] = {0}, v[2] = {0};
  for (size_t i = 0; i < n; i++) {
    const double a = 1.3 * sin(0.37 * (double) i), w = cos(0.9 * (double) i);
    x[0] += sin(a), v[0] += w * cos(a);
    x[1] -= cos(a), v[1] += w * sin(a);
    for (size_t k = 0; k < 2; k++) y[2 * i + k] = x[k], y[2 * (n + i) + k] = v[k];
  }
}

// Angles and rates, or places and velocities, without a pattern.
static void start_anywhere(size_t n, double *y) {
  for (size_t i = 0; i < n; i++) y[i] = sin(1.7 * (double) i) + cos(0.6 * (double) i);
}

static void start_full(size_t n, double *y) {
  start_anywhere(2 * n, y);
}

static void start_planets(size_t n, double *y) {
  start_anywhere(6 * n, y);
}

static const ByHand springs_by_hand = {"bench/hand/springs.c", start_springs};
static const ByHand rods_by_hand = {"bench/hand/rods.c", start_rods};
static const ByHand full_by_hand = {"bench/hand/full.c", start_full};
static const ByHand planets_by_hand = {"bench/hand/planets.c", start_planets};

static void check_agreement(const BenchFlow *f, const double *y, BenchRate *rate, const double *k,
                            const char *name) {
  static double ours[BENCH_MOST], hand[BENCH_MOST], watch[4 * BENCH_MOST];
  double size = 0;
  f->compiled->rate(f->compiled, f->t0, y, ours, watch);
  rate(k, f->t0, y, hand);
  for (size_t i = 0; i < f->n; i++) size = fmax(size, fabs(hand[i]));
  for (size_t i = 0; i < f->n; i++) {
    if (fabs(ours[i] - hand[i]) <= AGREE * size) continue;
    fprintf(stderr, "%s: rate %zu differs: %.17g, by hand %.17g\n", name, i, ours[i], hand[i]);
    exit(1);
  }
}

// Seconds of one call.
static double time_ours(const BenchFlow *f, const double *y) {
  static double yd[BENCH_MOST], watch[4 * BENCH_MOST];
  const double start = now();
  for (int i = 0; i < CALLS; i++) f->compiled->rate(f->compiled, f->t0, y, yd, watch);
  return (now() - start) / CALLS;
}

static double time_hand(BenchRate *rate, const double *k, const double *y) {
  static double yd[BENCH_MOST];
  const double start = now();
  for (int i = 0; i < CALLS; i++) rate(k, 0, y, yd);
  return (now() - start) / CALLS;
}

typedef struct {
  double ours, hand;  // seconds; the latter NAN without code by hand
} Rates;

// Compiled right-hand sides, in turn.
static Rates rates_of(const char *name, const ByHand *by_hand, size_t n) {
  static double y[BENCH_MOST];
  BenchFlow f = bench_flow(text, false, true);
  Rates best = {HUGE_VAL, by_hand == NULL ? (double) NAN : HUGE_VAL};
  BenchHand hand = {0};
  BenchRate *rate = NULL;
  memcpy(y, f.y0, sizeof y);
  if (by_hand != NULL) {
    hand = bench_hand(by_hand->path, called, &f);
    bench_find(hand.unit, "called", &rate);
    by_hand->start(n, y);
    check_agreement(&f, y, rate, hand.constants, name);
  }
  for (int run = 0; run < REPEATED; run++) {
    best.ours = fmin(best.ours, time_ours(&f, y));
    if (rate != NULL) best.hand = fmin(best.hand, time_hand(rate, hand.constants, y));
  }
  native_close(hand.unit);
  bench_flow_close(&f);
  return best;
}

static void measure_model(const char *name, int n, const char *family, int unknowns,
                          int constraints, const ByHand *by_hand) {
  snprintf(text, sizeof text, "count n = %d\nparameter m = 1, k = 100, g = 9.81, l = 1\n%s", n,
           family);
  const Times times = times_of();
  const Rates rates = rates_of(name, by_hand, (size_t) n);
  printf("%-28s %8d %11d %14.2f %16.1f %9.2f", name, unknowns, constraints, times.ready,
         1e6 * times.rate, 1e6 * rates.ours);
  if (by_hand != NULL) printf(" %9.2f %6.2f", 1e6 * rates.hand, rates.ours / rates.hand);
  putchar('\n');
  fflush(stdout);
}

// --- the linear solver ---------------------------------------------------------------------------

typedef struct {
  size_t n, w;  // masses; neighbours on each side
  FlowPattern pattern;
  size_t *start, *row;
  double *entry;
} Chain;

#define STIFFNESS 100.0
#define DAMPING 0.1

static const Chain *chain_of(const Flow *flow) {
  return flow->own;
}

static void chain_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) t, (void) watch;
  const Chain *c = chain_of(flow);
  memcpy(yd, y + c->n, c->n * sizeof *yd);
  for (size_t i = 0; i < c->n; i++) yd[c->n + i] = -STIFFNESS * y[i];
  for (size_t i = 0; i < c->n; i++)
    for (size_t j = i + 1; j <= i + c->w && j < c->n; j++) {
      const double force = STIFFNESS * (y[j] - y[i]) + DAMPING * (y[c->n + j] - y[c->n + i]);
      yd[c->n + i] += force;
      yd[c->n + j] -= force;
    }
}

static void chain_jacobian(const Flow *flow, double t, const double *y, double *J) {
  (void) t, (void) y;
  memcpy(J, chain_of(flow)->entry, chain_of(flow)->pattern.entries * sizeof *J);
}

static void full_jacobian(const Flow *flow, double t, const double *y, double *J) {
  const Chain *c = chain_of(flow);
  const FlowPattern *p = &c->pattern;
  (void) t, (void) y;
  memset(J, 0, 4 * c->n * c->n * sizeof *J);
  for (size_t j = 0; j < 2 * c->n; j++)
    for (size_t k = p->start[j]; k < p->start[j + 1]; k++)
      J[j * 2 * c->n + p->row[k]] = c->entry[k];
}

static bool is_neighbour(const Chain *c, size_t i, size_t j) {
  return (i > j ? i - j : j - i) <= c->w;
}

static double neighbours(const Chain *c, size_t i) {
  const size_t before = i, after = c->n - 1 - i;
  return (double) (before < c->w ? before : c->w) + (double) (after < c->w ? after : c->w);
}

// An entry of d yd/dy = [0 1; -K -C]; false if it vanishes identically.
static bool chain_entry(const Chain *c, size_t i, size_t j, double *entry) {
  const bool spring = j < c->n;
  const size_t other = spring ? j : j - c->n;
  *entry = i + c->n == j;
  if (i < c->n) return i + c->n == j || i == j;
  const double each = spring ? STIFFNESS : DAMPING, wall = spring ? STIFFNESS : 0;
  *entry = i - c->n == other ? -each * neighbours(c, other) - wall : each;
  return is_neighbour(c, i - c->n, other);
}

static Chain chain_make(size_t n, size_t w) {
  Chain c = {.n = n, .w = w};
  size_t k = 0;
  c.start = room_for(2 * n, sizeof *c.start);
  c.row = room_for(4 * n * n, sizeof *c.row);
  c.entry = room_for(4 * n * n, sizeof *c.entry);
  for (size_t j = 0; j < 2 * n; j++) {
    for (size_t i = 0; i < 2 * n; i++)
      if (chain_entry(&c, i, j, &c.entry[k])) c.row[k++] = i;
    c.start[j + 1] = k;
  }
  c.pattern = (FlowPattern){k, c.start, c.row};
  return c;
}

static void chain_free(Chain *c) {
  free(c->start), free(c->row), free(c->entry);
}

static double seconds_of(const Flow *flow, Integrator integrator) {
  const size_t n = flow->n / 2;
  double *y = room_for(2 * n, sizeof *y), best = HUGE_VAL;
  for (int run = 0; run < 3; run++) {
    for (size_t i = 0; i < 2 * n; i++) y[i] = i == n;
    const RunRequest request = {
      .integrator = integrator, .to = 0.2, .rtol = 1e-6, .atol = 1e-8, .most_steps = 100000};
    RunResult result = {.y = y};
    const double start = now();
    if (run_flow(flow, &request, &result) != STATUS_OK || result.end != RUN_DONE) exit(1);
    best = fmin(best, now() - start);
  }
  free(y);
  return best;
}

static void measure_solver(size_t n, size_t w) {
  Chain c = chain_make(n, w);
  const Flow sparse = {
    .n = 2 * n, .rate = chain_rate, .jacobian = chain_jacobian, .pattern = &c.pattern, .own = &c};
  Flow dense = sparse;
  dense.jacobian = full_jacobian;
  dense.pattern = NULL;
  const double all = 4 * (double) n * (double) n;
  printf("%8zu %5zu %8.3f", 2 * n, w, (double) c.pattern.entries / all);
  for (int k = 0; k < 2; k++) {
    const Integrator integrator = k == 0 ? INTEGRATOR_BDF : INTEGRATOR_DIRK;
    printf(" %12.2f", seconds_of(&dense, integrator) / seconds_of(&sparse, integrator));
  }
  printf("\n");
  chain_free(&c);
}

int main(void) {
  printf("%-28s %8s %11s %14s %16s %9s %9s %6s\n", "model", "unknowns", "constraints",
         "first step/s", "right-hand/us", "compiled", "by hand", "ratio");
  measure_model("masses and springs", 1000, springs, 1000, 0, &springs_by_hand);
  measure_model("points on rods, Cartesian", 500, points_on_rods, 1000, 500, &rods_by_hand);
  measure_model("net of rods, 10 by 10", 10, net, 300, 182, NULL);
  measure_model("links, angles", 100, links, 100, 0, NULL);
  measure_model("joints in space", 20, joints, 20, 0, NULL);
  measure_model("joints in space", 60, joints, 60, 0, NULL);
  measure_model("bodies with quaternions", 20, quaternions, 140, 80, NULL);
  const int sizes[] = {20, 40, 60, 100};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    measure_model("links, energy as a sum", sizes[i], double_sum, sizes[i], 0,
                  sizes[i] == 60 ? &full_by_hand : NULL);
  measure_model("planets in space", 60, planets, 180, 0, &planets_by_hand);
  printf("\nthe dense solver / KLU, time of a run; w neighbours on each side, part of entries\n"
         "%8s %5s %8s %12s %12s\n",
         "state", "w", "entries", "bdf", "dirk");
  static const size_t states[] = {24, 32, 64, 128, 256};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    measure_solver(states[i] / 2, 1);
    measure_solver(states[i] / 2, states[i] / 8);
    measure_solver(states[i] / 2, states[i] / 2);
  }
  return 0;
}
