// ground/points_impl.h: shared by the drawing of positions and of velocities.

#ifndef GROUND_POINTS_IMPL_H
#define GROUND_POINTS_IMPL_H

#include "expr/field.h"
#include "ground/walk.h"

// A holonomic constraint solved for a variable in which it may be linear.
typedef struct {
  Expr h, symbol;
} Solved;

// A row to be solved: a holonomic constraint or a condition, with its variables.
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
  ARRAY(Row) rows;    // solved one after another
  size_t *rows_with;  // for each variable: how many of the rows in question contain it
  bool together;      // constraints on velocities are among the rows
  size_t first;       // of the variables for which an equation is solved
  Pins pins;
  const Ground *ground;  // NULL: any piece
} Draw;

// A family of points along which an expression is a polynomial of low degree.
typedef struct {
  // moves the point; x is the variable of the polynomial
  void (*move)(Draw *d, void *self, Fingerprint at, Fingerprint *x);
  // can this root be reached? moves the point there
  bool (*arrive)(Draw *d, void *self, Fingerprint root);
  void *self;
  unsigned shift;  // the expression is multiplied by x^shift first
} Path;

Fingerprint point_random(Draw *d);
// Computes the value of e at the point; returns false if it has none there.
bool point_value(Draw *d, Expr e, Fingerprint *value);
// Moves along the path to a zero of e.
bool point_solve_along(Draw *d, Expr e, const Path *path);

// C in momenta without its divisors: (x p + y s)/sqrt(m^2 + p^2 + s^2) vanishes with x p + y s, which is linear
Expr point_numerator(const Draw *d, Expr C);
// Finds velocities that satisfy the constraints on them: the linear ones by elimination, one more by a root.
bool point_velocities(Draw *d);
// Sets q' = psi(q, z, t) as given by the model, or H_p
bool point_rates(Draw *d);

#endif
