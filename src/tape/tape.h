// tape/tape.h: straight-line code for numbers.
//
// A tape computes values one after the other: first the inputs, then the constants, then one value
// for each instruction (two for SINCOS). Nothing is overwritten, so a value's number is its name. A
// finished tape is one heap block; running it allocates nothing.
//
//   TapeBuilder *b = tape_builder_create(arena, pool);
//   tape_input(b, x);                          // a symbol
//   tape_lower(b, roots, n, values);           // expressions become values
//   Tape *tape = tape_finish(b, values, n);    // values become outputs
//   double *work = malloc(tape_values(tape) * sizeof(double));
//   tape_start(tape, work);                    // puts the constants in place, once
//   work[0] = 0.3;                             // the inputs, in the order they were declared
//   tape_run(tape, work);
//   work[tape_output(tape, i)]                 // the outputs

#ifndef TAPE_TAPE_H
#define TAPE_TAPE_H

#include "expr/expr.h"

typedef enum {
#define X(name, operands, text) TAPE_##name,
#include "tape/ops.def"
#undef X
  TAPE_OP_COUNT,              // so many give one value of one or two; SINCOS two
  TAPE_TAKE = TAPE_OP_COUNT,  // b once more: the next of the operands of a SOLVE, after a
  TAPE_SOLVE,                 // a to b: what tape/pivoting.h makes of them
  TAPE_ALL_OPS
} TapeOp;

typedef struct {
  uint32_t op, to, a, b;  // value numbers; b repeats a where there is one operand
} TapeInstruction;

typedef struct Tape Tape;
typedef struct TapeBuilder TapeBuilder;

typedef struct {
  uint32_t id;
} Value;  // of a builder; the numbers change when the tape is finished

// --- building ------------------------------------------------------------------------------------

// Working memory comes from the arena.
TapeBuilder *tape_builder_create(Arena *arena, ExprPool *pool);
// A copy of the builder, which continues independently; values that there are have the same numbers in both.
TapeBuilder *tape_builder_copy(const TapeBuilder *b);
// About the time that the values take together, in additions.
size_t tape_cost(const TapeBuilder *b, const Value *values, size_t n);

// Declares the next input. A symbol that is declared again keeps its first place.
Value tape_input(TapeBuilder *b, Expr symbol);
Value tape_constant(TapeBuilder *b, double value);
// Inputs from this number on are sides, 1, -1 or between: TAPE_SIDE leaves them as they are.
void tape_take_sides(TapeBuilder *b, size_t first);
// From here on the symbol stands for this value, as if it were an input.
void tape_define(TapeBuilder *b, Expr symbol, Value value);
// Which of the values change with the inputs from number `first` on?
void tape_varying(const TapeBuilder *b, size_t first, const Value *v, size_t n, bool *varies);
// Makes an input a constant for all that is made from now on. It keeps its place among the inputs,
// where nothing looks at it any more.
void tape_fix(TapeBuilder *b, Value input, double value);
// The value of op(a, b), computed once however often it is asked for. Constants are computed at
// once, to the bits that a run would give; operations with 0 and 1 and double signs vanish.
Value tape_op(TapeBuilder *b, TapeOp op, Value a, Value b_operand);
bool tape_is_zero(const TapeBuilder *b, Value v);
bool tape_is_constant(const TapeBuilder *b, Value v);

// A state of reference: from here on tape_number gives what a value is with these inputs, which must
// stay; not a number without them. Decisions about stability are made by that.
void tape_refer(TapeBuilder *b, const double *inputs);
double tape_number(TapeBuilder *b, Value v);

// The values of the roots. Shares what is equal as a function (by fingerprint) and repeated parts
// of sums and products. Every symbol inside must be an input; the first that is not is returned in
// *missing (may be NULL) with STATUS_INPUT.
MUST_USE Status tape_lower(TapeBuilder *b, const Expr *roots, size_t n, Value *values,
                           Expr *missing);

#define TAPE_MOST_ELIMINATED 8000000  // about 290 unknowns without zeros, 7 GB while it is made

// Solves M x = f for symmetric positive definite M (row-major, n*n) by L D L^T without pivoting, as
// straight-line code with the zero pattern of M. Also gives the pivots D: all positive, or x is
// void. A pivot that is small beside its entry of M's diagonal has lost its digits.
// STATUS_LIMIT, here and below, where the elimination takes more than TAPE_MOST_ELIMINATED operations.
MUST_USE Status tape_solve(TapeBuilder *b, size_t n, const Value *M, const Value *f, Value *x,
                           Value *pivots);

// M becomes M + A^T A, for r rows A.
void tape_add_squares(TapeBuilder *b, size_t n, Value *M, size_t r, const Value *A);

// Solves N N^T x = f for r independent rows N; x may be f.
MUST_USE Status tape_solve_gram(TapeBuilder *b, size_t r, size_t n, const Value *N, const Value *f,
                                Value *x);

