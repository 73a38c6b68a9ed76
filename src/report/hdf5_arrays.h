// report/hdf5_arrays.h: the layout of HDF5 files of plain arrays, made by the library before the data exists.
//
// The library makes the file in a child process, reserves the space of its arrays and says where it is. The numbers are
// written there later: from any thread, for any number of files of that kind, piece by piece if they are many. The
// format is the library's; equal arrays give equal bytes.

#ifndef REPORT_HDF5_ARRAYS_H
#define REPORT_HDF5_ARRAYS_H

#include "base/diag.h"
#include "base/text.h"

typedef enum { HDF5_DOUBLE, HDF5_U64, HDF5_U8, HDF5_STRING } Hdf5Kind;

// The rows of a virtual array: each part is a file of its own with an array of the same name. Rows of missing parts
// read as NaN, as the largest integers, or as `missing` for bytes.
typedef struct {
  const char *pattern;   // start of the file name; the part's number with six digits and .h5 follow
  uint64_t parts, rows;  // rows of each part except the last
  unsigned char missing;
} Hdf5Parts;

typedef struct {
  const char *name;
  Hdf5Kind kind;
  size_t width;  // bytes of a string
  unsigned rank;
  uint64_t size[3];
  const void *value;      // written by the library; NULL: only the space is reserved
  const Hdf5Parts *from;  // or NULL
  uint64_t offset;        // set by hdf5_layouts: position of the data, if space was reserved
} Hdf5Array;

typedef struct {
  const char *name, *text;
} Hdf5Attribute;

// Bytes outside the reserved space.
typedef struct {
  uint64_t at;
  Str bytes;
} Hdf5Piece;

typedef struct {
  Hdf5Array *array;
  size_t arrays;
  const Hdf5Attribute *attribute;
  size_t attributes;
  // set by hdf5_layouts, in the order of the file
  uint64_t size;
  Hdf5Piece *piece;
  size_t pieces;
} Hdf5File;

// Returns the number of bytes reserved for an array.
uint64_t hdf5_reserved(const Hdf5Array *array);

// Makes the layouts of these files, in the arena. Messages name `path`.
MUST_USE Status hdf5_layouts(Arena *arena, Diags *diags, const char *path, Hdf5File *file,
                             size_t n);

#endif
