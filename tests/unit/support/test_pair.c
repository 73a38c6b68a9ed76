// unit/support/test_pair.c: sums of products in pairs of doubles. Judge: the same in 113 bits.

#include "support/check.h"
#include "support/pair.h"

#define ORDERS 31

// Returns numbers of all 113 bits, of both signs and many sizes.
static Quad number(size_t i) {
  const Quad root = sqrtf128((Quad) (i + 2)) - 3;
  return root * root * root / (Quad) (1 + i * i % 17);
}

// A Quad loses 2^-107 of itself; of a product 2^-106, with the low parts left out 2^-105; the
// rests are summed in doubles, which adds 2^-53 of 2^-53 of the sums each time.
static void test_convolution(void **state) {
  (void) state;
  Quad a[ORDERS], b[ORDERS];
  Pair x[ORDERS], y[ORDERS];
  for (size_t i = 0; i < ORDERS; i++) {
    a[i] = number(i);
    b[i] = number(7 * i + 3);
    x[i] = pair_make(a[i]);
    y[i] = pair_make(b[i]);
    assert_true(x[i].high == x[i].first + x[i].second);
    assert_true(quad_abs((Quad) x[i].high + (Quad) x[i].low - a[i]) <=
                quad_abs(a[i]) * quad(0x1p-106));
  }
  for (size_t k = 0; k < ORDERS; k++)
    for (size_t from = 0; from <= k; from += 5) {
      Quad sum = 0, size = 0;
      for (size_t j = from; j <= k; j++) {
        sum += a[j] * b[k - j];
        size += quad_abs(a[j] * b[k - j]);
      }
      const Quad error = quad_abs(pair_convolution(x, y, from, k, k) - sum);
      assert_true(error <= size * (Quad) (k + 4) * quad(0x1p-105));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_convolution)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
