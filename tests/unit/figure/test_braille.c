// Unit tests of figure/braille.c. Judge: by hand, dot by dot.

#include "figure/figure_impl.h"
#include "support/check.h"
#include <math.h>

static const char *drawn(Bench *bench, const Figure *figure, Terminal terminal) {
  Text out = text_make(&bench->arena);
  figure_braille(figure, terminal, &out);
  return text_get(&out);
}

static Figure figure_of(Bench *bench, Panel panel, Series series) {
  Figure figure = {0};
  array_push(&bench->arena, &panel.series, series);
  array_push(&bench->arena, &figure.panels, panel);
  return figure;
}

typedef struct {
  size_t lines, widest;  // in characters
} Size;

static Size size_of(const char *text) {
  Size size = {0};
  size_t n = 0;
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      size.lines++;
      n = 0;
    } else if (*text == '\033') {
      while (*text != 'm') text++;
    } else {
      n += ((unsigned char) *text & 0xc0) != 0x80;
      size.widest = n > size.widest ? n : size.widest;
    }
  }
  return size;
}

static void test_diagonal(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1}, y[] = {0, 1};
  const Panel panel = {.label = {label_math("t"), label_math("theta")}};
  Figure figure = figure_of(bench, panel, (Series){.n = 2, .at = {x, y}});
  figure.title = label_plain("A title");
  const char *text = drawn(bench, &figure, (Terminal){30, 9, false});
  assert_non_null(strstr(text, "A title\n            θ\n"));
  // the range goes 5 % beyond the ends
  // 34 dots by 36: y = 1 is 33.4 up, y = 0 is 1.6; in between 0.964 up for each to the right
  assert_non_null(strstr(text, "      1.05 ┤                ⡠\n"));
  assert_non_null(strstr(text, "     -0.05 ┤⠊\n"));
  assert_non_null(strstr(text, "└─────────────────\n            0       t       1\n"));
  assert_null(strchr(text, '\033'));
}

static void test_fits(void **state) {
  Bench *bench = *state;
  double x[200], y[200], z[200];
  for (size_t i = 0; i < 200; i++) {
    x[i] = sin(0.1 * (double) i);
    y[i] = 30 * cos(0.07 * (double) i);
    z[i] = 0.01 * (double) i;
  }
  for (int kind = 0; kind < 4; kind++)
    for (size_t columns = 30; columns <= 200; columns += 17)
      for (size_t rows = 6; rows <= 60; rows += 9) {
        Panel panel = {.equal = kind == 1, .tall = kind == 2, .spatial = kind == 3};
        Figure figure = {0};
        for (int j = 0; j < 5; j++)
          array_push(
            &bench->arena, &panel.series,
            ((Series){.name = label_plain("a name"), .n = 200, .at = {x, j % 2 ? y : z, z}}));
        array_push(&bench->arena, &figure.panels, panel);
        const Size size = size_of(drawn(bench, &figure, (Terminal){columns, rows, kind == 0}));
        assert_true(size.widest <= columns);
        assert_true(size.lines <= (rows > 14 || kind > 0 ? rows : 14) + 7);
      }
}

// A square has as many dots up as across.
static void test_equal(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1, 1, 0, 0}, y[] = {0, 0, 1, 1, 0};
  const Figure figure = figure_of(bench, (Panel){.equal = true}, (Series){.n = 5, .at = {x, y}});
  const char *text = drawn(bench, &figure, (Terminal){80, 18, false});
  long first = -1, last = -1, top = -1, bottom = -1, column = 0, line = 0;
  for (const unsigned char *c = (const unsigned char *) text; *c != '\0'; c++) {
    if (*c == '\n') {
      column = 0;
      line++;
    } else if ((*c & 0xc0) != 0x80) {
      const unsigned dots =
        c[0] == 0xe2 && c[1] >= 0xa0 && c[1] < 0xa4 ? (c[1] & 3u) << 6 | (c[2] & 63u) : 0;
      if (dots & 0x47 && (first < 0 || 2 * column < first)) first = 2 * column;
      if (dots & 0xb8 && (first < 0 || 2 * column + 1 < first)) first = 2 * column + 1;
      if (dots & 0x47 && 2 * column > last) last = 2 * column;
      if (dots & 0xb8 && 2 * column + 1 > last) last = 2 * column + 1;
      static const unsigned rows[] = {0x09, 0x12, 0x24, 0xc0};
      for (long k = 0; k < 4; k++)
        if (dots & rows[k]) {
          if (top < 0) top = 4 * line + k;
          bottom = 4 * line + k > bottom ? 4 * line + k : bottom;
        }
      column++;
    }
  }
  assert_true(last - first > 30);
  assert_in_range(last - first - (bottom - top) + 1, 0, 2);
}

static void test_colour(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1}, y[] = {0, 1};
  Panel panel = {0};
  for (unsigned j = 0; j < 2; j++)
    array_push(
      &bench->arena, &panel.series,
      ((Series){.name = label_plain("n\033[2J"), .n = 2, .at = {x, j ? y : x}, .colour = j}));
  Figure figure = {0};
  array_push(&bench->arena, &figure.panels, panel);
  const char *text = drawn(bench, &figure, (Terminal){60, 10, true});
  assert_non_null(strstr(text, "\033[34m"));
  assert_non_null(strstr(text, "\033[31m"));
  assert_null(strstr(text, "\033[2J"));
  size_t begun = 0, ended = 0;
  for (const char *c = text; (c = strchr(c, '\033')) != NULL; c++) {
    if (strncmp(c, "\033[0m", 4) == 0)
      ended++;
    else
      begun++;
  }
  assert_true(ended > 0 && begun >= ended);
  assert_null(strchr(drawn(bench, &figure, (Terminal){60, 10, false}), '\033'));
}

static void test_nothing(void **state) {
  Bench *bench = *state;
  const double nan = (double) NAN, none[] = {nan, nan}, one[] = {2};
  const Figure empty = figure_of(bench, (Panel){0}, (Series){.n = 2, .at = {none, none}});
  assert_non_null(strstr(drawn(bench, &empty, (Terminal){80, 18, false}), "nothing to show"));
  const Figure point = figure_of(bench, (Panel){.equal = true}, (Series){.n = 1, .at = {one, one}});
  const char *text = drawn(bench, &point, (Terminal){80, 18, false});
  size_t dots = 0;
  for (const unsigned char *c = (const unsigned char *) text; *c != '\0'; c++)
    dots += c[0] == 0xe2 && c[1] >= 0xa0 && c[1] < 0xa4;
  assert_int_equal(dots, 1);
  assert_string_equal(drawn(bench, &(Figure){0}, (Terminal){0}), "");
}

static void test_stopped(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1e-9}, y[] = {0, 0.25};
  const Figure figure = figure_of(
    bench, (Panel){0}, (Series){.name = label_math("P1"), .n = 2, .at = {x, y}, .stopped = true});
  assert_non_null(
    strstr(drawn(bench, &figure, (Terminal){80, 18, false}), "× P1 ends at (1e-09, 0.25)"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_diagonal), BENCH_TEST(test_fits),    BENCH_TEST(test_equal),
    BENCH_TEST(test_colour),   BENCH_TEST(test_nothing), BENCH_TEST(test_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
