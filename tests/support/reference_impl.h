// support/reference_impl.h: what the files of the judge share.

#ifndef SUPPORT_REFERENCE_IMPL_H
#define SUPPORT_REFERENCE_IMPL_H

#include "language/language.h"
#include "methods/methods.h"
#include "support/reference.h"
#include "support/series.h"

// sign times a value, at row and column of the linear problem
typedef struct {
  size_t row, column;
  SeriesValue value;
  int sign;
} Entry;

struct QuadMotion {
  Guard guard;
  Arena arena;
  Diags diags;
  ExprPool *pool;
  Model *model;
  Equations eq;
  const char *trouble;

  size_t n, z;        // coordinates; free speeds
  size_t places;      // 1 + 2n + z
  Expr *symbol;       // t, q, v, z
  size_t parameters;  // whose values are known
  Quad *parameter;    // the values
  bool rates_alone;   // z is part of the motion

  // the linear problem; x are its unknowns
  Series series;
  ARRAY(Entry) entries;
  SeriesValue *right;
  size_t size, rank;
  QuadFactors factors;
  Quad *matrix, *rhs;
  Quad *x;       // all orders for each unknown
  Pair *x_pair;  // the same

  // the motion: series of the state around t, good for h on both sides
  Quad *kept;  // the state at t: q, v, z
  Quad t, h;
  Quad reached;
  size_t steps;
  Series sample;  // the same operations with order 0 alone, for reference_pivot
};

// Records the mistake; returns false, to be passed on.
bool reference_fail(QuadMotion *r, const char *trouble);
// Makes the values of the parameters known to a series.
void reference_parameters(const QuadMotion *r, Series *s);
// Finds the value of an expression in numbers and parameters; false if a parameter has no value.
bool reference_constant(QuadMotion *r, Expr e, Quad *value);
// Finds the free speeds of a state, and moves its velocities to the manifold (reference_state.c).
bool reference_find_speeds(QuadMotion *r, Quad *state);

#endif
