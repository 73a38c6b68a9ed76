// Unit tests of page/film.c and film_gif.c.
//
// Law:   a GIF holds the pictures that were drawn, dot by dot, whatever they are.
// Judge: a separate decoder, written from the specification: codes of growing width, strings by their last dot.

#include "page/film.h"

#include "support/check.h"
#include "support/constrained.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DOTS ((size_t) FILM_WIDTH * FILM_HEIGHT)

// --- the decoder ---------------------------------------------------------------------------------

typedef struct {
  const unsigned char *at, *end;
  unsigned char left;  // bytes of the block
  unsigned bits;
  int count;
} Reader;

static unsigned byte_of(Reader *r) {
  assert_true(r->at < r->end);
  return *r->at++;
}

static unsigned short_of(Reader *r) {
  const unsigned low = byte_of(r);
  return low | byte_of(r) << 8;
}

static unsigned code_of(Reader *r, int width) {
  while (r->count < width) {
    if (r->left == 0) r->left = (unsigned char) byte_of(r);
    assert_true(r->left > 0);
    r->bits |= byte_of(r) << r->count;
    r->count += 8;
    r->left--;
  }
  const unsigned code = r->bits & ((1u << width) - 1);
  r->bits >>= width;
  r->count -= width;
  return code;
}

// Unpacks the n dots of one image.
static void unpack(Reader *r, unsigned char *dots, size_t n) {
  static unsigned prefix[4096], length[4096];
  static unsigned char last[4096];
  assert_int_equal(byte_of(r), 8);
  r->left = 0, r->bits = 0, r->count = 0;
  int width = 9;
  unsigned next = 258, before = 0;
  size_t done = 0;
  bool fresh = true;
  for (unsigned code; (code = code_of(r, width)) != 257;) {
    if (code == 256) {
      width = 9, next = 258, fresh = true;
      continue;
    }
    assert_true(code < next || (code == next && !fresh));
    // the string of a code: its own, or the previous one with its first dot repeated
    const unsigned from = code < next ? code : before;
    const size_t size = (from < 256 ? 1 : length[from]) + (code == next);
    assert_true(done + size <= n);
    unsigned char *to = dots + done + size - (code == next) - 1;
    unsigned k = from;
    for (; k >= 258; k = prefix[k]) *to-- = last[k];
    *to = (unsigned char) k;
    if (code == next) dots[done + size - 1] = *to;
    if (!fresh && next < 4096) {
      prefix[next] = before;
      last[next] = *to;
      length[next] = (before < 256 ? 1 : length[before]) + 1;
      next++;
      if (next == 1u << width && width < 12) width++;
    }
    done += size;
    before = code;
    fresh = false;
  }
  assert_int_equal(done, n);
  assert_int_equal(r->left, 0);
  assert_int_equal(byte_of(r), 0);
}

// Draws the next picture over the previous one; false at the end.
static bool next_picture(Reader *r, unsigned char *picture) {
  const unsigned kind = byte_of(r);
  if (kind == ';') return false;
  if (kind == '!') {  // an extension
    byte_of(r);
    for (unsigned n; (n = byte_of(r)) != 0;) r->at += n;
    return next_picture(r, picture);
  }
  assert_int_equal(kind, ',');
  const size_t left = short_of(r), top = short_of(r), width = short_of(r), height = short_of(r);
  assert_int_equal(byte_of(r), 0);
  assert_true(left + width <= FILM_WIDTH && top + height <= FILM_HEIGHT);
  unsigned char *dots = malloc(width * height);
  assert_non_null(dots);
  unpack(r, dots, width * height);
  for (size_t y = 0; y < height; y++) memcpy(picture + (top + y) * FILM_WIDTH + left, dots + y * width, width);
  free(dots);
  return true;
}

// --- films ---------------------------------------------------------------------------------------

#define FRAMES 40

// Points that jump about, with everything that is drawn around them.
static Animation make_animation(Bench *bench, uint64_t seed, bool planar) {
  static const AnimationPoint points[] = {{"A", 1, false, 0, ANIMATION_NONE}, {"B", 0, true, 3, ANIMATION_NONE}};
  static const AnimationLine lines[] = {{0, 1, LINE_SPRING, 0}, {0, 1, LINE_DAMPER, 0}, {1, 0, LINE_CYLINDER, 6}};
  static const AnimationCircle circles[] = {{0, 6}};
  static const AnimationVector boxes[] = {{1, 0}}, arrows[] = {{1, 3}};
  static const size_t paths[] = {0};
  Animation a = {.title = "", .planar = planar, .to = 1.6, .rate = 1, .points = 2, .point = points, .lines = 3,
                 .line = lines, .paths = 1, .path = paths, .circles = 1, .circle = circles, .boxes = 1, .box = boxes,
                 .arrows = 1, .arrow = arrows, .frames = FRAMES, .columns = 7};
  double *at = ARENA_ARRAY(&bench->arena, double, FRAMES * 7);
  for (size_t i = 0; i < FRAMES * 7; i++) at[i] = draw_between(&seed, i % 7 == 6 ? 0 : -2, 2);
  a.at = at;
  return a;
}

static void check_film(Bench *bench, const Animation *a) {
  Film film = film_make(a, &bench->arena);
  Text gif = text_make(&bench->arena);
  film_gif(&film, &gif);
  assert_int_equal(film.frames, 40);  // 1.6 s of 25 a second
  Reader r = {.at = (const unsigned char *) gif.at, .end = (const unsigned char *) gif.at + gif.n};
  assert_memory_equal(r.at, "GIF89a", 6);
  r.at += 6 + 7 + 768;
  unsigned char *picture = calloc(DOTS, 1);
  assert_non_null(picture);
  size_t n = 0;
  for (; next_picture(&r, picture); n++) {
    film_draw(&film, n);
    assert_memory_equal(picture, film.picture, DOTS);
  }
  assert_int_equal(n, film.frames);
  assert_true(r.at == r.end);
  free(picture);
}

static void test_gif(void **state) {
  const Animation planar = make_animation(*state, 1, true);
  check_film(*state, &planar);
  const Animation spatial = make_animation(*state, 2, false);
  check_film(*state, &spatial);
}

// One point that moves to the right: its dot is at its place, in the colour of the first point that moves.
static void test_place(void **state) {
  Bench *bench = *state;
  static const AnimationPoint point = {"P", 1, false, 0, ANIMATION_NONE};
  static const double at[] = {0, 0, 0, 1, 0, 0};
  const Animation a = {
    .title = "", .planar = true, .to = 4, .rate = 1, .points = 1, .point = &point, .frames = 2, .columns = 3, .at = at};
  Film film = film_make(&a, &bench->arena);
  film_draw(&film, 0);
  assert_int_equal(film.picture[FILM_HEIGHT / 2 * FILM_WIDTH + 36], 16 * 5 + 15);  // the margin
  film_draw(&film, film.frames - 1);
  assert_int_equal(film.picture[FILM_HEIGHT / 2 * FILM_WIDTH + FILM_WIDTH - 36], 16 * 5 + 15);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_gif), TEST(test_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
