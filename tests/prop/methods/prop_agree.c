// Laws of the methods for constrained systems: they give the same motion.
//
// Judge: A and b by differentiating the constraints by hand (support/systems.c); M and F from the program; the
// augmented problem solved in long double by elimination with complete pivoting.
//
// wraps: evaluator_solve

#include "support/systems.h"
#include "dalembert.h"
#include "motion/evaluator.h"

#include <math.h>
#include <stdlib.h>

// 45000 roundings of 2^-52: the rows of A may be nearly dependent, with pivots down to 1/20 each
#define TOLERANCE 1e-11
// psi divides by coefficients down to 1/20 of the largest, once for each constraint, and is then differentiated
#define TOLERANCE_CHART 1e-9

static DalModel *open_model(Gen *g, const char *text) {
  DalModel *m = dal_model_create();
  CHECK(m != NULL);
  const bool good = dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK;
  if (!good) gen_note(g, "%s", dal_model_messages(m));
  CHECK(good);
  return m;
}

// LAPACK, which decides if the tape of a motion has lost digits, has the same answers at all states.
static bool by_lapack;

Status __real_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure);
Status __wrap_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure);

Status __wrap_evaluator_solve(Evaluator *e, double *inputs, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  return by_lapack ? evaluator_judge(e, inputs, motion, failure) : __real_evaluator_solve(e, inputs, motion, failure);
}

typedef struct {
  Real a[MOST_COORDINATES], lambda[MOST_ROWS], scale;
} Judged;

static void find_truth(Gen *g, const RandomSystem *s, DalModel *m, Judged *truth) {
  double M[MOST_COORDINATES * MOST_COORDINATES], F[MOST_COORDINATES];
  Real exact_M[MOST_COORDINATES * MOST_COORDINATES], exact_F[MOST_COORDINATES];
  CHECK(dal_model_system(m, s->t, s->q, s->v, M, F) == DAL_OK);
  widen(s->n * s->n, M, exact_M);
  widen(s->n, F, exact_F);
  solve_augmented(s->n, s->r, exact_M, exact_F, s->A, s->A, s->b, truth->a, truth->lambda);
  truth->scale = 1;
  for (size_t i = 0; i < s->n; i++) truth->scale = fmaxl(truth->scale, fabsl(truth->a[i]));
}

// may_refuse: a method may say that it has no answer here, but not give a wrong one
static void compare_one(Gen *g, const RandomSystem *s, DalModel *m, const char *method,
                        double tolerance, bool may_refuse, const Judged *truth) {
  double a[MOST_COORDINATES];
  const DalStatus status = dal_model_accelerations(m, s->t, s->q, s->v, a);
  if (status == DAL_DOMAIN && may_refuse) return;
  if (status != DAL_OK) gen_note(g, "%s: %s", method, dal_model_messages(m));
  CHECK(status == DAL_OK);
  for (size_t i = 0; i < s->n; i++) {
    const double error = fabs(a[i] - (double) truth->a[i]) / (double) truth->scale;
    if (!(error <= tolerance))
      gen_note(g, "%s: q%zu'' is %.17g, should be %.21Lg", method, i + 1, a[i], truth->a[i]);
    CHECK(error <= tolerance);
  }
}

static void compare(Gen *g, const RandomSystem *s, DalModel *m, const char *method,
                    double tolerance, bool may_refuse, const Judged *truth) {
  for (int lapack = 0; lapack < 2; lapack++) {
    by_lapack = lapack == 1;
    compare_one(g, s, m, method, tolerance, may_refuse, truth);
  }
  by_lapack = false;
}

// Law: every method gives the accelerations of the augmented problem; except appell if no velocity can be
// solved for, or if the one it was solved for has no coefficient at this state.
PROP(methods_agree, 150) {
  const RandomSystem s = gen_system(g);
  DalModel *m          = open_model(g, s.text);
  Judged truth;
  CHECK(dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"}) == DAL_OK);
  find_truth(g, &s, m, &truth);
  compare(g, &s, m, "multipliers", TOLERANCE, false, &truth);
  CHECK(dal_model_derive(m, &(DalDeriveOptions){.method = "udwadia"}) == DAL_OK);
  compare(g, &s, m, "udwadia", TOLERANCE, false, &truth);
  const DalStatus status = dal_model_derive(m, &(DalDeriveOptions){.method = "appell"});
  CHECK(status == DAL_OK || status == DAL_UNABLE);
  if (status == DAL_OK) compare(g, &s, m, "appell", TOLERANCE_CHART, true, &truth);
  dal_model_destroy(m);
}

// Law: A q'' = b, row by row to rounding. Judge: the sum in long double, by the size of its terms.
PROP(constraints_hold, 100) {
  static const char *const methods[] = {"multipliers", "udwadia"};
  const RandomSystem s               = gen_system(g);
  DalModel *m                        = open_model(g, s.text);
  for (size_t k = 0; k < COUNT(methods); k++) {
    double a[MOST_COORDINATES];
    CHECK(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}) == DAL_OK);
    CHECK(dal_model_accelerations(m, s.t, s.q, s.v, a) == DAL_OK);
    Real largest = 1;
    for (size_t j = 0; j < s.n; j++) largest = fmaxl(largest, fabsl((Real) a[j]));
    for (size_t c = 0; c < s.r; c++) {
      Real sum = -s.b[c], size = fabsl(s.b[c]);
      for (size_t j = 0; j < s.n; j++)
        sum += s.A[c * s.n + j] * (Real) a[j], size += fabsl(s.A[c * s.n + j]) * largest;
      CHECK_NEAR((double) sum, 0, TOLERANCE / 10 * (double) size);
    }
  }
  dal_model_destroy(m);
}

// Law: the order of the constraints, and stating one of them twice, do not change the motion.
PROP(repeated_constraint, 60) {
  const RandomSystem s = gen_system(g);
  DalModel *once       = open_model(g, s.text);
  char *twice          = malloc(2 * strlen(s.text) + 64);
  CHECK(twice != NULL);
  // the last constraint again, under another name, in front of all others
  const char *first = strstr(s.text, "constraint c1"), *last = first;
  for (const char *next = first; (next = strstr(next + 1, "constraint c")) != NULL;) last = next;
  const char *body = strchr(last, ':');
  snprintf(twice, 2 * strlen(s.text) + 64, "%.*sconstraint again%.*s\n%s", (int) (first - s.text),
           s.text, (int) (strchr(body, '\n') - body), body, first);
  DalModel *m = open_model(g, twice);
  free(twice);
  double a[MOST_COORDINATES], b[MOST_COORDINATES];
  CHECK(dal_model_derive(once, &(DalDeriveOptions){.method = "multipliers"}) == DAL_OK &&
        dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"}) == DAL_OK);
  CHECK(dal_model_accelerations(once, s.t, s.q, s.v, a) == DAL_OK);
  CHECK(dal_model_accelerations(m, s.t, s.q, s.v, b) == DAL_OK);
  double scale = 1;
  for (size_t i = 0; i < s.n; i++) scale = fmax(scale, fabs(a[i]));
  for (size_t i = 0; i < s.n; i++) CHECK_NEAR(a[i], b[i], TOLERANCE * scale);
  dal_model_destroy(once);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(methods_agree),
    cmocka_unit_test(constraints_hold),
    cmocka_unit_test(repeated_constraint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
