// python/core/core.h: what the files of the extension module share.
//
// The module is for the stable ABI of Python 3.11 (Py_LIMITED_API), knows nothing of NumPy, and calls
// only what include/dalembert.h declares. Arrays come in and go out by the buffer protocol.

#ifndef PYTHON_CORE_H
#define PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "dalembert.h"

// --- the module ----------------------------------------------------------------------------------

// One of each in a process. The classes of the package that derive from those here come by
// set_classes; the functions are those of dalembert/_support.py.
typedef struct {
  PyTypeObject *model, *flow, *function, *run, *figure;              // types of this module
  PyObject *run_class, *figure_class, *flow_class, *function_class;  // of the package
  PyObject *error;    // error(status, text, messages): an exception
  PyObject *warn;     // warn(messages): warnings
  PyObject *doubles;  // doubles(object): something with a buffer of doubles
  PyObject *empty;    // empty(shape): a new array of doubles
} Core;

extern Core core;

typedef struct Call Call;

typedef struct {
  PyObject_HEAD DalModel *model;
  bool busy;   // a call is under way; read and changed with the GIL held
  bool ready;  // derived and compiled, so that a state takes microseconds
  Call *call;  // the one under way that has released the GIL; or NULL
  size_t n;    // coordinates, once the model is finished
  // counted up when equations or parameters change
  unsigned long derivation, setting;
  DalFlow *flow;  // of rates and jacobian: made when needed
  unsigned long flow_derivation, flow_setting;
  bool flow_jacobian;
} ModelObject;

// --- call.c: calls that may take long ------------------------------------------------------------

// A call without the GIL. Signals are looked for about 50 times a second; an exception of their handlers, or
// of `progress`, ends the call and is raised afterwards.
struct Call {
  ModelObject *model;
  PyThreadState *thread;
  PyObject *progress;  // called with a number from 0 to 1, ten times a second; or NULL
  double next;         // when it is called again
  PyObject *type, *value, *traceback;  // of the exception; or NULL
};

// Marks the model as busy; false, with an exception, if it is already.
bool model_enter(ModelObject *self);
void model_leave(ModelObject *self);

// The same, and releases the GIL.
bool call_begin(Call *call, ModelObject *self, PyObject *progress);
void call_end(Call *call);
int poll_signals(void *model);                   // of DalLimits
// The same for a call that has no model: free_end is true if all is well, as check_result is.
void free_begin(Call *call);
bool free_end(Call *call, DalStatus status, const DalResult *result);
void call_progress(void *context, double done);  // of DalRunOptions; the context is a Call

// True if all is well. False, with an exception, after a status or an exception of the call; then
// `run` and `figure`, or NULL, are attributes of it. Warnings are issued. Without a result the messages
// are those of the model.
bool call_check(Call *call, DalStatus status, const DalResult *result);
bool call_check_with(Call *call, DalStatus status, const DalResult *result, const char *name,
                     PyObject *part);
// The same for numbers of a block of states, or of one.
bool call_check_block(Call *call, DalStatus status, bool many);
// The same for calls that kept the GIL, or had no model.
bool check_model(ModelObject *self, DalStatus status);
bool check_result(DalStatus status, const DalResult *result);

// Equations and tapes, without the GIL, if they are not there.
bool model_ready(ModelObject *self);

// The text of a result, which is destroyed.
PyObject *take_text(DalResult *result);
PyObject *take_bytes(DalResult *result);

// Sorts arguments by position or name into `to`, NULL for those that are left out; the first `least`
// must be there.
bool get_arguments(const char *function, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                   const char *const *names, size_t most, size_t least, PyObject **to);

// --- arrays.c: numbers in and out ----------------------------------------------------------------

#define MOST_AXES 8
#define FEW 12  // numbers that take no memory of their own: one state, usually

// Numbers of an argument, row by row. Those that are one number for all rows are repeated.
typedef struct {
  Py_buffer buffer;
  bool held;          // the buffer is to be released
  double *own;        // or NULL
  double few[FEW];    // in the place of that
  Py_ssize_t length;  // of a list: what the shape of the buffer is
  const double *at;
} Numbers;

// States that are given: leading axes, and how many there are.
typedef struct {
  size_t rows;
  int axes;
  Py_ssize_t shape[MOST_AXES];
  Numbers t, q, v;
} States;

void numbers_clear(Numbers *numbers);
void states_clear(States *states);

// q and v as (..., n) and t as (...); None for v: zeros; None for t: 0. Each may be one for all.
bool states_get(States *states, size_t n, PyObject *q, PyObject *v, PyObject *t);
// The same for y of n numbers, as q.
bool states_get_y(States *states, size_t n, PyObject *t, PyObject *y);

// Rows of `width` numbers for the same states, or one for all.
bool rows_get(Numbers *to, const States *states, size_t width, PyObject *object, const char *name);

// An array of the leading axes and these, to be filled: *at is good while it is there.
PyObject *new_array(const States *states, int axes, const Py_ssize_t *shape, double **at);
PyObject *new_vector(size_t n, double **at);

// --- options -------------------------------------------------------------------------------------

// Values of a dict that the package made; NULL, 0, false for what is not there or None. Texts live as
// long as the dict. False, with an exception, for values of the wrong kind.
bool option_text(PyObject *options, const char *name, const char **text);
bool option_number(PyObject *options, const char *name, double *number);
bool option_count(PyObject *options, const char *name, size_t *count);
bool option_flag(PyObject *options, const char *name, bool *flag);
// Those that say which state: at, table, table_name, tolerance, project, as_is, energy.
bool option_state(PyObject *options, DalEvalOptions *state);
// Those of a run; its `start` is state, which is filled in, too.
bool option_run(PyObject *options, DalRunOptions *run, DalEvalOptions *state);

// --- methods of the model, and the other types ---------------------------------------------------

// Each ends with a NULL name: model.c puts them together.
extern PyMethodDef text_methods[], number_methods[], flow_methods[], function_methods[],
  run_methods[], figure_methods[], sweep_methods[];

bool add_model_type(PyObject *module);     // model.c
bool add_flow_types(PyObject *module);     // flow.c
bool add_function_type(PyObject *module);  // function.c
bool add_run_type(PyObject *module);       // run.c
bool add_figure_type(PyObject *module);    // figure.c
PyTypeObject *add_type(PyObject *module, PyType_Spec *spec);

// For all types: an object of zeros; the end of a dealloc.
PyObject *bare_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
void bare_free(PyObject *object);

// Objects that hold a model, which the collector must know.
typedef struct {
  PyObject_HEAD PyObject *model;
} Holder;

int holder_traverse(PyObject *object, visitproc visit, void *arg);
int holder_clear(PyObject *object);
PyObject *holder_model(PyObject *object, void *closure);

PyObject *read_run(PyObject *module, PyObject *path);  // run.c
PyObject *status_of_sweep(PyObject *module, PyObject *folder);  // sweep.c
PyObject *collect_sweep(PyObject *module, PyObject *args);
PyObject *plot_sweep(PyObject *module, PyObject *args);      // figure.c

// An object of a class of the package, made without arguments, around a thing of the library.
PyObject *run_object(DalRun *run);       // destroys the run if that fails
const DalRun *run_of(PyObject *object);  // NULL, with an exception, for others

#define FAST(f) ((PyCFunction) (void (*)(void))(f))
#define CALL_FAST (METH_FASTCALL | METH_KEYWORDS)

#endif
