// methods/methods.c: the list of methods, and invariants of their equations.

#include "methods/methods.h"
#include <assert.h>
#include <string.h>
#include <strings.h>

const Method *const *methods_all(void) {
  static const Method *const all[] = {
#define X(name) &method_##name,
#include "methods/methods.def"
#undef X
    NULL,
  };
  return all;
}

const Method *methods_find(const char *name) {
  for (const Method *const *m = methods_all(); *m != NULL; m++)
    if (strcmp((*m)->name, name) == 0) return *m;
  return NULL;
}

const char *methods_other_name(const char *name) {
  static const struct {
    const char *word, *help;
  } others[] = {
#define X(word, help) {word, help},
#include "methods/other_names.def"
#undef X
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcasecmp(others[i].word, name) == 0) return others[i].help;
  return NULL;
}

const Method *methods_reference(void) {
  return &method_multipliers;
}

const Method *methods_default(const Model *model) {
  if (model->friction) return &method_multipliers;
  for (size_t a = 0; a < model->constraints.n; a++) {
    const Constraint *c = &model->constraints.at[a];
    if (!expr_is_none(c->realized) || c->level == LEVEL_ACCELERATION) return &method_multipliers;
  }
  if (model->dynamics == DYNAMICS_HAMILTONIAN) return &method_hamilton;
  for (size_t i = 0; i < model->coordinates.n; i++)
    if (!expr_is_none(model->coordinates.at[i].rate)) return &method_appell;
  return model->constraints.n > 0 ? &method_multipliers : &method_lagrange;
}

// --- invariants ----------------------------------------------------------------------------------

#ifndef NDEBUG
static bool are_known(const Expr *e, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (expr_is_none(e[i])) return false;
  return true;
}

static bool is_known_matrix(const Matrix *m, size_t rows, size_t columns) {
  return m->rows == rows && m->columns == columns && are_known(m->at, rows * columns);
}

// Is the problem complete as required by equations.h, in the right sizes?
static bool is_whole_problem(const Problem *p, size_t n) {
  return p->m <= n && are_known(p->u, p->m) && are_known(p->ud, p->m) && are_known(p->psi, n) &&
         is_known_matrix(&p->psi_z, n, p->m) && are_known(p->drift, n) &&
         (p->later != NULL ||
          (is_known_matrix(&p->made.M, p->m, p->m) && are_known(p->made.F, p->m))) &&
         (p->rows == 0 || (is_known_matrix(&p->A, p->rows, p->m) &&
                           is_known_matrix(&p->B, p->rows, p->m) && are_known(p->b, p->rows)));
}

// By time there are no constants and no clock.
static bool is_whole_along(const Along *along, size_t n) {
  const bool timed = along->by_time == NULL;
  return !expr_is_none(along->variable) && !expr_is_none(along->pace) &&
         are_known(along->velocity, n) && timed == (along->place == 0) &&
         timed == (along->clocks == 0) && timed == (along->constants == 0) &&
         timed == (along->untimed == NULL) && along->usual > 0;
}

static bool are_whole_constraints(const Constraints *c, size_t n) {
  return c->r == 0 || (is_known_matrix(&c->A, c->r, n) && is_known_matrix(&c->B, c->r, n) &&
                       are_known(c->b, c->r));
}
#endif

Status method_derive(const Method *method, const Model *model, const DeriveOptions *options,
                     Equations *out) {
  TRY(method->derive(model, options, out));
  assert(out->n == model->coordinates.n && are_known(out->qd, out->n));
  assert(is_whole_problem(&out->free, out->n) && is_whole_problem(&out->problem, out->n));
  assert(are_whole_constraints(&out->constraints, out->n));
  assert(out->free.own_variables == (out->free.psi != out->qd));
  assert(out->problem.own_variables == (out->problem.psi != out->qd));
  assert(is_whole_along(&out->along, out->n));
  return STATUS_OK;
}

Expr constraints_reaction(ExprPool *pool, const Constraints *c, size_t i) {
  Expr sum = EXPR_ZERO;
  for (size_t a = 0; a < c->r; a++)
    sum = expr_add(pool, sum, expr_mul(pool, *matrix_entry(&c->B, a, i), c->row[a].lambda));
  return sum;
}
