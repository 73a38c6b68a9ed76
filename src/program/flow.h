// program/flow.h: equations to a flow, and states along it to rows of a table.

#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/motion_tape.h"

// What a run needs in addition to its flow. Everything but tapes lives in the arena; names are those of the model.
typedef struct {
  Arena *arena;
  FlowTapes tapes;     // until a flow takes them over
  size_t n, fixed;     // of the state; of the inputs before t
  double *parameters;  // and constants of the motion: the fixed inputs
  double *reference;   // inputs of the tapes at the state for which these are stable
  bool pivoting;       // they look for pivots, so that they are stable at all states
  size_t branches;     // of these, after the parameters: velocities of these coordinates
  const size_t *branch;
  Watched *watch;   // what each pivot of the rates belongs to
  Tape *enter;      // inputs of the program -> y; NULL if flow_enter knows more
  Tape *leave;      // inputs of the tapes -> velocities, then free speeds where they are known
  double *leaving;  // its workspace
  Tape *row;        // inputs of the tapes -> columns, then residuals of the constraints
  const char **column;
  const char **unit;          // of each column, or NULL if it is not known; as long as the model
  size_t columns, residuals;  // the last column, the constraint error, is made of the residuals
  size_t energy;              // which column
  size_t *constraint;         // that each residual of the flow belongs to
  const MotionCheck *check;   // of what was decided by numbers at that state,
  size_t checks;
  bool particular;            // and whether the plan is only for that state
  size_t sides;               // the last parts of the state
  const char **surface;       // the function of each
  Tape *result;  // inputs of the tapes -> value, then rate if it is known, of each result; or NULL
  Tape *action;               // inputs of the tapes -> values that events assign, in order; or NULL
} FlowPlan;

typedef struct {
  const Section *const *section;               // whose functions are the first events
  size_t sections;
  bool sides;                                  // of jumps are parts of the state
  bool jacobian;                               // an implicit integrator wants it
  bool series;                                 // Taylor's method wants them, if there are any
  bool accelerations, multipliers, reactions;  // as further columns
  bool declared;  // columns in the units that the model declares for them, not in those of SI
  const Chart *chart;  // NULL: the one at the state among the inputs of the program
  Arena *arena;        // of the plan; NULL: the working memory of the system
  bool pivoting;  // pivots are looked for each time, unless the problem is singular at that state
  bool constant_pivots;  // those that no state changes are watched, too: parameters may
} FlowWish;

// Tapes that are stable at the state among the inputs of the program. At others a new plan may be
// needed, unless they look for pivots: those of the rates tell, by becoming small parts of what they
// are measured by.
MUST_USE Status flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
// Its beginning, for an export, which makes other tapes: the layout of the state, and the rates as values. All tapes
// with accelerations begin here (tests/layers/check_ways).
MUST_USE Status flow_open(System *m, const FlowWish *wish, FlowPlan *plan, MotionTape *motion);
void flow_plan_clear(FlowPlan *plan);
// Would the plan be the same at the state that is now among the inputs of the program? Then it is the
// plan for that state, y. The working memory of the system must be as it was when the plan was made.
bool flow_plan_fits(System *m, FlowPlan *plan, double *y);
// Does the order of elimination that the plan was made with keep its digits at this state of the run, too? In the same
// working memory.
bool flow_plan_is_stable(System *m, const FlowPlan *plan, double t, const double *y);

// The state y of a run that starts from the state in the inputs of the program.
MUST_USE Status flow_enter(System *m, FlowPlan *plan, double *y);
// And the other way round: a state of the run into the inputs of the program.
void flow_leave(System *m, const FlowPlan *plan, double t, const double *y);
// The values that the events of the model assign, in the order in which it writes them.
void flow_actions(System *m, const FlowPlan *plan, double t, const double *y, double *value);
// Events of a model in their order: these sections, those that stop the run, those that do something, and the
// unilateral constraints among those it declares. Directions as a run takes them.
size_t flow_events(const Model *model, const Section *const *section, size_t sections, Arena *arena,
                   int **direction);
// One row, `columns` numbers; work is from flow_row_work.
double *flow_row_work(System *m, const FlowPlan *plan);
void flow_row(const FlowPlan *plan, double *work, double t, const double *y, double *row);

#endif
