// program/contacts.c: the law of impact, and contact, in numbers.
//
// In:    M, F and the rows of all declared constraints at a state, from one tape
// Out:   velocities after an impact; which constraints push
// From:  docs/theory/impacts.md (2) to (6)

#include "program/contacts.h"
#include "methods/constraints.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define TOUCHING 1e-10         // of its terms: a smaller gap is closed,
#define TOUCHING_HEIGHT 1e-12  // or of the highest flight,
#define TOUCHING_TIME 1e-13    // or of the distance it covers in the time so far
#define RESTING \
  1e-11  // of its terms, or of the fastest impact: a closed gap with a smaller speed is at rest
#define LEAST_SPEED 1e-14
#define SIDE_ROUNDS 100  // of the search for sides
#define STILL 1e-13      // of its terms: a smaller acceleration of a gap is rounding
#define PUSHING 1e-11    // of the forces: a smaller multiplier does not push
#define DUST 1e-12       // of the largest impulse: rounding in a contact at rest

// --- the tape ------------------------------------------------------------------------------------

static Expr or_zero(Expr e) {
  return expr_is_none(e) ? EXPR_ZERO : e;
}

static void add_sizes(System *m, const Expr *e, size_t n, Expr *sizes) {
  Expr absolute;
  for (size_t i = 0; i < n; i++) system_changes_of(m, e[i], &sizes[i], &absolute);
}

size_t contacts_roots_most(const Contacts *c) {
  return c->n * c->n + c->n + 2 * c->r * c->n + 5 * c->r + 1;
}

size_t contacts_roots(Contacts *c, Expr *at) {
  const Equations *eq = &c->equations;
  const size_t n = c->n, r = c->r;
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) at[k++] = *matrix_entry(problem_M(&eq->free), i, j);
  for (size_t i = 0; i < n; i++) at[k++] = problem_F(&eq->free)[i];
  for (size_t i = 0; i < r * n; i++) at[k++] = eq->constraints.A.at[i];
  for (size_t i = 0; i < r * n; i++) at[k++] = eq->constraints.B.at[i];
  for (size_t a = 0; a < r; a++) at[k++] = eq->constraints.b[a];
  for (size_t a = 0; a < r; a++) at[k++] = or_zero(eq->constraints.row[a].position);
  for (size_t a = 0; a < r; a++) at[k++] = or_zero(eq->constraints.row[a].velocity);
  add_sizes(c->m, at + k - 2 * r, 2 * r, at + k);
  k += 2 * r;
  system_in_inputs(c->m, at, k);
  return k;
}

// Makes the tape of these roots, with sides in B, and of the velocities of slip.
static Status make_tape(Contacts *c) {
  System *m = c->m;
  const size_t most = contacts_roots_most(c) + c->sides.n, entries = c->r * c->n;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, most);
  Value *values = ARENA_ARRAY(&m->work, Value, most);
  const size_t count = contacts_roots(c, roots);
  Expr *B = roots + c->n * (c->n + 1) / 2 + c->n + entries, *slip = roots + count;
  memcpy(B, c->equations.constraints.B.at, entries * sizeof *B);
  sides_put(m, &c->sides, B, entries);
  system_in_inputs(m, B, entries);
  for (size_t i = 0; i < c->sides.n; i++) slip[i] = c->sides.function[i];
  system_in_inputs(m, slip, c->sides.n);
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < program_inputs(&m->program); i++) tape_input(b, m->program.symbols[i]);
  for (size_t i = 0; i < c->sides.n; i++) tape_input(b, c->sides.symbol[i]);
  TRY(system_lower(m, b, roots, count + c->sides.n, values));
  c->tape = system_hold_tape(m);
  *c->tape = tape_finish(b, values, count + c->sides.n);
  c->slips = count;
  c->work = ARENA_ARRAY(&m->work, double, tape_values(*c->tape));
  memcpy(c->work, m->program.inputs, m->program.parameters * sizeof *c->work);
  tape_start(*c->tape, c->work);
  return STATUS_OK;
}

