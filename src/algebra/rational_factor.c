// algebra/rational_factor.c: greatest common divisors and factors of polynomials.
//
// Law:   the results of fmpz_mpoly_gcd and fmpz_mpoly_factor
// How:   most pairs have no common factor, and most polynomials do not factor. Both can be proved by images over a
//        finite field, with numbers for all generators but one: a common divisor that contains this generator would
//        divide both images with its full degree, unless its leading coefficient vanishes there, which divides those of
//        both polynomials. And A*x + B is irreducible if A and B have no common factor. FLINT decides the rest
// Cost:  an image takes a few products for each generator of each term

#include "algebra/rational_impl.h"
#include "expr/field.h"
#include <flint/fmpz_vec.h>

#define IMAGE_FIELD 0
#define IMAGE_TERMS 2000  // longer polynomials are left to FLINT

// --- images --------------------------------------------------------------------------------------

// A polynomial in one generator over the field: the coefficient of x^k is at[k].
typedef struct {
  slong degree;  // of the polynomial; that of the image may be lower
  uint64_t *at;
} Image;

// Finds the degree of each generator; returns false if an image would take too much.
static bool degrees_of(const Rationals *f, const Poly *a, slong *degrees) {
  if (a->length == 0 || a->length > IMAGE_TERMS) return false;
  fmpz_mpoly_degrees_si(degrees, a, f->ctx);
  for (size_t g = 0; g < f->n; g++)
    if (degrees[g] > POWER_MOST) return false;
  return true;
}

// Returns the value that generator g has in images of other generators.
static uint64_t value_of(size_t g) {
  return 1 + hash_mix(0x9e3779b97f4a7c15u * (g + 1)) % (field_prime(IMAGE_FIELD) - 1);
}

// The generators of a polynomial with the powers of their values.
typedef struct {
  size_t n, of[RATIONAL_FREE_GENERATORS];
  uint64_t *power[RATIONAL_FREE_GENERATORS];
} Values;

static Values values_of(Rationals *f, const slong *degrees) {
  Values values = {0};
  for (size_t g = 0; g < f->n; g++) {
    if (degrees[g] == 0) continue;
    uint64_t *power = ARENA_ARRAY(f->arena, uint64_t, degrees[g] + 1);
    const uint64_t value = value_of(g);
    power[0] = 1;
    for (slong k = 0; k < degrees[g]; k++) power[k + 1] = field_mul(IMAGE_FIELD, power[k], value);
    values.of[values.n] = g;
    values.power[values.n++] = power;
  }
  return values;
}

// Adds a term to the images in all its generators: each contains the powers of the other generators as a factor.
static void add_term(const Values *values, uint64_t coefficient, const slong *powers,
                     const Image *image) {
  uint64_t before[RATIONAL_FREE_GENERATORS];  // the product of the coefficient and the first powers
  uint64_t after = 1;
  for (size_t i = 0; i < values->n; i++) {
    before[i] = coefficient;
    coefficient = field_mul(IMAGE_FIELD, coefficient, values->power[i][powers[values->of[i]]]);
  }
  for (size_t i = values->n; i-- > 0;) {
    const size_t g = values->of[i];
    uint64_t *at = image[g].at;
    if (at != NULL)
      at[powers[g]] =
        field_add(IMAGE_FIELD, at[powers[g]], field_mul(IMAGE_FIELD, before[i], after));
    after = field_mul(IMAGE_FIELD, after, values->power[i][powers[g]]);
  }
}

// Finds the images in the wanted generators.
static void images_of(Rationals *f, const Poly *a, const slong *degrees, const bool *wanted,
                      Image *image) {
  const Values values = values_of(f, degrees);
  slong powers[RATIONAL_FREE_GENERATORS];
  for (size_t g = 0; g < f->n; g++) {
    image[g] = (Image){.degree = degrees[g]};
    if (wanted[g]) image[g].at = ARENA_ARRAY(f->arena, uint64_t, degrees[g] + 1);
  }
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, a, i, f->ctx);
    add_term(&values, fmpz_fdiv_ui(f->number, field_prime(IMAGE_FIELD)), powers, image);
  }
}

