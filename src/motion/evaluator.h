// motion/evaluator.h: from a state to accelerations and other quantities, in numbers.
//
// The system tape gives the free system and its constraints at a state. The motion's tape, the same as in a
// run, solves them. If it has lost digits, or the system is too large for a tape, LAPACK solves them, or the
// reduced problem of a method in free speeds, which has its own tape. A last tape gives everything that depends
// on the accelerations.

#ifndef MOTION_EVALUATOR_H
#define MOTION_EVALUATOR_H

#include "motion/constrained.h"
#include "tape/tape.h"

typedef struct Evaluator Evaluator;

typedef enum {
  EVALUATE_FREE,            // M q'' = F
  EVALUATE_NULL_SPACE,      // M q'' = F + B^T lambda, A q'' = b, by the null space of B
  EVALUATE_PSEUDO_INVERSE,  // the same by the pseudo-inverse of A M^(-1/2)
  EVALUATE_REDUCED          // q' = psi(q, u, t), G u' = Z and constraints, q'' = psi_z u' + drift
} EvaluatorKind;

typedef struct {
  EvaluatorKind kind;
  size_t n, r;        // coordinates, constraints
  size_t m, rows;     // of a reduced problem: unknowns, constraints on them
  size_t rank;        // of A at regular states
  size_t velocities;  // position of q' among the inputs; a reduced problem fills them in
  Tape *system;  // inputs -> M (lower triangle by rows), F; A, B, b, row sizes
  Tape *enter;   // inputs -> those of the motion's tape after the parameters; NULL if they are the same
  Tape *motion;  // -> outputs of the system tape; q', q'', lambda, reactions, u' or z'; pivots, their scales; or NULL
  size_t watched;        // number of pivots
  bool system_of_rates;  // of a reduced problem: the system is for u' = p', not q''
  Tape *reduced;  // inputs -> G (lower triangle), Z; A, b, row sizes; psi, psi_z, drift; or NULL
  Tape *speeds;   // inputs -> psi_z, drift of free speeds that the problem lacks; or NULL
  Tape *outputs;  // inputs, q'', lambda, reactions, then output_rates of z' -> outputs; may be NULL
  // free speeds of the model; without any, the unknowns are some of the q'', or p'
  size_t output_rates;
} EvaluatorParts;

// Takes over the tapes. NULL without memory (the tapes are destroyed in that case, too).
Evaluator *evaluator_create(EvaluatorParts parts);
void evaluator_destroy(Evaluator *e);

// The motion at a state; valid until the next evaluator_solve.
typedef struct {
  const double *acceleration;  // n
  const double *lambda;        // r
  const double *reaction;      // n: M q'' - F, or M u' - F
  const double *speed_rate;    // m
} EvaluatorMotion;

typedef enum {
  EVALUATED,
  EVALUATED_SINGULAR_MASS,  // the acceleration of `bad` is not determined
  EVALUATED_NOT_FINITE,     // the acceleration of `bad` is not finite
  EVALUATED_KINK,           // the rows of the constraints marked in `loses` are not finite
  EVALUATED_SINGULAR,       // the constraints marked in `loses` lose rank
  EVALUATED_UNREACHED,      // the reactions of the marked servo constraints do not reach them
  EVALUATED_INCONSISTENT,   // the marked constraints contradict each other
  EVALUATED_OTHER_RANK,     // the marked constraints were taken to depend on others, but do not
  EVALUATED_EDGE,           // the reduced problem loses digits: its acceleration of `bad` is wrong
  EVALUATED_OTHER_BRANCH    // the problem was reduced on a branch where `bad` has another velocity
} EvaluatorTrouble;

typedef struct {
  EvaluatorTrouble trouble;
  size_t bad;
  const bool *loses;  // r
} EvaluatorFailure;

// Computes the motion at a state. STATUS_DOMAIN with the failure if there is no motion; STATUS_UNABLE if LAPACK is
// needed and missing.
MUST_USE Status evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion,
                                EvaluatorFailure *failure);
// Does the same by LAPACK alone, which finds ranks by singular values.
MUST_USE Status evaluator_judge(Evaluator *e, double *inputs, EvaluatorMotion *motion,
                                EvaluatorFailure *failure);
// Computes the outputs at the state last solved.
void evaluator_outputs(Evaluator *e, const double *inputs, double *outputs);
// Runs another tape with the same inputs as `outputs` at that state; `work` is its workspace, started.
void evaluator_run(const Evaluator *e, const Tape *tape, double *work, const double *inputs,
                   double *outputs);
// Decides whether a state is refused if its velocities are not those of a reduced problem; true by default.
void evaluator_check_branch(Evaluator *e, bool check);
// Sets the rank of the constraints at regular states. Returns the previous one.
size_t evaluator_set_rank(Evaluator *e, size_t rank);
// Computes M (full, n*n) of the system tape at a state.
void evaluator_mass(Evaluator *e, const double *inputs, double *M);
// Gives M (full, n*n) and F of M q'' = F at the state last solved. STATUS_DOMAIN if there is no M: the system
// is for u' = p', and its H_pp is singular.
MUST_USE Status evaluator_system(const Evaluator *e, double *M, double *F);

// Gives A, B (r*n) and b of the constraints at the state last solved: A q'' = b, with reactions B^T lambda.
void evaluator_constraints(const Evaluator *e, double *A, double *B, double *b);

// A tape and its displayed name.
typedef struct {
  const char *name;
  const Tape *tape;
} NamedTape;
#define EVALUATOR_TAPES 5
size_t evaluator_tapes(const Evaluator *e, NamedTape tapes[EVALUATOR_TAPES]);

size_t evaluator_length(const Evaluator *e);  // instructions that evaluator_solve runs

#endif
