// sweep/sobol.c: Sobol's sequence with Owen's scrambling; each point is computed by itself.
//
// From:  Joe and Kuo 2008 (direction numbers), Antonov and Saleev 1979 (Gray code), Owen 1995 (scrambling)

#include "sweep/draw.h"

typedef struct {
  unsigned degree, polynomial;
  unsigned m[9];
} SobolRow;

static const SobolRow rows[SOBOL_DIMENSIONS] = {
  {0},
#define X(degree, polynomial, ...) {degree, polynomial, {__VA_ARGS__}},
#include "sweep/sobol.def"
#undef X
};

// Computes the direction numbers, as bits after the binary point; each follows from earlier ones.
static void directions(size_t dimension, unsigned count, uint64_t v[SOBOL_BITS]) {
  const SobolRow *row = &rows[dimension];
  const unsigned s = row->degree;
  for (unsigned j = 0; j < count; j++) {
    uint64_t m = 1;
    if (s > 0 && j < s) m = row->m[j];
    if (s > 0 && j >= s) {
      m = v[j - s];
      for (unsigned k = 0; k < s; k++)
        if (row->polynomial >> (s - 1 - k) & 1) m ^= v[j - 1 - k] << (k + 1);
    }
    v[j] = m;
  }
  for (unsigned j = 0; j < count; j++) v[j] <<= SOBOL_BITS - 1 - j;
}

uint64_t sobol_point(size_t dimension, uint64_t i) {
  const uint64_t gray = i ^ i >> 1;
  uint64_t v[SOBOL_BITS], point = 0;
  unsigned count = 0;
  while (count < SOBOL_BITS && gray >> count != 0) count++;
  directions(dimension, count, v);
  for (unsigned j = 0; j < count; j++)
    if (gray >> j & 1) point ^= v[j];
  return point;
}

// Mixes 64 bits well (the finalizer of SplitMix64).
static uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

uint64_t sobol_scramble(uint64_t seed, uint64_t name, uint64_t point) {
  const Philox keys = philox((uint64_t[]){0, 0, 2, 0}, (uint64_t[]){seed, name});
  uint64_t flips = 0;
  for (unsigned bit = 0; bit < SOBOL_BITS; bit++) {
    const uint64_t before = point >> (SOBOL_BITS - bit);  // the bits above this one
    const uint64_t node = mixed((before + ((uint64_t) bit << 56)) ^ keys.word[0]);
    flips = flips << 1 | mixed(node + keys.word[1]) >> 63;
  }
  return point ^ flips;
}

double draw_sobol(uint64_t seed, uint64_t name, size_t dimension, uint64_t i) {
  return draw_open(sobol_scramble(seed, name, sobol_point(dimension, i)));
}
