// draw/plot.c: turns runs into figures.

#include "draw/plot.h"
#include "language/units.h"
#include <math.h>
#include <string.h>

// One run, as columns of the plan's quantities and t.
typedef struct {
  const char *name;     // the settings of this run; NULL if there is only one run
  const char *section;  // at whose crossings its rows are; or NULL
  size_t set;           // number of the requested run
  size_t rows;
  double *t, **value;
  bool stopped;  // ended early
} Track;

typedef struct {
  Expr value;
  Span span;
} Given;

typedef struct {
  System *m;
  const PlotRequest *options;
  Arena *arena;  // of the figure
  Figure *figure;
  Given *given;  // the model's own parameter values
  PlotPlan plan;
  ARRAY(Track) tracks;
  const char *seconds;  // the unit of time, or NULL
  Status status;
} Job;

// --- parameters ----------------------------------------------------------------------------------

// Keeps the parameters: each run starts from those of the model, not of the run before, and leaves them as they were.
static void keep_parameters(Job *job) {
  const Model *model = job->m->model;
  job->given = ARENA_ARRAY(&job->m->work, Given, model->parameters.n + 1);
  for (size_t i = 0; i < model->parameters.n; i++)
    job->given[i] = (Given){model->parameters.at[i].value, model->parameters.at[i].span};
}

static void restore_parameters(void *object) {
  const Job *job = object;
  const Model *model = job->m->model;
  for (size_t i = 0; job->given != NULL && i < model->parameters.n; i++) {
    model->parameters.at[i].value = job->given[i].value;
    model->parameters.at[i].span = job->given[i].span;
  }
}

// --- runs ----------------------------------------------------------------------------------------

// Inserts a gap between two rows at one time, the states before and after an event.
static void add_gaps(Job *job, Track *track) {
  Arena *arena = job->arena;
  const size_t n = job->plan.quantities.n;
  size_t gaps = 0, to = 0;
  for (size_t i = 1; i < track->rows; i++) gaps += track->t[i] == track->t[i - 1];
  if (gaps == 0 || track->section != NULL) return;
  double **from = ARENA_ARRAY(&job->m->work, double *, n + 1);
  for (size_t k = 0; k <= n; k++) {
    double **column = k < n ? &track->value[k] : &track->t;
    from[k] = *column;
    *column = ARENA_ARRAY(arena, double, track->rows + gaps);
  }
  for (size_t i = 0; i < track->rows; i++) {
    const bool gap = i > 0 && from[n][i] == from[n][i - 1];
    for (size_t k = 0; k <= n; k++) {
      double *column = k < n ? track->value[k] : track->t;
      if (gap) column[to] = (double) NAN;
      column[to + gap] = from[k][i];
    }
    to += 1 + gap;
  }
  track->rows = to;
}

// Adds the quantities of a table. track.stopped: the run ended early.
static Status add_track(Job *job, const RunTable *table, Track track) {
  System *m = job->m;
  Arena *arena = job->arena;
  track.rows = table->rows;
  const size_t n = job->plan.quantities.n;
  const Quantity t = {.name = "t", .value = EXPR_NONE};
  track.value = ARENA_ARRAY(arena, double *, n + 1);
  TRY(table_values(m, table, &t, 1, arena, &track.t));
  TRY(table_values(m, table, job->plan.quantities.at, n, arena, track.value));
  add_gaps(job, &track);
  array_push(arena, &job->tracks, track);
  return STATUS_OK;
}

// Says below the title, once, why a curve ends.
static void add_note(Job *job, const char *run, const char *variable, double t, const char *why) {
  if (job->figure->note.text != NULL) return;
  const char *text = text_format(job->arena, "×  %s%sthe run ends at %s = %.6g: %s",
                                 run ? run : "", run ? ": " : "", variable, t, why);
  job->figure->note = label_plain(text);
}

