// tape/bounded.h: a value that is known to lie between bounds.
//
// This text is part of the program and of exported C: it needs nothing but C99.

#ifndef TAPE_BOUNDED_H
#define TAPE_BOUNDED_H

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

#endif
