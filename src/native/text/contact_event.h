// native/text/contact_event.h: what an event does to the constraints of a motion: impacts, then contact or release.
//
// In:    a state at which events happen, and these events
// Out:   the state after them, the uses of the constraints, notes of what has happened
// From:  docs/theory/impacts.md, sections 3 to 6
//
// This text is compiled into the program and is a part of exported C, after contact.h.

#define CONTACT_ROUNDS 10000  // of impacts that follow each other at one time
#define MANY_ROUNDS 8         // after which slow contacts are set to rest,
#define CALM 1e-9             // if slower than this fraction of their fastest impact
#define LIMIT_HEIGHT 1e-12    // of the highest flight, or of the terms of a gap: smaller flights are over
#define LONGEST_RATIO 0.999   // of flights, or pauses, that are summed up
#define FLIGHTS 4             // for which a run continues before it is checked again
#define TOUCHED 1e-6          // of the highest flight: a smaller gap has just opened
#define FLOOR 1e-13           // of the same: a closed gap may be this far on the wrong side,
#define FLOOR_ERRORS 10       // or, after a release, this many tolerances of the run
#define STRAYED 1e-6          // of the highest flight, or of its terms: an open constraint is violated;
#define STRAYED_ERRORS 100    // or this many tolerances
#define ENGAGED 1e-8          // of its terms: the error that a constraint may have at the moment it is engaged,
#define ENGAGED_ERRORS 10     // or this many tolerances
#define PULLING 1e-9          // of the forces: a multiplier below minus that pulls
#define CROWDED_EVENTS 8      // in a row, with pauses that shrink by one ratio
#define CROWDED_LEFT 1e-6     // of the longest pause between them: a series this near to its end is reported
#define SAME_RATIO 0.02       // largest difference between ratios of one series

// Marks the constraints that touch, and those that are released. happened: the events of unilateral constraints, in
// their order; or NULL.
CONTACT_LINKAGE void contacts_mark(Contacts *c, const bool *happened) {
  for (size_t a = 0, k = 0; a < c->r; a++) {
    c->touches[a] = c->use[a] == CONTACT_IN_FORCE;
    c->leaves[a] = 0;
    c->impulse[a] = c->lost[a] = 0;
    if (!c->unilateral[a]) continue;
    const bool now = happened != NULL && happened[k];
    c->leaves[a] = now && c->use[a] == CONTACT_IN_FORCE;
    c->touches[a] = c->touches[a] || now;
    k++;
  }
}

// Records the heights of open gaps at the beginning of a run. Returns the first open constraint that is violated, or r.
CONTACT_LINKAGE size_t contacts_start(Contacts *c, const double *y) {
  size_t found = c->r;
  contacts_mark(c, NULL);
  contacts_at(c, c->past->t, y);
  for (size_t a = c->r; a-- > 0;) {
    if (!contacts_is_open(c, a)) continue;
    c->highest[a] = fmax(c->gap[a], 0);
    if (c->gap[a] < -ENGAGED * c->gap_size[a] - 1e-12) found = a;
  }
  return found;
}

// --- impacts -------------------------------------------------------------------------------------

// Finds a constraint in force that is not linear in the velocities and so has no law of impact.
static bool contacts_find_nonlinear(Contacts *c) {
  for (c->row = 0; c->row < c->r; c->row++)
    if (c->nonlinear[c->row] && c->use[c->row] == CONTACT_IN_FORCE) return true;
  return false;
}

// Brings slow contacts to rest: after many impacts only rounding is left.
static void contacts_calm_slow(Contacts *c, double *y) {
  contacts_at(c, c->past->t, y);
  for (size_t a = 0; a < c->r; a++)
    c->over[a] = contacts_is_open(c, a) && contacts_touch(c, a) && fabs(c->speed[a]) <= CALM * c->fastest[a];
  contacts_calm(c, y);
}

// Resolves impacts one after the other, until nothing closes any more.
static ContactEnd contacts_collide(Contacts *c, double *y, bool *any) {
  *any = false;
  for (int round = 0;; round++) {
    if (!contacts_collide_once(c, y)) {
      if (round > MANY_ROUNDS) contacts_calm_slow(c, y);
      return CONTACT_GOES_ON;
    }
    *any = true;
    if (c->trouble == PUSH_SOLVED && contacts_find_nonlinear(c)) return CONTACT_NONLINEAR;
    if (c->trouble != PUSH_SOLVED || round == CONTACT_ROUNDS) return CONTACT_NO_IMPACT;
  }
}

