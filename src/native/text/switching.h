// native/text/switching.h: a run across the places where its forces jump.
//
// In:    legs of a run that end where the function of a side vanishes, or a side between reaches 1 or -1
// Out:   the sides with which it continues
// From:  docs/theory/switching.md
//
// This text is compiled into the program and is a part of exported C: plain C99, after event.h, expect.h, slide.h and
// switched.h. The file that includes it defines SWITCH_LINKAGE.

#define SWITCH_ROUNDING 64        // units in the last place of the state: a smaller function is zero
#define SWITCH_WRONG 1e-7         // parts of the state by which a function may be on the other side
#define SWITCH_CROWD_MOST 1000    // switchings, one after the other in what counts as no time
#define SWITCH_NO_TIME 1e-9       // parts of t, or of the run: its end would take a billion switchings

// Those that vanish as far as rounding can tell, that of the event, and those the motion slides along.
static void switching_find_open(Switching *s, const Flow *flow, double t, const double *y, size_t event,
                      double *g) {
  flow->event(flow, t, y, g);
  for (size_t i = 0; i < flow->n - s->sides; i++) s->size = fmax(s->size, fabs(y[i]));
  for (size_t i = 0; i < s->sides; i++)
    s->open[i] = s->on[i] || s->held[i] || fabs(g[s->first + i]) <= SWITCH_ROUNDING * DBL_EPSILON * s->size ||
                 event == s->first + i || event == s->first + s->sides + i;
}

// What the next leg looks for.
static void switching_set_directions(Switching *s, const double *side, const double *g, EventWatch *watch) {
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

static bool switching_is_crowded(Switching *s, double t, double span) {
  const bool still = fabs(t - s->last) <= SWITCH_NO_TIME * fmax(fabs(t), fabs(span));
  s->crowd = still ? s->crowd + 1 : 0;
  s->last = t;
  return s->crowd > SWITCH_CROWD_MOST;
}

SWITCH_LINKAGE SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch) {
  double *side = y + flow->n - s->sides;
  const size_t which = event >= s->first && event < flow->events ? (event - s->first) % s->sides : 0;
  const bool slid = s->on[which], begins = event >= flow->events;
  double *g = calloc(flow->events + 1, sizeof *g);
  if (g == NULL) return SWITCH_UNDECIDED;
  switching_find_open(s, flow, t, y, event, g);
  slide_reverse(s->slide, span < 0);
  const SlideAdvice advice = slide_decide(s->slide, flow, t, y, SWITCH_ROUNDING * DBL_EPSILON * s->size, s->open, s->on, s->held);
  switching_set_directions(s, side, g, watch);
  free(g);
  // what is at rest may have come from either side
  if (advice != SLIDE_FOUND || (span < 0 && s->sliding)) return SWITCH_UNDECIDED;
  s->count += !begins;
  if (!begins && switching_is_crowded(s, t, span)) return SWITCH_CROWDED;
  return s->on[which] ? SWITCH_STICK : slid ? SWITCH_SLIP : SWITCH_CROSS;
}

SWITCH_LINKAGE bool switching_is_wrong(Switching *s, const Flow *flow, double t, const double *y) {
  const double *side = y + flow->n - s->sides;
  double size = s->size;
  bool wrong = false;
  double *g = calloc(flow->events + 1, sizeof *g);
  if (g == NULL) return false;
  flow->event(flow, t, y, g);
  for (size_t i = 0; i < flow->n - s->sides; i++) size = fmax(size, fabs(y[i]));
  for (size_t i = 0; i < s->sides; i++)
    wrong = wrong || (!s->on[i] && !s->held[i] && g[s->first + i] * side[i] < -SWITCH_WRONG * (1 + size));
  free(g);
  return wrong;
}
