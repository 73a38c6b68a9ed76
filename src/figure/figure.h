// figure/figure.h: curves in panels, as data, and their renderers.
//
// A Figure knows nothing about models: it holds columns of numbers, and texts. Texts are always
// shown literally; no renderer interprets one as a command or as markup.
//
//   Figure f = {.title = label_plain("Double pendulum")};
//   Panel panel = {.equal = true, .label = {label_math("x"), label_math("y")}};
//   array_push(arena, &panel.series,
//              ((Series){.name = label_math("P1"), .n = n, .at = {x, y}, .start = true}));
//   array_push(arena, &f.panels, panel);
//   TRY(figure_svg(&f, "fig1", arena, diags, &svg));

#ifndef FIGURE_FIGURE_H
#define FIGURE_FIGURE_H

#include "base/diag.h"

// --- texts ---------------------------------------------------------------------------------------

// A text, or NULL. Mathematics is written as in the language: theta1' is typeset as a dotted theta
// with the index 1, x^2 with an exponent; everything else stays as it is.
typedef struct {
  const char *text;
  bool math;
  const char *unit;  // shown after the text in brackets, or NULL
} Label;

static inline Label label_plain(const char *text) {
  return (Label){text, false, NULL};
}

static inline Label label_math(const char *text) {
  return (Label){text, true, NULL};
}

// --- figures -------------------------------------------------------------------------------------

typedef enum {
  SERIES_LINE,
  SERIES_DOTS,
  SERIES_BAND,  // between the columns y and z
  SERIES_MAP    // z as a colour at each (x, y) of a grid, row by row; with a colour scale
} SeriesKind;

// A curve, dots, a band or a map. Numbers that are not finite leave gaps.
typedef struct {
  Label name;  // shown in the key; a panel has a key if it has several series
  SeriesKind kind;
  size_t n;
  const double *at[3];  // columns x, y and, if the panel is spatial, z
  unsigned colour;      // index into the palette, modulo its length
  unsigned dash;        // index into the dash patterns, modulo their number; 0 is a solid line
  bool start;           // draws a dot at the first point
  bool moves;           // and an arrow along `velocity` there; a panel has one scale for arrows
  double velocity[3];
  bool stopped;  // draws a cross at the last point: the run ended early
} Series;

typedef struct {
  Label title;
  Label label[3];  // of each axis
  bool spatial;    // three axes with one common scale
  bool equal;      // both axes have the same scale
  bool tall;       // scales differ, but the panel is about as high as wide: a phase portrait
  ARRAY(Series) series;
} Panel;

typedef struct {
  Label title;
  Label note;  // shown below the title, e.g. why a curve ends
  ARRAY(Panel) panels;
} Figure;

#define FIGURE_COLOURS 8  // in the palette
#define FIGURE_DASHES 5
#define FIGURE_PANELS 16  // most panels of a figure; further ones are omitted

// --- drawing with gnuplot ------------------------------------------------------------------------
//
// Runs gnuplot from PATH, or the program that DALEMBERT_GNUPLOT names. If it is missing or fails,
// diags reports it, and the status is STATUS_LIMIT.

typedef enum { FIGURE_SVG, FIGURE_PNG, FIGURE_PDF } FigureKind;

// Finds the format from the ending of the path; "-" means SVG. Returns false for an unknown ending.
bool figure_kind_of(const char *path, FigureKind *kind);
// The same; reports an unknown ending.
MUST_USE Status figure_kind_needed(const char *path, Diags *diags, FigureKind *kind);

// Writes the figure to a file, in the format of its ending; or the script and its data to a folder (write.c).
MUST_USE Status figure_write(const Figure *figure, const char *path, Arena *work, Diags *diags);
MUST_USE Status figure_write_script(const Figure *figure, const char *folder, Arena *work,
                                    Diags *diags);

// Draws the figure; `bytes` is the content of the file, in the arena.
MUST_USE Status figure_file(const Figure *figure, FigureKind kind, Arena *arena, Diags *diags,
                            Str *bytes);

// Draws the figure as an <svg> element for a page, without prolog or background. Axes and texts
// take the colour of the surrounding text; ids begin with `id` (letters, digits, -), so that a page
// can hold several figures; the width is that of the container.
MUST_USE Status figure_svg(const Figure *figure, const char *id, Arena *arena, Diags *diags,
                           Str *svg);
// The same for several figures, drawn by one gnuplot: starting it takes most of the time.
MUST_USE Status figures_svg(const Figure *figures, const char *const *ids, size_t n, Arena *arena,
                            Diags *diags, Str *svg);

// Writes a script for gnuplot, and its data. The script reads FIGURE_DATA from its own folder and
// draws figure.svg, .png or .pdf there.
#define FIGURE_SCRIPT "figure.gp"
#define FIGURE_DATA "figure.dat"
void figure_script(const Figure *figure, FigureKind kind, Text *script, Text *data);

// --- drawing in a terminal -----------------------------------------------------------------------

typedef struct {
  size_t columns, rows;  // of the terminal; rows: the most that a panel may take
  bool colour;
} Terminal;

// Draws the figure with Braille characters, eight dots each.
void figure_braille(const Figure *figure, Terminal terminal, Text *out);

#endif
