// analysis/potential.c: functions whose differentials are combinations of the constraints' forms.
//
// In:    forms that span an integrable system: those that vanish on everything motions can reach
// Out:   functions h with dh in the system, one after the other: a form times a factor that makes it closed is
//        integrated, variable by variable; then a variable in which h is linear is eliminated, so that the next
//        form need be integrable only on h = constant
// From:  docs/theory/flag.md (6) to (8)
// Law:   dh vanishes on the fields of the constraints, at a random point of the manifold
// Not:   factors that are not functions of one variable, up to a coefficient of the form

#include "analysis/potential.h"
#include "algebra/algebra.h"
#include "analysis/primitive.h"

#define WEIGHT_MOST 400  // of a function that is worth displaying

// --- one form ------------------------------------------------------------------------------------

typedef struct {
  const Pfaff *p;
  ExprPool *pool;
  const bool *live;
} Search;

static Expr slope(const Search *s, Expr e, size_t i) {
  return expr_diff(s->pool, e, s->p->x[i]);
}

// d a_i/dx_j - d a_j/dx_i
static Expr curl_of(const Search *s, const Expr *a, size_t i, size_t j) {
  const Expr other = slope(s, a[j], i);
  return expr_sub(s->pool, slope(s, a[i], j), other);
}

static bool is_closed(const Search *s, const Expr *a) {
  for (size_t i = 0; i < s->p->n; i++)
    for (size_t j = 0; j < i; j++)
      if (s->live[i] && s->live[j] && !pfaff_is_zero(s->p, curl_of(s, a, i, j))) return false;
  return true;
}

// (7)  h = sum of int (a_i - dh/dx_i) dx_i
static Expr integral(const Search *s, const Expr *a) {
  Expr h = EXPR_ZERO;
  for (size_t i = 0; i < s->p->n && !expr_is_none(h); i++) {
    if (!s->live[i]) continue;
    const Expr rest = algebra_readable(s->pool, expr_sub(s->pool, a[i], slope(s, h, i)));
    if (expr_same(rest, EXPR_ZERO)) continue;
    const Expr part = primitive_find(s->pool, rest, s->p->x[i]);
    h = expr_is_none(part) ? EXPR_NONE : expr_add(s->pool, h, part);
  }
  for (size_t i = 0; i < s->p->n && !expr_is_none(h); i++)
    if (s->live[i] && !pfaff_is_zero(s->p, expr_sub(s->pool, slope(s, h, i), a[i]))) h = EXPR_NONE;
  return h;
}

// exp(e) with exp(c log u) = u^c
static Expr exponential(ExprPool *pool, Expr e) {
  ExprTerm term = {e, RATIO_ONE};
  Expr product = EXPR_ONE;
  const bool sum = expr_kind(pool, e) == EXPR_SUM;
  for (size_t i = 0; i < (sum ? expr_count(pool, e) : 1); i++) {
    if (sum) term = expr_operand(pool, e, i);
    const bool log =
      expr_kind(pool, term.e) == EXPR_FUNCTION && expr_function(pool, term.e) == FN_LOG;
    const Expr factor = log ? expr_pow_ratio(pool, expr_operand(pool, term.e, 0).e, term.c)
                            : expr_call1(pool, FN_EXP, expr_scale(pool, term.c, term.e));
    product = expr_mul(pool, product, factor);
  }
  return product;
}

// (6)  mu(x_k) with mu'/mu = (da_k/dx_j - da_j/dx_k)/a_j, if that is a function of x_k alone
static Expr factor_of(const Search *s, const Expr *a, size_t k) {
  const Pfaff *p = s->p;
  for (size_t j = 0; j < p->n; j++) {
    if (j == k || !s->live[j] || expr_same(a[j], EXPR_ZERO)) continue;
    const Expr curl = curl_of(s, a, k, j);
    if (pfaff_is_zero(p, curl)) continue;
    const Expr rho = algebra_readable(s->pool, expr_div(s->pool, curl, a[j]));
    for (size_t i = 0; i < p->n; i++)
      if (i != k && expr_depends(s->pool, rho, p->x[i])) return EXPR_NONE;
    const Expr log = primitive_find(s->pool, rho, p->x[k]);
    return expr_is_none(log) ? EXPR_NONE : exponential(s->pool, log);
  }
  return EXPR_NONE;
}

// h with dh = a, or mu a with mu of one variable
static Expr with_factor(const Search *s, const Expr *a) {
  if (is_closed(s, a)) return integral(s, a);
  Expr *b = ARENA_ARRAY(s->p->arena, Expr, s->p->n);
  for (size_t k = 0; k < s->p->n; k++) {
    if (!s->live[k]) continue;
    const Expr mu = factor_of(s, a, k);
    if (expr_is_none(mu)) continue;
    for (size_t i = 0; i < s->p->n; i++)
      b[i] = algebra_readable(s->pool, expr_mul(s->pool, mu, a[i]));
    if (!is_closed(s, b)) continue;
    const Expr h = integral(s, b);
    if (!expr_is_none(h)) return h;
  }
  return EXPR_NONE;
}

