// page/film.c: draws pictures of a motion, dot by dot.
//
// A dot has a colour and a strength from 0, white, to 15. Edges are antialiased over one dot. Of two shapes on one dot
// the stronger is seen; of equal ones the later.

#include "page/film.h"
#include <math.h>
#include <string.h>

enum { GRID, AXIS, ROD, INK, ARROW, MARK };  // colours; points have MARK and the next five

const unsigned char film_base[FILM_COLOURS][3] = {
  [GRID] = {0xe6, 0xe9, 0xec},     [AXIS] = {0xb4, 0xbc, 0xc4},     [ROD] = {0x4a, 0x55, 0x63},
  [INK] = {0x1d, 0x27, 0x33},      [ARROW] = {0xb3, 0x26, 0x1e},    [MARK] = {0x0a, 0x62, 0xb0},
  [MARK + 1] = {0xc8, 0x50, 0x0a}, [MARK + 2] = {0x0b, 0x7f, 0x62}, [MARK + 3] = {0xa8, 0x32, 0x7e},
  [MARK + 4] = {0x8a, 0x6a, 0x00}, [MARK + 5] = {0x5b, 0x4b, 0xb5}};

#define MARKS 6
#define MARGIN 36.0   // dots around everything
#define YAW (-0.6)    // direction from which a spatial motion is seen, as in pages
#define PITCH 0.35
#define RIM 60        // corners of a circle
#define TRAIL 1.5     // seconds of a path that stay visible
#define LEAST 1e-9    // times the size of everything: a smaller motion counts as rest

// --- dots ----------------------------------------------------------------------------------------

typedef struct {
  double x, y;
} Spot;

static void paint(Film *f, int x, int y, int colour, double cover, double strength) {
  if (x < 0 || y < 0 || x >= FILM_WIDTH || y >= FILM_HEIGHT) return;
  const int level = (int) lrint(15 * fmin(fmax(cover, 0), 1) * strength);
  unsigned char *dot = &f->picture[y * FILM_WIDTH + x];
  if (level > 0 && level >= *dot % 16) *dot = (unsigned char) (16 * colour + level);
}

// A number of dots as an integer from 0 to `most`, however large it is.
static int within(double dots, int most) {
  return (int) fmin(fmax(dots, 0), most);
}

// Draws a line with round ends, of radius r in dots; a disk if both ends are the same.
static void stroke(Film *f, Spot a, Spot b, double r, int colour, double strength) {
  if (!isfinite(a.x + a.y + b.x + b.y)) return;
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const int left = within(fmin(a.x, b.x) - r - 1, FILM_WIDTH), right = within(fmax(a.x, b.x) + r + 2, FILM_WIDTH);
  const int top = within(fmin(a.y, b.y) - r - 1, FILM_HEIGHT), bottom = within(fmax(a.y, b.y) + r + 2, FILM_HEIGHT);
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++) {
      const double px = x - a.x, py = y - a.y;
      const double s = square > 0 ? fmin(fmax((px * dx + py * dy) / square, 0), 1) : 0;
      paint(f, x, y, colour, r + 0.5 - hypot(px - s * dx, py - s * dy), strength);
    }
}

static void ring(Film *f, Spot at, double r, int colour, double strength) {
  Spot before = {at.x + r, at.y};
  for (int i = 1; i <= RIM / 2; i++) {
    const double angle = 4 * acos(0) * i / (RIM / 2);
    const Spot next = {at.x + r * cos(angle), at.y + r * sin(angle)};
    stroke(f, before, next, 0.8, colour, strength);
    before = next;
  }
}

// --- the view ------------------------------------------------------------------------------------

static const double *vector_at(const Film *f, size_t frame, size_t column) {
  return f->a->at + frame * f->a->columns + column;
}

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static Spot see(const Film *f, const double *at) {
  return (Spot){FILM_WIDTH / 2.0 + f->scale * (dot(f->up[0], at) - f->middle[0]),
                FILM_HEIGHT / 2.0 - f->scale * (dot(f->up[1], at) - f->middle[1])};
}

