// analysis/equilibria.h: the states in which a system can rest, and how it moves nearby.

#ifndef ANALYSIS_EQUILIBRIA_H
#define ANALYSIS_EQUILIBRIA_H

#include "proof/claims.h"
#include "local/conditions.h"

// The range in which a coordinate is searched.
typedef struct {
  Expr q;
  double low, high;
  bool given;  // by the user: it is not extended
  bool turns;  // an angle: values that differ by whole turns are the same
  bool waves;  // it occurs in sines and cosines: there may be many more solutions far away
} Range;

// The kinds of small motions: those of L8 (8.40) to (8.42) and, if forces depend on the velocities, decaying
// and growing ones.
typedef enum {
  MODE_OSCILLATING,
  MODE_LINEAR,
  MODE_HYPERBOLIC,
  MODE_DECAYING,
  MODE_GROWING
} ModeKind;

const char *mode_kind_name(ModeKind kind);  // "oscillating", ...

// Of two conjugate modes, the one with im > 0. An eigenvalue mu with fewer shapes than its multiplicity has
// chains: (K - mu) v_j = v_(j-1), v_0 its shape.
typedef struct {
  double re, im;  // lambda^2 if the small motions are of second order, otherwise lambda
  ModeKind kind;
  double omega;   // of an oscillation, damped or not; 0 otherwise
  size_t above;   // j: the modes before it are v_(j-1), ..., v_0
  double *shape;  // of each coordinate, then the imaginary parts; the largest entry of v_0 is 1
  Expr closed;    // lambda^2 in closed form, or EXPR_NONE
} Mode;

typedef enum { WAVE_NONE, WAVE_COS, WAVE_SIN, WAVE_COSH, WAVE_SINH } Wave;

// factor C t^power e^(growth t) cos(rate t), times the real or the imaginary part of a shape
typedef struct {
  size_t constant;  // the number of C, starting at 0
  size_t mode;
  bool imaginary;
  double factor;
  unsigned power;
  double growth;
  Wave wave;
  double rate;
} SolutionTerm;

typedef struct {
  double *q;        // n
  Expr *exact;      // n: in parameters, if all of them were found and proved; or NULL
  const bool *any;  // n: coordinates that may have any value
  size_t family;    // dimension of the set of equilibria around it
  bool enclosed;    // in balls that contain a true equilibrium
  bool determined;  // the accelerations are determined: if not, it need not be an equilibrium
  LocalStability stability;
  StabilityConditions conditions;  // in the parameters; not known if `exact` is NULL
  bool second_order;
  size_t modes;
  Mode *mode;
  size_t d;                      // independent coordinates of small motions, A0 eta'' = B0 eta
  const size_t *index;           // these coordinates
  double *A0, *B0;               // d*d; or NULL
  Expr *A0_closed, *B0_closed;   // the same in parameters, or NULL
  ARRAY(SolutionTerm) solution;  // all small motions; empty if they are not known
  size_t constants;
} Equilibrium;

typedef struct {
  size_t n;
  const Expr *q;
  Range *range;  // n
  ARRAY(Equilibrium) all;
  bool every;        // every position that the constraints allow is an equilibrium
  bool singular;     // none was found, and accelerations are not determined at rest
  const char *none;  // why there was no search, or NULL
  bool unfinished;   // the search was cut short: `all` has what was found so far, unordered
} Equilibria;

// Searches for equilibria of the equations for the parameter values of the model, in the given ranges and in
// sensible default ones for the other coordinates; the default ranges grow until they contain everything found.
// Everything is in the arena. If a limit ends the search, *found has the results so far. STATUS_UNABLE without LAPACK.
MUST_USE Status equilibria_find(const Equations *eq, const Range *given, size_t n, Arena *arena,
                                Equilibria *found);

#endif
