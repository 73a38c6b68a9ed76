// api/model.c: building a model through the public interface.

#include "print/print.h"
#include "api/api_impl.h"
#include "base/suggest.h"
#include "language/units.h"
#include "model/assume.h"
#include "report/check.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY_BUDGET ((size_t) 8 << 30)  // bytes in all arenas of one model
#define WORD_LEAST 3                      // letters of an abbreviated word

const char *dal_version(void) {
  return DAL_VERSION;
}

const char *dal_status_meaning(DalStatus status) {
  return (unsigned) status > DAL_CANCELLED ? "no status" : status_meaning((Status) status);
}

const char *dal_nearest_word(const char *word, const char *const *known) {
  if (word == NULL || known == NULL) return NULL;
  Suggestion suggestion = suggestion_make(str(word));
  const size_t n = suggestion.wanted.n;
  const char *longer = NULL;  // begins with it
  for (; *known != NULL; known++) {
    suggestion_try(&suggestion, *known);
    if (longer == NULL && n >= WORD_LEAST && strncmp(*known, word, n) == 0) longer = *known;
  }
  return suggestion.best != NULL ? suggestion.best : longer;
}

// --- life ----------------------------------------------------------------------------------------

static Status create_parts(void *context) {
  DalModel *m = context;
  m->diags.arena = &m->arena;  // messages of statements stay
  m->statements = m->diags;
  m->pool = expr_pool_create(&m->arena);
  m->model = model_create(m->pool, &m->diags);
  return STATUS_OK;
}

DalModel *dal_model_create(void) {
  DalModel *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->references = 1;
  m->memory_limit = m->guard.budget = MEMORY_BUDGET;
  arena_init(&m->arena, allocator_heap(), &m->guard);
  arena_init(&m->work, allocator_heap(), &m->guard);
  arena_init(&m->plans, allocator_heap(), &m->guard);
  arena_init(&m->notes, allocator_heap(), &m->guard);
  if (guard_run(&m->guard, create_parts, m) == STATUS_OK) return m;
  dal_model_destroy(m);
  return NULL;
}

void dal_model_destroy(DalModel *m) {
  if (m != NULL) api_drop(m);
}

DalStatus dal_model_limit(DalModel *m, const DalLimits *limits) {
  API_NEED(m, m);
  API_OPTIONS(m, DalLimits, l, limits);
  if (!(l.seconds >= 0) || !(l.work >= 0)) return api_unfit(m, __func__, "a negative time");
  if (m->guard.exit != NULL) return DAL_INPUT;
  m->seconds = l.seconds;
  m->work_limit = l.work;
  m->stage = l.stage;
  m->memory_limit = m->guard.budget = l.bytes > 0 ? l.bytes : MEMORY_BUDGET;
  m->watch = (GuardWatch){.cancel = l.cancel, .poll = l.poll, .context = l.poll_context};
  return DAL_OK;
}

// --- statements ----------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  const char *name, *text;
} Request;

// path: of the file that it was read from, or NULL
static Status parse_text(DalModel *m, const char *name, const char *path, Str text) {
  if (m->finished) {
    diag_report(&m->diags, DIAG_FINISHED, (Span){0});
    return STATUS_INPUT;
  }
  const Source *source = system_keep_source(m, name, text);
  array_push(&m->arena, &m->sources, source);
  array_push(&m->arena, &m->steps, ((BuildStep){BUILD_TEXT, source->name, path, source->text}));
  return path != NULL ? language_parse_file(m->model, source, path)
                      : language_parse(m->model, source);
}

static Status read_body(void *context) {
  const Request *r = context;
  Str text;
  TRY(system_read_file(r->m, r->name, &text));
  const bool standard_input = strcmp(r->name, "-") == 0;
  return parse_text(r->m, standard_input ? "<stdin>" : r->name,
                    standard_input ? NULL : str_copy(&r->m->arena, str(r->name)), text);
}

static Status add_body(void *context) {
  const Request *r = context;
  return parse_text(r->m, r->name, NULL, str(r->text));
}

static Status finish_body(void *context) {
  DalModel *m = context;
  if (!m->finished) {
    const Status status = model_finish(m->model);
    if (status != STATUS_OK) return status;
    TRY(language_reactions(m->model));
    language_check_dimensions(m->model);
    model_check_assumptions(m->model);
    if (m->diags.errors > 0) return STATUS_INPUT;
    m->finished = true;
  }
  return STATUS_OK;
}

DalStatus dal_model_read(DalModel *m, const char *path) {
  API_NEED(m, m);
  API_NEED(m, path);
  return api_build(m, read_body, &(Request){m, path, NULL});
}

DalStatus dal_model_add(DalModel *m, const char *statements) {
  API_NEED(m, m);
  API_NEED(m, statements);
  return dal_model_add_named(m, "<text>", statements);
}

DalStatus dal_model_add_named(DalModel *m, const char *name, const char *statements) {
  API_NEED(m, m);
  API_NEED(m, name);
  API_NEED(m, statements);
  return api_build(m, add_body, &(Request){m, name, statements});
}

DalStatus dal_model_finish(DalModel *m) {
  API_NEED(m, m);
  return api_build(m, finish_body, m);
}

