// cli/messages.c: messages on standard error, in colours at a terminal.

#include "cli/cli.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define GREEN "\033[1;32m"
#define CYAN "\033[1;36m"
#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

static void put(const char *colour, const char *at, size_t n) {
  if (n > 0) fprintf(stderr, "%s%.*s%s", colour, (int) n, at, *colour != '\0' ? PLAIN : "");
}

#define GUTTER 6  // columns before the bar of a line that quotes the model: "   14 | ", "      | "

// Returns the length of a line's margin, up to the bar, if it quotes the model; otherwise 0.
static size_t gutter(const char *line, size_t n) {
  size_t i = strspn(line, " ");
  while (i < n && isdigit((unsigned char) line[i])) i++;
  if (i < n && line[i] == ' ') i++;
  return i >= GUTTER && i < n && line[i] == '|' ? i + 1 : 0;
}

// Finds the severity in a line of a message, and its colour; or NULL.
static const char *find_severity(const char *line, size_t n, const char **colour, size_t *length) {
  static const struct {
    const char *word, *colour;
  } words[] = {{"error:", RED}, {"warning:", YELLOW}};
  for (size_t i = 0; i < n; i++)  // at the start, or after a position
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
      *length = strlen(words[k].word);
      const bool starts = i == 0 || (i > 1 && line[i - 1] == ' ' && line[i - 2] == ':');
      if (!starts || n - i < *length || strncmp(line + i, words[k].word, *length) != 0) continue;
      *colour = words[k].colour;
      return line + i;
    }
  return NULL;
}

// Prints a line such as "place: error: what is wrong [N0312]".
static void put_message(const char *line, size_t n) {
  const char *colour;
  size_t length, tail = n;
  const char *word = find_severity(line, n, &colour, &length);
  if (word == NULL) {
    put("", line, n);
    return;
  }
  while (tail > 0 && line[tail - 1] != '[') tail--;
  tail = tail > 0 && line[n - 1] == ']' ? tail - 1 : n;
  const size_t rest = (size_t) (word - line) + length;
  put(BOLD, line, (size_t) (word - line));
  put(colour, word, length);
  put(BOLD, line + rest, tail > rest ? tail - rest : 0);
  if (tail < n) put(FAINT, line + tail, n - tail);
}

static void put_line(const char *line, size_t n) {
  static const char help[] = "help:";
  const size_t quoted = gutter(line, n);
  if (quoted > 0) {
    const bool carets = strspn(line + quoted, " ^") == n - quoted;
    put(FAINT, line, quoted);
    put(carets ? GREEN : "", line + quoted, n - quoted);
  } else if (strncmp(line, help, strlen(help)) == 0) {
    put(CYAN, line, strlen(help));
    put("", line + strlen(help), n - strlen(help));
  } else {
    put_message(line, n);
  }
}

void print_messages(const char *text) {
  if (!terminal_has_colour(STDERR_FILENO)) {
    fputs(text, stderr);
    return;
  }
  while (*text != '\0') {
    const size_t n = strcspn(text, "\n");
    put_line(text, n);
    text += n;
    if (*text == '\n') fputc(*text++, stderr);
  }
}

#define LINE_MOST 4096  // bytes of an error line

// Returns the bytes of a character that controls a terminal or the direction of writing, or 0.
static size_t control(const unsigned char *at) {
  if (*at < 0x20 || *at == 0x7f) return 1;
  if (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0) return 2;
  const bool direction =
    *at == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||  // U+2028 to U+202E
                    (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));   // U+2066 to U+2069
  return direction ? 3 : 0;
}

// Replaces control characters, which arguments may have.
int wrong(const char *format, ...) {
  char line[LINE_MOST];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  unsigned char *to = (unsigned char *) line;
  for (const unsigned char *at = to; *at != '\0';) {
    const size_t n = control(at);
    *to++ = n > 0 ? '?' : *at;
    at += n > 0 ? n : 1;
  }
  *to = '\0';
  const bool colour = terminal_has_colour(STDERR_FILENO);
  fprintf(stderr, "%sdalembert:%s %s\n", colour ? RED : "", colour ? PLAIN : "", line);
  return EXIT_WRONG;
}
