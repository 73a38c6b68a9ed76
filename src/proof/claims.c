// proof/claims.c: claims of every kind.
//
// In:    a claim of the model, under its conditions
// Out:   its verdict: an equation on the constraint manifold is judged on every piece of it (judge.c);
//        properties of L and of constraints are judged by their derivatives
// From:  docs/theory/claims.md

#include "proof/claims.h"
#include "ground/balls.h"
#include "methods/constraints.h"
#include "ground/field_motion.h"
#include "ground/jumps.h"
#include "proof/equilibrium.h"
#include "proof/frobenius.h"
#include "ground/ground.h"
#include "proof/in_mode.h"
#include "print/print.h"
#include "proof/judge.h"
#include <string.h>

const char *verdict_name(Verdict verdict) {
  static const char *const names[] = {"proved", "verified", "refuted", "unknown"};
  return names[verdict];
}

// --- properties of the model ---------------------------------------------------------------------

static size_t coordinate_of(const Equations *eq, const char *name) {
  size_t i = 0;
  while (strcmp(eq->model->coordinates.at[i].name, name) != 0) i++;
  return i;
}

bool claims_is_cyclic(const Equations *eq, size_t i) {
  return expr_equal(eq->pool, expr_diff(eq->pool, eq->lagrangian, eq->q[i]), EXPR_ZERO) &&
         !expr_switches_on_any(eq->pool, eq->lagrangian, &eq->q[i], 1) &&
         expr_equal(eq->pool, eq->force[i], EXPR_ZERO);
}

// The same under the conditions.
static Judgement judge_cyclic(Judge *judge, const Equations *eq, const Claim *claim, Arena *arena) {
  const size_t i = coordinate_of(eq, claim->name);
  const Expr slope = expr_diff(eq->pool, eq->lagrangian, eq->q[i]), force = eq->force[i];
  if (claim->given.n > 0) {
    const Condition *given = claim->given.at;
    const Judgement j = judge_equation(judge, given, claim->given.n, slope, EXPR_ZERO,
                                       "the derivative of L by it", arena);
    if (j.verdict != VERDICT_PROVED) return j;
    return judge_equation(judge, given, claim->given.n, force, EXPR_ZERO, "the force along it",
                          arena);
  }
  if (claims_is_cyclic(eq, i)) return judged(VERDICT_PROVED, "by its derivative");
  const bool in_L = expr_equal(eq->pool, force, EXPR_ZERO);
  return judged(VERDICT_REFUTED,
                text_format(arena, in_L ? "the Lagrangian contains %s" : "a force works along %s",
                            claim->name));
}

// Judges whether the constraint is linear in the velocities: its second derivatives vanish, under the conditions.
static Judgement judge_second(Judge *judge, const Claim *claim, Expr C, size_t i, size_t j,
                              Arena *arena) {
  const Equations *eq = judge->eq;
  const Expr second = expr_diff(eq->pool, expr_diff(eq->pool, C, eq->qd[i]), eq->qd[j]);
  if (expr_equal(eq->pool, second, EXPR_ZERO))
    return judged(VERDICT_PROVED, "by its second derivatives");
  if (claim->given.n > 0)
    return judge_equation(judge, claim->given.at, claim->given.n, second, EXPR_ZERO,
                          "a second derivative", arena);
  return judged(VERDICT_REFUTED, text_format(arena, "its derivative by %s contains %s",
                                             expr_symbol_name(eq->pool, eq->qd[i]),
                                             expr_symbol_name(eq->pool, eq->qd[j])));
}

bool claims_is_named(const ConstraintRow *row, const char *name) {
  const size_t n = strlen(name);
  return strncmp(row->name, name, n) == 0 && (row->name[n] == '\0' || row->name[n] == '.');
}

// A constraint that jumps or bends as a function of the velocities is not linear, unless all jumps cancel.
static Judgement judge_bends(const Equations *eq, Expr C, Arena *arena) {
  const Jumps jumps = jumps_of(eq->pool, C, arena);
  for (size_t k = 0; k < jumps.n; k++)
    for (size_t i = 0; i < eq->n; i++) {
      if (expr_is_none(jumps.at[k].above)) continue;
      const Expr change =
        expr_diff(eq->pool, expr_sub(eq->pool, jumps.at[k].above, jumps.at[k].below), eq->qd[i]);
      if (expr_depends_on_any(eq->pool, jumps.at[k].where, eq->qd, eq->n) &&
          !expr_equal(eq->pool, change, EXPR_ZERO))
        return judged(VERDICT_REFUTED, text_format(arena, "its derivative by %s jumps",
                                                   expr_symbol_name(eq->pool, eq->qd[i])));
    }
  return judged(VERDICT_UNKNOWN, "it may jump or bend");
}

