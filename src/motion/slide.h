// motion/slide.h: a flow on the surfaces where its rates jump.
//
// The last parts of the state are sides: 1 or -1, as the function of a surface is positive or negative. A state
// that slides along surfaces has sides in between, which keep it there.

#ifndef MOTION_SLIDE_H
#define MOTION_SLIDE_H

#include "motion/flow.h"

typedef struct Slide Slide;

// Makes a Slide for flows of this size; NULL without memory.
Slide *slide_create(const Flow *like);
void slide_destroy(Slide *slide);

typedef enum {
  SLIDE_FOUND,    // one continuation
  SLIDE_SEVERAL,  // several motions begin here,
  SLIDE_NONE      // or none, by these rules
} SlideAdvice;

// Sets the direction: in a backward run rates count with the opposite sign.
void slide_reverse(Slide *slide, bool backwards);

// If several sides are equally good, are those in force kept? Otherwise those in the middle are taken.
void slide_hold_sides(Slide *slide, bool hold);

// By how much w, v and g of each surface change, at most, with a change of one part of the state by `change`: the k numbers of
// the first, then those of the others. Valid until the next call.
const double *slide_measure(Slide *slide, const Flow *inner, double t, const double *y, double change);

// How a motion continues from a state at which the functions of some surfaces, those marked in `open`,
// vanish: their sides go to y; on[i]: it slides along surface i. The others have the sides that y has.
// held[i]: it stays on surface i for as long as it slides along the others. On entry on and held say where it was
// kept until now.
// Rates within what slide_measure has found near this state are zero.
SlideAdvice slide_decide(Slide *slide, const Flow *inner, double t, double *y, const bool *open, bool *on, bool *held);

// After a decision, of a motion that was kept on the surfaces `on` and `held` and is to stay on the marked ones, too: does friction
// act in every direction in which it may leave?
bool slide_is_damped(Slide *slide, const bool *mark, const bool *on, const bool *held);

// Returns the flow along these surfaces. It is valid until the next call.
const Flow *slide_along(Slide *slide, const Flow *inner, const bool *on);

#endif
