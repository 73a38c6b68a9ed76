// dalembert.h: constrained mechanics from C: the public interface of the library.
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
// A model is built from statements of the model language, a file or a line at a time. Models share
// nothing; one model must not be used by two threads at once.
//
// Memory. What has a destroy function is the caller's, and owns its memory: results, runs, figures and
// flows may be kept when their model is destroyed, in any order; results, runs and figures may go to
// another thread. Strings and arrays that a function gives out live as long as what it was asked
// about, unless it says otherwise. What a call takes it gives back, so that a million of them do not make a
// model grow; a model keeps its equations, facts about them, and parameter values that are new to it.
//
// Messages belong to the call that made them: a model has those of the last call, until the next one
// begins; of its statements, all those until it is finished. A result has those of its own call.
//
// A wrong call does no harm: with NULL for a model, a run, or a place for the result, before the
// model is finished, while another call of the model is under way, or with a number past the last, a
// function returns DAL_INPUT, NULL, "" or 0. The length of an array cannot be checked.
//
// Options are structs, NULL for all zero. Their first member is their size, sizeof of the struct, or 0
// for its members in version 1.0; so a program works with a later library, which may know more
// members. Strings in options are expressions, names or texts, and never the names of files; a
// function that reads or writes a file has a parameter `path`.

#ifndef DALEMBERT_H
#define DALEMBERT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)  // the shared library shows these functions and no others
#endif

typedef enum {
  DAL_OK,        // the result is right
  DAL_INPUT,     // the model or the request is wrong; a message says where
  DAL_DOMAIN,    // the result does not exist, e.g. the mass matrix is singular
  DAL_UNABLE,    // the result may exist, but was neither found nor disproved
  DAL_LIMIT,     // a budget ran out: memory, time or number of terms
  DAL_INTERNAL,  // this library has a bug
  DAL_CANCELLED  // the caller cancelled it
} DalStatus;

// DAL_MATHML is for dal_model_print alone: a fragment of HTML with the formulas as MathML.
typedef enum { DAL_TEXT, DAL_LATEX, DAL_JSON, DAL_MATHML } DalFormat;

// The names of the formats by number: "text"; NULL past the last.
const char *dal_format_name(size_t i);

typedef struct DalModel DalModel;
typedef struct DalResult DalResult;

const char *dal_version(void);

// A library that this one uses.
typedef struct {
  const char *name;     // "HDF5"; NULL past the last
  const char *version;  // "1.14.5", or "" if it does not say
  const char *file;     // the name by which it was found; NULL if it is linked, or missing
  const char *trouble;  // NULL, or why it cannot be used
} DalLibrary;

// The libraries there are. Those that are opened when they are first needed are opened now.
DalLibrary dal_library(size_t i);

// The name of the library that is being opened at the moment, or NULL. Some libraries end the process if they are
// refused memory while they are opened: for handlers of signals and of the end of a process, which may call this.
const char *dal_library_opening(void);

const char *dal_status_meaning(DalStatus status);

// Of some words, ended by NULL, the one that a misspelt word or a beginning of it may mean; or NULL.
const char *dal_nearest_word(const char *word, const char *const *known);

// --- messages and results ------------------------------------------------------------------------

typedef enum { DAL_ERROR, DAL_WARNING } DalSeverity;

typedef struct {
  const char *text;  // NULL past the last message
  DalSeverity severity;
  const char *code;             // "N0312", as in docs/guide/errors.md
  const char *help;             // a suggestion; or NULL
  const char *file;             // what was read: a path, "<text>", "--at", ...; NULL: no place
  size_t line, column, length;  // from 1, in characters; 0 without a place
} DalMessage;

// What a call gives out in words: a text, and the messages of that call. Where a function takes a
// DalResult **, it is set whatever the status, so that the messages can be read; to NULL if memory
// ran out or the call was wrong.
void dal_result_destroy(DalResult *result);
const char *dal_result_text(const DalResult *result);  // "" without one
size_t dal_result_length(const DalResult *result);     // of the text, which may contain bytes 0
DalMessage dal_result_message(const DalResult *result, size_t i);
// All messages as text, sorted by their places, with the lines they are about; "" without any.
const char *dal_result_messages(const DalResult *result);

// The same for the last call of a model. The strings live until its next call.
DalMessage dal_model_message(const DalModel *model, size_t i);
const char *dal_model_messages(DalModel *model);
// The first `most` errors and warnings, and how many more there are.
const char *dal_model_first_messages(DalModel *model, size_t most);
size_t dal_model_errors(const DalModel *model);

// --- building a model ----------------------------------------------------------------------------

DalModel *dal_model_create(void);  // NULL without memory
void dal_model_destroy(DalModel *model);

