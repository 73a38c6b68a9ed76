// report/hdf5_impl.h: work with the library itself, inside the child process.

#ifndef REPORT_HDF5_IMPL_H
#define REPORT_HDF5_IMPL_H

#include "report/hdf5.h"

// Content read from a file; never freed, since the child ends.
typedef struct {
  char **column;
  size_t columns, rows;
  double *at;                             // row by row
  char *title, *end, *end_kind, *resume;  // or NULL
} Hdf5Content;

#define NO_MEMORY "malloc"  // reported as what failed if memory was refused

// The same as hdf5_image and hdf5_read, in this process. Return NULL, or what failed.
const char *hdf5_make_here(const RunTable *run, Str *image);
const char *hdf5_read_here(Str bytes, Hdf5Content *content);

#endif
