// sweep/part.h: the results of one block of members, as a file that is complete or absent.

#ifndef SWEEP_PART_H
#define SWEEP_PART_H

#include "report/hdf5_arrays.h"
#include "sweep/plan.h"

#define PART_FAILED 255   // end of a member that has no motion at all: its state does not exist
#define PART_MISSING 254  // what the virtual dataset says of a member that was not computed yet

#define PART_ARRAYS_MOST 16  // of a file, names included

// A block being computed or read. A member without a result has NaN.
typedef struct {
  uint64_t block, members;
  double *value;       // members * axes
  double *final;       // members * columns: the last row
  double *result;      // members * results
  double *row;         // members * rows * columns; or NULL
  unsigned char *end;  // why each run ended: a number of motion/run.h, or PART_FAILED
} SweepBlock;

// The layout of the files of parts by the HDF5 library; made once for a folder.
typedef struct {
  Hdf5File file;
  Hdf5Array array[PART_ARRAYS_MOST];
} PartLayout;

// Describe the layouts of a part with `members` members; of a file that reads its arrays from the
// parts, as NaN while these do not exist; of a file with all members itself, preceded by n
// statistics of these names for each result (/scalar_statistics) and for each number of the rows
// (/row_statistics).
void part_layout(Arena *arena, const SweepPlan *plan, uint64_t members, PartLayout *to);
void part_layout_virtual(Arena *arena, const SweepPlan *plan, PartLayout *to);
void part_layout_whole(Arena *arena, const SweepPlan *plan, size_t n, const char *const *statistics,
                       PartLayout *to);
// Lays out what was described so far. Messages name `path`.
MUST_USE Status part_lay_out(Arena *arena, Diags *diags, const char *path,
                             PartLayout *const *layout, size_t n);

// Makes room for a block, filled with NaN and with the values that the plan draws.
SweepBlock part_make(Arena *arena, const SweepPlan *plan, uint64_t block);
// Returns the bytes of the block's file.
Str part_bytes(Arena *arena, const SweepPlan *plan, const PartLayout *layout,
               const SweepBlock *block);
// Reads a file back. Returns false if a single bit differs from what part_bytes would write for its
// numbers.
bool part_read(Arena *arena, const SweepPlan *plan, const PartLayout *layout, uint64_t block,
               Str bytes, SweepBlock *to);

// An array of numbers in a part, and where a block keeps them.
typedef struct {
  const char *name;
  const void *at;
  uint64_t bytes;  // of one member
} PartArray;
#define PART_ARRAYS 6
size_t part_arrays(const SweepPlan *plan, const SweepBlock *block, PartArray array[PART_ARRAYS]);

#endif
