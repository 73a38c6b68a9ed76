// program/facts.h: facts about a system, each computed once.
//
// A fact is made when it is first asked for, kept, and dropped when what it depends on changes: the
// values of parameters, the initial state, the constraints (by a branch), or the equations.

#ifndef PROGRAM_FACTS_H
#define PROGRAM_FACTS_H

#include "program/system.h"

// The equations by a method, or its refusal. The reasons of a refusal are kept for system_tell_refusal.
MUST_USE Status system_by_method(System *m, const Method *method, const Equations **eq);
// Adds these messages to those of the model.
void system_tell_refusal(System *m, const Method *method);

// The equations that claims are judged by and that questions are answered from: of the method that takes
// the constraints as they stand, or of the natural one. If there are none, reports the reason.
MUST_USE Status system_reference(System *m, const Equations **eq, const Method **method);

// What is solved of the equations of the system: closed forms, with the reactions or without, and the
// energy in speeds. closed: the first are wanted.
const SolvedForms *system_forms(System *m, bool closed, bool reactions);

#endif
