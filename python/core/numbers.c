// python/core/numbers.c: numbers of a model at one state or at many, in one call.

#include "core.h"
#include <stdlib.h>
#include <string.h>

#define MANY 64  // states: larger calls release the GIL

// A block of states whose numbers are requested.
typedef struct {
  ModelObject *model;
  States states;
} Block;

static const char *const names[] = {"q", "v", "t"};

// Reads the arguments (q, v=None, t=None); the first `least` are required.
static bool block_begin(Block *b, PyObject *self, const char *function, PyObject *const *args,
                        Py_ssize_t n, PyObject *kwnames, size_t least) {
  PyObject *at[3];
  b->model = (ModelObject *) self;
  return get_arguments(function, args, n, kwnames, names, 3, least, at) && model_ready(b->model) &&
         states_get(&b->states, b->model->n, at[0], at[1], at[2]);
}

typedef DalStatus Work(Block *b, double *to);

// Fills the array and returns it; clears the block. NULL for the array means that an exception is
// set.
static PyObject *block_run(Block *b, PyObject *array, double *to, Work *work) {
  ModelObject *self = b->model;
  bool good = array != NULL;
  Call call = {.model = self};
  const bool free_gil = b->states.rows >= MANY;
  if (good) good = free_gil ? call_begin(&call, self, NULL) : model_enter(self);
  if (good) {
    const DalStatus status = work(b, to);
    if (free_gil)
      call_end(&call);
    else
      model_leave(self);
    good = call_check_block(&call, status, b->states.axes > 0);
  }
  states_clear(&b->states);
  if (!good) Py_CLEAR(array);
  return array;
}

// --- accelerations -------------------------------------------------------------------------------

static DalStatus accelerations(Block *b, double *to) {
  const States *s = &b->states;
  if (s->axes > 0)
    return dal_model_accelerations_at(b->model->model, s->rows, s->t.at, s->q.at, s->v.at, to);
  return dal_model_accelerations(b->model->model, *s->t.at, s->q.at, s->v.at, to);
}

static PyObject *model_accelerations(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                     PyObject *kwnames) {
  Block b;
  if (!block_begin(&b, self, "accelerations", args, n, kwnames, 2)) return NULL;
  double *to = NULL;
  const Py_ssize_t shape[] = {(Py_ssize_t) b.model->n};
  PyObject *array = new_array(&b.states, 1, shape, &to);
  return block_run(&b, array, to, accelerations);
}

// --- matrices ------------------------------------------------------------------------------------

static DalStatus matrices(const Block *b, const DalMatrices *to) {
  const States *s = &b->states;
  return dal_model_matrices(b->model->model, s->rows, s->t.at, s->q.at, s->v.at, to);
}

static DalStatus masses(Block *b, double *to) {
  return matrices(b, &(DalMatrices){.M = to});
}

static DalStatus forcing(Block *b, double *to) {
  return matrices(b, &(DalMatrices){.F = to});
}

static DalStatus bias(Block *b, double *to) {
  const DalStatus status = forcing(b, to);
  for (size_t i = 0; i < b->states.rows * b->model->n; i++) to[i] = -to[i];
  return status;
}

static DalStatus jacobian(Block *b, double *to) {
  return matrices(b, &(DalMatrices){.A = to});
}

static DalStatus directions(Block *b, double *to) {
  return matrices(b, &(DalMatrices){.B = to});
}

static DalStatus constraint_bias(Block *b, double *to) {
  return matrices(b, &(DalMatrices){.b = to});
}

// Returns the number of constraints; the equations must have been derived.
static Py_ssize_t constraints_of(ModelObject *self) {
  if (!model_enter(self)) return -1;
  const size_t r = dal_model_constraints(self->model);
  model_leave(self);
  return (Py_ssize_t) r;
}

// Implements a method whose result has these axes: n stands for coordinates, r for constraints.
static PyObject *matrix_method(PyObject *self, const char *function, PyObject *const *args,
                               Py_ssize_t given, PyObject *kwnames, const char *axes, Work *work) {
  Block b;
  double *to = NULL;
  PyObject *array = NULL;
  if (!block_begin(&b, self, function, args, given, kwnames, 1)) return NULL;
  const Py_ssize_t r = strchr(axes, 'r') != NULL ? constraints_of(b.model) : 0;
  const int count = (int) strlen(axes);
  Py_ssize_t shape[2] = {0};
  for (int i = 0; i < count; i++) shape[i] = axes[i] == 'n' ? (Py_ssize_t) b.model->n : r;
  if (r >= 0) array = new_array(&b.states, count, shape, &to);
  return block_run(&b, array, to, work);
}

