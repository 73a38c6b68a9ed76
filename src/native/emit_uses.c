// native/emit_uses.c: how the values of a tape are used: how often, where, and whether they are constant.

#include "native/emit_impl.h"
#include <string.h>

void emitter_count_uses(Emitter *e, bool all) {
  const Tape *tape = e->f->tape;
  memset(e->uses, 0, tape_values(tape) * sizeof *e->uses);
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    if (!all && !e->varies[at.to]) continue;
    e->uses[at.a]++;
    if (at.b != at.a) e->uses[at.b]++;
    if (at.b == at.a && at.op < TAPE_OP_COUNT && strstr(emit_c.op[at.op], "%b") != NULL)
      e->uses[at.a]++;
  }
  for (size_t i = 0; i < tape_outputs(tape); i++) e->uses[tape_output(tape, i)]++;
}

EmitUses emit_uses(const Tape *tape, Arena *arena) {
  const size_t length = tape_length(tape);
  EmitUses uses = {ARENA_ARRAY(arena, uint32_t, tape_values(tape) + 1),
                   ARENA_ARRAY(arena, uint32_t, 2 * length + 2)};
  for (uint32_t i = 0; i < 2 * length; i++) {
    const TapeInstruction at = tape_instruction(tape, i / 2);
    const uint32_t value = i % 2 ? at.b : at.a;
    if (i % 2 && at.b == at.a) continue;
    uses.next[i + 1] = uses.first[value];
    uses.first[value] = i + 1;
  }
  return uses;
}

// Is a product used only in sums that can be computed together with it, in the same place? Such a sum contains
// at most one product.
static bool can_fuse(const Emitter *e, const EmitUses *uses, const bool *taken, uint32_t product) {
  uint32_t count = 0;
  if (e->parts && e->shared[product]) return false;
  for (uint32_t use = uses->first[product]; use > 0; use = uses->next[use], count++) {
    const TapeInstruction sum = tape_instruction(e->f->tape, (use - 1) / 2);
    if (!is_sum(sum.op) || sum.a == sum.b || taken[sum.to] ||
        e->varies[product] != e->varies[sum.to])
      return false;
  }
  return count > 0 && count == e->uses[product];  // outputs count, too
}

void emitter_find_fused(Emitter *e) {
  const Tape *tape = e->f->tape;
  memset(e->fused, 0, tape_values(tape) * sizeof *e->fused);
  if (e->f->plain || e->f->language != NULL) return;
  const EmitUses uses = emit_uses(tape, e->arena);
  bool *taken = ARENA_ARRAY(e->arena, bool, tape_values(tape) + 1);
  for (uint32_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    if (at.op != TAPE_MUL || !can_fuse(e, &uses, taken, at.to)) continue;
    e->fused[at.to] = i + 1;
    for (uint32_t use = uses.first[at.to]; use > 0; use = uses.next[use])
      taken[tape_instruction(tape, (use - 1) / 2).to] = true;
  }
}

void emitter_find_varying(Emitter *e) {
  const Tape *tape = e->f->tape;
  const bool all = e->f->prepared == NULL;
  const size_t inputs = tape_inputs(tape), made = inputs + tape_constants(tape);
  for (size_t i = 0; i < tape_values(tape); i++)
    e->varies[i] = all || (i >= e->f->fixed && i < inputs) || i >= made;
  for (size_t i = 0; !all && i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    // copied operands belong to their solution, which is not prepared
    const bool varies = at.op == TAPE_TAKE || e->varies[at.a] || e->varies[at.b];
    for (size_t k = 0; k < tape_results(at); k++) e->varies[at.to + k] = varies;
  }
}

void emitter_find_shared(Emitter *e) {
  const Tape *tape = e->f->tape;
  const size_t length = tape_length(tape);
  size_t *part = ARENA_ARRAY(e->arena, size_t, tape_values(tape) + 1);
  e->order = emit_order(tape, e->varies, e->arena);
  for (size_t i = 0; i < e->order.n; i++) {
    const size_t item = e->order.item[i], now = i / EMIT_PART;
    if (item >= length) {
      const uint32_t value = tape_output(tape, item - length);
      e->shared[value] = e->shared[value] || part[value] != now;
      continue;
    }
    const TapeInstruction at = tape_instruction(tape, item);
    const bool solution = at.op == TAPE_TAKE || at.op == TAPE_SOLVE;
    e->shared[at.a] = e->shared[at.a] || part[at.a] != now;
    e->shared[at.b] = e->shared[at.b] || part[at.b] != now;
    for (size_t k = 0; k < tape_results(at); k++) {
      part[at.to + k] = now;
      e->shared[at.to + k] = solution;
    }
  }
}
