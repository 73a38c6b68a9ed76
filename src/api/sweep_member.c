// api/sweep_member.c: members of a sweep: each is the motion that `simulate` gives for its values.

#include "api/sweep_impl.h"
#include "model/assume.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- one member ----------------------------------------------------------------------------------

// The varied parameters as they were before.
typedef struct {
  size_t index;
  Expr value;
  Span span;
} Before;

static void restore_parameters(System *m, const Before *before, size_t n) {
  for (size_t i = 0; i < n; i++) {
    m->model->parameters.at[before[i].index].value = before[i].value;
    m->model->parameters.at[before[i].index].span = before[i].span;
  }
}

// The numbers of all parameters with these settings, into the inputs of the program. The model keeps its own values, and
// nothing of the others.
static Status set_parameters(const MemberJob *job, const char *text) {
  System *m = job->m;
  Assignments settings = {0};
  if (*text == '\0') return STATUS_OK;
  const ExprMark mark = expr_mark(m->pool);
  Before *before = ARENA_ARRAY(&m->work, Before, job->plan->axes + 1);
  size_t n = 0;
  TRY(language_settings(m->model, system_source(m, "--set", str(text)), &settings));
  for (size_t i = 0; i < settings.n; i++) {
    size_t index;
    model_role(m->model, settings.at[i].symbol, &index);
    Parameter *p = &m->model->parameters.at[index];
    before[n++] = (Before){index, p->value, p->span};
    p->value = settings.at[i].value;
    p->span = settings.at[i].span;
  }
  const size_t errors = m->diags.errors;
  model_check_assumptions(m->model);
  Status status = m->diags.errors > errors ? STATUS_INPUT : STATUS_OK;
  if (status == STATUS_OK) status = system_parameters(m);
  restore_parameters(m, before, n);
  expr_release(m->pool, mark);
  return status;
}

Status member_follow(const MemberJob *job) {
  System *m = job->m;
  *job->motion = (Motion){0};
  TRY(system_prepare(m));
  const char *at = plan_settings(&m->work, job->plan, job->values, true);
  MotionRequest request = *job->request;
  if (*at != '\0' && request.start.at != NULL)
    request.start.at = text_format(&m->work, "%s, %s", request.start.at, at);
  else if (*at != '\0')
    request.start.at = at;
  const char *settings = plan_settings(&m->work, job->plan, job->values, false);
  Status status = set_parameters(job, settings);
  if (status == STATUS_OK) status = system_follow(m, &request, job->arena, job->motion);
  const Status restored = *settings != '\0' ? system_parameters(m) : STATUS_OK;
  return status == STATUS_OK ? restored : status;
}

// --- a member as a run ---------------------------------------------------------------------------

typedef struct {
  DalSweep *sweep;
  uint64_t member;
  DalRun **run;
} Job;

static void keep_parameters(DalModel *m, const SweepPlan *p, const double *values, DalRun *run) {
  run->title = str_copy(&run->arena, str(m->model->title != NULL ? m->model->title : ""));
  run->method = str_copy(&run->arena, str(m->equations.method->name));
  run->parameter = ARENA_ARRAY(&run->arena, RunNote, m->program.parameters + 1);
  run->parameters = m->program.parameters;
  for (size_t i = 0; i < run->parameters; i++) {
    const char *name = str_copy(&run->arena, str(m->model->parameters.at[i].name));
    run->parameter[i] = (RunNote){name, NULL, m->program.inputs[i]};
    for (size_t k = 0; k < p->axes; k++)
      if (!p->axis[k].initial && strcmp(p->axis[k].name, name) == 0)
        run->parameter[i].value = values[k];
  }
}

static void drop_run(void *object) {
  DalRun **run = object;
  dal_run_destroy(*run);
}

