// native/emit.h: tapes as C text.
//
// The text is meant to be read: inputs have their names, and a value that is used once appears where it is
// used. It computes what the interpreter does, operation by operation, with two exceptions: values that are
// constant in a run can be computed once, and a constant divisor becomes a factor; and products are added with
// one rounding (dal_fma of text/real.h), unless the text is plain.

#ifndef NATIVE_EMIT_H
#define NATIVE_EMIT_H

#include "base/text.h"
#include "tape/tape.h"

// The values that are constant in a run, in an array p, the fixed inputs first.
typedef struct {
  Text *out;  // statements that compute p[fixed] to p[n - 1]
  size_t n;
} EmitPrepared;

// How a language writes the emitter's constructs. In a text %x, for a small letter x, stands for what the
// comment names.
typedef struct {
  const char *const *op;     // of each operation, with its operands %a and %b
  const char *reserved;      // words that cannot be names, each between blanks
  bool one_case;             // names that differ only in case are the same
  bool letter_first;         // names start with a letter
  const char *suffix;        // of a number
  const char *nan, *infinity;
  const char *value;         // a value gets the name %n: %v
  const char *store;         // the place %n gets %v
  const char *remark;        // the comment %c: after a store, or before it if it ends in a new line
  const char *element;       // element %i of the array %n
  uint32_t base;             // the number of the first element
  const char *declared;      // declares the name %n on a new line, before all statements; or NULL
  const char *declared_array;  // the same for an array of %k numbers; or NULL
  const char *solution;      // the array %n receives the %k results of tape/pivoting.h for %v
  const char *solution_in;   // the same within the array v: from %a to %b, before %e; to %t on, %k numbers, before %f
  // a long function is split into parts, number %k of the function %f, if the language has texts for that
  const char *part_head, *part_end, *part_call;
  const char *room;          // the array v of %k numbers
  const char *continued;     // at the end of a line that continues; NULL: lines may be long
} EmitLanguage;

extern const EmitLanguage emit_c;
extern const EmitLanguage emit_c_real, emit_c_lanes;  // in the terms of text/real.h, of text/lanes.h

// A function of the inputs of a tape.
typedef struct {
  const Tape *tape;
  const EmitLanguage *language;   // NULL: C, with linkage, parameters and arguments; otherwise
  const char *head, *end;         // its first and its last lines
  const char *linkage;            // "static ", or ""
  const char *name;               // "rate"
  const char *parameters;         // "const double *p, double t, const double *y, double *yd"
  const char *arguments;          // these passed on: "p, t, y, yd"
  const char *const *input;       // where each input is found: "p[0]"; NULL: its name is given
  const char *const *input_name;  // the local name of each
  const char *const *output;      // the destination of each output: "yd[0]"
  const char *const *comment;     // of each output, e.g. "theta1'"; or NULL
  bool plain;                     // only the C library: without text/real.h and sincos.h, but
                                  // with tape/pivoting.h if the tape solves by pivoting
  bool lanes;                     // for text/lanes.h instead of text/real.h
  bool inlined;                   // where it is called
  bool arrays;                    // a long function as operations on arrays, even if loops are estimated to be faster
  size_t fixed;                   // the first inputs, p[0] and so on, which are constant
  EmitPrepared *prepared;         // receives values that depend on those alone; or NULL
  size_t *read;                   // receives how many operations a compiler reads: some are data; or NULL
} EmitFunction;

void emit_function(const EmitFunction *f, Text *out);

// Turns a name of the model into a name in C that differs from the n others: theta' becomes theta_dot. In the
// arena.
const char *emit_name(Arena *arena, const char *name, const char *const *others, size_t n);

// Does the same for n names, one after the other: all[taken + i] is made from names[i], and differs from those
// before it.
void emit_names(Arena *arena, const char *const *names, size_t n, const char **all, size_t taken);
void emit_names_in(const EmitLanguage *language, Arena *arena, const char *const *names, size_t n, const char **all,
                   size_t taken);

// Does the same in another language.
const char *emit_name_in(const EmitLanguage *language, Arena *arena, const char *name,
                         const char *const *others, size_t n);
void emit_number_in(const EmitLanguage *language, double value, Text *out);

// Adds the text with the words for its letters: "a", text of %a, "b", text of %b, NULL.
void emit_fill(Text *out, const char *text, const char *const *words);

// Adds text inside a comment of either kind: on one line, and without the marks that start or end one.
void emit_comment(const char *comment, Text *out);

// Adds a double as C writes it, exactly.
void emit_number(double value, Text *out);

// Returns the embedded text of that name (base/embedded.h).
Str emit_text(const char *name);

#endif
