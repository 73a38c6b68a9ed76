// expr/pool.c: the store of expressions and its symbols; access to their parts.

#include "expr/expr_impl.h"
#include "expr/memory.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- the pool ------------------------------------------------------------------------------------

static void clear_pool(void *object) {
  ExprPool *pool = object;
  for (size_t i = 0; i < pool->ratios.n; i++) fmpq_clear(&pool->ratios.at[i]);
  arena_clear(&pool->scratch);
  arena_clear(&pool->keep);
  arena_clear(&pool->work);
}

static Expr add_node(ExprPool *pool, Node node) {
  if (pool->nodes.n >= UINT32_MAX) guard_fail(pool->arena->guard, STATUS_LIMIT);
  // seen grows before nodes, so that every node has a mark even if memory runs out; released nodes leave theirs
  if (pool->seen.n == pool->nodes.n) array_push(pool->arena, &pool->seen, 0);
  array_push(pool->arena, &pool->nodes, node);
  return (Expr){(uint32_t) pool->nodes.n - 1};
}

ExprPool *expr_pool_create(Arena *arena) {
  ExprPool *pool = ARENA_NEW(arena, ExprPool);
  pool->arena = arena;
  if (!memory_settle()) guard_fail(arena->guard, STATUS_LIMIT);
  arena_init(&pool->scratch, arena->allocator, arena->guard);
  arena_init(&pool->keep, arena->allocator, arena->guard);
  arena_init(&pool->work, arena->allocator, arena->guard);
  arena_defer(arena, clear_pool, pool);

  // the fixed numbers and expressions, in the order of their ids in expr.h
  const Ratio zero = ratio_make(pool, 0, 1), one = ratio_make(pool, 1, 1);
  const Ratio minus = ratio_make(pool, -1, 1), half = ratio_make(pool, 1, 2);
  assert(zero.id == RATIO_ZERO.id && one.id == RATIO_ONE.id && minus.id == RATIO_MINUS_ONE.id &&
         half.id == RATIO_HALF.id);
  (void) minus, (void) half;
  add_node(pool, (Node){.kind = EXPR_NUMBER});
  const Expr e0 = expr_number(pool, zero), e1 = expr_number(pool, one);
  const Expr pi = expr_symbol(pool, str("pi"), SYMBOL_CONSTANT);
  const Expr t = expr_symbol(pool, str("t"), SYMBOL_TIME);
  assert(expr_same(e0, EXPR_ZERO) && expr_same(e1, EXPR_ONE) && expr_same(pi, EXPR_PI) &&
         expr_same(t, EXPR_TIME));
  (void) e0, (void) e1, (void) pi, (void) t;
  return pool;
}

Arena *expr_arena(const ExprPool *pool) {
  return pool->arena;
}

Arena *expr_workspace(ExprPool *pool) {
  return &pool->work;
}

void expr_reset(ExprPool *pool) {
  arena_release(&pool->scratch, (ArenaMark){0});
  arena_release(&pool->keep, (ArenaMark){0});
  arena_release(&pool->work, (ArenaMark){0});
  pool->trouble = TROUBLE_NONE;
  pool->zeros = NULL;
}

size_t expr_pool_size(const ExprPool *pool) {
  return pool->nodes.n;
}

static uint64_t form_key(Expr e, unsigned kind) {
  return (uint64_t) kind << 32 | e.id;
}

Expr expr_kept_form(const ExprPool *pool, Expr e, unsigned kind) {
  Expr form = EXPR_NONE;
  memo_get(&pool->forms, form_key(e, kind), &form.id);
  return form;
}

void expr_keep_form(ExprPool *pool, Expr e, unsigned kind, Expr form) {
  memo_put(pool->arena, &pool->forms, form_key(e, kind), form.id);
}

static uint64_t pair_key(Expr a, Expr b) {
  return (uint64_t) a.id << 32 | b.id;
}

Expr expr_kept_pair(const ExprPool *pool, Expr a, Expr b, unsigned kind) {
  Expr form = EXPR_NONE;
  memo_get(&pool->pairs[kind], pair_key(a, b), &form.id);
  return form;
}

void expr_keep_pair(ExprPool *pool, Expr a, Expr b, unsigned kind, Expr form) {
  memo_put(pool->arena, &pool->pairs[kind], pair_key(a, b), form.id);
}

static uint64_t list_key(const Expr *from, size_t n) {
  uint64_t key = n;
  for (size_t i = 0; i < n; i++) key = hash_mix(key + from[i].id);
  return key;
}

