// support/systems.h: random constrained systems, as model text and as numbers.
//
// A system has two to five coordinates; a kinetic energy of squares of independent linear forms, whose
// coefficients may depend on the coordinates; a polynomial potential; and constraints that are
// polynomials: holonomic, linear, affine or quadratic in the velocities, some of them with the time,
// some of them linear combinations of those before. With each comes one state at which they hold exactly: its
// values and all coefficients are short binary fractions, so that text, doubles and long doubles agree.

#ifndef SUPPORT_SYSTEMS_H
#define SUPPORT_SYSTEMS_H

#include "support/check.h"
#include "support/constrained.h"

#define SYSTEM_MOST_TERMS 48
#define SYSTEM_FACTORS    3

// c times variables: 1 .. n coordinates, n + 1 .. 2n velocities, 2n + 1 the time, 0 nothing
typedef struct {
  Real c;
  size_t factor[SYSTEM_FACTORS];
} Term;

typedef struct {
  size_t count;
  Term at[SYSTEM_MOST_TERMS];
} Polynomial;

typedef struct {
  size_t n, r;
  size_t independent;  // constraints
  double t, q[MOST_COORDINATES], v[MOST_COORDINATES];
  const char *text;     // the model; its initial state is this one
  const char *shorter;  // without the last constraint; NULL if there is only one
  Real A[MOST_ROWS * MOST_COORDINATES], b[MOST_ROWS];  // A q'' = b, by hand
} RandomSystem;

// Returns a system whose state is regular; otherwise the case does not count. The text is noted for a failure.
RandomSystem gen_system(Gen *g);

#endif
