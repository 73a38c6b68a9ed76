// cli/sweep.c: dalembert sweep FILE -o FOLDER: many motions.

#include "cli/cli.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- progress ------------------------------------------------------------------------------------

#define BAR_EVERY 1.0   // seconds, at a terminal
#define LOG_EVERY 60.0  // seconds, in a log

typedef struct {
  double start, last;
  unsigned long long before;  // members that already existed
  bool terminal, quiet, shown;
} Watch;

static void print_time(double seconds) {
  if (seconds < 100)
    fprintf(stderr, "%.0f s", seconds);
  else if (seconds < 6000)
    fprintf(stderr, "%.0f min", seconds / 60);
  else
    fprintf(stderr, "%.1f h", seconds / 3600);
}

static void show_progress(void *context, const DalSweepProgress *p) {
  Watch *w = context;
  const double time = now();
  if (w->quiet || time - w->last < (w->terminal ? BAR_EVERY : LOG_EVERY)) return;
  w->last = time;
  w->shown = true;
  const double rate = (double) p->done / (time - w->start);
  fprintf(stderr, "%s%llu of %llu members", w->terminal ? "\r" : "", p->done, p->members);
  if (p->failed > 0) fprintf(stderr, ", %llu failed", p->failed);
  fprintf(stderr, ", %.3g/s, ", rate);
  print_time(rate > 0 ? (double) (p->members - p->done) / rate : 0);
  fprintf(stderr, " to go%s", w->terminal ? "   " : "\n");
  fflush(stderr);
}

// --- options -------------------------------------------------------------------------------------

// Reads a positive integer; 0 if it is not given.
static int read_count(const Arguments *a, Option option, const char *name, double most,
                      double *value) {
  const int status = read_positive(a, option, value);
  if (status != EXIT_DONE || a->count[option] == 0) return status;
  if (*value == floor(*value) && *value <= most) return EXIT_DONE;
  return wrong("--%s needs a whole number up to %.0f, not %s", name, most, a->value[option]);
}

static int read_part(const Arguments *a, DalSweepWork *work) {
  char rest;
  if (a->count[OPTION_PART] == 0) return EXIT_DONE;
  const char *text = a->value[OPTION_PART];
  if (sscanf(text, "%u/%u%c", &work->part, &work->parts, &rest) == 2 && work->part >= 1 &&
      work->part <= work->parts && text[0] >= '0' && text[0] <= '9')
    return EXIT_DONE;
  return wrong("--part needs K/N with K from 1 to N, not %s", text);
}

#define SAMPLING_MOST 200  // bytes of the statement made of --samples, --by and --seed

// The statements made of --vary, --samples, --by and --seed.
typedef struct {
  const char *vary[ARGUMENTS_MOST + 1];
  char sampling[SAMPLING_MOST];
} Statements;

static int read_statements(const Arguments *a, Statements *s, DalSweepOptions *o) {
  size_t n = 0;
  for (int i = 0; i < a->count[OPTION_VARY]; i++) s->vary[n++] = a->all[OPTION_VARY][i];
  const char *samples = a->value[OPTION_SAMPLES], *by = a->value[OPTION_BY],
             *seed = a->value[OPTION_SEED];
  const int length =
    snprintf(s->sampling, sizeof s->sampling, "%s%s%s%s%s", samples ? samples : "",
             by ? " by " : "", by ? by : "", seed ? " seed " : "", seed ? seed : "");
  if (length >= (int) sizeof s->sampling) return wrong("--samples, --by or --seed is too long");
  if (length > 0) s->vary[n++] = s->sampling;
  o->vary = s->vary;
  o->varies = n;
  return EXIT_DONE;
}

// --- existing sweeps -----------------------------------------------------------------------------

static int print_status(const Arguments *a, const char *folder, FILE *to) {
  DalResult *result;
  DalSweepProgress progress;
  limit_files();
  const DalStatus done = dal_sweep_status(folder, &progress, &result);
  if (done == DAL_OK) fputs(dal_result_text(result), to);
  const int status = finish_result(a, result, done);
  return status == EXIT_DONE && progress.failed > 0 ? EXIT_FAILS : status;
}

static int collect(const Arguments *a) {
  DalResult *result;
  limit_files();
  const DalStatus done =
    dal_sweep_collect(a->value[OPTION_COLLECT], a->value[OPTION_OUTPUT], &result);
  if (done == DAL_OK && a->count[OPTION_QUIET] == 0) fputs(dal_result_text(result), stdout);
  return finish_result(a, result, done);
}

// --- a job for Slurm -----------------------------------------------------------------------------

