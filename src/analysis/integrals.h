// analysis/integrals.h: first integrals of a system.

#ifndef ANALYSIS_INTEGRALS_H
#define ANALYSIS_INTEGRALS_H

#include "proof/claims.h"

#define INTEGRALS_DEGREE 2       // in the velocities, unless another is requested
#define INTEGRALS_DEGREE_MOST 4  // the highest that may be requested

typedef enum {
  INTEGRAL_ENERGY,    // T + V
  INTEGRAL_JACOBI,    // q'.p - L if that is not T + V
  INTEGRAL_MOMENTUM,  // p of a coordinate
  INTEGRAL_SYMMETRY,  // p.xi, the momentum along a symmetry
  INTEGRAL_POSITION,  // a function of positions
  INTEGRAL_LINEAR,    // linear in the velocities
  INTEGRAL_POLYNOMIAL
} IntegralKind;

// A name in a formula and its meaning, in the language of models.
typedef struct {
  Expr symbol;
  const char *text;
} Definition;

typedef struct {
  IntegralKind kind;
  const char *name;  // "energy", "momentum of psi", "momentum along (y, -x)"
  Expr value;        // of the state
  Expr shown;        // for display, with momenta and the definitions below
  unsigned degree;   // in the velocities, of one found by the search
  Judgement proof;
  size_t coordinate;  // of a momentum
  Expr *symmetry;     // xi, one component for each coordinate; or NULL
  bool follows;       // a function of the others
} Integral;

typedef struct {
  ARRAY(Integral) list;
  size_t independent;             // how many are independent
  ARRAY(Definition) definitions;  // of names in the formulas
  bool *cyclic;                   // of each coordinate, see claims_is_cyclic
  // the space that was searched: polynomials in the letters up to this degree; the coefficients of products of
  // d letters are polynomials in the atoms up to the degree limit[d]
  unsigned degree, limit[INTEGRALS_DEGREE_MOST + 1];
  ARRAY(Expr) letters, atoms;
  size_t candidates;
  const char *body;  // a body turning in space, in whose angular velocity and axes, too; or NULL
  size_t body_candidates;
  bool jumping;  // formulas whose rates vanish were omitted, because they jump where motions pass
  size_t unlifted;    // integrals whose dependence on the parameters was not found
  const char *fault;  // why there was no search, or NULL
  bool unfinished;    // the search was cut short: the list has what was found so far
} Integrals;

typedef struct {
  unsigned degree;        // 0: INTEGRALS_DEGREE
  const Expr *functions;  // additional ones for the coefficients
  size_t n;
} IntegralOptions;

// Finds the energy, momenta along symmetries, and all integrals of the search, each of them judged. eq: any
// derivation with the free system and the constraints. The result is in the arena; work is scratch memory.
// Fails only if a limit is reached; *out has the results so far.
MUST_USE Status integrals_find(const Equations *eq, const IntegralOptions *options, Arena *arena,
                               Arena *work, Integrals *out);

#endif
