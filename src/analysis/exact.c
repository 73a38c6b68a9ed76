// analysis/exact.c: closed forms of equilibria that were found numerically.
//
// In:    a state of rest in balls
// Out:   its coordinates in numbers, pi and parameters, proved by the judge of claims for all values
//        of the parameters
// How:   coordinates that are 0, and angles that are simple fractions of pi, are substituted into the equations
//        of rest. Then equations with one unknown left are solved, one after the other: they are factored, and
//        the factor that vanishes is linear or quadratic in the unknown, or in its sine and cosine. The numbers
//        decide which factor and which root
// Not:   equations that are coupled otherwise

#include "algebra/algebra.h"
#include "analysis/equilibria_impl.h"
#include "proof/equilibrium.h"
#include <math.h>

#define SAME 1e-13       // tolerance for numbers that are known to more digits
#define ABOUT 1e-8       // tolerance for a multiple solution, which has fewer digits
#define SIMPLE_MOST 1e4  // numerators that still count as simple
#define VANISHES 1e-18   // a factor, at a state known to 2^-110
#define UNSOLVED_WEIGHT 4000

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Local *local;
  LocalSystem rest;
  double *number;  // of the unknowns
  Expr *value;     // EXPR_NONE: not solved yet
  bool *open;      // any value: the unknown stands for itself
  bool multiple;   // the state was not enclosed
  Expr *equation;
} Solver;

// --- substitution --------------------------------------------------------------------------------

static void put(Solver *s, size_t k, Expr value) {
  const Expr symbol = s->rest.unknown[k];
  s->value[k] = value;
  for (size_t i = 0; i < s->rest.equations; i++)
    s->equation[i] = expr_substitute(s->pool, s->equation[i], &symbol, &value, 1);
  // earlier values may contain this unknown
  for (size_t i = 0; i < s->rest.unknowns; i++)
    if (!s->open[i] && !expr_is_none(s->value[i]))
      s->value[i] = expr_substitute(s->pool, s->value[i], &symbol, &value, 1);
}

// Is x 0 or a simple fraction of pi?
static bool part_of_pi(ExprPool *pool, double x, bool angle, Expr *value) {
  const double pi = acos(-1);
  *value = EXPR_ZERO;
  if (fabs(x) < 1e-25) return true;
  for (long den = 1; angle && den <= 6; den++) {
    const double num = round(x / pi * (double) den);
    if (fabs(num) < 1 || fabs(num) > SIMPLE_MOST || fabs(x - num * pi / (double) den) > SAME)
      continue;
    *value = expr_mul(pool, expr_ratio(pool, (long) num, (unsigned long) den), EXPR_PI);
    return true;
  }
  return false;
}

static bool small_ratio(ExprPool *pool, double x, Expr *value) {
  for (long den = 1; den <= 12; den++) {
    const double num = round(x * (double) den);
    if (fabs(num) > SIMPLE_MOST || fabs(x - num / (double) den) > SAME * (1 + fabs(x))) continue;
    *value = expr_ratio(pool, (long) num, (unsigned long) den);
    return true;
  }
  return false;
}

// --- one equation --------------------------------------------------------------------------------

// Counts the unsolved unknowns of e; *which is the last of them.
static size_t unknowns_in(Solver *s, Expr e, size_t *which) {
  size_t count = 0;
  for (size_t k = 0; k < s->rest.unknowns; k++) {
    if (s->open[k] || !expr_is_none(s->value[k]) || !expr_depends(s->pool, e, s->rest.unknown[k]))
      continue;
    *which = k;
    count++;
  }
  return count;
}

static Expr at(Solver *s, Expr e, Expr x, Expr value) {
  return expr_substitute(s->pool, e, &x, &value, 1);
}

// Does the candidate agree with the number that was found? If so, it is substituted.
static bool matches(Solver *s, size_t k, Expr candidate) {
  if (expr_is_none(candidate)) {
    (void) expr_trouble(s->pool);
    return false;
  }
  const double value = local_evaluate(s->local, candidate);
  if (!(fabs(value - s->number[k]) <= (s->multiple ? ABOUT : SAME) * (1 + fabs(value))))
    return false;
  put(s, k, algebra_readable(s->pool, candidate));
  return true;
}

