// report/hdf5_impl.h: the work with the library itself, for the child process that does it.

#ifndef REPORT_HDF5_IMPL_H
#define REPORT_HDF5_IMPL_H

#include "report/hdf5.h"

// What was read; never cleared, since the child ends.
typedef struct {
  char **column;
  size_t columns, rows;
  double *at;                             // row by row
  char *title, *end, *end_kind, *resume;  // or NULL
} Hdf5Content;

#define NO_MEMORY "malloc"  // what failed, if memory was refused

// As hdf5_image and hdf5_read, in this process. NULL, or what failed.
const char *hdf5_make_here(const RunTable *run, Str *image);
const char *hdf5_read_here(Str bytes, Hdf5Content *content);

#endif
