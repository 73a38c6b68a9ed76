// program/hybrid_impl.h: what the files of hybrid.h share.

#ifndef PROGRAM_HYBRID_IMPL_H
#define PROGRAM_HYBRID_IMPL_H

#include "program/contacts.h"
#include "program/hybrid.h"

#define HYBRID_ENGAGED \
  1e-8  // parts of its terms by which a constraint may be off when it is engaged
#define HYBRID_LONGEST_RATIO 0.999  // of flights, or pauses, that are added up

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
  double impacts[3];  // times of the last ones, the latest first
  size_t at_once;
  double last_when, pause, longest_pause,
    ratio;               // of the events by `when`: time, pauses, and how these shrink
  size_t shrinking;      // how many did so by one ratio
  size_t passed;         // events of the flow before those of the model
  bool acted;            // the event has changed something
  const bool *happened;  // marks of the `when`s of the last event; NULL before the first
};

// What the actions of an event assign, and the values.
typedef struct {
  ARRAY(const Action *) at;
  ARRAY(double) value;
} HybridAssigned;

static inline const Constraint *hybrid_declared(const Hybrid *h, size_t a) {
  return &h->contacts.declared[a];
}

// The time of the event, for messages.
const char *hybrid_time_text(const Hybrid *h);
// The first open constraint that is violated by more than these parts of its terms, or r.
size_t hybrid_find_violated(const Hybrid *h, double parts);

// Does all that the events with a mark ask for, at once. value: what their assignments assign.
MUST_USE Status hybrid_act(Hybrid *h, const bool *happened, const double *value,
                           HybridAssigned *assigned, HybridTurn *turn);
// Has an impact that followed changed what was assigned? Reports it.
MUST_USE Status hybrid_check_assigned(Hybrid *h, const HybridAssigned *assigned);
// Events by `when` whose pauses shrink by a constant ratio are infinitely many in finite time, and nothing says how the
// motion continues after them. Has the run come to such a time?
bool hybrid_is_crowded(Hybrid *h);

#endif
