// program/hybrid.c: events of a motion: impact, contact, release, and the actions of `when`.
//
// In:    a state at which events happen, and these events
// Out:   the state after them, the mode in which the motion continues, entries in the list of events
// From:  docs/theory/impacts.md, sections 3 to 6
// Law:   energy does not grow at impacts with e <= 1 (tests/prop/motion/prop_push.c)

#include "program/hybrid_impl.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define ROUNDS 10000   // of impacts that follow each other at one time
#define MANY_ROUNDS 8  // after which slow contacts are set to rest,
#define CALM 1e-9      // if slower than this fraction of their fastest impact
#define LIMIT_HEIGHT \
  1e-12  // of the highest flight, or of the terms of a gap: smaller flights are over
#define EVENTS_AT_ONCE 200   // events that follow each other without time passing
#define SLOPE_STEP 1e-9  // seconds, to find the direction in which an event continues
#define SLOPE_NEAR 100   // of these steps: within them, an event counts as zero here
#define FLIGHTS 4        // for which a run continues before it is checked again
#define TOUCHED 1e-6     // of the highest flight: a smaller gap has just opened
#define FLOOR 1e-13      // of the same: a closed gap may be this far on the wrong side,
#define FLOOR_ERRORS 10  // or, after a release, this many tolerances of the run
#define STRAYED 1e-6     // of the highest flight, or of its terms: an open constraint is violated;
#define STRAYED_ERRORS 100  // or this many tolerances

// --- reporting -----------------------------------------------------------------------------------

const char *hybrid_time_text(const Hybrid *h) {
  return text_format(&h->m->work, "t = %.6g", h->t);
}

static void list_event(Hybrid *h, double t, const char *name, const char *what, double impulse,
                       double lost) {
  const MotionEvent e = {t, str_copy(h->arena, str(name)), what, impulse, lost};
  array_push(h->arena, &h->motion->events, e);
}

static const char *when_name(Hybrid *h, size_t i) {
  const When *when = &h->m->model->whens.at[i];
  return *when->label != '\0' ? when->label : text_format(&h->m->work, "%zu", i + 1);
}

// --- beginning -----------------------------------------------------------------------------------

Status hybrid_open(System *m, Modes *modes, size_t passed, Arena *arena, Motion *motion,
                   Hybrid **out) {
  Hybrid *h = ARENA_NEW(&m->work, Hybrid);
  *out = h;
  *h = (Hybrid){
    .m = m, .modes = modes, .arena = arena, .motion = motion, .n = m->program.n, .passed = passed};
  TRY(contacts_open(m, &h->contacts));
  const size_t r = h->contacts.r;
  h->states = program_inputs(&m->program) - m->program.parameters;
  h->state = ARENA_ARRAY(&m->work, double, h->states);
  h->before = ARENA_ARRAY(&m->work, double, h->states);
  h->gap_rate = ARENA_ARRAY(&m->work, double, r + 1);
  h->use = ARENA_ARRAY(&m->work, ConstraintUse, r + 1);
  for (size_t a = 0; a < r; a++) h->use[a] = model_use(m->model, a);
  for (int i = 0; i < 3; i++) h->impacts[i] = (double) NAN;
  h->last_when = h->pause = h->ratio = (double) NAN;
  return STATUS_OK;
}

static bool is_open(const Hybrid *h, size_t a) {
  return hybrid_declared(h, a)->unilateral && h->use[a] == USE_WATCHED;
}

size_t hybrid_find_violated(const Hybrid *h, double parts) {
  const Contacts *c = &h->contacts;
  size_t found = c->r;
  for (size_t a = 0; a < c->r && found == c->r; a++)
    if (is_open(h, a) && c->gap[a] < -parts * (c->gap_size[a] + c->highest[a]) &&
        !contacts_touch(c, a, h->t))
      found = a;
  return found;
}

// By how much the gap may be off if each coordinate is off by the absolute tolerance of the run.
static double absolute_error(const Hybrid *h, size_t a) {
  const Contacts *c = &h->contacts;
  double slope = 0;
  for (size_t i = 0; i < c->n; i++) slope += fabs(c->A[a * c->n + i]);
  return slope * h->modes->atol;
}

