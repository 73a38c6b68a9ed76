// program/lifted_frames.c: frames that turn in space, by their angular velocities.
//
// In:    frames of bodies, reached from one another by rotations
// Out:   for each, its angular acceleration along its own axes, by that of its parent and by its own
//        coordinates; the accelerations of vectors that are fixed in it
// Law:   that a frame is its parent turned, and that its angular velocity follows, are identities of
//        expressions, checked here
//
// Own axes keep relations short: with R the rotation from the parent, which contains only own coordinates,
//   omega = R^T omega_parent + w,   omega' = R^T omega_parent' + (R')^T omega_parent + w'        (9)

#include "program/lifted.h"

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

// Finds the rotation with all coordinates of the parent at zero and at rest, and checks it.
static bool find_turn(Lifted *l, const Frame *b, Turn *turn) {
  ExprPool *pool = l->pool;
  const Frame *a = b->parent == NOWHERE ? NULL : &l->free.model->frames.at[b->parent];
  const ExprList held = a != NULL ? lifted_turning(l, a) : (ExprList){0};
  Expr *from = ARENA_ARRAY(l->arena, Expr, 2 * held.n + 1);
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, 2 * held.n + 1), base[3][3], turned[3][3];
  for (size_t i = 0; i < held.n; i++) {
    from[i] = held.at[i];
    from[held.n + i] = expr_symbol_rate(pool, held.at[i]);
    zeros[i] = zeros[held.n + i] = EXPR_ZERO;
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const Expr own = a != NULL ? a->r[i][k] : unit_axes[i][k];
      base[i][k] = expr_substitute(pool, own, from, zeros, 2 * held.n);
      turned[i][k] = expr_substitute(pool, b->r[i][k], from, zeros, 2 * held.n);
      if (expr_is_none(base[i][k]) || expr_is_none(turned[i][k])) return false;
    }
  for (int k = 0; k < 3; k++) {
    const Expr column[] = {turned[0][k], turned[1][k], turned[2][k]};
    for (int j = 0; j < 3; j++) turn->R[j][k] = expr_dot(pool, &base[0][j], 3, column, 3);
    turn->w[k] = expr_substitute(pool, b->omega_own.x[k], from, zeros, 2 * held.n);
    if (expr_is_none(turn->w[k])) return false;
  }
  return is_turned(l, b, a != NULL ? a->r : unit_axes, a != NULL ? a->omega_own : vec_zero(), turn);
}

// e' at q'' = 0
static Expr rate_at_rest(const Lifted *l, Expr e) {
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, l->free.n + 1);
  for (size_t i = 0; i < l->free.n; i++) zeros[i] = EXPR_ZERO;
  return expr_substitute(l->pool, expr_rate(l->pool, e), l->free.qdd, zeros, l->free.n);
}

