// model/release.c: the shifts of a released copy, and reactions as symbols.

#include "model/release.h"
#include "model/model_impl.h"

// --- shifts --------------------------------------------------------------------------------------

// Makes a symbol whose name no text can contain, so that it is free.
static Expr shift_symbol(Model *model, ThingKind kind, size_t index, int axis) {
  static const char *const words[] = {
    [THING_POINT] = "point", [THING_BODY] = "body", [THING_FRAME] = "frame"};
  const char *name =
    text_format(model->arena, "shift of %s %zu.%c", words[kind], index, "xyz"[axis]);
  (void) model_declare(model, str(name), THING_COORDINATE, model->releases.n, (Span){0});
  return expr_symbol(model->pool, str(name), SYMBOL_VARIABLE);
}

static Vec add_release(Model *model, ThingKind kind, size_t index, bool carries) {
  Release release = {.kind = kind, .index = index, .carries = carries};
  Vec shift;
  for (int k = 0; k < 3; k++) shift.x[k] = release.shift[k] = shift_symbol(model, kind, index, k);
  array_push(model->arena, &model->releases, release);
  return shift;
}

Vec release_place(Model *model, ThingKind kind, size_t index, Vec at, bool carries) {
  if (model->copy_of == NULL || vec_is_none(at)) return at;
  return vec_add(model->pool, at, add_release(model, kind, index, carries));
}

static bool is_frame_of_body(const Model *model, size_t frame) {
  for (size_t i = 0; i < model->bodies.n; i++)
    if (model->bodies.at[i].frame == frame) return true;
  return false;
}

void release_frame(Model *model, Frame *frame) {
  ExprPool *pool = model->pool;
  const size_t index = model->frames.n;
  if (model->copy_of == NULL) return;
  const Vec turn = add_release(model, THING_FRAME, index, is_frame_of_body(model->copy_of, index));

  // the angular velocity gains turn' and is itself turned; in the frame, it gains the components of turn'
  const Vec rate = vec_rate(pool, turn);
  const Vec turned = vec_cross(pool, turn, frame_omega(model, frame));
  frame->spin = vec_add(pool, vec_add(pool, frame->spin, turned), rate);
  for (int k = 0; k < 3; k++) {
    const Vec axis = {{frame->r[0][k], frame->r[1][k], frame->r[2][k]}};
    const Expr gain = vec_dot(pool, axis, rate);
    frame->omega_own.x[k] = expr_add(pool, frame->omega_own.x[k], gain);
    const Vec moved = vec_add(pool, axis, vec_cross(pool, turn, axis));
    for (int row = 0; row < 3; row++) frame->r[row][k] = moved.x[row];
  }
}

void release_quaternion(Model *model, const Expr e[4]) {
  if (model->copy_of == NULL) return;
  Quaternion quaternion;
  for (int i = 0; i < 4; i++) {
    if (expr_kind(model->pool, e[i]) != EXPR_SYMBOL ||
        model_role(model, e[i], NULL) != ROLE_COORDINATE)
      return;
    quaternion.e[i] = e[i];
  }
  array_push(model->arena, &model->quaternions, quaternion);
}

void release_settle(const Model *released, Expr *e, size_t n) {
  ExprPool *pool = released->pool;
  const size_t count = 9 * released->releases.n;
  Arena *work = expr_workspace(pool);
  const ArenaMark mark = arena_mark(work);
  Expr *from = ARENA_ARRAY(work, Expr, count + 1), *to = ARENA_ARRAY(work, Expr, count + 1);
  for (size_t i = 0; i < count; i++) {
    const Expr shift = released->releases.at[i / 9].shift[i % 3];
    from[i] = shift;
    for (size_t order = i % 9 / 3; order > 0; order--) from[i] = expr_symbol_rate(pool, from[i]);
    to[i] = EXPR_ZERO;
  }
  expr_substitute_all(pool, e, n, from, to, count);
  arena_release(work, mark);
}

// --- reactions as symbols ------------------------------------------------------------------------

Vec model_reaction(Model *model, Reaction asked, const char *text) {
  Vec v;
  for (int k = 0; k < 3; k++) {
    const char *name = text_format(model->arena, "%s.%c", text, "xyz"[k]);
    v.x[k] = asked.symbol[k] = expr_symbol(model->pool, str(name), SYMBOL_QUANTITY);
  }
  for (size_t i = 0; i < model->reactions.n; i++)
    if (expr_same(model->reactions.at[i].symbol[0], v.x[0])) return v;
  if (asked.constraint != NULL)
    array_push(model->arena, &model->references, ((Reference){asked.constraint, true, asked.span}));
  array_push(model->arena, &model->reactions, asked);
  return v;
}

Expr model_with_reactions(const Model *model, Expr e) {
  for (size_t i = 0; i < model->reactions_found && !expr_is_none(e); i++) {
    const Reaction *r = &model->reactions.at[i];
    if (expr_depends_on_any(model->pool, e, r->symbol, 3))
      e = expr_substitute(model->pool, e, r->symbol, r->formula, 3);
  }
  return e;
}

static void use_in_claim(Model *model, Claim *claim) {
  claim->left = model_with_reactions(model, claim->left);
  claim->right = model_with_reactions(model, claim->right);
  for (size_t i = 0; i < claim->given.n; i++) {
    Condition *given = &claim->given.at[i];
    given->left = model_with_reactions(model, given->left);
    given->right = model_with_reactions(model, given->right);
  }
}

void model_use_reactions(Model *model) {
  for (size_t i = 0; i < model->observables.n; i++) {
    Observable *o = &model->observables.at[i];
    o->value = model_with_reactions(model, o->value);
  }
  for (size_t i = 0; i < model->results.n; i++)
    model->results.at[i].value = model_with_reactions(model, model->results.at[i].value);
  for (size_t i = 0; i < model->stops.n; i++) {
    Stop *stop = &model->stops.at[i];
    stop->difference = model_with_reactions(model, stop->difference);
  }
  for (size_t i = 0; i < model->sections.n; i++) {
    Section *section = &model->sections.at[i];
    section->difference = model_with_reactions(model, section->difference);
  }
  for (size_t i = 0; i < model->claims.n; i++) use_in_claim(model, &model->claims.at[i]);
}