static Status find_restitutions(Contacts *c) {
  System *m = c->m;
  for (size_t a = 0; a < c->r; a++) {
    const Constraint *from = &c->declared[a];
    if (!from->unilateral) continue;
    TRY(system_constant(m, from->restitution, from->span, &c->restitution[a]));
    if (c->restitution[a] > 1) diag_report(&m->diags, DIAG_RESTITUTION_LARGE, from->span, from->name, c->restitution[a]);
    if (c->restitution[a] >= 0) continue;
    diag_report(&m->diags, DIAG_RESTITUTION, from->span, from->name, c->restitution[a]);
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// The law of impact is linear, so momenta must be linear in the velocities.
static Status check_kinetic(Contacts *c) {
  const Equations *eq = &c->equations;
  bool good = is_in_velocities(eq, &eq->free);
  for (size_t i = 0; good && i < c->n * c->n; i++)
    good = !expr_depends_on_any(c->m->pool, problem_M(&eq->free)->at[i], eq->qd, eq->n);
  if (good) return STATUS_OK;
  diag_report(&c->m->diags, DIAG_EVENT_KINETIC, (Span){0});
  return STATUS_INPUT;
}

Status contacts_open(System *m, Contacts *c) {
  size_t r;
  *c = (Contacts){
    .m = m, .declared = model_declared(m->model, &r), .r = r, .n = m->program.n, .along = 1};
  ConstraintUse *all = ARENA_ARRAY(&m->work, ConstraintUse, r + 1);
  for (size_t a = 0; a < r; a++) all[a] = USE_IN_FORCE;
  const DeriveOptions options = {.arena = &m->work, .energy = EXPR_NONE};
  TRY(methods_reference()->derive(model_in_mode(m->model, all), &options, &c->equations));
  const size_t n = c->n;
  sides_of(m, c->equations.constraints.B.at, r * n, &c->sides);
  c->side = ARENA_ARRAY(&m->work, double, c->sides.n + 1);
  c->slip = ARENA_ARRAY(&m->work, double, c->sides.n + 1);
  c->slip_most = ARENA_ARRAY(&m->work, double, c->sides.n + 1);
  double **const vectors[] = {&c->b,          &c->gap,         &c->gap_size, &c->speed,
                              &c->speed_size, &c->restitution, &c->fastest,  &c->highest,
                              &c->lambda,     &c->brushed};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = ARENA_ARRAY(&m->work, double, r + 1);
  for (size_t a = 0; a < r; a++) c->brushed[a] = (double) NAN;
  c->M = ARENA_ARRAY(&m->work, double, n * n + 1);
  c->F = ARENA_ARRAY(&m->work, double, n + 1);
  c->x = ARENA_ARRAY(&m->work, double, n + 1);
  c->A = ARENA_ARRAY(&m->work, double, r * n + 1);
  c->B = ARENA_ARRAY(&m->work, double, r * n + 1);
  c->touches = ARENA_ARRAY(&m->work, bool, r + 1);
  c->leaves = ARENA_ARRAY(&m->work, bool, r + 1);
  c->impact = ARENA_ARRAY(&m->work, Impact, r + 1);
  TRY(check_kinetic(c));
  TRY(find_restitutions(c));
  return make_tape(c);
}

// --- at a state ----------------------------------------------------------------------------------

static void take(const Contacts *c, size_t *k, double *to, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c->work[tape_output(*c->tape, (*k)++)];
}

// Runs the tape at a state, with the sides in use; gives the velocities of slip there.
static void run_tape(Contacts *c, const double *state, double *slip) {
  const Program *p = &c->m->program;
  const size_t inputs = program_inputs(p);
  memcpy(c->work + p->parameters, state, (inputs - p->parameters) * sizeof *state);
  memcpy(c->work + inputs, c->side, c->sides.n * sizeof *c->side);
  tape_run(*c->tape, c->work);
  for (size_t i = 0; i < c->sides.n; i++)
    slip[i] = c->along * c->work[tape_output(*c->tape, c->slips + i)];
}

static void take_all(Contacts *c) {
  const size_t n = c->n, r = c->r;
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    take(c, &k, c->M + i * n, i + 1);
    for (size_t j = 0; j < i; j++) c->M[j * n + i] = c->M[i * n + j];
  }
  take(c, &k, c->F, n);
  take(c, &k, c->A, r * n);
  take(c, &k, c->B, r * n);
  take(c, &k, c->b, r);
  take(c, &k, c->gap, r);
  take(c, &k, c->speed, r);
  for (size_t a = 0; a < r; a++) c->speed[a] *= c->along;
  take(c, &k, c->gap_size, r);
  take(c, &k, c->speed_size, r);
}

void contacts_at(Contacts *c, const double *state) {
  if (c->sides.n > 0) run_tape(c, state, c->slip);
  for (size_t i = 0; i < c->sides.n; i++) {
    const double size = fabs(c->slip[i]);
    c->slip_most[i] = fmax(c->slip_most[i], size);
    c->side[i] = size <= RESTING * c->slip_most[i] + LEAST_SPEED ? 0 : copysign(1, c->slip[i]);
  }
  run_tape(c, state, c->slip);
  take_all(c);
}

bool contacts_touch(const Contacts *c, size_t a, double t) {
  if (c->touches[a]) return true;
  const double way = fabs(c->speed[a]) * fabs(t);
  return c->gap[a] <= TOUCHING * c->gap_size[a] + TOUCHING_HEIGHT * c->highest[a] +
                        TOUCHING_TIME * way + DBL_MIN;
}

static double least_speed(const Contacts *c, size_t a) {
  return RESTING * fmax(c->speed_size[a], c->fastest[a]) + LEAST_SPEED;
}

bool contacts_close(const Contacts *c, size_t a) {
  return c->speed[a] < -least_speed(c, a);
}

bool contacts_rest(const Contacts *c, size_t a) {
  return fabs(c->speed[a]) <= least_speed(c, a);
}

// --- rows of a problem ---------------------------------------------------------------------------

typedef struct {
  size_t n;
  size_t *row;
  double *A, *B, *b;
  bool *pushes;
} Rows;

static Rows rows_make(Contacts *c) {
  Arena *arena = &c->m->work;
  return (Rows){0,
                ARENA_ARRAY(arena, size_t, c->r + 1),
                ARENA_ARRAY(arena, double, c->r * c->n + 1),
                ARENA_ARRAY(arena, double, c->r * c->n + 1),
                ARENA_ARRAY(arena, double, c->r + 1),
                ARENA_ARRAY(arena, bool, c->r + 1)};
}

static void rows_add(const Contacts *c, Rows *rows, size_t a, bool pushes, double b) {
  const size_t k = rows->n++;
  memcpy(rows->A + k * c->n, c->A + a * c->n, c->n * sizeof *rows->A);
  memcpy(rows->B + k * c->n, c->B + a * c->n, c->n * sizeof *rows->B);
  rows->b[k] = b;
  rows->row[k] = a;
  rows->pushes[k] = pushes;
}

static Status solve(Contacts *c, const Rows *rows, double *F, PushTrouble *trouble) {
  const PushProblem p = {c->n, rows->n, c->M, F, rows->A, rows->B, rows->b, rows->pushes};
  return push_solve(&p, &c->m->work, c->x, c->lambda, trouble);
}

static double change(const Contacts *c, size_t a) {
  double sum = 0;
  for (size_t i = 0; i < c->n; i++) sum += c->A[a * c->n + i] * c->x[i];
  return sum;
}

// --- impacts -------------------------------------------------------------------------------------

static bool is_unilateral(const Contacts *c, size_t a) {
  return c->declared[a].unilateral;
}

// (3)  C v+ = -e C v- for closing constraints, C v+ = 0 for equations in force, C v+ >= 0 for contacts
static bool add_impacts(Contacts *c, const ConstraintUse *use, double t, Rows *rows) {
  bool any = false;
  for (size_t a = 0; a < c->r; a++) {
    if (expr_is_none(c->equations.constraints.row[a].velocity) || use[a] == USE_OFF) continue;
    if (!is_unilateral(c, a)) {
      if (use[a] != USE_IN_FORCE) continue;
      any = any || !contacts_rest(c, a);
      rows_add(c, rows, a, false, -c->speed[a]);
    } else if (contacts_touch(c, a, t)) {
      const bool closes = contacts_close(c, a);
      const bool held = use[a] == USE_IN_FORCE && contacts_rest(c, a);
      if (closes || held)
        rows_add(c, rows, a, true, -(closes ? 1 + c->restitution[a] : 1) * c->speed[a]);
      any = any || closes;
    }
  }
  return any;
}

// Returns the contribution of friction to the mean velocity along a reaction.
static double rubbed(const Contacts *c, size_t a, const double *state) {
  double sum = 0;
  for (size_t i = 0; i < c->n; i++)
    sum +=
      (c->B[a * c->n + i] - c->A[a * c->n + i]) * (c->along * state[1 + c->n + i] + c->x[i] / 2);
  return sum;
}

// Returns the velocity of a floor that moves by itself, c_t of u = C v + c_t: it does not count in the energy.
static double own_velocity(const Contacts *c, size_t a, const double *state) {
  double own = c->speed[a];
  for (size_t i = 0; i < c->n; i++) own -= c->A[a * c->n + i] * c->along * state[1 + c->n + i];
  return fabs(own) > DUST * c->speed_size[a] ? own : 0;
}

// Records impulses and lost energies. state: the state before.
static void note_impacts(Contacts *c, const Rows *rows, const double *state) {
  double largest = 0;
  for (size_t k = 0; k < rows->n; k++) largest = fmax(largest, fabs(c->lambda[k]));
  for (size_t k = 0; k < rows->n; k++) {
    const size_t a = rows->row[k];
    if (c->lambda[k] == 0 || (!contacts_close(c, a) && fabs(c->lambda[k]) <= DUST * largest)) continue;
    const double after = c->speed[a] + change(c, a), own = own_velocity(c, a, state);
    c->impact[a].impulse += c->lambda[k];
    c->impact[a].lost -= c->lambda[k] * ((c->speed[a] + after) / 2 - own + rubbed(c, a, state));
    if (is_unilateral(c, a)) c->fastest[a] = fmax(c->fastest[a], fabs(c->speed[a]));
  }
}

// --- friction ------------------------------------------------------------------------------------

typedef struct {
  Contacts *c;
  Rows *rows;
  const double *state;
  double *zero, *after;  // no forces; velocities of slip after the impact
  double *next;          // the state after it
  PushTrouble trouble;
} Rub;

// Finds the change of the velocities with the sides in use.
static Status push_with_sides(Rub *r) {
  Contacts *c = r->c;
  const size_t n = c->n;
  if (c->sides.n > 0) run_tape(c, r->state, c->slip);
  take_all(c);
  for (size_t k = 0; k < r->rows->n; k++)
    memcpy(r->rows->B + k * n, c->B + r->rows->row[k] * n, n * sizeof *c->B);
  TRY(solve(c, r->rows, r->zero, &r->trouble));
  if (c->sides.n == 0 || r->trouble != PUSH_SOLVED) return STATUS_OK;
  for (size_t i = 0; i < n; i++) r->next[1 + n + i] = r->state[1 + n + i] + c->along * c->x[i];
  run_tape(c, r->next, r->after);
  for (size_t i = 0; i < c->sides.n; i++)
    c->slip_most[i] = fmax(c->slip_most[i], fabs(r->after[i]));
  return STATUS_OK;
}

// (8)  the side is the sign of the slip after the impact, or anything in between if nothing slips
static bool side_is_right(const Rub *r, size_t i) {
  const double slip = r->after[i], side = r->c->side[i];
  return fabs(slip) <= RESTING * r->c->slip_most[i] + LEAST_SPEED || slip * side > 0;
}

static Status slip_with(Rub *r, size_t i, double side, double *slip) {
  r->c->side[i] = side;
  TRY(push_with_sides(r));
  *slip = r->after[i];
  return STATUS_OK;
}

// Finds one side with the others fixed: 1 or -1, or the value at which the slip vanishes, by regula falsi with
// Illinois weights.
static Status find_side(Rub *r, size_t i) {
  double low = -1, high = 1, at_low, at_high, at = 0;
  TRY(slip_with(r, i, low, &at_low));
  if (r->trouble != PUSH_SOLVED || at_low <= 0) return STATUS_OK;
  TRY(slip_with(r, i, high, &at_high));
  if (r->trouble != PUSH_SOLVED || at_high >= 0) return STATUS_OK;
  for (int round = 0; round < SIDE_ROUNDS; round++) {
    const double side = low + (high - low) * at_low / (at_low - at_high);
    TRY(slip_with(r, i, side, &at));
    if (r->trouble != PUSH_SOLVED || side_is_right(r, i)) return STATUS_OK;
    if (at > 0)
      low = side, at_low = at, at_high /= 2;
    else
      high = side, at_high = at, at_low /= 2;
  }
  return STATUS_OK;
}

// Finds the change of the velocities that the rows require.
static Status push(Contacts *c, Rows *rows, double *state, PushTrouble *trouble) {
  Arena *work = &c->m->work;
  const size_t states = program_inputs(&c->m->program) - c->m->program.parameters;
  Rub r = {c,
           rows,
           state,
           ARENA_ARRAY(work, double, c->n + 1),
           ARENA_ARRAY(work, double, c->sides.n + 1),
           ARENA_ARRAY(work, double, states),
           PUSH_SOLVED};
  memcpy(r.next, state, states * sizeof *state);
  TRY(push_with_sides(&r));
  bool good = c->sides.n == 0;
  for (int sweep = 0; r.trouble == PUSH_SOLVED && !good && sweep < SIDE_ROUNDS; sweep++) {
    good = true;
    for (size_t i = 0; r.trouble == PUSH_SOLVED && i < c->sides.n; i++) {
      if (side_is_right(&r, i)) continue;
      good = false;
      TRY(find_side(&r, i));
    }
  }
  *trouble = r.trouble == PUSH_SOLVED && !good ? PUSH_UNDETERMINED : r.trouble;
  return STATUS_OK;
}

static void add_change(Contacts *c, double *state) {
  for (size_t i = 0; i < c->n; i++) state[1 + c->n + i] += c->along * c->x[i];
}

Status contacts_collide(Contacts *c, const ConstraintUse *use, double *state, bool *any,
                        PushTrouble *trouble) {
  const ArenaMark mark = arena_mark(&c->m->work);
  Rows rows = rows_make(c);
  *trouble = PUSH_SOLVED;
  contacts_at(c, state);
  *any = add_impacts(c, use, state[0], &rows);
  Status status = STATUS_OK;
  if (*any) status = push(c, &rows, state, trouble);
  if (*any && status == STATUS_OK && *trouble == PUSH_SOLVED) {
    note_impacts(c, &rows, state);
    add_change(c, state);
  }
  arena_release(&c->m->work, mark);
  return status;
}

Status contacts_calm(Contacts *c, const ConstraintUse *use, const bool *over, double *state,
                     PushTrouble *trouble) {
  const ArenaMark mark = arena_mark(&c->m->work);
  Rows rows = rows_make(c);
  contacts_at(c, state);
  for (size_t a = 0; a < c->r; a++) {
    if (expr_is_none(c->equations.constraints.row[a].velocity) || use[a] == USE_OFF) continue;
    const bool rests = is_unilateral(c, a) && contacts_touch(c, a, state[0]) && contacts_rest(c, a);
    if (over[a] || rests || (!is_unilateral(c, a) && use[a] == USE_IN_FORCE))
      rows_add(c, &rows, a, false, -c->speed[a]);
  }
  const Status status = push(c, &rows, state, trouble);
  if (status == STATUS_OK && *trouble == PUSH_SOLVED) add_change(c, state);
  arena_release(&c->m->work, mark);
  return status;
}

// --- contact -------------------------------------------------------------------------------------

// (6)  the same problem for accelerations: C q'' >= b, lambda >= 0
static void add_contacts(Contacts *c, const ConstraintUse *use, double t, Rows *rows) {
  for (size_t a = 0; a < c->r; a++) {
    if (use[a] == USE_OFF || (!is_unilateral(c, a) && use[a] != USE_IN_FORCE)) continue;
    const bool candidate = !c->leaves[a] && contacts_touch(c, a, t) && contacts_rest(c, a);
    if (!is_unilateral(c, a) || candidate) rows_add(c, rows, a, is_unilateral(c, a), c->b[a]);
  }
}

// Returns the acceleration of a gap.
static double gap_rate_of(const Contacts *c, size_t a) {
  double sum = -c->b[a], terms = fabs(c->b[a]);
  for (size_t i = 0; i < c->n; i++) {
    const double term = c->A[a * c->n + i] * c->x[i];
    sum += term;
    terms += fabs(term);
  }
  return fabs(sum) > STILL * terms ? sum : 0;
}

// Returns the largest force along a coordinate: the scale of multipliers.
static double largest_force(const Contacts *c, const Rows *rows) {
  double most = 0;
  for (size_t i = 0; i < c->n; i++) most = fmax(most, fabs(c->F[i]));
  for (size_t k = 0; k < rows->n; k++)
    for (size_t i = 0; i < c->n; i++) most = fmax(most, fabs(c->lambda[k] * rows->B[k * c->n + i]));
  return most;
}

static bool row_pushes(const Contacts *c, const Rows *rows, size_t k, double most) {
  double reach = 0;
  for (size_t i = 0; i < c->n; i++) reach = fmax(reach, fabs(rows->B[k * c->n + i]));
  return c->lambda[k] * reach > PUSHING * most;
}

// A gap that was left open because hardly anything pushed, and is closed again at a later event without having moved,
// is in contact: a force that grows from zero closes it again and again.
static bool closes_again(Contacts *c, size_t a, bool pushed, double t) {
  const bool again = pushed && !isnan(c->brushed[a]) && c->brushed[a] != t;
  if (again || !pushed)
    c->brushed[a] = (double) NAN;
  else if (isnan(c->brushed[a]))
    c->brushed[a] = t;
  return again;
}

static void settle_row(Contacts *c, ConstraintUse *use, const Rows *rows, size_t k,
                       const double *gap_rate, double t, double most) {
  const size_t a = rows->row[k];
  if (!rows->pushes[k]) return;
  if (row_pushes(c, rows, k, most)) {
    use[a] = USE_IN_FORCE;
    c->brushed[a] = (double) NAN;
  } else if (closes_again(c, a, c->lambda[k] > 0 || gap_rate[a] < 0, t)) {
    use[a] = USE_IN_FORCE;
  }
}

static Status settle(Contacts *c, ConstraintUse *use, double t, double *gap_rate,
                     PushTrouble *trouble) {
  Rows rows = rows_make(c);
  add_contacts(c, use, t, &rows);
  TRY(solve(c, &rows, c->F, trouble));
  if (*trouble != PUSH_SOLVED) return STATUS_OK;
  const double most = largest_force(c, &rows);
  for (size_t a = 0; a < c->r; a++) {
    gap_rate[a] = gap_rate_of(c, a);
    if (is_unilateral(c, a) && use[a] != USE_OFF) use[a] = USE_WATCHED;
  }
  for (size_t k = 0; k < rows.n; k++) settle_row(c, use, &rows, k, gap_rate, t, most);
  for (size_t a = 0; a < c->r; a++)
    if (!(contacts_touch(c, a, t) && contacts_rest(c, a))) c->brushed[a] = (double) NAN;
  return STATUS_OK;
}

Status contacts_settle(Contacts *c, ConstraintUse *use, const double *state, double *gap_rate,
                       PushTrouble *trouble) {
  const ArenaMark mark = arena_mark(&c->m->work);
  contacts_at(c, state);
  bool again;
  Status status;
  do {
    again = false;
    status = settle(c, use, state[0], gap_rate, trouble);
    // a constraint that would close at once does not leave
    for (size_t a = 0; status == STATUS_OK && *trouble == PUSH_SOLVED && a < c->r; a++)
      if (c->leaves[a] && contacts_rest(c, a) && gap_rate[a] < 0)
        c->leaves[a] = false, again = true;
  } while (again);
  arena_release(&c->m->work, mark);
  return status;
}
