// cli/simulate.c: dalembert simulate FILE: a motion.

#include "cli/cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- a table for a terminal ----------------------------------------------------------------------

#define WIDTH 12  // columns of a number with 6 digits, sign and exponent

static int column_width(const DalRun *run, size_t column) {
  const size_t n = strlen(dal_run_column(run, column));
  return 1 + (int) (n > WIDTH ? n : WIDTH);
}

// Returns how many columns fit side by side, at least one.
static size_t columns_that_fit(const DalRun *run) {
  size_t width, rows, n = 0, used = 0;
  terminal_size(&width, &rows);
  while (n < dal_run_columns(run) && (n == 0 || used + (size_t) column_width(run, n) <= width))
    used += (size_t) column_width(run, n++);
  return n;
}

// Prints a table with six digits; files have all digits.
static void print_table(const DalRun *run, bool quiet) {
  const size_t n = columns_that_fit(run), all = dal_run_columns(run);
  for (size_t j = 0; j < n; j++) printf("%*s", column_width(run, j), dal_run_column(run, j));
  putchar('\n');
  for (size_t i = 0; i < dal_run_rows(run); i++) {
    const double *row = dal_run_row(run, i);
    for (size_t j = 0; j < n; j++) printf("%*.6g", column_width(run, j), row[j] == 0 ? 0 : row[j]);
    putchar('\n');
  }
  fflush(stdout);
  if (n == all || quiet) return;
  fprintf(stderr, "omitted to save space:");
  for (size_t j = n; j < all; j++)
    fprintf(stderr, "%s%s", j > n ? ", " : " ", dal_run_column(run, j));
  fputc('\n', stderr);
}

// --- the command ---------------------------------------------------------------------------------

// Events may take or add energy, as a restitution above 1 does. That is not an error of the run.
static void print_energy(const DalRun *run, const DalRunSummary *s) {
  double lost = 0;
  for (size_t i = 0; i < dal_run_events(run); i++) lost += dal_run_event(run, i).energy_lost;
  fprintf(stderr, "energy %.10g, ", s->energy);
  if (lost != 0) fprintf(stderr, "%s at events %.6g, otherwise ", lost > 0 ? "lost" : "gained", fabs(lost));
  fprintf(stderr, "changed by at most %.2g; largest constraint error %.2g\n", s->energy_drift, s->constraint_error);
}

static void print_summary(const DalRun *run) {
  const DalRunSummary s = dal_run_summary(run);
  fprintf(stderr, "%s = %g to %g: %s\n", s.variable, s.from, s.t, s.why);
  fprintf(stderr, "%zu steps (%zu rejected), %zu right-hand sides, %s, %.3g s", s.steps, s.rejected,
          s.calls, s.compiled ? "compiled" : "interpreted", s.seconds);
  if (s.switches > 0)
    fprintf(stderr, "; forces switched %zu time%s", s.switches, s.switches > 1 ? "s" : "");
  if (s.charts > 0) fprintf(stderr, "; %zu change%s of chart", s.charts, s.charts > 1 ? "s" : "");
  fputc('\n', stderr);
  print_energy(run, &s);
}

#define EVENTS_SHOWN 12  // files have all of them

static void print_events(const DalRun *run) {
  const size_t n = dal_run_events(run);
  if (n == 0) return;
  fprintf(stderr, "%zu event%s:\n", n, n > 1 ? "s" : "");
  for (size_t i = 0; i < n; i++) {
    if (n > EVENTS_SHOWN + 1 && i == EVENTS_SHOWN / 2) {
      fprintf(stderr, "  ... %zu more; --events FILE writes all of them\n", n - EVENTS_SHOWN);
      i = n - EVENTS_SHOWN / 2;
    }
    const DalEvent e = dal_run_event(run, i);
    fprintf(stderr, "  t = %-14.12g %s%s%s", e.t, e.what, *e.name ? " " : "", e.name);
    if (e.impulse != 0) fprintf(stderr, ", impulse %.6g", e.impulse);
    if (e.impulse != 0 || e.energy_lost != 0) fprintf(stderr, ", energy lost %.6g", e.energy_lost);
    fputc('\n', stderr);
  }
}

static int write_events(const Arguments *a, const DalRun *run) {
  if (a->value[OPTION_EVENTS] == NULL) return EXIT_DONE;
  DalResult *result;
  const DalStatus written = dal_run_write_events(run, a->value[OPTION_EVENTS], &result);
  return finish_result(a, result, written);
}

static void print_results(const DalRun *run) {
  double value;
  const char *name;
  for (size_t i = 0; (name = dal_run_result(run, i, &value)) != NULL; i++)
    fprintf(stderr, "%s%s = %.10g", i > 0 ? ", " : "", name, value);
  if (dal_run_results(run) > 0) fputc('\n', stderr);
}

static int write_run(const Arguments *a, const DalRun *run, const char *path) {
  const bool quiet = a->count[OPTION_QUIET] > 0;
  int status = EXIT_DONE;
  if (a->value[OPTION_OUTPUT] == NULL && isatty(STDOUT_FILENO)) {
    print_table(run, quiet);
  } else {
    DalResult *result;
    const DalStatus written = dal_run_write(run, path, &result);
    status = finish_result(a, result, written);
  }
  if (status == EXIT_DONE) status = write_events(a, run);
  if (status == EXIT_DONE && !quiet) print_summary(run);
  if (status == EXIT_DONE && !quiet) print_results(run);
  if (status == EXIT_DONE && !quiet) print_events(run);
  return status;
}

// --- rows as they are computed ---------------------------------------------------------------------

#define CELL_MOST 512  // bytes of a name, or of a number with its comma

