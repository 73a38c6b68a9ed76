// bench/constraints.c: what do the methods for constrained systems cost, and how does it grow?
//
// Question: which method is cheapest to derive, which to evaluate, and does either stay near the size of the system? A
// tractor with n trailers has n + 3 coordinates and n + 1 constraints, but always two degrees of freedom. Reduced by
// hand, its equations take about 20 n operations; the augmented problem takes n^3. Prints, for each system and method:
// the time to derive and to make the tapes, the instructions on the tapes, and the time of one evaluation. `appell,
// rates` is given the parametric form q' = psi(q, z) of the constraints; `appell` has to find one.

#include "dalembert.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_COORDINATES 32
#define SPENT_ENOUGH 0.05  // seconds of evaluations

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// --- n trailers as text ---------------------------------------------------------------------------

// As models/trailer-3.mech.
static const char trailers_text[] =
  "parameter m0 = 2, I0 = 0.5, m = 1, I = 0.2, l = 1, f = 0.5, tau = 0.1\n"
  "coordinate x, y, theta[0..n]\n"
  "frame B[i] = rotate(z, theta[i]) for i = 0..n\n"
  "body P[0] mass m0 at [x, y] frame B[0] inertia (0, 0, I0)\n"
  "body P[i] mass m at pos(P[i-1]) - l*B[i].x frame B[i] inertia (0, 0, I) for i = 1..n\n"
  "force on P[0] = f*B[0].x\n"
  "torque on P[0] = [0, 0, tau]\n"
  "constraint axle[i]: dot(vel(P[i]), B[i].y) = 0 for i = 0..n\n";

static const char rates_text[] =
  "speed v, w\n"
  "let u[0] = v\n"
  "let u[i] = u[i-1]*cos(theta[i-1] - theta[i]) for i = 1..n\n"
  "rate x' = v*cos(theta[0])\n"
  "rate y' = v*sin(theta[0])\n"
  "rate theta[0]' = w\n"
  "rate theta[i]' = u[i-1]*sin(theta[i-1] - theta[i])/l for i = 1..n\n";

// The rates, only if requested.
static char *trailer_text(int n, bool rates) {
  const size_t room = sizeof trailers_text + sizeof rates_text + 32;
  char *text = malloc(room);
  if (text == NULL) abort();
  snprintf(text, room, "count n = %d\n%s%s", n, trailers_text, rates ? rates_text : "");
  return text;
}

// --- measuring --------------------------------------------------------------------------------------

// The initial state of the model, completed from the constraints; times do not depend on it.
static double time_of_evaluation(DalModel *m) {
  double q[MOST_COORDINATES], v[MOST_COORDINATES], a[MOST_COORDINATES];
  double t;
  if (dal_model_state(m, NULL, &t, q, v) != DAL_OK) return -1;
  if (dal_model_accelerations(m, t, q, v, a) != DAL_OK) return -1;
  int runs = 0;
  const double start = now();
  while (now() - start < SPENT_ENOUGH) {
    for (int i = 0; i < 20; i++) (void) dal_model_accelerations(m, t, q, v, a);
    runs += 20;
  }
  return (now() - start) / runs;
}

static void measure(const char *system, const char *label, const char *method, const char *text) {
  DalModel *m = dal_model_create();
  if (m == NULL || dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) {
    fprintf(stderr, "%s: %s\n", system, m ? dal_model_messages(m) : "no memory");
    dal_model_destroy(m);
    return;
  }
  const double start = now();
  DalStatus status = dal_model_derive(m, &(DalDeriveOptions){.method = method});
  const double derived = now();
  if (status == DAL_OK) status = dal_model_compile(m);
  const double ready = now();
  if (status != DAL_OK) {
    printf("%-34s %-14s %s\n", system, label, dal_status_meaning(status));
  } else {
    const double each = time_of_evaluation(m);
    const DalSize size = dal_model_size(m);
    printf("%-34s %-14s %9.2f %9.2f %12zu %10.2f\n", system, label, 1e3 * (derived - start),
           1e3 * (ready - derived), size.instructions + size.solve_instructions, 1e6 * each);
  }
  dal_model_destroy(m);
}

static void measure_methods(const char *system, const char *text) {
  static const char *const methods[] = {"multipliers", "udwadia", "appell"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    measure(system, methods[i], methods[i], text);
}

static const char *gallery(const char *name) {
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0) return dal_example_text(i);
  return "";
}

int main(void) {
  static const char *const systems[] = {"nonholonomic-double-pendulum", "rolling-disk", "four-bar"};
  static const int trailers[] = {1, 3, 10, 20};
  printf("%-34s %-14s %9s %9s %12s %10s\n", "system", "method", "derive ms", "tapes ms",
         "instructions", "us/eval");
  for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
    measure_methods(systems[i], gallery(systems[i]));
  for (size_t i = 0; i < sizeof trailers / sizeof *trailers; i++) {
    char name[32];
    snprintf(name, sizeof name, "%d trailer%s", trailers[i], trailers[i] > 1 ? "s" : "");
    char *plain = trailer_text(trailers[i], false), *rates = trailer_text(trailers[i], true);
    measure_methods(name, plain);
    measure(name, "appell, rates", "appell", rates);
    free(plain);
    free(rates);
  }
  return 0;
}
