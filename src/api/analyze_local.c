// api/analyze_local.c: equilibria, steady motions and linearizations, as they are asked for.

#include "api/analyze_local.h"

// The equations as the constraints stand, by multipliers, or by the natural method of the model
// where its velocities are given by other variables.
static Status derive(DalModel *m, Equations *eq) {
  const DeriveOptions options = {.arena = &m->arena, .energy = EXPR_NONE};
  bool rates = false;
  for (size_t i = 0; i < m->model->coordinates.n; i++)
    rates = rates || !expr_is_none(m->model->coordinates.at[i].rate);
  if (!rates) {
    const Diags before = m->diags;
    const Status status = method_multipliers.derive(m->model, &options, eq);
    if (status != STATUS_UNABLE) return status;
    m->diags = before;
  }
  return methods_default(m->model)->derive(m->model, &options, eq);
}

Status analyze_equilibria(DalModel *m, const DalAnalyzeOptions *options,
                          const Equilibria **found) {
  (void) options;
  Equations *eq = ARENA_NEW(&m->arena, Equations);
  Equilibria *all = ARENA_NEW(&m->arena, Equilibria);
  TRY(derive(m, eq));
  const Status status = equilibria_find(eq, NULL, 0, &m->arena, all);
  if (status == STATUS_UNABLE) return api_no_lapack(m);
  *found = all;
  return status;
}
