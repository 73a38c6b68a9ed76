// python/core/flow.c: y' = f(t, y) of a model, and functions of its states.
//
// A model has a flow of its own, which follows its equations and parameters; the type Flow is made
// for a state, with its own parameters. A Flow holds its model, so the garbage collector must know
// it.

#include "core.h"
#include <stdlib.h>
#include <string.h>

#define MANY 64  // states: larger calls release the GIL

typedef struct {
  Holder base;
  DalFlow *flow;
} FlowObject;

// --- the flow of a model -------------------------------------------------------------------------

static DalFlow *make_flow(ModelObject *self, const DalEvalOptions *start, bool jacobian) {
  const DalFlowOptions options = {.size = sizeof options, .start = start, .jacobian = jacobian};
  DalFlow *flow = NULL;
  Call call;
  if (!call_begin(&call, self, NULL)) return NULL;
  const DalStatus status = dal_model_flow(self->model, &options, &flow);
  call_end(&call);
  if (call_check(&call, status, NULL)) return flow;
  dal_flow_destroy(flow);
  return NULL;
}

// Copies the model's parameters to its flow. DAL_INPUT if the method does not allow it.
static DalStatus follow_parameters(ModelObject *self) {
  const size_t n = dal_model_parameters(self->model);
  for (size_t i = 0; i < n; i++) {
    double value;
    const DalStatus status = dal_model_parameter_value(self->model, i, &value);
    if (status == DAL_DOMAIN) continue;  // it has no value
    const DalStatus set = status == DAL_OK ? dal_flow_set_parameter(self->flow, i, value) : status;
    if (set != DAL_OK) return set;
  }
  return DAL_OK;
}

// Returns a flow for the current equations and parameters; NULL with an exception.
static DalFlow *model_flow(ModelObject *self, bool jacobian) {
  bool fresh = self->flow != NULL && self->flow_derivation == self->derivation &&
               (self->flow_jacobian || !jacobian);
  if (fresh && self->flow_setting == self->setting) return self->flow;
  if (fresh) {
    if (!model_enter(self)) return NULL;
    fresh = follow_parameters(self) == DAL_OK;
    model_leave(self);
  }
  if (!fresh) {
    DalFlow *flow = make_flow(self, NULL, jacobian);
    if (flow == NULL) return NULL;
    dal_flow_destroy(self->flow);
    self->flow = flow;
    self->flow_derivation = self->derivation;
    self->flow_jacobian = jacobian;
  }
  self->flow_setting = self->setting;
  return self->flow;
}

// --- numbers of a flow ---------------------------------------------------------------------------

typedef DalStatus Work(DalFlow *flow, const States *s, double *to);

static DalStatus rates(DalFlow *flow, const States *s, double *to) {
  return dal_flow_rates(flow, s->rows, s->t.at, s->q.at, to);
}

static DalStatus jacobian(DalFlow *flow, const States *s, double *to) {
  return dal_flow_jacobian(flow, s->rows, s->t.at, s->q.at, to);
}

static DalStatus rows(DalFlow *flow, const States *s, double *to) {
  return dal_flow_rows(flow, s->rows, s->t.at, s->q.at, to);
}

static DalStatus project(DalFlow *flow, const States *s, double *to) {
  memcpy(to, s->q.at, s->rows * dal_flow_size(flow) * sizeof *to);
  return dal_flow_project(flow, s->rows, s->t.at, to);
}

static DalStatus enter(DalFlow *flow, const States *s, double *to) {
  return dal_flow_enter(flow, s->rows, s->t.at, s->q.at, s->v.at, to);
}

// Fills a new array with `axes` of these lengths after those of the states; clears the states.
static PyObject *fill(ModelObject *self, DalFlow *flow, States *s, int axes,
                      const Py_ssize_t *shape, Work *work) {
  double *to;
  PyObject *array = new_array(s, axes, shape, &to);
  const bool free_gil = s->rows >= MANY;
  Call call = {.model = self};
  bool good = array != NULL;
  if (good) good = free_gil ? call_begin(&call, self, NULL) : model_enter(self);
  if (good) {
    const DalStatus status = work(flow, s, to);
    if (free_gil)
      call_end(&call);
    else
      model_leave(self);
    good = call_check_block(&call, status, s->axes > 0);
  }
  states_clear(s);
  if (!good) Py_CLEAR(array);
  return array;
}

static const char *const names[] = {"t", "y"};

// Calls a function of (t, y) whose results have `axes` as long as y.
static PyObject *at_y(ModelObject *self, DalFlow *flow, const char *function, PyObject *const *args,
                      Py_ssize_t n, PyObject *kwnames, int axes, Work *work) {
  PyObject *at[2];
  States s;
  if (flow == NULL || !get_arguments(function, args, n, kwnames, names, 2, 2, at)) return NULL;
  const size_t size = dal_flow_size(flow);
  if (!states_get_y(&s, size, at[0], at[1])) return NULL;
  const Py_ssize_t shape[] = {(Py_ssize_t) size, (Py_ssize_t) size};
  return fill(self, flow, &s, axes, shape, work);
}

