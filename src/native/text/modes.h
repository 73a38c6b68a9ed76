// native/text/modes.h: a motion whose constraints come and go, as a part of exported C: impacts, contact, release, and what
// `when` asks for.
//
// A mode is a use of each constraint of the model. mode_terms gives the mass matrix, the forces and the rows of all
// constraints at a state, coordinates and velocities; the rows in force are solved for here. The steps are those of
// program/hybrid.c and contacts.c; the laws are in docs/theory/impacts.md.
//
// Before it stand push.h, MODES_STOPS, MODES_WHENS, MODES_UNILATERAL, MODES_ACTIONS, MODES_ASSIGNED, MODES_USES_MOTION, the
// tables mode_is_unilateral, mode_level, mode_is_nonlinear, mode_first_use, mode_direction, mode_actions, the functions
// mode_terms, mode_crossings, mode_assigned, and MODES_NOTE(mode, t, what, name, impulse, lost), which records what
// happens: `name` is the number of a constraint, or of a `when` or a stop. MODES_FIELDS are further fields of a mode.

enum { MODE_IN_FORCE, MODE_WATCHED, MODE_OFF };             // uses of a constraint
enum { MODE_POSITIONS, MODE_VELOCITIES, MODE_ACCELERATIONS };  // its level
enum { MODE_RELEASE, MODE_ENGAGE, MODE_STOP, MODE_ASSIGN };
enum { MODE_GO_ON, MODE_ENDED, MODE_TROUBLE };
enum { MODE_EVENTS = MODES_STOPS + MODES_WHENS + MODES_UNILATERAL, MODE_STATE = 2 * MODES_N };
enum { MODE_TERMS = MODES_N * (MODES_N + 1) / 2 + MODES_N + 2 * MODES_R * MODES_N + 6 * MODES_R };

// What is known at a state: the numbers of mode_terms, of which these are parts.
typedef struct {
  double M[MODES_N * MODES_N], all[MODE_TERMS + 1];
  const double *F, *A, *B, *b, *gap, *speed, *gap_size, *speed_size, *restitution;
} ModeTerms;

// A mode, and what is remembered of the motion so far.
typedef struct {
  int use[MODES_R + 1], touches[MODES_R + 1], leaves[MODES_R + 1];
  double fastest[MODES_R + 1], highest[MODES_R + 1], gap_rate[MODES_R + 1];
  double impulse[MODES_R + 1], lost[MODES_R + 1];
  double impacts[3], t, start;
  int at_once, acted, any_happened, happened[MODES_WHENS + 1];
  const char *trouble;
  MODES_FIELDS
} Mode;

// --- a state

static void mode_at(const double *p, double t, const double *y, ModeTerms *m) {
  enum { N = MODES_N, R = MODES_R };
  mode_terms(p, t, y, m->all);
  int k = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++, k++) {
      m->M[i * N + j] = m->all[k];
      m->M[j * N + i] = m->all[k];
    }
  const double **const parts[] = {&m->F, &m->A, &m->B, &m->b, &m->gap, &m->speed, &m->gap_size, &m->speed_size, &m->restitution};
  const int sizes[] = {N, R * N, R * N, R, R, R, R, R, R};
  for (int i = 0; i < 9; i++) {
    *parts[i] = m->all + k;
    k += sizes[i];
  }
}

// y, then accelerations and multipliers in the mode; 0 if they are not determined.
static int mode_motion(const Mode *mode, const double *p, double t, const double *y, ModeTerms *m, double *full) {
  PushProblem problem;
  problem.count = 0;
  mode_at(p, t, y, m);
  for (int a = 0; a < MODES_R; a++)
    if (mode->use[a] == MODE_IN_FORCE) push_add(&problem, a, m->A, m->B, m->b[a], 0);
  const int good = push_solve_all(&problem, m->M, m->F);
  for (int i = 0; i < MODE_STATE; i++) full[i] = y[i];
  for (int i = 0; i < MODES_N; i++) full[MODE_STATE + i] = good ? problem.equations.x[i] : NAN;
  for (int a = 0; a < MODES_R; a++) full[MODE_STATE + MODES_N + a] = 0;
  for (int k = 0; k < problem.count; k++)
    full[MODE_STATE + MODES_N + problem.row[k]] = good ? problem.lambda[k] : NAN;
  return good;
}

