// native/emit_impl.h: what the files that write tapes as text share.

#ifndef NATIVE_EMIT_IMPL_H
#define NATIVE_EMIT_IMPL_H

#include "native/emit.h"
#include <stdint.h>

// Instructions of one part of a function, if it is longer than EMIT_WHOLE: compilers take more than
// linear time for one block.
#define EMIT_WHOLE 1500
#define EMIT_PART 500

// Instructions of a tape, and behind their number its outputs.
typedef struct {
  uint32_t *item;
  size_t n;
} EmitOrder;

// How tightly an expression holds together.
typedef enum { BIND_SUM, BIND_PRODUCT, BIND_UNARY, BIND_ATOM } Binding;

typedef struct {
  const EmitFunction *f;
  const EmitLanguage *l;
  Text *out;
  Arena *arena;
  const char **text;  // of each value, once it is known
  Binding *binding;
  uint32_t *uses;
  bool parts;       // values that are used in another part are kept in an array v
  EmitOrder order;  // of instructions and outputs, in parts
  bool *shared;     // of each value: it is one of these
  bool *varies;     // not made of fixed inputs and constants alone
  uint32_t *fused;  // of each product that is computed with the sum it is part of: its instruction,
                    // counted from 1
  Text declared;    // the names of what was prepared, or of all values,
  size_t names;     // and their number
} Emitter;

static inline bool is_sum(TapeOp op) {
  return op == TAPE_ADD || op == TAPE_SUB;
}

// --- emit_uses.c ---------------------------------------------------------------------------------

// Counts how often each value is used, by all instructions or by those that vary.
void emitter_count_uses(Emitter *e, bool all);
// Finds the products that are computed together with their sums.
void emitter_find_fused(Emitter *e);
// Finds what varies from call to call: everything, if there is no place to prepare the rest.
void emitter_find_varying(Emitter *e);
// Finds the order of the parts, and the values that are used in another part than the one that makes them. The operands and results of a
// solution are in the array anyway.
void emitter_find_shared(Emitter *e);

// --- emit_order.c --------------------------------------------------------------------------------

// Those instructions that vary and all outputs, in the order in which a function of several parts has them.
EmitOrder emit_order(const Tape *tape, const bool *varies, Arena *arena);

#endif
