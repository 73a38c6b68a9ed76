// report/export.h: the equations of motion as source text; the targets are in report/export_targets.def.

#ifndef REPORT_EXPORT_H
#define REPORT_EXPORT_H

#include "base/text.h"
#include "motion/flow.h"

// A function of the inputs: numbers, or a matrix, row by row.
typedef struct {
  const char *name;          // "mass"
  const char *title;         // what it computes, in words
  const Tape *tape;          // of the same inputs as all others; or NULL
  size_t rows, columns;      // columns 0: a list of `rows` numbers
  const char *const *label;  // of each number, for a comment; or NULL
} ExportedFunction;

#define EXPORTED_MOST 24  // functions

// An action of a `when`. kind 0: release, 1: engage `count` constraints from `first` on; 2: stop; 3: assign to the part
// `first` of the coordinates and velocities.
typedef struct {
  size_t when;
  int kind;
  size_t first, count;
} ExportedAction;

// A model whose constraints come and go, as functions of parameters, t, coordinates, velocities, accelerations and
// multipliers; the last two follow from `terms` in every mode.
typedef struct {
  size_t n, r;                   // coordinates; constraints, in force or not
  const char *const *name;       // of each constraint
  const int *unilateral, *level, *nonlinear, *use;  // of each; level 0: positions, 1: velocities, 2: accelerations;
                                 // nonlinear in the velocities; use 0: in force, 1: watched, 2: off
  size_t stops, whens;
  const char *const *when_name;
  const int *direction;          // of stops and whens
  size_t actions, assigned;
  const ExportedAction *action;
  bool uses_motion, shows_motion;  // crossings depend on accelerations or multipliers; so do columns that are shown
  size_t parameters;
  const char *const *input;      // names of the inputs: parameters, t, q, q', q'', lambda, sides
  const double *start;           // q and q' at the start
  size_t slips;                  // signs in B: of velocities of slip
  const Tape *terms;     // parameters, t, q, q', slips -> M by its lower triangle, F, A, B, b, gaps, their rates, sizes of the terms of
                         // both, coefficients of restitution, velocities of slip
  size_t sides;                  // of forces that switch: signs of functions
  const Tape *sided;     // parameters, t, q, q', sides -> the same without velocities of slip, with the sides for these signs; or NULL
  const Tape *surface;   // all inputs -> the functions; of each the first derivative by time that depends on accelerations;
                         // its rate if that is the second one; the sizes of the terms of the former; or NULL
  const int *order;              // of these derivatives
  const int *acts;               // sides * (r + 1): where a side occurs: in the row of each constraint, then in forces and elsewhere
  const char *const *surface_name;
  const Tape *crossing;  // all inputs -> differences of stops and whens; or NULL
  const Tape *assign;    // all inputs -> what is assigned; or NULL
  const Tape *shown;     // all inputs -> what a table shows; or NULL
  size_t columns, energy;        // of `shown`
  const char *const *column;
  const char *const *unit;       // of each column, or NULL
} ExportedModes;

// All tapes have the same inputs: fixed ones, the independent variable, the state.
typedef struct {
  const char *title, *method;
  const char *prefix;  // of all names in the file
  size_t fixed, n;
  const char *const *input;  // names of the inputs
  const double *parameter;   // values of the fixed ones
  const double *start;       // the initial state, at `from`
  double from, to;
  size_t watched;          // number of pivots
  double least;            // part of its measure below which a pivot may be zero
  const Tape *rate;        // -> rates of the state; pivots; the measure of each
  const Tape *energy;      // -> one number
  const Tape *residual;    // -> one number for each of residuals; or NULL
  const Tape *multiplier;  // -> the same for multipliers
  const char *const *residual_name, *const *multiplier_name;
  size_t observables, events;
  const char *const *observable_name, *const *event_name;
  const int *direction;                     // of each event: 1 rising, -1 falling, 0 any
  ExportedFunction further[EXPORTED_MOST];  // functions besides rates, energy, residuals and multipliers
  size_t furthers;
  const ExportedModes *modes;  // or NULL
  const FlowTapes *flow;       // of a run with the sides of forces that switch; NULL: a run without events
  const char *const *surface;  // expression whose sign is each side
  const char *alone;           // why no exported code follows the motion through its events; or NULL
} ExportedEquations;

// A language or system that equations are exported to: its name for --target, and how they are written: by a function,
// or by the texts of a language (report/target.h).
typedef struct {
  const char *name;
  void (*write)(const ExportedEquations *equations, Text *out);
  const struct TargetLanguage *language;
  int fmi;  // not 0: an FMU of this version (report/fmu.h) instead of a text
} ExportTarget;

// Finds a target by name; NULL means the default. Returns NULL if it is unknown. export_targets: all of them, ended by
// NULL.
const ExportTarget *export_target(const char *name);
const ExportTarget *const *export_targets(void);
// Do its tapes solve linear equations with pivots chosen at run time? flow may be NULL.
bool export_flow_solves(const FlowTapes *flow);
void export_write(const ExportTarget *target, const ExportedEquations *equations, Text *out);

#endif