// What ends a call of the model that takes too long. The call returns DAL_LIMIT or DAL_CANCELLED within
// a fraction of a second, and the model can be used as before. The text of dal_model_print,
// dal_model_check, dal_model_analyze and dal_model_report then has what was finished; it is empty if that is
// nothing.
typedef struct {
  size_t size;
  double seconds;  // for one call; 0: any
  size_t bytes;    // that the model and the call under way may hold; 0: 8 GiB
  // once it is not 0, the call under way ends, and so does every later one; may be set by another
  // thread or a signal handler; or NULL
  const volatile int *cancel;
  // called now and then by the call under way, and must not use the model; not 0: it ends; or NULL
  int (*poll)(void *context);
  void *poll_context;
  double work;  // seconds of processor time for one call, not counting other programs; 0: any
  // called with poll_context when a part of a long call begins: "first integrals"; or NULL
  void (*stage)(void *context, const char *name);
} DalLimits;

// For all calls that follow; NULL: no limits but memory.
DalStatus dal_model_limit(DalModel *model, const DalLimits *limits);
// The same for calls of this thread that have no model: files of runs, figures and the folders of sweeps. A file is
// then complete or absent, as always. `stage` is not called.
DalStatus dal_thread_limit(const DalLimits *limits);

// Adds the statements of a file ("-": standard input) or of a string.
DalStatus dal_model_read(DalModel *model, const char *path);
DalStatus dal_model_add(DalModel *model, const char *statements);
// The same; messages call the text by this name.
DalStatus dal_model_add_named(DalModel *model, const char *name, const char *statements);
// Checks the whole. After this the model can be used, and no statement added.
DalStatus dal_model_finish(DalModel *model);

// Gives parameters other values: "m1=2, g=9.81/6".
DalStatus dal_model_set(DalModel *model, const char *settings);

// The same text before the model is read, for its counts: "n = 50" replaces what `count n = ...`
// says. Other names are ignored; dal_model_set takes them once the model is finished.
DalStatus dal_model_preset(DalModel *model, const char *settings);

// The messages as a JSON object: {"ok": false, "messages": [{"file", "line", "column", "length", "severity",
// "code", "message", "hint"}, ...]}. Columns and lengths count characters.
const char *dal_model_messages_json(DalModel *model);

// Of a constraint that is a product, requires the K-th factor alone: "pivot=2". The factors are
// those that dal_model_analyze lists.
DalStatus dal_model_branch(DalModel *model, const char *branches);

const char *dal_model_title(const DalModel *model);
size_t dal_model_coordinates(const DalModel *model);
const char *dal_model_coordinate(const DalModel *model, size_t i);  // "theta1"

// --- equations -----------------------------------------------------------------------------------

// The methods there are; NULL past the last.
const char *dal_method_name(size_t i);
const char *dal_method_title(size_t i);

// What dal_model_print shows of the motion.
typedef enum {
  DAL_FORM_AUTO,    // the equations, and the unknowns solved for where that is short
  DAL_FORM_CLOSED,  // the unknowns in closed form, however long
  DAL_FORM_MATRIX   // the equations alone
} DalForm;

typedef struct {
  size_t size;
  const char *method;  // NULL: the natural one
  bool worksheet;
  DalForm form;
  // of the method whittaker: the coordinate or quasi-velocity that takes the place of time (NULL:
  // one that moves at the initial state), and the energy as an expression in the parameters (NULL:
  // the symbol h)
  const char *independent;
  const char *energy;
  size_t columns;  // that dal_model_print's text is to fit, as in a terminal; 0: a formula is a line
} DalDeriveOptions;

// Derives the equations of motion. Done by itself, with the natural method, when a function below needs
// it. Deriving again replaces the equations.
DalStatus dal_model_derive(DalModel *model, const DalDeriveOptions *options);

// Puts 1 in the place of parameters that a choice of units makes 1, as many as there are dimensions: the
// equations that are derived after this are dimensionless, and say what each name stands for. Values,
// initial states and claims are dropped with their units. Before anything is derived.
DalStatus dal_model_make_dimensionless(DalModel *model);

// The derived equations, with the worksheet if it was asked for.
DalStatus dal_model_print(DalModel *model, DalFormat format, DalResult **result);

// --- numbers -------------------------------------------------------------------------------------

// Size of what is computed, for those who measure.
typedef struct {
  size_t coordinates;
  size_t expressions;         // nodes made so far
  size_t instructions;        // on the tape, for M and F
  size_t solve_instructions;  // and for solving M q'' = F there; 0 if LAPACK does it
  size_t bytes;               // that the model holds now
} DalSize;

// Makes everything ready for evaluation.
DalStatus dal_model_compile(DalModel *model);
DalSize dal_model_size(const DalModel *model);
// What is computed at a state and how many operations of which kind that takes, as a table.
DalStatus dal_model_tape(DalModel *model, DalFormat format, DalResult **result);

// The accelerations at a state, all arrays as long as there are coordinates. With constraints the
// state must satisfy them; dal_model_state finds one that does.
DalStatus dal_model_accelerations(DalModel *model, double t, const double *q,
                                  const double *velocities, double *accelerations);
