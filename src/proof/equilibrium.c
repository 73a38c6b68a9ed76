// proof/equilibrium.c: claims on equilibria and their small motions.
//
// In:    a state of rest, whose coordinates may contain parameters
// Out:   proved if it holds over the finite fields, where parameters are random; stability depends on the
//        values of parameters and is found for those of the model (stability.c)
// From:  L8 (8.28) to (8.43); docs/theory/claims.md

#include "proof/equilibrium.h"
#include "algebra/field_linear.h"
#include "expr/field.h"
#include "methods/start.h"
#include "ground/field_motion.h"
#include "ground/switches.h"
#include "print/print.h"
#include "local/conditions.h"

#define REST_POINTS 3
#define REST_DRAWS 24

typedef ARRAY(Condition) Conditions;

// Returns the conditions of rest, of the place that the claim gives, and of the claim itself.
static Conditions at_rest(const Equations *eq, const Claim *claim, Arena *arena) {
  Conditions given = {0};
  for (size_t i = 0; i < eq->n; i++) array_push(arena, &given, ((Condition){eq->qd[i], EXPR_ZERO}));
  for (size_t i = 0; i < claim->at.n; i++)
    array_push(arena, &given, ((Condition){claim->at.at[i].symbol, claim->at.at[i].value}));
  for (size_t i = 0; i < claim->given.n; i++) array_push(arena, &given, claim->given.at[i]);
  return given;
}

// Returns the name of a constraint on positions that the place violates, or NULL.
static const char *violated(const FieldMotion *fields) {
  const Constraints *c = &fields->eq.constraints;
  for (size_t a = 0; a < c->r; a++) {
    const Expr h = c->row[a].position;
    if (expr_is_none(h) || expr_equal(fields->pool, h, EXPR_ZERO)) continue;
    if (!expr_depends_on_any(fields->pool, h, fields->eq.q, fields->eq.n)) return c->row[a].name;
  }
  return NULL;
}

const char *equilibrium_violates(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  const FieldMotion fields = field_motion_open(eq, given.at, given.n, arena);
  return violated(&fields);
}

// --- stability, for the values of the model ------------------------------------------------------

static bool lacks_values(const Equations *eq) {
  for (size_t i = 0; i < eq->model->parameters.n; i++)
    if (expr_is_none(eq->model->parameters.at[i].value)) return true;
  return false;
}

static bool is_parameter(const Equations *eq, Expr symbol) {
  return expr_kind(eq->pool, symbol) == EXPR_SYMBOL &&
         model_role(eq->model, symbol, NULL) == ROLE_CONSTANT && !expr_same(symbol, EXPR_PI);
}

// Finds the state of rest of the claim: at its place, or near the initial state if it names no place.
static Status find_place(Local *local, const Equations *eq, const Claim *claim, Arena *arena) {
  const LocalSystem rest = local_rest_system(local);
  const FreeSystem s = free_system(eq->model, arena);
  const Start start = start_make(&s);
  double *at = ARENA_ARRAY(arena, double, rest.unknowns + 1);
  ARRAY(Expr) further = {0};
  for (size_t i = 0; i < claim->given.n; i++) {
    const Condition c = claim->given.at[i];
    if (is_parameter(eq, c.left))
      local_set(local, c.left, c.right);
    else
      array_push(arena, &further, expr_sub(eq->pool, c.left, c.right));
  }
  for (size_t i = 0; i < eq->n; i++) at[i] = start_value(&start, eq->q[i]);
  for (size_t k = 0; k < claim->at.n; k++)
    for (size_t i = 0; i < eq->n; i++) {
      if (!expr_same(claim->at.at[k].symbol, eq->q[i])) continue;
      at[i] = local_evaluate(local, claim->at.at[k].value);
      array_push(arena, &further, expr_sub(eq->pool, eq->q[i], claim->at.at[k].value));
    }
  return local_solve(local, &rest, further.at, further.n, at);
}

static Judgement judge_stability(const Equations *eq, const Claim *claim, Arena *arena) {
  if (lacks_values(eq))
    return judged(VERDICT_UNKNOWN, "a parameter has no value, and stability depends on the values");
  Local *local;
  if (local_make(eq, arena, &local) != STATUS_OK ||
      find_place(local, eq, claim, arena) != STATUS_OK)
    return judged(VERDICT_UNKNOWN, "no such state was found for the values of the model");
  const LocalStability found = local_stability(local);
  if (found.stability == STABILITY_UNSAID) return judged(VERDICT_UNKNOWN, found.reason);
  return judged(found.stability == claim->stability ? VERDICT_VERIFIED : VERDICT_REFUTED,
                found.reason);
}

