// dalembert.h: the public C interface of dalembert, a library for constrained mechanics.
//
//   DalModel *m = dal_model_create();
//   dal_model_add(m, "parameter l = 1, g = 9.81\n"
//                    "coordinate theta\n"
//                    "point P mass 1 at [l*sin(theta), -l*cos(theta)]\n"
//                    "gravity = [0, -g]\n");
//   if (dal_model_finish(m) != DAL_OK) fputs(dal_model_messages(m), stderr);
//   double theta = 0.3, velocity = 0, acceleration;
//   dal_model_accelerations(m, 0, &theta, &velocity, &acceleration);
//   DalResult *equations;
//   if (dal_model_print(m, DAL_TEXT, &equations) == DAL_OK) puts(dal_result_text(equations));
//   dal_result_destroy(equations);
//   dal_model_destroy(m);
//
// A model is built from statements of the model language, a file or a line at a time. Models share nothing; two threads
// must not use one model at the same time.
//
// Memory. Anything with a destroy function belongs to the caller and owns its memory: results, runs, figures and flows
// may outlive their model and be destroyed in any order; results, runs and figures may be passed to another thread.
// Strings and arrays that a function returns live as long as the object it was asked about, unless stated otherwise. A
// call releases what it allocates, so that a million calls do not make a model grow; a model keeps its equations, facts
// about them, and parameter values that are new to it.
//
// Messages belong to the call that made them: a model has those of its last call, until the next one begins; those of
// its statements accumulate until it is finished. A result has those of its own call.
//
// A wrong call does no harm. With NULL for a model, a run, or the place of a result, before the model is finished,
// while another call of the model is running, or with an index past the last, a function returns DAL_INPUT, NULL, "" or
// 0. The length of an array cannot be checked.
//
// Options are structs; NULL means all zero. Their first member is their size: sizeof the struct, or 0 for its members
// in version 1.0; so a program works with a later library, which may know more members. Strings in options are
// expressions, names or texts, never names of files; a function that reads or writes a file has a parameter `path`.

#ifndef DALEMBERT_H
#define DALEMBERT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)  // the shared library exports only these functions
#endif

typedef enum {
  DAL_OK,        // the result is right
  DAL_INPUT,     // the model or the request is wrong; a message says where
  DAL_DOMAIN,    // the result does not exist, e.g. because the mass matrix is singular
  DAL_UNABLE,    // the result may exist, but could neither be found nor ruled out
  DAL_LIMIT,     // a limit was reached: memory, time or number of terms
  DAL_INTERNAL,  // this library has a bug
  DAL_CANCELLED  // the caller cancelled the call
} DalStatus;

// DAL_MATHML is only for dal_model_print: a fragment of HTML with the formulas as MathML.
typedef enum { DAL_TEXT, DAL_LATEX, DAL_JSON, DAL_MATHML } DalFormat;

// Returns the name of format i: "text"; NULL past the last.
const char *dal_format_name(size_t i);

typedef struct DalModel DalModel;
typedef struct DalResult DalResult;

const char *dal_version(void);

// A library that this one uses.
typedef struct {
  const char *name;     // "HDF5"; NULL past the last
  const char *version;  // "1.14.5", or "" if unknown
  const char *file;     // the name under which it was found; NULL if it is linked or missing
  const char *trouble;  // NULL, or why it cannot be used
} DalLibrary;

// Lists the libraries in use. Libraries that are loaded on demand are loaded now.
DalLibrary dal_library(size_t i);

// Returns the name of the library that is being loaded right now, or NULL. Some libraries end the process if they are
// refused memory while loading: signal handlers and exit handlers may call this.
const char *dal_library_opening(void);

const char *dal_status_meaning(DalStatus status);

// Finds the word, in a list ended by NULL, that a misspelt or incomplete word may mean; or NULL.
const char *dal_nearest_word(const char *word, const char *const *known);

// --- messages and results ------------------------------------------------------------------------

typedef enum { DAL_ERROR, DAL_WARNING } DalSeverity;

typedef struct {
  const char *text;  // NULL past the last message
  DalSeverity severity;
  const char *code;             // "N0312", listed in docs/guide/errors.md
  const char *help;             // a suggestion; or NULL
  const char *file;             // what was read: a path, "<text>", "--at", ...; NULL: no place
  size_t line, column, length;  // from 1, in characters; 0 without a place
} DalMessage;

// The outcome of a call in words: a text, and the messages of that call. A function with a DalResult ** sets it
// whatever the status, so that the messages can be read; to NULL if memory ran out or the call was wrong.
void dal_result_destroy(DalResult *result);
const char *dal_result_text(const DalResult *result);  // "" for a result without text
size_t dal_result_length(const DalResult *result);     // of the text, which may contain zero bytes
DalMessage dal_result_message(const DalResult *result, size_t i);
// Returns all messages as text, sorted by place, with the lines they refer to, or "".
const char *dal_result_messages(const DalResult *result);

// The same for the last call of a model. The strings live until its next call. If there is no memory for the text,
// it is DAL_NO_MESSAGES.
#define DAL_NO_MESSAGES "error: out of memory\n"
DalMessage dal_model_message(const DalModel *model, size_t i);
const char *dal_model_messages(DalModel *model);
// Returns the first `most` errors and warnings, and how many more there are.
const char *dal_model_first_messages(DalModel *model, size_t most);
size_t dal_model_errors(const DalModel *model);

