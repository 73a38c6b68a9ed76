// program/hybrid.h: what happens at the events of a motion: impacts, contact, release, `when`.

#ifndef PROGRAM_HYBRID_H
#define PROGRAM_HYBRID_H

#include "program/follow.h"
#include "program/modes.h"

typedef struct Hybrid Hybrid;

// What a run does after an event.
typedef enum {
  HYBRID_GO_ON,
  HYBRID_STOP,    // because of `stop when` or `stop`
  HYBRID_BROKEN   // it cannot continue: the reason was reported
} HybridTurn;

// For a model with modes, within the run; passed: events of the flow before those of the model; events are listed in the motion.
MUST_USE Status hybrid_open(System *m, Modes *modes, size_t passed, Arena *arena, Motion *motion, Hybrid **hybrid);
// The run begins at the state among the inputs, in the mode that this state asks for.
MUST_USE Status hybrid_start(Hybrid *h, double t, bool backward, HybridTurn *turn);
// Events happened at this state of the atlas, those with a mark. The mode after them is entered, and y becomes
// the state in it.
MUST_USE Status hybrid_happen(Hybrid *h, double t, const bool *happened, double **y, HybridTurn *turn);
// Informs the watch what is known of the events at the beginning of a stretch, which is at this state.
void hybrid_expect(Hybrid *h, EventWatch *watch, double t, const double *y);
// The latest time at which a run must check again, so that short flights are not missed; t if any time will do.
double hybrid_horizon(const Hybrid *h, double t);
// Energy that events have taken so far.
double hybrid_lost(const Hybrid *h);
// Does the state violate an open constraint? Reports it.
bool hybrid_strays(Hybrid *h, double t, const double *y);

#endif
