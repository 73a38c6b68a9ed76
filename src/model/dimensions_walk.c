// model/dimensions_walk.c: the equations for dimensions that follow from a model.
//
// Each expression is visited once. Numbers have no dimension; zero has any.

#include "model/dimensions_impl.h"
#include <stdarg.h>
#include <string.h>

#define SHOWN 40  // characters of a term in a reason

static const Form nothing = {0, NULL};

// --- forms ---------------------------------------------------------------------------------------

Form form_of_atom(Arena *arena, uint32_t atom, Ratio c) {
  FormTerm *term = ARENA_NEW(arena, FormTerm);
  *term = (FormTerm){atom, c};
  return (Form){1, term};
}

Form form_add(DimensionWalk *walk, Form a, Ratio c, Form b) {
  ExprPool *pool = walk->model->pool;
  Form sum = {0, ARENA_ARRAY(walk->arena, FormTerm, a.n + b.n + 1)};
  for (size_t i = 0, j = 0; i < a.n || j < b.n;) {
    FormTerm term;
    if (j == b.n || (i < a.n && a.at[i].atom < b.at[j].atom)) {
      term = a.at[i++];
    } else {
      term = (FormTerm){b.at[j].atom, ratio_mul(pool, c, b.at[j].c)};
      if (i < a.n && a.at[i].atom == term.atom) term.c = ratio_add(pool, a.at[i++].c, term.c);
      j++;
    }
    if (ratio_sign(pool, term.c) != 0) sum.at[sum.n++] = term;
  }
  return sum;
}

static Form form_of_dimension(DimensionWalk *walk, Dimension dimension) {
  Form form = nothing;
  for (uint32_t k = 0; k < DIMENSIONS; k++)
    if (dimension.power[k] != 0)
      form = form_add(walk, form, ratio_make(walk->model->pool, dimension.power[k], 1),
                      form_of_atom(walk->arena, k, RATIO_ONE));
  return form;
}

static Form base(DimensionWalk *walk, int kg, int m, int s) {
  return form_of_dimension(walk, (Dimension){{kg, m, s, 0, 0}});
}

enum { WEIGHT_NAME, WEIGHT_UNIT, WEIGHT_TERM, WEIGHT_SUM };

