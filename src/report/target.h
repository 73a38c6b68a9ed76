// report/target.h: a language that equations are exported to, as data.
//
// A target is a column of report/op_texts.def, a TargetLanguage, and a text, src/report/text/NAME.*, in which
// {{word}} stands for what is different from model to model (target.c lists the words). {{pivoting}} ... {{end}} is
// there only if linear problems are solved with pivots that are looked for each time.

#ifndef REPORT_TARGET_H
#define REPORT_TARGET_H

#include "native/emit.h"
#include "report/export.h"

typedef enum { OPS_JS, OPS_PYTHON, OPS_MATLAB, OPS_FORTRAN, OPS_RUST, OPS_COUNT } OpsColumn;

typedef struct TargetLanguage {
  const char *text;      // the name of the text
  OpsColumn ops;         // the column of operations; emit.op is taken from there
  EmitLanguage emit;
  const char *comment;   // a line of a comment begins with it
  const char *quote;     // around a string, and what comes before one in it; if that is missing, it is doubled
  const char *head, *end;  // of a function %f of %k numbers, %r rows, %c columns; %d is what it gives
  const char *matrix_end;  // of one that gives a matrix; NULL: as others
  bool by_columns;         // matrices are stored column by column
  const char *goes_on;     // at the end of a line of a list that is continued; or NULL
  // {{follow}} and {{follow_names}}: what follows a motion with events; NULL: nothing does
  void (*follow)(const ExportedEquations *equations, Text *out);
  void (*follow_names)(const ExportedEquations *equations, Text *out);
} TargetLanguage;

extern const TargetLanguage target_js;

// The whole file.
void target_write(const TargetLanguage *language, const ExportedEquations *equations, Text *out);

// Functions of other inputs: their names, where each is found, %i its number; and the text of one function.
typedef struct {
  const TargetLanguage *language;
  size_t inputs;
  const char *const *input;       // names in the model
  const char *const *place;       // where each is
  const char *const *taken;       // names that no input may have, n of them
  size_t n_taken;
} TargetInputs;
// The elimination with pivots that functions of the language may call.
void target_pivoting(const TargetLanguage *language, Text *out);
void target_function(const TargetInputs *inputs, const ExportedFunction *function, Text *out);

#endif
