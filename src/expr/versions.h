// expr/versions.h: the versions of the libraries for exact numbers, or NULL if they cannot be opened.

#ifndef EXPR_VERSIONS_H
#define EXPR_VERSIONS_H

const char *expr_flint_version(void);
const char *expr_mpfr_version(void);
const char *expr_gmp_version(void);

#endif
