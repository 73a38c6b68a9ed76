// program/hybrid.h: handles the events of a motion: impacts, contact, release, `when`.

#ifndef PROGRAM_HYBRID_H
#define PROGRAM_HYBRID_H

#include "program/follow.h"
#include "program/modes.h"

typedef struct Hybrid Hybrid;

// How a run continues after an event.
typedef enum {
  HYBRID_GO_ON,
  HYBRID_STOP,    // because of `stop when` or `stop`
  HYBRID_BROKEN   // it cannot continue; the reason has been reported
} HybridTurn;

// Prepares for the events of a model with modes, within the run. passed: events of the flow before those
// of the model. Events are listed in the motion.
MUST_USE Status hybrid_open(System *m, Modes *modes, size_t passed, Arena *arena, Motion *motion, Hybrid **hybrid);
// Starts the run from t to end, at the state among the inputs, in the mode of this state.
MUST_USE Status hybrid_start(Hybrid *h, double t, double end, HybridTurn *turn);
// Handles the marked events at this state of the atlas. Enters the mode after them; y becomes the state in it.
MUST_USE Status hybrid_happen(Hybrid *h, double t, const bool *happened, double **y, HybridTurn *turn);
// Tells the watch what is known about the events at the start of a stretch, which is at this state.
void hybrid_expect(Hybrid *h, EventWatch *watch, double t, const double *y);
// Returns the latest time at which a run must check again so that short flights are not missed; t if any time will do.
double hybrid_horizon(const Hybrid *h, double t);
// Returns the energy lost at events so far.
double hybrid_lost(const Hybrid *h);
// After forces have switched at this state of the atlas: does a contact pull now? *event: of the flow, by which it is released.
bool hybrid_pulls(Hybrid *h, double t, const double *y, size_t *event);
// Does the state violate an open constraint? Reports it.
bool hybrid_strays(Hybrid *h, double t, const double *y);

#endif
