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

#define EVENTS_AT_ONCE 1000  // events that follow each other within
#define AT_ONCE 1e-10        // of the time of the run
#define SLOPE_STEP 1e-9  // seconds, to find the direction in which an event continues
#define SLOPE_NEAR 100   // of these steps: within them, an event counts as zero here

// --- reporting -----------------------------------------------------------------------------------

const char *hybrid_time_text(const Hybrid *h) {
  return text_format(&h->m->work, "t = %.6g", h->t);
}

static void list_event(Hybrid *h, double t, const char *name, const char *what, double impulse,
                       double lost) {
  const MotionEvent e = {t, str_copy(h->arena, str(name)), what, impulse, lost};
  array_push(h->arena, &h->motion->events, e);
}

static void note(const Contacts *c, double t, const char *what, size_t a, double impulse, double lost) {
  Hybrid *h = c->listener;
  list_event(h, t, hybrid_declared(h, a)->name, what, impulse, lost);
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
  h->contacts.now.note = note;
  h->contacts.now.listener = h;
  h->contacts.now.rtol = modes->rtol;
  h->contacts.now.atol = modes->atol;
  h->states = program_inputs(&m->program) - m->program.parameters;
  h->state = ARENA_ARRAY(&m->work, double, h->states);
  h->before = ARENA_ARRAY(&m->work, double, h->states);
  h->use = ARENA_ARRAY(&m->work, ConstraintUse, r + 1);
  return STATUS_OK;
}

bool hybrid_strays(Hybrid *h, double t, const double *y) {
  Contacts *c = &h->contacts.now;
  flow_leave(h->m, &h->modes->atlas->now->plan, t, y);
  const size_t a = contacts_find_strayed(c, t, h->m->program.inputs + h->m->program.parameters + 1);
  if (a == c->r) return false;
  h->t = t;
  diag_report(&h->m->diags, DIAG_EVENT_STRAYED, hybrid_declared(h, a)->span, hybrid_time_text(h),
              hybrid_declared(h, a)->name, c->gap[a]);
  return true;
}

bool hybrid_pulls(Hybrid *h, double t, const double *y, size_t *event) {
  const Contacts *c = &h->contacts.now;
  const Flow *flow = h->modes->atlas->now->flow;
  const ArenaMark mark = arena_mark(&h->m->work);
  double *g = ARENA_ARRAY(&h->m->work, double, flow->events + 1);
  bool pulls = false;
  *event = h->passed + h->m->model->stops.n + h->m->model->whens.n;
  flow->event(flow, t, y, g);
  for (size_t a = 0; a < c->r && !pulls; a++) {
    if (!c->unilateral[a]) continue;
    pulls = contacts_pulls(c, a, g[*event]);
    *event += !pulls;
  }
  arena_release(&h->m->work, mark);
  return pulls;
}

// --- impacts -------------------------------------------------------------------------------------

// Resolves the event as far as velocities and forces decide it: impacts, then contact. False if nothing decides it.
static bool resolve(Hybrid *h, HybridTurn *turn) {
  Contacts *c = &h->contacts.now;
  const ContactEnd end = contacts_resolve(c, h->state + 1);
  if (end == CONTACT_GOES_ON) return true;
  *turn = HYBRID_BROKEN;
  if (end == CONTACT_NONLINEAR) {
    const Constraint *row = hybrid_declared(h, c->row);
    diag_report(&h->m->diags, DIAG_EVENT_NONLINEAR, row->span, hybrid_time_text(h), row->name);
    return false;
  }
  diag_report(&h->m->diags, DIAG_EVENT_UNDETERMINED, (Span){0}, hybrid_time_text(h),
              end == CONTACT_NO_IMPACT ? "the impact" : "contact");
  if (c->trouble == PUSH_CONFLICT)
    diag_help(&h->m->diags, "the constraints in force contradict each other there");
  return false;
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

static HybridTurn refuse_backward(Hybrid *h, const char *name) {
  diag_report(&h->m->diags, DIAG_EVENT_BACKWARD, (Span){0}, hybrid_time_text(h), name);
  return HYBRID_BROKEN;
}

// Can these events happen in a backward run? Only those that are their own reverse.
static bool can_be_undone(const Hybrid *h, const bool *happened, size_t *which) {
  size_t k = 0;
  for (*which = 0; *which < h->contacts.r; ++*which) {
    if (!hybrid_declared(h, *which)->unilateral || !happened[k++]) continue;
    if (h->contacts.now.use[*which] == CONTACT_IN_FORCE || h->contacts.restitution[*which] != 1) return false;
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
      if (a != NOWHERE && !hybrid_declared(h, a)->unilateral) impulse += h->contacts.now.impulse[a];
    }
    list_event(h, h->t, when_name(h, i), "when", impulse, lost);
    lost = 0;
  }
}

