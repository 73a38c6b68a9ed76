// fuzz/choice.h: choices by the bytes of an input; after its end, random ones that depend only on
// the input.

#ifndef FUZZ_CHOICE_H
#define FUZZ_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *data;
  size_t size, at;
  uint64_t state;
} Choice;

static inline Choice choice_of(const uint8_t *data, size_t size) {
  Choice c = {.data = data, .size = size, .state = size};
  for (size_t i = 0; i < size; i++) c.state = (c.state ^ data[i]) * 0x100000001b3u;
  return c;
}

// Returns 64 random bits, by splitmix64.
static inline uint64_t choose_bits(Choice *c) {
  uint64_t z = c->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Returns a number below n, or 0 if n is 0: by the next byte if one is enough.
static inline size_t choose(Choice *c, size_t n) {
  if (n == 0) return 0;
  if (n <= 256 && c->at < c->size) return c->data[c->at++] % n;
  return (size_t) (choose_bits(c) % n);
}

#endif
