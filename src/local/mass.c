// local/mass.c: the mass matrix at a real state: positive definite, singular or indefinite.
//
// In:    equations; the initial state, or a random one near it
// Out:   the kind of M, and of N^T M N, where the columns of N span the velocities that the
//        constraints allow; a direction without positive energy, if there is one
// How:   M = L D L^T in ball arithmetic, the largest pivots first. With the remaining matrix S we keep
//        the directions T to which it belongs, S = T^T M T: a negative diagonal entry, or an
//        entry beside two zeros, shows a direction of negative energy.
// Law:   positive and indefinite are certain, by balls that do not touch zero; singular is the remaining
//        case, to REAL_BITS bits
// From:  docs/theory/real.md, section "The mass matrix"

#include "methods/canonical.h"
#include "local/mass.h"
#include "methods/constraints.h"
#include "ground/field_motion.h"
#include "ground/balls.h"

#define TEXT_DIGITS 6
#define REGULAR_DRAWS 4  // if this many points of the manifold have no motion, there is none

// A symmetric matrix during its decomposition.
typedef struct {
  slong n, bits;
  arb_mat_struct *S;  // the remaining matrix
  arb_mat_struct *T;  // a direction in each column
  bool *done;         // columns that were pivots
} Parting;

// --- pivots --------------------------------------------------------------------------------------

// The largest diagonal entry that is certainly positive, or n.
static slong next_pivot(const Parting *p) {
  slong best = p->n;
  for (slong i = 0; i < p->n; i++) {
    const arb_struct *entry = arb_mat_entry(p->S, i, i);
    if (p->done[i] || !arb_is_positive(entry)) continue;
    if (best == p->n || arf_cmp(arb_midref(entry), arb_midref(arb_mat_entry(p->S, best, best))) > 0)
      best = i;
  }
  return best;
}

// Column j of a matrix minus factor times column k.
static void subtract_column(arb_mat_struct *A, slong j, slong k, const arb_t factor, slong bits) {
  for (slong i = 0; i < arb_mat_nrows(A); i++)
    arb_submul(arb_mat_entry(A, i, j), arb_mat_entry(A, i, k), factor, bits);
}

// Makes every remaining direction u orthogonal to that of the pivot, t: u.M t = 0 from here on.
static void eliminate(Parting *p, slong pivot) {
  arb_t factor;
  arb_init(factor);
  p->done[pivot] = true;
  for (slong j = 0; j < p->n; j++) {
    if (p->done[j]) continue;
    arb_div(factor, arb_mat_entry(p->S, pivot, j), arb_mat_entry(p->S, pivot, pivot), p->bits);
    subtract_column(p->S, j, pivot, factor, p->bits);
    subtract_column(p->T, j, pivot, factor, p->bits);
  }
  for (slong i = 0; i < p->n; i++)
    for (slong j = 0; j < i; j++)
      if (!p->done[i] && !p->done[j]) arb_set(arb_mat_entry(p->S, i, j), arb_mat_entry(p->S, j, i));
  arb_clear(factor);
}

static void set_direction(const Parting *p, slong j, arb_mat_struct *u) {
  for (slong i = 0; i < arb_mat_nrows(u); i++)
    arb_set(arb_mat_entry(u, i, 0), arb_mat_entry(p->T, i, j));
}

// Finds a direction of negative energy: a remaining one, or the sum or difference of two.
static bool find_negative(const Parting *p, arb_mat_struct *u, arb_t energy) {
  for (slong i = 0; i < p->n; i++) {
    arb_set(energy, arb_mat_entry(p->S, i, i));
    set_direction(p, i, u);
    if (!p->done[i] && arb_is_negative(energy)) return true;
  }
  for (slong i = 0; i < p->n; i++)
    for (slong j = 0; j < i; j++) {
      const arb_struct *entry = arb_mat_entry(p->S, i, j);
      if (p->done[i] || p->done[j] || arb_contains_zero(entry)) continue;
      const slong sign = arb_is_positive(entry) ? -1 : 1;
      arb_add(energy, arb_mat_entry(p->S, i, i), arb_mat_entry(p->S, j, j), p->bits);
      arb_addmul_si(energy, entry, 2 * sign, p->bits);
      set_direction(p, i, u);
      for (slong k = 0; k < arb_mat_nrows(u); k++)
        arb_addmul_si(arb_mat_entry(u, k, 0), arb_mat_entry(p->T, k, j), sign, p->bits);
      if (arb_is_negative(energy)) return true;
    }
  return false;
}

