// Unit tests of page/animation.c: the figure of an animation.
//
// Judge: fuzz/json.h for the numbers; what page/animation.h and the HTML standard say: a script ends
// at the first "</script", whatever stands around it.

#include "page/animation.h"

#include "fuzz/json.h"
#include "support/check.h"

#include <math.h>

// Two points at rest and on the way, three frames.
static const double numbers[] = {
  0, 0, 0, 1,         0.25, -2, 0.5,  //
  0, 0, 0, 1.0000001, 0.25, -1, 0.5,  //
  0, 0, 0, 3,         0.25, 0,  0.5,
};

static Animation example(void) {
  static const AnimationPoint points[] = {
    {.name = "O", .at = 0, .axes = ANIMATION_NONE},
    {.name = "P", .mass = 2, .at = 3, .axes = ANIMATION_NONE},
  };
  static const AnimationLine lines[] = {{0, 1, LINE_ROD, ANIMATION_NONE}};
  static const size_t paths[] = {1};
  static const AnimationCircle circles[] = {{1, 6}};
  return (Animation){.title = "Two points",
                     .planar = true,
                     .from = -1,
                     .to = 1,
                     .rate = 1,
                     .points = COUNT(points),
                     .lines = COUNT(lines),
                     .paths = COUNT(paths),
                     .circles = COUNT(circles),
                     .point = points,
                     .line = lines,
                     .path = paths,
                     .circle = circles,
                     .frames = 3,
                     .columns = 7,
                     .at = numbers};
}

static const char *figure_of(Bench *bench, const Animation *a) {
  Text out = text_make(&bench->arena);
  animation_html(&out, a);
  return text_get(&out);
}

// Returns the text between the tags of the script, which nothing else may end.
static const char *data_of(Bench *bench, const char *figure) {
  static const char open[] = "<script type=\"application/json\">";
  const char *start = strstr(figure, open);
  assert_non_null(start);
  start += strlen(open);
  const char *end = strstr(start, "</script");
  assert_non_null(end);
  assert_null(strstr(end + 1, "</script"));
  return str_copy(&bench->arena, (Str){start, (size_t) (end - start)});
}

static void assert_has(const char *text, const char *part) {
  if (strstr(text, part) == NULL) fail_msg("no %s in\n%s", part, text);
}

static void assert_has_not(const char *text, const char *part) {
  if (strstr(text, part) != NULL) fail_msg("%s in\n%s", part, text);
}

// --- numbers -------------------------------------------------------------------------------------

static void test_numbers(void **state) {
  Bench *bench = *state;
  const Animation a = example();
  const char *data = data_of(bench, figure_of(bench, &a));
  assert_true(is_json(data));
  assert_has(data, "\"planar\":true,\"frames\":3,\"from\":-1,\"to\":1,\"rate\":1");
  // a constant is one number; seven digits are kept
  assert_has(data, "{\"name\":\"O\",\"x\":0,\"y\":0,\"z\":0}");
  assert_has(data, "{\"name\":\"P\",\"mass\":2,\"x\":[1,1,3],\"y\":0.25,\"z\":[-2,-1,0]}");
  assert_has(data, "\"lines\":[[0,1]]");
  assert_has(data, "\"paths\":[1]");
  assert_has(data, "\"circles\":[{\"point\":1,\"radius\":0.5}]");
  assert_has_not(data, "\"end\"");
}

static void test_not_finite(void **state) {
  Bench *bench = *state;
  double some[COUNT(numbers)];
  memcpy(some, numbers, sizeof some);
  some[3] = (double) NAN;
  some[10] = (double) INFINITY;
  Animation a = example();
  a.at = some;
  const char *data = data_of(bench, figure_of(bench, &a));
  assert_true(is_json(data));
  assert_has(data, "\"x\":[null,null,3]");
}

