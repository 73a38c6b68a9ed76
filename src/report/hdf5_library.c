// report/hdf5_library.c: finds and loads HDF5.

#include "report/hdf5_library_impl.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

Hdf5Functions hdf5_functions;

static Library library;

// Versions since 1.10, in which hid_t became longer, are compatible in all that is used here.
static bool has_known_version(Library *found) {
  unsigned major = 0, minor = 0, release = 0;
  h5.H5get_libversion(&major, &minor, &release);
  snprintf(found->version, sizeof found->version, "%u.%u.%u", major, minor, release);
  if (major > 1 || (major == 1 && minor >= 10)) return true;
  snprintf(found->trouble, sizeof found->trouble,
           "%s is version %u.%u; version 1.10 or later is needed", found->file, major, minor);
  return false;
}

static bool fits(Library *found) {
#define X(name) \
  if (!library_symbol(found, #name, &h5.name)) return false;
  HDF5_FUNCTIONS(X)
  HDF5_VALUES(X)
#undef X
  if (!has_known_version(found)) return false;
  if (h5.H5open() >= 0) return true;
  snprintf(found->trouble, sizeof found->trouble, "H5open of %s fails", found->file);
  return false;
}

// The sonames of 1.10, 1.12 and 1.14, as Debian and others name the library.
static void load(void) {
  static const char *const usual[] = {"libhdf5_serial.so.103",
                                      "libhdf5_serial.so.200",
                                      "libhdf5_serial.so.310",
                                      "libhdf5.so.103",
                                      "libhdf5.so.200",
                                      "libhdf5.so.310",
                                      "libhdf5_serial.so",
                                      "libhdf5.so",
                                      NULL};
  const char *const named[] = {getenv("DALEMBERT_HDF5"), NULL};
  library_open(&library, named[0] ? named : usual, fits);
}

const Library *hdf5_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &library;
}

// --- alone with the library ----------------------------------------------------------------------

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

Hdf5Before hdf5_enter(void) {
  Hdf5Before before;
  pthread_mutex_lock(&alone);
  h5.H5Eget_auto2(H5E_DEFAULT, &before.print, &before.print_to);
  h5.H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

void hdf5_leave(Hdf5Before before) {
  h5.H5Eset_auto2(H5E_DEFAULT, before.print, before.print_to);
  pthread_mutex_unlock(&alone);
}
