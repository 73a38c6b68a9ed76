// analysis/shape.c: shapes of modes, as they are shown.

#include "analysis/shape.h"
#include <math.h>

#define SMALL 1e-13  // of the largest entry: rounding

static double cleaned(double x) {
  return fabs(x) < SMALL ? 0 : x;
}

bool shape_scale(double *shape, size_t n) {
  double most = 0;
  size_t largest = 0;
  for (size_t i = 0; i < n; i++) {
    const double size = hypot(shape[i], shape[n + i]);
    if (!isfinite(size)) return false;
    // of equal ones the first, whatever the rounding
    if (size > most * (1 + 1e-9)) most = size, largest = i;
  }
  if (!(most > 0)) return false;
  const double a = shape[largest], b = shape[n + largest], square = a * a + b * b;
  for (size_t i = 0; i < n; i++) {
    const double re = shape[i], im = shape[n + i];
    shape[i] = cleaned((re * a + im * b) / square);
    shape[n + i] = cleaned((im * a - re * b) / square);
  }
  return true;
}
