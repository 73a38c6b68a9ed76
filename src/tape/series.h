// tape/series.h: Taylor coefficients along a motion, as tapes.
//
// A tape whose inputs are fixed ones, t and y, and whose outputs are y' and further ones, becomes two tapes.
// The first gives the coefficients of order 0; the second, for any k >= 1, those of order k. The part of a
// recurrence that extends over all orders has one form,
//
//   sum_i = a_i[1] b_i[k-1] + a_i[2] b_i[k-2] + ... + a_i[k-1] b_i[1],
//
// for pairs of factors a_i, b_i whose coefficients the second tape gives, too. The caller stores these and adds
// them up, side by side for all i, which processors do fast.

#ifndef TAPE_SERIES_H
#define TAPE_SERIES_H

#include "tape/tape.h"

// The source of an input of the second tape.
typedef enum {
  SERIES_KEPT,     // a value that the first tape computes for this purpose
  SERIES_ORDER,    // k
  SERIES_INVERSE,  // 1/k
  SERIES_TIME,     // the coefficient of t: 1 for k = 1, 0 after that
  SERIES_STATE,    // the coefficient of y
  SERIES_SUM       // of factors
} SeriesSource;

typedef struct {
  SeriesSource from;
  size_t index;
} SeriesInput;

// The guards are values that must not vanish: near a zero of one the motion is not what its coefficients
// suggest. |x| is such a value, and sqrt(x), which may continue as -sqrt(x).
typedef struct {
  size_t outputs;  // that have series
  size_t guards, kept, sums;
  Tape *start;         // inputs of the tape -> its outputs, the guards, the kept values
  Tape *next;          // -> outputs and guards of order k; all a, all b
  SeriesInput *input;  // of `next`; heap
} TapeSeries;

// Makes the series of the first outputs of a tape that was finished for series; of the others only the
// values, which become the last of the kept ones. The first `fixed` inputs are fixed; the next one is t. Returns
// STATUS_UNABLE if an operation has no recurrence: SOLVE.
MUST_USE Status tape_series(const Tape *tape, size_t fixed, size_t outputs, Arena *arena,
                            TapeSeries *series);
void tape_series_clear(TapeSeries *series);

#endif
