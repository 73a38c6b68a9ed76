// tests/unit/local/test_mass.c: mass matrices that are positive, singular, indefinite.
//
// Judge: Sylvester's law of inertia: 1/2 sum d_i (A u)_i^2 with a regular A has as many positive and
//        negative squares as there are positive and negative d_i; energies worked out by hand.

#include "local/mass.h"
#include "support/desk.h"
#include <stdlib.h>
#include <string.h>

static MassReport mass_of(Desk *desk, const char *text, unsigned draw) {
  desk_clear_model(desk);
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  Status status = method_multipliers.derive(desk->model, &options, eq);
  if (status != STATUS_OK) status = methods_default(desk->model)->derive(desk->model, &options, eq);
  assert_int_equal(status, STATUS_OK);
  return mass_definite(eq, draw, &desk->arena);
}

static void test_positive(void **state) {
  Desk *desk = *state;
  // det = m l^2 (M + m sin^2) > 0
  const MassReport mass = mass_of(desk,
                                  "parameter M = 2, m = 1, l = 1/2, g = 10\ncoordinate x, theta\n"
                                  "point C mass M at [x, 0]\n"
                                  "point P mass m at pos(C) + l*[sin(theta), -cos(theta)]\n"
                                  "gravity = [0, -g]\ninitial theta = 0.3\n",
                                  0);
  assert_int_equal(mass.kind, MASS_POSITIVE);
  assert_int_equal(mass.along, MASS_POSITIVE);
  assert_true(mass.moves);
}

// x'y' is -1 along (-1, 1)
static void test_indefinite(void **state) {
  Desk *desk = *state;
  const MassReport mass = mass_of(desk, "coordinate x, y\nlagrangian = x'*y' - x*y\n", 0);
  assert_int_equal(mass.kind, MASS_INDEFINITE);
  assert_string_equal(mass.energy, "-1");
  assert_string_equal(mass.state, "");
  assert_true(strcmp(mass.direction, "x' = -1, y' = 1") == 0 ||
              strcmp(mass.direction, "x' = 1, y' = -1") == 0);
}

// Directions that the constraints exclude do not matter: x'^2 - 1/2 y'^2 on y' = x' is 1/2 x'^2.
static void test_along(void **state) {
  Desk *desk = *state;
  MassReport mass = mass_of(desk,
                            "coordinate x, y\nkinetic = x'^2 - 1/2*y'^2\npotential = y\n"
                            "constraint c: y = x\n",
                            0);
  assert_int_equal(mass.kind, MASS_INDEFINITE);
  assert_int_equal(mass.along, MASS_POSITIVE);
  assert_string_equal(mass.direction, "y' = 1");
  assert_string_equal(mass.energy, "-0.5");
  // 1/2 x'^2 - y'^2 there is -1/2 x'^2
  mass = mass_of(desk,
                 "coordinate x, y\nkinetic = 1/2*x'^2 - y'^2\npotential = y\n"
                 "constraint c: y = x\n",
                 0);
  assert_int_equal(mass.along, MASS_INDEFINITE);
  assert_string_equal(mass.direction, "x' = 1, y' = 1");
  assert_string_equal(mass.energy, "-0.5");
}

static void test_singular(void **state) {
  Desk *desk = *state;
  // y has no mass; if it is tied to x, everything is determined
  const char *tied = "coordinate x, y\nkinetic = 1/2*x'^2\npotential = y\nconstraint c: y = 2*x\n";
  MassReport mass = mass_of(desk, tied, 0);
  assert_int_equal(mass.kind, MASS_SINGULAR);
  assert_int_equal(mass.along, MASS_POSITIVE);
  assert_true(mass.moves);
  assert_string_equal(mass.direction, "y' = 1");
  // polar coordinates at the pole, and beside it
  const char *polar = "coordinate r, phi\nkinetic = 1/2*(r'^2 + r^2*phi'^2)\npotential = 0\n";
  mass = mass_of(desk, polar, 0);
  assert_int_equal(mass.kind, MASS_SINGULAR);
  assert_false(mass.moves);
  assert_string_equal(mass.direction, "phi' = 1");
  assert_string_equal(mass.state, "r = 0");
  for (unsigned draw = 1; draw < 4; draw++)
    assert_int_equal(mass_of(desk, polar, draw).kind, MASS_POSITIVE);
}

