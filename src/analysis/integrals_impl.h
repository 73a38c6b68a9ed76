// analysis/integrals_impl.h: shared by the files about first integrals.

#ifndef ANALYSIS_INTEGRALS_IMPL_H
#define ANALYSIS_INTEGRALS_IMPL_H

#include "analysis/integrals.h"
#include "ground/field_motion.h"

// --- candidates (ansatz.c) -----------------------------------------------------------------------

// A function of the state with its rate along the motion.
typedef struct {
  Expr e, rate;
  Expr shown;       // what represents it in a formula: itself, or a name
  unsigned weight;  // its complexity
} Piece;

// A function of positions times some letters: velocities, momenta, speeds.
typedef struct {
  uint32_t function;
  uint8_t degree;
  uint8_t letter[INTEGRALS_DEGREE_MOST];
} Candidate;

// A candidate is a product of pieces.
typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  ARRAY(Piece) functions, letters;
  ARRAY(Candidate) all;  // the simplest first; the very first is the constant 1
  ARRAY(Expr) atoms;     // the factors of the functions, as displayed
  ARRAY(Definition) definitions;
  const char *body;                                   // whose axes are among them
  unsigned degree, limit[INTEGRALS_DEGREE_MOST + 1];  // in the letters; of functions with d letters
} Ansatz;

// Makes functions of positions alone.
Ansatz ansatz_positions(const Equations *eq, const IntegralOptions *options, Arena *arena);
// Makes momenta times functions that are at most linear: what a symmetry would conserve.
Ansatz ansatz_noether(const Equations *eq, Arena *arena);
// Makes everything up to a degree in the velocities.
Ansatz ansatz_full(const Equations *eq, const IntegralOptions *options, Arena *arena);
// Does the same in the angular velocity of bodies along their axes, and the directions of these axes. No
// candidates if no body turns in space.
Ansatz ansatz_bodies(const Equations *eq, const IntegralOptions *options, Arena *arena);

// Returns the product; shown: with the names of its pieces.
Expr candidate_expr(const Ansatz *ansatz, const Candidate *candidate, bool shown);

// --- candidates at points (sampler.c) ------------------------------------------------------------

#define SAMPLER_FIELD 0  // the field of the linear algebra; the proof afterwards uses both

// Motions that several searches share, by their draws: the parameters have the same values in all.
typedef struct {
  Arena *arena;
  ARRAY(FieldMotionPoint) at;
} SamplePoints;

typedef struct {
  const Ansatz *ansatz;
  Arena *work, points;  // points: memory for one point
  FieldMotion fields;
  ARRAY(Pin) pins;   // the first one is t, new at each point
  Memo places;       // symbol -> the place of its pin, now or earlier
  Statements roots;  // functions, letters, their rates, and other requested expressions
  Statements
    radicands;          // of square roots in these: functions of parameters and of free coordinates
  Fingerprint *value;   // of the roots at the present point
  unsigned draw, idle;  // points so far; useless ones since the last good one
  SamplePoints *shared;  // or NULL
} Sampler;

// more: further expressions whose values are wanted.
Sampler *sampler_open(const Ansatz *ansatz, const Expr *more, size_t n, Arena *work);
// Takes the points from `points`, where other samplers find them, or adds to them.
void sampler_share(Sampler *sampler, SamplePoints *points);
// Gives all parameters random values, the same at all points.
void sampler_pin_parameters(Sampler *sampler, uint64_t seed);
// Gives the symbol, or e^(i*symbol), a value determined by a random residue; returns that value.
uint64_t sampler_pin(Sampler *sampler, Expr symbol, uint64_t residue, bool angle);
// Goes to the next point, or returns false.
bool sampler_next(Sampler *sampler);
// Returns the rate of a candidate; value, or NULL: its value.
uint64_t sampler_rate(const Sampler *sampler, const Candidate *candidate, uint64_t *value);
uint64_t sampler_more(const Sampler *sampler, size_t i);

// Is the motion from the present point the same backwards: if all velocities are opposite, do the functions keep their
// values, and the letters change their signs?
bool sampler_reverses(Sampler *sampler);

uint64_t sampler_residue(uint64_t *seed);  // of the field, not 0

// --- linear algebra (kernel.c) -------------------------------------------------------------------

// A matrix over the field, row by row, in the arena.
typedef struct {
  size_t rows, columns;
  uint64_t *at;
} Residues;

Residues residues_make(Arena *arena, size_t rows, size_t columns);

// Finds the columns that do not depend on those before them.
size_t residues_pivots(const Residues *A, Arena *arena, size_t *pivot);
// Finds vectors x with A x = 0, one for each column that depends on those before it: x is 1 there and 0 at all
// other such columns. Row i of the result is a vector, lead[i] its column.
Residues residues_kernel(const Residues *A, Arena *arena, size_t *lead);
// Multiplies the first rows of A with these vectors: the result has a column for each vector.
Residues residues_product(const Residues *A, size_t rows, const Residues *K, Arena *arena);

// Finds the combinations x of candidates with rate x = 0, except those whose value x follows from the values of those
// before them; the first candidate, the constant 1, is left out, too. odd, or NULL: two kinds of candidates such that
// the parts of a conserved combination in each kind are conserved, too (constant.c).
Residues residues_constant(const Residues *rate, const Residues *value, const bool *odd,
                           Arena *arena);

// Finds n/d = x with small n and d, or returns false.
bool residue_ratio(uint64_t x, long *n, unsigned long *d);

// Finds a quotient of polynomials through the points (x[i], y[i]), of least degrees; false if more points are
// needed to decide. The coefficients, lowest first, are in the arena.
typedef struct {
  size_t n;  // coefficients; 0 for the polynomial 0
  uint64_t *at;
} Polynomial;

bool residues_rational(const uint64_t *x, const uint64_t *y, size_t n, Arena *arena,
                       Polynomial *numerator, Polynomial *denominator);

// Multiplies all quotients by one polynomial and divides by another, so that no denominator and no common
// factor remains; the results replace `numerator`.
void residues_clear(Polynomial *numerator, const Polynomial *denominator, size_t n, Arena *arena);

// --- parameters (lift.c) -------------------------------------------------------------------------

// Finds the conserved combination of these candidates: coefficients that are polynomials in the parameters
// without a common factor, the last one not 0. The combination must be unique up to a factor. False if the
// coefficients are not found.
bool lift_integral(const Ansatz *ansatz, const Candidate *const *candidate, size_t n, Arena *work,
                   Expr *coefficient);

#endif