bool hybrid_strays(Hybrid *h, double t, const double *y) {
  Contacts *c = &h->contacts;
  flow_leave(h->m, &h->modes->atlas->now->plan, t, y);
  contacts_at(c, h->m->program.inputs + h->m->program.parameters);
  for (size_t a = 0; a < c->r; a++) {
    const double scale = fmax(c->highest[a], c->gap_size[a]) + fabs(c->speed[a] * t);
    const double room = fmax(STRAYED, STRAYED_ERRORS * h->modes->rtol) * scale + absolute_error(h, a);
    if (!is_open(h, a) || !(c->gap[a] < -room)) continue;
    h->t = t;
    diag_report(&h->m->diags, DIAG_EVENT_STRAYED, hybrid_declared(h, a)->span, hybrid_time_text(h),
                hybrid_declared(h, a)->name, c->gap[a]);
    return true;
  }
  return false;
}

// --- impacts -------------------------------------------------------------------------------------

static HybridTurn tell_trouble(Hybrid *h, PushTrouble trouble, const char *what) {
  diag_report(&h->m->diags, DIAG_EVENT_UNDETERMINED, (Span){0}, hybrid_time_text(h), what);
  if (trouble == PUSH_CONFLICT)
    diag_help(&h->m->diags, "the constraints in force contradict each other there");
  return HYBRID_BROKEN;
}

// Finds a constraint in force that is not linear in the velocities and so has no law of impact.
static bool find_nonlinear(Hybrid *h, size_t *row) {
  const Equations *eq = &h->contacts.equations;
  for (*row = 0; *row < h->contacts.r; ++*row) {
    if (h->use[*row] != USE_IN_FORCE || hybrid_declared(h, *row)->level != LEVEL_VELOCITY) continue;
    const Matrix *A = &eq->constraints.A;
    for (size_t i = 0; i < eq->n; i++)
      if (expr_depends_on_any(h->m->pool, *matrix_entry(A, *row, i), eq->qd, eq->n)) return true;
  }
  return false;
}

// Brings slow contacts to rest: after many impacts only rounding is left.
static Status calm_slow(Hybrid *h) {
  Contacts *c = &h->contacts;
  PushTrouble trouble;
  bool *over = ARENA_ARRAY(&h->m->work, bool, c->r + 1);
  contacts_at(c, h->state);
  for (size_t a = 0; a < c->r; a++)
    over[a] =
      is_open(h, a) && contacts_touch(c, a, h->t) && fabs(c->speed[a]) <= CALM * c->fastest[a];
  return contacts_calm(c, h->use, over, h->state, &trouble);
}

// Resolves impacts one after the other, until nothing closes any more.
static Status collide(Hybrid *h, bool *any, HybridTurn *turn) {
  Contacts *c = &h->contacts;
  PushTrouble trouble = PUSH_SOLVED;
  size_t row;
  *any = false;
  for (int round = 0;; round++) {
    bool more;
    TRY(contacts_collide(c, h->use, h->state, &more, &trouble));
    if (!more) return round > MANY_ROUNDS ? calm_slow(h) : STATUS_OK;
    *any = true;
    if (trouble == PUSH_SOLVED && find_nonlinear(h, &row)) {
      diag_report(&h->m->diags, DIAG_EVENT_NONLINEAR, hybrid_declared(h, row)->span, hybrid_time_text(h),
                  hybrid_declared(h, row)->name);
      *turn = HYBRID_BROKEN;
      return STATUS_OK;
    }
    if (trouble != PUSH_SOLVED || round == ROUNDS) {
      *turn = tell_trouble(h, trouble, "the impact");
      return STATUS_OK;
    }
  }
}

