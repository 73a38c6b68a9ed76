// local/local.h: the motion near a state, in balls: states of rest and steady motions enclosed,
// their linearization and its eigenvalues.
//
// A motion is written as equations in the state (q, u), the rates u' and the multipliers:
//   q' = psi(q, u),   M u' = F + B^T lambda,   A u' = b,   and the constraint manifold h = 0, C = 0
// where u are the velocities, or what takes their place in the equations. Numbers are those of the
// model's parameters.

#ifndef LOCAL_LOCAL_H
#define LOCAL_LOCAL_H

#include "methods/methods.h"

typedef struct Local Local;

// Everything is cleared with the arena. STATUS_UNABLE if the velocities are not functions of q, u.
MUST_USE Status local_make(const Equations *eq, Arena *arena, Local **local);

// A parameter without a value, which nothing here works with; or NULL.
const char *local_missing(const Local *local);

// The variables: q and u (x, both in one row), u', the multipliers.
typedef struct {
  size_t n, m, r;
  const Expr *x, *rate, *lambda;
} LocalVariables;

LocalVariables local_variables(const Local *local);

// Expressions that vanish, in some unknowns.
typedef struct {
  size_t equations, unknowns;
  const Expr *equation, *unknown;
} LocalSystem;

// Rest: all rates vanish. Unknown are q (the first n of them) and the multipliers, and the u if they are not
// velocities.
LocalSystem local_rest_system(Local *local);
// The constraint manifold; unknown are q and u.
LocalSystem local_manifold_system(Local *local);
// The constraint manifold and the motion there; unknown are q, u, u', the multipliers.
LocalSystem local_motion_system(Local *local);

// Does an expression of the motion contain the time?
bool local_depends_on_time(const Local *local);

// Another value for a parameter, in the others: before anything is found.
void local_set(Local *local, Expr parameter, Expr value);

// Solves such a system together with further equations from this start (one number for each
// unknown), and encloses the solution. STATUS_UNABLE if none is found.
MUST_USE Status local_solve(Local *local, const LocalSystem *system, const Expr *further, size_t n,
                            const double *start);
// Goes to a solution that is found, not enclosed, as a random state is.
MUST_USE Status local_go(Local *local, const LocalSystem *system, const double *start);
// Goes to a state that need not solve anything; what is not among the unknowns is 0.
void local_put(Local *local, const LocalSystem *system, const double *at);
// Was the solution enclosed? Equations that follow from the others hold to many digits then.
bool local_is_enclosed(const Local *local);
// About how far the state is from a solution: the length of Newton's next step; 0 if it is enclosed.
// It stays large where the equations are small but do not vanish, as e^-x does.
double local_error(Local *local);
// The state at which the unknowns of a system have these values (EXPR_NONE: as they are), which solve it
// exactly.
void local_set_exactly(Local *local, const LocalSystem *system, const Expr *value);
double local_value(const Local *local, Expr symbol);  // its midpoint
// The value of an expression there.
double local_evaluate(Local *local, Expr e);

// The dimension of the set of states of rest around the one last found: 0 where it stands alone. What
// the first derivatives leave open is tried: states of rest are looked for a little beside.
size_t local_family(Local *local);
// How many dimensions the first derivatives leave open.
size_t local_freedom(Local *local);

// --- linearization -------------------------------------------------------------------------------

// In d independent ones of the variables x, w' = A w + B input; dx = P dw.
typedef struct {
  size_t d, inputs;
  const size_t *index;      // which of x
  const double *A, *B, *P;  // d*d, d*inputs, (n + m)*d, row by row
  const double *slope;      // (n + m)*d: of all x' by w
  size_t positions;         // how many of them are coordinates; these come first
} LocalLinear;

// Are the equations and their first derivatives continuous at the state last found? Where |x|, sign(x') or if(...)
// jump or bend, no linear equations describe the motion nearby.
bool local_is_smooth(Local *local);
#define LOCAL_NOT_SMOOTH "forces jump or bend there, or may do so"

// At the state last found. prefer: the ones of x that should be independent, where there is a
// choice; or NULL. Inputs: parameters. STATUS_DOMAIN if the motion is not determined there, STATUS_UNABLE if it is not
// smooth.
MUST_USE Status local_linearize(Local *local, const bool *prefer, const Expr *input, size_t inputs,
                                LocalLinear *linear);
// Is it of second order: do coordinates act on u' only, and u on q' only?
bool local_is_second_order(const Local *local);
// A0 eta'' = B0 eta in the independent coordinates, positions*positions each: A0 = Z^T M Z on what the
// constraints allow. STATUS_UNABLE if not all of these constraints are holonomic.
MUST_USE Status local_small_motions(Local *local, double *A0, double *B0);

typedef struct {
  double re, im;
  int sign;        // of the real part, certainly; 0 if it is undecided
  bool is_zero;    // the enclosure contains 0
  bool is_real;    // the enclosure meets the real line
  bool is_sure;    // there is an enclosure
  size_t chain;    // the vectors of a chain belong to one eigenvalue: (A - lambda) v_j = v_(j-1),
  size_t above;    // and this is v_j, j = above; v_0 is an eigenvector
  double *vector;  // real parts, then imaginary ones, of the independent variables
} LocalEigen;

// Eigenvalues of a part of A, these rows and columns, the largest real parts first; as many as there
// are rows, with vectors that form a basis.
MUST_USE Status local_eigenvalues(Local *local, const size_t *part, size_t k, LocalEigen *eigen);
// Those, lambda^2, of the small motions of a system of second order, in the independent coordinates.
MUST_USE Status local_squares(Local *local, LocalEigen *eigen);

// --- stability -----------------------------------------------------------------------------------

typedef struct {
  Stability stability;  // STABILITY_UNSAID: undecided
  const char *reason;
} LocalStability;

// Of the state of rest last found: by Dirichlet and Lagrange where that decides, otherwise by the
// linearization.
LocalStability local_stability(Local *local);

#endif
