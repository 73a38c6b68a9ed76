// tape/lower.c: expressions to values.
//
// In:    expressions of one pool, any number of roots
// Out:   their values; equal functions (equal fingerprints) have one value
// Law:   the tape gives the same number as the expression (tests/prop/tape/prop_lower.c)
//
// Four passes. Among all nodes below the roots, the lightest of each fingerprint represents the others. The
// needed ones are ordered so that operands come first. Repeated pairs of summands and of factors are shared.
// Then every node becomes a chain of operations.

#include "tape/tape_impl.h"
#include <assert.h>
#include <math.h>
#include <string.h>

// A summand c*e or a factor e^c.
typedef struct {
  Expr e;
  Ratio c;
} Token;

// The summands or factors of all nodes, and the pairs that sharing found in them.
typedef struct {
  ARRAY(Token) tokens;
  Memo token_of;  // expression, ratio -> token
  ARRAY(TokenList) lists;
  TokenPairs pairs;
  struct Signed *values;  // of tokens and pairs, once computed
} Family;

typedef struct Signed {
  bool known, negative;
  Value v;
} Signed;

typedef struct {
  TapeBuilder *b;
  ExprPool *pool;
  Memo best;   // node -> the node that represents it
  Memo state;  // node -> OPENED or PLACED, while the order is made
  ARRAY(Expr) order;
  Memo value_of;  // node -> value
  Memo list_of;   // node -> the first of its lists: of summands, or of factors
  Memo scale_of;  // sum -> common coefficient
  Memo constant;  // nodes whose value is a number
  Family sums, products;
} Lowering;

// --- 1. one node for each fingerprint ------------------------------------------------------------

static bool lighter(const ExprPool *pool, Expr a, Expr b) {
  const uint32_t x = tape_weight(pool, a), y = tape_weight(pool, b);
  return x != y ? x < y : a.id < b.id;
}

static void choose_best(Lowering *l, const ExprList *nodes) {
  Index index = {0};
  for (size_t i = 0; i < nodes->n; i++) {
    const Expr e = nodes->at[i];
    const Fingerprint print = expr_fingerprint(l->pool, e);
    IndexProbe probe = index_probe(&index, print.v[0]);
    bool found = false;
    for (uint32_t first; !found && index_next(&index, &probe, &first);) {
      if (!expr_equal(l->pool, (Expr){first}, e)) continue;
      found = true;
      Expr best;
      memo_get(&l->best, first, &best.id);
      // the first node of a fingerprint keeps the record; the others are looked up through it
      memo_put(l->b->arena, &l->best, e.id, first);
      if (lighter(l->pool, e, best)) memo_put(l->b->arena, &l->best, first, e.id);
    }
    if (found) continue;
    index_insert(l->b->arena, &index, print.v[0], e.id);
    memo_put(l->b->arena, &l->best, e.id, e.id);
  }
  // flatten: node -> first -> best becomes node -> best
  for (size_t i = 0; i < nodes->n; i++) {
    Expr first, best;
    if (!memo_get(&l->best, nodes->at[i].id, &first.id) || !memo_get(&l->best, first.id, &best.id))
      continue;
    if (expr_equal(l->pool, best, nodes->at[i]) && lighter(l->pool, best, first))
      memo_put(l->b->arena, &l->best, nodes->at[i].id, best.id);
  }
}

static Expr best_of(const Lowering *l, Expr e) {
  Expr best = e;
  memo_get(&l->best, e.id, &best.id);
  return best;
}

// Finds a value that this builder computed earlier for the same function.
static bool value_by_print(const Lowering *l, Expr e, Value *value) {
  const Fingerprint print = expr_fingerprint(l->pool, e);
  IndexProbe probe = index_probe(&l->b->lowered, print.v[0]);
  for (uint32_t i; index_next(&l->b->lowered, &probe, &i);) {
    const Fingerprint other = l->b->lowered_prints.at[i];
    if (other.v[0] != print.v[0] || other.v[1] != print.v[1]) continue;
    *value = l->b->lowered_values.at[i];
    return true;
  }
  return false;
}

