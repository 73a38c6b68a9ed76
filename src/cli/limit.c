// cli/limit.c: --limit time=SECONDS,memory=BYTES.
//
// The time is that of the clock. Memory is that of the whole process, beyond what it has at the start:
// the system refuses more, and that is an error with a message like any other refusal.

#include "cli/cli.h"
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define TIME_MOST 1e8  // seconds: three years

static void on_late(int number) {
  static const char late[] = "dalembert: the time of --limit is used up\n";
  (void) number;
  dal_abandon_files();
  const ssize_t told = write(STDERR_FILENO, late, sizeof late - 1);
  (void) told;
  _exit(EXIT_TROUBLE);
}

static void limit_time(double seconds) {
  const struct itimerval when = {
    .it_value = {(time_t) seconds, (suseconds_t) (1e6 * (seconds - floor(seconds)))}};
  signal(SIGALRM, on_late);
  setitimer(ITIMER_REAL, &when, NULL);
}

// The addresses that this process has now; 0 if that is not known.
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
  const double most = addresses() + bytes;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || most >= 1e18) return;
  if (limit.rlim_cur != RLIM_INFINITY && (double) limit.rlim_cur <= most) return;
  limit.rlim_cur = (rlim_t) most;
  setrlimit(RLIMIT_AS, &limit);
}

// A positive number followed by one of the letters of `units`, each 1024 times the one before.
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
