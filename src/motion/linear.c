// motion/linear.c: the door to LAPACK.

#include "motion/linear.h"
#include "base/foreign.h"
#include "base/part.h"
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the Fortran interface; the hidden lengths of character arguments are passed last
typedef void Dpotrf(const char *uplo, const int *n, double *a, const int *lda, int *info,
                    size_t uplo_length);
typedef void Dpocon(const char *uplo, const int *n, const double *a, const int *lda,
                    const double *anorm, double *rcond, double *work, int *iwork, int *info,
                    size_t uplo_length);
typedef void Dpotrs(const char *uplo, const int *n, const int *nrhs, const double *a,
                    const int *lda, double *b, const int *ldb, int *info, size_t uplo_length);
typedef void Dsytrf(const char *uplo, const int *n, double *a, const int *lda, int *ipiv,
                    double *work, const int *lwork, int *info, size_t uplo_length);
typedef void Dsycon(const char *uplo, const int *n, const double *a, const int *lda,
                    const int *ipiv, const double *anorm, double *rcond, double *work, int *iwork,
                    int *info, size_t uplo_length);
typedef void Dsytrs(const char *uplo, const int *n, const int *nrhs, const double *a,
                    const int *lda, const int *ipiv, double *b, const int *ldb, int *info,
                    size_t uplo_length);
typedef void Dgelsd(const int *m, const int *n, const int *nrhs, double *a, const int *lda,
                    double *b, const int *ldb, double *s, const double *rcond, int *rank,
                    double *work, const int *lwork, int *iwork, int *info);

typedef void Dgesdd(const char *jobz, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info, size_t jobz_length);
typedef void Dsyev(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *lwork, int *info, size_t jobz_length,
                   size_t uplo_length);

typedef void Ilaver(int *major, int *minor, int *patch);
typedef char *OpenblasConfig(void);  // "OpenBLAS 0.3.21 ..."

#define ROUTINES(X) \
  X(Dgesdd, dgesdd) \
  X(Dsyev, dsyev)   \
  X(Dpotrf, dpotrf) \
  X(Dpocon, dpocon) \
  X(Dpotrs, dpotrs) X(Dsytrf, dsytrf) X(Dsycon, dsycon) X(Dsytrs, dsytrs) X(Dgelsd, dgelsd)

static struct {
#define X(Type, name) Type *name;
  ROUTINES(X)
#undef X
} lapack;

static Library library;

// Records LAPACK's version, and that of OpenBLAS if it provides LAPACK.
static void take_version(void) {
  Ilaver *ilaver;
  OpenblasConfig *config;
  char whose[24] = "";
  int major, minor, patch;
  if (library_has(&library, "openblas_get_config", &config)) sscanf(config(), "%*s %23s", whose);
  if (!library_has(&library, "ilaver_", &ilaver)) return;
  ilaver(&major, &minor, &patch);
  snprintf(library.version, sizeof library.version, "%d.%d.%d%s%s%s", major, minor, patch,
           *whose ? " (OpenBLAS " : "", whose, *whose ? ")" : "");
}

static bool fits(Library *found) {
#define X(Type, name) \
  if (!library_symbol(found, #name "_", &lapack.name)) return false;
  ROUTINES(X)
#undef X
  take_version();
  return true;
}

// OpenBLAS takes a buffer of 32 to 128 MiB for each concurrent call and keeps it; if it gets none, it retries
// forever. So there must be room for one, and the first call, which takes it, follows at once.
#define BUFFER_ROOM ((size_t) 256 << 20)

// Tries libraries with 32-bit integers; those with 64 bits have other names.
static void load(void) {
  static const char *const files[] = {"liblapack.so.3", "libopenblas.so.0", "libflexiblas.so.3",
                                      "liblapack.so",   "libopenblas.so",   NULL};
  library.no_memory = !foreign_has_room(BUFFER_ROOM + BUFFER_ROOM / 2);
  if (library.no_memory)
    snprintf(library.trouble, sizeof library.trouble, "no memory for its buffers");
  else
    library_open(&library, files, fits);
}

const Library *linear_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &library;
}

// STATUS_OK if LAPACK can be called on this thread.
static Status have_lapack(void) {
  static _Thread_local bool has_buffer;
  const Library *found = linear_library();
  if (found->handle == NULL) return found->no_memory ? part_refuse() : STATUS_UNABLE;
  if (has_buffer) return STATUS_OK;
  if (!foreign_has_room(BUFFER_ROOM)) return part_refuse();
  double one = 1;
  const int n = 1;
  int info;
  lapack.dpotrf("L", &n, &one, &n, &info, 1);
  has_buffer = true;
  return STATUS_OK;
}

// LAPACK may never return if an entry is not finite.
static bool all_finite(const double *v, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(v[i])) return false;
  return true;
}

