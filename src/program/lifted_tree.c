// program/lifted_tree.c: arranges masses as a tree, by the common terms of their positions.
//
// In:    the positions of points and bodies, as sums that were flattened when they were built
// Out:   for each mover, its acceleration by that of another one, a few angles and a few coordinates
// Law:   the relations are exact: a difference of positions is differentiated, and that a vector is fixed in a
//        frame is an identity of expressions (tests/prop/program/prop_lifted.c)

#include "program/lifted.h"
#include "methods/constraints.h"
#include "methods/later.h"
#include <stdlib.h>

#define FEW 3  // variables of a displacement that is not split

typedef ARRAY(Expr) Exprs;

void lifted_add(const Lifted *l, LiftedForm *to, size_t of, Expr by) {
  if (expr_same(by, EXPR_ZERO)) return;
  for (size_t i = 0; i < to->terms.n; i++) {
    if (to->terms.at[i].of != of) continue;
    to->terms.at[i].by = expr_add(l->pool, to->terms.at[i].by, by);
    if (expr_same(to->terms.at[i].by, EXPR_ZERO)) to->terms.at[i] = to->terms.at[--to->terms.n];
    return;
  }
  array_push(l->arena, &to->terms, ((LiftedTerm){of, by}));
}

void lifted_add_form(const Lifted *l, LiftedForm *to, const LiftedForm *from, Expr factor) {
  to->constant = expr_add(l->pool, to->constant, expr_mul(l->pool, factor, from->constant));
  for (size_t i = 0; i < from->terms.n; i++)
    lifted_add(l, to, from->terms.at[i].of, expr_mul(l->pool, factor, from->terms.at[i].by));
}

// --- which earlier one has most in common --------------------------------------------------------

static size_t count_terms(const ExprPool *pool, Expr e) {
  if (expr_same(e, EXPR_ZERO)) return 0;
  return expr_kind(pool, e) == EXPR_SUM ? expr_count(pool, e) : 1;
}

static ExprTerm term_at(const ExprPool *pool, Expr e, size_t i) {
  return expr_kind(pool, e) == EXPR_SUM ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
}

static uint64_t term_key(ExprTerm t, int component) {
  return hash_mix((uint64_t) t.e.id << 32 | t.c.id) + (uint64_t) component;
}

typedef struct {
  size_t who, votes;
} Candidate;

// Returns the one in which most terms were seen last, or NOWHERE; records them as seen in `self`, unless that
// is NOWHERE.
static size_t most_common(const Lifted *l, Memo *seen, const Expr *e, int components, size_t self) {
  ARRAY(Candidate) candidates = {0};
  Memo place = {0};
  size_t best = NOWHERE, most = 0;
  for (int k = 0; k < components; k++)
    for (size_t i = 0; i < count_terms(l->pool, e[k]); i++) {
      const uint64_t key = term_key(term_at(l->pool, e[k], i), k);
      uint32_t who, at;
      const bool known = memo_get(seen, key, &who);
      if (self != NOWHERE) memo_put(l->arena, seen, key, (uint32_t) self);
      if (!known) continue;
      if (!memo_get(&place, who, &at)) {
        at = (uint32_t) candidates.n;
        memo_put(l->arena, &place, who, at);
        array_push(l->arena, &candidates, ((Candidate){who, 0}));
      }
      Candidate *c = &candidates.at[at];
      c->votes++;
      if (c->votes > most || (c->votes == most && c->who > best)) most = c->votes, best = c->who;
    }
  return best;
}

// --- angles --------------------------------------------------------------------------------------

// Is e a sum of coordinates, with numerical coefficients, and constants?
static bool is_sum_of_coordinates(const Lifted *l, Expr e, size_t *coordinates) {
  *coordinates = 0;
  for (size_t i = 0; i < count_terms(l->pool, e); i++) {
    const ExprTerm t = term_at(l->pool, e, i);
    uint32_t place;
    if (memo_get(&l->place, t.e.id, &place) && place < l->free.n)
      ++*coordinates;
    else if (!expr_is_constant(l->pool, t.e))
      return false;
  }
  return true;
}

// Is the rest shorter than e?
static bool is_shorter(const Lifted *l, Expr own, Expr e) {
  return count_terms(l->pool, own) < count_terms(l->pool, e);
}

