// cli/terminal.c: properties of the terminal.

#include "cli/cli.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS 80  // if the terminal does not report its size
#define ROWS 24

static size_t positive(const char *text, size_t otherwise) {
  const long value = text ? strtol(text, NULL, 10) : 0;
  return value > 0 && value < 10000 ? (size_t) value : otherwise;
}

void terminal_size(size_t *columns, size_t *rows) {
  struct winsize size = {0};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  *columns = positive(getenv("COLUMNS"), known && size.ws_col > 0 ? size.ws_col : COLUMNS);
  *rows = known && size.ws_row > 0 ? size.ws_row : ROWS;
}

// https://no-color.org: any non-empty value forbids colour.
bool terminal_has_colour(int file) {
  const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
  return isatty(file) && !(none && *none) && kind && strcmp(kind, "dumb") != 0;
}
