// print/print.h: expressions as text, LaTeX and MathML.
//
// Text parses back to the same expression. LaTeX and MathML follow the typography of mechanics: greek letters, dots for
// time derivatives, subscripts, fractions, no needless parentheses.

#ifndef PRINT_PRINT_H
#define PRINT_PRINT_H

#include "base/table.h"
#include "expr/expr.h"

typedef enum { FORMAT_TEXT, FORMAT_LATEX, FORMAT_MATHML } Format;

// Expressions shown as a symbol instead of written out: expression id -> symbol id.
typedef Memo Abbreviations;

#define PRINT_DEPTH 200         // deeper nesting is shown as an ellipsis; it fits a stack of 256 kB
#define PRINT_LENGTH (1 << 20)  // characters of one expression; the rest is shown as an ellipsis

// Appends e. Returns false if a limit cut it short; such text does not parse. abbreviations may be NULL; e itself is
// never abbreviated.
bool print_expr(ExprPool *pool, Expr e, Format format, const Abbreviations *abbreviations,
                Text *out);

// Returns the whole expression as a string in the arena, without abbreviations.
const char *print_expr_text(ExprPool *pool, Expr e, Arena *arena);

// Typesets a name of the language: theta1 as \theta_1, m_left as m_{\text{left}}, with dots for its order of
// differentiation. Text gives the name and its primes.
void name_print(Str name, int order, Format format, Text *out);

// --- parts of names, for other kinds of typesetting

typedef struct {
  Str letters, digits;  // theta and 1 of theta1_left
  Str rest;             // left, or several parts with underscores between them
  Str indices;          // 2][3 of u[2][3]; those of p_q[3] belong to the q in the rest
  Str inner;            // pivot of lambda(pivot)
  bool inner_is_name;   // it names a coordinate; otherwise a constraint
} NameParts;

NameParts name_parts(Str name);

// The parts of the subscript of a name: its digits, then the words between underscores, then indices.
#define NAME_SUBSCRIPTS 8  // the last one contains the rest
size_t name_subscripts(const NameParts *name, Str parts[NAME_SUBSCRIPTS]);

// Returns the letter that a name stands for, "θ" for theta, or NULL.
const char *names_greek_letter(Str name);
// Is it a single character, or the name of a greek letter?
bool name_is_letter(Str letters);

// Converts LaTeX as worksheets use it for rules and left-hand sides to MathML. If it cannot be parsed, shows it
// unchanged and returns false.
bool latex_to_mathml(Str latex, Text *out);

// Appends s with the special characters of the format escaped, for labels and titles.
void names_print_plain(Str s, Format format, Text *out);

#endif
