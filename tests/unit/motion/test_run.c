// Unit tests of motion/run.c and motion/sundials.c: every integrator on flows with closed forms.
// Judge: the closed form. Bounds of errors: a step may be wrong by the tolerance, and the
// errors of all steps add up, enlarged by the motion itself.

#include "support/check.h"
#include "support/flows.h"

#include <math.h>
#include <unistd.h>

#define ALL(integrator) for (Integrator integrator = 0; integrator < INTEGRATOR_COUNT; integrator++)
#define STIFF_ONES \
  { INTEGRATOR_BDF, INTEGRATOR_DIRK }

static RunRequest request(Integrator integrator, double to, double tolerance) {
  return (RunRequest){.integrator = integrator,
                      .to = to,
                      .rtol = tolerance,
                      .atol = tolerance,
                      .most_steps = 1000000};
}

// Returns the error that a tolerance allows for a state of size 1 with n components: it limits the root mean square.
static double error_bound(const RunResult *result, double tolerance, double n, double enlarged) {
  return enlarged * 2 * tolerance * sqrt(n) * (double) (result->steps + 1);
}

static void run_to(const Flow *flow, const RunRequest *r, RunResult *result, RunEnd end) {
  assert_int_equal(run_flow(flow, r, result), STATUS_OK);
  assert_int_equal(result->end, end);
}

// --- accuracy ------------------------------------------------------------------------------------

static void test_oscillator(void **state) {
  (void) state;
  const Flow flow = flow_oscillator();
  double times[100], rows[200];
  for (int i = 0; i < 100; i++) times[i] = (i + 1) * 0.1;
  ALL(integrator) for (double tolerance = 1e-4; tolerance > 1e-12; tolerance /= 1e3) {
    double y[2] = {1, 0};
    RunRequest r = request(integrator, 10, tolerance);
    r.times = times;
    r.n_times = 100;
    RunResult result = {.y = y, .rows = rows};
    run_to(&flow, &r, &result, RUN_DONE);
    const double bound = error_bound(&result, tolerance, 2, 1);
    assert_true(result.t == 10);
    assert_int_equal(result.n_rows, 100);
    assert_near(y[0], cos(10), bound);
    assert_near(y[1], -sin(10), bound);
    for (int i = 0; i < 100; i++) {
      assert_near(rows[2 * i], cos(times[i]), bound);
      assert_near(rows[2 * i + 1], -sin(times[i]), bound);
    }
    assert_true(rows[198] == y[0] && rows[199] == y[1]);
    assert_true(result.calls > result.steps);
  }
}

// A body at the perihelion that is faster by dv has an orbit larger by da = 2 v dv, v = sqrt(3) for
// e = 1/2, a period longer by 3 pi da, and after it a speed that differs by 4 times that.
static const double kepler_enlarged = 4 * 3 * M_PI * 2 * 1.7320508;

static void test_kepler(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  ALL(integrator) for (double tolerance = 1e-6; tolerance > 1e-11; tolerance /= 1e2) {
    double y[4], exact[4];
    const RunRequest r = request(integrator, 6, tolerance);
    RunResult result = {.y = y};
    kepler_start(0.5, y);
    kepler_state(0.5, 6, exact);
    run_to(&flow, &r, &result, RUN_DONE);
    const double bound = error_bound(&result, tolerance, 4, kepler_enlarged);
    for (int i = 0; i < 4; i++) assert_near(y[i], exact[i], bound);
  }
}

// A force that depends on time alone: x'' = sin 5t. Fehlberg's error estimate does not notice it.
static void forced_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  (void) flow, (void) w;
  yd[0] = y[1];
  yd[1] = sin(5 * t);
}

static void test_forced(void **state) {
  (void) state;
  const Flow flow = {.n = 2, .rate = forced_rate, .drive = flow_dop853};
  ALL(integrator) for (double tolerance = 1e-4; tolerance > 1e-12; tolerance /= 1e3) {
    double y[2] = {0, 0};
    const RunRequest r = request(integrator, 10, tolerance);
    RunResult result = {.y = y};
    run_to(&flow, &r, &result, RUN_DONE);
    // an error of the velocity is one of the position after 10 units of time
    assert_near(y[0], 2 - sin(50) / 25, error_bound(&result, tolerance, 2, 10));
    assert_near(y[1], (1 - cos(50)) / 5, error_bound(&result, tolerance, 2, 1));
  }
}

