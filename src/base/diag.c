// base/diag.c: collecting messages, and showing them at their places.

#include "base/diag.h"
#include <stdlib.h>
#include <string.h>

static const struct {
  Severity severity;
  const char *code, *format;
} messages[] = {
#define X(name, severity, code, format) {SEVERITY_##severity, code, format},
#include "base/messages.def"
#include "base/messages_run.def"
#undef X
};

const char *diag_code_name(DiagCode code) {
  return messages[code].code;
}

const char *diag_code_format(DiagCode code) {
  return messages[code].format;
}

Severity diag_code_severity(DiagCode code) {
  return messages[code].severity;
}

Span span_join(Span first, Span last) {
  return (Span){first.source, first.start, last.end > first.end ? last.end : first.end};
}

static bool starts_character(char c) {
  return ((unsigned char) c & 0xc0) != 0x80;
}

#define WORD_MOST 1000  // bytes of a word, about; of a longer one, the beginning is shown

// Returns the text as it may be shown: an option or a name can have any characters, and be of any length.
static const char *shown(Arena *arena, const Text *text) {
  Text safe = text_make(arena);
  const char *at = text_get(text), *const end = at + text->n;
  while (at < end) {
    const char *word = at;
    while (at < end && *at != ' ') at++;
    const char *to = at;
    if (to - word > WORD_MOST)
      for (to = word + WORD_MOST; to > word && !starts_character(*to);) to--;
    text_add_shown(&safe, (Str){word, (size_t) (to - word)});
    if (to < at) text_add(&safe, "…");
    while (at < end && *at == ' ') text_add_char(&safe, *at++);
  }
  return text_get(&safe);
}

void diag_report(Diags *diags, DiagCode code, Span span, ...) {
  size_t *count = messages[code].severity == SEVERITY_ERROR ? &diags->errors : &diags->warnings;
  diags->kept = ++*count <= DIAG_MOST;
  if (!diags->kept) return;
  Text message = text_make(diags->arena);
  va_list args;
  va_start(args, span);
  text_addv(&message, messages[code].format, args);
  va_end(args);
  if (diags->origin != NULL && span.source != NULL) diags->origin(diags->origin_context, &message);
  const char *safe = shown(diags->arena, &message);
  array_push(diags->arena, &diags->all, ((Diag){code, span, safe, NULL}));
}

void diags_forget(Diags *diags, const Diags *before) {
  diags->all.n = before->all.n;
  diags->errors = before->errors;
  diags->warnings = before->warnings;
}

void diag_help(Diags *diags, const char *format, ...) {
  if (diags->all.n == 0 || !diags->kept) return;
  Text help = text_make(diags->arena);
  va_list args;
  va_start(args, format);
  text_addv(&help, format, args);
  va_end(args);
  diags->all.at[diags->all.n - 1].help = shown(diags->arena, &help);
}

static uint32_t characters(const char *at, size_t n) {
  uint32_t count = 0;
  for (size_t i = 0; i < n; i++) count += starts_character(at[i]);
  return count;
}

// The first byte of the line that contains this byte.
static uint32_t line_start(const Source *source, uint32_t byte) {
  while (byte > 0 && source->text.at[byte - 1] != '\n') byte--;
  return byte;
}

void source_place(const Source *source, uint32_t byte, uint32_t *line, uint32_t *column) {
  *line = 1;
  for (uint32_t i = 0; i < byte; i++) *line += source->text.at[i] == '\n';
  const uint32_t start = line_start(source, byte);
  *column = 1 + characters(source->text.at + start, byte - start);
}

// The end of the line that contains this byte, without a carriage return.
static uint32_t line_end(const Source *source, uint32_t byte) {
  const Str text = source->text;
  const uint32_t start = line_start(source, byte);
  uint32_t end = byte;
  while (end < text.n && text.at[end] != '\n') end++;
  return end > start && text.at[end - 1] == '\r' ? end - 1 : end;
}

uint32_t span_length(Span span) {
  const uint32_t end = line_end(span.source, span.start);
  const uint32_t last = span.end < end ? span.end : end;
  const uint32_t n =
    last > span.start ? characters(span.source->text.at + span.start, last - span.start) : 0;
  return n > 0 ? n : 1;
}

#define EXCERPT 200        // characters of a line that are shown at most
#define EXCERPT_BEFORE 80  // how many of them are before the place

