// cli/tables.h: commands and options as data, for parsing, help, suggestions and completion.

#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "cli/cli.h"

typedef struct {
  const char *name;
  char letter;
  const char *argument;  // "FILE"; in brackets if it may be omitted
  const char *help;
  int (*run)(const Arguments *arguments);
} CommandRow;

typedef struct {
  const char *text;
  char letter;           // or 0
  const char *argument;  // or NULL
  const char *commands;  // letters of the commands that take it; * for all
  const char *help;
} OptionRow;

enum {
#define X(name, letter, argument, help) COMMAND_##name,
#include "cli/commands.def"
#undef X
  COMMAND_COUNT
};

extern const CommandRow command_rows[COMMAND_COUNT];
extern const OptionRow option_rows[OPTION_COUNT];

// Returns COMMAND_COUNT if there is no such command.
size_t find_command(const char *name);

bool command_takes(const CommandRow *command, size_t option);

// Kinds of values of an option, or of a command's argument.
typedef enum { VALUE_ANY, VALUE_FILE, VALUE_FOLDER, VALUE_WORDS } ValueKind;
ValueKind value_kind(const char *argument, size_t option);
// Returns word i that an option takes, or NULL past the last; OPTION_COUNT means the argument of
// the command: a model, a command, a shell.
const char *value_word(const CommandRow *command, size_t option, size_t i);

// Sets the option that the ending of -o FILE implies. Returns -1, or the exit status after a usage
// error.
int read_ending(size_t command, Arguments *arguments);

#endif
