// model/dimensions.c: solves for dimensions, reports contradictions, and finds dimensionless groups.

#include "model/dimensions_impl.h"
#include <stdlib.h>
#include <string.h>

#define MINIMAL_MOST 80  // reasons of a contradiction; a larger set is not reduced
#define REASONS_SHOWN 4

// --- text ----------------------------------------------------------------------------------------

static const char *const units[DIMENSIONS] = {"kg", "m", "s", "A", "K"};

static void add_power(Text *out, const char *unit, long num, long den) {
  text_add(out, unit);
  if (den != 1)
    text_addf(out, "^(%ld/%ld)", num, den);
  else if (num != 1)
    text_addf(out, "^%ld", num);
}

const char *form_text(DimensionWalk *walk, Form form) {
  const ExprPool *pool = walk->model->pool;
  Text above = text_make(walk->arena), below = text_make(walk->arena);
  long num, den;
  for (size_t i = 0; i < form.n; i++) {
    if (form.at[i].atom >= DIMENSIONS || !ratio_get(pool, form.at[i].c, &num, &den)) return NULL;
    Text *part = num > 0 ? &above : &below;
    if (part->n > 0) text_add(part, num > 0 ? "*" : "/");
    add_power(part, units[form.at[i].atom], labs(num), den);
  }
  if (below.n == 0) return above.n > 0 ? text_get(&above) : "1";
  return text_format(walk->arena, "%s/%s", above.n > 0 ? text_get(&above) : "1", text_get(&below));
}

// --- elimination ---------------------------------------------------------------------------------

static Ratio coefficient(Form form, uint32_t atom) {
  for (size_t i = 0; i < form.n; i++)
    if (form.at[i].atom == atom) return form.at[i].c;
  return RATIO_ZERO;
}

static void add_from(DimensionWalk *walk, SolvedRow *row, const SolvedRow *other) {
  for (size_t i = 0; i < other->from.n; i++) {
    bool there = false;
    for (size_t k = 0; k < row->from.n && !there; k++) there = row->from.at[k] == other->from.at[i];
    if (!there) array_push(walk->arena, &row->from, other->from.at[i]);
  }
}

// Writes the form in atoms that are not pivots.
static Form reduce(DimensionWalk *walk, const Solution *solution, Form form, SolvedRow *uses) {
  ExprPool *pool = walk->model->pool;
  for (size_t i = form.n; i-- > 0;) {
    uint32_t place;
    if (i >= form.n || !memo_get(&solution->pivot, form.at[i].atom, &place)) continue;
    const SolvedRow *row = &solution->solved.at[place];
    form = form_add(walk, form, ratio_neg(pool, form.at[i].c), row->form);
    if (uses != NULL) add_from(walk, uses, row);
    i = form.n;  // atoms before this one may have been added
  }
  return form;
}

// The pivot is the last atom: a name if there is one, otherwise a base unit.
static void add_solved(DimensionWalk *walk, Solution *solution, SolvedRow row) {
  ExprPool *pool = walk->model->pool;
  row.pivot = row.form.at[row.form.n - 1].atom;
  row.is_lost = row.pivot < DIMENSIONS;
  const Ratio c = ratio_inv(pool, row.form.at[row.form.n - 1].c);
  row.form = form_add(walk, (Form){0, NULL}, c, row.form);
  for (size_t i = 0; i < solution->solved.n; i++) {
    SolvedRow *other = &solution->solved.at[i];
    const Ratio there = coefficient(other->form, row.pivot);
    if (ratio_sign(pool, there) == 0) continue;
    other->form = form_add(walk, other->form, ratio_neg(pool, there), row.form);
    add_from(walk, other, &row);
  }
  memo_put(walk->arena, &solution->pivot, row.pivot, (uint32_t) solution->solved.n);
  array_push(walk->arena, &solution->solved, row);
}

// Solves the rows in `chosen`, or all rows if it is NULL. With stop, ends at the first row that contains
// base units alone, which is then the last one.
static Solution *solve(DimensionWalk *walk, const bool *chosen, bool stop) {
  Solution *solution = ARENA_NEW(walk->arena, Solution);
  for (size_t i = 0; i < walk->rows.n; i++) {
    if (chosen != NULL && !chosen[i]) continue;
    SolvedRow row = {.form = walk->rows.at[i].form};
    array_push(walk->arena, &row.from, (uint32_t) i);
    row.form = reduce(walk, solution, row.form, &row);
    if (row.form.n == 0) continue;
    add_solved(walk, solution, row);
    if (stop && solution->solved.at[solution->solved.n - 1].is_lost) break;
  }
  return solution;
}

// --- contradictions ------------------------------------------------------------------------------

