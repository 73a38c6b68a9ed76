// proof/proof_impl.h: what the files of this module share.

#ifndef PROOF_PROOF_IMPL_H
#define PROOF_PROOF_IMPL_H

#include "proof/proof.h"

// Gives momenta and quasi-velocities the values of their definitions at the point; false where
// something divides by zero.
bool proof_put_defined(const Equations *eq, FieldPoint *point);

#endif
