// program/facts.h: facts about a system, each computed once.
//
// A fact is computed when first asked for, kept, and dropped when its premises change: the values of
// parameters, the initial state, the constraints (by a branch), or the equations. Equations by the method that takes the
// constraints as they are depend on no value, and are kept for each mode: for those of claims as for those of runs.

#ifndef PROGRAM_FACTS_H
#define PROGRAM_FACTS_H

#include "program/system.h"

// Returns the equations by a method, or its refusal. The messages of a refusal are kept for system_report_refusal.
MUST_USE Status system_by_method(System *m, const Method *method, const Equations **eq);
// Returns the equations in another mode, by the method that takes the constraints as they are, or its refusal. use: of
// each declared constraint.
MUST_USE Status system_in_mode(System *m, const ConstraintUse *use, const Equations **eq);
// Adds these messages to those of the model. use: of that mode, or NULL.
void system_report_refusal(System *m, const Method *method, const ConstraintUse *use);

// Returns the equations by which claims are judged and questions are answered: of the method that takes the
// constraints as they are, or of the natural one. If there are none, reports the reason.
MUST_USE Status system_reference(System *m, const Equations **eq, const Method **method);

// Returns the solved forms of the equations of the system: closed forms, with or without the reactions, and the
// energy in speeds. closed: closed forms are wanted.
const SolvedForms *system_forms(System *m, bool closed, bool reactions);

#endif
