// tape/jacobian.c: exact derivatives of values by values, as further values.
//
// In:    values of a builder: expressions, solutions of linear systems, anything
// Out:   d outputs / d inputs; a constant zero if an output does not depend on an input
// Law:   the same numbers as expr_diff (tests/prop/tape/prop_jacobian.c), and as the derivative of
//        the exact solution of a system (tests/prop/tape/prop_solve.c)
// Fails: STATUS_LIMIT beyond JACOBIAN_VALUES
// Cost:  two to four operations for each instruction and each input it depends on
//
// Works forward: d op(u, v) = op_u du + op_v dv, from the first value to the last. A value carries derivatives
// only by the inputs that it depends on.

#include "tape/tape_impl.h"

#define JACOBIAN_VALUES 200000  // more take longer to compile than finite differences to compute

typedef struct {
  uint32_t input;
  Value d;
} Slope;

typedef struct {
  Slope *at;  // in the order of inputs
  size_t n;
} Gradient;

// --- rules ---------------------------------------------------------------------------------------

static Value op2(TapeBuilder *b, TapeOp op, Value x, Value y) {
  return tape_op(b, op, x, y);
}

static Value op1(TapeBuilder *b, TapeOp op, Value x) {
  return tape_op(b, op, x, x);
}

static Value square(TapeBuilder *b, Value x) {
  return op2(b, TAPE_MUL, x, x);
}

static Value inverse(TapeBuilder *b, Value x) {
  return op2(b, TAPE_DIV, tape_constant(b, 1), x);
}

// 1/sqrt(1 - u^2), without the loss of digits near 1
static Value arc_slope(TapeBuilder *b, Value u) {
  const Value one = tape_constant(b, 1);
  const Value below = op2(b, TAPE_SUB, one, u), above = op2(b, TAPE_ADD, one, u);
  return inverse(b, op1(b, TAPE_SQRT, op2(b, TAPE_MUL, below, above)));
}

// v u^(v-1) by the base, u^v log(u) by the exponent
static Value power_slope(TapeBuilder *b, Value r, Value u, Value v, bool by_second) {
  if (by_second) return op2(b, TAPE_MUL, r, op1(b, TAPE_LOG, u));
  const Value less = op2(b, TAPE_SUB, v, tape_constant(b, 1));
  return op2(b, TAPE_MUL, v, op2(b, TAPE_POW, u, less));
}

// d atan2(u, v) = (v du - u dv)/(u^2 + v^2)
static Value atan2_slope(TapeBuilder *b, Value u, Value v, bool by_second) {
  const Value vv = square(b, v), rr = op2(b, TAPE_ADD, square(b, u), vv);
  return op2(b, TAPE_DIV, by_second ? op1(b, TAPE_NEG, u) : v, rr);
}

// The derivative of the value `made` by its first or second operand.
static Value slope(TapeBuilder *b, TapeInstruction made, bool by_second) {
  const Value r = {made.to}, u = {made.a}, v = {made.b}, one = tape_constant(b, 1);
  switch (made.op) {
    case TAPE_ADD: return one;
    case TAPE_SUB: return by_second ? tape_constant(b, -1) : one;
    case TAPE_MUL: return by_second ? u : v;
    case TAPE_DIV:
      if (!by_second) return inverse(b, v);
      return op1(b, TAPE_NEG, op2(b, TAPE_MUL, r, inverse(b, v)));
    case TAPE_NEG: return tape_constant(b, -1);
    case TAPE_SQRT: return op2(b, TAPE_DIV, tape_constant(b, 0.5), r);
    case TAPE_POW: return power_slope(b, r, u, v, by_second);
    case TAPE_SIN: return op1(b, TAPE_COS, u);
    case TAPE_COS: return op1(b, TAPE_NEG, op1(b, TAPE_SIN, u));
    case TAPE_SINCOS: return (Value){r.id + 1};
    case VALUE_SECOND: return op1(b, TAPE_NEG, (Value){r.id - 1});
    case TAPE_TAN: return op2(b, TAPE_ADD, one, square(b, r));
    case TAPE_ASIN: return arc_slope(b, u);
    case TAPE_ACOS: return op1(b, TAPE_NEG, arc_slope(b, u));
    case TAPE_ATAN: return inverse(b, op2(b, TAPE_ADD, one, square(b, u)));
    case TAPE_ATAN2: return atan2_slope(b, u, v, by_second);
    case TAPE_SINH: return op1(b, TAPE_COSH, u);
    case TAPE_COSH: return op1(b, TAPE_SINH, u);
    case TAPE_TANH: return op2(b, TAPE_SUB, one, square(b, r));
    case TAPE_EXP: return r;
    case TAPE_LOG: return inverse(b, u);
    case TAPE_ABS: return op1(b, TAPE_SIGN, u);
    case TAPE_PICK: return by_second ? op2(b, TAPE_PICK, u, one) : tape_constant(b, 0);
    default: return tape_constant(b, 0);
  }
}

