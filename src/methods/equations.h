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

// Velocities in terms of variables z: q' = psi(q, z, t). m is 0 if there are no such variables.
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

// The problem that every method states: the rates of the unknowns u, and how the coordinates follow.
//   q' = psi(q, u, t),   M u' = F + B^T lambda,   A u' = b,   q'' = psi_z u' + drift
typedef struct {
  ProblemKind kind;
  size_t m;      // how many unknowns: n, or the number of free speeds
  Expr *u, *ud;  // the unknowns and their rates: q' and q''; z and z'; p and p'
  Expr *psi;     // n of them
  Matrix psi_z;  // n x m
  Expr *drift;   // n
  Matrix M;
  Expr *F;
  size_t rows;  // constraints on the unknowns; 0 if they are free
  Matrix A, B;  // rows x m
  Expr *b;
  Expr *rate;    // where the rates are known in closed form: u' = rate + reach lambda; or NULL
  Matrix reach;  // m x rows
  // where u are the momenta of a Lagrangian, the same in velocities, with M and A of the free system:
  // M q' = rest, u' = push + A^T lambda; or NULL
  Expr *rest, *push;
} Problem;

// What a problem advances by: time, or a quasi-coordinate tau in its place, with the energy constant
// (whittaker.c). By tau, q' and u' of the problem are dq/dtau and du/dtau.
typedef struct {
  Expr variable;           // EXPR_TIME; or tau: the coordinate itself if it is one
  Expr pace;               // its rate by time: 1 for time; of q, u, constant and direction for tau
  Expr pace_now;           // the same of q and q'
  Expr *u_now;             // u of q and q', for tau; NULL by time
  Expr constant;           // the symbol of the energy constant h; EXPR_NONE by time
  Expr direction;          // the symbol of the sign of pace, 1 or -1; EXPR_NONE by time
  const Problem *by_time;  // the same problem by time; NULL if it is that already
} Along;

typedef struct Equations {
  const Model *model;
  const Method *method;
  ExprPool *pool;
  Arena *arena;

  // the free system and its constraints, whatever the method. Its unknowns are the velocities, or the
  // momenta of a Hamiltonian that has no Lagrangian in closed form
  size_t n;
  Expr *q, *qd, *qdd;
  Problem free;
  Constraints constraints;
  Expr *force;              // Q, the forces that are not in L
  Expr *momentum;           // p = dL/dq'
  Expr kinetic, potential;  // T and V; EXPR_NONE if the model gives only a Lagrangian
  Expr lagrangian;
  ARRAY(Expr)
  sizes;  // of reactions in forces, as sign times sum: not negative unless friction turns a reaction
  Expr energy;       // the energy function h = q'.p - L; T + V where T is quadratic
  Expr hamiltonian;  // H(q, p, t), if the method finds it; EXPR_NONE otherwise
  // the free speeds of the model; they may stand in everything above
  Parametrization given;
  // the variables of a state beside t and q, and the velocities in them: the free speeds if there are
  // any, or the u of the free problem. beside: those that a state has in addition to q', or none
  Parametrization state;
  size_t beside;

  Problem problem;  // of the method
  bool eliminates;  // it solved the constraints for velocities of its choice: there are others

  Along along;  // what it advances by

  Worksheet worksheet;  // empty unless it was asked for
} Equations;

// q'' of coordinate i by a problem by time: psi_z u' + drift.
Expr rates_acceleration(const Equations *eq, const Problem *p, size_t i);

// Do constraints, or rates in free speeds, act on the motion?
bool equations_constrained(const Equations *eq);

// The symbol of the reaction on coordinate i, reaction(x); and of M u' - F of the free problem, which is
// the reaction itself if u are the velocities.
Expr rates_reaction_symbol(const Equations *eq, size_t i);
Expr rates_push_symbol(const Equations *eq, size_t i);
// The reaction on coordinate i, and the rate of its momentum, in u' and M u' - F of the free problem.
Expr rates_reaction(const Equations *eq, size_t i);
Expr rates_momentum(const Equations *eq, size_t i);

// Are the unknowns of the problem the velocities themselves? Theory that is written in velocities alone,
// Pfaffian forms for instance, has to know.
static inline bool is_in_velocities(const Equations *eq, const Problem *p) {
  return p->psi == eq->qd;
}

// Is the symbol a variable of the state beside t and q, from which the others follow?
bool free_is_state_variable(const Equations *eq, Expr symbol);

// e with q' = psi of a problem: in its unknowns; or EXPR_NONE.
Expr free_in_unknowns(const Equations *eq, const Problem *p, Expr e);
// e with the velocities written in the variables of a state; or EXPR_NONE.
Expr free_in_state_variables(const Equations *eq, Expr e);

// Does the problem of the method advance by time itself?
static inline bool advances_by_time(const Equations *eq) {
  return expr_same(eq->along.variable, EXPR_TIME);
}

// The unknowns of the problem in the variables of a state.
static inline const Expr *unknowns_now(const Equations *eq) {
  return eq->along.u_now != NULL ? eq->along.u_now : eq->problem.u;
}

// The problem by time, whatever the one of the method advances by: q', q'' and u' of it are rates.
static inline const Problem *problem_by_time(const Equations *eq) {
  return eq->along.by_time != NULL ? eq->along.by_time : &eq->problem;
}

#endif
