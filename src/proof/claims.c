// proof/claims.c: claims judged.
//
// In:    a claim of the model, under its conditions
// Out:   proved where it holds at random points of the constraint manifold over two finite fields;
//        refuted where it fails at a real state, its two sides enclosed in balls that do not touch;
//        verified where it has no exact points, or roots that the fields do not see, but holds to
//        many digits at random real states
// From:  docs/theory/claims.md

#include "proof/claims.h"
#include "expr/field.h"
#include "methods/constraints.h"
#include "ground/branches.h"
#include "proof/court.h"
#include "proof/equilibrium.h"
#include "proof/frobenius.h"
#include "ground/real.h"
#include <string.h>

#define PROOF_POINTS 6     // zeros that prove; one would do where the manifold has one branch
#define PROOF_DRAWS 40     // points looked at: at one in four, one root is there in both fields
#define PROOF_UNDEFINED 8  // points without a value after which none is expected
#define REAL_DRAWS 24      // states at which a counterexample is looked for
#define REAL_AGREE 6       // states that verify
#define REAL_APPEAL 4      // states at which what was proved over the fields is looked at again
#define REAL_DIGITS 40

#define NO_STATE "no state was found where the conditions hold"

// Of a claim that would hold at all states, if there were any: told apart by its address.
static const char empty[] = NO_STATE;

const char *verdict_name(Verdict verdict) {
  static const char *const names[] = {"proved", "verified", "refuted", "unknown"};
  return names[verdict];
}

static Judgement judgement(Verdict verdict, const char *detail) {
  return (Judgement){verdict, detail};
}

// What is to be judged.
typedef struct {
  const Condition *given;
  size_t n;
  Expr left, right;
  const char *what;  // the left side in words, where the right one is 0; else NULL
} Statement;

// --- over the fields -----------------------------------------------------------------------------

typedef enum {
  FIELD_ZERO,
  FIELD_NOT_ZERO,
  FIELD_NOT_SEEN,  // not zero, but it contains functions that the fields do not have
  FIELD_NO_POINT,
  FIELD_NO_VALUE,
  FIELD_NO_MOTION
} Finding;

// Does the statement vanish at random points of the manifold, whatever the signs of roots?
static Finding look_over_fields(Court *court, Expr statement) {
  unsigned zeros = 0, values = 0, undefined = 0, still = 0;
  const unsigned patience = court_has_roots(court, statement) ? PROOF_DRAWS : PROOF_UNDEFINED;
  const bool strange = court_has_strangers(court, statement);
  for (unsigned draw = 0; draw < PROOF_DRAWS && zeros < PROOF_POINTS; draw++) {
    Fingerprint value;
    const Status status = court_go(court, draw);
    if (status == STATUS_UNABLE) return FIELD_NO_POINT;
    if (status != STATUS_OK) {
      if (++still >= patience && values == 0) return FIELD_NO_MOTION;
      continue;
    }
    if (!court_value(court, statement, &value)) {
      if (++undefined >= patience && values == 0) return FIELD_NO_VALUE;
      continue;
    }
    if (court_lacks_roots(court)) continue;
    values++;
    zeros += value.v[0] == 0 && value.v[1] == 0;
    if (zeros < values) return strange ? FIELD_NOT_SEEN : FIELD_NOT_ZERO;
  }
  return zeros >= PROOF_POINTS ? FIELD_ZERO : FIELD_NOT_SEEN;
}

// --- over the reals ------------------------------------------------------------------------------

// The two values, their difference and the state. what: the left side, where the right one is 0.
static const char *counterexample(RealPoint *point, const Statement *s, Arena *arena) {
  const RealAccount a = real_describe(point, s->left, s->right, arena);
  if (s->what != NULL)
    return text_format(arena, "%s is %s, not 0, at %s", s->what, a.left, a.state);
  return text_format(arena, "%s on the left, %s on the right, difference %s, at %s", a.left,
                     a.right, a.difference, a.state);
}

// Goes to a real state where the conditions hold. Where it has no motion, what does not speak of
// motion can be compared all the same.
static bool visit(const Equations *eq, const Statement *s, unsigned draw, Arena *arena,
                  RealPoint **point) {
  if (real_point(eq, s->given, s->n, draw, arena, point) != STATUS_OK) return false;
  const Status motion = real_motion(*point);
  (void) motion;
  return true;
}

