// program/motion_tape.h: a motion as values on one tape, in the variables of a run.
//
// The inputs are those of a flow: parameters, t, and the state y: coordinates, then the speeds u of
// the method. Where a quasi-coordinate takes the place of time, that is the third of these, the
// constants of the motion follow the parameters, and t is the last part of y. Everything else that a
// model speaks of, velocities, accelerations, multipliers and reactions, is defined from them; so any
// expression of the model can be lowered.

#ifndef PROGRAM_MOTION_TAPE_H
#define PROGRAM_MOTION_TAPE_H

#include "program/chart.h"
#include "motion/flow.h"
#include "program/sides.h"

// What a pivot of the rates belongs to.
typedef enum {
  WATCH_INERTIA,
  WATCH_CONSTRAINT,
  WATCH_PROBLEM,
  WATCH_PACE,
  WATCH_DIVISOR,
  WATCH_LENGTH  // of a vector of velocities that a force has the direction of
} WatchKind;

typedef struct {
  WatchKind kind;
  size_t index;  // of the constraint, or of the speed
  Expr divisor;
} Watched;

// What a run holds fixed beside the parameters, where a quasi-coordinate takes the place of time.
enum { FIXED_ENERGY, FIXED_DIRECTION, FIXED_PACE, FIXED_COUNT };  // FIXED_PACE: at the start

// Something that is so at the state of reference, and was decided by.
typedef struct {
  TapeBuilder *b;
  bool (*holds)(TapeBuilder *b, const void *what);
  const void *what;
} MotionCheck;

typedef struct {
  System *m;
  const Chart *chart;
  TapeBuilder *b;
  size_t fixed;  // inputs before t
  // coordinates whose velocity at the start is among those, after the parameters: its sign decides
  // which of several velocities the method means
  size_t branches, *branch;
  Sides sides;   // the last parts of y
  size_t n;      // of y
  Expr *symbol;  // of each input
  Value *y;
  Value *rate;    // y'
  Value pace;     // of the quasi-coordinate, where there is one
  bool speeds;    // free speeds of the model are known beside the state
  bool pivoting;  // the problem is solved with pivots that are looked for each time; set before
                  // motion_tape_solve: it is to be
  bool constant_pivots;  // are watched, too; set before motion_tape_solve
  Value *acceleration;  // q'', where it is found on the way to the rates; or NULL
  size_t watched;
  Value *pivot, *scale;
  Watched *watch;
  ARRAY(MotionCheck) checks;  // where they hold, too, the tape would be made in the same way,
  bool particular;            // unless it is one only for this state
} MotionTape;

// The inputs, with the sides of jumps if they are wished for; then the rates, by the constraints that the chart keeps. The numbers of the inputs at a
// state of reference decide how the problem is solved: so that it is stable there. They must stay.
// STATUS_UNABLE if the problem is too large to be solved on a tape.
void motion_tape_open(System *m, const Chart *chart, bool sides, MotionTape *motion);
MUST_USE Status motion_tape_solve(MotionTape *motion, const double *reference);

// Have reactions other directions than the rows of A?
bool motion_tape_is_servo(const Constraints *constraints);

// Makes accelerations, multipliers and reactions known; for what is lowered afterwards.
MUST_USE Status motion_tape_define_motion(MotionTape *motion);

// Is this free speed a part of the state, or known otherwise?
bool motion_tape_knows_speed(const MotionTape *motion, Expr z);

// Expressions of the model as values.
MUST_USE Status motion_tape_lower(MotionTape *motion, const Expr *roots, size_t n, Value *values);

// The same as the method states them: its speeds are inputs, and not rewritten.
MUST_USE Status motion_tape_lower_own(MotionTape *motion, const Expr *roots, size_t n,
                                      Value *values);
// Room for values.
Value *motion_tape_values(MotionTape *motion, size_t n);

// The change of the coordinates, or of the speeds, that satisfies the constraints to first order
// and is the smallest in the metric of the kinetic energy. *n 0: there is nothing to satisfy.
MUST_USE Status motion_tape_position_change(MotionTape *motion, Value *change, size_t *n);
MUST_USE Status motion_tape_velocity_change(MotionTape *motion, Value *change, size_t *n);

#endif
