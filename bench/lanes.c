// bench/lanes.c: how many motions a second?
//
// Question: how many motions of one model does a core compute per second, (a) one after the other with compiled code,
// as `dalembert simulate` does, (b) in lanes (motion/lanes.h), compared with (c) GSL's rk8pd and (d) CVODE's Adams
// methods with the hand-written rates of bench/hand, and (e) four hand-written AVX2 lanes for one model
// (bench/hand/b08_lanes.c)? All have the same initial states, and the tolerance at which the median error, relative to
// 1 + |y|, is about 1e-9; the reference is a run at 1e-14. The double pendulum is chaotic, so no tolerance achieves
// that: there all have the tolerance 1e-9. (a) and (b) must give the same bits. Times are processor times, the least of
// some rounds.
//
//   lanes [members [part of a title]]

#include "bench/common/flows.h"
#include "motion/lanes.h"
#include "motion/sundials_impl.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5     // of each measurement; the best counts
#define TARGET 1e-9  // the error
#define REFERENCE 1e-14
#define STEPS_MOST 100000000

typedef struct {
  const char *title, *model, *hand;
  double to;
  double spread;  // of the initial states, each number of them
  double tol;     // 0: for the error that is wanted
} Sweep;

#define ANYWHERE 0  // spread: points in a square, velocities in any direction, alike or opposite

static const Sweep sweeps[] = {
  {"parallel velocities, spring", "models/parallel-velocities-spring.mech", "bench/hand/b08.c", 100,
   ANYWHERE, 0},
  {"the same, to 20", "models/parallel-velocities-spring.mech", "bench/hand/b08.c", 20, ANYWHERE,
   0},
  {"double pendulum", "models/double-pendulum.mech", "bench/hand/double_pendulum.c", 20, 0.1, 1e-9},
  {"pendulum in x, y, projected", "models/pendulum-cartesian.mech", NULL, 20, 0.1, 0},
};

typedef struct {
  const Sweep *sweep;
  BenchFlow f;
  BenchHand hand;
  BenchRate *rate;
  NativeUnit *hand_lanes;  // or NULL
  Lanes *lanes[2];         // as many as the processor has, and four
  size_t members, n;
  double end;
  double *start, *right, *y, *error;  // members * n; members
  LaneMotion *motion;
  size_t given;
  double tol;
  LaneCount count;
} Case;

// --- members -------------------------------------------------------------------------------------

static uint64_t seed = 1;

static double uniform(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double) (seed >> 11) * 0x1p-53;
}

// x1, y1, x2, y2, v1, v2, theta
static void draw_anywhere(double *y) {
  for (int i = 0; i < 4; i++) y[i] = 2 * uniform() - 1;
  for (int i = 4; i < 6; i++) y[i] = 0.3 + 1.2 * uniform();
  if (uniform() < 0.5) y[5] = -y[5];
  y[6] = 6.283185307179586 * uniform();
}

static void draw_members(Case *c) {
  for (size_t k = 0; k < c->members; k++) {
    double *y = c->start + k * c->n;
    if (c->sweep->spread == ANYWHERE) {
      draw_anywhere(y);
      continue;
    }
    for (size_t i = 0; i < c->n; i++) y[i] = c->f.y0[i] + c->sweep->spread * (2 * uniform() - 1);
    if (c->f.compiled->project != NULL) c->f.compiled->project(c->f.compiled, c->f.t0, y);
  }
}

// --- the methods ------------------------------------------------------------------------------------

static RunRequest request_of(const Case *c) {
  return (RunRequest){
    .from = c->f.t0, .to = c->end, .rtol = c->tol, .atol = c->tol, .most_steps = STEPS_MOST};
}

static void run_scalar(Case *c) {
  const RunRequest r = request_of(c);
  for (size_t k = 0; k < c->members; k++) {
    RunResult result = {.y = c->y + k * c->n};
    if (run_flow(c->f.compiled, &r, &result) != STATUS_OK) exit(1);
  }
}

