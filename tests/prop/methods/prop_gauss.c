// Laws of least constraint: Gauss' function
//   G(x) = 1/2 (x - a)^T M (x - a),  a = M^-1 F,
// is least at the true accelerations among all x with A x = b (B08 Theorems 4 and 5).
//
// Judge: G in long double with the program's M and F; the x that compete are q'' plus vectors of the null
// space of A, where A is differentiated by hand (support/systems.c).

#include "support/systems.h"
#include "dalembert.h"

#include <math.h>

#define TOLERANCE 1e-11  // as in prop_agree.c

typedef struct {
  Real M[MOST_COORDINATES * MOST_COORDINATES], F[MOST_COORDINATES], free[MOST_COORDINATES];
  Real qdd[MOST_COORDINATES], size;
} Motion;

static DalModel *open_model(Gen *g, const char *text, const char *method) {
  DalModel *m = dal_model_create();
  CHECK(m != NULL);
  const bool good = dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK &&
                    dal_model_derive(m, &(DalDeriveOptions){.method = method}) == DAL_OK;
  if (!good) gen_note(g, "%s", dal_model_messages(m));
  CHECK(good);
  return m;
}

static Motion motion_of(Gen *g, const RandomSystem *s, const char *text, const char *method) {
  double M[MOST_COORDINATES * MOST_COORDINATES], F[MOST_COORDINATES], a[MOST_COORDINATES];
  Motion x               = {.size = 1};
  DalModel *m            = open_model(g, text, method);
  const DalStatus status = dal_model_accelerations(m, s->t, s->q, s->v, a);
  if (status != DAL_OK) gen_note(g, "%s", dal_model_messages(m));
  CHECK(status == DAL_OK);
  CHECK(dal_model_system(m, s->t, s->q, s->v, M, F) == DAL_OK);
  dal_model_destroy(m);
  widen(s->n * s->n, M, x.M);
  widen(s->n, F, x.F);
  widen(s->n, a, x.qdd);
  for (size_t i = 0; i < s->n; i++) x.size = fmaxl(x.size, fabsl(x.qdd[i]));
  Real none;
  solve_augmented(s->n, 0, x.M, x.F, NULL, NULL, NULL, x.free, &none);
  return x;
}

static Real gauss(const Motion *x, size_t n, const Real *at) {
  Real sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      sum += (at[i] - x->free[i]) * x->M[i * n + j] * (at[j] - x->free[j]) / 2;
  return sum;
}

// z^T M z/2, and z^T (M q'' - F): the virtual work of the reaction
static void expand(const Motion *x, size_t n, const Real *z, Real *quadratic, Real *linear,
                   Real *size) {
  *quadratic = *linear = *size = 0;
  for (size_t i = 0; i < n; i++) {
    Real reaction = -x->F[i], terms = fabsl(x->F[i]);
    for (size_t j = 0; j < n; j++) {
      *quadratic += z[i] * x->M[i * n + j] * z[j] / 2;
      reaction += x->M[i * n + j] * x->qdd[j];
      terms += fabsl(x->M[i * n + j]) * x->size;
    }
    *linear += z[i] * reaction;
    *size += fabsl(z[i]) * terms;
  }
}

// Law: G grows from q'' along every direction that the constraints allow.
static void least_along_null_space(Gen *g, const char *method) {
  const RandomSystem s = gen_system(g);
  const Motion x       = motion_of(g, &s, s.text, method);
  Real Z[MOST_COORDINATES * MOST_COORDINATES], z[MOST_COORDINATES] = {0}, at[MOST_COORDINATES];
  const size_t directions = null_space(s.independent, s.n, s.A, Z);
  CHECK(directions == s.n - s.independent);
  for (size_t k = 0; k < directions; k++) {
    const Real part = gen_int(g, -3, 3) + 0.5L;
    for (size_t i = 0; i < s.n; i++) z[i] += part * Z[k * s.n + i];
  }
  Real quadratic, linear, size;
  expand(&x, s.n, z, &quadratic, &linear, &size);
  CHECK_NEAR((double) linear, 0, TOLERANCE * (double) size);  // (36): stationary
  CHECK(quadratic > 0);                                       // (34): and least
  static const Real steps[] = {1, -1, 1e-1L, -1e-1L, 1e-3L, -1e-3L};
  for (size_t k = 0; k < COUNT(steps); k++) {
    for (size_t i = 0; i < s.n; i++) at[i] = x.qdd[i] + steps[k] * z[i];
    CHECK(gauss(&x, s.n, at) > gauss(&x, s.n, x.qdd));
  }
}

PROP(gauss_multipliers, 100) { least_along_null_space(g, "multipliers"); }
PROP(gauss_udwadia, 100) { least_along_null_space(g, "udwadia"); }

// Law: one more constraint never makes G smaller, and a redundant one leaves it as it is.
PROP(gauss_grows, 80) {
  const RandomSystem s = gen_system(g);
  ASSUME(s.shorter != NULL);
  const Motion all   = motion_of(g, &s, s.text, "multipliers"),
               fewer = motion_of(g, &s, s.shorter, "multipliers");
  const Real G = gauss(&all, s.n, all.qdd), less = gauss(&all, s.n, fewer.qdd);
  // G is quadratic: an error in q'' counts twice
  const Real rounding = 2 * (Real) TOLERANCE * (G + gauss(&all, s.n, (Real[MOST_COORDINATES]){0}));
  CHECK(less <= G + rounding);
  if (s.r > s.independent) CHECK_NEAR((double) less, (double) G, (double) rounding);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(gauss_multipliers),
    cmocka_unit_test(gauss_udwadia),
    cmocka_unit_test(gauss_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
