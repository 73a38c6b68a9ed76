// proof/algebra.c: claims proved by algebra.
//
// In:    M q'' = F + B^T lambda, A q'' = b, the constraints, conditions, a claim
// Out:   is left - right a combination of expressions that vanish?
// Law:   every yes is an identity of polynomials (algebra/chain.h); nothing is decided at random points. Sums
//        that were simplified to zero while the model was read are proved to vanish
// Not:   the signs of roots are unknown, so claims that need them are not proved here
// From:  docs/theory/algebra.md

#include "proof/algebra_impl.h"
#include "ground/branches.h"
#include <string.h>

#define WORK_STATE 200000   // products of terms, to put the constraints in order
#define WORK_SIMPLE 100000  // to solve for the easy unknowns
#define WORK_MOTION 300000  // to solve for all unknowns
#define WORK_CLAIM 100000   // to reduce a claim
#define WORK_READING 20000  // for a sum that was simplified to zero

// --- the field -----------------------------------------------------------------------------------

static void push_terms(Algebra *a, ExprArray *roots, const ZeroSums *zeros) {
  for (size_t i = 0; i < zeros->n; i++)
    for (size_t k = 0; k < zeros->at[i].n; k++)
      array_push(a->arena, roots, zeros->at[i].terms[k].e);
}

static bool make_field(Algebra *a) {
  ExprArray roots = {0};
  for (size_t i = 0; i < a->state.n; i++) array_push(a->arena, &roots, a->state.at[i].e);
  for (size_t i = 0; i < a->unknowns.n; i++) array_push(a->arena, &roots, a->unknowns.at[i].e);
  for (size_t i = 0; i < a->count; i++) {
    const Question *q = &a->questions[i];
    array_push(a->arena, &roots, q->left);
    if (!q->conserved) {
      array_push(a->arena, &roots, q->right);
      continue;
    }
    const Expr rate = expr_rate(a->pool, q->left);
    if (!expr_is_none(rate)) array_push(a->arena, &roots, rate);
  }
  (void) expr_trouble(a->pool);
  push_terms(a, &roots, &a->zeros);
  for (size_t i = 0; i < roots.n; i++)
    if (expr_is_none(roots.at[i])) return false;
  a->field = rationals_create_free(a->pool, a->arena, roots.at, roots.n);
  return a->field != NULL;
}

static bool contains(const ExprArray *list, Expr e) {
  for (size_t i = 0; i < list->n; i++)
    if (expr_same(list->at[i], e)) return true;
  return false;
}

static unsigned char symbol_level(const Algebra *a, Expr symbol) {
  const Equations *eq = a->eq;
  if (expr_same(symbol, EXPR_PI)) return CHAIN_CONSTANT;
  switch (model_role(eq->model, symbol, NULL)) {
    case ROLE_CONSTANT:
      return contains(&a->free, symbol) || contains(&a->from, symbol) ? CHAIN_STATE
                                                                      : CHAIN_CONSTANT;
    case ROLE_TIME: return CHAIN_STATE;
    case ROLE_COORDINATE: return CHAIN_STATE + 1;
    case ROLE_SPEED: return CHAIN_STATE + 2;
    case ROLE_VELOCITY:
      return free_is_state_variable(eq, symbol) ? CHAIN_STATE + 2 : CHAIN_STATE + 3;
    case ROLE_MOMENTUM:
      return free_is_state_variable(eq, symbol) ? CHAIN_STATE + 2 : CHAIN_UNKNOWN + 1;
    case ROLE_QUASI_VELOCITY: return CHAIN_UNKNOWN + 1;
    case ROLE_ACCELERATION:
    case ROLE_MOMENTUM_RATE:
    case ROLE_SPEED_RATE: return CHAIN_UNKNOWN + 1;
    default: return CHAIN_UNKNOWN;
  }
}

// Is it a number times a product of powers of parameters, at least one?
static bool is_monomial_of_parameters(const Algebra *a, Expr e) {
  const ExprPool *pool = a->pool;
  if (expr_kind(pool, e) == EXPR_SUM && expr_count(pool, e) == 1) e = expr_operand(pool, e, 0).e;
  if (expr_kind(pool, e) == EXPR_SYMBOL) return !expr_same(e, EXPR_PI);
  if (expr_kind(pool, e) != EXPR_PRODUCT) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const Expr factor = expr_operand(pool, e, i).e;
    if (expr_kind(pool, factor) != EXPR_SYMBOL || expr_same(factor, EXPR_PI)) return false;
  }
  return true;
}

// Classifies functions of constants: values of sin, cos and exp at different monomials are independent, and
// roots satisfy their relations; nothing is known about other functions.
static unsigned char constant_level(const Algebra *a, Expr e) {
  if (expr_kind(a->pool, e) != EXPR_FUNCTION) return CHAIN_CONSTANT;
  const Expr argument = expr_operand(a->pool, e, 0).e;
  switch (expr_function(a->pool, e)) {
    case FN_SIN:
    case FN_COS:
    case FN_EXP: return is_monomial_of_parameters(a, argument) ? CHAIN_CONSTANT : CHAIN_SPECIAL;
    case FN_ABS: return CHAIN_CONSTANT;
    default: return CHAIN_SPECIAL;
  }
}