// Rounding noise beside large numbers is treated as zero.
static void test_noise(void **state) {
  Bench *bench = *state;
  double some[COUNT(numbers)];
  memcpy(some, numbers, sizeof some);
  some[4] = 1e-17;
  some[11] = -1e-17;
  some[18] = 1e-9;
  Animation a = example();
  a.at = some;
  assert_has(data_of(bench, figure_of(bench, &a)), "\"x\":[1,1,3],\"y\":0,");
}

static void test_axes(void **state) {
  Bench *bench = *state;
  static const double turning[] = {
    1,
    2,
    3,
    1,
    0,
    0,
    0,
    1,
    0,  //
    1,
    2,
    3,
    0,
    0.1234567891,
    1,
    -0.1234567891,
    0,
    0,
  };
  static const AnimationPoint body = {.name = "B", .body = true, .at = 0, .axes = 3};
  const Animation a = {.title = "",
                       .from = 0,
                       .to = 1,
                       .rate = 1,
                       .points = 1,
                       .point = &body,
                       .frames = 2,
                       .columns = 9,
                       .at = turning};
  const char *data = data_of(bench, figure_of(bench, &a));
  assert_true(is_json(data));
  assert_has(data, "\"planar\":false");
  assert_has(data, "\"body\":true,\"x\":1,\"y\":2,\"z\":3,\"xx\":[1,0],\"xy\":[0,0.12346],"
                   "\"xz\":[0,1],\"yx\":[0,-0.12346],\"yy\":[1,0],\"yz\":0}");
}

// --- words ---------------------------------------------------------------------------------------

static void test_words(void **state) {
  Bench *bench = *state;
  Animation a = example();
  a.end = "a singular state is ahead";
  const char *figure = figure_of(bench, &a);
  // O stands still
  assert_has(figure, "Planar motion of P, with the line O–P, from t = -1 to 1.");
  assert_has(figure, "The run ended early: a singular state is ahead.");
  assert_has(figure, "aria-label=\"Two points\"");
  assert_has(data_of(bench, figure), "\"end\":\"a singular state is ahead\"");
}

// Springs and dampers are lines of another kind, in the numbers and in words.
static void test_springs(void **state) {
  Bench *bench = *state;
  static const AnimationLine lines[] = {{0, 1, LINE_SPRING, ANIMATION_NONE},
                                        {1, 0, LINE_DAMPER, ANIMATION_NONE},
                                        {0, 1, LINE_ROD, ANIMATION_NONE},
                                        {1, 0, LINE_SPRING, ANIMATION_NONE}};
  Animation a = example();
  a.lines = COUNT(lines), a.line = lines;
  const char *figure = figure_of(bench, &a);
  assert_has(data_of(bench, figure),
             "\"lines\":[[0,1,\"spring\"],[1,0,\"damper\"],[0,1],[1,0,\"spring\"]]");
  assert_has(figure, "with the line O–P, with the springs O–P and P–O, with the damper P–O, from");
}

static void test_many(void **state) {
  Bench *bench = *state;
  AnimationPoint points[9];
  AnimationLine lines[8];
  for (size_t i = 0; i < COUNT(points); i++)
    points[i] = (AnimationPoint){.name = "Q", .at = 3, .axes = ANIMATION_NONE};
  for (size_t i = 0; i < COUNT(lines); i++) lines[i] = (AnimationLine){i, i + 1, LINE_ROD, ANIMATION_NONE};
  Animation a = example();
  a.points = COUNT(points), a.point = points, a.lines = COUNT(lines), a.line = lines;
  a.paths = a.circles = 0;
  assert_has(figure_of(bench, &a), "motion of 9 points, with 8 lines, from");
}

