// api/sweep.c: sweeps through the public interface.

#include "api/sweep_impl.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  DalSweep *sweep;
  const DalSweepOptions *options;
} PlanJob;

static const char *kept_text(Arena *arena, const char *text) {
  return text != NULL ? str_copy(arena, str(text)) : NULL;
}

// Copies the texts of the request, which outlives the options.
static Status keep_body(void *context) {
  const PlanJob *job = context;
  MotionRequest *r = &job->sweep->its.request;
  Arena *arena = &job->sweep->its.arena;
  const char **const texts[] = {&r->from, &r->to,      &r->every,    &r->integrator,
                                &r->code, &r->columns, &r->start.at, &r->start.energy};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) *texts[i] = kept_text(arena, *texts[i]);
  r->progress = NULL;
  r->row = NULL;
  if (r->rows > 0) r->every = NULL;
  // many motions are worth compiling, and all must be computed in the same way
  if (r->code == NULL || strcmp(r->code, "auto") == 0) r->code = "native";
  return answer_sweep_plan(&job->sweep->its,
                           &(SweepVaried){job->options->vary, job->options->varies});
}

DalStatus dal_model_sweep(DalModel *m, const DalSweepOptions *options, DalSweep **sweep) {
  API_NEED(m, m);
  API_PLACE(m, sweep);
  API_OPTIONS(m, DalSweepOptions, o, options);
  if (o.varies > 0) API_NEED(m, o.vary);
  DalSweep *s = calloc(1, sizeof *s);
  if (s == NULL) return DAL_LIMIT;
  s->its.model = m;
  s->guard.budget = SIZE_MAX;
  arena_init(&s->its.arena, m->arena.allocator, &m->guard);
  system_hold(m);
  DalStatus status;
  if (!api_motion_request(o.run, &s->its.request) || s->its.request.start.table != NULL)
    status = api_unfit(m, __func__, "options of a later version, or a table of states");
  else
    status = api_run(m, keep_body, &(PlanJob){s, &o});
  arena_hand_over(&s->its.arena, &s->guard);
  if (status == DAL_OK)
    *sweep = s;
  else
    dal_sweep_destroy(s);
  return status;
}

void dal_sweep_destroy(DalSweep *s) {
  if (s == NULL) return;
  arena_clear(&s->its.arena);
  system_drop(s->its.model);
  free(s);
}

unsigned long long dal_sweep_members(const DalSweep *s) {
  return s != NULL ? s->its.file.plan.members : 0;
}

unsigned long long dal_sweep_blocks(const DalSweep *s) {
  return s != NULL ? plan_blocks(&s->its.file.plan) : 0;
}

// --- a member as a run ---------------------------------------------------------------------------

typedef struct {
  DalSweep *sweep;
  uint64_t member;
  DalRun **run;
} MemberRun;

// The parameters of the model, with the values of the member.
static void note_member(const DalModel *m, const SweepPlan *p, const double *values, DalRun *run) {
  api_note_model(m, run);
  for (size_t i = 0; i < run->parameters; i++)
    for (size_t k = 0; k < p->axes; k++)
      if (!p->axis[k].initial && strcmp(p->axis[k].name, run->parameter[i].name) == 0)
        run->parameter[i].value = values[k];
}

static void drop_run(void *object) {
  DalRun **run = object;
  dal_run_destroy(*run);
}

static Status member_body(void *context) {
  const MemberRun *job = context;
  DalModel *m = job->sweep->its.model;
  const SweepPlan *p = &job->sweep->its.file.plan;
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
  const Status status = answer_sweep_member(
    &(MemberJob){m, p, &job->sweep->its.request, values, &(*run)->arena, &(*run)->motion, false});
  if ((*run)->motion.rows == 0) return status;
  note_member(m, p, values, *run);
  arena_hand_over(&(*run)->arena, &(*run)->guard);
  *job->run = *run;
  *run = NULL;
  return status;
}

DalStatus dal_sweep_member(DalSweep *sweep, unsigned long long member, DalRun **run) {
  API_NEED(NULL, sweep);
  API_PLACE(sweep->its.model, run);
  return api_run(sweep->its.model, member_body, &(MemberRun){sweep, member, run});
}
