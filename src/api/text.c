// api/text.c: a text as a file.

#include "api/api_impl.h"
#include "base/file.h"
#include <errno.h>

DalStatus dal_write_text(const char *path, const char *text) {
  errno = EINVAL;
  API_NEED(NULL, path);
  API_NEED(NULL, text);
  return (DalStatus) file_replace_bytes(path, str(text));
}

void dal_abandon_files(void) {
  file_abandon();
}
