// sweep/status.h: how far a sweep is, and what failed; all of it in one file, with statistics.

#ifndef SWEEP_STATUS_H
#define SWEEP_STATUS_H

#include "sweep/folder.h"

// How often members failed for one reason.
typedef struct {
  const char *code, *message;  // of the first
  uint64_t count, first;       // and its number
} SweepReason;

typedef struct {
  uint64_t blocks, damaged;  // that exist, complete or not
  uint64_t members, failed;
  ARRAY(SweepReason) reasons;
} SweepStatus;

SweepStatus sweep_status(Arena *arena, const SweepFolder *folder);
// The same as text.
void sweep_status_text(const SweepFolder *folder, const SweepStatus *status, Text *out);

// A number as 1,000,000.
void sweep_add_count(Text *out, uint64_t n);

// Writes all members to the file, by its ending; path NULL: no file. Their statistics go to `out`. Parts that are
// damaged or missing
// are rows of NaN, and reported.
MUST_USE Status sweep_collect(Arena *arena, Diags *diags, const SweepFolder *folder,
                              const char *path, Text *out);

#endif
