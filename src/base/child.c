// base/child.c: a child that does one thing, with limits, and a pipe from it.
//
// Law:   the child ends by _exit or a signal: nothing of the parent's is flushed, cleared or removed
// Not:   other threads do not exist in the child. If one of them was inside a library that the work
//        uses, the child may hang or crash; then it counts as late or failed

#include "base/child.h"
#include "base/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RESULT_MOST ((size_t) 1 << 36)  // bytes; no run has a file of that size
#define PART ((size_t) 1 << 16)         // read at once
#define REFUSED 2                       // status of a child whose library was refused memory and crashed

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as gcc says it
#endif
#endif

// --- in the child --------------------------------------------------------------------------------

struct ChildOut {
  int end;
  bool broken;
};

void child_write(ChildOut *out, const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0 && !out->broken) {
    const ssize_t sent = write(out->end, at, n);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) {
      out->broken = true;
    } else {
      at += sent;
      n -= (size_t) sent;
    }
  }
}

void child_write_text(ChildOut *out, const char *text) {
  child_write(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

#ifndef __SANITIZE_ADDRESS__
// Returns the size of this process's address space, or 0 if unknown.
static size_t address_space(void) {
  char text[64] = "";
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0) return 0;
  if (read(file, text, sizeof text - 1) < 0) text[0] = '\0';
  close(file);
  return strtoul(text, NULL, 10) * (size_t) sysconf(_SC_PAGESIZE);
}
#endif

static void limit_resource(__typeof__(RLIMIT_CPU) resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most) most = limit.rlim_max;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < most) most = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max = most;
  setrlimit(resource, &limit);
}

#define ROOM 65536  // bytes

// Is memory refused? Usually errno still shows it; a library may have changed it since. This process is lost anyway: if its
// heap is broken, or locked by what failed, it ends by another signal.
static bool is_refused(void) {
  if (errno == ENOMEM) return true;
  signal(SIGABRT, SIG_DFL);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
  signal(SIGALRM, SIG_DFL);
  alarm(1);
  const bool refused = malloc(ROOM) == NULL;
  alarm(0);
  return refused;
}

// Libraries that do not check whether they got memory crash.
static void on_fault(int number) {
  if (is_refused()) _exit(REFUSED);
  signal(number, SIG_DFL);
  raise(number);
}

// On a separate stack: HDF5 that is refused memory for an error reports that error, without end.
static void catch_faults(void) {
  static char room[16384];
  const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaltstack(&stack, NULL);
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGABRT, &action, NULL);
}

// A library that calls exit for lack of memory; nothing of the parent's is flushed.
static void on_exit_of_library(void) {
  _exit(is_refused() ? REFUSED : 1);
}

// Sets default signals, no core dump, no output on the terminal, and limits of time and memory.
static void settle(ChildLimits limits) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
  catch_faults();
  atexit(on_exit_of_library);
  errno = 0;
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_CPU, (rlim_t) limits.work + 1);
#ifndef __SANITIZE_ADDRESS__  // the sanitizer reserves terabytes of addresses
  const size_t now = address_space();
  if (now > 0) limit_resource(RLIMIT_AS, now + limits.memory);
#endif
  const int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
}

static _Noreturn void be_child(ChildBody *body, void *context, ChildLimits limits, int end) {
  ChildOut out = {.end = end};
  settle(limits);
  const bool good = body(context, &out);
  _exit(good && !out.broken ? 0 : 1);
}

// --- in the parent -------------------------------------------------------------------------------

typedef struct {
  char *bytes;
  size_t n, room;
} Result;

static bool make_room(Result *r) {
  if (r->room - r->n >= PART) return true;
  const size_t room = 2 * r->room + 2 * PART;
  char *more = room <= RESULT_MOST ? realloc(r->bytes, room) : NULL;
  if (more == NULL) return false;
  r->bytes = more;
  r->room = room;
  return true;
}

// Reads to the end of the stream. Returns CHILD_DONE, or the reason if time `late` or a failure comes first.
static ChildEnd read_all(int end, double late, Result *r) {
  for (;;) {
    struct pollfd look = {.fd = end, .events = POLLIN};
    const double left = late - process_now();
    if (left <= 0) return CHILD_LATE;
    if (!make_room(r)) return CHILD_UNSTARTED;
    const int ready = poll(&look, 1, left < 1 ? (int) (1000 * left) + 1 : 1000);
    if (ready <= 0) continue;
    const ssize_t got = read(end, r->bytes + r->n, PART);
    if (got == 0) return CHILD_DONE;
    if (got > 0) r->n += (size_t) got;
    if (got < 0 && errno != EINTR && errno != EAGAIN) return CHILD_FAILED;
  }
}

// A child that is not waited for here (SIGCHLD is ignored) has no status; what it wrote is then taken as complete.
static ChildEnd wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return errno == ECHILD ? CHILD_DONE : CHILD_FAILED;
  if (!WIFEXITED(status)) return CHILD_FAILED;
  return WEXITSTATUS(status) == 0 ? CHILD_DONE : WEXITSTATUS(status) == REFUSED ? CHILD_UNSTARTED : CHILD_FAILED;
}

ChildEnd child_run(ChildBody *body, void *context, ChildLimits limits, char **bytes, size_t *n) {
  int ends[2];
  Result result = {0};
  ChildEnd end = CHILD_UNSTARTED;
  *bytes = NULL;
  *n = 0;
  if (pipe(ends) != 0) return CHILD_UNSTARTED;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_child(body, context, limits, ends[1]);
  }
  close(ends[1]);
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  if (child > 0) end = read_all(ends[0], process_now() + limits.seconds, &result);
  close(ends[0]);
  if (child > 0 && end != CHILD_DONE) kill(child, SIGKILL);
  const ChildEnd waited = child > 0 ? wait_for(child) : end;
  if (end == CHILD_DONE) end = waited;
  if (end == CHILD_DONE) {
    *bytes = result.bytes;
    *n = result.n;
  } else {
    free(result.bytes);
  }
  return end;
}