static bool needs_motion(const Job *job) {
  const PlotPlan *plan = &job->plan;
  Expr *roots = ARENA_ARRAY(&job->m->work, Expr, plan->quantities.n + 1);
  for (size_t i = 0; i < plan->quantities.n; i++) roots[i] = plan->quantities.at[i].value;
  return table_needs_motion(job->m, roots, plan->quantities.n);
}

// Shows a motion as far as it goes.
static Status take_motion(Job *job, const Motion *motion, Track track) {
  const bool early = motion->end != RUN_DONE && motion->end != RUN_EVENT;
  const RunTable table = {
    .column = motion->column, .columns = motion->columns, .rows = motion->rows, .at = motion->at};
  track.stopped = early;
  TRY(add_track(job, &table, track));
  if (early) {
    add_note(job, track.name, motion->variable, motion->t, motion->why);
    job->status = STATUS_DOMAIN;
  }
  return STATUS_OK;
}

// Runs the model as it is now, for a track with this name, section and number.
static Status follow(Job *job, Track track) {
  System *m = job->m;
  MotionRequest request = job->options->run;
  if (request.rows == 0) request.rows = PLOT_ROWS;
  request.only = track.section;
  request.jumps = track.section == NULL;
  if (needs_motion(job)) request.columns = "accelerations, multipliers, reactions";
  if (job->options->known != NULL && request.columns == NULL && track.section == NULL)
    return take_motion(job, job->options->known, track);
  Motion motion;
  const Status status = system_follow(m, &request, &m->notes, &motion);
  if (status != STATUS_OK && (status != STATUS_DOMAIN || motion.rows == 0)) return status;
  return take_motion(job, &motion, track);
}

// Is the show about this section? Sections are equal if their names are; NULL is the motion.
static bool is_of(const Show *show, const char *section) {
  if (show->section == NULL || section == NULL) return show->section == section;
  return strcmp(show->section, section) == 0;
}

// Is the section of this show that of an earlier one?
static bool is_repeated(const Job *job, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (is_of(&job->plan.shows.at[k], job->plan.shows.at[i].section)) return true;
  return false;
}

// Runs the motion, and the crossings of each section that is shown.
static Status follow_sections(Job *job, const char *name, size_t set) {
  for (size_t i = 0; i < job->plan.shows.n; i++)
    if (!is_repeated(job, i))
      TRY(follow(job, (Track){.name = name, .section = job->plan.shows.at[i].section, .set = set}));
  return STATUS_OK;
}

static Status follow_all(Job *job) {
  const PlotRequest *o = job->options;
  if (o->sets == 0) return follow_sections(job, NULL, 0);
  for (size_t k = 0; k < o->sets; k++) {
    restore_parameters(job);
    TRY(system_set(job->m, o->set[k]));
    const char *name = o->sets > 1 ? str_copy(job->arena, str(o->set[k])) : NULL;
    TRY(follow_sections(job, name, k));
  }
  return STATUS_OK;
}

// Takes a run that exists already, with its reason for ending. If one panel is about a section, all are, since there
// are no other rows.
static Status take_made(Job *job) {
  const PlotRequest *o = job->options;
  for (size_t k = 0; k < o->sets; k++) TRY(system_set(job->m, o->set[k]));
  const bool early = o->made_end != NULL;
  const char *section = NULL;
  for (size_t i = 0; section == NULL && i < job->plan.shows.n; i++) section = job->plan.shows.at[i].section;
  for (size_t i = 0; i < job->plan.shows.n; i++) job->plan.shows.at[i].section = section;
  TRY(add_track(job, o->made, (Track){.section = section, .stopped = early}));
  const Track *track = &job->tracks.at[0];
  if (early && track->rows > 0)
    add_note(job, NULL, "t", track->t[track->rows - 1], o->made_end);
  return STATUS_OK;
}

// --- series --------------------------------------------------------------------------------------

static Label series_name(Job *job, Label quantity, const Track *track, bool alone) {
  if (track->name == NULL) return quantity;
  if (alone) return label_math(track->name);
  return label_math(text_format(job->arena, "%s, %s", quantity.text, track->name));
}