static void mode_rates(const Mode *mode, const double *p, double t, const double *y, double *yd) {
  ModeTerms m;
  double full[MODE_STATE + MODES_N + MODES_R + 1];
  mode_motion(mode, p, t, y, &m, full);
  for (int i = 0; i < MODES_N; i++) {
    yd[i] = y[MODES_N + i];
    yd[MODES_N + i] = full[MODE_STATE + i];
  }
}

// The differences of stops and whens, then of each unilateral constraint the gap, or its multiplier in contact.
static void mode_events(const Mode *mode, const double *p, double t, const double *y, double *g) {
  ModeTerms m;
  double full[MODE_STATE + MODES_N + MODES_R + 1];
  mode_motion(mode, p, t, y, &m, full);
  if (MODES_STOPS + MODES_WHENS > 0) mode_crossings(p, t, full, g);
  for (int a = 0, k = MODES_STOPS + MODES_WHENS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    g[k++] = mode->use[a] == MODE_OFF       ? 1
             : mode->use[a] == MODE_WATCHED ? m.gap[a]
                                            : full[MODE_STATE + MODES_N + a];
  }
}

static int mode_holds(int a, int positions) {
  return positions ? mode_level[a] == MODE_POSITIONS : mode_level[a] != MODE_ACCELERATIONS;
}

// Moves coordinates, or velocities, onto the constraints in force, as little as the metric of the kinetic energy allows.
static void mode_project_part(const Mode *mode, const double *p, double t, double *y, int positions) {
  double *part = positions ? y : y + MODES_N;
  for (int round = 0; round < 5; round++) {
    ModeTerms m;
    PushProblem problem;
    double size = 0, largest = 0;
    problem.count = 0;
    mode_at(p, t, y, &m);
    for (int a = 0; a < MODES_R; a++)
      if (mode->use[a] == MODE_IN_FORCE && mode_holds(a, positions))
        push_add(&problem, a, m.A, m.A, positions ? -m.gap[a] : -m.speed[a], 0);
    if (problem.count == 0 || !push_solve_all(&problem, m.M, NULL)) return;
    for (int i = 0; i < MODES_N; i++) {
      part[i] += problem.equations.x[i];
      size = fmax(size, fabs(part[i]));
      largest = fmax(largest, fabs(problem.equations.x[i]));
    }
    if (!(largest > 1e-8 * size)) return;
  }
}

static void mode_project(const Mode *mode, const double *p, double t, double *y) {
  mode_project_part(mode, p, t, y, 1);
  mode_project_part(mode, p, t, y, 0);
}

// --- impacts and contact

static int mode_is_closed(const Mode *mode, const ModeTerms *m, int a) {
  return m->gap[a] <= 1e-10 * m->gap_size[a] + 1e-12 * mode->highest[a] + 1e-13 * fabs(m->speed[a] * mode->t) + DBL_MIN;
}

static int mode_touches(const Mode *mode, const ModeTerms *m, int a) {
  return mode->touches[a] || mode_is_closed(mode, m, a);
}

static double mode_least_speed(const Mode *mode, const ModeTerms *m, int a) {
  return 1e-11 * fmax(m->speed_size[a], mode->fastest[a]) + 1e-14;
}

static int mode_closes(const Mode *mode, const ModeTerms *m, int a) {
  return m->speed[a] < -mode_least_speed(mode, m, a);
}

static int mode_rests(const Mode *mode, const ModeTerms *m, int a) {
  return fabs(m->speed[a]) <= mode_least_speed(mode, m, a);
}

static int mode_is_open(const Mode *mode, int a) {
  return mode_is_unilateral[a] && mode->use[a] == MODE_WATCHED;
}

// C v+ = -e C v- for what closes, C v+ = 0 for what is kept, C v+ >= 0 for what is in contact. Is there anything to do?
static int mode_add_impacts(const Mode *mode, const ModeTerms *m, PushProblem *problem) {
  int any = 0;
  problem->count = 0;
  for (int a = 0; a < MODES_R; a++) {
    if (mode->use[a] == MODE_OFF || mode_level[a] == MODE_ACCELERATIONS) continue;
    if (!mode_is_unilateral[a]) {
      if (mode->use[a] != MODE_IN_FORCE) continue;
      any |= !mode_rests(mode, m, a);
      push_add(problem, a, m->A, m->B, -m->speed[a], 0);
    } else if (mode_touches(mode, m, a)) {
      const int closes = mode_closes(mode, m, a);
      const int held = mode->use[a] == MODE_IN_FORCE && mode_rests(mode, m, a);
      if (closes || held) push_add(problem, a, m->A, m->B, -(closes ? 1 + m->restitution[a] : 1) * m->speed[a], 1);
      any |= closes;
    }
  }
  return any;
}

