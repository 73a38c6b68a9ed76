// support/judge.h: the value of an expression to many digits, by MPFR: a judge that shares no code
// with the program.

#ifndef SUPPORT_JUDGE_H
#define SUPPORT_JUDGE_H

#include "support/check.h"

#include <mpfr.h>

#define JUDGE_BITS 200

// Where to evaluate: symbols have their gen_value; one of them may be moved by a multiple of a power of 2.
typedef struct {
  const Gen *g;
  Expr moved;      // or EXPR_NONE
  int by;          // times 2^exponent
  long exponent;
} Judge;

// Computes the value of e, in an initialised mpfr_t; false if it is not a finite real number.
bool judge_value(const Judge *judge, Expr e, mpfr_t value);

// The same rounded to a double, or NAN.
double judge_double(const Judge *judge, Expr e);

// Is e zero there, as far as JUDGE_BITS show? Yes if its summands cancel to 140 bits; no if it is
// larger than 2^-100 of every intermediate number; otherwise TRUTH_UNKNOWN.
Truth judge_zero(const Judge *judge, Expr e);

// (e(x + h) - e(x - h))/(2h) with h = 2^exponent; false outside the domain.
bool judge_difference(const Gen *g, Expr e, Expr x, long exponent, mpfr_t value);

#endif
