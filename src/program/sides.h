// program/sides.h: the places where the equations of a motion jump or bend, and their sides.

#ifndef PROGRAM_SIDES_H
#define PROGRAM_SIDES_H

#include "program/system.h"

// The functions whose sign decides |u|, sign(u) and if(u, ...) in the equations, and a symbol for each that
// represents its sign: with these instead of the functions the equations are smooth.
typedef struct {
  size_t n;
  Expr *function;  // of each side, in the variables of the method
  Expr *symbol;
  size_t replaced;  // number of expressions, and their replacements
  Expr *from, *to;
} Sides;

// Finds the sides of the equations of the system, which are by time; observables use these sides, too.
void sides_find(System *m, Sides *sides);
// Finds the sides of n expressions.
void sides_of(System *m, const Expr *e, size_t n, Sides *sides);
// Substitutes sides for the functions in n expressions.
void sides_put(System *m, const Sides *sides, Expr *e, size_t n);
// Returns the signs of the functions at the state among the inputs of the program; 1 for zero.
void sides_now(System *m, const Sides *sides, double *side);

#endif