// With and without its Jacobian. After the jumps errors decay again: a tolerance with some room.
static void test_stiff(void **state) {
  (void) state;
  const Integrator stiff[] = STIFF_ONES;
  for (size_t k = 0; k < 2 * COUNT(stiff); k++)
    for (double tolerance = 1e-6; tolerance > 1e-9; tolerance /= 1e2) {
      Flow flow = flow_van_der_pol();
      if (k % 2) flow.jacobian = NULL;
      double y[2] = {2, 0};
      const RunRequest r = request(stiff[k / 2], 2, tolerance);
      RunResult result = {.y = y};
      run_to(&flow, &r, &result, RUN_DONE);
      for (int i = 0; i < 2; i++)
        assert_near(y[i], van_der_pol_end[i], error_bound(&result, tolerance, 2, 1));
      assert_true(result.steps < 20000);  // DOP853 takes 600000
      assert_false(result.stiff);
    }
}

// 600 damped equations y_i' = -i y_i, too many for a matrix without a Jacobian.
#define MANY 600

static void many_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  (void) t, (void) w;
  for (size_t i = 0; i < flow->n; i++) yd[i] = -(double) i * (y[i] - cos(t)) - sin(t);
}

static void test_many(void **state) {
  (void) state;
  const Integrator stiff[] = STIFF_ONES;
  const Flow flow = {.n = MANY, .rate = many_rate, .drive = flow_dop853};
  for (size_t k = 0; k < COUNT(stiff); k++) {
    double y[MANY];
    for (int i = 0; i < MANY; i++) y[i] = 1;  // y_i = cos t
    const RunRequest r = request(stiff[k], 1, 1e-6);
    RunResult result = {.y = y};
    run_to(&flow, &r, &result, RUN_DONE);
    for (int i = 0; i < MANY; i++) assert_near(y[i], cos(1), error_bound(&result, 1e-6, MANY, 1));
  }
}

static void test_backward(void **state) {
  (void) state;
  const Flow flow = flow_oscillator();
  ALL(integrator) {
    double y[2] = {1, 0}, rows[6];
    const double times[] = {4.5, 2, 0.25};
    RunRequest r = request(integrator, 5, 1e-9);
    RunResult result = {.y = y, .rows = rows};
    run_to(&flow, &r, &result, RUN_DONE);
    r.from = 5;
    r.to = 0;
    r.times = times;
    r.n_times = 3;
    run_to(&flow, &r, &result, RUN_DONE);
    const double bound = 2 * error_bound(&result, 1e-9, 2, 1);
    assert_near(y[0], 1, bound);
    assert_near(y[1], 0, bound);
    assert_int_equal(result.n_rows, 3);
    for (int i = 0; i < 3; i++) assert_near(rows[2 * i], cos(times[i]), bound);
  }
}

static void test_nothing_to_do(void **state) {
  (void) state;
  const Flow flow = flow_oscillator();
  ALL(integrator) {
    double y[2] = {1, 0};
    RunRequest r = request(integrator, 0, 1e-9);
    RunResult result = {.y = y};
    run_to(&flow, &r, &result, RUN_DONE);
    assert_true(result.steps == 0 && y[0] == 1 && result.t == 0);
  }
}

// --- on the constraints --------------------------------------------------------------------------

// Returns how far from the constraints a state may be before it is projected. If every step is
// projected, that is the error of a step. Adams is pulled back over 100 steps.
static double drift_bound(Integrator integrator, double tolerance) {
  return 2 * 2 * tolerance * (integrator == INTEGRATOR_ADAMS ? 100 : 1);
}

