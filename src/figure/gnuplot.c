// figure/gnuplot.c: a figure as a script for gnuplot, and gnuplot's output.
//
// In:   a Figure
// Out: a script that a user can read and change, its data; SVG, PNG or PDF
// Law:  the figure's texts reach the script only inside single quotes, escaped by
//       label.c; data are numbers
// Why:  gnuplot reads the script from a pipe and returns the picture through another; there is no
//       file on the way, no shell, and no start-up file of the user (-d)

#include "base/part.h"
#include "base/library.h"
#include "base/process.h"
#include "figure/figure_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PIXELS_MOST 4000  // pixels of a map that are drawn one by one
#define SECONDS 120       // time limit for gnuplot

// Okabe and Ito, Color Universal Design, 2008: distinct for nearly all readers. Colours that are
// faint on white come last.
static const char *const palette[FIGURE_COLOURS] = {
  "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#F0E442",
};

static const char *const dashes[FIGURE_DASHES] = {"solid", "(7,4)", "(2,3)", "(10,4,2,4)",
                                                  "(16,5)"};

static const struct {
  const char *ending, *terminal;
} kinds[] = {
  [FIGURE_SVG] = {".svg", "svg enhanced"},
  [FIGURE_PNG] = {".png", "pngcairo enhanced"},
  [FIGURE_PDF] = {".pdf", "pdfcairo enhanced"},
};

// How a script is written: with its data in another file, or inside it.
typedef struct {
  const Figure *figure;
  Layout layout;
  FigureKind kind;
  bool inside;       // for a page; otherwise a file of its own
  bool own;          // run by this program, with its data inside; otherwise a script that is kept
  const char *data;  // where the data are: 'figure.dat', or $data
  Text *out;
} Script;

// --- the figure ----------------------------------------------------------------------------------

static void add_string(Text *out, Label label) {
  text_add_char(out, '\'');
  label_gnuplot(label, out);
  text_add_char(out, '\'');
}

static void add_comment(Text *out, const char *what, Label label) {
  if (label.text == NULL) return;
  text_addf(out, "# %s", what);
  label_text(label, out);
  text_add_char(out, '\n');
}

#define PNG_SCALE 2  // pixels of the picture for each of ours
#define POINTS 0.75  // points in a pixel of a screen
#define TITLE_SIZE 15
#define TITLE_LEAST 7
#define PDF_POINTS 0.75  // points for each of our pixels

static void add_terminal(const Script *s) {
  const double w = s->layout.width, h = s->layout.height;
  text_addf(s->out, "set terminal %s ", kinds[s->kind].terminal);
  switch (s->kind) {
    case FIGURE_SVG:
      text_addf(s->out, "size %.0f,%.0f font 'sans-serif,13' ", w, h);
      text_add(s->out,
               s->inside ? "dynamic name '" SVG_NAME "'\n" : "fixed background rgb 'white'\n");
      break;
    case FIGURE_PNG:
      text_addf(s->out, "size %.0f,%.0f font 'Sans,9.5' fontscale %d linewidth %d pointscale %d\n",
                PNG_SCALE * w, PNG_SCALE * h, PNG_SCALE, PNG_SCALE, PNG_SCALE);
      break;
    case FIGURE_PDF:
      text_addf(s->out, "size %.4gin,%.4gin font 'Sans,9.5' linewidth 1 pointscale 0.75\n",
                PDF_POINTS * w / 72, PDF_POINTS * h / 72);
      break;
  }
}

// A position in the whole figure, from 0 to 1.
static double across(const Script *s, double x) {
  return x / s->layout.width;
}

static double up(const Script *s, double y) {
  return y / s->layout.height;
}

// The title's size in pixels, reduced if the title would be too long. Points are larger than
// pixels.
static double title_size(const Script *s) {
  const double fits =
    (s->layout.width - 32) / (0.58 * (double) (label_width(s->figure->title) + 1));
  return fmax(fmin(TITLE_SIZE, fits), TITLE_LEAST) * (s->kind == FIGURE_SVG ? 1 : POINTS);
}

