// tests/prop/analysis/slow_solutions.c: the general solution of small motions.
//
// Law:   M eta'' = K eta + D eta' holds for each of the solutions that make up the general one, and these
//        are as many as the equation has, and independent: also where eigenvalues are multiple, with as many
//        vectors or fewer, complex or zero
// Judge: the integer matrices that the model was made of; K = M S J S^-1 with blocks J that are known

#include "support/check.h"
#include "support/desk.h"

#include "analysis/equilibria.h"
#include <math.h>

#define MOST 4
#define ROUNDING \
  1e-10  // of the sum of what is added up: 1e-16, times powers of rates and sizes of vectors

// M symmetric and definite, K and D any; n by n
typedef struct {
  size_t n;
  double M[MOST][MOST], K[MOST][MOST], D[MOST][MOST];
  bool damped;
} Pencil;

typedef double Square[MOST][MOST];

static void multiply(size_t n, Square A, Square B, Square C) {
  Square sum = {{0}};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) sum[i][j] += A[i][k] * B[k][j];
  memcpy(C, sum, sizeof sum);
}

// Draws S and its inverse, both of integers: a product of elementary matrices.
static void gen_basis(Gen *g, size_t n, Square S, Square T) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) S[i][j] = T[i][j] = i == j;
  for (size_t round = 0; round < n; round++) {
    const size_t i = gen_below(g, n), j = gen_below(g, n);
    const double c = (double) gen_int(g, -2, 2);
    if (i == j) continue;
    for (size_t k = 0; k < n; k++) S[k][j] += c * S[k][i];  // S (1 + c e_ij)
    for (size_t k = 0; k < n; k++) T[i][k] -= c * T[j][k];  // (1 - c e_ij) T
  }
}

// Blocks of Jordan's normal form: an eigenvalue with a chain of 1 to 3 vectors, or a complex pair, alone or
// twice in a chain of 2. Eigenvalues are few, so that blocks share them.
static void gen_blocks(Gen *g, size_t n, Square J) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) J[i][j] = 0;
  for (size_t at = 0; at < n;) {
    const size_t left = n - at, kind = gen_below(g, 4);
    const double a = (double) gen_int(g, -2, 1), b = (double) gen_int(g, 1, 2);
    if (kind < 2 || left == 1) {
      const size_t length = 1 + gen_below(g, left < 3 ? left : 3);
      for (size_t k = 0; k < length; k++, at++) {
        J[at][at] = a;
        if (k > 0) J[at - 1][at] = 1;
      }
      continue;
    }
    const size_t twice = kind == 3 && left >= 4 ? 2 : 1;
    for (size_t k = 0; k < twice; k++, at += 2) {
      J[at][at] = J[at + 1][at + 1] = a;
      J[at][at + 1] = b;
      J[at + 1][at] = -b;
      if (k > 0) J[at - 2][at] = J[at - 1][at + 1] = 1;
    }
  }
}

// M = L L^T with ones on the diagonal of L; K as the law says.
static Pencil gen_pencil(Gen *g, bool damped) {
  Pencil p = {.n = 1 + gen_below(g, MOST), .damped = damped};
  Square L = {{0}}, Lt = {{0}}, S, T, J;
  for (size_t i = 0; i < p.n; i++)
    for (size_t j = 0; j <= i; j++) L[i][j] = Lt[j][i] = i == j ? 1 : (double) gen_int(g, -1, 1);
  multiply(p.n, L, Lt, p.M);
  gen_basis(g, p.n, S, T);
  gen_blocks(g, p.n, J);
  multiply(p.n, S, J, J);
  multiply(p.n, J, T, J);
  multiply(p.n, p.M, J, p.K);
  for (size_t i = 0; damped && i < p.n; i++)
    for (size_t j = 0; j < p.n; j++) p.D[i][j] = (double) gen_int(g, -1, 1);
  return p;
}

static void add_row(Text *text, const double *row, size_t n, const char *mark) {
  for (size_t j = 0; j < n; j++)
    if (row[j] != 0) text_addf(text, " + (%g)*%c%s", row[j], "xyzw"[j], mark);
}

static const char *text_of(const Pencil *p, Arena *arena) {
  static const char *const coordinates[] = {"x", "x, y", "x, y, z", "x, y, z, w"};
  Text text = text_make(arena);
  text_addf(&text, "coordinate %s\nkinetic = 1/2*(0", coordinates[p->n - 1]);
  for (size_t i = 0; i < p->n; i++)
    for (size_t j = 0; j < p->n; j++)
      text_addf(&text, " + (%g)*%c'*%c'", p->M[i][j], "xyzw"[i], "xyzw"[j]);
  text_add(&text, ")\n");
  for (size_t i = 0; i < p->n; i++) {
    text_addf(&text, "force %c = 0", "xyzw"[i]);
    add_row(&text, p->K[i], p->n, "");
    add_row(&text, p->D[i], p->n, "'");
    text_add(&text, "\n");
  }
  return text_get(&text);
}

// --- terms ---------------------------------------------------------------------------------------

// A function and its first two derivatives.
typedef struct {
  double at[3];
} Jet;

