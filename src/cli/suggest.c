// cli/suggest.c: messages about unknown commands and options.

#include "cli/tables.h"
#include <stdio.h>
#include <string.h>

// Returns the command that other programs call by this name.
static const char *other_name(const char *word) {
  static const char *const names[][2] = {{"run", "simulate"},
                                         {"integrate", "simulate"},
                                         {"solve", "simulate"},
                                         {"draw", "plot"},
                                         {"animate", "plot -o FILE.gif"},
                                         {"animation", "plot -o FILE.gif"},
                                         {"film", "plot -o FILE.mp4"},
                                         {"movie", "plot -o FILE.mp4"},
                                         {"video", "plot -o FILE.mp4"},
                                         {"equations", "derive"},
                                         {"worksheet", "derive --worksheet"},
                                         {"latex", "report -o FILE.tex"},
                                         {"html", "report -o FILE.html"},
                                         {"fmu", "export -o FILE.fmu"},
                                         {"list", "examples"},
                                         {"models", "examples"},
                                         {"gallery", "examples"},
                                         {"prove", "check"},
                                         {"verify", "check"},
                                         {"linearize", "analyze --linearize"},
                                         {"linearise", "analyze --linearize"},
                                         {"analyse", "analyze"},
                                         {"evaluate", "eval"},
                                         {"version", "--version"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i][0], word) == 0) return names[i][1];
  return NULL;
}

static bool is_model(const char *word) {
  const size_t n = strlen(word);
  return n > 5 && strcmp(word + n - 5, ".mech") == 0;
}

int wrong_command(const char *word) {
  const char *names[COMMAND_COUNT + 1];
  for (size_t i = 0; i < COMMAND_COUNT; i++) names[i] = command_rows[i].name;
  names[COMMAND_COUNT] = NULL;
  const char *near = other_name(word);
  if (near == NULL) near = dal_nearest_word(word, names);
  if (near != NULL) return wrong("there is no command %s; did you mean %s?", word, near);
  if (is_model(word)) return wrong("which command? For example dalembert derive %s", word);
  return wrong("there is no command %s; see dalembert --help", word);
}

#define COMMANDS_LISTED 3

// Lists the commands that take the option of this name: "eval and plot", "derive, eval, check and
// others".
static void list_commands(const char *name, char *list, size_t size) {
  const char *those[COMMAND_COUNT];
  size_t count = 0, at = 0;
  for (size_t c = 0; c < COMMAND_COUNT; c++)
    for (size_t i = 0; i < OPTION_COUNT; i++)
      if (strcmp(option_rows[i].text, name) == 0 && command_takes(&command_rows[c], i)) {
        those[count++] = command_rows[c].name;
        break;
      }
  if (count > COMMANDS_LISTED) {
    those[COMMANDS_LISTED] = "others";
    count = COMMANDS_LISTED + 1;
  }
  *list = '\0';
  for (size_t k = 0; k < count; k++) {
    const char *between = k == 0 ? "" : k + 1 < count ? ", " : " and ";
    const int n = snprintf(list + at, size - at, "%s%s", between, those[k]);
    at = n > 0 && (size_t) n < size - at ? at + (size_t) n : at;
  }
}

// Returns the option of this command that other programs call by this name, or NULL.
static const char *other_option(const CommandRow *row, const char *word) {
  static const char *const names[][2] = {
    {"about", "at"},      {"state", "at"},       {"initial", "at"},        {"until", "to"},
    {"end", "to"},        {"tmax", "to"},        {"tend", "to"},           {"duration", "to"},
    {"time", "to"},       {"dt", "every"},       {"step", "every"},        {"param", "set"},
    {"parameter", "set"}, {"parameters", "set"}, {"solver", "integrator"}, {"language", "target"},
    {"inputs", "input"}};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (size_t i = 0; i < OPTION_COUNT && strcmp(names[k][0], word) == 0; i++)
      if (command_takes(row, i) && strcmp(option_rows[i].text, names[k][1]) == 0)
        return names[k][1];
  return NULL;
}

// Is the word a value of an option of this command, as in --latex for --format latex?
static const OptionRow *option_with_value(const CommandRow *row, const char *word) {
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const char *value;
    if (!command_takes(row, i)) continue;
    for (size_t k = 0; (value = value_word(row, i, k)) != NULL; k++)
      if (strcmp(value, word) == 0) return &option_rows[i];
  }
  return NULL;
}

int wrong_option(size_t command, const char *text) {
  const CommandRow *row = &command_rows[command];
  char name[64], list[256];
  const char *near[OPTION_COUNT + 1];
  size_t count = 0;
  if (strncmp(text, "--", 2) != 0)
    return wrong("%s has no option %s; see dalembert %s --help", row->name, text, row->name);
  snprintf(name, sizeof name, "%.*s", (int) strcspn(text + 2, "="), text + 2);
  const OptionRow *of_value = option_with_value(row, name);
  if (of_value != NULL)
    return wrong("%s has no option --%s; did you mean --%s %s?", row->name, name, of_value->text,
                 name);
  const char *other = other_option(row, name);
  if (other != NULL)
    return wrong("%s has no option --%s; did you mean --%s?", row->name, name, other);
  list_commands(name, list, sizeof list);
  if (*list != '\0')
    return wrong("%s has no option --%s, which %s take%s", row->name, name, list,
                 strpbrk(list, " ") == NULL ? "s" : "");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(row, i)) near[count++] = option_rows[i].text;
  near[count] = NULL;
  const char *best = dal_nearest_word(name, near);
  if (best != NULL)
    return wrong("%s has no option --%s; did you mean --%s?", row->name, name, best);
  return wrong("%s has no option --%s; see dalembert %s --help", row->name, name, row->name);
}