static void remember(Lowering *l, Expr e, Value value) {
  TapeBuilder *b = l->b;
  const Fingerprint print = expr_fingerprint(l->pool, e);
  memo_put(b->arena, &l->value_of, e.id, value.id);
  index_insert(b->arena, &b->lowered, print.v[0], (uint32_t) b->lowered_values.n);
  array_push(b->arena, &b->lowered_prints, print);
  array_push(b->arena, &b->lowered_values, value);
}

static Value value_of(const Lowering *l, Expr e) {
  Value value = {0};
  const bool known = memo_get(&l->value_of, best_of(l, e).id, &value.id);
  assert(known);
  (void) known;
  return value;
}

// --- 2. operands first ---------------------------------------------------------------------------

static bool has_operands(const ExprPool *pool, Expr e) {
  return expr_kind(pool, e) != EXPR_NUMBER && expr_kind(pool, e) != EXPR_SYMBOL;
}

// Appends e and everything it needs to l->order. A node is pushed, then its operands; it is placed when it
// comes up the second time.
static void put_in_order(Lowering *l, Expr root) {
  enum { OPENED, PLACED };
  ARRAY(Expr) stack = {0};
  Memo *state = &l->state;
  Arena *arena = l->b->arena;
  array_push(arena, &stack, root);
  while (stack.n > 0) {
    const Expr e = stack.at[stack.n - 1];
    uint32_t known;
    Value ready;
    if (memo_get(state, e.id, &known)) {
      stack.n--;
      if (known == OPENED) array_push(arena, &l->order, e);
      memo_put(arena, state, e.id, PLACED);
      continue;
    }
    if (value_by_print(l, e, &ready)) {
      stack.n--;
      memo_put(arena, &l->value_of, e.id, ready.id);
      memo_put(arena, state, e.id, PLACED);
      continue;
    }
    memo_put(arena, state, e.id, OPENED);
    if (!has_operands(l->pool, e)) continue;
    for (size_t i = 0; i < expr_count(l->pool, e); i++) {
      const Expr operand = best_of(l, expr_operand(l->pool, e, i).e);
      if (!memo_get(state, operand.id, &known)) array_push(arena, &stack, operand);
    }
  }
}

// --- 3. shared summands and factors --------------------------------------------------------------

static bool is_constant(const Lowering *l, Expr e) {
  Value v;
  if (memo_get(&l->constant, best_of(l, e).id, &v.id)) return true;
  return memo_get(&l->value_of, best_of(l, e).id, &v.id) && tape_is_constant(l->b, v);
}

// Marks the nodes without inputs, or with fixed inputs only.
static void mark_constants(Lowering *l) {
  for (size_t i = 0; i < l->order.n; i++) {
    const Expr e = l->order.at[i];
    const ExprKind kind = expr_kind(l->pool, e);
    Value input;
    bool constant = kind == EXPR_NUMBER || expr_same(e, EXPR_PI);
    if (kind == EXPR_SYMBOL && memo_get(&l->b->input_of, e.id, &input.id))
      constant = tape_is_constant(l->b, input);
    if (has_operands(l->pool, e)) {
      constant = true;
      for (size_t k = 0; k < expr_count(l->pool, e) && constant; k++)
        constant = is_constant(l, expr_operand(l->pool, e, k).e);
    }
    if (constant) memo_put(l->b->arena, &l->constant, e.id, 0);
  }
}

static uint32_t token(Lowering *l, Family *family, Expr e, Ratio c) {
  const uint64_t key = (uint64_t) best_of(l, e).id << 32 | c.id;
  uint32_t place;
  if (memo_get(&family->token_of, key, &place)) return place;
  place = (uint32_t) family->tokens.n;
  array_push(l->b->arena, &family->tokens, ((Token){best_of(l, e), c}));
  memo_put(l->b->arena, &family->token_of, key, place);
  return place;
}