// The velocity of a floor that moves by itself, c_t of u = C v + c_t: it is no part of the energy.
static double mode_own_velocity(const ModeTerms *m, int a, const double *y) {
  const double own = m->speed[a] - push_dot(m->A + a * MODES_N, y + MODES_N);
  return fabs(own) > 1e-12 * m->speed_size[a] ? own : 0;
}

// One impact; -1 if there is none, 0 if it is not determined.
static int mode_collide_once(Mode *mode, const double *p, double *y) {
  ModeTerms m;
  PushProblem problem;
  mode_at(p, mode->t, y, &m);
  if (!mode_add_impacts(mode, &m, &problem)) return -1;
  if (!push_solve(&problem, m.M, NULL)) return 0;
  double largest = 0;
  for (int k = 0; k < problem.count; k++) largest = fmax(largest, fabs(problem.lambda[k]));
  for (int k = 0; k < problem.count; k++) {
    const int a = problem.row[k];
    const double lambda = problem.lambda[k];
    // less, in a contact that rests, is rounding
    if (lambda == 0 || (!mode_closes(mode, &m, a) && fabs(lambda) <= 1e-12 * largest)) continue;
    mode->impulse[a] += lambda;
    mode->lost[a] -= lambda * ((2 * m.speed[a] + push_dot(m.A + a * MODES_N, problem.equations.x)) / 2 -
                               mode_own_velocity(&m, a, y));
    if (mode_is_unilateral[a]) mode->fastest[a] = fmax(mode->fastest[a], fabs(m.speed[a]));
  }
  for (int i = 0; i < MODES_N; i++) y[MODES_N + i] += problem.equations.x[i];
  return 1;
}

static int mode_fail(Mode *mode, const char *why) {
  mode->trouble = why;
  return -1;
}

// Brings to rest what has a mark, or, without marks, what is slow beside its fastest impact; what rests in contact stays
// at rest.
static int mode_calm(Mode *mode, const double *p, double *y, const int *over) {
  ModeTerms m;
  PushProblem problem;
  problem.count = 0;
  mode_at(p, mode->t, y, &m);
  for (int a = 0; a < MODES_R; a++) {
    const int unilateral = mode_is_unilateral[a];
    if (mode->use[a] == MODE_OFF || mode_level[a] == MODE_ACCELERATIONS) continue;
    const int touches = unilateral && mode_touches(mode, &m, a);
    const int slow = touches && mode_is_open(mode, a) && fabs(m.speed[a]) <= 1e-9 * mode->fastest[a];
    if ((over != NULL ? over[a] : slow) || (touches && mode_rests(mode, &m, a)) ||
        (!unilateral && mode->use[a] == MODE_IN_FORCE))
      push_add(&problem, a, m.A, m.B, -m.speed[a], 0);
  }
  if (!push_solve(&problem, m.M, NULL)) return mode_fail(mode, "contact is not determined");
  for (int i = 0; i < MODES_N; i++) y[MODES_N + i] += problem.equations.x[i];
  return 0;
}

// Impacts one after the other until nothing closes any more: how many, or -1 if that is not determined.
static int mode_collide(Mode *mode, const double *p, double *y) {
  for (int round = 0;; round++) {
    const int how = mode_collide_once(mode, p, y);
    if (how < 0) {
      if (round > 8) (void) mode_calm(mode, p, y, NULL);  // what is left of many impacts is rounding
      return round;
    }
    if (how == 0 || round == 10000) return mode_fail(mode, "the impact is not determined");
    for (int a = 0; a < MODES_R; a++)
      if (mode_is_nonlinear[a] && mode->use[a] == MODE_IN_FORCE)
        return mode_fail(mode, "a constraint is not linear in the velocities: the impact is not determined");
  }
}

// The acceleration of a gap.
static double mode_gap_rate(const ModeTerms *m, const PushProblem *problem, int a) {
  double sum = -m->b[a], terms = fabs(m->b[a]);
  for (int i = 0; i < MODES_N; i++) {
    const double term = m->A[a * MODES_N + i] * problem->equations.x[i];
    sum += term;
    terms += fabs(term);
  }
  return fabs(sum) > 1e-13 * terms ? sum : 0;
}

