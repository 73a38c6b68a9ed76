// support/settings.c: numbers from the environment.

#include "support/settings.h"
#include <stdlib.h>

double test_setting(const char *name, double otherwise) {
  const char *text = getenv(name);
  return text != NULL && *text != '\0' ? strtod(text, NULL) : otherwise;
}

size_t test_scaled(size_t count) {
  return (size_t) ((double) count * test_setting("TEST_SCALE", 1)) + 1;
}
