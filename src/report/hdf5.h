// report/hdf5.h: the door to HDF5, a library that is loaded when first needed, in a child process.

#ifndef REPORT_HDF5_H
#define REPORT_HDF5_H

#include "base/library.h"
#include "report/run_file.h"

// Returns the library that was found, or why there is none. It is loaded into this process only to be asked about. The
// environment variable DALEMBERT_HDF5 may name its file if the loader does not find it.
const Library *hdf5_library(void);

// Everything below works in a child process: this one continues whatever the library does.

// Is there a usable library? Otherwise returns STATUS_UNABLE, or STATUS_LIMIT if memory was refused, with the reason in
// `trouble`.
#define HDF5_TROUBLE 300
MUST_USE Status hdf5_find(char trouble[HDF5_TROUBLE]);

// Makes the bytes of an HDF5 file; free them with hdf5_free. On failure the reason is in `trouble`.
bool hdf5_image(const RunTable *run, Str *image, char trouble[HDF5_TROUBLE]);
void hdf5_free(Str image);

// The part of a file that is read: table, title and end. Cleared by hdf5_clear.
typedef struct {
  const char **column;
  size_t columns, rows;
  double *at;                                   // row by row
  const char *title, *end, *end_kind, *resume;  // or NULL
  char *bytes;                                  // from the child; holds the texts
  bool no_memory;                               // why it could not be read
} Hdf5Table;

// Reads a file into a zeroed table. Returns NULL, or what failed: a function of the library, or a difference from the
// files of hdf5_image. That text lives until hdf5_clear, too.
const char *hdf5_read(Str bytes, Hdf5Table *table);
void hdf5_clear(void *table);

#endif