// Records heights for the impact: how far the gap opens at the speed with which it closed, but no farther than
// in the time since the previous impact.
static void contacts_note_heights(Contacts *c) {
  ContactPast *past = c->past;
  const double flown = fabs(past->t - (isnan(past->impacts[0]) ? past->start : past->impacts[0]));
  for (size_t a = 0; a < c->r; a++) {
    const double u = c->fastest[a], pull = fabs(c->gap_rate[a]);
    if (u > 0) c->highest[a] = fmax(c->highest[a], fmin(u * u / (2 * pull), u * flown));
  }
  past->impacts[2] = past->impacts[1];
  past->impacts[1] = past->impacts[0];
  past->impacts[0] = past->t;
}

// (7)  Flights that shrink by a constant ratio are over after a finite time. Marks flights in `over` that are
// so small that all of them together are negligible. Returns how long they take, or -1 without such flights.
static double contacts_find_over(Contacts *c) {
  const double *impacts = c->past->impacts, seen = (impacts[0] - impacts[1]) / (impacts[1] - impacts[2]);
  double left = -1;
  for (size_t a = 0; a < c->r; a++) {
    c->over[a] = 0;
    if (!contacts_is_open(c, a) || !contacts_touch(c, a) || contacts_rest(c, a)) continue;
    if (!(c->speed[a] > 0 && c->gap_rate[a] < 0)) continue;
    const double ratio = seen > 0 && seen < LONGEST_RATIO ? seen : c->restitution[a];
    const double time = -2 * c->speed[a] / c->gap_rate[a] / (1 - ratio);
    c->over[a] = ratio <= LONGEST_RATIO && c->speed[a] * time <= LIMIT_HEIGHT * fmax(c->highest[a], c->gap_size[a]);
    if (c->over[a]) left = fmax(left, time);
  }
  return left;
}

// Notes contacts that start or end with the event, with their times.
static void contacts_list(const Contacts *c, double begin) {
  for (size_t a = 0; a < c->r; a++) {
    if (!c->unilateral[a] || c->former[a] == c->use[a]) continue;
    if (c->use[a] == CONTACT_IN_FORCE) c->note(c, begin, "contact", a, 0, 0);
    if (c->former[a] == CONTACT_IN_FORCE && c->use[a] == CONTACT_WATCHED) c->note(c, c->past->t, "release", a, 0, 0);
  }
}

// Resolves the event as far as velocities and forces decide it: impacts, then contact.
CONTACT_LINKAGE ContactEnd contacts_resolve(Contacts *c, double *y) {
  bool any;
  double left = 0, time;
  memcpy(c->former, c->use, c->r * sizeof *c->use);
  const ContactEnd end = contacts_collide(c, y, &any);
  if (end != CONTACT_GOES_ON) return end;
  contacts_settle(c, y);
  if (c->trouble == PUSH_SOLVED && any) {
    contacts_note_heights(c);
    for (size_t a = 0; a < c->r; a++)
      if (c->impulse[a] != 0 && c->unilateral[a]) c->note(c, c->past->t, "impact", a, c->impulse[a], c->lost[a]);
  }
  // a flight that is over may have hidden another one
  for (size_t round = 0; c->trouble == PUSH_SOLVED && round < c->r && (time = contacts_find_over(c)) >= 0; round++) {
    left = fmax(left, time);
    contacts_calm(c, y);
    if (c->trouble == PUSH_SOLVED) contacts_settle(c, y);
  }
  if (c->trouble != PUSH_SOLVED) return CONTACT_NO_CONTACT;
  contacts_list(c, c->past->t + left);
  return CONTACT_GOES_ON;
}

// --- `when` --------------------------------------------------------------------------------------

// Sets the uses of some constraints that are engaged or released. Returns whether any changes.
CONTACT_LINKAGE bool contacts_set_use(Contacts *c, size_t first, size_t count, bool engage) {
  bool any = false;
  for (size_t a = first; a < first + count; a++) {
    if (engage == (c->use[a] != CONTACT_OFF)) continue;
    c->use[a] = !engage ? CONTACT_OFF : c->unilateral[a] ? CONTACT_WATCHED : CONTACT_IN_FORCE;
    any = true;
  }
  return any;
}

// Returns the first of some constraints that is not satisfied at the level of positions, so that it cannot be engaged;
// or r.
CONTACT_LINKAGE size_t contacts_find_unfit(const Contacts *c, size_t first, size_t count) {
  const double room = fmax(ENGAGED, ENGAGED_ERRORS * c->rtol);
  for (size_t a = first; a < first + count; a++) {
    const double off = c->unilateral[a] ? fmin(c->gap[a], 0) : c->gap[a];
    const double scale = fmax(c->gap_size[a], fabs(c->speed[a] * c->past->t));
    if (c->level[a] == CONTACT_POSITIONS && !(fabs(off) <= room * scale + 1e-12)) return a;
  }
  return c->r;
}

