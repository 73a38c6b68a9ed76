// report/report.h: results as text or LaTeX, by the format, and as JSON.

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "methods/methods.h"
#include "motion/evaluator.h"
#include "print/print.h"
#include "solve/closed.h"

// A source that worksheets cite by a short name; full entries are in docs/bibliography.bib.
typedef struct {
  const char *name, *title, *where;
} CitedSource;
// The i-th source that steps of the worksheet cite, or NULL past the last (sources.c).
const CitedSource *report_source(const Equations *eq, size_t i);

// Writes the equations of motion, after the steps of the worksheet if it has any, with closed forms. columns: width of
// the terminal that text must fit, or 0.
void report_equations(Equations *eq, Format format, EquationForm form, const SolvedForms *forms,
                      size_t columns, Text *out);
void report_equations_json(Equations *eq, EquationForm form, const SolvedForms *forms, Text *out);

// Writes title, method and coordinates: the head of the equations.
void report_title(Equations *eq, bool latex, Text *out);

// Writes a table of the outputs of the tapes and their cost.
void report_tapes(Equations *eq, const NamedTape *tapes, size_t n, Format format, Text *out);
void report_tapes_json(Equations *eq, const NamedTape *tapes, size_t n, Text *out);

// --- numbers -------------------------------------------------------------------------------------

typedef struct {
  const char *group;  // "coordinates"; entries of one group stand together
  const char *name;   // NULL: the group is this one number
  double value;
  const char *unit;  // or NULL
} RecordEntry;

// The results at one state.
typedef struct {
  Arena *arena;
  ARRAY(RecordEntry) entries;
} Record;

typedef struct {
  Arena *arena;
  bool many;  // print a list even for one state
  ARRAY(Record) all;
} Records;

Record *records_next(Records *records);  // valid until the next call
void record_add(Record *record, const char *group, const char *name, double value);
void record_unit(Record *record, const char *unit);  // of the entry added last
void report_records(const Records *records, Format format, Text *out);
void report_records_json(const Records *records, Text *out);

#endif
