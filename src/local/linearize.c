// local/linearize.c: the motion near a state to first order, in balls.
//
// In:    a state (q, u) with its rates and multipliers
// Out:   w' = A w + B input in independent variables w on the tangent space of the constraint
//        manifold; the eigenvalues of A (eigen.c)
// From:  docs/theory/smallmotions.md, section "Linearization"

#include "ground/arb.h"
#include "local/local_impl.h"

// --- the tangent space ---------------------------------------------------------------------------

// Is |a| < 2^-LOCAL_ZERO_BITS?
static bool is_small(const arb_t a) {
  arf_t most;
  arf_init(most);
  arb_get_abs_ubound_arf(most, a, 30);
  const bool small = arf_cmpabs_2exp_si(most, -LOCAL_ZERO_BITS) < 0;
  arf_clear(most);
  return small;
}

double linearize_ball_middle(const arb_t a) {
  return is_small(a) ? 0 : arf_get_d(arb_midref(a), ARF_RND_NEAR);
}

// The derivatives of expressions by symbols.
static Expr *derivatives(Local *l, const Expr *e, size_t rows, const Expr *by, size_t columns,
                         Arena *arena) {
  Expr *at = ARENA_ARRAY(arena, Expr, rows * columns + 1);
  for (size_t i = 0; i < rows * columns; i++)
    at[i] = expr_diff(l->pool, e[i / columns], by[i % columns]);
  return at;
}

typedef struct {
  size_t rank;
  size_t *row, *column;
} Pivots;

// Adds pivots of the marked rows of G in the marked columns.
static void add_pivots(const arb_mat_struct *G, const bool *rows, const bool *columns, Arena *work,
                       Pivots *found) {
  const size_t r = (size_t) G->r, c = (size_t) G->c;
  size_t *row = ARENA_ARRAY(work, size_t, r + 1), *column = ARENA_ARRAY(work, size_t, c + 1),
         *first = ARENA_ARRAY(work, size_t, r + 1), *second = ARENA_ARRAY(work, size_t, c + 1),
         m = 0, n = 0;
  for (size_t i = 0; i < r; i++)
    if (rows[i]) row[m++] = i;
  for (size_t j = 0; j < c; j++)
    if (columns[j]) column[n++] = j;
  arb_mat_struct *part = ball_matrix(work, m, n);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(part, (slong) i, (slong) j),
              arb_mat_entry(G, (slong) row[i], (slong) column[j]));
  const size_t rank = m > 0 && n > 0 ? enclose_choose_pivots(part, work, first, second) : 0;
  for (size_t k = 0; k < rank; k++) {
    found->row[found->rank] = row[first[k]];
    found->column[found->rank++] = column[second[k]];
  }
}

static Pivots pivots_make(const arb_mat_struct *G, Arena *work) {
  return (Pivots){0, ARENA_ARRAY(work, size_t, (size_t) G->r + 1),
                  ARENA_ARRAY(work, size_t, (size_t) G->c + 1)};
}

// Constraints on positions make coordinates dependent, the others velocities. kept (or NULL): variables that should
// stay independent, if there is a choice.
static Pivots staged_pivots(const Local *l, const arb_mat_struct *G, const bool *kept,
                            Arena *work) {
  const size_t r = l->manifold.n, c = l->n + l->m;
  Pivots found = pivots_make(G, work);
  for (size_t enclosure = 0; enclosure < 2; enclosure++) {
    bool *rows = ARENA_ARRAY(work, bool, r + 1), *columns = ARENA_ARRAY(work, bool, c + 1);
    for (size_t i = 0; i < r; i++)
      rows[i] =
        enclosure == (expr_depends_on_any(l->pool, l->manifold.at[i], l->x + l->n, l->m) ? 1 : 0);
    for (size_t j = 0; j < c; j++)
      columns[j] = enclosure == (j < l->n ? 0 : 1) && (kept == NULL || !kept[j]);
    add_pivots(G, rows, columns, work, &found);
  }
  return found;
}

static Pivots tangent_pivots(const Local *l, const arb_mat_struct *G, const bool *kept,
                             Arena *work) {
  Pivots all = pivots_make(G, work);
  all.rank = enclose_choose_pivots(G, work, all.row, all.column);
  const Pivots wanted = staged_pivots(l, G, kept, work);
  if (wanted.rank == all.rank) return wanted;
  const Pivots natural = staged_pivots(l, G, NULL, work);
  return natural.rank == all.rank ? natural : all;
}

