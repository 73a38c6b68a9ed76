// tape/bounds.h: what the values of a tape can be while its inputs move within bounds.

#ifndef TAPE_BOUNDS_H
#define TAPE_BOUNDS_H

#include "tape/bounded.h"
#include "tape/tape.h"

// The same number everywhere.
Bounds bounds_of_number(double value);

// Are bounds of its values known at all? Not if it solves by pivoting.
bool tape_has_bounds(const Tape *tape);

// work has room for tape_values(tape); its first ones are the inputs. As for numbers, `start` comes
// once, when the fixed inputs are there, and `run` follows for the others.
void tape_bounds_start(const Tape *tape, Bounds *work);
void tape_bounds_run(const Tape *tape, Bounds *work);

#endif
