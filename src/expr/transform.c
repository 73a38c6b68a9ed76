// expr/transform.c: substitution, and the parts of an expression.

#include "expr/walk.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// --- substitution --------------------------------------------------------------------------------

typedef struct {
  ExprPool *pool;
  uint64_t mask;  // nodes without any of these deps stay as they are
  Memo done;
} Substitution;

static bool substituted_known(void *self, Expr e, Expr *result) {
  const Substitution *s = self;
  *result = e;
  if ((pool_node(s->pool, e)->deps & s->mask) == 0) return true;
  return memo_get(&s->done, e.id, &result->id);
}

static Expr rebuild(Substitution *s, Expr e) {
  ExprPool *pool = s->pool;
  const Node node = *pool_node(pool, e);
  if (node.kind == EXPR_SYMBOL) return e;
  ExprTerm *terms = ARENA_ARRAY(&pool->scratch, ExprTerm, node.n);
  for (size_t i = 0; i < node.n; i++) {
    terms[i] = pool->operands.at[node.first + i];
    substituted_known(s, terms[i].e, &terms[i].e);
  }
  if (node.kind == EXPR_SUM) return expr_sum(pool, terms, node.n);
  if (node.kind == EXPR_PRODUCT) return expr_product(pool, terms, node.n);
  Expr arguments[FUNCTION_ARGUMENTS];
  for (size_t i = 0; i < node.n; i++) arguments[i] = terms[i].e;
  return expr_call(pool, (Function) node.fn, arguments);
}

static Expr substitute_visit(void *self, Expr e) {
  Substitution *s = self;
  const ArenaMark mark = arena_mark(&s->pool->scratch);
  const Expr result = rebuild(s, e);
  arena_release(&s->pool->scratch, mark);
  if (!expr_is_none(result)) memo_put(&s->pool->keep, &s->done, e.id, result.id);
  return result;
}

void expr_substitute_all(ExprPool *pool, Expr *e, size_t count, const Expr *from, const Expr *to,
                         size_t n) {
  Substitution s = {.pool = pool};
  const ArenaMark mark = arena_mark(&pool->keep);
  for (size_t i = 0; i < n; i++) {
    s.mask |= pool_node(pool, from[i])->deps & ~DEPS_TIME;
    memo_put(&pool->keep, &s.done, from[i].id, to[i].id);
  }
  const Walk walk = {pool, substituted_known, substitute_visit, &s};
  for (size_t i = 0; i < count; i++)
    if (!expr_is_none(e[i])) e[i] = walk_run(&walk, e[i]);
  arena_release(&pool->keep, mark);
}

Expr expr_substitute(ExprPool *pool, Expr e, const Expr *from, const Expr *to, size_t n) {
  expr_substitute_all(pool, &e, 1, from, to, n);
  return e;
}

// --- reachable nodes -----------------------------------------------------------------------------

static int by_id(const void *a, const void *b) {
  const uint32_t x = ((const Expr *) a)->id, y = ((const Expr *) b)->id;
  return (x > y) - (x < y);
}

// Begins a search in which no node has been met.
static void begin_search(ExprPool *pool) {
  if (++pool->searches != 0) return;
  memset(pool->seen.at, 0, pool->seen.n * sizeof *pool->seen.at);
  pool->searches = 1;
}

// Does this search meet the node for the first time?
static bool is_new(ExprPool *pool, Expr e) {
  const bool first = pool->seen.at[e.id] != pool->searches;
  pool->seen.at[e.id] = pool->searches;
  return first;
}

// Sorts the nodes that this search met by id: scans all ids between the smallest and the largest, unless these are many
// more.
static void put_in_order(const ExprPool *pool, ExprList *list) {
  uint32_t low = UINT32_MAX, high = 0;
  for (size_t i = 0; i < list->n; i++) {
    low = list->at[i].id < low ? list->at[i].id : low;
    high = list->at[i].id > high ? list->at[i].id : high;
  }
  if (list->n == 0) return;
  if ((high - low) / 16 > list->n) {
    qsort(list->at, list->n, sizeof *list->at, by_id);
    return;
  }
  size_t n = 0;
  for (uint32_t id = low; id <= high; id++)
    if (pool->seen.at[id] == pool->searches) list->at[n++] = (Expr){id};
}

// Finds every node below the roots that has some of the deps in mask, in the order of ids.
static ExprList reachable(ExprPool *pool, const Expr *roots, size_t n, uint64_t mask,
                          Arena *arena) {
  const ArenaMark mark = arena_mark(&pool->scratch);
  ARRAY(Expr) found = {0};
  begin_search(pool);
  for (size_t i = 0; i < n; i++) {
    if (expr_is_none(roots[i])) continue;
    if (mask != 0 && (pool_node(pool, roots[i])->deps & mask) == 0) continue;
    if (is_new(pool, roots[i])) array_push(&pool->scratch, &found, roots[i]);
  }
  for (size_t i = 0; i < found.n; i++) {
    const Node node = *pool_node(pool, found.at[i]);
    if (node.kind == EXPR_NUMBER || node.kind == EXPR_SYMBOL) continue;
    for (size_t j = 0; j < node.n; j++) {
      const Expr e = pool->operands.at[node.first + j].e;
      if (mask != 0 && (pool_node(pool, e)->deps & mask) == 0) continue;
      if (is_new(pool, e)) array_push(&pool->scratch, &found, e);
    }
  }
  ExprList list = {ARENA_ARRAY(arena, Expr, found.n), found.n};
  for (size_t i = 0; i < found.n; i++) list.at[i] = found.at[i];
  arena_release(&pool->scratch, mark);
  put_in_order(pool, &list);
  return list;
}

