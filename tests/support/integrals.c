// support/integrals.c: judges the first integrals that the search found, by ranks of gradients.

#include "support/integrals.h"
#include "algebra/field_linear.h"
#include "methods/constraints.h"
#include "ground/field_motion.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Search search_model(Desk *desk, const IntegralOptions *options) {
  Search s = {.desk = desk};
  if (!desk_derive(desk, &method_multipliers, &s.eq) &&
      !desk_derive(desk, methods_default(desk->model), &s.eq))
    fail_msg("no method: %s", desk_messages(desk));
  assert_int_equal(integrals_find(&s.eq, options, &desk->arena, &desk->arena, &s.found), STATUS_OK);
  return s;
}

Search search_text(Desk *desk, const char *text, unsigned degree, const char *function) {
  desk_read_well(desk, text);
  IntegralOptions options = {.degree = degree};
  Expr e;
  if (function != NULL) {
    e = desk_expr(desk, function);
    options.functions = &e;
    options.n = 1;
  }
  return search_model(desk, &options);
}

Search search_file(Desk *desk, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = arena_take(&desk->arena, 1 << 16);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return search_text(desk, text, 0, NULL);
}

// --- ranks ---------------------------------------------------------------------------------------

typedef struct {
  const Search *search;
  FieldMotion fields;
  size_t rows, columns;
  uint64_t *at;
} Gradients;

// Adds the gradient of e by coordinates, velocities (or what replaces them) and t, as a row.
static void add_gradient(Gradients *g, Expr e) {
  const Equations *eq = &g->search->eq;
  Arena *arena = &g->search->desk->arena;
  const FreeSystem s = free_system(eq->model, arena);
  const size_t nv = eq->state.m;
  const Expr *v = eq->state.z;
  if (expr_is_none(e)) return;
  e = field_motion_energies(eq, e);
  e = constraints_in_velocities(&s, e, equations_momentum(eq));
  if (eq->beside > 0) e = expr_substitute(eq->pool, e, eq->qd, eq->state.psi, eq->n);
  for (size_t i = 0; i < g->columns; i++) {
    const Expr x = i < eq->n ? eq->q[i] : i < eq->n + nv ? v[i - eq->n] : EXPR_TIME;
    Fingerprint value;
    assert_true(field_motion_value(&g->fields, expr_diff(eq->pool, e, x), &value));
    g->at[g->rows * g->columns + i] = value.v[0];
  }
  g->rows++;
}

bool is_explained(const Search *s, Expr e) {
  const Equations *eq = &s->eq;
  Arena *arena = &s->desk->arena;
  Gradients g = {.search = s, .fields = field_motion_open(eq, NULL, 0, arena)};
  const size_t nv = eq->state.m;
  const size_t most = 2 * eq->constraints.r + s->found.list.n + 1;
  unsigned draw = 1000;
  while (field_motion_go(&g.fields, draw) != STATUS_OK || field_motion_lacks_roots(&g.fields))
    assert_true(++draw < 1200);
  g.columns = eq->n + nv + 1;
  g.at = arena_take_array(arena, most * g.columns, sizeof *g.at);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    add_gradient(&g, eq->constraints.row[a].position);
    add_gradient(&g, eq->constraints.row[a].velocity);
  }
  for (size_t i = 0; i < s->found.list.n; i++) add_gradient(&g, s->found.list.at[i].value);
  add_gradient(&g, e);
  size_t *ranks = arena_take_array(arena, g.rows + 1, sizeof *ranks);
  field_ranks(0, arena, g.rows, g.columns, g.at, ranks);
  return ranks[g.rows] == ranks[g.rows - 1];
}

// --- by name -------------------------------------------------------------------------------------

const Integral *integral_equal(const Search *s, const char *text) {
  const Expr e = desk_expr(s->desk, text);
  for (size_t i = 0; i < s->found.list.n; i++)
    if (expr_equal(s->eq.pool, s->found.list.at[i].value, e)) return &s->found.list.at[i];
  return NULL;
}

const Integral *integral_named(const Search *s, const char *name) {
  for (size_t i = 0; i < s->found.list.n; i++)
    if (strcmp(s->found.list.at[i].name, name) == 0) return &s->found.list.at[i];
  return NULL;
}
