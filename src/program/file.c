// program/file.c: reading a whole file.

#include "program/system.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define READ_BLOCK 65536
#define FILE_MOST ((size_t) 1 << 28)  // bytes; a model or a list of states is never that long

static Status read_stream(System *m, FILE *stream, Str *text) {
  Text all = text_make(&m->arena);
  char block[READ_BLOCK];
  size_t got;
  while ((got = fread(block, 1, sizeof block, stream)) > 0) {
    if (all.n + got > FILE_MOST) {
      errno = EFBIG;
      return STATUS_INPUT;
    }
    text_add_str(&all, (Str){block, got});
  }
  *text = (Str){text_get(&all), all.n};
  return ferror(stream) ? STATUS_INPUT : STATUS_OK;
}

Status system_read_file(System *m, const char *path, Str *text) {
  const bool standard_input = strcmp(path, "-") == 0;
  errno = 0;
  FILE *stream = standard_input ? stdin : fopen(path, "rb");
  Status status = STATUS_INPUT;
  if (stream != NULL) status = read_stream(m, stream, text);
  if (status != STATUS_OK && errno == ENOMEM) status = STATUS_LIMIT;
  if (status != STATUS_OK)
    diag_report(&m->diags, DIAG_FILE_OPEN, (Span){0}, path, strerror(errno ? errno : EIO));
  if (stream != NULL && !standard_input) fclose(stream);
  return status;
}
