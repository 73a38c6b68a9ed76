// model/names.c: the meaning of names, including those that a model need not declare.

#include "model/model_impl.h"
#include <stdlib.h>
#include <string.h>

Model *model_create(ExprPool *pool, Diags *diags) {
  Arena *arena = expr_arena(pool);
  Model *model = ARENA_NEW(arena, Model);
  model->pool = pool;
  model->arena = arena;
  model->diags = diags;
  model->facts = ARENA_NEW(arena, Facts);
  model->title = "";
  model->gravity = vec_zero();
  expr_watch_zeros(pool, &model->zeros);
  return model;
}

// Packs a Thing into one table value: four bits for the kind.
static uint32_t thing_pack(Thing thing) {
  return (uint32_t) thing.index << 4 | (uint32_t) thing.kind;
}

static Thing thing_unpack(uint32_t packed) {
  return (Thing){(ThingKind) (packed & 15), packed >> 4};
}

const char *thing_kind_name(ThingKind kind) {
  static const char *const names[] = {"a parameter",     "a coordinate", "a momentum", "a speed",
                                      "an abbreviation", "a frame",      "a point",    "a body",
                                      "a count",         "a function"};
  return names[kind];
}

// p_x, if x is a coordinate and no momentum was named.
static bool find_default_momentum(const Model *model, Str name, Thing *thing) {
  uint32_t packed;
  if (model->momenta.n > 0 || name.n < 3 || memcmp(name.at, "p_", 2) != 0) return false;
  if (!names_get(&model->things, (Str){name.at + 2, name.n - 2}, &packed)) return false;
  const Thing coordinate = thing_unpack(packed);
  *thing = (Thing){THING_MOMENTUM, coordinate.index};
  return coordinate.kind == THING_COORDINATE;
}

bool model_find(const Model *model, Str name, Thing *thing) {
  uint32_t packed;
  if (!names_get(&model->things, name, &packed)) return find_default_momentum(model, name, thing);
  *thing = thing_unpack(packed);
  return true;
}

bool model_is_disputed(const Model *model, Str name) {
  uint32_t ignored;
  return names_get(&model->disputed, name, &ignored);
}

static Span momentum_span(const Model *model, size_t index) {
  if (index < model->momenta.n) return model->momenta.at[index].span;
  return model->coordinates.at[index].span;
}

static Span thing_span(const Model *model, Thing thing) {
  switch (thing.kind) {
    case THING_PARAMETER: return model->parameters.at[thing.index].span;
    case THING_COORDINATE: return model->coordinates.at[thing.index].span;
    case THING_MOMENTUM: return momentum_span(model, thing.index);
    case THING_SPEED: return model->speeds.at[thing.index].span;
    case THING_LET: return model->lets.at[thing.index].span;
    case THING_FRAME: return model->frames.at[thing.index].span;
    case THING_POINT: return model->points.at[thing.index].span;
    case THING_BODY: return model->bodies.at[thing.index].span;
    case THING_COUNT: return model->counts.at[thing.index].span;
    case THING_FUNCTION: break;
  }
  return (Span){0};
}

void model_help_first(Model *model, Span first) {
  if (first.source == NULL || model->diags->errors > DIAG_MOST) return;
  const size_t n = model->diags->all.n;
  const Span *last = n > 0 ? &model->diags->all.at[n - 1].span : NULL;
  if (last != NULL && last->source == first.source && last->start == first.start) {
    diag_help(model->diags,
              "`for` repeats the whole statement: what does not depend on its index belongs in "
              "a statement of its own");
    return;
  }
  uint32_t line, column;
  source_place(first.source, first.start, &line, &column);
  diag_help(model->diags, "the first one is in line %u", (unsigned) line);
}

// Was the name used above as a quantity that the program computes?
static bool was_used(Model *model, Str name, const char **as) {
  Expr symbol;
  Thing thing;
  *as = "a quantity that is computed";
  if (expr_find_symbol(model->pool, name, &symbol) &&
      expr_symbol_kind(model->pool, symbol) == SYMBOL_QUANTITY)
    return true;
  *as = "the default name of a momentum";
  return find_default_momentum(model, name, &thing) &&
         !expr_is_none(model->coordinates.at[thing.index].p);
}

// --- families ------------------------------------------------------------------------------------

Str name_base(Str name) {
  const char *bracket = name.n > 0 ? memchr(name.at, '[', name.n) : NULL;
  return bracket != NULL ? (Str){name.at, (size_t) (bracket - name.at)} : name;
}

const Family *model_find_family(const Model *model, Str name) {
  uint32_t place;
  return names_get(&model->family_names, name, &place) ? &model->families.at[place] : NULL;
}

static void report_taken(Model *model, Span span, const char *name, const char *as, Span first) {
  diag_report(model->diags, DIAG_NAME_TAKEN, span, name, as);
  model_help_first(model, first);
}

static const char *family_kind(Model *model, ThingKind kind) {
  return text_format(model->arena, "a family: %s with an index", thing_kind_name(kind));
}

// Reads the indices of q[3], u[2][-1], as the language writes them.
static size_t read_indices(Str name, long index[FAMILY_INDICES]) {
  size_t n = 0;
  for (size_t i = 0; i < name.n && n < FAMILY_INDICES; i++)
    if (name.at[i] == '[') index[n++] = strtol(name.at + i + 1, NULL, 10);
  return n;
}

