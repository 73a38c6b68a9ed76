// native/text/modes.h: a motion whose constraints come and go, as a part of exported C: impacts, contact, release,
// and the actions of `when`.
//
// A mode is a use of each constraint of the model. mode_terms computes the mass matrix, the forces and the rows of all
// constraints at a state (coordinates and velocities); the equations with the rows in force are solved here. What
// happens at events is in contact.h and contact_event.h, as in the program; the rest follows program/hybrid.c and
// hybrid_when.c.
//
// If forces switch, states end with sides, the signs of functions (docs/theory/switching.md): mode_sided computes the
// terms with these, mode_surfaces the functions and their rates. A side on which nothing depends in a mode has the
// function 1.
//
// It comes after contact_event.h and the definitions of MODES_N, MODES_R, MODES_SIDES, MODES_SLIPS, MODES_STOPS,
// MODES_WHENS, MODES_UNILATERAL, MODES_ACTIONS, MODES_ASSIGNED, MODES_USES_MOTION, of the tables mode_is_unilateral,
// mode_level, mode_is_nonlinear, mode_first_use, mode_direction, mode_actions, mode_side_acts, of the functions
// mode_terms, mode_sided, mode_surfaces, mode_crossings, mode_assigned, and of
// MODES_NOTE(mode, t, what, name, impulse, lost), which records what happens: `name` is the number of a constraint,
// or of a `when` or a stop. MODES_FIELDS are further fields of a mode.

enum { MODE_RELEASE, MODE_ENGAGE, MODE_STOP, MODE_ASSIGN };
enum { MODE_GO_ON, MODE_ENDED, MODE_TROUBLE };
enum { MODE_CROSSINGS = MODES_STOPS + MODES_WHENS, MODE_EVENTS = MODE_CROSSINGS + MODES_UNILATERAL };
enum { MODE_ALL_EVENTS = MODE_EVENTS + 2 * MODES_SIDES };  // with the functions of sides, and the rest of each side
enum { MODE_STATE = 2 * MODES_N, MODE_Y = MODE_STATE + MODES_SIDES, MODE_FULL = MODE_STATE + MODES_N + MODES_R + MODES_SIDES };
// places of the numbers of mode_terms
enum { MODE_AT_F = MODES_N * (MODES_N + 1) / 2, MODE_AT_A = MODE_AT_F + MODES_N, MODE_AT_B = MODE_AT_A + MODES_R * MODES_N };
enum { MODE_AT_BIAS = MODE_AT_B + MODES_R * MODES_N, MODE_AT_GAP = MODE_AT_BIAS + MODES_R, MODE_AT_SPEED = MODE_AT_GAP + MODES_R };
enum { MODE_AT_SIZE = MODE_AT_SPEED + MODES_R, MODE_TERMS = CONTACT_TERMS(MODES_N, MODES_R, 0) };

// The history of the motion.
typedef struct {
  ContactPast contacts;
  double memory[CONTACT_MEMORY(MODES_R, MODES_SLIPS) + 1];
  int marks[CONTACT_MARKS(MODES_R) + 1];
  int at_once, acted, happened[MODES_WHENS + 1];
} ModePast;

typedef struct {
  Contacts c;
  ModePast *past;
  const double *p;
  double work[CONTACT_WORK(MODES_N, MODES_R, MODES_SLIPS, MODE_STATE) + 1];
  int work_marks[CONTACT_WORK_MARKS(MODES_R) + 1];
  double M[MODES_N * MODES_N], terms[MODE_TERMS + 1];  // at a state on the way
  const char *trouble;
  MODES_FIELDS
} Mode;

static void mode_take_terms(const Contacts *c, double t, const double *y, double *all) {
  const Mode *mode = c->context;
  double x[MODE_STATE + MODES_SLIPS];
  memcpy(x, y, MODE_STATE * sizeof *x);
  for (int i = 0; i < MODES_SLIPS; i++) x[MODE_STATE + i] = c->side[i];
  mode_terms(mode->p, t, x, all);
}

static void mode_note(const Contacts *c, double t, const char *what, size_t a, double impulse, double lost) {
  const Mode *mode = c->context;
  MODES_NOTE(mode, t, what, a, impulse, lost);
}

