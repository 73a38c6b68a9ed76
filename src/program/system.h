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

// The quantities of one evaluation, in the order the second tape computes them.
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
  bool laid_out;   // inputs and symbols are there
  ARRAY(Output) outputs;
  Evaluator *evaluator;  // NULL until it is asked for
  size_t system_length;  // instructions for M and F alone
  StateProblems
    *problems;  // how states that are given again and again are completed; NULL: not yet known
} Program;

// A derivation that was tried, and the reasons if it was refused.
typedef struct {
  const Method *method;
  Status status;
  Equations equations;
  ARRAY(Diag) refusal;
  size_t errors, warnings;
} KeptDerivation;

// What was found out about a system (program/facts.h).
typedef struct {
  uint64_t key;  // of what the facts depend on
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
  // of the method whittaker: what takes the place of time, and the energy; or NULL
  const char *independent, *energy;
  size_t columns;  // that the text is to fit, as in a terminal; 0: lines as long as they are
} DeriveRequest;

// A mode of a model, with all that was made for it (program/modes.h).
typedef struct KeptMode KeptMode;
// How the model was made, so that it can be made again.
typedef enum { BUILD_PRESET, BUILD_TEXT, BUILD_BRANCH } BuildKind;

typedef struct {
  BuildKind kind;
  const char *name, *path;  // of a text; path NULL: it is no file
  Str text;
} BuildStep;

typedef struct DalModel {
  size_t references;  // to be destroyed: the model itself, its flows, the call under way
  Guard guard;
  GuardWatch watch;   // of every call: cancel and poll
  double seconds;     // that a call may take; 0: any
  double work_limit;  // seconds of processor time that it may take; 0: any
  void (*stage)(void *context, const char *name);  // told when a part of a call begins; or NULL
  size_t memory_limit;                             // bytes
  bool left;                                       // a limit ended the last call in the middle
  Arena arena;                                     // as long as the model
  Arena work;                                      // released after each call
  Arena plans;                                     // of the atlas that is kept
  struct KeptAtlas *kept;                          // for the next motion (program/kept.h); or NULL
  Arena notes;       // messages, and texts that they speak of; released when the next call begins
  Diags diags;       // of the call
  Diags statements;  // of the statements, while `diags` has those of another call
  ExprPool *pool;
  Model *model;
  Model *home;  // while a run is in another mode, the model as all other calls know it; otherwise NULL
  ARRAY(KeptMode *) modes;
  const double *held;  // numbers of the parameters, in the place of those of the model; or NULL
  ARRAY(const Source *) sources;  // the texts it was read from
  ARRAY(BuildStep) steps;
  bool finished;
  bool derived;
  size_t derivations;     // so far: what was made for former equations is not for these
  DeriveRequest request;  // the last that was carried out
  bool redundancy_told;
  Equations equations;
  Program program;
  SystemFacts facts;
} System;

static inline size_t program_inputs(const Program *p) {
  return p->parameters + 1 + 2 * p->n + p->speeds;
}

// What a text about the model calls it.
static inline const char *system_title(const System *m) {
  return m->model->title != NULL && *m->model->title != '\0' ? m->model->title : "A model";
}

// --- equations -----------------------------------------------------------------------------------

// STATUS_INPUT, with a message, if the model is not finished yet (derive.c).
MUST_USE Status system_check_finished(System *m);
// Are the equations those of this request? Derives them; a former program is dropped (derive.c).
bool system_is_derived(const System *m, const DeriveRequest *request);
MUST_USE Status system_derive(System *m, const DeriveRequest *request);
// Keeps the equations as those of their method, for later requests (facts.c).
void system_keep_derivation(System *m);
// The equations; if they are not there, as they were asked for last, or by the natural method.
MUST_USE Status system_equations(System *m);

// Motions that follow begin anew, as the first one did (kept.c).
void system_forget_atlas(System *m);

// After a run that was left in the middle: the model is in the mode, and has the values, that calls know (modes.c).
void system_go_home(System *m);

// Other values for parameters: "m=2, l=0.5"; one factor of a constraint that is a product: "joint=2" (settings.c).
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
  const char *energy;  // the velocities are scaled so that it has this energy; or NULL
} StateRequest;

// What equations by another variable than time start from.
typedef struct {
  double t;
  double energy;  // the constant h
  int direction;  // 1 or -1: does the variable grow with time?
  double pace;    // its rate
} Trajectory;

