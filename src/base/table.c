// base/table.c: open addressing with linear probing, at most half full.
//
// Law:   if memory is refused while a table grows, the table is unchanged

#include "base/table.h"
#include "base/array.h"
#include <string.h>

#define FIRST_BITS 4
#define FIRST_SLOTS ((size_t) 1 << FIRST_BITS)

// Spreads keys: multiplied by 2^64 over the golden ratio, numbers that count up have leading bits that are far apart
// (Knuth, The Art of Computer Programming 3, 6.4). The upper half of a key takes part in every bit of the result.
static inline uint64_t spread(uint64_t key) {
  return (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
}

static inline uint32_t short_hash(uint64_t hash) {
  return (uint32_t) (spread(hash) >> 32);
}

IndexProbe index_probe(const Index *index, uint64_t hash) {
  const uint32_t h = short_hash(hash);
  return (IndexProbe){index->slots ? h & (index->slots - 1) : 0, h};
}

bool index_next(const Index *index, IndexProbe *probe, uint32_t *value) {
  if (index->slots == 0) return false;
  while (index->values[probe->slot] != 0) {
    const uint64_t slot = probe->slot;
    probe->slot = (slot + 1) & (index->slots - 1);
    if (index->hashes[slot] == probe->hash) {
      *value = index->values[slot] - 1;
      return true;
    }
  }
  return false;
}

static void index_store(Index *index, uint32_t hash, uint32_t stored) {
  uint64_t slot = hash & (index->slots - 1);
  while (index->values[slot] != 0) slot = (slot + 1) & (index->slots - 1);
  index->values[slot] = stored;
  index->hashes[slot] = hash;
}

void index_insert(Arena *arena, Index *index, uint64_t hash, uint32_t value) {
  if (2 * index->used >= index->slots) {
    Index larger = {.slots = index->slots ? 2 * index->slots : FIRST_SLOTS, .used = index->used};
    larger.values = ARENA_ARRAY(arena, uint32_t, larger.slots);
    larger.hashes = ARENA_ARRAY(arena, uint32_t, larger.slots);
    for (size_t i = 0; i < index->slots; i++)
      if (index->values[i] != 0) index_store(&larger, index->hashes[i], index->values[i]);
    *index = larger;
  }
  index_store(index, short_hash(hash), value + 1);
  index->used++;
}

void index_remove(Index *index, uint64_t hash, uint32_t value) {
  const uint64_t last = index->slots - 1;
  uint64_t hole = short_hash(hash) & last;
  while (index->values[hole] != value + 1) hole = (hole + 1) & last;
  // entries that follow without a gap and belong at the hole or before it move up
  for (uint64_t slot = (hole + 1) & last; index->values[slot] != 0; slot = (slot + 1) & last) {
    const uint64_t home = index->hashes[slot] & last;
    if (((slot - home) & last) < ((slot - hole) & last)) continue;
    index->values[hole] = index->values[slot];
    index->hashes[hole] = index->hashes[slot];
    hole = slot;
  }
  index->values[hole] = 0;
  index->used--;
}

// The slot that holds the key, or the empty one where it belongs.
static inline MemoSlot *memo_slot(const Memo *memo, uint64_t key) {
  const size_t last = memo->slots - 1;
  size_t at = (size_t) (spread(key) >> memo->shift);
  while (memo->slot[at].value != 0 && memo->slot[at].key != key) at = (at + 1) & last;
  return &memo->slot[at];
}

bool memo_get(const Memo *memo, uint64_t key, uint32_t *value) {
  if (memo->slots == 0) return false;
  const MemoSlot *slot = memo_slot(memo, key);
  if (slot->value == 0) return false;
  *value = slot->value - 1;
  return true;
}

void memo_put(Arena *arena, Memo *memo, uint64_t key, uint32_t value) {
  if (2 * memo->used >= memo->slots) {
    Memo larger = {.slots = 2 * memo->slots, .used = memo->used, .shift = memo->shift - 1};
    if (memo->slots == 0) larger = (Memo){.slots = FIRST_SLOTS, .shift = 64 - FIRST_BITS};
    larger.slot = ARENA_ARRAY(arena, MemoSlot, larger.slots);
    for (size_t i = 0; i < memo->slots; i++)
      if (memo->slot[i].value != 0) *memo_slot(&larger, memo->slot[i].key) = memo->slot[i];
    *memo = larger;
  }
  MemoSlot *slot = memo_slot(memo, key);
  if (slot->value == 0) memo->used++;
  *slot = (MemoSlot){key, value + 1};
}

Memo memo_copy(Arena *arena, const Memo *memo) {
  Memo copy = *memo;
  if (memo->slots == 0) return copy;
  copy.slot = ARENA_ARRAY(arena, MemoSlot, memo->slots);
  memcpy(copy.slot, memo->slot, memo->slots * sizeof *copy.slot);
  return copy;
}

static bool names_find(const Names *names, Str name, uint32_t *place) {
  IndexProbe probe = index_probe(&names->index, str_hash(name));
  while (index_next(&names->index, &probe, place))
    if (str_equal(names->names.at[*place], name)) return true;
  return false;
}

bool names_get(const Names *names, Str name, uint32_t *value) {
  uint32_t place;
  if (!names_find(names, name, &place)) return false;
  *value = names->values[place];
  return true;
}

void names_put(Arena *arena, Names *names, Str name, uint32_t value) {
  uint32_t place;
  if (!names_find(names, name, &place)) {
    place = (uint32_t) names->names.n;
    const Str kept = {str_copy(arena, name), name.n};
    if (names->names.n == names->names.room) {  // the values have as much room as the names
      size_t room = names->names.room;
      uint32_t *values = array_grown(arena, names->values, place, sizeof *values, &room);
      array_reserve(arena, &names->names, 1);
      names->values = values;
    }
    array_push(arena, &names->names, kept);
    index_insert(arena, &names->index, str_hash(name), place);
  }
  names->values[place] = value;
}
