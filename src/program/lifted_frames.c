// program/lifted_frames.c: frames that turn in space, by their angular velocities.
//
// In:    frames that are reached from one another by rotations, and the inertia of their bodies
// Out:   for each, its angular acceleration along its own axes, by that of its parent and by its own
//        coordinates; the accelerations of vectors that it carries
// Law:   that a frame is its parent turned, and that its angular velocity follows, are identities of
//        expressions, checked here
//
// Own axes keep relations short: with R the rotation from the parent, which contains only own coordinates,
//   omega = R^T omega_parent + w,   omega' = R^T omega_parent' + (R')^T omega_parent + w'        (9)
// With products of inertia, I = L D L^T; the unknowns are L^T omega', whose inertia is D.         (12)

#include "program/lifted.h"
#include <string.h>

// Returns a symbol that represents a value from here on, or the value itself if it is constant.
static Expr named(Lifted *l, const char *what, size_t frame, int place, Expr value) {
  if (expr_is_constant(l->pool, value)) return value;
  const char *name = text_format(l->arena, "%s(%zu,%d)", what, frame, place);
  const Expr symbol = expr_symbol(l->pool, str(name), SYMBOL_VARIABLE);
  array_push(l->arena, &l->definitions, ((LiftedDefinition){symbol, value, false}));
  return symbol;
}

// A frame relative to its parent.
typedef struct {
  Expr R[3][3];
  Expr w[3];
} Turn;

static const Expr unit_axes[3][3] = {{{2}, {1}, {1}}, {{1}, {2}, {1}}, {{1}, {1}, {2}}};

// Is B = A R, omega_B = R^T omega_A + w?
static bool is_turned(const Lifted *l, const Frame *b, const Expr (*axes)[3], Vec omega,
                      const Turn *turn) {
  ExprPool *pool = l->pool;
  for (int k = 0; k < 3; k++) {
    const Expr column[] = {turn->R[0][k], turn->R[1][k], turn->R[2][k]};
    const Expr carried = expr_dot(pool, column, 1, omega.x, 3);
    if (!expr_equal(pool, b->omega_own.x[k], expr_add(pool, carried, turn->w[k]))) return false;
    for (int i = 0; i < 3; i++)
      if (!expr_equal(pool, b->r[i][k], expr_dot(pool, axes[i], 1, column, 3))) return false;
  }
  return true;
}

#define FRAME_ENTRIES 21

// The axes of a frame and of its parent, and its own angular velocity.
typedef union {
  struct {
    Expr parent[3][3], own[3][3], omega[3];
  };
  Expr all[FRAME_ENTRIES];
} TurnedFrame;

// Finds the rotation with all coordinates of the parent at zero and at rest, and checks it.
static bool find_turn(Lifted *l, const Frame *b, Turn *turn) {
  ExprPool *pool = l->pool;
  const Frame *a = b->parent == NOWHERE ? NULL : &l->free.model->frames.at[b->parent];
  const ExprList held = a != NULL ? lifted_turning(l, a) : (ExprList){0};
  Expr *from = ARENA_ARRAY(l->arena, Expr, 2 * held.n + 1);
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, 2 * held.n + 1);
  for (size_t i = 0; i < held.n; i++) {
    from[i] = held.at[i];
    from[held.n + i] = expr_symbol_rate(pool, held.at[i]);
    zeros[i] = zeros[held.n + i] = EXPR_ZERO;
  }
  const Expr(*axes)[3] = a != NULL ? a->r : unit_axes;
  TurnedFrame f;
  memcpy(f.parent, axes, sizeof f.parent);
  memcpy(f.own, b->r, sizeof f.own);
  memcpy(f.omega, b->omega_own.x, sizeof f.omega);
  expr_substitute_all(pool, f.all, FRAME_ENTRIES, from, zeros, 2 * held.n);
  for (size_t i = 0; i < FRAME_ENTRIES; i++)
    if (expr_is_none(f.all[i])) return false;
  for (int k = 0; k < 3; k++) {
    const Expr column[] = {f.own[0][k], f.own[1][k], f.own[2][k]};
    for (int j = 0; j < 3; j++) turn->R[j][k] = expr_dot(pool, &f.parent[0][j], 3, column, 3);
    turn->w[k] = f.omega[k];
  }
  return is_turned(l, b, axes, a != NULL ? a->omega_own : vec_zero(), turn);
}

