// base/arena.c: chunks that double, a list of clean-ups, and the guard.

#include "base/arena.h"
#include "base/foreign.h"
#include "base/lazy.h"
#include "base/part.h"
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FIRST_CHUNK                       // small_chunks of the tests has one for each request
#define FIRST_CHUNK ((size_t) 1 << 14)    // small models never need a second one
#define LARGEST_CHUNK ((size_t) 1 << 22)  // doubling beyond this only wastes memory
#endif

struct ArenaChunk {
  ArenaChunk *older;
  size_t size, used;  // of the bytes that follow the header
};

struct ArenaCleanup {
  ArenaCleanup *older;
  void (*clear)(void *object);
  void *object;
};

// Bytes beyond the budget that a library may take before our next request for memory ends the work.
#define OVERSHOOT ((size_t) 4 << 20)

static const size_t unit = alignof(max_align_t);

#define SMALL_BLOCK 128  // bytes that are cleared unit by unit

static void *heap_take(void *self, size_t size) {
  (void) self;
  return malloc(size);
}

static void heap_give(void *self, void *block) {
  (void) self;
  free(block);
}

Allocator allocator_heap(void) {
  return (Allocator){heap_take, heap_give, NULL};
}

static BUSY_THREAD_LOCAL Guard *innermost;  // of this thread; NULL outside every guard_run

Status guard_run(Guard *guard, Status (*body)(void *context), void *context) {
  jmp_buf here;
  jmp_buf *const outer = guard->exit;
  Guard *const outer_guard = innermost;
  if (foreign_is_lost()) return STATUS_LIMIT;
  if (outer_guard == NULL && !lazy_prepare_thread()) return part_refuse();
  if (outer == NULL) guard->foreign_before = foreign_held();
  const int failed = setjmp(here);
  Status status = (Status) failed;
  if (failed == 0) {
    guard->exit = &here;
    innermost = guard;
    status = body(context);
  }
  guard->exit = outer;
  innermost = outer_guard;
  if (outer != NULL) return status;
  guard->foreign += foreign_held() - guard->foreign_before;
  guard->exhausted = false;
  return status;
}

void guard_exhaust(void) {
  if (innermost != NULL) innermost->exhausted = true;
}

bool guard_charge(void) {
  Guard *guard = innermost;
  if (guard == NULL) return true;
  const ptrdiff_t foreign = guard->foreign + foreign_held() - guard->foreign_before;
  const size_t used = guard->used + (foreign > 0 ? (size_t) foreign : 0);
  if (used <= guard->budget) return true;
  guard->exhausted = true;
  part_exceed();
  return used - guard->budget <= guard->budget + OVERSHOOT;
}

bool guard_is_active(void) {
  return innermost != NULL;
}

void guard_fail_here(Status status) {
  if (innermost == NULL) abort();
  guard_fail(innermost, status);
}

void guard_fail(Guard *guard, Status status) {
  assert(status != STATUS_OK);
  if (guard->exit == NULL) abort();  // memory ran out outside every public function
  longjmp(*guard->exit, (int) status);
}

// Requests that no machine could serve are beyond every budget, too.
static _Noreturn void fail_over_budget(Guard *guard) {
  part_exceed();
  guard_fail(guard, STATUS_LIMIT);
}

double guard_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

#define POLL_EVERY 0.02  // seconds between calls of watch.poll

static _Thread_local Guard *watched;  // the guard watched on this thread, or NULL

void guard_set_watch(Guard *guard, const GuardWatch *watch) {
  guard->watch = *watch;
  guard->ended = STATUS_OK;
  guard->held = false;
  guard->next_poll = watch->poll != NULL ? guard_now() + POLL_EVERY : 0;
  guard->outer = watched;
  watched = guard;
}

void guard_unwatch(Guard *guard) {
  guard->watch = (GuardWatch){0};
  guard->ended = STATUS_OK;
  guard->held = false;
  watched = guard->outer;
}

static Status look(Guard *guard) {
  const GuardWatch *watch = &guard->watch;
  if (watch->cancel != NULL && __atomic_load_n(watch->cancel, __ATOMIC_RELAXED) != 0)
    return STATUS_CANCELLED;
  if (part_is_over()) return STATUS_LIMIT;
  if (watch->deadline == 0 && watch->poll == NULL) return STATUS_OK;
  const double now = guard_now();
  if (watch->deadline != 0 && now > watch->deadline) return STATUS_LIMIT;
  if (watch->poll == NULL || now < guard->next_poll) return STATUS_OK;
  guard->next_poll = now + POLL_EVERY;
  return watch->poll(watch->context) != 0 ? STATUS_CANCELLED : STATUS_OK;
}

Status guard_look(Guard *guard) {
  if (guard->ended == STATUS_OK) guard->ended = look(guard);
  return guard->ended;
}

