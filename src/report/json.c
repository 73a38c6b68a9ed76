// report/json.c: a JSON writer that indents objects.

#include "report/json.h"
#include "base/decimal.h"
#include <math.h>

Json json_make(Text *out) {
  return (Json){out, 0, true};
}

static void add_quoted(Text *out, const char *s) {
  text_add_char(out, '"');
  for (; *s != '\0'; s++) {
    const unsigned char c = (unsigned char) *s;
    if (c == '"' || c == '\\')
      text_addf(out, "\\%c", c);
    else if (c == '\n')
      text_add(out, "\\n");
    else if (c < 0x20)
      text_addf(out, "\\u%04x", c);
    else
      text_add_char(out, *s);
  }
  text_add_char(out, '"');
}

static void begin_item(Json *json, const char *key) {
  if (!json->first) text_add_char(json->out, ',');
  if (json->depth > 0) text_addf(json->out, "\n%*s", 2 * json->depth, "");
  json->first = false;
  if (key == NULL) return;
  add_quoted(json->out, key);
  text_add(json->out, ": ");
}

void json_begin(Json *json, const char *key, char bracket) {
  begin_item(json, key);
  text_add_char(json->out, bracket);
  json->depth++;
  json->first = true;
}

void json_end(Json *json, char bracket) {
  json->depth--;
  if (!json->first) text_addf(json->out, "\n%*s", 2 * json->depth, "");
  text_add_char(json->out, bracket);
  json->first = false;
  if (json->depth == 0) text_add_char(json->out, '\n');
}

void json_string(Json *json, const char *key, const char *value) {
  begin_item(json, key);
  add_quoted(json->out, value);
}

void json_number(Json *json, const char *key, double value) {
  begin_item(json, key);
  if (isfinite(value))
    text_add_double(json->out, value);
  else
    text_add(json->out, "null");
}

void json_numbers(Json *json, const char *key, const double *at, size_t n, size_t stride) {
  char number[DECIMAL_ROOM];
  begin_item(json, key);
  text_add_char(json->out, '[');
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(json->out, ", ");
    if (isfinite(at[i * stride]))
      text_add_str(json->out, (Str){number, decimal_write(number, at[i * stride])});
    else
      text_add(json->out, "null");
  }
  text_add_char(json->out, ']');
}

void json_bool(Json *json, const char *key, bool value) {
  begin_item(json, key);
  text_add(json->out, value ? "true" : "false");
}
