// algebra/rational_forms.c: rational functions as expressions; cancelling in half angles; using relations.

#include "algebra/rational_impl.h"

#define ATTEMPT_WORK 40000  // part of the budget for a form that may not be worth it
#define FACTOR_TERMS 150    // longer polynomials are not factored
#define RELATION_TERMS 16   // limit for a relation used to shorten
#define RELATION_PASSES 6   // a replacement may bring the monomial back

static const Rational *attempt_form(Rationals *f, Attempt *attempt, const Rational *a,
                                  const void *context) {
  if (a == NULL || f->status != STATUS_OK) return NULL;
  const size_t before = f->work, part = before < ATTEMPT_WORK ? before : ATTEMPT_WORK;
  f->work = part;
  const Rational *result = attempt(f, a, context);
  f->work = before - (part - f->work);
  f->status = STATUS_OK;
  return result;
}

// --- to expressions ------------------------------------------------------------------------------

static Ratio ratio_of_integer(Rationals *f, const fmpz_t value) {
  if (fmpz_fits_si(value)) return ratio_make(f->pool, fmpz_get_si(value), 1);
  char *digits = arena_take(f->arena, fmpz_sizeinbase(value, 10) + 2);
  fmpz_get_str(digits, 10, value);
  const bool negative = digits[0] == '-';
  const Ratio size = expr_ratio_of(f->pool, expr_decimal(f->pool, str(digits + negative)));
  return negative ? ratio_neg(f->pool, size) : size;
}

static Expr monomial(Rationals *f, const slong *powers) {
  ExprTerm factors[RATIONAL_FREE_GENERATORS];
  size_t n = 0;
  for (size_t g = 0; g < f->n; g++)
    if (powers[g] > 0)
      factors[n++] = (ExprTerm){f->generators[g].e, ratio_make(f->pool, powers[g], 1)};
  return expr_product(f->pool, factors, n);
}

static Expr poly_expr(Rationals *f, const Poly *a) {
  slong powers[RATIONAL_FREE_GENERATORS];
  ExprTerm *terms = ARENA_ARRAY(f->arena, ExprTerm, a->length);
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, a, i, f->ctx);
    terms[i] = (ExprTerm){monomial(f, powers), ratio_of_integer(f, f->number)};
  }
  return expr_sum(f->pool, terms, (size_t) a->length);
}

// The polynomial with c^2 = 1 - s^2 instead of s^2 = 1 - c^2 for those angles for which that is shorter.
static const Poly *shorter_side(Rationals *f, const Poly *a) {
  const Status status = f->status;
  for (size_t i = 0; i < f->angles.n; i++) {
    const slong sine = (slong) f->angles.at[i].sine;
    Poly *other = poly_new(f);
    fmpz_mpoly_set(other, a, f->ctx);
    if (poly_reduce_circular(f, other, sine + 1, sine) && other->length < a->length) a = other;
  }
  f->status = status;
  return a;
}

void rational_parts(Rationals *f, const Rational *a, Expr *numerator, Expr *denominator) {
  *numerator = poly_expr(f, shorter_side(f, &a->num));
  *denominator = poly_expr(f, shorter_side(f, &a->den));
}

// --- factors -------------------------------------------------------------------------------------

// Velocities come before coordinates, as terms are read; otherwise the pool's order decides.
static bool is_earlier(Rationals *f, size_t g, size_t h) {
  int order[2] = {0, 0};
  Expr base[2] = {f->generators[g].e, f->generators[h].e};
  for (size_t i = 0; i < 2; i++)
    if (expr_kind(f->pool, base[i]) == EXPR_SYMBOL)
      base[i] = expr_symbol_base(f->pool, base[i], &order[i]);
  return order[0] != order[1] ? order[0] > order[1] : base[0].id < base[1].id;
}

