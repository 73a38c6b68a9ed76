// support/problems.c: linear problems that are hard for an elimination without pivoting.

#include "support/problems.h"

#include "support/quad.h"

#include <math.h>
#include <stdlib.h>

// --- numbers ------------------------------------------------------------------------------------

static double between(Gen *g, double low, double high) {
  return low + (high - low) * (double) gen_below(g, 1 << 20) / (1 << 20);
}

static double magnitude(Gen *g, double low, double high) {
  return pow(10, between(g, low, high));
}

// --- kinds --------------------------------------------------------------------------------------

typedef enum {
  DEFINITE,
  INDEFINITE,  // also with zeros, or small numbers, on the diagonal
  SPREAD,      // masses between 1e-10 and 1e10
  SINGULAR,    // without mass in as many directions as there are rows, at most
  NEARLY,      // the same with next to no mass
  PARALLEL,    // spread, and rows that differ by little
  UNITS,       // rows in other units
  KINDS
} Kind;

static double weight(Gen *g, Kind kind, size_t form, size_t rank) {
  const bool light = form < rank && gen_below(g, 2);
  switch (kind) {
    case INDEFINITE: return gen_below(g, 2) ? 1 : -1;
    case SPREAD: case PARALLEL: return magnitude(g, -10, 10);
    case SINGULAR: return light ? 0 : 1;
    case NEARLY: return light ? magnitude(g, -18, -4) : 1;
    default: return 1;
  }
}

// Draws a sum of squares of velocities, or of linear forms of them.
static void gen_mass(Gen *g, Kind kind, Problem *s) {
  const size_t n = s->n;
  for (size_t k = 0; k < n; k++) {
    double form[PROBLEM_MOST] = {0};
    const double w = weight(g, kind, k, s->rank);
    form[k] = 1;
    if (gen_below(g, 2))
      for (size_t i = 0; i < n; i++) form[i] = gen_below(g, 2) ? between(g, -2, 2) : 0;
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j <= i; j++) s->M[i * n + j] = s->M[j * n + i] += w * form[i] * form[j];
  }
  if (kind != INDEFINITE || gen_below(g, 2)) return;
  for (size_t i = 0; i < n; i++) s->M[i * n + i] *= gen_below(g, 2) ? 0 : magnitude(g, -16, 0);
}

static void gen_row(Gen *g, Kind kind, Problem *s, size_t a) {
  double *row = s->A + a * s->n;
  for (size_t i = 0; i < s->n; i++) row[i] = gen_below(g, 2) ? between(g, -2, 2) : 0;
  if (kind == PARALLEL && a > 0) {
    const double part = magnitude(g, -6, 0), factor = between(g, 0.5, 2);
    for (size_t i = 0; i < s->n; i++) row[i] = factor * row[i - s->n] + part * row[i];
  }
  const double unit = kind == UNITS ? magnitude(g, -5, 5) : 1;
  for (size_t i = 0; i < s->n; i++) row[i] *= unit;
}

// Adds two rows and right-hand sides that are sums of those before; dyadic numbers, so that nothing is rounded.
static void gen_dependent(Gen *g, Problem *s) {
  const size_t n = s->n;
  for (; s->r < PROBLEM_MOST && s->r < s->rank + 2; s->r++)
    for (size_t a = 0; a < s->rank; a++) {
      const int factor = s->factor[s->r - s->rank][a] = (int) gen_int(g, -2, 2);
      for (size_t i = 0; i < n; i++) {
        s->A[s->r * n + i] += factor * s->A[a * n + i];
        s->B[s->r * n + i] += factor * s->B[a * n + i];
      }
      s->rhs[s->r] += factor * s->rhs[a];
    }
}

Problem gen_problem(Gen *g) {
  Problem s = {.n = 1 + gen_below(g, PROBLEM_MOST)};
  const Kind kind = (Kind) gen_below(g, KINDS);
  const bool redundant = gen_below(g, 4) == 0 && kind != PARALLEL && kind != UNITS;
  const bool servo = gen_below(g, 4) == 0 && !redundant;
  s.r = s.rank = gen_below(g, s.n + 1);
  gen_mass(g, kind, &s);
  for (size_t a = 0; a < s.r; a++) {
    gen_row(g, kind, &s, a);
    s.rhs[a] = between(g, -1, 1);
  }
  for (size_t i = 0; i < s.rank * s.n; i++)
    s.B[i] = !servo ? s.A[i] : gen_below(g, 2) ? between(g, -2, 2) : 0;
  for (size_t i = 0; i < s.n; i++)
    s.F[i] = between(g, -1, 1) * (kind == SPREAD ? fabs(s.M[i * (s.n + 1)]) : 1);
  if (redundant && s.rank > 0) gen_dependent(g, &s);
  return s;
}

// --- solutions ----------------------------------------------------------------------------------

// Fills K and f, with the independent rows.
static size_t fill(const Problem *s, Quad *K, Quad *f) {
  const size_t n = s->n, size = s->n + s->rank;
  for (size_t i = 0; i < size * size; i++) K[i] = 0;
  for (size_t i = 0; i < n * n; i++) K[i / n * size + i % n] = (Quad) s->M[i];
  for (size_t i = 0; i < s->rank * n; i++) {
    K[(n + i / n) * size + i % n] = (Quad) s->A[i];
    K[i % n * size + n + i / n] = -(Quad) s->B[i];
  }
  for (size_t i = 0; i < size; i++) f[i] = (Quad) (i < n ? s->F[i] : s->rhs[i - n]);
  return size;
}

