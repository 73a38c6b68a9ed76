// methods/impact.h: the law of impact as a problem of the waist.
//
// M dv = C^T L, C dv = b has the form of the equations of motion. So an impact is Equations whose
// accelerations stand for the jump of the velocities and whose multipliers for the impulses, at states where
// what is hit is closed and moves in any way. Code that judges or prints equations also judges and prints impacts.

#ifndef METHODS_IMPACT_H
#define METHODS_IMPACT_H

#include "methods/methods.h"

// The equations of an impact, or of a mode.
typedef struct {
  Equations eq;
  bool *hit;          // of each constraint in force: does the impact act on it?
  const char *where;  // in words: "at the impact on floor"
} ModeEquations;

// Of an impact q, or with q NULL of the mode, in which these constraints are in force besides those that are so in the
// model. Initial values are only where a search begins: they are those of another mode.
MUST_USE Status mode_equations(const Model *model, const ImpactQuantity *q, const char *const *with, size_t n,
                               Arena *arena, ModeEquations *out);

// Turns the equations of a mode, derived with multipliers, in which everything that is hit or kept is in force,
// into those of the impact on the marked constraints. STATUS_UNABLE if there is no such law: momenta or
// constraints are not linear in the velocities.
MUST_USE Status impact_equations(Equations *eq, const bool *hit);

// e with quantities of an impact written in the symbols of these equations.
Expr impact_in_equations(const Equations *eq, const Model *model, Expr e);

// The law, step by step, in the worksheet of equations of an impact.
void impact_worksheet(Equations *eq, const bool *hit);

#endif