static void define_angle(Lifted *l, LiftedAngle *a, size_t self) {
  ExprPool *pool = l->pool;
  const size_t parent = most_common(l, &l->angle_term, &a->sum, 1, self);
  Expr own = a->sum;
  a->value = a->speed = EXPR_ZERO;
  if (parent != NOWHERE) {
    const LiftedAngle *p = &l->angles.at[parent];
    const Expr rest = expr_sub(pool, a->sum, p->sum);
    if (is_shorter(l, rest, a->sum)) {
      own = rest;
      a->value = p->symbol;
      a->speed = p->rate;
      lifted_add(l, &a->is, p->unknown, EXPR_ONE);
    }
  }
  a->value = expr_add(pool, a->value, own);
  a->speed = expr_add(pool, a->speed, expr_rate(pool, own));
  for (size_t i = 0; i < count_terms(pool, own); i++) {
    const ExprTerm t = term_at(pool, own, i);
    uint32_t place;
    if (memo_get(&l->place, t.e.id, &place)) lifted_add(l, &a->is, place, expr_number(pool, t.c));
  }
}

size_t lifted_unknown(Lifted *l) {
  array_push(l->arena, &l->unknowns, ((LiftedUnknown){.mass = EXPR_ZERO, .force = EXPR_ZERO}));
  l->unknowns.at[l->unknowns.n - 1].is.constant = EXPR_ZERO;
  return l->unknowns.n - 1;
}

static const LiftedAngle *angle_of(Lifted *l, Expr sum) {
  uint32_t known;
  if (memo_get(&l->angle_of, sum.id, &known)) return &l->angles.at[known];
  const size_t self = l->angles.n;
  const char *name = text_format(l->arena, "angle(%u)", sum.id);  // not a name in any model
  LiftedAngle a = {.sum = sum, .symbol = expr_symbol(l->pool, str(name), SYMBOL_VARIABLE)};
  a.rate = expr_symbol_rate(l->pool, a.symbol);
  a.is.constant = EXPR_ZERO;
  define_angle(l, &a, self);
  a.unknown = lifted_unknown(l);
  array_push(l->arena, &l->definitions, ((LiftedDefinition){a.symbol, a.value, true}));
  array_push(l->arena, &l->definitions, ((LiftedDefinition){a.rate, a.speed, false}));
  memo_put(l->arena, &l->place, a.symbol.id, (uint32_t) a.unknown);
  memo_put(l->arena, &l->angle_of, sum.id, (uint32_t) self);
  array_push(l->arena, &l->angles, a);
  return &l->angles.at[self];
}

bool lifted_angle(Lifted *l, Expr sum, size_t *unknown, Expr *rate) {
  uint32_t place;
  size_t coordinates;
  if (memo_get(&l->place, sum.id, &place) && place < l->free.n) {
    *unknown = place;
    *rate = l->free.qd[place];
    return true;
  }
  if (!is_sum_of_coordinates(l, sum, &coordinates) || coordinates == 0) return false;
  const LiftedAngle *a = angle_of(l, sum);
  *unknown = a->unknown;
  *rate = a->rate;
  return true;
}

// --- displacements -------------------------------------------------------------------------------

// Returns the coordinates, and symbols of angles, that the expressions depend on.
static ExprList variables_among(const Lifted *l, const Expr *e, size_t n) {
  ExprList list = expr_symbols(l->pool, e, n, l->arena);
  size_t kept = 0;
  for (size_t i = 0; i < list.n; i++) {
    uint32_t place;
    if (memo_get(&l->place, list.at[i].id, &place)) list.at[kept++] = list.at[i];
  }
  list.n = kept;
  return list;
}

ExprList lifted_variables(const Lifted *l, Vec v) {
  return variables_among(l, v.x, 3);
}

// Returns the variables that a frame turns with, found once.
ExprList lifted_turning(Lifted *l, const Frame *frame) {
  const size_t frames = l->free.model->frames.n, at = (size_t) (frame - l->free.model->frames.at);
  if (l->turning == NULL) l->turning = ARENA_ARRAY(l->arena, ExprList, frames);
  if (l->turning[at].at == NULL) l->turning[at] = variables_among(l, &frame->r[0][0], 9);
  return l->turning[at];
}

