// print/print.h: expressions as text, LaTeX and MathML.
//
// Text parses back to the same expression. LaTeX and MathML follow mechanicians' typography: greek
// letters, dots for time derivatives, subscripts, fractions, no needless parentheses.

#ifndef PRINT_PRINT_H
#define PRINT_PRINT_H

#include "base/table.h"
#include "expr/expr.h"

typedef enum { FORMAT_TEXT, FORMAT_LATEX, FORMAT_MATHML } Format;

// Expressions to be shown as a symbol instead of written out: expression id -> symbol id.
typedef Memo Abbreviations;

#define PRINT_DEPTH 200         // deeper nesting is shown as an ellipsis; it fits a stack of 256 kB
#define PRINT_LENGTH (1 << 20)  // characters of one expression; the rest is shown as an ellipsis

// Appends e. Returns false if a limit cut it short; such text does not parse.
// abbreviations may be NULL; the abbreviation of e itself is not used for e.
bool print_expr(ExprPool *pool, Expr e, Format format, const Abbreviations *abbreviations,
                Text *out);

// The whole expression as a string in the arena, without abbreviations.
const char *print_expr_text(ExprPool *pool, Expr e, Arena *arena);

// A name of the language typeset: theta1 as \theta_1, m_left as m_{\text{left}}, with dots for its
// order of differentiation. Text gives the name and its primes.
void name_print(Str name, int order, Format format, Text *out);

// --- names for those who typeset them in other ways

typedef struct {
  Str letters, digits;  // theta and 1 of theta1_left
  Str rest;             // left, or several parts with underscores between them
  Str indices;          // 2][3 of u[2][3]; those of p_q[3] belong to the q in the rest
  Str inner;            // pivot of lambda(pivot)
  bool inner_is_name;   // of a coordinate; otherwise of a constraint
} NameParts;

NameParts name_parts(Str name);

// The parts of the subscript of a name: its digits, then the words between underscores, then indices.
#define NAME_SUBSCRIPTS 8  // the last one has the rest
size_t name_subscripts(const NameParts *name, Str parts[NAME_SUBSCRIPTS]);

// The letter that a name stands for, "θ" for theta, or NULL.
const char *names_greek_letter(Str name);
// One character, or a greek letter by name?
bool name_is_letter(Str letters);

// LaTeX as worksheets use it for rules and left-hand sides, as MathML. Returns false,
// and shows it unchanged, if it cannot be parsed.
bool latex_to_mathml(Str latex, Text *out);

// Appends s with the special characters of the format escaped, for labels and titles.
void names_print_plain(Str s, Format format, Text *out);

#endif
