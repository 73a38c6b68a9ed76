// support/formula.h: formulas that are written in the model language and evaluated here, with
// derivatives, in numbers of 113 bits. A judge that shares no code with the program.
//
// In:    numbers, parameters, coordinates and their rates, time; sums, products, functions; vectors
// Out:   text for a model; values; derivatives along one direction, and along two (the mixed one)
// Law:   a direction d1 and a direction d2 with a curvature d12 give
//          f.d1 = Df d1,  f.d12 = D2f(d1, d2) + Df d12.
//        So d1 = d2 = (q', 1) for (q, t) and d12 = q'' give f' and f'' along a motion.
// Not:   nothing is simplified; a formula is a list of nodes in the order in which they were made

#ifndef SUPPORT_FORMULA_H
#define SUPPORT_FORMULA_H

#include "base/array.h"
#include "base/text.h"
#include "support/quad.h"

// The variables, by number. A set of values or a direction is an array of FORMULA_VARIABLES.
#define FORMULA_MOST 64
#define FORMULA_Q(i) (i)
#define FORMULA_V(i) (FORMULA_MOST + (i))
#define FORMULA_A(i) (2 * FORMULA_MOST + (i))
#define FORMULA_T (3 * FORMULA_MOST)
#define FORMULA_Z(i) (3 * FORMULA_MOST + 1 + (i))  // free speeds
#define FORMULA_SPEEDS 8
#define FORMULA_VARIABLES (3 * FORMULA_MOST + 1 + FORMULA_SPEEDS)

typedef struct {
  uint32_t at;
} Formula;  // a node, scalar or vector

typedef enum {
  FORMULA_NUMBER,    // text and value; a parameter is one, too
  FORMULA_VARIABLE,  // text; k is its number
  FORMULA_SUM,       // of two scalars or two vectors
  FORMULA_DIFFERENCE,
  FORMULA_PRODUCT,   // of two scalars, or of a scalar and a vector
  FORMULA_QUOTIENT,  // of two scalars
  FORMULA_POWER,     // k is the exponent, a positive number
  FORMULA_SIN,
  FORMULA_COS,
  FORMULA_EXP,
  FORMULA_SQRT,
  FORMULA_VECTOR,  // of three scalars
  FORMULA_DOT,
  FORMULA_CROSS,
  FORMULA_COMPONENT,  // k: 0, 1, 2
  FORMULA_NAMED       // a name, in text, for the operand
} FormulaKind;

typedef struct {
  Quad x[3];  // a scalar uses only the first
} FormulaValue;

typedef struct {
  FormulaKind kind;
  bool is_vector;
  size_t k;
  uint32_t a, b, c;
  const char *text;
  Quad number;
} FormulaNode;

typedef struct {
  Arena *arena;
  ARRAY(FormulaNode) nodes;
  // of each node: value; derivatives; whether these are not zero
  FormulaValue *value, *d1, *d2, *d12;
  Quad *slope, *bend;  // of functions of one number: first and second derivative
  bool *moves;
  size_t room;
} Formulas;

void formulas_init(Formulas *f, Arena *arena);

// --- building ------------------------------------------------------------------------------------

Formula formula_ratio(Formulas *f, long numerator, long denominator);
// Makes a number rounded to this many digits after the point, so that its text is exact.
Formula formula_decimal(Formulas *f, double value, int digits);
// Makes a named number, such as a parameter.
Formula formula_parameter(Formulas *f, const char *name, Quad value);
Formula formula_variable(Formulas *f, const char *name, size_t variable);
Formula formula_named(Formulas *f, const char *name, Formula inner);

Formula formula_add(Formulas *f, Formula a, Formula b);
Formula formula_sub(Formulas *f, Formula a, Formula b);
Formula formula_mul(Formulas *f, Formula a, Formula b);
Formula formula_div(Formulas *f, Formula a, Formula b);
Formula formula_power(Formulas *f, Formula a, size_t exponent);
Formula formula_call(Formulas *f, FormulaKind function, Formula a);
Formula formula_vector(Formulas *f, Formula x, Formula y, Formula z);
Formula formula_dot(Formulas *f, Formula a, Formula b);
Formula formula_cross(Formulas *f, Formula a, Formula b);
Formula formula_component(Formulas *f, Formula a, size_t k);

static inline bool formula_is_vector(const Formulas *f, Formula a) {
  return f->nodes.at[a.at].is_vector;
}
// Is it literally the number 0?
bool formula_is_zero(const Formulas *f, Formula a);

// --- text ----------------------------------------------------------------------------------------

void formula_write(const Formulas *f, Formula a, Text *out);
// Writes a number with this many digits.
void formula_write_quad(Quad x, int digits, Text *out);

// --- numbers -------------------------------------------------------------------------------------

// Computes the values of all nodes.
void formulas_at(Formulas *f, const Quad *x);
// Computes the derivatives of all nodes at the values of formulas_at: along d1, and, if d2 is not NULL, along d2,
// and the mixed one with the curvature d12, which may be NULL for zero.
void formulas_along(Formulas *f, const Quad *d1, const Quad *d2, const Quad *d12);

static inline FormulaValue formula_value(const Formulas *f, Formula a) {
  return f->value[a.at];
}
static inline FormulaValue formula_d1(const Formulas *f, Formula a) {
  return f->moves[a.at] ? f->d1[a.at] : (FormulaValue){{0}};
}
static inline FormulaValue formula_d12(const Formulas *f, Formula a) {
  return f->moves[a.at] ? f->d12[a.at] : (FormulaValue){{0}};
}

#endif
