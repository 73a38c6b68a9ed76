// methods/methods.c: the list of methods, and matrices of expressions.

#include "methods/methods.h"
#include <string.h>

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

Expr constraints_reaction(ExprPool *pool, const Constraints *c, size_t i) {
  Expr sum = EXPR_ZERO;
  for (size_t a = 0; a < c->r; a++)
    sum = expr_add(pool, sum, expr_mul(pool, *matrix_entry(&c->B, a, i), c->row[a].lambda));
  return sum;
}