static Status member_body(void *context) {
  const Job *job = context;
  DalModel *m = job->sweep->model;
  const SweepPlan *p = &job->sweep->file.plan;
  if (job->member >= p->members) {
    diag_report(&m->diags, DIAG_SWEEP_MEMBER, (Span){0},
                text_format(&m->work, "%llu", (unsigned long long) job->member),
                text_format(&m->work, "%llu", (unsigned long long) p->members - 1));
    return STATUS_INPUT;
  }
  DalRun **run = ARENA_NEW(&m->work, DalRun *);
  arena_defer(&m->work, drop_run, run);
  *run = calloc(1, sizeof **run);
  if (*run == NULL) return STATUS_LIMIT;
  (*run)->guard.budget = SIZE_MAX;
  arena_init(&(*run)->arena, m->arena.allocator, &m->guard);
  double *values = ARENA_ARRAY(&m->work, double, p->axes + 1);
  plan_draw(p, job->member, values);
  const Status status = member_follow(&(MemberJob){m, p, &job->sweep->request, values, &(*run)->arena,
                                                   &(*run)->motion});
  if ((*run)->motion.rows == 0) return status;
  keep_parameters(m, p, values, *run);
  arena_hand_over(&(*run)->arena, &(*run)->guard);
  *job->run = *run;
  *run = NULL;
  return status;
}

DalStatus dal_sweep_member(DalSweep *sweep, unsigned long long member, DalRun **run) {
  API_NEED(NULL, sweep);
  API_PLACE(sweep->model, run);
  return api_run(sweep->model, member_body, &(Job){sweep, member, run});
}

// --- a block -------------------------------------------------------------------------------------

static bool ended_well(const Motion *motion) {
  return motion->end == RUN_DONE || motion->end == RUN_EVENT;
}

static void keep_motion(const SweepPlan *p, const Motion *motion, SweepBlock *b, size_t i) {
  const size_t row = motion->columns * sizeof(double);
  if (motion->rows == 0 || motion->columns != p->columns) return;
  b->end[i] = (unsigned char) motion->end;
  memcpy(b->final + i * p->columns, motion->at + (motion->rows - 1) * p->columns, row);
  if (ended_well(motion) && p->results > 0)
    memcpy(b->result + i * p->results, motion->result, p->results * sizeof(double));
  const size_t rows = motion->rows < p->rows ? motion->rows : (size_t) p->rows;
  if (b->row != NULL) memcpy(b->row + i * p->rows * p->columns, motion->at, rows * row);
}

static void keep_failure(BlockJob *job, uint64_t member) {
  const Diags *diags = &job->m->diags;
  size_t first = 0;
  while (first < diags->all.n && diag_code_severity(diags->all.at[first].code) != SEVERITY_ERROR)
    first++;
  const bool any = first < diags->all.n;
  const SweepFailure failure = {
    member, any ? diag_code_name(diags->all.at[first].code) : "N0000",
    str_copy(job->arena, str(any ? diags->all.at[first].message : "no reason is known"))};
  array_push(job->arena, &job->failures, failure);
}

typedef struct {
  BlockJob *block;
  const double *values;
  Motion motion;
} OneJob;

static Status one_body(void *context) {
  OneJob *one = context;
  const BlockJob *job = one->block;
  return member_follow(&(MemberJob){job->m, &job->sweep->file.plan, &job->sweep->request, one->values,
                                    job->room, &one->motion});
}

static bool is_over(DalStatus status) {
  return status == DAL_CANCELLED || status == DAL_LIMIT || status == DAL_INTERNAL;
}

DalStatus block_run(BlockJob *job) {
  const SweepPlan *p = &job->sweep->file.plan;
  for (size_t i = 0; i < job->block.members; i++) {
    OneJob one = {job, job->block.value + i * p->axes, {0}};
    const ArenaMark mark = arena_mark(job->room);
    const DalStatus status = api_run(job->m, one_body, &one);
    if (is_over(status)) return status;
    keep_motion(p, &one.motion, &job->block, i);
    if (one.motion.rows == 0 || !ended_well(&one.motion))
      keep_failure(job, job->block.block * p->block + i);
    arena_release(job->room, mark);
  }
  return DAL_OK;
}
