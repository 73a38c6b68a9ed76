// proof/in_mode.c: the mode that a claim is about.
//
// In:    a claim that contains lambda(floor) where floor is open, or v+(x'), impulse(floor), energy_lost(floor)
// Out:   its verdict, judged like every other claim: by the equations of that mode, or of the impact
// From:  docs/theory/impacts.md, section "Claims"

#include "proof/in_mode.h"
#include "methods/impact.h"
#include <string.h>

// Does the claim contain the multiplier of a constraint?
static bool mentions(const Model *model, const Claim *claim, const Constraint *c) {
  Expr symbol;
  const ArenaMark mark = arena_mark(model->arena);
  const bool known =
    expr_find_symbol(model->pool, str(text_format(model->arena, "lambda(%s)", c->name)), &symbol);
  arena_release(model->arena, mark);
  const Expr sides[2] = {claim->left, claim->right};
  for (int i = 0; known && i < 2; i++)
    if (!expr_is_none(sides[i]) && expr_depends(model->pool, sides[i], symbol)) return true;
  return false;
}

bool claim_has_mode(const Model *model, const Claim *claim) {
  size_t n;
  if (!model_has_modes(model)) return false;
  if (model_claimed_impact(model, claim) != NULL || claim->with.n > 0) return true;
  const Constraint *all = model_declared(model, &n);
  for (size_t i = 0; i < n; i++)
    if (model_use(model, i) != USE_IN_FORCE && mentions(model, claim, &all[i])) return true;
  return false;
}

// --- the mode ------------------------------------------------------------------------------------

// Sets the use of all components of a constraint.
static void set_use(const Model *model, const char *name, ConstraintUse use, ConstraintUse *to, bool *mark) {
  const Model *whole = model->whole != NULL ? model->whole : model;
  ConstraintRange range;
  if (!model_find_constraint(whole, str(name), &range)) return;
  for (size_t a = range.first; a < range.first + range.count; a++) {
    to[a] = use;
    if (mark != NULL) mark[a] = true;
  }
}

static const char *hit_words(const ImpactQuantity *q, Arena *arena) {
  Text text = text_make(arena);
  text_add(&text, "at the impact on ");
  for (size_t i = 0; i < q->on.n; i++) text_addf(&text, "%s%s", i > 0 ? ", " : "", q->on.at[i]);
  return text_get(&text);
}

static const char *contact_words(const Model *model, const ConstraintUse *use, Arena *arena) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  Text text = text_make(arena);
  for (size_t i = 0; i < n; i++)
    if (use[i] == USE_IN_FORCE && model_use(model, i) != USE_IN_FORCE)
      text_addf(&text, "%s%s", text.n > 0 ? ", " : "with in force: ", all[i].name);
  return text_get(&text);
}

// Initial values are those of another mode: they are only where a search begins.
static void loosen_start(Model *model) {
  Assignments guess = {0};
  for (size_t i = 0; i < model->initial.n; i++) array_push(model->arena, &guess, model->initial.at[i]);
  for (size_t i = 0; i < model->guess.n; i++) array_push(model->arena, &guess, model->guess.at[i]);
  model->guess = guess;
  model->initial = (Assignments){0};
  model->initial_given = model->guess_given = (Memo){0};
}

Status mode_equations(const Model *model, const Claim *claim, const ImpactQuantity *q, Arena *arena,
                      ModeEquations *out) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  ConstraintUse *use = ARENA_ARRAY(arena, ConstraintUse, n + 1);
  bool *marks = ARENA_ARRAY(arena, bool, n + 1);
  for (size_t i = 0; i < n; i++) {
    use[i] = model_use(model, i);
    if (q == NULL && mentions(model, claim, &all[i])) use[i] = USE_IN_FORCE;
    // what is required of accelerations does not bind velocities
    if (q != NULL && all[i].level == LEVEL_ACCELERATION) use[i] = USE_OFF;
  }
  for (size_t i = 0; i < claim->with.n; i++) set_use(model, claim->with.at[i], USE_IN_FORCE, use, NULL);
  for (size_t i = 0; q != NULL && i < q->without.n; i++) set_use(model, q->without.at[i], USE_OFF, use, NULL);
  for (size_t i = 0; q != NULL && i < q->on.n; i++) set_use(model, q->on.at[i], USE_IN_FORCE, use, marks);
  Model *mode = model_in_mode(model, use);
  loosen_start(mode);
  const DeriveOptions options = {.arena = arena, .energy = EXPR_NONE};
  TRY(methods_reference()->derive(mode, &options, &out->eq));
  out->hit = ARENA_ARRAY(arena, bool, n + 1);
  for (size_t i = 0, a = 0; i < n; i++)
    if (use[i] == USE_IN_FORCE) out->hit[a++] = marks[i];
  out->impact = q != NULL;
  out->where = q != NULL ? hit_words(q, arena) : contact_words(model, use, arena);
  return q != NULL ? impact_equations(&out->eq, out->hit) : STATUS_OK;
}

// --- the verdict ---------------------------------------------------------------------------------

// What is let go at the impact was in force before it.
static void add_former(const Model *model, const ImpactQuantity *q, Claim *claim, Arena *arena) {
  const Model *whole = model->whole != NULL ? model->whole : model;
  for (size_t i = 0; i < q->without.n; i++) {
    ConstraintRange range = {0};
    (void) model_find_constraint(whole, str(q->without.at[i]), &range);
    for (size_t a = range.first; a < range.first + range.count; a++) {
      const Constraint *c = &whole->constraints.at[a];
      if (c->unilateral || c->level == LEVEL_ACCELERATION) continue;
      array_push(arena, &claim->given, ((Condition){c->residual, EXPR_ZERO}));
      if (c->level == LEVEL_POSITION)
        array_push(arena, &claim->given, ((Condition){expr_rate(model->pool, c->residual), EXPR_ZERO}));
    }
  }
}

static Claim in_equations(const ModeEquations *mode, const Model *model, const ImpactQuantity *q,
                          const Claim *claim, Arena *arena) {
  Claim own = *claim;
  own.left = impact_in_equations(&mode->eq, model, claim->left);
  own.right = impact_in_equations(&mode->eq, model, claim->right);
  own.given.at = NULL;
  own.given.n = own.given.room = 0;
  for (size_t i = 0; i < claim->given.n; i++) {
    const Condition *c = &claim->given.at[i];
    const Expr left = impact_in_equations(&mode->eq, model, c->left),
               right = impact_in_equations(&mode->eq, model, c->right);
    array_push(arena, &own.given, ((Condition){left, right}));
  }
  add_former(model, q, &own, arena);
  return own;
}

Judgement proof_judge_in_mode(const Model *model, const Claim *claim, Arena *arena) {
  ModeEquations mode = {0};
  const ImpactQuantity *q = model_claimed_impact(model, claim);
  const Diags told = *model->diags;
  const Status status = mode_equations(model, claim, q, arena, &mode);
  if (status != STATUS_OK) {
    *model->diags = told;
    return judged(VERDICT_UNKNOWN, q != NULL ? "the impact has no linear law: momenta or constraints are "
                                               "not linear in the velocities"
                                             : "there are no equations of the mode that it is about");
  }
  const Claim own = q != NULL ? in_equations(&mode, model, q, claim, arena) : *claim;
  if (expr_is_none(own.left) || (own.kind == CLAIM_EQUATION && expr_is_none(own.right)))
    return judged(VERDICT_UNKNOWN, "it is not defined");
  Judgement j = proof_judge(&mode.eq, &own, arena);
  j.detail = text_format(arena, "%s; %s", j.detail, mode.where);
  return j;
}
