// support/constrained.c: drawing consistent states, solving the augmented problem, comparing.

#include "support/settings.h"
#include "support/constrained.h"
#include "support/texts.h"
#include "dalembert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MOST_CASES 32  // in one test program
#define RANK_LOSS 1e-12L
#define FIRST_SEED 20081101

static const char *const methods[] = {"multipliers", "udwadia", "appell"};

// --- random numbers -----------------------------------------------------------------------------

double draw_between(uint64_t *seed, double low, double high) {
  uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double) (z >> 11) * 0x1p-53);
}

double draw_signed(uint64_t *seed, double low, double high) {
  const double size = draw_between(seed, low, high);
  return draw_between(seed, -1, 1) < 0 ? -size : size;
}

static double draw(uint64_t *seed, const Draw *range) {
  if (range->low == 0 && range->high == 0) return draw_signed(seed, 0.3, 1.5);
  return draw_between(seed, range->low, range->high);
}

void widen(size_t n, const double *from, Real *to) {
  for (size_t i = 0; i < n; i++) to[i] = (Real) from[i];
}

// --- linear algebra -----------------------------------------------------------------------------

static void swap(Real *a, Real *b) {
  const Real c = *a;
  *a = *b;
  *b = c;
}

// Brings the largest entry from row and column k on to (k, k); false when all are small.
static bool pivot(size_t k, size_t rows, size_t columns, Real *a, size_t *order, size_t usable,
                  Real least) {
  size_t row = k, column = k;
  for (size_t i = k; i < rows; i++)
    for (size_t j = k; j < usable; j++)
      if (fabsl(a[i * columns + j]) > fabsl(a[row * columns + column])) row = i, column = j;
  if (!(fabsl(a[row * columns + column]) > least)) return false;
  for (size_t j = 0; j < columns; j++) swap(&a[k * columns + j], &a[row * columns + j]);
  for (size_t i = 0; i < rows; i++) swap(&a[i * columns + k], &a[i * columns + column]);
  const size_t was = order[k];
  order[k] = order[column];
  order[column] = was;
  return true;
}

size_t eliminate(size_t rows, size_t columns, Real *a, size_t *order, size_t usable,
                 Real tolerance) {
  Real largest = 0;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < usable; j++) largest = fmaxl(largest, fabsl(a[i * columns + j]));
  for (size_t j = 0; j < usable; j++) order[j] = j;
  size_t k = 0;
  for (; k < rows && k < usable && pivot(k, rows, columns, a, order, usable, tolerance * largest);
       k++) {
    const Real p = a[k * columns + k];
    for (size_t j = 0; j < columns; j++) a[k * columns + j] /= p;
    for (size_t i = 0; i < rows; i++) {
      const Real factor = a[i * columns + k];
      for (size_t j = 0; i != k && j < columns; j++)
        a[i * columns + j] -= factor * a[k * columns + j];
    }
  }
  return k;
}

size_t null_space(size_t rows, size_t columns, const Real *from, Real *basis) {
  Real *a = calloc(rows * columns + 1, sizeof *a);
  size_t *order = calloc(columns + 1, sizeof *order);
  assert_true(a && order);
  memcpy(a, from, rows * columns * sizeof *a);
  const size_t rank = eliminate(rows, columns, a, order, columns, RANK_LOSS);
  memset(basis, 0, (columns - rank) * columns * sizeof *basis);
  for (size_t k = rank; k < columns; k++) {
    Real *z = basis + (k - rank) * columns;
    z[order[k]] = 1;
    for (size_t i = 0; i < rank; i++) z[order[i]] = -a[i * columns + k];
  }
  free(a);
  free(order);
  return columns - rank;
}

