// fuzz/json.h: is a text one JSON value (RFC 8259) and nothing else?

#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>
#include <string.h>

#define JSON_DEPTH 64  // nested brackets; reports have fewer than ten

static const char *json_value(const char *at, int depth);

// The functions below take the place where something should start, and return the place after it, or NULL. They
// return NULL for NULL.

static const char *json_space(const char *at) {
  return at == NULL ? NULL : at + strspn(at, " \t\r\n");
}

static const char *json_digits(const char *at) {
  const size_t n = at == NULL ? 0 : strspn(at, "0123456789");
  return n > 0 ? at + n : NULL;
}

// -0.5e+10; no leading zeros
static const char *json_number(const char *at) {
  at += *at == '-';
  at = *at == '0' ? at + 1 : json_digits(at);
  if (at != NULL && *at == '.') at = json_digits(at + 1);
  if (at == NULL || (*at | 0x20) != 'e') return at;
  at++;
  return json_digits(at + (*at == '+' || *at == '-'));
}

static const char *json_escape(const char *at) {
  if (*at == 'u') return strspn(at + 1, "0123456789abcdefABCDEF") >= 4 ? at + 5 : NULL;
  return *at != '\0' && strchr("\"\\/bfnrt", *at) != NULL ? at + 1 : NULL;
}

// After the opening quote.
static const char *json_string(const char *at) {
  while (at != NULL && *at != '"') {
    if ((unsigned char) *at < 0x20) return NULL;
    at = *at == '\\' ? json_escape(at + 1) : at + 1;
  }
  return at == NULL ? NULL : at + 1;
}

// "key": value
static const char *json_member(const char *at, int depth) {
  if (at == NULL || *at != '"') return NULL;
  at = json_space(json_string(at + 1));
  return at != NULL && *at == ':' ? json_value(at + 1, depth) : NULL;
}

// After the opening bracket, up to this one.
static const char *json_list(const char *at, char close, int depth) {
  at = json_space(at);
  if (*at == close) return at + 1;
  for (;;) {
    at = json_space(at);
    at = json_space(close == '}' ? json_member(at, depth) : json_value(at, depth));
    if (at == NULL || (*at != ',' && *at != close)) return NULL;
    if (*at++ == close) return at;
  }
}

static const char *json_value(const char *at, int depth) {
  static const char *const words[] = {"null", "true", "false"};
  at = json_space(at);
  if (depth > JSON_DEPTH) return NULL;
  if (*at == '{') return json_list(at + 1, '}', depth + 1);
  if (*at == '[') return json_list(at + 1, ']', depth + 1);
  if (*at == '"') return json_string(at + 1);
  for (int i = 0; i < 3; i++)
    if (strncmp(at, words[i], strlen(words[i])) == 0) return at + strlen(words[i]);
  return json_number(at);
}

static inline bool is_json(const char *text) {
  const char *end = json_space(json_value(text, 0));
  return end != NULL && *end == '\0';
}

#endif
