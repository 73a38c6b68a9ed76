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

// An empty one whose memory comes from where that of the arena does; NULL without memory.
DalResult *api_result_make(const Arena *like);
// Copies the messages of the call.
void api_result_take(DalResult *result, const Diags *diags);
// Without its text and numbers.
void api_result_empty(DalResult *result);
// It owns its memory from now on.
void api_result_release(DalResult *result);

// A message as the public header has it; its strings are those of the list.
DalMessage api_message(const Diags *diags, size_t i);

// What ended a call, and the limits that it had.
typedef struct {
  Status ended;             // by a limit of time, or by the caller
  double work, work_limit;  // seconds of processor time: that it took, and might take; 0: any
  size_t bytes;
  bool over_budget;  // of bytes; else the system has refused memory
} ApiLimit;

// Reports which limit it was, if there is memory for that.
void api_report_limit(Guard *guard, Diags *diags, ApiLimit limit);

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
