// answer/analysis_result.c: what `analyze` found, as structs that own their memory.

#include "answer/analysis_result.h"
#include "print/print.h"
#include <string.h>

_Static_assert((int) DAL_NO == TRUTH_NO && (int) DAL_YES == TRUTH_YES &&
                 (int) DAL_OPEN == TRUTH_UNKNOWN,
               "truths");

// The arena that the structs go into, and what they are made from.
typedef struct {
  const AnalysisReport *report;
  ExprPool *pool;
  Arena *arena;
} Maker;

// --- pieces --------------------------------------------------------------------------------------

static const char *copy(const Maker *k, const char *text) {
  return text != NULL ? str_copy(k->arena, str(text)) : NULL;
}

static const char *formula(const Maker *k, Expr e) {
  Text text = text_make(k->arena);
  if (print_expr(k->pool, e, FORMAT_TEXT, NULL, &text)) return text_get(&text);
  return text_format(k->arena, "(%u operations)", (unsigned) expr_weight(k->pool, e));
}

static const char *const *formulas(const Maker *k, const Expr *at, size_t n) {
  const char **list = ARENA_ARRAY(k->arena, const char *, n);
  for (size_t i = 0; i < n; i++) list[i] = formula(k, at[i]);
  return list;
}

static const char *const *names(const Maker *k, const Expr *symbols, size_t n) {
  const char **list = ARENA_ARRAY(k->arena, const char *, n);
  for (size_t i = 0; i < n; i++) list[i] = copy(k, expr_symbol_name(k->pool, symbols[i]));
  return list;
}

static const double *numbers(const Maker *k, const double *at, size_t n) {
  if (at == NULL) return NULL;
  double *list = ARENA_ARRAY(k->arena, double, n);
  if (n > 0) memcpy(list, at, n * sizeof *list);
  return list;
}

static const bool *flags(const Maker *k, const bool *at, size_t n) {
  bool *list = ARENA_ARRAY(k->arena, bool, n);
  if (n > 0) memcpy(list, at, n * sizeof *list);
  return list;
}

// --- constraints ---------------------------------------------------------------------------------

static DalConstraint constraint_of(const Maker *k, const ConstraintFinding *f) {
  const bool product = f->factors.n > 1 || f->factors.power;
  const bool nonlinear = f->kind == KIND_NONLINEAR;
  const char **from = ARENA_ARRAY(k->arena, const char *, f->n_from);
  for (size_t i = 0; i < f->n_from; i++) from[i] = copy(k, f->from[i]);
  return (DalConstraint){.name = copy(k, f->name),
                         .kind = constraint_kind_name(f->kind),
                         .integrable = (DalTruth) f->integrable,
                         .alone = f->alone,
                         .redundant = f->redundant,
                         .froms = f->n_from,
                         .from = from,
                         .homogeneous = f->homogeneous,
                         .degree = f->degree,
                         .with_time = f->with_time,
                         .factors = product ? f->factors.n : 0,
                         .factor = formulas(k, f->factors.at, product ? f->factors.n : 0),
                         .apparent = nonlinear ? analysis_apparent_kind(f->apparent.kind) : NULL,
                         .equations = nonlinear ? f->apparent.n : 0,
                         .equation = formulas(k, f->apparent.forms, nonlinear ? f->apparent.n : 0)};
}

static const double *flag_of(const Maker *k, const Flag *flag) {
  double *list = ARENA_ARRAY(k->arena, double, flag->n);
  for (size_t i = 0; i < flag->n; i++) list[i] = (double) flag->dimension[i];
  return list;
}