static void add_headings(const Script *s) {
  double y = s->layout.height - 26;
  if (s->figure->title.text != NULL) {
    text_add(s->out, "set label ");
    add_string(s->out, s->figure->title);
    text_addf(s->out, " at screen %.6f,%.6f left font ',%.3g'\n", across(s, 16), up(s, y),
              title_size(s));
    y -= 20;
  }
  if (s->figure->note.text != NULL) {
    text_add(s->out, "set label ");
    add_string(s->out, s->figure->note);
    text_addf(s->out, " at screen %.6f,%.6f left\n", across(s, 16), up(s, y));
  }
}

// --- a panel -------------------------------------------------------------------------------------

static const char axis_letters[] = "xyz";

static void add_axis(const Script *s, const Panel *panel, const PanelLayout *p, int k) {
  const Axis *axis = &p->axis[k];
  const char c = axis_letters[k];
  text_addf(s->out, "set %crange [", c);
  text_add_double(s->out, axis->low);
  text_add_char(s->out, ':');
  text_add_double(s->out, axis->high);
  text_addf(s->out, "]\nset %ctics %.12g\nset format %c '%%.%df'\n", c, axis->step, c,
            axis->decimals);
  text_addf(s->out, "set %clabel '", c);
  label_gnuplot(panel->label[k], s->out);
  if (axis->exponent != 0) {
    if (panel->label[k].text != NULL) text_add_char(s->out, ' ');
    text_addf(s->out, "(10^{%s%d})", axis->exponent < 0 ? "−" : "", abs(axis->exponent));
  }
  text_addf(s->out, "'%s\n", k == 2 ? " rotate" : "");
}

// A spatial panel gets a square box: its widest range is as long as the side, and everything is
// centred.
static void add_box(const Script *s, const Panel *panel, const PanelLayout *box) {
  PanelLayout square = *box;
  const PanelLayout *p = panel->spatial ? &square : box;
  square.left += (box->width - box->unit) / 2;
  square.bottom += (box->height - box->unit) / 2;
  square.width = square.height = box->unit;
  text_addf(s->out, "set lmargin at screen %.6f; set rmargin at screen %.6f\n", across(s, p->left),
            across(s, p->left + p->width));
  text_addf(s->out, "set bmargin at screen %.6f; set tmargin at screen %.6f\n", up(s, p->bottom),
            up(s, p->bottom + p->height));
}

// Viridis by its hues at five places: lightness grows evenly, also for colour-blind readers.
static const char map_palette[] =
  "set palette defined (0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 '#FDE725')\n";

static void add_key(const Script *s, const Panel *panel, const PanelLayout *p) {
  if (panel_is_map(panel)) {
    text_add(s->out, "unset key\n");
    text_add(s->out, map_palette);
    text_addf(s->out,
              "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\nset cblabel ",
              across(s, p->key), up(s, p->bottom), across(s, 14), up(s, p->height));
    add_string(s->out, panel->series.at[0].name);
    text_add_char(s->out, '\n');
  } else if (p->key > 0)
    text_addf(s->out, "set key at screen %.6f,%.6f left top Left reverse samplen 2 spacing 1.3\n",
              across(s, p->key), up(s, p->bottom + p->height));
  else
    text_add(s->out, "unset key\n");
}

static void add_place(Text *out, const double *at, int n) {
  for (int k = 0; k < n; k++) {
    if (k > 0) text_add_char(out, ',');
    text_add_double(out, at[k]);
  }
}

static void add_arrow(const Script *s, const PanelLayout *p, const Series *series,
                      const double *from, int n) {
  double to[3];
  bool moves = false;
  for (int k = 0; k < n; k++) {
    to[k] = from[k] + p->arrow * series->velocity[k];
    moves = moves || to[k] != from[k];
    if (!layout_is_shown(to[k])) return;
  }
  if (!moves) return;
  text_add(s->out, "set arrow from ");
  add_place(s->out, from, n);
  text_add(s->out, " to ");
  add_place(s->out, to, n);
  text_addf(s->out, " front filled size screen %.5f,20 lw 1.6 lc rgb '%s'\n", across(s, 11),
            palette[series->colour % FIGURE_COLOURS]);
}

static void add_point(const Script *s, const double *at, int n, const char *how, unsigned colour) {
  text_add(s->out, "set label '' at ");
  add_place(s->out, at, n);
  text_addf(s->out, " point %s lc rgb '%s' front\n", how, palette[colour % FIGURE_COLOURS]);
}