// The mass matrix (row by row) and the right-hand side of M q'' = F there.
DalStatus dal_model_system(DalModel *model, double t, const double *q, const double *velocities,
                           double *M, double *F);

typedef struct {
  size_t size;
  const char *at;  // "x=1, x'=0.2"; NULL: the initial state
  // in the place of `at`: states as CSV, a line of names and a line for each state; or NULL
  const char *table;
  const char *table_name;  // what messages call it; NULL: "states"
  // how far a state may violate the constraints, relative to their terms; 0: 1e-8
  double tolerance;
  bool project;  // move the state to the nearest one that satisfies the constraints
  bool as_is;    // evaluate it even if it violates them
  // of the method whittaker: the velocities are scaled so that the state has this energy, an
  // expression in the parameters; NULL: as they are given
  const char *energy;
} DalEvalOptions;

// The state that `eval` would take, completed from the constraints: its time, coordinates and
// velocities.
DalStatus dal_model_state(DalModel *model, const DalEvalOptions *options, double *t, double *q,
                          double *velocities);

// Where the method whittaker put another variable in the place of time: what its equations start
// from at the state that `eval` would take.
typedef struct {
  double t;
  double energy;  // the constant h
  int direction;  // 1 or -1: does the independent variable grow with time?
  double pace;    // its rate
} DalTrajectory;

// How many slopes u = dpi/dtau there are; 0 for other methods, too.
size_t dal_model_slopes(const DalModel *model);
// The trajectory that goes through that state: q and the slopes u there. DAL_INPUT for equations by
// time, DAL_DOMAIN if the independent variable rests.
DalStatus dal_model_trajectory(DalModel *model, const DalEvalOptions *options, double *q,
                               double *slopes, DalTrajectory *trajectory);

// Everything there is to know at one state or several, as the command `eval` prints it.
DalStatus dal_model_eval(DalModel *model, const DalEvalOptions *options, DalFormat format,
                         DalResult **result);

// --- numbers without text ------------------------------------------------------------------------
//
// These take one state or a block of them in one call: `states` says how many, t has a number for
// each, q and velocities a row of as many numbers as there are coordinates. If there is no result at
// a state, its numbers are NaN, those of the others are right, and the status is DAL_DOMAIN. Nothing
// is derived or compiled again, and no call takes memory for good, unless it says so.

size_t dal_model_parameters(const DalModel *model);
const char *dal_model_parameter(const DalModel *model, size_t i);  // "g"; NULL past the last
// DAL_DOMAIN if it has none.
DalStatus dal_model_parameter_value(DalModel *model, size_t i, double *value);
// Exactly this number, which 0.1 is not: dal_model_set takes "1/10". What other parameters are by
// their definitions changes with it. A value that is new to the model takes some bytes for good.
DalStatus dal_model_set_parameter(DalModel *model, size_t i, double value);

// What `eval` prints beside the state.
typedef struct {
  const char *group;  // "accelerations", "momenta", "multipliers", ...; NULL past the last
  const char *name;   // of a coordinate, a constraint, an observable; NULL for "energy"
} DalQuantity;

size_t dal_model_quantities(DalModel *model);  // 0 if the equations cannot be derived
DalQuantity dal_model_quantity(DalModel *model, size_t i);
// A row of all quantities for each state.
DalStatus dal_model_evaluate(DalModel *model, size_t states, const double *t, const double *q,
                             const double *velocities, double *values);

// The accelerations alone.
DalStatus dal_model_accelerations_at(DalModel *model, size_t states, const double *t,
                                     const double *q, const double *velocities,
                                     double *accelerations);

size_t dal_model_constraints(DalModel *model);  // as the method sees them
const char *dal_model_constraint(DalModel *model, size_t i);

// M q'' = F + B^T lambda, A q'' = b, all matrices row by row, one state after the other. NULL for
// what is not wanted. B is A unless a constraint is `realized by` something else.
typedef struct {
  double *M, *F, *A, *B, *b;
} DalMatrices;

DalStatus dal_model_matrices(DalModel *model, size_t states, const double *t, const double *q,
                             const double *velocities, const DalMatrices *to);

// Completes states from the constraints: what is given holds, and the rest is looked for near what
// stands there. given: flags for t, then q, then the velocities, the same for all states; NULL: all.
// With options->project what is given moves, too, to the nearest state that satisfies the
// constraints. DAL_INPUT if a state violates them, and it stays as it is. `at`,
// `table` and `energy` are not for this.
DalStatus dal_model_complete(DalModel *model, const DalEvalOptions *options, size_t states,
                             const bool *given, double *t, double *q, double *velocities);

// --- functions of a state ------------------------------------------------------------------------
//
// Expressions of the model language, made ready once and evaluated often.

typedef struct DalFunction DalFunction;

