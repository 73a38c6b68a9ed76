// sweep/folder.h: the folder of a sweep: plan.json, parts/, failed/, sweep.h5.
//
// The files show what was computed: each part is a file that is complete or absent, written under another name and
// renamed. Nothing else is kept, so there is nothing to repair, and any number of processes may work on one folder.

#ifndef SWEEP_FOLDER_H
#define SWEEP_FOLDER_H

#include "base/diag.h"
#include "sweep/part.h"
#include "sweep/plan_text.h"

typedef struct {
  const char *path;
  const SweepPlan *plan;
  PartLayout part, last;   // of parts, and of the last one
  const SweepBlock *held;  // the only block, which is in memory: there is no folder; or NULL
} SweepFolder;

// Makes the folder of the plan whose text this is, unless it exists; refuses one of another plan.
MUST_USE Status sweep_folder_make(Arena *arena, Diags *diags, const char *path,
                                  const SweepPlan *plan, const char *text, SweepFolder *folder);
// An existing folder, with its plan.
MUST_USE Status sweep_folder_open(Arena *arena, Diags *diags, const char *path, PlanFile *file,
                                  SweepFolder *folder);

typedef enum { PART_ABSENT, PART_WHOLE, PART_DAMAGED } PartState;

// By its size alone.
PartState sweep_folder_part(const SweepFolder *folder, uint64_t block);

// A member that failed.
typedef struct {
  uint64_t member;
  const char *code, *message;  // "N0811", and in words
} SweepFailure;

// Writes a part, after what failed in it. STATUS_LIMIT or STATUS_INPUT with errno set, as base/file.h has it.
MUST_USE Status sweep_folder_write(Arena *arena, const SweepFolder *folder, const SweepBlock *block,
                                   const SweepFailure *failure, size_t failures, const char *model);

// Reads a part; false if it is absent or damaged.
bool sweep_folder_read(Arena *arena, const SweepFolder *folder, uint64_t block, SweepBlock *to);

// Failures of a block as they were written.
typedef ARRAY(SweepFailure) SweepFailures;
void sweep_folder_failures(Arena *arena, const SweepFolder *folder, uint64_t block,
                           SweepFailures *to);

const char *sweep_folder_part_path(Arena *arena, const SweepFolder *folder, uint64_t block);

#endif
