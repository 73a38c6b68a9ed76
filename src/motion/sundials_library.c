// motion/sundials_library.c: opens the libraries of SUNDIALS.
//
// Types and calls change between major versions, so only libraries of the version whose headers the program was
// compiled with fit.

#include "base/arena.h"
#include "motion/run.h"
#include "motion/sundials_impl.h"
#include <pthread.h>
#include <stdio.h>

// One declaration serves both functions of a pair.
#define X(member, cvode, arkode)                                                      \
  _Static_assert(__builtin_types_compatible_p(__typeof__(cvode), __typeof__(arkode)), \
                 #cvode " and " #arkode " have different types");
FUNCTIONS_PAIRS(X)
#undef X

// The sonames of that version, then those of development packages.
#if SUNDIALS_VERSION_MAJOR == 6
static const char *const cvode_files[] = {"libsundials_cvode.so.6", "libsundials_cvode.so", NULL};
static const char *const arkode_files[] = {"libsundials_arkode.so.5", "libsundials_arkode.so",
                                           NULL};
static const char *const klu_files[] = {"libsundials_sunlinsolklu.so.4",
                                        "libsundials_sunlinsolklu.so.4.4.1",  // Debian 12
                                        "libsundials_sunlinsolklu.so", NULL};
#elif SUNDIALS_VERSION_MAJOR == 7
static const char *const cvode_files[] = {"libsundials_cvode.so.7", "libsundials_cvode.so", NULL};
static const char *const arkode_files[] = {"libsundials_arkode.so.6", "libsundials_arkode.so",
                                           NULL};
static const char *const klu_files[] = {"libsundials_sunlinsolklu.so.5",
                                        "libsundials_sunlinsolklu.so", NULL};
#else
#error "SUNDIALS 6 or 7 is needed"
#endif

static Sundials cvode_functions, arkode_functions;
static SundialsKlu *klu_function;
static Library cvode_library, arkode_library, klu_library;

// --- do they fit? --------------------------------------------------------------------------------

static bool has_our_version(Library *library) {
  __typeof__(SUNDIALSGetVersionNumber) *ask;
  int major = 0, minor = 0, patch = 0;
  char label[16] = "";
  if (!library_symbol(library, "SUNDIALSGetVersionNumber", &ask)) return false;
  if (ask(&major, &minor, &patch, label, sizeof label) != 0) return false;
  snprintf(library->version, sizeof library->version, "%d.%d.%d", major, minor, patch);
  if (major == SUNDIALS_VERSION_MAJOR) return true;
  snprintf(library->trouble, sizeof library->trouble, "%s is version %d, not %d", library->file,
           major, SUNDIALS_VERSION_MAJOR);
  return false;
}

// Takes the communicator of a program without MPI. Open MPI's is the address of a variable in the library that
// SUNDIALS itself loads.
static bool take_communicator(Library *library, Sundials *to) {
#if SUNDIALS_VERSION_MAJOR == 6
  (void) library;
  to->communicator = NULL;
  return true;
#elif defined OPEN_MPI
  return library_symbol(library, "ompi_mpi_comm_null", &to->communicator);
#else
  (void) library;
  to->communicator = SUN_COMM_NULL;
  return true;
#endif
}

// two steps, so that ARK is expanded before a name becomes text
#define TAKE_TEXT(member, text) &&library_symbol(library, text, &to->member)
#define TEXT(name) #name
#define TAKE(name) TAKE_TEXT(name, #name)
#define TAKE_AS(member, name) TAKE_TEXT(member, TEXT(name))
#define PAIR_CVODE(member, cvode, arkode) TAKE_AS(member, cvode)
#define PAIR_ARKODE(member, cvode, arkode) TAKE_AS(member, arkode)

static bool cvode_fits(Library *library) {
  Sundials *to = &cvode_functions;
  return has_our_version(library) && take_communicator(library, to) FUNCTIONS_SHARED(TAKE)
                                       FUNCTIONS_CVODE(TAKE) FUNCTIONS_PAIRS(PAIR_CVODE);
}

static bool arkode_fits(Library *library) {
  Sundials *to = &arkode_functions;
  return has_our_version(library) && take_communicator(library, to) FUNCTIONS_SHARED(TAKE)
                                       FUNCTIONS_ARKODE(TAKE_AS) FUNCTIONS_PAIRS(PAIR_ARKODE);
}

// KLU works on objects of CVODE and ARKODE; some builds of it do not know their version.
static bool klu_fits(Library *library) {
  void *ask;
  if (library_has(library, "SUNDIALSGetVersionNumber", &ask) && !has_our_version(library))
    return false;
  return library_symbol(library, "SUNLinSol_KLU", &klu_function);
}

// --- opening -------------------------------------------------------------------------------------

static void load_cvode(void) {
  library_open(&cvode_library, cvode_files, cvode_fits);
}

static void load_arkode(void) {
  library_open(&arkode_library, arkode_files, arkode_fits);
}

static void load_klu(void) {
  library_open(&klu_library, klu_files, klu_fits);
}

const Sundials *sundials_cvode(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_cvode);
  return cvode_library.handle ? &cvode_functions : NULL;
}

const Sundials *sundials_arkode(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_arkode);
  return arkode_library.handle ? &arkode_functions : NULL;
}

SundialsKlu *sundials_klu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_klu);
  return klu_library.handle ? klu_function : NULL;
}

const Library *run_library(RunLibrary which) {
  switch (which) {
    case RUN_LIBRARY_CVODE: sundials_cvode(); return &cvode_library;
    case RUN_LIBRARY_ARKODE: sundials_arkode(); return &arkode_library;
    case RUN_LIBRARY_KLU: break;
  }
  sundials_klu();
  return &klu_library;
}

// --- copies --------------------------------------------------------------------------------------

// The libraries' own functions, for the current run on this thread.
static _Thread_local N_Vector (*vector_copy)(N_Vector vector);
static _Thread_local SUNMatrix (*matrix_copy)(SUNMatrix matrix);

static N_Vector copy_vector(N_Vector vector) {
  const N_Vector copy = vector_copy(vector);
  if (copy == NULL) guard_fail_here(STATUS_LIMIT);
  return copy;
}

static SUNMatrix copy_matrix(SUNMatrix matrix) {
  const SUNMatrix copy = matrix_copy(matrix);
  if (copy == NULL) guard_fail_here(STATUS_LIMIT);
  return copy;
}

void sundials_guard_vector(N_Vector vector) {
  vector_copy = vector->ops->nvclone;
  vector->ops->nvclone = copy_vector;
}

void sundials_guard_matrix(SUNMatrix matrix) {
  matrix_copy = matrix->ops->clone;
  matrix->ops->clone = copy_matrix;
}
