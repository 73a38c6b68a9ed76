// analysis/kernel.c: linear algebra and rational reconstruction over one finite field.
//
// In:    matrices and samples over the field of expr/field.h
// Out:   independent columns, kernels, fractions of integers and of polynomials
// From:  docs/theory/integrals.md (3), (4), (6)

#include "analysis/integrals_impl.h"
#include "expr/field.h"
#include <flint/nmod_mat.h>
#include <flint/nmod_poly.h>

#define RATIO_MOST ((uint64_t) 1 << 30)  // of a numerator or denominator; less than sqrt(p/2)

static uint64_t prime(void) {
  return field_prime(SAMPLER_FIELD);
}

Residues residues_make(Arena *arena, size_t rows, size_t columns) {
  return (Residues){rows, columns, ARENA_ARRAY(arena, uint64_t, rows * columns + 1)};
}

// Row echelon form; pivot[i] is the column of the i-th row's one. Nothing is taken from an arena
// while FLINT's matrix is there.
static size_t reduce(nmod_mat_t E, const Residues *A, size_t *pivot) {
  nmod_mat_init(E, (slong) A->rows, (slong) A->columns, prime());
  for (size_t i = 0; i < A->rows; i++)
    for (size_t j = 0; j < A->columns; j++) nmod_mat_entry(E, i, j) = A->at[i * A->columns + j];
  const size_t rank = (size_t) nmod_mat_rref(E);
  for (size_t i = 0, j = 0; i < rank; i++, j++) {
    while (nmod_mat_entry(E, i, j) == 0) j++;
    pivot[i] = j;
  }
  return rank;
}

size_t residues_pivots(const Residues *A, size_t *pivot) {
  nmod_mat_t E;
  const size_t rank = reduce(E, A, pivot);
  nmod_mat_clear(E);
  return rank;
}

Residues residues_kernel(const Residues *A, Arena *arena, size_t *lead) {
  const size_t n = A->columns;
  size_t *pivot = ARENA_ARRAY(arena, size_t, n + 1);
  Residues K = residues_make(arena, n, n);  // more rows than needed
  nmod_mat_t E;
  const size_t rank = reduce(E, A, pivot);
  K.rows = 0;
  for (size_t j = 0, p = 0; j < n; j++) {
    if (p < rank && pivot[p] == j) {
      p++;
      continue;
    }
    // the column is the sum of entry times pivot column
    uint64_t *x = K.at + K.rows * n;
    x[j] = 1;
    for (size_t i = 0; i < p; i++)
      x[pivot[i]] = field_sub(SAMPLER_FIELD, 0, nmod_mat_entry(E, i, j));
    lead[K.rows++] = j;
  }
  nmod_mat_clear(E);
  return K;
}

// --- integers ------------------------------------------------------------------------------------

bool residue_ratio(uint64_t x, long *n, unsigned long *d) {
  // remainders r = s x modulo p, until r is small
  int64_t s0 = 0, s1 = 1;
  uint64_t r0 = prime(), r1 = x;
  while (r1 >= RATIO_MOST) {
    const uint64_t q = r0 / r1, r = r0 - q * r1;
    const int64_t s = s0 - (int64_t) q * s1;
    r0 = r1, r1 = r;
    s0 = s1, s1 = s;
  }
  const uint64_t size = (uint64_t) (s1 < 0 ? -s1 : s1);
  if (size == 0 || size >= RATIO_MOST) return false;
  *n = s1 < 0 ? -(long) r1 : (long) r1;
  *d = size;
  return true;
}

// --- polynomials ---------------------------------------------------------------------------------

static void poly_set(nmod_poly_t f, const Polynomial *from) {
  nmod_poly_zero(f);
  for (size_t i = 0; i < from->n; i++) nmod_poly_set_coeff_ui(f, (slong) i, from->at[i]);
}

// The room was taken before.
static void poly_get(Polynomial *to, const nmod_poly_t f) {
  to->n = (size_t) nmod_poly_length(f);
  for (size_t i = 0; i < to->n; i++) to->at[i] = nmod_poly_get_coeff_ui(f, (slong) i);
}

