// print/order.c: the order in which terms and factors are read.
//
// In:    an expression, with sub-expressions that are shown as symbols
// Out:   a Shape for everything shown: kind, parts in reading order, degree, height
// Law:   the order depends on names and numbers alone, never on ids
//        (tests/unit/print/test_print.c)
// Cost:  every node is visited once. Two nodes are compared along a single path down: equal
//        operands have equal ids, and at the first unequal pair the rest no longer matters
//
// Factors: numbers, constants (masses first), time, variables, velocities, accelerations, sums, functions. Terms:
// accelerations first, then velocities, then the higher degree in everything else that moves, then by their factors;
// the plain number last.

#include "print/print_impl.h"
#include <string.h>

#define DEGREE_MOST 1e9  // beyond this, degrees count as equal

static Shape *find_shape(const Shapes *shapes, Expr e) {
  uint32_t place;
  return memo_get(&shapes->places, e.id, &place) ? shapes->shapes.at[place] : NULL;
}

const Shape *shape_of(const Shapes *shapes, Expr e) {
  return find_shape(shapes, e);
}

// --- comparing -----------------------------------------------------------------------------------

static bool is_mass(const char *name) {
  return (name[0] == 'm' || name[0] == 'M') && (name[1] == '\0' || strchr("_0123456789", name[1]));
}

static int compare_symbols(const ExprPool *pool, Expr a, Expr b) {
  const char *left = expr_symbol_name(pool, a), *right = expr_symbol_name(pool, b);
  if (is_mass(left) != is_mass(right) && expr_symbol_kind(pool, a) == SYMBOL_CONSTANT)
    return is_mass(left) ? -1 : 1;
  return names_compare(left, right);
}

// Higher degrees first, accelerations before velocities before the rest.
static int compare_degrees(const Shape *a, const Shape *b) {
  for (int k = 0; k < DEGREE_KINDS; k++)
    if (a->degree[k] != b->degree[k]) return a->degree[k] > b->degree[k] ? -1 : 1;
  return 0;
}

// The items that are compared one by one: terms, factors or arguments.
typedef struct {
  const ExprTerm *at;
  size_t n;
  int sign;  // all coefficients are multiplied by this
} Reading;

// A sum and its opposite are read alike: which of the two is stored depends on ids.
static Reading parts_of(const Shape *s) {
  return (Reading){s->parts, s->n, s->kind == SHAPE_SUM ? s->lead : 1};
}

// The factors of a term: those of a product, none of a number, otherwise the term itself.
static Reading factors_of(const Shape *s, const ExprTerm *self) {
  if (s->kind == SHAPE_PRODUCT) return parts_of(s);
  return (Reading){self, s->kind == SHAPE_NUMBER ? 0 : 1, 1};
}

// Larger coefficients and exponents first.
static int compare_ratios(ExprPool *pool, Ratio a, int sign_a, Ratio b, int sign_b) {
  if (sign_a < 0) a = ratio_neg(pool, a);
  if (sign_b < 0) b = ratio_neg(pool, b);
  return ratio_compare(pool, b, a);
}

// Compares two readings up to their first difference: decided here (true), or by comparing *a and *b (false).
static bool compare_readings(const Shapes *shapes, Reading left, Reading right, int *result,
                             Expr *a, Expr *b) {
  for (size_t i = 0; i < left.n && i < right.n; i++) {
    *a = left.at[i].e;
    *b = right.at[i].e;
    if (!expr_same(shape_of(shapes, *a)->shown, shape_of(shapes, *b)->shown)) return false;
    *result = compare_ratios(shapes->pool, left.at[i].c, left.sign, right.at[i].c, right.sign);
    if (*result != 0) return true;
  }
  // an empty list is a number, which is read last; otherwise the shorter one comes first
  *result = (left.n > right.n) - (left.n < right.n);
  if (left.n == 0 || right.n == 0) *result = -*result;
  if (*result == 0) *result = right.sign - left.sign;
  return true;
}

