// Unit tests of base/arena.h and base/array.h: marks, clean-ups, limits and the way out.

#include "base/array.h"
#include "support/check.h"

#include <stdlib.h>

// An allocator that counts requests, and refuses the n-th.
typedef struct {
  size_t taken, given, refuse;  // refuse 0: none
} Counter;

static void *counted_take(void *self, size_t size) {
  Counter *c = self;
  if (++c->taken == c->refuse) return NULL;
  return malloc(size);
}

static void counted_give(void *self, void *block) {
  Counter *c = self;
  c->given++;
  free(block);
}

static Allocator counting(Counter *c) {
  return (Allocator){counted_take, counted_give, c};
}

static void test_blocks_are_zero_and_aligned(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 24};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  for (size_t size = 0; size < 3000; size += 7) {
    const ArenaMark mark = arena_mark(&arena);
    unsigned char *block = arena_take(&arena, size);
    assert_int_equal((uintptr_t) block % alignof(max_align_t), 0);
    for (size_t i = 0; i < size; i++) assert_int_equal(block[i], 0);
    memset(block, 0xff, size);
    if (size % 2) arena_release(&arena, mark);  // the next one gets used memory
  }
  arena_clear(&arena);
  assert_int_equal(guard.used, 0);
}

static void test_blocks_do_not_overlap(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 26};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  enum { N = 2000 };
  unsigned char *block[N];
  for (size_t i = 0; i < N; i++) {
    block[i] = arena_take(&arena, 1 + i % 97 * i % 1000);
    memset(block[i], (int) (i % 251), 1 + i % 97 * i % 1000);
  }
  for (size_t i = 0; i < N; i++)
    for (size_t k = 0; k < 1 + i % 97 * i % 1000; k++) assert_int_equal(block[i][k], i % 251);
  arena_clear(&arena);
}

static void test_marks(void **state) {
  (void) state;
  Counter counter = {0};
  Guard guard = {.budget = 1 << 26};
  Arena arena;
  arena_init(&arena, counting(&counter), &guard);
  const ArenaMark empty = arena_mark(&arena);
  int *kept = ARENA_NEW(&arena, int);
  *kept = 42;
  const size_t used = guard.used;
  const ArenaMark outer = arena_mark(&arena);
  arena_take(&arena, 100);
  const ArenaMark inner = arena_mark(&arena);
  void *again = arena_take(&arena, 1 << 20);  // needs separate chunks
  arena_take(&arena, 1 << 21);
  assert_true(guard.used > used);
  arena_release(&arena, inner);
  assert_ptr_not_equal(again, kept);
  arena_release(&arena, outer);
  assert_int_equal(guard.used, used);
  assert_int_equal(*kept, 42);
  assert_ptr_equal(arena_take(&arena, 100), kept + alignof(max_align_t) / sizeof *kept);
  arena_release(&arena, empty);
  assert_true(guard.used <= used);  // the first chunk may stay for the next time
  arena_clear(&arena);
  assert_int_equal(guard.used, 0);
  assert_int_equal(counter.taken, counter.given);
  arena_clear(&arena);  // twice is fine
}

// --- clean-ups ----------------------------------------------------------------------------------

typedef struct {
  char text[16];
} Order;

typedef struct {
  Order *order;
  char letter;
} Noted;

static void note(void *object) {
  const Noted *noted = object;
  const size_t n = strlen(noted->order->text);
  noted->order->text[n] = noted->letter;
}

static void defer(Arena *arena, Order *order, char letter) {
  Noted *noted = ARENA_NEW(arena, Noted);
  *noted = (Noted){order, letter};
  arena_defer(arena, note, noted);
}

static void test_cleanups(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 24};
  Arena arena;
  Order order = {""};
  arena_init(&arena, allocator_heap(), &guard);
  defer(&arena, &order, 'a');
  defer(&arena, &order, 'b');
  const ArenaMark mark = arena_mark(&arena);
  defer(&arena, &order, 'c');
  arena_take(&arena, 1 << 20);
  defer(&arena, &order, 'd');
  assert_string_equal(order.text, "");
  arena_release(&arena, mark);
  assert_string_equal(order.text, "dc");  // the newest first, while their memory is still there
  defer(&arena, &order, 'e');
  arena_clear(&arena);
  assert_string_equal(order.text, "dceba");
  arena_clear(&arena);
  assert_string_equal(order.text, "dceba");
}

// --- the guard ----------------------------------------------------------------------------------

typedef struct {
  Guard *guard;
  Arena *arena;
  Status status;
  size_t reached;
} Plan;

static Status take_forever(void *context) {
  Plan *plan = context;
  while (plan->status == STATUS_OK) {
    arena_take(plan->arena, 1000);
    plan->reached++;
  }
  return plan->status;
}

