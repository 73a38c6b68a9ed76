// api/export.c: the equations of motion as source text.

#include "api/export_impl.h"
#include "program/flow.h"
#include "motion/run.h"
#include "native/emit.h"
#include "report/export.h"
#include <math.h>
#include <string.h>

typedef struct {
  DalModel *m;
  const DalExportOptions *options;
  DalResult *result;
} Job;

typedef ARRAY(Expr) Roots;
typedef ARRAY(const char *) NameList;

// A tape of these expressions, held by the working memory.
static Status make_tape(MotionTape *s, const Expr *roots, size_t n, const Tape **tape) {
  Value *values = ARENA_ARRAY(&s->m->work, Value, n + 1);
  TRY(motion_tape_lower(s, roots, n, values));
  Tape **held = system_hold_tape(s->m);
  *tape = *held = tape_finish(s->b, values, n);
  return STATUS_OK;
}

static Status constraint_tapes(MotionTape *s, ExportedEquations *e) {
  DalModel *m = s->m;
  const Constraints *c = &m->equations.constraints;
  Roots residuals = {0}, multipliers = {0};
  NameList residual_names = {0}, multiplier_names = {0};
  for (size_t a = 0; a < c->r; a++) {
    const Expr levels[] = {c->row[a].position, c->row[a].velocity};
    for (size_t i = 0; i < 2; i++) {
      if (expr_is_none(levels[i])) continue;
      array_push(&m->work, &residuals, levels[i]);
      const bool rate = i == 1 && !expr_is_none(levels[0]);
      array_push(&m->work, &residual_names,
                 text_format(&m->work, rate ? "%s'" : "%s", c->row[a].name));
    }
    array_push(&m->work, &multipliers, c->row[a].lambda);
    array_push(&m->work, &multiplier_names, c->row[a].name);
  }
  e->residual_name = residual_names.at;
  e->multiplier_name = multiplier_names.at;
  if (residuals.n > 0) TRY(make_tape(s, residuals.at, residuals.n, &e->residual));
  if (multipliers.n > 0) TRY(make_tape(s, multipliers.at, multipliers.n, &e->multiplier));
  return STATUS_OK;
}

// A name in C from that of a file or system.
static const char *make_prefix(DalModel *m, const char *name) {
  const char *made = emit_name(&m->work, name && *name ? name : "model", NULL, 0);
  return made[0] >= '0' && made[0] <= '9' ? text_format(&m->work, "m%s", made) : made;
}

static void clear_plan(void *object) {
  flow_plan_clear(object);
}

#define LONG 10  // a run of which the model says nothing

// From where to where a run would go. Where a quasi-coordinate takes the place of time, it begins
// where that is, and the model, which speaks of time, does not say how far it goes.
static Status find_ends(DalModel *m, double t, const double *start, ExportedEquations *e) {
  const Equations *eq = &m->equations;
  const Simulation *s = &m->model->simulation;
  const bool by_time = advances_by_time(eq);
  e->from = by_time ? t : 0;
  for (size_t i = 0; i < eq->n; i++)
    if (expr_same(eq->q[i], eq->along.variable)) e->from = start[i];
  e->to = e->from + (by_time ? LONG : 1);
  if (!by_time || !s->given || expr_is_none(s->to)) return STATUS_OK;
  return system_constant(m, s->to, s->span, &e->to);
}

// The state that a run would start from, into the inputs of the program, and when.
static Status find_start(DalModel *m, double *t) {
  const Program *p = &m->program;
  const Simulation *s = &m->model->simulation;
  States states = {0};
  *t = (double) NAN;
  if (advances_by_time(&m->equations) && s->given && !expr_is_none(s->from))
    TRY(system_constant(m, s->from, s->span, t));
  TRY(system_start(m, NULL, t, &states));
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return system_check_start(m);
}

// Rates and pivots, and what each of these is measured by.
static const Tape *rate_tape(MotionTape *s) {
  const size_t n = s->n + 2 * s->watched;
  Value *values = ARENA_ARRAY(&s->m->work, Value, n);
  memcpy(values, s->rate, s->n * sizeof *values);
  memcpy(values + s->n, s->pivot, s->watched * sizeof *values);
  memcpy(values + s->n + s->watched, s->scale, s->watched * sizeof *values);
  Tape **held = system_hold_tape(s->m);
  return *held = tape_finish(s->b, values, n);
}

// Does a motion begin at the start?
static Status check_start(MotionTape *s) {
  bool good = true;
  for (size_t i = 0; i < s->n; i++) good = good && isfinite(tape_number(s->b, s->rate[i]));
  for (size_t i = 0; i < s->watched; i++)
    good = good && fabs(tape_number(s->b, s->pivot[i])) >
                     run_least_pivot(s->n) * fabs(tape_number(s->b, s->scale[i]));
  if (good) return STATUS_OK;
  diag_report(&s->m->diags, DIAG_EXPORT_SINGULAR, (Span){0});
  return STATUS_DOMAIN;
}

static Status find_target(const Job *job, const ExportTarget **target) {
  DalModel *m = job->m;
  *target = export_target(job->options->target);
  if (*target != NULL) return STATUS_OK;
  Text names = text_make(&m->work);
  for (const ExportTarget *const *known = export_targets(); *known != NULL; known++)
    text_addf(&names, "%s`%s`", names.n > 0 ? ", " : "", (*known)->name);
  diag_report(&m->diags, DIAG_EXPORT_TARGET, (Span){0}, text_get(&names), job->options->target);
  return STATUS_INPUT;
}

static Status export_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  const ExportTarget *target;
  TRY(find_target(job, &target));
  if (target->fmi != 0)
    return api_export_fmu(m, target->fmi, make_prefix(m, job->options->name), job->options,
                          &job->result->text);
  TRY(system_ready(m));
  FlowPlan *plan = ARENA_NEW(&m->work, FlowPlan);
  arena_defer(&m->work, clear_plan, plan);
  double t;
  Chart chart;
  TRY(find_start(m, &t));
  TRY(chart_here(m, &chart));
  TRY(flow_plan(m, &(FlowWish){.chart = &chart}, plan));
  MotionTape s;
  motion_tape_open(m, &chart, &s);
  TRY(motion_tape_solve(&s, plan->reference));
  TRY(check_start(&s));
  ExportedEquations e = {.title = system_title(m),
                         .method = m->equations.method->name,
                         .prefix = make_prefix(m, job->options->name),
                         .fixed = plan->fixed,
                         .n = plan->n,
                         .watched = s.watched,
                         .least = run_least_pivot(s.n),
                         .input = plan->tapes.input,
                         .parameter = plan->parameters,
                         .start = plan->reference + plan->fixed + 1,
                         .rate = rate_tape(&s)};
  TRY(make_tape(&s, &m->equations.energy, 1, &e.energy));
  TRY(motion_tape_define_motion(&s));
  TRY(constraint_tapes(&s, &e));
  TRY(find_ends(m, t, e.start, &e));
  target->write(&e, &job->result->text);
  return STATUS_OK;
}

DalStatus dal_model_export(DalModel *m, const DalExportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalExportOptions, o, options);
  Job job = {m, &o, api_result_make(&m->arena)};
  return api_answer(m, export_body, &job, job.result, result);
}
