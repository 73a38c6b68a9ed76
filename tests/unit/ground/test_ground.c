// tests/unit/ground/test_ground.c: rank, redundancy and defects of constraints on the real piece.
//
// Law:   degrees of freedom are those of geometry; a constraint that is dropped is implied
// Judge: mechanisms whose freedoms are known by hand

#include "support/desk.h"

#include "ground/ground.h"
#include <stdio.h>
#include <string.h>

static const Ground *ground(Desk *desk, const char *text) {
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  assert_ptr_equal(ground_of(eq), ground_of(eq));
  return ground_of(eq);
}

static void has_rank(Desk *desk, const char *text, size_t rank) {
  const Ground *g = ground(desk, text);
  assert_true(g->known && g->regular);
  assert_int_equal(g->fault, GROUND_SOUND);
  assert_int_equal(g->rank, rank);
  assert_false(g->for_values);
}

static void has_fault(Desk *desk, const char *text, GroundFault fault, size_t culprit) {
  const Ground *g = ground(desk, text);
  assert_int_equal(g->fault, fault);
  assert_int_equal(g->culprit, culprit);
}

#define PLANE "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"

// --- points --------------------------------------------------------------------------------------

// A point of the first field alone is on the circle there, with a velocity along it; in the other field it need not be.
static void test_first_field(void **state) {
  Desk *desk = *state;
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  desk_read_well(desk, PLANE "constraint rod: x^2 + y^2 = 1\ninitial x = 0.6\n");
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  const Expr h[2] = {eq->constraints.row[0].position, eq->constraints.row[0].velocity};
  size_t off = 0;
  for (unsigned draw = 0; draw < 20; draw++)
    for (int one = 0; one < 2; one++) {
      FieldPoint *point;
      Fingerprint value[2];
      const Pins pins = {.first_field = one == 1};
      assert_int_equal(ground_point_pinned(eq, &desk->arena, draw, NULL, 0, pins, &point),
                       STATUS_OK);
      assert_true(field_point_values(point, h, 2, value));
      assert_true(value[0].v[0] == 0 && value[1].v[0] == 0);
      if (one == 0) assert_true(value[0].v[1] == 0 && value[1].v[1] == 0);
      off += value[0].v[1] != 0;
    }
  assert_int_equal(off, 20);
}

// --- regular sets --------------------------------------------------------------------------------

static void test_circle(void **state) {
  has_rank(*state, PLANE "parameter l = 1\nconstraint rod: x^2 + y^2 = l^2\ninitial x = 0.6\n", 1);
}

// r is a factor: the constraint is met by the angles, not by r = 0.
static void test_parameter_as_factor(void **state) {
  has_rank(*state,
           PLANE "parameter r = 1/2\nconstraint c: r*cos(x) + r*cos(y) + r*cos(x - y) = 0\n"
                 "initial x = 2\nguess y = 3\n",
           1);
}

// A four-bar with equal opposite sides: 3 angles, 2 equations, also if it is a parallelogram.
static void test_parallelogram(void **state) {
  has_rank(*state,
           "parameter a = 1, b = 2\ncoordinate p, q, s\nkinetic = 1/2*(p'^2 + q'^2 + s'^2)\n"
           "constraint h1: a*cos(p) + b*cos(q) = b + a*cos(s)\n"
           "constraint h2: a*sin(p) + b*sin(q) = a*sin(s)\ninitial p = 1, q = 0, s = 1\n",
           2);
}

// A third crank in the middle adds an angle and two equations, one of which follows from the others
// for equal cranks: one degree of freedom stays.
static void test_third_crank(void **state) {
  const Ground *g = ground(
    *state, "parameter a = 1, b = 2\ncoordinate p, q, s, u\n"
            "kinetic = 1/2*(p'^2 + q'^2 + s'^2 + u'^2)\n"
            "constraint h1: a*cos(p) + b*cos(q) = b + a*cos(s)\n"
            "constraint h2: a*sin(p) + b*sin(q) = a*sin(s)\n"
            "constraint k1: a*cos(p) + b/2*cos(q) = b/2 + a*cos(u)\n"
            "constraint k2: a*sin(p) + b/2*sin(q) = a*sin(u)\n"
            "initial p = 1, q = 0, s = 1, u = 1\n");
  assert_true(g->known && g->regular && !g->for_values);
  assert_int_equal(g->rank, 3);
  assert_true(g->redundant[3]);
}

