// api/sweep_folder.c: the state of a sweep's folder, and its parts collected.

#include "api/result.h"
#include "api/api_impl.h"
#include "sweep/status.h"

typedef struct {
  const char *folder, *path;
  DalSweepProgress *progress;
} Job;

static Status status_body(ApiCall *call, void *context) {
  const Job *job = context;
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
  return api_call(status_body, &(Job){folder, NULL, progress}, result);
}

static Status collect_body(ApiCall *call, void *context) {
  const Job *job = context;
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
  return api_call(collect_body, &(Job){folder, path, NULL}, result);
}