// Makes a mode work with this history and these parameters.
static void mode_attach(Mode *mode, ModePast *past, const double *p, double rtol, double atol) {
  mode->p = p;
  mode->past = past;
  mode->trouble = "";
  mode->c = (Contacts){.n = MODES_N,
                       .r = MODES_R,
                       .sides = MODES_SLIPS,
                       .states = MODE_STATE,
                       .unilateral = mode_is_unilateral,
                       .level = mode_level,
                       .nonlinear = mode_is_nonlinear,
                       .along = 1,
                       .rtol = rtol,
                       .atol = atol,
                       .trusts = MODES_SIDES > 0,
                       .terms = mode_take_terms,
                       .note = mode_note,
                       .context = mode};
  contacts_attach(&mode->c, &past->contacts, past->memory, past->marks, mode->work, mode->work_marks);
}

// --- on the way

static void mode_at(Mode *mode, double t, const double *y) {
  mode_sided(mode->p, t, y, mode->terms);
  for (int i = 0, k = 0; i < MODES_N; i++)
    for (int j = 0; j <= i; j++, k++) {
      mode->M[i * MODES_N + j] = mode->terms[k];
      mode->M[j * MODES_N + i] = mode->terms[k];
    }
}

// Is an acceleration only rounding beside the forces along its coordinate? It matters if forces switch: does it
// depend on sides?
static int mode_is_still(const Mode *mode, int i) {
  const Push *push = &mode->c.push;
  double force = fabs(mode->terms[MODE_AT_F + i]);
  for (size_t k = 0; k < push->r; k++) force += fabs(push->lambda[k] * push->B[k * MODES_N + (size_t) i]);
  return MODES_SIDES > 0 && fabs(push->x[i] * mode->M[i * MODES_N + i]) <= 16 * DBL_EPSILON * force;
}

// Computes y, then accelerations and multipliers in the mode. Returns 0 if they are not determined.
static int mode_motion(Mode *mode, double t, const double *y, double *full) {
  const double *terms = mode->terms;
  Push *push = &mode->c.push;
  push->r = 0;
  mode_at(mode, t, y);
  for (int a = 0; a < MODES_R; a++)
    if (mode->c.use[a] == CONTACT_IN_FORCE)
      push_add(push, (size_t) a, terms + MODE_AT_A, terms + MODE_AT_B, terms[MODE_AT_BIAS + a], false);
  const int good = push_solve_all(push, mode->M, terms + MODE_AT_F);
  for (int i = 0; i < MODE_STATE; i++) full[i] = y[i];
  for (int i = 0; i < MODES_N; i++) full[MODE_STATE + i] = !good ? (double) NAN : mode_is_still(mode, i) ? 0 : push->x[i];
  for (int a = 0; a < MODES_R; a++) full[MODE_STATE + MODES_N + a] = 0;
  for (size_t k = 0; k < push->r; k++)
    full[MODE_STATE + MODES_N + push->row[k]] = good ? push->lambda[k] : (double) NAN;
  for (int i = 0; i < MODES_SIDES; i++) full[MODE_FULL - MODES_SIDES + i] = y[MODE_STATE + i];
  return good;
}

static void mode_rates(Mode *mode, double t, const double *y, double *yd) {
  double full[MODE_FULL + 1];
  mode_motion(mode, t, y, full);
  for (int i = 0; i < MODES_N; i++) {
    yd[i] = y[MODES_N + i];
    yd[MODES_N + i] = full[MODE_STATE + i];
  }
  for (int i = MODE_STATE; i < MODE_Y; i++) yd[i] = 0;
}

#if MODES_SIDES > 0
// Does anything depend on a side in this mode?
static int mode_side_matters(const Mode *mode, int i) {
  const int *acts = mode_side_acts + i * (MODES_R + 1);
  for (int a = 0; a < MODES_R; a++)
    if (acts[a] && mode->c.use[a] == CONTACT_IN_FORCE) return 1;
  return acts[MODES_R];
}

