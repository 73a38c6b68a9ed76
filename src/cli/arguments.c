// cli/arguments.c: parsing the command line, and its help pages.

#include "cli/cli.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *text;
  char letter;
  const char *argument, *commands, *help;
} options[] = {
#define X(name, text, letter, argument, commands, help) {text, letter, argument, commands, help},
#include "cli/options.def"
#undef X
};

static const struct {
  const char *name;
  char letter;
  const char *argument, *help;
} commands[] = {
#define X(name, letter, argument, help) {#name, letter, argument, help},
#include "cli/commands.def"
#undef X
};

#define COMMANDS (sizeof commands / sizeof *commands)

#define LINE_MOST 4096  // bytes of an error line

// What the arguments contain may not speak to a terminal.
int wrong(const char *format, ...) {
  char line[LINE_MOST];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  for (unsigned char *at = (unsigned char *) line; *at != '\0'; at++)
    if (*at < 0x20 || *at == 0x7f || (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)) *at = '?';
  fprintf(stderr, "dalembert: %s\n", line);
  return EXIT_WRONG;
}

int read_positive(const Arguments *a, Option option, double *value) {
  if (a->count[option] == 0) return EXIT_DONE;
  const char *text = a->value[option];
  char *end;
  *value = strtod(text, &end);
  if (*text != '\0' && *end == '\0' && *value > 0 && isfinite(*value)) return EXIT_DONE;
  return wrong("--%s needs a positive number, not %s", options[option].text, text);
}

// --- help ----------------------------------------------------------------------------------------

static size_t command_index(const char *name) {
  size_t i = 0;
  while (i < COMMANDS && strcmp(commands[i].name, name) != 0) i++;
  return i;
}

static bool takes(size_t option, char command) {
  return strchr(options[option].commands, command) != NULL ||
         strchr(options[option].commands, '*') != NULL;
}

static void print_option(size_t i) {
  char text[64];
  const bool short_form = options[i].letter != 0;
  snprintf(text, sizeof text, "%c%c%s--%s%s%s", short_form ? '-' : ' ',
           short_form ? options[i].letter : ' ', short_form ? ", " : "  ", options[i].text,
           options[i].argument ? " " : "", options[i].argument ? options[i].argument : "");
  printf("  %-24s %s\n", text, options[i].help);
}

static void print_command_help(size_t c) {
  printf("usage: dalembert %s %s [options]\n\n%s\n", commands[c].name, commands[c].argument,
         commands[c].help);
  if (strcmp(commands[c].argument, "FILE") == 0)
    printf("\nFILE is a model (NAME.mech), or - for standard input. Its language: "
           "docs/guide/language.md\n");
  if (commands[c].letter == 'p')
    printf(
      "A run written by simulate (.csv .npy .json .h5) may take its place.\n"
      "\nWHAT is a panel: orbits; points: P1,P2; expressions against t: x1,2*x2; phase portraits:\n"
      "theta:theta'; energy: its drift; constraints: their error. Its guide: docs/guide/plot.md\n");
  if (commands[c].letter == 'w')
    printf("\nFILE is a model (NAME.mech), or - for standard input; -o names the folder of the sweep. A sweep that\n"
           "was stopped goes on where it was. Its guide: docs/guide/sweeps.md\n");
  if (commands[c].letter == 'k')
    printf(
      "\nverdicts on claims, for all states that satisfy the constraints, on every piece of them:\n"
      "  proved     by algebra: as an identity of polynomials, which is certain; or by points: exactly,\n"
      "             at random points over two finite fields, and to 77 digits at real states, with the\n"
      "             odds of a wrong proof\n"
      "  verified   to 77 digits at real states near and far, on both sides of its jumps and kinks;\n"
      "             this is not a proof, and has no odds\n"
      "  refuted    by a state, which is shown, where the two sides certainly differ\n"
      "  unknown    undecided; the reason is given. See docs/guide/check.md\n");
  printf("\noptions:\n");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (takes(i, commands[c].letter)) print_option(i);
  if (!takes(OPTION_METHOD, commands[c].letter)) return;
  printf("\nmethods:\n");
  for (size_t i = 0; dal_method_name(i) != NULL; i++)
    printf("  %-24s %s\n", dal_method_name(i), dal_method_title(i));
}

