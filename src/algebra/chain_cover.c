// algebra/chain_cover.c: the pieces of the set of states that a chain misses.
//
// In:    a chain of k links made of k equations
// Out:   chains of all pieces: that one, and those on which a divisor vanishes
// Law:   every piece of the zeros of k equations has at least n - k dimensions (Krull), and the set
//        described by a chain of m links, where no initial vanishes, has n - m. So the zeros of a divisor
//        contain a piece only if the equations together with the divisor make a chain of at most k links,
//        or if a divisor of that chain vanishes there, and so on
// Cost:  that of the chain, for at most COVER_CHAINS chains

#include "algebra/chain_impl.h"
#include "expr/field.h"
#include <flint/nmod_mpoly.h>

#define FACTOR_TERMS 100  // longer polynomials are not factored
#define COVER_CHAINS 200
#define COVER_DEPTH 10
#define REGULAR_TRIES 2

// --- units ---------------------------------------------------------------------------------------

// Is there a generator in which p is linear, with a number as coefficient? Then p is irreducible.
static bool is_prime(const Chain *c, const Poly *p) {
  slong degrees[RATIONAL_FREE_GENERATORS], powers[RATIONAL_FREE_GENERATORS];
  size_t terms[RATIONAL_FREE_GENERATORS] = {0};
  poly_degrees(c, p, degrees);
  bool alone[RATIONAL_FREE_GENERATORS] = {false};
  for (slong i = 0; i < p->length; i++) {
    slong total = 0;
    fmpz_mpoly_get_term_exp_si(powers, p, i, c->f->ctx);
    for (size_t g = 0; g < c->f->n; g++) total += powers[g];
    for (size_t g = 0; g < c->f->n; g++) {
      terms[g] += powers[g] > 0;
      alone[g] = alone[g] || (powers[g] == 1 && total == 1);
    }
  }
  for (size_t g = 0; g < c->f->n; g++)
    if (degrees[g] == 1 && terms[g] == 1 && alone[g]) return true;
  return false;
}

// Adds the generators in p.
static void push_generators(Chain *c, const Poly *p, Polys *list) {
  slong degrees[RATIONAL_FREE_GENERATORS];
  poly_degrees(c, p, degrees);
  for (size_t g = 0; g < c->f->n; g++) {
    if (degrees[g] == 0) continue;
    Poly *generator = poly_new(c->f);
    fmpz_mpoly_gen(generator, (slong) g, c->f->ctx);
    array_push(c->f->arena, list, generator);
  }
}

// The factors of p that contain a generator, each once; p itself if it is too long to factor.
static Polys factors_of(Chain *c, const Poly *p) {
  Polys list = {0};
  if (p->length == 1) {
    push_generators(c, p, &list);
    return list;
  }
  if (is_prime(c, p)) {
    array_push(c->f->arena, &list, p);
    return list;
  }
  PolyFactors *factors = p->length > FACTOR_TERMS ? NULL : poly_factors(c->f, p);
  if (factors == NULL) {
    array_push(c->f->arena, &list, p);
    return list;
  }
  for (slong i = 0; i < fmpz_mpoly_factor_length(factors, c->f->ctx); i++) {
    Poly *base = poly_new(c->f);
    fmpz_mpoly_factor_get_base(base, factors, i, c->f->ctx);
    if (!fmpz_mpoly_is_fmpz(base, c->f->ctx)) array_push(c->f->arena, &list, base);
  }
  return list;
}

void chain_put_domain(Chain *c, const Poly *p) {
  if (fmpz_mpoly_is_fmpz(p, c->f->ctx)) return;
  const Polys factors = factors_of(c, p);
  for (size_t i = 0; i < factors.n; i++) {
    bool known = false;
    for (size_t k = 0; k < c->domain.n; k++)
      known = known || fmpz_mpoly_equal(c->domain.at[k], factors.at[i], c->f->ctx);
    if (!known) array_push(c->f->arena, &c->domain, factors.at[i]);
  }
}

// Is p made of constants alone? algebraic: one of them is tied to others.
static bool is_constant(const Chain *c, const Poly *p, bool *algebraic) {
  slong degrees[RATIONAL_FREE_GENERATORS];
  poly_degrees(c, p, degrees);
  *algebraic = false;
  for (size_t g = 0; g < c->f->n; g++)
    if (degrees[g] > 0 && c->level[g] != CHAIN_CONSTANT) return false;
  for (size_t i = 0; i < c->links.n; i++)
    *algebraic = *algebraic || degrees[c->links.at[i].main] > 0;
  return true;
}