// Returns the largest eigenvalue of |K^-1| |K|, by the power method.
static double bauer_condition(size_t size, const Quad *K, const Quad *inverse) {
  Quad v[PROBLEM_SIZE], w[PROBLEM_SIZE], largest = 1;
  for (size_t i = 0; i < size; i++) v[i] = 1;
  for (int round = 0; round < 60; round++) {
    for (size_t i = 0; i < size; i++) {
      w[i] = 0;
      for (size_t j = 0; j < size; j++) w[i] += quad_abs(K[i * size + j]) * v[j];
    }
    for (size_t i = 0; i < size; i++) {
      v[i] = 0;
      for (size_t j = 0; j < size; j++) v[i] += quad_abs(inverse[i * size + j]) * w[j];
    }
    largest = quad_norm(v, size);
    for (size_t i = 0; i < size; i++) v[i] /= largest;
  }
  return (double) largest;
}

static void invert(QuadFactors *f, size_t size, Quad *inverse) {
  Quad unit[PROBLEM_SIZE], column[PROBLEM_SIZE];
  for (size_t j = 0; j < size; j++) {
    for (size_t i = 0; i < size; i++) unit[i] = i == j;
    quad_solve(f, unit, column);
    for (size_t i = 0; i < size; i++) inverse[i * size + j] = column[i];
  }
}

static double part_of(const double *small, const double *large, size_t n) {
  double top = 0, bottom = 0;
  for (size_t i = 0; i < n; i++) {
    top = fmax(top, small[i]);
    bottom = fmax(bottom, fabs(large[i]));
  }
  return bottom > 0 ? top / bottom : 0;
}

bool problem_solve(const Problem *s, ProblemSolution *solution) {
  Quad K[PROBLEM_SIZE * PROBLEM_SIZE], inverse[PROBLEM_SIZE * PROBLEM_SIZE];
  Quad f[PROBLEM_SIZE], x[PROBLEM_SIZE];
  const size_t size = fill(s, K, f);
  QuadFactors factors;
  if (!quad_factors_init(&factors, size)) return false;
  quad_factor(&factors, K, size, (Quad) 1e-28);  // what rounding leaves of zero is smaller
  const bool regular = factors.rank == size;
  if (regular) {
    quad_solve(&factors, f, x);
    invert(&factors, size, inverse);
  }
  quad_factors_clear(&factors);
  if (!regular) return false;
  for (size_t i = 0; i < size; i++) {
    Quad rounding = 0;
    for (size_t j = 0; j < size; j++) {
      Quad sum = quad_abs(f[j]);
      for (size_t k = 0; k < size; k++) sum += quad_abs(K[j * size + k] * x[k]);
      rounding += quad_abs(inverse[i * size + j]) * sum;
    }
    solution->x[i] = (double) x[i];
    solution->rounding[i] = (double) rounding;
  }
  for (size_t i = 0; i < size * size; i++) solution->inverse[i] = (double) inverse[i];
  const double of_x = part_of(solution->rounding, solution->x, s->n);
  const double of_lambda = part_of(solution->rounding + s->n, solution->x + s->n, s->rank);
  solution->condition = fmax(bauer_condition(size, K, inverse), fmax(of_x, of_lambda));
  return solution->condition < 1e22;  // above, 113 bits are not enough to know
}

// K x' = f' - K' x
void problem_derivative(const Problem *s, const Problem *rate, const ProblemSolution *solution, double *xd,
                        double *rounding) {
  Quad K[PROBLEM_SIZE * PROBLEM_SIZE], Kd[PROBLEM_SIZE * PROBLEM_SIZE];
  Quad f[PROBLEM_SIZE], fd[PROBLEM_SIZE], x[PROBLEM_SIZE], slope[PROBLEM_SIZE], size[PROBLEM_SIZE];
  Problem change = *rate;
  change.n = s->n;
  change.rank = s->rank;
  const size_t n = fill(s, K, f);
  fill(&change, Kd, fd);
  QuadFactors factors;
  if (!quad_factors_init(&factors, n)) abort();
  quad_factor(&factors, K, n, (Quad) 1e-28);
  quad_solve(&factors, f, x);
  for (size_t i = 0; i < n; i++) {
    size[i] = quad_abs(fd[i]);
    for (size_t j = 0; j < n; j++) {
      fd[i] -= Kd[i * n + j] * x[j];
      size[i] += quad_abs(Kd[i * n + j]) * (quad_abs(x[j]) + (Quad) solution->rounding[j]);
    }
  }
  quad_solve(&factors, fd, slope);
  quad_factors_clear(&factors);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) size[i] += quad_abs(K[i * n + j] * slope[j]);
  for (size_t i = 0; i < n; i++) {
    xd[i] = (double) slope[i];
    rounding[i] = 0;
    for (size_t j = 0; j < n; j++) rounding[i] += fabs(solution->inverse[i * n + j]) * (double) size[j];
  }
}
