// analysis/shape.h: shapes of modes, as they are shown.

#ifndef ANALYSIS_SHAPE_H
#define ANALYSIS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

// n real parts, then n imaginary ones: turned and scaled so that the largest entry is 1, what is
// rounding beside it 0. False if there is no shape: numbers that are not finite, or all 0.
bool shape_scale(double *shape, size_t n);

// The same in two steps: which entry is the largest, and division by a complex number.
bool shape_unit(const double *shape, size_t n, size_t *largest, double unit[2]);
void shape_divide(double *shape, size_t n, const double unit[2]);

#endif
