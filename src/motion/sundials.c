// motion/sundials.c: runs with the integrators of SUNDIALS.
//
// In:    a flow and a request, as for DOP853
// Out:   the same kind of result, from CVODE (Adams, BDF) or ARKODE (explicit, implicit Runge-Kutta)
// From:  Hindmarsh et al., SUNDIALS, ACM TOMS 31 (2005) 363; Gardner et al., ACM TOMS 48 (2022) 31
//
// Staying on the constraints: the integrator must know about a state that is moved onto them.
//   BDF    CVODE projects within the step and corrects its history (CVodeSetProjFn)
//   ERK, DIRK
//          ARKODE lets the new state be changed before it continues (ARKodeSetPostprocessStepFn)
//   Adams  CVODE has no projection for it, and restarting after every step would discard the
//          history, on which the method rests. So the constraints are made attractive:
//          y' = f(P y) - c (y - P y), P y being the projected state (Ascher, Chin, Reich, Numer.
//          Math. 67 (1994) 131). On the constraints that is y' = f(y). A deviation decays
//          within 100 steps: c is ADAMS_BACK over the length of a step. A pendulum with tolerances
//          of 1e-8 is then never more than 5e-7 off; without it, 4e-4 after 100 periods.
// Rows, events and the end of a run are projected as well.

#include "base/foreign.h"
#include "motion/run_impl.h"
#include "motion/sundials_impl.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(CV_MEM_FAIL == ARK_MEM_FAIL, "one flag stands for both");
_Static_assert(CVLS_MEM_FAIL == ARKLS_MEM_FAIL, "one flag stands for both");

#define ADAMS_BACK 0.01   // h c; the methods of high order are stable up to some hundredths
#define ADAMS_SPREAD 2.0  // c is chosen again when the step has changed by more than this factor
#define MOST_FAILS 25     // of one step; from the second or third on, each makes it 4 times shorter
#define RETRY 0.25        // factor for a step that reached a place without rates
#define NEWTON_ENOUGH 0.01  // error of ARKODE's implicit equations, in tolerances
#define NEWTON_ROUNDS 6     // of Newton's method for them

typedef struct {
  const Sundials *lib;
  Integrator integrator;
  SUNContext context;
  N_Vector vector;  // wraps the state of the Drive, or another one
  void *memory;     // of the integrator
  void *probe;      // of another integrator, for states within a step; or NULL
  SundialsLinear linear;
  SUNNonlinearSolver nonlinear;

  Drive *d;
  const Flow *flow;  // the one the integrator knows
  bool begun;
  bool no_rates;   // in this step
  bool no_memory;  // the integrator or the probe got none; ARKODE allocates in its first step
  double reached;  // the farthest time in this step at which rates were evaluated
  double back;     // c, for Adams
  double *before;  // n: the state before the step
  double *x, *xd;  // n: workspace
  double *middle;  // watched: the pivots in the middle of the step
  char *message;   // RUN_MESSAGE chars: the last message of SUNDIALS
} Stepper;

// --- the state within the last step --------------------------------------------------------------

#define DRIVE_NAME(part) sundials_##part
#include "motion/drive_flow.h"
#define DAL_FUSED 0  // as interpreted tapes
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/step.h"

static int give_probe_rates(double t, N_Vector y, N_Vector yd, void *data) {
  const Stepper *s = data;
  Drive *d = s->d;
  DRIVE_RATE(t, NV_DATA_S(y), NV_DATA_S(yd));
  d->calls++;
  return sundials_is_finite(d, NV_DATA_S(yd)) ? 0 : 1;
}

// Takes one step with the probe, from the start of the last step to a time in it.
static int probe_state(const Stepper *s, const Drive *d, double time) {
  memcpy(NV_DATA_S(s->vector), s->before, (size_t) d->n * sizeof(double));
  if (time == d->from) return 0;
  double t = d->from;
  int flag = s->lib->restart(s->probe, t, s->vector);
  if (flag == 0) flag = s->lib->ark_set_fixed_step(s->probe, time - t);
  return flag == 0 ? s->lib->evolve(s->probe, time, s->vector, &t, CV_ONE_STEP) : flag;
}

// Evaluates the integrator's own polynomial, or uses the probe.
static void state_within(const Drive *d, bool probe, double time, double *y) {
  Stepper *s = d->stepper;
  double *const home = NV_DATA_S(s->vector);
  NV_DATA_S(s->vector) = y;
  const int flag =
    probe ? probe_state(s, d, time) : s->lib->derivative_at(s->memory, time, 0, s->vector);
  if (flag < 0) EACH y[i] = (double) NAN;
  if (flag == CV_MEM_FAIL) s->no_memory = true;
  NV_DATA_S(s->vector) = home;
}

