// cli/tables.c: the commands and options, and the words that they take.

#include "cli/tables.h"
#include <stdio.h>
#include <string.h>

const CommandRow command_rows[COMMAND_COUNT] = {
#define X(name, letter, argument, help) {#name, letter, argument, help, command_##name},
#include "cli/commands.def"
#undef X
};

const OptionRow option_rows[OPTION_COUNT] = {
#define X(name, text, letter, argument, commands, help) {text, letter, argument, commands, help},
#include "cli/options.def"
#undef X
};

size_t find_command(const char *name) {
  size_t i = 0;
  while (i < COMMAND_COUNT && strcmp(command_rows[i].name, name) != 0) i++;
  return i;
}

bool command_takes(const CommandRow *command, size_t option) {
  const char *commands = option_rows[option].commands;
  return strchr(commands, command->letter) != NULL || strchr(commands, '*') != NULL;
}

// --- the words that they take --------------------------------------------------------------------

typedef struct {
  const char *(*list)(size_t i);
  const char *words;
} Values;

static const Values values[OPTION_COUNT] = {
#define X(option, list, words) [OPTION_##option] = {list, words},
#include "cli/values.def"
#undef X
};

static const char *command_name(size_t i) {
  return i < COMMAND_COUNT ? command_rows[i].name : NULL;
}

// Returns the possible arguments of a command.
static Values argument_values(const char *argument) {
  if (strstr(argument, "COMMAND") != NULL) return (Values){command_name, ""};
  if (strstr(argument, "SHELL") != NULL) return (Values){NULL, "bash zsh fish"};
  return (Values){dal_example_name, ""};
}

ValueKind value_kind(const char *argument, size_t option) {
  if (option < OPTION_COUNT && values[option].words != NULL) return VALUE_WORDS;
  if (strcmp(argument, "FILE") == 0 || strcmp(argument, "RUN") == 0) return VALUE_FILE;
  if (strcmp(argument, "FOLDER") == 0) return VALUE_FOLDER;
  return option < OPTION_COUNT ? VALUE_ANY : VALUE_WORDS;
}

// Returns word i of words separated by spaces; valid until the next call.
static const char *nth_word(const char *words, size_t i) {
  static char word[64];
  for (; i > 0 && *words != '\0'; i--) {
    words += strcspn(words, " ");
    words += strspn(words, " ");
  }
  if (*words == '\0') return NULL;
  snprintf(word, sizeof word, "%.*s", (int) strcspn(words, " "), words);
  return word;
}

const char *value_word(const CommandRow *command, size_t option, size_t i) {
  const Values v = option < OPTION_COUNT ? values[option] : argument_values(command->argument);
  if (v.list != NULL) return v.list(i);
  return v.words != NULL ? nth_word(v.words, i) : NULL;
}
