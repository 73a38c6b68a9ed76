// figure/layout.c: which part of the plane to show, at which scale, and where.
//
// Law: in an equal panel, a pixel is as wide as high in the units of its axes
//      (tests/unit/figure/test_gnuplot.c measures it in the SVG)

#include "figure/figure_impl.h"
#include <limits.h>
#include <math.h>

// pixels
#define PANEL_WIDTH 660.0
#define SERIES_HEIGHT 230.0
#define TALL_HEIGHT 400.0
#define SPATIAL_MOST 440.0
#define SPATIAL_SIDE 30.0  // for the numbers of two axes beside the box
#define LEFT 74.0          // for numbers and name of the vertical axis
#define BOTTOM 52.0        // for those of the horizontal axis
#define RIGHT 18.0
#define TOP 14.0
#define TITLE 30.0  // heights of the titles of the figure, of its note, of a panel
#define NOTE 20.0
#define PANEL_TITLE 22.0
#define KEY 60.0       // sample and margins of the key
#define KEY_LINES 40   // a key of more series would be higher than the figure, and colours repeat before
#define CHARACTER 7.4  // on average
#define TITLE_CHARACTER 8.6
#define KEY_MOST 200.0  // longer names reach beyond the figure's edge
#define KEY_LINE 19.0
#define SCALE 100.0  // width of a colour scale with its numbers

#define MARGIN 0.05   // on each side, as part of the range
#define ARROW 0.16    // longest arrow, as part of the range
#define FLATTEST 0.3  // limits of the height / width of equal panels
#define STEEPEST 2.5
#define HIGHEST 0.95          // limit of height / available width; steeper boxes are narrower
#define NUMBERS_MOST 1e300    // larger values count as infinite
#define NUMBERS_LEAST 1e-290  // smaller values count as 0
#define NARROWEST 1e-10       // a range below this part of its numbers is rounding error

// --- numbers -------------------------------------------------------------------------------------

bool layout_is_shown(double value) {
  return fabs(value) <= NUMBERS_MOST;
}

double axis_scaled(const Axis *axis, double value) {
  return value * axis->factor;
}

static int dimensions(const Panel *panel) {
  return panel->spatial ? 3 : 2;
}

static bool point_is_shown(const Panel *panel, const Series *s, size_t i) {
  for (int k = 0; k < dimensions(panel); k++)
    if (!layout_is_shown(s->at[k][i])) return false;
  return true;
}

bool series_end(const Panel *panel, const Series *s, const PanelLayout *layout, bool last,
                double at[3]) {
  for (size_t i = 0; i < s->n; i++) {
    const size_t place = last ? s->n - 1 - i : i;
    if (!point_is_shown(panel, s, place)) continue;
    for (int k = 0; k < dimensions(panel); k++)
      at[k] = axis_scaled(&layout->axis[k], s->at[k][place]);
    return true;
  }
  return false;
}

// --- ranges --------------------------------------------------------------------------------------

static void include(Axis *axis, double value) {
  axis->low = fmin(axis->low, value);
  axis->high = fmax(axis->high, value);
}

// Includes the other edge of a band, and the whole cells of a map, which lie around its points.
static void include_extent(const Series *s, PanelLayout *out) {
  for (size_t i = 0; s->kind == SERIES_BAND && i < s->n; i++)
    if (layout_is_shown(s->at[0][i]) && layout_is_shown(s->at[2][i]))
      include(&out->axis[1], s->at[2][i]);
  for (int k = 0; s->kind == SERIES_MAP && k < 2; k++) {
    double cell = 0;
    for (size_t i = 1; i < s->n; i++) {
      const double step = fabs(s->at[k][i] - s->at[k][0]);
      if (step > 0 && (cell == 0 || step < cell)) cell = step;
    }
    out->axis[k].low -= cell / 2;
    out->axis[k].high += cell / 2;
  }
}

