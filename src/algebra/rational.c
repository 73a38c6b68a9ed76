// algebra/rational.c: arithmetic of rational functions, on FLINT's polynomials.
//
// Law:   every element is num/den in lowest terms, with s^2 and r^n replaced wherever they occur
// Cost:  every product of polynomials is counted, term by term, before it is formed; numerators
//        or denominators longer than RATIONAL_TERMS (RATIONAL_FREE_TERMS) end the computation

#include "algebra/rational_impl.h"
#include "expr/field.h"

// --- polynomials ---------------------------------------------------------------------------------

typedef struct {
  Rationals *f;
  Poly poly;
} OwnedPoly;

static void clear_poly(void *object) {
  OwnedPoly *owned = object;
  fmpz_mpoly_clear(&owned->poly, owned->f->ctx);
}

Poly *poly_new(Rationals *f) {
  OwnedPoly *owned = ARENA_NEW(f->arena, OwnedPoly);
  owned->f = f;
  fmpz_mpoly_init(&owned->poly, f->ctx);
  arena_defer(f->arena, clear_poly, owned);
  return &owned->poly;
}

const Rational *rationals_fail(Rationals *f, Status status) {
  if (f->status == STATUS_OK) f->status = status;
  return NULL;
}

bool rationals_spend(Rationals *f, size_t work) {
  if (work > f->work) return rationals_fail(f, STATUS_LIMIT) != NULL;
  f->work -= work;
  return true;
}

// Is it short enough, and its degree low enough, to continue?
static bool poly_fits(Rationals *f, const Poly *a) {
  slong degrees[RATIONAL_FREE_GENERATORS] = {0};
  if ((size_t) a->length > f->terms_most) return rationals_fail(f, STATUS_LIMIT) != NULL;
  // the total degree is that of the first term: nearly always enough
  if (a->length == 0 || fmpz_mpoly_total_degree_si(a, f->ctx) <= POWER_MOST) return true;
  fmpz_mpoly_degrees_si(degrees, a, f->ctx);
  for (size_t i = 0; i < f->n; i++)
    if (degrees[i] > POWER_MOST) return rationals_fail(f, STATUS_LIMIT) != NULL;
  return true;
}

bool poly_mul(Rationals *f, Poly *product, const Poly *a, const Poly *b) {
  if (!rationals_spend(f, (size_t) a->length * (size_t) b->length)) return false;
  if (fmpz_mpoly_is_one(a, f->ctx))
    fmpz_mpoly_set(product, b, f->ctx);
  else if (fmpz_mpoly_is_one(b, f->ctx))
    fmpz_mpoly_set(product, a, f->ctx);
  else
    fmpz_mpoly_mul(product, a, b, f->ctx);
  return poly_fits(f, product);
}

bool poly_pow(Rationals *f, Poly *power, const Poly *a, slong n) {
  if (n > POWER_MOST) return rationals_fail(f, STATUS_LIMIT) != NULL;
  fmpz_mpoly_one(power, f->ctx);
  for (slong i = 0; i < n; i++)
    if (!poly_mul(f, power, power, a)) return false;
  return true;
}

bool poly_cancel(Rationals *f, Poly *a, Poly *b) {
  if (!rationals_spend(f, (size_t) (a->length + b->length))) return false;
  if (a->length == 0) {
    fmpz_mpoly_one(b, f->ctx);
    return true;
  }
  if (fmpz_mpoly_is_one(a, f->ctx) || fmpz_mpoly_is_one(b, f->ctx)) return true;
  // if the gcd fails, no common factor was found in reasonable time: the fraction is still right
  Poly *gcd = poly_new(f);
  if (!poly_gcd(f, gcd, a, b) || fmpz_mpoly_is_one(gcd, f->ctx)) return true;
  return fmpz_mpoly_divides(a, a, gcd, f->ctx) && fmpz_mpoly_divides(b, b, gcd, f->ctx);
}

static Fingerprint poly_print(Rationals *f, const Poly *a) {
  Fingerprint sum = {{0}};
  slong powers[RATIONAL_FREE_GENERATORS];
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, a, i, f->ctx);
    for (int k = 0; k < FIELD_COUNT; k++) {
      uint64_t term = fmpz_fdiv_ui(f->number, field_prime(k));
      for (size_t j = 0; j < f->n; j++)
        term = field_mul(k, term, field_pow(k, f->prints[j].v[k], (uint64_t) powers[j]));
      sum.v[k] = field_add(k, sum.v[k], term);
    }
  }
  return sum;
}