static LaneMotion *next_motion(void *context) {
  Case *c = context;
  return c->given < c->members ? &c->motion[c->given++] : NULL;
}

static void motion_done(void *context, LaneMotion *motion) {
  (void) context;
  (void) motion;
}

static void run_in(Case *c, const Lanes *lanes) {
  const LaneSource source = {next_motion, motion_done, c};
  c->given = 0;
  for (size_t k = 0; k < c->members; k++)
    c->motion[k] = (LaneMotion){
      .fixed = c->f.parameters, .request = request_of(c), .result = {.y = c->y + k * c->n}};
  if (lanes_follow(lanes, &source, &c->count) != STATUS_OK) exit(1);
}

static void run_lanes(Case *c) {
  run_in(c, c->lanes[0]);
}

static void run_four(Case *c) {
  run_in(c, c->lanes[1]);
}

// The hand-written lanes have velocities in x and y where the model has speeds along a direction.
#define HAND_NUMBERS 8

static void run_hand_lanes(Case *c) {
  void (*follow)(long n, const double *p, double end, double tol, double *state);
  bench_find(c->hand_lanes, "follow_lanes", &follow);
  const double *m = c->f.parameters, p[] = {m[2], 1 / m[0], 1 / m[1]};
  double *state = malloc(c->members * HAND_NUMBERS * sizeof *state);
  if (state == NULL) exit(1);
  for (size_t k = 0; k < c->members; k++) {
    const double *y = c->y + k * c->n, cosine = cos(y[6]), sine = sin(y[6]);
    double *to = state + k * HAND_NUMBERS;
    memcpy(to, y, 4 * sizeof *to);
    for (int i = 0; i < 2; i++) to[4 + 2 * i] = y[4 + i] * cosine, to[5 + 2 * i] = y[4 + i] * sine;
  }
  follow((long) c->members, p, c->end - c->f.t0, c->tol, state);
  for (size_t k = 0; k < c->members; k++) {
    const double *from = state + k * HAND_NUMBERS, right = c->right[k * c->n + 6];
    double *y = c->y + k * c->n;
    const double angle = atan2(from[5], from[4]);
    memcpy(y, from, 4 * sizeof *y);
    y[6] = angle +
           M_PI * round((right - angle) / M_PI);  // which end of the line is its front is a choice
    for (int i = 0; i < 2; i++)
      y[4 + i] = from[4 + 2 * i] * cos(y[6]) + from[5 + 2 * i] * sin(y[6]);
  }
  free(state);
}

static NativeUnit *open_hand_lanes(void) {
  static const char words[] = "#pragma GCC optimize(\"O3,fast-math,no-finite-math-only\")\n"
                              "#define dal_fma(a, b, c) ((a) * (b) + (c))\n";
  char *coefficients = bench_text("src/native/text/coefficients.h");
  char *own = bench_text("bench/hand/b08_lanes.c");
  char *all = bench_join((const char *const[]){words, coefficients, own, NULL});
  NativeUnit *unit = bench_compile(all);
  free(all);
  free(own);
  free(coefficients);
  return unit;
}

static int gsl_rate(double t, const double *y, double *yd, void *context) {
  Case *c = context;
  c->rate(c->hand.constants, t, y, yd);
  return GSL_SUCCESS;
}

static void run_gsl(Case *c) {
  const gsl_odeiv2_system system = {gsl_rate, NULL, c->n, c};
  gsl_odeiv2_driver *driver =
    gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-2, c->tol, c->tol);
  for (size_t k = 0; k < c->members; k++) {
    double t = c->f.t0;
    gsl_odeiv2_driver_reset_hstart(driver, 1e-2);
    gsl_odeiv2_driver_apply(driver, &t, c->end, c->y + k * c->n);
  }
  gsl_odeiv2_driver_free(driver);
}

