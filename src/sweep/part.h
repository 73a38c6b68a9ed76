// sweep/part.h: the results of one block of members, as a file that is whole or not there.

#ifndef SWEEP_PART_H
#define SWEEP_PART_H

#include "sweep/plan.h"

#define PART_FAILED 255   // end of a member that has no motion at all: its state does not exist
#define PART_MISSING 254  // what the virtual dataset says of a member that was not computed yet

// A block being computed, or read. NaN where a member has nothing to say.
typedef struct {
  uint64_t block, members;
  double *value;       // members * axes
  double *final;       // members * columns: the last row
  double *result;      // members * results
  double *row;         // members * rows * columns; or NULL
  unsigned char *end;  // why each run ended, as motion/run.h numbers it, or PART_FAILED
} SweepBlock;

// Room for a block, filled with NaN and the values that the plan draws.
SweepBlock part_make(Arena *arena, const SweepPlan *plan, uint64_t block);
// The bytes of its file.
Str part_bytes(Arena *arena, const SweepPlan *plan, const SweepBlock *block);
// How many those are.
uint64_t part_size(Arena *arena, const SweepPlan *plan, uint64_t block);
// Reads it back; false if a single bit differs from what part_bytes makes of what it says.
bool part_read(Arena *arena, const SweepPlan *plan, uint64_t block, Str bytes, SweepBlock *to);

// A file for all members that reads its arrays from the parts, NaN where they are not there yet.
Str part_virtual(Arena *arena, const SweepPlan *plan);
// The head of a file that has all members itself; the data follows in the order of part_arrays.
// Before these come statistics, n for each result (/scalar_statistics) and each number of the rows (/row_statistics), with
// their names (/statistics).
Str part_whole(Arena *arena, const SweepPlan *plan, size_t n, const char *const *statistics,
               uint64_t *end);

// The arrays of a part with numbers, in the order of the file, and where a block keeps them.
typedef struct {
  const char *name;
  const void *at;
  uint64_t bytes;  // of one member
} PartArray;
#define PART_ARRAYS 6
size_t part_arrays(const SweepPlan *plan, const SweepBlock *block, PartArray array[PART_ARRAYS]);

#endif
