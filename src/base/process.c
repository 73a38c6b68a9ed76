// base/process.c: runs a program without a shell, for a limited time, and reads its output.
//
// In:    path, arguments, input, seconds
// Out:   how it ended, its result, and the first of what it wrote otherwise
// Law:   if a program is stopped, so is everything it started
// Not:   a signal may be delivered to another thread of this process and end it; cache_prune
//        removes the work folder that remains

#include "base/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 20  // milliseconds between two looks at the clock and at waiting signals

extern char **environ;

double process_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// --- signals ------------------------------------------------------------------------------------

static const int ending_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                                     SIGPIPE, SIGUSR1, SIGUSR2, SIGXCPU};

// A blocked signal waits whatever its handler, so nothing of the caller's is replaced or lost.
void signals_hold(SignalHold *hold) {
  sigemptyset(&hold->watched);
  pthread_sigmask(SIG_BLOCK, NULL, &hold->before);
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++) {
    struct sigaction action;
    const int s = ending_signals[i];
    if (sigaction(s, NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    if (!sigismember(&hold->before, s)) sigaddset(&hold->watched, s);
  }
  pthread_sigmask(SIG_BLOCK, &hold->watched, NULL);
}

void process_release_signals(const SignalHold *hold) {
  pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
}

static bool signal_waits(const SignalHold *hold) {
  sigset_t pending;
  if (hold == NULL) return false;
  sigemptyset(&pending);
  sigpending(&pending);
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
    if (sigismember(&hold->watched, ending_signals[i]) && sigismember(&pending, ending_signals[i]))
      return true;
  return false;
}

// --- finding ------------------------------------------------------------------------------------

static bool is_program(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

bool process_find(const char *name, char path[PATH_MAX]) {
  if (strchr(name, '/')) {
    const size_t n = strlen(name);
    if (n >= PATH_MAX) return false;
    memcpy(path, name, n + 1);
    return is_program(path);
  }
  const char *list = getenv("PATH");
  for (const char *at = list && *list ? list : "/usr/local/bin:/usr/bin:/bin"; *at;) {
    const int n = (int) strcspn(at, ":");
    const int length = *at == '/' ? snprintf(path, PATH_MAX, "%.*s/%s", n, at, name) : 0;
    if (length > 0 && length < PATH_MAX && is_program(path)) return true;
    at += n + (at[n] == ':');
  }
  return false;
}

// --- starting -----------------------------------------------------------------------------------

// Builds the environment with another TMPDIR; the caller frees the list and its last string.
static char **environment(const char *scratch, char **tmpdir) {
  size_t n = 0, kept = 0;
  while (environ && environ[n]) n++;
  char **list = malloc((n + 2) * sizeof *list);
  const size_t room = scratch ? strlen(scratch) + sizeof "TMPDIR=" : 1;
  *tmpdir = malloc(room);
  if (list == NULL || *tmpdir == NULL) {
    free(list);
    free(*tmpdir);
    return NULL;
  }
  if (scratch) snprintf(*tmpdir, room, "TMPDIR=%s", scratch);
  for (size_t i = 0; i < n; i++)
    if (!scratch || strncmp(environ[i], "TMPDIR=", 7) != 0) list[kept++] = environ[i];
  if (scratch) list[kept++] = *tmpdir;
  list[kept] = NULL;
  return list;
}

// File descriptors for a program's standard input, output and errors; -1: no input, or inherited output.
typedef struct {
  int input, output, errors;
} Ends;

static bool connect_ends(posix_spawn_file_actions_t *actions, Ends ends) {
  const bool read = ends.input < 0
                      ? posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0) == 0
                      : posix_spawn_file_actions_adddup2(actions, ends.input, 0) == 0;
  return read &&
         (ends.output < 0 || posix_spawn_file_actions_adddup2(actions, ends.output, 1) == 0) &&
         (ends.errors < 0 || posix_spawn_file_actions_adddup2(actions, ends.errors, 2) == 0);
}

// Starts the program with default signals in its own process group, so that all it starts can be stopped with it. On
// failure, errno is the reason.
static bool start(const char *program, char **arguments, const char *scratch, Ends ends,
                  pid_t *pid) {
  char *tmpdir, **list = environment(scratch, &tmpdir);
  int reason = ENOMEM;
  if (list == NULL) {
    errno = reason;
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (posix_spawn_file_actions_init(&actions) == 0) {
    if (posix_spawnattr_init(&attributes) == 0) {
      const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
      if (connect_ends(&actions, ends) && posix_spawnattr_setflags(&attributes, flags) == 0 &&
          posix_spawnattr_setpgroup(&attributes, 0) == 0 &&
          posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
          posix_spawnattr_setsigdefault(&attributes, &all) == 0)
        reason = posix_spawn(pid, program, &actions, &attributes, arguments, list);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  free(tmpdir);
  free(list);
  errno = reason;
  return reason == 0;
}

// --- talking and listening ----------------------------------------------------------------------

#define BYTES_MOST ((size_t) 1 << 28)  // of a result; no figure and no object is larger

// Our ends of the pipes; -1 once closed.
typedef struct {
  Process *process;
  int input, result, messages;
  size_t sent, kept;  // bytes sent of the input and kept of the messages
  char *bytes;        // the result, until the program has ended and it can be handed over
  size_t n, room;
  bool lost;  // no memory for the result
} Talk;

static void shut(int *end) {
  if (*end >= 0) close(*end);
  *end = -1;
}

// Writes without SIGPIPE if the program has stopped reading: its status matters, not the pipe. The signal goes to the
// writing thread, so it can be blocked and consumed here.
static ssize_t write_quietly(int end, const char *bytes, size_t n) {
  static const struct timespec now = {0};
  sigset_t pipes, pending, before;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipes, &before);
  const ssize_t written = write(end, bytes, n);
  const int reason = errno;
  if (written < 0 && reason == EPIPE && !sigismember(&pending, SIGPIPE))
    sigtimedwait(&pipes, NULL, &now);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return written;
}

static void send_some(Talk *t) {
  const Str input = t->process->input;
  const ssize_t n = write_quietly(t->input, input.at + t->sent, input.n - t->sent);
  if (n > 0) t->sent += (size_t) n;
  if ((n < 0 && errno != EAGAIN && errno != EINTR) || t->sent == input.n) shut(&t->input);
}

static void keep_result(Talk *t, const char *part, size_t n) {
  if (t->lost) return;
  if (t->n + n > t->room) {
    const size_t room = 2 * (t->n + n);
    char *more = room <= BYTES_MOST ? realloc(t->bytes, room) : NULL;
    t->lost = more == NULL;
    if (t->lost) return;
    t->bytes = more;
    t->room = room;
  }
  memcpy(t->bytes + t->n, part, n);
  t->n += n;
}

// Messages beyond the buffer are discarded, so that the writer never waits for long.
static void keep_message(Talk *t, const char *part, size_t n) {
  const size_t room = PROCESS_OUTPUT - 1 - t->kept;
  const size_t kept = n < room ? n : room;
  memcpy(t->process->output + t->kept, part, kept);
  t->kept += kept;
  t->process->output[t->kept] = '\0';
}

// Reads what is available.
static void listen_to(Talk *t, int *end) {
  char part[4096];
  ssize_t got = 0;
  for (int i = 0; i < 64 && (got = read(*end, part, sizeof part)) > 0; i++) {
    if (end == &t->result)
      keep_result(t, part, (size_t) got);
    else
      keep_message(t, part, (size_t) got);
  }
  if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return;
  shut(end);
}

// Waits a little, or until there is something to do.
static void talk(Talk *t) {
  int *const ends[] = {&t->result, &t->messages, &t->input};
  struct pollfd look[3];
  for (int i = 0; i < 3; i++)
    look[i] = (struct pollfd){.fd = *ends[i], .events = i < 2 ? POLLIN : POLLOUT};
  const bool closed = t->result < 0 && t->messages < 0;  // the program is about to end
  if (poll(look, 3, closed ? 1 : PATIENCE) <= 0) return;
  for (int i = 0; i < 2; i++)
    if (*ends[i] >= 0 && look[i].revents) listen_to(t, ends[i]);
  if (t->input >= 0 && look[2].revents) send_some(t);
}

static ProcessEnd stop(pid_t pid, ProcessEnd end) {
  kill(-pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return end;
}

// posix_spawn may discover only in the child that a program cannot be run, and then reports it as status 127.
static ProcessEnd end_of(int status) {
  if (!WIFEXITED(status)) return PROCESS_FAILED;
  return WEXITSTATUS(status) == 0     ? PROCESS_DONE
         : WEXITSTATUS(status) == 127 ? PROCESS_UNSTARTED
                                      : PROCESS_FAILED;
}

static ProcessEnd wait_for(Talk *t, pid_t pid) {
  const Process *process = t->process;
  const double late = process_now() + process->seconds;
  for (;;) {
    int status;
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return end_of(status);
    // if the host ignores SIGCHLD, the status is lost: the caller checks what was made
    if (ended < 0 && errno == ECHILD) return PROCESS_DONE;
    if (signal_waits(process->hold) || guard_look_here() != STATUS_OK)
      return stop(pid, PROCESS_INTERRUPTED);
    if (process_now() > late) return stop(pid, PROCESS_LATE);
    talk(t);
  }
}

// Opens a pipe; we keep the end for reading or the one for writing.
static bool open_pipe(int *ours, int *theirs, bool we_read) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  *ours = ends[we_read ? 0 : 1];
  *theirs = ends[we_read ? 1 : 0];
  fcntl(*ours, F_SETFL, O_NONBLOCK);
  return true;
}

static bool open_ends(Talk *t, Ends *theirs) {
  const Process *process = t->process;
  if (!open_pipe(&t->messages, &theirs->errors, true)) return false;
  if (process->result != NULL && !open_pipe(&t->result, &theirs->output, true)) return false;
  return process->input.n == 0 || open_pipe(&t->input, &theirs->input, false);
}

static ProcessEnd converse(Talk *t) {
  const Process *process = t->process;
  Ends theirs = {-1, -1, -1};
  pid_t pid;
  bool started = open_ends(t, &theirs);
  if (started) {
    const int output = process->result != NULL ? theirs.output : theirs.errors;
    started = start(process->program, process->arguments, process->scratch,
                    (Ends){theirs.input, output, theirs.errors}, &pid);
    t->process->no_memory = !started && errno == ENOMEM;
  }
  shut(&theirs.input);
  shut(&theirs.output);
  shut(&theirs.errors);
  ProcessEnd end = started ? wait_for(t, pid) : PROCESS_UNSTARTED;
  while (started && t->result >= 0 && end == PROCESS_DONE) {  // drains what is still in the pipe
    const size_t before = t->n;
    listen_to(t, &t->result);
    if (t->n == before) break;
  }
  if (started && t->messages >= 0) listen_to(t, &t->messages);
  shut(&t->input);
  shut(&t->result);
  shut(&t->messages);
  t->process->no_memory = t->process->no_memory || t->lost;
  return end == PROCESS_DONE && t->lost ? PROCESS_FAILED : end;
}

static void free_bytes(void *object) {
  free(*(char **) object);
}

ProcessEnd process_run(Process *process) {
  Talk t = {.process = process, .input = -1, .result = -1, .messages = -1};
  char **held = NULL;
  if (process->result != NULL) {  // registered first, so that nothing leaks if the arena is full
    held = ARENA_NEW(process->result->arena, char *);
    arena_defer(process->result->arena, free_bytes, held);
  }
  process->output[0] = '\0';
  process->no_memory = false;
  const ProcessEnd end = converse(&t);
  if (held == NULL) return end;
  *held = t.bytes;
  if (end == PROCESS_DONE && t.n > 0) text_add_str(process->result, (Str){t.bytes, t.n});
  return end;
}

// --- beside this one ----------------------------------------------------------------------------

bool process_begin(const Process *process, pid_t *pid) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return false;
  const bool started = start(process->program, process->arguments, process->scratch,
                             (Ends){-1, nowhere, nowhere}, pid);
  close(nowhere);
  return started;
}

bool process_has_ended(pid_t pid, ProcessEnd *end) {
  int status;
  const pid_t ended = waitpid(pid, &status, WNOHANG);
  if (ended == pid) *end = end_of(status);
  if (ended < 0) *end = errno == ECHILD ? PROCESS_DONE : PROCESS_FAILED;  // as in wait_for
  return ended != 0;
}

void process_stop(pid_t pid) {
  stop(pid, PROCESS_INTERRUPTED);
}
