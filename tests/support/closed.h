// support/closed.h: motions that are known in closed form, to 113 bits.
//
// Each has a model with an initial state, and the state at every time from 0 to `end`. On the way
// to `end` the motion stays away from singular states. Use them to judge a judge, or to measure
// the order of a method.
//
// The formulas of the papers were checked by the equations of motion before they were used:
//   D74 (47) to (51) is right as it stands.
//   B11 Example 2 is right (uniform motions), its (4.13) is not: v1^2/y1' = v2^2/y2' is used here.
//   B11 Example 3 is right. Example 4 is right between the moments where y1' = 0.
//   B11 Example 1 is wrong: where v2 = 0 the constraint is void, and P1 moves uniformly.

#ifndef SUPPORT_CLOSED_H
#define SUPPORT_CLOSED_H

#include "support/quad.h"

#define CLOSED_MOST 4  // coordinates

typedef struct {
  const char *name;
  const char *file;  // of the model, or NULL
  const char *text;  // of the model, if there is no file
  size_t n;          // coordinates
  double end;
  void (*state)(Quad t, Quad *q, Quad *v);
} ClosedMotion;

extern const ClosedMotion closed_motions[];
extern const size_t closed_motions_count;

// Finds the motion of that name, or NULL.
const ClosedMotion *closed_find(const char *name);
// Returns the text of its model, to be freed; NULL if it cannot be read.
char *closed_text(const ClosedMotion *motion);
// Returns the content of a file with a trailing zero byte, to be freed; NULL if it cannot be read.
char *closed_read_file(const char *path);

// --- functions of more than one of them -----------------------------------------------------------

// K(k) = pi/(2 AGM(1, k')), the quarter period of the pendulum of amplitude 2 asin(k) in units of
// sqrt(l/g)
Quad closed_quarter_period(Quad k);
// sn, cn, dn of modulus k < 1
void closed_jacobi(Quad u, Quad k, Quad *sn, Quad *cn, Quad *dn);
// E - e sin(E) = M
Quad closed_kepler(Quad M, Quad e);

#endif
