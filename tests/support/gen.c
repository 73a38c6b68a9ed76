// support/gen.c: random numbers, symbols and expressions.

#include "support/check.h"

#include "base/table.h"

// --- numbers ------------------------------------------------------------------------------------

static uint64_t next_random(Gen *g) {
  return hash_mix(g->random += 0x9e3779b97f4a7c15u);  // splitmix64
}

static uint64_t random_below(Gen *g, uint64_t bound) {
  return next_random(g) % bound;
}

// Returns the next pick of a replay; false if it is of another kind.
static bool replayed(Gen *g, bool is_expr, Pick *pick) {
  if (!g->replay || g->next >= g->picks.n) return false;
  *pick = g->picks.at[g->next];
  if (pick->is_expr != is_expr) return false;
  g->next++;
  return true;
}

static void record(Gen *g, Pick pick) {
  if (g->replay) g->picks.n = g->next;
  array_push(g->arena, &g->picks, pick);
  g->next = g->picks.n;
}

uint64_t gen_below(Gen *g, uint64_t bound) {
  Pick pick;
  if (replayed(g, false, &pick)) return pick.number % bound;
  pick = (Pick){.number = g->replay ? 0 : random_below(g, bound)};
  record(g, pick);
  return pick.number;
}

long gen_int(Gen *g, long least, long most) {
  // 0 is simplest if it is allowed, then 1, -1, 2, ...
  const uint64_t n = gen_below(g, (uint64_t) (most - least) + 1);
  if (least > 0 || most < 0) return least + (long) n;
  const uint64_t negatives = (uint64_t) -least, positives = (uint64_t) most;
  const uint64_t both = 2 * (negatives < positives ? negatives : positives);
  if (n <= both) return n % 2 ? (long) (n + 1) / 2 : -(long) (n / 2);
  return negatives < positives ? (long) (n - negatives) : -(long) (n - positives);
}

static Ratio random_ratio(Gen *g) {
  static const unsigned long denominators[] = {1, 1, 1, 1, 2, 2, 3, 4, 5, 12};
  const long num = (long) random_below(g, 9) + 1;
  const unsigned long den = denominators[random_below(g, COUNT(denominators))];
  return ratio_make(g->pool, random_below(g, 2) ? num : -num, den);
}

Ratio gen_ratio(Gen *g) {
  const long num = (long) gen_below(g, 9) + 1;
  const unsigned long den = (unsigned long) gen_below(g, 6) + 1;
  return ratio_make(g->pool, gen_below(g, 2) ? -num : num, den);
}

// --- symbols ------------------------------------------------------------------------------------

Expr gen_variable_at(Gen *g, size_t i) {
  static const char *const names[GEN_VARIABLES] = {"x", "y", "z"};
  return expr_symbol(g->pool, str(names[i]), SYMBOL_VARIABLE);
}

Expr gen_constant_at(Gen *g, size_t i) {
  static const char *const names[GEN_CONSTANTS] = {"a", "b", "c"};
  return expr_symbol(g->pool, str(names[i]), SYMBOL_CONSTANT);
}

static Expr picked(Gen *g, Expr e) {
  record(g, (Pick){.is_expr = true, .e = e});
  return e;
}

// A pick that must be a symbol stays one when it is made simpler.
Expr gen_symbol(Gen *g) {
  const uint64_t i = gen_below(g, GEN_VARIABLES + 1 + GEN_CONSTANTS);
  if (i < GEN_VARIABLES) return gen_variable_at(g, i);
  return i == GEN_VARIABLES ? EXPR_TIME : gen_constant_at(g, i - GEN_VARIABLES - 1);
}

Expr gen_variable(Gen *g) {
  return gen_variable_at(g, gen_below(g, GEN_VARIABLES));
}

double gen_value(const Gen *g, Expr symbol) {
  const char *name = expr_symbol_name(g->pool, symbol);
  const uint64_t h = hash_mix(str_hash(str(name)) ^ hash_mix(g->seed));
  const double size = (double) (0x10001 + 2 * (h % 0xb0000)) * 0x1p-19;
  const bool constant = expr_symbol_kind(g->pool, symbol) == SYMBOL_CONSTANT;
  return !constant && (h >> 32) % 2 ? -size : size;
}

// --- expressions --------------------------------------------------------------------------------

static Expr random_expr(Gen *g, int depth, unsigned kinds);

static Expr random_leaf(Gen *g, unsigned kinds) {
  const uint64_t n = random_below(g, 20);
  if (n < 5) return expr_number(g->pool, random_ratio(g));
  if (n < 7 && kinds & GEN_RATES)
    return expr_symbol_rate(g->pool, gen_variable_at(g, random_below(g, GEN_VARIABLES)));
  if (n == 7 && kinds & GEN_TIME) return EXPR_TIME;
  if (n == 8 && kinds & GEN_PI) return EXPR_PI;
  if (n < 12) return gen_constant_at(g, random_below(g, GEN_CONSTANTS));
  return gen_variable_at(g, random_below(g, GEN_VARIABLES));
}

