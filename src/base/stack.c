// base/stack.c: how much stack a thread has left.

#define _GNU_SOURCE  // for pthread_getattr_np

#include "base/stack.h"
#include <pthread.h>
#include <stdint.h>

size_t stack_left(void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  const int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  // not the address of a variable, which a sanitizer may keep elsewhere
  const uintptr_t now = (uintptr_t) __builtin_frame_address(0), end = (uintptr_t) lowest;
  return failed == 0 && now > end ? now - end : 0;
}
