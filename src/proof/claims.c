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
#include "proof/court.h"
#include "proof/equilibrium.h"
#include "proof/real.h"
#include <string.h>

#define PROOF_POINTS 3  // zeros that prove; one would do
#define PROOF_DRAWS \
  40  // points looked at: a formula with one root in it is seen to vanish at one in four
#define PROOF_NONZERO 8  // points without a single zero after which a formula is taken for wrong
#define REAL_DRAWS 24    // states at which a counterexample is looked for
#define REAL_AGREE 6     // states that verify
#define REAL_DIGITS 40

const char *verdict_name(Verdict verdict) {
  static const char *const names[] = {"proved", "verified", "refuted", "unknown"};
  return names[verdict];
}

static Judgement judgement(Verdict verdict, const char *detail) {
  return (Judgement){verdict, detail};
}

// --- over the fields -----------------------------------------------------------------------------

typedef enum {
  FIELD_ZERO,
  FIELD_NOT_ZERO,
  FIELD_NO_POINT,
  FIELD_NO_VALUE,
  FIELD_NO_MOTION
} Finding;

// Does the statement vanish at random points of the manifold?
static Finding look_over_fields(Court *court, Expr statement) {
  unsigned zeros = 0, values = 0, undefined = 0, still = 0;
  const bool roots = court_has_roots(court, statement);
  for (unsigned draw = 0; draw < PROOF_DRAWS && zeros < PROOF_POINTS; draw++) {
    Fingerprint value;
    const Status status = court_go(court, draw);
    if (status == STATUS_UNABLE) return FIELD_NO_POINT;
    if (status != STATUS_OK) {
      if (++still >= PROOF_NONZERO && values == 0) return FIELD_NO_MOTION;
      continue;
    }
    if (!court_value(court, statement, &value)) {
      if (++undefined >= PROOF_NONZERO && values == 0) return FIELD_NO_VALUE;
      continue;
    }
    values++;
    zeros += value.v[0] == 0 && value.v[1] == 0;
    // without roots one point decides
    if (zeros < values && (!roots || (zeros == 0 && values >= PROOF_NONZERO)))
      return FIELD_NOT_ZERO;
  }
  return zeros >= PROOF_POINTS ? FIELD_ZERO : FIELD_NOT_ZERO;
}

// --- over the reals ------------------------------------------------------------------------------

static const char *counterexample(RealPoint *point, Expr left, Expr right, Arena *arena) {
  const RealAccount a = real_describe(point, left, right, arena);
  return text_format(arena, "%s on the left, %s on the right, difference %s, at %s", a.left,
                     a.right, a.difference, a.state);
}

// Looks for a real state where the two sides differ.
static Judgement look_over_reals(const Equations *eq, const Condition *given, size_t n, Expr left,
                                 Expr right, Finding finding, Arena *arena) {
  unsigned agree = 0;
  for (unsigned draw = 0; draw < REAL_DRAWS && agree < REAL_AGREE; draw++) {
    RealPoint *point;
    if (real_point(eq, given, n, draw, arena, &point) != STATUS_OK) continue;
    if (real_motion(point) != STATUS_OK) continue;
    const Truth same = real_compare(point, left, right, REAL_DIGITS);
    if (same == TRUTH_NO && real_is_exact(point))
      return judgement(VERDICT_REFUTED, counterexample(point, left, right, arena));
    agree += same == TRUTH_YES;
    real_point_clear(point);
  }
  if (agree >= REAL_AGREE)
    return judgement(VERDICT_VERIFIED,
                     text_format(arena, "to %d digits at %u random states", REAL_DIGITS, agree));
  switch (finding) {
    case FIELD_NO_VALUE:
      return judgement(VERDICT_UNKNOWN, "the formula divides by something that vanishes");
    case FIELD_NO_MOTION:
      return judgement(VERDICT_UNKNOWN, "the motion is not determined under these conditions");
    default: return judgement(VERDICT_UNKNOWN, "no state was found at which it could be judged");
  }
}

Judgement proof_judge_equation(const Equations *eq, const Condition *given, size_t n, Expr left,
                               Expr right, Arena *arena) {
  left = court_energies(eq, left);
  right = court_energies(eq, right);
  Court court = court_open(eq, given, n, arena);
  const Expr statement = court_statement(&court, expr_sub(eq->pool, left, right));
  const Finding finding =
    expr_is_none(statement) ? FIELD_NO_VALUE : look_over_fields(&court, statement);
  if (finding == FIELD_ZERO)
    return judgement(VERDICT_PROVED, "at random points of two fields of about 2^61 elements");
  return look_over_reals(eq, given, n, left, right, finding, arena);
}

// --- properties of the model ---------------------------------------------------------------------

static size_t coordinate_of(const Equations *eq, const char *name) {
  size_t i = 0;
  while (strcmp(eq->model->coordinates.at[i].name, name) != 0) i++;
  return i;
}

// q is cyclic: neither L nor the force on it contains it
static Judgement judge_cyclic(const Equations *eq, const Claim *claim, Arena *arena) {
  const size_t i = coordinate_of(eq, claim->name);
  const Expr slope = expr_diff(eq->pool, eq->lagrangian, eq->q[i]);
  if (!expr_equal(eq->pool, slope, EXPR_ZERO))
    return judgement(VERDICT_REFUTED,
                     text_format(arena, "the Lagrangian contains %s", claim->name));
  if (!expr_equal(eq->pool, eq->force[i], EXPR_ZERO))
    return judgement(VERDICT_REFUTED, text_format(arena, "a force works along %s", claim->name));
  return judgement(VERDICT_PROVED, "by its derivative");
}