// Decides without looking into the parts; returns false if that does not suffice.
static bool compare_heads(const ExprPool *pool, const Shape *s, const Shape *t, int *result) {
  *result = (s->rank > t->rank) - (s->rank < t->rank);
  if (*result != 0) return true;
  if (s->kind == SHAPE_NUMBER) {
    *result = ratio_compare(pool, expr_ratio_of(pool, s->shown), expr_ratio_of(pool, t->shown));
    return true;
  }
  if (s->kind == SHAPE_SYMBOL) {
    *result = compare_symbols(pool, s->shown, t->shown);
    return true;
  }
  if (s->kind == SHAPE_FUNCTION) {
    const Function f = expr_function(pool, s->shown), g = expr_function(pool, t->shown);
    *result = (f > g) - (f < g);
  }
  return *result != 0;
}

typedef enum { AS_TERMS, AS_FACTORS } Role;

static int compare(const Shapes *shapes, Expr a, Expr b, Role role) {
  int result = 0;
  while (!expr_same(a, b)) {
    const Shape *s = shape_of(shapes, a), *t = shape_of(shapes, b);
    const ExprTerm self = {a, RATIO_ONE}, other = {b, RATIO_ONE};
    Reading left = parts_of(s), right = parts_of(t);
    if (role == AS_TERMS) {
      result = compare_degrees(s, t);
      left = factors_of(s, &self);
      right = factors_of(t, &other);
      role = AS_FACTORS;
    } else {
      if (compare_heads(shapes->pool, s, t, &result)) return result;
      if (s->kind == SHAPE_SUM) role = AS_TERMS;
    }
    if (result != 0 || compare_readings(shapes, left, right, &result, &a, &b)) return result;
  }
  return 0;
}

// --- sorting -------------------------------------------------------------------------------------

// Merges the sorted stretches [low, middle) and [middle, high) of from into to.
static void merge(const Shapes *shapes, const ExprTerm *from, ExprTerm *to, size_t low,
                  size_t middle, size_t high, Role role) {
  size_t i = low, j = middle;
  for (size_t k = low; k < high; k++) {
    const bool left = j == high || (i < middle && compare(shapes, from[i].e, from[j].e, role) <= 0);
    to[k] = left ? from[i++] : from[j++];
  }
}

static void sort_parts(Shapes *shapes, Shape *s, Role role) {
  Arena *arena = expr_workspace(shapes->pool);
  const ArenaMark mark = arena_mark(arena);
  ExprTerm *from = s->parts, *to = ARENA_ARRAY(arena, ExprTerm, s->n);
  for (size_t width = 1; width < s->n; width *= 2) {
    for (size_t low = 0; low < s->n; low += 2 * width) {
      const size_t middle = low + width < s->n ? low + width : s->n;
      const size_t high = middle + width < s->n ? middle + width : s->n;
      merge(shapes, from, to, low, middle, high, role);
    }
    ExprTerm *const swap = from;
    from = to;
    to = swap;
  }
  if (from != s->parts) memcpy(s->parts, from, s->n * sizeof *from);
  arena_release(arena, mark);
}

static void note_signs(const ExprPool *pool, Shape *sum) {
  bool plus = false, minus = false;
  for (size_t i = 0; i < sum->n; i++) {
    if (ratio_sign(pool, sum->parts[i].c) < 0)
      minus = true;
    else
      plus = true;
  }
  sum->mixed = plus && minus;
  sum->lead = ratio_sign(pool, sum->parts[0].c);
}

// --- powers u^v ----------------------------------------------------------------------------------

static bool is_abbreviated(const Shapes *shapes, Expr e, uint32_t *symbol) {
  return shapes->abbreviations != NULL && !expr_same(e, shapes->root) &&
         memo_get(shapes->abbreviations, e.id, symbol);
}

static bool is_log(const Shapes *shapes, Expr e) {
  const ExprPool *pool = shapes->pool;
  uint32_t symbol;
  return expr_kind(pool, e) == EXPR_FUNCTION && expr_function(pool, e) == FN_LOG &&
         !is_abbreviated(shapes, e, &symbol);
}