static void sundials_state_at(const Drive *d, double time, double *y) {
  state_within(d, ((const Stepper *) d->stepper)->probe != NULL, time, y);
}

// --- callbacks for SUNDIALS ----------------------------------------------------------------------

static void keep_text(Stepper *s, const char *text) {
  snprintf(s->message, RUN_MESSAGE, "%s", text);
}

#if SUNDIALS_VERSION_MAJOR == 6

static void keep_message(int code, const char *module, const char *function, char *text,
                         void *data) {
  (void) code, (void) module, (void) function;
  keep_text(data, text);
}

static int quiet_context(const Stepper *s) {
  (void) s;
  return 0;
}

static int quiet_integrator(Stepper *s, void *memory) {
  return s->lib->set_error_handler(memory, keep_message, s);
}

#else

static void keep_message(int line, const char *function, const char *file, const char *text,
                         SUNErrCode code, void *data, SUNContext context) {
  (void) line, (void) function, (void) file, (void) code, (void) context;
  keep_text(data, text);
}

// Sends errors only to keep_message; drops warnings, which no handler receives.
static int quiet_context(Stepper *s) {
  SUNLogger logger = NULL;
  int flag = s->lib->SUNContext_ClearErrHandlers(s->context);
  if (flag == 0) flag = s->lib->SUNContext_PushErrHandler(s->context, keep_message, s);
  if (flag == 0) flag = s->lib->SUNContext_GetLogger(s->context, &logger);
  if (flag != 0 || logger == NULL) return flag;
  flag = s->lib->SUNLogger_SetErrorFilename(logger, "/dev/null");
  return flag == 0 ? s->lib->SUNLogger_SetWarningFilename(logger, "/dev/null") : flag;
}

static int quiet_integrator(const Stepper *s, const void *memory) {
  (void) s, (void) memory;
  return 0;
}

#endif

static int give_rates(double t, N_Vector y, N_Vector yd, void *data) {
  Stepper *s = data;
  Drive *d = s->d;
  const double *state = NV_DATA_S(y);
  double *rate = NV_DATA_S(yd);
  const bool attract = s->integrator == INTEGRATOR_ADAMS && FLOW->project != NULL;
  if (attract) {
    memcpy(s->x, state, (size_t) d->n * sizeof *state);
    DRIVE_PROJECT(t, s->x);
  }
  DRIVE_RATE(t, attract ? s->x : state, rate);
  d->calls++;
  if (attract) EACH rate[i] -= s->back * (state[i] - s->x[i]);
  if (fabs(t - d->t) > s->reached) s->reached = fabs(t - d->t);
  if (sundials_is_finite(d, rate)) {
    sundials_keep_lowest(d, d->watch, d->lowest);
    return 0;
  }
  s->no_rates = true;
  return 1;
}

// Fills 1 - gamma J; same: with the Jacobian computed last.
static int give_system(double t, N_Vector y, N_Vector yd, SUNMatrix A, int same, int *new,
                       double gamma, void *data, N_Vector work1, N_Vector work2, N_Vector work3) {
  (void) yd, (void) A, (void) work1, (void) work2, (void) work3;
  const Stepper *s = data;
  const Drive *d = s->d;
  *new = !same;
  return sundials_linear_fill(&s->linear, FLOW, t, NV_DATA_S(y), same, gamma);
}

// The signature for ARKODE, which allows a mass matrix.
static int give_ark_system(double t, N_Vector y, N_Vector yd, SUNMatrix A, SUNMatrix M, int same,
                           int *new, double gamma, void *data, N_Vector work1, N_Vector work2,
                           N_Vector work3) {
  (void) M;
  return give_system(t, y, yd, A, same, new, gamma, data, work1, work2, work3);
}

static int project_state(double t, N_Vector y, void *data) {
  const Stepper *s = data;
  const Drive *d = s->d;
  DRIVE_PROJECT(t, NV_DATA_S(y));
  return 0;
}

