// program/switching.c: a run across the places where its forces jump.
//
// In:    legs of a run that end where the function of a side vanishes, or a side between reaches 1 or -1
// Out:   the sides with which it continues
// From:  docs/theory/switching.md

#include "program/switching.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define ROUNDING 64        // units in the last place of the state: a smaller function is zero
#define WRONG 1e-7         // parts of the state by which a function may be on the other side
#define CROWD_MOST 200     // switchings in what counts as no time
#define NO_TIME 1e-12      // parts of t, or of the run

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

// Those that vanish as far as rounding can tell, that of the event, and those the motion slides along.
static void find_open(Switching *s, const Flow *flow, double t, const double *y, size_t event,
                      double *g) {
  flow->event(flow, t, y, g);
  for (size_t i = 0; i < flow->n - s->sides; i++) s->size = fmax(s->size, fabs(y[i]));
  for (size_t i = 0; i < s->sides; i++)
    s->open[i] = s->on[i] || s->held[i] || fabs(g[s->first + i]) <= ROUNDING * DBL_EPSILON * s->size ||
                 event == s->first + i || event == s->first + s->sides + i;
}

// What the next leg looks for.
static void set_directions(Switching *s, const double *side, const double *g, EventWatch *watch) {
  s->sliding = false;
  for (size_t i = 0; i < s->sides; i++) {
    const size_t own = s->first + i, edge = own + s->sides;
    const int sign = side[i] > 0 ? 1 : side[i] < 0 ? -1 : 0;
    s->sliding = s->sliding || s->on[i];
    s->direction[own] = s->on[i] || s->held[i] ? EVENT_OFF : -sign;
    s->direction[edge] = s->on[i] ? -1 : EVENT_OFF;
    if (watch == NULL || !s->open[i]) continue;
    event_watch_expect(watch, edge, s->on[i] ? 1 : 0);
    // what rounding, or another surface, put on the wrong side is not expected to be on the right one
    const bool wrong = g[own] * sign < 0 && fabs(g[own]) > DBL_MIN;
    event_watch_expect(watch, own, s->on[i] || wrong ? 0 : sign);
  }
}

static bool is_crowded(Switching *s, double t, double span) {
  const bool still = fabs(t - s->last) <= NO_TIME * fmax(fabs(t), fabs(span));
  s->crowd = still ? s->crowd + 1 : 0;
  s->last = t;
  return s->crowd > CROWD_MOST;
}

SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch) {
  double *side = y + flow->n - s->sides;
  const size_t which = event >= s->first && event < flow->events ? (event - s->first) % s->sides : 0;
  const bool slid = s->on[which], begins = event >= flow->events;
  double *g = calloc(flow->events + 1, sizeof *g);
  if (g == NULL) return SWITCH_UNDECIDED;
  find_open(s, flow, t, y, event, g);
  slide_reverse(s->slide, span < 0);
  const SlideAdvice advice = slide_decide(s->slide, flow, t, y, ROUNDING * DBL_EPSILON * s->size, s->open, s->on, s->held);
  set_directions(s, side, g, watch);
  free(g);
  // what is at rest may have come from either side
  if (advice != SLIDE_FOUND || (span < 0 && s->sliding)) return SWITCH_UNDECIDED;
  s->count += !begins;
  if (!begins && is_crowded(s, t, span)) return SWITCH_CROWDED;
  return s->on[which] ? SWITCH_STICK : slid ? SWITCH_SLIP : SWITCH_CROSS;
}

bool switching_is_wrong(Switching *s, const Flow *flow, double t, const double *y) {
  const double *side = y + flow->n - s->sides;
  double size = s->size;
  bool wrong = false;
  double *g = calloc(flow->events + 1, sizeof *g);
  if (g == NULL) return false;
  flow->event(flow, t, y, g);
  for (size_t i = 0; i < flow->n - s->sides; i++) size = fmax(size, fabs(y[i]));
  for (size_t i = 0; i < s->sides; i++)
    wrong = wrong || (!s->on[i] && !s->held[i] && g[s->first + i] * side[i] < -WRONG * (1 + size));
  free(g);
  return wrong;
}

const Flow *switching_flow(Switching *s, const Flow *interpreted, const Flow *given) {
  return s->sliding ? slide_along(s->slide, interpreted, s->on) : given;
}

void switching_settle(Switching *s, const Flow *interpreted, const bool *on, double t, double *y) {
  const Flow *flow = slide_along(s->slide, interpreted, on);
  flow->settle(flow, t, y);
}
