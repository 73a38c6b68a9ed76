// Laws of rates: models whose linear problem is hard have the accelerations of the problem, in runs as in eval.
//
// Judge: the problem in 113 bits (support/problems.c). Its numbers are parameters of a model, so that nothing is
// known of them when it is compiled:
//   L = 1/2 sum m_ij q_i' q_j' (1 + q_1) + sum f_i q_i,  constraints sum a_ki q_i' = b_k t,
// realized by sum b_ki q_i' if the reactions have other directions; at rest at t = 0, q = 0.

#include "support/problems.h"
#include "support/rounding.h"
#include "dalembert.h"

#include <math.h>

#define HOPELESS 1e11  // problems with a larger condition may be refused

// --- the model ----------------------------------------------------------------------------------

static void add_parameters(Text *text, const char *name, const double *x, size_t rows, size_t n) {
  for (size_t i = 0; i < rows * n; i++)
    text_addf(text, "parameter %s%zu%zu = %.17g\n", name, i / n + 1, i % n + 1, x[i]);
}

// Appends sum name_ki q_i', without entries that are zero: these are known to be zero.
static void add_row(Text *text, const char *name, const double *x, size_t k, size_t n) {
  text_add(text, "(0");
  for (size_t i = 0; i < n; i++)
    if (x[k * n + i] != 0) text_addf(text, " + %s%zu%zu*q%zu'", name, k + 1, i + 1, i + 1);
  text_add_char(text, ')');
}

// Appends a constraint; a row that follows from others is written as their combination, on both sides: decimals are
// exact.
static void add_constraint(Text *text, const Problem *s, size_t k) {
  const bool servo = memcmp(s->A + k * s->n, s->B + k * s->n, s->n * sizeof *s->A) != 0;
  text_addf(text, "constraint c%zu: ", k + 1);
  if (k < s->rank) {
    add_row(text, "a", s->A, k, s->n);
  } else {
    text_add_char(text, '0');
    for (size_t a = 0; a < s->rank; a++)
      if (s->factor[k - s->rank][a] != 0) {
        text_addf(text, " + (%d)*", s->factor[k - s->rank][a]);
        add_row(text, "a", s->A, a, s->n);
      }
  }
  text_add(text, " = (0");
  for (size_t a = 0; k >= s->rank && a < s->rank; a++)
    text_addf(text, " + (%d)*(%.17g)", s->factor[k - s->rank][a], s->rhs[a]);
  if (k < s->rank) text_addf(text, " + (%.17g)", s->rhs[k]);
  text_add(text, ")*t");
  if (servo && k < s->rank) {
    text_add(text, " realized by ");
    add_row(text, "b", s->B, k, s->n);
  }
  text_add_char(text, '\n');
}

static const char *model_of(Gen *g, const Problem *s) {
  Text text = text_make(g->arena);
  const size_t n = s->n;
  for (size_t i = 0; i < n; i++) text_addf(&text, "coordinate q%zu\n", i + 1);
  add_parameters(&text, "m", s->M, n, n);
  add_parameters(&text, "f", s->F, 1, n);
  add_parameters(&text, "a", s->A, s->rank, n);
  add_parameters(&text, "b", s->B, s->rank, n);
  text_add(&text, "lagrangian = (1 + q1)*(0");
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      if (s->M[i * n + j] != 0)
        text_addf(&text, " + %sm%zu%zu*q%zu'*q%zu'", i == j ? "1/2*" : "", i + 1, j + 1, i + 1,
                  j + 1);
  text_add_char(&text, ')');
  for (size_t i = 0; i < n; i++) text_addf(&text, " + f1%zu*q%zu", i + 1, i + 1);
  text_add_char(&text, '\n');
  for (size_t k = 0; k < s->r; k++) add_constraint(&text, s, k);
  return text_get(&text);
}

// --- numbers ------------------------------------------------------------------------------------

static double largest(const double *x, size_t n) {
  double size = 0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

static void compare(Gen *g, const Problem *s, const ProblemSolution *exact, const char *by,
                    const double *x) {
  const double scale = largest(exact->x, s->n);
  const double part =
    exact->condition < 1e4 ? 1e-9 : 1000 * (double) (s->n + s->r) * UNIT * exact->condition;
  for (size_t i = 0; i < s->n; i++) {
    if (!(fabs(x[i] - exact->x[i]) <= part * scale))
      gen_note(g, "%s: q%zu'' is %.17g, should be %.17g; condition %.3g", by, i + 1, x[i],
               exact->x[i], exact->condition);
    CHECK(fabs(x[i] - exact->x[i]) <= part * scale);
  }
}

static void destroy_model(void *m) {
  dal_model_destroy(m);
}

static DalModel *open_model(Gen *g, const char *text) {
  DalModel *m = dal_model_create();
  CHECK(m != NULL);
  arena_defer(g->arena, destroy_model, m);
  gen_note(g, "%s", text);
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    gen_note(g, "%s", dal_model_messages(m));
  return m;
}

// Law: a run begins with the right accelerations, or refuses what is nearly singular.
PROP(runs_begin_right, 250) {
  const Problem s = gen_problem(g);
  ProblemSolution exact;
  ASSUME(problem_solve(&s, &exact) && exact.condition < 1e15);
  DalModel *m = open_model(g, model_of(g, &s));
  DalRun *run;
  const DalRunOptions options = {.to = "0", .columns = "accelerations"};
  const DalStatus status = dal_model_simulate(m, &options, &run);
  if (status != DAL_OK) gen_note(g, "condition %.3g\n%s", exact.condition, dal_model_messages(m));
  CHECK(status == DAL_OK || exact.condition > HOPELESS);
  if (status == DAL_OK) compare(g, &s, &exact, "run", dal_run_row(run, 0) + 1 + 2 * s.n);
  dal_run_destroy(run);
}

// Law: so does eval.
PROP(eval_is_right, 250) {
  const Problem s = gen_problem(g);
  ProblemSolution exact;
  ASSUME(problem_solve(&s, &exact) && exact.condition < 1e15);
  DalModel *m = open_model(g, model_of(g, &s));
  const double zero[PROBLEM_MOST] = {0};
  double x[PROBLEM_MOST];
  const DalStatus status = dal_model_accelerations(m, 0, zero, zero, x);
  if (status != DAL_OK) gen_note(g, "condition %.3g\n%s", exact.condition, dal_model_messages(m));
  CHECK(status == DAL_OK || exact.condition > HOPELESS);
  if (status == DAL_OK) compare(g, &s, &exact, "eval", x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(runs_begin_right),
    cmocka_unit_test(eval_is_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
