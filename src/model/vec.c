// model/vec.c: vectors as three components in the fixed frame.

#include "model/model.h"

Vec vec_zero(void) {
  return (Vec){{EXPR_ZERO, EXPR_ZERO, EXPR_ZERO}};
}

Vec vec_none(void) {
  return (Vec){{EXPR_NONE, EXPR_NONE, EXPR_NONE}};
}

Vec vec_add(ExprPool *pool, Vec a, Vec b) {
  for (int k = 0; k < 3; k++) a.x[k] = expr_add(pool, a.x[k], b.x[k]);
  return a;
}

Vec vec_sub(ExprPool *pool, Vec a, Vec b) {
  for (int k = 0; k < 3; k++) a.x[k] = expr_sub(pool, a.x[k], b.x[k]);
  return a;
}

Vec vec_scale(ExprPool *pool, Expr s, Vec a) {
  for (int k = 0; k < 3; k++) a.x[k] = expr_mul(pool, s, a.x[k]);
  return a;
}

Vec vec_cross(ExprPool *pool, Vec a, Vec b) {
  Vec c;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const Expr minus = expr_mul(pool, a.x[j], b.x[i]);
    c.x[k] = expr_sub(pool, expr_mul(pool, a.x[i], b.x[j]), minus);
  }
  return c;
}

Expr vec_dot(ExprPool *pool, Vec a, Vec b) {
  ExprTerm terms[3];
  for (int k = 0; k < 3; k++) terms[k] = (ExprTerm){expr_mul(pool, a.x[k], b.x[k]), RATIO_ONE};
  return expr_sum(pool, terms, 3);
}

Vec vec_rate(ExprPool *pool, Vec a) {
  for (int k = 0; k < 3; k++) a.x[k] = expr_rate(pool, a.x[k]);
  return a;
}

Vec vec_diff(ExprPool *pool, Vec a, Expr symbol) {
  for (int k = 0; k < 3; k++) a.x[k] = expr_diff(pool, a.x[k], symbol);
  return a;
}

bool vec_is_zero(Vec a) {
  return expr_same(a.x[0], EXPR_ZERO) && expr_same(a.x[1], EXPR_ZERO) &&
         expr_same(a.x[2], EXPR_ZERO);
}

bool vec_is_none(Vec a) {
  return expr_is_none(a.x[0]) || expr_is_none(a.x[1]) || expr_is_none(a.x[2]);
}
