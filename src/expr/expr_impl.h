// expr/expr_impl.h: what the files of this module share.

#ifndef EXPR_EXPR_IMPL_H
#define EXPR_EXPR_IMPL_H

#include "base/table.h"
#include "expr/expr.h"
#include "expr/field.h"
#include <flint/fmpq.h>

typedef struct {
  uint8_t kind, fn;
  bool primitive;  // a sum whose content is known to be 1
  uint32_t n;      // operands: pool->operands.at[first .. first + n)
  uint32_t first;  // for a number: its ratio; for a symbol: its index
  uint32_t weight;
  uint64_t deps;  // the symbols inside, as a Bloom filter
  Fingerprint print;
} Node;

#define DEPS_TIME ((uint64_t) 1 << 63)  // contains t, a variable or a quantity
#define DEPS_SYMBOLS 63                 // the other bits, shared round-robin by the symbols

typedef struct {
  const char *name;
  SymbolKind kind;
  int order;
  Expr self, base, rate;  // rate is EXPR_NONE until needed
  bool used;              // it is an operand of some expression
} Symbol;

// A slot for values at points of the fields (field_point.c).
typedef struct {
  uint32_t e;         // the expression; for an exponential and its inverse, the argument
  uint32_t first, n;  // for an exponential: its atoms; for a function of one: first is its slot
  uint8_t what;
} Slot;

// A power of an element of the fields, or a sum or product of ratios: the last one with this place in its table. Few
// of them occur, and these again and again.
typedef struct {
  Fingerprint of, value;
  uint32_t what, c;  // c is a ratio; what is 0 if there is none
} KnownPower;

typedef struct {
  Ratio a, b, result;
} KnownRatio;

#define KNOWN_POWERS 256  // powers of two
#define KNOWN_RATIOS 256

struct ExprPool {
  Arena *arena;
  Arena scratch;  // for working lists; marks are released before a builder returns
  Arena keep;     // for results gathered across builders; likewise released at the end
  Arena work;     // lent to algorithms on expressions
  ARRAY(Node) nodes;
  ARRAY(ExprTerm) operands;
  Index index;
  ARRAY(fmpq) ratios;
  ARRAY(Fingerprint) ratio_prints;
  Index ratio_index;
  ARRAY(Symbol) symbols;
  Names symbol_names;
  Memo derivatives;         // expression, direction -> expression
  Memo forms;               // expression and kind -> the form kept for it
  Memo pairs[EXPR_PAIRS];   // two expressions and a kind -> the form made from them
  Memo refused;             // hashes of lists of expressions of which nothing short can be made
  Memo sizes;               // sum or product -> the sum of |term| over its terms
  ARRAY(Slot) slots;        // operands before their users; the first is not used
  ARRAY(uint32_t) slot_of;  // node -> slot, or 0 if it has none
  ARRAY(ExprTerm) atoms;    // of exponentials
  Memo exponentials;        // argument and kind -> slot
  unsigned slots_dropped;   // how often slots were dropped
  ARRAY(uint32_t) seen;     // for each node: the last search that met it
  uint32_t searches;        // searches so far
  KnownPower powers[KNOWN_POWERS];
  KnownRatio sums[KNOWN_RATIOS], products[KNOWN_RATIOS];
  ExprTrouble trouble;
  ZeroSums *zeros;  // where vanishing sums are listed, or NULL
};

// Returns the node of these operands, which are in canonical form, or EXPR_ZERO for a sum that vanishes.
Expr pool_intern(ExprPool *pool, ExprKind kind, Function fn, const ExprTerm *terms, size_t n);
// Records the first trouble and returns EXPR_NONE.
Expr pool_trouble(ExprPool *pool, ExprTrouble trouble);

static inline const Node *pool_node(const ExprPool *pool, Expr e) {
  return &pool->nodes.at[e.id];
}

static inline const ExprTerm *pool_terms(const ExprPool *pool, Expr e) {
  return pool->operands.at + pool->nodes.at[e.id].first;
}

typedef ARRAY(ExprTerm) Terms;

Ratio ratio_intern(ExprPool *pool, const fmpq_t value);
void ratio_forget_last(ExprPool *pool);
// Forgets what is known about ratios: some are gone.
void ratio_forget_results(ExprPool *pool);
const fmpq *ratio_value(const ExprPool *pool, Ratio a);
// The rational number by which a sum of these terms can be divided to make its coefficients coprime integers and its
// first symbolic term positive: gcd of numerators over lcm of denominators, signed.
Ratio ratio_content(ExprPool *pool, const ExprTerm *terms, size_t n);
Ratio ratio_abs(ExprPool *pool, Ratio a);
// a^n; false if the result would exceed EXPR_NUMBER_BITS.
bool ratio_power(ExprPool *pool, Ratio a, Ratio integer, Ratio *result);
// The largest integer not above a.
Ratio ratio_floor(ExprPool *pool, Ratio a);
Ratio ratio_sub(ExprPool *pool, Ratio a, Ratio b);

// Drops the slots of forgotten nodes.
void pool_drop_slots(ExprPool *pool);

// The fingerprint of a node that is about to be made.
Fingerprint fingerprint_of(ExprPool *pool, ExprKind kind, Function fn, const ExprTerm *terms,
                           size_t n);
Fingerprint fingerprint_of_ratio(const fmpq_t value);
Fingerprint fingerprint_of_symbol(Str name);

#endif
