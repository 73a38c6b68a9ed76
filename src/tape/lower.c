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
  uint32_t node;
  Ratio c;
} Token;

typedef struct {
  bool known, negative;
  Value v;
} Signed;

// The summands or factors of all nodes, and the pairs that sharing found in them.
typedef struct {
  ARRAY(Token) tokens;
  Memo token_of;     // node, ratio -> token
  TokenList *lists;  // with room for those of all nodes
  size_t n;
  uint32_t *free;  // room for the next list
  TokenPairs pairs;
  Signed *values;  // of tokens and pairs, once computed
} Family;

enum { SUM_LISTS = 2, PRODUCT_LISTS = 4 };

// A node below the roots or their other forms.
typedef struct {
  Expr e;
  ExprKind kind;
  uint32_t best;   // the node that represents it
  uint32_t lists;  // of a sum or product: the first of its lists
  Ratio scale;     // of a sum: the common coefficient
  Value value;     // if known
  bool known;
  bool opened, placed;  // while the order is made
  bool constant;        // its value is a number
} LoweredNode;

typedef struct {
  TapeBuilder *b;
  ExprPool *pool;
  ExprGraph graph;
  LoweredNode *nodes;     // of the graph; below, a node is its place here
  ARRAY(uint32_t) order;  // nodes, operands first
  ARRAY(uint32_t) stack;
  uint8_t *part;  // of the operands of one node: which list they belong to
  Family sums, products;
} Lowering;

static size_t count(const Lowering *l, uint32_t node) {
  return l->graph.first[node + 1] - l->graph.first[node];
}

// Returns the node that represents operand i.
static uint32_t operand(const Lowering *l, uint32_t node, size_t i) {
  return l->nodes[l->graph.operand[l->graph.first[node] + i]].best;
}

// --- 1. one node for each fingerprint ------------------------------------------------------------

static bool lighter(const ExprPool *pool, Expr a, Expr b) {
  const uint32_t x = tape_weight(pool, a), y = tape_weight(pool, b);
  return x != y ? x < y : a.id < b.id;
}

// Finds the first node with the fingerprint of this one, which may be itself.
static uint32_t first_equal(Lowering *l, Index *index, uint32_t node) {
  const Expr e = l->nodes[node].e;
  const uint64_t print = expr_fingerprint(l->pool, e).v[0];
  IndexProbe probe = index_probe(index, print);
  for (uint32_t first; index_next(index, &probe, &first);)
    if (expr_equal(l->pool, l->nodes[first].e, e)) return first;
  index_insert(l->b->arena, index, print, node);
  return node;
}

// The first node of a fingerprint keeps the record, then gives it to the others.
static void choose_best(Lowering *l) {
  const size_t n = l->graph.n;
  uint32_t *first = ARENA_ARRAY(l->b->arena, uint32_t, n);
  Index index = {0};
  index_reserve(l->b->arena, &index, n);
  for (uint32_t i = 0; i < n; i++) {
    first[i] = first_equal(l, &index, i);
    LoweredNode *record = &l->nodes[first[i]];
    if (first[i] == i || lighter(l->pool, l->nodes[i].e, l->nodes[record->best].e))
      record->best = i;
  }
  for (uint32_t i = 0; i < n; i++) l->nodes[i].best = l->nodes[first[i]].best;
}

static void open_nodes(Lowering *l) {
  Arena *arena = l->b->arena;
  l->nodes = ARENA_ARRAY(arena, LoweredNode, l->graph.n);
  size_t most = 0;
  for (uint32_t i = 0; i < l->graph.n; i++) {
    l->nodes[i].e = l->graph.at[i];
    l->nodes[i].kind = expr_kind(l->pool, l->graph.at[i]);
    if (count(l, i) > most) most = count(l, i);
  }
  l->part = ARENA_ARRAY(arena, uint8_t, most);
  choose_best(l);
}

