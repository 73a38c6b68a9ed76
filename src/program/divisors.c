// program/divisors.c: the divisors in expressions: bases of negative powers, and the cosine of a tangent.
//
// Not:   a divisor that another factor cancels is listed all the same

#include "program/divisors.h"

typedef struct {
  ExprPool *pool;
  Arena *arena;
  bool *seen;  // by id
  bool lengths;  // only those under a root
  Divisors *found;
} Search;

static void add(Search *s, Expr divisor) {
  if (expr_is_constant(s->pool, divisor)) return;
  for (size_t i = 0; i < s->found->n; i++)
    if (expr_same(s->found->at[i], divisor)) return;
  array_push(s->arena, s->found, divisor);
}

typedef struct {
  Expr e;
  size_t next;  // operand
} Frame;

typedef ARRAY(Frame) Frames;

// Notes an expression that has operands and was not seen before.
static void enter(Search *s, Frames *under_way, Expr e) {
  if (s->seen[e.id]) return;
  s->seen[e.id] = true;
  const ExprKind kind = expr_kind(s->pool, e);
  if (kind != EXPR_NUMBER && kind != EXPR_SYMBOL) array_push(s->arena, under_way, ((Frame){e, 0}));
}

// Without recursion: expressions may be deeper than the stack.
static void search(Search *s, Expr root) {
  Frames under_way = {0};
  enter(s, &under_way, root);
  while (under_way.n > 0) {
    Frame *at = &under_way.at[under_way.n - 1];
    const Expr e = at->e;
    const ExprKind kind = expr_kind(s->pool, e);
    if (at->next < expr_count(s->pool, e)) {
      const ExprTerm term = expr_operand(s->pool, e, at->next++);
      if (kind == EXPR_PRODUCT && ratio_sign(s->pool, term.c) < 0 && !(s->lengths && ratio_is_integer(s->pool, term.c)))
        add(s, term.e);
      enter(s, &under_way, term.e);
      continue;
    }
    under_way.n--;
    if (!s->lengths && kind == EXPR_FUNCTION && expr_function(s->pool, e) == FN_TAN)
      add(s, expr_call1(s->pool, FN_COS, expr_operand(s->pool, e, 0).e));
  }
}

static void search_all(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, bool lengths, Divisors *found) {
  size_t last = 0;
  for (size_t i = 0; i < n; i++) last = roots[i].id > last ? roots[i].id : last;
  Search s = {pool, arena, ARENA_ARRAY(arena, bool, last + 1), lengths, found};
  for (size_t i = 0; i < n; i++) search(&s, roots[i]);
}

void divisors_find(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, Divisors *found) {
  search_all(pool, arena, roots, n, false, found);
}

void divisors_find_lengths(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, const Expr *symbols, size_t count,
                           Divisors *found) {
  Divisors all = {0};
  search_all(pool, arena, roots, n, true, &all);
  for (size_t i = 0; i < all.n; i++)
    if (expr_depends_on_any(pool, all.at[i], symbols, count)) array_push(arena, found, all.at[i]);
}