// Prints a word quoted for a shell.
static void print_quoted(const char *word) {
  static const char plain[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-";
  if (*word != '\0' && strspn(word, plain) == strlen(word)) {
    fputs(word, stdout);
    return;
  }
  putchar('\'');
  for (; *word != '\0'; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stdout);
  putchar('\'');
}

static void print_option(const Arguments *a, Option option, const char *name, bool takes_value) {
  for (int i = 0; i < a->count[option]; i++) {
    printf(" --%s", name);
    if (!takes_value) continue;
    putchar(' ');
    print_quoted(a->all[option][i]);
  }
}

static int print_job(const Arguments *a) {
  double jobs = 0;
  const int status = read_count(a, OPTION_SLURM, "slurm", 1e6, &jobs);
  if (status != EXIT_DONE) return status;
  if (strcmp(a->file, "-") == 0) return wrong("--slurm needs a model that is a file");
  char name[NAME_MOST];
  file_name(a->file, name);
  printf("#!/bin/sh\n"
         "#SBATCH --job-name=%s\n"
         "#SBATCH --array=1-%.0f\n"
         "#SBATCH --cpus-per-task=1\n"
         "#SBATCH --requeue\n"
         "#SBATCH --open-mode=append\n"
         "#SBATCH --signal=TERM@60\n"
         "# What is in the folder is not computed again: submit it once more to go on.\n"
         "exec dalembert sweep ",
         *name != '\0' ? name : "sweep", jobs);
  print_quoted(a->file);
#define X(option, text, letter, argument, commands, help)                  \
  if (strchr(commands, 'w') != NULL && OPTION_##option != OPTION_SLURM &&  \
      OPTION_##option != OPTION_PART && OPTION_##option != OPTION_THREADS) \
    print_option(a, OPTION_##option, text, (argument) != NULL);
#include "cli/options.def"
#undef X
  printf(" \\\n  --part \"$SLURM_ARRAY_TASK_ID/%.0f\" --threads \"${SLURM_CPUS_PER_TASK:-1}\"\n",
         jobs);
  return EXIT_DONE;
}

// --- many processes ------------------------------------------------------------------------------

static const SweepTeam *team;  // that this process belongs to, or NULL; set once

void sweep_team(const SweepTeam *of) {
  team = of;
}

// --- the sweep -----------------------------------------------------------------------------------

static int run_sweep(const Arguments *a, DalSweep *sweep, DalSweepWork *work) {
  const char *folder = a->value[OPTION_OUTPUT];
  Watch watch = {.start = now(), .last = now(), .terminal = isatty(STDERR_FILENO) == 1};
  watch.quiet = a->count[OPTION_QUIET] > 0 || (team != NULL && team->silent);
  if (team != NULL && team->lead(dal_sweep_blocks(sweep)))
    return watch.quiet ? EXIT_DONE : print_status(a, folder, stderr);
  if (team != NULL) work->next = team->next;
  if (team != NULL && work->threads == 0) work->threads = 1;  // there is one process per processor
  work->progress = show_progress;
  work->progress_context = &watch;
  work->cancel = watch_signals();
  DalResult *result;
  const DalStatus done = dal_sweep_run(sweep, folder, work, &result);
  catch_endings();
  if (watch.terminal && watch.shown) fprintf(stderr, "\r%*s\r", 78, "");
  int status =
    finish_result(a, result, done == DAL_DOMAIN ? DAL_OK : done);  // the status says what failed
  if (done == DAL_CANCELLED) status = EXIT_FAILS;
  if (done != DAL_OK && done != DAL_DOMAIN) return status;
  if (watch.quiet) return done == DAL_OK ? EXIT_DONE : EXIT_FAILS;
  return print_status(a, folder, stderr);
}

static int follow_member(const Arguments *a, DalModel *model, DalSweep *sweep) {
  char *end;
  const char *text = a->value[OPTION_MEMBER];
  errno = 0;
  const unsigned long long member = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
    return wrong("--member needs the number of a member, not %s", text);
  DalRun *run = NULL;
  const DalStatus done = dal_sweep_member(sweep, member, &run);
  return finish_run(a, model, run, done, a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-");
}

static int with_model(const Arguments *a, DalModel *model, DalSweepOptions *options,
                      DalSweepWork *work) {
  DalSweep *sweep = NULL;
  limit_call(a, model, "plan");
  int status = finish(a, model, dal_model_sweep(model, options, &sweep));
  clear_progress();
  if (sweep == NULL) return status;
  status = a->count[OPTION_MEMBER] > 0 ? follow_member(a, model, sweep) : run_sweep(a, sweep, work);
  dal_sweep_destroy(sweep);
  return status;
}

static int check_use(const Arguments *a) {
  const bool without = a->count[OPTION_SWEEP_STATUS] > 0 || a->count[OPTION_COLLECT] > 0;
  if (without && a->file != NULL)
    return wrong("--status and --collect take only a folder, not %s", a->file);
  if (without) return EXIT_DONE;
  if (a->file == NULL) return wrong("sweep needs a model file; see dalembert sweep --help");
  if (a->value[OPTION_OUTPUT] == NULL && a->count[OPTION_MEMBER] == 0)
    return wrong("sweep needs a folder for its parts: -o FOLDER");
  return EXIT_DONE;
}

int command_sweep(const Arguments *a) {
  DalRunOptions run;
  DalEvalOptions start;
  Statements statements;
  DalSweepOptions options = {.run = &run};
  DalSweepWork work = {0};
  double rows = 0, threads = 0;
  int status = check_use(a);
  if (status != EXIT_DONE) return status;
  if (a->count[OPTION_SWEEP_STATUS] > 0)
    return print_status(a, a->value[OPTION_SWEEP_STATUS], stdout);
  if (a->count[OPTION_COLLECT] > 0) return collect(a);
  if (a->count[OPTION_SLURM] > 0) return print_job(a);
  status = read_run_options(a, &run, &start);
  if (status == EXIT_DONE) status = read_statements(a, &statements, &options);
  if (status == EXIT_DONE) status = read_count(a, OPTION_ROWS, "rows", 1e6, &rows);
  if (status == EXIT_DONE) status = read_count(a, OPTION_THREADS, "threads", 256, &threads);
  if (status == EXIT_DONE) status = read_part(a, &work);
  if (status != EXIT_DONE) return status;
  if (rows > 0 && a->count[OPTION_EVERY] > 0) return wrong("--rows and --every exclude each other");
  run.rows = (size_t) rows;
  work.threads = (unsigned) threads;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  status = derive(a, model);
  if (status == EXIT_DONE && read_state(a, &start, &status))
    status = with_model(a, model, &options, &work);
  dal_model_destroy(model);
  return status;
}
