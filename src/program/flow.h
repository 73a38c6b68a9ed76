// program/flow.h: from equations to a flow, and from states along it to rows of a table.

#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/motion_tape.h"

// Everything a run needs besides its flow. All but tapes lives in the arena; names are those of the model.
typedef struct {
  Arena *arena;
  FlowTapes tapes;     // until a flow takes them over
  size_t n, fixed;     // of the state; of the inputs before the variable that the run advances by
  double *parameters;  // the fixed inputs: parameters and constants of the motion
  double *reference;   // inputs of the tapes at the state for which they are stable
  bool pivoting;       // they search for pivots, so that they are stable at all states
  size_t branches;     // of the fixed inputs, after the parameters: velocities of these coordinates
  const size_t *branch;
  Watched *watch;   // the meaning of each pivot of the rates
  size_t constants;  // of the run, for the state it starts from: the last ones of the fixed inputs
  Tape *begin;      // inputs of the program -> these constants; NULL if there are none
  Tape *enter;      // inputs of the program -> y
  Tape *leave;      // inputs of the tapes -> t, velocities, then free speeds if they are known
  double *leaving;  // its workspace
  Tape *row;        // inputs of the tapes -> columns, then residuals of the constraints
  const char **column;
  const char **unit;          // of each column, or NULL if not known; lives as long as the model
  size_t columns, residuals;  // the last column, the constraint error, comes from the residuals
  size_t energy;              // the number of its column
  size_t *constraint;         // the constraint that each residual of the flow belongs to
  const MotionCheck *check;   // of decisions that were made by numbers at the reference,
  size_t checks;
  bool particular;            // whether the plan is valid only for that state
  size_t sides;               // of the state, the last ones
  const char **surface;       // the function of each
  Tape *result;  // inputs of the tapes -> value, then rate if it is known, of each result; or NULL
  Tape *action;               // inputs of the tapes -> values that events assign, in order; or NULL
} FlowPlan;

typedef struct {
  const Section *const *section;               // their functions are the first events
  size_t sections;
  bool sides;                                  // sides of jumps are parts of the state
  bool jacobian;                               // an implicit integrator needs it
  bool series;                                 // Taylor's method needs them, if they exist
  bool accelerations, multipliers, reactions;  // as further columns
  bool declared;  // columns in the units that the model declares for them, not in SI units
  const Chart *chart;  // NULL: the one at the state among the inputs of the program
  Arena *arena;        // of the plan; NULL: the working memory of the system
  bool pivoting;  // search for pivots at each step, unless the problem is singular at that state
  bool constant_pivots;  // watch pivots that no state changes, too: parameters may change them
} FlowWish;

// Makes tapes that are stable at the state among the inputs of the program. Other states may need a new plan,
// unless the tapes search for pivots: the pivots of the rates show it, by becoming small fractions of their scales.
MUST_USE Status flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
// Makes the beginning of a plan, for an export, which makes other tapes: the layout of the state, and the rates
// as values. All tapes with accelerations start here (tests/layers/check_ways).
MUST_USE Status flow_open(System *m, const FlowWish *wish, FlowPlan *plan, MotionTape *motion);
void flow_plan_clear(FlowPlan *plan);
// Would the plan be the same at the state now among the inputs of the program? Then it becomes the plan for
// that state, y. The working memory of the system must be as it was when the plan was made.
bool flow_plan_fits(System *m, FlowPlan *plan, double *y);
// Does the plan's order of elimination keep its digits at this state of the run, too? The working memory must
// be the same.
bool flow_plan_is_stable(System *m, const FlowPlan *plan, double t, const double *y);

// Finds the state y of a run that starts from the state in the inputs of the program, and the constants of that run.
MUST_USE Status flow_enter(System *m, FlowPlan *plan, double *y);
// Does the reverse: puts a state of the run into the inputs of the program.
void flow_leave(System *m, const FlowPlan *plan, double t, const double *y);
// Computes the values that the events of the model assign, in the order in which they are written.
void flow_actions(System *m, const FlowPlan *plan, double t, const double *y, double *value);
// Counts the events of a model in their order: these sections, those that stop the run, those with actions, and
// the declared unilateral constraints. Gives the directions for a run.
size_t flow_events(const Model *model, const Section *const *section, size_t sections, Arena *arena,
                   int **direction);
// Computes one row of `columns` numbers; work is from flow_row_work.
double *flow_row_work(System *m, const FlowPlan *plan);
void flow_row(const FlowPlan *plan, double *work, double t, const double *y, double *row);

#endif
