// cli/arguments.c: parsing the command line.

#include "cli/tables.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int read_positive(const Arguments *a, Option option, double *value) {
  if (a->count[option] == 0) return EXIT_DONE;
  const char *text = a->value[option];
  char *end;
  *value = strtod(text, &end);
  if (*text != '\0' && *end == '\0' && *value > 0 && isfinite(*value)) return EXIT_DONE;
  return wrong("--%s needs a positive number, not %s", option_rows[option].text, text);
}

// --- options -------------------------------------------------------------------------------------

// The command line being read.
typedef struct {
  int count;
  char **words;
  int at;  // the current word
  size_t command;
  Arguments *to;
} Reader;

static bool may_repeat(size_t option) {
  return option == OPTION_SET || option == OPTION_SHOW || option == OPTION_BRANCH ||
         option == OPTION_VARY;
}

// value: the rest of the same word, or NULL.
static int take_option(Reader *r, size_t i, const char *value) {
  const OptionRow *option = &option_rows[i];
  Arguments *a = r->to;
  if (option->argument == NULL && value != NULL) return wrong("--%s takes no value", option->text);
  if (option->argument != NULL && value == NULL) {
    if (r->at + 1 >= r->count)
      return wrong("--%s needs %s after it", option->text, option->argument);
    value = r->words[++r->at];
  }
  a->value[i] = value ? value : "";
  if (a->count[i] == ARGUMENTS_MOST)
    return wrong("--%s is given more than %d times", option->text, ARGUMENTS_MOST);
  if (a->count[i] > 0 && !may_repeat(i) && option->argument != NULL)
    return wrong("--%s is given twice", option->text);
  a->all[i][a->count[i]++] = a->value[i];
  return -1;
}

// Reads --name, --name VALUE or --name=VALUE.
static int read_long(Reader *r, const char *text) {
  const size_t n = strcspn(text + 2, "=");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(&command_rows[r->command], i) && strlen(option_rows[i].text) == n &&
        strncmp(text + 2, option_rows[i].text, n) == 0)
      return take_option(r, i, text[2 + n] == '=' ? text + 3 + n : NULL);
  return wrong_option(r->command, text);
}

// Reads -n, -n VALUE, -nVALUE, and several letters in one word.
static int read_short(Reader *r, const char *text) {
  for (const char *letter = text + 1; *letter != '\0'; letter++) {
    size_t i = 0;
    while (i < OPTION_COUNT &&
           !(command_takes(&command_rows[r->command], i) && option_rows[i].letter == *letter))
      i++;
    if (i == OPTION_COUNT) return wrong_option(r->command, text);
    const bool takes_rest = option_rows[i].argument != NULL && letter[1] != '\0';
    const int status = take_option(r, i, takes_rest ? letter + 1 : NULL);
    if (status >= 0 || option_rows[i].argument != NULL) return status;
  }
  return -1;
}

static int take_file(Reader *r, const char *text) {
  if (r->to->file != NULL)
    return wrong("one %s is enough: %s and %s", command_rows[r->command].argument, r->to->file,
                 text);
  r->to->file = text;
  return -1;
}

// Reads all words; after --, none is an option.
static int read_words(Reader *r) {
  bool options = true;
  for (r->at = 1; r->at < r->count; r->at++) {
    const char *text = r->words[r->at];
    int status = -1;
    if (!options || text[0] != '-' || text[1] == '\0')
      status = take_file(r, text);
    else if (strcmp(text, "--") == 0)
      options = false;
    else
      status = text[1] == '-' ? read_long(r, text) : read_short(r, text);
    if (status >= 0) return status;
  }
  return -1;
}

// --- all of it -----------------------------------------------------------------------------------

static int read_format(Arguments *a) {
  if (a->value[OPTION_FORMAT] == NULL) return -1;
  for (size_t i = 0; dal_format_name(i) != NULL; i++) {
    // MathML is a fragment for other pages
    if (i == DAL_MATHML || strcmp(a->value[OPTION_FORMAT], dal_format_name(i)) != 0) continue;
    a->format = (DalFormat) i;
    return -1;
  }
  return wrong("--format is text, latex or json, not %s", a->value[OPTION_FORMAT]);
}

int read_arguments(int argc, char **argv, Arguments *a) {
  Reader reader = {argc, argv, 0, find_command(argv[0]), a};
  *a = (Arguments){.command = argv[0]};
  if (reader.command == COMMAND_COUNT) return wrong_command(argv[0]);
  const int status = read_words(&reader);
  if (status >= 0) return status;
  if (a->count[OPTION_HELP] > 0) {
    print_help(a->command);
    return EXIT_DONE;
  }
  const char *argument = command_rows[reader.command].argument;
  if (a->file == NULL && argument[0] != '[')
    return wrong("%s needs %s; see dalembert %s --help", a->command,
                 strcmp(argument, "FILE") == 0 ? "a model file" : argument, a->command);
  const int ending = read_ending(reader.command, a);
  return ending >= 0 ? ending : read_format(a);
}
