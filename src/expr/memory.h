// expr/memory.h: where FLINT, GMP and MPFR get their memory.

#ifndef EXPR_MEMORY_H
#define EXPR_MEMORY_H

#include <stdbool.h>

// From now on, from base/foreign.h; once for the whole process. False if there is no memory for the
// reserve. If the program that we are part of has given GMP functions of its own, GMP and MPFR keep them.
bool memory_settle(void);

#endif
