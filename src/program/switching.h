// program/switching.h: a run across the places where its forces jump.

#ifndef PROGRAM_SWITCHING_H
#define PROGRAM_SWITCHING_H

#include "motion/run.h"
#include "motion/slide.h"
#include "native/text/switched.h"

// For a run along flows like this; events before `first` have these directions. STATUS_LIMIT without
// memory.
MUST_USE Status switching_open(Switching *s, const Flow *flow, const int *direction, size_t first,
                               Arena *arena);
void switching_close(Switching *s);

// The sides of a state at which an event of sides ended a leg, or, with `event` at least that of the
// flow, at the start: into y. span: of the run.
SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch);

// Where the next leg, from t on, is to end at the latest.
double switching_horizon(const Switching *s, double t);

// The flow of the next leg: along surfaces, or the one that is given.
const Flow *switching_flow(Switching *s, const Flow *interpreted, const Flow *given);

// Has a function changed its side unnoticed? Then what was computed is wrong.
bool switching_is_wrong(Switching *s, const Flow *interpreted, double t, const double *y);

// Puts into y, a state at t of a leg along the marked surfaces, the sides that it has there.
void switching_settle(Switching *s, const Flow *interpreted, const bool *on, double t, double *y);

#endif
