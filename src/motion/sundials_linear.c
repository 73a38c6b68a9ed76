// motion/sundials_linear.c: the linear systems of the implicit integrators.
//
// In:    the Jacobian of a flow, and the places of its entries
// Out:   1 - gamma J, factored by KLU if it has few entries, else as a dense matrix
//
// The Jacobian is kept here: if only the step has changed, only gamma is new.

#include "motion/sundials_impl.h"
#include <stdlib.h>

#define DENSE_MOST 500  // larger systems without a Jacobian are solved by GMRES
// KLU is faster from this size of the state on, up to the density of any Jacobian in mechanics, where q' has
// few entries (bench/large.c).
#define SPARSE_LEAST 20
#define SPARSE_MOST 0.6
#define KRYLOV_MOST 30  // dimension of the subspace of GMRES

static bool has_few_entries(const Flow *flow) {
  const FlowPattern *pattern = flow->pattern;
  const double all = (double) flow->n * (double) flow->n;
  return pattern && flow->n >= SPARSE_LEAST && (double) pattern->entries <= SPARSE_MOST * all;
}

static size_t entries_of(const Flow *flow) {
  return flow->pattern != NULL ? flow->pattern->entries : flow->n * flow->n;
}

size_t sundials_linear_room(const Flow *flow) {
  const size_t n = flow->n;
  if (flow->jacobian == NULL && n > DENSE_MOST) return 0;
  return has_few_entries(flow) ? 16 * flow->pattern->entries : 3 * n * n;
}

// --- filling -------------------------------------------------------------------------------------

static void put_sparse(const SundialsLinear *l, const Flow *flow, double gamma) {
  double *A = SM_DATA_S(l->matrix);
  for (size_t i = 0; i < flow->pattern->entries; i++) A[i] = -gamma * l->entry[i];
  for (size_t j = 0; j < flow->n; j++) A[l->diagonal[j]] += 1;
}

static void put_full(const SundialsLinear *l, const Flow *flow, double gamma) {
  double *A = SM_DATA_D(l->matrix);
  for (size_t i = 0; i < flow->n * flow->n; i++) A[i] = -gamma * l->entry[i];
  for (size_t j = 0; j < flow->n; j++) A[j * flow->n + j] += 1;
}

static void put_dense(const SundialsLinear *l, const Flow *flow, double gamma) {
  const FlowPattern *pattern = flow->pattern;
  const size_t n = flow->n;
  double *A = SM_DATA_D(l->matrix);
  for (size_t i = 0; i < n * n; i++) A[i] = 0;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = pattern->start[j]; i < pattern->start[j + 1]; i++)
      A[j * n + pattern->row[i]] = -gamma * l->entry[i];
    A[j * n + j] += 1;
  }
}

int sundials_linear_fill(const SundialsLinear *l, const Flow *flow, double t, const double *y,
                         bool again, double gamma) {
  double sum = 0;
  if (!again) flow->jacobian(flow, t, y, l->entry);
  for (size_t i = 0; !again && i < entries_of(flow); i++) sum += l->entry[i] * 0;
  if (sum != 0) return 1;
  (l->sparse ? put_sparse : flow->pattern != NULL ? put_dense : put_full)(l, flow, gamma);
  return 0;
}

// --- making one ----------------------------------------------------------------------------------

// Sets the places of the entries, which factoring does not change.
static void put_pattern(SundialsLinear *l, const FlowPattern *pattern, size_t n) {
  for (size_t i = 0; i <= n; i++) SM_INDEXPTRS_S(l->matrix)[i] = (sunindextype) pattern->start[i];
  for (size_t i = 0; i < pattern->entries; i++)
    SM_INDEXVALS_S(l->matrix)[i] = (sunindextype) pattern->row[i];
  for (size_t j = 0; j < n; j++)
    for (size_t i = pattern->start[j]; i < pattern->start[j + 1]; i++)
      if (pattern->row[i] == j) l->diagonal[j] = i;
}

static bool make_room(SundialsLinear *l, const Flow *flow) {
  l->entry = calloc(entries_of(flow) + 1, sizeof *l->entry);
  l->diagonal = calloc(flow->n + 1, sizeof *l->diagonal);
  return l->entry != NULL && l->diagonal != NULL;
}

static void make_sparse(SundialsLinear *l, const Flow *flow, SundialsKlu *klu, N_Vector vector,
                        SUNContext context) {
  const sunindextype n = (sunindextype) flow->n, entries = (sunindextype) flow->pattern->entries;
  l->matrix = l->lib->SUNSparseMatrix(n, n, entries, CSC_MAT, context);
  if (l->matrix == NULL) return;
  put_pattern(l, flow->pattern, flow->n);
  l->solver = klu(vector, l->matrix, context);
}

static void make_dense(SundialsLinear *l, const Flow *flow, N_Vector vector, SUNContext context) {
  const sunindextype n = (sunindextype) flow->n;
  l->matrix = l->lib->SUNDenseMatrix(n, n, context);
  if (l->matrix != NULL) l->solver = l->lib->SUNLinSol_Dense(vector, l->matrix, context);
  if (l->solver != NULL) sundials_use_own_dense(l->solver);
}

int sundials_linear_make(SundialsLinear *l, const Flow *flow, N_Vector vector, SUNContext context) {
  const bool known = flow->jacobian != NULL;
  SundialsKlu *klu = known && has_few_entries(flow) ? sundials_klu() : NULL;
  l->sparse = klu != NULL;
  if (known && !make_room(l, flow)) return CV_MEM_FAIL;
  if (l->sparse)
    make_sparse(l, flow, klu, vector, context);
  else if (known || flow->n <= DENSE_MOST)
    make_dense(l, flow, vector, context);
  else
    l->solver = l->lib->SUNLinSol_SPGMR(vector, SUN_PREC_NONE, KRYLOV_MOST, context);
  if (l->solver == NULL) return CV_MEM_FAIL;
  if (l->matrix != NULL) sundials_guard_matrix(l->matrix);
  return 0;
}

void sundials_linear_clear(SundialsLinear *l) {
  if (l->solver != NULL) l->lib->SUNLinSolFree(l->solver);
  if (l->matrix != NULL) l->lib->SUNMatDestroy(l->matrix);
  free(l->entry);
  free(l->diagonal);
}