bool chain_is_unit(Chain *c, const Poly *p) {
  bool algebraic;
  if (p->length == 0) return false;
  if (is_constant(c, p, &algebraic)) return !algebraic || chain_is_regular(c, p);
  Poly *rest = poly_new(c->f), *quotient = poly_new(c->f);
  fmpz_mpoly_set(rest, p, c->f->ctx);
  for (size_t i = 0; i < c->domain.n; i++)
    while (fmpz_mpoly_divides(quotient, rest, c->domain.at[i], c->f->ctx))
      fmpz_mpoly_swap(rest, quotient, c->f->ctx);
  return is_constant(c, rest, &algebraic) && (!algebraic || chain_is_regular(c, rest));
}

// --- nonzero almost everywhere -------------------------------------------------------------------
//
// The free generators get random values in a finite field. The product of the values of p over all
// solutions of the links there is a polynomial in the free generators. It is nonzero as a function if
// it is nonzero at one point; so a yes is certain.

typedef nmod_mpoly_struct Residue;

typedef struct {
  Chain *c;
  nmod_mpoly_ctx_t ctx;
  bool solved[RATIONAL_FREE_GENERATORS];
  uint64_t value[RATIONAL_FREE_GENERATORS];
} Place;

typedef struct {
  Place *place;
  Residue p;
} OwnedResidue;

static void clear_residue(void *object) {
  OwnedResidue *owned = object;
  nmod_mpoly_clear(&owned->p, owned->place->ctx);
}

static void clear_place(void *place) {
  nmod_mpoly_ctx_clear(((Place *) place)->ctx);
}

static Residue *residue_new(Place *at) {
  OwnedResidue *owned = ARENA_NEW(at->c->f->arena, OwnedResidue);
  owned->place = at;
  nmod_mpoly_init(&owned->p, at->ctx);
  arena_defer(at->c->f->arena, clear_residue, owned);
  return &owned->p;
}

static Place *place_new(Chain *c, uint64_t seed) {
  Place *at = ARENA_NEW(c->f->arena, Place);
  at->c = c;
  nmod_mpoly_ctx_init(at->ctx, (slong) (c->f->n > 0 ? c->f->n : 1), ORD_LEX, field_prime(0));
  arena_defer(c->f->arena, clear_place, at);
  for (size_t i = 0; i < c->links.n; i++) at->solved[c->links.at[i].main] = true;
  for (size_t g = 0; g < c->f->n; g++)
    at->value[g] = 1 + hash_mix(hash_mix(seed) + g) % (field_prime(0) - 1);
  return at;
}

// p with the values of the free generators substituted
static Residue *residue_of(Place *at, const Poly *p) {
  Rationals *f = at->c->f;
  Residue *result = residue_new(at);
  ulong powers[RATIONAL_FREE_GENERATORS];
  for (slong i = 0; i < p->length; i++) {
    fmpz_mpoly_get_term_exp_ui(powers, p, i, f->ctx);
    fmpz_mpoly_get_term_coeff_fmpz(f->number, p, i, f->ctx);
    uint64_t term = fmpz_fdiv_ui(f->number, field_prime(0));
    for (size_t g = 0; g < f->n; g++) {
      if (at->solved[g] || powers[g] == 0) continue;
      term = field_mul(0, term, field_pow(0, at->value[g], powers[g]));
      powers[g] = 0;
    }
    nmod_mpoly_push_term_ui_ui(result, term, powers, at->ctx);
  }
  nmod_mpoly_sort_terms(result, at->ctx);
  nmod_mpoly_combine_like_terms(result, at->ctx);
  return result;
}

static Residue *residue_coefficient(Place *at, const Residue *p, slong x, ulong d) {
  Residue *result = residue_new(at);
  nmod_mpoly_get_coeff_vars_ui(result, p, &x, &d, 1, at->ctx);
  return result;
}

// sum of p_k (-b)^k a^(d-k): p at x = -b/a, times a^d
static Residue *put_linear(Place *at, const Residue *p, slong x, slong d, const Residue *a,
                           const Residue *b) {
  Residue *sum = residue_coefficient(at, p, x, (ulong) d), *power = residue_new(at),
          *part = residue_new(at);
  nmod_mpoly_one(power, at->ctx);
  for (slong k = d - 1; k >= 0; k--) {
    nmod_mpoly_mul(sum, sum, b, at->ctx);
    nmod_mpoly_neg(sum, sum, at->ctx);
    nmod_mpoly_mul(power, power, a, at->ctx);
    nmod_mpoly_mul(part, residue_coefficient(at, p, x, (ulong) k), power, at->ctx);
    nmod_mpoly_add(sum, sum, part, at->ctx);
  }
  return sum;
}

