// program/call.c: how a call of a system is carried out.
//
// Law:   whatever ends a call, the system is intact afterwards, and no memory is lost

#include "program/call.h"
#include "base/lazy.h"
#include "base/part.h"
#include <stdlib.h>

// --- who needs a model ---------------------------------------------------------------------------

void system_hold(System *m) {
  m->references++;
}

void system_drop(System *m) {
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
static void forget_messages(System *m) {
  if (m->diags.arena == &m->arena) m->statements = m->diags;
  m->diags = (Diags){.arena = &m->notes};
  arena_release(&m->notes, (ArenaMark){0});
}

typedef struct {
  Diags *diags;
  const CallLimit *limit;
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
  const CallLimit *l = n->limit;
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

void call_report_limit(Guard *guard, Diags *diags, CallLimit limit) {
  part_grace(guard);
  if (guard_run(guard, notice_body, &(Notice){diags, &limit}) != STATUS_OK)
    guard->exhausted = false;
  guard->held = false;
  guard->budget = limit.bytes;
}

static Status missing_body(void *context) {
  diag_report(context, DIAG_NO_FLINT, (Span){0}, lazy_trouble());
  return STATUS_OK;
}

// --- a call --------------------------------------------------------------------------------------

// After a body that was left in the middle: the model is as it was before, and all that was made of
// it, which may be half done, is made again.
static void restore(System *m, const Model *before) {
  system_go_home(m);
  *m->model = *before;
  expr_reset(m->pool);
  evaluator_destroy(m->program.evaluator);
  m->program = (Program){0};
  m->facts = (SystemFacts){0};
  m->lasting.n = 0;
  m->derived = false;
  m->redundancy_reported = false;
  m->derivations++;
}

static void set_watch(System *m) {
  GuardWatch watch = m->watch;
  if (m->seconds > 0) watch.deadline = guard_now() + m->seconds;
  guard_set_watch(&m->guard, &watch);
}

// The status of a call under way, of which more may follow.
static Status carry_out(System *m, Status (*body)(void *context), void *context) {
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
  if (status == STATUS_INTERNAL && m->diags.errors == 0 && lazy_trouble() != NULL &&
      guard_run(&m->guard, missing_body, &m->diags) != STATUS_OK)
    return STATUS_LIMIT;
  if (status == STATUS_LIMIT || (status == STATUS_CANCELLED && (left || m->diags.errors == 0)))
    call_report_limit(&m->guard, &m->diags,
                      (CallLimit){ended, part_was_short() ? m->work_limit : limited ? part_work() - start : 0, m->work_limit,
                                  m->memory_limit, part_has_exceeded()});
  return status;
}

static Status run(System *m, Status (*body)(void *context), void *context) {
  system_hold(m);
  set_watch(m);
  if (m->guard.used > m->memory_limit / 2) system_forget_atlas(m);
  const Status status = carry_out(m, body, context);
  arena_release(&m->work, (ArenaMark){0});
  system_drop(m);
  return status;
}

Status system_call(System *m, Status (*body)(void *context), void *context) {
  if (m->guard.exit != NULL) return STATUS_INPUT;
  forget_messages(m);
  return run(m, body, context);
}

Status system_call_statement(System *m, Status (*body)(void *context), void *context) {
  if (m->guard.exit != NULL) return STATUS_INPUT;
  if (m->finished) return system_call(m, body, context);
  if (m->diags.arena != &m->arena) m->diags = m->statements;
  const double start = part_work();
  const Status status = run(m, body, context);
  m->reading += part_work() - start;
  return status;
}

// --- messages ------------------------------------------------------------------------------------

typedef struct {
  const Diags *diags;
  size_t most;
  Text text;
} Messages;

static Status messages_body(void *context) {
  Messages *messages = context;
  diags_write_first(messages->diags, messages->most, &messages->text);
  return STATUS_OK;
}

const char *system_messages(System *m, size_t most) {
  if (m->guard.exit != NULL) return "";
  Messages messages = {&m->diags, most, text_make(&m->notes)};
  if (guard_run(&m->guard, messages_body, &messages) != STATUS_OK) return NULL;
  return text_get(&messages.text);
}
