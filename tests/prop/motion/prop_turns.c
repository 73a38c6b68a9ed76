// Laws of runs in which masses pass zero while the problem of the accelerations stays regular.
//
// Judge: coordinates q_i = k_i x with masses m_i(x) = a_i + b_i cos(c_i x + d_i) have the energy h = m(x) x'^2/2,
// m = sum k_i^2 m_i, so that t is the integral of sqrt(m/(2 h)) over x: by Simpson's rule, whose error for such
// functions is far below that of a run.

#include "support/check.h"
#include "dalembert.h"

#include <math.h>

#define MOST 4
#define PANELS 4000
#define NEAR 1e-7  // rtol is 1e-10; the masses may be small where the motion is fast
#define HEAVY 0.3  // m is at least this

typedef struct {
  size_t n;
  double a[MOST], b[MOST], c[MOST], d[MOST], k[MOST];
} Masses;

static Masses gen_masses(Gen *g) {
  Masses s = {.n = 2 + gen_below(g, MOST - 1)};
  for (size_t i = 0; i < s.n; i++) {
    s.a[i] = (double) gen_int(g, i == 0 ? 2 : -2, 8) / 4;
    s.b[i] = (double) gen_int(g, -8, 8) / 4;
    s.c[i] = (double) gen_int(g, 1, 3);
    s.d[i] = (double) gen_int(g, -3, 3) / 2;
    s.k[i] = i == 0 ? 1 : (double) gen_int(g, 1, 4) / 2;
  }
  return s;
}

static double part_of(const Masses *s, size_t i, double x) {
  return s->a[i] + s->b[i] * cos(s->c[i] * x + s->d[i]);
}

static double mass_at(const Masses *s, double x) {
  double sum = 0;
  for (size_t i = 0; i < s->n; i++) sum += s->k[i] * s->k[i] * part_of(s, i, x);
  return sum;
}

static double least_mass(const Masses *s, double to) {
  double least = HUGE_VAL;
  for (int i = 0; i <= PANELS; i++) least = fmin(least, mass_at(s, to * i / PANELS));
  return least;
}

// Returns the time from 0 to x, with x' = 1 at 0.
static double time_to(const Masses *s, double x) {
  double sum = 0;
  for (int i = 0; i <= 2 * PANELS; i++)
    sum += (i == 0 || i == 2 * PANELS ? 1
            : i % 2                   ? 4
                                      : 2) *
           sqrt(mass_at(s, x * i / (2 * PANELS)) / mass_at(s, 0));
  return sum * x / (6 * PANELS);
}

static bool any_passes_zero(const Masses *s, double to) {
  for (size_t i = 0; i < s->n; i++)
    for (int j = 1; j <= PANELS; j++)
      if (part_of(s, i, 0) * part_of(s, i, to * j / PANELS) < 0) return true;
  return false;
}

// Writes the model; the first coordinate to be eliminated and the constraints to be doubled are drawn, too.
static const char *model_of(Gen *g, const Masses *s) {
  Text text = text_make(g->arena);
  const size_t first = gen_below(g, s->n);
  const bool twice = gen_below(g, 2) == 1;
  for (size_t i = 0; i < s->n; i++) text_addf(&text, "coordinate q%zu\n", (first + i) % s->n);
  text_add(&text, "lagrangian = 0");
  for (size_t i = 0; i < s->n; i++)
    text_addf(&text, " + 1/2*((%g) + (%g)*cos((%g)*q0 + (%g)))*q%zu'^2", s->a[i], s->b[i], s->c[i],
              s->d[i], i);
  for (size_t i = 1; i < s->n; i++)
    text_addf(&text, "\nconstraint c%zu: q%zu = (%g)*q0", i, i, s->k[i]);
  if (twice) text_addf(&text, "\nconstraint again: 2*q1 = q0*(%g)", 2 * s->k[1]);
  text_add(&text, "\ninitial q0 = 0, q0' = 1\n");
  return text_get(&text);
}

static double value_at_end(Gen *g, const DalRun *run, const char *column) {
  for (size_t i = 0; i < dal_run_columns(run); i++)
    if (strcmp(dal_run_column(run, i), column) == 0)
      return dal_run_row(run, dal_run_rows(run) - 1)[i];
  gen_note(g, "no column %s", column);
  CHECK(false);
  return 0;
}

static void destroy_model(void *m) {
  dal_model_destroy(m);
}

// Law: the run reaches its end, with the right x.
PROP(masses_pass_zero, 150) {
  const Masses s = gen_masses(g);
  ASSUME(least_mass(&s, 6) > HEAVY && any_passes_zero(&s, 2));
  const char *text = model_of(g, &s);
  static const char *const integrators[] = {"dop853", "taylor", "adams", "bdf", "erk", "dirk"};
  const DalRunOptions options = {.to = "2",
                                 .integrator = integrators[gen_below(g, COUNT(integrators))]};
  DalModel *m = dal_model_create();
  CHECK(m != NULL);
  arena_defer(g->arena, destroy_model, m);
  gen_note(g, "%s %s", options.integrator, text);
  CHECK(dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK);
  DalRun *run;
  const DalStatus status = dal_model_simulate(m, &options, &run);
  if (status != DAL_OK) gen_note(g, "%s", dal_model_messages(m));
  CHECK(status == DAL_OK);
  const double x = value_at_end(g, run, "q0");
  ASSUME(x < 6);
  CHECK_NEAR(time_to(&s, x), 2, NEAR);
  for (size_t i = 1; i < s.n; i++) {
    char name[24];
    snprintf(name, sizeof name, "q%zu", i);
    CHECK_NEAR(value_at_end(g, run, name), s.k[i] * x, 1e-9);
  }
  dal_run_destroy(run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(masses_pass_zero)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
