#include "support/rest.h"
#include "dalembert.h"
#include "support/check.h"

#include <math.h>

#define GRAVITY 9.81

#define POINTS                     \
  "coordinate x1, y1, x2, y2\n"    \
  "point P1 mass m1 at [x1, y1]\n" \
  "point P2 mass m2 at [x2, y2]\n"
// s: 1, or -1 in runs that go backward
#define BRAKED                                                                        \
  "parameter m1 = 1, m2 = 2, T, s\n" POINTS "force on P1 = -s*m1/(T - s*t)*vel(P1)\n" \
  "force on P2 = -s*m2/(T - s*t)*vel(P2)\n"
#define RUBBED                                             \
  "parameter m1 = 1, m2 = 2, T, s, u1, u2\n" POINTS        \
  "force on P1 = -s*m1*u1/T*vel(P1)/sqrt(x1'^2 + y1'^2)\n" \
  "force on P2 = -s*m2*u2/T*vel(P2)/sqrt(x2'^2 + y2'^2)\n"
#define THROWN "parameter m1 = 1, m2 = 2, g = 9.81\n" POINTS "gravity = [g, 0]\n"

#define PIVOT "constraint c: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"
#define PARALLEL "constraint c: x1'*y2' - x2'*y1' = 0\n"
#define IN_SPEEDS                                        \
  "speed v1, v2, theta\n"                                \
  "rate x1' = v1*cos(theta)\nrate y1' = v1*sin(theta)\n" \
  "rate x2' = v2*cos(theta)\nrate y2' = v2*sin(theta)\n"

typedef enum { BY_BRAKES, BY_FRICTION, BY_GRAVITY } Cause;

static const struct {
  const char *text;
  Cause cause;
  bool pivot, speeds;
} models[REST_MODELS] = {
  {BRAKED PIVOT, BY_BRAKES, true, false},
  {BRAKED PARALLEL, BY_BRAKES, false, false},
  {BRAKED PARALLEL IN_SPEEDS, BY_BRAKES, false, true},
  {RUBBED PIVOT, BY_FRICTION, true, false},
  {RUBBED PARALLEL, BY_FRICTION, false, false},
  {THROWN PARALLEL, BY_GRAVITY, false, false},
  {THROWN PARALLEL IN_SPEEDS, BY_GRAVITY, false, true},
};

// x1 y1 x2 y2, x1' y1' y2'
static const double starts[REST_STARTS][7] = {
  {1, 0.5, -1.2, 0.1, 0.3, 1, 0.8},
  {1.2, 1.4, 1.2, 0, -0.22, 0.53, 0.4},
  {0.7, -0.3, 1.1, 0.6, 1, 0.4, -0.9},
  {0.3, 0.2, 2, 1, 0.5, -0.7, 1.3},
};

bool rest_is_friction(size_t model) {
  return models[model].cause == BY_FRICTION;
}

// --- states --------------------------------------------------------------------------------------

// Finds the velocities of P1 and P2 at the start, on the constraint.
static void first_velocities(const RestRun *r, double *v1, double *v2) {
  const double *q = starts[r->start];
  v1[0] = q[4];
  v1[1] = q[5];
  v2[1] = q[6];
  v2[0] = models[r->model].pivot
            ? (q[0] * v1[0] * v2[1] + (q[1] - q[3]) * v1[1] * v2[1]) / (q[2] * v1[1])
            : v1[0] * v2[1] / v1[1];
  if (models[r->model].cause != BY_GRAVITY) return;
  v1[0] = v2[0] = (r->backward ? 1 : -1) * GRAVITY * r->T;
  v1[1] = v2[1] = 0;
}

static void write_state(const RestRun *r, const double *v1, const double *v2, char *text,
                        size_t size) {
  const double *q = starts[r->start];
  const int n =
    snprintf(text, size, "x1=%.17g, y1=%.17g, x2=%.17g, y2=%.17g, ", q[0], q[1], q[2], q[3]);
  text += n, size -= (size_t) n;
  if (models[r->model].speeds)
    snprintf(text, size, "v1=%.17g, v2=%.17g, theta=%.17g", hypot(v1[0], v1[1]),
             copysign(hypot(v2[0], v2[1]), v1[0] * v2[0] + v1[1] * v2[1]), atan2(v1[1], v1[0]));
  else
    snprintf(text, size, "x1'=%.17g, y1'=%.17g, x2'=%.17g, y2'=%.17g", v1[0], v1[1], v2[0], v2[1]);
}