// (3)  with symbols for sums of coordinates inside functions
static Vec with_angles(Lifted *l, Vec v) {
  const ExprList nodes = expr_reachable(l->pool, v.x, 3, l->arena);
  Exprs from = {0}, to = {0};
  for (size_t i = 0; i < nodes.n; i++) {
    size_t coordinates;
    if (expr_kind(l->pool, nodes.at[i]) != EXPR_FUNCTION) continue;
    const Expr argument = expr_operand(l->pool, nodes.at[i], 0).e;
    if (expr_kind(l->pool, argument) != EXPR_SUM) continue;
    if (!is_sum_of_coordinates(l, argument, &coordinates) || coordinates < 2) continue;
    array_push(l->arena, &from, argument);
    array_push(l->arena, &to, angle_of(l, argument)->symbol);
  }
  if (from.n > 0) expr_substitute_all(l->pool, v.x, 3, from.at, to.at, from.n);
  return v;
}

// (2)  d'' = sum d_s s'' + the rest
void lifted_add_direct(const Lifted *l, Vec d, const ExprList *variables, LiftedForm is[3]) {
  ExprPool *pool = l->pool;
  Expr *rates = ARENA_ARRAY(l->arena, Expr, variables->n + 1);
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, variables->n + 1);
  for (size_t i = 0; i < variables->n; i++) {
    rates[i] = expr_symbol_rate(pool, expr_symbol_rate(pool, variables->at[i]));
    zeros[i] = EXPR_ZERO;
  }
  for (int k = 0; k < 3; k++) {
    Expr bias = expr_rate(pool, expr_rate(pool, d.x[k]));
    bias = expr_substitute(pool, bias, rates, zeros, variables->n);
    is[k].constant = expr_add(pool, is[k].constant, bias);
    for (size_t i = 0; i < variables->n; i++) {
      uint32_t place = 0;
      memo_get(&l->place, variables->at[i].id, &place);
      lifted_add(l, &is[k], place, expr_diff(pool, d.x[k], variables->at[i]));
    }
  }
}

// d = sum c_k e_k, with the same c however the frame turns
bool lifted_components(Lifted *l, Vec d, const Frame *frame, Expr c[3]) {
  ExprPool *pool = l->pool;
  const ExprList turning = lifted_turning(l, frame);
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, turning.n + 1);
  for (size_t i = 0; i < turning.n; i++) zeros[i] = EXPR_ZERO;
  for (int k = 0; k < 3; k++) c[k] = expr_dot(pool, &frame->r[0][k], 3, d.x, 3);
  expr_substitute_all(pool, c, 3, turning.at, zeros, turning.n);
  for (int k = 0; k < 3; k++)
    if (expr_is_none(c[k])) return false;
  for (int i = 0; i < 3; i++)
    if (!expr_equal(pool, d.x[i], expr_dot(pool, frame->r[i], 1, c, 3))) return false;
  return true;
}

static bool is_fixed(Lifted *l, Vec d, const Frame *frame, Expr c[3]) {
  if (!lifted_components(l, d, frame, c)) return false;
  for (int k = 0; k < 3; k++)
    if (!expr_is_constant(l->pool, c[k])) return false;
  return true;
}

// Returns the axis of N about which a frame turns, by an angle that is a sum of coordinates, or -1.
int lifted_planar_axis(const Lifted *l, const Frame *frame, Expr *sum) {
  ExprPool *pool = l->pool;
  const Vec omega = frame_omega(l->free.model, frame);
  int axis = -1;
  for (int k = 0; k < 3; k++) {
    if (expr_same(omega.x[k], EXPR_ZERO)) continue;
    if (axis >= 0) return -1;
    axis = k;
  }
  if (axis < 0 || expr_depends_on_any(pool, omega.x[axis], l->free.q, l->free.n)) return -1;
  *sum = expr_substitute(pool, omega.x[axis], l->free.qd, l->free.q, l->free.n);
  return axis;
}