// --- where forces jump ---------------------------------------------------------------------------

typedef enum { PLACE_SMOOTH, PLACE_BENT, PLACE_JUMPS } Smoothness;

// The equations with a symbol s for the sign of each u that vanishes at the place: |u| = s u, sign(u) = s,
// if(u, a, b) = (a + b)/2 + s (a - b)/2.
typedef struct {
  ExprPool *pool;
  Arena *arena;
  const FieldMotion *fields;
  ARRAY(Expr) from, to, sign;
} Signed;

static Expr in_signs(const Signed *s, Expr e) {
  return expr_substitute(s->pool, e, s->from.at, s->to.at, s->from.n);
}

static void add_sign(Signed *s, Expr node) {
  ExprPool *pool = s->pool;
  const char *name = text_format(s->arena, "sign(%zu)", s->sign.n + 1);
  const Expr sign = expr_symbol(pool, str(name), SYMBOL_CONSTANT);
  Expr to = sign;
  if (expr_function(pool, node) == FN_ABS)
    to = expr_mul(pool, sign, in_signs(s, expr_operand(pool, node, 0).e));
  if (expr_function(pool, node) == FN_IF) {
    const Expr a = in_signs(s, expr_operand(pool, node, 1).e),
               b = in_signs(s, expr_operand(pool, node, 2).e);
    const Expr odd = expr_mul(pool, sign, expr_sub(pool, a, b));
    to = expr_scale(pool, ratio_make(pool, 1, 2), expr_add(pool, expr_add(pool, a, b), odd));
  }
  array_push(s->arena, &s->from, node);
  array_push(s->arena, &s->to, to);
  array_push(s->arena, &s->sign, sign);
}

// Does e depend on one of the signs, at the place?
static bool feels_signs(const Signed *s, Expr e) {
  const Expr there = expr_is_none(e) ? e : field_motion_statement(s->fields, e);
  if (expr_is_none(there)) {
    (void) expr_trouble(s->pool);
    return true;
  }
  for (size_t i = 0; i < s->sign.n; i++)
    if (!expr_equal(s->pool, expr_diff(s->pool, there, s->sign.at[i]), EXPR_ZERO)) return true;
  return false;
}

static Smoothness smoothness_of(const Signed *s, const Equations *eq, Expr e) {
  const Expr signs = in_signs(s, e);
  if (expr_same(signs, e)) return PLACE_SMOOTH;
  if (feels_signs(s, signs)) return PLACE_JUMPS;
  for (size_t i = 0; i < 2 * eq->n; i++)
    if (feels_signs(s, expr_diff(s->pool, signs, i < eq->n ? eq->q[i] : eq->qd[i - eq->n])))
      return PLACE_BENT;
  return PLACE_SMOOTH;
}

// Finds the smoothness of M, F and the constraints, at rest at the place.
static Smoothness smoothness_at(const Equations *eq, const FieldMotion *fields, Arena *arena) {
  const Constraints *c = &eq->constraints;
  ARRAY(Expr) all = {0};
  for (size_t i = 0; i < eq->n * eq->n; i++) array_push(arena, &all, problem_M(&eq->free)->at[i]);
  for (size_t i = 0; i < eq->n; i++) array_push(arena, &all, problem_F(&eq->free)[i]);
  for (size_t i = 0; i < c->r * eq->n; i++) array_push(arena, &all, c->A.at[i]);
  for (size_t i = 0; i < c->r * eq->n; i++) array_push(arena, &all, c->B.at[i]);
  for (size_t i = 0; i < c->r; i++) array_push(arena, &all, c->b[i]);
  Signed s = {.pool = eq->pool, .arena = arena, .fields = fields};
  const Switches nodes = switches_nodes(eq->pool, all.at, all.n, arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr u = field_motion_statement(fields, expr_operand(eq->pool, nodes.at[i], 0).e);
    const bool vanishes = !expr_is_none(u) && expr_equal(eq->pool, u, EXPR_ZERO);
    if (vanishes && expr_function(eq->pool, nodes.at[i]) != FN_ATAN2) add_sign(&s, nodes.at[i]);
  }
  Smoothness worst = PLACE_SMOOTH;
  for (size_t i = 0; s.sign.n > 0 && i < all.n; i++) {
    const Smoothness found = smoothness_of(&s, eq, all.at[i]);
    if (found > worst) worst = found;
  }
  return worst;
}

