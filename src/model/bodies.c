// model/bodies.c: frames, points and rigid bodies.
//
// A frame is reached by rotations about axes that it carries with it. With each rotation by an angle about axis k, its
// unit vectors turn in the plane of the other two, and the angular velocity gains angle' along axis k. Its components
// in the frame are updated step by step, so they stay short. Its components in N are a sum over all rotations, frame by
// frame: each frame keeps its own part, and the sum is formed once, on request, since sums of 1, 2, ... n terms would
// take n^2.

#include "model/model_impl.h"
#include "model/release.h"

static const Content position = {"a position", ROLES_POSITION, NULL};

// --- frames --------------------------------------------------------------------------------------

// replaces e_i and e_j by a e_i + b e_j and -b e_i + a e_j
static void turn(ExprPool *pool, Expr *e_i, Expr *e_j, Expr a, Expr b) {
  const Expr bj = expr_mul(pool, b, *e_j), ai = expr_mul(pool, a, *e_i);
  const Expr i = expr_add(pool, ai, bj);
  const Expr bi = expr_mul(pool, b, *e_i), aj = expr_mul(pool, a, *e_j);
  *e_j = expr_sub(pool, aj, bi);
  *e_i = i;
}

typedef ARRAY(Vec) Gains;  // contributions to the angular velocity, in N

// Adds all gains to v at once.
static Vec with_gains(ExprPool *pool, Vec v, const Gains *gains) {
  Arena *work = expr_workspace(pool);
  const ArenaMark mark = arena_mark(work);
  ExprTerm *terms = ARENA_ARRAY(work, ExprTerm, gains->n + 1);
  for (int k = 0; k < 3 && gains->n > 0; k++) {
    terms[0] = (ExprTerm){v.x[k], RATIO_ONE};
    for (size_t i = 0; i < gains->n; i++) terms[i + 1] = (ExprTerm){gains->at[i].x[k], RATIO_ONE};
    v.x[k] = expr_sum(pool, terms, gains->n + 1);
  }
  arena_release(work, mark);
  return v;
}

Vec frame_omega(const Model *model, const Frame *frame) {
  Arena *work = expr_workspace(model->pool);
  const ArenaMark mark = arena_mark(work);
  Gains above = {0};
  for (size_t i = frame->parent; i != NOWHERE; i = model->frames.at[i].parent)
    array_push(work, &above, model->frames.at[i].spin);
  const Vec omega = with_gains(model->pool, frame->spin, &above);
  arena_release(work, mark);
  return omega;
}

static void frame_rotate(Model *model, Frame *frame, Rotation rotation, Gains *gains) {
  ExprPool *pool = model->pool;
  const int k = rotation.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const Expr c = expr_call1(pool, FN_COS, rotation.angle);
  const Expr s = expr_call1(pool, FN_SIN, rotation.angle);
  const Expr rate = expr_rate(pool, rotation.angle);

  // omega in N gains angle' times the axis, which the rotation itself leaves unchanged
  const Vec axis = {{frame->r[0][k], frame->r[1][k], frame->r[2][k]}};
  array_push(model->arena, gains, vec_scale(pool, rate, axis));

  // the unit vectors turn, and with them the components of omega
  for (int row = 0; row < 3; row++) turn(pool, &frame->r[row][i], &frame->r[row][j], c, s);
  turn(pool, &frame->omega_own.x[i], &frame->omega_own.x[j], c, s);
  frame->omega_own.x[k] = expr_add(pool, frame->omega_own.x[k], rate);
}

// Turns the frame by m, whose columns are the new unit vectors in the old ones. spin: the angular velocity relative to
// the old frame, in the old and in the new components.
static void frame_turn(Model *model, Frame *frame, const Vec m[3], Vec spin_old, Vec spin_new, Gains *gains) {
  ExprPool *pool = model->pool;
  Vec rows[3], turned = vec_zero(), gain;
  for (int row = 0; row < 3; row++)
    rows[row] = (Vec){{frame->r[row][0], frame->r[row][1], frame->r[row][2]}};
  for (int row = 0; row < 3; row++) {
    gain.x[row] = vec_dot(pool, rows[row], spin_old);
    for (int k = 0; k < 3; k++) frame->r[row][k] = vec_dot(pool, rows[row], m[k]);
  }
  array_push(model->arena, gains, gain);
  for (int k = 0; k < 3; k++) turned.x[k] = vec_dot(pool, m[k], frame->omega_own);
  frame->omega_own = vec_add(pool, turned, spin_new);
}

