// model/place_of_constraint.c: which points, bodies and frames a constraint acts on, and how.
//
// In:    a constraint of a model, and the same one in the released copy
// Out:   wrenches w, one for each thing that carries mass
// Law:   dC/ds_j = sum over k of w_k . dpose_k/ds_j for every shift s_j, where pose_k follows s_j only if
//        k is declared after j: a triangular system (1). The part of the constraint written in coordinates
//        themselves goes to the only body that depends on them (2)
// From:  docs/theory/reactions.md (1), (2)

#include "model/place_of_constraint.h"
#include "model/model_impl.h"
#include "model/release.h"

Expr constraint_multiplier(Model *model, size_t a) {
  const char *name = text_format(model->arena, "%s(%s)", names_quantity(QUANTITY_LAMBDA),
                                 model->constraints.at[a].name);
  return expr_symbol(model->pool, str(name), SYMBOL_QUANTITY);
}

// How a released thing moves with a variable: a coordinate, or a shift of the copy.
static Vec movement(const Model *model, const Release *release, Expr by) {
  ExprPool *pool = model->pool;
  if (release->kind == THING_FRAME) {
    const Vec omega = frame_omega(model, &model->frames.at[release->index]);
    return vec_diff(pool, omega, expr_symbol_rate(pool, by));
  }
  const Vec at = release->kind == THING_POINT ? model->points.at[release->index].at
                                              : model->bodies.at[release->index].at;
  return vec_diff(pool, at, by);
}

Vec release_movement(const Model *released, size_t k, Expr shift) {
  return movement(released, &released->releases.at[k], shift);
}

// --- (1) what is written with points, bodies and frames ------------------------------------------

// Returns the same constraint in the copy, or NULL.
static const Constraint *find_copy(const Model *released, const Constraint *c) {
  for (size_t i = 0; i < released->constraints.n; i++)
    if (str_equal(str(released->constraints.at[i].written), str(c->written)))
      return &released->constraints.at[i];
  return NULL;
}

// The direction in which the constraint acts: dC/dx at its level, or dE/dx' for `realized by E`.
static Expr along(Model *model, const Constraint *c, Level level, Expr x) {
  int order = level == LEVEL_POSITION ? 0 : level == LEVEL_VELOCITY ? 1 : 2;
  Expr e = c->residual;
  if (!expr_is_none(c->realized)) {
    e = c->realized;
    order = 1;
  }
  for (; order > 0; order--) x = expr_symbol_rate(model->pool, x);
  return expr_diff(model->pool, model_expand(model, e, c->span), x);
}

static void solve_shifts(Model *released, const Constraint *copy, Level level, Vec *w) {
  ExprPool *pool = released->pool;
  for (size_t j = released->releases.n; j-- > 0;) {
    const Release *r = &released->releases.at[j];
    w[j] = vec_zero();
    for (int axis = 0; axis < 3 && r->carries; axis++) {
      Expr g = along(released, copy, level, r->shift[axis]);
      for (size_t k = j + 1; k < released->releases.n; k++) {
        if (vec_is_zero(w[k])) continue;
        g = expr_sub(pool, g, vec_dot(pool, release_movement(released, k, r->shift[axis]), w[k]));
      }
      w[j].x[axis] = g;
    }
  }
  for (size_t j = 0; j < released->releases.n; j++) release_settle(released, w[j].x, 3);
}

// --- (2) what is written with coordinates --------------------------------------------------------

// Solves G y = d, n <= 3, by determinants; returns false if G is singular.
static bool solve_small(ExprPool *pool, size_t n, Expr G[3][3], const Expr *d, Expr *y) {
  Vec column[3], right = vec_zero();
  for (size_t j = 0; j < 3; j++) {
    column[j] = vec_zero();
    if (j >= n) column[j].x[j] = EXPR_ONE;
    for (size_t i = 0; i < n && j < n; i++) column[j].x[i] = G[i][j];
  }
  for (size_t i = 0; i < n; i++) right.x[i] = d[i];
  const Expr det = vec_dot(pool, column[0], vec_cross(pool, column[1], column[2]));
  if (expr_same(det, EXPR_ZERO)) return false;
  for (size_t j = 0; j < n; j++) {
    Vec c[3] = {column[0], column[1], column[2]};
    c[j] = right;
    const Expr top = vec_dot(pool, c[0], vec_cross(pool, c[1], c[2]));
    y[j] = expr_div(pool, top, det);
  }
  return true;
}