// Records heights for the impact: how far the gap opens at the speed with which it closed, but no farther than
// in the time since the previous impact.
static void note_heights(Hybrid *h) {
  Contacts *c = &h->contacts;
  const double flown = fabs(h->t - (isnan(h->impacts[0]) ? h->start : h->impacts[0]));
  for (size_t a = 0; a < c->r; a++) {
    const double u = c->fastest[a], pull = fabs(h->gap_rate[a]);
    if (u > 0) c->highest[a] = fmax(c->highest[a], fmin(u * u / (2 * pull), u * flown));
  }
}

// (7)  Flights that shrink by a constant ratio are over after a finite time. Marks flights in `over` that are
// so small that all of them together are negligible; *left is then how long they take. Are there any?
static bool find_over(const Hybrid *h, bool *over, double *left) {
  const Contacts *c = &h->contacts;
  const double seen = (h->impacts[0] - h->impacts[1]) / (h->impacts[1] - h->impacts[2]);
  bool any = false;
  *left = 0;
  for (size_t a = 0; a < c->r; a++) {
    over[a] = false;
    if (!is_open(h, a) || !contacts_touch(c, a, h->t) || contacts_rest(c, a)) continue;
    if (!(c->speed[a] > 0 && h->gap_rate[a] < 0)) continue;
    const double ratio = seen > 0 && seen < HYBRID_LONGEST_RATIO ? seen : c->restitution[a];
    const double time = -2 * c->speed[a] / h->gap_rate[a] / (1 - ratio);
    over[a] = ratio <= HYBRID_LONGEST_RATIO &&
              c->speed[a] * time <= LIMIT_HEIGHT * fmax(c->highest[a], c->gap_size[a]);
    if (over[a]) any = true, *left = fmax(*left, time);
  }
  return any;
}

static void list_impacts(Hybrid *h) {
  Contacts *c = &h->contacts;
  for (size_t a = 0; a < c->r; a++) {
    const bool unilateral = hybrid_declared(h, a)->unilateral;
    if (c->impact[a].impulse != 0 && unilateral)
      list_event(h, h->t, hybrid_declared(h, a)->name, "impact", c->impact[a].impulse, c->impact[a].lost);
    c->impact[a] = (Impact){0};
  }
}

// Lists contacts that start or end with the event, with their times.
static void list_contacts(Hybrid *h, const ConstraintUse *former, double begin) {
  for (size_t a = 0; a < h->contacts.r; a++) {
    if (!hybrid_declared(h, a)->unilateral || former[a] == h->use[a]) continue;
    if (h->use[a] == USE_IN_FORCE) list_event(h, begin, hybrid_declared(h, a)->name, "contact", 0, 0);
    if (former[a] == USE_IN_FORCE && h->use[a] == USE_WATCHED)
      list_event(h, h->t, hybrid_declared(h, a)->name, "release", 0, 0);
  }
}

// Resolves the event as far as velocities and forces decide it: impacts, then contact.
static Status resolve(Hybrid *h, HybridTurn *turn) {
  Contacts *c = &h->contacts;
  PushTrouble trouble;
  bool any;
  double left = 0, time;
  bool *over = ARENA_ARRAY(&h->m->work, bool, c->r + 1);
  ConstraintUse *former = ARENA_ARRAY(&h->m->work, ConstraintUse, c->r + 1);
  memcpy(former, h->use, c->r * sizeof *former);
  TRY(collide(h, &any, turn));
  if (*turn != HYBRID_GO_ON) return STATUS_OK;
  TRY(contacts_settle(c, h->use, h->state, h->gap_rate, &trouble));
  if (trouble == PUSH_SOLVED && any) {
    note_heights(h);
    memmove(h->impacts + 1, h->impacts, 2 * sizeof *h->impacts);
    h->impacts[0] = h->t;
    list_impacts(h);
  }
  // a flight that is over may have hidden another one
  for (size_t round = 0; trouble == PUSH_SOLVED && round < c->r && find_over(h, over, &time);
       round++) {
    left = fmax(left, time);
    TRY(contacts_calm(c, h->use, over, h->state, &trouble));
    if (trouble == PUSH_SOLVED) TRY(contacts_settle(c, h->use, h->state, h->gap_rate, &trouble));
  }
  if (trouble != PUSH_SOLVED) {
    *turn = tell_trouble(h, trouble, "contact");
    return STATUS_OK;
  }
  list_contacts(h, former, h->t + left);
  return STATUS_OK;
}

