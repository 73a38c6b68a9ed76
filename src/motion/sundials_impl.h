// motion/sundials_impl.h: the functions of SUNDIALS in use, by name.
//
// CVODE and ARKODE are separate libraries; each contains the vectors, matrices and solvers that it needs, or
// loads them. Both are opened when first needed, like LAPACK.
//
// Versions 6 and 7 are supported. They differ in the communicator of a context, in the handling of messages,
// and in the names of ARKODE's functions; this file and sundials_library.c hide that.

#ifndef MOTION_SUNDIALS_IMPL_H
#define MOTION_SUNDIALS_IMPL_H

#include "base/library.h"
#include "motion/flow.h"
#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// since 7.1 one name serves all kinds of steps of ARKODE
#if SUNDIALS_VERSION_MAJOR > 7 || (SUNDIALS_VERSION_MAJOR == 7 && SUNDIALS_VERSION_MINOR >= 1)
#define ARK(name) ARKode##name
#else
#define ARK(name) ARKStep##name
#endif

// in both libraries, under the same name
#define FUNCTIONS_SHARED(X)  \
  X(SUNContext_Create)       \
  X(SUNContext_Free)         \
  X(N_VMake_Serial)          \
  X(N_VDestroy)              \
  X(SUNDenseMatrix)          \
  X(SUNSparseMatrix)         \
  X(SUNMatDestroy)           \
  X(SUNLinSol_Dense)         \
  X(SUNLinSol_SPGMR)         \
  X(SUNLinSolFree)           \
  X(SUNNonlinSol_FixedPoint) \
  X(SUNNonlinSolFree)        \
  FUNCTIONS_MESSAGES(X)

// handlers of messages: of the integrator, or since 7 of the context
#if SUNDIALS_VERSION_MAJOR == 6
#define FUNCTIONS_MESSAGES(X)
#define PAIRS_MESSAGES(X) X(set_error_handler, CVodeSetErrHandlerFn, ARKStepSetErrHandlerFn)
#else
#define FUNCTIONS_MESSAGES(X)    \
  X(SUNContext_ClearErrHandlers) \
  X(SUNContext_PushErrHandler)   \
  X(SUNContext_GetLogger)        \
  X(SUNLogger_SetErrorFilename)  \
  X(SUNLogger_SetWarningFilename)
#define PAIRS_MESSAGES(X)
#endif

// the same function in both, under two names
#define FUNCTIONS_PAIRS(X)                                                  \
  X(evolve, CVode, ARK(Evolve))                                             \
  X(derivative_at, CVodeGetDky, ARK(GetDky))                                \
  X(restart, CVodeReInit, ARK(Reset))                                       \
  X(set_tolerances, CVodeSStolerances, ARK(SStolerances))                   \
  X(set_user_data, CVodeSetUserData, ARK(SetUserData))                      \
  X(set_stop_time, CVodeSetStopTime, ARK(SetStopTime))                      \
  X(set_most_steps, CVodeSetMaxNumSteps, ARK(SetMaxNumSteps))               \
  X(set_first_step, CVodeSetInitStep, ARK(SetInitStep))                     \
  X(set_linear_solver, CVodeSetLinearSolver, ARK(SetLinearSolver))          \
  X(set_most_error_fails, CVodeSetMaxErrTestFails, ARK(SetMaxErrTestFails)) \
  X(set_most_solver_fails, CVodeSetMaxConvFails, ARK(SetMaxConvFails))      \
  X(set_most_nil_warnings, CVodeSetMaxHnilWarns, ARK(SetMaxHnilWarns))      \
  X(next_step, CVodeGetCurrentStep, ARK(GetCurrentStep))                    \
  X(error_fails, CVodeGetNumErrTestFails, ARK(GetNumErrTestFails))          \
  X(destroy, CVodeFree, ARK(Free))                                          \
  PAIRS_MESSAGES(X)

// in one of them only
#define FUNCTIONS_CVODE(X)   \
  X(CVodeCreate)             \
  X(CVodeInit)               \
  X(CVodeSetNonlinearSolver) \
  X(CVodeSetLinSysFn)        \
  X(CVodeSetProjFn)          \
  X(CVodeSetProjErrEst)

#define FUNCTIONS_ARKODE(X)                           \
  X(ark_create, ARKStepCreate)                        \
  X(ark_set_tables, ARKStepSetTableNum)               \
  X(ark_set_fixed_step, ARK(SetFixedStep))            \
  X(ark_set_setup_every, ARK(SetLSetupFrequency))     \
  X(ark_set_jacobian_every, ARK(SetJacEvalFrequency)) \
  X(ark_set_newton_tolerance, ARK(SetNonlinConvCoef)) \
  X(ark_set_newton_rounds, ARK(SetMaxNonlinIters))    \
  X(ark_set_system, ARK(SetLinSysFn))                 \
  X(ark_set_after_step, ARK(SetPostprocessStepFn))

#if SUNDIALS_VERSION_MAJOR == 6
typedef void *SundialsCommunicator;
#else
typedef SUNComm SundialsCommunicator;
#endif

typedef struct {
  SundialsCommunicator communicator;  // of a program without MPI
#define X(name) __typeof__(name) *name;
  FUNCTIONS_SHARED(X)
  FUNCTIONS_CVODE(X)
#undef X
#define X(member, name) __typeof__(name) *member;
  FUNCTIONS_ARKODE(X)
#undef X
#define X(member, cvode, arkode) __typeof__(cvode) *member;
  FUNCTIONS_PAIRS(X)
#undef X
} Sundials;

// Solves with a sparse matrix. Declared here because its header needs those of SuiteSparse.
typedef SUNLinearSolver SundialsKlu(N_Vector vector, SUNMatrix matrix, SUNContext context);

// Return NULL if the library, or one of its functions, is missing.
const Sundials *sundials_cvode(void);
const Sundials *sundials_arkode(void);
SundialsKlu *sundials_klu(void);

// Guard against lack of memory: SUNDIALS copies vectors and matrices without checking for it. A copy of these
// either succeeds, or ends the current guard_run; memory that SUNDIALS holds is lost then.
void sundials_guard_vector(N_Vector vector);
void sundials_guard_matrix(SUNMatrix matrix);

// --- arithmetic ------------------------------------------------------------------------------------

// Make the vector and all its copies, and the solver with its dense matrix, compute with our own functions.
void sundials_use_own_vector(N_Vector vector);
void sundials_use_own_dense(SUNLinearSolver solver);

// The linear systems 1 - gamma J of an implicit integrator.
typedef struct {
  const Sundials *lib;
  SUNMatrix matrix;  // or NULL
  SUNLinearSolver solver;
  bool sparse;       // the matrix is sparse
  double *entry;     // of the Jacobian, in the order of its pattern
  size_t *diagonal;  // the places of the diagonal among them, if sparse
} SundialsLinear;

// Returns an upper bound of the numbers that it takes besides the state.
size_t sundials_linear_room(const Flow *flow);
// Fills in everything but lib, which is set. Returns 0, or CV_MEM_FAIL; clear it in any case.
int sundials_linear_make(SundialsLinear *l, const Flow *flow, N_Vector vector, SUNContext context);
void sundials_linear_clear(SundialsLinear *l);
// Fills the matrix, with the previous Jacobian or with the one at this state. Returns 0, or 1 if the Jacobian
// is not finite.
int sundials_linear_fill(const SundialsLinear *l, const Flow *flow, double t, const double *y,
                         bool again, double gamma);

#endif