bool expr_is_refused(const ExprPool *pool, const Expr *from, size_t n) {
  uint32_t found;
  return memo_get(&pool->refused, list_key(from, n), &found);
}

void expr_keep_refused(ExprPool *pool, const Expr *from, size_t n) {
  memo_put(pool->arena, &pool->refused, list_key(from, n), 0);
}

static size_t pairs_kept(const ExprPool *pool) {
  size_t n = pool->refused.used;
  for (size_t kind = 0; kind < EXPR_PAIRS; kind++) n += pool->pairs[kind].used;
  return n;
}

Expr pool_trouble(ExprPool *pool, ExprTrouble trouble) {
  if (pool->trouble == TROUBLE_NONE) pool->trouble = trouble;
  return EXPR_NONE;
}

ExprTrouble expr_trouble(ExprPool *pool) {
  const ExprTrouble trouble = pool->trouble;
  pool->trouble = TROUBLE_NONE;
  return trouble;
}

void expr_put_trouble(ExprPool *pool, ExprTrouble trouble) {
  pool->trouble = trouble;
}

ZeroSums *expr_watch_zeros(ExprPool *pool, ZeroSums *list) {
  ZeroSums *before = pool->zeros;
  pool->zeros = list;
  return before;
}

// --- interning -----------------------------------------------------------------------------------

static uint64_t hash_terms(ExprKind kind, Function fn, const ExprTerm *terms, size_t n) {
  uint64_t hash = (uint64_t) kind * 64 + (uint64_t) fn;
  for (size_t i = 0; i < n; i++)
    hash = hash_mix(hash + ((uint64_t) terms[i].e.id << 32 | terms[i].c.id));
  return hash;
}

static bool node_matches(const ExprPool *pool, uint32_t id, ExprKind kind, Function fn,
                         const ExprTerm *terms, size_t n) {
  const Node *node = &pool->nodes.at[id];
  return node->kind == kind && node->fn == fn && node->n == n &&
         memcmp(pool->operands.at + node->first, terms, n * sizeof *terms) == 0;
}

static uint32_t saturated(uint64_t weight) {
  return weight > UINT32_MAX ? UINT32_MAX : (uint32_t) weight;
}

// One for each operand, one for each coefficient other than 1 and -1, and the weights of the operands.
static uint32_t weight_of(const ExprPool *pool, const ExprTerm *terms, size_t n) {
  uint64_t weight = 0;
  for (size_t i = 0; i < n; i++) {
    const bool plain = terms[i].c.id == RATIO_ONE.id || terms[i].c.id == RATIO_MINUS_ONE.id;
    weight += (uint64_t) (plain ? 1 : 2) + pool_node(pool, terms[i].e)->weight;
  }
  return saturated(weight);
}

static void list_zero(ExprPool *pool, const ExprTerm *terms, size_t n) {
  if (pool->zeros == NULL) return;
  ExprTerm *copy = ARENA_ARRAY(pool->arena, ExprTerm, n);
  memcpy(copy, terms, n * sizeof *copy);
  array_push(pool->arena, pool->zeros, ((ZeroSum){copy, n}));
}

Expr pool_intern(ExprPool *pool, ExprKind kind, Function fn, const ExprTerm *terms, size_t n) {
  const uint64_t hash = hash_terms(kind, fn, terms, n);
  IndexProbe probe = index_probe(&pool->index, hash);
  for (uint32_t id; index_next(&pool->index, &probe, &id);)
    if (node_matches(pool, id, kind, fn, terms, n)) return (Expr){id};

  Node node = {.kind = (uint8_t) kind, .fn = (uint8_t) fn, .n = (uint32_t) n};
  node.print = fingerprint_of(pool, kind, fn, terms, n);
  if (kind == EXPR_SUM && node.print.v[0] == 0 && node.print.v[1] == 0) {
    list_zero(pool, terms, n);
    return EXPR_ZERO;
  }
  node.weight = weight_of(pool, terms, n);
  for (size_t i = 0; i < n; i++) {
    const Node *operand = pool_node(pool, terms[i].e);
    node.deps |= operand->deps;
    if (operand->kind == EXPR_SYMBOL) pool->symbols.at[operand->first].used = true;
  }
  node.first = (uint32_t) pool->operands.n;
  for (size_t i = 0; i < n; i++) array_push(pool->arena, &pool->operands, terms[i]);
  const Expr e = add_node(pool, node);
  index_insert(pool->arena, &pool->index, hash, e.id);
  return e;
}