// Chooses up: the direction against gravity, or z.
static void choose_view(Film *f) {
  const Animation *a = f->a;
  size_t up = 2;
  for (size_t i = 0; i < 2; i++)
    if (fabs(a->gravity[i]) > fabs(a->gravity[up]) + LEAST) up = i;
  const double sign = a->gravity[up] > 0 ? -1 : 1;
  memset(f->up, 0, sizeof f->up);
  if (a->planar) {
    for (size_t i = 0; i < 3; i++) f->up[i][i] = 1;
    return;
  }
  const size_t x = (up + 1) % 3, y = (up + 2) % 3;
  f->up[0][x] = cos(YAW);
  f->up[0][y] = sin(YAW);
  f->up[1][up] = cos(PITCH) * sign;
  f->up[1][x] = -sin(PITCH) * sin(YAW);
  f->up[1][y] = sin(PITCH) * cos(YAW);
}

// Finds the unit vectors of a body's frame, or of the fixed frame.
static void axes_of(const Film *f, size_t point, size_t frame, double e[3][3]) {
  const size_t column = f->a->point[point].axes;
  memset(e, 0, 9 * sizeof(double));
  for (size_t i = 0; i < 3; i++) e[i][i] = 1;
  if (column == ANIMATION_NONE) return;
  memcpy(e, vector_at(f, frame, column), 6 * sizeof(double));
  for (size_t i = 0; i < 3; i++)
    e[2][i] = e[0][(i + 1) % 3] * e[1][(i + 2) % 3] - e[0][(i + 2) % 3] * e[1][(i + 1) % 3];
}

static void corner_of(const Film *f, const AnimationVector *box, size_t frame, int corner, double at[3]) {
  double e[3][3];
  axes_of(f, box->point, frame, e);
  const double *size = vector_at(f, frame, box->vector), *middle = vector_at(f, frame, f->a->point[box->point].at);
  for (size_t i = 0; i < 3; i++) {
    at[i] = middle[i];
    for (size_t k = 0; k < 3; k++) at[i] += ((corner >> k & 1) - 0.5) * size[k] * e[k][i];
  }
}

typedef struct {
  double low[2], high[2];
} Extent;

static void include(const Film *f, Extent *extent, const double *at, double r) {
  for (size_t i = 0; i < 2; i++) {
    const double x = dot(f->up[i], at);
    if (!isfinite(x)) continue;
    extent->low[i] = fmin(extent->low[i], x - r);
    extent->high[i] = fmax(extent->high[i], x + r);
  }
}

static void include_frame(const Film *f, Extent *extent, size_t frame) {
  const Animation *a = f->a;
  for (size_t i = 0; i < a->points; i++) include(f, extent, vector_at(f, frame, a->point[i].at), 0);
  for (size_t i = 0; i < a->circles; i++)
    include(f, extent, vector_at(f, frame, a->point[a->circle[i].point].at), *vector_at(f, frame, a->circle[i].radius));
  for (size_t i = 0; i < a->boxes; i++)
    for (int k = 0; k < 8; k++) {
      double at[3];
      corner_of(f, &a->box[i], frame, k, at);
      include(f, extent, at, 0);
    }
}

static void fit(Film *f) {
  Extent extent = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
  for (size_t frame = 0; frame < f->a->frames; frame++) include_frame(f, &extent, frame);
  const double room[2] = {FILM_WIDTH - 2 * MARGIN, FILM_HEIGHT - 2 * MARGIN};
  double largest = 1;
  f->scale = HUGE_VAL;
  for (size_t i = 0; i < 2; i++) {
    const double size = extent.high[i] - extent.low[i], far = fmax(fabs(extent.low[i]), fabs(extent.high[i]));
    f->middle[i] = isfinite(size) ? (extent.low[i] + extent.high[i]) / 2 : 0;
    if (isfinite(size)) largest = fmax(largest, far);
    if (size > LEAST * far && isfinite(size)) f->scale = fmin(f->scale, room[i] / size);
  }
  if (!isfinite(f->scale)) f->scale = room[1] / 2 / largest;
}

static bool moves(const Film *f, size_t point) {
  const double *first = vector_at(f, 0, f->a->point[point].at);
  for (size_t frame = 1; frame < f->a->frames; frame++)
    for (size_t i = 0; i < 3; i++)
      if (fabs(vector_at(f, frame, f->a->point[point].at)[i] - first[i]) * f->scale > 0.01) return true;
  return false;
}