// Dots where curves begin, arrows along the velocities there, crosses where runs ended early.
static void add_marks(const Script *s, const Panel *panel, const PanelLayout *p) {
  const int n = panel->spatial ? 3 : 2;
  double at[3];
  for (size_t j = 0; j < panel->series.n; j++) {
    const Series *series = &panel->series.at[j];
    const bool begins = (series->start || series->moves) && series_end(panel, series, p, false, at);
    if (begins && series->moves) add_arrow(s, p, series, at, n);
    if (begins && series->start) add_point(s, at, n, "pt 7 ps 0.75", series->colour);
    if (series->stopped && series_end(panel, series, p, true, at))
      add_point(s, at, n, "pt 2 ps 1.1 lw 2", series->colour);
  }
}

// "$1*1e9" if the axis has its own power of ten
static void add_columns(const Script *s, const Series *series, const PanelLayout *p, int n) {
  for (int k = 0; k < n; k++) {
    const int along = k == 2 && series->kind == SERIES_BAND ? 1 : k;  // both edges are heights
    const int e = k == 2 && series->kind == SERIES_MAP ? 0 : p->axis[along].exponent;
    text_addf(s->out, e != 0 ? "%s($%d*1e%d)" : "%s%d", k > 0 ? ":" : " using ", k + 1, -e);
  }
}

static int columns_of(const Panel *panel, const Series *series) {
  return panel->spatial || series->kind == SERIES_BAND || series->kind == SERIES_MAP ? 3 : 2;
}

static void add_curve(const Script *s, const Panel *panel, const PanelLayout *p, size_t j,
                      size_t index) {
  const Series *series = &panel->series.at[j];
  text_addf(s->out, " %s index %zu", s->data, index);
  add_columns(s, series, p, columns_of(panel, series));
  const char *colour = palette[series->colour % FIGURE_COLOURS];
  switch (series->kind) {
    case SERIES_LINE:
      text_addf(s->out, " with lines lw 1.5 lc rgb '%s' dt %s title ", colour,
                dashes[series->dash % FIGURE_DASHES]);
      break;
    case SERIES_DOTS:
      text_addf(s->out, " with points pt 7 ps 0.35 lc rgb '%s' title ", colour);
      break;
    case SERIES_BAND:
      text_addf(s->out, " with filledcurves fs transparent solid 0.25 noborder lc rgb '%s' title ",
                colour);
      break;
    case SERIES_MAP:  // small maps become rectangles: pages do not load pictures
      text_addf(s->out, " with image %stitle ", series->n <= PIXELS_MOST ? "pixels " : "");
      break;
  }
  add_string(s->out, series->name);
}

// Does the series have a block of data?
static bool is_drawn(const Panel *panel, const Series *series, const PanelLayout *p) {
  double at[3];
  return series_end(panel, series, p, false, at);
}

static void add_curves(const Script *s, const Panel *panel, const PanelLayout *p, size_t *index) {
  if (p->empty) {  // only the axes
    text_addf(s->out, "set label 'nothing to show' at graph 0.5,0.5 center\n");
    text_addf(s->out, panel->spatial ? "splot NaN notitle\n" : "plot NaN notitle\n");
    return;
  }
  text_add(s->out, panel->spatial ? "splot" : "plot");
  size_t drawn = 0;
  for (size_t j = 0; j < panel->series.n; j++) {
    if (!is_drawn(panel, &panel->series.at[j], p)) continue;
    if (drawn++ > 0) text_add(s->out, ", \\\n    ");
    add_curve(s, panel, p, j, (*index)++);
  }
  text_add(s->out, "\n");
}

static void add_panel(const Script *s, size_t i, size_t *index) {
  const Panel *panel = &s->figure->panels.at[i];
  const PanelLayout *p = &s->layout.panel[i];
  text_addf(s->out, "\n# panel %zu\n", i + 1);
  add_box(s, panel, p);
  for (int k = 0; k < (panel->spatial ? 3 : 2); k++) add_axis(s, panel, p, k);
  add_key(s, panel, p);
  if (panel->title.text != NULL) {
    text_add(s->out, "set label ");
    add_string(s->out, panel->title);
    text_addf(s->out, " at screen %.6f,%.6f left\n", across(s, p->left),
              up(s, p->bottom + p->height + 12));
  }
  if (panel->spatial)
    text_add(s->out, "set view 64,30; set view equal xyz; set xyplane relative 0\n"
                     "set border 31 lw 0.7\n");
  else
    text_add(s->out, "set border 3 lw 0.7\n");
  add_marks(s, panel, p);
  add_curves(s, panel, p, index);
  text_add(s->out, "unset label; unset arrow\n");
}