// "theta1'', energy, l*sin(theta1)": whatever `observe` takes, and observables by their names. A
// function keeps what it needs of its model, and must not be used while a call of that is under way.
// If the equations are derived again, its next call follows them.
DalStatus dal_model_function(DalModel *model, const char *expressions, DalFunction **function);
void dal_function_destroy(DalFunction *function);

size_t dal_function_size(const DalFunction *function);  // how many expressions
const char *dal_function_name(const DalFunction *function,
                              size_t i);  // "theta1''"; NULL past the last
// Does the value depend on accelerations, multipliers or reactions? Otherwise it exists at singular
// states, too.
bool dal_function_needs_motion(const DalFunction *function);
// A row of values for each state. parameters: NULL for those of the model, or a row for each state,
// with NaN for a parameter that is as the model defines it, by others that may be given here.
DalStatus dal_function_values(DalFunction *function, size_t states, const double *t,
                              const double *q, const double *velocities, const double *parameters,
                              double *values);

// --- the flow of a motion ------------------------------------------------------------------------
//
// A motion as y' = f(t, y, p), for integrators of one's own. y has the coordinates, then the speeds
// of the method: velocities, or momenta, or free velocities. For a method in free velocities the
// flow has an edge, where it solves the constraints for others; dal_model_simulate crosses it, a flow
// reports DAL_DOMAIN there. With the method whittaker t is what takes the place of time.

typedef struct DalFlow DalFlow;

typedef struct {
  size_t size;
  const DalEvalOptions *start;  // the state that the flow is made for; it is good elsewhere, too
  bool jacobian;                // dal_flow_jacobian is going to be used
} DalFlowOptions;

// Made once and used often. A flow keeps what it needs of its model, and must not be used while a call
// of that is under way in another thread.
DalStatus dal_model_flow(DalModel *model, const DalFlowOptions *options, DalFlow **flow);
void dal_flow_destroy(DalFlow *flow);

size_t dal_flow_size(const DalFlow *flow);
const char *dal_flow_name(const DalFlow *flow, size_t i);  // "theta1'"; NULL past the last
// A flow has values of its own for the parameters: those of the model when it was made, until they
// are set here. Parameters that are defined by others do not follow.
DalStatus dal_flow_set_parameter(DalFlow *flow, size_t i, double value);

// The state it was made for; and y of other states.
DalStatus dal_flow_start(const DalFlow *flow, double *t, double *y);
DalStatus dal_flow_enter(DalFlow *flow, size_t states, const double *t, const double *q,
                         const double *velocities, double *y);

DalStatus dal_flow_rates(DalFlow *flow, size_t states, const double *t, const double *y,
                         double *rates);
// dy'/dy of each state, row by row. DAL_UNABLE if it is too long to be written down.
DalStatus dal_flow_jacobian(DalFlow *flow, size_t states, const double *t, const double *y,
                            double *J);
// Moves states onto the constraints, a short way, in the metric of the kinetic energy. A state for
// which that fails stays where it is.
DalStatus dal_flow_project(DalFlow *flow, size_t states, const double *t, double *y);

// What a run has in its columns with "accelerations, multipliers, reactions".
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
  size_t rows;                    // about so many, unless `every` says; 0: as the model says
  double rtol, atol;              // 0: 1e-10 and 1e-12
  const char *integrator;         // NULL: "dop853", or "taylor" where that is faster
  const char *code;               // "interpreter", "native", "auto"; NULL: auto
  const char *columns;            // further ones: "accelerations, multipliers, reactions"; or NULL
  bool no_projection;             // leaves the drift off the constraints as it is
  size_t steps;                   // at most so many; 0: 10^9
  void (*progress)(void *context, double done);  // now and then, from 0 to 1; or NULL
  void *progress_context;
  // called with rows as they are known, in order, some at a time; not 0: the run ends; or NULL
  int (*row)(void *context, const double *row, size_t columns);
  void *row_context;
  // goes on from the last row of this run of the same model, with the same parameters: its rows come first, and `to`
  // is beyond its end; `start`, `from` and `columns` are not for this, tolerances and integrator are those of the run
  // unless they are given; or NULL
  const DalRun *resume;
  // of columns in dal_model_simulate: "SI"; "declared": x [mm] where the model declares that; NULL: SI; not with `resume`
  const char *units;
  // the rows are where the motion crosses this section of the model; or NULL. Then, with `row`, the run
  // holds none
  const char *only;
  // called with row_context, once, before the first row: what the columns are called; or NULL
  void (*names)(void *context, const char *const *column, size_t columns);
} DalRunOptions;