static bool solve_linear(Solver *s, Expr f, size_t k) {
  const Expr x = s->rest.unknown[k], slope = expr_diff(s->pool, f, x);
  if (expr_depends(s->pool, slope, x) || expr_equal(s->pool, slope, EXPR_ZERO)) return false;
  return matches(s, k, expr_neg(s->pool, expr_div(s->pool, at(s, f, x, EXPR_ZERO), slope)));
}

// a x^2 + b x + c
static bool solve_quadratic(Solver *s, Expr f, size_t k) {
  ExprPool *p = s->pool;
  const Expr x = s->rest.unknown[k], slope = expr_diff(p, f, x), twice = expr_diff(p, slope, x);
  if (expr_depends(p, twice, x) || expr_equal(p, twice, EXPR_ZERO)) return false;
  const Expr b = at(s, slope, x, EXPR_ZERO), c = at(s, f, x, EXPR_ZERO);
  const Expr product = expr_mul(p, expr_scale(p, ratio_make(p, 2, 1), twice), c);
  const Expr square = expr_sub(p, expr_square(p, b), product);
  const Expr root = expr_sqrt(p, algebra_readable(p, square));
  return matches(s, k, expr_div(p, expr_sub(p, root, b), twice)) ||
         matches(s, k, expr_neg(p, expr_div(p, expr_add(p, root, b), twice)));
}

// f = a cos x + b sin x + c; false if it does not have that form
static bool circular_form(Solver *s, Expr f, Expr x, Expr *a, Expr *b, Expr *c) {
  ExprPool *p = s->pool;
  const Expr zero = at(s, f, x, EXPR_ZERO), half = at(s, f, x, EXPR_PI),
             quarter = at(s, f, x, expr_half(p, EXPR_PI));
  *c = expr_half(p, expr_add(p, zero, half));
  *a = expr_half(p, expr_sub(p, zero, half));
  *b = expr_sub(p, quarter, *c);
  const Expr sine = expr_mul(p, *b, expr_call1(p, FN_SIN, x));
  const Expr wave = expr_add(p, expr_mul(p, *a, expr_call1(p, FN_COS, x)), sine);
  const Expr form = expr_add(p, *c, wave);
  if (expr_is_none(form)) (void) expr_trouble(p);
  return !expr_is_none(form) && expr_equal(p, form, f);
}

// x = +- acos(u), asin(u) or pi - asin(u), or an atan(u), in the half-turn of the number
static bool solve_circular(Solver *s, Expr f, size_t k) {
  ExprPool *p = s->pool;
  Expr a, b, c;
  if (!circular_form(s, f, s->rest.unknown[k], &a, &b, &c)) return false;
  Expr first, second;
  if (expr_equal(p, b, EXPR_ZERO)) {
    first = expr_call1(p, FN_ACOS, algebra_readable(p, expr_neg(p, expr_div(p, c, a))));
    second = expr_neg(p, first);
  } else if (expr_equal(p, a, EXPR_ZERO)) {
    first = expr_call1(p, FN_ASIN, algebra_readable(p, expr_neg(p, expr_div(p, c, b))));
    second =
      expr_sub(p, expr_scale(p, ratio_make(p, s->number[k] < 0 ? -1 : 1, 1), EXPR_PI), first);
  } else if (expr_equal(p, c, EXPR_ZERO)) {
    first = expr_call1(p, FN_ATAN, algebra_readable(p, expr_neg(p, expr_div(p, a, b))));
    second =
      expr_add(p, first, expr_scale(p, ratio_make(p, s->number[k] < 0 ? -1 : 1, 1), EXPR_PI));
  } else {
    return false;
  }
  return matches(s, k, first) || matches(s, k, second);
}

static bool solve_factor(Solver *s, Expr f, size_t k) {
  return solve_linear(s, f, k) || solve_quadratic(s, f, k) || solve_circular(s, f, k);
}

// Solves the factor that vanishes at the state for the unknown.
static bool solve_equation(Solver *s, Expr e, size_t k) {
  if (expr_weight(s->pool, e) > UNSOLVED_WEIGHT) return false;
  Rationals *field = rationals_create(s->pool, s->arena, &e, 1, ANGLES_WHOLE);
  RationalFactors factors = {0};
  if (field == NULL || !rational_factors(field, rational_of(field, e), &factors))
    return solve_factor(s, e, k);
  for (size_t i = 0; i < factors.n; i++) {
    const Expr f = factors.at[i].e;
    if (ratio_sign(s->pool, factors.at[i].c) < 0 || !expr_depends(s->pool, f, s->rest.unknown[k]) ||
        !(fabs(local_evaluate(s->local, f)) < (s->multiple ? ABOUT : VANISHES)))
      continue;
    if (solve_factor(s, f, k)) return true;
  }
  return false;
}