// --- relations -----------------------------------------------------------------------------------

size_t poly_split(Rationals *f, const Poly *a, slong g, slong index, Poly **bucket) {
  slong powers[RATIONAL_FREE_GENERATORS];
  size_t n = 0;
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, a, i, f->ctx);
    const size_t j = (size_t) (powers[g] / index);
    powers[g] %= index;
    while (n <= j) bucket[n++] = poly_new(f);
    fmpz_mpoly_push_term_fmpz_ui(bucket[j], f->number, (const ulong *) powers, f->ctx);
  }
  // all terms of a bucket are divided by the same power: they keep their order
  return n;
}

bool poly_join(Rationals *f, Poly *a, Poly **bucket, size_t n, const Poly *num, const Poly *den) {
  Poly *below = poly_new(f), *part = poly_new(f);
  fmpz_mpoly_one(below, f->ctx);
  fmpz_mpoly_set(a, bucket[n - 1], f->ctx);
  for (size_t j = n - 1; j-- > 0;) {
    if (!poly_mul(f, a, a, num)) return false;
    if (den != NULL && !poly_mul(f, below, below, den)) return false;
    if (!poly_mul(f, part, bucket[j], below)) return false;
    fmpz_mpoly_add(a, a, part, f->ctx);
  }
  return poly_fits(f, a);
}

bool poly_reduce_circular(Rationals *f, Poly *a, slong high, slong low) {
  if (a->length == 0 || fmpz_mpoly_degree_si(a, high, f->ctx) < 2) return true;
  Poly *bucket[POLY_BUCKETS], *rest = poly_new(f), *square = poly_new(f);
  const size_t n = poly_split(f, a, high, 2, bucket);
  // 1 - low^2
  fmpz_mpoly_gen(square, low, f->ctx);
  fmpz_mpoly_mul(square, square, square, f->ctx);
  fmpz_mpoly_one(rest, f->ctx);
  fmpz_mpoly_sub(rest, rest, square, f->ctx);
  return poly_join(f, a, bucket, n, rest, NULL);
}

// Uses r^index = num/den of its radicand in a; multiplies other by the denominators.
static bool reduce_root(Rationals *f, slong g, Poly *a, Poly *other) {
  const Generator *root = &f->generators[g];
  if (a->length == 0 || fmpz_mpoly_degree_si(a, g, f->ctx) < root->index) return true;
  const Rational *u = rational_of(f, root->base);
  if (u == NULL) return false;
  Poly *bucket[POLY_BUCKETS], *below = poly_new(f);
  const size_t n = poly_split(f, a, g, root->index, bucket);
  if (!poly_join(f, a, bucket, n, &u->num, &u->den)) return false;
  return poly_pow(f, below, &u->den, (slong) n - 1) && poly_mul(f, other, other, below);
}

// Uses all relations; a radicand may contain other roots, so this repeats until nothing changes.
static bool reduce(Rationals *f, Poly *num, Poly *den) {
  if (f->is_free) return true;
  const bool above = fmpz_mpoly_is_fmpz(num, f->ctx), below = fmpz_mpoly_is_fmpz(den, f->ctx);
  if (above && below) return true;
  for (size_t i = 0; i < f->angles.n; i++) {
    const slong sine = (slong) f->angles.at[i].sine;
    if ((!above && !poly_reduce_circular(f, num, sine, sine + 1)) ||
        (!below && !poly_reduce_circular(f, den, sine, sine + 1)))
      return false;
  }
  for (size_t pass = 0; f->has_roots && pass < f->n; pass++)
    for (size_t g = 0; g < f->n; g++) {
      if (f->generators[g].kind != GENERATOR_ROOT) continue;
      if (!reduce_root(f, (slong) g, num, den) || !reduce_root(f, (slong) g, den, num))
        return false;
    }
  return true;
}

