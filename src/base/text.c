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

// The C library allocates memory for long formats, and fails if it gets none.
void text_addv(Text *text, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  const int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (n < 0) guard_fail(text->arena->guard, STATUS_LIMIT);
  if (n == 0) return;
  make_room(text, (size_t) n);
  if (vsnprintf(text->at + text->n, (size_t) n + 1, format, args) != n)
    guard_fail(text->arena->guard, STATUS_LIMIT);
  text->n += (size_t) n;
}

void text_addf(Text *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  text_addv(text, format, args);
  va_end(args);
}

bool text_is_control(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

// Returns the length (2 or 3 bytes) of a multi-byte control character at the start of s, or 0.
static size_t long_control(Str s) {
  const unsigned char *at = (const unsigned char *) s.at;
  if (s.n >= 2 && at[0] == 0xc2 && text_is_control(at[1])) return at[1] >= 0x80 ? 2 : 0;
  if (s.n < 3 || at[0] != 0xe2 || (at[1] & 0xc0) != 0x80 || (at[2] & 0xc0) != 0x80) return 0;
  const uint32_t code = 0x2000 | (uint32_t) (at[1] & 0x3f) << 6 | (at[2] & 0x3f);
  return text_is_control(code) ? 3 : 0;
}

void text_add_shown(Text *text, Str s) {
  while (s.n > 0) {
    const unsigned char first = (unsigned char) s.at[0];
    const size_t control = first < 0x80 ? text_is_control(first) : long_control(s);
    if (control == 0)
      text_add_char(text, s.at[0]);
    else
      text_add_char(text, first == '\t' ? ' ' : '?');
    s.at += control > 0 ? control : 1;
    s.n -= control > 0 ? control : 1;
  }
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
