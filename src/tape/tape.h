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
  TAPE_OP_COUNT,              // those above: one or two operands, one result; SINCOS gives two
  TAPE_TAKE = TAPE_OP_COUNT,  // copies b: the next operand of a SOLVE, after a
  TAPE_SOLVE,                 // a to b: the operands of tape/pivoting.h
  TAPE_ALL_OPS
} TapeOp;

typedef struct {
  uint32_t op, to, a, b;  // value numbers; b repeats a for a single operand
} TapeInstruction;

typedef struct Tape Tape;
typedef struct TapeBuilder TapeBuilder;

typedef struct {
  uint32_t id;
} Value;  // of a builder; the numbers change when the tape is finished

// --- building ------------------------------------------------------------------------------------

// Working memory comes from the arena.
TapeBuilder *tape_builder_create(Arena *arena, ExprPool *pool);
// Copies the builder; both continue independently, and existing values keep their numbers in both.
TapeBuilder *tape_builder_copy(const TapeBuilder *b);
// Estimates the time that the values take together, in additions.
size_t tape_cost(const TapeBuilder *b, const Value *values, size_t n);

// Declares the next input. A symbol that is declared again keeps its first place.
Value tape_input(TapeBuilder *b, Expr symbol);
Value tape_constant(TapeBuilder *b, double value);
// Inputs from this number on are sides, 1, -1 or between: TAPE_SIDE leaves them as they are.
void tape_take_sides(TapeBuilder *b, size_t first);
// Makes the symbol stand for this value from here on, as if it were an input.
void tape_define(TapeBuilder *b, Expr symbol, Value value);
// Reports which of the values change with the inputs from number `first` on.
void tape_varying(const TapeBuilder *b, size_t first, const Value *v, size_t n, bool *varies);
// Turns an input into a constant for everything made from now on. It keeps its place among the inputs, but is
// not read any more.
void tape_fix(TapeBuilder *b, Value input, double value);
// Returns the value of op(a, b), computed once however often it is asked for. Operations on constants are
// computed at once, to the same bits as in a run; operations with 0 and 1 and double signs are simplified away.
Value tape_op(TapeBuilder *b, TapeOp op, Value a, Value b_operand);
bool tape_is_zero(const TapeBuilder *b, Value v);
bool tape_is_constant(const TapeBuilder *b, Value v);

// Sets a state of reference. From here on tape_number returns a value for these inputs, which must stay valid;
// without them, not a number. Decisions about stability use these numbers.
void tape_refer(TapeBuilder *b, const double *inputs);
double tape_number(TapeBuilder *b, Value v);

// Lowers the roots to values. Shares expressions that are equal as functions (by fingerprint) and repeated
// parts of sums and products. Every symbol inside must be an input; the first that is not is returned in
// *missing (may be NULL) with STATUS_INPUT.
MUST_USE Status tape_lower(TapeBuilder *b, const Expr *roots, size_t n, Value *values,
                           Expr *missing);

#define TAPE_MOST_ELIMINATED 8000000  // about 290 unknowns without zeros, 7 GB during construction

// Solves M x = f for symmetric positive definite M (row-major, n*n) by L D L^T without pivoting, as
// straight-line code with the zero pattern of M. Also gives the pivots D: all are positive, or x is void. A
// pivot that is small compared with its diagonal entry of M has lost its digits. Returns STATUS_LIMIT, here and
// below, if the elimination takes more than TAPE_MOST_ELIMINATED operations.
MUST_USE Status tape_solve(TapeBuilder *b, size_t n, const Value *M, const Value *f, Value *x,
                           Value *pivots);

// M becomes M + A^T A, for r rows A.
void tape_add_squares(TapeBuilder *b, size_t n, Value *M, size_t r, const Value *A);

// Solves N N^T x = f for r independent rows N; x may be f.
MUST_USE Status tape_solve_gram(TapeBuilder *b, size_t r, size_t n, const Value *N, const Value *f,
                                Value *x);

// Solves M x = F + A^T lambda, A x = rhs for symmetric M, positive definite at least on ker A, and r
// independent rows A (row-major, r*n), in the same way. There are n + r pivots: those of M, or of M + A^T A if
// a pivot of M is identically zero, then those of A M^-1 A^T. All are positive, or x and lambda are void. scale
// (n + r) receives the diagonal entries before the elimination.
MUST_USE Status tape_solve_constrained(TapeBuilder *b, size_t n, const Value *M, const Value *F,
                                       size_t r, const Value *A, const Value *rhs, Value *x,
                                       Value *lambda, Value *pivots, Value *scale);

