// api/analyze.c: the standard questions about a system.

#include "answer/analyze.h"
#include "api/analysis_result.h"
#include "api/api_impl.h"
#include "api/print_format.h"

typedef struct {
  DalModel *m;
  const AnalyzeRequest *request;
  const PrintFormat *format;
  DalResult *result;
} Job;

static Status analyze_body(void *context) {
  const Job *job = context;
  DalResult *result = job->result;
  AnalysisReport report = {0};
  const Status status = answer_analyze(job->m, job->request, &report);
  if (report.model == NULL) return status;
  const DalAnalysis *found = api_analysis_result(&report, &result->arena);
  result->analysis = found;
  if (job->request->csv)
    csv_linearization(&report, &result->text);
  else
    job->format->analysis(&report, found, &result->text);
  return status;
}

DalStatus dal_model_analyze(DalModel *m, const DalAnalyzeOptions *options, DalFormat format,
                            DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, analysis);
  API_OPTIONS(m, DalAnalyzeOptions, o, options);
  const AnalyzeRequest request = {.only = o.only,
                                  .degree = o.degree,
                                  .basis = o.basis,
                                  .range = o.range,
                                  .steady = o.steady,
                                  .linearize = o.linearize,
                                  .at = o.at,
                                  .input = o.input,
                                  .csv = o.csv,
                                  .columns = o.columns,
                                  .variables = o.variables};
  Job job = {m, &request, print_format(format), api_result_make(&m->arena)};
  return api_answer(m, analyze_body, &job, job.result, result);
}
