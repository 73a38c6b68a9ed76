// tape/bounds.h: what the values of a tape can be while its inputs move within bounds.

#ifndef TAPE_BOUNDS_H
#define TAPE_BOUNDS_H

#include "tape/tape.h"

// What is known of a function of one variable on an interval.
typedef enum {
  BOUNDS_SMOOTH,  // it is continuous there
  BOUNDS_BROKEN,  // it may jump, have a pole, or end there
  BOUNDS_NOWHERE  // it has no value there at all
} BoundsKind;

// All values and all derivatives lie between these, ends included. Smooth ones may have infinite
// derivatives, as a square root at zero.
typedef struct {
  double low, high;    // of the value
  double least, most;  // of its derivative
  BoundsKind kind;
} Bounds;

// The same number everywhere.
Bounds bounds_of_number(double value);

// Are bounds of its values known at all? Not if it solves by pivoting.
bool tape_has_bounds(const Tape *tape);

// work has room for tape_values(tape); its first ones are the inputs. As for numbers, `start` comes
// once, when the fixed inputs are there, and `run` follows for the others.
void tape_bounds_start(const Tape *tape, Bounds *work);
void tape_bounds_run(const Tape *tape, Bounds *work);

#endif
