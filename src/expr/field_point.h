// expr/field_point.h: values of expressions at points of the finite fields other than the home
// point.
//
// At the home point every symbol is random and independent, so that only identities hold. A
// FieldPoint gives chosen symbols other values, e.g. on a constraint manifold: what holds at such a random point holds
// on the manifold.

#ifndef EXPR_FIELD_POINT_H
#define EXPR_FIELD_POINT_H

#include "base/table.h"
#include "expr/expr.h"

typedef struct {
  ExprPool *pool;
  Arena *arena;
  Memo symbols, angles;  // symbol -> index in given
  ARRAY(Fingerprint) given;
  Fingerprint *values;   // by slots of the pool
  uint8_t *known;        // for each slot: whether its value is known, and its marks
  size_t room;           // length of both
  unsigned dropped;      // pool->slots_dropped when these were computed
  uint64_t changed;      // symbols whose value has changed since, as deps of nodes
  size_t first_changed;  // the first of their slots
  int fields;            // in which equations are solved: both, or the first alone
  uint8_t marks;         // of the slot being computed
  bool true_roots;       // |u| is u, and square roots are roots in the field if they exist
  unsigned root_signs;   // bit k: the sign of roots in field k
  uint64_t mixed_signs;  // nonzero: every root and every |u| has its own random sign instead
  unsigned lacks_root;   // bit k: a root that field k lacks was needed; stays until it is reset
} FieldPoint;

// Creates a point in the arena at which nothing is set yet.
FieldPoint *field_point_create(ExprPool *pool, Arena *arena);
// Copies the point into its own memory with its symbols set; the copy lacks no root yet.
FieldPoint *field_point_copy(const FieldPoint *point, Arena *arena);
void field_point_set(FieldPoint *point, Expr symbol, Fingerprint value);
// Sets e^(i*symbol), a 24th power: it determines sines and cosines of rational multiples of the symbol.
void field_point_set_angle(FieldPoint *point, Expr symbol, Fingerprint unit);
// Is it 0 in the fields in which equations are solved?
bool field_point_is_zero(const FieldPoint *point, Fingerprint value);
// From now on square roots are roots in the field, if they exist, with these signs, or with mixed ones if `mixed` is
// not 0.
void field_point_take_roots(FieldPoint *point, unsigned signs, uint64_t mixed);
// Computes the values of the roots there; returns false if something divides by zero.
bool field_point_values(FieldPoint *point, const Expr *roots, size_t n, Fingerprint *values);

#endif
