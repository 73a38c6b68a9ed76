// Unit tests of report/wrap.c: lines broken to fit a terminal lose nothing.

#include "report/wrap.h"
#include "support/desk.h"
#include "support/dice.h"
#include <stdio.h>
#include <string.h>

static const char *wrapped(Desk *d, const char *text, size_t columns) {
  Text out = text_make(&d->arena);
  report_wrap(text, columns, &out);
  return text_get(&out);
}

static void test_breaks(void **state) {
  Desk *d = *state;
  assert_string_equal(wrapped(d, "a + b\n\n  c\n", 5), "a + b\n\n  c\n");
  assert_string_equal(wrapped(d, "x = aaaa + bbbb", 10), "x = aaaa\n    + bbbb");
  // outside of parentheses rather than within
  assert_string_equal(wrapped(d, "  x = aaa*(b + c) + ddd*(e + f)", 28),
                      "  x = aaa*(b + c)\n      + ddd*(e + f)");
  // a character is a column, however many bytes it has
  assert_string_equal(wrapped(d, "äöü = äöü + äöü", 9), "äöü = äöü\n    + äöü");
  assert_string_equal(wrapped(d, "abcdefghijkl", 5), "abcdefghijkl");  // no space
  assert_string_equal(wrapped(d, "", 5), "");
}

// Copies words in their order, without the spaces and ends of lines between them.
static void squeeze(const char *text, char *out) {
  for (; *text != '\0'; text++)
    if (*text != ' ' && *text != '\n') *out++ = *text;
  *out = '\0';
}

// Is every line short enough, or impossible to break because no space is before an operator?
static bool fit(const char *text, size_t columns) {
  for (; *text != '\0'; text += *text == '\n') {
    const size_t n = strcspn(text, "\n"), indent = strspn(text, " ");
    size_t width = 0, gaps = 0;
    for (size_t i = 0; i < n; i++) width += ((unsigned char) text[i] & 0xc0) != 0x80;
    for (size_t i = indent + 1; i < n; i++)
      gaps +=
        text[i] == ' ' && !(strchr("+-=", text[i - 1]) && (i == indent + 1 || text[i - 2] == ' '));
    if (width > columns && gaps > 0 && columns > indent) return false;
    text += n;
  }
  return true;
}

static void test_random(void **state) {
  Desk *d = *state;
  Dice dice = {24};
  static const char *const parts[] = {" + ",  " - ", " = ", "(", ")", "x", "theta1'",
                                      "sin(", "\n",  "ä",   "[", "]", "*y"};
  for (int round = 0; round < 5000; round++) {
    char text[600] = "", a[600], b[2400];
    const size_t n = dice_below(&dice, 60), columns = 8 + dice_below(&dice, 50);
    for (size_t i = 0, at = 0; i < n; i++)
      at += (size_t) snprintf(text + at, sizeof text - at, "%s",
                              parts[dice_below(&dice, sizeof parts / sizeof *parts)]);
    const char *broken = wrapped(d, text, columns);
    squeeze(text, a);
    squeeze(broken, b);
    assert_string_equal(a, b);
    if (!fit(broken, columns)) print_message("%zu columns:\n%s\n--\n%s\n", columns, text, broken);
    assert_true(fit(broken, columns));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_breaks, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_random, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
