// program/modes.c: changes from one mode of a system to another.

#include "program/modes.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// --- a mode --------------------------------------------------------------------------------------

static void put_guess(System *m, Assignments *list, Expr symbol, double value) {
  char digits[40];
  snprintf(digits, sizeof digits, "%.17g", fabs(value));
  const Expr size = expr_decimal(m->pool, str(digits));
  const Assignment a = {symbol, value < 0 ? expr_neg(m->pool, size) : size, {0}};
  array_push(&m->arena, list, a);
}

// Sets guesses for a mode: its states are near the one at which it is entered, not near the initial one.
static void guess_state(System *m, Model *model, const double *state) {
  Assignments initial = {0}, guess = {0};
  put_guess(m, &initial, EXPR_TIME, state[0]);
  for (size_t i = 0; i < model->coordinates.n; i++) {
    const Coordinate *x = &model->coordinates.at[i];
    put_guess(m, &guess, x->q, state[1 + i]);
    put_guess(m, &guess, x->qd, state[1 + model->coordinates.n + i]);
  }
  model->initial = initial;
  model->guess = guess;
  model->initial_given = model->guess_given = (Memo){0};
}

static bool same_use(const Model *model, const ConstraintUse *use) {
  size_t n;
  (void) model_declared(model, &n);
  return memcmp(model->use, use, n * sizeof *use) == 0;
}

static KeptMode *find_mode(Modes *modes, const ConstraintUse *use) {
  System *m = modes->m;
  if (same_use(modes->home.model, use)) return &modes->home;
  for (size_t i = 0; i < m->modes.n; i++)
    if (same_use(m->modes.at[i]->model, use)) return m->modes.at[i];
  return NULL;
}

static KeptMode *add_mode(Modes *modes, const ConstraintUse *use, const double *state) {
  System *m = modes->m;
  KeptMode *mode = ARENA_NEW(&m->arena, KeptMode);
  mode->model = model_in_mode(modes->home.model, use);
  guess_state(m, mode->model, state);
  array_push(&m->arena, &m->modes, mode);
  return mode;
}

// --- the system in a mode ------------------------------------------------------------------------

// Equations of a chart live only as long as the atlas: those that are kept are the mode's own.
static void save(Modes *modes) {
  System *m = modes->m;
  KeptMode *mode = modes->now;
  mode->derived = m->derived;
  mode->equations = modes->atlas->m != NULL ? modes->atlas->own : m->equations;
  mode->program = m->program;
  mode->facts = m->facts;
  mode->atlas = *modes->atlas;
  *modes->atlas = (Atlas){0};
}

static void load(Modes *modes, KeptMode *mode) {
  System *m = modes->m;
  modes->now = mode;
  m->home = mode == &modes->home ? NULL : modes->home.model;
  m->model = mode->model;
  m->derived = mode->derived;
  m->equations = mode->equations;
  m->program = mode->program;
  m->facts = mode->facts;
  *modes->atlas = mode->atlas;
}

void system_go_home(System *m) {
  if (m->home != NULL) m->model = m->home;
  m->home = NULL;
  m->held = NULL;
}

void modes_open(System *m, Atlas *atlas, const FlowWish *wish, bool project, double rtol, double atol,
                Modes *modes) {
  *modes = (Modes){.m = m,
                   .derivations = m->derivations,
                   .wish = *wish,
                   .project = project,
                   .rtol = rtol,
                   .atol = atol,
                   .atlas = atlas};
  modes->home.model = m->model;
  modes->home.of = m->derivations;
  modes->now = &modes->home;
  for (size_t i = 0; i < m->modes.n; i++) m->modes.at[i]->open = false;
}

// Prepares equations and inputs of the loaded mode.
static Status prepare(Modes *modes) {
  System *m = modes->m;
  KeptMode *mode = modes->now;
  const bool reported = m->redundancy_reported;
  if (mode->of != modes->derivations) {
    system_drop_program(m);
    m->derived = false;
  }
  mode->of = modes->derivations;
  m->redundancy_reported = true;
  const Status status = system_prepare(m);
  m->redundancy_reported = reported;
  TRY(status);
  return system_parameters(m);
}

