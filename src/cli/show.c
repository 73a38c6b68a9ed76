// cli/show.c: opens a file on the desktop.

#include "cli/cli.h"
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

#define VIEWER "xdg-open"

// Searches PATH as a shell does, but never in a relative folder.
static bool find_viewer(char path[PATH_MAX]) {
  const char *folders = getenv("PATH");
  while (folders != NULL && *folders != '\0') {
    const size_t n = strcspn(folders, ":");
    const int length = snprintf(path, PATH_MAX, "%.*s/" VIEWER, (int) n, folders);
    if (*folders == '/' && length < PATH_MAX && access(path, X_OK) == 0) return true;
    folders += n + (folders[n] == ':');
  }
  return false;
}

// Starts a program that runs independently, with this one's output but no input, in its own process
// group.
static bool start(const char *program, char **arguments) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t pid;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (posix_spawn_file_actions_init(&actions) != 0) return false;
  bool started = false;
  if (posix_spawnattr_init(&attributes) == 0) {
    const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    started =
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0 &&
      posix_spawnattr_setflags(&attributes, flags) == 0 &&
      posix_spawnattr_setpgroup(&attributes, 0) == 0 &&
      posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
      posix_spawnattr_setsigdefault(&attributes, &all) == 0 &&
      posix_spawn(&pid, program, &actions, &attributes, arguments, environ) == 0;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return started;
}

bool show_file(const char *path) {
  char program[PATH_MAX], file[PATH_MAX];
  char *arguments[] = {program, file, NULL};
  // a path must not look like an option
  const int n = snprintf(file, sizeof file, "%s%s", *path == '-' ? "./" : "", path);
  return n > 0 && n < (int) sizeof file && find_viewer(program) && start(program, arguments);
}