static void include_points(const Panel *panel, PanelLayout *out) {
  for (int k = 0; k < 3; k++) out->axis[k] = (Axis){.low = HUGE_VAL, .high = -HUGE_VAL};
  out->empty = true;
  for (size_t j = 0; j < panel->series.n; j++) {
    const Series *s = &panel->series.at[j];
    for (size_t i = 0; i < s->n; i++) {
      if (!point_is_shown(panel, s, i)) continue;
      for (int k = 0; k < dimensions(panel); k++) include(&out->axis[k], s->at[k][i]);
      out->empty = false;
    }
    if (!out->empty) include_extent(s, out);
  }
  for (int k = 0; k < dimensions(panel); k++) {
    Axis *axis = &out->axis[k];
    if (out->empty) *axis = (Axis){.low = 0, .high = 1};
    if (fabs(axis->low) < NUMBERS_LEAST) axis->low = 0;
    if (fabs(axis->high) < NUMBERS_LEAST) axis->high = 0;
  }
}

// Chooses a power of ten that makes the numbers short; 0.001 to 99999 stay as they are.
static void choose_exponent(Axis *axis) {
  const double size = fmax(fabs(axis->low), fabs(axis->high));
  const int e = size > 0 ? (int) floor(log10(size)) : 0;
  axis->exponent = e >= -3 && e <= 4 ? 0 : 3 * (int) floor(e / 3.0);
}

static void apply_exponent(Axis *axis, int exponent) {
  axis->exponent = exponent;
  axis->factor = exponent == 0 ? 1 : pow(10, -exponent);
  axis->low *= axis->factor;
  axis->high *= axis->factor;
}

static void scale_axes(const Panel *panel, PanelLayout *out) {
  const bool one_scale = panel->equal || panel->spatial;
  int most = INT_MIN;
  for (int k = 0; k < dimensions(panel); k++) {
    choose_exponent(&out->axis[k]);
    if (out->axis[k].low != 0 || out->axis[k].high != 0)
      most = out->axis[k].exponent > most ? out->axis[k].exponent : most;
  }
  for (int k = 0; k < dimensions(panel); k++)
    apply_exponent(&out->axis[k], one_scale && most != INT_MIN ? most : out->axis[k].exponent);
}

static bool is_narrow(const Axis *axis) {
  const double size = fmax(fabs(axis->low), fabs(axis->high));
  return axis->high - axis->low <= NARROWEST * size;
}

static void widen(Axis *axis, double by) {
  axis->low -= by;
  axis->high += by;
}

// Widens empty ranges. With a common scale, the width is that of the other range.
static void open_ranges(const Panel *panel, PanelLayout *out) {
  const bool one_scale = panel->equal || panel->spatial;
  double widest = 0;
  for (int k = 0; k < dimensions(panel); k++)
    if (!is_narrow(&out->axis[k])) widest = fmax(widest, out->axis[k].high - out->axis[k].low);
  for (int k = 0; k < dimensions(panel); k++) {
    Axis *axis = &out->axis[k];
    const double size = fmax(fabs(axis->low), fabs(axis->high));
    if (!is_narrow(axis) || (one_scale && widest > NARROWEST * size)) continue;
    widen(axis, size > 0 ? 0.1 * size : 1);
  }
}

static double widest_range(const Panel *panel, const PanelLayout *out) {
  double widest = 0;
  for (int k = 0; k < dimensions(panel); k++)
    widest = fmax(widest, out->axis[k].high - out->axis[k].low);
  return widest;
}

// Gives the longest arrow its length, and makes all arrow tips visible.
static void include_arrows(const Panel *panel, PanelLayout *out) {
  double longest = 0, at[3];
  for (size_t j = 0; j < panel->series.n; j++) {
    const Series *s = &panel->series.at[j];
    if (!s->moves) continue;
    const double length =
      hypot(hypot(s->velocity[0], s->velocity[1]), panel->spatial ? s->velocity[2] : 0);
    if (layout_is_shown(length)) longest = fmax(longest, length);
  }
  out->arrow = longest > NUMBERS_LEAST ? ARROW * widest_range(panel, out) / longest : 0;
  for (size_t j = 0; out->arrow > 0 && j < panel->series.n; j++) {
    const Series *s = &panel->series.at[j];
    if (!s->moves || !series_end(panel, s, out, false, at)) continue;
    for (int k = 0; k < dimensions(panel); k++)
      if (layout_is_shown(s->velocity[k]))
        include(&out->axis[k], at[k] + out->arrow * s->velocity[k]);
  }
}