// Does a come before b? The earliest generator in which their degrees differ decides: so the order depends neither on
// how a library factors nor on how the generators were found.
static bool is_before(Rationals *f, const Poly *a, const Poly *b) {
  slong left[RATIONAL_FREE_GENERATORS], right[RATIONAL_FREE_GENERATORS];
  fmpz_mpoly_degrees_si(left, a, f->ctx);
  fmpz_mpoly_degrees_si(right, b, f->ctx);
  size_t first = f->n;
  for (size_t g = 0; g < f->n; g++)
    if (left[g] != right[g] && (first == f->n || is_earlier(f, g, first))) first = g;
  return first < f->n && left[first] > right[first];
}

static void sort_factors(Rationals *f, PolyFactors *factors) {
  for (slong i = 1; i < factors->num; i++)
    for (slong j = i; j > 0 && is_before(f, &factors->poly[j], &factors->poly[j - 1]); j--) {
      fmpz_mpoly_swap(&factors->poly[j], &factors->poly[j - 1], f->ctx);
      fmpz_swap(&factors->exp[j], &factors->exp[j - 1]);
    }
}

static bool add_factors(Rationals *f, const Poly *a, int sign, RationalFactors *list) {
  if (a->length > FACTOR_TERMS) return false;
  PolyFactors *factors = poly_factors(f, shorter_side(f, a));
  if (factors == NULL) return false;
  sort_factors(f, factors);
  fmpz_mpoly_factor_get_constant_fmpz(f->number, factors, f->ctx);
  Ratio number = ratio_of_integer(f, f->number);
  const size_t place = list->n;
  array_push(f->arena, list, ((ExprTerm){EXPR_ONE, ratio_make(f->pool, sign, 1)}));
  Poly *base = poly_new(f);
  for (slong i = 0; i < fmpz_mpoly_factor_length(factors, f->ctx); i++) {
    const slong power = fmpz_mpoly_factor_get_exp_si(factors, i, f->ctx);
    fmpz_mpoly_factor_get_base(base, factors, i, f->ctx);
    // make the first coefficient positive, so that a factor and its opposite look alike
    fmpz_mpoly_get_term_coeff_fmpz(f->number, base, 0, f->ctx);
    if (fmpz_sgn(f->number) < 0) {
      fmpz_mpoly_neg(base, base, f->ctx);
      if (power % 2) number = ratio_neg(f->pool, number);
    }
    const Ratio c = ratio_make(f->pool, sign * power, 1);
    array_push(f->arena, list, ((ExprTerm){poly_expr(f, shorter_side(f, base)), c}));
  }
  list->at[place].e = expr_number(f->pool, number);
  return true;
}

bool rational_factors(Rationals *f, const Rational *a, RationalFactors *factors) {
  *factors = (RationalFactors){0};
  return a != NULL && f->status == STATUS_OK && a->num.length > 0 &&
         add_factors(f, &a->num, 1, factors) && add_factors(f, &a->den, -1, factors);
}

// --- half angles ---------------------------------------------------------------------------------

// The highest degree in sine and cosine together.
static slong circular_degree(Rationals *f, const Poly *a, slong sine) {
  slong powers[RATIONAL_FREE_GENERATORS], most = 0;
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    if (powers[sine] + powers[sine + 1] > most) most = powers[sine] + powers[sine + 1];
  }
  return most;
}

// x + sign, or 1 + sign x^2 with the square
static Poly *linear(Rationals *f, slong g, long sign, bool square) {
  Poly *x = poly_new(f), *one = poly_new(f);
  fmpz_mpoly_gen(x, g, f->ctx);
  if (square) fmpz_mpoly_mul(x, x, x, f->ctx);
  if (sign < 0) fmpz_mpoly_neg(x, x, f->ctx);
  fmpz_mpoly_one(one, f->ctx);
  fmpz_mpoly_add(x, x, one, f->ctx);
  return x;
}

