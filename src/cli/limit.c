// cli/limit.c: --limit time=SECONDS,memory=BYTES, and the limits of a command without it.
//
// The library ends a call that reaches a limit in an orderly way: the command prints what was
// finished and returns status 3. For library code that does not check the clock, a timer ends the
// process some time later (of --limit, and of the budget of `check` and `analyze`), and the system refuses memory far
// beyond the limit.

#include "cli/cli.h"
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define TIME_MOST 1e8    // seconds: three years
#define WORK_MOST 60.0   // seconds of processor time for a call without --limit
#define WORK_LARGE 10.0  // the same for searches in a large model: they would hardly end within 60 s either
#define WORK_READING 6.0  // for reading the model of a page, which should take 10 s in all
#define LARGE 1000       // coordinates
#define TIME_LATER 3.0   // seconds,
#define TIME_FACTOR 1.1  // plus this multiple of the limit: then the process is ended
#define MEMORY_BEYOND (256.0 * 1024 * 1024)  // bytes: loaded libraries take address space, too

static struct {
  double end;    // on the clock of now(); 0: no limit
  double bytes;  // 0: the default of the library
} limits;

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// --- the last resort -----------------------------------------------------------------------------

static void on_late(int number) {
  static const char late[] = "dalembert: the time of --limit is used up\n",
                    work[] = "dalembert: the budget of processor time is used up; --limit time=SECONDS gives more\n";
  const bool timed = number == SIGALRM;
  dal_abandon_files();
  const ssize_t written = write(STDERR_FILENO, timed ? late : work, timed ? sizeof late - 1 : sizeof work - 1);
  (void) written;
  _exit(EXIT_TROUBLE);
}

// The time after which the process is ended, for a limit.
static struct itimerval last_resort(double seconds) {
  const double last = TIME_FACTOR * seconds + TIME_LATER;
  return (struct itimerval){.it_value = {(time_t) last, (suseconds_t) (1e6 * (last - floor(last)))}};
}

// The same for a budget of processor time, counted from here on; 0: none.
static void limit_work(double seconds) {
  const struct itimerval when = seconds > 0 ? last_resort(seconds) : (struct itimerval){0};
  signal(SIGVTALRM, on_late);
  setitimer(ITIMER_VIRTUAL, &when, NULL);
}

static void limit_time(double seconds) {
  limits.end = now() + seconds;
  const struct itimerval when = last_resort(seconds);
  signal(SIGALRM, on_late);
  setitimer(ITIMER_REAL, &when, NULL);
}

// Returns the size of this process's address space; 0 if unknown.
static double addresses(void) {
  char text[64] = "";
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0) return 0;
  if (read(file, text, sizeof text - 1) < 0) text[0] = '\0';
  close(file);
  return strtod(text, NULL) * (double) sysconf(_SC_PAGESIZE);
}

static void limit_memory(double bytes) {
  struct rlimit limit;
  limits.bytes = bytes;
  const double most = addresses() + 2 * bytes + MEMORY_BEYOND;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || most >= 1e18) return;
  if (limit.rlim_cur != RLIM_INFINITY && (double) limit.rlim_cur <= most) return;
  limit.rlim_cur = (rlim_t) most;
  setrlimit(RLIMIT_AS, &limit);
}

// --- the option ----------------------------------------------------------------------------------

// Reads a positive number, with an optional letter of `units`, each meaning 1024 times the one
// before.
static bool read_amount(const char *text, const char *units, double *amount) {
  char *end;
  *amount = strtod(text, &end);
  const char *unit = *end != '\0' && *end != ',' ? strchr(units, *end) : NULL;
  if (unit != NULL) {
    *amount *= pow(1024, (double) (unit - units + 1));
    end++;
  }
  return end > text && (*end == '\0' || *end == ',') && *amount > 0 && isfinite(*amount);
}

static int set_one(const char *item) {
  double amount;
  if (strncmp(item, "time=", 5) == 0 && read_amount(item + 5, "", &amount) && amount >= 1e-3 &&
      amount <= TIME_MOST)
    limit_time(amount);
  else if (strncmp(item, "memory=", 7) == 0 && read_amount(item + 7, "KMGT", &amount))
    limit_memory(amount);
  else
    return wrong("--limit takes time=SECONDS or memory=BYTES, with K, M or G, not %.*s",
                 (int) strcspn(item, ","), item);
  return EXIT_DONE;
}

int set_limits(const Arguments *a) {
  int status = EXIT_DONE;
  for (int i = 0; i < a->count[OPTION_LIMIT] && status == EXIT_DONE; i++)
    for (const char *item = a->all[OPTION_LIMIT][i]; item != NULL && status == EXIT_DONE;) {
      status = set_one(item);
      item = strchr(item, ',');
      if (item != NULL) item++;
    }
  return status;
}

// --- what a call may take ------------------------------------------------------------------------

double time_left(void) {
  const double left = limits.end - now();
  return limits.end == 0 ? 0 : left > 1e-3 ? left : 1e-3;
}

DalLimits limits_now(void) {
  return (DalLimits){.seconds = time_left(),
                     .bytes = limits.bytes < 1e18 ? (size_t) limits.bytes : 0,
                     .work = limits.end == 0 ? WORK_MOST : 0};
}

void limit_files(void) {
  DalLimits l = limits_now();
  l.work = 0;  // reading many parts may take a while
  (void) dal_thread_limit(&l);
}

// --- progress ------------------------------------------------------------------------------------

#define TOLD_AFTER 1.0  // seconds: short commands show nothing
#define TOLD_EVERY 0.2

static struct {
  const char *stage;
  double start, last;
  int width;  // of the text shown
} shown;

static int on_poll(void *context) {
  (void) context;
  const double time = now();
  if (time - shown.start < TOLD_AFTER || time - shown.last < TOLD_EVERY) return 0;
  shown.last = time;
  const int width = fprintf(stderr, "\r%s, %.0f s ", shown.stage, time - shown.start);
  if (width < shown.width) fprintf(stderr, "%*s", shown.width - width, "");
  shown.width = width;
  fflush(stderr);
  return 0;
}

static void on_stage(void *context, const char *name) {
  (void) context;
  shown.stage = name;
}

static void limit_by(const Arguments *a, DalModel *model, const char *what, DalLimits l) {
  if (isatty(STDERR_FILENO) && a->count[OPTION_QUIET] == 0) {
    if (shown.start == 0) shown.start = now();
    shown.stage = what;
    l.poll = on_poll;
    l.stage = on_stage;
  }
  (void) dal_model_limit(model, &l);
}

void limit_call(const Arguments *a, DalModel *model, const char *what) {
  limit_work(0);
  limit_by(a, model, what, limits_now());
}

void limit_reading(const Arguments *a, DalModel *model) {
  DalLimits l = limits_now();
  if (l.work > 0 && strcmp(a->command, "report") == 0) l.work = WORK_READING;
  limit_work(0);
  limit_by(a, model, "reading", l);
}

void limit_search(const Arguments *a, DalModel *model, const char *what) {
  DalLimits l = limits_now();
  if (l.work > 0 && dal_model_coordinates(model) > LARGE) l.work = WORK_LARGE;
  limit_work(l.work);
  limit_by(a, model, what, l);
}

void clear_progress(void) {
  if (shown.width > 0) fprintf(stderr, "\r%*s\r", shown.width + 1, "");
  shown.width = 0;
}