// Widens one of two ranges so that both are in proportion to the sides of the box.
static double fit_shape(double shape, Axis *x, Axis *y) {
  const double own = (y->high - y->low) / (x->high - x->low);
  if (shape == 0) shape = fmin(fmax(own, FLATTEST), STEEPEST);
  if (own < shape)
    widen(y, (shape * (x->high - x->low) - (y->high - y->low)) / 2);
  else
    widen(x, ((y->high - y->low) / shape - (x->high - x->low)) / 2);
  return shape;
}

double panel_axes(const Panel *panel, double shape, PanelLayout *out) {
  include_points(panel, out);
  scale_axes(panel, out);
  open_ranges(panel, out);
  include_arrows(panel, out);
  const bool curve_over_x = !panel->equal && !panel->spatial && !panel->tall;
  for (int k = 0; k < dimensions(panel); k++) {
    Axis *axis = &out->axis[k];
    const double range =
      panel->equal || panel->spatial ? widest_range(panel, out) : axis->high - axis->low;
    if (!(curve_over_x && k == 0) && !panel_is_map(panel)) widen(axis, MARGIN * range);
  }
  return panel->equal ? fit_shape(shape, &out->axis[0], &out->axis[1]) : shape;
}

// --- marks ---------------------------------------------------------------------------------------

// Chooses 1, 2 or 5 times a power of ten such that the range has at most `most` marks.
static void choose_step(Axis *axis, double most) {
  const double least = (axis->high - axis->low) / fmax(most, 1);
  const double power = pow(10, floor(log10(least)));
  const double ratio = least / power;
  axis->step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
}

// Reduces the step until there are two marks, if the range allows it.
static void check_marks(Axis *axis) {
  for (int i = 0; i < 3; i++) {
    const double marks = floor(axis->high / axis->step) - ceil(axis->low / axis->step) + 1;
    if (marks >= 2) return;
    const double first = axis->step / pow(10, floor(log10(axis->step) + 1e-9));
    axis->step /= first > 3 ? 2.5 : 2;  // 5 to 2, 2 to 1, 1 to 0.5
  }
}

static void choose_decimals(Axis *axis) {
  const int decimals = -(int) floor(log10(axis->step) + 1e-9);
  axis->decimals = decimals > 0 ? decimals : 0;
}

// Gives equal axes the same marks, unless one of them would have too few.
static void share_step(PanelLayout *p, int n) {
  double step = 0;
  for (int k = 0; k < n; k++) step = fmax(step, p->axis[k].step);
  for (int k = 0; k < n; k++)
    if (p->axis[k].high - p->axis[k].low > 2.5 * step) p->axis[k].step = step;
}

static void choose_steps(const Panel *panel, PanelLayout *p) {
  const double across = p->width / (panel->spatial ? 110 : 80), up = p->height / 42;
  const double least = 3;
  choose_step(&p->axis[0], fmax(across, least));
  choose_step(&p->axis[1], panel->spatial ? across : up);
  if (panel->spatial) choose_step(&p->axis[2], least);
  if (panel->equal || panel->spatial) share_step(p, dimensions(panel));
  for (int k = 0; k < dimensions(panel); k++) {
    check_marks(&p->axis[k]);
    choose_decimals(&p->axis[k]);
  }
}

bool panel_is_map(const Panel *panel) {
  return panel->series.n > 0 && panel->series.at[0].kind == SERIES_MAP;
}

// --- places --------------------------------------------------------------------------------------

static double key_width(const Panel *panel) {
  size_t longest = 0;
  if (panel_is_map(panel)) return SCALE;
  if (panel->series.n > KEY_LINES) return 0;
  for (size_t j = 0; j < panel->series.n; j++) {
    const size_t n = label_width(panel->series.at[j].name);
    longest = n > longest ? n : longest;
  }
  return panel->series.n > 1 && longest > 0 ? KEY + fmin(CHARACTER * (double) longest, KEY_MOST)
                                            : 0;
}

