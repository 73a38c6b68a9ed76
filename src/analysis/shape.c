// analysis/shape.c: shapes of modes, as displayed.

#include "analysis/shape.h"
#include <math.h>

#define SMALL 1e-13  // of the largest entry: rounding

static double cleaned(double x) {
  return fabs(x) < SMALL ? 0 : x;
}

bool shape_unit(const double *shape, size_t n, size_t *largest, double unit[2]) {
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    const double size = hypot(shape[i], shape[n + i]);
    if (!isfinite(size)) return false;
    // the first of equal ones, regardless of rounding
    if (size > most * (1 + 1e-9)) most = size, *largest = i;
  }
  if (!(most > 0)) return false;
  unit[0] = shape[*largest];
  unit[1] = shape[n + *largest];
  return true;
}

void shape_divide(double *shape, size_t n, const double unit[2]) {
  const double a = unit[0], b = unit[1], square = a * a + b * b;
  for (size_t i = 0; i < n; i++) {
    const double re = shape[i], im = shape[n + i];
    shape[i] = cleaned((re * a + im * b) / square);
    shape[n + i] = cleaned((im * a - re * b) / square);
  }
}

bool shape_scale(double *shape, size_t n) {
  size_t largest;
  double unit[2];
  if (!shape_unit(shape, n, &largest, unit)) return false;
  shape_divide(shape, n, unit);
  return true;
}
