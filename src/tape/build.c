// tape/build.c: values, each made once.

#include "tape/tape_impl.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#include "tape/pivoting.h"

static const struct {
  const char *name;
  int operands;
} ops[] = {
#define X(id, count, text) {#id, count},
#include "tape/ops.def"
#undef X
};

const char *tape_op_name(TapeOp op) {
  return op < TAPE_OP_COUNT ? ops[op].name : op == TAPE_TAKE ? "TAKE" : "SOLVE";
}

int tape_op_operands(TapeOp op) {
  return op < TAPE_OP_COUNT ? ops[op].operands : 2;
}

size_t tape_results(TapeInstruction made) {
  if (made.op == TAPE_SOLVE) return DAL_PIVOTING((size_t) made.b - made.a + 1);
  return made.op == TAPE_SINCOS ? 2 : 1;
}

TapeBuilder *tape_builder_create(Arena *arena, ExprPool *pool) {
  TapeBuilder *b = ARENA_NEW(arena, TapeBuilder);
  b->arena = arena;
  b->pool = pool;
  return b;
}

static void *copied(Arena *arena, const void *from, size_t n, size_t size) {
  void *to = arena_take_array(arena, n + 1, size);
  if (n > 0) memcpy(to, from, n * size);
  return to;
}

#define COPY_ARRAY(b, name)                                                           \
  (b)->name.at = copied((b)->arena, (b)->name.at, (b)->name.n, sizeof *(b)->name.at), \
  (b)->name.room = (b)->name.n

static Index copied_index(Arena *arena, Index i) {
  if (i.slots == 0) return i;
  i.slot = copied(arena, i.slot, i.slots, sizeof *i.slot);
  return i;
}

TapeBuilder *tape_builder_copy(const TapeBuilder *from) {
  TapeBuilder *b = ARENA_NEW(from->arena, TapeBuilder);
  *b = *from;
  COPY_ARRAY(b, values);
  COPY_ARRAY(b, constants);
  COPY_ARRAY(b, lowered_prints);
  COPY_ARRAY(b, lowered_values);
  COPY_ARRAY(b, numbers);
  b->ops = memo_copy(b->arena, &b->ops);
  b->input_of = memo_copy(b->arena, &b->input_of);
  b->constant_of = copied_index(b->arena, b->constant_of);
  b->lowered = copied_index(b->arena, b->lowered);
  return b;
}

static Value add_value(TapeBuilder *b, TapeInstruction instruction) {
  instruction.to = (uint32_t) b->values.n;
  array_push(b->arena, &b->values, instruction);
  return (Value){instruction.to};
}

Value tape_builder_input(TapeBuilder *b) {
  return add_value(b, (TapeInstruction){.op = VALUE_INPUT, .a = (uint32_t) b->inputs++});
}

Value tape_input(TapeBuilder *b, Expr symbol) {
  Value value;
  if (memo_get(&b->input_of, symbol.id, &value.id)) return value;
  value = tape_builder_input(b);
  memo_put(b->arena, &b->input_of, symbol.id, value.id);
  return value;
}

void tape_take_sides(TapeBuilder *b, size_t first) {
  b->sides = first;
}

void tape_define(TapeBuilder *b, Expr symbol, Value value) {
  memo_put(b->arena, &b->input_of, symbol.id, value.id);
}

// Operands come before their users, so one pass finds the dependencies.
bool *tape_builder_varying(const TapeBuilder *b, size_t first) {
  bool *all = ARENA_ARRAY(b->arena, bool, b->values.n + 1);
  for (size_t i = 0; i < b->values.n; i++) {
    const TapeInstruction *at = &b->values.at[i];
    all[i] = at->op == VALUE_INPUT ? at->a >= first
                                   : at->op != VALUE_CONSTANT && (all[at->a] || all[at->b]);
  }
  return all;
}

void tape_varying(const TapeBuilder *b, size_t first, const Value *v, size_t n, bool *varies) {
  const bool *all = tape_builder_varying(b, first);
  for (size_t i = 0; i < n; i++) varies[i] = all[v[i].id];
}

Value tape_constant(TapeBuilder *b, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  IndexProbe probe = index_probe(&b->constant_of, bits);
  for (uint32_t i; index_next(&b->constant_of, &probe, &i);)
    if (memcmp(&b->constants.at[b->values.at[i].a], &number, sizeof number) == 0) return (Value){i};
  const Value value =
    add_value(b, (TapeInstruction){.op = VALUE_CONSTANT, .a = (uint32_t) b->constants.n});
  array_push(b->arena, &b->constants, number);
  index_insert(b->arena, &b->constant_of, bits, value.id);
  return value;
}

void tape_fix(TapeBuilder *b, Value input, double value) {
  TapeInstruction *made = &b->values.at[input.id];
  assert(made->op == VALUE_INPUT);
  b->fixed = true;
  *made = (TapeInstruction){VALUE_CONSTANT, input.id, (uint32_t) b->constants.n, 0};
  array_push(b->arena, &b->constants, value);
}

