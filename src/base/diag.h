// base/diag.h: messages to the user: a place, a code, a text and a hint.
//
// Every message is written once, in base/messages*.def, with its code. A report looks like
//
//   disk.mech:14:28: error: phi'' is an acceleration, but this constraint is on velocities [N0312]
//      14 | constraint rolling: x' = r*phi''
//         |                            ^^^^^
//   help: write phi' for the velocity

#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/array.h"
#include "base/text.h"

typedef struct {
  const char *name;  // as the user named it
  Str text;
} Source;

// A stretch of a source. If source is NULL, the message has no place.
typedef struct {
  const Source *source;
  uint32_t start, end;  // bytes
} Span;

Span span_join(Span first, Span last);

typedef enum { SEVERITY_ERROR, SEVERITY_WARNING } Severity;

typedef enum {
#define X(name, severity, code, format) DIAG_##name,
#include "base/messages.def"
#include "base/messages_run.def"
#undef X
  DIAG_COUNT
} DiagCode;

typedef struct {
  DiagCode code;
  Span span;
  const char *message;
  const char *help;  // or NULL
} Diag;

typedef struct {
  Arena *arena;
  ARRAY(Diag) all;
  size_t errors, warnings;
  bool kept;  // was the last one kept? then it can be given a help line
  // or NULL; writes the origin of the statement being read, such as " (for i = 3)"
  void (*origin)(const void *context, Text *out);
  const void *origin_context;
} Diags;

#define DIAG_MOST 100  // of each severity; more are counted but not kept

// Adds the message of this code, its format filled with the arguments that follow.
void diag_report(Diags *diags, DiagCode code, Span span, ...);

// Forgets the messages that were added since `before` was copied from diags.
void diags_forget(Diags *diags, const Diags *before);

// Adds a help line to the message reported last.
void diag_help(Diags *diags, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Writes all messages as text, ordered by place.
void diags_write(const Diags *diags, Text *out);

// The same for only the first `most` messages of each severity, followed by the number omitted.
void diags_write_first(const Diags *diags, size_t most, Text *out);

// The code printed in brackets, e.g. "N0201", and its message format as listed.
const char *diag_code_name(DiagCode code);
const char *diag_code_format(DiagCode code);
Severity diag_code_severity(DiagCode code);

// Line and column of a byte, both from 1; columns count characters.
void source_place(const Source *source, uint32_t byte, uint32_t *line, uint32_t *column);

// Returns the part of a text from *at to the next separator outside brackets, or to `end`, without surrounding spaces;
// moves *at past the separator (source.c).
Span source_next_part(const Source *source, uint32_t *at, uint32_t end, char separator);
Str span_text(Span span);
// The number of characters in a span, up to the end of its first line; at least 1.
uint32_t span_length(Span span);

#endif
