// draw/sweep_plot.c: a sweep as a figure: histograms, dots, maps, bands.

#include "draw/sweep_plot.h"
#include "sweep/statistics.h"
#include "sweep/status.h"
#include "sweep/summary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Arena *work;
  Arena *arena;  // of the figure
  Diags *diags;
  PlanFile file;
  SweepFolder folder;
  SweepSummary summary;  // of the rows, if known
  Figure *figure;
} Plotting;

// --- numbers of the members ----------------------------------------------------------------------

// A number that each member has: a varied value, a result, a column of the last row.
typedef enum { FROM_AXIS, FROM_RESULT, FROM_FINAL } FromKind;

typedef struct {
  FromKind from;
  size_t index;
  const char *name;
} MemberNumber;

static bool find_number(const SweepPlan *p, Str name, MemberNumber *to) {
  for (size_t i = 0; i < p->results; i++)
    if (str_equal(name, str(p->result[i]))) {
      *to = (MemberNumber){FROM_RESULT, i, p->result[i]};
      return true;
    }
  for (size_t i = 0; i < p->axes; i++)
    if (str_equal(name, str(p->axis[i].name))) {
      *to = (MemberNumber){FROM_AXIS, i, p->axis[i].name};
      return true;
    }
  for (size_t i = 0; i < p->columns; i++)
    if (str_equal(name, str(p->column[i]))) {
      *to = (MemberNumber){FROM_FINAL, i, p->column[i]};
      return true;
    }
  return false;
}

// Returns the numbers of all members, NaN for those missing or failed; varied values are known for
// all.
static double *numbers_of(const Plotting *g, const MemberNumber *number) {
  const SweepPlan *p = g->folder.plan;
  double *all = ARENA_ARRAY(g->arena, double, (size_t) p->members + 1);
  for (uint64_t block = 0; block < plan_blocks(p); block++) {
    const ArenaMark mark = arena_mark(g->work);
    SweepBlock b;
    const bool there = sweep_folder_part(&g->folder, block) == PART_WHOLE &&
                       sweep_folder_read(g->work, &g->folder, block, &b);
    if (!there) b = part_make(g->work, p, block);
    for (size_t i = 0; i < b.members; i++) {
      const bool good = b.end[i] <= 1;
      double value = (double) NAN;
      if (number->from == FROM_AXIS) value = b.value[i * p->axes + number->index];
      if (number->from == FROM_RESULT && good) value = b.result[i * p->results + number->index];
      if (number->from == FROM_FINAL && good) value = b.final[i * p->columns + number->index];
      all[block * p->block + i] = value;
    }
    arena_release(g->work, mark);
  }
  return all;
}

// --- panels --------------------------------------------------------------------------------------

static const char *kept(const Plotting *g, const char *text) {
  return str_copy(g->arena, str(text));
}

#define DOTS_MOST 20000  // more cannot be distinguished

static void add_dots(Plotting *g, const MemberNumber *x, const MemberNumber *y) {
  const size_t members = (size_t) g->folder.plan->members;
  const size_t stride = members / DOTS_MOST + 1, n = (members + stride - 1) / stride;
  double *at[2] = {numbers_of(g, x), numbers_of(g, y)};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < n; i++) at[k][i] = at[k][i * stride];
  Panel panel = {.label = {label_math(kept(g, x->name)), label_math(kept(g, y->name))},
                 .tall = true};
  array_push(g->arena, &panel.series,
             ((Series){.kind = SERIES_DOTS, .n = n, .at = {at[0], at[1]}}));
  array_push(g->arena, &g->figure->panels, panel);
}

#define BINS_MOST 60

// Adds a histogram with equal bins, their number by Rice's rule (cube root), as a curve of steps.
static void add_histogram(Plotting *g, const MemberNumber *number) {
  double *all = numbers_of(g, number);
  size_t n = 0;
  for (uint64_t i = 0; i < g->folder.plan->members; i++)
    if (isfinite(all[i])) all[n++] = all[i];
  statistics_sort(all, n);
  const double low = n > 0 ? all[0] : 0, high = n > 0 ? all[n - 1] : 0;
  size_t bins = (size_t) ceil(2 * cbrt((double) n));
  bins = bins > BINS_MOST ? BINS_MOST : bins < 1 ? 1 : bins;
  double *count = ARENA_ARRAY(g->arena, double, bins);
  for (size_t i = 0; i < n; i++) {
    const size_t bin = high > low ? (size_t) ((all[i] - low) / (high - low) * (double) bins) : 0;
    count[bin < bins ? bin : bins - 1]++;
  }
  const size_t corners = n > 0 ? 2 * bins + 2 : 0;
  double *x = ARENA_ARRAY(g->arena, double, corners + 1),
         *y = ARENA_ARRAY(g->arena, double, corners + 1);
  for (size_t i = 0; i < corners; i++) {
    x[i] = low + (high > low ? high - low : 1) * (double) (i / 2) / (double) bins;
    y[i] = i == 0 || i + 1 == corners ? 0 : count[(i - 1) / 2];
  }
  Panel panel = {.label = {label_math(kept(g, number->name)), label_plain("members")}};
  array_push(g->arena, &panel.series, ((Series){.n = corners, .at = {x, y}}));
  array_push(g->arena, &g->figure->panels, panel);
}

