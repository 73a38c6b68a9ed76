// native/emit_impl.h: shared by the files that write tapes as text.

#ifndef NATIVE_EMIT_IMPL_H
#define NATIVE_EMIT_IMPL_H

#include "native/emit.h"
#include <stdint.h>

// Longer functions become operations on arrays or loops, or are cut into parts of EMIT_PART instructions: compilers take
// more than linear time for one block.
#define EMIT_WHOLE 1500
#define EMIT_PART 500

// From this length on the instructions are put in an order in which few values wait at a time (emit_order.c), and cut
// into parts. In the order of the tape, compilers would move many of them to memory and back.
#define EMIT_ORDERED 150

// Instructions of a tape by number; outputs are numbered after them.
typedef struct {
  uint32_t *item;
  size_t n;
} EmitOrder;

// How tightly an expression binds.
typedef enum { BIND_SUM, BIND_PRODUCT, BIND_UNARY, BIND_ATOM } Binding;

typedef struct {
  const EmitFunction *f;
  const EmitLanguage *l;
  Text *out;
  Arena *arena;
  const char **text;  // of each value, once it is known
  Binding *binding;
  uint32_t *uses;
  bool parts;       // values that are used in another part are stored in an array v
  EmitOrder order;  // of instructions and outputs, in parts
  bool *shared;     // of each value: it is stored there
  bool *varies;     // it depends on more than fixed inputs and constants
  uint32_t *fused;  // of each product that is computed together with its sum, and of its negative if that
                    // is added: its instruction, starting at 1
  Text declared;    // the names of prepared values, or of all values,
  size_t names;     // and their number
} Emitter;

static inline bool is_sum(TapeOp op) {
  return op == TAPE_ADD || op == TAPE_SUB;
}

// Emits the instruction of this number: as an expression where its value is used, or with a name.
void emitter_emit(Emitter *e, uint32_t instruction);

// Returns the value of an instruction from the texts of its operands; a fused product is part of its sum.
const char *emitter_expression(const Emitter *e, const TapeInstruction *at);

// --- emit_arrays.c -------------------------------------------------------------------------------

// Outputs next to each other, up to the one before `end`.
typedef struct {
  size_t first, end;
} EmitRun;

typedef ARRAY(EmitRun) EmitRuns;

// Emits the functions and tables for a long function as operations on arrays, if that is faster than written out. Returns
// the statements that compute all values, which have their texts then, and store most outputs, or NULL. *read receives how
// many operations a compiler reads, *left the outputs that remain to be stored.
const char *emitter_emit_arrays(Emitter *e, size_t *read, EmitRuns *left);

// --- emit_loops.c --------------------------------------------------------------------------------

// Groups of outputs, one after the other, that are computed alike.
typedef struct {
  size_t first, period, groups;  // the first output; how many there are in a group; groups
} EmitLoop;

typedef ARRAY(EmitLoop) EmitLoops;

// A text as an element of an array.
typedef struct {
  size_t name;  // characters before the number
  long index;   // -1: it is no element
} EmitElement;

EmitElement emit_element(const char *text);

// Finds the outputs that loops can compute.
EmitLoops emitter_find_loops(const Emitter *e);
void emitter_emit_loop(Emitter *e, EmitLoop loop, size_t number);

// --- emit_uses.c ---------------------------------------------------------------------------------

// The uses of values: for each value a list of operands, starting at 1. Operand k belongs to instruction (k - 1)/2; an
// instruction with one value twice is in its list once.
typedef struct {
  uint32_t *first, *next;
} EmitUses;
EmitUses emit_uses(const Tape *tape, Arena *arena);

// Counts how often each value is used, by all instructions or by those that vary.
void emitter_count_uses(Emitter *e, bool all);
// Finds the products that are computed together with their sums.
void emitter_find_fused(Emitter *e);
// Finds the values that vary from call to call: all, if there is no place to prepare the others.
void emitter_find_varying(Emitter *e);
// Finds the order of the parts, and the values that are used in another part than the one that computes them.
// The operands and results of a solution are stored in the array in any case.
void emitter_find_shared(Emitter *e);

// --- emit_order.c --------------------------------------------------------------------------------

// Returns the instructions that vary and all outputs, in the order for a function of several parts.
EmitOrder emit_order(const Tape *tape, const bool *varies, Arena *arena);

#endif