// --- building a model ----------------------------------------------------------------------------

DalModel *dal_model_create(void);  // NULL if memory is refused
void dal_model_destroy(DalModel *model);

// Limits that end a call of the model which takes too long. The call returns DAL_LIMIT or DAL_CANCELLED within a
// fraction of a second, and the model remains usable. The text of dal_model_print, dal_model_check, dal_model_analyze
// and dal_model_report then has what was finished; it is empty if nothing was.
typedef struct {
  size_t size;
  double seconds;  // for one call; 0: no limit
  size_t bytes;    // for the model and the running call; 0: 8 GiB
  // once it is not 0, the running call and every later one end; may be set by another thread or a signal handler; or
  // NULL
  const volatile int *cancel;
  // called now and then by the running call; must not use the model; if it returns not 0, the call ends; or NULL
  int (*poll)(void *context);
  void *poll_context;
  double work;  // seconds of processor time for one call, not counting other programs; 0: no limit
  // called with poll_context when a part of a long call begins: "first integrals"; or NULL
  void (*stage)(void *context, const char *name);
} DalLimits;

// Sets the limits of all following calls; NULL: no limits but memory.
DalStatus dal_model_limit(DalModel *model, const DalLimits *limits);
// The same for calls of this thread without a model: files of runs, figures and the folders of sweeps. A file is
// complete or absent, as always. `stage` is not called.
DalStatus dal_thread_limit(const DalLimits *limits);

// Adds the statements of a file ("-": standard input) or of a string.
DalStatus dal_model_read(DalModel *model, const char *path);
DalStatus dal_model_add(DalModel *model, const char *statements);
// The same; messages refer to the text by this name.
DalStatus dal_model_add_named(DalModel *model, const char *name, const char *statements);
// Checks the whole model. After this it can be used, and no statement can be added.
DalStatus dal_model_finish(DalModel *model);

// Gives parameters new values: "m1=2, g=9.81/6".
DalStatus dal_model_set(DalModel *model, const char *settings);

// Sets counts by the same text before the model is read: "n = 50" replaces the value of `count n = ...`. Other names
// are ignored; dal_model_set takes them once the model is finished.
DalStatus dal_model_preset(DalModel *model, const char *settings);

// Returns the messages as a JSON object: {"ok": false, "messages": [{"file", "line", "column", "length", "severity",
// "code", "message", "hint"}, ...]}. Columns and lengths count characters.
const char *dal_model_messages_json(DalModel *model);

// Requires only the K-th factor of a constraint that is a product: "pivot=2". dal_model_analyze lists the factors.
DalStatus dal_model_branch(DalModel *model, const char *branches);

const char *dal_model_title(const DalModel *model);
size_t dal_model_coordinates(const DalModel *model);
const char *dal_model_coordinate(const DalModel *model, size_t i);  // "theta1"

// --- equations -----------------------------------------------------------------------------------

// The methods; NULL past the last.
const char *dal_method_name(size_t i);
const char *dal_method_title(size_t i);

// What dal_model_print shows.
typedef enum {
  DAL_FORM_AUTO,    // the equations, and the unknowns in closed form if that is short
  DAL_FORM_CLOSED,  // the unknowns in closed form, however long
  DAL_FORM_MATRIX   // only the equations
} DalForm;

typedef struct {
  size_t size;
  const char *method;  // NULL: the natural one
  bool worksheet;
  DalForm form;
  // for the method whittaker: the coordinate or quasi-velocity that replaces time (NULL: one that moves at the initial
  // state), and the energy as an expression in the parameters (NULL: the symbol h)
  const char *independent;
  const char *energy;
  size_t columns;  // width for the text of dal_model_print, e.g. of a terminal; 0: unlimited
} DalDeriveOptions;

// Derives the equations of motion. Functions below that need the equations call this with the natural method if it has
// not been called. Deriving again replaces the equations.
DalStatus dal_model_derive(DalModel *model, const DalDeriveOptions *options);

// Sets parameters to 1 by a choice of units, as many as there are dimensions: equations derived afterwards are
// dimensionless, and say what each name stands for. Values, initial states and claims are dropped with their units.
// Call it before anything is derived.
DalStatus dal_model_make_dimensionless(DalModel *model);

// Prints the derived equations, with the worksheet if it was requested.
DalStatus dal_model_print(DalModel *model, DalFormat format, DalResult **result);

// --- numbers -------------------------------------------------------------------------------------

// The size of what is computed, for measurements.
typedef struct {
  size_t coordinates;
  size_t expressions;         // nodes made so far
  size_t instructions;        // on the tape, for M and F
  size_t solve_instructions;  // for solving M q'' = F on the tape; 0 if LAPACK does it
  size_t bytes;               // held by the model now
} DalSize;

// Prepares everything for evaluation.
DalStatus dal_model_compile(DalModel *model);
DalSize dal_model_size(const DalModel *model);
// Prints a table of what is computed at a state, with operation counts by kind.
DalStatus dal_model_tape(DalModel *model, DalFormat format, DalResult **result);

// Computes the accelerations at a state; all arrays have one number per coordinate. The state must satisfy the
// constraints; dal_model_state finds one that does.
DalStatus dal_model_accelerations(DalModel *model, double t, const double *q,
                                  const double *velocities, double *accelerations);
