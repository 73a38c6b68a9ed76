// program/lifted.h: the linear problem of masses in a tree, by the forces between them.
//
// In coordinates the mass matrix of a chain is full. Its masses, however, are joined only to their neighbours: with
// their accelerations as unknowns beside those of the coordinates, and the forces that hold the relations between them
// as multipliers, the problem is as sparse as the tree, and elimination along it takes O(n) operations. See
// docs/theory/chains.md, whose labels the comments have.

#ifndef PROGRAM_LIFTED_H
#define PROGRAM_LIFTED_H

#include "methods/inertia.h"
#include "program/motion_tape.h"

// constant + sum of by times an acceleration (or times a multiplier, at the end)
typedef struct {
  size_t of;
  Expr by;
} LiftedTerm;

typedef struct {
  ARRAY(LiftedTerm) terms;
  Expr constant;
} LiftedForm;

// An acceleration: of a coordinate, an angle or a component of a point. It has an inertia, or it was eliminated.
typedef struct {
  Expr mass, force;
  bool gone;
  LiftedForm is;  // what it is by others, that were not gone before
} LiftedUnknown;

// A sum of coordinates: the angle of a link, if coordinates are angles between links.
typedef struct {
  Expr sum;           // of coordinates, and constants
  Expr symbol, rate;  // that stand for it
  Expr value, speed;  // what they are, by the symbols of another angle and few coordinates
  LiftedForm is;      // its acceleration likewise
  size_t unknown;
} LiftedAngle;

// A symbol, and what it stands for, by those before it.
typedef struct {
  Expr symbol, value;
} LiftedDefinition;

// A frame in space.
typedef struct {
  bool known, there;  // whether it is one was found out; it is
  bool massive;       // it is that of a body
  Expr axes[3][3];    // in N, and its angular velocity along them, by symbols
  Expr omega[3];
  size_t unknown[3];  // the angular acceleration along its own axes
  LiftedForm is[3];   // by that of its parent, and its own coordinates
} LiftedFrame;

// A point or a centre of mass, with what acts there.
typedef struct {
  Vec at, force;
  Expr mass;
  size_t terms;       // of which the position is a sum
  size_t unknown[3];  // of each component
  LiftedForm is[3];   // its acceleration by that of another mover, and few angles and coordinates
} LiftedMover;

// A number by which accelerations of coordinates are divided.
typedef struct {
  Expr value;
  size_t coordinate;
} LiftedDivisor;

typedef struct {
  System *m;
  ExprPool *pool;
  Arena *arena;
  FreeSystem free;
  Memo place;  // symbol of a coordinate or an angle -> its acceleration
  ARRAY(LiftedUnknown) unknowns;
  ARRAY(LiftedAngle) angles;
  Memo angle_of;    // sum -> angle
  Memo angle_term;  // term -> the last angle that has it
  ARRAY(LiftedDefinition) definitions;
  bool spatial;         // bodies turn in space
  LiftedFrame *frames;  // of the model
  ExprList *turning;    // of each frame: the coordinates it turns with; NULL: not yet known
  ARRAY(LiftedMover) movers;
  Memo mover_term;           // term -> the last mover that has it
  ARRAY(LiftedForm) rows;    // that vanish
  ARRAY(size_t) constraint;  // of each row, or NOWHERE
  ARRAY(size_t) gone;        // massless unknowns, as they were eliminated
  ARRAY(LiftedDivisor) divisors;
} Lifted;

// G mu = rhs, with an acceleration for each coordinate by the multipliers mu.
typedef struct {
  size_t row, column;
  Expr value;
} LiftedEntry;

typedef struct {
  size_t n, rows;
  ARRAY(LiftedEntry) entries;  // of G, on and below the diagonal
  Expr *rhs;
  LiftedForm *acceleration;  // of each coordinate
  const Lifted *from;
} LiftedProblem;

// The problem of the equations of a model, with the constraints that the chart keeps; false if it has none of this kind:
// no masses, or coordinates that no mass follows by itself.
bool lifted_find(System *m, const Chart *chart, LiftedProblem *p);

// What may vanish along a motion, and what that is measured by.
typedef struct {
  Value pivot, scale;
  bool inertia;  // of a coordinate; otherwise of a constraint
  size_t index;
} LiftedWatch;

typedef struct {
  Value *x;     // the accelerations
  bool stable;  // at the motion's state of reference, unless that has no numbers
  size_t watched;
  LiftedWatch *watch;
} LiftedSolution;

// Solves it on the tape of the motion.
MUST_USE Status lifted_solve(MotionTape *s, const LiftedProblem *p, LiftedSolution *to);

// --- its parts -----------------------------------------------------------------------------------

// Adds by times an acceleration.
void lifted_add(const Lifted *l, LiftedForm *to, size_t of, Expr by);
// Movers as a tree; their forms, and those of angles.
bool lifted_make_tree(Lifted *l);
// The angle that is this sum of coordinates: its acceleration, and the symbol of its rate. False if it is no such sum.
bool lifted_angle(Lifted *l, Expr sum, size_t *unknown, Expr *rate);
// Coordinates that a frame turns with.
ExprList lifted_turning(Lifted *l, const Frame *frame);
// The axis of N that a frame turns about, by an angle with this rate in place of coordinates; or -1.
int lifted_planar_axis(const Lifted *l, const Frame *frame, Expr *sum);
// Is the vector fixed in the frame, with these components?
bool lifted_is_fixed(Lifted *l, Vec d, const Frame *frame, Expr c[3]);
// A new acceleration.
size_t lifted_unknown(Lifted *l);

// Which frames turn in space.
void lifted_find_frames(Lifted *l);
// Adds the acceleration of what is fixed in frames in space to a form, and takes it from the vector. True if nothing is left.
bool lifted_add_by_frames(Lifted *l, Vec *d, LiftedForm is[3]);
// The inertia of a body that turns in space; false for any other body.
bool lifted_add_body(Lifted *l, const Body *body);

// Eliminates what has no inertia; false if that cannot be done.
bool lifted_reduce(Lifted *l);
// The form without unknowns that are gone.
LiftedForm lifted_resolved(const Lifted *l, const LiftedForm *form);

#endif