// Returns the largest absolute column sum of a symmetric matrix.
static double column_norm(size_t n, const double *M) {
  double largest = 0;
  for (size_t j = 0; j < n; j++) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += fabs(M[i * n + j]);
    if (sum > largest) largest = sum;
  }
  return largest;
}

static Status singular(size_t n, double *M, size_t *bad) {
  const Status status = linear_open_unknown(n, n, M, bad);
  return status == STATUS_OK ? STATUS_DOMAIN : status;
}

Status linear_solve_symmetric(size_t n, double *M, double *f, double *work, int *integers,
                              size_t *bad) {
  *bad = 0;
  TRY(have_lapack());
  if (!all_finite(M, n * n) || !all_finite(f, n)) return STATUS_DOMAIN;
  const int size = (int) n, one = 1, room = (int) (n * n + 3 * n);
  const double norm = column_norm(n, M);
  double rcond = 0, *copy = work, *rest = work + n * n;
  int info, *pivots = integers, *scratch = integers + n;
  memcpy(copy, M, n * n * sizeof *M);
  lapack.dpotrf("L", &size, M, &size, &info, 1);
  if (info == 0) {
    lapack.dpocon("L", &size, M, &size, &norm, &rcond, rest, scratch, &info, 1);
    if (rcond <= DBL_EPSILON) return singular(n, copy, bad);
    lapack.dpotrs("L", &size, &one, M, &size, f, &size, &info, 1);
    return STATUS_OK;
  }
  memcpy(M, copy, n * n * sizeof *M);
  lapack.dsytrf("L", &size, M, &size, pivots, rest, &room, &info, 1);
  if (info == 0)
    lapack.dsycon("L", &size, M, &size, pivots, &norm, &rcond, rest, scratch, &info, 1);
  if (info != 0 || rcond <= DBL_EPSILON) return singular(n, copy, bad);
  lapack.dsytrs("L", &size, &one, M, &size, pivots, f, &size, &info, 1);
  return STATUS_OK;
}

Status linear_inverse(size_t n, const double *M, double *inverse) {
  double *work = calloc(n * n + LINEAR_WORK(n) + 1, sizeof *work);
  int *integers = calloc(LINEAR_INTEGERS(n) + 1, sizeof *integers);
  Status status = work && integers ? STATUS_OK : part_refuse();
  size_t bad;
  for (size_t i = 0; status == STATUS_OK && i < n; i++) {
    memcpy(work, M, n * n * sizeof *work);
    for (size_t j = 0; j < n; j++) inverse[i * n + j] = i == j ? 1 : 0;
    status = linear_solve_symmetric(n, work, inverse + i * n, work + n * n, integers, &bad);
  }
  free(work);
  free(integers);
  return status;
}

#define LEAST_SQUARES_SECONDS 2.5e-10  // for each of n^3 operations, as measured for 800 and 1600 unknowns
#define SVD_SECONDS 4e-10              // likewise

// Reports whether a decomposition can be finished in what is left of the part: LAPACK is not interrupted.
static Status expect(size_t rows, size_t columns, double each) {
  const double shorter = (double) (rows < columns ? rows : columns);
  return part_expect(each * shorter * (double) rows * (double) columns);
}

// Asks how much memory dgelsd wants for a matrix of this size: a search asks the same again and again.
static void least_squares_room(int m, int n, double tolerance, int *reals, int *integers) {
  static _Thread_local struct { int m, n, reals, integers; } last;
  if (last.reals == 0 || last.m != m || last.n != n) {
    const int one = 1, longer = m > n ? m : n, query = -1;
    double none = 0, needed;
    int found, info;
    lapack.dgelsd(&m, &n, &one, &none, &m, &none, &longer, &none, &tolerance, &found, &needed,
                  &query, &last.integers, &info);
    last.reals = (int) needed;
    last.m = m, last.n = n;
  }
  *reals = last.reals;
  *integers = last.integers;
}