static Status scale_body(void *context) {
  DalModel *m = context;
  TRY(system_check_finished(m));
  if (m->derivations > 0 || m->model->scaled.n > 0) {
    diag_report(&m->diags, DIAG_SCALED_LATE, (Span){0});
    return STATUS_INPUT;
  }
  language_make_dimensionless(m->model);
  return STATUS_OK;
}

DalStatus dal_model_make_dimensionless(DalModel *m) {
  API_NEED(m, m);
  return api_run(m, scale_body, m);
}

static Status preset_body(void *context) {
  const Request *r = context;
  const Source *source = system_keep_source(r->m, "--set", str(r->text));
  language_preset(r->m->model, source);
  array_push(&r->m->arena, &r->m->steps, ((BuildStep){.kind = BUILD_PRESET, .text = source->text}));
  return STATUS_OK;
}

DalStatus dal_model_preset(DalModel *m, const char *settings) {
  API_NEED(m, m);
  API_NEED(m, settings);
  return api_build(m, preset_body, &(Request){m, NULL, settings});
}

static Status set_body(void *context) {
  const Request *r = context;
  return system_set(r->m, r->text);
}

DalStatus dal_model_set(DalModel *m, const char *settings) {
  API_NEED(m, m);
  API_NEED(m, settings);
  return api_run(m, set_body, &(Request){m, NULL, settings});
}

static Status branch_body(void *context) {
  const Request *r = context;
  return system_branch(r->m, r->text);
}

DalStatus dal_model_branch(DalModel *m, const char *branches) {
  API_NEED(m, m);
  API_NEED(m, branches);
  return api_run(m, branch_body, &(Request){m, NULL, branches});
}

// --- making one once more ------------------------------------------------------------------------

typedef struct {
  DalModel *from, *to;
  const BuildStep *step;
} Copying;

static Status repeat_text_body(void *context) {
  const Copying *c = context;
  const BuildStep *step = c->step;
  const char *path = step->path != NULL ? str_copy(&c->to->arena, str(step->path)) : NULL;
  return parse_text(c->to, step->name, path, step->text);
}

static DalStatus repeat_step(const Copying *c, const BuildStep *step) {
  Copying copy = {c->from, c->to, step};
  switch (step->kind) {
    case BUILD_PRESET: return dal_model_preset(c->to, step->text.at);
    case BUILD_BRANCH: return dal_model_branch(c->to, step->text.at);
    default: return api_build(c->to, repeat_text_body, &copy);
  }
}

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

DalModel *api_clone(DalModel *m, DalStatus *status) {
  Copying c = {m, dal_model_create(), NULL};
  *status = c.to != NULL ? DAL_OK : DAL_LIMIT;
  bool finished = false;
  for (size_t i = 0; *status == DAL_OK && i < m->steps.n; i++) {
    const BuildStep *step = &m->steps.at[i];
    if (step->kind == BUILD_BRANCH && !finished) {
      *status = dal_model_finish(c.to);
      finished = true;
    }
    if (*status == DAL_OK) *status = repeat_step(&c, step);
  }
  if (*status == DAL_OK && !finished) *status = dal_model_finish(c.to);
  if (*status == DAL_OK) *status = api_run(c.to, repeat_values_body, &c);
  return c.to;
}

// --- looking -------------------------------------------------------------------------------------

DalMessage dal_model_message(const DalModel *m, size_t i) {
  return m != NULL ? api_message(&m->diags, i) : (DalMessage){0};
}

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

const char *dal_model_messages(DalModel *m) {
  return dal_model_first_messages(m, DIAG_MOST);
}

const char *dal_model_first_messages(DalModel *m, size_t most) {
  if (m == NULL) return "";
  if (m->guard.exit != NULL) return "";
  Messages messages = {&m->diags, most, text_make(&m->notes)};
  if (guard_run(&m->guard, messages_body, &messages) != STATUS_OK) return "error: out of memory\n";
  return text_get(&messages.text);
}

static Status json_body(void *context) {
  Messages *messages = context;
  report_messages(messages->diags, &messages->text);
  return STATUS_OK;
}

const char *dal_model_messages_json(DalModel *m) {
  if (m == NULL || m->guard.exit != NULL) return "{}";
  Messages messages = {&m->diags, DIAG_MOST, text_make(&m->notes)};
  if (guard_run(&m->guard, json_body, &messages) != STATUS_OK) return "{}";
  return text_get(&messages.text);
}

size_t dal_model_errors(const DalModel *m) {
  return m != NULL ? m->diags.errors : 0;
}

const char *dal_model_title(const DalModel *m) {
  return m != NULL && m->model->title ? m->model->title : "";
}

size_t dal_model_coordinates(const DalModel *m) {
  return m != NULL ? m->model->coordinates.n : 0;
}

const char *dal_model_coordinate(const DalModel *m, size_t i) {
  return i < dal_model_coordinates(m) ? m->model->coordinates.at[i].name : NULL;
}

const char *dal_method_name(size_t i) {
  const Method *const *all = methods_all();
  for (size_t k = 0; all[k] != NULL; k++)
    if (k == i) return all[k]->name;
  return NULL;
}

const char *dal_method_title(size_t i) {
  return dal_method_name(i) ? methods_all()[i]->title : NULL;
}
