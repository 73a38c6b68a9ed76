// base/table.c: open addressing with linear probing, at most half full.
//
// Law:   if memory is refused while a table grows, the table is unchanged

#include "base/table.h"
#include "base/array.h"
#include <string.h>

#define FIRST_BITS 5
#define FIRST_SLOTS ((size_t) 1 << FIRST_BITS)

static void index_store(Index *index, IndexSlot entry) {
  size_t place = entry.hash & (index->slots - 1);
  while (index->slot[place].value != 0) place = (place + 1) & (index->slots - 1);
  index->slot[place] = entry;
}

void index_reserve(Arena *arena, Index *index, size_t count) {
  Index larger = {.slots = index->slots ? index->slots : FIRST_SLOTS, .used = index->used};
  while (larger.slots < 2 * count) larger.slots *= 2;
  if (larger.slots == index->slots) return;
  larger.slot = ARENA_ARRAY(arena, IndexSlot, larger.slots);
  for (size_t i = 0; i < index->slots; i++)
    if (index->slot[i].value != 0) index_store(&larger, index->slot[i]);
  *index = larger;
}

void index_insert(Arena *arena, Index *index, uint64_t hash, uint32_t value) {
  if (2 * index->used >= index->slots) index_reserve(arena, index, index->used + 1);
  index_store(index, (IndexSlot){index_probe(index, hash).hash, value + 1});
  index->used++;
}

void index_remove(Index *index, uint64_t hash, uint32_t value) {
  const size_t last = index->slots - 1;
  size_t hole = index_probe(index, hash).place;
  while (index->slot[hole].value != value + 1) hole = (hole + 1) & last;
  // entries that follow without a gap and belong at the hole or before it move up
  for (size_t place = (hole + 1) & last; index->slot[place].value != 0;
       place = (place + 1) & last) {
    const size_t home = index->slot[place].hash & last;
    if (((place - home) & last) < ((place - hole) & last)) continue;
    index->slot[hole] = index->slot[place];
    hole = place;
  }
  index->slot[hole].value = 0;
  index->used--;
}

static void memo_grow(Arena *arena, Memo *memo) {
  Memo larger = {.slots = 2 * memo->slots, .used = memo->used, .shift = memo->shift - 1};
  if (memo->slots == 0) larger = (Memo){.slots = FIRST_SLOTS, .shift = 64 - FIRST_BITS};
  larger.slot = ARENA_ARRAY(arena, MemoSlot, larger.slots);
  for (size_t i = 0; i < memo->slots; i++)
    if (memo->slot[i].value != 0) *memo_slot(&larger, memo->slot[i].key) = memo->slot[i];
  *memo = larger;
}

bool memo_add(Arena *arena, Memo *memo, uint64_t key, uint32_t value, uint32_t *found) {
  if (2 * memo->used >= memo->slots) memo_grow(arena, memo);
  MemoSlot *slot = memo_slot(memo, key);
  const bool new = slot->value == 0;
  if (new) *slot = (MemoSlot){key, value + 1}, memo->used++;
  *found = slot->value - 1;
  return new;
}

void memo_put(Arena *arena, Memo *memo, uint64_t key, uint32_t value) {
  if (2 * memo->used >= memo->slots) memo_grow(arena, memo);
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
