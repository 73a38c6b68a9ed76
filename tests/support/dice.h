// support/dice.h: random numbers for generators that do not shrink: splitmix64, the same everywhere.

#ifndef SUPPORT_DICE_H
#define SUPPORT_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t state;
} Dice;

static inline uint64_t dice_bits(Dice *d) {
  uint64_t z = d->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Returns 0 .. bound - 1.
static inline size_t dice_below(Dice *d, size_t bound) {
  return (size_t) (dice_bits(d) % bound);
}

// Returns least .. most.
static inline long dice_int(Dice *d, long least, long most) {
  return least + (long) dice_below(d, (size_t) (most - least + 1));
}

// Returns a number in [low, high).
static inline double dice_between(Dice *d, double low, double high) {
  return low + (high - low) * ((double) (dice_bits(d) >> 11) * 0x1p-53);
}

// Returns a number of a size in [low, high), of either sign.
static inline double dice_signed(Dice *d, double low, double high) {
  const double size = dice_between(d, low, high);
  return dice_below(d, 2) ? size : -size;
}

// Returns true in one of this many cases.
static inline bool dice_one_in(Dice *d, size_t cases) {
  return dice_below(d, cases) == 0;
}

// Fills in a random order of 0 .. n - 1.
static inline void dice_order(Dice *d, size_t *order, size_t n) {
  for (size_t i = 0; i < n; i++) order[i] = i;
  for (size_t i = n; i > 1; i--) {
    const size_t j = dice_below(d, i), kept = order[i - 1];
    order[i - 1] = order[j];
    order[j] = kept;
  }
}

#endif
