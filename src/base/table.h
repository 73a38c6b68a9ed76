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
  uint32_t hash;
  uint32_t value;  // value + 1; 0 is an empty slot
} IndexSlot;

typedef struct {
  IndexSlot *slot;
  size_t slots, used;
} Index;

typedef struct {
  size_t place;
  uint32_t hash;
} IndexProbe;

// Makes room for count entries in all.
void index_reserve(Arena *arena, Index *index, size_t count);
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

void memo_put(Arena *arena, Memo *memo, uint64_t key, uint32_t value);  // replaces
// Gives the value of the key; a key that is not there gets this value, and true is returned.
bool memo_add(Arena *arena, Memo *memo, uint64_t key, uint32_t value, uint32_t *found);
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

// Spreads keys over the slots of a table: multiplied by 2^64 over the golden ratio, numbers that count up have leading
// bits that are far apart (Knuth, The Art of Computer Programming 3, 6.4). The upper half of a key takes part in every
// bit of the result.
static inline uint64_t hash_spread(uint64_t key) {
  return (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
}

static inline IndexProbe index_probe(const Index *index, uint64_t hash) {
  const uint32_t h = (uint32_t) (hash_spread(hash) >> 32);
  return (IndexProbe){index->slots ? h & (index->slots - 1) : 0, h};
}

static inline bool index_next(const Index *index, IndexProbe *probe, uint32_t *value) {
  if (index->slots == 0) return false;
  for (;;) {
    const IndexSlot slot = index->slot[probe->place];
    if (slot.value == 0) return false;
    probe->place = (probe->place + 1) & (index->slots - 1);
    if (slot.hash != probe->hash) continue;
    *value = slot.value - 1;
    return true;
  }
}

// The slot that holds the key, or the empty one where it belongs; the memo has slots.
static inline MemoSlot *memo_slot(const Memo *memo, uint64_t key) {
  size_t at = (size_t) (hash_spread(key) >> memo->shift);
  while (memo->slot[at].value != 0 && memo->slot[at].key != key) at = (at + 1) & (memo->slots - 1);
  return &memo->slot[at];
}

static inline bool memo_get(const Memo *memo, uint64_t key, uint32_t *value) {
  if (memo->slots == 0) return false;
  const MemoSlot *slot = memo_slot(memo, key);
  if (slot->value == 0) return false;
  *value = slot->value - 1;
  return true;
}

#endif
