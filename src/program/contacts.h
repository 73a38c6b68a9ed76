// program/contacts.h: all constraints that a model declares, in numbers at a state; impacts and contact.

#ifndef PROGRAM_CONTACTS_H
#define PROGRAM_CONTACTS_H

#include "motion/push.h"
#include "program/sides.h"

// What is done with a constraint at an event.
typedef struct {
  double impulse;
  double
    lost;  // energy, by Carnot: half of the impulse times the sum of the velocities before and after
} Impact;

typedef struct {
  System *m;
  const Constraint *declared;
  size_t n, r;          // coordinates, constraints
  Equations equations;  // with all of them
  double *restitution;  // r
  int along;  // 1, or -1 if time runs backwards: then velocities are those of the reversed motion
  Tape **tape;
  size_t slips;  // the first output of its kind
  double *work;
  // at the state that contacts_at was called for
  double *M, *F, *A, *B, *b;   // n*n, n, r*n, r*n, r
  double *gap, *gap_size;      // r: positions, and the sizes of their terms
  double *speed, *speed_size;  // r: velocities
  Sides sides;                 // of friction that goes with reactions: in B
  double *side, *slip;         // of each: the sign in use, and the velocity whose sign it is
  // along the run
  double *slip_most;          // sides: the largest size of slip
  double *fastest, *highest;  // r: the largest speed of closing, and the height that goes with it
  bool *touches;              // r: what is known to be closed at this event
  bool *leaves;               // r: what is not to come into force at this event
  Impact *impact;             // r: at this event
  double *brushed;            // r: when it last stayed open although something pushed, however little; or NAN
  double *x, *lambda;         // room
} Contacts;

// At the mode of the system; declared constraints do not change along a run.
MUST_USE Status contacts_open(System *m, Contacts *c);
// M by its lower triangle, F, A, B, b, positions, velocities of all declared constraints, then the sizes of the last two,
// as expressions of the inputs of the program; their number. at has room for contacts_roots_most of them.
size_t contacts_roots_most(const Contacts *c);
size_t contacts_roots(Contacts *c, Expr *at);
// All numbers at a state: t, q, velocities, free speeds.
void contacts_at(Contacts *c, const double *state);

// Is a unilateral constraint closed at that state?
bool contacts_touch(const Contacts *c, size_t a, double t);
// Does it close there, or is it at rest?
bool contacts_close(const Contacts *c, size_t a);
bool contacts_rest(const Contacts *c, size_t a);

// The velocities after what closes has collided, and what is engaged has been: one problem for all of them. use: what is in
// force or watched. Adds to c->impact. *any: was there anything to do?
MUST_USE Status contacts_collide(Contacts *c, const ConstraintUse *use, double *state, bool *any,
                                 PushTrouble *trouble);
// Brings to rest what has a mark in `over`; what rests in contact stays at rest.
MUST_USE Status contacts_calm(Contacts *c, const ConstraintUse *use, const bool *over,
                              double *state, PushTrouble *trouble);
// Which unilateral constraints stay closed from that state on: those that push. Fills in accelerations of all gaps.
MUST_USE Status contacts_settle(Contacts *c, ConstraintUse *use, const double *state,
                                double *gap_rate, PushTrouble *trouble);

#endif
