// tape/schedule.c: the order in which the interpreter executes the instructions.
//
// In:    code in an order where operands come first
// Out:   the same instructions in another such order, with equal operations grouped
//
// The interpreter dispatches once for each run of equal operations. Greedy: of the operations that are ready,
// takes the one with the most instructions, and continues with those that become ready meanwhile. Values that
// are constant during a run come first, so that they are computed once. Compiled code keeps the original order,
// which keeps fewer values alive at a time.

#include "tape/tape_impl.h"

#define NONE UINT32_MAX

typedef struct {
  const TapeInstruction *code;
  uint32_t *waits;      // of each instruction: operands that are not ready yet
  uint32_t *user;       // of each value: the first use, place * 2 + operand
  uint32_t *next_user;  // of each use: the next one of the same value
  uint32_t *next;       // of each instruction: the one that became ready after it
  uint32_t first[TAPE_ALL_OPS], last[TAPE_ALL_OPS], count[TAPE_ALL_OPS];  // ready
} Scheduling;

static void make_ready(Scheduling *s, uint32_t i) {
  const uint32_t op = s->code[i].op;
  s->next[i] = NONE;
  if (s->count[op]++ == 0)
    s->first[op] = i;
  else
    s->next[s->last[op]] = i;
  s->last[op] = i;
}

static void add_use(Scheduling *s, uint32_t value, uint32_t use) {
  s->next_user[use] = s->user[value];
  s->user[value] = use;
}

// Finds the users of each value; constants and inputs, below `given`, are ready from the start.
static void find_uses(Scheduling *s, size_t length, uint32_t given) {
  for (uint32_t i = (uint32_t) length; i-- > 0;) {
    const TapeInstruction *made = &s->code[i];
    if (made->a >= given) s->waits[i]++, add_use(s, made->a, 2 * i);
    if (made->b >= given && made->b != made->a) s->waits[i]++, add_use(s, made->b, 2 * i + 1);
  }
  for (uint32_t i = 0; i < length; i++)
    if (s->waits[i] == 0) make_ready(s, i);
}

static void release(Scheduling *s, uint32_t value) {
  for (uint32_t use = s->user[value]; use != NONE; use = s->next_user[use])
    if (--s->waits[use / 2] == 0) make_ready(s, use / 2);
}

static uint32_t most_ready(const Scheduling *s) {
  uint32_t best = 0;
  for (uint32_t op = 1; op < TAPE_ALL_OPS; op++)
    if (s->count[op] > s->count[best]) best = op;
  return best;
}

static void fill(uint32_t *at, size_t n, uint32_t with) {
  for (size_t i = 0; i < n; i++) at[i] = with;
}

// Takes everything that is ready, and everything that becomes ready meanwhile.
static TapeStep *take_ready(Scheduling *s, Schedule *done, TapeStep *step) {
  for (uint32_t op; s->count[op = most_ready(s)] > 0;) {
    TapeRun *run = &done->runs[done->n++];
    *run = (TapeRun){op, 0};
    for (; s->count[op] > 0; run->count++) {
      const uint32_t i = s->first[op];
      const TapeInstruction *made = &s->code[i];
      s->first[op] = s->next[i];
      s->count[op]--;
      *step++ = (TapeStep){made->to, made->a, made->b};
      for (size_t k = 0; k < tape_results(*made); k++) release(s, made->to + (uint32_t) k);
    }
  }
  return step;
}

Schedule tape_schedule(Arena *arena, const TapeInstruction *code, size_t length, size_t values,
                       const bool *varies) {
  Scheduling s = {.code = code,
                  .waits = ARENA_ARRAY(arena, uint32_t, length),
                  .user = ARENA_ARRAY(arena, uint32_t, values),
                  .next_user = ARENA_ARRAY(arena, uint32_t, 2 * length),
                  .next = ARENA_ARRAY(arena, uint32_t, length)};
  Schedule done = {.steps = ARENA_ARRAY(arena, TapeStep, length),
                   .runs = ARENA_ARRAY(arena, TapeRun, length)};
  fill(s.user, values, NONE);
  // one extra wait holds varying values back until all others are done
  for (size_t i = 0; i < length; i++) s.waits[i] = varies[code[i].to];
  if (length > 0) find_uses(&s, length, code[0].to);
  TapeStep *const step = take_ready(&s, &done, done.steps);
  done.steady = done.n;
  done.steady_steps = (size_t) (step - done.steps);
  for (uint32_t i = 0; i < length; i++)
    if (varies[code[i].to] && --s.waits[i] == 0) make_ready(&s, i);
  take_ready(&s, &done, step);
  return done;
}
