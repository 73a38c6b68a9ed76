// api/result.c: results that own their memory, and the messages in them.

#include "api/result.h"
#include "api/api_impl.h"
#include "base/part.h"
#include <stdint.h>
#include <stdlib.h>

DalResult *api_result_make(const Arena *like) {
  DalResult *result = calloc(1, sizeof *result);
  if (result == NULL) return NULL;
  result->guard.budget = SIZE_MAX;
  arena_init(&result->arena, like->allocator, like->guard);
  result->text = text_make(&result->arena);
  return result;
}

void dal_result_destroy(DalResult *result) {
  if (result == NULL) return;
  arena_clear(&result->arena);
  free(result);
}

void api_result_empty(DalResult *result) {
  arena_release(&result->arena, (ArenaMark){0});
  result->text = text_make(&result->arena);
  result->check = NULL;
  result->analysis = NULL;
}

void api_result_release(DalResult *result) {
  arena_hand_over(&result->arena, &result->guard);
}

// --- messages ------------------------------------------------------------------------------------

DalMessage api_message(const Diags *diags, size_t i) {
  if (i >= diags->all.n) return (DalMessage){0};
  const Diag *diag = &diags->all.at[i];
  DalMessage message = {.text = diag->message,
                        .severity = (DalSeverity) diag_code_severity(diag->code),
                        .code = diag_code_name(diag->code),
                        .help = diag->help};
  if (diag->span.source == NULL) return message;
  uint32_t line, column;
  source_place(diag->span.source, diag->span.start, &line, &column);
  message.file = diag->span.source->name;
  message.line = line;
  message.column = column;
  message.length = span_length(diag->span);
  return message;
}

_Static_assert((int) DAL_ERROR == SEVERITY_ERROR && (int) DAL_WARNING == SEVERITY_WARNING,
               "severities");

static const char *copy(DalResult *result, const char *text) {
  return text != NULL ? str_copy(&result->arena, str(text)) : NULL;
}

void api_result_take(DalResult *result, const Diags *diags) {
  result->message = ARENA_ARRAY(&result->arena, DalMessage, diags->all.n);
  for (size_t i = 0; i < diags->all.n; i++) {
    DalMessage message = api_message(diags, i);
    message.text = copy(result, message.text);
    message.help = copy(result, message.help);
    message.file = copy(result, message.file);
    result->message[i] = message;
  }
  result->messages = diags->all.n;
  Text text = text_make(&result->arena);
  diags_write(diags, &text);
  result->message_text = text_get(&text);
}

// --- looking -------------------------------------------------------------------------------------

const char *dal_result_text(const DalResult *result) {
  return result != NULL ? text_get(&result->text) : "";
}

size_t dal_result_length(const DalResult *result) {
  return result != NULL ? result->text.n : 0;
}

DalMessage dal_result_message(const DalResult *result, size_t i) {
  return result != NULL && i < result->messages ? result->message[i] : (DalMessage){0};
}

const char *dal_result_messages(const DalResult *result) {
  return result != NULL && result->message_text != NULL ? result->message_text : "";
}

// --- calls without a model -----------------------------------------------------------------------

#define CALL_BUDGET ((size_t) 8 << 30)  // bytes

typedef struct {
  ApiCall *call;
  ApiBody *body;
  void *context;
} Inner;

static Status run_body(void *context) {
  const Inner *inner = context;
  return inner->body(inner->call, inner->context);
}

static Status take_body(void *context) {
  ApiCall *call = context;
  api_result_take(call->result, &call->diags);
  return STATUS_OK;
}

static _Thread_local DalLimits limits;  // of calls without a model, on this thread

DalStatus dal_thread_limit(const DalLimits *options) {
  API_OPTIONS(NULL, DalLimits, l, options);
  if (!(l.seconds >= 0) || !(l.work >= 0)) return DAL_INPUT;
  limits = l;
  return DAL_OK;
}

// Returns the status of the body, with a message if a limit was reached.
static Status run_limited(ApiCall *call, const DalLimits *l, Inner *inner) {
  GuardWatch watch = {.cancel = l->cancel, .poll = l->poll, .context = l->poll_context};
  if (l->seconds > 0) watch.deadline = guard_now() + l->seconds;
  const double start = l->work > 0 ? part_work() : 0;
  const size_t budget = call->guard.budget;
  bool left = false;
  guard_set_watch(&call->guard, &watch);
  Status status = guard_look(&call->guard);
  if (status == STATUS_OK) status = part_run(&call->guard, l->work, run_body, inner, &left);
  const Status ended = call->guard.ended;
  guard_unwatch(&call->guard);
  if (status != STATUS_LIMIT && (status != STATUS_CANCELLED || call->diags.errors > 0)) return status;
  const double work = part_was_short() ? l->work : l->work > 0 ? part_work() - start : 0;
  call_report_limit(&call->guard, &call->diags,
                    (CallLimit){ended, work, l->work, budget, part_has_exceeded()});
  if (left) api_result_empty(call->result);  // its text is incomplete
  return status;
}

DalStatus api_call(ApiBody *body, void *context, DalResult **result) {
  const DalLimits l = limits;  // a callback may change them
  ApiCall call = {.guard.budget = l.bytes > 0 ? l.bytes : CALL_BUDGET};
  if (result != NULL) *result = NULL;
  arena_init(&call.work, allocator_heap(), &call.guard);
  call.diags.arena = &call.work;
  call.result = api_result_make(&call.work);
  if (call.result == NULL) return DAL_LIMIT;
  const Status status = run_limited(&call, &l, &(Inner){&call, body, context});
  if (status == STATUS_LIMIT) part_grace(&call.guard);  // for the messages
  const Status taken = guard_run(&call.guard, take_body, &call);
  if (taken == STATUS_OK && result != NULL) {
    api_result_release(call.result);
    *result = call.result;
  } else {
    dal_result_destroy(call.result);
  }
  arena_clear(&call.work);
  return (DalStatus) (status == STATUS_OK && result != NULL ? taken : status);
}