// (3)  d = c_i e_i + c_j e_j + c_k e_k, e_i = (cos, sin) of the angle about e_k: uses this angle alone, instead
// of the angles that lead to the frame
static bool add_turning(Lifted *l, Vec d, const Frame *frame, LiftedForm is[3]) {
  ExprPool *pool = l->pool;
  Expr sum, c[3];
  size_t coordinates;
  const int k = lifted_planar_axis(l, frame, &sum), i = (k + 1) % 3, j = (k + 2) % 3;
  if (k < 0 || !is_sum_of_coordinates(l, sum, &coordinates) || coordinates < 2) return false;
  const Expr cosine = expr_call1(pool, FN_COS, sum), sine = expr_call1(pool, FN_SIN, sum);
  if (!expr_equal(pool, frame->r[i][i], cosine) || !expr_equal(pool, frame->r[j][i], sine))
    return false;
  if (!is_fixed(l, d, frame, c)) return false;
  Expr angle = angle_of(l, sum)->symbol;
  const Expr cos_angle = expr_call1(pool, FN_COS, angle),
             sin_angle = expr_call1(pool, FN_SIN, angle);
  const Expr along[] = {cos_angle, expr_neg(pool, sin_angle)}, across[] = {sin_angle, cos_angle};
  const Expr in_plane[] = {c[i], c[j]};
  d.x[i] = expr_dot(pool, along, 1, in_plane, 2);
  d.x[j] = expr_dot(pool, across, 1, in_plane, 2);
  lifted_add_direct(l, d, &(ExprList){&angle, 1}, is);
  return true;
}

// The part of a displacement that depends on all of these variables, and on no others.
typedef struct {
  Vec d;
  ExprList variables;
} Part;

typedef ARRAY(Part) Parts;

static bool are_same(const ExprList *a, const ExprList *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++)
    if (!expr_same(a->at[i], b->at[i])) return false;
  return true;
}

static Parts parts_of(const Lifted *l, Vec d) {
  Parts parts = {0};
  for (int k = 0; k < 3; k++)
    for (size_t i = 0; i < count_terms(l->pool, d.x[k]); i++) {
      const ExprTerm t = term_at(l->pool, d.x[k], i);
      const Vec alone = {{t.e, EXPR_ZERO, EXPR_ZERO}};
      const ExprList variables = lifted_variables(l, alone);
      size_t at = 0;
      while (at < parts.n && !are_same(&parts.at[at].variables, &variables)) at++;
      if (at == parts.n) array_push(l->arena, &parts, ((Part){vec_zero(), variables}));
      Expr *to = &parts.at[at].d.x[k];
      *to = expr_add(l->pool, *to, expr_scale(l->pool, t.c, t.e));
    }
  return parts;
}

// Adds the part by the frame that turns with all its variables, if there is one.
static bool add_by_frame(Lifted *l, const Part *part, LiftedForm is[3]) {
  const Model *model = l->free.model;
  for (size_t i = model->frames.n; i-- > 0;) {
    const ExprList turning = lifted_turning(l, &model->frames.at[i]);
    if (are_same(&turning, &part->variables) && add_turning(l, part->d, &model->frames.at[i], is))
      return true;
  }
  return false;
}

static void add_part(Lifted *l, const Part *part, LiftedForm is[3]) {
  const Vec own = with_angles(l, part->d);
  const ExprList variables = lifted_variables(l, own);
  if (variables.n > 1 && add_by_frame(l, part, is)) return;
  lifted_add_direct(l, own, &variables, is);
}

// Adds a displacement; one of many variables is split into parts that have fewer.
static void add_displacement(Lifted *l, Vec d, LiftedMover *m) {
  if (lifted_add_by_frames(l, &d, m)) return;
  const Part whole = {d, lifted_variables(l, d)};
  if (whole.variables.n <= FEW) {
    add_part(l, &whole, m->rest);
    return;
  }
  const Parts parts = parts_of(l, d);
  for (size_t i = 0; i < parts.n; i++) add_part(l, &parts.at[i], m->rest);
}

// --- movers --------------------------------------------------------------------------------------

static void add_mover(Lifted *l, const Equations *eq, Expr mass, Vec at, bool on_body,
                      size_t index) {
  ExprPool *pool = l->pool;
  const Model *model = l->free.model;
  LiftedMover mover = {.at = at, .mass = expr_is_none(mass) ? EXPR_ZERO : mass};
  mover.force = inertia_applied_force(&l->free, on_body, index);
  if (model->has_gravity)
    mover.force = vec_add(pool, mover.force, vec_scale(pool, mover.mass, model->gravity));
  if (expr_same(mover.mass, EXPR_ZERO) && vec_is_zero(mover.force)) return;
  for (int k = 0; k < 3; k++) {
    mover.force.x[k] = constraints_in_velocities(&l->free, mover.force.x[k], later_momentum(eq));
    mover.terms += count_terms(pool, at.x[k]);
    mover.unknown[k] = NOWHERE;
    mover.is[k].constant = mover.rest[k].constant = mover.carried[k].constant = EXPR_ZERO;
  }
  array_push(l->arena, &l->movers, mover);
}

