// answer/export_fmu_impl.h: the equations of the modes of an FMU.

#ifndef ANSWER_EXPORT_FMU_IMPL_H
#define ANSWER_EXPORT_FMU_IMPL_H

#include "program/modes.h"
#include "report/fmu.h"

#define FMU_MODES_MOST 16  // modes that have equations of their own, each up to two sets of them

typedef struct {
  System *m;
  const ExportedModes *modes;
  const char *const *column;  // of the table
  size_t columns;
  double from, to, rtol, atol;
  // the result
  FmuFlow *flow;
  size_t flows, watched, residuals;  // at most, of any
  // the modes that the motion of the model enters: their uses, and the states at which it first does
  ConstraintUse *use[FMU_MODES_MOST];
  double *state[FMU_MODES_MOST];
  double *turn[FMU_MODES_MOST];  // the state at which each turns to equations that search for pivots,
  bool turns[FMU_MODES_MOST];    // if it does
  size_t n;
  Modes open;
  Atlas atlas;
} FmuModes;

// Finds the equations of the modes that the motion of the model enters, each made at the state where it does: these are the
// equations of `simulate`. They stay as long as the working memory.
MUST_USE Status export_fmu_find_flows(FmuModes *e);

#endif