void print_help(const char *command) {
  if (command != NULL) {
    print_command_help(command_index(command));
    return;
  }
  printf("dalembert %s: constrained mechanics\n\nusage: dalembert COMMAND [options]\n\n",
         dal_version());
  for (size_t i = 0; i < COMMANDS; i++) {
    char usage[64];
    snprintf(usage, sizeof usage, "%s %s", commands[i].name, commands[i].argument);
    printf("  %-24s %s\n", usage, commands[i].help);
  }
  printf("\n  dalembert COMMAND --help   the options of a command\n  dalembert --version        "
         "the version; with --verbose, those of the libraries, too\n");
  printf("\nexit status: 0 done, 1 a claim or check fails or a run stops early,\n"
         "             2 the input is wrong, 3 an internal limit or failure\n");
}

// --- options -------------------------------------------------------------------------------------

// Is text this option, as --name, --name=value or -n? Returns the value after =.
static bool names_option(size_t i, const char *text, const char **value) {
  *value = NULL;
  if (options[i].letter != 0 && text[0] == '-' && text[1] == options[i].letter && text[2] == '\0')
    return true;
  const size_t n = strlen(options[i].text);
  if (strncmp(text, "--", 2) != 0 || strncmp(text + 2, options[i].text, n) != 0) return false;
  if (text[2 + n] == '=') *value = text + 3 + n;
  return text[2 + n] == '\0' || text[2 + n] == '=';
}

static bool may_repeat(size_t option) {
  return option == OPTION_SET || option == OPTION_SHOW || option == OPTION_BRANCH ||
         option == OPTION_VARY;
}

static int read_option(int argc, char **argv, int *at, char command, Arguments *a) {
  const char *text = argv[*at], *value;
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    if (!takes(i, command) || !names_option(i, text, &value)) continue;
    if (options[i].argument == NULL && value != NULL)
      return wrong("--%s takes no value", options[i].text);
    if (options[i].argument != NULL && value == NULL) {
      if (*at + 1 >= argc)
        return wrong("--%s needs %s after it", options[i].text, options[i].argument);
      value = argv[++*at];
    }
    a->value[i] = value ? value : "";
    if (a->count[i] == ARGUMENTS_MOST)
      return wrong("--%s is given more than %d times", options[i].text, ARGUMENTS_MOST);
    if (a->count[i] > 0 && !may_repeat(i) && options[i].argument != NULL)
      return wrong("--%s is given twice", options[i].text);
    a->all[i][a->count[i]++] = a->value[i];
    return -1;
  }
  return wrong("%s has no option %s; see dalembert %s --help", a->command, text, a->command);
}

static int read_format(Arguments *a) {
  if (a->value[OPTION_FORMAT] == NULL) return -1;
  for (size_t i = 0; dal_format_name(i) != NULL; i++) {
    // MathML is a fragment for pages that others make
    if (i == DAL_MATHML || strcmp(a->value[OPTION_FORMAT], dal_format_name(i)) != 0) continue;
    a->format = (DalFormat) i;
    return -1;
  }
  return wrong("--format is text, latex or json, not %s", a->value[OPTION_FORMAT]);
}

int read_arguments(int argc, char **argv, Arguments *a) {
  const size_t c = command_index(argv[0]);
  *a = (Arguments){.command = argv[0]};
  if (c == COMMANDS) return wrong("there is no command %s; see dalembert --help", argv[0]);
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == '-' && argv[i][1] != '\0') {
      const int status = read_option(argc, argv, &i, commands[c].letter, a);
      if (status >= 0) return status;
    } else if (a->file != NULL) {
      return wrong("one %s is enough: %s and %s", commands[c].argument, a->file, argv[i]);
    } else {
      a->file = argv[i];
    }
  }
  if (a->count[OPTION_HELP] > 0) {
    print_help(a->command);
    return EXIT_DONE;
  }
  if (a->file == NULL && commands[c].argument[0] != '[')
    return wrong("%s needs a model file; see dalembert %s --help", a->command, a->command);
  return read_format(a);
}