static Jet times(Jet a, Jet b) {
  return (Jet){{a.at[0] * b.at[0], a.at[1] * b.at[0] + a.at[0] * b.at[1],
                a.at[2] * b.at[0] + 2 * a.at[1] * b.at[1] + a.at[0] * b.at[2]}};
}

static Jet wave_of(const SolutionTerm *s, double t) {
  const double w = s->rate, c = cos(w * t), i = sin(w * t), h = cosh(w * t), k = sinh(w * t);
  switch (s->wave) {
    case WAVE_COS: return (Jet){{c, -w * i, -w * w * c}};
    case WAVE_SIN: return (Jet){{i, w * c, -w * w * i}};
    case WAVE_COSH: return (Jet){{h, w * k, w * w * h}};
    case WAVE_SINH: return (Jet){{k, w * h, w * w * k}};
    case WAVE_NONE: break;
  }
  return (Jet){{1, 0, 0}};
}

static Jet term_at(const SolutionTerm *s, double t) {
  const double k = s->power, e = exp(s->growth * t), r = s->growth;
  const Jet power = {
    {pow(t, k), k > 0 ? k * pow(t, k - 1) : 0, k > 1 ? k * (k - 1) * pow(t, k - 2) : 0}};
  return times(times(power, (Jet){{e, r * e, r * r * e}}), wave_of(s, t));
}

// Evaluates solution number `constant` at t: n coordinates; size: of what was added up.
static void solution_at(const Equilibrium *e, size_t n, size_t constant, double t, Jet *eta,
                        double *size) {
  memset(eta, 0, n * sizeof *eta);
  *size = 0;
  for (size_t k = 0; k < e->solution.n; k++) {
    const SolutionTerm *s = &e->solution.at[k];
    if (s->constant != constant) continue;
    const double *shape = e->mode[s->mode].shape + (s->imaginary ? n : 0);
    const Jet f = term_at(s, t);
    for (size_t i = 0; i < n; i++)
      for (int d = 0; d < 3; d++) {
        eta[i].at[d] += s->factor * shape[i] * f.at[d];
        *size += fabs(s->factor * shape[i] * f.at[d]);
      }
  }
}

static void check_equation(Gen *g, const Pencil *p, const Equilibrium *e, size_t constant,
                           double t) {
  Jet eta[MOST];
  double size, weight = 0;
  solution_at(e, p->n, constant, t, eta, &size);
  for (size_t i = 0; i < p->n; i++) {
    double sum = 0;
    for (size_t j = 0; j < p->n; j++) {
      sum += p->M[i][j] * eta[j].at[2] - p->K[i][j] * eta[j].at[0] - p->D[i][j] * eta[j].at[1];
      weight = fmax(weight, fabs(p->M[i][j]) + fabs(p->K[i][j]) + fabs(p->D[i][j]));
    }
    CHECK_NEAR(sum, 0, ROUNDING * (1 + weight) * size);
  }
}

// Returns the volume that the states (eta, eta') of all solutions span at t = 0, each of length 1.
static double volume(const Pencil *p, const Equilibrium *e) {
  const size_t n = 2 * p->n;
  double A[2 * MOST][2 * MOST], result = 1;
  for (size_t k = 0; k < n; k++) {
    Jet eta[MOST];
    double size, length = 0;
    solution_at(e, p->n, k, 0, eta, &size);
    for (size_t i = 0; i < n; i++) A[k][i] = eta[i % p->n].at[i / p->n];
    for (size_t b = 0; b < k; b++) {
      double part = 0;
      for (size_t i = 0; i < n; i++) part += A[b][i] * A[k][i];
      for (size_t i = 0; i < n; i++) A[k][i] -= part * A[b][i];
    }
    for (size_t i = 0; i < n; i++) length += A[k][i] * A[k][i];
    length = sqrt(length);
    for (size_t i = 0; i < n; i++) A[k][i] /= length;
    result = fmin(result, length / (size > 0 ? size : 1));
  }
  return result;
}

static void check_pencil(Gen *g, const Pencil *p) {
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  const char *text = text_of(p, &desk->arena);
  gen_note(g, "%s", text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  Equilibria *found = ARENA_NEW(&desk->arena, Equilibria);
  desk_read_well(desk, text);
  CHECK(method_multipliers.derive(desk->model, &options, eq) == STATUS_OK);
  CHECK(equilibria_find(eq, NULL, 0, &desk->arena, found) == STATUS_OK);
  CHECK(found->all.n == 1);
  const Equilibrium *e = &found->all.at[0];
  CHECK(e->constants == 2 * p->n);
  for (size_t k = 0; k < e->constants; k++)
    for (int i = 0; i < 4; i++) check_equation(g, p, e, k, 0.7 * i - 0.6);
  CHECK(volume(p, e) > 1e-9);
  desk_close(&state);
}

PROP(second_order, 40) {
  const Pencil pencil = gen_pencil(g, false);
  check_pencil(g, &pencil);
}

PROP(with_velocities, 25) {
  const Pencil pencil = gen_pencil(g, true);
  check_pencil(g, &pencil);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(second_order),
    cmocka_unit_test(with_velocities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