// Finds the vector in the span of the columns whose products with them are d.
static bool solve_span(ExprPool *pool, size_t n, const Vec *columns, const Expr *d, Vec *out) {
  Expr G[3][3], y[3];
  *out = vec_zero();
  if (n == 0) return true;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) G[i][j] = vec_dot(pool, columns[i], columns[j]);
  if (!solve_small(pool, n, G, d, y)) return false;
  for (size_t i = 0; i < n; i++) *out = vec_add(pool, *out, vec_scale(pool, y[i], columns[i]));
  return true;
}

// A point with mass or a body, and its releases.
typedef struct {
  size_t centre, frame;  // indices of releases; frame is NOWHERE if there is none
} Owner;

static Owner owner_of(const Model *model, size_t centre) {
  const Model *released = model->released;
  const Release *r = &released->releases.at[centre];
  Owner owner = {centre, NOWHERE};
  if (r->kind != THING_BODY) return owner;
  for (size_t k = 0; k < released->releases.n; k++)
    if (released->releases.at[k].kind == THING_FRAME &&
        released->releases.at[k].index == model->bodies.at[r->index].frame)
      owner.frame = k;
  return owner;
}

static bool moves(const Model *model, Owner owner, Expr q) {
  const Release *all = model->released->releases.at;
  return !vec_is_zero(movement(model, &all[owner.centre], q)) ||
         (owner.frame != NOWHERE && !vec_is_zero(movement(model, &all[owner.frame], q)));
}

// The only owner that coordinate i moves; its centre is NOWHERE if there is no such owner, or several.
static Owner only_owner(const Model *model, size_t i) {
  const Model *released = model->released;
  const Owner none = {NOWHERE, NOWHERE};
  Owner found = none;
  for (size_t k = 0; k < released->releases.n; k++) {
    const Release *r = &released->releases.at[k];
    if (!r->carries || r->kind == THING_FRAME) continue;
    const Owner owner = owner_of(model, k);
    if (!moves(model, owner, model->coordinates.at[i].q)) continue;
    if (found.centre != NOWHERE) return none;
    found = owner;
  }
  return found;
}

// Finds the wrench on an owner whose products with its movements are d; these entries of d become zero.
static bool give_to_owner(Model *model, Owner owner, Vec *w, Expr *d) {
  ExprPool *pool = model->pool;
  const Release *all = model->released->releases.at;
  Vec J[3], W[3], lever[3], force, torque;
  Expr along_J[3], along_W[3];
  size_t shifts = 0, turns = 0;
  for (size_t i = 0; i < model->coordinates.n; i++) {
    const Expr q = model->coordinates.at[i].q;
    if (!moves(model, owner, q)) continue;
    if (only_owner(model, i).centre != owner.centre) return false;
    const Vec turn = owner.frame == NOWHERE ? vec_zero() : movement(model, &all[owner.frame], q);
    const bool is_shift = vec_is_zero(turn);
    if ((is_shift ? shifts : turns) == 3) return false;
    if (is_shift) {
      J[shifts] = movement(model, &all[owner.centre], q);
      along_J[shifts++] = d[i];
    } else {
      W[turns] = turn;
      lever[turns] = movement(model, &all[owner.centre], q);
      along_W[turns++] = d[i];
    }
  }
  if (!solve_span(pool, shifts, J, along_J, &force)) return false;
  for (size_t k = 0; k < turns; k++)
    along_W[k] = expr_sub(pool, along_W[k], vec_dot(pool, force, lever[k]));
  if (!solve_span(pool, turns, W, along_W, &torque)) return false;
  w[owner.centre] = vec_add(pool, w[owner.centre], force);
  if (turns > 0) w[owner.frame] = vec_add(pool, w[owner.frame], torque);
  for (size_t i = 0; i < model->coordinates.n; i++)
    if (moves(model, owner, model->coordinates.at[i].q)) d[i] = EXPR_ZERO;
  return true;
}

// --- what is left --------------------------------------------------------------------------------

// A point on the unit sphere as rational functions: (1 - s, 2 e1, 2 e2, 2 e3)/(1 + s), s = sum of the squares of e1,
// e2, e3
static void on_sphere(ExprPool *pool, const Quaternion *q, Expr to[4]) {
  const Vec v = {{q->e[1], q->e[2], q->e[3]}};
  const Expr s = vec_dot(pool, v, v);
  const Expr below = expr_add(pool, EXPR_ONE, s);
  to[0] = expr_div(pool, expr_sub(pool, EXPR_ONE, s), below);
  for (int i = 1; i < 4; i++)
    to[i] = expr_div(pool, expr_scale(pool, ratio_make(pool, 2, 1), q->e[i]), below);
}

