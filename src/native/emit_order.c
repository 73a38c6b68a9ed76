// native/emit_order.c: the order in which the parts of a long function compute and store.
//
// In:    a tape, whose order keeps few values alive at a time
// Out:   the same instructions and the outputs: each output right after the instruction that computes it, and
//        the only user of a value right after that value, if its other operand is ready
// Law:   operands come first; a value that is consumed where it was computed needs no place in memory, wherever
//        the function is cut into parts
// Cost:  linear

#include "native/emit_impl.h"

typedef struct {
  const Tape *tape;
  const bool *varies;
  uint32_t *user;   // of each value: the last instruction that uses it, starting at 1,
  uint32_t *users;  // and the number of instructions that use it
  uint32_t *output,
    *beside;    // of each value its first output, of each output the next one, starting at 1
  bool *there;  // values
  bool *done;   // instructions and outputs
  EmitOrder *order;
} Ordering;

static void use(Ordering *o, uint32_t value, uint32_t instruction) {
  o->user[value] = instruction + 1;
  o->users[value]++;
}

static void find_users(Ordering *o) {
  for (uint32_t i = 0; i < tape_length(o->tape); i++) {
    const TapeInstruction at = tape_instruction(o->tape, i);
    if (!o->varies[at.to]) continue;
    use(o, at.a, i);
    if (at.b != at.a) use(o, at.b, i);
  }
  for (uint32_t i = (uint32_t) tape_outputs(o->tape); i-- > 0;) {
    const uint32_t value = tape_output(o->tape, i);
    o->beside[i] = o->output[value];
    o->output[value] = i + 1;
  }
}

static void add(Ordering *o, size_t item) {
  o->done[item] = true;
  o->order->item[o->order->n++] = (uint32_t) item;
}

// Returns the instruction that was waiting for this value alone, starting at 1, or 0.
static uint32_t follower(const Ordering *o, uint32_t value) {
  if (o->users[value] != 1) return 0;
  const TapeInstruction at = tape_instruction(o->tape, o->user[value] - 1);
  const bool ready = o->there[at.a] && o->there[at.b] && !o->done[o->user[value] - 1];
  return ready && at.op < TAPE_OP_COUNT ? o->user[value] : 0;
}

static void place(Ordering *o, uint32_t i) {
  for (;;) {
    const TapeInstruction at = tape_instruction(o->tape, i);
    const size_t results = tape_results(at);
    add(o, i);
    for (size_t k = 0; k < results; k++) {
      o->there[at.to + k] = true;
      for (uint32_t n = o->output[at.to + k]; n > 0; n = o->beside[n - 1])
        add(o, tape_length(o->tape) + n - 1);
    }
    const uint32_t next = results == 1 && at.op < TAPE_OP_COUNT ? follower(o, at.to) : 0;
    if (next == 0) return;
    i = next - 1;
  }
}

EmitOrder emit_order(const Tape *tape, const bool *varies, Arena *arena) {
  const size_t values = tape_values(tape), length = tape_length(tape), outputs = tape_outputs(tape);
  EmitOrder order = {ARENA_ARRAY(arena, uint32_t, length + outputs + 1), 0};
  Ordering o = {.tape = tape,
                .varies = varies,
                .user = ARENA_ARRAY(arena, uint32_t, values + 1),
                .users = ARENA_ARRAY(arena, uint32_t, values + 1),
                .output = ARENA_ARRAY(arena, uint32_t, values + 1),
                .beside = ARENA_ARRAY(arena, uint32_t, outputs + 1),
                .there = ARENA_ARRAY(arena, bool, values + 1),
                .done = ARENA_ARRAY(arena, bool, length + outputs + 1),
                .order = &order};
  find_users(&o);
  for (size_t i = 0; i < values; i++)
    o.there[i] = i < tape_inputs(tape) + tape_constants(tape) || !varies[i];
  for (uint32_t i = 0; i < length; i++)
    if (varies[tape_instruction(tape, i).to] && !o.done[i]) place(&o, i);
  for (size_t i = 0; i < outputs; i++)
    if (!o.done[length + i]) add(&o, length + i);
  return order;
}
