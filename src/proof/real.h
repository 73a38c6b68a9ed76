#ifndef PROOF_REAL_H
#define PROOF_REAL_H
#include "proof/proof.h"
typedef struct RealPoint RealPoint;
MUST_USE Status real_point(const Equations *eq, const Condition *given, size_t n_given,
                           unsigned draw, Arena *arena, RealPoint **point);
MUST_USE Status real_motion(RealPoint *point);
Truth real_compare(RealPoint *point, Expr left, Expr right, int digits);
const char *real_describe(RealPoint *point, Expr left, Expr right, Arena *arena);
#endif
