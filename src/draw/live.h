// draw/live.h: a model that is computed in its page.

#ifndef DRAW_LIVE_H
#define DRAW_LIVE_H

#include "page/animation.h"
#include "page/live.h"
#include "program/follow.h"

// The model as a script for the page (page/live.h), and its sliders and fields. shapes: the tape of what is drawn, of
// parameters, t, coordinates and velocities; or NULL. If the page cannot compute it, live->why gives the reason. All
// is left
// in the arena. To be called within a guard.
MUST_USE Status live_make(System *m, const Motion *motion, const Animation *animation, const Tape *shapes,
                         Arena *arena, Live *live);

#endif
