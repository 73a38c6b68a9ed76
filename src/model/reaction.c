// model/reaction.c: formulas for forces and torques that act on points, bodies and frames.
//
// In:    a model and its released copy: shifts s of everything that can be moved by itself
// Out:   reactions in multipliers, accelerations, coordinates and velocities
// Law:   a constraint exerts wrenches w on things with mass such that lambda dC/ds = sum of w . dpose/ds
//        for every shift. Whatever imposes the place of P exerts the generalized force of its shift (Kane's
//        forces brought into evidence): inertia minus applied forces minus wrenches, along dpose/ds
// From:  docs/theory/reactions.md (1) to (6)

#include "model/model_impl.h"
#include "model/place_of_constraint.h"
#include "model/release.h"
#include <string.h>

// --- what is asked for ---------------------------------------------------------------------------

static const char *thing_name(const Model *model, Thing thing) {
  switch (thing.kind) {
    case THING_POINT: return model->points.at[thing.index].name;
    case THING_BODY: return model->bodies.at[thing.index].name;
    default: return model->frames.at[thing.index].name;
  }
}

// The release of a thing, or NOWHERE for the frame N.
static size_t find_release(const Model *released, ThingKind kind, size_t index) {
  for (size_t j = 0; j < released->releases.n; j++)
    if (released->releases.at[j].kind == kind && released->releases.at[j].index == index) return j;
  return NOWHERE;
}

static size_t bodies_of_frame(const Model *model, size_t frame) {
  size_t n = 0;
  for (size_t i = 0; i < model->bodies.n; i++) n += model->bodies.at[i].frame == frame;
  return n;
}

// The release of the frame that is turned, or NOWHERE after a report.
static size_t find_turning(Model *model, const Reaction *r) {
  const bool is_body = r->on.kind == THING_BODY;
  const size_t frame = is_body ? model->bodies.at[r->on.index].frame : r->on.index;
  const size_t j = find_release(model->released, THING_FRAME, frame);
  if (j == NOWHERE)
    diag_report(model->diags, DIAG_REACTION_FRAME, r->span, thing_name(model, r->on));
  return j;
}

// --- of constraints ------------------------------------------------------------------------------

// (3)  the force on the centre and the torque about it, each lambda w summed over the components
static bool add_wrenches(Model *model, const Reaction *r, size_t centre, size_t frame, Vec *force,
                         Vec *torque) {
  ExprPool *pool = model->pool;
  ConstraintRange range;
  if (!model_find_constraint(model, str(r->constraint), &range)) return false;
  *force = *torque = vec_zero();
  for (size_t a = range.first; a < range.first + range.count; a++) {
    const ConstraintPlace *place = constraint_place(model, a);
    if (place->foreign || !place->complete) {
      diag_report(model->diags, place->foreign ? DIAG_REACTION_SPEEDS : DIAG_REACTION_PLACE, r->span,
                  model->constraints.at[a].name);
      diag_help(model->diags,
                "write it with pos(B), B.x, vel(B) or omega(B) of the bodies that it acts on");
      return false;
    }
    const Expr lambda = constraint_multiplier(model, a);
    *force = vec_add(pool, *force, vec_scale(pool, lambda, place->wrench[centre]));
    if (frame != NOWHERE)
      *torque = vec_add(pool, *torque, vec_scale(pool, lambda, place->wrench[frame]));
  }
  if (!vec_is_zero(*force) || !vec_is_zero(*torque)) return true;
  diag_report(model->diags, DIAG_REACTION_IDLE, r->span, r->constraint, thing_name(model, r->on));
  return false;
}

