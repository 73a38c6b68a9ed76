// program/hybrid_impl.h: shared by the files of hybrid.h.

#ifndef PROGRAM_HYBRID_IMPL_H
#define PROGRAM_HYBRID_IMPL_H

#include "program/contacts.h"
#include "program/hybrid.h"

struct Hybrid {
  System *m;
  Modes *modes;
  Arena *arena;  // of the motion
  Motion *motion;
  ContactModel contacts;
  size_t n, states;    // coordinates; numbers of a state
  ConstraintUse *use;  // of each declared constraint, for modes_enter
  double *state, *before;
  double t;
  bool backward;
  double lost;
  double since, at_once;  // events in so short a time count as one crowd
  size_t crowd;           // the number of its events so far
  size_t passed;         // events of the flow before those of the model
  bool acted;            // the event has changed something
  const bool *happened;  // marks of the `when`s of the last event; NULL before the first
};

// The assignments of an event's actions, and their values.
typedef struct {
  ARRAY(const Action *) at;
  ARRAY(double) value;
} HybridAssigned;

static inline const Constraint *hybrid_declared(const Hybrid *h, size_t a) {
  return &h->contacts.declared[a];
}

// Returns the time of the event, for messages.
const char *hybrid_time_text(const Hybrid *h);
// Enters the mode of the uses that the contacts have now, with this state.
MUST_USE Status hybrid_enter(Hybrid *h);

// Performs all actions of the marked events, at once. value: the values of their assignments.
MUST_USE Status hybrid_act(Hybrid *h, const bool *happened, const double *value,
                           HybridAssigned *assigned, HybridTurn *turn);
// Has an impact that followed changed an assigned value? Reports it.
MUST_USE Status hybrid_check_assigned(Hybrid *h, const HybridAssigned *assigned);

#endif
