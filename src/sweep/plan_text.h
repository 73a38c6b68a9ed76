// sweep/plan_text.h: writes and reads a plan as JSON; writes members as the command line takes
// them.

#ifndef SWEEP_PLAN_TEXT_H
#define SWEEP_PLAN_TEXT_H

#include "sweep/plan.h"

// A text that the motions depend on: a model or an option.
typedef struct {
  const char *name, *text;
} PlanNote;

typedef struct {
  SweepPlan plan;
  const char *version;  // of the program
  const char *title;
  PlanNote *model;  // texts that the model was read from
  size_t models;
  PlanNote *option;  // of the run, as on the command line
  size_t options;
} PlanFile;

// Returns the text of plan.json, and sets the digest of the plan.
const char *plan_text(Arena *arena, PlanFile *file);
// Reads a plan. Returns NULL, or what is wrong with the text.
const char *plan_parse(Arena *arena, Str text, PlanFile *file);
// Describes the difference between two plans in a few words.
const char *plan_difference(Arena *arena, Str one, Str other);

// Returns "m=1.5,g=9.81" for a member's parameters, "theta=0.1, theta'=0" for its state; "" if it
// varies none.
const char *plan_settings(Arena *arena, const SweepPlan *plan, const double *values, bool initial);

#endif