// The kind of N^T M N. If it is not positive, u is a direction N y that shows this, and energy is u.M u.
static MassKind kind_along(const arb_mat_struct *M, const arb_mat_struct *N, slong bits,
                           Arena *work, arb_mat_struct *u, arb_t energy) {
  const size_t n = (size_t) arb_mat_ncols(N);
  Parting p = {.n = (slong) n, .bits = bits, .done = ARENA_ARRAY(work, bool, n + 1)};
  arb_mat_struct *Nt = ball_matrix(work, n, (size_t) arb_mat_nrows(N));
  p.S = ball_matrix(work, n, n);
  p.T = ball_matrix(work, (size_t) arb_mat_nrows(N), n);
  arb_mat_transpose(Nt, N);
  arb_mat_mul(p.T, M, N, bits);
  arb_mat_mul(p.S, Nt, p.T, bits);
  arb_mat_set(p.T, N);
  if (!arb_mat_is_finite(p.S)) return MASS_UNKNOWN;
  for (slong i = 0; i < p.n; i++) p.done[i] = false;
  slong pivot, left = p.n;
  while ((pivot = next_pivot(&p)) < p.n) {
    eliminate(&p, pivot);
    left--;
  }
  if (left == 0) return MASS_POSITIVE;
  if (find_negative(&p, u, energy)) return MASS_INDEFINITE;
  arb_zero(energy);
  for (slong i = 0; i < p.n; i++)
    if (!p.done[i]) set_direction(&p, i, u);
  return MASS_SINGULAR;
}

// --- directions that are allowed -----------------------------------------------------------------

static arb_mat_struct *identity(Arena *work, size_t n) {
  arb_mat_struct *I = ball_matrix(work, n, n);
  arb_mat_one(I);
  return I;
}

static bool is_among(const size_t *list, size_t n, size_t what) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == what) return true;
  return false;
}

// The kernel of A: a column for each variable that the chosen rows leave free. NULL if these rows cannot be solved for
// the others.
static arb_mat_struct *kernel(const arb_mat_struct *A, slong bits, Arena *work) {
  const size_t r = (size_t) arb_mat_nrows(A), n = (size_t) arb_mat_ncols(A);
  size_t *row = ARENA_ARRAY(work, size_t, r), *column = ARENA_ARRAY(work, size_t, n);
  const size_t rank = enclose_choose_pivots(A, work, row, column);
  arb_mat_struct *left = ball_matrix(work, rank, rank), *right = ball_matrix(work, rank, n - rank),
                 *x = ball_matrix(work, rank, n - rank), *N = ball_matrix(work, n, n - rank);
  size_t free = 0;
  for (size_t j = 0; j < n; j++) {
    if (is_among(column, rank, j)) continue;
    arb_one(arb_mat_entry(N, (slong) j, (slong) free));
    for (size_t a = 0; a < rank; a++)
      arb_neg(arb_mat_entry(right, (slong) a, (slong) free),
              arb_mat_entry(A, (slong) row[a], (slong) j));
    free++;
  }
  for (size_t a = 0; a < rank; a++)
    for (size_t b = 0; b < rank; b++)
      arb_set(arb_mat_entry(left, (slong) a, (slong) b),
              arb_mat_entry(A, (slong) row[a], (slong) column[b]));
  if (!ball_solve(work, x, left, right, bits)) return NULL;
  for (size_t b = 0; b < rank; b++)
    for (size_t j = 0; j < free; j++)
      arb_set(arb_mat_entry(N, (slong) column[b], (slong) j),
              arb_mat_entry(x, (slong) b, (slong) j));
  return N;
}

