// methods/equations.h: the waist of the program: what every method yields and every output consumes.
//
// The motion is a state (q, u) with q' = rate(q, u, t) and the unknowns u' given by the linear problem
//   M u' = F
// still unsolved. No method knows what becomes of it, no output knows which method it came from.

#ifndef METHODS_EQUATIONS_H
#define METHODS_EQUATIONS_H

#include "model/model.h"

// A matrix of expressions, row by row.
typedef struct {
  size_t rows, columns;
  Expr *at;
} Matrix;

Matrix matrix_make(Arena *arena, size_t rows, size_t columns);  // of zeros
static inline Expr *matrix_entry(const Matrix *m, size_t i, size_t j) {
  return &m->at[i * m->columns + j];
}

// --- the worksheet ------------------------------------------------------------------------------

typedef enum { LINE_FORMULA, LINE_MATRIX, LINE_TEXT } LineKind;

// name = value, as a formula or a matrix. The name is written as LaTeX and as text.
typedef struct {
  LineKind kind;
  const char *text, *latex;  // the left-hand side
  Expr value;
  Matrix matrix;
} WorkLine;

// One step of a derivation: what is done, after which equation of which source, and what comes out.
typedef struct {
  const char *title;
  const char *formula_text, *formula_latex;  // the rule used, e.g. p = dL/dq'
  const char *source;                        // e.g. "L8 (8.12)"
  ARRAY(WorkLine) lines;
} WorkStep;

typedef ARRAY(WorkStep) Worksheet;

// --- the equations ------------------------------------------------------------------------------

typedef struct Method Method;

typedef struct {
  const Model *model;
  const Method *method;
  ExprPool *pool;
  Arena *arena;
  size_t n;            // degrees of freedom described: the length of q and u
  Expr *q, *u;         // state variables
  Expr *q_rate;        // q' in terms of the state
  Expr *unknown;       // u'
  Matrix M;            // symmetric
  Expr *F;
  Expr *momentum;      // p = dL/dq'
  Expr kinetic, potential;  // T and V; EXPR_NONE where the model gives only a Lagrangian
  Expr lagrangian;
  Expr energy;         // the energy function h = q'.p - L; T + V where T is quadratic
  Worksheet worksheet; // empty unless it was asked for
} Equations;

#endif
