// program/contacts.h: all constraints that a model declares, in numbers at a state; impacts and contact.

#ifndef PROGRAM_CONTACTS_H
#define PROGRAM_CONTACTS_H

#include "motion/push.h"
#include "program/sides.h"

// The effect of an event on a constraint.
typedef struct {
  double impulse;
  double
    lost;  // energy, by Carnot: half the impulse times the sum of the velocities before and after
} Impact;

typedef struct {
  System *m;
  const Constraint *declared;
  size_t n, r;          // coordinates, constraints
  Equations equations;  // with all of them
  double *restitution;  // r
  int along;  // 1, or -1 if time runs backwards: then velocities are those of the reversed motion
  Tape **tape;
  size_t slips;  // number of the first output that is a velocity of slip
  double *work;
  // at the state that contacts_at was called for
  double *M, *F, *A, *B, *b;   // n*n, n, r*n, r*n, r
  double *gap, *gap_size;      // r: positions, and the sizes of their terms
  double *speed, *speed_size;  // r: velocities
  Sides sides;                 // of friction that depends on reactions: in B
  double *side, *slip;         // of each: the sign in use, and the velocity that it belongs to
  // along the run
  double *slip_most;          // sides: the largest size of slip
  double *fastest, *highest;  // r: the largest speed of closing, and the corresponding height
  bool *touches;              // r: known to be closed at this event
  bool *leaves;               // r: must not come into force at this event
  Impact *impact;             // r: at this event
  double *brushed;            // r: when it last stayed open although hardly pushed, or NAN
  double *x, *lambda;         // workspace
} Contacts;

// Opens the contacts in the mode of the system; declared constraints do not change along a run.
MUST_USE Status contacts_open(System *m, Contacts *c);
// Lists, as expressions of the inputs of the program: M by its lower triangle, F, A, B, b, positions and
// velocities of all declared constraints, then the sizes of the last two. Returns their number; at has room for
// contacts_roots_most of them.
size_t contacts_roots_most(const Contacts *c);
size_t contacts_roots(Contacts *c, Expr *at);
// Computes all numbers at a state: t, q, velocities, free speeds.
void contacts_at(Contacts *c, const double *state);

// Is a unilateral constraint closed at that state?
bool contacts_touch(const Contacts *c, size_t a, double t);
// Is its gap closing there, or at rest?
bool contacts_close(const Contacts *c, size_t a);
bool contacts_rest(const Contacts *c, size_t a);

// Finds the velocities after all closing constraints have collided, and newly engaged ones have taken effect,
// as one problem. use: the constraints in force or watched. Adds to c->impact. *any: was there anything to do?
MUST_USE Status contacts_collide(Contacts *c, const ConstraintUse *use, double *state, bool *any,
                                 PushTrouble *trouble);
// Brings the constraints marked in `over` to rest; contacts at rest stay at rest.
MUST_USE Status contacts_calm(Contacts *c, const ConstraintUse *use, const bool *over,
                              double *state, PushTrouble *trouble);
// Finds the unilateral constraints that stay closed from that state on: those that push. Also gives the
// accelerations of all gaps.
MUST_USE Status contacts_settle(Contacts *c, ConstraintUse *use, const double *state,
                                double *gap_rate, PushTrouble *trouble);

#endif
