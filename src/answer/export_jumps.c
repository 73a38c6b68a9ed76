// answer/export_jumps.c: what events do to the state, as functions: jumps of the velocities, and the mode after each.
//
// Each event by itself, starting from the mode of the exported equations: docs/theory/impacts.md (1) to (3), one linear
// problem for each.

#include "answer/export_impl.h"
#include "program/contacts.h"
#include <math.h>
#include <string.h>

typedef struct {
  MotionTape *s;
  ExportedEquations *e;
  ContactModel contacts;
  size_t n, r;
  Value *M, *A, *B, *gap, *speed, *b, *force, *restitution, *now;  // now: coordinates and velocities
} Jumps;

static Value *lower(Jumps *j, const Expr *roots, size_t n, Status *status) {
  Value *values = ARENA_ARRAY(&j->s->m->work, Value, n + 1);
  if (*status == STATUS_OK) *status = motion_tape_lower(j->s, roots, n, values);
  return values;
}

static Status lower_terms(Jumps *j) {
  System *m = j->s->m;
  const Equations *eq = &j->contacts.equations;
  const size_t n = j->n, r = j->r;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, 4 * r + 2 * n + 1);
  for (size_t a = 0; a < r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    const Constraint *c = &j->contacts.declared[a];
    roots[a] = expr_is_none(row->position) ? EXPR_ZERO : row->position;
    roots[r + a] = expr_is_none(row->velocity) ? EXPR_ZERO : row->velocity;
    roots[2 * r + a] = eq->constraints.b[a];
    roots[3 * r + a] = c->unilateral ? c->restitution : EXPR_ZERO;
  }
  for (size_t i = 0; i < n; i++) {
    roots[4 * r + i] = eq->q[i];
    roots[4 * r + n + i] = eq->qd[i];
  }
  Status status = STATUS_OK;
  j->M = lower(j, problem_M(&eq->free)->at, n * n, &status);
  j->force = lower(j, problem_F(&eq->free), n, &status);
  j->A = lower(j, eq->constraints.A.at, r * n, &status);
  j->B = lower(j, eq->constraints.B.at, r * n, &status);
  j->gap = lower(j, roots, 4 * r + 2 * n, &status);
  j->speed = j->gap + r;
  j->b = j->gap + 2 * r;
  j->restitution = j->gap + 3 * r;
  j->now = j->gap + 4 * r;
  return status;
}

// Solves M x = F + B^T lambda, A x = b for the marked rows; returns lambda of row `of`, unless NULL.
static Status solve(Jumps *j, const bool *taken, const Value *b, const Value *F, Value *x, size_t of, Value *lambda) {
  Arena *arena = &j->s->m->work;
  const size_t n = j->n;
  Value *A = ARENA_ARRAY(arena, Value, j->r * n + 1), *B = ARENA_ARRAY(arena, Value, j->r * n + 1);
  Value *rhs = ARENA_ARRAY(arena, Value, j->r + 1), *all = ARENA_ARRAY(arena, Value, j->r + 1);
  size_t k = 0, place = 0;
  for (size_t a = 0; a < j->r; a++) {
    if (!taken[a]) continue;
    if (a == of) place = k;
    memcpy(A + k * n, j->A + a * n, n * sizeof *A);
    memcpy(B + k * n, j->B + a * n, n * sizeof *B);
    rhs[k++] = b[a];
  }
  Value determinant, measure;
  const TapeProblem problem = {.n = n, .r = k, .rank = k, .M = j->M, .F = F, .A = A, .B = B, .rhs = rhs};
  TRY(tape_solve_pivoting(j->s->b, &problem, x, all, &determinant, &measure));
  if (lambda != NULL) *lambda = all[place];
  return STATUS_OK;
}

// --- events --------------------------------------------------------------------------------------

// Marks the constraints in force after a `when`, and finds what it assigns. Returns false if there is no formula.
static bool find_uses(const Jumps *j, const When *when, bool *in_force, Expr *assigned) {
  bool any = false;
  for (size_t i = 0; i < when->actions.n; i++) {
    const Action *action = &when->actions.at[i];
    ConstraintRange range;
    size_t k;
    if (action->kind == ACTION_ASSIGN) {
      const Role role = model_role(j->s->m->model, action->symbol, &k);
      if (role != ROLE_COORDINATE && role != ROLE_VELOCITY) return false;
      assigned[role == ROLE_VELOCITY ? j->n + k : k] = action->value;
      any = true;
    }
    if (action->kind != ACTION_RELEASE && action->kind != ACTION_ENGAGE) continue;
    if (!model_find_constraint(j->s->m->model->whole, str(action->name), &range)) return false;
    for (size_t a = range.first; a < range.first + range.count; a++)
      in_force[a] = action->kind == ACTION_ENGAGE && !j->contacts.declared[a].unilateral;
  }
  // the constraints determine further changes by iteration: there is no formula
  for (size_t a = 0; any && a < j->r; a++)
    if (in_force[a]) return false;
  return true;
}

