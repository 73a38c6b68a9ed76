// report/json_read.c: a recursive descent parser for JSON.

#include "report/json_read.h"
#include "base/array.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  Str rest;
  Arena *arena;
  int depth;
} Reader;

typedef ARRAY(JsonValue) Values;
typedef ARRAY(Str) Keys;

static bool read_value(Reader *r, JsonValue *value);

static void skip(Reader *r, size_t n) {
  r->rest.at += n;
  r->rest.n -= n;
}

static void skip_space(Reader *r) {
  while (r->rest.n > 0 && strchr(" \t\n\r", r->rest.at[0]) != NULL && r->rest.at[0] != '\0')
    skip(r, 1);
}

static bool take(Reader *r, const char *word) {
  const size_t n = strlen(word);
  if (r->rest.n < n || memcmp(r->rest.at, word, n) != 0) return false;
  skip(r, n);
  return true;
}

// Skips space; then takes the character c, if it is next.
static bool take_mark(Reader *r, char c) {
  skip_space(r);
  if (r->rest.n == 0 || r->rest.at[0] != c) return false;
  skip(r, 1);
  return true;
}

// --- strings -------------------------------------------------------------------------------------

static bool read_hex(Reader *r, uint32_t *code) {
  *code = 0;
  if (r->rest.n < 4) return false;
  for (int i = 0; i < 4; i++) {
    const char c = r->rest.at[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return false;
    *code = *code << 4 | (uint32_t) digit;
  }
  skip(r, 4);
  return true;
}

static void add_code(Text *out, uint32_t c) {
  if (c < 0x80) {
    text_add_char(out, (char) c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
  text_add_char(out, (char) (first[more] | c >> 6 * more));
  for (int i = more - 1; i >= 0; i--) text_add_char(out, (char) (0x80 | (c >> 6 * i & 0x3f)));
}

// \uD83D\uDE00 is one character; half of such a pair is malformed.
static bool read_unicode(Reader *r, Text *out) {
  uint32_t code, low;
  if (!read_hex(r, &code)) return false;
  if (code >= 0xd800 && code < 0xdc00) {
    if (!take(r, "\\u") || !read_hex(r, &low) || low < 0xdc00 || low > 0xdfff) return false;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code >= 0xdc00 && code < 0xe000) {
    return false;
  }
  add_code(out, code);
  return true;
}

static bool read_escape(Reader *r, Text *out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  if (r->rest.n == 0) return false;
  const char c = r->rest.at[0];
  skip(r, 1);
  if (c == 'u') return read_unicode(r, out);
  const char *place = c != '\0' ? strchr(from, c) : NULL;
  if (place == NULL) return false;
  text_add_char(out, to[place - from]);
  return true;
}

static bool read_string(Reader *r, Str *string) {
  Text out = text_make(r->arena);
  if (!take_mark(r, '"')) return false;
  while (r->rest.n > 0 && r->rest.at[0] != '"') {
    const char c = r->rest.at[0];
    if ((unsigned char) c < 0x20) return false;
    skip(r, 1);
    if (c != '\\')
      text_add_char(&out, c);
    else if (!read_escape(r, &out))
      return false;
  }
  *string = (Str){text_get(&out), out.n};
  return take_mark(r, '"');
}

// --- numbers -------------------------------------------------------------------------------------

static size_t digits(Str s, size_t from) {
  size_t n = from;
  while (n < s.n && s.at[n] >= '0' && s.at[n] <= '9') n++;
  return n - from;
}

// Reads a number such as -12.5e-3. strtod accepts all of these, and more.
static bool read_number(Reader *r, double *number) {
  const Str s = r->rest;
  size_t n = s.n > 0 && s.at[0] == '-';
  const size_t whole = digits(s, n);
  if (whole == 0 || (whole > 1 && s.at[n] == '0')) return false;
  n += whole;
  if (n < s.n && s.at[n] == '.') {
    const size_t part = digits(s, n + 1);
    if (part == 0) return false;
    n += 1 + part;
  }
  if (n < s.n && (s.at[n] == 'e' || s.at[n] == 'E')) {
    const bool sign = n + 1 < s.n && (s.at[n + 1] == '-' || s.at[n + 1] == '+');
    n += sign ? 2 : 1;
    const size_t part = digits(s, n);
    if (part == 0) return false;
    n += part;
  }
  char room[64];
  const bool is_short = n < sizeof room;
  if (is_short) {
    memcpy(room, s.at, n);
    room[n] = '\0';
  }
  *number = strtod(is_short ? room : str_copy(r->arena, (Str){s.at, n}), NULL);
  skip(r, n);
  return true;
}

// --- values --------------------------------------------------------------------------------------

static bool read_list(Reader *r, JsonValue *value) {
  Values items = {0};
  value->kind = JSON_LIST;
  skip(r, 1);
  if (take_mark(r, ']')) return true;
  do {
    JsonValue item;
    if (!read_value(r, &item)) return false;
    array_push(r->arena, &items, item);
  } while (take_mark(r, ','));
  value->n = items.n;
  value->item = items.at;
  return take_mark(r, ']');
}

static bool read_object(Reader *r, JsonValue *value) {
  Values items = {0};
  Keys keys = {0};
  value->kind = JSON_OBJECT;
  skip(r, 1);
  if (take_mark(r, '}')) return true;
  do {
    JsonValue item;
    Str key;
    if (!read_string(r, &key) || !take_mark(r, ':') || !read_value(r, &item)) return false;
    array_push(r->arena, &keys, key);
    array_push(r->arena, &items, item);
  } while (take_mark(r, ','));
  value->n = items.n;
  value->item = items.at;
  value->key = keys.at;
  return take_mark(r, '}');
}

static bool read_nested(Reader *r, JsonValue *value, char bracket) {
  if (++r->depth > JSON_DEPTH) return false;
  const bool good = bracket == '[' ? read_list(r, value) : read_object(r, value);
  r->depth--;
  return good;
}

static bool read_value(Reader *r, JsonValue *value) {
  *value = (JsonValue){.kind = JSON_NULL};
  skip_space(r);
  if (r->rest.n == 0) return false;
  const char c = r->rest.at[0];
  if (c == '[' || c == '{') return read_nested(r, value, c);
  if (c == '"') {
    value->kind = JSON_STRING;
    return read_string(r, &value->string);
  }
  if (take(r, "null")) return true;
  value->kind = JSON_TRUE;
  if (take(r, "true")) return true;
  value->kind = JSON_FALSE;
  if (take(r, "false")) return true;
  value->kind = JSON_NUMBER;
  return read_number(r, &value->number);
}

bool json_read(Str text, Arena *arena, JsonValue *value) {
  Reader r = {.rest = text, .arena = arena};
  if (!read_value(&r, value)) return false;
  skip_space(&r);
  return r.rest.n == 0;
}

const JsonValue *json_member(const JsonValue *object, Str name) {
  if (object->kind != JSON_OBJECT) return NULL;
  for (size_t i = 0; i < object->n; i++)
    if (str_equal(object->key[i], name)) return &object->item[i];
  return NULL;
}
