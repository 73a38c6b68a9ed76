// local/eigen.c: eigenvalues of a matrix of balls, and their chains of vectors.
//
// In:    a real square matrix A in balls
// Out:   its eigenvalues, the isolated ones enclosed; for each a vector of a Jordan chain,
//        (A - lambda) v_0 = 0, (A - lambda) v_j = v_(j-1), together a basis
// From:  docs/theory/smallmotions.md, sections "Eigenvalues" and "Chains"
// Law:   A V = V J to many digits, J in Jordan's normal form (tests/prop/analysis/slow_solutions.c)
// Not:   nothing is proved about a multiple eigenvalue: several count as one if they coincide, and the
//        powers of A - lambda lose their rank, to far more digits than rounding explains

#include "local/local_impl.h"
#include <math.h>
#include <stdlib.h>

#define EIGEN_BITS 200
#define QR_MOST 2000  // iterations: a multiple eigenvalue with few vectors takes hundreds
#define SHIFT_BITS 180
#define ZERO 1e-13  // of the largest entry: an eigenvalue that is not enclosed, and may be multiple
#define ZERO_BITS 60   // the same for the mean of several
#define RANK_BITS 150  // smaller pivots of powers of A - lambda count as zero
#define BASIS_BITS 40  // remainder of a vector of length 1 that depends on others

// Eigenvalues closer than 2^-bits of the size of A may be the same: the error of an m-fold one is the m-th root of
// rounding. Wide groups that do not belong together are split in the next round.
static const slong near_bits[] = {24, 45, 90};
#define ROUNDS ((int) (sizeof near_bits / sizeof *near_bits))

typedef struct {
  slong k, scale;  // 2^scale is about the largest entry
  Arena *work, *store;
  const acb_mat_struct *A, *R;  // R: vectors as found, in columns
  acb_ptr near, ball;           // eigenvalues as found; enclosures, not finite if there are none
  size_t chains;
  LocalEigen *eigen;  // n of these are found
  size_t n;
} Eigen;

// --- matrices ------------------------------------------------------------------------------------

static void clear_matrix(void *object) {
  acb_mat_clear(object);
}

static acb_mat_struct *complex_matrix(Arena *arena, slong rows, slong columns) {
  acb_mat_struct *matrix = ARENA_NEW(arena, acb_mat_struct);
  arena_defer(arena, clear_matrix, matrix);
  acb_mat_init(matrix, rows, columns);
  return matrix;
}

static acb_ptr complex_vector(Arena *arena, slong n) {
  return acb_mat_entry(complex_matrix(arena, 1, n + 1), 0, 0);
}

// Is |a| < 2^bits, by its midpoint?
static bool is_below(const acb_t a, slong bits) {
  mag_t size;
  mag_init(size);
  acb_get_mag(size, a);
  const bool below = mag_cmp_2exp_si(size, bits) < 0;
  mag_clear(size);
  return below;
}

static void drop_radii(acb_mat_struct *A) {
  acb_mat_get_mid(A, A);
}

static bool is_larger(const acb_t a, const acb_t b) {
  mag_t x, y;
  mag_init(x);
  mag_init(y);
  acb_get_mag(x, a);
  acb_get_mag(y, b);
  const bool larger = mag_cmp(x, y) > 0;
  mag_clear(x);
  mag_clear(y);
  return larger;
}

// Makes the largest entry from row and column `rank` on the pivot there.
static void choose_pivot(acb_mat_struct *E, slong rank, slong *column) {
  slong p = rank, q = rank;
  for (slong i = rank; i < E->r; i++)
    for (slong j = rank; j < E->c; j++)
      if (is_larger(acb_mat_entry(E, i, j), acb_mat_entry(E, p, q))) p = i, q = j;
  acb_mat_swap_rows(E, NULL, rank, p);
  for (slong i = 0; q != rank && i < E->r; i++)
    acb_swap(acb_mat_entry(E, i, rank), acb_mat_entry(E, i, q));
  const slong other = column[rank];
  column[rank] = column[q];
  column[q] = other;
}

