// analysis/cases.c: splits systems of equations, factor by factor.
//
// In:    expressions that must vanish together
// Out:   cases: one factor of each expression vanishes; a factor that is linear in a variable, a sine, a
//        cosine, or a sum of squares is solved and substituted into the others
// From:  docs/theory/flag.md (11)
// Law:   in every case all expressions vanish; together the cases contain all real solutions
// Not:   other equations are left as they are, and may have no solution

#include "analysis/cases.h"
#include "algebra/algebra.h"
#include "analysis/sign.h"

#define NODES_MOST 600  // of the tree of factors
#define CASES_MOST 24   // worth reading
#define DEPTH_MOST 40
#define MULTIPLE_MOST 4  // sin(4 x) = 0 has eight solutions
#define COST_HARD 20     // of a factor that cannot be solved at once

// An expression that must vanish: as given, and after all substitutions.
typedef struct {
  Expr given, now;
} Pending;

typedef struct {
  const Model *model;
  ExprPool *pool;
  Arena *arena;
  const Expr *sides;
  size_t n_sides, nodes;
  bool complete;
  Cases *cases;
} Tree;

// A node of the tree: the expressions that must still vanish, and the results so far.
typedef struct {
  ARRAY(Pending) pending;
  ARRAY(Expr) found;  // as they were given
  ARRAY(Expr) exact;  // as they were solved
  ARRAY(Expr) from, to;
  ARRAY(Expr) divisors;  // of the substitutions: these do not vanish
  ARRAY(Expr) given_divisors;
  bool open;
  int depth;
} Branch;

#define COPY(arena, to, list)                                                      \
  do {                                                                             \
    (to)->n = (to)->room = 0, (to)->at = NULL;                                     \
    for (size_t i_ = 0; i_ < (list).n; i_++) array_push(arena, to, (list).at[i_]); \
  } while (0)

static void walk(Tree *t, Branch *b);

static void note(const Tree *t, Branch *b, Expr given, Expr solved) {
  array_push(t->arena, &b->found, given);
  array_push(t->arena, &b->exact, solved);
}

static Branch child(const Tree *t, const Branch *b) {
  Branch c = {.open = b->open, .depth = b->depth + 1};
  COPY(t->arena, &c.pending, b->pending);
  COPY(t->arena, &c.found, b->found);
  COPY(t->arena, &c.exact, b->exact);
  COPY(t->arena, &c.from, b->from);
  COPY(t->arena, &c.to, b->to);
  COPY(t->arena, &c.divisors, b->divisors);
  COPY(t->arena, &c.given_divisors, b->given_divisors);
  return c;
}

// --- substitution --------------------------------------------------------------------------------

static Expr put(const Tree *t, Expr e, Expr from, Expr to) {
  const Expr result = expr_substitute(t->pool, e, &from, &to, 1);
  (void) expr_trouble(t->pool);
  return result;
}

static Expr put_all(const Tree *t, const Branch *b, Expr e) {
  const Expr result = expr_substitute(t->pool, e, b->from.at, b->to.at, b->from.n);
  (void) expr_trouble(t->pool);
  return result;
}

static bool is_zero(const Tree *t, Expr e) {
  return expr_equal(t->pool, e, EXPR_ZERO);
}

// Substitutes symbol = value everywhere; false if something becomes undefined.
static bool solve(const Tree *t, Branch *b, Expr symbol, Expr value) {
  if (expr_is_none(value)) return false;
  for (size_t i = 0; i < b->to.n; i++) {
    b->to.at[i] = put(t, b->to.at[i], symbol, value);
    if (expr_is_none(b->to.at[i])) return false;
  }
  for (size_t i = 0; i < b->pending.n; i++) {
    b->pending.at[i].now = put(t, b->pending.at[i].now, symbol, value);
    if (expr_is_none(b->pending.at[i].now)) return false;
  }
  for (size_t i = 0; i < b->divisors.n; i++) {
    b->divisors.at[i] = put(t, b->divisors.at[i], symbol, value);
    if (expr_is_none(b->divisors.at[i]) || is_zero(t, b->divisors.at[i])) return false;
  }
  array_push(t->arena, &b->from, symbol);
  array_push(t->arena, &b->to, value);
  return true;
}

// --- factors -------------------------------------------------------------------------------------

