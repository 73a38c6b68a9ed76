// local/local.h: the motion near a state, in balls: enclosed states of rest and steady motions, their linearization and
// its eigenvalues.
//
// A motion is written as equations in the state (q, u), the rates u' and the multipliers:
//   q' = psi(q, u),   M u' = F + B^T lambda,   A u' = b,   and the constraint manifold h = 0, C = 0
// where u are the velocities, or the variables that take their place in the equations. Numbers are those of the model's
// parameters.

#ifndef LOCAL_LOCAL_H
#define LOCAL_LOCAL_H

#include "methods/methods.h"

typedef struct Local Local;

// Everything is cleared with the arena. Returns STATUS_UNABLE if the velocities are not functions of q, u.
MUST_USE Status local_make(const Equations *eq, Arena *arena, Local **local);

// Returns the name of a parameter without a value, with which nothing here works, or NULL.
const char *local_missing(const Local *local);

// The variables: q and u (both in one array x), u', and the multipliers.
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

// Rest: all rates vanish. The unknowns are q (the first n of them) and the multipliers, and u if they are not
// velocities.
LocalSystem local_rest_system(Local *local);
// The constraint manifold; the unknowns are q and u.
LocalSystem local_manifold_system(Local *local);
// The constraint manifold and the motion there; the unknowns are q, u, u' and the multipliers.
LocalSystem local_motion_system(Local *local);

// Does an expression of the motion contain time?
bool local_depends_on_time(const Local *local);

// Gives a parameter another value, in terms of the others; call it before anything is solved.
void local_set(Local *local, Expr parameter, Expr value);

// Solves such a system together with further equations from this start (one number for each unknown), and encloses the
// solution. Returns STATUS_UNABLE if none is found.
MUST_USE Status local_solve(Local *local, const LocalSystem *system, const Expr *further, size_t n,
                            const double *start);
// Goes to a solution that is found but not enclosed, e.g. a random state.
MUST_USE Status local_go(Local *local, const LocalSystem *system, const double *start);
// Goes to a state that need not solve anything; variables that are not among the unknowns are 0.
void local_put(Local *local, const LocalSystem *system, const double *at);
// Was the solution enclosed? Then equations that follow from the others hold to many digits.
bool local_is_enclosed(const Local *local);
// The approximate distance of the state from a solution: the length of the next Newton step; 0 if it is enclosed. It
// stays large if the equations are small but do not vanish, as for e^-x.
double local_error(Local *local);
// Goes to the state at which the unknowns of a system have these values (EXPR_NONE: unchanged), which solve it exactly.
void local_set_exactly(Local *local, const LocalSystem *system, const Expr *value);
double local_value(const Local *local, Expr symbol);  // its midpoint
// Computes the value of an expression there.
double local_evaluate(Local *local, Expr e);

// The dimension of the set of states of rest around the one last found: 0 if it is isolated. Directions that the first
// derivatives leave open are tested: states of rest are sought a little to the side.
size_t local_family(Local *local);

// --- linearization -------------------------------------------------------------------------------

// Linear equations in d independent variables w of x: w' = A w + B input; dx = P dw.
typedef struct {
  size_t d, inputs;
  const size_t *index;      // indices into x
  const double *A, *B, *P;  // d*d, d*inputs, (n + m)*d, row by row
  const double *slope;      // (n + m)*d: derivatives of all x' by w
  size_t positions;         // the number of coordinates among them; these come first
} LocalLinear;

// Are the equations and their first derivatives continuous at the state last found? If |x|, sign(x') or if(...) jump or
// bend there, no linear equations describe the motion nearby.
bool local_is_smooth(Local *local);
#define LOCAL_NOT_SMOOTH "forces jump or bend there, or may do so"

// Linearizes at the state last found. prefer: marks the variables of x that should be independent, if there is a
// choice; or NULL. Inputs: parameters. Returns STATUS_DOMAIN if the motion is not determined there, STATUS_UNABLE if it
// is not smooth.
MUST_USE Status local_linearize(Local *local, const bool *prefer, const Expr *input, size_t inputs,
                                LocalLinear *linear);
// Is it of second order: do coordinates act only on u', and u only on q'?
bool local_is_second_order(const Local *local);
// A0 eta'' = B0 eta in the independent coordinates, positions*positions each: A0 = Z^T M Z in the directions allowed by
// the constraints. Returns STATUS_UNABLE if not all of these constraints are holonomic.
MUST_USE Status local_small_motions(Local *local, double *A0, double *B0);

typedef struct {
  double re, im;
  int sign;        // the certain sign of the real part; 0 if undecided
  bool is_zero;    // the enclosure contains 0
  bool is_real;    // the enclosure meets the real line
  bool is_sure;    // it is enclosed
  size_t chain;    // the vectors of a chain belong to one eigenvalue: (A - lambda) v_j = v_(j-1),
  size_t above;    // and this is v_j, j = above; v_0 is an eigenvector
  double *vector;  // real parts, then imaginary parts, of the independent variables
} LocalEigen;

// Computes the eigenvalues of a part of A, with these rows and columns, the largest real parts first; as many as there
// are rows, with vectors that form a basis.
MUST_USE Status local_eigenvalues(Local *local, const size_t *part, size_t k, LocalEigen *eigen);
// The same for lambda^2 of the small motions of a second-order system, in the independent coordinates.
MUST_USE Status local_squares(Local *local, LocalEigen *eigen);

// --- stability -----------------------------------------------------------------------------------

typedef struct {
  Stability stability;  // STABILITY_UNSAID: undecided
  const char *reason;
} LocalStability;

// Decides the stability of the state of rest last found: by Dirichlet and Lagrange if possible, otherwise by the
// linearization.
LocalStability local_stability(Local *local);

#endif