// Reduces E to [1 X; 0 0] with its columns in another order; returns the rank.
static slong reduce(acb_mat_struct *E, slong bits, slong *column, acb_ptr factor) {
  for (slong j = 0; j < E->c; j++) column[j] = j;
  slong rank = 0;
  for (; rank < E->r && rank < E->c; rank++) {
    choose_pivot(E, rank, column);
    acb_ptr pivot = acb_mat_entry(E, rank, rank);
    if (is_below(pivot, -bits)) break;
    for (slong j = E->c - 1; j >= rank; j--)
      acb_div(acb_mat_entry(E, rank, j), acb_mat_entry(E, rank, j), pivot, EIGEN_BITS);
    for (slong i = 0; i < E->r; i++) {
      if (i == rank) continue;
      acb_set(factor, acb_mat_entry(E, i, rank));
      for (slong j = rank; j < E->c; j++)
        acb_submul(acb_mat_entry(E, i, j), factor, acb_mat_entry(E, rank, j), EIGEN_BITS);
    }
    drop_radii(E);
  }
  return rank;
}

// Columns that span the kernel.
static acb_mat_struct *kernel(const acb_mat_struct *N, Arena *work) {
  acb_mat_struct *E = complex_matrix(work, N->r, N->c);
  slong *column = ARENA_ARRAY(work, slong, (size_t) N->c + 1);
  acb_mat_set(E, N);
  const slong rank = reduce(E, RANK_BITS, column, complex_vector(work, 1));
  acb_mat_struct *K = complex_matrix(work, N->c, N->c - rank);
  for (slong j = rank; j < N->c; j++) {
    acb_one(acb_mat_entry(K, column[j], j - rank));
    for (slong i = 0; i < rank; i++)
      acb_neg(acb_mat_entry(K, column[i], j - rank), acb_mat_entry(E, i, j));
  }
  return K;
}

// --- one eigenvalue ------------------------------------------------------------------------------

typedef struct {
  acb_ptr value;
  slong m, depth;  // the number that coincide; the largest length of a chain
  bool is_zero, is_real;
  acb_mat_struct *N;        // (A - value)/2^scale
  acb_mat_struct **kernel;  // of N^j, j = 0 to depth
} Cluster;

static bool is_rounding(const Eigen *e, const arb_t a) {
  return arf_cmpabs_2exp_si(arb_midref(a), e->scale - ZERO_BITS) < 0;
}

// Sets the value to the mean of those that coincide.
static void read_value(const Eigen *e, Cluster *c, const bool *member) {
  for (slong i = 0; i < e->k; i++)
    if (member[i]) acb_add(c->value, c->value, e->near + i, EIGEN_BITS);
  acb_div_si(c->value, c->value, c->m, EIGEN_BITS);
  acb_get_mid(c->value, c->value);
  if (is_rounding(e, acb_realref(c->value))) arb_zero(acb_realref(c->value));
  if (is_rounding(e, acb_imagref(c->value))) arb_zero(acb_imagref(c->value));
  c->is_zero = acb_is_zero(c->value) != 0;
  c->is_real = acb_is_real(c->value) != 0;
}

// Finds the kernels of the powers of N. Returns false if none has m dimensions: then these are several eigenvalues.
static bool find_kernels(const Eigen *e, Cluster *c) {
  Arena *work = e->work;
  acb_mat_struct *power = complex_matrix(work, e->k, e->k);
  c->N = complex_matrix(work, e->k, e->k);
  c->kernel = ARENA_ARRAY(work, acb_mat_struct *, (size_t) c->m + 1);
  acb_mat_set(c->N, e->A);
  for (slong i = 0; i < e->k; i++)
    acb_sub(acb_mat_entry(c->N, i, i), acb_mat_entry(c->N, i, i), c->value, EIGEN_BITS);
  acb_mat_scalar_mul_2exp_si(c->N, c->N, -e->scale);
  drop_radii(c->N);
  acb_mat_one(power);
  c->kernel[0] = complex_matrix(work, e->k, 0);
  for (slong j = 1; j <= c->m; j++) {
    acb_mat_approx_mul(power, power, c->N, EIGEN_BITS);
    c->kernel[j] = kernel(power, work);
    c->depth = j;
    if (c->kernel[j]->c == c->m) return true;
    if (c->kernel[j]->c == c->kernel[j - 1]->c) return false;
  }
  return false;
}

// Rows known to be independent.
typedef struct {
  acb_mat_struct *row;
  slong n;
} Basis;

static Basis basis_make(const Eigen *e) {
  return (Basis){complex_matrix(e->work, e->k + 1, e->k), 0};
}

