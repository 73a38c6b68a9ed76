// native/text/contact.h: the law of impact, and contact, in numbers.
//
// In:    M, F and the rows of all declared constraints at a state
// Out:   velocities after an impact; which constraints push
// From:  docs/theory/impacts.md (2) to (8)
// Law:   energy does not grow at impacts with e <= 1 (tests/prop/motion/prop_push.c)
//
// This text is compiled into the program and is a part of exported C: plain C99, with <float.h>, <math.h>, <stdbool.h>,
// <stddef.h> and <string.h>, after push.h, contact_type.h and the definition of CONTACT_LINKAGE.

#define TOUCHING 1e-10         // of its terms: a smaller gap is closed,
#define TOUCHING_HEIGHT 1e-12  // or of the highest flight,
#define TOUCHING_TIME 1e-13    // or of the distance it covers in the time so far
#define RESTING 1e-11  // of its terms, or of the fastest impact: a closed gap with a smaller speed is at rest
#define LEAST_SPEED 1e-14
#define SIDE_ROUNDS 100  // of the search for sides
#define STILL 1e-13      // of its terms: a smaller acceleration of a gap is rounding
#define PUSHING 1e-11    // of the forces: a smaller multiplier does not push
#define DUST 1e-12       // of the largest impulse: rounding in a contact at rest

// --- at a state ----------------------------------------------------------------------------------

// memory: CONTACT_MEMORY(r, s) numbers, then CONTACT_WORK(n, r, s, states) of work; marks: CONTACT_MARKS(r), then
// CONTACT_WORK_MARKS(r). Keeps what is in the memory.
CONTACT_LINKAGE void contacts_attach(Contacts *c, ContactPast *past, double *memory, int *marks, double *work,
                                     int *work_marks) {
  const size_t n = c->n, r = c->r, s = c->sides, terms = CONTACT_TERMS(n, r, s);
  double **const remembered[] = {&c->fastest, &c->highest, &c->gap_rate, &c->brushed,
                                 &c->impulse, &c->lost,    &c->side,     &c->slip_most};
  double **const part[] = {&c->F, &c->A, &c->B, &c->b, &c->gap, &c->speed, &c->gap_size, &c->speed_size, &c->restitution, &c->slip};
  const size_t size[] = {n, r * n, r * n, r, r, r, r, r, r, s};
  c->past = past;
  for (size_t i = 0; i < 8; i++) {
    *remembered[i] = memory;
    memory += i < 6 ? r : s;
  }
  c->use = marks;
  c->touches = marks + r;
  c->leaves = marks + 2 * r;
  c->M = work;
  c->all = work + n * n;
  double *at = c->all + n * (n + 1) / 2;
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    *part[i] = at;
    at += size[i];
  }
  c->ahead = c->all + terms;
  c->slips = c->ahead + terms;
  c->next = c->slips + s;
  push_open(&c->push, n, r, c->next + c->states, work_marks + 2 * r);
  c->former = work_marks;
  c->over = work_marks + r;
}

// Begins a run at t: no constraint has a past.
CONTACT_LINKAGE void contacts_begin(Contacts *c, double t, const int *use) {
  *c->past = (ContactPast){.t = t, .start = t};
  for (int i = 0; i < 3; i++) c->past->impacts[i] = (double) NAN;
  c->past->last = c->past->pause = c->past->ratio = (double) NAN;
  memset(c->fastest, 0, CONTACT_MEMORY(c->r, c->sides) * sizeof *c->fastest);
  for (size_t a = 0; a < c->r; a++) {
    c->use[a] = use[a];
    c->brushed[a] = (double) NAN;
  }
}

// Computes the velocities of slip at a state, with the sides in use.
static void contacts_slips(Contacts *c, double t, const double *y, double *slip) {
  c->terms(c, t, y, c->ahead);
  for (size_t i = 0; i < c->sides; i++) slip[i] = c->along * c->ahead[(size_t) (c->slip - c->all) + i];
}

// Computes all numbers at a state, with the sides in use.
static void contacts_take(Contacts *c, double t, const double *y) {
  const size_t n = c->n;
  c->terms(c, t, y, c->all);
  for (size_t i = 0, k = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, k++) c->M[i * n + j] = c->M[j * n + i] = c->all[k];
  for (size_t a = 0; a < c->r; a++) c->speed[a] *= c->along;
  for (size_t i = 0; i < c->sides; i++) c->slip[i] *= c->along;
}

