// expr/memory.h: where FLINT, GMP and MPFR get their memory.

#ifndef EXPR_MEMORY_H
#define EXPR_MEMORY_H

#include <stdbool.h>

// Makes them use base/foreign.h from now on, once for the whole process. Returns false if there is no memory for the
// reserve. If the host program has given GMP its own functions, GMP and MPFR keep them.
bool memory_settle(void);

#endif