void solve_augmented(size_t n, size_t r, const Real *M, const Real *F, const Real *A, const Real *B,
                     const Real *b, Real *qdd, Real *lambda) {
  const size_t k = n + r, width = k + 1;
  Real *a = calloc(k * width, sizeof *a);
  size_t *order = calloc(k, sizeof *order);
  assert_true(a && order);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) a[i * width + j] = M[i * n + j];
    for (size_t c = 0; c < r; c++) a[i * width + n + c] = -B[c * n + i];
    a[i * width + k] = F[i];
  }
  for (size_t c = 0; c < r; c++) {
    for (size_t j = 0; j < n; j++) a[(n + c) * width + j] = A[c * n + j];
    a[(n + c) * width + k] = b[c];
  }
  const size_t rank = eliminate(k, width, a, order, k, RANK_LOSS);
  for (size_t i = 0; i < k; i++) *(i < n ? &qdd[i] : &lambda[i - n]) = 0;
  for (size_t i = 0; i < rank; i++)
    *(order[i] < n ? &qdd[order[i]] : &lambda[order[i] - n]) = a[i * width + k];
  free(a);
  free(order);
}

// --- states -------------------------------------------------------------------------------------

typedef struct {
  State exact;
  double q[MOST_COORDINATES], v[MOST_COORDINATES];
  char set[512], at[1024];  // as on the command line
} Sample;

static size_t count(const Draw *draws, size_t most) {
  size_t n = 0;
  while (n < most && draws[n].name != NULL) n++;
  return n;
}

static size_t speeds_of(const Case *c) {
  size_t n = 0;
  while (n < MOST_SPEEDS && c->speeds[n] != NULL) n++;
  return n;
}

static Real write_value(char *text, size_t room, const char *name, const char *prime, Real x) {
  const size_t n = strlen(text);
  snprintf(text + n, room - n, "%s%s%s=%.17g", n > 0 ? ", " : "", name, prime, (double) x);
  return (Real) (double) x;
}

// Writes the state for the program, in doubles, and evaluates everything about it at those doubles.
static void write_state(const Case *c, Sample *s) {
  State *x = &s->exact;
  x->t = write_value(s->at, sizeof s->at, "t", "", x->t);
  for (size_t i = 0; i < x->n; i++) {
    x->q[i] = write_value(s->at, sizeof s->at, c->coordinates[i].name, "", x->q[i]);
    s->q[i] = (double) x->q[i];
    s->v[i] = (double) x->v[i];
  }
  widen(x->n, s->v, x->v);
  for (size_t i = 0; i < speeds_of(c); i++)
    x->z[i] = write_value(s->at, sizeof s->at, c->speeds[i], "", x->z[i]);
  for (size_t i = 0; i < x->n && speeds_of(c) == 0; i++)
    write_value(s->at, sizeof s->at, c->coordinates[i].name, "'", x->v[i]);
}

static void draw_sample(const Case *c, uint64_t *seed, Sample *s) {
  *s = (Sample){0};
  State *x = &s->exact;
  x->n = count(c->coordinates, MOST_COORDINATES);
  x->r = c->r;
  x->t = (Real) draw_between(seed, 0, 2);
  for (size_t i = 0; i < count(c->parameters, MOST_PARAMETERS); i++)
    x->p[i] = write_value(s->set, sizeof s->set, c->parameters[i].name, "",
                          (Real) draw(seed, &c->parameters[i]));
  for (size_t i = 0; i < x->n; i++) x->q[i] = (Real) draw(seed, &c->coordinates[i]);
  for (size_t i = 0; i < x->n; i++) x->v[i] = (Real) draw_signed(seed, 0.3, 1.5);
  for (size_t i = 0; i < speeds_of(c); i++) x->z[i] = (Real) draw_signed(seed, 0.3, 1.5);
  c->complete(x);
  write_state(c, s);
}

// --- asking the program -------------------------------------------------------------------------

double number_in(const char *json, const char *group, const char *key) {
  char name[64];
  snprintf(name, sizeof name, "\"%s\":", group);
  const char *place = strstr(json, name);
  snprintf(name, sizeof name, "\"%s\":", key);
  if (place != NULL) place = strstr(place, name);
  if (place == NULL) fail_msg("eval prints no %s in %s", key, group);
  return place != NULL ? strtod(place + strlen(name), NULL) : 0;
}

typedef struct {
  double a[MOST_COORDINATES], R[MOST_COORDINATES], lambda[MOST_ROWS];
} Found;

