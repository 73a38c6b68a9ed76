// base/part.c: shares of work, one inside the other.

#include "base/part.h"
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define LOOK_EVERY 0.005  // seconds between two readings of the processor time, a system call
#define GRACE ((size_t) 64 << 20)  // bytes for what is printed after a limit has been reached

static _Thread_local double until;   // work at which the innermost part ends; 0: never
static _Thread_local double looked;  // when the clock was last read

static _Thread_local int depth;      // parts under way, one inside the other
static _Thread_local bool refused;   // memory was refused in the outermost part or inside it

static _Thread_local bool exceeded;   // the budget of memory, likewise
static _Thread_local bool was_short;  // a library was not called for lack of time, likewise

void part_exceed(void) {
  exceeded = true;
}

bool part_has_exceeded(void) {
  return exceeded;
}

bool part_was_refused(void) {
  return refused;
}

Status part_refuse(void) {
  refused = true;
  return STATUS_LIMIT;
}

void *part_calloc(size_t n, size_t size) {
  void *got = calloc(n, size);
  if (got == NULL) refused = true;
  return got;
}

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

double part_work(void) {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

bool part_is_over(void) {
  if (until == 0) return false;
  const double now = guard_now();
  if (now - looked < LOOK_EVERY) return false;
  looked = now;
  return part_work() > until;
}

Status part_expect(double seconds) {
  if (until == 0) return STATUS_OK;
  const double now = part_work();
  // past its end a part is left elsewhere, if at all
  if (now > until || now + seconds <= until) return STATUS_OK;
  until = now;  // up to the end of the part
  was_short = true;
  return STATUS_LIMIT;
}

bool part_was_short(void) {
  return was_short;
}

typedef struct {
  Status (*body)(void *context);
  void *context;
  bool *left;
} Part;

static Status part_body(void *context) {
  const Part *part = context;
  const Status status = part->body(part->context);
  *part->left = false;
  return status;
}

Status part_run(Guard *guard, double seconds, Status (*body)(void *context), void *context,
                bool *left) {
  const double outer = until, own = seconds > 0 ? part_work() + seconds : 0;
  Part part = {body, context, left};
  *left = true;
  if (depth++ == 0) refused = exceeded = was_short = false;
  if (seconds > 0 && (outer == 0 || own < outer)) until = own;
  const Status status = guard_run(guard, part_body, &part);
  const bool over = until != 0 && part_work() > until;
  if (status == STATUS_LIMIT && *left && !over && guard->ended == STATUS_OK) refused = true;
  depth--;
  until = outer;
  looked = 0;
  // a limit that also ends the surrounding computation is found again
  if (guard->ended == STATUS_LIMIT) guard->ended = STATUS_OK;
  if (status == STATUS_LIMIT) (void) guard_look(guard);
  return status;
}

void part_grace(Guard *guard) {
  guard->held = true;
  guard->exhausted = false;
  guard->budget = guard->budget < SIZE_MAX - GRACE ? guard->budget + GRACE : SIZE_MAX;
}