static double mode_row_reach(const PushProblem *problem, int k) {
  double reach = 0;
  for (int i = 0; i < MODES_N; i++) reach = fmax(reach, fabs(problem->B[k * MODES_N + i]));
  return reach;
}

static int mode_settle_once(Mode *mode, const ModeTerms *m) {
  PushProblem problem;
  double most = 0;
  problem.count = 0;
  for (int a = 0; a < MODES_R; a++) {
    const int unilateral = mode_is_unilateral[a];
    if (mode->use[a] == MODE_OFF || (!unilateral && mode->use[a] != MODE_IN_FORCE)) continue;
    const int candidate = !mode->leaves[a] && mode_touches(mode, m, a) && mode_rests(mode, m, a);
    if (!unilateral || candidate) push_add(&problem, a, m->A, m->B, m->b[a], unilateral);
  }
  if (!push_solve(&problem, m->M, m->F)) return mode_fail(mode, "contact is not determined");
  for (int i = 0; i < MODES_N; i++) most = fmax(most, fabs(m->F[i]));
  for (int k = 0; k < problem.count; k++) most = fmax(most, fabs(problem.lambda[k]) * mode_row_reach(&problem, k));
  for (int a = 0; a < MODES_R; a++) {
    mode->gap_rate[a] = mode_gap_rate(m, &problem, a);
    if (mode_is_unilateral[a] && mode->use[a] != MODE_OFF) mode->use[a] = MODE_WATCHED;
  }
  for (int k = 0; k < problem.count; k++)
    if (problem.pushes[k] && problem.lambda[k] * mode_row_reach(&problem, k) > 1e-11 * most)
      mode->use[problem.row[k]] = MODE_IN_FORCE;
  return 0;
}

// Which constraints stay closed: those that push; -1 if that is not determined. What would close at once does not leave.
static int mode_settle(Mode *mode, const double *p, const double *y, ModeTerms *m) {
  int again = 1;
  mode_at(p, mode->t, y, m);
  while (again) {
    again = 0;
    if (mode_settle_once(mode, m) < 0) return -1;
    for (int a = 0; a < MODES_R; a++) {
      if (!mode->leaves[a] || !mode_rests(mode, m, a) || !(mode->gap_rate[a] < 0)) continue;
      mode->leaves[a] = 0;
      again = 1;
    }
  }
  return 0;
}

// How far gaps would open at the speed with which they closed, in the time since the impact before.
static void mode_note_heights(Mode *mode) {
  const double flown = fabs(mode->t - (mode->impacts[0] == mode->impacts[0] ? mode->impacts[0] : mode->start));
  for (int a = 0; a < MODES_R; a++) {
    const double u = mode->fastest[a], pull = fabs(mode->gap_rate[a]);
    if (u > 0) mode->highest[a] = fmax(mode->highest[a], fmin(u * u / (2 * pull), u * flown));
  }
}

// Marks flights that are so small that nothing can be seen of them and of those that follow; how long these take, or -1.
static double mode_find_over(const Mode *mode, const ModeTerms *m, int *over) {
  const double seen = (mode->impacts[0] - mode->impacts[1]) / (mode->impacts[1] - mode->impacts[2]);
  double left = -1;
  for (int a = 0; a < MODES_R; a++) {
    over[a] = 0;
    if (!mode_is_open(mode, a) || !mode_touches(mode, m, a) || mode_rests(mode, m, a)) continue;
    if (!(m->speed[a] > 0 && mode->gap_rate[a] < 0)) continue;
    const double ratio = seen > 0 && seen < 0.999 ? seen : m->restitution[a];
    const double time = -2 * m->speed[a] / mode->gap_rate[a] / (1 - ratio);
    over[a] = ratio <= 0.999 && m->speed[a] * time <= 1e-12 * fmax(mode->highest[a], m->gap_size[a]);
    if (over[a]) left = fmax(left, time);
  }
  return left;
}

static void mode_clear_impacts(Mode *mode) {
  for (int a = 0; a < MODES_R; a++) mode->impulse[a] = mode->lost[a] = 0;
}

