// ground/versions.h: the version of the library for numbers with error bounds.

#ifndef GROUND_VERSIONS_H
#define GROUND_VERSIONS_H

const char *ground_arb_version(void);

#endif