static TokenList *add_list(Lowering *l, Family *family, size_t room) {
  array_push(l->b->arena, &family->lists,
             ((TokenList){ARENA_ARRAY(l->b->arena, uint32_t, room), 0}));
  return &family->lists.at[family->lists.n - 1];
}

// Returns |c| if all summands share it, otherwise 1. A common |c| is multiplied in at the end.
static Ratio common_size(Lowering *l, Expr e) {
  ExprPool *pool = l->pool;
  const Ratio first = expr_operand(pool, e, 0).c;
  for (size_t i = 1; i < expr_count(pool, e); i++) {
    const Ratio c = expr_operand(pool, e, i).c;
    if (c.id != first.id && c.id != ratio_neg(pool, first).id) return RATIO_ONE;
  }
  return ratio_sign(pool, first) < 0 ? ratio_neg(pool, first) : first;
}

// Makes two lists, constants and the rest, so that the constants fold into one number.
static void list_summands(Lowering *l, Expr e) {
  ExprPool *pool = l->pool;
  const size_t n = expr_count(pool, e);
  memo_put(l->b->arena, &l->list_of, e.id, (uint32_t) l->sums.lists.n);
  const Ratio scale = common_size(l, e);
  memo_put(l->b->arena, &l->scale_of, e.id, scale.id);
  for (int constant = 1; constant >= 0; constant--) {
    TokenList *list = add_list(l, &l->sums, n);
    for (size_t i = 0; i < n; i++) {
      const ExprTerm term = expr_operand(pool, e, i);
      const Ratio c = ratio_mul(pool, term.c, ratio_inv(pool, scale));
      if (is_constant(l, term.e) == (constant == 1))
        list->at[list->n++] = token(l, &l->sums, term.e, c);
    }
  }
}

#define SPLIT_POWER 3  // x^2 and x^3 are x*x and x*x*x: so m*l is shared by m*l^2 and m*l*g

static void add_factor(Lowering *l, TokenList *list, Expr e, Ratio c) {
  long num, den;
  const bool few = ratio_get(l->pool, c, &num, &den) && den == 1 && num <= SPLIT_POWER;
  for (long k = 0; k < (few ? num : 1); k++)
    list->at[list->n++] = token(l, &l->products, e, few ? RATIO_ONE : c);
}

// Makes four lists: constants in the numerator and denominator, the rest in the numerator and denominator.
static void list_factors(Lowering *l, Expr e) {
  ExprPool *pool = l->pool;
  const size_t n = expr_count(pool, e);
  memo_put(l->b->arena, &l->list_of, e.id, (uint32_t) l->products.lists.n);
  for (int which = 0; which < 4; which++) {
    TokenList *list = add_list(l, &l->products, n * SPLIT_POWER);
    for (size_t i = 0; i < n; i++) {
      const ExprTerm factor = expr_operand(pool, e, i);
      const bool below = ratio_sign(pool, factor.c) < 0;
      if (below != (which % 2 == 1) || is_constant(l, factor.e) != (which < 2)) continue;
      add_factor(l, list, factor.e, below ? ratio_neg(pool, factor.c) : factor.c);
    }
  }
}

static void share(Lowering *l, Family *family) {
  Arena *arena = l->b->arena;
  share_pairs(arena, family->lists.at, family->lists.n, (uint32_t) family->tokens.n,
              &family->pairs);
  family->values = ARENA_ARRAY(arena, Signed, family->tokens.n + family->pairs.n + 1);
}

// --- 4. operations -------------------------------------------------------------------------------

static Value op(Lowering *l, TapeOp code, Value a, Value b) {
  return tape_op(l->b, code, a, b);
}

static Value number(Lowering *l, Ratio c) {
  return tape_constant(l->b, ratio_double(l->pool, c));
}

#define LONGEST_CHAIN 64  // larger integer powers go to pow()

