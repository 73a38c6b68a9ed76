// api/libraries.c: the libraries in use and their versions.

#include "dalembert.h"
#include "base/lazy.h"
#include "expr/versions.h"
#include "ground/sparse.h"
#include "ground/versions.h"
#include "motion/linear.h"
#include "motion/run.h"
#include "report/hdf5.h"

static DalLibrary lazy(const char *name, const char *version) {
  return (DalLibrary){.name = name,
                      .version = version != NULL ? version : "",
                      .trouble = version == NULL ? lazy_trouble() : NULL};
}

static DalLibrary opened(const char *name, const Library *library) {
  const char *trouble = library->handle ? NULL : library->trouble;
  return (DalLibrary){name, library->version, library->file, trouble};
}

DalLibrary dal_library(size_t i) {
  switch (i) {
    case 0: return lazy("FLINT", expr_flint_version());
    case 1: return lazy("Arb", ground_arb_version());
    case 2: return lazy("MPFR", expr_mpfr_version());
    case 3: return lazy("GMP", expr_gmp_version());
    case 4: return opened("LAPACK", linear_library());
    case 5: return opened("CVODE", run_library(RUN_LIBRARY_CVODE));
    case 6: return opened("ARKODE", run_library(RUN_LIBRARY_ARKODE));
    case 7: return opened("KLU", run_library(RUN_LIBRARY_KLU));
    case 8: return opened("SPQR", sparse_library());
    case 9: return opened("HDF5", hdf5_library());
    default: return (DalLibrary){0};
  }
}

const char *dal_library_opening(void) {
  return library_opening();
}