// The argument of the only logarithm among the factors of term, or EXPR_NONE.
static Expr log_argument(const Shapes *shapes, Expr term, Expr *log) {
  const ExprPool *pool = shapes->pool;
  uint32_t symbol;
  size_t found = 0;
  if (expr_kind(pool, term) != EXPR_PRODUCT || is_abbreviated(shapes, term, &symbol))
    return EXPR_NONE;
  for (size_t i = 0; i < expr_count(pool, term); i++) {
    const ExprTerm factor = expr_operand(pool, term, i);
    if (!is_log(shapes, factor.e) || factor.c.id != RATIO_ONE.id) continue;
    *log = factor.e;
    found++;
  }
  return found == 1 ? expr_operand(pool, *log, 0).e : EXPR_NONE;
}

// Is the exponential e a power u^v? Decided by building the power: only a form that rebuilds e may be printed.
static bool find_power(const Shapes *shapes, Expr e, Expr *u, Expr *v) {
  ExprPool *pool = shapes->pool;
  const Expr argument = expr_operand(pool, e, 0).e;
  const bool sum = expr_kind(pool, argument) == EXPR_SUM;
  const size_t n = sum ? expr_count(pool, argument) : 1;
  uint32_t symbol;
  if (is_abbreviated(shapes, argument, &symbol)) return false;
  *u = EXPR_NONE;
  *v = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    const ExprTerm term = sum ? expr_operand(pool, argument, i) : (ExprTerm){argument, RATIO_ONE};
    Expr log = EXPR_NONE;
    const Expr base = log_argument(shapes, term.e, &log);
    if (expr_is_none(base) || (i > 0 && !expr_same(base, *u))) return false;
    *u = base;
    *v = expr_add(pool, *v, expr_scale(pool, term.c, expr_div(pool, term.e, log)));
  }
  const ExprTrouble before = expr_trouble(pool);  // printing must leave no trace
  const bool rebuilt = !expr_is_number(pool, *v) && expr_same(expr_pow(pool, *u, *v), e);
  expr_put_trouble(pool, before);
  return rebuilt;
}

// --- shapes --------------------------------------------------------------------------------------

static void copy_parts(Shapes *shapes, Shape *s, Expr e) {
  s->n = expr_count(shapes->pool, e);
  s->parts = ARENA_ARRAY(expr_workspace(shapes->pool), ExprTerm, s->n);
  for (size_t i = 0; i < s->n; i++) s->parts[i] = expr_operand(shapes->pool, e, i);
}

static void set_parts(Shapes *shapes, Shape *s, Expr u, Expr v) {
  s->n = 2;
  s->parts = ARENA_ARRAY(expr_workspace(shapes->pool), ExprTerm, 2);
  s->parts[0] = (ExprTerm){u, RATIO_ONE};
  s->parts[1] = (ExprTerm){v, RATIO_ONE};
}

static void choose_kind(Shapes *shapes, Shape *s, Expr e) {
  ExprPool *pool = shapes->pool;
  Expr u, v;
  switch (expr_kind(pool, s->shown)) {
    case EXPR_NUMBER: s->kind = SHAPE_NUMBER; return;
    case EXPR_SYMBOL: s->kind = SHAPE_SYMBOL; return;
    case EXPR_SUM: s->kind = SHAPE_SUM; break;
    case EXPR_PRODUCT: s->kind = SHAPE_PRODUCT; break;
    case EXPR_FUNCTION:
      s->kind = SHAPE_FUNCTION;
      if (expr_function(pool, e) != FN_EXP || !find_power(shapes, e, &u, &v)) break;
      s->kind = SHAPE_POWER;
      set_parts(shapes, s, u, v);
      return;
  }
  copy_parts(shapes, s, e);
}

static Shape *add_shape(Shapes *shapes, Expr e) {
  Arena *arena = expr_workspace(shapes->pool);
  Shape *s = ARENA_NEW(arena, Shape);
  s->shown = e;
  is_abbreviated(shapes, e, &s->shown.id);
  choose_kind(shapes, s, e);
  memo_put(arena, &shapes->places, e.id, (uint32_t) shapes->shapes.n);
  array_push(arena, &shapes->shapes, s);
  return s;
}

static Rank symbol_rank(const ExprPool *pool, Expr e) {
  int order;
  if (expr_same(e, EXPR_PI)) return RANK_PI;
  switch (expr_symbol_kind(pool, e)) {
    case SYMBOL_CONSTANT: return RANK_CONSTANT;
    case SYMBOL_TIME: return RANK_TIME;
    case SYMBOL_VARIABLE: expr_symbol_base(pool, e, &order); return RANK_VARIABLE + (Rank) order;
    case SYMBOL_QUANTITY:
    case SYMBOL_DERIVATIVE: break;
  }
  return RANK_QUANTITY;
}

