// sweep/summary.h: statistics over the members of a sweep, read from its parts in the order of
// members.

#ifndef SWEEP_SUMMARY_H
#define SWEEP_SUMMARY_H

#include "sweep/folder.h"

// Count, mean, variance, least, greatest, and the quantiles at 5, 25, 50, 75, 95 per cent.
enum {
  SUMMARY_COUNT,
  SUMMARY_MEAN,
  SUMMARY_VARIANCE,
  SUMMARY_LEAST,
  SUMMARY_GREATEST,
  SUMMARY_Q05,
  SUMMARY_Q25,
  SUMMARY_Q50,
  SUMMARY_Q75,
  SUMMARY_Q95,
  SUMMARIES
};
extern const char *const summary_names[SUMMARIES];

typedef struct {
  double *scalar;             // results * SUMMARIES
  double *row;                // rows * columns * SUMMARIES, or NULL
  uint64_t missing, damaged;  // parts
} SweepSummary;

// Computes the statistics; members that failed are left out.
SweepSummary sweep_summary(Arena *arena, const SweepFolder *folder, bool rows);
void sweep_summary_text(const SweepFolder *folder, const SweepSummary *summary, Text *out);

#endif