static Judgement judge_linear(Judge *judge, const Equations *eq, const Claim *claim, Arena *arena) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (!claims_is_named(&c->row[a], claim->name)) continue;
    if (expr_is_none(c->row[a].velocity)) return judged(VERDICT_REFUTED, "it is on accelerations");
    if (expr_switches_on_any(eq->pool, c->row[a].velocity, eq->qd, eq->n))
      return judge_bends(eq, c->row[a].velocity, arena);
    for (size_t i = 0; i < eq->n * eq->n; i++) {
      const Judgement j =
        judge_second(judge, claim, c->row[a].velocity, i / eq->n, i % eq->n, arena);
      if (j.verdict != VERDICT_PROVED) return j;
    }
  }
  return judged(VERDICT_PROVED, "by its second derivatives");
}

// Does each component follow from the other constraints?
static Judgement judge_redundant(const Equations *given_eq, const Claim *claim, Arena *arena) {
  const FieldMotion fields = field_motion_open(given_eq, claim->given.at, claim->given.n, arena);
  const Equations *eq = &fields.eq;
  const Constraints *c = &eq->constraints;
  if (fields.conditions.n > 0)
    return judged(VERDICT_UNKNOWN, "a condition cannot be solved for a variable");
  bool *among = ARENA_ARRAY(arena, bool, c->r + 1);
  size_t *chosen = ARENA_ARRAY(arena, size_t, c->r + 1);
  for (size_t a = 0; a < c->r; a++) among[a] = true;
  const bool exact = ground_of(eq)->known;
  const size_t all = ground_independent_rows(eq, arena, among, chosen);
  for (size_t a = 0; a < c->r; a++) among[a] = !claims_is_named(&c->row[a], claim->name);
  const bool redundant = ground_independent_rows(eq, arena, among, chosen) == all;
  if (!exact) return judged(VERDICT_UNKNOWN, "no exact point of the manifold was found");
  if (!redundant) return judged(VERDICT_REFUTED, "without it the constraints have a lower rank");
  // the derivatives of a square vanish together with it: its rank alone says nothing
  for (size_t a = 0; a < c->r; a++)
    if (!among[a] && ground_follows(eq, among, a, arena) == TRUTH_NO)
      return judged(VERDICT_REFUTED, "it does not hold wherever the others do");
  return judged(VERDICT_PROVED,
                ground_of(eq)->for_values
                  ? "by the rank of the constraints, for the parameter values of the model"
                  : "by the rank of the constraints");
}

// --- by algebra ----------------------------------------------------------------------------------

static bool has_parameters(const Model *model, Expr e) {
  for (size_t i = 0; i < model->parameters.n; i++)
    if (expr_depends(model->pool, e, model->parameters.at[i].symbol)) return true;
  return false;
}

// Does the condition mean the same to algebra, which speaks about almost all values of the parameters?
// a*x = b*x also holds where a = b; x = a*y is substituted, and so are relations between parameters alone.
static bool fits_algebra(const Model *model, const Condition *c) {
  ExprPool *pool = model->pool;
  const bool puts_in = expr_kind(pool, c->left) == EXPR_SYMBOL &&
                       !expr_is_constant(pool, c->left) && !expr_depends(pool, c->right, c->left);
  const Expr e = expr_sub(pool, c->left, c->right);
  return puts_in || expr_is_constant(pool, e) || !has_parameters(model, e);
}

bool claims_is_for_algebra(const Model *model, const Claim *claim) {
  for (size_t i = 0; i < claim->given.n; i++)
    if (!fits_algebra(model, &claim->given.at[i])) return false;
  return !claim->deny && (claim->kind == CLAIM_EQUATION || claim->kind == CLAIM_CONSERVED) &&
         !claim_has_mode(model, claim);
}

Question question_of(const Claim *claim) {
  return (Question){claim->left, claim->right, claim->kind == CLAIM_CONSERVED};
}

// Requires a known real state: constraints that contradict each other would prove everything.
void judge_use_algebra(Judge *judge, const Claim *claims, size_t n) {
  Question *questions = ARENA_ARRAY(&judge->store, Question, n + 1);
  judge->by_algebra = ground_of(judge->eq)->known;
  for (size_t i = 0; i < n; i++) {
    if (!claims_is_for_algebra(judge->eq->model, &claims[i]) || claims[i].given.n > 0) continue;
    questions[judge->asked.n] = question_of(&claims[i]);
    array_push(&judge->store, &judge->asked, &claims[i]);
  }
  if (judge->by_algebra && judge->asked.n > 0)
    judge->algebra =
      algebra_open(judge->eq, NULL, 0, questions, judge->asked.n, &judge->store, false);
}

static bool is_proved_by_algebra(Judge *judge, const Claim *claim, Arena *arena) {
  if (!judge->by_algebra || !claims_is_for_algebra(judge->eq->model, claim)) return false;
  if (claim->given.n > 0) {
    const Question question = question_of(claim);
    Algebra *a =
      algebra_open(judge->eq, claim->given.at, claim->given.n, &question, 1, arena, false);
    return a != NULL && algebra_proves(a, 0) == TRUTH_YES;
  }
  for (size_t i = 0; judge->algebra != NULL && i < judge->asked.n; i++)
    if (judge->asked.at[i] == claim) return algebra_proves(judge->algebra, i) == TRUTH_YES;
  return false;
}

