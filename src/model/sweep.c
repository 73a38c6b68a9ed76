// model/sweep.c: many motions: what is varied, how it is sampled, and the results over a motion.

#include "model/model_impl.h"
#include <string.h>

const char *model_sweep_word(SweepKind kind) {
  static const char *const words[SWEEP_KINDS] = {"a range",    "a range",   "a list of values",
                                                 "uniform",    "normal",    "lognormal",
                                                 "triangular", "truncated", "choice"};
  return words[kind];
}

const char *model_sampling_word(SamplingKind kind) {
  static const char *const words[SAMPLINGS] = {"grid", "random", "latin", "sobol"};
  return kind < SAMPLINGS ? words[kind] : NULL;
}

// --- results over a motion -----------------------------------------------------------------------

// Is the rate of this expression known along a motion?
static bool has_rate(const Model *model, Expr value) {
  const unsigned known =
    ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE | ROLE_VELOCITY | ROLE_QUASI_VELOCITY;
  const ArenaMark mark = arena_mark(model->arena);
  const ExprList symbols = expr_symbols(model->pool, &value, 1, model->arena);
  bool all = true;
  for (size_t i = 0; i < symbols.n; i++)
    all = all && ((unsigned) model_role(model, symbols.at[i], NULL) & known);
  arena_release(model->arena, mark);
  return all;
}

void model_result(Model *model, Str name, ResultKind kind, Expr value, Str of, Span span) {
  static const Content content = {"a result", ROLES_OUTPUT, NULL};
  const char *text = str_copy(model->arena, name);
  for (size_t i = 0; i < model->results.n; i++) {
    if (!str_equal(name, str(model->results.at[i].name))) continue;
    diag_report(model->diags, DIAG_NAME_TAKEN, span, text, "a result");
    model_help_first(model, model->results.at[i].span);
    return;
  }
  uint32_t first;
  if (names_get(&model->observable_names, name, &first)) {
    diag_report(model->diags, DIAG_NAME_TAKEN, span, text, "an observable");
    model_help_first(model, model->observables.at[first].span);
    return;
  }
  if (kind != RESULT_TIME && expr_is_none(value)) return;
  if (!model_check_content(model, &value, 1, &content, span)) return;
  array_push(model->arena, &model->results,
             ((Result){.name = text,
                       .kind = kind,
                       .value = value,
                       .of = of.n > 0 ? str_copy(model->arena, of) : NULL,
                       .rate = EXPR_NONE,
                       .span = span}));
}

void model_result_in(Model *model, Str name, const char *unit, Expr factor) {
  for (size_t i = 0; i < model->results.n; i++) {
    if (!str_equal(name, str(model->results.at[i].name))) continue;
    model->results.at[i].unit = unit;
    model->results.at[i].factor = factor;
  }
}

// Does it name a section, or a constraint that closes, opens, is engaged or released?
static bool is_event(const Model *model, const char *name) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  for (size_t i = 0; i < model->sections.n; i++)
    if (strcmp(model->sections.at[i].name, name) == 0) return true;
  for (size_t i = 0; i < n; i++)
    if (all[i].unilateral && strcmp(all[i].name, name) == 0) return true;
  for (size_t i = 0; i < model->whens.n; i++)
    for (size_t k = 0; k < model->whens.at[i].actions.n; k++) {
      const char *one = model->whens.at[i].actions.at[k].name;
      if (one != NULL && strcmp(one, name) == 0) return true;
    }
  return false;
}

void model_finish_results(Model *model) {
  for (size_t i = 0; i < model->results.n; i++) {
    Result *r = &model->results.at[i];
    if (r->kind == RESULT_TIME && r->of != NULL && !is_event(model, r->of)) {
      diag_report(model->diags, DIAG_RESULT_EVENT, r->span, r->of);
      diag_help(model->diags, "`section %s: x = 0 rising` makes a section of that name", r->of);
    }
    if (r->kind == RESULT_TIME && r->of == NULL && model->stops.n == 0)
      diag_report(model->diags, DIAG_RESULT_STOP, r->span, r->name);
    if (r->kind >= RESULT_FINAL || !has_rate(model, r->value)) continue;
    r->rate = expr_rate(model->pool, r->value);
  }
}

