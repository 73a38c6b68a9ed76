// motion/push.h: M x = F + B^T lambda with equations and with rows that only push, in numbers.

#ifndef MOTION_PUSH_H
#define MOTION_PUSH_H

#include <stdbool.h>
#include <stddef.h>

#include "native/text/push_type.h"

// Opens a problem without rows, for n unknowns and up to r rows, in PUSH_NUMBERS(n, r) numbers and PUSH_MARKS(r) marks of
// the caller.
void push_open(Push *p, size_t n, size_t r, double *numbers, int *marks);
// Adds a row: that number of A and B.
void push_add(Push *p, size_t row, const double *A, const double *B, double b, bool pushes);

// Finds x and lambda. F may be NULL: 0.
PushTrouble push_solve(Push *p, const double *M, const double *F);
// The same with all rows as equations. Returns false if they leave x open.
bool push_solve_all(Push *p, const double *M, const double *F);

// After push_solve_all, another right-hand side: push_sides returns its n + kept numbers, to be changed; push_eliminate
// solves for it.
double *push_sides(Push *p, const double *F);
void push_eliminate(Push *p);

double push_dot(const double *a, const double *b, size_t n);

#endif
