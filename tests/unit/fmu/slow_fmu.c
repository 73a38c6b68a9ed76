// unit/fmu/slow_fmu.c: models of the gallery as FMUs.
//
// Each is compiled alone with all warnings as errors, and judged: rules of the description, co-simulation to the
// bits of `simulate`, model exchange by another integrator at 1e-9, directional derivatives and dependencies
// against differences, misuse. If constraints come and go, co-simulation at another tolerance has the events of `simulate` and its
// rows to 1e-9, and model exchange the same events. Every second model is taken, and each whose constraints may
// come and go; the version alternates. TEST_SCALE=2 takes all of them in both versions.

#include "support/check.h"
#include "support/fmu_judge.h"
#include "support/fmu_rules.h"
#include <dirent.h>
#include <stdlib.h>

// The part of the way that model exchange follows: motions that forget their start are not compared for long, and the
// symmetric pendulum not up to its event, which is a singular state.
static double part_of(const char *name) {
  static const struct {
    const char *name;
    double part;
  } parts[] = {{"ball-on-turntable", 0.02}, {"foucault-pendulum", 0.01}, {"rattleback", 0.02},
               {"vibrated-pendulum", 0.1}, {"bouncing-ball", 1}, {"stick-slip", 1}, {"block-on-incline", 1},   {"double-pendulum", 0.1},    {"disk-on-bar", 1},
               {"nonholonomic-double-pendulum-symmetric", 0.07}};
  for (size_t i = 0; i < COUNT(parts); i++)
    if (strcmp(name, parts[i].name) == 0) return parts[i].part;
  return 0.2;
}

typedef struct {
  size_t fmus, numbers, derivatives, with_modes, in_modes;
} Tally;

static void judge(const char *name, int version, Tally *tally) {
  Fmu f;
  fmu_open(&f, name, NULL, version, NULL, IMPORT_SOURCE);
  fmu_check_rules(&f.im);
  if (fmu_has_modes(&f.im)) {
    tally->in_modes += fmu_judge_modes(&f, 32);
    tally->with_modes++;
  }
  tally->numbers += fmu_judge_steps(&f, 32);
  fmu_judge_exchange(&f, part_of(name));
  tally->derivatives += fmu_judge_derivatives(&f, (unsigned) tally->fmus);
  fmu_judge_misuse(&f, (unsigned) tally->fmus, 2000);
  fmu_close(&f);
  tally->fmus++;
}

// May its constraints come and go? Then it is taken whatever its number.
static bool may_change(const char *name) {
  static const char *const words[] = {"impact", "contact", "restitution", "when ", ">= 0"};
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0)
      for (size_t k = 0; k < COUNT(words); k++)
        if (strstr(dal_example_text(i), words[k]) != NULL) return true;
  return false;
}

static int is_model(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot != NULL && strcmp(dot, ".mech") == 0;
}

static void gallery(void **state) {
  (void) state;
  struct dirent **entry;
  const char *scale = getenv("TEST_SCALE"), *only = getenv("TEST_MODEL");
  const bool both = scale != NULL && strtod(scale, NULL) >= 2;
  const int n = scandir("models", &entry, is_model, alphasort);
  Tally tally = {0};
  assert_true(n > 50);
  for (int i = 0; i < n; i++) {
    entry[i]->d_name[strlen(entry[i]->d_name) - 5] = '\0';
    const char *name = entry[i]->d_name;
    const bool taken = both || only != NULL || i % 2 == 0 || may_change(name);
    for (int version = 2; version <= 3; version++)
      if (taken && (both || version == 2 + i / 2 % 2) && (only == NULL || strcmp(only, name) == 0))
        judge(name, version, &tally);
    free(entry[i]);
  }
  free(entry);
  print_message("%zu FMUs, %zu numbers to the bit, %zu derivatives; %zu with modes, %zu numbers and events\n",
                tally.fmus, tally.numbers, tally.derivatives, tally.with_modes, tally.in_modes);
  assert_true(only != NULL || (tally.fmus > 40 && tally.with_modes >= 9));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gallery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