// Solves M x = F + A^T lambda, A x = rhs for symmetric M, positive definite at least on ker A, and
// r independent rows A (row-major, r*n), in the same way. Of pivots there are n + r: of M, or of
// M + A^T A where a pivot of M is identically zero; then of A M^-1 A^T. All are positive, or x and
// lambda are void. scale (n + r) has the diagonal entries they were before the elimination.
MUST_USE Status tape_solve_constrained(TapeBuilder *b, size_t n, const Value *M, const Value *F,
                                       size_t r, const Value *A, const Value *rhs, Value *x,
                                       Value *lambda, Value *pivots, Value *scale);

// M x = F + B^T lambda, A x = rhs: constraints whose reactions have other directions. A M^-1 B^T is
// eliminated without pivoting.
MUST_USE Status tape_solve_servo(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                                 const Value *A, const Value *B, const Value *rhs, Value *x,
                                 Value *lambda, Value *pivots, Value *scale);

// M x = F + B^T lambda, A x = rhs, whatever M is, with r rows, of which the first are independent at
// the state of reference and the others follow from these.
typedef struct {
  size_t n, r;
  size_t rank;  // how many are; if not the first, only their units are less comparable
  const Value *M, *F, *A, *B, *rhs;
} TapeProblem;

// How much larger than the entries of the problem, in comparable units, those of an elimination
// become that begins with M: that many digits of a solution are lost needlessly. Everything is taken at
// the state of reference. mass, pivots and scale are those of the elimination: M or M + A^T A, and
// what tape_solve_constrained or tape_solve_servo gave. All rows are independent. Not a number if
// the problem itself has no numbers there.
double tape_growth(TapeBuilder *b, const TapeProblem *p, const Value *mass, const Value *pivots,
                   const Value *scale);

// The largest part of its own terms by which x and lambda miss an equation of the problem, at the
// state of reference.
double tape_residual(TapeBuilder *b, const TapeProblem *p, const Value *x, const Value *lambda);

#define TAPE_MOST_PIVOTED 250  // unknowns; 20 million operations

// Solves the problem by an elimination that looks for its pivots each time it is done; with its
// determinant, in some units, and what that is measured by (pivoting.h). lambda is 0 for rows that the
// others make up for. STATUS_LIMIT if there are more than TAPE_MOST_PIVOTED unknowns.
MUST_USE Status tape_solve_pivoting(TapeBuilder *b, const TapeProblem *p, Value *x, Value *lambda,
                                    Value *determinant, Value *measure);

// The derivatives of n outputs by m inputs (row-major, n*m), exactly, as further values; they share
// what they can with the values there are. Zero (tape_is_zero) where an output does not depend on
// an input. Inputs may be any values; they are taken as independent of each other. STATUS_LIMIT
// where that would take more than 200,000 values.
MUST_USE Status tape_jacobian(TapeBuilder *b, const Value *outputs, size_t n, const Value *inputs,
                              size_t m, Value *jacobian);

// The finished tape, without what the outputs do not need; to be destroyed.
Tape *tape_finish(TapeBuilder *b, const Value *outputs, size_t n);
// The same for a run.
typedef struct {
  size_t fixed;  // the first inputs, that stay the same: what is made of them is computed once
  bool
    chained;    // of these outputs an integrator computes one after the other: what is divided does
                // not wait for the division where the divisor is there before it
  bool series;  // for tape_series: angles and quotients as they are, since each has a recurrence
} TapeUse;
Tape *tape_finish_for(TapeBuilder *b, const Value *outputs, size_t n, TapeUse use);
void tape_destroy(Tape *tape);

// --- using ---------------------------------------------------------------------------------------

size_t tape_inputs(const Tape *tape);
size_t tape_outputs(const Tape *tape);
uint32_t tape_output(const Tape *tape, size_t i);
size_t tape_constants(const Tape *tape);  // values after the inputs
double tape_constant_at(const Tape *tape, size_t i);
size_t tape_values(const Tape *tape);  // doubles of workspace
size_t tape_length(const Tape *tape);  // instructions
size_t tape_count(const Tape *tape, TapeOp op);
// Instructions by kind.
typedef enum {
  TAPE_SUMS,  // and differences and changes of sign
  TAPE_PRODUCTS,
  TAPE_QUOTIENTS,
  TAPE_ROOTS,     // square roots
  TAPE_CIRCULAR,  // sine, cosine, or both of one argument
  TAPE_OTHERS,
  TAPE_KINDS
} TapeKind;
typedef struct {
  size_t of[TAPE_KINDS];
} TapeCounts;
TapeKind tape_op_kind(TapeOp op);
const char *tape_kind_name(TapeKind kind);  // "sums"
TapeCounts tape_counts(const Tape *tape);
TapeInstruction tape_instruction(const Tape *tape, size_t i);
const char *tape_op_name(TapeOp op);
int tape_op_operands(TapeOp op);
// How many values an instruction makes, from `to` on.
size_t tape_results(TapeInstruction instruction);

// Puts the constants in place, and what is made of fixed inputs, which are there before.
void tape_start(const Tape *tape, double *work);
void tape_run(const Tape *tape, double *work);

// Checks the rules of a tape: operands before users, numbers in range. For tests.
bool tape_check(const Tape *tape);

#endif
