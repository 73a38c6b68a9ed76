// base/lazy.h: libraries that are opened when one of their functions is first called.
//
// The loader takes longer for FLINT, and for what FLINT brings, than a small model takes for everything else. So
// libdalembert.so does not name them as needed: it has a function of the same name for each of theirs that it calls
// (lazy.S, with the names that tools/list-lazy finds), which jumps to the library's through a table. The first call of
// any of them opens the library, and those it uses, and fills its part of the table. Callers do not notice. In
// libdalembert.a, and on processors that lazy.S does not know, the libraries are linked as usual.
//
// Not:  variables of these libraries cannot be used by name; lazy_variable finds them

#ifndef BASE_LAZY_H
#define BASE_LAZY_H

#include <stdbool.h>
#include <stddef.h>

// Calls settle once the libraries are open, before any other function of theirs is called: now if they are linked.
void lazy_settle(void (*settle)(void));

// The address of a variable or function of the libraries, or NULL if they have none of this name. Opens them.
const void *lazy_variable(const char *name);

// The reason why they could not be opened when a function was last called, other than lack of memory; or NULL. A call
// that needs them then ends with STATUS_INTERNAL.
const char *lazy_trouble(void);

// For guard_run: takes the memory that the open libraries need in each thread. Returns false if there is none.
bool lazy_prepare_thread(void);

// For lazy.S: the address of the function of this number.
void *lazy_function(size_t number);

#endif