// Computes the mass matrix (row by row) and the right-hand side of M q'' = F at a state.
DalStatus dal_model_system(DalModel *model, double t, const double *q, const double *velocities,
                           double *M, double *F);

typedef struct {
  size_t size;
  const char *at;  // "x=1, x'=0.2"; NULL: the initial state
  // instead of `at`: states as CSV, a line of names and a line for each state; or NULL
  const char *table;
  const char *table_name;  // its name in messages; NULL: "states"
  // how far a state may violate the constraints, relative to their terms; 0: 1e-8
  double tolerance;
  bool project;  // move the state to the nearest one that satisfies the constraints
  bool as_is;    // evaluate it even if it violates them
  // for the method whittaker: the velocities are scaled to this energy, an expression in the parameters; NULL: not
  // scaled
  const char *energy;
} DalEvalOptions;

// Finds the state that `eval` would use, completed from the constraints: its time, coordinates and velocities.
DalStatus dal_model_state(DalModel *model, const DalEvalOptions *options, double *t, double *q,
                          double *velocities);

// The start of the equations of the method whittaker, in which another variable replaces time, at the state that `eval`
// would use.
typedef struct {
  double t;
  double energy;  // the constant h
  int direction;  // 1 or -1: does the independent variable grow with time?
  double pace;    // its rate
} DalTrajectory;

// Returns the number of slopes u = dpi/dtau; 0 for other methods.
size_t dal_model_slopes(const DalModel *model);
// Finds the trajectory through that state: q and the slopes u there. DAL_INPUT for equations by time, DAL_DOMAIN if the
// independent variable is at rest.
DalStatus dal_model_trajectory(DalModel *model, const DalEvalOptions *options, double *q,
                               double *slopes, DalTrajectory *trajectory);

// Prints everything known at one or several states, as the command `eval` does.
DalStatus dal_model_eval(DalModel *model, const DalEvalOptions *options, DalFormat format,
                         DalResult **result);

// --- numbers without text ------------------------------------------------------------------------
//
// These functions take one state or a block of them in one call: `states` is their number, t has one number for each, q
// and velocities have a row for each, with one number per coordinate. If a state has no result, its numbers are NaN,
// those of other states are right, and the status is DAL_DOMAIN. Nothing is derived or compiled again, and no call
// keeps memory, unless stated otherwise.

size_t dal_model_parameters(const DalModel *model);
const char *dal_model_parameter(const DalModel *model, size_t i);  // "g"; NULL past the last
// DAL_DOMAIN if it has no value.
DalStatus dal_model_parameter_value(DalModel *model, size_t i, double *value);
// Sets exactly this number: 0.1 is not exactly 1/10, which dal_model_set takes. Parameters that are defined by others
// change with it. A value that is new to the model takes a few bytes permanently.
DalStatus dal_model_set_parameter(DalModel *model, size_t i, double value);

// A quantity that `eval` prints besides the state.
typedef struct {
  const char *group;  // "accelerations", "momenta", "multipliers", ...; NULL past the last
  const char *name;   // of a coordinate, a constraint, an observable; NULL for "energy"
} DalQuantity;

size_t dal_model_quantities(DalModel *model);  // 0 if the equations cannot be derived
DalQuantity dal_model_quantity(DalModel *model, size_t i);
// Computes a row of all quantities for each state.
DalStatus dal_model_evaluate(DalModel *model, size_t states, const double *t, const double *q,
                             const double *velocities, double *values);

// Computes only the accelerations.
DalStatus dal_model_accelerations_at(DalModel *model, size_t states, const double *t,
                                     const double *q, const double *velocities,
                                     double *accelerations);

size_t dal_model_constraints(DalModel *model);  // as the method sees them
const char *dal_model_constraint(DalModel *model, size_t i);

// M q'' = F + B^T lambda, A q'' = b: all matrices row by row, state after state. NULL for those not wanted. B is A
// unless a constraint is `realized by` something else.
typedef struct {
  double *M, *F, *A, *B, *b;
} DalMatrices;

DalStatus dal_model_matrices(DalModel *model, size_t states, const double *t, const double *q,
                             const double *velocities, const DalMatrices *to);

// Completes states from the constraints: given values hold, and the others are searched near their present values.
// given: flags for t, then q, then the velocities, the same for all states; NULL: all are given. With options->project,
// given values move too, to the nearest state that satisfies the constraints. DAL_INPUT if a state violates them; it is
// left unchanged. `at`, `table` and `energy` must be NULL.
DalStatus dal_model_complete(DalModel *model, const DalEvalOptions *options, size_t states,
                             const bool *given, double *t, double *q, double *velocities);

// --- functions of a state ------------------------------------------------------------------------
//
// Expressions of the model language, prepared once and evaluated many times.

typedef struct DalFunction DalFunction;

// Makes a function of "theta1'', energy, l*sin(theta1)": anything that `observe` takes, and observables by name. A
// function keeps what it needs of its model, and must not be used while a call of that model is running. If the
// equations are derived again, its next call uses the new ones.
DalStatus dal_model_function(DalModel *model, const char *expressions, DalFunction **function);
void dal_function_destroy(DalFunction *function);

size_t dal_function_size(const DalFunction *function);  // number of expressions
const char *dal_function_name(const DalFunction *function,
                              size_t i);  // "theta1''"; NULL past the last
