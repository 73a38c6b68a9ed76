// proof/in_mode.c: the mode that a claim is about.
//
// In:    a claim that contains lambda(floor) where floor is open, or v+(x'), impulse(floor), energy_lost(floor)
// Out:   its verdict, judged like every other claim, by the equations of that mode or of the impact
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

// --- the verdict ---------------------------------------------------------------------------------

// Adds the constraints that the impact releases: they were in force before it.
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

static Claim in_equations(const Equations *eq, const Model *model, const ImpactQuantity *q,
                          const Claim *claim, Arena *arena) {
  Claim own = *claim;
  own.left = impact_in_equations(eq, model, claim->left);
  own.right = impact_in_equations(eq, model, claim->right);
  own.given.at = NULL;
  own.given.n = own.given.room = 0;
  for (size_t i = 0; i < claim->given.n; i++) {
    const Condition *c = &claim->given.at[i];
    const Expr left = impact_in_equations(eq, model, c->left),
               right = impact_in_equations(eq, model, c->right);
    array_push(arena, &own.given, ((Condition){left, right}));
  }
  add_former(model, q, &own, arena);
  return own;
}

typedef ARRAY(const char *) ModeNames;

// Returns the constraints that the claim puts in force: those it names, and those whose multipliers it contains.
static ModeNames names_of_mode(const Model *model, const Claim *claim, const ImpactQuantity *q, Arena *arena) {
  size_t n;
  ModeNames names = {0};
  const Constraint *all = model_declared(model, &n);
  for (size_t i = 0; i < claim->with.n; i++) array_push(arena, &names, claim->with.at[i]);
  for (size_t i = 0; q == NULL && i < n; i++)
    if (mentions(model, claim, &all[i])) array_push(arena, &names, all[i].name);
  return names;
}

ImpactMode claim_mode(const Model *model, const Claim *claim, Arena *arena) {
  const ImpactQuantity *q = model_claimed_impact(model, claim);
  const ModeNames with = names_of_mode(model, claim, q, arena);
  return impact_mode(model, q, with.at, with.n, arena);
}

Status claim_in_mode(const Model *model, const Claim *claim, const ImpactMode *mode, const Equations *of_mode,
                     Arena *arena, Equations *eq, Claim *own) {
  const ImpactQuantity *q = model_claimed_impact(model, claim);
  *eq = *of_mode;
  eq->arena = arena;
  if (q != NULL) TRY(impact_equations(of_mode, mode->hit, arena, eq));
  *own = q != NULL ? in_equations(eq, model, q, claim, arena) : *claim;
  own->with.n = 0;
  return STATUS_OK;
}

Judgement proof_judge_in_mode(const Model *model, const Claim *claim, const ImpactMode *mode, const Equations *of_mode,
                              Arena *arena) {
  Equations eq;
  Claim own;
  if (of_mode == NULL || claim_in_mode(model, claim, mode, of_mode, arena, &eq, &own) != STATUS_OK)
    return judged(VERDICT_UNKNOWN,
                  mode->hit != NULL
                    ? "the impact has no linear law: momenta or constraints are not linear in the velocities, or friction depends on them"
                    : "there are no equations of the mode that it is about");
  if (expr_is_none(own.left) || (own.kind == CLAIM_EQUATION && expr_is_none(own.right)))
    return judged(VERDICT_UNKNOWN, "it is not defined");
  Judgement j = proof_judge(&eq, &own, arena);
  j.detail = text_format(arena, "%s; %s", j.detail, mode->where);
  return j;
}
