// cli/cli.h: what the commands share. The command line uses only dalembert.h.

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

// The parsed arguments of one command.
typedef struct {
  const char *command;
  const char *file;                 // FILE or NAME, or NULL
  const char *value[OPTION_COUNT];  // the last one given; "" for options without argument
  const char *all[OPTION_COUNT][ARGUMENTS_MOST];
  int count[OPTION_COUNT];  // how often it was given
  DalFormat format;
} Arguments;

enum { EXIT_DONE = 0, EXIT_FAILS = 1, EXIT_WRONG = 2, EXIT_TROUBLE = 3 };

// Reads argv from the command's name on. Returns -1 to continue, or the exit status after help or a
// mistake.
int read_arguments(int argc, char **argv, Arguments *arguments);

// The help of a command, or the general one for NULL.
void print_help(const char *command);

// One error line on standard error; returns EXIT_WRONG.
int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same about a command, or an option of a command, that does not exist: what may be meant (suggest.c).
int wrong_command(const char *word);
int wrong_option(size_t command, const char *text);

// The positive number that the option gives, if it is given.
int read_positive(const Arguments *arguments, Option option, double *value);

// The options of a run, as simulate takes them; start, which they point to, has the state.
int read_run_options(const Arguments *arguments, DalRunOptions *options, DalEvalOptions *start);
// Signals end the run and keep its rows; a terminal shows its progress. After the run: unwatch_run.
void watch_run(DalModel *model, DalRunOptions *options, bool quiet);
void unwatch_run(void);

// Writes a run, or its rows so far, prints the messages of its model, and destroys it.
int finish_run(const Arguments *arguments, DalModel *model, DalRun *run, DalStatus result,
               const char *path);
// Signals set the flag; once they did so, the next one ends the program. Until catch_endings.
const volatile int *watch_signals(void);

// Sweeps that several processes share, each with a command line of its own.
typedef struct {
  // called with the number of blocks: true if this process handed them out and computes none
  bool (*lead)(unsigned long long blocks);
  bool (*next)(void *context, unsigned long long *block);  // as in DalSweepWork; or NULL
  bool silent;                                             // others print messages
} SweepTeam;
void sweep_team(const SweepTeam *team);  // once, before the command; it must stay

// Signals that end the program leave no unfinished file; faults have a message and status 3 (signals.c).
void catch_signals(void);
// The first part of that again, after a run that took these signals for itself.
void catch_endings(void);

// Applies --limit to the program (limit.c). Returns EXIT_DONE, or EXIT_WRONG after a mistake.
int set_limits(const Arguments *arguments);
// What the next call of a model may take: the rest of what --limit says, or the default.
DalLimits limits_now(void);
double time_left(void);  // seconds; 0: no limit
// The same for the next calls without a model: the folders of sweeps.
void limit_files(void);
// The same for the model; at a terminal, the call shows what it is at: `what`, then its stages.
void limit_call(const Arguments *arguments, DalModel *model, const char *what);
void clear_progress(void);
double now(void);  // seconds since some moment

// The model of the arguments, read, checked and with --set applied; NULL after an error, which was
// reported, with the exit status in *status.
DalModel *open_model(const Arguments *arguments, int *status);
// A model without statements; NULL likewise if memory is refused.
DalModel *empty_model(int *status);

// Derives the equations by the method of the arguments, and prints its messages.
int derive(const Arguments *arguments, DalModel *model);

// Prints the messages of the model's last call and returns the exit status for what that returned.
int finish(const Arguments *arguments, DalModel *model, DalStatus status);
// The same for a call whose messages are in a result, which is destroyed.
int finish_result(const Arguments *arguments, DalResult *result, DalStatus status);
// For a call that gives a text: prints its messages, writes its text if it is DAL_OK, and destroys it.
int finish_text(const Arguments *arguments, DalModel *model, DalResult *result, DalStatus status);

// The state that --at asks for: a text, or with @ a table in a file. False, with the exit status, if that
// cannot be read.
bool read_state(const Arguments *arguments, DalEvalOptions *options, int *status);

// The size of the terminal, or COLUMNS, or a default.
void terminal_size(size_t *columns, size_t *rows);
// Is the file, by its number, a terminal with colours, and are they not forbidden?
bool terminal_has_colour(int file);
// Messages of the library to standard error, in colours at a terminal (messages.c).
void print_messages(const char *text);

// The name of the file without folder and ending; "" for standard input.
#define NAME_MOST 64
void file_name(const char *path, char name[NAME_MOST]);

// A model of the gallery by its name, or NULL; and the name that a misspelt one, or a file, is near to, or NULL.
const char *example_text(const char *name);
const char *nearest_example(const char *path);

// Shows a file on the desktop, by xdg-open; false if that is not installed.
bool show_file(const char *path);

// Writes to a file that appears only when it is complete; "-" is standard output.
int write_file(const char *path, const char *text);
// Reports why that failed, by errno; returns the exit status that goes with this one.
int cannot_write(const char *path, DalStatus status);
// Writes to standard output or, for -o, to a file that appears only when it is complete.
int write_result(const Arguments *arguments, const char *text);

#define X(name, letter, argument, help) int command_##name(const Arguments *arguments);
#include "cli/commands.def"
#undef X

#endif
