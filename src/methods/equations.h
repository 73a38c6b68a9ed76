// methods/equations.h: the waist of the program: the result of every method and the input of every output.
//
// The motion is a state (q, u) with q' = rate(q, u, t); the unknowns u' are given by a linear
// problem, still unsolved:
//   M u' = F                              a free system, or one reduced to free speeds
//   M u' = F + B^T lambda,  A u' = b      a system with constraints
// No method knows what becomes of it, and no output knows which method it came from. In addition there is always the
// free system with its constraints, in terms of the coordinates; reactions and residuals are found from it, whatever
// the method.

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

// One step of a derivation: what is done, by which equation of which source, and the result.
typedef struct {
  const char *title;
  const char *formula_text, *formula_latex;  // the rule used, e.g. p = dL/dq'
  const char *source;                        // e.g. "L8 (8.12)"
  ARRAY(WorkLine) lines;
} WorkStep;

typedef ARRAY(WorkStep) Worksheet;

// --- constraints ---------------------------------------------------------------------------------

// One scalar constraint, at every level at which it is defined.
typedef struct {
  const char *name;
  Level level;    // as the model states it
  Expr position;  // h(q, t) = 0, or EXPR_NONE unless it is holonomic
  Expr velocity;  // C(q, q', t) = 0; h' = 0 if holonomic; EXPR_NONE at acceleration level
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

// M, m x m, and F of a problem.
typedef struct {
  Matrix M;
  Expr *F;
} ProblemMatrices;

// Masses whose M, F and momenta are not made until something asks for them (methods/later.h).
typedef struct LaterMasses LaterMasses;

// The problem that every method states: the rates of the unknowns u, and the coordinates that follow from them.
//   q' = psi(q, u, t),   M u' = F + B^T lambda,   A u' = b,   q'' = psi_z u' + drift
typedef struct {
  ProblemKind kind;
  size_t m;              // number of unknowns: n, or the number of free speeds
  Expr *u, *ud;          // the unknowns and their rates: q' and q''; z and z'; p and p'
  Expr *psi;             // n of them
  Matrix psi_z;          // n x m
  Expr *drift;           // n
  ProblemMatrices made;  // M and F if later is NULL; problem_M and problem_F read them
  LaterMasses *later;    // makes M and F when they are first asked for; or NULL
  size_t rows;           // constraints on the unknowns; 0 if they are free
  Matrix A, B;           // rows x m
  Expr *b;
  Expr *rate;    // u' = rate + reach lambda, if the rates are known in closed form; otherwise NULL
  Matrix reach;  // m x rows
  // if u are the momenta of a Lagrangian, the same in velocities, with M and A of the free system: M q' = rest, u' =
  // push + A^T lambda; otherwise NULL
  Expr *rest, *push;
  // u are variables of the method's own, in which it may fail at states where the motion goes on; not the velocities
  bool own_variables;
} Problem;

// M and F of a problem. All code outside methods/ reads them here.
const Matrix *problem_M(const Problem *p);
Expr *problem_F(const Problem *p);
// Are M and F made only when they are asked for? Then nothing in them switches, and only the forces of the model contain
// velocities other than as squares and products.
static inline bool problem_waits(const Problem *p) {
  return p->later != NULL;
}
// Returns the number of entries of M that may differ from zero; does not make M.
size_t problem_entries(const Problem *p);
// Returns a number of operations that the entries of M take at least, or 0; does not make M.
size_t problem_least_operations(const Problem *p);

// A constant of a run besides the parameters.
typedef struct {
  Expr symbol;
  Expr start;  // its value, in the variables of the state at which the run starts
  Expr now;    // what it is the initial value of, and which must not vanish beside it; or EXPR_NONE
} RunConstant;

// The constants of a run by a variable other than time, in this order; by time there are none.
enum { RUN_ENERGY, RUN_DIRECTION, RUN_PACE, RUN_CONSTANTS };

// What a problem advances by: time, or a quasi-coordinate tau in its place, with constant energy (whittaker.c). By tau,
// q' and u' of the problem are dq/dtau and du/dtau. A run by any of them has the same parts: constants, the variable,
// and a state of q, u and clocks. By time the pace is 1, and there are no constants and no clocks.
typedef struct {
  Expr variable;     // EXPR_TIME, or tau: the coordinate itself if tau is one
  size_t place;      // of the variable among t and q: 0, 1 + its number, or 1 + n if it is neither
  Expr *velocity;    // the symbols of dq/d(variable)
  Expr pace;         // its rate by time: 1; for tau, in terms of q, u, energy and direction
  Expr pace_now;     // the same as a function of q and q'
  Expr *u_now;       // u as a function of q and q', for tau; otherwise NULL
  Expr energy;       // the symbol of the energy, if the equations contain it; or EXPR_NONE
  Expr direction;    // the symbol of the sign of pace, 1 or -1, if it may be either; or EXPR_NONE
  size_t constants;  // of a run, besides the parameters
  RunConstant *constant;
  size_t clocks;  // 1 if t is a part of the state, after q and u; 0 if it is the variable
  double usual;   // length of a run if nothing else is known
  // why nothing that goes by the clock, e.g. an animation, can follow the run; or NULL
  const char *untimed;
  const Problem *by_time;  // the same problem by time; NULL if this one is by time
} Along;

typedef struct Equations {
  const Model *model;
  const Method *method;
  ExprPool *pool;
  Arena *arena;

  // the free system and its constraints, whatever the method. Its unknowns are the velocities, or the momenta of a
  // Hamiltonian without a Lagrangian in closed form
  size_t n;
  Expr *q, *qd, *qdd;
  Problem free;
  Constraints constraints;
  Expr *force;              // Q, the forces that are not in L
  Expr *momentum;           // p = dL/dq'; equations_momentum reads them
  Expr kinetic, potential;  // T and V, or EXPR_NONE if the model gives only a Lagrangian
  Expr lagrangian;
  ARRAY(Expr)
  sizes;  // of reactions in forces, as sign times sum: not negative unless friction reverses a reaction
  Expr energy;       // the energy function h = q'.p - L; T + V if T is quadratic
  Expr hamiltonian;  // H(q, p, t) if the method finds it, otherwise EXPR_NONE
  // the free speeds of the model; they may occur in everything above
  Parametrization given;
  // the variables of a state besides t and q, and the velocities in terms of them: the free speeds if there are any, or
  // the u of the free problem. beside: the number of variables that a state has in addition to q'
  Parametrization state;
  size_t beside;

  Problem problem;  // that of the method
  bool eliminates;  // it chose the velocities for which to solve the constraints

  Along along;  // what the problem advances by

  Worksheet worksheet;  // empty unless asked for
} Equations;

// The momenta p = dL/dq', made when they are first asked for, like M and F.
Expr *equations_momentum(const Equations *eq);

// Is the problem of the method that of the free system?
static inline bool equations_are_free(const Equations *eq) {
  return eq->problem.made.M.at == eq->free.made.M.at && eq->problem.later == eq->free.later;
}

// q'' of coordinate i from a problem by time: psi_z u' + drift.
Expr rates_acceleration(const Equations *eq, const Problem *p, size_t i);

// Do constraints, or rates in free speeds, act on the motion?
bool equations_constrained(const Equations *eq);

// The symbol of the reaction on coordinate i, reaction(x), and that of M u' - F of the free problem, which is the
// reaction itself if u are the velocities.
Expr rates_reaction_symbol(const Equations *eq, size_t i);
Expr rates_push_symbol(const Equations *eq, size_t i);
// The reaction on coordinate i, and the rate of its momentum, in terms of u' and M u' - F of the free problem.
Expr rates_reaction(const Equations *eq, size_t i);
Expr rates_momentum(const Equations *eq, size_t i);

// Is the free system one in velocities? This depends on the model, not on the method: a Hamiltonian without a Lagrangian
// in closed form has momenta instead. Theory written in velocities alone, e.g. Pfaffian forms, has to know.
static inline bool free_in_velocities(const Equations *eq) {
  return !eq->free.own_variables;
}

// Is the symbol a variable of the state besides t and q, from which the others follow?
bool free_is_state_variable(const Equations *eq, Expr symbol);

// e with q' = psi of a problem, i.e. in its unknowns, or EXPR_NONE.
Expr free_in_unknowns(const Equations *eq, const Problem *p, Expr e);
// e with the velocities written in the variables of a state, or EXPR_NONE.
Expr free_in_state_variables(const Equations *eq, Expr e);

// The unknowns of the problem in terms of the variables of a state.
static inline const Expr *unknowns_now(const Equations *eq) {
  return eq->along.u_now != NULL ? eq->along.u_now : eq->problem.u;
}

// The equations by time, whatever those of the method advance by: for single states, at which nothing advances. psi, M
// and F of such a problem may be functions of q and q' instead of u.
Equations equations_by_time(const Equations *eq);

// The problem by time, whatever that of the method advances by: its q', q'' and u' are rates.
static inline const Problem *problem_by_time(const Equations *eq) {
  return eq->along.by_time != NULL ? eq->along.by_time : &eq->problem;
}

#endif
