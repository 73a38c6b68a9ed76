// methods/conservative.c: the conditions of the energy integral D74 (8), and what violates them.

#include "methods/conservative.h"

// --- time ----------------------------------------------------------------------------------------

static bool vec_has_time(ExprPool *pool, Vec v) {
  for (int i = 0; i < 3; i++)
    if (expr_depends(pool, v.x[i], EXPR_TIME)) return true;
  return false;
}

// Finds what brings t into L: a given energy, a mass with prescribed motion, or gravity.
static Span find_time(const Model *model, const char **what) {
  const Expr energy[ENERGY_COUNT] = {[ENERGY_KINETIC] = model->kinetic,
                                     [ENERGY_POTENTIAL] = model->potential,
                                     [ENERGY_LAGRANGIAN] = model->lagrangian,
                                     [ENERGY_HAMILTONIAN] = model->hamiltonian};
  for (int k = 0; k < ENERGY_COUNT; k++) {
    if (expr_is_none(energy[k]) || !expr_depends(model->pool, energy[k], EXPR_TIME)) continue;
    *what = dynamics_energy_keyword((EnergyKind) k);
    return model->energies[k].span;
  }
  for (size_t i = 0; i < model->points.n; i++) {
    if (expr_is_none(model->points.at[i].mass)) continue;
    if (!vec_has_time(model->pool, model->points.at[i].at)) continue;
    *what = model->points.at[i].name;
    return model->points.at[i].span;
  }
  for (size_t i = 0; i < model->bodies.n; i++) {
    const Body *body = &model->bodies.at[i];
    const bool turns =
      body->frame != NOWHERE &&
      vec_has_time(model->pool, frame_omega(model, &model->frames.at[body->frame]));
    if (!turns && !vec_has_time(model->pool, body->at)) continue;
    *what = body->name;
    return body->span;
  }
  *what = model->has_gravity && vec_has_time(model->pool, model->gravity) ? "gravity" : "L";
  return model->has_gravity ? model->gravity_span : (Span){0};
}

// --- work ----------------------------------------------------------------------------------------

static Expr along(const FreeSystem *s, Expr e, const Expr *v) {
  return expr_substitute(s->pool, e, s->qd, v, s->n);
}

static Expr power_of_force(const FreeSystem *s, const Force *force, const Expr *v) {
  const Model *model = s->model;
  const Body *body = force->on_body ? &model->bodies.at[force->target] : NULL;
  Vec velocity;
  if (force->is_torque)
    velocity =
      body->frame == NOWHERE ? vec_zero() : frame_omega(model, &model->frames.at[body->frame]);
  else
    velocity = vec_rate(s->pool, body ? body->at : model->points.at[force->target].at);
  return along(s, vec_dot(s->pool, force->vector, velocity), v);
}

// Finds the first item that does work on its own, given that the forces together do.
static Span find_work(const FreeSystem *s, const Expr *v, const char **what) {
  const Model *model = s->model;
  if (!expr_is_none(model->dissipation)) {
    *what = dynamics_energy_keyword(ENERGY_DISSIPATION);
    return model->energies[ENERGY_DISSIPATION].span;
  }
  for (size_t i = 0; i < model->forces.n; i++) {
    const Force *force = &model->forces.at[i];
    if (expr_same(power_of_force(s, force, v), EXPR_ZERO)) continue;
    *what = force->is_torque ? "this torque" : "this force";
    return force->span;
  }
  for (size_t i = 0; i < s->n; i++) {
    const Expr force = model->generalized_force[i];
    if (expr_same(expr_mul(s->pool, along(s, force, v), v[i]), EXPR_ZERO)) continue;
    *what = text_format(s->arena, "the force on %s", model->coordinates.at[i].name);
    return model->coordinates.at[i].span;
  }
  *what = "a force";
  return (Span){0};
}

// --- all of it -----------------------------------------------------------------------------------

Status conservative_needed(const FreeSystem *s, const Equations *eq, const Expr *v) {
  const char *what, *method = eq->method->name;
  Diags *diags = s->model->diags;
  if (expr_depends(s->pool, eq->lagrangian, EXPR_TIME)) {
    const Span span = find_time(s->model, &what);
    diag_report(diags, DIAG_ENERGY_TIME, span, what, method);
    return STATUS_UNABLE;
  }
  Expr power = EXPR_ZERO;
  for (size_t i = 0; i < s->n; i++)
    power = expr_add(s->pool, power, expr_mul(s->pool, along(s, eq->force[i], v), v[i]));
  if (!expr_same(power, EXPR_ZERO)) {
    const Span span = find_work(s, v, &what);
    diag_report(diags, DIAG_ENERGY_WORK, span, what, method);
    diag_help(diags, "write forces that have a potential with `potential`");
    return STATUS_UNABLE;
  }
  for (size_t i = 0; i < s->n * s->n; i++) {
    if (!expr_depends_on_any(s->pool, eq->free.made.M.at[i], s->qd, s->n)) continue;
    diag_report(diags, DIAG_METHOD_QUADRATIC, (Span){0}, method);
    return STATUS_UNABLE;
  }
  return STATUS_OK;
}
