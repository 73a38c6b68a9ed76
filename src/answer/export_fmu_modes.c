// answer/export_fmu_modes.c: the equations of the modes of an FMU.
//
// A run derives the equations of a mode where it first enters it, and orders their elimination by the state there. So the motion
// of the model is followed once, and the equations are made again at these states.

#include "answer/export_fmu_impl.h"
#include "program/follow.h"
#include <string.h>

#define TRIAL_STEPS 20000  // of that motion

// Notes a mode that a motion enters for the first time, and where it first turns to other equations.
static void note_mode(void *context, const ConstraintUse *use, const double *state, bool turned) {
  FmuModes *e = context;
  const size_t bytes = (program_inputs(&e->m->program) - e->m->program.parameters) * sizeof *state;
  size_t k = 0;
  while (k < e->n && memcmp(e->use[k], use, e->modes->r * sizeof *use) != 0) k++;
  if (k < e->n && turned && !e->turns[k]) {
    memcpy(e->turn[k], state, bytes);
    e->turns[k] = true;
  }
  if (k < e->n || k == FMU_MODES_MOST) return;
  memcpy(e->use[k], use, e->modes->r * sizeof *use);
  memcpy(e->state[k], state, bytes);
  e->n++;
}

// Follows the motion of the model, to find the modes that it enters. How it ends does not matter.
static Status find_entered(FmuModes *e) {
  System *m = e->m;
  const size_t states = program_inputs(&m->program) - m->program.parameters;
  const Diags messages = m->diags;
  Motion motion;
  for (size_t i = 0; i < FMU_MODES_MOST; i++) {
    e->use[i] = ARENA_ARRAY(&m->work, ConstraintUse, e->modes->r + 1);
    e->state[i] = ARENA_ARRAY(&m->work, double, states);
    e->turn[i] = ARENA_ARRAY(&m->work, double, states);
  }
  const MotionRequest request = {.from = text_format(&m->work, "%.17g", e->from),
                                 .to = text_format(&m->work, "%.17g", e->to),
                                 .rows = 1,
                                 .code = "interpreter",
                                 .steps = TRIAL_STEPS,
                                 .opened = note_mode,
                                 .opened_context = e};
  const Status status = system_follow(m, &request, &m->notes, &motion);
  diags_forget(&m->diags, &messages);
  return status == STATUS_LIMIT || status == STATUS_CANCELLED || status == STATUS_INTERNAL ? status : STATUS_OK;
}

// Can the equations of the present mode, with this patch, be those of an FMU? Its state has to be coordinates and
// velocities, and one chart has to be enough.
static bool is_plain(const FmuModes *e, const Patch *patch) {
  const ExportedModes *o = e->modes;
  const FlowTapes *tapes = flow_tapes(patch->flow);
  if (e->atlas.judge.choice) return false;
  if (tapes->n != 2 * o->n || tapes->sides > 0 || tapes->fixed != o->parameters) return false;
  for (size_t i = 0; i < tapes->fixed + 1 + tapes->n; i++)
    if (strcmp(tapes->input[i], o->input[i]) != 0) return false;
  return true;
}

static FmuFlow flow_of(FmuModes *e, size_t k) {
  Arena *arena = &e->m->work;
  const Patch *patch = e->atlas.now;
  const bool asked = atlas_is_asked(&e->atlas);
  const size_t columns = e->columns, watched = flow_tapes(patch->flow)->watched;
  double *none = ARENA_ARRAY(arena, double, watched + 1);
  long *column = ARENA_ARRAY(arena, long, columns);
  int *use = ARENA_ARRAY(arena, int, e->modes->r + 1);
  for (size_t a = 0; a < e->modes->r; a++) use[a] = (int) e->use[k][a];
  for (size_t i = 0; i + 1 < columns; i++) {
    column[i] = -1;
    for (size_t j = 0; j + 1 < patch->plan.columns; j++)
      if (strcmp(e->column[i], patch->plan.column[j]) == 0) column[i] = (long) j;
  }
  return (FmuFlow){.use = use,
                   .tapes = flow_tapes(patch->flow),
                   .row = patch->plan.row,
                   .columns = patch->plan.columns,
                   .residuals = patch->plan.residuals,
                   .column = column,
                   .ask = asked ? patch->ask : none,
                   .fall = asked ? patch->fall : none,
                   .next = -1};
}

// Adds the equations of the present patch. Returns whether they are those of an FMU.
static bool add_flow(FmuModes *e, size_t k) {
  if (!is_plain(e, e->atlas.now)) return false;
  const FmuFlow f = flow_of(e, k);
  e->flow[e->flows++] = f;
  if (f.tapes->watched > e->watched) e->watched = f.tapes->watched;
  if (f.tapes->residuals > e->residuals) e->residuals = f.tapes->residuals;
  return true;
}

// Adds those of a mode, with those that search for pivots if the motion turns to them.
static Status add_mode(FmuModes *e, size_t k) {
  double *y;
  TRY(modes_enter(&e->open, e->use[k], e->state[k]));
  TRY(modes_chart(&e->open, &y));
  if (!add_flow(e, k) || !e->turns[k]) return STATUS_OK;
  FmuFlow *first = &e->flow[e->flows - 1];
  memcpy(y, e->turn[k] + 1, 2 * e->modes->n * sizeof *y);
  e->atlas.solver = true;
  if (!atlas_turn(&e->atlas, e->turn[k][0], y) || !add_flow(e, k)) return STATUS_OK;
  first->next = (long) e->flows - 1;
  return STATUS_OK;
}

static void close_modes(void *object) {
  FmuModes *e = object;
  modes_close(&e->open);
}

Status export_fmu_find_flows(FmuModes *e) {
  System *m = e->m;
  const size_t states = program_inputs(&m->program) - m->program.parameters, r = e->modes->r;
  double *start = ARENA_ARRAY(&m->work, double, states);
  memcpy(start, m->program.inputs + m->program.parameters, states * sizeof *start);
  e->flow = ARENA_ARRAY(&m->work, FmuFlow, 2 * FMU_MODES_MOST);
  TRY(find_entered(e));
  const FlowWish wish = {.sides = true, .multipliers = true};
  ConstraintUse *home = ARENA_ARRAY(&m->work, ConstraintUse, r + 1);
  for (size_t a = 0; a < r; a++) home[a] = model_use(m->model, a);
  arena_defer(&m->work, close_modes, e);
  modes_open(m, &e->atlas, &wish, true, e->rtol, e->atol, &e->open);
  for (size_t k = 0; k < e->n; k++) TRY(add_mode(e, k));
  return modes_enter(&e->open, home, start);
}
