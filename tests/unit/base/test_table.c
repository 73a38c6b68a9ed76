// Unit tests of base/table.h: indices, memos and names.

#include "base/table.h"
#include "support/check.h"

#define MANY 5000

static void test_empty_tables(void **state) {
  (void) state;
  const Index index = {0};
  const Memo memo = {0};
  const Names names = {0};
  uint32_t value;
  IndexProbe probe = index_probe(&index, 17);
  assert_false(index_next(&index, &probe, &value));
  assert_false(memo_get(&memo, 0, &value));
  assert_false(names_get(&names, str("x"), &value));
  assert_false(names_get(&names, str(""), &value));
}

static void test_index(void **state) {
  Bench *bench = *state;
  Index index = {0};
  for (uint32_t i = 0; i < MANY; i++) index_insert(&bench->arena, &index, i / 3, i);
  for (uint32_t hash = 0; hash < MANY / 3; hash++) {
    unsigned found = 0;
    uint32_t value;
    IndexProbe probe = index_probe(&index, hash);
    while (index_next(&index, &probe, &value))
      if (value / 3 == hash) found |= 1u << value % 3;
    assert_int_equal(found, 7);  // all three of that hash
  }
  uint32_t value;
  IndexProbe probe = index_probe(&index, (uint64_t) 1 << 60);
  while (index_next(&index, &probe, &value))
    assert_true(value < MANY);  // ends, with or without chance hits
}

static void test_index_of_one_hash(void **state) {
  Bench *bench = *state;
  Index index = {0};
  for (uint32_t i = 0; i < 200; i++) index_insert(&bench->arena, &index, 5, i);
  bool seen[200] = {false};
  uint32_t value, count = 0;
  for (IndexProbe probe = index_probe(&index, 5); index_next(&index, &probe, &value); count++) {
    assert_false(seen[value]);
    seen[value] = true;
  }
  assert_int_equal(count, 200);
}

static void test_memo(void **state) {
  Bench *bench = *state;
  Memo memo = {0};
  uint32_t value;
  for (uint64_t i = 0; i < MANY; i++) memo_put(&bench->arena, &memo, hash_mix(i), (uint32_t) i);
  for (uint64_t i = 0; i < MANY; i++) {
    assert_true(memo_get(&memo, hash_mix(i), &value));
    assert_int_equal(value, i);
    assert_false(memo_get(&memo, hash_mix(i) + 1, &value));
  }
  memo_put(&bench->arena, &memo, hash_mix(7), 70);  // replaces
  assert_true(memo_get(&memo, hash_mix(7), &value));
  assert_int_equal(value, 70);
}

static void test_memo_add(void **state) {
  Bench *bench = *state;
  Memo memo = {0};
  uint32_t value;
  for (uint64_t i = 0; i < MANY; i++) {
    const uint64_t pair = i << 32 | (i + 1);
    assert_true(memo_add(&bench->arena, &memo, pair, (uint32_t) i, &value));
    assert_int_equal(value, i);
    assert_false(memo_add(&bench->arena, &memo, pair, 0, &value));
    assert_int_equal(value, i);
  }
  assert_int_equal(memo.used, MANY);
}

// Reserved room is not taken again, and entries stay.
static void test_index_reserve(void **state) {
  Bench *bench = *state;
  Index index = {0};
  index_insert(&bench->arena, &index, 7, 70);
  index_reserve(&bench->arena, &index, MANY);
  const size_t slots = index.slots;
  for (uint32_t i = 1; i < MANY; i++) index_insert(&bench->arena, &index, i, i);
  assert_int_equal(index.slots, slots);
  uint32_t value;
  IndexProbe probe = index_probe(&index, 7);
  assert_true(index_next(&index, &probe, &value));
  assert_int_equal(value, 70);
}

static void test_memo_edges(void **state) {
  Bench *bench = *state;
  Memo memo = {0};
  uint32_t value;
  memo_put(&bench->arena, &memo, 0, 0);
  memo_put(&bench->arena, &memo, UINT64_MAX, UINT32_MAX - 1);
  assert_true(memo_get(&memo, 0, &value));
  assert_int_equal(value, 0);
  assert_true(memo_get(&memo, UINT64_MAX, &value));
  assert_int_equal(value, UINT32_MAX - 1);
}

static void test_names(void **state) {
  Bench *bench = *state;
  Names names = {0};
  uint32_t value;
  char name[32];
  for (uint32_t i = 0; i < MANY; i++) {
    snprintf(name, sizeof name, "name%u", (unsigned) i);  // the table keeps its own copy
    names_put(&bench->arena, &names, str(name), i);
  }
  for (uint32_t i = 0; i < MANY; i++) {
    snprintf(name, sizeof name, "name%u", (unsigned) i);
    assert_true(names_get(&names, str(name), &value));
    assert_int_equal(value, i);
  }
  assert_false(names_get(&names, str("name"), &value));
  assert_false(names_get(&names, (Str){"name1234567", 4}, &value));
  assert_true(
    names_get(&names, (Str){"name1234567", 6}, &value));  // name12: a piece of a longer text
  assert_int_equal(value, 12);
  names_put(&bench->arena, &names, str("name12"), 99);
  assert_true(names_get(&names, str("name12"), &value));
  assert_int_equal(value, 99);
  names_put(&bench->arena, &names, (Str){"a\0b", 3}, 1);  // zero bytes are bytes
  names_put(&bench->arena, &names, (Str){"a\0c", 3}, 2);
  assert_true(names_get(&names, (Str){"a\0b", 3}, &value));
  assert_int_equal(value, 1);
  names_put(&bench->arena, &names, str(""), 3);
  assert_true(names_get(&names, (Str){NULL, 0}, &value));
  assert_int_equal(value, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_empty_tables), BENCH_TEST(test_index),
    BENCH_TEST(test_index_of_one_hash),  BENCH_TEST(test_memo),
    BENCH_TEST(test_memo_edges),         BENCH_TEST(test_names),
    BENCH_TEST(test_memo_add),           BENCH_TEST(test_index_reserve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
