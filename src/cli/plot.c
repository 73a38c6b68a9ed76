// cli/plot.c: dalembert plot FILE: a motion as a figure.

#include "cli/cli.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// --- the terminal --------------------------------------------------------------------------------

#define ROWS_BESIDE 6  // rows besides a panel: title, key, numbers, prompt

static int draw_in_terminal(const Arguments *a, DalFigure *figure) {
  size_t columns, rows;
  terminal_size(&columns, &rows);
  rows = rows > ROWS_BESIDE ? rows - ROWS_BESIDE : 1;
  const bool colour = a->value[OPTION_OUTPUT] == NULL && terminal_has_colour(STDOUT_FILENO);
  DalResult *result;
  const DalStatus done = dal_figure_text(figure, columns, rows, colour, &result);
  const int status = done == DAL_OK ? write_result(a, dal_result_text(result)) : EXIT_DONE;
  const int finished = finish_result(a, result, done);
  return status != EXIT_DONE ? status : finished;
}

// --- where it goes -------------------------------------------------------------------------------

typedef struct {
  const char *path;  // of the figure, or NULL
  bool terminal;
  char room[NAME_MOST + 8];
} Goal;

// Decides where the figure goes without -o: a terminal gets characters, a pipe SVG, --open a file named after the
// model; with only --script, nothing is drawn.
static void find_goal(const Arguments *a, Goal *goal) {
  const bool script = a->count[OPTION_SCRIPT] > 0, open = a->count[OPTION_OPEN] > 0;
  goal->path = a->value[OPTION_OUTPUT];
  goal->terminal = a->count[OPTION_TERMINAL] > 0;
  if (goal->path != NULL || goal->terminal) return;
  if (open) {
    char name[NAME_MOST];
    file_name(a->file, name);
    snprintf(goal->room, sizeof goal->room, "%s.svg", *name ? name : "figure");
    goal->path = goal->room;
  } else if (!script) {
    goal->terminal = isatty(STDOUT_FILENO);
    goal->path = "-";
  }
}

static int open_file(const char *path) {
  if (show_file(path)) return EXIT_DONE;
  wrong("--open: xdg-open is not installed, so it cannot show %s", path);
  return EXIT_TROUBLE;
}

// --- the command ---------------------------------------------------------------------------------

static bool is_run(const char *path) {
  static const char *const endings[] = {".csv", ".npy", ".json", ".h5", ".hdf5"};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (strcasecmp(dot, endings[i]) == 0) return true;
  return false;
}

static int check_options(const Arguments *a, const Goal *goal) {
  if (goal->terminal && a->count[OPTION_OPEN] > 0)
    return wrong("--terminal and --open exclude each other");
  if (is_run(a->file) && a->count[OPTION_RUN] > 0)
    return wrong("%s is a run already; with --run, FILE is the model", a->file);
  if (is_run(a->file) && a->count[OPTION_SET] > 0)
    return wrong("--set is for models, and %s is a run", a->file);
  return EXIT_DONE;
}

static int draw(const Arguments *a, DalFigure *figure, const Goal *goal) {
  DalResult *result;
  int status = EXIT_DONE;
  if (a->count[OPTION_SCRIPT] > 0) {
    const DalStatus done = dal_figure_write_script(figure, a->value[OPTION_SCRIPT], &result);
    status = finish_result(a, result, done);
  }
  if (status == EXIT_DONE && goal->terminal) return draw_in_terminal(a, figure);
  if (status == EXIT_DONE && goal->path != NULL) {
    const DalStatus done = dal_figure_write(figure, goal->path, &result);
    status = finish_result(a, result, done);
  }
  if (status != EXIT_DONE) return status;
  return a->count[OPTION_OPEN] > 0 && goal->path != NULL ? open_file(goal->path) : EXIT_DONE;
}

// Opens the model without --set: here, each --set is a run of its own. For a run alone, an empty model.
static DalModel *open_plotted(const Arguments *a, int *status) {
  if (is_run(a->file)) return empty_model(status);
  Arguments unset = *a;
  if (unset.count[OPTION_SET] > 1) unset.count[OPTION_SET] = 0;  // a count cannot vary
  return open_model(&unset, status);
}

// Reads the run that is shown instead of a new one; *run is NULL without one.
static int read_run(const Arguments *a, DalRun **run) {
  const char *path = is_run(a->file) ? a->file : a->value[OPTION_RUN];
  *run = NULL;
  if (path == NULL) return EXIT_DONE;
  DalResult *result;
  const DalStatus done = dal_run_read(path, run, &result);
  return finish_result(a, result, done);
}

