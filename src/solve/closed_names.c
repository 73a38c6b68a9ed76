// solve/closed_names.c: names for repeated parts of closed forms.

#include "methods/worksheet.h"
#include "solve/closed_impl.h"
#include <string.h>

typedef struct {
  Memo count;  // sum -> how often it occurs
  ARRAY(Expr) sums;
} Occurrences;

// Counts the sums that are factors or arguments; does not look into named ones.
static void count_sums(Closing *c, Expr e, const Memo *named, Occurrences *o) {
  ExprPool *pool = c->eq->pool;
  ARRAY(Expr) open = {0};
  array_push(c->arena, &open, e);
  while (open.n > 0) {
    const Expr top = open.at[--open.n];
    uint32_t n = 0;
    if (memo_get(named, top.id, &n)) continue;
    const ExprKind kind = expr_kind(pool, top);
    if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL) continue;
    if (kind == EXPR_SUM && expr_count(pool, top) > 1 && !expr_same(top, e)) {
      n = 0;
      if (!memo_get(&o->count, top.id, &n)) array_push(c->arena, &o->sums, top);
      memo_put(c->arena, &o->count, top.id, n + 1);
    }
    for (size_t i = 0; i < expr_count(pool, top); i++)
      array_push(c->arena, &open, expr_operand(pool, top, i).e);
  }
}

// Do the model or the worksheet use this name?
static bool is_taken(const Equations *eq, const char *name) {
  Thing thing;
  if (model_find(eq->model, str(name), &thing)) return true;
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (size_t k = 0; k < eq->worksheet.at[i].lines.n; k++)
      if (strcmp(eq->worksheet.at[i].lines.at[k].text, name) == 0) return true;
  return false;
}

// The sum whose naming saves most.
static Expr best_sum(const ExprPool *pool, const Occurrences *o) {
  Expr best = EXPR_NONE;
  uint64_t most = 0;
  for (size_t i = 0; i < o->sums.n; i++) {
    uint32_t count = 0;
    const uint32_t weight = expr_weight(pool, o->sums.at[i]);
    memo_get(&o->count, o->sums.at[i].id, &count);
    const uint64_t saved = (uint64_t) (count - 1) * weight;
    if (count < 2 || weight < NAME_WEIGHT || saved <= most) continue;
    most = saved;
    best = o->sums.at[i];
  }
  return best;
}

static bool is_within(Closing *c, Expr part, Expr e) {
  const ExprList nodes = expr_reachable(c->eq->pool, &e, 1, c->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (expr_same(nodes.at[i], part) && !expr_same(part, e)) return true;
  return false;
}

// Sorts the names: each comes after those that its value contains; the letters keep their order.
static void sort_names(Closing *c, ClosedForms *forms) {
  const size_t n = forms->named;
  Expr value[NAMES_MOST];
  bool placed[NAMES_MOST] = {false};
  for (size_t k = 0; k < n; k++) {
    size_t next = 0;
    for (bool ready = false; !ready; next += !ready) {
      ready = !placed[next];
      for (size_t i = 0; i < n && ready; i++)
        ready = placed[i] || !is_within(c, forms->names[i].value, forms->names[next].value);
    }
    placed[next] = true;
    value[k] = forms->names[next].value;
  }
  for (size_t k = 0; k < n; k++) forms->names[k].value = value[k];
}

static void choose_names(Closing *c, ClosedForms *forms) {
  static const char *const letters[] = {"Delta", "Theta", "Sigma", "Xi", "Pi", "Upsilon", "Psi"};
  Memo named = {0};
  for (size_t k = 0; k < sizeof letters / sizeof *letters && forms->named < NAMES_MOST; k++) {
    if (is_taken(c->eq, letters[k])) continue;
    Occurrences o = {0};
    for (size_t i = 0; i < forms->main; i++) count_sums(c, forms->at[i].value, &named, &o);
    for (size_t i = 0; i < forms->named; i++) count_sums(c, forms->names[i].value, &named, &o);
    const Expr sum = best_sum(c->eq->pool, &o);
    if (expr_is_none(sum)) return;
    const Expr symbol = worksheet_name(c->eq, letters[k]);
    memo_put(c->arena, &named, sum.id, symbol.id);
    forms->names[forms->named++] = (ClosedForm){symbol, sum};
  }
}

void closing_name_parts(Closing *c, ClosedForms *forms) {
  choose_names(c, forms);
  sort_names(c, forms);
}
