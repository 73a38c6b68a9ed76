// python/core/model.c: the type Model: building a model, its parameters, and its results as text.

#include "core.h"
#include <stdlib.h>
#include <string.h>

static PyObject *model_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  ModelObject *self = (ModelObject *) bare_new(type, args, kwargs);
  if (self == NULL) return NULL;
  self->model = dal_model_create();
  const DalLimits limits = {.size = sizeof limits, .poll = poll_signals, .poll_context = self};
  if (self->model != NULL && dal_model_limit(self->model, &limits) == DAL_OK)
    return (PyObject *) self;
  Py_DECREF(self);
  return PyErr_NoMemory();
}

static void model_dealloc(PyObject *object) {
  ModelObject *self = (ModelObject *) object;
  dal_flow_destroy(self->flow);
  dal_model_destroy(self->model);
  bare_free(object);
}

// --- calls with a text ---------------------------------------------------------------------------

typedef DalStatus TextCall(DalModel *model, const char *text);

// Passes a str to a function of the library, without the GIL.
static PyObject *with_text(PyObject *object, PyObject *argument, TextCall *function) {
  ModelObject *self = (ModelObject *) object;
  Py_ssize_t length;
  const char *text = PyUnicode_AsUTF8AndSize(argument, &length);
  if (text == NULL) return NULL;
  if (strlen(text) != (size_t) length) {
    PyErr_SetString(PyExc_ValueError, "the text contains a null character");
    return NULL;
  }
  Call call;
  if (!call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = function(self->model, text);
  call_end(&call);
  self->setting++;
  if (!call_check(&call, status, NULL)) return NULL;
  Py_RETURN_NONE;
}

// If statements fail, the checks of the whole model may still say more; so their status is the
// result, and `finish` raises.
static PyObject *with_statements(PyObject *object, PyObject *argument, TextCall *function) {
  ModelObject *self = (ModelObject *) object;
  const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
  Call call;
  if (text == NULL || !call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = function(self->model, text);
  call_end(&call);
  if (call.type != NULL) (void) call_check(&call, status, NULL);
  return PyErr_Occurred() ? NULL : PyLong_FromLong(status);
}

static PyObject *model_read(PyObject *self, PyObject *path) {
  return with_statements(self, path, dal_model_read);
}

static PyObject *model_add(PyObject *self, PyObject *text) {
  return with_statements(self, text, dal_model_add);
}

static PyObject *model_preset(PyObject *self, PyObject *text) {
  return with_statements(self, text, dal_model_preset);
}

static PyObject *model_set(PyObject *self, PyObject *text) {
  return with_text(self, text, dal_model_set);
}

static PyObject *model_branch(PyObject *self, PyObject *text) {
  ModelObject *model = (ModelObject *) self;
  PyObject *done = with_text(self, text, dal_model_branch);
  model->derivation++;
  model->ready = false;
  return done;
}

// finish(status): the status of the statements before. Raises everything that is wrong with them
// and the whole model.
static PyObject *model_finish(PyObject *object, PyObject *before) {
  ModelObject *self = (ModelObject *) object;
  const long read = PyLong_AsLong(before);
  Call call;
  if (PyErr_Occurred() || !call_begin(&call, self, NULL)) return NULL;
  const bool unread = (read != DAL_OK && read != DAL_INPUT) ||
                      (read != DAL_OK && dal_model_errors(self->model) == 1 &&
                       dal_model_coordinates(self->model) == 0);
  DalStatus status = unread ? (DalStatus) read : dal_model_finish(self->model);
  call_end(&call);
  if (status == DAL_OK && read != DAL_OK) status = (DalStatus) read;
  if (!call_check(&call, status, NULL)) return NULL;
  self->n = dal_model_coordinates(self->model);
  Py_RETURN_NONE;
}

static PyObject *model_limit(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  double seconds, work;
  Py_ssize_t bytes;
  if (!PyArg_ParseTuple(args, "dnd", &seconds, &bytes, &work) || !model_enter(self)) return NULL;
  const DalLimits limits = {.size = sizeof limits,
                            .seconds = seconds,
                            .bytes = (size_t) bytes,
                            .work = work,
                            .poll = poll_signals,
                            .poll_context = self};
  const DalStatus status = dal_model_limit(self->model, &limits);
  model_leave(self);
  if (!check_model(self, status)) return NULL;
  Py_RETURN_NONE;
}

static PyObject *model_make_dimensionless(PyObject *object, PyObject *nothing) {
  (void) nothing;
  ModelObject *self = (ModelObject *) object;
  Call call;
  if (!call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = dal_model_make_dimensionless(self->model);
  call_end(&call);
  if (!call_check(&call, status, NULL)) return NULL;
  Py_RETURN_NONE;
}

// --- parameters ----------------------------------------------------------------------------------

static PyObject *model_value(PyObject *object, PyObject *index) {
  ModelObject *self = (ModelObject *) object;
  const size_t i = PyLong_AsSize_t(index);
  double value;
  if (PyErr_Occurred() || !model_enter(self)) return NULL;
  const DalStatus status = dal_model_parameter_value(self->model, i, &value);
  model_leave(self);
  if (status == DAL_DOMAIN) Py_RETURN_NONE;
  return check_model(self, status) ? PyFloat_FromDouble(value) : NULL;
}

static PyObject *model_set_number(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  Py_ssize_t i;
  double value;
  if (!PyArg_ParseTuple(args, "nd", &i, &value) || !model_enter(self)) return NULL;
  const DalStatus status = dal_model_set_parameter(self->model, (size_t) i, value);
  model_leave(self);
  self->setting++;
  if (!check_model(self, status)) return NULL;
  Py_RETURN_NONE;
}

// --- names ---------------------------------------------------------------------------------------

static PyObject *names(size_t n, const char *(*name)(const DalModel *, size_t),
                       const DalModel *model) {
  PyObject *tuple = PyTuple_New((Py_ssize_t) n);
  for (size_t i = 0; tuple != NULL && i < n; i++) {
    PyObject *text = PyUnicode_FromString(name(model, i));
    if (text == NULL || PyTuple_SetItem(tuple, (Py_ssize_t) i, text) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *get_title(PyObject *object, void *closure) {
  (void) closure;
  return PyUnicode_FromString(dal_model_title(((ModelObject *) object)->model));
}

static PyObject *get_coordinates(PyObject *object, void *closure) {
  (void) closure;
  const DalModel *m = ((ModelObject *) object)->model;
  return names(dal_model_coordinates(m), dal_model_coordinate, m);
}

static PyObject *get_parameters(PyObject *object, void *closure) {
  (void) closure;
  const DalModel *m = ((ModelObject *) object)->model;
  return names(dal_model_parameters(m), dal_model_parameter, m);
}

static PyObject *get_busy(PyObject *object, void *closure) {
  (void) closure;
  return PyBool_FromLong(((ModelObject *) object)->busy);
}

// --- texts ---------------------------------------------------------------------------------------

static PyObject *model_derive(PyObject *object, PyObject *options) {
  ModelObject *self = (ModelObject *) object;
  DalDeriveOptions o = {.size = sizeof o};
  size_t form;
  if (!option_text(options, "method", &o.method) ||
      !option_flag(options, "worksheet", &o.worksheet) || !option_count(options, "form", &form) ||
      !option_text(options, "independent", &o.independent) ||
      !option_text(options, "energy", &o.energy))
    return NULL;
  o.form = (DalForm) form;
  Call call;
  if (!call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = dal_model_derive(self->model, &o);
  call_end(&call);
  self->derivation++;
  self->ready = false;
  if (!call_check(&call, status, NULL)) return NULL;
  Py_RETURN_NONE;
}

// The options of a call that returns a text.
typedef struct {
  DalFormat format;
  DalEvalOptions state;
  DalAnalyzeOptions analyze;
  DalExportOptions export;
  DalReportOptions report;
  const DalRun *run;
  bool bytes;  // the result is bytes, not text
} Wish;

typedef DalStatus Ask(DalModel *model, const Wish *wish, DalResult **result);

static PyObject *ask(PyObject *object, const Wish *wish, Ask *function) {
  ModelObject *self = (ModelObject *) object;
  DalResult *result = NULL;
  Call call;
  if (!call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = function(self->model, wish, &result);
  call_end(&call);
  // what was finished before a limit ended the call
  PyObject *part = status == DAL_LIMIT && dal_result_length(result) > 0
                     ? PyUnicode_FromString(dal_result_text(result))
                     : NULL;
  const bool good = call_check_with(&call, status, result, "text", part);
  Py_XDECREF(part);
  if (good) return wish->bytes ? take_bytes(result) : take_text(result);
  dal_result_destroy(result);
  return NULL;
}

#define ASK(name, ...)                                                              \
  static DalStatus ask_##name(DalModel *model, const Wish *w, DalResult **result) { \
    return dal_model_##name(model, __VA_ARGS__);                                    \
  }

ASK(print, w->format, result)
ASK(tape, w->format, result)
ASK(eval, &w->state, w->format, result)
ASK(check, w->format, result)
ASK(analyze, &w->analyze, w->format, result)
ASK(export, &w->export, result)
ASK(report, &w->report, result)
ASK(animation, w->run, result)

static DalStatus ask_certificate(DalModel *model, const Wish *w, DalResult **result) {
  (void) w;
  return dal_model_certificate(model, result);
}

// Implements methods with one argument, the format.
static PyObject *ask_in(PyObject *self, PyObject *format, Ask *function) {
  const Wish wish = {.format = (DalFormat) PyLong_AsLong(format)};
  return PyErr_Occurred() ? NULL : ask(self, &wish, function);
}

static PyObject *model_print(PyObject *self, PyObject *format) {
  return ask_in(self, format, ask_print);
}

static PyObject *model_tape(PyObject *self, PyObject *format) {
  return ask_in(self, format, ask_tape);
}

static PyObject *model_check(PyObject *self, PyObject *format) {
  return ask_in(self, format, ask_check);
}

static PyObject *model_certificate(PyObject *self, PyObject *nothing) {
  (void) nothing;
  return ask(self, &(Wish){0}, ask_certificate);
}

static PyObject *model_eval(PyObject *self, PyObject *options) {
  Wish wish = {0};
  size_t format;
  if (!option_state(options, &wish.state) || !option_count(options, "format", &format)) return NULL;
  wish.format = (DalFormat) format;
  return ask(self, &wish, ask_eval);
}

static PyObject *model_analyze(PyObject *self, PyObject *options) {
  Wish wish = {.analyze = {.size = sizeof wish.analyze}};
  DalAnalyzeOptions *o = &wish.analyze;
  size_t format, degree;
  if (!option_text(options, "only", &o->only) || !option_text(options, "basis", &o->basis) ||
      !option_text(options, "range", &o->range) || !option_text(options, "steady", &o->steady) ||
      !option_text(options, "at", &o->at) || !option_text(options, "input", &o->input) ||
      !option_text(options, "variables", &o->variables) ||
      !option_flag(options, "linearize", &o->linearize) || !option_flag(options, "csv", &o->csv) ||
      !option_count(options, "columns", &o->columns) || !option_count(options, "degree", &degree) ||
      !option_count(options, "format", &format))
    return NULL;
  o->degree = degree < 1000 ? (unsigned) degree : 1000;
  wish.format = (DalFormat) format;
  return ask(self, &wish, ask_analyze);
}

static PyObject *model_export(PyObject *self, PyObject *options) {
  Wish wish = {.export = {.size = sizeof wish.export}};
  bool source_only = false;
  if (!option_text(options, "target", &wish.export.target) ||
      !option_text(options, "name", &wish.export.name) ||
      !option_text(options, "input", &wish.export.input) ||
      !option_flag(options, "source_only", &source_only) ||
      !option_flag(options, "bytes", &wish.bytes))
    return NULL;
  wish.export.source_only = source_only;
  return ask(self, &wish, ask_export);
}

static PyObject *model_report(PyObject *object, PyObject *options) {
  ModelObject *self = (ModelObject *) object;
  Wish wish = {.report = {.size = sizeof wish.report}};
  bool latex;
  if (!option_text(options, "method", &wish.report.method) ||
      !option_number(options, "work", &wish.report.work) || !option_flag(options, "latex", &latex))
    return NULL;
  wish.report.format = latex ? DAL_REPORT_LATEX : DAL_REPORT_HTML;
  PyObject *text = ask(object, &wish, ask_report);
  self->derivation++;  // the call derives again
  self->ready = false;
  return text;
}

static PyObject *model_animation(PyObject *self, PyObject *run) {
  const Wish wish = {.run = run_of(run)};
  return wish.run != NULL ? ask(self, &wish, ask_animation) : NULL;
}

static PyObject *model_size(PyObject *object, PyObject *nothing) {
  (void) nothing;
  if (!model_ready((ModelObject *) object)) return NULL;
  const DalSize size = dal_model_size(((ModelObject *) object)->model);
  return Py_BuildValue("{sksksksksk}", "coordinates", (unsigned long) size.coordinates,
                       "expressions", (unsigned long) size.expressions, "instructions",
                       (unsigned long) size.instructions, "solve_instructions",
                       (unsigned long) size.solve_instructions, "bytes",
                       (unsigned long) size.bytes);
}

PyMethodDef text_methods[] = {
  {"_read", model_read, METH_O, NULL},
  {"_add", model_add, METH_O, NULL},
  {"_preset", model_preset, METH_O, NULL},
  {"_finish", model_finish, METH_O, NULL},
  {"_set", model_set, METH_O, NULL},
  {"_set_number", model_set_number, METH_VARARGS, NULL},
  {"_value", model_value, METH_O, NULL},
  {"_branch", model_branch, METH_O, NULL},
  {"_make_dimensionless", model_make_dimensionless, METH_NOARGS, NULL},
  {"_limit", model_limit, METH_VARARGS, NULL},
  {"_derive", model_derive, METH_O, NULL},
  {"_print", model_print, METH_O, NULL},
  {"_tape", model_tape, METH_O, NULL},
  {"_eval", model_eval, METH_O, NULL},
  {"_check", model_check, METH_O, NULL},
  {"_certificate", model_certificate, METH_NOARGS, NULL},
  {"_analyze", model_analyze, METH_O, NULL},
  {"_export", model_export, METH_O, NULL},
  {"_report", model_report, METH_O, NULL},
  {"_animation", model_animation, METH_O, NULL},
  {"_size", model_size, METH_NOARGS, NULL},
  {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
  {"title", get_title, NULL, "What the model calls itself.", NULL},
  {"coordinates", get_coordinates, NULL, "The names of the coordinates, in order.", NULL},
  {"parameters", get_parameters, NULL, "The names of the parameters, in order.", NULL},
  {"busy", get_busy, NULL, "Is a call of the model under way?", NULL},
  {NULL, NULL, NULL, NULL, NULL},
};

// --- the type ------------------------------------------------------------------------------------

static PyMethodDef methods[80];  // joined from all files

static void gather_methods(void) {
  PyMethodDef *const lists[] = {text_methods,     number_methods, flow_methods,
                                function_methods, run_methods,    figure_methods,
                                sweep_methods};
  size_t n = 0;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const PyMethodDef *m = lists[i]; m->ml_name != NULL; m++)
      if (n + 1 < sizeof methods / sizeof *methods) methods[n++] = *m;
}

bool add_model_type(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_new, (void *) model_new},
                         {Py_tp_dealloc, (void *) model_dealloc},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, members},
                         {0, NULL}};
  PyType_Spec spec = {.name = "dalembert._core.Model",
                      .basicsize = sizeof(ModelObject),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      .slots = slots};
  gather_methods();
  core.model = add_type(module, &spec);
  return core.model != NULL;
}
