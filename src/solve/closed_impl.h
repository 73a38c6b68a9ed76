// solve/closed_impl.h: what the files about closed forms share.

#ifndef SOLVE_CLOSED_IMPL_H
#define SOLVE_CLOSED_IMPL_H

#include "algebra/algebra.h"
#include "base/table.h"
#include "solve/closed.h"
#include "ground/field_motion.h"

#define CLOSED_POINTS 2  // where forms are compared
#define DERIVED_MOST 6   // relations that follow from two of them
#define NAME_WEIGHT 9    // a repeated part is named from here on
#define NAMES_MOST 4

typedef struct {
  Equations *eq;
  Arena *arena;
  size_t m, r, size;  // unknowns, independent constraints, both
  size_t *row;        // the constraints taken
  Expr *K, *f;        // K [u'; lambda] = f
  Expr *relations;    // what vanishes on the manifold
  size_t n_relations;
  FieldPoint *point[CLOSED_POINTS];
  Rationals *field;
  const Rational **relation;
  const Rational *derived[DERIVED_MOST];  // what follows from two of them
  size_t n_derived;
  ARRAY(const Rational *) tried;  // for the unknown at hand
  Memo shared;                    // sums that are in a form already: they can be named
  bool shortened, reactions;
  bool rooted;  // the problem has roots
} Closing;

// A form of an unknown: as a fraction, and as it is shown.
typedef struct {
  const Rational *r;
  Expr e;
} Form;

// closed.c: have the two the same value, at points of the manifold if there are relations or roots,
// else everywhere?
bool closing_equal(Closing *c, Expr a, Expr b);

// closed_shorten.c: the weight of e on the page, where a sum of at least this weight that is in
// another form already is a name.
double closing_cost(Closing *c, Expr e, uint32_t least);
void closing_share(Closing *c, Expr e);  // its sums can be named
// The lightest form that the relations give.
Expr closing_shorten(Closing *c, Form form);
// The candidate if it weighs less and has the value of the unshortened solution.
Expr closing_better(Closing *c, Expr best, Expr candidate, Expr original);
// Once more by the means that need no field of the problem.
Expr closing_polish(Closing *c, Expr e);

// closed_names.c: names for repeated parts.
void closing_name_parts(Closing *c, ClosedForms *forms);

// Solves K x = f, n rows, with the heavy fractions within f as names that are put back in the end
// (hidden.c). False if there are none, or if it takes too much.
bool solve_with_hidden(ExprPool *pool, Arena *arena, size_t n, const Expr *K, const Expr *f,
                       Expr *x);

#endif