static void mode_list_contacts(const Mode *mode, const int *former, double begin) {
  for (int a = 0; a < MODES_R; a++) {
    if (!mode_is_unilateral[a] || former[a] == mode->use[a]) continue;
    if (mode->use[a] == MODE_IN_FORCE) MODES_NOTE(mode, begin, "contact", a, 0.0, 0.0);
    if (former[a] == MODE_IN_FORCE && mode->use[a] == MODE_WATCHED) MODES_NOTE(mode, mode->t, "release", a, 0.0, 0.0);
  }
  (void) begin;
}

// Impacts, then contact; -1 if they are not determined.
static int mode_resolve(Mode *mode, const double *p, double *y) {
  ModeTerms m;
  int former[MODES_R + 1], over[MODES_R + 1];
  double left = 0;
  for (int a = 0; a < MODES_R; a++) former[a] = mode->use[a];
  const int any = mode_collide(mode, p, y);
  if (any < 0 || mode_settle(mode, p, y, &m) < 0) return -1;
  if (any > 0) {
    mode_note_heights(mode);
    mode->impacts[2] = mode->impacts[1];
    mode->impacts[1] = mode->impacts[0];
    mode->impacts[0] = mode->t;
    for (int a = 0; a < MODES_R; a++)
      if (mode->impulse[a] != 0 && mode_is_unilateral[a])
        MODES_NOTE(mode, mode->t, "impact", a, mode->impulse[a], mode->lost[a]);
    mode_clear_impacts(mode);
  }
  // what one flight that is over has hidden, another may show
  for (int round = 0; round < MODES_R; round++) {
    const double time = mode_find_over(mode, &m, over);
    if (time < 0) break;
    left = fmax(left, time);
    if (mode_calm(mode, p, y, over) < 0 || mode_settle(mode, p, y, &m) < 0) return -1;
  }
  mode_list_contacts(mode, former, mode->t + left);
  return 0;
}

// --- `when`

// What is held stays; the rest changes as little as the rows in force require. 0 if they cannot be satisfied so.
static int mode_complete(const Mode *mode, const double *p, double *y, const int *held, int positions) {
  double unit[MODES_N * MODES_N] = {0}, size = 1;
  double *part = positions ? y : y + MODES_N;
  const int *kept = positions ? held : held + MODES_N;
  for (int i = 0; i < MODES_N; i++) unit[i * MODES_N + i] = 1;
  for (int round = 0; round < 50; round++) {
    ModeTerms m;
    PushProblem problem;
    double largest = 0, error = 0;
    problem.count = 0;
    mode_at(p, mode->t, y, &m);
    for (int a = 0; a < MODES_R; a++) {
      if (mode->use[a] != MODE_IN_FORCE || !mode_holds(a, positions)) continue;
      const double off = positions ? m.gap[a] : m.speed[a];
      error = fmax(error, fabs(off));
      size = fmax(size, positions ? m.gap_size[a] : m.speed_size[a]);
      push_add(&problem, a, m.A, m.A, -off, 0);
    }
    if (error <= 1e-15 * size) return 1;
    for (int k = 0; k < problem.count * MODES_N; k++)
      if (kept[k % MODES_N]) problem.A[k] = problem.B[k] = 0;
    if (!push_solve_all(&problem, unit, NULL)) return 0;
    for (int i = 0; i < MODES_N; i++) {
      part[i] += problem.equations.x[i];
      largest = fmax(largest, fabs(problem.equations.x[i]));
    }
    if (!(largest > 1e-15 * size)) return error <= 1e-8 * size;
  }
  return 0;
}

static void mode_set_use(Mode *mode, int first, int count, int equation, int unilateral) {
  for (int a = first; a < first + count; a++) {
    if ((equation == MODE_IN_FORCE) == (mode->use[a] != MODE_OFF)) continue;
    mode->use[a] = mode_is_unilateral[a] ? unilateral : equation;
    mode->acted = 1;
  }
}

static int mode_can_engage(const Mode *mode, const ModeTerms *m, int first, int count) {
  for (int a = first; a < first + count; a++) {
    const double off = mode_is_unilateral[a] ? fmin(m->gap[a], 0) : m->gap[a];
    const double scale = fmax(m->gap_size[a], fabs(m->speed[a] * mode->t));
    if (mode_level[a] == MODE_POSITIONS && fabs(off) > 1e-8 * scale + 1e-12) return 0;
  }
  return 1;
}

