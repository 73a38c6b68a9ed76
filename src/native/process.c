// native/process.c: runs a program without a shell, for a limited time, and listens to it.
//
// In:    path, arguments, seconds
// Out:   how it ended, and the first of what it wrote
// Law:   a program that is stopped takes all it started with it
// Not:   a signal may be taken by another thread of this process, which then may end it; the work
//        folder that stays behind is removed by cache_prune

#include "native/native_impl.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE 20  // milliseconds between two looks at the clock and at waiting signals

extern char **environ;

// --- signals ------------------------------------------------------------------------------------

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

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

void signals_release(const SignalHold *hold) {
  pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
}

static bool signal_waits(const SignalHold *hold) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
    if (sigismember(&hold->watched, ending_signals[i]) && sigismember(&pending, ending_signals[i]))
      return true;
  return false;
}

// --- starting -----------------------------------------------------------------------------------

// The environment with another TMPDIR; the list and its last string are the caller's to free.
static char **environment(const char *scratch, char **tmpdir) {
  size_t n = 0, kept = 0;
  while (environ && environ[n]) n++;
  char **list = malloc((n + 2) * sizeof *list);
  const size_t room = strlen(scratch) + sizeof "TMPDIR=";
  *tmpdir = malloc(room);
  if (list == NULL || *tmpdir == NULL) {
    free(list);
    free(*tmpdir);
    return NULL;
  }
  snprintf(*tmpdir, room, "TMPDIR=%s", scratch);
  for (size_t i = 0; i < n; i++)
    if (strncmp(environ[i], "TMPDIR=", 7) != 0) list[kept++] = environ[i];
  list[kept++] = *tmpdir;
  list[kept] = NULL;
  return list;
}

// In a process group of its own, so that all it starts can be stopped with it; signals as new.
static bool start(const Process *process, int output, pid_t *pid) {
  char *tmpdir, **list = environment(process->scratch, &tmpdir);
  if (list == NULL) return false;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  bool started = false;
  if (posix_spawn_file_actions_init(&actions) == 0) {
    if (posix_spawnattr_init(&attributes) == 0) {
      const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
      started =
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, output, 1) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, output, 2) == 0 &&
        posix_spawnattr_setflags(&attributes, flags) == 0 &&
        posix_spawnattr_setpgroup(&attributes, 0) == 0 &&
        posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
        posix_spawnattr_setsigdefault(&attributes, &all) == 0 &&
        posix_spawn(pid, process->program, &actions, &attributes, process->arguments, list) == 0;
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  free(tmpdir);
  free(list);
  return started;
}

// --- listening ----------------------------------------------------------------------------------

typedef struct {
  char *at;
  size_t n;
  int from;  // not blocking; -1 after its end
} Listener;

// Takes what there is; beyond the room it is thrown away, so that the writer never waits for long.
static void listen_once(Listener *listener) {
  char part[4096];
  ssize_t got = 0;
  for (int i = 0; i < 64 && (got = read(listener->from, part, sizeof part)) > 0; i++) {
    const size_t room = NATIVE_OUTPUT - 1 - listener->n;
    const size_t kept = (size_t) got < room ? (size_t) got : room;
    memcpy(listener->at + listener->n, part, kept);
    listener->n += kept;
  }
  listener->at[listener->n] = '\0';
  if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return;
  close(listener->from);
  listener->from = -1;
}

// Waits a little, or until something was written.
static void listen(Listener *listener) {
  struct pollfd look = {.fd = listener->from, .events = POLLIN};
  if (listener->from < 0) {
    poll(NULL, 0, 1);  // all closed: it is about to end
  } else if (poll(&look, 1, PATIENCE) > 0) {
    listen_once(listener);
  }
}

static ProcessEnd stop(pid_t pid, ProcessEnd end) {
  kill(-pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return end;
}

// posix_spawn may find out that a program cannot be run when it is too late to say so but by 127.
static ProcessEnd end_of(int status) {
  if (!WIFEXITED(status)) return PROCESS_FAILED;
  return WEXITSTATUS(status) == 0     ? PROCESS_DONE
         : WEXITSTATUS(status) == 127 ? PROCESS_UNSTARTED
                                      : PROCESS_FAILED;
}

static ProcessEnd wait_for(const Process *process, pid_t pid, Listener *listener) {
  const double late = native_now() + process->seconds;
  for (;;) {
    int status;
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return end_of(status);
    // where children are not waited for, nobody knows the status: the object will tell
    if (ended < 0 && errno == ECHILD) return PROCESS_DONE;
    if (signal_waits(process->hold)) return stop(pid, PROCESS_INTERRUPTED);
    if (native_now() > late) return stop(pid, PROCESS_LATE);
    listen(listener);
  }
}

ProcessEnd process_run(Process *process) {
  int ends[2];
  pid_t pid;
  ProcessEnd end = PROCESS_UNSTARTED;
  process->output[0] = '\0';
  if (pipe(ends) != 0) return PROCESS_UNSTARTED;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  Listener listener = {.at = process->output, .from = ends[0]};
  const bool started = start(process, ends[1], &pid);
  close(ends[1]);
  if (started) {
    end = wait_for(process, pid, &listener);
    if (listener.from >= 0) listen_once(&listener);
  }
  if (listener.from >= 0) close(listener.from);
  return end;
}
