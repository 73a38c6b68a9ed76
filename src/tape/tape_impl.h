// tape/tape_impl.h: what the files of this module share.

#ifndef TAPE_TAPE_IMPL_H
#define TAPE_TAPE_IMPL_H

#include "base/table.h"
#include "tape/tape.h"

struct TapeBuilder {
  Arena *arena;
  ExprPool *pool;
  // values in the order they were made, each an input, a constant or an instruction
  struct {
    TapeInstruction *at;
    size_t n, room;
  } values;
  ARRAY(double) constants;  // op VALUE_CONSTANT: a is the place here
  size_t inputs;            // op VALUE_INPUT: a is the place of the input
  bool fixed;               // some inputs are constants
  size_t sides;             // the first input that is a side; 0: no sides
  Memo ops;                 // op, a, b -> value
  Memo input_of;            // symbol id -> value
  Index constant_of;
  Index lowered;  // fingerprint -> place in lowered_prints
  ARRAY(Fingerprint) lowered_prints;
  ARRAY(Value) lowered_values;
  const double *reference;  // inputs, or NULL
  ARRAY(double) numbers;    // the first values at the reference
};

// The kinds of a builder's values other than results of a TapeOp.
enum { VALUE_INPUT = TAPE_ALL_OPS, VALUE_CONSTANT, VALUE_SECOND };  // SECOND: a further result of a

// Marks the builder's values that depend on inputs from `first` on.
bool *tape_builder_varying(const TapeBuilder *b, size_t first);

// Marks the builder's values that the outputs need.
bool *tape_needed(const TapeBuilder *b, const Value *outputs, size_t n);

// Adds an input that no symbol stands for.
Value tape_builder_input(TapeBuilder *b);

// Solves with pivoting.h: returns the first result of n operands; the others follow it.
Value tape_builder_solve(TapeBuilder *b, const Value *operands, size_t n);

// Finds cheaper values for the outputs, now that it is known what all of them need.
void tape_rewrite(TapeBuilder *b, const Value *outputs, size_t n, TapeUse use, Value *better);

// Finds an order of elimination for the zero pattern of a symmetric matrix, order[k] being the k-th to go, and
// returns the number of its operations.
size_t order_elimination(const TapeBuilder *b, size_t n, const Value *M, size_t **order);

// The nonzero entries of one row of a matrix, by their sizes.
typedef struct {
  size_t at;  // the column
  double size;
} ScaledEntry;
typedef ARRAY(ScaledEntry) ScaledRow;

// Factors for the n rows and columns of a square matrix, powers of two, that make its entries
// comparable (scaling.c).
void scaling_factors(Arena *arena, const ScaledRow *rows, size_t n, double *row, double *column);

// The program of the interpreter: runs of one operation each.
typedef struct {
  uint32_t to, a, b;
} TapeStep;

typedef struct {
  uint32_t op, count;
} TapeRun;

typedef struct {
  TapeStep *steps;
  TapeRun *runs;
  size_t n;             // runs
  size_t steady;        // runs, and
  size_t steady_steps;  // their steps: the first ones, which need fixed inputs and constants alone
} Schedule;

// Executes one instruction on a workspace.
void interp_step_run(const TapeInstruction *made, double *work);

// varies: for each value, whether it depends on inputs that are not fixed
Schedule tape_schedule(Arena *arena, const TapeInstruction *code, size_t length, size_t values,
                       const bool *varies);

struct Tape {
  size_t inputs, constants, values, length, outputs, runs;
  size_t steady, steady_steps;  // runs and steps that are done once, at the start
  const double *constant;
  const TapeInstruction *code;  // in the order of the values
  const TapeStep *step;         // the same in the order of execution
  const TapeRun *run;
  const uint32_t *output;
};

// Lists of operands (of sums, or of products) in which repeated pairs are to be shared.
typedef struct {
  uint32_t *at;  // tokens
  size_t n;
} TokenList;

typedef struct {
  uint32_t a, b;
} TokenPair;

// Replaces every pair that stands close together in two or more lists by a new token, the most
// frequent pair first. Tokens from first_new on are pairs[token - first_new].
typedef ARRAY(TokenPair) TokenPairs;
void share_pairs(Arena *arena, TokenList *lists, size_t n, uint32_t first_new, TokenPairs *pairs);

// The weight of an expression on a tape: a sign costs nothing, since sums and products take it in.
uint32_t tape_weight(const ExprPool *pool, Expr e);

// Finds shorter forms of the roots of the graph, equal as functions, or returns the roots themselves. Uses
// sin^2 + cos^2 = 1 and, if `factors`, takes common factors out of sums.
void tape_shorten(Arena *arena, ExprPool *pool, bool factors, const ExprGraph *graph, Expr *forms);

#endif
