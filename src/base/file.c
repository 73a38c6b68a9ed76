// base/file.c: written beside its place, then renamed.

#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BESIDE_MOST 100  // names tried; more than one is taken only after crashes

typedef struct {
  FileWriter *write;
  void *context;
} Content;

// errno as a status.
static Status refused(void) {
  switch (errno) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case ENOMEM: return STATUS_LIMIT;
    case 0: errno = EIO; return STATUS_LIMIT;
    default: return STATUS_INPUT;
  }
}

// Writes and flushes; the stream stays open.
static Status fill(FILE *stream, Content content) {
  errno = 0;
  const Status status = content.write(content.context, stream);
  if (ferror(stream)) return refused();
  if (status != STATUS_OK) {
    errno = 0;
    return status;
  }
  return fflush(stream) == 0 ? STATUS_OK : refused();
}

static Status fill_and_close(FILE *stream, Content content) {
  const Status status = fill(stream, content);
  const int reason = errno;
  if (fclose(stream) != 0 && status == STATUS_OK) return refused();
  errno = reason;
  return status;
}

static Status write_directly(const char *path, Content content) {
  FILE *stream = fopen(path, "wb");
  return stream ? fill_and_close(stream, content) : refused();
}

// A new file with a name made from the goal's, which goes into `beside`. The system applies the
// umask, as to any new file.
static int open_beside(const char *goal, char *beside, size_t room) {
  int file = -1;
  for (unsigned i = 0; i < BESIDE_MOST; i++) {
    snprintf(beside, room, "%s.%ld-%u", goal, (long) getpid(), i);
    file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) break;
  }
  return file;
}

// `mode`: the permissions of the file that is replaced; or NULL if it is new.
static Status write_beside(const char *goal, const mode_t *mode, Content content) {
  const size_t room = strlen(goal) + 40;
  char *beside = malloc(room);
  const int file = beside ? open_beside(goal, beside, room) : -1;
  FILE *stream = NULL;
  if (file >= 0 && (mode == NULL || fchmod(file, *mode & 0777) == 0)) stream = fdopen(file, "wb");
  Status status = stream ? fill_and_close(stream, content) : refused();
  if (status == STATUS_OK && rename(beside, goal) != 0) status = refused();
  const int reason = errno;
  if (file >= 0 && stream == NULL) close(file);
  if (file >= 0 && status != STATUS_OK) unlink(beside);
  free(beside);
  errno = reason;
  return status;
}

Status file_replace(const char *path, FileWriter *write, void *context) {
  const Content content = {write, context};
  struct stat there;
  if (strcmp(path, "-") == 0) return fill(stdout, content);
  if (stat(path, &there) != 0) return write_beside(path, NULL, content);
  if (!S_ISREG(there.st_mode)) return write_directly(path, content);
  char *goal = realpath(path, NULL);
  const Status status = goal ? write_beside(goal, &there.st_mode, content) : refused();
  const int reason = errno;
  free(goal);
  errno = reason;
  return status;
}

static Status write_bytes(void *context, FILE *stream) {
  const Str *bytes = context;
  fwrite(bytes->at, 1, bytes->n, stream);
  return STATUS_OK;
}

Status file_replace_bytes(const char *path, Str bytes) {
  return file_replace(path, write_bytes, &bytes);
}

// --- reading -------------------------------------------------------------------------------------

#define READ_BLOCK 65536

static Status read_stream(Arena *arena, FILE *stream, size_t most, Str *text) {
  Text all = text_make(arena);
  char block[READ_BLOCK];
  size_t got;
  while ((got = fread(block, 1, sizeof block, stream)) > 0) {
    if (all.n + got > most) {
      errno = EFBIG;
      return STATUS_INPUT;
    }
    text_add_str(&all, (Str){block, got});
  }
  *text = (Str){text_get(&all), all.n};
  return ferror(stream) ? STATUS_INPUT : STATUS_OK;
}

Status file_read(Arena *arena, const char *path, size_t most, Str *text) {
  const bool standard_input = strcmp(path, "-") == 0;
  errno = 0;
  FILE *stream = standard_input ? stdin : fopen(path, "rb");
  if (stream == NULL) return STATUS_INPUT;
  const Status status = read_stream(arena, stream, most, text);
  const int reason = errno ? errno : EIO;
  if (!standard_input) fclose(stream);
  if (status != STATUS_OK) errno = reason;
  return status;
}
