// analysis/kernel.c: linear algebra and rational reconstruction over one finite field.
//
// In:    matrices and samples over the field of expr/field.h
// Out:   independent columns, kernels, fractions of integers and of polynomials
// From:  docs/theory/integrals.md (3), (4), (6)

#include "analysis/integrals_impl.h"
#include "expr/field.h"
#include <flint/nmod_poly.h>
#include <string.h>

#define RATIO_MOST ((uint64_t) 1 << 30)  // of a numerator or denominator; less than sqrt(p/2)

static uint64_t prime(void) {
  return field_prime(SAMPLER_FIELD);
}

Residues residues_make(Arena *arena, size_t rows, size_t columns) {
  return (Residues){rows, columns, ARENA_ARRAY(arena, uint64_t, rows * columns + 1)};
}

// --- elimination ---------------------------------------------------------------------------------

#define SUM_MOST 32  // products below 2^122 whose sum fits, with one more term

// Rows in echelon form: each is 1 at its pivot, a column of its own, and 0 before it. They are stored column by
// column: entry k of column j is at[j*room + k].
typedef struct {
  size_t rows, columns, room;
  uint64_t *at;
  size_t *row;  // of each pivot column: the number of its row, starting at 1
} Echelon;

// Reduces x modulo p, as field_mul does.
static uint64_t fold(Wide x) {
  const uint64_t mask = ((uint64_t) 1 << FIELD_BITS) - 1, gap = field_gap[SAMPLER_FIELD],
                 p = prime();
  const Wide y = (x & mask) + (x >> FIELD_BITS) * gap;
  const uint64_t z = (uint64_t) (y & mask) + (uint64_t) (y >> FIELD_BITS) * gap;
  return z >= p ? z - p : z;
}

#define BLOCK 4  // rows that are reduced together, so that the rows before them are loaded once

typedef struct {
  uint64_t *x[BLOCK];  // the rows, minus multiples of those before them:
  uint64_t *factor;    // the multiple of row k for row b of the block is factor[k*BLOCK + b]
} Block;

// less[b] = the product of the factors of row b with the first n entries of a column
static void products_of(const uint64_t *factor, const uint64_t *column, size_t n, uint64_t *less) {
  Wide sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (size_t i = 0; i < n;) {
    const size_t end = i + SUM_MOST < n ? i + SUM_MOST : n;
    for (; i < end; i++, factor += BLOCK) {
      sum0 += (Wide) factor[0] * column[i];
      sum1 += (Wide) factor[1] * column[i];
      sum2 += (Wide) factor[2] * column[i];
      sum3 += (Wide) factor[3] * column[i];
    }
    sum0 = fold(sum0), sum1 = fold(sum1), sum2 = fold(sum2), sum3 = fold(sum3);
  }
  less[0] = (uint64_t) sum0, less[1] = (uint64_t) sum1;
  less[2] = (uint64_t) sum2, less[3] = (uint64_t) sum3;
}

// Reduces the rows of a block by those of the echelon.
static void reduce_block(const Echelon *e, const Block *block) {
  size_t reach = 0;
  memset(block->factor, 0, BLOCK * e->rows * sizeof *block->factor);
  for (size_t j = 0; j < e->columns; j++) {
    uint64_t less[BLOCK];
    products_of(block->factor, e->at + j * e->room, reach, less);
    for (size_t b = 0; b < BLOCK; b++) {
      block->x[b][j] = field_sub(SAMPLER_FIELD, block->x[b][j], less[b]);
      if (e->row[j] == 0) continue;
      block->factor[(e->row[j] - 1) * BLOCK + b] = block->x[b][j];
      block->x[b][j] = 0;
    }
    reach = e->row[j] > reach ? e->row[j] : reach;
  }
}

