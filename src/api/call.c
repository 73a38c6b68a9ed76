// api/call.c: how a call of a model is carried out, and calls that cannot be.
//
// Law:   whatever ends a call, the model is whole afterwards, and nothing but what it says has grown

#include "api/api_impl.h"
#include <stdlib.h>
#include <string.h>

// --- who needs a model ---------------------------------------------------------------------------

void api_hold(DalModel *m) {
  m->references++;
}

void api_drop(DalModel *m) {
  if (--m->references > 0) return;
  evaluator_destroy(m->program.evaluator);
  arena_clear(&m->work);
  arena_clear(&m->notes);
  arena_clear(&m->arena);
  free(m);
}

// --- messages of a call --------------------------------------------------------------------------

// Those of statements are put aside.
static void forget_messages(DalModel *m) {
  if (m->diags.arena == &m->arena) m->statements = m->diags;
  m->diags = (Diags){.arena = &m->notes};
  arena_release(&m->notes, (ArenaMark){0});
}

typedef struct {
  DalModel *m;
  DiagCode code;
  double number;
} Notice;

static Status notice_body(void *context) {
  const Notice *notice = context;
  diag_report(&notice->m->diags, notice->code, (Span){0}, notice->number);
  return STATUS_OK;
}

// Which limit it was; without memory for that the status alone says it.
static void tell_limit(DalModel *m, Status ended) {
  const DiagCode code = ended == STATUS_CANCELLED ? DIAG_CALL_CANCELLED : DIAG_CALL_TIME;
  if (guard_run(&m->guard, notice_body, &(Notice){m, code, m->seconds}) != STATUS_OK) return;
}

// --- a call --------------------------------------------------------------------------------------

typedef struct {
  Status (*body)(void *context);
  void *context;
  bool returned;  // the body came to its end
} Call;

static Status call_body(void *context) {
  Call *call = context;
  const Status status = call->body(call->context);
  call->returned = true;
  return status;
}

// After a body that was left in the middle: the model is as it was before, and all that was made of
// it, which may be half done, is made again.
static void restore(DalModel *m, const Model *before) {
  *m->model = *before;
  expr_reset(m->pool);
  evaluator_destroy(m->program.evaluator);
  m->program = (Program){0};
  m->facts = (SystemFacts){0};
  m->derived = false;
  m->redundancy_told = false;
  m->derivations++;
}

static void set_watch(DalModel *m) {
  GuardWatch watch = m->watch;
  if (m->seconds > 0) watch.deadline = guard_now() + m->seconds;
  guard_set_watch(&m->guard, &watch);
}

// The status of a call under way, of which more may follow.
static Status carry_out(DalModel *m, Status (*body)(void *context), void *context) {
  const Model before = *m->model;
  Call call = {.body = body, .context = context};
  Status status = guard_look(&m->guard);
  const bool started = status == STATUS_OK;
  if (started) status = guard_run(&m->guard, call_body, &call);
  const Status ended = m->guard.ended;
  guard_unwatch(&m->guard);
  if (started && !call.returned) restore(m, &before);
  if (status != STATUS_OK && status == ended && (!call.returned || ended == STATUS_LIMIT))
    tell_limit(m, ended);
  return status;
}

static DalStatus run(DalModel *m, Status (*body)(void *context), void *context) {
  api_hold(m);
  set_watch(m);
  const Status status = carry_out(m, body, context);
  arena_release(&m->work, (ArenaMark){0});
  api_drop(m);
  return (DalStatus) status;
}

DalStatus api_run(DalModel *m, Status (*body)(void *context), void *context) {
  if (m->guard.exit != NULL) return DAL_INPUT;
  forget_messages(m);
  return run(m, body, context);
}

DalStatus api_build(DalModel *m, Status (*body)(void *context), void *context) {
  if (m->guard.exit != NULL) return DAL_INPUT;
  if (m->finished) return api_run(m, body, context);
  if (m->diags.arena != &m->arena) m->diags = m->statements;
  return run(m, body, context);
}

typedef struct {
  DalModel *m;
  DalResult *result;
} Taking;

static Status take_body(void *context) {
  const Taking *taking = context;
  api_result_take(taking->result, &taking->m->diags);
  return STATUS_OK;
}

DalStatus api_answer(DalModel *m, Status (*body)(void *context), void *context, DalResult *made,
                     DalResult **result) {
  *result = NULL;
  if (made == NULL) return DAL_LIMIT;
  api_hold(m);
  DalStatus status = m->guard.exit == NULL ? api_run(m, body, context) : DAL_INPUT;
  const bool busy = m->guard.exit != NULL;
  const Status taken = busy ? STATUS_INPUT : guard_run(&m->guard, take_body, &(Taking){m, made});
  if (taken == STATUS_OK) {
    api_result_release(made);
    *result = made;
  } else {
    dal_result_destroy(made);
    if (status == DAL_OK) status = (DalStatus) taken;
  }
  api_drop(m);
  return status;
}

// --- wrong calls ---------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  DiagCode code;
  const char *function, *what;
} Misuse;

static Status report_body(void *context) {
  const Misuse *misuse = context;
  diag_report(&misuse->m->diags, misuse->code, (Span){0}, misuse->function, misuse->what);
  return STATUS_INPUT;
}

static DalStatus misuse(Misuse misuse) {
  return misuse.m != NULL ? api_run(misuse.m, report_body, &misuse) : DAL_INPUT;
}

DalStatus api_null(DalModel *m, const char *function, const char *argument) {
  return misuse((Misuse){m, DIAG_CALL_NULL, function, argument});
}

DalStatus api_no_such(DalModel *m, const char *function, const char *what) {
  return misuse((Misuse){m, DIAG_CALL_VALUE, function, what});
}

DalStatus api_unfit(DalModel *m, const char *function, const char *what) {
  return misuse((Misuse){m, DIAG_CALL_OPTION, function, what});
}

// --- options -------------------------------------------------------------------------------------

bool api_copy_options(const void *options, size_t first, void *to, size_t size) {
  memset(to, 0, size);
  if (options == NULL) return true;
  size_t given;
  memcpy(&given, options, sizeof given);
  if (given == 0) given = first;
  for (size_t i = size; i < given; i++)
    if (((const char *) options)[i] != 0) return false;
  memcpy(to, options, given < size ? given : size);
  return true;
}

bool api_state_request(const DalEvalOptions *options, StateRequest *request) {
  DalEvalOptions o;
  const bool known = api_copy_options(options, sizeof o, &o, sizeof o);
  *request = (StateRequest){.at = o.at,
                            .table = o.table,
                            .name = o.table_name,
                            .tolerance = o.tolerance,
                            .project = o.project,
                            .as_is = o.as_is,
                            .energy = o.energy};
  return known;
}
