// api/call.c: how a call of a model is carried out, and calls that cannot be.
//
// Law:   whatever ends a call, the model is intact afterwards, and no memory is lost

#include "api/api_impl.h"
#include "base/part.h"
#include <stdlib.h>
#include <string.h>

// --- who needs a model ---------------------------------------------------------------------------

void api_hold(DalModel *m) {
  m->references++;
}

void api_drop(DalModel *m) {
  if (--m->references > 0) return;
  evaluator_destroy(m->program.evaluator);
  system_forget_atlas(m);
  arena_clear(&m->plans);
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
  Diags *diags;
  const ApiLimit *limit;
} Notice;

static const char *size_text(Arena *arena, size_t bytes) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
  double amount = (double) bytes;
  size_t i = 0;
  while (i < 3 && amount >= 1024) amount /= 1024, i++;
  return text_format(arena, "%.4g %s", amount, units[i]);
}

static Status notice_body(void *context) {
  const Notice *n = context;
  const ApiLimit *l = n->limit;
  if (l->ended == STATUS_CANCELLED) {
    diag_report(n->diags, DIAG_CALL_CANCELLED, (Span){0});
  } else if (l->work_limit > 0 && l->work >= l->work_limit) {
    diag_report(n->diags, DIAG_CALL_WORK, (Span){0}, l->work_limit);
    diag_help(n->diags, "--limit time=%g gives it more time", 10 * l->work_limit);
  } else if (l->ended == STATUS_LIMIT) {
    diag_report(n->diags, DIAG_CALL_TIME, (Span){0});
  } else if (n->diags->errors == 0 && !l->over_budget) {
    diag_report(n->diags, DIAG_CALL_REFUSED, (Span){0});
  } else if (n->diags->errors == 0) {
    diag_report(n->diags, DIAG_CALL_MEMORY, (Span){0}, size_text(n->diags->arena, l->bytes));
  }
  return STATUS_OK;
}

void api_report_limit(Guard *guard, Diags *diags, ApiLimit limit) {
  part_grace(guard);
  if (guard_run(guard, notice_body, &(Notice){diags, &limit}) != STATUS_OK) guard->exhausted = false;
  guard->held = false;
  guard->budget = limit.bytes;
}

// --- a call --------------------------------------------------------------------------------------

// After a body that was left in the middle: the model is as it was before, and all that was made of
// it, which may be half done, is made again.
static void restore(DalModel *m, const Model *before) {
  system_go_home(m);
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
  const bool limited = m->work_limit > 0;  // reading that clock takes longer than a small call
  const double start = limited ? part_work() : 0;
  bool left = true;
  Status status = guard_look(&m->guard);
  const bool started = status == STATUS_OK;
  if (started) status = part_run(&m->guard, m->work_limit, body, context, &left);
  const Status ended = m->guard.ended;
  guard_unwatch(&m->guard);
  m->guard.budget = m->memory_limit;
  m->left = left;
  if (started && left) restore(m, &before);
  if (status == STATUS_LIMIT || (status == STATUS_CANCELLED && (left || m->diags.errors == 0)))
    api_report_limit(&m->guard, &m->diags,
                     (ApiLimit){ended, limited ? part_work() - start : 0, m->work_limit, m->memory_limit,
                                part_has_exceeded()});
  return status;
}

static DalStatus run(DalModel *m, Status (*body)(void *context), void *context) {
  api_hold(m);
  set_watch(m);
  if (m->guard.used > m->memory_limit / 2) system_forget_atlas(m);
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
  if (!busy && m->left) api_result_empty(made);  // half of a text
  if (!busy && status == DAL_LIMIT) part_grace(&m->guard);  // for what there is of it
  const Status taken = busy ? STATUS_INPUT : guard_run(&m->guard, take_body, &(Taking){m, made});
  if (!busy) m->guard.held = false;
  if (!busy) m->guard.budget = m->memory_limit;
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