// --- the whole event -----------------------------------------------------------------------------

static double energy_at(Hybrid *h, const Patch *patch, double t, const double *y) {
  double *row = ARENA_ARRAY(&h->m->work, double, patch->plan.columns + 1);
  flow_row(&patch->plan, flow_row_work(h->m, &patch->plan), t, y, row);
  return row[patch->plan.energy];
}

static bool any_of(const bool *marks, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (marks[i]) return true;
  return false;
}

// Marks the constraints that touch, and those that let go: the events of unilateral constraints.
static void mark_contacts(Hybrid *h, const bool *happened) {
  Contacts *c = &h->contacts;
  size_t k = 0;
  for (size_t a = 0; a < c->r; a++) {
    c->touches[a] = h->use[a] == USE_IN_FORCE;
    c->leaves[a] = false;
    c->impact[a] = (Impact){0};
    if (!hybrid_declared(h, a)->unilateral) continue;
    const bool now = happened != NULL && happened[k];
    c->leaves[a] = now && h->use[a] == USE_IN_FORCE;
    c->touches[a] = c->touches[a] || now;
    k++;
  }
}

static HybridTurn refuse_backward(Hybrid *h, const char *name) {
  diag_report(&h->m->diags, DIAG_EVENT_BACKWARD, (Span){0}, hybrid_time_text(h), name);
  return HYBRID_BROKEN;
}

// Can these events happen in a backward run? Only those that are their own reverse.
static bool can_be_undone(const Hybrid *h, const bool *happened, size_t *which) {
  size_t k = 0;
  for (*which = 0; *which < h->contacts.r; ++*which) {
    if (!hybrid_declared(h, *which)->unilateral || !happened[k++]) continue;
    if (h->use[*which] == USE_IN_FORCE || h->contacts.restitution[*which] != 1) return false;
  }
  return true;
}

static void list_whens(Hybrid *h, const bool *happened, double lost) {
  for (size_t i = 0; h->acted && i < h->m->model->whens.n; i++) {
    if (!happened[i]) continue;
    double impulse = 0;
    const When *when = &h->m->model->whens.at[i];
    for (size_t k = 0; k < when->actions.n; k++) {
      const Action *action = &when->actions.at[k];
      const size_t a =
        action->kind == ACTION_ENGAGE ? model_find_declared(h->m->model, action->name) : NOWHERE;
      if (a != NOWHERE && !hybrid_declared(h, a)->unilateral) impulse += h->contacts.impact[a].impulse;
    }
    list_event(h, h->t, when_name(h, i), "when", impulse, lost);
    lost = 0;
  }
}

// Continues from the state after the event: mode, speeds, chart.
static Status go_on(Hybrid *h, double **y) {
  TRY(modes_enter(h->modes, h->use, h->state));
  if (h->m->program.speeds > 0)
    TRY(system_find_speeds(h->m, h->state[0], h->state + 1, h->state + 1 + h->n));
  TRY(modes_chart(h->modes, y));
  // a newly engaged constraint may be off by as much as the tolerance of the run
  const Flow *flow = h->modes->atlas->now->flow;
  if (flow->project != NULL) flow->project(flow, h->t, *y);
  return STATUS_OK;
}

