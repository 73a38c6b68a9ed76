// support/pair.h: sums of products in pairs of doubles, 106 bits, ten times as fast as in Quad.
//
// A Quad is a sum of two doubles up to 2^-107 of itself. For an exact product of the larger ones these
// come as halves of 26 bits. For series, whose sums of products are nearly all the work of a motion.
//
// From:  Dekker, A floating-point technique for extending the available precision, Numerische
//        Mathematik 18 (1971), 224-242: products; Knuth, The Art of Computer Programming, 2, 4.2.2:
//        sums
// Not:   numbers beyond 1e300, which become infinite; nothing is fused (-ffp-contract=off)

#ifndef SUPPORT_PAIR_H
#define SUPPORT_PAIR_H

#include "support/quad.h"

typedef struct {
  double high, low;      // of the number
  double first, second;  // of high
} Pair;

static inline Pair pair_make(Quad x) {
  const double high = (double) x, split = 0x1p27 * high + high;
  const double first = split - (split - high);
  return (Pair){high, (double) (x - (Quad) high), first, high - first};
}

// sum of a_j b_(k-j) for j from `from` to `to`
static inline Quad pair_convolution(const Pair *a, const Pair *b, size_t from, size_t to,
                                    size_t k) {
  double sum = 0, rest = 0;
  for (size_t j = from; j <= to; j++) {
    const Pair x = a[j], y = b[k - j];
    const double product = x.high * y.high;
    const double missing =
      ((x.first * y.first - product) + x.first * y.second + x.second * y.first) +
      x.second * y.second;
    const double next = sum + product, added = next - sum;
    const double lost = (sum - (next - added)) + (product - added);
    rest += lost + (missing + (x.high * y.low + x.low * y.high));
    sum = next;
  }
  return (Quad) sum + (Quad) rest;
}

#endif
