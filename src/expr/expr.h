// expr/expr.h: immutable expressions, stored once.
//
// An Expr is a number, not a pointer. Equal expressions have equal ids, so comparing is one instruction. An operand's
// id is smaller than the id of any expression that uses it, so counting upwards through the pool is an evaluation
// order, the same on every machine and in every run.
//
// Two n-ary kinds carry rational numbers besides their operands:
//   a sum      c1*e1 + c2*e2 + ...     the constant is the coefficient of EXPR_ONE
//   a product  e1^c1 * e2^c2 * ...     its own coefficient is always 1: 3*x is a sum of one term
// Operands are in the order of their ids. Sums in sums and products in products are flattened,
// equal operands are collected, numbers are folded; nothing is expanded. Square roots are powers
// 1/2, and u^v with v not a number is exp(v*log(u)).
//
// Every expression carries its value at a random point of two finite fields (fingerprint.c). An
// expression that is zero there is EXPR_ZERO: sin(x)^2 + cos(x)^2 - 1 is built as 0.

#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/array.h"
#include "base/text.h"

typedef struct ExprPool ExprPool;  // owns the nodes; opaque

typedef struct {
  uint32_t id;
} Expr;  // valid as long as its pool

typedef struct {
  uint32_t id;
} Ratio;  // an exact rational number of a pool; equal numbers have equal ids

#define EXPR_NONE ((Expr){0})  // result of a failed build; every builder propagates it
#define EXPR_ZERO ((Expr){1})
#define EXPR_ONE ((Expr){2})
#define EXPR_PI ((Expr){3})
#define EXPR_TIME ((Expr){4})  // the symbol t

#define RATIO_ZERO ((Ratio){0})
#define RATIO_ONE ((Ratio){1})
#define RATIO_MINUS_ONE ((Ratio){2})
#define RATIO_HALF ((Ratio){3})

typedef enum { EXPR_NUMBER, EXPR_SYMBOL, EXPR_SUM, EXPR_PRODUCT, EXPR_FUNCTION } ExprKind;

typedef enum {
#define X(name, text, arguments, latex) FN_##name,
#include "expr/functions.def"
#undef X
  FN_COUNT
} Function;

#define FUNCTION_ARGUMENTS 3  // the most that a function takes

typedef struct {
  Expr e;
  Ratio c;  // coefficient in a sum, exponent in a product
} ExprTerm;

static inline bool expr_same(Expr a, Expr b) {
  return a.id == b.id;
}

static inline bool expr_is_none(Expr e) {
  return e.id == 0;
}

// --- the pool ------------------------------------------------------------------------------------

// Creates a pool in this arena, released with it.
ExprPool *expr_pool_create(Arena *arena);
Arena *expr_arena(const ExprPool *pool);
// Memory for working lists: take a mark first, release it at the end.
Arena *expr_workspace(ExprPool *pool);
size_t expr_pool_size(const ExprPool *pool);
// expr_release forgets the expressions made after a mark, e.g. those of a text that was read only for its number.
// Nothing may refer to them any more. If a symbol, a derivative or a kept form was made after the mark, nothing is
// forgotten.
typedef struct {
  size_t nodes, operands, ratios, symbols, derivatives, forms, pairs;
} ExprMark;

ExprMark expr_mark(const ExprPool *pool);
void expr_release(ExprPool *pool, ExprMark mark);

// Releases the working memory of a computation that was left in the middle.
void expr_reset(ExprPool *pool);

// Returns the form of e that was kept because it took long to find, or EXPR_NONE. algebra/ has the kinds below
// EXPR_TAPE_FORMS, tape/ the others.
#define EXPR_TAPE_FORMS 16
Expr expr_kept_form(const ExprPool *pool, Expr e, unsigned kind);
void expr_keep_form(ExprPool *pool, Expr e, unsigned kind, Expr form);
// The same for a form made from two expressions.
#define EXPR_PAIRS 4  // kinds
Expr expr_kept_pair(const ExprPool *pool, Expr a, Expr b, unsigned kind);
void expr_keep_pair(ExprPool *pool, Expr a, Expr b, unsigned kind, Expr form);
// Has an earlier attempt found that nothing short enough can be made of these n?
bool expr_is_refused(const ExprPool *pool, const Expr *from, size_t n);
void expr_keep_refused(ExprPool *pool, const Expr *from, size_t n);

// Returns the first trouble since the last call, the reason why a build yielded EXPR_NONE; clears it.
typedef enum {
  TROUBLE_NONE,
  TROUBLE_DIVISION,  // by something identically zero
  TROUBLE_ROOT,      // even root of a negative number
  TROUBLE_LOG,       // log(0), or of a negative number
  TROUBLE_SIZE,      // a number with more than EXPR_NUMBER_BITS
  TROUBLE_RATE       // time derivative of something whose rate is unknown
} ExprTrouble;

#define EXPR_NUMBER_BITS 65536  // numbers larger than this are a mistake, not mechanics

ExprTrouble expr_trouble(ExprPool *pool);
// Restores the recorded trouble, discarding what happened since.
void expr_put_trouble(ExprPool *pool, ExprTrouble trouble);