// Looks for a real state where the two sides differ.
static Judgement look_over_reals(const Equations *eq, const Statement *s, Finding finding,
                                 Arena *arena) {
  unsigned agree = 0;
  bool exists = false;
  const unsigned enough = finding == FIELD_NOT_ZERO ? REAL_DRAWS : REAL_AGREE;
  for (unsigned draw = 0; draw < REAL_DRAWS && agree < enough; draw++) {
    RealPoint *point;
    if (!visit(eq, s, draw, arena, &point)) continue;
    exists = true;
    const Truth same = real_compare(point, s->left, s->right, REAL_DIGITS);
    if (same == TRUTH_NO && real_is_exact(point))
      return judgement(VERDICT_REFUTED, counterexample(point, s, arena));
    agree += same == TRUTH_YES;
    real_point_clear(point);
  }
  if (finding == FIELD_NOT_ZERO && agree > 0)
    return judgement(VERDICT_UNKNOWN,
                     "it fails over the finite fields, but no real state was found where it does");
  if (agree >= REAL_AGREE)
    return judgement(VERDICT_VERIFIED,
                     text_format(arena, "to %d digits at %u random states", REAL_DIGITS, agree));
  switch (finding) {
    case FIELD_NO_VALUE:
      return judgement(VERDICT_UNKNOWN, "the formula divides by something that vanishes");
    case FIELD_NO_MOTION:
      return judgement(VERDICT_UNKNOWN, "the motion is not determined under these conditions");
    default:
      return judgement(VERDICT_UNKNOWN, exists ? "it is not defined at any state that was found"
                                        : s->n > 0
                                          ? NO_STATE
                                          : "no state was found where the constraints hold");
  }
}

// What vanishes over the fields vanishes on the branch of the manifold where their points lie.
// Real states are looked for on all of them, and must be there at all: x^2 = -1 has a solution in
// one field in two.
static Judgement appeal(const Equations *eq, const Statement *s, Arena *arena) {
  bool exists = s->n == 0;
  for (unsigned draw = 0; draw < REAL_APPEAL; draw++) {
    RealPoint *point;
    if (!visit(eq, s, draw, arena, &point)) continue;
    exists = true;
    if (real_is_exact(point) && real_compare(point, s->left, s->right, REAL_DIGITS) == TRUTH_NO)
      return judgement(VERDICT_REFUTED, counterexample(point, s, arena));
    real_point_clear(point);
  }
  if (!exists) return judgement(VERDICT_UNKNOWN, empty);
  return judgement(VERDICT_PROVED, "holds at random points of two fields of about 2^61 elements");
}

// Does one condition contradict the others, whatever the state?
static bool contradicts_itself(const Court *court) {
  for (size_t i = 0; i < court->conditions.n; i++) {
    const Expr e = court->conditions.at[i];
    if (expr_is_number(court->pool, e) && !expr_same(e, EXPR_ZERO)) return true;
  }
  return false;
}

static Judgement judge_statement(const Equations *eq, Statement s, Arena *arena) {
  s.left = court_energies(eq, s.left);
  s.right = court_energies(eq, s.right);
  Court court = court_open(eq, s.given, s.n, arena);
  if (contradicts_itself(&court)) return judgement(VERDICT_UNKNOWN, empty);
  const Expr difference = court_statement(&court, expr_sub(eq->pool, s.left, s.right));
  const Finding finding =
    expr_is_none(difference) ? FIELD_NO_VALUE : look_over_fields(&court, difference);
  return finding == FIELD_ZERO ? appeal(eq, &s, arena) : look_over_reals(eq, &s, finding, arena);
}

Judgement proof_judge_equation(const Equations *eq, const Condition *given, size_t n, Expr left,
                               Expr right, Arena *arena) {
  return judge_statement(eq, (Statement){given, n, left, right, NULL}, arena);
}

Judgement proof_judge_zero(const Equations *eq, const Condition *given, size_t n, Expr e,
                           const char *what, Arena *arena) {
  return judge_statement(eq, (Statement){given, n, e, EXPR_ZERO, what}, arena);
}

// --- properties of the model ---------------------------------------------------------------------

static size_t coordinate_of(const Equations *eq, const char *name) {
  size_t i = 0;
  while (strcmp(eq->model->coordinates.at[i].name, name) != 0) i++;
  return i;
}

bool is_cyclic(const Equations *eq, size_t i) {
  return expr_equal(eq->pool, expr_diff(eq->pool, eq->lagrangian, eq->q[i]), EXPR_ZERO) &&
         expr_equal(eq->pool, eq->force[i], EXPR_ZERO);
}

// The same under the conditions.
static Judgement judge_cyclic(const Equations *eq, const Claim *claim, Arena *arena) {
  const size_t i = coordinate_of(eq, claim->name);
  const Expr slope = expr_diff(eq->pool, eq->lagrangian, eq->q[i]), force = eq->force[i];
  if (claim->given.n > 0) {
    const Condition *given = claim->given.at;
    const Judgement j =
      proof_judge_zero(eq, given, claim->given.n, slope, "the derivative of L by it", arena);
    if (j.verdict != VERDICT_PROVED) return j;
    return proof_judge_zero(eq, given, claim->given.n, force, "the force along it", arena);
  }
  if (is_cyclic(eq, i)) return judgement(VERDICT_PROVED, "by its derivative");
  const bool in_L = !expr_equal(eq->pool, slope, EXPR_ZERO);
  return judgement(VERDICT_REFUTED,
                   text_format(arena,
                               in_L ? "the Lagrangian contains %s" : "a force works along %s",
                               claim->name));
}