typedef struct {
  const Case *c;
  const Sample *s;
  const char *method;
  Real worst_a, worst_R, worst_lambda, worst_printed;
} Comparison;

static void say_where(const Comparison *x) {
  print_error("dalembert eval models/%s.mech --method %s --set '%s' --at \"%s\"\n", x->c->name,
              x->method, x->s->set, x->s->at);
}

static void expect_ok(DalModel *m, const Comparison *x, DalStatus status) {
  if (status == DAL_OK) return;
  print_error("%s", dal_model_messages(m));
  say_where(x);
  fail();
}

static Found evaluate(DalModel *m, const Comparison *x) {
  const Case *c = x->c;
  const size_t n = x->s->exact.n;
  Found f = {0};
  const char *json = "";
  expect_ok(m, x, text_of(&json, dal_model_eval, m, &(DalEvalOptions){.at = x->s->at}, DAL_JSON));
  for (size_t i = 0; i < n; i++) {
    char key[64];
    snprintf(key, sizeof key, "%s''", c->coordinates[i].name);
    f.a[i] = number_in(json, "accelerations", key);
    f.R[i] = number_in(json, "reactions", c->coordinates[i].name);
  }
  for (size_t a = 0; a < c->r; a++) f.lambda[a] = number_in(json, "multipliers", c->constraints[a]);
  return f;
}

// --- comparing ----------------------------------------------------------------------------------

static Real largest(const Real *v, size_t n) {
  Real most = 0;
  for (size_t i = 0; i < n; i++)
    if (!isnan(v[i])) most = fmaxl(most, fabsl(v[i]));
  return most;
}

static void compare(const Comparison *x, Real *worst, const char *what, const char *name,
                    double value, Real expected, Real scale) {
  const Real error = fabsl((Real) value - expected) / scale;
  if (error > *worst) *worst = error;
  if (error <= CONSTRAINED_TOLERANCE) return;
  print_error("%s %s is %.17g, should be %.21Lg; error %.2Lg of the size\n", what, name, value,
              expected, error);
  say_where(x);
  fail();
}

static Real dot(const Real *a, const Real *b, size_t n) {
  Real sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Copies the rows one after the other, without gaps.
static void pack(size_t r, size_t n, Real from[][MOST_COORDINATES], Real *to) {
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) to[a * n + i] = from[a][i];
}

// R.z = 0 for all z with A z = 0
static void check_ideal(Comparison *x, const Found *f, const Real *A, Real scale) {
  const size_t n = x->s->exact.n;
  Real Z[MOST_COORDINATES * MOST_COORDINATES], R[MOST_COORDINATES];
  const size_t free_directions = null_space(x->c->r, n, A, Z);
  widen(n, f->R, R);
  for (size_t k = 0; k < free_directions; k++) {
    const Real work = dot(R, Z + k * n, n);
    compare(x, &x->worst_R, "virtual work of the reaction", "", (double) work, 0,
            scale * sqrtl(dot(Z + k * n, Z + k * n, n)));
  }
}

// lambda.y = 0 for all y with A^T y = 0
static void check_least_norm(Comparison *x, const Found *f, const Real *A) {
  const size_t n = x->s->exact.n, r = x->c->r;
  Real At[MOST_COORDINATES * MOST_ROWS], Y[MOST_ROWS * MOST_ROWS], lambda[MOST_ROWS];
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) At[i * r + a] = A[a * n + i];
  const size_t dependences = null_space(n, r, At, Y);
  assert_true(dependences > 0);
  widen(r, f->lambda, lambda);
  for (size_t k = 0; k < dependences; k++)
    compare(x, &x->worst_lambda, "lambda along a dependence", "",
            (double) dot(lambda, Y + k * r, r), 0, largest(lambda, r) * largest(Y + k * r, r));
}

