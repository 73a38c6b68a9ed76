// program/hybrid_impl.h: shared by the files of hybrid.h.

#ifndef PROGRAM_HYBRID_IMPL_H
#define PROGRAM_HYBRID_IMPL_H

#include "program/contacts.h"
#include "program/hybrid.h"

#define HYBRID_ENGAGED \
  1e-8  // relative to its terms: the error that a constraint may have at the moment it is engaged
#define HYBRID_LONGEST_RATIO 0.999  // of flights, or pauses, that are summed up

struct Hybrid {
  System *m;
  Modes *modes;
  Arena *arena;  // of the motion
  Motion *motion;
  Contacts contacts;
  size_t n, states;    // coordinates; numbers of a state
  ConstraintUse *use;  // of each declared constraint
  double *state, *before, *gap_rate;
  double t, start;
  bool backward;
  double lost;
  double impacts[3];  // times of the last three, the latest first
  size_t at_once;
  double last_when, pause, longest_pause,
    ratio;               // of the events by `when`: time, pauses, and the ratio of these
  size_t shrinking;      // how many successive pauses shrank by the same ratio
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
// Returns the first open constraint that is violated by more than this fraction of its terms, or r.
size_t hybrid_find_violated(const Hybrid *h, double parts);

// Performs all actions of the marked events, at once. value: the values of their assignments.
MUST_USE Status hybrid_act(Hybrid *h, const bool *happened, const double *value,
                           HybridAssigned *assigned, HybridTurn *turn);
// Has an impact that followed changed an assigned value? Reports it.
MUST_USE Status hybrid_check_assigned(Hybrid *h, const HybridAssigned *assigned);
// Has the run reached a time at which infinitely many events by `when` accumulate, because their pauses shrink
// by a constant ratio? Nothing says how the motion continues after them.
bool hybrid_is_crowded(Hybrid *h);

#endif