// For BDF: returns the correction that projects.
static int give_correction(double t, N_Vector y, N_Vector correction, double enough, N_Vector error,
                           void *data) {
  (void) enough, (void) error;
  const Stepper *s = data;
  const Drive *d = s->d;
  const double *state = NV_DATA_S(y);
  double *change = NV_DATA_S(correction);
  memcpy(s->x, state, (size_t) d->n * sizeof *state);
  DRIVE_PROJECT(t, s->x);
  EACH change[i] = s->x[i] - state[i];
  return sundials_is_finite(d, change) ? 0 : 1;
}

// --- making one ----------------------------------------------------------------------------------

static bool is_multistep(const Stepper *s) {
  return s->integrator == INTEGRATOR_ADAMS || s->integrator == INTEGRATOR_BDF;
}

static bool is_implicit(const Stepper *s) {
  return s->integrator == INTEGRATOR_BDF || s->integrator == INTEGRATOR_DIRK;
}

static int make_cvode(Stepper *s, const RunRequest *r) {
  const bool adams = s->integrator == INTEGRATOR_ADAMS;
  s->memory = s->lib->CVodeCreate(adams ? CV_ADAMS : CV_BDF, s->context);
  if (s->memory == NULL) return CV_MEM_FAIL;
  int flag = quiet_integrator(s, s->memory);
  if (flag == 0) flag = s->lib->CVodeInit(s->memory, give_rates, r->from, s->vector);
  if (flag == 0 && adams) {
    s->nonlinear = s->lib->SUNNonlinSol_FixedPoint(s->vector, 0, s->context);
    flag = s->nonlinear ? s->lib->CVodeSetNonlinearSolver(s->memory, s->nonlinear) : CV_MEM_FAIL;
  }
  if (flag == 0 && !adams && s->flow->project != NULL) {
    flag = s->lib->CVodeSetProjFn(s->memory, give_correction);
    if (flag == 0) flag = s->lib->CVodeSetProjErrEst(s->memory, SUNFALSE);
  }
  return flag;
}

// With ARKODE's own settings a harmonic oscillator with tolerances of 1e-8 had an error of 3e-4: with a matrix
// made for another step length, Newton's method is expected to converge as fast as with the right one, and
// stops too early. So each step gets its own matrix and a strict criterion, which also reduces van der Pol's
// equation from 7100 steps to 1100 (mu = 1000, 1e-7).
static int make_newton_strict(const Stepper *s) {
  int flag = s->lib->ark_set_setup_every(s->memory, 1);
  if (flag == 0 && s->linear.matrix != NULL) flag = s->lib->ark_set_jacobian_every(s->memory, 1);
  if (flag == 0) flag = s->lib->ark_set_newton_tolerance(s->memory, NEWTON_ENOUGH);
  if (flag == 0) flag = s->lib->ark_set_newton_rounds(s->memory, NEWTON_ROUNDS);
  return flag;
}

// Fehlberg's method of order 8, the highest that ARKODE has, is blind to forces that depend on time
// alone: its error estimate is k1 + k11 - k12 - k13, at both ends of the step. So Verner's is used.
static int set_table(const Stepper *s, void *memory) {
  const bool implicit = is_implicit(s);
  return s->lib->ark_set_tables(memory, implicit ? ARKODE_ESDIRK547L2SA2_7_4_5 : ARKODE_DIRK_NONE,
                                implicit ? ARKODE_ERK_NONE : ARKODE_VERNER_8_5_6);
}

// The dense output of ARKODE has at most order 5: an error of 200 tolerances for the explicit method. States
// within a step are computed by a shorter step instead.
static int make_probe(Stepper *s, const RunRequest *r) {
  s->probe = s->lib->ark_create(give_probe_rates, NULL, r->from, s->vector, s->context);
  if (s->probe == NULL) return CV_MEM_FAIL;
  int flag = quiet_integrator(s, s->probe);
  if (flag == 0) flag = set_table(s, s->probe);
  if (flag == 0) flag = s->lib->set_user_data(s->probe, s);
  return flag;
}

static int make_arkode(Stepper *s, const RunRequest *r) {
  const bool implicit = is_implicit(s);
  s->memory = s->lib->ark_create(implicit ? NULL : give_rates, implicit ? give_rates : NULL,
                                 r->from, s->vector, s->context);
  if (s->memory == NULL) return CV_MEM_FAIL;
  int flag = quiet_integrator(s, s->memory);
  if (flag == 0) flag = set_table(s, s->memory);
  if (flag == 0 && s->flow->project != NULL)
    flag = s->lib->ark_set_after_step(s->memory, project_state);
  return flag == 0 && !implicit ? make_probe(s, r) : flag;
}

