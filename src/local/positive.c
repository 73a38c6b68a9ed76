// local/positive.c: signs of formulas in parameters, for all assumed values.
//
// In:    assumptions A > 0 or A >= 0 in parameters
// Out:   the sign of a formula wherever they hold, or unknown
// Law:   parameters are written in terms of positive variables: m > 0 is one itself, k l > m g gives
//        k = (m g + s)/l with s > 0, and 0 < e < 1 gives e = s/(1 + s). Every allowed value is reached, and
//        perhaps others. A polynomial in positive variables whose coefficients have one sign has that sign
// From:  docs/theory/smallmotions.md, section "Stability for all values"

#include "local/positive.h"
#include "algebra/rational.h"

// A parameter in terms of others and of one new variable.
typedef struct {
  Expr parameter, value;
} Rewriting;

typedef struct {
  Expr symbol;
  SureSign sign;
} Variable;

// What assumptions about one parameter alone state.
typedef struct {
  Expr low, high;  // EXPR_NONE: no bound
  bool low_strict, high_strict;
} Bounds;

struct Domain {
  const Model *model;
  ExprPool *pool;
  Arena *arena;
  ARRAY(Variable) variables;
  Memo place;  // symbol -> its index in variables
  ARRAY(Rewriting) rewritings;  // in order: each is free of the parameters before it
};

// --- signs of what is written in variables -------------------------------------------------------

static const SureSign unknown = {0, false};

static SureSign sign_in_variables(const Domain *d, Expr e);

static SureSign sign_of_symbol(const Domain *d, Expr e) {
  if (expr_same(e, EXPR_PI)) return (SureSign){1, true};
  uint32_t place;
  return memo_get(&d->place, e.id, &place) ? d->variables.at[place].sign : unknown;
}

// The sign of base^c
static SureSign sign_of_power(const Domain *d, ExprTerm factor) {
  const SureSign base = sign_in_variables(d, factor.e);
  if (ratio_sign(d->pool, factor.c) < 0 && !base.strict) return unknown;
  // an even power, or a root, which is not negative
  if (ratio_is_even(d->pool, factor.c) || !ratio_is_integer(d->pool, factor.c))
    return (SureSign){1, base.strict};
  return base;
}

static SureSign sign_of_product(const Domain *d, Expr e) {
  SureSign all = {1, true};
  for (size_t i = 0; i < expr_count(d->pool, e) && all.sign != 0; i++) {
    const SureSign one = sign_of_power(d, expr_operand(d->pool, e, i));
    all = (SureSign){all.sign * one.sign, all.strict && one.strict};
  }
  return all.sign == 0 ? unknown : all;
}

static SureSign sign_of_sum(const Domain *d, Expr e) {
  SureSign all = unknown;
  for (size_t i = 0; i < expr_count(d->pool, e); i++) {
    const ExprTerm term = expr_operand(d->pool, e, i);
    SureSign one = sign_in_variables(d, term.e);
    one.sign *= ratio_sign(d->pool, term.c);
    if (one.sign == 0 || (all.sign != 0 && one.sign != all.sign)) return unknown;
    all = (SureSign){one.sign, all.strict || one.strict};
  }
  return all;
}

static SureSign sign_in_variables(const Domain *d, Expr e) {
  switch (expr_kind(d->pool, e)) {
    case EXPR_NUMBER: {
      const int sign = ratio_sign(d->pool, expr_ratio_of(d->pool, e));
      return (SureSign){sign, sign != 0};
    }
    case EXPR_SYMBOL: return sign_of_symbol(d, e);
    case EXPR_SUM: return sign_of_sum(d, e);
    case EXPR_PRODUCT: return sign_of_product(d, e);
    case EXPR_FUNCTION: {
      const Function fn = expr_function(d->pool, e);
      if (fn == FN_EXP || fn == FN_COSH) return (SureSign){1, true};
      return fn == FN_ABS ? (SureSign){1, false} : unknown;
    }
  }
  return unknown;
}

// --- signs ---------------------------------------------------------------------------------------

static Expr in_variables(const Domain *d, Expr e) {
  for (size_t i = 0; i < d->rewritings.n && !expr_is_none(e); i++)
    e = expr_substitute(d->pool, e, &d->rewritings.at[i].parameter, &d->rewritings.at[i].value, 1);
  (void) expr_trouble(d->pool);
  return e;
}

// Judges factor by factor: f^c of each
static SureSign sign_by_factors(Domain *d, Rationals *field, const Rational *r) {
  RationalFactors factors = {0};
  if (!rational_factors(field, r, &factors)) return unknown;
  SureSign all = {1, true};
  for (size_t i = 0; i < factors.n && all.sign != 0; i++) {
    const SureSign one = sign_of_power(d, factors.at[i]);
    all = (SureSign){all.sign * one.sign, all.strict && one.strict};
  }
  return all.sign == 0 ? unknown : all;
}

