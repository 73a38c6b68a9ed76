// ground/real.h: states of a model in ball arithmetic, for refutations and verification.
//
// Every number of a state is a ball, a midpoint with an error bound, so that two values with disjoint balls certainly
// differ. States are drawn near the initial state and far from it, and on the other side of places where a formula
// jumps or bends.

#ifndef GROUND_REAL_H
#define GROUND_REAL_H

#include "methods/methods.h"

typedef struct RealSource RealSource;
typedef struct RealPoint RealPoint;

#define REAL_BITS 320        // of a point when it is found
#define REAL_BITS_MOST 1280  // the limit when an unclear comparison raises it

// --- states --------------------------------------------------------------------------------------

// What states are drawn from: equations, and further conditions in parameters, coordinates, velocities, momenta, speeds
// and energies. NULL if the conditions contradict each other. Released with the arena, after all points drawn from it.
RealSource *real_source(const Equations *eq, const Condition *given, size_t n_given, Arena *arena);

// From now on, parameters keep the values of the model in all draws.
void real_hold_parameters(RealSource *source);

// Draws a state that satisfies the constraints on positions and velocities and the conditions. Draw 0 is as near to the
// model's initial state and parameter values as these allow; draws 1 and 2 are random and near to them; the others have
// coordinates and velocities of several orders of magnitude around zero. Positive parameters stay positive, those
// without a value are positive, and every `assume` holds. The dependent variables are enclosed: a true state lies in
// the balls. The point is cleared with the arena. Returns STATUS_UNABLE if no state is found.
MUST_USE Status real_draw(RealSource *source, unsigned draw, Arena *arena, RealPoint **point);

// Finds a state beyond the nearest zero of e, as seen from `from`: as far beyond the zero as the zero is from `from`,
// times reach. Returns STATUS_UNABLE if there is none, or e is not a function of the state.
MUST_USE Status real_cross(RealSource *source, RealPoint *from, Expr e, double reach, Arena *arena,
                           RealPoint **point);

// Finds a state near `from` at which functions of the state have these values. Returns STATUS_UNABLE if none is found.
MUST_USE Status real_reach(RealSource *source, RealPoint *from, const Expr *e, const double *value,
                           size_t n, Arena *arena, RealPoint **point);

// Finds the state `from` with one parameter multiplied by this factor. Returns STATUS_UNABLE if there is no such state,
// or the parameter is 0 or keeps its value.
MUST_USE Status real_scale(RealSource *source, RealPoint *from, Expr parameter, double factor,
                           Arena *arena, RealPoint **point);

// Are all equations linear in the variables for which they are solved? Then the states form one piece.
bool real_is_flat(const RealSource *source);

// Finds a state of these equations; conditions that are products hold by one factor or another. For a single draw.
MUST_USE Status real_point(const Equations *eq, const Condition *given, size_t n_given,
                           unsigned draw, Arena *arena, RealPoint **point);

// Releases the memory of the point before the arena does.
void real_point_clear(RealPoint *point);

// Were all equations of the state solved with a proof? Otherwise some of them were found to follow from the others only
// numerically, to hundreds of digits.
bool real_is_exact(const RealPoint *point);

// Computes what follows at the point: accelerations, multipliers (those of least norm), reactions, momenta and speeds
// with their rates, energies. Returns STATUS_DOMAIN at singular states, and if a formula of the equations is undefined.
MUST_USE Status real_motion(RealPoint *point);
bool real_moves(const RealPoint *point);  // has that been done?

// --- formulas ------------------------------------------------------------------------------------

// Is left = right there? TRUTH_NO: the balls are disjoint; at an inexact state, far apart. TRUTH_YES: they agree in
// this number of digits, relative to the largest term of the two sides. TRUTH_UNKNOWN: something is undefined or
// unknown there, or the balls are too wide even at REAL_BITS_MOST.
Truth real_compare(RealPoint *point, Expr left, Expr right, int digits);

// Is one side a real number there, and the other a different complex number? A root or logarithm of a negative number
// has a complex principal value, and so have arc sine and cosine beyond 1: sqrt(x*y) = sqrt(x)*sqrt(y) does not hold
// for negative x and y, but asin(x) + acos(x) = pi/2 holds also for x > 1.
bool real_differs_in_complex(RealPoint *point, Expr left, Expr right);

// The sign of a value there, or 0 if it is undefined or unknown.
int real_sign(RealPoint *point, Expr e);

// A description of a point for messages: the state, "x = 0.8, y' = -0.3, m = 2", the two sides and their difference, in
// a few digits; "undefined" for an undefined value.
typedef struct {
  const char *state, *left, *right, *difference;
} RealAccount;

RealAccount real_describe(RealPoint *point, Expr left, Expr right, Arena *arena);

// The values there of the symbols in the formulas, as in a RealAccount; "" if there are none.
const char *real_state(const RealPoint *point, const Expr *formulas, size_t n, Arena *arena);

// The bounds of a value, as doubles rounded outwards; false if it is undefined there.
bool real_bounds(RealPoint *point, Expr e, double *low, double *high);

// Recomputes the point at this precision, at most REAL_BITS_MOST unless a test wants more. Returns STATUS_UNABLE if it
// cannot be enclosed; nothing is then defined at the point.
MUST_USE Status real_refine(RealPoint *point, int bits);

#endif