static void find_levels(Algebra *a) {
  const size_t n = rationals_generators(a->field);
  a->level = ARENA_ARRAY(a->arena, unsigned char, n + 1);
  for (size_t g = 0; g < n; g++) {
    const Expr e = rationals_generator(a->field, g);
    const ExprList symbols = expr_symbols(a->pool, &e, 1, a->arena);
    for (size_t i = 0; i < symbols.n; i++) {
      const unsigned char level = symbol_level(a, symbols.at[i]);
      if (level > a->level[g]) a->level[g] = level;
    }
    if (a->level[g] == CHAIN_CONSTANT) a->level[g] = constant_level(a, e);
  }
}

// --- proofs --------------------------------------------------------------------------------------

// Do the sums that were simplified to zero vanish by relations between functions alone?
static bool are_zero(Rationals *field, Chain *chain, const ZeroSums *zeros, ExprPool *pool) {
  for (size_t i = 0; i < zeros->n; i++) {
    const Rational *sum = rational_of(field, EXPR_ZERO);
    for (size_t k = 0; k < zeros->at[i].n; k++) {
      const ExprTerm term = zeros->at[i].terms[k];
      const Rational *c = rational_of(field, expr_number(pool, term.c));
      sum = rational_add(field, sum, rational_mul(field, c, rational_of(field, term.e)));
    }
    if (chain_vanishes(chain, sum, NULL) != TRUTH_YES) return false;
  }
  return true;
}

// The same for one sum, in a field of its own.
static bool is_zero_alone(Algebra *a, ZeroSum sum) {
  ZeroSums one = {0};
  ExprArray roots = {0};
  array_push(a->arena, &one, sum);
  push_terms(a, &roots, &one);
  Rationals *field = rationals_create_free(a->pool, a->arena, roots.at, roots.n);
  if (field == NULL) return false;
  unsigned char *level = ARENA_ARRAY(a->arena, unsigned char, rationals_generators(field) + 1);
  for (size_t g = 0; g < rationals_generators(field); g++) level[g] = CHAIN_STATE;
  rationals_renew(field, WORK_READING);
  Chain *chain = chain_create(field, level, false);
  Chains cases = {0};
  return chain_close_state(chain, CHAIN_ANY_POSITIONS, &cases) && cases.n == 1 &&
         are_zero(field, chain, &one, a->pool);
}

static bool are_all_zero(Algebra *a, const ZeroSums *zeros) {
  for (size_t i = 0; i < zeros->n; i++)
    if (!is_zero_alone(a, zeros->at[i])) return false;
  return true;
}

static void find_differences(Algebra *a) {
  Rationals *f = a->field;
  a->difference = ARENA_ARRAY(a->arena, const Rational *, a->count + 1);
  a->proved = ARENA_ARRAY(a->arena, bool, a->count + 1);
  a->proofs = ARENA_ARRAY(a->arena, PieceProof, a->count * CHAIN_CASES + 1);
  for (size_t i = 0; i < a->count; i++) {
    const Question *q = &a->questions[i];
    rationals_renew(f, WORK_CLAIM);
    a->difference[i] = q->conserved
                         ? rational_rate(f, rational_of(f, q->left))
                         : rational_sub(f, rational_of(f, q->left), rational_of(f, q->right));
  }
}

static void add_premises(Algebra *a, Chain *chain, const Premises *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    chain_add(chain, rational_of(a->field, list->at[i].e),
              text_format(a->arena, "%s%zu",
                          list == &a->state    ? "s"
                          : list == &a->values ? "v"
                                               : "m",
                          i));
}

// Builds a chain of the first n premises of the state, or of those of them that are about positions; NULL if
// they define more than one piece.
static const Chain *single_piece(Algebra *a, size_t n, bool positions) {
  Chain *chain = chain_create(a->field, a->level, false);
  Chains cases = {0};
  for (size_t i = 0; i < n; i++)
    if (!positions || a->state.at[i].position)
      chain_add(chain, rational_of(a->field, a->state.at[i].e), "");
  const bool good = chain_close_state(chain, CHAIN_ANY_POSITIONS, &cases);
  return good && cases.n == 1 ? chain : NULL;
}

// Counts the equations between positions that hold at all of them. Where constraints on velocities lose rank,
// which happens at some positions only, more equations hold and states would be lost. Applies only if the
// holonomic constraints are not the cause.
static size_t free_positions(Algebra *a) {
  if (a->from.n > 0 || a->bound || a->holonomic == a->state.n) return CHAIN_ANY_POSITIONS;
  if (single_piece(a, a->holonomic, false) == NULL) return CHAIN_ANY_POSITIONS;
  const Chain *chain = single_piece(a, a->holonomic, true);
  return chain == NULL ? CHAIN_ANY_POSITIONS : chain_positions(chain);
}