static const SolvedRow *last_lost(const Solution *solution) {
  const SolvedRow *row =
    solution->solved.n > 0 ? &solution->solved.at[solution->solved.n - 1] : NULL;
  return row != NULL && row->is_lost ? row : NULL;
}

// Marks a minimal set of rows that still contradict each other.
static void choose_reasons(DimensionWalk *walk, const SolvedRow *lost, bool *chosen) {
  for (size_t i = 0; i < lost->from.n; i++) chosen[lost->from.at[i]] = true;
  if (lost->from.n > MINIMAL_MOST) return;
  for (size_t i = 0; i < lost->from.n; i++) {
    chosen[lost->from.at[i]] = false;
    if (last_lost(solve(walk, chosen, true)) == NULL) chosen[lost->from.at[i]] = true;
  }
}

// The row that is reported as the mistake: the last one with the largest weight.
static size_t blamed_row(const DimensionWalk *walk, const bool *chosen) {
  size_t blamed = NOWHERE;
  for (size_t i = 0; i < walk->rows.n; i++)
    if (chosen[i] && (blamed == NOWHERE || walk->rows.at[i].weight >= walk->rows.at[blamed].weight))
      blamed = i;
  return blamed;
}

// Gives the reasons why the blamed row is a contradiction: other rows, or itself.
static void say_reasons(DimensionWalk *walk, const bool *chosen, size_t blamed) {
  Text text = text_make(walk->arena);
  size_t n = 0;
  for (size_t i = 0; i < walk->rows.n; i++) {
    const DimensionRow *row = &walk->rows.at[i];
    uint32_t line, column;
    if (!chosen[i] || i == blamed) continue;
    if (++n > REASONS_SHOWN) break;
    text_addf(&text, "%s%s", n > 1 ? "; " : "because ", row->reason);
    if (row->span.source == NULL) continue;
    source_place(row->span.source, row->span.start, &line, &column);
    text_addf(&text, " (line %u)", (unsigned) line);
  }
  if (n > 0)
    diag_help(walk->model->diags, "%s", text_get(&text));
  else if (walk->rows.at[blamed].bare)
    diag_help(walk->model->diags,
              "numbers in formulas have no unit; give a constant with a unit a name: `parameter c = 9.81 m/s^2`");
}

bool model_uses_units(const Model *model) {
  if (model->units_off) return false;
  for (size_t i = 0; i < model->units.n; i++)
    for (int k = 0; k < DIMENSIONS; k++)
      if (model->units.at[i].dimension.power[k] != 0) return true;
  return false;
}

void model_check_dimensions(Model *model, DimensionShow *show) {
  if (!model_uses_units(model)) return;
  DimensionWalk *walk = dimensions_walk(model, show);
  const SolvedRow *lost = last_lost(solve(walk, NULL, true));
  if (lost == NULL) return;
  bool *chosen = ARENA_ARRAY(walk->arena, bool, walk->rows.n);
  choose_reasons(walk, lost, chosen);
  const size_t blamed = blamed_row(walk, chosen);
  chosen[blamed] = false;
  const Solution *rest = solve(walk, chosen, false);
  const Form left = reduce(walk, rest, walk->rows.at[blamed].form, NULL);
  const char *ratio = form_text(walk, left);
  diag_report(model->diags, DIAG_DIMENSION, walk->rows.at[blamed].span,
              walk->rows.at[blamed].reason, ratio != NULL ? ratio : "another dimension");
  say_reasons(walk, chosen, blamed);
}

// --- all of them ---------------------------------------------------------------------------------

static void add_name(DimensionWalk *walk, const Solution *solution, Dimensions *out,
                     const char *name, Expr symbol) {
  const Form form =
    reduce(walk, solution, dimensions_form(walk, symbol), NULL);
  const char *text = form_text(walk, form);
  const NamedDimension named = {name, symbol, text != NULL, text != NULL ? text : ""};
  array_push(walk->arena, &out->names, named);
}

// Explains why these base units make a pure number.
static void explain(DimensionWalk *walk, const SolvedRow *row, LostDimension *lost) {
  bool *chosen = ARENA_ARRAY(walk->arena, bool, walk->rows.n);
  choose_reasons(walk, row, chosen);
  const size_t blamed = blamed_row(walk, chosen);
  lost->span = walk->rows.at[blamed].span;
  lost->reason = walk->rows.at[blamed].reason;
  lost->doubtful = true;
  for (size_t i = 0; i < walk->rows.n; i++) lost->doubtful &= !(chosen[i] && walk->rows.at[i].bare);
}

// Products of parameters without dimension: one for each parameter whose dimension follows from those before it. Their
// dimensions are eliminated by columns.
typedef struct {
  Form form;     // in free atoms
  ExprTerm *by;  // exponents of parameters, in their order
} GroupRow;

