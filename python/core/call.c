// python/core/call.c: calls of library functions: busy models, the GIL, signals, messages.

#include "core.h"
#include <string.h>
#include <time.h>

#define PROGRESS_EVERY 0.1  // seconds

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// --- busy models ---------------------------------------------------------------------------------

bool model_enter(ModelObject *self) {
  if (self->busy) {
    PyObject *error =
      PyObject_CallFunction(core.error, "is[]", -1,
                            "the model is in use: another thread, or this one in a "
                            "callback, has a call under way. Give each thread its own: "
                            "copy.copy(model)");
    if (error != NULL) {
      PyErr_SetObject((PyObject *) Py_TYPE(error), error);
      Py_DECREF(error);
    }
    return false;
  }
  self->busy = true;
  return true;
}

void model_leave(ModelObject *self) {
  self->busy = false;
}

// --- calls without the GIL -----------------------------------------------------------------------

// Keeps the current exception, which ends the call.
static void keep_exception(Call *call) {
  if (call->type == NULL)
    PyErr_Fetch(&call->type, &call->value, &call->traceback);
  else
    PyErr_Clear();
}

static int poll_call(void *context) {
  Call *call = context;
  PyEval_RestoreThread(call->thread);
  if (call->type == NULL && PyErr_CheckSignals() != 0) keep_exception(call);
  call->thread = PyEval_SaveThread();
  return call->type != NULL;
}

int poll_signals(void *context) {
  const ModelObject *self = context;
  return self->call != NULL ? poll_call(self->call) : 0;
}

void call_progress(void *context, double done) {
  Call *call = context;
  const double time = now();
  if (call->progress == NULL || call->type != NULL || (time < call->next && done < 1)) return;
  call->next = time + PROGRESS_EVERY;
  PyEval_RestoreThread(call->thread);
  PyObject *result = PyObject_CallFunction(call->progress, "d", done);
  if (result == NULL) keep_exception(call);
  Py_XDECREF(result);
  call->thread = PyEval_SaveThread();
}

bool call_begin(Call *call, ModelObject *self, PyObject *progress) {
  *call = (Call){.model = self, .progress = progress == Py_None ? NULL : progress};
  if (!model_enter(self)) return false;
  self->call = call;
  call->thread = PyEval_SaveThread();
  return true;
}

void call_end(Call *call) {
  PyEval_RestoreThread(call->thread);
  call->model->call = NULL;
  model_leave(call->model);
}

void free_begin(Call *call) {
  *call = (Call){0};
  (void) dal_thread_limit(&(DalLimits){.poll = poll_call, .poll_context = call});
  call->thread = PyEval_SaveThread();
}

bool free_end(Call *call, DalStatus status, const DalResult *result) {
  PyEval_RestoreThread(call->thread);
  (void) dal_thread_limit(NULL);
  if (call->type == NULL && status != DAL_OK && PyErr_CheckSignals() != 0) return false;
  if (call->type == NULL) return check_result(status, result);
  PyErr_Restore(call->type, call->value, call->traceback);
  return false;
}

// --- messages ------------------------------------------------------------------------------------

static PyObject *message_tuple(const DalMessage *m) {
  return Py_BuildValue("(zsszzkkk)", m->text, m->severity == DAL_ERROR ? "error" : "warning",
                       m->code != NULL ? m->code : "", m->help, m->file, (unsigned long) m->line,
                       (unsigned long) m->column, (unsigned long) m->length);
}

// Returns a list of tuples, or NULL with an exception.
static PyObject *messages_of(const ModelObject *self, const DalResult *result, size_t *warnings) {
  PyObject *list = PyList_New(0);
  *warnings = 0;
  for (size_t i = 0; list != NULL; i++) {
    const DalMessage m =
      result != NULL ? dal_result_message(result, i) : dal_model_message(self->model, i);
    if (m.text == NULL) break;
    PyObject *tuple = message_tuple(&m);
    if (tuple == NULL || PyList_Append(list, tuple) != 0) Py_CLEAR(list);
    Py_XDECREF(tuple);
    *warnings += m.severity == DAL_WARNING;
  }
  return list;
}