// Determines the independent variables, coordinates first.
static void choose_independent(Local *l, const Pivots *p) {
  bool *dependent = ARENA_ARRAY(&l->store, bool, l->n + l->m);
  l->index = ARENA_ARRAY(&l->store, size_t, l->n + l->m + 1);
  l->d = l->positions = 0;
  for (size_t j = 0; j < p->rank; j++) dependent[p->column[j]] = true;
  for (size_t j = 0; j < l->n + l->m; j++) {
    if (dependent[j]) continue;
    l->index[l->d++] = j;
    l->positions += j < l->n;
  }
}

// dx = P dw: the dependent variables by G dx = 0
static bool make_tangent(Local *l, const bool *kept) {
  const size_t N = l->n + l->m, c = l->manifold.n;
  Arena *work = &l->work;
  const Expr *at = derivatives(l, l->manifold.at, c, l->x, N, &l->store);
  const arb_mat_struct *G = local_matrix(l, at, c, N, work);
  const Pivots p = tangent_pivots(l, G, kept, work);
  choose_independent(l, &p);
  arb_mat_struct *D = ball_matrix(work, p.rank, p.rank), *rest = ball_matrix(work, p.rank, l->d),
                 *X = ball_matrix(work, p.rank, l->d);
  for (size_t i = 0; i < p.rank; i++) {
    for (size_t j = 0; j < p.rank; j++)
      arb_set(arb_mat_entry(D, (slong) i, (slong) j),
              arb_mat_entry(G, (slong) p.row[i], (slong) p.column[j]));
    for (size_t k = 0; k < l->d; k++)
      arb_neg(arb_mat_entry(rest, (slong) i, (slong) k),
              arb_mat_entry(G, (slong) p.row[i], (slong) l->index[k]));
  }
  if (p.rank > 0 && !ball_solve(work, X, D, rest, LOCAL_BITS)) return false;
  l->P = ball_matrix(&l->store, N, l->d);
  for (size_t k = 0; k < l->d; k++) {
    arb_one(arb_mat_entry(l->P, (slong) l->index[k], (slong) k));
    for (size_t j = 0; j < p.rank; j++)
      arb_set(arb_mat_entry(l->P, (slong) p.column[j], (slong) k),
              arb_mat_entry(X, (slong) j, (slong) k));
  }
  return true;
}

// --- the rates -----------------------------------------------------------------------------------

// The rank of the constraints at ordinary states: a smaller rank is a singular state, at which the remaining rows do
// not determine the motion.
static size_t ordinary_rank(Local *l) {
  if (!l->rank_known) l->rank = ground_of(l->eq)->rank;
  l->rank_known = true;
  return l->rank;
}

// The independent rows of the motion: M u' = ..., then independent rows of A. NULL at singular states.
static size_t *motion_rows(Local *l, size_t *count, Arena *work) {
  size_t *row = ARENA_ARRAY(work, size_t, l->m + l->r + 1),
         *first = ARENA_ARRAY(work, size_t, l->r + 1),
         *second = ARENA_ARRAY(work, size_t, l->m + 1);
  const bool has_rows = l->motion.n > l->m;
  const size_t rank = has_rows ? enclose_choose_pivots(local_matrix(l, l->A.at, l->r, l->m, work),
                                                       work, first, second)
                               : 0;
  if (has_rows && rank < l->r && rank < ordinary_rank(l)) return NULL;
  for (size_t i = 0; i < l->m; i++) row[i] = i;
  for (size_t a = 0; a < rank; a++) row[l->m + a] = l->m + first[a];
  *count = l->m + rank;
  return row;
}

