// support/integrals.h: judges the first integrals that the search found, by ranks of gradients.

#ifndef SUPPORT_INTEGRALS_H
#define SUPPORT_INTEGRALS_H

#include "support/desk.h"

#include "analysis/integrals.h"

typedef struct {
  Desk *desk;
  Equations eq;
  Integrals found;
} Search;

// Reads the text and searches. degree 0: the default; functions NULL: only those of the model.
// Fails the test on a mistake.
Search search_text(Desk *desk, const char *text, unsigned degree, const char *function);
Search search_file(Desk *desk, const char *path);

// Is e a function of the integrals found, on the constraint manifold? Decided by the rank of the
// gradients at a random point of it.
bool is_explained(const Search *search, Expr e);

// Returns the integral that equals this function of the state, or NULL.
const Integral *integral_equal(const Search *search, const char *text);
const Integral *integral_named(const Search *search, const char *name);

#endif
