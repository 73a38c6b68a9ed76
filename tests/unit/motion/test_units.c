// Unit tests of motion/units.c: which units stay loaded, and for whom.
// Judge: the answers of the units, which are called while others are closed.

#include "motion/units.h"
#include "support/native.h"

#define MANY 40  // more than are kept

static UnitKey key_for(int number) {
  UnitKey key = {{0}};
  memcpy(key.digest, &number, sizeof number);
  return key;
}

static NativeUnit *open_one(int number) {
  const char *source = answer_source(number);
  NativeUnit *unit;
  NativeTrouble trouble;
  assert_int_equal(native_open_soon(source, strlen(source), &unit, &trouble), STATUS_OK);
  return unit;
}

static void add(int number) {
  const UnitKey key = key_for(number);
  units_add(&key, open_one(number));
}

static NativeUnit *take(int number) {
  const UnitKey key = key_for(number);
  return units_take(&key);
}

// A unit without users is found again, with the same functions; an unknown key is not.
static void test_found_again(void **state) {
  (void) state;
  assert_null(take(1000));
  add(1000);
  NativeUnit *unit = take(1000), *again = take(1000);
  assert_ptr_equal(unit, again);
  for (int i = 0; i < 3; i++) units_release(unit);
  unit = take(1000);
  assert_non_null(unit);
  assert_int_equal(answer_of(unit), 1000);
  units_release(unit);
  assert_null(take(1001));
}

// More than are kept: those in use stay, and the oldest of the others are dropped.
static void test_many(void **state) {
  (void) state;
  add(1);
  NativeUnit *used = take(1);
  units_release(used);  // one of its two users
  for (int i = 2; i <= MANY; i++) {
    add(i);
    NativeUnit *unit = take(i);
    assert_int_equal(answer_of(unit), i);
    units_release(unit);
    units_release(unit);
  }
  assert_int_equal(answer_of(used), 1);
  assert_null(take(2));
  NativeUnit *last = take(MANY);
  assert_non_null(last);
  assert_int_equal(answer_of(last), MANY);
  units_release(last);
  units_release(used);
}

// When all places are in use, a further unit belongs only to its user.
static void test_full(void **state) {
  (void) state;
  NativeUnit *unit[MANY];
  for (int i = 0; i < MANY; i++) {
    const UnitKey key = key_for(100 + i);
    unit[i] = open_one(100 + i);
    units_add(&key, unit[i]);
  }
  assert_non_null(take(100));
  assert_null(take(100 + MANY - 1));
  for (int i = 0; i < MANY; i++) assert_int_equal(answer_of(unit[i]), 100 + i);
  units_release(unit[0]);
  for (int i = 0; i < MANY; i++) units_release(unit[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {PLACE_TEST(test_found_again), PLACE_TEST(test_many),
                                     PLACE_TEST(test_full)};
  return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