Status hybrid_enter(Hybrid *h) {
  for (size_t a = 0; a < h->contacts.r; a++) h->use[a] = (ConstraintUse) h->contacts.now.use[a];
  return modes_enter(h->modes, h->use, h->state);
}

// Continues from the state after the event: mode, speeds, chart.
static Status go_on(Hybrid *h, double **y) {
  TRY(hybrid_enter(h));
  if (h->m->program.speeds > 0)
    TRY(system_find_speeds(h->m, h->state[0], h->state + 1, h->state + 1 + h->n));
  TRY(modes_chart(h->modes, y));
  // a newly engaged constraint may be off by as much as the tolerance of the run
  const Flow *flow = h->modes->atlas->now->flow;
  if (flow->project != NULL) flow->project(flow, h->t, *y);
  return STATUS_OK;
}

Status hybrid_start(Hybrid *h, double t, double end, HybridTurn *turn) {
  System *m = h->m;
  Contacts *c = &h->contacts.now;
  int *use = ARENA_ARRAY(&m->work, int, c->r + 1);
  *turn = HYBRID_GO_ON;
  h->t = t;
  h->backward = end < t;
  h->since = t;
  h->at_once = AT_ONCE * fabs(end - t);
  c->along = h->backward ? -1 : 1;
  memcpy(h->state, m->program.inputs + m->program.parameters, h->states * sizeof *h->state);
  memcpy(h->before, h->state, h->states * sizeof *h->state);
  for (size_t a = 0; a < c->r; a++) use[a] = (int) model_use(m->model, a);
  contacts_begin(c, t, use);
  const size_t violated = contacts_start(c, h->state + 1);
  if (violated < c->r) {
    const Constraint *row = hybrid_declared(h, violated);
    diag_report(&m->diags, DIAG_EVENT_START, row->span, row->name, c->gap[violated]);
    return STATUS_INPUT;
  }
  if (!resolve(h, turn)) return STATUS_OK;
  TRY(hybrid_enter(h));
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
  if (status == STATUS_OK) (void) resolve(h, &then);
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
  if (fabs(t - h->since) > h->at_once) h->since = t, h->crowd = 0;
  h->t = h->contacts.now.past->t = t;
  if (++h->crowd > EVENTS_AT_ONCE) {
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
  contacts_mark(&h->contacts.now, contacts);
  h->contacts.now.trusts = patch->flow->sides > 0;
  TRY(happen(h, whens, contacts, value, turn));
  if (*turn == HYBRID_BROKEN) return STATUS_OK;
  if (h->acted && any_of(whens, model->whens.n) && contacts_are_crowded(&h->contacts.now)) {
    diag_report(&m->diags, DIAG_EVENT_CROWDED, (Span){0}, hybrid_time_text(h), h->contacts.now.past->ratio);
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
  const Contacts *c = &h->contacts.now;
  for (size_t a = 0; a < c->r; a++) {
    if (!c->unilateral[a]) continue;
    const double floor = contacts_floor(c, a);
    if (floor < 0)
      event_watch_expect(watch, k, 1);
    else
      event_watch_gone(watch, k, 1, floor);
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

double hybrid_horizon(const Hybrid *h, double t) {
  return contacts_horizon(&h->contacts.now, t);
}

double hybrid_lost(const Hybrid *h) {
  return h->lost;
}
