// base/part.h: a part of a computation with a share of the work.
//
// Work is processor time of the thread, so that a busy machine does not change results. A part whose
// share is used up is left at its next request for memory, as past a deadline; what was found before it
// stays, and the rest of the computation continues.

#ifndef BASE_PART_H
#define BASE_PART_H

#include "base/arena.h"

// Seconds of processor time that this thread has used.
double part_work(void);

// As guard_run, within `seconds` of processor time (0: no limit), and within those of the part around it.
// *left: the body was ended in the middle, for any reason.
MUST_USE Status part_run(Guard *guard, double seconds, Status (*body)(void *context), void *context,
                         bool *left);

// For guard_look: is the share of a part under way used up?
bool part_is_over(void);

// Did a part of the current computation end because memory was refused, not by its share of the work?
bool part_was_refused(void);
// For a library that is not called because memory is low: STATUS_LIMIT, which part_was_refused then reports.
Status part_refuse(void);
// For base/arena.c: the budget of a guard is used up. And: did that happen in the current computation?
void part_exceed(void);
bool part_has_exceeded(void);
// calloc; part_was_refused reports that it has failed.
void *part_calloc(size_t n, size_t size);

// For work after a limit was reached: limits are suspended, and some more memory is available, until guard_unwatch.
void part_grace(Guard *guard);

#endif
