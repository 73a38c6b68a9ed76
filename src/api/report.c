// api/report.c: everything about a model in one text.

#include "answer/report.h"
#include "api/api_impl.h"

typedef struct {
  DalModel *m;
  ReportRequest request;
  DalResult *result;
} Job;

static Status report_body(void *context) {
  const Job *job = context;
  return answer_report(job->m, &job->request, &job->result->text);
}

DalStatus dal_model_report(DalModel *m, const DalReportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalReportOptions, o, options);
  API_FORMAT(m, o.format, DAL_REPORT_LATEX);
  if (!(o.work >= 0)) return api_unfit(m, __func__, "a negative time");
  Job job = {m, {o.format == DAL_REPORT_LATEX, o.method, o.work}, api_result_make(&m->arena)};
  return api_answer(m, report_body, &job, job.result, result);
}
