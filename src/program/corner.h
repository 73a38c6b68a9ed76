// program/corner.h: corners of constraints on positions, such as y = |x|, which velocities do not turn by themselves.

#ifndef PROGRAM_CORNER_H
#define PROGRAM_CORNER_H

#include "program/sides.h"

typedef struct {
  System *m;
  const ConstraintRow *rows;  // for these
  bool *bends;     // of each constraint: is it on positions, with a function that bends? Or NULL
  double *before;  // the velocities that came to a switching
} Corners;

// The constraints that are in force.
void corners_find(System *m, Corners *c);
// Keeps the velocities among the inputs of the program, if any constraint bends.
void corners_note(Corners *c);
// The first constraint that bends and has a velocity in it other than the one noted: the motion has come to a corner
// of it. Or NULL.
const ConstraintRow *corners_turned(const Corners *c);

#endif
