// base/arena.h: memory that is given back all at once.
//
// An arena never returns NULL. If its allocator refuses memory, or its budget is used up, control returns to the active
// guard_run, which returns STATUS_LIMIT; the owner of the arena then drops all of it. So code that builds things has no
// failure paths for memory and nothing to clean up.

#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/status.h"
#include <setjmp.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

// Where blocks come from. Tests pass one that refuses the n-th request.
typedef struct {
  void *(*take)(void *self, size_t size);
  void (*give)(void *self, void *block);
  void *self;
} Allocator;

Allocator allocator_heap(void);

// Conditions that end a computation from outside. Zero members do not apply.
typedef struct {
  double deadline;             // on the clock of guard_now
  const volatile int *cancel;  // nonzero: end it; may be set by another thread
  int (*poll)(void *context);  // called now and then; a nonzero result: end it
  void *context;
} GuardWatch;

// The way out of a computation that cannot continue. One for each session.
typedef struct Guard {
  jmp_buf *exit;  // of the innermost guard_run; or NULL
  size_t used;    // bytes held by all arenas of this guard
  size_t budget;  // more than this is STATUS_LIMIT

  // Memory held by libraries counts, too (base/foreign.h): the bytes they took in guard_runs that have ended, and the
  // thread's count when the outermost active guard_run began.
  ptrdiff_t foreign, foreign_before;
  bool exhausted;  // by a library: the next request ends the active guard_run
  GuardWatch watch;
  bool held;            // guard_poll does nothing: the code that set this calls guard_look itself
  Status ended;         // the first result of guard_look other than STATUS_OK; it stays
  unsigned ticks;       // calls of guard_poll
  double next_poll;     // when watch.poll is called again
  struct Guard *outer;  // the guard that this thread watched before
} Guard;

// Calls body(context) and returns its status, or that of a guard_fail inside it.
MUST_USE Status guard_run(Guard *guard, Status (*body)(void *context), void *context);

// Leaves the active guard_run with this status.
_Noreturn void guard_fail(Guard *guard, Status status);

// The same for the innermost guard_run of this thread: for libraries that abort without a context.
_Noreturn void guard_fail_here(Status status);
// Is this thread inside a guard_run?
bool guard_is_active(void);

// For base/foreign.c. guard_exhaust makes the innermost guard_run of this thread end when it next takes memory.
// guard_charge charges what libraries have taken to its budget, with the same consequence if it is exceeded; it returns
// false if they exceed it by as much again.
void guard_exhaust(void);
MUST_USE bool guard_charge(void);
// Seconds of a monotonic clock.
double guard_now(void);

// Watches the following computation on this thread, until guard_unwatch.
void guard_set_watch(Guard *guard, const GuardWatch *watch);
void guard_unwatch(Guard *guard);
// Reports whether the computation is to end: STATUS_CANCELLED, STATUS_LIMIT past the deadline, or STATUS_OK. An end is
// permanent, so a guard_run inside the computation need not pass its status on.
Status guard_look(Guard *guard);

#define GUARD_TICKS 128  // calls of guard_poll between two looks at the clock

// Leaves the active guard_run if the computation is to end. Every arena_take calls it; long loops that take no memory
// call it themselves.
static inline void guard_poll(Guard *guard) {
  if (++guard->ticks % GUARD_TICKS != 0 || guard->held) return;
  const Status status = guard_look(guard);
  if (status != STATUS_OK) guard_fail(guard, status);
}

// The same for the computation that is watched on this thread, if there is one.
Status guard_look_here(void);

typedef struct ArenaChunk ArenaChunk;
typedef struct ArenaCleanup ArenaCleanup;

typedef struct {
  Allocator allocator;
  Guard *guard;
  ArenaChunk *chunk;       // the newest; each links to the one before it
  ArenaCleanup *cleanups;  // the newest first
} Arena;

void arena_init(Arena *arena, Allocator allocator, Guard *guard);
void arena_clear(Arena *arena);
// Charges the memory of the arena to another guard from now on.
void arena_hand_over(Arena *arena, Guard *guard);

// Returns size zeroed bytes, aligned for any type.
void *arena_take(Arena *arena, size_t size);

// The same for count * size bytes; the product cannot overflow.
void *arena_take_array(Arena *arena, size_t count, size_t size);

// The same, not zeroed: for large arrays of which only a part is used, so that the rest is never touched.
void *arena_take_room(Arena *arena, size_t count, size_t size);

#define ARENA_NEW(arena, Type) ((Type *) arena_take((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) \
  ((Type *) arena_take_array((arena), (size_t) (count), sizeof(Type)))

// Calls clear(object) when the arena is cleared or released past this point: for foreign objects.
void arena_defer(Arena *arena, void (*clear)(void *object), void *object);

// Everything taken after the mark is given back by arena_release.
typedef struct {
  ArenaChunk *chunk;
  size_t used;
  ArenaCleanup *cleanups;
} ArenaMark;

ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#endif