// sum += part * base1^n1 * base2^n2
static bool add_product(Rationals *f, Poly *sum, const Poly *part, const Poly *base1, slong n1,
                        const Poly *base2, slong n2) {
  Poly *one = poly_new(f), *two = poly_new(f);
  if (!poly_pow(f, one, base1, n1) || !poly_pow(f, two, base2, n2)) return false;
  if (!poly_mul(f, one, one, two) || !poly_mul(f, one, one, part)) return false;
  fmpz_mpoly_add(sum, sum, one, f->ctx);
  return true;
}

// a times (1 + u^2)^k with s = 2u/(1 + u^2), c = (1 - u^2)/(1 + u^2); u takes the place of s
static bool to_half(Rationals *f, Poly *a, slong sine, slong k) {
  Poly *by_cosine[POLY_BUCKETS], *by_sine[POLY_BUCKETS], *result = poly_new(f), *u = poly_new(f);
  const Poly *minus = linear(f, sine, -1, true), *plus = linear(f, sine, 1, true);
  Poly *left = poly_new(f);
  fmpz_mpoly_gen(u, sine, f->ctx);
  const size_t cosines = poly_split(f, a, sine + 1, 1, by_cosine);
  for (size_t b = 0; b < cosines; b++) {
    const size_t sines = poly_split(f, by_cosine[b], sine, 1, by_sine);
    for (size_t s = 0; s < sines; s++) {
      if (!poly_pow(f, left, u, (slong) s) || !poly_mul(f, left, left, by_sine[s])) return false;
      fmpz_mpoly_scalar_mul_ui(left, left, (ulong) 1 << s, f->ctx);
      if (!add_product(f, result, left, minus, (slong) b, plus, k - (slong) (b + s))) return false;
    }
  }
  fmpz_mpoly_swap(a, result, f->ctx);
  return true;
}

// a times 2^k/(1 + u^2)^k: u^j is (1 - c)^(j/2) (1 + c)^(k - j/2), with s for an odd j
static bool from_half(Rationals *f, Poly *a, slong sine, slong k) {
  Poly *by_u[POLY_BUCKETS], *result = poly_new(f), *s = poly_new(f);
  const Poly *minus = linear(f, sine + 1, -1, false), *plus = linear(f, sine + 1, 1, false);
  fmpz_mpoly_gen(s, sine, f->ctx);
  const size_t n = poly_split(f, a, sine, 1, by_u);
  for (size_t j = 0; j < n; j++) {
    const slong half = (slong) j / 2, odd = (slong) j % 2;
    if (odd && !poly_mul(f, by_u[j], by_u[j], s)) return false;
    if (!add_product(f, result, by_u[j], minus, half, plus, k - half - odd)) return false;
  }
  fmpz_mpoly_swap(a, result, f->ctx);
  return true;
}

// The angles in both numerator and denominator: only in these can anything cancel.
static size_t angles_below(Rationals *f, const Rational *a, slong *sines) {
  size_t n = 0;
  for (size_t i = 0; i < f->angles.n; i++) {
    const slong sine = (slong) f->angles.at[i].sine;
    if (circular_degree(f, &a->den, sine) > 0 && circular_degree(f, &a->num, sine) > 0)
      sines[n++] = sine;
  }
  return n;
}