static bool find_of_constraint(Model *model, Reaction *r) {
  Vec force, torque;
  const size_t centre = find_release(model->released, r->on.kind, r->on.index);
  size_t frame = NOWHERE;
  if (r->kind == REACTION_TORQUE) {
    frame = find_turning(model, r);
    if (frame == NOWHERE) return false;
    if (bodies_of_frame(model, model->released->releases.at[frame].index) > 1) {
      diag_report(model->diags, DIAG_REACTION_SHARED, r->span, thing_name(model, r->on));
      return false;
    }
  } else if (r->on.kind == THING_BODY) {
    frame = find_release(model->released, THING_FRAME, model->bodies.at[r->on.index].frame);
  }
  if (!add_wrenches(model, r, centre, frame, &force, &torque)) return false;
  if (r->kind == REACTION_TORQUE && !vec_is_none(r->about)) {
    const Vec arm = vec_sub(model->pool, model->bodies.at[r->on.index].at, r->about);
    torque = vec_add(model->pool, torque, vec_cross(model->pool, arm, force));
  }
  memcpy(r->formula, r->kind == REACTION_TORQUE ? torque.x : force.x, sizeof r->formula);
  return true;
}

// --- of what the coordinates impose --------------------------------------------------------------

typedef struct {
  Model *model;
  Expr shift, rate;
  Expr sum;    // so far
  bool moves;  // something depends on the shift
} Released;

// sum += sign a . b, where b is the movement of something with the shift
static void add_work(Released *s, int sign, Vec a, Vec b) {
  ExprPool *pool = s->model->pool;
  if (vec_is_zero(b)) return;
  s->moves = true;
  const Expr work = vec_dot(pool, a, b);
  s->sum = sign > 0 ? expr_add(pool, s->sum, work) : expr_sub(pool, s->sum, work);
}

static void add_energy(Released *s, Expr term) {
  if (expr_same(term, EXPR_ZERO)) return;
  s->moves = true;
  s->sum = expr_add(s->model->pool, s->sum, term);
}

// m (a - g) of a mass
static Vec inertia_of_mass(const Model *model, Vec at, Expr mass) {
  ExprPool *pool = model->pool;
  const Vec a = vec_rate(pool, vec_rate(pool, at));
  return vec_scale(pool, mass, vec_sub(pool, a, model->gravity));
}

// The rate of the angular momentum, in N: R (I w' + w x I w), w in the frame of the body
static Vec inertia_of_turning(const Model *model, const Body *body) {
  ExprPool *pool = model->pool;
  const Frame *frame = &model->frames.at[body->frame];
  const Expr *I = body->inertia;
  const Vec w = frame->omega_own;
  const Vec rows[3] = {{{I[0], I[3], I[4]}}, {{I[3], I[1], I[5]}}, {{I[4], I[5], I[2]}}};
  Vec momentum, rate = vec_zero();
  for (int k = 0; k < 3; k++) momentum.x[k] = vec_dot(pool, rows[k], w);
  const Vec change = vec_rate(pool, momentum);
  const Vec own = vec_add(pool, change, vec_cross(pool, w, momentum));
  for (int row = 0; row < 3; row++) {
    const Vec r = {{frame->r[row][0], frame->r[row][1], frame->r[row][2]}};
    rate.x[row] = vec_dot(pool, r, own);
  }
  return rate;
}

// (4)  the masses
static void add_masses(Released *s) {
  const Model *model = s->model, *released = model->released;
  ExprPool *pool = model->pool;
  for (size_t i = 0; i < model->points.n; i++) {
    const Point *p = &model->points.at[i];
    if (expr_is_none(p->mass)) continue;
    const Vec moved = vec_diff(pool, released->points.at[i].at, s->shift);
    if (!vec_is_zero(moved)) add_work(s, 1, inertia_of_mass(model, p->at, p->mass), moved);
  }
  for (size_t i = 0; i < model->bodies.n; i++) {
    const Body *b = &model->bodies.at[i];
    const Vec moved = vec_diff(pool, released->bodies.at[i].at, s->shift);
    if (!vec_is_zero(moved)) add_work(s, 1, inertia_of_mass(model, b->at, b->mass), moved);
    if (b->frame == NOWHERE) continue;
    const Vec turned = vec_diff(pool, frame_omega(released, &released->frames.at[b->frame]), s->rate);
    if (!vec_is_zero(turned)) add_work(s, 1, inertia_of_turning(model, b), turned);
  }
}