// Computes the state after an event: assignments, then velocities at which the rates of the rows in force are 0 and
// that of row `hit` is reflected. Unless `known`, the state is NaN.
static Status add_jump(Jumps *j, const bool *in_force, size_t hit, const Expr *assigned, bool known, Value *out) {
  TapeBuilder *b = j->s->b;
  const size_t n = j->n;
  bool *taken = ARENA_ARRAY(&j->s->m->work, bool, j->r + 1), any = false;
  Value *rhs = ARENA_ARRAY(&j->s->m->work, Value, j->r + 1), *zero = ARENA_ARRAY(&j->s->m->work, Value, n + 1);
  Value *x = ARENA_ARRAY(&j->s->m->work, Value, n + 1);
  for (size_t i = 0; i < n; i++) zero[i] = tape_constant(b, 0);
  for (size_t i = 0; i < 2 * n; i++) {
    out[i] = known ? j->now[i] : tape_constant(b, (double) NAN);
    if (known && !expr_is_none(assigned[i])) TRY(motion_tape_lower(j->s, &assigned[i], 1, &out[i]));
  }
  for (size_t a = 0; a < j->r; a++) {
    taken[a] = (in_force[a] || a == hit) && j->contacts.declared[a].level != LEVEL_ACCELERATION;
    const Value one = tape_constant(b, 1), zeroth = tape_constant(b, 0);
    const Value factor = a == hit ? tape_op(b, TAPE_ADD, one, j->restitution[a]) : one;
    const Value part = tape_op(b, TAPE_MUL, factor, j->speed[a]);
    rhs[a] = tape_op(b, TAPE_NEG, part, zeroth);
    any = any || taken[a];
  }
  if (!known || !any) return STATUS_OK;
  TRY(solve(j, taken, rhs, zero, x, 0, NULL));
  for (size_t i = 0; i < n; i++) out[n + i] = tape_op(b, TAPE_ADD, out[n + i], x[i]);
  return STATUS_OK;
}

typedef struct {
  size_t count;
  Value *jump, *after, *push;  // count * 2n, count * r, one for each open constraint
  size_t open;
} Found;

static bool *home_uses(const Jumps *j) {
  bool *in_force = ARENA_ARRAY(&j->s->m->work, bool, j->r + 1);
  for (size_t a = 0; a < j->r; a++) in_force[a] = model_use(j->s->m->model, a) == USE_IN_FORCE;
  return in_force;
}

static Status add_event(Jumps *j, const bool *in_force, size_t hit, const Expr *assigned, bool known, Found *f) {
  TapeBuilder *b = j->s->b;
  TRY(add_jump(j, in_force, hit, assigned, known, f->jump + f->count * 2 * j->n));
  for (size_t a = 0; a < j->r; a++) {
    const bool contact = a == hit && j->contacts.restitution[a] == 0;
    f->after[f->count * j->r + a] = tape_constant(b, in_force[a] || contact);
  }
  f->count++;
  return STATUS_OK;
}

static Status find_all(Jumps *j, Found *f) {
  System *m = j->s->m;
  const size_t most = m->model->whens.n + j->r;
  f->jump = ARENA_ARRAY(&m->work, Value, most * 2 * j->n + 1);
  f->after = ARENA_ARRAY(&m->work, Value, most * j->r + 1);
  f->push = ARENA_ARRAY(&m->work, Value, j->r + 1);
  Expr *none = ARENA_ARRAY(&m->work, Expr, 2 * j->n + 1);
  Value *x = ARENA_ARRAY(&m->work, Value, j->n + 1);
  for (size_t i = 0; i < 2 * j->n; i++) none[i] = EXPR_NONE;
  for (size_t i = 0; i < m->model->whens.n; i++) {
    bool *in_force = home_uses(j);
    Expr *assigned = ARENA_ARRAY(&m->work, Expr, 2 * j->n + 1);
    memcpy(assigned, none, 2 * j->n * sizeof *none);
    const bool known = find_uses(j, &m->model->whens.at[i], in_force, assigned);
    TRY(add_event(j, in_force, NOWHERE, assigned, known, f));
  }
  for (size_t a = 0; a < j->r; a++) {
    if (!j->contacts.declared[a].unilateral || model_use(m->model, a) != USE_WATCHED) continue;
    bool *taken = home_uses(j);
    TRY(add_event(j, taken, a, none, true, f));
    taken[a] = true;
    TRY(solve(j, taken, j->b, j->force, x, a, &f->push[f->open++]));
  }
  return STATUS_OK;
}

// --- functions -----------------------------------------------------------------------------------

static void add_function(Jumps *j, const char *name, const char *title, size_t rows, size_t columns, const Value *values) {
  const size_t n = rows * (columns > 0 ? columns : 1);
  Tape **held = system_hold_tape(j->s->m);
  if (n > 0) *held = tape_finish(j->s->b, values, n);
  j->e->further[j->e->furthers++] = (ExportedFunction){name, title, n > 0 ? *held : NULL, rows, n > 0 ? columns : 0, NULL};
}

Status export_jumps(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  Jumps j = {.s = s, .e = e};
  Found f = {0};
  TRY(contacts_open(m, &j.contacts));
  if (j.contacts.sides.n > 0) return STATUS_OK;  // friction may end a slip during an impact: there is no formula
  j.n = j.contacts.n;
  j.r = j.contacts.r;
  TRY(lower_terms(&j));
  TRY(find_all(&j, &f));
  add_function(&j, "jumps", "coordinates and velocities after each of mode_ends, if it happens here", f.count, 2 * j.n,
               f.jump);
  add_function(&j, "modes_after", "which of all constraints are in force then, 1 or 0",
               j.r > 0 ? f.count : 0, j.r, f.after);
  add_function(&j, "contact_forces", "the multiplier of each that is open, were it in contact: it stays so if that is positive",
               f.open, 0, f.push);
  add_function(&j, "all_matrix", "A of all constraints, in force or not: M u' = F + A^T lambda, A u' = b in any mode", j.r,
               j.r > 0 ? j.n : 0, j.A);
  add_function(&j, "all_bias", "b of the same", j.r, 0, j.b);
  add_function(&j, "gaps", "left side minus right side of all constraints on positions, else 0", j.r, 0, j.gap);
  add_function(&j, "gap_rates", "the same at the level of velocities", j.r, 0, j.speed);
  return STATUS_OK;
}
