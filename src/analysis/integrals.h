// analysis/integrals.h: first integrals of a system.

#ifndef ANALYSIS_INTEGRALS_H
#define ANALYSIS_INTEGRALS_H

#include "proof/claims.h"

#define INTEGRALS_DEGREE 2       // in the velocities, unless another is asked for
#define INTEGRALS_DEGREE_MOST 4  // that may be asked for

typedef enum {
  INTEGRAL_ENERGY,    // T + V
  INTEGRAL_JACOBI,    // q'.p - L where that is not T + V
  INTEGRAL_MOMENTUM,  // p of a coordinate
  INTEGRAL_SYMMETRY,  // p.xi, the momentum along a symmetry
  INTEGRAL_POSITION,  // a function of positions
  INTEGRAL_LINEAR,    // linear in the velocities
  INTEGRAL_POLYNOMIAL
} IntegralKind;

// A name in a formula and what it stands for, in the language of models.
typedef struct {
  Expr symbol;
  const char *text;
} Definition;

typedef struct {
  IntegralKind kind;
  const char *name;  // "energy", "momentum of psi", "momentum along (y, -x)"
  Expr value;        // of the state
  Expr shown;        // the same for reading, with momenta and the definitions below
  unsigned degree;   // in the velocities, of one that was searched for
  Judgement proof;
  size_t coordinate;  // of a momentum
  Expr *symmetry;     // xi, one component for each coordinate; or NULL
  bool follows;       // a function of the others
} Integral;

typedef struct {
  ARRAY(Integral) list;
  size_t independent;             // how many do not depend on the others
  ARRAY(Definition) definitions;  // of names in the formulas
  bool *cyclic;                   // of each coordinate, see claims_is_cyclic
  // what was searched: polynomials in the letters of this degree; the coefficients of products of d
  // letters are polynomials in the atoms of the degree limit[d]
  unsigned degree, limit[INTEGRALS_DEGREE_MOST + 1];
  ARRAY(Expr) letters, atoms;
  size_t candidates;
  const char *body;  // that turns in space: searched in its angular velocity and axes, too; or NULL
  size_t body_candidates;
  bool jumping;  // formulas whose rates vanish were left out, because they jump where motions pass
  size_t unlifted;    // integrals whose dependence on the parameters was not found
  const char *fault;  // why there was no search; NULL
  bool unfinished;    // the search: it has what was found so far
} Integrals;

typedef struct {
  unsigned degree;        // 0: INTEGRALS_DEGREE
  const Expr *functions;  // further ones for the coefficients
  size_t n;
} IntegralOptions;

// Energy, momenta along symmetries, and all integrals of the search, each one judged. eq: any
// derivation with the free system and the constraints. The result is in the arena; work is used on
// the way. Fails only if a limit is reached; *out is what was found by then.
MUST_USE Status integrals_find(const Equations *eq, const IntegralOptions *options, Arena *arena,
                               Arena *work, Integrals *out);

#endif