// Adds v, unless it depends on the present rows.
static bool basis_add(const Eigen *e, Basis *basis, acb_srcptr v) {
  acb_mat_struct *E = complex_matrix(e->work, basis->n + 1, e->k);
  slong *column = ARENA_ARRAY(e->work, slong, (size_t) e->k + 1), largest = 0;
  for (slong j = 0; j < e->k; j++) {
    for (slong i = 0; i < basis->n; i++)
      acb_set(acb_mat_entry(E, i, j), acb_mat_entry(basis->row, i, j));
    if (is_larger(v + j, v + largest)) largest = j;
  }
  if (basis->n == e->k || acb_is_zero(v + largest)) return false;
  for (slong j = 0; j < e->k; j++)
    acb_div(acb_mat_entry(basis->row, basis->n, j), v + j, v + largest, EIGEN_BITS);
  drop_radii(basis->row);
  for (slong j = 0; j < e->k; j++)
    acb_set(acb_mat_entry(E, basis->n, j), acb_mat_entry(basis->row, basis->n, j));
  if (reduce(E, BASIS_BITS, column, complex_vector(e->work, 1)) <= basis->n) return false;
  basis->n++;
  return true;
}

// --- chains --------------------------------------------------------------------------------------

static void read_vector(acb_srcptr v, slong k, double *vector) {
  for (slong i = 0; i < k; i++) {
    vector[i] = linearize_ball_middle(acb_realref(v + i));
    vector[k + i] = linearize_ball_middle(acb_imagref(v + i));
  }
}

// Keeps the chain v_0 ... v_(length - 1) = top, as eigenvalues with vectors. Adds all of its vectors to level[], for
// the shorter chains.
static void keep_chain(Eigen *e, const Cluster *c, acb_srcptr top, slong length, Basis *level) {
  acb_mat_struct *v = complex_matrix(e->work, e->k, 1);
  const LocalEigen one = {.re = linearize_ball_middle(acb_realref(c->value)),
                          .im = linearize_ball_middle(acb_imagref(c->value)),
                          .is_zero = c->is_zero,
                          .is_real = c->is_real,
                          .chain = e->chains++};
  for (slong i = 0; i < e->k; i++) acb_set(acb_mat_entry(v, i, 0), top + i);
  e->n += (size_t) length;
  for (slong j = length; j-- > 0;) {
    acb_ptr row = complex_vector(e->work, e->k);
    for (slong i = 0; i < e->k; i++) acb_set(row + i, acb_mat_entry(v, i, 0));
    LocalEigen *to = &e->eigen[e->n - (size_t) (length - j)];
    *to = one;
    to->above = (size_t) j;
    to->vector = ARENA_ARRAY(e->store, double, 2 * (size_t) e->k);
    read_vector(row, e->k, to->vector);
    (void) basis_add(e, &level[j], row);
    acb_mat_approx_mul(v, c->N, v, EIGEN_BITS);
    acb_mat_scalar_mul_2exp_si(v, v, e->scale);
  }
}

// Finds the longest chains first: their tops are vectors that N^j annihilates, but that neither N^(j - 1) nor the
// earlier chains account for. Returns false if rounding leaves too few vectors.
static bool find_chains(Eigen *e, const Cluster *c) {
  const size_t before = e->n;
  Basis *level = ARENA_ARRAY(e->work, Basis, (size_t) c->depth + 1);
  for (slong j = 0; j <= c->depth; j++) level[j] = basis_make(e);
  for (slong j = c->depth; j > 0; j--) {
    Basis known = basis_make(e);
    acb_ptr v = complex_vector(e->work, e->k);
    for (slong i = 0; i < c->kernel[j - 1]->c; i++) {
      for (slong r = 0; r < e->k; r++) acb_set(v + r, acb_mat_entry(c->kernel[j - 1], r, i));
      (void) basis_add(e, &known, v);
    }
    for (slong i = 0; i < level[j - 1].n; i++)
      (void) basis_add(e, &known, acb_mat_entry(level[j - 1].row, i, 0));
    for (slong i = 0; i < c->kernel[j]->c; i++) {
      for (slong r = 0; r < e->k; r++) acb_set(v + r, acb_mat_entry(c->kernel[j], r, i));
      if (e->n - before + (size_t) j <= (size_t) c->m && basis_add(e, &known, v))
        keep_chain(e, c, v, j, level);
    }
  }
  if (e->n - before == (size_t) c->m) return true;
  e->n = before;
  return false;
}

