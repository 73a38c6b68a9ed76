// figure/figure_impl.h: what the files of figure share.

#ifndef FIGURE_FIGURE_IMPL_H
#define FIGURE_FIGURE_IMPL_H

#include "figure/figure.h"

// --- label.c -------------------------------------------------------------------------------------

// Appends the label as the content of a single-quoted string expression of gnuplot, in
// its enhanced mode. Nothing in it can end the string, or act as markup unless intended.
void label_gnuplot(Label label, Text *out);

// The same for a terminal, or a comment: one line of valid UTF-8 without control characters.
void label_text(Label label, Text *out);

// How many characters it shows, about.
size_t label_width(Label label);

// --- layout.c: ranges, scales and places, in pixels from the lower left -------------------------

typedef struct {
  int exponent;   // what is shown is the number times 10^-exponent,
  double factor;  // this
  double low, high, step;
  int decimals;  // that the numbers at the marks need
} Axis;

typedef struct {
  Axis axis[3];
  bool empty;  // nothing in it is finite
  double left, bottom, width, height;
  double key;    // where the key begins, or 0
  double arrow;  // length of a velocity of 1, in the units of the axes
  double unit;   // of space: pixels of its widest range
} PanelLayout;

typedef struct {
  double width, height;
  size_t n;
  PanelLayout *panel;
} Layout;

Layout figure_layout(const Figure *figure, Arena *arena);

// Does it show a map, with a scale of colours where others have their key?
bool panel_is_map(const Panel *panel);

// Only the ranges of the axes, for a box this many times as high as wide (0: chosen here and
// returned).
double panel_axes(const Panel *panel, double shape, PanelLayout *out);

// A number as it is on the axis.
double axis_scaled(const Axis *axis, double value);
// Can it be shown?
bool layout_is_shown(double value);
// The first, or the last, point of a series that can be shown, as it is on the axes.
bool series_end(const Panel *panel, const Series *series, const PanelLayout *layout, bool last,
                double at[3]);

// The points that matter: of many within a quarter of a pixel, the first, the lowest, the highest
// and the last; and of these, those without which the curve would be
// off by a tenth of a pixel. Their indices, in the arena.
size_t *series_thinned(const Series *series, const PanelLayout *layout, Arena *arena, size_t *n);

// --- svg.c ---------------------------------------------------------------------------------------

#define SVG_NAME "figure"  // prefix of some of gnuplot's ids

// gnuplot writes the > of a text unescaped. After ]] that is not XML, and becomes &gt;.
Str svg_repair(Str svg, Arena *arena);

// Turns gnuplot's SVG into an element for a page.
void svg_inline(Str svg, const char *id, Label title, Text *out);

#endif
