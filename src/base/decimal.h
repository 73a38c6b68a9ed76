// base/decimal.h: doubles as the shortest decimals that read back exactly.

#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stddef.h>

#define DECIMAL_ROOM 32  // bytes for any double, its sign and the zero at the end

// Writes value and a terminating zero; returns the length. Writes the shortest decimal that reads back as value, or the
// nearest to it of several, laid out as by "%.15g" (or %.16g, %.17g if that many digits are needed); nan and inf as
// such. Zero keeps its sign: -0.0.
size_t decimal_write(char out[DECIMAL_ROOM], double value);

#endif
