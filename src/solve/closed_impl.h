// solve/closed_impl.h: shared by the files about closed forms.

#ifndef SOLVE_CLOSED_IMPL_H
#define SOLVE_CLOSED_IMPL_H

#include "algebra/algebra.h"
#include "base/table.h"
#include "solve/closed.h"
#include "ground/field_motion.h"

#define CLOSED_POINTS 2  // points at which forms are compared
#define DERIVED_MOST 6   // relations that follow from two others
#define NAME_WEIGHT 9    // least weight of a repeated part that is named
#define NAMES_MOST 4

typedef struct {
  Equations *eq;
  Arena *arena;
  size_t m, r, size;  // unknowns, independent constraints, both
  size_t *row;        // the constraints used
  Expr *K, *f;        // K [u'; lambda] = f
  Expr *relations;    // expressions that vanish on the manifold
  size_t n_relations;
  FieldPoint *point[CLOSED_POINTS];
  Rationals *field;
  const Rational **relation;
  const Rational *derived[DERIVED_MOST];  // relations that follow from two of them
  size_t n_derived;
  ARRAY(const Rational *) tried;  // for the present unknown
  Memo shared;                    // sums that already occur in a form: they can be named
  bool shortened, reactions;
  bool rooted;  // the problem contains roots
} Closing;

// A form of an unknown: as a fraction, and as shown.
typedef struct {
  const Rational *r;
  Expr e;
} Form;

// closed.c: do the two have the same value, at points of the manifold if there are relations or roots, otherwise
// everywhere?
bool closing_equal(Closing *c, Expr a, Expr b);

// closed_shorten.c: the weight of e on the page, if a sum of at least this weight that already occurs in another form
// is written as a name.
double closing_cost(Closing *c, Expr e, uint32_t least);
void closing_share(Closing *c, Expr e);  // its sums can be named
// Returns the lightest form that follows from the relations.
Expr closing_shorten(Closing *c, Form form);
// Returns the candidate if it weighs less and has the value of the unshortened solution.
Expr closing_better(Closing *c, Expr best, Expr candidate, Expr original);
// Simplifies once more by means that do not need the field of the problem.
Expr closing_polish(Closing *c, Expr e);

// closed_names.c: names repeated parts.
void closing_name_parts(Closing *c, ClosedForms *forms);

// Solves K x = f, n rows, with the heavy fractions in f replaced by names, which are substituted back at the end
// (hidden.c). Returns false if there are none, or if it takes too much.
bool solve_with_hidden(ExprPool *pool, Arena *arena, size_t n, const Expr *K, const Expr *f,
                       Expr *x);

#endif