// Does e contain no parameter?
static bool is_bare(DimensionWalk *walk, Expr e) {
  const ExprList symbols = expr_symbols(walk->model->pool, &e, 1, walk->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (!expr_same(symbols.at[i], EXPR_PI) &&
        model_role(walk->model, symbols.at[i], NULL) == ROLE_CONSTANT)
      return false;
  return true;
}

static void require(DimensionWalk *walk, Form form, int weight, bool bare, const char *format, ...) {
  Text text = text_make(walk->arena);
  va_list args;
  va_start(args, format);
  text_addv(&text, format, args);
  va_end(args);
  const DimensionRow row = {form, text_get(&text), walk->span, bare, weight};
  array_push(walk->arena, &walk->rows, row);
}

// Shows a term in a reason.
static const char *shown(DimensionWalk *walk, Expr e) {
  return walk->show(walk->model->pool, e, walk->arena, SHOWN);
}

// A term of a sum, whose number is in its coefficient.
static const char *shown_term(DimensionWalk *walk, Expr e) {
  return expr_is_number(walk->model->pool, e) ? "a number" : text_format(walk->arena, "`%s`", shown(walk, e));
}

// --- symbols -------------------------------------------------------------------------------------

static Form time_form(DimensionWalk *walk, long power) {
  return form_of_atom(walk->arena, 2, ratio_make(walk->model->pool, power, 1));
}

static Form energy_form(DimensionWalk *walk) {
  return form_of_atom(walk->arena, ATOM_ENERGY, RATIO_ONE);
}

// The atom of a symbol that is not a rate.
static Form name_form(DimensionWalk *walk, Expr symbol) {
  uint32_t atom;
  if (!memo_get(&walk->atom_of, symbol.id, &atom)) {
    atom = (uint32_t) (ATOM_NAMES + walk->atoms.n);
    array_push(walk->arena, &walk->atoms, symbol);
    memo_put(walk->arena, &walk->atom_of, symbol.id, atom);
  }
  return form_of_atom(walk->arena, atom, RATIO_ONE);
}

// lambda(c), reaction(x), energy, ...
static Form quantity_form(DimensionWalk *walk, Expr symbol) {
  const Model *model = walk->model;
  QuantityKind kind;
  size_t index;
  if (!model_quantity_of(model, symbol, &kind, &index)) return name_form(walk, symbol);
  const Form energy = energy_form(walk);
  if (kind == QUANTITY_REACTION)
    return form_add(walk, energy, RATIO_MINUS_ONE, name_form(walk, model->coordinates.at[index].q));
  if (kind != QUANTITY_LAMBDA && kind != QUANTITY_RESIDUAL) return energy;
  const Constraint *c = &model->constraints.at[index];
  const bool realized = !expr_is_none(c->realized);
  const Form form = dimensions_form(walk, realized ? c->realized : c->residual);
  if (kind == QUANTITY_RESIDUAL) return dimensions_form(walk, c->residual);
  // Q = lambda dc/dq: each time derivative in the constraint divides lambda by a time
  const long rates = realized ? 1 : (long) c->level;
  return form_add(walk, form_add(walk, energy, RATIO_MINUS_ONE, form), RATIO_ONE,
                  time_form(walk, -rates));
}

static Form symbol_form(DimensionWalk *walk, Expr symbol) {
  ExprPool *pool = walk->model->pool;
  int order;
  if (expr_same(symbol, EXPR_PI)) return nothing;
  if (expr_same(symbol, EXPR_TIME)) return time_form(walk, 1);
  if (expr_symbol_kind(pool, symbol) == SYMBOL_QUANTITY) return quantity_form(walk, symbol);
  const Expr x = expr_symbol_base(pool, symbol, &order);
  const Form form = name_form(walk, x);
  return order == 0 ? form : form_add(walk, form, RATIO_ONE, time_form(walk, -order));
}

// --- expressions ---------------------------------------------------------------------------------

static Form known_form(DimensionWalk *walk, Expr e) {
  uint32_t place;
  return memo_get(&walk->form_of, e.id, &place) ? walk->forms.at[place] : nothing;
}

static Form sum_form(DimensionWalk *walk, Expr e) {
  const ExprPool *pool = walk->model->pool;
  const size_t n = expr_count(pool, e);
  size_t start = 0;  // the first term that is not a number: a number may have any dimension
  while (start + 1 < n && expr_is_number(pool, expr_operand(pool, e, start).e)) start++;
  const Expr first = expr_operand(pool, e, start).e;
  const Form form = known_form(walk, first);
  for (size_t i = 0; i < n; i++) {
    const Expr other = expr_operand(pool, e, i).e;
    if (i == start) continue;
    const Form difference = form_add(walk, known_form(walk, other), RATIO_MINUS_ONE, form);
    if (difference.n == 0) continue;
    const bool number = expr_is_number(pool, first) || expr_is_number(pool, other);
    const bool bare = number || (is_bare(walk, first) && is_bare(walk, other));
    require(walk, difference, WEIGHT_SUM, bare, "%s is added to %s", shown_term(walk, other), shown_term(walk, first));
  }
  return form;
}

// Both alternatives have one dimension, whatever decides between them.
static Form choice_form(DimensionWalk *walk, Expr e) {
  const ExprPool *pool = walk->model->pool;
  const Expr first = expr_operand(pool, e, 1).e, other = expr_operand(pool, e, 2).e;
  const Form form = known_form(walk, first);
  if (expr_same(first, EXPR_ZERO)) return known_form(walk, other);
  const Form difference = form_add(walk, known_form(walk, other), RATIO_MINUS_ONE, form);
  if (difference.n > 0 && !expr_same(other, EXPR_ZERO))
    require(walk, difference, WEIGHT_SUM, is_bare(walk, first) && is_bare(walk, other),
            "`%s` takes the place of `%s`", shown(walk, other), shown(walk, first));
  return form;
}

static Form function_form(DimensionWalk *walk, Expr e) {
  const ExprPool *pool = walk->model->pool;
  const Function fn = expr_function(pool, e);
  const Expr argument = expr_operand(pool, e, 0).e;
  Form form = known_form(walk, argument);
  if (fn == FN_ABS) return form;
  if (fn == FN_SIGN) return nothing;  // a sign is the same in all units
  if (fn == FN_IF) return choice_form(walk, e);
  if (fn == FN_ATAN2)
    form = form_add(walk, form, RATIO_MINUS_ONE, known_form(walk, expr_operand(pool, e, 1).e));
  if (form.n > 0)
    require(walk, form, WEIGHT_SUM, is_bare(walk, argument), "`%s` is an argument of %s", shown(walk, argument),
            function_name(fn));
  return nothing;
}

static Form node_form(DimensionWalk *walk, Expr e) {
  const ExprPool *pool = walk->model->pool;
  Form form = nothing;
  switch (expr_kind(pool, e)) {
    case EXPR_NUMBER: return nothing;
    case EXPR_SYMBOL: return symbol_form(walk, e);
    case EXPR_SUM: return sum_form(walk, e);
    case EXPR_FUNCTION: return function_form(walk, e);
    case EXPR_PRODUCT:
      for (size_t i = 0; i < expr_count(pool, e); i++) {
        const ExprTerm factor = expr_operand(pool, e, i);
        form = form_add(walk, form, factor.c, known_form(walk, factor.e));
      }
      return form;
  }
  return nothing;
}

Form dimensions_form(DimensionWalk *walk, Expr e) {
  uint32_t place;
  if (expr_is_none(e)) return nothing;
  const ExprList all = expr_reachable(walk->model->pool, &e, 1, walk->arena);
  for (size_t i = 0; i < all.n; i++) {
    if (memo_get(&walk->form_of, all.at[i].id, &place)) continue;
    const Form form = node_form(walk, all.at[i]);
    memo_put(walk->arena, &walk->form_of, all.at[i].id, (uint32_t) walk->forms.n);
    array_push(walk->arena, &walk->forms, form);
  }
  return known_form(walk, e);
}

// --- statements ----------------------------------------------------------------------------------

// Requires that e has this dimension because it is `what`. A number on its own is in SI units.
static void fact(DimensionWalk *walk, Expr e, Form form, Span span, const char *what) {
  walk->span = span;
  if (expr_is_none(e) || expr_same(e, EXPR_ZERO)) return;
  const Form own = dimensions_form(walk, e);
  const Form difference = form_add(walk, own, RATIO_MINUS_ONE, form);
  if (difference.n == 0) return;
  const bool name = expr_kind(walk->model->pool, e) == EXPR_SYMBOL;
  const int weight = walk->in_units ? WEIGHT_UNIT : name ? WEIGHT_NAME : WEIGHT_TERM;
  require(walk, difference, weight, !name && is_bare(walk, e), "`%s` is %s", shown(walk, e), what);
}

static void vector_fact(DimensionWalk *walk, const Vec *v, Form form, Span span, const char *what) {
  for (int k = 0; k < 3; k++) fact(walk, v->x[k], form, span, what);
}

static bool has_symbols(DimensionWalk *walk, Expr e) {
  const ExprList symbols = expr_symbols(walk->model->pool, &e, 1, walk->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (!expr_same(symbols.at[i], EXPR_PI)) return true;
  return false;
}

// symbol = value, unless the value is a number
static void assignment(DimensionWalk *walk, Expr symbol, Expr value, Span span) {
  walk->span = span;
  if (expr_is_none(value) || !has_symbols(walk, value)) return;
  const Form value_form = dimensions_form(walk, value);
  const Form form = form_add(walk, value_form, RATIO_MINUS_ONE, dimensions_form(walk, symbol));
  if (form.n > 0)
    require(walk, form, WEIGHT_SUM, is_bare(walk, value), "`%s` is set to `%s`", shown(walk, symbol), shown(walk, value));
}

static void walk_things(DimensionWalk *walk) {
  const Model *m = walk->model;
  const Form mass = base(walk, 1, 0, 0), length = base(walk, 0, 1, 0);
  bool masses = false;
  for (size_t i = 0; i < m->parameters.n; i++) {
    (void) dimensions_form(walk, m->parameters.at[i].symbol);
    assignment(walk, m->parameters.at[i].symbol, m->parameters.at[i].value, m->parameters.at[i].span);
  }
  for (size_t i = 0; i < m->coordinates.n; i++) (void) dimensions_form(walk, m->coordinates.at[i].q);
  for (size_t i = 0; i < m->points.n; i++) {
    const Point *p = &m->points.at[i];
    masses |= !expr_is_none(p->mass);
    fact(walk, p->mass, mass, p->span, "a mass");
    vector_fact(walk, &p->at, length, p->span, "a position");
  }
  for (size_t i = 0; i < m->bodies.n; i++) {
    const Body *b = &m->bodies.at[i];
    masses = true;
    fact(walk, b->mass, mass, b->span, "a mass");
    vector_fact(walk, &b->at, length, b->span, "a position");
    for (int k = 0; k < 6; k++)
      fact(walk, b->inertia[k], base(walk, 1, 2, 0), b->span, "a moment of inertia");
  }
  for (size_t i = 0; i < m->frames.n; i++) {
    walk->span = m->frames.at[i].span;
    for (int k = 0; k < 9; k++) (void) dimensions_form(walk, m->frames.at[i].r[k / 3][k % 3]);
  }
  walk->span = (Span){0};
  if (masses)
    require(walk, form_add(walk, energy_form(walk), RATIO_MINUS_ONE, base(walk, 1, 2, -2)), WEIGHT_NAME, false,
            "the energy is one of masses");
}

static void walk_dynamics(DimensionWalk *walk) {
  const Model *m = walk->model;
  const Form energy = energy_form(walk);
  const Span *place[] = {&m->energies[ENERGY_KINETIC].span, &m->energies[ENERGY_POTENTIAL].span,
                         &m->energies[ENERGY_LAGRANGIAN].span,
                         &m->energies[ENERGY_HAMILTONIAN].span};
  const Expr energies[] = {m->kinetic, m->potential, m->lagrangian, m->hamiltonian};
  for (size_t i = 0; i < 4; i++) fact(walk, energies[i], energy, *place[i], "an energy");
  fact(walk, m->dissipation, form_add(walk, energy, RATIO_ONE, time_form(walk, -1)),
       m->energies[ENERGY_DISSIPATION].span, "a power");
  if (m->has_gravity)
    vector_fact(walk, &m->gravity, base(walk, 0, 1, -2), m->gravity_span, "an acceleration");
  for (size_t i = 0; i < m->forces.n; i++) {
    const Force *f = &m->forces.at[i];
    vector_fact(walk, &f->vector, base(walk, 1, f->is_torque ? 2 : 1, -2), f->span,
                f->is_torque ? "a torque" : "a force");
  }
  for (size_t i = 0; i < m->coordinates.n; i++) {
    const Coordinate *x = &m->coordinates.at[i];
    const Form q = dimensions_form(walk, x->q);
    const char *force = text_format(walk->arena, "the force on %s", x->name);
    fact(walk, m->generalized_force[i], form_add(walk, energy, RATIO_MINUS_ONE, q), x->force_span, force);
    if (!expr_is_none(x->rate)) assignment(walk, x->qd, x->rate, x->rate_span);
    if (expr_is_none(x->p)) continue;
    const Form action = form_add(walk, energy, RATIO_ONE, time_form(walk, 1));
    fact(walk, x->p, form_add(walk, action, RATIO_MINUS_ONE, q), x->span, "a momentum");
  }
  for (size_t i = 0; i < m->speeds.n; i++)
    if (!expr_is_none(m->speeds.at[i].definition))
      assignment(walk, m->speeds.at[i].z, m->speeds.at[i].definition, m->speeds.at[i].span);
}

static void walk_expression(DimensionWalk *walk, Expr e, Span span) {
  walk->span = span;
  (void) dimensions_form(walk, e);
}

static void walk_whens(DimensionWalk *walk) {
  const Model *m = walk->model;
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = &m->whens.at[i];
    if (!w->in_units) walk_expression(walk, w->difference, w->span);
    for (size_t k = 0; k < w->actions.n; k++)
      if (w->actions.at[k].kind == ACTION_ASSIGN)
        assignment(walk, w->actions.at[k].symbol, w->actions.at[k].value, w->actions.at[k].span);
  }
}

static void walk_requests(DimensionWalk *walk) {
  const Model *m = walk->model;
  size_t declared;
  const Constraint *c = model_declared(m, &declared);
  for (size_t i = 0; i < declared; i++) {
    walk_expression(walk, c[i].residual, c[i].span);
    walk_expression(walk, c[i].realized, c[i].span);
  }
  walk_whens(walk);
  for (size_t i = 0; i < m->observables.n; i++)
    walk_expression(walk, m->observables.at[i].value, m->observables.at[i].span);
  for (size_t i = 0; i < m->results.n; i++)
    walk_expression(walk, m->results.at[i].value, m->results.at[i].span);
  for (size_t i = 0; i < m->stops.n; i++)
    if (!m->stops.at[i].in_units)
      walk_expression(walk, m->stops.at[i].difference, m->stops.at[i].span);
  for (size_t i = 0; i < m->sections.n; i++)
    if (!m->sections.at[i].in_units)
      walk_expression(walk, m->sections.at[i].difference, m->sections.at[i].span);
  for (size_t i = 0; i < m->initial.n; i++)
    assignment(walk, m->initial.at[i].symbol, m->initial.at[i].value, m->initial.at[i].span);
  for (size_t i = 0; i < m->claims.n; i++) {
    const Claim *claim = &m->claims.at[i];
    if (claim->deny) continue;
    walk_expression(walk, claim->left, claim->span);
    if (claim->kind == CLAIM_EQUATION && !expr_same(claim->right, EXPR_ZERO) &&
        !expr_same(claim->left, EXPR_ZERO))
      assignment(walk, claim->left, claim->right, claim->span);
  }
  walk->in_units = true;
  for (size_t i = 0; i < m->units.n; i++) {
    const UnitFact *u = &m->units.at[i];
    fact(walk, u->e, form_of_dimension(walk, u->dimension), u->span,
         text_format(walk->arena, "in %s", u->unit));
  }
}

DimensionWalk *dimensions_walk(Model *model, DimensionShow *show) {
  DimensionWalk *walk = ARENA_NEW(model->arena, DimensionWalk);
  walk->model = model;
  walk->arena = model->arena;
  walk->show = show;
  walk_things(walk);
  walk_dynamics(walk);
  walk_requests(walk);
  return walk;
}
