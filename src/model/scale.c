// model/scale.c: a model in units in which some of its parameters are 1.

#include "model/dimensions.h"

typedef struct {
  ExprPool *pool;
  const Expr *from;
  Expr *to;
  size_t n;
} Scaling;

static void scale(const Scaling *s, Expr *e) {
  if (!expr_is_none(*e)) *e = expr_substitute(s->pool, *e, s->from, s->to, s->n);
}

static void scale_vector(const Scaling *s, Vec *v) {
  for (int k = 0; k < 3; k++) scale(s, &v->x[k]);
}

static void scale_things(const Scaling *s, Model *m) {
  for (size_t i = 0; i < m->frames.n; i++) {
    Frame *f = &m->frames.at[i];
    for (int k = 0; k < 9; k++) scale(s, &f->r[k / 3][k % 3]);
    scale_vector(s, &f->spin);
    scale_vector(s, &f->omega_own);
  }
  for (size_t i = 0; i < m->points.n; i++) {
    scale_vector(s, &m->points.at[i].at);
    scale(s, &m->points.at[i].mass);
  }
  for (size_t i = 0; i < m->bodies.n; i++) {
    Body *b = &m->bodies.at[i];
    scale_vector(s, &b->at);
    scale(s, &b->mass);
    for (int k = 0; k < 6; k++) scale(s, &b->inertia[k]);
  }
  for (size_t i = 0; i < m->speeds.n; i++) scale(s, &m->speeds.at[i].definition);
  for (size_t i = 0; i < m->lets.n; i++) {
    scale(s, &m->lets.at[i].scalar);
    if (m->lets.at[i].is_vector) scale_vector(s, &m->lets.at[i].vector);
  }
}

static void scale_dynamics(const Scaling *s, Model *m) {
  for (size_t i = 0; i < m->coordinates.n; i++) {
    scale(s, &m->coordinates.at[i].rate);
    scale(s, &m->generalized_force[i]);
  }
  for (size_t i = 0; i < m->forces.n; i++) scale_vector(s, &m->forces.at[i].vector);
  Expr *const energies[] = {&m->kinetic, &m->potential, &m->lagrangian, &m->hamiltonian,
                            &m->dissipation};
  for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) scale(s, energies[i]);
  scale_vector(s, &m->gravity);
  for (size_t i = 0; i < m->constraints.n; i++) {
    scale(s, &m->constraints.at[i].residual);
    scale(s, &m->constraints.at[i].realized);
  }
  for (size_t i = 0; i < m->observables.n; i++) scale(s, &m->observables.at[i].value);
}

// Values are in the old units, so they are dropped: everything derived from here on is about formulas only.
static void forget_values(Model *m) {
  for (size_t i = 0; i < m->parameters.n; i++) m->parameters.at[i].value = EXPR_NONE;
  m->initial.n = m->guess.n = m->claims.n = m->stops.n = m->assumptions.n = 0;
  m->sections.n = m->tables.n = 0;
  m->results.n = m->sweeps.n = 0;
  m->units_off = true;
}

void model_make_dimensionless(Model *model, DimensionShow *show) {
  const Dimensions *d = model_dimensions(model, show);
  Scaling s = {model->pool, d->base.at, ARENA_ARRAY(model->arena, Expr, d->base.n + 1), d->base.n};
  for (size_t i = 0; i < d->base.n; i++) {
    s.to[i] = EXPR_ONE;
    const char *name = expr_symbol_name(model->pool, d->base.at[i]);
    array_push(model->arena, &model->scaled, ((ScaledName){name, d->base.at[i], EXPR_ONE}));
  }
  for (size_t i = 0; i < d->scaled.n; i++) {
    const ScaledName *name = &d->scaled.at[i];
    if (!expr_same(name->symbol, name->stands_for))
      array_push(model->arena, &model->scaled, *name);
  }
  if (!expr_is_none(d->time))
    array_push(model->arena, &model->scaled,
               ((ScaledName){"t", EXPR_TIME, expr_div(model->pool, EXPR_TIME, d->time)}));
  scale_things(&s, model);
  scale_dynamics(&s, model);
  forget_values(model);
}
