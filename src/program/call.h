// program/call.h: a call of a system: its limits, its messages, and a system that stays intact whatever ends it.

#ifndef PROGRAM_CALL_H
#define PROGRAM_CALL_H

#include "program/system.h"

// Carries out body(context) for a system, within its limits. The messages of the previous call are forgotten first, and
// the working memory is released afterwards. If memory, time or the caller ends the body in the middle, the
// system stays intact: what was being made is made again when it is needed.
// While a call is under way, another one is STATUS_INPUT.
Status system_call(System *m, Status (*body)(void *context), void *context);

// The same for statements, whose messages add up until the model is finished. Messages of other calls in
// between are not among them.
Status system_call_statement(System *m, Status (*body)(void *context), void *context);

// Returns the first messages of the last call as text, "" while a call is under way, or NULL if there is no memory
// for it. The text lives until the next call.
const char *system_messages(System *m, size_t most);

// One more user of the system, or one less. The last one destroys it.
void system_hold(System *m);
void system_drop(System *m);

// What ended a call, and the limits that it had.
typedef struct {
  Status ended;             // by a limit of time, or by the caller
  double work, work_limit;  // seconds of processor time: used, and allowed; 0: unlimited
  size_t bytes;
  bool over_budget;  // more bytes were requested; else the system refused memory
} CallLimit;

// Reports which limit it was, if there is memory for that.
void call_report_limit(Guard *guard, Diags *diags, CallLimit limit);

#endif
