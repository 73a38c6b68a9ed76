// proof/agree.c: accelerations at points of the constraint manifold, on every piece.
//
// From:  docs/theory/fingerprints.md, section "On the constraint manifold"

#include "algebra/field_linear.h"
#include "expr/field.h"
#include "ground/ground.h"
#include "ground/pieces.h"
#include "ground/real.h"
#include "ground/field_motion.h"
#include "proof/proof.h"

#define AGREE_POINTS 2  // one decides; a second guards against a special draw
#define AGREE_STATES 4  // real states tried on a piece where the derivations disagree
#define AGREE_DRAWS 64  // a point may lie on a branch where a derivation does not hold

// --- accelerations -------------------------------------------------------------------------------

static bool values(FieldPoint *point, Arena *arena, const Expr *roots, size_t n,
                   Fingerprint **result) {
  *result = ARENA_ARRAY(arena, Fingerprint, n);
  return field_point_values(point, roots, n, *result);
}

// A problem in n unknowns with r constraints, as values at a point.
typedef struct {
  size_t n, r;
  Fingerprint *M, *F, *A, *B, *b;
} Values;

// [M -B^T; A 0] [x; lambda] = [F; b]; false if it does not determine x
static bool solve_augmented(const Values *p, Arena *arena, Fingerprint *x) {
  const size_t n = p->n, r = p->r, size = n + r;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t *K = ARENA_ARRAY(arena, uint64_t, size * size),
             *f = ARENA_ARRAY(arena, uint64_t, size);
    uint64_t *y = ARENA_ARRAY(arena, uint64_t, size);
    bool *bound = ARENA_ARRAY(arena, bool, size);
    for (size_t i = 0; i < n; i++) {
      f[i] = p->F[i].v[k];
      for (size_t j = 0; j < n; j++) K[i * size + j] = p->M[i * n + j].v[k];
      for (size_t a = 0; a < r; a++) {
        K[i * size + n + a] = field_sub(k, 0, p->B[a * n + i].v[k]);
        K[(n + a) * size + i] = p->A[a * n + i].v[k];
      }
    }
    for (size_t a = 0; a < r; a++) f[n + a] = p->b[a].v[k];
    if (!field_solve(k, arena, size, size, K, f, y, bound)) return false;
    for (size_t i = 0; i < n; i++) {
      if (!bound[i]) return false;
      x[i].v[k] = y[i];
    }
  }
  return true;
}

// q'' = psi_z u' + drift with the u' of the problem by time
static bool accelerations(const Equations *eq, FieldPoint *point, Arena *arena, Fingerprint *x) {
  const Problem *by_time = problem_by_time(eq);
  const size_t n = eq->n, m = by_time->m;
  Values p = {.n = m, .r = by_time->rows};
  Fingerprint *slope, *drift, *rate = ARENA_ARRAY(arena, Fingerprint, m);
  if (!values(point, arena, problem_M(by_time)->at, m * m, &p.M) ||
      !values(point, arena, problem_F(by_time), m, &p.F) ||
      !values(point, arena, by_time->A.at, p.r * m, &p.A) ||
      !values(point, arena, by_time->B.at, p.r * m, &p.B) ||
      !values(point, arena, by_time->b, p.r, &p.b) ||
      !values(point, arena, by_time->psi_z.at, n * m, &slope) ||
      !values(point, arena, by_time->drift, n, &drift) || !solve_augmented(&p, arena, rate))
    return false;
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < FIELD_COUNT; k++) {
      x[i].v[k] = drift[i].v[k];
      for (size_t l = 0; l < m; l++)
        x[i].v[k] = field_add(k, x[i].v[k], field_mul(k, slope[i * m + l].v[k], rate[l].v[k]));
    }
  return true;
}

// Is q' = psi at the point, with the present signs of roots?
static bool fits_psi(const Equations *eq, FieldPoint *point, Arena *arena) {
  Fingerprint *psi, *qd;
  if (!values(point, arena, problem_by_time(eq)->psi, eq->n, &psi) ||
      !values(point, arena, eq->qd, eq->n, &qd))
    return false;
  for (size_t i = 0; i < eq->n; i++)
    if (psi[i].v[0] != qd[i].v[0] || psi[i].v[1] != qd[i].v[1]) return false;
  return true;
}

