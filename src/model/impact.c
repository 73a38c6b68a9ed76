// model/impact.c: claims about impacts.

#include "model/model_impl.h"

Expr model_impact(Model *model, const ImpactQuantity *quantity, const char *name) {
  ImpactQuantity own = *quantity;
  own.symbol = expr_symbol(model->pool, str(name), SYMBOL_QUANTITY);
  if (model_impact_of(model, own.symbol) == NULL) array_push(model->arena, &model->impacts, own);
  return own.symbol;
}

const ImpactQuantity *model_impact_of(const Model *model, Expr symbol) {
  for (size_t i = 0; i < model->impacts.n; i++)
    if (expr_same(model->impacts.at[i].symbol, symbol)) return &model->impacts.at[i];
  return NULL;
}

static const ImpactQuantity *impact_in(const Model *model, Expr e) {
  for (size_t i = 0; i < model->impacts.n && !expr_is_none(e); i++)
    if (expr_depends(model->pool, e, model->impacts.at[i].symbol)) return &model->impacts.at[i];
  return NULL;
}

const ImpactQuantity *model_claimed_impact(const Model *model, const Claim *claim) {
  const ImpactQuantity *found = impact_in(model, claim->left);
  if (found == NULL) found = impact_in(model, claim->right);
  for (size_t i = 0; i < claim->given.n && found == NULL; i++) {
    found = impact_in(model, claim->given.at[i].left);
    if (found == NULL) found = impact_in(model, claim->given.at[i].right);
  }
  return found;
}

// --- checks --------------------------------------------------------------------------------------

// Without a name, the only unilateral constraint is meant.
static bool settle_names(Model *model, ImpactQuantity *q) {
  size_t unilateral = 0, place = 0;
  for (size_t i = 0; i < model->constraints.n; i++)
    if (model->constraints.at[i].unilateral) unilateral++, place = i;
  if (q->on.n == 0 && unilateral == 1)
    array_push(model->arena, &q->on, model->constraints.at[place].name);
  if (q->on.n > 0) return true;
  diag_report(model->diags, DIAG_IMPACT_NAME, q->span, unilateral);
  diag_help(model->diags, "name what is hit: after(x', floor)");
  return false;
}

static bool same_impact(const ImpactQuantity *a, const ImpactQuantity *b) {
  if (a->on.n != b->on.n || a->without.n != b->without.n) return false;
  for (size_t i = 0; i < a->on.n; i++) {
    bool found = false;
    for (size_t k = 0; k < b->on.n; k++) found = found || str_equal(str(a->on.at[i]), str(b->on.at[k]));
    if (!found) return false;
  }
  for (size_t i = 0; i < a->without.n; i++)
    if (!str_equal(str(a->without.at[i]), str(b->without.at[i]))) return false;
  return true;
}

// Checks that a claim is about one impact, and uses nothing else of the motion.
static void check_claim(Model *model, const Claim *claim) {
  const ImpactQuantity *first = model_claimed_impact(model, claim);
  if (first == NULL) return;
  const Expr sides[2] = {claim->left, claim->right};
  const ExprList symbols = expr_symbols(model->pool, sides, 2, model->arena);
  bool good = claim->kind == CLAIM_EQUATION;
  for (size_t i = 0; i < symbols.n; i++) {
    const ImpactQuantity *q = model_impact_of(model, symbols.at[i]);
    const Role role = model_role(model, symbols.at[i], NULL);
    QuantityKind kind;
    size_t index;
    const bool moves = role == ROLE_ACCELERATION || role == ROLE_MOMENTUM_RATE || role == ROLE_SPEED_RATE ||
                       (role == ROLE_QUANTITY && q == NULL &&
                        model_quantity_of(model, symbols.at[i], &kind, &index) &&
                        (kind == QUANTITY_LAMBDA || kind == QUANTITY_REACTION));
    good = good && !moves && (q == NULL || same_impact(q, first));
  }
  if (!good) diag_report(model->diags, DIAG_IMPACT_CLAIM, claim->span);
}

static void check_elsewhere(Model *model, Expr e, Span span) {
  const ImpactQuantity *q = impact_in(model, e);
  if (q != NULL)
    diag_report(model->diags, DIAG_IMPACT_PLACE, span, expr_symbol_name(model->pool, q->symbol));
}

void model_check_impacts(Model *model) {
  if (model->impacts.n == 0) return;
  for (size_t i = 0; i < model->impacts.n; i++)
    if (!settle_names(model, &model->impacts.at[i])) return;
  for (size_t i = 0; i < model->claims.n; i++) check_claim(model, &model->claims.at[i]);
  for (size_t i = 0; i < model->observables.n; i++)
    check_elsewhere(model, model->observables.at[i].value, model->observables.at[i].span);
  for (size_t i = 0; i < model->stops.n; i++)
    check_elsewhere(model, model->stops.at[i].difference, model->stops.at[i].span);
  for (size_t i = 0; i < model->whens.n; i++)
    check_elsewhere(model, model->whens.at[i].difference, model->whens.at[i].span);
}