// The product of p over the solutions of the link, up to powers of its initial. NULL if that takes too much.
static Residue *norm_along(Place *at, Residue *p, const Link *link) {
  const slong x = link->main, d = nmod_mpoly_degree_si(p, x, at->ctx);
  if (p->length == 0 || d <= 0) return p;
  const Residue *t = residue_of(at, link->p);
  if (nmod_mpoly_degree_si(t, x, at->ctx) != link->degree) return NULL;
  if (link->degree == 1)
    return put_linear(at, p, x, d, residue_coefficient(at, t, x, 1),
                      residue_coefficient(at, t, x, 0));
  Residue *result = residue_new(at);
  return nmod_mpoly_resultant(result, p, t, x, at->ctx) ? result : NULL;
}

// Is p zero nowhere over these values of the free generators?
static bool is_regular_at(Place *at, const Poly *p) {
  Chain *c = at->c;
  if (!rationals_spend(c->f, (size_t) p->length)) return false;
  Residue *product = residue_of(at, p);
  for (size_t i = 0; i < c->links.n; i++) {
    product = norm_along(at, product, &c->links.at[i]);
    if (product == NULL || product->length == 0) return false;
    if (!rationals_spend(c->f, (size_t) product->length * (size_t) product->length)) return false;
  }
  return nmod_mpoly_is_ui(product, at->ctx);
}

// If an initial vanished here, solutions that exist elsewhere would be missing at this place.
static bool initials_are_regular(Place *at) {
  const Chain *c = at->c;
  for (size_t i = 0; i < c->links.n; i++)
    if (!fmpz_mpoly_is_fmpz(c->links.at[i].initial, c->f->ctx) &&
        !is_regular_at(at, c->links.at[i].initial))
      return false;
  return true;
}

bool chain_is_regular(Chain *c, const Poly *p) {
  for (uint64_t draw = 1; p->length > 0 && draw <= REGULAR_TRIES; draw++) {
    Place *at = place_new(c, draw);
    if (is_regular_at(at, p) && initials_are_regular(at)) return true;
  }
  return false;
}

// --- pieces --------------------------------------------------------------------------------------

typedef struct {
  Chain *c;          // the chain of the equations
  size_t k;          // their number
  size_t positions;  // a piece with more equations between positions than this is omitted
  size_t chains;     // how many may still be made
  Chains *cases;
  ARRAY(Polys) seen;
} Cover;

static bool is_among(const Chain *c, const Polys *list, const Poly *p) {
  for (size_t i = 0; i < list->n; i++)
    if (fmpz_mpoly_equal(list->at[i], p, c->f->ctx)) return true;
  return false;
}

// Was this set examined before, in any order?
static bool is_seen(Cover *v, const Polys *zero) {
  for (size_t i = 0; i < v->seen.n; i++) {
    const Polys *other = &v->seen.at[i];
    size_t common = 0;
    for (size_t k = 0; other->n == zero->n && k < zero->n; k++)
      common += is_among(v->c, other, zero->at[k]);
    if (common == zero->n) return true;
  }
  array_push(v->c->f->arena, &v->seen, *zero);
  return false;
}

static bool cover(Cover *v, const Polys *zero, unsigned depth);

// Covers the zeros of each factor of p within these zeros. Factors that vanish nowhere have no zeros.
static bool cover_factors(Cover *v, const Polys *zero, const Poly *p, unsigned depth) {
  Chain *c = v->c;
  const Polys factors = factors_of(c, p);
  for (size_t i = 0; i < factors.n; i++) {
    if (chain_is_unit(c, factors.at[i])) continue;
    Polys with = {0};
    if (is_among(c, zero, factors.at[i])) return false;  // a divisor vanishes here
    array_push(c->f->arena, &with, factors.at[i]);
    for (size_t j = 0; j < zero->n; j++) array_push(c->f->arena, &with, zero->at[j]);
    if (!is_seen(v, &with) && !cover(v, &with, depth + 1)) return false;
  }
  return true;
}

static bool cover_divisors(Cover *v, const Chain *c, const Polys *zero, unsigned depth) {
  for (size_t i = 0; i < c->divisors.n; i++)
    if (!chain_is_unit(v->c, c->divisors.at[i]) &&
        !cover_factors(v, zero, c->divisors.at[i], depth))
      return false;
  return true;
}

