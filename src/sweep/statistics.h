// sweep/statistics.h: mean, variance and quantiles of many numbers, in one pass and little memory.

#ifndef SWEEP_STATISTICS_H
#define SWEEP_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

// Numbers are added one by one; those that are not finite are ignored. The last digits of the
// result depend on their order, so the order must be fixed.
typedef struct {
  uint64_t count;
  double mean, squares;  // squares: sum of the squared differences from the mean
  double least, greatest;
} Moments;

void moments_add(Moments *m, double value);
double moments_variance(const Moments *m);  // of a sample: divides by count - 1

// Returns the p-quantile of n sorted numbers, with linear interpolation (type 7 of Hyndman and Fan
// 1996, the default of NumPy and R).
double statistics_quantile(const double *sorted, size_t n, double p);
void statistics_sort(double *at, size_t n);

#endif
