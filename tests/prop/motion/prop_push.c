// Laws of native/text/push.h: impacts of random systems with several constraints.
//
// Judge: what defines the solution, with sums written out here: M dv = C^T L, equations kept, L >= 0, u+ + e u- >= 0
// and one of the two 0; and the kinetic energy, which must not grow for e <= 1 and stay for e = 1.

#include "support/check.h"
#include "motion/push.h"

#include <math.h>

#define MOST 6
#define ROWS 8
#define NEAR 1e-9  // of the size of the terms: M and C are made of numbers up to 3, M may be nearly singular

typedef struct {
  size_t n, r;
  double M[MOST * MOST], C[ROWS * MOST], v[MOST], e[ROWS], b[ROWS], u[ROWS];
  bool pushes[ROWS];
} Hit;

static double real(Gen *g) {
  return (double) gen_int(g, -300, 300) / 100;
}

// M = B^T B + diagonal; some rows are copies or sums of others.
static Hit gen_hit(Gen *g, double e) {
  Hit h = {.n = 1 + gen_below(g, MOST), .r = 1 + gen_below(g, ROWS)};
  double B[MOST * MOST];
  for (size_t i = 0; i < h.n * h.n; i++) B[i] = real(g);
  for (size_t i = 0; i < h.n; i++)
    for (size_t j = 0; j < h.n; j++) {
      h.M[i * h.n + j] = i == j ? 0.5 : 0;
      for (size_t k = 0; k < h.n; k++) h.M[i * h.n + j] += B[k * h.n + i] * B[k * h.n + j];
    }
  for (size_t i = 0; i < h.n; i++) h.v[i] = real(g);
  for (size_t a = 0; a < h.r; a++) {
    const size_t other = a > 0 ? gen_below(g, a) : 0;
    const bool copy = a > 0 && gen_below(g, 6) == 0;
    for (size_t i = 0; i < h.n; i++) h.C[a * h.n + i] = copy ? h.C[other * h.n + i] : real(g);
    h.pushes[a] = copy || gen_below(g, 4) > 0;
    h.e[a] = e >= 0 ? e : (double) gen_below(g, 11) / 10;
  }
  return h;
}

static double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static double energy(const Hit *h, const double *v) {
  double sum = 0;
  for (size_t i = 0; i < h->n; i++) sum += v[i] * dot(h->M + i * h->n, v, h->n) / 2;
  return sum;
}

// Prepares the rows: equations hold before; constraints that do not close are left out.
static bool prepare(Hit *h) {
  size_t kept = 0;
  for (size_t a = 0; a < h->r; a++) {
    const double u = dot(h->C + a * h->n, h->v, h->n);
    if (h->pushes[a] ? u >= 0 : false) continue;
    for (size_t i = 0; i < h->n; i++) h->C[kept * h->n + i] = h->C[a * h->n + i];
    h->pushes[kept] = h->pushes[a];
    h->e[kept] = h->e[a];
    h->u[kept] = h->pushes[a] ? u : 0;
    h->b[kept] = h->pushes[a] ? -(1 + h->e[a]) * u : 0;
    kept++;
  }
  h->r = kept;
  return kept > 0;
}

typedef struct {
  double numbers[PUSH_NUMBERS(MOST, ROWS)];
  int marks[PUSH_MARKS(ROWS)];
  Push push;
} Room;

// The problem of r rows, solved.
static PushTrouble solve(Room *room, const Hit *h, size_t r, const double *C, const double *b, const bool *pushes) {
  push_open(&room->push, h->n, ROWS, room->numbers, room->marks);
  for (size_t a = 0; a < r; a++) push_add(&room->push, a, C, C, b[a], pushes[a]);
  return push_solve(&room->push, h->M, NULL);
}

static void check_hit(Gen *g, Hit *h, bool elastic) {
  Room room;
  double after[MOST], most = 1;
  const PushTrouble trouble = solve(&room, h, h->r, h->C, h->b, h->pushes);
  const double *x = room.push.x, *L = room.push.lambda;
  // equations may leave nothing free to rebound: then no velocity after the impact exists
  ASSUME(trouble == PUSH_SOLVED);
  for (size_t a = 0; a < h->r; a++) most = fmax(most, fabs(L[a]));
  for (size_t i = 0; i < h->n; i++) {
    double push = 0;
    for (size_t a = 0; a < h->r; a++) push += h->C[a * h->n + i] * L[a];
    CHECK_NEAR(dot(h->M + i * h->n, x, h->n), push, NEAR * most * 10);
    after[i] = h->v[i] + x[i];
  }
  bool acts = false;
  for (size_t a = 0; a < h->r; a++) {
    const double off = dot(h->C + a * h->n, x, h->n) - h->b[a];
    const double size = fabs(h->b[a]) + 10;
    if (!h->pushes[a]) CHECK_NEAR(off, 0, NEAR * size);
    if (!h->pushes[a]) continue;
    CHECK(off >= -NEAR * size && L[a] >= -NEAR * most);
    CHECK_NEAR(L[a] / most * off, 0, NEAR * size);
    acts = acts || L[a] > 0;
  }
  CHECK(acts);
  const double before = energy(h, h->v), then = energy(h, after);
  CHECK(then <= before + NEAR * (before + 1));
  if (elastic) CHECK_NEAR(then, before, NEAR * (before + 1));
}

// Makes equations hold before the impact: projects velocities by the solver without rows that push.
static bool satisfy_equations(Hit *h) {
  Room room;
  double C[ROWS * MOST], b[ROWS];
  bool pushes[ROWS] = {false};
  size_t r = 0;
  for (size_t a = 0; a < h->r; a++) {
    if (h->pushes[a]) continue;
    for (size_t i = 0; i < h->n; i++) C[r * h->n + i] = h->C[a * h->n + i];
    b[r++] = -dot(h->C + a * h->n, h->v, h->n);
  }
  const PushTrouble trouble = solve(&room, h, r, C, b, pushes);
  for (size_t i = 0; i < h->n; i++) h->v[i] += room.push.x[i];
  return trouble == PUSH_SOLVED;
}

PROP(energy_does_not_grow, 2000) {
  Hit h = gen_hit(g, -1);
  ASSUME(satisfy_equations(&h) && prepare(&h));
  bool any = false;
  for (size_t a = 0; a < h.r; a++) any = any || (h.pushes[a] && h.u[a] < -1e-6);
  ASSUME(any);
  check_hit(g, &h, false);
}

PROP(elastic_impacts_keep_energy, 2000) {
  Hit h = gen_hit(g, 1);
  ASSUME(satisfy_equations(&h) && prepare(&h));
  bool any = false;
  for (size_t a = 0; a < h.r; a++) any = any || (h.pushes[a] && h.u[a] < -1e-6);
  ASSUME(any);
  check_hit(g, &h, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_does_not_grow),
                                     cmocka_unit_test(elastic_impacts_keep_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