// Does the value depend on accelerations, multipliers or reactions? If not, it also exists at singular states.
bool dal_function_needs_motion(const DalFunction *function);
// Computes a row of values for each state. parameters: NULL for those of the model, or a row for each state, in which
// NaN means the model's definition, possibly by other parameters of the row.
DalStatus dal_function_values(DalFunction *function, size_t states, const double *t,
                              const double *q, const double *velocities, const double *parameters,
                              double *values);

// --- the flow of a motion ------------------------------------------------------------------------
//
// A motion as y' = f(t, y, p), for your own integrator. y has the coordinates, then the speeds of the method:
// velocities, momenta, or free velocities. With free velocities, the flow has an edge, beyond which other velocities
// must be free; dal_model_simulate crosses it, a flow reports DAL_DOMAIN there. With the method whittaker, t is the
// variable that replaces time.

typedef struct DalFlow DalFlow;

typedef struct {
  size_t size;
  const DalEvalOptions *start;  // the state the flow is made for; the flow is also valid elsewhere
  bool jacobian;                // dal_flow_jacobian will be used
} DalFlowOptions;

// Makes a flow, to be used many times. It keeps what it needs of its model, and must not be used while a call of that
// model is running in another thread.
DalStatus dal_model_flow(DalModel *model, const DalFlowOptions *options, DalFlow **flow);
void dal_flow_destroy(DalFlow *flow);

size_t dal_flow_size(const DalFlow *flow);
const char *dal_flow_name(const DalFlow *flow, size_t i);  // "theta1'"; NULL past the last
// Sets a parameter of the flow, which has its own values: initially those of the model when it was made. Parameters
// that are defined by others do not follow.
DalStatus dal_flow_set_parameter(DalFlow *flow, size_t i, double value);

// The state the flow was made for; and y for other states.
DalStatus dal_flow_start(const DalFlow *flow, double *t, double *y);
DalStatus dal_flow_enter(DalFlow *flow, size_t states, const double *t, const double *q,
                         const double *velocities, double *y);

DalStatus dal_flow_rates(DalFlow *flow, size_t states, const double *t, const double *y,
                         double *rates);
// Computes dy'/dy of each state, row by row. DAL_UNABLE if it is too long to write down.
DalStatus dal_flow_jacobian(DalFlow *flow, size_t states, const double *t, const double *y,
                            double *J);
// Moves states onto the constraints, by a short way in the metric of the kinetic energy. A state for which this fails
// is left unchanged.
DalStatus dal_flow_project(DalFlow *flow, size_t states, const double *t, double *y);

// The columns that a run has with "accelerations, multipliers, reactions".
size_t dal_flow_columns(const DalFlow *flow);
const char *dal_flow_column(const DalFlow *flow, size_t i);
DalStatus dal_flow_rows(DalFlow *flow, size_t states, const double *t, const double *y,
                        double *rows);

// --- motions -------------------------------------------------------------------------------------

typedef struct DalRun DalRun;

typedef struct {
  size_t size;
  const DalEvalOptions *start;    // NULL: the initial state of the model
  const char *from, *to, *every;  // expressions in the parameters; NULL: as the model says
  size_t rows;                    // the approximate number, unless `every` is given; 0: as the model says
  double rtol, atol;              // 0: 1e-10 and 1e-12
  const char *integrator;         // NULL: "dop853", or "taylor" if that is faster
  const char *code;               // "interpreter", "native", "auto"; NULL: auto
  const char *columns;            // additional: "accelerations, multipliers, reactions"; or NULL
  bool no_projection;             // do not correct the drift off the constraints
  size_t steps;                   // limit of steps; 0: 10^9
  void (*progress)(void *context, double done);  // called now and then, with 0 to 1; or NULL
  void *progress_context;
  // called with each row as soon as it is known, in order; if it returns not 0, the run ends; or NULL
  int (*row)(void *context, const double *row, size_t columns);
  void *row_context;
  // continues this run of the same model, with the same parameters, from its last row: its rows come first, and `to`
  // must be beyond its end; `start`, `from` and `columns` are ignored; tolerances and integrator are those of the run
  // unless given; or NULL
  const DalRun *resume;
  // units of the columns: "SI", or "declared": x [mm] if the model declares x so; NULL: SI; not with `resume`
  const char *units;
  // rows only where the motion crosses this section of the model; or NULL. With `row`, the run itself then holds no
  // rows
  const char *only;
  // called once with row_context before the first row, with the names of the columns; or NULL
  void (*names)(void *context, const char *const *column, size_t columns);
} DalRunOptions;

// Why a run ended.
typedef enum {
  DAL_RUN_DONE,         // it reached its end
  DAL_RUN_EVENT,        // at a `stop when` of the model
  DAL_RUN_SINGULAR,     // before a singular state
  DAL_RUN_SMALL_STEP,   // the step became too small
  DAL_RUN_NOT_FINITE,   // there are no finite rates at the initial state
  DAL_RUN_STEPS,        // the limit of steps was reached
  DAL_RUN_INTERRUPTED,  // the caller requested it, or time ran out
  DAL_RUN_FAILED,       // the integrator failed otherwise
  DAL_RUN_STRAYED,      // a constraint is violated by more than the tolerances explain
  DAL_RUN_UNDECIDED,    // at a jump of forces several motions begin, or none
  DAL_RUN_CROWDED,      // forces jump again and again, without time passing
  DAL_RUN_BROKEN        // an event could not be resolved: an impact is not determined, ...
} DalRunEnd;

