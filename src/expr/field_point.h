// expr/field_point.h: values of expressions at points of the finite fields other than the home
// point.
//
// At the home point every symbol is random and independent, so that only identities hold. A
// FieldPoint gives chosen symbols other values, e.g. ones on a constraint manifold: what holds at
// such a random point holds on the manifold.

#ifndef EXPR_FIELD_POINT_H
#define EXPR_FIELD_POINT_H

#include "base/table.h"
#include "expr/expr.h"

typedef struct {
  ExprPool *pool;
  Arena *arena;
  Memo symbols, angles;  // symbol -> place in given
  ARRAY(Fingerprint) given;
  Memo places;  // expression -> place in values
  ARRAY(Fingerprint) values;
  bool divided_by_zero;
  bool true_roots;       // |u| is u, and square roots are roots in the field if they exist,
  unsigned root_signs;   // with the sign of bit k in field k
  uint64_t mixed_signs;  // if not 0: every root and every |u| has a random sign of its own instead
  unsigned lacks_root;   // bit k: a root that field k does not have was needed; until it is reset
} FieldPoint;

// A point in the arena where nothing is set yet.
FieldPoint *field_point_create(ExprPool *pool, Arena *arena);
void field_point_set(FieldPoint *point, Expr symbol, Fingerprint value);
// Sets e^(i*symbol), a 24th power: sines and cosines of rational multiples of the symbol follow
// from it.
void field_point_set_angle(FieldPoint *point, Expr symbol, Fingerprint unit);
// The values of the roots there; false if something divides by zero.
bool field_point_values(FieldPoint *point, const Expr *roots, size_t n, Fingerprint *values);

#endif
