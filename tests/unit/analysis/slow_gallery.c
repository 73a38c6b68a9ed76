// tests/unit/analysis/slow_gallery.c: conserved quantities of the gallery's sources are found.
//
// Law:   every unconditional claim of a model that something is conserved is a function of the
//        first integrals that the search finds, except those listed here with the reason.
// Judge: the claims are those of the literature; ranks of gradients on the constraint manifold.

#include "proof/in_mode.h"
#include "support/integrals.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

// A claim that is out of reach, and why.
static const struct {
  const char *model, *label;
} beyond[] = {
  {"kovalevskaya-top.mech", "Kovalevskaya's integral"},  // of degree 4
  {"kepler-plane.mech", "Laplace-Runge-Lenz, x"},        // cos(phi) is not in the equations
  {"kepler-plane.mech", "Laplace-Runge-Lenz, y"},
  {"appell-hamel.mech", "the direction is constant"},  // a quotient of velocities
  {"djukic-rod.mech", "D74 (51)"},                     // with the time
  {"pulleys.mech", "L8 Ex1 the solution, C1"},
  {"pulleys.mech", "L8 Ex1 the solution, C2"},
};

static bool is_beyond(const char *model, const char *label) {
  for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
    if (strcmp(beyond[i].model, model) == 0 && strcmp(beyond[i].label, label) == 0) return true;
  return false;
}

static unsigned claims, missing;

static void look_at(const char *name) {
  void *state = NULL;
  char path[300];
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  snprintf(path, sizeof path, "models/%s", name);
  const Search s = search_file(desk, path);
  for (size_t i = 0; s.found.fault == NULL && i < desk->model->claims.n; i++) {
    const Claim *claim = &desk->model->claims.at[i];
    if (claim->kind != CLAIM_CONSERVED || claim->deny || claim->given.n > 0) continue;
    if (claim_has_mode(desk->model, claim)) continue;
    claims++;
    if (is_explained(&s, claim->left) != is_beyond(name, claim->label)) continue;
    printf("%s: \"%s\"\n", name, claim->label);
    missing++;
  }
  assert_int_equal(s.found.unlifted, 0);
  desk_close(&state);
}

static void test_gallery(void **state) {
  (void) state;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    if (strstr(entry->d_name, ".mech") != NULL) look_at(entry->d_name);
  closedir(folder);
  assert_int_equal(missing, 0);
  assert_true(claims > 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
