// report/hdf5.h: the door to HDF5, which is opened when it is first needed, in a child process.

#ifndef REPORT_HDF5_H
#define REPORT_HDF5_H

#include "base/library.h"
#include "report/run_file.h"

// The library that was found, or why there is none; opened in this process, to be asked about. The
// environment variable DALEMBERT_HDF5 may name its file, if that is where the loader does not look.
const Library *hdf5_library(void);

// All that follows works in a child process: whatever the library does, this one continues.

// Is there a library that can be used? Else STATUS_UNABLE, or STATUS_LIMIT if it is for lack of memory,
// and the reason is in `trouble`.
#define HDF5_TROUBLE 300
MUST_USE Status hdf5_find(char trouble[HDF5_TROUBLE]);

// The bytes of an HDF5 file, to be given back with hdf5_free. If that fails, the reason is in `trouble`.
bool hdf5_image(const RunTable *run, Str *image, char trouble[HDF5_TROUBLE]);
void hdf5_free(Str image);

// What is read of a file: the table, title and end; cleared by hdf5_clear.
typedef struct {
  const char **column;
  size_t columns, rows;
  double *at;                                   // row by row
  const char *title, *end, *end_kind, *resume;  // or NULL
  char *bytes;                                  // from the child; the texts are in here
  bool no_memory;                               // that is why it could not be read
} Hdf5Table;

// Returns NULL, or what failed: a function of the library, or what is not as hdf5_image makes it. The
// table is all zero before; the reason, too, lives until hdf5_clear.
const char *hdf5_read(Str bytes, Hdf5Table *table);
void hdf5_clear(void *table);

#endif
