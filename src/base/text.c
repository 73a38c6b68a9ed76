// base/text.c: string pieces and the string writer.

#include "base/text.h"
#include "base/decimal.h"
#include <stdio.h>
#include <string.h>

Str str(const char *terminated) {
  return (Str){terminated, strlen(terminated)};
}

bool str_equal(Str a, Str b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

uint64_t str_hash(Str s) {
  uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (size_t i = 0; i < s.n; i++) hash = (hash ^ (unsigned char) s.at[i]) * 0x100000001b3u;
  return hash;
}

const char *str_copy(Arena *arena, Str s) {
  char *copy = arena_take(arena, s.n + 1);
  if (s.n > 0) memcpy(copy, s.at, s.n);
  return copy;
}

Text text_make(Arena *arena) {
  return (Text){.arena = arena};
}

static void make_room(Text *text, size_t more) {
  if (text->room - text->n > more) return;
  size_t room = text->room < 64 ? 64 : 2 * text->room;
  while (room - text->n <= more) room *= 2;
  char *at = arena_take(text->arena, room);
  if (text->n > 0) memcpy(at, text->at, text->n);
  text->at = at;
  text->room = room;
}

void text_add_str(Text *text, Str s) {
  make_room(text, s.n);
  if (s.n > 0) memcpy(text->at + text->n, s.at, s.n);
  text->n += s.n;
  text->at[text->n] = '\0';
}

void text_add(Text *text, const char *terminated) {
  text_add_str(text, str(terminated));
}

void text_add_char(Text *text, char c) {
  text_add_str(text, (Str){&c, 1});
}

void text_addv(Text *text, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  const int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (n <= 0) return;
  make_room(text, (size_t) n);
  vsnprintf(text->at + text->n, (size_t) n + 1, format, args);
  text->n += (size_t) n;
}

void text_addf(Text *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  text_addv(text, format, args);
  va_end(args);
}

void text_add_double(Text *text, double value) {
  char digits[DECIMAL_ROOM];
  const size_t n = decimal_write(digits, value == 0 ? 0 : value);  // no sign on zero
  text_add_str(text, (Str){digits, n});
}

const char *text_get(const Text *text) {
  return text->at ? text->at : "";
}

const char *text_format(Arena *arena, const char *format, ...) {
  Text text = text_make(arena);
  va_list args;
  va_start(args, format);
  text_addv(&text, format, args);
  va_end(args);
  return text_get(&text);
}