Expr expr_number(ExprPool *pool, Ratio value) {
  // numbers are indexed like sums of one constant term, which no sum ever is
  const ExprTerm term = {EXPR_NONE, value};
  const uint64_t hash = hash_terms(EXPR_NUMBER, 0, &term, 1);
  IndexProbe probe = index_probe(&pool->index, hash);
  for (uint32_t id; index_next(&pool->index, &probe, &id);)
    if (pool->nodes.at[id].kind == EXPR_NUMBER && pool->nodes.at[id].first == value.id)
      return (Expr){id};
  const Expr e = add_node(pool, (Node){.kind = EXPR_NUMBER,
                                       .first = value.id,
                                       .weight = 1,
                                       .print = pool->ratio_prints.at[value.id]});
  index_insert(pool->arena, &pool->index, hash, e.id);
  return e;
}

ExprMark expr_mark(const ExprPool *pool) {
  return (ExprMark){.nodes = pool->nodes.n,
                    .operands = pool->operands.n,
                    .ratios = pool->ratios.n,
                    .symbols = pool->symbols.n,
                    .derivatives = pool->derivatives.used,
                    .forms = pool->forms.used,
                    .pairs = pairs_kept(pool)};
}

static uint64_t node_hash(const ExprPool *pool, const Node *node) {
  const ExprTerm number = {EXPR_NONE, {node->first}};
  if (node->kind == EXPR_NUMBER) return hash_terms(EXPR_NUMBER, 0, &number, 1);
  return hash_terms((ExprKind) node->kind, (Function) node->fn, pool->operands.at + node->first,
                    node->n);
}

void expr_release(ExprPool *pool, ExprMark mark) {
  if (pool->symbols.n != mark.symbols || pool->derivatives.used != mark.derivatives ||
      pool->forms.used != mark.forms || pairs_kept(pool) != mark.pairs)
    return;
  while (pool->nodes.n > mark.nodes) {
    const uint32_t last = (uint32_t) --pool->nodes.n;
    index_remove(&pool->index, node_hash(pool, &pool->nodes.at[last]), last);
  }
  pool->operands.n = mark.operands;
  if (pool->ratios.n > mark.ratios) ratio_forget_results(pool);
  while (pool->ratios.n > mark.ratios) ratio_forget_last(pool);
  pool_drop_slots(pool);
}

Expr expr_int(ExprPool *pool, long value) {
  return expr_number(pool, ratio_make(pool, value, 1));
}

Expr expr_ratio(ExprPool *pool, long num, unsigned long den) {
  return expr_number(pool, ratio_make(pool, num, den));
}

#define DOUBLE_BITS 53  // of a double: an integer of this many bits, times a power of two
#define LONG_BITS 62

// A double is a ratio: of integers that a long holds, times powers of two.
Expr expr_exact(ExprPool *pool, double number) {
  int exponent;
  const double part = frexp(number, &exponent);
  Expr e = expr_ratio(pool, (long) ldexp(part, DOUBLE_BITS), 1);
  for (int left = exponent - DOUBLE_BITS; left != 0;) {
    const int bits = left > LONG_BITS ? LONG_BITS : left < -LONG_BITS ? LONG_BITS : abs(left);
    const long power = (long) 1 << bits;
    e = expr_mul(
      pool, e, left > 0 ? expr_ratio(pool, power, 1) : expr_ratio(pool, 1, (unsigned long) power));
    left += left > 0 ? -bits : bits;
  }
  return e;
}

// --- symbols -------------------------------------------------------------------------------------

static Expr add_symbol(ExprPool *pool, Str name, SymbolKind kind, Expr base, int order) {
  const uint32_t index = (uint32_t) pool->symbols.n;
  uint64_t deps = (uint64_t) 1 << (index % DEPS_SYMBOLS);
  if (kind != SYMBOL_CONSTANT) deps |= DEPS_TIME;
  const char *kept = str_copy(pool->arena, name);
  array_reserve(pool->arena, &pool->symbols,
                1);  // room first, so that every node has its symbol even if memory runs out
  const Expr self = add_node(pool, (Node){.kind = EXPR_SYMBOL,
                                          .first = index,
                                          .weight = 1,
                                          .deps = deps,
                                          .print = fingerprint_of_symbol(name)});
  const Symbol symbol = {
    .name = kept, .kind = kind, .order = order, .self = self, .base = order == 0 ? self : base};
  array_push(pool->arena, &pool->symbols, symbol);
  names_put(pool->arena, &pool->symbol_names, name, self.id);
  return self;
}

bool expr_find_symbol(const ExprPool *pool, Str name, Expr *symbol) {
  return names_get(&pool->symbol_names, name, &symbol->id);
}