static void write_parameters(const RestRun *r, const double *v1, const double *v2, char *text,
                             size_t size) {
  *text = '\0';
  if (models[r->model].cause == BY_GRAVITY) return;
  const int n = snprintf(text, size, "T=%.17g, s=%d", r->T, r->backward ? -1 : 1);
  if (models[r->model].cause == BY_FRICTION)
    snprintf(text + n, size - (size_t) n, ", u1=%.17g, u2=%.17g", hypot(v1[0], v1[1]),
             hypot(v2[0], v2[1]));
}

// --- runs ----------------------------------------------------------------------------------------

static DalModel *open_model(const char *text) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  return m;
}

static DalRun *follow(DalModel *m, const RestRun *r, const char *at, double span) {
  char to[32];
  snprintf(to, sizeof to, "%.17g", r->backward ? -span : span);
  const DalRunOptions options = {.start = &(DalEvalOptions){.at = at},
                                 .from = "0",
                                 .to = to,
                                 .rows = 10,
                                 .rtol = r->rtol,
                                 .atol = r->atol,
                                 .integrator = r->integrator,
                                 .code = r->code};
  DalRun *run = NULL;
  const DalStatus status = dal_model_simulate(m, &options, &run);
  if (run == NULL || status == DAL_INPUT) fail_msg("%s", dal_model_messages(m));
  return run;
}

static void fail_run(DalModel *m, const RestRun *r, const char *at, double t) {
  fail_msg("%s, %s, rtol %g, atol %g, %s, T = %g, from %s: ends at %.9g\n%s%s", r->integrator,
           r->code, r->rtol, r->atol, r->backward ? "backward" : "forward", r->T, at, t,
           models[r->model].text, dal_model_messages(m));
}

// A run may end where the speeds are 1e-3 of the first, and one step before
// (docs/theory/integration.md, Singular states).
#define EARLY 5e-3
// It may end later by as much as the tolerances allow.
#define LATE 5e-3

void assert_comes_to_rest(const RestRun *r) {
  double v1[2], v2[2];
  char at[300], parameters[200];
  first_velocities(r, v1, v2);
  write_state(r, v1, v2, at, sizeof at);
  write_parameters(r, v1, v2, parameters, sizeof parameters);
  DalModel *m = open_model(models[r->model].text);
  if (*parameters) assert_int_equal(dal_model_set(m, parameters), DAL_OK);
  DalRun *run = follow(m, r, at, 2 * r->T + 1);
  const DalRunSummary end = dal_run_summary(run);
  const double part = fabs(end.t) / r->T;
  if (end.end != DAL_RUN_SINGULAR || !(part > 1 - EARLY && part < 1 + LATE))
    fail_run(m, r, at, end.t);
  const char *code = models[r->model].speeds ? "[N0811]" : "[N0810]";
  if (strstr(dal_model_messages(m), code) == NULL) fail_run(m, r, at, end.t);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

void assert_turns(const RestRun *r) {
  static const char *const at[2][2] = {{"x1=1, y1=0.5, x2=-1.2, y2=0.1, x1'=-1, y1'=1, y2'=0.8",
                                        "x1=1, y1=0.5, x2=-1.2, y2=0.1, x1'=1, y1'=-1, y2'=-0.8"},
                                       {"x2=1, y2=0.5, x1=-1.2, y1=0.1, x2'=-1, y2'=1, y1'=0.8",
                                        "x2=1, y2=0.5, x1=-1.2, y1=0.1, x2'=1, y2'=-1, y1'=-0.8"}};
  DalModel *m = open_model(THROWN PIVOT);
  DalRun *run = follow(m, r, at[r->start][r->backward], 2);
  const DalRunSummary end = dal_run_summary(run);
  if (end.end != DAL_RUN_DONE) fail_run(m, r, at[r->start][r->backward], end.t);
  dal_run_destroy(run);
  dal_model_destroy(m);
}