static PyObject *model_rates(PyObject *object, PyObject *const *args, Py_ssize_t n,
                             PyObject *kwnames) {
  ModelObject *self = (ModelObject *) object;
  return at_y(self, model_flow(self, self->flow_jacobian), "rates", args, n, kwnames, 1, rates);
}

static PyObject *model_jacobian(PyObject *object, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames) {
  ModelObject *self = (ModelObject *) object;
  return at_y(self, model_flow(self, true), "jacobian", args, n, kwnames, 2, jacobian);
}

static PyObject *names_of(const DalFlow *flow, size_t n,
                          const char *(*name)(const DalFlow *, size_t)) {
  PyObject *tuple = PyTuple_New((Py_ssize_t) n);
  for (size_t i = 0; tuple != NULL && i < n; i++) {
    PyObject *text = PyUnicode_FromString(name(flow, i));
    if (text == NULL || PyTuple_SetItem(tuple, (Py_ssize_t) i, text) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

// _y_names(): names of y for the model's flow.
static PyObject *model_y_names(PyObject *object, PyObject *nothing) {
  (void) nothing;
  ModelObject *self = (ModelObject *) object;
  const DalFlow *flow = model_flow(self, self->flow_jacobian);
  return flow != NULL ? names_of(flow, dal_flow_size(flow), dal_flow_name) : NULL;
}

// _y(q, v, t): y of states, for the model's flow or a Flow.
static PyObject *y_of(ModelObject *self, DalFlow *flow, PyObject *args) {
  PyObject *q, *v, *t;
  States s;
  if (flow == NULL || !PyArg_ParseTuple(args, "OOO", &q, &v, &t) ||
      !states_get(&s, self->n, q, v, t))
    return NULL;
  const Py_ssize_t shape[] = {(Py_ssize_t) dal_flow_size(flow)};
  return fill(self, flow, &s, 1, shape, enter);
}

static PyObject *model_y(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  return y_of(self, model_flow(self, self->flow_jacobian), args);
}

// --- the type Flow -------------------------------------------------------------------------------

static void flow_dealloc(PyObject *object) {
  PyObject_GC_UnTrack(object);
  dal_flow_destroy(((FlowObject *) object)->flow);
  (void) holder_clear(object);
  bare_free(object);
}

// _flow(options): a Flow for a state.
static PyObject *model_new_flow(PyObject *object, PyObject *options) {
  ModelObject *self = (ModelObject *) object;
  DalEvalOptions start;
  bool wants_jacobian;
  if (!option_state(options, &start) || !option_flag(options, "jacobian", &wants_jacobian))
    return NULL;
  FlowObject *made = (FlowObject *) PyObject_CallNoArgs(core.flow_class);
  if (made == NULL) return NULL;
  made->flow = make_flow(self, &start, wants_jacobian);
  if (made->flow == NULL) Py_CLEAR(made);
  if (made != NULL) made->base.model = Py_NewRef(object);
  return (PyObject *) made;
}

// Finds the parts of a Flow; false, with an exception, if it was not made by Model.flow().
static bool parts(PyObject *object, ModelObject **model, DalFlow **flow) {
  const FlowObject *self = (FlowObject *) object;
  *model = (ModelObject *) self->base.model;
  *flow = self->flow;
  if (*flow != NULL && *model != NULL) return true;
  PyErr_SetString(PyExc_TypeError, "flows are made by Model.flow()");
  return false;
}

#define OF_Y(name, axes)                                                              \
  static PyObject *flow_##name(PyObject *object, PyObject *const *args, Py_ssize_t n, \
                               PyObject *kwnames) {                                   \
    ModelObject *model;                                                               \
    DalFlow *flow;                                                                    \
    if (!parts(object, &model, &flow)) return NULL;                                   \
    return at_y(model, flow, #name, args, n, kwnames, axes, name);                    \
  }

OF_Y(rates, 1)
OF_Y(jacobian, 2)
OF_Y(project, 1)

static PyObject *flow_rows(PyObject *object, PyObject *const *args, Py_ssize_t n,
                           PyObject *kwnames) {
  ModelObject *model;
  DalFlow *flow;
  PyObject *at[2];
  States s;
  if (!parts(object, &model, &flow) || !get_arguments("rows", args, n, kwnames, names, 2, 2, at) ||
      !states_get_y(&s, dal_flow_size(flow), at[0], at[1]))
    return NULL;
  const Py_ssize_t shape[] = {(Py_ssize_t) dal_flow_columns(flow)};
  return fill(model, flow, &s, 1, shape, rows);
}

static PyObject *flow_y(PyObject *object, PyObject *args) {
  ModelObject *model;
  DalFlow *flow;
  return parts(object, &model, &flow) ? y_of(model, flow, args) : NULL;
}

static PyObject *flow_start(PyObject *object, PyObject *nothing) {
  (void) nothing;
  ModelObject *model;
  DalFlow *flow;
  double t, *y;
  if (!parts(object, &model, &flow)) return NULL;
  PyObject *array = new_vector(dal_flow_size(flow), &y);
  if (array == NULL) return NULL;
  (void) dal_flow_start(flow, &t, y);
  return Py_BuildValue("(dN)", t, array);
}

// _set_number(i, value)
static PyObject *flow_set_number(PyObject *object, PyObject *args) {
  ModelObject *model;
  DalFlow *flow;
  Py_ssize_t i;
  double value;
  if (!parts(object, &model, &flow) || !PyArg_ParseTuple(args, "nd", &i, &value) ||
      !model_enter(model))
    return NULL;
  const DalStatus status = dal_flow_set_parameter(flow, (size_t) i, value);
  model_leave(model);
  if (!check_model(model, status)) return NULL;
  Py_RETURN_NONE;
}

static PyObject *get_names(PyObject *object, void *closure) {
  (void) closure;
  const DalFlow *flow = ((FlowObject *) object)->flow;
  return names_of(flow, dal_flow_size(flow), dal_flow_name);
}

static PyObject *get_columns(PyObject *object, void *closure) {
  (void) closure;
  const DalFlow *flow = ((FlowObject *) object)->flow;
  return names_of(flow, dal_flow_columns(flow), dal_flow_column);
}

#define OF_T_Y                                                                           \
  "\n\ny has the shape (n,) for one state or (N, n) for many, t is a number or has the " \
  "shape (N,)."

PyDoc_STRVAR(doc_rates,
             "rates($self, t, y)\n--\n\n"
             "y' of the equations of motion y' = f(t, y), ready for scipy.integrate.solve_ivp:\n\n"
             ">>> t, y = m.start()\n"
             ">>> solve_ivp(m.rates, (t, 10), y, jac=m.jacobian)\n\n"
             "y has the coordinates, then the speeds of the method; their names are in "
             "`y_names`." OF_T_Y "\nDo not pass vectorized=True: SciPy puts states into columns.");
PyDoc_STRVAR(doc_jacobian, "jacobian($self, t, y)\n--\n\n"
                           "The exact matrix of derivatives of the rates by y." OF_T_Y);
PyDoc_STRVAR(doc_project, "project($self, t, y)\n--\n\n"
                          "The states moved onto the constraints, a short way." OF_T_Y);
PyDoc_STRVAR(doc_rows, "rows($self, t, y)\n--\n\n"
                       "What a run has in its columns at these states: see `columns`." OF_T_Y);

static PyMethodDef flow_type_methods[] = {
  {"rates", FAST(flow_rates), CALL_FAST, doc_rates},
  {"jacobian", FAST(flow_jacobian), CALL_FAST, doc_jacobian},
  {"project", FAST(flow_project), CALL_FAST, doc_project},
  {"rows", FAST(flow_rows), CALL_FAST, doc_rows},
  {"start", flow_start, METH_NOARGS,
   "start($self)\n--\n\nThe state that the flow was made for: (t, y)."},
  {"_y", flow_y, METH_VARARGS, NULL},
  {"_set_number", flow_set_number, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

static PyGetSetDef flow_members[] = {
  {"names", get_names, NULL, "The names of the numbers of y.", NULL},
  {"columns", get_columns, NULL, "The names of the columns of rows().", NULL},
  {"model", holder_model, NULL, "The model whose motion this is.", NULL},
  {NULL, NULL, NULL, NULL, NULL},
};

PyMethodDef flow_methods[] = {
  {"rates", FAST(model_rates), CALL_FAST, doc_rates},
  {"jacobian", FAST(model_jacobian), CALL_FAST, doc_jacobian},
  {"_y_names", model_y_names, METH_NOARGS, NULL},
  {"_y", model_y, METH_VARARGS, NULL},
  {"_flow", model_new_flow, METH_O, NULL},
  {NULL, NULL, 0, NULL},
};

bool add_flow_types(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_new, (void *) bare_new},
                         {Py_tp_dealloc, (void *) flow_dealloc},
                         {Py_tp_traverse, (void *) holder_traverse},
                         {Py_tp_clear, (void *) holder_clear},
                         {Py_tp_methods, flow_type_methods},
                         {Py_tp_getset, flow_members},
                         {0, NULL}};
  PyType_Spec spec = {.name = "dalembert._core.Flow",
                      .basicsize = sizeof(FlowObject),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                      .slots = slots};
  core.flow = add_type(module, &spec);
  return core.flow != NULL;
}