// Adds a map over two variables of a grid, with one point per cell: the mean over all members
// there.
static void add_map(Plotting *g, size_t across, size_t up, const MemberNumber *number) {
  const SweepPlan *p = g->folder.plan;
  const SweepAxis *a = &p->axis[across], *b = &p->axis[up];
  const size_t n = (size_t) (a->count * b->count);
  double *all = numbers_of(g, number);
  double *x = ARENA_ARRAY(g->arena, double, n + 1), *y = ARENA_ARRAY(g->arena, double, n + 1);
  double *z = ARENA_ARRAY(g->arena, double, n + 1), *count = ARENA_ARRAY(g->work, double, n + 1);
  uint64_t *place = ARENA_ARRAY(g->work, uint64_t, p->axes);
  for (uint64_t i = 0; i < p->members; i++) {
    plan_place(p, i, place);
    const size_t cell = (size_t) (place[up] * a->count + place[across]);
    if (!isfinite(all[i])) continue;
    z[cell] += all[i];
    count[cell]++;
  }
  for (size_t i = 0; i < n; i++) {
    x[i] = plan_grid_value(a, i % a->count);
    y[i] = plan_grid_value(b, i / a->count);
    z[i] = count[i] > 0 ? z[i] / count[i] : (double) NAN;
  }
  Panel panel = {.label = {label_math(kept(g, a->name)), label_math(kept(g, b->name))},
                 .tall = true};
  array_push(
    g->arena, &panel.series,
    ((Series){
      .name = label_math(kept(g, number->name)), .kind = SERIES_MAP, .n = n, .at = {x, y, z}}));
  array_push(g->arena, &g->figure->panels, panel);
}

// Adds the median and quantiles of a column of the rows, against the median of the time.
static void add_bands(Plotting *g, size_t column) {
  static const int edges[2][2] = {{SUMMARY_Q05, SUMMARY_Q95}, {SUMMARY_Q25, SUMMARY_Q75}};
  static const char *const names[2] = {"5 to 95 %", "25 to 75 %"};
  const SweepPlan *p = g->folder.plan;
  const size_t n = (size_t) p->rows;
  if (g->summary.row == NULL) g->summary = sweep_summary(g->work, &g->folder, true);
  double *at[SUMMARIES], *t = ARENA_ARRAY(g->arena, double, n);
  for (int k = 0; k < SUMMARIES; k++) at[k] = ARENA_ARRAY(g->arena, double, n);
  for (size_t r = 0; r < n; r++) {
    t[r] = g->summary.row[r * p->columns * SUMMARIES + SUMMARY_Q50];
    for (int k = 0; k < SUMMARIES; k++)
      at[k][r] = g->summary.row[(r * p->columns + column) * SUMMARIES + (size_t) k];
  }
  Panel panel = {
    .label = {label_math(kept(g, p->column[0])), label_math(kept(g, p->column[column]))}};
  for (int k = 0; k < 2; k++)
    array_push(g->arena, &panel.series,
               ((Series){.name = label_plain(names[k]),
                         .kind = SERIES_BAND,
                         .n = n,
                         .at = {t, at[edges[k][0]], at[edges[k][1]]}}));
  array_push(g->arena, &panel.series,
             ((Series){.name = label_plain("median"), .n = n, .at = {t, at[SUMMARY_Q50]}}));
  array_push(g->arena, &g->figure->panels, panel);
}

// --- what is asked for ---------------------------------------------------------------------------

static Status no_such(Plotting *g, Span span, Str name) {
  diag_report(g->diags, DIAG_PLOT_COLUMN, span, str_copy(g->work, name));
  Text all = text_make(g->work);
  const SweepPlan *p = g->folder.plan;
  for (size_t i = 0; i < p->axes; i++) text_addf(&all, "%s%s", all.n ? ", " : "", p->axis[i].name);
  for (size_t i = 0; i < p->results; i++) text_addf(&all, "%s%s", all.n ? ", " : "", p->result[i]);
  diag_help(g->diags, "it has %s%s", text_get(&all),
            p->rows > 0 ? ", and the columns of its rows" : "");
  return STATUS_INPUT;
}