typedef struct {
  const Arguments *arguments;
  DalModel *model;
  DalRunOptions *options;
  DalRun *run;
  DalStatus ended;  // of the run
  DalPut *put;
  void *sink;
} Stream;

// Prints the shortest decimals that read back exactly.
static void number_text(double value, char text[32]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, 32, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
}

static void stream_names(void *context, const char *const *column, size_t columns) {
  const Stream *s = context;
  char cell[CELL_MOST];
  for (size_t j = 0; j < columns; j++) {
    const bool quoted = strpbrk(column[j], ",\"") != NULL;
    snprintf(cell, sizeof cell, quoted ? "%s\"%s\"" : "%s%s", j > 0 ? "," : "", column[j]);
    s->put(s->sink, cell);
  }
  s->put(s->sink, "\n");
}

static int stream_row(void *context, const double *row, size_t columns) {
  const Stream *s = context;
  char text[32];
  for (size_t j = 0; j < columns; j++) {
    number_text(row[j], text);
    if (j > 0) s->put(s->sink, ",");
    s->put(s->sink, text);
  }
  return s->put(s->sink, "\n") ? 0 : 1;
}

// Are rows written one by one? Crossings of a section in a text table are, so that their number is unlimited.
static bool is_streamed(const Arguments *a, const char *path) {
  const size_t n = strlen(path);
  return a->value[OPTION_SECTION] != NULL &&
         (strcmp(path, "-") == 0 ? !isatty(STDOUT_FILENO) || a->value[OPTION_OUTPUT] != NULL
                                 : n > 4 && strcmp(path + n - 4, ".csv") == 0);
}

// Runs the model and writes its rows; those of a run that ended early are kept.
static DalStatus stream_run(void *context, DalPut *put, void *sink) {
  Stream *s = context;
  s->put = put;
  s->sink = sink;
  s->options->names = stream_names;
  s->options->row = stream_row;
  s->options->row_context = s;
  watch_run(s->model, s->options, s->arguments->count[OPTION_QUIET] > 0);
  s->ended = dal_model_simulate(s->model, s->options, &s->run);
  unwatch_run();
  return s->run != NULL ? DAL_OK : s->ended;
}

int finish_run(const Arguments *a, DalModel *model, DalRun *run, DalStatus result, const char *path) {
  const bool early = run != NULL && result != DAL_OK;
  int status = run != NULL ? write_run(a, run, path) : EXIT_DONE;
  if (status == EXIT_DONE) status = finish(a, model, result);
  if (early && status != EXIT_DONE && result != DAL_LIMIT) status = EXIT_FAILS;
  dal_run_destroy(run);
  return status;
}

// Reports the run being continued.
static void print_resumed(const Arguments *a, const DalRun *old, const DalRun *run) {
  const size_t rows = dal_run_rows(old);
  if (a->count[OPTION_QUIET] > 0 || old == NULL) return;
  fprintf(stderr, "%s has %zu row%s, to t = %g; %zu more follow\n", a->value[OPTION_RESUME], rows,
          rows == 1 ? "" : "s", dal_run_summary(old).t, dal_run_rows(run) - rows);
}

// Reads the run to continue; *run is NULL without one.
static int read_resumed(const Arguments *a, DalRun **run) {
  static const Option others[] = {OPTION_AT, OPTION_FROM, OPTION_COLUMNS, OPTION_PROJECT,
                                  OPTION_AS_IS};
  static const char *const names[] = {"at", "from", "columns", "project", "as-is"};
  *run = NULL;
  if (a->count[OPTION_RESUME] == 0) return EXIT_DONE;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (a->count[others[i]] > 0) return wrong("--resume and --%s exclude each other", names[i]);
  DalResult *result;
  const DalStatus done = dal_run_read(a->value[OPTION_RESUME], run, &result);
  return finish_result(a, result, done);
}

static int write_stream(const Arguments *a, DalModel *model, DalRunOptions *options, const char *path) {
  Stream s = {.arguments = a, .model = model, .options = options};
  const DalStatus written = dal_write_pieces(path, stream_run, &s);
  const bool failed = written != DAL_OK && (s.run != NULL || s.ended == DAL_OK);
  int status = failed ? cannot_write(path, written) : EXIT_DONE;
  if (!failed && s.run != NULL && a->count[OPTION_QUIET] == 0) print_summary(s.run);
  if (!failed) status = finish(a, model, s.ended);
  if (!failed && s.run != NULL && status != EXIT_DONE && s.ended != DAL_LIMIT) status = EXIT_FAILS;
  dal_run_destroy(s.run);
  return status;
}

// Runs the model and writes its rows, even if it ended early.
static int run_model(const Arguments *a, DalModel *model, DalRunOptions *options,
                     const char *path) {
  DalRun *run = NULL;
  if (is_streamed(a, path)) return write_stream(a, model, options, path);
  watch_run(model, options, a->count[OPTION_QUIET] > 0);
  const DalStatus result = dal_model_simulate(model, options, &run);
  unwatch_run();
  if (run != NULL) print_resumed(a, options->resume, run);
  return finish_run(a, model, run, result, path);
}

int command_simulate(const Arguments *a) {
  DalRunOptions options;
  DalEvalOptions start;
  int status = read_run_options(a, &options, &start);
  if (status != EXIT_DONE) return status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *path = a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-";
  DalResult *result;
  const DalStatus can = dal_run_can_write(path, &result);
  status = finish_result(a, result, can);
  DalRun *resumed = NULL;
  if (status == EXIT_DONE) status = read_resumed(a, &resumed);
  options.resume = resumed;
  if (status == EXIT_DONE) status = derive(a, model);
  if (status == EXIT_DONE && read_state(a, &start, &status))
    status = run_model(a, model, &options, path);
  dal_run_destroy(resumed);
  dal_model_destroy(model);
  return status;
}
