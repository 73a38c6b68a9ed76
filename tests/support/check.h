// support/check.h: laws that hold for random inputs, and a fixture with a pool for the other tests.
//
//   // Law: the product rule. Judge: exact zero test over the rationals, no tolerance.
//   PROP(expr_diff_product, 2000) {
//     const Expr a = gen_expr(g, 4), b = gen_expr(g, 4), x = gen_symbol(g);
//     ...
//     CHECK_ZERO(expr_sub(p, left, right));
//   }
//
// The body runs 2000 times, each time with a fresh pool p and a generator g. When a check fails, the picks from g are
// simplified piece by piece as long as the check still fails; then the seed and the simplest picks are printed.
// TEST_SEED=n sets the first seed, TEST_SCALE=10 runs ten times as many cases.

#ifndef SUPPORT_CHECK_H
#define SUPPORT_CHECK_H

#include "base/array.h"
#include "print/print.h"
#include "support/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- a fixture -----------------------------------------------------------------------------------

typedef struct {
  Guard guard;
  Arena arena;
  ExprPool *pool;
} Bench;

void bench_init(Bench *bench);
void bench_clear(Bench *bench);

// cmocka's setup and teardown: *state is a Bench.
int bench_open(void **state);
int bench_close(void **state);

#define BENCH_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

// Fails the test unless the expression is printed as this text.
#define assert_text(bench, e, text) bench_assert_text((bench), (e), (text), __FILE__, __LINE__)
void bench_assert_text(Bench *bench, Expr e, const char *text, const char *file, int line);
// Fails the test unless the two are the same expression; shows both.
#define assert_same(bench, a, b) bench_assert_same((bench), (a), (b), __FILE__, __LINE__)
void bench_assert_same(Bench *bench, Expr a, Expr b, const char *file, int line);

// --- laws ---------------------------------------------------------------------------------------

// Something picked at random: an expression, or a number below a bound.
typedef struct {
  bool is_expr;
  Expr e;
  uint64_t number;
} Pick;

typedef struct {
  Bench *bench;
  ExprPool *pool;
  Arena *arena;           // lives as long as the case
  uint64_t seed, random;  // of the case; the state of the random numbers
  ARRAY(Pick) picks;
  size_t next;              // the next pick to replay
  bool replay;              // replays picks instead of making new ones
  const char *file, *what;  // of the failed check
  int line;
  const char *note;  // text that helps to understand the case, e.g. a model
} Gen;

typedef void Law(Gen *g, ExprPool *p);

// Runs a law this many times; fails the test with the smallest case found.
void prop_run(const char *name, size_t count, Law *law);

#define PROP(name, count)                      \
  static void name##_law(Gen *g, ExprPool *p); \
  static void name(void **state) {             \
    (void) state;                              \
    prop_run(#name, (count), name##_law);      \
  }                                            \
  static void name##_law(__attribute__((unused)) Gen *g, __attribute__((unused)) ExprPool *p)

// For use inside a law; each leaves it at once if it does not hold.
#define CHECK(condition) gen_check(g, (condition), #condition, __FILE__, __LINE__)
#define CHECK_ZERO(e) gen_check_zero(g, (e), #e, __FILE__, __LINE__)
#define CHECK_SAME(a, b) gen_check_same(g, (a), (b), #a " is " #b, __FILE__, __LINE__)
#define CHECK_EQUAL(a, b) gen_check_equal(g, (a), (b), #a " equals " #b, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, bound) \
  gen_check_near(g, (a), (b), (bound), #a " near " #b, __FILE__, __LINE__)
// The law does not apply to this case. A law that applies to almost no case fails.
#define ASSUME(condition) gen_assume(g, (condition))

void gen_check(Gen *g, bool holds, const char *what, const char *file, int line);
void gen_check_zero(Gen *g, Expr e, const char *what, const char *file, int line);
void gen_check_same(Gen *g, Expr a, Expr b, const char *what, const char *file, int line);
void gen_check_equal(Gen *g, Expr a, Expr b, const char *what, const char *file, int line);
void gen_check_near(Gen *g, double a, double b, double bound, const char *what, const char *file,
                    int line);
void gen_assume(Gen *g, bool holds);

// Shown when the law fails.
void gen_note(Gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

// --- random things ------------------------------------------------------------------------------

uint64_t gen_below(Gen *g, uint64_t bound);  // 0 .. bound - 1; smaller is simpler
long gen_int(Gen *g, long least, long most);
Ratio gen_ratio(Gen *g);  // small, not zero

// What an expression may contain besides sums, products and positive powers.
enum {
  GEN_INVERSE = 1,   // negative integer powers
  GEN_ROOT = 2,      // square roots and other fractional powers
  GEN_CIRCULAR = 4,  // sin cos tan
  GEN_EXP = 8,       // exp sinh cosh tanh
  GEN_LOG = 16,
  GEN_ABS = 32,
  GEN_ARC = 64,     // asin acos atan atan2
  GEN_POWER = 128,  // u^v
  GEN_RATES = 256,  // velocities
  GEN_TIME = 512,   // t
  GEN_PI = 1024,
  GEN_ALL = 2047
};

Expr gen_expr(Gen *g, int depth);  // of all kinds
Expr gen_expr_of(Gen *g, int depth, unsigned kinds);
Expr gen_symbol(Gen *g);    // x y z, t, a b c
Expr gen_variable(Gen *g);  // x y z

// The symbols in expressions. These are variables; their rates are the rates of these symbols:
#define GEN_VARIABLES 3
#define GEN_CONSTANTS 3
Expr gen_variable_at(Gen *g, size_t i);
Expr gen_constant_at(Gen *g, size_t i);
// The same as statements of the model language: coordinates and parameters.
#define GEN_DECLARATIONS "parameter a, b, c\ncoordinate x, y, z\n"

// Returns a value for a symbol, the same throughout the case: an odd multiple of 2^-19 between 1/8 and 3; constants are
// positive, others of either sign. So roots of constants exist and no value is special.
double gen_value(const Gen *g, Expr symbol);

#endif
