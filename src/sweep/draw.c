// sweep/draw.c: counter-based draws: random, and Latin hypercubes.

#include "sweep/draw.h"

// --- Philox --------------------------------------------------------------------------------------

#define PHILOX_ROUNDS 10

static uint64_t high_product(uint64_t a, uint64_t b) {
  const uint64_t low = UINT32_MAX;
  const uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
  const uint64_t cross = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (cross & low);
  return a1 * b1 + (cross >> 32) + (other >> 32);
}

Philox philox(const uint64_t counter[4], const uint64_t key[2]) {
  const uint64_t m0 = 0xD2E7470EE14C6C93, m1 = 0xCA5A826395121157;  // multipliers
  const uint64_t w0 = 0x9E3779B97F4A7C15, w1 = 0xBB67AE8584CAA73B;  // Weyl steps of the key
  uint64_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  uint64_t k0 = key[0], k1 = key[1];
  for (int round = 0; round < PHILOX_ROUNDS; round++) {
    const uint64_t high0 = high_product(m0, c0), high1 = high_product(m1, c2);
    const uint64_t low0 = m0 * c0, low1 = m1 * c2;
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 += w0;
    k1 += w1;
  }
  return (Philox){{c0, c1, c2, c3}};
}

uint64_t draw_name(const char *name) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char *c = name; *c != '\0'; c++) hash = (hash ^ (unsigned char) *c) * 0x100000001B3;
  return hash;
}

double draw_open(uint64_t bits) {
  return ((double) bits + 0.5) * 0x1p-52;
}

// The streams of one key: draws, and rounds of permutations.
enum { STREAM_DRAW, STREAM_PERMUTATION };

static uint64_t word(uint64_t seed, uint64_t name, uint64_t i, uint64_t stream, uint64_t round) {
  return philox((uint64_t[]){i, 0, stream, round}, (uint64_t[]){seed, name}).word[0];
}

double draw_random(uint64_t seed, uint64_t name, uint64_t i) {
  return draw_open(word(seed, name, i, STREAM_DRAW, 0) >> 12);
}

// --- Latin hypercubes ----------------------------------------------------------------------------

#define FEISTEL_ROUNDS 8

// Permutes the numbers of 2 * half bits: each round mixes one half into the other.
static uint64_t feistel(uint64_t seed, uint64_t name, unsigned half, uint64_t i) {
  const uint64_t mask = ((uint64_t) 1 << half) - 1;
  uint64_t left = i >> half, right = i & mask;
  for (uint64_t round = 0; round < FEISTEL_ROUNDS; round++) {
    const uint64_t next = left ^ (word(seed, name, right, STREAM_PERMUTATION, round) & mask);
    left = right;
    right = next;
  }
  return left << half | right;
}

// Follows the cycle of a larger permutation until it is back among the first n: on average at most
// four steps.
uint64_t draw_permuted(uint64_t seed, uint64_t name, uint64_t n, uint64_t i) {
  unsigned half = 1;
  while (half < 32 && n > (uint64_t) 1 << (2 * half)) half++;
  do i = feistel(seed, name, half, i);
  while (i >= n);
  return i;
}

double draw_latin(uint64_t seed, uint64_t name, uint64_t n, uint64_t i) {
  const double within = draw_random(seed, name, i);
  const double u = ((double) draw_permuted(seed, name, n, i) + within) / (double) n;
  return u < 1 ? u : 1 - 0x1p-53;
}