bool poly_is_zero(Rationals *f, const Poly *a) {
  if (f->is_free) return a->length == 0;
  Poly *rest = poly_new(f), *one = poly_new(f);
  fmpz_mpoly_set(rest, a, f->ctx);
  fmpz_mpoly_one(one, f->ctx);
  // the fingerprint of a root is not tied to that of its radicand, so the remainder decides
  if (f->has_roots && !reduce(f, rest, one)) return false;
  const Fingerprint print = poly_print(f, rest);
  return print.v[0] == 0 && print.v[1] == 0;
}

// --- elements ------------------------------------------------------------------------------------

// num/den, which have no common factor
static const Rational *with_sign_above(Rationals *f, Poly *num, Poly *den) {
  fmpz_mpoly_get_term_coeff_fmpz(f->number, den, 0, f->ctx);
  if (fmpz_sgn(f->number) < 0) {
    fmpz_mpoly_neg(num, num, f->ctx);
    fmpz_mpoly_neg(den, den, f->ctx);
  }
  Rational *r = ARENA_NEW(f->arena, Rational);
  r->num = *num;
  r->den = *den;
  return r;
}

const Rational *rational_make(Rationals *f, Poly *num, Poly *den) {
  if (!reduce(f, num, den)) return NULL;
  if (den->length == 0) return rationals_fail(f, STATUS_DOMAIN);
  if (!poly_fits(f, num) || !poly_fits(f, den) || !poly_cancel(f, num, den)) return NULL;
  return with_sign_above(f, num, den);
}

size_t rational_terms(const Rational *a) {
  return (size_t) (a->num.length + a->den.length);
}

// Is it the number 1?
static bool is_one(const Rationals *f, const Rational *a) {
  return fmpz_mpoly_is_one(&a->num, f->ctx) && fmpz_mpoly_is_one(&a->den, f->ctx);
}

// a again, at the price of computing it: what an expression costs depends on its form alone.
static const Rational *same_for(Rationals *f, const Rational *a, size_t work) {
  return rationals_spend(f, work) ? a : NULL;
}

static const Rational *with_one_below(Rationals *f, Poly *num) {
  Poly *one = poly_new(f);
  fmpz_mpoly_one(one, f->ctx);
  return rational_make(f, num, one);
}

// a + sign b, over the least common denominator
static const Rational *add_signed(Rationals *f, const Rational *a, const Rational *b, int sign) {
  if (a == NULL || b == NULL) return NULL;
  if (a->num.length == 0 && sign > 0)
    return same_for(f, b, 1 + 2 * (size_t) b->num.length + 3 * (size_t) b->den.length);
  Poly *left = poly_new(f), *right = poly_new(f), *num = poly_new(f), *den = poly_new(f);
  fmpz_mpoly_set(left, &a->den, f->ctx);
  fmpz_mpoly_set(right, &b->den, f->ctx);
  if (!poly_cancel(f, left, right)) return NULL;
  if (!poly_mul(f, num, &a->num, right) || !poly_mul(f, den, &a->den, right)) return NULL;
  if (!poly_mul(f, right, &b->num, left)) return NULL;
  if (sign > 0)
    fmpz_mpoly_add(num, num, right, f->ctx);
  else
    fmpz_mpoly_sub(num, num, right, f->ctx);
  return rational_make(f, num, den);
}

const Rational *rational_add(Rationals *f, const Rational *a, const Rational *b) {
  return add_signed(f, a, b, 1);
}

const Rational *rational_sub(Rationals *f, const Rational *a, const Rational *b) {
  return add_signed(f, a, b, -1);
}

const Rational *rational_mul(Rationals *f, const Rational *a, const Rational *b) {
  if (a == NULL || b == NULL) return NULL;
  if (is_one(f, a)) return same_for(f, b, 2 * rational_terms(b));
  if (is_one(f, b)) return same_for(f, a, 2 * rational_terms(a));
  Poly *num = poly_new(f), *den = poly_new(f);
  if (!poly_mul(f, num, &a->num, &b->num) || !poly_mul(f, den, &a->den, &b->den)) return NULL;
  return rational_make(f, num, den);
}

static const Rational *inverse(Rationals *f, const Rational *a) {
  if (a == NULL) return NULL;
  if (poly_is_zero(f, &a->num)) return rationals_fail(f, STATUS_DOMAIN);
  if (!rationals_spend(f, rational_terms(a))) return NULL;
  // numerator and denominator have no common factor, nor have they the other way round
  Poly *num = poly_new(f), *den = poly_new(f);
  fmpz_mpoly_set(num, &a->den, f->ctx);
  fmpz_mpoly_set(den, &a->num, f->ctx);
  return with_sign_above(f, num, den);
}

