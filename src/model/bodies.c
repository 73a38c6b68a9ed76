// model/bodies.c: frames, points and rigid bodies.
//
// A frame is reached by rotations about axes that it carries with it. With each rotation by an
// angle about axis k, its unit vectors turn in the plane of the other two, and the angular velocity
// gains angle' along axis k. Its components, in N and in the frame, are updated step by step, so
// they stay short.

#include "model/model_impl.h"

static const Content position = {"a position", ROLES_POSITION, NULL};

// --- frames --------------------------------------------------------------------------------------

// a e_i + b e_j and -b e_i + a e_j in place of e_i and e_j
static void turn(ExprPool *pool, Expr *e_i, Expr *e_j, Expr a, Expr b) {
  const Expr bj = expr_mul(pool, b, *e_j), ai = expr_mul(pool, a, *e_i);
  const Expr i = expr_add(pool, ai, bj);
  const Expr bi = expr_mul(pool, b, *e_i), aj = expr_mul(pool, a, *e_j);
  *e_j = expr_sub(pool, aj, bi);
  *e_i = i;
}

static void frame_rotate(Model *model, Frame *frame, Rotation rotation) {
  ExprPool *pool = model->pool;
  const int k = rotation.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const Expr c = expr_call1(pool, FN_COS, rotation.angle);
  const Expr s = expr_call1(pool, FN_SIN, rotation.angle);
  const Expr rate = expr_rate(pool, rotation.angle);

  // omega in N gains angle' times the axis, which the rotation itself leaves fixed
  const Vec axis = {{frame->r[0][k], frame->r[1][k], frame->r[2][k]}};
  frame->omega = vec_add(pool, frame->omega, vec_scale(pool, rate, axis));

  // the unit vectors turn, and with them the components of omega
  for (int row = 0; row < 3; row++) turn(pool, &frame->r[row][i], &frame->r[row][j], c, s);
  turn(pool, &frame->omega_own.x[i], &frame->omega_own.x[j], c, s);
  frame->omega_own.x[k] = expr_add(pool, frame->omega_own.x[k], rate);
}

// A copy of the parent, or N itself.
static Frame frame_start(const Model *model, size_t parent) {
  if (parent != NOWHERE) return model->frames.at[parent];
  Frame frame = {.omega = vec_zero(), .omega_own = vec_zero()};
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
  for (size_t i = 0; i < n; i++) {
    Rotation rotation = rotations[i];
    if (!model_check_content(model, &rotation.angle, 1, &angle, span)) rotation.angle = EXPR_NONE;
    frame_rotate(model, &frame, rotation);
  }
  if (!model_declare(model, name, THING_FRAME, model->frames.n, span)) return;
  array_push(model->arena, &model->frames, frame);
}

// --- points and bodies ---------------------------------------------------------------------------

// Accepts a constant that is not negative; otherwise reports it and yields EXPR_NONE.
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
  array_push(model->arena, &model->bodies, body);
}
