// methods/impact.h: the law of impact as a problem of the waist.
//
// M dv = C^T L, C dv = b has the form of the equations of motion. So an impact is Equations whose
// accelerations stand for the jump of the velocities and whose multipliers for the impulses, at states where
// what is hit is closed and moves in any way. Whoever judges or prints equations judges and prints impacts.

#ifndef METHODS_IMPACT_H
#define METHODS_IMPACT_H

#include "methods/methods.h"

// Turns the equations of a mode, derived with multipliers, in which everything that is hit or kept is in force,
// into those of the impact on the marked constraints. STATUS_UNABLE if there is no such law: momenta or
// constraints are not linear in the velocities.
MUST_USE Status impact_equations(Equations *eq, const bool *hit);

// e with quantities of an impact written in the symbols of these equations.
Expr impact_in_equations(const Equations *eq, const Model *model, Expr e);

// The law, step by step, in the worksheet of equations of an impact.
void impact_worksheet(Equations *eq, const bool *hit);

#endif