#define MATRIX(name, axes, work)                                                     \
  static PyObject *model_##name(PyObject *self, PyObject *const *args, Py_ssize_t n, \
                                PyObject *kwnames) {                                 \
    return matrix_method(self, #name, args, n, kwnames, axes, work);                 \
  }

MATRIX(mass_matrix, "nn", masses)
MATRIX(forcing, "n", forcing)
MATRIX(bias, "n", bias)
MATRIX(constraint_jacobian, "rn", jacobian)
MATRIX(constraint_directions, "rn", directions)
MATRIX(constraint_bias, "r", constraint_bias)

// --- everything ----------------------------------------------------------------------------------

static DalStatus evaluate(Block *b, double *to) {
  const States *s = &b->states;
  return dal_model_evaluate(b->model->model, s->rows, s->t.at, s->q.at, s->v.at, to);
}

static PyObject *model_evaluate(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames) {
  Block b;
  double *to = NULL;
  PyObject *array = NULL;
  if (!block_begin(&b, self, "evaluate", args, n, kwnames, 1)) return NULL;
  if (model_enter(b.model)) {
    const Py_ssize_t shape[] = {(Py_ssize_t) dal_model_quantities(b.model->model)};
    model_leave(b.model);
    array = new_array(&b.states, 1, shape, &to);
  }
  return block_run(&b, array, to, evaluate);
}

// _quantities(): pairs of group and name.
static PyObject *model_quantities(PyObject *object, PyObject *nothing) {
  (void) nothing;
  ModelObject *self = (ModelObject *) object;
  if (!model_ready(self) || !model_enter(self)) return NULL;
  const size_t n = dal_model_quantities(self->model);
  PyObject *tuple = PyTuple_New((Py_ssize_t) n);
  for (size_t i = 0; tuple != NULL && i < n; i++) {
    const DalQuantity quantity = dal_model_quantity(self->model, i);
    PyObject *pair = Py_BuildValue("(sz)", quantity.group, quantity.name);
    if (pair == NULL || PyTuple_SetItem(tuple, (Py_ssize_t) i, pair) != 0) Py_CLEAR(tuple);
  }
  model_leave(self);
  return tuple;
}

static PyObject *model_constraints(PyObject *object, PyObject *nothing) {
  (void) nothing;
  ModelObject *self = (ModelObject *) object;
  const Py_ssize_t r = model_ready(self) ? constraints_of(self) : -1;
  PyObject *tuple = r >= 0 ? PyTuple_New(r) : NULL;
  for (Py_ssize_t i = 0; tuple != NULL && i < r; i++) {
    PyObject *name = PyUnicode_FromString(dal_model_constraint(self->model, (size_t) i));
    if (name == NULL || PyTuple_SetItem(tuple, i, name) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

// --- states --------------------------------------------------------------------------------------

// _state(options): t and arrays of coordinates and velocities.
static PyObject *model_state(PyObject *object, PyObject *options) {
  ModelObject *self = (ModelObject *) object;
  DalEvalOptions state;
  double t, *q, *v;
  if (!option_state(options, &state) || !model_ready(self)) return NULL;
  PyObject *qs = new_vector(self->n, &q), *vs = qs != NULL ? new_vector(self->n, &v) : NULL;
  Call call;
  bool good = vs != NULL && call_begin(&call, self, NULL);
  if (good) {
    const DalStatus status = dal_model_state(self->model, &state, &t, q, v);
    call_end(&call);
    good = call_check(&call, status, NULL);
  }
  PyObject *result = good ? Py_BuildValue("(dOO)", t, qs, vs) : NULL;
  Py_XDECREF(qs);
  Py_XDECREF(vs);
  return result;
}

// Reads flags for t, coordinates, velocities from a bytes object; NULL: all are given.
static bool get_flags(PyObject *bytes, size_t n, bool **flags) {
  char *text;
  Py_ssize_t length;
  *flags = NULL;
  if (bytes == Py_None) return true;
  if (PyBytes_AsStringAndSize(bytes, &text, &length) != 0) return false;
  if ((size_t) length != 1 + 2 * n) {
    PyErr_SetString(PyExc_ValueError, "flags for t, coordinates and velocities");
    return false;
  }
  *flags = calloc(1 + 2 * n, sizeof **flags);
  for (size_t i = 0; *flags != NULL && i < 1 + 2 * n; i++) (*flags)[i] = text[i] != 0;
  if (*flags == NULL) PyErr_NoMemory();
  return *flags != NULL;
}

// Makes the arrays of a completed block, as a tuple.
static PyObject *completed(const States *s, size_t n, double **t, double **q, double **v) {
  const Py_ssize_t shape[] = {(Py_ssize_t) n};
  PyObject *ts = new_array(s, 0, shape, t), *qs = ts != NULL ? new_array(s, 1, shape, q) : NULL;
  PyObject *vs = qs != NULL ? new_array(s, 1, shape, v) : NULL;
  PyObject *all = vs != NULL ? PyTuple_Pack(3, ts, qs, vs) : NULL;
  Py_XDECREF(ts);
  Py_XDECREF(qs);
  Py_XDECREF(vs);
  if (all == NULL) return NULL;
  memcpy(*t, s->t.at, s->rows * sizeof **t);
  memcpy(*q, s->q.at, s->rows * n * sizeof **q);
  memcpy(*v, s->v.at, s->rows * n * sizeof **v);
  return all;
}

// _complete(q, v, t, flags, options): t, q, v that satisfy the constraints.
static PyObject *model_complete(PyObject *object, PyObject *args) {
  ModelObject *self = (ModelObject *) object;
  PyObject *q, *v, *t, *given, *options, *result = NULL;
  DalEvalOptions state;
  States s;
  bool *flags = NULL;
  double *to_t, *to_q, *to_v;
  if (!PyArg_ParseTuple(args, "OOOOO!", &q, &v, &t, &given, &PyDict_Type, &options) ||
      !option_state(options, &state) || !model_ready(self) || !states_get(&s, self->n, q, v, t))
    return NULL;
  if (get_flags(given, self->n, &flags)) result = completed(&s, self->n, &to_t, &to_q, &to_v);
  Call call;
  if (result != NULL && call_begin(&call, self, NULL)) {
    const DalStatus status =
      dal_model_complete(self->model, &state, s.rows, flags, to_t, to_q, to_v);
    call_end(&call);
    if (!call_check(&call, status, NULL)) Py_CLEAR(result);
  } else {
    Py_CLEAR(result);
  }
  free(flags);
  states_clear(&s);
  return result;
}

// --- the list ------------------------------------------------------------------------------------

#define STATES                                                                              \
  "\n\nq and v have the shape (n,) for one state or (N, n) for many, t is a number or has " \
  "the shape (N,);\nwhat is given once counts for all. The loop over the states runs in C."

PyDoc_STRVAR(doc_accelerations,
             "accelerations($self, q, v, t=0)\n--\n\n"
             "The accelerations q'' at coordinates q, velocities v and time t.\n\n"
             ">>> m.accelerations([2, 1], [0, 0])\n"
             "array([-7.83356938, -4.02233476])" STATES
             "\n\nWith constraints the state must satisfy them; complete() finds one that does.");
PyDoc_STRVAR(doc_mass_matrix,
             "mass_matrix($self, q, v=None, t=0)\n--\n\n"
             "M of M q'' = F + B^T lambda, in the coordinates of the model." STATES);
PyDoc_STRVAR(doc_forcing, "forcing($self, q, v=None, t=0)\n--\n\n"
                          "F of M q'' = F + B^T lambda: all that does not depend on q''." STATES);
PyDoc_STRVAR(doc_bias, "bias($self, q, v=None, t=0)\n--\n\n"
                       "-F: the bias of M q'' + bias = B^T lambda, as robotics has it." STATES);
PyDoc_STRVAR(doc_constraint_jacobian,
             "constraint_jacobian($self, q, v=None, t=0)\n--\n\n"
             "A of the constraints A q'' = b, a row for each of them." STATES);
PyDoc_STRVAR(
  doc_constraint_directions,
  "constraint_directions($self, q, v=None, t=0)\n--\n\n"
  "B of the reactions B^T lambda. It is A unless a constraint is `realized by` something "
  "else." STATES);
PyDoc_STRVAR(doc_constraint_bias, "constraint_bias($self, q, v=None, t=0)\n--\n\n"
                                  "b of the constraints A q'' = b." STATES);
PyDoc_STRVAR(doc_evaluate, "evaluate($self, q, v=None, t=0)\n--\n\n"
                           "All quantities at the states; their names are in `quantities`." STATES);

PyMethodDef number_methods[] = {
  {"accelerations", FAST(model_accelerations), CALL_FAST, doc_accelerations},
  {"mass_matrix", FAST(model_mass_matrix), CALL_FAST, doc_mass_matrix},
  {"forcing", FAST(model_forcing), CALL_FAST, doc_forcing},
  {"bias", FAST(model_bias), CALL_FAST, doc_bias},
  {"constraint_jacobian", FAST(model_constraint_jacobian), CALL_FAST, doc_constraint_jacobian},
  {"constraint_directions", FAST(model_constraint_directions), CALL_FAST,
   doc_constraint_directions},
  {"constraint_bias", FAST(model_constraint_bias), CALL_FAST, doc_constraint_bias},
  {"evaluate", FAST(model_evaluate), CALL_FAST, doc_evaluate},
  {"_quantities", model_quantities, METH_NOARGS, NULL},
  {"_constraints", model_constraints, METH_NOARGS, NULL},
  {"_state", model_state, METH_O, NULL},
  {"_complete", model_complete, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};
