// ground/versions.c: the version of the library for numbers with error bounds.

#include "ground/versions.h"
#include "ground/arb.h"

const char *ground_arb_version(void) {
#if __FLINT_RELEASE >= 30000
  return flint_version;  // it is part of FLINT
#else
  return arb_version;
#endif
}