static int make_linear_solver(Stepper *s) {
  const Sundials *lib = s->lib;
  SundialsLinear *l = &s->linear;
  l->lib = lib;
  int flag = sundials_linear_make(l, s->flow, s->vector, s->context);
  if (flag == 0) flag = lib->set_linear_solver(s->memory, l->solver, l->matrix);
  if (flag == CVLS_MEM_FAIL) return CV_MEM_FAIL;
  if (flag != 0 || s->flow->jacobian == NULL) return flag;
  return is_multistep(s) ? lib->CVodeSetLinSysFn(s->memory, give_system)
                         : lib->ark_set_system(s->memory, give_ark_system);
}

static int make_integrator(Stepper *s, const RunRequest *r, double *y) {
  if (s->lib->SUNContext_Create(s->lib->communicator, &s->context) != 0) return CV_MEM_FAIL;
  if (quiet_context(s) != 0) return CV_MEM_FAIL;
  s->vector = s->lib->N_VMake_Serial((sunindextype) s->flow->n, y, s->context);
  if (s->vector == NULL) return CV_MEM_FAIL;
  sundials_guard_vector(s->vector);
  sundials_use_own_vector(s->vector);
  int flag = is_multistep(s) ? make_cvode(s, r) : make_arkode(s, r);
  if (flag == 0) flag = s->lib->set_user_data(s->memory, s);
  if (flag == 0) flag = s->lib->set_tolerances(s->memory, r->rtol, r->atol);
  if (flag == 0 && is_implicit(s)) flag = make_linear_solver(s);
  if (flag == 0 && s->integrator == INTEGRATOR_DIRK) flag = make_newton_strict(s);
  if (flag == 0) flag = s->lib->set_most_error_fails(s->memory, MOST_FAILS);
  if (flag == 0) flag = s->lib->set_most_solver_fails(s->memory, MOST_FAILS);
  if (flag == 0) flag = s->lib->set_most_nil_warnings(s->memory, -1);
  return flag;
}

static void destroy_integrator(Stepper *s) {
  if (s->memory != NULL) s->lib->destroy(&s->memory);
  if (s->probe != NULL) s->lib->destroy(&s->probe);
  sundials_linear_clear(&s->linear);
  if (s->nonlinear != NULL) s->lib->SUNNonlinSolFree(s->nonlinear);
  if (s->vector != NULL) s->lib->N_VDestroy(s->vector);
  if (s->context != NULL) s->lib->SUNContext_Free(&s->context);
}

// --- steps ---------------------------------------------------------------------------------------

// Another flow of the same state may have replaced this one: the same flow, compiled.
static void take_flow(Stepper *s, const Flow *flow) {
  assert((s->flow->jacobian != NULL) == (flow->jacobian != NULL));
  s->flow = flow;
}

static int begin(Stepper *s, Drive *d) {
  s->begun = true;
  DRIVE_RATE(d->t, d->y, d->yd);
  d->calls++;
  return sundials_hindrance(d, d->yd);
}

// Adams: adapts the pull towards the constraints to the step.
static void choose_pull(Stepper *s) {
  double h = 0;
  if (s->integrator != INTEGRATOR_ADAMS || s->lib->next_step(s->memory, &h) != 0 || h == 0) return;
  const double now = s->back * h / ADAMS_BACK;  // signed: in backward runs the pull is backward
  if (!(now > 1 / ADAMS_SPREAD && now < ADAMS_SPREAD)) s->back = ADAMS_BACK / h;
}

// Returns to the state before the step, and restarts from there with a first step of length h. The integrator
// loses its history.
static int start_again(const Stepper *s, Drive *d, double h) {
  memcpy(d->y, s->before, (size_t) d->n * sizeof *d->y);
  const int flag = s->lib->restart(s->memory, d->t, s->vector);
  return flag == 0 ? s->lib->set_first_step(s->memory, h) : flag;
}

// Takes one step, with as many attempts as the integrator makes.
static int evolve_once(Stepper *s, Drive *d, double *t) {
  long before = 0, after = 0;
  s->no_rates = false;
  s->reached = 0;
  sundials_forget_pivots(d, d->lowest);
  s->lib->error_fails(s->memory, &before);
  const int flag = s->lib->evolve(s->memory, d->end, s->vector, t, CV_ONE_STEP);
  s->lib->error_fails(s->memory, &after);
  d->rejected += after - before;
  if (flag == CV_MEM_FAIL) s->no_memory = true;
  return flag;
}

