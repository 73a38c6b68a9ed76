// report/hdf5_child_impl.h: limits of the child processes that use the library, and how they ended.

#ifndef REPORT_HDF5_CHILD_IMPL_H
#define REPORT_HDF5_CHILD_IMPL_H

#include "base/child.h"

// The limits for writing a file of this many bytes.
ChildLimits hdf5_limits_to_write(size_t bytes);
// Returns the reason why there is no file.
const char *hdf5_trouble(ChildEnd end);

// Bytes from the child; not trusted.
typedef struct {
  const char *at;
  size_t left;
} Hdf5Rest;

// Takes the next text; returns NULL if it has no end.
const char *hdf5_next_text(Hdf5Rest *rest);

#endif
