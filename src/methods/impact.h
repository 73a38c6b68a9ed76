// methods/impact.h: the law of impact as a problem of the waist.
//
// M dv = C^T L, C dv = b has the form of the equations of motion. So an impact is an Equations whose accelerations
// stand for the jump of the velocities and whose multipliers for the impulses, at states in which the constraints hit
// are closed and move in any way. Code that judges or prints equations also judges and prints impacts.

#ifndef METHODS_IMPACT_H
#define METHODS_IMPACT_H

#include "methods/methods.h"

// The equations of an impact, or of a mode.
typedef struct {
  Equations eq;
  bool *hit;          // for each constraint in force: does the impact act on it?
  const char *where;  // in words: "at the impact on floor"
} ModeEquations;

// Finds the equations of an impact q, or of the mode if q is NULL, in which these constraints are in force in addition
// to those of the model. Initial values belong to another mode, so they only start a search.
MUST_USE Status mode_equations(const Model *model, const ImpactQuantity *q, const char *const *with, size_t n,
                               Arena *arena, ModeEquations *out);

// Writes the quantities of an impact in e in the symbols of these equations.
Expr impact_in_equations(const Equations *eq, const Model *model, Expr e);

// Writes the law, step by step, to the worksheet of the equations of an impact.
void impact_worksheet(Equations *eq, const bool *hit);

#endif