Status hybrid_start(Hybrid *h, double t, bool backward, HybridTurn *turn) {
  System *m = h->m;
  Contacts *c = &h->contacts;
  *turn = HYBRID_GO_ON;
  h->t = h->start = t;
  h->backward = backward;
  c->along = backward ? -1 : 1;
  memcpy(h->state, m->program.inputs + m->program.parameters, h->states * sizeof *h->state);
  memcpy(h->before, h->state, h->states * sizeof *h->state);
  mark_contacts(h, NULL);
  contacts_at(c, h->state);
  for (size_t a = 0; a < c->r; a++)
    if (is_open(h, a)) c->highest[a] = fmax(c->gap[a], 0);
  for (size_t a = 0; a < c->r; a++) {
    if (!is_open(h, a) || !(c->gap[a] < -HYBRID_ENGAGED * c->gap_size[a] - 1e-12)) continue;
    diag_report(&m->diags, DIAG_EVENT_START, hybrid_declared(h, a)->span, hybrid_declared(h, a)->name, c->gap[a]);
    return STATUS_INPUT;
  }
  TRY(resolve(h, turn));
  if (*turn != HYBRID_GO_ON) return STATUS_OK;
  TRY(modes_enter(h->modes, h->use, h->state));
  return m->program.speeds > 0 ? system_find_speeds(m, t, h->state + 1, h->state + 1 + h->n)
                               : STATUS_OK;
}

static Status happen(Hybrid *h, const bool *whens, const bool *contacts, const double *value,
                     HybridTurn *turn) {
  const ArenaMark mark = arena_mark(&h->m->work);
  HybridAssigned assigned = {0};
  size_t which = 0;
  const bool when = any_of(whens, h->m->model->whens.n);
  if (h->backward && (when || !can_be_undone(h, contacts, &which))) {
    *turn = refuse_backward(h, when ? "`when`" : hybrid_declared(h, which)->name);
    return STATUS_OK;
  }
  Status status = hybrid_act(h, whens, value, &assigned, turn);
  HybridTurn then = HYBRID_GO_ON;
  if (status == STATUS_OK) status = resolve(h, &then);
  if (then == HYBRID_BROKEN) *turn = then;
  if (status == STATUS_OK && then == HYBRID_GO_ON) status = hybrid_check_assigned(h, &assigned);
  arena_release(&h->m->work, mark);
  return status;
}

Status hybrid_happen(Hybrid *h, double t, const bool *happened, double **y, HybridTurn *turn) {
  System *m = h->m;
  const Model *model = m->model;
  const Patch *patch = h->modes->atlas->now;
  const bool *whens = happened + model->stops.n, *contacts = whens + model->whens.n;
  const double energy = energy_at(h, patch, t, *y);
  const size_t listed = h->motion->events.n;
  *turn = HYBRID_GO_ON;
  h->at_once = t == h->t ? h->at_once + 1 : 0;
  h->t = t;
  if (h->at_once > EVENTS_AT_ONCE) {
    diag_report(&m->diags, DIAG_EVENT_LOOP, (Span){0}, hybrid_time_text(h));
    *turn = HYBRID_BROKEN;
    return STATUS_OK;
  }
  if (any_of(happened, model->stops.n)) {
    for (size_t i = 0; i < model->stops.n; i++)
      if (happened[i]) list_event(h, t, text_format(&m->work, "%zu", i + 1), "stop", 0, 0);
    *turn = HYBRID_STOP;
    return STATUS_OK;
  }
  double *value = ARENA_ARRAY(&m->work, double,
                              patch->plan.action != NULL ? tape_outputs(patch->plan.action) : 1);
  flow_actions(m, &patch->plan, t, *y, value);
  flow_leave(m, &patch->plan, t, *y);
  memcpy(h->state, m->program.inputs + m->program.parameters, h->states * sizeof *h->state);
  memcpy(h->before, h->state, h->states * sizeof *h->state);
  h->happened = whens;
  mark_contacts(h, contacts);
  TRY(happen(h, whens, contacts, value, turn));
  if (*turn == HYBRID_BROKEN) return STATUS_OK;
  if (h->acted && any_of(whens, model->whens.n) && hybrid_is_crowded(h)) {
    diag_report(&m->diags, DIAG_EVENT_CROWDED, (Span){0}, hybrid_time_text(h), h->ratio);
    diag_help(&m->diags, "a `when` with `stop` can end the run earlier; or use a unilateral constraint instead");
    *turn = HYBRID_BROKEN;
    return STATUS_OK;
  }
  TRY(go_on(h, y));
  const double lost = energy - energy_at(h, h->modes->atlas->now, t, *y);
  double shares = 0;
  for (size_t i = listed; i < h->motion->events.n; i++) shares += h->motion->events.at[i].lost;
  h->lost += lost;
  list_whens(h, whens, lost - shares);
  return STATUS_OK;
}

