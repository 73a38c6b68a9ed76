// analysis/apparent.h: constraints that are nonlinear in form, and what they say together with the
// others.

#ifndef ANALYSIS_APPARENT_H
#define ANALYSIS_APPARENT_H

#include "local/pfaff.h"

typedef enum {
  APPARENT_NOT,      // it is nonlinear: no affine form vanishes that the affine ones do not imply
  APPARENT_IMPLIED,  // it follows from the affine constraints
  APPARENT_LINEAR,   // with them, it says the same as one affine equation
  APPARENT_SQUARES,  // a sum of squares: each of them vanishes at real states
  APPARENT_EMPTY,    // a sum of squares that never vanishes: there is no real state
  APPARENT_PRODUCT,  // with them, it is a product
  APPARENT_UNDECIDED
} ApparentKind;

typedef struct {
  ApparentKind kind;
  Expr *forms;  // affine equations that it amounts to, or the factors of the product
  size_t n;
} Apparent;

// For every constraint of the equations, APPARENT_NOT for those that are not nonlinear; and the
// affine equations that were found, to be taken with the affine constraints.
typedef struct {
  Apparent *row;
  ARRAY(Expr) more;
  ARRAY(Expr) combined;  // those of them that only several nonlinear ones together imply
} Appearances;

Appearances apparent_find(const Equations *eq, Arena *arena);

#endif
