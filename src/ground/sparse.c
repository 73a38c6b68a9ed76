// ground/sparse.c: opens and calls SuiteSparse's QR.
//
// How:   the rows of A are the columns of A^T. Q R of A^T in the order of the rows is a staircase: a
//        row that depends on those before it adds no step. The solution of least norm is Q R^-T f.

#include "ground/sparse.h"
#include <SuiteSparseQR_C.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// CHOLMOD's structures change with its major version, so the files must match the headers.
#if CHOLMOD_MAIN_VERSION == 3
static const char *const cholmod_files[] = {"libcholmod.so.3", "libcholmod.so", NULL};
static const char *const spqr_files[] = {"libspqr.so.2", "libspqr.so", NULL};
#elif CHOLMOD_MAIN_VERSION == 4
static const char *const cholmod_files[] = {"libcholmod.so.4", "libcholmod.so", NULL};
static const char *const spqr_files[] = {"libspqr.so.3", "libspqr.so", NULL};
#else
static const char *const cholmod_files[] = {"libcholmod.so.5", "libcholmod.so", NULL};
static const char *const spqr_files[] = {"libspqr.so.4", "libspqr.so", NULL};
#endif

static struct {
  __typeof__(cholmod_l_start) *start;
  __typeof__(cholmod_l_finish) *finish;
  __typeof__(cholmod_l_free_sparse) *free_sparse;
  __typeof__(cholmod_l_free_dense) *free_dense;
  __typeof__(cholmod_l_version) *version;
  __typeof__(SuiteSparseQR_C) *qr;
  __typeof__(SuiteSparseQR_C_factorize) *factorize;
  __typeof__(SuiteSparseQR_C_solve) *solve;
  __typeof__(SuiteSparseQR_C_qmult) *multiply;
  __typeof__(SuiteSparseQR_C_free) *free_factors;
} spqr;

static Library cholmod_library, library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool cholmod_fits(Library *found) {
  int version[3] = {0, 0, 0};
  if (!library_symbol(found, "cholmod_l_start", &spqr.start) ||
      !library_symbol(found, "cholmod_l_finish", &spqr.finish) ||
      !library_symbol(found, "cholmod_l_free_sparse", &spqr.free_sparse) ||
      !library_symbol(found, "cholmod_l_free_dense", &spqr.free_dense) ||
      !library_symbol(found, "cholmod_l_version", &spqr.version))
    return false;
  spqr.version(version);
  snprintf(found->version, sizeof found->version, "CHOLMOD %d.%d.%d", version[0], version[1],
           version[2]);
  if (version[0] == CHOLMOD_MAIN_VERSION) return true;
  snprintf(found->trouble, sizeof found->trouble, "%s is version %d, not %d", found->file,
           version[0], CHOLMOD_MAIN_VERSION);
  return false;
}

// It must be linked with the CHOLMOD that is open, which makes the data passed to it.
static bool spqr_fits(Library *found) {
  __typeof__(cholmod_l_version) *version;
  memcpy(found->version, cholmod_library.version, sizeof found->version);
  if (library_has(found, "cholmod_l_version", &version) && version != spqr.version) {
    snprintf(found->trouble, sizeof found->trouble, "%s uses another CHOLMOD", found->file);
    return false;
  }
  return library_symbol(found, "SuiteSparseQR_C", &spqr.qr) &&
         library_symbol(found, "SuiteSparseQR_C_factorize", &spqr.factorize) &&
         library_symbol(found, "SuiteSparseQR_C_solve", &spqr.solve) &&
         library_symbol(found, "SuiteSparseQR_C_qmult", &spqr.multiply) &&
         library_symbol(found, "SuiteSparseQR_C_free", &spqr.free_factors);
}

static void open_library(void) {
  if (library_open(&cholmod_library, cholmod_files, cholmod_fits))
    library_open(&library, spqr_files, spqr_fits);
  else
    memcpy(library.trouble, cholmod_library.trouble, sizeof library.trouble);
}

const Library *sparse_library(void) {
  pthread_once(&once, open_library);
  return &library;
}

static bool begin(cholmod_common *c) {
  if (sparse_library()->handle == NULL) return false;
  spqr.start(c);
  c->print = 0;
  return true;
}

// A^T, whose columns are the rows of A.
static cholmod_sparse transposed(const SparseRows *A) {
  return (cholmod_sparse){.nrow = A->columns,
                          .ncol = A->rows,
                          .nzmax = (size_t) A->start[A->rows],
                          .p = A->start,
                          .i = A->column,
                          .x = A->value,
                          .itype = CHOLMOD_LONG,
                          .xtype = CHOLMOD_REAL,
                          .dtype = CHOLMOD_DOUBLE,
                          .sorted = 1,
                          .packed = 1};
}

Status sparse_independent_rows(const SparseRows *A, double zero, bool *independent, size_t *rank) {
  cholmod_common c;
  cholmod_sparse columns = transposed(A), *R = NULL;
  *rank = 0;
  if (!begin(&c)) return STATUS_UNABLE;
  const bool good = spqr.qr(SPQR_ORDERING_FIXED, zero, 0, 0, &columns, NULL, NULL, NULL, NULL, &R,
                            NULL, NULL, NULL, NULL, &c) >= 0 &&
                    R != NULL;
  for (size_t a = 0; good && a < A->rows; a++) {
    const SuiteSparse_long *start = R->p, *row = R->i;
    SuiteSparse_long deepest = -1;
    for (SuiteSparse_long k = start[a]; k < start[a + 1]; k++)
      deepest = row[k] > deepest ? row[k] : deepest;
    independent[a] = deepest >= (SuiteSparse_long) *rank;
    *rank += independent[a];
  }
  spqr.free_sparse(&R, &c);
  spqr.finish(&c);
  return good ? STATUS_OK : STATUS_UNABLE;
}

Status sparse_least_norm(const SparseRows *A, const double *f, double *x) {
  cholmod_common c;
  cholmod_sparse columns = transposed(A);
  if (!begin(&c)) return STATUS_UNABLE;
  double *copy = NULL;
  memcpy(&copy, &f, sizeof copy);  // CHOLMOD takes no const, but does not change it
  cholmod_dense given = {.nrow = A->rows,
                         .ncol = 1,
                         .nzmax = A->rows,
                         .d = A->rows,
                         .x = copy,
                         .xtype = CHOLMOD_REAL,
                         .dtype = CHOLMOD_DOUBLE};
  SuiteSparseQR_C_factorization *QR =
    spqr.factorize(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, &columns, &c);
  cholmod_dense *y = QR != NULL ? spqr.solve(SPQR_RTX_EQUALS_ETB, QR, &given, &c) : NULL,
                *z = y != NULL ? spqr.multiply(SPQR_QX, QR, y, &c) : NULL;
  if (z != NULL) memcpy(x, z->x, A->columns * sizeof *x);
  const bool good = z != NULL;
  spqr.free_dense(&z, &c);
  spqr.free_dense(&y, &c);
  if (QR != NULL) spqr.free_factors(&QR, &c);
  spqr.finish(&c);
  return good ? STATUS_OK : STATUS_UNABLE;
}