// --- between events ------------------------------------------------------------------------------

// Finds the direction in which each event continues from a state: 1, -1, or 0 if that is not clear.
static int *event_slopes(Hybrid *h, double t, const double *y) {
  const Flow *flow = h->modes->atlas->now->flow;
  Arena *work = &h->m->work;
  const double dt = copysign(SLOPE_STEP, h->backward ? -1 : 1);
  double *yd = ARENA_ARRAY(work, double, flow->n), *next = ARENA_ARRAY(work, double, flow->n),
         *watch = ARENA_ARRAY(work, double, 2 * flow->watched + 1),
         *g = ARENA_ARRAY(work, double, 2 * flow->events + 1);
  int *slope = ARENA_ARRAY(work, int, flow->events + 1);
  flow->rate(flow, t, y, yd, watch);
  for (size_t i = 0; i < flow->n; i++) next[i] = y[i] + dt * yd[i];
  flow->event(flow, t, y, g);
  flow->event(flow, t + dt, next, g + flow->events);
  for (size_t i = 0; i < flow->events; i++) {
    const double change = g[flow->events + i] - g[i];
    const double noise = 64 * DBL_EPSILON * (fabs(g[i]) + fabs(g[flow->events + i]));
    // only for events that are zero here
    const bool near = fabs(g[i]) <= SLOPE_NEAR * fabs(change);
    slope[i] = near ? (change > noise) - (change < -noise) : 0;
  }
  return slope;
}

void hybrid_expect(Hybrid *h, EventWatch *watch, double t, const double *y) {
  const ArenaMark mark = arena_mark(&h->m->work);
  const Model *model = h->m->model;
  size_t k = h->passed + model->stops.n + model->whens.n;
  // a gap that is closed up to rounding may start on either side, but a gap that does not open closes again
  const Contacts *c = &h->contacts;
  for (size_t a = 0; a < c->r; a++) {
    if (!hybrid_declared(h, a)->unilateral) continue;
    const double error = contacts_rest(c, a) ? FLOOR_ERRORS * h->modes->rtol : 0;  // it opens slowly
    const double floor = fmax(FLOOR, error) * (c->gap_size[a] + c->highest[a]);
    if (h->use[a] == USE_IN_FORCE || c->gap[a] > floor)
      event_watch_expect(watch, k, 1);
    else
      event_watch_gone(watch, k, 1, fmax(-c->gap[a], 0) + floor);
    k++;
  }
  if (h->happened != NULL) {
    const int *slope = event_slopes(h, t, y);
    for (size_t i = 0; i < model->whens.n; i++) {
      const Crossing crossing = model->whens.at[i].crossing;
      const int sign = slope[h->passed + model->stops.n + i];
      const bool on = crossing == CROSSING_ANY || (crossing == CROSSING_RISING) == (sign > 0);
      if (h->happened[i] && sign != 0 && on)
        event_watch_gone(watch, h->passed + model->stops.n + i, sign, (double) INFINITY);
    }
  }
  arena_release(&h->m->work, mark);
}

// Limits steps to a few flights: bounds over a longer step would miss a much shorter flight.
double hybrid_horizon(const Hybrid *h, double t) {
  const Contacts *c = &h->contacts;
  double shortest = (double) INFINITY;
  for (size_t a = 0; a < c->r; a++)
    if (is_open(h, a) && c->gap[a] <= c->highest[a] * TOUCHED && c->speed[a] > 0 &&
        h->gap_rate[a] < 0)
      shortest = fmin(shortest, -2 * c->speed[a] / h->gap_rate[a]);
  return t == h->t && isfinite(shortest) ? t + c->along * FLIGHTS * shortest : t;
}

double hybrid_lost(const Hybrid *h) {
  return h->lost;
}
