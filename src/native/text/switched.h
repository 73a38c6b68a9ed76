// native/text/switched.h: what is known of a run across the places where its forces jump.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <stdbool.h> and <stddef.h>. The
// file that includes it has Slide.

#ifndef NATIVE_TEXT_SWITCHED_H
#define NATIVE_TEXT_SWITCHED_H

// What happened at a switching.
typedef enum {
  SWITCH_CROSS,      // the motion went through
  SWITCH_STICK,      // it stays where the function vanishes
  SWITCH_SLIP,       // it leaves that place
  SWITCH_UNDECIDED,  // several motions begin there, or none
  SWITCH_CROWDED     // one switching follows the other, and time does not pass
} SwitchKind;

#define SWITCH_CYCLE_MOST 8                     // switchings that repeat, ever faster
#define SWITCH_KEPT (2 * SWITCH_CYCLE_MOST + 1)  // of the last switchings

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
  size_t swings;   // about a surface of order 2, one after the other, that are smaller than rounding can tell
  size_t count;    // switchings
  size_t kept;     // the last ones, the latest first: their times, and what switched how
  double time[SWITCH_KEPT];
  size_t what[SWITCH_KEPT];
  size_t cycle;    // how many of them are a round that comes again, faster and faster; or 0
  double estimate, left;  // when such rounds are over: the last estimate, and how long that was after its switching;
  double end, change;     // the best estimate, and how far it was from the one before, in parts of that
  double limit;    // time from which on the motion stays on a surface of order 2, if it has just come there; or NAN
} Switching;

#endif