// A sum that was built as 0 because its fingerprint is 0, although its terms do not cancel one by one.
typedef struct {
  const ExprTerm *terms;
  size_t n;
} ZeroSum;

typedef ARRAY(ZeroSum) ZeroSums;

// From now on adds such sums to this list; NULL stops it. Returns the previous list.
ZeroSums *expr_watch_zeros(ExprPool *pool, ZeroSums *list);

// --- rational numbers ----------------------------------------------------------------------------

Ratio ratio_make(ExprPool *pool, long num, unsigned long den);
Ratio ratio_add(ExprPool *pool, Ratio a, Ratio b);
Ratio ratio_mul(ExprPool *pool, Ratio a, Ratio b);
Ratio ratio_neg(ExprPool *pool, Ratio a);
Ratio ratio_inv(ExprPool *pool, Ratio a);  // a is not zero
int ratio_sign(const ExprPool *pool, Ratio a);
int ratio_compare(const ExprPool *pool, Ratio a, Ratio b);
bool ratio_is_integer(const ExprPool *pool, Ratio a);
bool ratio_is_even(const ExprPool *pool, Ratio a);  // an even integer
// Gives numerator and denominator if both fit a long; returns false otherwise.
bool ratio_get(const ExprPool *pool, Ratio a, long *num, long *den);
double ratio_double(const ExprPool *pool, Ratio a);  // the nearest double
// "3", "-2/3": numerator and denominator as decimal text in the arena.
const char *ratio_numerator(ExprPool *pool, Ratio a, Arena *arena);
const char *ratio_denominator(ExprPool *pool, Ratio a, Arena *arena);

// --- symbols -------------------------------------------------------------------------------------

typedef enum {
  SYMBOL_CONSTANT,   // a parameter, pi
  SYMBOL_TIME,       // t
  SYMBOL_VARIABLE,   // a function of time with a rate: coordinates, velocities, momenta, speeds
  SYMBOL_QUANTITY,   // a function of time that is computed: lambda(c), energy, accelerations' rates
  SYMBOL_DERIVATIVE  // dx/dy, a derivative by another variable than time
} SymbolKind;

#define EXPR_RATE_ORDERS 2  // x, x', x'': nothing here needs a third derivative

// Returns the symbol of this name; further calls return the same one (and ignore kind).
Expr expr_symbol(ExprPool *pool, Str name, SymbolKind kind);
bool expr_find_symbol(const ExprPool *pool, Str name, Expr *symbol);
// Returns the symbol of a quantity that jumps and is constant in between: its rate is 0.
Expr expr_step_symbol(ExprPool *pool, Str name);
// x' for x, x'' for x': made on first use; EXPR_NONE (TROUBLE_RATE) beyond x''.
Expr expr_symbol_rate(ExprPool *pool, Expr symbol);
const char *expr_symbol_name(const ExprPool *pool, Expr symbol);  // "x'" for a velocity
// The symbol of a derivative: dx/dy for symbols x and y; d(dx/dy)/dy for dx/dy and y.
Expr expr_derivative_symbol(ExprPool *pool, Expr of, Expr by);
bool expr_is_derivative(const ExprPool *pool, Expr e);  // is it such a symbol?
SymbolKind expr_symbol_kind(const ExprPool *pool, Expr symbol);
// Is it part of another expression? Unused parameters need no values at points of the fields.
bool expr_symbol_is_used(const ExprPool *pool, Expr symbol);
// The undifferentiated symbol and the order of this one: x'' gives x and 2.
Expr expr_symbol_base(const ExprPool *pool, Expr symbol, int *order);

// --- building ------------------------------------------------------------------------------------

Expr expr_int(ExprPool *pool, long value);
Expr expr_ratio(ExprPool *pool, long num, unsigned long den);
Expr expr_exact(ExprPool *pool,
                double number);  // a finite double, as the rational number that it is
Expr expr_number(ExprPool *pool, Ratio value);
// A decimal literal, exactly: "0.1", "1e-3", "12". The caller has checked its form.
Expr expr_decimal(ExprPool *pool, Str digits);

Expr expr_add(ExprPool *pool, Expr a, Expr b);
Expr expr_sub(ExprPool *pool, Expr a, Expr b);
Expr expr_neg(ExprPool *pool, Expr a);
Expr expr_mul(ExprPool *pool, Expr a, Expr b);
Expr expr_div(ExprPool *pool, Expr a, Expr b);
Expr expr_scale(ExprPool *pool, Ratio c, Expr a);
Expr expr_half(ExprPool *pool, Expr a);
Expr expr_square(ExprPool *pool, Expr a);
Expr expr_pow(ExprPool *pool, Expr base, Expr exponent);
Expr expr_pow_ratio(ExprPool *pool, Expr base, Ratio exponent);
Expr expr_sqrt(ExprPool *pool, Expr a);
Expr expr_call(ExprPool *pool, Function fn, const Expr *arguments);
// Divides e by a positive number, so that its first term that is not a number has the factor 1 or -1.
Expr expr_same_sign(ExprPool *pool, Expr e);
// u if c > 0, otherwise v; the smaller and the larger of two, expressed by it.
Expr expr_if(ExprPool *pool, Expr c, Expr u, Expr v);
Expr expr_min(ExprPool *pool, Expr a, Expr b);
Expr expr_max(ExprPool *pool, Expr a, Expr b);
Expr expr_call1(ExprPool *pool, Function fn, Expr argument);

