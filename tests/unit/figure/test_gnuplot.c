// Unit tests of figure/gnuplot.c and svg.c. Judge: the SVG that gnuplot draws, taken apart by
// support/svg.c.

#include "figure/figure_impl.h"
#include "support/check.h"
#include "support/svg.h"
#include <math.h>
#include <stdlib.h>

#define BLUE "rgb(  0, 114, 178)"

static Diags diags_of(Bench *bench) {
  return (Diags){.arena = &bench->arena};
}

static const char *told(Bench *bench, const Diags *diags) {
  Text text = text_make(&bench->arena);
  diags_write(diags, &text);
  return text_get(&text);
}

static Str drawn(Bench *bench, const Figure *figure) {
  Diags diags = diags_of(bench);
  Str svg = {0};
  const Status status = figure_file(figure, FIGURE_SVG, &bench->arena, &diags, &svg);
  assert_string_equal(told(bench, &diags), "");
  assert_int_equal(status, STATUS_OK);
  assert_null(svg_wrong(svg, &bench->arena));
  return svg;
}

static Str drawn_inline(Bench *bench, const Figure *figure, const char *id) {
  Diags diags = diags_of(bench);
  Str svg = {0};
  const Status status = figure_svg(figure, id, &bench->arena, &diags, &svg);
  assert_string_equal(told(bench, &diags), "");
  assert_int_equal(status, STATUS_OK);
  assert_null(svg_wrong(svg, &bench->arena));
  return svg;
}

static Figure figure_of(Bench *bench, Panel panel, Series series) {
  Figure figure = {0};
  array_push(&bench->arena, &panel.series, series);
  array_push(&bench->arena, &figure.panels, panel);
  return figure;
}

static bool has_text(const SvgTexts *texts, const char *text) {
  for (size_t i = 0; i < texts->n; i++)
    if (strcmp(texts->at[i], text) == 0) return true;
  return false;
}

static size_t occurrences(Bench *bench, Str svg, const char *what) {
  size_t n = 0;
  for (const char *at = str_copy(&bench->arena, svg); (at = strstr(at, what)) != NULL; at++) n++;
  return n;
}

// --- scales --------------------------------------------------------------------------------------

// The sides of a right angle in pixels, beside those in the figure. gnuplot writes two decimals.
static void test_equal(void **state) {
  Bench *bench = *state;
  static const double sides[][2] = {{3, 4}, {1, 0.01}, {0.01, 1}, {2e-7, 3e-7}, {5e9, 1e9}};
  for (size_t i = 0; i < COUNT(sides); i++) {
    const double a = sides[i][0], b = sides[i][1];
    const double x[] = {1, 1 + a, 1 + a}, y[] = {-2, -2, -2 + b};
    const Figure figure = figure_of(bench, (Panel){.equal = true}, (Series){.n = 3, .at = {x, y}});
    const SvgPoints p = svg_path(drawn(bench, &figure), BLUE, &bench->arena);
    assert_int_equal(p.n, 6);
    const double across = (p.at[2] - p.at[0]) / (x[1] - x[0]),
                 up = (p.at[3] - p.at[5]) / (y[2] - y[1]);
    // both ends of a side are off by half a hundredth of a pixel
    const double rounding = 0.0101 / (x[1] - x[0]) + 0.0101 / (y[2] - y[1]);
    assert_true(fabs(across - up) <= rounding);
    assert_true(across > 0 && up > 0);
    assert_true(fabs(p.at[3] - p.at[1]) < 0.011 && fabs(p.at[4] - p.at[2]) < 0.011);
  }
}

// The same in space: three unit vectors of one length each turned into pixels. Judge: parallel
// projection by the angles 64 and 30 of `set view`, up to one factor.
static void test_equal_in_space(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1, 0, 0, 0, 0}, y[] = {0, 0, 0, 2, 0, 0}, z[] = {0, 0, 0, 0, 0, 0.5};
  Panel panel = {.spatial = true};
  const Figure figure = figure_of(bench, panel, (Series){.n = 6, .at = {x, y, z}});
  const SvgPoints p = svg_path(drawn(bench, &figure), BLUE, &bench->arena);
  assert_int_equal(p.n, 12);
  const double degree = acos(-1.0) / 180, c = cos(30 * degree), s = sin(30 * degree),
               tilt = cos(64 * degree);
  const double expected[][2] = {{c, -s * tilt}, {2 * s, 2 * c * tilt}, {0, 0.5 * sin(64 * degree)}};
  const double factor = (p.at[2] - p.at[0]) / expected[0][0];
  assert_true(factor > 10);
  for (size_t i = 0; i < 3; i++) {
    const double *from = p.at + 4 * i, *to = from + 2;
    assert_true(fabs((to[0] - from[0]) - factor * expected[i][0]) < 0.1);
    assert_true(fabs((from[1] - to[1]) - factor * expected[i][1]) < 0.1);
  }
}