// The constraint is linear in the velocities: its second derivatives vanish, under the conditions.
static Judgement judge_second(const Equations *eq, const Claim *claim, Expr C, size_t i, size_t j,
                              Arena *arena) {
  const Expr second = expr_diff(eq->pool, expr_diff(eq->pool, C, eq->qd[i]), eq->qd[j]);
  if (expr_equal(eq->pool, second, EXPR_ZERO))
    return judgement(VERDICT_PROVED, "by its second derivatives");
  if (claim->given.n > 0)
    return proof_judge_zero(eq, claim->given.at, claim->given.n, second, "a second derivative",
                            arena);
  return judgement(VERDICT_REFUTED, text_format(arena, "its derivative by %s contains %s",
                                                expr_symbol_name(eq->pool, eq->qd[i]),
                                                expr_symbol_name(eq->pool, eq->qd[j])));
}

bool is_named(const ConstraintRow *row, const char *name) {
  const size_t n = strlen(name);
  return strncmp(row->name, name, n) == 0 && (row->name[n] == '\0' || row->name[n] == '.');
}

static Judgement judge_linear(const Equations *eq, const Claim *claim, Arena *arena) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (!is_named(&c->row[a], claim->name)) continue;
    if (expr_is_none(c->row[a].velocity))
      return judgement(VERDICT_REFUTED, "it is on accelerations");
    for (size_t i = 0; i < eq->n * eq->n; i++) {
      const Judgement j = judge_second(eq, claim, c->row[a].velocity, i / eq->n, i % eq->n, arena);
      if (j.verdict != VERDICT_PROVED) return j;
    }
  }
  return judgement(VERDICT_PROVED, "by its second derivatives");
}

// Does each component follow from the other constraints?
static Judgement judge_redundant(const Equations *given_eq, const Claim *claim, Arena *arena) {
  const Court court = court_open(given_eq, claim->given.at, claim->given.n, arena);
  const Equations *eq = &court.eq;
  const Constraints *c = &eq->constraints;
  if (court.conditions.n > 0)
    return judgement(VERDICT_UNKNOWN, "a condition cannot be solved for a variable");
  bool *among = ARENA_ARRAY(arena, bool, c->r + 1);
  size_t *chosen = ARENA_ARRAY(arena, size_t, c->r + 1);
  for (size_t a = 0; a < c->r; a++) among[a] = true;
  const bool exact = ground_of(eq)->known;
  const size_t all = ground_independent_rows(eq, arena, among, chosen);
  for (size_t a = 0; a < c->r; a++) among[a] = !is_named(&c->row[a], claim->name);
  const bool redundant = ground_independent_rows(eq, arena, among, chosen) == all;
  if (!exact) return judgement(VERDICT_UNKNOWN, "no exact point of the manifold was found");
  if (!redundant) return judgement(VERDICT_REFUTED, "without it the constraints have a lower rank");
  // the derivatives of a square vanish with it: its rank alone says nothing
  for (size_t a = 0; a < c->r; a++)
    if (!among[a] && ground_follows(eq, among, a, arena) == TRUTH_NO)
      return judgement(VERDICT_REFUTED, "it does not hold wherever the others do");
  return judgement(VERDICT_PROVED, "by the rank of the constraints");
}

// --- all of them ---------------------------------------------------------------------------------

static Judgement judge_branch(const Equations *eq, const Claim *claim, Arena *arena) {
  const Condition *given = claim->given.at;
  const size_t n = claim->given.n;
  switch (claim->kind) {
    case CLAIM_EQUATION:
      return proof_judge_equation(eq, given, n, claim->left, claim->right, arena);
    case CLAIM_CONSERVED: {
      const Expr rate = expr_rate(eq->pool, court_energies(eq, claim->left));
      return proof_judge_zero(eq, given, n, rate, "its rate", arena);
    }
    case CLAIM_CYCLIC: return judge_cyclic(eq, claim, arena);
    case CLAIM_LINEAR: return judge_linear(eq, claim, arena);
    case CLAIM_REDUNDANT: return judge_redundant(eq, claim, arena);
    case CLAIM_INTEGRABLE: return judge_integrable(eq, claim, arena);
    case CLAIM_EQUILIBRIUM: return judge_equilibrium(eq, claim, arena);
    case CLAIM_MODE: return judge_mode(eq, claim, arena);
  }
  return judgement(VERDICT_UNKNOWN, "");
}

// What weighs more when branches are put together: one counterexample refutes, and what is unknown
// on one branch is not proved. A branch without states says nothing.
static int gravity(Judgement j) {
  if (j.detail == empty) return 0;
  switch (j.verdict) {
    case VERDICT_PROVED: return 1;
    case VERDICT_VERIFIED: return 2;
    case VERDICT_UNKNOWN: return 3;
    case VERDICT_REFUTED: return 4;
  }
  return 3;
}

Judgement proof_judge(const Equations *eq, const Claim *claim, Arena *arena) {
  const Branches branches = condition_branches(eq->pool, claim, arena);
  Judgement judged = {0};
  for (size_t b = 0; b < branches.n; b++) {
    Claim way = *claim;
    way.given.at = branches.at[b];
    const Judgement j = judge_branch(eq, &way, arena);
    if (b == 0 || gravity(j) > gravity(judged)) judged = j;
    if (judged.verdict == VERDICT_REFUTED) break;
  }
  return judged;
}