const Rational *rational_div(Rationals *f, const Rational *a, const Rational *b) {
  return rational_mul(f, a, inverse(f, b));
}

bool rational_is_zero(Rationals *f, const Rational *a) {
  return a != NULL && poly_is_zero(f, &a->num);
}

bool rational_same(const Rationals *f, const Rational *a, const Rational *b) {
  return fmpz_mpoly_equal(&a->num, &b->num, f->ctx) && fmpz_mpoly_equal(&a->den, &b->den, f->ctx);
}

static const Rational *power(Rationals *f, const Rational *a, long n) {
  if (n < 0) return power(f, inverse(f, a), -n);
  if (a == NULL || n > POWER_MOST) return rationals_fail(f, STATUS_LIMIT);
  if (n == 1) return same_for(f, a, 2 * rational_terms(a));
  Poly *num = poly_new(f), *den = poly_new(f);
  if (!poly_pow(f, num, &a->num, n) || !poly_pow(f, den, &a->den, n)) return NULL;
  return rational_make(f, num, den);
}

// --- from expressions ----------------------------------------------------------------------------

static const Rational *of_ratio(Rationals *f, Ratio c) {
  long above, over;
  if (ratio_get(f->pool, c, &above, &over)) {
    Poly *top = poly_new(f), *bottom = poly_new(f);
    fmpz_mpoly_set_si(top, above, f->ctx);
    fmpz_mpoly_set_si(bottom, over, f->ctx);
    return rational_make(f, top, bottom);
  }
  const ArenaMark mark = arena_mark(f->arena);
  const char *num = ratio_numerator(f->pool, c, f->arena);
  const char *den = ratio_denominator(f->pool, c, f->arena);
  fmpz_t below;
  fmpz_init(below);
  fmpz_set_str(f->number, num, 10);
  fmpz_set_str(below, den, 10);
  arena_release(f->arena, mark);
  Poly *top = poly_new(f), *bottom = poly_new(f);
  fmpz_mpoly_set_fmpz(top, f->number, f->ctx);
  fmpz_mpoly_set_fmpz(bottom, below, f->ctx);
  fmpz_clear(below);
  return rational_make(f, top, bottom);
}

// g^n of a generator
static const Rational *of_generator(Rationals *f, size_t g, slong n) {
  Poly *gen = poly_new(f), *num = poly_new(f);
  fmpz_mpoly_gen(gen, (slong) g, f->ctx);
  if (!poly_pow(f, num, gen, n)) return NULL;
  return with_one_below(f, num);
}

static const Rational *known_value(Rationals *f, Expr e) {
  uint32_t place;
  return memo_get(&f->known, e.id, &place) ? f->values.at[place] : NULL;
}

// base^c
static const Rational *of_factor(Rationals *f, ExprTerm factor) {
  uint32_t index = 1, g;
  long num, den;
  if (!ratio_get(f->pool, factor.c, &num, &den) || num > POWER_MOST || num < -POWER_MOST)
    return rationals_fail(f, STATUS_LIMIT);
  if (den == 1) return power(f, known_value(f, factor.e), num);
  if (!memo_get(&f->roots, factor.e.id, &index)) return rationals_fail(f, STATUS_INTERNAL);
  if (memo_get(&f->plain, factor.e.id, &g) || memo_get(&f->of_root, factor.e.id, &g))
    return power(f, of_generator(f, g, 1), num * ((long) index / den));
  return rationals_fail(f, STATUS_INTERNAL);
}

// (cosine + i sine) times (c + i s), or (c - i s)
static bool turn(Rationals *f, Poly *cosine, Poly *sine, const Angle *angle, bool back) {
  Poly *c = poly_new(f), *s = poly_new(f);
  Poly *cc = poly_new(f), *ss = poly_new(f), *sc = poly_new(f), *cs = poly_new(f);
  fmpz_mpoly_gen(s, (slong) angle->sine, f->ctx);
  fmpz_mpoly_gen(c, (slong) angle->sine + 1, f->ctx);
  if (back) fmpz_mpoly_neg(s, s, f->ctx);
  if (!poly_mul(f, cc, cosine, c) || !poly_mul(f, ss, sine, s) || !poly_mul(f, sc, sine, c) ||
      !poly_mul(f, cs, cosine, s))
    return false;
  fmpz_mpoly_sub(cosine, cc, ss, f->ctx);
  fmpz_mpoly_add(sine, sc, cs, f->ctx);
  return true;
}

