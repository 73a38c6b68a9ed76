// python/core/module.c: the module dalembert._core: its types, and functions without a model.
//
// Users import the package dalembert; this is its part in C.

#include "core.h"

Core core;

PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
  PyTypeObject *type = (PyTypeObject *) PyType_FromModuleAndSpec(module, spec, NULL);
  if (type == NULL || PyModule_AddType(module, type) != 0) return NULL;
  return type;  // kept forever
}

PyObject *bare_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  (void) args;
  (void) kwargs;
  allocfunc alloc = (allocfunc) PyType_GetSlot(type, Py_tp_alloc);
  return alloc(type, 0);
}

void bare_free(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  freefunc release = (freefunc) PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

int holder_traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(((Holder *) object)->model);
  Py_VISIT(Py_TYPE(object));
  return 0;
}

int holder_clear(PyObject *object) {
  Py_CLEAR(((Holder *) object)->model);
  return 0;
}

PyObject *holder_model(PyObject *object, void *closure) {
  (void) closure;
  PyObject *model = ((Holder *) object)->model;
  return Py_NewRef(model != NULL ? model : Py_None);
}

// Replaces one object by another.
static void put(PyObject **place, PyObject *object) {
  PyObject *before = *place;
  *place = Py_NewRef(object);
  Py_XDECREF(before);
}

// set_support(error, warn, doubles, empty): the functions of dalembert/_support.py.
static PyObject *set_support(PyObject *module, PyObject *args) {
  (void) module;
  PyObject *error, *warn, *doubles, *empty;
  if (!PyArg_ParseTuple(args, "OOOO", &error, &warn, &doubles, &empty)) return NULL;
  put(&core.error, error);
  put(&core.warn, warn);
  put(&core.doubles, doubles);
  put(&core.empty, empty);
  Py_RETURN_NONE;
}

// set_empty(empty): NumPy's own function, once NumPy is imported.
static PyObject *set_empty(PyObject *module, PyObject *empty) {
  (void) module;
  put(&core.empty, empty);
  Py_RETURN_NONE;
}

// set_classes(run, figure, flow, function): the classes of the package.
static PyObject *set_classes(PyObject *module, PyObject *args) {
  (void) module;
  PyObject *run, *figure, *flow, *function;
  if (!PyArg_ParseTuple(args, "OOOO", &run, &figure, &flow, &function)) return NULL;
  put(&core.run_class, run);
  put(&core.figure_class, figure);
  put(&core.flow_class, flow);
  put(&core.function_class, function);
  Py_RETURN_NONE;
}

// --- lists ---------------------------------------------------------------------------------------

// Appends an object, taking ownership, to a list; clears the list on failure.
static void append(PyObject **list, PyObject *item) {
  if (item == NULL || PyList_Append(*list, item) != 0) Py_CLEAR(*list);
  Py_XDECREF(item);
}

static PyObject *examples(PyObject *module, PyObject *nothing) {
  (void) module;
  (void) nothing;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < dal_example_count(); i++) {
    char title[256];
    dal_example_title(i, title, sizeof title);
    append(&list, Py_BuildValue("(sss)", dal_example_name(i), title, dal_example_text(i)));
  }
  return list;
}

static PyObject *methods_list(PyObject *module, PyObject *nothing) {
  (void) module;
  (void) nothing;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && dal_method_name(i) != NULL; i++)
    append(&list, Py_BuildValue("(ss)", dal_method_name(i), dal_method_title(i)));
  return list;
}

static PyObject *integrators(PyObject *module, PyObject *nothing) {
  (void) module;
  (void) nothing;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && dal_integrator_name(i) != NULL; i++)
    append(&list, Py_BuildValue("(ss)", dal_integrator_name(i), dal_integrator_title(i)));
  return list;
}

static PyObject *libraries(PyObject *module, PyObject *nothing) {
  (void) module;
  (void) nothing;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL; i++) {
    const DalLibrary l = dal_library(i);
    if (l.name == NULL) break;
    append(&list, Py_BuildValue("(sszz)", l.name, l.version, l.file, l.trouble));
  }
  return list;
}

static PyMethodDef functions[] = {
  {"set_support", set_support, METH_VARARGS, NULL},
  {"set_empty", set_empty, METH_O, NULL},
  {"set_classes", set_classes, METH_VARARGS, NULL},
  {"examples", examples, METH_NOARGS, NULL},
  {"methods", methods_list, METH_NOARGS, NULL},
  {"integrators", integrators, METH_NOARGS, NULL},
  {"libraries", libraries, METH_NOARGS, NULL},
  {"read_run", read_run, METH_O, NULL},
  {"_sweep_status", status_of_sweep, METH_O, NULL},
  {"_sweep_collect", collect_sweep, METH_VARARGS, NULL},
  {"_sweep_plot", plot_sweep, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  .m_name = "dalembert._core",
  .m_doc = "What the package dalembert is made of; use that.",
  .m_size = -1,  // one module per process
  .m_methods = functions,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
  PyObject *module = PyModule_Create(&definition);
  if (module == NULL) return NULL;
  if (add_model_type(module) && add_flow_types(module) && add_function_type(module) &&
      add_run_type(module) && add_figure_type(module) &&
      PyModule_AddStringConstant(module, "version", dal_version()) == 0)
    return module;
  Py_DECREF(module);
  return NULL;
}
