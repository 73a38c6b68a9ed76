// expr/walk.h: visiting the parts of an expression, each node once, without recursion.

#ifndef EXPR_WALK_H
#define EXPR_WALK_H

#include "expr/expr_impl.h"

// A computation that goes from operands to their users.
typedef struct {
  ExprPool *pool;
  // The result of e if known, possibly without visiting it.
  bool (*known)(void *self, Expr e, Expr *result);
  // The result of e from the known results of its operands; EXPR_NONE aborts.
  Expr (*visit)(void *self, Expr e);
  void *self;
} Walk;

// The result of e.
Expr walk_run(const Walk *walk, Expr e);

#endif
