// cli/run.c: shared by all commands that compute a motion: options, interruption, progress.

#include "cli/cli.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// --- interruption and progress -------------------------------------------------------------------

static volatile sig_atomic_t interrupted;

#define ONE_WISH 0.2  // seconds: signals within count as one, as timeout(1) sends two

// The first signal ends the run and keeps its rows; the next one ends the program.
static void on_interrupt(int number) {
  static double first;  // used only here; signals are blocked while this runs
  const double time = now();
  if (interrupted && time - first > ONE_WISH) {
    dal_abandon_files();
    signal(number, SIG_DFL);
    raise(number);
  }
  if (!interrupted) first = time;
  interrupted = 1;
}

// Signals that are ignored stay ignored.
static void catch_interrupts(void) {
  static const int interrupts[] = {SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = on_interrupt}, before;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++)
    if (sigaction(interrupts[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(interrupts[i], &action, NULL);
}

#define BAR_WIDTH 30
#define BAR_AFTER 0.5  // seconds: short runs show nothing
#define BAR_EVERY 0.1

typedef struct {
  double start, last;
} Bar;

static void show_progress(void *context, double done) {
  Bar *bar = context;
  const double time = now();
  if (time - bar->start < BAR_AFTER || time - bar->last < BAR_EVERY) return;
  bar->last = time;
  const int full = (int) (done * BAR_WIDTH);
  const double left = done > 0 ? (time - bar->start) * (1 - done) / done : 0;
  fprintf(stderr, "\r[%.*s%*s] %3.0f %%, %.0f s to go ", full, "##############################",
          BAR_WIDTH - full, "", 100 * done, left);
  fflush(stderr);
}

static Bar progress;  // one command has one run at a time

void watch_run(DalModel *model, DalRunOptions *options, bool quiet) {
  progress.start = progress.last = now();
  if (isatty(STDERR_FILENO) && !quiet) {
    options->progress = show_progress;
    options->progress_context = &progress;
  }
  catch_interrupts();
  DalLimits limits = limits_now();
  limits.work = 0;  // a run may be long
  limits.cancel = &interrupted;
  dal_model_limit(model, &limits);
}

const volatile int *watch_signals(void) {
  catch_interrupts();
  return &interrupted;
}

void unwatch_run(void) {
  catch_endings();
  if (progress.last > progress.start) fprintf(stderr, "\r%*s\r", BAR_WIDTH + 30, "");
}

// --- options -------------------------------------------------------------------------------------

#define STEPS_MOST 1e15  // exact in a double; would take years

static int read_steps(const Arguments *a, size_t *steps) {
  double value = 0;
  const int status = read_positive(a, OPTION_STEPS, &value);
  if (status == EXIT_DONE && (value != floor(value) || value > STEPS_MOST))
    return wrong("--steps needs a whole number up to %.0e, not %s", STEPS_MOST,
                 a->value[OPTION_STEPS]);
  *steps = status == EXIT_DONE ? (size_t) value : 0;
  return status;
}

int read_run_options(const Arguments *a, DalRunOptions *o, DalEvalOptions *start) {
  *start = (DalEvalOptions){.project = a->count[OPTION_PROJECT] > 0,
                            .as_is = a->count[OPTION_AS_IS] > 0,
                            .energy = a->value[OPTION_ENERGY]};
  *o = (DalRunOptions){.start = start,
                       .from = a->value[OPTION_FROM],
                       .to = a->value[OPTION_TO],
                       .every = a->value[OPTION_EVERY],
                       .integrator = a->value[OPTION_INTEGRATOR],
                       .code = a->value[OPTION_CODE],
                       .columns = a->value[OPTION_COLUMNS],
                       .only = a->value[OPTION_SECTION],
                       .units = a->value[OPTION_UNITS],
                       .no_projection = a->count[OPTION_NO_PROJECTION] > 0};
  int status = read_positive(a, OPTION_TOLERANCE, &start->tolerance);
  if (status == EXIT_DONE) status = read_positive(a, OPTION_RTOL, &o->rtol);
  if (status == EXIT_DONE) status = read_positive(a, OPTION_ATOL, &o->atol);
  if (status == EXIT_DONE) status = read_steps(a, &o->steps);
  if (status == EXIT_DONE && start->project && start->as_is)
    return wrong("--project and --as-is exclude each other");
  return status;
}
