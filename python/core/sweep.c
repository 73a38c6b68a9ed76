// python/core/sweep.c: sweeps: many motions of a model in a folder, and the contents of a folder.

#include "core.h"
#include <stdlib.h>

// Called by the waiting thread: checks for signals, and reports the progress.
static int poll_sweep(void *context, const DalSweepProgress *p) {
  Call *call = context;
  call_progress(call, p->members > 0 ? (double) p->done / (double) p->members : 1);
  return poll_signals(call->model) != 0 || call->type != NULL;
}

// Returns the texts of a list, which keeps owning them; NULL with an exception.
static const char **statements(PyObject *list, size_t *n) {
  const Py_ssize_t size = PyList_Size(list);
  const char **to = size >= 0 ? malloc(((size_t) size + 1) * sizeof *to) : NULL;
  *n = 0;
  if (to == NULL && size >= 0) PyErr_NoMemory();
  for (Py_ssize_t i = 0; to != NULL && i < size; i++) {
    to[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), NULL);
    if (to[i] != NULL) continue;
    free(to);
    return NULL;
  }
  if (to != NULL) *n = (size_t) size;
  return to;
}

// Plans a sweep of the model with the texts of the list; for use within a call.
static DalStatus plan(ModelObject *self, const char **texts, size_t n, const DalRunOptions *run,
                      DalSweep **sweep) {
  const DalSweepOptions o = {.run = run, .vary = texts, .varies = n};
  return dal_model_sweep(self->model, &o, sweep);
}

// _sweep(folder, vary, options, threads, part, parts, progress): None; the folder names members
// that failed.
static PyObject *model_sweep(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  const char *folder;
  PyObject *vary, *options, *progress;
  DalSweepWork work = {.poll = poll_sweep};
  DalRunOptions run;
  DalEvalOptions state;
  Call call;
  size_t n;
  if (!PyArg_ParseTuple(args, "sO!O!IIIO", &folder, &PyList_Type, &vary, &PyDict_Type, &options,
                        &work.threads, &work.part, &work.parts, &progress) ||
      !option_run(options, &run, &state))
    return NULL;
  const char **texts = statements(vary, &n);
  if (texts == NULL) return NULL;
  if (!call_begin(&call, self, progress)) {
    free(texts);
    return NULL;
  }
  DalSweep *sweep = NULL;
  DalResult *result = NULL;
  DalStatus status = plan(self, texts, n, &run, &sweep);
  work.poll_context = &call;
  if (status == DAL_OK) status = dal_sweep_run(sweep, folder, &work, &result);
  dal_sweep_destroy(sweep);
  call_end(&call);
  free(texts);
  const bool good = call_check(&call, status == DAL_DOMAIN ? DAL_OK : status, result);
  dal_result_destroy(result);
  if (!good) return NULL;
  Py_RETURN_NONE;
}

// _sweep_member(number, vary, options): a Run. A run that ended early is the attribute `run` of the
// exception.
static PyObject *model_sweep_member(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  PyObject *vary, *options, *made = NULL;
  unsigned long long number;
  DalRunOptions run;
  DalEvalOptions state;
  DalRun *member = NULL;
  Call call;
  size_t n;
  if (!PyArg_ParseTuple(args, "KO!O!", &number, &PyList_Type, &vary, &PyDict_Type, &options) ||
      !option_run(options, &run, &state))
    return NULL;
  const char **texts = statements(vary, &n);
  if (texts == NULL) return NULL;
  if (!call_begin(&call, self, Py_None)) {
    free(texts);
    return NULL;
  }
  DalSweep *sweep = NULL;
  DalStatus status = plan(self, texts, n, &run, &sweep);
  if (status == DAL_OK) status = dal_sweep_member(sweep, number, &member);
  dal_sweep_destroy(sweep);
  call_end(&call);
  free(texts);
  if (member != NULL) made = run_object(member);
  if (member != NULL && made == NULL) return NULL;
  if (call_check_with(&call, status, NULL, "run", made)) return made;
  Py_XDECREF(made);
  return NULL;
}

PyMethodDef sweep_methods[] = {
  {"_sweep", model_sweep, METH_VARARGS, NULL},
  {"_sweep_member", model_sweep_member, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

// _sweep_status(folder): (members, done, failed, text)
PyObject *status_of_sweep(PyObject *module, PyObject *folder) {
  (void) module;
  const char *name = PyUnicode_AsUTF8AndSize(folder, NULL);
  if (name == NULL) return NULL;
  DalSweepProgress p;
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = dal_sweep_status(name, &p, &result);
  PyObject *found = free_end(&call, status, result) ? Py_BuildValue("(KKKs)", p.members, p.done,
                                                                    p.failed, dal_result_text(result))
                                                    : NULL;
  dal_result_destroy(result);
  return found;
}

// _sweep_collect(folder, path): the statistics as text
PyObject *collect_sweep(PyObject *module, PyObject *args) {
  (void) module;
  const char *folder, *path;
  if (!PyArg_ParseTuple(args, "sz", &folder, &path)) return NULL;
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = dal_sweep_collect(folder, path, &result);
  if (free_end(&call, status, result)) return take_text(result);
  dal_result_destroy(result);
  return NULL;
}