CONTACT_LINKAGE void contacts_at(Contacts *c, double t, const double *y) {
  if (c->sides > 0) contacts_slips(c, t, y, c->slips);
  for (size_t i = 0; i < c->sides; i++) {
    const double size = fabs(c->slips[i]);
    c->slip_most[i] = fmax(c->slip_most[i], size);
    c->side[i] = size <= RESTING * c->slip_most[i] + LEAST_SPEED ? 0 : copysign(1, c->slips[i]);
  }
  contacts_take(c, t, y);
}

CONTACT_LINKAGE bool contacts_is_closed(const Contacts *c, size_t a) {
  const double way = fabs(c->speed[a]) * fabs(c->past->t);
  return c->gap[a] <= TOUCHING * c->gap_size[a] + TOUCHING_HEIGHT * c->highest[a] + TOUCHING_TIME * way + DBL_MIN;
}

CONTACT_LINKAGE bool contacts_touch(const Contacts *c, size_t a) {
  return c->touches[a] || contacts_is_closed(c, a);
}

static double contacts_least_speed(const Contacts *c, size_t a) {
  return RESTING * fmax(c->speed_size[a], c->fastest[a]) + LEAST_SPEED;
}

CONTACT_LINKAGE bool contacts_close(const Contacts *c, size_t a) {
  return c->speed[a] < -contacts_least_speed(c, a);
}

CONTACT_LINKAGE bool contacts_rest(const Contacts *c, size_t a) {
  return fabs(c->speed[a]) <= contacts_least_speed(c, a);
}

CONTACT_LINKAGE bool contacts_is_open(const Contacts *c, size_t a) {
  return c->unilateral[a] && c->use[a] == CONTACT_WATCHED;
}

// --- impacts -------------------------------------------------------------------------------------

// (3)  C v+ = -e C v- for closing constraints, C v+ = 0 for equations in force, C v+ >= 0 for contacts
static bool contacts_add_impacts(Contacts *c) {
  bool any = false;
  c->push.r = 0;
  for (size_t a = 0; a < c->r; a++) {
    if (c->level[a] == CONTACT_ACCELERATIONS || c->use[a] == CONTACT_OFF) continue;
    if (!c->unilateral[a]) {
      if (c->use[a] != CONTACT_IN_FORCE) continue;
      any = any || !contacts_rest(c, a);
      push_add(&c->push, a, c->A, c->B, -c->speed[a], false);
    } else if (contacts_touch(c, a)) {
      const bool closes = contacts_close(c, a);
      const bool held = c->use[a] == CONTACT_IN_FORCE && contacts_rest(c, a);
      if (closes || held)
        push_add(&c->push, a, c->A, c->B, -(closes ? 1 + c->restitution[a] : 1) * c->speed[a], true);
      any = any || closes;
    }
  }
  return any;
}

// Returns the contribution of friction to the mean velocity along a reaction.
static double contacts_rubbed(const Contacts *c, size_t a, const double *y) {
  double sum = 0;
  for (size_t i = 0; i < c->n; i++)
    sum += (c->B[a * c->n + i] - c->A[a * c->n + i]) * (c->along * y[c->n + i] + c->push.x[i] / 2);
  return sum;
}

// Returns the velocity of a floor that moves by itself, c_t of u = C v + c_t: it does not count in the energy.
static double contacts_own_velocity(const Contacts *c, size_t a, const double *y) {
  double own = c->speed[a];
  for (size_t i = 0; i < c->n; i++) own -= c->A[a * c->n + i] * c->along * y[c->n + i];
  return fabs(own) > DUST * c->speed_size[a] ? own : 0;
}

// Records impulses and lost energies. y: the state before.
static void contacts_note_impacts(Contacts *c, const double *y) {
  const Push *p = &c->push;
  double largest = 0;
  for (size_t k = 0; k < p->r; k++) largest = fmax(largest, fabs(p->lambda[k]));
  for (size_t k = 0; k < p->r; k++) {
    const size_t a = (size_t) p->row[k];
    const double impulse = p->lambda[k];
    if (impulse == 0 || (!contacts_close(c, a) && fabs(impulse) <= DUST * largest)) continue;
    const double after = c->speed[a] + push_dot(c->A + a * c->n, p->x, c->n);
    c->impulse[a] += impulse;
    c->lost[a] -= impulse * ((c->speed[a] + after) / 2 - contacts_own_velocity(c, a, y) + contacts_rubbed(c, a, y));
    if (c->unilateral[a]) c->fastest[a] = fmax(c->fastest[a], fabs(c->speed[a]));
  }
}

