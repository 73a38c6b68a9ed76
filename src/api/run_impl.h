// api/run_impl.h: what a DalRun is made of.

#ifndef API_RUN_IMPL_H
#define API_RUN_IMPL_H

#include "api/api_impl.h"
#include "motion/run.h"
#include "program/flow.h"

struct DalRun {
  DalModel *model;
  Arena arena;
  DalRunSummary summary;
  const char **column;
  size_t columns, rows;
  double *at;  // row by row
  // for the notes of a file
  const char *integrator;
  double rtol, atol;
};

#endif
