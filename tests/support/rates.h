// support/rates.h: tapes as compiled functions `rate`, for tests that compare ways to write them.

#ifndef SUPPORT_RATES_H
#define SUPPORT_RATES_H

#include "native/emit.h"
#include "support/native.h"

typedef void Rate(const double *p, double t, const double *y, double *out);
typedef void Prepare(double *p);
typedef void RateOfLanes(const double *p, const double *y, double *out);

typedef struct {
  const Tape *tape;  // with the inputs p, t and y
  size_t fixed, states;
  bool arrays;  // in any case
} RateTape;

// Writes the functions `rate` and `prepare`. Returns how many numbers p has then.
size_t rates_write(const RateTape *r, bool lanes, Text *out);

// Writes the function `reference`: the instructions of the tape one after the other, nothing fused, with the same sines
// and cosines and exponentials as `rate`.
void rates_write_reference(const RateTape *r, Text *out);

// Compiles what was written, in terms of real.h or lanes.h ("real", "lanes"), after the text before.
NativeUnit *rates_compile(Gen *g, const char *before, const char *kind, const char *written);

// Finds a function by name: rates_find(g, unit, "rate", &rate).
void rates_find(Gen *g, const NativeUnit *unit, const char *name, void *function);

// Values for the inputs p and y, the first ones above 1; t and y follow p.
double *rates_inputs(Gen *g, const RateTape *r);

// Returns `count` fixed numbers: those of the inputs, and the prepared ones.
double *rates_prepared(Gen *g, const RateTape *r, const NativeUnit *unit, const double *inputs, size_t count);

// Law: the tape has the same bits alone and in lanes, with fused products.
void rates_check_lanes(Gen *g, const RateTape *r, const double *inputs);

// Is it the same number, or not a number in both?
bool rates_same_bits(double a, double b);

#endif
