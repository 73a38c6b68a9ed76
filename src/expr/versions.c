// expr/versions.c: the versions of the libraries that are linked for exact numbers.

#include "expr/versions.h"
#include <flint/flint.h>
#include <gmp.h>
#include <mpfr.h>

const char *expr_flint_version(void) {
  return flint_version;
}

const char *expr_mpfr_version(void) {
  return mpfr_get_version();
}

const char *expr_gmp_version(void) {
  return gmp_version;
}