// Rodrigues: e_k cos + u (u.e_k)(1 - cos) + u x e_k sin, about the unit vector u
static void frame_rotate_about(Model *model, Frame *frame, Vec u, Expr angle, Gains *gains) {
  ExprPool *pool = model->pool;
  const Expr c = expr_call1(pool, FN_COS, angle), s = expr_call1(pool, FN_SIN, angle);
  const Expr rest = expr_sub(pool, EXPR_ONE, c);
  const Vec spin = vec_scale(pool, expr_rate(pool, angle), u);
  Vec m[3];
  for (int k = 0; k < 3; k++) {
    Vec e = vec_zero();
    e.x[k] = EXPR_ONE;
    const Vec along = vec_scale(pool, expr_mul(pool, rest, u.x[k]), u);
    const Vec across = vec_scale(pool, s, vec_cross(pool, u, e));
    m[k] = vec_add(pool, vec_add(pool, vec_scale(pool, c, e), along), across);
  }
  frame_turn(model, frame, m, spin, spin, gains);
}

// The unit vector of a direction, which must be constant and nonzero; otherwise reports that.
static Vec unit_direction(Model *model, Vec direction, Span span) {
  static const Content content = {"the axis of a rotation", ROLES_CONSTANT,
                                  "turn about an axis that moves by several rotations"};
  ExprPool *pool = model->pool;
  if (vec_is_none(direction)) return direction;
  if (!model_check_content(model, direction.x, 3, &content, span)) return vec_none();
  if (vec_is_zero(direction)) {
    diag_report(model->diags, DIAG_AXIS_ZERO, model_place(model, direction.x[0], span));
    return vec_none();
  }
  const Expr length = expr_sqrt(pool, vec_dot(pool, direction, direction));
  return vec_scale(pool, expr_pow_ratio(pool, length, RATIO_MINUS_ONE), direction);
}

// A copy of the parent, or N itself.
static Frame frame_start(const Model *model, size_t parent) {
  Frame frame = {.omega_own = vec_zero()};
  if (parent != NOWHERE) frame = model->frames.at[parent];
  frame.spin = vec_zero();
  if (parent != NOWHERE) return frame;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) frame.r[i][j] = i == j ? EXPR_ONE : EXPR_ZERO;
  return frame;
}

void model_frame(Model *model, Str name, size_t parent, const Rotation *rotations, size_t n,
                 Span span) {
  static const Content angle = {"an angle of rotation", ROLES_POSITION, NULL};
  Frame frame = frame_start(model, parent);
  frame.name = str_copy(model->arena, name);
  frame.parent = parent;
  frame.span = span;
  Gains gains = {0};
  for (size_t i = 0; i < n; i++) {
    Rotation rotation = rotations[i];
    if (!model_check_content(model, &rotation.angle, 1, &angle, span)) rotation.angle = EXPR_NONE;
    if (rotation.axis < 3)
      frame_rotate(model, &frame, rotation, &gains);
    else
      frame_rotate_about(model, &frame, unit_direction(model, rotation.direction, span),
                         rotation.angle, &gains);
  }
  frame.spin = with_gains(model->pool, frame.spin, &gains);
  if (!model_declare(model, name, THING_FRAME, model->frames.n, span)) return;
  release_frame(model, &frame);
  array_push(model->arena, &model->frames, frame);
}

// 2 (a b + s c d)
static Expr twice(ExprPool *pool, Expr a, Expr b, int s, Expr c, Expr d) {
  const Expr ab = expr_mul(pool, a, b), cd = expr_mul(pool, c, d);
  const Expr sum = s > 0 ? expr_add(pool, ab, cd) : expr_sub(pool, ab, cd);
  return expr_add(pool, sum, sum);
}

// e0^2 + e_k^2 minus the squares of the other two
static Expr diagonal(ExprPool *pool, const Expr e[4], int k) {
  ExprTerm terms[4];
  for (int i = 0; i < 4; i++)
    terms[i] = (ExprTerm){expr_mul(pool, e[i], e[i]),
                          i == 0 || i == k ? RATIO_ONE : RATIO_MINUS_ONE};
  return expr_sum(pool, terms, 4);
}

// 2 (e0 v' - e0' v + s v x v'), v = (e1, e2, e3): the angular velocity, in the new components for
// s = -1, in the old ones for s = 1
static Vec quaternion_spin(ExprPool *pool, const Expr e[4], int s) {
  const Vec v = {{e[1], e[2], e[3]}}, rate = vec_rate(pool, v);
  const Vec first = vec_scale(pool, e[0], rate);
  const Vec second = vec_scale(pool, expr_rate(pool, e[0]), v);
  const Vec across = vec_cross(pool, v, rate), straight = vec_sub(pool, first, second);
  const Vec half = s > 0 ? vec_add(pool, straight, across) : vec_sub(pool, straight, across);
  return vec_add(pool, half, half);
}