Expr expr_symbol(ExprPool *pool, Str name, SymbolKind kind) {
  Expr symbol;
  if (expr_find_symbol(pool, name, &symbol)) return symbol;
  return add_symbol(pool, name, kind, EXPR_NONE, 0);
}

static Symbol *symbol_of(const ExprPool *pool, Expr e) {
  assert(pool_node(pool, e)->kind == EXPR_SYMBOL);
  return &pool->symbols.at[pool_node(pool, e)->first];
}

Expr expr_step_symbol(ExprPool *pool, Str name) {
  const Expr symbol = expr_symbol(pool, name, SYMBOL_QUANTITY);
  symbol_of(pool, symbol)->rate = EXPR_ZERO;
  return symbol;
}

Expr expr_symbol_rate(ExprPool *pool, Expr e) {
  const Symbol symbol = *symbol_of(pool, e);
  if (!expr_is_none(symbol.rate)) return symbol.rate;
  if (symbol.kind != SYMBOL_VARIABLE || symbol.order == EXPR_RATE_ORDERS)
    return pool_trouble(pool, TROUBLE_RATE);
  const ArenaMark mark = arena_mark(&pool->scratch);
  const char *name = text_format(&pool->scratch, "%s'", symbol.name);
  const Expr rate = add_symbol(pool, str(name), SYMBOL_VARIABLE, symbol.base, symbol.order + 1);
  arena_release(&pool->scratch, mark);
  symbol_of(pool, e)->rate = rate;
  return rate;
}

const char *expr_symbol_name(const ExprPool *pool, Expr symbol) {
  return symbol_of(pool, symbol)->name;
}

Expr expr_derivative_symbol(ExprPool *pool, Expr of, Expr by) {
  const ArenaMark mark = arena_mark(&pool->scratch);
  const char *format = expr_is_derivative(pool, of) ? "d(%s)/d%s" : "d%s/d%s";
  const char *name =
    text_format(&pool->scratch, format, symbol_of(pool, of)->name, symbol_of(pool, by)->name);
  const Expr symbol = expr_symbol(pool, str(name), SYMBOL_DERIVATIVE);
  arena_release(&pool->scratch, mark);
  return symbol;
}

bool expr_is_derivative(const ExprPool *pool, Expr e) {
  return pool_node(pool, e)->kind == EXPR_SYMBOL && symbol_of(pool, e)->kind == SYMBOL_DERIVATIVE;
}

bool expr_symbol_is_used(const ExprPool *pool, Expr symbol) {
  return pool->symbols.at[pool_node(pool, symbol)->first].used;
}

SymbolKind expr_symbol_kind(const ExprPool *pool, Expr symbol) {
  return symbol_of(pool, symbol)->kind;
}

Expr expr_symbol_base(const ExprPool *pool, Expr symbol, int *order) {
  *order = symbol_of(pool, symbol)->order;
  return symbol_of(pool, symbol)->base;
}

// --- looking -------------------------------------------------------------------------------------

ExprKind expr_kind(const ExprPool *pool, Expr e) {
  return (ExprKind) pool_node(pool, e)->kind;
}

bool expr_is_number(const ExprPool *pool, Expr e) {
  return !expr_is_none(e) && pool_node(pool, e)->kind == EXPR_NUMBER;
}

Ratio expr_ratio_of(const ExprPool *pool, Expr e) {
  assert(expr_is_number(pool, e));
  return (Ratio){pool_node(pool, e)->first};
}

Function expr_function(const ExprPool *pool, Expr e) {
  assert(expr_kind(pool, e) == EXPR_FUNCTION);
  return (Function) pool_node(pool, e)->fn;
}

size_t expr_count(const ExprPool *pool, Expr e) {
  return pool_node(pool, e)->n;
}

ExprTerm expr_operand(const ExprPool *pool, Expr e, size_t i) {
  assert(i < expr_count(pool, e));
  return pool_terms(pool, e)[i];
}

const ExprTerm *expr_operands(const ExprPool *pool, Expr e) {
  return pool_terms(pool, e);
}

Ratio expr_exponent(const ExprPool *pool, Expr e, Expr factor) {
  if (expr_same(e, factor)) return RATIO_ONE;
  const Node *node = pool_node(pool, e);
  if (node->kind != EXPR_PRODUCT) return RATIO_ZERO;
  const ExprTerm *terms = pool->operands.at + node->first;
  for (size_t i = 0; i < node->n; i++)
    if (expr_same(terms[i].e, factor)) return terms[i].c;
  return RATIO_ZERO;
}

uint32_t expr_weight(const ExprPool *pool, Expr e) {
  return pool_node(pool, e)->weight;
}
