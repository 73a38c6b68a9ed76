// cli/endings.c: the ending of an output file chooses its format, or is refused.

#include "cli/tables.h"
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *commands, *ending;
  Option option;
  const char *value;
} EndingRow;

static const EndingRow rows[] = {
#define X(commands, ending, option, value) {commands, ending, OPTION_##option, value},
#include "cli/endings.def"
#undef X
};

#define ROW_COUNT (sizeof rows / sizeof *rows)

static bool applies(const EndingRow *row, const CommandRow *command) {
  return strchr(row->commands, command->letter) != NULL;
}

// Is this the ending of a known format? Text in such a file would be mistaken for it.
static bool is_format(const char *ending) {
  static const char *const others[] = {".pdf",   ".ps",  ".doc", ".docx", ".odt", ".htm",
                                       ".ipynb", ".mo",  ".mat", ".csv",  ".npy", ".h5",
                                       ".svg",   ".png", ".jpg", ".gif",  ".mp4"};
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (strcmp(rows[i].ending, ending) == 0) return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(others[i], ending) == 0) return true;
  return false;
}

// Returns a hint how to make the file that was asked for, or NULL.
static const char *other_way(const char *ending) {
  static const char *const ways[][2] = {
    {".pdf", "for a PDF, write a .tex by dalembert report and run pdflatex"},
    {".mo", "Modelica tools read an FMU: dalembert export -o FILE.fmu"},
    {".csv", "dalembert simulate writes a motion as .csv"},
    {".npy", "dalembert simulate writes a motion as .npy"},
    {".h5", "dalembert simulate writes a motion as .h5"},
    {".svg", "dalembert plot draws a motion as .svg"},
    {".png", "dalembert plot draws a motion as .png"},
    {".gif", "dalembert plot draws a motion as .gif"},
    {".mp4", "dalembert plot draws a motion as .mp4"},
    {".html", "dalembert report writes a page"},
    {".fmu", "dalembert export writes an FMU"}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (strcmp(ways[i][0], ending) == 0) return ways[i][1];
  return NULL;
}

static int wrong_ending(const CommandRow *command, const char *ending, Option option) {
  char list[128] = "";
  size_t at = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (applies(&rows[i], command) && *rows[i].value != '\0')
      at +=
        (size_t) snprintf(list + at, sizeof list - at, "%s%s", at > 0 ? ", " : "", rows[i].ending);
  const char *way = other_way(ending);
  return wrong("%s does not write %s: use one of %s, or give --%s%s%s", command->name, ending, list,
               option_rows[option].text, way != NULL ? "; " : "", way != NULL ? way : "");
}

int read_ending(size_t index, Arguments *a) {
  const CommandRow *command = &command_rows[index];
  const char *output = a->value[OPTION_OUTPUT];
  const char *slash = output != NULL ? strrchr(output, '/') : NULL;
  const char *dot = output != NULL ? strrchr(slash != NULL ? slash : output, '.') : NULL;
  const EndingRow *of_command = NULL;
  if (dot == NULL) return -1;
  for (size_t i = 0; i < ROW_COUNT; i++) {
    const EndingRow *row = &rows[i];
    if (!applies(row, command)) continue;
    of_command = row;
    if (a->value[row->option] != NULL) return -1;
    if (strcmp(row->ending, dot) != 0) continue;
    if (*row->value != '\0') a->value[row->option] = row->value;
    return -1;
  }
  if (of_command == NULL || !is_format(dot)) return -1;
  return wrong_ending(command, dot, of_command->option);
}