ExprList expr_reachable(ExprPool *pool, const Expr *roots, size_t n, Arena *arena) {
  return reachable(pool, roots, n, 0, arena);
}

// Turns the marks of this search into places in the list: the mark of at[i] becomes the returned number plus i. Marks
// stay below those of later searches.
static uint32_t mark_places(ExprPool *pool, const ExprList *list) {
  if (list->n > UINT32_MAX - pool->searches) {
    memset(pool->seen.at, 0, pool->seen.n * sizeof *pool->seen.at);
    pool->searches = 1;
  }
  const uint32_t from = pool->searches;
  for (size_t i = 0; i < list->n; i++) pool->seen.at[list->at[i].id] = from + (uint32_t) i;
  pool->searches += (uint32_t) list->n;
  return from;
}

ExprGraph expr_graph(ExprPool *pool, const Expr *roots, size_t n, Arena *arena) {
  const ExprList nodes = expr_reachable(pool, roots, n, arena);
  uint32_t *first = ARENA_ARRAY(arena, uint32_t, nodes.n + 1);
  for (size_t i = 0; i < nodes.n; i++) first[i + 1] = first[i] + pool_node(pool, nodes.at[i])->n;
  uint32_t *operand = ARENA_ARRAY(arena, uint32_t, first[nodes.n]);
  uint32_t *root = ARENA_ARRAY(arena, uint32_t, n);
  const uint32_t from = mark_places(pool, &nodes);
  for (size_t i = 0; i < nodes.n; i++) {
    const Node *node = pool_node(pool, nodes.at[i]);
    for (uint32_t k = 0; k < node->n; k++)
      operand[first[i] + k] = pool->seen.at[pool->operands.at[node->first + k].e.id] - from;
  }
  for (size_t i = 0; i < n; i++) {
    assert(!expr_is_none(roots[i]));
    root[i] = pool->seen.at[roots[i].id] - from;
  }
  return (ExprGraph){nodes.at, nodes.n, n, root, operand, first};
}

ExprList expr_symbols(ExprPool *pool, const Expr *roots, size_t n, Arena *arena) {
  ExprList list = reachable(pool, roots, n, ~(uint64_t) 0, arena);
  size_t kept = 0;
  for (size_t i = 0; i < list.n; i++)
    if (expr_kind(pool, list.at[i]) == EXPR_SYMBOL) list.at[kept++] = list.at[i];
  list.n = kept;
  return list;
}

bool expr_depends_on_any(ExprPool *pool, Expr e, const Expr *symbols, size_t n) {
  uint64_t mask = 0;
  if (expr_is_none(e) || (pool_node(pool, e)->deps & ~DEPS_TIME) == 0) return false;
  for (size_t i = 0; i < n; i++) mask |= pool_node(pool, symbols[i])->deps & ~DEPS_TIME;
  if ((pool_node(pool, e)->deps & mask) == 0) return false;
  const ArenaMark mark = arena_mark(&pool->keep);
  const ExprList inside = reachable(pool, &e, 1, mask, &pool->keep);
  bool found = false;
  for (size_t i = 0; i < inside.n && !found; i++)
    for (size_t j = 0; j < n && !found; j++) found = expr_same(inside.at[i], symbols[j]);
  arena_release(&pool->keep, mark);
  return found;
}

bool expr_is_constant(const ExprPool *pool, Expr e) {
  return (pool_node(pool, e)->deps & DEPS_TIME) == 0;
}

bool expr_depends(ExprPool *pool, Expr e, Expr symbol) {
  return expr_depends_on_any(pool, e, &symbol, 1);
}

static bool is_switch(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return false;
  const Function f = expr_function(pool, e);
  return f == FN_ABS || f == FN_SIGN || f == FN_IF || f == FN_ATAN2;
}

bool expr_switches_on_any(ExprPool *pool, Expr e, const Expr *symbols, size_t n) {
  if (!expr_depends_on_any(pool, e, symbols, n)) return false;
  const ArenaMark mark = arena_mark(&pool->keep);
  const ExprList inside = expr_reachable(pool, &e, 1, &pool->keep);
  bool found = false;
  for (size_t i = 0; i < inside.n && !found; i++)
    found = is_switch(pool, inside.at[i]) &&
            expr_depends_on_any(pool, expr_operand(pool, inside.at[i], 0).e, symbols, n);
  arena_release(&pool->keep, mark);
  return found;
}
