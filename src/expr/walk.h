// expr/walk.h: visiting the parts of an expression, each node once, without recursion.

#ifndef EXPR_WALK_H
#define EXPR_WALK_H

#include "expr/expr_impl.h"

// A computation that proceeds from operands to their users.
typedef struct {
  ExprPool *pool;
  // gives the result of e if it is known, possibly without visiting e
  bool (*known)(void *self, Expr e, Expr *result);
  // computes the result of e from the known results of its operands; EXPR_NONE aborts
  Expr (*visit)(void *self, Expr e);
  void *self;
} Walk;

// Computes the result of e.
Expr walk_run(const Walk *walk, Expr e);

#endif
