// support/constrained.h: constrained models at random consistent states.
//
// Law:   every method that applies to a model gives the accelerations, reactions and multipliers of
//          M q'' = F + B^T lambda,  A q'' = b;
//        ideal reactions vanish on all virtual displacements, R.psi_alpha = 0 (B08 Theorem 2); their power
//        is lambda.(A q'), zero for constraints homogeneous in the velocities (Theorem 3);
//        formulas that a paper prints, or closed forms, give the same.
// Judge: A, B, b and the formulas written by hand for each model, evaluated in long double. M and F are
//        the program's own, of the free system, which test_known_*.c judge. The augmented problem is
//        solved in long double by elimination with complete pivoting.
//
// A failure prints the command that shows the numbers of the program. TEST_SCALE=10 draws ten times
// as many states.

#ifndef SUPPORT_CONSTRAINED_H
#define SUPPORT_CONSTRAINED_H

#include <stddef.h>
#include <stdint.h>

// Relative to the largest acceleration or reaction: 4500 roundings of 2^-52. States are drawn away from
// singular ones, so that the condition of the augmented problem stays below about 1000.
#define CONSTRAINED_TOLERANCE 1e-12L
#define CONSTRAINED_STATES    60

#define MOST_PARAMETERS  8
#define MOST_COORDINATES 13
#define MOST_ROWS        11
#define MOST_SPEEDS      3

typedef long double Real;

typedef struct {
  size_t n, r;
  Real p[MOST_PARAMETERS];  // in the order of the Case
  Real t, q[MOST_COORDINATES], v[MOST_COORDINATES];
  Real z[MOST_SPEEDS];  // free speeds, if the model has them
} State;

// A q'' = b, reactions B^T lambda. drift is A q' at consistent states: 0 for homogeneous constraints.
typedef struct {
  Real A[MOST_ROWS][MOST_COORDINATES], B[MOST_ROWS][MOST_COORDINATES];
  Real b[MOST_ROWS], drift[MOST_ROWS];
} Rows;

// Published values, or NAN.
typedef struct {
  Real a[MOST_COORDINATES], lambda[MOST_ROWS];
} Printed;

// A value drawn between low and high; low = high = 0: a size between 0.3 and 1.5, either sign.
typedef struct {
  const char *name;
  double low, high;
} Draw;

enum {
  CASE_SERVO        = 1,  // reactions along B, not A: only multipliers apply
  CASE_SEMIDEFINITE = 2,  // M is singular: udwadia does not apply
  CASE_REDUNDANT    = 4,  // the multipliers are not unique: the ones of least norm
  CASE_CHART        = 8   // a psi found by the program may leave out states: appell may refuse them
};

typedef struct {
  const char *name;  // of the model: models/NAME.mech
  size_t r;
  unsigned traits;
  Draw parameters[MOST_PARAMETERS];
  Draw coordinates[MOST_COORDINATES];
  const char *speeds[MOST_SPEEDS];
  const char *constraints[MOST_ROWS];  // names of the multipliers
  void (*complete)(State *s);          // makes a drawn state consistent
  void (*rows)(const State *s, Rows *x);
  void (*printed)(const State *s, Printed *x);  // or NULL
} Case;

// Runs all cases as cmocka tests; returns the result of main.
int constrained_run(const Case *cases, size_t n);

// --- further helpers for tests of constrained systems ------------------------------------------------

// Returns a number in [low, high), by splitmix64.
double draw_between(uint64_t *seed, double low, double high);
// Returns a number of a size in [low, high), of either sign.
double draw_signed(uint64_t *seed, double low, double high);

// Returns the number "key" of "group" in eval's JSON output; fails the test if it is missing.
double number_in(const char *json, const char *group, const char *key);

// The same numbers, as long doubles.
void widen(size_t n, const double *from, Real *to);

// Row-reduces the rows x columns matrix with complete pivoting; returns the rank. order: the new order of the columns.
// Pivots below tolerance times the largest entry count as zero.
size_t eliminate(size_t rows, size_t columns, Real *a, size_t *order, size_t pivot_columns,
                 Real tolerance);

// Finds a basis of the null space of the rows x columns matrix, one vector per row; returns their number.
size_t null_space(size_t rows, size_t columns, const Real *a, Real *basis);

// Solves [M -B^T; A 0] [q''; lambda] = [F; b]; redundant constraints may be among them (then lambda is one
// of many). All matrices row by row.
void solve_augmented(size_t n, size_t r, const Real *M, const Real *F, const Real *A, const Real *B,
                     const Real *b, Real *qdd, Real *lambda);

#endif