// --- what is conserved ---------------------------------------------------------------------------

const char *claims_conserved_jumps(const Equations *eq, const Claim *claim, Arena *arena) {
  const Jumps jumps = jumps_of(eq->pool, real_state_formula(eq, claim->left, arena), arena);
  const char *state;
  for (size_t k = 0; k < jumps.n; k++)
    if (jump_is_passed(eq, claim->given.at, claim->given.n, &jumps.at[k], arena, &state))
      return text_format(arena, "its rate is 0, but it jumps where %s = 0, as at %s",
                         print_expr_text(eq->pool, jumps.at[k].where, arena), state);
  return NULL;
}

// --- all of them ---------------------------------------------------------------------------------

typedef Judgement JudgePiece(const Equations *eq, const Claim *claim, Arena *arena);

// Does the claim name a place that lies on another piece?
static bool is_elsewhere(const Equations *eq, const Claim *claim, Arena *arena) {
  return claim->at.n > 0 && equilibrium_violates(eq, claim, arena) != NULL;
}

// Judges on every piece separately. A place that lies on no piece is judged without choosing one.
static Judgement on_pieces(const Judge *judge, const Claim *claim, JudgePiece *on_piece,
                           Arena *arena) {
  const GroundPieces pieces = ground_pieces(judge->eq, claim->given.at, claim->given.n, arena);
  if (is_elsewhere(judge->eq, claim, arena)) return on_piece(judge->eq, claim, arena);
  Tally tally = tally_make(&pieces, arena);
  for (size_t i = 0; i < pieces.n; i++) {
    Claim way = *claim;
    way.given.at = pieces.at[i].given;
    const Equations *eq = &pieces.at[i].eq;
    const Judgement j =
      is_elsewhere(eq, &way, arena) ? judgement_empty() : on_piece(eq, &way, arena);
    if (!tally_add(&tally, i, j)) break;
  }
  return tally_end(&tally);
}

static Judgement judge_at_points(Judge *judge, const Claim *claim, Arena *arena) {
  const Equations *eq = judge->eq;
  const Condition *given = claim->given.at;
  const size_t n = claim->given.n;
  switch (claim->kind) {
    case CLAIM_EQUATION:
      return judge_equation(judge, given, n, claim->left, claim->right, NULL, arena);
    case CLAIM_CONSERVED: {
      const Expr rate = expr_rate(eq->pool, field_motion_energies(eq, claim->left));
      return judge_equation(judge, given, n, rate, EXPR_ZERO, "its rate", arena);
    }
    case CLAIM_CYCLIC: return judge_cyclic(judge, eq, claim, arena);
    case CLAIM_LINEAR: return judge_linear(judge, eq, claim, arena);
    case CLAIM_REDUNDANT: return on_pieces(judge, claim, judge_redundant, arena);
    case CLAIM_INTEGRABLE: return on_pieces(judge, claim, judge_integrable, arena);
    case CLAIM_EQUILIBRIUM: return on_pieces(judge, claim, judge_equilibrium, arena);
    case CLAIM_MODE: return on_pieces(judge, claim, judge_mode, arena);
  }
  return judged(VERDICT_UNKNOWN, "");
}

// Asks algebra last if there are conditions: if no state satisfies them, everything would follow from them.
static Judgement judge_rates(Judge *judge, const Claim *claim, Arena *arena) {
  static const Judgement certain = {.verdict = VERDICT_PROVED,
                                    .proof = PROVED_BY_ALGEBRA,
                                    .detail =
                                      "by algebra: an identity of polynomials, on every piece"};
  if (claim->given.n == 0 && is_proved_by_algebra(judge, claim, arena)) return certain;
  const Judgement j = judge_at_points(judge, claim, arena);
  const bool holds = j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
  return holds && claim->given.n > 0 && is_proved_by_algebra(judge, claim, arena) ? certain : j;
}

Judgement judge_claim(Judge *judge, const Claim *claim, Arena *arena) {
  const Judgement j = judge_rates(judge, claim, arena);
  const bool holds = j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
  if (!holds || claim->kind != CLAIM_CONSERVED) return j;
  const char *jumps = claims_conserved_jumps(judge->eq, claim, arena);
  if (jumps != NULL) return judged(VERDICT_REFUTED, jumps);
  // the model does not say what happens to velocities, and functions of them, where a constraint makes them jump
  Expr where;
  const ConstraintRow *row =
    jumps_of_constraint(judge->eq, claim->given.at, claim->given.n, arena, &where);
  if (row == NULL) return j;
  return judged(
    VERDICT_UNKNOWN,
    text_format(arena, "its rate is 0, but velocities jump with the constraint %s where %s = 0",
                row->name, print_expr_text(judge->eq->pool, where, arena)));
}

Judgement proof_judge(const Equations *eq, const Claim *claim, Arena *arena) {
  Judge *judge = judge_open(eq, arena);
  judge_use_algebra(judge, claim, 1);
  return judge_claim(judge, claim, arena);
}
