// program/hybrid_when.c: the actions of `when` at an event: values assigned, constraints released and engaged.
//
// In:    the events that happened, and the values of their assignments
// Out:   the state with the assigned values, the uses of the constraints
// From:  docs/theory/impacts.md, section 6
// Fails: STATUS_INPUT if an assigned value or an engaged constraint contradicts the constraints in force

#include "program/hybrid_impl.h"
#include "program/partial_state.h"
#include <math.h>
#include <string.h>

// Engages or releases the components of a constraint that an action names.
static void set_use(Hybrid *h, const Action *action) {
  ConstraintRange range;
  if (!model_find_constraint(h->m->model->whole, str(action->name), &range)) return;
  const bool engage = action->kind == ACTION_ENGAGE;
  if (contacts_set_use(&h->contacts.now, range.first, range.count, engage)) h->acted = true;
}

// Is the engaged constraint satisfied at the level of positions?
static Status check_engaged(Hybrid *h, const Action *action) {
  ConstraintRange range;
  if (!model_find_constraint(h->m->model->whole, str(action->name), &range)) return STATUS_OK;
  Contacts *c = &h->contacts.now;
  contacts_at(c, h->t, h->state + 1);
  const size_t a = contacts_find_unfit(c, range.first, range.count);
  if (a == c->r) return STATUS_OK;
  diag_report(&h->m->diags, DIAG_EVENT_ENGAGE, action->span, hybrid_time_text(h), hybrid_declared(h, a)->name,
              c->unilateral[a] ? fmin(c->gap[a], 0) : c->gap[a]);
  return STATUS_INPUT;
}

// Returns the constraint in force that the state violates most, relative to its terms, or NULL.
static const char *most_violated(Hybrid *h, const double *state) {
  Contacts *c = &h->contacts.now;
  const char *name = NULL;
  double worst = 1e-8;
  contacts_at(c, h->t, state + 1);
  for (size_t a = 0; a < c->r; a++) {
    if (c->use[a] != CONTACT_IN_FORCE) continue;
    const double gap = fabs(c->gap[a]) / (c->gap_size[a] + 1e-30),
                 speed = fabs(c->speed[a]) / (c->speed_size[a] + 1e-30);
    if (fmax(gap, speed) > worst) worst = fmax(gap, speed), name = hybrid_declared(h, a)->name;
  }
  return name;
}

static Status contradiction(Hybrid *h, const Action *action) {
  const char *name = most_violated(h, h->state);
  const char *symbol = expr_symbol_name(h->m->pool, action->symbol);
  if (name != NULL)
    diag_report(&h->m->diags, DIAG_EVENT_CONTRADICTS, action->span, hybrid_time_text(h), symbol,
                name);
  else
    diag_report(&h->m->diags, DIAG_EVENT_VALUE, action->span, hybrid_time_text(h), symbol);
  return STATUS_INPUT;
}

// Assigns the values; everything else stays as near to what it was as the constraints in force allow.
static Status assign(Hybrid *h, const HybridAssigned *assigned) {
  System *m = h->m;
  TRY(hybrid_enter(h));
  PartialState s = partial_state_make(m);
  bool positions = false;
  s.given[0] = true;
  memcpy(s.value, h->state, (1 + 2 * h->n) * sizeof *s.value);
  for (size_t i = momentum_slot(&s, 0), k = 1 + 2 * h->n; i < slot_count(&s); i++)
    if (partial_state_is_free(m, &s, i)) s.value[i] = h->state[k++];
  for (size_t i = 0; i < assigned->at.n; i++) {
    size_t slot;
    if (!partial_state_slot(m, &s, assigned->at.at[i]->symbol, &slot)) return STATUS_INTERNAL;
    if (!isfinite(assigned->value.at[i])) return contradiction(h, assigned->at.at[i]);
    s.given[slot] = true;
    s.value[slot] = assigned->value.at[i];
    positions = positions || slot <= h->n;
  }
  for (size_t i = 0; !positions && i < h->n; i++) s.given[1 + i] = true;
  const Diags messages = m->diags;
  const Status status = system_complete_state(m, &s);
  partial_state_to_state(m, &s, h->state);
  if (status != STATUS_INPUT) return status;
  diags_forget(&m->diags, &messages);
  return contradiction(h, assigned->at.at[0]);
}

Status hybrid_check_assigned(Hybrid *h, const HybridAssigned *assigned) {
  for (size_t i = 0; i < assigned->at.n; i++) {
    const Action *action = assigned->at.at[i];
    size_t k;
    if (model_role(h->m->model, action->symbol, &k) != ROLE_VELOCITY) continue;
    const double off = fabs(h->state[1 + h->n + k] - assigned->value.at[i]);
    if (off > 1e-9 * (fabs(assigned->value.at[i]) + fabs(h->before[1 + h->n + k])))
      return contradiction(h, action);
  }
  return STATUS_OK;
}

// Checks that assigned positions leave open constraints on their own side.
static Status check_open(Hybrid *h, const HybridAssigned *assigned) {
  contacts_at(&h->contacts.now, h->t, h->state + 1);
  const size_t a = contacts_find_violated(&h->contacts.now);
  if (a == h->contacts.r) return STATUS_OK;
  diag_report(&h->m->diags, DIAG_EVENT_CONTRADICTS, assigned->at.at[0]->span, hybrid_time_text(h),
              expr_symbol_name(h->m->pool, assigned->at.at[0]->symbol),
              hybrid_declared(h, a)->name);
  return STATUS_INPUT;
}

Status hybrid_act(Hybrid *h, const bool *happened, const double *value, HybridAssigned *assigned,
                  HybridTurn *turn) {
  const Model *model = h->m->model;
  ARRAY(const Action *) engaged = {0};
  h->acted = false;
  for (size_t i = 0, k = 0; i < model->whens.n; i++) {
    const When *when = &model->whens.at[i];
    for (size_t j = 0; j < when->actions.n; j++) {
      const Action *action = &when->actions.at[j];
      const double v = action->kind == ACTION_ASSIGN ? value[k++] : 0;
      if (!happened[i]) continue;
      if (action->kind == ACTION_STOP) *turn = HYBRID_STOP;
      if (action->kind == ACTION_RELEASE) set_use(h, action);
      if (action->kind == ACTION_ENGAGE) array_push(&h->m->work, &engaged, action);
      if (action->kind != ACTION_ASSIGN) continue;
      array_push(&h->m->work, &assigned->at, action);
      array_push(&h->m->work, &assigned->value, v);
    }
  }
  if (assigned->at.n > 0) TRY(assign(h, assigned));
  for (size_t i = 0; i < engaged.n; i++) TRY(check_engaged(h, engaged.at[i]));
  for (size_t i = 0; i < engaged.n; i++) set_use(h, engaged.at[i]);
  h->acted = h->acted || assigned->at.n > 0 || *turn == HYBRID_STOP;
  return assigned->at.n > 0 ? check_open(h, assigned) : STATUS_OK;
}
