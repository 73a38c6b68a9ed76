// base/foreign.h: memory for libraries that cannot be interrupted.
//
// Arithmetic libraries keep free numbers, caches and locks of their own. A request of theirs that is
// refused must not end in a jump: what they were about to change would be half done. So a request
// beyond the budget, or beyond what the system has, is met from a reserve, and the guard_run under way
// is left when it next takes memory of its own. Only if the reserve is not enough, there is a jump from
// inside the library. Nothing of it is used or cleared after that: every guard_run is refused.

#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

// As malloc, calloc, realloc and free have them, but never NULL. Blocks of malloc may be given, and
// blocks of these to free.
void *foreign_take(size_t size);
void *foreign_take_zeroed(size_t count, size_t size);
void *foreign_change(void *block, size_t size);
void foreign_give(void *block);

// Gets the reserve. False if there is no memory for it.
bool foreign_prepare(void);

// Bytes that libraries have taken on this thread and not given back; negative if blocks of other
// threads were freed here.
ptrdiff_t foreign_held(void);

// Was a library interrupted?
bool foreign_is_lost(void);

// Could this many bytes be taken now? For libraries that allocate memory without checking the result.
bool foreign_has_room(size_t bytes);

#endif