typedef struct {
  DalRunEnd end;
  const char *variable;           // "t", or the variable that replaces it
  double from, t;                 // where it began and ended, as values of the variable
  const char *why;                // in words
  size_t steps, rejected, calls;  // calls: of the right-hand side
  double seconds;                 // of the integration
  bool compiled;                  // the equations were compiled
  double energy, energy_drift;    // at the start; the largest difference from that, losses at events apart
  double constraint_error;        // the largest along the run
  size_t charts;                  // how often kept constraints or free velocities were changed
  size_t switches;                // how often forces switched
} DalRunSummary;

// The integrators; NULL past the last.
const char *dal_integrator_name(size_t i);
const char *dal_integrator_title(size_t i);

// Computes a motion. *run must be destroyed; it holds what was computed, and is NULL if nothing was. DAL_DOMAIN: the
// run ended early, and messages say why. With DAL_CANCELLED or DAL_LIMIT there may be a run, too, with the rows so far.
DalStatus dal_model_simulate(DalModel *model, const DalRunOptions *options, DalRun **run);
void dal_run_destroy(DalRun *run);

// Reads a run from a file that dal_run_write wrote. result may be NULL.
DalStatus dal_run_read(const char *path, DalRun **run, DalResult **result);

DalRunSummary dal_run_summary(const DalRun *run);
size_t dal_run_columns(const DalRun *run);
const char *dal_run_column(const DalRun *run, size_t column);  // "t", "theta1'", ...
const char *dal_run_unit(const DalRun *run, size_t column);    // "m/s", "1"; NULL if unknown
size_t dal_run_rows(const DalRun *run);
// Returns a row, with one number per column; rows are contiguous in memory.
const double *dal_run_row(const DalRun *run, size_t row);

// An event: an impact on a unilateral constraint, the beginning or end of contact with it, a motion that comes to rest
// where forces jump, a `when` of the model, a stop.
typedef struct {
  double t;
  const char *what;    // "impact", "contact", "release", "rest", "when", "stop"
  const char *name;    // of the constraint or the `when`; for a rest: what stays at rest
  double impulse;      // 0 if the event has none
  double energy_lost;  // by an impact
} DalEvent;

size_t dal_run_events(const DalRun *run);
DalEvent dal_run_event(const DalRun *run, size_t i);  // zeros past the last
// Writes the events as CSV: t, event, name, impulse, energy_lost. result may be NULL.
DalStatus dal_run_write_events(const DalRun *run, const char *path, DalResult **result);

// Writes the rows as CSV, NPY, JSON or HDF5, by the ending of the path; "-" is CSV on standard output. result may be
// NULL.
DalStatus dal_run_write(const DalRun *run, const char *path, DalResult **result);
// Can a run be written to this path? Ask before a long run.
DalStatus dal_run_can_write(const char *path, DalResult **result);

// Results over the whole motion, which the model observes: `observe top = max(theta)`.
size_t dal_run_results(const DalRun *run);
const char *dal_run_result(const DalRun *run, size_t i, double *value);  // its name; NULL past the last

// --- many motions --------------------------------------------------------------------------------

// A sweep: a plan of many motions that differ in the values of parameters and in initial values. A member is a function
// of the plan and of its number. Members are computed in blocks; each block becomes one file of a folder, complete or
// absent: a sweep that was stopped can be resumed, and any number of processes may work on one folder.
typedef struct DalSweep DalSweep;

typedef struct {
  size_t size;
  const DalRunOptions *run;  // of each member; `rows`: how many are kept of each, after the first; 0: none
  // statements without their keyword, "m = 1:3 step 0.5", "10000 by sobol seed 7", instead of those of the model
  const char *const *vary;
  size_t varies;
} DalSweepOptions;

// Plans a sweep of the model. Messages are those of the model.
DalStatus dal_model_sweep(DalModel *model, const DalSweepOptions *options, DalSweep **sweep);
void dal_sweep_destroy(DalSweep *sweep);
unsigned long long dal_sweep_members(const DalSweep *sweep);
unsigned long long dal_sweep_blocks(const DalSweep *sweep);

// Computes one member as a run, exactly as dal_model_simulate does with its values. Messages are those of the model.
DalStatus dal_sweep_member(DalSweep *sweep, unsigned long long member, DalRun **run);

// The progress of a sweep.
typedef struct {
  unsigned long long members, done, failed;  // failed members are included in `done`
  unsigned long long blocks, blocks_done;
} DalSweepProgress;

typedef struct {
  size_t size;
  unsigned threads;       // 0: one per processor
  unsigned part, parts;   // blocks part - 1, part - 1 + parts, ...; 0: all blocks
  const volatile int *cancel;  // once it is not 0, running blocks are abandoned; or NULL
  // called after each block, by one thread at a time, also for blocks that are already in the folder; or NULL
  void (*progress)(void *context, const DalSweepProgress *progress);
  void *progress_context;
  // finds the next block to compute, instead of counting; returns false if none is left. Called by one thread at a time
  bool (*next)(void *context, unsigned long long *block);
  void *next_context;
  // called about 20 times a second by the thread that waits for the others; if it returns not 0, running blocks are
  // abandoned; or NULL
  int (*poll)(void *context, const DalSweepProgress *progress);
  void *poll_context;
} DalSweepWork;