// d(u', lambda)/d(x, inputs) from the equations of the motion; only the first m rows are u'. NULL if they are not
// determined.
static const arb_mat_struct *motion_slopes(Local *l, const Expr *by, size_t columns) {
  Arena *work = &l->work;
  size_t k;
  const size_t *row = motion_rows(l, &k, work);
  if (row == NULL) return NULL;
  Expr *equation = ARENA_ARRAY(&l->store, Expr, k), *unknown = ARENA_ARRAY(&l->store, Expr, k);
  for (size_t i = 0; i < k; i++) {
    equation[i] = l->motion.at[row[i]];
    unknown[i] = i < l->m ? l->rate[i] : l->lambda[row[i] - l->m];
  }
  const arb_mat_struct *K = local_matrix(l, derivatives(l, equation, k, unknown, k, &l->store), k,
                                         k, work),
                       *R = local_matrix(l, derivatives(l, equation, k, by, columns, &l->store), k,
                                         columns, work);
  arb_mat_struct *X = ball_matrix(work, k, columns), *minus = ball_matrix(work, k, columns);
  arb_mat_neg(minus, R);
  return ball_solve(work, X, K, minus, LOCAL_BITS) ? X : NULL;
}

// Computes the derivatives of x' by (x, inputs) in J.
static bool make_slopes(Local *l, const Expr *by, size_t columns, arb_mat_struct *J) {
  const arb_mat_struct *X = motion_slopes(l, by, columns);
  if (X == NULL) return false;
  const arb_mat_struct *psi =
    local_matrix(l, derivatives(l, l->psi, l->n, by, columns, &l->store), l->n, columns, &l->work);
  bool good = true;
  for (size_t i = 0; i < l->n + l->m; i++)
    for (size_t j = 0; j < columns; j++) {
      arb_srcptr from = i < l->n ? arb_mat_entry(psi, (slong) i, (slong) j)
                                 : arb_mat_entry(X, (slong) (i - l->n), (slong) j);
      arb_set(arb_mat_entry(J, (slong) i, (slong) j), from);
      good = good && arb_is_finite(from);
    }
  return good;
}

static double *middles(const arb_mat_struct *A, Arena *arena) {
  const size_t columns = (size_t) A->c, n = (size_t) A->r * columns;
  double *at = ARENA_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    at[i] = linearize_ball_middle(arb_mat_entry(A, (slong) (i / columns), (slong) (i % columns)));
  return at;
}

static arb_ptr entry(const Local *l, size_t i, size_t j) {
  return arb_mat_entry(l->linear, (slong) i, (slong) j);
}

static Status linearize(Local *l, const bool *prefer, const Expr *input, size_t inputs,
                        LocalLinear *linear) {
  const size_t N = l->n + l->m;
  if (!make_tangent(l, prefer)) return STATUS_DOMAIN;
  Expr *by = ARENA_ARRAY(&l->store, Expr, N + inputs + 1);
  for (size_t j = 0; j < N + inputs; j++) by[j] = j < N ? l->x[j] : input[j - N];
  arb_mat_struct *J = ball_matrix(&l->work, N, N + inputs);
  if (!make_slopes(l, by, N + inputs, J)) return STATUS_DOMAIN;
  // multiply by dx = P dw; the rows of the independent variables are A
  arb_mat_struct *by_state = ball_matrix(&l->work, N, N), *all = ball_matrix(&l->store, N, l->d),
                 *B = ball_matrix(&l->store, l->d, inputs);
  for (size_t i = 0; i < N * N; i++)
    arb_set(arb_mat_entry(by_state, (slong) (i / N), (slong) (i % N)),
            arb_mat_entry(J, (slong) (i / N), (slong) (i % N)));
  arb_mat_mul(all, by_state, l->P, LOCAL_BITS);
  l->linear = ball_matrix(&l->store, l->d, l->d);
  for (size_t i = 0; i < l->d; i++) {
    const slong from = (slong) l->index[i];
    for (size_t j = 0; j < l->d; j++) arb_set(entry(l, i, j), arb_mat_entry(all, from, (slong) j));
    for (size_t j = 0; j < inputs; j++)
      arb_set(arb_mat_entry(B, (slong) i, (slong) j), arb_mat_entry(J, from, (slong) (N + j)));
  }
  *linear = (LocalLinear){l->d,
                          inputs,
                          l->index,
                          middles(l->linear, &l->store),
                          middles(B, &l->store),
                          middles(l->P, &l->store),
                          middles(all, &l->store),
                          l->positions};
  return STATUS_OK;
}

Status local_linearize(Local *l, const bool *prefer, const Expr *input, size_t inputs,
                       LocalLinear *linear) {
  l->linear = NULL;
  if (!local_is_smooth(l)) return STATUS_UNABLE;
  const ArenaMark mark = arena_mark(&l->work);
  const Status status = linearize(l, prefer, input, inputs, linear);
  arena_release(&l->work, mark);
  return status;
}