// Makes a series. If one quantity is compared over several runs, colours distinguish the runs; otherwise the
// quantities, and dashes the runs.
static Series make_series(Job *job, Label quantity, const Track *track, size_t i, size_t count) {
  const size_t which = track->set;
  const bool alone = count == 1 && job->options->sets > 1;
  return (Series){.name = series_name(job, quantity, track, alone),
                  .kind = track->section != NULL ? SERIES_DOTS : SERIES_LINE,
                  .n = track->rows,
                  .colour = (unsigned) (alone ? which : i),
                  .dash = (unsigned) (alone ? 0 : which),
                  .stopped = track->stopped && track->section == NULL};
}

static Panel *add_panel(Job *job, Panel panel) {
  Figure *figure = job->figure;
  array_push(job->arena, &figure->panels, panel);
  return &figure->panels.at[figure->panels.n - 1];
}

static void add_series(Job *job, Panel *panel, Series series) {
  array_push(job->arena, &panel->series, series);
}

static Label name_at(const Job *job, size_t i) {
  Label label = label_math(job->plan.quantities.at[i].name);
  label.unit = job->plan.quantities.at[i].unit;
  return label;
}

// Returns the unit that these quantities have in common, or NULL.
static const char *common_unit(const Job *job, size_t first, size_t count) {
  const Quantity *q = job->plan.quantities.at;
  const char *unit = q[first].unit;
  for (size_t i = first; unit != NULL && i < first + count; i++)
    if (q[i].unit == NULL || strcmp(q[i].unit, unit) != 0) unit = NULL;
  return unit;
}

// --- panels --------------------------------------------------------------------------------------

// label: for all curves; without a text, each has its name
static void show_curves(Job *job, const Show *show, Label label) {
  Panel panel = {.label = {label_math("t")}};
  panel.label[0].unit = job->seconds;
  const char *unit = common_unit(job, show->first, show->count);
  if (show->count == 1)
    panel.label[1] = label.text ? label : name_at(job, show->first);
  else if (unit != NULL)
    panel.label[1] = (Label){"", false, unit};
  for (size_t i = 0; i < show->count; i++)
    for (size_t k = 0; k < job->tracks.n; k++) {
      const Track *track = &job->tracks.at[k];
      if (!is_of(show, track->section)) continue;
      Label name = label.text ? label : name_at(job, show->first + i);
      if (unit != NULL) name.unit = NULL;  // the unit is at the axis
      Series s = make_series(job, name, track, i, show->count);
      s.at[0] = track->t;
      s.at[1] = track->value[show->first + i];
      add_series(job, &panel, s);
    }
  add_panel(job, panel);
}

static void show_energy(Job *job, const Show *show) {
  for (size_t k = 0; k < job->tracks.n; k++) {
    const Track *track = &job->tracks.at[k];
    if (!is_of(show, track->section)) continue;
    double *energy = track->value[show->first];
    const double start = track->rows > 0 ? energy[0] : 0;
    for (size_t i = 0; i < track->rows; i++) energy[i] -= start;
  }
  show_curves(job, show, label_math("E - E_0"));
}

static void show_phase(Job *job, const Show *show) {
  Panel panel = {.tall = true};
  const size_t pairs = show->count / 2;
  for (int k = 0; pairs == 1 && k < 2; k++) panel.label[k] = name_at(job, show->first + (size_t) k);
  for (size_t i = 0; i < pairs; i++)
    for (size_t k = 0; k < job->tracks.n; k++) {
      const size_t at = show->first + 2 * i;
      const Track *track = &job->tracks.at[k];
      if (!is_of(show, track->section)) continue;
      const char *name = text_format(job->arena, "%s, %s", name_at(job, at).text,
                                     name_at(job, at + 1).text);
      Series s = make_series(job, label_math(name), track, i, pairs);
      s.at[0] = track->value[at];
      s.at[1] = track->value[at + 1];
      s.start = track->section == NULL;
      add_series(job, &panel, s);
    }
  add_panel(job, panel);
}

