// sweep/status.h: the progress and the failures of a sweep; collecting it in one file, with
// statistics.

#ifndef SWEEP_STATUS_H
#define SWEEP_STATUS_H

#include "sweep/folder.h"

// How often members failed for one reason.
typedef struct {
  const char *code, *message;  // of the first failure
  uint64_t count, first;       // first: its member
} SweepReason;

typedef struct {
  uint64_t blocks, damaged;  // complete parts, damaged parts
  uint64_t members, failed;
  ARRAY(SweepReason) reasons;
} SweepStatus;

SweepStatus sweep_status(Arena *arena, const SweepFolder *folder);
// The same as text.
void sweep_status_text(const SweepFolder *folder, const SweepStatus *status, Text *out);

// Appends a number as 1,000,000.
void sweep_add_count(Text *out, uint64_t n);

// Writes all members to a file, in the format of its ending; path NULL: no file. Appends their
// statistics to `out`. Parts that are damaged or missing become rows of NaN, and are reported.
MUST_USE Status sweep_collect(Arena *arena, Diags *diags, const SweepFolder *folder,
                              const char *path, Text *out);

#endif
