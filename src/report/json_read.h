// report/json_read.h: reading JSON (RFC 8259).

#ifndef REPORT_JSON_READ_H
#define REPORT_JSON_READ_H

#include "base/text.h"

typedef enum {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_LIST,
  JSON_OBJECT
} JsonKind;

typedef struct JsonValue JsonValue;

struct JsonValue {
  JsonKind kind;
  double number;
  Str string;
  size_t n;         // items of a list, members of an object
  JsonValue *item;  // their values
  Str *key;         // and names
};

#define JSON_DEPTH 100  // nested lists and objects; files of this program have 2

// Reads a whole text as one value, in the arena. Returns false if it is not JSON or nested too
// deeply.
bool json_read(Str text, Arena *arena, JsonValue *value);

// Finds the first member of that name. Returns NULL if it is missing or the value is not an object.
const JsonValue *json_member(const JsonValue *object, Str name);

#endif