static void test_projection(void **state) {
  (void) state;
  const Flow flow = flow_pendulum();
  const double period = pendulum_period();
  double times[40], rows[160];
  for (int i = 0; i < 40; i++) times[i] = (i + 1) * period / 4;
  ALL(integrator) {
    const double tolerance = 1e-8;
    double y[4] = {1, 0, 0, 0};
    RunRequest r = request(integrator, 100 * period, tolerance);
    r.times = times;
    r.n_times = 40;
    RunResult result = {.y = y, .rows = rows};
    pendulum_correction = 0;
    run_to(&flow, &r, &result, RUN_DONE);
    assert_int_equal(result.n_rows, 40);
    assert_true(pendulum_correction < drift_bound(integrator, tolerance));
    for (int i = 0; i < 40; i++) {
      const double *row = rows + 4 * i;
      assert_near(hypot(row[0], row[1]), 1, 4e-16);
      assert_near(row[0] * row[2] + row[1] * row[3], 0, 4e-16);
      // |grad E| = |(0, 1, x', y')| is up to sqrt(3)
      assert_near(pendulum_energy(row), 0, error_bound(&result, tolerance, 4, 1.8));
    }
    // the energy sets the period, dT/dE < 4
    assert_near(y[0], 1, error_bound(&result, tolerance, 4, 400));
    assert_near(y[3], 0, error_bound(&result, tolerance, 4, 400));
  }
}

// --- events --------------------------------------------------------------------------------------

static RunResult run_to_event(const Flow *flow, RunRequest r, int direction, double *y,
                              RunEnd end) {
  RunResult result = {.y = y};
  r.direction = &direction;
  run_to(flow, &r, &result, end);
  return result;
}

// cos t = 0.3
static void test_event(void **state) {
  (void) state;
  Flow flow = flow_oscillator();
  flow.events = 1;
  const double falls = acos(OSCILLATOR_LEVEL), rises = 2 * M_PI - falls;
  ALL(integrator) for (int direction = -1; direction <= 1; direction++) {
    double y[2] = {1, 0};
    const RunResult result =
      run_to_event(&flow, request(integrator, 100, 1e-9), direction, y, RUN_EVENT);
    const double bound = error_bound(&result, 1e-9, 2, 1), at = direction > 0 ? rises : falls;
    assert_near(result.t, at, bound / fabs(sin(falls)));
    assert_near(y[0], OSCILLATOR_LEVEL, 1e-14);  // on the polynomial it is found up to rounding
    assert_near(y[1], -sin(at), bound);
    assert_int_equal(result.event, 0);
  }
}

// The rows end with the event; backward, rising and falling follow the direction of the run.
static void test_event_backward(void **state) {
  (void) state;
  Flow flow = flow_oscillator();
  flow.events = 1;
  const double times[] = {-1, -1.2, -1.3, -2}, falls = -acos(OSCILLATOR_LEVEL);
  const int falling = -1;
  ALL(integrator) {
    double y[2] = {1, 0}, rows[8];
    RunRequest r = request(integrator, -100, 1e-9);
    r.times = times;
    r.n_times = 4;
    r.direction = &falling;
    RunResult result = {.y = y, .rows = rows};
    run_to(&flow, &r, &result, RUN_EVENT);
    assert_near(result.t, falls, error_bound(&result, 1e-9, 2, 2));
    assert_int_equal(result.n_rows, 2);
    assert_near(rows[2], cos(-1.2), error_bound(&result, 1e-9, 2, 1));
  }
}

// Being on the ground at the start is not an event, coming back is.
static void test_event_at_start(void **state) {
  (void) state;
  const Flow flow = flow_falling();
  ALL(integrator) {
    double y[2] = {0, 5};
    const RunResult result = run_to_event(&flow, request(integrator, 10, 1e-8), 0, y, RUN_EVENT);
    assert_near(result.t, 1, error_bound(&result, 1e-8, 2, 1));
    assert_near(y[1], -5, error_bound(&result, 1e-8, 2, 10));
  }
}

// Up through a height and down again in one step: steps of any length are exact here.
static void test_event_twice(void **state) {
  (void) state;
  const Flow flow = flow_falling();
  ALL(integrator) for (int direction = -1; direction <= 1; direction += 2) {
    double y[2] = {-3.2, 10};  // h = 0 at 0.4 and at 1.6
    const RunResult result =
      run_to_event(&flow, request(integrator, 2, 1e-3), direction, y, RUN_EVENT);
    if (integrator == INTEGRATOR_DOP853) assert_true(result.steps < 5);
    assert_near(result.t, direction > 0 ? 0.4 : 1.6, error_bound(&result, 1e-3, 2, 1));
  }
}

