// report/hdf5.h: the door to HDF5, which is opened when it is first needed.

#ifndef REPORT_HDF5_H
#define REPORT_HDF5_H

#include "base/library.h"
#include "report/run_file.h"

// The library that was found, or why there is none. The environment variable DALEMBERT_HDF5 may name
// its file, if that is where the loader does not look.
const Library *hdf5_library(void);
const char *hdf5_missing(void);  // NULL, or why it cannot be used

// The bytes of an HDF5 file, to be given back with hdf5_free. Returns NULL, or the function of the
// library that failed. Asked only where nothing is missing.
const char *hdf5_image(const RunTable *run, Str *image);
void hdf5_free(Str image);

// What is read of a file: the table, title and end; cleared by hdf5_clear. From malloc, because the
// library cannot be left in the middle.
typedef struct {
  char **column;
  size_t columns, rows;
  double *at;         // row by row
  char *title, *end;  // or NULL
} Hdf5Table;

// Returns NULL, or what failed: a function of the library, or what is not as hdf5_image makes it.
// Asked only where nothing is missing; the table is all zero before.
const char *hdf5_read(Str bytes, Hdf5Table *table);
void hdf5_clear(void *table);

#endif
