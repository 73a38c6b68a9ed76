// answer/analysis_json.c: the structs of an analysis as JSON.

#include "answer/analysis_result.h"
#include "report/json.h"
#include <math.h>

static void add_strings(Json *json, const char *key, const char *const *at, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, at[i]);
  json_end(json, ']');
}

static void add_matrix(Json *json, const char *key, const double *at, size_t rows, size_t columns) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < rows; i++) json_numbers(json, NULL, at + i * columns, columns, 1);
  json_end(json, ']');
}

// --- constraints ---------------------------------------------------------------------------------

static void add_constraint(Json *json, const DalConstraint *c) {
  json_begin(json, NULL, '{');
  json_string(json, "name", c->name);
  json_string(json, "kind", c->kind);
  if (c->integrable == DAL_OPEN)
    json_number(json, "integrable", (double) NAN);
  else
    json_bool(json, "integrable", c->integrable == DAL_YES);
  json_bool(json, "alone", c->alone);
  json_bool(json, "redundant", c->redundant);
  add_strings(json, "follows_from", c->from, c->froms);
  json_bool(json, "homogeneous", c->homogeneous);
  if (c->homogeneous) json_number(json, "degree", c->degree);
  json_bool(json, "with_time", c->with_time);
  add_strings(json, "factors", c->factor, c->factors);
  if (c->apparent != NULL) {
    json_string(json, "apparent", c->apparent);
    add_strings(json, "equations", c->equation, c->equations);
  }
  json_end(json, '}');
}

static void add_constraints(Json *json, const DalConstraints *c) {
  json_begin(json, "constraints", '[');
  for (size_t i = 0; i < c->constraints; i++) add_constraint(json, &c->constraint[i]);
  json_end(json, ']');
  json_begin(json, "freedom", '{');
  json_number(json, "coordinates", (double) c->coordinates);
  json_number(json, "rank", (double) c->rank);
  if (c->has_growth) {
    json_numbers(json, "growth", c->growth_vector, c->growth, 1);
    json_numbers(json, "derived", c->derived_vector, c->derived, 1);
    if (c->growth_vector_at != NULL)
      json_numbers(json, "growth_at", c->growth_vector_at, c->growth_at, 1);
    json_number(json, "integrable", (double) c->integrable);
    add_strings(json, "constant", c->constant, c->constants);
  }
  json_end(json, '}');
}

// --- first integrals -----------------------------------------------------------------------------

static void add_integral(Json *json, const DalAnalysis *a, const DalIntegral *i) {
  json_begin(json, NULL, '{');
  json_string(json, "name", i->name);
  json_string(json, "kind", i->kind);
  json_string(json, "value", i->value);
  json_string(json, "verdict", verdict_name((Verdict) i->verdict));
  json_bool(json, "independent", i->independent);
  if (i->symmetry != NULL) {
    json_begin(json, "symmetry", '{');
    for (size_t k = 0; k < a->coordinates; k++)
      if (i->symmetry[k] != NULL) json_string(json, a->coordinate[k], i->symmetry[k]);
    json_end(json, '}');
  }
  json_end(json, '}');
}

static void add_integrals(Json *json, const DalAnalysis *a) {
  const DalIntegrals *all = a->integrals;
  json_begin(json, "integrals", '[');
  for (size_t i = 0; i < all->integrals; i++) add_integral(json, a, &all->integral[i]);
  json_end(json, ']');
  if (all->definitions > 0) {
    json_begin(json, "integral_names", '{');
    for (size_t i = 0; i < all->definitions; i++)
      json_string(json, all->defined[i], all->definition[i]);
    json_end(json, '}');
  }
  json_begin(json, "cyclic", '[');
  for (size_t i = 0; i < a->coordinates; i++)
    if (all->cyclic[i]) json_string(json, NULL, a->coordinate[i]);
  json_end(json, ']');
  json_begin(json, "integral_search", '{');
  json_bool(json, "complete", all->complete);
  if (all->unfinished) json_bool(json, "unfinished", true);
  json_number(json, "degree", all->degree);
  json_number(json, "candidates", (double) all->candidates);
  add_strings(json, "coefficients", all->function, all->functions);
  json_end(json, '}');
}

// --- equilibria ----------------------------------------------------------------------------------

static void add_mode(Json *json, const DalAnalysis *a, const DalEquilibrium *e, const DalMode *m) {
  const size_t n = a->coordinates;
  json_begin(json, NULL, '{');
  if (e->second_order && m->im == 0)
    json_number(json, "lambda2", m->re);
  else
    json_numbers(json, e->second_order ? "lambda2" : "lambda", (const double[]){m->re, m->im}, 2,
                 1);
  if (m->exact != NULL) json_string(json, "lambda2_exact", m->exact);
  json_string(json, "kind", m->kind);
  if (m->above > 0) json_number(json, "above", (double) m->above);
  if (m->omega > 0) json_number(json, "omega", m->omega);
  json_begin(json, "shape", '{');
  for (size_t i = 0; m->shape != NULL && i < n; i++) {
    if (m->shape[n + i] == 0)
      json_number(json, a->coordinate[i], m->shape[i]);
    else
      json_numbers(json, a->coordinate[i], m->shape + i, 2, n);
  }
  json_end(json, '}');
  json_end(json, '}');
}

