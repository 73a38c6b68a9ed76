// program/sides.h: where the equations of a motion jump or bend, and the sides of these places.

#ifndef PROGRAM_SIDES_H
#define PROGRAM_SIDES_H

#include "program/system.h"

// The functions whose sign |u|, sign(u) and if(u, ...) in the equations depend on, and a symbol for each
// that stands for its sign: with these in place of the functions the equations are smooth.
typedef struct {
  size_t n;
  Expr *function;  // of each side, in the variables of the method
  Expr *symbol;
  size_t replaced;  // expressions, and what takes their place
  Expr *from, *to;
} Sides;

// Those of the equations of the system, which are by time; what the model observes follows their sides, too.
void sides_find(System *m, Sides *sides);
// Those of n expressions.
void sides_of(System *m, const Expr *e, size_t n, Sides *sides);
// n expressions with sides in place of the functions.
void sides_put(System *m, const Sides *sides, Expr *e, size_t n);
// The signs of the functions at the state among the inputs of the program; 1 for zero.
void sides_now(System *m, const Sides *sides, double *side);

#endif
