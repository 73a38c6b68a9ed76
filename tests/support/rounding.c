// support/rounding.c: running error analysis.

#include "support/rounding.h"

#include <math.h>
#include <stdbool.h>

#define UNDERFLOW (4 * DBL_TRUE_MIN)
#define LIBRARY (8 * UNIT)  // four units in the last place for the functions of libm

static double smallest(double a, double ea) {  // of |x| for |x - a| <= ea
  return fabs(a) > ea ? fabs(a) - ea : 0;
}

static double power_error(double a, double ea, double b, double r) {
  if (ea == 0 && a == 0) return 0;
  const bool whole = b == floor(b);
  if (a - ea <= 0 && !(whole && smallest(a, ea) > 0)) return HUGE_VAL;
  const double eb = whole ? 0 : UNIT * fabs(b);
  return fabs(r) * expm1(fabs(b) * ea / smallest(a, ea) + fabs(log(fabs(a))) * eb);
}

static double arc_error(double a, double ea) {  // of asin and acos
  if (ea == 0 && fabs(a) <= 1) return 0;
  const double edge = fabs(a) + ea;
  return edge < 1 ? ea / sqrt(1 - edge * edge) : HUGE_VAL;
}

static double atan2_error(double y, double ey, double x, double ex) {
  const double r = hypot(x, y) - ex - ey;
  if (r <= 0 || (x < ex && fabs(y) <= ey)) return HUGE_VAL;
  return (ex + ey) / r;
}

// Returns the error of the result r of an operation, without its own rounding.
static double carried_error(TapeOp op, double a, double ea, double b, double eb, double r) {
  switch (op) {
    case TAPE_ADD: case TAPE_SUB: return ea + eb;
    case TAPE_MUL: return fabs(a) * eb + fabs(b) * ea + ea * eb;
    case TAPE_DIV: return smallest(b, eb) > 0 ? (ea + fabs(r) * eb) / smallest(b, eb) : HUGE_VAL;
    case TAPE_SQRT:
      if (ea == 0) return 0;
      return a > ea ? ea / (2 * sqrt(a - ea)) : HUGE_VAL;
    case TAPE_POW: return power_error(a, ea, b, r);
    case TAPE_TAN: return ea * (1 + r * r) < 0.1 ? 2 * ea * (1 + r * r) : HUGE_VAL;
    case TAPE_ASIN: case TAPE_ACOS: return arc_error(a, ea);
    case TAPE_ATAN2: return atan2_error(a, ea, b, eb);
    case TAPE_SINH: case TAPE_COSH: return ea * cosh(fabs(a) + ea);
    case TAPE_EXP: return r * expm1(ea);
    case TAPE_LOG: return a > ea ? ea / (a - ea) : HUGE_VAL;
    case TAPE_SIGN: case TAPE_SIDE: return fabs(a) > ea ? 0 : 2;
    case TAPE_PICK: return fabs(a) == 1 && ea == 0 ? (a > 0 ? eb : 0) : HUGE_VAL;
    default: return ea;  // NEG, SIN, COS, SINCOS, ATAN, TANH, ABS: slopes up to 1
  }
}

static double own_rounding(TapeOp op) {
  if (op == TAPE_NEG || op >= TAPE_ABS) return 0;
  return op <= TAPE_SQRT ? UNIT : LIBRARY;
}

void rounding_bounds(const Tape *tape, const double *work, double *error) {
  const size_t first = tape_length(tape) > 0 ? tape_instruction(tape, 0).to : tape_values(tape);
  for (size_t i = 0; i < first; i++) error[i] = i < tape_inputs(tape) ? 0 : UNIT * fabs(work[i]);
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction op = tape_instruction(tape, i);
    const size_t results = op.op == TAPE_SINCOS ? 2 : 1;
    for (size_t k = op.to; k < op.to + results; k++)
      error[k] = 1.01 * carried_error((TapeOp) op.op, work[op.a], error[op.a], work[op.b], error[op.b], work[k]) +
                 own_rounding((TapeOp) op.op) * fabs(work[k]) + UNDERFLOW;
  }
}

bool rounding_is_hidden(ExprPool *pool, Expr e, Arena *arena) {
  const ExprList nodes = expr_reachable(pool, &e, 1, arena);
  for (size_t i = 0; i < nodes.n; i++) {
    if (expr_same(nodes.at[i], EXPR_PI)) return true;
    if (expr_is_number(pool, nodes.at[i])) continue;
    if (expr_symbols(pool, &nodes.at[i], 1, arena).n == 0) return true;
  }
  return false;
}