// Divisors must be nowhere zero.
SureSign domain_sign(Domain *d, Expr e) {
  if (expr_is_none(e)) return unknown;
  e = in_variables(d, e);
  if (expr_is_none(e)) return unknown;
  if (expr_same(e, EXPR_ZERO)) return unknown;
  const SureSign plain = sign_in_variables(d, e);
  if (plain.strict) return plain;
  Rationals *field = rationals_create(d->pool, d->arena, &e, 1, ANGLES_WHOLE);
  const Rational *r = field != NULL ? rational_of(field, e) : NULL;
  if (r == NULL) return plain;
  Expr above, below;
  rational_parts(field, r, &above, &below);
  if (expr_is_none(above) || expr_is_none(below)) return plain;
  const SureSign a = sign_in_variables(d, above), b = sign_in_variables(d, below);
  if (a.strict && b.strict) return (SureSign){a.sign * b.sign, true};
  const SureSign factors = sign_by_factors(d, field, r);
  return factors.sign != 0 ? factors : plain;
}

// --- assumptions ---------------------------------------------------------------------------------

static void add_variable(Domain *d, Expr symbol, SureSign sign) {
  memo_put(d->arena, &d->place, symbol.id, (uint32_t) d->variables.n);
  array_push(d->arena, &d->variables, ((Variable){symbol, sign}));
}

static Expr new_variable(Domain *d, Expr parameter, bool strict) {
  const char *name =
    text_format(d->arena, "beyond %s", expr_symbol_name(d->pool, parameter));
  const Expr s = expr_symbol(d->pool, str(name), SYMBOL_CONSTANT);
  add_variable(d, s, (SureSign){1, strict});
  return s;
}

static void rewrite(Domain *d, Expr parameter, Expr value) {
  array_push(d->arena, &d->rewritings, ((Rewriting){parameter, value}));
}

// low < x < high: x = (low + high s)/(1 + s); with one bound: low + s or high - s
static void rewrite_between(Domain *d, Expr x, const Bounds *b) {
  ExprPool *p = d->pool;
  const bool low = !expr_is_none(b->low), high = !expr_is_none(b->high);
  if (low && expr_same(b->low, EXPR_ZERO) && !high) {
    add_variable(d, x, (SureSign){1, b->low_strict});
  } else if (high && expr_same(b->high, EXPR_ZERO) && !low) {
    add_variable(d, x, (SureSign){-1, b->high_strict});
  } else if (low && high && b->high_strict) {
    const Expr s = new_variable(d, x, b->low_strict);
    const Expr above = expr_add(p, b->low, expr_mul(p, b->high, s));
    rewrite(d, x, expr_div(p, above, expr_add(p, EXPR_ONE, s)));
  } else if (low) {
    rewrite(d, x, expr_add(p, b->low, new_variable(d, x, b->low_strict)));
  } else if (high) {
    rewrite(d, x, expr_sub(p, b->high, new_variable(d, x, b->high_strict)));
  }
}

// e = slope x + rest; false if it is not of that form
static bool split_linear(ExprPool *p, Expr e, Expr x, Expr *slope, Expr *rest) {
  const Expr zero = EXPR_ZERO;
  *slope = expr_diff(p, e, x);
  if (expr_same(*slope, EXPR_ZERO) || expr_depends(p, *slope, x)) return false;
  *rest = expr_substitute(p, e, &x, &zero, 1);
  return !expr_is_none(*rest);
}

// The only parameter in e, or EXPR_NONE if there are several, or none.
static Expr only_symbol(Domain *d, Expr e) {
  const ExprList symbols = expr_symbols(d->pool, &e, 1, d->arena);
  return symbols.n == 1 && !expr_same(symbols.at[0], EXPR_PI) ? symbols.at[0] : EXPR_NONE;
}

// The sharper of two bounds that are numbers; otherwise the first.
static void take_bound(ExprPool *p, Expr *bound, bool *strict, Expr value, bool value_strict,
                       int direction) {
  if (!expr_is_none(*bound)) {
    if (!expr_is_number(p, *bound) || !expr_is_number(p, value)) return;
    const int order = ratio_compare(p, expr_ratio_of(p, value), expr_ratio_of(p, *bound));
    if (order * direction < 0 || (order == 0 && *strict)) return;
  }
  *bound = value;
  *strict = value_strict;
}