// --- data ----------------------------------------------------------------------------------------

static void add_rows(const Script *s, const Panel *panel, const Series *series,
                     const PanelLayout *p, Text *out) {
  size_t n = series->n;
  // a script that is kept may be edited: it gets all data
  const bool all = panel->spatial || !s->own || series->kind != SERIES_LINE;
  const int columns = columns_of(panel, series);
  const size_t *kept = all ? NULL : series_thinned(series, p, s->out->arena, &n);
  bool gap = true;  // a line is broken by one empty line; two would end the block
  for (size_t i = 0; i < n; i++) {
    const size_t place = kept != NULL ? kept[i] : i;
    bool shown = true;
    for (int k = 0; k < columns && series->kind != SERIES_MAP; k++)
      shown = shown && layout_is_shown(series->at[k][place]);
    if (!shown && !gap) text_add_char(out, '\n');
    gap = !shown;
    for (int k = 0; shown && k < columns; k++) {
      if (k > 0) text_add_char(out, ' ');
      if (layout_is_shown(series->at[k][place]))
        text_add_double(out, series->at[k][place]);
      else
        text_add(out, "NaN");
    }
    if (shown) text_add_char(out, '\n');
  }
}

static void add_data(const Script *s, Text *out) {
  for (size_t i = 0; i < s->layout.n; i++) {
    const Panel *panel = &s->figure->panels.at[i];
    const PanelLayout *p = &s->layout.panel[i];
    for (size_t j = 0; j < panel->series.n; j++) {
      const Series *series = &panel->series.at[j];
      if (!is_drawn(panel, series, p)) continue;
      text_addf(out, "# panel %zu: ", i + 1);
      label_text(series->name, out);
      text_add_char(out, '\n');
      add_rows(s, panel, series, p, out);
      text_add(out, "\n\n");
    }
  }
}

// --- the script ----------------------------------------------------------------------------------

static const char style[] =  //
  "set encoding utf8\n"
  "set minussign\n"
  "set tics out nomirror scale 0.5\n"
  "set grid lt 1 lw 0.5 dt solid lc rgb '#C8808080'\n"
  "set xlabel offset 0,0.4\n"  // otherwise it would be cut off below the picture
  "set ylabel offset 1,0\n";

static Script script_make(const Figure *figure, FigureKind kind, bool inside, Text *out) {
  return (Script){.figure = figure,
                  .layout = figure_layout(figure, out->arena),
                  .kind = kind,
                  .inside = inside,
                  .data = "'" FIGURE_DATA "'",
                  .out = out};
}

static void add_script(const Script *s) {
  size_t index = 0;
  text_add(s->out, "\n");
  text_add(s->out, style);
  text_add(s->out, "set multiplot\n");
  add_headings(s);
  for (size_t i = 0; i < s->layout.n; i++) add_panel(s, i, &index);
  text_add(s->out, "unset multiplot\n");
}

void figure_script(const Figure *figure, FigureKind kind, Text *out, Text *data) {
  const Script s = script_make(figure, kind, false, out);
  add_comment(out, "", figure->title);
  text_addf(out, "# gnuplot " FIGURE_SCRIPT " draws figure%s from " FIGURE_DATA "\n\n",
            kinds[kind].ending);
  add_terminal(&s);
  text_addf(out, "set output 'figure%s'\n", kinds[kind].ending);
  add_script(&s);
  add_data(&s, data);
}

// --- running it ----------------------------------------------------------------------------------

static Status fail(Diags *diags, ProcessEnd end, const Process *process) {
  const char *why = end == PROCESS_LATE          ? "it takes too long"
                    : end == PROCESS_INTERRUPTED ? "interrupted"
                    : *process->output           ? str_copy(diags->arena, str(process->output))
                                                 : "it gave nothing";
  diag_report(diags, DIAG_GNUPLOT_FAILS, (Span){0}, why);
  return STATUS_LIMIT;
}

