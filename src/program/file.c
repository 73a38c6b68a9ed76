// program/file.c: reading a whole file.

#include "base/file.h"
#include "program/system.h"
#include <errno.h>
#include <string.h>

#define FILE_MOST ((size_t) 1 << 28)  // bytes; a model or a list of states is never that long

Status system_read_file(System *m, const char *path, Str *text) {
  const Status status = file_read(&m->arena, path, FILE_MOST, text);
  if (status != STATUS_OK)
    diag_report(&m->diags, DIAG_FILE_OPEN, (Span){0}, path, strerror(errno ? errno : EIO));
  return status;
}