// Assumptions that contain only x: x > 1, 2*x < 3
static Bounds bounds_of(Domain *d, Expr x) {
  const Model *model = d->model;
  ExprPool *p = d->pool;
  Bounds b = {EXPR_NONE, EXPR_NONE, false, false};
  for (size_t i = 0; i < model->assumptions.n; i++) {
    const Assumption *a = &model->assumptions.at[i];
    const Expr e = expr_sub(p, a->larger, a->smaller);
    Expr slope, rest;
    if (!expr_same(only_symbol(d, e), x) || !split_linear(p, e, x, &slope, &rest)) continue;
    const int sign = sign_in_variables(d, slope).sign;
    const Expr at = expr_neg(p, expr_div(p, rest, slope));
    if (sign > 0) take_bound(p, &b.low, &b.low_strict, at, a->strict, 1);
    if (sign < 0) take_bound(p, &b.high, &b.high_strict, at, a->strict, -1);
  }
  return b;
}

static bool is_rewritten(const Domain *d, Expr x) {
  for (size_t i = 0; i < d->rewritings.n; i++)
    if (expr_same(d->rewritings.at[i].parameter, x)) return true;
  return false;
}

// Does a positive variable x stay positive if it is only known to be beyond `at`?
static bool keeps_sign(Domain *d, Expr x, Expr at) {
  const SureSign known = sign_of_symbol(d, x);
  if (known.sign == 0) return true;  // nothing is known about it yet
  const SureSign new = domain_sign(d, at);
  return known.sign > 0 && (new.sign > 0 || expr_same(in_variables(d, at), EXPR_ZERO));
}

static void forget(Domain *d, Expr x) {
  uint32_t place;
  if (memo_get(&d->place, x.id, &place)) d->variables.at[place].sign = unknown;
}

// Uses e > 0 in several parameters, solved for one of them, if nothing known about this one is lost.
static bool use_for(Domain *d, Expr e, bool strict, Expr x) {
  ExprPool *p = d->pool;
  Expr slope, rest;
  if (is_rewritten(d, x) || !split_linear(p, e, x, &slope, &rest)) return false;
  const SureSign up = domain_sign(d, slope);
  if (!up.strict) return false;
  const Expr at = expr_neg(p, expr_div(p, rest, slope));
  const SureSign known = sign_of_symbol(d, x);
  if (up.sign > 0 && keeps_sign(d, x, at)) {
    forget(d, x);
    rewrite(d, x, expr_add(p, at, new_variable(d, x, strict)));
    return true;
  }
  if (up.sign < 0 && strict && known.sign > 0 && domain_sign(d, at).sign > 0) {
    // 0 < x < at
    forget(d, x);
    const Expr s = new_variable(d, x, known.strict);
    const Expr above = expr_mul(p, at, s);
    rewrite(d, x, expr_div(p, above, expr_add(p, EXPR_ONE, s)));
    return true;
  }
  if (up.sign < 0 && known.sign == 0) {
    rewrite(d, x, expr_sub(p, at, new_variable(d, x, strict)));
    return true;
  }
  return false;
}

static void use_assumption(Domain *d, const Assumption *a) {
  const Expr e = in_variables(d, expr_sub(d->pool, a->larger, a->smaller));
  if (expr_is_none(e) || !expr_is_none(only_symbol(d, e))) return;
  const ExprList symbols = expr_symbols(d->pool, &e, 1, d->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (model_role(d->model, symbols.at[i], NULL) == ROLE_CONSTANT &&
        !expr_same(symbols.at[i], EXPR_PI) && use_for(d, e, a->strict, symbols.at[i]))
      return;
}

// The sign of a parameter's value; positive if it has none.
static int value_sign(const Model *model, const Parameter *p) {
  if (expr_is_none(p->value)) return 1;
  if (expr_is_number(model->pool, p->value))
    return ratio_sign(model->pool, expr_ratio_of(model->pool, p->value));
  return 0;
}

Domain *domain_make(const Model *model, bool taken, Arena *arena) {
  Domain *d = ARENA_NEW(arena, Domain);
  *d = (Domain){.model = model, .pool = model->pool, .arena = arena};
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Parameter *p = &model->parameters.at[i];
    const Bounds b = model->assumptions.n > 0 ? bounds_of(d, p->symbol)
                                              : (Bounds){EXPR_NONE, EXPR_NONE, false, false};
    const bool bound = !expr_is_none(b.low) || !expr_is_none(b.high);
    if (bound) rewrite_between(d, p->symbol, &b);
    if (!bound && taken && value_sign(model, p) != 0)
      add_variable(d, p->symbol, (SureSign){value_sign(model, p), true});
  }
  for (size_t i = 0; i < model->assumptions.n; i++) use_assumption(d, &model->assumptions.at[i]);
  return d;
}
