// analysis/constraints.h: the kinds of constraints that a system has.

#ifndef ANALYSIS_CONSTRAINTS_H
#define ANALYSIS_CONSTRAINTS_H

#include "analysis/apparent.h"
#include "analysis/potential.h"
#include "methods/constraints.h"

typedef enum {
  KIND_HOLONOMIC,
  KIND_LINEAR,  // in the velocities, and homogeneous
  KIND_AFFINE,
  KIND_NONLINEAR,
  KIND_ACCELERATION,
  KIND_COUNT
} ConstraintKind;

const char *constraint_kind_name(ConstraintKind kind);  // "holonomic", ...

// A place where two factors of a product vanish together.
typedef struct {
  size_t first, second;  // factors
  Truth real;            // is there a real state there? TRUTH_UNKNOWN: none was found
} Transition;

// One factor of a product, taken as the constraint.
typedef struct {
  ConstraintKind kind;
  Truth integrable;  // with the other constraints
} FactorFinding;

typedef struct {
  const char *name;
  ConstraintKind kind;
  bool with_time;    // it contains t
  bool homogeneous;  // homogeneous in the velocities
  int degree;        // its degree then; -1 if it is not a polynomial, or not homogeneous
  bool alone;        // integrable by itself
  bool one_side;     // integrable where no coefficient jumps or bends; `integrable` is unknown then
  Truth integrable;  // by itself or with others
  bool redundant;
  const char **from;  // others that imply it, as few as possible
  size_t n_from;
  ConstraintFactors factors;  // more than one if it is a product
  FactorFinding *factor;
  ARRAY(Transition) transitions;
  Apparent apparent;  // for a nonlinear one
} ConstraintFinding;

typedef struct {
  size_t n;
  ConstraintFinding *at;
  size_t coordinates;
  size_t rank;         // of their content: a square counts as the expression that is squared
  size_t rank_A;       // of their derivatives by the velocities
  bool exact;          // the ranks hold on the constraint manifold
  bool rates;          // rates in free speeds determine the velocities; there are no constraints
  size_t speeds;       // number of free speeds
  Appearances hidden;  // affine equations in nonlinear constraints
  Pfaff pfaff;
  bool has_forms;  // there are affine constraints that are not holonomic
  Status flag;     // of the flag: STATUS_OK, or why it is not known
  size_t
    integrable;  // independent combinations that are differentials, besides holonomic constraints
  Potentials potentials;   // the functions, as far as found
  const Condition *place;  // the place for a second growth vector; n_place values
  size_t n_place;
  Status place_status;  // STATUS_OK, or why growth_at is not known, as pfaff_growth_at returns it
  Flag growth_at;
} ConstraintAnalysis;

// eq: equations with the constraints as the model states them. place: values of coordinates; n may be 0.
// Everything is in the arena.
ConstraintAnalysis *analysis_constraints(const Equations *eq, const Condition *place, size_t n,
                                         Arena *arena);

#endif