static Rank rank_of(const ExprPool *pool, const Shape *s) {
  switch (s->kind) {
    case SHAPE_NUMBER: return RANK_NUMBER;
    case SHAPE_SYMBOL: return symbol_rank(pool, s->shown);
    case SHAPE_SUM: return s->constant ? RANK_CONSTANT_SUM : RANK_SUM;
    case SHAPE_PRODUCT: return RANK_PRODUCT;
    case SHAPE_POWER: return RANK_POWER;
    case SHAPE_FUNCTION: break;
  }
  return expr_function(pool, s->shown) == FN_ABS ? RANK_ABS : RANK_FUNCTION;
}

static double bounded(double x) {
  return x > DEGREE_MOST ? DEGREE_MOST : x < -DEGREE_MOST ? -DEGREE_MOST : x;
}

static void symbol_degree(const ExprPool *pool, Shape *s) {
  int order;
  expr_symbol_base(pool, s->shown, &order);
  s->constant = expr_symbol_kind(pool, s->shown) == SYMBOL_CONSTANT;
  if (!s->constant) s->degree[order >= 2 ? 0 : order == 1 ? 1 : 2] = 1;
}

// The degree of a sum is that of its highest term; degrees of factors add up.
static void add_degree(const ExprPool *pool, Shape *s, size_t i, const Shape *part) {
  const double c = s->kind == SHAPE_PRODUCT ? bounded(ratio_double(pool, s->parts[i].c)) : 0;
  for (int k = 0; k < DEGREE_KINDS; k++) {
    if (s->kind == SHAPE_PRODUCT)
      s->degree[k] = bounded(s->degree[k] + c * part->degree[k]);
    else if (s->kind == SHAPE_SUM && (i == 0 || part->degree[k] > s->degree[k]))
      s->degree[k] = part->degree[k];
  }
}

static bool is_fraction(const ExprPool *pool, const Shape *s, Ratio c) {
  return (s->kind == SHAPE_SUM && !ratio_is_integer(pool, c)) ||
         (s->kind == SHAPE_PRODUCT && ratio_sign(pool, c) < 0);
}

// Computes everything about s that follows from its parts, which are ready.
static void finish_shape(Shapes *shapes, Shape *s) {
  const ExprPool *pool = shapes->pool;
  s->constant = true;
  s->tall = s->kind == SHAPE_NUMBER && !ratio_is_integer(pool, expr_ratio_of(pool, s->shown));
  s->tall = s->tall || (s->kind == SHAPE_SYMBOL && expr_is_derivative(pool, s->shown));
  if (s->kind == SHAPE_SYMBOL) symbol_degree(pool, s);
  for (size_t i = 0; i < s->n; i++) {
    const Shape *part = shape_of(shapes, s->parts[i].e);
    s->constant = s->constant && part->constant;
    s->tall = s->tall || part->tall || is_fraction(pool, s, s->parts[i].c);
    add_degree(pool, s, i, part);
  }
  s->rank = rank_of(pool, s);
  if (s->kind == SHAPE_PRODUCT) sort_parts(shapes, s, AS_FACTORS);
  if (s->kind == SHAPE_SUM) {
    sort_parts(shapes, s, AS_TERMS);
    note_signs(pool, s);
  }
  s->ready = true;
}

void shapes_prepare(Shapes *shapes, Expr root) {
  Arena *arena = expr_workspace(shapes->pool);
  ARRAY(Expr) stack = {0};
  array_push(arena, &stack, root);
  while (stack.n > 0) {
    const Expr e = stack.at[stack.n - 1];
    Shape *s = find_shape(shapes, e);
    if (s == NULL) {
      // parts first, then e comes up again
      s = add_shape(shapes, e);
      for (size_t i = 0; i < s->n; i++)
        if (find_shape(shapes, s->parts[i].e) == NULL) array_push(arena, &stack, s->parts[i].e);
    } else {
      stack.n--;
      if (!s->ready) finish_shape(shapes, s);
    }
  }
}