// e = b f(u) + a, f a sine or cosine, a and b numbers: gives the sign of |a| - |b|, and *value = -a/b if that
// is 1 or -1. False if e does not have this form.
static bool is_level(const Tree *t, Expr e, Expr *function, int *excess, int *value) {
  const ExprPool *pool = t->pool;
  if (expr_kind(pool, e) != EXPR_SUM || expr_count(pool, e) != 2) return false;
  const ExprTerm one = expr_operand(pool, e, 0), two = expr_operand(pool, e, 1);
  const ExprTerm constant = expr_same(one.e, EXPR_ONE) ? one : two,
                 other = expr_same(one.e, EXPR_ONE) ? two : one;
  if (!expr_same(constant.e, EXPR_ONE) || expr_kind(pool, other.e) != EXPR_FUNCTION) return false;
  const Function fn = expr_function(pool, other.e);
  if (fn != FN_SIN && fn != FN_COS) return false;
  const double a = ratio_double(pool, constant.c), b = ratio_double(pool, other.c);
  const Ratio up = ratio_mul(t->model->pool, constant.c, constant.c),
              down = ratio_mul(t->model->pool, other.c, other.c);
  *function = other.e;
  *excess = ratio_compare(pool, up, down);
  *value = a * b < 0 ? 1 : -1;
  return true;
}

// Is it positive, or negative, at every real state: a sum of one sign with a constant, an exponential?
static bool never_vanishes(const Tree *t, Expr e) {
  const ExprPool *pool = t->pool;
  if (expr_is_constant(pool, e)) return true;
  switch (expr_kind(pool, e)) {
    case EXPR_FUNCTION:
      return expr_function(pool, e) == FN_EXP || expr_function(pool, e) == FN_COSH;
    case EXPR_PRODUCT:
      for (size_t i = 0; i < expr_count(pool, e); i++) {
        const ExprTerm f = expr_operand(pool, e, i);
        if (ratio_sign(pool, f.c) > 0 && !never_vanishes(t, f.e)) return false;
      }
      return true;
    case EXPR_SUM: {
      Expr function;
      int excess, value;
      if (is_level(t, e, &function, &excess, &value)) return excess > 0;
      if (sign_seen(t->model, e) == 0) return false;
      for (size_t i = 0; i < expr_count(pool, e); i++)
        if (never_vanishes(t, expr_operand(pool, e, i).e)) return true;
      return false;
    }
    default: return false;
  }
}

static void add_factor(const Tree *t, FactorList *live, Expr f) {
  if (!never_vanishes(t, f)) array_push(t->arena, live, ((ExprTerm){f, RATIO_ONE}));
}

// Returns half of an angle whose terms all have even coefficients.
static bool half_angle(const Tree *t, Expr function, Expr *half) {
  const Expr u = expr_operand(t->pool, function, 0).e;
  if (expr_kind(t->pool, u) != EXPR_SUM) return false;
  for (size_t i = 0; i < expr_count(t->pool, u); i++) {
    long num, den;
    if (!ratio_get(t->pool, expr_operand(t->pool, u, i).c, &num, &den) || den != 1 || num % 2 != 0)
      return false;
  }
  *half = expr_half(t->pool, u);
  return true;
}

// sin(2 u) = 2 sin(u) cos(u), 1 - cos(2 u) = 2 sin(u)^2, 1 + cos(2 u) = 2 cos(u)^2
static bool add_halves(const Tree *t, FactorList *live, Expr f) {
  Expr half, function = f;
  int excess = 0, value = 0;
  const bool level = is_level(t, f, &function, &excess, &value);
  if (expr_kind(t->pool, function) != EXPR_FUNCTION || excess != 0) return false;
  const Function fn = expr_function(t->pool, function);
  if (fn != (level ? FN_COS : FN_SIN) || !half_angle(t, function, &half)) return false;
  if (value >= 0) add_factor(t, live, expr_call1(t->pool, FN_SIN, half));
  if (value <= 0) add_factor(t, live, expr_call1(t->pool, FN_COS, half));
  return true;
}