// --- rest ----------------------------------------------------------------------------------------

// Returns a sum of all accelerations with weights that no model is likely to cancel.
static Expr weighted_sum(const Equations *eq) {
  Expr sum = EXPR_ZERO;
  long num = 7919, den = 104729;
  for (size_t i = 0; i < eq->n; i++) {
    const Ratio weight = ratio_make(eq->pool, num, (unsigned long) den);
    sum = expr_add(eq->pool, sum, expr_scale(eq->pool, weight, eq->qdd[i]));
    num = num * 48271 % 2147483647;
    den = den * 16807 % 2147483647;
  }
  return sum;
}

static Verdict judge_all(const Equations *eq, const Conditions *given, Arena *arena) {
  return proof_judge_zero(eq, given->at, given->n, weighted_sum(eq), "", arena).verdict;
}

// Do all accelerations vanish, for all values of the parameters? Tries all of them at once first.
static Judgement judge_rest(const Equations *eq, const Conditions *given, Arena *arena) {
  Judgement rest = judged(VERDICT_PROVED, "all accelerations vanish there");
  if (eq->n > 1 && judge_all(eq, given, arena) == VERDICT_PROVED) return rest;
  for (size_t i = 0; i < eq->n; i++) {
    const Judgement j = proof_judge_zero(eq, given->at, given->n, eq->qdd[i],
                                         expr_symbol_name(eq->pool, eq->qdd[i]), arena);
    if (j.verdict == VERDICT_REFUTED) return j;
    if (j.verdict > rest.verdict) rest = j;
  }
  return rest;
}

bool equilibrium_holds(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  const FieldMotion fields = field_motion_open(eq, given.at, given.n, arena);
  if (violated(&fields) != NULL) return false;
  const Verdict verdict = judge_all(eq, &given, arena);
  return verdict == VERDICT_PROVED || verdict == VERDICT_VERIFIED;
}

