// report/fmu_depend.c: on which inputs the outputs of a tape depend, and how.
//
// In:    a tape
// Out:   for each output and input the weakest true statement: no dependence, a constant factor, a factor
//        that is made only of parameters, any
// Law:   changing an input changes no output that is said not to depend on it (tests/unit/fmu)
// Not:   terms that cancel only numerically, such as x*y - y*x computed in two ways, count as a dependence

#include "report/fmu.h"
#include <string.h>

// The least constant thing that a value is made of.
typedef enum { LEVEL_NUMBER, LEVEL_PARAMETER, LEVEL_VARIABLE } Level;

typedef struct {
  size_t inputs;
  unsigned char *kind;   // dependence of each value on each input, value by value
  unsigned char *level;  // of each value
} Walk;

static unsigned char *row_of(const Walk *w, uint32_t value) {
  return w->kind + (size_t) value * w->inputs;
}

static unsigned char larger(unsigned char a, unsigned char b) {
  return a > b ? a : b;
}

// Returns a dependence after multiplication by a value of that level.
static unsigned char scaled(unsigned char kind, unsigned char level) {
  if (kind == FMU_NONE || level == LEVEL_NUMBER) return kind;
  return level == LEVEL_PARAMETER ? larger(kind, FMU_FACTOR) : FMU_DEPENDENT;
}

static unsigned char combined(uint32_t op, unsigned char a, unsigned char b, unsigned char level_a,
                              unsigned char level_b) {
  switch ((TapeOp) op) {
    case TAPE_ADD:
    case TAPE_SUB: return larger(a, b);
    case TAPE_NEG: return a;
    case TAPE_TAKE: return b;
    case TAPE_MUL:
      return a != FMU_NONE && b != FMU_NONE ? FMU_DEPENDENT
                                            : larger(scaled(a, level_b), scaled(b, level_a));
    case TAPE_DIV: return b != FMU_NONE ? FMU_DEPENDENT : scaled(a, level_b);
    default: return a != FMU_NONE || b != FMU_NONE ? FMU_DEPENDENT : FMU_NONE;
  }
}

static void take(const Walk *w, TapeInstruction at) {
  unsigned char *to = row_of(w, at.to);
  const unsigned char *a = row_of(w, at.a), *b = row_of(w, at.b);
  if (at.op == TAPE_SOLVE) {
    // it depends on all its operands
    for (uint32_t v = at.a; v <= at.b; v++)
      for (size_t i = 0; i < w->inputs; i++)
        if (row_of(w, v)[i] != FMU_NONE) to[i] = FMU_DEPENDENT;
    for (uint32_t v = at.a; v <= at.b; v++)
      w->level[at.to] = larger(w->level[at.to], w->level[v]);
  } else {
    for (size_t i = 0; i < w->inputs; i++)
      to[i] = combined(at.op, a[i], b[i], w->level[at.a], w->level[at.b]);
    w->level[at.to] = larger(w->level[at.a], w->level[at.b]);
  }
  for (size_t k = 1; k < tape_results(at); k++) {
    memcpy(row_of(w, at.to + (uint32_t) k), to, w->inputs);
    w->level[at.to + k] = w->level[at.to];
  }
}

const unsigned char *fmu_dependence(const Tape *tape, const bool *varies, Arena *arena) {
  const size_t inputs = tape_inputs(tape), values = tape_values(tape), n = tape_outputs(tape);
  Walk w = {inputs, ARENA_ARRAY(arena, unsigned char, values * inputs + 1),
            ARENA_ARRAY(arena, unsigned char, values + 1)};
  for (uint32_t i = 0; i < inputs; i++) {
    row_of(&w, i)[i] = FMU_CONSTANT;
    w.level[i] = varies[i] ? LEVEL_VARIABLE : LEVEL_PARAMETER;
  }
  for (size_t i = 0; i < tape_length(tape); i++) take(&w, tape_instruction(tape, i));
  unsigned char *result = ARENA_ARRAY(arena, unsigned char, n * inputs + 1);
  for (size_t i = 0; i < n; i++)
    memcpy(result + i * inputs, row_of(&w, tape_output(tape, i)), inputs);
  return result;
}