// Returns the factors of e that can vanish.
static FactorList live_factors(const Tree *t, Expr e) {
  FactorList live = {0};
  if (never_vanishes(t, e)) return live;
  const FactorList all = algebra_factors(t->pool, t->arena, e);
  for (size_t i = 0; i < all.n; i++) {
    if (ratio_sign(t->pool, all.at[i].c) > 0 && !add_halves(t, &live, all.at[i].e))
      add_factor(t, &live, all.at[i].e);
  }
  return live;
}

// Finds f = a s + b for a symbol s of the state with a constant a or, if `any`, with an a that does not contain s.
static bool linear_symbol(const Tree *t, Expr f, bool any, Expr *symbol, Expr *a) {
  const ExprList symbols = expr_symbols(t->pool, &f, 1, t->arena);
  for (size_t i = symbols.n; i-- > 0;) {
    const Expr s = symbols.at[i];
    if (expr_symbol_kind(t->pool, s) == SYMBOL_CONSTANT) continue;
    *a = expr_diff(t->pool, f, s);
    if (any ? expr_depends(t->pool, *a, s) : !expr_is_constant(t->pool, *a)) continue;
    *symbol = s;
    return true;
  }
  return false;
}

static Expr solution(const Tree *t, Expr f, Expr s, Expr a) {
  return algebra_readable(t->pool,
                          expr_neg(t->pool, expr_div(t->pool, put(t, f, s, EXPR_ZERO), a)));
}

// f(u) = value for a sine or cosine and value 0, 1 or -1; u is linear in s with a constant coefficient a, and
// passes 2 * turns multiples of pi in one period of s.
typedef struct {
  Expr u, s, a;
  bool sine;
  int value;
  long turns;
} Circular;

static bool is_circular(const Tree *t, Expr f, Circular *c) {
  Expr function = f;
  int excess = 0;
  long num, den;
  c->value = 0;
  if (expr_kind(t->pool, f) != EXPR_FUNCTION &&
      (!is_level(t, f, &function, &excess, &c->value) || excess != 0))
    return false;
  const Function fn = expr_function(t->pool, function);
  if (fn != FN_SIN && fn != FN_COS) return false;
  c->sine = fn == FN_SIN;
  c->u = expr_operand(t->pool, function, 0).e;
  c->turns = 1;
  if (!linear_symbol(t, c->u, false, &c->s, &c->a)) return false;
  if (expr_is_number(t->pool, c->a) && ratio_get(t->pool, expr_ratio_of(t->pool, c->a), &num, &den))
    c->turns = num < 0 ? -num : num;
  return c->turns <= MULTIPLE_MOST;
}

static bool is_sum_of_squares(const Tree *t, Expr f) {
  return expr_kind(t->pool, f) == EXPR_SUM && expr_count(t->pool, f) > 1 &&
         sign_seen(t->model, f) != 0;
}

// Returns how hard a factor is to solve.
static unsigned cost(const Tree *t, Expr f) {
  Expr s, a;
  Circular c;
  if (expr_kind(t->pool, f) == EXPR_SYMBOL || is_sum_of_squares(t, f)) return 1;
  if (linear_symbol(t, f, false, &s, &a)) return 2;
  return is_circular(t, f, &c) ? 3 : COST_HARD;
}

// --- one factor ----------------------------------------------------------------------------------

// Requires every term of a sum of squares to vanish.
static void take_squares(Tree *t, const Branch *b, Expr f) {
  Branch c = child(t, b);
  for (size_t i = 0; i < expr_count(t->pool, f); i++) {
    const Expr e = expr_operand(t->pool, f, i).e;
    array_push(t->arena, &c.pending, ((Pending){e, e}));
  }
  walk(t, &c);
}

// sin u = 0 at u = 0 and pi, as cos u = 1 and -1; cos u = 0 at u = +-pi/2, as sin u = 1 and -1;
// sin u = 1 and so on at one of these
static void take_circular(Tree *t, const Branch *b, const Circular *at) {
  ExprPool *pool = t->pool;
  // multiples of pi, or half-integer ones
  const bool whole = at->value == 0 ? at->sine : !at->sine;
  const Expr other = expr_call1(pool, whole ? FN_COS : FN_SIN, at->u);
  for (long i = 0; i < 2 * at->turns; i++) {
    const int value = i % 2 == 0 ? 1 : -1;
    if (at->value != 0 && at->value != value) continue;
    const Expr half = whole ? EXPR_ZERO : expr_ratio(pool, 1, 2);
    const Expr turns = expr_add(pool, expr_int(pool, i), half);
    const Expr g = expr_sub(pool, at->u, expr_mul(pool, turns, EXPR_PI));
    const Expr name = expr_sub(pool, other, expr_int(pool, value));
    Branch c = child(t, b);
    note(t, &c, name, name);
    if (solve(t, &c, at->s, solution(t, g, at->s, at->a))) walk(t, &c);
  }
}