// Computes the blocks that are not in the folder yet. DAL_DOMAIN if members of these blocks failed; the folder names
// them.
DalStatus dal_sweep_run(DalSweep *sweep, const char *folder, const DalSweepWork *work,
                        DalResult **result);

// Reports the contents of a folder: as text in the result, and as numbers unless progress is NULL.
DalStatus dal_sweep_status(const char *folder, DalSweepProgress *progress, DalResult **result);
// Writes all members to one file, .h5, .npy or .csv by its ending, unless path is NULL; the result has their statistics
// as text.
DalStatus dal_sweep_collect(const char *folder, const char *path, DalResult **result);

// --- figures -------------------------------------------------------------------------------------

typedef struct DalFigure DalFigure;

typedef struct {
  size_t size;
  // one panel for each: "orbits", "P1, P2" (points), "x1, x2" (expressions against t), "x:x'" (phase portraits),
  // "energy", "constraints". None: orbits if there are points with mass, otherwise coordinates
  const char *const *show;
  size_t shows;
  const char *const *set;  // one run for each, with these parameters, as in dal_model_set; or none
  size_t sets;
  const DalRunOptions *run;  // of the runs that are made
  const DalRun *made;        // a run of this model to show instead of new ones; or NULL
  bool stretch;              // planar orbits fill their panel: each axis has its own scale
} DalPlotOptions;

// Computes motions and makes a figure of them. The caller destroys *figure, which may be NULL. DAL_DOMAIN: a
// run ended early; the figure shows it as far as it goes. With `made`, the model may be empty and unfinished: then
// names of columns can be shown.
DalStatus dal_model_plot(DalModel *model, const DalPlotOptions *options, DalFigure **figure);
void dal_figure_destroy(DalFigure *figure);

// Makes a figure of the folder of a sweep, with one panel for each of `show`: "top" (a histogram of a result or a
// varied value), "m:top" (dots), "theta1" of the rows (median and quantile bands against t), "m, theta1: top" (a map
// over a grid of two variables). None: a map of each result if the sweep is a grid of two variables, dots if one
// variable is varied, otherwise histograms; and bands if rows were kept. result may be NULL.
DalStatus dal_sweep_plot(const char *folder, const char *const *show, size_t shows, DalFigure **figure,
                         DalResult **result);

// Draws the figure with gnuplot as SVG, PNG or PDF, by the ending of the path; "-" is SVG on standard output. DAL_LIMIT
// if gnuplot is missing. result may be NULL.
DalStatus dal_figure_write(DalFigure *figure, const char *path, DalResult **result);
// Does the path have such an ending? Ask before a long run.
DalStatus dal_figure_can_write(const char *path, DalResult **result);
// Writes the gnuplot script and its data into a folder, which is created if necessary.
DalStatus dal_figure_write_script(DalFigure *figure, const char *path, DalResult **result);
// Makes an <svg> element for a page; its ids begin with `id`: letters and digits, - and _.
DalStatus dal_figure_svg(DalFigure *figure, const char *id, DalResult **result);
// Draws the figure for a terminal with this many columns; rows: the most that a panel may take.
DalStatus dal_figure_text(DalFigure *figure, size_t columns, size_t rows, bool colour,
                          DalResult **result);

// --- proof ---------------------------------------------------------------------------------------

typedef enum {
  DAL_PROVED,    // exactly, for all states and parameter values
  DAL_VERIFIED,  // to many digits at real states; not a proof
  DAL_REFUTED,   // by a counterexample
  DAL_UNKNOWN
} DalVerdict;

// A claim of the model, and its verdict.
typedef struct {
  const char *label;           // its name in the model; "" if it has none
  const char *title;           // the label, or its own words
  const char *kind;            // "equation", "conserved", "cyclic", "equilibrium", ...
  size_t line;                 // in the model; 0 if it has no place
  bool denied;                 // the model says that it is false
  bool passes;                 // the verdict is what the model states
  DalVerdict verdict;          // on the formula
  const char *proof;           // how it was proved: "algebra", "points"; or NULL
  double odds;                 // by points: bound of the probability of an error; 0: not known
  const char *detail;          // how it was found, the counterexample, or why it is unknown
  const char *counterexample;  // a state that refutes it; or NULL
  const char *piece;  // of the constraint set, on which the verdict was found; NULL: all of it
} DalClaim;

typedef struct {
  const char *name;    // of the method
  DalVerdict verdict;  // on its agreement with the first method
} DalAgreement;

typedef struct {
  bool ok;  // sound, and all claims pass
  size_t methods, claims, pieces, problems, warnings;
  const DalAgreement *method;  // those that apply to the model
  const DalClaim *claim;
  const char *const *piece;    // of the constraint set, if it has several: "x - 2 = 0"
  bool all_pieces;             // all of them were examined
  const char *const *problem;  // what is not sound
  const char *const *warning;  // what else is worth knowing
  bool unfinished;             // a limit was reached: this may be incomplete, and ok is false
  const char *dimensions;      // of a model with units: "consistent: kg, m, s"; "" for others
} DalCheck;

// Is the model sound, do all methods that apply give the same motion, do the claims hold? Everything that can be
// decided exactly is. The text is that of the command `check`.
DalStatus dal_model_check(DalModel *model, DalFormat format, DalResult **result);
// Returns the findings, which live as long as the result; NULL for results of other calls.
const DalCheck *dal_result_check(const DalResult *result);

