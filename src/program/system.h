// program/system.h: a System: a model, its equations, and the program that evaluates them.
//
// The public header knows it as DalModel.

#ifndef PROGRAM_SYSTEM_H
#define PROGRAM_SYSTEM_H

#include "language/language.h"
#include "methods/methods.h"
#include "motion/evaluator.h"
#include "solve/closed.h"

typedef struct StateProblems StateProblems;  // program/partial_state.h

// The quantities of one evaluation, in the order of the output tape.
typedef struct {
  const char *group;  // "momenta", "energy", ... as `eval` prints them
  const char *name;   // within the group; NULL for a lone number such as the energy
  Expr value;         // in t, q, q', q'' and the parameters
} Output;

typedef struct {
  size_t parameters;  // inputs: parameters, t, q, velocities, free speeds (or momenta) of the state
  size_t n, speeds;
  double *inputs;  // parameters filled in; the rest changes from state to state
  Expr *symbols;   // of the inputs
  bool laid_out;   // inputs and symbols exist
  ARRAY(Output) outputs;
  Evaluator *evaluator;  // NULL until needed
  size_t system_length;  // instructions for M and F alone
  StateProblems
    *problems;  // how states that are given repeatedly are completed; NULL: not known yet
} Program;

// A derivation that was tried, and the reasons if it was refused.
typedef struct {
  const Method *method;
  const ConstraintUse *use;  // of each declared constraint, in another mode; NULL: in the mode of the system
  Status status;
  Equations equations;
  ARRAY(Diag) refusal;
  size_t errors, warnings;
} KeptDerivation;

// Equations that depend on no value, and the key of their constraints.
typedef struct {
  uint64_t key;
  const Equations *equations;
} LastingEquations;

// Facts found about a system (program/facts.h).
typedef struct {
  uint64_t key;  // of everything the facts depend on
  ARRAY(KeptDerivation *) derivations;
  // of the equations with this number: [closed][with reactions]; or NULL
  SolvedForms *forms[2][2];
  size_t forms_of;
} SystemFacts;

// A request for equations.
typedef struct {
  const char *method;  // NULL: the natural one
  bool worksheet;
  EquationForm form;
  // for the method whittaker: the variable that replaces time, and the energy; or NULL
  const char *independent, *energy;
  size_t columns;  // width that the text must fit, as in a terminal; 0: lines as long as they are
} DeriveRequest;

// A mode of a model, with everything made for it (program/modes.h).
typedef struct KeptMode KeptMode;
// The steps by which the model was built, so that it can be built again.
typedef enum { BUILD_PRESET, BUILD_TEXT, BUILD_BRANCH } BuildKind;

typedef struct {
  BuildKind kind;
  const char *name, *path;  // of a text; path NULL: not from a file
  Str text;
} BuildStep;

typedef struct DalModel {
  size_t references;  // to be released: the model itself, its flows, the current call
  Guard guard;
  GuardWatch watch;   // of every call: cancel and poll
  double seconds;     // that a call may take; 0: no limit
  double work_limit;  // seconds of processor time that it may take; 0: no limit
  double reading;     // seconds of processor time that reading the model took
  void (*stage)(void *context, const char *name);  // called when a part of a call begins; or NULL
  size_t memory_limit;                             // bytes
  bool left;                                       // a limit interrupted the last call
  Arena arena;                                     // lives as long as the model
  Names setting_names;                             // texts of settings, each kept once, and their places in
  ARRAY(const Source *) settings;
  Arena work;                                      // released after each call
  Arena plans;                                     // of the atlas that is kept
  struct KeptAtlas *kept;                          // for the next motion (program/kept.h); or NULL
  Arena notes;       // messages, and the texts they refer to; released when the next call begins
  Diags diags;       // of the call
  Diags statements;  // of the statements, while `diags` has those of another call
  ExprPool *pool;
  Model *model;
  Model *home;  // the model as other calls know it, while a run is in another mode; otherwise NULL
  ARRAY(KeptMode *) modes;
  const double *held;  // numbers of the parameters, instead of those of the model; or NULL
  ARRAY(const Source *) sources;  // the texts it was read from
  ARRAY(BuildStep) steps;
  bool finished;
  bool derived;
  size_t derivations;     // so far: results for former equations are not valid for these
  DeriveRequest request;  // the last one that was carried out
  bool redundancy_reported;
  Equations equations;
  Program program;
  SystemFacts facts;
  ARRAY(LastingEquations) lasting;  // of all modes
} System;

