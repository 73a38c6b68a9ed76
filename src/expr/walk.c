// expr/walk.c: an explicit stack instead of recursion, so that depth is unlimited.

#include "expr/walk.h"

typedef ARRAY(Expr) Stack;

// Pushes the operands whose results are not known yet; returns true if there were any.
static bool push_unknown(const Walk *walk, Stack *stack, Expr e) {
  ExprPool *pool = walk->pool;
  const size_t before = stack->n;
  if (pool_node(pool, e)->kind == EXPR_NUMBER || pool_node(pool, e)->kind == EXPR_SYMBOL)
    return false;
  for (size_t i = 0; i < pool_node(pool, e)->n; i++) {
    const Expr operand = pool_terms(pool, e)[i].e;
    Expr result;
    if (!walk->known(walk->self, operand, &result)) array_push(&pool->scratch, stack, operand);
  }
  return stack->n > before;
}

Expr walk_run(const Walk *walk, Expr e) {
  Expr result;
  if (walk->known(walk->self, e, &result)) return result;
  const ArenaMark mark = arena_mark(&walk->pool->scratch);
  Stack stack = {0};
  array_push(&walk->pool->scratch, &stack, e);
  while (stack.n > 0) {
    const Expr top = stack.at[stack.n - 1];
    if (walk->known(walk->self, top, &result)) {
      stack.n--;
    } else if (!push_unknown(walk, &stack, top)) {
      result = walk->visit(walk->self, top);
      if (expr_is_none(result)) break;
      stack.n--;
    }
  }
  arena_release(&walk->pool->scratch, mark);
  return result;
}