// Sets the exception for a status.
static void raise(DalStatus status, const char *text, PyObject *messages, const char *name,
                  PyObject *part) {
  if (*text == '\0') text = dal_status_meaning(status);
  PyObject *error = PyObject_CallFunction(core.error, "isO", (int) status, text, messages);
  if (error == NULL) return;
  if (part == NULL || PyObject_SetAttrString(error, name, part) == 0)
    PyErr_SetObject((PyObject *) Py_TYPE(error), error);
  Py_DECREF(error);
}

static bool check(ModelObject *self, DalStatus status, const DalResult *result, const char *name,
                  PyObject *part) {
  size_t warnings = 0;
  if (status == DAL_OK && result == NULL &&
      (self == NULL || dal_model_message(self->model, 0).text == NULL))
    return true;
  PyObject *messages =
    self != NULL || result != NULL ? messages_of(self, result, &warnings) : PyList_New(0);
  if (messages == NULL) return false;
  bool good = status == DAL_OK;
  if (!good) {
    const char *text = result != NULL ? dal_result_messages(result)
                       : self != NULL ? dal_model_messages(self->model)
                                      : "";
    raise(status, text, messages, name, part);
  } else if (warnings > 0) {
    PyObject *done = PyObject_CallFunction(core.warn, "O", messages);
    good = done != NULL;
    Py_XDECREF(done);
  }
  Py_DECREF(messages);
  return good;
}

bool call_check_with(Call *call, DalStatus status, const DalResult *result, const char *name,
                     PyObject *part) {
  if (status != DAL_OK) call->model->ready = false;
  if (call->type == NULL) return check(call->model, status, result, name, part);
  // raised by a signal handler or callback; an interrupted run is attached to it
  PyErr_NormalizeException(&call->type, &call->value, &call->traceback);
  if (part != NULL && call->value != NULL && PyObject_SetAttrString(call->value, name, part) != 0)
    PyErr_Clear();
  PyErr_Restore(call->type, call->value, call->traceback);
  call->type = call->value = call->traceback = NULL;
  return false;
}

bool call_check(Call *call, DalStatus status, const DalResult *result) {
  return call_check_with(call, status, result, NULL, NULL);
}

// With `many`, a state without a result does not discard the others: it becomes NaN, with a
// warning.
bool call_check_block(Call *call, DalStatus status, bool many) {
  if (call->type != NULL || status != DAL_DOMAIN || !many) {
    if (status == DAL_OK && call->type == NULL) return check(call->model, status, NULL, NULL, NULL);
    return call_check(call, status, NULL);
  }
  size_t warnings;
  PyObject *messages = messages_of(call->model, NULL, &warnings);
  if (messages == NULL) return false;
  PyObject *done = PyObject_CallFunction(core.warn, "Oi", messages, 1);
  Py_DECREF(messages);
  Py_XDECREF(done);
  return done != NULL;
}

bool check_model(ModelObject *self, DalStatus status) {
  if (status != DAL_OK && status != DAL_DOMAIN) self->ready = false;
  return check(self, status, NULL, NULL, NULL);
}

bool check_result(DalStatus status, const DalResult *result) {
  return check(NULL, status, result, NULL, NULL);
}

PyObject *take_text(DalResult *result) {
  PyObject *text = PyUnicode_DecodeUTF8(dal_result_text(result),
                                        (Py_ssize_t) dal_result_length(result), "replace");
  dal_result_destroy(result);
  return text;
}

PyObject *take_bytes(DalResult *result) {
  PyObject *bytes =
    PyBytes_FromStringAndSize(dal_result_text(result), (Py_ssize_t) dal_result_length(result));
  dal_result_destroy(result);
  return bytes;
}

bool model_ready(ModelObject *self) {
  if (self->ready) return true;
  Call call;
  if (!call_begin(&call, self, NULL)) return false;
  const DalStatus status = dal_model_compile(self->model);
  call_end(&call);
  self->ready = call_check(&call, status, NULL);
  return self->ready;
}

