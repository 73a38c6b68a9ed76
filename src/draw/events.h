// draw/events.h: the events of a motion, for pages.

#ifndef DRAW_EVENTS_H
#define DRAW_EVENTS_H

#include "page/page.h"
#include "program/follow.h"

// Returns all events, in the arena. What they changed is known if the motion has rows before and
// after them (MotionRequest.jumps).
PageEvent *draw_events(System *m, const Motion *motion, Arena *arena, size_t *n);

#endif