static Expr group_product(Model *model, const GroupRow *row, size_t n) {
  return expr_product(model->pool, row->by, n);
}

// Reduces the form of a new row by the kept rows; returns true if nothing of it is left.
static bool reduce_group(DimensionWalk *walk, GroupRow *row, const GroupRow *kept, size_t n_kept,
                         size_t n) {
  ExprPool *pool = walk->model->pool;
  for (size_t i = 0; i < n_kept; i++) {
    const FormTerm pivot = kept[i].form.at[kept[i].form.n - 1];
    const Ratio c = coefficient(row->form, pivot.atom);
    if (ratio_sign(pool, c) == 0) continue;
    const Ratio factor = ratio_neg(pool, ratio_mul(pool, c, ratio_inv(pool, pivot.c)));
    row->form = form_add(walk, row->form, factor, kept[i].form);
    for (size_t k = 0; k < n; k++)
      row->by[k].c = ratio_add(pool, row->by[k].c, ratio_mul(pool, factor, kept[i].by[k].c));
  }
  return row->form.n == 0;
}

// Finds what a coordinate stands for if the kept parameters are 1.
static void scale_names(DimensionWalk *walk, const Solution *solution, const GroupRow *kept,
                        size_t n_kept, Dimensions *out) {
  Model *model = walk->model;
  const size_t n = model->parameters.n;
  for (size_t i = 0; i < model->coordinates.n; i++) {
    const Coordinate *x = &model->coordinates.at[i];
    GroupRow row = {.by = ARENA_ARRAY(walk->arena, ExprTerm, n + 2)};
    for (size_t k = 0; k < n; k++)
      row.by[k] = (ExprTerm){model->parameters.at[k].symbol, RATIO_ZERO};
    row.by[n] = (ExprTerm){x->q, RATIO_ONE};
    row.form = reduce(walk, solution, dimensions_form(walk, x->q), NULL);
    if (reduce_group(walk, &row, kept, n_kept, n))
      array_push(walk->arena, &out->scaled,
                 ((ScaledName){x->name, x->q, group_product(model, &row, n + 1)}));
  }
}

static void find_groups(DimensionWalk *walk, const Solution *solution, Dimensions *out) {
  Model *model = walk->model;
  const size_t n = model->parameters.n;
  GroupRow *kept = ARENA_ARRAY(walk->arena, GroupRow, n + 1);
  size_t n_kept = 0;
  for (size_t i = 0; i <= n; i++) {
    const bool is_time = i == n;
    GroupRow row = {.by = ARENA_ARRAY(walk->arena, ExprTerm, n + 1)};
    for (size_t k = 0; k < n; k++)
      row.by[k] = (ExprTerm){model->parameters.at[k].symbol, k == i ? RATIO_ONE : RATIO_ZERO};
    const Form form = is_time ? form_of_atom(walk->arena, 2, RATIO_ONE)
                              : dimensions_form(walk, model->parameters.at[i].symbol);
    row.form = reduce(walk, solution, form, NULL);
    if (is_time) scale_names(walk, solution, kept, n_kept, out);
    if (is_time && row.form.n == 0) return;  // time is a pure number here
    if (!reduce_group(walk, &row, kept, n_kept, n)) {
      if (is_time) continue;
      kept[n_kept++] = row;
      array_push(walk->arena, &out->base, model->parameters.at[i].symbol);
      continue;
    }
    if (!is_time) {
      const Parameter *p = &model->parameters.at[i];
      const Expr group = group_product(model, &row, n);
      array_push(walk->arena, &out->groups, group);
      array_push(walk->arena, &out->scaled, ((ScaledName){p->name, p->symbol, group}));
      continue;
    }
    for (size_t k = 0; k < n; k++) row.by[k].c = ratio_neg(model->pool, row.by[k].c);
    out->time = group_product(model, &row, n);
  }
}

// The number of free choices: base units and names that nothing determines, if the model uses them.
static size_t count_scalings(const DimensionWalk *walk, const Solution *solution) {
  const size_t atoms = ATOM_NAMES + walk->atoms.n;
  size_t count = 0;
  for (uint32_t atom = 0; atom < atoms; atom++) {
    uint32_t place;
    bool used = atom >= ATOM_NAMES;
    for (size_t i = 0; i < walk->rows.n && !used; i++)
      used = coefficient(walk->rows.at[i].form, atom).id != RATIO_ZERO.id;
    count += used && !memo_get(&solution->pivot, atom, &place);
  }
  return count;
}

// Finds the names that nothing determines, and from which the others follow.
static void find_missing(DimensionWalk *walk, const Solution *solution, Dimensions *out) {
  for (size_t i = 0; i < walk->atoms.n; i++) {
    uint32_t place;
    const Expr symbol = walk->atoms.at[i];
    if (memo_get(&solution->pivot, (uint32_t) (ATOM_NAMES + i), &place)) continue;
    if (model_role(walk->model, symbol, NULL) != ROLE_QUANTITY)
      array_push(walk->arena, &out->missing, expr_symbol_name(walk->model->pool, symbol));
  }
}