// Why a run ended.
typedef enum {
  DAL_RUN_DONE,         // it reached its end
  DAL_RUN_EVENT,        // at a `stop when` of the model
  DAL_RUN_SINGULAR,     // before a singular state
  DAL_RUN_SMALL_STEP,   // the step became too small
  DAL_RUN_NOT_FINITE,   // there are no finite rates at the initial state
  DAL_RUN_STEPS,        // the most steps were taken
  DAL_RUN_INTERRUPTED,  // the caller requested it, or time ran out
  DAL_RUN_FAILED,       // the integrator failed otherwise
  DAL_RUN_STRAYED,      // a constraint is violated by more than the tolerances explain
  DAL_RUN_UNDECIDED,    // where forces jump: several motions begin there, or none
  DAL_RUN_CROWDED,      // where forces jump: again and again, without time passing
  DAL_RUN_BROKEN        // an event could not be resolved: an impact is not determined, ...
} DalRunEnd;

typedef struct {
  DalRunEnd end;
  const char *variable;           // "t", or what takes its place
  double from, t;                 // where it began and ended, in terms of that
  const char *why;                // in words
  size_t steps, rejected, calls;  // calls: of the right-hand side
  double seconds;                 // of the integration
  bool compiled;                  // the equations were compiled
  double energy, energy_drift;    // at the start; the largest difference from that
  double constraint_error;        // the largest
  size_t charts;                  // how often kept constraints or free velocities were changed
  size_t switches;                // how often forces have switched
} DalRunSummary;

// The integrators there are; NULL past the last.
const char *dal_integrator_name(size_t i);
const char *dal_integrator_title(size_t i);

// Follows the motion. *run, to be destroyed, holds what was computed, and is NULL if nothing was.
// DAL_DOMAIN: the run ended early, and the messages say why. With DAL_CANCELLED or DAL_LIMIT, too, there
// may be a run, with the rows so far.
DalStatus dal_model_simulate(DalModel *model, const DalRunOptions *options, DalRun **run);
void dal_run_destroy(DalRun *run);

// A run from a file, as dal_run_write writes it. result may be NULL.
DalStatus dal_run_read(const char *path, DalRun **run, DalResult **result);

DalRunSummary dal_run_summary(const DalRun *run);
size_t dal_run_columns(const DalRun *run);
const char *dal_run_column(const DalRun *run, size_t column);  // "t", "theta1'", ...
const char *dal_run_unit(const DalRun *run, size_t column);    // "m/s", "1"; NULL if it is not known
size_t dal_run_rows(const DalRun *run);
// As many numbers as there are columns; the rows follow each other in one block.
const double *dal_run_row(const DalRun *run, size_t row);

// What happened on the way: an impact on a unilateral constraint, the beginning and the end of contact with
// it, a motion that comes to rest where forces jump, a `when` of the model, a stop.
typedef struct {
  double t;
  const char *what;    // "impact", "contact", "release", "rest", "when", "stop"
  const char *name;    // of the constraint, or of the `when`; of a rest: what it keeps
  double impulse;      // 0 if there is none
  double energy_lost;  // at an impact, by it
} DalEvent;

size_t dal_run_events(const DalRun *run);
DalEvent dal_run_event(const DalRun *run, size_t i);  // zeros past the last
// Writes them as CSV: t, event, name, impulse, energy_lost. result may be NULL.
DalStatus dal_run_write_events(const DalRun *run, const char *path, DalResult **result);

// Writes the rows as CSV, NPY, JSON or HDF5, by the ending of the path; "-" is CSV on standard
// output. result may be NULL.
DalStatus dal_run_write(const DalRun *run, const char *path, DalResult **result);
// Could a run be written there? To be asked before a long one.
DalStatus dal_run_can_write(const char *path, DalResult **result);

// What the model observes over the whole motion: `observe top = max(theta)`.
size_t dal_run_results(const DalRun *run);
const char *dal_run_result(const DalRun *run, size_t i, double *value);  // its name; NULL past the last

// --- many motions --------------------------------------------------------------------------------

// A sweep: a plan of many motions, which differ by values of parameters and by initial values. A member is a
// function of the plan and its number. Members are computed in blocks, each of which becomes one file of a folder,
// complete or absent: a sweep that was stopped can be resumed, and any number of processes may work on one folder.
typedef struct DalSweep DalSweep;

typedef struct {
  size_t size;
  const DalRunOptions *run;  // of each member; `rows`: so many rows of each are kept, after the first; 0: none
  // statements without their keyword, "m = 1:3 step 0.5", "10000 by sobol seed 7", in the place of what the model says
  const char *const *vary;
  size_t varies;
} DalSweepOptions;

// Plans the sweep of the model. Messages are those of the model.
DalStatus dal_model_sweep(DalModel *model, const DalSweepOptions *options, DalSweep **sweep);
void dal_sweep_destroy(DalSweep *sweep);
unsigned long long dal_sweep_members(const DalSweep *sweep);
unsigned long long dal_sweep_blocks(const DalSweep *sweep);

// One member as a run, exactly as dal_model_simulate follows it with its values. Messages are those of the model.
DalStatus dal_sweep_member(DalSweep *sweep, unsigned long long member, DalRun **run);

// How far it is.
typedef struct {
  unsigned long long members, done, failed;  // failed ones are done, too
  unsigned long long blocks, blocks_done;
} DalSweepProgress;