static bool is_of_parameters(const Equations *eq, Expr e, Arena *arena) {
  const ExprList symbols = expr_symbols(eq->pool, &e, 1, arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (model_role(eq->model, symbols.at[i], NULL) != ROLE_CONSTANT) return false;
  return true;
}

// Returns the place in terms of parameters, and the conditions left = right on these; false if the claim leaves
// anything open.
static bool exact_place(const Equations *eq, const Claim *claim, Expr *q, Expr *left, Expr *right,
                        Arena *arena) {
  for (size_t i = 0; i < eq->n; i++) {
    q[i] = EXPR_NONE;
    for (size_t k = 0; k < claim->at.n; k++)
      if (expr_same(claim->at.at[k].symbol, eq->q[i])) q[i] = claim->at.at[k].value;
    if (expr_is_none(q[i])) return false;
  }
  for (size_t i = 0; i < claim->given.n; i++) {
    left[i] = claim->given.at[i].left;
    right[i] = claim->given.at[i].right;
    if (!is_parameter(eq, left[i]) || !is_of_parameters(eq, right[i], arena) ||
        expr_depends(eq->pool, right[i], left[i]))
      return false;
  }
  return true;
}

// "stable if k*l > g*m", or NULL
static const char *condition_text(const Equations *eq, const ConditionList *list, Arena *arena) {
  if (list->n == 0) return NULL;
  Text text = text_make(arena);
  for (size_t i = 0; i < list->n; i++) {
    const char *left = print_expr_text(eq->pool, list->at[i].left, arena),
               *right = print_expr_text(eq->pool, list->at[i].right, arena);
    text_addf(&text, "%s%s > %s", i > 0 ? " and " : "stable if ", left, right);
  }
  return text_get(&text);
}

// Judges stability for all assumed values of the parameters if that can be decided, otherwise for the model's values.
static Judgement judge_word(const Equations *eq, const Claim *claim, Judgement rest, Arena *arena) {
  Expr *q = ARENA_ARRAY(arena, Expr, eq->n + 1),
       *left = ARENA_ARRAY(arena, Expr, claim->given.n + 1),
       *right = ARENA_ARRAY(arena, Expr, claim->given.n + 1);
  StabilityConditions c = {.known = false};
  if (rest.verdict == VERDICT_PROVED && exact_place(eq, claim, q, left, right, arena))
    c = local_conditions_given(eq, q, left, right, claim->given.n, arena);
  if (c.known && c.proved == claim->stability) {
    rest.detail =
      "by the second derivatives of the potential energy, for all values of the parameters "
      "that are assumed";
    return rest;
  }
  if (c.known && c.proved != STABILITY_UNSAID)
    return judged(VERDICT_REFUTED,
                  c.proved == STABILITY_STABLE
                    ? "it is stable for all values of the parameters that are assumed"
                    : "it is unstable for all values of the parameters that are assumed");
  Judgement j = judge_stability(eq, claim, arena);
  const char *condition = condition_text(eq, &c.list, arena);
  if (condition != NULL && j.verdict != VERDICT_REFUTED)
    j.detail = text_format(arena, "%s; %s", j.detail, condition);
  return j;
}

Judgement judge_equilibrium(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  const FieldMotion fields = field_motion_open(eq, given.at, given.n, arena);
  const char *broken = violated(&fields);
  if (broken != NULL)
    return judged(VERDICT_REFUTED,
                  text_format(arena, "the constraint %s does not hold there", broken));
  const Judgement rest = judge_rest(eq, &given, arena);
  if (rest.verdict == VERDICT_REFUTED && smoothness_at(eq, &fields, arena) == PLACE_JUMPS)
    return judged(VERDICT_UNKNOWN, "forces jump there, which may hold it at rest");
  const bool holds = rest.verdict == VERDICT_PROVED || rest.verdict == VERDICT_VERIFIED;
  if (!holds || claim->stability == STABILITY_UNSAID) return rest;
  return judge_word(eq, claim, rest, arena);
}

// --- small motions -------------------------------------------------------------------------------

// lambda^2 M - F_q - (B^T lambda)_q, bordered by A: singular if lambda^2 is an eigenvalue
static Expr *bordered(const FieldMotion *fields, const Equations *eq, Expr square, Arena *arena) {
  ExprPool *pool = eq->pool;
  const Constraints *c = &eq->constraints;
  const size_t n = eq->n, size = n + c->r;
  Expr *K = ARENA_ARRAY(arena, Expr, size * size);
  for (size_t i = 0; i < size * size; i++) K[i] = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    const Expr F = expr_add(pool, problem_F(&eq->free)[i], constraints_reaction(pool, c, i));
    for (size_t j = 0; j < n; j++) {
      const Expr M = expr_mul(pool, square, *matrix_entry(problem_M(&eq->free), i, j));
      K[i * size + j] =
        field_motion_statement(fields, expr_sub(pool, M, expr_diff(pool, F, eq->q[j])));
    }
    for (size_t a = 0; a < c->r; a++) {
      K[i * size + n + a] = field_motion_statement(fields, *matrix_entry(&c->B, a, i));
      K[(n + a) * size + i] = field_motion_statement(fields, *matrix_entry(&c->A, a, i));
    }
  }
  return K;
}

// Does a force depend on the velocities at rest? Then small motions are not of the form
// e^(lambda t) with eigenvalues lambda^2.
static bool feels_velocities(const FieldMotion *fields, const Equations *eq) {
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < eq->n; j++) {
      const Expr slope =
        field_motion_statement(fields, expr_diff(eq->pool, problem_F(&eq->free)[i], eq->qd[j]));
      if (!expr_equal(eq->pool, slope, EXPR_ZERO)) return true;
    }
  return false;
}