// (5)  energies given as formulas: d/dt T_s' - T_s, and V_s, D_s'
static void add_given_energies(Released *s) {
  const Model *released = s->model->released;
  ExprPool *pool = s->model->pool;
  const Expr T = s->model->dynamics == DYNAMICS_LAGRANGIAN ? released->lagrangian : released->kinetic;
  if (!expr_is_none(T)) {
    Expr momentum = expr_diff(pool, T, s->rate);
    release_settle(released, &momentum, 1);
    add_energy(s, expr_rate(pool, momentum));
    add_energy(s, expr_neg(pool, expr_diff(pool, T, s->shift)));
  }
  if (!expr_is_none(released->potential)) add_energy(s, expr_diff(pool, released->potential, s->shift));
  if (!expr_is_none(released->dissipation))
    add_energy(s, expr_diff(pool, released->dissipation, s->rate));
}

static void take_forces(Released *s) {
  const Model *model = s->model, *released = model->released;
  ExprPool *pool = model->pool;
  for (size_t i = 0; i < model->forces.n; i++) {
    const Force *f = &model->forces.at[i];
    Vec moved = vec_zero();
    if (f->is_torque) {
      const size_t frame = model->bodies.at[f->target].frame;
      if (frame != NOWHERE) moved = vec_diff(pool, frame_omega(released, &released->frames.at[frame]), s->rate);
    } else {
      moved = vec_diff(pool, f->on_body ? released->bodies.at[f->target].at
                                        : released->points.at[f->target].at, s->shift);
    }
    add_work(s, -1, f->vector, moved);
  }
}

// (6)  the wrenches of constraints; false after a report
static bool take_constraints(Released *s, const Reaction *r) {
  Model *model = s->model;
  for (size_t a = 0; a < model->constraints.n; a++) {
    const ConstraintPlace *place = constraint_place(model, a);
    if (place->foreign) {
      diag_report(model->diags, DIAG_REACTION_SPEEDS, r->span, model->constraints.at[a].name);
      return false;
    }
    const Expr lambda = constraint_multiplier(model, a);
    for (size_t k = 0; k < model->released->releases.n; k++) {
      if (vec_is_zero(place->wrench[k])) continue;
      const Vec moved = release_movement(model->released, k, s->shift);
      add_work(s, -1, vec_scale(model->pool, lambda, place->wrench[k]), moved);
    }
  }
  return true;
}

static bool find_imposed(Model *model, Reaction *r) {
  const Model *released = model->released;
  const size_t j = r->kind == REACTION_TURN
                     ? find_turning(model, r)
                     : find_release(released, r->on.kind, r->on.index);
  if (j == NOWHERE) return false;
  if (model->dynamics == DYNAMICS_HAMILTONIAN) {
    diag_report(model->diags, DIAG_REACTION_HAMILTONIAN, r->span);
    return false;
  }
  bool moves = false;
  for (int k = 0; k < 3; k++) {
    const Expr shift = released->releases.at[j].shift[k];
    Released s = {model, shift, expr_symbol_rate(model->pool, shift), EXPR_ZERO, false};
    add_masses(&s);
    add_given_energies(&s);
    take_forces(&s);
    if (!take_constraints(&s, r)) return false;
    r->formula[k] = s.sum;
    moves |= s.moves;
  }
  release_settle(released, r->formula, 3);
  if (moves) return true;
  const char *name = thing_name(model, r->on);
  diag_report(model->diags, DIAG_REACTION_STILL, r->span, name);
  if (r->kind == REACTION_AT)
    diag_help(model->diags, "write the positions of what it holds with pos(%s)", name);
  return false;
}

void model_find_reactions(Model *model) {
  dynamics_finish(model->released);  // which is read, but not finished
  while (model->reactions_found < model->reactions.n) {
    Reaction *r = &model->reactions.at[model->reactions_found++];
    const bool of_constraint = r->kind == REACTION_FORCE || r->kind == REACTION_TORQUE;
    if (!(of_constraint ? find_of_constraint(model, r) : find_imposed(model, r)))
      for (int k = 0; k < 3; k++) r->formula[k] = EXPR_NONE;
    (void) expr_trouble(model->pool);
  }
}
