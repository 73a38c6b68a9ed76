// native/text/switching.h: a run across the places where its forces jump.
//
// In:    legs of a run that end where the function of a side vanishes, or a side in between reaches 1 or -1
// Out:   the sides with which it continues
// From:  docs/theory/switching.md
//
// This text is compiled into the program and is a part of exported C: plain C99, after event.h, expect.h, slide.h and
// switched.h. The including file defines SWITCH_LINKAGE.

#ifndef SLIDE_ALLOC
#define SLIDE_ALLOC calloc  // the program records that memory was refused
#endif

#define SWITCH_ROUNDING 64        // roundings of a state: their effect on a function counts as zero
#define SWITCH_SMALLEST 1e-9      // the scale of a smaller state, such as one at rest in 0
#define SWITCH_WRONG 7e6          // times that: how far a function may be on the other side, as with 1e-7 of the state
#define SWITCH_CROWD_MOST 1000    // switchings, one after the other, in what counts as no time
#define SWITCH_NO_TIME 1e-9       // parts of t, or of the run: its end would take a billion switchings
#define SWITCH_UNSEEN 70          // times the rounding of a function, 1e-12 of the state: smaller switchings are over
#define SWITCH_SWING 8            // times that: smaller swings cannot be followed
#define SWITCH_ROUNDS 4           // times the expected duration of all rounds: a stretch of the run
#define SWITCH_RATIO_MOST 0.999   // of pauses that are summed up
#define SWITCH_RATIO_SAME 1e-4    // parts of 1 - ratio by which ratios may differ

// Opens the functions that vanish up to rounding, that of the event, and those that the motion slides along. A function
// that is a little on the wrong side counts as rounding, too. A surface of order 2 with a rate is passed when its own
// event comes, not before. Returns the rounding of each function. w: room for the rates.
static const double *switching_find_open(Switching *s, const Flow *flow, double t, const double *y, size_t event,
                      double *g, double *w) {
  flow->event(flow, t, y, g);
  flow->slope(flow, t, y, w);
  s->size = fmax(s->size, SWITCH_SMALLEST);
  for (size_t i = 0; i < flow->n - s->sides; i++) s->size = fmax(s->size, fabs(y[i]));
  const double *rate = slide_measure(s->slide, flow, t, y, SWITCH_ROUNDING * DBL_EPSILON * s->size) + s->sides;
  const double *noise = rate + s->sides;
  for (size_t i = 0; i < s->sides; i++) {
    const double size = fabs(g[s->first + i]), side = y[flow->n - s->sides + i];
    const bool waits = g[s->first + i] * side > 0 && flow->order[i] == 2 && fabs(w[s->sides + i]) > rate[i];
    s->open[i] = s->on[i] || s->held[i] || (size <= noise[i] && !waits) ||
                 (g[s->first + i] * side < 0 && size <= SWITCH_UNSEEN * noise[i]) || event == s->first + i ||
                 event == s->first + s->sides + i;
  }
  return noise;
}

// Chooses the events that the next leg watches.
static void switching_set_directions(Switching *s, const double *side, const double *g, const double *noise, bool begins,
                                     bool left, EventWatch *watch) {
  s->sliding = false;
  for (size_t i = 0; i < s->sides; i++) {
    const size_t own = s->first + i, edge = own + s->sides;
    const int sign = side[i] > 0 ? 1 : side[i] < 0 ? -1 : 0;
    s->sliding = s->sliding || s->on[i];
    s->direction[own] = s->on[i] || s->held[i] ? EVENT_OFF : -sign;
    s->direction[edge] = s->on[i] ? -1 : EVENT_OFF;
    if (watch == NULL) continue;
    // bounds of a step may not show the small value with which it begins
    if (!s->open[i] && (begins || g[own] * sign > 0)) event_watch_expect(watch, own, sign);
    if (!s->open[i]) continue;
    event_watch_expect(watch, edge, s->on[i] ? 1 : 0);
    // a small value on the wrong side is rounding; a motion that leaves a surface on which it was kept begins slowly,
    // and may be on the wrong side by the error of a step. A function that is farther on the wrong side is followed
    // until it is twice as far: if it continued unnoticed, the run would be lost
    const double floor = (left ? SWITCH_UNSEEN : 1) * noise[i];
    if (s->on[i])
      event_watch_expect(watch, own, 0);
    else
      event_watch_gone(watch, own, sign, fmax(floor, -2 * g[own] * sign));
  }
}