// Reduces x, which the rows before `first` have already reduced, by the other rows, and adds it if anything is left.
static void take_row(Echelon *e, uint64_t *x, size_t first, size_t *pivot) {
  size_t lead = 0;
  for (size_t k = first; k < e->rows; k++) {
    const uint64_t factor = x[pivot[k]];
    for (size_t j = pivot[k]; factor != 0 && j < e->columns; j++)
      x[j] =
        field_sub(SAMPLER_FIELD, x[j], field_mul(SAMPLER_FIELD, factor, e->at[j * e->room + k]));
  }
  while (lead < e->columns && x[lead] == 0) lead++;
  if (lead == e->columns) return;
  const uint64_t inverse = field_inv(SAMPLER_FIELD, x[lead]);
  for (size_t j = lead; j < e->columns; j++)
    e->at[j * e->room + e->rows] = field_mul(SAMPLER_FIELD, inverse, x[j]);
  pivot[e->rows] = lead;
  e->row[lead] = ++e->rows;
}

// Takes rows of A until no column is left without a pivot, or `spare` rows after each other have brought nothing;
// *taken: how many.
static Echelon echelon_of(const Residues *A, size_t spare, Arena *arena, size_t *taken) {
  const size_t n = A->columns, room = A->rows < n ? A->rows : n;
  Echelon e = {0, n, room, ARENA_ARRAY(arena, uint64_t, n * room + 1),
               ARENA_ARRAY(arena, size_t, n + 1)};
  size_t *pivot = ARENA_ARRAY(arena, size_t, room + 1), idle = 0, i = 0;
  Block block = {.factor = ARENA_ARRAY(arena, uint64_t, BLOCK * room + 1)};
  for (size_t b = 0; b < BLOCK; b++) block.x[b] = ARENA_ARRAY(arena, uint64_t, n + 1);
  for (; i < A->rows && e.rows < n && idle < spare; i += BLOCK) {
    const size_t rows = A->rows - i < BLOCK ? A->rows - i : BLOCK, first = e.rows;
    guard_poll(arena->guard);
    for (size_t b = 0; b < BLOCK; b++)
      if (b < rows)
        memcpy(block.x[b], A->at + (i + b) * n, n * sizeof(uint64_t));
      else
        memset(block.x[b], 0, n * sizeof(uint64_t));
    reduce_block(&e, &block);
    for (size_t b = 0; b < rows; b++) {
      const size_t before = e.rows;
      take_row(&e, block.x[b], first, pivot);
      idle = e.rows > before ? 0 : idle + 1;
    }
  }
  *taken = i < A->rows ? i : A->rows;
  return e;
}

size_t residues_pivots(const Residues *A, Arena *arena, size_t *pivot) {
  const ArenaMark mark = arena_mark(arena);
  size_t rank = 0, taken;
  const Echelon e = echelon_of(A, SIZE_MAX, arena, &taken);
  for (size_t j = 0; j < A->columns; j++)
    if (e.row[j] != 0) pivot[rank++] = j;
  arena_release(arena, mark);
  return rank;
}

// Vectors of the kernel that are found together, each 1 at its own column without a pivot.
typedef struct {
  size_t n;              // at most BLOCK
  size_t column[BLOCK];  // in ascending order
  uint64_t *x[BLOCK];
  Wide *rest;  // rest[k*BLOCK + b], for vector b and row k: the product of x so far with the row
} Solutions;

static void start_solutions(const Echelon *e, const Solutions *s) {
  memset(s->rest, 0, BLOCK * e->rows * sizeof *s->rest);
  for (size_t b = 0; b < s->n; b++) {
    s->x[b][s->column[b]] = 1;
    for (size_t k = 0; k < e->rows; k++) s->rest[k * BLOCK + b] = e->at[s->column[b] * e->room + k];
  }
}

// Solves row after row for its pivot, starting from the last column.
static void solve_columns(const Echelon *e, const Solutions *s) {
  size_t sums = 0;
  start_solutions(e, s);
  for (size_t j = s->column[s->n - 1]; j-- > 0;) {
    if (e->row[j] == 0) continue;
    const uint64_t *column = e->at + j * e->room;
    const Wide *own = s->rest + (e->row[j] - 1) * BLOCK;
    uint64_t x[BLOCK] = {0};
    for (size_t b = 0; b < s->n; b++)
      if (j < s->column[b]) s->x[b][j] = x[b] = field_sub(SAMPLER_FIELD, 0, fold(own[b]));
    for (size_t k = 0; k < e->rows; k++)
      for (size_t b = 0; b < BLOCK; b++) s->rest[k * BLOCK + b] += (Wide) x[b] * column[k];
    if (++sums % SUM_MOST != 0) continue;
    for (size_t k = 0; k < BLOCK * e->rows; k++) s->rest[k] = fold(s->rest[k]);
  }
}