// e' at q'' = 0
static Expr rate_at_rest(const Lifted *l, Expr e) {
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, l->free.n + 1);
  for (size_t i = 0; i < l->free.n; i++) zeros[i] = EXPR_ZERO;
  return expr_substitute(l->pool, expr_rate(l->pool, e), l->free.qdd, zeros, l->free.n);
}

// Adds by times the angular acceleration of a frame along one of its axes.
static void add_angular(const Lifted *l, LiftedForm *to, const LiftedFrame *f, int axis, Expr by) {
  for (int k = axis; k < 3; k++)
    lifted_add(l, to, f->unknown[k], expr_mul(l->pool, by, f->along[axis][k]));
}

// (9)
static void relate_frame(Lifted *l, const LiftedFrame *parent, const Turn *turn, LiftedForm to[3]) {
  ExprPool *pool = l->pool;
  for (int k = 0; k < 3; k++) {
    LiftedForm *is = &to[k];
    is->constant = rate_at_rest(l, turn->w[k]);
    for (int j = 0; parent != NULL && j < 3; j++) {
      const Expr turning = expr_rate(pool, turn->R[j][k]);
      is->constant = expr_add(pool, is->constant, expr_mul(pool, turning, parent->omega[j]));
      add_angular(l, is, parent, j, turn->R[j][k]);
    }
    const ExprList symbols = expr_symbols(pool, &turn->w[k], 1, l->arena);
    for (size_t i = 0; i < symbols.n; i++) {
      int order;
      uint32_t place;
      const Expr base = expr_symbol_base(pool, symbols.at[i], &order);
      if (order == 1 && memo_get(&l->place, base.id, &place))
        lifted_add(l, is, place, expr_diff(pool, turn->w[k], symbols.at[i]));
    }
  }
}

static void name_frame(Lifted *l, size_t index, const LiftedFrame *parent, const Turn *turn,
                       LiftedFrame *f) {
  ExprPool *pool = l->pool;
  for (int k = 0; k < 3; k++) {
    const Expr column[] = {turn->R[0][k], turn->R[1][k], turn->R[2][k]};
    Expr omega = turn->w[k];
    if (parent != NULL) omega = expr_add(pool, omega, expr_dot(pool, column, 1, parent->omega, 3));
    f->omega[k] = named(l, "omega", index, k, omega);
    for (int i = 0; i < 3; i++) {
      const Expr axis =
        expr_dot(pool, parent != NULL ? parent->axes[i] : unit_axes[i], 1, column, 3);
      f->axes[i][k] = named(l, "axis", index, 3 * i + k, axis);
    }
  }
}

// --- inertia -------------------------------------------------------------------------------------

static bool is_rest(const LiftedForm *form) {
  return form->terms.n == 0 && expr_same(form->constant, EXPR_ZERO);
}

// (12)  I = L D L^T. Leaves D on the diagonal of I, of which the lower triangle is used.
static bool split_inertia(const Lifted *l, Expr I[3][3], Expr L[3][3]) {
  ExprPool *pool = l->pool;
  for (int k = 0; k < 3; k++) {
    for (int i = k + 1; i < 3; i++) {
      L[i][k] = EXPR_ZERO;
      if (expr_same(I[i][k], EXPR_ZERO)) continue;
      if (expr_same(I[k][k], EXPR_ZERO)) return false;  // no body has such moments
      L[i][k] = expr_div(pool, I[i][k], I[k][k]);
    }
    for (int i = k + 1; i < 3; i++)
      for (int j = k + 1; j <= i; j++) {
        I[i][j] = expr_sub(pool, I[i][j], expr_mul(pool, L[i][k], I[j][k]));
        if (expr_equal(pool, I[i][j], EXPR_ZERO)) I[i][j] = EXPR_ZERO;
      }
  }
  return true;
}

// -(omega x I omega) along an axis
static Expr gyroscopic(const Lifted *l, const LiftedFrame *f, int axis) {
  static const int product[3][3] = {{0, 3, 4}, {3, 0, 5}, {4, 5, 0}};  // their places in `inertia`
  ExprPool *pool = l->pool;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const Expr *I = f->inertia, w = f->omega[axis], wi = f->omega[i], wj = f->omega[j];
  const Expr both = expr_mul(pool, wi, wj), ii = expr_square(pool, wi), jj = expr_square(pool, wj);
  const Expr moments = expr_sub(pool, I[i], I[j]), squares = expr_sub(pool, jj, ii);
  const Expr by_i = expr_mul(pool, I[product[axis][i]], wj),
             by_j = expr_mul(pool, I[product[axis][j]], wi);
  const Expr others = expr_sub(pool, by_i, by_j);
  Expr sum = expr_mul(pool, moments, both);
  sum = expr_add(pool, sum, expr_mul(pool, I[product[i][j]], squares));
  return expr_add(pool, sum, expr_mul(pool, w, others));
}

