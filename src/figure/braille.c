// figure/braille.c: a figure in a terminal, with eight dots to a character.
//
// A terminal's character is about twice as high as wide and holds two dots by four. So dots are
// about equally far apart in both directions, and equal axes look equal.

#include "figure/figure_impl.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACROSS 2  // dots in a character
#define UP 4
#define NUMBER 10         // characters for the numbers of the vertical axis
#define LEAST_COLUMNS 30  // narrower terminals break lines
#define SERIES_ROWS 14
#define ROUGHLY 1e-3  // part of a range that is less than a dot
#define NO_COLOUR UINT8_MAX

// Terminal colours close to those of the palette.
static const int colours[FIGURE_COLOURS] = {34, 31, 32, 35, 36, 33, 39, 93};

typedef struct {
  size_t columns, rows;
  uint8_t *dots, *colour;  // of each character
} Canvas;

// --- dots ----------------------------------------------------------------------------------------

static void put_dot(const Canvas *c, long x, long y, unsigned colour) {
  static const uint8_t bit[UP][ACROSS] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  const long width = (long) (c->columns * ACROSS), height = (long) (c->rows * UP);
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const long down = height - 1 - y;
  const size_t place = (size_t) (down / UP) * c->columns + (size_t) (x / ACROSS);
  c->dots[place] |= bit[down % UP][x % ACROSS];
  c->colour[place] = (uint8_t) (colour % FIGURE_COLOURS);
}

static void put_line(const Canvas *c, const double *a, const double *b, unsigned colour) {
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const long n = lround(fmax(fabs(dx), fabs(dy)));
  for (long i = 0; i <= n; i++) {
    const double part = n > 0 ? (double) i / (double) n : 0;
    put_dot(c, lround(a[0] + part * dx), lround(a[1] + part * dy), colour);
  }
}

// Computes the position of a point, in dots from the lower left.
static void place_point(const Canvas *c, const PanelLayout *p, const double at[3], double dot[2]) {
  const double size[] = {(double) (c->columns * ACROSS - 1), (double) (c->rows * UP - 1)};
  for (int k = 0; k < 2; k++)
    dot[k] = (at[k] - p->axis[k].low) / (p->axis[k].high - p->axis[k].low) * size[k];
}

static void put_series(const Canvas *c, const PanelLayout *p, const Series *s) {
  double before[2], here[2];
  bool joined = false;
  for (size_t i = 0; i < s->n; i++) {
    const bool shown = layout_is_shown(s->at[0][i]) && layout_is_shown(s->at[1][i]);
    if (shown) {
      const double at[] = {axis_scaled(&p->axis[0], s->at[0][i]),
                           axis_scaled(&p->axis[1], s->at[1][i]), 0};
      place_point(c, p, at, here);
      put_line(c, joined && s->kind != SERIES_DOTS ? before : here, here, s->colour);
      memcpy(before, here, sizeof before);
    }
    joined = shown;
  }
}

// --- space seen from the side --------------------------------------------------------------------

// Projects space to a plane panel, in parallel: x to the right and front, y to the back, z up.
static Panel flattened(const Panel *panel, Arena *arena) {
  static const double right[] = {0.85, 0.53, 0}, up[] = {-0.25, 0.40, 0.88};
  Panel flat = {.title = panel->title, .equal = true};
  for (size_t j = 0; j < panel->series.n; j++) {
    Series s = panel->series.at[j];
    double *x = ARENA_ARRAY(arena, double, s.n + 1), *y = ARENA_ARRAY(arena, double, s.n + 1);
    for (size_t i = 0; i < s.n; i++)
      for (int k = 0; k < 3; k++) {
        x[i] += right[k] * s.at[k][i];
        y[i] += up[k] * s.at[k][i];
      }
    s.at[0] = x;
    s.at[1] = y;
    s.moves = false;
    array_push(arena, &flat.series, s);
  }
  return flat;
}

// --- characters ----------------------------------------------------------------------------------

static void begin_colour(bool colour, unsigned which, Text *out) {
  if (colour) text_addf(out, "\033[%dm", colours[which % FIGURE_COLOURS]);
}

static void end_colour(bool colour, Text *out) {
  if (colour) text_add(out, "\033[0m");
}