static inline size_t program_inputs(const Program *p) {
  return p->parameters + 1 + 2 * p->n + p->speeds;
}

// Returns the name of the model in texts.
static inline const char *system_title(const System *m) {
  return m->model->title != NULL && *m->model->title != '\0' ? m->model->title : "A model";
}

// --- equations -----------------------------------------------------------------------------------

// STATUS_INPUT, with a message, if the model is not finished yet (derive.c).
MUST_USE Status system_check_finished(System *m);
// Reports whether the equations are those of this request; derives them, dropping a former program (derive.c).
bool system_is_derived(const System *m, const DeriveRequest *request);
MUST_USE Status system_derive(System *m, const DeriveRequest *request);
// Keeps the equations as those of their method, for later requests (facts.c).
void system_keep_derivation(System *m);
// Makes the equations unless they exist, as last requested, or by the natural method.
MUST_USE Status system_equations(System *m);

// Makes the motions that follow start from scratch, like the first one (kept.c).
void system_forget_atlas(System *m);

// After an interrupted run: restores the mode and the values that calls know (modes.c).
void system_go_home(System *m);

// Sets values of parameters: "m=2, l=0.5"; chooses one factor of a constraint that is a product: "joint=2"
// (settings.c).
MUST_USE Status system_set(System *m, const char *settings);
MUST_USE Status system_branch(System *m, const char *branches);

// --- states --------------------------------------------------------------------------------------

// A request for a state.
typedef struct {
  const char *at;      // "x=1, x'=0.2"; NULL: the initial state
  const char *table;   // CSV, one state per row, instead of `at`; or NULL
  const char *name;    // of the table in messages; NULL: "states"
  double tolerance;    // of the constraints, relative to their terms; 0: 1e-8
  bool project;        // move the state to the nearest one that satisfies the constraints
  bool as_is;          // take it even if it violates them
  const char *energy;  // the velocities are scaled to give this energy; or NULL
} StateRequest;

