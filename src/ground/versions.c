// ground/versions.c: the version of the library for numbers with error bounds.

#include "ground/versions.h"
#include "base/lazy.h"
#include "ground/arb.h"
#include <stddef.h>

const char *ground_arb_version(void) {
#if __FLINT_RELEASE >= 30000
  return lazy_variable("flint_version");  // it is part of FLINT
#else
  const char *const *version = lazy_variable("arb_version");
  return version != NULL ? *version : NULL;
#endif
}
