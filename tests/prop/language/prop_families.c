// Property tests of language/family.c and function.c: a random statement with `for`, sums and functions gives the
// same expressions as its copies written out. The adversary is the writer: nested sums, empty ranges, ranges that depend
// on outer indices, two indices, functions called with indices.

#include "support/desk.h"
#include "support/dice.h"

#include <stdio.h>
#include <string.h>

#define MODELS 400
#define DEEPEST 4

// Writes the statement with its indices, or the copy for i (and j) as numbers.
typedef struct {
  Dice dice;
  bool copies;
  long n, i, j;
  bool has_j;
  Text *out;
} Writer;

static void write_expression(Writer *w, int depth);

static void write_index(Writer *w, const char *symbol, long value) {
  if (w->copies)
    text_addf(w->out, "%ld", value);
  else
    text_add(w->out, symbol);
}

// q has the members 0 to 2 n + 2, u[0..2, -1..1]
static void write_leaf(Writer *w) {
  switch (dice_below(&w->dice, w->has_j ? 8 : 6)) {
    case 0: text_addf(w->out, "%d", 1 + (int) dice_below(&w->dice, 9)); break;
    case 1: write_index(w, "i", w->i); break;
    case 2:
      text_add(w->out, "q[");
      write_index(w, "2*n + 2 - i", 2 * w->n + 2 - w->i);
      text_add(w->out, "]");
      break;
    case 3:
      text_add(w->out, w->copies ? "u[1][0]" : "u[1, i - i]");
      break;
    case 4: write_index(w, "n", w->n); break;
    case 5:
      text_add(w->out, "q[");
      write_index(w, "i + 1", w->i + 1);
      text_add(w->out, "]'");
      break;
    case 6: write_index(w, "j", w->j); break;
    default:
      text_add(w->out, "q[");
      write_index(w, "j", w->j);
      text_add(w->out, "]");
  }
}

// Writes the sum over j of an expression, which is written again for each j with the same dice.
static void write_sum(Writer *w, int depth) {
  static const char *const ranges[] = {"1..n", "i..n + 1", "n + 2..n", "0..i"};
  const int kind = (int) dice_below(&w->dice, 4);
  const long low[] = {1, w->i, w->n + 2, 0}, high[] = {w->n, w->n + 1, w->n, w->i};
  const Dice start = w->dice;
  w->has_j = true;
  text_add(w->out, w->copies ? "(0" : "sum(");
  if (!w->copies) {
    write_expression(w, depth + 1);
    text_addf(w->out, " for j = %s)", ranges[kind]);
  }
  Dice end = w->dice;
  for (long j = low[kind]; w->copies && j <= high[kind]; j++) {
    w->dice = start;
    w->j = j;
    text_add(w->out, " + (");
    write_expression(w, depth + 1);
    text_add(w->out, ")");
    end = w->dice;
  }
  if (w->copies && low[kind] > high[kind]) {  // the dice have to fall as they do in the other text
    Text ignored = text_make(w->out->arena), *out = w->out;
    w->out = &ignored;
    write_expression(w, depth + 1);
    w->out = out;
    end = w->dice;
  }
  w->dice = end;
  w->has_j = false;
  if (w->copies) text_add(w->out, ")");
}

static void write_expression(Writer *w, int depth) {
  static const char *const signs[] = {" + ", " - ", "*"};
  const int kind = depth >= DEEPEST ? 0 : (int) dice_below(&w->dice, 6);
  if (kind == 1 && !w->has_j) {
    write_sum(w, depth);
  } else if (kind == 2) {
    text_add(w->out, w->copies ? "sin((" : "wave(");
    write_expression(w, depth + 1);
    text_add(w->out, w->copies ? ")^2)" : ")");
  } else if (kind >= 3) {
    text_add(w->out, "(");
    write_expression(w, depth + 1);
    text_add(w->out, signs[dice_below(&w->dice, 3)]);
    write_expression(w, depth + 1);
    text_add(w->out, ")");
  } else {
    write_leaf(w);
  }
}

static void write_model(uint64_t seed, bool copies, Text *out) {
  Dice dice = {seed};
  const long n = (long) dice_below(&dice, 4);
  text_addf(out, "count n = %ld\nlet wave(e) = sin(e^2)\n", n);
  text_add(out, "coordinate q[0..2*n + 2], u[0..2, -1..1]\nkinetic = 1/2*q[0]'^2\n");
  for (int s = 0; s < 3; s++) {
    const Dice start = dice;
    for (long i = 1; i <= n || !copies; i++) {
      Writer w = {start, copies, n, i, 0, false, out};
      text_addf(out, "let v%d[", s);
      write_index(&w, "i", i);
      text_add(out, "] = ");
      write_expression(&w, 0);
      text_add(out, copies ? "\n" : " for i = 1..n\n");
      if (!copies) break;
    }
    dice = (Dice){seed * 31 + (uint64_t) s};
  }
}

static void test_copies(void **state) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    desk_close(state);
    desk_open(state);
    Desk *desk = *state;
    Text family = text_make(&desk->arena), written = text_make(&desk->arena);
    write_model(seed, false, &family);
    write_model(seed, true, &written);
    desk_read_well(desk, text_get(&family));
    const Model *first = desk->model;
    desk_clear_model(desk);
    desk_read_well(desk, text_get(&written));
    assert_int_equal(first->lets.n, desk->model->lets.n);
    for (size_t i = 0; i < first->lets.n; i++) {
      const Let *a = &first->lets.at[i];
      Thing thing;
      assert_true(model_find(desk->model, str(a->name), &thing));
      if (!expr_same(a->scalar, desk->model->lets.at[thing.index].scalar))
        fail_msg("seed %zu, %s:\n%s\n%s", (size_t) seed, a->name, text_get(&family),
                 text_get(&written));
      compared++;
    }
  }
  printf("%d models, %zu expressions\n", MODELS, compared);
  assert_true(compared > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_copies, desk_open, desk_close)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
