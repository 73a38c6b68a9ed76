// api/animation.h: a run as an animation.

#ifndef API_ANIMATION_H
#define API_ANIMATION_H

#include "program/follow.h"
#include "page/animation.h"

// What the model draws along the run, sampled evenly in time; everything is left in the arena.
// Without `draw` statements every point with its path. With them what they name, and all that has
// mass. animation->points is 0 where the model has nothing to show. To be called within a guard.
// *tape, if that is wanted: parameters, t, coordinates, velocities -> columns; in the working memory of the system.
MUST_USE Status api_animation(System *m, const Motion *motion, Arena *arena, Animation *animation,
                              const Tape **tape);

// STATUS_INPUT, with a message, if the run has not the coordinates and velocities of the model.
MUST_USE Status api_animation_check(System *m, const Motion *motion);

#endif