// --- texts ---------------------------------------------------------------------------------------

static const char *const hostile[] = {
  "</text></svg><script>alert(1)</script>",
  "<script>alert(\"x\")</script> & 'quotes' \"too\"",
  "' ; system('touch owned') ; '",
  "'",
  "'''' '' ' a'''",
  "it's 1'2'3'",
  "`touch owned` $(touch owned) @x",
  "\\U+003Cscript> \\074 \\\\ \\",
  "{/:Bold x} {/=99 y} ~a{b} &{ghost} a_b^c",
  "]]> <!-- --> <![CDATA[x]]> &lt; &amp; &#60;",
  "%d %s %n %h",
  "# comment ; exit",
  "EOD END $data",
};

static void test_hostile(void **state) {
  Bench *bench = *state;
  for (size_t i = 0; i < COUNT(hostile); i++) {
    const double x[] = {0, 1}, y[] = {0, 1};
    const Label text = label_plain(hostile[i]);
    Panel panel = {.title = text, .label = {text, text}};
    array_push(&bench->arena, &panel.series, ((Series){.name = text, .n = 2, .at = {x, y}}));
    array_push(&bench->arena, &panel.series, ((Series){.name = text, .n = 2, .at = {y, x}}));
    Figure figure = {.title = text, .note = text};
    array_push(&bench->arena, &figure.panels, panel);
    const Str files[] = {drawn(bench, &figure), drawn_inline(bench, &figure, "f")};
    for (int k = 0; k < 2; k++) {
      const SvgTexts texts = svg_texts(files[k], "text", &bench->arena);
      size_t found = 0;
      for (size_t j = 0; j < texts.n; j++) found += strcmp(texts.at[j], hostile[i]) == 0;
      assert_int_equal(found, 7);  // title, note, title of the panel, two axes, two curves
      assert_int_equal(occurrences(bench, files[k], "]]>"), 0);  // not XML in a text
    }
    const SvgTexts titles = svg_texts(files[1], "title", &bench->arena);
    assert_string_equal(titles.at[0], hostile[i]);
  }
  assert_int_equal(system("test ! -e owned"), 0);
}

static void test_names(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1}, y[] = {0, 1};
  const Panel panel = {.label = {label_math("m_left"), label_math("theta1'")}};
  const Figure figure = figure_of(bench, panel, (Series){.n = 2, .at = {x, y}});
  const SvgTexts texts = svg_texts(drawn(bench, &figure), "text", &bench->arena);
  assert_true(has_text(&texts, "mleft"));  // left is lower and smaller
  assert_true(has_text(&texts, "θ\u03071"));
}

// --- an element for a page -----------------------------------------------------------------------

static void test_inline(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1}, y[] = {0, 1};
  Figure figure = figure_of(bench, (Panel){.equal = true},
                            (Series){.n = 2, .at = {x, y}, .start = true, .colour = 6});
  figure.title = label_plain("<i>'gpPt6' fill=\"black\"</i>");
  const Str svg = drawn_inline(bench, &figure, "fig-7");
  assert_memory_equal(svg.at, "<svg role=\"img\" aria-labelledby=\"fig-7-title\"", 45);
  assert_int_equal(occurrences(bench, svg, "'gpPt6' fill=\"black\""),
                   1);  // the title that is drawn
  assert_int_equal(occurrences(bench, svg, "id='gp"), 0);
  assert_true(occurrences(bench, svg, "id='fig-7-gpPt6'") == 1);
  assert_true(occurrences(bench, svg, "href='#fig-7-gpPt6'") == 1);
  assert_int_equal(
    occurrences(bench, svg, "stroke='black'") + occurrences(bench, svg, "color=\"black\""), 0);
  assert_int_equal(occurrences(bench, svg, "#ffffff\"/>"), 0);  // no background
  assert_true(occurrences(bench, svg, "currentColor") > 10);
  assert_int_equal(occurrences(bench, svg, "<?xml"), 0);
  assert_int_equal(occurrences(bench, svg, "rgb(  0,   0,   0)"), 0);
  // all ids of two figures differ
  const Str other = drawn_inline(bench, &figure, "fig-8");
  for (const char *at = str_copy(&bench->arena, svg); (at = strstr(at, " id=")) != NULL; at++) {
    const char *end = strchr(at + 5, at[4]);
    const char *id = str_copy(&bench->arena, (Str){at, (size_t) (end - at) + 1});
    assert_int_equal(occurrences(bench, svg, id), 1);
    assert_int_equal(occurrences(bench, other, id), 0);
  }
}

