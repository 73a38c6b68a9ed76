// base/status.c: the text of each status.

#include "base/status.h"

const char *status_meaning(Status status) {
  static const char *const meanings[] = {
#define X(name, meaning) meaning,
    STATUS_LIST(X)
#undef X
  };
  return meanings[status];
}