// Requires the components to have length 1, as the constraint B_unit or B_unit[3]. Requires nothing if they always
// have.
static void require_unit(Model *model, Str name, const Expr e[4], Span span) {
  ExprPool *pool = model->pool;
  ExprTerm terms[5];
  for (int i = 0; i < 4; i++) terms[i] = (ExprTerm){expr_mul(pool, e[i], e[i]), RATIO_ONE};
  terms[4] = (ExprTerm){EXPR_ONE, RATIO_MINUS_ONE};
  const Expr residual = expr_sum(pool, terms, 5);
  if (expr_same(residual, EXPR_ZERO)) return;
  const Str base = name_base(name);
  const char *whole = str_copy(model->arena, name), *first = str_copy(model->arena, base);
  const char *text = text_format(model->arena, "%s_unit%s", first, whole + base.n);
  model_constraint(model, str(text), &residual, 1, NULL, span);
}

void model_frame_quaternion(Model *model, Str name, size_t parent, const Expr e[4], Span span) {
  static const Content component = {"a component of a quaternion", ROLES_POSITION, NULL};
  ExprPool *pool = model->pool;
  Frame frame = frame_start(model, parent);
  frame.name = str_copy(model->arena, name);
  frame.parent = parent;
  frame.span = span;
  if (!model_check_content(model, e, 4, &component, span)) return;
  Vec m[3];  // the columns of the rotation
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    m[k].x[k] = diagonal(pool, e, k + 1);
    m[k].x[i] = twice(pool, e[k + 1], e[i + 1], 1, e[0], e[j + 1]);
    m[k].x[j] = twice(pool, e[k + 1], e[j + 1], -1, e[0], e[i + 1]);
  }
  const Vec spin_old = quaternion_spin(pool, e, 1), spin_new = quaternion_spin(pool, e, -1);
  Gains gains = {0};
  frame_turn(model, &frame, m, spin_old, spin_new, &gains);
  frame.spin = with_gains(pool, frame.spin, &gains);
  if (!model_declare(model, name, THING_FRAME, model->frames.n, span)) return;
  release_frame(model, &frame);
  release_quaternion(model, e);
  array_push(model->arena, &model->frames, frame);
  require_unit(model, name, e, span);
}

// --- points and bodies ---------------------------------------------------------------------------

// Accepts a constant that is not negative; reports others and returns EXPR_NONE.
static Expr constant(Model *model, Expr e, const char *what, bool may_be_negative, Span span) {
  const Content content = {what, ROLES_CONSTANT, NULL};
  if (expr_is_none(e) || !model_check_content(model, &e, 1, &content, span)) return EXPR_NONE;
  if (may_be_negative || !model_is_negative(model, e)) return e;
  diag_report(model->diags, DIAG_NEGATIVE, model_place(model, e, span), what);
  return EXPR_NONE;
}

void model_point(Model *model, Str name, Vec at, Expr mass, Span span) {
  if (!model_check_content(model, at.x, 3, &position, span)) at = vec_none();
  const bool has_mass = !expr_is_none(mass);
  mass = constant(model, mass, "a mass", false, span);
  if (vec_is_none(at) || has_mass != !expr_is_none(mass)) model->failed |= MODEL_FAILED_DYNAMICS;
  if (!model_declare(model, name, THING_POINT, model->points.n, span)) return;
  at = release_place(model, THING_POINT, model->points.n, at, has_mass);
  const Point point = {str_copy(model->arena, name), at, mass, span};
  array_push(model->arena, &model->points, point);
}

void model_body(Model *model, Str name, Vec at, Expr mass, size_t frame, const Expr inertia[6],
                Span span) {
  Body body = {.name = str_copy(model->arena, name), .at = at, .frame = frame, .span = span};
  if (!model_check_content(model, at.x, 3, &position, span)) body.at = vec_none();
  body.mass = constant(model, mass, "a mass", false, span);
  for (int i = 0; i < 6; i++)
    body.inertia[i] = constant(model, inertia[i], "a moment of inertia", i >= 3, span);
  if (vec_is_none(body.at) || expr_is_none(body.mass)) model->failed |= MODEL_FAILED_DYNAMICS;
  if (!model_declare(model, name, THING_BODY, model->bodies.n, span)) return;
  body.at = release_place(model, THING_BODY, model->bodies.n, body.at, true);
  array_push(model->arena, &model->bodies, body);
}
