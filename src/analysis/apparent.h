// analysis/apparent.h: constraints that are nonlinear in form, and their meaning together with the others.

#ifndef ANALYSIS_APPARENT_H
#define ANALYSIS_APPARENT_H

#include "local/pfaff.h"

typedef enum {
  APPARENT_NOT,      // it is nonlinear: it implies no affine equation beyond the affine constraints
  APPARENT_IMPLIED,  // it follows from the affine constraints
  APPARENT_LINEAR,   // together with them it is equivalent to one affine equation
  APPARENT_SQUARES,  // a sum of squares: each of them vanishes at real states
  APPARENT_EMPTY,    // a sum of squares that never vanishes: there is no real state
  APPARENT_PRODUCT,  // together with them it is a product
  APPARENT_UNDECIDED
} ApparentKind;

typedef struct {
  ApparentKind kind;
  Expr *forms;  // the equivalent affine equations, or the factors of the product
  size_t n;
} Apparent;

// A result for every constraint of the equations, APPARENT_NOT for those that are not nonlinear; and the affine
// equations found, to be added to the affine constraints.
typedef struct {
  Apparent *row;
  ARRAY(Expr) more;
  ARRAY(Expr) combined;  // those of them that only several nonlinear constraints together imply
} Appearances;

Appearances apparent_find(const Equations *eq, Arena *arena);

#endif
