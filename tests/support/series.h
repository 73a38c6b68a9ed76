// support/series.h: expressions as power series in time, in numbers of 113 bits.
//
// A judge of the tape must not use the tape: this walks the expressions itself, once, and writes them as a list of
// operations on series. These are then computed order by order: order k of all
// operations needs the inputs up to order k only, so that the inputs may be the solution of a
// differential equation whose right-hand side is being computed. Order 0 alone is plain
// evaluation.
//
// From: the recurrences of automatic differentiation, e.g. Jorba and Zou, A software package for
//       the numerical integration of ODEs by means of high-order Taylor methods, Experimental
//       Mathematics 14 (2005), 99-117, Proposition 2.1.

#ifndef SUPPORT_SERIES_H
#define SUPPORT_SERIES_H

#include "base/table.h"
#include "expr/expr.h"
#include "support/pair.h"

#define SERIES_NUMBER UINT32_MAX  // instead of a place: a number

// c times the series at a place, or the number c.
typedef struct {
  uint32_t at;
  Quad c;
} SeriesValue;

typedef struct {
  uint8_t kind, fn;
  uint32_t a, b;      // operands
  uint32_t first, n;  // terms of a sum; n of atan2: its other argument
  Quad c;             // constant of a sum, exponent, factor
} SeriesOp;

typedef struct {
  Arena *arena;
  ExprPool *pool;
  size_t orders;  // 1 + the highest order
  ARRAY(SeriesOp) ops;
  ARRAY(SeriesValue) terms;
  ARRAY(SeriesValue) values;  // of expressions
  Memo known;                 // expression -> its place among the values
  Memo products, rates;
  Expr missing;  // a symbol that is neither input nor known, or EXPR_NONE
  Quad *x;       // all orders for each operation
  Pair *pairs;   // the same, for products of series
} Series;

// Makes an empty list for orders 0 to order, in the arena.
void series_init(Series *s, Arena *arena, ExprPool *pool, size_t order);
// Adds a symbol whose series the caller writes; returns its place. Inputs come before everything else.
uint32_t series_input(Series *s, Expr symbol);
// Adds a symbol that is a number.
void series_number(Series *s, Expr symbol, Quad value);
// Adds the series of an expression; s->missing is set if a symbol in it is unknown.
SeriesValue series_add(Series *s, Expr e);
// Makes room for the numbers, after the last series_add.
void series_ready(Series *s);

// Computes order k of everything but the inputs; orders below k are known. Order 0 has 113 bits, the
// others, if they come from products of series, 106.
void series_run(Series *s, size_t k);

static inline Quad *series_at(const Series *s, uint32_t at) {
  return s->x + (size_t) at * s->orders;
}

// Returns the same series for pair_convolution, up to the order that was run last.
static inline const Pair *series_pairs(const Series *s, uint32_t at) {
  return s->pairs + (size_t) at * s->orders;
}

// Returns coefficient k of a value.
static inline Quad series_get(const Series *s, SeriesValue v, size_t k) {
  if (v.at == SERIES_NUMBER) return k == 0 ? v.c : 0;
  return v.c * series_at(s, v.at)[k];
}

// Returns the number that a ratio of the pool stands for.
Quad series_ratio(ExprPool *pool, Ratio ratio, Arena *arena);

#endif
