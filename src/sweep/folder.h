// sweep/folder.h: the folder of a sweep: plan.json, parts/, failed/, sweep.h5.
//
// The files show what was computed: each part is a file that is complete or absent, written under another name and then
// renamed. Nothing else is kept, so nothing needs repair, and any number of processes may work on one folder.

#ifndef SWEEP_FOLDER_H
#define SWEEP_FOLDER_H

#include "base/diag.h"
#include "sweep/part.h"
#include "sweep/plan_text.h"

typedef struct {
  const char *path;
  const SweepPlan *plan;
  PartLayout part, last;   // of all parts but the last, and of the last one
  const SweepBlock *held;  // the only block, if it is in memory and there is no folder; or NULL
} SweepFolder;

// Makes the folder of a plan, whose text is given, unless it exists; refuses a folder of another plan.
MUST_USE Status sweep_folder_make(Arena *arena, Diags *diags, const char *path,
                                  const SweepPlan *plan, const char *text, SweepFolder *folder);
// Opens an existing folder and reads its plan.
MUST_USE Status sweep_folder_open(Arena *arena, Diags *diags, const char *path, PlanFile *file,
                                  SweepFolder *folder);

typedef enum { PART_ABSENT, PART_WHOLE, PART_DAMAGED } PartState;

// Finds the state of a part from its size alone.
PartState sweep_folder_part(const SweepFolder *folder, uint64_t block);

// A member that failed.
typedef struct {
  uint64_t member;
  const char *code, *message;  // "N0811", and in words
} SweepFailure;

// Writes the failures of a part, then the part. STATUS_LIMIT or STATUS_INPUT with errno set, as in base/file.h.
MUST_USE Status sweep_folder_write(Arena *arena, const SweepFolder *folder, const SweepBlock *block,
                                   const SweepFailure *failure, size_t failures, const char *model);

// Reads a part; false if it is absent or damaged.
bool sweep_folder_read(Arena *arena, const SweepFolder *folder, uint64_t block, SweepBlock *to);

// The failures of a block, read from its file.
typedef ARRAY(SweepFailure) SweepFailures;
void sweep_folder_failures(Arena *arena, const SweepFolder *folder, uint64_t block,
                           SweepFailures *to);

const char *sweep_folder_part_path(Arena *arena, const SweepFolder *folder, uint64_t block);

#endif