static bool is_named(const ConstraintRow *row, const char *name) {
  const size_t n = strlen(name);
  return strncmp(row->name, name, n) == 0 && (row->name[n] == '\0' || row->name[n] == '.');
}

static Judgement judge_linear(const Equations *eq, const Claim *claim, Arena *arena) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (!is_named(&c->row[a], claim->name)) continue;
    if (expr_is_none(c->row[a].velocity))
      return judgement(VERDICT_REFUTED, "it is on accelerations");
    for (size_t i = 0; i < eq->n; i++)
      for (size_t j = 0; j < eq->n; j++) {
        const Expr slope = expr_diff(eq->pool, c->row[a].velocity, eq->qd[i]);
        if (expr_equal(eq->pool, expr_diff(eq->pool, slope, eq->qd[j]), EXPR_ZERO)) continue;
        return judgement(VERDICT_REFUTED, text_format(arena, "its derivative by %s contains %s",
                                                      expr_symbol_name(eq->pool, eq->qd[i]),
                                                      expr_symbol_name(eq->pool, eq->qd[j])));
      }
  }
  return judgement(VERDICT_PROVED, "by its second derivatives");
}

// Does each component follow from the other constraints?
static Judgement judge_redundant(const Equations *eq, const Claim *claim, Arena *arena) {
  const Constraints *c = &eq->constraints;
  bool *among = ARENA_ARRAY(arena, bool, c->r + 1);
  size_t *chosen = ARENA_ARRAY(arena, size_t, c->r + 1);
  for (size_t a = 0; a < c->r; a++) among[a] = true;
  const bool exact = proof_rank(eq, arena, NULL).exact;
  const size_t all = proof_independent_rows(eq, arena, among, chosen);
  for (size_t a = 0; a < c->r; a++) among[a] = !is_named(&c->row[a], claim->name);
  const bool redundant = proof_independent_rows(eq, arena, among, chosen) == all;
  if (!exact) return judgement(VERDICT_UNKNOWN, "no exact point of the manifold was found");
  return judgement(redundant ? VERDICT_PROVED : VERDICT_REFUTED,
                   redundant ? "by the rank of the constraints"
                             : "without it the constraints have a lower rank");
}

// --- integrable ----------------------------------------------------------------------------------

// The form sum a_i dq_i + a_t dt of a constraint that is affine in the velocities.
typedef struct {
  size_t n;
  Expr *a, *x;
} Form;

static bool form_of(const Equations *eq, const ConstraintRow *row, Arena *arena, Form *form) {
  const size_t n = eq->n;
  *form = (Form){n + 1, ARENA_ARRAY(arena, Expr, n + 1), ARENA_ARRAY(arena, Expr, n + 1)};
  Expr rest = row->velocity;
  for (size_t i = 0; i < n; i++) {
    form->x[i] = eq->q[i];
    form->a[i] = expr_diff(eq->pool, row->velocity, eq->qd[i]);
    if (expr_depends_on_any(eq->pool, form->a[i], eq->qd, n)) return false;
    rest = expr_sub(eq->pool, rest, expr_mul(eq->pool, form->a[i], eq->qd[i]));
  }
  const Expr zero = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) rest = expr_substitute(eq->pool, rest, &eq->qd[i], &zero, 1);
  form->x[n] = EXPR_TIME;
  form->a[n] = rest;
  return true;
}

static Expr curl(ExprPool *pool, const Form *f, size_t i, size_t j) {
  return expr_sub(pool, expr_diff(pool, f->a[j], f->x[i]), expr_diff(pool, f->a[i], f->x[j]));
}

// Frobenius: the form times its exterior derivative vanishes
static bool is_closed_up_to_a_factor(ExprPool *pool, const Form *f) {
  for (size_t i = 0; i < f->n; i++)
    for (size_t j = i + 1; j < f->n; j++)
      for (size_t k = j + 1; k < f->n; k++) {
        Expr sum = expr_mul(pool, f->a[i], curl(pool, f, j, k));
        sum = expr_add(pool, sum, expr_mul(pool, f->a[j], curl(pool, f, k, i)));
        sum = expr_add(pool, sum, expr_mul(pool, f->a[k], curl(pool, f, i, j)));
        if (!expr_equal(pool, sum, EXPR_ZERO)) return false;
      }
  return true;
}

static Judgement judge_integrable(const Equations *eq, const Claim *claim, Arena *arena) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    Form form;
    if (!is_named(&c->row[a], claim->name) || !expr_is_none(c->row[a].position)) continue;
    if (expr_is_none(c->row[a].velocity) || !form_of(eq, &c->row[a], arena, &form))
      return judgement(VERDICT_UNKNOWN, "it is not linear in the velocities");
    if (is_closed_up_to_a_factor(eq->pool, &form)) continue;
    if (c->r == 1)
      return judgement(VERDICT_REFUTED, "its form times the derivative of that does not vanish");
    return judgement(VERDICT_UNKNOWN, "alone it is not; together with the others it may be");
  }
  return judgement(VERDICT_PROVED, "by Frobenius");
}

// --- all of them ---------------------------------------------------------------------------------

Judgement proof_judge(const Equations *eq, const Claim *claim, Arena *arena) {
  const Condition *given = claim->given.at;
  const size_t n = claim->given.n;
  switch (claim->kind) {
    case CLAIM_EQUATION:
      return proof_judge_equation(eq, given, n, claim->left, claim->right, arena);
    case CLAIM_CONSERVED: {
      const Expr rate = expr_rate(eq->pool, court_energies(eq, claim->left));
      return proof_judge_equation(eq, given, n, rate, EXPR_ZERO, arena);
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