// times i
static void turn_quarter(Rationals *f, Poly *cosine, Poly *sine) {
  fmpz_mpoly_swap(cosine, sine, f->ctx);
  fmpz_mpoly_neg(cosine, cosine, f->ctx);
}

static const Rational *of_circular(Rationals *f, Function fn, Expr argument) {
  AngleForm form;
  Poly *cosine = poly_new(f), *sine = poly_new(f);
  fmpz_mpoly_one(cosine, f->ctx);
  if (!angle_form(f, argument, &form)) return rationals_fail(f, STATUS_LIMIT);
  for (size_t i = 0; i < form.n; i++) {
    const Angle *angle;
    long multiple;
    if (!angle_multiple(f, form.at[i], &angle, &multiple)) return rationals_fail(f, STATUS_LIMIT);
    for (long k = 0; k < (multiple < 0 ? -multiple : multiple); k++)
      if (!turn(f, cosine, sine, angle, multiple < 0)) return NULL;
  }
  for (long k = 0; k < (form.quarters % 4 + 4) % 4; k++) turn_quarter(f, cosine, sine);
  if (fn == FN_TAN) return rational_make(f, sine, cosine);
  return with_one_below(f, fn == FN_SIN ? sine : cosine);
}

// exp of the argument, a product of powers of generators
static const Rational *of_exp(Rationals *f, Expr argument) {
  AngleForm form;
  const Rational *result = of_ratio(f, RATIO_ONE);
  if (!rational_exponent_form(f, argument, &form)) return rationals_fail(f, STATUS_LIMIT);
  for (size_t i = 0; i < form.n; i++) {
    const Angle *exponent;
    long multiple;
    if (!rational_exponent_multiple(f, form.at[i], &exponent, &multiple))
      return rationals_fail(f, STATUS_LIMIT);
    result = rational_mul(f, result, power(f, of_generator(f, exponent->sine, 1), multiple));
  }
  return result;
}

// (e - 1/e)/2, (e + 1/e)/2, and their quotient
static const Rational *of_hyperbolic(Rationals *f, Function fn, Expr argument) {
  const Rational *e = of_exp(f, argument);
  if (fn == FN_EXP) return e;
  const Rational *half = of_ratio(f, RATIO_HALF), *back = inverse(f, e);
  const Rational *sine = rational_mul(f, half, rational_sub(f, e, back)),
                 *cosine = rational_mul(f, half, rational_add(f, e, back));
  return fn == FN_SINH ? sine : fn == FN_COSH ? cosine : rational_div(f, sine, cosine);
}

static const Rational *of_function(Rationals *f, Function fn, Expr argument) {
  switch (fn) {
    case FN_SIN:
    case FN_COS:
    case FN_TAN: return of_circular(f, fn, argument);
    case FN_EXP:
    case FN_SINH:
    case FN_COSH:
    case FN_TANH: return of_hyperbolic(f, fn, argument);
    default: return rationals_fail(f, STATUS_INTERNAL);
  }
}

static const Rational *of_node(Rationals *f, Expr e) {
  ExprPool *pool = f->pool;
  const ExprKind kind = expr_kind(pool, e);
  uint32_t g;
  if (kind == EXPR_NUMBER) return of_ratio(f, expr_ratio_of(pool, e));
  if (memo_get(&f->plain, e.id, &g)) return of_generator(f, g, f->generators[g].index);
  if (kind == EXPR_FUNCTION)
    return of_function(f, expr_function(pool, e), expr_operand(pool, e, 0).e);
  if (kind == EXPR_SYMBOL) return rationals_fail(f, STATUS_INTERNAL);
  const Rational *result = of_ratio(f, kind == EXPR_SUM ? RATIO_ZERO : RATIO_ONE);
  for (size_t i = 0; i < expr_count(pool, e) && result != NULL; i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    result =
      kind == EXPR_SUM
        ? rational_add(f, result, rational_mul(f, of_ratio(f, term.c), known_value(f, term.e)))
        : rational_mul(f, result, of_factor(f, term));
  }
  return result;
}