// turned: if the degree in u is odd, expands by u/u first, which exchanges 1 + c and s
static const Rational *cancel_halves(Rationals *f, const Rational *a, const void *turned) {
  slong sines[RATIONAL_FREE_GENERATORS];
  const size_t n = angles_below(f, a, sines);
  Poly *part[2] = {poly_new(f), poly_new(f)}, *u = poly_new(f);
  fmpz_mpoly_set(part[0], &a->num, f->ctx);
  fmpz_mpoly_set(part[1], &a->den, f->ctx);
  for (size_t i = 0; i < n; i++) {
    const slong k0 = circular_degree(f, part[0], sines[i]),
                k1 = circular_degree(f, part[1], sines[i]);
    const slong k = k0 > k1 ? k0 : k1;
    if (!to_half(f, part[0], sines[i], k) || !to_half(f, part[1], sines[i], k)) return NULL;
  }
  if (n == 0 || !poly_cancel(f, part[0], part[1])) return NULL;
  for (size_t i = 0; i < n; i++) {
    const slong d0 = fmpz_mpoly_degree_si(part[0], sines[i], f->ctx);
    const slong d1 = fmpz_mpoly_degree_si(part[1], sines[i], f->ctx), d = d0 > d1 ? d0 : d1;
    fmpz_mpoly_gen(u, sines[i], f->ctx);
    for (size_t k = 0; k < 2; k++) {
      if (turned != NULL && d % 2 && !poly_mul(f, part[k], part[k], u)) return NULL;
      if (!from_half(f, part[k], sines[i], (d + 1) / 2)) return NULL;
    }
  }
  return rational_make(f, part[0], part[1]);
}

const Rational *rational_cancel(Rationals *f, const Rational *a) {
  static const char turned = 1;
  if (a == NULL || fmpz_mpoly_is_fmpz(&a->den, f->ctx)) return a;
  const Rational *best = a;
  for (int way = 0; way < 2; way++) {
    const Rational *other = attempt_form(f, cancel_halves, a, way == 0 ? NULL : &turned);
    if (other != NULL && rational_terms(other) < rational_terms(best)) best = other;
  }
  return best;
}

// --- whole and rest ------------------------------------------------------------------------------

bool rational_split(Rationals *f, const Rational *a, const Rational **whole,
                    const Rational **rest) {
  if (a == NULL || f->status != STATUS_OK || fmpz_mpoly_is_fmpz(&a->den, f->ctx)) return false;
  if (!rationals_spend(f, (size_t) a->num.length * (size_t) a->den.length)) {
    f->status = STATUS_OK;
    return false;
  }
  Poly *quotient = poly_new(f), *left = poly_new(f), *one = poly_new(f), *den = poly_new(f);
  fmpz_mpoly_divrem(quotient, left, &a->num, &a->den, f->ctx);
  if (quotient->length == 0 || left->length == 0) return false;
  fmpz_mpoly_one(one, f->ctx);
  fmpz_mpoly_set(den, &a->den, f->ctx);
  *whole = rational_make(f, quotient, one);
  *rest = rational_make(f, left, den);
  f->status = STATUS_OK;
  return *whole != NULL && *rest != NULL;
}

// --- relations -----------------------------------------------------------------------------------

typedef struct {
  const Rational *p;
  slong which;
} Relation;

// The highest power of the monomial that divides these powers.
static slong power_within(const Rationals *f, const slong *powers, const slong *monomial) {
  slong most = POWER_MOST;
  for (size_t g = 0; g < f->n; g++)
    if (monomial[g] > 0 && powers[g] / monomial[g] < most) most = powers[g] / monomial[g];
  return most;
}

// Replaces the monomial by num/den once everywhere; multiplies other by the denominators. Returns false if that takes
// too much; *changed: there was something to replace.
static bool replace_monomial(Rationals *f, Poly *a, Poly *other, const slong *monomial,
                             const Poly *num, const Poly *den, bool *changed) {
  slong powers[RATIONAL_FREE_GENERATORS];
  Poly *bucket[POLY_BUCKETS], *below = poly_new(f);
  size_t n = 0;
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, a, i, f->ctx);
    const slong j = power_within(f, powers, monomial);
    for (size_t g = 0; g < f->n; g++) powers[g] -= j * monomial[g];
    while ((slong) n <= j) bucket[n++] = poly_new(f);
    fmpz_mpoly_push_term_fmpz_ui(bucket[j], f->number, (const ulong *) powers, f->ctx);
  }
  if (n < 2) return true;
  *changed = true;
  // all terms of a bucket are divided by the same power of the monomial: they keep their order
  return poly_join(f, a, bucket, n, num, den) && poly_pow(f, below, den, (slong) n - 1) &&
         poly_mul(f, other, other, below);
}