// Checks that nothing else has the family's name, and no family of another kind.
static bool family_is_free(Model *model, Str name, ThingKind kind, Span span) {
  const Str base = name_base(name);
  uint32_t packed;
  const char *text = str_copy(model->arena, base);
  if (names_get(&model->things, base, &packed)) {
    const Thing first = thing_unpack(packed);
    report_taken(model, span, text, thing_kind_name(first.kind), thing_span(model, first));
    return false;
  }
  const Family *family = model_find_family(model, base);
  if (family == NULL) return true;
  long index[FAMILY_INDICES];
  if (family->kind == kind && family->indices == read_indices(name, index)) return true;
  report_taken(model, span, text, family_kind(model, family->kind), family->span);
  return false;
}

// Records that the family has this member.
static void family_add(Model *model, Str name, ThingKind kind, Span span) {
  const Str base = name_base(name);
  long index[FAMILY_INDICES];
  const size_t n = read_indices(name, index);
  uint32_t place;
  if (!names_get(&model->family_names, base, &place)) {
    Family family = {.kind = kind, .indices = n, .span = span};
    memcpy(family.low, index, n * sizeof *index);
    memcpy(family.high, index, n * sizeof *index);
    place = (uint32_t) model->families.n;
    array_push(model->arena, &model->families, family);
    names_put(model->arena, &model->family_names, str(str_copy(model->arena, base)), place);
  }
  Family *family = &model->families.at[place];
  for (size_t k = 0; k < n; k++) {
    if (index[k] < family->low[k]) family->low[k] = index[k];
    if (index[k] > family->high[k]) family->high[k] = index[k];
  }
}

// --- declaring -----------------------------------------------------------------------------------

bool model_declare(Model *model, Str name, ThingKind kind, size_t index, Span span) {
  const char *text = str_copy(model->arena, name);
  uint32_t packed;
  const char *as;
  if (str_is(name, "pi") || str_is(name, "t")) {
    diag_report(model->diags, DIAG_NAME_RESERVED, span, text,
                *text == 't' ? "the time" : "3.14159...");
    return false;
  }
  if (names_get(&model->things, name, &packed)) {
    const Thing first = thing_unpack(packed);
    report_taken(model, span, text, thing_kind_name(first.kind), thing_span(model, first));
    if (first.kind != kind) names_put(model->arena, &model->disputed, name, 0);
    return false;
  }
  if (was_used(model, name, &as)) {
    diag_report(model->diags, DIAG_NAME_USED, span, text, as);
    return false;
  }
  const bool member = name_base(name).n < name.n;
  const Family *family = model_find_family(model, name);
  if (family != NULL) {
    report_taken(model, span, text, family_kind(model, family->kind), family->span);
    return false;
  }
  if (member && !family_is_free(model, name, kind, span)) return false;
  if (member) family_add(model, name, kind, span);
  names_put(model->arena, &model->things, name, thing_pack((Thing){kind, index}));
  return true;
}

Expr model_momentum_symbol(Model *model, size_t coordinate) {
  // a momentum may be named before its coordinate is declared
  if (coordinate < model->momenta.n) return model->momenta.at[coordinate].symbol;
  Coordinate *x = &model->coordinates.at[coordinate];
  if (!expr_is_none(x->p)) return x->p;
  const char *name = text_format(model->arena, "p_%s", x->name);
  x->p = expr_symbol(model->pool, str(name), SYMBOL_VARIABLE);
  return x->p;
}

// --- quantities ----------------------------------------------------------------------------------

static const struct {
  const char *name;
  bool has_argument;
} quantities[QUANTITY_COUNT] = {
  [QUANTITY_LAMBDA] = {"lambda", true},
  [QUANTITY_RESIDUAL] = {"residual", true},
  [QUANTITY_REACTION] = {"reaction", true},
  [QUANTITY_ENERGY] = {"energy", false},
  [QUANTITY_KINETIC_ENERGY] = {"kinetic_energy", false},
  [QUANTITY_POTENTIAL_ENERGY] = {"potential_energy", false},
};

const char *names_quantity(QuantityKind kind) {
  return quantities[kind].name;
}

bool names_quantity_has_argument(QuantityKind kind) {
  return quantities[kind].has_argument;
}

Expr model_quantity(Model *model, QuantityKind kind, Str argument, Span span) {
  const char *name = quantities[kind].name;
  if (quantities[kind].has_argument) {
    const char *inner = str_copy(model->arena, argument);
    name = text_format(model->arena, "%s(%s)", name, inner);
    if (kind != QUANTITY_REACTION)
      array_push(model->arena, &model->references, ((Reference){inner, false, span}));
  }
  return expr_symbol(model->pool, str(name), SYMBOL_QUANTITY);
}

// Finds the index of the thing that the argument names.
static bool find_argument(const Model *model, QuantityKind kind, Str argument, size_t *index) {
  Thing thing;
  ConstraintRange range;
  if (kind == QUANTITY_REACTION) {
    const bool found = model_find(model, argument, &thing) && thing.kind == THING_COORDINATE;
    if (found) *index = thing.index;
    return found;
  }
  if (!model_find_constraint(model, argument, &range) || range.is_vector) return false;
  *index = range.first;
  return true;
}

bool model_quantity_of(const Model *model, Expr symbol, QuantityKind *kind, size_t *index) {
  if (expr_symbol_kind(model->pool, symbol) != SYMBOL_QUANTITY) return false;
  const Str name = str(expr_symbol_name(model->pool, symbol));
  for (*kind = 0; *kind < QUANTITY_COUNT; ++*kind) {
    const Str word = str(quantities[*kind].name);
    if (!quantities[*kind].has_argument) {
      if (str_equal(name, word)) return true;
    } else if (name.n > word.n + 2 && memcmp(name.at, word.at, word.n) == 0 &&
               name.at[word.n] == '(') {
      return find_argument(model, *kind, (Str){name.at + word.n + 1, name.n - word.n - 2}, index);
    }
  }
  return false;
}