// Do switchings follow each other without time passing, or with swings about a surface of order 2 that are
// indistinguishable from rounding? v: the rate with which surface `which` is crossed.
static bool switching_is_crowded(Switching *s, int order, double t, double span, size_t which, double v, double noise) {
  const bool still = fabs(t - s->last) <= SWITCH_NO_TIME * fmax(fabs(t), fabs(span));
  s->crowd = still ? s->crowd + 1 : 0;
  s->last = t;
  size_t before = 1;
  while (before < s->kept && s->what[before] / 6 != which) before++;
  if (order == 2 && before < s->kept)
    s->swings = fabs(v * (t - s->time[before])) <= SWITCH_SWING * noise ? s->swings + 1 : 0;
  return s->crowd > SWITCH_CROWD_MOST || s->swings > SWITCH_CROWD_MOST;
}

// --- infinitely many switchings in finite time ----------------------------------------------------

static void switching_note(Switching *s, double t, size_t which, SwitchKind kind, double side) {
  const size_t more = s->kept < SWITCH_KEPT ? s->kept : SWITCH_KEPT - 1;
  memmove(s->time + 1, s->time, more * sizeof *s->time);
  memmove(s->what + 1, s->what, more * sizeof *s->what);
  s->time[0] = t;
  s->what[0] = 6 * which + 2 * (size_t) kind + (side > 0);
  s->kept = more + 1;
}

// If the last switchings are two equal rounds, returns the ratio by which all pauses of the second were shorter, or 0.
static double switching_ratio(const Switching *s, size_t cycle) {
  if (s->kept < 2 * cycle + 1) return 0;
  const double ratio = (s->time[0] - s->time[cycle]) / (s->time[cycle] - s->time[2 * cycle]);
  for (size_t i = 0; i < cycle; i++) {
    const double pause = s->time[i] - s->time[i + 1], before = s->time[cycle + i] - s->time[cycle + i + 1];
    if (s->what[i] != s->what[cycle + i]) return 0;
    if (!(fabs(pause - ratio * before) <= SWITCH_RATIO_SAME * (1 - ratio) * fabs(before))) return 0;
  }
  return ratio > 0 && ratio <= SWITCH_RATIO_MOST ? ratio : 0;
}

// (6)  Finds the shortest round of switchings that repeats, faster and faster by one ratio; once that is certain, it
// stays so until something else switches. The end of all rounds is that of the estimates by each round which differs
// least from the one before, in parts of the time that is left. Early estimates suffer from nonlinearity, late ones
// from rounding.
static void switching_find_cycle(Switching *s) {
  if (s->cycle > 0 && s->what[0] != s->what[s->cycle]) s->cycle = 0;
  double ratio = 0;
  size_t cycle = s->cycle > 0 ? s->cycle : 1;
  const size_t most = s->cycle > 0 ? s->cycle : SWITCH_CYCLE_MOST;
  while (cycle <= most && !((ratio = switching_ratio(s, cycle)) > 0)) cycle++;
  if (!(ratio > 0)) return;
  const double left = (s->time[0] - s->time[cycle]) * ratio / (1 - ratio), end = s->time[0] + left;
  const double change = s->cycle == cycle ? fabs((end - s->estimate) / left) : HUGE_VAL;
  if (s->cycle != cycle || change < s->change) s->end = end, s->change = change;
  s->estimate = end;
  s->left = left;
  s->cycle = cycle;
}

// Returns the latest end of the next stretch from t: steps that are long compared with the rounds do not show them. If
// nothing has switched by then, there are no more rounds. Rounds that are over within rounding of t have no such end.
SWITCH_LINKAGE double switching_horizon(const Switching *s, double t) {
  const double end = s->cycle > 0 && s->time[0] == t ? t + SWITCH_ROUNDS * s->left : t;
  return end != t ? end : HUGE_VAL;
}

