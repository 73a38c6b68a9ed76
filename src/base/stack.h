// base/stack.h: how much stack a thread has left.
//
// Compiled functions keep the values of a long computation there. A thread of a host program may have a small stack, and so
// has every thread under a low limit (ulimit -s).

#ifndef BASE_STACK_H
#define BASE_STACK_H

#include <stddef.h>

#define STACK_OF_THREADS ((size_t) 8 << 20)  // of the threads that the program starts; a common default

// Returns about how many bytes of stack are left for the calling thread.
size_t stack_left(void);

#endif
