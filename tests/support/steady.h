// tests/support/steady.h: steady motions of models on a desk, and their eigenvalues.

#ifndef SUPPORT_STEADY_H
#define SUPPORT_STEADY_H

#include "analysis/steady.h"
#include "support/desk.h"

// Reads "x' = 5, theta = 0" as the model understands it.
const Assignments *desk_values(Desk *desk, const char *text);
// Finds the steady motion with these values, one of which is put into the format; it must exist.
Linearization desk_steady(Desk *desk, const Equations *eq, const char *format, double value);

size_t count_zeros(const Linearization *l);
bool is_unstable(const Linearization *l);
// Fails the test unless this is an eigenvalue.
void assert_root(const Linearization *l, double re, double im, double bound);

#endif