// Returns when a motion that is at rest at t came to rest. If rounding hid the last rounds, they were to take `left`.
static double switching_rest(Switching *s, double t) {
  const bool known = fabs(t - s->end) <= 2 * fabs(s->left);
  s->swings = 0;
  s->left = 0;
  s->cycle = 0;
  return known ? s->end : t;
}

// Returns how many of the last switchings may be over at once: a round that repeats, or all known ones if swings can no
// longer be distinguished from rounding.
static size_t switching_last(const Switching *s) {
  return s->cycle > 0 ? s->cycle : s->swings >= SWITCH_KEPT ? SWITCH_KEPT - 1 : 0;
}

// Marks the surfaces of the last switchings. Does one more round, or pause, move the state by less than is visible?
static bool switching_is_unseen(const Switching *s, const Flow *flow, double t, const double *y, const double *noise,
                                bool *round) {
  bool unseen = true;
  const size_t last = switching_last(s);
  if (last == 0) return false;
  double *g = SLIDE_ALLOC(flow->events + 2 * s->sides + 1, sizeof *g), *w = g + flow->events;
  if (g == NULL) return false;
  const double time = fabs(s->time[0] - s->time[last]) / (s->cycle > 0 ? 1 : (double) last);
  int order = 1;
  for (size_t i = 0; i < last; i++) {
    round[s->what[i] / 6] = true;
    if (flow->order[s->what[i] / 6] == 2) order = 2;
  }
  flow->event(flow, t, y, g);
  flow->slope(flow, t, y, w);
  for (size_t i = 0; i < s->sides; i++) {
    const double moves = flow->order[i] == order ? fabs(g[s->first + i]) + fabs(w[s->sides + i]) * time
                                                 : fabs(g[s->first + i]) * time;
    unseen = unseen && (!round[i] || moves <= SWITCH_UNSEEN * noise[i]);
  }
  free(g);
  return unseen;
}

// Is a state that was moved onto surfaces really on them? Contradictory functions, x' and x' - 1e-9, do not vanish
// together.
static bool switching_is_there(const Switching *s, const Flow *flow, double t, const double *y, const bool *mark) {
  const size_t sides = s->sides;
  bool there = true;
  double *g = SLIDE_ALLOC(flow->events + 2 * sides + 1, sizeof *g), *w = g + flow->events;
  if (g == NULL) return false;
  const double *rate = slide_measure(s->slide, flow, t, y, SWITCH_ROUNDING * DBL_EPSILON * s->size) + sides, *of = rate + sides;
  flow->event(flow, t, y, g);
  flow->slope(flow, t, y, w);
  for (size_t i = 0; i < sides; i++)
    there = there && (!mark[i] || (fabs(g[s->first + i]) <= of[i] && (flow->order[i] == 1 || fabs(w[sides + i]) <= rate[i])));
  free(g);
  return there;
}

// Moves y onto all surfaces of a round that is no longer visible, if the motion stays on them.
static bool switching_jump(Switching *s, const Flow *flow, double t, double *y, const double *noise) {
  const size_t sides = s->sides;
  bool *mark = SLIDE_ALLOC(4 * sides + 1, sizeof *mark), stays = false;
  double *z = SLIDE_ALLOC(flow->n, sizeof *z);
  if (mark != NULL && z != NULL && switching_is_unseen(s, flow, t, y, noise, mark)) {
    bool *open = mark + sides, *on = open + sides, *held = on + sides;
    memcpy(z, y, flow->n * sizeof *z);
    stays = true;
    // on the way there, and there
    for (int there = 0; stays && there < 2; there++) {
      for (size_t i = 0; i < sides; i++) {
        on[i] = mark[i] || s->on[i];
        held[i] = s->held[i];
        open[i] = mark[i] || s->open[i];
      }
      stays = slide_decide(s->slide, flow, t, z, open, on, held) == SLIDE_FOUND && slide_is_damped(s->slide, mark, s->on, s->held);
      for (size_t i = 0; i < sides; i++) stays = stays && (!mark[i] || on[i] || held[i]);
      if (!stays || there == 1) continue;
      const Flow *along = slide_along(s->slide, flow, on);
      along->project(along, t, z);
      stays = switching_is_there(s, flow, t, z, mark);
    }
    if (stays) {
      memcpy(y, z, flow->n * sizeof *z);
      memcpy(s->on, on, sides * sizeof *on);
      memcpy(s->held, held, sides * sizeof *held);
      memcpy(s->open, open, sides * sizeof *open);
    }
  }
  free(mark);
  free(z);
  return stays;
}

