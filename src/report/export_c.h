// report/export_c.h: the equations of motion as one self-contained file of C99.

#ifndef REPORT_EXPORT_C_H
#define REPORT_EXPORT_C_H

#include "base/text.h"
#include "tape/tape.h"

// All tapes have the same inputs: fixed ones, the independent variable, the state.
typedef struct {
  const char *title, *method;
  const char *prefix;  // of all names in the file
  size_t fixed, n;
  const char *const *input;  // names of the inputs
  const double *parameter;   // values of the fixed ones
  const double *start;       // the initial state, at `from`
  double from, to;
  size_t watched;          // pivots,
  double least;            // fractions of its measure below which one may be zero
  const Tape *rate;        // -> rates of the state; pivots; the measure of each
  const Tape *energy;      // -> one number
  const Tape *residual;    // -> one number for each of residuals; or NULL
  const Tape *multiplier;  // -> the same for multipliers
  const char *const *residual_name, *const *multiplier_name;
} ExportedEquations;

void export_c(const ExportedEquations *equations, Text *out);

#endif
