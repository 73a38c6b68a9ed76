// analysis/shape.h: shapes of modes, as displayed.

#ifndef ANALYSIS_SHAPE_H
#define ANALYSIS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

// Rotates and scales a shape, n real parts followed by n imaginary ones, so that the largest entry is 1;
// entries that are rounding become 0. False if there is no shape: entries that are not finite, or all 0.
bool shape_scale(double *shape, size_t n);

// Does the same in two steps: finds the largest entry, and divides by a complex number.
bool shape_unit(const double *shape, size_t n, size_t *largest, double unit[2]);
void shape_divide(double *shape, size_t n, const double unit[2]);

#endif
