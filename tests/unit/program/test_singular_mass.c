// Runs with a mass matrix that is singular, and definite only on what the constraints allow: coordinates without mass, chains of
// bodies in positions and quaternions, which have four components, with ball joints.
//
// Judge: closed forms; the same chain in the plane in which it swings, with one angle for each body and no constraint.

#include "dalembert.h"
#include "support/check.h"

#include "base/text.h"
#include <math.h>

// From rest, turned about the axis x by an angle with cosine 7/25 and sine 24/25.
static const char *chain_with_quaternions(Arena *arena, size_t n) {
  Text text = text_make(arena);
  text_addf(&text,
            "count n = %zu\n"
            "coordinate x[1..n], y[1..n], z[1..n], a[1..n], b[1..n], c[1..n], d[1..n]\n"
            "let r[i] = [x[i], y[i], z[i]] for i = 1..n\ngravity = [0, 0, -9.81]\n"
            "initial a[i] = 0.8, b[i] = 0.6, c[i] = 0, d[i] = 0 for i = 1..n\n",
            n);
  for (size_t i = 1; i <= n; i++) {
    text_addf(&text, "frame B%zu = quaternion(a[%zu], b[%zu], c[%zu], d[%zu])\n", i, i, i, i, i);
    text_addf(&text, "body D%zu mass 1 at r[%zu] frame B%zu inertia (0.1, 0.12, 0.02)\n", i, i, i);
    text_addf(&text, "constraint r[%zu] + 0.5*B%zu.z = ", i, i);
    text_addf(&text, i > 1 ? "r[%zu] - 0.5*B%zu.z\n" : "[0, 0, 0]\n", i - 1, i - 1);
  }
  text_addf(&text, "observe height = pos(D%zu).z\n", n);
  return text_get(&text);
}

static const char *chain_with_angles(Arena *arena, size_t n) {
  Text text = text_make(arena);
  text_addf(&text,
            "count n = %zu\ncoordinate t[1..n]\nlet e[0] = [0, 0, 0]\ngravity = [0, 0, -9.81]\n"
            "initial t[i] = 2*atan(3/4) for i = 1..n\n",
            n);
  for (size_t i = 1; i <= n; i++) {
    text_addf(&text, "frame B%zu = rotate(x, t[%zu])\nlet e[%zu] = e[%zu] - B%zu.z\n", i, i, i,
              i - 1, i);
    text_addf(&text,
              "body D%zu mass 1 at e[%zu] - 0.5*B%zu.z frame B%zu inertia (0.1, 0.12, 0.02)\n", i,
              i - 1, i, i);
  }
  text_addf(&text, "observe height = pos(D%zu).z\n", n);
  return text_get(&text);
}

// Returns the height of the last body after a second; it is followed by the energy and the constraint error.
static double height_of(const char *text) {
  DalModel *m = dal_model_create();
  DalRun *run;
  const DalRunOptions options = {.to = "1", .every = "1", .rtol = 1e-11, .atol = 1e-11};
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  if (dal_model_simulate(m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  const double height = dal_run_row(run, dal_run_rows(run) - 1)[dal_run_columns(run) - 3];
  dal_run_destroy(run);
  dal_model_destroy(m);
  return height;
}

// Law: both swing alike. The accelerations of the last bodies are many orders of magnitude smaller than those of the first
//      ones at the start. 30 bodies have 330 unknowns, more than could be solved by searching for pivots.
static void chains_swing_alike(void **state) {
  Bench *bench = *state;
  static const size_t sizes[] = {2, 9, 30};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    const double by_angles = height_of(chain_with_angles(&bench->arena, sizes[i])),
                 by_quaternions = height_of(chain_with_quaternions(&bench->arena, sizes[i]));
    print_message("%zu bodies: %.12f, %.12f\n", sizes[i], by_angles, by_quaternions);
    assert_true(fabs(by_angles - by_quaternions) < 1e-8 * (double) sizes[i]);
  }
}

// s has no mass. One of the constraints that contain it, (x - 1)*s + y = 0, determines it anywhere but where x = 1 holds, too:
// s = -z, and z falls.
static void entries_that_vanish_together(void **state) {
  (void) state;
  const double height = height_of("coordinate x, y, z, s\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                                  "potential = 2*z\nconstraint x = 1\n"
                                  "constraint (x - 1)*s + y = 0\nconstraint s + x + y + z = 1\n"
                                  "initial z = 0, z' = 0\nobserve height = s\n");
  assert_true(fabs(height - 1) < 1e-10);
}

int main(void) {
  const struct CMUnitTest tests[] = {BENCH_TEST(chains_swing_alike),
                                     cmocka_unit_test(entries_that_vanish_together)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
