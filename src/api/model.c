// api/model.c: building a model through the public interface.

#include "api/api_impl.h"
#include "base/suggest.h"
#include "language/units.h"
#include "program/build.h"
#include "report/check.h"

const char *dal_version(void) {
  return DAL_VERSION;
}

const char *dal_status_meaning(DalStatus status) {
  return (unsigned) status > DAL_CANCELLED ? "no status" : status_meaning((Status) status);
}

const char *dal_nearest_word(const char *word, const char *const *known) {
  return word != NULL && known != NULL ? suggest_nearest(word, known) : NULL;
}

// --- life ----------------------------------------------------------------------------------------

DalModel *dal_model_create(void) {
  return system_create();
}

void dal_model_destroy(DalModel *m) {
  if (m != NULL) system_drop(m);
}

DalStatus dal_model_limit(DalModel *m, const DalLimits *limits) {
  API_NEED(m, m);
  API_OPTIONS(m, DalLimits, l, limits);
  if (!(l.seconds >= 0) || !(l.work >= 0)) return api_unfit(m, __func__, "a negative time");
  if (m->guard.exit != NULL) return DAL_INPUT;
  m->seconds = l.seconds;
  m->work_limit = l.work;
  m->stage = l.stage;
  m->memory_limit = m->guard.budget = l.bytes > 0 ? l.bytes : SYSTEM_MEMORY;
  m->watch = (GuardWatch){.cancel = l.cancel, .poll = l.poll, .context = l.poll_context};
  return DAL_OK;
}

// --- statements ----------------------------------------------------------------------------------

DalStatus dal_model_read(DalModel *m, const char *path) {
  API_NEED(m, m);
  API_NEED(m, path);
  return (DalStatus) system_read(m, path);
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
  return (DalStatus) system_add(m, name, statements);
}

DalStatus dal_model_finish(DalModel *m) {
  API_NEED(m, m);
  return (DalStatus) system_finish(m);
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

DalStatus dal_model_preset(DalModel *m, const char *settings) {
  API_NEED(m, m);
  API_NEED(m, settings);
  return (DalStatus) system_preset(m, settings);
}

typedef struct {
  DalModel *m;
  const char *text;
} Request;

static Status set_body(void *context) {
  const Request *r = context;
  return system_set(r->m, r->text);
}

DalStatus dal_model_set(DalModel *m, const char *settings) {
  API_NEED(m, m);
  API_NEED(m, settings);
  return api_run(m, set_body, &(Request){m, settings});
}

static Status branch_body(void *context) {
  const Request *r = context;
  return system_branch(r->m, r->text);
}

DalStatus dal_model_branch(DalModel *m, const char *branches) {
  API_NEED(m, m);
  API_NEED(m, branches);
  return api_run(m, branch_body, &(Request){m, branches});
}

// --- looking -------------------------------------------------------------------------------------

DalMessage dal_model_message(const DalModel *m, size_t i) {
  return m != NULL ? api_message(&m->diags, i) : (DalMessage){0};
}

const char *dal_model_messages(DalModel *m) {
  return dal_model_first_messages(m, DIAG_MOST);
}

const char *dal_model_first_messages(DalModel *m, size_t most) {
  if (m == NULL) return "";
  const char *text = system_messages(m, most);
  return text != NULL ? text : DAL_NO_MESSAGES;
}

typedef struct {
  const Diags *diags;
  Text text;
} Messages;

static Status json_body(void *context) {
  Messages *messages = context;
  report_messages(messages->diags, &messages->text);
  return STATUS_OK;
}

const char *dal_model_messages_json(DalModel *m) {
  if (m == NULL || m->guard.exit != NULL) return "{}";
  Messages messages = {&m->diags, text_make(&m->notes)};
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
