// draw/plot_show.c: reads what a figure shows from text.
//
//   orbits                 the points and bodies with mass that can move
//   P1, P2                 these points
//   x1, 2*x2 - t           expressions against t
//   theta:theta', x:x'     phase portraits, horizontal:vertical
//   energy                 energy minus that at the start
//   constraints            the largest error of a constraint
//   S: y:y'                any of these at the crossings of the section S
//
// Without a model, names of columns take the place of expressions.

#include "draw/plot.h"
#include <string.h>

// --- quantities ----------------------------------------------------------------------------------

static void add_quantity(PlotPlan *plan, const char *name, Expr value, Span span) {
  array_push(plan->arena, &plan->quantities, ((Quantity){.name = name, .value = value, .span = span}));
}

// Adds an expression; without a model, a column.
static Status add_expression(PlotPlan *plan, Span span) {
  System *m = plan->m;
  const char *name = str_copy(plan->arena, span_text(span));
  if (span.start == span.end) {
    diag_report(&m->diags, DIAG_PLOT_EMPTY, span);
    return STATUS_INPUT;
  }
  if (!m->finished) {
    add_quantity(plan, name, EXPR_NONE, span);
    return STATUS_OK;
  }
  Expr value;
  TRY(system_expression(m, span, &value));
  add_quantity(plan, name, value, span);
  return STATUS_OK;
}

static void add_show(PlotPlan *plan, ShowKind kind, size_t first) {
  array_push(plan->arena, &plan->shows, ((Show){kind, first, plan->quantities.n - first, plan->section}));
}

// --- orbits --------------------------------------------------------------------------------------

static void add_orbit(PlotPlan *plan, const char *name, Vec at, Span span) {
  const Vec v = vec_rate(plan->m->pool, at);
  for (int k = 0; k < 3; k++) add_quantity(plan, name, at.x[k], span);
  for (int k = 0; k < 3; k++) add_quantity(plan, name, v.x[k], span);
}

// Does it have mass, and may it move?
static bool has_orbit(const System *m, Vec at, Expr mass) {
  bool moves = false;
  for (int k = 0; k < 3; k++) moves = moves || !expr_same(expr_rate(m->pool, at.x[k]), EXPR_ZERO);
  return moves && !expr_is_none(mass) && !expr_same(mass, EXPR_ZERO);
}

// Adds the orbits of all that moves, `most` of them at most.
static size_t add_orbits(PlotPlan *plan, Span span, size_t most) {
  const Model *model = plan->m->model;
  const size_t first = plan->quantities.n;
  size_t orbits = 0;
  for (size_t i = 0; i < model->points.n; i++)
    if (has_orbit(plan->m, model->points.at[i].at, model->points.at[i].mass) && orbits++ < most)
      add_orbit(plan, model->points.at[i].name, model->points.at[i].at, span);
  for (size_t i = 0; i < model->bodies.n; i++)
    if (has_orbit(plan->m, model->bodies.at[i].at, model->bodies.at[i].mass) && orbits++ < most)
      add_orbit(plan, model->bodies.at[i].name, model->bodies.at[i].at, span);
  if (plan->quantities.n > first) add_show(plan, SHOW_ORBITS, first);
  if (orbits > most) plan->orbits = orbits;
  return plan->quantities.n - first;
}

static bool find_place(const System *m, const char *name, Vec *at) {
  Thing thing;
  if (!m->finished || !model_find(m->model, str(name), &thing)) return false;
  if (thing.kind != THING_POINT && thing.kind != THING_BODY) return false;
  *at = thing.kind == THING_POINT ? m->model->points.at[thing.index].at
                                  : m->model->bodies.at[thing.index].at;
  return true;
}

// --- lists ---------------------------------------------------------------------------------------

static Status add_pair(PlotPlan *plan, Span span) {
  uint32_t at = span.start;
  const Span x = source_next_part(span.source, &at, span.end, ':');
  const Span y = source_next_part(span.source, &at, span.end, ':');
  if (at < span.end || x.start == x.end || y.start == y.end) {
    diag_report(&plan->m->diags, DIAG_PLOT_PHASE, span);
    return STATUS_INPUT;
  }
  TRY(add_expression(plan, x));
  return add_expression(plan, y);
}

static ShowKind kind_of(const PlotPlan *plan, Span span) {
  Vec at;
  if (memchr(span_text(span).at, ':', span_text(span).n) != NULL) return SHOW_PHASE;
  const char *name = language_name(&plan->m->work, span_text(span));
  return find_place(plan->m, name, &at) ? SHOW_ORBITS : SHOW_CURVES;
}

static Status add_item(PlotPlan *plan, ShowKind kind, Span span) {
  Vec at;
  if (kind == SHOW_PHASE) return add_pair(plan, span);
  if (kind == SHOW_CURVES) return add_expression(plan, span);
  const char *name = language_name(&plan->m->work, span_text(span));
  if (find_place(plan->m, name, &at)) add_orbit(plan, str_copy(plan->arena, str(name)), at, span);
  return STATUS_OK;
}

