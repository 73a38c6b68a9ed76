// sweep/statistics.c: moments by Welford's method, quantiles by sorting.

#include "sweep/statistics.h"
#include <math.h>
#include <stdlib.h>

void moments_add(Moments *m, double value) {
  if (!isfinite(value)) return;
  if (m->count == 0) m->least = m->greatest = value;
  m->count++;
  const double off = value - m->mean;
  m->mean += off / (double) m->count;
  m->squares += off * (value - m->mean);
  m->least = fmin(m->least, value);
  m->greatest = fmax(m->greatest, value);
}

double moments_variance(const Moments *m) {
  return m->count > 1 ? m->squares / (double) (m->count - 1) : (double) NAN;
}

double statistics_quantile(const double *sorted, size_t n, double p) {
  if (n == 0) return (double) NAN;
  const double place = p * (double) (n - 1);
  const size_t i = (size_t) place;
  if (i + 1 >= n) return sorted[n - 1];
  return sorted[i] + (place - (double) i) * (sorted[i + 1] - sorted[i]);
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

void statistics_sort(double *at, size_t n) {
  if (n > 1) qsort(at, n, sizeof *at, by_size);
}
