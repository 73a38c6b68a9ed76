// program/corner.c: has the motion reached a corner of a constraint?
//
// Where a constraint on positions bends, as y = |x| does at 0, the velocities on both sides differ, and a
// motion that continues needs an impulse. The model gives neither its direction nor the loss of energy: such a
// motion ends there. y = x*|x| bends, too, but without a corner.
//
// From:  docs/theory/switching.md, "Corners of constraints"

#include "program/corner.h"
#include <math.h>
#include <string.h>

#define CORNER 1e-6  // of the largest velocity: a larger jump is not rounding

static const double *velocities(const Corners *c) {
  const Program *p = &c->m->program;
  return p->inputs + p->parameters + 1 + p->n;
}

void corners_find(System *m, Corners *c) {
  const Constraints *all = &m->equations.constraints;
  if (c->m == m && c->rows == all->row) return;
  bool *bends = ARENA_ARRAY(&m->work, bool, all->r + 1), any = false;
  *c = (Corners){.m = m, .rows = all->row};
  for (size_t a = 0; a < all->r; a++) {
    Sides sides = {0};
    if (!expr_is_none(all->row[a].position)) sides_of(m, &all->row[a].position, 1, &sides);
    bends[a] = sides.n > 0;
    any = any || bends[a];
  }
  if (!any) return;
  c->bends = bends;
  c->before = ARENA_ARRAY(&m->work, double, m->equations.n + 1);
}

void corners_note(Corners *c) {
  if (c->bends != NULL)
    memcpy(c->before, velocities(c), c->m->equations.n * sizeof *c->before);
}

const ConstraintRow *corners_turned(const Corners *c) {
  const Equations *eq = &c->m->equations;
  if (c->bends == NULL || c->rows != eq->constraints.row) return NULL;
  const double *now = velocities(c);
  double largest = 0;
  for (size_t i = 0; i < eq->n; i++) largest = fmax(largest, fmax(fabs(now[i]), fabs(c->before[i])));
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    for (size_t i = 0; c->bends[a] && i < eq->n; i++)
      if (expr_depends(c->m->pool, row->position, eq->q[i]) &&
          !(fabs(now[i] - c->before[i]) <= CORNER * largest))
        return row;
  }
  return NULL;
}
