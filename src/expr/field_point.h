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
  Fingerprint *values;   // by slots of the pool
  uint8_t *known;        // of each: whether it is, and what is to be known of it
  size_t room;           // of both
  unsigned dropped;      // pool->slots_dropped when these were computed
  uint64_t changed;      // symbols that got another value since: as deps of nodes; and
  size_t first_changed;  // the first of their slots
  int fields;            // in which equations are solved: both, or the first alone
  uint8_t marks;         // of the slot that is being computed
  bool true_roots;       // |u| is u, and square roots are roots in the field if they exist,
  unsigned root_signs;   // with the sign of bit k in field k
  uint64_t mixed_signs;  // if not 0: every root and every |u| has a random sign of its own instead
  unsigned lacks_root;   // bit k: a root that field k does not have was needed; until it is reset
} FieldPoint;

// A point in the arena where nothing is set yet.
FieldPoint *field_point_create(ExprPool *pool, Arena *arena);
// The same point with its own memory, its symbols set; it lacks no root yet.
FieldPoint *field_point_copy(const FieldPoint *point, Arena *arena);
void field_point_set(FieldPoint *point, Expr symbol, Fingerprint value);
// Sets e^(i*symbol), a 24th power: sines and cosines of rational multiples of the symbol follow
// from it.
void field_point_set_angle(FieldPoint *point, Expr symbol, Fingerprint unit);
// Is it 0 in the fields in which equations are solved?
bool field_point_is_zero(const FieldPoint *point, Fingerprint value);
// From here on square roots are roots in the field, if they exist: of these signs, or mixed ones if that
// is not 0.
void field_point_take_roots(FieldPoint *point, unsigned signs, uint64_t mixed);
// The values of the roots there; false if something divides by zero.
bool field_point_values(FieldPoint *point, const Expr *roots, size_t n, Fingerprint *values);

#endif
