// report/run_file.h: a run as a file: CSV, NPY, JSON or HDF5. docs/guide/files.md describes them.

#ifndef REPORT_RUN_FILE_H
#define REPORT_RUN_FILE_H

#include "base/diag.h"

// A property of the run that is not a column.
typedef struct {
  const char *name;
  const char *text;  // or NULL if it is a number
  double value;
} RunNote;

// What happened at events, column by column.
typedef struct {
  size_t n;
  const double *t, *impulse, *lost;
  const char *const *name, *const *what;
} RunEvents;

// A run with its properties. Names differ from each other; those of notes also from the
// members that every file has, which docs/guide/files.md lists.
typedef struct {
  const char *title, *method, *model_text;  // or NULL
  const RunNote *note;                      // integrator, tolerances, why it stopped, ...
  size_t notes;
  const RunNote *parameter;  // all of them numbers
  size_t parameters;
  const char *const *column;  // at least one
  const char *const *unit;    // of each column, NULL if unknown; the list itself may be NULL
  size_t columns, rows;
  const double *at;  // row by row
  RunEvents events;
} RunTable;

typedef enum {
#define X(NAME, name) RUN_##NAME,
#include "report/run_formats.def"
#undef X
  RUN_FORMATS
} RunFormat;

// Finds the format from the ending of the path; "-" means standard output, as CSV.
bool run_format_of(const char *path, RunFormat *format);

// The same before a run starts, since its result could not be written: reports an unknown ending,
// and that HDF5 is needed but not installed.
MUST_USE Status run_format_find(const char *path, RunFormat *format, Diags *diags);

// Writes the complete file or nothing; reports the reason for a failure.
MUST_USE Status run_write(const RunTable *run, RunFormat format, const char *path, Diags *diags);

// Writes the events as CSV: t, event, name, impulse, energy_lost. Fails as run_write does.
MUST_USE Status run_write_events(const RunEvents *events, const char *path, Diags *diags);

#endif