static const Rational *reduce_by(Rationals *f, const Rational *a, const void *context) {
  const Relation *relation = context;
  const Poly *p = &relation->p->num;
  slong monomial[RATIONAL_FREE_GENERATORS] = {0}, degree = 0;
  if (relation->which >= p->length || p->length > RELATION_TERMS) return NULL;
  fmpz_mpoly_get_term_exp_si(monomial, p, relation->which, f->ctx);
  for (size_t g = 0; g < f->n; g++) degree += monomial[g];
  if (degree == 0) return NULL;
  // coefficient * monomial = -rest
  Poly *rest = poly_new(f), *term = poly_new(f), *coefficient = poly_new(f);
  fmpz_mpoly_get_term(term, p, relation->which, f->ctx);
  fmpz_mpoly_sub(rest, term, p, f->ctx);
  fmpz_mpoly_get_term_coeff_fmpz(f->number, p, relation->which, f->ctx);
  fmpz_mpoly_set_fmpz(coefficient, f->number, f->ctx);
  Poly *num = poly_new(f), *den = poly_new(f);
  fmpz_mpoly_set(num, &a->num, f->ctx);
  fmpz_mpoly_set(den, &a->den, f->ctx);
  bool changed = false, again = true;
  for (int pass = 0; again; pass++) {
    again = false;
    if (pass == RELATION_PASSES ||
        !replace_monomial(f, num, den, monomial, rest, coefficient, &again) ||
        !replace_monomial(f, den, num, monomial, rest, coefficient, &again))
      return NULL;
    changed = changed || again;
  }
  return changed && den->length > 0 ? rational_make(f, num, den) : NULL;
}

const Rational *rational_modulo(Rationals *f, const Rational *a, const Rational *p, size_t which) {
  if (p == NULL) return NULL;
  const Relation relation = {p, (slong) which};
  return attempt_form(f, reduce_by, a, &relation);
}

typedef struct {
  const Rational *p;
  slong generator;
} Linear;

static const Rational *eliminate(Rationals *f, const Rational *a, const void *context) {
  const Linear *linear = context;
  const slong g = linear->generator;
  const Poly *p = &linear->p->num;
  if (p->length > RELATION_TERMS || fmpz_mpoly_degree_si(p, g, f->ctx) != 1) return NULL;
  Poly *part[POLY_BUCKETS];
  if (poly_split(f, p, g, 1, part) != 2) return NULL;
  fmpz_mpoly_neg(part[0], part[0], f->ctx);
  Poly *side[2] = {poly_new(f), poly_new(f)}, *below = poly_new(f);
  fmpz_mpoly_set(side[0], &a->num, f->ctx);
  fmpz_mpoly_set(side[1], &a->den, f->ctx);
  bool changed = false;
  for (size_t k = 0; k < 2; k++) {
    Poly *bucket[POLY_BUCKETS];
    const size_t n = poly_split(f, side[k], g, 1, bucket);
    if (n < 2) continue;
    changed = true;
    if (!poly_join(f, side[k], bucket, n, part[0], part[1])) return NULL;
    if (!poly_pow(f, below, part[1], (slong) n - 1)) return NULL;
    if (!poly_mul(f, side[1 - k], side[1 - k], below)) return NULL;
  }
  return changed && side[1]->length > 0 ? rational_make(f, side[0], side[1]) : NULL;
}

const Rational *rational_eliminate(Rationals *f, const Rational *a, const Rational *p, size_t k) {
  if (p == NULL || k >= f->n) return NULL;
  const GeneratorKind kind = f->generators[k].kind;
  if (kind == GENERATOR_SINE || kind == GENERATOR_COSINE) return NULL;
  const Linear linear = {p, (slong) k};
  return attempt_form(f, eliminate, a, &linear);
}

size_t rationals_generators(const Rationals *f) {
  return f->n;
}