// f = a s + b, a not constant: s = -b/a, or both vanish
static void take_linear(Tree *t, const Branch *b, Expr f, Expr name, Expr s, Expr a) {
  Branch c = child(t, b), d = child(t, b);
  const Expr rest = put(t, f, s, EXPR_ZERO);
  note(t, &c, name, f);
  array_push(t->arena, &c.divisors, a);
  array_push(t->arena, &c.given_divisors, a);
  if (solve(t, &c, s, solution(t, f, s, a))) walk(t, &c);
  array_push(t->arena, &d.pending, ((Pending){a, a}));
  array_push(t->arena, &d.pending, ((Pending){rest, rest}));
  walk(t, &d);
}

// Requires the factor f to vanish. name: the factor before any substitution.
static void take(Tree *t, const Branch *b, Expr f, Expr name) {
  Expr s, a;
  Circular at;
  if (is_sum_of_squares(t, f)) {
    take_squares(t, b, f);
  } else if (linear_symbol(t, f, false, &s, &a)) {
    Branch c = child(t, b);
    note(t, &c, name, f);
    if (solve(t, &c, s, solution(t, f, s, a))) walk(t, &c);
  } else if (is_circular(t, f, &at)) {
    take_circular(t, b, &at);
  } else if (linear_symbol(t, f, true, &s, &a)) {
    take_linear(t, b, f, name, s, a);
  } else {
    Branch c = child(t, b);
    note(t, &c, name, f);
    c.open = true;
    walk(t, &c);
  }
}

// Returns the factor of the given expression that became f, or that contains it now; otherwise f.
static Expr name_of(const Tree *t, const Branch *b, Expr given, Expr f) {
  const FactorList factors = live_factors(t, given);
  for (size_t i = 0; i < factors.n; i++) {
    const Expr now = put_all(t, b, factors.at[i].e);
    if (expr_is_none(now) || is_zero(t, now)) continue;
    const FactorList parts = live_factors(t, now);
    for (size_t k = 0; k < parts.n; k++)
      if (expr_equal(t->pool, parts.at[k].e, f)) return factors.at[i].e;
  }
  return f;
}

// --- cases ---------------------------------------------------------------------------------------

Expr case_value(const Case *c, ExprPool *pool, Expr e) {
  const Expr value = expr_substitute(pool, e, c->from, c->to, c->solved);
  (void) expr_trouble(pool);
  return value;
}

// Do all equations of b hold in case a?
static bool is_part_of(ExprPool *pool, const Case *a, const Case *b) {
  for (size_t i = 0; i < b->n; i++) {
    const Expr value = case_value(a, pool, b->equation[i]);
    bool holds = !expr_is_none(value) && expr_equal(pool, value, EXPR_ZERO);
    for (size_t k = 0; !holds && k < a->n; k++) holds = expr_same(a->equation[k], b->equation[i]);
    if (!holds) return false;
  }
  return true;
}

// Sorts short ones first, then those of the first coordinates.
static void sort(const ExprPool *pool, Expr *e, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0; j--) {
      const uint32_t a = expr_weight(pool, e[j - 1]), b = expr_weight(pool, e[j]);
      if (a != b ? a < b : e[j - 1].id < e[j].id) break;
      const Expr swap = e[j];
      e[j] = e[j - 1];
      e[j - 1] = swap;
    }
}

static void emit(Tree *t, const Branch *b) {
  sort(t->pool, b->found.at, b->found.n);
  sort(t->pool, b->exact.at, b->exact.n);
  const Case c = {.equation = b->exact.at,
                  .given = b->found.at,
                  .n = b->found.n,
                  .divisor = b->given_divisors.at,
                  .n_divisors = b->given_divisors.n,
                  .from = b->from.at,
                  .to = b->to.at,
                  .solved = b->from.n,
                  .open = b->open};
  Cases *all = t->cases;
  for (size_t i = 0; i < all->n; i++)
    if (is_part_of(t->pool, &c, &all->at[i])) return;
  size_t kept = 0;
  for (size_t i = 0; i < all->n; i++)
    if (!is_part_of(t->pool, &all->at[i], &c)) all->at[kept++] = all->at[i];
  all->n = kept;
  if (all->n >= CASES_MOST)
    t->complete = false;
  else
    array_push(t->arena, all, c);
}

