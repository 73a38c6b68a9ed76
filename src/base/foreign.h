// base/foreign.h: memory for libraries that cannot be interrupted.
//
// Arithmetic libraries keep free lists, caches and locks of their own. If one of their requests is refused, we must not
// jump out: they would be left half changed. So a request beyond the budget, or beyond what the system has, is met from
// a reserve, and the active guard_run is left when it next takes memory of its own. Only if the reserve does not
// suffice, we jump out of the library. After that, nothing of the library is used or cleared: every guard_run is
// refused.

#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

// A variable of each thread that is used whenever a library takes memory: found without a call. A library that is
// opened at run time has room for a few of them.
#define BUSY_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

// Like malloc, calloc, realloc and free, but never NULL. Blocks of malloc may be passed here, and blocks taken here to
// free.
void *foreign_take(size_t size);
void *foreign_take_zeroed(size_t count, size_t size);
void *foreign_change(void *block, size_t size);
void foreign_give(void *block);

// Takes the reserve. Returns false if there is no memory for it.
bool foreign_prepare(void);

// Bytes that libraries have taken on this thread and not given back; negative if blocks of other threads were freed
// here.
ptrdiff_t foreign_held(void);

// Was a library interrupted?
bool foreign_is_lost(void);

// Reports whether this many bytes could be taken now, for libraries that allocate memory without checking the result.
bool foreign_has_room(size_t bytes);

#endif