// Returns the number of surfaces of order 2 on which the motion stays.
static size_t switching_stays(const Switching *s, const Flow *flow) {
  size_t count = 0;
  for (size_t i = 0; i < s->sides; i++) count += flow->order[i] == 2 && (s->on[i] || s->held[i]);
  return count;
}

SWITCH_LINKAGE SwitchKind switching_decide(Switching *s, const Flow *flow, double t, double *y, size_t event,
                            double span, EventWatch *watch) {
  double *side = y + flow->n - s->sides;
  const size_t which = event >= s->first && event < flow->events ? (event - s->first) % s->sides : 0;
  const bool slid = s->on[which], begins = event >= flow->events;
  double *g = SLIDE_ALLOC(flow->events + 2 * s->sides + 1, sizeof *g), *w = g + flow->events;
  if (g == NULL) return SWITCH_UNDECIDED;
  const size_t stayed = switching_stays(s, flow);
  if (s->sliding) {
    const Flow *along = slide_along(s->slide, flow, s->on);
    along->settle(along, t, y);
  }
  const double *noise = switching_find_open(s, flow, t, y, event, g, w);
  slide_reverse(s->slide, span < 0);
  // sides that did not last are not kept
  slide_hold_sides(s->slide, !(fabs(t - s->last) <= SWITCH_NO_TIME * fmax(fabs(t), fabs(span))));
  SlideAdvice advice = slide_decide(s->slide, flow, t, y, s->open, s->on, s->held);
  SwitchKind kind = s->on[which] ? SWITCH_STICK : slid ? SWITCH_SLIP : SWITCH_CROSS;
  if (!begins) {
    switching_note(s, t, which, kind, side[which]);
    switching_find_cycle(s);
  }
  if (!begins && kind == SWITCH_CROSS && switching_jump(s, flow, t, y, noise)) {
    advice = SLIDE_FOUND;
    kind = SWITCH_STICK;
  }
  s->limit = !begins && switching_stays(s, flow) > stayed ? switching_rest(s, t) : (double) NAN;
  switching_set_directions(s, side, g, noise, begins, kind == SWITCH_SLIP, watch);
  if (!begins) flow->slope(flow, t, y, w);
  const double rate = begins ? 0 : w[s->sides + which];
  free(g);
  // a motion at rest may have come from either side
  if (advice != SLIDE_FOUND || (span < 0 && s->sliding)) return SWITCH_UNDECIDED;
  s->count += !begins;
  return !begins && switching_is_crowded(s, flow->order[which], t, span, which, rate, noise[which]) ? SWITCH_CROWDED : kind;
}

SWITCH_LINKAGE bool switching_is_wrong(Switching *s, const Flow *flow, double t, const double *y) {
  const double *side = y + flow->n - s->sides;
  double size = s->size;
  bool wrong = false;
  double *g = SLIDE_ALLOC(flow->events + 1, sizeof *g);
  if (g == NULL) return false;
  flow->event(flow, t, y, g);
  for (size_t i = 0; i < flow->n - s->sides; i++) size = fmax(size, fabs(y[i]));
  const double *noise = slide_measure(s->slide, flow, t, y, SWITCH_ROUNDING * DBL_EPSILON * (1 + size)) + 2 * s->sides;
  for (size_t i = 0; i < s->sides; i++)
    wrong = wrong || (s->on[i] || s->held[i] ? -fabs(g[s->first + i]) : g[s->first + i] * side[i]) < -SWITCH_WRONG * noise[i];
  free(g);
  return wrong;
}
