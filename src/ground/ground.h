// ground/ground.h: points of the constraint manifold, and what its constraints are there: their rank,
// and which of them depend on others.

#ifndef GROUND_GROUND_H
#define GROUND_GROUND_H

#include "expr/field_point.h"
#include "methods/methods.h"

// A random point of the constraint manifold of these equations, at the level of positions and
// velocities. draw: which one; different draws are independent. STATUS_UNABLE where none was found
// exactly: constraints that are coupled in a way that takes more than roots of one polynomial at a
// time.
MUST_USE Status ground_point(const Equations *eq, Arena *arena, unsigned draw, FieldPoint **point);

// The same where further conditions (expressions that vanish) hold as well.
MUST_USE Status ground_point_given(const Equations *eq, Arena *arena, unsigned draw,
                                  const Expr *conditions, size_t n, FieldPoint **point);

// The same where some symbols (parameters, t) have chosen values; with angle, the value is that of
// e^(i*symbol).
typedef struct {
  Expr symbol;
  Fingerprint value;
  bool angle;
} Pin;

typedef struct {
  const Pin *at;
  size_t n;
} Pins;

MUST_USE Status ground_point_pinned(const Equations *eq, Arena *arena, unsigned draw,
                                   const Expr *conditions, size_t n, Pins pins, FieldPoint **point);

// Moves the point to other velocities at the same positions.
MUST_USE Status ground_redraw_velocities(const Equations *eq, Arena *arena, unsigned draw,
                                        FieldPoint *point);

// The equations with the marked constraints only.
Equations ground_with_constraints(const Equations *eq, const bool *kept, Arena *arena);

// Does constraint a, on velocities, hold wherever the marked ones do?
Truth ground_follows(const Equations *eq, const bool *from, size_t a, Arena *arena);

// The rank of the constraints on accelerations, A, on the manifold, and which rows depend on those
// before them (redundant may be NULL). exact: false where no point was found and the rank is that
// of A off the manifold.
typedef struct {
  size_t rank;
  bool exact;
} GenericRank;

GenericRank ground_rank(const Equations *eq, Arena *arena, bool *redundant);

// Chooses, among the marked constraints, rows of A that do not depend on each other on the manifold,
// the first ones where there is a choice. Returns how many, their numbers in chosen.
size_t ground_independent_rows(const Equations *eq, Arena *arena, const bool *among, size_t *chosen);

#endif