// Appends U+2800 plus the dots, in UTF-8.
static void add_braille(uint8_t dots, Text *out) {
  const char bytes[] = {(char) 0xe2, (char) (0xa0 | dots >> 6), (char) (0x80 | (dots & 0x3f))};
  if (dots == 0)
    text_add_char(out, ' ');
  else
    text_add_str(out, (Str){bytes, sizeof bytes});
}

static void add_cells(const Canvas *c, size_t row, bool colour, Text *out) {
  uint8_t current = NO_COLOUR;
  size_t used = c->columns;
  while (used > 0 && c->dots[row * c->columns + used - 1] == 0) used--;
  for (size_t i = 0; i < used; i++) {
    const size_t place = row * c->columns + i;
    if (c->dots[place] != 0 && c->colour[place] != current) {
      current = c->colour[place];
      begin_colour(colour, current, out);
    }
    add_braille(c->dots[place], out);
  }
  if (current != NO_COLOUR) end_colour(colour, out);
  text_add_char(out, '\n');
}

// Prints a number of an axis with its power of ten.
static const char *axis_number(const Axis *axis, double value, char room[32]) {
  const double range = axis->high - axis->low;
  if (fabs(value) < ROUGHLY * range) value = 0;
  snprintf(room, 32, axis->exponent != 0 ? "%.3ge%d" : "%.4g", value, axis->exponent);
  return room;
}

static void add_body(const Canvas *c, const PanelLayout *p, bool numbers, bool colour, Text *out) {
  const Axis *y = &p->axis[1];
  char room[32];
  for (size_t row = 0; row < c->rows; row++) {
    const bool first = row == 0, middle = row == c->rows / 2, last = row + 1 == c->rows;
    const char *text = !numbers ? ""
                       : first  ? axis_number(y, y->high, room)
                       : last   ? axis_number(y, y->low, room)
                       : middle ? axis_number(y, (y->low + y->high) / 2, room)
                                : "";
    text_addf(out, "%*s %s", NUMBER, text, *text != '\0' ? "┤" : "│");
    add_cells(c, row, colour, out);
  }
  text_addf(out, "%*s └", NUMBER, "");
  for (size_t i = 0; i < c->columns; i++) text_add(out, "─");
  text_add_char(out, '\n');
}

// Appends the numbers at both ends of the horizontal axis, and its name between them.
static void add_foot(const Canvas *c, const Panel *panel, const PanelLayout *p, Text *out) {
  char low[32], high[32];
  const Axis *x = &p->axis[0];
  axis_number(x, x->low, low);
  axis_number(x, x->high, high);
  const size_t taken = strlen(low) + strlen(high) + label_width(panel->label[0]);
  const size_t rest = c->columns > taken ? c->columns - taken : 2;
  text_addf(out, "%*s%s%*s", NUMBER + 2, "", low, (int) (rest / 2), "");
  label_text(panel->label[0], out);
  text_addf(out, "%*s%s\n", (int) (rest - rest / 2), "", high);
}

// Appends the names of the vertical axis and of the curves, with a sample of each if there is
// colour.
static void add_key(const Panel *panel, Terminal terminal, Text *out) {
  size_t used = NUMBER + 1;
  if (panel->label[1].text == NULL && panel->series.n < 2) return;
  text_addf(out, "%*s", NUMBER + 1, "");
  if (panel->label[1].text != NULL) {
    text_add_char(out, ' ');
    label_text(panel->label[1], out);
    used += 1 + label_width(panel->label[1]);
  }
  for (size_t j = 0; panel->series.n > 1 && j < panel->series.n; j++) {
    const Series *s = &panel->series.at[j];
    const size_t wide = label_width(s->name) + 5;
    if (used + wide > terminal.columns && used > NUMBER + 1) {
      text_addf(out, "\n%*s", NUMBER + 1, "");
      used = NUMBER + 1;
    }
    text_add(out, "  ");
    begin_colour(terminal.colour, s->colour, out);
    text_add(out, "⠒⠒ ");
    label_text(s->name, out);
    end_colour(terminal.colour, out);
    used += wide;
  }
  text_add_char(out, '\n');
}

