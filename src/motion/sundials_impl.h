// motion/sundials_impl.h: the functions of SUNDIALS that are used, by name.
//
// CVODE and ARKODE are libraries of their own; each contains the vectors, matrices and solvers that
// it needs. Both are opened when they are first needed, like LAPACK.

#ifndef MOTION_SUNDIALS_IMPL_H
#define MOTION_SUNDIALS_IMPL_H

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

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
  X(SUNNonlinSolFree)

// the same thing in both, under two names
#define FUNCTIONS_PAIRS(X)                                                    \
  X(evolve, CVode, ARKStepEvolve)                                             \
  X(restart, CVodeReInit, ARKStepReset)                                       \
  X(derivative_at, CVodeGetDky, ARKStepGetDky)                                \
  X(set_tolerances, CVodeSStolerances, ARKStepSStolerances)                   \
  X(set_user_data, CVodeSetUserData, ARKStepSetUserData)                      \
  X(set_error_handler, CVodeSetErrHandlerFn, ARKStepSetErrHandlerFn)          \
  X(set_stop_time, CVodeSetStopTime, ARKStepSetStopTime)                      \
  X(set_first_step, CVodeSetInitStep, ARKStepSetInitStep)                     \
  X(set_linear_solver, CVodeSetLinearSolver, ARKStepSetLinearSolver)          \
  X(set_jacobian, CVodeSetJacFn, ARKStepSetJacFn)                             \
  X(set_most_error_fails, CVodeSetMaxErrTestFails, ARKStepSetMaxErrTestFails) \
  X(set_most_solver_fails, CVodeSetMaxConvFails, ARKStepSetMaxConvFails)      \
  X(set_most_nil_warnings, CVodeSetMaxHnilWarns, ARKStepSetMaxHnilWarns)      \
  X(next_step, CVodeGetCurrentStep, ARKStepGetCurrentStep)                    \
  X(error_fails, CVodeGetNumErrTestFails, ARKStepGetNumErrTestFails)          \
  X(destroy, CVodeFree, ARKStepFree)

// in one of them only
#define FUNCTIONS_CVODE(X)   \
  X(CVodeCreate)             \
  X(CVodeInit)               \
  X(CVodeSetNonlinearSolver) \
  X(CVodeSetProjFn)          \
  X(CVodeSetProjErrEst)

#define FUNCTIONS_ARKODE(X)     \
  X(ARKStepCreate)              \
  X(ARKStepSetTableNum)         \
  X(ARKStepSetFixedStep)        \
  X(ARKStepSetLSetupFrequency)  \
  X(ARKStepSetJacEvalFrequency) \
  X(ARKStepSetNonlinConvCoef)   \
  X(ARKStepSetMaxNonlinIters)   \
  X(ARKStepSetPostprocessStepFn)

typedef struct {
#define X(name) __typeof__(name) *name;
  FUNCTIONS_SHARED(X)
  FUNCTIONS_CVODE(X)
  FUNCTIONS_ARKODE(X)
#undef X
#define X(member, cvode, arkode) __typeof__(cvode) *member;
  FUNCTIONS_PAIRS(X)
#undef X
} Sundials;

// Solves with a sparse matrix. Its header would want those of SuiteSparse.
typedef SUNLinearSolver SundialsKlu(N_Vector vector, SUNMatrix matrix, SUNContext context);

// NULL where the library, or a function of it, is missing.
const Sundials *sundials_cvode(void);
const Sundials *sundials_arkode(void);
SundialsKlu *sundials_klu(void);

#endif
