// sweep/plan_text.h: a plan as JSON, and back; members as the command line takes them.

#ifndef SWEEP_PLAN_TEXT_H
#define SWEEP_PLAN_TEXT_H

#include "sweep/plan.h"

// A text that the motions depend on: a model, an option.
typedef struct {
  const char *name, *text;
} PlanNote;

typedef struct {
  SweepPlan plan;
  const char *version;  // of the program
  const char *title;
  PlanNote *model;  // texts that the model was read from
  size_t models;
  PlanNote *option;  // of the run, as the command line gives them
  size_t options;
} PlanFile;

// The text of plan.json; sets the digest of the plan, too.
const char *plan_text(Arena *arena, PlanFile *file);
// NULL, or what is wrong with it.
const char *plan_parse(Arena *arena, Str text, PlanFile *file);
// What differs between two plans, in a few words.
const char *plan_difference(Arena *arena, Str one, Str other);

// "m=1.5,g=9.81" of a member's parameters, and "theta=0.1, theta'=0" of its state; "" without any.
const char *plan_settings(Arena *arena, const SweepPlan *plan, const double *values, bool initial);

#endif