// Returns the common denominator of all entries.
static Expr common_denominator(const Search *s, const Expr *a) {
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < s->p->n; i++) {
    const Expr entry = expr_mul(s->pool, product, a[i]);
    if (expr_same(a[i], EXPR_ZERO)) continue;
    const FactorList f = algebra_factors(s->pool, s->p->arena, entry);
    for (size_t k = 0; k < f.n; k++)
      if (ratio_sign(s->pool, f.at[k].c) < 0)
        product = expr_mul(s->pool, product,
                           expr_pow_ratio(s->pool, f.at[k].e, ratio_neg(s->pool, f.at[k].c)));
  }
  return product;
}

static Expr scaled(const Search *s, const Expr *form, Expr by, Expr *a) {
  for (size_t i = 0; i < s->p->n; i++)
    a[i] = s->live[i] ? algebra_readable(s->pool, expr_mul(s->pool, by, form[i])) : EXPR_ZERO;
  return with_factor(s, a);
}

// log u + log v = constant is u v = constant
static Expr without_logarithms(ExprPool *pool, Expr h) {
  ExprTerm term = {h, RATIO_ONE};
  const bool sum = expr_kind(pool, h) == EXPR_SUM;
  for (size_t i = 0; i < (sum ? expr_count(pool, h) : 1); i++) {
    if (sum) term = expr_operand(pool, h, i);
    if (expr_kind(pool, term.e) != EXPR_FUNCTION || expr_function(pool, term.e) != FN_LOG) return h;
  }
  return exponential(pool, h);
}

// h = constant, scaled to integer coefficients if possible
static Expr without_fractions(ExprPool *pool, Expr h) {
  if (expr_kind(pool, h) != EXPR_SUM) return h;
  for (size_t k = 0; k < expr_count(pool, h); k++) {
    Ratio c = ratio_inv(pool, expr_operand(pool, h, k).c);
    if (ratio_sign(pool, c) < 0) c = ratio_neg(pool, c);
    bool whole = true;
    for (size_t i = 0; i < expr_count(pool, h); i++)
      whole = whole && ratio_is_integer(pool, ratio_mul(pool, c, expr_operand(pool, h, i).c));
    if (whole) return expr_scale(pool, c, h);
  }
  return h;
}

// Finds a function h with dh = factor*form, or EXPR_NONE. live: the variables that count.
static Expr potential_of(const Pfaff *p, const Expr *form, const bool *live) {
  const Search s = {p, p->pool, live};
  Expr *a = ARENA_ARRAY(p->arena, Expr, p->n);
  Expr h = scaled(&s, form, EXPR_ONE, a);
  if (expr_is_none(h)) h = scaled(&s, form, common_denominator(&s, form), a);
  for (size_t i = 0; i < p->n && expr_is_none(h); i++)
    if (live[i] && !expr_same(form[i], EXPR_ZERO))
      h = scaled(&s, form, expr_div(p->pool, EXPR_ONE, form[i]), a);
  (void) expr_trouble(p->pool);
  if (expr_is_none(h)) return h;
  h = algebra_readable(p->pool, without_logarithms(p->pool, h));
  return without_fractions(p->pool, h);
}

// --- one after the other -------------------------------------------------------------------------

typedef struct {
  const Pfaff *p;
  Arena *arena;
  ExprPool *pool;
  size_t r;    // number of forms
  Expr *form;  // r x n
  bool *live;  // variables that were not eliminated
  Rows known;  // the differentials of the functions found, and of the holonomic constraints
  Potentials constants, values;  // symbols that represent the functions found, and these
  Potentials found;
} Hunt;

// h with the symbols of earlier functions written out
static Expr written_out(const Hunt *u, Expr h) {
  for (size_t i = u->constants.n; i-- > 0;)
    h = expr_substitute(u->pool, h, &u->constants.at[i], &u->values.at[i], 1);
  return algebra_readable(u->pool, h);
}

// On h = c: eliminates a variable in which h is linear from all forms.
static bool take_out(Hunt *u, Expr h, Expr c) {
  const Pfaff *p = u->p;
  for (size_t v = 0; v < p->n; v++) {
    const Expr a = expr_diff(u->pool, h, p->x[v]), zero = EXPR_ZERO;
    if (!u->live[v] || expr_same(a, EXPR_ZERO) || expr_depends(u->pool, a, p->x[v])) continue;
    const Expr rest = expr_sub(u->pool, c, expr_substitute(u->pool, h, &p->x[v], &zero, 1));
    const Expr value = algebra_readable(u->pool, expr_div(u->pool, rest, a));
    if (expr_is_none(value)) continue;
    for (size_t k = 0; k < u->r; k++) {
      Expr *form = u->form + k * p->n;
      for (size_t i = 0; i < p->n; i++)
        if (u->live[i] && i != v)
          form[i] = expr_add(u->pool, form[i],
                             expr_mul(u->pool, form[v], expr_diff(u->pool, value, p->x[i])));
      form[v] = EXPR_ZERO;
      for (size_t i = 0; i < p->n; i++)
        form[i] = algebra_readable(u->pool, expr_substitute(u->pool, form[i], &p->x[v], &value, 1));
    }
    u->live[v] = false;
    return true;
  }
  return false;
}