static slong degree_of(const Image *image) {
  slong degree = image->degree;
  while (degree >= 0 && image->at[degree] == 0) degree--;
  return degree;
}

// Replaces u by a multiple of its remainder modulo v.
static void take_remainder(Image *u, const Image *v) {
  const uint64_t lead = v->at[v->degree];
  for (slong k = u->degree; k >= v->degree; k--) {
    const uint64_t factor = u->at[k];
    for (slong i = 0; i < k; i++) u->at[i] = field_mul(IMAGE_FIELD, u->at[i], lead);
    for (slong i = 0; i < v->degree; i++) {
      uint64_t *to = &u->at[k - v->degree + i];
      *to = field_sub(IMAGE_FIELD, *to, field_mul(IMAGE_FIELD, factor, v->at[i]));
    }
    u->at[k] = 0;
  }
  u->degree = degree_of(u);
}

// Do the images show that no common divisor contains their generator? Consumes them.
static bool shows_no_divisor(Image *u, Image *v) {
  if (u->at[u->degree] == 0 && v->at[v->degree] == 0) return false;
  u->degree = degree_of(u);
  v->degree = degree_of(v);
  while (u->degree > 0 && v->degree > 0) {
    Image *high = u->degree >= v->degree ? u : v;
    take_remainder(high, high == u ? v : u);
  }
  return u->degree == 0 || v->degree == 0;
}

// Is it proved that no common divisor contains a generator?
static bool are_coprime(Rationals *f, const Poly *a, const Poly *b) {
  slong degrees[2][RATIONAL_FREE_GENERATORS];
  Image image[2][RATIONAL_FREE_GENERATORS];
  bool shared[RATIONAL_FREE_GENERATORS];
  if (!degrees_of(f, a, degrees[0]) || !degrees_of(f, b, degrees[1])) return false;
  for (size_t g = 0; g < f->n; g++) shared[g] = degrees[0][g] > 0 && degrees[1][g] > 0;
  images_of(f, a, degrees[0], shared, image[0]);
  images_of(f, b, degrees[1], shared, image[1]);
  for (size_t g = 0; g < f->n; g++)
    if (shared[g] && !shows_no_divisor(&image[0][g], &image[1][g])) return false;
  return true;
}

bool poly_gcd(Rationals *f, Poly *gcd, const Poly *a, const Poly *b) {
  if (a->length < 2 || b->length < 2) return fmpz_mpoly_gcd(gcd, a, b, f->ctx);
  const ArenaMark mark = arena_mark(f->arena);
  const bool coprime = are_coprime(f, a, b);
  arena_release(f->arena, mark);
  if (!coprime) return fmpz_mpoly_gcd(gcd, a, b, f->ctx);
  fmpz_t content;
  fmpz_init(content);
  _fmpz_vec_content(content, a->coeffs, a->length);
  _fmpz_vec_content(f->number, b->coeffs, b->length);
  fmpz_gcd(content, content, f->number);
  fmpz_mpoly_set_fmpz(gcd, content, f->ctx);
  fmpz_clear(content);
  return true;
}

// --- factors -------------------------------------------------------------------------------------

typedef struct {
  Rationals *f;
  PolyFactors factors;
} OwnedFactors;

static void clear_factors(void *object) {
  OwnedFactors *owned = object;
  fmpz_mpoly_factor_clear(&owned->factors, owned->f->ctx);
}

static PolyFactors *new_factors(Rationals *f) {
  OwnedFactors *owned = ARENA_NEW(f->arena, OwnedFactors);
  owned->f = f;
  fmpz_mpoly_factor_init2(&owned->factors, 0, f->ctx);  // the inlined _init makes gcc 14 warn
  arena_defer(f->arena, clear_factors, owned);
  return &owned->factors;
}