Status guard_look_here(void) {
  return watched != NULL ? guard_look(watched) : STATUS_OK;
}

void arena_init(Arena *arena, Allocator allocator, Guard *guard) {
  *arena = (Arena){.allocator = allocator, .guard = guard};
}

static size_t header_size(void) {
  return (sizeof(ArenaChunk) + unit - 1) / unit * unit;
}

static char *chunk_bytes(ArenaChunk *chunk) {
  return (char *) chunk + header_size();
}

static __attribute__((noinline)) ArenaChunk *add_chunk(Arena *arena, size_t need) {
  size_t size = arena->chunk ? 2 * arena->chunk->size : FIRST_CHUNK;
  if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
  if (size < need) size = need;
  Guard *guard = arena->guard;
  if (size > SIZE_MAX / 2 || guard->used + size > guard->budget) fail_over_budget(guard);
  ArenaChunk *chunk = arena->allocator.take(arena->allocator.self, header_size() + size);
  if (chunk == NULL) guard_fail(guard, part_refuse());
  *chunk = (ArenaChunk){.older = arena->chunk, .size = size};
  arena->chunk = chunk;
  guard->used += size;
  return chunk;
}

static inline void *take(Arena *arena, size_t size) {
  guard_poll(arena->guard);
  if (arena->guard->exhausted) guard_fail(arena->guard, STATUS_LIMIT);
  ArenaChunk *chunk = arena->chunk;
  if (chunk == NULL || chunk->size - chunk->used < size) chunk = add_chunk(arena, size);
  char *block = chunk_bytes(chunk) + chunk->used;
  chunk->used += size;
  return block;
}

static size_t rounded(size_t size) {
  return size > SIZE_MAX / 2 ? size : (size + unit - 1) / unit * unit;
}

void *arena_take(Arena *arena, size_t size) {
  size = rounded(size);
  char *block = take(arena, size);
  if (size > SMALL_BLOCK)
    memset(block, 0, size);
  else
    for (size_t i = 0; i < size; i += unit) memset(block + i, 0, unit);  // without a call
  return block;
}

void *arena_take_array(Arena *arena, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) fail_over_budget(arena->guard);
  return arena_take(arena, bytes);
}

void *arena_take_room(Arena *arena, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) fail_over_budget(arena->guard);
  return take(arena, rounded(bytes));
}

void arena_defer(Arena *arena, void (*clear)(void *object), void *object) {
  ArenaCleanup *cleanup = ARENA_NEW(arena, ArenaCleanup);
  *cleanup = (ArenaCleanup){arena->cleanups, clear, object};
  arena->cleanups = cleanup;
}

ArenaMark arena_mark(const Arena *arena) {
  return (ArenaMark){arena->chunk, arena->chunk ? arena->chunk->used : 0, arena->cleanups};
}

static void drop_chunk(Arena *arena) {
  ArenaChunk *chunk = arena->chunk;
  arena->chunk = chunk->older;
  arena->guard->used -= chunk->size;
  arena->allocator.give(arena->allocator.self, chunk);
}

typedef struct {
  Arena *arena;
  ArenaCleanup *kept;
} Cleaning;

static Status clean_up(void *context) {
  const Cleaning *c = context;
  while (c->arena->cleanups != c->kept) {
    ArenaCleanup *cleanup = c->arena->cleanups;
    c->arena->cleanups = cleanup->older;
    cleanup->clear(cleanup->object);
  }
  return STATUS_OK;
}

// Runs the cleanups. A library may need memory to free some; if that is refused, its objects leak.
static void run_cleanups(Cleaning c) {
  Guard alone = {.budget = SIZE_MAX};
  const Status status = innermost != NULL ? clean_up(&c) : guard_run(&alone, clean_up, &c);
  if (status != STATUS_OK) c.arena->cleanups = c.kept;
}

void arena_release(Arena *arena, ArenaMark mark) {
  if (arena->cleanups != mark.cleanups) run_cleanups((Cleaning){arena, mark.cleanups});
  // the oldest chunk is kept even for an empty mark: a scratch arena is emptied all the time
  while (arena->chunk != mark.chunk && arena->chunk->older != NULL) drop_chunk(arena);
  if (arena->chunk != NULL) arena->chunk->used = mark.used;
}

void arena_clear(Arena *arena) {
  arena_release(arena, (ArenaMark){NULL, 0, NULL});
  if (arena->chunk != NULL) drop_chunk(arena);
}

void arena_hand_over(Arena *arena, Guard *guard) {
  for (const ArenaChunk *chunk = arena->chunk; chunk != NULL; chunk = chunk->older) {
    arena->guard->used -= chunk->size;
    guard->used += chunk->size;
  }
  arena->guard = guard;
}