typedef struct {
  size_t size;
  unsigned threads;       // 0: as many as there are processors
  unsigned part, parts;   // blocks part - 1, part - 1 + parts, ...; 0: all blocks
  const volatile int *cancel;  // once it is not 0, blocks under way are given up; or NULL
  // called by one thread at a time after each block, also after those that are in the folder already; or NULL
  void (*progress)(void *context, const DalSweepProgress *progress);
  void *progress_context;
  // the next block to compute, in the place of counting: false if there is none. Called by one thread at a time
  bool (*next)(void *context, unsigned long long *block);
  void *next_context;
  // called about 20 times a second by the thread that waits for the others; not 0: blocks under way are given up; or NULL
  int (*poll)(void *context, const DalSweepProgress *progress);
  void *poll_context;
} DalSweepWork;

// Computes blocks that are not in the folder yet. DAL_DOMAIN if members of these blocks failed, which the folder names.
DalStatus dal_sweep_run(DalSweep *sweep, const char *folder, const DalSweepWork *work,
                        DalResult **result);

// What a folder has: as text in the result, and as numbers unless progress is NULL.
DalStatus dal_sweep_status(const char *folder, DalSweepProgress *progress, DalResult **result);
// All members in one file, .h5, .npy or .csv by its ending, unless path is NULL; their statistics as text in the result.
DalStatus dal_sweep_collect(const char *folder, const char *path, DalResult **result);

// --- figures -------------------------------------------------------------------------------------

typedef struct DalFigure DalFigure;

typedef struct {
  size_t size;
  // a panel for each: "orbits", "P1, P2" (points), "x1, x2" (expressions against t), "x:x'" (phase
  // portraits), "energy", "constraints". None: orbits if there are points with mass, else coordinates
  const char *const *show;
  size_t shows;
  const char *const *set;  // a run for each, with parameters as dal_model_set takes them; or none
  size_t sets;
  const DalRunOptions *run;  // of the runs that are made
  const DalRun *made;        // a run of this model, in the place of new ones; or NULL
  bool stretch;              // planar orbits fill their panel: each axis has a scale of its own
} DalPlotOptions;

// Follows motions and makes a figure of them. *figure, to be destroyed, is NULL if there is none.
// DAL_DOMAIN: a run ended early; the figure shows it as far as it goes. With `made` the model may be empty
// and not finished: the names of columns can be shown then.
DalStatus dal_model_plot(DalModel *model, const DalPlotOptions *options, DalFigure **figure);
void dal_figure_destroy(DalFigure *figure);

// The figure of a folder of a sweep. A panel for each of `show`: "top" (a histogram of a result, or of what is varied),
// "m:top" (dots), "theta1" of the rows (median and bands of quantiles against t), "m, theta1: top" (a map over a grid of
// two variables, one of them slowest). None: a map of each result if the sweep is a grid of two variables, dots if one variable
// is varied, histograms otherwise; bands, if rows were kept. result may be NULL.
DalStatus dal_sweep_plot(const char *folder, const char *const *show, size_t shows, DalFigure **figure,
                         DalResult **result);

// Draws it with gnuplot as SVG, PNG or PDF, by the ending of the path; "-" is SVG on standard output.
// DAL_LIMIT if there is no gnuplot. result may be NULL.
DalStatus dal_figure_write(DalFigure *figure, const char *path, DalResult **result);
// Has the path such an ending? To be asked before a long run.
DalStatus dal_figure_can_write(const char *path, DalResult **result);
// Writes the script for gnuplot and its data into a folder, which is made if need be.
DalStatus dal_figure_write_script(DalFigure *figure, const char *path, DalResult **result);
// An <svg> element for a page; its ids begin with id: letters and digits.
DalStatus dal_figure_svg(DalFigure *figure, const char *id, DalResult **result);
// The figure for a terminal so wide; rows: of a panel, at most.
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
  const char *label;           // as the model calls it; "" without one
  const char *title;           // the label, or else its own words
  const char *kind;            // "equation", "conserved", "cyclic", "equilibrium", ...
  size_t line;                 // in the model; 0 without a place
  bool denied;                 // the model says that it is false
  bool passes;                 // as the model says
  DalVerdict verdict;          // on the formula
  const char *proof;           // of a proved one: "algebra", "points"; or NULL
  double odds;                 // by points: of an error, at most; 0: not known
  const char *detail;          // how it was found, the counterexample, or why it is unknown
  const char *counterexample;  // the state that refutes it; or NULL
  const char *piece;  // of the constraint set that the verdict was found on; NULL: all of them
} DalClaim;

typedef struct {
  const char *name;    // of the method
  DalVerdict verdict;  // on its agreement with the first one
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
  bool unfinished;             // a limit was reached: there may be more to say, and ok is false
  const char *dimensions;      // of a model with units: "consistent: kg, m, s"; "" of others
} DalCheck;

