// ground/points_impl.h: what the drawing of positions and of velocities shares.

#ifndef GROUND_POINTS_IMPL_H
#define GROUND_POINTS_IMPL_H

#include "expr/field.h"
#include "ground/walk.h"

// A holonomic constraint that was solved for a variable in which it may be linear.
typedef struct {
  Expr h, symbol;
} Solved;

// What is solved: a holonomic constraint, or a condition, with the variables in it.
typedef struct {
  Expr h;
  size_t *variable, n;  // in order
} Row;

typedef struct {
  const Equations *eq;
  Arena *arena;
  FieldPoint *point;
  uint64_t seed;
  ARRAY(Solved) solved;
  const Expr *v;  // the level of velocities: velocities, momenta, or free speeds
  size_t nv;
  ARRAY(Row) rows;    // solved one after the other
  size_t *rows_with;  // of each variable, how many of the rows in question contain it
  bool together;      // constraints on velocities are among the rows
  size_t first;       // of the variables that an equation is solved for
  Pins pins;
  const Ground *ground;  // NULL: any piece
} Draw;

// A family of points along which an expression is a polynomial of low degree.
typedef struct {
  // Moves the point; x is what the polynomial is in.
  void (*move)(Draw *d, void *self, Fingerprint at, Fingerprint *x);
  // Can this root be reached? Moves the point there.
  bool (*arrive)(Draw *d, void *self, Fingerprint root);
  void *self;
  unsigned shift;  // the expression is multiplied by x^shift first
} Path;

Fingerprint point_random(Draw *d);
// The value of e at the point; false if it has none there.
bool point_value(Draw *d, Expr e, Fingerprint *value);
// Moves along the path to a zero of e.
bool point_solve_along(Draw *d, Expr e, const Path *path);

// C in momenta without what it is divided by: (x p + y s)/sqrt(m^2 + p^2 + s^2) vanishes with
// x p + y s, which is linear
Expr point_numerator(const Draw *d, Expr C);
// Velocities that satisfy the constraints on them: the linear ones by elimination, one more by a root.
bool point_velocities(Draw *d);
// q' = psi(q, z, t) as the model gives it, or H_p
bool point_rates(Draw *d);

#endif
