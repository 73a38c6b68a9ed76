// tape/bounds.h: bounds of the values of a tape while its inputs move within bounds.

#ifndef TAPE_BOUNDS_H
#define TAPE_BOUNDS_H

#include "tape/bounded.h"
#include "tape/tape.h"

// Returns the bounds of a constant.
Bounds bounds_of_number(double value);

// Are bounds of the tape's values known at all? Not if it solves by pivoting.
bool tape_has_bounds(const Tape *tape);

// work has room for tape_values(tape) bounds; the inputs come first. As for numbers, `start` is called once,
// when the fixed inputs are in place, and `run` for each setting of the others.
void tape_bounds_start(const Tape *tape, Bounds *work);
void tape_bounds_run(const Tape *tape, Bounds *work);

#endif
