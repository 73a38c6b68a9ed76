// report/fmu.h: a system as a Functional Mock-up Unit, FMI 2.0 or 3.0.
//
// In:    the tapes of a run, names and units of what they take and give
// Out:   texts: one file of C99 that needs nothing but the C library, the description of the model in XML,
//        a page about it
// Law:   co-simulation gives the bits of `simulate` (tests/unit/fmu)
// From:  Functional Mock-up Interface for Model Exchange and Co-Simulation 2.0.4 and 3.0.2, Modelica Association

#ifndef REPORT_FMU_H
#define REPORT_FMU_H

#include "base/text.h"
#include "motion/flow.h"
#include "report/export.h"

// What an importer may do with a number that stays the same between events.
typedef enum {
  FMU_TUNABLE,     // set it at any event
  FMU_SETTLED,     // set it before the run: the constraints or the initial state depend on it
  FMU_INPUT,       // set it at any time
  FMU_DERIVED,     // it follows from others
  FMU_UNTOUCHABLE  // the initial state depends on it in a way that only the program knows
} FmuRole;

typedef struct {
  const char *name;   // without quotes: theta_dot
  const char *model;  // as the model has it: theta'
  const char *unit;   // "kg*m/s^2"; or NULL
} FmuName;

typedef struct {
  int version;  // 2 or 3
  const char *title, *method, *identifier;
  const FlowTapes *tapes;  // n of state, fixed of parameters
  const ExportedModes *modes;  // constraints come and go: then the tapes are these, and those of the flow are NULL; or NULL
  const FmuName *parameter, *state, *output, *event;
  FmuRole *role;           // of each parameter
  const double *value;     // of each parameter
  const double *start;     // of each state
  const Tape *row;         // -> columns but the last, then residuals of the constraints; modes have another one
  size_t columns, residuals;
  size_t outputs;
  const size_t *column;    // of each output
  const long *state_column;  // of each state, or -1
  const double *ask, *fall;  // of each pivot, as Drive has them
  const int *direction;      // of each event
  const Tape *derive;        // -> parameters that follow from others: those that are derived; or NULL
  const char *const *derive_input;  // where it finds its inputs: "p[3]"
  const Tape *begin;         // parameters -> t, coordinates, velocities, speeds of the initial state
  const Tape *enter;         // parameters and those -> y
  double from, to, rtol, atol;
  const char *token;         // by which an importer knows that binary and description belong together
} FmuModel;

// The length of the state that an importer sees: without the sides of forces that switch.
static inline size_t fmu_states(const FmuModel *m) {
  return m->tapes->n - m->tapes->sides;
}

// How a result depends on something known: not at all; by a constant factor; by a factor made only of parameters;
// otherwise.
typedef enum { FMU_NONE, FMU_CONSTANT, FMU_FACTOR, FMU_DEPENDENT } FmuDependence;

// Of each output of a tape on each of its inputs, output by output. varies: which inputs are not parameters.
const unsigned char *fmu_dependence(const Tape *tape, const bool *varies, Arena *arena);

// A unit in powers of kg, m, s, A, K, rad.
#define FMU_BASE_UNITS 6
typedef struct {
  int power[FMU_BASE_UNITS];
} FmuUnit;
// False if the text is not one; "1" is one without powers.
bool fmu_unit_read(const char *text, FmuUnit *unit);
const char *fmu_unit_name(const FmuUnit *unit, Arena *arena);

// The C file; the description; the description of the build of FMI 3.0; the page.
void fmu_write_source(const FmuModel *model, Text *out);
void fmu_write_description(const FmuModel *model, Text *out);
void fmu_write_build(const FmuModel *model, Text *out);
void fmu_write_page(const FmuModel *model, Text *out);

// Text as an attribute, or between tags.
void fmu_add_escaped(Text *out, const char *text);

#endif