// (9)
static void relate_frame(Lifted *l, const LiftedFrame *parent, const Turn *turn, LiftedFrame *f) {
  ExprPool *pool = l->pool;
  for (int k = 0; k < 3; k++) {
    LiftedForm *is = &f->is[k];
    is->constant = rate_at_rest(l, turn->w[k]);
    for (int j = 0; parent != NULL && j < 3; j++) {
      const Expr turning = expr_rate(pool, turn->R[j][k]);
      is->constant = expr_add(pool, is->constant, expr_mul(pool, turning, parent->omega[j]));
      lifted_add(l, is, parent->unknown[j], turn->R[j][k]);
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

static const LiftedFrame *frame_at(Lifted *l, size_t index) {
  LiftedFrame *f = &l->frames[index];
  if (f->known) return f->there ? f : NULL;
  f->known = true;
  const Frame *own = &l->free.model->frames.at[index];
  const LiftedFrame *parent = own->parent != NOWHERE ? frame_at(l, own->parent) : NULL;
  Turn turn;
  if ((own->parent != NOWHERE && parent == NULL) || !find_turn(l, own, &turn)) return NULL;
  f->there = true;
  name_frame(l, index, parent, &turn, f);
  relate_frame(l, parent, &turn, f);
  for (int k = 0; k < 3; k++) {
    f->unknown[k] = lifted_unknown(l);
    LiftedUnknown *u = &l->unknowns.at[f->unknown[k]];
    u->gone = !f->massive || (f->is[k].terms.n == 0 && expr_same(f->is[k].constant, EXPR_ZERO));
    u->is = f->is[k];
  }
  return f;
}

// d = R c:  d'' = R (omega' x c + omega x (omega x c))
static void add_fixed(const Lifted *l, const LiftedFrame *f, const Expr c[3], LiftedForm is[3]) {
  ExprPool *pool = l->pool;
  const Vec omega = {{f->omega[0], f->omega[1], f->omega[2]}}, own = {{c[0], c[1], c[2]}};
  const Vec velocity = vec_cross(pool, omega, own), bias = vec_cross(pool, omega, velocity);
  for (int i = 0; i < 3; i++) {
    is[i].constant = expr_add(pool, is[i].constant, expr_dot(pool, f->axes[i], 1, bias.x, 3));
    for (int k = 0; k < 3; k++) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;  // (e_k x c) = c_a e_b - c_b e_a
      const Expr first = expr_mul(pool, f->axes[i][b], c[a]);
      const Expr second = expr_mul(pool, f->axes[i][a], c[b]);
      lifted_add(l, &is[i], f->unknown[k], expr_sub(pool, first, second));
    }
  }
}

// Returns the terms that depend on coordinates of the frame with which its parent does not turn.
static Vec part_of_frame(Lifted *l, Vec d, const Frame *frame) {
  ExprPool *pool = l->pool;
  const ExprList all = lifted_turning(l, frame);
  Expr *own = ARENA_ARRAY(l->arena, Expr, all.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < all.n; i++) {
    const Expr *r =
      frame->parent == NOWHERE ? NULL : &l->free.model->frames.at[frame->parent].r[0][0];
    bool turns = false;
    for (int k = 0; r != NULL && k < 9; k++) turns = turns || expr_depends(pool, r[k], all.at[i]);
    if (!turns) own[n++] = all.at[i];
  }
  Vec part = vec_zero();
  for (int k = 0; k < 3; k++) {
    const bool sum = expr_kind(pool, d.x[k]) == EXPR_SUM;
    for (size_t i = 0; i < (sum ? expr_count(pool, d.x[k]) : 1); i++) {
      const ExprTerm t = sum ? expr_operand(pool, d.x[k], i) : (ExprTerm){d.x[k], RATIO_ONE};
      if (expr_depends_on_any(pool, t.e, own, n))
        part.x[k] = expr_add(pool, part.x[k], expr_scale(pool, t.c, t.e));
    }
  }
  return part;
}

bool lifted_add_by_frames(Lifted *l, Vec *d, LiftedForm is[3]) {
  const Model *model = l->free.model;
  for (size_t at = model->frames.n; l->spatial && at-- > 0 && !vec_is_zero(*d);) {
    const Frame *frame = &model->frames.at[at];
    const ExprList all = lifted_turning(l, frame);
    Expr c[3];
    if (!l->frames[at].massive || !expr_depends_on_any(l->pool, d->x[0], all.at, all.n)) continue;
    const Vec part = part_of_frame(l, *d, frame);
    if (vec_is_zero(part) || !lifted_is_fixed(l, part, frame, c)) continue;
    const LiftedFrame *f = frame_at(l, at);
    if (f == NULL) return false;
    add_fixed(l, f, c, is);
    *d = vec_sub(l->pool, *d, part);
  }
  return vec_is_zero(*d);
}

// Adds I omega' + omega x I omega, along principal axes.
bool lifted_add_body(Lifted *l, const Body *body) {
  ExprPool *pool = l->pool;
  const LiftedFrame *f = frame_at(l, body->frame);
  if (f == NULL) return false;
  for (int k = 3; k < 6; k++)
    if (!expr_same(body->inertia[k], EXPR_ZERO)) return false;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    LiftedUnknown *u = &l->unknowns.at[f->unknown[k]];
    const Expr difference = expr_sub(pool, body->inertia[i], body->inertia[j]);
    const Expr spin = expr_mul(pool, f->omega[i], f->omega[j]);
    u->mass = expr_add(pool, u->mass, body->inertia[k]);
    u->force = expr_add(pool, u->force, expr_mul(pool, difference, spin));
  }
  return true;
}

// Finds bodies that turn about more than one axis, or about a turning one: then all frames of bodies have
// angular velocities.
void lifted_find_frames(Lifted *l) {
  const Model *model = l->free.model;
  l->frames = ARENA_ARRAY(l->arena, LiftedFrame, model->frames.n + 1);
  for (size_t i = 0; i < model->bodies.n; i++) {
    const Body *body = &model->bodies.at[i];
    Expr sum;
    if (body->frame == NOWHERE) continue;
    l->frames[body->frame].massive = true;
    const Frame *frame = &model->frames.at[body->frame];
    if (!vec_is_zero(frame->omega_own) && lifted_planar_axis(l, frame, &sum) < 0) l->spatial = true;
  }
}