static bool is_number(const TapeBuilder *b, Value v, double number) {
  const TapeInstruction *made = &b->values.at[v.id];
  return made->op == VALUE_CONSTANT && b->constants.at[made->a] == number;
}

bool tape_is_constant(const TapeBuilder *b, Value v) {
  return b->values.at[v.id].op == VALUE_CONSTANT;
}

bool tape_is_zero(const TapeBuilder *b, Value v) {
  return is_number(b, v, 0);
}

static bool get_number(const TapeBuilder *b, Value v, double *number) {
  const TapeInstruction *made = &b->values.at[v.id];
  if (made->op != VALUE_CONSTANT) return false;
  *number = b->constants.at[made->a];
  return true;
}

// Computes an operation on constants now, with the code that would run later. A result that is not finite is
// left for the run. SINCOS has two results, which a constant cannot have.
static bool done_now(TapeBuilder *b, TapeOp op, Value x, Value y, Value *result) {
  double work[3];
  if (op == TAPE_SINCOS || !get_number(b, x, &work[0]) || !get_number(b, y, &work[1])) return false;
  interp_step_run(&(TapeInstruction){(uint32_t) op, .to = 2, .a = 0, .b = 1}, work);
  if (!isfinite(work[2])) return false;
  *result = tape_constant(b, work[2]);
  return true;
}

// Simplifies a/(1/c) to a c, and (a/c)/(1/c) to a. These come from a diagonal mass matrix of reciprocals, and
// from rows divided by its entries.
static bool cancels(TapeBuilder *b, Value x, Value y, Value *result) {
  const TapeInstruction top = b->values.at[x.id], bottom = b->values.at[y.id];
  if (bottom.op != TAPE_DIV || !is_number(b, (Value){bottom.a}, 1)) return false;
  const bool both = top.op == TAPE_DIV && top.b == bottom.b;
  *result = both ? (Value){top.a} : tape_op(b, TAPE_MUL, x, (Value){bottom.b});
  return true;
}

// Simplifies operations with 0 and 1 that need no instruction, and quotients that cancel.
static bool folded(TapeBuilder *b, TapeOp op, Value x, Value y, Value *result) {
  const bool x0 = tape_is_zero(b, x), y0 = tape_is_zero(b, y);
  switch (op) {
    case TAPE_ADD: *result = x0 ? y : x; return x0 || y0;
    case TAPE_SUB: *result = y0 ? x : tape_op(b, TAPE_NEG, y, y); return x0 || y0;
    case TAPE_MUL:
      *result = x0 || y0 ? tape_constant(b, 0) : is_number(b, x, 1) ? y : x;
      return x0 || y0 || is_number(b, x, 1) || is_number(b, y, 1);
    case TAPE_DIV: *result = x; return x0 || is_number(b, y, 1) || cancels(b, x, y, result);
    case TAPE_NEG:
      *result = x0 ? x : (Value){b->values.at[x.id].a};
      return x0 || b->values.at[x.id].op == TAPE_NEG;
    case TAPE_PICK: *result = y; return y0;
    default: return false;
  }
}

static bool is_negated(const TapeBuilder *b, Value v, Value *positive) {
  *positive = (Value){b->values.at[v.id].a};
  return b->values.at[v.id].op == TAPE_NEG;
}

// Absorbs signs into other operations: x + (-y) and the like. The bits stay the same.
static bool sign_absorbed(TapeBuilder *b, TapeOp op, Value x, Value y, Value *result) {
  Value u, v;
  const bool negative_x = is_negated(b, x, &u), negative_y = is_negated(b, y, &v);
  switch (op) {
    case TAPE_ADD:
      if (!negative_x && !negative_y) return false;
      *result = negative_y ? tape_op(b, TAPE_SUB, x, v) : tape_op(b, TAPE_SUB, y, u);
      return true;
    case TAPE_SUB:
      if (negative_y) *result = tape_op(b, TAPE_ADD, x, v);
      return negative_y;
    case TAPE_MUL:
    case TAPE_DIV:
      if (is_number(b, y, -1))
        *result = tape_op(b, TAPE_NEG, x, x);
      else if (op == TAPE_MUL && is_number(b, x, -1))
        *result = tape_op(b, TAPE_NEG, y, y);
      else if (negative_x && negative_y)
        *result = tape_op(b, op, u, v);
      else
        return false;
      return true;
    default: return false;
  }
}

// 8 bits of operation and 28 for each operand
static uint64_t op_key(TapeOp op, Value x, Value y) {
  return (uint64_t) op << 56 | (uint64_t) x.id << 28 | y.id;
}

static bool is_side(const TapeBuilder *b, Value v) {
  const TapeInstruction *made = &b->values.at[v.id];
  if (made->op == TAPE_NEG) made = &b->values.at[made->a];
  return b->sides > 0 && made->op == VALUE_INPUT && made->a >= b->sides;
}

