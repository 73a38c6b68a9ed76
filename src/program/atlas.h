// program/atlas.h: the charts of a run, each with its flow, made when it is first needed and kept.
//
// A chart may have two flows: one that eliminates in a fixed order, and one that looks for pivots.

#ifndef PROGRAM_ATLAS_H
#define PROGRAM_ATLAS_H

#include "motion/run.h"
#include "program/flow.h"

// A chart and a flow in it.
typedef struct {
  Chart chart;
  Equations equations;
  FlowPlan plan;
  Flow *flow, *compiled;
  double *ask;   // of each pivot: the part of its largest size at which to look for another patch
  double *fall;  // and the part of it that a step is to leave
  bool foreign;  // its speeds are not velocities: its strain is not known
  bool settled;  // another chart was needed and could not be made,
  bool stuck;    // or another way to solve
  size_t calls;  // of the rates so far
} Patch;

typedef struct {
  System *m;
  FlowWish wish;
  bool project;
  double rtol;
  ChartJudge judge;
  Equations own;  // of the model
  bool by_time;   // and these advance by time
  ARRAY(Patch *) patches;
  Patch *now;
  Chart next;     // that was found better
  double least;   // its strain
  double calm;    // the least strain of the constraints on positions so far
  double digits;  // what rounding has left of their pivots where that was least: 1 at most
  double nearest_at;
  bool singular;       // nothing is left: every chart is noise,
  size_t weakest_row;  // because of this one
  bool solver;         // no chart was: pivots are to be looked for in the one there is
  double *state;       // room
} Atlas;

// The chart at the state among the inputs of the program, and its flow. y becomes the state, in the
// arena `work` of the model. rtol: of the run.
MUST_USE Status atlas_open(System *m, const FlowWish *wish, bool project, double rtol, Atlas *atlas,
                           double **y);
// Would an atlas that is opened at the state now among the inputs of the program be this one, as long as
// it has not been asked anything? y becomes that state. False if there is a choice of charts.
bool atlas_fits(Atlas *atlas, double *y);
// The same of an atlas that a motion is over with: it becomes the one for the state among the inputs, for the same wish.
// Not if it does not last (then it may fit, and is made anew anyway).
bool atlas_lasts(const Atlas *atlas);
bool atlas_renew(Atlas *atlas, const FlowWish *wish, double *y);
// Gives the flows back, and the model its equations.
void atlas_close(Atlas *atlas);

// Is there anything to ask it about: charts that can be changed along the run, or the way to solve in
// one, or constraints on positions that may lose their independence?
bool atlas_is_asked(const Atlas *atlas);
// Is there a better chart at this state, or a better way to solve? part: of the largest size of a
// pivot that is left; 0: it vanishes ahead.
RunAdvice atlas_ask(Atlas *atlas, double t, const double *y, size_t pivot, double part);
// Does the state, in the variables of a patch, at which a run found no step any more, or left its constraints, explain that: are the
// rates there, by what rounding leaves of the constraints on positions, less certain than the run was to
// be? Then the state is singular as near as the run can tell.
bool atlas_explains_end(Atlas *atlas, const Patch *patch, double t, const double *y);
// Changes to it: y becomes the state in the new chart. False if it cannot be made; then the
// run continues as it was, and does not ask again.
bool atlas_turn(Atlas *atlas, double t, double *y);

#endif