Film film_make(const Animation *a, Arena *arena) {
  Film f = {.a = a};
  const double seconds = fabs(a->to - a->from) / a->rate;
  f.frames = (size_t) fmin(fmax(ceil(FILM_RATE * seconds), 1), FILM_FRAMES);
  f.picture = ARENA_ARRAY(arena, unsigned char, FILM_WIDTH * FILM_HEIGHT);
  f.colour = ARENA_ARRAY(arena, size_t, a->points + 1);
  choose_view(&f);
  fit(&f);
  for (size_t i = 0, n = 0; i < a->points; i++) f.colour[i] = moves(&f, i) ? MARK + n++ % MARKS : ROD;
  return f;
}

// --- what is drawn -------------------------------------------------------------------------------

// Returns the least of 1, 2 or 5 times a power of ten that is not below x.
static double nice(double x) {
  const double power = pow(10, floor(log10(x))), part = x / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void draw_grid(Film *f) {
  if (!f->a->planar) return;
  const double step = nice(64 / f->scale), half[2] = {FILM_WIDTH / 2 / f->scale, FILM_HEIGHT / 2 / f->scale};
  for (size_t axis = 0; axis < 2; axis++) {
    const double from = ceil((f->middle[axis] - half[axis]) / step), to = floor((f->middle[axis] + half[axis]) / step);
    for (double i = from; i <= to; i++) {
      double at[3] = {0};
      at[axis] = i * step;
      const Spot s = see(f, at);
      const Spot a = axis == 0 ? (Spot){s.x, 0} : (Spot){0, s.y};
      const Spot b = axis == 0 ? (Spot){s.x, FILM_HEIGHT} : (Spot){FILM_WIDTH, s.y};
      stroke(f, a, b, 0.2, i == 0 ? AXIS : GRID, 1);
    }
  }
}

static void draw_trail(Film *f, size_t point, size_t frame, size_t length) {
  const size_t column = f->a->point[point].at, from = frame > length ? frame - length : 0;
  if (f->colour[point] == ROD) return;
  for (size_t k = from; k < frame; k++)
    stroke(f, see(f, vector_at(f, k, column)), see(f, vector_at(f, k + 1, column)), 0.7, (int) f->colour[point],
           0.15 + 0.6 * (double) (k - from + 1) / (double) length);
}

// Returns a spot between two others, moved sideways by this many dots.
static Spot aside(Spot a, Spot b, double part, double across) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy) > 0 ? hypot(dx, dy) : 1;
  return (Spot){a.x + part * dx - across * dy / length, a.y + part * dy + across * dx / length};
}

static void draw_spring(Film *f, Spot a, Spot b) {
  Spot before = a;
  for (int i = 0; i < 16; i++) {
    const Spot next = aside(a, b, 0.1 + 0.8 * (i + 0.5) / 16, i % 2 ? -6 : 6);
    stroke(f, before, next, 0.8, ROD, 1);
    before = next;
  }
  stroke(f, before, b, 0.8, ROD, 1);
}

static void draw_damper(Film *f, Spot a, Spot b) {
  const Spot ends[][2] = {{a, aside(a, b, 0.35, 0)},
                          {aside(a, b, 0.35, 5), aside(a, b, 0.35, -5)},
                          {aside(a, b, 0.35, 5), aside(a, b, 0.65, 5)},
                          {aside(a, b, 0.35, -5), aside(a, b, 0.65, -5)},
                          {aside(a, b, 0.52, 5), aside(a, b, 0.52, -5)},
                          {aside(a, b, 0.52, 0), b}};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) stroke(f, ends[i][0], ends[i][1], 0.8, ROD, 1);
}

static void draw_line(Film *f, const AnimationLine *line, size_t frame) {
  const Spot a = see(f, vector_at(f, frame, f->a->point[line->from].at));
  const Spot b = see(f, vector_at(f, frame, f->a->point[line->to].at));
  switch (line->kind) {
    case LINE_SPRING: draw_spring(f, a, b); return;
    case LINE_DAMPER: draw_damper(f, a, b); return;
    case LINE_CYLINDER:
      stroke(f, a, b, fmax(f->scale * *vector_at(f, frame, line->radius), 1), ROD, 0.6);
      return;
    default: stroke(f, a, b, 1.7, ROD, 1);
  }
}

