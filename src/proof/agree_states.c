// proof/agree_states.c: two derivations compared at real states.
//
// In:    a system for which no points over the fields are known, such as coupled loops
// Out:   do the derivations give the same accelerations to many digits, near the initial state and
//        far from it?
// Not:   a proof

#include "ground/balls.h"
#include "proof/proof.h"

#define STATES 4  // states that must agree
#define DRAWS 12  // states drawn to find them
#define BITS 133  // 40 digits after the point

// The problem of a method in u', as balls.
typedef struct {
  RealPoint *point;
  const Equations *eq;
  const Problem *problem;  // by time
  size_t freedoms;
  Arena *work;
} Reduced;

static arb_mat_struct *values(const Reduced *r, const Expr *at, size_t rows, size_t columns) {
  return real_matrix(r->point, at, rows, columns, r->work);
}

// Is q' = psi at the state? If not, the method describes another branch.
static bool fits_psi(const Reduced *r) {
  const arb_mat_struct *psi = values(r, r->problem->psi, r->eq->n, 1),
                       *qd = values(r, r->eq->qd, r->eq->n, 1);
  return arb_mat_is_finite(psi) && arb_mat_overlaps(psi, qd);
}

// Has the method as many free speeds as the constraints leave at the state? A derivation for another piece may
// have more or fewer.
static bool has_its_freedoms(const Reduced *r, const Constraints *c) {
  const Equations *eq = r->eq;
  if (r->problem->rows > 0 || c->r == 0) return true;
  const arb_mat_struct *A = values(r, c->A.at, c->r, eq->n);
  size_t *row = ARENA_ARRAY(r->work, size_t, c->r + 1),
         *column = ARENA_ARRAY(r->work, size_t, eq->n + 1);
  return arb_mat_is_finite(A) &&
         r->freedoms + enclose_choose_pivots(A, r->work, row, column) == eq->n;
}

// [M -B^T; A 0] [u'; lambda] = [F; b] with independent rows of A
static bool solve(const Reduced *r, arb_mat_struct *rate) {
  const Problem *p = r->problem;
  const slong m = (slong) p->m;
  const arb_mat_struct *M = values(r, problem_M(p)->at, p->m, p->m),
                       *F = values(r, problem_F(p), p->m, 1),
                       *A = values(r, p->A.at, p->rows, p->m),
                       *B = values(r, p->B.at, p->rows, p->m), *b = values(r, p->b, p->rows, 1);
  size_t *row = ARENA_ARRAY(r->work, size_t, p->rows + 1),
         *column = ARENA_ARRAY(r->work, size_t, p->m + 1);
  if (!arb_mat_is_finite(M) || !arb_mat_is_finite(F) || !arb_mat_is_finite(A) ||
      !arb_mat_is_finite(B) || !arb_mat_is_finite(b))
    return false;
  const slong k = (slong) (p->rows > 0 ? enclose_choose_pivots(A, r->work, row, column) : 0);
  arb_mat_struct *K = ball_matrix(r->work, (size_t) (m + k), (size_t) (m + k)),
                 *f = ball_matrix(r->work, (size_t) (m + k), 1),
                 *y = ball_matrix(r->work, (size_t) (m + k), 1);
  for (slong i = 0; i < m; i++) {
    arb_set(arb_mat_entry(f, i, 0), arb_mat_entry(F, i, 0));
    for (slong j = 0; j < m; j++) arb_set(arb_mat_entry(K, i, j), arb_mat_entry(M, i, j));
    for (slong a = 0; a < k; a++) {
      arb_neg(arb_mat_entry(K, i, m + a), arb_mat_entry(B, (slong) row[a], i));
      arb_set(arb_mat_entry(K, m + a, i), arb_mat_entry(A, (slong) row[a], i));
    }
  }
  for (slong a = 0; a < k; a++)
    arb_set(arb_mat_entry(f, m + a, 0), arb_mat_entry(b, (slong) row[a], 0));
  if (!ball_solve(r->work, y, K, f, r->point->bits)) return false;
  for (slong i = 0; i < m; i++) arb_set(arb_mat_entry(rate, i, 0), arb_mat_entry(y, i, 0));
  return true;
}

// q'' = psi_z u' + drift, minus the q'' of the point
static bool difference(const Reduced *r, arb_mat_struct *x) {
  const Equations *eq = r->eq;
  const Problem *p = r->problem;
  arb_mat_struct *rate = ball_matrix(r->work, p->m, 1);
  if (!fits_psi(r) || !has_its_freedoms(r, &r->point->eq->constraints) || !solve(r, rate))
    return false;
  const slong bits = r->point->bits;
  arb_mat_mul(x, values(r, p->psi_z.at, eq->n, p->m), rate, bits);
  arb_mat_add(x, x, values(r, p->drift, eq->n, 1), bits);
  arb_mat_sub(x, x, values(r, eq->qdd, eq->n, 1), bits);
  return arb_mat_is_finite(x);
}

static Truth agree_there(const Reduced *r) {
  const ArenaMark mark = arena_mark(r->work);
  arb_mat_struct *x = ball_matrix(r->work, r->eq->n, 1);
  Truth truth = difference(r, x) ? TRUTH_YES : TRUTH_UNKNOWN;
  for (slong i = 0; truth == TRUTH_YES && i < arb_mat_nrows(x); i++) {
    arb_srcptr entry = arb_mat_entry(x, i, 0);
    mag_t size;
    mag_init(size);
    arb_get_mag(size, entry);
    if (mag_cmp_2exp_si(size, -BITS) > 0)
      truth = arb_contains_zero(entry) ? TRUTH_UNKNOWN : TRUTH_NO;
    mag_clear(size);
  }
  arena_release(r->work, mark);
  return truth;
}

// Needs four states that agree; a single state refutes if it is certainly a state of the system.
Truth proof_agree_at_states(const Equations *a, const Equations *b, Arena *arena) {
  unsigned agree = 0;
  if (equations_are_free(b)) return TRUTH_YES;  // the same problem, not yet solved
  RealSource *source = real_source(a, NULL, 0, arena);
  if (source != NULL && ground_of(a)->for_values) real_hold_parameters(source);
  for (unsigned draw = 0; source != NULL && draw < DRAWS && agree < STATES; draw++) {
    RealPoint *point;
    if (real_draw(source, draw, arena, &point) != STATUS_OK) continue;
    const Reduced r = {point, b, problem_by_time(b), proof_freedoms(b), &point->work};
    const Truth here = real_motion(point) == STATUS_OK ? agree_there(&r) : TRUTH_UNKNOWN;
    const bool refuted = here == TRUTH_NO && real_is_exact(point);
    real_point_clear(point);
    if (refuted) return TRUTH_NO;
    agree += here == TRUTH_YES;
  }
  return agree == STATES ? TRUTH_YES : TRUTH_UNKNOWN;
}
