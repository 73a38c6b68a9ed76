// methods/worksheet.h: writing down the steps of a derivation.

#ifndef METHODS_WORKSHEET_H
#define METHODS_WORKSHEET_H

#include "methods/equations.h"

// Opens a step; lines are added to the step opened last. Strings are kept, not copied.
void work_step(Equations *eq, const char *title, const char *text, const char *latex,
               const char *source);
// name = value, the name as text and as LaTeX, in the arena or constant.
void work_formula(Equations *eq, const char *text, const char *latex, Expr value);
// name = value for a letter of the theory; starred if the model uses the name for something else.
void work_letter(Equations *eq, const char *letter, Expr value);
const char *work_own(Equations *eq, const char *letter);
// The same for a symbol of the model, e.g. an acceleration.
void work_symbol(Equations *eq, Expr symbol, Expr value);
// letter[name] = value, for what belongs to a constraint
void work_of_constraint(Equations *eq, const char *letter, const char *latex_letter,
                        const char *name, Expr value);
void work_matrix(Equations *eq, const char *text, const char *latex, Matrix matrix);
void work_vector(Equations *eq, const char *text, const char *latex, const Expr *at, size_t n);
// A symbol of that name for a repeated part; with a trailing _ if the model has a thing of that name.
Expr work_name(Equations *eq, const char *name);
// A name made of a letter and the names of symbols: letter_{x y, z}; comma before the last if
// wanted.
void work_indexed(Equations *eq, const char *letter, const char *latex_letter, const Expr *symbols,
                  size_t n, bool comma, Expr value);

// Matrices that a worksheet shows, their entries in readable form.
Matrix work_product(const Equations *eq, const Matrix *a, const Matrix *b);
Matrix work_transposed(const Equations *eq, const Matrix *a);
Matrix work_column(const Equations *eq, const Expr *at, size_t n);
bool work_inverse(const Equations *eq, const Matrix *a, Matrix *result);  // false: it has none in closed form

#endif
