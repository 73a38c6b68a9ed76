// program/switching.c: a run of the program across the places where its forces jump.

#include "program/switching.h"
#include "base/part.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SWITCH_LINKAGE
#define SLIDE_ALLOC part_calloc
#include "native/text/switching.h"

Status switching_open(Switching *s, const Flow *flow, const int *direction, size_t first,
                      Arena *arena) {
  const size_t sides = flow->sides;
  *s = (Switching){.sides = sides, .first = first, .last = (double) NAN};
  s->direction = ARENA_ARRAY(arena, int, flow->events + 1);
  for (size_t i = 0; i < flow->events; i++) s->direction[i] = i < first ? direction[i] : EVENT_OFF;
  s->on = ARENA_ARRAY(arena, bool, sides + 1);
  s->open = ARENA_ARRAY(arena, bool, sides + 1);
  s->held = ARENA_ARRAY(arena, bool, sides + 1);
  if (sides > 0) s->slide = slide_create(flow);
  return sides > 0 && s->slide == NULL ? STATUS_LIMIT : STATUS_OK;
}

void switching_close(Switching *s) {
  slide_destroy(s->slide);
  s->slide = NULL;
}

const Flow *switching_flow(Switching *s, const Flow *interpreted, const Flow *given) {
  return s->sliding ? slide_along(s->slide, interpreted, s->on) : given;
}

void switching_settle(Switching *s, const Flow *interpreted, const bool *on, double t, double *y) {
  const Flow *flow = slide_along(s->slide, interpreted, on);
  flow->settle(flow, t, y);
}
