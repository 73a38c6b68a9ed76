// proof/frobenius.c: can a constraint on velocities be integrated?
//
// In:    constraints that are affine in the velocities, as forms w = sum a_i dq_i + a_t dt
// Out:   proved if w dw = 0, so that w alone has a factor that makes it the differential of a function, or if w
//        vanishes on everything that motions can reach, so that it is a combination of differentials; refuted
//        if it does not vanish there, at a random point of the manifold over the finite fields
// From:  Frobenius; docs/theory/flag.md

#include "proof/frobenius.h"
#include "ground/field_motion.h"
#include "local/pfaff.h"

// Are all conditions on parameters? These are substituted; conditions on the state would leave a smaller space.
static bool are_on_parameters(const FieldMotion *fields) {
  for (size_t i = 0; i < fields->from.n; i++)
    if (expr_symbol_kind(fields->pool, fields->from.at[i]) != SYMBOL_CONSTANT) return false;
  return fields->conditions.n == 0;
}

// Judges a constraint that is not integrable by itself.
static Judgement judge_with_others(Pfaff *p, const Expr *form) {
  if (p->growth.n == 0 && pfaff_flag(p) != STATUS_OK)
    return judged(VERDICT_UNKNOWN, "alone it is not; the flag of the constraints is too long");
  if (pfaff_implies(p, &p->last, form))
    return judged(VERDICT_PROVED, "by Frobenius, together with other constraints");
  if (!p->whole)
    return judged(VERDICT_UNKNOWN, "another constraint is not linear in the velocities");
  return judged(VERDICT_REFUTED, "its form does not vanish on all that motions can reach");
}

// Does the constraint switch? z' = sign(y) x' is integrable for y > 0 and for y < 0, but a motion through y = 0
// reaches everything.
static bool has_switches(const Equations *eq, Expr C) {
  return !expr_is_none(C) && expr_switches_on_any(eq->pool, C, eq->q, eq->n);
}

Judgement judge_integrable(const Equations *given_eq, const Claim *claim, Arena *arena) {
  FieldMotion fields = field_motion_open(given_eq, claim->given.at, claim->given.n, arena);
  const Constraints *c = &fields.eq.constraints;
  if (!are_on_parameters(&fields))
    return judged(VERDICT_UNKNOWN, "the conditions are not on parameters alone");
  Pfaff p;
  const Status status = pfaff_open(&fields.eq, NULL, 0, arena, &p);
  Expr *form = ARENA_ARRAY(arena, Expr, fields.eq.n + 1);
  Judgement judgement = judged(VERDICT_PROVED, "by Frobenius");
  bool switches = false;
  for (size_t a = 0; a < c->r; a++) {
    if (!claims_is_named(&c->row[a], claim->name) || !expr_is_none(c->row[a].position)) continue;
    if (!pfaff_form(&p, c->row[a].velocity, form))
      return judged(VERDICT_UNKNOWN, "it is not linear in the velocities");
    switches = switches || has_switches(&fields.eq, c->row[a].velocity);
    if (pfaff_is_closed_alone(&p, form)) continue;
    if (status == STATUS_UNABLE)
      return judged(VERDICT_UNKNOWN, "no exact point of the manifold was found");
    judgement = judge_with_others(&p, form);
    for (size_t b = 0; b < c->r; b++)
      switches = switches || has_switches(&fields.eq, c->row[b].velocity);
    if (judgement.verdict != VERDICT_PROVED) return judgement;
  }
  return switches ? judged(VERDICT_UNKNOWN,
                           "coefficients jump or bend, and it is integrable on one side of that")
                  : judgement;
}
