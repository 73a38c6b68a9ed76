// report/fmu.h: a system as a Functional Mock-up Unit, FMI 2.0 or 3.0.
//
// In:    the tapes of a run; names and units of their inputs and outputs
// Out:   texts: one file of C99 that needs nothing but the C library, the description of the model in XML,
//        a page about it
// Law:   co-simulation agrees with `simulate` bit for bit (tests/unit/fmu), in modes whose equations it has
// From:  Functional Mock-up Interface for Model Exchange and Co-Simulation 2.0.4 and 3.0.2, Modelica Association

#ifndef REPORT_FMU_H
#define REPORT_FMU_H

#include "base/text.h"
#include "motion/flow.h"
#include "report/export.h"

// What an importer may do with a number that is constant between events.
typedef enum {
  FMU_TUNABLE,     // set it at any event
  FMU_SETTLED,     // set it before the run: the constraints or the initial state depend on it
  FMU_INPUT,       // set it at any time
  FMU_DERIVED,     // it follows from others
  FMU_UNTOUCHABLE  // the initial state depends on it in a way that only the program knows
} FmuRole;

typedef struct {
  const char *name;   // a plain identifier: theta_dot
  const char *model;  // its name in the model: theta'
  const char *unit;   // "kg*m/s^2"; or NULL
} FmuName;

// The equations of a mode, as `simulate` has them: with these co-simulation has its bits.
typedef struct {
  const int *use;             // of each constraint
  const FlowTapes *tapes;
  const Tape *row;            // as that of an FmuModel
  size_t columns, residuals;  // of `row`
  const long *column;         // of each column of the table but the last: the output of `row`, or -1: it is 0
  const double *ask, *fall;   // of each pivot, as in Drive
  long next;                  // the flow of this mode that searches for pivots, where one of these vanishes; or -1
} FmuFlow;

typedef struct {
  int version;  // 2 or 3
  const char *title, *method, *identifier;
  const FlowTapes *tapes;  // n: length of the state; fixed: number of parameters
  const ExportedModes *modes;  // if constraints come and go: replaces the tapes of the flow, which are NULL; or NULL
  const FmuFlow *flow;         // of some modes; the others are solved numerically
  size_t flows;
  const FmuName *parameter, *state, *output, *event;
  FmuRole *role;           // of each parameter
  const double *value;     // of each parameter
  const double *start;     // of each state
  const Tape *row;         // -> all columns but the last, then residuals of the constraints; not used with modes
  size_t columns, residuals;
  size_t outputs;
  const size_t *column;    // of each output
  const long *state_column;  // of each state, or -1 if it has no column
  const double *ask, *fall;  // of each pivot, as in Drive
  const int *direction;      // of each event
  const Tape *derive;        // -> the derived parameters; or NULL
  const char *const *derive_input;  // where its inputs are: "p[3]"
  const Tape *begin;         // parameters -> t, coordinates, velocities, speeds of the initial state
  const Tape *enter;         // parameters and these -> y
  double from, to, rtol, atol;
  const char *token;         // lets an importer verify that binary and description belong together
} FmuModel;

// Returns the length of the state that an importer sees: without the sides of forces that switch.
static inline size_t fmu_states(const FmuModel *m) {
  return m->tapes->n - m->tapes->sides;
}

// How an unknown depends on a known: not at all; by a constant factor; by a factor made only of parameters; in another
// way.
typedef enum { FMU_NONE, FMU_CONSTANT, FMU_FACTOR, FMU_DEPENDENT } FmuDependence;

// Finds the dependence of each output of a tape on each input, output by output. varies: inputs that are not
// parameters.
const unsigned char *fmu_dependence(const Tape *tape, const bool *varies, Arena *arena);

// A unit in powers of kg, m, s, A, K, rad.
#define FMU_BASE_UNITS 6
typedef struct {
  int power[FMU_BASE_UNITS];
} FmuUnit;

// Write the C file, the model description, the build description of FMI 3.0, and the page.
void fmu_write_source(const FmuModel *model, Text *out);
void fmu_write_description(const FmuModel *model, Text *out);
void fmu_write_build(const FmuModel *model, Text *out);
void fmu_write_page(const FmuModel *model, Text *out);

#endif
