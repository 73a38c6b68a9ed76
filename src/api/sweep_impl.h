// api/sweep_impl.h: what a DalSweep is made of.

#ifndef API_SWEEP_IMPL_H
#define API_SWEEP_IMPL_H

#include "answer/sweep.h"
#include "api/run_impl.h"

struct DalSweep {
  Guard guard;
  ModelSweep its;
};

#endif
