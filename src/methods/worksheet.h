// methods/worksheet.h: writing down the steps of a derivation.

#ifndef METHODS_WORKSHEET_H
#define METHODS_WORKSHEET_H

#include "methods/equations.h"

// Opens a step; lines are added to the step opened last. Strings are kept, not copied.
void work_step(Equations *eq, const char *title, const char *text, const char *latex,
               const char *source);
// Adds name = value, with the name as text and as LaTeX, in the arena or constant.
void worksheet_formula(Equations *eq, const char *text, const char *latex, Expr value);
// Adds name = value for a letter of the theory; starred if the model uses the name for something else.
void worksheet_letter(Equations *eq, const char *letter, Expr value);
const char *worksheet_own(Equations *eq, const char *letter);
// The same for a symbol of the model, e.g. an acceleration.
void worksheet_symbol(Equations *eq, Expr symbol, Expr value);
// Adds letter[name] = value, for a property of a constraint
void worksheet_constraint(Equations *eq, const char *letter, const char *latex_letter,
                          const char *name, Expr value);
void worksheet_matrix(Equations *eq, const char *text, const char *latex, Matrix matrix);
void worksheet_vector(Equations *eq, const char *text, const char *latex, const Expr *at, size_t n);
// Returns a symbol of this name for a repeated part, with a trailing _ if the model uses the name.
Expr worksheet_name(Equations *eq, const char *name);
// Adds a name made of a letter and the names of symbols: letter_{x y, z}, optionally with a comma before the last.
void worksheet_indexed(Equations *eq, const char *letter, const char *latex_letter,
                       const Expr *symbols, size_t n, bool comma, Expr value);

// Matrices shown by a worksheet, with entries in readable form.
Matrix worksheet_product(const Equations *eq, const Matrix *a, const Matrix *b);
Matrix worksheet_transposed(const Equations *eq, const Matrix *a);
Matrix worksheet_column(const Equations *eq, const Expr *at, size_t n);
bool worksheet_inverse(const Equations *eq, const Matrix *a,
                       Matrix *result);  // false: it has no inverse in closed form

#endif