// Free speeds: what the rates allow. H: the second derivatives by the momenta.
static void test_speeds(void **state) {
  Desk *desk = *state;
  const char *rates = "coordinate x, y\nspeed v\nkinetic = 1/2*x'^2 - %s*y'^2\npotential = y\n"
                      "rate x' = v, y' = v\n";
  const MassReport good = mass_of(desk, text_format(&desk->arena, rates, "1/4"), 0),
                   bad = mass_of(desk, text_format(&desk->arena, rates, "1"), 0);
  assert_int_equal(good.kind, MASS_INDEFINITE);
  assert_int_equal(good.along, MASS_POSITIVE);
  assert_int_equal(bad.along, MASS_INDEFINITE);
  const char *H = "coordinate x, y\nmomentum a, b\nhamiltonian = 1/2*a^2 + %s*b^2 + x\n";
  assert_int_equal(mass_of(desk, text_format(&desk->arena, H, "2"), 0).kind, MASS_POSITIVE);
  assert_int_equal(mass_of(desk, text_format(&desk->arena, H, "(-2)"), 0).kind, MASS_INDEFINITE);
}

// --- Sylvester's law -----------------------------------------------------------------------------

#define SIZE 4
#define FORMS 60

static unsigned next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

// Makes a product of a lower and an upper triangle with ones on the diagonal: regular.
static void regular_matrix(unsigned *seed, int A[SIZE][SIZE]) {
  int L[SIZE][SIZE] = {{0}}, U[SIZE][SIZE] = {{0}};
  for (int i = 0; i < SIZE; i++) {
    L[i][i] = U[i][i] = 1;
    for (int j = 0; j < i; j++) {
      L[i][j] = (int) (next(seed) % 7) - 3;
      U[j][i] = (int) (next(seed) % 7) - 3;
    }
  }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      A[i][j] = 0;
      for (int k = 0; k < SIZE; k++) A[i][j] += L[i][k] * U[k][j];
    }
}

static const char *form_text(Desk *desk, int A[SIZE][SIZE], const int *d) {
  Text text = text_make(&desk->arena);
  text_add(&text, "coordinate x0, x1, x2, x3\npotential = x0\nkinetic = 0*x0'^2");
  for (int i = 0; i < SIZE; i++) {
    text_addf(&text, " + 1/2*(%d)*(0", d[i]);
    for (int j = 0; j < SIZE; j++) text_addf(&text, " + (%d)*x%d'", A[i][j], j);
    text_add(&text, ")^2");
  }
  text_add(&text, "\n");
  return text_get(&text);
}

static void test_inertia(void **state) {
  Desk *desk = *state;
  unsigned seed = 5;
  int count[MASS_UNKNOWN + 1] = {0};
  for (int form = 0; form < FORMS; form++) {
    int A[SIZE][SIZE], d[SIZE], zeros = 0, negative = 0;
    regular_matrix(&seed, A);
    for (int i = 0; i < SIZE; i++) {
      const int draw = (int) (next(&seed) % 12);
      d[i] = draw < 9 ? 1 + draw : draw == 9 ? 0 : -draw;
      zeros += d[i] == 0;
      negative += d[i] < 0;
    }
    if (zeros == SIZE) continue;
    const MassKind expected = negative > 0 ? MASS_INDEFINITE
                              : zeros > 0  ? MASS_SINGULAR
                                           : MASS_POSITIVE;
    const MassReport mass = mass_of(desk, form_text(desk, A, d), 0);
    assert_int_equal(mass.kind, expected);
    if (negative > 0) assert_true(atof(mass.energy) < 0);
    count[expected]++;
  }
  // all three kinds were among them
  for (MassKind kind = MASS_POSITIVE; kind <= MASS_INDEFINITE; kind++) assert_true(count[kind] > 3);
}

// --- regularity ----------------------------------------------------------------------------------

static Truth regular(Desk *desk, const char *text) {
  desk_clear_model(desk);
  desk_read_well(desk, text);
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  const DeriveOptions options = {.arena = &desk->arena};
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  return mass_regular(eq, &desk->arena);
}

// v has no mass: nothing determines its motion, whatever a is; at the pole, polar coordinates are
// singular, elsewhere they are not
static void test_regular(void **state) {
  Desk *desk = *state;
  assert_int_equal(
    regular(desk, "parameter a\ncoordinate u, v\nkinetic = 1/2*a*u'^2\npotential = u*v\n"),
    TRUTH_NO);
  assert_int_equal(
    regular(desk, "coordinate r, phi\nkinetic = 1/2*(r'^2 + r^2*phi'^2)\npotential = 0\n"),
    TRUTH_YES);
  assert_int_equal(regular(desk, "parameter a\ncoordinate u, v\nkinetic = 1/2*a*u'^2\n"
                                 "potential = u*v\nconstraint c: v = a*u\n"),
                   TRUTH_YES);
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_positive), DESK_TEST(test_indefinite), DESK_TEST(test_along),
    DESK_TEST(test_singular), DESK_TEST(test_speeds),     DESK_TEST(test_inertia),
    DESK_TEST(test_regular),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
