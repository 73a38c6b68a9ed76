// program/contacts.h: all constraints that a model declares, in numbers at a state; impacts and contact.

#ifndef PROGRAM_CONTACTS_H
#define PROGRAM_CONTACTS_H

#include "motion/push.h"
#include "native/text/contact_type.h"
#include "program/sides.h"

// The constraints of a model, and the tape that computes their numbers.
typedef struct {
  System *m;
  const Constraint *declared;
  size_t n, r;          // coordinates, constraints
  Equations equations;  // with all of them
  Sides sides;          // of friction that depends on reactions: in B
  Tape **tape;          // inputs of the program, sides -> the numbers of Contacts
  double *work;
  double *restitution;  // r
  Contacts now;
} ContactModel;

// Opens the contacts in the mode of the system; declared constraints do not change along a run. Their context is c.
MUST_USE Status contacts_open(System *m, ContactModel *c);
// Lists, as expressions of the inputs of the program and of the sides, the numbers of Contacts (contact_type.h). Returns
// their number, CONTACT_TERMS(n, r, sides). all: other sides, which take the place of their functions everywhere, not only in B;
// or NULL. Then there are no velocities of slip.
size_t contacts_roots(ContactModel *c, const Sides *all, Expr *at);

// The law of impact and contact: native/text/contact.h and contact_event.h.

// Lets the contacts work in these numbers and marks: memory in CONTACT_MEMORY and CONTACT_MARKS, which are kept, work in
// CONTACT_WORK and CONTACT_WORK_MARKS.
void contacts_attach(Contacts *c, ContactPast *past, double *memory, int *marks, double *work, int *work_marks);
// Begins a run at t with these uses: no constraint has a past.
void contacts_begin(Contacts *c, double t, const int *use);
// Computes all numbers at a state: t, coordinates and velocities.
void contacts_at(Contacts *c, double t, const double *y);

// Is a unilateral constraint closed at that state, at the time of the event? contacts_touch: or known to be?
bool contacts_is_closed(const Contacts *c, size_t a);
bool contacts_touch(const Contacts *c, size_t a);
// Is its gap closing there, or at rest?
bool contacts_close(const Contacts *c, size_t a);
bool contacts_rest(const Contacts *c, size_t a);
// Is it unilateral and not in force, but watched?
bool contacts_is_open(const Contacts *c, size_t a);

// Starts a run at a state. Returns the first open constraint that is violated, or r.
size_t contacts_start(Contacts *c, const double *y);
// Marks the constraints that touch, and those that let go. happened: the events of unilateral constraints, in their
// order; or NULL.
void contacts_mark(Contacts *c, const bool *happened);
// Resolves the event at past->t as far as velocities and forces decide it: impacts, then contact.
ContactEnd contacts_resolve(Contacts *c, double *y);

// Engages or releases some constraints. Returns whether any changes.
bool contacts_set_use(Contacts *c, size_t first, size_t count, bool engage);
// Each returns the first constraint at the state that contacts_at was called for, or r: one of these that is not
// satisfied, so that it cannot be engaged; an open one that is violated.
size_t contacts_find_unfit(const Contacts *c, size_t first, size_t count);
size_t contacts_find_violated(const Contacts *c);
// Have events by `when` come so close together that infinitely many follow at once?
bool contacts_are_crowded(Contacts *c);

// Does the multiplier of a constraint in force pull?
bool contacts_pulls(const Contacts *c, size_t a, double lambda);
// Returns the open constraint that a state on the way violates, or r.
size_t contacts_find_strayed(Contacts *c, double t, const double *y);
// Returns how far a closed gap may be on the wrong side when a stretch begins; -1 if it is not closed.
double contacts_floor(const Contacts *c, size_t a);
// Returns the latest time at which a run at t must check again so that short flights are not missed; t if any will do.
double contacts_horizon(const Contacts *c, double t);

#endif
