// program/part.c: parts of a call, each of which may be cut short without the others.

#include "program/part.h"
#include "base/part.h"

// Drops everything that a part may have left half done.
static void forget(System *m) {
  expr_reset(m->pool);
  evaluator_destroy(m->program.evaluator);
  m->program = (Program){0};
  m->facts = (SystemFacts){0};
  m->lasting.n = 0;
  m->derivations++;
}

Status system_part(System *m, const SystemPart *part, bool *left) {
  const Model before = *m->model;
  const Equations equations = m->equations;
  const Diags diags = m->diags;
  const bool derived = m->derived, held = m->guard.held;
  const ArenaMark mark = arena_mark(&m->work);
  if (m->stage != NULL) m->stage(m->watch.context, part->name);
  const Status status = part_run(&m->guard, part->seconds, part->body, part->context, left);
  if (!*left) return status;
  system_go_home(m);
  arena_release(&m->work, mark);
  *m->model = before;
  forget(m);
  m->equations = equations;
  m->derived = derived;
  m->diags = diags;
  m->guard.held = held;
  m->guard.exhausted = false;
  *left = status == STATUS_LIMIT;
  return status;
}

bool system_is_over(const System *m) {
  return m->guard.ended != STATUS_OK || part_was_refused();
}
