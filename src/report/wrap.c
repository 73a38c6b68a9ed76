// report/wrap.c: breaks lines of formulas to fit a terminal.

#include "report/wrap.h"
#include <string.h>

#define HANG 4  // columns by which continued lines are indented more than the first

static bool starts_column(char c) {
  return ((unsigned char) c & 0xc0) != 0x80;
}

// Does a line of UTF-8 fit?
static bool fits(const char *line, size_t n, size_t room) {
  size_t columns = 0;
  for (size_t i = 0; i < n && columns <= room; i++) columns += starts_column(line[i]);
  return columns <= room;
}

// Is this a space at which a line may be broken: before an operator, not after it?
static bool is_gap(const char *line, size_t i) {
  const bool after = i > 0 && strchr("+-=", line[i - 1]) && (i == 1 || line[i - 2] == ' ');
  return line[i] == ' ' && i > 0 && !after;
}

// Finds where to break a line that is too long: at the last of the spaces inside the fewest parentheses, but in the
// first third only if there is no other; at the first space if none is within the room. Returns n if there is no space.
static size_t break_of(const char *line, size_t n, size_t room) {
  size_t best = n, best_depth = 0, best_column = 0, depth = 0, column = 0;
  for (size_t i = 0; i < n; column += starts_column(line[i++])) {
    if (column > room && best < n) break;
    if (line[i] == '(' || line[i] == '[') depth++;
    if ((line[i] == ')' || line[i] == ']') && depth > 0) depth--;
    if (!is_gap(line, i)) continue;
    if (best < n && best_column >= room / 3 && depth > best_depth) continue;
    best = i, best_depth = depth, best_column = column;
  }
  return best;
}

static void wrap_line(const char *line, size_t n, size_t columns, Text *out) {
  const size_t indent = strspn(line, " ") < n ? strspn(line, " ") : 0, hang = indent + HANG;
  size_t left = indent;
  line += indent, n -= indent;
  text_addf(out, "%*s", (int) indent, "");
  while (columns > left && !fits(line, n, columns - left)) {
    const size_t at = break_of(line, n, columns - left);
    if (at == n) break;
    text_add_str(out, (Str){line, at});
    text_addf(out, "\n%*s", (int) hang, "");
    left = hang;
    line += at + 1, n -= at + 1;
  }
  text_add_str(out, (Str){line, n});
}

void report_wrap(const char *text, size_t columns, Text *out) {
  while (*text != '\0') {
    const size_t n = strcspn(text, "\n");
    wrap_line(text, n, columns, out);
    text += n;
    if (*text == '\n') text_add_char(out, *text++);
  }
}
