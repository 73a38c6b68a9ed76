// python/core/figure.c: the type Figure: curves of one or several runs.

#include "core.h"
#include <stdlib.h>

typedef struct {
  PyObject_HEAD DalFigure *figure;
} FigureObject;

static void figure_dealloc(PyObject *object) {
  dal_figure_destroy(((FigureObject *) object)->figure);
  bare_free(object);
}

static DalFigure *figure_of(PyObject *object) {
  DalFigure *figure = ((FigureObject *) object)->figure;
  if (figure == NULL) PyErr_SetString(PyExc_TypeError, "figures are made by Model.plot()");
  return figure;
}

// --- making one ----------------------------------------------------------------------------------

// Returns the texts of a list, which keeps owning them; NULL with an exception.
static const char **texts(PyObject *list, size_t *n) {
  const Py_ssize_t size = PyList_Size(list);
  const char **to = size >= 0 ? malloc(((size_t) size + 1) * sizeof *to) : NULL;
  if (to == NULL) {
    if (size >= 0) PyErr_NoMemory();
    return NULL;
  }
  for (*n = 0; *n < (size_t) size; ++*n) {
    to[*n] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, (Py_ssize_t) *n), NULL);
    if (to[*n] != NULL) continue;
    free(to);
    return NULL;
  }
  return to;
}

static PyObject *figure_object(DalFigure *figure) {
  FigureObject *made = (FigureObject *) PyObject_CallNoArgs(core.figure_class);
  if (made != NULL)
    made->figure = figure;
  else
    dal_figure_destroy(figure);
  return (PyObject *) made;
}

// _sweep_plot(folder, shows): the figure of a sweep
PyObject *plot_sweep(PyObject *module, PyObject *args) {
  (void) module;
  const char *folder;
  PyObject *list;
  size_t n = 0;
  if (!PyArg_ParseTuple(args, "sO!", &folder, &PyList_Type, &list)) return NULL;
  const char **shows = texts(list, &n);
  if (shows == NULL) return NULL;
  DalFigure *figure = NULL;
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = dal_sweep_plot(folder, shows, n, &figure, &result);
  const bool good = free_end(&call, status, result);
  free(shows);
  dal_result_destroy(result);
  if (good) return figure_object(figure);
  dal_figure_destroy(figure);
  return NULL;
}

// Makes a figure. A run that ended early is shown, with a warning.
static PyObject *plot(ModelObject *self, const DalPlotOptions *o, DalRunOptions *run,
                      PyObject *progress) {
  DalFigure *figure = NULL;
  Call call;
  if (!call_begin(&call, self, progress)) return NULL;
  run->progress = call_progress;
  run->progress_context = &call;
  const DalStatus status = dal_model_plot(self->model, o, &figure);
  call_end(&call);
  self->setting++;  // runs may have set other parameters
  if (call_check_block(&call, status, figure != NULL)) return figure_object(figure);
  dal_figure_destroy(figure);
  return NULL;
}

// _plot(show, set, stretch, run or None, options, progress)
static PyObject *model_plot(PyObject *object, PyObject *args) {
  PyObject *show, *set, *run, *options, *progress, *made = NULL;
  int stretch;
  DalRunOptions run_options;
  DalEvalOptions state;
  if (!PyArg_ParseTuple(args, "O!O!pOO!O", &PyList_Type, &show, &PyList_Type, &set, &stretch, &run,
                        &PyDict_Type, &options, &progress) ||
      !option_run(options, &run_options, &state))
    return NULL;
  DalPlotOptions o = {.size = sizeof o, .stretch = stretch != 0, .run = &run_options};
  if (run != Py_None && (o.made = run_of(run)) == NULL) return NULL;
  const char **shows = texts(show, &o.shows), **sets = shows ? texts(set, &o.sets) : NULL;
  o.show = shows;
  o.set = sets;
  if (sets != NULL) made = plot((ModelObject *) object, &o, &run_options, progress);
  free(shows);
  free(sets);
  return made;
}

PyMethodDef figure_methods[] = {
  {"_plot", model_plot, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

// --- showing it ----------------------------------------------------------------------------------

typedef DalStatus Draw(DalFigure *figure, const char *text, DalResult **result);

// Calls a function of the figure and a str, without the GIL, and returns its text.
static PyObject *draw(PyObject *object, PyObject *argument, Draw *function) {
  DalFigure *figure = figure_of(object);
  const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
  if (figure == NULL || text == NULL) return NULL;
  ((FigureObject *) object)->figure = NULL;  // so that no other thread draws it in the meantime
  DalResult *result = NULL;
  Call call;
  free_begin(&call);
  const DalStatus status = function(figure, text, &result);
  const bool good = free_end(&call, status, result);
  ((FigureObject *) object)->figure = figure;
  if (good) return take_text(result);
  dal_result_destroy(result);
  return NULL;
}

static PyObject *figure_write(PyObject *self, PyObject *path) {
  return draw(self, path, dal_figure_write);
}

static PyObject *figure_script(PyObject *self, PyObject *folder) {
  return draw(self, folder, dal_figure_write_script);
}

static PyObject *figure_text(PyObject *object, PyObject *args) {
  Py_ssize_t columns, rows;
  int colour;
  DalFigure *figure = figure_of(object);
  if (figure == NULL || !PyArg_ParseTuple(args, "nnp", &columns, &rows, &colour)) return NULL;
  DalResult *result = NULL;
  const DalStatus status =
    dal_figure_text(figure, (size_t) columns, (size_t) rows, colour != 0, &result);
  if (check_result(status, result)) return take_text(result);
  dal_result_destroy(result);
  return NULL;
}

static PyMethodDef methods[] = {
  {"_write", figure_write, METH_O, NULL},
  {"_script", figure_script, METH_O, NULL},
  {"_text", figure_text, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

bool add_figure_type(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_new, (void *) bare_new},
                         {Py_tp_dealloc, (void *) figure_dealloc},
                         {Py_tp_methods, methods},
                         {0, NULL}};
  PyType_Spec spec = {.name = "dalembert._core.Figure",
                      .basicsize = sizeof(FigureObject),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      .slots = slots};
  core.figure = add_type(module, &spec);
  return core.figure != NULL;
}