// Draws a band by its edges, a map by the points whose value is above the middle.
static void put_kind(const Canvas *c, const PanelLayout *p, const Series *s, Arena *arena) {
  Series part = *s;
  if (s->kind == SERIES_MAP) {
    double *y = ARENA_ARRAY(arena, double, s->n + 1), low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < s->n; i++) {
      if (!layout_is_shown(s->at[2][i])) continue;
      low = fmin(low, s->at[2][i]);
      high = fmax(high, s->at[2][i]);
    }
    for (size_t i = 0; i < s->n; i++)
      y[i] = s->at[2][i] > (low + high) / 2 ? s->at[1][i] : (double) NAN;
    part.at[1] = y;
    part.kind = SERIES_DOTS;
  }
  put_series(c, p, &part);
  part.at[1] = s->at[2];
  if (s->kind == SERIES_BAND) put_series(c, p, &part);
}

// --- panels --------------------------------------------------------------------------------------

static Canvas canvas_make(const Panel *panel, Terminal t, PanelLayout *p, Arena *arena) {
  Canvas c = {.columns = t.columns - NUMBER - 3, .rows = SERIES_ROWS};
  const size_t most = t.rows > 6 ? t.rows : 6;
  if (panel->tall || panel->equal) c.rows = most;
  if (panel->equal) {
    const double wide = (double) (c.columns * ACROSS), shape = panel_axes(panel, 0, p);
    const size_t rows = (size_t) ceil(shape * wide / UP);
    c.rows = rows < most ? rows : most;
    // fit the ranges to the shape of the box, or the box to that of the ranges
    const double high = (double) (c.rows * UP);
    if (high < shape * wide) c.columns = (size_t) ceil(high / shape / ACROSS);
    panel_axes(panel, high / (double) (c.columns * ACROSS), p);
  } else {
    panel_axes(panel, 0, p);
    if (c.rows > most) c.rows = most;
  }
  c.dots = arena_take_array(arena, c.rows, c.columns);
  c.colour = arena_take_array(arena, c.rows, c.columns);
  return c;
}

static void add_stops(const Panel *panel, const PanelLayout *p, bool flat, Text *out) {
  double at[3];
  for (size_t j = 0; j < panel->series.n; j++) {
    const Series *s = &panel->series.at[j];
    if (!s->stopped || flat || !series_end(panel, s, p, true, at)) continue;
    text_addf(out, "%*s × ", NUMBER + 1, "");
    label_text(s->name, out);
    text_addf(out, "%sends at (%.4g, %.4g)\n", s->name.text != NULL ? " " : "",
              at[0] / p->axis[0].factor, at[1] / p->axis[1].factor);
  }
}

static void add_panel(const Panel *panel, Terminal terminal, Text *out) {
  PanelLayout p = {0};
  const Panel flat = panel->spatial ? flattened(panel, out->arena) : *panel;
  const Canvas c = canvas_make(&flat, terminal, &p, out->arena);
  for (size_t j = 0; j < flat.series.n; j++) put_kind(&c, &p, &flat.series.at[j], out->arena);
  if (panel->title.text != NULL) {
    text_addf(out, "%*s", NUMBER + 2, "");
    label_text(panel->title, out);
    text_add_char(out, '\n');
  }
  add_key(&flat, terminal, out);
  add_body(&c, &p, !panel->spatial && !p.empty, terminal.colour, out);
  if (p.empty)
    text_addf(out, "%*snothing to show\n", NUMBER + 2, "");
  else if (!panel->spatial)
    add_foot(&c, panel, &p, out);
  add_stops(&flat, &p, panel->spatial, out);
}

void figure_braille(const Figure *figure, Terminal terminal, Text *out) {
  if (terminal.columns < LEAST_COLUMNS) terminal.columns = LEAST_COLUMNS;
  const Label *const heads[] = {&figure->title, &figure->note};
  for (int i = 0; i < 2; i++) {
    if (heads[i]->text == NULL) continue;
    label_text(*heads[i], out);
    text_add_char(out, '\n');
  }
  for (size_t i = 0; i < figure->panels.n; i++) {
    if (i > 0) text_add_char(out, '\n');
    add_panel(&figure->panels.at[i], terminal, out);
  }
}