// Are the parts of e known? *missing is the first unknown one.
static bool parts_known(Rationals *f, Expr e, Expr *missing) {
  const ExprKind kind = expr_kind(f->pool, e);
  uint32_t place;
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return true;
  for (size_t i = 0; i < expr_count(f->pool, e); i++) {
    const ExprTerm term = expr_operand(f->pool, e, i);
    if (kind == EXPR_PRODUCT && !ratio_is_integer(f->pool, term.c)) continue;  // a root
    *missing = term.e;
    if (!memo_get(&f->known, term.e.id, &place)) return false;
  }
  return true;
}

const Rational *rational_of(Rationals *f, Expr e) {
  ARRAY(Expr) stack = {0};
  uint32_t place;
  if (expr_is_none(e)) return rationals_fail(f, STATUS_DOMAIN);
  array_push(f->arena, &stack, e);
  while (stack.n > 0) {
    const Expr top = stack.at[stack.n - 1];
    Expr missing;
    if (memo_get(&f->known, top.id, &place)) {
      stack.n--;
    } else if (!parts_known(f, top, &missing)) {
      array_push(f->arena, &stack, missing);
    } else {
      const Rational *value = of_node(f, top);
      if (value == NULL) return NULL;
      memo_put(f->arena, &f->known, top.id, (uint32_t) f->values.n);
      array_push(f->arena, &f->values, value);
    }
  }
  return known_value(f, e);
}

// --- rates ---------------------------------------------------------------------------------------

// sum of dp/dg g' over the generators g
static const Rational *poly_rate(Rationals *f, const Poly *p) {
  const Rational *sum = of_ratio(f, RATIO_ZERO);
  for (size_t g = 0; g < f->n && sum != NULL; g++) {
    Poly *slope = poly_new(f);
    fmpz_mpoly_derivative(slope, p, (slong) g, f->ctx);
    if (slope->length == 0) continue;
    const Expr rate = expr_rate(f->pool, f->generators[g].e);
    if (expr_is_none(rate)) {
      (void) expr_trouble(f->pool);
      return rationals_fail(f, STATUS_DOMAIN);
    }
    sum = rational_add(f, sum, rational_mul(f, with_one_below(f, slope), rational_of(f, rate)));
  }
  return sum;
}

// (n/d)' = (n' - d' n/d)/d
const Rational *rational_rate(Rationals *f, const Rational *a) {
  if (a == NULL) return NULL;
  Poly *below = poly_new(f);
  fmpz_mpoly_set(below, &a->den, f->ctx);
  const Rational *den = with_one_below(f, below);
  const Rational *change = rational_mul(f, poly_rate(f, &a->den), a);
  return rational_div(f, rational_sub(f, poly_rate(f, &a->num), change), den);
}

// --- relations -----------------------------------------------------------------------------------

// g^n - base for a root of index n; g^(2n) - u^2 for |u|, and g^(2n) - 1 for sign(u)
static const Rational *root_relation(Rationals *f, size_t g) {
  const Generator *root = &f->generators[g];
  const bool plain = root->kind == GENERATOR_PLAIN;
  const ExprKind kind = expr_kind(f->pool, root->base);
  const Function fn = kind == EXPR_FUNCTION ? expr_function(f->pool, root->base) : FN_COUNT;
  if (plain && fn == FN_SIGN)
    return rational_sub(f, of_generator(f, g, 2 * root->index), of_ratio(f, RATIO_ONE));
  if (plain && fn != FN_ABS) return NULL;
  const Expr base = plain ? expr_operand(f->pool, root->base, 0).e : root->base;
  const long times = plain ? 2 : 1;
  return rational_sub(f, of_generator(f, g, times * root->index),
                      power(f, rational_of(f, base), times));
}

const Rational *rationals_relation(Rationals *f, size_t k) {
  switch (f->generators[k].kind) {
    case GENERATOR_PLAIN:
    case GENERATOR_ROOT: return root_relation(f, k);
    case GENERATOR_SINE:
      return rational_sub(f, rational_add(f, of_generator(f, k, 2), of_generator(f, k + 1, 2)),
                          of_ratio(f, RATIO_ONE));
    default: return NULL;
  }
}