// Makes the figure and draws it.
static int plot(const Arguments *a, DalModel *model, DalRunOptions *run, const DalRun *made,
                const Goal *goal) {
  const DalPlotOptions options = {.show = a->all[OPTION_SHOW],
                                  .shows = (size_t) a->count[OPTION_SHOW],
                                  .set = a->all[OPTION_SET],
                                  .sets = (size_t) a->count[OPTION_SET],
                                  .run = run,
                                  .made = made,
                                  .stretch = a->count[OPTION_STRETCH] > 0};
  DalFigure *figure = NULL;
  watch_run(model, run, a->count[OPTION_QUIET] > 0);
  const DalStatus done = dal_model_plot(model, &options, &figure);
  unwatch_run();
  const bool early = figure != NULL && done == DAL_DOMAIN;
  int status = figure != NULL ? draw(a, figure, goal) : EXIT_DONE;
  if (status == EXIT_DONE) status = finish(a, model, done);
  if (early && status == EXIT_WRONG) status = EXIT_FAILS;
  dal_figure_destroy(figure);
  return status;
}

// --- films ---------------------------------------------------------------------------------------

static bool is_film(const char *path) {
  const char *dot = path != NULL ? strrchr(path, '.') : NULL;
  return dot != NULL && (strcasecmp(dot, ".gif") == 0 || strcasecmp(dot, ".mp4") == 0);
}

static int check_film(const Arguments *a) {
  if (a->count[OPTION_SHOW] > 0) return wrong("--show is for figures; a film shows what the model draws");
  if (a->count[OPTION_SET] > 1) return wrong("a film shows one run; use --set once");
  if (a->count[OPTION_SCRIPT] > 0) return wrong("--script is for figures");
  if (a->count[OPTION_SECTION] > 0) return wrong("--only is for figures; a film shows the whole motion");
  return is_run(a->file) ? wrong("a film needs the model of the run: dalembert plot MODEL --run %s", a->file)
                         : EXIT_DONE;
}

// Makes a film of the motion, or of the run that was read.
static int make_film(const Arguments *a, DalModel *model, DalRunOptions *options, DalRun **run, const char *path) {
  DalStatus done = DAL_OK;
  if (*run == NULL) {
    watch_run(model, options, a->count[OPTION_QUIET] > 0);
    done = dal_model_simulate(model, options, run);
    unwatch_run();
  }
  int status = finish(a, model, done);
  if (*run == NULL) return status;
  DalResult *result;
  const DalStatus made = dal_model_film(model, *run, path, &result);
  const int written = finish_result(a, result, made);
  if (written != EXIT_DONE) return written;
  if (status == EXIT_WRONG) status = EXIT_FAILS;  // the run ended early
  return status == EXIT_DONE && a->count[OPTION_OPEN] > 0 ? open_file(path) : status;
}

// Plots the folder of a sweep.
static int plot_sweep(const Arguments *a, const Goal *goal) {
  if (a->count[OPTION_RUN] > 0 || a->count[OPTION_SET] > 0)
    return wrong("--run and --set are for models, and %s is the folder of a sweep", a->file);
  DalResult *result;
  int status = EXIT_DONE;
  if (goal->path != NULL && !goal->terminal) {
    const DalStatus can = dal_figure_can_write(goal->path, &result);
    status = finish_result(a, result, can);
  }
  if (status != EXIT_DONE) return status;
  DalFigure *figure;
  limit_files();
  const DalStatus done =
    dal_sweep_plot(a->file, a->all[OPTION_SHOW], (size_t) a->count[OPTION_SHOW], &figure, &result);
  status = finish_result(a, result, done);
  if (figure != NULL) status = draw(a, figure, goal);
  dal_figure_destroy(figure);
  return status;
}

static bool is_folder(const char *path) {
  struct stat is;
  return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

int command_plot(const Arguments *a) {
  DalRunOptions run;
  DalEvalOptions start;
  DalRun *made = NULL;
  Goal goal;
  find_goal(a, &goal);
  if (is_folder(a->file)) return plot_sweep(a, &goal);
  int status = read_run_options(a, &run, &start);
  if (status == EXIT_DONE) status = check_options(a, &goal);
  const bool film = !goal.terminal && is_film(goal.path);
  if (status == EXIT_DONE && film) status = check_film(a);
  if (status != EXIT_DONE) return status;
  DalModel *model = open_plotted(a, &status);
  if (model == NULL) return status;
  if (goal.path != NULL && !goal.terminal && !film) {
    DalResult *result;
    const DalStatus can = dal_figure_can_write(goal.path, &result);
    status = finish_result(a, result, can);
  }
  if (status == EXIT_DONE && !is_run(a->file)) status = derive(a, model);
  if (status == EXIT_DONE) status = read_run(a, &made);
  if (status == EXIT_DONE && read_state(a, &start, &status))
    status = film ? make_film(a, model, &run, &made, goal.path) : plot(a, model, &run, made, &goal);
  dal_run_destroy(made);
  dal_model_destroy(model);
  return status;
}
