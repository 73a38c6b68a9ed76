// support/gallery.c: what tests that go through the gallery know about it.

#include "support/gallery.h"

#include <string.h>

bool refuses_late(const char *model, const char *method) {
  return strcmp(model, "trailer-10") == 0 && strcmp(method, "hamilton") == 0;
}