// --- the chain rule ------------------------------------------------------------------------------

static Gradient scaled(TapeBuilder *b, Value factor, Gradient g) {
  Gradient result = {ARENA_ARRAY(b->arena, Slope, g.n), g.n};
  for (size_t i = 0; i < g.n; i++)
    result.at[i] = (Slope){g.at[i].input, op2(b, TAPE_MUL, factor, g.at[i].d)};
  return result;
}

static Gradient added(TapeBuilder *b, Gradient x, Gradient y) {
  if (x.n == 0 || y.n == 0) return x.n == 0 ? y : x;
  Gradient sum = {ARENA_ARRAY(b->arena, Slope, x.n + y.n), 0};
  for (size_t i = 0, j = 0; i < x.n || j < y.n;) {
    const bool first = j == y.n || (i < x.n && x.at[i].input <= y.at[j].input);
    const bool both = first && j < y.n && x.at[i].input == y.at[j].input;
    Slope term = first ? x.at[i] : y.at[j];
    if (both) term.d = op2(b, TAPE_ADD, x.at[i].d, y.at[j].d);
    i += first, j += !first || both;
    if (!tape_is_zero(b, term.d)) sum.at[sum.n++] = term;
  }
  return sum;
}

static bool has_two_operands(TapeInstruction made) {
  return made.op < TAPE_OP_COUNT && tape_op_operands((TapeOp) made.op) == 2;
}

static Gradient gradient_of(TapeBuilder *b, TapeInstruction made, const Gradient *known) {
  if (made.op == TAPE_TAKE) return known[made.b];
  if (made.op == VALUE_SECOND) made.a = b->values.at[made.a].a;  // the argument of its SINCOS
  Gradient total = {0};
  if (has_two_operands(made) && made.a == made.b) {
    if (known[made.a].n == 0) return total;
    const Value second = slope(b, made, true);
    const Value sum = op2(b, TAPE_ADD, slope(b, made, false), second);
    return scaled(b, sum, known[made.a]);
  }
  if (known[made.a].n > 0) total = scaled(b, slope(b, made, false), known[made.a]);
  if (has_two_operands(made) && known[made.b].n > 0)
    total = added(b, total, scaled(b, slope(b, made, true), known[made.b]));
  return total;
}

// --- solutions -----------------------------------------------------------------------------------

static double constant_of(const TapeBuilder *b, uint32_t value) {
  return b->constants.at[b->values.at[value].a];
}

// Returns the derivative by an input, or zero.
static Value slope_by(Gradient g, uint32_t input, Value zero) {
  for (size_t i = 0; i < g.n; i++)
    if (g.at[i].input == input) return g.at[i].d;
  return zero;
}

// Is it a further result of a SOLVE? Its gradient is found together with that of the first.
static bool is_of_solution(const TapeBuilder *b, TapeInstruction made) {
  return made.op == VALUE_SECOND && b->values.at[made.a].op == TAPE_SOLVE;
}

// f' - K' x of one row, by an input; row: the gradients of this row of K
static Value leftover(TapeBuilder *b, const Gradient *row, Gradient f, const Value *x, size_t n,
                      uint32_t input) {
  const Value zero = tape_constant(b, 0);
  Value sum = slope_by(f, input, zero);
  for (size_t j = 0; j < n; j++) {
    const Value part = op2(b, TAPE_MUL, slope_by(row[j], input, zero), x[j]);
    sum = op2(b, TAPE_SUB, sum, part);
  }
  return sum;
}