// Sizes a spatial box, seen 64 degrees from above and turned by 30: as wide and high as possible.
static void size_space(PanelLayout *p) {
  double range[3], widest = 0;
  for (int k = 0; k < 3; k++) widest = fmax(widest, p->axis[k].high - p->axis[k].low);
  for (int k = 0; k < 3; k++) range[k] = (p->axis[k].high - p->axis[k].low) / widest;
  const double wide = 0.87 * range[0] + 0.5 * range[1];
  const double high = 0.44 * (0.5 * range[0] + 0.87 * range[1]) + 0.9 * range[2];
  p->unit = fmin((p->width - SPATIAL_SIDE) / wide, SPATIAL_MOST / high);
  p->height = p->unit * high + SPATIAL_SIDE;
}

// Sizes the box; the margins around it are the same for all panels.
static void size_panel(const Panel *panel, double key, PanelLayout *p) {
  const double most = PANEL_WIDTH - LEFT - RIGHT - key;
  const double shape = panel_axes(panel, 0, p);
  p->width = panel->equal     ? fmin(most, HIGHEST * most / shape)
             : panel->spatial ? most - SPATIAL_SIDE
                              : most;
  p->height = panel->equal ? shape * p->width : panel->tall ? TALL_HEIGHT : SERIES_HEIGHT;
  if (panel->spatial) size_space(p);
  // a long key makes the box higher; an equal panel then shows more
  const bool has_key = key_width(panel) > 0;
  const double least = has_key ? KEY_LINE * (double) panel->series.n : 0;
  if (p->height < least) {
    p->height = least;
    if (panel->equal) panel_axes(panel, p->height / p->width, p);
  }
  p->key = has_key ? LEFT + p->width + RIGHT + (panel->spatial ? SPATIAL_SIDE : 0) : 0;
  choose_steps(panel, p);
}

static double row_height(const Figure *figure, const Layout *layout, size_t first, size_t columns) {
  double height = 0;
  for (size_t i = first; i < first + columns && i < layout->n; i++) {
    const double title = figure->panels.at[i].title.text ? PANEL_TITLE : 0;
    height = fmax(height, TOP + title + layout->panel[i].height + BOTTOM);
  }
  return height;
}

// Places rows from the top; the boxes of a row end at the same height.
static void place_panels(const Figure *figure, Layout *layout, size_t columns, double top) {
  for (size_t i = 0; i < layout->n; i += columns) {
    const double height = row_height(figure, layout, i, columns);
    for (size_t k = i; k < i + columns && k < layout->n; k++) {
      PanelLayout *p = &layout->panel[k];
      const double across = PANEL_WIDTH * (double) (k - i);
      p->left = LEFT + across;
      if (p->key > 0) p->key += across;
      const double title = figure->panels.at[k].title.text ? PANEL_TITLE : 0;
      p->bottom = top - TOP - title - p->height;
    }
    top -= height;
  }
}

// Returns the width that a column of narrow boxes and the title need.
static double needed_width(const Figure *figure, const Layout *layout, double key) {
  double width = 2 * LEFT + TITLE_CHARACTER * (double) label_width(figure->title);
  for (size_t i = 0; i < layout->n; i++)
    width = fmax(width, LEFT + layout->panel[i].width + RIGHT + key +
                          (figure->panels.at[i].spatial ? SPATIAL_SIDE : 0));
  return ceil(fmin(width, PANEL_WIDTH));
}

Layout figure_layout(const Figure *figure, Arena *arena) {
  Layout layout = {.n = figure->panels.n < FIGURE_PANELS ? figure->panels.n : FIGURE_PANELS};
  layout.panel = ARENA_ARRAY(arena, PanelLayout, layout.n + 1);
  const size_t columns = layout.n > 3 ? 2 : 1;
  double head = TOP;
  if (figure->title.text) head += TITLE;
  if (figure->note.text) head += NOTE;
  layout.width = PANEL_WIDTH * (double) columns;
  layout.height = head;
  double key = 0;  // all boxes are equally wide
  for (size_t i = 0; i < layout.n; i++) key = fmax(key, key_width(&figure->panels.at[i]));
  for (size_t i = 0; i < layout.n; i++) size_panel(&figure->panels.at[i], key, &layout.panel[i]);
  for (size_t i = 0; i < layout.n; i += columns)
    layout.height += row_height(figure, &layout, i, columns);
  layout.height = ceil(layout.height);
  if (columns == 1) layout.width = needed_width(figure, &layout, key);
  place_panels(figure, &layout, columns, layout.height - head);
  return layout;
}

