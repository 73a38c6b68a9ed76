// ground/real.h: states of a model in ball arithmetic, for refutations and verification.
//
// Every number of a state is a ball, a midpoint with a bound of its error, so that two values whose balls are apart
// certainly differ. States are drawn near the initial one and far from it,
// and on the other side of what makes a formula jump or bend.

#ifndef GROUND_REAL_H
#define GROUND_REAL_H

#include "methods/methods.h"

typedef struct RealSource RealSource;
typedef struct RealPoint RealPoint;

#define REAL_BITS 320        // of a point, as it is found
#define REAL_BITS_MOST 1280  // to which a comparison that is not clear raises it

// --- states --------------------------------------------------------------------------------------

// What states are drawn from: equations, and conditions in parameters, coordinates, velocities,
// momenta, speeds, energies that hold as well. NULL if the conditions contradict each other. Goes
// with the arena, after all points drawn from it.
RealSource *real_source(const Equations *eq, const Condition *given, size_t n_given, Arena *arena);

// Parameters keep the values of the model in all draws from now on.
void real_hold_parameters(RealSource *source);

// A state that satisfies the constraints on positions and velocities and the conditions. Draw 0 is as
// near to the model's initial state and parameter values as these allow; 1 and 2 are random and near
// to them; the others have coordinates and velocities of several orders of magnitude about zero.
// Positive parameters stay positive, those without a value are positive, and all is as `assume` says. The dependent variables
// are enclosed: a true state lies in the balls. The point is cleared with the arena. STATUS_UNABLE if
// none is found.
MUST_USE Status real_draw(RealSource *source, unsigned draw, Arena *arena, RealPoint **point);

// A state beyond the nearest one where e vanishes, as seen from `from`: as far beyond it as that is
// from here, times reach. STATUS_UNABLE if there is none, or e is not a function of the state.
MUST_USE Status real_cross(RealSource *source, RealPoint *from, Expr e, double reach, Arena *arena,
                           RealPoint **point);

// A state near `from` where functions of the state have these values. STATUS_UNABLE if none is found.
MUST_USE Status real_reach(RealSource *source, RealPoint *from, const Expr *e, const double *value,
                           size_t n, Arena *arena, RealPoint **point);

// The state `from` with one parameter so many times as large. STATUS_UNABLE if there is no such state, or the
// parameter has the value 0 or keeps its value.
MUST_USE Status real_scale(RealSource *source, RealPoint *from, Expr parameter, double factor,
                           Arena *arena, RealPoint **point);

// Are all equations linear in the variables that they are solved for? Then the states are of one
// piece.
bool real_is_flat(const RealSource *source);

// A state of these equations; conditions that are products hold by one factor or another. For a
// single draw.
MUST_USE Status real_point(const Equations *eq, const Condition *given, size_t n_given,
                           unsigned draw, Arena *arena, RealPoint **point);

// Gives its memory back before the arena does.
void real_point_clear(RealPoint *point);

// Were all equations that the state satisfies solved with a proof? Otherwise some of them were found
// to follow from the others by hundreds of digits only.
bool real_is_exact(const RealPoint *point);

// Makes known what follows at the point: accelerations, multipliers (the ones of least norm),
// reactions, momenta and speeds with their rates, energies. STATUS_DOMAIN at singular states, and
// if a formula of the equations is not defined.
MUST_USE Status real_motion(RealPoint *point);
bool real_moves(const RealPoint *point);  // is that known?

// --- formulas ------------------------------------------------------------------------------------

// Is left = right there? TRUTH_NO: the balls are apart; at a state that is not exact, by far. TRUTH_YES:
// they agree in this number of digits, measured by the largest term of the two sides. TRUTH_UNKNOWN:
// something is not defined or not known there, or the balls are too wide even at REAL_BITS_MOST.
Truth real_compare(RealPoint *point, Expr left, Expr right, int digits);

// Is one side a real number there, and the other one a different complex number? A root or logarithm
// of a negative number has one (its principal value), and so have arc sine and cosine beyond 1:
// sqrt(x*y) = sqrt(x)*sqrt(y) does not hold for negative x and y, but asin(x) + acos(x) = pi/2 holds
// also where x > 1.
bool real_differs_in_complex(RealPoint *point, Expr left, Expr right);

// The sign of a value there: 0 if it is not defined, or not known.
int real_sign(RealPoint *point, Expr e);

// What messages say about a point: the state, "x = 0.8, y' = -0.3, m = 2", the two sides and
// their difference, in a few digits; "undefined" if a value is.
typedef struct {
  const char *state, *left, *right, *difference;
} RealAccount;

RealAccount real_describe(RealPoint *point, Expr left, Expr right, Arena *arena);

// The values there of what the formulas contain, as in a RealAccount; "" if that is nothing.
const char *real_state(const RealPoint *point, const Expr *formulas, size_t n, Arena *arena);

// The bounds of a value, as doubles rounded outwards; false if it is not defined there.
bool real_bounds(RealPoint *point, Expr e, double *low, double *high);

// The same point at this precision, at most REAL_BITS_MOST unless a test wants more. STATUS_UNABLE
// if it cannot be enclosed; nothing is defined at the point then.
MUST_USE Status real_refine(RealPoint *point, int bits);

#endif
