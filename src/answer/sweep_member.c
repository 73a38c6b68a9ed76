// answer/sweep_member.c: members of a sweep: each is the motion that `simulate` gives for its values.

#include "answer/sweep.h"
#include "ground/ground.h"
#include "model/assume.h"
#include "motion/lanes.h"
#include "program/build.h"
#include "program/call.h"
#include "program/many.h"
#include <string.h>
#include <time.h>

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

// Keeps these numbers for whatever makes the inputs of the program again, as other modes do.
static void hold_parameters(System *m) {
  double *held = ARENA_ARRAY(&m->work, double, m->program.parameters + 1);
  memcpy(held, m->program.inputs, m->program.parameters * sizeof *held);
  m->held = held;
}

// Puts the numbers of all parameters with these settings into the inputs of the program. The model
// keeps its own values, and nothing of the others.
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
  if (status == STATUS_OK) hold_parameters(m);
  restore_parameters(m, before, n);
  expr_release(m->pool, mark);
  return status;
}

// Replaces the values of the system by those of a member, and puts them into the request.
static Status set_member(const MemberJob *job, MotionRequest *request) {
  System *m = job->m;
  const char *at = plan_settings(&m->work, job->plan, job->values, true);
  *request = *job->request;
  if (*at != '\0' && request->start.at != NULL)
    request->start.at = text_format(&m->work, "%s, %s", request->start.at, at);
  else if (*at != '\0')
    request->start.at = at;
  return set_parameters(job, plan_settings(&m->work, job->plan, job->values, false));
}

static bool varies_parameters(const SweepPlan *p) {
  for (size_t i = 0; i < p->axes; i++)
    if (!p->axis[i].initial) return true;
  return false;
}

static Status reset_member(System *m, const SweepPlan *p) {
  m->held = NULL;
  return varies_parameters(p) ? system_parameters(m) : STATUS_OK;
}

// Computes the member with the equations of the model and other numbers for its parameters.
static Status follow_here(const MemberJob *job) {
  System *m = job->m;
  MotionRequest request;
  Status status = set_member(job, &request);
  if (status == STATUS_OK) status = system_follow(m, &request, job->arena, job->motion);
  const Status restored = reset_member(m, job->plan);
  return status == STATUS_OK ? restored : status;
}

// --- one member, with a model of its own ---------------------------------------------------------

typedef struct {
  System *own;
  const DeriveRequest *derive;
  const MotionRequest *request;
  const char *settings;
  Arena *arena;
  Motion *motion;
} ApartJob;

// Computes the member as `simulate --set` does.
static Status apart_body(void *context) {
  const ApartJob *job = context;
  TRY(system_set(job->own, job->settings));
  TRY(system_derive(job->own, job->derive));
  return system_follow(job->own, job->request, job->arena, job->motion);
}

static void drop_model(void *object) {
  System **m = object;
  if (*m != NULL) system_drop(*m);
}

// Copies messages about the other model, with places in the texts of this one.
static void take_messages(System *m, const System *from) {
  for (size_t i = 0; i < from->diags.all.n; i++) {
    Diag diag = from->diags.all.at[i];
    const Source *source = diag.span.source;
    diag.span.source = NULL;
    for (size_t k = 0; source != NULL && k < m->sources.n; k++)
      if (strcmp(m->sources.at[k]->name, source->name) == 0) diag.span.source = m->sources.at[k];
    if (diag.span.source == NULL) diag.span = (Span){0};
    diag.message = str_copy(m->diags.arena, str(diag.message));
    if (diag.help != NULL) diag.help = str_copy(m->diags.arena, str(diag.help));
    array_push(m->diags.arena, &m->diags.all, diag);
  }
  m->diags.errors += from->diags.errors;
  m->diags.warnings += from->diags.warnings;
}

static Status follow_apart(const MemberJob *job) {
  System *m = job->m, **own = ARENA_NEW(&m->work, System *);
  const SweepPlan *p = job->plan;
  Status status;
  MotionRequest request;
  arena_defer(&m->work, drop_model, own);
  TRY(set_member(job, &request));
  TRY(reset_member(m, p));
  *own = system_clone(m, &status);
  if (*own == NULL) return STATUS_LIMIT;
  (*own)->watch.cancel = m->guard.watch.cancel;
  const char *settings = plan_settings(&m->work, p, job->values, false);
  if (status == STATUS_OK)
    status =
      system_call(*own, apart_body,
                  &(ApartJob){*own, &m->request, &request, settings, job->arena, job->motion});
  take_messages(m, *own);
  system_drop(*own);
  *own = NULL;
  return status;
}

// --- one member, the right way -------------------------------------------------------------------

// Are constraints redundant? This was decided with the values of the model.
static bool is_redundant(const System *m) {
  return m->equations.constraints.r > 0 &&
         ground_of(&m->equations)->rank < m->equations.constraints.r;
}

static bool is_final(Status status) {
  return status == STATUS_OK || status == STATUS_CANCELLED || status == STATUS_LIMIT ||
         status == STATUS_INTERNAL;
}

Status answer_sweep_member(const MemberJob *job) {
  System *m = job->m;
  const Diags before = m->diags;
  *job->motion = (Motion){0};
  TRY(system_prepare(m));
  const bool same = !varies_parameters(job->plan);
  if (same || job->once || !is_redundant(m)) {
    const Status status = follow_here(job);
    if (same || job->once || is_final(status)) return status;
  }
  m->diags.all.n = before.all.n;
  m->diags.errors = before.errors;
  m->diags.warnings = before.warnings;
  *job->motion = (Motion){0};
  return follow_apart(job);
}

// --- a block -------------------------------------------------------------------------------------

bool sweep_member_ended_well(const Motion *motion) {
  return motion->end == RUN_DONE || motion->end == RUN_EVENT;
}

