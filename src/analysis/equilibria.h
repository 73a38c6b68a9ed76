// analysis/equilibria.h: where a system can stay at rest, and how it moves nearby.

#ifndef ANALYSIS_EQUILIBRIA_H
#define ANALYSIS_EQUILIBRIA_H

#include "proof/claims.h"
#include "local/conditions.h"

// Where a coordinate is looked for.
typedef struct {
  Expr q;
  double low, high;
  bool given;  // by the user: it does not grow
  bool turns;  // an angle: values that differ by whole turns are the same
  bool waves;  // it occurs in sines and cosines: far away there may be many more
} Range;

// The kind of a small motion: those of L8 (8.40) to (8.42) and, if forces depend on the velocities, those that decay
// or grow.
typedef enum {
  MODE_OSCILLATING,
  MODE_LINEAR,
  MODE_HYPERBOLIC,
  MODE_DECAYING,
  MODE_GROWING
} ModeKind;

const char *mode_kind_name(ModeKind kind);  // "oscillating", ...

// Of conjugate ones, that with im > 0. An eigenvalue mu that has fewer shapes than it is multiple has
// chains: (K - mu) v_j = v_(j-1), v_0 its shape.
typedef struct {
  double re, im;  // lambda^2 where the small motions are of second order, otherwise lambda
  ModeKind kind;
  double omega;   // of an oscillation, damped or not; 0 otherwise
  size_t above;   // j: the modes before it are v_(j-1), ..., v_0
  double *shape;  // of each coordinate, then its imaginary part; the largest of v_0 is 1
  Expr closed;    // lambda^2 in closed form; EXPR_NONE if none was found
} Mode;

typedef enum { WAVE_NONE, WAVE_COS, WAVE_SIN, WAVE_COSH, WAVE_SINH } Wave;

// factor C t^power e^(growth t) cos(rate t) times the real or the imaginary part of a shape.
typedef struct {
  size_t constant;  // the number of C, from 0 on
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
  Expr *exact;      // n: in parameters, where all of them were found and proved; NULL otherwise
  const bool *any;  // n: coordinates that may have any value
  size_t family;    // dimension of the set of equilibria around it
  bool enclosed;    // in balls that contain a true one
  bool determined;  // the accelerations are: where they are not, no equilibrium need be there
  LocalStability stability;
  StabilityConditions conditions;  // in the parameters; not known if `exact` is NULL
  bool second_order;
  size_t modes;
  Mode *mode;
  size_t d;                      // of small motions in independent coordinates: A0 eta'' = B0 eta
  const size_t *index;           // which
  double *A0, *B0;               // d*d; or NULL
  Expr *A0_closed, *B0_closed;   // the same in parameters; NULL if they are not known
  ARRAY(SolutionTerm) solution;  // all small motions; empty if they are not known
  size_t constants;
} Equilibrium;

typedef struct {
  size_t n;
  const Expr *q;
  Range *range;  // n
  ARRAY(Equilibrium) all;
  bool every;        // every position that the constraints allow is one
  bool singular;     // none was found, and accelerations are not determined at rest
  const char *none;  // why there was no search, or NULL
  bool unfinished;   // the search: it has what was found so far, in no order
} Equilibria;

// Looks for equilibria of the equations for the parameter values of the model, in these ranges and in
// sensible ones for coordinates that have none given; these grow until they contain all that was
// found. Everything is left in the arena. If a limit ends the search, *found is what there is of it.
// STATUS_UNABLE without LAPACK.
MUST_USE Status equilibria_find(const Equations *eq, const Range *given, size_t n, Arena *arena,
                                Equilibria *found);

#endif
