// program/build.c: a system made from statements, and made once more.

#include "program/build.h"
#include "language/units.h"
#include "model/assume.h"
#include "print/print.h"
#include "program/call.h"
#include <stdlib.h>
#include <string.h>

// --- an empty one --------------------------------------------------------------------------------

static Status create_parts(void *context) {
  System *m = context;
  m->diags.arena = &m->arena;  // messages of statements stay
  m->statements = m->diags;
  m->pool = expr_pool_create(&m->arena);
  m->model = model_create(m->pool, &m->diags);
  return STATUS_OK;
}

System *system_create(void) {
  System *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->references = 1;
  m->memory_limit = m->guard.budget = SYSTEM_MEMORY;
  arena_init(&m->arena, allocator_heap(), &m->guard);
  arena_init(&m->work, allocator_heap(), &m->guard);
  arena_init(&m->plans, allocator_heap(), &m->guard);
  arena_init(&m->notes, allocator_heap(), &m->guard);
  if (guard_run(&m->guard, create_parts, m) == STATUS_OK) return m;
  system_drop(m);
  return NULL;
}

// --- statements ----------------------------------------------------------------------------------

typedef struct {
  System *m;
  const char *name, *path;
  Str text;
} Request;

// path: of the file that the text was read from, or NULL
static Status parse_text(const Request *r) {
  System *m = r->m;
  if (m->finished) {
    diag_report(&m->diags, DIAG_FINISHED, (Span){0});
    return STATUS_INPUT;
  }
  const Source *source = system_keep_source(m, r->name, r->text);
  const char *path = r->path != NULL ? str_copy(&m->arena, str(r->path)) : NULL;
  array_push(&m->arena, &m->sources, source);
  array_push(&m->arena, &m->steps, ((BuildStep){BUILD_TEXT, source->name, path, source->text}));
  return path != NULL ? language_parse_file(m->model, source, path)
                      : language_parse(m->model, source);
}

static Status read_body(void *context) {
  const Request *r = context;
  const bool standard_input = strcmp(r->path, "-") == 0;
  Request found = {
    r->m, standard_input ? "<stdin>" : r->path, standard_input ? NULL : r->path, {0}};
  TRY(system_read_file(r->m, r->path, &found.text));
  return parse_text(&found);
}

static Status add_body(void *context) {
  return parse_text(context);
}

static Status preset_body(void *context) {
  const Request *r = context;
  const Source *source = system_keep_source(r->m, "--set", r->text);
  language_preset(r->m->model, source);
  array_push(&r->m->arena, &r->m->steps, ((BuildStep){.kind = BUILD_PRESET, .text = source->text}));
  return STATUS_OK;
}

static Status finish_body(void *context) {
  System *m = context;
  if (m->finished) return STATUS_OK;
  TRY(model_finish(m->model));
  TRY(language_reactions(m->model));
  language_check_dimensions(m->model);
  model_check_assumptions(m->model);
  if (m->diags.errors > 0) return STATUS_INPUT;
  m->finished = true;
  return STATUS_OK;
}

Status system_read(System *m, const char *path) {
  return system_call_statement(m, read_body, &(Request){.m = m, .path = path});
}

Status system_add(System *m, const char *name, const char *statements) {
  return system_call_statement(m, add_body,
                               &(Request){.m = m, .name = name, .text = str(statements)});
}

Status system_preset(System *m, const char *settings) {
  return system_call_statement(m, preset_body, &(Request){.m = m, .text = str(settings)});
}

Status system_finish(System *m) {
  return system_call_statement(m, finish_body, m);
}

// --- once more -----------------------------------------------------------------------------------

static Status branch_body(void *context) {
  const Request *r = context;
  return system_branch(r->m, r->text.at);
}

static Status repeat_step(System *m, const BuildStep *step) {
  Request r = {m, step->name, step->path, step->text};
  switch (step->kind) {
    case BUILD_PRESET: return system_preset(m, step->text.at);
    case BUILD_BRANCH: return system_call(m, branch_body, &r);
    default: return system_call_statement(m, add_body, &r);
  }
}

typedef struct {
  System *from, *to;
} Copying;

static bool has_value(const Parameter *p) {
  return !expr_is_none(p->value);
}

// Values that were set since, as text that the language reads.
static Status repeat_values_body(void *context) {
  const Copying *c = context;
  const Model *from = c->from->model, *to = c->to->model;
  Arena *arena = &c->to->work;
  Text all = text_make(arena);
  for (size_t i = 0; i < from->parameters.n && i < to->parameters.n; i++) {
    const Parameter *a = &from->parameters.at[i], *b = &to->parameters.at[i];
    if (!has_value(a)) continue;
    const char *value = print_expr_text(c->from->pool, a->value, arena);
    if (has_value(b) && strcmp(value, print_expr_text(c->to->pool, b->value, arena)) == 0) continue;
    text_addf(&all, "%s%s = %s", all.n > 0 ? ", " : "", a->name, value);
  }
  return all.n > 0 ? system_set(c->to, text_get(&all)) : STATUS_OK;
}

System *system_clone(System *m, Status *status) {
  System *to = system_create();
  *status = to != NULL ? STATUS_OK : STATUS_LIMIT;
  bool finished = false;
  for (size_t i = 0; *status == STATUS_OK && i < m->steps.n; i++) {
    const BuildStep *step = &m->steps.at[i];
    if (step->kind == BUILD_BRANCH && !finished) {
      *status = system_finish(to);
      finished = true;
    }
    if (*status == STATUS_OK) *status = repeat_step(to, step);
  }
  if (*status == STATUS_OK && !finished) *status = system_finish(to);
  if (*status == STATUS_OK) *status = system_call(to, repeat_values_body, &(Copying){m, to});
  return to;
}