// Is the model sound, do all methods that apply give the same motion, do the claims hold? Everything
// that can be is decided exactly. The text is that of the command `check`.
DalStatus dal_model_check(DalModel *model, DalFormat format, DalResult **result);
// What was found, as long as the result; NULL for results of other calls.
const DalCheck *dal_result_check(const DalResult *result);

// The claims that are proved by algebra, each with what was substituted and the identity that remains, as
// JSON that others can check (docs/guide/certificates.md).
DalStatus dal_model_certificate(DalModel *model, DalResult **result);

// --- analysis ------------------------------------------------------------------------------------

// What is asked of a system.
typedef struct {
  size_t size;
  const char *only;    // parts: "constraints, integrals, equilibria, singular"; NULL: all
  unsigned degree;     // of first integrals in the velocities, at most 4; 0: 2
  const char *basis;   // further functions of positions for their coefficients: "1/r, x^3"
  const char *range;   // where equilibria are looked for: "theta=-pi:pi, s=0:2"
  const char *steady;  // a steady motion with these values: "x'=5, theta=pi/2"
  bool linearize;      // the motion near a state, as matrices
  const char *at;      // that state; NULL: the steady motion, or a state of rest
  const char *input;   // parameters that are inputs of it: "F, tau"
  bool csv;            // A and B alone, as a table
  size_t columns;      // that text is to fit, as in a terminal; 0: those of a page
  const char
    *variables;  // of the linearization, in this order: "phi, phi'"; NULL: all independent ones
} DalAnalyzeOptions;

typedef enum { DAL_NO, DAL_YES, DAL_OPEN } DalTruth;

typedef struct {
  const char *name;
  const char *kind;     // "holonomic", "linear", "affine", "nonlinear", "acceleration"
  DalTruth integrable;  // by itself, or with others
  bool alone;           // by itself
  bool redundant;       // follows from others:
  size_t froms;
  const char *const *from;  // these
  bool homogeneous;         // of one degree in the velocities:
  int degree;               // this one; -1 otherwise
  bool with_time;           // t is in it
  size_t factors;           // of a product; 0 otherwise
  const char *const *factor;
  const char *apparent;  // of a nonlinear one, what it really is: "linear", "squares", ...; or NULL
  size_t equations;      // by which it can be replaced then
  const char *const *equation;
} DalConstraint;

// The constraints together.
typedef struct {
  size_t constraints;
  const DalConstraint *constraint;
  size_t coordinates, rank;
  bool has_growth;                    // the next ones are known
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
  bool complete;       // the search: polynomials of this degree in the velocities, so many
  unsigned degree;     // candidates, whose coefficients are made of these functions
  size_t candidates, functions;
  const char *const *function;
  bool unfinished;  // a limit ended the search: there may be more
} DalIntegrals;

// e^(lambda t), or, where small motions are of second order, by lambda^2.
typedef struct {
  double re, im;        // lambda, or lambda^2
  const char *exact;    // in the parameters; or NULL
  const char *kind;     // "oscillating", "linear", "hyperbolic", "decaying", "growing"
  double omega;         // of an oscillation; 0 otherwise
  size_t above;         // in a chain of generalized shapes: its place; 0 for a shape
  const double *shape;  // of each coordinate, then the imaginary parts; or NULL
} DalMode;

typedef struct {
  const double *q;           // of each coordinate
  const char *const *exact;  // the same in the parameters, NULL for any value; or NULL
  const bool *any;           // of each coordinate: it may have any value
  size_t family;             // dimension of the set of equilibria around it
  bool enclosed;             // proved to exist, near those numbers
  bool determined;           // the accelerations are
  const char *stable;        // "stable", "unstable", ...
  const char *reason;
  // in the parameters: stable if all of these hold, which is open; "k*l > g*m"
  size_t conditions;
  const char *const *condition;
  const char *proved;  // "stable" or "unstable" for all values that are assumed; or NULL
  bool second_order;
  size_t modes;
  const DalMode *mode;
  // A0 eta'' = B0 eta in `size` of the coordinates, these; row by row; or NULL
  size_t size;
  const size_t *index;
  const double *A0, *B0;
} DalEquilibrium;

typedef struct {
  size_t equilibria;
  const DalEquilibrium *equilibrium;
  const double *range;  // where they were looked for: low and high of each coordinate; or NULL
  bool unfinished;      // a limit ended the search: there may be more
} DalEquilibria;

// A steady motion, or the motion near a state: w' = f + A w + B u.
typedef struct {
  bool found;
  const char *trouble;  // why not; or NULL
  size_t states;        // coordinates, then velocities or what takes their place
  const char *const *name;
  const double *state;
  bool enclosed;    // proved to exist, near those numbers
  bool holds_time;  // the equations depend on t, which is held at `time`
  double time;
  size_t variables, ignorables, inputs;
  const char *const *variable, *const *ignorable, *const *input;
  const double *f, *A, *B;   // row by row
  const double *eigenvalue;  // of A: real and imaginary part of each
  const char *stable;        // of a steady motion; or NULL
} DalLinearization;

