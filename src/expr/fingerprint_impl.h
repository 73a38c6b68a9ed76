// expr/fingerprint_impl.h: how a value follows from those of the operands, for the home point and the other points of
// the fields.

#ifndef EXPR_FINGERPRINT_IMPL_H
#define EXPR_FINGERPRINT_IMPL_H

#include "expr/expr_impl.h"
#include "expr/field_point.h"
#include "expr/fingerprint.h"

// Exponentials from which functions are computed: e^(i*argument), e^argument, or the argument itself.
typedef enum { SLOT_VALUE, SLOT_ANGLE, SLOT_EXP, SLOT_INVERSE } SlotKind;

// Marks of a value at a point: a root that field k lacks was needed (bit k), something was divided by zero, the value
// depends on the signs of roots.
enum {
  MARK_ROOTS = (1 << FIELD_COUNT) - 1,
  MARK_POLE = 1 << FIELD_COUNT,
  MARK_SIGNS = 2 << FIELD_COUNT
};

// The value of an operand, already known; at the home point if at is NULL.
static inline Fingerprint value_at(const ExprPool *pool, const FieldPoint *at, Expr e) {
  return at == NULL ? pool_node(pool, e)->print : at->values[pool->slot_of.at[e.id]];
}

// The value of a sum or product.
Fingerprint fingerprint_of_terms(ExprPool *pool, FieldPoint *at, ExprKind kind,
                                 const ExprTerm *terms, size_t n);
// SLOT_ANGLE and SLOT_EXP for the functions that are computed from exponentials, SLOT_VALUE for the others.
SlotKind fingerprint_exponential_of(Function fn);
// Writes the argument as a sum of atoms with rational coefficients.
void fingerprint_atoms(ExprPool *pool, Expr argument, Terms *atoms);
Fingerprint fingerprint_of_exponential(ExprPool *pool, FieldPoint *at, SlotKind kind,
                                       const ExprTerm *atoms, size_t n);
// The value of a function from that of its argument, or from the exponential of the argument and its inverse.
Fingerprint fingerprint_of_function(FieldPoint *at, Function fn, Fingerprint e, Fingerprint inverse,
                                    Fingerprint second, Fingerprint third);

#endif