// A point that only carries a circle is not mentioned; one with a path, a line or mass is.
static void test_bare(void **state) {
  Bench *bench = *state;
  static const AnimationPoint points[] = {{.name = "A", .at = 3, .axes = ANIMATION_NONE},
                                          {.name = "B", .at = 3, .axes = ANIMATION_NONE},
                                          {.name = "C", .at = 3, .axes = ANIMATION_NONE},
                                          {.name = "D", .at = 3, .axes = ANIMATION_NONE, .mass = 1},
                                          {.name = "E", .at = 3, .axes = ANIMATION_NONE}};
  static const AnimationLine line = {1, 1, LINE_ROD, ANIMATION_NONE};
  static const AnimationCircle circles[] = {{0, 6}, {1, 6}, {2, 6}, {3, 6}};
  static const size_t path = 2;
  Animation a = example();
  a.points = COUNT(points), a.point = points, a.lines = a.paths = 1, a.line = &line;
  a.path = &path, a.circles = COUNT(circles), a.circle = circles;
  const char *figure = figure_of(bench, &a), *bare = strstr(figure, "\"bare\":true");
  assert_has(figure, "motion of B, C, D and E, with");
  assert_has(figure, "{\"name\":\"A\",\"bare\":true,");
  assert_null(strstr(bare + 1, "\"bare\""));
}

// Nothing that a model says becomes markup, neither in the page nor in the data.
static void test_hostile(void **state) {
  Bench *bench = *state;
  static const char hostile[] = "</script><script>alert(1)</script><!-- \"'&\\\n\t\x01";
  AnimationPoint points[] = {{.name = hostile, .at = 0, .axes = ANIMATION_NONE},
                             {.name = hostile, .at = 3, .axes = ANIMATION_NONE}};
  Animation a = example();
  a.title = a.end = hostile;
  a.point = points;
  const char *figure = figure_of(bench, &a);
  assert_true(is_json(data_of(bench, figure)));
  assert_has_not(figure, "<script>");
  assert_has_not(figure, "<!--");
  assert_has(figure, "aria-label=\"&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
                     "&lt;!-- &quot;&#39;&amp;");
  assert_has(figure, "\"title\":\"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)");
}

// --- time ----------------------------------------------------------------------------------------

static void test_rate(void **state) {
  (void) state;
  static const struct {
    double duration, rate;
  } cases[] = {
    {4, 1},
    {10, 1},
    {-20, 1},
    {45, 1},
    {60, 2},
    {100, 5},
    {3600, 200},
    {2, 0.1},
    {3, 0.2},
    {0.8, 0.05},
    {0, 1},
    {1e-6, 5e-8},
    {(double) INFINITY, 1},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const double rate = animation_rate(cases[i].duration);
    if (!(fabs(rate - cases[i].rate) <= 1e-12 * cases[i].rate))
      fail_msg("%g takes the rate %g", cases[i].duration, rate);
  }
}

// At most 60 frames per second of playing, at most 2000, at most 200,000 numbers, at least 200 if it is that long.
static void test_frames(void **state) {
  (void) state;
  assert_int_equal(animation_frames(10, 1, 9), 601);
  assert_int_equal(animation_frames(-10, 1, 9), 601);
  assert_int_equal(animation_frames(0, 1, 9), 1);
  assert_int_equal(animation_frames(3600, 200, 9), 1081);
  assert_int_equal(animation_frames(45, 1, 9), 2000);
  assert_int_equal(animation_frames(1e300, 1, 9), 2000);
  assert_int_equal(animation_frames(20, 1, 400), 250);
  assert_int_equal(animation_frames(20, 1, 100000), 50);
  assert_int_equal(animation_frames(0.5, 1, 100000), 31);
}

static void test_texts(void **state) {
  Bench *bench = *state;
  Text style = text_make(&bench->arena), script = text_make(&bench->arena);
  animation_style(&style);
  animation_script(&script);
  assert_has(text_get(&style), "figure.animation");
  assert_has(text_get(&script), "const picture");
  assert_has(text_get(&script), "class Player");
  assert_has_not(text_get(&script), "</script");
  assert_has_not(text_get(&style), "</style");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_numbers),    BENCH_TEST(test_not_finite),   BENCH_TEST(test_noise),
    BENCH_TEST(test_springs),    BENCH_TEST(test_axes),         BENCH_TEST(test_words),
    BENCH_TEST(test_many),       BENCH_TEST(test_bare),         BENCH_TEST(test_hostile),
    cmocka_unit_test(test_rate), cmocka_unit_test(test_frames), BENCH_TEST(test_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
