// report/run_impl.h: what defines a format of run files, and what the formats share.

#ifndef REPORT_RUN_IMPL_H
#define REPORT_RUN_IMPL_H

#include "base/text.h"
#include "report/run_file.h"
#include <stdio.h>

#define RUN_FLUSH_AT ((size_t) 1 << 16)  // bytes of text; writing more at once is not faster

// One file being written.
typedef struct RunWriter RunWriter;
struct RunWriter {
  const RunTable *run;
  void (*write)(RunWriter *w);  // of the format
  FILE *stream;
  Arena arena;
  Text text;  // bytes to be written next
};

// Writes the text out. Errors are not lost: base/file.h checks the stream at the end.
void run_flush(RunWriter *w);

// One file being read.
typedef struct {
  Arena *arena;
  RunTable *run;
  ARRAY(const char *) column;
  ARRAY(double) at;   // row by row
  const char *wrong;  // description of the defect
} RunReading;

bool run_fails(RunReading *r, const char *wrong);  // records the defect; returns false
bool run_add_name(RunReading *r, Str name);        // appends the name of the next column

// A format of run files. The guard handles lack of memory.
typedef struct {
  const char *endings;  // of file names, separated by spaces
  // Reports that the format is not available; NULL if it always is.
  Status (*find)(const char *path, Diags *diags);
  void (*write)(RunWriter *w);
  // Writes the whole file, for a format that is not written to a stream; or NULL.
  Status (*write_file)(const RunTable *run, const char *path, Diags *diags);
  bool (*read)(RunReading *r, Str bytes);
} RunFormatTraits;

const RunFormatTraits *run_format_traits(RunFormat format);

#endif