static const DalConstraints *constraints_of(const Maker *k) {
  const ConstraintAnalysis *c = k->report->constraints;
  if (c == NULL) return NULL;
  DalConstraint *list = ARENA_ARRAY(k->arena, DalConstraint, c->n);
  for (size_t i = 0; i < c->n; i++) list[i] = constraint_of(k, &c->at[i]);
  DalConstraints *all = ARENA_NEW(k->arena, DalConstraints);
  *all = (DalConstraints){.constraints = c->n,
                          .constraint = list,
                          .coordinates = c->coordinates,
                          .rank = c->rank,
                          .has_growth = c->has_forms && c->flag == STATUS_OK};
  if (!all->has_growth) return all;
  all->growth = c->pfaff.growth.n;
  all->growth_vector = flag_of(k, &c->pfaff.growth);
  all->derived = c->pfaff.derived.n;
  all->derived_vector = flag_of(k, &c->pfaff.derived);
  if (c->n_place > 0 && c->place_status == STATUS_OK) {
    all->growth_at = c->growth_at.n;
    all->growth_vector_at = flag_of(k, &c->growth_at);
  }
  all->integrable = c->integrable;
  all->constants = c->potentials.n;
  all->constant = formulas(k, c->potentials.at, c->potentials.n);
  return all;
}

// --- first integrals -----------------------------------------------------------------------------

static const char *const *symmetry_of(const Maker *k, const Integral *i) {
  const size_t n = k->report->model->coordinates.n;
  if (i->symmetry == NULL) return NULL;
  const char **list = ARENA_ARRAY(k->arena, const char *, n);
  for (size_t c = 0; c < n; c++)
    list[c] = expr_same(i->symmetry[c], EXPR_ZERO) ? NULL : formula(k, i->symmetry[c]);
  return list;
}

static const DalIntegrals *integrals_of(const Maker *k) {
  const Integrals *found = k->report->integrals;
  if (found == NULL) return NULL;
  DalIntegral *list = ARENA_ARRAY(k->arena, DalIntegral, found->list.n);
  for (size_t j = 0; j < found->list.n; j++) {
    const Integral *i = &found->list.at[j];
    list[j] = (DalIntegral){.name = copy(k, i->name),
                            .kind = analysis_integral_kind(i->kind),
                            .value = formula(k, i->shown),
                            .verdict = (DalVerdict) i->proof.verdict,
                            .independent = !i->follows,
                            .symmetry = symmetry_of(k, i)};
  }
  const size_t n = found->definitions.n;
  const char **defined = ARENA_ARRAY(k->arena, const char *, n);
  const char **definition = ARENA_ARRAY(k->arena, const char *, n);
  for (size_t i = 0; i < n; i++) {
    defined[i] = copy(k, expr_symbol_name(k->pool, found->definitions.at[i].symbol));
    definition[i] = copy(k, found->definitions.at[i].text);
  }
  DalIntegrals *all = ARENA_NEW(k->arena, DalIntegrals);
  *all = (DalIntegrals){.integrals = found->list.n,
                        .integral = list,
                        .definitions = n,
                        .defined = defined,
                        .definition = definition,
                        .cyclic = flags(k, found->cyclic, k->report->model->coordinates.n),
                        .complete = found->fault == NULL && found->unlifted == 0 &&
                                    !found->jumping && !found->unfinished,
                        .unfinished = found->unfinished,
                        .degree = found->degree,
                        .candidates = found->candidates,
                        .functions = found->atoms.n,
                        .function = formulas(k, found->atoms.at, found->atoms.n)};
  return all;
}

// --- equilibria ----------------------------------------------------------------------------------

static const DalMode *modes_of(const Maker *k, const Equilibrium *e, size_t n) {
  DalMode *list = ARENA_ARRAY(k->arena, DalMode, e->modes);
  for (size_t i = 0; i < e->modes; i++) {
    const Mode *m = &e->mode[i];
    list[i] = (DalMode){.re = m->re,
                        .im = m->im,
                        .exact = expr_is_none(m->closed) ? NULL : formula(k, m->closed),
                        .kind = mode_kind_name(m->kind),
                        .omega = m->omega,
                        .above = m->above,
                        .shape = numbers(k, m->shape, 2 * n)};
  }
  return list;
}

