// program/atlas.h: the charts of a run, each with its flow, made when first needed and kept.
//
// A chart may have two flows: one that eliminates in a fixed order, and one that searches for pivots.

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
  double *ask;   // of each pivot: the part of its largest size at which to ask for another patch
  double *fall;  // of each pivot: the fraction of it that a step must leave
  bool foreign;  // its speeds are not velocities: its strain is not known
  bool settled;  // another chart was needed but could not be made,
  bool stuck;    // or another way to solve
  size_t calls;  // of the rates so far
  size_t work;   // operations that a compiler would read; 0: not counted
} Patch;

typedef struct {
  System *m;
  FlowWish wish;
  bool project;
  double rtol;
  ChartJudge judge;
  Equations own;  // of the model
  ARRAY(Patch *) patches;
  Patch *now;
  Chart next;     // a better chart that was found
  double least;   // its strain
  double calm;    // the least strain of the constraints on positions so far
  double digits;  // the smallest fraction that rounding has left of their pivots: at most 1
  double nearest_at;
  bool singular;       // nothing is left: every chart is noise,
  size_t weakest_row;  // because of this row
  bool solver;         // no chart is better: search for pivots in the present one
  double *state;       // workspace
} Atlas;

// Opens an atlas with the chart at the state among the inputs of the program, and its flow. y becomes the
// state, in the arena `work` of the model. rtol: of the run.
MUST_USE Status atlas_open(System *m, const FlowWish *wish, bool project, double rtol, Atlas *atlas,
                           double **y);
// Would an atlas opened at the state now among the inputs of the program equal this one, provided that this one
// has not been asked anything? y becomes that state. False if there is a choice of charts.
bool atlas_fits(Atlas *atlas, double *y);
// Reuses an atlas after its motion is over: atlas_renew makes it the atlas for the state among the inputs, for
// the same wish. Only if atlas_lasts: otherwise it is made anew, even if it would fit.
bool atlas_lasts(const Atlas *atlas);
bool atlas_renew(Atlas *atlas, const FlowWish *wish, double *y);
// Releases the flows, and restores the equations of the model.
void atlas_close(Atlas *atlas);

// Is there anything to ask the atlas about: charts that can change along the run, or the way to solve in one,
// or constraints on positions that may lose their independence?
bool atlas_is_asked(const Atlas *atlas);
// Is there a better chart at this state, or a better way to solve? part: the fraction of a pivot's largest size
// that is left; 0: it vanishes ahead.
RunAdvice atlas_ask(Atlas *atlas, double t, const double *y, size_t pivot, double part);
// A run found no further step at this state, in the variables of a patch, or left its constraints. Does the
// state explain that: does the rounding of the constraints on positions make the rates there less certain than
// the run required? Then the state is singular, as far as the run can tell.
bool atlas_explains_end(Atlas *atlas, const Patch *patch, double t, const double *y);
// Changes to the better one: y becomes the state in the new chart. False if it cannot be made; the run then
// continues as before, and does not ask again.
bool atlas_turn(Atlas *atlas, double t, double *y);

#endif