typedef struct {
  nmod_poly_t r0, r1, s0, s1, q, t, best_r, best_s;
} Euclid;

// r0, s0 = r1, s1 and r1, s1 = r0 - q r1, s0 - q s1
static void euclid_step(Euclid *e) {
  nmod_poly_divrem(e->q, e->t, e->r0, e->r1);
  nmod_poly_swap(e->r0, e->r1);
  nmod_poly_swap(e->r1, e->t);
  nmod_poly_mul(e->t, e->q, e->s1);
  nmod_poly_sub(e->t, e->s0, e->t);
  nmod_poly_swap(e->s0, e->s1);
  nmod_poly_swap(e->s1, e->t);
}

// Among all r = s y modulo the product of x - x[i], the one of the least degrees.
static slong euclid_run(Euclid *e) {
  slong best = WORD_MAX;
  for (;;) {
    const slong degrees =
      (nmod_poly_is_zero(e->r1) ? 0 : nmod_poly_degree(e->r1)) + nmod_poly_degree(e->s1);
    if (degrees < best) {
      best = degrees;
      nmod_poly_set(e->best_r, e->r1);
      nmod_poly_set(e->best_s, e->s1);
    }
    if (nmod_poly_is_zero(e->r1)) return best;
    euclid_step(e);
  }
}

bool residues_rational(const uint64_t *x, const uint64_t *y, size_t n, Arena *arena,
                       Polynomial *numerator, Polynomial *denominator) {
  numerator->at = ARENA_ARRAY(arena, uint64_t, n + 2);
  denominator->at = ARENA_ARRAY(arena, uint64_t, n + 2);
  Euclid e;
  nmod_poly_struct *const all[] = {e.r0, e.r1, e.s0, e.s1, e.q, e.t, e.best_r, e.best_s};
  for (size_t i = 0; i < 8; i++) nmod_poly_init(all[i], prime());
  nmod_poly_product_roots_nmod_vec(e.r0, x, (slong) n);
  nmod_poly_interpolate_nmod_vec(e.r1, x, y, (slong) n);
  nmod_poly_one(e.s1);
  const slong degrees = euclid_run(&e);
  poly_get(numerator, e.best_r);
  poly_get(denominator, e.best_s);
  for (size_t i = 0; i < 8; i++) nmod_poly_clear(all[i]);
  // two samples more than unknowns show that it is not a coincidence
  return degrees + 3 <= (slong) n;
}

void residues_clear(Polynomial *numerator, const Polynomial *denominator, size_t n, Arena *arena) {
  size_t room = 2;
  for (size_t i = 0; i < n; i++) room += numerator[i].n + denominator[i].n;
  for (size_t i = 0; i < n; i++) {
    uint64_t *at = ARENA_ARRAY(arena, uint64_t, room);
    for (size_t j = 0; j < numerator[i].n; j++) at[j] = numerator[i].at[j];
    numerator[i].at = at;
  }
  nmod_poly_t lcm, gcd, f, g;
  nmod_poly_struct *const all[] = {lcm, gcd, f, g};
  for (size_t i = 0; i < 4; i++) nmod_poly_init(all[i], prime());
  nmod_poly_one(lcm);
  for (size_t i = 0; i < n; i++) {
    poly_set(f, &denominator[i]);
    nmod_poly_gcd(g, lcm, f);
    nmod_poly_div(f, f, g);
    nmod_poly_mul(lcm, lcm, f);
  }
  for (size_t i = 0; i < n; i++) {
    poly_set(f, &denominator[i]);
    nmod_poly_div(g, lcm, f);
    poly_set(f, &numerator[i]);
    nmod_poly_mul(f, f, g);
    poly_get(&numerator[i], f);
    nmod_poly_gcd(gcd, gcd, f);
  }
  for (size_t i = 0; i < n; i++) {
    poly_set(f, &numerator[i]);
    nmod_poly_div(f, f, gcd);
    poly_get(&numerator[i], f);
  }
  for (size_t i = 0; i < 4; i++) nmod_poly_clear(all[i]);
}