// Writes the claims that are proved by algebra, each with the substitutions and the identity that remains, as JSON that
// others can verify (docs/guide/certificates.md).
DalStatus dal_model_certificate(DalModel *model, DalResult **result);

// --- analysis ------------------------------------------------------------------------------------

// The questions about a system.
typedef struct {
  size_t size;
  const char *only;    // parts: "constraints, integrals, equilibria, singular"; NULL: all
  unsigned degree;     // of first integrals in the velocities, at most 4; 0: 2
  const char *basis;   // further functions of positions for their coefficients: "1/r, x^3"
  const char *range;   // where to search for equilibria: "theta=-pi:pi, s=0:2"
  const char *steady;  // a steady motion with these values: "x'=5, theta=pi/2"
  bool linearize;      // the motion near a state, as matrices
  const char *at;      // the state; NULL: the steady motion, or a state of rest
  const char *input;   // parameters that are its inputs: "F, tau"
  bool csv;            // only A and B, as a table
  size_t columns;      // width that text must fit, e.g. of a terminal; 0: that of a page
  const char
    *variables;  // of the linearization, in this order: "phi, phi'"; NULL: all independent ones
} DalAnalyzeOptions;

typedef enum { DAL_NO, DAL_YES, DAL_OPEN } DalTruth;

typedef struct {
  const char *name;
  const char *kind;     // "holonomic", "linear", "affine", "nonlinear", "acceleration"
  DalTruth integrable;  // by itself, or with others
  bool alone;           // by itself
  bool redundant;       // follows from other constraints,
  size_t froms;
  const char *const *from;  // these
  bool homogeneous;         // homogeneous in the velocities,
  int degree;               // of this degree; -1 otherwise
  bool with_time;           // contains t
  size_t factors;           // of a product; 0 otherwise
  const char *const *factor;
  const char *apparent;  // of a nonlinear one, what it is: "linear", "squares", ...; or NULL
  size_t equations;      // by which it can then be replaced
  const char *const *equation;
} DalConstraint;

// The constraints together.
typedef struct {
  size_t constraints;
  const DalConstraint *constraint;
  size_t coordinates, rank;
  bool has_growth;                    // the next members are known
  size_t growth, derived, growth_at;  // lengths of
  const double *growth_vector, *derived_vector, *growth_vector_at;
  size_t integrable;  // independent combinations that are differentials
  size_t constants;   // functions of positions that stay constant
  const char *const *constant;
} DalConstraints;

typedef struct {
  const char *name;  // "energy", "momentum of psi", ...
  const char
    *kind;  // "energy", "jacobi", "momentum", "symmetry", "position", "linear", "polynomial"
  const char *value;  // the formula
  DalVerdict verdict;
  bool independent;             // not a function of the others
  const char *const *symmetry;  // of each coordinate, NULL for 0; or NULL
} DalIntegral;

typedef struct {
  size_t integrals;
  const DalIntegral *integral;
  size_t definitions;  // of names in the formulas
  const char *const *defined, *const *definition;
  const bool *cyclic;  // of each coordinate
  bool complete;       // the search: polynomials of this degree in the velocities, from this number of
  unsigned degree;     // candidates, whose coefficients are made of these functions
  size_t candidates, functions;
  const char *const *function;
  bool unfinished;  // a limit ended the search: there may be more integrals
} DalIntegrals;

// A mode e^(lambda t); by lambda^2 if small motions are of second order.
typedef struct {
  double re, im;        // lambda, or lambda^2
  const char *exact;    // in the parameters; or NULL
  const char *kind;     // "oscillating", "linear", "hyperbolic", "decaying", "growing"
  double omega;         // of an oscillation; 0 otherwise
  size_t above;         // place in a chain of generalized shapes; 0 for a shape
  const double *shape;  // of each coordinate, then the imaginary parts; or NULL
} DalMode;

typedef struct {
  const double *q;           // of each coordinate
  const char *const *exact;  // the same in the parameters, NULL for any value; or NULL
  const bool *any;           // of each coordinate: any value is possible
  size_t family;             // dimension of the set of equilibria around it
  bool enclosed;             // proved to exist near these numbers
  bool determined;           // the accelerations are determined
  const char *stable;        // "stable", "unstable", ...
  const char *reason;
  // in the parameters: stable if all of these hold, which is undecided; "k*l > g*m"
  size_t conditions;
  const char *const *condition;
  const char *proved;  // "stable" or "unstable" for all assumed values; or NULL
  bool second_order;
  size_t modes;
  const DalMode *mode;
  // A0 eta'' = B0 eta for `size` of the coordinates, at `index`; row by row; or NULL
  size_t size;
  const size_t *index;
  const double *A0, *B0;
} DalEquilibrium;

typedef struct {
  size_t equilibria;
  const DalEquilibrium *equilibrium;
  const double *range;  // where they were searched: low and high of each coordinate; or NULL
  bool unfinished;      // a limit ended the search: there may be more equilibria
} DalEquilibria;

// A steady motion, or the motion near a state: w' = f + A w + B u.
typedef struct {
  bool found;
  const char *trouble;  // why it was not found; or NULL
  size_t states;        // coordinates, then velocities or the variables that replace them
  const char *const *name;
  const double *state;
  bool enclosed;    // proved to exist near these numbers
  bool holds_time;  // the equations depend on t, which is fixed at `time`
  double time;
  size_t variables, ignorables, inputs;
  const char *const *variable, *const *ignorable, *const *input;
  const double *f, *A, *B;   // row by row
  const double *eigenvalue;  // of A: real and imaginary part of each
  const char *stable;        // of a steady motion; or NULL
} DalLinearization;

