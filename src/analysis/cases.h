// analysis/cases.h: where expressions vanish together, as a list of cases.

#ifndef ANALYSIS_CASES_H
#define ANALYSIS_CASES_H

#include "model/model.h"

// Equations e = 0 that hold together. What could be solved was put in.
typedef struct {
  Expr *equation;
  Expr *given;  // the same before anything was put in, as factors of the expressions
  size_t n;
  Expr *divisor;  // and these do not vanish: where they do, the expressions need not
  size_t n_divisors;
  Expr *from, *to;  // symbols of the state, and their values
  size_t solved;
  bool open;  // some equations could not be solved: they may have no solution
} Case;

typedef ARRAY(Case) Cases;

// The cases in which all expressions vanish, where the sides vanish too: those hold anyway, and
// only what more they say in a case is named. No case is part of another, as far as the program can see. False if
// there are too many: then the list is incomplete.
bool cases_find(const Model *model, Arena *arena, const Expr *all, size_t n, const Expr *sides,
                size_t n_sides, Cases *cases);

// Can the sides be solved in the case, one after the other, each for a variable in which it is
// linear? Then it has real states. TRUTH_UNKNOWN: not in this way.
Truth case_is_real(const Case *c, const Model *model, Arena *arena, const Expr *sides, size_t n);

// e in the case.
Expr case_value(const Case *c, ExprPool *pool, Expr e);

// cos u = 1 and cos u = -1 among otherwise equal equations are sin u = 0, sin u = 1 and -1 are
// cos u = 0: makes the first list say that.
bool cases_merge(ExprPool *pool, Expr *a, const Expr *b, size_t n);

#endif
