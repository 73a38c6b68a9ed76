// tape/series.h: Taylor coefficients along a motion, as tapes.
//
// A tape with the inputs fixed ones, t and y, and the outputs y' and further ones, becomes two. The
// first gives the coefficients of order 0; the second, for any k >= 1, those of order k. What of a
// recurrence stretches over all orders has one form,
//
//   sum_i = a_i[1] b_i[k-1] + a_i[2] b_i[k-2] + ... + a_i[k-1] b_i[1],
//
// for pairs of factors a_i, b_i whose coefficients the second tape gives, too. The caller keeps these and adds them
// up: side by side for all i, which processors do fast.

#ifndef TAPE_SERIES_H
#define TAPE_SERIES_H

#include "tape/tape.h"

// Where an input of the second tape comes from.
typedef enum {
  SERIES_KEPT,     // a value that the first tape gave for that purpose
  SERIES_ORDER,    // k
  SERIES_INVERSE,  // 1/k
  SERIES_TIME,     // the coefficient of t: 1 for k = 1, and then 0
  SERIES_STATE,    // the coefficient of y
  SERIES_SUM       // of factors
} SeriesSource;

typedef struct {
  SeriesSource from;
  size_t index;
} SeriesInput;

// The guards are values that must not become zero: beside a zero of one the motion is not what its
// coefficients make of it. |x| is such a value, and sqrt(x), which may be -sqrt(x) then.
typedef struct {
  size_t outputs;  // of the tape it is made of
  size_t guards, kept, sums;
  Tape *start;         // inputs of the tape -> its outputs, the guards, what is kept
  Tape *next;          // -> the same of order k without what is kept; all a, all b
  SeriesInput *input;  // of `next`; heap
} TapeSeries;

// From a tape finished for series. This many inputs, the first ones, are fixed; the next one is t. Returns
// STATUS_UNABLE if there is no recurrence for one of its operations: for SOLVE.
MUST_USE Status tape_series(const Tape *tape, size_t fixed, Arena *arena, TapeSeries *series);
void tape_series_clear(TapeSeries *series);

#endif
