// report/hdf5_child_impl.h: limits and ends of child processes that use the library.

#ifndef REPORT_HDF5_CHILD_IMPL_H
#define REPORT_HDF5_CHILD_IMPL_H

#include "base/child.h"

// For writing a file of this many bytes.
ChildLimits hdf5_limits_to_write(size_t bytes);
// Why there is no file.
const char *hdf5_trouble(ChildEnd end);

// Bytes from the child, which are not trusted.
typedef struct {
  const char *at;
  size_t left;
} Hdf5Rest;

// The text that comes next; NULL if it has no end.
const char *hdf5_next_text(Hdf5Rest *rest);

#endif
