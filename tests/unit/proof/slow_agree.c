// tests/unit/proof/slow_agree.c: the methods agree exactly on the constraint manifold of every model.
//
// Judge: arithmetic in two finite fields of about 2^61 elements at random points of the manifold; no tolerance.

#include "support/desk.h"
#include "support/gallery.h"

#include "methods/methods.h"
#include "proof/proof.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Uses each model on a desk of its own.
static void with_model(const char *text, void (*use)(Model *model, Arena *arena)) {
  void *state = NULL;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  desk_read_well(desk, text);
  use(desk->model, &desk->arena);
  desk_close(&state);
}

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 16);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

// --- the gallery --------------------------------------------------------------------------------

static int compared, compared_whittaker;
static const char *current = "";  // the name of the model, in the gallery

// Every two methods that take the model give the same accelerations.
static void all_methods_agree(Model *model, Arena *arena) {
  const DeriveOptions options = {.arena = arena, .worksheet = false};
  Equations equations[8];
  size_t n = 0;
  for (const Method *const *m = methods_all(); *m != NULL; m++)
    if ((*m)->derive(model, &options, &equations[n]) == STATUS_OK) {
      assert_false(refuses_late(current, (*m)->name));  // else gallery.h is outdated
      n++;
    }
  assert_true(n > 0);
  for (size_t i = 1; i < n; i++) {
    const Truth truth = proof_agree(&equations[0], &equations[i], arena);
    if (truth != TRUTH_YES)
      print_error("%s: %s and %s: %d\n", model->title, equations[0].method->name,
                  equations[i].method->name, truth);
    assert_int_equal(truth, TRUTH_YES);
    // 40 digits at real states; not of the largest model, whose formulas take long
    if (equations[0].n < 10 &&
        proof_agree_at_states(&equations[0], &equations[i], arena) != TRUTH_YES)
      fail_msg("%s: %s at real states", model->title, equations[i].method->name);
    compared++;
    compared_whittaker += equations[i].method == &method_whittaker;
  }
}

static void test_gallery(void **state) {
  (void) state;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strstr(entry->d_name, ".mech") == NULL) continue;
    char path[512];
    snprintf(path, sizeof path, "models/%s", entry->d_name);
    char *text = read_text(path), name[256];
    snprintf(name, sizeof name, "%.*s", (int) strcspn(entry->d_name, "."), entry->d_name);
    current = name;
    with_model(text, all_methods_agree);
    current = "";
    free(text);
  }
  closedir(folder);
  assert_true(compared > 40);
  assert_int_equal(compared_whittaker, 41);  // the models that test_whittaker.c lists
}

// Rates alone: the other methods take the constraints that follow from them.
static void test_rates_alone(void **state) {
  (void) state;
  const int before = compared;
  with_model(
    "parameter m, J, a, g\ncoordinate x, y, f\nspeed v, w\n"
    "point C mass m at [x + a*cos(f), y + a*sin(f)]\nkinetic += 1/2*J*f'^2\ngravity = [0, -g]\n"
    "rate x' = v*cos(f) + t\nrate y' = v*sin(f)\nrate f' = w*v\n",
    all_methods_agree);
  assert_int_equal(compared - before, 2);
}

// Whatever the independent variable, the motion is the same.
static void every_independent_agrees(Model *model, Arena *arena) {
  Equations right, reduced;
  assert_int_equal(method_multipliers.derive(model, &(DeriveOptions){.arena = arena}, &right),
                   STATUS_OK);
  for (size_t i = 0; i < model->coordinates.n + model->speeds.n; i++) {
    const size_t k = i - model->coordinates.n;
    const char *name =
      i < model->coordinates.n ? model->coordinates.at[i].name : model->speeds.at[k].name;
    const DeriveOptions options = {.arena = arena, .independent = name};
    if (method_whittaker.derive(model, &options, &reduced) != STATUS_OK)
      continue;  // held by the constraints
    assert_int_equal(proof_agree(&right, &reduced, arena), TRUTH_YES);
    compared++;
  }
}

static void test_every_independent(void **state) {
  (void) state;
  static const struct {
    const char *name;
    int independents;
  } models[] = {{"djukic-rod", 5},       {"rolling-disk", 5},        {"rigid-body-euler", 6},
                {"charged-particle", 3}, {"heavy-symmetric-top", 3}, {"four-bar", 9},
                {"kepler-cartesian", 2}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    char path[512];
    snprintf(path, sizeof path, "models/%s.mech", models[i].name);
    char *text = read_text(path);
    const int before = compared;
    with_model(text, every_independent_agrees);
    free(text);
    if (compared - before != models[i].independents)
      print_error("%s: %d\n", models[i].name, compared - before);
    assert_int_equal(compared - before, models[i].independents);
  }
}

// --- a wrong derivation is detected -----------------------------------------------------------------