Status modes_enter(Modes *modes, const ConstraintUse *use, const double *state) {
  System *m = modes->m;
  KeptMode *mode = find_mode(modes, use);
  if (mode == NULL) mode = add_mode(modes, use, state);
  const bool worksheet = m->request.worksheet;
  if (mode != modes->now) {
    save(modes);
    load(modes, mode);
  }
  m->request.worksheet = false;
  const Status status = prepare(modes);
  m->request.worksheet = worksheet;
  TRY(status);
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, state, (program_inputs(p) - p->parameters) * sizeof *state);
  return STATUS_OK;
}

// Sets the sides: the event may have moved the state to other sides of the places where forces jump. A function
// may depend on the sides of those before it.
static void enter_sides(System *m, const Flow *flow, double *y) {
  const double t = m->program.inputs[m->program.parameters];
  const ArenaMark mark = arena_mark(&m->work);
  double *g = ARENA_ARRAY(&m->work, double, flow->events + 1);
  double *side = y + flow->n - flow->sides;
  const size_t first = flow->events - 2 * flow->sides;
  for (size_t i = 0; i < flow->sides; i++) {
    flow->event(flow, t, y, g);
    side[i] = g[first + i] < 0 ? -1 : 1;
  }
  arena_release(&m->work, mark);
}

Status modes_chart(Modes *modes, double **y) {
  System *m = modes->m;
  KeptMode *mode = modes->now;
  Atlas *atlas = modes->atlas;
  // charts are chosen at a state: if there is a choice, it is made again
  if (mode->open && !atlas->judge.choice) {
    m->equations = atlas->now->equations;
    *y = mode->y;
    TRY(flow_enter(m, &atlas->now->plan, *y));
    enter_sides(m, atlas->now->flow, *y);
    return STATUS_OK;
  }
  if (mode->open) {
    if (atlas->m != NULL) m->equations = atlas->own;
    array_push(&m->work, &modes->left, *atlas);
    *atlas = (Atlas){0};
  }
  mode->open = false;
  if (modes->opened != NULL)
    modes->opened(modes->context, m->model->use, m->program.inputs + m->program.parameters, false);
  TRY(system_check_start(m));
  TRY(atlas_open(m, &modes->wish, modes->project, modes->rtol, atlas, &mode->y));
  mode->open = true;
  *y = mode->y;
  return STATUS_OK;
}

void modes_note_turn(const Modes *modes) {
  const Program *p = &modes->m->program;
  if (modes->opened != NULL) modes->opened(modes->context, modes->m->model->use, p->inputs + p->parameters, true);
}

// --- the end -------------------------------------------------------------------------------------

// Destroys flows; keeps what depends only on equations.
static void close_mode(KeptMode *mode) {
  mode->atlas.m = NULL;
  atlas_close(&mode->atlas);
  mode->atlas = (Atlas){0};
  mode->open = false;
}

void modes_close(Modes *modes) {
  System *m = modes->m;
  if (m == NULL) return;
  const bool left = modes->now != &modes->home && m->home == NULL;
  if (left) {
    // the call was interrupted: the system was restored elsewhere, and the evaluator in use destroyed
    modes->now->atlas = *modes->atlas;
    modes->now->program.evaluator = NULL;
    evaluator_destroy(modes->home.program.evaluator);
  } else {
    save(modes);
    load(modes, &modes->home);
  }
  *modes->atlas = (Atlas){0};
  for (size_t i = 0; i < modes->left.n; i++) {
    modes->left.at[i].m = NULL;
    atlas_close(&modes->left.at[i]);
  }
  for (size_t i = 0; i < m->modes.n; i++) {
    KeptMode *mode = m->modes.at[i];
    close_mode(mode);
    evaluator_destroy(mode->program.evaluator);
    mode->program.evaluator = NULL;
  }
  if (left) m->modes.n = 0;
  close_mode(&modes->home);
  modes->m = NULL;
}
