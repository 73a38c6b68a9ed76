// figure/figure.h: curves in panels, as data, and their renderers.
//
// A Figure knows nothing of models: it has columns of numbers and texts. Texts are always shown as
// text; no renderer interprets any of them as a command or as markup.
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

// A text, or NULL. Mathematics is as in the language: theta1' is typeset as
// a dotted theta with the index 1, x^2 with an exponent; everything else is unchanged.
typedef struct {
  const char *text;
  bool math;
  const char *unit;  // after the text, in brackets; or NULL
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
  SERIES_MAP    // z as a colour at each point (x, y) of a grid, row by row; with a scale beside it
} SeriesKind;

// A curve, dots, a band or a map. Numbers that are not finite are gaps.
typedef struct {
  Label name;  // in the key, which a panel has if it has several series
  SeriesKind kind;
  size_t n;
  const double *at[3];  // columns x, y and, if the panel is spatial, z
  unsigned colour;      // which of the palette; they repeat
  unsigned dash;        // which of the patterns; 0 is a full line
  bool start;           // the first point gets a dot
  bool moves;           // and an arrow along `velocity`; those of a panel share their scale
  double velocity[3];
  bool stopped;  // the last point gets a cross: the run ended early
} Series;

typedef struct {
  Label title;
  Label label[3];  // of the axes
  bool spatial;    // three axes; they have one scale
  bool equal;      // both axes have one scale
  bool tall;       // not equal, but about as high as wide: a phase portrait
  ARRAY(Series) series;
} Panel;

typedef struct {
  Label title;
  Label note;  // below the title, e.g. why a curve ends
  ARRAY(Panel) panels;
} Figure;

#define FIGURE_COLOURS 8  // of the palette
#define FIGURE_DASHES 5
#define FIGURE_PANELS 16  // that fit; further ones are omitted

// --- drawing with gnuplot ------------------------------------------------------------------------
//
// The program is gnuplot, found on PATH, or as DALEMBERT_GNUPLOT names it. If it is missing or
// fails, diags reports it, and the status is STATUS_LIMIT.

typedef enum { FIGURE_SVG, FIGURE_PNG, FIGURE_PDF } FigureKind;

// The format for the ending of the path; "-" is SVG.
bool figure_kind_of(const char *path, FigureKind *kind);

// The bytes of a file, in the arena.
MUST_USE Status figure_file(const Figure *figure, FigureKind kind, Arena *arena, Diags *diags,
                            Str *bytes);

// An <svg> element for a page: it has no prolog and no background, its axes and texts
// have the colour of the surrounding text, its ids begin with `id` (letters, digits, -), so that
// there can be several on a page, and its width is that of its container.
MUST_USE Status figure_svg(const Figure *figure, const char *id, Arena *arena, Diags *diags,
                           Str *svg);
// The same for several, drawn by one gnuplot: most of what a figure takes is gnuplot's start.
MUST_USE Status figures_svg(const Figure *figures, const char *const *ids, size_t n, Arena *arena,
                            Diags *diags, Str *svg);

// The script for gnuplot, which reads the data from FIGURE_DATA in its folder and draws figure.svg,
// .png or .pdf there; and the data.
#define FIGURE_SCRIPT "figure.gp"
#define FIGURE_DATA "figure.dat"
void figure_script(const Figure *figure, FigureKind kind, Text *script, Text *data);

// --- drawing in a terminal -----------------------------------------------------------------------

typedef struct {
  size_t columns, rows;  // of the terminal; rows: that a panel may have
  bool colour;
} Terminal;

// With dots of Braille, eight to a character.
void figure_braille(const Figure *figure, Terminal terminal, Text *out);

#endif