// --- arguments -----------------------------------------------------------------------------------

static bool place_argument(const char *function, PyObject *key, PyObject *value,
                           const char *const *names, size_t most, PyObject **to) {
  const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
  if (name == NULL) return false;
  size_t i = 0;
  while (i < most && strcmp(names[i], name) != 0) i++;
  if (i == most) {
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%s'", function, name);
    return false;
  }
  if (to[i] != NULL) {
    PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%s'", function, name);
    return false;
  }
  to[i] = value;
  return true;
}

bool get_arguments(const char *function, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                   const char *const *names, size_t most, size_t least, PyObject **to) {
  for (size_t i = 0; i < most; i++) to[i] = (Py_ssize_t) i < n ? args[i] : NULL;
  if (n > (Py_ssize_t) most) {
    PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments (%zd given)", function, most,
                 n);
    return false;
  }
  const Py_ssize_t named = kwnames != NULL ? PyTuple_Size(kwnames) : 0;
  for (Py_ssize_t i = 0; i < named; i++)
    if (!place_argument(function, PyTuple_GetItem(kwnames, i), args[n + i], names, most, to))
      return false;
  for (size_t i = 0; i < least; i++) {
    if (to[i] != NULL) continue;
    PyErr_Format(PyExc_TypeError, "%s() missing required argument: '%s'", function, names[i]);
    return false;
  }
  return true;
}

// --- options -------------------------------------------------------------------------------------

// Returns a borrowed reference to the value; NULL if it is missing or None.
static PyObject *option(PyObject *options, const char *name) {
  PyObject *value = PyDict_GetItemString(options, name);
  return value == Py_None ? NULL : value;
}

bool option_text(PyObject *options, const char *name, const char **text) {
  PyObject *value = option(options, name);
  *text = NULL;
  if (value == NULL) return true;
  Py_ssize_t length;
  *text = PyUnicode_AsUTF8AndSize(value, &length);
  if (*text == NULL) return false;
  if (strlen(*text) == (size_t) length) return true;
  PyErr_Format(PyExc_ValueError, "%s contains a null character", name);
  return false;
}

bool option_number(PyObject *options, const char *name, double *number) {
  PyObject *value = option(options, name);
  *number = value != NULL ? PyFloat_AsDouble(value) : 0;
  return !PyErr_Occurred();
}

bool option_count(PyObject *options, const char *name, size_t *count) {
  PyObject *value = option(options, name);
  *count = value != NULL ? PyLong_AsSize_t(value) : 0;
  return !PyErr_Occurred();
}

bool option_flag(PyObject *options, const char *name, bool *flag) {
  PyObject *value = option(options, name);
  const int truth = value != NULL ? PyObject_IsTrue(value) : 0;
  *flag = truth > 0;
  return truth >= 0;
}

bool option_state(PyObject *options, DalEvalOptions *state) {
  *state = (DalEvalOptions){.size = sizeof *state};
  return option_text(options, "at", &state->at) && option_text(options, "table", &state->table) &&
         option_text(options, "table_name", &state->table_name) &&
         option_number(options, "tolerance", &state->tolerance) &&
         option_flag(options, "project", &state->project) &&
         option_flag(options, "as_is", &state->as_is) &&
         option_text(options, "energy", &state->energy);
}

bool option_run(PyObject *options, DalRunOptions *run, DalEvalOptions *state) {
  *run = (DalRunOptions){.size = sizeof *run, .start = state};
  return option_state(options, state) && option_text(options, "from", &run->from) &&
         option_text(options, "to", &run->to) && option_text(options, "every", &run->every) &&
         option_count(options, "rows", &run->rows) && option_number(options, "rtol", &run->rtol) &&
         option_number(options, "atol", &run->atol) &&
         option_text(options, "integrator", &run->integrator) &&
         option_text(options, "code", &run->code) &&
         option_text(options, "columns", &run->columns) && option_text(options, "only", &run->only) &&
         option_text(options, "units", &run->units) &&
         option_flag(options, "no_projection", &run->no_projection) &&
         option_count(options, "steps", &run->steps);
}
