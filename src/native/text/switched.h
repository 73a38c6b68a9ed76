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

#endif