// States where accelerations or reactions are not determined: all equations hold, no `nonzero` does.
typedef struct {
  const char *cause;  // "mass", "constraints", "both"
  size_t equations, nonzeros;
  const char *const *equation, *const *nonzero;
  bool proved;
  bool real;  // there is such a real state; else none was found
} DalSingular;

typedef struct {
  size_t singulars;
  const DalSingular *singular;
  bool everywhere;  // accelerations are determined at no state
  bool complete;    // these are all
} DalSingulars;

// Which dimensions the names of the model have.
typedef struct {
  size_t names, lost, groups;
  const char *const *name, *const *dimension;  // those that are known: "g", "m/s^2"
  const char *const *lost_dimension;           // what is a pure number here though it has one
  size_t scalings;                             // free choices of units
  const char *const *group;                    // products of parameters that are pure numbers
  const char *time;                            // one that is a time; or NULL
} DalDimensions;

// What was found; NULL for parts that were not asked for.
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

// Constraints, first integrals, equilibria with their modes, singular states, as the command
// `analyze` prints them.
DalStatus dal_model_analyze(DalModel *model, const DalAnalyzeOptions *options, DalFormat format,
                            DalResult **result);
// What was found, as long as the result; NULL for results of other calls.
const DalAnalysis *dal_result_analysis(const DalResult *result);

// --- source text ---------------------------------------------------------------------------------

typedef struct {
  size_t size;
  const char *target;  // NULL: "c", one self-contained file of C99; "js", "python", "matlab", "fortran", "rust"
  const char *name;    // all names in the text begin with it; NULL: "model"
  // of the targets "fmu2" and "fmu3":
  const char *input;   // "F, tau": parameters that become inputs; or NULL
  int source_only;     // not 0: without compiled code
} DalExportOptions;

// The equations of motion as source text, with the initial state and the values of the parameters; or, with
// the targets "fmu2" and "fmu3", a Functional Mock-up Unit: bytes of an archive, for dal_result_write.
DalStatus dal_model_export(DalModel *model, const DalExportOptions *options, DalResult **result);

// --- reports -------------------------------------------------------------------------------------

typedef enum {
  DAL_REPORT_HTML,  // one page that loads nothing, for a browser
  DAL_REPORT_LATEX  // a document that compiles
} DalReportFormat;

typedef struct {
  size_t size;
  DalReportFormat format;
  const char *method;  // NULL: the natural one
  // seconds of processor time for what can be left out: claims, motion, analysis, closed forms; the page
  // says what is missing, and a warning does; 0: 8
  double work;
} DalReportOptions;

// Model, equations, motion, claims and every step of the derivation. The motion is the one that the
// model asks for; if it has no motion, or that ends early, the report says why. A claim that is refuted is reported,
// but is not a failure. Derives the equations again.
DalStatus dal_model_report(DalModel *model, const DalReportOptions *options, DalResult **result);

// A run of the model as an animation: one page that loads nothing, for a browser. DAL_INPUT if the run does not have
// the coordinates and velocities of the model, DAL_DOMAIN if the model has no points or bodies.
DalStatus dal_model_animation(DalModel *model, const DalRun *run, DalResult **result);

// The same as a film, written to path: .gif, or .mp4 by ffmpeg, DAL_LIMIT if that is missing or fails. The result has
// no text.
DalStatus dal_model_film(DalModel *model, const DalRun *run, const char *path, DalResult **result);

// --- the gallery ---------------------------------------------------------------------------------

size_t dal_example_count(void);
const char *dal_example_name(size_t i);
const char *dal_example_text(size_t i);
// The title in the model's `system` statement, copied into title (cut to size bytes with the end).
void dal_example_title(size_t i, char *title, size_t size);

// --- texts as files ------------------------------------------------------------------------------

// The whole text of a file; "-" is standard input. DAL_INPUT if it cannot be read, or has a byte 0.
DalStatus dal_read_text(const char *path, DalResult **result);

// Writes a text to a file that appears only when it is complete; "-" is standard output. If that
// fails, errno says why; DAL_LIMIT if there is no room.
DalStatus dal_write_text(const char *path, const char *text);

// The same for text that comes piece by piece: the function calls put(sink, text) with each of them, which returns false
// if it cannot be written. If the function returns another status than DAL_OK, that is the result, with errno 0, and no file appears.
typedef bool DalPut(void *sink, const char *text);
typedef DalStatus DalPieces(void *context, DalPut *put, void *sink);
DalStatus dal_write_pieces(const char *path, DalPieces *pieces, void *context);

// The same for the text of a result, all of its bytes.
DalStatus dal_result_write(const DalResult *result, const char *path);

// Removes files that are being written, and not yet in their place: for a handler of signals that end
// the program. It may be called from one.
void dal_abandon_files(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