// Returns the first open constraint that a state with assigned values violates, or r.
CONTACT_LINKAGE size_t contacts_find_violated(const Contacts *c) {
  for (size_t a = 0; a < c->r; a++)
    if (contacts_is_open(c, a) && c->gap[a] < -ENGAGED * (c->gap_size[a] + c->highest[a]) && !contacts_touch(c, a))
      return a;
  return c->r;
}

// Has the run reached a time at which infinitely many events by `when` accumulate, because their pauses shrink
// by a constant ratio? Nothing says how the motion continues after them.
CONTACT_LINKAGE bool contacts_are_crowded(Contacts *c) {
  ContactPast *past = c->past;
  const double pause = fabs(past->t - past->last), ratio = pause / past->pause;
  const bool same = ratio < LONGEST_RATIO && fabs(ratio - past->ratio) < SAME_RATIO * ratio;
  past->shrinking = same ? past->shrinking + 1 : 0;
  if (pause > past->longest || past->shrinking == 0) past->longest = pause;
  past->last = past->t;
  past->pause = pause;
  past->ratio = ratio;
  return past->shrinking >= CROWDED_EVENTS && pause * ratio / (1 - ratio) < CROWDED_LEFT * past->longest;
}

#if !defined MODES_SIDES || MODES_SIDES > 0
// Does the multiplier of a constraint in force pull, by more than rounding? At the state that contacts_at was called for, or
// near it.
CONTACT_LINKAGE bool contacts_pulls(const Contacts *c, size_t a, double lambda) {
  double force = 0, reach = 0;
  for (size_t i = 0; i < c->n; i++) {
    force = fmax(force, fabs(c->F[i]));
    reach = fmax(reach, fabs(c->A[a * c->n + i]));
  }
  return c->unilateral[a] && c->use[a] == CONTACT_IN_FORCE && lambda * reach < -PULLING * force;
}
#endif

// --- between events ------------------------------------------------------------------------------

// Returns the open constraint that a state on the way violates, or r.
CONTACT_LINKAGE size_t contacts_find_strayed(Contacts *c, double t, const double *y) {
  contacts_at(c, t, y);
  for (size_t a = 0; a < c->r; a++) {
    double slope = 0;  // by how much the gap may be off if each coordinate is off by the absolute tolerance
    for (size_t i = 0; i < c->n; i++) slope += fabs(c->A[a * c->n + i]);
    const double scale = fmax(c->highest[a], c->gap_size[a]) + fabs(c->speed[a] * t);
    const double room = fmax(STRAYED, STRAYED_ERRORS * c->rtol) * scale + slope * c->atol;
    if (contacts_is_open(c, a) && c->gap[a] < -room) return a;
  }
  return c->r;
}

// Returns how far the gap of a unilateral constraint may be on the wrong side when a stretch begins, because it is
// closed up to rounding; -1 if it is open, or its multiplier is watched. A gap that does not open closes again. A gap
// at rest opens slowly, and may drift with a speed that is rounding, whatever its size.
CONTACT_LINKAGE double contacts_floor(const Contacts *c, size_t a) {
  const bool rests = contacts_rest(c, a);
  const double error = rests ? FLOOR_ERRORS * c->rtol : 0, drift = rests ? LEAST_SPEED * fabs(c->past->t) : 0;
  const double floor = fmax(FLOOR, error) * (c->gap_size[a] + c->highest[a]) + drift;
  return c->use[a] == CONTACT_IN_FORCE || c->gap[a] > floor ? -1 : fmax(-c->gap[a], 0) + floor;
}

// Limits steps to a few flights: bounds over a longer step would miss a much shorter flight. Returns the latest time at which
// a run that is at t must check again so that short flights are not missed; t if any time will do.
CONTACT_LINKAGE double contacts_horizon(const Contacts *c, double t) {
  double shortest = HUGE_VAL;
  for (size_t a = 0; a < c->r; a++)
    if (contacts_is_open(c, a) && c->gap[a] <= c->highest[a] * TOUCHED && c->speed[a] > 0 && c->gap_rate[a] < 0)
      shortest = fmin(shortest, -2 * c->speed[a] / c->gap_rate[a]);
  return t == c->past->t && shortest < HUGE_VAL ? t + c->along * FLIGHTS * shortest : t;
}
