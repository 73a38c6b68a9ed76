// cli/main.c: selects the command.

#include "cli/tables.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_library(const DalLibrary *library) {
  printf("%-8s", library->name);
  if (*library->version != '\0') printf(" %s", library->version);
  if (library->file) printf("%s %s", *library->version ? "," : "", library->file);
  if (library->trouble) printf(" missing: %s", library->trouble);
  printf("\n");
}

// Handles -V and --version [--verbose].
static int print_version(int argc, char **argv) {
  const bool verbose = argc > 0 && strcmp(argv[0], "--verbose") == 0;
  if (argc > (verbose ? 1 : 0))
    return wrong("unexpected %s after --version", argv[verbose ? 1 : 0]);
  printf("dalembert %s\n", dal_version());
  if (!verbose) return EXIT_DONE;
  printf("%-8s %s for %s\n", "built by", DAL_COMPILER, DAL_PROCESSOR);
  DalLibrary library;
  for (size_t i = 0; (library = dal_library(i)).name != NULL; i++) print_library(&library);
  return EXIT_DONE;
}

static int run_command(int argc, char **argv) {
  const char *first = argc > 1 ? argv[1] : NULL;
  if (first == NULL) {
    wrong("which command? see dalembert --help");
    return EXIT_WRONG;
  }
  if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0)
    return print_version(argc - 2, argv + 2);
  if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
    print_help(NULL);
    return EXIT_DONE;
  }
  Arguments arguments;
  const int status = read_arguments(argc - 1, argv + 1, &arguments);
  if (status >= 0) return status;
  const int limited = set_limits(&arguments);
  if (limited != EXIT_DONE) return limited;
  return command_rows[find_command(arguments.command)].run(&arguments);
}

// Flushes what commands printed directly: the device may be full.
static int finish_output(int status) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  if (status == EXIT_DONE) wrong("cannot write standard output: %s", strerror(errno));
  return status == EXIT_DONE ? EXIT_TROUBLE : status;
}

int main(int argc, char **argv) {
  catch_signals();
  // matrices are small: LAPACK's threads would only wait, and burn time
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  return finish_output(run_command(argc, argv));
}