// Adds a list of one kind, which its first item determines. start: where the list begins.
static Status add_list(PlotPlan *plan, const Source *source, uint32_t start) {
  const uint32_t end = (uint32_t) source->text.n;
  const size_t first = plan->quantities.n;
  uint32_t at = start, look = start;
  const ShowKind kind = kind_of(plan, source_next_part(source, &look, end, ','));
  do {
    const Span span = source_next_part(source, &at, end, ',');
    const ShowKind own = kind_of(plan, span);
    if ((own == SHOW_ORBITS) != (kind == SHOW_ORBITS)) {
      const Span bad = own == SHOW_ORBITS ? source_next_part(source, &(uint32_t){start}, end, ',') : span;
      diag_report(&plan->m->diags, DIAG_PLOT_MIXED, bad, str_copy(&plan->m->work, span_text(bad)));
      return STATUS_INPUT;
    }
    TRY(add_item(plan, kind, span));
  } while (at < end);
  add_show(plan, kind, first);
  return STATUS_OK;
}

// --- everything ----------------------------------------------------------------------------------

static void add_column(PlotPlan *plan, ShowKind kind, const char *column, Span span) {
  add_quantity(plan, column, EXPR_NONE, span);
  add_show(plan, kind, plan->quantities.n - 1);
}

// Reads a section's name at the start of a text, as in S: y:y', and moves *at past it. Returns NULL if there is none.
static const char *section_before(const PlotPlan *plan, const Source *source, uint32_t *at) {
  const System *m = plan->m;
  uint32_t behind = *at;
  const Str word = span_text(source_next_part(source, &behind, (uint32_t) source->text.n, ':'));
  for (size_t i = 0; m->finished && i < m->model->sections.n; i++) {
    if (!str_equal(word, str(m->model->sections.at[i].name))) continue;
    *at = behind;
    return m->model->sections.at[i].name;
  }
  return NULL;
}

static Status add_shown(PlotPlan *plan, const Source *source, uint32_t start) {
  System *m = plan->m;
  uint32_t at = start;
  const Span whole = source_next_part(source, &at, (uint32_t) source->text.n, '\0');
  const Str word = span_text(whole);
  if (str_equal(word, str("energy"))) {
    add_column(plan, SHOW_ENERGY, "energy", whole);
  } else if (str_equal(word, str("constraints"))) {
    add_column(plan, SHOW_ERROR, "constraint_error", whole);
  } else if (str_equal(word, str("orbits"))) {
    if (m->finished && add_orbits(plan, whole, SIZE_MAX) > 0) return STATUS_OK;
    diag_report(&m->diags, DIAG_PLOT_POINTS, whole);
    return STATUS_INPUT;
  } else {
    return add_list(plan, source, start);
  }
  return STATUS_OK;
}

Status plot_show(PlotPlan *plan, const char *text) {
  const Source *source = system_source(plan->m, "--show", str(text));
  const char *usual = plan->section;
  uint32_t start = 0;
  const char *section = section_before(plan, source, &start);
  if (section != NULL) plan->section = section;
  const Status status = add_shown(plan, source, start);
  plan->section = usual;
  return status;
}

// Shows the columns of a bare table that look like coordinates.
static void show_columns(PlotPlan *plan) {
  const size_t first = plan->quantities.n;
  for (size_t j = 0; j < plan->saved->columns; j++) {
    const char *name = plan->saved->column[j];
    if (strpbrk(name, "'(") != NULL || strcmp(name, "t") == 0 || strcmp(name, "energy") == 0 ||
        strcmp(name, "constraint_error") == 0)
      continue;
    add_quantity(plan, name, EXPR_NONE, (Span){0});
  }
  if (plan->quantities.n > first) add_show(plan, SHOW_CURVES, first);
}

// Shows the coordinates that the section does not fix, each with its velocity; all of them if it fixes each one.
static void show_section(PlotPlan *plan, const Section *section) {
  const Model *model = plan->m->model;
  for (int all = 0; all < 2 && plan->shows.n == 0; all++)
    for (size_t i = 0; i < model->coordinates.n; i++) {
      const Coordinate *x = &model->coordinates.at[i];
      if (!all && expr_depends(plan->m->pool, section->difference, x->q)) continue;
      const size_t first = plan->quantities.n;
      add_quantity(plan, x->name, x->q, (Span){0});
      add_quantity(plan, expr_symbol_name(plan->m->pool, x->qd), x->qd, (Span){0});
      add_show(plan, SHOW_PHASE, first);
    }
}

#define USUAL_ORBITS 200  // more cannot be told apart, and make a page large

Status plot_show_usual(PlotPlan *plan) {
  const System *m = plan->m;
  for (size_t i = 0; plan->section != NULL && m->finished && i < m->model->sections.n; i++) {
    if (strcmp(m->model->sections.at[i].name, plan->section) != 0) continue;
    show_section(plan, &m->model->sections.at[i]);
    return STATUS_OK;
  }
  if (!m->finished) {
    show_columns(plan);
    return STATUS_OK;
  }
  if (add_orbits(plan, (Span){0}, USUAL_ORBITS) > 0) return STATUS_OK;
  const size_t first = plan->quantities.n;
  for (size_t i = 0; i < m->model->coordinates.n; i++) {
    const Coordinate *x = &m->model->coordinates.at[i];
    add_quantity(plan, x->name, x->q, (Span){0});
  }
  add_show(plan, SHOW_CURVES, first);
  return STATUS_OK;
}