// Solves M x = F + B^T lambda, A x = rhs: constraints whose reactions have other directions. A M^-1 B^T is
// eliminated without pivoting.
MUST_USE Status tape_solve_servo(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                                 const Value *A, const Value *B, const Value *rhs, Value *x,
                                 Value *lambda, Value *pivots, Value *scale);

// M x = F + B^T lambda, A x = rhs for any M and r rows, of which the first `rank` are independent at the state
// of reference and the others depend on them.
typedef struct {
  size_t n, r;
  size_t rank;  // independent rows; if not the first ones, only their units are less comparable
  const Value *M, *F, *A, *B, *rhs;
} TapeProblem;

// Returns how much larger the entries of an elimination that begins with M become than the entries of the
// problem, in comparable units: that many digits of a solution are lost needlessly. Everything is taken at the
// state of reference. mass, pivots and scale belong to the elimination: M or M + A^T A, and the results of
// tape_solve_constrained or tape_solve_servo. All rows are independent. Not a number if the problem itself has
// no numbers there.
double tape_growth(TapeBuilder *b, const TapeProblem *p, const Value *mass, const Value *pivots,
                   const Value *scale);

// Returns the largest relative residual of an equation of the problem, compared with its terms, at the state of
// reference.
double tape_residual(TapeBuilder *b, const TapeProblem *p, const Value *x, const Value *lambda);

#define TAPE_MOST_PIVOTED 250  // unknowns; 20 million operations

// Solves the problem by an elimination that chooses its pivots on every evaluation. Also gives its determinant,
// in some units, and the measure of that (pivoting.h). lambda is 0 for rows that depend on others. STATUS_LIMIT
// if there are more than TAPE_MOST_PIVOTED unknowns.
MUST_USE Status tape_solve_pivoting(TapeBuilder *b, const TapeProblem *p, Value *x, Value *lambda,
                                    Value *determinant, Value *measure);

// Gives the exact derivatives of n outputs by m inputs (row-major, n*m) as further values, sharing as much as
// possible with existing ones. Zero (tape_is_zero) if an output does not depend on an input. Inputs may be any
// values; they count as independent of each other. STATUS_LIMIT if that would take more than 200,000 values.
MUST_USE Status tape_jacobian(TapeBuilder *b, const Value *outputs, size_t n, const Value *inputs,
                              size_t m, Value *jacobian);

// Returns the finished tape, without values that the outputs do not need; to be destroyed.
Tape *tape_finish(TapeBuilder *b, const Value *outputs, size_t n);
// The same for a run.
typedef struct {
  size_t fixed;  // the first inputs, which stay constant: values made of them are computed once
  bool chained;  // an integrator computes these outputs one after the other: a dividend does
                 // not wait for the division if its divisor is ready before it
  bool series;   // for tape_series: angles and quotients as they are, since each has a recurrence
} TapeUse;
Tape *tape_finish_for(TapeBuilder *b, const Value *outputs, size_t n, TapeUse use);
void tape_destroy(Tape *tape);
// Returns a tape with the same inputs that computes some of the outputs, by the same operations; to be destroyed.
Tape *tape_part(const Tape *tape, const bool *wanted, Arena *arena);

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
// Returns the approximate latency of an operation, in cycles of a current processor.
uint32_t tape_latency(uint32_t op);
const char *tape_kind_name(TapeKind kind);  // "sums"
TapeCounts tape_counts(const Tape *tape);
TapeInstruction tape_instruction(const Tape *tape, size_t i);
const char *tape_op_name(TapeOp op);
int tape_op_operands(TapeOp op);
// Returns the number of values an instruction makes, from `to` on.
size_t tape_results(TapeInstruction instruction);

// Puts in place the constants and all values made of the fixed inputs, which must be set before.
void tape_start(const Tape *tape, double *work);
void tape_run(const Tape *tape, double *work);

// Checks the rules of a tape: operands before users, numbers in range. For tests.
bool tape_check(const Tape *tape);

#endif
