// report/run_file.h: a run as a file: CSV, NPY, JSON or HDF5. docs/guide/files.md describes them.

#ifndef REPORT_RUN_FILE_H
#define REPORT_RUN_FILE_H

#include "base/diag.h"

// Something about the run that is no column.
typedef struct {
  const char *name;
  const char *text;  // NULL: it is a number
  double value;
} RunNote;

// A run with what is known about it. Names differ from each other; those of notes also from the
// members that every file has, which docs/guide/files.md lists.
typedef struct {
  const char *title, *method, *model_text;  // or NULL
  const RunNote *note;                      // integrator, tolerances, why it stopped, ...
  size_t notes;
  const RunNote *parameter;  // numbers all
  size_t parameters;
  const char *const *column;  // at least one
  size_t columns, rows;
  const double *at;  // row by row
} RunTable;

typedef enum { RUN_CSV, RUN_NPY, RUN_JSON, RUN_HDF5 } RunFormat;

// The format that the ending of the path stands for; "-", standard output, is CSV.
bool run_format_of(const char *path, RunFormat *format);

// The same before a run is begun whose result would have nowhere to go: tells an ending that is not
// known, and that HDF5 is wanted but not installed.
MUST_USE Status run_format_find(const char *path, RunFormat *format, Diags *diags);

// Writes the file whole or not at all; tells what is in the way.
MUST_USE Status run_write(const RunTable *run, RunFormat format, const char *path, Diags *diags);

#endif