// v^n by squaring; every square is a value that others can share
static Value integer_power(Lowering *l, Value v, long n) {
  Value result = {0}, square = v;
  bool started = false;
  for (;; square = op(l, TAPE_MUL, square, square)) {
    if (n & 1) {
      result = started ? op(l, TAPE_MUL, result, square) : square;
      started = true;
    }
    n >>= 1;
    if (n == 0) return result;
  }
}

// v^c, c positive
static Value power(Lowering *l, Value v, Ratio c) {
  long num, den;
  const bool small = ratio_get(l->pool, c, &num, &den) && num <= LONGEST_CHAIN;
  if (small && den == 1) return integer_power(l, v, num);
  if (small && den == 2) {
    const Value root = op(l, TAPE_SQRT, v, v);
    return num == 1 ? root : op(l, TAPE_MUL, integer_power(l, v, num / 2), root);
  }
  return op(l, TAPE_POW, v, number(l, c));
}

static Signed joined_summands(Lowering *l, Signed x, Signed y) {
  if (x.negative == y.negative) return (Signed){true, x.negative, op(l, TAPE_ADD, x.v, y.v)};
  return (Signed){true, false, x.negative ? op(l, TAPE_SUB, y.v, x.v) : op(l, TAPE_SUB, x.v, y.v)};
}

static Signed joined(Lowering *l, const Family *family, Signed x, Signed y) {
  if (family == &l->sums) return joined_summands(l, x, y);
  return (Signed){true, false, op(l, TAPE_MUL, x.v, y.v)};
}

// k*v; if inputs are fixed and v is a constant times something, the two constants are multiplied now
static Value scaled(Lowering *l, Value k, Value v) {
  const TapeInstruction made = l->b->values.at[v.id];
  if (!l->b->fixed) return op(l, TAPE_MUL, k, v);
  const Value x = {made.a}, y = {made.b};
  if (made.op == TAPE_MUL && tape_is_constant(l->b, x))
    return op(l, TAPE_MUL, op(l, TAPE_MUL, k, x), y);
  if (made.op == TAPE_MUL && tape_is_constant(l->b, y))
    return op(l, TAPE_MUL, op(l, TAPE_MUL, k, y), x);
  return op(l, TAPE_MUL, k, v);
}

static Signed plain_token_value(Lowering *l, const Family *family, Token t) {
  const Value v = value_of(l, t.e);
  if (family == &l->products) return (Signed){true, false, power(l, v, t.c)};
  const bool negative = ratio_sign(l->pool, t.c) < 0;
  const Ratio size = negative ? ratio_neg(l->pool, t.c) : t.c;
  if (expr_same(t.e, EXPR_ONE)) return (Signed){true, negative, number(l, size)};
  return (Signed){true, negative, scaled(l, number(l, size), v)};
}

// Returns the value of a token or of a shared pair. Pairs contain pairs; the stack replaces recursion.
static Signed token_value(Lowering *l, Family *family, uint32_t wanted) {
  ARRAY(uint32_t) stack = {0};
  array_push(l->b->arena, &stack, wanted);
  while (stack.n > 0) {
    const uint32_t t = stack.at[stack.n - 1];
    Signed *value = &family->values[t];
    if (value->known) {
      stack.n--;
    } else if (t < family->tokens.n) {
      *value = plain_token_value(l, family, family->tokens.at[t]);
    } else {
      const TokenPair pair = family->pairs.at[t - family->tokens.n];
      const Signed x = family->values[pair.a], y = family->values[pair.b];
      if (x.known && y.known) *value = joined(l, family, x, y);
      if (!x.known) array_push(l->b->arena, &stack, pair.a);
      if (!y.known) array_push(l->b->arena, &stack, pair.b);
    }
  }
  return family->values[wanted];
}

