// api/api_impl.h: what a DalModel is made of.

#ifndef API_API_IMPL_H
#define API_API_IMPL_H

#include "dalembert.h"
#include "language/language.h"
#include "methods/methods.h"
#include "motion/evaluator.h"

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
  ARRAY(Output) outputs;
  Evaluator *evaluator;
  size_t system_length;  // instructions for M and F alone
} Program;

struct DalModel {
  Guard guard;
  Arena arena;  // as long as the model
  Arena work;   // released after each call
  Diags diags;
  ExprPool *pool;
  Model *model;
  ARRAY(const Source *) sources;  // the texts it was read from
  bool finished;
  bool derived;
  DalForm form;  // as the derivation was asked for
  bool redundancy_told;
  Equations equations;
  Program program;  // evaluator NULL until compiled
};

static inline size_t program_inputs(const Program *p) {
  return p->parameters + 1 + 2 * p->n + p->speeds;
}

// What a text about the model calls it.
static inline const char *api_title(const DalModel *m) {
  return m->model->title != NULL && *m->model->title != '\0' ? m->model->title : "A model";
}

// Parameters to numbers, into the inputs; equations to tapes (compile.c).
MUST_USE Status api_parameters(DalModel *m);
MUST_USE Status api_compile(DalModel *m);
// Equations and tapes, where they are not there yet (pipeline.c).
MUST_USE Status api_ready(DalModel *m);
// The motion at the state among the inputs of the program; tells why there is none.
MUST_USE Status api_solve(DalModel *m, EvaluatorMotion *motion);
// Reports a constraint that loses its independence at that state, where a run is to begin.
MUST_USE Status api_check_start(DalModel *m);
// Reports a constraint that is degenerate, or cannot be met at all (sound.c).
MUST_USE Status api_check_constraints(DalModel *m, const Equations *eq);
// Reports that unknown k of the method's problem is not determined.
void api_report_open(DalModel *m, size_t k);
// What observables and methods may use (energies, momenta, quasi-velocities, residuals), written in
// the inputs and in what the motion gives: accelerations, multipliers, reactions.
void api_in_inputs(DalModel *m, Expr *roots, size_t n);
// Expressions as values; tells what is missing: a parameter's value, a quantity not computed.
MUST_USE Status api_lower(DalModel *m, TapeBuilder *b, const Expr *roots, size_t n, Value *values);
Expr api_residual(DalModel *m, size_t constraint);  // as the model states it
Expr api_reaction(DalModel *m, size_t coordinate);  // the symbol
// A place for a tape that is destroyed with the working memory, whatever happens, unless it is
// emptied before.
Tape **api_hold_tape(DalModel *m);
// The number of a constant expression in the parameters.
MUST_USE Status api_constant(DalModel *m, Expr e, Span span, double *value);

// A state in numbers: t, q, velocities, free speeds, laid out as the inputs after the parameters.
typedef struct {
  ARRAY(double *) rows;
  bool many;  // from a file: the answer is a list
} States;

// The states that `eval` is asked for (state.c).
MUST_USE Status api_states(DalModel *m, const DalEvalOptions *options, States *states);
// The one that a run starts from. *t: when; not a number where that is open, and known then.
MUST_USE Status api_start(DalModel *m, const DalEvalOptions *options, double *t, States *states);

// The free speeds (or momenta) that go with these velocities, into the inputs of the program.
MUST_USE Status api_find_speeds(DalModel *m, double t, const double *q, const double *velocities);

// An energy given as text, in numbers and parameters (energy.c).
MUST_USE Status api_energy(DalModel *m, const char *text, Expr *energy);
// STATUS_DOMAIN, with the reason told, where what takes the place of time rests at the state among
// the inputs, up to rounding.
MUST_USE Status api_check_pace(DalModel *m);
// What the equations by another variable than time start from at the state among the inputs: u of
// them, and the constants.
MUST_USE Status api_trajectory(DalModel *m, double *u, DalTrajectory *trajectory);

// Tells that LAPACK cannot be loaded; the status of such a failure.
MUST_USE Status api_no_lapack(DalModel *m);

// The whole text of a file, or of standard input for "-" (file.c).
MUST_USE Status api_read_file(DalModel *m, const char *path, Str *text);

#endif