static void test_event_never(void **state) {
  (void) state;
  const Flow flow = flow_falling();
  ALL(integrator) {
    double y[2] = {5, 0};
    run_to_event(&flow, request(integrator, 2, 1e-8), 1, y, RUN_DONE);
    assert_near(y[0], -15, 1e-5);
  }
}

// --- singular states -----------------------------------------------------------------------------

// An oscillator with a pivot that the rates do not divide by, so that only the pivot itself shows it: (x - a)^2 + b,
// or x - a.
static double pivot_at, pivot_floor;
static int pivot_power;

static void pivot_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) flow, (void) t;
  yd[0] = y[1];
  yd[1] = -y[0];
  watch[0] = 3;  // one that is always good
  watch[1] = pow(y[0] - pivot_at, pivot_power) + pivot_floor;
  watch[2] = watch[3] = 1;
}

static RunResult run_pivot(Integrator integrator, double tolerance, RunEnd end) {
  const Flow flow = {.n = 2, .watched = 2, .rate = pivot_rate, .drive = flow_dop853};
  double y[2] = {1, 0};
  const RunRequest r = request(integrator, 2, tolerance);
  RunResult result = {.y = y};
  run_to(&flow, &r, &result, end);
  // the state is that of the time
  assert_near(y[0], cos(result.t), error_bound(&result, tolerance, 2, 1));
  return result;
}

static void test_pivot_touches(void **state) {
  (void) state;
  pivot_power = 2;
  ALL(integrator)
  for (pivot_at = -0.35; pivot_at < 0.95; pivot_at += 0.03)
    for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100) {
      pivot_floor = 0;
      const RunResult result = run_pivot(integrator, tolerance, RUN_SINGULAR);
      assert_int_equal(result.pivot, 1);
      // (x - a)^2 counts as zero within 1e-5
      const double speed = sqrt(1 - pivot_at * pivot_at);
      const double bound = error_bound(&result, tolerance, 2, 1 / speed) + 1e-5 / speed;
      assert_near(result.where, acos(pivot_at), bound);
      assert_true(result.t <= result.where && result.t > result.where - 2);
      pivot_floor = 1e-3;
      run_pivot(integrator, tolerance, RUN_DONE);
    }
  pivot_floor = 0;
}

static void test_pivot_crosses(void **state) {
  (void) state;
  pivot_power = 1;
  ALL(integrator) for (pivot_at = -0.35; pivot_at < 0.95; pivot_at += 0.03) {
    const RunResult result = run_pivot(integrator, 1e-6, RUN_SINGULAR);
    assert_int_equal(result.pivot, 1);
    assert_near(result.where, acos(pivot_at), error_bound(&result, 1e-6, 2, 4));
  }
}

// y' = -y with the pivot y^2, which falls by a factor of 1e10 and is never zero.
static void decay_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) flow, (void) t;
  yd[0] = -y[0];
  watch[0] = watch[1] = y[0] * y[0];
}

static void test_pivot_decays(void **state) {
  (void) state;
  const Flow flow = {.n = 1, .watched = 1, .rate = decay_rate, .drive = flow_dop853};
  ALL(integrator) for (double tolerance = 1e-2; tolerance > 1e-9; tolerance /= 10) {
    double y = 1;
    RunRequest r = request(integrator, 5 * log(10), tolerance);
    r.atol = 1e-12;
    RunResult result = {.y = &y};
    run_to(&flow, &r, &result, RUN_DONE);
    assert_near(y, 1e-5, 1e-5 * error_bound(&result, tolerance, 1, 1));
  }
}

static void test_pivot_at_start(void **state) {
  (void) state;
  const Flow flow = {.n = 2, .watched = 2, .rate = pivot_rate, .drive = flow_dop853};
  pivot_power = 1;
  pivot_at = 0.5;
  ALL(integrator) {
    double y[2] = {0.5, 0};
    RunRequest r = request(integrator, 4, 1e-6);
    r.from = 3;
    RunResult result = {.y = y};
    run_to(&flow, &r, &result, RUN_SINGULAR);
    assert_true(result.where == 3 && result.t == 3 && result.pivot == 1 && result.steps == 0);
  }
}

// y' = 1/(2 (1 - y)), y = 1 - sqrt(1 - t) up to t = 1. With the pivot 1 - y the end is explained.
static void wall_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) t;
  yd[0] = y[0] < 1 ? 1 / (2 * (1 - y[0])) : (double) NAN;
  if (flow->watched) watch[0] = 1 - y[0], watch[1] = 1;
}