static Status find_part(Plotting *g, Span span, MemberNumber *to) {
  return find_number(g->folder.plan, span_text(span), to) ? STATUS_OK
                                                          : no_such(g, span, span_text(span));
}

static bool is_grid_axis(const SweepPlan *p, const MemberNumber *number) {
  return number->from == FROM_AXIS && p->axis[number->index].kind < SWEEP_GRIDS;
}

// Example: "m, theta: top"
static Status show_map(Plotting *g, Span axes, const MemberNumber *value) {
  uint32_t at = axes.start;
  MemberNumber across, up;
  TRY(find_part(g, source_next_part(axes.source, &at, axes.end, ','), &across));
  TRY(find_part(g, source_next_part(axes.source, &at, axes.end, ','), &up));
  const SweepPlan *p = g->folder.plan;
  if (!is_grid_axis(p, &across) || !is_grid_axis(p, &up) || across.index == up.index) {
    diag_report(g->diags, DIAG_SWEEP_MAP, axes, str_copy(g->work, span_text(axes)));
    return STATUS_INPUT;
  }
  add_map(g, across.index, up.index, value);
  return STATUS_OK;
}

static Status show(Plotting *g, const char *text) {
  const SweepPlan *p = g->folder.plan;
  Source *source = ARENA_NEW(g->work, Source);
  *source = (Source){"--show", str(text)};
  uint32_t at = 0;
  const uint32_t end = (uint32_t) strlen(text);
  const Span first = source_next_part(source, &at, end, ':');
  const bool two = first.end < end && memchr(text + first.end, ':', end - first.end) != NULL;
  MemberNumber x, y;
  if (!two) {
    for (size_t i = 0; p->rows > 0 && i < p->columns; i++) {
      if (!str_equal(span_text(first), str(p->column[i]))) continue;
      add_bands(g, i);
      return STATUS_OK;
    }
    TRY(find_part(g, first, &x));
    add_histogram(g, &x);
    return STATUS_OK;
  }
  const Span second = source_next_part(source, &at, end, ':');
  TRY(find_part(g, second, &y));
  if (memchr(text + first.start, ',', first.end - first.start) != NULL)
    return show_map(g, first, &y);
  TRY(find_part(g, first, &x));
  add_dots(g, &x, &y);
  return STATUS_OK;
}

// Shows maps for a grid of two variables, dots along one, otherwise histograms; and the first
// column of the rows.
static void show_usual(Plotting *g) {
  const SweepPlan *p = g->folder.plan;
  const bool map = p->axes == 2 && p->axis[0].kind < SWEEP_GRIDS && p->axis[1].kind < SWEEP_GRIDS;
  for (size_t i = 0; i < p->results && i < FIGURE_PANELS; i++) {
    const MemberNumber result = {FROM_RESULT, i, p->result[i]};
    const MemberNumber axis = {FROM_AXIS, 0, p->axis[0].name};
    if (map)
      add_map(g, 0, 1, &result);
    else if (p->axes == 1)
      add_dots(g, &axis, &result);
    else
      add_histogram(g, &result);
  }
  if (p->rows > 0 && p->columns > 1) add_bands(g, 1);
  for (size_t i = 0; g->figure->panels.n == 0 && i < p->axes; i++)
    add_histogram(g, &(MemberNumber){FROM_AXIS, i, p->axis[i].name});
}

// --- all of it -----------------------------------------------------------------------------------

Status sweep_plot_make(const SweepPlotRequest *r, Arena *work, Diags *diags, Arena *arena,
                       Figure *figure) {
  Plotting plotting = {.work = work, .arena = arena, .diags = diags, .figure = figure},
           *g = &plotting;
  TRY(sweep_folder_open(g->work, g->diags, r->folder, &g->file, &g->folder));
  const SweepStatus s = sweep_status(g->work, &g->folder);
  g->figure->title = label_plain(kept(g, g->file.title));
  Text note = text_make(g->arena);
  sweep_status_text(&g->folder, &s, &note);
  const char *line = text_get(&note);
  g->figure->note = label_plain(str_copy(g->arena, (Str){line, strcspn(line, "\n")}));
  for (size_t i = 0; i < r->shows; i++) TRY(show(g, r->show[i]));
  if (r->shows == 0) show_usual(g);
  return STATUS_OK;
}

void sweep_panels(Arena *work, Arena *arena, Diags *diags, const SweepFolder *folder,
                  Figure *figure) {
  show_usual(
    &(Plotting){.work = work, .arena = arena, .diags = diags, .folder = *folder, .figure = figure});
}
