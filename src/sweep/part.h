// sweep/part.h: the results of one block of members, as a file that is complete or absent.

#ifndef SWEEP_PART_H
#define SWEEP_PART_H

#include "report/hdf5_arrays.h"
#include "sweep/plan.h"

#define PART_FAILED 255   // end of a member that has no motion at all: its state does not exist
#define PART_MISSING 254  // what the virtual dataset says of a member that was not computed yet

#define PART_ARRAYS_MOST 16  // of a file, names included

// A block being computed, or read. NaN where a member has no result.
typedef struct {
  uint64_t block, members;
  double *value;       // members * axes
  double *final;       // members * columns: the last row
  double *result;      // members * results
  double *row;         // members * rows * columns; or NULL
  unsigned char *end;  // why each run ended, as motion/run.h numbers it, or PART_FAILED
} SweepBlock;

// The files of parts as the HDF5 library lays them out; made once for a folder.
typedef struct {
  Hdf5File file;
  Hdf5Array array[PART_ARRAYS_MOST];
} PartLayout;

// The layouts of a part of `members` members; of a file that reads its arrays from the parts, NaN where they are not there
// yet; of a file that has all members itself and, before them, n statistics of these names for each result
// (/scalar_statistics) and for each number of the rows (/row_statistics).
void part_layout(Arena *arena, const SweepPlan *plan, uint64_t members, PartLayout *to);
void part_layout_virtual(Arena *arena, const SweepPlan *plan, PartLayout *to);
void part_layout_whole(Arena *arena, const SweepPlan *plan, size_t n, const char *const *statistics,
                       PartLayout *to);
// What was asked for so far is laid out; `path` is what messages name.
MUST_USE Status part_lay_out(Arena *arena, Diags *diags, const char *path,
                             PartLayout *const *layout, size_t n);

// Room for a block, filled with NaN and the values that the plan draws.
SweepBlock part_make(Arena *arena, const SweepPlan *plan, uint64_t block);
// The bytes of its file.
Str part_bytes(Arena *arena, const SweepPlan *plan, const PartLayout *layout,
               const SweepBlock *block);
// Reads it back; false if a single bit differs from what part_bytes makes of what it says.
bool part_read(Arena *arena, const SweepPlan *plan, const PartLayout *layout, uint64_t block,
               Str bytes, SweepBlock *to);

// The arrays of a part with numbers, and where a block keeps them.
typedef struct {
  const char *name;
  const void *at;
  uint64_t bytes;  // of one member
} PartArray;
#define PART_ARRAYS 6
size_t part_arrays(const SweepPlan *plan, const SweepBlock *block, PartArray array[PART_ARRAYS]);

#endif