// Computes the functions of the sides, then their time derivatives that depend on sides, then, for order 2, their
// rates.
static void mode_find_surfaces(const Mode *mode, double t, const double *full, double *g) {
  double all[4 * MODES_SIDES];
  mode_surfaces(mode->p, t, full, all);
  memcpy(g, all, 3 * MODES_SIDES * sizeof *g);
  for (int i = 0; i < MODES_SIDES; i++) {
    // a rate that constraints keep at zero is rounding
    if (fabs(g[MODES_SIDES + i]) <= 1e-13 * all[3 * MODES_SIDES + i]) g[MODES_SIDES + i] = 0;
    if (mode_side_matters(mode, i)) continue;
    g[i] = g[MODES_SIDES + i] = 1;
    g[2 * MODES_SIDES + i] = 0;
  }
}
#endif

// Computes the differences of stops and whens, then the gap of each unilateral constraint, or its multiplier in
// contact.
static void mode_events(Mode *mode, double t, const double *y, double *g) {
  double full[MODE_FULL + 1];
  mode_motion(mode, t, y, full);
  if (MODE_CROSSINGS > 0) mode_crossings(mode->p, t, full, g);
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    g[k++] = mode->c.use[a] == CONTACT_OFF       ? 1
             : mode->c.use[a] == CONTACT_WATCHED ? mode->terms[MODE_AT_GAP + a]
                                                 : full[MODE_STATE + MODES_N + a];
  }
#if MODES_SIDES > 0
  double surface[3 * MODES_SIDES];
  mode_find_surfaces(mode, t, full, surface);
  for (int i = 0; i < MODES_SIDES; i++) {
    const double side = y[MODE_STATE + i];
    g[MODE_EVENTS + i] = surface[i];
    g[MODE_EVENTS + MODES_SIDES + i] = 1 - side * side;
  }
#endif
}

static int mode_holds(int a, int positions) {
  return positions ? mode_level[a] == CONTACT_POSITIONS : mode_level[a] != CONTACT_ACCELERATIONS;
}

// Adds the rows in force for a change of coordinates, or of velocities, that satisfies them to first order. Returns the
// largest error.
static double mode_add_errors(Mode *mode, int positions, double *size) {
  const double *terms = mode->terms, *off = terms + (positions ? MODE_AT_GAP : MODE_AT_SPEED);
  double error = 0;
  mode->c.push.r = 0;
  for (int a = 0; a < MODES_R; a++) {
    if (mode->c.use[a] != CONTACT_IN_FORCE || !mode_holds(a, positions)) continue;
    error = fmax(error, fabs(off[a]));
    *size = fmax(*size, terms[MODE_AT_SIZE + (positions ? 0 : MODES_R) + a]);
    push_add(&mode->c.push, (size_t) a, terms + MODE_AT_A, terms + MODE_AT_A, -off[a], false);
  }
  return error;
}

// Moves coordinates, or velocities, onto the constraints in force, as little as the metric of the kinetic energy allows.
static void mode_project_part(Mode *mode, double t, double *y, int positions) {
  const Push *push = &mode->c.push;
  double *part = positions ? y : y + MODES_N;
  for (int round = 0; round < 5; round++) {
    double size = 0, largest = 0;
    mode_at(mode, t, y);
    (void) mode_add_errors(mode, positions, &size);
    if (push->r == 0 || !push_solve_all(&mode->c.push, mode->M, NULL)) return;
    size = 0;
    for (int i = 0; i < MODES_N; i++) {
      part[i] += push->x[i];
      size = fmax(size, fabs(part[i]));
      largest = fmax(largest, fabs(push->x[i]));
    }
    if (!(largest > 1e-8 * size)) return;
  }
}

static void mode_project(Mode *mode, double t, double *y) {
  mode_project_part(mode, t, y, 1);
  mode_project_part(mode, t, y, 0);
}

static int mode_fail(Mode *mode, const char *why) {
  mode->trouble = why;
  return MODE_TROUBLE;
}

