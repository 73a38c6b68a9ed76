// program/results.h: results of a whole motion: maximum, minimum, mean, last value, or the time of its end.

#ifndef PROGRAM_RESULTS_H
#define PROGRAM_RESULTS_H

#include "program/flow.h"

// The state of one result so far.
typedef struct {
  double value, rate;  // at the last row
  double best, integral;
  double when;  // of an event; NaN: it has not happened
} ResultSoFar;

typedef struct {
  const Model *model;
  ResultSoFar *so_far;  // of each result of the model
  double from, t;       // of the first row, and of the last
  size_t rows;
  const FlowPlan *plan;  // to which the workspace belongs
  double *work;
} Results;

Results results_open(System *m);
// Adds a row of the motion, in order. Between two rows the motion is interpolated by the cubic polynomial with
// their values and rates, if the rates are known, or by a straight line.
void results_add(System *m, Results *results, const FlowPlan *plan, double t, const double *y);
// Notes that an event of that name has happened: its time is a result if it is the first one.
void results_happen(Results *results, const char *name, double t);
// Returns the numbers, one for each result of the model. event: did `stop when` end the motion?
void results_close(const Results *results, bool event, double *values);

#endif