// The velocities allowed by the constraints, or by the rates in free speeds.
static arb_mat_struct *allowed(RealPoint *point, Arena *work) {
  const Equations *eq = point->eq;
  if (eq->given.m > 0) return real_slopes(point, work);
  const size_t r = free_in_velocities(eq) ? eq->constraints.r : 0;
  if (r == 0) return identity(work, eq->n);
  return kernel(real_matrix(point, eq->constraints.A.at, r, eq->n, work), point->bits, work);
}

// --- as text -------------------------------------------------------------------------------------

static const char *number(const arb_t value, Arena *arena) {
  const double d = arf_get_d(arb_midref(value), ARF_RND_NEAR);
  return text_format(arena, "%.*g", TEXT_DIGITS, d == 0 ? 0.0 : d);
}

static const char *direction_text(const Equations *eq, const arb_mat_struct *u, Arena *arena) {
  Text text = text_make(arena);
  for (size_t i = 0; i < eq->n; i++) {
    const arb_struct *entry = arb_mat_entry(u, (slong) i, 0);
    const Expr of = eq->free.u[i];
    if (!arb_contains_zero(entry))
      text_addf(&text, "%s%s = %s", text.n > 0 ? ", " : "", expr_symbol_name(eq->pool, of),
                number(entry, arena));
  }
  return text_get(&text);
}

static void look_at(RealPoint *point, Arena *work, Arena *arena, MassReport *report) {
  const Equations *eq = point->eq;
  const arb_mat_struct *M = real_matrix(point, problem_M(&eq->free)->at, eq->n, eq->n, work);
  arb_mat_struct *u = ball_matrix(work, eq->n, 1);
  arb_ptr energy = vector_make(work, 1);
  report->kind = report->along = kind_along(M, identity(work, eq->n), point->bits, work, u, energy);
  if (report->kind != MASS_POSITIVE && report->kind != MASS_UNKNOWN) {
    const arb_mat_struct *N = allowed(point, work);
    arb_mat_struct *inner = ball_matrix(work, eq->n, 1);
    arb_ptr inner_energy = vector_make(work, 1);
    report->along =
      N == NULL ? MASS_UNKNOWN : kind_along(M, N, point->bits, work, inner, inner_energy);
    if (report->along == report->kind) {
      u = inner;
      energy = inner_energy;
    }
  }
  arb_mul_2exp_si(energy, energy, -1);
  report->direction = direction_text(eq, u, arena);
  report->energy = number(energy, arena);
  report->state = real_state(point, problem_M(&eq->free)->at, eq->n * eq->n, arena);
  report->moves = real_motion(point) == STATUS_OK;
}

MassReport mass_definite(const Equations *eq, unsigned draw, Arena *arena) {
  MassReport report = {.kind = MASS_UNKNOWN, .along = MASS_UNKNOWN};
  RealPoint *point;
  if (real_point(canonical_solved(eq, arena), NULL, 0, draw, arena, &point) != STATUS_OK)
    return report;
  look_at(point, &point->work, arena, &report);
  real_point_clear(point);
  return report;
}

Truth mass_regular(const Equations *eq, Arena *arena) {
  FieldMotion fields = field_motion_open(canonical_solved(eq, arena), NULL, 0, arena);
  for (unsigned draw = 0; draw < REGULAR_DRAWS; draw++) {
    const Status status = field_motion_go(&fields, draw);
    if (status == STATUS_OK) return TRUTH_YES;
    if (status != STATUS_DOMAIN) return TRUTH_UNKNOWN;
  }
  // a root that a field lacks does not mean a singular matrix
  return field_motion_has_strangers(&fields, EXPR_ZERO) ? TRUTH_UNKNOWN : TRUTH_NO;
}