static void draw_circle(Film *f, const AnimationCircle *circle, size_t frame) {
  const AnimationPoint *p = &f->a->point[circle->point];
  const double *at = vector_at(f, frame, p->at), r = *vector_at(f, frame, circle->radius);
  if (!f->a->planar && p->axes == ANIMATION_NONE) {
    ring(f, see(f, at), f->scale * r, ROD, 1);
    return;
  }
  double e[3][3];
  axes_of(f, circle->point, frame, e);
  Spot before = {0, 0}, first = {0, 0};
  for (int i = 0; i <= RIM; i++) {
    const double angle = 4 * acos(0) * i / RIM;
    double rim[3];
    for (size_t k = 0; k < 3; k++) rim[k] = at[k] + r * (cos(angle) * e[0][k] + sin(angle) * e[1][k]);
    const Spot next = see(f, rim);
    if (i > 0) stroke(f, before, next, 0.9, ROD, 1);
    if (i == 0) first = next;
    before = next;
  }
  if (p->axes != ANIMATION_NONE) stroke(f, see(f, at), first, 0.9, ROD, 1);
}

static void draw_box(Film *f, const AnimationVector *box, size_t frame) {
  for (int corner = 0; corner < 8; corner++)
    for (int k = 0; k < 3; k++) {
      if (corner >> k & 1) continue;
      double a[3], b[3];
      corner_of(f, box, frame, corner, a);
      corner_of(f, box, frame, corner | 1 << k, b);
      stroke(f, see(f, a), see(f, b), 0.9, ROD, 1);
    }
}

static void draw_arrow(Film *f, const AnimationVector *arrow, size_t frame) {
  const double *at = vector_at(f, frame, f->a->point[arrow->point].at), *v = vector_at(f, frame, arrow->vector);
  const double to[3] = {at[0] + v[0], at[1] + v[1], at[2] + v[2]};
  const Spot a = see(f, at), b = see(f, to);
  const double length = hypot(b.x - a.x, b.y - a.y);
  stroke(f, a, b, 1, ARROW, 1);
  if (!(length > 8)) return;
  stroke(f, b, aside(a, b, 1 - 8 / length, 4), 1, ARROW, 1);
  stroke(f, b, aside(a, b, 1 - 8 / length, -4), 1, ARROW, 1);
}

static void draw_points(Film *f, size_t frame) {
  for (size_t i = 0; i < f->a->points; i++) {
    const Spot at = see(f, vector_at(f, frame, f->a->point[i].at));
    if (f->colour[i] == ROD)
      ring(f, at, 4, ROD, 1);
    else
      stroke(f, at, at, f->a->point[i].mass > 0 ? 5.5 : 3, (int) f->colour[i], 1);
  }
}

// Draws growing rings around points that were struck a moment ago.
static void draw_events(Film *f, size_t frame, double t) {
  const Animation *a = f->a;
  for (size_t i = 0; i < a->events; i++) {
    const AnimationEvent *e = &a->event[i];
    const double age = (t - e->t) * (a->to >= a->from ? 1 : -1) / a->rate / ANIMATION_FLASH;
    for (size_t k = 0; age >= 0 && age < 1 && k < e->points; k++)
      ring(f, see(f, vector_at(f, frame, a->point[e->point[k]].at)), 9 + 14 * age, ARROW, 1 - age);
  }
}

void film_draw(Film *f, size_t i) {
  const Animation *a = f->a;
  const double part = f->frames > 1 ? (double) i / (double) (f->frames - 1) : 0;
  const size_t frame = (size_t) lrint(part * (double) (a->frames - 1));
  const double shown = fabs(a->to - a->from) / a->rate, length = shown > 0 ? TRAIL / shown : 1;
  memset(f->picture, 0, FILM_WIDTH * FILM_HEIGHT);
  draw_grid(f);
  for (size_t k = 0; k < a->paths; k++)
    draw_trail(f, a->path[k], frame, (size_t) fmax(length * (double) a->frames, 1));
  for (size_t k = 0; k < a->boxes; k++) draw_box(f, &a->box[k], frame);
  for (size_t k = 0; k < a->circles; k++) draw_circle(f, &a->circle[k], frame);
  for (size_t k = 0; k < a->lines; k++) draw_line(f, &a->line[k], frame);
  draw_points(f, frame);
  for (size_t k = 0; k < a->arrows; k++) draw_arrow(f, &a->arrow[k], frame);
  draw_events(f, frame, a->from + part * (a->to - a->from));
  // a bar shows how much of the motion is over
  stroke(f, (Spot){0, FILM_HEIGHT - 2}, (Spot){part * FILM_WIDTH, FILM_HEIGHT - 2}, 1, INK, 0.7);
}
