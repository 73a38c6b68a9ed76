// support/gallery.c: facts about the gallery for tests of all its models.

#include "support/gallery.h"

#include "api/api_impl.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool refuses_late(const char *model, const char *method) {
  return strcmp(model, "trailer-10") == 0 && strcmp(method, "hamilton") == 0;
}

// --- the smooth part of a motion -----------------------------------------------------------------

// Changes the line `constraint NAME: A >= B restitution e` to `constraint NAME: A = B`.
static void close_constraint(char *text, const char *name) {
  char start[100];
  snprintf(start, sizeof start, "constraint %s:", name);
  char *line = strstr(text, start);
  assert_non_null(line);
  char *end = line + strcspn(line, "\n"), *sign = strpbrk(line, "<>"), *rest = strstr(line, " restitution");
  assert_true(sign != NULL && sign < end);
  *sign = ' ';
  if (rest != NULL && rest < end) memset(rest, ' ', (size_t) (end - rest));
}

// Does friction depend on multipliers? The judge's linear problem has forces without them.
static bool has_friction(const char *text) {
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  const bool friction = m->model->friction;
  dal_model_destroy(m);
  return friction;
}

static DalRun *run_to(const char *text, double to) {
  DalModel *m = dal_model_create();
  DalRun *run;
  char end[40];
  snprintf(end, sizeof end, "%.17g", to);
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  (void) dal_model_simulate(m, &(DalRunOptions){.from = "0", .to = end, .rows = 10}, &run);
  if (run == NULL) fail_msg("%s", dal_model_messages(m));
  dal_model_destroy(m);
  return run;
}

// Returns the time of the first event after the start, or `most`.
static double first_event(const DalRun *run, double most) {
  for (size_t i = 0; i < dal_run_events(run); i++) {
    const DalEvent e = dal_run_event(run, i);
    if (e.t > 0 && strcmp(e.what, "stop") != 0) return 0.9 * e.t;
  }
  return most;
}

SmoothPart smooth_part(const char *text, double most) {
  const size_t size = strlen(text) + 1;
  SmoothPart part = {.text = malloc(size), .to = most};
  assert_non_null(part.text);
  memcpy(part.text, text, size);
  DalRun *run = run_to(text, most);
  for (size_t i = 0; i < dal_run_events(run); i++) {
    const DalEvent e = dal_run_event(run, i);
    if (e.t == 0 && strcmp(e.what, "contact") == 0) close_constraint(part.text, e.name);
  }
  part.to = first_event(run, most);
  // the judge neither switches nor slides: tests/unit/program/test_switching.c has closed forms of such motions
  if (dal_run_summary(run).switches > 0) part.to = 0;
  dal_run_destroy(run);
  if (has_friction(text)) part.to = 0;
  return part;
}