// --- all of them ---------------------------------------------------------------------------------

static bool solve_some(Solver *s) {
  for (size_t i = 0; i < s->rest.equations; i++) {
    size_t k;
    if (!expr_is_none(s->equation[i]) && unknowns_in(s, s->equation[i], &k) == 1 &&
        solve_equation(s, s->equation[i], k))
      return true;
  }
  return false;
}

// Solves for an unknown that occurs linearly with others, if its coefficient contains no unknowns.
static bool eliminate_some(Solver *s) {
  for (size_t i = 0; i < s->rest.equations; i++)
    for (size_t k = 0; k < s->rest.unknowns; k++) {
      size_t other;
      const Expr e = s->equation[i], x = s->rest.unknown[k];
      if (s->open[k] || !expr_is_none(s->value[k]) || !expr_depends(s->pool, e, x)) continue;
      if (unknowns_in(s, expr_diff(s->pool, e, x), &other) == 0 && solve_linear(s, e, k))
        return true;
    }
  return false;
}

static bool guess_some(Solver *s) {
  for (size_t k = 0; k < s->eq->n; k++) {
    Expr value;
    if (s->open[k] || !expr_is_none(s->value[k]) || !small_ratio(s->pool, s->number[k], &value))
      continue;
    put(s, k, value);
    return true;
  }
  return false;
}

static bool is_solved(const Solver *s) {
  for (size_t k = 0; k < s->eq->n; k++)
    if (!s->open[k] && expr_is_none(s->value[k])) return false;
  return true;
}

// Is the result an equilibrium for all values of the parameters? The judge decides.
static bool is_proved(Solver *s) {
  Claim claim = {.kind = CLAIM_EQUILIBRIUM, .label = ""};
  for (size_t k = 0; k < s->eq->n; k++)
    if (!s->open[k])
      array_push(s->arena, &claim.at, ((Assignment){.symbol = s->eq->q[k], .value = s->value[k]}));
  return equilibrium_holds(s->eq, &claim, s->arena);
}

static void solver_start(Solver *s, const Equilibrium *e) {
  const size_t n = s->rest.unknowns;
  s->number = ARENA_ARRAY(s->arena, double, n + 1);
  s->value = ARENA_ARRAY(s->arena, Expr, n + 1);
  s->open = ARENA_ARRAY(s->arena, bool, n + 1);
  s->equation = ARENA_ARRAY(s->arena, Expr, s->rest.equations + 1);
  for (size_t i = 0; i < s->rest.equations; i++) s->equation[i] = s->rest.equation[i];
  for (size_t k = 0; k < n; k++) s->number[k] = local_value(s->local, s->rest.unknown[k]);
  for (size_t k = 0; k < s->eq->n; k++) s->open[k] = e->any[k];
  for (size_t k = 0; k < s->eq->n; k++) {
    Expr value;
    if (!s->open[k] && part_of_pi(s->pool, s->number[k], true, &value)) put(s, k, value);
  }
}

bool exact_place(const Equations *eq, Local *local, const Equilibrium *e, Arena *arena,
                 ExactPlace *place) {
  Solver s = {.eq = eq,
              .pool = eq->pool,
              .arena = arena,
              .local = local,
              .rest = local_rest_system(local),
              .multiple = !local_is_enclosed(local)};
  const size_t r = local_variables(local).r, states = s.rest.unknowns - r;
  solver_start(&s, e);
  do
    while (solve_some(&s) || eliminate_some(&s)) continue;
  while (!is_solved(&s) && e->family == 0 && guess_some(&s));
  if (!is_solved(&s)) return false;
  for (size_t k = 0; k < s.rest.unknowns; k++) {
    size_t other;
    if (s.open[k]) s.value[k] = s.rest.unknown[k];
    // it contains an unknown that was not found
    if (!expr_is_none(s.value[k]) && unknowns_in(&s, s.value[k], &other) > 0)
      s.value[k] = EXPR_NONE;
  }
  if (!is_solved(&s) || !is_proved(&s)) return false;
  *place = (ExactPlace){s.value, s.value + states, s.value};
  return true;
}
