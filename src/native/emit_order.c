// native/emit_order.c: the order in which the parts of a long function compute and store.
//
// In:    a tape, whose order keeps few values alive at a time
// Out:   the same instructions and the outputs, in one of two orders: that of the tape, with the only user of a value
//        right after that value, if its other operand is ready; or by demand, each instruction where its value is first
//        needed. An output comes right after the instruction that computes it. The order is taken in which fewer values
//        are used in another part than their own
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
  Arena *arena;
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

static Ordering open_order(const Tape *tape, const bool *varies, EmitOrder *order, Arena *arena) {
  const size_t values = tape_values(tape), length = tape_length(tape), outputs = tape_outputs(tape);
  *order = (EmitOrder){ARENA_ARRAY(arena, uint32_t, length + outputs + 1), 0};
  Ordering o = {.tape = tape,
                .varies = varies,
                .user = ARENA_ARRAY(arena, uint32_t, values + 1),
                .users = ARENA_ARRAY(arena, uint32_t, values + 1),
                .output = ARENA_ARRAY(arena, uint32_t, values + 1),
                .beside = ARENA_ARRAY(arena, uint32_t, outputs + 1),
                .there = ARENA_ARRAY(arena, bool, values + 1),
                .done = ARENA_ARRAY(arena, bool, length + outputs + 1),
                .order = order,
                .arena = arena};
  find_users(&o);
  for (size_t i = 0; i < values; i++)
    o.there[i] = i < tape_inputs(tape) + tape_constants(tape) || !varies[i];
  return o;
}

static void add_outputs_left(Ordering *o) {
  for (size_t i = 0; i < tape_outputs(o->tape); i++)
    if (!o->done[tape_length(o->tape) + i]) add(o, tape_length(o->tape) + i);
}

static EmitOrder order_of_tape(const Tape *tape, const bool *varies, Arena *arena) {
  EmitOrder order;
  Ordering o = open_order(tape, varies, &order, arena);
  for (uint32_t i = 0; i < tape_length(tape); i++)
    if (varies[tape_instruction(tape, i).to] && !o.done[i]) place(&o, i);
  add_outputs_left(&o);
  return order;
}

// --- by demand -----------------------------------------------------------------------------------

typedef ARRAY(uint32_t) Numbers;

// Finds the instruction that computes each value, starting at 1; false if some belong to solutions, which stay together.
static bool find_makers(const Ordering *o, uint32_t *maker) {
  for (uint32_t i = 0; i < tape_length(o->tape); i++) {
    const TapeInstruction at = tape_instruction(o->tape, i);
    if (at.op >= TAPE_OP_COUNT) return false;
    for (size_t k = 0; k < tape_results(at); k++) maker[at.to + k] = i + 1;
  }
  return true;
}

// Marks the instructions whose value has one use, and ends in one output.
static bool *find_tails(const Ordering *o) {
  bool *tail = ARENA_ARRAY(o->arena, bool, tape_length(o->tape) + 1);
  for (uint32_t i = (uint32_t) tape_length(o->tape); i-- > 0;) {
    const uint32_t to = tape_instruction(o->tape, i).to;
    tail[i] = o->users[to] == 0 ? o->output[to] > 0
                                : o->users[to] == 1 && o->output[to] == 0 && tail[o->user[to] - 1];
  }
  return tail;
}

// Places an instruction, its outputs, and the tails that were waiting for it: what they use is at hand now.
static void place_with_tails(Ordering *o, const EmitUses *uses, const bool *tail, uint32_t i) {
  Numbers stack = {0};
  array_push(o->arena, &stack, i);
  while (stack.n > 0) {
    i = stack.at[--stack.n];
    if (o->done[i]) continue;
    const TapeInstruction at = tape_instruction(o->tape, i);
    add(o, i);
    for (size_t k = 0; k < tape_results(at); k++) {
      o->there[at.to + k] = true;
      for (uint32_t n = o->output[at.to + k]; n > 0; n = o->beside[n - 1])
        add(o, tape_length(o->tape) + n - 1);
      for (uint32_t use = uses->first[at.to + k]; use > 0; use = uses->next[use]) {
        const uint32_t user = (use - 1) / 2;
        const TapeInstruction by = tape_instruction(o->tape, user);
        if (tail[user] && !o->done[user] && o->there[by.a] && o->there[by.b])
          array_push(o->arena, &stack, user);
      }
    }
  }
}

// Places everything that an instruction needs, the oldest operand first, and then the instruction.
static void demand(Ordering *o, const uint32_t *maker, const EmitUses *uses, const bool *tail,
                   uint32_t i) {
  Numbers stack = {0};
  array_push(o->arena, &stack, i);
  while (stack.n > 0) {
    const uint32_t now = stack.at[stack.n - 1];
    const TapeInstruction at = tape_instruction(o->tape, now);
    const uint32_t old = at.a < at.b ? at.a : at.b, young = at.a < at.b ? at.b : at.a;
    if (!o->done[now] && !o->there[old]) {
      array_push(o->arena, &stack, maker[old] - 1);
    } else if (!o->done[now] && !o->there[young]) {
      array_push(o->arena, &stack, maker[young] - 1);
    } else {
      stack.n--;
      place_with_tails(o, uses, tail, now);
    }
  }
}

static bool order_by_demand(const Tape *tape, const bool *varies, EmitOrder *order, Arena *arena) {
  Ordering o = open_order(tape, varies, order, arena);
  uint32_t *maker = ARENA_ARRAY(arena, uint32_t, tape_values(tape) + 1);
  if (!find_makers(&o, maker)) return false;
  const bool *tail = find_tails(&o);
  const EmitUses uses = emit_uses(tape, arena);
  for (size_t i = 0; i < tape_outputs(tape); i++) {
    const uint32_t value = tape_output(tape, i);
    if (!o.there[value]) demand(&o, maker, &uses, tail, maker[value] - 1);
  }
  add_outputs_left(&o);
  return true;
}

// --- the better one ------------------------------------------------------------------------------

// Counts the values that are used in another part than their own.
static size_t count_shared(const Tape *tape, const EmitOrder *order, Arena *arena) {
  const size_t length = tape_length(tape), given = tape_inputs(tape) + tape_constants(tape);
  size_t *part = ARENA_ARRAY(arena, size_t, tape_values(tape) + 1), count = 0;
  for (size_t i = 0; i < order->n; i++) {
    const size_t item = order->item[i], now = i / EMIT_PART + 1;
    TapeInstruction at = {0};
    if (item < length) at = tape_instruction(tape, item);
    const uint32_t uses[] = {item < length ? at.a : tape_output(tape, item - length), at.b};
    for (size_t k = 0; k < (item < length ? 2 : 1); k++) {
      if (uses[k] < given || part[uses[k]] == 0 || part[uses[k]] == now) continue;
      count++;
      part[uses[k]] = 0;  // once
    }
    for (size_t k = 0; item < length && k < tape_results(at); k++) part[at.to + k] = now;
  }
  return count;
}

EmitOrder emit_order(const Tape *tape, const bool *varies, Arena *arena) {
  EmitOrder plain = order_of_tape(tape, varies, arena), other;
  if (!order_by_demand(tape, varies, &other, arena)) return plain;
  return count_shared(tape, &other, arena) < count_shared(tape, &plain, arena) ? other : plain;
}