#define FLAT 1e-9  // of the widest extent: less counts as no motion in that direction

// Returns the extent of all orbits along an axis.
static double extent(const Job *job, const Show *show, size_t axis) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t k = 0; k < job->tracks.n; k++)
    for (size_t i = axis; is_of(show, job->tracks.at[k].section) && i < show->count; i += PLOT_ORBIT)
      for (size_t row = 0; row < job->tracks.at[k].rows; row++) {
        const double x = job->tracks.at[k].value[show->first + i][row];
        if (!isfinite(x)) continue;
        low = fmin(low, x);
        high = fmax(high, x);
      }
  return high > low ? high - low : 0;
}

// Chooses the axes to show: those of the plane in which all points move, the last one upwards.
static int choose_axes(const Job *job, const Show *show, size_t axes[3]) {
  double wide[3], widest = 0;
  for (size_t k = 0; k < 3; k++) {
    wide[k] = extent(job, show, k);
    widest = fmax(widest, wide[k]);
  }
  const size_t planes[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}};
  for (int p = 0; p < 3; p++) {
    if (wide[planes[p][2]] > FLAT * widest) continue;
    memcpy(axes, planes[p], sizeof planes[p]);
    return 2;
  }
  for (size_t k = 0; k < 3; k++) axes[k] = k;
  return 3;
}

static void show_orbits(Job *job, const Show *show) {
  static const char *const names[] = {"x", "y", "z"};
  size_t axes[3];
  const int n = choose_axes(job, show, axes);
  const bool stretched = n == 2 && job->options->stretch;
  Panel panel = {.equal = n == 2 && !stretched, .tall = stretched, .spatial = n == 3};
  for (int k = 0; k < n; k++) {
    panel.label[k] = label_math(names[axes[k]]);
    panel.label[k].unit = job->seconds != NULL ? "m" : NULL;
  }
  for (size_t i = 0; i < show->count; i += PLOT_ORBIT)
    for (size_t k = 0; k < job->tracks.n; k++) {
      const Track *track = &job->tracks.at[k];
      if (!is_of(show, track->section)) continue;
      double *const *value = track->value + show->first + i;
      Series s = make_series(job, label_math(name_at(job, show->first + i).text), track, i / PLOT_ORBIT,
                             show->count / PLOT_ORBIT);
      s.start = s.moves = track->section == NULL;
      for (int j = 0; j < n; j++) {
        s.at[j] = value[axes[j]];
        s.velocity[j] = track->rows > 0 ? value[3 + axes[j]][0] : 0;
      }
      add_series(job, &panel, s);
    }
  // a single orbit has no key: its name becomes the title
  if (panel.series.n == 1) panel.title = panel.series.at[0].name;
  if (job->plan.orbits > 0)
    panel.title = label_plain(text_format(job->arena, "the first %zu of %zu points; --show orbits shows all",
                                          show->count / PLOT_ORBIT, job->plan.orbits));
  add_panel(job, panel);
}

static void show_all(Job *job) {
  for (size_t i = 0; i < job->plan.shows.n; i++) {
    const Show *show = &job->plan.shows.at[i];
    switch (show->kind) {
      case SHOW_ORBITS: show_orbits(job, show); break;
      case SHOW_CURVES: show_curves(job, show, (Label){0}); break;
      case SHOW_PHASE: show_phase(job, show); break;
      case SHOW_ENERGY: show_energy(job, show); break;
      case SHOW_ERROR: show_curves(job, show, label_plain("constraint error")); break;
    }
  }
}

// --- a figure ------------------------------------------------------------------------------------

// Copies the names of quantities, which belong to the model.
static void keep_names(Job *job) {
  Arena *arena = job->arena;
  for (size_t i = 0; i < job->plan.quantities.n; i++) {
    Quantity *q = &job->plan.quantities.at[i];
    q->name = str_copy(arena, str(q->name));
  }
}

