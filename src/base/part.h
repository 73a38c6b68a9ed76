// base/part.h: a part of a computation with a share of the work.
//
// Work is processor time of the thread, so that a busy machine does not change results. A part whose share is used up
// is left at its next request for memory, as if past a deadline; earlier results stay, and the rest of the computation
// continues.

#ifndef BASE_PART_H
#define BASE_PART_H

#include "base/arena.h"

// Seconds of processor time that this thread has used.
double part_work(void);

// Like guard_run, limited to `seconds` of processor time (0: no limit) and to what is left of the surrounding part.
// *left: the body was ended in the middle, for any reason.
MUST_USE Status part_run(Guard *guard, double seconds, Status (*body)(void *context), void *context,
                         bool *left);

// For guard_look: reports whether the share of an active part is used up.
bool part_is_over(void);

// Before a library is called that cannot be interrupted: if the call would take more seconds than the innermost part has
// left, returns STATUS_LIMIT, and the share of that part counts as used up.
MUST_USE Status part_expect(double seconds);
// Did that happen in the current computation?
bool part_was_short(void);

// Reports whether a part of the current computation ended because memory was refused, not because its share was used
// up.
bool part_was_refused(void);
// For a library that is not called because memory is low: returns STATUS_LIMIT, and part_was_refused then returns true.
Status part_refuse(void);
// For base/arena.c: notes that the budget of a guard is used up; and reports whether that happened in the current
// computation.
void part_exceed(void);
bool part_has_exceeded(void);
// calloc; if it fails, part_was_refused then returns true.
void *part_calloc(size_t n, size_t size);

// For work after a limit was reached: limits are suspended, and some more memory is available, until guard_unwatch.
void part_grace(Guard *guard);

#endif
