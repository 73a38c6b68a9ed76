// analysis/cases.h: where expressions vanish together, as a list of cases.

#ifndef ANALYSIS_CASES_H
#define ANALYSIS_CASES_H

#include "model/model.h"

// Equations e = 0 that hold together. Everything that could be solved for was substituted.
typedef struct {
  Expr *equation;
  Expr *given;  // the same before any substitution, as factors of the expressions
  size_t n;
  Expr *divisor;  // these do not vanish: if they do, the expressions need not vanish
  size_t n_divisors;
  Expr *from, *to;  // symbols of the state, and their values
  size_t solved;
  bool open;  // some equations could not be solved and may have no solution
} Case;

typedef ARRAY(Case) Cases;

// Finds the cases in which all expressions vanish, given that the sides vanish, too. The sides hold anyway, so
// a case names only what they say in addition. No case is part of another, as far as the program can see. False
// if there are too many; the list is incomplete then.
bool cases_find(const Model *model, Arena *arena, const Expr *all, size_t n, const Expr *sides,
                size_t n_sides, Cases *cases);

// Can the sides be solved in the case, one after the other, each for a variable in which it is linear? Then the
// case has real states. TRUTH_UNKNOWN: not in this way.
Truth case_is_real(const Case *c, const Model *model, Arena *arena, const Expr *sides, size_t n);

// Returns e in the case.
Expr case_value(const Case *c, ExprPool *pool, Expr e);

// Merges two lists that differ in one equation: cos u = 1 and cos u = -1 become sin u = 0, sin u = 1 and sin u
// = -1 become cos u = 0. The result is in the first list; false if they cannot be merged.
bool cases_merge(ExprPool *pool, Expr *a, const Expr *b, size_t n);

#endif