// Returns a sum or a product of two to four terms.
static Expr random_list(Gen *g, int depth, unsigned kinds, bool sum) {
  ExprTerm terms[4];
  const size_t n = 2 + random_below(g, 3);
  for (size_t i = 0; i < n; i++) {
    terms[i].e = random_expr(g, depth - 1, kinds);
    terms[i].c = RATIO_ONE;
    if (sum && random_below(g, 2)) terms[i].c = random_ratio(g);
    if (!sum && random_below(g, 3) == 0) terms[i].c = ratio_make(g->pool, 2 + (long) random_below(g, 2), 1);
    if (!sum && kinds & GEN_INVERSE && random_below(g, 4) == 0)
      terms[i].c = ratio_make(g->pool, -1 - (long) random_below(g, 2), 1);
    if (!sum && kinds & GEN_ROOT && random_below(g, 8) == 0)
      terms[i].c = ratio_make(g->pool, 2 * (long) random_below(g, 4) - 3, 2);
  }
  return sum ? expr_sum(g->pool, terms, n) : expr_product(g->pool, terms, n);
}

static Expr random_call(Gen *g, int depth, unsigned kinds) {
  static const struct {
    unsigned kind;
    Function fn;
  } functions[] = {
    {GEN_CIRCULAR, FN_SIN}, {GEN_CIRCULAR, FN_COS}, {GEN_CIRCULAR, FN_SIN}, {GEN_CIRCULAR, FN_COS},
    {GEN_CIRCULAR, FN_TAN}, {GEN_EXP, FN_EXP},      {GEN_EXP, FN_SINH},     {GEN_EXP, FN_COSH},
    {GEN_EXP, FN_TANH},     {GEN_LOG, FN_LOG},      {GEN_ABS, FN_ABS},      {GEN_ARC, FN_ASIN},
    {GEN_ABS, FN_SIGN},     {GEN_ABS, FN_IF},       {GEN_ARC, FN_ACOS},     {GEN_ARC, FN_ATAN},     {GEN_ARC, FN_ATAN2},
  };
  for (int attempt = 0; attempt < 40; attempt++) {
    const size_t i = random_below(g, COUNT(functions));
    if (!(kinds & functions[i].kind)) continue;
    Expr arguments[FUNCTION_ARGUMENTS];
    for (size_t k = 0; k < function_arguments(functions[i].fn); k++)
      arguments[k] = random_expr(g, depth - 1, kinds);
    // a condition on numbers is decided when a tape is made
    if (functions[i].fn == FN_IF) {
      const ExprList symbols = expr_symbols(g->pool, arguments, 1, g->arena);
      bool decided = true;
      for (size_t k = 0; k < symbols.n; k++) decided &= expr_same(symbols.at[k], EXPR_PI);
      if (decided) arguments[0] = gen_symbol(g);
    }
    return expr_call(g->pool, functions[i].fn, arguments);
  }
  return random_list(g, depth, kinds, true);
}

static Expr random_power(Gen *g, int depth, unsigned kinds) {
  const Expr base = random_expr(g, depth - 1, kinds);
  if (kinds & GEN_POWER && random_below(g, 4) == 0)
    return expr_pow(g->pool, base, random_expr(g, depth - 2, kinds));
  if (!(kinds & GEN_ROOT)) return expr_square(g->pool, base);
  static const int powers[][2] = {{1, 2}, {1, 2}, {-1, 2}, {3, 2}, {1, 3}, {-2, 3}, {5, 4}};
  const int *c = powers[random_below(g, COUNT(powers))];
  return expr_pow_ratio(g->pool, base, ratio_make(g->pool, c[0], (unsigned long) c[1]));
}

// Returns an expression of this depth, or less; if it cannot be built (a division by zero), tries another one.
static Expr random_expr(Gen *g, int depth, unsigned kinds) {
  if (depth <= 0) return random_leaf(g, kinds);
  for (int attempt = 0; attempt < 20; attempt++) {
    const uint64_t n = random_below(g, 20);
    Expr e;
    if (n < 2) e = random_leaf(g, kinds);
    else if (n < 8) e = random_list(g, depth, kinds, true);
    else if (n < 13) e = random_list(g, depth, kinds, false);
    else if (n < 18) e = random_call(g, depth, kinds);
    else e = random_power(g, depth, kinds);
    if (!expr_is_none(e)) return e;
    (void) expr_trouble(g->pool);
  }
  return random_leaf(g, kinds);
}

Expr gen_expr_of(Gen *g, int depth, unsigned kinds) {
  Pick pick;
  if (replayed(g, true, &pick)) return pick.e;
  return picked(g, g->replay ? EXPR_ONE : random_expr(g, depth, kinds));
}

Expr gen_expr(Gen *g, int depth) {
  return gen_expr_of(g, depth, GEN_ALL);
}