// Moves numbers and powers of generators from a to the factors; the first coefficient of a becomes positive.
static void take_term(Rationals *f, Poly *a, PolyFactors *factors) {
  slong powers[RATIONAL_FREE_GENERATORS];
  Poly *term = poly_new(f);
  fmpz_mpoly_term_content(term, a, f->ctx);  // its coefficient is positive
  if (fmpz_sgn(a->coeffs) < 0) fmpz_mpoly_neg(term, term, f->ctx);
  if (fmpz_mpoly_is_one(term, f->ctx)) return;
  (void) fmpz_mpoly_divides(a, a, term, f->ctx);
  fmpz_mul(factors->constant, factors->constant, term->coeffs);
  fmpz_mpoly_get_term_exp_si(powers, term, 0, f->ctx);
  for (size_t g = 0; g < f->n; g++) {
    if (powers[g] == 0) continue;
    fmpz_mpoly_gen(term, (slong) g, f->ctx);
    fmpz_mpoly_factor_append_ui(factors, term, (ulong) powers[g], f->ctx);
  }
}

// Finds the generator x in a = A*x + B with the shortest A; returns f->n if a is linear in none.
static size_t linear_generator(const Rationals *f, const Poly *a) {
  slong degrees[RATIONAL_FREE_GENERATORS], powers[RATIONAL_FREE_GENERATORS];
  slong terms[RATIONAL_FREE_GENERATORS] = {0};
  size_t best = f->n;
  fmpz_mpoly_degrees_si(degrees, a, f->ctx);
  for (slong i = 0; i < a->length; i++) {
    fmpz_mpoly_get_term_exp_si(powers, a, i, f->ctx);
    for (size_t g = 0; g < f->n; g++) terms[g] += powers[g] > 0;
  }
  for (size_t g = 0; g < f->n; g++)
    if (degrees[g] == 1 && (best == f->n || terms[g] < terms[best])) best = g;
  return best;
}

// Moves a factor that is linear in x from a to the factors: a becomes gcd(A, B). Returns false if FLINT gives up.
static bool take_linear(Rationals *f, Poly *a, size_t x, PolyFactors *factors) {
  Poly *part[POLY_BUCKETS], *rest = poly_new(f);
  (void) poly_split(f, a, (slong) x, 1, part);
  if (!poly_gcd(f, rest, part[1], part[0])) return false;
  if (!fmpz_mpoly_is_one(rest, f->ctx)) (void) fmpz_mpoly_divides(a, a, rest, f->ctx);
  fmpz_mpoly_factor_append_ui(factors, a, 1, f->ctx);
  fmpz_mpoly_swap(a, rest, f->ctx);
  return true;
}

static bool take_others(Rationals *f, const Poly *a, PolyFactors *factors) {
  PolyFactors *found = new_factors(f);
  if (!fmpz_mpoly_factor(found, a, f->ctx)) return false;
  fmpz_mul(factors->constant, factors->constant, found->constant);
  for (slong i = 0; i < found->num; i++)
    fmpz_mpoly_factor_append_fmpz_swap(factors, &found->poly[i], &found->exp[i], f->ctx);
  return true;
}

// Finds the factors in any order.
static bool find_factors(Rationals *f, const Poly *a, PolyFactors *factors) {
  if (a->length < 2) return fmpz_mpoly_factor(factors, a, f->ctx);
  Poly *rest = poly_new(f);
  fmpz_mpoly_factor_one(factors, f->ctx);
  fmpz_mpoly_set(rest, a, f->ctx);
  take_term(f, rest, factors);
  while (!fmpz_mpoly_is_one(rest, f->ctx)) {
    const size_t x = linear_generator(f, rest);
    if (x == f->n) return take_others(f, rest, factors);
    if (!take_linear(f, rest, x, factors)) return false;
  }
  return true;
}

PolyFactors *poly_factors(Rationals *f, const Poly *a) {
  PolyFactors *factors = new_factors(f);
  if (!find_factors(f, a, factors)) return NULL;
  fmpz_mpoly_factor_sort(factors, f->ctx);
  for (slong i = 0, k = factors->num - 1; i < k; i++, k--) {
    fmpz_mpoly_swap(&factors->poly[i], &factors->poly[k], f->ctx);
    fmpz_swap(&factors->exp[i], &factors->exp[k]);
  }
  return factors;
}