// SUNDIALS may print messages; here they go to a file that must stay empty.
static void test_wall(void **state) {
  (void) state;
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stderr);
  const int before = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  RunResult result[2][INTEGRATOR_COUNT];
  double y[INTEGRATOR_COUNT];
  for (size_t watched = 0; watched < 2; watched++) ALL(integrator) {
      const Flow flow = {.n = 1, .watched = watched, .rate = wall_rate, .drive = flow_dop853};
      const RunRequest r = request(integrator, 2, 1e-8);
      y[integrator] = 0;
      result[watched][integrator] = (RunResult){.y = &y[integrator]};
      assert_int_equal(run_flow(&flow, &r, &result[watched][integrator]), STATUS_OK);
    }
  fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  assert_int_equal(ftell(file), 0);
  fclose(file);
  ALL(integrator) {
    assert_int_equal(result[0][integrator].end, RUN_SMALL_STEP);
    assert_near(result[0][integrator].t, 1, 1e-5);
    assert_int_equal(result[1][integrator].end, RUN_SINGULAR);
    assert_near(result[1][integrator].where, 1, 1e-5);
  }
}

static void no_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  (void) flow, (void) t, (void) y, (void) watch;
  yd[0] = (double) NAN;
}

static void test_not_finite(void **state) {
  (void) state;
  const Flow flow = {.n = 1, .rate = no_rate, .drive = flow_dop853};
  ALL(integrator) {
    double y = 2;
    const RunRequest r = request(integrator, 1, 1e-8);
    RunResult result = {.y = &y};
    run_to(&flow, &r, &result, RUN_NOT_FINITE);
    assert_true(y == 2 && result.t == 0);
  }
}

// Components of size 0 have no tolerance: CVODE and ARKODE give up, with the reason.
static void test_gives_up(void **state) {
  (void) state;
  const Flow flow = flow_oscillator();
  ALL(integrator) {
    if (integrator == INTEGRATOR_DOP853 || integrator == INTEGRATOR_TAYLOR) continue;
    double y[2] = {1, 0};
    RunRequest r = request(integrator, 1, 1e-8);
    r.atol = 0;
    RunResult result = {.y = y};
    run_to(&flow, &r, &result, RUN_FAILED);
    assert_true(y[0] == 1 && y[1] == 0 && result.t == 0);
    assert_non_null(strstr(result.message, "ewt"));
  }
}

// --- stopping, pausing ---------------------------------------------------------------------------

static void test_most_steps(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  ALL(integrator) {
    double y[4];
    RunRequest r = request(integrator, 1000, 1e-8);
    r.most_steps = 777;
    RunResult result = {.y = y};
    kepler_start(0.5, y);
    run_to(&flow, &r, &result, RUN_STEPS);
    assert_int_equal(result.steps, 777);
    assert_true(result.t > 0 && result.t < 1000);
  }
}

static volatile int stop_flag;

static void stop_at_pause(void *context, double t, size_t calls, const Flow **flow) {
  (void) t, (void) calls, (void) flow;
  if (++*(int *) context == 2) stop_flag = 1;
}

static void test_stop(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  ALL(integrator) {
    double y[4];
    int pauses = 0;
    RunRequest r = request(integrator, 1000, 1e-8);
    r.stop = &stop_flag;
    r.pause = stop_at_pause;
    r.context = &pauses;
    RunResult result = {.y = y};
    kepler_start(0.5, y);
    stop_flag = 0;
    run_to(&flow, &r, &result, RUN_INTERRUPTED);
    assert_int_equal(pauses, 2);
    assert_true(result.t > 0 && result.t < 1000);
  }
}

// Another flow, with other functions for the same rates, is put in place at the first pause.
static size_t other_rates, other_jacobians;
static bool swapped;

static void first_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  assert_false(swapped);
  flow_van_der_pol().rate(flow, t, y, yd, watch);
}

static void first_jacobian(const Flow *flow, double t, const double *y, double *J) {
  assert_false(swapped);
  flow_van_der_pol().jacobian(flow, t, y, J);
}