// A new chain that consists of the base alone.
static Chain *base_of(const Chain *c) {
  Chain *other = chain_make(c->f, c->level, c->recorded);
  other->domain = c->domain;
  other->base_links = c->base_links;
  other->base_facts = c->base_facts;
  for (size_t i = 0; i < c->base_facts; i++) {
    array_push(c->f->arena, &other->facts, c->facts.at[i]);
    if (c->facts.at[i].core) other->facts.at[i].linked = false;
  }
  for (size_t i = 0; i < c->links.n; i++)
    if (c->links.at[i].is_base) array_push(c->f->arena, &other->links, c->links.at[i]);
  return other;
}

// Adds the vanishing polynomials: facts of the base, and others.
static void put_zeros(Chain *c, const Polys *zero) {
  for (size_t i = 0; i < zero->n; i++) {
    size_t fact = 0;
    while (fact < c->base_facts && c->facts.at[fact].p != zero->at[i]) fact++;
    if (fact < c->base_facts)
      chain_add_fact(c, fact);
    else
      chain_add_poly(c, zero->at[i], "piece");
  }
}

// Does p have several factors that can vanish? Then each is a case. *known: one of them is zero here.
static bool falls_apart(Chain *c, const Polys *zero, const Poly *p, bool *known) {
  size_t n = 0;
  const Polys factors = factors_of(c, p);
  *known = false;
  for (size_t i = 0; i < factors.n; i++) {
    n += !chain_is_unit(c, factors.at[i]);
    *known = *known || is_among(c, zero, factors.at[i]);
  }
  return n > 1;
}

// Does a divisor vanish on the whole piece?
static bool is_outside(Chain *c) {
  for (size_t i = 0; i < c->domain.n; i++) {
    Remainder r = chain_remainder(c, c->domain.at[i]);
    if (chain_reduce(c, &r) && r.p->length == 0) return true;
  }
  return false;
}

static bool same_links(const Chain *a, const Chain *b) {
  if (a->links.n != b->links.n) return false;
  for (size_t i = 0; i < a->links.n; i++) {
    bool found = false;
    for (size_t j = 0; j < b->links.n; j++)
      found = found || fmpz_mpoly_equal(a->links.at[i].p, b->links.at[j].p, a->f->ctx);
    if (!found) return false;
  }
  return true;
}

size_t chain_positions(const Chain *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->links.n; i++) {
    bool position = true;
    for (size_t g = 0; g < c->f->n; g++)
      position = position && (!c->links.at[i].uses[g] || c->level[g] <= CHAIN_POSITION);
    n += position;
  }
  return n;
}

static bool put_case(Cover *v, Chain *c) {
  if (is_outside(c)) return true;
  if (chain_positions(c) > v->positions) return true;
  for (size_t i = 0; i < v->cases->n; i++)
    if (same_links(v->cases->at[i], c)) return true;
  if (v->cases->n == CHAIN_CASES) return false;
  c->closed = true;
  array_push(c->f->arena, v->cases, c);
  return true;
}

// Adds at least the pieces of the zeros of these polynomials that have n - k dimensions or more; returns false if that
// takes too much.
static bool cover(Cover *v, const Polys *zero, unsigned depth) {
  if (v->chains == 0 || depth > COVER_DEPTH) return false;
  v->chains--;
  Chain *c = base_of(v->c);
  put_zeros(c, zero);
  bool empty = false;
  while (c->links.n - c->base_links <= v->k) {
    const Pending *next = chain_next(c, CHAIN_STATE, CHAIN_UNKNOWN, &empty);
    if (empty) return true;
    if (c->failed || (next == NULL && c->pending.n > 0)) return false;
    if (next == NULL) break;
    bool known;
    if (next->best.rank == RANK_LINEAR || !falls_apart(c, zero, next->r.p, &known))
      chain_link(c, next);
    else if (known)
      chain_drop(c, next);
    else
      return cover_factors(v, zero, next->r.p, depth);
  }
  if (c->links.n - c->base_links <= v->k && !put_case(v, c)) return false;
  const Polys divisors = c->divisors;
  c->divisors = (Polys){0};
  return cover_divisors(v, &(Chain){.divisors = divisors}, zero, depth);
}

bool chain_cover(Chain *c, size_t positions, Chains *cases) {
  Polys kept = {0};
  for (size_t i = 0; i < c->facts.n; i++) {
    const Fact *fact = &c->facts.at[i];
    if (fact->core && fact->linked) array_push(c->f->arena, &kept, fact->p);
  }
  Cover v = {.c = c,
             .k = c->links.n - c->base_links,
             .positions = positions,
             .chains = COVER_CHAINS,
             .cases = cases};
  if (kept.n != v.k) return false;
  const Polys divisors = c->divisors;
  c->divisors = (Polys){0};
  return put_case(&v, c) && cover_divisors(&v, &(Chain){.divisors = divisors}, &kept, 0);
}
