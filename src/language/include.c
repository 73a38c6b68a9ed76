// language/include.c: include "file" and include <library>.
//
// A file is looked up beside the one that includes it, and read once, however often it is included.

#include "base/embedded.h"
#include "base/file.h"
#include "base/part.h"
#include "language/language_impl.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define INCLUDE_DEPTH 32  // nested files

// --- what was read -------------------------------------------------------------------------------

static bool is_listed(const IncludedFiles *files, const char *identity) {
  for (size_t i = 0; i < files->n; i++)
    if (strcmp(files->at[i], identity) == 0) return true;
  return false;
}

// The identity of a file in lists: its path without links and dots.
static const char *identity_of(Arena *arena, const char *path) {
  char *real = ARENA_ARRAY(arena, char, PATH_MAX);
  errno = 0;
  if (realpath(path, real) != NULL) return real;
  if (errno == ENOMEM) guard_fail(arena->guard, part_refuse());
  return str_copy(arena, str(path));
}

static Status parse_file(Model *model, const Source *source, const char *path) {
  LanguageMemory *memory = language_memory(model);
  const char *identity = identity_of(model->arena, path);
  const size_t depth = memory->open.n;
  array_push(model->arena, &memory->open, identity);
  array_push(model->arena, &memory->read, identity);
  const char *outer = memory->path;
  memory->path = path;
  const Status status = parse_source(model, source);
  memory->path = outer;
  memory->open.n = depth;
  return status;
}

Status language_parse_file(Model *model, const Source *source, const char *path) {
  language_keep_text(model, (ReadText){source, path, NULL});
  return parse_file(model, source, path);
}

const Source *language_text(Model *model, size_t i) {
  const LanguageMemory *memory = language_memory(model);
  return i < memory->texts.n ? memory->texts.at[i].source : NULL;
}

const Source *const *language_included(Model *model, size_t *n) {
  const LanguageMemory *memory = language_memory(model);
  const Source **included = ARENA_ARRAY(model->arena, const Source *, memory->texts.n + 1);
  *n = 0;
  for (size_t i = 0; i < memory->texts.n; i++)
    if (memory->texts.at[i].identity != NULL) included[(*n)++] = memory->texts.at[i].source;
  return included;
}

// --- reading -------------------------------------------------------------------------------------

const char *include_path_beside(Arena *arena, const char *path, Str name) {
  const char *slash = strrchr(path, '/');
  const char *text = str_copy(arena, name);
  if (*text == '/' || slash == NULL) return text;
  return text_format(arena, "%.*s%s", (int) (slash - path) + 1, path, text);
}

static const Source *make_source(Arena *arena, const char *name, Str text) {
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){name, text};
  return source;
}

// Returns the text of a file from which the original of this copy was read, or NULL.
static const Source *find_former(const LanguageMemory *memory, const char *identity) {
  for (size_t i = 0; memory->former != NULL && i < memory->former->texts.n; i++) {
    const ReadText *text = &memory->former->texts.at[i];
    if (text->identity != NULL && strcmp(text->identity, identity) == 0) return text->source;
  }
  return NULL;
}

static void include_file(Parser *parser, const Token *name) {
  LanguageMemory *memory = language_memory(parser->model);
  Str text;
  if (memory->path == NULL) {
    diag_report(parser->diags, DIAG_INCLUDE_TEXT, name->span);
    return;
  }
  const char *path = include_path_beside(parser->arena, memory->path, name->text);
  const char *identity = identity_of(parser->arena, path);
  if (is_listed(&memory->open, identity)) {
    diag_report(parser->diags, DIAG_INCLUDE_CYCLE, name->span, path);
    return;
  }
  if (is_listed(&memory->read, identity)) return;
  if (memory->open.n >= INCLUDE_DEPTH) {
    diag_report(parser->diags, DIAG_INCLUDE_DEEP, name->span, path, INCLUDE_DEPTH);
    return;
  }
  const Source *source = find_former(memory, identity);
  if (source == NULL) {
    const Status status = file_read(parser->arena, path, (size_t) LANGUAGE_SOURCE_MIB << 20, &text);
    if (status == STATUS_LIMIT) guard_fail(parser->arena->guard, part_refuse());
    if (status != STATUS_OK) {
      diag_report(parser->diags, DIAG_INCLUDE_FILE, name->span, path, strerror(errno));
      return;
    }
    source = make_source(parser->arena, path, text);
    language_keep_text(parser->model, (ReadText){source, path, identity});
  }
  parser->poisoned |= parse_file(parser->model, source, path) != STATUS_OK;
}

// <joints>, which is part of the program
static void include_library(Parser *parser, const Token *name) {
  LanguageMemory *memory = language_memory(parser->model);
  const char *library = str_copy(parser->arena, name->text);
  const char *text = embedded_find(embedded_library, embedded_library_count, library);
  if (*text == '\0') {
    diag_report(parser->diags, DIAG_INCLUDE_LIBRARY, name->span, library);
    Text list = text_make(parser->arena);
    for (size_t i = 0; i < embedded_library_count; i++)
      text_addf(&list, "%s<%s>", i ? ", " : "", embedded_library[i].name);
    diag_help(parser->diags, "the libraries are %s", text_get(&list));
    return;
  }
  const char *identity = text_format(parser->arena, "<%s>", library);
  if (is_listed(&memory->read, identity)) return;
  array_push(parser->arena, &memory->read, identity);
  const Source *source = make_source(parser->arena, identity, str(text));
  language_keep_text(parser->model, (ReadText){source, NULL, identity});
  parser->poisoned |= parse_source(parser->model, source) != STATUS_OK;
}

void parse_include(Parser *parser) {
  const Token name = parser->token;
  if (parser_take(parser, TOKEN_STRING)) {
    include_file(parser, &name);
  } else if (parser_take(parser, TOKEN_LESS)) {
    const Token library = parser->token;
    if (!parser_take(parser, TOKEN_NAME))
      parser_expected(parser, "the name of a library");
    else if (parser_expect(parser, TOKEN_GREATER))
      include_library(parser, &library);
  } else {
    parser_expected(parser, "a file in quotes or <joints>");
  }
}
