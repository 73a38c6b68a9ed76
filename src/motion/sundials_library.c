// motion/sundials_library.c: opens the libraries of SUNDIALS.

#include "motion/sundials_impl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// One declaration stands for both of a pair.
#define X(member, cvode, arkode)                                                      \
  _Static_assert(__builtin_types_compatible_p(__typeof__(cvode), __typeof__(arkode)), \
                 #cvode " and " #arkode " have different types");
FUNCTIONS_PAIRS(X)
#undef X

// The versions whose headers the program is compiled with.
#define CVODE_FILE "libsundials_cvode.so.6"
#define ARKODE_FILE "libsundials_arkode.so.5"
// As it is named by Debian, and by SUNDIALS.
static const char *const klu_files[] = {"libsundials_sunlinsolklu.so.4.4.1",
                                        "libsundials_sunlinsolklu.so.4"};

static Sundials cvode_functions, arkode_functions;
static bool have_cvode, have_arkode;
static SundialsKlu *klu_function;

static bool load_symbol(void *library, const char *name, void *to) {
  void *symbol = dlsym(library, name);
  memcpy(to, &symbol, sizeof symbol);
  return symbol != NULL;
}

#define SHARED(name) &&load_symbol(library, #name, &to->name)
#define PAIR_CVODE(member, cvode, arkode) &&load_symbol(library, #cvode, &to->member)
#define PAIR_ARKODE(member, cvode, arkode) &&load_symbol(library, #arkode, &to->member)

static void load_cvode(void) {
  void *library = dlopen(CVODE_FILE, RTLD_NOW | RTLD_LOCAL);
  Sundials *to = &cvode_functions;
  have_cvode =
    library != NULL FUNCTIONS_SHARED(SHARED) FUNCTIONS_CVODE(SHARED) FUNCTIONS_PAIRS(PAIR_CVODE);
}

static void load_arkode(void) {
  void *library = dlopen(ARKODE_FILE, RTLD_NOW | RTLD_LOCAL);
  Sundials *to = &arkode_functions;
  have_arkode =
    library != NULL FUNCTIONS_SHARED(SHARED) FUNCTIONS_ARKODE(SHARED) FUNCTIONS_PAIRS(PAIR_ARKODE);
}

static void load_klu(void) {
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof klu_files / sizeof *klu_files; i++)
    library = dlopen(klu_files[i], RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) load_symbol(library, "SUNLinSol_KLU", &klu_function);
}

const Sundials *sundials_cvode(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_cvode);
  return have_cvode ? &cvode_functions : NULL;
}

const Sundials *sundials_arkode(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_arkode);
  return have_arkode ? &arkode_functions : NULL;
}

SundialsKlu *sundials_klu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_klu);
  return klu_function;
}