// Returns m/s^2 as m/s².
static const char *shown_unit(const Job *job, const char *unit) {
  static const char *const ways[][2] = {{"^2", "²"}, {"^3", "³"}, {"^4", "⁴"}, {"*", "·"}};
  Text text = text_make(job->arena);
  if (unit == NULL || strcmp(unit, "1") == 0) return NULL;
  for (const char *c = unit; *c != '\0';) {
    size_t k = 0;
    while (k < 4 && strncmp(c, ways[k][0], strlen(ways[k][0])) != 0) k++;
    if (k < 4)
      text_add(&text, ways[k][1]);
    else
      text_add_char(&text, *c);
    c += k < 4 ? strlen(ways[k][0]) : 1;
  }
  return text_get(&text);
}

static bool is_of_orbit(const Job *job, size_t quantity) {
  for (size_t i = 0; i < job->plan.shows.n; i++) {
    const Show *show = &job->plan.shows.at[i];
    if (show->kind == SHOW_ORBITS && quantity >= show->first && quantity < show->first + show->count)
      return true;
  }
  return false;
}

// Chooses units: a quantity declared in a unit is shown in it; all others, and orbits in one panel, in SI units.
static void find_units(Job *job) {
  Model *model = job->m->model;
  if (!job->m->finished || model->units.n == 0 || model->units_off) return;
  if (model_uses_units(model)) job->seconds = "s";
  for (size_t i = 0; i < job->plan.quantities.n; i++) {
    Quantity *q = &job->plan.quantities.at[i];
    const char *unit;
    Expr factor;
    if (expr_is_none(q->value)) continue;
    if (!is_of_orbit(job, i) && model_declared_unit(model, q->value, &unit, &factor))
      q->value = expr_div(model->pool, q->value, factor);
    else
      language_units_of(model, &q->value, 1, &unit);
    q->unit = shown_unit(job, unit);
  }
}

// Finds the section of all panels that do not name their own. A saved run has only its own rows.
static Status find_section(Job *job) {
  System *m = job->m;
  const char *name = job->options->run.only;
  job->plan.section = name;
  if (name == NULL || !m->finished || job->options->made == NULL) return STATUS_OK;
  for (size_t i = 0; i < m->model->sections.n; i++)
    if (strcmp(m->model->sections.at[i].name, name) == 0) return STATUS_OK;
  diag_report(&m->diags, DIAG_SECTION_UNKNOWN, (Span){0}, name);
  return STATUS_INPUT;
}

static Status plot_job(Job *job) {
  System *m = job->m;
  const PlotRequest *o = job->options;
  job->plan = (PlotPlan){.m = m, .arena = job->arena};
  if (o->made == NULL) TRY(system_check_finished(m));
  if (m->finished) TRY(system_prepare(m));
  job->plan.saved = o->made;
  TRY(find_section(job));
  for (size_t i = 0; i < o->shows; i++) TRY(plot_show(&job->plan, o->show[i]));
  if (o->shows == 0) TRY(plot_show_usual(&job->plan));
  keep_names(job);
  find_units(job);
  TRY(o->made != NULL ? take_made(job) : follow_all(job));
  const char *title = m->finished ? system_title(m) : o->made->title;
  if (title != NULL && *title != '\0')
    job->figure->title = label_plain(str_copy(job->arena, str(title)));
  show_all(job);
  return job->status;
}

Status plot_make(System *m, const PlotRequest *request, Arena *arena, Figure *figure) {
  Job *job = ARENA_NEW(&m->work, Job);
  *figure = (Figure){0};
  *job = (Job){.m = m, .options = request, .arena = arena, .figure = figure};
  keep_parameters(job);
  arena_defer(&m->work, restore_parameters, job);
  const Status status = plot_job(job);
  restore_parameters(job);
  const Status restored = m->program.laid_out ? system_parameters(m) : STATUS_OK;
  return status == STATUS_OK ? restored : status;
}