// Is the expression among the nodes?
static bool is_reached(const Lowering *l, Expr e) {
  size_t from = 0, to = l->graph.n;
  while (from < to) {
    const size_t middle = (from + to) / 2;
    if (l->graph.at[middle].id < e.id)
      from = middle + 1;
    else
      to = middle;
  }
  return from < l->graph.n && expr_same(l->graph.at[from], e);
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

static void remember(Lowering *l, LoweredNode *node, Value value) {
  TapeBuilder *b = l->b;
  const Fingerprint print = expr_fingerprint(l->pool, node->e);
  node->value = value;
  node->known = true;
  index_insert(b->arena, &b->lowered, print.v[0], (uint32_t) b->lowered_prints.n);
  array_push(b->arena, &b->lowered_prints, print);
  array_push(b->arena, &b->lowered_values, value);
}

static Value value_of(const Lowering *l, uint32_t node) {
  assert(l->nodes[node].known);
  return l->nodes[node].value;
}

// --- 2. operands first ---------------------------------------------------------------------------

static bool has_operands(const LoweredNode *node) {
  return node->kind != EXPR_NUMBER && node->kind != EXPR_SYMBOL;
}

// Opens a node: if it has no value yet, all that it needs goes before it.
static void open_node(Lowering *l, uint32_t place) {
  LoweredNode *node = &l->nodes[place];
  if (value_by_print(l, node->e, &node->value)) {
    l->stack.n--;
    node->known = node->placed = true;
    node->constant = tape_is_constant(l->b, node->value);
    return;
  }
  node->opened = true;
  for (size_t i = 0; i < count(l, place); i++) {
    const LoweredNode *needed = &l->nodes[operand(l, place, i)];
    if (!needed->opened && !needed->placed)
      array_push(l->b->arena, &l->stack, operand(l, place, i));
  }
}

// Appends a node and everything it needs to l->order. A node is pushed, then its operands; it is placed when it
// comes up the second time.
static void put_in_order(Lowering *l, uint32_t root) {
  array_push(l->b->arena, &l->stack, root);
  while (l->stack.n > 0) {
    const uint32_t place = l->stack.at[l->stack.n - 1];
    LoweredNode *node = &l->nodes[place];
    if (!node->opened && !node->placed) {
      open_node(l, place);
      continue;
    }
    l->stack.n--;
    if (!node->placed) array_push(l->b->arena, &l->order, place);
    node->placed = true;
  }
}

// --- 3. shared summands and factors --------------------------------------------------------------

// Is it without inputs, or with fixed inputs only?
static bool is_constant(const Lowering *l, uint32_t place) {
  const LoweredNode *node = &l->nodes[place];
  Value input;
  if (node->kind == EXPR_SYMBOL && memo_get(&l->b->input_of, node->e.id, &input.id))
    return tape_is_constant(l->b, input);
  if (!has_operands(node)) return node->kind == EXPR_NUMBER || expr_same(node->e, EXPR_PI);
  for (size_t i = 0; i < count(l, place); i++)
    if (!l->nodes[operand(l, place, i)].constant) return false;
  return true;
}

static uint32_t token(Lowering *l, Family *family, uint32_t node, Ratio c) {
  const uint64_t key = (uint64_t) node << 32 | c.id;
  uint32_t place;
  if (memo_add(l->b->arena, &family->token_of, key, (uint32_t) family->tokens.n, &place))
    array_push(l->b->arena, &family->tokens, ((Token){node, c}));
  return place;
}

// Begins a list with the room behind the one before it.
static TokenList *add_list(Family *family) {
  TokenList *list = &family->lists[family->n++];
  *list = (TokenList){family->free, 0};
  return list;
}

static void add_token(Lowering *l, Family *family, TokenList *list, uint32_t node, Ratio c) {
  list->at[list->n++] = token(l, family, node, c);
  family->free++;
}

// Returns |c| if all summands share it, otherwise 1. A common |c| is multiplied in at the end.
static Ratio common_size(Lowering *l, const ExprTerm *terms, size_t n) {
  const Ratio first = terms[0].c;
  for (size_t i = 1; i < n; i++)
    if (terms[i].c.id != first.id && terms[i].c.id != ratio_neg(l->pool, first).id)
      return RATIO_ONE;
  return ratio_sign(l->pool, first) < 0 ? ratio_neg(l->pool, first) : first;
}

// Makes two lists, constants and the rest, so that the constants fold into one number.
static void list_summands(Lowering *l, uint32_t place) {
  LoweredNode *node = &l->nodes[place];
  const ExprTerm *terms = expr_operands(l->pool, node->e);
  const size_t n = count(l, place);
  node->lists = (uint32_t) l->sums.n;
  node->scale = common_size(l, terms, n);
  const Ratio inverse = ratio_inv(l->pool, node->scale);
  for (int constant = 1; constant >= 0; constant--) {
    TokenList *list = add_list(&l->sums);
    for (size_t i = 0; i < n; i++) {
      const uint32_t e = operand(l, place, i);
      if (l->nodes[e].constant == (constant == 1))
        add_token(l, &l->sums, list, e, ratio_mul(l->pool, terms[i].c, inverse));
    }
  }
}

#define SPLIT_POWER 3  // x^2 and x^3 are x*x and x*x*x: so m*l is shared by m*l^2 and m*l*g

static void add_factor(Lowering *l, TokenList *list, uint32_t node, Ratio c) {
  long num, den;
  const bool few = ratio_get(l->pool, c, &num, &den) && den == 1 && num <= SPLIT_POWER;
  for (long k = 0; k < (few ? num : 1); k++)
    add_token(l, &l->products, list, node, few ? RATIO_ONE : c);
}

// Makes four lists: constants in the numerator and denominator, the rest in the numerator and denominator.
static void list_factors(Lowering *l, uint32_t place) {
  const ExprTerm *terms = expr_operands(l->pool, l->nodes[place].e);
  const size_t n = count(l, place);
  l->nodes[place].lists = (uint32_t) l->products.n;
  for (size_t i = 0; i < n; i++)
    l->part[i] = (uint8_t) ((l->nodes[operand(l, place, i)].constant ? 0 : 2) +
                            (ratio_sign(l->pool, terms[i].c) < 0));
  for (unsigned part = 0; part < PRODUCT_LISTS; part++) {
    TokenList *list = add_list(&l->products);
    for (size_t i = 0; i < n; i++)
      if (l->part[i] == part)
        add_factor(l, list, operand(l, place, i),
                   part % 2 == 1 ? ratio_neg(l->pool, terms[i].c) : terms[i].c);
  }
}

// Makes room for `lists` lists of `tokens` tokens together.
static void open_family(Lowering *l, Family *family, size_t lists, size_t tokens) {
  family->lists = ARENA_ARRAY(l->b->arena, TokenList, lists);
  family->free = ARENA_ARRAY(l->b->arena, uint32_t, tokens);
}

static void list_operands(Lowering *l) {
  size_t sums = 0, summands = 0, products = 0, factors = 0;
  for (size_t i = 0; i < l->order.n; i++) {
    const uint32_t place = l->order.at[i];
    const ExprKind kind = l->nodes[place].kind;
    l->nodes[place].constant = is_constant(l, place);
    if (kind == EXPR_SUM) sums++, summands += count(l, place);
    if (kind == EXPR_PRODUCT) products++, factors += count(l, place);
  }
  open_family(l, &l->sums, SUM_LISTS * sums, summands);
  open_family(l, &l->products, PRODUCT_LISTS * products, SPLIT_POWER * factors);
  for (size_t i = 0; i < l->order.n; i++) {
    const uint32_t place = l->order.at[i];
    if (l->nodes[place].kind == EXPR_SUM) list_summands(l, place);
    if (l->nodes[place].kind == EXPR_PRODUCT) list_factors(l, place);
  }
}

static void share(Lowering *l, Family *family) {
  Arena *arena = l->b->arena;
  share_pairs(arena, family->lists, family->n, (uint32_t) family->tokens.n, &family->pairs);
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
  const Value v = value_of(l, t.node);
  if (family == &l->products) return (Signed){true, false, power(l, v, t.c)};
  const bool negative = ratio_sign(l->pool, t.c) < 0;
  const Ratio size = negative ? ratio_neg(l->pool, t.c) : t.c;
  if (expr_same(l->nodes[t.node].e, EXPR_ONE)) return (Signed){true, negative, number(l, size)};
  return (Signed){true, negative, scaled(l, number(l, size), v)};
}

// Finds the values of a shared pair and of the tokens and pairs in it. The stack replaces recursion.
static void compute(Lowering *l, Family *family, uint32_t wanted) {
  array_push(l->b->arena, &l->stack, wanted);
  while (l->stack.n > 0) {
    const uint32_t t = l->stack.at[l->stack.n - 1];
    Signed *value = &family->values[t];
    if (value->known) {
      l->stack.n--;
    } else if (t < family->tokens.n) {
      *value = plain_token_value(l, family, family->tokens.at[t]);
    } else {
      const TokenPair pair = family->pairs.at[t - family->tokens.n];
      const Signed x = family->values[pair.a], y = family->values[pair.b];
      if (x.known && y.known) *value = joined(l, family, x, y);
      if (!x.known) array_push(l->b->arena, &l->stack, pair.a);
      if (!y.known) array_push(l->b->arena, &l->stack, pair.b);
    }
  }
}

static Signed token_value(Lowering *l, Family *family, uint32_t wanted) {
  if (!family->values[wanted].known) compute(l, family, wanted);
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

static Value sum_value(Lowering *l, const LoweredNode *node) {
  const TokenList *lists = &l->sums.lists[node->lists];
  const Signed constant = list_value(l, &l->sums, &lists[0]);
  Signed total = list_value(l, &l->sums, &lists[1]);
  if (constant.known) total = total.known ? joined_summands(l, total, constant) : constant;
  if (node->scale.id != RATIO_ONE.id) {
    const Ratio factor = total.negative ? ratio_neg(l->pool, node->scale) : node->scale;
    return scaled(l, number(l, factor), total.v);
  }
  return total.negative ? op(l, TAPE_NEG, total.v, total.v) : total.v;
}

static Value product_value(Lowering *l, const LoweredNode *node) {
  Value part[PRODUCT_LISTS];
  for (size_t i = 0; i < PRODUCT_LISTS; i++) {
    const Signed value = list_value(l, &l->products, &l->products.lists[node->lists + i]);
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
static Value choice_value(Lowering *l, uint32_t place, Value c) {
  const Value u = value_of(l, operand(l, place, 1)), v = value_of(l, operand(l, place, 2));
  const Value side = op(l, TAPE_SIDE, c, c), other = op(l, TAPE_NEG, side, side);
  const Value first = op(l, TAPE_PICK, side, u), second = op(l, TAPE_PICK, other, v);
  return op(l, TAPE_ADD, first, second);
}

// Computes sin(u) and cos(u) together if both are wanted.
static Value function_value(Lowering *l, uint32_t place) {
  const Expr e = l->nodes[place].e;
  const Function fn = expr_function(l->pool, e);
  const Value a = value_of(l, operand(l, place, 0));
  if (fn == FN_SIN || fn == FN_COS) {
    const Expr u = expr_operands(l->pool, e)->e,
               partner = expr_call1(l->pool, fn == FN_SIN ? FN_COS : FN_SIN, u);
    if (!tape_is_constant(l->b, a) && is_reached(l, partner)) {
      const Value both = op(l, TAPE_SINCOS, a, a);
      return fn == FN_SIN ? both : (Value){both.id + 1};
    }
  }
  if (fn == FN_IF) return choice_value(l, place, a);
  const Value b = count(l, place) > 1 ? value_of(l, operand(l, place, 1)) : a;
  return op(l, function_op[fn], a, b);
}

static bool symbol_value(Lowering *l, Expr e, Value *value) {
  if (expr_same(e, EXPR_PI)) {
    *value = tape_constant(l->b, 3.14159265358979323846);
    return true;
  }
  return memo_get(&l->b->input_of, e.id, &value->id);
}

static bool node_value(Lowering *l, uint32_t place, Value *value) {
  const LoweredNode *node = &l->nodes[place];
  switch (node->kind) {
    case EXPR_NUMBER: *value = number(l, expr_ratio_of(l->pool, node->e)); return true;
    case EXPR_SYMBOL: return symbol_value(l, node->e, value);
    case EXPR_SUM: *value = sum_value(l, node); return true;
    case EXPR_PRODUCT: *value = product_value(l, node); return true;
    case EXPR_FUNCTION: *value = function_value(l, place); return true;
  }
  return false;
}

// The roots, how they are built, and other forms of them.
typedef struct {
  const Expr *roots, *forms;
  size_t n;
  ExprGraph graph;  // of the roots
} Lowered;

static ExprGraph graph_of_both(const TapeBuilder *b, const Lowered *what) {
  const size_t n = what->n;
  if (memcmp(what->roots, what->forms, n * sizeof *what->roots) == 0) return what->graph;
  Expr *both = ARENA_ARRAY(b->arena, Expr, 2 * n);
  memcpy(both, what->roots, n * sizeof *both);
  memcpy(both + n, what->forms, n * sizeof *both);
  return expr_graph(b->pool, both, 2 * n, b->arena);
}

// Lowers the roots, choosing node by node from the roots and their other forms.
static Status lower(TapeBuilder *b, const Lowered *what, Value *values, Expr *missing) {
  Lowering l = {.b = b, .pool = b->pool, .graph = graph_of_both(b, what)};
  const size_t n = what->n;
  open_nodes(&l);
  for (size_t i = 0; i < n; i++) put_in_order(&l, l.nodes[l.graph.root[i]].best);
  list_operands(&l);
  share(&l, &l.sums);
  share(&l, &l.products);
  for (size_t i = 0; i < l.order.n; i++) {
    LoweredNode *node = &l.nodes[l.order.at[i]];
    Value value;
    if (!node_value(&l, l.order.at[i], &value)) {
      if (missing != NULL) *missing = node->e;
      return STATUS_INPUT;
    }
    remember(&l, node, value);
  }
  for (size_t i = 0; i < n; i++) values[i] = value_of(&l, l.nodes[l.graph.root[i]].best);
  return STATUS_OK;
}

#define TRIAL_NODES 3000  // with more, trying both ways takes longer than it saves;
#define TRIAL_COPIED 100  // so does copying what is this many times longer

static uint64_t total_weight(const ExprPool *pool, const Expr *roots, size_t n) {
  uint64_t total = 0;
  for (size_t i = 0; i < n; i++) total += expr_weight(pool, roots[i]);
  return total;
}

// Factoring out is not always cheaper: it may destroy parts that several values shared. So both ways are tried
// and the cheaper one is kept; for large expressions factoring is used only if it looks much shorter.
Status tape_lower(TapeBuilder *b, const Expr *roots, size_t n, Value *values, Expr *missing) {
  Expr *squares = ARENA_ARRAY(b->arena, Expr, n), *factors = ARENA_ARRAY(b->arena, Expr, n);
  if (n == 0) return STATUS_OK;
  const ExprGraph graph = expr_graph(b->pool, roots, n, b->arena);
  tape_shorten(b->arena, b->pool, false, &graph, squares);
  tape_shorten(b->arena, b->pool, true, &graph, factors);
  const Lowered by_squares = {roots, squares, n, graph}, by_factors = {roots, factors, n, graph};
  if (graph.n > TRIAL_NODES || b->values.n > TRIAL_COPIED * graph.n) {
    const bool much = total_weight(b->pool, factors, n) < total_weight(b->pool, squares, n) / 2;
    return lower(b, much ? &by_factors : &by_squares, values, missing);
  }
  if (memcmp(squares, factors, n * sizeof *squares) == 0)
    return lower(b, &by_squares, values, missing);
  TapeBuilder *other = tape_builder_copy(b);
  TRY(lower(b, &by_squares, values, missing));
  Value *found = ARENA_ARRAY(b->arena, Value, n);
  TRY(lower(other, &by_factors, found, missing));
  if (tape_cost(other, found, n) >= tape_cost(b, values, n)) return STATUS_OK;
  *b = *other;
  memcpy(values, found, n * sizeof *values);
  return STATUS_OK;
}
