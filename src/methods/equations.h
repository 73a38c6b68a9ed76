// methods/equations.h: the waist of the program: what every method yields and every output
// consumes.
//
// The motion is a state (q, u) with q' = rate(q, u, t); the unknowns u' are given by a linear
// problem, still unsolved:
//   M u' = F                              a free system, or one reduced to free speeds
//   M u' = F + B^T lambda,  A u' = b      a system with constraints
// No method knows what becomes of it, no output knows which method it came from. Beside this, in
// terms of the coordinates, there is always the free system and its constraints, from
// which reactions and residuals are found whatever the method.

#ifndef METHODS_EQUATIONS_H
#define METHODS_EQUATIONS_H

#include "methods/matrix.h"
#include "model/model.h"

// --- the worksheet -------------------------------------------------------------------------------

typedef enum { LINE_FORMULA, LINE_MATRIX } LineKind;

// name = value, as a formula or a matrix. The name is written as LaTeX and as text.
typedef struct {
  LineKind kind;
  const char *text, *latex;  // the left-hand side
  Expr value;
  Matrix matrix;
} WorkLine;

// One step of a derivation: what is done, after which equation of which source, and what comes out.
typedef struct {
  const char *title;
  const char *formula_text, *formula_latex;  // the rule used, e.g. p = dL/dq'
  const char *source;                        // e.g. "L8 (8.12)"
  ARRAY(WorkLine) lines;
} WorkStep;

typedef ARRAY(WorkStep) Worksheet;

// --- constraints ---------------------------------------------------------------------------------

// One scalar constraint, at every level where it makes sense.
typedef struct {
  const char *name;
  Level level;    // as the model states it
  Expr position;  // h(q, t) = 0; EXPR_NONE for others than holonomic ones
  Expr velocity;  // C(q, q', t) = 0, for a holonomic one h' = 0; EXPR_NONE at acceleration level
  Expr lambda;    // the symbol of its multiplier
  bool ideal;     // otherwise `realized by`
  Span span;
} ConstraintRow;

// All constraints of a model: A q'' = b, with reactions B^T lambda.
typedef struct {
  size_t r;
  ConstraintRow *row;
  Matrix A, B;  // r x n; B is A for ideal constraints
  Expr *b;
} Constraints;

// Row i of B^T lambda.
Expr constraints_reaction(ExprPool *pool, const Constraints *c, size_t i);

// --- the equations -------------------------------------------------------------------------------

typedef struct Method Method;

// Velocities in terms of other variables, q' = psi(q, z, t); m is 0 if there are no such variables.
typedef struct {
  size_t m;
  Expr *z, *zd;
  Expr *psi;  // n of them
} Parametrization;

// How the linear problem is to be solved.
typedef enum {
  PROBLEM_FREE,         // M u' = F
  PROBLEM_MULTIPLIERS,  // with A, B, b, by the null space of B
  PROBLEM_UDWADIA       // with A, b, by the pseudo-inverse of A M^(-1/2)
} ProblemKind;

typedef struct Equations {
  const Model *model;
  const Method *method;
  ExprPool *pool;
  Arena *arena;

  // in terms of the coordinates: the free system and its constraints
  size_t n;
  Expr *q, *qd, *qdd;
  Matrix free_M;  // symmetric
  Expr *free_F;
  Constraints constraints;
  Expr *force;              // Q, the forces that are not in L
  Expr *momentum;           // p = dL/dq'
  Expr kinetic, potential;  // T and V; EXPR_NONE if the model gives only a Lagrangian
  Expr lagrangian;
  Expr energy;  // the energy function h = q'.p - L; T + V where T is quadratic
  // what a state has beside q and q': free speeds of the model, or the momenta of a Hamiltonian
  // that has no Lagrangian in closed form. These may stand in everything above, and then free_M,
  // free_F and the rows A, B, b are those of p', not q''.
  Parametrization given;

  // the problem of the method
  ProblemKind problem;
  size_t m;           // how many unknowns: n, or the number of free speeds
  Expr *u, *unknown;  // q' and q''; z and z'; p and p'
  Matrix M;
  Expr *F;
  size_t rows;  // constraints on the unknowns: row_A u' = row_b; 0 if the unknowns are free
  Matrix row_A;
  Expr *row_b;
  Expr *rate;  // where the rates are known in closed form: u' = rate + reach lambda; NULL otherwise
  Matrix reach;  // m x rows

  // where u are not the velocities: q' = psi(q, u, t), q'' = psi_z u' + drift; psi NULL otherwise
  Expr *psi;
  Matrix psi_z;
  Expr *drift;

  // Where a quasi-coordinate takes the place of time (whittaker.c): q, u, psi, M, F, drift are by
  // it, dq/dtau = psi, M du/dtau = F, and dt/dtau = 1/pace.
  Expr independent;                 // tau, the coordinate itself if it is one; EXPR_TIME otherwise
  Expr pace;                        // dtau/dt of q, u, constant and direction; EXPR_NONE otherwise
  Expr constant;                    // the symbol of the energy constant h
  Expr direction;                   // the symbol of the sign of pace, 1 or -1
  Expr pace_now;                    // dtau/dt of q and q'
  Expr *u_now;                      // u of q and q'
  const struct Equations *in_time;  // the same problem by time; NULL otherwise

  Worksheet worksheet;  // empty unless it was asked for
} Equations;

// Are the momenta part of the state, because they do not follow from the velocities in closed form?
static inline bool momenta_are_state(const Equations *eq) {
  return eq->given.m > 0 && expr_same(eq->given.z[0], eq->momentum[0]);
}

// The problem by time: psi, psi_z, drift, M and F as they give q' and q''.
static inline const Equations *equations_in_time(const Equations *eq) {
  return eq->in_time != NULL ? eq->in_time : eq;
}

#endif
