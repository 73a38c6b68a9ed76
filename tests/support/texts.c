// support/texts.c: keeps the last results for a while.

#include "support/texts.h"

#include <stdbool.h>
#include <stdlib.h>

#define KEPT 16

static DalResult *kept[KEPT];
static size_t next;

static void clear(void) {
  for (size_t i = 0; i < KEPT; i++) dal_result_destroy(kept[i]);
}

DalResult **texts_place(void) {
  static bool registered;
  if (!registered) atexit(clear);
  registered = true;
  next = (next + 1) % KEPT;
  dal_result_destroy(kept[next]);
  kept[next] = NULL;
  return &kept[next];
}

DalStatus texts_keep(const char **text, DalStatus status) {
  if (status == DAL_OK) *text = dal_result_text(kept[next]);
  return status;
}
