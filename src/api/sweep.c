// api/sweep.c: sweeps through the public interface.

#include "answer/sweep.h"
#include "answer/sweep_run.h"
#include "api/run_impl.h"
#include "sweep/status.h"
#include <stdlib.h>

struct DalSweep {
  Guard guard;
  ModelSweep its;
};

typedef struct {
  DalSweep *sweep;
  const DalSweepOptions *options;
} PlanJob;

static Status plan_body(void *context) {
  const PlanJob *job = context;
  return answer_sweep_plan(&job->sweep->its,
                           &(SweepVaried){job->options->vary, job->options->varies});
}

DalStatus dal_model_sweep(DalModel *m, const DalSweepOptions *options, DalSweep **sweep) {
  API_NEED(m, m);
  API_PLACE(m, sweep);
  API_OPTIONS(m, DalSweepOptions, o, options);
  if (api_has_null(o.vary, o.varies)) return api_null(m, __func__, "vary");
  DalSweep *s = calloc(1, sizeof *s);
  if (s == NULL) return DAL_LIMIT;
  s->its.model = m;
  s->guard.budget = SIZE_MAX;
  arena_init(&s->its.arena, m->arena.allocator, &m->guard);
  system_hold(m);
  const char *unfit = api_motion_request(o.run, &s->its.request);
  if (unfit == NULL && s->its.request.start.table != NULL) unfit = "a table of states";
  const DalStatus status =
    unfit != NULL ? api_unfit(m, __func__, unfit) : api_run(m, plan_body, &(PlanJob){s, &o});
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

static Status member_body(void *context) {
  const MemberRun *job = context;
  DalRun **run = api_run_open(job->sweep->its.model);
  if (run == NULL) return STATUS_LIMIT;
  const Status status =
    answer_sweep_member_run(&job->sweep->its, job->member, &(*run)->arena, &(*run)->its);
  if ((*run)->its.motion.rows > 0) *job->run = api_run_take(run);
  return status;
}

DalStatus dal_sweep_member(DalSweep *sweep, unsigned long long member, DalRun **run) {
  API_NEED(NULL, sweep);
  API_PLACE(sweep->its.model, run);
  return api_run(sweep->its.model, member_body, &(MemberRun){sweep, member, run});
}

// --- its blocks ----------------------------------------------------------------------------------

typedef struct {
  const DalSweep *sweep;
  const DalSweepWork *work;
  const char *path;
} BlocksJob;

static Status run_body(ApiCall *call, void *context) {
  const BlocksJob *job = context;
  return answer_sweep_run(&job->sweep->its, job->work, job->path, &call->work, &call->diags);
}

DalStatus dal_sweep_run(DalSweep *sweep, const char *folder, const DalSweepWork *work,
                        DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, sweep);
  API_NEED(sweep->its.model, folder);
  API_OPTIONS(sweep->its.model, DalSweepWork, w, work);
  if (w.parts > 0 ? w.part == 0 || w.part > w.parts : w.part > 0)
    return api_no_such(sweep->its.model, __func__, "part");
  return api_call(run_body, &(BlocksJob){sweep, &w, folder}, result);
}

// --- its folder ----------------------------------------------------------------------------------

typedef struct {
  const char *folder, *path;
  DalSweepProgress *progress;
} FolderJob;

static Status status_body(ApiCall *call, void *context) {
  const FolderJob *job = context;
  PlanFile file;
  SweepFolder folder;
  TRY(sweep_folder_open(&call->work, &call->diags, job->folder, &file, &folder));
  const SweepStatus s = sweep_status(&call->work, &folder);
  if (call->result != NULL) sweep_status_text(&folder, &s, &call->result->text);
  if (job->progress != NULL)
    *job->progress = (DalSweepProgress){.members = file.plan.members,
                                        .done = s.members,
                                        .failed = s.failed,
                                        .blocks = plan_blocks(&file.plan),
                                        .blocks_done = s.blocks};
  return STATUS_OK;
}

DalStatus dal_sweep_status(const char *folder, DalSweepProgress *progress, DalResult **result) {
  if (result != NULL) *result = NULL;
  if (progress != NULL) *progress = (DalSweepProgress){0};
  API_NEED(NULL, folder);
  return api_call(status_body, &(FolderJob){folder, NULL, progress}, result);
}

static Status collect_body(ApiCall *call, void *context) {
  const FolderJob *job = context;
  PlanFile file;
  SweepFolder folder;
  Text text = text_make(call->result != NULL ? call->result->text.arena : &call->work);
  TRY(sweep_folder_open(&call->work, &call->diags, job->folder, &file, &folder));
  TRY(sweep_collect(&call->work, &call->diags, &folder, job->path, &text));
  if (call->result != NULL) call->result->text = text;
  return STATUS_OK;
}

DalStatus dal_sweep_collect(const char *folder, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, folder);
  return api_call(collect_body, &(FolderJob){folder, path, NULL}, result);
}