static int mode_resolve(Mode *mode, double *y) {
  switch (contacts_resolve(&mode->c, y)) {
    case CONTACT_GOES_ON: return MODE_GO_ON;
    case CONTACT_NO_IMPACT: return mode_fail(mode, "the impact is not determined");
    case CONTACT_NO_CONTACT: return mode_fail(mode, "contact is not determined");
    default: return mode_fail(mode, "a constraint is not linear in the velocities: the impact is not determined");
  }
}

// --- `when`

// Keeps what is held; the rest changes as little as the rows in force require. Returns 0 if they cannot be satisfied
// so.
static int mode_complete(Mode *mode, double *y, const int *held, int positions) {
  Push *push = &mode->c.push;
  double unit[MODES_N * MODES_N] = {0}, size = 1;
  double *part = positions ? y : y + MODES_N;
  const int *kept = positions ? held : held + MODES_N;
  for (int i = 0; i < MODES_N; i++) unit[i * MODES_N + i] = 1;
  for (int round = 0; round < 50; round++) {
    double largest = 0;
    mode_at(mode, mode->past->contacts.t, y);
    const double error = mode_add_errors(mode, positions, &size);
    if (error <= 1e-15 * size) return 1;
    for (size_t k = 0; k < push->r * MODES_N; k++)
      if (kept[k % MODES_N]) push->A[k] = push->B[k] = 0;
    if (!push_solve_all(push, unit, NULL)) return 0;
    for (int i = 0; i < MODES_N; i++) {
      part[i] += push->x[i];
      largest = fmax(largest, fabs(push->x[i]));
    }
    if (!(largest > 1e-15 * size)) return error <= 1e-8 * size;
  }
  return 0;
}

// Carries out releases and assignments, with marks in `held`. Returns the number of assignments, or -1.
static int mode_assign(Mode *mode, const double *value, double *y, int *held, int *turn) {
  ModePast *past = mode->past;
  int assigned = 0;
  for (int i = 0, k = 0; i < MODES_ACTIONS; i++) {
    const int *action = mode_actions[i];
    const double v = action[1] == MODE_ASSIGN ? value[k++] : 0;
    if (!past->happened[action[0]]) continue;
    if (action[1] == MODE_STOP) *turn = MODE_ENDED;
    if (action[1] == MODE_RELEASE)
      past->acted |= contacts_set_use(&mode->c, (size_t) action[2], (size_t) action[3], false);
    if (action[1] != MODE_ASSIGN) continue;
    if (!(v - v == 0)) return -1;
    y[action[2]] = v;
    held[action[2]] = 1;
    assigned++;
  }
  return assigned;
}

// Carries out all actions of the marked events at once. held: what is assigned.
static int mode_act(Mode *mode, const double *value, double *y, int *held) {
  const char *const contradicts = "what is assigned contradicts a constraint";
  ModePast *past = mode->past;
  Contacts *c = &mode->c;
  int turn = MODE_GO_ON, positions = 0;
  past->acted = 0;
  const int assigned = mode_assign(mode, value, y, held, &turn);
  if (assigned < 0) return mode_fail(mode, "what is assigned gives no state");
  for (int i = 0; i < MODES_N; i++) positions |= held[i];
  if (assigned > 0 && ((positions && !mode_complete(mode, y, held, 1)) || !mode_complete(mode, y, held, 0)))
    return mode_fail(mode, contradicts);
  contacts_at(c, past->contacts.t, y);
  for (int engage = 0; engage < 2; engage++)
    for (int i = 0; i < MODES_ACTIONS; i++) {
      const int *action = mode_actions[i];
      const size_t first = (size_t) action[2], count = (size_t) action[3];
      if (!past->happened[action[0]] || action[1] != MODE_ENGAGE) continue;
      if (!engage && contacts_find_unfit(c, first, count) < c->r)
        return mode_fail(mode, "a constraint that is violated cannot be engaged");
      if (engage) past->acted |= contacts_set_use(c, first, count, true);
    }
  if (assigned > 0 && contacts_find_violated(c) < c->r) return mode_fail(mode, contradicts);
  past->acted = past->acted || assigned > 0 || turn != MODE_GO_ON;
  return turn;
}

