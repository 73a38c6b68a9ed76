// program/state_tape.h: the tape of a run, for single states.

#ifndef PROGRAM_STATE_TAPE_H
#define PROGRAM_STATE_TAPE_H

#include "program/system.h"

// Fills in the tapes `enter` and `motion`; the second begins with `system`, the roots of the system tape. They stay NULL if there is no such tape: the system is too large, singular where the
// model begins, or advances by another variable than time.
MUST_USE Status state_tape_make(System *m, const Expr *system, size_t n, EvaluatorParts *parts);

#endif
