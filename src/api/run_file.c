// api/run_file.c: runs written to files and read back.

#include "api/run_impl.h"
#include <stdint.h>
#include <stdlib.h>

// --- writing -------------------------------------------------------------------------------------

typedef struct {
  const DalRun *run;
  const char *path;
  DalRun *read;
} Job;

static Status write_body(ApiCall *call, void *context) {
  const Job *job = context;
  RunFormat format;
  TRY(run_format_find(job->path, &format, &call->diags));
  const RunTable table = answer_run_table(&job->run->its, &call->work);
  return run_write(&table, format, job->path, &call->diags);
}

DalStatus dal_run_write(const DalRun *run, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, run);
  API_NEED(NULL, path);
  return api_call(write_body, &(Job){.run = run, .path = path}, result);
}

static Status write_events_body(ApiCall *call, void *context) {
  const Job *job = context;
  const RunEvents events = answer_run_events(&job->run->its, &call->work);
  return run_write_events(&events, job->path, &call->diags);
}

DalStatus dal_run_write_events(const DalRun *run, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, run);
  API_NEED(NULL, path);
  return api_call(write_events_body, &(Job){.run = run, .path = path}, result);
}

static Status can_write_body(ApiCall *call, void *context) {
  const Job *job = context;
  RunFormat format;
  return run_format_find(job->path, &format, &call->diags);
}

DalStatus dal_run_can_write(const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, path);
  return api_call(can_write_body, &(Job){.path = path}, result);
}

// --- reading -------------------------------------------------------------------------------------

// The memory of a run outlives the call that read it, whether all of it was read or not.
static void keep_memory(void *object) {
  DalRun *run = object;
  if (run->arena.guard != &run->guard) arena_hand_over(&run->arena, &run->guard);
}

static Status read_body(ApiCall *call, void *context) {
  Job *job = context;
  RunFormat format;
  Str bytes;
  TRY(run_format_find(job->path, &format, &call->diags));
  TRY(api_read_file(call, job->path, &bytes));
  DalRun *run = job->read;
  arena_init(&run->arena, allocator_heap(), &call->guard);
  arena_defer(&call->work, keep_memory, run);
  return answer_run_read(bytes, format, job->path, &run->arena, &call->diags, &run->its);
}

DalStatus dal_run_read(const char *path, DalRun **run, DalResult **result) {
  if (result != NULL) *result = NULL;
  if (run != NULL) *run = NULL;
  API_NEED(NULL, path);
  API_NEED(NULL, run);
  Job job = {.path = path, .read = calloc(1, sizeof(DalRun))};
  if (job.read == NULL) return DAL_LIMIT;
  job.read->guard.budget = SIZE_MAX;
  const DalStatus status = api_call(read_body, &job, result);
  if (status == DAL_OK)
    *run = job.read;
  else
    dal_run_destroy(job.read);
  return status;
}