// --- what there is to be drawn -------------------------------------------------------------------

static void test_nothing(void **state) {
  Bench *bench = *state;
  const double nan = (double) NAN, none[] = {nan, nan}, one[] = {1};
  const Figure cases[] = {
    figure_of(bench, (Panel){0}, (Series){0}),
    figure_of(bench, (Panel){.equal = true},
              (Series){.n = 2, .at = {none, none}, .start = true, .stopped = true}),
    figure_of(bench, (Panel){.spatial = true},
              (Series){.n = 2, .at = {none, none, none}, .moves = true}),
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const SvgTexts texts = svg_texts(drawn(bench, &cases[i]), "text", &bench->arena);
    assert_true(has_text(&texts, "nothing to show"));
  }
  drawn(bench, &(Figure){.title = label_plain("no panels")});
  // one point: its dot
  const Figure point =
    figure_of(bench, (Panel){.equal = true}, (Series){.n = 1, .at = {one, one}, .start = true});
  const Str svg = drawn(bench, &point);
  assert_int_equal(occurrences(bench, svg, "<use xlink:href='#gpPt6'"), 1);
}

// A gap breaks the line; dot, arrow and cross are drawn.
static void test_marks(void **state) {
  Bench *bench = *state;
  const double nan = (double) NAN, x[] = {nan, 0, 1, 2, nan, nan, 3, 4, nan},
               y[] = {0, 0, 1, 0, 0, 0, 1, 0, 0};
  const Figure figure = figure_of(bench, (Panel){.equal = true},
                                  (Series){.n = COUNT(x),
                                           .at = {x, y},
                                           .start = true,
                                           .moves = true,
                                           .velocity = {1, 0},
                                           .stopped = true});
  const Str svg = drawn(bench, &figure);
  const SvgPoints p = svg_path(svg, BLUE, &bench->arena);
  assert_int_equal(occurrences(bench, svg, "<use xlink:href='#gpPt6'"), 1);
  assert_int_equal(occurrences(bench, svg, "<use xlink:href='#gpPt1'"), 1);
  const char *curve = strstr(str_copy(&bench->arena, svg), "_plot_1");
  const char *path = strstr(curve, " d='");
  size_t moves = 0;
  for (const char *c = path + 4; *c != '\''; c++) moves += *c == 'M';
  assert_int_equal(moves, 2);
  assert_true(p.n >= 2 * (5 + 2));  // both pieces, and the arrow
  // without a velocity there is no arrow
  const Figure rest =
    figure_of(bench, (Panel){.equal = true},
              (Series){.n = COUNT(x), .at = {x, y}, .start = true, .moves = true});
  assert_true(svg_path(drawn(bench, &rest), BLUE, &bench->arena).n < p.n);
}

// --- files ---------------------------------------------------------------------------------------

static void test_kinds(void **state) {
  Bench *bench = *state;
  FigureKind kind;
  assert_true(figure_kind_of("a.svg", &kind) && kind == FIGURE_SVG);
  assert_true(figure_kind_of("dir.svg/a.PNG", &kind) && kind == FIGURE_PNG);
  assert_true(figure_kind_of("a.b.pdf", &kind) && kind == FIGURE_PDF);
  assert_true(figure_kind_of("-", &kind) && kind == FIGURE_SVG);
  assert_false(figure_kind_of("a.jpg", &kind) || figure_kind_of("svg", &kind));
  const double x[] = {0, 1};
  const Figure figure = figure_of(bench, (Panel){0}, (Series){.n = 2, .at = {x, x}});
  Diags diags = diags_of(bench);
  Str bytes;
  assert_int_equal(figure_file(&figure, FIGURE_PNG, &bench->arena, &diags, &bytes), STATUS_OK);
  assert_memory_equal(bytes.at, "\x89PNG\r\n\x1a\n", 8);
  assert_int_equal(figure_file(&figure, FIGURE_PDF, &bench->arena, &diags, &bytes), STATUS_OK);
  assert_memory_equal(bytes.at, "%PDF-1.", 7);
}

