// tape/pivoting.h: linear equations by elimination with complete pivoting.
//
// This text is compiled into the program and is a part of generated C, compiled or exported: plain
// C99, with no header but <math.h>.
//
// In:    k: n; the rank, at most n; a power of two for each row and for each column that makes their
//        entries comparable; n*n coefficients row by row; right-hand sides, n numbers each. `count`
//        numbers in all
// Out:   out: the solutions, n numbers each; the determinant of the scaled matrix; its measure.
//        DAL_PIVOTING(count) numbers in all, the rest of them workspace
// Law:   the error of a solution is about what rounding the coefficients would cause, however much
//        these differ in size, given the factors (tests/prop/tape/prop_pivoting.c)
// From:  Skeel, Math. Comp. 35 (1980) 817: refinement makes elimination stable entry by entry; two
//        steps, as one is not always enough if masses differ by orders of magnitude
// Not:   if the rank is below n, the equations have to agree with each other: the remaining ones are
//        not read, and the remaining unknowns are 0. The determinant is then that of the pivots, and
//        positive
//
// Along a motion the determinant changes smoothly, and is zero where the equations are singular. Its
// measure is the determinant divided by the least part of any pivot that is left after subtractions:
// the determinant is as small a part of its measure as there are digits left. If the equations are
// singular to the last digit, they are 0 and 1, and the solutions are NaN.

#define DAL_PIVOTING(count) (3 * (count))

typedef struct {
  int n, rank, sides;
  const double *row_factor, *column_factor, *k, *f;
  double *a, *size;          // n*n: the factors; sums of the sizes of their terms
  double *row, *column, *x;  // n: the order of rows and columns; room for a solution
} DalPivoting;

static inline void dal_swap(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

// Brings the largest entry from place i on to that place; returns its size. Sign follows the determinant.
static inline double dal_bring(const DalPivoting *p, int i, double *sign) {
  const int n = p->n;
  int row = i, column = i;
  double largest = -1;
  for (int r = i; r < n; r++)
    for (int c = i; c < n; c++)
      if (fabs(p->a[r * n + c]) > largest) {
        largest = fabs(p->a[r * n + c]);
        row = r;
        column = c;
      }
  for (int j = 0; row != i && j < n; j++) {
    dal_swap(&p->a[i * n + j], &p->a[row * n + j]);
    dal_swap(&p->size[i * n + j], &p->size[row * n + j]);
  }
  for (int j = 0; column != i && j < n; j++) {
    dal_swap(&p->a[j * n + i], &p->a[j * n + column]);
    dal_swap(&p->size[j * n + i], &p->size[j * n + column]);
  }
  dal_swap(&p->row[i], &p->row[row]);
  dal_swap(&p->column[i], &p->column[column]);
  const int even = (row != i) == (column != i);
  *sign *= (p->a[i * n + i] < 0) == even ? -1 : 1;
  return largest;
}

static inline void dal_eliminate(const DalPivoting *p, int i) {
  const int n = p->n;
  const double *from = p->a + i * n;
  for (int r = i + 1; r < n; r++) {
    double *to = p->a + r * n, *size = p->size + r * n;
    if (to[i] == 0) continue;
    const double factor = to[i] /= from[i];
    for (int c = i + 1; c < n; c++) {
      const double part = factor * from[c];
      to[c] -= part;
      size[c] += fabs(part);
    }
  }
}

// Computes the factors, the determinant and its measure. Returns 0 if the equations are singular.
static inline int dal_factor(const DalPivoting *p, double *determinant, double *measure) {
  const int n = p->n;
  double least = 1, product = 1, sign = 1;
  for (int i = 0; i < n * n; i++) {
    p->a[i] = p->k[i] * p->row_factor[i / n] * p->column_factor[i % n];
    p->size[i] = fabs(p->a[i]);
  }
  for (int i = 0; i < n; i++) p->row[i] = p->column[i] = i;
  for (int i = 0; i < p->rank; i++) {
    const double pivot = dal_bring(p, i, &sign), left = pivot / p->size[i * n + i];
    if (!(pivot > 0)) {
      *determinant = pivot == 0 ? 0 : (double) NAN;
      *measure = 1;
      return 0;
    }
    product *= pivot;
    least = left < least ? left : least;
    dal_eliminate(p, i);
  }
  *determinant = p->rank == n ? sign * product : product;
  *measure = product / least;
  return 1;
}

// Corrects y by solving, with the factors, for what is left of the right-hand side f.
static inline void dal_refine(const DalPivoting *p, const double *f, double *y) {
  const int n = p->n, rank = p->rank;
  double *x = p->x;
  for (int i = 0; i < rank; i++) {
    const int r = (int) p->row[i];
    x[i] = f[r];
    for (int j = 0; j < n; j++) x[i] -= p->k[r * n + j] * y[j];
    x[i] *= p->row_factor[r];
    for (int j = 0; j < i; j++) x[i] -= p->a[i * n + j] * x[j];
  }
  for (int i = rank; i-- > 0;) {
    for (int j = i + 1; j < rank; j++) x[i] -= p->a[i * n + j] * x[j];
    x[i] /= p->a[i * n + i];
  }
  for (int i = 0; i < rank; i++) {
    const int c = (int) p->column[i];
    y[c] += x[i] * p->column_factor[c];
  }
}

static inline void dal_pivoting(int count, const double *k, double *out) {
  DalPivoting p = {.n = (int) k[0], .rank = (int) k[1]};
  const int n = p.n;
  p.sides = (count - 2) / n - n - 2;
  p.row_factor = k + 2;
  p.column_factor = p.row_factor + n;
  p.k = p.column_factor + n;
  p.f = p.k + n * n;
  double *const determinant = out + p.sides * n;
  p.a = determinant + 2;
  p.size = p.a + n * n;
  p.row = p.size + n * n;
  p.column = p.row + n;
  p.x = p.column + n;
  const int regular = dal_factor(&p, determinant, determinant + 1);
  for (int i = 0; i < p.sides * n; i++) out[i] = regular ? 0 : (double) NAN;
  for (int side = 0; regular && side < p.sides; side++)
    for (int step = 0; step < 3; step++) dal_refine(&p, p.f + side * n, out + side * n);
}
