// methods/impact.h: the law of impact as a problem of the waist.
//
// M dv = C^T L, C dv = b has the form of the equations of motion. So an impact is an Equations whose accelerations
// stand for the jump of the velocities and whose multipliers for the impulses, at states in which the constraints hit
// are closed and move in any way. Code that judges or prints equations also judges and prints impacts.

#ifndef METHODS_IMPACT_H
#define METHODS_IMPACT_H

#include "methods/methods.h"

// The mode of an impact, or one that the model is not in.
typedef struct {
  const ConstraintUse *use;  // of each declared constraint
  const bool *hit;           // for each constraint in force: does the impact act on it? NULL: there is no impact
  const char *where;         // in words: "at the impact on floor"
} ImpactMode;

// Returns the mode of an impact q, or of no impact if q is NULL, in which these constraints are in force in addition to
// those of the model.
ImpactMode impact_mode(const Model *model, const ImpactQuantity *q, const char *const *with, size_t n, Arena *arena);

// Returns the model in a mode. Initial values belong to another one, so they only start a search.
Model *impact_model(const Model *model, const ConstraintUse *use);

// Finds the equations of the impact from those of its mode, which stay as they are.
MUST_USE Status impact_equations(const Equations *of_mode, const bool *hit, Arena *arena, Equations *eq);

// Writes the quantities of an impact in e in the symbols of these equations.
Expr impact_in_equations(const Equations *eq, const Model *model, Expr e);

// Writes the law, step by step, to the worksheet of the equations of an impact.
void impact_worksheet(Equations *eq, const bool *hit);

#endif