// The same for lengths that are close to equal: no third crank fits, so that the freedom exists for
// these values only. a2 is the length of the third crank.
static void test_for_values(void **state) {
  const Ground *g = ground(
    *state, "parameter a = 1, b = 2, a2 = 1\ncoordinate p, q, s, u\n"
            "kinetic = 1/2*(p'^2 + q'^2 + s'^2 + u'^2)\n"
            "constraint h1: a*cos(p) + b*cos(q) = b + a*cos(s)\n"
            "constraint h2: a*sin(p) + b*sin(q) = a*sin(s)\n"
            "constraint k1: a*cos(p) + b/2*cos(q) = b/2 + a2*cos(u)\n"
            "constraint k2: a*sin(p) + b/2*sin(q) = a2*sin(u)\n"
            "initial p = 1, q = 0, s = 1, u = 1\n");
  assert_true(g->known && g->regular && g->for_values);
  assert_int_equal(g->rank, 3);
}

// A door in the plane of its angle, held at two points of its axis: 6 equations for 6 coordinates,
// one of which (the distance of the hinges) the body keeps by itself.
static void test_door(void **state) {
  const Ground *g = ground(
    *state, "coordinate x, y, z, a, b, c\nframe B = rotate(z, a) rotate(x, b) rotate(y, c)\n"
            "body D mass 1 at [x, y, z] frame B inertia (1, 2, 3)\n"
            "constraint low: pos(D) - B.x/2 - B.z = [0, 0, -1]\n"
            "constraint high: pos(D) - B.x/2 + B.z = [0, 0, 1]\n"
            "initial a = 0.3\nguess x = 0.477, y = 0.147\n");
  assert_true(g->known && g->regular);
  assert_int_equal(g->rank, 5);
}

// 1e-13 is not zero.
static void test_weak_coupling(void **state) {
  has_rank(*state, PLANE "constraint a: x' + y'/10^13 = 0\nconstraint b: x' = 0\n", 2);
}

// A constraint on positions is kept, its derivative dropped, whichever comes first.
static void test_levels(void **state) {
  const Ground *g =
    ground(*state, PLANE "constraint v: x*x' + y*y' = 0\nconstraint h: x^2 + y^2 = 1\ninitial x = 1\n");
  assert_true(g->known);
  assert_int_equal(g->rank, 1);
  assert_true(g->redundant[0] && !g->redundant[1]);
}

// At the crossing of two pieces the rank is lower than nearby.
static void test_crossing(void **state) {
  const Ground *g = ground(*state, PLANE "constraint c: x*y = 0\ninitial x = 0, y = 0\n");
  assert_true(g->known && !g->regular);
  assert_int_equal(g->rank, 1);
}

// The piece of the initial state decides: on the plane x = y the second constraint is redundant, on
// the line x = z = 0 it is not.
static void test_pieces(void **state) {
  static const char model[] = "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                              "constraint a: (x - y)*(x - z) = 0\nconstraint b: (x - y)*(x + z) = 0\n";
  char text[400];
  strcpy(text, model);
  has_rank(*state, strcat(text, "initial x = 1, y = 1, z = 3\n"), 1);
  desk_clear_model(*state);
  strcpy(text, model);
  has_rank(*state, strcat(text, "initial x = 0, y = 1, z = 0\n"), 2);
}

// --- large systems -------------------------------------------------------------------------------

#define CELLS 40