static void compare_printed(Comparison *x, const Found *f, const Printed *printed, Real scale,
                            Real lambda_scale) {
  for (size_t i = 0; i < x->s->exact.n; i++)
    if (!isnan(printed->a[i]))
      compare(x, &x->worst_printed, "printed acceleration of", x->c->coordinates[i].name, f->a[i],
              printed->a[i], scale);
  for (size_t a = 0; a < x->c->r; a++)
    if (!isnan(printed->lambda[a]))
      compare(x, &x->worst_printed, "printed multiplier of", x->c->constraints[a], f->lambda[a],
              printed->lambda[a], lambda_scale);
}

typedef struct {
  Rows rows;
  Real A[MOST_ROWS * MOST_COORDINATES], B[MOST_ROWS * MOST_COORDINATES];
  Real a[MOST_COORDINATES], lambda[MOST_ROWS], R[MOST_COORDINATES], F[MOST_COORDINATES];
} Truth;

// Solves the augmented problem at a sample.
static void find_truth(DalModel *m, const Comparison *x, Truth *truth) {
  const State *s = &x->s->exact;
  const size_t n = s->n, r = x->c->r;
  double M[MOST_COORDINATES * MOST_COORDINATES], F[MOST_COORDINATES];
  expect_ok(m, x, dal_model_system(m, (double) s->t, x->s->q, x->s->v, M, F));
  Real exact_M[MOST_COORDINATES * MOST_COORDINATES];
  widen(n * n, M, exact_M);
  widen(n, F, truth->F);
  x->c->rows(s, &truth->rows);
  pack(r, n, truth->rows.A, truth->A);
  pack(r, n, x->c->traits & CASE_SERVO ? truth->rows.B : truth->rows.A, truth->B);
  solve_augmented(n, r, exact_M, truth->F, truth->A, truth->B, truth->rows.b, truth->a,
                  truth->lambda);
  for (size_t i = 0; i < n; i++) {
    truth->R[i] = 0;
    for (size_t a = 0; a < r; a++) truth->R[i] += truth->B[a * n + i] * truth->lambda[a];
  }
}

static void compare_found(Comparison *x, const Found *f, const Truth *truth) {
  const size_t n = x->s->exact.n, r = x->c->r;
  const Real a_scale = largest(truth->a, n);
  const Real R_scale = largest(truth->R, n) + largest(truth->F, n);
  const Real lambda_scale = largest(truth->lambda, r);
  Real R[MOST_COORDINATES], power = 0;
  for (size_t i = 0; i < n; i++) {
    compare(x, &x->worst_a, "acceleration of", x->c->coordinates[i].name, f->a[i], truth->a[i],
            a_scale);
    compare(x, &x->worst_R, "reaction on", x->c->coordinates[i].name, f->R[i], truth->R[i],
            R_scale);
  }
  widen(n, f->R, R);
  if (x->c->traits & CASE_REDUNDANT) check_least_norm(x, f, truth->A);
  for (size_t a = 0; a < r && !(x->c->traits & CASE_REDUNDANT); a++)
    compare(x, &x->worst_lambda, "multiplier of", x->c->constraints[a], f->lambda[a],
            truth->lambda[a], lambda_scale);
  if (!(x->c->traits & CASE_SERVO)) {
    for (size_t a = 0; a < r; a++) power += truth->lambda[a] * truth->rows.drift[a];
    check_ideal(x, f, truth->A, R_scale);
    compare(x, &x->worst_R, "power of the reaction", "", (double) dot(R, x->s->exact.v, n), power,
            R_scale * largest(x->s->exact.v, n) * sqrtl((Real) n));
  }
  if (x->c->printed == NULL) return;
  Printed printed;
  for (size_t i = 0; i < MOST_COORDINATES; i++) printed.a[i] = nanl("");
  for (size_t a = 0; a < MOST_ROWS; a++) printed.lambda[a] = nanl("");
  x->c->printed(&x->s->exact, &printed);
  compare_printed(x, f, &printed, a_scale, lambda_scale);
}

// --- running ------------------------------------------------------------------------------------

static bool applies(const Case *c, const char *method) {
  if (strcmp(method, "multipliers") == 0) return true;
  if (c->traits & CASE_SERVO) return false;
  return strcmp(method, "udwadia") != 0 || !(c->traits & CASE_SEMIDEFINITE);
}

