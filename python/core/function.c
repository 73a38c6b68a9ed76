// python/core/function.c: the type Function: expressions of a model at states.

#include "core.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY 64  // states: larger calls release the GIL

typedef struct {
  Holder base;
  DalFunction *function;
  size_t parameters;  // of the model
} FunctionObject;

// --- life ----------------------------------------------------------------------------------------

static void function_dealloc(PyObject *object) {
  PyObject_GC_UnTrack(object);
  dal_function_destroy(((FunctionObject *) object)->function);
  (void) holder_clear(object);
  bare_free(object);
}

// _function(text)
static PyObject *model_function(PyObject *object, PyObject *text) {
  ModelObject *self = (ModelObject *) object;
  const char *expressions = PyUnicode_AsUTF8AndSize(text, NULL);
  DalFunction *function = NULL;
  Call call;
  if (expressions == NULL || !call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = dal_model_function(self->model, expressions, &function);
  call_end(&call);
  PyObject *made = NULL;
  if (call_check(&call, status, NULL)) made = PyObject_CallNoArgs(core.function_class);
  if (made == NULL) {
    dal_function_destroy(function);
    return NULL;
  }
  FunctionObject *f = (FunctionObject *) made;
  f->function = function;
  f->base.model = Py_NewRef(object);
  f->parameters = dal_model_parameters(self->model);
  return made;
}

// --- values --------------------------------------------------------------------------------------

// Fills the array with values at these states; parameters may be NULL.
static bool fill(FunctionObject *f, const States *s, const double *parameters, double *to) {
  ModelObject *self = (ModelObject *) f->base.model;
  const bool free_gil = s->rows >= MANY || !self->ready;
  Call call = {.model = self};
  if (!(free_gil ? call_begin(&call, self, NULL) : model_enter(self))) return false;
  const DalStatus status =
    dal_function_values(f->function, s->rows, s->t.at, s->q.at, s->v.at, parameters, to);
  if (free_gil)
    call_end(&call);
  else
    model_leave(self);
  return call_check_block(&call, status, s->axes > 0);
}

// _values(q, v, t, parameters): an array (..., size); parameters: an array (..., P) with NaN for
// those not given, or None.
static PyObject *function_values(PyObject *object, PyObject *args) {
  FunctionObject *f = (FunctionObject *) object;
  PyObject *q, *v, *t, *given, *array = NULL;
  States s;
  Numbers parameters = {0};
  double *to;
  if (f->function == NULL || f->base.model == NULL) {
    PyErr_SetString(PyExc_TypeError, "functions are made by Model.function()");
    return NULL;
  }
  if (!PyArg_ParseTuple(args, "OOOO", &q, &v, &t, &given) ||
      !states_get(&s, ((ModelObject *) f->base.model)->n, q, v, t))
    return NULL;
  if (given == Py_None || rows_get(&parameters, &s, f->parameters, given, "parameters")) {
    const Py_ssize_t shape[] = {(Py_ssize_t) dal_function_size(f->function)};
    array = new_array(&s, 1, shape, &to);
  }
  if (array != NULL && !fill(f, &s, parameters.at, to)) Py_CLEAR(array);
  numbers_clear(&parameters);
  states_clear(&s);
  return array;
}

static PyObject *get_names(PyObject *object, void *closure) {
  (void) closure;
  const DalFunction *f = ((FunctionObject *) object)->function;
  const size_t n = dal_function_size(f);
  PyObject *tuple = PyTuple_New((Py_ssize_t) n);
  for (size_t i = 0; tuple != NULL && i < n; i++) {
    PyObject *text = PyUnicode_FromString(dal_function_name(f, i));
    if (text == NULL || PyTuple_SetItem(tuple, (Py_ssize_t) i, text) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *get_needs_motion(PyObject *object, void *closure) {
  (void) closure;
  return PyBool_FromLong(dal_function_needs_motion(((FunctionObject *) object)->function));
}

// --- the type ------------------------------------------------------------------------------------

static PyMethodDef methods[] = {
  {"_values", function_values, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
  {"names", get_names, NULL, "The expressions, in order.", NULL},
  {"model", holder_model, NULL, "The model that the expressions are of.", NULL},
  {"needs_motion", get_needs_motion, NULL,
   "Do the values depend on accelerations, multipliers or reactions?", NULL},
  {NULL, NULL, NULL, NULL, NULL},
};

PyMethodDef function_methods[] = {
  {"_function", model_function, METH_O, NULL},
  {NULL, NULL, 0, NULL},
};

bool add_function_type(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_new, (void *) bare_new},
                         {Py_tp_dealloc, (void *) function_dealloc},
                         {Py_tp_traverse, (void *) holder_traverse},
                         {Py_tp_clear, (void *) holder_clear},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, members},
                         {0, NULL}};
  PyType_Spec spec = {.name = "dalembert._core.Function",
                      .basicsize = sizeof(FunctionObject),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                      .slots = slots};
  core.function = add_type(module, &spec);
  return core.function != NULL;
}
