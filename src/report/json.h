// report/json.h: writing JSON incrementally, with the shortest numbers that read back exactly.

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "base/text.h"

typedef struct {
  Text *out;
  int depth;
  bool first;  // nothing written at this level yet
} Json;

Json json_make(Text *out);
// Begins '{' or '['; key NULL inside a list. Ended by json_end with the closing character.
void json_begin(Json *json, const char *key, char bracket);
void json_end(Json *json, char bracket);
void json_string(Json *json, const char *key, const char *value);
void json_number(Json *json, const char *key, double value);  // null if not finite
// A list on one line: at[0], at[stride], ..., n of them; zeros keep their signs.
void json_numbers(Json *json, const char *key, const double *at, size_t n, size_t stride);
void json_bool(Json *json, const char *key, bool value);

#endif