static int by_terms(const void *a, const void *b) {
  const LiftedMover *x = a, *y = b;
  return (x->terms > y->terms) - (x->terms < y->terms);
}

static void gather_movers(Lifted *l) {
  const Model *model = l->free.model;
  const Equations *eq = &l->m->equations;
  for (size_t i = 0; i < model->points.n; i++)
    add_mover(l, eq, model->points.at[i].mass, model->points.at[i].at, false, i);
  for (size_t i = 0; i < model->bodies.n; i++)
    add_mover(l, eq, model->bodies.at[i].mass, model->bodies.at[i].at, true, i);
  if (l->movers.n > 0) qsort(l->movers.at, l->movers.n, sizeof *l->movers.at, by_terms);
}

// Is the acceleration known, or equal to another one up to a constant?
static bool is_alias(const Lifted *l, const LiftedForm *form) {
  if (form->terms.n == 0) return true;
  const LiftedTerm t = form->terms.at[0];
  const LiftedUnknown *u = &l->unknowns.at[t.of];
  return form->terms.n == 1 && expr_same(t.by, EXPR_ONE) && (!u->gone || is_alias(l, &u->is));
}

// Merges an acceleration that equals another one up to a known part: the other takes its mass and force.
static void merge(const Lifted *l, size_t unknown, Expr mass, Expr force) {
  ExprPool *pool = l->pool;
  LiftedUnknown *u = &l->unknowns.at[unknown];
  while (u->gone && u->is.terms.n > 0) {
    force = expr_sub(pool, force, expr_mul(pool, mass, u->is.constant));
    u = &l->unknowns.at[u->is.terms.at[0].of];
  }
  u->mass = expr_add(pool, u->mass, mass);
  u->force = expr_add(pool, u->force, force);
}

// The force on a mover without mass acts on what moves it.
static void pass_on(const Lifted *l, const LiftedForm *is, Expr force) {
  const LiftedForm form = lifted_resolved(l, is);
  for (size_t i = 0; i < form.terms.n; i++) {
    LiftedUnknown *u = &l->unknowns.at[form.terms.at[i].of];
    u->force = expr_add(l->pool, u->force, expr_mul(l->pool, form.terms.at[i].by, force));
  }
}

// Adds the components of a mover with mass as unknowns.
static void place_mover(Lifted *l, LiftedMover *m) {
  for (int k = 0; k < 3; k++) {
    if (expr_same(m->mass, EXPR_ZERO)) {
      pass_on(l, &m->is[k], m->force.x[k]);
      continue;
    }
    m->unknown[k] = lifted_unknown(l);
    LiftedUnknown *u = &l->unknowns.at[m->unknown[k]];
    u->gone = is_alias(l, &m->is[k]);
    u->is = m->is[k];
    merge(l, m->unknown[k], m->mass, m->force.x[k]);
  }
}

static void relate_mover(Lifted *l, size_t self) {
  LiftedMover *m = &l->movers.at[self];
  const bool massive = !expr_same(m->mass, EXPR_ZERO);
  const size_t parent = most_common(l, &l->mover_term, m->at.x, 3, massive ? self : NOWHERE);
  Vec own = m->at;
  if (parent != NOWHERE) {
    const LiftedMover *p = &l->movers.at[parent];
    const Vec rest = vec_sub(l->pool, m->at, p->at);
    size_t left = 0;
    for (int k = 0; k < 3; k++) left += count_terms(l->pool, rest.x[k]);
    if (left < m->terms) {
      own = rest;
      for (int k = 0; k < 3; k++) lifted_add(l, &m->rest[k], p->unknown[k], EXPR_ONE);
    }
  }
  add_displacement(l, own, m);
  for (int i = 0; i < 3; i++) {
    lifted_add_form(l, &m->is[i], &m->rest[i], EXPR_ONE);
    for (int k = 0; m->carrier != NULL && k < 3; k++)
      lifted_add_form(l, &m->is[i], &m->carried[k], m->carrier->axes[i][k]);
  }
  place_mover(l, m);
}

bool lifted_make_tree(Lifted *l) {
  for (size_t i = 0; i < l->free.n; i++) {
    memo_put(l->arena, &l->place, l->free.q[i].id, (uint32_t) i);
    (void) lifted_unknown(l);
  }
  lifted_find_frames(l);
  gather_movers(l);
  for (size_t i = 0; i < l->movers.n; i++) relate_mover(l, i);
  return l->movers.n > 0;
}
