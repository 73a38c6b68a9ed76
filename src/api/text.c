// api/text.c: texts as files.

#include "api/api_impl.h"
#include "base/file.h"
#include <errno.h>
#include <string.h>

#define FILE_MOST ((size_t) 1 << 28)  // bytes; a run or a table of states is never that long

Status api_read_file(ApiCall *call, const char *path, Str *content) {
  const Status status = file_read(&call->work, path, FILE_MOST, content);
  if (status != STATUS_OK)
    diag_report(&call->diags, DIAG_FILE_OPEN, (Span){0}, path, strerror(errno));
  return status;
}

static Status read_body(ApiCall *call, void *context) {
  const char *path = context;
  Str content;
  TRY(api_read_file(call, path, &content));
  if (memchr(content.at, '\0', content.n) != NULL) {
    diag_report(&call->diags, DIAG_FILE_BINARY, (Span){0}, path);
    return STATUS_INPUT;
  }
  text_add_str(&call->result->text, content);
  return STATUS_OK;
}

DalStatus dal_read_text(const char *path, DalResult **result) {
  API_PLACE(NULL, result);
  API_NEED(NULL, path);
  return api_call(read_body, (void *) (uintptr_t) path, result);
}

DalStatus dal_write_text(const char *path, const char *text) {
  errno = EINVAL;
  API_NEED(NULL, path);
  API_NEED(NULL, text);
  return (DalStatus) file_replace_bytes(path, str(text));
}

typedef struct {
  DalPieces *pieces;
  void *context;
  FILE *stream;
  int reason;  // errno of the first piece that could not be written, or 0
} Piecewise;

static bool put_piece(void *sink, const char *text) {
  Piecewise *p = sink;
  if (p->reason != 0) return false;
  errno = 0;
  if (fputs(text, p->stream) == EOF) p->reason = errno != 0 ? errno : EIO;
  return p->reason == 0;
}

static Status write_pieces(void *context, FILE *stream) {
  Piecewise *p = context;
  p->stream = stream;
  const Status status = (Status) p->pieces(p->context, put_piece, p);
  errno = p->reason;
  return p->reason != 0 ? STATUS_OK : status;  // an error of the stream is reported by the caller
}

DalStatus dal_write_pieces(const char *path, DalPieces *pieces, void *context) {
  errno = EINVAL;
  API_NEED(NULL, path);
  API_NEED(NULL, pieces);
  Piecewise p = {.pieces = pieces, .context = context};
  return (DalStatus) file_replace(path, write_pieces, &p);
}

DalStatus dal_result_write(const DalResult *result, const char *path) {
  errno = EINVAL;
  API_NEED(NULL, result);
  API_NEED(NULL, path);
  return (DalStatus) file_replace_bytes(path, (Str){dal_result_text(result), result->text.n});
}

void dal_abandon_files(void) {
  file_abandon();
}
