// Unit tests of sweep/part.h and sweep/plan.h: parts read back, single damaged bytes are found, plans are read back from
// their text, grids have the values that were written.

#include "support/desk.h"
#include "sweep/part.h"
#include "sweep/plan_text.h"
#include "sweep/thin.h"

#include <math.h>
#include <string.h>

static const char *column[] = {"t", "x", "x'"}, *result[] = {"top"};

// Makes a plan with two axes: a grid and samples.
static SweepPlan plan_of(Precise *range, Precise *normal, SweepAxis axis[2]) {
  axis[0] = (SweepAxis){.name = "m", .kind = SWEEP_STEPS, .value = range, .n = 3};
  axis[1] =
    (SweepAxis){.name = "x", .initial = true, .kind = SWEEP_NORMAL, .value = normal, .n = 2};
  return (SweepPlan){.axis = axis,
                     .axes = 2,
                     .by = SAMPLING_RANDOM,
                     .samples = 10,
                     .seed = 3,
                     .column = column,
                     .columns = 3,
                     .result = result,
                     .results = 1,
                     .rows = 2,
                     .digest = "0123"};
}

static void fill(SweepBlock *b) {
  for (size_t i = 0; i < b->members; i++) {
    b->end[i] = (unsigned char) (i % 3);
    b->result[i] = sqrt((double) i + 2);
    for (size_t k = 0; k < 3; k++) b->final[3 * i + k] = (double) (i * k) / 7;
  }
}

static void test_damage(void **state) {
  Desk *desk = *state;
  Precise range[3] = {{1, 0}, {2, 0}, {0.25, 0}}, normal[2] = {{0, 0}, {1, 0}};
  SweepAxis axis[2];
  size_t wrong;
  SweepPlan plan = plan_of(range, normal, axis);
  assert_null(plan_settle(&plan, true, &wrong));
  assert_int_equal(plan.members, 50);
  SweepBlock b = part_make(&desk->arena, &plan, 1), back;
  fill(&b);
  PartLayout layout, *const layouts[] = {&layout};
  part_layout(&desk->arena, &plan, plan_block_members(&plan, 1), &layout);
  assert_int_equal(part_lay_out(&desk->arena, &desk->diags, "part", layouts, 1), STATUS_OK);
  const Str bytes = part_bytes(&desk->arena, &plan, &layout, &b);
  assert_int_equal(bytes.n, layout.file.size);
  assert_true(part_read(&desk->arena, &plan, &layout, 1, bytes, &back));
  assert_memory_equal(back.result, b.result, b.members * sizeof *b.result);
  assert_memory_equal(back.final, b.final, 3 * b.members * sizeof *b.final);
  assert_memory_equal(back.end, b.end, b.members);
  assert_false(part_read(&desk->arena, &plan, &layout, 2, bytes, &back));
  char *copy = arena_take(&desk->arena, bytes.n);
  memcpy(copy, bytes.at, bytes.n);
  for (size_t i = 0; i < bytes.n; i++) {
    const ArenaMark mark = arena_mark(&desk->arena);
    copy[i] = (char) (copy[i] ^ (1 << i % 8));
    if (part_read(&desk->arena, &plan, &layout, 1, (Str){copy, bytes.n}, &back))
      fail_msg("byte %zu of %zu may be wrong", i, bytes.n);
    copy[i] = bytes.at[i];
    arena_release(&desk->arena, mark);
  }
  assert_false(part_read(&desk->arena, &plan, &layout, 1, (Str){copy, bytes.n - 1}, &back));
}