// The remainder for quaternions of unit length.
static Expr *at_unit_length(Model *model, const Expr *d) {
  const Model *released = model->released;
  const size_t n = released->quaternions.n;
  Expr *from = ARENA_ARRAY(model->arena, Expr, 4 * n), *to = ARENA_ARRAY(model->arena, Expr, 4 * n),
       *out = ARENA_ARRAY(model->arena, Expr, model->coordinates.n);
  for (size_t k = 0; k < n; k++) {
    for (size_t i = 0; i < 4; i++) from[4 * k + i] = released->quaternions.at[k].e[i];
    on_sphere(model->pool, &released->quaternions.at[k], to + 4 * k);
  }
  for (size_t i = 0; i < model->coordinates.n; i++) out[i] = d[i];
  expr_substitute_all(model->pool, out, model->coordinates.n, from, to, 4 * n);
  return out;
}

// Drops components along a quaternion itself: they belong to the constraint that keeps its length.
static void drop_lengths(Model *model, Expr *d) {
  const Model *released = model->released;
  ExprPool *pool = model->pool;
  if (released->quaternions.n == 0) return;
  const Expr *unit = at_unit_length(model, d);
  for (size_t i = 0; i < model->coordinates.n; i++)
    if (expr_same(unit[i], EXPR_ZERO)) d[i] = EXPR_ZERO;
  for (size_t k = 0; k < released->quaternions.n; k++) {
    const Quaternion *q = &released->quaternions.at[k];
    size_t index[4];
    Expr on[4];
    on_sphere(pool, q, on);
    bool straight = true;
    for (int i = 0; i < 4; i++) (void) model_role(model, q->e[i], &index[i]);
    for (int i = 0; i < 4; i++) {
      const Expr a = expr_mul(pool, unit[index[i]], on[(i + 1) % 4]);
      const Expr b = expr_mul(pool, unit[index[(i + 1) % 4]], on[i]);
      straight &= expr_same(expr_sub(pool, a, b), EXPR_ZERO);
    }
    for (int i = 0; straight && i < 4; i++) d[index[i]] = EXPR_ZERO;
  }
}

// The generalized force that the wrenches do not account for.
static Expr *remainder_of(Model *model, const Constraint *c, const Vec *w) {
  ExprPool *pool = model->pool;
  const Model *released = model->released;
  Expr *d = ARENA_ARRAY(model->arena, Expr, model->coordinates.n);
  for (size_t i = 0; i < model->coordinates.n; i++) {
    const Expr q = model->coordinates.at[i].q;
    d[i] = along(model, c, c->level, q);
    for (size_t k = 0; k < released->releases.n; k++)
      if (!vec_is_zero(w[k]))
        d[i] =
          expr_sub(pool, d[i], vec_dot(pool, movement(model, &released->releases.at[k], q), w[k]));
  }
  return d;
}

static bool has_foreign(Model *model, Expr e) {
  const ExprList symbols = expr_symbols(model->pool, &e, 1, model->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if ((unsigned) model_role(model, symbols.at[i], NULL) & (ROLE_MOMENTUM | ROLE_SPEED))
      return true;
  return false;
}

static ConstraintPlace find_place(Model *model, size_t a) {
  Model *released = model->released;
  const Constraint *c = &model->constraints.at[a], *copy = find_copy(released, c);
  ConstraintPlace place = {.wrench = ARENA_ARRAY(model->arena, Vec, released->releases.n + 1),
                           .complete = true};
  for (size_t j = 0; j < released->releases.n; j++) place.wrench[j] = vec_zero();
  place.foreign = copy == NULL || has_foreign(model, c->residual);
  if (place.foreign) return place;
  solve_shifts(released, copy, c->level, place.wrench);
  Expr *d = remainder_of(model, c, place.wrench);
  drop_lengths(model, d);
  for (size_t i = 0; i < model->coordinates.n; i++) {
    if (expr_same(d[i], EXPR_ZERO)) continue;
    const Owner owner = only_owner(model, i);
    if (owner.centre == NOWHERE || !give_to_owner(model, owner, place.wrench, d))
      place.complete = false;
  }
  return place;
}

const ConstraintPlace *constraint_place(Model *model, size_t a) {
  if (model->places_of_constraints == NULL)
    model->places_of_constraints =
      ARENA_ARRAY(model->arena, ConstraintPlace *, model->constraints.n + 1);
  ConstraintPlace **place = &model->places_of_constraints[a];
  if (*place == NULL) {
    *place = ARENA_NEW(model->arena, ConstraintPlace);
    **place = find_place(model, a);
  }
  return *place;
}
