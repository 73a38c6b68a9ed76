// motion/complete.h: the unknown part of a state, from equations that it must satisfy.

#ifndef MOTION_COMPLETE_H
#define MOTION_COMPLETE_H

#include "base/status.h"
#include "tape/tape.h"

typedef struct {
  size_t equations, unknowns;
  const Tape *tape;  // inputs -> the residuals, then their derivatives by the unknowns, row by row
  const size_t *place;  // of each unknown among the inputs
  bool quick;           // a few unknowns are found without LAPACK, unless the rank is in doubt
} Completion;

#define COMPLETE_STEPS 100   // Newton steps before giving up
#define COMPLETE_RANK 1e-12  // singular values below this part of the largest count as zero

// Changes the unknown inputs until all residuals vanish, by damped Gauss-Newton. Each step has least norm, so
// that directions the equations leave open stay near their start. *error is the largest remaining residual.
// STATUS_DOMAIN if no solution is found.
MUST_USE Status complete_state(const Completion *problem, double *inputs, double *error);

// Moves the unknown inputs to the nearest point where the residuals vanish, measured in the metric M (n*n for n
// unknowns, positive semidefinite). STATUS_DOMAIN if none is found.
MUST_USE Status complete_project(const Completion *problem, const double *M, double *inputs);

#endif