// Plans of any shape: numbers go into the file and come back. HDF5 opens the file only if its layout is right.
static void test_shapes(void **state) {
  Desk *desk = *state;
  static const char *name[] = {"t", "theta_of_a_long_name", "q[3]''", "\xce\xb8", "x", "y", "z",
                               "w"};
  uint32_t dice = 12345;
#define ROLL(n) ((dice = dice * 1664525u + 1013904223u) >> 16) % (n)
  for (int round = 0; round < 24; round++) {
    const ArenaMark mark = arena_mark(&desk->arena);
    SweepAxis axis[8];
    Precise unit[2] = {{0, 0}, {1, 0}};
    SweepPlan plan = {
      .axis = axis, .by = SAMPLING_RANDOM, .column = name, .result = name, .digest = "0123"};
    plan.axes = 1 + ROLL(8);
    plan.columns = 1 + ROLL(8);
    plan.results = ROLL(8);
    plan.rows = ROLL(3) > 0 ? 0 : 2 + ROLL(50);
    plan.samples = 1 + ROLL(700);
    for (size_t i = 0; i < plan.axes; i++)
      axis[i] = (SweepAxis){.name = name[i], .kind = SWEEP_UNIFORM, .value = unit, .n = 2};
    size_t wrong;
    assert_null(plan_settle(&plan, plan.rows > 0, &wrong));
    const uint64_t block = plan_blocks(&plan) - 1;
    PartLayout layout, all, whole, *const layouts[] = {&layout, &all, &whole};
    part_layout(&desk->arena, &plan, plan_block_members(&plan, block), &layout);
    part_layout_virtual(&desk->arena, &plan, &all);
    part_layout_whole(&desk->arena, &plan, 3, name, &whole);
    assert_int_equal(part_lay_out(&desk->arena, &desk->diags, "part", layouts, 3), STATUS_OK);
    assert_int_equal(all.file.pieces, 1);
    SweepBlock b = part_make(&desk->arena, &plan, block), back;
    const size_t numbers = b.members * plan.columns;
    for (size_t i = 0; i < numbers; i++) b.final[i] = 1 / ((double) i + 3);
    const Str bytes = part_bytes(&desk->arena, &plan, &layout, &b);
    assert_true(part_read(&desk->arena, &plan, &layout, block, bytes, &back));
    assert_memory_equal(back.final, b.final, numbers * sizeof(double));
    assert_memory_equal(back.value, b.value, b.members * plan.axes * sizeof(double));
    arena_release(&desk->arena, mark);
  }
}

