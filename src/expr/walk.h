// expr/walk.h: visiting what an expression is built from, each node once, without recursion.

#ifndef EXPR_WALK_H
#define EXPR_WALK_H

#include "expr/expr_impl.h"

// A computation that goes from operands to their users.
typedef struct {
  ExprPool *pool;
  // The known result of e, which may be found without visiting it.
  bool (*known)(void *self, Expr e, Expr *result);
  // The result of e, all results of its operands being known; EXPR_NONE gives up.
  Expr (*visit)(void *self, Expr e);
  void *self;
} Walk;

// The result of e.
Expr walk_run(const Walk *walk, Expr e);

#endif
