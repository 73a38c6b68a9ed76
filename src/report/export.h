// report/export.h: the equations of motion as text for others: the targets, report/export_targets.def.

#ifndef REPORT_EXPORT_H
#define REPORT_EXPORT_H

#include "base/text.h"
#include "tape/tape.h"

// A function of the inputs: numbers, or a matrix, row by row.
typedef struct {
  const char *name;          // "mass"
  const char *title;         // what it gives, in words
  const Tape *tape;          // of the same inputs as all others; NULL: there are none
  size_t rows, columns;      // columns 0: a list of `rows` numbers
  const char *const *label;  // of each number, for a comment; or NULL
} ExportedFunction;

#define EXPORTED_MOST 16  // functions

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
  size_t observables, events;
  const char *const *observable_name, *const *event_name;
  const int *direction;                     // of each event: 1 rising, -1 falling, 0 any
  ExportedFunction further[EXPORTED_MOST];  // beside rates, energy, residuals and multipliers
  size_t furthers;
} ExportedEquations;

// A language or system that equations are exported to: its name, as --target gives it, and how they are
// written down: by a function, or by the texts of a language (report/target.h).
typedef struct {
  const char *name;
  void (*write)(const ExportedEquations *equations, Text *out);
  const struct TargetLanguage *language;
  int fmi;  // not 0: an FMU of this version (report/fmu.h), not a text
} ExportTarget;

// The one of that name, NULL: the default; or NULL. All of them, ended by NULL.
const ExportTarget *export_target(const char *name);
const ExportTarget *const *export_targets(void);
void export_write(const ExportTarget *target, const ExportedEquations *equations, Text *out);

#endif
