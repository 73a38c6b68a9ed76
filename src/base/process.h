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
  sigset_t watched;  // those that end a program, are neither ignored nor blocked, and now wait
} SignalHold;

void signals_hold(SignalHold *hold);
void process_release_signals(const SignalHold *hold);  // those that came meanwhile are delivered

// --- programs ------------------------------------------------------------------------------------

typedef enum {
  PROCESS_DONE,    // with status 0
  PROCESS_FAILED,  // with another status, or by a signal
  PROCESS_UNSTARTED,
  PROCESS_LATE,         // stopped after this many seconds
  PROCESS_INTERRUPTED,  // stopped because a signal waits for this process, or its call is to end
} ProcessEnd;

#define PROCESS_OUTPUT 1600  // bytes of a program's messages that are kept

typedef struct {
  const char *program;     // its path
  char **arguments;        // ended by NULL; the first is the program's name
  const char *scratch;     // its TMPDIR; NULL: as it is
  Str input;               // what it reads; nothing by default
  double seconds;          // it may take
  const SignalHold *hold;  // signals that end it; may be NULL
  Text *result;            // may be NULL; what it writes to standard output goes here
  // the first bytes of its messages; of its standard output, too, if there is no `result`
  char output[PROCESS_OUTPUT];
  bool no_memory;  // process_run: it was not started, or its result is lost, for lack of memory
} Process;

// With a `result` this may leave by the guard of its arena, when the program was stopped.
ProcessEnd process_run(Process *process);

// Starts a program in parallel, without input or output, and returns; of `process` only
// program, arguments and scratch count. False if it could not be started.
bool process_begin(const Process *process, pid_t *pid);
// Has it ended, and how? Does not wait. To be called until it returns true, unless process_stop is.
bool process_has_ended(pid_t pid, ProcessEnd *end);
// Stops it, with all that it started.
void process_stop(pid_t pid);

// The path of a program, as the shell finds it, but never in a folder relative to the current one.
bool process_find(const char *name, char path[PATH_MAX]);

// Seconds since some moment.
double process_now(void);

#endif
