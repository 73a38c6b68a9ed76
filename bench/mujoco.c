// bench/mujoco.c: right-hand sides compared with MuJoCo's.
//
// Question: how long does the right-hand side of (a) the planar pendulum of n links, with angles between links, and (b)
// 1000 masses on a line with springs between neighbours take, compared with mj_forward of MuJoCo without contacts and
// sensors, and for (b) with a hand-written loop (bench/hand/springs.c)? A link is a point mass; MuJoCo requires inertia,
// and gets 1e-9 of it. All must compute the same accelerations, or the program ends. Prints the least of many
// repetitions, in turn.
//
// Chains end at 95 links, since MuJoCo's parser allows 100 nested elements; the springs are linear, as its tendons are;
// and rods between points (bench/large.c) are missing, since its equality constraints are soft.

#include "bench/common/flows.h"
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNS 30
#define AGREE 1e-5  // parts of the largest acceleration
#define MASSES 1000

static char text[1 << 20];
static size_t at;
#define ADD(...) at += (size_t) snprintf(text + at, sizeof text - at, __VA_ARGS__)

static const char head[] = "<mujoco><option gravity='0 0 -9.81'><flag contact='disable' "
                           "limit='disable' sensornoise='disable'/>"
                           "</option><size njmax='10' nconmax='1'/><worldbody>\n";

// The same as bench_chain, hanging along -z.
static void write_chain(int n) {
  at = 0;
  ADD("%s", head);
  for (int i = 1; i <= n; i++) {
    const double before = i > 1 ? (80 - (i - 1) % 40) / 100.0 : 0, length = (80 - i % 40) / 100.0;
    ADD("<body pos='0 0 %.17g'><joint type='hinge' axis='0 -1 0'/><inertial pos='0 0 %.17g' "
        "mass='%.17g'"
        " diaginertia='1e-9 1e-9 1e-9'/>\n",
        -before, -length, (9 + i % 20) / 10.0);
  }
  for (int i = 1; i <= n; i++) ADD("</body>");
  ADD("</worldbody></mujoco>\n");
}

static void write_springs(void) {
  at = 0;
  ADD("%s", head);
  for (int i = 1; i <= MASSES; i++)
    ADD("<body><joint name='x%d' type='slide' axis='1 0 0'%s/><inertial pos='0 0 0' mass='1.5'"
        " diaginertia='1 1 1'/></body>\n",
        i, i == 1 ? " stiffness='100'" : "");
  ADD("</worldbody><tendon>\n");
  for (int i = 2; i <= MASSES; i++)
    ADD("<fixed stiffness='100' springlength='0'><joint joint='x%d' coef='-1'/><joint joint='x%d' "
        "coef='1'/>"
        "</fixed>\n",
        i - 1, i);
  ADD("</tendon></mujoco>\n");
}

static const char springs[] = "count n = 1000\nparameter m = 1.5, k = 100\ncoordinate x[1..n]\n"
                              "point P[i] mass m at [x[i], 0] for i = 1..n\n"
                              "potential = k/2*x[1]^2 + sum(k/2*(x[i] - x[i-1])^2 for i = 2..n)\n"
                              "initial x[i] = i/1000 for i = 1..n\n";

static mjModel *load(void) {
  char path[] = "/tmp/dalembert-bench-XXXXXX", why[500];
  const int file = mkstemp(path);
  if (file < 0 || write(file, text, at) != (ssize_t) at || close(file) != 0) exit(1);
  mjModel *model = mj_loadXML(path, NULL, why, sizeof why);
  unlink(path);
  if (model != NULL) return model;
  fprintf(stderr, "mujoco: %s\n", why);
  exit(1);
}

static double time_mujoco(const mjModel *model, mjData *data, int calls) {
  const double start = bench_now();
  for (int i = 0; i < calls; i++) mj_forward(model, data);
  return (bench_now() - start) / calls;
}

static double time_flow(const BenchFlow *f, int calls, double *yd) {
  static double watch[4 * BENCH_MOST];
  const double start = bench_now();
  for (int i = 0; i < calls; i++) f->compiled->rate(f->compiled, 0, f->y0, yd, watch);
  return (bench_now() - start) / calls;
}

typedef struct {
  NativeUnit *unit;  // or NULL
  BenchRate *rate;
  double constants[8];
} Hand;

// Springs by hand, compiled as our code is.
static Hand open_hand(const double *parameters) {
  static const char called[] = "\nvoid called(const double *k, double t, const double *y, double "
                               "*yd) { rate(k, t, y, yd); }\n";
  char *own = bench_text("bench/hand/springs.c");
  char *all = bench_join((const char *const[]){"#define LINEAR\n", own, called, NULL});
  Hand hand = {.unit = bench_compile(all)};
  void (*prepare)(const double *p, double *k);
  bench_find(hand.unit, "called", &hand.rate);
  bench_find(hand.unit, "prepare", &prepare);
  prepare(parameters, hand.constants);
  free(all), free(own);
  return hand;
}

static double time_hand(const Hand *hand, const double *y, int calls, double *yd) {
  const double start = bench_now();
  for (int i = 0; i < calls; i++) hand->rate(hand->constants, 0, y, yd);
  return (bench_now() - start) / calls;
}

// Ends the program unless these are the accelerations of MuJoCo.
static void check_agreement(const char *title, const mjData *data, const double *a, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(data->qacc[i]));
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - data->qacc[i]) <= AGREE * size) continue;
    fprintf(stderr, "%s: acceleration %d differs: %.17g, of MuJoCo %.17g\n", title, i, a[i],
            data->qacc[i]);
    exit(1);
  }
}

// Compares the model of `text` with ours; n coordinates.
static void compare(const char *title, const char *ours, int n, int calls, bool by_hand) {
  static double yd[BENCH_MOST], yd_by_hand[BENCH_MOST];
  BenchFlow f = bench_flow(ours, false, true);
  const Hand hand = by_hand ? open_hand(f.parameters) : (Hand){0};
  mjModel *model = load();
  mjData *data = mj_makeData(model);
  double best[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  memcpy(data->qpos, f.y0, (size_t) n * sizeof *yd);
  memcpy(data->qvel, f.y0 + n, (size_t) n * sizeof *yd);
  for (int run = 0; run < RUNS; run++) {
    best[0] = fmin(best[0], time_flow(&f, calls, yd));
    best[1] = fmin(best[1], time_mujoco(model, data, calls / 10 + 1));
    if (by_hand) best[2] = fmin(best[2], time_hand(&hand, f.y0, calls, yd_by_hand));
  }
  check_agreement(title, data, yd + n, n);
  if (by_hand) check_agreement(title, data, yd_by_hand + n, n);
  printf("%-14s %5d %9.3f %9.3f %9.1f", title, n, best[0] * 1e6, best[1] * 1e6, best[1] / best[0]);
  if (by_hand) printf(" %9.3f %9.2f", best[2] * 1e6, best[0] / best[2]);
  putchar('\n');
  fflush(stdout);
  mj_deleteData(data);
  mj_deleteModel(model);
  native_close(hand.unit);
  bench_flow_close(&f);
}

int main(void) {
  printf("%-14s %5s %9s %9s %9s %9s %9s\n", "right-hand side", "n", "ours, us", "MuJoCo", "ratio",
         "by hand", "ours/hand");
  for (int n = 10; n <= 100; n += n == 10 ? 10 : n == 20 ? 30 : 45) {
    char *ours = bench_chain(n, true);
    write_chain(n);
    compare("chain of links", ours, n, 20000 / n, false);
    free(ours);
  }
  write_springs();
  compare("springs", springs, MASSES, 200, true);
  return 0;
}