static void other_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  other_rates++;
  flow_van_der_pol().rate(flow, t, y, yd, watch);
}

static void other_jacobian(const Flow *flow, double t, const double *y, double *J) {
  other_jacobians++;
  flow_van_der_pol().jacobian(flow, t, y, J);
}

static void swap_at_pause(void *context, double t, size_t calls, const Flow **flow) {
  (void) t, (void) calls;
  *flow = context;
  swapped = true;
}

static void test_swap(void **state) {
  (void) state;
  ALL(integrator) for (int with = 0; with < 2; with++) {
    const Flow first = {.n = 2,
                        .rate = first_rate,
                        .jacobian = with ? first_jacobian : NULL,
                        .drive = flow_dop853};
    Flow other = {.n = 2,
                  .rate = other_rate,
                  .jacobian = with ? other_jacobian : NULL,
                  .drive = flow_dop853};
    const bool stiff = integrator == INTEGRATOR_BDF || integrator == INTEGRATOR_DIRK;
    double y[2] = {2, 0};
    RunRequest r = request(integrator, stiff ? 2 : 0.002, 1e-7);
    r.pause = swap_at_pause;
    r.context = &other;
    RunResult result = {.y = y};
    swapped = false;
    other_rates = other_jacobians = 0;
    run_to(&first, &r, &result, RUN_DONE);
    assert_true(swapped && other_rates > 0 && other_rates < result.calls);
    assert_true((other_jacobians > 0) == (stiff && with != 0));
    if (stiff) assert_near(y[0], van_der_pol_end[0], error_bound(&result, 1e-7, 2, 1));
  }
}

static void test_reproducible(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  double times[50];
  for (int i = 0; i < 50; i++) times[i] = i + 0.5;
  ALL(integrator) {
    double y[2][4], rows[2][200];
    RunResult result[2];
    for (int k = 0; k < 2; k++) {
      RunRequest r = request(integrator, 50, 1e-8);
      r.times = times;
      r.n_times = 50;
      result[k] = (RunResult){.y = y[k], .rows = rows[k]};
      kepler_start(0.5, y[k]);
      run_to(&flow, &r, &result[k], RUN_DONE);
    }
    assert_memory_equal(y[0], y[1], sizeof y[0]);
    assert_memory_equal(rows[0], rows[1], sizeof rows[0]);
    assert_int_equal(result[0].calls, result[1].calls);
  }
}

// The rows that are requested do not change the motion.
static void test_rows_disturb_nothing(void **state) {
  (void) state;
  const Flow flow = flow_kepler();
  double times[50], rows[200];
  for (int i = 0; i < 50; i++) times[i] = (i + 1) * 0.1;
  ALL(integrator) {
    double with[4], without[4];
    RunRequest r = request(integrator, 6, 1e-8);
    RunResult result = {.y = without, .rows = rows};
    kepler_start(0.5, without);
    run_to(&flow, &r, &result, RUN_DONE);
    r.times = times;
    r.n_times = 50;
    result.y = with;
    kepler_start(0.5, with);
    run_to(&flow, &r, &result, RUN_DONE);
    assert_memory_equal(with, without, sizeof with);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_oscillator),
    cmocka_unit_test(test_kepler),
    cmocka_unit_test(test_forced),
    cmocka_unit_test(test_stiff),
    cmocka_unit_test(test_many),
    cmocka_unit_test(test_backward),
    cmocka_unit_test(test_nothing_to_do),
    cmocka_unit_test(test_projection),
    cmocka_unit_test(test_event),
    cmocka_unit_test(test_event_backward),
    cmocka_unit_test(test_event_at_start),
    cmocka_unit_test(test_event_twice),
    cmocka_unit_test(test_event_never),
    cmocka_unit_test(test_pivot_touches),
    cmocka_unit_test(test_pivot_crosses),
    cmocka_unit_test(test_pivot_decays),
    cmocka_unit_test(test_pivot_at_start),
    cmocka_unit_test(test_wall),
    cmocka_unit_test(test_not_finite),
    cmocka_unit_test(test_most_steps),
    cmocka_unit_test(test_stop),
    cmocka_unit_test(test_swap),
    cmocka_unit_test(test_reproducible),
    cmocka_unit_test(test_rows_disturb_nothing),
    cmocka_unit_test(test_gives_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