static void wrong_is_refuted(Model *model, Arena *arena) {
  const DeriveOptions options = {.arena = arena, .worksheet = false};
  Equations right, wrong;
  assert_int_equal(method_multipliers.derive(model, &options, &right), STATUS_OK);
  assert_int_equal(method_appell.derive(model, &options, &wrong), STATUS_OK);
  // B08 Theorem 1 as printed: without M psi_q psi
  for (size_t k = 0; k < wrong.problem.m; k++)
    for (size_t i = 0; i < wrong.n; i++)
      for (size_t j = 0; j < wrong.n; j++) {
        const Expr term =
          expr_mul(wrong.pool, *matrix_entry(problem_M(&wrong.free), i, j), wrong.problem.drift[j]);
        problem_F(&wrong.problem)[k] =
          expr_add(wrong.pool, problem_F(&wrong.problem)[k],
                   expr_mul(wrong.pool, *matrix_entry(&wrong.problem.psi_z, i, k), term));
      }
  assert_int_equal(proof_agree(&right, &wrong, arena), TRUTH_NO);
  assert_int_equal(proof_agree_at_states(&right, &wrong, arena), TRUTH_NO);
}

// Whittaker's equations with the pace taken for constant.
static void wrong_pace_is_refuted(Model *model, Arena *arena) {
  const DeriveOptions options = {.arena = arena};
  Equations right, wrong;
  assert_int_equal(method_multipliers.derive(model, &options, &right), STATUS_OK);
  assert_int_equal(method_whittaker.derive(model, &options, &wrong), STATUS_OK);
  Problem time = *problem_by_time(&wrong);
  for (size_t i = 0; i < wrong.n; i++) {
    const Expr square = expr_square(wrong.pool, wrong.along.pace_now);
    time.drift[i] =
      expr_substitute(wrong.pool, expr_mul(wrong.pool, square, wrong.problem.drift[i]),
                      wrong.problem.u, wrong.along.u_now, wrong.problem.m);
  }
  wrong.along.by_time = &time;
  assert_int_equal(proof_agree(&right, &wrong, arena), TRUTH_NO);
  assert_int_equal(proof_agree_at_states(&right, &wrong, arena), TRUTH_NO);
}

static void test_wrong_pace(void **state) {
  (void) state;
  char *text = read_text("models/kepler-plane.mech");
  with_model(text, wrong_pace_is_refuted);
  free(text);
}

static void test_missing_term(void **state) {
  (void) state;
  with_model("parameter m, J, a\ncoordinate x, y, f\n"
             "point C mass m at [x + a*cos(f), y + a*sin(f)]\nkinetic += 1/2*J*f'^2\n"
             "constraint blade: y'*cos(f) - x'*sin(f) = 0\n",
             wrong_is_refuted);
}

// --- rank and redundancy ------------------------------------------------------------------------

// B08 8.1: that the velocities are parallel follows from both being orthogonal to the line of the points.
static void parallel_is_redundant(Model *model, Arena *arena) {
  Equations eq;
  assert_int_equal(
    method_multipliers.derive(model, &(DeriveOptions){.arena = arena, .worksheet = false}, &eq),
    STATUS_OK);
  const Ground *ground = ground_of(&eq);
  assert_true(ground->known);
  assert_int_equal(ground->rank, 2);
  assert_false(ground->redundant[0] || ground->redundant[1]);
  assert_true(ground->redundant[2]);
}

static void test_redundant_on_manifold(void **state) {
  (void) state;
  with_model("parameter m1, m2\ncoordinate x1, y1, x2, y2\n"
             "point P1 mass m1 at [x1, y1]\npoint P2 mass m2 at [x2, y2]\n"
             "constraint a: x1'*(x1 - x2) + y1'*(y1 - y2) = 0\n"
             "constraint b: x2'*(x1 - x2) + y2'*(y1 - y2) = 0\n"
             "constraint c: x1'*y2' - y1'*x2' = 0\n",
             parallel_is_redundant);
}

// All residuals vanish at the points that ground_point gives.
static void points_satisfy_constraints(Model *model, Arena *arena) {
  Equations eq;
  assert_int_equal(
    method_multipliers.derive(model, &(DeriveOptions){.arena = arena, .worksheet = false}, &eq),
    STATUS_OK);
  for (unsigned draw = 0; draw < 5; draw++) {
    FieldPoint *point;
    assert_int_equal(ground_point(&eq, arena, draw, &point), STATUS_OK);
    for (size_t a = 0; a < eq.constraints.r; a++) {
      Fingerprint value;
      assert_true(field_point_values(point, &eq.constraints.row[a].velocity, 1, &value));
      assert_true(value.v[0] == 0 && value.v[1] == 0);
      if (expr_is_none(eq.constraints.row[a].position)) continue;
      assert_true(field_point_values(point, &eq.constraints.row[a].position, 1, &value));
      assert_true(value.v[0] == 0 && value.v[1] == 0);
    }
  }
}

static void test_points_of_a_loop(void **state) {
  (void) state;
  char *text = read_text("models/four-bar.mech");
  with_model(text, points_satisfy_constraints);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_gallery),           cmocka_unit_test(test_rates_alone),
    cmocka_unit_test(test_every_independent), cmocka_unit_test(test_wrong_pace),
    cmocka_unit_test(test_missing_term),      cmocka_unit_test(test_redundant_on_manifold),
    cmocka_unit_test(test_points_of_a_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
