// base/sha256.c: the secure hash algorithm with 256 bits.
//
// From:  FIPS 180-4, sections 4.1.2 (functions), 4.2.2 (constants), 5.1.1 (padding), 5.3.3 (initial
//        value) and 6.2.2 (the computation); the letters are those of the standard

#include "base/sha256.h"
#include <string.h>

// 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes
static const uint32_t K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, int n) {
  return x >> n | x << (32 - n);
}

// 6.2.2: one block of 64 bytes into the hash value
static void digest_block(uint32_t h[8], const uint8_t *M) {
  uint32_t W[64];
  for (int t = 0; t < 16; t++)
    W[t] = (uint32_t) M[4 * t] << 24 | (uint32_t) M[4 * t + 1] << 16 |
           (uint32_t) M[4 * t + 2] << 8 | M[4 * t + 3];
  for (int t = 16; t < 64; t++) {
    const uint32_t x = W[t - 15], y = W[t - 2];
    W[t] = (rotr(y, 17) ^ rotr(y, 19) ^ y >> 10) + W[t - 7] + (rotr(x, 7) ^ rotr(x, 18) ^ x >> 3) +
           W[t - 16];
  }
  // the working variables; j is the standard's h
  uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], j = h[7];
  for (int t = 0; t < 64; t++) {
    const uint32_t T1 =
      j + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + W[t];
    const uint32_t T2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    j = g, g = f, f = e, e = d + T1;
    d = c, c = b, b = a, a = T1 + T2;
  }
  h[0] += a, h[1] += b, h[2] += c, h[3] += d;
  h[4] += e, h[5] += f, h[6] += g, h[7] += j;
}

Sha256 sha256_make(void) {
  // 5.3.3: the first 32 bits of the fractional parts of the square roots of the first 8 primes
  return (Sha256){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                        0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(Sha256 *sha, const void *data, size_t n) {
  const uint8_t *at = data;
  while (n > 0) {
    const size_t used = (size_t) (sha->length % 64), room = 64 - used, part = n < room ? n : room;
    if (part == 64) {  // a whole block needs no copy
      digest_block(sha->h, at);
    } else {
      memcpy(sha->block + used, at, part);
      if (part == room) digest_block(sha->h, sha->block);
    }
    sha->length += part;
    at += part;
    n -= part;
  }
}

void sha256_finish(Sha256 *sha, uint8_t digest[SHA256_BYTES]) {
  // 5.1.1: a bit 1, bits 0 up to 8 bytes before the end of a block, the length in bits
  static const uint8_t padding[64] = {0x80};
  const uint64_t bits = 8 * sha->length;
  uint8_t length[8];
  for (int i = 0; i < 8; i++) length[i] = (uint8_t) (bits >> (56 - 8 * i));
  sha256_add(sha, padding, 1 + (size_t) ((119 - sha->length % 64) % 64));
  sha256_add(sha, length, sizeof length);
  for (int i = 0; i < SHA256_BYTES; i++)
    digest[i] = (uint8_t) (sha->h[i / 4] >> (24 - 8 * (i % 4)));
}
