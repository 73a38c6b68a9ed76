// draw/animation.h: a run as an animation.

#ifndef DRAW_ANIMATION_H
#define DRAW_ANIMATION_H

#include "program/follow.h"
#include "page/animation.h"

// Makes the animation of what the model draws, sampled evenly in time. Without `draw` statements, that is every point
// with its path; with them, what they name and everything with mass. animation->points is 0 if the model has nothing to
// show. *tape, unless NULL: parameters, t, coordinates, velocities -> columns; in the working memory of the system.
// Everything else is in the arena. Call it within a guard.
MUST_USE Status animation_make(System *m, const Motion *motion, Arena *arena, Animation *animation,
                              const Tape **tape);

// The same for a run given by a caller. STATUS_INPUT, with a message, if the run lacks the coordinates and velocities
// of the model; STATUS_DOMAIN if the model has nothing to show.
MUST_USE Status animation_of_run(System *m, const Motion *motion, Arena *arena, Animation *animation);

// Writes the run as a film, in the format of its ending: .gif, or .mp4 by ffmpeg (film.c).
MUST_USE Status film_write(System *m, const Motion *motion, const char *path);

#endif
