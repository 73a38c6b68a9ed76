// draw/live.h: a model that is computed in its page.

#ifndef DRAW_LIVE_H
#define DRAW_LIVE_H

#include "page/animation.h"
#include "page/live.h"
#include "program/follow.h"

// Makes the model as a script for the page (page/live.h), and its sliders and fields. shapes: a tape from parameters,
// t, coordinates and velocities to what is drawn; or NULL. If the page cannot compute the model, live->why gives the
// reason. Everything is in the arena. Call it within a guard.
MUST_USE Status live_make(System *m, const Motion *motion, const Animation *animation, const Tape *shapes,
                         Arena *arena, Live *live);

#endif
