// program/lifted.h: the linear problem of masses in a tree, solved by the forces between them.
//
// In coordinates the mass matrix of a chain is full. Its masses, however, are joined only to their neighbours:
// with their accelerations as additional unknowns, and the forces that hold the relations between them as
// multipliers, the problem is as sparse as the tree, and elimination along it takes O(n) operations. See
// docs/theory/chains.md, whose labels the comments use.

#ifndef PROGRAM_LIFTED_H
#define PROGRAM_LIFTED_H

#include "methods/inertia.h"
#include "program/motion_tape.h"

// constant + sum of by times an acceleration (or times a multiplier, in the end)
typedef struct {
  size_t of;
  Expr by;
} LiftedTerm;

typedef struct {
  ARRAY(LiftedTerm) terms;
  Expr constant;
} LiftedForm;

// An acceleration: of a coordinate, an angle or a component of a point. It has an inertia, or it is eliminated.
typedef struct {
  Expr mass, force;
  bool gone;
  LiftedForm is;  // its expression by others that were not eliminated before it
} LiftedUnknown;

// A sum of coordinates: the angle of a link, if coordinates are angles between links.
typedef struct {
  Expr sum;           // of coordinates, and constants
  Expr symbol, rate;  // that represent it
  Expr value, speed;  // their values, by the symbols of another angle and a few coordinates
  LiftedForm is;      // its acceleration in the same terms
  size_t unknown;
} LiftedAngle;

// A symbol and its value, in terms of the symbols before it.
typedef struct {
  Expr symbol, value;
  bool angle;  // it may stand inside a sine
} LiftedDefinition;

// A frame in space.
typedef struct {
  bool known, there;  // whether it is one has been decided; it is one
  bool massive;       // it belongs to a body
  Expr inertia[6];    // of its bodies together
  ExprList own;       // the coordinates that it turns with, and its parent does not
  Expr axes[3][3];    // in N, and its angular velocity along them, by symbols
  Expr omega[3];
  size_t unknown[3];  // accelerations in which its inertia is diagonal
  Expr along[3][3];   // its angular acceleration along its own axes: row k times these
  LiftedForm is[3];   // these accelerations by those of its parent, and by its own coordinates
} LiftedFrame;

// A point or a centre of mass, with the forces on it.
typedef struct {
  Vec at, force;
  Expr mass;
  size_t terms;       // the number of terms in its position
  size_t unknown[3];  // of each component
  LiftedForm is[3];   // its acceleration by that of another mover, and a few angles and coordinates
  const LiftedFrame *carrier;  // a frame in space that carries a part of its position, or NULL
  LiftedForm carried[3];       // the acceleration of this part, along the axes of the frame
  LiftedForm rest[3];          // the acceleration of the other parts
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
  ExprList *turning;    // of each frame: the coordinates it turns with; NULL: not known yet
  ARRAY(LiftedMover) movers;
  Memo mover_term;           // term -> the last mover that has it
  ARRAY(LiftedForm) rows;    // forms that vanish
  ARRAY(size_t) constraint;  // of each row, or NOWHERE
  ARRAY(size_t) gone;        // massless unknowns, in the order of elimination
  ARRAY(LiftedDivisor) divisors;
  Expr *given;  // forces on the coordinates, those of a given potential included
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

// Sets up the problem of the equations of a model, with the constraints that the chart keeps; false if the
// model is not of this kind: no masses, or coordinates that no mass determines.
bool lifted_find(System *m, const Chart *chart, LiftedProblem *p);

// Are its accelerations those of the problem in coordinates, at all states and for all parameters? A wrong yes has odds
// of about 1e-30. A no may be wrong if identities between roots or inverse functions are needed.
bool lifted_is_equal(const LiftedProblem *p);

// A quantity that may vanish along a motion, and its scale.
typedef struct {
  Value pivot, scale;
  bool inertia;  // it belongs to a coordinate, otherwise to a constraint
  size_t index;
} LiftedWatch;

typedef struct {
  Value *x;     // the accelerations
  bool stable;  // at the motion's state of reference, if that has numbers
  size_t watched;
  LiftedWatch *watch;
} LiftedSolution;

// Solves it on the tape of the motion.
MUST_USE Status lifted_solve(MotionTape *s, const LiftedProblem *p, LiftedSolution *to);

// --- its parts -----------------------------------------------------------------------------------

// Adds by times an acceleration.
void lifted_add(const Lifted *l, LiftedForm *to, size_t of, Expr by);
// Adds a multiple of a form.
void lifted_add_form(const Lifted *l, LiftedForm *to, const LiftedForm *from, Expr factor);
// Returns the coordinates, and symbols of angles, that a vector depends on.
ExprList lifted_variables(const Lifted *l, Vec v);
// Builds the tree of movers; finds their forms, and those of angles.
bool lifted_make_tree(Lifted *l);
// Finds the angle that is this sum of coordinates: its acceleration, and the symbol of its rate. False if it is
// no such sum.
bool lifted_angle(Lifted *l, Expr sum, size_t *unknown, Expr *rate);
// Returns the coordinates that a frame turns with.
ExprList lifted_turning(Lifted *l, const Frame *frame);
// Returns the axis of N that a frame turns about, or -1. *sum: the angle, its rate with coordinates in place of
// velocities.
int lifted_planar_axis(const Lifted *l, const Frame *frame, Expr *sum);
// Finds the components of a vector along the axes of a frame; false if they depend on how the frame turns.
bool lifted_components(Lifted *l, Vec d, const Frame *frame, Expr c[3]);
// Adds the second derivative of a vector by these variables.
void lifted_add_direct(const Lifted *l, Vec d, const ExprList *variables, LiftedForm is[3]);
// Adds an acceleration.
size_t lifted_unknown(Lifted *l);

// Finds the frames that turn in space.
void lifted_find_frames(Lifted *l);
// Adds the accelerations of the parts of a vector that frames in space carry to a mover, and removes them from the
// vector. True if nothing is left.
bool lifted_add_by_frames(Lifted *l, Vec *d, LiftedMover *m);
// Finds the frame of a body that turns in space, with the inertia of all bodies in it; false if that is not possible.
bool lifted_add_body(Lifted *l, const Body *body);

// Eliminates all unknowns without inertia; false if that is not possible.
bool lifted_reduce(Lifted *l);
// Returns the form without eliminated unknowns.
LiftedForm lifted_resolved(const Lifted *l, const LiftedForm *form);

#endif
