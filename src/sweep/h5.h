// sweep/h5.h: HDF5 files of plain arrays, written without the library: the same bytes everywhere, from any thread.
//
// All that describes the file comes first, then the data of its arrays, one after the other; so the place and size of
// everything is known before there is any data. Version 2 of the format (superblock 2, object headers 2), which
// HDF5 1.8 and later read; virtual datasets need 1.10.

#ifndef SWEEP_H5_H
#define SWEEP_H5_H

#include "base/text.h"

#define H5_MISSING 254  // a byte of a virtual dataset whose part is not there
typedef enum { H5_DOUBLE, H5_U64, H5_U8, H5_STRING } H5Type;

// Where a part of a virtual dataset comes from: rows of it from the whole of a dataset in another file.
typedef struct {
  const char *pattern;   // of the file's name, with %06llu for the number of the part
  uint64_t parts, rows;  // of each part, but the last
} H5Virtual;

typedef struct {
  const char *name;
  H5Type type;
  size_t width;  // bytes of a string
  unsigned rank;
  uint64_t size[3];
  const H5Virtual *from;  // or NULL
  uint64_t offset;        // set by h5_head: where its data begins
} H5Dataset;

typedef struct {
  const char *name, *text;
} H5Attribute;

// The bytes before the data, whose total is then *end.
Str h5_head(Arena *arena, H5Dataset *dataset, size_t n, const H5Attribute *attribute,
            size_t attributes, uint64_t *end);
uint64_t h5_bytes(const H5Dataset *dataset);  // of its data; 0 if it is virtual

#endif
