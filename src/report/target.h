// report/target.h: a language that equations are exported to, as data.
//
// A target is a column of report/op_texts.def, a TargetLanguage, and a text, src/report/text/NAME.*, in which {{word}}
// stands for what differs from model to model (target.c lists the words). {{pivoting}} ... {{end}} is kept only if
// linear equations are solved with pivots chosen at run time.

#ifndef REPORT_TARGET_H
#define REPORT_TARGET_H

#include "native/emit.h"
#include "report/export.h"

typedef enum { OPS_JS, OPS_PYTHON, OPS_MATLAB, OPS_FORTRAN, OPS_RUST, OPS_COUNT } OpsColumn;

typedef struct TargetLanguage {
  const char *text;      // name of the text
  OpsColumn ops;         // the column of operations; emit.op is taken from there
  EmitLanguage emit;
  const char *comment;   // begins a comment line
  const char *quote;     // around a string, and the escape before a quote inside it; without an escape it is doubled
  const char *head, *end;  // of a function %f of %k numbers, %r rows, %c columns; %d describes its result
  const char *matrix_end;  // of a function that returns a matrix; NULL: as others
  bool by_columns;         // matrices are stored column by column
  const char *goes_on;     // ends a line of a list that is continued; or NULL
  // {{follow}} and {{follow_names}}: code that follows a motion with events; or NULL
  void (*follow)(const ExportedEquations *equations, Text *out);
  void (*follow_names)(const ExportedEquations *equations, Text *out);
} TargetLanguage;

extern const TargetLanguage target_js;

// Writes the whole file.
void target_write(const TargetLanguage *language, const ExportedEquations *equations, Text *out);

// The inputs of functions: their names, and where each one is found in p, t and y.
typedef struct {
  const TargetLanguage *language;
  size_t inputs;
  const char *const *input;       // names in the model
  const char *const *place;       // where each one is
  const char *const *taken;       // names that no input may have, n of them
  size_t n_taken;
} TargetInputs;
// Writes the elimination with pivoting that functions of the language may call.
void target_pivoting(const TargetLanguage *language, Text *out);
void target_function(const TargetInputs *inputs, const ExportedFunction *function, Text *out);

#endif