// Returns the sum or product of a list; not known if the list is empty.
static Signed list_value(Lowering *l, Family *family, const TokenList *list) {
  Signed total = {0};
  for (size_t i = 0; i < list->n; i++) {
    const Signed next = token_value(l, family, list->at[i]);
    total = total.known ? joined(l, family, total, next) : next;
  }
  return total;
}

static Value sum_value(Lowering *l, Expr e) {
  uint32_t list = 0;
  Ratio scale = RATIO_ONE;
  memo_get(&l->list_of, e.id, &list);
  memo_get(&l->scale_of, e.id, &scale.id);
  const Signed constant = list_value(l, &l->sums, &l->sums.lists.at[list]);
  Signed total = list_value(l, &l->sums, &l->sums.lists.at[list + 1]);
  if (constant.known) total = total.known ? joined_summands(l, total, constant) : constant;
  if (scale.id != RATIO_ONE.id) {
    const Ratio factor = total.negative ? ratio_neg(l->pool, scale) : scale;
    return scaled(l, number(l, factor), total.v);
  }
  return total.negative ? op(l, TAPE_NEG, total.v, total.v) : total.v;
}

static Value product_value(Lowering *l, Expr e) {
  uint32_t list = 0;
  memo_get(&l->list_of, e.id, &list);
  Value part[4];
  for (size_t i = 0; i < 4; i++) {
    const Signed value = list_value(l, &l->products, &l->products.lists.at[list + i]);
    part[i] = value.known ? value.v : tape_constant(l->b, 1);
  }
  const Value constant = op(l, TAPE_DIV, part[0], part[1]);
  return op(l, TAPE_DIV, scaled(l, constant, part[2]), part[3]);
}

static const TapeOp function_op[FN_COUNT] = {
  [FN_SIN] = TAPE_SIN,   [FN_COS] = TAPE_COS,   [FN_TAN] = TAPE_TAN,     [FN_ASIN] = TAPE_ASIN,
  [FN_ACOS] = TAPE_ACOS, [FN_ATAN] = TAPE_ATAN, [FN_ATAN2] = TAPE_ATAN2, [FN_SINH] = TAPE_SINH,
  [FN_COSH] = TAPE_COSH, [FN_TANH] = TAPE_TANH, [FN_EXP] = TAPE_EXP,     [FN_LOG] = TAPE_LOG,
  [FN_ABS] = TAPE_ABS,   [FN_SIGN] = TAPE_SIGN,
};

// Picks each value on its own side of c: the other one need not even be defined there.
static Value choice_value(Lowering *l, Expr e, Value c) {
  const Value u = value_of(l, expr_operand(l->pool, e, 1).e),
              v = value_of(l, expr_operand(l->pool, e, 2).e);
  const Value side = op(l, TAPE_SIDE, c, c), other = op(l, TAPE_NEG, side, side);
  const Value first = op(l, TAPE_PICK, side, u), second = op(l, TAPE_PICK, other, v);
  return op(l, TAPE_ADD, first, second);
}

// Computes sin(u) and cos(u) together if both are wanted.
static Value function_value(Lowering *l, Expr e) {
  const Function fn = expr_function(l->pool, e);
  const Expr u = expr_operand(l->pool, e, 0).e;
  const Value a = value_of(l, u);
  if (fn == FN_SIN || fn == FN_COS) {
    const Expr partner = expr_call1(l->pool, fn == FN_SIN ? FN_COS : FN_SIN, u);
    Expr ignored;
    if (!tape_is_constant(l->b, a) && memo_get(&l->best, partner.id, &ignored.id)) {
      const Value both = op(l, TAPE_SINCOS, a, a);
      return fn == FN_SIN ? both : (Value){both.id + 1};
    }
  }
  if (fn == FN_IF) return choice_value(l, e, a);
  const Value b = expr_count(l->pool, e) > 1 ? value_of(l, expr_operand(l->pool, e, 1).e) : a;
  return op(l, function_op[fn], a, b);
}

