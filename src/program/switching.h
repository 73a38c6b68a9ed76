// program/switching.h: a run across the places where its forces jump.

#ifndef PROGRAM_SWITCHING_H
#define PROGRAM_SWITCHING_H

#include "motion/run.h"
#include "motion/slide.h"
#include "native/text/switched.h"

// Opens a run along flows like this one; events before `first` have these directions. STATUS_LIMIT without
// memory.
MUST_USE Status switching_open(Switching *s, const Flow *flow, const int *direction, size_t first,
                               Arena *arena);
void switching_close(Switching *s);

// Finds the sides of a state at which an event of sides ended a leg or, if `event` is at least the number of
// events of the flow, of the initial state; into y. span: of the run.
SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch);

// Returns the latest time at which the next leg, from t on, must end.
double switching_horizon(const Switching *s, double t);

// Returns the flow of the next leg: along surfaces, or the given one.
const Flow *switching_flow(Switching *s, const Flow *interpreted, const Flow *given);

// Has a function changed sides unnoticed? Then the results are wrong.
bool switching_is_wrong(Switching *s, const Flow *interpreted, double t, const double *y);

// Puts the sides that a state at t of a leg along the marked surfaces has there into y.
void switching_settle(Switching *s, const Flow *interpreted, const bool *on, double t, double *y);

#endif