// --- fewer points --------------------------------------------------------------------------------

#define THIN_ABOVE 4000       // points
#define STRIPS_PER_PIXEL 4.0  // the difference is invisible

typedef struct {
  size_t first, low, high, last;
} Strip;

static void keep_strip(const Strip *strip, size_t *kept, size_t *n) {
  const size_t a = strip->low < strip->high ? strip->low : strip->high;
  const size_t b = strip->low < strip->high ? strip->high : strip->low;
  const size_t all[] = {strip->first, a, b, strip->last};
  for (int i = 0; i < 4; i++)
    if (*n == 0 || kept[*n - 1] != all[i]) kept[(*n)++] = all[i];
}

#define SEEN 0.1  // pixels by which a curve may be off
#define AHEAD 32  // most points that one line may replace

// A point in pixels; not finite at a gap.
static void in_pixels(const Series *s, const PanelLayout *p, size_t i, double at[2]) {
  const double size[] = {p->width, p->height};
  for (int k = 0; k < 2; k++) {
    const Axis *axis = &p->axis[k];
    at[k] = layout_is_shown(s->at[k][i])
              ? axis_scaled(axis, s->at[k][i]) * size[k] / (axis->high - axis->low)
              : (double) NAN;
  }
}

// Returns the distance of a point from the segment between two others.
static double distance(const double a[2], const double b[2], const double at[2]) {
  const double x = b[0] - a[0], y = b[1] - a[1], u = at[0] - a[0], v = at[1] - a[1];
  const double along = x * x + y * y > 0 ? (u * x + v * y) / (x * x + y * y) : 0;
  const double foot = fmin(fmax(along, 0), 1);
  return hypot(u - foot * x, v - foot * y);
}

// Omits the points that lie close to the lines between the others.
static void straighten(const Series *s, const PanelLayout *p, size_t *kept, size_t *n) {
  size_t m = 0;
  for (size_t i = 0; i < *n;) {
    double a[2], b[2], c[2];
    in_pixels(s, p, kept[i], a);
    size_t next = i + 1;
    for (size_t j = i + 2; j < *n && j <= i + AHEAD; j++) {
      in_pixels(s, p, kept[j], b);
      bool close = true;
      for (size_t k = i + 1; k < j && close; k++) {
        in_pixels(s, p, kept[k], c);
        close = distance(a, b, c) <= SEEN;  // false if something is not finite
      }
      if (!close) break;
      next = j;
    }
    kept[m++] = kept[i];
    i = next;
  }
  *n = m;
}

size_t *series_thinned(const Series *s, const PanelLayout *p, Arena *arena, size_t *n) {
  size_t *kept = ARENA_ARRAY(arena, size_t, s->n + 4);
  *n = 0;
  const double scale = STRIPS_PER_PIXEL * p->width / (p->axis[0].high - p->axis[0].low);
  Strip strip = {0};
  double here = (double) NAN;  // the current strip; NaN at a gap
  for (size_t i = 0; i < s->n; i++) {
    const bool shown = layout_is_shown(s->at[0][i]) && layout_is_shown(s->at[1][i]);
    const double place = shown && s->n > THIN_ABOVE
                           ? floor(axis_scaled(&p->axis[0], s->at[0][i]) * scale)
                           : (double) NAN;
    if (place == here) {
      if (s->at[1][i] < s->at[1][strip.low]) strip.low = i;
      if (s->at[1][i] > s->at[1][strip.high]) strip.high = i;
      strip.last = i;
      continue;
    }
    if (i > 0) keep_strip(&strip, kept, n);
    strip = (Strip){i, i, i, i};
    here = place;
  }
  if (s->n > 0) keep_strip(&strip, kept, n);
  straighten(s, p, kept, n);
  return kept;
}
