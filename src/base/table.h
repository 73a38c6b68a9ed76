// base/table.h: hash tables of small integers.
//
// An Index finds numbers by hash; only its user knows what a number means, and whether it is the one sought:
//
//   IndexProbe probe = index_probe(&index, hash);
//   for (uint32_t i; index_next(&index, &probe, &i);)
//     if (same(things[i], wanted)) return i;
//
// A Memo maps exact 64-bit keys to numbers; a Names maps strings to numbers.

#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/text.h"

typedef struct {
  uint32_t *values;  // value + 1; 0 is an empty slot
  uint32_t *hashes;
  size_t slots, used;
} Index;

typedef struct {
  uint64_t slot;
  uint32_t hash;
} IndexProbe;

IndexProbe index_probe(const Index *index, uint64_t hash);
bool index_next(const Index *index, IndexProbe *probe, uint32_t *value);
void index_insert(Arena *arena, Index *index, uint64_t hash, uint32_t value);
void index_remove(Index *index, uint64_t hash, uint32_t value);  // the value must be there

typedef struct {
  uint64_t key;
  uint32_t value;  // value + 1; 0 is an empty slot
} MemoSlot;

typedef struct {
  MemoSlot *slot;  // key and value side by side: a lookup touches one cache line
  size_t slots, used;
  int shift;  // 64 less the number of bits of a place
} Memo;

bool memo_get(const Memo *memo, uint64_t key, uint32_t *value);
void memo_put(Arena *arena, Memo *memo, uint64_t key, uint32_t value);  // replaces
Memo memo_copy(Arena *arena, const Memo *memo);

typedef struct {
  Index index;
  struct {
    Str *at;
    size_t n, room;
  } names;
  uint32_t *values;
} Names;

bool names_get(const Names *names, Str name, uint32_t *value);
void names_put(Arena *arena, Names *names, Str name, uint32_t value);  // replaces

// Mixes 64 bits well (splitmix64's finalizer).
static inline uint64_t hash_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

#endif
