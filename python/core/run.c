// python/core/run.c: the type Run: a motion as a read-only array that outlives its model.

#include "core.h"
#include <string.h>

typedef struct {
  PyObject_HEAD DalRun *run;
  Py_ssize_t shape[2], strides[2];
} RunObject;

// --- life ----------------------------------------------------------------------------------------

static void run_dealloc(PyObject *object) {
  dal_run_destroy(((RunObject *) object)->run);
  bare_free(object);
}

PyObject *run_object(DalRun *run) {
  RunObject *made = (RunObject *) PyObject_CallNoArgs(core.run_class);
  if (made == NULL) {
    dal_run_destroy(run);
    return NULL;
  }
  made->run = run;
  made->shape[0] = (Py_ssize_t) dal_run_rows(run);
  made->shape[1] = (Py_ssize_t) dal_run_columns(run);
  made->strides[0] = made->shape[1] * (Py_ssize_t) sizeof(double);
  made->strides[1] = (Py_ssize_t) sizeof(double);
  return (PyObject *) made;
}

const DalRun *run_of(PyObject *object) {
  const int is = PyObject_IsInstance(object, (PyObject *) core.run);
  if (is > 0 && ((RunObject *) object)->run != NULL) return ((RunObject *) object)->run;
  if (is >= 0) PyErr_SetString(PyExc_TypeError, "expected a run, of Model.run() or read_run()");
  return NULL;
}

// --- the buffer ----------------------------------------------------------------------------------

static int run_getbuffer(PyObject *object, Py_buffer *view, int flags) {
  RunObject *self = (RunObject *) object;
  view->obj = NULL;
  if (run_of(object) == NULL) return -1;
  if ((flags & PyBUF_WRITABLE) != 0) {
    PyErr_SetString(PyExc_BufferError, "the numbers of a run cannot be changed; make a copy");
    return -1;
  }
  if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS) {
    PyErr_SetString(PyExc_BufferError, "the numbers of a run stand row by row");
    return -1;
  }
  static double none;
  static char format[] = "d";
  const double *at = dal_run_row(self->run, 0);
  memcpy(&view->buf, &(const double *){at != NULL ? at : &none}, sizeof view->buf);
  view->len = self->shape[0] * self->strides[0];
  view->itemsize = (Py_ssize_t) sizeof(double);
  view->readonly = 1;
  view->ndim = 2;
  view->format = (flags & PyBUF_FORMAT) != 0 ? format : NULL;
  view->shape = (flags & PyBUF_ND) != 0 ? self->shape : NULL;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self->strides : NULL;
  view->suboffsets = NULL;
  view->internal = NULL;
  view->obj = Py_NewRef(object);
  return 0;
}

// --- looking -------------------------------------------------------------------------------------