// Adds the form to the known ones, unless it depends on them.
static bool is_new(Hunt *u, const Expr *form) {
  if (pfaff_implies(u->p, &u->known, form)) return false;
  Expr *row = u->known.at + u->known.n++ * u->p->n;
  for (size_t i = 0; i < u->p->n; i++) row[i] = form[i];
  return true;
}

// Is h new, and constant along all motions the constraints allow?
static bool is_good(Hunt *u, Expr h) {
  const Pfaff *p = u->p;
  Expr *dh = ARENA_ARRAY(u->arena, Expr, p->n);
  for (size_t i = 0; i < p->n; i++) dh[i] = expr_diff(u->pool, h, p->x[i]);
  return expr_weight(u->pool, h) <= WEIGHT_MOST && pfaff_implies(p, &p->forms, dh) && is_new(u, dh);
}

static bool keep(Hunt *u, Expr h) {
  if (expr_is_none(h)) return false;
  const Expr whole = written_out(u, h);
  if (!is_good(u, whole)) return false;
  array_push(u->arena, &u->found, whole);
  const char *name = text_format(u->arena, "constant %zu", u->constants.n + 1);
  const Expr c = expr_symbol(u->pool, str(name), SYMBOL_CONSTANT);
  if (take_out(u, h, c)) {
    array_push(u->arena, &u->constants, c);
    array_push(u->arena, &u->values, whole);
  }
  return true;
}

// Is one of the remaining forms, or a sum or difference of two, integrable?
static bool find_next(Hunt *u) {
  const size_t n = u->p->n;
  Expr *a = ARENA_ARRAY(u->arena, Expr, n);
  for (size_t k = 0; k < u->r; k++)
    if (keep(u, potential_of(u->p, u->form + k * n, u->live))) return true;
  for (size_t k = 0; k < u->r; k++)
    for (size_t l = 0; l < k; l++)
      for (int minus = 0; minus < 2; minus++) {
        for (size_t i = 0; i < n; i++) {
          const Expr x = u->form[k * n + i], y = u->form[l * n + i];
          a[i] = minus ? expr_sub(u->pool, x, y) : expr_add(u->pool, x, y);
        }
        if (keep(u, potential_of(u->p, a, u->live))) return true;
      }
  return false;
}

// Gathers the constraints' own forms first, if they belong to the system: the user knows these.
static void gather_forms(Hunt *u, const Rows *system) {
  const Pfaff *p = u->p;
  const Constraints *c = &p->eq->constraints;
  u->form = ARENA_ARRAY(u->arena, Expr, (c->r + system->n + 1) * p->n);
  for (size_t a = 0; a < c->r; a++) {
    Expr *row = u->form + u->r * p->n;
    if (expr_is_none(c->row[a].position) && pfaff_form(p, c->row[a].velocity, row) &&
        pfaff_implies(p, &p->last, row))
      u->r++;
  }
  for (size_t k = 0; k < system->n; k++, u->r++)
    for (size_t i = 0; i < p->n; i++) u->form[u->r * p->n + i] = system->at[k * p->n + i];
}

// Adds the holonomic constraints to the known forms, and eliminates a variable by each if possible.
static void take_holonomic(Hunt *u) {
  const Pfaff *p = u->p;
  const Constraints *c = &p->eq->constraints;
  Expr *row = ARENA_ARRAY(u->arena, Expr, p->n);
  for (size_t a = 0; a < c->r; a++) {
    if (expr_is_none(c->row[a].position) || !pfaff_form(p, c->row[a].velocity, row)) continue;
    if (is_new(u, row)) (void) take_out(u, c->row[a].position, EXPR_ZERO);
  }
}

Potentials potential_find(const Pfaff *p) {
  Hunt u = {.p = p, .arena = p->arena, .pool = p->pool};
  u.known.at = ARENA_ARRAY(p->arena, Expr, (p->n + 1) * p->n);
  u.live = ARENA_ARRAY(p->arena, bool, p->n);
  for (size_t i = 0; i < p->n; i++) u.live[i] = true;
  gather_forms(&u, &p->last);
  take_holonomic(&u);
  while (u.known.n < p->last.n && find_next(&u)) continue;
  return u.found;
}