static Status take_too_much(void *context) {
  const Plan *plan = context;
  arena_take(plan->arena, SIZE_MAX - 8);
  return STATUS_OK;
}

static Status take_array_too_long(void *context) {
  const Plan *plan = context;
  arena_take_array(plan->arena, SIZE_MAX / 4, 8);
  return STATUS_OK;
}

static Status return_status(void *context) {
  return ((const Plan *) context)->status;
}

static Status fail_with(void *context) {
  const Plan *plan = context;
  guard_fail(plan->guard, plan->status);
}

static Status fail_inside(void *context) {
  Plan *plan = context;
  const Status inner = guard_run(plan->guard, fail_with, &(Plan){plan->guard, plan->arena, STATUS_DOMAIN, 0});
  plan->reached = inner == STATUS_DOMAIN;
  guard_fail(plan->guard, STATUS_UNABLE);
}

static void test_budget(void **state) {
  (void) state;
  Counter counter = {0};
  Guard guard = {.budget = 1 << 20};
  Arena arena;
  arena_init(&arena, counting(&counter), &guard);
  Plan plan = {&guard, &arena, STATUS_OK, 0};
  assert_int_equal(guard_run(&guard, take_forever, &plan), STATUS_LIMIT);
  assert_true(plan.reached > 200);       // most of the budget was given out
  assert_true(guard.used <= guard.budget);
  assert_null(guard.exit);
  assert_int_equal(guard_run(&guard, take_too_much, &plan), STATUS_LIMIT);
  assert_int_equal(guard_run(&guard, take_array_too_long, &plan), STATUS_LIMIT);
  arena_clear(&arena);
  assert_int_equal(guard.used, 0);
  assert_int_equal(counter.taken, counter.given);
}

static void test_arenas_share_a_budget(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 20};
  Arena first, second;
  arena_init(&first, allocator_heap(), &guard);
  arena_init(&second, allocator_heap(), &guard);
  arena_take(&first, 900000);
  Plan plan = {&guard, &second, STATUS_OK, 0};
  assert_int_equal(guard_run(&guard, take_forever, &plan), STATUS_LIMIT);
  assert_true(plan.reached < 200);
  arena_clear(&first);
  arena_clear(&second);
}

static void test_refusal(void **state) {
  (void) state;
  for (size_t n = 1; n < 6; n++) {
    Counter counter = {.refuse = n};
    Guard guard = {.budget = (size_t) 1 << 30};
    Arena arena;
    arena_init(&arena, counting(&counter), &guard);
    Plan plan = {&guard, &arena, STATUS_OK, 0};
    assert_int_equal(guard_run(&guard, take_forever, &plan), STATUS_LIMIT);
    arena_clear(&arena);
    assert_int_equal(counter.taken - 1, counter.given);
    assert_int_equal(guard.used, 0);
  }
}

static void test_guard_hands_status_up(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 20};
  Plan plan = {&guard, NULL, STATUS_INPUT, 0};
  assert_int_equal(guard_run(&guard, return_status, &plan), STATUS_INPUT);
  plan.status = STATUS_OK;
  assert_int_equal(guard_run(&guard, return_status, &plan), STATUS_OK);
  plan.status = STATUS_INTERNAL;
  assert_int_equal(guard_run(&guard, fail_with, &plan), STATUS_INTERNAL);
  assert_int_equal(guard_run(&guard, fail_inside, &plan), STATUS_UNABLE);
  assert_int_equal(plan.reached, 1);
  assert_null(guard.exit);
}

// --- arrays -------------------------------------------------------------------------------------

static void test_arrays(void **state) {
  (void) state;
  Guard guard = {.budget = 1 << 26};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  ARRAY(uint64_t) numbers = {0};
  for (uint64_t i = 0; i < 10000; i++) {
    array_push(&arena, &numbers, i * i);
    assert_true(numbers.n == i + 1 && numbers.n <= numbers.room);
  }
  for (uint64_t i = 0; i < 10000; i++) assert_int_equal(numbers.at[i], i * i);
  ARRAY(char) letters = {0};
  array_reserve(&arena, &letters, 1000);
  assert_int_equal(letters.n, 0);
  assert_true(letters.room >= 1000);
  const char *at = letters.at;
  for (int i = 0; i < 1000; i++) array_push(&arena, &letters, 'x');
  assert_ptr_equal(letters.at, at);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_blocks_are_zero_and_aligned),
    cmocka_unit_test(test_blocks_do_not_overlap),
    cmocka_unit_test(test_marks),
    cmocka_unit_test(test_cleanups),
    cmocka_unit_test(test_budget),
    cmocka_unit_test(test_arenas_share_a_budget),
    cmocka_unit_test(test_refusal),
    cmocka_unit_test(test_guard_hands_status_up),
    cmocka_unit_test(test_arrays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