// c1*e1 + c2*e2 + ... and e1^c1 * e2^c2 * ..., of any operands in any order.
Expr expr_sum(ExprPool *pool, const ExprTerm *terms, size_t n);
// a[0]*b[0] + a[step]*b[1] + a[2*step]*b[2] + ..., n products.
Expr expr_dot(ExprPool *pool, const Expr *a, size_t step, const Expr *b, size_t n);
Expr expr_product(ExprPool *pool, const ExprTerm *factors, size_t n);

// --- looking -------------------------------------------------------------------------------------

ExprKind expr_kind(const ExprPool *pool, Expr e);
bool expr_is_number(const ExprPool *pool, Expr e);
Ratio expr_ratio_of(const ExprPool *pool, Expr e);     // of a number
Function expr_function(const ExprPool *pool, Expr e);  // of a function
// Operands: of a sum or product, with their c; of a function, its arguments with c = 1.
size_t expr_count(const ExprPool *pool, Expr e);
ExprTerm expr_operand(const ExprPool *pool, Expr e, size_t i);
const ExprTerm *expr_operands(const ExprPool *pool, Expr e);  // all of them, as long as the pool
// The exponent of a factor in e: 1 if e is the factor itself, 0 if it is neither that nor a product with it.
Ratio expr_exponent(const ExprPool *pool, Expr e, Expr factor);
// The number of operations of the expression written out as a tree; at most UINT32_MAX.
uint32_t expr_weight(const ExprPool *pool, Expr e);

const char *function_name(Function fn);
const char *function_latex(Function fn);
size_t function_arguments(Function fn);
bool function_find(Str name, Function *fn);

// --- deciding ------------------------------------------------------------------------------------

typedef struct {
  uint64_t v[2];
} Fingerprint;

Fingerprint expr_fingerprint(const ExprPool *pool, Expr e);
Fingerprint ratio_fingerprint(const ExprPool *pool, Ratio value);
// Equality as functions. A wrong yes has odds of about 1e-30. A no may be wrong if roots, abs and inverse functions are
// combined: their values here do not follow from those of their arguments by algebra.
bool expr_equal(const ExprPool *pool, Expr a, Expr b);
bool expr_is_constant(const ExprPool *pool, Expr e);  // contains neither t nor anything that moves
bool expr_depends(ExprPool *pool, Expr e, Expr symbol);
bool expr_depends_on_any(ExprPool *pool, Expr e, const Expr *symbols, size_t n);
// Does e contain |u|, sign(u), if(u, ...) or atan2(u, x) whose u depends on one of the symbols? Derivatives by these
// symbols do not see jumps and kinks there: the second derivative of |x'| is 0.
bool expr_switches_on_any(ExprPool *pool, Expr e, const Expr *symbols, size_t n);

// --- transforming --------------------------------------------------------------------------------

// The derivative of e by symbol, with all other symbols held constant.
Expr expr_diff(ExprPool *pool, Expr e, Expr symbol);
// The total time derivative: t' = 1, every variable has its rate, constants have rate 0.
Expr expr_rate(ExprPool *pool, Expr e);
// The sum of |term| over the terms of e and of its factors: the scale against which rounding is measured.
Expr expr_size_of_terms(ExprPool *pool, Expr e);
// e with every from[i] (a symbol) replaced by to[i], all at once.
Expr expr_substitute(ExprPool *pool, Expr e, const Expr *from, const Expr *to, size_t n);
// The same in count expressions, in place; shared parts are replaced once.
void expr_substitute_all(ExprPool *pool, Expr *e, size_t count, const Expr *from, const Expr *to,
                         size_t n);
// The value of e in doubles for these values of the symbols; NaN if one is missing. For rough decisions only: repeated
// or accurate evaluation uses a tape.
double expr_value(ExprPool *pool, Expr e, const Expr *symbols, const double *at, size_t n);
// The same for several roots.
void expr_values(ExprPool *pool, const Expr *roots, size_t count, const Expr *symbols,
                 const double *at, size_t n, double *results);
// The symbols in e, in the order of their ids, in the arena.
typedef struct {
  Expr *at;
  size_t n;
} ExprList;
ExprList expr_symbols(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);
// Everything the roots are built from, including themselves, operands before their users.
ExprList expr_reachable(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);
// The same list, with places in it: root[i] is that of a root, none of which is EXPR_NONE, and operand[first[i]] that of
// the first operand of at[i].
typedef struct {
  const Expr *at;
  size_t n, roots;
  const uint32_t *root, *operand, *first;
} ExprGraph;
ExprGraph expr_graph(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);

#endif