// Are all divisors inside e nonzero on the piece? In lowest terms a divisor may have cancelled.
static bool has_value(Algebra *a, Chain *chain, Expr e) {
  const Factors divisors = branches_divisors(a->pool, e, a->arena);
  for (size_t i = 0; i < divisors.n; i++) {
    const Expr d = divisors.at[i];
    if (expr_kind(a->pool, d) == EXPR_SYMBOL && symbol_level(a, d) == CHAIN_CONSTANT) continue;
    if (!chain_differs(chain, rational_of(a->field, d))) return false;
  }
  return true;
}

static bool have_values(Algebra *a, Chain *chain, const Premises *list) {
  for (size_t i = 0; i < list->n; i++)
    if (!has_value(a, chain, list->at[i].e)) return false;
  return true;
}

// Builds the chains of all pieces, with definitions and whatever else is easy to solve for.
static bool make_pieces(Algebra *a, Using using) {
  AlgebraPieces *pieces = &a->pieces[using];
  rationals_renew(a->field, WORK_STATE);
  const size_t positions = using == USING_CONSTRAINTS ? free_positions(a) : CHAIN_ANY_POSITIONS;
  rationals_renew(a->field, WORK_STATE);
  Chain *chain = chain_create(a->field, a->level, a->recorded);
  add_premises(a, chain, &a->values, a->values.n);
  if (using == USING_CONSTRAINTS) add_premises(a, chain, &a->state, a->state.n);
  if (!chain_close_state(chain, positions, &pieces->simple)) return false;
  for (size_t i = 0; i < pieces->simple.n; i++) {
    rationals_renew(a->field, WORK_SIMPLE);
    if (!have_values(a, pieces->simple.at[i], &a->state)) return false;
    Chain *with = chain_copy(pieces->simple.at[i]);
    add_premises(a, with, &a->unknowns, a->unknowns.n);
    if (chain_close_unknowns(with, true) && have_values(a, with, &a->unknowns))
      pieces->simple.at[i] = with;
  }
  return pieces->simple.n > 0;
}

Algebra *algebra_open(const Equations *eq, const Condition *given, size_t n,
                      const Question *questions, size_t count, Arena *arena, bool recorded) {
  Algebra *a = ARENA_NEW(arena, Algebra);
  a->recorded = recorded;
  a->eq = eq;
  a->pool = eq->pool;
  a->arena = arena;
  a->count = count;
  a->fields = field_motion_open(eq, NULL, 0, arena);
  algebra_gather(a, given, n, questions);
  if (!make_field(a)) return NULL;
  find_levels(a);
  algebra_gather_values(a);
  find_differences(a);
  return are_all_zero(a, &eq->model->zeros) && are_all_zero(a, &a->zeros) ? a : NULL;
}

// Returns the chain of a piece, solved for all unknowns.
static Chain *solve_all(Algebra *a, AlgebraPieces *pieces, size_t i) {
  if (pieces->all[i] != NULL) return pieces->all[i];
  rationals_renew(a->field, WORK_MOTION);
  pieces->all[i] = chain_copy(pieces->simple.at[i]);
  (void) chain_close_unknowns(pieces->all[i], false);  // a failed chain proves nothing
  return pieces->all[i];
}

static bool is_shown_by(Algebra *a, Chain *chain, size_t which, PieceProof *proof) {
  const Question *q = &a->questions[which];
  const ArenaMark mark = arena_mark(a->arena);
  rationals_renew(a->field, WORK_CLAIM);
  proof->chain = chain;
  const Truth truth = chain_vanishes(chain, a->difference[which], &proof->how);
  if (!a->recorded) arena_release(a->arena, mark);
  return truth == TRUTH_YES && has_value(a, chain, q->left) &&
         (q->conserved || has_value(a, chain, q->right));
}

static bool is_shown(Algebra *a, Using using, size_t which) {
  AlgebraPieces *pieces = &a->pieces[using];
  if (!pieces->opened) pieces->failed = !make_pieces(a, using);
  pieces->opened = true;
  if (pieces->failed) return false;
  for (size_t i = 0; i < pieces->simple.n; i++) {
    PieceProof *proof = &a->proofs[which * CHAIN_CASES + i];
    if (is_shown_by(a, pieces->simple.at[i], which, proof)) continue;
    if (using == USING_NONE || !is_shown_by(a, solve_all(a, pieces, i), which, proof)) return false;
  }
  return true;
}

Truth algebra_proves(Algebra *a, size_t which) {
  const size_t constraints = a->state.n;
  for (Using using = USING_NONE; using < USING_COUNT; using ++) {
    if (using == USING_NONE && constraints == 0) continue;
    PieceProof *proof = &a->proofs[which * CHAIN_CASES];
    memset(proof, 0, CHAIN_CASES * sizeof *proof);
    a->proved[which] = is_shown(a, using, which);
    if (a->proved[which]) return TRUTH_YES;
  }
  return TRUTH_UNKNOWN;
}
