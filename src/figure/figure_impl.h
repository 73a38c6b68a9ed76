// figure/figure_impl.h: shared by the files of figure.

#ifndef FIGURE_FIGURE_IMPL_H
#define FIGURE_FIGURE_IMPL_H

#include "figure/figure.h"

// --- label.c -------------------------------------------------------------------------------------

// Appends the label as the content of a single-quoted string expression of gnuplot, in
// its enhanced mode. Nothing in it can end the string, or act as markup unless intended.
void label_gnuplot(Label label, Text *out);

// The same for a terminal or a comment: one line of valid UTF-8 without control characters.
void label_text(Label label, Text *out);

// Returns about how many characters the label shows.
size_t label_width(Label label);

// --- layout.c: ranges, scales and places, in pixels from the lower left -------------------------

typedef struct {
  int exponent;   // numbers are shown times 10^-exponent
  double factor;  // 10^-exponent
  double low, high, step;
  int decimals;  // decimals that the numbers at the marks need
} Axis;

typedef struct {
  Axis axis[3];
  bool empty;  // holds no finite number
  double left, bottom, width, height;
  double key;    // where the key begins, or 0 if there is no key
  double arrow;  // length of a velocity of 1, in the units of the axes
  double unit;   // of a spatial panel: pixels of its widest range
} PanelLayout;

typedef struct {
  double width, height;
  size_t n;
  PanelLayout *panel;
} Layout;

Layout figure_layout(const Figure *figure, Arena *arena);

// Does it show a map? Its colour scale stands where other panels have their key.
bool panel_is_map(const Panel *panel);

// Finds only the ranges of the axes, for a box with height / width = shape. With shape 0 it chooses
// the shape. Returns the shape.
double panel_axes(const Panel *panel, double shape, PanelLayout *out);

// Returns the number as it is shown on the axis.
double axis_scaled(const Axis *axis, double value);
// Is the value finite and not too large to be drawn?
bool layout_is_shown(double value);
// Finds the first or the last point of a series that can be shown, as numbers on the axes.
bool series_end(const Panel *panel, const Series *series, const PanelLayout *layout, bool last,
                double at[3]);

// Selects the points that matter: of many within a quarter of a pixel, the first, lowest, highest
// and last; and of these, the ones without which the curve would be off by a tenth of a pixel.
// Returns their indices, in the arena.
size_t *series_thinned(const Series *series, const PanelLayout *layout, Arena *arena, size_t *n);

// --- svg.c ---------------------------------------------------------------------------------------

#define SVG_NAME "figure"  // prefix of some of gnuplot's ids

// gnuplot does not escape the > of a text. After ]] this is invalid XML: it becomes &gt;.
Str svg_repair(Str svg, Arena *arena);

// Turns gnuplot's SVG into an element for a page.
void svg_inline(Str svg, const char *id, Label title, Text *out);

#endif