// Writes a ladder of parallelograms on cranks of length l, with cells of width b: every point but the
// first could be left out. Each has its crank, and the rods between them: 2 n coordinates, n
// cranks, n - 1 rods. All points move alike: one degree of freedom, so that the rank is 2 n - 1,
// and each further rod, over two cells, is redundant.
static const char *ladder(Desk *desk, size_t n, bool further) {
  Text text = text_make(&desk->arena);
  text_addf(&text, "parameter l = 1, b = 3/2\ncoordinate x1, y1");
  for (size_t i = 2; i <= n; i++) text_addf(&text, ", x%zu, y%zu", i, i);
  for (size_t i = 1; i <= n; i++) text_addf(&text, "\npoint P%zu mass 1 at [x%zu, y%zu]", i, i, i);
  for (size_t i = 1; i <= n; i++)
    text_addf(&text, "\nconstraint crank%zu: (x%zu - %zu*b)^2 + y%zu^2 = l^2", i, i, i, i);
  for (size_t k = 1; k <= (further ? 2u : 1u); k++)
    for (size_t i = 1; i + k <= n; i++)
      text_addf(&text,
                "\nconstraint rod%zu_%zu: (x%zu - x%zu)^2 + (y%zu - y%zu)^2 = (%zu*b)^2", k, i,
                i + k, i, i + k, i, k);
  for (size_t i = 1; i <= n; i++)
    text_addf(&text, "\ninitial x%zu = %zu*3/2 + 0.6, y%zu = 0.8", i, i, i);
  text_addf(&text, "\n");
  return text_get(&text);
}

static void test_large(void **state) {
  Desk *desk = *state;
  has_rank(desk, ladder(desk, CELLS, false), 2 * CELLS - 1);
  desk_clear_model(desk);
  const Ground *g = ground(desk, ladder(desk, CELLS, true));
  assert_true(g->known && g->regular && g->large != NULL);
  assert_false(g->for_values);
  assert_int_equal(g->fault, GROUND_SOUND);
  assert_int_equal(g->rank, 2 * CELLS - 1);
  for (size_t a = 0; a < 3 * CELLS - 3; a++) assert_int_equal(g->redundant[a], a >= 2 * CELLS - 1);
}

// --- faults --------------------------------------------------------------------------------------

static void test_powers(void **state) {
  static const char *const powers[] = {"(x - y)^2", "(x + y - 1)^3", "x^2 - 2*x*y + y^2",
                                       "(x' - y')^2", "x^2 + y^2", "(x - y)*(x^2 - y^2)",
                                       "1 - cos(x - y)", "sqrt((x - y)^2 + 1) - 1"};
  for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
    char text[200];
    if (i > 0) desk_clear_model(*state);
    snprintf(text, sizeof text, PLANE "constraint c: %s = 0\nguess x = 0.7, y = 0.6\n", powers[i]);
    has_fault(*state, text, GROUND_POWER, 0);
  }
}

// A power of another constraint's expression is harmless.
static void test_implied_power(void **state) {
  const Ground *g = ground(*state, PLANE "constraint c: (x - y)^2 = 0\nconstraint d: x = y\n");
  assert_int_equal(g->fault, GROUND_SOUND);
  assert_int_equal(g->rank, 1);
  assert_true(g->redundant[0]);
}

static void test_touching(void **state) {
  has_fault(*state, PLANE "constraint c: x^2 + y^2 = 1\nconstraint d: y = 1\ninitial y = 1\n",
            GROUND_TOUCHES, 1);
}

static void test_contradictions(void **state) {
  has_fault(*state, PLANE "constraint c: x^2 + y^2 = 1\nconstraint d: x^2 + y^2 = 2\n",
            GROUND_CONTRADICTS, 1);
  desk_clear_model(*state);
  has_fault(*state, PLANE "constraint c: x' + y' = 1\nconstraint d: 2*x' + 2*y' = 3\n",
            GROUND_CONTRADICTS, 1);
}

static void test_nowhere(void **state) {
  has_fault(*state, PLANE "constraint c: x^2 + y^2 + 1 = 0\n", GROUND_EMPTY, 0);
}

int main(void) {
#define T(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_first_field),   T(test_parameter_as_factor),
    T(test_parallelogram), T(test_third_crank),
    T(test_circle),        T(test_parameter_as_factor),
    T(test_parallelogram), T(test_third_crank),
    T(test_for_values),    T(test_door),
    T(test_weak_coupling), T(test_levels),
    T(test_crossing),      T(test_pieces),
    T(test_powers),        T(test_implied_power),
    T(test_touching),      T(test_contradictions),
    T(test_nowhere),       T(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
