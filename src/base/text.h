// base/text.h: strings: a Str is a borrowed piece, a Text is a string being written.

#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *at;  // not terminated
  size_t n;
} Str;

Str str(const char *terminated);
bool str_equal(Str a, Str b);
// The same for a terminated string, whose length need not be known.
static inline bool str_is(Str s, const char *terminated) {
  for (size_t i = 0; i < s.n; i++)
    if (terminated[i] == '\0' || terminated[i] != s.at[i]) return false;
  return terminated[s.n] == '\0';
}
uint64_t str_hash(Str s);

// A terminated copy in the arena.
const char *str_copy(Arena *arena, Str s);

typedef struct {
  Arena *arena;
  char *at;  // always terminated once something was added
  size_t n, room;
} Text;

Text text_make(Arena *arena);
void text_add(Text *text, const char *terminated);
void text_add_str(Text *text, Str s);
void text_add_char(Text *text, char c);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(Text *text, const char *format, va_list args);

// Control characters: those that end lines, move a cursor, control a terminal or change the direction of writing.
bool text_is_control(uint32_t code);
// Adds s for a person to read: one ? for each control character, a space for a tab.
void text_add_shown(Text *text, Str s);

// Adds the shortest decimal that reads back as this double, as base/decimal.h does; zero has no sign.
void text_add_double(Text *text, double value);

// The text so far; "" at first.
const char *text_get(const Text *text);

// A formatted string in the arena.
const char *text_format(Arena *arena, const char *format, ...)
  __attribute__((format(printf, 2, 3)));

#endif
