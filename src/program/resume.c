// program/resume.c: a run that continues where an earlier one ended.
//
// In:    the earlier run, in memory or from a file, with its facts: a digest of the equations, parameters, options
// Out:   its rows, followed by those of the motion from its last row on, at times counted from its start
// Law:   the motion equals that of a single run, up to the tolerance of the integration
//        (tests/cli/simulate/run_resume.t)
// Not:   the integrator restarts: its steps are not those of a single run

#include "program/resume.h"
#include "base/decimal.h"
#include "expr/field.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- facts: "equations 1f..; integrator dop853; rtol 1e-10; atol 1e-12; parameter l 1" -----------

static uint64_t mix_all(const ExprPool *pool, uint64_t key, const Expr *at, size_t n) {
  for (size_t i = 0; at != NULL && i < n; i++) {
    const Fingerprint print =
      expr_is_none(at[i]) ? (Fingerprint){{0}} : expr_fingerprint(pool, at[i]);
    for (int k = 0; k < FIELD_COUNT; k++) key = hash_mix(key * 31 + print.v[k] + 1);
  }
  return hash_mix(key + n);
}

// Digests the equations: two systems with the same digest are the same functions, for the same method.
static uint64_t digest(const System *m) {
  const Equations *eq = &m->equations;
  const Problem *p = &eq->problem;
  const ExprPool *pool = m->pool;
  uint64_t key = hash_mix(str_hash(str(eq->method->name)));
  key = mix_all(pool, key, eq->q, eq->n);
  key = mix_all(pool, key, p->psi, eq->n);
  if (problem_waits(p)) {  // energies and forces determine M and F
    key = mix_all(pool, key, &eq->lagrangian, 1);
    key = mix_all(pool, key, eq->force, eq->n);
  } else {
    key = mix_all(pool, key, problem_M(p)->at, p->m * p->m);
    key = mix_all(pool, key, problem_F(p), p->m);
  }
  key = mix_all(pool, key, p->A.at, p->rows * p->m);
  key = mix_all(pool, key, p->B.at, p->rows * p->m);
  key = mix_all(pool, key, p->b, p->rows);
  for (size_t i = 0; i < m->model->observables.n; i++) {
    key = hash_mix(key + str_hash(str(m->model->observables.at[i].name)));
    key = mix_all(pool, key, &m->model->observables.at[i].value, 1);
  }
  return mix_all(pool, key, &eq->energy, 1);
}

static const char *decimal(Arena *arena, double value) {
  char text[DECIMAL_ROOM];
  decimal_write(text, value);
  return text_format(arena, "%s", text);
}

const char *resume_facts(System *m, const Motion *motion, Arena *arena) {
  Text text = text_make(arena);
  text_addf(&text, "equations %016llx; integrator %s; rtol %s; atol %s",
            (unsigned long long) digest(m), motion->integrator, decimal(arena, motion->rtol),
            decimal(arena, motion->atol));
  for (size_t i = 0; i < m->program.parameters; i++)
    text_addf(&text, "; parameter %s %s", m->model->parameters.at[i].name,
              decimal(arena, m->program.inputs[i]));
  return text_get(&text);
}

// Returns the word after "key " in the facts, or NULL.
static const char *fact(Arena *arena, const char *facts, const char *key) {
  const size_t n = strlen(key);
  for (const char *at = facts; at != NULL; at = strstr(at, "; ")) {
    if (at != facts) at += 2;
    if (strncmp(at, key, n) != 0 || at[n] != ' ') continue;
    return str_copy(arena, (Str){at + n + 1, strcspn(at + n + 1, ";")});
  }
  return NULL;
}

// --- can it continue? ----------------------------------------------------------------------------

static Status refuse(System *m, const char *why) {
  diag_report(&m->diags, DIAG_RUN_RESUME, (Span){0}, why);
  return STATUS_INPUT;
}

static Status check_model(System *m, const char *facts) {
  const char *equations = fact(&m->work, facts, "equations");
  const char *now = text_format(&m->work, "%016llx", (unsigned long long) digest(m));
  if (equations == NULL || strcmp(equations, now) != 0)
    return refuse(m, "it has other equations: another model, method or branch");
  for (size_t i = 0; i < m->program.parameters; i++) {
    const char *name = m->model->parameters.at[i].name;
    const char *was = fact(&m->work, facts, text_format(&m->work, "parameter %s", name));
    const char *is = decimal(&m->work, m->program.inputs[i]);
    if (was != NULL && strcmp(was, is) == 0) continue;
    return refuse(m, text_format(&m->work, "%s was %s, and is %s here", name,
                                 was != NULL ? was : "missing", is));
  }
  return STATUS_OK;
}

// Can something happen along a run that changes its energy?
static bool has_events(const Model *model) {
  return model->whens.n > 0 || model_has_modes(model);
}

// Which constraints are in force after a `when` is not part of a state.
static Status check_whens(System *m) {
  const Model *model = m->model;
  for (size_t i = 0; i < model->whens.n; i++)
    for (size_t k = 0; k < model->whens.at[i].actions.n; k++) {
      const Action *action = &model->whens.at[i].actions.at[k];
      if (action->kind != ACTION_RELEASE && action->kind != ACTION_ENGAGE) continue;
      return refuse(m, text_format(&m->work, "its `when`s release and engage %s, and its rows do not say whether that was in force",
                                   action->name));
    }
  return STATUS_OK;
}