// States at which accelerations or reactions are not determined: all equations hold, and no `nonzero` is 0.
typedef struct {
  const char *cause;  // "mass", "constraints", "both"
  size_t equations, nonzeros;
  const char *const *equation, *const *nonzero;
  bool proved;
  bool real;  // such a real state exists; otherwise none was found
} DalSingular;

typedef struct {
  size_t singulars;
  const DalSingular *singular;
  bool everywhere;  // accelerations are determined at no state
  bool complete;    // there are no others
} DalSingulars;

// The dimensions of the names in the model.
typedef struct {
  size_t names, lost, groups;
  const char *const *name, *const *dimension;  // those that are known: "g", "m/s^2"
  const char *const *lost_dimension;           // dimensions that the model makes pure numbers
  size_t scalings;                             // free choices of units
  const char *const *group;                    // products of parameters that are pure numbers
  const char *time;                            // a product that is a time; or NULL
} DalDimensions;

// The findings; NULL for parts that were not requested.
typedef struct {
  size_t coordinates;
  const char *const *coordinate;
  const DalConstraints *constraints;
  const DalIntegrals *integrals;
  const DalEquilibria *equilibria;
  const DalLinearization *steady, *linearization;
  const DalSingulars *singular;
  const DalDimensions *dimensions;
} DalAnalysis;

// Finds constraints, first integrals, equilibria with their modes, and singular states. The text is that of the command
// `analyze`.
DalStatus dal_model_analyze(DalModel *model, const DalAnalyzeOptions *options, DalFormat format,
                            DalResult **result);
// Returns the findings, which live as long as the result; NULL for results of other calls.
const DalAnalysis *dal_result_analysis(const DalResult *result);

// --- source text ---------------------------------------------------------------------------------

typedef struct {
  size_t size;
  const char *target;  // NULL: "c", one self-contained file of C99; "js", "python", "matlab", "fortran", "rust"
  const char *name;    // prefix of all names in the text; NULL: "model"
  // for the targets "fmu2" and "fmu3":
  const char *input;   // "F, tau": parameters that become inputs; or NULL
  int source_only;     // not 0: without compiled code
} DalExportOptions;

// Writes the equations of motion as source text, with the initial state and the values of the parameters; or, for the
// targets "fmu2" and "fmu3", a Functional Mock-up Unit: the bytes of an archive, for dal_result_write.
DalStatus dal_model_export(DalModel *model, const DalExportOptions *options, DalResult **result);

// --- reports -------------------------------------------------------------------------------------

typedef enum {
  DAL_REPORT_HTML,  // one self-contained HTML page
  DAL_REPORT_LATEX  // a document that compiles
} DalReportFormat;

typedef struct {
  size_t size;
  DalReportFormat format;
  const char *method;  // NULL: the natural one
  // seconds of processor time for optional parts: claims, motion, analysis, closed forms; the page and a warning say
  // what is missing; 0: 8
  double work;
} DalReportOptions;

// Makes a report of the model: equations, motion, claims and every step of the derivation. The motion is the one that
// the model asks for; if there is none, or it ends early, the report says why. A refuted claim is reported, but is not
// a failure. Derives the equations again.
DalStatus dal_model_report(DalModel *model, const DalReportOptions *options, DalResult **result);

// Makes an animation of a run of the model, as one self-contained HTML page. DAL_INPUT if the run lacks the coordinates
// and velocities of the model, DAL_DOMAIN if the model has no points or bodies.
DalStatus dal_model_animation(DalModel *model, const DalRun *run, DalResult **result);

// The same as a film, written to path: .gif, or .mp4 by ffmpeg. DAL_LIMIT if ffmpeg is missing or fails. The result has
// no text.
DalStatus dal_model_film(DalModel *model, const DalRun *run, const char *path, DalResult **result);

// --- the gallery ---------------------------------------------------------------------------------

size_t dal_example_count(void);
const char *dal_example_name(size_t i);
const char *dal_example_text(size_t i);
// Copies the title from the model's `system` statement, cut to size bytes including the final 0.
void dal_example_title(size_t i, char *title, size_t size);

// --- texts as files ------------------------------------------------------------------------------

// Reads the whole text of a file; "-" is standard input. DAL_INPUT if it cannot be read or contains a zero byte.
DalStatus dal_read_text(const char *path, DalResult **result);

// Writes a text to a file that appears only when it is complete; "-" is standard output. On failure, errno gives the
// reason; DAL_LIMIT if there is no space.
DalStatus dal_write_text(const char *path, const char *text);

// The same for text that is made piece by piece: the function calls put(sink, text) with each piece; put returns false
// if it cannot be written. If the function returns a status other than DAL_OK, this is the result, with errno 0, and no
// file appears.
typedef bool DalPut(void *sink, const char *text);
typedef DalStatus DalPieces(void *context, DalPut *put, void *sink);
DalStatus dal_write_pieces(const char *path, DalPieces *pieces, void *context);

// The same for the text of a result, with all its bytes.
DalStatus dal_result_write(const DalResult *result, const char *path);

// Removes files that are being written and are not complete, and lets no other be begun. May be called by a signal
// handler that ends the program.
void dal_abandon_files(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
