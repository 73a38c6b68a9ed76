// analysis/singular.h: states where accelerations or reactions are not determined.

#ifndef ANALYSIS_SINGULAR_H
#define ANALYSIS_SINGULAR_H

#include "analysis/cases.h"
#include "ground/ground.h"

typedef enum { SINGULAR_MASS, SINGULAR_CONSTRAINTS, SINGULAR_BOTH, SINGULAR_COUNT } SingularCause;

const char *singular_cause_name(SingularCause cause);  // "mass", "constraints", "both"

// Equations that hold together; wherever they hold on the constraint manifold, a rank drops.
typedef struct {
  SingularCause cause;
  Expr *equation;
  size_t n;
  Expr *divisor;  // where these vanish as well, it need not drop
  size_t n_divisors;
  bool proved;  // by the rank over the finite fields
  Truth real;   // TRUTH_UNKNOWN: no real state was found
} SingularCase;

// The analysis of one matrix whose rank is examined.
typedef struct {
  bool asked;
  size_t rank;  // almost everywhere on the manifold
  Expr *minor;  // these vanish together where it drops; factors that never vanish are removed
  size_t minors;
  bool known;     // the minors were found
  bool complete;  // all cases were found
} SingularMatrix;

typedef struct {
  bool everywhere;           // accelerations are determined at no state
  ARRAY(const char *) idle;  // constraints whose derivatives vanish wherever they hold
  SingularMatrix of[SINGULAR_COUNT];
  ARRAY(SingularCase) cases;
} SingularAnalysis;

SingularAnalysis *analysis_singular(const Equations *eq, Arena *arena);

#endif