static const char *const *exact_of(const Maker *k, const Equilibrium *e, size_t n) {
  if (e->exact == NULL) return NULL;
  const char **list = ARENA_ARRAY(k->arena, const char *, n);
  for (size_t i = 0; i < n; i++) list[i] = e->any[i] ? NULL : formula(k, e->exact[i]);
  return list;
}

static const char *const *conditions_of(const Maker *k, const ConditionList *conditions) {
  const char **list = ARENA_ARRAY(k->arena, const char *, conditions->n);
  for (size_t i = 0; i < conditions->n; i++)
    list[i] = text_format(k->arena, "%s > %s", formula(k, conditions->at[i].left),
                          formula(k, conditions->at[i].right));
  return list;
}

static DalEquilibrium equilibrium_of(const Maker *k, const Equilibrium *e, size_t n) {
  const bool small = e->A0 != NULL;
  size_t *index = ARENA_ARRAY(k->arena, size_t, e->d);
  for (size_t i = 0; small && i < e->d; i++) index[i] = e->index[i];
  return (DalEquilibrium){.q = numbers(k, e->q, n),
                          .exact = exact_of(k, e, n),
                          .any = flags(k, e->any, n),
                          .family = e->family,
                          .enclosed = e->enclosed,
                          .determined = e->determined,
                          .stable = analysis_stability_name(e->stability.stability),
                          .reason = copy(k, e->stability.reason),
                          .conditions = e->conditions.list.n,
                          .condition = conditions_of(k, &e->conditions.list),
                          .proved = e->conditions.proved != STABILITY_UNSAID
                                      ? analysis_stability_name(e->conditions.proved)
                                      : NULL,
                          .second_order = e->second_order,
                          .modes = e->modes,
                          .mode = modes_of(k, e, n),
                          .size = small ? e->d : 0,
                          .index = index,
                          .A0 = numbers(k, e->A0, e->d * e->d),
                          .B0 = small ? numbers(k, e->B0, e->d * e->d) : NULL};
}

static const DalEquilibria *equilibria_of(const Maker *k) {
  const Equilibria *found = k->report->equilibria;
  if (found == NULL) return NULL;
  DalEquilibrium *list = ARENA_ARRAY(k->arena, DalEquilibrium, found->all.n);
  for (size_t i = 0; i < found->all.n; i++)
    list[i] = equilibrium_of(k, &found->all.at[i], found->n);
  double *range = found->range != NULL ? ARENA_ARRAY(k->arena, double, 2 * found->n) : NULL;
  for (size_t i = 0; range != NULL && i < found->n; i++) {
    range[2 * i] = found->range[i].low;
    range[2 * i + 1] = found->range[i].high;
  }
  DalEquilibria *all = ARENA_NEW(k->arena, DalEquilibria);
  *all = (DalEquilibria){.equilibria = found->all.n,
                         .equilibrium = list,
                         .range = range,
                         .unfinished = found->unfinished};
  return all;
}

// --- the motion near a state ---------------------------------------------------------------------

static const DalLinearization *linearization_of(const Maker *k, const Linearization *l) {
  if (l == NULL) return NULL;
  DalLinearization *out = ARENA_NEW(k->arena, DalLinearization);
  *out = (DalLinearization){.found = l->found,
                            .trouble = copy(k, l->trouble),
                            .states = l->n,
                            .name = names(k, l->x, l->n),
                            .state = numbers(k, l->state, l->n)};
  if (!l->found) return out;
  double *eigenvalue = ARENA_ARRAY(k->arena, double, 2 * l->d);
  for (size_t i = 0; i < l->d; i++) {
    eigenvalue[2 * i] = l->root[i].re;
    eigenvalue[2 * i + 1] = l->root[i].im;
  }
  out->enclosed = l->enclosed;
  out->holds_time = l->holds_time;
  out->time = l->time;
  out->variables = l->d;
  out->variable = names(k, l->w, l->d);
  out->ignorables = l->left_out;
  out->ignorable = names(k, l->ignored, l->left_out);
  out->inputs = l->inputs;
  out->input = names(k, l->input, l->inputs);
  out->f = numbers(k, l->drift, l->d);
  out->A = numbers(k, l->A, l->d * l->d);
  out->B = numbers(k, l->B, l->d * l->inputs);
  out->eigenvalue = eigenvalue;
  out->stable = l->steady ? analysis_steady_verdict(l) : NULL;
  return out;
}