// Solves for all columns without a pivot.
static Residues kernel_of(const Echelon *e, Arena *arena, size_t *lead) {
  const size_t n = e->columns;
  Residues K = residues_make(arena, n - e->rows, n);
  Solutions s = {.rest = ARENA_ARRAY(arena, Wide, BLOCK * e->rows + 1)};
  K.rows = 0;
  for (size_t j = 0; j < n; j++) {
    if (e->row[j] == 0) {
      s.column[s.n] = lead[K.rows] = j;
      s.x[s.n++] = K.at + K.rows++ * n;
    }
    if (s.n < BLOCK && (j + 1 < n || s.n == 0)) continue;
    guard_poll(arena->guard);
    solve_columns(e, &s);
    s.n = 0;
  }
  return K;
}

// Do the rows from `first` on vanish on the vectors? A random combination of them decides: one that is 0 by chance has
// odds of 2^-61 for each row.
static bool rest_vanishes(const Residues *A, size_t first, const Residues *K, Arena *arena) {
  const size_t n = A->columns;
  uint64_t *x = ARENA_ARRAY(arena, uint64_t, n + 1), seed = n;
  for (size_t k = 0; k < K->rows; k++) {
    const uint64_t factor = sampler_residue(&seed);
    for (size_t j = 0; j < n; j++)
      x[j] = field_add(SAMPLER_FIELD, x[j], field_mul(SAMPLER_FIELD, factor, K->at[k * n + j]));
  }
  for (size_t i = first; i < A->rows; i++) {
    Wide sum = 0;
    for (size_t j = 0; j < n;) {
      const size_t end = j + SUM_MOST < n ? j + SUM_MOST : n;
      for (; j < end; j++) sum += (Wide) A->at[i * n + j] * x[j];
      sum = fold(sum);
    }
    if (sum != 0) return false;
  }
  return true;
}

#define SPARE 8  // rows that bring nothing before the others are only compared with the kernel

// If many columns depend on others, so do many rows: those are not eliminated.
Residues residues_kernel(const Residues *A, Arena *arena, size_t *lead) {
  const ArenaMark mark = arena_mark(arena);
  size_t taken;
  Echelon e = echelon_of(A, SPARE, arena, &taken);
  const Residues K = kernel_of(&e, arena, lead);
  if (rest_vanishes(A, taken, &K, arena)) return K;
  arena_release(arena, mark);
  e = echelon_of(A, SIZE_MAX, arena, &taken);
  return kernel_of(&e, arena, lead);
}

// The vectors of a kernel have few entries: only these are multiplied.
Residues residues_product(const Residues *A, size_t rows, const Residues *K, Arena *arena) {
  const size_t n = A->columns;
  Residues P = residues_make(arena, rows, K->rows);
  const ArenaMark mark = arena_mark(arena);
  size_t *place = ARENA_ARRAY(arena, size_t, n + 1);
  for (size_t k = 0; k < K->rows; k++) {
    const uint64_t *x = K->at + k * n;
    size_t entries = 0;
    for (size_t j = 0; j < n; j++)
      if (x[j] != 0) place[entries++] = j;
    for (size_t i = 0; i < rows; i++) {
      const uint64_t *a = A->at + i * n;
      Wide sum = 0;
      for (size_t e = 0; e < entries;) {
        const size_t end = e + SUM_MOST < entries ? e + SUM_MOST : entries;
        for (; e < end; e++) sum += (Wide) a[place[e]] * x[place[e]];
        sum = fold(sum);
      }
      P.at[i * K->rows + k] = (uint64_t) sum;
    }
  }
  arena_release(arena, mark);
  return P;
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

// Copies into room that was allocated before.
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

// Finds, among all r = s y modulo the product of x - x[i], the one of least degrees.
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
  // two samples more than unknowns rule out a coincidence
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
