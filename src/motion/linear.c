// motion/linear.c: the door to LAPACK.

#include "motion/linear.h"
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// the Fortran interface; the hidden lengths of character arguments are passed last
typedef void Dposv(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                   const int *ldb, int *info, size_t uplo_length);
typedef void Dsysv(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, int *ipiv,
                   double *b, const int *ldb, double *work, const int *lwork, int *info, size_t uplo_length);
typedef void Dgelsd(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                    const int *ldb, double *s, const double *rcond, int *rank, double *work,
                    const int *lwork, int *iwork, int *info);

typedef void Dgesdd(const char *jobz, const int *m, const int *n, double *a, const int *lda, double *s, double *u,
                    const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *iwork,
                    int *info, size_t jobz_length);
typedef void Dsyev(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
                   double *work, const int *lwork, int *info, size_t jobz_length, size_t uplo_length);

static struct {
  Dgesdd *dgesdd;
  Dsyev *dsyev;
  Dposv *dposv;
  Dsysv *dsysv;
  Dgelsd *dgelsd;
} lapack;

static void load_symbol(void *library, const char *name, void *to) {
  void *symbol = dlsym(library, name);
  memcpy(to, &symbol, sizeof symbol);
}

static void load(void) {
  void *library = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  load_symbol(library, "dgesdd_", &lapack.dgesdd);
  load_symbol(library, "dsyev_", &lapack.dsyev);
  load_symbol(library, "dposv_", &lapack.dposv);
  load_symbol(library, "dsysv_", &lapack.dsysv);
  load_symbol(library, "dgelsd_", &lapack.dgelsd);
}

static int have_lapack(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return lapack.dposv && lapack.dsysv && lapack.dgelsd && lapack.dgesdd && lapack.dsyev;
}

Status linear_solve_symmetric(size_t n, double *M, double *f, int *pivots, double *work, size_t *bad) {
  if (!have_lapack()) return STATUS_UNABLE;
  const int size = (int) n, one = 1;
  int info;
  // keep M and f for the second way: work holds a copy of M, pivots is free meanwhile
  memcpy(work, M, n * n * sizeof *M);
  lapack.dposv("L", &size, &one, M, &size, f, &size, &info, 1);
  if (info == 0) return STATUS_OK;

  // Cholesky stopped before it touched f
  memcpy(M, work, n * n * sizeof *M);
  const int room = (int) (n * n);
  lapack.dsysv("L", &size, &one, M, &size, pivots, f, &size, work, &room, &info, 1);
  if (info == 0) return STATUS_OK;
  *bad = (size_t) (info > 0 ? info - 1 : 0);
  return STATUS_DOMAIN;
}

Status linear_least_squares(size_t rows, size_t columns, double *A, double *f, double tolerance, size_t *rank) {
  if (!have_lapack()) return STATUS_UNABLE;
  const int m = (int) rows, n = (int) columns, one = 1, longer = m > n ? m : n, query = -1;
  const int shorter = m < n ? m : n;
  int info, found, integers_needed;
  double needed;
  double *singular = malloc((size_t) (shorter + 1) * sizeof *singular);
  if (singular == NULL) return STATUS_LIMIT;
  lapack.dgelsd(&m, &n, &one, A, &m, f, &longer, singular, &tolerance, &found, &needed, &query,
                &integers_needed, &info);
  const int room = (int) needed;
  double *work = malloc((size_t) (room + 1) * sizeof *work);
  int *integers = malloc((size_t) (integers_needed + 1) * sizeof *integers);
  Status status = work && integers ? STATUS_OK : STATUS_LIMIT;
  if (status == STATUS_OK) {
    lapack.dgelsd(&m, &n, &one, A, &m, f, &longer, singular, &tolerance, &found, work, &room, integers, &info);
    *rank = (size_t) found;
    if (info != 0) status = STATUS_DOMAIN;
  }
  free(singular);
  free(work);
  free(integers);
  return status;
}

Status linear_svd(size_t rows, size_t columns, double *A, double *values, double *U, double *Vt) {
  if (!have_lapack()) return STATUS_UNABLE;
  const int m = (int) rows, n = (int) columns, query = -1;
  const size_t shorter = rows < columns ? rows : columns;
  double *left = U ? U : malloc((rows * rows + 1) * sizeof *left);
  int *integers = malloc((8 * shorter + 1) * sizeof *integers);
  double needed = 0, *work = NULL;
  int info = 0;
  if (left && integers) {
    lapack.dgesdd("A", &m, &n, A, &m, values, left, &m, Vt, &n, &needed, &query, integers, &info, 1);
    work = malloc(((size_t) needed + 1) * sizeof *work);
  }
  const int room = (int) needed;
  if (work) lapack.dgesdd("A", &m, &n, A, &m, values, left, &m, Vt, &n, work, &room, integers, &info, 1);
  const Status status = !work ? STATUS_LIMIT : info != 0 ? STATUS_DOMAIN : STATUS_OK;
  if (!U) free(left);
  free(integers);
  free(work);
  return status;
}

Status linear_eigen(size_t n, double *M, double *values) {
  if (!have_lapack()) return STATUS_UNABLE;
  const int size = (int) n, room = (int) (34 * n + 1);
  int info = 0;
  double *work = malloc((size_t) room * sizeof *work);
  if (!work) return STATUS_LIMIT;
  lapack.dsyev("V", "L", &size, M, &size, values, work, &room, &info, 1, 1);
  free(work);
  return info == 0 ? STATUS_OK : STATUS_DOMAIN;
}
