// program/contacts.c: the constraints of a model as a tape, for the law of impact and contact.
//
// In:    a model with all its constraints in force
// Out:   M, F and the rows of all declared constraints at a state

#include "program/contacts.h"
#include "methods/constraints.h"
#include "program/facts.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define CONTACT_LINKAGE
#include "native/text/contact.h"
#include "native/text/contact_event.h"

// --- the tape ------------------------------------------------------------------------------------

static Expr or_zero(Expr e) {
  return expr_is_none(e) ? EXPR_ZERO : e;
}

static void add_sizes(System *m, const Expr *e, size_t n, Expr *sizes) {
  Expr absolute;
  for (size_t i = 0; i < n; i++) system_changes_of(m, e[i], &sizes[i], &absolute);
}

size_t contacts_roots(ContactModel *c, const Sides *all, Expr *at) {
  const Equations *eq = &c->equations;
  const size_t n = c->n, r = c->r;
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) at[k++] = *matrix_entry(problem_M(&eq->free), i, j);
  for (size_t i = 0; i < n; i++) at[k++] = problem_F(&eq->free)[i];
  for (size_t i = 0; i < r * n; i++) at[k++] = eq->constraints.A.at[i];
  Expr *B = at + k;
  for (size_t i = 0; i < r * n; i++) at[k++] = eq->constraints.B.at[i];
  if (all == NULL) sides_put(c->m, &c->sides, B, r * n);
  for (size_t a = 0; a < r; a++) at[k++] = eq->constraints.b[a];
  for (size_t a = 0; a < r; a++) at[k++] = or_zero(eq->constraints.row[a].position);
  for (size_t a = 0; a < r; a++) at[k++] = or_zero(eq->constraints.row[a].velocity);
  add_sizes(c->m, at + k - 2 * r, 2 * r, at + k);
  k += 2 * r;
  for (size_t a = 0; a < r; a++) at[k++] = c->declared[a].unilateral ? c->declared[a].restitution : EXPR_ZERO;
  if (all != NULL) sides_put(c->m, all, at, k);
  for (size_t i = 0; all == NULL && i < c->sides.n; i++) at[k++] = c->sides.function[i];
  system_in_inputs(c->m, at, k);
  return k;
}

static Status make_tape(ContactModel *c) {
  System *m = c->m;
  const size_t n = CONTACT_TERMS(c->n, c->r, c->sides.n);
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n + 1);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  (void) contacts_roots(c, NULL, roots);
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < program_inputs(&m->program); i++) tape_input(b, m->program.symbols[i]);
  for (size_t i = 0; i < c->sides.n; i++) tape_input(b, c->sides.symbol[i]);
  TRY(system_lower(m, b, roots, n, values));
  c->tape = system_hold_tape(m);
  *c->tape = tape_finish(b, values, n);
  c->work = ARENA_ARRAY(&m->work, double, tape_values(*c->tape));
  memcpy(c->work, m->program.inputs, m->program.parameters * sizeof *c->work);
  tape_start(*c->tape, c->work);
  return STATUS_OK;
}

static void run_tape(const Contacts *now, double t, const double *y, double *all) {
  const ContactModel *c = now->context;
  double *at = c->work + c->m->program.parameters;
  *at++ = t;
  memcpy(at, y, now->states * sizeof *y);
  if (now->sides > 0) memcpy(at + now->states, now->side, now->sides * sizeof *now->side);
  tape_run(*c->tape, c->work);
  for (size_t i = 0; i < tape_outputs(*c->tape); i++) all[i] = c->work[tape_output(*c->tape, i)];
}

// --- checks --------------------------------------------------------------------------------------

static Status find_restitutions(ContactModel *c) {
  System *m = c->m;
  for (size_t a = 0; a < c->r; a++) {
    const Constraint *from = &c->declared[a];
    if (!from->unilateral) continue;
    TRY(system_constant(m, from->restitution, from->span, &c->restitution[a]));
    const double e = c->restitution[a];
    if (e > 1) diag_report(&m->diags, DIAG_RESTITUTION_LARGE, from->span, from->name, e);
    if (e >= 0) continue;
    diag_report(&m->diags, DIAG_RESTITUTION, from->span, from->name, e);
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// The law of impact is linear, so momenta must be linear in the velocities.
static Status check_kinetic(ContactModel *c) {
  const Equations *eq = &c->equations;
  bool good = free_in_velocities(eq);
  for (size_t i = 0; good && i < c->n * c->n; i++)
    good = !expr_depends_on_any(c->m->pool, problem_M(&eq->free)->at[i], eq->qd, eq->n);
  if (good) return STATUS_OK;
  diag_report(&c->m->diags, DIAG_EVENT_KINETIC, (Span){0});
  return STATUS_INPUT;
}

// --- opening -------------------------------------------------------------------------------------

static bool is_nonlinear(const ContactModel *c, size_t a) {
  const Equations *eq = &c->equations;
  for (size_t i = 0; i < eq->n; i++)
    if (expr_depends_on_any(c->m->pool, *matrix_entry(&eq->constraints.A, a, i), eq->qd, eq->n)) return true;
  return false;
}

static void find_facts(ContactModel *c) {
  Arena *work = &c->m->work;
  int *unilateral = ARENA_ARRAY(work, int, c->r + 1), *level = ARENA_ARRAY(work, int, c->r + 1);
  int *nonlinear = ARENA_ARRAY(work, int, c->r + 1);
  for (size_t a = 0; a < c->r; a++) {
    const Constraint *from = &c->declared[a];
    unilateral[a] = from->unilateral;
    level[a] = (int) from->level - (int) LEVEL_POSITION;
    nonlinear[a] = from->level == LEVEL_VELOCITY && is_nonlinear(c, a);
  }
  c->now.unilateral = unilateral;
  c->now.level = level;
  c->now.nonlinear = nonlinear;
}

Status contacts_open(System *m, ContactModel *c) {
  size_t r;
  *c = (ContactModel){.m = m, .declared = model_declared(m->model, &r), .r = r, .n = m->program.n};
  ConstraintUse *all = ARENA_ARRAY(&m->work, ConstraintUse, r + 1);
  for (size_t a = 0; a < r; a++) all[a] = USE_IN_FORCE;
  const Equations *eq;
  const Status status = system_in_mode(m, all, &eq);
  if (status != STATUS_OK) system_report_refusal(m, methods_reference(), all);
  TRY(status);
  c->equations = *eq;
  c->equations.arena = &m->work;
  sides_of(m, c->equations.constraints.B.at, r * c->n, &c->sides);
  c->restitution = ARENA_ARRAY(&m->work, double, r + 1);
  const size_t n = c->n, s = c->sides.n, states = program_inputs(&m->program) - m->program.parameters - 1;
  c->now = (Contacts){.n = n, .r = r, .sides = s, .states = states, .along = 1, .terms = run_tape, .context = c};
  find_facts(c);
  contacts_attach(&c->now, ARENA_NEW(&m->work, ContactPast), ARENA_ARRAY(&m->work, double, CONTACT_MEMORY(r, s) + 1),
                  ARENA_ARRAY(&m->work, int, CONTACT_MARKS(r) + 1), ARENA_ARRAY(&m->work, double, CONTACT_WORK(n, r, s, states)),
                  ARENA_ARRAY(&m->work, int, CONTACT_WORK_MARKS(r) + 1));
  TRY(check_kinetic(c));
  TRY(find_restitutions(c));
  return make_tape(c);
}