// (12)  Makes L^T omega' the unknowns. What does not turn about an axis has no products of inertia with it.
static bool add_unknowns(Lifted *l, LiftedFrame *f, const LiftedForm rate[3]) {
  ExprPool *pool = l->pool;
  const Expr *given = f->inertia;
  Expr I[3][3] = {{given[0]}, {given[3], given[1]}, {given[4], given[5], given[2]}}, L[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      if (is_rest(&rate[i]) || is_rest(&rate[j])) I[i][j] = EXPR_ZERO;
  if (!split_inertia(l, I, L)) return false;
  f->along[0][0] = f->along[1][1] = f->along[2][2] = EXPR_ONE;
  f->along[0][1] = expr_neg(pool, L[1][0]);
  f->along[1][2] = expr_neg(pool, L[2][1]);
  f->along[0][2] = expr_sub(pool, expr_mul(pool, L[1][0], L[2][1]), L[2][0]);
  for (int k = 0; k < 3; k++) {
    f->unknown[k] = lifted_unknown(l);
    LiftedUnknown *u = &l->unknowns.at[f->unknown[k]];
    f->is[k] = (LiftedForm){.constant = EXPR_ZERO};
    lifted_add_form(l, &f->is[k], &rate[k], EXPR_ONE);
    for (int i = k + 1; i < 3; i++) lifted_add_form(l, &f->is[k], &rate[i], L[i][k]);
    u->gone = !f->massive || is_rest(&rate[k]);
    // a chain of frames without bodies is resolved link by link
    u->is = f->massive ? f->is[k] : lifted_resolved(l, &f->is[k]);
    u->mass = I[k][k];
    for (int i = 0; i <= k; i++)
      u->force = expr_add(pool, u->force, expr_mul(pool, f->along[i][k], gyroscopic(l, f, i)));
  }
  return true;
}

// --- frames --------------------------------------------------------------------------------------

static const LiftedFrame *frame_at(Lifted *l, size_t index) {
  LiftedFrame *f = &l->frames[index];
  if (f->known) return f->there ? f : NULL;
  f->known = true;
  const Frame *own = &l->free.model->frames.at[index];
  const LiftedFrame *parent = own->parent != NOWHERE ? frame_at(l, own->parent) : NULL;
  Turn turn;
  LiftedForm rate[3] = {0};
  if ((own->parent != NOWHERE && parent == NULL) || !find_turn(l, own, &turn)) return NULL;
  name_frame(l, index, parent, &turn, f);
  relate_frame(l, parent, &turn, rate);
  f->there = add_unknowns(l, f, rate);
  return f->there ? f : NULL;
}

// --- what they carry -----------------------------------------------------------------------------

// d = R c:  R^T d'' = c'' + omega' x c + 2 omega x c' + omega x (omega x c)
static void add_along(const Lifted *l, const LiftedFrame *f, Vec c, LiftedForm to[3]) {
  ExprPool *pool = l->pool;
  const ExprList sliding = lifted_variables(l, c);
  const Vec omega = {{f->omega[0], f->omega[1], f->omega[2]}};
  const Vec slip = vec_rate(pool, c), turning = vec_cross(pool, omega, c);
  const Vec twice = vec_add(pool, vec_add(pool, slip, slip), turning);
  const Vec bias = vec_cross(pool, omega, twice);
  lifted_add_direct(l, c, &sliding, to);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    to[k].constant = expr_add(pool, to[k].constant, bias.x[k]);
    add_angular(l, &to[k], f, i, c.x[j]);
    add_angular(l, &to[k], f, j, expr_neg(pool, c.x[i]));
  }
}

// Adds the acceleration of a part of a mover's position. The first frame that carries one is its carrier.
static void carry(const Lifted *l, const LiftedFrame *f, const Expr c[3], LiftedMover *m) {
  LiftedForm along[3] = {{.constant = EXPR_ZERO}, {.constant = EXPR_ZERO}, {.constant = EXPR_ZERO}};
  const bool first = m->carrier == NULL;
  add_along(l, f, (Vec){{c[0], c[1], c[2]}}, first ? m->carried : along);
  if (first) m->carrier = f;
  for (int i = 0; i < 3; i++)
    for (int k = 0; !first && k < 3; k++) lifted_add_form(l, &m->rest[i], &along[k], f->axes[i][k]);
}