static bool symbol_value(Lowering *l, Expr e, Value *value) {
  if (expr_same(e, EXPR_PI)) {
    *value = tape_constant(l->b, 3.14159265358979323846);
    return true;
  }
  return memo_get(&l->b->input_of, e.id, &value->id);
}

static bool node_value(Lowering *l, Expr e, Value *value) {
  switch (expr_kind(l->pool, e)) {
    case EXPR_NUMBER: *value = number(l, expr_ratio_of(l->pool, e)); return true;
    case EXPR_SYMBOL: return symbol_value(l, e, value);
    case EXPR_SUM: *value = sum_value(l, e); return true;
    case EXPR_PRODUCT: *value = product_value(l, e); return true;
    case EXPR_FUNCTION: *value = function_value(l, e); return true;
  }
  return false;
}

// Lowers the roots, choosing node by node from the roots and their other forms.
static Status lower(TapeBuilder *b, const Expr *roots, const Expr *forms, size_t n, Value *values,
                    Expr *missing) {
  Lowering l = {.b = b, .pool = b->pool};
  Expr *all = ARENA_ARRAY(b->arena, Expr, 2 * n);
  for (size_t i = 0; i < n; i++) all[i] = roots[i], all[n + i] = forms[i];
  const ExprList nodes = expr_reachable(b->pool, all, 2 * n, b->arena);
  choose_best(&l, &nodes);
  for (size_t i = 0; i < n; i++) put_in_order(&l, best_of(&l, roots[i]));
  mark_constants(&l);
  for (size_t i = 0; i < l.order.n; i++) {
    if (expr_kind(b->pool, l.order.at[i]) == EXPR_SUM) list_summands(&l, l.order.at[i]);
    if (expr_kind(b->pool, l.order.at[i]) == EXPR_PRODUCT) list_factors(&l, l.order.at[i]);
  }
  share(&l, &l.sums);
  share(&l, &l.products);
  for (size_t i = 0; i < l.order.n; i++) {
    Value value;
    if (!node_value(&l, l.order.at[i], &value)) {
      if (missing != NULL) *missing = l.order.at[i];
      return STATUS_INPUT;
    }
    remember(&l, l.order.at[i], value);
  }
  for (size_t i = 0; i < n; i++) values[i] = value_of(&l, roots[i]);
  return STATUS_OK;
}

#define TRIAL_NODES 3000  // with more, trying both ways takes longer than it saves

static uint64_t total_weight(const ExprPool *pool, const Expr *roots, size_t n) {
  uint64_t total = 0;
  for (size_t i = 0; i < n; i++) total += expr_weight(pool, roots[i]);
  return total;
}

// Factoring out is not always cheaper: it may destroy parts that several values shared. So both ways are tried
// and the cheaper one is kept; for large expressions factoring is used only if it looks much shorter.
Status tape_lower(TapeBuilder *b, const Expr *roots, size_t n, Value *values, Expr *missing) {
  Expr *squares = ARENA_ARRAY(b->arena, Expr, n), *factors = ARENA_ARRAY(b->arena, Expr, n);
  const size_t nodes = tape_shorten(b->arena, b->pool, false, roots, n, squares);
  tape_shorten(b->arena, b->pool, true, roots, n, factors);
  if (nodes > TRIAL_NODES) {
    const bool much = total_weight(b->pool, factors, n) < total_weight(b->pool, squares, n) / 2;
    return lower(b, roots, much ? factors : squares, n, values, missing);
  }
  if (n == 0 || memcmp(squares, factors, n * sizeof *squares) == 0)
    return lower(b, roots, squares, n, values, missing);
  TapeBuilder *other = tape_builder_copy(b);
  TRY(lower(b, roots, squares, n, values, missing));
  Value *found = ARENA_ARRAY(b->arena, Value, n);
  TRY(lower(other, roots, factors, n, found, missing));
  if (tape_cost(other, found, n) >= tape_cost(b, values, n)) return STATUS_OK;
  *b = *other;
  memcpy(values, found, n * sizeof *values);
  return STATUS_OK;
}
