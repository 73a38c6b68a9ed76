// expr/versions.c: the versions of the libraries for exact numbers.

#include "expr/versions.h"
#include "base/lazy.h"
#include <stddef.h>
#include <string.h>

const char *expr_flint_version(void) {
  return lazy_variable("flint_version");
}

const char *expr_mpfr_version(void) {
  const void *address = lazy_variable("mpfr_get_version");
  const char *(*version)(void);
  memcpy(&version, &address, sizeof version);
  return version != NULL ? version() : NULL;
}

const char *expr_gmp_version(void) {
  const char *const *version = lazy_variable("__gmp_version");
  return version != NULL ? *version : NULL;
}
