// native/emit_uses.c: how the values of a tape are used: how often, where, and whether they are constant.

#include "native/emit_impl.h"
#include <stdlib.h>
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

// Is a value, a product or its negative, used only in sums that can be computed together with it, in the same place?
// Such a sum contains at most one product.
static bool can_fuse(const Emitter *e, const EmitUses *uses, const bool *taken, uint32_t value) {
  uint32_t count = 0;
  if (e->parts && e->shared[value]) return false;
  for (uint32_t use = uses->first[value]; use > 0; use = uses->next[use], count++) {
    const TapeInstruction sum = tape_instruction(e->f->tape, (use - 1) / 2);
    if (!is_sum(sum.op) || sum.a == sum.b || taken[sum.to] || e->varies[value] != e->varies[sum.to])
      return false;
  }
  return count > 0 && count == e->uses[value];  // outputs count, too
}

typedef struct {
  uint32_t ready;        // in cycles after the inputs
  uint32_t instruction;  // a product, or the negative of a product that is used nowhere else
  uint32_t product;      // the instruction of the product
} Fusible;

// Those that are ready last come first.
static int compare_ready(const void *left, const void *right) {
  const Fusible *a = left, *b = right;
  if (a->ready != b->ready) return a->ready < b->ready ? 1 : -1;
  return a->instruction < b->instruction ? -1 : a->instruction > b->instruction;
}

// Lists the products and their negatives.
static size_t list_fusible(const Emitter *e, Fusible *list) {
  const Tape *tape = e->f->tape;
  uint32_t *ready = ARENA_ARRAY(e->arena, uint32_t, tape_values(tape) + 1);
  uint32_t *product = ARENA_ARRAY(e->arena, uint32_t, tape_values(tape) + 1);  // starting at 1
  size_t n = 0;
  for (uint32_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    const uint32_t a = ready[at.a], b = ready[at.b];
    for (size_t k = 0; k < tape_results(at); k++)
      ready[at.to + k] = (a > b ? a : b) + tape_latency(at.op);
    if (at.op == TAPE_MUL) product[at.to] = i + 1;
    const bool negative = at.op == TAPE_NEG && product[at.a] > 0 && e->uses[at.a] == 1 &&
                          e->varies[at.a] == e->varies[at.to] && !(e->parts && e->shared[at.a]);
    if (at.op == TAPE_MUL || negative)
      list[n++] = (Fusible){ready[at.to], i, negative ? product[at.a] - 1 : i};
  }
  qsort(list, n, sizeof *list, compare_ready);
  return n;
}

// A sum waits for one operation after the factors of its fused product, and for two after those of another one. So of two
// products the one that is ready last is fused.
void emitter_find_fused(Emitter *e) {
  const Tape *tape = e->f->tape;
  memset(e->fused, 0, tape_values(tape) * sizeof *e->fused);
  if (e->f->plain || e->f->language != NULL) return;
  const EmitUses uses = emit_uses(tape, e->arena);
  bool *taken = ARENA_ARRAY(e->arena, bool, tape_values(tape) + 1);
  Fusible *list = ARENA_ARRAY(e->arena, Fusible, tape_length(tape) + 1);
  const size_t n = list_fusible(e, list);
  for (size_t i = 0; i < n; i++) {
    const TapeInstruction at = tape_instruction(tape, list[i].instruction);
    if (!can_fuse(e, &uses, taken, at.to)) continue;
    e->fused[tape_instruction(tape, list[i].product).to] = list[i].product + 1;
    e->fused[at.to] = list[i].instruction + 1;
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
