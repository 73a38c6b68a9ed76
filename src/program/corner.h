// program/corner.h: corners of constraints on positions, such as y = |x|, where velocities need an impulse to turn.

#ifndef PROGRAM_CORNER_H
#define PROGRAM_CORNER_H

#include "program/sides.h"

typedef struct {
  System *m;
  const ConstraintRow *rows;  // the constraints that were examined
  bool *bends;     // of each constraint: is it on positions, with a function that bends? Or NULL
  double *before;  // the velocities before a switching
} Corners;

// Examines the constraints in force.
void corners_find(System *m, Corners *c);
// Records the velocities among the inputs of the program, if any constraint bends.
void corners_note(Corners *c);
// Returns the first bending constraint that contains a coordinate whose velocity differs from the recorded one:
// the motion has reached a corner of it. Or NULL.
const ConstraintRow *corners_turned(const Corners *c);

#endif
