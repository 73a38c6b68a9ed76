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
//   dal_model_destroy(m);
//
// A model is built from statements of the model language, a file or a line at a time. Models share
// nothing; one model must not be used by two threads at once. Strings that a function gives out
// live until the model is destroyed.
//
// A wrong call does no harm: with NULL for a model, a run, or a place for the result, before the
// model is finished, or with a number past the last, a function returns DAL_INPUT, NULL, "" or 0.
// NULL for options stands for options that are all zero. The length of an array cannot be checked.

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
  DAL_OK,       // the result is right
  DAL_INPUT,    // the model or the request is wrong; a message says where
  DAL_DOMAIN,   // the result does not exist, e.g. the mass matrix is singular
  DAL_UNABLE,   // the result may exist, but was neither found nor disproved
  DAL_LIMIT,    // a budget ran out: memory, time or number of terms
  DAL_INTERNAL  // this library is at fault
} DalStatus;

typedef enum { DAL_TEXT, DAL_LATEX, DAL_JSON } DalFormat;

typedef struct DalModel DalModel;

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

const char *dal_status_meaning(DalStatus status);

// --- building a model ----------------------------------------------------------------------------

DalModel *dal_model_create(void);  // NULL when there is no memory
void dal_model_destroy(DalModel *model);

// Adds the statements of a file ("-": standard input) or of a string.
DalStatus dal_model_read(DalModel *model, const char *path);
DalStatus dal_model_add(DalModel *model, const char *statements);
// Checks the whole. After this the model can be used, and no statement added.
DalStatus dal_model_finish(DalModel *model);

// Gives parameters other values: "m1=2, g=9.81/6".
DalStatus dal_model_set(DalModel *model, const char *settings);

// The same text before the model is read, for its counts: "n = 50" replaces what `count n = ...`
// says. Other names are passed over; dal_model_set takes them once the model is finished.
DalStatus dal_model_preset(DalModel *model, const char *settings);

// The messages as a JSON object: {"ok": false, "messages": [{"file", "line", "column", "length", "severity",
// "code", "message", "hint"}, ...]}. Columns and lengths count characters.
const char *dal_model_messages_json(DalModel *model);

// Of a constraint that is a product, requires the K-th factor alone: "pivot=2". The factors are
// those that dal_model_analyze lists.
DalStatus dal_model_branch(DalModel *model, const char *branches);

// All errors and warnings so far, as text with the places; "" when there are none.
const char *dal_model_messages(DalModel *model);
// The same for a person to read: the first `most` errors and warnings, and how many more there are.
const char *dal_model_first_messages(DalModel *model, size_t most);
size_t dal_model_errors(const DalModel *model);

const char *dal_model_title(const DalModel *model);
size_t dal_model_coordinates(const DalModel *model);
const char *dal_model_coordinate(const DalModel *model, size_t i);  // "theta1"

// --- equations -----------------------------------------------------------------------------------

// The methods there are; NULL past the last.
const char *dal_method_name(size_t i);
const char *dal_method_title(size_t i);

// Derives the equations of motion. method NULL: the natural one. Done by itself, with the natural
// method, where a function below needs it. Deriving again replaces the equations.
DalStatus dal_model_derive(DalModel *model, const char *method, bool worksheet);

// What dal_model_print shows of the motion.
typedef enum {
  DAL_FORM_AUTO,    // the equations, and the unknowns solved for where that is short
  DAL_FORM_CLOSED,  // the unknowns in closed form, however long
  DAL_FORM_MATRIX   // the equations alone
} DalForm;

// The same with more to choose. Zero for what is left out.
typedef struct {
  const char *method;
  bool worksheet;
  DalForm form;
  // of the method whittaker: the coordinate or quasi-velocity that takes the place of time (NULL:
  // one that moves at the initial state), and the energy as an expression in the parameters (NULL:
  // the symbol h)
  const char *independent;
  const char *energy;
} DalDeriveOptions;

DalStatus dal_model_derive_by(DalModel *model, const DalDeriveOptions *options);

// The derived equations, with the worksheet if it was asked for.
DalStatus dal_model_print(DalModel *model, DalFormat format, const char **text);

// --- numbers -------------------------------------------------------------------------------------

// Size of what is computed, for those who measure.
typedef struct {
  size_t coordinates;
  size_t expressions;         // nodes made so far
  size_t instructions;        // on the tape, for M and F
  size_t solve_instructions;  // and for solving M q'' = F there; 0 if LAPACK does it
} DalSize;

