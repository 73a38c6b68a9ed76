// draw/animation.h: a run as an animation.

#ifndef DRAW_ANIMATION_H
#define DRAW_ANIMATION_H

#include "program/follow.h"
#include "page/animation.h"

// What the model draws along the run, sampled evenly in time; everything is left in the arena.
// Without `draw` statements every point with its path. With them what they name, and all that has
// mass. animation->points is 0 if the model has nothing to show. To be called within a guard.
// *tape, if that is wanted: parameters, t, coordinates, velocities -> columns; in the working memory of the system.
MUST_USE Status animation_make(System *m, const Motion *motion, Arena *arena, Animation *animation,
                              const Tape **tape);

// The same for a run that comes from a caller. STATUS_INPUT, with a message, if it does not have the coordinates and
// velocities of the model; STATUS_DOMAIN if the model has nothing to show.
MUST_USE Status animation_of_run(System *m, const Motion *motion, Arena *arena, Animation *animation);

// The run as a film, by the ending of its name: .gif, or .mp4, which ffmpeg makes (film.c).
MUST_USE Status film_write(System *m, const Motion *motion, const char *path);

#endif
