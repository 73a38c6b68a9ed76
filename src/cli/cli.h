// cli/cli.h: what the commands share. The command line uses nothing of dalembert but dalembert.h.

#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "dalembert.h"

typedef enum {
#define X(name, text, letter, argument, commands, help) OPTION_##name,
#include "cli/options.def"
#undef X
  OPTION_COUNT
} Option;

#define ARGUMENTS_MOST 16  // of one option that is given more than once

// The arguments of one command, taken apart.
typedef struct {
  const char *command;
  const char *file;                 // FILE or NAME; NULL when not given
  const char *value[OPTION_COUNT];  // the last one given; "" for options without argument
  const char *all[OPTION_COUNT][ARGUMENTS_MOST];
  int count[OPTION_COUNT];  // how often it was given
  DalFormat format;
} Arguments;

enum { EXIT_DONE = 0, EXIT_FAILS = 1, EXIT_WRONG = 2, EXIT_TROUBLE = 3 };

// Reads argv from the command's name on. Returns -1 to go on, or the exit status after help or a
// mistake.
int read_arguments(int argc, char **argv, Arguments *arguments);

// The help of a command, or the general one for NULL.
void print_help(const char *command);

// One error line on standard error; returns EXIT_WRONG.
int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The positive number that the option gives, if it is given.
int read_positive(const Arguments *arguments, Option option, double *value);

// The options of a run, as simulate takes them.
int read_run_options(const Arguments *arguments, DalRunOptions *options);
// Signals end the run and keep its rows; a terminal sees how far it is. After the run: unwatch_run.
void watch_run(DalRunOptions *options, bool quiet);
void unwatch_run(void);

// Signals that end the program leave no unfinished file; faults have a message and status 3 (signals.c).
void catch_signals(void);
// The first part of that again, after a run that took these signals for itself.
void catch_endings(void);

// The model of the arguments, read, checked and with --set applied; NULL after an error that was
// told, with the exit status in *status.
DalModel *open_model(const Arguments *arguments, int *status);

// Tells the messages of the model and gives the exit status for what a function returned.
int finish(const Arguments *arguments, DalModel *model, DalStatus status);

// How large the terminal is, as it says, or COLUMNS, or else usually.
void terminal_size(size_t *columns, size_t *rows);
// Is standard output a terminal that shows colours, and is nobody against them?
bool terminal_has_colour(void);

// The name of the file without folder and ending; "" for standard input.
#define NAME_MOST 64
void file_name(const char *path, char name[NAME_MOST]);

// Has the desktop show a file, by xdg-open; false if there is none.
bool show_file(const char *path);

// Writes to a file that appears only when it is complete; "-" is standard output.
int write_file(const char *path, const char *text);
// Writes to standard output or, for -o, to a file that appears only when it is complete.
int write_result(const Arguments *arguments, const char *text);

#define X(name, letter, argument, help) int command_##name(const Arguments *arguments);
#include "cli/commands.def"
#undef X

#endif