// Makes everything ready for evaluation.
DalStatus dal_model_compile(DalModel *model);
DalSize dal_model_size(const DalModel *model);
// What is computed at a state and how many operations of which kind that takes, as a table.
DalStatus dal_model_tape(DalModel *model, DalFormat format, const char **text);

// The accelerations at a state, all arrays as long as there are coordinates. With constraints the
// state must satisfy them; dal_model_state finds one that does.
DalStatus dal_model_accelerations(DalModel *model, double t, const double *q,
                                  const double *velocities, double *accelerations);
// The mass matrix (row by row) and the right-hand side of M q'' = F there.
DalStatus dal_model_system(DalModel *model, double t, const double *q, const double *velocities,
                           double *M, double *F);

typedef struct {
  const char *at;  // "x=1, x'=0.2", or "@states.csv"; NULL: the initial state
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
                         const char **text);

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
// constraints. DAL_INPUT if a state violates them, and it stays as it is. options may be NULL; `at`
// and `energy` are not for this.
DalStatus dal_model_complete(DalModel *model, const DalEvalOptions *options, size_t states,
                             const bool *given, double *t, double *q, double *velocities);

// --- the flow of a motion ------------------------------------------------------------------------
//
// A motion as y' = f(t, y, p), for integrators of one's own. y has the coordinates, then the speeds
// of the method: velocities, or momenta, or free velocities. For a method in free velocities the
// flow has an edge, where it solves the constraints for others; dal_model_simulate crosses it, a flow
// reports DAL_DOMAIN there. With the method whittaker t is what takes the place of time.

typedef struct DalFlow DalFlow;

typedef struct {
  DalEvalOptions start;  // the state that the flow is made for; it is good elsewhere, too
  bool jacobian;         // dal_flow_jacobian is going to be used
} DalFlowOptions;

// Made once and used often: it takes memory of the model for good. To be destroyed before the model.
// options may be NULL.
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
  DalEvalOptions start;           // the initial state
  const char *from, *to, *every;  // expressions in the parameters; NULL: as the model says
  size_t rows;                    // about so many, unless `every` says; 0: as the model says
  double rtol, atol;              // 0: 1e-10 and 1e-12
  const char *integrator;         // NULL: "dop853", or "taylor" where that is faster
  const char *code;               // "interpreter", "native", "auto"; NULL: auto
  const char *columns;            // further ones: "accelerations, multipliers, reactions"; or NULL
  bool no_projection;             // leaves the drift off the constraints as it is
  size_t steps;                   // at most so many; 0: 10^9
  const volatile int *stop;       // may be NULL; once it is not 0 the run ends and keeps its rows
  void (*progress)(void *context, double done);  // now and then, from 0 to 1; or NULL
  void *progress_context;
} DalRunOptions;

// Why a run ended.
typedef enum {
  DAL_RUN_DONE,         // it reached its end
  DAL_RUN_EVENT,        // at a `stop when` of the model
  DAL_RUN_SINGULAR,     // before a singular state
  DAL_RUN_SMALL_STEP,   // the step became too small
  DAL_RUN_NOT_FINITE,   // there are no finite rates at the initial state
  DAL_RUN_STEPS,        // the most steps were taken
  DAL_RUN_INTERRUPTED,  // *stop was set
  DAL_RUN_FAILED,       // the integrator failed otherwise
  DAL_RUN_STRAYED       // a constraint is violated by more than the tolerances explain
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
} DalRunSummary;

// The integrators there are; NULL past the last.
const char *dal_integrator_name(size_t i);
const char *dal_integrator_title(size_t i);

// Follows the motion. *run, to be destroyed, holds what was computed, and is NULL if nothing was.
// DAL_DOMAIN: the run ended early, and the messages say why.
DalStatus dal_model_simulate(DalModel *model, const DalRunOptions *options, DalRun **run);
void dal_run_destroy(DalRun *run);

DalRunSummary dal_run_summary(const DalRun *run);
size_t dal_run_columns(const DalRun *run);
const char *dal_run_column(const DalRun *run, size_t column);  // "t", "theta1'", ...
size_t dal_run_rows(const DalRun *run);
const double *dal_run_row(const DalRun *run, size_t row);  // as many numbers as there are columns

// Writes the rows as CSV, NPY, JSON or HDF5, by the ending of the path; "-" is CSV on standard
// output.
DalStatus dal_run_write(const DalRun *run, const char *path);
// Could a run be written there? To be asked before a long one.
DalStatus dal_run_can_write(DalModel *model, const char *path);