static Memo set_of(const Lifted *l, const ExprList *list) {
  Memo set = {0};
  for (size_t i = 0; i < list->n; i++) memo_put(l->arena, &set, list->at[i].id, 0);
  return set;
}

static bool is_in(const Memo *set, Expr e) {
  uint32_t unused;
  return memo_get(set, e.id, &unused);
}

static bool has_any(const Memo *set, const ExprList *list) {
  for (size_t i = 0; i < list->n; i++)
    if (is_in(set, list->at[i])) return true;
  return false;
}

// Returns the coordinates that a frame turns with and its parent does not. A frame that is fixed in its parent has those of
// the parent.
static ExprList own_turning(Lifted *l, size_t at) {
  LiftedFrame *f = &l->frames[at];
  if (f->own.at != NULL) return f->own;
  const Model *model = l->free.model;
  const size_t parent = model->frames.at[at].parent;
  const ExprList all = lifted_turning(l, &model->frames.at[at]),
                 held =
                   parent == NOWHERE ? (ExprList){0} : lifted_turning(l, &model->frames.at[parent]);
  const Memo set = set_of(l, &held);
  f->own.at = ARENA_ARRAY(l->arena, Expr, all.n + 1);
  for (size_t i = 0; i < all.n; i++)
    if (!is_in(&set, all.at[i])) f->own.at[f->own.n++] = all.at[i];
  if (f->own.n == 0 && parent != NOWHERE) f->own = own_turning(l, parent);
  return f->own;
}

// Returns the terms that depend on these coordinates.
static Vec part_that_turns(const Lifted *l, Vec d, const ExprList *with) {
  ExprPool *pool = l->pool;
  Vec part = vec_zero();
  for (int k = 0; k < 3; k++) {
    const bool sum = expr_kind(pool, d.x[k]) == EXPR_SUM;
    for (size_t i = 0; i < (sum ? expr_count(pool, d.x[k]) : 1); i++) {
      const ExprTerm t = sum ? expr_operand(pool, d.x[k], i) : (ExprTerm){d.x[k], RATIO_ONE};
      if (expr_depends_on_any(pool, t.e, with->at, with->n))
        part.x[k] = expr_add(pool, part.x[k], expr_scale(pool, t.c, t.e));
    }
  }
  return part;
}

static Memo variables_in(const Lifted *l, Vec d) {
  const ExprList list = lifted_variables(l, d);
  return set_of(l, &list);
}

bool lifted_add_by_frames(Lifted *l, Vec *d, LiftedMover *m) {
  const Model *model = l->free.model;
  if (!l->spatial || vec_is_zero(*d)) return vec_is_zero(*d);
  Memo variables = variables_in(l, *d);
  for (size_t at = model->frames.n; at-- > 0 && !vec_is_zero(*d);) {
    const ExprList own = own_turning(l, at);
    Expr c[3];
    if (!has_any(&variables, &own)) continue;
    const Vec part = part_that_turns(l, *d, &own);
    if (!lifted_components(l, part, &model->frames.at[at], c)) continue;
    const LiftedFrame *f = frame_at(l, at);
    if (f == NULL) return false;
    carry(l, f, c, m);
    *d = vec_sub(l->pool, *d, part);
    variables = variables_in(l, *d);
  }
  return vec_is_zero(*d);
}

bool lifted_add_body(Lifted *l, const Body *body) {
  return frame_at(l, body->frame) != NULL;
}

// Finds bodies that turn about more than one axis, or about a turning one: then all frames of bodies have
// angular velocities.
void lifted_find_frames(Lifted *l) {
  const Model *model = l->free.model;
  l->frames = ARENA_ARRAY(l->arena, LiftedFrame, model->frames.n + 1);
  for (size_t i = 0; i < model->frames.n; i++)
    for (int k = 0; k < 6; k++) l->frames[i].inertia[k] = EXPR_ZERO;
  for (size_t i = 0; i < model->bodies.n; i++) {
    const Body *body = &model->bodies.at[i];
    Expr sum;
    if (body->frame == NOWHERE) continue;
    LiftedFrame *f = &l->frames[body->frame];
    for (int k = 0; k < 6; k++) f->inertia[k] = expr_add(l->pool, f->inertia[k], body->inertia[k]);
    f->massive = true;
    const Frame *frame = &model->frames.at[body->frame];
    if (!vec_is_zero(frame->omega_own) && lifted_planar_axis(l, frame, &sum) < 0) l->spatial = true;
  }
}
