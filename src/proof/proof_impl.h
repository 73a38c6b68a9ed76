// proof/proof_impl.h: what the files of this module share.

#ifndef PROOF_PROOF_IMPL_H
#define PROOF_PROOF_IMPL_H

#include "proof/proof.h"

// Gives momenta and quasi-velocities the values of their definitions at the point; false where
// something divides by zero.
bool proof_put_defined(const Equations *eq, FieldPoint *point);

// Solves K x = f, n rows, with the heavy fractions within f as names that are put back in the end.
// False where there are none, or where it takes too much.
bool solve_with_hidden(ExprPool *pool, Arena *arena, size_t n, const Expr *K, const Expr *f,
                       Expr *x);

#endif