// --- what it is like -----------------------------------------------------------------------------

bool local_is_second_order(const Local *l) {
  for (size_t i = 0; i < l->d; i++)
    for (size_t j = 0; j < l->d; j++)
      if ((i < l->positions) == (j < l->positions) && !is_small(entry(l, i, j))) return false;
  return true;
}

// Are the independent velocities those of the independent coordinates, in their order?
static bool is_paired(const Local *l) {
  if (!l->velocities || l->d != 2 * l->positions) return false;
  for (size_t i = 0; i < l->positions; i++)
    if (l->index[l->positions + i] != l->index[i] + l->n) return false;
  return true;
}

static void read_matrix(const arb_mat_struct *S, double *at) {
  const size_t n = (size_t) S->r;
  for (size_t i = 0; i < n * n; i++)
    at[i] = linearize_ball_middle(arb_mat_entry(S, (slong) (i / n), (slong) (i % n)));
}

Status local_small_motions(Local *l, double *A0, double *B0) {
  const size_t p = l->positions;
  if (!is_paired(l)) return STATUS_UNABLE;
  const ArenaMark mark = arena_mark(&l->work);
  const arb_mat_struct *M = local_matrix(l, problem_M(&l->eq->free)->at, l->n, l->n, &l->work);
  arb_mat_struct *Z = ball_matrix(&l->work, l->n, p), *MZ = ball_matrix(&l->work, l->n, p),
                 *Zt = ball_matrix(&l->work, p, l->n), *S = ball_matrix(&l->work, p, p),
                 *Y = ball_matrix(&l->work, p, p), *SY = ball_matrix(&l->work, p, p);
  for (size_t k = 0; k < p; k++) {
    for (size_t i = 0; i < l->n; i++)
      arb_set(arb_mat_entry(Z, (slong) i, (slong) k), arb_mat_entry(l->P, (slong) i, (slong) k));
    for (size_t i = 0; i < p; i++)
      arb_set(arb_mat_entry(Y, (slong) i, (slong) k), entry(l, p + i, k));
  }
  arb_mat_transpose(Zt, Z);
  arb_mat_mul(MZ, M, Z, LOCAL_BITS);
  arb_mat_mul(S, Zt, MZ, LOCAL_BITS);
  arb_mat_mul(SY, S, Y, LOCAL_BITS);
  read_matrix(S, A0);
  read_matrix(SY, B0);
  arena_release(&l->work, mark);
  return STATUS_OK;
}

// --- eigenvalues ---------------------------------------------------------------------------------

Status local_eigenvalues(Local *l, const size_t *part, size_t k, LocalEigen *eigen) {
  const ArenaMark mark = arena_mark(&l->work);
  arb_mat_struct *A = ball_matrix(&l->work, k, k);
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      arb_set(arb_mat_entry(A, (slong) i, (slong) j), entry(l, part[i], part[j]));
  const Status status = eigen_find(A, &l->store, &l->work, eigen);
  arena_release(&l->work, mark);
  return status;
}

// [0 X; Y 0]^2 = [XY 0; 0 YX]
Status local_squares(Local *l, LocalEigen *eigen) {
  const size_t p = l->positions, v = l->d - p;
  const ArenaMark mark = arena_mark(&l->work);
  arb_mat_struct *X = ball_matrix(&l->work, p, v), *Y = ball_matrix(&l->work, v, p),
                 *XY = ball_matrix(&l->work, p, p);
  for (size_t i = 0; i < p; i++)
    for (size_t j = 0; j < v; j++) {
      arb_set(arb_mat_entry(X, (slong) i, (slong) j), entry(l, i, p + j));
      arb_set(arb_mat_entry(Y, (slong) j, (slong) i), entry(l, p + j, i));
    }
  arb_mat_mul(XY, X, Y, LOCAL_BITS);
  const Status status = eigen_find(XY, &l->store, &l->work, eigen);
  arena_release(&l->work, mark);
  if (status != STATUS_OK || p == 0) return status;
  LocalEigen *kept = ARENA_ARRAY(&l->store, LocalEigen, p);
  for (size_t i = 0; i < p; i++) kept[i] = eigen[i];
  l->squares = kept;
  return STATUS_OK;
}