// Releases, and what is assigned, with marks in `held`; how many assignments there are, or -1.
static int mode_assign(Mode *mode, const double *value, double *y, int *held, int *turn) {
  int assigned = 0;
  for (int i = 0, k = 0; i < MODES_ACTIONS; i++) {
    const int *action = mode_actions[i];
    const double v = action[1] == MODE_ASSIGN ? value[k++] : 0;
    if (!mode->happened[action[0]]) continue;
    if (action[1] == MODE_STOP) *turn = MODE_ENDED;
    if (action[1] == MODE_RELEASE) mode_set_use(mode, action[2], action[3], MODE_OFF, MODE_OFF);
    if (action[1] != MODE_ASSIGN) continue;
    if (!(v - v == 0)) return mode_fail(mode, "what is assigned gives no state");
    y[action[2]] = v;
    held[action[2]] = 1;
    assigned++;
  }
  return assigned;
}

// All that the events with a mark ask for, at once.
static int mode_act(Mode *mode, const double *p, const double *value, double *y) {
  ModeTerms m;
  int held[MODE_STATE] = {0}, turn = MODE_GO_ON, positions = 0;
  mode->acted = 0;
  const int assigned = mode_assign(mode, value, y, held, &turn);
  if (assigned < 0) return MODE_TROUBLE;
  for (int i = 0; i < MODES_N; i++) positions |= held[i];
  if (assigned > 0 && ((positions && !mode_complete(mode, p, y, held, 1)) || !mode_complete(mode, p, y, held, 0))) {
    (void) mode_fail(mode, "what is assigned contradicts a constraint");
    return MODE_TROUBLE;
  }
  mode_at(p, mode->t, y, &m);
  for (int a = 0; assigned > 0 && a < MODES_R; a++)
    if (mode_is_open(mode, a) && m.gap[a] < -1e-8 * (m.gap_size[a] + mode->highest[a]) && !mode_touches(mode, &m, a)) {
      (void) mode_fail(mode, "what is assigned contradicts a constraint");
      return MODE_TROUBLE;
    }
  for (int i = 0; i < MODES_ACTIONS; i++) {
    const int *action = mode_actions[i];
    if (!mode->happened[action[0]] || action[1] != MODE_ENGAGE || mode_can_engage(mode, &m, action[2], action[3])) continue;
    (void) mode_fail(mode, "a constraint that is violated cannot be engaged");
    return MODE_TROUBLE;
  }
  for (int i = 0; i < MODES_ACTIONS; i++) {
    const int *action = mode_actions[i];
    if (mode->happened[action[0]] && action[1] == MODE_ENGAGE)
      mode_set_use(mode, action[2], action[3], MODE_IN_FORCE, MODE_WATCHED);
  }
  mode->acted = mode->acted || assigned > 0 || turn != MODE_GO_ON;
  return turn;
}

// --- the whole event

static void mode_mark(Mode *mode, const int *contacts) {
  for (int a = 0, k = 0; a < MODES_R; a++) {
    mode->touches[a] = mode->use[a] == MODE_IN_FORCE;
    mode->leaves[a] = 0;
    if (!mode_is_unilateral[a]) continue;
    const int now = contacts != NULL && contacts[k++];
    mode->leaves[a] = now && mode->use[a] == MODE_IN_FORCE;
    mode->touches[a] = mode->touches[a] || now;
  }
  mode_clear_impacts(mode);
}

// The mode that the initial state asks for; y may change by impacts.
static int mode_start(Mode *mode, const double *p, double t, double *y) {
  ModeTerms m;
  mode->t = mode->start = t;
  mode->at_once = mode->acted = mode->any_happened = 0;
  mode->trouble = "";
  for (int i = 0; i < 3; i++) mode->impacts[i] = NAN;
  for (int i = 0; i < MODES_WHENS; i++) mode->happened[i] = 0;
  for (int a = 0; a < MODES_R; a++) {
    mode->use[a] = mode_first_use[a];
    mode->fastest[a] = mode->highest[a] = mode->gap_rate[a] = 0;
  }
  mode_mark(mode, NULL);
  mode_at(p, t, y, &m);
  for (int a = 0; a < MODES_R; a++) {
    if (!mode_is_open(mode, a)) continue;
    mode->highest[a] = fmax(m.gap[a], 0);
    if (!(m.gap[a] < -1e-8 * m.gap_size[a] - 1e-12)) continue;
    (void) mode_fail(mode, "the initial state violates a constraint");
    return MODE_TROUBLE;
  }
  return mode_resolve(mode, p, y) < 0 ? MODE_TROUBLE : MODE_GO_ON;
}

