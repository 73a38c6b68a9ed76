// local/local_impl.h: shared by the files about the motion near a state.

#ifndef LOCAL_LOCAL_IMPL_H
#define LOCAL_LOCAL_IMPL_H

#include "local/local.h"
#include "ground/balls.h"

#define LOCAL_BITS 200
#define LOCAL_ZERO_BITS 90  // entries below 2^-LOCAL_ZERO_BITS of their row count as zero

typedef ARRAY(Expr) LocalList;

struct Local {
  const Equations *eq;
  const Problem *problem;  // by time
  ExprPool *pool;
  Arena store, work;
  size_t n, m, r;
  Expr *x, *rate, *lambda;  // q and u; u'; multipliers
  const Expr *psi;          // q' as functions of q and u
  bool velocities;          // u are the velocities
  LocalList motion;         // M u' - F - B^T lambda, then A u' - b
  LocalList manifold;       // h and C
  Matrix A;                 // of the rows on u'
  LocalSystem rest, whole;
  const char *missing;
  Settings given;  // values of parameters and t, in this order
  Balls balls;
  Enclosure *enclosure;
  bool enclosed;
  bool family_known;  // at this state:
  size_t family;
  const LocalEigen *squares;  // eigenvalues of the square, in any coordinates; or NULL
  bool rank_known;
  size_t rank;  // of the constraints at ordinary states
  // the linearization last made
  size_t d, positions;
  size_t *index;
  arb_mat_struct *linear, *P;  // d*d, (n + m)*d
};

// The midpoint, or 0 if the ball is smaller than 2^-LOCAL_ZERO_BITS.
double linearize_ball_middle(const arb_t a);

// All eigenvalues of a square matrix, the largest real parts first (eigen.c); vectors in store.
MUST_USE Status eigen_find(const arb_mat_struct *A, Arena *store, Arena *work, LocalEigen *eigen);

// The matrix of these expressions, row by row, at the state.
arb_mat_struct *local_matrix(Local *l, const Expr *at, size_t rows, size_t columns, Arena *arena);

// The number of bits needed to see every computed number next to 1 (polish.c).
slong local_useful_bits(const BallProgram *program);
// Continues from a state that was found without proof along Newton's steps. Returns false if they do not become shorter
// (polish.c).
bool local_polish(Local *l);

// Returns the reason why the energy does not decide stability (forces, time, constraints that do work), or NULL
// (stability.c).
const char *stability_energy_obstacle(const Equations *eq);
// Are there constraints other than on positions, or rates in free speeds?
bool stability_has_nonholonomic(const Equations *eq);
// Does L have terms linear in the velocities that act as forces?
bool stability_is_gyroscopic(const Equations *eq);

#endif