// Takes square roots in the field from here on, with signs for which both derivations hold at the point.
static bool choose_roots(const Equations *a, const Equations *b, FieldPoint *point, Arena *arena) {
  for (unsigned signs = 0; signs < 1u << FIELD_COUNT; signs++) {
    field_point_take_roots(point, signs, 0);
    if (fits_psi(a, point, arena) && fits_psi(b, point, arena)) return true;
  }
  return false;
}

// A problem that contains the energy as a constant has one unknown less: this and the direction replace it.
size_t proof_freedoms(const Equations *eq) {
  return eq->problem.m + (expr_is_none(eq->along.energy) ? 0 : 1);
}

// Has the method as many free speeds as the constraints leave at the point? A derivation for another piece may
// have more or fewer. A method with constraint rows of its own counts as having them.
static bool has_its_freedoms(const Equations *a, const Equations *b, FieldPoint *point,
                             Arena *arena) {
  const size_t n = a->n, r = a->constraints.r;
  if (b->problem.rows > 0 || r == 0) return true;
  Fingerprint *A;
  uint64_t *at = ARENA_ARRAY(arena, uint64_t, r * n);
  size_t *ranks = ARENA_ARRAY(arena, size_t, r + 1);
  if (!values(point, arena, a->constraints.A.at, r * n, &A)) return true;
  for (size_t i = 0; i < r * n; i++) at[i] = A[i].v[0];
  field_ranks(0, arena, r, n, at, ranks);
  return proof_freedoms(b) + ranks[r] == n;
}

// Compares the accelerations on the piece that has these equations. covered: does the second method hold there?
// Velocities that were solved for on one piece are not those of another.
static Truth agree_on(const Equations *piece, const Equations *a, const Equations *b, Arena *arena,
                      bool *covered) {
  unsigned compared = 0;
  *covered = false;
  for (unsigned draw = 0; draw < AGREE_DRAWS && compared < AGREE_POINTS; draw++) {
    FieldPoint *point;
    Fingerprint *x = ARENA_ARRAY(arena, Fingerprint, a->n),
                *y = ARENA_ARRAY(arena, Fingerprint, a->n);
    if (ground_point(piece, arena, draw, &point) != STATUS_OK) {
      *covered = true;  // as far as is known
      return TRUTH_UNKNOWN;
    }
    if (!field_motion_define(a, point)) continue;
    if (!choose_roots(a, b, point, arena) || !has_its_freedoms(a, b, point, arena)) continue;
    *covered = true;
    if (!accelerations(a, point, arena, x) || !accelerations(b, point, arena, y)) continue;
    compared++;
    for (size_t i = 0; i < a->n; i++)
      if (x[i].v[0] != y[i].v[0] || x[i].v[1] != y[i].v[1]) return TRUTH_NO;
  }
  return compared == AGREE_POINTS ? TRUTH_YES : TRUTH_UNKNOWN;
}

static bool has_states(const GroundPiece *piece, Arena *arena) {
  RealSource *source = real_source(&piece->eq, NULL, 0, arena);
  for (unsigned draw = 0; source != NULL && draw < AGREE_STATES; draw++) {
    RealPoint *point;
    if (real_draw(source, draw, arena, &point) == STATUS_OK) return true;
  }
  return false;
}

// Compares on all pieces that the second method covers, of which there must be at least one. If a piece has no
// known real state, its points over the fields say nothing about a motion.
Truth proof_agree(const Equations *a, const Equations *b, Arena *arena) {
  if (a->n != b->n) return TRUTH_NO;
  if (!ground_of(a)->known) return TRUTH_UNKNOWN;
  const GroundPieces pieces = ground_pieces(a, NULL, 0, arena);
  Truth all = pieces.counted && pieces.n == pieces.all ? TRUTH_YES : TRUTH_UNKNOWN;
  size_t agreed = 0;
  for (size_t i = 0; i < pieces.n && all != TRUTH_NO; i++) {
    bool covered;
    const Truth here = agree_on(&pieces.at[i].eq, a, b, arena, &covered);
    agreed += here == TRUTH_YES;
    if (here == TRUTH_YES || (here == TRUTH_UNKNOWN && !covered)) continue;
    if (pieces.n == 1 || has_states(&pieces.at[i], arena)) all = here;
  }
  return all == TRUTH_YES && agreed == 0 ? TRUTH_UNKNOWN : all;
}
