// python/core/core.h: shared by the files of the extension module.
//
// The module uses the stable ABI of Python 3.11 (Py_LIMITED_API), does not depend on NumPy, and calls only what
// include/dalembert.h declares. Arrays are passed by the buffer protocol.

#ifndef PYTHON_CORE_H
#define PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "dalembert.h"

// --- the module ----------------------------------------------------------------------------------

// One of each per process. set_classes passes the classes of the package that derive from the types here; the functions
// are those of dalembert/_support.py.
typedef struct {
  PyTypeObject *model, *flow, *function, *run, *figure;              // types of this module
  PyObject *run_class, *figure_class, *flow_class, *function_class;  // of the package
  PyObject *error;    // error(status, text, messages): an exception
  PyObject *warn;     // warn(messages): warnings
  PyObject *doubles;  // doubles(object): an object with a buffer of doubles
  PyObject *empty;    // empty(shape): a new array of doubles
} Core;

extern Core core;

typedef struct Call Call;

typedef struct {
  PyObject_HEAD DalModel *model;
  bool busy;   // a call is running; accessed only with the GIL held
  bool ready;  // derived and compiled, so that a state takes microseconds
  Call *call;  // the running call that has released the GIL; or NULL
  size_t n;    // coordinates, once the model is finished
  // incremented when equations or parameters change
  unsigned long derivation, setting;
  DalFlow *flow;  // for rates and jacobian: made when needed
  unsigned long flow_derivation, flow_setting;
  bool flow_jacobian;
} ModelObject;

// --- call.c: calls that may take long ------------------------------------------------------------

// A call without the GIL. It checks for signals about 50 times a second; an exception of their handlers, or of
// `progress`, ends the call and is raised afterwards.
struct Call {
  ModelObject *model;
  PyThreadState *thread;
  PyObject *progress;  // called with a number from 0 to 1, ten times a second; or NULL
  double next;         // time of the next call of progress
  PyObject *type, *value, *traceback;  // of the exception; or NULL
};

// Marks the model as busy; returns false, with an exception, if it already is.
bool model_enter(ModelObject *self);
void model_leave(ModelObject *self);

// The same; also releases the GIL.
bool call_begin(Call *call, ModelObject *self, PyObject *progress);
void call_end(Call *call);
int poll_signals(void *model);                   // of DalLimits
// The same for a call without a model; free_end returns true if all is well, as check_result does.
void free_begin(Call *call);
bool free_end(Call *call, DalStatus status, const DalResult *result);
void call_progress(void *context, double done);  // of DalRunOptions; the context is a Call

// Returns true if all is well. Otherwise returns false with an exception, from the status or from the call; `run` or
// `figure`, unless NULL, becomes an attribute of it. Issues warnings. Without a result the messages are those of the
// model.
bool call_check(Call *call, DalStatus status, const DalResult *result);
bool call_check_with(Call *call, DalStatus status, const DalResult *result, const char *name,
                     PyObject *part);
// The same for the numbers of one state, or of a block of states.
bool call_check_block(Call *call, DalStatus status, bool many);
// The same for calls that kept the GIL, or had no model.
bool check_model(ModelObject *self, DalStatus status);
bool check_result(DalStatus status, const DalResult *result);

// Makes equations and tapes if they do not exist, without the GIL.
bool model_ready(ModelObject *self);

// Take the text of a result, and destroy the result.
PyObject *take_text(DalResult *result);
PyObject *take_bytes(DalResult *result);

// Sorts arguments by position or name into `to`, with NULL for those omitted; the first `least` are required.
bool get_arguments(const char *function, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                   const char *const *names, size_t most, size_t least, PyObject **to);

// --- arrays.c: numbers in and out ----------------------------------------------------------------

#define MOST_AXES 8
#define FEW 12  // numbers that need no memory of their own: usually one state

// The numbers of an argument, row by row. A single number or row for all rows is repeated.
typedef struct {
  Py_buffer buffer;
  bool held;          // the buffer must be released
  double *own;        // or NULL
  double few[FEW];    // used instead of `own`
  Py_ssize_t length;  // of a list: stands for the shape of the buffer
  const double *at;
} Numbers;

// States of an argument: leading axes, and their number.
typedef struct {
  size_t rows;
  int axes;
  Py_ssize_t shape[MOST_AXES];
  Numbers t, q, v;
} States;

void numbers_clear(Numbers *numbers);
void states_clear(States *states);

// Reads q and v as (..., n) and t as (...); v None: zeros; t None: 0. Each may be one for all states.
bool states_get(States *states, size_t n, PyObject *q, PyObject *v, PyObject *t);
// The same for y with n numbers, stored as q.
bool states_get_y(States *states, size_t n, PyObject *t, PyObject *y);

// Reads rows of `width` numbers for the same states, or one row for all.
bool rows_get(Numbers *to, const States *states, size_t width, PyObject *object, const char *name);

// Makes an array of the leading axes and these, to be filled; *at is valid as long as the array exists.
PyObject *new_array(const States *states, int axes, const Py_ssize_t *shape, double **at);
PyObject *new_vector(size_t n, double **at);

// --- options -------------------------------------------------------------------------------------

// Read values of a dict that the package made; NULL, 0 or false for missing values and None. Texts live as long as the
// dict. Return false, with an exception, for values of the wrong kind.
bool option_text(PyObject *options, const char *name, const char **text);
bool option_number(PyObject *options, const char *name, double *number);
bool option_count(PyObject *options, const char *name, size_t *count);
bool option_flag(PyObject *options, const char *name, bool *flag);
// The options of a state: at, table, table_name, tolerance, project, as_is, energy.
bool option_state(PyObject *options, DalEvalOptions *state);
// The options of a run; its `start` is `state`, which is filled in, too.
bool option_run(PyObject *options, DalRunOptions *run, DalEvalOptions *state);

// --- methods of the model, and the other types ---------------------------------------------------

// Each ends with a NULL name; model.c joins them.
extern PyMethodDef text_methods[], number_methods[], flow_methods[], function_methods[],
  run_methods[], figure_methods[], sweep_methods[];

bool add_model_type(PyObject *module);     // model.c
bool add_flow_types(PyObject *module);     // flow.c
bool add_function_type(PyObject *module);  // function.c
bool add_run_type(PyObject *module);       // run.c
bool add_figure_type(PyObject *module);    // figure.c
PyTypeObject *add_type(PyObject *module, PyType_Spec *spec);

// For all types: make an object of zeros; end a dealloc.
PyObject *bare_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
void bare_free(PyObject *object);

// Objects that hold a model, which the garbage collector must know.
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

// Makes an object of a class of the package, without arguments, around an object of the library.
PyObject *run_object(DalRun *run);       // destroys the run on failure
const DalRun *run_of(PyObject *object);  // NULL, with an exception, for other objects

#define FAST(f) ((PyCFunction) (void (*)(void))(f))
#define CALL_FAST (METH_FASTCALL | METH_KEYWORDS)

#endif
