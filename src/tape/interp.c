// tape/interp.c: running a tape, instruction by instruction.

#include "tape/tape_impl.h"
#include <math.h>
#include <string.h>

size_t tape_inputs(const Tape *tape) {
  return tape->inputs;
}
size_t tape_outputs(const Tape *tape) {
  return tape->outputs;
}
uint32_t tape_output(const Tape *tape, size_t i) {
  return tape->output[i];
}
size_t tape_constants(const Tape *tape) {
  return tape->constants;
}
double tape_constant_at(const Tape *tape, size_t i) {
  return tape->constant[i];
}
size_t tape_values(const Tape *tape) {
  return tape->values;
}
size_t tape_length(const Tape *tape) {
  return tape->length;
}
TapeInstruction tape_instruction(const Tape *tape, size_t i) {
  return tape->code[i];
}

size_t tape_count(const Tape *tape, TapeOp op) {
  size_t count = 0;
  for (size_t i = 0; i < tape->length; i++) count += tape->code[i].op == (uint32_t) op;
  return count;
}

TapeKind tape_op_kind(TapeOp op) {
  switch (op) {
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_NEG: return TAPE_SUMS;
    case TAPE_MUL: return TAPE_PRODUCTS;
    case TAPE_DIV: return TAPE_QUOTIENTS;
    case TAPE_SQRT: return TAPE_ROOTS;
    case TAPE_SIN:
    case TAPE_COS:
    case TAPE_SINCOS: return TAPE_CIRCULAR;
    default: return TAPE_OTHERS;
  }
}

const char *tape_kind_name(TapeKind kind) {
  static const char *const names[TAPE_KINDS] = {"sums",  "products", "quotients",
                                                "roots", "circular", "others"};
  return names[kind];
}

TapeCounts tape_counts(const Tape *tape) {
  TapeCounts counts = {0};
  for (size_t i = 0; i < tape->length; i++) counts.of[tape_op_kind((TapeOp) tape->code[i].op)]++;
  return counts;
}

void tape_start(const Tape *tape, double *work) {
  if (tape->constants > 0)
    memcpy(work + tape->inputs, tape->constant, tape->constants * sizeof *work);
}

void tape_run(const Tape *tape, double *work) {
  const TapeInstruction *const end = tape->code + tape->length;
  for (const TapeInstruction *i = tape->code; i < end; i++) {
    const double a = work[i->a], b = work[i->b];
    double *const to = work + i->to;
    switch ((TapeOp) i->op) {
      case TAPE_ADD: *to = a + b; break;
      case TAPE_SUB: *to = a - b; break;
      case TAPE_MUL: *to = a * b; break;
      case TAPE_DIV: *to = a / b; break;
      case TAPE_NEG: *to = -a; break;
      case TAPE_SQRT: *to = sqrt(a); break;
      case TAPE_POW: *to = pow(a, b); break;
      case TAPE_SIN: *to = sin(a); break;
      case TAPE_COS: *to = cos(a); break;
      case TAPE_SINCOS: to[0] = sin(a), to[1] = cos(a); break;
      case TAPE_TAN: *to = tan(a); break;
      case TAPE_ASIN: *to = asin(a); break;
      case TAPE_ACOS: *to = acos(a); break;
      case TAPE_ATAN: *to = atan(a); break;
      case TAPE_ATAN2: *to = atan2(a, b); break;
      case TAPE_SINH: *to = sinh(a); break;
      case TAPE_COSH: *to = cosh(a); break;
      case TAPE_TANH: *to = tanh(a); break;
      case TAPE_EXP: *to = exp(a); break;
      case TAPE_LOG: *to = log(a); break;
      case TAPE_ABS: *to = fabs(a); break;
      case TAPE_OP_COUNT: break;
    }
  }
}

bool tape_check(const Tape *tape) {
  uint32_t next = (uint32_t) (tape->inputs + tape->constants);
  for (size_t i = 0; i < tape->length; i++) {
    const TapeInstruction *made = &tape->code[i];
    if (made->op >= TAPE_OP_COUNT || made->to != next || made->a >= next || made->b >= next)
      return false;
    next += made->op == TAPE_SINCOS ? 2 : 1;
  }
  for (size_t i = 0; i < tape->outputs; i++)
    if (tape->output[i] >= tape->values) return false;
  return next == tape->values;
}
