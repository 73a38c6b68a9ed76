// base/array.c: growth by doubling.

#include "base/array.h"
#include <string.h>

void *array_grown(Arena *arena, const void *old, size_t n, size_t size, size_t *room) {
  // room is set last: if memory is refused, the array is unchanged
  const size_t more = *room < 4 ? 4 : 2 * *room;
  char *grown = arena_take_room(arena, more, size);
  if (n > 0) memcpy(grown, old, n * size);
  memset(grown + n * size, 0, (more - n) * size);
  *room = more;
  return grown;
}