static DalModel *open_model(const Case *c) {
  char path[128];
  snprintf(path, sizeof path, "models/%s.mech", c->name);
  DalModel *m = dal_model_create();
  assert_non_null(m);
  if (dal_model_read(m, path) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  const size_t n = count(c->coordinates, MOST_COORDINATES);
  assert_int_equal(dal_model_coordinates(m), n);
  for (size_t i = 0; i < n; i++)
    assert_string_equal(dal_model_coordinate(m, i), c->coordinates[i].name);
  return m;
}

// Checks that the accelerations computed alone are the same, bit by bit if the velocities are.
static void check_plain(DalModel *m, const Comparison *x, const Found *f) {
  double a[MOST_COORDINATES];
  const Sample *s = x->s;
  expect_ok(m, x, dal_model_accelerations(m, (double) s->exact.t, s->q, s->v, a));
  Real scale = 0;
  for (size_t i = 0; i < s->exact.n; i++) scale = fmaxl(scale, fabsl((Real) f->a[i]));
  for (size_t i = 0; i < s->exact.n; i++) {
    if (speeds_of(x->c) == 0 ? a[i] == f->a[i]
                             : fabsl((Real) a[i] - (Real) f->a[i]) <= CONSTRAINED_TOLERANCE * scale)
      continue;
    print_error("dal_model_accelerations gives %.17g for %s'', eval %.17g\n", a[i],
                x->c->coordinates[i].name, f->a[i]);
    say_where(x);
    fail();
  }
}

// Does appell report that its free speeds do not reach the state? It must not answer for a different state.
static bool refuses(DalModel *m, const Comparison *x) {
  const char *json;
  if (!(x->c->traits & CASE_CHART) || strcmp(x->method, "appell") != 0) return false;
  return text_of(&json, dal_model_eval, m, &(DalEvalOptions){.at = x->s->at}, DAL_JSON) != DAL_OK;
}

static void test_method(const Case *c, const char *method, int states, Comparison *x) {
  DalModel *m = open_model(c), *free_system = open_model(c);
  x->method = method;
  if (dal_model_derive(m, &(DalDeriveOptions){.method = method}) != DAL_OK)
    fail_msg("%s: %s", method, dal_model_messages(m));
  if (dal_model_derive(free_system, &(DalDeriveOptions){.method = "multipliers"}) != DAL_OK)
    fail_msg("%s", dal_model_messages(free_system));
  uint64_t seed = FIRST_SEED;
  for (int k = 0; k < states; k++) {
    Sample sample;
    Truth truth = {0};
    draw_sample(c, &seed, &sample);
    x->s = &sample;
    assert_int_equal(dal_model_set(m, sample.set), DAL_OK);
    assert_int_equal(dal_model_set(free_system, sample.set), DAL_OK);
    find_truth(free_system, x, &truth);
    if (refuses(m, x)) continue;
    const Found found = evaluate(m, x);
    compare_found(x, &found, &truth);
    check_plain(m, x, &found);
  }
  dal_model_destroy(m);
  dal_model_destroy(free_system);
}

static void test_case(void **state) {
  const Case *c = *state;
  const int states = (int) test_scaled(CONSTRAINED_STATES);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (!applies(c, methods[i])) continue;
    Comparison x = {.c = c};
    test_method(c, methods[i], states, &x);
    print_message("%-42s %-11s worst errors: q'' %.1Le, R %.1Le, lambda %.1Le, printed %.1Le\n",
                  c->name, methods[i], x.worst_a, x.worst_R, x.worst_lambda, x.worst_printed);
  }
}

int constrained_run(const Case *cases, size_t n) {
  struct CMUnitTest tests[MOST_CASES];
  Case copies[MOST_CASES];  // cmocka's initial state is not const
  if (n > MOST_CASES) return EXIT_FAILURE;
  for (size_t i = 0; i < n; i++) {
    copies[i] = cases[i];
    tests[i] = (struct CMUnitTest){cases[i].name, test_case, NULL, NULL, &copies[i]};
  }
  return _cmocka_run_group_tests("constrained systems", tests, n, NULL, NULL);
}