// --- clusters ------------------------------------------------------------------------------------

// Keeps an eigenvalue that is isolated, or not distinguished from others. The sign of the real part is that of its
// ball, unless this contains 0. Without an enclosure, nothing is certain.
static void keep_alone(Eigen *e, slong i) {
  acb_srcptr ball = e->ball + i;
  const double size = ldexp(ZERO, (int) e->scale);
  const bool sure = acb_is_finite(ball) != 0;
  LocalEigen *to = &e->eigen[e->n++];
  *to = (LocalEigen){.re = linearize_ball_middle(acb_realref(sure ? ball : e->near + i)),
                     .im = linearize_ball_middle(acb_imagref(sure ? ball : e->near + i)),
                     .is_sure = sure,
                     .chain = e->chains++};
  to->is_zero = sure ? acb_contains_zero(ball) != 0 : hypot(to->re, to->im) <= size;
  to->is_real = sure ? arb_contains_zero(acb_imagref(ball)) != 0 : fabs(to->im) <= size;
  if (sure && arb_is_positive(acb_realref(ball))) to->sign = 1;
  if (sure && arb_is_negative(acb_realref(ball))) to->sign = -1;
  if (to->is_zero || (to->sign == 0 && fabs(to->re) < size)) to->re = 0;
  if (to->is_zero || to->is_real) to->im = 0;
  acb_ptr v = complex_vector(e->work, e->k);
  slong largest = 0;
  for (slong j = 0; j < e->k; j++)
    if (is_larger(acb_mat_entry(e->R, j, i), acb_mat_entry(e->R, largest, i))) largest = j;
  for (slong j = 0; j < e->k; j++)
    acb_div(v + j, acb_mat_entry(e->R, j, i), acb_mat_entry(e->R, largest, i), EIGEN_BITS);
  to->vector = ARENA_ARRAY(e->store, double, 2 * (size_t) e->k);
  read_vector(v, e->k, to->vector);
}

// Marks the eigenvalues that are connected to `first` by steps shorter than 2^-bits.
static slong gather(const Eigen *e, slong first, const bool *among, slong bits, bool *member) {
  slong count = 1;
  acb_t difference;
  acb_init(difference);
  for (slong i = 0; i < e->k; i++) member[i] = i == first;
  for (bool more = true; more;) {
    more = false;
    for (slong i = 0; i < e->k; i++)
      for (slong j = 0; j < e->k && among[i] && !member[i]; j++) {
        acb_sub(difference, e->near + i, e->near + j, EIGEN_BITS);
        if (!member[j] || !is_below(difference, e->scale - bits)) continue;
        member[i] = more = true;
        count++;
      }
  }
  acb_clear(difference);
  return count;
}

// Splits the marked eigenvalues into groups that coincide, and finds the chains of each.
static void split(Eigen *e, const bool *among, int round) {
  bool *left = ARENA_ARRAY(e->work, bool, (size_t) e->k),
       *member = ARENA_ARRAY(e->work, bool, (size_t) e->k);
  for (slong i = 0; i < e->k; i++) left[i] = among[i];
  for (slong i = 0; i < e->k; i++) {
    if (!left[i]) continue;
    Cluster c = {.value = complex_vector(e->work, 1)};
    c.m = gather(e, i, left, near_bits[round], member);
    for (slong j = 0; j < e->k; j++) left[j] = left[j] && !member[j];
    read_value(e, &c, member);
    if (c.m == 1)
      keep_alone(e, i);
    else if (find_kernels(e, &c) && find_chains(e, &c))
      continue;
    else if (round + 1 < ROUNDS)
      split(e, member, round + 1);
    else
      for (slong j = 0; j < e->k; j++)
        if (member[j]) keep_alone(e, j);
  }
}

// --- all of them ---------------------------------------------------------------------------------

static bool has_vector(const acb_mat_struct *R, slong i) {
  for (slong j = 0; j < R->r; j++)
    if (!acb_is_finite(acb_mat_entry(R, j, i))) return false;
  return true;
}