// --- the tree ------------------------------------------------------------------------------------

// Continues with the sides. A side that is a single equation, linear in a variable, is substituted and not
// named, since it holds anyway; one that is a product, or easy in another way, is split. False if a side cannot
// vanish.
static bool use_sides(const Tree *t, Branch *b) {
  for (size_t i = 0; i < t->n_sides && b->pending.n == 0; i++) {
    Expr s, a;
    const Expr e = put_all(t, b, t->sides[i]);
    if (expr_is_none(e) || is_zero(t, e)) continue;
    const FactorList f = live_factors(t, e);
    if (f.n == 0) return false;
    if (f.n == 1 && linear_symbol(t, f.at[0].e, false, &s, &a)) {
      if (!solve(t, b, s, solution(t, f.at[0].e, s, a))) return false;
      continue;
    }
    bool easy = true;
    for (size_t k = 0; k < f.n; k++) easy = easy && cost(t, f.at[k].e) < COST_HARD;
    if (easy) array_push(t->arena, &b->pending, ((Pending){t->sides[i], e}));
  }
  return true;
}

// Returns the pending equation that is easiest to split, and its factors; drops equations that hold already.
static size_t easiest(const Tree *t, Branch *b, FactorList *factors) {
  size_t best = NOWHERE, kept = 0;
  unsigned best_cost = 0;
  for (size_t i = 0; i < b->pending.n; i++) {
    if (is_zero(t, b->pending.at[i].now)) continue;
    b->pending.at[kept] = b->pending.at[i];
    const FactorList f = live_factors(t, b->pending.at[i].now);
    unsigned sum = 0;
    for (size_t k = 0; k < f.n; k++) sum += cost(t, f.at[k].e);
    if (best == NOWHERE || sum < best_cost) best = kept, best_cost = sum, *factors = f;
    kept++;
  }
  b->pending.n = kept;
  return best;
}

static void walk(Tree *t, Branch *b) {
  if (++t->nodes > NODES_MOST || b->depth > DEPTH_MOST) {
    t->complete = false;
    return;
  }
  FactorList factors = {0};
  size_t chosen = easiest(t, b, &factors);
  if (chosen == NOWHERE) {
    if (!use_sides(t, b)) return;
    chosen = easiest(t, b, &factors);
  }
  if (chosen == NOWHERE) {
    emit(t, b);
    return;
  }
  const Expr given = b->pending.at[chosen].given;
  b->pending.at[chosen] = b->pending.at[--b->pending.n];
  for (size_t i = 0; i < factors.n && t->complete; i++)
    take(t, b, factors.at[i].e, name_of(t, b, given, factors.at[i].e));
}

// Do all expressions vanish wherever these equations, and one more (unless it is EXPR_NONE), hold?
static bool is_enough(const Tree *t, const Expr *equation, size_t n, Expr more, const Expr *all,
                      size_t n_all) {
  Cases there = {0};
  Tree sub = {.model = t->model, .pool = t->pool, .arena = t->arena, .complete = true};
  sub.cases = &there;
  Branch root = {0};
  for (size_t i = 0; i < n; i++)
    array_push(t->arena, &root.pending, ((Pending){equation[i], equation[i]}));
  if (!expr_is_none(more)) array_push(t->arena, &root.pending, ((Pending){more, more}));
  walk(&sub, &root);
  for (size_t i = 0; sub.complete && i < there.n; i++)
    for (size_t k = 0; k < n_all; k++) {
      const Expr value = case_value(&there.at[i], t->pool, all[k]);
      if (expr_is_none(value) || !is_zero(t, value)) return false;
    }
  return sub.complete;
}