void sweep_member_keep(const SweepPlan *p, const Motion *motion, SweepBlock *b, size_t i) {
  const size_t row = motion->columns * sizeof(double);
  if (motion->rows == 0 || motion->columns != p->columns) return;
  b->end[i] = (unsigned char) motion->end;
  memcpy(b->final + i * p->columns, motion->at + (motion->rows - 1) * p->columns, row);
  if (sweep_member_ended_well(motion) && p->results > 0)
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
  return answer_sweep_member(&(MemberJob){job->m, &job->sweep->file.plan, &job->sweep->request,
                                          one->values, job->room, &one->motion, false});
}

static bool is_over(Status status) {
  return status == STATUS_CANCELLED || status == STATUS_LIMIT || status == STATUS_INTERNAL;
}

// --- members together ----------------------------------------------------------------------------

typedef struct {
  BlockJob *block;
  size_t first;  // the members before are computed
  bool *done;    // of each member
} Together;

static Status set_one(void *context, size_t i, MotionRequest *request) {
  const Together *t = context;
  const BlockJob *job = t->block;
  const SweepPlan *p = &job->sweep->file.plan;
  const MemberJob member = {.m = job->m,
                            .plan = p,
                            .request = &job->sweep->request,
                            .values = job->block.value + (t->first + i) * p->axes};
  return set_member(&member, request);
}

static Status reset_one(void *context) {
  const Together *t = context;
  return reset_member(t->block->m, &t->block->sweep->file.plan);
}

static void take_one(void *context, size_t i, const Motion *motion) {
  const Together *t = context;
  t->done[t->first + i] = motion != NULL;
  if (motion != NULL) sweep_member_keep(&t->block->sweep->file.plan, motion, &t->block->block, t->first + i);
}

static Status together_body(void *context) {
  Together *t = context;
  const ManyMotions many = {t->block->block.members - t->first, set_one, reset_one, take_one, t, t->block->room,
                            t->block->each * t->block->rest};
  TRY(system_prepare(t->block->m));
  if (varies_parameters(&t->block->sweep->file.plan) && is_redundant(t->block->m)) return STATUS_OK;
  return system_follow_many(t->block->m, &many);
}

// Are members computed together? Compiled motions run in lanes, which does not change their
// results.
static bool runs_together(const BlockJob *job) {
  const char *code = job->sweep->request.code;
  return code != NULL && strcmp(code, "native") == 0 && job->block.members > 1;
}

// Processor time of this thread.
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// Computes members by themselves, those that are not done.
static Status compute_alone(BlockJob *job, const bool *done, size_t from, size_t to) {
  const SweepPlan *p = &job->sweep->file.plan;
  for (size_t i = from; i < to; i++) {
    if (done[i]) continue;
    OneJob one = {job, job->block.value + i * p->axes, {0}};
    const ArenaMark mark = arena_mark(job->room);
    const Status status = system_call(job->m, one_body, &one);
    if (is_over(status)) return status;
    sweep_member_keep(p, &one.motion, &job->block, i);
    if (one.motion.rows == 0 || !sweep_member_ended_well(&one.motion))
      keep_failure(job, job->block.block * p->block + i);
    arena_release(job->room, mark);
  }
  return STATUS_OK;
}

#define MEASURED 3  // members, after the first one, for which everything is made

// Computes the first members by themselves, if it matters how long one takes and is not known yet.
static Status measure(BlockJob *job, const bool *done, size_t *computed) {
  const size_t n = job->block.members < 1 + MEASURED ? job->block.members : 1 + MEASURED;
  if (job->each > 0 || lanes_may_help(n, 0)) return STATUS_OK;
  TRY(compute_alone(job, done, 0, 1));
  const double before = seconds();
  TRY(compute_alone(job, done, 1, n));
  if (n > 1) job->each = (seconds() - before) / (double) (n - 1);
  *computed = n;
  return STATUS_OK;
}

Status answer_sweep_block(BlockJob *job) {
  const size_t members = job->block.members;
  bool *done = ARENA_ARRAY(job->arena, bool, members + 1);
  size_t first = 0;
  if (runs_together(job)) {
    TRY(measure(job, done, &first));
    const Status status =
      system_call(job->m, together_body, &(Together){.block = job, .first = first, .done = done});
    if (is_over(status)) return status;
  }
  return compute_alone(job, done, first, members);
}

// --- as a run ------------------------------------------------------------------------------------

// Notes the parameters of the model, with the values of the member.
static void note_member(const System *m, const SweepPlan *p, const double *values, Arena *arena,
                        ModelRun *run) {
  answer_run_note(m, arena, run);
  for (size_t i = 0; i < run->parameters; i++)
    for (size_t k = 0; k < p->axes; k++)
      if (!p->axis[k].initial && strcmp(p->axis[k].name, run->parameter[i].name) == 0)
        run->parameter[i].value = values[k];
}

Status answer_sweep_member_run(const ModelSweep *sweep, uint64_t member, Arena *arena,
                               ModelRun *run) {
  System *m = sweep->model;
  const SweepPlan *p = &sweep->file.plan;
  if (member >= p->members) {
    diag_report(&m->diags, DIAG_SWEEP_MEMBER, (Span){0},
                text_format(&m->work, "%llu", (unsigned long long) member),
                text_format(&m->work, "%llu", (unsigned long long) p->members - 1));
    return STATUS_INPUT;
  }
  double *values = ARENA_ARRAY(&m->work, double, p->axes + 1);
  plan_draw(p, member, values);
  const Status status =
    answer_sweep_member(&(MemberJob){m, p, &sweep->request, values, arena, &run->motion, false});
  if (run->motion.rows > 0) note_member(m, p, values, arena, run);
  return status;
}