Value tape_op(TapeBuilder *b, TapeOp op, Value x, Value y) {
  if (ops[op].operands == 1) y = x;
  if (op == TAPE_SIDE && is_side(b, x)) return x;
  Value result;
  if (done_now(b, op, x, y, &result)) return result;
  if ((op == TAPE_ADD || op == TAPE_SUB || op == TAPE_MUL || op == TAPE_DIV || op == TAPE_NEG ||
       op == TAPE_PICK) &&
      (folded(b, op, x, y, &result) || sign_absorbed(b, op, x, y, &result)))
    return result;
  if ((op == TAPE_ADD || op == TAPE_MUL) && x.id > y.id) {
    const Value swap = x;
    x = y;
    y = swap;
  }
  if (b->values.n >= (1u << 28) - 1) guard_fail(b->arena->guard, STATUS_LIMIT);
  if ((op == TAPE_SIN || op == TAPE_COS) &&
      memo_get(&b->ops, op_key(TAPE_SINCOS, x, x), &result.id))
    return (Value){result.id + (op == TAPE_COS)};
  const uint64_t key = op_key(op, x, y);
  if (memo_get(&b->ops, key, &result.id)) return result;
  result = add_value(b, (TapeInstruction){.op = (uint32_t) op, .a = x.id, .b = y.id});
  if (op == TAPE_SINCOS) add_value(b, (TapeInstruction){.op = VALUE_SECOND, .a = result.id});
  memo_put(b->arena, &b->ops, key, result.id);
  return result;
}

// The operands must be consecutive values, so each is copied by TAKE, shared or not.
Value tape_builder_solve(TapeBuilder *b, const Value *operands, size_t n) {
  if (b->values.n + n + DAL_PIVOTING(n) >= 1u << 28) guard_fail(b->arena->guard, STATUS_LIMIT);
  const uint32_t first = (uint32_t) b->values.n;
  for (size_t i = 0; i < n; i++) {
    const uint32_t before = i > 0 ? (uint32_t) b->values.n - 1 : operands[i].id;
    add_value(b, (TapeInstruction){.op = TAPE_TAKE, .a = before, .b = operands[i].id});
  }
  const TapeInstruction solve = {.op = TAPE_SOLVE, .a = first, .b = first + (uint32_t) n - 1};
  const Value result = add_value(b, solve);
  for (size_t i = 1; i < tape_results(solve); i++)
    add_value(b, (TapeInstruction){.op = VALUE_SECOND, .a = result.id});
  return result;
}

// --- numbers at a state of reference -------------------------------------------------------------

void tape_refer(TapeBuilder *b, const double *inputs) {
  b->reference = inputs;
  b->numbers.n = 0;
  array_reserve(b->arena, &b->numbers, b->values.n);
}

// Values are numbered in the order of evaluation, so the numbers are a workspace for them.
double tape_number(TapeBuilder *b, Value v) {
  array_reserve(b->arena, &b->numbers, b->values.n - b->numbers.n);
  for (; b->numbers.n <= v.id; b->numbers.n++) {
    const TapeInstruction *made = &b->values.at[b->numbers.n];
    double *to = &b->numbers.at[b->numbers.n];
    if (made->op == VALUE_INPUT)
      *to = b->reference != NULL ? b->reference[made->a] : (double) NAN;
    else if (made->op == VALUE_CONSTANT)
      *to = b->constants.at[made->a];
    else if (made->op != VALUE_SECOND)
      interp_step_run(made, b->numbers.at);
  }
  return b->numbers.at[v.id];
}

// --- looking at what was made --------------------------------------------------------------------

bool *tape_needed(const TapeBuilder *b, const Value *outputs, size_t n) {
  bool *needed = ARENA_ARRAY(b->arena, bool, b->values.n + 1);
  for (size_t i = 0; i < n; i++) needed[outputs[i].id] = true;
  for (size_t i = b->values.n; i-- > 0;) {
    const TapeInstruction *made = &b->values.at[i];
    if (!needed[i] || made->op == VALUE_INPUT || made->op == VALUE_CONSTANT) continue;
    needed[made->a] = true;
    if (made->op != VALUE_SECOND) needed[made->b] = true;
    for (size_t k = 1; made->op != VALUE_SECOND && k < tape_results(*made); k++)
      needed[i + k] = true;
  }
  return needed;
}

// Relative costs, roughly as measured by bench/tape.c.
static size_t op_cost(uint32_t op) {
  if (op >= TAPE_OP_COUNT) return 0;
  switch (tape_op_kind((TapeOp) op)) {
    case TAPE_SUMS:
    case TAPE_PRODUCTS: return 1;
    case TAPE_QUOTIENTS: return 3;
    case TAPE_ROOTS: return 4;
    default: return 20;
  }
}

size_t tape_cost(const TapeBuilder *b, const Value *values, size_t n) {
  const bool *needed = tape_needed(b, values, n);
  size_t cost = 0;
  for (size_t i = 0; i < b->values.n; i++)
    if (needed[i]) cost += op_cost(b->values.at[i].op);
  return cost;
}
