// api/result.h: what a DalResult is made of.

#ifndef API_RESULT_H
#define API_RESULT_H

#include "base/diag.h"
#include "dalembert.h"

struct DalResult {
  Guard guard;  // its own, once the call that made it is over
  Arena arena;
  Text text;
  const DalCheck *check;  // or NULL
  const DalAnalysis *analysis;
  DalMessage *message;
  size_t messages;
  const char *message_text;
};

// Makes an empty result that allocates as the arena does, or returns NULL without memory.
DalResult *api_result_make(const Arena *like);
// Copies the messages of the call.
void api_result_take(DalResult *result, const Diags *diags);
// Drops its text and its numbers.
void api_result_empty(DalResult *result);
// Makes it the owner of its memory.
void api_result_release(DalResult *result);

// A message as a public struct; its strings belong to the list.
DalMessage api_message(const Diags *diags, size_t i);

// Calls that need no model: a guard, working memory and messages for one call.
typedef struct {
  Guard guard;
  Arena work;
  Diags diags;
  DalResult *result;  // where a body may put a text; or NULL
} ApiCall;

// Carries out body(context) within the limits of the thread; messages go to *result, unless that is NULL.
typedef Status ApiBody(ApiCall *call, void *context);
DalStatus api_call(ApiBody *body, void *context, DalResult **result);

// The whole content of a file, or a message.
MUST_USE Status api_read_file(ApiCall *call, const char *path, Str *content);

#endif
