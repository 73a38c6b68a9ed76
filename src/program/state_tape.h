// program/state_tape.h: the tape of a run, for single states.

#ifndef PROGRAM_STATE_TAPE_H
#define PROGRAM_STATE_TAPE_H

#include "program/system.h"

// Makes the tapes `enter` and `motion`; the outputs of the second begin with `system`, the roots of the system
// tape. They stay NULL if there is no such tape: the system is too large, singular at the model's initial
// state, or advances by a variable other than time.
MUST_USE Status state_tape_make(System *m, const Expr *system, size_t n, EvaluatorParts *parts);

#endif
