// base/foreign.c: counted blocks, and a reserve that is given up at the first refusal.
//
// Not: memory taken by one thread and freed by another is credited to the thread that frees it

#define _DEFAULT_SOURCE  // for MAP_ANONYMOUS
#include "base/foreign.h"
#include "base/arena.h"
#include "base/part.h"
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define RESERVE \
  ((size_t) 4 << 20)  // bytes; enough for one operation on expressions of any size seen

static _Atomic(void *) reserve;
static atomic_bool lost;
static BUSY_THREAD_LOCAL ptrdiff_t held;

ptrdiff_t foreign_held(void) {
  return held;
}

bool foreign_is_lost(void) {
  return atomic_load(&lost);
}

bool foreign_prepare(void) {
  if (atomic_load(&reserve) != NULL) return true;
  void *mine = malloc(RESERVE), *none = NULL;
  if (mine == NULL) return false;
  if (!atomic_compare_exchange_strong(&reserve, &none, mine)) free(mine);
  return true;
}

// Asks the system, not malloc: a checked malloc would mark every byte twice.
bool foreign_has_room(size_t bytes) {
  void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return false;
  munmap(block, bytes);
  return true;
}

// Ends all work with libraries in this process by a jump to the innermost guard_run.
static _Noreturn void lose(void) {
  atomic_store(&lost, true);
  guard_fail_here(STATUS_LIMIT);
}

// The system has refused memory: tries once more without the reserve, and asks the work to end.
static void *from_reserve(void *block, size_t size) {
  void *mine = atomic_exchange(&reserve, NULL);
  free(mine);
  guard_exhaust();
  (void) part_refuse();
  void *again = mine != NULL ? realloc(block, size) : NULL;
  if (again == NULL) lose();
  return again;
}

static void *counted(void *block) {
  held += (ptrdiff_t) malloc_usable_size(block);
  if (!guard_charge()) lose();
  return block;
}

void *foreign_take(size_t size) {
  void *block = malloc(size > 0 ? size : 1);
  return counted(block != NULL ? block : from_reserve(NULL, size > 0 ? size : 1));
}

void *foreign_take_zeroed(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 2 / size) lose();
  const size_t bytes = count * size;
  char *block = calloc(bytes > 0 ? bytes : 1, 1);
  if (block != NULL) return counted(block);
  block = foreign_take(bytes);
  for (size_t i = 0; i < bytes; i++) block[i] = 0;
  return block;
}

void *foreign_change(void *block, size_t size) {
  if (block == NULL) return foreign_take(size);
  const ptrdiff_t before = (ptrdiff_t) malloc_usable_size(block);
  void *changed = realloc(block, size > 0 ? size : 1);
  if (changed == NULL) changed = from_reserve(block, size > 0 ? size : 1);
  held -= before;
  return counted(changed);
}

void foreign_give(void *block) {
  if (block != NULL) held -= (ptrdiff_t) malloc_usable_size(block);
  free(block);
}