Dimensions *model_dimensions(Model *model, DimensionShow *show) {
  DimensionWalk *walk = dimensions_walk(model, show);
  Dimensions *out = ARENA_NEW(walk->arena, Dimensions);
  const Solution *solution = solve(walk, NULL, false);
  for (size_t i = 0; i < model->parameters.n; i++)
    add_name(walk, solution, out, model->parameters.at[i].name, model->parameters.at[i].symbol);
  for (size_t i = 0; i < model->coordinates.n; i++)
    add_name(walk, solution, out, model->coordinates.at[i].name, model->coordinates.at[i].q);
  for (size_t i = 0; i < model->speeds.n; i++)
    add_name(walk, solution, out, model->speeds.at[i].name, model->speeds.at[i].z);
  for (size_t i = 0; i < solution->solved.n; i++) {
    const SolvedRow *row = &solution->solved.at[i];
    if (!row->is_lost) continue;
    LostDimension lost = {.dimension = form_text(walk, row->form)};
    explain(walk, row, &lost);
    array_push(walk->arena, &out->lost, lost);
  }
  out->scalings = count_scalings(walk, solution);
  find_groups(walk, solution, out);
  find_missing(walk, solution, out);
  return out;
}

// --- the unit of an expression -------------------------------------------------------------------

// The equations of a model, solved once.
typedef struct UnitMemory {
  DimensionWalk *walk;
  const Solution *solution;
  Memo known;  // expression -> index in units
  ARRAY(const char *) units;
} UnitMemory;

// Is it declared as an angle? Angles are pure numbers, but shown with their unit.
static bool is_angle(const Model *model, Expr symbol) {
  static const char *const words[] = {"rad", "deg", "rev", NULL};
  for (size_t i = 0; i < model->units.n; i++)
    for (size_t k = 0; words[k] != NULL; k++)
      if (expr_same(model->units.at[i].e, symbol) && strcmp(model->units.at[i].unit, words[k]) == 0)
        return true;
  return false;
}

static const char *find_unit(UnitMemory *memory, Expr e) {
  DimensionWalk *walk = memory->walk;
  const Model *model = walk->model;
  int order = 0;
  if (expr_kind(model->pool, e) == EXPR_SYMBOL &&
      is_angle(model, expr_symbol_base(model->pool, e, &order)))
    return order == 0 ? "rad" : order == 1 ? "rad/s" : "rad/s^2";
  return form_text(walk, reduce(walk, memory->solution, dimensions_form(walk, e), NULL));
}

void model_units_of(Model *model, DimensionShow *show, const Expr *e, size_t n, const char **unit) {
  for (size_t i = 0; i < n; i++) unit[i] = NULL;
  if (!model_uses_units(model)) return;
  UnitMemory *memory = model->unit_memory;
  if (memory == NULL) {
    memory = model->unit_memory = ARENA_NEW(model->arena, UnitMemory);
    memory->walk = dimensions_walk(model, show);
    memory->solution = solve(memory->walk, NULL, false);
  }
  for (size_t i = 0; i < n; i++) {
    uint32_t place;
    if (expr_is_none(e[i])) continue;
    if (!memo_get(&memory->known, e[i].id, &place)) {
      place = (uint32_t) memory->units.n;
      const char *found = find_unit(memory, e[i]);
      array_push(model->arena, &memory->units, found);
      memo_put(model->arena, &memory->known, e[i].id, place);
    }
    unit[i] = memory->units.at[place];
  }
}

bool model_declared_unit(Model *model, Expr e, const char **unit, Expr *factor) {
  for (size_t i = 0; i < model->observables.n; i++) {
    const Observable *o = &model->observables.at[i];
    if (o->unit == NULL || !expr_same(o->value, e)) continue;
    *unit = o->unit;
    *factor = o->factor;
    return true;
  }
  return model_symbol_unit(model, e, unit, factor);
}

bool model_symbol_unit(Model *model, Expr e, const char **unit, Expr *factor) {
  int order = 0;
  if (expr_kind(model->pool, e) != EXPR_SYMBOL) return false;
  const Expr base = expr_symbol_base(model->pool, e, &order);
  for (size_t i = 0; i < model->units.n; i++) {
    const UnitFact *u = &model->units.at[i];
    if (!u->declared || !expr_same(u->e, base)) continue;
    *unit = order == 0 ? u->unit
                       : text_format(model->arena, order == 1 ? "%s/s" : "%s/s^2", u->unit);
    *factor = u->factor;
    return true;
  }
  return false;
}