// Makes the equations of a case sufficient: the solved ones if they are, otherwise the given ones, otherwise
// the solved ones where no divisor vanishes.
static void make_enough(const Tree *t, Case *c, const Expr *all, size_t n) {
  size_t kept = 0;
  if (c->open) return;
  for (size_t k = 0; k < c->n_divisors; k++)
    if (!is_enough(t, c->equation, c->n, c->divisor[k], all, n)) c->divisor[kept++] = c->divisor[k];
  c->n_divisors = kept;
  if (kept == 0 || !is_enough(t, c->given, c->n, EXPR_NONE, all, n)) return;
  c->equation = c->given;
  c->n_divisors = 0;
}

// Drops cases that have become part of others.
static void drop_parts(ExprPool *pool, Cases *cases) {
  size_t kept = 0;
  for (size_t i = 0; i < cases->n; i++) {
    bool part = false;
    for (size_t k = 0; k < kept && !part; k++)
      part = is_part_of(pool, &cases->at[i], &cases->at[k]);
    if (!part) cases->at[kept++] = cases->at[i];
  }
  cases->n = kept;
}

bool cases_find(const Model *model, Arena *arena, const Expr *all, size_t n, const Expr *sides,
                size_t n_sides, Cases *cases) {
  Tree t = {.model = model,
            .pool = model->pool,
            .arena = arena,
            .sides = sides,
            .n_sides = n_sides,
            .complete = true,
            .cases = cases};
  Branch root = {0};
  *cases = (Cases){0};
  for (size_t i = 0; i < n; i++) array_push(arena, &root.pending, ((Pending){all[i], all[i]}));
  walk(&t, &root);
  for (size_t i = 0; t.complete && i < cases->n; i++) make_enough(&t, &cases->at[i], all, n);
  drop_parts(t.pool, cases);
  return t.complete;
}

// --- afterwards ----------------------------------------------------------------------------------

// Substitutes a side, solved for some symbol in which it is linear.
static bool use_side(const Tree *t, Branch *b, Expr side) {
  const Expr e = put_all(t, b, side);
  if (expr_is_none(e)) return false;
  if (is_zero(t, e)) return true;
  const ExprList symbols = expr_symbols(t->pool, &e, 1, t->arena);
  for (size_t i = symbols.n; i-- > 0;) {
    const Expr s = symbols.at[i], a = expr_diff(t->pool, e, s);
    if (expr_symbol_kind(t->pool, s) == SYMBOL_CONSTANT || expr_depends(t->pool, a, s)) continue;
    Branch c = child(t, b);
    if (!solve(t, &c, s, solution(t, e, s, a))) continue;
    *b = c;
    return true;
  }
  return false;
}

Truth case_is_real(const Case *c, const Model *model, Arena *arena, const Expr *sides, size_t n) {
  const Tree t = {.model = model, .pool = model->pool, .arena = arena};
  Branch b = {0};
  if (c->open) return TRUTH_UNKNOWN;
  for (size_t i = 0; i < c->solved; i++)
    if (!solve(&t, &b, c->from[i], c->to[i])) return TRUTH_UNKNOWN;
  for (size_t i = 0; i < n; i++)
    if (!use_side(&t, &b, sides[i])) return TRUTH_UNKNOWN;
  return TRUTH_YES;
}

// f(u) - 1 and f(u) + 1: returns the function that vanishes at both, or EXPR_NONE
static Expr merged(ExprPool *pool, Expr a, Expr b) {
  const Expr f = expr_half(pool, expr_add(pool, a, b));
  if (expr_is_none(f) || expr_kind(pool, f) != EXPR_FUNCTION ||
      !expr_same(expr_square(pool, expr_sub(pool, a, f)), EXPR_ONE))
    return EXPR_NONE;
  const Function fn = expr_function(pool, f);
  if (fn != FN_SIN && fn != FN_COS) return EXPR_NONE;
  return expr_call1(pool, fn == FN_SIN ? FN_COS : FN_SIN, expr_operand(pool, f, 0).e);
}

bool cases_merge(ExprPool *pool, Expr *a, const Expr *b, size_t n) {
  size_t place = NOWHERE, differ = 0;
  for (size_t i = 0; i < n; i++)
    if (!expr_same(a[i], b[i])) place = i, differ++;
  if (differ != 1) return false;
  const Expr e = merged(pool, a[place], b[place]);
  if (!expr_is_none(e)) a[place] = e;
  return !expr_is_none(e);
}