// --- what is varied ------------------------------------------------------------------------------

// How many values a kind takes; 0: any number.
static size_t values_of(SweepKind kind) {
  switch (kind) {
    case SWEEP_UNIFORM:
    case SWEEP_NORMAL:
    case SWEEP_LOGNORMAL: return 2;
    case SWEEP_STEPS:
    case SWEEP_POINTS:
    case SWEEP_TRIANGULAR: return 3;
    case SWEEP_TRUNCATED: return 4;
    default: return 0;
  }
}

static bool can_vary(const Model *model, Expr symbol) {
  const unsigned state = ROLE_COORDINATE | ROLE_VELOCITY | ROLE_MOMENTUM | ROLE_SPEED |
                         ROLE_QUASI_VELOCITY | ROLE_CONSTANT;
  return !expr_same(symbol, EXPR_PI) && ((unsigned) model_role(model, symbol, NULL) & state);
}

// The index of the sweep that varies this symbol, or the number of sweeps.
static size_t find_sweep(const Model *model, Expr symbol) {
  size_t i = 0;
  while (i < model->sweeps.n && !expr_same(model->sweeps.at[i].symbol, symbol)) i++;
  return i;
}

// Are the values constants, and is their number right?
static bool check_values(Model *model, const Sweep *sweep) {
  static const Content constant = {"a value of a sweep", ROLES_CONSTANT, NULL};
  for (size_t i = 0; i < sweep->n; i++)
    if (expr_is_none(sweep->value[i])) return false;
  if (!model_check_content(model, sweep->value, sweep->n, &constant, sweep->span)) return false;
  const size_t wanted = values_of(sweep->kind);
  if (wanted == 0 || sweep->n == wanted) return true;
  diag_report(model->diags, DIAG_SWEEP_COUNT, sweep->span, model_sweep_word(sweep->kind), wanted,
              sweep->n);
  return false;
}

void model_sweep(Model *model, const Sweep *sweep, bool replace) {
  if (expr_is_none(sweep->symbol)) return;
  const char *name = expr_symbol_name(model->pool, sweep->symbol);
  const size_t at = find_sweep(model, sweep->symbol);
  if (!can_vary(model, sweep->symbol)) {
    diag_report(model->diags, DIAG_SWEEP_WHAT, sweep->span, name);
    return;
  }
  if (at < model->sweeps.n && !replace) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, sweep->span,
                text_format(model->arena, "the sweep of %s", name));
    model_help_first(model, model->sweeps.at[at].span);
    return;
  }
  if (!check_values(model, sweep)) return;
  Sweep kept = *sweep;
  kept.value = ARENA_ARRAY(model->arena, Expr, sweep->n);
  for (size_t i = 0; i < sweep->n; i++) kept.value[i] = sweep->value[i];
  if (at < model->sweeps.n)
    model->sweeps.at[at] = kept;
  else
    array_push(model->arena, &model->sweeps, kept);
}

void model_sampling(Model *model, const Sampling *sampling, bool replace) {
  static const Content constant = {"the size of a sweep", ROLES_CONSTANT, NULL};
  const Expr values[2] = {sampling->samples, sampling->seed};
  Sampling *now = &model->sampling;
  if (now->given && !replace) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, sampling->span, "how the sweep is sampled");
    model_help_first(model, now->span);
    return;
  }
  if (!model_check_content(model, values, 2, &constant, sampling->span)) return;
  const Sampling before = *now;
  *now = *sampling;
  if (!before.given) return;
  if (!now->by_given) now->by = before.by;
  if (expr_is_none(now->samples)) now->samples = before.samples;
  if (expr_is_none(now->seed)) now->seed = before.seed;
}

void model_check_sweeps(Model *model) {
  for (size_t i = 0; i < model->sweeps.n; i++) {
    const Sweep *s = &model->sweeps.at[i];
    for (size_t k = 0; k < s->n; k++)
      for (size_t j = 0; j < model->sweeps.n; j++) {
        const Expr other = model->sweeps.at[j].symbol;
        if (!expr_depends(model->pool, s->value[k], other)) continue;
        diag_report(model->diags, DIAG_SWEEP_DEPENDS, s->span,
                    expr_symbol_name(model->pool, other));
        k = s->n;
        break;
      }
  }
}