// Near a multiple eigenvalue, the QR method divides by zero when it computes vectors. The missing ones are found by
// inverse iteration: v = (A - lambda - shift)^-1 v.
static void find_vector(const Eigen *e, slong i, acb_mat_struct *R) {
  acb_mat_struct *N = complex_matrix(e->work, e->k, e->k), *v = complex_matrix(e->work, e->k, 1);
  acb_ptr shift = complex_vector(e->work, 1);
  acb_one(shift);
  acb_mul_2exp_si(shift, shift, e->scale - SHIFT_BITS);
  acb_add(shift, shift, e->near + i, EIGEN_BITS);
  acb_mat_get_mid(N, e->A);
  for (slong j = 0; j < e->k; j++) {
    acb_sub(acb_mat_entry(N, j, j), acb_mat_entry(N, j, j), shift, EIGEN_BITS);
    acb_set_si(acb_mat_entry(v, j, 0), 1 + (7 * j) % 5);
  }
  for (int round = 0; round < 3 && acb_mat_approx_solve(v, N, v, EIGEN_BITS); round++) {
    slong largest = 0;
    for (slong j = 0; j < e->k; j++)
      if (is_larger(acb_mat_entry(v, j, 0), acb_mat_entry(v, largest, 0))) largest = j;
    acb_inv(shift, acb_mat_entry(v, largest, 0), EIGEN_BITS);
    acb_mat_scalar_mul_acb(v, v, shift, EIGEN_BITS);
    drop_radii(v);
  }
  for (slong j = 0; j < e->k; j++) acb_set(acb_mat_entry(R, j, i), acb_mat_entry(v, j, 0));
}

// Encloses each isolated eigenvalue separately; the others become infinite balls. Two balls that overlap may contain
// the same one.
static void enclose_simple(const Eigen *e) {
  acb_mat_struct *X = complex_matrix(e->work, e->k, 1),
                 *enclosed = complex_matrix(e->work, e->k, 1);
  for (slong i = 0; i < e->k; i++) {
    for (slong j = 0; j < e->k; j++) acb_set(acb_mat_entry(X, j, 0), acb_mat_entry(e->R, j, i));
    acb_mat_eig_enclosure_rump(e->ball + i, NULL, enclosed, e->A, e->near + i, X, EIGEN_BITS);
  }
  for (slong i = 0; i < e->k; i++)
    for (slong j = 0; j < i; j++) {
      acb_ptr a = e->ball + i, b = e->ball + j;
      if (!acb_is_finite(a) || !acb_is_finite(b) || !acb_overlaps(a, b)) continue;
      acb_indeterminate(a);
      acb_indeterminate(b);
    }
}

static int by_real_part(const void *a, const void *b) {
  const LocalEigen *x = a, *y = b;
  if (x->re != y->re) return x->re < y->re ? 1 : -1;
  if (x->im != y->im) return x->im < y->im ? 1 : -1;
  if (x->chain != y->chain) return x->chain < y->chain ? -1 : 1;
  return (x->above > y->above) - (x->above < y->above);
}

static slong scale_of(const arb_mat_struct *A) {
  double size = 0;
  int exponent;
  for (slong i = 0; i < A->r * A->c; i++)
    size = fmax(size, fabs(linearize_ball_middle(arb_mat_entry(A, i / A->c, i % A->c))));
  (void) frexp(size, &exponent);
  return exponent;
}

Status eigen_find(const arb_mat_struct *A, Arena *store, Arena *work, LocalEigen *eigen) {
  const slong k = A->r;
  acb_mat_struct *C = complex_matrix(work, k, k), *R = complex_matrix(work, k, k);
  Eigen e = {.k = k,
             .scale = scale_of(A),
             .work = work,
             .store = store,
             .A = C,
             .R = R,
             .near = complex_vector(work, k),
             .ball = complex_vector(work, k),
             .eigen = eigen};
  acb_mat_set_arb_mat(C, A);
  if (k == 0) return STATUS_OK;
  if (!acb_mat_approx_eig_qr(e.near, NULL, R, C, NULL, QR_MOST + 50 * k, EIGEN_BITS))
    return STATUS_UNABLE;
  for (slong i = 0; i < k; i++)
    if (!has_vector(R, i)) find_vector(&e, i, R);
  enclose_simple(&e);
  bool *all = ARENA_ARRAY(work, bool, (size_t) k);
  for (slong i = 0; i < k; i++) all[i] = true;
  split(&e, all, 0);
  if (e.n != (size_t) k) return STATUS_UNABLE;
  qsort(eigen, (size_t) k, sizeof *eigen, by_real_part);
  return STATUS_OK;
}