// Retries a step with a shorter length if a stage has no rates, where ARKODE would end the run.
static int evolve(Stepper *s, Drive *d, double *t) {
  for (double h = 0;; h *= RETRY) {
    const int flag = evolve_once(s, d, t);
    if (flag >= 0 || is_multistep(s) || !s->no_rates) return flag;
    d->rejected++;
    if (h == 0) h = s->reached;
    if (!(h * RETRY > DRIVE_LEAST_STEP * fabs(d->t))) return flag;
    if (start_again(s, d, copysign(h * RETRY, d->end - d->t)) != 0) return flag;
  }
}

static int reason_of(const Stepper *s, int flag) {
  switch (flag) {
    case CV_ERR_FAILURE:
    case CV_CONV_FAILURE:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_TOO_CLOSE: return DRIVE_SMALL_STEP;
    default: return s->no_rates ? DRIVE_SMALL_STEP : DRIVE_FAILED;
  }
}

// Returns the latest end of the next step, also limited by falling pivots.
static double farthest_end(const Drive *d) {
  const double end = sundials_farthest(d), way = end - d->t;
  const bool falls = d->falls && d->longest > 0 && d->longest < fabs(way);
  return falls ? d->t + copysign(d->longest, way) : end;
}

// Takes one step. Returns DRIVE_PAUSE if it succeeds.
static int take_step(Stepper *s, Drive *d) {
  double t = d->t;
  memcpy(s->before, d->y, (size_t) d->n * sizeof *d->y);
  choose_pull(s);
  const double farthest = farthest_end(d);
  if (s->lib->set_stop_time(s->memory, farthest) != 0) return DRIVE_FAILED;
  const long rejected = d->rejected;
  const int flag = evolve(s, d, &t);
  const bool refused = flag < 0 || d->rejected > rejected;
  const bool singular = refused && sundials_is_at_singularity(d, flag < 0 ? d->doubt : d->blur);
  if (flag < 0 || singular) {
    memcpy(d->y, s->before, (size_t) d->n * sizeof *d->y);
    return singular ? DRIVE_SINGULAR : reason_of(s, flag);
  }
  d->from = d->t;
  d->t = flag == CV_TSTOP_RETURN ? farthest : t;
  d->step = d->t - d->from;
  DRIVE_PROJECT(d->t, d->y);
  // in the noise near a singular state CVODE may even step back
  const double ahead = copysign(1, d->end - d->from) * d->step;
  const bool small = !(ahead > DRIVE_LEAST_STEP * fabs(d->from));
  return small && d->t != d->end ? DRIVE_SMALL_STEP : DRIVE_PAUSE;
}

// CVODE evaluates no rates inside a step, ARKODE only at distant places. So the pivots are also computed in the
// middle, and the vertex of the parabola through the middle and both ends is used, even if it lies a little
// outside, because a pivot is not exactly a parabola.
#define VERTEX_ROOM 0.2

static void look_inside(Stepper *s, Drive *d) {
  const double time = d->from + d->step / 2;
  state_within(d, false, time, s->x);
  DRIVE_RATE(time, s->x, s->xd);
  d->calls++;
  sundials_keep_lowest(d, d->watch, d->lowest);
  memcpy(s->middle, d->watch, (size_t) d->watched * sizeof *s->middle);
}

static void keep_vertex(const Stepper *s, Drive *d) {
  for (int i = 0; i < d->watched; i++) {
    const double start = d->side[i], middle = s->middle[i], end = d->watch[i];
    const double bend = 2 * (start - 2 * middle + end), slope = 4 * middle - 3 * start - end;
    const double at = -slope / (2 * bend), value = copysign(1, start) * (start + slope * at / 2);
    if (!(at > -VERTEX_ROOM && at < 1 + VERTEX_ROOM)) continue;
    d->lowest[i] = fmin(d->lowest[i], fmax(value, 0));
  }
}

// Does a pivot vanish at the end of the step, or inside? Returns a DriveDip.
static int meets_singularity(Stepper *s, Drive *d) {
  look_inside(s, d);
  DRIVE_RATE(d->t, d->y, s->xd);
  d->calls++;
  d->bracket[0] = d->t;
  d->pivot = sundials_vanishing_pivot(d);
  if (d->pivot >= 0) return DRIVE_DIP_ZERO;
  keep_vertex(s, d);
  d->longest = d->falls ? sundials_longest_step(d, d->step, 1) : 0;
  return sundials_mark_dips(d) ? sundials_find_dip(d, s->x, s->xd) : DRIVE_DIP_NONE;
}

