// native/text/switched.h: what is known about a run across the places where its forces jump.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <stdbool.h> and <stddef.h>. The
// including file provides Slide.

#ifndef NATIVE_TEXT_SWITCHED_H
#define NATIVE_TEXT_SWITCHED_H

// What happened at a switching.
typedef enum {
  SWITCH_CROSS,      // the motion went through
  SWITCH_STICK,      // it stays where the function vanishes
  SWITCH_SLIP,       // it leaves that place
  SWITCH_UNDECIDED,  // several motions begin there, or none
  SWITCH_CROWDED     // switchings follow each other, and time does not pass
} SwitchKind;

#define SWITCH_CYCLE_MOST 8                     // switchings that repeat, ever faster
#define SWITCH_KEPT (2 * SWITCH_CYCLE_MOST + 1)  // of the last switchings

typedef struct {
  size_t sides, first;  // the number of sides; the event of the first
  Slide *slide;         // NULL: the flow has no sides
  bool *on;             // of each: does the motion slide along it?
  bool *open, *held;
  int *direction;  // of each event of the run; those of the first events are given
  bool sliding;    // along any surface
  double size;     // the largest component of a state so far
  double last;     // time of the last switching,
  size_t crowd;    // and how many there were without time passing
  size_t swings;   // successive swings about a surface of order 2 that rounding hides
  size_t count;    // switchings
  size_t kept;     // the last switchings, the latest first: their times, and what switched in which way
  double time[SWITCH_KEPT];
  size_t what[SWITCH_KEPT];
  size_t cycle;    // the length of a round of these that repeats, faster and faster; or 0
  double estimate, left;  // the end of such rounds: the last estimate, and its distance from its switching;
  double end, change;     // the best estimate, and its relative difference from the one before
  double limit;    // the time since when the motion stays on a surface of order 2, if it has just arrived; or NAN
} Switching;

#endif