// Returns the byte n characters after this one, or the end.
static uint32_t after_characters(const Source *source, uint32_t byte, uint32_t end, uint32_t n) {
  while (byte < end && (n > 0 || !starts_character(source->text.at[byte])))
    n -= starts_character(source->text.at[byte++]);
  return byte;
}

// Adds the line of the place and carets under the span, up to the end of that line. Of a long line, it adds the part
// around the place.
static void add_excerpt(Text *out, Span span, uint32_t line, uint32_t column) {
  const char *text = span.source->text.at;
  const uint32_t start = line_start(span.source, span.start),
                 end = line_end(span.source, span.start);
  const bool is_long = end > start && characters(text + start, end - start) > EXCERPT;
  const uint32_t before = is_long && column - 1 > EXCERPT_BEFORE ? column - 1 - EXCERPT_BEFORE : 0;
  const uint32_t from = after_characters(span.source, start, end, before);
  const uint32_t to = is_long ? after_characters(span.source, from, end, EXCERPT) : end;
  text_addf(out, "%5u | %s", (unsigned) line, before > 0 ? "… " : "");
  text_add_shown(out, (Str){text + from, to > from ? to - from : 0});
  text_addf(out, "%s\n      | %*s", to < end ? " …" : "",
            (int) (column - 1 - before + (before > 0 ? 2 : 0)), "");
  const uint32_t shown = to > span.start ? characters(text + span.start, to - span.start) : 1;
  const uint32_t length = span_length(span), carets = length < shown ? length : shown;
  for (uint32_t i = 0; i < carets; i++) text_add_char(out, '^');
  text_add_char(out, '\n');
}

static void add_diag(Text *out, const Diag *diag) {
  static const char *const words[] = {"error", "warning"};
  const char *word = words[messages[diag->code].severity];
  const char *code = messages[diag->code].code;
  if (diag->span.source == NULL) {
    text_addf(out, "%s: %s [%s]\n", word, diag->message, code);
  } else {
    uint32_t line, column;
    source_place(diag->span.source, diag->span.start, &line, &column);
    text_add_shown(out, str(diag->span.source->name));
    text_addf(out, ":%u:%u: %s: %s [%s]\n", (unsigned) line, (unsigned) column, word, diag->message,
              code);
    add_excerpt(out, diag->span, line, column);
  }
  if (diag->help != NULL) text_addf(out, "help: %s\n", diag->help);
}

typedef struct {
  const Diag *diag;
  size_t source;  // sources in the order of their first messages
  size_t order;
} Placed;

static int by_place(const void *a, const void *b) {
  const Placed *x = a, *y = b;
  if (x->source != y->source) return x->source < y->source ? -1 : 1;
  if (x->diag->span.start != y->diag->span.start)
    return x->diag->span.start < y->diag->span.start ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static size_t first_with_source(const Diags *diags, const Source *source) {
  size_t i = 0;
  while (diags->all.at[i].span.source != source) i++;
  return i;
}

static void add_rest(Text *out, size_t shown, size_t count, const char *word) {
  if (count > shown)
    text_addf(out, "... and %zu more %s%s\n", count - shown, word, count - shown == 1 ? "" : "s");
}

void diags_write(const Diags *diags, Text *out) {
  diags_write_first(diags, DIAG_MOST, out);
}

void diags_write_first(const Diags *diags, size_t most, Text *out) {
  const size_t n = diags->all.n;
  if (n == 0) return;
  Placed *placed = ARENA_ARRAY(out->arena, Placed, n);
  for (size_t i = 0; i < n; i++)
    placed[i] =
      (Placed){&diags->all.at[i], first_with_source(diags, diags->all.at[i].span.source), i};
  qsort(placed, n, sizeof *placed, by_place);
  size_t shown[] = {[SEVERITY_ERROR] = 0, [SEVERITY_WARNING] = 0};
  for (size_t i = 0; i < n; i++) {
    const Severity severity = messages[placed[i].diag->code].severity;
    if (shown[severity] == most) continue;
    shown[severity]++;
    add_diag(out, placed[i].diag);
  }
  add_rest(out, shown[SEVERITY_ERROR], diags->errors, "error");
  add_rest(out, shown[SEVERITY_WARNING], diags->warnings, "warning");
}
