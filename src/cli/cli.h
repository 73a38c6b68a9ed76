// cli/cli.h: shared by the commands. The command line uses only dalembert.h.

#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "dalembert.h"
#include <stdint.h>

typedef enum {
#define X(name, text, letter, argument, commands, help) OPTION_##name,
#include "cli/options.def"
#undef X
  OPTION_COUNT
} Option;

#define ARGUMENTS_MOST 16  // of one option that is given more than once

// The parsed arguments of one command.
typedef struct {
  const char *command;
  const char *file;                 // FILE or NAME, or NULL
  const char *value[OPTION_COUNT];  // the last one given; "" for options without argument
  const char *all[OPTION_COUNT][ARGUMENTS_MOST];
  int count[OPTION_COUNT];  // how often each was given
  DalFormat format;
} Arguments;

enum { EXIT_DONE = 0, EXIT_FAILS = 1, EXIT_WRONG = 2, EXIT_TROUBLE = 3 };

// Reads argv from the command's name on. Returns -1 to continue, or the exit status after help or a usage error.
int read_arguments(int argc, char **argv, Arguments *arguments);

// Prints the help of a command, or the general help for NULL.
void print_help(const char *command);

// Prints one error line to standard error; returns EXIT_WRONG.
int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same about an unknown command, or unknown option of a command, with a suggestion (suggest.c).
int wrong_command(const char *word);
int wrong_option(size_t command, const char *text);

// Reads the positive number of an option, if it is given.
int read_positive(const Arguments *arguments, Option option, double *value);

// Reads the options of a run, as simulate takes them; `start`, which they point to, holds the state.
int read_run_options(const Arguments *arguments, DalRunOptions *options, DalEvalOptions *start);
// Makes signals end the run and keep its rows; a terminal shows its progress. Call unwatch_run after the run.
void watch_run(DalModel *model, DalRunOptions *options, bool quiet);
void unwatch_run(void);

// Writes a run, or its rows so far, prints the messages of its model, and destroys it.
int finish_run(const Arguments *arguments, DalModel *model, DalRun *run, DalStatus result,
               const char *path);
// Makes signals set the flag; after that, the next signal ends the program. Ended by catch_endings.
const volatile int *watch_signals(void);

// A sweep that several processes share, each with its own command line.
typedef struct {
  // called with the number of blocks; returns true if this process handed them out and computes none
  bool (*lead)(unsigned long long blocks);
  bool (*next)(void *context, unsigned long long *block);  // as in DalSweepWork; or NULL
  bool silent;                                             // other processes print the messages
} SweepTeam;
void sweep_team(const SweepTeam *team);  // call once, before the command; *team must persist

// Makes signals that end the program leave no unfinished file, and faults give a message and status 3 (signals.c).
void catch_signals(void);
// Restores the first of these after a run that handled the signals itself.
void catch_endings(void);
// Is this an address in the functions that replace malloc and its relatives (loader.c)?
bool stands_in_for_library(uintptr_t at);

// Applies --limit to the program (limit.c). Returns EXIT_DONE, or EXIT_WRONG after a usage error.
int set_limits(const Arguments *arguments);
// Returns what the next call of a model may take: the rest of --limit, or the default.
DalLimits limits_now(void);
double time_left(void);  // seconds; 0: no limit
// Sets the same for the next calls without a model: the folders of sweeps.
void limit_files(void);
// Sets the same for the model; at a terminal, the call shows its progress: `what`, then its stages.
void limit_call(const Arguments *arguments, DalModel *model, const char *what);
// The same for reading the model, which gets less time for a page.
void limit_reading(const Arguments *arguments, DalModel *model);
// The same for check and analyze, whose searches get less time if the model is large.
void limit_search(const Arguments *arguments, DalModel *model, const char *what);
void clear_progress(void);
double now(void);  // seconds since an arbitrary moment

// Opens the model of the arguments: read, checked, with --set applied. Returns NULL after an error, which was reported,
// with the exit status in *status.
DalModel *open_model(const Arguments *arguments, int *status);
// A model without statements; NULL likewise if memory is refused.
DalModel *empty_model(int *status);

// Derives the equations by the method of the arguments, and prints its messages.
int derive(const Arguments *arguments, DalModel *model);

// Prints the messages of the model's last call; returns the exit status for its status.
int finish(const Arguments *arguments, DalModel *model, DalStatus status);
// The same for a call whose messages are in a result; destroys the result.
int finish_result(const Arguments *arguments, DalResult *result, DalStatus status);
// For a call that returns a text: prints its messages, writes the text if it is DAL_OK, and destroys the result.
int finish_text(const Arguments *arguments, DalModel *model, DalResult *result, DalStatus status);

// Reads the state of --at: a text, or with @ a table in a file. Returns false, with the exit status, if the file cannot
// be read.
bool read_state(const Arguments *arguments, DalEvalOptions *options, int *status);

// Finds the size of the terminal, or COLUMNS, or a default.
void terminal_size(size_t *columns, size_t *rows);
// Is this file descriptor a terminal with colours, and are colours allowed?
bool terminal_has_colour(int file);
// Prints messages of the library to standard error, in colours at a terminal (messages.c).
void print_messages(const char *text);

// Returns the file name without folder and ending; "" for standard input.
#define NAME_MOST 64
void file_name(const char *path, char name[NAME_MOST]);

// Return a model of the gallery by name, or NULL; and the name closest to a misspelt one or to a file's, or NULL.
const char *example_text(const char *name);
const char *nearest_example(const char *path);

// Opens a file on the desktop with xdg-open; returns false if that is not installed.
bool show_file(const char *path);

// Writes to a file that appears only when it is complete; "-" is standard output.
int write_file(const char *path, const char *text);
// Reports why writing failed, from errno; returns the exit status for this status.
int cannot_write(const char *path, DalStatus status);
// Writes to standard output or, for -o, to a file that appears only when it is complete.
int write_result(const Arguments *arguments, const char *text);

#define X(name, letter, argument, help) int command_##name(const Arguments *arguments);
#include "cli/commands.def"
#undef X

#endif