// --- friction ------------------------------------------------------------------------------------

// Finds the change of the velocities with the sides in use; with friction also the velocities of slip after it.
static void contacts_push_with_sides(Contacts *c, const double *y) {
  const size_t n = c->n;
  contacts_take(c, c->past->t, y);
  for (size_t k = 0; k < c->push.r; k++)
    memcpy(c->push.B + k * n, c->B + (size_t) c->push.row[k] * n, n * sizeof *c->B);
  c->trouble = push_solve(&c->push, c->M, NULL);
  if (c->sides == 0 || c->trouble != PUSH_SOLVED) return;
  memcpy(c->next, y, c->states * sizeof *y);
  for (size_t i = 0; i < n; i++) c->next[n + i] += c->along * c->push.x[i];
  contacts_slips(c, c->past->t, c->next, c->slips);
  for (size_t i = 0; i < c->sides; i++) c->slip_most[i] = fmax(c->slip_most[i], fabs(c->slips[i]));
}

// (8)  the side is the sign of the slip after the impact, or anything in between if nothing slips
static bool contacts_side_is_right(const Contacts *c, size_t i) {
  const double slip = c->slips[i];
  return fabs(slip) <= RESTING * c->slip_most[i] + LEAST_SPEED || slip * c->side[i] > 0;
}

static double contacts_slip_with(Contacts *c, const double *y, size_t i, double side) {
  c->side[i] = side;
  contacts_push_with_sides(c, y);
  return c->slips[i];
}

// Finds one side with the others fixed: 1 or -1, or the value at which the slip vanishes, by regula falsi with
// Illinois weights.
static void contacts_find_side(Contacts *c, const double *y, size_t i) {
  double low = -1, high = 1;
  double at_low = contacts_slip_with(c, y, i, low);
  if (c->trouble != PUSH_SOLVED || at_low <= 0) return;
  double at_high = contacts_slip_with(c, y, i, high);
  if (c->trouble != PUSH_SOLVED || at_high >= 0) return;
  for (int round = 0; round < SIDE_ROUNDS; round++) {
    const double side = low + (high - low) * at_low / (at_low - at_high);
    const double at = contacts_slip_with(c, y, i, side);
    if (c->trouble != PUSH_SOLVED || contacts_side_is_right(c, i)) return;
    if (at > 0)
      low = side, at_low = at, at_high /= 2;
    else
      high = side, at_high = at, at_low /= 2;
  }
}

// Finds the change of the velocities that the rows require.
static void contacts_push(Contacts *c, const double *y) {
  contacts_push_with_sides(c, y);
  bool good = c->sides == 0;
  for (int sweep = 0; c->trouble == PUSH_SOLVED && !good && sweep < SIDE_ROUNDS; sweep++) {
    good = true;
    for (size_t i = 0; c->trouble == PUSH_SOLVED && i < c->sides; i++) {
      if (contacts_side_is_right(c, i)) continue;
      good = false;
      contacts_find_side(c, y, i);
    }
  }
  if (c->trouble == PUSH_SOLVED && !good) c->trouble = PUSH_UNDETERMINED;
}

static void contacts_add_change(const Contacts *c, double *y) {
  for (size_t i = 0; i < c->n; i++) y[c->n + i] += c->along * c->push.x[i];
}

// Finds the velocities after all closing constraints have collided, and newly engaged ones have taken effect, as one
// problem. Returns false if there was nothing to do.
static bool contacts_collide_once(Contacts *c, double *y) {
  c->trouble = PUSH_SOLVED;
  contacts_at(c, c->past->t, y);
  if (!contacts_add_impacts(c)) return false;
  contacts_push(c, y);
  if (c->trouble != PUSH_SOLVED) return true;
  contacts_note_impacts(c, y);
  contacts_add_change(c, y);
  return true;
}

// Brings the constraints marked in `over` to rest; contacts at rest stay at rest.
static void contacts_calm(Contacts *c, double *y) {
  contacts_at(c, c->past->t, y);
  c->push.r = 0;
  for (size_t a = 0; a < c->r; a++) {
    if (c->level[a] == CONTACT_ACCELERATIONS || c->use[a] == CONTACT_OFF) continue;
    const bool rests = c->unilateral[a] && contacts_touch(c, a) && contacts_rest(c, a);
    if (c->over[a] || rests || (!c->unilateral[a] && c->use[a] == CONTACT_IN_FORCE))
      push_add(&c->push, a, c->A, c->B, -c->speed[a], false);
  }
  contacts_push(c, y);
  if (c->trouble == PUSH_SOLVED) contacts_add_change(c, y);
}