static PyObject *get_columns(PyObject *object, void *closure) {
  (void) closure;
  const DalRun *run = run_of(object);
  const size_t n = dal_run_columns(run);
  PyObject *tuple = run != NULL ? PyTuple_New((Py_ssize_t) n) : NULL;
  for (size_t i = 0; tuple != NULL && i < n; i++) {
    PyObject *name = PyUnicode_FromString(dal_run_column(run, i));
    if (name == NULL || PyTuple_SetItem(tuple, (Py_ssize_t) i, name) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

static const char *const ends[] = {
  [DAL_RUN_DONE] = "done",
  [DAL_RUN_EVENT] = "event",
  [DAL_RUN_SINGULAR] = "singular",
  [DAL_RUN_SMALL_STEP] = "small step",
  [DAL_RUN_NOT_FINITE] = "not finite",
  [DAL_RUN_STEPS] = "steps",
  [DAL_RUN_INTERRUPTED] = "interrupted",
  [DAL_RUN_FAILED] = "failed",
  [DAL_RUN_STRAYED] = "strayed",
  [DAL_RUN_UNDECIDED] = "undecided",
  [DAL_RUN_CROWDED] = "crowded",
  [DAL_RUN_BROKEN] = "broken",
};

// _summary(): a dict.
static PyObject *run_summary(PyObject *object, PyObject *nothing) {
  (void) nothing;
  const DalRun *run = run_of(object);
  if (run == NULL) return NULL;
  const DalRunSummary s = dal_run_summary(run);
  const size_t end = (size_t) s.end < sizeof ends / sizeof *ends ? (size_t) s.end : DAL_RUN_FAILED;
  return Py_BuildValue("{sssssssdsdsksksksdsOsdsdsdsk}", "end", ends[end], "why", s.why, "variable",
                       s.variable, "start", s.from, "stop", s.t, "steps", (unsigned long) s.steps,
                       "rejected", (unsigned long) s.rejected, "calls", (unsigned long) s.calls,
                       "seconds", s.seconds, "compiled", s.compiled ? Py_True : Py_False, "energy",
                       s.energy, "energy_drift", s.energy_drift, "constraint_error",
                       s.constraint_error, "charts", (unsigned long) s.charts);
}

// --- files ---------------------------------------------------------------------------------------

// _write(path)
static PyObject *run_write(PyObject *object, PyObject *path) {
  const DalRun *run = run_of(object);
  const char *name = PyUnicode_AsUTF8AndSize(path, NULL);
  if (run == NULL || name == NULL) return NULL;
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = dal_run_write(run, name, &result);
  const bool good = free_end(&call, status, result);
  dal_result_destroy(result);
  if (!good) return NULL;
  Py_RETURN_NONE;
}

PyObject *read_run(PyObject *module, PyObject *path) {
  (void) module;
  const char *name = PyUnicode_AsUTF8AndSize(path, NULL);
  if (name == NULL) return NULL;
  DalRun *run = NULL;
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = dal_run_read(name, &run, &result);
  const bool good = free_end(&call, status, result);
  dal_result_destroy(result);
  if (good) return run_object(run);
  dal_run_destroy(run);
  return NULL;
}

// --- making one ----------------------------------------------------------------------------------

// _simulate(options, progress): a Run. A run that ended early is the attribute `run` of the
// exception.
static PyObject *model_simulate(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  PyObject *options, *progress, *made = NULL;
  DalRunOptions o;
  DalEvalOptions state;
  DalRun *run = NULL;
  Call call;
  if (!PyArg_ParseTuple(args, "O!O", &PyDict_Type, &options, &progress) ||
      !option_run(options, &o, &state))
    return NULL;
  PyObject *resume = PyDict_GetItemString(options, "resume");
  if (resume != NULL && resume != Py_None && (o.resume = run_of(resume)) == NULL) return NULL;
  if (!call_begin(&call, self, progress)) return NULL;
  o.progress = call_progress;
  o.progress_context = &call;
  const DalStatus status = dal_model_simulate(self->model, &o, &run);
  call_end(&call);
  if (run != NULL) made = run_object(run);
  if (run != NULL && made == NULL) {
    PyErr_Clear();
    return PyErr_NoMemory();
  }
  if (call_check_with(&call, status, NULL, "run", made)) return made;
  Py_XDECREF(made);
  return NULL;
}

PyMethodDef run_methods[] = {
  {"_simulate", model_simulate, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

// Returns n things of a run as a tuple.
static PyObject *tuple_of(PyObject *object, size_t (*count)(const DalRun *run),
                          PyObject *(*make)(const DalRun *run, size_t i)) {
  const DalRun *run = run_of(object);
  if (run == NULL) return NULL;
  const size_t n = count(run);
  PyObject *all = PyTuple_New((Py_ssize_t) n);
  for (size_t i = 0; all != NULL && i < n; i++) {
    PyObject *one = make(run, i);
    if (one != NULL && PyTuple_SetItem(all, (Py_ssize_t) i, one) == 0) continue;
    Py_DECREF(all);
    return NULL;
  }
  return all;
}

static PyObject *make_unit(const DalRun *run, size_t i) {
  return Py_BuildValue("z", dal_run_unit(run, i));
}

static PyObject *make_event(const DalRun *run, size_t i) {
  const DalEvent e = dal_run_event(run, i);
  return Py_BuildValue("(dssdd)", e.t, e.what, e.name, e.impulse, e.energy_lost);
}

static PyObject *make_result(const DalRun *run, size_t i) {
  double value;
  const char *name = dal_run_result(run, i, &value);
  return Py_BuildValue("(sd)", name, value);
}

static PyObject *run_units(PyObject *object, PyObject *unused) {
  (void) unused;
  return tuple_of(object, dal_run_columns, make_unit);
}

static PyObject *run_events(PyObject *object, PyObject *unused) {
  (void) unused;
  return tuple_of(object, dal_run_events, make_event);
}

static PyObject *run_results(PyObject *object, PyObject *unused) {
  (void) unused;
  return tuple_of(object, dal_run_results, make_result);
}

static PyMethodDef methods[] = {
  {"_summary", run_summary, METH_NOARGS, NULL}, {"_write", run_write, METH_O, NULL},
  {"_units", run_units, METH_NOARGS, NULL},     {"_events", run_events, METH_NOARGS, NULL},
  {"_results", run_results, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
  {"columns", get_columns, NULL, "The names of the columns, in order.", NULL},
  {NULL, NULL, NULL, NULL, NULL},
};

bool add_run_type(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_new, (void *) bare_new},
                         {Py_tp_dealloc, (void *) run_dealloc},
                         {Py_bf_getbuffer, (void *) run_getbuffer},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, members},
                         {0, NULL}};
  PyType_Spec spec = {.name = "dalembert._core.Run",
                      .basicsize = sizeof(RunObject),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      .slots = slots};
  core.run = add_type(module, &spec);
  return core.run != NULL;
}
