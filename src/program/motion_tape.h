// program/motion_tape.h: a motion as values on one tape, in the variables of a run.
//
// The inputs are those of a flow: parameters and constants of the run, the variable that it advances by, and the state
// y: coordinates, then the speeds u of the method, then clocks (Along). By time the variable is t, and there are no
// such constants and no clocks. All other quantities of a model, velocities,
// accelerations, multipliers and reactions, are defined from these; so any expression of the model can be lowered.

#ifndef PROGRAM_MOTION_TAPE_H
#define PROGRAM_MOTION_TAPE_H

#include "program/chart.h"
#include "motion/flow.h"
#include "program/sides.h"

// The meaning of a pivot of the rates.
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

// A fact at the state of reference on which a decision was based.
typedef struct {
  TapeBuilder *b;
  bool (*holds)(TapeBuilder *b, const void *what);
  const void *what;
} MotionCheck;

typedef struct {
  System *m;
  const Chart *chart;
  TapeBuilder *b;
  size_t fixed;  // inputs before the variable
  // coordinates whose initial velocity is among those, after the parameters: its sign decides which of several
  // velocities the method means
  size_t branches, *branch;
  Sides sides;   // the last parts of y
  size_t n;      // of y
  Expr *symbol;  // of each input
  Value *y;
  Value *rate;           // y'
  Value pace;            // of the variable
  bool speeds;           // free speeds of the model are known besides the state
  bool pivoting;         // the problem is solved by searching for pivots each time; if set before
                         // motion_tape_solve, it must be
  bool constant_pivots;  // watch constant ones, too; set before motion_tape_solve
  Value *acceleration;   // q'', if it is found on the way to the rates; or NULL
  size_t watched;
  Value *pivot, *scale;
  Watched *watch;
  ARRAY(MotionCheck) checks;  // if they hold at another state, the tape would be the same there,
  bool particular;            // unless it is valid only for this state
} MotionTape;

// Declares the inputs, with the sides of jumps if requested; then finds the rates, by the constraints that the
// chart keeps. The inputs at a state of reference, which must stay, decide how the problem is solved, so that
// it is stable there. STATUS_UNABLE if the problem is too large to be solved on a tape.
void motion_tape_open(System *m, const Chart *chart, bool sides, MotionTape *motion);
MUST_USE Status motion_tape_solve(MotionTape *motion, const double *reference);

// Do reactions have other directions than the rows of A?
bool motion_tape_is_servo(const Constraints *constraints);

// Defines accelerations, multipliers and reactions, for expressions lowered afterwards.
MUST_USE Status motion_tape_define_motion(MotionTape *motion);

// Is this free speed part of the state, or known in another way?
bool motion_tape_knows_speed(const MotionTape *motion, Expr z);

// Lowers expressions of the model to values.
MUST_USE Status motion_tape_lower(MotionTape *motion, const Expr *roots, size_t n, Value *values);

// Lowers expressions as the method states them: its speeds are inputs, and not rewritten.
MUST_USE Status motion_tape_lower_own(MotionTape *motion, const Expr *roots, size_t n,
                                      Value *values);
// Allocates values.
Value *motion_tape_values(MotionTape *motion, size_t n);

// Finds the change of the coordinates, or of the speeds, that satisfies the constraints to first order and is
// smallest in the metric of the kinetic energy. *n 0: there is nothing to satisfy.
MUST_USE Status motion_tape_position_change(MotionTape *motion, Value *change, size_t *n);
MUST_USE Status motion_tape_velocity_change(MotionTape *motion, Value *change, size_t *n);

#endif
