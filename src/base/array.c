// base/array.c: growth by doubling.

#include "base/array.h"
#include <string.h>

#define FIRST_ROOM 4  // elements
#define FIRST_BYTES 64

// Small elements have more room at first: growing takes longer than clearing these bytes.
static size_t first_room(size_t size) {
  size_t room = FIRST_ROOM;
  while (2 * room * size <= FIRST_BYTES) room *= 2;
  return room;
}

void *array_grown(Arena *arena, const void *old, size_t n, size_t size, size_t *room) {
  // room is set last: if memory is refused, the array is unchanged
  const size_t more = *room == 0 ? first_room(size) : 2 * *room;
  char *grown = arena_take_room(arena, more, size);
  if (n > 0) memcpy(grown, old, n * size);
  memset(grown + n * size, 0, (more - n) * size);
  *room = more;
  return grown;
}