static Status run_gnuplot(const Text *script, Arena *arena, Diags *diags, Str *bytes) {
  const char *named = getenv("DALEMBERT_GNUPLOT");
  // by its name: from "-", gnuplot would read one byte at a time
  char path[PATH_MAX], dash_d[] = "-d", input[] = "/dev/stdin";
  char *arguments[] = {path, dash_d, input, NULL};
  if (!process_find(named && *named ? named : "gnuplot", path)) {
    diag_report(diags, DIAG_NO_GNUPLOT, (Span){0});
    diag_help(diags, "install gnuplot, on Debian the package gnuplot-nox, or use --terminal");
    return STATUS_LIMIT;
  }
  Text result = text_make(arena);
  Process process = {.program = path,
                     .arguments = arguments,
                     .input = {script->at, script->n},
                     .seconds = SECONDS,
                     .result = &result};
  SignalHold hold;
  signals_hold(&hold);
  process.hold = &hold;
  const ProcessEnd end = process_run(&process);
  process_release_signals(&hold);
  if (process.no_memory) return part_refuse();
  if (end == PROCESS_INTERRUPTED && guard_look_here() == STATUS_CANCELLED) return STATUS_CANCELLED;
  if (end != PROCESS_DONE && library_lacks_memory(process.output)) return part_refuse();
  if (end != PROCESS_DONE || result.n == 0) return fail(diags, end, &process);
  *bytes = (Str){result.at, result.n};
  return STATUS_OK;
}

// Appends everything that gnuplot needs to draw the figure.
static void add_drawing(const Figure *figure, FigureKind kind, bool inside, Text *out) {
  Script s = script_make(figure, kind, inside, out);
  s.data = "$data";
  s.own = true;
  text_add(out, "$data << END\n");
  add_data(&s, out);
  text_add(out, "END\n");
  add_terminal(&s);
  add_script(&s);
}

bool figure_kind_of(const char *path, FigureKind *kind) {
  const char *dot = strcmp(path, "-") == 0 ? ".svg" : strrchr(path, '.');
  for (size_t i = 0; dot != NULL && i < sizeof kinds / sizeof *kinds; i++) {
    if (strcasecmp(dot, kinds[i].ending) != 0) continue;
    *kind = (FigureKind) i;
    return true;
  }
  return false;
}

Status figure_file(const Figure *figure, FigureKind kind, Arena *arena, Diags *diags, Str *bytes) {
  Text out = text_make(arena);
  add_drawing(figure, kind, false, &out);
  TRY(run_gnuplot(&out, arena, diags, bytes));
  if (kind == FIGURE_SVG) *bytes = svg_repair(*bytes, arena);
  return STATUS_OK;
}

// Takes one picture off the front, or returns false.
static bool next_picture(Str *pictures, Str *first) {
  static const char end[] = "</svg>\n\n";
  size_t n = sizeof end - 1;
  while (n <= pictures->n && memcmp(pictures->at + n - (sizeof end - 1), end, sizeof end - 1) != 0)
    n++;
  if (n > pictures->n) return false;
  *first = (Str){pictures->at, n};
  *pictures = (Str){pictures->at + n, pictures->n - n};
  return true;
}

Status figures_svg(const Figure *figures, const char *const *ids, size_t n, Arena *arena,
                   Diags *diags, Str *svg) {
  Text script = text_make(arena);
  Str pictures;
  for (size_t i = 0; i < n; i++) {
    add_drawing(&figures[i], FIGURE_SVG, true, &script);
    text_add(&script, "set output; reset\n");
  }
  TRY(run_gnuplot(&script, arena, diags, &pictures));
  for (size_t i = 0; i < n; i++) {
    Text out = text_make(arena);
    Str picture;
    if (!next_picture(&pictures, &picture)) return fail(diags, PROCESS_DONE, &(Process){0});
    svg_inline(svg_repair(picture, arena), ids[i], figures[i].title, &out);
    svg[i] = (Str){text_get(&out), out.n};
  }
  return STATUS_OK;
}

Status figure_svg(const Figure *figure, const char *id, Arena *arena, Diags *diags, Str *svg) {
  return figures_svg(figure, &id, 1, arena, diags, svg);
}
