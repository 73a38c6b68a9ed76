// base/array.h: arrays that grow, in an arena.
//
//   ARRAY(Expr) terms = {0};
//   array_push(arena, &terms, e);
//   for (size_t i = 0; i < terms.n; i++) use(terms.at[i]);
//
// Growing moves the elements; the old block stays in the arena until the arena is dropped.

#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include "base/arena.h"

#define ARRAY(Type) \
  struct {          \
    Type *at;       \
    size_t n, room; \
  }

// Appends one element.
#define array_push(arena, array, value)                                                     \
  do {                                                                                      \
    if ((array)->n == (array)->room)                                                        \
      (array)->at =                                                                         \
        array_grown((arena), (array)->at, (array)->n, sizeof *(array)->at, &(array)->room); \
    (array)->at[(array)->n++] = (value);                                                    \
  } while (0)

// Makes room for count more elements without changing n.
#define array_reserve(arena, array, count)                                                  \
  do {                                                                                      \
    while ((array)->room - (array)->n < (size_t) (count))                                   \
      (array)->at =                                                                         \
        array_grown((arena), (array)->at, (array)->n, sizeof *(array)->at, &(array)->room); \
  } while (0)

// A block with at least twice the room, the first n elements copied.
void *array_grown(Arena *arena, const void *old, size_t n, size_t size, size_t *room);

#endif
