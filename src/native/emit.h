// native/emit.h: tapes as C text.
//
// The text is meant to be read: inputs have their names, a value that is used once stands where it
// is used. It computes what the interpreter does, operation by operation, but for what stays the
// same in a run: that can be computed once, and then a divisor becomes a factor; and for products that
// are added with one rounding (dal_fma of text/real.h), unless it is plain.

#ifndef NATIVE_EMIT_H
#define NATIVE_EMIT_H

#include "base/text.h"
#include "tape/tape.h"

// What stays the same in a run: values in an array p, the fixed inputs first.
typedef struct {
  Text *out;  // statements that make p[fixed] to p[n - 1]
  size_t n;
} EmitPrepared;

// A function of the inputs of a tape.
typedef struct {
  const Tape *tape;
  const char *linkage;            // "static ", or ""
  const char *name;               // "rate"
  const char *parameters;         // "const double *p, double t, const double *y, double *yd"
  const char *arguments;          // these passed on: "p, t, y, yd"
  const char *const *input;       // where each input is found: "p[0]"; NULL: its name is given
  const char *const *input_name;  // the local name of each
  const char *const *output;      // where each output goes: "yd[0]"
  const char *const *comment;     // of each output, e.g. "theta1'"; or NULL
  bool plain;                     // nothing but the C library: without text/real.h and sincos.h, but
                                  // with tape/pivoting.h if the tape solves by pivoting
  bool lanes;                     // for text/lanes.h in place of text/real.h
  size_t fixed;                   // the first so many inputs, p[0] and so on, stay the same
  EmitPrepared *prepared;         // what depends on those alone is computed here; or NULL
} EmitFunction;

void emit_function(const EmitFunction *f, Text *out);

// A name of the model as a name in C that none of the n others is: theta' becomes theta_dot. In the
// arena.
const char *emit_name(Arena *arena, const char *name, const char *const *others, size_t n);

// Text as a part of a comment of either kind: on one line, and without what begins or ends one.
void emit_comment(const char *comment, Text *out);

// A double as C writes it, exactly.
void emit_number(double value, Text *out);

// The embedded text of that name (base/embedded.h).
Str emit_text(const char *name);

#endif