// After a step: does a singularity or an event end the run? Returns DRIVE_PAUSE if the step stands, or is
// undone to be retried with a shorter length.
static int finish_step(Stepper *s, Drive *d) {
  const int dip = d->watched > 0 ? meets_singularity(s, d) : DRIVE_DIP_NONE;
  if (dip != DRIVE_DIP_NONE && sundials_comes_closer(d, dip, d->from, s->before, s->xd)) {
    d->t = d->from;
    return start_again(s, d, d->h) == 0 ? DRIVE_PAUSE : DRIVE_FAILED;
  }
  if (d->events > 0 && d->find_event(d, sundials_state_at)) return DRIVE_EVENT;
  if (dip == DRIVE_DIP_ZERO) {
    d->t = d->from;
    memcpy(d->y, s->before, (size_t) d->n * sizeof *d->y);
    return DRIVE_SINGULAR;
  }
  d->steps++;
  sundials_keep_largest(d);
  if (d->done_times < d->n_times) sundials_fill_rows(d, d->t);
  return sundials_remark(d, d->y);
}

static int sundials_drive(Drive *d) {
  Stepper *s = d->stepper;
  s->d = d;
  take_flow(s, d->context);
  int reason = s->begun ? DRIVE_PAUSE : begin(s, d);
  for (long left = d->budget; reason == DRIVE_PAUSE && d->t != d->end; left--) {
    if (left <= 0 || (d->stop != NULL && *d->stop)) return DRIVE_PAUSE;
    reason = take_step(s, d);
    if (reason == DRIVE_PAUSE) reason = finish_step(s, d);
  }
  return reason == DRIVE_PAUSE ? DRIVE_DONE : reason;
}

static const Driver driver_sundials = {sundials_drive, sundials_state_at, sundials_fill_rows};

#define VECTORS \
  64  // of the length of the state that an integrator keeps: 13 for Adams, 16 stages twice

// Returns an upper bound of the bytes that SUNDIALS takes for this flow. It does not always check its allocations.
static size_t room_for(const Stepper *s) {
  size_t numbers = VECTORS * s->flow->n;
  if (is_implicit(s)) numbers += sundials_linear_room(s->flow);
  return ((size_t) 1 << 20) + numbers * sizeof(double);
}

static Status run_sundials(const Flow *flow, const RunRequest *r, RunResult *result) {
  Stepper s = {.integrator = r->integrator, .flow = flow, .message = result->message};
  *s.message = '\0';
  s.lib = is_multistep(&s) ? sundials_cvode() : sundials_arkode();
  if (s.lib == NULL) {
    const RunLibrary which = is_multistep(&s) ? RUN_LIBRARY_CVODE : RUN_LIBRARY_ARKODE;
    return run_library(which)->no_memory ? STATUS_LIMIT : STATUS_UNABLE;
  }
  if (!foreign_has_room(room_for(&s))) return STATUS_LIMIT;
  double *room = calloc(3 * flow->n + flow->watched + 1, sizeof *room);
  s.before = room;
  s.x = room + flow->n;
  s.xd = room + 2 * flow->n;
  s.middle = room + 3 * flow->n;
  Status status = room != NULL ? STATUS_OK : STATUS_LIMIT;
  if (status == STATUS_OK) {
    const int flag = make_integrator(&s, r, result->y);
    // an integrator that is unfinished for lack of memory is leaked: SUNDIALS would free parts of it twice
    if (flag == CV_MEM_FAIL) s.memory = s.probe = NULL;
    status = flag == 0 ? STATUS_OK : flag == CV_MEM_FAIL ? STATUS_LIMIT : STATUS_INTERNAL;
  }
  if (status == STATUS_OK) status = run_driver(&driver_sundials, &s, flow, r, result);
  if (s.no_memory) status = STATUS_LIMIT;
  destroy_integrator(&s);
  free(room);
  return status;
}

#define TRAITS(which, text, implicit, several) \
  const IntegratorTraits integrator_##which = { \
    .name = #which, .title = text, .jacobian = implicit, .multistep = several, .run = run_sundials}

TRAITS(adams, "CVODE, Adams methods of variable order", false, true);
TRAITS(bdf, "CVODE, backward differentiation, for stiff systems", true, true);
TRAITS(erk, "ARKODE, explicit Runge-Kutta of order 6 (Verner)", false, false);
TRAITS(dirk, "ARKODE, implicit Runge-Kutta of order 5, for stiff systems", true, false);
