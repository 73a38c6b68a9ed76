// cli/help.c: dalembert help [COMMAND], and the help pages of all commands.

#include "cli/tables.h"
#include <stdio.h>
#include <string.h>

static void print_option(const OptionRow *option) {
  char text[64];
  const bool short_form = option->letter != 0;
  snprintf(text, sizeof text, "%c%c%s--%s%s%s", short_form ? '-' : ' ',
           short_form ? option->letter : ' ', short_form ? ", " : "  ", option->text,
           option->argument ? " " : "", option->argument ? option->argument : "");
  printf("  %-24s %s\n", text, option->help);
}

// Prints further help of some commands, after their options.
static void print_remarks(const CommandRow *command) {
  if (strcmp(command->argument, "FILE") == 0)
    printf("\nFILE is a model (NAME.mech), a name of the gallery, or - for standard input. The "
           "language:\n"
           "docs/guide/language.md\n");
  if (command->letter == 'p')
    printf(
      "FILE may also be a run written by simulate (.csv .npy .json .h5), or the folder of a sweep.\n"
      "\nWHAT is a panel: orbits; points: P1,P2; expressions against t: x1,2*x2; phase portraits:\n"
      "theta:theta'; energy: its drift; constraints: their error. Its guide: docs/guide/plot.md\n");
  if (command->letter == 'w')
    printf("\nFILE is a model (NAME.mech), or - for standard input; -o names the folder of the "
           "sweep. A sweep that\n"
           "was stopped continues where it stopped. Its guide: docs/guide/sweeps.md\n");
  if (command->letter == 'k')
    printf(
      "\nverdicts on claims, for all states that satisfy the constraints, on every piece of them:\n"
      "  proved     by algebra: as an identity of polynomials, which is certain; or by points: "
      "exactly,\n"
      "             at random points over two finite fields, and to 77 digits at real states, with "
      "the\n"
      "             odds of a wrong proof\n"
      "  verified   to 77 digits at real states near and far, on both sides of its jumps and "
      "kinks;\n"
      "             this is not a proof, and has no odds\n"
      "  refuted    by a state, which is shown, where the two sides certainly differ\n"
      "  unknown    undecided; the reason is given. See docs/guide/check.md\n");
}

static void print_command_help(const CommandRow *command) {
  printf("usage: dalembert %s %s [options]\n\n%s\n", command->name, command->argument,
         command->help);
  print_remarks(command);
  printf("\noptions:\n");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(command, i)) print_option(&option_rows[i]);
  if (!command_takes(command, OPTION_METHOD)) return;
  printf("\nmethods:\n");
  for (size_t i = 0; dal_method_name(i) != NULL; i++)
    printf("  %-24s %s\n", dal_method_name(i), dal_method_title(i));
}

void print_help(const char *command) {
  if (command != NULL) {
    print_command_help(&command_rows[find_command(command)]);
    return;
  }
  printf("dalembert %s: constrained mechanics\n\nusage: dalembert COMMAND [options]\n\n",
         dal_version());
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    char usage[64];
    snprintf(usage, sizeof usage, "%s %s", command_rows[i].name, command_rows[i].argument);
    printf("  %-24s %s\n", usage, command_rows[i].help);
  }
  printf(
    "\n  dalembert -V, --version    the version; with --verbose, those of the libraries, too\n");
  printf("\nfor example: dalembert derive double-pendulum; dalembert report double-pendulum -o page.html\n");
  printf("\nexit status: 0 done, 1 a claim or check fails or a run stops early,\n"
         "             2 the input is wrong, 3 an internal limit or failure\n");
}

int command_help(const Arguments *a) {
  if (a->file != NULL && find_command(a->file) == COMMAND_COUNT) return wrong_command(a->file);
  print_help(a->file);
  return EXIT_DONE;
}
