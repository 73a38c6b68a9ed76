// program/switching.h: a run across the places where its forces jump.

#ifndef PROGRAM_SWITCHING_H
#define PROGRAM_SWITCHING_H

#include "motion/run.h"
#include "motion/slide.h"

// What happened at a switching.
typedef enum {
  SWITCH_CROSS,      // the motion went through
  SWITCH_STICK,      // it stays where the function vanishes
  SWITCH_SLIP,       // it leaves that place
  SWITCH_UNDECIDED,  // several motions begin there, or none
  SWITCH_CROWDED     // one switching follows the other, and time does not pass
} SwitchKind;

typedef struct {
  size_t sides, first;  // how many; the event of the first
  Slide *slide;         // NULL: the flow has no sides
  bool *on;             // of each: does the motion slide along it?
  bool *open, *held;
  int *direction;  // of each event of the run, the first ones as they were given
  bool sliding;    // along any
  double size;     // the largest part of a state so far
  double last;     // time of the last switching,
  size_t crowd;    // and how many there were without time passing
  size_t count;    // switchings
} Switching;

// For a run along flows like this; events before `first` have these directions. STATUS_LIMIT without
// memory.
MUST_USE Status switching_open(Switching *s, const Flow *flow, const int *direction, size_t first,
                               Arena *arena);
void switching_close(Switching *s);

// The sides of a state at which an event of sides ended a leg, or, with `event` at least that of the
// flow, at the start: into y. span: of the run.
SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch);

// The flow of the next leg: along surfaces, or the one that is given.
const Flow *switching_flow(Switching *s, const Flow *interpreted, const Flow *given);

// Has a function changed its side unnoticed? Then what was computed is wrong.
bool switching_is_wrong(Switching *s, const Flow *interpreted, double t, const double *y);

// Puts into y, a state at t of a leg along the marked surfaces, the sides that it has there.
void switching_settle(Switching *s, const Flow *interpreted, const bool *on, double t, double *y);

#endif
