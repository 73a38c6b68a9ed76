// base/process.h: another program, run without a shell, for a limited time.

#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/text.h"
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

// --- signals that wait while a program runs ------------------------------------------------------

typedef struct {
  sigset_t before;   // the signals blocked by the caller
  sigset_t watched;  // ending signals neither ignored nor blocked by the caller; they now wait
} SignalHold;

void signals_hold(SignalHold *hold);
void process_release_signals(const SignalHold *hold);  // those that came meanwhile are delivered

// --- programs ------------------------------------------------------------------------------------

typedef enum {
  PROCESS_DONE,    // with status 0
  PROCESS_FAILED,  // with another status, or by a signal
  PROCESS_UNSTARTED,
  PROCESS_LATE,         // stopped after this many seconds
  PROCESS_INTERRUPTED,  // stopped because a signal waits for this process, or its caller is to end
} ProcessEnd;

#define PROCESS_OUTPUT 1600  // bytes of a program's messages that are kept

typedef struct {
  const char *program;     // its path
  char **arguments;        // NULL-terminated; the first is the program's name
  const char *scratch;     // its TMPDIR; NULL: unchanged
  Str input;               // its standard input; empty by default
  double seconds;          // time limit
  const SignalHold *hold;  // signals that end it; may be NULL
  Text *result;            // receives its standard output; may be NULL
  // the first bytes of its messages, and of its standard output if there is no `result`
  char output[PROCESS_OUTPUT];
  bool no_memory;  // process_run: for lack of memory it was not started, or its result is lost
} Process;

// Runs the program to its end. With a `result`, this may leave through the guard of its arena, after the program has
// ended.
ProcessEnd process_run(Process *process);

// Starts a program in parallel, without input or output, and returns; uses only program, arguments and scratch of
// `process`. Returns false if it could not be started.
bool process_begin(const Process *process, pid_t *pid);
// Reports whether it has ended, and how, without waiting. Call it until it returns true, or call process_stop.
bool process_has_ended(pid_t pid, ProcessEnd *end);
// Stops it and everything it started.
void process_stop(pid_t pid);

// Finds the path of a program as the shell does, but never in a folder relative to the current one.
bool process_find(const char *name, char path[PATH_MAX]);

// Seconds of a monotonic clock.
double process_now(void);

#endif