// --- figures -------------------------------------------------------------------------------------

typedef struct DalFigure DalFigure;

typedef struct {
  // a panel for each: "orbits", "P1, P2" (points), "x1, x2" (expressions against t), "x:x'" (phase
  // portraits), "energy", "constraints". None: orbits if there are points with mass, else coordinates
  const char *const *show;
  size_t shows;
  const char *const *set;  // a run for each, with parameters as dal_model_set takes them; or none
  size_t sets;
  DalRunOptions run;
  const char *saved;  // a file that a run was written to, in the place of a run; or NULL
  bool stretch;       // planar orbits fill their panel: each axis has a scale of its own
} DalPlotOptions;

// Follows motions and makes a figure of them. *figure, to be destroyed before the model, is NULL
// where there is none. DAL_DOMAIN: a run ended early; the figure shows it as far as it goes. With
// `saved` the model may be empty and not finished: the names of columns can be shown then.
DalStatus dal_model_plot(DalModel *model, const DalPlotOptions *options, DalFigure **figure);
void dal_figure_destroy(DalFigure *figure);

// Draws it with gnuplot as SVG, PNG or PDF, by the ending of the path; "-" is SVG on standard output.
// DAL_LIMIT if there is no gnuplot.
DalStatus dal_figure_write(DalFigure *figure, const char *path);
// Has the path such an ending? To be asked before a long run.
DalStatus dal_figure_can_write(DalModel *model, const char *path);
// Writes the script for gnuplot and its data into a folder, which is made if need be.
DalStatus dal_figure_write_script(DalFigure *figure, const char *folder);
// An <svg> element for a page; its ids begin with id: letters and digits.
DalStatus dal_figure_svg(DalFigure *figure, const char *id, const char **svg);
// The figure for a terminal so wide; rows: of a panel, at most.
DalStatus dal_figure_text(DalFigure *figure, size_t columns, size_t rows, bool colour,
                          const char **text);

// --- proof ---------------------------------------------------------------------------------------

// Is the model sound, do all methods that apply give the same motion, do the claims hold? Everything
// that can be is decided exactly. *text: as the command `check` prints it; *ok: all is well.
DalStatus dal_model_check(DalModel *model, DalFormat format, const char **text, bool *ok);

// The claims that are proved by algebra, each with what was substituted and the identity that remains, as
// JSON that others can check (docs/guide/certificates.md).
DalStatus dal_model_certificate(DalModel *model, const char **text);

// --- analysis ------------------------------------------------------------------------------------

// What is asked of a system. Zero for what is left out.
typedef struct {
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
} DalAnalyzeOptions;

// Constraints, first integrals, equilibria with their modes, singular states, as the command
// `analyze` prints them.
DalStatus dal_model_analyze(DalModel *model, const DalAnalyzeOptions *options, DalFormat format,
                            const char **text);

// --- source text ---------------------------------------------------------------------------------

typedef struct {
  const char *target;  // NULL: "c", one self-contained file of C99
  const char *name;    // all names in the text begin with it; NULL: "model"
} DalExportOptions;

// The equations of motion as source text, with the initial state and the values of the parameters.
// options may be NULL.
DalStatus dal_model_export(DalModel *model, const DalExportOptions *options, const char **text);

// --- reports -------------------------------------------------------------------------------------

typedef enum {
  DAL_REPORT_HTML,  // one page that loads nothing, for a browser
  DAL_REPORT_LATEX  // a document that compiles
} DalReportFormat;

typedef struct {
  DalReportFormat format;
  const char *method;  // NULL: the natural one
} DalReportOptions;

// Model, equations, motion, claims and every step of the derivation. The motion is the one that the
// model asks for; where there is none, or it ends early, the report says why. A claim that is
// refuted is reported, and no failure. options may be NULL. Derives the equations again.
DalStatus dal_model_report(DalModel *model, const DalReportOptions *options, const char **text);

// --- the gallery ---------------------------------------------------------------------------------

size_t dal_example_count(void);
const char *dal_example_name(size_t i);
const char *dal_example_text(size_t i);
// The title in the model's `system` statement, copied into title (cut to size bytes with the end).
void dal_example_title(size_t i, char *title, size_t size);

// --- texts as files ------------------------------------------------------------------------------

// Writes a text to a file that appears only when it is complete; "-" is standard output. If that
// fails, errno says why; DAL_LIMIT if there is no room.
DalStatus dal_write_text(const char *path, const char *text);

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