static size_t find_column(const Motion *motion, const char *name) {
  size_t i = 0;
  while (i < motion->columns && strcmp(motion->column[i], name) != 0) i++;
  return i;
}

static double time_of(const Motion *motion, size_t row) {
  return motion->at[row * motion->columns + find_column(motion, "t")];
}

static Status check_run(System *m, const Motion *motion, const char *facts, const MotionRequest *request) {
  if (request->start.at != NULL || request->start.table != NULL || request->from != NULL ||
      request->columns != NULL)
    return refuse(m, "state, time and columns are those of the run, and cannot be given");
  if (facts == NULL)
    return refuse(m, "its file does not say which system it is a run of; .h5 and .json do");
  if (motion->rows == 0 || find_column(motion, "t") == motion->columns)
    return refuse(m, "it has no rows");
  return STATUS_OK;
}

// --- what follows from it ------------------------------------------------------------------------

// Returns the last row as a table of one state.
static const char *last_state(System *m, const Motion *motion) {
  const double *row = motion->at + (motion->rows - 1) * motion->columns;
  Text text = text_make(&m->work);
  for (size_t j = 0; j < motion->columns; j++)
    text_addf(&text, "%s%s", j > 0 ? "," : "", motion->column[j]);
  for (size_t j = 0; j < motion->columns; j++)
    text_addf(&text, "%s%s", j > 0 ? "," : "\n", decimal(&m->work, row[j]));
  return text_get(&text);
}

// Returns the names of the additional columns that it has.
static const char *columns_of(System *m, const Motion *motion) {
  bool accelerations = false, multipliers = false, reactions = false;
  for (size_t j = 0; j < motion->columns; j++) {
    const char *name = motion->column[j];
    for (size_t i = 0; i < m->equations.n; i++)
      accelerations |= strcmp(name, expr_symbol_name(m->pool, m->equations.qdd[i])) == 0;
    multipliers |= strncmp(name, "lambda(", 7) == 0;
    reactions |= strncmp(name, "reaction(", 9) == 0;
  }
  return text_format(&m->work, "%s%s%s", accelerations ? "accelerations," : "",
                     multipliers ? "multipliers," : "", reactions ? "reactions" : "");
}

static void fill_options(System *m, const Motion *motion, const char *facts, MotionRequest *request) {
  const char *rtol = fact(&m->work, facts, "rtol"), *atol = fact(&m->work, facts, "atol");
  if (request->rtol == 0 && rtol != NULL) request->rtol = strtod(rtol, NULL);
  if (request->atol == 0 && atol != NULL) request->atol = strtod(atol, NULL);
  if (request->integrator == NULL) request->integrator = fact(&m->work, facts, "integrator");
  request->columns = columns_of(m, motion);
  // the second of two rows may be where the run ended
  if (request->every == NULL && request->rows == 0 && motion->rows > 2)
    request->every = text_format(&m->work, "%.15g", fabs(time_of(motion, 1) - time_of(motion, 0)));
}

Status resume_request(System *m, const Motion *motion, const char *facts, MotionRequest *request) {
  TRY(system_prepare(m));
  TRY(check_run(m, motion, facts, request));
  TRY(check_model(m, facts));
  TRY(check_whens(m));
  fill_options(m, motion, facts, request);
  const double last = time_of(motion, motion->rows - 1);
  if (has_events(m->model)) diag_report(&m->diags, DIAG_RUN_RESUME_EVENTS, (Span){0}, decimal(&m->work, last));
  if (m->model->results.n > 0)
    diag_report(&m->diags, DIAG_RUN_RESUME_RESULTS, (Span){0}, m->model->results.at[0].name);
  request->start.table = last_state(m, motion);
  request->start.name = "the last row";
  request->from = decimal(&m->work, last);
  request->has_grid = true;
  request->grid_from = time_of(motion, 0);
  return STATUS_OK;
}

// --- one table -----------------------------------------------------------------------------------

// Rows before do not say what events took of the energy: then its drift is that of the new rows.
static void note_extremes(Motion *motion, bool events) {
  const size_t energy = find_column(motion, "energy");
  if (energy == motion->columns) return;
  if (!events) motion->energy = motion->at[energy];
  if (!events) motion->energy_drift = 0;
  motion->constraint_error = 0;
  for (size_t i = 0; i < motion->rows; i++) {
    const double *row = motion->at + i * motion->columns;
    if (!events) motion->energy_drift = fmax(motion->energy_drift, fabs(row[energy] - motion->energy));
    motion->constraint_error = fmax(motion->constraint_error, row[motion->columns - 1]);
  }
}

void resume_join(const System *m, const Motion *before, Arena *arena, Motion *motion) {
  const size_t width = motion->columns;
  double *at = ARENA_ARRAY(arena, double, (before->rows + motion->rows) * width);
  memcpy(at, before->at, before->rows * width * sizeof *at);
  // the first new row is the last old one
  memcpy(at + before->rows * width, motion->at + width, (motion->rows - 1) * width * sizeof *at);
  motion->at = at;
  motion->rows += before->rows - 1;
  motion->from = before->at[find_column(before, "t")];
  motion->results = 0;  // those of the new rows alone
  note_extremes(motion, has_events(m->model));
}
