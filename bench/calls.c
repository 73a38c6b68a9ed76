// bench/calls.c: what do the library calls cost that bench/python.py makes from Python?
//
// Question: how much of the time of a call from Python is Python's? Prints, for the double
// pendulum, a line for each kind of call: its name and microseconds per state, the least of several
// repetitions. bench/python.py runs this program along with its own measurements.

#include "bench/common/flows.h"
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 100000, SINGLE = 20000, REPEAT = 15 };

static DalModel *model;
static DalFlow *flow;
static double t[STATES], q[2 * STATES], v[2 * STATES], y[4 * STATES], to[4];

static void one_acceleration(void) {
  for (int i = 0; i < SINGLE; i++) (void) dal_model_accelerations(model, 0, q, v, to);
}

static void one_rate(void) {
  for (int i = 0; i < SINGLE; i++) (void) dal_flow_rates(flow, 1, t, y, to);
}

// Memory for the results of a block is part of its time, as it is from Python.
static double *results(size_t numbers) {
  double *room = malloc(STATES * numbers * sizeof *room);
  if (room == NULL) exit(1);
  return room;
}

static void accelerations(void) {
  double *room = results(2);
  (void) dal_model_accelerations_at(model, STATES, t, q, v, room);
  free(room);
}

static void rates(void) {
  double *room = results(4);
  (void) dal_flow_rates(flow, STATES, t, y, room);
  free(room);
}

static void jacobians(void) {
  double *room = results(16);
  (void) dal_flow_jacobian(flow, STATES, t, y, room);
  free(room);
}

static void masses(void) {
  double *room = results(4);
  (void) dal_model_matrices(model, STATES, t, q, v, &(DalMatrices){.M = room});
  free(room);
}

static const struct {
  const char *name;
  void (*work)(void);
  int count;
} kinds[] = {
  {"one accelerations", one_acceleration, SINGLE}, {"one rates", one_rate, SINGLE},
  {"block accelerations", accelerations, STATES},  {"block rates", rates, STATES},
  {"block jacobian", jacobians, STATES},           {"block mass_matrix", masses, STATES}};

int main(void) {
  char *text = bench_text("models/double-pendulum.mech");
  model = dal_model_create();
  if (model == NULL || dal_model_add(model, text) != DAL_OK || dal_model_finish(model) != DAL_OK ||
      dal_model_flow(model, &(DalFlowOptions){.jacobian = true}, &flow) != DAL_OK)
    return 1;
  for (int i = 0; i < STATES; i++)
    for (int k = 0; k < 2; k++) {
      q[2 * i + k] = y[4 * i + k] = 0.3 + 1e-5 * i + k;
      v[2 * i + k] = y[4 * i + 2 + k] = 1 - 1e-5 * i;
    }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    double least = 1e9;
    for (int i = 0; i < REPEAT; i++) {
      const double start = bench_now();
      kinds[k].work();
      const double time = bench_now() - start;
      if (time < least) least = time;
    }
    printf("%s %.6f\n", kinds[k].name, 1e6 * least / kinds[k].count);
  }
  dal_flow_destroy(flow);
  dal_model_destroy(model);
  free(text);
}