static void add_place(Json *json, const DalAnalysis *a, const DalEquilibrium *e) {
  json_begin(json, "at", '{');
  for (size_t i = 0; i < a->coordinates; i++) json_number(json, a->coordinate[i], e->q[i]);
  json_end(json, '}');
  if (e->exact != NULL) {
    json_begin(json, "exact", '{');
    for (size_t i = 0; i < a->coordinates; i++)
      if (e->exact[i] != NULL) json_string(json, a->coordinate[i], e->exact[i]);
    json_end(json, '}');
  }
  json_begin(json, "any", '[');
  for (size_t i = 0; i < a->coordinates; i++)
    if (e->any[i]) json_string(json, NULL, a->coordinate[i]);
  json_end(json, ']');
  json_number(json, "family", (double) e->family);
  json_bool(json, "enclosed", e->enclosed);
  json_bool(json, "determined", e->determined);
}

static void add_equilibrium(Json *json, const DalAnalysis *a, const DalEquilibrium *e) {
  json_begin(json, NULL, '{');
  add_place(json, a, e);
  json_string(json, "stable", e->stable);
  json_string(json, "reason", e->reason);
  if (e->conditions > 0) {
    json_begin(json, "stable_if", '[');
    for (size_t i = 0; i < e->conditions; i++) json_string(json, NULL, e->condition[i]);
    json_end(json, ']');
  }
  if (e->proved != NULL) json_string(json, "proved", e->proved);
  if (e->A0 != NULL) {
    json_begin(json, "coordinates", '[');
    for (size_t i = 0; i < e->size; i++) json_string(json, NULL, a->coordinate[e->index[i]]);
    json_end(json, ']');
    add_matrix(json, "A0", e->A0, e->size, e->size);
    add_matrix(json, "B0", e->B0, e->size, e->size);
  }
  json_begin(json, "modes", '[');
  for (size_t i = 0; i < e->modes; i++) add_mode(json, a, e, &e->mode[i]);
  json_end(json, ']');
  json_end(json, '}');
}

static void add_equilibria(Json *json, const DalAnalysis *a) {
  const DalEquilibria *all = a->equilibria;
  json_begin(json, "equilibria_range", '{');
  for (size_t i = 0; all->range != NULL && i < a->coordinates; i++)
    json_numbers(json, a->coordinate[i], all->range + 2 * i, 2, 1);
  json_end(json, '}');
  json_begin(json, "equilibria", '[');
  for (size_t i = 0; i < all->equilibria; i++) add_equilibrium(json, a, &all->equilibrium[i]);
  json_end(json, ']');
  if (all->unfinished) json_bool(json, "equilibria_unfinished", true);
}

// --- the rest ------------------------------------------------------------------------------------

static void add_linearization(Json *json, const char *key, const DalLinearization *l) {
  json_begin(json, key, '{');
  json_bool(json, "found", l->found);
  if (l->trouble != NULL) json_string(json, "reason", l->trouble);
  json_begin(json, "state", '{');
  for (size_t i = 0; i < l->states; i++) json_number(json, l->name[i], l->state[i]);
  json_end(json, '}');
  if (l->found) {
    json_bool(json, "enclosed", l->enclosed);
    if (l->holds_time) json_number(json, "time_held", l->time);
    add_strings(json, "variables", l->variable, l->variables);
    add_strings(json, "ignorable", l->ignorable, l->ignorables);
    add_strings(json, "inputs", l->input, l->inputs);
    json_numbers(json, "f", l->f, l->variables, 1);
    add_matrix(json, "A", l->A, l->variables, l->variables);
    add_matrix(json, "B", l->B, l->variables, l->inputs);
    add_matrix(json, "eigenvalues", l->eigenvalue, l->variables, 2);
    if (l->stable != NULL) json_string(json, "stable", l->stable);
  }
  json_end(json, '}');
}

static void add_singulars(Json *json, const DalSingulars *all) {
  json_begin(json, "singular", '[');
  for (size_t i = 0; i < all->singulars; i++) {
    const DalSingular *s = &all->singular[i];
    json_begin(json, NULL, '{');
    json_string(json, "cause", s->cause);
    add_strings(json, "equations", s->equation, s->equations);
    add_strings(json, "nonzero", s->nonzero, s->nonzeros);
    json_bool(json, "proved", s->proved);
    json_bool(json, "real", s->real);
    json_end(json, '}');
  }
  json_end(json, ']');
  json_bool(json, "singular_everywhere", all->everywhere);
  json_bool(json, "singular_complete", all->complete);
}

static void add_dimensions(Json *json, const DalDimensions *d) {
  json_begin(json, "dimensions", '{');
  json_begin(json, "names", '{');
  for (size_t i = 0; i < d->names; i++) json_string(json, d->name[i], d->dimension[i]);
  json_end(json, '}');
  add_strings(json, "lost", d->lost_dimension, d->lost);
  json_number(json, "scalings", (double) d->scalings);
  add_strings(json, "groups", d->group, d->groups);
  if (d->time != NULL) json_string(json, "time", d->time);
  json_end(json, '}');
}

void answer_analysis_json(const DalAnalysis *a, Text *out) {
  Json json = json_make(out);
  json_begin(&json, NULL, '{');
  if (a->constraints != NULL) add_constraints(&json, a->constraints);
  if (a->integrals != NULL) add_integrals(&json, a);
  if (a->equilibria != NULL) add_equilibria(&json, a);
  if (a->steady != NULL) add_linearization(&json, "steady", a->steady);
  if (a->linearization != NULL) add_linearization(&json, "linearization", a->linearization);
  if (a->singular != NULL) add_singulars(&json, a->singular);
  if (a->dimensions != NULL) add_dimensions(&json, a->dimensions);
  json_end(&json, '}');
}
