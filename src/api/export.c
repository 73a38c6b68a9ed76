// api/export.c: the equations of motion for other programs.

#include "answer/export.h"
#include "api/api_impl.h"

typedef struct {
  DalModel *m;
  const ExportRequest *request;
  DalResult *result;
} Job;

static Status export_body(void *context) {
  const Job *job = context;
  return answer_export(job->m, job->request, &job->result->text);
}

DalStatus dal_model_export(DalModel *m, const DalExportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalExportOptions, o, options);
  const ExportRequest request = {
    .target = o.target, .name = o.name, .input = o.input, .source_only = o.source_only != 0};
  Job job = {m, &request, api_result_make(&m->arena)};
  return api_answer(m, export_body, &job, job.result, result);
}