// Parameters to numbers, into the inputs; the inputs, with these; equations to tapes (compile.c).
MUST_USE Status system_parameters(System *m);
MUST_USE Status system_lay_out(System *m);
MUST_USE Status system_compile(System *m);
// Forgets all of it, as the equations are to be others.
void system_drop_program(System *m);
// Makes equations and tapes, unless they exist; or only equations and inputs, which are enough for
// a run (derive.c).
MUST_USE Status system_ready(System *m);
MUST_USE Status system_prepare(System *m);
// Expressions in the inputs of the program as a tape of them (compile.c).
MUST_USE Status system_tape_of(System *m, const Expr *roots, size_t n, Tape **tape);
// The motion at the state among the inputs of the program, or a message with the reason if there is no motion.
MUST_USE Status system_solve(System *m, EvaluatorMotion *motion);
// Reports a constraint that loses its independence at that state, or that its reaction does not reach,
// where a run is to begin.
MUST_USE Status system_check_start(System *m);
// Reports a constraint that is degenerate, or cannot be met at all (sound.c).
MUST_USE Status system_check_constraints(System *m, const Equations *eq);
void system_report_kink(System *m, const ConstraintRow *row);  // has no derivatives
// Reports that unknown k of the method's problem is not determined.
void system_report_open(System *m, size_t k);
// What observables and methods may use (energies, momenta, quasi-velocities, residuals), written in
// the inputs and in what the motion gives: accelerations, multipliers, reactions.
void system_in_inputs(System *m, Expr *roots, size_t n);
// Expressions as values; reports what is missing: a parameter's value, a quantity not computed.
MUST_USE Status system_lower(System *m, TapeBuilder *b, const Expr *roots, size_t n, Value *values);
// Expressions in the inputs and in what the motion gives, as a tape for evaluator_run; does the
// motion matter to them?
MUST_USE Status system_output_tape(System *m, const Expr *roots, size_t n, Tape **tape);
bool system_needs_motion(System *m, const Expr *roots, size_t n);
Expr system_residual(System *m, size_t constraint);  // as the model states it
// By how much would e change, to first order, if the state changed by its own size? And if all its
// parts changed by 1?
void system_changes_of(System *m, Expr e, Expr *relative, Expr *absolute);
// What the entries of a row are measured by: the sum of the sizes of their terms, and a part of what they
// change with the state if the row vanishes on the piece.
Expr system_row_size(System *m, const Matrix *A, size_t row);
// A place for a tape that is destroyed with the working memory, whatever happens, unless it is
// emptied before.
Tape **system_hold_tape(System *m);
// The same for another arena.
Tape **system_hold_tape_in(Arena *arena);
// The number of a constant expression in the parameters.
MUST_USE Status system_constant(System *m, Expr e, Span span, double *value);

// A state in numbers: t, q, velocities, free speeds, laid out as the inputs after the parameters.
typedef struct {
  ARRAY(double *) rows;
  bool many;  // from a table: the answer is a list
} States;

// The states that `eval` is asked for (state.c).
MUST_USE Status system_states(System *m, const StateRequest *options, States *states);
// The one that a run starts from. *t: when; not a number where that is open, and known then.
MUST_USE Status system_start(System *m, const StateRequest *options, double *t, States *states);

// Completes the state among the inputs of the program: what is given of t, q and velocities (1 + 2n
// flags) holds, and the rest is near what it is there. What is found out for this is kept.
MUST_USE Status system_complete(System *m, const bool *given, const StateRequest *options);
// From here on, how states are completed is found out once for each choice of values that are given, and kept.
void system_keep_problems(System *m);
// The free speeds (or momenta) that go with these velocities, into the inputs of the program.
MUST_USE Status system_find_speeds(System *m, double t, const double *q, const double *velocities);

// An energy given as text, in numbers and parameters (energy.c).
MUST_USE Status system_energy(System *m, const char *text, Expr *energy);
// STATUS_DOMAIN, with a message, if the variable that replaces time rests at the state among the inputs, up to
// rounding.
MUST_USE Status system_check_pace(System *m);
// What the equations by another variable than time start from at the state among the inputs: u of
// them, and the constants.
MUST_USE Status system_trajectory(System *m, double *u, Trajectory *trajectory);

// Reports that LAPACK cannot be loaded; the status of such a failure.
MUST_USE Status system_no_lapack(System *m);

// A text that a request gives, as a source for messages: it lives until the next call
// (source.c).
const Source *system_source(System *m, const char *name, Str text);
const Source *system_keep_source(System *m, const char *name, Str text);  // as long as the model
// An observable of the model, by its name, or any expression, in a part of such a text.
MUST_USE Status system_expression(System *m, Span span, Expr *value);
// The whole text of a file, or of standard input for "-" (file.c).
MUST_USE Status system_read_file(System *m, const char *path, Str *text);

#endif