static int cvode_rate(double t, N_Vector y, N_Vector yd, void *context) {
  Case *c = context;
  c->rate(c->hand.constants, t, NV_DATA_S(y), NV_DATA_S(yd));
  return 0;
}

static void run_cvode(Case *c) {
  const Sundials *lib = sundials_cvode();
  SUNContext sun;
  if (lib == NULL || lib->SUNContext_Create(lib->communicator, &sun) != 0) exit(1);
  for (size_t k = 0; k < c->members; k++) {
    double t, *y = c->y + k * c->n;
    N_Vector v = lib->N_VMake_Serial((sunindextype) c->n, y, sun);
    void *cvode = lib->CVodeCreate(CV_ADAMS, sun);
    SUNNonlinearSolver solver = lib->SUNNonlinSol_FixedPoint(v, 0, sun);
    if (lib->CVodeInit(cvode, cvode_rate, c->f.t0, v) != CV_SUCCESS ||
        lib->set_tolerances(cvode, c->tol, c->tol) != CV_SUCCESS ||
        lib->set_user_data(cvode, c) != CV_SUCCESS ||
        lib->set_most_steps(cvode, -1) != CV_SUCCESS ||
        lib->CVodeSetNonlinearSolver(cvode, solver) != CV_SUCCESS ||
        lib->set_stop_time(cvode, c->end) != CV_SUCCESS)
      exit(1);
    lib->evolve(cvode, c->end, v, &t, CV_NORMAL);
    lib->SUNNonlinSolFree(solver);
    lib->destroy(&cvode);
    lib->N_VDestroy(v);
  }
  lib->SUNContext_Free(&sun);
}

typedef struct {
  const char *title;
  void (*run)(Case *c);
  bool hand;
  size_t part;  // slow ways run one member in `part`
} Way;

static const Way ways[] = {
  {"one by one", run_scalar, false, 1}, {"in lanes", run_lanes, false, 1},
  {"in 4 lanes", run_four, false, 1},   {"4 by hand", run_hand_lanes, true, 1},
  {"GSL rk8pd", run_gsl, true, 10},     {"CVODE Adams", run_cvode, true, 20},
};
#define WAYS (sizeof ways / sizeof *ways)

// Processor seconds, since the machine may be shared.
static double work_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// --- measuring -----------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double median_error(Case *c, size_t members) {
  for (size_t k = 0; k < members; k++) {
    c->error[k] = 0;
    for (size_t i = 0; i < c->n; i++) {
      const double right = c->right[k * c->n + i];
      const double off = fabs(c->y[k * c->n + i] - right) / (1 + fabs(right));
      c->error[k] = off <= c->error[k] ? c->error[k] : off * 0 == 0 ? off : HUGE_VAL;
    }
  }
  qsort(c->error, members, sizeof *c->error, compare);
  return c->error[members / 2];
}

// The time in seconds that the first members take.
static double once(Case *c, const Way *way, size_t members) {
  const size_t all = c->members;
  memcpy(c->y, c->start, members * c->n * sizeof *c->y);
  c->members = members;
  const double start = work_now();
  way->run(c);
  const double seconds = work_now() - start;
  c->members = all;
  return seconds;
}

// The tolerance at which a way has the error that is wanted: they are roughly proportional.
static double find_tolerance(Case *c, const Way *way, size_t members) {
  c->tol = 1e-9;
  for (int round = 0; round < 6; round++) {
    once(c, way, members);
    const double error = median_error(c, members);
    if (error > TARGET / 1.5 && error < TARGET * 1.5) break;
    c->tol = fmax(c->tol * fmin(fmax(TARGET / error, 1e-3), 1e3), 1e-14);
  }
  return c->tol;
}