static void test_no_gnuplot(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1};
  const Figure figure = figure_of(bench, (Panel){0}, (Series){.n = 2, .at = {x, x}});
  static const char *const programs[][2] = {{"/nowhere/gnuplot", "not found"},
                                            {"/bin/false", "it gave nothing"},
                                            {"/bin/true", "it gave nothing"}};
  for (size_t i = 0; i < COUNT(programs); i++) {
    Diags diags = diags_of(bench);
    Str bytes = {0};
    setenv("DALEMBERT_GNUPLOT", programs[i][0], 1);
    const Status status = figure_file(&figure, FIGURE_SVG, &bench->arena, &diags, &bytes);
    unsetenv("DALEMBERT_GNUPLOT");
    assert_int_equal(status, STATUS_LIMIT);
    assert_non_null(strstr(told(bench, &diags), programs[i][1]));
  }
}

// The script that a user runs draws what the program draws.
static void test_script(void **state) {
  Bench *bench = *state;
  const double x[] = {0, 1, 2}, y[] = {0, 3e-7, 1e-7};
  Figure figure = figure_of(bench, (Panel){.label = {label_math("t"), label_math("x'")}},
                            (Series){.name = label_plain("a\nb"), .n = 3, .at = {x, y}});
  figure.title = label_plain("it's\nmine");
  Text script = text_make(&bench->arena), data = text_make(&bench->arena);
  figure_script(&figure, FIGURE_SVG, &script, &data);
  assert_string_equal(text_get(&data), "# panel 1: a b\n0 0\n1 3e-07\n2 1e-07\n\n\n");
  assert_memory_equal(text_get(&script), "# it's mine\n", 12);
  char folder[] = P_tmpdir "/test_gnuplot.XXXXXX";
  assert_non_null(mkdtemp(folder));
  const char *const names[] = {"figure.gp", "figure.dat"};
  const Text *const texts[] = {&script, &data};
  for (int i = 0; i < 2; i++) {
    FILE *file = fopen(text_format(&bench->arena, "%s/%s", folder, names[i]), "wb");
    fwrite(texts[i]->at, 1, texts[i]->n, file);
    fclose(file);
  }
  assert_int_equal(system(text_format(&bench->arena, "cd '%s' && gnuplot figure.gp", folder)), 0);
  FILE *file = fopen(text_format(&bench->arena, "%s/figure.svg", folder), "rb");
  assert_non_null(file);
  char *bytes = arena_take(&bench->arena, 1 << 20);
  const size_t n = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  assert_int_equal(system(text_format(&bench->arena, "rm -r '%s'", folder)), 0);
  const Str own = drawn(bench, &figure);
  assert_int_equal(n, own.n);
  assert_memory_equal(bytes, own.at, n);
}

// Figures that one gnuplot draws: each has its own texts, size and ids, and nothing of the one before it.
static void test_several(void **state) {
  Bench *bench = *state;
  Diags diags = diags_of(bench);
  const double x[] = {0, 1, 2}, y[] = {0, 1, 4};
  Series line = {.n = 3, .at = {x, y}, .start = true};
  Figure figures[2] = {
    figure_of(bench, (Panel){.label = {label_plain("first")}}, line),
    figure_of(bench, (Panel){.equal = true, .label = {label_plain("second")}}, line)};
  Str svg[2], alone;
  assert_int_equal(
    figures_svg(figures, (const char *const[]){"a", "b"}, 2, &bench->arena, &diags, svg),
    STATUS_OK);
  assert_string_equal(told(bench, &diags), "");
  assert_int_equal(occurrences(bench, svg[0], "first") + occurrences(bench, svg[1], "second"), 2);
  assert_int_equal(occurrences(bench, svg[0], "second") + occurrences(bench, svg[1], "first"), 0);
  for (size_t i = 0; i < 2; i++) {
    assert_null(svg_wrong(svg[i], &bench->arena));
    alone = drawn_inline(bench, &figures[i], i == 0 ? "a" : "b");
    static const char *const parts[] = {"viewBox=", "<text", "<path", "<use", "id="};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
      assert_int_equal(occurrences(bench, svg[i], parts[k]), occurrences(bench, alone, parts[k]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_equal),  BENCH_TEST(test_equal_in_space), BENCH_TEST(test_hostile),
    BENCH_TEST(test_names),  BENCH_TEST(test_inline),         BENCH_TEST(test_nothing),
    BENCH_TEST(test_marks),  BENCH_TEST(test_kinds),          BENCH_TEST(test_no_gnuplot),
    BENCH_TEST(test_script), BENCH_TEST(test_several),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