// --- singular states -----------------------------------------------------------------------------

static const DalSingulars *singulars_of(const Maker *k) {
  const SingularAnalysis *s = k->report->singular;
  if (s == NULL) return NULL;
  DalSingular *list = ARENA_ARRAY(k->arena, DalSingular, s->cases.n);
  for (size_t i = 0; i < s->cases.n; i++) {
    const SingularCase *c = &s->cases.at[i];
    list[i] = (DalSingular){.cause = singular_cause_name(c->cause),
                            .equations = c->n,
                            .equation = formulas(k, c->equation, c->n),
                            .nonzeros = c->n_divisors,
                            .nonzero = formulas(k, c->divisor, c->n_divisors),
                            .proved = c->proved,
                            .real = c->real == TRUTH_YES};
  }
  bool complete = true;
  for (int i = 0; i < SINGULAR_COUNT; i++)
    complete = complete && (!s->of[i].asked || (s->of[i].known && s->of[i].complete));
  DalSingulars *all = ARENA_NEW(k->arena, DalSingulars);
  *all = (DalSingulars){
    .singulars = s->cases.n, .singular = list, .everywhere = s->everywhere, .complete = complete};
  return all;
}

// --- dimensions ----------------------------------------------------------------------------------

static const DalDimensions *dimensions_of(const Maker *k) {
  const Dimensions *d = k->report->dimensions;
  if (d == NULL) return NULL;
  const char **name = ARENA_ARRAY(k->arena, const char *, d->names.n);
  const char **dimension = ARENA_ARRAY(k->arena, const char *, d->names.n);
  const char **lost = ARENA_ARRAY(k->arena, const char *, d->lost.n);
  DalDimensions *all = ARENA_NEW(k->arena, DalDimensions);
  for (size_t i = 0; i < d->names.n; i++) {
    if (!d->names.at[i].known) continue;
    name[all->names] = copy(k, d->names.at[i].name);
    dimension[all->names++] = copy(k, d->names.at[i].dimension);
  }
  for (size_t i = 0; i < d->lost.n; i++) lost[i] = copy(k, d->lost.at[i].dimension);
  all->name = name;
  all->dimension = dimension;
  all->lost = d->lost.n;
  all->lost_dimension = lost;
  all->scalings = d->scalings;
  all->groups = d->groups.n;
  all->group = formulas(k, d->groups.at, d->groups.n);
  all->time = expr_is_none(d->time) ? NULL : formula(k, d->time);
  return all;
}

DalAnalysis *answer_analysis_result(const AnalysisReport *r, Arena *arena) {
  const Maker maker = {r, r->model->pool, arena}, *k = &maker;
  const size_t n = r->model->coordinates.n;
  const char **coordinate = ARENA_ARRAY(arena, const char *, n);
  for (size_t i = 0; i < n; i++) coordinate[i] = copy(k, r->model->coordinates.at[i].name);
  DalAnalysis *all = ARENA_NEW(arena, DalAnalysis);
  *all = (DalAnalysis){.coordinates = n,
                       .coordinate = coordinate,
                       .constraints = constraints_of(k),
                       .integrals = integrals_of(k),
                       .equilibria = equilibria_of(k),
                       .steady = linearization_of(k, r->steady),
                       .linearization = linearization_of(k, r->linearization),
                       .singular = singulars_of(k),
                       .dimensions = dimensions_of(k)};
  return all;
}
