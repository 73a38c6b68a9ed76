// expr/memory.c: FLINT, GMP and MPFR take their memory from base/foreign.h.

#include "expr/memory.h"
#include "base/arena.h"
#include "base/foreign.h"
#include "base/lazy.h"
#include <flint/flint.h>
#include <gmp.h>
#include <pthread.h>
#include <string.h>

// FLINT calls this if it cannot continue, in practice for lack of memory; it leads back to the caller.
static void __attribute__((noreturn)) flint_stopped(void) {
  guard_fail_here(STATUS_LIMIT);
}

// FLINT keeps numbers and tables for each thread, until flint_cleanup is called at its end.
static pthread_key_t thread_end;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;
static BUSY_THREAD_LOCAL bool watched;

static void end_thread(void *used) {
  (void) used;
  flint_cleanup();
}

static void make_thread_end(void) {
  (void) pthread_key_create(&thread_end, end_thread);
}

static void watch_thread(void) {
  if (watched) return;
  watched = true;
  if (pthread_once(&thread_once, make_thread_end) == 0)
    (void) pthread_setspecific(thread_end, &thread_end);
}

static void *flint_take(size_t size) {
  watch_thread();
  return foreign_take(size);
}

static void *flint_take_zeroed(size_t count, size_t size) {
  watch_thread();
  return foreign_take_zeroed(count, size);
}

static void *flint_change(void *block, size_t size) {
  watch_thread();
  return foreign_change(block, size);
}

static void *change(void *block, size_t before, size_t size) {
  (void) before;
  return foreign_change(block, size);
}

static void give(void *block, size_t size) {
  (void) size;
  foreign_give(block);
}

// Does GMP have its initial functions? They use malloc, like base/foreign.h, so blocks can be mixed.
static bool is_default(void *(*take)(size_t)) {
  void *address;
  memcpy(&address, &take, sizeof address);
  return address == lazy_variable("__gmp_default_allocate");
}

static void settle(void) {
  void *(*take)(size_t);
  void *(*resize)(void *, size_t, size_t);
  void (*clear)(void *, size_t);
  flint_set_abort(flint_stopped);
  __flint_set_memory_functions(flint_take, flint_take_zeroed, flint_change, foreign_give);
  mp_get_memory_functions(&take, &resize, &clear);
  if (is_default(take)) mp_set_memory_functions(foreign_take, change, give);
}

static void settle_once(void) {
  lazy_settle(settle);
}

bool memory_settle(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, settle_once);
  return foreign_prepare();
}
