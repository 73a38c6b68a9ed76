// cli/signals.c: signals that end the program leave no unfinished file, and a fault has a message.

#include "cli/cli.h"
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as gcc defines it
#endif
#endif

static _Noreturn void end_refused(void) {
  static const char memory[] = "dalembert: a library was refused memory and failed\n";
  dal_abandon_files();
  const ssize_t told = write(STDERR_FILENO, memory, sizeof memory - 1);
  (void) told;
  _exit(EXIT_TROUBLE);
}

// A Fortran library that is refused memory while being loaded calls exit with status 1.
static void on_exit_of_library(void) {
  if (dal_library_opening() != NULL) end_refused();
}

static void on_ending(int number) {
  dal_abandon_files();
  signal(number, SIG_DFL);
  raise(number);
}

#ifndef __SANITIZE_ADDRESS__  // its own report says more
// Handles a fault. Some libraries do not check whether they got the memory they requested: then
// errno still shows it, or they were just being loaded. Any other fault is a bug of this program:
// it ends by its signal, as a debugger or a core dump expects.
static void on_fault(int number) {
  static const char fault[] = "dalembert: this program has a bug: a signal ends it\n";
  const bool opening = dal_library_opening() != NULL && number != SIGILL;
  const bool unchecked = errno == ENOMEM && (number == SIGSEGV || number == SIGABRT);
  if (opening || unchecked) end_refused();
  dal_abandon_files();
  const ssize_t told = write(STDERR_FILENO, fault, sizeof fault - 1);
  (void) told;
  signal(number, SIG_DFL);
  raise(number);
}

// Installs the handlers, on a separate stack: an overflow of the usual one is a fault, too.
// Existing handlers stay, with their stack.
static void catch_faults(void) {
  static char stack[16384];
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  const stack_t place = {.ss_sp = stack, .ss_size = sizeof stack};
  stack_t there;
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK}, before;
  sigemptyset(&action.sa_mask);
  if (sigaltstack(NULL, &there) != 0) return;
  if ((there.ss_flags & SS_DISABLE) != 0 && sigaltstack(&place, NULL) != 0) return;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (sigaction(faults[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction(faults[i], &action, NULL);
}
#endif

// Catches signals; those that are ignored stay ignored, as nohup(1) requires.
void catch_endings(void) {
  static const int endings[] = {SIGHUP, SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = on_ending}, before;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(endings[i], &action, NULL);
}

void catch_signals(void) {
  static bool watched;
  if (!watched) watched = atexit(on_exit_of_library) == 0;
  catch_endings();
  signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is a write error
#ifndef __SANITIZE_ADDRESS__
  catch_faults();
#endif
}