// --- contact -------------------------------------------------------------------------------------

// (6)  the same problem for accelerations: C q'' >= b, lambda >= 0
static void contacts_add_contacts(Contacts *c) {
  c->push.r = 0;
  for (size_t a = 0; a < c->r; a++) {
    if (c->use[a] == CONTACT_OFF || (!c->unilateral[a] && c->use[a] != CONTACT_IN_FORCE)) continue;
    const bool candidate = !c->leaves[a] && contacts_touch(c, a) && contacts_rest(c, a);
    if (!c->unilateral[a] || candidate) push_add(&c->push, a, c->A, c->B, c->b[a], c->unilateral[a] != 0);
  }
}

// Returns the acceleration of a gap.
static double contacts_gap_rate(const Contacts *c, size_t a) {
  double sum = -c->b[a], terms = fabs(c->b[a]);
  for (size_t i = 0; i < c->n; i++) {
    const double term = c->A[a * c->n + i] * c->push.x[i];
    sum += term;
    terms += fabs(term);
  }
  return fabs(sum) > STILL * terms ? sum : 0;
}

static double contacts_reach(const Contacts *c, size_t k) {
  double reach = 0;
  for (size_t i = 0; i < c->n; i++) reach = fmax(reach, fabs(c->push.B[k * c->n + i]));
  return reach;
}

// Returns the largest force along a coordinate: the scale of multipliers.
static double contacts_largest_force(const Contacts *c) {
  double most = 0;
  for (size_t i = 0; i < c->n; i++) most = fmax(most, fabs(c->F[i]));
  for (size_t k = 0; k < c->push.r; k++) most = fmax(most, fabs(c->push.lambda[k]) * contacts_reach(c, k));
  return most;
}

// A gap that was left open because hardly anything pushed, and is closed again at a later event without having moved,
// is in contact: a force that grows from zero closes it again and again.
static bool contacts_closes_again(Contacts *c, size_t a, bool pushed) {
  const bool again = pushed && !isnan(c->brushed[a]) && c->brushed[a] != c->past->t;
  if (again || !pushed)
    c->brushed[a] = (double) NAN;
  else if (isnan(c->brushed[a]))
    c->brushed[a] = c->past->t;
  return again;
}

static void contacts_settle_row(Contacts *c, size_t k, double most) {
  const size_t a = (size_t) c->push.row[k];
  const double lambda = c->push.lambda[k];
  if (!c->push.pushes[k]) return;
  if (lambda * contacts_reach(c, k) > PUSHING * most) {
    c->use[a] = CONTACT_IN_FORCE;
    c->brushed[a] = (double) NAN;
  } else if (contacts_closes_again(c, a, lambda > 0 || c->gap_rate[a] < 0)) {
    c->use[a] = CONTACT_IN_FORCE;
  }
}

static void contacts_settle_once(Contacts *c) {
  contacts_add_contacts(c);
  c->trouble = push_solve(&c->push, c->M, c->F);
  if (c->trouble != PUSH_SOLVED) return;
  const double most = contacts_largest_force(c);
  for (size_t a = 0; a < c->r; a++) {
    c->gap_rate[a] = contacts_gap_rate(c, a);
    if (c->unilateral[a] && c->use[a] != CONTACT_OFF) c->use[a] = CONTACT_WATCHED;
  }
  for (size_t k = 0; k < c->push.r; k++) contacts_settle_row(c, k, most);
  for (size_t a = 0; a < c->r; a++)
    if (!(contacts_touch(c, a) && contacts_rest(c, a))) c->brushed[a] = (double) NAN;
}

// Finds the unilateral constraints that stay closed from that state on: those that push. Also finds the accelerations
// of all gaps.
static void contacts_settle(Contacts *c, const double *y) {
  contacts_at(c, c->past->t, y);
  bool again;
  do {
    again = false;
    contacts_settle_once(c);
    // a constraint that would close at once does not leave
    for (size_t a = 0; c->trouble == PUSH_SOLVED && a < c->r; a++)
      if (c->leaves[a] && !c->trusts && contacts_rest(c, a) && c->gap_rate[a] < 0) c->leaves[a] = 0, again = true;
  } while (again);
}
