// cli/signals.c: signals that end the program leave no unfinished file, and a fault has a message.

#define _GNU_SOURCE  // for the address of a fault, and dl_iterate_phdr
#include "cli/cli.h"
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as gcc defines it
#endif
#endif

static _Noreturn void end_refused(void) {
  static const char memory[] = "dalembert: a library was refused memory and failed\n";
  dal_abandon_files();
  const ssize_t written = write(STDERR_FILENO, memory, sizeof memory - 1);
  (void) written;
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
// Addresses of the code of the program and of its library.
static struct { uintptr_t low, high; } own[2];

static bool is_within(uintptr_t at, size_t i) {
  return at >= own[i].low && at < own[i].high;
}

// Notes a range that contains a function of the program or of the library.
static int note_code(struct dl_phdr_info *info, size_t size, void *context) {
  (void) size, (void) context;
  void (*const in_program)(void) = catch_signals;
  DalModel *(*const in_library)(void) = dal_model_create;
  uintptr_t at[2];
  memcpy(&at[0], &in_program, sizeof at[0]);
  memcpy(&at[1], &in_library, sizeof at[1]);
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[k];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    const uintptr_t low = info->dlpi_addr + part->p_vaddr, high = low + part->p_memsz;
    for (size_t i = 0; i < 2; i++)
      if (at[i] >= low && at[i] < high) own[i].low = low, own[i].high = high;
  }
  return 0;
}

// The address of the instruction, or 0 if this processor is not known.
static uintptr_t fault_address(const void *context) {
  const ucontext_t *at = context;
#if defined(__x86_64__)
  return (uintptr_t) at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t) at->uc_mcontext.pc;
#else
  (void) at;
  return 0;
#endif
}

// Handles a fault. Some libraries do not check whether they got the memory they requested: then
// errno still shows it, or they were just being loaded. Any other fault, and every fault in code of
// our own, is a bug of this program: it ends by its signal, as a debugger or a core dump expects.
static void on_fault(int number, siginfo_t *info, void *context) {
  (void) info;
  static const char fault[] = "dalembert: this program has a bug: a signal ends it\n";
  const uintptr_t at = fault_address(context);
  const bool ours =
    number != SIGABRT && (is_within(at, 0) || is_within(at, 1)) && !stands_in_for_library(at);
  const bool opening = dal_library_opening() != NULL && number != SIGILL && !ours;
  const bool unchecked = errno == ENOMEM && (number == SIGSEGV || number == SIGABRT) && !ours;
  if (opening || unchecked) end_refused();
  dal_abandon_files();
  const ssize_t written = write(STDERR_FILENO, fault, sizeof fault - 1);
  (void) written;
  signal(number, SIG_DFL);
  raise(number);
}

// Installs the handlers, on a separate stack: an overflow of the usual one is a fault, too.
// Existing handlers stay, with their stack. UCX, which SUNDIALS brings along with MPI on Debian 13, replaces handlers when
// it is opened; this setting keeps it from that.
static void catch_faults(void) {
  static char stack[16384];
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  const stack_t place = {.ss_sp = stack, .ss_size = sizeof stack};
  stack_t there;
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_ONSTACK | SA_SIGINFO}, before;
  sigemptyset(&action.sa_mask);
  dl_iterate_phdr(note_code, NULL);
  setenv("UCX_HANDLE_ERRORS", "none", 0);
  if (sigaltstack(NULL, &there) != 0) return;
  if ((there.ss_flags & SS_DISABLE) != 0 && sigaltstack(&place, NULL) != 0) return;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (sigaction(faults[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction(faults[i], &action, NULL);
}
#endif

// Catches signals; those that are ignored stay ignored, as nohup(1) requires.
void catch_endings(void) {
  static const int endings[] = {SIGHUP,  SIGINT,  SIGTERM, SIGQUIT,
                                SIGPIPE, SIGUSR1, SIGUSR2, SIGXCPU};
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