static void measure(Case *c, const Way *way) {
  const size_t members = c->members / way->part;
  if (c->sweep->tol > 0)
    c->tol = c->sweep->tol;
  else
    find_tolerance(c, way, members < 1000 ? members : 1000);
  double best = HUGE_VAL;
  for (int round = 0; round < ROUNDS; round++) best = fmin(best, once(c, way, members));
  printf("  %-14s %9.0f /s   tolerance %.1e  error %.1e", way->title, (double) members / best,
         c->tol, median_error(c, members));
  if (way->run == run_lanes || way->run == run_four)
    printf("  %zu lanes, %zu steps together, %zu alone",
           lanes_width(c->lanes[way->run == run_four]), c->count.together, c->count.alone);
  putchar('\n');
  fflush(stdout);
}

// Do both ways have the same bits at this tolerance?
static void check_bits(Case *c) {
  const size_t size = c->members * c->n * sizeof *c->y;
  double *first = malloc(size);
  if (first == NULL) exit(1);
  once(c, &ways[0], c->members);
  memcpy(first, c->y, size);
  once(c, &ways[1], c->members);
  size_t differ = 0;
  for (size_t k = 0; k < c->members; k++)
    differ += memcmp(first + k * c->n, c->y + k * c->n, c->n * sizeof *first) != 0;
  printf("  %zu of %zu members differ in a bit\n", differ, c->members);
  free(first);
}

static void run_case(const Sweep *sweep, size_t members) {
  Case c = {.sweep = sweep, .members = members};
  char *text = bench_text(sweep->model);
  c.f = bench_flow(text, true, true);
  c.n = c.f.n;
  c.end = c.f.t0 + sweep->to;
  if (sweep->hand != NULL) {
    c.hand = bench_hand(sweep->hand,
                        "\nvoid called(const double *k, double t, const double *y, double *yd) {"
                        " rate(k, t, y, yd); }\n",
                        &c.f);
    bench_find(c.hand.unit, "called", &c.rate);
  }
  NativeTrouble trouble;
  c.lanes[0] = lanes_create(c.f.compiled, HUGE_VAL, &trouble);
  setenv("DALEMBERT_LANES", "4", 1);
  c.lanes[1] = lanes_create(c.f.compiled, HUGE_VAL, &trouble);
  unsetenv("DALEMBERT_LANES");
  for (int i = 0; i < 2; i++)
    if (c.lanes[i] == NULL || lanes_width(c.lanes[i]) == 1) printf("  %s\n", trouble.text);
  const size_t numbers = members * c.n;
  c.start = calloc(3 * numbers + members, sizeof *c.start);
  c.motion = calloc(members, sizeof *c.motion);
  if (c.start == NULL || c.motion == NULL) exit(1);
  c.right = c.start + numbers;
  c.y = c.right + numbers;
  c.error = c.y + numbers;
  draw_members(&c);
  printf("%s: to t = %g, %zu members, a state of %zu numbers\n", sweep->title, sweep->to, members,
         c.n);
  c.tol = REFERENCE;
  once(&c, &ways[1], members);
  memcpy(c.right, c.y, numbers * sizeof *c.y);
  if (sweep->spread == ANYWHERE) c.hand_lanes = open_hand_lanes();
  for (size_t i = 0; i < WAYS; i++)
    if ((!ways[i].hand || sweep->hand != NULL) &&
        (ways[i].run != run_hand_lanes || c.hand_lanes != NULL))
      measure(&c, &ways[i]);
  native_close(c.hand_lanes);
  c.tol = 1e-8;
  check_bits(&c);
  for (int i = 0; i < 2; i++) lanes_destroy(c.lanes[i]);
  if (sweep->hand != NULL) native_close(c.hand.unit);
  bench_flow_close(&c.f);
  free(c.start);
  free(c.motion);
  free(text);
}

int main(int argc, char **argv) {
  const size_t members = argc > 1 ? (size_t) strtoul(argv[1], NULL, 10) : 10000;
  const char *only = argc > 2 ? argv[2] : NULL;
  gsl_set_error_handler_off();
  for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++)
    if (only == NULL || strstr(sweeps[i].title, only) != NULL) run_case(&sweeps[i], members);
  return 0;
}