// Values of a grid are the doubles next to the exact ones.
static void test_grid(void **state) {
  Desk *desk = *state;
  (void) desk;
  // 0.1 and its rest: 0.1 = 3602879701896397/2^55 - 1/5 2^-55
  const double rest = -0x1p-55 / 5;
  Precise tenths[3] = {{0, 0}, {1, 0}, {0.1, rest}};
  SweepAxis axis = {.name = "a", .kind = SWEEP_STEPS, .value = tenths, .n = 3};
  SweepPlan plan = {.axis = &axis, .axes = 1};
  size_t wrong;
  assert_null(plan_settle(&plan, false, &wrong));
  assert_int_equal(plan.members, 11);
  static const double exact[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
  for (uint64_t i = 0; i < 11; i++) assert_true(plan_grid_value(&axis, i) == exact[i]);
  Precise points[3] = {{0, 0}, {1, 0}, {11, 0}};
  axis = (SweepAxis){.name = "a", .kind = SWEEP_POINTS, .value = points, .n = 3};
  assert_null(plan_settle(&plan, false, &wrong));
  for (uint64_t i = 0; i < 11; i++) assert_true(plan_grid_value(&axis, i) == exact[i]);
}

// A thinned plan has members of the plan, with its values, from one corner of the grid to the other.
static void test_thin(void **state) {
  Desk *desk = *state;
  Precise angle[3] = {{-3, 0}, {3, 0}, {500, 0}}, unit[2] = {{0, 0}, {1, 0}};
  SweepAxis axis[3] = {{.name = "a", .kind = SWEEP_POINTS, .value = angle, .n = 3},
                       {.name = "s", .kind = SWEEP_UNIFORM, .value = unit, .n = 2},
                       {.name = "b", .kind = SWEEP_POINTS, .value = angle, .n = 3}};
  for (uint64_t samples = 1; samples <= 40; samples += 13)
    for (uint64_t most = 1; most < 4000; most = most * 3 + 1) {
      SweepPlan plan = {.axis = axis, .axes = 3, .by = SAMPLING_RANDOM, .samples = samples};
      size_t wrong;
      uint64_t *member, first[3], last[3];
      assert_null(plan_settle(&plan, false, &wrong));
      const SweepPlan thin = plan_thin(&desk->arena, &plan, most, &member);
      assert_true(thin.members <= most && thin.members > most / 3);
      for (uint64_t k = 0; k < thin.members; k++) {
        double all[3];
        plan_draw(&plan, member[k], all);
        plan_place(&thin, k, first);
        for (size_t i = 0; i < 3; i += 2)
          assert_true(all[i] == plan_grid_value(&thin.axis[i], first[i]));
        assert_true(k == 0 || member[k] > member[k - 1]);
      }
      plan_place(&plan, member[0], first);
      plan_place(&plan, member[thin.members - 1], last);
      for (size_t i = 0; i < 3; i += 2)
        if (thin.axis[i].count > 1) assert_true(first[i] == 0 && last[i] == 499);
    }
}

// A million members, and a billion, take no memory.
static void test_many(void **state) {
  (void) state;
  Precise unit[2] = {{0, 0}, {1, 0}};
  SweepAxis axis = {.name = "a", .kind = SWEEP_UNIFORM, .value = unit, .n = 2};
  SweepPlan plan = {.axis = &axis, .axes = 1, .by = SAMPLING_LATIN, .samples = SWEEP_MOST};
  size_t wrong;
  double value;
  assert_null(plan_settle(&plan, false, &wrong));
  assert_int_equal(plan.members, SWEEP_MOST);
  assert_true(plan_blocks(&plan) <= 2 * SWEEP_BLOCKS);
  plan_draw(&plan, SWEEP_MOST - 1, &value);
  assert_true(value > 0 && value < 1);
  plan.samples = SWEEP_MOST + 1;
  assert_null(plan_settle(&plan, false, &wrong));
  assert_true(plan.members > SWEEP_MOST);
}

static void test_text(void **state) {
  Desk *desk = *state;
  Precise range[3] = {{1, 0}, {2, 0}, {0.1, 1e-18}}, normal[2] = {{0, 0}, {1, 0}};
  SweepAxis axis[2];
  PlanNote model = {"a.mech", "coordinate x\n\"\\\xce\xb8\"\n"}, option = {"to", "2"};
  size_t wrong;
  PlanFile file = {.plan = plan_of(range, normal, axis), .version = "1", .title = "T"}, back;
  file.model = &model;
  file.option = &option;
  file.models = file.options = 1;
  assert_null(plan_settle(&file.plan, true, &wrong));
  const char *text = plan_text(&desk->arena, &file);
  assert_null(plan_parse(&desk->arena, str(text), &back));
  assert_string_equal(plan_text(&desk->arena, &back), text);
  // a text with any part missing is read or refused, and nothing is read beyond it
  const size_t n = strlen(text);
  for (size_t i = 0; i < n; i++) {
    const ArenaMark mark = arena_mark(&desk->arena);
    char *copy = arena_take(&desk->arena, n + 1);
    memcpy(copy, text, n + 1);
    copy[i] = (char) (copy[i] == '0' ? '9' : '0');
    (void) plan_parse(&desk->arena, (Str){copy, n}, &back);
    if (plan_parse(&desk->arena, (Str){text, i}, &back) == NULL)
      fail_msg("the first %zu of %zu bytes are taken for all", i, n);
    arena_release(&desk->arena, mark);
    if (i + 3 > n) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_damage, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_shapes, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_grid, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_thin, desk_open, desk_close),
    cmocka_unit_test(test_many),
    cmocka_unit_test_setup_teardown(test_text, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
