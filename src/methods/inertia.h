// methods/inertia.h: contributions of masses to the equations of motion.

#ifndef METHODS_INERTIA_H
#define METHODS_INERTIA_H

#include "methods/equations.h"

// A velocity v = sum_i J_i q_i' + rest that is linear in the generalized velocities: that of a point (J = dP/dq) or an
// angular velocity (J = d omega/dq').
typedef struct {
  Vec *J;
  Vec v;     // the whole velocity
  Vec bias;  // its rate at q'' = 0
} Velocity;

// The free system of a model: its coordinates, and a known state.
typedef struct {
  const Model *model;
  ExprPool *pool;
  Arena *arena;
  size_t n;
  Expr *q, *qd, *qdd;
  const double *known;  // q, then q', of a state on the constraint manifold, or NULL
} FreeSystem;

FreeSystem free_system(const Model *model, Arena *arena);

// The rate of e while q changes with these velocities and all other variables are held fixed: sum_j de/dq_j velocity_j
// + de/dt. With q' it is d/dt at fixed velocities, with psi or H_p that at fixed speeds or momenta.
Expr rate_along(const FreeSystem *s, Expr e, const Expr *velocity);

// Contributions of points and bodies, added to M (n*n), F (n), p (n), T and V.
// M = sum m J^T J + W^T I W,  F = J^T (A - m bias) - W^T (I bias + omega x I omega),  p = m J^T v
// + W^T I omega
typedef struct {
  Matrix M;
  Expr *F, *p;
  Expr T, V;
} Inertia;

// Returns zeros to add to; or those of T and V alone, with p NULL, if only energies are wanted.
Inertia inertia_none(const FreeSystem *s);
Inertia inertia_energies(void);

void inertia_add_masses(const FreeSystem *s, Inertia *to);

// The same from an energy given as an expression (kinetic, or a Lagrangian): M = T_q'q',
// F = T_q - d/dt T_q' at fixed velocity, p = T_q'.
void inertia_add_given_energy(const FreeSystem *s, Expr energy, Inertia *to);

// Adds what masses do not contribute: an energy and the potential that are given, and all forces that are not on points
// (free.c).
void inertia_add_rest(const FreeSystem *s, Expr given, Inertia *to);

// Adds forces other than those on points and centres of mass: torques, `force x`, dissipation.
void inertia_add_forces(const FreeSystem *s, Expr *F);

// The sum of the forces on a point, or at the centre of a body, without gravity.
Vec inertia_applied_force(const FreeSystem *s, bool on_body, size_t target);

// Adds Q_i = sum A . dP/dq_i of the forces on points and centres, which inertia_add_masses includes.
void inertia_add_point_forces(const FreeSystem *s, Expr *Q);

#endif