Status linear_least_squares(size_t rows, size_t columns, double *A, double *f, double tolerance,
                            size_t *rank) {
  *rank = 0;
  TRY(have_lapack());
  if (!all_finite(A, rows * columns) || !all_finite(f, rows)) return STATUS_DOMAIN;
  TRY(expect(rows, columns, LEAST_SQUARES_SECONDS));
  const int m = (int) rows, n = (int) columns, one = 1, longer = m > n ? m : n;
  int info, found, room, integers_needed;
  least_squares_room(m, n, tolerance, &room, &integers_needed);
  double *singular = malloc(((size_t) (m < n ? m : n) + 1) * sizeof *singular);
  double *work = malloc((size_t) (room + 1) * sizeof *work);
  int *integers = malloc((size_t) (integers_needed + 1) * sizeof *integers);
  Status status = singular && work && integers ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    lapack.dgelsd(&m, &n, &one, A, &m, f, &longer, singular, &tolerance, &found, work, &room,
                  integers, &info);
    *rank = (size_t) found;
    if (info != 0) status = STATUS_DOMAIN;
  }
  free(singular);
  free(work);
  free(integers);
  return status;
}

Status linear_svd(size_t rows, size_t columns, double *A, double *values, double *U, double *Vt) {
  TRY(have_lapack());
  if (!all_finite(A, rows * columns)) return STATUS_DOMAIN;
  TRY(expect(rows, columns, SVD_SECONDS));
  const int m = (int) rows, n = (int) columns, query = -1;
  const size_t shorter = rows < columns ? rows : columns;
  double *left = U ? U : malloc((rows * rows + 1) * sizeof *left);
  int *integers = malloc((8 * shorter + 1) * sizeof *integers);
  double needed = 0, *work = NULL;
  int info = 0;
  if (left && integers) {
    lapack.dgesdd("A", &m, &n, A, &m, values, left, &m, Vt, &n, &needed, &query, integers, &info,
                  1);
    work = malloc(((size_t) needed + 1) * sizeof *work);
  }
  const int room = (int) needed;
  if (work)
    lapack.dgesdd("A", &m, &n, A, &m, values, left, &m, Vt, &n, work, &room, integers, &info, 1);
  const Status status = !work ? part_refuse() : info != 0 ? STATUS_DOMAIN : STATUS_OK;
  if (!U) free(left);
  free(integers);
  free(work);
  return status;
}

Status linear_eigen(size_t n, double *M, double *values) {
  TRY(have_lapack());
  if (!all_finite(M, n * n)) return STATUS_DOMAIN;
  const int size = (int) n, room = (int) (34 * n + 1);
  int info = 0;
  double *work = malloc((size_t) room * sizeof *work);
  if (!work) return part_refuse();
  lapack.dsyev("V", "L", &size, M, &size, values, work, &room, &info, 1, 1);
  free(work);
  return info == 0 ? STATUS_OK : STATUS_DOMAIN;
}

Status linear_open_unknown(size_t rows, size_t n, double *A, size_t *open) {
  double *values = malloc((n + 1) * sizeof *values), *Vt = malloc((n * n + 1) * sizeof *Vt);
  const Status status = values && Vt ? linear_svd(rows, n, A, values, NULL, Vt) : part_refuse();
  *open = 0;
  for (size_t j = 0; status == STATUS_OK && j < n; j++)
    if (fabs(Vt[j * n + n - 1]) > fabs(Vt[*open * n + n - 1])) *open = j;
  free(values);
  free(Vt);
  return status;
}

Status linear_inverse_root(size_t n, const double *M, double floor, double *R, size_t *open) {
  double *Q = calloc(n * n + 1, sizeof *Q), *values = calloc(n + 1, sizeof *values);
  Status status = Q && values ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    memcpy(Q, M, n * n * sizeof *Q);
    status = linear_eigen(n, Q, values);
  }
  const double largest = n > 0 && status == STATUS_OK ? fmax(fabs(values[n - 1]), DBL_MIN) : 1;
  if (status == STATUS_OK && floor == 0 && values[0] <= (double) n * DBL_EPSILON * largest) {
    for (size_t i = *open = 0; i < n; i++)
      if (fabs(Q[i]) > fabs(Q[*open])) *open = i;
    status = STATUS_DOMAIN;
  }
  for (size_t i = 0; status == STATUS_OK && i < n; i++)
    for (size_t j = 0; j < n; j++) {
      R[i * n + j] = 0;
      for (size_t k = 0; k < n; k++)
        R[i * n + j] += Q[k * n + i] * Q[k * n + j] / sqrt(fmax(values[k], floor * largest));
    }
  free(Q);
  free(values);
  return status;
}