// Is K singular at the point of the fields? Leaves out rows of A that depend on others there, with their columns of B.
static bool is_singular(FieldMotion *fields, const Fingerprint *K, int k) {
  const size_t n = fields->eq.n, r = fields->eq.constraints.r, size = n + r;
  uint64_t *A = ARENA_ARRAY(fields->arena, uint64_t, r * n + 1);
  size_t *ranks = ARENA_ARRAY(fields->arena, size_t, size + 1),
         *chosen = ARENA_ARRAY(fields->arena, size_t, size), m = 0;
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) A[a * n + i] = K[(n + a) * size + i].v[k];
  field_ranks(k, fields->arena, r, n, A, ranks);
  for (size_t i = 0; i < size; i++)
    if (i < n || ranks[i - n + 1] > ranks[i - n]) chosen[m++] = i;
  uint64_t *left = ARENA_ARRAY(fields->arena, uint64_t, m * m);
  for (size_t i = 0; i < m * m; i++) left[i] = K[chosen[i / m] * size + chosen[i % m]].v[k];
  field_ranks(k, fields->arena, m, m, left, ranks);
  return ranks[m] < m;
}

#define DETERMINANT_MOST 7

// Expands by the first row.
static Expr determinant(ExprPool *pool, size_t n, const Expr *K, Arena *arena) {
  if (n == 1) return K[0];
  Expr sum = EXPR_ZERO, *minor = ARENA_ARRAY(arena, Expr, (n - 1) * (n - 1));
  for (size_t column = 0; column < n; column++) {
    if (expr_same(K[column], EXPR_ZERO)) continue;
    for (size_t i = 0; i < (n - 1) * (n - 1); i++) {
      const size_t j = i % (n - 1);
      minor[i] = K[(i / (n - 1) + 1) * n + j + (j >= column)];
    }
    const Expr term = expr_mul(pool, K[column], determinant(pool, n - 1, minor, arena));
    sum = column % 2 == 0 ? expr_add(pool, sum, term) : expr_sub(pool, sum, term);
  }
  return sum;
}

Judgement judge_mode(const Equations *eq, const Claim *claim, Arena *arena) {
  const Conditions given = at_rest(eq, claim, arena);
  FieldMotion fields = field_motion_open(eq, given.at, given.n, arena);
  const size_t size = eq->n + eq->constraints.r;
  const Judgement rest = judge_rest(eq, &given, arena);
  if (smoothness_at(eq, &fields, arena) != PLACE_SMOOTH)
    return judged(VERDICT_UNKNOWN, "forces jump or bend there, and small motions are not linear");
  if (rest.verdict == VERDICT_REFUTED)
    return judged(VERDICT_REFUTED, text_format(arena, "no equilibrium: %s", rest.detail));
  if (!free_in_velocities(eq)) return judged(VERDICT_UNKNOWN, "its momenta are part of the state");
  if (rest.verdict == VERDICT_UNKNOWN) return judged(VERDICT_UNKNOWN, rest.detail);
  if (feels_velocities(&fields, eq))
    return judged(VERDICT_UNKNOWN, "forces depend on the velocities there");
  const Expr *K = bordered(&fields, eq, field_motion_energies(eq, claim->left), arena);
  unsigned singular = 0, regular = 0, lacking = 0;
  for (unsigned draw = 0; draw < REST_DRAWS && singular < REST_POINTS; draw++) {
    Fingerprint *values = ARENA_ARRAY(arena, Fingerprint, size * size);
    if (field_motion_go(&fields, draw) != STATUS_OK ||
        !field_point_values(fields.point, K, size * size, values))
      continue;
    if (field_motion_lacks_roots(&fields)) {
      lacking++;
      continue;
    }
    bool full = false;
    for (int k = 0; k < FIELD_COUNT; k++) full = full || !is_singular(&fields, values, k);
    ++*(full ? &regular : &singular);
  }
  // roots prevent a decision over the fields: their signs are known over the reals
  bool in_motion;
  const bool split =
    field_motion_split_roots(&fields, field_motion_statement(&fields, claim->left), &in_motion) > 0;
  if (split || (singular > 0 ? regular > 0 : regular == 0 && lacking > 0))
    return size <= DETERMINANT_MOST
             ? proof_judge_equation(eq, given.at, given.n, determinant(eq->pool, size, K, arena),
                                    EXPR_ZERO, arena)
             : judged(VERDICT_UNKNOWN, "it depends on the signs of roots");
  if (singular >= REST_POINTS)
    return judged(VERDICT_PROVED, "lambda2 A0 - B0 is singular, for all values of parameters");
  if (regular > 0) return judged(VERDICT_REFUTED, "lambda2 A0 - B0 is regular");
  return judged(VERDICT_UNKNOWN, "no accelerations are determined there");
}