// Events at a state, those with a mark, in the order of mode_events. y becomes the state after them.
static int mode_happen(Mode *mode, const double *p, double t, double *y, const int *happened) {
  ModeTerms m;
  double full[MODE_STATE + MODES_N + MODES_R + 1], value[MODES_ASSIGNED + 1] = {0};
  mode->at_once = t == mode->t ? mode->at_once + 1 : 0;
  mode->t = t;
  if (mode->at_once > 200) {
    (void) mode_fail(mode, "events follow each other without end");
    return MODE_TROUBLE;
  }
  for (int i = 0; i < MODES_STOPS; i++)
    if (happened[i]) {
      MODES_NOTE(mode, t, "stop", i, 0.0, 0.0);
      return MODE_ENDED;
    }
  mode_motion(mode, p, t, y, &m, full);
  if (MODES_ASSIGNED > 0) mode_assigned(p, t, full, value);
  mode->any_happened = 0;
  for (int i = 0; i < MODES_WHENS; i++) {
    mode->happened[i] = happened[MODES_STOPS + i];
    mode->any_happened |= mode->happened[i];
  }
  mode_mark(mode, happened + MODES_STOPS + MODES_WHENS);
  const int turn = mode_act(mode, p, value, y);
  if (turn == MODE_TROUBLE || mode_resolve(mode, p, y) < 0) return MODE_TROUBLE;
  for (int i = 0; i < MODES_WHENS && mode->acted; i++)
    if (mode->happened[i]) MODES_NOTE(mode, t, "when", i, 0.0, 0.0);
  return turn;
}

// What is known of the signs of events when a stretch begins: 1 or -1, or 0 for nothing. near: it may not have that sign
// yet, being so near to zero.
static void mode_expect(const Mode *mode, const double *p, const double *y, int *sign, int *near) {
  ModeTerms m;
  double yd[MODE_STATE], next[MODE_STATE], g[MODE_EVENTS + 1], h[MODE_EVENTS + 1];
  const double step = 1e-9;
  mode_at(p, mode->t, y, &m);
  for (int i = 0; i < MODE_EVENTS; i++) sign[i] = near[i] = 0;
  for (int a = 0, k = MODES_STOPS + MODES_WHENS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    // one that opens may not have done so yet
    if (mode->use[a] == MODE_IN_FORCE || m.gap[a] > 0 || m.speed[a] > mode_least_speed(mode, &m, a)) sign[k] = 1;
    k++;
  }
  if (MODES_STOPS + MODES_WHENS == 0) return;
  mode_rates(mode, p, mode->t, y, yd);
  for (int i = 0; i < MODE_STATE; i++) next[i] = y[i] + step * yd[i];
  mode_events(mode, p, mode->t, y, g);
  mode_events(mode, p, mode->t + step, next, h);
  for (int k = 0; k < MODES_STOPS + MODES_WHENS; k++) {
    const double change = h[k] - g[k], noise = 64 * DBL_EPSILON * (fabs(g[k]) + fabs(h[k]));
    const int slope = fabs(g[k]) > 100 * fabs(change) || fabs(change) <= noise ? 0 : change > 0 ? 1 : -1;
    const int now = k >= MODES_STOPS && mode->happened[k - MODES_STOPS];
    // away from zero its sign is known; of one that has just happened, the way it goes on
    if (slope == 0 || !now) sign[k] = (g[k] > 0) - (g[k] < 0);
    if (!now || slope == 0 || mode_direction[k] * slope < 0) continue;
    sign[k] = slope;
    near[k] = 1;
  }
}

static int mode_crosses(int i, int before, double g) {
  const int direction = i < MODES_STOPS + MODES_WHENS ? mode_direction[i] : -1;
  return before != 0 && g * before < 0 && (direction == 0 || direction * g > 0);
}

// Until when a stretch from y on goes at most, so that no flight is overlooked.
static double mode_horizon(const Mode *mode, const double *p, const double *y, double end) {
  ModeTerms m;
  double shortest = HUGE_VAL;
  mode_at(p, mode->t, y, &m);
  for (int a = 0; a < MODES_R; a++)
    if (mode_is_open(mode, a) && m.gap[a] <= 1e-6 * mode->highest[a] && m.speed[a] > 0 && mode->gap_rate[a] < 0)
      shortest = fmin(shortest, -2 * m.speed[a] / mode->gap_rate[a]);
  return fmin(end, mode->t + 4 * shortest);
}
