// tape/finish.c: the finished tape: the values that the outputs need, numbered, in one block.

#include "tape/tape_impl.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Numbers the needed values: all inputs, then constants, then results in the order of computation.
static uint32_t *number_values(const TapeBuilder *b, const bool *needed, size_t *constants,
                               size_t *length, size_t *total) {
  uint32_t *number = ARENA_ARRAY(b->arena, uint32_t, b->values.n + 1);
  uint32_t next = (uint32_t) b->inputs;
  *constants = *length = 0;
  for (size_t i = 0; i < b->values.n; i++) {
    if (b->values.at[i].op == VALUE_INPUT) number[i] = b->values.at[i].a;
    if (b->values.at[i].op == VALUE_CONSTANT && needed[i]) number[i] = next++, ++*constants;
  }
  for (size_t i = 0; i < b->values.n; i++) {
    const uint32_t op = b->values.at[i].op;
    if (op == VALUE_INPUT || op == VALUE_CONSTANT || !needed[i]) continue;
    number[i] = next++;
    *length += op != VALUE_SECOND;
  }
  *total = next;
  return number;
}

// The parts of a tape, while they are in the arena.
typedef struct {
  double *constant;
  TapeInstruction *code;
  uint32_t *output;
  Schedule order;
} Parts;

// Marks the numbered values that change during a run. If no input is fixed, all do, so that a tape can be
// started before its inputs are set.
static const bool *numbered_varying(TapeBuilder *b, const Tape *size, const bool *needed,
                                    const uint32_t *number, size_t fixed) {
  bool *varies = ARENA_ARRAY(b->arena, bool, size->values + 1);
  const bool *of = tape_builder_varying(b, fixed);
  for (size_t i = 0; i < b->values.n; i++)
    if (needed[i]) varies[number[i]] = fixed == 0 || of[i];
  return varies;
}

static Parts make_parts(TapeBuilder *b, const Tape *size, const bool *needed,
                        const uint32_t *number, const Value *outputs, size_t fixed) {
  Parts p = {.constant = ARENA_ARRAY(b->arena, double, size->constants),
             .code = ARENA_ARRAY(b->arena, TapeInstruction, size->length),
             .output = ARENA_ARRAY(b->arena, uint32_t, size->outputs)};
  size_t n = 0;
  for (size_t i = 0; i < b->values.n; i++) {
    const TapeInstruction made = b->values.at[i];
    if (!needed[i] || made.op == VALUE_INPUT || made.op == VALUE_SECOND) continue;
    if (made.op == VALUE_CONSTANT)
      p.constant[number[i] - b->inputs] = b->constants.at[made.a];
    else
      p.code[n++] = (TapeInstruction){made.op, number[i], number[made.a], number[made.b]};
  }
  for (size_t i = 0; i < size->outputs; i++) p.output[i] = number[outputs[i].id];
  p.order = tape_schedule(b->arena, p.code, size->length, size->values,
                          numbered_varying(b, size, needed, number, fixed));
  return p;
}

static const void *append(char **at, const void *from, size_t n, size_t size) {
  char *to = *at;
  if (n > 0) memcpy(to, from, n * size);
  *at += n * size;
  return to;
}

// Copies everything into one block: the struct, the constants, then the smaller types. Nothing can fail after
// the allocation.
static Tape *one_block(const Arena *arena, Tape size, const Parts *p) {
  const size_t head = (sizeof(Tape) + 15) / 16 * 16;
  const size_t bytes = size.constants * sizeof *p->constant + size.length * sizeof *p->code +
                       size.length * sizeof *p->order.steps + size.runs * sizeof *p->order.runs +
                       size.outputs * sizeof *p->output;
  char *block = malloc(head + bytes), *at = block + head;
  if (block == NULL) guard_fail(arena->guard, STATUS_LIMIT);
  Tape *tape = (Tape *) (void *) block;
  *tape = size;
  tape->constant = append(&at, p->constant, size.constants, sizeof *p->constant);
  tape->code = append(&at, p->code, size.length, sizeof *p->code);
  tape->step = append(&at, p->order.steps, size.length, sizeof *p->order.steps);
  tape->run = append(&at, p->order.runs, size.runs, sizeof *p->order.runs);
  tape->output = append(&at, p->output, size.outputs, sizeof *p->output);
  return tape;
}

Tape *tape_finish_for(TapeBuilder *b, const Value *wanted, size_t n, TapeUse use) {
  Value *outputs = ARENA_ARRAY(b->arena, Value, n);
  tape_rewrite(b, wanted, n, use, outputs);
  const bool *needed = tape_needed(b, outputs, n);
  Tape size = {.inputs = b->inputs, .outputs = n};
  const uint32_t *number = number_values(b, needed, &size.constants, &size.length, &size.values);
  const Parts parts = make_parts(b, &size, needed, number, outputs, use.fixed);
  size.runs = parts.order.n;
  size.steady = parts.order.steady;
  size.steady_steps = parts.order.steady_steps;
  Tape *tape = one_block(b->arena, size, &parts);
  assert(tape_check(tape));
  return tape;
}

Tape *tape_finish(TapeBuilder *b, const Value *outputs, size_t n) {
  return tape_finish_for(b, outputs, n, (TapeUse){0});
}

// Marks the values that some of the outputs need.
static bool *needed_for(const Tape *tape, const bool *wanted, Arena *arena) {
  bool *needed = ARENA_ARRAY(arena, bool, tape->values + 1);
  for (size_t i = 0; i < tape->outputs; i++)
    if (wanted[i]) needed[tape->output[i]] = true;
  for (size_t i = tape->length; i-- > 0;) {
    const TapeInstruction made = tape->code[i];
    bool any = false;
    for (size_t k = 0; k < tape_results(made); k++) any = any || needed[made.to + k];
    if (any) needed[made.a] = needed[made.b] = needed[made.to] = true;
  }
  return needed;
}

Tape *tape_part(const Tape *tape, const bool *wanted, Arena *arena) {
  const bool *needed = needed_for(tape, wanted, arena);
  uint32_t *number = ARENA_ARRAY(arena, uint32_t, tape->values + 1);
  Parts p = {.constant = ARENA_ARRAY(arena, double, tape->constants),
             .code = ARENA_ARRAY(arena, TapeInstruction, tape->length),
             .output = ARENA_ARRAY(arena, uint32_t, tape->outputs)};
  Tape size = {.inputs = tape->inputs, .constants = tape->constants};
  size.values = tape->inputs + tape->constants;
  memcpy(p.constant, tape->constant, tape->constants * sizeof *p.constant);
  for (size_t i = 0; i < size.values; i++) number[i] = (uint32_t) i;
  for (size_t i = 0; i < tape->length; i++) {
    const TapeInstruction made = tape->code[i];
    if (!needed[made.to]) continue;
    p.code[size.length++] =
      (TapeInstruction){made.op, (uint32_t) size.values, number[made.a], number[made.b]};
    for (size_t k = 0; k < tape_results(made); k++)
      number[made.to + k] = (uint32_t) size.values++;
  }
  for (size_t i = 0; i < tape->outputs; i++)
    if (wanted[i]) p.output[size.outputs++] = number[tape->output[i]];
  bool *varies = ARENA_ARRAY(arena, bool, size.values + 1);
  memset(varies, true, size.values);
  p.order = tape_schedule(arena, p.code, size.length, size.values, varies);
  size.runs = p.order.n;
  size.steady = p.order.steady;
  size.steady_steps = p.order.steady_steps;
  Tape *part = one_block(arena, size, &p);
  assert(tape_check(part));
  return part;
}

void tape_destroy(Tape *tape) {
  free(tape);
}
