// tape/interp.c: running a tape, instruction by instruction.

#include "tape/tape_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tape/pivoting.h"

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

uint32_t tape_latency(uint32_t op) {
  if (op >= TAPE_OP_COUNT) return op == TAPE_SOLVE ? 1000 : 0;
  switch (tape_op_kind((TapeOp) op)) {
    case TAPE_SUMS:
    case TAPE_PRODUCTS: return op == TAPE_NEG ? 0 : 4;
    case TAPE_QUOTIENTS: return 13;
    case TAPE_ROOTS: return 20;
    default: return 50;
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

// Applies one operation to a run of steps.
#define EACH(result)                             \
  for (; s < end; s++) {                         \
    const double a = work[s->a], b = work[s->b]; \
    (void) a, (void) b;                          \
    work[s->to] = (result);                      \
  }                                              \
  break

// Out of line: within the loop below it would take registers from all the other operations.
static __attribute__((noinline)) void solve(const TapeStep *s, double *work) {
  dal_pivoting((int) (s->b - s->a + 1), work + s->a, work + s->to);
}

static void play(const TapeRun *run, const TapeRun *last, const TapeStep *s, double *work) {
  for (; run < last; run++) {
    const TapeStep *const end = s + run->count;
    switch ((TapeOp) run->op) {
      case TAPE_ADD: EACH(a + b);
      case TAPE_SUB: EACH(a - b);
      case TAPE_MUL: EACH(a * b);
      case TAPE_DIV: EACH(a / b);
      case TAPE_NEG: EACH(-a);
      case TAPE_SQRT: EACH(sqrt(a));
      case TAPE_POW: EACH(pow(a, b));
      case TAPE_SIN: EACH(sin(a));
      case TAPE_COS: EACH(cos(a));
      case TAPE_SINCOS: EACH((work[s->to + 1] = cos(a), sin(a)));
      case TAPE_TAN: EACH(tan(a));
      case TAPE_ASIN: EACH(asin(a));
      case TAPE_ACOS: EACH(acos(a));
      case TAPE_ATAN: EACH(atan(a));
      case TAPE_ATAN2: EACH(atan2(a, b));
      case TAPE_SINH: EACH(sinh(a));
      case TAPE_COSH: EACH(cosh(a));
      case TAPE_TANH: EACH(tanh(a));
      case TAPE_EXP: EACH(exp(a));
      case TAPE_LOG: EACH(log(a));
      case TAPE_ABS: EACH(fabs(a));
      case TAPE_SIGN: EACH(a > 0 ? 1 : a < 0 ? -1 : a);
      case TAPE_SIDE: EACH(a > 0 ? 1 : a <= 0 ? -1 : a);
      case TAPE_PICK: EACH(a == 1 ? b : a == -1 ? 0 : (1 + a) / 2 * b);
      case TAPE_TAKE: EACH(b);
      case TAPE_SOLVE:
        for (; s < end; s++) solve(s, work);
        break;
      case TAPE_ALL_OPS: break;
    }
  }
}

void interp_step_run(const TapeInstruction *made, double *work) {
  const TapeRun run = {made->op, 1};
  play(&run, &run + 1, &(TapeStep){made->to, made->a, made->b}, work);
}

void tape_start(const Tape *tape, double *work) {
  if (tape->constants > 0)
    memcpy(work + tape->inputs, tape->constant, tape->constants * sizeof *work);
  play(tape->run, tape->run + tape->steady, tape->step, work);
}

void tape_run(const Tape *tape, double *work) {
  play(tape->run + tape->steady, tape->run + tape->runs, tape->step + tape->steady_steps, work);
}

// Is every instruction executed exactly once, after those it needs?
static bool check_order(const Tape *tape) {
  const size_t given = tape->inputs + tape->constants;
  bool *known = calloc(tape->values + 1, sizeof *known);
  if (known == NULL) return false;
  for (size_t i = 0; i < given; i++) known[i] = true;
  const TapeStep *s = tape->step;
  bool good = true;
  size_t count = 0;
  for (size_t r = 0; r < tape->runs; r++)
    for (uint32_t k = 0; k < tape->run[r].count; k++, s++, count++) {
      const size_t results = tape_results((TapeInstruction){tape->run[r].op, s->to, s->a, s->b});
      good = good && s->to + results <= tape->values && s->a < tape->values &&
             s->b < tape->values && known[s->a] && known[s->b] && !known[s->to];
      for (size_t i = 0; good && i < results; i++) known[s->to + i] = true;
    }
  for (size_t i = 0; i < tape->values; i++) good = good && known[i];
  free(known);
  return good && count == tape->length;
}

bool tape_check(const Tape *tape) {
  uint32_t next = (uint32_t) (tape->inputs + tape->constants);
  for (size_t i = 0; i < tape->length; i++) {
    const TapeInstruction *made = &tape->code[i];
    if (made->op >= TAPE_ALL_OPS || made->to != next || made->a >= next || made->b >= next)
      return false;
    next += (uint32_t) tape_results(*made);
  }
  for (size_t i = 0; i < tape->outputs; i++)
    if (tape->output[i] >= tape->values) return false;
  return next == tape->values && check_order(tape);
}