// Convert parameters to numbers, into the inputs; lay out the inputs, with these; convert equations to tapes
// (compile.c).
MUST_USE Status system_parameters(System *m);
MUST_USE Status system_lay_out(System *m);
MUST_USE Status system_compile(System *m);
// Drops all of these, because the equations will change.
void system_drop_program(System *m);
// Make equations and tapes, unless they exist; or only equations and inputs, which are enough for a run (derive.c).
MUST_USE Status system_ready(System *m);
MUST_USE Status system_prepare(System *m);
// Makes a tape of expressions in the inputs of the program (compile.c).
MUST_USE Status system_tape_of(System *m, const Expr *roots, size_t n, Tape **tape);
// Finds the motion at the state among the inputs of the program, or reports why there is none.
MUST_USE Status system_solve(System *m, EvaluatorMotion *motion);
// Reports a constraint that loses its independence at that state, where a run is to start, or that its reaction
// does not reach.
MUST_USE Status system_check_start(System *m);
// Reports a constraint that is degenerate, or cannot be satisfied at all (sound.c).
MUST_USE Status system_check_constraints(System *m, const Equations *eq);
void system_report_kink(System *m, const ConstraintRow *row);  // has no derivatives
// Returns the name of the quantity whose rate is unknown k of the method, a speed of the model or the coordinate of a
// velocity or momentum, and its place, unless span is NULL.
const char *system_unknown(const System *m, size_t k, Span *span);
// Reports that unknown k of the method's problem is not determined.
void system_report_open(System *m, size_t k);
// Writes quantities that observables and methods may use (energies, momenta, quasi-velocities, residuals) in
// terms of the inputs and of the motion: accelerations, multipliers, reactions.
void system_in_inputs(System *m, Expr *roots, size_t n);
// Lowers expressions to values; reports what is missing: a parameter's value, a quantity not computed.
MUST_USE Status system_lower(System *m, TapeBuilder *b, const Expr *roots, size_t n, Value *values);
// Makes a tape of expressions in the inputs and the motion, for evaluator_run; reports whether they depend on
// the motion.
MUST_USE Status system_output_tape(System *m, const Expr *roots, size_t n, Tape **tape);
bool system_needs_motion(System *m, const Expr *roots, size_t n);
// Returns how much e would change, to first order, if the state changed by its own size, and if all its parts
// changed by 1.
void system_changes_of(System *m, Expr e, Expr *relative, Expr *absolute);
// Returns the scale of the entries of a row: the sum of the sizes of their terms and, if the row vanishes on
// the piece, a fraction of their change with the state.
Expr system_row_size(System *m, const Matrix *A, size_t row);
// Returns a place for a tape that is destroyed with the working memory in any case, unless it is emptied before.
Tape **system_hold_tape(System *m);
// Does the same for another arena.
Tape **system_hold_tape_in(Arena *arena);
// Evaluates a constant expression in the parameters.
MUST_USE Status system_constant(System *m, Expr e, Span span, double *value);

// A state in numbers: t, q, velocities, free speeds, laid out as the inputs after the parameters.
typedef struct {
  ARRAY(double *) rows;
  bool many;  // from a table: the answer is a list
} States;

// Finds the states that `eval` is asked for (state.c).
MUST_USE Status system_states(System *m, const StateRequest *options, States *states);
// Finds the state that a run starts from. *t: the time; NaN if it is open, and then filled in.
MUST_USE Status system_start(System *m, const StateRequest *options, double *t, States *states);

// Completes the state among the inputs of the program: given values of t, q and velocities (1 + 2n flags) hold,
// and the others stay near their present values. Preparations for this are kept.
MUST_USE Status system_complete(System *m, const bool *given, const StateRequest *options);
// Keeps the preparations for completing states from here on, one for each choice of given values.
void system_keep_problems(System *m);
// Finds the free speeds (or momenta) that belong to these velocities, into the inputs of the program.
MUST_USE Status system_find_speeds(System *m, double t, const double *q, const double *velocities);

// Parses an energy, in numbers and parameters (energy.c).
MUST_USE Status system_energy(System *m, const char *text, Expr *energy);
// Returns what `simulate` in the model says. It speaks of times: nothing for equations that advance by something else.
Simulation system_simulation(const System *m);
// Returns the variable that the equations advance by at the state among the inputs: t, a coordinate, or 0 for a
// quasi-coordinate, which is counted from there; and its rate by time, accurately enough for its sign.
double system_variable(const System *m);
double system_pace(System *m);
// Returns STATUS_DOMAIN, with a message, if a variable that replaces time rests at the state among the inputs, up to
// rounding.
MUST_USE Status system_check_pace(System *m);
// Finds u of the equations at the state among the inputs, and the constants of a run that starts there.
MUST_USE Status system_trajectory(System *m, double *u, double *constants);

// Reports that LAPACK cannot be loaded; returns the status for that.
MUST_USE Status system_no_lapack(System *m);

// Makes a source for messages from a text in a request; it lives until the next call (source.c).
const Source *system_source(System *m, const char *name, Str text);
const Source *system_keep_source(System *m, const char *name, Str text);  // as long as the model
// Parses an observable of the model, by its name, or any expression, in a part of such a text.
MUST_USE Status system_expression(System *m, Span span, Expr *value);
// Reads the whole text of a file, or of standard input for "-" (file.c).
MUST_USE Status system_read_file(System *m, const char *path, Str *text);

#endif