// Have impacts left the assigned velocities unchanged?
static int mode_keeps_assigned(const int *held, const double *before, const double *assigned, const double *y) {
  for (int i = MODES_N; i < MODE_STATE; i++)
    if (held[i] && fabs(y[i] - assigned[i]) > 1e-9 * (fabs(assigned[i]) + fabs(before[i]))) return 0;
  return 1;
}

// --- the whole event

// Finds the mode of the initial state; impacts may change y.
static int mode_start(Mode *mode, double t, double *y) {
  ModePast *past = mode->past;
  past->at_once = past->acted = 0;
  mode->trouble = "";
  for (int i = 0; i < MODES_WHENS; i++) past->happened[i] = 0;
  contacts_begin(&mode->c, t, mode_first_use);
  if (contacts_start(&mode->c, y) < mode->c.r) return mode_fail(mode, "the initial state violates a constraint");
  return mode_resolve(mode, y);
}

// Handles the marked events at a state, in the order of mode_events. y becomes the state after them.
static int mode_happen(Mode *mode, double t, double *y, const bool *happened) {
  ModePast *past = mode->past;
  double full[MODE_FULL + 1], value[MODES_ASSIGNED + 1] = {0}, assigned[MODE_STATE];
  int held[MODE_STATE] = {0}, any = 0;
  past->at_once = t == past->contacts.t ? past->at_once + 1 : 0;
  past->contacts.t = t;
  if (past->at_once > 200) return mode_fail(mode, "events follow each other without end");
  for (int i = 0; i < MODES_STOPS; i++)
    if (happened[i]) {
      MODES_NOTE(mode, t, "stop", i, 0.0, 0.0);
      return MODE_ENDED;
    }
  mode_motion(mode, t, y, full);
  if (MODES_ASSIGNED > 0) mode_assigned(mode->p, t, full, value);
  for (int i = 0; i < MODES_WHENS; i++) any |= past->happened[i] = happened[MODES_STOPS + i];
  contacts_mark(&mode->c, happened + MODE_CROSSINGS);
  const int turn = mode_act(mode, value, y, held);
  memcpy(assigned, y, sizeof assigned);
  if (turn == MODE_TROUBLE || mode_resolve(mode, y) == MODE_TROUBLE) return MODE_TROUBLE;
  if (!mode_keeps_assigned(held, full, assigned, y)) return mode_fail(mode, "what is assigned contradicts a constraint");
  if (any && past->acted && contacts_are_crowded(&mode->c))
    return mode_fail(mode, "infinitely many events by `when` follow at once: nothing says how the motion continues");
  for (int i = 0; i < MODES_WHENS && past->acted; i++)
    if (past->happened[i]) MODES_NOTE(mode, t, "when", i, 0.0, 0.0);
  return turn;
}

// Returns the direction in which an event that has just happened continues from y: 1 or -1, or 0 if that is not
// clear. g: its value there, h: a little later.
static int mode_slope(double g, double h) {
  const double change = h - g, noise = 64 * DBL_EPSILON * (fabs(g) + fabs(h));
  return fabs(g) > 100 * fabs(change) || fabs(change) <= noise ? 0 : change > 0 ? 1 : -1;
}

// Finds the signs that `when`s which have just happened have from now on; 0 for all others, and for stops.
static void mode_find_slopes(Mode *mode, const double *y, int *slope) {
  const double step = 1e-9, t = mode->past->contacts.t;
  double yd[MODE_Y], next[MODE_Y], g[MODE_ALL_EVENTS + 1], h[MODE_ALL_EVENTS + 1];
  int any = 0;
  for (int k = 0; k < MODE_CROSSINGS; k++) slope[k] = 0;
  for (int i = 0; i < MODES_WHENS; i++) any |= mode->past->happened[i];
  if (!any) return;
  mode_rates(mode, t, y, yd);
  for (int i = 0; i < MODE_Y; i++) next[i] = y[i] + step * yd[i];
  mode_events(mode, t, y, g);
  mode_events(mode, t + step, next, h);
  for (int k = MODES_STOPS; k < MODE_CROSSINGS; k++)
    if (mode->past->happened[k - MODES_STOPS]) slope[k] = mode_slope(g[k], h[k]);
}