// K x' = f' - K' x, with the same K: one more solution for each right-hand side and each input. The determinant
// and its measure count as constants.
static void solution_gradients(TapeBuilder *b, TapeInstruction made, size_t m, Gradient *known) {
  const size_t count = (size_t) made.b - made.a + 1;
  const size_t n = (size_t) constant_of(b, b->values.at[made.a].b);
  const size_t sides = (count - 2) / n - n - 2, right = count - sides * n, matrix = right - n * n;
  bool *inputs = ARENA_ARRAY(b->arena, bool, m);
  size_t inside = 0;
  for (size_t i = matrix; i < count; i++)
    for (size_t k = 0; k < known[made.a + i].n; k++) inputs[known[made.a + i].at[k].input] = true;
  for (size_t i = 0; i < m; i++) inside += inputs[i];
  if (inside == 0) return;
  Value *operands = ARENA_ARRAY(b->arena, Value, right + sides * inside * n), *next = operands;
  for (size_t i = 0; i < right; i++) *next++ = (Value){b->values.at[made.a + i].b};
  Value *x = ARENA_ARRAY(b->arena, Value, n);
  for (size_t side = 0; side < sides; side++) {
    for (size_t j = 0; j < n; j++) x[j].id = made.to + (uint32_t) (side * n + j);
    for (uint32_t k = 0; k < m; k++)
      for (size_t i = 0; inputs[k] && i < n; i++)
        *next++ = leftover(b, known + made.a + matrix + i * n, known[made.a + right + side * n + i],
                           x, n, k);
  }
  Value solution = tape_builder_solve(b, operands, (size_t) (next - operands));
  bool *independent = ARENA_ARRAY(b->arena, bool, sides * n);
  for (size_t i = 0; i < sides * n; i++) {
    Gradient *g = &known[made.to + i];
    independent[i] = g->n > 0;
    if (!independent[i]) g->at = ARENA_ARRAY(b->arena, Slope, inside);
  }
  for (size_t side = 0; side < sides; side++)
    for (uint32_t k = 0; k < m; k++)
      for (size_t j = 0; inputs[k] && j < n; j++, solution.id++) {
        Gradient *g = &known[made.to + side * n + j];
        if (!independent[side * n + j]) g->at[g->n++] = (Slope){k, solution};
      }
}

// Each input has the derivative 1 by itself, whatever it was computed from; constants have no gradient.
static Gradient *start(TapeBuilder *b, const Value *inputs, size_t m, Memo *place) {
  Gradient *known = ARENA_ARRAY(b->arena, Gradient, b->values.n);
  for (size_t i = 0; i < m; i++) {
    uint32_t earlier;
    if (memo_get(place, inputs[i].id, &earlier)) continue;
    memo_put(b->arena, place, inputs[i].id, (uint32_t) i);
    if (b->values.at[inputs[i].id].op == VALUE_CONSTANT) continue;
    known[inputs[i].id] = (Gradient){ARENA_ARRAY(b->arena, Slope, 1), 1};
    known[inputs[i].id].at[0] = (Slope){(uint32_t) i, tape_constant(b, 1)};
  }
  return known;
}

Status tape_jacobian(TapeBuilder *b, const Value *outputs, size_t n, const Value *inputs, size_t m,
                     Value *jacobian) {
  const size_t size = b->values.n;
  const bool *needed = tape_needed(b, outputs, n);
  Memo place = {0};
  Gradient *known = start(b, inputs, m, &place);
  for (size_t i = 0; i < size; i++) {
    const TapeInstruction made = b->values.at[i];
    uint32_t input;
    if (!needed[i] || made.op == VALUE_INPUT || made.op == VALUE_CONSTANT) continue;
    if (made.op == TAPE_SOLVE) solution_gradients(b, made, m, known);
    if (made.op == TAPE_SOLVE || is_of_solution(b, made)) continue;
    if (memo_get(&place, i, &input)) continue;
    known[i] = gradient_of(b, made, known);
    if (b->values.n - size > JACOBIAN_VALUES) return STATUS_LIMIT;
  }
  const Value zero = tape_constant(b, 0);
  for (size_t i = 0; i < n * m; i++) jacobian[i] = zero;
  for (size_t i = 0; i < n; i++) {
    const Gradient g = known[outputs[i].id];
    for (size_t k = 0; k < g.n; k++) jacobian[i * m + g.at[k].input] = g.at[k].d;
  }
  for (size_t j = 0; j < m; j++) {  // an input that was given twice
    uint32_t first = 0;
    memo_get(&place, inputs[j].id, &first);
    for (size_t i = 0; first != j && i < n; i++) jacobian[i * m + j] = jacobian[i * m + first];
  }
  return STATUS_OK;
}
