// support/known.c: drawing states, asking the program, comparing.

#include "support/settings.h"
#include "support/known.h"
#include "support/texts.h"
#include "dalembert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define KNOWN_SYSTEMS 32  // in one test program

// --- sizes --------------------------------------------------------------------------------------

Known known_alone(Real value, Real terms) {
  return known(value, terms + fabsl(value));
}

void known_size_two(const Real inverse[3], const Real M[3], const Real f[2], Known *a) {
  const Real b1 = f[0] + M[0] * fabsl(a[0].value) + M[1] * fabsl(a[1].value);
  const Real b2 = f[1] + M[1] * fabsl(a[0].value) + M[2] * fabsl(a[1].value);
  a[0].size = inverse[0] * b1 + inverse[1] * b2;
  a[1].size = inverse[1] * b1 + inverse[2] * b2;
}

// --- drawing states -----------------------------------------------------------------------------

// Returns a number in [low, high), by splitmix64.
static double draw(uint64_t *seed, double low, double high) {
  uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double) (z >> 11) * 0x1p-53);
}

typedef struct {
  State exact;
  double t, q[KNOWN_MOST], v[KNOWN_MOST];
  char set[512], at[512];  // as on the command line
} Sample;

static size_t count(const Range ranges[KNOWN_MOST]) {
  size_t n = 0;
  while (n < KNOWN_MOST && ranges[n].name != NULL) n++;
  return n;
}

static void write_value(char *text, size_t room, const char *name, const char *prime, double x) {
  const size_t n = strlen(text);
  snprintf(text + n, room - n, "%s%s%s=%.17g", n > 0 ? ", " : "", name, prime, x);
}

static void draw_sample(const System *y, uint64_t *seed, Sample *s) {
  *s = (Sample){.t = draw(seed, 0, 3)};
  s->exact.t = (Real) s->t;
  write_value(s->at, sizeof s->at, "t", "", s->t);
  for (size_t i = 0; i < count(y->parameters); i++) {
    const Range *r = &y->parameters[i];
    const double x = draw(seed, r->low, r->high);
    s->exact.p[i] = (Real) x;
    write_value(s->set, sizeof s->set, r->name, "", x);
  }
  for (size_t i = 0; i < count(y->coordinates); i++) {
    const Range *r = &y->coordinates[i];
    s->q[i] = draw(seed, r->low, r->high);
    s->v[i] = draw(seed, -3, 3);
    s->exact.q[i] = (Real) s->q[i];
    s->exact.v[i] = (Real) s->v[i];
    write_value(s->at, sizeof s->at, r->name, "", s->q[i]);
    write_value(s->at, sizeof s->at, r->name, "'", s->v[i]);
  }
}

// --- comparing ----------------------------------------------------------------------------------

typedef struct {
  const System *system;
  const Sample *sample;
  Real worst, apparent;  // largest error by the size of the terms, and by the value itself
} Comparison;

// name: what is compared; prefix and suffix around the coordinate's name
static void compare(Comparison *c, const char *prefix, const char *name, const char *suffix,
                    double value, Known expected) {
  const Real error = fabsl((Real) value - expected.value);
  if (expected.size > 0 && error / expected.size > c->worst) c->worst = error / expected.size;
  if (expected.value != 0 && error / fabsl(expected.value) > c->apparent)
    c->apparent = error / fabsl(expected.value);
  if (error <= KNOWN_TOLERANCE * expected.size) return;
  print_error("%s%s%s is %.17g, should be %.21Lg; %.2Lg of the terms\n"
              "dalembert eval models/%s.mech --set '%s' --at \"%s\"\n",
              prefix, name, suffix, value, expected.value, error / expected.size, c->system->name,
              c->sample->set, c->sample->at);
  fail();
}

// Returns the number after "name": in the JSON output of eval.
static double number(const char *json, const char *prefix, const char *name, const char *suffix) {
  char key[64];
  snprintf(key, sizeof key, "\"%s%s%s\":", prefix, name, suffix);
  const char *place = strstr(json, key);
  if (place == NULL) fail_msg("eval prints no %s", key);
  return place != NULL ? strtod(place + strlen(key), NULL) : 0;
}

static void compare_sample(DalModel *m, Comparison *c) {
  const Sample *s = c->sample;
  const Range *q = c->system->coordinates;
  Closed closed = {0};
  c->system->closed(&s->exact, &closed);

  double a[KNOWN_MOST];
  const char *json;
  assert_int_equal(dal_model_set(m, s->set), DAL_OK);
  assert_int_equal(dal_model_accelerations(m, s->t, s->q, s->v, a), DAL_OK);
  assert_int_equal(text_of(&json, dal_model_eval, m, &(DalEvalOptions){.at = s->at}, DAL_JSON),
                   DAL_OK);
  for (size_t i = 0; i < count(q); i++) {
    assert_true(number(json, "", q[i].name, "''") == a[i]);
    compare(c, "", q[i].name, "''", a[i], closed.a[i]);
    compare(c, "p_", q[i].name, "", number(json, "p_", q[i].name, ""), closed.p[i]);
    if (closed.rate[i].size > 0)
      compare(c, "p_", q[i].name, "'", number(json, "p_", q[i].name, "'"), closed.rate[i]);
  }
  compare(c, "", "energy", "", number(json, "", "energy", ""), closed.energy);
}

static void test_system(void **state) {
  const System *y = *state;
  const int states = (int) test_scaled(KNOWN_STATES);
  char path[128];
  snprintf(path, sizeof path, "models/%s.mech", y->name);
  DalModel *m = dal_model_create();
  assert_non_null(m);
  if (dal_model_read(m, path) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  assert_int_equal(dal_model_coordinates(m), count(y->coordinates));
  for (size_t i = 0; i < count(y->coordinates); i++)
    assert_string_equal(dal_model_coordinate(m, i), y->coordinates[i].name);

  uint64_t seed = 20240817;
  Comparison c = {.system = y};
  for (int i = 0; i < states; i++) {
    Sample sample;
    draw_sample(y, &seed, &sample);
    c.sample = &sample;
    compare_sample(m, &c);
  }
  print_message("%-20s %d states, worst error %.1Le of the terms, %.1Le of the value\n", y->name,
                states, c.worst, c.apparent);
  dal_model_destroy(m);
}

// --- running ------------------------------------------------------------------------------------

int known_run(const System *systems, size_t n) {
  struct CMUnitTest tests[KNOWN_SYSTEMS];
  System copies[KNOWN_SYSTEMS];  // cmocka's initial state is not const
  if (n > KNOWN_SYSTEMS) return EXIT_FAILURE;
  for (size_t i = 0; i < n; i++) {
    copies[i] = systems[i];
    tests[i] = (struct CMUnitTest){systems[i].name, test_system, NULL, NULL, &copies[i]};
  }
  return _cmocka_run_group_tests("known systems", tests, n, NULL, NULL);
}
